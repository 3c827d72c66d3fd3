//! Castling chess: a king castles with any man on a queen's line.

use super::Definition;
use crate::board::{Geometry, Square, SquareSet, Vector};
use crate::men::vector::ROUND;
use crate::men::{Piece, walk_id};
use crate::position::Position;
use crate::rules::{Actor, Candidate, CastlingWays, Displaces, Kind, Promise, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "castling-chess",
    summary: "A king that is not in check may castle with the first man of either side on a queen's line, three squares \
              away or more: it goes two squares towards it, passing no guarded square, and the man takes the square \
              that the king passed. There is no other castling.",
    install: |_, rules| install(WITH_ANY, rules),
    options: Some(&[]),
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
    ..Definition::BASE
};

/// Along which lines a king castles, and with whom.
pub(super) type Castlings = (&'static [Vector], fn(Piece) -> bool);

/// Castling chess: with any man on any line.
const WITH_ANY: Castlings = (&LINES, |_| true);

/// Rokagogo: with rooks on the lines of a rook.
const WITH_ROOKS: Castlings = (LINES.split_at(4).0, |man| man.walk() == walk_id::ROOK);

/// The castlings that such a condition of the problem allows.
pub(super) fn castlings_of(rules: &RulesBuilder<'_>) -> Option<Castlings> {
    let mut all = [(DEFINITION.key, WITH_ANY), (ROKAGOGO.key, WITH_ROOKS)].into_iter();
    all.find_map(|(key, castlings)| rules.has_condition(key).then_some(castlings))
}

fn install((lines, with): Castlings, rules: &mut RulesBuilder<'_>) {
    if rules.has_condition("imitator") {
        rules.refuse("imitators cannot copy the castlings of castling chess");
    }
    rules.set_castlings(CastlingWays::None);
    let partners = move |geometry: &Geometry, walk, side| {
        let partner = Piece::usual(walk, side);
        let squares = with(partner).then(|| geometry.squares());
        squares.unwrap_or(SquareSet::EMPTY)
    };
    let promise = Promise::royals().displacing(Displaces::Castling(Box::new(partners)));
    rules.add_candidates_of_man(promise, move |rules, position, actor, into| {
        add_castlings(rules, position, actor, (lines, with), into);
    });
}

/// The castlings of a king where it stands.
pub(super) fn add_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (lines, with): Castlings,
    into: &mut Vec<Candidate>,
) {
    let king = position.piece_on(actor.square);
    if !king.is_royal() || king.walk() != walk_id::KING {
        return;
    }
    for &line in lines {
        if let Some((passed, candidate)) =
            castling(rules.geometry(), position, actor.square, line, with)
            && rules.may_pass(position, actor.side, actor.square, passed)
        {
            into.push(candidate);
        }
    }
}

/// The castling along a line, with the square that the king passes.
fn castling(
    geometry: &Geometry,
    position: &Position,
    king: Square,
    line: Vector,
    with: fn(Piece) -> bool,
) -> Option<(Square, Candidate)> {
    let next = |square: &Square| geometry.step(*square, line);
    let mut way = std::iter::successors(geometry.step(king, line), next);
    let is_free = |square: &Square| position.is_free(*square);
    let passed = way.next().filter(is_free)?;
    let to = way.next().filter(is_free)?;
    let partner_from = way.find(|square| !position.is_free(*square))?;
    let partner = position.piece_on(partner_from);
    let is_man = partner.is_some() && with(partner) && partner_from != king;
    let kind = Kind::Castling {
        partner_from,
        partner_to: passed,
    };
    let candidate = Candidate {
        from: king,
        to,
        captured: None,
        kind,
    };
    is_man.then_some((passed, candidate))
}
