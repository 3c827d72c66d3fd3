//! Statements of retro problems as magazines print them, in three languages; what is left of a statement
//! once its retro phrases are taken out is read like any other.
//!
//! **Invariant:** words are rows of `phrases.tsv`. A statement without a retro phrase is none of this
//! module's business.

mod phrase;
mod write;

pub use write::Scribe;

use super::diagnostic::{Diagnostic, malformed};
use super::popeye::words::Language;
use super::posed::{Half, Placed, pose};
use super::position;
use super::statement::is_double_step;
use crate::board::{Side, Square};
use crate::retract::{Defence, DefenceKind, Need, RetroProblem, Task};
use phrase::{Found, longest, tokens};

/// What was read of a retro statement and a position.
#[derive(Clone, PartialEq, Debug)]
pub struct RetroPosed {
    /// The task.
    pub task: RetroProblem,
    /// The language of the statement.
    pub language: Language,
    /// Everything to be said about either half.
    pub diagnostics: Vec<(Half, Diagnostic)>,
}

impl RetroPosed {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        let mut all = self.diagnostics.iter();
        !all.any(|(_, diagnostic)| diagnostic.is_error())
    }
}

/// Whether a statement asks for retro play.
///
/// ```
/// use dawson::notation::retro::is_retro;
/// assert!(is_retro("-1(w,b) & h#1, Circe"));
/// assert!(is_retro("Letzter Zug?"));
/// assert!(!is_retro("h#2, Circe"));
/// assert!(!is_retro("#2, last move was d7-d5"));
/// ```
pub fn is_retro(text: &str) -> bool {
    let read = phrases(text);
    let asks = |found: &Found| {
        is_task(found.meaning) && !is_answered(text, found)
            || found.meaning == "defend-count" && found.at.start == 0
    };
    let types = ["proca", "hoeg", "klan", "pacific", "defend"];
    read.iter()
        .any(|found| asks(found) || types.contains(&found.meaning))
}

/// `last move was d7-d5`: a double step right behind the words is the answer, and nothing is asked.
fn is_answered(text: &str, found: &Found) -> bool {
    let (asked, behind) = text.split_at(found.at.end);
    let words = behind.split(|c: char| c.is_whitespace() || ":,;()".contains(c));
    let mut words = words.filter(|word| !word.is_empty()).take(3);
    let is_open = found.meaning == "last-move" && !asked.ends_with('?');
    is_open && words.any(|word| is_double_step(word.trim_end_matches('.')))
}

/// A statement without what it says of moves taken back: the forward play and the conditions.
///
/// ```
/// use dawson::notation::retro::forward_of;
/// let forward = forward_of("-2 & #1; Proca, Anticirce");
/// assert_eq!(forward.split_whitespace().collect::<Vec<_>>(), ["#1;", "Anticirce"]);
/// assert_eq!(forward_of("h#2, Circe"), "h#2, Circe");
/// ```
pub fn forward_of(text: &str) -> String {
    match is_retro(text) {
        true => rest_of(text, &phrases(text)),
        false => text.to_owned(),
    }
}

/// The question about the past of a position that a text asks, with or without its question mark.
///
/// ```
/// use dawson::notation::retro::question;
/// use dawson::retract::Task;
/// assert_eq!(question("Last move?"), Some(Task::LastMoves(1)));
/// assert_eq!(question("Welches waren die letzten 8 Einzelzüge?"), Some(Task::LastMoves(8)));
/// assert_eq!(question("h#2"), None);
/// ```
pub fn question(text: &str) -> Option<Task> {
    let asked = format!("{} ?", text.trim().trim_end_matches('?'));
    let found = phrases(&asked);
    question_of(&found)
}

fn is_task(meaning: &str) -> bool {
    let questions = [
        "un-moves",
        "last-move",
        "last-moves",
        "legal",
        "castling",
        "en-passant",
        "turn",
        "dead",
        "resolve",
        "help-letters",
    ];
    questions.contains(&meaning) || meaning.starts_with("help:")
}

/// All phrases of a text. What means something in other statements, too, is left alone where nothing
/// before it speaks of retro play.
fn phrases(text: &str) -> Vec<Found> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins = |meaning: &str| {
            let before = text[..tokens[at].at.start].trim_end();
            let is_count =
                matches!(meaning, "help-letters" | "defend-count") && tokens[at].text != "vor";
            !is_count || before.is_empty() || before.ends_with([',', ';', '&', '+', ':', '.', ')'])
        };
        match longest(&tokens, at) {
            Some((phrase, taken)) if begins(phrase.meaning) => {
                found.push(phrase);
                at += taken;
            }
            _ => at += 1,
        }
    }
    found
}

