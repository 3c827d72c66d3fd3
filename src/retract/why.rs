//! Why a move cannot have been the last one.

use super::generator::Generator;
use super::scene::{Code, Scene};
use super::task::Level;
use super::unmove::UnMove;
use crate::board::Square;
use std::ops::ControlFlow;

/// What speaks against a last move, or that nothing does.
#[derive(Clone, Debug)]
pub enum LastMoveVerdict {
    /// It can have been the last move, in these ways.
    Possible(Vec<UnMove>),
    /// The side that moved has no man on the square where the move is said to have ended.
    NobodyThere,
    /// A man stands on the square that the move is said to have left.
    DepartureOccupied,
    /// The king of the side that moved is in check now: no move can have left it there.
    OwnKingInCheck,
    /// The man cannot go there, quietly or capturing.
    NoSuchMove,
    /// The other side would have been in check before the move, though it was not its turn.
    OtherKingInCheck(UnMove),
    /// There would be too many men.
    TooManyMen,
    /// The positions before it are not legal.
    NoPast(Vec<UnMove>),
}

/// Says why a man cannot have gone from square to square with the last move.
pub fn why(
    generator: &mut Generator,
    scene: &Scene,
    (from, arrival): (Square, Square),
    level: Level,
) -> LastMoveVerdict {
    let is_it = |one: &UnMove| (one.from, one.arrival) == (from.byte(), arrival.byte());
    let all: Vec<UnMove> = generator
        .un_moves(scene)
        .into_iter()
        .filter(is_it)
        .collect();
    if !all.is_empty() {
        let legal: Vec<UnMove> = all
            .iter()
            .copied()
            .filter(|one| generator.is_legal(&one.before, level))
            .collect();
        return match legal.is_empty() {
            true => LastMoveVerdict::NoPast(all),
            false => LastMoveVerdict::Possible(legal),
        };
    }
    let us = !scene.turn;
    let man = scene.on(arrival.index());
    if man == 0 || !generator.kinds().piece(man).is_of(us) {
        return LastMoveVerdict::NobodyThere;
    }
    if generator.general().arranged(scene, Some(0)).is_in_check(us) {
        return LastMoveVerdict::OwnKingInCheck;
    }
    if scene.on(from.index()) != 0 {
        return LastMoveVerdict::DepartureOccupied;
    }
    for captured in captured_men(generator, scene) {
        let mut before = *scene;
        before.put(arrival.index(), captured);
        before.put(from.index(), man);
        before.turn = us;
        if leads_back(generator, &before, scene, from) {
            let told = UnMove {
                before,
                man,
                from: from.byte(),
                arrival: arrival.byte(),
                to: arrival.byte(),
                captured,
                captured_on: if captured == 0 { 64 } else { arrival.byte() },
                promotion: 0,
                castling: None,
                en_passant: false,
                reborn: 64,
            };
            let in_check = generator
                .general()
                .arranged(&before, None)
                .is_in_check(scene.turn);
            return match in_check {
                true => LastMoveVerdict::OtherKingInCheck(told),
                false => LastMoveVerdict::TooManyMen,
            };
        }
    }
    LastMoveVerdict::NoSuchMove
}

/// Nobody, and each man that the other side may have lost.
fn captured_men(generator: &Generator, scene: &Scene) -> Vec<Code> {
    let them = scene.turn;
    let men = generator.kinds().all();
    let men = men.filter(|(_, piece)| piece.is_of(them) && !piece.is_royal());
    std::iter::once(0).chain(men.map(|(man, _)| man)).collect()
}

/// Whether a man that leaves a square can lead from one position to the other.
fn leads_back(generator: &mut Generator, before: &Scene, scene: &Scene, from: Square) -> bool {
    let now = generator
        .general()
        .arranged(scene, Some(0))
        .position()
        .clone();
    let engine = generator.general().arranged(before, None);
    let mut leads = |position: &crate::position::Position, _: &crate::rules::PlayedMove| {
        position.has_same_men(&now)
    };
    engine
        .visit_moves_leading(Some(from), &mut leads, &mut |_, _| ControlFlow::Break(()))
        .is_break()
}
