//! A FEN and a statement a line: `8/8/... w - - ; h#2, Circe`, also EPD with operations.

use super::carrier::{Shows, Visible};
use super::label::Label;
use super::record::Record;
use super::{Entry, Retraction, aside, carrier, dressing, moves, write};
use crate::notation::posed::{Half, Placed, pose};
use crate::notation::retro;
use crate::notation::statement;
use serde_json::Value;

/// Whether a line holds a FEN.
pub(super) fn has_fen(line: &str) -> bool {
    words(line).any(is_board)
}

/// Whether a line is one that we write: a board of another size is known by what is carried along.
pub(super) fn is_ours(line: &str) -> bool {
    line.contains(&format!(" ; {}{{", carrier::MARK))
}

/// The words of a line; `8/8/...;h#2` is more than one.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
        .flat_map(|word| word.split_inclusive([';', '|']))
}

/// Eight ranks between slashes, of men, digits and what writes neutral and other men.
fn is_board(word: &str) -> bool {
    let word = bare(word);
    let ranks = word.matches('/').count();
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "/=.+-()!*~'".contains(sign);
    (5..=16).contains(&ranks) && word.len() >= 15 && word.chars().all(is_sign)
}

/// A word without quotes, brackets and what separates it from the next one.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(['"', '\'', ',', ';', '|', '[', ']', '“', '”', '„', '«', '»']);
    // The full stop of a sentence, and no empty square.
    let rank = word.rsplit('/').next().unwrap_or(word);
    match rank.matches('.').count() {
        1 if rank.len() < word.len() => word.trim_end_matches('.'),
        _ => word,
    }
}

/// The stipulation of `#3`, the side to move mates in 3, and of `#-3`, it is mated in 3 whatever
/// it plays: that is play after a key.
fn mate(value: &str) -> Option<String> {
    let value = value.trim_start_matches(['#', '+']);
    match value.strip_prefix('-') {
        Some(moves) => {
            let moves: u16 = moves.trim_start_matches('#').parse().ok()?;
            Some(format!("#{}, PostKeyPlay", moves.checked_add(1)?))
        }
        None => value.parse::<u16>().ok().map(|moves| format!("#{moves}")),
    }
}

/// The problem of a line; comments begin with `#` or `//` and hold no FEN.
pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let line = record.text.trim();
    if !has_fen(line) && !is_ours(line) {
        let is_comment = line.starts_with(['#', '%', ';']) || line.starts_with("//");
        return match is_comment {
            true => Vec::new(),
            false => {
                let why = format!(
                    "line {}: no FEN is found in `{}`",
                    record.line,
                    shortened(line)
                );
                vec![at_line(Entry::refused(why), record.line)]
            }
        };
    }
    let (line, carried) = match line.find(carrier::MARK) {
        Some(at) => line.split_at(at),
        None => (line, ""),
    };
    let shows = Shows {
        is_as_written: |entry: &Entry| write::epd_of(entry).trim() == line.trim(),
        seen: || visible(line, record.line),
        shown: |entry: &Entry| shown(entry, record.line),
    };
    let entry = carrier::settle(carried, record.line, shows);
    vec![at_line(entry, record.line)]
}

/// What our writer writes, but for what is carried along.
pub(super) fn shown(entry: &Entry, line: usize) -> Visible {
    visible(write::epd_of(entry).trim(), line)
}

/// What a line says but for what is carried along.
fn visible(line: &str, number: usize) -> Visible {
    let (fields, statement) = match line.split_once(" ; ") {
        // A board of another size than FEN has.
        Some((fen, rest)) if !has_fen(line) => (vec![fen.to_owned()], operations(rest)),
        _ => split(line),
    };
    let mut entry = read(&fields, &statement.text, number);
    entry.id = statement.id;
    for (label, text) in statement.labelled {
        match label {
            Label::Solution => {
                let before = entry.solution.take().map(|before| before + "\n");
                entry.solution = Some(before.unwrap_or_default() + &text);
            }
            Label::Authors => entry.problem.authors.push(text),
            Label::Source => entry.problem.origins.push(text),
            Label::Award => entry.problem.awards.push(text),
            Label::Title => entry.problem.titles.push(text),
            _ => {
                let remark = format!("{label:?}").to_lowercase();
                entry.details.insert(remark, Value::String(text));
            }
        }
    }
    let told = statement.operations.iter();
    entry.note_unread(told.map(|(key, value)| (key.as_str(), value.as_str())));
    for (key, value) in statement.operations {
        entry.details.insert(key, Value::String(value));
    }
    Visible {
        entry,
        text: line.to_owned(),
    }
}

