//! Which figure a man has: a shape, turned by eighths of a circle, and letters where no habit says enough.
//!
//! `figures.tsv` has the habits of printed problems: the queen upside down is the grasshopper, the knight upside down
//! the nightrider. Where two walks of one diagram have the same figure, both get letters.

use super::drawing::{Anchor, Colour, Face, Item, Pen, Text};
use super::font::Letters;
use super::outline::{Outline, Shape};
use super::path::{Path, Point, at};
use crate::men::{Piece, Sides, WalkId};
use crate::notation::popeye::write::Notation;

/// The figure of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// The shape.
    pub shape: Shape,
    /// Eighths of a turn, clockwise.
    pub turn: u8,
    /// Whether letters tell which man it is.
    pub lettered: bool,
}

/// Every row of the table: the walk's key and its figure.
pub fn figures() -> impl Iterator<Item = (&'static str, Figure)> {
    let rows = include_str!("figures.tsv").lines().skip(1);
    rows.filter_map(|row| {
        let mut fields = row.split('\t');
        let (key, figure) = (fields.next()?, fields.next()?);
        let lettered = fields.next() == Some("badge");
        let mut signs = figure.chars();
        let (letter, turn) = (signs.next()?, signs.next()?.to_digit(8)?);
        let shape = Shape::ALL
            .into_iter()
            .find(|shape| shape.letter() == letter)?;
        Some((
            key,
            Figure {
                shape,
                turn: turn as u8,
                lettered,
            },
        ))
    })
}

impl Figure {
    /// The figure by habit; a disc with letters where there is none.
    ///
    /// ```
    /// use dawson::men::WalkId;
    /// use dawson::picture::{Figure, Shape};
    /// let grasshopper = WalkId::from_key("grasshopper").unwrap();
    /// let figure = Figure::of(grasshopper);
    /// assert_eq!((figure.shape, figure.turn), (Shape::Queen, 4));
    /// ```
    pub fn of(walk: WalkId) -> Figure {
        let key = walk.row().key;
        let row = figures().find(|(other, _)| *other == key);
        row.map_or(
            Figure {
                shape: Shape::Disc,
                turn: 0,
                lettered: true,
            },
            |(_, figure)| figure,
        )
    }

    /// Whether both look alike but for their letters.
    fn is_like(self, other: Figure) -> bool {
        self.shape == other.shape && self.turn == other.turn
    }
}

/// The figures of one picture: where two walks have the same, both get letters.
pub struct Figures {
    known: Vec<(WalkId, Figure)>,
}

impl Figures {
    /// The figures of these walks, each once, in the order in which they come.
    pub fn of(walks: impl Iterator<Item = WalkId>) -> Figures {
        let mut known: Vec<(WalkId, Figure)> = Vec::new();
        for walk in walks {
            if known.iter().all(|(other, _)| *other != walk) {
                known.push((walk, Figure::of(walk)));
            }
        }
        let all = known.clone();
        for (walk, figure) in &mut known {
            let alike = |(other, like): &(WalkId, Figure)| other != walk && like.is_like(*figure);
            figure.lettered |= all.iter().any(alike);
        }
        Figures { known }
    }

    /// The walks with their figures.
    pub fn iter(&self) -> impl Iterator<Item = (WalkId, Figure)> + '_ {
        self.known.iter().copied()
    }

    /// The figure of a walk.
    pub fn get(&self, walk: WalkId) -> Figure {
        let found = self.known.iter().find(|(other, _)| *other == walk);
        found.map_or_else(|| Figure::of(walk), |(_, figure)| *figure)
    }
}

/// The width of the line around a figure, of 100 units that it is high.
const LINE: f32 = 3.6;
/// The width of the lines upon it.
const DETAIL: f32 = 2.6;

