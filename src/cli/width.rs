//! Breaks long lines between words where output goes to a terminal, which would break them anywhere.

use std::io::{self, IsTerminal};

/// The text as it fits the terminal; as it is where output goes elsewhere. Lines go on below the
/// `indent` of their own beginning.
pub fn fitted(text: &str, indent: usize) -> String {
    let out = io::stdout();
    match columns(&out).filter(|columns| *columns >= 40 && out.is_terminal()) {
        Some(columns) => wrapped(text, columns, indent),
        None => text.to_owned(),
    }
}

#[cfg(unix)]
fn columns(out: &io::Stdout) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(out).ok()?;
    Some(usize::from(size.ws_col))
}

#[cfg(not(unix))]
fn columns(_: &io::Stdout) -> Option<usize> {
    None
}

fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let lines = text.split_inclusive('\n');
    lines
        .map(|line| wrapped_line(line, width, indent))
        .collect()
}

fn wrapped_line(line: &str, width: usize, indent: usize) -> String {
    let (mut wrapped, mut at) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let length = visible(word.trim_end());
        if at > indent && at + length > width {
            wrapped.truncate(wrapped.trim_end_matches(' ').len());
            wrapped.push('\n');
            wrapped += &" ".repeat(indent);
            at = indent;
        }
        // A gap at the break is no gap of the next line.
        if word == " " && at == indent && wrapped.contains('\n') {
            continue;
        }
        wrapped += word;
        at += visible(word.trim_end_matches('\n'));
    }
    wrapped
}

/// How many characters are seen; colours are not.
fn visible(word: &str) -> usize {
    let mut in_colour = false;
    let seen = word.chars().filter(|sign| {
        let was_in_colour = in_colour;
        in_colour = match sign {
            '\u{1b}' => true,
            'm' => false,
            _ => in_colour,
        };
        !was_in_colour && *sign != '\u{1b}'
    });
    seen.count()
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("a short line\n", 40, 4), "a short line\n");
        let moves = "  1. Ke8-f7 Ke4-f5  2. Rg8-f8 Qe2-e6 #\n";
        let broken = "  1. Ke8-f7 Ke4-f5\n    2. Rg8-f8 Qe2-e6\n    #\n";
        assert_eq!(wrapped(moves, 20, 4), broken);
        assert_eq!(
            wrapped("\u{1b}[1mword\u{1b}[0m word", 9, 2),
            "\u{1b}[1mword\u{1b}[0m word"
        );
    }
}
