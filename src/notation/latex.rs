//! Problems with their solutions as a LaTeX document, in the terms of the
//! package `diagram`: German piece letters, colours w, s, n, rotations L, R, U.

use super::popeye::read::Glyph;
use super::popeye::words::{self, Language, Table};
use super::popeye::write::{Notation, Writer, letter};
use super::statement::condition_in_words;
use crate::attributes;
use crate::board::{Geometry, Side, Square};
use crate::conditions::{Grid, Marks, marked};
use crate::men::{Piece, WalkId};
use crate::problem::{AppliedChange, Change, Mirror, Problem, Rotation};
use crate::solution::{Solution, TwinSolution};
use std::collections::BTreeMap;

/// How a document of ours begins: such a file may be replaced.
pub const FIRST_LINE: &str = "% written by Dawson";

/// A document in the making.
///
/// ```
/// use dawson::notation::{latex::Document, popeye::words::Language};
/// use dawson::{problem::Problem, solution::Solution};
///
/// let mut document = Document::new(Language::En, Vec::new());
/// document.add(&Problem::new(), &Solution::default(), None);
/// assert!(document.finish().contains(r"\begin{diagram}"));
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    language: Language,
    glyphs: Vec<Glyph>,
    diagrams: String,
}

impl Document {
    /// A document in this language; the glyphs take precedence over the usual ones.
    pub fn new(language: Language, glyphs: Vec<Glyph>) -> Document {
        Document {
            language,
            glyphs,
            diagrams: String::new(),
        }
    }

    /// Adds a solved problem. `mark` is the judge's; only a sound problem gets `\Co+`.
    pub fn add(&mut self, problem: &Problem, solution: &Solution, mark: Option<&str>) {
        let picture = Picture {
            notation: Notation::of(problem, self.language),
            writer: Writer::new(self.language),
            glyphs: &self.glyphs,
            problem,
        };
        let fields = picture.fields(solution);
        let fields = fields.into_iter().filter(|(_, text)| !text.is_empty());
        let board = &problem.diagram.geometry;
        let size = match (board.width(), board.height()) {
            (8, 8) => String::new(),
            (files, ranks) => format!("[{files}x{ranks}]"),
        };
        self.diagrams += &format!("\\begin{{diagram}}{size}%\n");
        for (field, text) in fields {
            self.diagrams += &format!(" \\{field}{{{text}}}%\n");
        }
        self.diagrams += &picture.grid();
        if mark.is_some_and(|mark| mark.starts_with("C+")) {
            self.diagrams += " \\Co+%\n";
        }
        self.diagrams += "\\end{diagram}%\n\\hfill%\n";
    }

    /// The whole document.
    pub fn finish(&self) -> String {
        let german = match self.language {
            Language::De => "\\usepackage{german}%\n",
            Language::En | Language::Fr => "",
        };
        format!(
            "{FIRST_LINE} {}\n\\documentclass{{article}}%\n\\usepackage[utf8]{{inputenc}}%\n\
             \\usepackage{{diagram}}%\n{german}\n\\begin{{document}}%\n{}\\putsol%\n\
             \\end{{document}}%\n",
            env!("CARGO_PKG_VERSION"),
            self.diagrams
        )
    }
}

/// Glyphs of walks that have one by custom.
const CUSTOMARY: &[(&str, &str)] = &[
    ("king", "K"),
    ("queen", "D"),
    ("rook", "T"),
    ("bishop", "L"),
    ("knight", "S"),
    ("pawn", "B"),
    ("grasshopper", "DU"),
    ("nightrider", "SU"),
    ("leo", "DR"),
    ("pao", "TL"),
    ("vao", "LL"),
    ("mao", "SR"),
    ("equihopper", "E"),
];

/// A circle stands for walks without glyph, so the document always compiles.
const CIRCLE: &str = "C";

struct Picture<'a> {
    notation: Notation<'a>,
    writer: Writer,
    glyphs: &'a [Glyph],
    problem: &'a Problem,
}