/// A man in a square of this side around a point.
pub struct Drawn<'a> {
    /// How letters are written.
    pub notation: Notation<'a>,
    /// The figures of the picture.
    pub figures: &'a Figures,
    /// Whether a white rim sets it off from a hatched square.
    pub rim: bool,
}

impl Drawn<'_> {
    /// The man in a square of this side around `centre`.
    pub fn man(&self, man: Piece, centre: Point, side: f32) -> Vec<Item> {
        let figure = self.figures.get(man.walk());
        let mut items = self.figure(figure, man.sides(), centre, side);
        if figure.lettered {
            let letters = self.notation.letters(man.walk());
            items.extend(badge(letters, badge_place(figure, centre, side), side));
        }
        items.extend(self.marks(man, centre, side));
        items
    }

    fn figure(&self, figure: Figure, sides: Sides, centre: Point, side: f32) -> Vec<Item> {
        let mut items = Vec::new();
        if self.rim {
            let outline = placed(figure, centre, side);
            let width = (LINE + 7.0) * side / 100.0;
            let rims = outline.bodies.into_iter();
            items.extend(rims.map(|path| Item::drawn(path, Colour::WHITE, width)));
        }
        match sides {
            Sides::White => items.extend(coloured(figure, centre, side, Colour::WHITE)),
            Sides::Black => items.extend(coloured(figure, centre, side, Colour::BLACK)),
            Sides::Both => {
                items.extend(coloured(figure, centre, side, Colour::WHITE));
                items.push(Item::Window(
                    at(centre.x, centre.y - side * 0.7),
                    [side * 0.7, side * 1.4],
                    coloured(figure, centre, side, Colour::BLACK),
                ));
            }
        }
        items
    }

    /// A crown for royal men and the letters of attributes, in the upper right corner.
    fn marks(&self, man: Piece, centre: Point, side: f32) -> Vec<Item> {
        let mut items = Vec::new();
        let corner = at(centre.x + side * 0.36, centre.y - side * 0.36);
        let letters = self.letters_of_attributes(man);
        if !letters.is_empty() {
            items.extend(badge(&letters, corner, side));
        }
        if is_royal_by_mark(man) {
            let corner = at(centre.x - side * 0.36, corner.y);
            items.extend(crown(corner, side * 0.26));
        }
        items
    }

    fn letters_of_attributes(&self, man: Piece) -> String {
        let plain = man.non_royal().with_sides(Sides::White);
        let told = self.notation.mover(plain);
        let letters = self.notation.letters(man.walk());
        let marks = told.strip_suffix(letters).unwrap_or(&told).to_owned();
        let second = man.has(crate::men::Attribute::AliceB);
        marks + if second { "B" } else { "" }
    }
}

/// Whether a man is royal whose walk does not say so.
pub fn is_royal_by_mark(man: Piece) -> bool {
    man.is_royal() && !man.walk().row().is_royal()
}

/// Below the figure at the right; in the middle of a disc.
fn badge_place(figure: Figure, centre: Point, side: f32) -> Point {
    match figure.shape {
        Shape::Disc => centre,
        _ => at(centre.x + side * 0.27, centre.y + side * 0.34),
    }
}

/// Letters on a white plate around a point.
fn badge(letters: &str, centre: Point, side: f32) -> Vec<Item> {
    let size = side
        * if letters.chars().count() > 3 {
            0.2
        } else {
            0.27
        };
    let width = Letters::of(Face::Bold).width(letters, size) + size * 0.36;
    let height = size * 1.02;
    let corner = at(centre.x - width / 2.0, centre.y - height / 2.0);
    let plate = Item::Outline {
        path: Path::rectangle(corner, width, height),
        fill: Some(Colour::WHITE),
        pen: Some(Pen {
            colour: Colour::BLACK,
            width: side * 0.014,
        }),
    };
    let text = Item::Text(Text {
        at: at(centre.x, centre.y + size * 0.355),
        size,
        anchor: Anchor::Middle,
        face: Face::Bold,
        colour: Colour::BLACK,
        text: letters.to_owned(),
    });
    vec![plate, text]
}

