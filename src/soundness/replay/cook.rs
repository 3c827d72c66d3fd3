//! What a text calls a cook itself: `cook: 1.Bg3!`, `1.Bg3! {cook}`, `(NL 1.Bg3!)`, and the play after it.

use super::token::{has_number, has_square, heading, plain};
use super::word::{self, Class};

/// How much of what follows belongs to a cook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drops {
    Nothing,
    /// Everything up to the next first move.
    Play,
    /// Everything up to a line that begins with a first move, or to what is called the key.
    Rest,
    /// Everything up to an empty line or the next twin: a heading stood alone.
    List,
}

/// The text without what it calls a cook itself.
pub fn without_cooks(text: &str) -> String {
    let mut kept = String::new();
    let mut drops = Drops::Nothing;
    for line in text.lines() {
        let start = line.trim_start();
        let is_twin = heading(line).is_some() || start.get(1..2) == Some(")");
        let begins = first_move(start) == Some(0);
        if start.is_empty() || is_twin || begins && drops != Drops::List {
            drops = Drops::Nothing;
        }
        let was_dropped = drops != Drops::Nothing;
        let length = kept.len();
        drops = of_line(line, drops, &mut kept);
        if kept.len() != length || !was_dropped {
            kept.push('\n');
        }
    }
    kept
}

/// Whether a keyword of a collection says that the problem is not sound: `Cooked`, `nebenlösig`, `Cooked?`.
pub fn calls_unsound(keyword: &str) -> bool {
    let words = words_of(keyword).into_iter().map(|(.., word)| word);
    let keyword = words.collect::<Vec<_>>().join("-");
    word::is(&keyword, Class::Unsound)
}

/// Whether a comment of a collection begins with a cook: `Cooked by 1.Sd5`.
pub fn tells_cook(comment: &str) -> bool {
    let cook = Cook::named_in(comment);
    cook.is_some_and(|cook| {
        comment[..cook.word].trim().is_empty() && has_play(&comment[cook.end..])
    })
}

/// The word between a line and a further first move that does not say whether this one is intended: `... Dual: 1.Bg3`.
pub fn doubted(text: &str) -> Option<String> {
    let mut from = first_move(text)?;
    while let Some(next) = first_move(&text[from + 1..]) {
        let between = &text[from + 1..from + 1 + next];
        // Words after the last move alone.
        let at = between
            .rfind(|sign: char| sign.is_ascii_digit())
            .map_or(0, |at| at + 1);
        // `Dual avoidance.` is a remark on the line before, `Dual.` is not.
        let sentence = between[at..].trim_end();
        let is_whole = sentence.ends_with('.');
        let sentence = sentence.trim_end_matches('.').rsplit('.').next();
        let words = words_of(sentence.unwrap_or_default()).into_iter();
        let words: Vec<String> = words.map(|(.., word)| word).collect();
        // `and also` adds a line.
        let is_added = |at: usize| at > 0 && word::is(&words[at - 1], Class::Or);
        let doubt = words.iter().position(|word| word::is(word, Class::Doubt));
        let is_remark = is_whole && words.len() > 1;
        if let Some(at) = doubt.filter(|at| !is_remark && !is_added(*at)) {
            return Some(words[at].clone());
        }
        from += 1 + next;
    }
    None
}

/// Keeps what is no cook of a line; says what is dropped after it.
fn of_line(line: &str, mut drops: Drops, kept: &mut String) -> Drops {
    let mut rest = line;
    loop {
        let goes_on = match drops {
            Drops::Nothing => Some(0),
            Drops::Play => first_move(rest),
            Drops::Rest | Drops::List => key_word(rest),
        };
        let Some(at) = goes_on else { return drops };
        rest = &rest[at..];
        let Some(cook) = Cook::named_in(rest) else {
            kept.push_str(rest);
            return Drops::Nothing;
        };
        let (before, inside, behind) = cook.parts(rest);
        kept.push_str(before);
        (rest, drops) = match (has_play(inside), cook.bracket.is_some()) {
            (true, true) => (behind, Drops::Nothing),
            (true, false) => (&rest[cook.end..], Drops::Rest),
            // The mark of the line before it.
            (false, _) if last_line(kept).is_some() => {
                let at = last_line(kept).unwrap_or_default();
                kept.truncate(at);
                (behind, Drops::Play)
            }
            (false, true) if has_play(behind) => (behind, Drops::Rest),
            (false, _) => ("", Drops::List),
        };
    }
}

/// Where a text names a cook.
struct Cook {
    word: usize,
    /// Where what calls it so ends.
    end: usize,
    /// The bracket around the word, with its signs.
    bracket: Option<(usize, usize)>,
}

