//! Output that also goes to the protocols a problem asks for.

use std::fs::File;
use std::io::{self, Write};

/// A screen, and files that hold all that is printed while they are open.
pub struct Tee<W> {
    screen: W,
    protocols: Vec<File>,
}

impl<W> Tee<W> {
    /// The screen alone.
    pub fn new(screen: W) -> Tee<W> {
        Tee {
            screen,
            protocols: Vec::new(),
        }
    }

    /// Also writes to this file from now on.
    pub fn protocol(&mut self, file: File) {
        self.protocols.push(file);
    }

    /// Only to the screen from now on.
    pub fn end_protocols(&mut self) {
        self.protocols.clear();
    }
}

impl<W: Write> Write for Tee<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.screen.write(bytes)?;
        for file in &mut self.protocols {
            file.write_all(&bytes[..written])?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.screen.flush()
    }
}
