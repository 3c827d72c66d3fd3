//! The walks with which a game begins, where others take the places of the usual ones.

use super::{Home, WalkId, walk_id};

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
        let mut armies = ARMIES.iter();
        let found = armies.find(|(name, _)| *name == key);
        found.map(|(_, replaced)| Army { replaced })
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

type Replaced = &'static [(WalkId, WalkId)];

/// The conditions that put other men in the places of the usual ones.
const ARMIES: [(&str, Replaced); 5] = [
    ("argentinian-chess", &ARGENTINIANS),
    ("cavalier-majeur", &NIGHTRIDERS),
    ("leo-family", &CHINESE),
    ("marine-chess", &MARINES),
    ("ultramarine-chess", &ULTRAMARINES),
];

const CHINESE: [(WalkId, WalkId); 4] = [
    (walk_id::QUEEN, walk_id::LEO),
    (walk_id::ROOK, walk_id::PAO),
    (walk_id::BISHOP, walk_id::VAO),
    (walk_id::KNIGHT, walk_id::MAO),
];

const NIGHTRIDERS: [(WalkId, WalkId); 1] = [(walk_id::KNIGHT, walk_id::NIGHTRIDER)];

const MARINES: [(WalkId, WalkId); 4] = [
    (walk_id::QUEEN, walk_id::SIREN),
    (walk_id::ROOK, walk_id::TRITON),
    (walk_id::BISHOP, walk_id::NEREID),
    (walk_id::KNIGHT, walk_id::MARINE_KNIGHT),
];

const ULTRAMARINES: [(WalkId, WalkId); 6] = [
    MARINES[0],
    MARINES[1],
    MARINES[2],
    MARINES[3],
    (walk_id::KING, walk_id::POSEIDON),
    (walk_id::PAWN, walk_id::MARINE_PAWN),
];

const ARGENTINIANS: [(WalkId, WalkId); 4] = [
    (walk_id::QUEEN, walk_id::SENORA),
    (walk_id::ROOK, walk_id::FARO),
    (walk_id::BISHOP, walk_id::LOCO),
    (walk_id::KNIGHT, walk_id::SALTADOR),
];

#[cfg(test)]
mod tests {
    use super::walk_id::{BISHOP, KNIGHT, NIGHTRIDER};
    use super::*;

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
