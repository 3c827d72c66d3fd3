//! Plays a text of a solution on the board, whatever its language and notation.

use super::label::with_usual_labels;
use super::letters::in_english;
use super::token::{Word, has_square, pawn_files, words};
use super::tree::{PASS, PathKind, Played, PlayedLine, Said};
use crate::board::{Geometry, Side, Square};
use crate::conditions::compile;
use crate::men::{Piece, WalkId, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Problem, Version};
use crate::rules::{Engine, Game, Move, Wanted};
use crate::solution::{MovePart, MoveRecord};
use crate::stipulation;
use std::ops::ControlFlow::Continue;

/// A move that cannot be played where a text says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplayable {
    /// The version, 0 is a).
    pub twin: usize,
    /// The moves before it, in English long notation.
    pub after: Vec<String>,
    /// The move as written.
    pub written: String,
    /// What forbids it.
    pub why: String,
}

/// Plays a text; in the language, notation and numbering in which most of it can be played.
pub fn replay(problem: &Problem, text: &str) -> (Played, Vec<Unplayable>) {
    let words = words(&with_usual_labels(text, problem));
    let usual = [Language::En, Language::De, Language::Fr].map(|language| (&words, language));
    let best = best_of(problem, &usual);
    if best.1.is_empty() {
        return best;
    }
    let translated = in_english(problem, &words);
    let others: Vec<_> = translated
        .iter()
        .map(|words| (words, Language::En))
        .collect();
    match best_of(problem, &others) {
        other if !others.is_empty() && other.1.is_empty() => other,
        _ => best,
    }
}

/// The reading with the fewest moves that cannot be played.
fn best_of(problem: &Problem, readings: &[(&Vec<Word>, Language)]) -> (Played, Vec<Unplayable>) {
    let mut best: Option<(Played, Vec<Unplayable>)> = None;
    // Programs for the game count `1...Kb1 2.Rh1#` where Black begins, and `1.Sf6 Kg7` in play of two and a half moves.
    for counts in [Counts::AsProblems, Counts::AsGames] {
        for (words, language) in readings {
            let found = in_language(problem, words, *language, counts);
            if found.1.is_empty() {
                return found;
            }
            let is_fewer = |best: &(Played, Vec<Unplayable>)| found.1.len() < best.1.len();
            if best.as_ref().is_none_or(is_fewer) {
                best = Some(found);
            }
        }
    }
    best.unwrap_or_default()
}

/// How moves are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counts {
    /// `1.` is the first half move, whoever makes it.
    AsProblems,
    /// `1...` is Black's first move, `1.` White's, whoever begins.
    AsGames,
}

fn in_language(
    problem: &Problem,
    words: &[Word],
    language: Language,
    counts: Counts,
) -> (Played, Vec<Unplayable>) {
    let versions = problem.versions();
    let mut replayer = Replayer {
        versions: &versions,
        language,
        counts,
        twin: 0,
        played: Played::default(),
        unplayable: Vec::new(),
        scene: None,
        line: LineInWork::default(),
        outer: Vec::new(),
        announced: None,
        refuted: Vec::new(),
        denied: None,
        dual: None,
        vague: false,
    };
    replayer.begin_twin(0);
    for word in words {
        replayer.word(word);
    }
    replayer.end_line();
    for key in &replayer.refuted {
        replayer.played.becomes_try(key);
    }
    (replayer.played, replayer.unplayable)
}

/// A position with how play goes on in it.
struct Scene {
    engine: Engine,
    starter: Side,
    is_battle: bool,
    is_series: bool,
    /// How many moves a side makes alone in play of full length.
    series: Option<usize>,
    /// Set play and `n.5` begin with dots.
    missing: bool,
    series_side: Side,
}

/// A move of the line in work.
#[derive(Clone)]
struct Step {
    /// As Dawson writes it; a pass is `-`.
    text: String,
    movement: Option<Move>,
    /// It stands for any move of a man of these letters: `N~`.
    random: Option<String>,
    /// The text says that it is none: `2.Qd3+?`.
    denied: bool,
    said: Option<Said>,
}

impl Step {
    /// The other side does nothing.
    fn pass() -> Step {
        Step {
            text: PASS.to_owned(),
            movement: None,
            random: None,
            denied: false,
            said: None,
        }
    }
}

/// What is known of the line in work; brackets put it aside.
#[derive(Clone)]
struct LineInWork {
    /// Moves that share what follows make several paths of one length: `1...Kb4/Kc4 2.Qa1#`.
    paths: Vec<Vec<Step>>,
    kind: PathKind,
    has_key: bool,
    /// The half move that a number announced.
    expect: Option<usize>,
    threat: bool,
    or: bool,
    /// Nothing can be played until the next number.
    lost: bool,
    /// The line has moves that were not noted yet.
    open: bool,
    /// The move before, as written.
    written: String,
    /// The first move has a mark of its own.
    marked: bool,
    /// A reply is said to refute the first move.
    refuted: bool,
    /// Set play is announced.
    sets: bool,
    /// The last move as written, where it is a defence without a number: it may stand elsewhere.
    stray: Option<String>,
    /// The paths with that defence in the place before the number that came.
    strays: Vec<Vec<Step>>,
    /// A move of it can be read in two ways.
    is_open: bool,
    /// The next move is another one behind several: `Kb8/Kd8 2.Qb7/2.Qd7`.
    pairs: bool,
}