fn at_line(entry: Entry, line: usize) -> Entry {
    Entry { line, ..entry }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// What a line says beside its FEN.
#[derive(Default)]
struct Said {
    text: String,
    id: Option<String>,
    /// What labels announce.
    labelled: Vec<(Label, String)>,
    operations: Vec<(String, String)>,
}

/// The fields of the FEN, and the rest.
fn split(line: &str) -> (Vec<String>, Said) {
    let words: Vec<&str> = words(line).collect();
    let at = words.iter().position(|word| is_board(word)).unwrap_or(0);
    let clean = |word: &str| bare(word).to_owned();
    let mut fields = vec![clean(words[at])];
    let closed = |word: &str| word.ends_with([';', ',', '|', '"']);
    let mut next = at + 1;
    let mut open = !closed(words[at]);
    let is_field = |index: usize, word: &str| match index {
        1 => matches!(word, "w" | "b"),
        2 => word == "-" || word.chars().all(|sign| "KQkq".contains(sign)),
        3 => word == "-" || word.len() == 2 && word.as_bytes()[1].is_ascii_digit(),
        _ => word.len() < 4 && word.chars().all(|sign| sign.is_ascii_digit()),
    };
    while open && next < words.len() && fields.len() < 6 {
        let mut word = clean(words[next]);
        // `B - -`: a letter alone could be anything.
        let is_side = fields.len() == 1 && matches!(word.as_str(), "W" | "B");
        if is_side
            && words
                .get(next + 1)
                .is_some_and(|word| is_field(2, &clean(word)))
        {
            word = word.to_lowercase();
        }
        if word.is_empty() || !is_field(fields.len(), &word) {
            break;
        }
        open = !closed(words[next]);
        fields.push(word);
        next += 1;
    }
    // `2) <FEN> #1`: the number of a problem in a list of them, not the label of a twin.
    let number = words[..at].first().copied();
    let number = number.and_then(|word| listed_number(word, at == 1));
    let front = number.iter().map(String::as_str);
    let front = front.chain(words[usize::from(number.is_some())..at].iter().copied());
    let rest: Vec<&str> = front.chain(words[next..].iter().copied()).collect();
    (fields, operations(&rest.join(" ")))
}

/// `2.` for `2)` and `(2)`; nothing for a letter right before the FEN, `b)`: with a position of its own it is no twin.
fn listed_number(word: &str, before_fen: bool) -> Option<String> {
    let label = word.strip_suffix(')')?.trim_start_matches('(');
    let is_number = (1..5).contains(&label.len()) && label.bytes().all(|c| c.is_ascii_digit());
    let is_letter = label.len() == 1 && label.bytes().all(|c| c.is_ascii_lowercase());
    match is_letter && before_fen {
        true => Some(String::new()),
        false => is_number.then(|| format!("{label}.")),
    }
}

/// Operations of the standard that are no part of a problem.
const OPERATIONS: [&str; 20] = [
    "pv",
    "sv",
    "am",
    "bm",
    "pm",
    "ce",
    "acd",
    "acn",
    "acs",
    "hmvc",
    "fmvn",
    "eco",
    "nic",
    "rc",
    "tcri",
    "tcsi",
    "noop",
    "resign",
    "draw_offer",
    "draw_reject",
];

/// Whether something follows the name of an operation.
fn has_operand(name: &str) -> bool {
    !matches!(name, "noop" | "resign" | "draw_offer" | "draw_reject")
}

/// `dm 2; id "x"; c0 "..."` are operations of EPD; everything else is the statement.
fn operations(text: &str) -> Said {
    let mut said = Said::default();
    let mut parts = Vec::new();
    for part in text.split([';', '|', '\t']) {
        let part = part.trim();
        let (name, value) = part.split_once(' ').unwrap_or((part, ""));
        let value = value.trim().trim_matches('"');
        match name {
            "bm" | "dm" if mate(value).is_some() => parts.extend(mate(value)),
            "id" => said.id = Some(value.to_owned()),
            "stip" | "stipulation" | "task" => parts.push(value.to_owned()),
            _ if OPERATIONS.contains(&name) && part.contains(' ') == has_operand(name) => {
                said.operations.push((name.to_owned(), value.to_owned()));
            }
            _ if name.len() == 2 && name.starts_with(['c', 'v']) && part.contains('"') => {
                said.operations.push((name.to_owned(), value.to_owned()));
            }
            _ if part.is_empty() => {}
            _ if !parts.is_empty() && moves::is_moves(part) => {
                said.labelled.push((Label::Solution, part.to_owned()));
            }
            _ if !parts.is_empty() && is_name(part) => {
                said.labelled.push((Label::Authors, part.to_owned()));
            }
            _ => match Label::before(part) {
                None | Some((Label::Statement | Label::Conditions | Label::Twins, _)) => {
                    let text = Label::before(part).map_or(part, |(_, text)| text);
                    parts.push(text.trim_matches(['"', ',']).trim().to_owned());
                }
                // `FEN: 8/8/... h#2`: the label is that of the FEN.
                Some((Label::Fen, text)) => parts.push(text.to_owned()),
                Some((Label::White | Label::Black | Label::Neutral, _)) => {
                    parts.push(part.to_owned());
                }
                Some((Label::Side, text)) if aside::side_of(text).is_some() => {
                    parts.extend(aside::side_said(text));
                }
                Some((label, text)) => said.labelled.push((label, text.to_owned())),
            },
        }
    }
    parts.retain(|part| !part.is_empty());
    said.text = parts.join(", ");
    said
}

/// Whether a text is a name with the surname first, `Müller, Jürgen`, and nothing like a rule.
fn is_name(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_alphabetic() || " .'’-".contains(sign);
    let is_half = |half: &str| {
        let half = half.trim();
        half.starts_with(char::is_uppercase)
            && half.chars().all(is_sign)
            && !statement::is_nearly_said(half)
    };
    let has_halves = || text.split(',').count() == 2 && text.split(',').all(is_half);
    has_halves() && !statement::may_say_task(text) && statement::statement(text).is_err()
}

/// Whether a line is a FEN and says nothing else.
pub(super) fn is_fen_alone(line: &str) -> bool {
    has_fen(line) && fields_and_rest(line).1.is_empty()
}

/// A FEN and a statement that stand in one text, if it holds a FEN.
///
/// ```
/// use dawson::collection::fen_and_statement;
/// let (fen, statement) = fen_and_statement("#2, 7k/8/6K1/8/8/8/8/1R6 w - -, Circe").unwrap();
/// assert_eq!(fen, "7k/8/6K1/8/8/8/8/1R6 w - -");
/// assert_eq!(statement, "#2, Circe");
/// ```
pub fn fen_and_statement(text: &str) -> Option<(String, String)> {
    let text = &dressing::without_addresses(text);
    let at = text.lines().position(has_fen)?;
    let mut fen = String::new();
    let mut said: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if number == at {
            let (fields, statement) = fields_and_rest(line);
            fen = fields.join(" ");
            said.push(statement);
        } else {
            said.push(line.to_owned());
        }
    }
    said.retain(|line| !line.trim().is_empty());
    Some((fen, said.join("\n")))
}