impl Cook {
    /// The first word of a line that calls something a cook: it begins a remark, a colon follows it, or it ends the
    /// line. `{avoids the cook 1.Qb1}` is about something else.
    fn named_in(line: &str) -> Option<Cook> {
        let words = words_of(line);
        let mut is_denied = false;
        for (index, (start, end, word)) in words.iter().enumerate() {
            let before = line[..*start].trim_end();
            let begins = before.is_empty()
                || before.ends_with(|sign: char| ".;,/|([{:#!?=‡≠-–—".contains(sign))
                || before.rsplit(' ').next().is_some_and(has_square);
            is_denied &= !begins;
            if word::is(word, Class::Not) {
                is_denied = true;
            }
            let pair = words.get(index + 1).filter(|next| {
                let pair = format!("{word}-{}", next.2);
                word::is(&pair, Class::Cook)
            });
            let names = word::is(word, Class::Cook) || pair.is_some();
            let end = pair.map_or(*end, |next| next.1);
            let behind = line[end..].trim_start();
            let ends = !behind.contains(char::is_alphanumeric);
            let announces = behind.starts_with(':');
            // `Cooked? No.`
            let is_denied = is_denied && !word::is(word, Class::Not) || behind.starts_with('?');
            if names && !is_denied && (begins || ends || announces) {
                return Some(Cook {
                    word: *start,
                    end,
                    bracket: bracket_around(line, *start),
                });
            }
        }
        None
    }

    /// What stands before the cook, what may be it, and what follows.
    fn parts<'t>(&self, line: &'t str) -> (&'t str, &'t str, &'t str) {
        match self.bracket {
            Some((open, close)) => (&line[..open], &line[open..close], &line[close..]),
            None => (&line[..self.word], &line[self.word..], ""),
        }
    }
}

/// The innermost bracket with moves around a place, else the innermost one: `(1...Nd5 {cook} 2.Qg3)`. One that is never closed
/// ends with the line.
fn bracket_around(line: &str, at: usize) -> Option<(usize, usize)> {
    let mut open = Vec::new();
    let mut innermost = None;
    for (place, sign) in line.char_indices() {
        match sign {
            '(' | '[' | '{' => open.push(place),
            ')' | ']' | '}' => {
                let start = open.pop();
                if let Some(start) = start.filter(|start| *start < at && at < place) {
                    if has_play(&line[start..=place]) {
                        return Some((start, place + 1));
                    }
                    innermost.get_or_insert((start, place + 1));
                }
            }
            _ => {}
        }
    }
    let start = open.into_iter().rfind(|start| *start < at);
    innermost.or_else(|| start.map(|start| (start, line.len())))
}

/// Where the words of a line stand, and how the table writes them.
fn words_of(line: &str) -> Vec<(usize, usize, String)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, sign) in line.char_indices().chain([(line.len(), ' ')]) {
        let is_letter = sign.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&sign);
        match (is_letter, start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                words.push((first, at, plain(&line[first..at]).to_lowercase()));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Where the text says again what is meant: `Key: 1.Bg3!`.
fn key_word(line: &str) -> Option<usize> {
    let mut words = words_of(line).into_iter();
    let says = |(_, end, word): &(usize, usize, String)| {
        word::is(word, Class::Key) && line[*end..].trim_start().starts_with(':')
    };
    words.find(says).map(|(start, ..)| start)
}

fn has_play(text: &str) -> bool {
    has_number(text) || text.split_whitespace().any(has_square)
}

/// Where the last line of a text begins, if anything was played in it.
fn last_line(text: &str) -> Option<usize> {
    let mut from = 0;
    let mut last = None;
    while let Some(at) = first_move(&text[from..]) {
        last = Some(from + at);
        from += at + 1;
    }
    last
}

/// Where `1.` stands that is not `1...`.
fn first_move(text: &str) -> Option<usize> {
    let mut found = text.match_indices("1.");
    let is_first = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let behind = text[at + 2..].trim_start();
        !before.is_some_and(char::is_alphanumeric) && !behind.starts_with(['.', '…'])
    };
    found.find(|(at, _)| is_first(at)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_a_cook_does_not_count() {
        let kept = |text: &str| without_cooks(text).trim().to_owned();
        for text in [
            "1.Kg4! Cook: 1.Nd5",
            "1.Kg4!; cook 1.Nd5",
            "1.Kg4! / cooks: 1.Nd5, 1.Ne4",
            "1.Kg4! Nebenlösung: 1.Nd5",
            "1.Kg4! (cook 1.Nd5)",
            "1.Kg4! [NL 1.Nd5]",
            "1.Kg4! 1.Nd5 (cook)",
            "1.Kg4!\n1.Nd5 {cook}",
            "1.Kg4! 1.Nd5 cooked",
            "1.Kg4! Not intended: 1.Nd5",
            "Cook: 1.Nd5. Intended: 1.Kg4!",
        ] {
            let kept = kept(text);
            assert!(
                kept.contains("Kg4") && !kept.contains("Nd5"),
                "{text}: {kept}"
            );
        }
        for text in [
            "1.Kg4! {avoids the cook 1.Qb1} 1.Nd5",
            "1.Kg4! 1.Nd5. No cook",
            "1.Kg4! 1.Nd5 Cooked? No.",
            "1.Kg4! 1.Nd5 (Pa2 avoids a cook)",
        ] {
            assert!(
                kept(text).contains("Kg4") && kept(text).contains("Nd5"),
                "{text}"
            );
        }
        let whole = "Cooks:\n1.Nd5\n1.Ne4\n\n1.Kg4!";
        assert_eq!(kept(whole), "1.Kg4!");
    }
}