impl Default for LineInWork {
    fn default() -> LineInWork {
        LineInWork {
            paths: vec![Vec::new()],
            kind: PathKind::Actual,
            has_key: false,
            expect: None,
            threat: false,
            or: false,
            lost: false,
            open: false,
            written: String::new(),
            marked: false,
            refuted: false,
            sets: false,
            stray: None,
            strays: Vec::new(),
            is_open: false,
            pairs: false,
        }
    }
}

impl LineInWork {
    /// How many half moves it has.
    fn length(&self) -> usize {
        self.paths.first().map_or(0, Vec::len)
    }

    fn restart(&mut self) {
        self.paths = vec![Vec::new()];
    }

    /// The paths up to a half move; the other side does nothing where a move is missing.
    fn beginnings(&self, length: usize) -> Vec<Vec<Step>> {
        let mut beginnings: Vec<Vec<Step>> = Vec::new();
        for path in &self.paths {
            let mut path: Vec<Step> = path.iter().take(length).cloned().collect();
            path.resize_with(length, Step::pass);
            let is_there = |other: &Vec<Step>| texts(other) == texts(&path);
            if !beginnings.iter().any(is_there) {
                beginnings.push(path);
            }
        }
        beginnings
    }
}

fn texts(path: &[Step]) -> Vec<String> {
    path.iter().map(|step| step.text.clone()).collect()
}

struct Replayer<'a> {
    versions: &'a [Version],
    language: Language,
    counts: Counts,
    twin: usize,
    played: Played,
    unplayable: Vec<Unplayable>,
    scene: Option<Scene>,
    line: LineInWork,
    /// The lines around the brackets that are open.
    outer: Vec<LineInWork>,
    /// What the next first moves are said to be, and whether one came already.
    announced: Option<(PathKind, bool)>,
    /// First moves that are tries, for a reply refutes them.
    refuted: Vec<PlayedLine>,
    /// What follows is said to be no play, and whether a move of it came already.
    denied: Option<bool>,
    /// The same of a dual.
    dual: Option<bool>,
    /// There is prose in the sentence.
    vague: bool,
}

