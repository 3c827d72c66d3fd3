//! The file that results are appended to: safe against being killed, and ready to be resumed.
//!
//! **Invariant:** a line is written in one piece; what stands behind the last whole line was being
//! written when a run was killed, and is dropped.

use crate::soundness::{Class, Unit, has_line_duals, program};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What of a result tells which problem it is about.
#[derive(Deserialize)]
struct Key {
    file: String,
    number: usize,
    hash: String,
    version: String,
    options: String,
    verdict: Class,
    #[serde(default)]
    units: Vec<Unit>,
}

/// Problems that are done: a hash of file, number and content each.
pub type Done = HashMap<u64, Former>;

/// What an earlier run said of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Former {
    /// Its verdict.
    pub verdict: Class,
    /// Whether a line of help play has a second continuation.
    has_line_duals: bool,
}

impl Former {
    /// Whether something speaks against the problem. Duals of battle play do only if `strict`.
    pub fn is_unsound(self, strict: bool) -> bool {
        self.verdict.is_unsound(strict || self.has_line_duals)
    }
}

/// The hash under which a result is known.
pub fn key(file: &str, number: usize, hash: &str) -> u64 {
    let text = format!("{file}\0{number}\0{hash}");
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |all, byte| {
        (all ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// A file of results.
pub struct Results {
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens a new file, or one to go on with, and says what it holds already.
    ///
    /// # Errors
    /// When it cannot serve; with what to do. Nothing is overwritten.
    pub fn open(path: &Path, resume: bool, options: &str) -> Result<(Results, Done), String> {
        let name = path.display();
        let exists = path.exists();
        let length = std::fs::metadata(path).map_or(0, |data| data.len());
        if exists && length > 0 && !resume {
            return Err(format!(
                "{name}: the file exists; --resume goes on with it, or choose another name"
            ));
        }
        let fault = |error: io::Error| format!("{name}: {error}");
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(fault)?;
        let mut done = Done::new();
        if exists && length > 0 {
            let kept =
                read(&mut file, options, &mut done).map_err(|why| format!("{name}: {why}"))?;
            // What stands behind the last whole line was being written when the run was killed.
            file.set_len(kept).map_err(fault)?;
        }
        Ok((
            Results {
                path: path.to_owned(),
                file,
            },
            done,
        ))
    }

    /// Appends a result in one piece.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// Puts the results into the order of the input, in one step.
    ///
    /// # Errors
    /// When the file cannot be rewritten; then it stays as it is.
    pub fn sort(&mut self, files: &[String]) -> io::Result<()> {
        let place: HashMap<&str, usize> = files
            .iter()
            .enumerate()
            .map(|(at, name)| (name.as_str(), at))
            .collect();
        self.file.flush()?;
        let mut input = BufReader::new(File::open(&self.path)?);
        let mut order: Vec<(usize, usize, u64, usize)> = Vec::new();
        let mut line = Vec::new();
        let mut at = 0u64;
        loop {
            line.clear();
            let length = input.read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            if let Ok(key) = serde_json::from_slice::<Key>(&line) {
                let file = place.get(key.file.as_str()).copied().unwrap_or(usize::MAX);
                order.push((file, key.number, at, length));
            }
            at += length as u64;
        }
        if order.is_sorted() {
            return Ok(());
        }
        order.sort_unstable();
        // A run that was killed here leaves one behind.
        let mut beside = self.path.clone().into_os_string();
        beside.push(".dawson-sorting");
        let mut input = File::open(&self.path)?;
        let mut output = BufWriter::new(File::create(&beside)?);
        let mut text = Vec::new();
        for (_, _, at, length) in order {
            input.seek(SeekFrom::Start(at))?;
            text.resize(length, 0);
            input.read_exact(&mut text)?;
            output.write_all(&text)?;
        }
        let output = output
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        output.sync_all()?;
        std::fs::rename(&beside, &self.path)
    }
}

/// The results of a file; how many of its bytes are whole lines.
fn read(file: &mut File, options: &str, done: &mut Done) -> Result<u64, String> {
    let mut input = BufReader::new(file);
    input
        .seek(SeekFrom::Start(0))
        .map_err(|error| error.to_string())?;
    let mut kept = 0;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let length = input
            .read_until(b'\n', &mut line)
            .map_err(|error| error.to_string())?;
        if length == 0 || !line.ends_with(b"\n") {
            return Ok(kept);
        }
        number += 1;
        let found: Key = serde_json::from_slice(&line).map_err(|_| {
            format!("line {number} is no result of `dawson check`; nothing was changed")
        })?;
        if found.version != program() {
            return Err(format!(
                "the results are of {}, this is {}; begin a new file",
                found.version,
                program()
            ));
        }
        if found.options != options {
            return Err(format!(
                "the results were made with other limits (`{}`, now `{options}`); begin a new file",
                found.options
            ));
        }
        let former = Former {
            verdict: found.verdict,
            has_line_duals: has_line_duals(&found.units),
        };
        done.insert(key(&found.file, found.number, &found.hash), former);
        kept += length as u64;
    }
}
