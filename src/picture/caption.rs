//! What stands above and below a diagram: author and source, stipulation and count, conditions, twins, legend.

use super::board::Marked;
use super::drawing::{Anchor, Colour, Face, Item, Text};
use super::figure::{Drawn, crown, is_royal_by_mark};
use super::font::{Letters, wrapped};
use super::path::{Point, at};
use crate::attributes;
use crate::conditions::Own;
use crate::men::{Piece, WalkId, walk_id};
use crate::notation::popeye::words::{Table, name};
use crate::notation::popeye::write::{Notation, letter};
use crate::notation::statement::condition_in_words;
use crate::problem::{Condition, Diagram, Problem};

/// Lines around a vertical axis, from the top down.
#[derive(Default)]
pub struct Block {
    /// Its height.
    pub height: f32,
    items: Vec<Item>,
}

impl Block {
    /// The items around this axis, from this height down.
    pub fn items_at(self, middle: f32, top: f32) -> Vec<Item> {
        self.items
            .into_iter()
            .map(|item| shifted(item, middle, top))
            .collect()
    }

    fn lines(&mut self, text: &str, face: Face, size: f32, width: f32) {
        for line in wrapped(text, face, size, width) {
            self.height += size * 1.28;
            self.put(&line, face, size, 0.0, Anchor::Middle);
        }
    }

    fn put(&mut self, text: &str, face: Face, size: f32, x: f32, anchor: Anchor) {
        self.items.push(Item::Text(Text {
            at: at(x, self.height),
            size,
            anchor,
            face,
            colour: Colour::BLACK,
            text: text.to_owned(),
        }));
    }
}

/// The same item elsewhere.
pub fn shifted(item: Item, x: f32, y: f32) -> Item {
    let map = |point: Point| at(point.x + x, point.y + y);
    match item {
        Item::Outline { path, fill, pen } => Item::Outline {
            path: path.map(map),
            fill,
            pen,
        },
        Item::Text(text) => Item::Text(Text {
            at: map(text.at),
            ..text
        }),
        Item::Window(corner, size, items) => {
            let items = items.into_iter().map(|item| shifted(item, x, y));
            Item::Window(map(corner), size, items.collect())
        }
        Item::Group(items) => {
            let items = items.into_iter().map(|item| shifted(item, x, y));
            Item::Group(items.collect())
        }
    }
}

/// Author, source, distinction, title.
pub fn above(problem: &Problem, width: f32) -> Block {
    let mut block = Block::default();
    let heads = [
        (&problem.authors, Face::Bold, 40.0),
        (&problem.origins, Face::Regular, 33.0),
        (&problem.awards, Face::Regular, 33.0),
        (&problem.titles, Face::Regular, 33.0),
    ];
    for (lines, face, size) in heads {
        for line in lines {
            block.lines(line, face, size, width);
        }
    }
    block.height += if block.height > 0.0 { 24.0 } else { 0.0 };
    block
}

