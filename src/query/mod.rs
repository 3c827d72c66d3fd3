//! Questions of scripts about positions: one JSON object a line in, one line with the answer
//! out.
//!
//! **Invariant:** no line, however bad, ends the answering of the lines behind it; a bad one
//! is answered with `{"id": ..., "error": ...}`.

pub mod legality;
pub mod past;
mod play;
pub mod retract;
mod solution;
mod text;
pub mod why;

use crate::board::{Roll, Side};
use crate::conditions::{RING, compile, dice, system, trigonometric};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::position;
use crate::notation::statement::statement;
use crate::problem::{Argument, Condition, Dice, Problem, Stipulation};
use crate::rules::{Engine, Game};
use crate::solve::Settings;
use serde::Deserialize;
use serde_json::{Value, json};

/// Answers one line.
///
/// ```
/// use dawson::{Settings, query};
/// let line = r##"{"id": 1, "system": "orthodox", "position": "7k/8/6K1/8/8/8/8/R7 w - -", "stipulation": "#1", "question": "solutions"}"##;
/// let answer = query::answer(line, &Settings::default());
/// assert_eq!(answer, r#"{"answer":{"keys":["a1a8"]},"id":1}"#);
/// ```
pub fn answer(line: &str, settings: &Settings) -> String {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return json!({"id": null, "error": error.to_string()}).to_string(),
    };
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    let query = Query::deserialize(value).map_err(|error| error.to_string());
    match query.and_then(|query| query.answer(settings)) {
        Ok(answer) => json!({"id": id, "answer": answer}).to_string(),
        Err(reason) => json!({"id": id, "error": reason}).to_string(),
    }
}

/// The line that says why a question has no answer.
pub fn failure(line: &str, reason: &str) -> String {
    let value: Value = serde_json::from_str(line).unwrap_or(Value::Null);
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    json!({"id": id, "error": reason}).to_string()
}

/// A question as it stands in a line; what it says beyond this is nobody's business here.
#[derive(Debug, Deserialize)]
struct Query {
    #[serde(default = "orthodox")]
    system: String,
    position: String,
    stipulation: String,
    question: String,
    roll: Option<i32>,
    rolls: Option<Vec<i32>>,
    dice: Option<String>,
    #[serde(default)]
    conditions: Vec<String>,
}

fn orthodox() -> String {
    "orthodox".to_owned()
}

