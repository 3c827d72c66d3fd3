//! How far a line has come.

/// How far a line of a fixed length has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) ply: u16,
    pub(super) length: u16,
    /// Where all shorter lengths were in vain: which search of growing lengths this is.
    pub(super) sweep: Option<u16>,
}

impl Progress {
    pub(super) fn start(length: u16) -> Progress {
        Progress {
            ply: 0,
            length,
            sweep: None,
        }
    }

    pub(super) fn next(self) -> Progress {
        Progress {
            ply: self.ply + 1,
            ..self
        }
    }

    pub(super) fn left(self) -> u16 {
        self.length - self.ply
    }
}
