//! The diagram in letters, with holes, imitators and grid lines.
//!
//! **Invariant:** a square takes four columns of its row and of the line below
//! it; all lines of a diagram have the same width.

use super::Notation;
use crate::board::{Geometry, Joins, Side, Square, SquareSet};
use crate::conditions::{self, Grid, Marks, board};
use crate::men::Piece;
use crate::notation::popeye::words::Language;
use crate::problem::{Condition, Problem};
use indexmap::IndexSet;

/// Four columns of a line.
type Cell = [char; 4];

const BLANK: Cell = [' '; 4];

/// The diagram with its frame.
pub(super) fn diagram(problem: &Problem, language: Language) -> String {
    let geometry = &board_of(problem);
    let drawing = Drawing {
        problem,
        notation: Notation::of(problem, language),
        holes: !geometry.squares(),
        imitators: imitators(problem),
        grid: grid(problem).filter(|_| !problem.options.suppress_grid),
    };
    frame(
        geometry,
        |square| drawing.row(square),
        |square| drawing.base(square),
    )
}

/// The board of play; if the conditions make none, that of the diagram.
pub(crate) fn board_of(problem: &Problem) -> Geometry {
    board(problem).unwrap_or_else(|_| problem.diagram.geometry.clone())
}

/// The numbers of the grid cells in a frame of their own, if asked for.
pub(super) fn grid_numbers(problem: &Problem) -> String {
    let geometry = &problem.diagram.geometry;
    let grid = grid(problem).filter(|_| problem.options.write_grid);
    let Some(grid) = grid else {
        return String::new();
    };
    let numbers = cell_numbers(geometry, &grid);
    let number = |square: Square| {
        let digit = |number: usize| char::from(b'0' + (number % 10) as u8);
        let number = numbers[square.index()];
        let tens = if number < 10 { ' ' } else { digit(number / 10) };
        [' ', tens, digit(number), ' ']
    };
    format!("\n{}", frame(geometry, number, |_| BLANK))
}

/// The cells numbered in the order of their first squares.
fn cell_numbers(geometry: &Geometry, grid: &Grid) -> Vec<usize> {
    let mut cells = IndexSet::new();
    let mut numbers = vec![0; geometry.span()];
    for square in (0..geometry.height()).flat_map(|rank| geometry.places(rank)) {
        numbers[square.index()] = cells.insert_full(grid.cell(square)).0;
    }
    numbers
}

fn grid(problem: &Problem) -> Option<Grid> {
    let condition = conditions::grid(&problem.conditions)?;
    Some(Grid::of(condition, &problem.diagram.geometry))
}

fn imitators(problem: &Problem) -> SquareSet {
    let imitators = conditions::marked(&problem.conditions, Marks::Imitators);
    imitators.flat_map(Condition::squares).collect()
}

/// Frames what `row` draws on each square and `base` below it.
fn frame(
    geometry: &Geometry,
    row: impl Fn(Square) -> Cell,
    base: impl Fn(Square) -> Cell,
) -> String {
    let width = geometry.width();
    let (side, edge) = edges(geometry.joins());
    let files: String = (0..width)
        .map(|file| format!("{edge}{}", geometry.file_letter(file)))
        .collect();
    let border = format!("+{files}{edge}+\n");
    let space = " ".repeat(4 * usize::from(width) + 3);
    let mut text = format!("{border}{side}{space}{side}\n");
    for (number, places) in geometry.lines() {
        let drawn = |cell: &dyn Fn(Square) -> Cell| -> String {
            let cells = places.iter().map(|place| place.map_or(BLANK, cell));
            cells.flatten().collect()
        };
        let (cells, below) = (drawn(&row), drawn(&base));
        text += &format!("{number:<2}{cells}{number:>3}\n{side} {below}  {side}\n");
    }
    text + &border
}

/// How the frame is drawn: edges that are joined look open.
fn edges(joins: Joins) -> (char, &'static str) {
    let [files, ranks] = joins.pairs();
    let side = if files { ':' } else { '|' };
    let edge = if ranks { "..." } else { "---" };
    (side, edge)
}

struct Drawing<'a> {
    problem: &'a Problem,
    notation: Notation<'a>,
    holes: SquareSet,
    imitators: SquareSet,
    grid: Option<Grid>,
}

impl Drawing<'_> {
    fn row(&self, square: Square) -> Cell {
        let man = self.problem.diagram.on(square);
        let mut cell = match man.is_some() {
            true => self.man(man),
            false if self.imitators.contains(square) => [' ', ' ', 'I', ' '],
            false if self.holes.contains(square) => BLANK,
            false => [' ', ' ', '.', ' '],
        };
        if cell[0] == ' ' && self.has_line_left(square) {
            cell[0] = '|';
        }
        cell
    }

    /// Colour and letters; of a man with two parts the first.
    fn man(&self, man: Piece) -> Cell {
        let letters = self.notation.letters(man.walk());
        let (first, divided) = match letters.split_once('/') {
            Some((first, _)) => (first, '/'),
            None => (letters, ' '),
        };
        let sign = match (man.is_of(Side::White), man.is_of(Side::Black)) {
            (true, true) => '=',
            (false, true) => '-',
            _ => ' ',
        };
        let mut letters = first.chars();
        match (letters.next(), letters.next()) {
            (Some(one), Some(two)) => [sign, one, two, divided],
            (Some(one), None) => [' ', sign, one, divided],
            _ => BLANK,
        }
    }

    /// The line below a square: the second part of a man, or a grid line.
    fn base(&self, square: Square) -> Cell {
        let man = self.problem.diagram.on(square);
        let letters = man.is_some().then(|| self.notation.letters(man.walk()));
        let second = letters.and_then(|letters| letters.split_once('/'));
        let mut below = second.map(|(_, second)| second.chars());
        match below.as_mut().map(|below| (below.next(), below.next())) {
            Some((Some(one), Some(two))) => [' ', one, two, ' '],
            Some((Some(one), None)) => [' ', ' ', one, ' '],
            _ if self.has_line_below(square) => [' ', '-', '-', '-'],
            _ => BLANK,
        }
    }

    fn has_line_left(&self, square: Square) -> bool {
        let geometry = &self.problem.diagram.geometry;
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let corner = (i16::from(file), i16::from(rank));
        file > 0 && self.is_line(square, Square::new(square.byte() - 1), corner, (0, 1))
    }

    fn has_line_below(&self, square: Square) -> bool {
        let geometry = &self.problem.diagram.geometry;
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let corner = (i16::from(file), i16::from(rank));
        let below = rank
            .checked_sub(1)
            .and_then(|below| geometry.places(below).nth(usize::from(file)));
        below.is_some_and(|below| self.is_line(square, below, corner, (1, 0)))
    }

    /// Whether the edge from `corner` by `step` separates two cells or is drawn
    /// on its own.
    fn is_line(&self, one: Square, other: Square, corner: (i16, i16), step: (i16, i16)) -> bool {
        let Some(grid) = &self.grid else {
            return false;
        };
        let end = (corner.0 + step.0, corner.1 + step.1);
        let covers = |from: (i16, i16), to: (i16, i16)| {
            from.0 <= corner.0 && from.1 <= corner.1 && to.0 >= end.0 && to.1 >= end.1
        };
        grid.cell(one) != grid.cell(other)
            || grid.lines().iter().any(|line| covers(line.from, line.to))
    }
}