/// What is asked, with what the stipulation says about it.
enum Asked<'a> {
    /// The moves of the man on a square.
    Moves(&'a str),
    /// The number of sequences of so many moves.
    Perft(u32),
    /// The state of the side to move after these moves.
    Status(Vec<&'a str>),
    /// Keys or lines.
    Solutions(Stipulation),
    /// The greatest chance.
    Probability(Stipulation),
}

/// A position in which something is asked.
struct Setting {
    problem: Problem,
    side: Side,
    /// The rolls given, of the moves to come.
    rolls: Vec<Roll>,
}

impl Query {
    fn answer(&self, settings: &Settings) -> Result<Value, String> {
        if self.question == "retract" {
            return retract::answer(&self.stipulation, &self.position, None, settings);
        }
        let asked = self.asked()?;
        let setting = self.setting()?;
        let engine = setting.engine()?;
        match asked {
            Asked::Moves(square) => setting.moves_from(engine, square),
            Asked::Perft(plies) => setting.perft(engine, plies),
            Asked::Status(moves) => setting.status(engine, &moves),
            Asked::Solutions(stipulation) => setting.solutions(&engine, stipulation, settings),
            Asked::Probability(stipulation) => setting.probability(stipulation, settings),
        }
    }

    fn asked(&self) -> Result<Asked<'_>, String> {
        let text = self.stipulation.trim();
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or("");
        match self.question.as_str() {
            "moves-from-square" => match (first, words.next(), words.next()) {
                ("moves", Some(square), None) => Ok(Asked::Moves(square)),
                _ => Err(self.unfit("moves e4")),
            },
            "perft" => match (first, words.next().map(str::parse), words.next()) {
                ("perft", Some(Ok(plies)), None) => Ok(Asked::Perft(plies)),
                _ => Err(self.unfit("perft 3")),
            },
            "mate?" => match (first, words.next()) {
                ("status", None) => Ok(Asked::Status(Vec::new())),
                ("status", Some("after")) => Ok(Asked::Status(words.collect())),
                _ => Err(self.unfit("status after e2e4 e7e5")),
            },
            "solutions" => Ok(Asked::Solutions(stipulation(text)?)),
            "probability" => Ok(Asked::Probability(stipulation(text)?)),
            other => Err(format!(
                "unknown question `{other}`: ask moves-from-square, perft, mate?, solutions, probability or retract"
            )),
        }
    }

    fn unfit(&self, example: &str) -> String {
        let Query {
            stipulation,
            question,
            ..
        } = self;
        format!(
            "the stipulation `{stipulation}` does not suit `{question}`: expected e.g. `{example}`"
        )
    }

    fn setting(&self) -> Result<Setting, String> {
        let mut problem = Problem::new();
        problem.conditions = self.system()?;
        if !self.conditions.is_empty() {
            let said = statement(&self.conditions.join(", ")).map_err(|faults| all(&faults))?;
            problem.conditions.extend(said.conditions);
            problem.options = said.options;
        }
        let position = position::of_text(&self.position).map_err(|fault| located(&fault))?;
        let ring = |condition: &Condition| condition.key == RING;
        if position.runs.is_none() && problem.conditions.iter().any(ring) {
            return Err("this system is played on the ring of 7 x 7 squares".to_owned());
        }
        position.apply(&mut problem);
        let rolls = self.rolls()?;
        if dice(&problem).is_none() && (!rolls.is_empty() || self.dice.is_some()) {
            return Err("there are no dice in this system".to_owned());
        }
        Ok(Setting {
            problem,
            side: position.side_to_move.unwrap_or(Side::White),
            rolls,
        })
    }

    /// The conditions that make up the system.
    fn system(&self) -> Result<Vec<Condition>, String> {
        if self.system == "trigonometric" {
            return Ok(vec![trigonometric(self.dice()?, &[])]);
        }
        system(&self.system).ok_or_else(|| format!("unknown system `{}`", self.system))
    }

    fn dice(&self) -> Result<Dice, String> {
        let Some(key) = &self.dice else {
            return Ok(Dice::default());
        };
        let unknown = || format!("unknown dice `{key}`: there are d12 and 2d6");
        Dice::from_key(key).ok_or_else(unknown)
    }

    fn rolls(&self) -> Result<Vec<Roll>, String> {
        let given = match (&self.rolls, self.roll) {
            (Some(_), Some(_)) => return Err("give either `roll` or `rolls`".to_owned()),
            (Some(rolls), None) => rolls.clone(),
            (None, roll) => roll.into_iter().collect(),
        };
        let roll = |degrees: &i32| {
            let unknown = || format!("there is no roll of {degrees}: rolls are 0, 90, 180 and -90");
            Roll::from_degrees(*degrees).ok_or_else(unknown)
        };
        given.iter().map(roll).collect()
    }
}

impl Setting {
    /// The engine with the right side to move.
    ///
    /// # Errors
    /// When the rules are refused or the other side is in check.
    fn engine(&self) -> Result<Engine, String> {
        let mut engine = compile(&self.problem).map_err(|refusal| refusal.to_string())?;
        engine.set_side_to_move(self.side);
        match engine.can_capture_king() {
            true => Err("illegal position: the side not to move is in check".to_owned()),
            false => Ok(engine),
        }
    }

    fn has_dice(&self) -> bool {
        dice(&self.problem).is_some()
    }

    /// The problem with the rolls given to its dice.
    fn with_rolls(&self) -> Problem {
        let mut problem = self.problem.clone();
        let has_dice = self.has_dice() && !self.rolls.is_empty();
        let with_rolls = trigonometric(Dice::default(), &self.rolls);
        let mut conditions = problem.conditions.iter_mut();
        let throwing = conditions.find(|condition| condition.key == with_rolls.key);
        if let Some(condition) = throwing.filter(|_| has_dice) {
            let is_flag = |argument: &Argument| matches!(argument, Argument::Flag(_));
            condition.arguments.retain(is_flag);
            condition.arguments.extend(with_rolls.arguments);
        }
        problem
    }
}

/// What a problem asks, as printed: `#2`, `h#2.5`, `win 3`, `P#1`.
fn stipulation(text: &str) -> Result<Stipulation, String> {
    let said = statement(text).map_err(|faults| all(&faults))?;
    let only_asks = said.conditions.is_empty() && said.twins.is_empty();
    let asked = said.stipulation.filter(|_| only_asks);
    asked.ok_or_else(|| format!("`{text}` is no stipulation"))
}

fn all(faults: &[Diagnostic]) -> String {
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

/// A fault with the character at which it lies.
fn located(fault: &Diagnostic) -> String {
    match fault.span() {
        Some(span) => format!("position: {fault} (character {})", span.offset() + 1),
        None => format!("position: {fault}"),
    }
}