/// The small crown of royal men.
pub fn crown(centre: Point, size: f32) -> Vec<Item> {
    let path = Path::parse("M 5 85 L 0 25 L 28 52 L 50 10 L 72 52 L 100 25 L 95 85 Z");
    let scale = size / 100.0;
    let path = path.map(|p| {
        at(
            centre.x + (p.x - 50.0) * scale,
            centre.y + (p.y - 50.0) * scale,
        )
    });
    vec![Item::Outline {
        path,
        fill: Some(Colour(255, 205, 60)),
        pen: Some(Pen {
            colour: Colour::BLACK,
            width: size * 0.09,
        }),
    }]
}

fn coloured(figure: Figure, centre: Point, side: f32, fill: Colour) -> Vec<Item> {
    let outline = placed(figure, centre, side);
    let (line, detail) = (LINE * side / 100.0, DETAIL * side / 100.0);
    let on = match fill {
        Colour::BLACK => Colour::WHITE,
        _ => Colour::BLACK,
    };
    let body = |path| Item::Outline {
        path,
        fill: Some(fill),
        pen: Some(Pen {
            colour: Colour::BLACK,
            width: line,
        }),
    };
    let bodies = outline.bodies.into_iter().map(body);
    let lines = outline.lines.into_iter();
    let lines = lines.map(|path| Item::drawn(path, on, detail));
    let dots = outline.dots.into_iter().map(|path| Item::filled(path, on));
    bodies.chain(lines).chain(dots).collect()
}

/// The outline of a figure, turned, at its place.
fn placed(figure: Figure, centre: Point, side: f32) -> Outline {
    let Outline {
        bodies,
        lines,
        dots,
    } = figure.shape.outline();
    let slanted = if figure.turn.is_multiple_of(2) {
        0.94
    } else {
        0.87
    };
    let scale = slanted * side / 100.0;
    let angle = f32::from(figure.turn) * std::f32::consts::FRAC_PI_4;
    let (sine, cosine) = angle.sin_cos();
    let map = |point: Point| {
        let (x, y) = ((point.x - 50.0) * scale, (point.y - 50.0) * scale);
        at(
            centre.x + x * cosine - y * sine,
            centre.y + x * sine + y * cosine,
        )
    };
    let all = |paths: Vec<Path>| paths.iter().map(|path| path.map(map)).collect();
    Outline {
        bodies: all(bodies),
        lines: all(lines),
        dots: all(dots),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_walk_once() {
        let keys: Vec<&str> = figures().map(|(key, _)| key).collect();
        let rows = include_str!("figures.tsv").lines().count() - 1;
        assert_eq!(keys.len(), rows);
        for key in &keys {
            assert!(WalkId::from_key(key).is_some(), "{key}");
            assert_eq!(
                keys.iter().filter(|other| *other == key).count(),
                1,
                "{key}"
            );
        }
    }

    #[test]
    fn men_without_letters_have_figures_of_their_own() {
        let plain: Vec<_> = figures().filter(|(_, figure)| !figure.lettered).collect();
        for (index, (key, figure)) in plain.iter().enumerate() {
            let like = plain[..index]
                .iter()
                .find(|(_, other)| other.is_like(*figure));
            assert!(like.is_none(), "{key} and {like:?}");
            assert!(!figure.shape.is_symmetric() || figure.turn < 4, "{key}");
        }
    }

    #[test]
    fn two_walks_of_one_figure_get_letters() {
        let walk = |key| WalkId::from_key(key).expect("a walk");
        let pair = ["locust", "contra-grasshopper"].map(walk);
        let figures = Figures::of(pair.into_iter());
        assert!(figures.iter().all(|(_, figure)| figure.lettered));
        let alone = Figures::of([walk("locust")].into_iter());
        assert!(!alone.get(walk("locust")).lettered);
    }
}
