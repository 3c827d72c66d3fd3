//! Questions about single moves of battle play: whether one that somebody wrote down does what he says.

use super::control::{Budget, Control, Observer};
use super::searcher::{Searcher, salt};
use super::wishes::Wishes;
use crate::board::Side;
use crate::problem::Options;
use crate::rules::{Game, Wanted};
use crate::solution::MoveRecord;
use crate::stipulation::{Branch, PlayKind, Span, TreeOfPlay};
use std::ops::ControlFlow::Continue;

/// A question about one move that somebody wrote down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// The moves from the diagram on, this one the last; nothing where a side passes.
    pub(crate) moves: &'a [Option<&'a str>],
    /// Whether the defender begins.
    pub(crate) set_play: bool,
    /// What the move is said to do.
    pub(crate) asks: Asks,
}

/// What a move is said to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asks {
    /// Whether the attacker's move leads to the goal in the moves left.
    Leads,
    /// Whether the defender's move keeps him from it.
    Refutes,
}

/// Answers each question. `None` means that there is no sure answer: a move is unknown or could be several, the side that
/// would pass is in check, options ask for more than the goal, or the search was stopped. `tell` writes a move as the
/// questions do.
pub(crate) fn inquire<G: Game>(
    game: &G,
    tree: &TreeOfPlay,
    (options, budget, observer): (&Options, &Budget, &dyn Observer),
    tell: &dyn Fn(&MoveRecord) -> String,
    questions: &[Question<'_>],
) -> Vec<Option<bool>> {
    let starter = match options.half_duplex {
        true => !tree.starter,
        false => tree.starter,
    };
    let branch = &tree.branch;
    let wishes = Wishes::new(options, starter, branch);
    let is_plain = branch.manner == PlayKind::Attack && !branch.parry && !branch.again;
    if !is_plain || options.duplex || !wishes.are_none() {
        return vec![None; questions.len()];
    }
    let control = Control::new(options, budget, observer);
    let set_play = branch.without_first_ply();
    let answers = questions.iter().map(|question| {
        let (branch, first) = match question.set_play {
            true => (set_play.as_ref()?, !starter),
            false => (branch, starter),
        };
        let mut inquiry = Inquiry {
            searcher: Searcher::new(&control, salt(usize::from(question.set_play)), wishes),
            game: game.clone(),
            branch,
            tell,
        };
        inquiry.answer(question, first)
    });
    answers.collect()
}

struct Inquiry<'a, G: Game> {
    searcher: Searcher<'a, G>,
    game: G,
    branch: &'a Branch,
    tell: &'a dyn Fn(&MoveRecord) -> String,
}

impl<G: Game> Inquiry<'_, G> {
    fn answer(&mut self, question: &Question<'_>, first: Side) -> Option<bool> {
        self.game.set_side_to_move(first);
        if question.set_play {
            self.game.begin_after(1);
        }
        if self.game.can_capture_king() {
            return None;
        }
        let (last, before) = question.moves.split_last()?;
        let last = (*last)?;
        for step in before {
            match step {
                Some(text) => self.play(text)?,
                None => self.pass()?,
            }
        }
        let plies = question.moves.len();
        let found = match question.asks {
            Asks::Leads => self.leads(last, plies)?,
            Asks::Refutes => {
                self.play(last)?;
                !self.is_answered(plies)
            }
        };
        // `1.Ra1 2.Ra8#` may stand for `1.Ra1 ~ 2.Ra8#`.
        let is_threat = before.last().is_some_and(Option::is_none);
        if !found && is_threat && self.leads_behind_a_move(last, plies) {
            return None;
        }
        (!self.searcher.stopped).then_some(found)
    }

    /// Whether a move leads to the goal in what is left after so many plies. The move is taken back.
    fn leads(&mut self, text: &str, plies: usize) -> Option<bool> {
        let may_move = self.searcher.may_move(&mut self.game, self.branch);
        self.play(text)?;
        let leads = may_move
            && self.left(plies).into_iter().any(|left| {
                self.searcher
                    .attack_works(&mut self.game, self.branch, left)
            });
        self.game.rewind();
        Some(leads)
    }

    /// Whether it does so behind any move of the side that passed.
    fn leads_behind_a_move(&mut self, text: &str, plies: usize) -> bool {
        self.game.rewind();
        let moves = self.moves(None);
        moves.into_iter().any(|movement| {
            self.game.play(movement);
            let leads = self.leads(text, plies) == Some(true);
            self.game.rewind();
            leads
        })
    }

    fn is_answered(&mut self, plies: usize) -> bool {
        let lefts = self.left(plies);
        lefts
            .into_iter()
            .any(|left| self.searcher.is_answered(&mut self.game, self.branch, left))
    }

    /// What may be left of the play after so many plies, by its length.
    fn left(&self, plies: usize) -> Vec<Span> {
        let plies = u16::try_from(plies).unwrap_or(u16::MAX);
        let lengths = self.branch.lengths().filter(|length| *length >= plies);
        let lefts = lengths.map(|length| Span {
            max: length - plies,
            min: self.branch.span.min.saturating_sub(plies),
        });
        lefts.collect()
    }

    fn play(&mut self, text: &str) -> Option<()> {
        match self.moves(Some(text))[..] {
            [movement] => self.game.play(movement),
            _ => return None,
        }
        Some(())
    }

    /// The legal moves, or those that are written so.
    fn moves(&mut self, text: Option<&str>) -> Vec<G::Move> {
        let mut found = Vec::new();
        let tell = self.tell;
        let _ = self
            .game
            .visit_moves(Wanted::All, &[], &mut |game, movement| {
                if text.is_none_or(|text| tell(&game.record()) == text) {
                    found.push(movement);
                }
                Continue(())
            });
        found
    }

    /// The defender does nothing, to see what threatens. In check he cannot.
    fn pass(&mut self) -> Option<()> {
        let side = self.game.side_to_move();
        if self.game.in_check(side) {
            return None;
        }
        let changes = self.game.pass_as_move();
        (changes.is_empty() || !self.game.in_check(side)).then_some(())
    }
}
