//! Entries of YACPDB and Olive: YAML documents (`.olv`), or the same as JSON.
//!
//! Scalars are read as text, for `2.10` is no number and `#2` no comment here. An entry is turned
//! into input of Popeye, whose reader knows the words.

use super::carrier::{Shows, Visible};
use super::label::Label;
use super::record::Record;
use super::{Entry, aside, carrier, said, write};
use crate::board::Side;
use crate::conditions::resolve_sides;
use crate::men::WalkId;
use crate::notation::popeye::input::own_block;
use crate::notation::popeye::read::stipulation::is_complete;
use crate::notation::popeye::read::{Reading, read};
use crate::notation::popeye::words::{self, Language, Selection, Table};
use crate::notation::posed::{Placed, pose};
use crate::notation::statement::{asked_alone, statement};
use crate::problem::{Condition, Count, Twin, twin_letter};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Any YAML with its scalars as text.
#[derive(Clone, Debug)]
enum Node {
    Nothing,
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

struct NodeVisitor;

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        Node::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Text(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(node) = sequence.next_element()? {
            list.push(node);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut fields = Vec::new();
        while let Some(key) = map.next_key::<Scalar>()? {
            // Where a list or a map never stands, the text is taken as written.
            let value = match SCALARS.contains(&key.0.as_str()) {
                true => match map.next_value::<Option<Scalar>>()? {
                    Some(text) => Node::Text(text.0),
                    None => Node::Nothing,
                },
                false => map.next_value()?,
            };
            fields.push((key.0, value));
        }
        Ok(Node::Map(fields))
    }
}

/// Keys whose values are text, whatever they look like.
const SCALARS: [&str; 12] = [
    "stipulation",
    "solution",
    "volume",
    "issue",
    "round",
    "problemid",
    "pagenumber",
    "variant",
    "distinction",
    "source-id",
    "id",
    "ash",
];

/// A scalar as written.
#[derive(Clone, Debug)]
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text")
            }

            fn visit_str<E>(self, value: &str) -> Result<Scalar, E> {
                Ok(Scalar(value.to_owned()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }
        }
        deserializer.deserialize_string(Text)
    }
}

/// A document, or several in a list.
pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let text = mended(&record.text);
    let document = text.trim_start_matches("---").trim();
    if document.is_empty() || document == "..." {
        return Vec::new();
    }
    // The parser is given the document alone, so its lines count from where that begins.
    let options = serde_saphyr::options! {
        with_snippet: false,
        leading_zero_numbers_as_strings: true,
    };
    match serde_saphyr::from_str_with_options::<Node>(&text, options) {
        Ok(node) => of_node(node, record),
        Err(error) => {
            let line = error.location().map_or(record.line, |at| {
                record.line + (at.line() as usize).saturating_sub(1)
            });
            let mut refused =
                Entry::refused(format!("line {line}: {}", first_line(&error.to_string())));
            refused.line = record.line;
            vec![refused]
        }
    }
}

/// A JSON text: an entry, a list, or an answer of YACPDB's gateway.
pub(super) fn of_json(record: &Record) -> Vec<Entry> {
    match serde_json::from_str::<Value>(&record.text) {
        Ok(value) => of_node(node_of(&value), record),
        Err(error) => vec![Entry::refused(format!("line {}: {error}", error.line()))],
    }
}

/// An entry of a line of JSON.
pub(super) fn of_value(value: &Value, line: usize) -> Entry {
    let record = Record {
        text: String::new(),
        bytes: Vec::new(),
        line,
    };
    let mut entries = of_node(node_of(value), &record);
    match entries.pop() {
        Some(entry) => entry,
        None => Entry::refused(format!("line {line}: it holds no problem")),
    }
}

fn node_of(value: &Value) -> Node {
    match value {
        Value::Null => Node::Nothing,
        Value::Bool(value) => Node::Text(value.to_string()),
        Value::Number(value) => Node::Text(value.to_string()),
        Value::String(value) => Node::Text(value.clone()),
        Value::Array(list) => Node::List(list.iter().map(node_of).collect()),
        Value::Object(map) => {
            let fields = map.iter().map(|(key, value)| (key.clone(), node_of(value)));
            Node::Map(fields.collect())
        }
    }
}

