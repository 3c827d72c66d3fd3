//! Diagrams as pictures: any position with its caption as SVG, PNG or PDF, and sheets of many.
//!
//! A [`Drawing`] is plain outlines and texts; `svg`, `png` and `pdf` write it. The figures are our own drawings.
//!
//! **Invariant:** the same problem gives the same bytes everywhere: no fonts of the machine, no clock, no chance.

mod board;
mod caption;
mod cells;
mod drawing;
mod figure;
mod font;
mod html;
mod outline;
mod path;
mod pdf;
mod player;
mod png;
mod rtf;
mod svg;
mod text;

pub use drawing::{Anchor, Colour, Drawing, Face, Item, Pen, Text};
pub use figure::{Figure, Figures};
pub use outline::{Outline, Shape};
pub use path::{Path, Point, Step};
pub use png::MAX_PIXELS;
pub use svg::Shapes;

use crate::board::{Geometry, Square};
use crate::conditions::{self, Grid, Marks, board as board_of_play};
use crate::men::Piece;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Condition, Diagram, Problem};
use crate::solution::Solution;
use board::{Board, MARGIN, marked};
use figure::Drawn;

/// How squares look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Two calm colours.
    #[default]
    Colour,
    /// White and hatched, as printed.
    Print,
}

/// How a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How squares look.
    pub theme: Theme,
    /// Whether files and ranks have their names.
    pub coordinates: bool,
    /// Whether author, stipulation, conditions and legend stand around the board.
    pub caption: bool,
    /// The language of letters and captions.
    pub language: Language,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            theme: Theme::Colour,
            coordinates: true,
            caption: true,
            language: Language::En,
        }
    }
}

/// The picture of a problem: its diagram with all that belongs to it.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// use dawson::picture::{Style, draw};
///
/// let text = "BeginProblem Stipulation #1 Pieces White Kg6 Ga1 Black Kh8 EndProblem";
/// let problem = &read(text.as_bytes()).problems[0].problem;
/// let svg = draw(problem, Style::default()).svg(0.5);
/// assert!(svg.starts_with("<svg") && svg.contains("Grasshopper"));
/// ```
pub fn draw(problem: &Problem, style: Style) -> Drawing {
    let imitators = conditions::marked(&problem.conditions, Marks::Imitators);
    let imitators = imitators.flat_map(Condition::squares).collect();
    draw_position(problem, &problem.diagram, imitators, style)
}

/// The picture of a position that came about in a problem, with the imitators where they are now.
pub fn draw_position(
    problem: &Problem,
    diagram: &Diagram,
    imitators: Vec<Square>,
    style: Style,
) -> Drawing {
    let geometry = geometry_of(problem, diagram);
    let notation = Notation::of(problem, style.language);
    let figures = Figures::of(walks(problem, diagram));
    let above = match style.caption {
        true => caption::above(problem, cells::size(&geometry).0),
        false => caption::Block::default(),
    };
    let left = if style.coordinates { MARGIN } else { 10.0 };
    let top = above.height.max(10.0);
    let board = Board {
        geometry: &geometry,
        corner: Point { x: left, y: top },
        style,
    };
    let width = board.width() + 2.0 * left;
    let middle = width / 2.0;
    let mut items = above.items_at(middle, 0.0);
    items.extend(board.items());
    let marked = marked(problem);
    for marked in marked
        .iter()
        .filter(|marked| marked.sign != board::Sign::Ball)
    {
        items.extend(board.signs(marked.squares.into_iter(), marked.sign));
    }
    let grid = conditions::grid(&problem.conditions);
    if let Some(condition) = grid.filter(|_| !problem.options.suppress_grid) {
        items.extend(board.grid(&Grid::of(condition, &problem.diagram.geometry)));
    }
    let drawn = Drawn {
        notation,
        figures: &figures,
        rim: style.theme == Theme::Print,
    };
    items.extend(board.signs(imitators.into_iter(), board::Sign::Ball));
    let known = geometry.squares();
    for (square, man) in diagram.men().filter(|(square, _)| known.contains(*square)) {
        items.extend(drawn.man(man, board.middle(square), cells::man(&geometry)));
    }
    let bottom = top + board.height() + if style.coordinates { 46.0 } else { 10.0 };
    let mut height = bottom;
    if style.caption {
        let below = caption::below(problem, diagram, &drawn, &marked, board.width());
        height += below.height;
        items.extend(below.items_at(middle, bottom));
    }
    Drawing {
        width,
        height,
        title: caption::title(problem, notation),
        description: caption::description(diagram, notation),
        items,
    }
}

