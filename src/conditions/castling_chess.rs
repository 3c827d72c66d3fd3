//! Castling chess: a king castles with any man on a queen's line.

use super::{Definition, Names};
use crate::board::{Geometry, Square, Vector};
use crate::men::vector::ROUND;
use crate::men::walk_id;
use crate::position::Position;
use crate::rules::{Actor, Candidate, CastlingWays, Kind, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "castling-chess",
    names: Names {
        en: "CastlingChess",
        de: "RochadeSchach",
        fr: "EchecsRoque",
    },
    inventor: None,
    summary: "A king that is not in check may castle with the first man of either side on a queen's line, three squares \
              away or more: it goes two squares towards it, passing no guarded square, and the man takes the square \
              that the king passed. There is no other castling.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_condition("imitator") {
        rules.refuse("imitators cannot copy the castlings of castling chess");
    }
    rules.set_castlings(CastlingWays::None);
    rules.add_candidates_of_man(add_castlings);
}

fn add_castlings(rules: &Rules, position: &mut Position, actor: Actor, into: &mut Vec<Candidate>) {
    let king = position.piece_on(actor.square);
    if !king.is_royal() || king.walk() != walk_id::KING {
        return;
    }
    for line in ROUND {
        if let Some((passed, candidate)) = castling(rules.geometry(), position, actor.square, line)
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
) -> Option<(Square, Candidate)> {
    let next = |square: &Square| geometry.step(*square, line);
    let mut way = std::iter::successors(geometry.step(king, line), next);
    let is_free = |square: &Square| position.is_free(*square);
    let passed = way.next().filter(is_free)?;
    let to = way.next().filter(is_free)?;
    let partner_from = way.find(|square| !position.is_free(*square))?;
    let is_man = position.piece_on(partner_from).is_some() && partner_from != king;
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
