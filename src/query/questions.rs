//! Questions about the history of an orthodox position, answered by the rules of legality.

use crate::board::Side;
use crate::legality::{
    Effort, Finding, Kind, LastMove, Limits, Play, Scrutiny, State, Tongue, Turn, Verdict,
    castlings, dead, en_passant, judge, last_moves, who_is_to_move,
};
use crate::notation::popeye::words::Language;
use crate::notation::retro::Scribe;
use crate::retract::{Code, Kinds, Level, RetroProblem, Scene, Task, UnMove, Wing, code};
use serde_json::{Map, Value, json};

/// How many positions are looked at to find out whether one is dead.
const DEAD_POSITIONS: usize = 2_000_000;

/// The answer; nothing if the task is no such question.
///
/// # Errors
/// When the question has no answer here.
pub(super) fn answer(retro: &RetroProblem, language: Language) -> Result<Option<Value>, String> {
    let asks = matches!(
        retro.task,
        Task::LastMoves(_)
            | Task::Legality
            | Task::Castling
            | Task::EnPassant
            | Task::Turn
            | Task::Dead
    );
    let has_conditions = !retro.problem.conditions.is_empty();
    // Last moves under conditions are found without the rules of legality.
    if !asks || has_conditions && retro.task == Task::LastMoves(1) {
        return Ok(None);
    }
    if has_conditions {
        return Err("legality, rights and the turn are judged in orthodox chess alone".into());
    }
    let turn = match (&retro.task, retro.turn) {
        (Task::Turn, turn) => turn.unwrap_or(Side::White),
        (_, Some(turn)) => turn,
        (_, None) => {
            return Err(
                "the position has to say whose turn it is: `w` or `b` after the men".into(),
            );
        }
    };
    let asked = Asked {
        retro,
        language,
        state: state(retro, turn)?,
        scrutiny: scrutiny(retro.rules.level),
        limits: limits(retro.rules.level),
    };
    Ok(Some(asked.answer()))
}

fn state(retro: &RetroProblem, turn: Side) -> Result<State, String> {
    let state = State::of(&retro.problem.diagram, turn);
    let state = state.ok_or("legality is judged of men of the game on the usual board alone")?;
    let state = state.with_castlings(&retro.need.letters());
    let passed = (retro.passed != Scene::NOWHERE).then(|| crate::board::Square::new(retro.passed));
    Ok(state.with_passed(passed))
}

fn scrutiny(level: Level) -> Scrutiny {
    match level {
        Level::Full => Scrutiny::All,
        _ => Scrutiny::Counts,
    }
}

fn limits(level: Level) -> Limits {
    let usual = Limits::default();
    let depth = match level {
        Level::None => 0,
        Level::Checks => 1,
        Level::Last(plies) => u8::try_from(plies).unwrap_or(u8::MAX),
        Level::Full => usual.depth,
    };
    Limits { depth, ..usual }
}

struct Asked<'a> {
    retro: &'a RetroProblem,
    language: Language,
    state: State,
    scrutiny: Scrutiny,
    limits: Limits,
}

