//! What can be said about a problem once all of it is read.

use super::lexer::Token;
use super::men::royal_squares;
use super::{Draft, Reader};
use crate::board::{Side, Square};
use crate::conditions::{self, Pawns, are_kings_free, resolve_sides};
use crate::men::{Sides, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Table, name};
use crate::problem::{Change, Condition, Diagram, Genre, Problem, Stipulation};
use miette::SourceSpan;

impl<'a> Reader<'a> {
    /// Judges the whole; `last` is the word that ends it.
    pub(super) fn check(&mut self, draft: &mut Draft<'a>, last: SourceSpan) {
        let boards = ["alice-a", "alice-b"];
        let mut given = draft.attributes_at.iter();
        if given.any(|(key, _)| boards.contains(key)) {
            add_alice_chess(&mut draft.problem.conditions);
        }
        if self.errors() == 0 {
            self.completeness(draft, last);
        }
        // The stipulation that had two positions may have been replaced.
        if draft.problem.target().is_none() {
            draft.problem.start = None;
        }
        let understood = draft.stipulation_at.is_none() || draft.problem.asks();
        if understood {
            self.kings(draft, last);
            self.pawns(draft);
            self.men_off_the_board(draft);
            self.goals(draft);
        }
        let again = std::mem::take(&mut draft.given_again);
        match again[..] {
            // Two commands that give the position are one slip.
            [(_, times, at), _, _, _, ..] => {
                let what = format!("the position ({} men)", again.len());
                self.say(Diagnostic::Repeated { what, times, at });
            }
            _ => {
                for (square, times, at) in again {
                    let what = format!("the man on {}", self.board.name(square));
                    self.say(Diagnostic::Repeated { what, times, at });
                }
            }
        }
        self.exclusions(draft);
        self.options_of_goal(draft);
        self.options_of_play(draft);
        self.squares_of_options(draft);
        resolve_sides(&mut draft.problem);
    }

    /// A stipulation must be given, unless an error explains why it is not. An empty board can
    /// be meant.
    fn completeness(&mut self, draft: &Draft<'a>, last: SourceSpan) {
        let adds = |change: &Change| matches!(change, Change::Add(..));
        let twins = &draft.problem.twins;
        let added = twins.iter().any(|twin| twin.changes.iter().any(adds));
        let empty = draft.problem.diagram.men().next().is_none() && !added;
        if empty && draft.stipulation_at.is_none() {
            self.say(Diagnostic::NoMen { at: last });
        }
        if draft.stipulation_at.is_none() && !every_twin_has_one(&draft.problem) {
            self.say(Diagnostic::NoStipulation { at: last });
        }
    }

    /// A board that a position draws may be smaller than the squares of the men named beside it.
    fn men_off_the_board(&mut self, draft: &Draft<'a>) {
        let geometry = &draft.problem.diagram.geometry;
        for &(square, at) in &draft.men_at {
            if !geometry.squares().contains(square) {
                let reason = format!("{} is not on the board", self.board.name(square));
                self.say(Diagnostic::ImpossibleChange { reason, at });
            }
        }
    }

    fn kings(&mut self, draft: &Draft<'a>, last: SourceSpan) {
        let conditions = &draft.problem.conditions;
        if let Some((square, at)) = draft.clash.filter(|_| !are_kings_free(conditions)) {
            self.say(Diagnostic::ImpossibleChange {
                reason: format!(
                    "kings or royal men of both sides stand on {}",
                    self.board.name(square)
                ),
                at,
            });
        }
        for side in Side::BOTH {
            let squares = royals(&draft.problem.diagram, conditions, side);
            let options = &draft.problem.options;
            let (key, without) = match side {
                Side::White => ("no-white-king", options.no_white_king),
                Side::Black => ("no-black-king", options.no_black_king),
            };
            let at = squares.last().and_then(|square| draft.man_at(*square));
            if squares.len() > 1 && !are_kings_free(conditions) {
                self.several_kings(side, &squares, at.unwrap_or(last));
            }
            match draft.option_at(key) {
                Some(token) if !squares.is_empty() => {
                    let reason = format!("{} has a king", side.name());
                    self.no_effect(token, &reason);
                }
                // An invisible man may be the king.
                None if squares.is_empty()
                    && draft.problem.invisible == 0
                    && !without
                    && !are_kings_free(conditions)
                    && self.errors() == 0 =>
                {
                    let option = name(Table::Command, "option", self.language).unwrap_or("");
                    let word = name(Table::Option, key, self.language).unwrap_or("");
                    self.say(Diagnostic::NoKing {
                        side: side.name(),
                        help: format!("say `{option} {word}` if it is meant so"),
                        at: last,
                    });
                }
                _ => {}
            }
        }
    }

