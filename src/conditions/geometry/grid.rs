//! Grid chess: a move must cross a line of the grid.

use super::super::{Boards, Caption, Definition, Marks, Pawns, Printed};
use crate::board::{Geometry, Square};
use crate::problem::{Argument, Condition};
use crate::rules::{Fact, Kind, Numbered, Promise, Ring, RulesBuilder, Topic};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "grid-chess",
    caption: Caption::of(Printed::Grid),
    marks: Marks::Grid,
    pawns: |_| Pawns::Usual,
    summary: "The board is divided into cells, usually of two by two squares; a move, check or guard must lead into \
              another cell. A castling is judged by the king's squares.",
    install,
    boards: Boards::Array,
    samples: &["Orthogonal bdf246", "VerticalShift"],
    decisions: "`HorizontalShift` moves the cells by one file. `VerticalShift` draws a line between all ranks, and \
                `DiagonalShift` does both, as Popeye reads, draws and numbers them (two cells that lie four files and one rank apart \
                count as one). Cells of two by two squares moved up by one \
                rank are `Orthogonal bdf1357`, moved in both directions `Orthogonal aceg1357`.",
    numbers: |_| Numbered::FEWEST,
    facts: &[Fact::MovesLeadSomewhere],
    announce: |condition, announced| announced.say(Topic::Cells, condition),
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let grid = Grid::of(condition, &rules.diagram().geometry);
    rules.keep_line(
        Ring::Geometry,
        Promise::geometry(),
        move |_, _, pseudo_move| {
            let from = match pseudo_move.kind {
                Kind::CastlingVia { homes, .. } => homes[0],
                _ => pseudo_move.from,
            };
            grid.crosses(from, pseudo_move.to)
        },
    );
}

/// The cell of every square, and further lines that separate nothing but may be crossed.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    cells: Vec<u16>,
    lines: Vec<Segment>,
    /// File and rank of every square.
    places: Vec<(i16, i16)>,
}

/// A piece of a grid line between two corners; corner (0, 0) is the lower left one of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// One end, in files and ranks.
    pub from: (i16, i16),
    /// The other end, to the right or above.
    pub to: (i16, i16),
}

impl Grid {
    /// The grid that the condition's arguments describe.
    pub fn of(condition: &Condition, geometry: &Geometry) -> Grid {
        let cell = |square: Square| {
            let (file, rank) = (
                u16::from(geometry.file(square)),
                u16::from(geometry.rank(square)),
            );
            cell_of(condition, geometry, square, (file, rank))
        };
        let places = |square: Square| (geometry.file(square).into(), geometry.rank(square).into());
        let squares = (0..geometry.span() as u8).map(Square::new);
        Grid {
            cells: squares.clone().map(cell).collect(),
            lines: segments(condition),
            places: squares.map(places).collect(),
        }
    }

    /// The cell of a square; equal numbers mean the same cell.
    pub fn cell(&self, square: Square) -> u16 {
        self.cells[square.index()]
    }

    /// The lines drawn beside the cells.
    pub fn lines(&self) -> &[Segment] {
        &self.lines
    }

    /// Whether the way from one square to another leaves the cell or crosses a line.
    pub fn crosses(&self, from: Square, to: Square) -> bool {
        let centre = |square: Square| self.places[square.index()];
        self.cell(from) != self.cell(to)
            || self
                .lines
                .iter()
                .any(|line| line.crosses(centre(from), centre(to)))
    }
}

impl Segment {
    /// Whether the straight way between the centres of two squares crosses the segment.
    fn crosses(&self, from: (i16, i16), to: (i16, i16)) -> bool {
        let doubled = |(file, rank): (i16, i16)| (2 * i32::from(file), 2 * i32::from(rank));
        let centre = |point| {
            let (file, rank) = doubled(point);
            (file + 1, rank + 1)
        };
        let (start, end) = (doubled(self.from), doubled(self.to));
        let (one, other) = (centre(from), centre(to));
        turn(one, other, start) * turn(one, other, end) <= 0
            && turn(start, end, one) * turn(start, end, other) < 0
    }
}

/// On which side of the way from `a` to `b` the point `c` lies: -1, 0 or 1.
fn turn(a: (i32, i32), b: (i32, i32), c: (i32, i32)) -> i32 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}

fn cell_of(
    condition: &Condition,
    geometry: &Geometry,
    square: Square,
    (file, rank): (u16, u16),
) -> u16 {
    let pairs = |file: u16, rank: u16| file / 2 + 16 * (rank / 2);
    let text = |name: &str| {
        condition
            .arguments
            .iter()
            .find_map(|argument| match argument {
                Argument::Text(word, text) if word == name => Some(text.to_ascii_lowercase()),
                _ => None,
            })
    };
    if let Some(lines) = text("orthogonal") {
        return orthogonal_cell(&lines, file, rank);
    }
    if condition.has_flag("irregular") {
        return irregular_cell(condition, geometry, square);
    }
    match ["vertical-shift", "horizontal-shift", "diagonal-shift"]
        .map(|flag| condition.has_flag(flag))
    {
        [true, _, _] => numbered(file, rank),
        [_, true, _] => pairs(file + 1, rank),
        [_, _, true] => numbered(file + 1, rank),
        _ => pairs(file, rank),
    }
}

/// Cells of two files and one rank as Popeye numbers them: two of them four files and one rank apart
/// have the same number and count as one.
fn numbered(file: u16, rank: u16) -> u16 {
    file / 2 + 2 * rank
}

/// Lines to the right of the named files and above the named ranks.
fn orthogonal_cell(lines: &str, file: u16, rank: u16) -> u16 {
    let files = lines
        .bytes()
        .filter(u8::is_ascii_lowercase)
        .filter(|&line| u16::from(line - b'a') < file)
        .count();
    let ranks = lines
        .bytes()
        .filter(u8::is_ascii_digit)
        .filter(|&line| u16::from(line.saturating_sub(b'1')) < rank)
        .count();
    files as u16 + 16 * ranks as u16
}

/// The groups of squares are cells; all squares left over form one more.
fn irregular_cell(condition: &Condition, geometry: &Geometry, square: Square) -> u16 {
    let mut group = 0;
    for argument in &condition.arguments {
        if let Argument::Text(word, squares) = argument
            && word == "cell"
        {
            group += 1;
            let named = geometry.squares_named(squares);
            if named.is_some_and(|named| named.contains(&square)) {
                return group;
            }
        }
    }
    0
}

/// The segments named after `GridLine`: `h` or `v`, a square whose lower left corner is the start, a length.
fn segments(condition: &Condition) -> Vec<Segment> {
    let lines = condition
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Text(word, text) if word == "grid-line" => {
                segment(&text.to_ascii_lowercase())
            }
            _ => None,
        });
    lines.collect()
}

fn segment(text: &str) -> Option<Segment> {
    let start = Square::from_name(text.get(1..3)?)?;
    let length: i16 = text.get(3..)?.parse().ok()?;
    let (file, rank) = (i16::from(start.byte() % 8), i16::from(start.byte() / 8));
    let to = if text.starts_with('h') {
        (file + length, rank)
    } else {
        (file, rank + length)
    };
    Some(Segment {
        from: (file, rank),
        to,
    })
}
