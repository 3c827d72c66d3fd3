//! Questions about the past of a position: whether it can arise, its last moves, its rights, whose
//! turn it is, whether it is dead.

use crate::board::{Side, Square};
use crate::legality::{
    Effort, LastMove, Limits, Play, Scrutiny, State, Tongue, Turn, Verdict, castlings, dead,
    en_passant, judge, last_moves, phrase, who_is_to_move,
};
use crate::notation::popeye::words::Language;
use crate::retract::{Level, RetroProblem, Scene, Task};
use serde_json::{Value, json};

/// An answer for programs and for people.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The object of its kind.
    pub json: Value,
    /// Sentences, one a line.
    pub lines: Vec<String>,
}

/// The answer to a question about the past of a position; nothing if the task is no such question,
/// or one about conditions that is answered without the rules of legality.
///
/// # Errors
/// When the question has no answer here: under conditions, or with men that no game has.
pub fn ask(
    retro: &RetroProblem,
    language: Language,
    stops: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Answer>, String> {
    let is_fairy = !retro.problem.conditions.is_empty();
    match retro.task {
        Task::UnMoves | Task::Help(_) | Task::Defensive(_) | Task::Resolve => return Ok(None),
        Task::LastMoves(1) if is_fairy => return Ok(None),
        _ if is_fairy => {
            return Err("legality, rights and the turn are judged in orthodox chess alone".into());
        }
        _ => {}
    }
    let start = retro.turn.unwrap_or(Side::White);
    let state = State::of(&retro.problem.diagram, start);
    let state = state.ok_or("legality is judged of men of the game on the usual board alone")?;
    let passed = (retro.passed != Scene::NOWHERE).then(|| Square::new(retro.passed));
    let state = state
        .with_castlings(&retro.need.letters())
        .with_passed(passed);
    let (scrutiny, limits) = effort(retro.rules.level);
    let effort = Effort { limits, stops };
    Ok(answer(
        &retro.task,
        &state,
        retro.turn,
        scrutiny,
        &effort,
        tongue(language),
    ))
}

/// The language of sentences.
pub fn tongue(language: Language) -> Tongue {
    match language {
        Language::En => Tongue::English,
        Language::De => Tongue::German,
        Language::Fr => Tongue::French,
    }
}

fn effort(level: Level) -> (Scrutiny, Limits) {
    let usual = Limits::default();
    let (scrutiny, depth) = match level {
        Level::None => (Scrutiny::Counts, 0),
        Level::Checks => (Scrutiny::Counts, 1),
        Level::Last(plies) => (Scrutiny::Counts, u8::try_from(plies).unwrap_or(u8::MAX)),
        Level::Full => (Scrutiny::All, usual.depth),
    };
    (scrutiny, Limits { depth, ..usual })
}

/// Answers a question, if the task is one; the turn may be unknown.
pub fn answer(
    task: &Task,
    state: &State,
    turn: Option<Side>,
    scrutiny: Scrutiny,
    effort: &Effort<'_>,
    tongue: Tongue,
) -> Option<Answer> {
    Some(match task {
        Task::Legality => legality(state, effort, tongue),
        Task::LastMoves(count) => last(state, turn, *count, scrutiny, &effort.limits, tongue),
        Task::Castling => castling(state, scrutiny, &effort.limits, tongue),
        Task::EnPassant => passing(state, scrutiny, &effort.limits, tongue),
        Task::Turn => to_move(state, scrutiny, &effort.limits, tongue),
        Task::Dead => is_dead(state, tongue),
        Task::UnMoves | Task::Help(_) | Task::Defensive(_) | Task::Resolve => return None,
    })
}

fn legality(state: &State, effort: &Effort<'_>, tongue: Tongue) -> Answer {
    let verdict = judge(state, effort);
    let (word, key) = match &verdict {
        Verdict::Legal(_) => ("legal", "is-legal"),
        Verdict::Illegal(_) => ("illegal", "is-illegal"),
        Verdict::Unknown => ("unknown", "is-unknown"),
    };
    let mut lines = vec![phrase(key, tongue).to_owned()];
    let mut json = json!({"verdict": word, "reasons": [], "proof": []});
    match verdict {
        Verdict::Illegal(reasons) => {
            let said = reasons.iter().map(|reason| {
                let squares: Vec<String> =
                    reason.squares().iter().map(ToString::to_string).collect();
                json!({"rule": reason.rule, "text": reason.text(tongue), "squares": squares})
            });
            json["reasons"] = said.collect();
            lines.extend(reasons.iter().map(|reason| reason.text(tongue)));
        }
        Verdict::Legal(game) => {
            let game: Vec<String> = game.iter().map(ToString::to_string).collect();
            lines.push(game.join(" "));
            json["proof"] = json!(game);
        }
        Verdict::Unknown => {}
    }
    Answer { json, lines }
}

fn last(
    state: &State,
    turn: Option<Side>,
    count: u32,
    scrutiny: Scrutiny,
    limits: &Limits,
    tongue: Tongue,
) -> Answer {
    let turns = turn.map_or(Side::BOTH.to_vec(), |turn| vec![turn]);
    let moves = turns.into_iter().flat_map(|turn| {
        let state = state.with_turn(turn);
        let moves = last_moves(&state, scrutiny, limits);
        moves.into_iter().map(move |last| (state, last))
    });
    let moves: Vec<(State, LastMove)> = moves.collect();
    let is_unique = moves.len() == 1;
    let mut line = Vec::new();
    let mut only = moves.first().copied().filter(|_| is_unique);
    while let Some((_, last)) = only {
        line.push(last.text());
        if line.len() as u32 >= count {
            break;
        }
        let before = last_moves(&last.before, scrutiny, limits);
        only = match before[..] {
            [one] => Some((last.before, one)),
            _ => None,
        };
    }
    let rows: Vec<Value> = moves.iter().map(|(state, last)| row(state, last)).collect();
    let by = moves.first().map(|(state, _)| {
        if state.turn() == Side::Black {
            "w"
        } else {
            "b"
        }
    });
    let by = by.filter(|_| turn.is_some() || is_one_side(&moves));
    let json = json!({"moves": rows, "unique": is_unique, "line": line, "moved_last": by});
    let mut lines: Vec<String> = moves.iter().map(|(_, last)| last.text()).collect();
    if is_unique && count > 1 {
        lines = vec![line.join(" ")];
    }
    let key = match moves.len() {
        0 => "no-last-move-found",
        1 => "one-last-move",
        _ => "several-last-moves",
    };
    lines.push(phrase(key, tongue).to_owned());
    Answer { json, lines }
}

fn is_one_side(moves: &[(State, LastMove)]) -> bool {
    moves
        .windows(2)
        .all(|pair| pair[0].0.turn() == pair[1].0.turn())
}

fn row(state: &State, last: &LastMove) -> Value {
    let [from, to] = [last.from(), last.to()].map(|square| square.to_string());
    json!({
        "move": last.text(),
        "from": from,
        "to": to,
        "arrival": to,
        "captured": last.captured(state).map(String::from),
        "promotion": last.promotion().map(String::from),
        "castling": last.castling(),
        "ep": last.is_en_passant(),
        "before": last.before.fen(),
        "confirmed": last.is_confirmed,
    })
}

fn castling(state: &State, scrutiny: Scrutiny, limits: &Limits, tongue: Tongue) -> Answer {
    let found = castlings(state, scrutiny, limits);
    let word = |is_allowed: bool| if is_allowed { "allowed" } else { "disproved" };
    let mut all = serde_json::Map::new();
    let mut lines = Vec::new();
    for (letter, is_allowed) in &found.allowed {
        all.insert(letter.to_string(), json!(word(*is_allowed)));
        lines.push(format!("{letter}: {}", phrase(word(*is_allowed), tongue)));
    }
    if found.parts.len() > 1 {
        let parts = ('a'..).zip(&found.parts);
        lines.extend(parts.map(|(letter, part)| format!("{letter}) {part}")));
    }
    let json = json!({"castling": all, "parts": found.parts});
    Answer { json, lines }
}

fn passing(state: &State, scrutiny: Scrutiny, limits: &Limits, tongue: Tongue) -> Answer {
    let moves = last_moves(state, scrutiny, limits);
    let on = en_passant(&moves, state).map(|square| square.to_string());
    let texts: Vec<String> = moves.iter().map(LastMove::text).collect();
    let key = if on.is_some() {
        "allowed"
    } else {
        "not-proved"
    };
    let on: Vec<String> = on.into_iter().collect();
    let mut lines = texts.clone();
    lines.push(
        format!("{} {}", on.join(" "), phrase(key, tongue))
            .trim()
            .to_owned(),
    );
    let json = json!({"ep": on, "last_moves": texts});
    Answer { json, lines }
}

fn to_move(state: &State, scrutiny: Scrutiny, limits: &Limits, tongue: Tongue) -> Answer {
    let (word, key) = match who_is_to_move(state, scrutiny, limits) {
        Turn::Only(Side::White) => ("w", "turn-white"),
        Turn::Only(Side::Black) => ("b", "turn-black"),
        Turn::Either => ("either", "turn-either"),
        Turn::Neither => ("illegal", "is-illegal"),
    };
    Answer {
        json: json!({"to_move": word}),
        lines: vec![phrase(key, tongue).to_owned()],
    }
}

/// Positions looked at to show that a position is dead, or alive.
const POSITIONS: usize = 2_000_000;

fn is_dead(state: &State, tongue: Tongue) -> Answer {
    let (json, key, line) = match dead(state, POSITIONS) {
        Play::Dead => (json!({"dead": true}), "is-dead", None),
        Play::Mates(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            (
                json!({"dead": false, "mate": moves}),
                "is-alive",
                Some(moves.join(" ")),
            )
        }
        Play::Unknown => (json!({"dead": null}), "dead-unknown", None),
    };
    let lines = std::iter::once(phrase(key, tongue).to_owned()).chain(line);
    Answer {
        json,
        lines: lines.collect(),
    }
}
