//! Magnetic chess: where a man arrives, it draws hostile men towards it and drives own ones away.

use super::{Boards, Definition, Pawns};
use crate::board::{Square, SquareSet, Vector};
use crate::men::vector::ROUND;
use crate::position::{Effect, Reason};
use crate::rules::{Kind, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "magnetic-chess",
    pawns: |_| Pawns::Act,
    summary: "After a move of a man that is not royal, the nearest man on each rank and file from its arrival moves: a \
              hostile one is drawn to the square next to it, an own one is driven away as far as squares are free. Royal \
              men neither act nor are moved, and shield what is behind them. There is no capture en passant. After a \
              castling the rook acts.",
    decisions: "A neutral man counts as an own one. An own pawn driven to its last rank is promoted. Pawns move from their \
                first rank.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Straight,
    ..Definition::BASE
};

/// North, east, south and west.
const LINES: [Vector; 4] = [ROUND[0], ROUND[2], ROUND[4], ROUND[6]];

fn install(rules: &mut RulesBuilder<'_>) {
    rules.pawns_leave_first_rank(SquareSet::ALL);
    rules.keep_move(Promise::captures(), |_, _, pseudo_move| {
        pseudo_move.kind != Kind::EnPassant
    });
    rules.after(Rank::MAGNET, Promise::nothing(), attract_and_repel);
}

fn attract_and_repel(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let magnet = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => Some(partner_to),
        _ => played.now,
    };
    let Some(magnet) = magnet.filter(|&on| !view.piece_on(on).is_royal()) else {
        return;
    };
    // On a ring a line may come back to a man that another line has moved already.
    let mut moved = SquareSet::EMPTY;
    for line in LINES {
        let Some(from) = nearest(view, magnet, line) else {
            continue;
        };
        let man = view.piece_on(from);
        if man.is_none() || man.is_royal() || from == magnet || moved.contains(from) {
            continue;
        }
        let is_own = man.is_of(played.side);
        let to = match is_own {
            true => last_free(view, from, line),
            false => view.geometry().step(magnet, line).unwrap_or(from),
        };
        if to == from || moved.contains(to) {
            continue;
        }
        moved |= SquareSet::of(from) | SquareSet::of(to);
        outcome.push(Effect::Move { from, to }, Reason::Shown);
        if is_own && man.walk().row().is_pawn() {
            outcome.promote_on(to, played.side);
        }
    }
}

/// The first square on a line that is not free.
fn nearest(view: View<'_>, magnet: Square, line: Vector) -> Option<Square> {
    let mut ways = way(view, magnet, line);
    ways.find(|&on| !view.position.is_free(on))
}

/// The last square before the next man or the edge.
fn last_free(view: View<'_>, from: Square, line: Vector) -> Square {
    let free = way(view, from, line).take_while(|&on| view.position.is_free(on));
    free.last().unwrap_or(from)
}

/// The squares of a line, which ends where it comes back.
fn way(view: View<'_>, from: Square, line: Vector) -> impl Iterator<Item = Square> {
    let step = move |square: &Square| view.geometry().step(*square, line);
    std::iter::successors(step(&from), step).take_while(move |&on| on != from)
}