    fn several_kings(&mut self, side: Side, squares: &[Square], at: SourceSpan) {
        let squares: Vec<_> = squares.iter().map(|on| self.board.name(*on)).collect();
        self.say(Diagnostic::SeveralKings {
            side: side.name(),
            squares: squares.join(", "),
            at,
        });
    }

    /// Whether the kings are still there, and no more, after the changes of a twin.
    pub(super) fn check_twin(
        &mut self,
        token: Token<'a>,
        board: &Diagram,
        changes: &[Change],
        draft: &Draft<'a>,
    ) {
        let conditions = changes.iter().rev().find_map(|change| match change {
            Change::Conditions(conditions) => Some(conditions),
            _ => None,
        });
        let conditions = conditions.unwrap_or(&draft.problem.conditions);
        if are_kings_free(conditions) {
            return;
        }
        for side in Side::BOTH {
            let before = royals(&draft.problem.diagram, conditions, side);
            let after = royals(board, conditions, side);
            let options = &draft.problem.options;
            let meant = match side {
                Side::White => options.no_white_king,
                Side::Black => options.no_black_king,
            };
            if before.len() == 1 && after.is_empty() && !meant {
                let king = match side {
                    Side::White => "the change takes the white king off the board",
                    Side::Black => "the change takes the black king off the board",
                };
                // A later change may put it back.
                self.say(Diagnostic::Odd {
                    what: king.to_owned(),
                    at: token.span(),
                });
            } else if before.len() < 2 && after.len() > 1 {
                self.several_kings(side, &after, token.span());
            }
        }
    }

    fn pawns(&mut self, draft: &Draft<'a>) {
        // Boards of other shapes have other first ranks.
        if !conditions::board(&draft.problem).is_ok_and(|board| board.is_usual()) {
            return;
        }
        let rest = conditions::pawns(&draft.problem.conditions) != Pawns::Act;
        let pawns = draft.problem.diagram.men();
        let pawns = pawns.filter(|(_, man)| man.walk() == walk_id::PAWN);
        for (square, man) in pawns {
            let rank = draft.problem.diagram.geometry.rank(square);
            let what = match (man.sides(), rank) {
                (Sides::White, 0) if rest => "the white pawn on its own first rank cannot move",
                (Sides::Black, 7) if rest => "the black pawn on its own first rank cannot move",
                (Sides::White, 7) => "the white pawn stands on its promotion rank",
                (Sides::Black, 0) => "the black pawn stands on its promotion rank",
                _ => continue,
            };
            let what = what.replace("pawn", &format!("pawn {}", self.board.name(square)));
            if let Some(at) = draft.man_at(square) {
                self.say(Diagnostic::Odd { what, at });
            }
        }
    }

    /// Options that contradict each other or do nothing in this kind of play.
    fn options_of_play(&mut self, draft: &Draft<'a>) {
        let options = &draft.problem.options;
        if let (Some(start), Some(last), Some(token)) = (
            options.start_move_number.first(),
            options.up_to_move_number.first(),
            draft.option_at("up-to-move-number"),
        ) && last < start
        {
            self.say(Diagnostic::OutOfRange {
                what: format!("the number behind `{}`", token.text),
                range: "at least the number of the first move",
                at: token.span(),
            });
        }
        if let Some(stipulation) = draft.problem.stipulation {
            for (key, reason) in useless(stipulation) {
                if let Some(token) = draft.option_at(key) {
                    self.no_effect(token, reason);
                }
            }
            self.intelligent(draft, stipulation);
        }
        let has_grid = conditions::grid(&draft.problem.conditions).is_some();
        for key in ["suppress-grid", "write-grid"] {
            if let Some(token) = draft.option_at(key).filter(|_| !has_grid) {
                self.no_effect(token, "there is no grid");
            }
        }
    }

