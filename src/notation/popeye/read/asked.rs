//! What a goal needs of the diagram, once all of it is read.

use super::{Draft, Reader};
use crate::board::Side;
use crate::notation::diagnostic::{Diagnostic, side_name};
use crate::problem::{Change, Goal};

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
            if let Some(reason) = fault(draft, goal) {
                self.say(Diagnostic::ImpossibleChange { reason, at });
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
        Goal::ProofGame => Side::BOTH.into_iter().find_map(|side| {
            let men = board.men().filter(|(_, man)| man.is_of(side)).count();
            let side = side_name(side);
            (men > MOST_MEN).then(|| format!("{side} has {men} men, in the game array 16"))
        }),
        _ => None,
    }
}

/// Whether a twin may still put a man anywhere.
fn may_come(draft: &Draft<'_>) -> bool {
    let puts = |change: &Change| !matches!(change, Change::Stipulation(_) | Change::Conditions(_));
    let mut twins = draft.problem.twins.iter();
    twins.any(|twin| twin.changes.iter().any(puts))
}
