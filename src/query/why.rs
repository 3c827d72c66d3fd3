//! Why is this move illegal, no key, or no mate? A line is played on the board of a problem;
//! the first move that cannot be played is put to every rule, and at its end the goal.

use crate::board::{Course, Side, Square};
use crate::conditions::{compile, find};
use crate::legality::{self, Tongue};
use crate::men::{Men, Piece, walk_id};
use crate::notation::popeye::words::{self, Language, Table};
use crate::notation::popeye::write::Notation;
use crate::notation::spaced;
use crate::problem::{Genre, Goal, Problem, Stipulation};
use crate::rules::{Engine, Fault, Game, Move, Objection, Wanted};
use crate::sentences;
use crate::solution::{Branch, Mark, MovePart, MoveRecord, Outcome, Phase, PhaseKind, Play};
use crate::solve::{Settings, solve};
use crate::soundness::replay::word::{self, Class};
use crate::stipulation;
use serde::Serialize;
use std::ops::ControlFlow::Continue;
use thiserror::Error;

/// What there is to say about a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Why {
    /// The moves of the line that could be played, as printed.
    pub played: Vec<String>,
    /// The reasons, one sentence each.
    pub reasons: Vec<String>,
    /// Whether every move is legal and the line does what the stipulation asks.
    pub solves: bool,
}

/// Why a question has no answer.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyError {
    /// The problem cannot be played: a rule is not supported.
    #[error("{0}")]
    Refused(String),
    /// A word of the line is no move.
    #[error("`{0}` is not a move; write e.g. `Ra1-a8`, `Ra8`, `e7-e8=Q` or `0-0`")]
    NoMove(String),
    /// A move of the line is illegal, and why.
    #[error("{0}")]
    Illegal(String),
    /// Several moves could be meant.
    #[error("`{word}` could be {moves}")]
    Ambiguous {
        /// As written.
        word: String,
        /// The moves it could be.
        moves: String,
    },
    /// Nothing is asked, so nobody knows who begins.
    #[error("nothing is asked: a stipulation is missing")]
    NoStipulation,
}

/// Explains a line such as `1.Kf7 Kf5 2.Ra8` in the diagram of a problem.
///
/// ```
/// use dawson::Problem;
/// use dawson::query::why::why;
/// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/1R6")?;
/// let answer = why(&problem, "Kg6-g7", &dawson::Settings::default())?;
/// assert_eq!(answer.reasons, ["Kg6-g7 leaves the king on g7 in check from h8"]);
/// assert!(why(&problem, "Rb8", &dawson::Settings::default())?.solves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the problem cannot be played or the line is not one of moves.
pub fn why(problem: &Problem, line: &str, settings: &Settings) -> Result<Why, WhyError> {
    why_in(problem, line, settings, Tongues::default())
}

/// The languages of a question and of its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tongues {
    /// That of the letters of men in the question, where it is beyond doubt.
    pub given: Option<Language>,
    /// That in which they are read first.
    pub spoken: Language,
    /// That of the letters of the answer.
    pub told: Language,
}

impl Tongues {
    /// The language of a line: the first in which all its letters stand for men. `B` alone does not
    /// say whether it is German.
    fn of_line(self, problem: &Problem, line: &str) -> Language {
        if let Some(given) = self.given {
            return given;
        }
        let words = words_of(line);
        let fits = |language: &Language| {
            let notation = Notation::of(problem, *language);
            let men = problem.men().map(Piece::walk);
            let known: Vec<&str> = men
                .chain(walk_id::ORTHODOX)
                .map(|walk| notation.letters(walk))
                .collect();
            let is_known = |letters: &str| {
                letters.is_empty()
                    || known.contains(&letters)
                    || *language == Language::En && letters == ENGLISH_KNIGHT
            };
            words
                .iter()
                .all(|word| !castlings(word).is_empty() || is_known(&letters_of(word)))
        };
        let mut languages = [self.spoken].into_iter().chain(Language::ALL);
        languages.find(fits).unwrap_or(self.spoken)
    }
}

/// What English writes for the knight beside `S`.
const ENGLISH_KNIGHT: &str = "N";

/// The letters of the man that a move begins with.
fn letters_of(word: &str) -> String {
    let body = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let body = if body.is_empty() { word } else { body };
    body.chars().take_while(char::is_ascii_uppercase).collect()
}

/// The same in other languages than English: whose letters the moves have, and the answer.
///
/// # Errors
/// As for [`why`].
pub fn why_in(
    problem: &Problem,
    line: &str,
    settings: &Settings,
    tongues: Tongues,
) -> Result<Why, WhyError> {
    let tree = stipulation::of_problem(problem).ok_or(WhyError::NoStipulation)?;
    let starter = tree.map_err(WhyError::Refused)?.starter;
    let ruling = legality::rule(problem).map_err(WhyError::Refused)?;
    let problem = ruling.as_ref().map_or(problem, |ruling| &ruling.problem);
    let reading = Notation::of(problem, tongues.of_line(problem, line));
    let mut asker = Asker::of_line(problem, line, starter, reading)?;
    asker.notation = Notation::of(problem, tongues.told);
    asker.rights = ruling
        .iter()
        .flat_map(|ruling| &ruling.notes)
        .map(|note| note.text(Tongue::English))
        .collect();
    for word in words_of(line) {
        if asker.shirks(&word)? || !asker.play_in_turn(&word)? {
            return Ok(asker.found);
        }
    }
    asker.end(settings);
    Ok(asker.found)
}

