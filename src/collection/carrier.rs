//! What formats carry beside the problem: everything is kept, whatever the format.
//!
//! Where a format cannot hold the problem itself or its details, the writer adds the input text
//! and the details as JSON in a remark or comment. The reader takes them where the visible part of
//! the format still stands as it was written with them; what was changed since is taken as it
//! stands there ([`settle`]).

use super::Entry;
use crate::notation::fields::lost_castlings;
use crate::notation::popeye::input::input;
use crate::notation::popeye::read::read;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::notation::position::of_text;
use crate::notation::statement;
use crate::problem::{Diagram, Intention, Problem};
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
    statement_over(problem, &problem.diagram).unwrap_or_else(|| outline_of(problem))
}

/// The statement that stands beside the FEN of a problem. If the two do not hold the whole problem,
/// it says so and cannot be read.
pub(super) fn statement_beside_fen(problem: &Problem) -> String {
    let drawn = of_text(&super::write::fen_of(problem)).ok();
    let whole = drawn.and_then(|drawn| statement_over(problem, &drawn.diagram));
    whole.unwrap_or_else(|| format!("{}, {IN_PART}", outline_of(problem)))
}

/// What a statement says that leaves something out; its readers refuse it.
const IN_PART: &str = "and more";

fn statement_over(problem: &Problem, drawn: &Diagram) -> Option<String> {
    let mut asked = plainly_asked(problem);
    asked.intention = Intention::default();
    statement::text_over(&asked, drawn, Language::En).or_else(|| {
        // Some options are read with that one.
        asked.options.variation = true;
        statement::text_over(&asked, drawn, Language::En)
    })
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

/// The JSON that a writer of ours left, if the text is that.
fn packed(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text.trim().strip_prefix(MARK)?) {
        Ok(Value::Object(all)) => Some(all),
        _ => None,
    }
}

/// Takes JSON that a writer of ours left beside a problem that stands there in full; false if the
/// text is none of it.
fn unpack(entry: &mut Entry, text: &str) -> bool {
    let Some(all) = packed(text) else {
        return false;
    };
    unpack_details(entry, &all);
    true
}

fn unpack_details(entry: &mut Entry, all: &Map<String, Value>) {
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
}

/// The entry that the JSON holds, if it holds a whole problem.
fn hidden(all: &Map<String, Value>) -> Option<Entry> {
    let reading = read(all.get(INPUT)?.as_str()?.as_bytes());
    let [only] = reading.problems.as_slice() else {
        return None;
    };
    let mut entry = Entry::of(only.problem.clone());
    entry.language = reading.language;
    unpack_details(&mut entry, all);
    only.is_sound().then_some(entry)
}

/// What people see of an entry, and change: how it is read without what is carried along.
pub(super) struct Visible {
    pub(super) entry: Entry,
    /// The text of its position and its statement.
    pub(super) text: String,
}

/// How a format shows an entry.
pub(super) struct Shows<W, V, S> {
    /// Whether an entry, written, looks as it stands there. It may say no where that is not easily known.
    pub(super) is_as_written: W,
    /// Reads what stands there but for what is carried along.
    pub(super) seen: V,
    /// Writes an entry without what is carried along, and reads that as the file is read.
    pub(super) shown: S,
}

