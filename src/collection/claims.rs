//! What an author's solution claims.

use super::moves::is_claim;
use super::{Entry, carrier};
use crate::board::Side;
use crate::problem::{Claim, Count, Genre, Intention, Problem, Role, ToldMove, Version};
use crate::soundness::replay::{
    PASS, PathKind, Played, PlayedLine, Said, doubted, replay, without_cooks,
};
use std::collections::BTreeSet;

impl Entry {
    /// Says how many solutions are claimed, for everybody who asks: what the entry says, else what its solution shows, else
    /// what its format means.
    ///
    /// The author's solution is his claim where he says nothing else: its keys, or the number of its lines. Set play that he
    /// gives is claimed, too. Several keys of a text claim no number: many texts are a program's and hold cooks. A text that
    /// cannot be read gives a warning and claims nothing.
    ///
    /// ```
    /// let text = "---\nalgebraic: {white: [Kc2, Rh3], black: [Ka1, Pa2, Pg7]}\nstipulation: h#1\nsolution: |\n  1.g7-g6 Rh3-h1 #\n  \
    ///             1.g7-g5 Rh3-h1 #\n";
    /// let nowhere = |_: &str| Err("not found".to_owned());
    /// let mut entries = dawson::collection::read("one.olv", text.as_bytes(), &nowhere).unwrap();
    /// let mut entry = entries.next().unwrap();
    /// assert!(entry.problem.intention.is_empty());
    /// entry.settle_claim();
    /// assert_eq!(entry.problem.intention.texts(), ["2"]);
    /// ```
    pub fn settle_claim(&mut self) {
        let is_default = std::mem::take(&mut self.claims_by_default);
        let is_understood = self.is_program_text() || self.claim_of_solution();
        if !(is_default && is_understood) {
            return;
        }
        let Intention { all, twins, .. } = &mut self.problem.intention;
        let all = twins.is_empty().then_some(all);
        let of_twins = twins.iter_mut().map(|(_, claim)| claim);
        for claim in of_twins.chain(all) {
            claim.play.get_or_insert(Count::Lines(1));
        }
    }

    /// The entry with its claim settled, for formats that mean nothing where nothing is said.
    pub(super) fn settled(&self) -> Entry {
        let mut entry = self.clone();
        if entry.claims_by_default {
            entry.settle_claim();
        }
        entry
    }

    /// What the author's solution claims; false if there is one and it cannot be read, or nobody knows what of it is intended.
    fn claim_of_solution(&mut self) -> bool {
        let text = self.solution.clone().or_else(|| self.moves_of_operations());
        let (Some(text), true) = (text, self.is_read()) else {
            return true;
        };
        let text = self.heed_number(&text).to_owned();
        let problem = &self.problem;
        let is_battle = problem
            .stipulation
            .is_some_and(|asked| asked.genre.is_battle());
        if problem.stipulation.is_none() || problem.options.duplex {
            return true;
        }
        let is_said = problem.intention.all.play.is_some();
        let doubt = doubted(&text).filter(|_| !is_said);
        let counts = !is_said && self.unsound_by().is_none() && doubt.is_none();
        match claims(problem, &text, counts) {
            Ok(mut claims) if claims.len() == 1 => self.problem.intention.all = claims.remove(0).1,
            Ok(claims) => self.problem.intention.twins = claims,
            Err(why) => {
                let text = format!("solution not understood, taken as none: {why}");
                self.warnings.push(text);
                return false;
            }
        }
        if is_battle && !is_said {
            self.heed_number_of_keys(&text);
        }
        if let Some(word) = doubt.filter(|_| !is_battle) {
            let text = format!(
                "`{word}` does not say whether the lines after it are intended: none is counted"
            );
            self.warnings.push(text);
            return false;
        }
        true
    }
}