fn value_of(node: &Node) -> Value {
    match node {
        Node::Nothing => Value::Null,
        Node::Text(text) => Value::String(text.clone()),
        Node::List(list) => Value::Array(list.iter().map(value_of).collect()),
        Node::Map(fields) => {
            let fields = fields
                .iter()
                .map(|(key, node)| (key.clone(), value_of(node)));
            Value::Object(fields.collect())
        }
    }
}

fn of_node(node: Node, record: &Record) -> Vec<Entry> {
    match node {
        Node::Nothing => Vec::new(),
        Node::List(list) => list
            .into_iter()
            .flat_map(|node| of_node(node, record))
            .collect(),
        Node::Map(fields) => {
            let inner = fields
                .iter()
                .find(|(key, _)| key == "result" || key == "entries");
            match inner {
                Some((_, inner @ (Node::Map(_) | Node::List(_)))) => of_node(inner.clone(), record),
                _ => vec![with_fen(&fields, record).unwrap_or_else(|| entry(&fields, record))],
            }
        }
        Node::Text(text) => {
            let why = format!(
                "line {}: expected an entry, found `{}`",
                record.line,
                first_line(&text)
            );
            vec![Entry::refused(why)]
        }
    }
}

/// An entry whose position is a FEN, as other programs write it: `{"fen": ..., "stipulation": ...}`.
fn with_fen(fields: &[(String, Node)], record: &Record) -> Option<Entry> {
    let is_own = fields.iter().any(|(key, _)| key == "algebraic");
    let Value::Object(object) = value_of(&Node::Map(fields.to_vec())) else {
        return None;
    };
    let entry = super::jsonl::of_object(&object, record.line).filter(|_| !is_own)?;
    Some(Entry {
        line: record.line,
        ..entry
    })
}

fn first_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(120)
        .collect()
}

/// What people and old programs write that no YAML parser reads.
fn mended(text: &str) -> String {
    let text = text
        .replace("!!python/unicode ", "")
        .replace("!!python/str ", "");
    let lines = text.lines().map(|line| {
        let indent = line.len() - line.trim_start().len();
        let (before, rest) = line.split_at(indent);
        let before = before.replace('\t', "  ");
        // `stipulation: #2` would be a comment.
        let bare = rest.strip_prefix("stipulation:").map(str::trim);
        match bare.filter(|bare| bare.starts_with(['#', '=', '!', '%', '&', '*'])) {
            Some(bare) => format!("{before}stipulation: '{}'\n", bare.replace('\'', "''")),
            None => format!("{before}{rest}\n"),
        }
    });
    lines.collect()
}

/// An entry with what our writer left in a comment.
fn entry(fields: &[(String, Node)], record: &Record) -> Entry {
    let mut seen = visible(fields, record);
    let comments = carrier::texts(&seen.details, "comments").into_iter();
    let carried = comments
        .rev()
        .find(|comment| comment.starts_with(carrier::MARK));
    forget_carrier(&mut seen.details);
    let whole = |entry: Entry| Visible {
        entry,
        text: String::new(),
    };
    let shown = |entry: &Entry| {
        let record = Record {
            text: write::yaml_of(entry, None),
            bytes: Vec::new(),
            line: record.line,
        };
        let shown = entries(&record).into_iter().next();
        whole(shown.unwrap_or_else(|| Entry::refused("")))
    };
    let shows = Shows {
        is_as_written: |_: &Entry| false,
        seen: || whole(seen),
        shown,
    };
    let entry = carrier::settle(&carried.unwrap_or_default(), record.line, shows);
    Entry {
        line: record.line,
        ..entry
    }
}