/// Joins what people see with what a writer of ours left behind it.
///
/// What stands there as it was written with the problem carried along is that problem's, which may
/// say more. What was changed since is taken as it stands, with a warning; but if the format could
/// not hold all, nobody knows what is meant, and that is an error.
pub(super) fn settle<W, V, S>(carried: &str, line: usize, shows: Shows<W, V, S>) -> Entry
where
    W: FnOnce(&Entry) -> bool,
    V: FnOnce() -> Visible,
    S: FnOnce(&Entry) -> Visible,
{
    let all = packed(carried);
    let hidden = all.as_ref().and_then(hidden);
    if let Some(hidden) = hidden
        .as_ref()
        .filter(|hidden| (shows.is_as_written)(hidden))
    {
        return hidden.clone();
    }
    let seen = (shows.seen)();
    let mut entry = seen.entry;
    if carried.trim().is_empty() || entry.retro.is_some() {
        return entry;
    }
    let Some(all) = all else {
        let why = format!("line {line}: what stands behind `{MARK}` is broken and is not used");
        entry.warnings.push(why);
        return entry;
    };
    let Some(hidden) = hidden else {
        unpack_details(&mut entry, &all);
        return entry;
    };
    let shown = (shows.shown)(&hidden);
    let is_read_alike = entry.errors == shown.entry.errors
        && (entry.is_read() || seen.text.trim() == shown.text.trim());
    let shown = shown.entry;
    let position = Changed::of(
        entry.problem.diagram == shown.problem.diagram,
        hidden.problem.diagram == shown.problem.diagram,
    );
    let statement = Changed::of(
        is_read_alike && asked(&entry.problem) == asked(&shown.problem),
        shown.is_read()
            && asked(&plainly_asked(&hidden.problem)) == asked(&plainly_asked(&shown.problem)),
    );
    let merged = merged_problem(&entry.problem, &shown.problem, &hidden.problem);
    let merged = match (position, statement) {
        (Changed::Not, Changed::Not) => with_asked(merged, &hidden.problem),
        (_, Changed::Not) => {
            let diagram = entry.problem.diagram.clone();
            let asked = plainly_asked(&hidden.problem);
            with_asked(merged, &Problem { diagram, ..asked })
        }
        (Changed::Not, _) if entry.is_read() => {
            let diagram = hidden.problem.diagram.clone();
            let asked = entry.problem.clone();
            with_asked(merged, &Problem { diagram, ..asked })
        }
        _ => with_asked(merged, &entry.problem),
    };
    entry.problem = merged;
    if statement == Changed::Not {
        entry.errors.clear();
        entry.claims_by_default = false;
        entry.language = hidden.language;
    }
    entry
        .warnings
        .retain(|warning| !shown.warnings.contains(warning));
    for (what, changed) in [("position", position), ("statement", statement)] {
        match changed {
            Changed::Not => {}
            Changed::Whole => entry.warnings.push(format!(
                "line {line}: the {what} was changed after it was written with `{MARK}`; it is taken as it stands"
            )),
            Changed::InPart => entry.errors.push(format!(
                "line {line}: the {what} was changed after it was written, and `{MARK}` says more of it than stands \
                 there: change `{MARK}` as well, or take it away to have the problem as it stands"
            )),
        }
    }
    entry.id = merged_field(entry.id, &shown.id, hidden.id);
    entry.solution = merged_field(entry.solution, &shown.solution, hidden.solution);
    entry
        .details
        .retain(|key, value| shown.details.get(key) != Some(value));
    for (key, value) in hidden.details {
        entry.details.entry(key).or_insert(value);
    }
    entry
}

/// Whether a part that people see was changed after it was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changed {
    Not,
    /// It was, and held all that is carried along.
    Whole,
    /// It was, and held less than that.
    InPart,
}

impl Changed {
    fn of(is_as_written: bool, holds_all: bool) -> Changed {
        match (is_as_written, holds_all) {
            (true, _) => Changed::Not,
            (false, true) => Changed::Whole,
            (false, false) => Changed::InPart,
        }
    }
}

/// The problem without its diagram, and without people, sources and claims.
fn asked(problem: &Problem) -> Problem {
    with_asked(
        Problem::new(),
        &Problem {
            diagram: Problem::new().diagram,
            ..problem.clone()
        },
    )
}

/// People, sources and claims of one problem, all else of another.
fn with_asked(of: Problem, asked: &Problem) -> Problem {
    Problem {
        authors: of.authors,
        origins: of.origins,
        awards: of.awards,
        titles: of.titles,
        intention: of.intention,
        ..asked.clone()
    }
}

/// People, sources and claims: those carried along where what stands there was not changed.
fn merged_problem(seen: &Problem, shown: &Problem, hidden: &Problem) -> Problem {
    let list = |of: fn(&Problem) -> &Vec<String>| {
        merged_field(of(seen).clone(), of(shown), of(hidden).clone())
    };
    Problem {
        authors: list(|problem| &problem.authors),
        origins: list(|problem| &problem.origins),
        awards: list(|problem| &problem.awards),
        titles: list(|problem| &problem.titles),
        intention: merged_field(
            seen.intention.clone(),
            &shown.intention,
            hidden.intention.clone(),
        ),
        ..Problem::new()
    }
}

fn merged_field<T: PartialEq>(seen: T, shown: &T, hidden: T) -> T {
    if seen == *shown { hidden } else { seen }
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
            _ if super::moves::is_claim(remark) && entry.problem.intention.is_empty() => {
                // A claim that was read once is read again.
                let _ = entry.problem.intention.read(remark);
                kept.push(Value::String(remark.to_owned()));
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
        let visible = |entry: &Entry| Visible {
            entry: entry.clone(),
            text: String::new(),
        };
        let shows = Shows {
            is_as_written: |_: &Entry| false,
            seen: || visible(&entry),
            shown: visible,
        };
        let other = settle(&packed, 1, shows);
        assert_eq!(other.problem, entry.problem);
        assert_eq!(other.details, entry.details);
        assert_eq!(other.solution, entry.solution);
        assert!(other.warnings.is_empty());
    }
}