/// All legal moves behind a line such as `1.Kf7 Kf5` (or in the diagram), each with its side.
/// Where nothing is asked, White begins.
///
/// ```
/// use dawson::Problem;
/// use dawson::query::why::legal_moves;
/// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/1R6")?;
/// assert_eq!(legal_moves(&problem, "")?.len(), 20);
/// assert_eq!(legal_moves(&problem, "Ra1")?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the problem cannot be played or the line is not one of legal moves.
pub fn legal_moves(problem: &Problem, line: &str) -> Result<Vec<(Side, MoveRecord)>, WhyError> {
    let tree = stipulation::of_problem(problem).transpose();
    let tree = tree.map_err(WhyError::Refused)?;
    let starter = tree.map_or(Side::White, |tree| tree.starter);
    let reading = Notation::of(problem, Language::En);
    let mut asker = Asker::of_line(problem, line, starter, reading)?;
    for word in words_of(line) {
        if !asker.play(&word)? {
            return Err(WhyError::Illegal(asker.found.reasons.join("; ")));
        }
    }
    let side = asker.engine.side_to_move();
    let legal = asker.legal().into_iter();
    Ok(legal.map(|(_, record)| (side, record)).collect())
}

/// Who makes the first move of a line: `1...Kb4` is set play, but in play of so many and a half moves,
/// which always begins so.
fn begins(problem: &Problem, line: &str, starter: Side) -> Side {
    let digits = line
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let is_second = digits.starts_with("...") || digits.starts_with('…');
    let asked = problem.stipulation;
    let usual = asked.is_some_and(|asked| asked.length.half && !asked.leads_to_position());
    if is_second && !usual {
        !starter
    } else {
        starter
    }
}

/// Stands for any reply, as before a threat: `1.Kf6 ~ 2.Rh7#`, `1.Kf6 >2.Rh7#`.
const PASS: &str = "~";

/// The same, as databases of games write it.
const NULL_MOVE: &str = "--";

/// How a pass is printed among the moves.
const PASSED: &str = "-";

/// Signs in front of a move and behind it.
const SIGNS: &str = "+#=!?,;‡.…";

/// A castling that is named without its side.
const CASTLES: &str = "castles";

/// Without what stands in brackets of its own: `1.Kf6! [2.Rh7#] Kh6`. Effects stand right behind their moves.
fn without_asides(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut depth = 0usize;
    for sign in line.chars() {
        let is_apart = kept.is_empty() || kept.ends_with(char::is_whitespace);
        match sign {
            '(' | '[' | '{' if depth > 0 || is_apart => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            sign if depth == 0 => kept.push(sign),
            _ => {}
        }
    }
    kept
}

/// The moves of a line without numbers, signs and comments.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in without_asides(line).split_whitespace() {
        let mut word = word;
        if let Some(threat) = word.strip_prefix('>') {
            words.push(PASS.to_owned());
            word = threat;
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && word[digits..].starts_with(['.', '…']) {
            word = word[digits..].trim_start_matches(['.', '…']);
        }
        let bare = word.trim_matches(|sign| SIGNS.contains(sign) || ":-–—".contains(sign));
        let is = |class| word::is(bare, class) || word::is(word, class);
        let word = word.trim_matches(|sign| SIGNS.contains(sign));
        if is(Class::Threat) || is(Class::Random) || word == NULL_MOVE {
            words.push(PASS.to_owned());
        } else if is(Class::ShortCastling) || is(Class::LongCastling) {
            words.push(
                if is(Class::LongCastling) {
                    "0-0-0"
                } else {
                    "0-0"
                }
                .to_owned(),
            );
        } else if is(Class::Castling) {
            words.push(CASTLES.to_owned());
        } else if !bare.is_empty() && !is_remark(bare) {
            words.push(word.to_owned());
        }
    }
    words
}

/// A number of a move, or a word about the move in front of it: `ep`, `mate`.
fn is_remark(word: &str) -> bool {
    let is_number = word.bytes().all(|sign| sign.is_ascii_digit());
    let told = [
        Class::Nothing,
        Class::Check,
        Class::Key,
        Class::Try,
        Class::But,
    ];
    is_number || word::first_of(word, &told).is_some()
}

/// A move as it is written.
struct Written {
    letters: String,
    from: Option<Square>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    /// Where a man goes on to: `Rxb3-a4`.
    then: Option<Square>,
    promotion: Option<String>,
    /// Its effects in brackets, from the first one on.
    effects: Option<String>,
}

struct Asker<'a> {
    problem: &'a Problem,
    notation: Notation<'a>,
    /// That of the moves asked about.
    reading: Notation<'a>,
    engine: Engine,
    /// What retro analysis says of the rights of the diagram.
    rights: Vec<String>,
    found: Why,
}

