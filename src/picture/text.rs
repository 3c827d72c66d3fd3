//! Texts as pictures, so that solutions stand on a sheet below the diagrams.

use super::drawing::{Anchor, Colour, Drawing, Face, Item, Text};
use super::font::wrapped;
use super::path::at;

/// As wide as a usual board with its coordinates.
const WIDTH: f32 = 912.0;
const SIZE: f32 = 30.0;
const LINE: f32 = SIZE * 1.28;
/// The units of one blank at the beginning of a line.
const BLANK: f32 = 12.0;
/// More lines would be too small on a page; the rest begins another picture.
const MOST_LINES: usize = 44;

/// A text with its heading; a long one takes several pictures.
pub fn pages(heading: &str, text: &str) -> Vec<Drawing> {
    let head = wrapped(heading, Face::Bold, SIZE, WIDTH);
    let head = head.into_iter().map(|line| (Face::Bold, 0.0, line));
    let body = text.lines().flat_map(|line| {
        let blanks = line.len() - line.trim_start().len();
        let indent = BLANK * blanks as f32;
        let parts = wrapped(line, Face::Regular, SIZE, WIDTH - indent - 2.0 * BLANK);
        let parts = parts.into_iter().enumerate();
        parts.map(move |(number, part)| {
            let hang = if number == 0 { 0.0 } else { 2.0 * BLANK };
            (Face::Regular, indent + hang, part)
        })
    });
    let lines: Vec<(Face, f32, String)> = head.chain(body).collect();
    let pages = lines.chunks(MOST_LINES);
    pages.map(|lines| page(heading, lines)).collect()
}

fn page(title: &str, lines: &[(Face, f32, String)]) -> Drawing {
    let items = lines.iter().zip(1_u16..).map(|((face, x, text), number)| {
        Item::Text(Text {
            at: at(*x, LINE * f32::from(number)),
            size: SIZE,
            anchor: Anchor::Start,
            face: *face,
            colour: Colour::BLACK,
            text: text.clone(),
        })
    });
    Drawing {
        width: WIDTH,
        height: LINE * (lines.len() as f32 + 0.5),
        title: title.to_owned(),
        description: String::new(),
        items: items.collect(),
    }
}