impl Entry {
    /// The number in front of a text, `2 solutions: 1.Kb1 ...`, or of a remark in help play, `1.Kb1 ... (2 solutions)`; gives the rest.
    fn heed_number<'t>(&mut self, text: &'t str) -> &'t str {
        let front = text.split_once(':');
        let front = front.filter(|(front, _)| is_claim(front.trim()));
        let asked = self.problem.stipulation;
        let is_battle = asked.is_some_and(|asked| asked.genre.is_battle());
        let (number, rest) = match (front, self.number_in_remark(text)) {
            (Some((front, rest)), _) => (front.trim(), rest),
            (None, Some(number)) if !is_battle => (number, text),
            _ => return text,
        };
        if let Err(why) = self.problem.intention.read(number) {
            self.warnings.push(why.into());
        }
        rest
    }

    /// The same after the keys: `1.Ba6! 1.Bc6! (2 solutions)`. A number other than that of the keys may be one of variations.
    fn heed_number_of_keys(&mut self, text: &str) {
        let Some(number) = self.number_in_remark(text) else {
            return;
        };
        let mut said = Intention::default();
        let keys = self.problem.intention.all.moves.len();
        let agrees = said.read(number).is_ok()
            && said
                .all
                .play
                .is_some_and(|count| count.first_moves() as usize == keys);
        if agrees && let Err(why) = self.problem.intention.read(number) {
            self.warnings.push(why.into());
        }
    }

    /// The number of solutions that is all of a remark. In twins it may be that of one of them.
    fn number_in_remark<'t>(&self, text: &'t str) -> Option<&'t str> {
        let remarks = text.split(['(', ')', '[', ']', '{', '}', ';', ',', '.', '\n']);
        let mut numbers = remarks.map(str::trim).filter(|remark| is_claim(remark));
        numbers.next().filter(|_| self.problem.twins.is_empty())
    }

    /// What the operations of EPD give as the best moves, and what they say not to play, as a text.
    fn moves_of_operations(&self) -> Option<String> {
        let of = |key: &str| carrier::texts(&self.details, key).into_iter();
        let moves = |key: &str| {
            let texts = of(key).flat_map(|text| {
                let words = text.split_whitespace().map(str::to_owned);
                words.collect::<Vec<_>>()
            });
            texts.collect::<Vec<_>>()
        };
        let keys = [
            moves("bm"),
            moves("sv"),
            moves("pv").into_iter().take(1).collect(),
        ];
        let keys = keys.into_iter().flatten();
        let keys = keys.map(|text| format!("1.{}", with_large_promotion(&text)));
        let tries = moves("am").into_iter();
        let tries = tries.map(|text| format!("1.{}?", with_large_promotion(&text)));
        let asked = self.problem.stipulation?;
        let told: BTreeSet<String> = keys.chain(tries).collect();
        let text = told.into_iter().collect::<Vec<_>>().join("\n");
        (asked.genre.is_battle() && !text.is_empty()).then_some(text)
    }
}

/// `d7d8=Q` for `d7d8q`, as programs write it.
fn with_large_promotion(text: &str) -> String {
    let (squares, letter) = text.split_at_checked(4).unwrap_or((text, ""));
    let is_promotion = letter.len() == 1
        && letter.bytes().all(|byte| byte.is_ascii_lowercase())
        && squares.ends_with(['1', '8']);
    match is_promotion {
        true => format!("{squares}={}", letter.to_uppercase()),
        false => text.to_owned(),
    }
}

/// What the text claims for each version. Unless it `counts`, no number of lines.
fn claims(problem: &Problem, text: &str, counts: bool) -> Result<Vec<(usize, Claim)>, String> {
    let (played, unplayable) = replay(problem, &without_cooks(text));
    let mut claims = Vec::new();
    for (twin, version) in problem.versions().iter().enumerate() {
        let asked = version.problem.stipulation;
        let is_battle =
            asked.is_some_and(|asked| asked.genre.is_battle() && !asked.leads_to_position());
        if let Some(fault) = unplayable.iter().find(|fault| fault.twin == twin) {
            let after = match fault.after.is_empty() {
                true => String::new(),
                false => format!(" after {}", fault.after.join(" ")),
            };
            return Err(format!("`{}`{after}: {}", fault.written, fault.why));
        }
        let told = |kind| {
            let lines = played.lines.iter();
            lines.filter(move |(line, _)| line.twin == twin && line.kind == kind)
        };
        let mut claim = problem.intention.of(twin, Side::White).clone();
        if is_battle {
            let keys = told(PathKind::Actual).filter(|(line, _)| line.moves.len() == 1);
            claim.moves = keys.flat_map(|(line, _)| line.moves.clone()).collect();
            if claim.moves.is_empty() {
                return Err("it holds no key".to_owned());
            }
            claim.play_told = play_told(version, &played, twin);
        } else {
            let ends = |kind| {
                let ends = told(kind).filter(|(_, ends)| **ends);
                ends.map(|(line, _)| line)
            };
            let lines = full_lines(version, ends(PathKind::Actual))?;
            if counts {
                claim.play = Some(count(number_of(&lines)));
            }
            claim.moves = lines.iter().map(|line| line.moves.join(" ")).collect();
            if ends(PathKind::Set).next().is_some() {
                claim.set_play.get_or_insert(Count::Some);
            }
        }
        claims.push((twin, claim));
    }
    Ok(claims)
}