/// Reads a retro statement with its position.
///
/// ```
/// use dawson::notation::retro::read;
/// use dawson::retract::Task;
/// let posed = read("-1(w,b) & h#1", "8/8/8/8/8/5k2/8/5K1R b - -");
/// assert!(posed.is_sound());
/// assert!(matches!(posed.task.task, Task::Help(sides) if sides.len() == 2));
/// ```
pub fn read(text: &str, fen: &str) -> RetroPosed {
    let text = &text.replace('‡', "#");
    let found = phrases(text);
    let rest = rest_of(text, &found);
    let position = history_of(fen);
    let posed = pose(&rest, Placed::Fen(&position.text));
    let mut problem = posed.problem;
    problem.options.no_castling = crate::board::SquareSet::EMPTY;
    problem.options.en_passant.clear();
    let language = super::statement::spoken_language(&rest).unwrap_or(posed.language);
    let mut diagnostics = posed.diagnostics;
    let task = match task_of(text, &found, language) {
        Ok(task) => task,
        Err(diagnostic) => {
            diagnostics.push((Half::Statement, diagnostic));
            Task::UnMoves
        }
    };
    if let Task::Help(_) | Task::Defensive(_) = task
        && problem.stipulation.is_none()
        && problem.structured.is_none()
        && !diagnostics.iter().any(|(_, one)| one.is_error())
    {
        let why = "forward play such as `& #1` after the moves taken back";
        diagnostics.push((Half::Statement, malformed(text, 0, why)));
    }
    let turn = position.turn.or_else(|| {
        let read = position::position(&position.text, &[], language).ok()?;
        read.side_to_move.filter(|_| position.says_turn)
    });
    diagnostics.extend(
        position
            .faults
            .into_iter()
            .map(|fault| (Half::Position, fault)),
    );
    let mut retro = RetroProblem::new(problem, task);
    retro.turn = turn;
    retro.need = position.need;
    retro.passed = position.passed;
    let ill = ill_men(&retro, fen);
    diagnostics.extend(ill.into_iter().map(|fault| (Half::Position, fault)));
    RetroPosed {
        task: retro,
        language,
        diagnostics,
    }
}

/// What a FEN says of history.
struct History {
    /// The FEN with nothing said of it.
    text: String,
    says_turn: bool,
    turn: Option<Side>,
    need: Need,
    passed: u8,
    faults: Vec<Diagnostic>,
}

fn history_of(fen: &str) -> History {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let mut history = History {
        text: fen.to_owned(),
        says_turn: true,
        turn: None,
        need: Need::NOTHING,
        passed: crate::retract::Scene::NOWHERE,
        faults: Vec::new(),
    };
    let [board, rest @ ..] = fields.as_slice() else {
        return history;
    };
    if !board.contains('/') || rest.len() > 5 {
        return history;
    }
    let place = |field: &str| field.as_ptr() as usize - fen.as_ptr() as usize;
    match rest.first() {
        Some(&"w") => history.turn = Some(Side::White),
        Some(&"b") => history.turn = Some(Side::Black),
        Some(&"?") => history.says_turn = false,
        _ => return history,
    }
    if let Some(&letters) = rest.get(1).filter(|&&letters| letters != "?") {
        match Need::from_letters(letters) {
            Some(need) => history.need = need,
            None => history.faults.push(malformed(
                letters,
                place(letters),
                "castling rights such as `KQkq`, or `-`",
            )),
        }
    }
    if let Some(&square) = rest
        .get(2)
        .filter(|&&square| square != "-" && square != "?")
    {
        match Square::from_name(square) {
            Some(square) => history.passed = square.byte(),
            None => history.faults.push(malformed(
                square,
                place(square),
                "the square passed by a double step, or `-`",
            )),
        }
    }
    // Whose turn it is says who moved last, not who begins the forward play.
    history.text = (*board).to_owned();
    history
}

/// Men that cannot stand where they do, and rights that cannot be there.
fn ill_men(retro: &RetroProblem, fen: &str) -> Option<Diagnostic> {
    impossible(retro).map(|what| Diagnostic::Impossible {
        what,
        at: (0, fen.len()).into(),
    })
}

