//! Whether a position can arise in a game, and what can be said of the moves before it.
//!
//! [`analysis`] narrows what is known of all games that lead to a position; each rule of [`rules`]
//! is a deduction. [`last`] takes moves back. A position is called illegal only where
//! a deduction holds of every game, and legal only where a game was found.
//!
//! **Invariant:** only orthodox chess is played here, from the game array.

mod analysis;
mod backward;
mod codex;
mod dead;
mod finding;
mod forward;
mod kernel;
mod last;
mod plan;
mod proof;
mod rights;
mod rules;
mod state;
mod ways;

pub use backward::{Kind, UnMove};
pub use codex::{RightsNote, Ruling, parts, rule};
pub use dead::{Play, dead};
pub use finding::{Finding, Tongue, phrase};
pub use forward::Move;
pub use last::Scrutiny;
pub use rights::{Castlings, Turn};
pub use state::State;

use crate::board::{Side, Square};
use crate::retro::routes::PAWN;
use analysis::Analysis;
pub(crate) use last::Past;

/// What may be spent on a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Single moves taken back to show that there is no last move.
    pub depth: u8,
    /// Positions looked at on the way back.
    pub nodes: usize,
    /// Positions of the pawns that are tried to find out how they passed each other.
    pub passages: usize,
    /// Positions looked at for a game, with each plan.
    pub proof: usize,
    /// Plans of captures tried.
    pub plans: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 4,
            nodes: 20_000,
            passages: 200_000,
            proof: 4_000,
            plans: 160,
        }
    }
}

/// Limits, and a function that says whether to stop.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// What may be spent.
    pub limits: Limits,
    /// Says that it is time to stop.
    pub stops: &'a (dyn Fn() -> bool + Sync),
}

/// What is known of the legality of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No game leads to it, for these reasons; the last one is the contradiction.
    Illegal(Vec<Finding>),
    /// This game leads to it.
    Legal(Vec<Move>),
    /// Neither a game nor a contradiction was found.
    Unknown,
}

/// Judges a position.
pub fn judge(state: &State, effort: &Effort<'_>) -> Verdict {
    let limits = &effort.limits;
    let mut past = Past::new(Scrutiny::All, limits.passages, limits.nodes);
    let analysis = Analysis::new(state).run(&mut past.desk);
    if analysis.is_illegal {
        return Verdict::Illegal(relevant(analysis.findings));
    }
    match past.refute(state, limits.depth) {
        Some((_, finding)) => Verdict::Illegal(vec![finding]),
        None => match proof::game(state, limits.proof, limits.plans, effort.stops) {
            Some(game) => Verdict::Legal(game),
            None => Verdict::Unknown,
        },
    }
}

/// The castlings that retro analysis does not disprove, and the parts of a solution by partial
/// retro analysis.
pub fn castlings(state: &State, scrutiny: Scrutiny, limits: &Limits) -> Castlings {
    let mut past = Past::new(scrutiny, limits.passages, limits.nodes);
    let all = rights::CASTLINGS.map(|(letter, _)| letter);
    rights::castlings(&mut past, state, limits.depth, &all)
}

/// Who can be to move.
pub fn who_is_to_move(state: &State, scrutiny: Scrutiny, limits: &Limits) -> Turn {
    let mut past = Past::new(scrutiny, limits.passages, limits.nodes);
    rights::turn(&mut past, state, limits.depth)
}

/// A move that may have been the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastMove {
    /// What moved.
    pub unmove: UnMove,
    /// The position before it.
    pub before: State,
    /// Whether enough moves before it were found; if not, there were too many to try.
    pub is_confirmed: bool,
}

/// The steps that a contradiction may rest on: where men of one side are counted, those of the
/// other side say nothing.
fn relevant(findings: Vec<Finding>) -> Vec<Finding> {
    let Some(last) = findings.last().cloned() else {
        return findings;
    };
    let is_counted = last.rule == "counts";
    let steps = findings.into_iter();
    let steps = steps.filter(|step| !is_counted || step.side == last.side);
    steps.collect()
}

impl LastMove {
    /// Its departure.
    pub fn from(&self) -> Square {
        Square::new(self.unmove.from)
    }

    /// Its arrival.
    pub fn to(&self) -> Square {
        Square::new(self.unmove.to)
    }