/// The board of play. Where the rules of a problem are refused, its picture still shows holes and joined edges.
fn geometry_of(problem: &Problem, diagram: &Diagram) -> Geometry {
    board_of_play(problem).unwrap_or_else(|_| {
        let holes = conditions::marked(&problem.conditions, Marks::Holes);
        let holes = holes.flat_map(Condition::squares).collect();
        let joins = conditions::joins(&problem.conditions).unwrap_or(diagram.geometry.joins());
        diagram.geometry.clone().with_holes(holes).joined(joins)
    })
}

/// The walks of a picture: those of the diagram first, so that letters do not change in play.
fn walks<'a>(
    problem: &'a Problem,
    diagram: &'a Diagram,
) -> impl Iterator<Item = crate::men::WalkId> + 'a {
    let men = problem.diagram.men().chain(diagram.men());
    men.map(|(_, man): (Square, Piece)| man.walk())
}

impl Drawing {
    /// As SVG; `scale` pixels are one unit, of which a square has 100.
    pub fn svg(&self, scale: f32) -> String {
        svg::svg(self, scale)
    }

    /// As SVG on a page whose other pictures share these outlines; `scale` pixels are one unit.
    pub fn svg_with(&self, scale: f32, shapes: &mut Shapes) -> String {
        svg::svg_with(self, scale, shapes)
    }

    /// As a PNG file; `scale` pixels are one unit.
    ///
    /// # Errors
    /// When it would have more than [`MAX_PIXELS`] in one direction.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, String> {
        png::png(self, scale)
    }

    /// As red, green and blue of every pixel, with the width of a line.
    ///
    /// # Errors
    /// When it would have more than [`MAX_PIXELS`] in one direction.
    pub fn rgb(&self, scale: f32) -> Result<(usize, Vec<[u8; 3]>), String> {
        let pixels = png::pixels(self, scale)?;
        let colours = pixels.pixels().iter();
        let colours = colours.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Ok((pixels.width() as usize, colours.collect()))
    }

    /// As a PDF of one page of its size; a square is some ten millimetres wide.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::page(self)
    }
}

/// Pictures with their numbers above them, as on the sheets of a tourney.
///
/// ```
/// use dawson::Problem;
/// use dawson::picture::{Style, draw, numbered};
///
/// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/R7")?;
/// let one = draw(&problem, Style::default());
/// let two = numbered(vec![one.clone(), one.clone()]);
/// assert!(two[1].height > one.height && two[1].svg(1.0).contains(">2</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn numbered(drawings: Vec<Drawing>) -> Vec<Drawing> {
    let numbered = (1..)
        .zip(drawings)
        .map(|(number, drawing): (u32, Drawing)| {
            let items = drawing.items.into_iter();
            let items = items.map(|item| caption::shifted(item, 0.0, NUMBER));
            let number = Item::Text(Text {
                at: Point {
                    x: drawing.width / 2.0,
                    y: NUMBER - 16.0,
                },
                size: 42.0,
                anchor: Anchor::Middle,
                face: Face::Bold,
                colour: Colour::BLACK,
                text: number.to_string(),
            });
            Drawing {
                height: drawing.height + NUMBER,
                items: items.chain([number]).collect(),
                ..drawing
            }
        });
    numbered.collect()
}

/// The height that a number takes.
const NUMBER: f32 = 56.0;

/// A text document (RTF) with the pictures in it, which every word processor opens.
///
/// # Errors
/// When one of them is too large.
pub fn rich_text(drawings: &[Drawing]) -> Result<Vec<u8>, String> {
    rtf::document(drawings)
}

/// A PDF of many pictures on pages of A4, so many in a row.
pub fn sheet(drawings: &[Drawing], columns: usize) -> Vec<u8> {
    pdf::sheet(drawings, columns)
}

/// A text with its heading as pictures, so that a solution stands on the same sheet as its diagram.
///
/// ```
/// use dawson::picture::written;
/// assert_eq!(written("1", "  1.Ra8#").len(), 1);
/// ```
pub fn written(heading: &str, text: &str) -> Vec<Drawing> {
    text::pages(heading, text)
}

/// A web page of many pictures; `scale` pixels are one unit.
pub fn web_page(drawings: &[Drawing], scale: f32) -> String {
    html::sheet(drawings, scale)
}

/// A solved problem as a part of a web page: its diagram, the play, and a small diagram at the end of each line.
pub fn solved_section(
    problem: &Problem,
    solution: &Solution,
    style: Style,
    scale: f32,
    shapes: &mut Shapes,
) -> String {
    html::section(problem, solution, style, scale, shapes)
}

/// A solved problem as a web page with one board on which its play is followed.
pub fn player(problem: &Problem, solution: &Solution, style: Style, scale: f32) -> String {
    player::player(problem, solution, style, scale)
}

/// A web page of such parts.
pub fn solved_page(sections: &[String]) -> String {
    html::page("Solutions", "en", &sections.concat())
}
