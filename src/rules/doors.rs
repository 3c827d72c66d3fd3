//! Four doors to the rules: what a room asks of them. The rules themselves are data.
//!
//! A door borrows the rules and is as cheap as a reference; through it the data can be read, too. Each room adds its
//! questions to its own door: `play/generate` and castling to [`Generator`], `play/perform` to [`Player`], `judge` to
//! [`Judge`], `shortcut` and what it needs of promises to [`Oracle`].

use super::Rules;
use std::ops::Deref;

/// Generates pseudo-legal moves.
#[derive(Clone, Copy)]
pub struct Generator<'r>(pub(in crate::rules) &'r Rules);

/// Plays moves with all their effects.
#[derive(Clone, Copy)]
pub struct Player<'r>(pub(in crate::rules) &'r Rules);

/// Judges positions and moves: observation, check, legality, goals.
#[derive(Clone, Copy)]
pub struct Judge<'r>(pub(in crate::rules) &'r Rules);

/// Foresees what play would find, from facts and promises.
#[derive(Clone, Copy)]
pub struct Oracle<'r>(pub(in crate::rules) &'r Rules);

impl Rules {
    /// The door for generating.
    #[inline]
    pub fn generator(&self) -> Generator<'_> {
        Generator(self)
    }

    /// The door for playing.
    #[inline]
    pub fn player(&self) -> Player<'_> {
        Player(self)
    }

    /// The door for judging.
    #[inline]
    pub fn judge(&self) -> Judge<'_> {
        Judge(self)
    }

    /// The door for foreseeing.
    #[inline]
    pub fn oracle(&self) -> Oracle<'_> {
        Oracle(self)
    }
}

impl Deref for Generator<'_> {
    type Target = Rules;

    #[inline]
    fn deref(&self) -> &Rules {
        self.0
    }
}

impl Deref for Player<'_> {
    type Target = Rules;

    #[inline]
    fn deref(&self) -> &Rules {
        self.0
    }
}

impl Deref for Judge<'_> {
    type Target = Rules;

    #[inline]
    fn deref(&self) -> &Rules {
        self.0
    }
}

impl Deref for Oracle<'_> {
    type Target = Rules;

    #[inline]
    fn deref(&self) -> &Rules {
        self.0
    }
}
