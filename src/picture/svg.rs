//! Writes a drawing as SVG: texts stay texts, nothing is fetched from anywhere.
//!
//! Pictures of one page may share their outlines: each is written once and used wherever it comes again.

use super::drawing::{Anchor, Colour, Drawing, Face, Item, Pen, Text};
use super::path::{Path, Point, Step, at, short};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The outlines that the pictures of one page have written so far.
///
/// ```
/// use dawson::Problem;
/// use dawson::picture::{Shapes, Style, draw};
///
/// let drawing = draw(&Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/R7")?, Style::default());
/// let mut shapes = Shapes::default();
/// let (first, second) = (drawing.svg_with(1.0, &mut shapes), drawing.svg_with(1.0, &mut shapes));
/// assert!(second.len() < first.len() / 2 && second.contains("<use href="));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Their numbers by what is written of them.
    known: HashMap<String, usize>,
}

impl Shapes {
    /// What is written of a shape at its place; the first time it is defined, too.
    fn used(&mut self, written: String, place: Point, kind: &str) -> String {
        let next = self.known.len();
        let number = *self.known.entry(written.clone()).or_insert(next);
        let definition = match number == next {
            true => format!(
                "<defs>{}</defs>",
                written.replacen(kind, &format!("{kind} id=\"o{number}\""), 1)
            ),
            false => String::new(),
        };
        let (x, y) = (short(place.x), short(place.y));
        let place = match (x.as_str(), y.as_str()) {
            ("0", "0") => String::new(),
            _ => format!(" x=\"{x}\" y=\"{y}\""),
        };
        format!("{definition}<use href=\"#o{number}\"{place}/>")
    }
}

/// The drawing as a document of its own; `scale` pixels are one unit.
pub fn svg(drawing: &Drawing, scale: f32) -> String {
    written(drawing, scale, None)
}

/// The drawing as a part of a page, whose other pictures share these outlines.
pub fn svg_with(drawing: &Drawing, scale: f32, shapes: &mut Shapes) -> String {
    written(drawing, scale, Some(shapes))
}

fn written(drawing: &Drawing, scale: f32, shapes: Option<&mut Shapes>) -> String {
    let mut writer = Writer {
        text: String::new(),
        windows: 0,
        shapes,
    };
    let (width, height) = (drawing.width, drawing.height);
    let _ = write!(
        writer.text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\">\
         <title>{}</title><desc>{}</desc>",
        short(width * scale),
        short(height * scale),
        short(width),
        short(height),
        escaped(&drawing.title),
        escaped(&drawing.description),
    );
    writer.items(&drawing.items);
    writer.text + "</svg>\n"
}

struct Writer<'a> {
    text: String,
    windows: usize,
    shapes: Option<&'a mut Shapes>,
}

impl Writer<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Outline { path, fill, pen } => {
                let text = match &mut self.shapes {
                    None => outline(path, *fill, *pen),
                    Some(shapes) => {
                        let start = start(path);
                        let path = path.map(|point| at(point.x - start.x, point.y - start.y));
                        shapes.used(outline(&path, *fill, *pen), start, "<path")
                    }
                };
                self.text += &text;
            }
            Item::Group(items) => match &mut self.shapes {
                None => self.items(items),
                Some(shapes) => {
                    let mut inner = Writer {
                        text: String::new(),
                        windows: 0,
                        shapes: None,
                    };
                    inner.items(items);
                    let text = shapes.used(format!("<g>{}</g>", inner.text), at(0.0, 0.0), "<g");
                    self.text += &text;
                }
            },
            Item::Text(text) => self.line(text),
            Item::Window(corner, [width, height], items) => {
                // The place names the window: several pictures may stand on one page.
                let name = format!("w{}-{}-{}", self.windows, short(corner.x), short(corner.y));
                self.windows += 1;
                let _ = write!(
                    self.text,
                    "<clipPath id=\"{name}\"><path d=\"M{x} {y}h{w}v{h}h-{w}z\"/></clipPath><g clip-path=\"url(#{name})\">",
                    x = short(corner.x),
                    y = short(corner.y),
                    w = short(*width),
                    h = short(*height),
                );
                self.items(items);
                self.text += "</g>";
            }
        }
    }

    fn line(&mut self, text: &Text) {
        let anchor = match text.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = match text.face {
            Face::Regular => "",
            Face::Bold => " font-weight=\"bold\"",
        };
        let _ = write!(
            self.text,
            "<text x=\"{}\" y=\"{}\" font-family=\"'Noto Serif',Georgia,'Times New Roman',serif\" font-size=\"{}\" \
             fill=\"{}\"{anchor}{weight}>{}</text>",
            short(text.at.x),
            short(text.at.y),
            short(text.size),
            hex(text.colour),
            escaped(&text.text)
        );
    }
}

fn outline(path: &Path, fill: Option<Colour>, pen: Option<Pen>) -> String {
    let fill = fill.map_or("none".to_owned(), hex);
    let mut text = format!("<path d=\"{}\" fill=\"{fill}\"", path.data());
    if let Some(pen) = pen {
        let _ = write!(
            text,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
            hex(pen.colour),
            short(pen.width)
        );
    }
    text + "/>"
}

/// Where an outline begins.
fn start(path: &Path) -> Point {
    match path.0.first() {
        Some(Step::Move(to) | Step::Line(to)) => *to,
        _ => at(0.0, 0.0),
    }
}

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// Text between tags; characters that XML cannot hold are left out.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' => escaped.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(escaped("a<b>&\"c\"\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot;");
    }
}