impl<'a> Asker<'a> {
    /// Asks about a line. `1...` is the first move of set play, or, as games count, that of Black who begins.
    fn of_line(
        problem: &'a Problem,
        line: &str,
        starter: Side,
        reading: Notation<'a>,
    ) -> Result<Asker<'a>, WhyError> {
        let asker = |side: Side| -> Result<Asker<'a>, WhyError> {
            let asker = Asker::new(problem, side)?;
            Ok(Asker { reading, ..asker })
        };
        let begins = begins(problem, line, starter);
        let mut found = asker(begins)?;
        let first = words_of(line).into_iter().next();
        if begins != starter
            && let Some(first) = first
            && !found.can_play(&first)
        {
            let mut other = asker(starter)?;
            if other.can_play(&first) {
                found = other;
            }
        }
        Ok(found)
    }

    /// Asks about the diagram of a problem; `starter` begins, unless the sides are exchanged.
    fn new(problem: &'a Problem, starter: Side) -> Result<Asker<'a>, WhyError> {
        let refused = |refusal: String| WhyError::Refused(refusal);
        let mut engine = compile(problem).map_err(|refusal| refused(refusal.to_string()))?;
        engine.set_side_to_move(match problem.options.half_duplex {
            true => !starter,
            false => starter,
        });
        Ok(Asker {
            problem,
            notation: Notation::of(problem, Language::En),
            reading: Notation::of(problem, Language::En),
            engine,
            rights: Vec::new(),
            found: Why {
                played: Vec::new(),
                reasons: Vec::new(),
                solves: false,
            },
        })
    }

    /// The same where one side may move alone: in a series the other side passes, unless the word is
    /// a move of the other side.
    fn play_in_turn(&mut self, word: &str) -> Result<bool, WhyError> {
        if word == PASS {
            self.engine.pass();
            self.found.played.push(PASSED.to_owned());
            return Ok(true);
        }
        let parries = self.parries();
        let alone = self
            .problem
            .stipulation
            .filter(|asked| asked.genre.is_series() || parries);
        let played = self.found.played.len();
        // Parries count beside the moves of the series.
        let goes_on = alone.is_some_and(|asked| {
            played > 0 && (parries || played < usize::from(asked.length.moves))
        });
        let answers = !self.is_parried() && goes_on;
        if answers {
            let before = self.engine.clone();
            let other = self.engine.side_to_move();
            let checks = !parries && self.engine.in_check(other);
            self.engine.pass();
            if self.can_play(word) {
                if checks {
                    self.checks_too_early();
                    return Ok(false);
                }
                return self.play(word);
            }
            let alone = std::mem::replace(&mut self.engine, before);
            if self.can_play(word) {
                return self.play(word);
            }
            self.engine = alone;
        }
        self.play(word)
    }

    /// A series goes on behind a check.
    fn checks_too_early(&mut self) {
        let last = self.found.played.last().map_or("", String::as_str);
        let last = last.trim_end_matches(" +");
        let reason = format!("{last} gives check, and in a series only the last move may");
        self.found.reasons.push(reason);
    }

    /// Whether a move leaves out what reflex play demands: whoever can reach the goal has to.
    fn shirks(&mut self, word: &str) -> Result<bool, WhyError> {
        let Some(asked) = self.problem.stipulation.filter(|_| word != PASS) else {
            return Ok(false);
        };
        let side = self.engine.side_to_move();
        let has_duty = match asked.genre {
            Genre::Reflex => true,
            Genre::SemiReflex => side == self.reacher(asked.genre),
            _ => false,
        };
        if !has_duty {
            return Ok(false);
        }
        let legal = self.legal();
        let chosen: Vec<Move> = self.chosen(word, &legal)?.iter().map(|one| one.0).collect();
        let reaching = legal.iter().filter(|(movement, _)| {
            let mut engine = self.engine.clone();
            engine.play(*movement);
            engine.reaches(asked.goal)
        });
        let reaching: Vec<&(Move, MoveRecord)> = reaching.collect();
        let is_one = |movement: &Move| reaching.iter().any(|(other, _)| other == movement);
        if chosen.is_empty() || reaching.is_empty() || chosen.iter().any(is_one) {
            return Ok(false);
        }
        let moves: Vec<String> = reaching
            .iter()
            .take(MOST_ANSWERS)
            .map(|(_, record)| self.text(record).trim_end_matches(" +").to_owned())
            .collect();
        let (side, moves) = (side.name(), moves.join(" or "));
        self.found.reasons.push(format!(
            "{side} has to play {moves}: in reflex play whoever can reach the goal must"
        ));
        Ok(true)
    }

    /// Whether in a series checks are answered.
    fn parries(&self) -> bool {
        self.problem.stipulation.is_some_and(|asked| {
            let key = asked.genre.key();
            key.starts_with("parry") || key.starts_with("pser") || key.starts_with("phser")
        })
    }

    /// Whether a series goes on with the answer to a check.
    fn is_parried(&mut self) -> bool {
        let side = self.engine.side_to_move();
        self.parries() && self.engine.in_check(side)
    }

    fn can_play(&mut self, word: &str) -> bool {
        let legal = self.legal();
        self.chosen(word, &legal)
            .is_ok_and(|chosen| !chosen.is_empty())
    }

    /// The legal moves that a word may mean.
    fn chosen<'l>(
        &self,
        word: &str,
        legal: &'l [(Move, MoveRecord)],
    ) -> Result<Vec<&'l (Move, MoveRecord)>, WhyError> {
        let named = castlings(word);
        if !named.is_empty() {
            let castlings = legal.iter().filter(|(_, record)| castles(record, named));
            return Ok(castlings.collect());
        }
        let plain = plain_signs(word);
        let as_printed = |found: &&(Move, MoveRecord)| {
            let printed = self.printed(&found.1);
            printed == word || printed == plain
        };
        let printed: Vec<_> = legal.iter().filter(as_printed).collect();
        if !printed.is_empty() {
            return Ok(printed);
        }
        let written = self.written(&plain)?;
        let fits = |one: &&(Move, MoveRecord)| self.fits(&one.0, &written, &one.1);
        let mut chosen: Vec<_> = legal.iter().filter(fits).collect();
        // `Sb4` goes to b4 and stays there, `Sxb4` captures.
        let rests = |one: &&(Move, MoveRecord)| rests_on(&one.1, written.to);
        if written.then.is_none() && chosen.iter().any(&rests) {
            chosen.retain(&rests);
        }
        let captures = |one: &&(Move, MoveRecord)| captures(&one.1) == plain.contains('*');
        if chosen.iter().any(&captures) {
            chosen.retain(&captures);
        }
        Ok(chosen)
    }

    /// Plays a move of the line; false if it is illegal, and then says why.
    fn play(&mut self, word: &str) -> Result<bool, WhyError> {
        let legal = self.legal();
        let chosen = self.chosen(word, &legal)?;
        match chosen[..] {
            [(movement, record)] => {
                self.found.played.push(self.text(record));
                self.engine.play(*movement);
                Ok(true)
            }
            [] => {
                self.illegal(word)?;
                Ok(false)
            }
            _ => {
                let texts: Vec<String> =
                    chosen.iter().map(|(_, record)| self.text(record)).collect();
                Err(WhyError::Ambiguous {
                    word: word.to_owned(),
                    moves: texts.join(" or "),
                })
            }
        }
    }

    fn legal(&mut self) -> Vec<(Move, MoveRecord)> {
        let mut legal = Vec::new();
        let _ = self
            .engine
            .visit_moves(Wanted::All, &[], &mut |engine, movement| {
                legal.push((movement, engine.record()));
                Continue(())
            });
        legal
    }

    fn text(&self, record: &MoveRecord) -> String {
        let text = self.notation.movement(record).trim().to_owned();
        if record.check { text + " +" } else { text }
    }

    /// As a solution prints it, without signs and spaces: `nRa1*a8[+bQd8]`.
    fn printed(&self, record: &MoveRecord) -> String {
        let text = self.reading.movement(record);
        text.split_whitespace().collect()
    }

    fn square(&self, name: &str) -> Option<Square> {
        self.problem.diagram.geometry.square_named(name)
    }

    /// `Ra1-a8`, `Rxa8`, `Rab1`, `a1a8`, `e8=Q`, `nRa1*a8[+bQd8]`.
    fn written(&self, word: &str) -> Result<Written, WhyError> {
        let no_move = || WhyError::NoMove(word.to_owned());
        let effects = word.find('[').map(|at| word[at..].to_owned());
        let body = word.split('[').next().unwrap_or_default();
        let (body, promotion) = match body.split_once('=') {
            Some((body, letters)) => (body, Some(letters.to_uppercase())),
            None => (body, None),
        };
        // Attributes stand before the letters of the man.
        let marks = body.find(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
        let is_marked = body[..marks].bytes().all(|c| c.is_ascii_lowercase());
        let body = if is_marked { &body[marks..] } else { body };
        let body = body.trim_end_matches("ep").trim_end_matches("e.p");
        let (body, then) = match body.rsplit_once(['-', '*']) {
            Some((before, square)) if before.contains('*') => (before, self.square(square)),
            _ => (body, None),
        };
        let body = body.replace(['-', '*'], "");
        let letters: String = body
            .chars()
            .take_while(|c| c.is_ascii_uppercase())
            .collect();
        let mut rest = body.get(letters.len()..).ok_or_else(no_move)?.to_owned();
        let board = &self.problem.diagram.geometry;
        let (before, to) = board.square_at_end(&rest).ok_or_else(no_move)?;
        rest = before.to_owned();
        let mut written = Written {
            letters,
            from: self.square(&rest),
            file: None,
            rank: None,
            to,
            then,
            promotion,
            effects,
        };
        if written.from.is_none() && !rest.is_empty() {
            match (rest.as_bytes(), rest.parse::<u8>()) {
                ([file @ b'a'..=b'z'], _) => written.file = Some(file - b'a'),
                (_, Ok(rank @ 1..)) => written.rank = Some(rank - 1),
                _ => return Err(no_move()),
            }
        }
        Ok(written)
    }

    fn fits(&self, movement: &Move, written: &Written, record: &MoveRecord) -> bool {
        let pseudo_move = movement.pseudo_move;
        let on_promotion = match &written.promotion {
            None => true,
            Some(letters) => {
                let text = self.reading.movement(record);
                text.contains(&format!("={letters}"))
            }
        };
        let has_effects = |effects: &String| self.printed(record).contains(effects);
        arrives(movement, written, record)
            && self.may_be(pseudo_move.from, written)
            && on_promotion
            && written.effects.as_ref().is_none_or(has_effects)
    }

    /// Whether the man on a square may be the one that is written.
    fn may_be(&self, from: Square, written: &Written) -> bool {
        let board = &self.problem.diagram.geometry;
        let man = self.engine.position().on(from);
        if man.is_none() {
            return false;
        }
        let walk = match written.letters.as_str() {
            "" if written.from.is_some() => true,
            "" => man.walk() == walk_id::PAWN,
            ENGLISH_KNIGHT if self.reading.language() == Language::En => {
                man.walk() == walk_id::KNIGHT || self.reading.letters(man.walk()) == ENGLISH_KNIGHT
            }
            letters => self.reading.letters(man.walk()) == letters,
        };
        walk && written.from.is_none_or(|square| square == from)
            && written.file.is_none_or(|file| board.file(from) == file)
            && written.rank.is_none_or(|rank| board.rank(from) == rank)
    }

    /// Puts an illegal move to every rule.
    fn illegal(&mut self, word: &str) -> Result<(), WhyError> {
        let side = self.engine.side_to_move();
        let named = castlings(word);
        for long in named {
            let castling = if *long { "0-0-0 (" } else { "0-0 (" };
            let ruled = format!("castling not possible: {} {castling}", side.name());
            let ruled = self.rights.iter().find(|note| note.starts_with(&ruled));
            let reason = match ruled.cloned() {
                Some(note) => note,
                None => self.no_castling(side, *long),
            };
            if !self.found.reasons.contains(&reason) {
                self.found.reasons.push(reason);
            }
        }
        if !named.is_empty() {
            return Ok(());
        }
        let written = self.written(&plain_signs(word))?;
        let board = self.problem.diagram.geometry.clone();
        let men: Vec<Square> = board
            .squares()
            .filter(|square| self.may_be(*square, &written))
            .filter(|square| self.engine.position().on(*square).is_of(side))
            .collect();
        if men.is_empty() {
            let from = written.from.map(|from| self.engine.position().on(from));
            let reason = match (written.from, from) {
                (Some(from), Some(man)) if man.is_some() => format!(
                    "{} is to move, but {}{} is no such man of {}'s",
                    side.name(),
                    self.notation.letters(man.walk()),
                    board.name(from),
                    side.name()
                ),
                (Some(from), _) => format!("no man stands on {}", board.name(from)),
                (None, _) => format!("{} has no such man", side.name()),
            };
            self.found.reasons.push(reason);
            return Ok(());
        }
        for from in men {
            let letters = self
                .notation
                .letters(self.engine.position().on(from).walk());
            let is_pawn = self.engine.position().on(from).walk() == walk_id::PAWN;
            let letters = if is_pawn { "" } else { letters };
            let text = format!("{letters}{}-{}", board.name(from), board.name(written.to));
            if let Some(reason) = self.no_en_passant(from, written.to, &text) {
                self.found.reasons.push(reason);
                continue;
            }
            let objections = self.engine.explain_illegal(from, written.to);
            if objections.is_empty() {
                let forms = self.forms(from, written.to);
                self.found
                    .reasons
                    .push(format!("{text} can be played, but not in this form{forms}"));
            }
            for objection in objections {
                let mut reason = self.sentence(&text, &objection);
                if let Some(witness) = self.witness(&objection, from, written.to) {
                    reason += &format!(" ({witness})");
                }
                self.found.reasons.push(reason);
            }
        }
        Ok(())
    }

    /// How moves between these squares are written: `: Ra1*a8-b8, Ra1*a8-c8 ...`.
    fn forms(&mut self, from: Square, to: Square) -> String {
        let to = self.problem.diagram.geometry.name(to);
        let legal = self.legal().into_iter();
        let leaving = legal.filter(|(movement, _)| movement.pseudo_move.from == from);
        let mut forms: Vec<String> = leaving.map(|(_, record)| self.text(&record)).collect();
        forms.retain(|form| form.contains(&to));
        forms.dedup();
        let more = if forms.len() > MOST_FORMS { " ..." } else { "" };
        forms.truncate(MOST_FORMS);
        match forms.is_empty() {
            true => String::new(),
            false => format!(": {}{more}", forms.join(", ")),
        }
    }

    /// The sentence of a composer's condition that is against a way, and the men that make it so.
    fn witness(&mut self, objection: &Objection, from: Square, to: Square) -> Option<String> {
        sentences::witness(objection.rule?, &mut self.engine, from, to)
    }

    /// `Ra4-a5: Madrasi holds the man on a4 (observed from h4)`.
    fn sentence(&self, text: &str, objection: &Objection) -> String {
        let names: Vec<String> = objection
            .squares
            .iter()
            .map(|square| self.notation.square(*square))
            .collect();
        let behind = |from: usize| {
            names
                .get(from..)
                .map(|names| names.join(", "))
                .filter(|names| !names.is_empty())
        };
        let first = names.first().map_or("its square", String::as_str);
        let others = behind(1);
        let reason = match objection.fault {
            Fault::NoMan => format!("no man of the side to move may move from {first}"),
            Fault::GameOver => "the game is over".to_owned(),
            Fault::CannotAct => match others {
                Some(others) => format!("the man on {first} may not act (observed from {others})"),
                None => format!("the man on {first} may not act"),
            },
            Fault::NoWay => format!("the man on {first} does not move there"),
            Fault::Closed => format!("the way of {text} is closed"),
            Fault::CannotCapture => "the capture cannot be made".to_owned(),
            Fault::Forbidden => "the move is forbidden".to_owned(),
            Fault::CannotGoOn => "there is no second step".to_owned(),
            Fault::RuledOut => "another move has to be played".to_owned(),
            Fault::Refused => format!("{text} cannot be played to its end"),
            Fault::NotAllowed => format!("the position after {text} is not allowed"),
            Fault::LeavesCheck => {
                let king = format!("{text} leaves the king on {first} in check");
                return match (objection.rule, others) {
                    (None, Some(others)) => format!("{king} from {others}"),
                    (None, None) => king,
                    (Some(rule), Some(others)) => {
                        format!("{king} from {others} ({})", rule_name(rule))
                    }
                    (Some(rule), None) => format!("{king} ({})", rule_name(rule)),
                };
            }
            Fault::NotBest => match behind(0) {
                Some(squares) => format!("a move to {squares} has to be played"),
                None => "another move has to be played".to_owned(),
            },
        };
        // Where no square says what is wrong, the rule does.
        let needs_rule = matches!(
            objection.fault,
            Fault::Closed
                | Fault::CannotCapture
                | Fault::Forbidden
                | Fault::CannotGoOn
                | Fault::Refused
                | Fault::NotAllowed
        );
        let definition = objection.rule.filter(|_| needs_rule).and_then(find);
        match objection.rule {
            Some(rule) => {
                let why =
                    definition.map_or_else(String::new, |found| format!(" ({})", found.means()));
                format!("{text}: {}: {reason}{why}", rule_name(rule))
            }
            None => format!("{text}: {reason}"),
        }
    }

    /// The whole line is legal: does it do what is asked?
    fn end(&mut self, settings: &Settings) {
        let Some(asked) = self.problem.stipulation else {
            return;
        };
        let plies = self.found.played.len();
        let is_battle =
            asked.genre.is_battle() && !asked.genre.is_series() && !asked.leads_to_position();
        let is_key = plies == 1 && asked.length.moves > 1;
        if is_battle && is_key {
            return self.key(settings);
        }
        let legal = "every move of the line is legal".to_owned();
        if asked.leads_to_position() || plies == 0 {
            return self.found.reasons.push(legal);
        }
        let (side, reacher) = (self.engine.side_to_move(), self.reacher(asked.genre));
        let left = full_length(&asked).map(|full| full.saturating_sub(plies));
        if side == reacher {
            return match is_forced(asked.genre) && left.is_none_or(|left| left == 1) {
                true => self.forced(asked.goal),
                false => {
                    let reason = format!("{legal}; {} is to move", side.name());
                    self.found.reasons.push(reason);
                }
            };
        }
        if left.is_some_and(|left| left > 0) && !self.engine.reaches(asked.goal) {
            let reason = format!("{legal}; the goal is not reached yet");
            return self.found.reasons.push(reason);
        }
        match asked.goal {
            Goal::Mate => self.mate(),
            Goal::Stalemate => self.stalemate(),
            goal if self.engine.reaches(goal) => {
                self.found.solves = true;
                self.found
                    .reasons
                    .push(format!("{legal}: the goal is reached"));
            }
            _ => self
                .found
                .reasons
                .push(format!("{legal}, but the goal is not reached")),
        }
    }

    /// The side that is to reach the goal.
    fn reacher(&self, genre: Genre) -> Side {
        match is_forced(genre) != self.problem.options.half_duplex {
            true => Side::Black,
            false => Side::White,
        }
    }

    /// The last half move is the other side's: does every one reach the goal?
    fn forced(&mut self, goal: Goal) {
        let side = self.engine.side_to_move();
        let legal = self.legal();
        let mut spared = Vec::new();
        for (movement, record) in &legal {
            let mut engine = self.engine.clone();
            engine.play(*movement);
            if !engine.reaches(goal) {
                spared.push(self.text(record));
            }
        }
        self.found.solves = spared.is_empty() && !legal.is_empty();
        let reason = match (self.found.solves, legal.is_empty()) {
            (true, _) => format!("every move of {} reaches the goal", side.name()),
            (false, true) => format!("{} has no move, and so cannot reach the goal", side.name()),
            (false, false) => {
                let more = if spared.len() > MOST_ANSWERS {
                    ", ..."
                } else {
                    ""
                };
                spared.truncate(MOST_ANSWERS);
                let moves = spared.join(", ");
                format!(
                    "{} is not forced to reach the goal: it can play {moves}{more}",
                    side.name()
                )
            }
        };
        self.found.reasons.push(reason);
    }

    /// Why a side cannot castle: what stands where, who observes which square, which right is lost.
    fn no_castling(&mut self, side: Side, long: bool) -> String {
        let rank = side.first_rank();
        let board = &self.problem.diagram.geometry;
        let cannot = |why: String| format!("{} cannot castle: {why}", side.name());
        if !board.is_usual() {
            return cannot("there is no castling on this board".to_owned());
        }
        let (king, corner) = (
            Square::at(4, rank),
            Square::at(if long { 0 } else { 7 }, rank),
        );
        let position = self.engine.position();
        let stands = |square: Square, walk| {
            let man = position.on(square);
            man.is_some() && man.walk() == walk && man.is_of(side)
        };
        for (square, walk, what) in [
            (king, walk_id::KING, "king"),
            (corner, walk_id::ROOK, "rook"),
        ] {
            if !stands(square, walk) {
                return cannot(format!("its {what} does not stand on {square}"));
            }
        }
        let files = if long { 1..4 } else { 5..7 };
        let between = files.map(|file| Square::at(file, rank));
        if let Some(square) = between
            .clone()
            .find(|square| position.on(*square).is_some())
        {
            return cannot(format!("a man stands on {square}"));
        }
        if let Some(square) = [king, corner]
            .into_iter()
            .find(|square| self.problem.options.no_castling.contains(*square))
        {
            return cannot(format!(
                "the right of the man on {square} is lost (castling field or option NoCastling)"
            ));
        }
        if self.engine.in_check(side) {
            return cannot(format!("its king on {king} is in check"));
        }
        let (passed, arrival) = if long { (3, 2) } else { (5, 6) };
        let [passed, arrival] = [passed, arrival].map(|file| Square::at(file, rank));
        let objections = self.engine.explain_illegal(king, passed);
        if let Some(objection) = objections.first() {
            let way = self.sentence(&format!("K{king}-{passed}"), objection);
            return cannot(format!("its king cannot pass {passed} ({way})"));
        }
        cannot(format!(
            "it would be in check on {arrival}, or a man that takes part has moved"
        ))
    }

    /// A pawn that goes to an empty square of another file captures en passant, if anything.
    fn no_en_passant(&self, from: Square, to: Square, text: &str) -> Option<String> {
        let board = &self.problem.diagram.geometry;
        let position = self.engine.position();
        let man = position.on(from);
        let is_pawn = man.walk() == walk_id::PAWN && position.on(to).is_none();
        let goes = board.file(from).abs_diff(board.file(to)) == 1;
        // The ranks where the other pawn starts and where it arrives.
        let last = i16::from(board.height()) - 1;
        let (start, end) = match man.is_of(Side::White) {
            true => (last - 1, last - 3),
            false => (1, 3),
        };
        let ranks = [from, to].map(|on| i16::from(board.rank(on)));
        let rises = ranks == [end, i16::midpoint(start, end)];
        if !(is_pawn && goes && rises && board.course() == Course::Open) {
            return None;
        }
        let file = i16::from(board.file(to));
        let [start, end] = [start, end].map(|rank| board.square(file, rank));
        let (step, to) = (
            format!("{}-{}", board.name(start?), board.name(end?)),
            board.name(to),
        );
        Some(format!(
            "{text}: {to} is empty; en passant needs the double step {step} right before (field of the FEN, option EnPassant, or a move of the line)"
        ))
    }

    fn mate(&mut self) {
        let side = self.engine.side_to_move();
        if !self.engine.in_check(side) {
            self.found
                .reasons
                .push(format!("no mate: {} is not in check", side.name()));
        }
        self.answers("no mate", side);
    }

    fn stalemate(&mut self) {
        let side = self.engine.side_to_move();
        if self.engine.in_check(side) {
            self.found
                .reasons
                .push(format!("no stalemate: {} is in check", side.name()));
        }
        self.answers("no stalemate", side);
    }

    /// What the other side can still play.
    fn answers(&mut self, what: &str, side: Side) {
        let legal = self.legal();
        let texts: Vec<String> = legal
            .iter()
            .take(MOST_ANSWERS)
            .map(|(_, record)| self.text(record))
            .collect();
        if !texts.is_empty() {
            let more = if legal.len() > MOST_ANSWERS {
                ", ..."
            } else {
                ""
            };
            let reason = format!(
                "{what}: {} can play {}{more}",
                side.name(),
                texts.join(", ")
            );
            self.found.reasons.push(reason);
        }
        self.found.solves = self.found.reasons.is_empty();
        if self.found.solves {
            self.found
                .reasons
                .push(format!("{} has no move: the goal is reached", side.name()));
        }
    }

    /// A first move in direct play: what refutes it?
    fn key(&mut self, settings: &Settings) {
        let mut problem = self.problem.clone();
        problem.twins.clear();
        problem.options.defence = Some(u16::MAX);
        problem.options.variation = true;
        problem.options.set_play = false;
        let solution = solve(&problem, settings, &());
        let Some(found) = solution.twins.first() else {
            return;
        };
        let text = self.found.played[0].trim_end_matches(" +").to_owned();
        let is_actual = |phase: &&Phase| phase.kind == PhaseKind::Actual;
        let branches = found
            .phases
            .iter()
            .filter(is_actual)
            .flat_map(|phase| match &phase.play {
                Play::Tree(tree) => &tree.branches[..],
                _ => &[],
            });
        let mut branches =
            branches.filter(|branch| self.notation.movement(&branch.movement).trim() == text);
        let reason = match branches.next() {
            Some(branch) if branch.mark == Mark::Key => {
                self.found.solves = true;
                format!("{text} is a key: it solves the problem")
            }
            Some(branch) if branch.refutations.is_empty() => {
                format!("no key: {text} does not force the goal in time")
            }
            Some(branch) => format!("no key: {text} is refuted by {}", self.refutations(branch)),
            None if found.outcome == Outcome::Finished => {
                format!("no key: after {text} no defence can be answered in time")
            }
            None => "the search was stopped before this move was examined".to_owned(),
        };
        self.found.reasons.push(reason);
    }

    fn refutations(&self, branch: &Branch) -> String {
        let texts: Vec<String> = branch
            .refutations
            .iter()
            .take(MOST_ANSWERS)
            .map(|refutation| format!("1...{}", self.text(&refutation.movement)))
            .collect();
        let more = if branch.refutations.len() > MOST_ANSWERS {
            ", ..."
        } else {
            ""
        };
        texts.join(", ") + more
    }
}