impl Replayer<'_> {
    fn begin_twin(&mut self, twin: usize) {
        self.end_line();
        self.twin = twin;
        self.line = LineInWork::default();
        self.outer.clear();
        self.scene = self
            .versions
            .get(twin)
            .and_then(|version| scene(&version.problem));
    }

    fn word(&mut self, word: &Word) {
        let is_first = self.line.length() == 1;
        match word {
            Word::Twin(number) if *number < self.versions.len() => self.begin_twin(*number),
            Word::Number(number, dots) => self.number(*number as usize, *dots),
            Word::Threat => self.line.threat = true,
            Word::Or => self.line.or = true,
            // A line of help play with a false move in it is none.
            Word::Mark('?') if is_first || self.line.length() > 0 && self.tells_lines() => {
                (self.line.kind, self.line.marked) = (PathKind::Try, true);
            }
            Word::Mark('?') if self.line.length() > 1 => {
                self.last_steps(|step| step.denied = true);
            }
            // `?!` is a try.
            Word::Mark('!') if is_first && self.line.marked => {}
            Word::Mark('!') if is_first && self.line.kind != PathKind::Set => {
                (self.line.kind, self.line.marked) = (PathKind::Actual, true);
            }
            Word::Mark('!') if self.line.length() == 2 => {
                (self.line.refuted, self.line.stray) = (true, None);
            }
            Word::But if is_first => self.line.refuted = true,
            Word::Try | Word::Not => self.announced = Some((PathKind::Try, false)),
            Word::Key => self.announced = None,
            Word::Denied if !self.tells_lines() => self.denied = Some(false),
            Word::Set => self.line.sets = true,
            Word::Dual => self.dual = Some(false),
            Word::IsDual => self.last_steps(|step| step.said = Some(Said::Dual)),
            Word::Vague => self.vague = true,
            Word::End | Word::Stop => {
                self.announced = self.announced.filter(|(_, came)| !came);
                self.end_sentence();
            }
            Word::Move(text) => match self.pair(text) {
                Some((first, second)) => {
                    self.movement(&readings(first));
                    self.movement(&readings(second));
                }
                None => self.movement(&readings(text)),
            },
            Word::Also(text) => {
                let former = &self.line.written;
                let man = former.trim_end_matches(|sign: char| !sign.is_ascii_uppercase());
                let same = format!("{man}{text}");
                self.movement(&[vec![vec![same, text.clone()]]]);
            }
            Word::Random(letters) => self.random(letters),
            Word::Open => {
                self.outer.push(self.line.clone());
                self.line.open = false;
            }
            Word::Close => {
                self.end_line();
                self.end_sentence();
                if let Some(line) = self.outer.pop() {
                    self.line = line;
                }
            }
            Word::Twin(_) | Word::But | Word::Mark(_) | Word::Comment | Word::Denied => {}
        }
    }

    /// What was said of a sentence holds no longer, unless its moves are still to come.
    fn end_sentence(&mut self) {
        self.denied = self.denied.filter(|came| !came);
        self.dual = self.dual.filter(|came| !came);
        self.vague = false;
    }

    fn last_steps(&mut self, change: impl Fn(&mut Step)) {
        let paths = self.line.paths.iter_mut();
        paths.filter_map(|path| path.last_mut()).for_each(change);
    }

    /// What is said of a move that is played as this half move.
    fn said(&self, at: usize) -> Option<Said> {
        let is_attack = (at + self.offset()).is_multiple_of(2) && at > 0;
        let is_counted = self.line.expect.is_some() || !is_attack;
        if self.line.pairs {
            return Some(Said::Paired);
        }
        match (self.dual, self.vague || self.line.is_open || !is_counted) {
            (Some(_), _) => Some(Said::Dual),
            (None, true) => Some(Said::Vaguely),
            (None, false) => None,
        }
    }

    /// `2.` is the third half move, `2...` the fourth; in series play each number is one.
    fn number(&mut self, number: usize, dots: bool) {
        let Some(scene) = &self.scene else { return };
        let (is_series, is_battle, missing) = (scene.is_series, scene.is_battle, scene.missing);
        let is_blacks = scene.starter == Side::Black;
        let as_games = self.counts == Counts::AsGames && (is_blacks || missing) && !is_series;
        let number = number.max(1) - 1;
        let as_problems = 2 * number + usize::from(dots);
        let ply = match (is_series, as_games) {
            (true, _) => number,
            (false, true) => {
                (as_problems + usize::from(missing)).saturating_sub(usize::from(is_blacks))
            }
            (false, false) => as_problems,
        };
        let length = self.line.length();
        // `1.Kb1 & 1.h5 Rg1#`: another move in place of the one before.
        if self.line.or && !is_battle && length > 0 && ply + 1 == length + self.offset() {
            return;
        }
        let goes_on = length > 0 && ply == length + self.offset();
        let is_new = dots || ply == 0;
        self.line.is_open &= !is_new;
        self.denied = self.denied.filter(|came| !came || !is_new);
        if !goes_on {
            self.note_pairs(ply);
            self.note_strays(ply);
            if self.line.strays.is_empty() {
                self.end_line();
            }
        }
        (self.line.lost, self.line.or, self.line.threat) = (false, false, false);
        if ply == 0 {
            self.line.restart();
            self.line.kind = match &mut self.announced {
                Some((kind, came)) => {
                    *came = true;
                    *kind
                }
                None => PathKind::Actual,
            };
            (self.line.marked, self.line.refuted) = (false, false);
            (self.line.has_key, self.line.sets) = (true, false);
        } else if ply == 1 && (dots || as_games && missing) && !is_series {
            let continues =
                is_battle && self.line.has_key && self.line.length() > 0 && !self.line.sets;
            if !continues {
                self.end_line();
                self.line.restart();
                self.line.kind = match missing {
                    true => PathKind::Actual,
                    false => PathKind::Set,
                };
            }
        }
        self.line.expect = Some(ply);
    }

    /// Several defences, and behind a comma or stroke one more answer to them.
    fn note_pairs(&mut self, ply: usize) {
        let at = ply.saturating_sub(self.offset());
        let is_again = ply.is_multiple_of(2) && at > 0 && at + 1 == self.line.length();
        if is_again && self.line.or && self.line.beginnings(at).len() > 1 {
            self.last_steps(|step| step.said = Some(Said::Paired));
            self.line.pairs = true;
        }
    }

    /// `Kb8 2.Qd6, Kd8 2.Qf7`: a defence that could also be a later one may stand before the number that follows it.
    fn note_strays(&mut self, ply: usize) {
        self.line.strays.clear();
        let at = ply.checked_sub(self.offset() + 1);
        let Some((at, written)) = at.zip(self.line.stray.take()) else {
            return;
        };
        if ply % 2 == 1 || at + 2 > self.line.length() {
            return;
        }
        let beginnings = self.line.beginnings(at);
        self.line.strays = match written.strip_suffix('~') {
            Some(letters) => with_random(beginnings, letters),
            None => {
                let mut read = readings(&written).into_iter();
                let played = read.find_map(|moves| {
                    let paths = self.played_from(&beginnings, &moves);
                    (!paths.is_empty()).then_some(paths)
                });
                played.unwrap_or_default()
            }
        };
    }

    /// Puts that defence there, if the move behind the number can be played so.
    fn settle_strays(&mut self, places: &[usize], readings: &[Vec<Vec<String>>]) {
        let strays = std::mem::take(&mut self.line.strays);
        if strays.is_empty() {
            return;
        }
        let told = std::mem::replace(&mut self.line.paths, strays);
        let is_there = self.found(places, readings).is_some();
        let strays = std::mem::replace(&mut self.line.paths, told);
        if is_there {
            self.line.is_open |= self.found(places, readings).is_some();
            self.line.paths.iter_mut().for_each(|path| _ = path.pop());
            self.end_line();
            self.line.paths = strays;
        } else {
            self.end_line();
        }
    }

    /// Whether a solution is a line, not a tree with tries and variations.
    fn tells_lines(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| !scene.is_battle)
    }

    /// How many half moves are missing at the start of the line in work.
    fn offset(&self) -> usize {
        let missing = self.scene.as_ref().is_some_and(|scene| scene.missing);
        usize::from(self.line.kind == PathKind::Set || missing)
    }

    /// The half moves at which the next move may stand, the likeliest first.
    fn places(&self) -> Vec<usize> {
        let length = self.line.length();
        let mut places = self.next_places();
        if self.line.expect.is_none() && !self.tells_lines() {
            // `N~ 2.Qb5#, Ka4 2.Ra6#`: another defence, whose number is left out.
            let is_defence = |at: &usize| (at + self.offset()) % 2 == 1;
            let before = (0..length).rev().filter(is_defence);
            places.extend(before.filter(|at| at + 1 < length));
        }
        places
    }

    /// The same for a move that goes on, or stands in place of the last one.
    fn next_places(&self) -> Vec<usize> {
        let length = self.line.length();
        let series = self.scene.as_ref().and_then(|scene| scene.series);
        match (self.line.expect, self.line.or, self.line.threat) {
            (Some(ply), _, _) => vec![ply.saturating_sub(self.offset())],
            // `3.Sg7, Rf8#`: the other side's move ends the series.
            (None, true, _) if series == Some(length) => vec![length, length - 1],
            // Old texts put commas between the moves of a line.
            (None, true, _) => vec![length.saturating_sub(1), length],
            (None, false, true) => vec![length + 1, length],
            // What stands in brackets behind a key may be threatened.
            (None, false, false) if !self.outer.is_empty() => vec![length, length + 1],
            (None, false, false) => vec![length],
        }
    }

    /// Plays the moves of the first reading that can be played. They share what follows; each is
    /// written in one of several ways.
    fn movement(&mut self, readings: &[Vec<Vec<String>>]) {
        if self.scene.is_none() || self.line.lost {
            return;
        }
        let places = self.places();
        self.settle_strays(&places, readings);
        let or = std::mem::take(&mut self.line.or);
        self.line.threat = false;
        if or {
            self.end_line();
        }
        let found = self.found(&places, readings);
        for came in [&mut self.denied, &mut self.dual].into_iter().flatten() {
            *came = true;
        }
        let is_counted = self.line.expect.take().is_some();
        self.line.pairs = false;
        let goes_back = found
            .as_ref()
            .is_some_and(|(at, _)| at + 1 < self.line.length());
        if goes_back {
            self.end_line();
        }
        let first = readings.first().and_then(|moves| moves.first()?.last());
        let written = first.cloned().unwrap_or_default();
        let Some((at, paths)) = found else {
            return self.unplayable(places[0], written);
        };
        let is_defence = (at + self.offset()) % 2 == 1;
        // A defence that reaches the goal ends its line.
        let may_stray = is_defence && !is_counted && !self.tells_lines() && !written.ends_with('#');
        self.line.stray = may_stray.then(|| written.clone());
        let is_alternative = or && at + 1 == self.line.length();
        match is_alternative {
            true => {
                let is_paired = self.line.beginnings(at).len() > 1;
                self.line.paths.extend(paths);
                if is_paired {
                    self.last_steps(|step| step.said = Some(Said::Paired));
                }
            }
            false => self.line.paths = paths,
        }
        if written.starts_with(|sign: char| sign.is_ascii_uppercase()) {
            self.line.written = written;
        }
        self.line.open = true;
    }

    /// The first of these places where one of these readings can be played, with the paths to it.
    fn found(
        &self,
        places: &[usize],
        readings: &[Vec<Vec<String>>],
    ) -> Option<(usize, Vec<Vec<Step>>)> {
        places.iter().find_map(|at| {
            let beginnings = self.line.beginnings(*at);
            let mut read = readings.iter();
            read.find_map(|moves| {
                let paths = self.played_from(&beginnings, moves);
                (!paths.is_empty()).then_some((*at, paths))
            })
        })
    }

    /// The moves of both sides in `Bc2Se6` and `Bc2-Se6`, if the text is not one move.
    fn pair<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let pair = pair_of(text)?;
        let is_one = self.scene.is_none() || self.line.lost || {
            let places = self.places();
            self.found(&places, &readings(text)).is_some()
        };
        (!is_one).then_some(pair)
    }

    /// The beginnings, each with each of the moves that can be played there.
    fn played_from(&self, beginnings: &[Vec<Step>], moves: &[Vec<String>]) -> Vec<Vec<Step>> {
        let mut paths = Vec::new();
        let is_paired = beginnings.len() > 1 && moves.len() > 1;
        let paired = Some(Said::Paired).filter(|_| is_paired);
        for ways in moves {
            for beginning in beginnings {
                let known = self.with_random_move(beginning);
                let mut played = known.iter().filter_map(|path| {
                    let mut engine = self.position(path)?;
                    let problem = &self.versions[self.twin].problem;
                    let mut ways = ways.iter();
                    let (movement, text) =
                        ways.find_map(|way| find(&mut engine, problem, way, self.language))?;
                    let step = Step {
                        text,
                        movement: Some(movement),
                        random: None,
                        denied: self.denied.is_some(),
                        said: paired.or_else(|| self.said(path.len())),
                    };
                    Some(path.iter().cloned().chain([step]).collect())
                });
                paths.extend(played.next());
            }
        }
        paths
    }

    fn unplayable(&mut self, at: usize, written: String) {
        let beginnings = self.line.beginnings(at);
        self.line.paths = beginnings;
        let path = self.line.paths.first().cloned().unwrap_or_default();
        let after = texts(&path);
        let problem = &self.versions[self.twin].problem;
        let why = why(problem, &after, &written, self.language, self.side(&path));
        self.unplayable.push(Unplayable {
            twin: self.twin,
            after,
            written,
            why,
        });
        let line = self.told(&path);
        self.played.add_beginnings(&line);
        (self.line.lost, self.line.open) = (true, false);
    }

    /// `N~`: the next half move is any of such a man. Which one, the moves after it decide.
    fn random(&mut self, letters: &str) {
        // In help play any move of a man is what a comment speaks of.
        let is_said = self.tells_lines() && self.line.expect.is_none();
        if self.scene.is_none() || self.line.lost || is_said {
            return;
        }
        self.settle_strays(&[], &[]);
        let at = self.place_of_random(letters);
        let is_counted = self.line.expect.is_some();
        if self.line.or || is_counted || at < self.line.length() {
            self.end_line();
        }
        (self.line.or, self.line.threat, self.line.expect) = (false, false, None);
        self.line.paths = with_random(self.line.beginnings(at), letters);
        self.line.stray = (!is_counted).then(|| format!("{letters}~"));
        self.line.open = true;
    }

    /// Where any move of such a man stands: without a number it is a defence.
    fn place_of_random(&self, letters: &str) -> usize {
        let places = self.places();
        let is_free = self.line.expect.is_none() && !self.tells_lines();
        let is_defence = |at: &&usize| (**at + self.offset()) % 2 == 1;
        let mut defences = places.iter().filter(is_defence).filter(|_| is_free);
        let found = defences.find(|at| {
            let paths = with_random(self.line.beginnings(**at), letters);
            paths
                .iter()
                .any(|path| !self.with_random_move(path).is_empty())
        });
        found.copied().unwrap_or(places[0])
    }

    /// The path, or if its last move is any of some man, the paths with each of these moves.
    fn with_random_move(&self, path: &[Step]) -> Vec<Vec<Step>> {
        let last = path.last().filter(|step| step.movement.is_none());
        let Some(letters) = last.and_then(|step| step.random.clone()) else {
            return vec![path.to_vec()];
        };
        let before = &path[..path.len() - 1];
        let Some(mut engine) = self.position(before) else {
            return Vec::new();
        };
        let problem = &self.versions[self.twin].problem;
        let name: String = figurines(&letters, self.language)
            .chars()
            .take_while(|sign| sign.is_uppercase())
            .collect();
        let walk = walk_of(&name, self.language, has_nightriders(problem));
        let mut paths = Vec::new();
        let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
            let record = engine.record();
            let moves = match record.parts.first() {
                Some(MovePart::Movement { man, .. }) => Some(man.walk()),
                _ => None,
            };
            if name.is_empty() || walk.is_some() && moves == walk {
                let step = Step {
                    text: "~".to_owned(),
                    movement: Some(movement),
                    random: Some(letters.clone()),
                    ..Step::pass()
                };
                paths.push(before.iter().cloned().chain([step]).collect());
            }
            Continue(())
        });
        paths
    }

    /// Who begins the line in work.
    fn first(&self) -> Side {
        let starter = self
            .scene
            .as_ref()
            .map_or(Side::White, |scene| scene.starter);
        match self.line.kind {
            PathKind::Set => !starter,
            _ => starter,
        }
    }

    /// Who makes the next move.
    fn side(&self, path: &[Step]) -> Side {
        let series = self.scene.as_ref().filter(|scene| scene.is_series);
        match series {
            Some(scene) => scene.series_side,
            None if path.len().is_multiple_of(2) => self.first(),
            None => !self.first(),
        }
    }

    /// The position after the moves of a path.
    fn position(&self, path: &[Step]) -> Option<Engine> {
        let scene = self.scene.as_ref()?;
        let mut engine = scene.engine.clone();
        let first = self.first();
        engine.set_side_to_move(first);
        for step in path {
            match step.movement {
                Some(movement) => engine.play(movement),
                None => drop(engine.pass_as_move()),
            }
            if scene.is_series && engine.side_to_move() != first {
                // In a series the other side passes; its own last move is tried when no other fits.
                engine.pass();
            }
        }
        Some(engine)
    }

    fn end_line(&mut self) {
        if !self.line.open || self.line.length() == 0 {
            return;
        }
        self.line.open = false;
        self.note_refutation();
        for path in &self.line.paths {
            let line = self.told(path);
            for (at, step) in path.iter().take(line.moves.len()).enumerate() {
                if let Some(said) = step.said {
                    let beginning = (line.twin, line.moves[..=at].to_vec());
                    self.played.said.insert(beginning, said);
                }
            }
            // What follows any move of a man tells no line of its own.
            match line.moves.len() == path.len() {
                true => self.played.add(line),
                false => self.played.add_beginnings(&line),
            }
        }
    }

    /// `1.Kf8 Kg6!` and nothing more is a try, although no mark says so.
    fn note_refutation(&mut self) {
        let refutes = std::mem::take(&mut self.line.refuted) && self.line.length() <= 2;
        let is_battle = self.scene.as_ref().is_some_and(|scene| scene.is_battle);
        if refutes && is_battle && self.line.length() == 2 {
            self.last_steps(|step| step.said = Some(Said::Refutes));
        }
        let is_key = self.line.kind == PathKind::Actual && !self.line.marked;
        if refutes && is_battle && is_key {
            let keys = self.line.paths.iter().filter_map(|path| path.get(..1));
            let keys: Vec<PlayedLine> = keys.map(|key| self.told(key)).collect();
            self.refuted.extend(keys);
        }
    }

    /// The line of a path up to its first move that is not told.
    fn told(&self, path: &[Step]) -> PlayedLine {
        let is_told = |step: &&Step| step.random.is_none() && !step.denied;
        let told = path.iter().take_while(is_told);
        PlayedLine {
            twin: self.twin,
            kind: self.line.kind,
            black: self.first() == Side::Black,
            moves: told.map(|step| step.text.clone()).collect(),
        }
    }
}

