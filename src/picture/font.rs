//! The letters of captions: two faces of Noto Serif, reduced to Latin, Greek and Cyrillic.

use super::drawing::{Anchor, Face, Text};
use super::path::{Path, Step, at};
use ttf_parser::{GlyphId, OutlineBuilder};

/// The file of a face.
pub const fn file(face: Face) -> &'static [u8] {
    match face {
        Face::Regular => include_bytes!("font/NotoSerif-Regular.ttf"),
        Face::Bold => include_bytes!("font/NotoSerif-Bold.ttf"),
    }
}

/// A face, ready to be asked.
pub struct Letters {
    face: ttf_parser::Face<'static>,
}

impl Letters {
    /// The letters of a face.
    pub fn of(face: Face) -> Letters {
        let face =
            ttf_parser::Face::parse(file(face), 0).expect("the fonts of the program can be read");
        Letters { face }
    }

    /// The parsed file.
    pub fn face(&self) -> &ttf_parser::Face<'static> {
        &self.face
    }

    /// The glyph of a letter; a question mark where the font has none.
    pub fn glyph(&self, letter: char) -> GlyphId {
        let glyph = self.face.glyph_index(letter);
        let glyph = glyph.or_else(|| self.face.glyph_index('?'));
        glyph.unwrap_or(GlyphId(0))
    }

    /// How far a glyph goes, in units of the font.
    pub fn advance(&self, glyph: GlyphId) -> f32 {
        self.face.glyph_hor_advance(glyph).map_or(0.0, f32::from)
    }

    /// Units of the font in its size.
    pub fn units(&self) -> f32 {
        f32::from(self.face.units_per_em())
    }

    /// The width of a text in this size.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let advances = text.chars().map(|letter| self.advance(self.glyph(letter)));
        advances.sum::<f32>() * size / self.units()
    }

    /// A text as one outline at its place.
    pub fn outline(&self, text: &Text) -> Path {
        let scale = text.size / self.units();
        let mut x = start(self, text);
        let mut path = Path::default();
        for letter in text.text.chars() {
            let glyph = self.glyph(letter);
            let mut builder = Builder(Path::default());
            // Blanks have no outline.
            let _ = self.face.outline_glyph(glyph, &mut builder);
            path.append(
                builder
                    .0
                    .map(|point| at(x + point.x * scale, text.at.y - point.y * scale)),
            );
            x += self.advance(glyph) * scale;
        }
        path
    }
}

/// Where the first letter of a text stands.
pub fn start(letters: &Letters, text: &Text) -> f32 {
    let width = letters.width(&text.text, text.size);
    match text.anchor {
        Anchor::Start => text.at.x,
        Anchor::Middle => text.at.x - width / 2.0,
        Anchor::End => text.at.x - width,
    }
}

/// Breaks a text into lines no wider than this; a word that is wider stands alone.
pub fn wrapped(text: &str, face: Face, size: f32, width: f32) -> Vec<String> {
    let letters = Letters::of(face);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if letters.width(&longer, size) <= width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
}

struct Builder(Path);

impl OutlineBuilder for Builder {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.0.push(Step::Move(at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.0.push(Step::Line(at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let from = match self.0.0.last() {
            Some(Step::Move(to) | Step::Line(to) | Step::Curve(_, _, to)) => *to,
            _ => at(0.0, 0.0),
        };
        self.0
            .0
            .push(super::path::quadratic(from, at(x1, y1), at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.0.push(Step::Curve(at(x1, y1), at(x2, y2), at(x, y)));
    }

    fn close(&mut self) {
        self.0.0.push(Step::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_broken_at_words() {
        let lines = wrapped(
            "Take & Make, Anticirce, Madrasi Rex inclusive",
            Face::Regular,
            40.0,
            400.0,
        );
        assert!(lines.len() > 1);
        let letters = Letters::of(Face::Regular);
        assert!(
            lines.iter().all(|line| letters.width(line, 40.0) <= 400.0),
            "{lines:?}"
        );
    }

    #[test]
    fn names_of_problemists_have_letters() {
        let letters = Letters::of(Face::Bold);
        let missing = letters.glyph('\u{10FFFF}');
        for letter in "áàâäãåāăąćčçďđéèêëěęğíîïıłľńňñóôöõőøřśšşșťţțúûüůűýźžżæœßАБВгдежзиκ".chars()
        {
            let known = letters.glyph(letter) != missing || letter == 'κ';
            assert!(known, "{letter}");
        }
    }
}
