//! Plays a text of a solution on the board, whatever its language and notation.

use super::token::{Word, words};
use super::tree::{PASS, PathKind, Played, PlayedLine};
use crate::board::{Side, Square};
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

/// Plays a text; in the language and notation in which most of it can be played.
pub fn replay(problem: &Problem, text: &str) -> (Played, Vec<Unplayable>) {
    let words = words(text);
    let languages = [Language::En, Language::De, Language::Fr];
    let results = languages.map(|language| in_language(problem, &words, language));
    let best = results
        .into_iter()
        .min_by_key(|(_, unplayable)| unplayable.len());
    best.unwrap_or_default()
}

fn in_language(problem: &Problem, words: &[Word], language: Language) -> (Played, Vec<Unplayable>) {
    let versions = problem.versions();
    let mut replayer = Replayer {
        versions: &versions,
        language,
        twin: 0,
        played: Played::default(),
        unplayable: Vec::new(),
        scene: None,
        path: Vec::new(),
        kind: PathKind::Actual,
        has_key: false,
        expect: None,
        threat: false,
        or: false,
        lost: false,
        open: false,
    };
    replayer.begin_twin(0);
    for word in words {
        replayer.word(word);
    }
    replayer.end_line();
    (replayer.played, replayer.unplayable)
}

/// A position with how play goes on in it.
struct Scene {
    engine: Engine,
    starter: Side,
    is_battle: bool,
    is_series: bool,
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
}

struct Replayer<'a> {
    versions: &'a [Version],
    language: Language,
    twin: usize,
    played: Played,
    unplayable: Vec<Unplayable>,
    scene: Option<Scene>,
    path: Vec<Step>,
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
}

impl Replayer<'_> {
    fn begin_twin(&mut self, twin: usize) {
        self.end_line();
        self.twin = twin;
        (self.path, self.kind, self.has_key) = (Vec::new(), PathKind::Actual, false);
        self.scene = self
            .versions
            .get(twin)
            .and_then(|version| scene(&version.problem));
    }

    fn word(&mut self, word: &Word) {
        match word {
            Word::Twin(number) if *number < self.versions.len() => self.begin_twin(*number),
            Word::Twin(_) => {}
            Word::Number(number, dots) => self.number(*number as usize, *dots),
            Word::Threat => self.threat = true,
            Word::But => {}
            Word::Or => self.or = true,
            Word::Mark('?') if self.path.len() == 1 => self.kind = PathKind::Try,
            Word::Mark('!') if self.path.len() == 1 && self.kind != PathKind::Set => {
                self.kind = PathKind::Actual;
            }
            Word::Mark(_) | Word::End => {}
            Word::Move(text) => self.movement(text),
        }
    }

    /// `2.` is the third half move, `2...` the fourth; in series play each number is one.
    fn number(&mut self, number: usize, dots: bool) {
        let Some(scene) = &self.scene else { return };
        let (is_series, is_battle, missing) = (scene.is_series, scene.is_battle, scene.missing);
        let number = number.max(1) - 1;
        let ply = match is_series {
            true => number,
            false => 2 * number + usize::from(dots),
        };
        let goes_on = !self.path.is_empty() && ply == self.path.len() + self.offset();
        if !goes_on {
            self.end_line();
        }
        (self.lost, self.or) = (false, false);
        if ply == 0 {
            (self.path, self.kind) = (Vec::new(), PathKind::Actual);
            self.has_key = true;
        } else if ply == 1 && dots && !is_series {
            let continues = is_battle && self.has_key && !self.path.is_empty();
            if !continues {
                self.end_line();
                self.path = Vec::new();
                self.kind = match missing {
                    true => PathKind::Actual,
                    false => PathKind::Set,
                };
            }
        }
        self.expect = Some(ply);
    }

    /// How many half moves are missing at the start of the line in work.
    fn offset(&self) -> usize {
        let missing = self.scene.as_ref().is_some_and(|scene| scene.missing);
        usize::from(self.kind == PathKind::Set || missing)
    }

    fn movement(&mut self, text: &str) {
        if self.scene.is_none() || self.lost {
            return;
        }
        let offset = self.offset();
        let at = match (self.expect.take(), self.or) {
            (Some(ply), _) => ply.saturating_sub(offset),
            (None, true) => self.path.len().saturating_sub(1),
            (None, false) => self.path.len(),
        };
        if self.or {
            self.end_line();
            self.or = false;
        }
        self.path.truncate(at);
        if self.path.len() < at {
            // A threat: the other side does nothing.
            while self.path.len() < at {
                self.path.push(Step {
                    text: PASS.to_owned(),
                    movement: None,
                });
            }
        }
        self.threat = false;
        let Some(mut engine) = self.position() else {
            self.lost = true;
            return;
        };
        match find(
            &mut engine,
            &self.versions[self.twin].problem,
            text,
            self.language,
        ) {
            Some((movement, canonical)) => {
                self.path.push(Step {
                    text: canonical,
                    movement: Some(movement),
                });
                self.open = true;
            }
            None => {
                let after = self.path.iter().map(|step| step.text.clone()).collect();
                let why = why(
                    &self.versions[self.twin].problem,
                    &self.path_moves(),
                    text,
                    self.language,
                    self.side(),
                );
                self.unplayable.push(Unplayable {
                    twin: self.twin,
                    after,
                    written: text.to_owned(),
                    why,
                });
                self.played.add_beginnings(&self.line());
                (self.lost, self.open) = (true, false);
            }
        }
    }

    /// Who makes the next move.
    fn side(&self) -> Side {
        let Some(scene) = &self.scene else {
            return Side::White;
        };
        let first = match self.kind {
            PathKind::Set => !scene.starter,
            _ => scene.starter,
        };
        if scene.is_series {
            return scene.series_side;
        }
        match self.path.len() % 2 {
            0 => first,
            _ => !first,
        }
    }

    fn path_moves(&self) -> Vec<String> {
        self.path.iter().map(|step| step.text.clone()).collect()
    }

    /// The position after the moves of the line so far.
    fn position(&self) -> Option<Engine> {
        let scene = self.scene.as_ref()?;
        let mut engine = scene.engine.clone();
        let first = match self.kind {
            PathKind::Set => !scene.starter,
            _ => scene.starter,
        };
        engine.set_side_to_move(first);
        for (index, step) in self.path.iter().enumerate() {
            match step.movement {
                Some(movement) => engine.play(movement),
                None => drop(engine.pass_as_move()),
            }
            let is_alone = scene.is_series && index + 1 < self.path.len() + 1;
            if is_alone && engine.side_to_move() != first {
                // In a series the other side passes; its own last move is tried when no other fits.
                engine.pass();
            }
        }
        Some(engine)
    }

    fn end_line(&mut self) {
        if !self.open || self.path.is_empty() {
            return;
        }
        self.open = false;
        let line = self.line();
        self.played.add(line);
    }

    /// The line so far.
    fn line(&self) -> PlayedLine {
        let black = self.scene.as_ref().is_some_and(|scene| {
            let starter = match self.kind {
                PathKind::Set => !scene.starter,
                _ => scene.starter,
            };
            starter == Side::Black
        });
        PlayedLine {
            twin: self.twin,
            kind: self.kind,
            black,
            moves: self.path_moves(),
        }
    }
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
    let has_nightriders = problem.men().any(|man| man.walk() == walk_id::NIGHTRIDER);
    let short = Short::read(text, language, has_nightriders);
    let mut exact = None;
    // Short notation with the effects that are written is the best.
    let effects = |text: &str| text.find('[').map_or("", |at| &text[at..]).to_owned();
    let told = effects(&bare);
    let mut fitting: Vec<(Move, String, (bool, usize))> = Vec::new();
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
            fitting.push((movement, canonical, (other_effects, record.parts.len())));
        }
        Continue(())
    });
    let least = fitting.into_iter().min_by_key(|(_, _, rank)| *rank);
    exact.or_else(|| least.map(|(movement, canonical, _)| (movement, canonical)))
}