impl Picture<'_> {
    fn fields(&self, solution: &Solution) -> Vec<(&'static str, String)> {
        let problem = self.problem;
        let joined = |lines: &[String]| escaped(&lines.join("; "));
        let authors: Vec<String> = problem.authors.iter().map(|name| inverted(name)).collect();
        let mut fields = vec![("author", joined(&authors))];
        fields.extend(source(&problem.origins.join(", ")));
        fields.push(("award", joined(&problem.awards)));
        fields.push(("dedication", joined(&problem.titles)));
        fields.push(("pieces", self.men()));
        fields.push(("remark", self.legend()));
        fields.push(("stipulation", self.stipulation()));
        fields.push(("condition", self.conditions()));
        fields.push(("twins", self.twins()));
        fields.push(("solution", self.solution(solution)));
        fields
    }

    fn men(&self) -> String {
        let men = self.problem.diagram.men();
        let men = men.map(|(square, man)| self.glyph(man) + &self.notation.square(square));
        men.collect::<Vec<_>>().join(", ")
    }

    /// Colour and glyph, e.g. `wDU`.
    fn glyph(&self, man: Piece) -> String {
        let colour = match (man.is_of(Side::White), man.is_of(Side::Black)) {
            (true, true) => 'n',
            (false, true) => 's',
            _ => 'w',
        };
        format!("{colour}{}", self.letters(man.walk()))
    }

    fn letters(&self, walk: WalkId) -> &str {
        let key = walk.row().key;
        let own = self.glyphs.iter().find(|glyph| glyph.walk == key);
        let customary = CUSTOMARY.iter().find(|(other, _)| *other == key);
        own.map(|glyph| glyph.glyph.as_str())
            .or(customary.map(|(_, glyph)| *glyph))
            .unwrap_or(CIRCLE)
    }

    /// What the glyphs of fairy men mean.
    fn legend(&self) -> String {
        let men = self.problem.diagram.men();
        let orthodox = CUSTOMARY[..6].iter().map(|(key, _)| *key);
        let orthodox: Vec<&str> = orthodox.collect();
        let mut legend = BTreeMap::new();
        for (_, man) in men {
            let key = man.walk().row().key;
            if !orthodox.contains(&key) {
                let own = self.glyphs.iter().find(|glyph| glyph.walk == key);
                let column = self.notation.language().column();
                let usual = man.walk().row().names.in_order()[column];
                let name = own.map_or(usual, |glyph| glyph.name.as_str());
                let glyph = self.letters(man.walk());
                // Several walks may share the circle, so it says where its men stand.
                let on = match glyph == CIRCLE {
                    true => format!(" {}", self.squares(|other| other.walk() == man.walk())),
                    false => String::new(),
                };
                legend
                    .entry(key)
                    .or_insert_with(|| format!("\\mbox{{\\w{glyph}{on} = {}}}", escaped(name)));
            }
        }
        let mut told: Vec<String> = legend.into_values().collect();
        told.extend(self.marks());
        told.join(", ")
    }

    /// What no glyph shows: royal men and attributes, with their squares.
    fn marks(&self) -> Vec<String> {
        let royal = |man: Piece| man.is_royal() && !man.walk().row().is_royal();
        let mut told = vec![("royal", self.squares(royal))];
        for definition in attributes::DEFINITIONS {
            if let Some(attribute) = definition.attribute {
                told.push((definition.key, self.squares(|man| man.has(attribute))));
            }
        }
        told.retain(|(_, squares)| !squares.is_empty());
        let language = self.notation.language();
        let told = told.into_iter().map(|(key, squares)| {
            let name = words::name(Table::Attribute, key, language).unwrap_or(key);
            format!("\\mbox{{{}: {squares}}}", escaped(name))
        });
        told.collect()
    }

    /// The squares of such men.
    fn squares(&self, wanted: impl Fn(Piece) -> bool) -> String {
        let men = self.problem.diagram.men().filter(|(_, man)| wanted(*man));
        let names = men.map(|(square, _)| self.notation.square(square));
        names.collect::<Vec<_>>().join(" ")
    }

    fn stipulation(&self) -> String {
        let options = &self.problem.options;
        let asked = self.problem.stipulation.as_ref();
        let asked = asked.map(|asked| self.notation.stipulation(&asked.with(options)));
        let set_play = if options.set_play { "*" } else { "" };
        let claimed = self.problem.intention.all.play.as_ref();
        let claimed = claimed.filter(|count| count.lines() > 1);
        let claimed = claimed.map_or_else(String::new, |count| format!(" {count}"));
        let tries = if options.defence.is_some_and(|tries| tries > 0) {
            "v"
        } else {
            ""
        };
        escaped(&asked.unwrap_or_default()) + set_play + tries + &claimed
    }

    fn conditions(&self) -> String {
        let conditions = self.problem.conditions.iter();
        let lines = conditions.map(|one| {
            let language = self.notation.language();
            escaped(&condition_in_words(one, self.problem, language))
        });
        lines.collect::<Vec<_>>().join("{\\newline}")
    }

    /// Only a grid needs lines of its own.
    fn grid(&self) -> String {
        let mut grids = marked(&self.problem.conditions, Marks::Grid);
        let Some(condition) = grids.next() else {
            return String::new();
        };
        let geometry = &self.problem.diagram.geometry;
        match condition.arguments.is_empty() {
            true => "\\stdgrid%\n".to_owned(),
            false => format!(
                "\\gridlines{{{}}}%\n",
                lines(&Grid::of(condition, geometry), geometry)
            ),
        }
    }

    fn twins(&self) -> String {
        let versions = self.problem.versions();
        let twins = versions.iter().filter_map(|twin| twin.label.as_ref());
        let twins = twins.filter(|label| label.zero || label.number > 0);
        let twins = twins.map(|label| {
            let continued = if label.continued { "+" } else { "" };
            let changes = label.changes.iter().map(|change| self.change(change));
            let changes: Vec<_> = changes.collect();
            let letter = letter(label.number);
            format!("{continued}{letter}) {}", changes.join(", "))
        });
        let options = &self.problem.options;
        let duplex = match (options.duplex, options.half_duplex) {
            (true, _) => Some("Duplex".to_owned()),
            (_, true) => Some("HalfDuplex".to_owned()),
            _ => None,
        };
        let all: Vec<_> = duplex.into_iter().chain(twins).collect();
        all.join("{\\newline}")
    }

    fn change(&self, applied: &AppliedChange) -> String {
        let [first, second] = applied.men;
        let at = |square: Square| self.notation.square(square);
        let man = |man: Piece, square| format!("\\{} {}", self.glyph(man), at(square));
        match &applied.change {
            Change::Move(from, to) => format!("{}{{\\ra}}{}", man(first, *from), at(*to)),
            Change::Exchange(one, other) => {
                format!("{}{{\\lra}}{}", man(first, *one), man(second, *other))
            }
            Change::Remove(square) => format!("$-$ {}", man(first, *square)),
            Change::Add(square, added) => format!("+{}", man(*added, *square)),
            Change::Substitute(old, new) => {
                let [old, new] = [*old, *new].map(|walk| self.letters(walk));
                format!("\\w{old} $\\Rightarrow$ \\w{new}")
            }
            Change::Rotate(rotation) => {
                let degrees = match rotation {
                    Rotation::Quarter => 90,
                    Rotation::Half => 180,
                    Rotation::ThreeQuarters => 270,
                };
                format!("${degrees}^\\circ$")
            }
            Change::Mirror(mirror) => match mirror {
                Mirror::A1H1 => "a1{\\lra}h1".to_owned(),
                Mirror::A1A8 => "a1{\\lra}a8".to_owned(),
                Mirror::A1H8 => "a1{\\lra}h8".to_owned(),
                Mirror::A8H1 => "a8{\\lra}h1".to_owned(),
            },
            Change::Shift(from, to) => format!("{} $\\Rightarrow$ {}", at(*from), at(*to)),
            Change::Invisible(men) => format!("{men} {}", self.notation.invisible()),
            Change::Conditions(conditions) => {
                let conditions = conditions.iter();
                let language = self.notation.language();
                let words = conditions.map(|one| condition_in_words(one, self.problem, language));
                escaped(&words.collect::<Vec<_>>().join(", "))
            }
            _ => escaped(&self.notation.change(applied)),
        }
    }

    fn solution(&self, solution: &Solution) -> String {
        let twins = solution.twins.iter();
        let twins = twins.map(|found| self.lines_of(found));
        twins.collect::<Vec<_>>().join("\n")
    }

    fn lines_of(&self, found: &TwinSolution) -> String {
        let text = self.writer.phases(self.problem, found);
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<_> = lines.map(escaped).collect();
        let label = found.label.as_ref();
        let label = label.map(|label| format!("{})", letter(label.number)));
        label.unwrap_or_default() + &lines.join("\n")
    }
}

