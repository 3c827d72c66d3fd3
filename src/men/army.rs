//! The walks with which a game begins, where others take the places of the usual ones.

use super::{Home, WalkId};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Which walks take the places of orthodox ones in the game array: what pawns become, who
/// castles, where men are reborn and what rules on the officers of the game name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Army {
    /// An orthodox walk and the one in its place.
    replaced: &'static [(WalkId, WalkId)],
}

impl Army {
    /// The orthodox men.
    pub const USUAL: Army = Army { replaced: &[] };

    /// The men of the condition with this key, if it is one of those that change them.
    pub fn named(key: &str) -> Option<Army> {
        let replaced = ARMIES.get(key)?;
        Some(Army { replaced })
    }

    /// The walk in the place of an orthodox one.
    pub fn walk(self, orthodox: WalkId) -> WalkId {
        let mut pairs = self.replaced.iter();
        let found = pairs.find(|(usual, _)| *usual == orthodox);
        found.map_or(orthodox, |(_, walk)| *walk)
    }

    /// Where a man with this walk is at home. Men whose places others have taken are fairy men.
    #[inline]
    pub fn home(self, walk: WalkId) -> Home {
        let mut pairs = self.replaced.iter();
        let found = pairs.find(|(usual, new)| *usual == walk || *new == walk);
        match found {
            Some((usual, new)) if *new == walk => usual.row().home,
            Some((usual, _)) if usual.row().home != Home::Pawn => Home::Fairy,
            _ => walk.row().home,
        }
    }
}

type Replaced = Vec<(WalkId, WalkId)>;

/// The conditions that put other men in the places of the usual ones.
static ARMIES: LazyLock<BTreeMap<&str, Replaced>> = LazyLock::new(|| {
    let mut armies: BTreeMap<&str, Replaced> = BTreeMap::new();
    for row in include_str!("armies.tsv").lines().skip(1) {
        let mut fields = row.split('\t');
        if let (Some(key), Some(usual), Some(new)) = (fields.next(), fields.next(), fields.next()) {
            let pair = (WalkId::of(usual), WalkId::of(new));
            armies.entry(key).or_default().push(pair);
        }
    }
    armies
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::walk_id::{BISHOP, KNIGHT, NIGHTRIDER};

    #[test]
    fn a_nightrider_in_the_place_of_the_knight_is_at_home_there() {
        let army = Army::named("cavalier-majeur").expect("it is one");
        assert_eq!(army.walk(KNIGHT), NIGHTRIDER);
        assert_eq!(army.home(NIGHTRIDER), Home::Knight);
        assert_eq!(army.home(KNIGHT), Home::Fairy);
        assert_eq!(army.walk(BISHOP), BISHOP);
        assert_eq!(army.home(BISHOP), Home::Bishop);
    }
}
