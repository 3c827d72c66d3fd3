//! Castling chess: a king castles with any man on a queen's line.

use super::Definition;
use super::castlings::add_castlings;
use crate::board::{Geometry, SquareSet, Vector};
use crate::men::vector::ROUND;
use crate::men::{Piece, walk_id};
use crate::rules::{CastlingWays, Castlings, Claim, Displaces, Promise, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "castling-chess",
    summary: "A king that is not in check may castle with the first man of either side on a queen's line, three squares \
              away or more: it goes two squares towards it, passing no guarded square, and the man takes the square \
              that the king passed. There is no other castling.",
    install: |_, rules| install(WITH_ANY, rules),
    options: Some(&[]),
    claims: |_| &[Claim::Removes(Thing::Steps)],
    announce: |_, announced| announced.castle(WITH_ANY),
    ..Definition::BASE
};

/// The lines of a rook, then those of a bishop, in the order in which castlings are listed.
static LINES: [Vector; 8] = [
    ROUND[0], ROUND[2], ROUND[4], ROUND[6], ROUND[1], ROUND[3], ROUND[5], ROUND[7],
];

/// Rokagogo.
pub static ROKAGOGO: Definition = Definition {
    key: "rokagogo",
    summary: "A king that is not in check may castle with the first man on a rank or file, three squares away or more, if \
              it is a rook of either side: it goes two squares towards it, passing no guarded square, and the rook \
              takes the square that the king passed. There is no other castling.",
    install: |_, rules| install(WITH_ROOKS, rules),
    claims: |_| &[Claim::Removes(Thing::Steps)],
    announce: |_, announced| announced.castle(WITH_ROOKS),
    ..Definition::BASE
};

/// Castling chess: with any man on any line.
const WITH_ANY: Castlings = (&LINES, |_| true);

/// Rokagogo: with rooks on the lines of a rook.
const WITH_ROOKS: Castlings = (LINES.split_at(4).0, |man| man.walk() == walk_id::ROOK);

fn install((lines, with): Castlings, rules: &mut RulesBuilder<'_>) {
    rules.set_castlings(CastlingWays::None);
    let partners = move |geometry: &Geometry, walk, side| {
        let partner = Piece::usual(walk, side);
        let squares = with(partner).then(|| geometry.squares());
        squares.unwrap_or(SquareSet::EMPTY)
    };
    let promise = Promise::royals().displacing(Displaces::Castling(Box::new(partners)));
    rules.add_moves_of_man(promise, move |rules, position, actor, into| {
        add_castlings(rules, position, actor, (lines, with), into);
    });
}
