//! Games that start from a FEN, where a tag tells the stipulation.

use super::carrier::{Shows, Visible};
use super::label::Label;
use super::record::Record;
use super::{Entry, aside, carrier, epd, moves, write};
use crate::notation::statement::{self, Statement};
use serde_json::Value;

/// Tags that may hold a stipulation, the likeliest first.
const STIPULATIONS: [&str; 10] = [
    "Stipulation",
    "Stip",
    "Task",
    "Problem",
    "Event",
    "Black",
    "White",
    "Round",
    "Site",
    "Annotator",
];

/// Whether a text is a statement that asks something.
fn asks(text: &str) -> bool {
    let said = || statement::statement(text);
    let is_task = |said: Statement| said.stipulation.is_some() && !said.has_men();
    statement::may_say_task(text) && said().is_ok_and(is_task)
}

/// `helpmate` with its length: the game has so many half moves.
fn with_length(kind: &str, half_moves: usize) -> String {
    let whole = half_moves / 2;
    let is_help = kind.to_lowercase().starts_with('h');
    match (is_help, half_moves % 2) {
        (_, 0) => format!("{kind} in {whole}"),
        (true, _) => format!("{kind} in {whole}.5"),
        (false, _) => format!("{kind} in {}", whole + 1),
    }
}

fn comments(moves: &str) -> impl Iterator<Item = &str> {
    let opened = moves.split('{').skip(1);
    opened.map(|inside| inside.split('}').next().unwrap_or(inside).trim())
}

/// The remarks in front of the moves, in braces or behind a semicolon.
fn remarks_in_front(moves: &str) -> Vec<&str> {
    let mut remarks = Vec::new();
    let mut rest = moves.trim_start();
    loop {
        let end = match rest.chars().next() {
            Some('{') => '}',
            Some(';') => '\n',
            _ => return remarks,
        };
        let (remark, behind) = rest[1..].split_once(end).unwrap_or((&rest[1..], ""));
        remarks.push(remark.trim());
        rest = behind.trim_start();
    }
}

/// Whether a text says a rule, a twin or men.
fn says_rule(text: &str) -> bool {
    // `*` is a result.
    let has_words = text.contains(char::is_alphabetic);
    let said = || statement::statement(text);
    let is_rule = |said: Statement| said.changes_the_task() || said.has_men();
    has_words && statement::may_say_task(text) && said().is_ok_and(is_rule)
}

/// What remarks in front of the moves and tags without a meaning of their own say of the task beside what asks.
fn said_beside(tags: &[(String, String)], moves: &str, asked: &str) -> Vec<String> {
    let remarks = remarks_in_front(moves).into_iter();
    let remarks = remarks.filter(|text| *text != asked && (asks(text) || says_rule(text)));
    let is_free = |name: &str| {
        let asks = STIPULATIONS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name));
        !asks && Label::of(name).is_none()
    };
    let of_tags = tags
        .iter()
        .filter(|(name, text)| is_free(name) && says_rule(text));
    let of_tags = of_tags.map(|(_, text)| text.as_str());
    of_tags.chain(remarks).map(str::to_owned).collect()
}

