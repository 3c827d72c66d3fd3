//! Walks beyond the catalogue: hunters, and rows that a problem brings along.
//!
//! **Invariant:** a row that has an id keeps it, unchanged, as long as the
//! program runs. So an id means the same in every problem and on every
//! thread, and equal keys have equal ids.

use super::walk::{Arrival, Part, Walk};
use super::{WALKS, WalkId};
use std::sync::OnceLock;

/// The rows, filled from the first on.
static OWN: [OnceLock<Walk>; WalkId::LIMIT - WALKS_AT_MOST] =
    [const { OnceLock::new() }; WalkId::LIMIT - WALKS_AT_MOST];

/// How many ids are kept for the catalogue.
const WALKS_AT_MOST: usize = 256;

impl WalkId {
    /// Its row.
    ///
    /// # Panics
    /// When the id was made up.
    #[inline]
    pub fn row(self) -> &'static Walk {
        match WALKS.get(self.index()) {
            Some(row) => row,
            None => {
                let own = OWN[self.index() - WALKS_AT_MOST].get();
                own.expect("an id is given out with its row")
            }
        }
    }

    /// The walk with this key; if there is none yet, it gets the row that
    /// `make` makes. None when the program knows too many walks already.
    pub(super) fn own(key: &str, make: impl FnOnce() -> Walk) -> Option<WalkId> {
        let id = |place: usize| WalkId((WALKS_AT_MOST + place) as u16);
        let has_key = |slot: &OnceLock<Walk>| slot.get().is_some_and(|row| row.key == key);
        if let Some(place) = OWN.iter().position(has_key) {
            return Some(id(place));
        }
        let mut row = make();
        for (place, slot) in OWN.iter().enumerate() {
            // Another thread may have filled it meanwhile, even with this walk.
            match slot.set(row) {
                Ok(()) => return Some(id(place)),
                Err(_) if has_key(slot) => return Some(id(place)),
                Err(back) => row = back,
            }
        }
        None
    }

    /// The hunter that goes ahead like `ahead` and back like `back`.
    pub fn hunter(ahead: WalkId, back: WalkId) -> Option<WalkId> {
        let (ahead, back) = (ahead.row(), back.row());
        let key = format!("{}/{}", ahead.key, back.key);
        WalkId::own(&key, || hunter(&key, ahead, back))
    }
}

fn hunter(key: &str, ahead: &Walk, back: &Walk) -> Walk {
    let joined = |of: fn(&Walk, usize) -> &'static str, language| -> &'static str {
        String::leak(format!("{}/{}", of(ahead, language), of(back, language)))
    };
    let name = |language, hunter| -> &'static str {
        let walks = joined(|walk, language| walk.names.in_order()[language], language);
        String::leak(format!("{walks}{hunter}"))
    };
    // Measured: a hunter does not capture en passant, whatever it is made of.
    let part = |arrival: Arrival| {
        move |part: &Part| Part {
            arrival,
            en_passant: false,
            ..*part
        }
    };
    let parts = ahead.parts.iter().map(part(Arrival::Ahead));
    let parts = parts.chain(back.parts.iter().map(part(Arrival::Back)));
    Walk::new(
        String::leak(key.to_owned()),
        [name(0, " Hunter"), name(1, "-Jäger"), name(2, " chasseur")],
        [0, 1, 2].map(|language| joined(|walk, language| walk.letters[language], language)),
        Vec::leak(parts.collect()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_leaves_room() {
        assert!(WALKS.len() <= WALKS_AT_MOST);
    }

    #[test]
    fn equal_keys_have_equal_ids() {
        let [rook, bishop] = ["rook", "bishop"].map(|key| WalkId::from_key(key).expect("a walk"));
        let hunter = WalkId::hunter(rook, bishop).expect("room for one more");
        assert_eq!(WalkId::hunter(rook, bishop), Some(hunter));
        assert_eq!(WalkId::from_key("rook/bishop"), Some(hunter));
        assert_eq!(WalkId::from_letters("t/l", 1), Some(hunter));
        assert_ne!(WalkId::hunter(bishop, rook), Some(hunter));
    }
}
