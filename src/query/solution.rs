//! Questions about solutions: keys with their play, lines, chances.

use super::Setting;
use super::text::Scribe;
use crate::board::Side;
use crate::problem::{Genre, Length, Options, Problem, Stipulation};
use crate::rules::{Engine, Game, Wanted};
use crate::search;
use crate::solution::{
    Chance, DicePlay, Line, Mark, Outcome, Phase, Play, Remark, Throw, Tree, TwinSolution,
};
use crate::solve::{Settings, solve_version};
use crate::stipulation::compile;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow::{Break, Continue};

impl Setting {
    /// Keys of battle play, with the play after a single key; lines of help and series play.
    pub(super) fn solutions(
        &self,
        engine: &Engine,
        stipulation: Stipulation,
        settings: &Settings,
    ) -> Result<Value, String> {
        let problem = self.asking(stipulation);
        let scribe = Scribe::new(&problem);
        match self.phase(&problem, settings)?.play {
            Play::Tree(tree) => {
                let keys = keys(&tree, scribe, self.side);
                let further = stipulation.length.moves > 1 && !self.has_dice();
                match &keys[..] {
                    [only] if further => {
                        let mut after = After {
                            stipulation,
                            options: &problem.options,
                            settings,
                            scribe,
                        };
                        let play = after.key(engine, only)?;
                        Ok(json!({"keys": keys, "play": play}))
                    }
                    _ => Ok(json!({ "keys": keys })),
                }
            }
            Play::Lines(lines) => {
                let chosen = self.has_dice() && self.rolls.is_empty();
                let scribe = if chosen {
                    scribe.of_chosen_rolls()
                } else {
                    scribe
                };
                let full = full_length(&stipulation);
                Ok(json!({ "lines": texts(&lines, full, scribe) }))
            }
            Play::Dice(play) => Ok(json!({ "keys": self.keys_of_rolls(&play, scribe) })),
        }
    }

    /// The greatest chance; for a given roll with the moves that have it.
    pub(super) fn probability(
        &self,
        stipulation: Stipulation,
        settings: &Settings,
    ) -> Result<Value, String> {
        if stipulation.genre != Genre::Chance {
            return Err("a probability is asked for with a stipulation such as `P#2`".to_owned());
        }
        let problem = self.asking(stipulation);
        let Play::Dice(play) = self.phase(&problem, settings)?.play else {
            return Err("there are no dice in this play".to_owned());
        };
        let value = play.value.map(Chance::fraction);
        match (&self.rolls[..], &play.throws[..]) {
            ([_], [throw]) => {
                let moves = self.moves(throw, Scribe::new(&problem));
                Ok(json!({"value": value, "moves": moves}))
            }
            _ => Ok(json!({ "value": value })),
        }
    }

    /// The problem with everything that is asked; the side to move is that of the position.
    fn asking(&self, stipulation: Stipulation) -> Problem {
        let mut problem = self.with_rolls();
        problem.stipulation = Some(stipulation);
        let starter = compile(&stipulation, &problem.options).starter;
        problem.options.half_duplex = starter != self.side;
        crate::conditions::resolve_sides(&mut problem);
        problem
    }

    /// The actual play.
    fn phase(&self, problem: &Problem, settings: &Settings) -> Result<Phase, String> {
        let versions = problem.versions();
        let version = versions.first().ok_or("nothing is asked")?;
        let budget = settings.budget(&problem.options);
        only_phase(solve_version(version, &budget, &()))
    }

    fn keys_of_rolls(&self, play: &DicePlay, scribe: Scribe<'_>) -> Value {
        if let [throw] = &play.throws[..] {
            return json!(self.moves(throw, scribe));
        }
        let keys = play.throws.iter();
        let keys = keys.map(|throw| (throw.roll.to_string(), json!(self.moves(throw, scribe))));
        Value::Object(keys.collect())
    }

    fn moves(&self, throw: &Throw, scribe: Scribe<'_>) -> Vec<String> {
        let moves = throw.moves.iter();
        let texts = moves.map(|wager| scribe.movement(&wager.movement, self.side));
        sorted(texts.collect())
    }
}