    fn intelligent(&mut self, draft: &Draft<'a>, stipulation: Stipulation) {
        let Some(token) = draft.option_at("intelligent") else {
            return;
        };
        if stipulation.genre.is_battle() && !stipulation.leads_to_position() {
            self.say(Diagnostic::Conflict {
                first: "the stipulation".to_owned(),
                second: format!("`{}`", token.text),
                reason: "it serves help and series play only",
                at: token.span(),
            });
            return;
        }
        let limit = draft.problem.options.intelligent;
        if limit.is_some_and(|most| most > 0) && !draft.problem.conditions.is_empty() {
            self.no_effect(
                token,
                "under conditions all solutions are told, without a limit",
            );
        }
        let mut men = draft.problem.diagram.men();
        let fairy =
            men.find(|(_, man)| !walk_id::ORTHODOX.contains(&man.walk()) || man.is_neutral());
        if let Some((square, _)) = fairy {
            self.no_effect(
                token,
                &format!("the man on {} is no orthodox one", self.board.name(square)),
            );
        }
    }

    /// Squares named in options must hold what the option speaks of.
    fn squares_of_options(&mut self, draft: &Draft<'a>) {
        let board = draft.problem.start_of_play();
        if let Some(token) = draft.option_at("no-castling") {
            let castling = |square: Square| {
                let man = board.on(square);
                man.is_some() && [walk_id::KING, walk_id::ROOK].contains(&man.walk())
            };
            let mut squares = draft.problem.options.no_castling;
            if let Some(square) = squares.find(|square| !castling(*square)) {
                self.no_effect(
                    token,
                    &format!("no king or rook stands on {}", self.board.name(square)),
                );
            }
        }
        let squares = &draft.problem.options.en_passant;
        let (Some(token), false) = (draft.argument_of("en-passant"), squares.is_empty()) else {
            return;
        };
        let fault = match squares[..] {
            [_, .., to] if matches!(squares.len(), 3 | 4) => {
                let pawn = board.on(to).is_some();
                (!pawn).then(|| format!("there is no pawn on {}", self.board.name(to)))
            }
            _ => Some("a double step is told by three squares, e.g. `d7d6d5`".to_owned()),
        };
        if let Some(reason) = fault {
            let at = token.span();
            self.say(Diagnostic::ImpossibleChange { reason, at });
        }
    }
}

/// A man on one of two boards brings the condition about.
fn add_alice_chess(conditions: &mut Vec<Condition>) {
    let alice = conditions::one_that(|row| row.has_two_boards).map_or("", |row| row.key);
    if !conditions.iter().any(|condition| condition.key == alice) {
        conditions.push(Condition::plain(alice));
    }
}

impl Draft<'_> {
    pub(super) fn man_at(&self, square: Square) -> Option<SourceSpan> {
        let mut men = self.men_at.iter();
        men.find(|(other, _)| *other == square).map(|(_, at)| *at)
    }
}

/// Royal men and royal squares of a side.
fn royals(board: &Diagram, conditions: &[Condition], side: Side) -> Vec<Square> {
    let square = conditions::royal_square(conditions, side);
    let square = square.and_then(|condition| condition.squares().next());
    royal_squares(board, side).chain(square).collect()
}

fn every_twin_has_one(problem: &Problem) -> bool {
    let given = |change: &Change| matches!(change, Change::Stipulation(_) | Change::Structured(_));
    let mut twins = problem.twins.iter();
    problem.zero_position && twins.all(|twin| twin.changes.iter().any(given))
}

/// Options without effect in this kind of play, with the reason.
fn useless(stipulation: Stipulation) -> Vec<(&'static str, &'static str)> {
    let mut useless = Vec::new();
    let battle = stipulation.genre.is_battle() && !stipulation.leads_to_position();
    let either = stipulation.is_help() || stipulation.genre.is_series();
    if !battle {
        let reason = "it concerns direct, self and reflex play only";
        let battle_only = [
            "try",
            "defence",
            "post-key-play",
            "threat",
            "max-flightsquares",
            "non-trivial",
        ];
        useless.extend(battle_only.map(|key| (key, reason)));
    }
    if !either {
        useless.push(("white-to-play", "the kind of play says who starts"));
    }
    if stipulation.genre == Genre::Series && stipulation.length.moves < 2 {
        useless.push(("set-play", "a series of one move has no set play"));
    }
    useless
}