/// `Doe, Jane` for `Jane Doe`.
fn inverted(name: &str) -> String {
    match name.rsplit_once(' ') {
        Some((first, last)) if !name.contains(',') => format!("{last}, {first}"),
        _ => name.to_owned(),
    }
}

/// `123, The Magazine 7, 12/1995`: number, source, issue, month and year, as
/// far as they are there.
fn source(origin: &str) -> Vec<(&'static str, String)> {
    let mut parts: Vec<&str> = origin.split(',').map(str::trim).collect();
    let mut fields = Vec::new();
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if parts.len() > 1 && is_number(parts[0]) {
        fields.push(("sourcenr", parts.remove(0).to_owned()));
    }
    let date = parts.last().and_then(|last| date(last));
    if let Some(date) = date.filter(|_| parts.len() > 1) {
        parts.pop();
        fields.extend(date);
    }
    let name = parts.join(", ");
    match name.rsplit_once(' ') {
        Some((name, issue)) if is_number(issue) && issue.len() < 4 => {
            fields.push(("issue", issue.to_owned()));
            fields.push(("source", escaped(name.trim_end_matches([',', ' ']))));
        }
        _ => fields.push(("source", escaped(&name))),
    }
    fields
}

/// `1995`, `12/1995`, `3.5.1999`.
fn date(text: &str) -> Option<Vec<(&'static str, String)>> {
    let numbers: Vec<&str> = text.split(['/', '.', '-']).collect();
    let all = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let names: &[&'static str] = match numbers.len() {
        1 => &["year"],
        2 => &["month", "year"],
        3 => &["day", "month", "year"],
        _ => return None,
    };
    let is_year = numbers.last().is_some_and(|year| year.len() == 4);
    (is_year && numbers.iter().all(all)).then(|| {
        let named = names.iter().zip(numbers);
        named
            .map(|(name, number)| (*name, number.to_owned()))
            .collect()
    })
}

