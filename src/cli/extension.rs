//! Formats of files that commands write, by the extensions of their names.

use std::path::Path;

/// The extension of a file name in small letters; empty if there is none.
pub fn extension_of(file: &Path) -> String {
    let extension = file.extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

/// The format that the extension of a file stands for; none if there is no file or no extension.
///
/// # Errors
/// When the extension stands for none of these formats. The message says what the file was to hold, which
/// option names a format, and which extensions there are.
pub fn by_extension<T: Copy>(
    file: Option<&Path>,
    formats: &[(&str, T)],
    (of, option): (&str, &str),
) -> Result<Option<T>, String> {
    let extension = file.map_or(String::new(), extension_of);
    if extension.is_empty() {
        return Ok(None);
    }
    let named = formats.iter().find(|(name, _)| *name == extension);
    named.map(|(_, format)| Some(*format)).ok_or_else(|| {
        let known: Vec<String> = formats.iter().map(|(name, _)| format!("`.{name}`")).collect();
        let known = known.join(", ");
        format!("`.{extension}` says no format of {of}: name one with {option}, or end the name in {known}")
    })
}
