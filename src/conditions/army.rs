//! The game with other men: walks that take the places of those of the game array.

use super::Definition;
use crate::men::{WalkId, walk_id};
use crate::rules::{Claim, RulesBuilder, Thing};

/// Chinese officers.
pub static LEO_FAMILY: Definition = Definition {
    key: "leo-family",
    no_walks: (&OFFICERS, "it replaces these men by Chinese ones"),
    summary: "Leo, pao, vao and mao take the places of queen, rook, bishop and knight, of which there are none: pawns \
              promote to them, kings castle with paos, and they are reborn where those would be.",
    install: |_, rules| install(&OFFICERS, rules),
    ..MARINE
};

/// Nightriders for knights.
pub static CAVALIER_MAJEUR: Definition = Definition {
    key: "cavalier-majeur",
    no_walks: (&[walk_id::KNIGHT], "it replaces knights by nightriders"),
    summary: "The nightrider takes the place of the knight, of which there is none: pawns promote to it, and it is \
              reborn where a knight would be.",
    install: |_, rules| install(&[walk_id::KNIGHT], rules),
    ..MARINE
};

/// Marine officers.
pub static MARINE: Definition = Definition {
    key: "marine-chess",
    summary: "Siren, triton, nereid and marine knight take the places of queen, rook, bishop and knight: pawns promote \
              to them, kings castle with tritons, and they are reborn where those would be. They capture by leaping to \
              the square behind. Orthodox officers in the diagram are fairy men.",
    install: |_, rules| install(&[], rules),
    claims: |_| {
        &[
            Claim::Owns(Thing::Army),
            Claim::Removes(Thing::UsualOfficers),
        ]
    },
    ..Definition::BASE
};

/// Marine men throughout.
pub static ULTRAMARINE: Definition = Definition {
    key: "ultramarine-chess",
    summary: "Marine chess with poseidons for kings and marine pawns for pawns: the poseidon is royal and castles. \
              Orthodox men in the diagram keep their walks; orthodox pawns, too, promote to marine officers.",
    ..MARINE
};

/// Argentinian officers.
pub static ARGENTINIAN: Definition = Definition {
    key: "argentinian-chess",
    summary: "Senora, faro, loco and saltador, which capture like queen, rook, bishop and knight and hop over a man to \
              move without capture, take the places of these: pawns promote to them, kings castle with faros, and they \
              are reborn where those would be. Orthodox officers in the diagram are fairy men.",
    ..MARINE
};

const OFFICERS: [WalkId; 4] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
];

/// There is none of the men that others have replaced.
fn install(without: &[WalkId], rules: &mut RulesBuilder<'_>) {
    let mut walks = rules.diagram_walks();
    let gone = walks.find(|walk| without.contains(walk));
    drop(walks);
    if let Some(walk) = gone {
        let name = walk.row().names.en.to_lowercase();
        rules.refuse(format!("under this condition there is no {name}"));
    }
}
