//! Evidence in the user's language: its words by the catalogue of messages, the letters of men in its moves.
//!
//! Verdicts as data stay English, unless somebody asks for another language; this is for those who read them.

use super::{Unit, Verdict};
use crate::men::{WALKS, Walk};
use crate::notation::message::translate;
use crate::notation::popeye::words::Language;
use crate::problem::Problem;

impl Verdict {
    /// What speaks against the problem, in this language.
    ///
    /// ```
    /// use dawson::notation::popeye::words::Language;
    /// use dawson::soundness::check;
    /// use dawson::{Problem, Settings};
    ///
    /// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/RR6")?;
    /// let verdict = check(&problem, &Settings::default(), &());
    /// assert_eq!(verdict.evidence_in(Language::De, &problem), ["nebenlösig: 1.Tb8# und 1.Ta8#"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evidence_in(&self, language: Language, problem: &Problem) -> Vec<String> {
        if language == Language::En || self.units.is_empty() {
            let evidence = self.evidence.iter();
            return evidence.map(|text| translate(language, text)).collect();
        }
        let several = self.units.len() > 1;
        let told = self.units.iter().flat_map(|unit| {
            let heading = match several {
                true => unit.heading_in(language),
                false => String::new(),
            };
            let evidence = unit.evidence.iter();
            evidence.map(move |one| heading.clone() + &told(language, problem, &one.text))
        });
        told.collect()
    }

    /// The same verdict with all its texts in this language: evidence, notes, keys and lines in short notation.
    pub fn in_language(self, language: Language, problem: &Problem) -> Verdict {
        let evidence = self.evidence_in(language, problem);
        let mut verdict = Verdict { evidence, ..self };
        for unit in &mut verdict.units {
            let evidence = unit.evidence.iter_mut().map(|evidence| &mut evidence.text);
            for text in evidence.chain(&mut unit.notes).chain(&mut unit.found) {
                *text = told(language, problem, text);
            }
        }
        verdict
    }
}

impl Unit {
    /// As [`Unit::heading`], in this language.
    pub fn heading_in(&self, language: Language) -> String {
        let english = self.heading();
        let (twin, rest) = match &self.twin {
            Some(twin) => english.split_at(twin.len() + ") ".len()),
            None => ("", english.as_str()),
        };
        let parts = rest.split_terminator(": ");
        let parts = parts.map(|part| translate(language, part) + ": ");
        twin.to_owned() + &parts.collect::<String>()
    }
}

/// A text with moves in it.
pub fn told(language: Language, problem: &Problem, text: &str) -> String {
    if language == Language::En {
        return text.to_owned();
    }
    let known = |walk: &&Walk| {
        let men = problem.diagram.men();
        let mut walks = men.map(|(_, man)| man.walk().row().key);
        ORTHODOX.contains(&walk.key) || walks.any(|key| key == walk.key)
    };
    let letters: Vec<(&str, &str)> = WALKS
        .iter()
        .filter(known)
        .map(|walk| (walk.letters[0], walk.letters[language.column()]))
        .collect();
    let text = translate(language, text);
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for at in 0..words.len() {
        let is_before_move = words.get(at + 1).is_some_and(|next| is_move(next));
        let is_behind_number = at > 0 && words[at - 1].bytes().all(|byte| byte.is_ascii_digit());
        match words[at].as_str() {
            "more" if is_behind_number => words[at] = translate(language, "more"),
            "and" | "or" if is_before_move => words[at] = translate(language, &words[at]),
            word => words[at] = in_letters(word, &letters),
        }
    }
    words.join(" ")
}

/// Men that a promotion may bring, whatever is on the board.
const ORTHODOX: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// `1.Rb8#`, `axb8=Q`, `Rgf8`: something with a square in it.
fn is_move(word: &str) -> bool {
    let signs: Vec<char> = word.chars().collect();
    let is_square = |pair: &[char]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit();
    signs.windows(2).any(is_square) || word.contains("0-0")
}

/// A move with the letters of another language; any other word as it is.
fn in_letters(word: &str, letters: &[(&str, &str)]) -> String {
    if !is_move(word) {
        return word.to_owned();
    }
    let mut told = String::new();
    let mut rest = word;
    while let Some(sign) = rest.chars().next() {
        let end = rest.find(|sign: char| !sign.is_ascii_uppercase());
        let run = &rest[..end.unwrap_or(rest.len())];
        // `0-0-0` and the like have none.
        let found = letters.iter().find(|(from, _)| *from == run);
        match (run.is_empty(), found) {
            (false, Some((_, to))) => {
                told += to;
                rest = &rest[run.len()..];
            }
            _ => {
                told.push(sign);
                rest = &rest[sign.len_utf8()..];
            }
        }
    }
    told
}
