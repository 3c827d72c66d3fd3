//! Words of a solution as people and programs write it.

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// `b)`: another version.
    Twin(usize),
    /// `2.` or `2...`: the number of the move that follows, and whether dots stand for the other side's.
    Number(u32, bool),
    /// A move.
    Move(String),
    /// `!`, `?`: the mark of the move before.
    Mark(char),
    /// `threat:`
    Threat,
    /// `but`: refutations follow.
    But,
    /// A comma, slash or `or`: another move in place of the one before may follow.
    Or,
    /// The end of a line.
    End,
}

/// Words that say nothing.
const NOISE: [&str; 30] = [
    "zugzwang",
    "zugzwang.",
    "zz",
    "blocus",
    "blocus.",
    "and",
    "und",
    "et",
    "solution",
    "lösung:",
    "solution:",
    "refutes.",
    "set",
    "play",
    "play:",
    "satz:",
    "satzspiel",
    "satzspiel:",
    "set-play",
    "ep",
    "ep.",
    "e.p.",
    "mat",
    "mate",
    "matt",
    "pat",
    "tries:",
    "key:",
    "etc.",
    "+-",
];

const THREATS: [&str; 12] = [
    "threat:",
    "threat",
    "threatens",
    "threats:",
    "droht",
    "drohung:",
    "drohung",
    "menace:",
    "menace",
    "th.",
    "~",
    "(threat:",
];

/// The words of a solution. Comments in braces, progress lines and messages are left out.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut in_heading = false;
    // A program may say so in the middle of a move.
    let text = text.replace("both sides need a king", " ");
    for line in without_braces(&text).lines() {
        if is_message(line) {
            continue;
        }
        in_heading = match heading(line) {
            Some(number) => {
                words.push(Word::Twin(number));
                true
            }
            None => in_heading && !line.trim().is_empty() && !has_number(line),
        };
        if in_heading {
            words.push(Word::End);
            continue;
        }
        for word in line
            .replace(" ep.", "ep.")
            .replace(" e.p.", "ep.")
            .split_whitespace()
        {
            split(word, &mut words);
        }
        words.push(Word::End);
    }
    words
}