/// The half moves of the main line, without remarks and variations.
fn half_moves(moves: &str) -> usize {
    let mut depth = 0usize;
    let main: String = moves
        .chars()
        .filter(|sign| {
            match sign {
                '{' | '(' => depth += 1,
                '}' | ')' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect();
    let words = main.split_whitespace().map(|word| {
        word.trim_start_matches(|sign: char| sign.is_ascii_digit())
            .trim_start_matches('.')
    });
    let is_move = |word: &&str| word.starts_with(|sign: char| sign.is_alphabetic());
    let castles = |word: &&str| word.starts_with("-0") && word.len() > 2;
    words.filter(|word| is_move(word) || castles(word)).count()
}

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let (tags, moves) = split(&record.text);
    if tags.is_empty() && moves.trim().is_empty() {
        return Vec::new();
    }
    let carried = tag_of(&tags, "Dawson").unwrap_or_default();
    let line = record.line;
    let shows = Shows {
        is_as_written: |_: &Entry| false,
        seen: || visible(&record.text, line),
        shown: |entry: &Entry| shown(entry, line),
    };
    let entry = carrier::settle(&carried, line, shows);
    vec![Entry { line, ..entry }]
}

/// What our writer writes, but for what is carried along.
pub(super) fn shown(entry: &Entry, line: usize) -> Visible {
    visible(&write::pgn_of(entry, None), line)
}

/// What a game says but for what is carried along.
fn visible(game: &str, line: usize) -> Visible {
    let (tags, moves) = split(game);
    let tag = |name: &str| tag_of(&tags, name);
    let Some(fen) = tag("FEN") else {
        return Visible {
            entry: Entry::refused(format!("line {line}: the game has no tag `FEN`")),
            text: String::new(),
        };
    };
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let asked = STIPULATIONS.iter().find_map(|name| {
        let text = tag(name)?;
        asks(&text).then_some((*name, text))
    });
    // A remark, or a kind of play whose length is that of the game.
    let asked = asked.or_else(|| {
        let said = comments(&moves)
            .chain([moves.trim()])
            .find(|text| asks(text));
        said.map(|text| ("", text.to_owned()))
    });
    let asked = asked.or_else(|| {
        STIPULATIONS.iter().find_map(|name| {
            let text = with_length(&tag(name)?, half_moves(&moves));
            asks(&text).then_some((*name, text))
        })
    });
    // What the tag for it says is read, also if it cannot be.
    let said = || Some((STIPULATIONS[0], tag(STIPULATIONS[0])?));
    let (asking, mut statement) = asked.or_else(said).unwrap_or_default();
    let beside = said_beside(&tags, &moves, &statement);
    for wanted in [Label::Conditions, Label::Twins] {
        for more in labelled(&tags, wanted) {
            statement = format!("{statement}, {more}");
        }
    }
    let parts = [statement].into_iter().chain(beside);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let mut statement = parts.join(", ");
    let side = labelled(&tags, Label::Side).next();
    let told = aside::place_side(side.as_deref(), &mut fields, &mut statement);
    let mut entry = epd::read(&fields, &statement, line);
    entry.warnings.extend(told);
    if statement.is_empty() {
        entry.errors = vec![format!(
            "line {line}: no tag tells the stipulation, e.g. `[Stipulation \"#2\"]`"
        )];
    }
    let people = ["Author", "White", "Composer", "Black"];
    let people = people.map(|name| {
        let is_person = |text: &String| {
            name != asking
                && !(name == "Black" && text.contains(['-', '?']))
                && !moves::is_claim(text)
        };
        tag(name).filter(is_person)
    });
    let people = match asking {
        "White" => people,
        _ => [
            people[0].clone(),
            people[1].clone(),
            people[2].clone(),
            None,
        ],
    };
    entry.problem.authors = people.into_iter().flatten().take(1).collect();
    let date = tag("Date").filter(|date| !date.starts_with('?'));
    let source = tag("Source").or_else(|| tag("Site"));
    let source: Vec<String> = [source, date].into_iter().flatten().collect();
    if !source.is_empty() {
        entry.problem.origins = vec![source.join(" ")];
    }
    entry.id = tag("Id").or_else(|| tag("ProblemId"));
    let claimed = STIPULATIONS.iter().filter_map(|name| tag(name));
    let claimed = claimed.filter(|text| moves::is_claim(text));
    if let Some(claim) = labelled(&tags, Label::Intended).chain(claimed).next()
        && let Err(why) = entry.problem.intention.read(&claim)
    {
        entry.warnings.push(format!("line {line}: {why}"));
    }
    let taken = [
        "FEN",
        "SetUp",
        "Stipulation",
        "Stip",
        "Condition",
        "Conditions",
        "Twins",
        "Author",
        "White",
        "Id",
        "Intended",
        "Dawson",
    ];
    for (name, value) in &tags {
        let is_read = [
            Label::Conditions,
            Label::Twins,
            Label::Side,
            Label::Intended,
        ];
        let is_read = Label::of(name).is_some_and(|label| is_read.contains(&label));
        if !is_read && !taken.iter().any(|taken| taken.eq_ignore_ascii_case(name)) {
            entry
                .details
                .insert(name.clone(), Value::String(value.clone()));
        }
    }
    let others = tags.iter().filter(|(name, _)| name != asking);
    entry.note_unread(others.map(|(name, text)| (name.as_str(), text.as_str())));
    let moves = moves.trim();
    let has_moves = moves.split_whitespace().any(|word| {
        word.starts_with(|sign: char| sign.is_ascii_digit())
            && word != "1-0"
            && word != "0-1"
            && word != "1/2-1/2"
    });
    entry.solution = has_moves.then(|| moves.to_owned());
    Visible {
        entry,
        text: format!("{fen}\n{statement}"),
    }
}

/// What the tags with this label say.
fn labelled(tags: &[(String, String)], wanted: Label) -> impl Iterator<Item = String> {
    let tags = tags.iter().filter(move |(name, value)| {
        Label::of(name) == Some(wanted) && !value.is_empty() && value != "?"
    });
    tags.map(|(_, value)| value.clone())
}

/// What a tag says, if it says anything.
fn tag_of(tags: &[(String, String)], name: &str) -> Option<String> {
    let mut tags = tags.iter();
    let found = tags.find(|(tag, _)| tag.eq_ignore_ascii_case(name));
    found
        .map(|(_, value)| value.clone())
        .filter(|value| !value.is_empty() && value != "?")
}

/// Tags, and the moves behind them.
fn split(text: &str) -> (Vec<(String, String)>, String) {
    let mut tags = Vec::new();
    let mut moves = String::new();
    for line in text.lines() {
        match tag(line).filter(|_| moves.trim().is_empty()) {
            Some(tag) => tags.push(tag),
            None => {
                moves += line;
                moves += "\n";
            }
        }
    }
    (tags, moves)
}

fn tag(line: &str) -> Option<(String, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((
        name.to_owned(),
        value.replace("\\\"", "\"").replace("\\\\", "\\"),
    ))
}
