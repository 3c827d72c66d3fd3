//! Reading files of problems, and showing what is wrong with them.

use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::popeye::read::{Reading, read};
use std::io;
use std::path::{Path, PathBuf};

/// Reads a file of problems.
///
/// # Errors
/// When the file cannot be read at all; errors in its text are diagnostics.
pub fn read_file(file: &Path) -> io::Result<Reading> {
    std::fs::read(file).map(|bytes| read(&bytes))
}

/// The files of problems that a path stands for: itself, or all `*.inp` in a
/// folder, sorted by name.
///
/// # Errors
/// When a folder cannot be listed.
pub fn problem_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)?;
    let files: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let is_input = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "inp");
    let mut files: Vec<PathBuf> = files?.into_iter().filter(is_input).collect();
    files.sort();
    Ok(files)
}

/// Shows diagnostics in their text on standard error; true if one of them is
/// an error.
pub fn show(name: &str, text: &str, diagnostics: &[Diagnostic]) -> bool {
    for diagnostic in diagnostics {
        let source = miette::NamedSource::new(name, text.to_owned());
        let report = miette::Report::new(diagnostic.clone()).with_source_code(source);
        eprintln!("{report:?}");
    }
    diagnostics.iter().any(Diagnostic::is_error)
}