/// Every edge between two cells: direction, file, rank, length 1.
fn lines(grid: &Grid, geometry: &Geometry) -> String {
    let (width, height) = (geometry.width(), geometry.height());
    let at = |file: u8, rank: u8| grid.cell(Square::new(rank * width + file));
    let mut lines = Vec::new();
    for rank in 0..height {
        for file in 0..width {
            if file > 0 && at(file, rank) != at(file - 1, rank) {
                lines.push(format!("v{file}{rank}1"));
            }
            if rank > 0 && at(file, rank) != at(file, rank - 1) {
                lines.push(format!("h{file}{rank}1"));
            }
        }
    }
    lines.join(", ")
}

/// LaTeX's own characters as text.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '#' | '%' | '&' | '$' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '~' => escaped += "\\~{}",
            '^' => escaped += "\\^{}",
            '\\' => escaped += "\\textbackslash{}",
            '<' | '>' => escaped.extend(['$', c, '$']),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_taken_apart() {
        let told = |origin| {
            let fields = source(origin).into_iter();
            let fields = fields.map(|(name, text)| format!("{name}={text}"));
            fields.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            told("123, The Magazine 7, 12/1995"),
            "sourcenr=123 month=12 year=1995 issue=7 source=The Magazine"
        );
        assert_eq!(told("The Magazine, 1999"), "year=1999 source=The Magazine");
        assert_eq!(told("The Magazine"), "source=The Magazine");
        let with_comma = "day=12 month=03 year=1998 issue=5 source=The Magazine";
        assert_eq!(told("The Magazine, 5, 12/03/1998"), with_comma);
    }

    #[test]
    fn names_and_signs() {
        assert_eq!(inverted("Jane Ann Doe"), "Doe, Jane Ann");
        assert_eq!(inverted("Doe, Jane"), "Doe, Jane");
        assert_eq!(escaped("h#2 50%"), "h\\#2 50\\%");
    }
}