/// So many moves are named at most.
const MOST_ANSWERS: usize = 8;

/// The most forms of a move that are named.
const MOST_FORMS: usize = 6;

fn rule_name(key: &str) -> String {
    let condition = words::name(Table::Condition, key, Language::En);
    let named = condition.or_else(|| words::name(Table::Attribute, key, Language::En));
    let own = || find(key).map_or(key, |row| row.names().en).to_owned();
    named.map_or_else(own, spaced)
}

/// `x`, `:` and `×` are written `*`, arrows `-`.
fn plain_signs(word: &str) -> String {
    let body = word.find('[').unwrap_or(word.len());
    let (body, effects) = word.split_at(body);
    let body = body
        .replace(['x', ':', '×'], "*")
        .replace(['→', '–', '−'], "-");
    format!("{body}{effects}")
}

/// Whether a move arrives where it is written; a man that captures may go on from there.
fn arrives(movement: &Move, written: &Written, record: &MoveRecord) -> bool {
    let Some(then) = written.then else {
        return movement.pseudo_move.to == written.to;
    };
    let goes_on = |part: &MovePart| matches!(part, MovePart::GoesOn { to, .. } if *to == then);
    let captures = record.parts.iter().any(|part| {
        matches!(part, MovePart::Movement { to, captured, .. }
            if *to == then && *captured == Some(written.to) || *to == written.to)
    });
    let arrives = record
        .parts
        .iter()
        .any(|part| matches!(part, MovePart::Movement { to, .. } if *to == then));
    captures && (arrives || record.parts.iter().any(goes_on))
}