/// The paths with any move of a man of these letters behind them.
fn with_random(mut paths: Vec<Vec<Step>>, letters: &str) -> Vec<Vec<Step>> {
    for path in &mut paths {
        path.push(Step {
            random: Some(letters.to_owned()),
            text: "~".to_owned(),
            ..Step::pass()
        });
    }
    paths
}

/// `Ke1-e3/Ra1-d3` is one move, or `Sc5-d7/a4-a3` are two that share what follows.
fn readings(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut readings = vec![vec![vec![text.to_owned()]]];
    let parts: Vec<&str> = text.split('/').filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 {
        let man = parts[0].trim_end_matches(|sign: char| !sign.is_ascii_uppercase());
        let ways = |part: &&str| vec![(*part).to_owned(), format!("{man}{part}")];
        readings.push(parts.iter().map(ways).collect());
    }
    readings
}

/// `Bc2` and `Se6` of `Bc2Se6` or `Bc2-Se6`: a man's letter behind a square, a square at the end.
fn pair_of(text: &str) -> Option<(&str, &str)> {
    let bare = text.trim_end_matches(['+', '#', '=']);
    let is_plain = !bare.contains(['[', '(', '/', '~', '>']);
    let letters = bare.char_indices().skip(2).filter(|_| is_plain);
    let mut places = letters.filter(|(_, sign)| sign.is_uppercase());
    places.find_map(|(at, _)| {
        let (first, second) = text.split_at(at);
        let first = first.trim_end_matches('-');
        let ends_in_square =
            first.len() > 1 && has_square(first.get(first.len() - 2..).unwrap_or_default());
        (ends_in_square && has_square(second)).then_some((first, second))
    })
}

