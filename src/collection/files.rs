//! The files of collections: which of a folder are some, and what they may open themselves.

use super::Format;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Folders within folders, no deeper than this.
const DEEPEST: usize = 64;

/// All files of problems below a folder, in the order of their names; links to folders are not
/// followed. A file that was named is all there is.
///
/// # Errors
/// When a folder cannot be listed. What was found before is in `found`.
pub fn files(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    match path.is_dir() {
        true => folder(path, 0, found),
        false => {
            found.push(path.to_owned());
            Ok(())
        }
    }
}

fn folder(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let fault = |error: &io::Error| format!("{}: {}", path.display(), why(error));
    if depth > DEEPEST {
        return Err(format!("{}: folders are nested too deeply", path.display()));
    }
    let entries = std::fs::read_dir(path).map_err(|error| fault(&error))?;
    let mut names = BTreeSet::new();
    for entry in entries {
        names.insert(entry.map_err(|error| fault(&error))?.path());
    }
    for name in names {
        let Ok(data) = std::fs::symlink_metadata(&name) else {
            continue;
        };
        let hidden = name
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if data.is_dir() {
            folder(&name, depth + 1, found)?;
        } else if data.is_file() && !is_solution(&name) && is_collection(&name) {
            found.push(name);
        }
    }
    Ok(())
}

/// `help.txt` beside `help.inp` is its solution.
fn is_solution(path: &Path) -> bool {
    let is_text = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("txt"));
    is_text && (path.with_extension("inp").exists() || path.with_extension("INP").exists())
}

fn is_collection(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return true;
    };
    let mut start = Vec::new();
    let read = file.take(64 << 10).read_to_end(&mut start);
    let prose = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("md"));
    read.is_ok() && !prose && Format::of(&start).is_some()
}

/// No file that another one includes is larger.
const LARGEST_INCLUDED: u64 = 4 << 20;

/// Opens what a file of problems includes: files of its own folder and below, unless it is
/// trusted. Links do not lead out.
pub fn opener(file: &Path, trusts: bool) -> impl Fn(&str) -> Result<Vec<u8>, String> + use<> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    move |name: &str| {
        let path = within(&folder, Path::new(name), trusts)?;
        let data = std::fs::metadata(&path).map_err(|error| why(&error))?;
        if data.len() > LARGEST_INCLUDED {
            return Err("larger than 4 MiB".to_owned());
        }
        std::fs::read(path).map_err(|error| why(&error))
    }
}

/// The place of a file that a problem names, if it is in the problem's own folder or below.
///
/// # Errors
/// When it is outside, also through a link.
pub fn within(folder: &Path, name: &Path, trusts: bool) -> Result<PathBuf, String> {
    let path = folder.join(name);
    if trusts {
        return Ok(path);
    }
    let outside = || "outside the folder of the problems; --trust-files allows it".to_owned();
    let leaves = |part: Component<'_>| !matches!(part, Component::Normal(_) | Component::CurDir);
    if name.components().any(leaves) {
        return Err(outside());
    }
    let here = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let home = here.canonicalize().map_err(|error| why(&error))?;
    // A file that is still to be written has a folder at least.
    let known = match path.symlink_metadata() {
        Ok(_) => path.canonicalize(),
        Err(_) => {
            let parent = path
                .parent()
                .filter(|parent| !parent.as_os_str().is_empty());
            parent.unwrap_or(here).canonicalize()
        }
    };
    let known = known.map_err(|error| why(&error))?;
    match known.starts_with(&home) {
        true => Ok(path),
        false => Err(outside()),
    }
}

/// The reason why a file cannot be opened, without the system's number of it.
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "not found".to_owned(),
        kind => kind.to_string(),
    }
}
