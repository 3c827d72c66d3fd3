//! A statement cut into words: folded to plain characters, with their places.

use nom::Parser;
use nom::bytes::complete::tag;
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{all_consuming, opt};

/// A written part: folded to ASCII, with its place.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether a comma or another mark separates it from the part before.
    pub(super) separated: bool,
}

/// The letter of `b)`; `+b)` continues the twin before.
pub(super) fn label(text: &str) -> Option<(bool, char)> {
    let letter = satisfy(|c| c.is_ascii_lowercase());
    let label = (opt(one_of("+&")), letter, tag(")"));
    let parsed: nom::IResult<&str, (Option<char>, char, &str)> = all_consuming(label).parse(text);
    let (_, (sign, letter, _)) = parsed.ok()?;
    Some((sign.is_some(), letter))
}

/// `h2#` said in the order `h#2`.
pub(super) fn number_first(text: &str) -> Option<String> {
    let goal = text.find(['#', '=', '+'])?;
    let (front, goal) = text.split_at(goal);
    let genre = front.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &front[genre.len()..];
    (!number.is_empty() && !goal.ends_with(|c: char| c.is_ascii_digit()))
        .then(|| format!("{genre}{goal}{number}"))
}

/// `2.1.1.1` counts solutions.
pub(super) fn is_count(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains('.')
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Splits at blanks and marks; keeps decimal commas, as points.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut current: Option<Part> = None;
    let mut separated = true;
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, c)) in characters.iter().copied().enumerate() {
        let before = index.checked_sub(1).map(|index| characters[index].1);
        let after = characters.get(index + 1).map(|(_, c)| *c);
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let decimal = c == ',' && is_digit(before) && is_digit(after);
        let is_label = c == ')'
            && before.is_some_and(|c| c.is_ascii_lowercase())
            && current
                .as_ref()
                .is_some_and(|part| is_label_start(&part.text));
        let mark = ",;:()[]{}\"/|".contains(c) && !decimal && !is_label;
        if c.is_whitespace() || mark {
            parts.extend(current.take());
            separated |= mark;
            continue;
        }
        let part = current.get_or_insert_with(|| Part {
            text: String::new(),
            start: at,
            end: at,
            separated: std::mem::take(&mut separated),
        });
        match decimal {
            true => part.text.push('.'),
            false => fold(c, &mut part.text),
        }
        part.end = at + c.len_utf8();
        if is_label {
            parts.extend(current.take());
        }
    }
    parts.extend(current);
    for part in &mut parts {
        part.text = part.text.replace("<-->", "<->").replace("-->", "->");
    }
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// The part of a label before its bracket.
fn is_label_start(text: &str) -> bool {
    text.len() == 1 || (text.len() == 2 && text.starts_with(['+', '&']))
}

/// Accents, umlauts and printed signs in plain characters.
fn fold(c: char, to: &mut String) {
    match c {
        'ä' | 'Ä' | 'æ' => to.push_str("ae"),
        'ö' | 'Ö' | 'œ' | 'ø' => to.push_str("oe"),
        'ü' | 'Ü' => to.push_str("ue"),
        'ß' => to.push_str("ss"),
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' => to.push('e'),
        'à' | 'â' | 'á' | 'À' | 'Â' => to.push('a'),
        'ç' | 'Ç' => to.push('c'),
        'î' | 'ï' | 'í' => to.push('i'),
        'ô' | 'ó' => to.push('o'),
        'û' | 'ù' | 'ú' => to.push('u'),
        '‡' | '≠' | '♯' | '＃' | '⧣' => to.push('#'),
        '→' | '⇒' | '⟶' => to.push_str("->"),
        '↔' | '⇔' => to.push_str("<->"),
        '–' | '—' | '−' | '‑' => to.push('-'),
        '½' => to.push_str(".5"),
        '°' | '’' | '\'' | '`' | '´' | '“' | '”' | '„' | '«' | '»' => {}
        _ => to.push(c),
    }
}

/// Letters and digits only, in lower case.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::new();
    for c in text.chars() {
        match c {
            '&' => squeezed.push_str("and"),
            c if c.is_alphanumeric() => squeezed.extend(c.to_lowercase()),
            _ => {}
        }
    }
    squeezed
}
