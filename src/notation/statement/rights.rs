//! What a statement says in words of castling and of a double step just played.

use super::Statement;
use super::part::{Part, span};
use super::summary::rooks_at_home;
use super::vocabulary::Sense;
use crate::board::{Side, Square, SquareSet};
use crate::conditions::one_that;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::fields;
use crate::notation::position::lost_but;
use crate::problem::Problem;
use miette::SourceSpan;

/// A castling that is said to be possible.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Granted {
    /// Whose it is; if nobody is named, it is that of whoever stands at home.
    sides: Vec<Side>,
    is_named: bool,
    /// Whether it is the long one or the short one, if that is said.
    long: Option<bool>,
    /// Whether all that are possible are named beside it.
    are_all: bool,
    written: String,
    at: SourceSpan,
}

/// The castlings that words speak of.
pub(super) struct Castlings {
    sides: Option<Vec<Side>>,
    long: Option<bool>,
    /// Whether those of the other side are not.
    are_only: bool,
}

impl Castlings {
    /// The classes of the words tell whose castling it is and which.
    pub(super) fn of(senses: &[Sense]) -> Castlings {
        let meaning = |classes: &[&str]| {
            let sense = senses.iter().find(|sense| classes.contains(&sense.class));
            sense.map(|sense| sense.meaning)
        };
        Castlings {
            are_only: meaning(&["sided"]).is_some_and(|sided| sided != "both"),
            sides: meaning(&["whose", "sided"]).map(|whose| match whose {
                "white" => vec![Side::White],
                "black" => vec![Side::Black],
                _ => Side::BOTH.to_vec(),
            }),
            long: meaning(&["castling-sign", "castling-way"]).map(|way| way == "long"),
        }
    }

    /// Whether it is said of all castlings.
    pub(super) fn are_all(&self) -> bool {
        self.long.is_none() && self.sides.as_ref().is_none_or(|sides| sides.len() == 2)
    }

    /// The kings that may not castle where `only White` may.
    pub(super) fn others_lost(&self) -> SquareSet {
        let is_left = |side: &Side| self.sides.as_ref().is_none_or(|sides| sides.contains(side));
        let others = Side::BOTH
            .into_iter()
            .filter(|side| self.are_only && !is_left(side));
        others
            .map(|side| Square::at(4, side.first_rank()))
            .collect()
    }

    /// Those of them that are said to be possible.
    pub(super) fn granted(self, written: String, at: SourceSpan) -> Granted {
        Granted {
            is_named: self.sides.is_some(),
            sides: self.sides.unwrap_or_else(|| Side::BOTH.to_vec()),
            long: self.long,
            are_all: false,
            written,
            at,
        }
    }

    /// The king or the rook of each that may not castle.
    pub(super) fn lost(&self) -> SquareSet {
        let sides = self.sides.as_deref().unwrap_or(&Side::BOTH).iter();
        let file = match self.long {
            None => 4,
            Some(true) => 0,
            Some(false) => 7,
        };
        sides
            .map(|side| Square::at(file, side.first_rank()))
            .collect()
    }
}

/// `castling Kq`: the castlings that are named, and no others.
pub(super) fn named_rights(parts: &[Part]) -> (Vec<Granted>, SquareSet) {
    let named = parts.last().map_or("", |part| part.text.as_str());
    let rights = named.chars().filter(|right| *right != '-');
    let granted = rights.map(|right| {
        let side = match right.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        Granted {
            sides: vec![side],
            is_named: true,
            long: Some(right.eq_ignore_ascii_case(&'q')),
            are_all: true,
            written: right.to_string(),
            at: span(parts),
        }
    });
    (granted.collect(), lost_but(named))
}

