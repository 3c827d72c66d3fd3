//! Diagrams on a terminal: as pictures where it can show them, else as coloured squares with figurines.

use clap::ValueEnum;
use dawson::board::Side;
use dawson::men::Piece;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::picture::Drawing;
use dawson::problem::Problem;
use std::io::IsTerminal;

/// How a terminal shows pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Graphics {
    /// As pictures where the terminal says that it has them, else as text
    #[default]
    Auto,
    /// The protocol of kitty, also known to WezTerm, Ghostty and Konsole
    Kitty,
    /// Sixel, as xterm, foot, mlterm and others have it
    Sixel,
    /// Squares and figurines
    Text,
}

impl Graphics {
    /// What to do where nothing was said: only what the environment promises.
    pub fn resolved(self) -> Graphics {
        let variable = |name| std::env::var(name).unwrap_or_default();
        let term = variable("TERM");
        let program = variable("TERM_PROGRAM");
        let has_kitty = term == "xterm-kitty"
            || term == "xterm-ghostty"
            || ["WezTerm", "ghostty"].contains(&program.as_str());
        match self {
            Graphics::Auto if !std::io::stdout().is_terminal() => Graphics::Text,
            Graphics::Auto if has_kitty => Graphics::Kitty,
            Graphics::Auto if ["foot", "mlterm", "yaft-256color"].contains(&term.as_str()) => {
                Graphics::Sixel
            }
            Graphics::Auto => Graphics::Text,
            said => said,
        }
    }
}

/// The picture as the terminal takes it; `None` for text.
///
/// # Errors
/// When it would be too large.
pub fn picture(
    drawing: &Drawing,
    graphics: Graphics,
    scale: f32,
) -> Result<Option<String>, String> {
    match graphics {
        Graphics::Kitty => drawing.png(scale).map(|png| Some(kitty(&png))),
        Graphics::Sixel => drawing.rgb(scale).map(|pixels| Some(sixel(&pixels))),
        Graphics::Auto | Graphics::Text => Ok(None),
    }
}

/// A PNG in pieces of 4096 characters.
fn kitty(png: &[u8]) -> String {
    let data = base64(png);
    let mut pieces = data.as_bytes().chunks(4096).peekable();
    let mut text = String::new();
    let mut control = "a=T,f=100,";
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        let piece = String::from_utf8_lossy(piece);
        text += &format!("\x1b_G{control}m={more};{piece}\x1b\\");
        control = "";
    }
    text + "\n"
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            match place <= three.len() {
                true => text.push(SIGNS[(bits >> (18 - 6 * place) & 63) as usize].into()),
                false => text.push('='),
            }
        }
    }
    text
}

/// Bands of six lines, one colour after the other; colours are those of a cube of 6 by 6 by 6.
fn sixel((width, pixels): &(usize, Vec<[u8; 3]>)) -> String {
    let step = |part: u8| usize::from(part) * 5 / 255;
    let colour = |pixel: &[u8; 3]| step(pixel[0]) * 36 + step(pixel[1]) * 6 + step(pixel[2]);
    let mut text = String::from("\x1bP0;1q");
    for number in 0..216 {
        let percent = |part: usize| part * 20;
        let (r, g, b) = (
            percent(number / 36),
            percent(number / 6 % 6),
            percent(number % 6),
        );
        text += &format!("#{number};2;{r};{g};{b}");
    }
    for band in pixels.chunks(6 * width) {
        let mut used: Vec<usize> = band.iter().map(colour).collect();
        used.sort_unstable();
        used.dedup();
        for number in used {
            text += &format!("#{number}");
            let column = |x: usize| {
                let rows = band.chunks(*width).enumerate();
                let bits = rows
                    .map(|(row, line)| u8::from(line.get(x).map(colour) == Some(number)) << row);
                char::from(b'?' + bits.sum::<u8>())
            };
            let mut last = (column(0), 1);
            for x in 1..*width {
                let sign = column(x);
                match sign == last.0 {
                    true => last.1 += 1,
                    false => {
                        push_run(&mut text, last);
                        last = (sign, 1);
                    }
                }
            }
            push_run(&mut text, last);
            text.push('$');
        }
        text.push('-');
    }
    text + "\x1b\\\n"
}

fn push_run(text: &mut String, (sign, count): (char, usize)) {
    match count {
        1..=3 => text.extend(std::iter::repeat_n(sign, count)),
        _ => *text += &format!("!{count}{sign}"),
    }
}

/// Squares with figurines; men without a figurine have their letters. Without colours White's letters are capitals,
/// Black's small, and a neutral man has a sign of equality.
pub fn text(problem: &Problem, language: Language, coloured: bool) -> String {
    let notation = Notation::of(problem, language);
    let geometry = &problem.diagram.geometry;
    let mut text = String::new();
    for (name, places) in geometry.lines() {
        text += &format!("{name:>3} ");
        for place in places {
            let Some(square) = place else {
                text += "   ";
                continue;
            };
            let man = problem.diagram.on(square);
            let exists = geometry.squares().contains(square);
            let sign = match (man.is_some(), exists, coloured) {
                (true, _, true) => format!("{:^3}", figurine(man, notation)),
                (true, _, false) => format!("{:>3}", letters(man, notation)),
                (false, true, false) => "  .".to_owned(),
                (false, ..) => "   ".to_owned(),
            };
            let ink = match (
                man.is_some() && man.is_neutral(),
                man.is_some() && man.is_of(Side::White),
            ) {
                (true, _) => 90,
                (false, true) => 231,
                (false, false) => 16,
            };
            let paper = [137, 180, 144][usize::from(geometry.colour(square)) % 3];
            match coloured && exists {
                true => text += &format!("\x1b[1;38;5;{ink};48;5;{paper}m{sign}\x1b[0m"),
                false => text += &sign,
            }
        }
        text.push('\n');
    }
    let files = (0..geometry.width()).map(|file| format!("{:^3}", geometry.file_letter(file)));
    let asked = notation
        .asked(problem)
        .into_iter()
        .chain(notation.captions(&problem.conditions));
    let asked: Vec<String> = asked.collect();
    text + "    " + files.collect::<String>().trim_end() + "\n    " + &asked.join(", ") + "\n"
}

fn figurine(man: Piece, notation: Notation<'_>) -> String {
    let key = man.walk().row().key;
    let known = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let found = known.iter().position(|other| *other == key);
    match found {
        // The filled signs, for the colour is that of the ink.
        Some(place) => "♚♛♜♝♞♟".chars().nth(place).into_iter().collect(),
        None => notation.letters(man.walk()).to_owned(),
    }
}

fn letters(man: Piece, notation: Notation<'_>) -> String {
    let letters = notation.letters(man.walk());
    match (man.is_neutral(), man.is_of(Side::White)) {
        (true, _) => format!("={letters}"),
        (false, true) => letters.to_uppercase(),
        (false, false) => letters.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"f"), "Zg==");
        assert_eq!(base64(b"fo"), "Zm8=");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    }

    #[test]
    fn bands_repeat_their_signs() {
        let red = [255, 0, 0];
        let text = sixel(&(8, vec![red; 8 * 6]));
        assert!(text.contains("#180!8~$-"), "{text}");
    }
}
