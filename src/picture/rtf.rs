//! A text document with diagrams as pictures, which every word processor opens and magazines can take as it is.

use super::drawing::Drawing;
use std::fmt::Write;

/// Twentieths of a point to one unit: a square of the board has some ten millimetres.
const TWIPS: f32 = 5.67;

/// Pixels to one unit.
const SCALE: f32 = 1.0;

/// All pictures, one a paragraph.
///
/// # Errors
/// When one of them is too large.
pub(super) fn document(drawings: &[Drawing]) -> Result<Vec<u8>, String> {
    let mut text = String::from(
        "{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl{\\f0\\froman Times New Roman;}}\n",
    );
    for drawing in drawings {
        picture(&mut text, drawing)?;
        // Who cannot see pictures reads what they show.
        let _ = writeln!(text, "\\pard\\qc\\v {}\\v0\\par", escaped(&drawing.title));
    }
    text.push('}');
    Ok(text.into_bytes())
}

fn picture(text: &mut String, drawing: &Drawing) -> Result<(), String> {
    let png = drawing.png(SCALE)?;
    let twips = |units: f32| (units * TWIPS).round() as u32;
    let (width, height) = (twips(drawing.width), twips(drawing.height));
    let pixels = |units: f32| (units * SCALE).ceil() as u32;
    let _ = write!(
        text,
        "\\pard\\qc{{\\pict\\pngblip\\picw{}\\pich{}\\picwgoal{width}\\pichgoal{height}",
        pixels(drawing.width),
        pixels(drawing.height)
    );
    for (index, byte) in png.iter().enumerate() {
        let end = if index % 64 == 0 { "\n" } else { "" };
        let _ = write!(text, "{end}{byte:02x}");
    }
    text.push_str("}\\par\n");
    Ok(())
}

/// Characters beyond ASCII by their numbers; what means something to RTF is quoted.
fn escaped(text: &str) -> String {
    let mut told = String::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ (b'\\' | b'{' | b'}')) => {
                told.push('\\');
                told.push(byte.into());
            }
            Ok(byte) if byte.is_ascii() => told.push(byte.into()),
            // Numbers are signed, and a sign stands for programs that know them not.
            _ => {
                let _ = write!(told, "\\u{}?", unit as i16);
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_survive() {
        assert_eq!(
            escaped("Längstzüger {1}"),
            "L\\u228?ngstz\\u252?ger \\{1\\}"
        );
        assert_eq!(escaped("Ж"), "\\u1046?");
    }
}