impl Asked<'_> {
    fn answer(&self) -> Value {
        let (state, scrutiny, limits) = (&self.state, self.scrutiny, &self.limits);
        match self.retro.task {
            Task::Legality => self.verdict(),
            Task::Castling => {
                let found = castlings(state, scrutiny, limits);
                let word = |allowed: bool| if allowed { "allowed" } else { "disproved" };
                let each = found
                    .allowed
                    .iter()
                    .map(|(letter, allowed)| (letter.to_string(), json!(word(*allowed))));
                json!({"castling": each.collect::<Map<String, Value>>(), "parts": found.parts})
            }
            Task::EnPassant => {
                let moves = last_moves(state, scrutiny, limits);
                let squares: Vec<String> = en_passant(&moves, state)
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                json!({"ep": squares, "last_moves": self.un_moves(&moves)})
            }
            Task::Turn => {
                let turn = match who_is_to_move(state, scrutiny, limits) {
                    Turn::Only(Side::White) => "w",
                    Turn::Only(Side::Black) => "b",
                    Turn::Either => "either",
                    Turn::Neither => "illegal",
                };
                json!({"to_move": turn})
            }
            Task::Dead => match dead(state, DEAD_POSITIONS) {
                Play::Dead => json!({"dead": true}),
                Play::Mates(moves) => {
                    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                    json!({"dead": false, "mate": moves})
                }
                Play::Unknown => json!({"dead": false, "unknown": true}),
            },
            Task::LastMoves(plies) => self.last(plies),
            _ => Value::Null,
        }
    }

    fn verdict(&self) -> Value {
        let effort = Effort {
            limits: self.limits,
            stops: &|| false,
        };
        match judge(&self.state, &effort) {
            Verdict::Legal(game) => {
                let game: Vec<String> = game.iter().map(ToString::to_string).collect();
                json!({"verdict": "legal", "reasons": [], "proof": game})
            }
            Verdict::Illegal(reasons) => {
                let reasons: Vec<Value> =
                    reasons.iter().map(|reason| self.reason(reason)).collect();
                json!({"verdict": "illegal", "reasons": reasons})
            }
            Verdict::Unknown => json!({"verdict": "unknown", "reasons": []}),
        }
    }

    fn reason(&self, reason: &Finding) -> Value {
        let tongue = match self.language {
            Language::En => Tongue::English,
            Language::De => Tongue::German,
            Language::Fr => Tongue::French,
        };
        let squares: Vec<String> = reason.squares().iter().map(ToString::to_string).collect();
        json!({"rule": reason.rule, "text": reason.text(tongue), "squares": squares})
    }

    /// The last moves, as long as there is only one each time.
    fn last(&self, plies: u32) -> Value {
        let mut moves = last_moves(&self.state, self.scrutiny, &self.limits);
        let first = self.un_moves(&moves);
        let unique = moves.len() == 1;
        let mut line = Vec::new();
        while let [only] = moves[..] {
            line.extend(self.un_moves(&moves));
            if line.len() as u32 >= plies {
                break;
            }
            moves = last_moves(&only.before, self.scrutiny, &self.limits);
        }
        json!({"moves": first, "unique": unique, "line": line, "forced": line.len()})
    }

    fn un_moves(&self, moves: &[LastMove]) -> Vec<Value> {
        let kinds = Kinds::default();
        let scribe = Scribe::new(&self.retro.problem, &kinds, self.language);
        moves.iter().map(|last| un_move(last, scribe)).collect()
    }
}

/// A last move in the shape of an un-move.
fn un_move(last: &LastMove, scribe: Scribe<'_>) -> Value {
    let side = last.before.turn();
    let colour = |side: Side| code::BLACK * side.index() as Code;
    let one = last.unmove;
    let castling = (one.kind == Kind::Castling).then_some(match one.to > one.from {
        true => Wing::Short,
        false => Wing::Long,
    });
    let captured = match one.victim {
        0 => 0,
        victim => victim as Code | colour(!side),
    };
    let told = UnMove {
        before: Scene::empty(side),
        man: one.departs() as Code | colour(side),
        from: one.from,
        arrival: one.to,
        to: one.to,
        captured,
        captured_on: if captured == 0 {
            64
        } else {
            one.victim_square() as u8
        },
        promotion: if one.promotion {
            one.walk as Code | colour(side)
        } else {
            0
        },
        castling,
        en_passant: one.kind == Kind::EnPassant,
        reborn: 64,
    };
    json!({
        "move": scribe.un_move(&told),
        "from": scribe.square(told.from),
        "arrival": scribe.square(told.arrival),
        "to": scribe.square(told.to),
        "captured": scribe.fen_letter(told.captured),
        "promotion": scribe.fen_letter(told.promotion),
        "castling": castling.map(|wing| if wing == Wing::Short { "0-0" } else { "0-0-0" }),
        "ep": told.en_passant,
        "rebirth": null,
        "before": last.before.fen(),
        "confirmed": last.is_confirmed,
    })
}
