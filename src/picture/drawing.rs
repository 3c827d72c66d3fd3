//! What a picture consists of before it is written: outlines and texts at their places.
//!
//! **Invariant:** writers (`svg`, `png`, `pdf`) know nothing of chess, and nothing here knows a format.

use super::path::{Path, Point};

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour(0, 0, 0);
    /// White.
    pub const WHITE: Colour = Colour(255, 255, 255);
}

/// A line's colour and width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pen {
    /// Its colour.
    pub colour: Colour,
    /// Its width in units of the drawing.
    pub width: f32,
}

/// Which of the two faces a text has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Regular.
    Regular,
    /// Bold.
    Bold,
}

/// Where a text lies beside its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// On the baseline.
    pub at: Point,
    /// Height of the letters with what hangs below, in units of the drawing.
    pub size: f32,
    /// Where it lies beside the point.
    pub anchor: Anchor,
    /// Its face.
    pub face: Face,
    /// Its colour.
    pub colour: Colour,
    /// What it says.
    pub text: String,
}

/// A part of a drawing; later ones cover earlier ones.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// An outline, filled, drawn or both.
    Outline {
        /// The outline.
        path: Path,
        /// Its filling.
        fill: Option<Colour>,
        /// Its line.
        pen: Option<Pen>,
    },
    /// A text.
    Text(Text),
    /// Items of which only what lies in a rectangle is seen: corner, width, height.
    Window(Point, [f32; 2], Vec<Item>),
    /// Items that other pictures have alike: the squares of a board.
    Group(Vec<Item>),
}

/// A finished picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Its width in units; a square of the board has 100.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// The longer description of the same: every man with its square.
    pub description: String,
    /// Its parts.
    pub items: Vec<Item>,
}

impl Item {
    /// A filled outline.
    pub fn filled(path: Path, colour: Colour) -> Item {
        Item::Outline {
            path,
            fill: Some(colour),
            pen: None,
        }
    }

    /// A line.
    pub fn drawn(path: Path, colour: Colour, width: f32) -> Item {
        Item::Outline {
            path,
            fill: None,
            pen: Some(Pen { colour, width }),
        }
    }
}