fn only_phase(found: TwinSolution) -> Result<Phase, String> {
    for remark in &found.remarks {
        match remark {
            Remark::KingCapturable(_) => {
                return Err("illegal position: the side not to move is in check".to_owned());
            }
            Remark::Refused(reason) => return Err(reason.clone()),
            Remark::Note(_) | Remark::Told(_) => {}
        }
    }
    match found.outcome {
        Outcome::TimeUp => return Err("the time was up".to_owned()),
        Outcome::Interrupted => return Err("the search was stopped".to_owned()),
        Outcome::Finished | Outcome::Limited | Outcome::Refused => {}
    }
    let phase = found.phases.into_iter().next();
    phase.ok_or_else(|| "the position was not solved".to_owned())
}

fn keys(tree: &Tree, scribe: Scribe<'_>, side: Side) -> Vec<String> {
    let keys = tree
        .branches
        .iter()
        .filter(|branch| branch.mark == Mark::Key);
    sorted(
        keys.map(|key| scribe.movement(&key.movement, side))
            .collect(),
    )
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts.dedup();
    texts
}

/// The lines of full length.
fn texts(lines: &[Line], full: usize, scribe: Scribe<'_>) -> Vec<String> {
    let lines = lines.iter().filter(|line| line.moves.len() == full);
    let text = |line: &Line| {
        let moves = line.moves.iter();
        let moves: Vec<String> = moves
            .map(|(side, record)| scribe.movement(record, *side))
            .collect();
        moves.join(" ")
    };
    sorted(lines.map(text).collect())
}

fn full_length(stipulation: &Stipulation) -> usize {
    let Length { moves, half } = stipulation.length;
    let (moves, half) = (usize::from(moves), usize::from(half));
    match stipulation.genre {
        Genre::Series => moves,
        Genre::SeriesHelp | Genre::SeriesSelf | Genre::SeriesReflex => moves + 1,
        Genre::SeriesHelpSelf => moves + 2,
        _ => 2 * moves + half,
    }
}

/// The play after a key: for each reply all moves that win in time.
struct After<'a> {
    stipulation: Stipulation,
    options: &'a Options,
    settings: &'a Settings,
    scribe: Scribe<'a>,
}

impl After<'_> {
    fn key(&mut self, engine: &Engine, key: &str) -> Result<Value, String> {
        let mut engine = engine.clone();
        let side = engine.side_to_move();
        let mut found = None;
        let scribe = self.scribe;
        let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
            if scribe.movement(&engine.record(), side) == key {
                found = Some(movement);
                return Break(());
            }
            Continue(())
        });
        engine.play(found.ok_or("the key was not found again")?);
        let mut play = Map::new();
        for (reply, movement) in self.replies(&mut engine) {
            engine.play(movement);
            let answers = self.answers(&engine);
            engine.rewind();
            play.insert(reply, json!(answers?));
        }
        Ok(Value::Object(play))
    }

    fn replies(&self, engine: &mut Engine) -> Vec<(String, crate::rules::Move)> {
        let side = engine.side_to_move();
        let mut replies = Vec::new();
        let scribe = self.scribe;
        let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
            replies.push((scribe.movement(&engine.record(), side), movement));
            Continue(())
        });
        replies
    }

    /// The keys of what is left to be done.
    fn answers(&self, engine: &Engine) -> Result<Vec<String>, String> {
        let engine = engine.as_diagram();
        let side = engine.side_to_move();
        let mut stipulation = self.stipulation;
        stipulation.length.moves -= 1;
        let budget = self.settings.budget(self.options);
        let tree = compile(&stipulation, self.options);
        let solved = search::solve(&engine, &tree, self.options, &budget, &());
        let found = TwinSolution {
            label: None,
            phases: solved.phases,
            outcome: solved.outcome,
            remarks: solved.remarks,
        };
        match only_phase(found)?.play {
            Play::Tree(tree) => Ok(keys(&tree, self.scribe, side)),
            Play::Lines(_) | Play::Dice(_) => Ok(Vec::new()),
        }
    }
}
