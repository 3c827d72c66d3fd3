//! Cuts a text into records, one or some problems each, without holding all of it.

use std::io::{self, BufRead, Cursor, Read};

/// A piece of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record {
    /// Its text; bytes that are no UTF-8 are taken for Latin-1.
    pub text: String,
    /// Its bytes, where it is no text.
    pub bytes: Vec<u8>,
    /// The line, from 1, where it starts.
    pub line: usize,
}

/// Where records begin and end.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    /// Each line is one; empty ones are left out.
    Lines,
    /// Before each line that is like this.
    Before(fn(&str) -> bool),
    /// The same, but what is small stays in one piece.
    BeforeOnceLarge(fn(&str) -> bool),
    /// After each line that is like this.
    After(fn(&str) -> bool),
    /// Before each first line of tags.
    Games,
    /// Not at all.
    Whole,
}

/// No problem is as large as this.
const LARGEST: usize = 16 << 20;

/// A text of this size is cut even if it could stay in one piece.
const LARGE: usize = 256 << 10;

/// How much of a file is looked at to recognise its format.
pub(super) const START: u64 = 64 << 10;

/// The first bytes of an input.
pub(super) fn peek(input: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    input.take(START).read_to_end(&mut start)?;
    Ok(start)
}

/// All bytes of an input whose first ones were read already.
pub(super) fn whole(mut start: Vec<u8>, rest: impl BufRead) -> io::Result<Vec<u8>> {
    rest.take(64 * LARGEST as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// An input whose first bytes were read already.
pub(super) fn chain<'a>(start: Vec<u8>, rest: Box<dyn BufRead + 'a>) -> Box<dyn BufRead + 'a> {
    Box::new(Cursor::new(start).chain(rest))
}

/// The records of an input, one after the other.
pub(super) struct Records<'a> {
    input: Box<dyn BufRead + 'a>,
    cut: Cut,
    line: usize,
    /// The line that begins the next record.
    kept: Option<Vec<u8>>,
    is_done: bool,
}

/// Why a record cannot be read, with its line.
pub(super) type Unreadable = (usize, String);

impl<'a> Records<'a> {
    pub(super) fn new(input: Box<dyn BufRead + 'a>, cut: Cut) -> Records<'a> {
        Records {
            input,
            cut,
            line: 0,
            kept: None,
            is_done: false,
        }
    }

    /// The next line with its end, or none.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Unreadable> {
        if let Some(kept) = self.kept.take() {
            return Ok(Some(kept));
        }
        let mut line = Vec::new();
        let limit = LARGEST as u64;
        let read = (&mut self.input).take(limit).read_until(b'\n', &mut line);
        self.line += 1;
        match read {
            Ok(0) => Ok(None),
            Ok(length) if length as u64 == limit => {
                self.is_done = true;
                Err((
                    self.line,
                    "a line of more than 16 MiB is no problem".to_owned(),
                ))
            }
            Ok(_) => Ok(Some(line)),
            Err(error) => {
                self.is_done = true;
                Err((self.line, error.to_string()))
            }
        }
    }

    fn record(&mut self) -> Result<Option<Record>, Unreadable> {
        if let Cut::Whole = self.cut {
            self.is_done = true;
            let mut bytes = Vec::new();
            let limit = 64 * LARGEST as u64;
            let read = (&mut self.input).take(limit).read_to_end(&mut bytes);
            return match read {
                Ok(_) => Ok(Some(Record {
                    text: text(&bytes),
                    bytes,
                    line: 1,
                })),
                Err(error) => Err((1, error.to_string())),
            };
        }
        let mut bytes: Vec<u8> = Vec::new();
        // What was kept is the line that was read last.
        let mut first = match &self.kept {
            Some(_) => self.line,
            None => self.line + 1,
        };
        let mut in_tags = false;
        loop {
            let Some(line) = self.line()? else {
                self.is_done = true;
                break;
            };
            let said = text(&line);
            let is_blank = said.trim().is_empty();
            let begins = match self.cut {
                Cut::Before(is_start) => is_start(&said),
                Cut::BeforeOnceLarge(is_start) => bytes.len() >= LARGE && is_start(&said),
                Cut::Games => said.starts_with('[') && !in_tags,
                Cut::Lines | Cut::After(_) | Cut::Whole => false,
            };
            in_tags = said.starts_with('[') || in_tags && is_blank && bytes.is_empty();
            if begins && !bytes.is_empty() {
                self.kept = Some(line);
                break;
            }
            if bytes.is_empty() && is_blank {
                first = self.line + 1;
                continue;
            }
            if bytes.len() + line.len() > LARGEST {
                self.is_done = true;
                return Err((first, "a problem of more than 16 MiB is none".to_owned()));
            }
            bytes.extend(line);
            let ends = match self.cut {
                Cut::Lines => true,
                Cut::After(is_end) => is_end(&said),
                _ => false,
            };
            if ends {
                break;
            }
        }
        let has_text = !bytes.is_empty();
        Ok(has_text.then(|| Record {
            text: text(&bytes),
            bytes: Vec::new(),
            line: first,
        }))
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, Unreadable>;

    fn next(&mut self) -> Option<Result<Record, Unreadable>> {
        if self.is_done && self.kept.is_none() {
            return None;
        }
        self.record().transpose()
    }
}

/// UTF-8, or else Latin-1; without a byte order mark.
pub(super) fn text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    composed(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Letters with the marks that follow them as single signs, as keyboards make them: files of some
/// systems, and PDF, write `u` and two dots.
fn composed(text: String) -> String {
    if !text.contains(|sign| ('\u{300}'..='\u{327}').contains(&sign)) {
        return text;
    }
    const MARKED: [(char, &str, &str); 5] = [
        ('\u{300}', "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
        ('\u{301}', "aeiouAEIOU", "áéíóúÁÉÍÓÚ"),
        ('\u{302}', "aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
        ('\u{308}', "aeiouAEIOU", "äëïöüÄËÏÖÜ"),
        ('\u{327}', "cC", "çÇ"),
    ];
    let mut composed = String::with_capacity(text.len());
    for sign in text.chars() {
        let row = MARKED.iter().find(|(mark, ..)| *mark == sign);
        let found = row.and_then(|(_, plain, marked)| {
            let at = plain.chars().position(|plain| composed.ends_with(plain))?;
            marked.chars().nth(at)
        });
        match found {
            Some(marked) => {
                composed.pop();
                composed.push(marked);
            }
            None => composed.push(sign),
        }
    }
    composed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, cut: Cut) -> Vec<(usize, String)> {
        let records = Records::new(Box::new(Cursor::new(text.to_owned())), cut);
        let records = records.map(|record| record.expect("a small text is read"));
        records.map(|record| (record.line, record.text)).collect()
    }

    #[test]
    fn records_know_their_lines() {
        let found = cut("\na\n\nb", Cut::Lines);
        assert_eq!(found, [(2, "a\n".to_owned()), (4, "b".to_owned())]);
        let found = cut(
            "---\na\n---\nb\n",
            Cut::Before(|line| line.starts_with("---")),
        );
        assert_eq!(
            found,
            [(1, "---\na\n".to_owned()), (3, "---\nb\n".to_owned())]
        );
        let found = cut("[A]\n[B]\n\n1.e4 *\n\n[A]\n\n*\n", Cut::Games);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].0, 6);
        let found = cut("a\nend\nb\nend\n\n", Cut::After(|line| line == "end\n"));
        assert_eq!(
            found,
            [(1, "a\nend\n".to_owned()), (3, "b\nend\n".to_owned())]
        );
    }
}
