//! What formats carry beside the problem: everything is kept, whatever the format.
//!
//! Where a format cannot hold the problem itself or its details, the writer adds the input text
//! and the details as JSON in a remark or comment, and the reader prefers those.

use super::Entry;
use crate::notation::fields::lost_castlings;
use crate::notation::popeye::input::input;
use crate::notation::popeye::read::read;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::notation::statement;
use crate::problem::{Intention, Problem};
use serde_json::{Map, Value};

/// What stands before JSON that a writer of ours put into a remark or comment.
pub(super) const MARK: &str = "dawson:";

/// The key of the text of a problem's own conditions, in JSON and YAML.
pub(super) const OWN_CONDITIONS: &str = "own-conditions";

/// The keys in that JSON.
const INPUT: &str = "input";
const DETAILS: &str = "details";
const SOLUTION: &str = "solution";
const INTENDED: &str = "intended";
const ID: &str = "id";

/// The problem as input of Popeye in English, without its authors and sources.
pub(super) fn bare_input(problem: &Problem) -> String {
    let bare = Problem {
        authors: Vec::new(),
        origins: Vec::new(),
        awards: Vec::new(),
        titles: Vec::new(),
        ..problem.clone()
    };
    input([&bare], Language::En)
}

/// A hash of what is asked: position, stipulation, conditions, options and twins, whoever made it
/// and wherever it stands.
///
/// ```
/// use dawson::collection::content_hash;
/// use dawson::problem::Problem;
/// let mut problem = Problem::new();
/// let hash = content_hash(&problem);
/// problem.authors.push("N. N.".to_owned());
/// assert_eq!(content_hash(&problem), hash);
/// assert_eq!(hash.len(), 16);
/// ```
pub fn content_hash(problem: &Problem) -> String {
    // Fowler, Noll and Vo's hash 1a: stable for ever, and nobody is to be deceived.
    let text = bare_input(&plainly_asked(problem));
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The statement of a problem on one line, without the claim: `h#2.5, Circe, b) wKa1->b1`. If no
/// statement holds the whole problem, a short outline that cannot be read back.
pub fn statement_of(problem: &Problem) -> String {
    let mut asked = plainly_asked(problem);
    asked.intention = Intention::default();
    statement::text(&asked, Language::En).unwrap_or_else(|| outline_of(problem))
}

/// The problem without wishes that change nothing of what is solved, such as castlings forbidden to
/// rooks that are not there. Problems are the same when these are.
pub fn plainly_asked(problem: &Problem) -> Problem {
    let mut asked = problem.clone();
    asked.options.no_castling = lost_castlings(problem);
    asked.options.variation = false;
    asked
}

/// As far as a statement can say it.
fn outline_of(problem: &Problem) -> String {
    let notation = Notation::of(problem, Language::En);
    let mut parts: Vec<String> = notation.asked(problem).into_iter().collect();
    parts.extend(notation.captions(&problem.conditions));
    if problem.options.duplex {
        parts.push("Duplex".to_owned());
    }
    if problem.options.half_duplex {
        parts.push("HalfDuplex".to_owned());
    }
    if problem.options.set_play {
        parts.push("SetPlay".to_owned());
    }
    for version in problem.versions() {
        if let Some(label) = version.label.filter(|label| !label.changes.is_empty()) {
            let changes = notation.changes(&label).join(", ").replace("\n  ", ",");
            let letter = crate::problem::twin_letter(label.number);
            parts.push(format!("{letter}) {}", changes.trim()));
        }
    }
    parts.join(", ")
}

/// A statement and a FEN that together are read as the problem with all its details; none if
/// they would lose something.
///
/// ```
/// use dawson::Problem;
/// use dawson::collection::statement_and_fen;
/// let problem = Problem::from_statement("h#2, b) Rh2-g2, +c) Pd4-d5", "8/8/8/8/3P4/1K6/7R/k7").unwrap();
/// let (text, fen) = statement_and_fen(&problem).unwrap();
/// assert_eq!(text, "h#2, b) wRh2->g2, +c) wPd4->d5");
/// assert_eq!(Problem::from_statement(&text, &fen).unwrap(), problem);
/// ```
pub fn statement_and_fen(problem: &Problem) -> Option<(String, String)> {
    let text = statement::text(problem, Language::En)?;
    let fen = super::write::fen_of(problem);
    let again = Problem::from_statement(&text, &fen).ok()?;
    (again == *problem).then_some((text, fen))
}

/// All of an entry as one line of JSON with a mark, for a tag or a comment.
pub fn carried(entry: &Entry) -> String {
    pack(entry, true, true).unwrap_or_default()
}

/// The JSON of everything that a format has no place for.
pub(super) fn pack(entry: &Entry, with_input: bool, with_solution: bool) -> Option<String> {
    let mut all = Map::new();
    if with_input {
        let text = input([&entry.problem], Language::En);
        all.insert(INPUT.to_owned(), Value::String(text));
    }
    if !entry.details.is_empty() {
        all.insert(DETAILS.to_owned(), Value::Object(entry.details.clone()));
    }
    if let Some(solution) = entry.solution.as_ref().filter(|_| with_solution) {
        all.insert(SOLUTION.to_owned(), Value::String(solution.clone()));
    }
    if !entry.problem.intention.is_empty() {
        let texts = entry
            .problem
            .intention
            .texts()
            .into_iter()
            .map(Value::String);
        all.insert(INTENDED.to_owned(), Value::Array(texts.collect()));
    }
    if let Some(id) = &entry.id {
        all.insert(ID.to_owned(), Value::String(id.clone()));
    }
    let json = serde_json::to_string(&all).ok()?;
    (!all.is_empty()).then(|| format!("{MARK}{json}"))
}

/// Takes JSON that a writer of ours left; false if the text is none of it.
pub(super) fn unpack(entry: &mut Entry, text: &str) -> bool {
    let Some(json) = text.trim().strip_prefix(MARK) else {
        return false;
    };
    let Ok(Value::Object(all)) = serde_json::from_str(json) else {
        return false;
    };
    if let Some(Value::String(text)) = all.get(INPUT) {
        let reading = read(text.as_bytes());
        if let [only] = reading.problems.as_slice()
            && only.is_sound()
        {
            entry.problem = only.problem.clone();
            entry.claims_by_default = false;
            entry.language = reading.language;
            entry.errors.clear();
        }
    }
    if let Some(Value::Object(details)) = all.get(DETAILS) {
        for (key, value) in details {
            entry.details.insert(key.clone(), value.clone());
        }
    }
    if let Some(Value::String(solution)) = all.get(SOLUTION) {
        entry.solution = Some(solution.clone());
    }
    if let Some(Value::String(id)) = all.get(ID) {
        entry.id = Some(id.clone());
    }
    if let Some(Value::Array(texts)) = all.get(INTENDED) {
        let mut intention = Intention::default();
        let mut texts = texts.iter().filter_map(Value::as_str);
        if texts.all(|text| intention.read(text).is_ok()) {
            entry.problem.intention = intention;
        }
    }
    true
}

/// What the remarks of an input claim.
///
/// # Errors
/// When they contradict each other.
pub fn intention_of(remarks: &[String]) -> Result<Intention, String> {
    let mut entry = Entry::of(Problem::new());
    unpack_remarks(&mut entry, remarks);
    match entry.errors.pop() {
        Some(why) => Err(why.trim_start_matches("line 1: ").to_owned()),
        None => Ok(entry.problem.intention),
    }
}

/// Remarks of an input: our own JSON is taken, the others are kept as they are.
pub(super) fn unpack_remarks(entry: &mut Entry, remarks: &[String]) {
    let mut kept = Vec::new();
    for remark in remarks {
        let remark = remark.trim();
        let words = remark.split_once(char::is_whitespace);
        let intended = words.filter(|(first, _)| first.eq_ignore_ascii_case("intended"));
        if unpack(entry, remark) {
            continue;
        }
        match intended {
            Some((_, claim)) if Intention::default().read(claim).is_ok() => {
                if let Err(why) = entry.problem.intention.read(claim) {
                    let line = entry.line;
                    entry.errors.push(format!("line {line}: `{remark}`: {why}"));
                }
            }
            _ => kept.push(Value::String(remark.to_owned())),
        }
    }
    if !kept.is_empty() {
        entry
            .details
            .insert("remarks".to_owned(), Value::Array(kept));
    }
}

/// Texts of a detail: one, or a list of them.
pub(super) fn texts(details: &Map<String, Value>, key: &str) -> Vec<String> {
    match details.get(key) {
        Some(Value::Array(texts)) => texts
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        Some(Value::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = "BeginProblem Stipulation h#2 Condition Circe Pieces White Ka1 Black Kh8 Twin Move a1 b1 EndProblem";
        let mut entry = Entry::of(read(text.as_bytes()).problems[0].problem.clone());
        entry
            .details
            .insert("keywords".to_owned(), Value::from(vec!["Zajic"]));
        entry.problem.intention.read("2.1.1.1").expect("a claim");
        entry.solution = Some("1.a b\n".to_owned());
        let packed = pack(&entry, true, true).expect("there is something to be packed");
        let mut other = Entry::of(Problem::new());
        assert!(unpack(&mut other, &packed));
        assert_eq!(other.problem, entry.problem);
        assert_eq!(other.details, entry.details);
        assert_eq!(other.solution, entry.solution);
    }
}