/// Where a problem's fields go; the others are details.
fn visible(fields: &[(String, Node)], record: &Record) -> Entry {
    let field = |key: &str| {
        fields
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, node)| node)
    };
    let text = |key: &str| field(key).and_then(Node::text);
    let mut lines: Vec<String> = Vec::new();
    for author in field("authors").map(Node::texts).unwrap_or_default() {
        lines.push(format!("Author {}", one_line(&given_first(&author))));
    }
    let source = field("source").map(source_text).unwrap_or_default();
    if !source.is_empty() {
        lines.push(format!("Origin {}", one_line(&source)));
    }
    if let Some(award) = field("award")
        .map(award_text)
        .filter(|award| !award.is_empty())
    {
        lines.push(format!("Award {}", one_line(&award)));
    }
    let mut errors = Vec::new();
    let asked = text("stipulation").unwrap_or_default();
    let asked = asked.trim_end();
    let claims_set_play = asked.len() > 1 && asked.ends_with('*');
    let asked = match claims_set_play {
        true => asked.trim_end_matches(['*', ' ']),
        false => asked,
    };
    if claims_set_play {
        lines.push("Option SetPlay".to_owned());
    }
    match field("stipulation").map(|_| stipulation(asked)) {
        Some(Ok(stipulation)) => lines.push(format!("Stipulation {stipulation}")),
        Some(Err(why)) => errors.push(why),
        None => errors.push("it has no stipulation".to_owned()),
    }
    let mut invisible = None;
    let mut printed = Vec::new();
    let is_of =
        |key: &str, wanted| Label::of(key) == Some(wanted) && key != carrier::OWN_CONDITIONS;
    let listed = fields
        .iter()
        .filter(|(key, _)| is_of(key, Label::Conditions));
    let listed = listed.flat_map(|(_, node)| node.texts());
    for option in listed {
        let first = option.split_whitespace().next().unwrap_or_default();
        let of = |table| words::select(table, Language::En, first) != Selection::Nothing;
        if let Some(number) = option.to_lowercase().strip_prefix("totalinvisible") {
            invisible = Some(number.trim().to_owned());
        } else if words::whole(Table::Option, Language::En, first).is_some()
            || of(Table::Option) && words::whole(Table::Condition, Language::En, first).is_none()
        {
            lines.push(format!("Option {}", one_line(&option)));
        } else if !of(Table::Condition)
            && let Some(conditions) = as_printed(&option)
        {
            printed.extend(conditions);
        } else {
            lines.push(format!("Condition {}", one_line(&option)));
        }
    }
    match field("algebraic") {
        Some(Node::Map(sides)) => {
            lines.extend(sides.iter().filter_map(|(side, men)| pieces(side, men)))
        }
        Some(_) => errors.push("it has no `algebraic` position".to_owned()),
        // People leave the heading out.
        None => {
            let sides = SIDES.iter().filter_map(|side| pieces(side, field(side)?));
            let sides: Vec<String> = sides.collect();
            match sides.is_empty() {
                true => errors.push("it has no `algebraic` position".to_owned()),
                false => lines.extend(sides),
            }
        }
    }
    lines.extend(invisible.map(|number| format!("Pieces TotalInvisible {number}")));
    let without_twins = lines.len();
    let mut shorthand = String::new();
    let by_label = fields.iter().find_map(|(key, node)| match node {
        Node::Map(twins) if is_of(key, Label::Twins) => Some(twins),
        _ => None,
    });
    if let Some(twins) = by_label {
        for (label, twin) in twins {
            let text = one_line(&twin.text().unwrap_or_default());
            shorthand += &format!(" {label}) {text}");
            lines.push(match label.as_str() {
                "a" => format!("ZeroPosition {text}"),
                _ => format!("Twin {text}"),
            });
        }
    }
    // Not a map of labels: twins as magazines print them.
    let in_words = fields.iter().filter(|(key, _)| is_of(key, Label::Twins));
    let in_words = in_words.flat_map(|(_, node)| node.texts());
    let has_labels = !shorthand.is_empty();
    in_words.for_each(|text| shorthand += &format!(" {}", one_line(&text)));
    let own = text(carrier::OWN_CONDITIONS).map_or(String::new(), |text| own_block(&text));
    let input_of =
        |lines: &[String]| format!("BeginProblem\n{own}{}\nEndProblem\n", lines.join("\n"));
    let mut input = input_of(&lines);
    let mut reading = read(input.as_bytes());
    let mut twins = None;
    if !shorthand.is_empty() && (!has_labels || !is_sound(&reading)) {
        let other = input_of(&lines[..without_twins]);
        let other_reading = read(other.as_bytes());
        twins = twins_as_printed(&shorthand, &other_reading);
        match twins.is_some() {
            true => (input, reading) = (other, other_reading),
            false if !has_labels => {
                errors.push(format!("the twins`{shorthand}` are not understood"))
            }
            false => {}
        }
    }
    let mut entry = match reading.problems.first() {
        Some(read) => {
            let mut entry = Entry::of(read.problem.clone());
            entry.problem.conditions.extend(printed);
            entry.problem.twins.extend(twins.into_iter().flatten());
            resolve_sides(&mut entry.problem);
            for diagnostic in &read.diagnostics {
                // The lines of the input made of the entry are nobody's.
                let text = said(&input, diagnostic, 1);
                let text = text
                    .split_once(": ")
                    .map_or(text.as_str(), |(_, text)| text);
                match diagnostic.is_error() {
                    true => entry.errors.push(text.to_owned()),
                    false => entry.warnings.push(text.to_owned()),
                }
            }
            entry
        }
        None => Entry::refused("it could not be read"),
    };
    if !errors.is_empty() {
        entry.errors = errors;
    }
    entry.line = record.line;
    entry.solution = text("solution").filter(|solution| !solution.trim().is_empty());
    entry.id = text("id").or_else(|| foreign_id(field("foreignids")));
    for (key, node) in fields {
        let is_problem = [
            "stipulation",
            "algebraic",
            "twins",
            "options",
            "conditions",
            "condition",
            carrier::OWN_CONDITIONS,
            "solution",
            "intended-solutions",
        ];
        let is_read = is_of(key, Label::Conditions) || is_of(key, Label::Twins);
        let is_side = field("algebraic").is_none() && SIDES.contains(&key.as_str());
        if !is_problem.contains(&key.as_str()) && !is_read && !is_side {
            entry.details.insert(key.clone(), value_of(node));
        }
    }
    let others = fields.iter();
    for (key, node) in others.filter(|(key, _)| !SCALARS.contains(&key.as_str())) {
        let texts = node.texts();
        entry.note_unread(texts.iter().map(|text| (key.as_str(), text.as_str())));
    }
    begin(&mut entry, fields);
    intention(&mut entry, field("intended-solutions"));
    if claims_set_play {
        let set_play = &mut entry.problem.intention.all.set_play;
        set_play.get_or_insert(Count::Some);
    }
    let at = format!("line {}: ", record.line);
    for error in &mut entry.errors {
        *error = format!("{at}{error}");
    }
    entry
}

