//! Files of a composer's own conditions: `--conditions my.dawson`, or a folder of them.

use super::Ending;
use dawson::conditions::Own;
use dawson::sentences::library::is_taken;
use dawson::sentences::{known_with_faults, learn, text_of};
use std::path::{Path, PathBuf};

/// Makes the conditions of all files known. If a file of a folder has faults, they are shown and the file is left out;
/// problems that name one of its conditions are refused.
///
/// # Errors
/// What is wrong, a line for each fault, with file, line and column.
pub fn load(paths: &[PathBuf]) -> Result<Vec<&'static Own>, String> {
    let mut found: Vec<(PathBuf, &'static Own)> = Vec::new();
    for path in paths {
        for file in files(path)? {
            let loaded = match load_file(&file) {
                Err(why) if path.is_dir() => leave_out(&file, &why)?,
                loaded => loaded?,
            };
            for own in loaded {
                clash(&found, &file, own)?;
                found.push((file.clone(), own));
            }
        }
    }
    Ok(found.into_iter().map(|(_, own)| own).collect())
}

/// Says what is wrong with a file and lets the program go on without it, but for the names that it has.
fn leave_out(file: &Path, why: &str) -> Result<Vec<&'static Own>, String> {
    eprintln!("{why}\n{}: left out", file.display());
    let bytes = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let named = known_with_faults(&text, why.lines().next().unwrap_or(""));
    let named = named.map_err(|why| format!("{}: {why}", file.display()))?;
    named.iter().for_each(|own| own.offer());
    Ok(named)
}

/// Refuses a second condition of the same name, since a statement could mean either. A name that a built-in
/// condition has is only warned of: a statement can say `own "..."`.
fn clash(found: &[(PathBuf, &Own)], file: &Path, own: &Own) -> Result<(), String> {
    let name = own.names.en;
    let shown = file.display();
    if let Some((other, _)) = found
        .iter()
        .find(|(_, other)| other.is_called(name) && other.text != own.text)
    {
        let other = other.display();
        return Err(format!("{shown}: `{name}` is another condition in {other}"));
    }
    if is_taken(name) {
        eprintln!(
            "{shown}: `{name}` is a built-in condition; say `own \"{name}\"` where this one is meant"
        );
    }
    Ok(())
}

/// Says of each file whether it can be read and its examples hold, and the hash of each condition.
pub fn check(files: &[String]) -> Ending {
    let mut ending = Ending::Done;
    for file in files {
        match load(&[PathBuf::from(file)]) {
            Ok(learned) => {
                for own in learned {
                    let Some(text) = text_of(own.definition.key) else {
                        continue;
                    };
                    let claims: usize = text.examples.iter().map(|one| one.claims.len()).sum();
                    let sentences = text.sentences.len();
                    println!(
                        "{file}: {}: {sentences} sentences, {claims} claims hold, {}",
                        text.name,
                        text.hash()
                    );
                }
            }
            Err(why) => {
                eprintln!("{why}");
                ending = Ending::Failed;
            }
        }
    }
    ending
}

/// A file, or all `*.dawson` in a folder, sorted by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let why = |error| format!("{}: {error}", path.display());
    let entries = std::fs::read_dir(path).map_err(why)?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let is_text = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "dawson");
    let mut files: Vec<PathBuf> = paths.filter(is_text).collect();
    files.sort();
    Ok(files)
}

fn load_file(file: &Path) -> Result<Vec<&'static Own>, String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{shown}: the file is not UTF-8"))?;
    let learned = learn(&text).map_err(|faults| {
        let lines = faults.iter().map(|fault| format!("{shown}:{fault}"));
        lines.collect::<Vec<_>>().join("\n")
    })?;
    learned.iter().for_each(|own| own.offer());
    Ok(learned)
}