/// Why a position cannot be: two kings of a side, pawns on the edge, rights of men that are not there.
///
/// ```
/// use dawson::notation::retro::{impossible, read};
/// use dawson::retract::Need;
/// let mut task = read("last move?", "8/8/8/8/8/5k2/7p/7K w").task;
/// assert_eq!(impossible(&task), None);
/// task.need = Need::from_letters("K").unwrap();
/// let why = "the right `K` needs a king on e1, which is not there";
/// assert_eq!(impossible(&task).as_deref(), Some(why));
/// ```
pub fn impossible(retro: &RetroProblem) -> Option<String> {
    use crate::men::walk_id;
    let is_plain = retro.problem.conditions.is_empty() && retro.problem.diagram.geometry.is_usual();
    for side in Side::BOTH {
        let who = if side == Side::White {
            "White"
        } else {
            "Black"
        };
        let kings: Vec<String> = retro
            .problem
            .diagram
            .men()
            .filter(|(_, man)| man.is_royal() && man.is_of(side))
            .map(|(on, _)| retro.problem.diagram.geometry.name(on))
            .collect();
        if kings.len() > 1 {
            return Some(format!(
                "{who} has {} kings: {}",
                kings.len(),
                kings.join(", ")
            ));
        }
    }
    let edge = retro.problem.diagram.men().find(|(on, man)| {
        man.walk() == walk_id::PAWN && (on.index() < 8 || (56..64).contains(&on.index()))
    });
    if let Some((on, _)) = edge.filter(|_| is_plain) {
        return Some(format!("a pawn stands on {on}, on the first or last rank"));
    }
    for (letter, side, rook) in [
        ('K', Side::White, 7),
        ('Q', Side::White, 0),
        ('k', Side::Black, 63),
        ('q', Side::Black, 56),
    ] {
        let needed = retro
            .need
            .has(Need::of(side, letter.eq_ignore_ascii_case(&'q')));
        let king = if side == Side::White { 4 } else { 60 };
        let stands = |on: u8, walk| {
            let man = retro.problem.diagram.on(Square::new(on));
            man.is_some() && man.walk() == walk && man.is_of(side)
        };
        if !needed {
            continue;
        }
        for (on, walk, name) in [(king, walk_id::KING, "king"), (rook, walk_id::ROOK, "rook")] {
            if !stands(on, walk) {
                let on = Square::new(on);
                return Some(format!(
                    "the right `{letter}` needs a {name} on {on}, which is not there"
                ));
            }
        }
    }
    passed_fault(retro)
}

/// Why no double step can have passed the square that is said to have been passed.
fn passed_fault(retro: &RetroProblem) -> Option<String> {
    use crate::men::walk_id;
    if retro.passed == crate::retract::Scene::NOWHERE {
        return None;
    }
    if !retro.problem.diagram.geometry.is_usual() {
        return Some(
            "squares passed by a double step are known on boards of eight by eight only".to_owned(),
        );
    }
    let passed = Square::new(retro.passed);
    let (side, on) = match retro.passed / 8 {
        2 => (Side::White, retro.passed + 8),
        5 => (Side::Black, retro.passed - 8),
        _ => return Some(format!("no double step passes {passed}")),
    };
    let pawn = retro.problem.diagram.on(Square::new(on));
    let stands = pawn.is_some() && pawn.walk() == walk_id::PAWN && pawn.is_of(side);
    (!stands || retro.turn == Some(side)).then(|| {
        format!("no pawn that has just moved stands before {passed}, the square said to be passed")
    })
}

/// The text with blanks in place of phrases, but for what they say of the forward play.
fn rest_of(text: &str, found: &[Found]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for phrase in found {
        let span = phrase.at.clone();
        let instead = match phrase.meaning.strip_prefix("forward:") {
            Some(goal) => format!("{goal}{}", phrase.numbers.first().copied().unwrap_or(1)),
            None if phrase.meaning == "then" && !is_link(text, found, phrase) => continue,
            None => ",".to_owned(),
        };
        let filled = format!("{instead:<width$}", width = span.len());
        bytes.splice(
            span.clone(),
            filled.into_bytes().into_iter().take(span.len()),
        );
    }
    let mut rest = String::from_utf8(bytes).unwrap_or_default();
    // Separators with nothing between them mean nothing.
    let mut blank = true;
    let mut cleaned = Vec::new();
    for byte in rest.bytes() {
        let separates = matches!(byte, b',' | b';' | b':');
        cleaned.push(if separates && blank { b' ' } else { byte });
        blank = separates || blank && byte.is_ascii_whitespace();
    }
    rest = String::from_utf8(cleaned).unwrap_or(rest);
    let end = rest.trim_end_matches([' ', ',', ';', '.', ':']).len();
    rest.truncate(end);
    rest
}