/// Whether the man that moves stays on a square in the end.
fn rests_on(record: &MoveRecord, square: Square) -> bool {
    let to = |part: &MovePart| match part {
        MovePart::Movement { to, .. } | MovePart::GoesOn { to, .. } => Some(*to),
        _ => None,
    };
    record.parts.iter().rev().find_map(to) == Some(square)
}

fn captures(record: &MoveRecord) -> bool {
    let mut parts = record.parts.iter();
    parts.any(|part| {
        matches!(
            part,
            MovePart::Movement {
                captured: Some(_),
                ..
            }
        )
    })
}

/// Whether the other side has to reach the goal.
const fn is_forced(genre: Genre) -> bool {
    matches!(
        genre,
        Genre::Self_
            | Genre::Reflex
            | Genre::SemiReflex
            | Genre::HelpSelf
            | Genre::HelpReflex
            | Genre::SeriesSelf
            | Genre::SeriesReflex
            | Genre::SeriesHelpSelf
            | Genre::ParrySeriesSelf
            | Genre::ParrySeriesReflex
            | Genre::ParrySeriesHelpSelf
            | Genre::ParryHelpSeriesSelf
    )
}

/// How many half moves a line of full length has, where that is fixed.
fn full_length(asked: &Stipulation) -> Option<usize> {
    let moves = usize::from(asked.length.moves);
    match asked.genre {
        Genre::Direct | Genre::Chance => Some((2 * moves).saturating_sub(1)),
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex => Some(2 * moves),
        Genre::Series => Some(moves),
        Genre::SeriesSelf | Genre::SeriesReflex | Genre::SeriesHelp => Some(moves + 1),
        Genre::Help | Genre::HelpSelf => asked.half_moves(),
        _ => None,
    }
}

/// The castlings that a word of a line may be, each by whether it is the long one; none if it is another move.
fn castlings(word: &str) -> &'static [bool] {
    match word {
        "0-0" => &[false],
        "0-0-0" => &[true],
        CASTLES => &[false, true],
        _ => &[],
    }
}

fn castles(record: &MoveRecord, named: &[bool]) -> bool {
    let castling = |part: &MovePart| match part {
        MovePart::Castling { long } => named.contains(long),
        _ => false,
    };
    record.parts.iter().any(castling)
}
