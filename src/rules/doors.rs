//! Four doors to the rules: what a room asks of them. The rules themselves are data.
//!
//! A door borrows the rules and is as cheap as a reference; through it the data can be read, too. Each room adds its
//! questions to its own door: `play/generate` and castling to [`Generator`], `play/perform` to [`Player`], `judge` to
//! [`Judge`], `shortcut` and what it needs of promises to [`Oracle`].

use super::Rules;
use std::ops::Deref;

/// One door: its type, and the method of the rules that opens it.
macro_rules! door {
    ($name:ident, $open:ident, $does:literal) => {
        #[doc = $does]
        #[derive(Clone, Copy)]
        pub struct $name<'r>(pub(in crate::rules) &'r Rules);

        impl Rules {
            #[doc = concat!("The rules as [`", stringify!($name), "`].")]
            #[inline]
            pub fn $open(&self) -> $name<'_> {
                $name(self)
            }
        }

        impl Deref for $name<'_> {
            type Target = Rules;

            #[inline]
            fn deref(&self) -> &Rules {
                self.0
            }
        }
    };
}

door!(Generator, generator, "Generates pseudo-legal moves.");
door!(Player, player, "Plays moves with all their effects.");
door!(
    Judge,
    judge,
    "Judges positions and moves: observation, check, legality, goals."
);
door!(
    Oracle,
    oracle,
    "Foresees what play would find, from facts and promises."
);