/// A move in short notation.
struct Short {
    castling: Option<bool>,
    walk: Option<WalkId>,
    file: Option<char>,
    rank: Option<char>,
    to: Option<Square>,
    /// Where a man goes on to: `Bxc3-e4`.
    then: Option<Square>,
    promotion: Option<WalkId>,
}

impl Short {
    fn read(text: &str, language: Language, has_nightriders: bool) -> Option<Short> {
        let walk_of = |letters: &str| walk_of(letters, language, has_nightriders);
        let text = figurines(text, language);
        let text = text.split(['[', '(']).next().unwrap_or_default();
        let text = text.trim_end_matches("ep.").trim_end_matches("ep");
        let text: String = text
            .chars()
            .filter(|sign| !"+#!?‡≠".contains(*sign))
            .collect();
        let text = text.trim_end_matches('=');
        let plain = text.replace(['O', 'o'], "0");
        if plain.starts_with("0-0") {
            return Some(Short {
                castling: Some(plain.starts_with("0-0-0")),
                walk: None,
                file: None,
                rank: None,
                to: None,
                then: None,
                promotion: None,
            });
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
                (before.to_owned(), Square::from_name(square))
            }
            _ => (body, None),
        };
        let body: String = body
            .chars()
            .filter(|sign| !"x:*×-".contains(*sign))
            .collect();
        let at = body.len().checked_sub(2)?;
        let to = Square::from_name(body.get(at..)?)?;
        let before = body.get(..at)?;
        let letters: String = before
            .chars()
            .take_while(|sign| {
                sign.is_uppercase()
                    || sign.is_ascii_digit()
                        && before.starts_with(char::is_uppercase)
                        && before.len() > 2
            })
            .collect();
        let letters =
            letters.trim_end_matches(|sign: char| sign.is_ascii_digit() && before.len() <= 2);
        let rest = &before[letters.len()..];
        let walk = match letters {
            "" => walk_id::PAWN,
            letters => walk_of(letters)?,
        };
        Some(Short {
            castling: None,
            walk: Some(walk),
            file: rest.chars().find(|sign| ('a'..='h').contains(sign)),
            rank: rest.chars().find(char::is_ascii_digit),
            to: Some(to),
            then,
            promotion,
        })
    }

    fn fits(&self, record: &MoveRecord, notation: Notation<'_>) -> bool {
        let becomes = record.parts.iter().find_map(|part| match part {
            MovePart::Becomes { man, on: None } => Some(man.walk()),
            MovePart::TakesWalk { walk, on: None } => Some(*walk),
            _ => None,
        });
        match record.parts.first() {
            Some(MovePart::Castling { long }) => self.castling == Some(*long),
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
                    None => self.to == Some(*to),
                    Some(then) if *to == then => self.to == *captured,
                    _ => self.to == Some(*to) && goes_on,
                };
                let from = notation.square(*from);
                let promotes = is_pawn(*man) && becomes.is_some();
                self.walk == Some(man.walk())
                    && arrives
                    && self.file.is_none_or(|file| from.starts_with(file))
                    && self.rank.is_none_or(|rank| from.ends_with(rank))
                    && (self.promotion.is_none() && !promotes || self.promotion == becomes)
            }
            _ => false,
        }
    }
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
