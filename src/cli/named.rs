//! The files that problems of an input name: `Protocol` for what is printed, `LaTeX` for a document.
//!
//! **Invariant:** such a file lies in the folder of the input or below, and replaces nothing that Dawson did not write,
//! unless the user trusts the input.

use super::input::{why, within};
use dawson::collection::Format;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::latex::{self, Document};
use dawson::notation::popeye::read::{NamedFile, ReadProblem};
use dawson::notation::popeye::words::Language;
use dawson::problem::Problem;
use dawson::solution::Solution;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// So much of a file tells its format.
const START_OF_FILE: usize = 64 << 10;

/// The files that are open now.
pub struct NamedFiles {
    trusts: bool,
    /// Protocols that were opened and that nobody has taken yet.
    protocols: Vec<File>,
    /// The document that problems are added to, and its file.
    latex: Option<(Document, File)>,
}

impl NamedFiles {
    /// None yet. `trusts`: any file may be written.
    pub fn new(trusts: bool) -> NamedFiles {
        NamedFiles {
            trusts,
            protocols: Vec::new(),
            latex: None,
        }
    }

    /// Opens the files that a problem of this input names; says which cannot be written.
    pub fn open(
        &mut self,
        input: &Path,
        language: Language,
        read: &ReadProblem,
    ) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let fault = |file: &NamedFile, why: String| Diagnostic::NotWritten {
            file: file.name.clone(),
            why,
            at: file.at,
        };
        for file in &read.protocols {
            let place = self.place(input, file, is_printed_text);
            let append = |place: PathBuf| OpenOptions::new().append(true).create(true).open(place);
            match place.and_then(|place| append(place).map_err(|error| why(&error))) {
                Ok(opened) => self.protocols.push(opened),
                Err(why) => faults.push(fault(file, why)),
            }
        }
        for file in &read.latex {
            let former = self.end().map_err(|error| why(&error));
            let place = former.and_then(|()| self.place(input, file, is_our_document));
            match place.and_then(|place| File::create(place).map_err(|error| why(&error))) {
                Ok(opened) => {
                    let document = Document::new(language, read.glyphs.clone());
                    self.latex = Some((document, opened));
                }
                Err(why) => faults.push(fault(file, why)),
            }
        }
        faults
    }

    /// The protocols that were opened since they were last taken: from now on all that is printed goes there too.
    pub fn protocols(&mut self) -> Vec<File> {
        std::mem::take(&mut self.protocols)
    }

    /// Whether problems go into a document.
    pub fn has_document(&self) -> bool {
        self.latex.is_some()
    }

    /// Adds a solved problem to the document, with the judge's mark.
    pub fn add(&mut self, problem: &Problem, solution: &Solution, mark: Option<&str>) {
        if let Some((document, _)) = &mut self.latex {
            document.add(problem, solution, mark);
        }
    }

    /// Writes the document, if there is one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&mut self) -> io::Result<()> {
        match self.latex.take() {
            Some((document, mut file)) => file.write_all(document.finish().as_bytes()),
            None => Ok(()),
        }
    }

    /// Where a file that a problem names may be written.
    ///
    /// # Errors
    /// Why it may not.
    fn place(
        &self,
        input: &Path,
        file: &NamedFile,
        is_ours: fn(&[u8]) -> bool,
    ) -> Result<PathBuf, String> {
        let folder = input.parent().unwrap_or(Path::new(""));
        let place = within(folder, Path::new(&file.name), self.trusts)?;
        let is_foreign = |bytes: Vec<u8>| !bytes.is_empty() && !is_ours(&bytes);
        let exists = place.symlink_metadata().is_ok();
        match exists && !self.trusts && std::fs::read(&place).map_or(true, is_foreign) {
            true => Err("it exists and is not Dawson's; --trust-files allows it".to_owned()),
            false => Ok(place),
        }
    }
}

/// Whether a file holds what this program, or Popeye, prints.
fn is_printed_text(bytes: &[u8]) -> bool {
    Format::of(&bytes[..bytes.len().min(START_OF_FILE)]) == Some(Format::PopeyeText)
}

/// Whether a file is a document that this program wrote.
fn is_our_document(bytes: &[u8]) -> bool {
    bytes.starts_with(latex::FIRST_LINE.as_bytes())
}