fn scene(problem: &Problem) -> Option<Scene> {
    let tree = stipulation::of_problem(problem)?.ok()?;
    let engine = compile(problem).ok()?;
    let genre = problem.stipulation.map(|asked| asked.genre);
    let is_series = genre.is_some_and(|genre| genre.is_series());
    let starter = match problem.options.half_duplex {
        true => !tree.starter,
        false => tree.starter,
    };
    Some(Scene {
        engine,
        starter,
        is_battle: tree.branch.is_battle(),
        is_series,
        series: problem
            .stipulation
            .filter(|_| is_series)
            .map(|asked| usize::from(asked.length.moves)),
        missing: tree.missing > 0,
        series_side: starter,
    })
}

/// The legal move that a text means, as Dawson writes it. In a series the other side's last move
/// may be meant.
fn find(
    engine: &mut Engine,
    problem: &Problem,
    text: &str,
    language: Language,
) -> Option<(Move, String)> {
    let genre = problem.stipulation.map(|asked| asked.genre);
    let found = find_of_side(engine, problem, text, language);
    if found.is_some() || !genre.is_some_and(|genre| genre.is_series()) {
        return found;
    }
    engine.pass();
    find_of_side(engine, problem, text, language)
}

fn find_of_side(
    engine: &mut Engine,
    problem: &Problem,
    text: &str,
    language: Language,
) -> Option<(Move, String)> {
    let own = Notation::of(problem, language);
    let english = Notation::of(problem, Language::En);
    let squeezed = |text: &str| -> String {
        text.chars()
            .filter(|sign| !sign.is_whitespace() && !"+#!?‡≠".contains(*sign))
            .collect()
    };
    let bare = squeezed(&text.replace(['x', ':', '×'], "*"));
    let bare = bare.trim_end_matches('=').to_owned();
    let board = &problem.diagram.geometry;
    let short = Short::read(text, language, has_nightriders(problem), board);
    let mut exact = None;
    // Short notation with the effects that are written is the best.
    let effects = |text: &str| text.find('[').map_or("", |at| &text[at..]).to_owned();
    let told = effects(&bare);
    let mut fitting: Vec<(Move, String, (bool, bool, usize))> = Vec::new();
    let goals: Vec<_> = problem.goals().collect();
    let wanted = match goals.iter().find(|goal| goal.row().allows_own_check) {
        Some(goal) => Wanted::OrReaching(*goal),
        None => Wanted::All,
    };
    let _ = engine.visit_moves(wanted, &[], &mut |engine, movement| {
        let record = engine.record();
        let written = squeezed(&own.movement(&record));
        let canonical = english.movement(&record).trim().to_owned();
        if written == bare || squeezed(&canonical) == bare {
            exact.get_or_insert((movement, canonical));
        } else if short.as_ref().is_some_and(|short| short.fits(&record, own)) {
            let other_effects = !told.is_empty() && effects(&written) != told;
            let castles = matches!(record.parts.first(), Some(MovePart::Castling { .. }));
            fitting.push((
                movement,
                canonical,
                (other_effects, castles, record.parts.len()),
            ));
        }
        Continue(())
    });
    // `fe` says nothing of the rank, so there may be one such capture alone.
    let is_vague = short.as_ref().is_some_and(|short| short.onto.is_some());
    if is_vague && fitting.len() > 1 {
        fitting.clear();
    }
    let least = fitting.into_iter().min_by_key(|(_, _, rank)| *rank);
    exact.or_else(|| least.map(|(movement, canonical, _)| (movement, canonical)))
}

