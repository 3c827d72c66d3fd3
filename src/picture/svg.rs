//! Writes a drawing as SVG: texts stay texts, nothing is fetched from anywhere.

use super::drawing::{Anchor, Drawing, Face, Item, Text};
use super::path::short;
use std::fmt::Write as _;

/// The drawing as a document of its own; `scale` pixels are one unit.
pub fn svg(drawing: &Drawing, scale: f32) -> String {
    let mut writer = Writer {
        text: String::new(),
        windows: 0,
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

struct Writer {
    text: String,
    windows: usize,
}

impl Writer {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Outline { path, fill, pen } => {
                let fill = fill.map_or("none".to_owned(), hex);
                let _ = write!(self.text, "<path d=\"{}\" fill=\"{fill}\"", path.data());
                if let Some(pen) = pen {
                    let _ = write!(
                        self.text,
                        " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
                        hex(pen.colour),
                        short(pen.width)
                    );
                }
                self.text += "/>";
            }
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

fn hex(colour: super::drawing::Colour) -> String {
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
