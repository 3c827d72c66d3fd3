//! Whether play can have come here: all last moves are taken back, to some depth.

use super::analysis::{Analysis, Desk};
use super::backward::{UnMove, each_un_move, retract};
use super::finding::Finding;
use super::state::State;
use std::collections::HashMap;

/// How closely the positions before a move are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scrutiny {
    /// Men are counted, and the side that has moved is not in check.
    Counts,
    /// All deductions.
    All,
}

/// A search backwards, with what it found out.
pub(crate) struct Past {
    pub scrutiny: Scrutiny,
    pub desk: Desk,
    /// Positions that it may still look at.
    pub nodes: usize,
    /// How many last single moves a position has at least; and whether it has no more.
    known: HashMap<State, (u8, bool)>,
    possible: HashMap<State, bool>,
}

/// Positions looked at closely before each move that may have been the last.
const CLOSE: usize = 60;

/// The limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

impl Past {
    pub fn new(scrutiny: Scrutiny, passages: usize, nodes: usize) -> Past {
        Past {
            scrutiny,
            desk: Desk::new(passages),
            nodes,
            known: HashMap::new(),
            possible: HashMap::new(),
        }
    }

    /// Whether the position itself is possible as far as it is looked at.
    pub fn is_possible(&mut self, state: &State) -> bool {
        if !has_usual_men(state) {
            return false;
        }
        if self.scrutiny == Scrutiny::Counts {
            return true;
        }
        if let Some(known) = self.possible.get(state) {
            return *known;
        }
        let analysis = Analysis::new(state).run(&mut self.desk);
        self.possible.insert(*state, !analysis.is_illegal);
        !analysis.is_illegal
    }

    /// Whether so many single moves can be taken back from a possible position. The array
    /// needs none.
    pub fn has_past(&mut self, state: &State, depth: u8) -> Result<bool, Exhausted> {
        if depth == 0 || is_array(state) {
            return Ok(true);
        }
        if let Some((least, is_all)) = self.known.get(state) {
            if *least >= depth {
                return Ok(true);
            }
            if *is_all {
                return Ok(false);
            }
        }
        let mut moves = Vec::with_capacity(64);
        each_un_move(state, &mut |unmove| {
            moves.push(unmove);
            // Without a look at the position before, the first one is enough.
            depth > 1 || self.scrutiny == Scrutiny::All || !is_counted(state, unmove)
        });
        moves.sort_by_key(|unmove| (unmove.is_capture(), unmove.promotion));
        for unmove in moves {
            let before = retract(state, unmove);
            if !has_usual_men(&before) {
                continue;
            }
            self.nodes = self.nodes.checked_sub(1).ok_or(Exhausted)?;
            if self.is_possible(&before) && self.has_past(&before, depth - 1)? {
                let known = self.known.entry(*state).or_insert((0, false));
                known.0 = known.0.max(depth);
                return Ok(true);
            }
        }
        let known = self.known.entry(*state).or_insert((0, false));
        known.1 = true;
        Ok(false)
    }

    /// The last moves before which play can have gone on for so many single moves; with each
    /// whether that is certain.
    pub fn last_moves(&mut self, state: &State, depth: u8) -> Vec<(UnMove, bool)> {
        let moves = super::backward::un_moves(state);
        let mut found = Vec::new();
        for unmove in moves {
            let before = retract(state, unmove);
            if !self.is_possible(&before) {
                continue;
            }
            match self.has_past(&before, depth.saturating_sub(1)) {
                Ok(true) => found.push((unmove, true)),
                Ok(false) => {}
                Err(Exhausted) => found.push((unmove, false)),
            }
        }
        if found.len() > 1 && self.scrutiny == Scrutiny::All {
            self.look_closer(state, &mut found);
        }
        found
    }

    /// Leaves out moves before which greater parts of the board are cages.
    fn look_closer(&mut self, state: &State, found: &mut Vec<(UnMove, bool)>) {
        let mut close = Past::new(Scrutiny::All, self.desk.passages, 0);
        close.desk.cages = 6000;
        close.desk.widest = 8;
        found.retain(|(unmove, _)| {
            let before = retract(state, *unmove);
            close.nodes = CLOSE;
            close.is_possible(&before) && close.has_past(&before, 3) != Ok(false)
        });
    }

    /// Why the position has no past, if that is found within a depth.
    pub fn refute(&mut self, state: &State, depth: u8) -> Option<(u8, Finding)> {
        for depth in 1..=depth {
            match self.has_past(state, depth) {
                Ok(true) => {}
                Err(Exhausted) => return None,
                Ok(false) => {
                    let row = match depth {
                        1 => "no-last-move",
                        _ => "no-last-moves",
                    };
                    let finding = Finding::new("last-move", row, !state.turn);
                    return Some((depth, finding.count(depth.into(), 0)));
                }
            }
        }
        None
    }
}

fn is_counted(state: &State, unmove: UnMove) -> bool {
    has_usual_men(&retract(state, unmove))
}

/// The game array, with White to move.
pub(crate) fn is_array(state: &State) -> bool {
    let array = State::array();
    state.men == array.men && state.turn == array.turn
}

/// Whether the men are not too many, promoted ones no more than missing pawns.
pub(crate) fn has_usual_men(state: &State) -> bool {
    use super::analysis::SORTS;
    use super::state::EDGES;
    use crate::board::Side;
    use crate::retro::routes::{KING, PAWN};
    Side::BOTH.into_iter().all(|side| {
        let pawns = state.of_walk(side, PAWN);
        let surplus = SORTS.into_iter().map(|sort| {
            let men = state.of_walk(side, sort.walk) & sort.field;
            men.count_ones().saturating_sub(sort.first)
        });
        let promoted: u32 = surplus.sum();
        state.all(side).count_ones() <= 16
            && pawns & EDGES == 0
            && pawns.count_ones() + promoted <= 8
            && state.of_walk(side, KING).count_ones() == 1
    })
}