fn has_nightriders(problem: &Problem) -> bool {
    let mut men = problem.men();
    men.any(|man| man.walk() == walk_id::NIGHTRIDER)
}

/// What is told of a castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Castling {
    Long,
    Short,
    /// Where it is possible.
    Any,
}

/// A move in short notation.
struct Short {
    castling: Option<Castling>,
    walk: Option<WalkId>,
    file: Option<char>,
    rank: Option<String>,
    to: Option<Square>,
    /// Where a man goes on to: `Bxc3-e4`.
    then: Option<Square>,
    promotion: Option<WalkId>,
    /// A man's letter in brackets or behind a slash, `d8(Q)`; behind a move that promotes no pawn it is the name of a motif.
    aside: Option<WalkId>,
    /// The file where a pawn captures: `fe`.
    onto: Option<char>,
    /// Whether the rook is named, too: `Ke1-g1/Rh1-f1`.
    names_rook: bool,
}

impl Short {
    fn read(
        text: &str,
        language: Language,
        has_nightriders: bool,
        board: &Geometry,
    ) -> Option<Short> {
        let walk_of = |letters: &str| walk_of(letters, language, has_nightriders);
        let text = figurines(text, language);
        let text = with_inner_brackets(&text);
        let (text, behind) = text.split_at(text.find(['[', '(']).unwrap_or(text.len()));
        let inside = behind
            .strip_prefix('(')
            .and_then(|behind| behind.split_once(')'));
        let aside =
            inside.and_then(|(letters, _)| walk_of(letters).filter(|_| !letters.is_empty()));
        let text = text.trim_end_matches("ep.").trim_end_matches("ep");
        let text: String = text
            .chars()
            .filter(|sign| !"+#!?‡≠".contains(*sign))
            .collect();
        let text = text.trim_end_matches('=');
        let plain = text.replace(['O', 'o'], "0");
        let castling = match plain.as_str() {
            "castling" => Some(Castling::Any),
            plain if plain.starts_with("0-0-0") => Some(Castling::Long),
            plain if plain.starts_with("0-0") => Some(Castling::Short),
            _ => None,
        };
        if castling.is_some() {
            return Some(Short {
                castling,
                walk: None,
                file: None,
                rank: None,
                to: None,
                then: None,
                promotion: None,
                aside: None,
                onto: None,
                names_rook: false,
            });
        }
        if let Some((from, onto)) = pawn_files(text) {
            return Some(Short {
                castling: None,
                walk: Some(walk_id::PAWN),
                file: Some(from),
                rank: None,
                to: None,
                then: None,
                promotion: None,
                aside,
                onto: Some(onto),
                names_rook: false,
            });
        }
        let (text, rook) = text.split_once('/').unwrap_or((text, ""));
        let (rook, aside) = match walk_of(rook) {
            Some(walk) if !rook.is_empty() && !text.contains('=') => ("", Some(walk)),
            _ => (rook, aside),
        };
        let of_rook = rook.trim_end_matches(|sign: char| !sign.is_uppercase());
        if !rook.is_empty() && walk_of(of_rook) != Some(walk_id::ROOK) {
            return None;
        }
        let (body, promotion) = match text.split_once('=') {
            Some((body, letters)) => (body.to_owned(), walk_of(letters)),
            None => {
                let end = text.trim_end_matches(|sign: char| sign.is_uppercase());
                let letters = &text[end.len()..];
                match letters.is_empty() || end.is_empty() {
                    true => (text.to_owned(), None),
                    false => (end.to_owned(), walk_of(letters)),
                }
            }
        };
        // `nrRd7`: neutral, royal.
        let plain = body.trim_start_matches(|sign: char| sign.is_ascii_lowercase());
        let body = match plain.starts_with(|sign: char| sign.is_uppercase()) {
            true => plain.to_owned(),
            false => body,
        };
        let (body, then) = match body.rsplit_once(['-', 'x', '*', ':']) {
            Some((before, square)) if before.contains(['x', '*', ':']) => {
                (before.to_owned(), board.square_named(square))
            }
            _ => (body, None),
        };
        let is_bare = !body.contains(['x', ':', '*', '×', '-']);
        let body: String = body
            .chars()
            .filter(|sign| !"x:*×-".contains(*sign))
            .collect();
        let (before, to) = board.square_at_end(&body)?;
        let letters: String = before
            .chars()
            .take_while(|sign| {
                sign.is_uppercase()
                    || sign.is_ascii_digit()
                        && before.starts_with(char::is_uppercase)
                        && before.len() > 2
            })
            .collect();
        // `R10j5` comes from the tenth rank, `G2e5` is a man with these letters.
        let is_rank = before.len() <= 2 || walk_of(&letters).is_none();
        let letters = letters.trim_end_matches(|sign: char| sign.is_ascii_digit() && is_rank);
        let rest = &before[letters.len()..];
        let walk = match letters {
            // `g7f6`, as programs write it, is a move of any man.
            "" if is_bare && board.square_named(before).is_some() => None,
            "" => Some(walk_id::PAWN),
            letters => Some(walk_of(letters)?),
        };
        Some(Short {
            castling: None,
            walk,
            file: rest.chars().find(char::is_ascii_lowercase),
            rank: rest
                .find(|sign: char| sign.is_ascii_digit())
                .map(|at| rest[at..].to_owned()),
            to: Some(to),
            then,
            promotion,
            aside,
            onto: None,
            names_rook: !rook.is_empty(),
        })
    }