/// The fields of the FEN of a line, and the statement in it.
pub(super) fn fields_and_rest(line: &str) -> (Vec<String>, String) {
    let (fields, said) = split(line);
    (fields, said.text)
}

/// The problem of a FEN's fields, or of a list of men, and a statement.
pub(super) fn read(fields: &[String], text: &str, line: usize) -> Entry {
    of_position(&fields.join(" "), text, line)
}

/// A problem in which moves are taken back. It counts as not read, with the commands that can read it as the
/// reason, so that nobody solves its diagram as a forward problem.
fn of_retractor(position: &str, text: &str, line: usize) -> Entry {
    let posed = retro::read(text, position);
    let mut entry = Entry::of(posed.task.problem.clone());
    entry.language = posed.language;
    for (half, diagnostic) in &posed.diagnostics {
        let text = match half {
            Half::Statement => text,
            Half::Position => "",
        };
        entry.said(text, std::slice::from_ref(diagnostic), line);
    }
    if entry.is_read() {
        entry.retro = Some(Retraction {
            statement: text.to_owned(),
            task: posed.task,
        });
        entry.errors.push(format!(
            "line {line}: moves are taken back: `dawson check` and `dawson retract` understand that"
        ));
    }
    entry
}

/// The problem of a position in any form and a statement.
pub(super) fn of_position(position: &str, text: &str, line: usize) -> Entry {
    if retro::is_retro(text) {
        return of_retractor(position, text, line);
    }
    let placed = match position.is_empty() {
        true => Placed::Said,
        false => Placed::Fen(position),
    };
    let mut posed = pose(text, placed);
    posed.credit();
    let mut entry = Entry::of(posed.problem);
    entry.language = posed.letters.unwrap_or(posed.language);
    if text.trim().is_empty() {
        let why = format!("line {line}: a position, but no statement such as `#2`");
        entry.errors.push(why);
    }
    for (half, diagnostic) in posed.diagnostics {
        let text = match half {
            Half::Statement => text,
            Half::Position => position,
        };
        entry.said(text, &[diagnostic], line);
    }
    entry
}