    /// The letter of what was captured in the position, as in a FEN.
    pub fn captured(&self, state: &State) -> Option<char> {
        let letter = state::LETTERS[usize::from(self.unmove.victim)];
        let letter = match state.turn() {
            Side::White => letter,
            Side::Black => letter.to_ascii_lowercase(),
        };
        self.unmove.is_capture().then_some(letter)
    }

    /// The letter of what the pawn became.
    pub fn promotion(&self) -> Option<char> {
        let letter = state::LETTERS[usize::from(self.unmove.walk)];
        self.unmove.promotion.then_some(letter)
    }

    /// `K` or `Q` for a castling.
    pub fn castling(&self) -> Option<&'static str> {
        let letter = if self.unmove.to % 8 == 6 { "K" } else { "Q" };
        (self.unmove.kind == Kind::Castling).then_some(letter)
    }

    /// Whether a pawn captured a pawn that had passed it.
    pub fn is_en_passant(&self) -> bool {
        self.unmove.kind == Kind::EnPassant
    }

    /// As retro moves are printed: `Kd5xQe4`, `e7-e8=R`, `d5xc6 e.p.`, `0-0`.
    pub fn text(&self) -> String {
        match self.castling() {
            Some("K") => return "0-0".to_owned(),
            Some(_) => return "0-0-0".to_owned(),
            None => {}
        }
        let letter = |walk: usize| match walk {
            PAWN => String::new(),
            _ => state::LETTERS[walk].to_string(),
        };
        let man = letter(self.unmove.departs());
        let captured = match (self.unmove.is_capture(), self.is_en_passant()) {
            (false, _) => "-".to_owned(),
            (true, true) => "x".to_owned(),
            (true, false) => format!("x{}", letter(self.unmove.victim.into())),
        };
        let promotion = self.promotion().map(|letter| format!("={letter}"));
        let promotion = promotion.unwrap_or_default();
        let passing = if self.is_en_passant() { " e.p." } else { "" };
        format!(
            "{man}{}{captured}{}{promotion}{passing}",
            self.from(),
            self.to()
        )
    }
}

/// The last moves that retro analysis does not disprove.
pub fn last_moves(state: &State, scrutiny: Scrutiny, limits: &Limits) -> Vec<LastMove> {
    let mut past = Past::new(scrutiny, limits.passages, limits.nodes);
    if !past.is_possible(state) {
        return Vec::new();
    }
    let moves = past.last_moves(state, limits.depth).into_iter();
    let moves = moves.map(|(unmove, is_confirmed)| LastMove {
        unmove,
        before: backward::retract(state, unmove),
        is_confirmed,
    });
    moves.collect()
}

/// The square on which a pawn may be captured en passant, if these are all moves that may have
/// been the last one.
pub fn en_passant(last_moves: &[LastMove], state: &State) -> Option<Square> {
    rights::en_passant(last_moves, state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of games played at random, with what their games say of castlings.
    fn random_positions(count: usize) -> Vec<State> {
        let mut seed = 43_u64;
        let mut next = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut state = State::array().with_castlings("KQkq");
            let plies = 1 + next(160);
            for _ in 0..plies {
                let moves = forward::moves(&state);
                if moves.is_empty() {
                    break;
                }
                state = forward::play(&state, moves[next(moves.len())]);
            }
            // What may castle is a king with a rook.
            for side in Side::BOTH {
                let rank = if side == Side::White {
                    0xff
                } else {
                    0xff << 56
                };
                let own = state.need & rank;
                if own.count_ones() < 2 || own & (0x10 | 0x10 << 56) == 0 {
                    state.need &= !rank;
                }
            }
            state.passed = None;
            positions.push(state);
        }
        positions
    }

    /// Three hundred positions from games are never refuted, with the castlings of their games.
    #[test]
    fn positions_of_games_are_never_illegal() {
        let effort = Effort {
            limits: Limits {
                nodes: 300,
                plans: 0,
                ..Limits::default()
            },
            stops: &|| false,
        };
        for state in random_positions(300) {
            let verdict = judge(&state, &effort);
            assert_eq!(verdict, Verdict::Unknown, "{}", state.fen());
            let found = castlings(&State { need: 0, ..state }, Scrutiny::All, &effort.limits);
            let fen = state.fen();
            let rights = fen.split(' ').nth(2).unwrap_or_default();
            let has_all =
                |part: &String| rights.chars().all(|one| one == '-' || part.contains(one));
            assert!(found.parts.iter().any(has_all), "{fen} {found:?}");
        }
    }
}