    /// Whether the king's move is that of a castling: `Ke1-g1`.
    fn is_kings_castling(&self, long: bool) -> bool {
        let file = if long { 2 } else { 6 };
        let arrives = |to: Square| to.byte() % 8 == file && matches!(to.byte() / 8, 0 | 7);
        let is_king = self.walk == Some(walk_id::KING);
        let is_from_home = self.walk.is_none() && self.file == Some('e');
        (is_king || is_from_home) && self.to.is_some_and(arrives)
    }

    fn fits(&self, record: &MoveRecord, notation: Notation<'_>) -> bool {
        let becomes = record.parts.iter().find_map(|part| match part {
            MovePart::Becomes { man, on: None } => Some(man.walk()),
            MovePart::TakesWalk { walk, on: None } => Some(*walk),
            _ => None,
        });
        match record.parts.first() {
            Some(MovePart::Castling { long }) => match self.castling {
                Some(Castling::Any) => true,
                Some(Castling::Long) => *long,
                Some(Castling::Short) => !*long,
                None => self.is_kings_castling(*long),
            },
            Some(MovePart::Movement {
                man,
                from,
                to,
                captured,
                ..
            }) => {
                let goes_on = record.parts.iter().any(
                    |part| matches!(part, MovePart::GoesOn { to, .. } if Some(*to) == self.then),
                );
                // A man that captures and makes a move from there, or goes on.
                let arrives = match self.then {
                    None if self.onto.is_some() => {
                        let onto = notation.square(*to).chars().next();
                        captured.is_some() && onto == self.onto
                    }
                    None => self.to == Some(*to),
                    Some(then) if *to == then => self.to == *captured,
                    _ => self.to == Some(*to) && goes_on,
                };
                let from = notation.square(*from);
                let promotes = is_pawn(*man) && becomes.is_some();
                let promotion = self.promotion.or(self.aside.filter(|_| promotes));
                self.walk.is_none_or(|walk| walk == man.walk())
                    && !self.names_rook
                    && arrives
                    && self.file.is_none_or(|file| from.starts_with(file))
                    && self.rank.as_ref().is_none_or(|rank| from[1..] == *rank)
                    && (promotion.is_none() && !promotes || promotion == becomes)
            }
            _ => false,
        }
    }
}