/// Stipulation and count, conditions, twins, legend.
pub fn below(
    problem: &Problem,
    diagram: &Diagram,
    drawn: &Drawn<'_>,
    marked: &[Marked<'_>],
    width: f32,
) -> Block {
    let notation = drawn.notation;
    let mut block = Block::default();
    let asked = asked(problem, notation);
    let counted = counted(problem, diagram, notation);
    block.height += 48.0;
    if Letters::of(Face::Bold).width(&asked, 42.0) + counted.len() as f32 * 20.0 < width {
        block.put(&asked, Face::Bold, 42.0, -width / 2.0, Anchor::Start);
    } else {
        block.height -= 48.0;
        block.lines(&asked, Face::Bold, 36.0, width);
        block.height += 40.0;
    }
    block.put(&counted, Face::Regular, 36.0, width / 2.0, Anchor::End);
    let column = notation.language().column();
    let conditions = named(problem, notation).join(", ");
    block.lines(&conditions, Face::Regular, 34.0, width);
    for own in problem
        .conditions
        .iter()
        .filter_map(|one| Own::find(&one.key))
    {
        // Names may be alike: these digits tell which rule it is.
        let words = ["own condition", "eigene Bedingung", "condition d'auteur"];
        let name = own.names.in_order()[column];
        let said = format!("{name}: {} {}", words[column], own.digits());
        block.lines(&said, Face::Regular, 28.0, width);
    }
    for (wished, words) in [
        (problem.options.duplex, ["Duplex", "Duplex", "Duplex"]),
        (
            problem.options.set_play && problem.intention.all.set_play.is_none(),
            ["with set play", "mit Satzspiel", "avec jeu apparent"],
        ),
    ] {
        if wished {
            block.lines(words[column], Face::Regular, 34.0, width);
        }
    }
    if problem.zero_position {
        let words = ["zero position", "Nullstellung", "position zéro"];
        block.lines(words[column], Face::Regular, 34.0, width);
    }
    if !problem.twins.is_empty() {
        for version in problem.versions() {
            let label = version.label.filter(|label| !label.changes.is_empty());
            if let Some(label) = label {
                let continued = if label.continued { "+" } else { "" };
                let changes = notation.changes(&label);
                let changes: Vec<String> = changes
                    .iter()
                    .map(|change| {
                        change
                            .replace("<-->", "<->")
                            .replace("-->", "–")
                            .split_whitespace()
                            .collect::<Vec<_>>()
                            .join(" ")
                    })
                    .collect();
                let line = format!(
                    "{continued}{}) {}",
                    letter(label.number),
                    changes.join(", ")
                );
                block.lines(&line, Face::Regular, 34.0, width);
            }
        }
    }
    legend(&mut block, problem, diagram, drawn, marked, width);
    block.height += 22.0;
    block
}

/// `h#2* 2.1.1.1`: the stipulation, a star for set play that is claimed, how many solutions are.
fn asked(problem: &Problem, notation: Notation<'_>) -> String {
    let asked = notation.asked(problem).unwrap_or_default();
    let claim = &problem.intention.all;
    let star = match claim.set_play.is_some() && problem.options.set_play {
        true => "*",
        false => "",
    };
    let count = match &claim.play {
        Some(count) if count.lines() > 1 => format!(" {count}"),
        _ => String::new(),
    };
    format!("{asked}{star}{count}")
}

/// The conditions in the words of the language.
fn named(problem: &Problem, notation: Notation<'_>) -> Vec<String> {
    let conditions = problem.conditions.iter();
    let told = conditions.map(|one| {
        let words = condition_in_words(one, problem, notation.language());
        with_capital(&words)
    });
    told.collect()
}

fn with_capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

/// `(4 + 2 + 1n)  + 1 TI`.
fn counted(problem: &Problem, diagram: &Diagram, notation: Notation<'_>) -> String {
    let [white, black, neutral] = count(diagram);
    let neutral = match neutral {
        0 => String::new(),
        neutral => format!(" + {neutral}n"),
    };
    let invisible = match problem.invisible {
        0 => String::new(),
        men => format!(" + {men} {}", notation.invisible()),
    };
    format!("({white} + {black}{neutral}){invisible}")
}

/// White, black and neutral men.
fn count(diagram: &Diagram) -> [usize; 3] {
    use crate::board::Side;
    let men = |belongs: fn(Piece) -> bool| diagram.men().filter(|(_, man)| belongs(*man)).count();
    [
        men(|man| man.is_of(Side::White) && !man.is_neutral()),
        men(|man| man.is_of(Side::Black) && !man.is_neutral()),
        men(Piece::is_neutral),
    ]
}

/// The side of a figure in the legend.
const SMALL: f32 = 54.0;
const SIZE: f32 = 31.0;

/// One entry: what is drawn around a point, and what it means.
type Entry = (Vec<Item>, String);

/// Every man that is not orthodox, every mark, every sign.
fn legend(
    block: &mut Block,
    problem: &Problem,
    diagram: &Diagram,
    drawn: &Drawn<'_>,
    marked: &[Marked<'_>],
    width: f32,
) {
    let mut entries: Vec<Entry> = Vec::new();
    let mut told: Vec<WalkId> = Vec::new();
    for (_, man) in diagram.men() {
        let walk = man.walk();
        if walk_id::ORTHODOX.contains(&walk) || told.contains(&walk) {
            continue;
        }
        told.push(walk);
        let plain = Piece::new(walk, man.sides());
        entries.push((
            drawn.man(plain, at(0.0, 0.0), SMALL),
            walk.row().names.in_order()[drawn.notation.language().column()].to_owned(),
        ));
    }
    if diagram.men().any(|(_, man)| is_royal_by_mark(man)) {
        entries.push((crown(at(0.0, 0.0), SMALL * 0.5), word("royal", drawn)));
    }
    for definition in attributes::DEFINITIONS {
        let shown = definition
            .attribute
            .filter(|attribute| diagram.men().any(|(_, man)| man.has(*attribute)));
        if shown.is_some() {
            let text = definition.names.in_order()[drawn.notation.language().column()];
            entries.push((
                Vec::new(),
                format!("{} {text}", letters(definition.key, drawn)),
            ));
        }
    }
    for marked in marked {
        let bare = Condition {
            arguments: Vec::new(),
            ..marked.condition.clone()
        };
        let name = condition_in_words(&bare, problem, drawn.notation.language());
        entries.push((marked.sign.items(at(0.0, 0.0), SMALL), with_capital(&name)));
    }
    if entries.is_empty() {
        return;
    }
    block.height += 16.0;
    for row in rows(entries, width) {
        block.height += SMALL;
        let whole: f32 = row.iter().map(entry_width).sum();
        let mut x = -whole / 2.0;
        for entry in row {
            let advance = entry_width(&entry);
            let (items, text) = entry;
            let room = if items.is_empty() { 0.0 } else { SMALL };
            let middle = block.height - SIZE * 0.34;
            let items = items
                .into_iter()
                .map(|item| shifted(item, x + SMALL / 2.0, middle));
            block.items.extend(items);
            block.put(&text, Face::Regular, SIZE, x + room + 4.0, Anchor::Start);
            x += advance;
        }
    }
}

fn word(key: &'static str, drawn: &Drawn<'_>) -> String {
    name(Table::Attribute, key, drawn.notation.language())
        .unwrap_or(key)
        .to_owned()
}

/// The letters of an attribute, as men show them.
fn letters(key: &str, drawn: &Drawn<'_>) -> String {
    let row = attributes::find(key).and_then(|row| row.attribute);
    let man =
        row.map(|attribute| Piece::new(walk_id::QUEEN, crate::men::Sides::White).with(attribute));
    let told = man.map(|man| drawn.notation.mover(man)).unwrap_or_default();
    let queen = drawn.notation.letters(walk_id::QUEEN);
    let marks = told.strip_suffix(queen).unwrap_or(&told);
    match (marks, key) {
        ("", "alice-b") => "B =".to_owned(),
        (marks, _) => format!("{marks} ="),
    }
}

fn entry_width((items, text): &Entry) -> f32 {
    let room = if items.is_empty() { 0.0 } else { SMALL };
    room + Letters::of(Face::Regular).width(text, SIZE) + 34.0
}

/// Entries side by side as far as there is room.
fn rows(entries: Vec<Entry>, width: f32) -> Vec<Vec<Entry>> {
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    let mut left = 0.0;
    for entry in entries {
        let needs = entry_width(&entry);
        match rows.last_mut() {
            Some(row) if needs <= left => row.push(entry),
            _ => {
                rows.push(vec![entry]);
                left = width;
            }
        }
        left -= needs;
    }
    rows
}

/// The picture in a few words.
pub fn title(problem: &Problem, notation: Notation<'_>) -> String {
    let asked = notation.asked(problem);
    let conditions = named(problem, notation);
    let authors = problem.authors.join(", ");
    let parts = [authors].into_iter().chain(asked).chain(conditions);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    match parts.is_empty() {
        true => "Diagram".to_owned(),
        false => parts.join(", "),
    }
}

/// Every man with its square.
pub fn description(diagram: &Diagram, notation: Notation<'_>) -> String {
    let men = diagram.men();
    let men = men.map(|(square, man)| notation.coloured(man) + &notation.square(square));
    men.collect::<Vec<_>>().join(" ")
}