/// The text without what it calls a cook itself: `cook: 1.Bg3!`, `1.Bg3! {cook}`, and the play
/// after it.
pub fn without_cooks(text: &str) -> String {
    let mut kept = String::new();
    let (mut in_cook, mut in_list) = (false, false);
    for line in text.lines() {
        let plain = line.trim_start();
        let begins = plain.starts_with("1.") && !plain.starts_with("1...");
        let is_twin = heading(line).is_some() || plain.get(1..2) == Some(")");
        if plain.is_empty() || is_twin {
            (in_cook, in_list) = (false, false);
        } else if begins && !in_list {
            in_cook = false;
        }
        if names_cook(line) {
            in_cook = true;
            in_list |= !has_number(line);
        }
        if !in_cook {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

fn names_cook(line: &str) -> bool {
    const COOKS: [&str; 9] = [
        "cook",
        "cooks",
        "cooked",
        "nl",
        "nebenlösung",
        "nebenlösungen",
        "démolition",
        "démolitions",
        "dém",
    ];
    // `{avoids the cook 1.Qb1}` is about something else.
    let line = line.to_lowercase();
    let remarks = line.split(['{', '(', '[']).map(str::trim_start);
    let first = |remark: &str| {
        let end = remark.find(|sign: char| !sign.is_alphanumeric());
        COOKS.contains(&&remark[..end.unwrap_or(remark.len())])
    };
    let last = line.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let last = last.rsplit(' ').next().unwrap_or_default();
    remarks.into_iter().any(first) || COOKS.contains(&last) && !line.contains(['{', '(', '['])
}

/// `b) wKc2-->b2`: the twin whose changes a line names, and no move.
fn heading(line: &str) -> Option<usize> {
    let line = line.trim();
    let (label, changes) = line.trim_start_matches('+').split_once(')')?;
    let is_label = label.len() == 1 && label.starts_with(|sign: char| sign.is_ascii_lowercase());
    let has_arrow = ["-->", "==>", "->", "<->"]
        .iter()
        .any(|arrow| changes.contains(arrow));
    let has_marks = changes.contains(['!', '?']) || changes.trim_end().ends_with(['#', '=']);
    let is_heading =
        is_label && !changes.trim().is_empty() && !has_number(changes) && (has_arrow || !has_marks);
    is_heading
        .then(|| crate::problem::twin_number(label))
        .flatten()
}

/// Whether a line counts moves: `1.Kf7`, `1...`.
fn has_number(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.any(|word| {
        let word = word.trim_start_matches(['(', '[']);
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && word[digits..].starts_with(['.', '…'])
    })
}

fn without_braces(text: &str) -> String {
    let mut depth = 0usize;
    let kept = text.chars().filter(|sign| {
        match sign {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    });
    kept.collect()
}

/// Times, versions, frames, `12  (h6-h5    Time = 0.021 s)`.
fn is_message(line: &str) -> bool {
    let line = line.trim();
    let starts = [
        "solution finished",
        "Partial solution",
        "Loesung beendet",
        "Partielle Loesung",
        "Teilloesung",
        "solution terminee",
        "solution partielle",
        "solving interrupted",
        "Popeye ",
        "dawson v",
        "+---",
        "|",
    ];
    starts.iter().any(|start| line.starts_with(start))
        || line.contains("Time = ")
        || line.contains("Zeit = ")
        || line.contains("potential positions")
        || line.contains("moegliche Stellungen")
        || line.contains("positions potentielles")
}

fn split(word: &str, words: &mut Vec<Word>) {
    let lower = word.to_lowercase();
    // Behind the word may stand what the passing before the threat changes: `threat:[-wPd7]`.
    let said = lower
        .split_once('[')
        .map_or(lower.as_str(), |(said, _)| said);
    if THREATS.contains(&said) {
        return words.push(Word::Threat);
    }
    if matches!(
        lower.as_str(),
        "but" | "aber" | "mais" | "scheitert" | "but:"
    ) {
        return words.push(Word::But);
    }
    if matches!(lower.as_str(), "or" | "oder" | "ou" | "/" | ",") {
        return words.push(Word::Or);
    }
    if NOISE.contains(&lower.as_str()) {
        return;
    }
    let mut rest = word.trim_start_matches(['(', '[']).trim_end_matches([';']);
    let is_effect = word.starts_with('[');
    if is_effect {
        rest = word;
    }
    if let Some((label, after)) = rest.trim_start_matches('+').split_once(')')
        && label.len() <= 3
        && label
            .chars()
            .next()
            .is_some_and(|sign| sign.is_ascii_lowercase())
        && let Some(number) = crate::problem::twin_number(label)
    {
        words.push(Word::Twin(number));
        if !after.is_empty() {
            split(after, words);
        }
        return;
    }
    let digits = rest.len()
        - rest
            .trim_start_matches(|sign: char| sign.is_ascii_digit())
            .len();
    let after = &rest[digits..];
    if digits > 0 && (after.starts_with('.') || after.starts_with('…')) {
        let number = rest[..digits].parse().unwrap_or(1);
        let dots = after.len() - after.trim_start_matches(['.', '…']).len();
        let black = dots > 1;
        words.push(Word::Number(number, black));
        let after = &after[dots..];
        if !after.is_empty() {
            split(after, words);
        }
        return;
    }
    if !rest.is_empty() && rest.chars().all(|sign| "!?+#=‡≠x%~.".contains(sign)) {
        if rest == "..." || rest == "…" {
            return words.push(Word::Move("...".to_owned()));
        }
        let marks = rest.chars().filter(|sign| matches!(sign, '!' | '?'));
        return words.extend(marks.map(Word::Mark));
    }
    moves(rest, words);
}

/// `Kb4/Kc4`, `Qe4,Qd3#`, `Bg3!`.
fn moves(text: &str, words: &mut Vec<Word>) {
    let text = text.trim_end_matches(')');
    let is_castling = text.contains("/") && text.contains('-') && text.matches('-').count() > 1;
    if !is_castling && !text.contains('[') && text.contains(['/', ',']) {
        let mut first = true;
        for part in text.split(['/', ',']) {
            if !first {
                words.push(Word::Or);
            }
            if !part.is_empty() {
                moves(part, words);
            }
            first = false;
        }
        return;
    }
    let plain = text.trim_end_matches(['!', '?']);
    let has_square = plain
        .as_bytes()
        .windows(2)
        .any(|two| (b'a'..=b'h').contains(&two[0]) && two[1].is_ascii_digit());
    let castles = plain.starts_with("0-0") || plain.starts_with("O-O");
    if has_square || castles || plain == "RoleExchange" {
        words.push(Word::Move(plain.to_owned()));
        words.extend(text[plain.len()..].chars().map(Word::Mark));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_an_author() {
        let found = words("1.Kf7 Kf5 2.Rgf8 Qe6#");
        let want = [
            Word::Number(1, false),
            Word::Move("Kf7".to_owned()),
            Word::Move("Kf5".to_owned()),
            Word::Number(2, false),
            Word::Move("Rgf8".to_owned()),
            Word::Move("Qe6#".to_owned()),
            Word::End,
        ];
        assert_eq!(found, want);
        let found = words("b) wKc2-->b2\n  +bPf2\n\n  1.Kf7");
        let moves = found.iter().filter(|word| matches!(word, Word::Move(_)));
        assert_eq!(moves.count(), 1);
        assert!(found.contains(&Word::Twin(1)));
        let found = words("b) 1...Kb4/Kc4 {a comment} 2.Qa1#!");
        assert!(found.contains(&Word::Twin(1)) && found.contains(&Word::Or));
    }
}