/// `N(e5)c4`, `N(e)c4`, `Q(x)d3` without the brackets, for a square follows them.
fn with_inner_brackets(text: &str) -> String {
    let mut plain = text.to_owned();
    while let Some(open) = plain.find('(') {
        let Some(length) = plain[open..].find(')') else {
            break;
        };
        let inside = &plain[open + 1..open + length];
        let behind = &plain[open + length + 1..];
        let is_place = inside.len() <= 2
            && inside
                .chars()
                .all(|sign| "abcdefghx:12345678-".contains(sign));
        let goes_on = behind.starts_with(|sign: char| "abcdefghx:-".contains(sign));
        if !is_place || !goes_on {
            break;
        }
        plain = format!("{}{inside}{behind}", &plain[..open]);
    }
    plain
}

fn is_pawn(man: Piece) -> bool {
    man.walk().row().is_pawn()
}

fn walk_of(letters: &str, language: Language, has_nightriders: bool) -> Option<WalkId> {
    let letters = letters.trim_start_matches(|sign: char| sign.is_ascii_lowercase());
    let index = match language {
        Language::En => 0,
        Language::De => 1,
        Language::Fr => 2,
    };
    let found = WalkId::from_letters(letters, index);
    // In English the knight of game chess is N, where no nightrider is about.
    match (language, letters) {
        (Language::En, "N") if !has_nightriders => Some(walk_id::KNIGHT),
        _ => found,
    }
}

fn figurines(text: &str, language: Language) -> String {
    let men = [
        ('♔', '♚', walk_id::KING),
        ('♕', '♛', walk_id::QUEEN),
        ('♖', '♜', walk_id::ROOK),
        ('♗', '♝', walk_id::BISHOP),
        ('♘', '♞', walk_id::KNIGHT),
    ];
    let mut plain = text.to_owned();
    for (white, black, walk) in men {
        let [en, de, fr] = walk.row().letters;
        let letter = match language {
            Language::En => en,
            Language::De => de,
            Language::Fr => fr,
        };
        plain = plain.replace([white, black], letter);
    }
    plain.replace(['♙', '♟'], "")
}

/// Why a move cannot be played: the one condition without which it could, or the own king.
fn why(problem: &Problem, path: &[String], text: &str, language: Language, side: Side) -> String {
    let playable = |problem: &Problem| {
        let Ok(mut engine) = compile(problem) else {
            return false;
        };
        let starter = match path.len() % 2 {
            0 => side,
            _ => !side,
        };
        engine.set_side_to_move(starter);
        for step in path {
            if step == PASS {
                engine.pass();
                continue;
            }
            match find_of_side(&mut engine, problem, step, Language::En) {
                Some((movement, _)) => engine.play(movement),
                None => return false,
            }
        }
        find_of_side(&mut engine, problem, text, language).is_some()
    };
    for (index, condition) in problem.conditions.iter().enumerate() {
        let mut without = problem.clone();
        without.conditions.remove(index);
        if playable(&without) {
            return format!("`{}` forbids it", condition.key);
        }
    }
    let mut without_king = problem.clone();
    let kings: Vec<(Square, Piece)> = problem
        .diagram
        .men()
        .filter(|(_, man)| man.is_royal() && man.is_of(side))
        .collect();
    for (square, man) in kings {
        let plain = Piece::new(man.walk(), man.sides());
        without_king.diagram.put(square, plain);
    }
    match playable(&without_king) {
        true => "it leaves the own king in check".to_owned(),
        false => "no man can go there so".to_owned(),
    }
}