/// A key of its own may say who is to move.
fn begin(entry: &mut Entry, fields: &[(String, Node)]) {
    let mut sides = fields
        .iter()
        .filter(|(key, _)| Label::of(key) == Some(Label::Side));
    let Some(text) = sides.find_map(|(_, node)| node.text()) else {
        return;
    };
    let asked = entry.problem.stipulation;
    let is_help = asked.is_none_or(|asked| asked.genre.is_help());
    match aside::side_of(&text) {
        Some(Side::Black) if !is_help && !entry.problem.options.duplex => {
            entry.problem.options.half_duplex = true;
        }
        Some(_) => {}
        None => entry.warnings.push(format!("`{text}` is no side to move")),
    }
}

fn is_sound(reading: &Reading) -> bool {
    let first = reading.problems.first();
    first.is_some_and(|read| read.is_sound())
}

/// Twins as magazines print them, ` b) Bc1-f1 c) wSa3`, of the problem that was read without them.
fn twins_as_printed(text: &str, reading: &Reading) -> Option<Vec<Twin>> {
    let read = reading.problems.first().filter(|read| read.is_sound())?;
    let diagram = |_: &[WalkId]| read.problem.diagram.clone();
    // A statement without a stipulation is refused, so this one has any.
    let posed = pose(&format!("h#2{text}"), Placed::Men(&diagram));
    posed.is_sound().then_some(posed.problem.twins)
}