/// The square that is passed: `d6`, that behind which `exd6` captures, or the middle of `d7-d5`. Three squares are the
/// whole step.
pub(super) fn passed(parts: &[Part]) -> Option<String> {
    let named = parts.iter().find_map(|part| {
        let squares = part.squares()?;
        Some((part, squares))
    });
    if let Some((part, _)) = named.filter(|(_, squares)| squares.len() != 2) {
        return Some(part.text.clone());
    }
    let written = |part: &Part| {
        let text = part.text.trim_end_matches(['!', '?']);
        let (front, arrival) = part.board.exact_square_at_end(text)?;
        let name = part.board.name(arrival);
        Some((part.board.clone(), front.to_owned(), arrival, name))
    };
    let (board, front, arrival, name) = parts.iter().rev().find_map(written)?;
    let Some((_, from)) = board.exact_square_at_end(front.trim_end_matches(['-', 'x', ':'])) else {
        return Some(name);
    };
    let (file, ranks) = (board.file(arrival), [board.rank(from), board.rank(arrival)]);
    // `e5xd6` captures, `d7-d5` goes two ranks ahead.
    if board.file(from) != file {
        return front.ends_with(['x', ':']).then_some(name);
    }
    let is_double = ranks[0].abs_diff(ranks[1]) == 2;
    let middle = i16::from(ranks[0].min(ranks[1])) + 1;
    let middle = board
        .square(i16::from(file), middle)
        .filter(|_| is_double)?;
    Some(board.name(middle))
}

impl Statement {
    /// What a FEN takes away and the statement leaves.
    pub(crate) fn lost_beside(&self, lost: SquareSet) -> SquareSet {
        let is_left = |square: &Square| {
            let of = |granted: &Granted, side: Side| {
                let file = square.byte() % 8;
                let is_rook = granted
                    .long
                    .is_none_or(|long| file == if long { 0 } else { 7 });
                granted.is_named && square.byte() / 8 == side.first_rank() && (file == 4 || is_rook)
            };
            let mut granted = self.granted.iter();
            granted.any(|granted| granted.sides.iter().any(|side| of(granted, *side)))
        };
        lost.filter(|square| !is_left(square)).collect()
    }

    /// How the castlings that are said to be possible do not fit the diagram.
    pub(super) fn check_castling(&self, problem: &Problem) -> Vec<Diagnostic> {
        let said = self.granted.iter();
        said.flat_map(|granted| granted.check(problem)).collect()
    }
}

impl Granted {
    fn check(&self, problem: &Problem) -> Vec<Diagnostic> {
        let lost = problem.options.no_castling;
        let forbids = one_that(|row| row.forbids_castling).map_or("", |row| row.key);
        let is_off = problem.conditions.iter().any(|rule| rule.key == forbids);
        let mut able = Vec::new();
        for side in &self.sides {
            let is_meant = |rook: &Square| {
                let is_long = rook.byte().is_multiple_of(8);
                self.long.is_none_or(|long| long == is_long)
            };
            let rooks = rooks_at_home(problem, *side);
            if rooks.iter().any(is_meant) {
                able.push((*side, rooks));
            }
        }
        let is_lost = |(side, rooks): &(Side, Vec<Square>)| {
            lost.contains(Square::at(4, side.first_rank()))
                || rooks.iter().all(|rook| lost.contains(*rook))
        };
        if is_off || able.iter().any(is_lost) {
            return vec![Diagnostic::Conflict {
                first: format!("`{}`", self.written),
                second: "a castling that is not possible".to_owned(),
                reason: "the statement says both",
                at: self.at,
            }];
        }
        let missing = match self.is_named {
            true => able.len() < self.sides.len(),
            false => able.is_empty(),
        };
        let beside = able.iter().any(|(_, rooks)| {
            let other = rooks.iter().filter(|rook| !lost.contains(**rook));
            self.long.is_some() && !self.are_all && other.count() > 1
        });
        let odd = |what: String| Diagnostic::Odd { what, at: self.at };
        let written = &self.written;
        let missing = missing.then(|| {
            odd(format!(
                "`{written}`: king and rook do not stand at home for it"
            ))
        });
        let beside = beside.then(|| {
            let other = if self.long == Some(true) { "0-0" } else { "0-0-0" };
            odd(format!("`{written}` does not say that `{other}` is impossible, which is taken to be possible, too"))
        });
        missing.into_iter().chain(beside).collect()
    }
}

/// Who moves first, if it is always the same side.
pub(super) fn starter(problem: &Problem) -> Option<Side> {
    let options = &problem.options;
    let is_one = !options.duplex && !options.set_play;
    is_one.then(|| fields::starter(problem.stipulation, options))?
}