/// Whether `&` or `and` stands between retro play and forward play, not in a name such as `Take & Make`.
fn is_link(_text: &str, found: &[Found], phrase: &Found) -> bool {
    let place = found.iter().position(|one| one == phrase);
    let before = place
        .and_then(|place| place.checked_sub(1))
        .map(|place| &found[place]);
    let speaks = |meaning: &str| meaning != "then" && !meaning.starts_with("forward:");
    before.is_some_and(|before| speaks(before.meaning) && is_near(_text, before, phrase))
}

fn is_near(text: &str, before: &Found, phrase: &Found) -> bool {
    let between = &text[before.at.end..phrase.at.start];
    between.trim_matches([' ', ',', ';', ':', '.']).is_empty()
}

fn task_of(text: &str, found: &[Found], language: Language) -> Result<Task, Diagnostic> {
    if let Some(task) = question_of(found) {
        return Ok(task);
    }
    let kinds = [
        ("proca", DefenceKind::Proca),
        ("hoeg", DefenceKind::Hoeg),
        ("klan", DefenceKind::Klan),
        ("pacific", DefenceKind::Pacific),
    ];
    let kind = found.iter().find_map(|phrase| {
        let mut kinds = kinds.iter();
        kinds
            .find(|(name, _)| *name == phrase.meaning)
            .map(|(_, kind)| *kind)
    });
    let is_defensive = kind.is_some() || found.iter().any(|phrase| phrase.meaning == "defend");
    let sides = help_sides(found, language);
    let count = found.iter().find(|phrase| phrase.meaning == "defend-count");
    let count = count.map(|phrase| phrase.numbers[0]);
    if !sides.is_empty() && !is_defensive {
        return Ok(Task::Help(sides));
    }
    let white = sides.iter().filter(|side| **side == Side::White).count() as u16;
    match count.or((white > 0).then_some(white)) {
        Some(moves) if moves > 0 => Ok(Task::Defensive(Defence {
            moves,
            kind: kind.unwrap_or_default(),
            forward_defence: !found.iter().any(|phrase| phrase.meaning == "no-fd"),
        })),
        _ => Err(malformed(
            text,
            0,
            "how many moves White takes back, such as `-2 & #1`",
        )),
    }
}

/// The first question among phrases.
fn question_of(found: &[Found]) -> Option<Task> {
    found.iter().find_map(|phrase| {
        Some(match phrase.meaning {
            "un-moves" => Task::UnMoves,
            "last-move" => Task::LastMoves(1),
            "last-moves" => Task::LastMoves(phrase.numbers[0].into()),
            "legal" => Task::Legality,
            "castling" => Task::Castling,
            "en-passant" => Task::EnPassant,
            "turn" => Task::Turn,
            "dead" => Task::Dead,
            "resolve" => Task::Resolve,
            _ => return None,
        })
    })
}

/// Who takes back, move by move.
fn help_sides(found: &[Found], language: Language) -> Vec<Side> {
    let letters: Vec<char> = found
        .iter()
        .flat_map(|phrase| phrase.sides.clone())
        .collect();
    let b_is_white = letters.contains(&'n') || language == Language::Fr && !letters.contains(&'w');
    let side = |letter: char| match letter {
        'w' => Side::White,
        'b' if b_is_white => Side::White,
        _ => Side::Black,
    };
    let mut sides = Vec::new();
    for phrase in found {
        let times = phrase.numbers.first().copied().unwrap_or(1);
        let line: Vec<Side> = match phrase.meaning {
            "help-letters" => phrase.sides.iter().map(|&letter| side(letter)).collect(),
            "help:w" => vec![Side::White],
            "help:b" => vec![Side::Black],
            "help:wb" => vec![Side::White, Side::Black],
            "help:bw" => vec![Side::Black, Side::White],
            _ => continue,
        };
        for _ in 0..times {
            sides.extend(&line);
        }
    }
    sides
}
