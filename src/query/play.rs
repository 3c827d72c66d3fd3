//! Questions about play itself: moves of a man, numbers of sequences, mate or not.

use super::Setting;
use super::text::Scribe;
use crate::board::Roll;
use crate::rules::{DiceGame, Engine, Game, Wanted};
use serde_json::{Value, json};
use std::ops::ControlFlow::Continue;

/// The greatest number of moves whose sequences are counted.
const MOST_PLIES: u32 = 20;

impl Setting {
    /// All legal moves of the man on a square, sorted; with dice those of the roll given, or
    /// those of every roll.
    pub(super) fn moves_from(&self, mut engine: Engine, square: &str) -> Result<Value, String> {
        let board = engine.rules().geometry().clone();
        let found = board.square_named(square);
        let from = found.ok_or_else(|| format!("there is no square `{square}`"))?;
        let scribe = Scribe::new(&self.problem);
        let mut texts = Vec::new();
        for roll in self.one_roll()? {
            self.throw(&mut engine, roll);
            let side = engine.side_to_move();
            let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
                if movement.pseudo_move.from == from {
                    texts.push(scribe.movement(&engine.record(), side));
                }
                Continue(())
            });
            self.take_back(&mut engine);
        }
        texts.sort();
        texts.dedup();
        Ok(json!(texts))
    }

    /// The number of legal sequences; with dice and without rolls summed up over all rolls.
    pub(super) fn perft(&self, mut engine: Engine, plies: u32) -> Result<Value, String> {
        if plies > MOST_PLIES {
            return Err(format!("at most {MOST_PLIES} moves are counted"));
        }
        if !self.has_dice() {
            return Ok(json!(engine.perft(plies)));
        }
        let given = self.rolls.len();
        if given > 0 && given != plies as usize {
            return Err(format!("{given} rolls are given for {plies} moves"));
        }
        Ok(json!(sequences(&mut engine, plies, &self.rolls)))
    }

    /// `mate`, `stalemate`, `check` or `none`, for the roll given or for all.
    pub(super) fn status(&self, mut engine: Engine, moves: &[&str]) -> Result<Value, String> {
        for text in moves {
            self.play(&mut engine, text)?;
        }
        let rolls = self.one_roll()?;
        if let [Some(roll)] = rolls[..] {
            engine.throw(roll);
        }
        let side = engine.side_to_move();
        if engine.rules().judge().winner(engine.position()) == Some(!side) {
            return Ok(json!("king-run"));
        }
        let status = match (engine.in_check(side), engine.has_move()) {
            (true, false) => "mate",
            (false, false) => "stalemate",
            (true, true) => "check",
            (false, true) => "none",
        };
        Ok(json!(status))
    }

    /// Plays the legal move with this text; where dice are thrown they show 0.
    fn play(&self, engine: &mut Engine, text: &str) -> Result<(), String> {
        let scribe = Scribe::new(&self.problem);
        if self.has_dice() {
            engine.throw(Roll::Zero);
        }
        let side = engine.side_to_move();
        let mut found = None;
        let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
            if scribe.movement(&engine.record(), side) == text {
                found = Some(movement);
            }
            Continue(())
        });
        let movement = found.ok_or_else(|| format!("`{text}` is no legal move there"))?;
        engine.play(movement);
        Ok(())
    }

    /// The roll of the next move: none without dice; each of the four when none is given.
    fn one_roll(&self) -> Result<Vec<Option<Roll>>, String> {
        match (self.has_dice(), &self.rolls[..]) {
            (false, _) => Ok(vec![None]),
            (true, []) => Ok(Roll::ALL.map(Some).to_vec()),
            (true, [roll]) => Ok(vec![Some(*roll)]),
            (true, _) => Err("this question is about one roll".to_owned()),
        }
    }

    fn throw(&self, engine: &mut Engine, roll: Option<Roll>) {
        if let Some(roll) = roll {
            engine.throw(roll);
        }
    }

    fn take_back(&self, engine: &mut Engine) {
        if self.has_dice() {
            engine.rewind();
        }
    }
}

/// Sequences of moves with these rolls, or with any.
fn sequences(engine: &mut Engine, plies: u32, rolls: &[Roll]) -> u64 {
    if plies == 0 {
        return 1;
    }
    let (now, later) = match rolls.split_first() {
        Some((first, later)) => (std::slice::from_ref(first), later),
        None => (&Roll::ALL[..], rolls),
    };
    let mut count = 0;
    for roll in now {
        engine.throw(*roll);
        let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, _| {
            count += sequences(engine, plies - 1, later);
            Continue(())
        });
        engine.rewind();
    }
    count
}