/// What battle play tells behind first moves: attacks that are to lead to the goal, defences that are to refute.
fn play_told(version: &Version, played: &Played, twin: usize) -> Vec<ToldMove> {
    let has_rules = !version.problem.conditions.is_empty();
    let of_twin = played.lines.keys().filter(|line| line.twin == twin);
    let told = of_twin.filter_map(|line| {
        let said = played.said.get(&(twin, line.moves.clone())).copied();
        let set_play = line.kind == PathKind::Set;
        let half_moves = line.moves.len() + usize::from(set_play);
        let is_attack = half_moves % 2 == 1 && half_moves > 1;
        // What threatens if nothing is played: with other rules, and later in the play, that may be meant otherwise.
        let mut passes = line.moves.iter().enumerate();
        let is_vague = passes.any(|(at, text)| text == PASS && (has_rules || at > 1));
        let role = match (said, line.kind) {
            (Some(Said::Refutes), PathKind::Try) => Role::Refutes,
            _ if !is_attack || line.moves.last().is_some_and(|text| text == PASS) => return None,
            (Some(Said::Paired), _) => return None,
            (Some(Said::Dual), _) => Role::Dual,
            (None, PathKind::Actual) if !is_vague => Role::Leads,
            _ => Role::Mentioned,
        };
        Some(ToldMove {
            moves: line.moves.clone(),
            set_play,
            role,
        })
    });
    told.collect()
}

fn count(lines: usize) -> Count {
    Count::Lines(u32::try_from(lines).unwrap_or(u32::MAX))
}

/// The lines of full length; why they cannot be counted, if there is none or another breaks off.
fn full_lines<'l>(
    version: &Version,
    lines: impl Iterator<Item = &'l PlayedLine>,
) -> Result<Vec<&'l PlayedLine>, String> {
    let none = || "it holds no line of full length".to_owned();
    let asked = version.problem.stipulation.ok_or_else(none)?;
    let asked = asked.with(&version.problem.options);
    let lines: Vec<&PlayedLine> = lines.collect();
    let lengths = lines.iter().map(|line| line.moves.len());
    let longest = lengths.max().ok_or_else(none)?;
    let plain = [Genre::Help, Genre::SeriesHelp, Genre::Series];
    let is_plain = plain.contains(&asked.genre) && asked.introduction == 0;
    let length = asked.half_moves().filter(|_| is_plain).unwrap_or(longest);
    let (full, others): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| line.moves.len() == length);
    match others.first() {
        _ if full.is_empty() => Err(none()),
        Some(other) if is_plain && other.moves.len() < length => Err(format!(
            "`{}` is not told to its end",
            other.moves.join(" ")
        )),
        _ => Ok(full),
    }
}

/// How many lines there are; those that differ only in the last promotion count as one.
fn number_of(lines: &[&PlayedLine]) -> usize {
    let different: BTreeSet<Vec<&str>> = lines
        .iter()
        .map(|line| without_promotion(&line.moves))
        .collect();
    different.len()
}

fn without_promotion(moves: &[String]) -> Vec<&str> {
    let mut moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    if let Some(last) = moves.last_mut() {
        *last = last.split('=').next().unwrap_or_default();
    }
    moves
}
