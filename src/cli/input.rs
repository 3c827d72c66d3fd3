//! Reading files of problems, and showing what is wrong with them.

use dawson::collection::files::unpacked;
pub use dawson::collection::files::{opener, why, within};
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::message::Localised;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::{self, read::Reading};
use miette::{
    MietteError, MietteHandlerOpts, MietteSpanContents, ReportHandler, SourceCode, SourceSpan,
    SpanContents,
};
use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a file of problems.
///
/// # Errors
/// When the file cannot be read at all; errors in its text are diagnostics.
pub fn read_file(file: &Path) -> io::Result<Reading> {
    read_trusted(file, false)
}

/// The same; a file that is trusted may include files from anywhere.
///
/// # Errors
/// When the file cannot be read at all; errors in its text are diagnostics.
pub fn read_trusted(file: &Path, trusts: bool) -> io::Result<Reading> {
    let bytes = bytes_of(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let open = opener(file, trusts);
    Ok(popeye::read::read_file(&name, &bytes, &open))
}

/// All of a file, unpacked if gzip or zstd packed it.
///
/// # Errors
/// When it cannot be read or unpacked.
pub fn bytes_of(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    unpacked(File::open(file)?)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether an argument is meant as the name of a file: it exists, or it is written like one.
pub fn is_path(text: &str) -> bool {
    const ENDINGS: [&str; 10] = [
        "inp", "txt", "olv", "json", "jsonl", "pgn", "fen", "epd", "csv", "tex",
    ];
    let path = Path::new(text);
    let packed = ["gz", "zst"]
        .iter()
        .find_map(|end| text.strip_suffix(&format!(".{end}")));
    let ending = Path::new(packed.unwrap_or(text)).extension();
    let ending = ending.and_then(|ending| ending.to_str());
    let has_ending = ending.is_some_and(|ending| ENDINGS.contains(&ending.to_lowercase().as_str()));
    let is_rooted = ["/", "./", "../", "~/"]
        .iter()
        .any(|root| text.starts_with(root));
    let is_one_word = !text.contains(char::is_whitespace);
    path.exists() || is_one_word && (has_ending || is_rooted)
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

/// Shows diagnostics in their text on standard error, in the user's language;
/// true if one of them is an error.
pub fn show(name: &str, text: &str, language: Language, diagnostics: &[Diagnostic]) -> bool {
    let text = Arc::new(text.to_owned());
    for diagnostic in diagnostics {
        let shown = Shown {
            source: Source {
                name: name.to_owned(),
                text: text.clone(),
            },
            said: Localised {
                diagnostic: diagnostic.clone(),
                language,
            },
        };
        // Standard error is not buffered: a long line would be written sign by sign.
        let drawn = Drawn(&shown).to_string();
        eprintln!("{drawn}");
    }
    diagnostics.iter().any(Diagnostic::is_error)
}

/// A diagnostic with the text it speaks of.
#[derive(Debug)]
struct Shown {
    source: Source,
    said: Localised,
}

/// A named text whose columns are characters: miette counts bytes.
#[derive(Debug)]
struct Source {
    name: String,
    text: Arc<String>,
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, lines_before, lines_after)?;
        let start = found.span().offset();
        let line = start.saturating_sub(found.column())..start;
        let column = match self.text.get(line) {
            Some(before) => before.chars().count(),
            None => found.column(),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            found.line(),
            column,
            found.line_count(),
        )))
    }
}

impl Shown {
    /// miette's own word for it is English; so help is told below the text.
    fn footer(&self) -> Option<String> {
        let help = miette::Diagnostic::help(&self.said)?;
        Some(match self.said.language {
            Language::En => format!("help: {help}"),
            Language::De => format!("Hilfe: {help}"),
            Language::Fr => format!("aide : {help}"),
        })
    }
}

impl Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.said.fmt(f)
    }
}

/// A diagnostic as people read it.
struct Drawn<'a>(&'a Shown);

impl Display for Drawn<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let handler = MietteHandlerOpts::new();
        let handler = match self.0.footer() {
            Some(footer) => handler.footer(footer),
            None => handler,
        };
        handler.build().debug(self.0, f)
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.said.code()
    }

    fn severity(&self) -> Option<miette::Severity> {
        self.said.severity()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        self.said.labels()
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }
}
