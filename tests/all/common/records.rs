//! The inputs and texts that the data files hold.

use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What a line of a data file may have.
#[derive(Deserialize)]
pub struct Record {
    #[serde(default)]
    pub input: String,
    /// A whole text, where the file holds one.
    #[serde(default)]
    pub output: String,
}

/// The data files in a folder beside the tests.
pub fn data_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(tests().join(folder)).expect("a folder of data");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    files
}

/// The folder of the tests.
pub fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The records of these files, other lines left out.
pub fn records(files: &[PathBuf]) -> Vec<Record> {
    let text = |file: &PathBuf| {
        let text = std::fs::read_to_string(file);
        text.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    let texts: Vec<String> = files.iter().map(text).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}