/// Conditions as magazines print them, in any language.
fn as_printed(text: &str) -> Option<Vec<Condition>> {
    let said = statement(text).ok()?;
    let is_plain = said.stipulation.is_none() && said.twins.is_empty() && !said.has_men();
    (is_plain && !said.conditions.is_empty()).then_some(said.conditions)
}

/// The comment that carried what YACPDB has no place for.
fn forget_carrier(details: &mut Map<String, Value>) {
    if let Some(Value::Array(comments)) = details.get_mut("comments") {
        let is_ours = |comment: &Value| {
            let text = comment.as_str();
            text.is_some_and(|text| text.starts_with(carrier::MARK))
        };
        comments.retain(|comment| !is_ours(comment));
        if comments.is_empty() {
            details.remove("comments");
        }
    }
}

/// A list or a map has a claim for each twin. Without `intended-solutions` there is one solution, says YACPDB.
fn intention(entry: &mut Entry, intended: Option<&Node>) {
    let claims: Vec<String> = match intended {
        None | Some(Node::Nothing) => Vec::new(),
        Some(Node::Text(text)) => vec![text.clone()],
        Some(Node::List(list)) => {
            let claims = list.iter().filter_map(Node::text).enumerate();
            let claims = claims.map(|(number, text)| format!("{}) {text}", twin_letter(number)));
            claims.collect()
        }
        Some(Node::Map(twins)) => {
            let claims = twins
                .iter()
                .filter_map(|(twin, node)| Some((twin, node.text()?)));
            let claims = claims.map(|(twin, text)| format!("{}) {text}", twin.trim_matches(')')));
            claims.collect()
        }
    };
    for text in &claims {
        if let Err(why) = entry.problem.intention.read(text) {
            entry.warnings.push(format!("intended-solutions: {why}"));
        }
    }
    let asked = entry.problem.stipulation;
    entry.claims_by_default =
        claims.is_empty() && asked.is_some_and(|asked| !asked.genre.is_battle());
}

