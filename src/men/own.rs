//! Walks beyond the catalogue: hunters, sums, and rows that a problem brings along.
//!
//! **Invariant:** a row that has an id keeps it, unchanged, as long as the
//! program runs. So an id means the same in every problem and on every
//! thread, and equal keys have equal ids.

use super::walk::{Arrival, Home, Part, Path, Rank, Walk};
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

    /// The walk with all powers of these; one that has those of another has nothing to gain from it. None of no walk, and
    /// when the program knows too many walks already.
    pub fn sum(walks: impl IntoIterator<Item = WalkId>) -> Option<WalkId> {
        let mut all: Vec<WalkId> = walks.into_iter().flat_map(WalkId::powers).collect();
        all.sort_by_key(|walk| (walk.row().is_pawn(), *walk));
        all.dedup();
        let is_needed = |walk: &&WalkId| {
            !all.iter().any(|other| {
                let (row, covers) = (walk.row(), other.row().covers(walk.row()));
                other != *walk && covers && (other < *walk || !row.covers(other.row()))
            })
        };
        let needed: Vec<WalkId> = all.iter().filter(is_needed).copied().collect();
        match needed[..] {
            [] => None,
            [one] => Some(one),
            _ => {
                let keys: Vec<&str> = needed.iter().map(|walk| walk.row().key).collect();
                let key = keys.join(SUM);
                WalkId::own(&key, || sum(&key, &needed))
            }
        }
    }

    /// The walks of which this one is the sum; itself if it is none.
    pub fn powers(self) -> Vec<WalkId> {
        let key = self.row().key;
        let found = || key.split(SUM).map(WalkId::from_key).collect();
        let powers: Option<Vec<WalkId>> = key.contains(SUM).then(found).flatten();
        powers.unwrap_or_else(|| vec![self])
    }
}

/// What stands between the keys of a sum, and between its letters.
const SUM: &str = "&";

impl Walk {
    /// Whether it has every power of the other.
    fn covers(&self, other: &Walk) -> bool {
        let has = |part: &Part| self.parts.iter().any(|own| own.covers(part));
        other.parts.iter().all(has)
    }
}

impl Part {
    fn covers(&self, other: &Part) -> bool {
        let path = other.path;
        let covers = match (self.path, path) {
            (Path::Straight(own), Path::Straight(others)) => {
                others.iter().all(|vector| own.contains(vector))
            }
            (own, _) => own == path,
        };
        covers && Part { path, ..*self } == *other
    }
}

/// Pawns come last: where another walk makes the same step, that is no double step.
fn sum(key: &str, walks: &[WalkId]) -> Walk {
    let joined = |of: &dyn Fn(&Walk) -> &'static str| -> &'static str {
        let each: Vec<&str> = walks.iter().map(|walk| of(walk.row())).collect();
        String::leak(each.join(SUM))
    };
    let parts = walks.iter().flat_map(|walk| walk.row().parts);
    let row = Walk::new(
        String::leak(key.to_owned()),
        [0, 1, 2].map(|language| joined(&|walk| walk.names.in_order()[language])),
        [0, 1, 2].map(|language| joined(&|walk| walk.letters[language])),
        Vec::leak(parts.copied().collect()),
    );
    match walks
        .iter()
        .map(|walk| walk.row())
        .find(|row| row.is_pawn())
    {
        Some(pawn) => row
            .home(Home::Pawn)
            .rank(Rank::Pawn)
            .promoting_to(pawn.officers),
        None => row,
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
    let part = |arrival: Arrival| move |part: &Part| part.onto(arrival);
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

    #[test]
    fn sums_have_all_powers_once() {
        let walks = ["pawn", "knight", "rook", "queen", "wazirrider"];
        let [pawn, knight, rook, queen, rider] =
            walks.map(|key| WalkId::from_key(key).expect("a walk"));
        let sum = |walks: &[WalkId]| WalkId::sum(walks.iter().copied());
        let both = sum(&[rook, knight]).expect("room for one more");
        assert_eq!(sum(&[knight, both, rook]), Some(both));
        assert_eq!(both.powers().len(), 2);
        assert_eq!(sum(&[rook, queen]), Some(queen));
        assert_eq!(sum(&[rook, rider]), Some(rook.min(rider)));
        assert_eq!(sum(&[]), None);
        let promoting = sum(&[pawn, rook]).expect("room for one more");
        assert!(promoting.row().is_pawn() && !both.row().is_pawn());
        assert_eq!(knight.powers(), [knight]);
    }
}
