//! What is asked, held against the position and the options.

use super::lexer::Token;
use super::{Draft, Reader};
use crate::board::{Side, Square};
use crate::men::walk_id;
use crate::notation::diagnostic::{Diagnostic, side_name};
use crate::problem::{Genre, Goal, Stipulation};

/// Men of one side in the game array.
const ARRAY: usize = 16;

impl<'a> Reader<'a> {
    /// Says what the stipulation cannot mean here.
    pub(super) fn asked(&mut self, draft: &Draft<'a>) {
        let (Some(at), Some(asked)) = (draft.asked_at, draft.problem.stipulation) else {
            return;
        };
        let reciprocal = matches!(
            asked.genre,
            Genre::ReciprocalHelp | Genre::SeriesReciprocalHelp
        );
        if reciprocal && asked.length.moves == 0 {
            self.say(Diagnostic::OutOfRange {
                what: "the length".to_owned(),
                range: "at least 1 in reciprocal play",
                at: at.span(),
            });
        }
        let leads = |goal: Goal| matches!(goal, Goal::ProofGame | Goal::AToB);
        if asked
            .own_goal
            .is_some_and(|own| leads(own) || leads(asked.goal))
        {
            let reason = "a position to be reached goes with no other goal".to_owned();
            self.impossible(at, reason);
        }
        self.kissed(draft, at);
        if asked.goal == Goal::ProofGame {
            self.game_array_men(draft, at);
        }
        self.options_against(draft, asked);
    }

    /// A man to be kissed must stand there.
    fn kissed(&mut self, draft: &Draft<'a>, at: Token<'a>) {
        let goals: Vec<Goal> = draft.problem.goals().collect();
        let board = &draft.problem.diagram;
        let empty = goals.into_iter().find_map(|goal| match goal {
            Goal::Kiss(square) if board.on(square).is_none() => Some(square),
            _ => None,
        });
        if let Some(square) = empty {
            let at = at.span();
            self.say(Diagnostic::EmptySquare { square, at });
        }
    }

    /// Without conditions a game keeps both kings and brings no new men.
    fn game_array_men(&mut self, draft: &Draft<'a>, at: Token<'a>) {
        if !draft.problem.conditions.is_empty() {
            return;
        }
        for side in Side::BOTH {
            let men = || {
                draft
                    .problem
                    .diagram
                    .men()
                    .filter(|(_, man)| man.is_of(side))
            };
            let kings = men().filter(|(_, man)| man.walk() == walk_id::KING);
            let name = side_name(side);
            if men().count() > ARRAY {
                let count = men().count();
                let reason = format!("{name} has {count} men, but 16 in the game array");
                self.impossible(at, reason);
            } else if kings.count() == 0 {
                let reason = format!("{name} has no king where the game ends");
                self.impossible(at, reason);
            }
        }
    }

    fn options_against(&mut self, draft: &Draft<'a>, asked: Stipulation) {
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
            && let Some(token) = draft.argument_of("threat")
        {
            self.no_effect(token, "the threat would be longer than the stipulation");
        }
        let rook_squares = |rank| [0, 7].map(|file| Square::at(file, rank));
        let fits = |[one, other]: &[Square; 2]| {
            let has = |rank| rook_squares(rank).contains(one) || rook_squares(rank).contains(other);
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

    fn impossible(&mut self, at: Token<'a>, reason: String) {
        let at = at.span();
        self.say(Diagnostic::ImpossibleChange { reason, at });
    }
}