impl Node {
    fn text(&self) -> Option<String> {
        match self {
            Node::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn texts(&self) -> Vec<String> {
        match self {
            Node::Text(text) => vec![text.clone()],
            Node::List(list) => list.iter().filter_map(Node::text).collect(),
            _ => Vec::new(),
        }
    }

    fn field(&self, key: &str) -> Option<&Node> {
        match self {
            Node::Map(fields) => fields
                .iter()
                .find(|(other, _)| other == key)
                .map(|(_, node)| node),
            _ => None,
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// "Doe, Jane" is Jane Doe.
fn given_first(author: &str) -> String {
    match author.split_once(',') {
        Some((family, given)) => format!("{} {}", given.trim(), family.trim()),
        None => author.to_owned(),
    }
}

/// A source as people write it.
fn source_text(node: &Node) -> String {
    let part = |key: &str| node.field(key).and_then(Node::text);
    match node {
        Node::Text(text) => text.clone(),
        _ => {
            let name = part("name").unwrap_or_default();
            let number = part("problemid").map(|number| format!(" ({number})"));
            let date = node
                .field("date")
                .map(date_text)
                .filter(|date| !date.is_empty());
            let date = date.map(|date| format!(", {date}"));
            format!(
                "{name}{}{}",
                number.unwrap_or_default(),
                date.unwrap_or_default()
            )
        }
    }
}

fn date_text(node: &Node) -> String {
    let part = |key: &str| node.field(key).and_then(Node::text);
    match node {
        Node::Text(text) => text.clone(),
        _ => {
            let parts = [part("day"), part("month"), part("year")];
            parts.into_iter().flatten().collect::<Vec<_>>().join(".")
        }
    }
}

fn award_text(node: &Node) -> String {
    let part = |key: &str| node.field(key).and_then(Node::text);
    let tourney = node.field("tourney");
    let tourney = tourney.and_then(|tourney| {
        tourney
            .text()
            .or_else(|| tourney.field("name").and_then(Node::text))
    });
    let parts = [part("distinction"), tourney];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn foreign_id(node: Option<&Node>) -> Option<String> {
    let Some(Node::List(list)) = node else {
        return None;
    };
    let first = list.first()?;
    let domain = first.field("domain").and_then(Node::text)?;
    let number = first.field("problemid").and_then(Node::text)?;
    Some(format!("{domain} {number}"))
}

/// `PG 9.5` is a proof game; studies are not solved.
fn stipulation(text: &str) -> Result<String, String> {
    let text = text.trim().replace(['‡', '≠'], "#").replace(',', ".");
    let lower = text.to_lowercase();
    if let Some(moves) = lower.strip_prefix("pg") {
        return Ok(format!("dia{}", moves.trim()));
    }
    match lower.as_str() {
        "" => Err("it has no stipulation".to_owned()),
        "+" | "=" | "+-" => Err(format!("`{text}` asks for a study, which is not supported")),
        _ if lower.ends_with("to move") => {
            Err(format!("`{text}` asks for a study, which is not supported"))
        }
        "see text" => Err("the stipulation is told in words alone".to_owned()),
        _ => {
            let joined: String = text.split_whitespace().collect();
            let in_words = || asked_alone(&text).filter(|_| !is_complete(&joined));
            Ok(in_words().unwrap_or(joined))
        }
    }
}

/// `white: [Ke1, Royal Ga8]` as a command; every attribute stands behind its colour.
/// The keys of men.
const SIDES: [&str; 3] = ["white", "black", "neutral"];

fn pieces(side: &str, men: &Node) -> Option<String> {
    let mut text = String::from("Pieces");
    let men = men.texts();
    for man in &men {
        text += &format!(" {side} {}", one_line(man));
    }
    (!men.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use crate::collection::{Entry, read};
    use crate::notation::posed::{Placed, pose};

    fn entry(twins: &str) -> Entry {
        let text = format!(
            "---\nalgebraic: {{white: [Kb3, Rh2], black: [Ka1, Sa3]}}\nstipulation: h#2\nconditions: [Circe]\ntwins: {twins}\n"
        );
        let nowhere = |_: &str| Err(String::new());
        let mut found = read("x.olv", text.as_bytes(), &nowhere).expect("it is recognised");
        found.next().expect("an entry")
    }

    /// Twins as magazines print them mean what they mean in a statement.
    #[test]
    fn twins_in_shorthand() {
        for changes in [
            &["Rh2-g2"][..],
            &["wRh2-->g2", "bSa3-b1", "+bPa7"],
            &["Kb3-c3", "wSa3"],
            &["-Sa3", "Rh2=B"],
        ] {
            let labelled = changes.iter().zip('b'..);
            let (listed, said): (Vec<String>, Vec<String>) = labelled
                .map(|(change, label)| {
                    (
                        format!("{label}: \"{change}\""),
                        format!("{label}) {change}"),
                    )
                })
                .unzip();
            let entry = entry(&format!("{{{}}}", listed.join(", ")));
            assert_eq!(entry.errors, Vec::<String>::new(), "{changes:?}");
            let diagram = entry.problem.diagram.clone();
            let posed = pose(
                &format!("h#2, Circe {}", said.join(" ")),
                Placed::Men(&|_| diagram.clone()),
            );
            assert!(posed.is_sound());
            assert_eq!(entry.problem.twins, posed.problem.twins, "{changes:?}");
        }
        // Twins in the words of the reference are read as such; if neither reading succeeds, its error is reported.
        assert_eq!(entry("{b: Move h2 g2}").problem.twins.len(), 1);
        let wrong = entry("{b: Jump h2 g2}").errors;
        assert!(
            wrong[0].contains("unknown change of a twin `Jump`"),
            "{wrong:?}"
        );
        let wrong = entry("{b: Bh2-g2}").errors;
        assert!(
            wrong[0].contains("Bh2-g2"),
            "a man that is not there: {wrong:?}"
        );
    }
}
