//! What a goal needs of the diagram, and options of the goal, once all is read.

use super::{Draft, Reader};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::notation::diagnostic::Diagnostic;
use crate::problem::{Change, Diagram, Genre, Goal};

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

impl<'a> Reader<'a> {
    /// Options that mean nothing, or nothing possible, with what is asked.
    pub(super) fn options_of_goal(&mut self, draft: &Draft<'a>) {
        let Some(asked) = draft.problem.stipulation else {
            return;
        };
        let options = &draft.problem.options;
        let reflex = matches!(
            asked.genre,
            Genre::Self_ | Genre::Reflex | Genre::SemiReflex
        );
        if let Some(token) = draft.option_at("quodlibet").filter(|_| !reflex) {
            self.no_effect(token, "it concerns self and reflex play only");
        }
        let threat = options.threat.filter(|_| asked.genre.is_battle());
        if threat.is_some_and(|moves| moves > asked.length.moves)
            && !may_ask_otherwise(draft)
            && let Some(token) = draft.argument_of("threat")
        {
            self.say(Diagnostic::OutOfRange {
                what: "the length of the threat".to_owned(),
                range: "at most that of the stipulation",
                at: token.span(),
            });
        }
        let is_rook_square = |square: &Square, rank| {
            [0, 7].contains(&(square.byte() % 8)) && square.byte() / 8 == rank
        };
        let fits = |pair: &[Square; 2]| {
            let has = |rank| pair.iter().any(|square| is_rook_square(square, rank));
            has(0) && has(7)
        };
        let pairs = &options.castling_mutually_exclusive;
        if !pairs.iter().all(fits)
            && let Some(token) = draft.argument_of("castling-mutually-exclusive")
        {
            let expected = "a white and a black rook's square of the game array, e.g. `a1h8`";
            self.malformed::<()>(token, expected);
        }
    }
}

fn fault(draft: &Draft<'_>, goal: Goal) -> Option<String> {
    let board = &draft.problem.diagram;
    match goal {
        Goal::Kiss(square) if board.on(square).is_none() && !may_come(draft) => Some(format!(
            "there is no man on {} to be kissed",
            board.geometry.name(square)
        )),
        // Conditions may make men change sides.
        Goal::ProofGame => Side::BOTH
            .into_iter()
            .find_map(|side| fault_of_target(board, side, !draft.problem.conditions.is_empty())),
        _ => None,
    }
}

/// Why no game leads to these men of a side.
fn fault_of_target(board: &Diagram, side: Side, may_turn: bool) -> Option<String> {
    let of_side = |(_, man): &(Square, Piece)| man.is_of(side);
    let count = board.men().filter(of_side).count();
    let mut kings = board
        .men()
        .filter(of_side)
        .filter(|(_, man)| man.is_royal());
    let name = side.name();
    match kings.next() {
        _ if count > MOST_MEN && !may_turn => {
            Some(format!("{name} has {count} men, in the game array 16"))
        }
        None => Some("a proof game needs both kings".to_owned()),
        Some(_) => None,
    }
}

/// Whether a twin has a stipulation of its own.
fn may_ask_otherwise(draft: &Draft<'_>) -> bool {
    let asks = |change: &Change| matches!(change, Change::Stipulation(_) | Change::Structured(_));
    let mut twins = draft.problem.twins.iter();
    twins.any(|twin| twin.changes.iter().any(asks))
}

/// Whether a twin may still put a man anywhere.
fn may_come(draft: &Draft<'_>) -> bool {
    let puts = |change: &Change| !matches!(change, Change::Stipulation(_) | Change::Conditions(_));
    let mut twins = draft.problem.twins.iter();
    twins.any(|twin| twin.changes.iter().any(puts))
}
