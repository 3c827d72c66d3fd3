//! What a goal needs of the diagram, once all of it is read.

use super::{Draft, Reader};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::notation::diagnostic::{Diagnostic, side_name};
use crate::problem::{Change, Diagram, Goal};

/// A side of the game array.
const MOST_MEN: usize = 16;

impl<'a> Reader<'a> {
    /// Goals that cannot be reached because of the men given.
    pub(super) fn goals(&mut self, draft: &Draft<'a>) {
        let Some(at) = draft.asked_at else { return };
        let asked = draft.problem.stipulation.iter();
        let goals: Vec<Goal> = asked
            .flat_map(|asked| std::iter::once(asked.goal).chain(asked.own_goal))
            .collect();
        for goal in goals {
            match fault(draft, goal) {
                Some(what) if matches!(goal, Goal::Kiss(_)) => {
                    self.say(Diagnostic::Odd { what, at });
                }
                Some(reason) => self.say(Diagnostic::ImpossibleChange { reason, at }),
                None => {}
            }
        }
    }
}

fn fault(draft: &Draft<'_>, goal: Goal) -> Option<String> {
    let board = &draft.problem.diagram;
    match goal {
        Goal::Kiss(square) if board.on(square).is_none() && !may_come(draft) => {
            Some(format!("there is no man on {square} to be kissed"))
        }
        Goal::ProofGame => Side::BOTH
            .into_iter()
            .find_map(|side| fault_of_target(board, side)),
        _ => None,
    }
}

/// Why no game leads to these men of a side.
fn fault_of_target(board: &Diagram, side: Side) -> Option<String> {
    let of_side = |(_, man): &(Square, Piece)| man.is_of(side);
    let count = board.men().filter(of_side).count();
    let mut kings = board
        .men()
        .filter(of_side)
        .filter(|(_, man)| man.is_royal());
    let name = side_name(side);
    match kings.next() {
        _ if count > MOST_MEN => Some(format!("{name} has {count} men, in the game array 16")),
        None => Some("a proof game needs both kings".to_owned()),
        Some(_) => None,
    }
}

/// Whether a twin may still put a man anywhere.
fn may_come(draft: &Draft<'_>) -> bool {
    let puts = |change: &Change| !matches!(change, Change::Stipulation(_) | Change::Conditions(_));
    let mut twins = draft.problem.twins.iter();
    twins.any(|twin| twin.changes.iter().any(puts))
}
