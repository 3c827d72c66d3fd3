//! The Codex of chess composition on rights (article 16): castling is possible unless it is proved
//! impossible, a capture en passant only if the double step is proved to be the last move. Where
//! rights exclude each other, each combination is a part of the solution (partial retro analysis).
//!
//! **Invariant:** nothing is changed without a note that says why, but for rights that nobody has.
//! A limit that is reached proves nothing, so the castling stays possible.

use super::analysis::Analysis;
use super::backward::{Kind, each_un_move, king_of, retract};
use super::finding::Finding;
use super::last::{Past, Scrutiny};
use super::rights::{CASTLINGS, castling_men, castlings};
use super::state::State;
use super::{Limits, Tongue, phrase};
use crate::board::{Side, Square, SquareSet};
use crate::orthodox::attack::{Bits, Each, bit, pawn_captures};
use crate::problem::{Change, Problem, Rights, Twin};
use crate::retro::routes::{KING, PAWN};
use crate::stipulation::of_problem;

/// What may be spent on the rights of a diagram: much less than on a question of its own.
const LIMITS: Limits = Limits {
    depth: 3,
    nodes: 1_500,
    passages: 20_000,
    proof: 0,
    plans: 0,
};

/// What the rights of a diagram are.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruling {
    /// The problem whose options say which castlings and captures en passant are possible.
    pub problem: Problem,
    /// What was found out.
    pub notes: Vec<RightsNote>,
}

/// A finding about the castling and en passant rights of a diagram, which has a text in each language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RightsNote(Fact);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Fact {
    /// What a row of the words says.
    Said(&'static str),
    /// Nobody can have kept this castling: king, rook, and what would follow.
    Lost {
        letter: char,
        men: [Square; 2],
        reason: Option<Finding>,
    },
    /// Departure, passed square and arrival of the double step that was the last move.
    Passed([Square; 3]),
}

impl RightsNote {
    /// The sentences in English, German and French.
    pub fn texts(&self) -> [String; 3] {
        [Tongue::English, Tongue::German, Tongue::French].map(|tongue| self.text(tongue))
    }

    /// The sentence, without a full stop.
    ///
    /// ```
    /// use dawson::Problem;
    /// use dawson::legality::{Tongue, rule};
    /// let problem = Problem::from_statement("#2", "4k2r/4pp1p/8/1K6/8/8/8/8")?;
    /// let ruling = rule(&problem)?.expect("Black's men are at home");
    /// let said = ruling.notes[0].text(Tongue::German);
    /// assert!(said.starts_with("Rochade nicht möglich: Schwarz 0-0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self, tongue: Tongue) -> String {
        let fill = |key: &str, gaps: &[(&str, String)]| {
            let row = phrase(key, tongue).to_owned();
            let gaps = gaps.iter();
            gaps.fold(row, |text, (gap, fill)| text.replace(gap, fill))
        };
        match &self.0 {
            Fact::Said(key) => phrase(key, tongue).to_owned(),
            Fact::Passed([from, passed, to]) => fill(
                "passing-proved",
                &[
                    ("{passed}", passed.to_string()),
                    ("{from}", from.to_string()),
                    ("{to}", to.to_string()),
                ],
            ),
            Fact::Lost {
                letter,
                men: [king, rook],
                reason,
            } => {
                let reason = reason.as_ref().map(|finding| finding.text(tongue));
                let reason = reason.unwrap_or_default();
                fill(
                    "castling-lost",
                    &[
                        ("{castling}", name(*letter, tongue)),
                        ("{king}", king.to_string()),
                        ("{rook}", rook.to_string()),
                        ("{reason}", reason.trim_end_matches('.').to_owned()),
                    ],
                )
            }
        }
    }
}

/// A combination of rights.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    /// The castlings that are possible, by their letters.
    castlings: String,
    /// Departure, passed square and arrival of the double step that was the last move.
    passed: Option<[Square; 3]>,
}

/// What retro analysis finds out about a diagram.
struct Found {
    state: State,
    /// The castlings whose men are at home.
    home: Vec<char>,
    parts: Vec<Part>,
    /// Nothing follows, because the position is illegal with any rights.
    is_illegal: bool,
    /// A limit was reached before the deduction ended.
    is_open: bool,
}

/// The problem with the rights that its diagram has; nothing if no right is in question.
///
/// # Errors
/// When a capture en passant is to be proved by later play.
///
/// ```
/// use dawson::Problem;
/// use dawson::legality::{Tongue, rule};
/// // Black moved last, with his king or the rook.
/// let problem = Problem::from_statement("#2", "4k2r/4pp1p/8/1K6/8/8/8/8")?;
/// let ruling = rule(&problem)?.expect("Black's men are at home");
/// let said = ruling.notes[0].text(Tongue::English);
/// assert!(said.starts_with("castling not possible: Black 0-0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rule(problem: &Problem) -> Result<Option<Ruling>, String> {
    let rights = problem.options.rights;
    if rights == Rights::Posterior {
        return Err(
            "AP: captures en passant proved by a later castling are not supported".to_owned(),
        );
    }
    if problem.options.duplex {
        return Ok(rule_both(problem));
    }
    let Some(found) = examine(problem) else {
        return Ok(None);
    };
    if found.is_illegal {
        let note = RightsNote(Fact::Said("rights-illegal"));
        let is_asked = !found.home.is_empty();
        return Ok(is_asked.then(|| given(problem, vec![note])));
    }
    let mut notes = found.notes();
    let mut ruled = given(problem, Vec::new());
    match &found.parts[..] {
        [] => return Ok(None),
        [only] => only.give(&found, &mut ruled.problem),
        parts => {
            let all = found.home.iter();
            let all = all.filter(|letter| parts.iter().any(|one| one.castlings.contains(**letter)));
            let all = Part {
                castlings: all.collect(),
                passed: None,
            };
            all.give(&found, &mut ruled.problem);
            let pairs = exclusive(parts, &all.castlings);
            ruled
                .problem
                .options
                .castling_mutually_exclusive
                .extend(pairs);
            notes.push(RightsNote(Fact::Said(match rights {
                Rights::Strategy => "rights-strategy",
                _ => "rights-parts",
            })));
        }
    }
    ruled.notes = notes;
    Ok(Some(ruled))
}

/// The problem with a twin for each combination of rights, where rights exclude each other and
/// the solution is to have parts (PRA), or with the double step that is proved to be the last move;
/// nothing if there is neither.
///
/// ```
/// use dawson::Problem;
/// use dawson::legality::parts;
/// let problem = Problem::from_statement("#2", "r3k2r/4pp1p/8/1K6/8/1P6/8/8")?;
/// let parts = parts(&problem).expect("Black has moved his king or a rook");
/// assert_eq!(parts.versions().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parts(problem: &Problem) -> Option<Problem> {
    let is_plain = problem.options.rights == Rights::Codex && !problem.options.duplex;
    if !is_plain || problem.twins.iter().any(|twin| twin.continued) {
        return None;
    }
    let mut twins = Vec::new();
    let mut is_parted = false;
    let versions = problem.versions();
    let first = usize::from(!problem.zero_position);
    for (number, version) in versions.iter().enumerate() {
        let own = number
            .checked_sub(first)
            .and_then(|twin| problem.twins.get(twin));
        let changes = own.map_or_else(Vec::new, |twin| twin.changes.clone());
        let found = examine(&version.problem).filter(|found| found.parts.len() > 1);
        is_parted |= found.is_some();
        let rights = found.iter().flat_map(|found| {
            let change = |part: &Part| {
                Change::Rights(
                    part.lost(found),
                    part.passed.into_iter().flatten().collect(),
                )
            };
            found.parts.iter().map(change).collect::<Vec<Change>>()
        });
        let before = twins.len();
        twins.extend(rights.map(|rights| Twin {
            changes: changes.iter().cloned().chain([rights]).collect(),
            continued: false,
        }));
        if twins.len() == before {
            twins.push(Twin {
                changes,
                continued: false,
            });
        }
    }
    match is_parted {
        true => Some(Problem {
            twins,
            zero_position: true,
            ..problem.clone()
        }),
        false => with_double_step(problem),
    }
}

/// The problem with the double step that is proved, if the problem does not say it itself.
fn with_double_step(problem: &Problem) -> Option<Problem> {
    let is_open = problem.twins.is_empty() && problem.options.en_passant.is_empty();
    let found = examine(problem).filter(|_| is_open)?;
    let passed = found.parts.first()?.passed?;
    let mut problem = problem.clone();
    problem.options.en_passant = passed.to_vec();
    Some(problem)
}

fn given(problem: &Problem, notes: Vec<RightsNote>) -> Ruling {
    let mut problem = problem.clone();
    problem.options.rights = Rights::Given;
    Ruling { problem, notes }
}

/// With both sides beginning one after the other, rights depend on who does.
fn rule_both(problem: &Problem) -> Option<Ruling> {
    let matters = [false, true].into_iter().any(|exchanged| {
        let mut half = problem.clone();
        half.options.duplex = false;
        half.options.half_duplex = exchanged;
        examine(&half).is_some_and(|found| !found.notes().is_empty() || found.parts.len() > 1)
    });
    let note = RightsNote(Fact::Said("rights-duplex"));
    matters.then(|| given(problem, vec![note]))
}

/// What is known of the rights of a diagram of orthodox chess; nothing if none is in question.
fn examine(problem: &Problem) -> Option<Found> {
    let options = &problem.options;
    let is_forward = problem.target().is_none()
        && problem.invisible == 0
        && options.fates.is_empty()
        && problem
            .stipulation
            .is_none_or(|asked| !asked.leads_to_position());
    if options.rights == Rights::Given || !problem.conditions.is_empty() || !is_forward {
        return None;
    }
    let state = State::of(&problem.diagram, turn(problem)?)?;
    let kings = Side::BOTH.map(|side| state.of_walk(side, KING).count_ones());
    if kings != [1, 1] || state.checkers(!state.turn) != 0 {
        return None;
    }
    let lost = Each(options.no_castling.0 as Bits).fold(0, |all, on| all | bit(on));
    let home = CASTLINGS.into_iter();
    let home = home.filter(|(_, men)| castling_men(&state, *men) && men & lost == 0);
    let home: Vec<char> = home.map(|(letter, _)| letter).collect();
    let said = options.en_passant.iter();
    let said = said.fold(0, |all, square| all | bit(square.index()));
    let steps = match said {
        0 => double_steps(&state),
        said => double_steps(&state) & said,
    };
    (!home.is_empty() || steps != 0).then(|| deduce(state, home, steps, said != 0))
}

/// The side to move in the diagram.
fn turn(problem: &Problem) -> Option<Side> {
    let starter = of_problem(problem)?.ok()?.starter;
    let is_other = problem.options.half_duplex != problem.options.post_key_play;
    Some(if is_other { !starter } else { starter })
}

/// The squares over which a pawn may just have stepped that the side to move could capture there.
fn double_steps(state: &State) -> Bits {
    let side = !state.turn;
    let pawns = state.of_walk(side, PAWN);
    let occupied = state.occupied();
    let steps = match side {
        Side::White => (pawns & 0xff << 24) >> 8 & !occupied & !(occupied << 8),
        Side::Black => (pawns & 0xff << 32) << 8 & !occupied & !(occupied >> 8),
    };
    let takers = state.of_walk(state.turn, PAWN);
    let is_taken = |on: &usize| pawn_captures(side.index(), *on) & takers != 0;
    Each(steps)
        .filter(is_taken)
        .fold(0, |all, on| all | bit(on))
}

/// `is_said`: the problem itself says that the double step was the last move.
fn deduce(state: State, home: Vec<char>, steps: Bits, is_said: bool) -> Found {
    let mut past = Past::new(Scrutiny::All, LIMITS.passages, LIMITS.nodes);
    past.desk.cages = 300;
    let mut found = Found {
        state,
        home,
        parts: Vec::new(),
        is_illegal: false,
        is_open: false,
    };
    let open = past.has_past(&state, LIMITS.depth);
    if !past.is_possible(&state) || open == Ok(false) {
        found.is_illegal = true;
        return found;
    }
    found.is_open = open.is_err();
    let feasible = match found.home.is_empty() {
        true => vec![String::new()],
        false => {
            let known = castlings(&mut past, &state, LIMITS.depth, &found.home);
            found.is_open |= known.is_open;
            known.parts
        }
    };
    for castlings in feasible {
        let needing = state.with_castlings(&castlings);
        let passed = only_double_step(&mut past, &needing, steps);
        if passed.is_some() && !castlings.is_empty() && !is_said {
            found.parts.extend(less(&mut past, &state, &castlings));
        }
        found.parts.push(Part { castlings, passed });
    }
    found
        .parts
        .sort_by(|one, other| other.castlings.cmp(&one.castlings));
    found.parts.dedup();
    found
}

/// The double step, if nothing else can have been the last move.
fn only_double_step(past: &mut Past, state: &State, steps: Bits) -> Option<[Square; 3]> {
    if steps == 0 {
        return None;
    }
    let mut moves = Vec::new();
    each_un_move(state, &mut |unmove| {
        moves.push(unmove);
        true
    });
    let mut only = None;
    moves.sort_by_key(|unmove| (unmove.kind == Kind::DoubleStep, unmove.is_capture()));
    for unmove in moves {
        let before = retract(state, unmove);
        let can_be =
            past.is_possible(&before) && past.has_past(&before, LIMITS.depth - 1) != Ok(false);
        match (can_be, unmove.kind, only) {
            (false, ..) => {}
            (true, Kind::DoubleStep, None) => only = Some((unmove.from, unmove.to)),
            (true, ..) => return None,
        }
    }
    let (from, to) = only?;
    let passed = (from + to) / 2;
    (steps & bit(passed.into()) != 0).then(|| [from, passed, to].map(Square::new))
}

/// Fewer castlings, with which the last move was another one than the double step that all of
/// them prove: the greatest such set.
fn less(past: &mut Past, state: &State, castlings: &str) -> Option<Part> {
    let letters: Vec<char> = castlings.chars().collect();
    let mut sets: Vec<u32> = (0..(1 << letters.len()) - 1).collect();
    sets.sort_by_key(|set: &u32| std::cmp::Reverse(set.count_ones()));
    let all = double_steps(state);
    let mut sets = sets.into_iter().map(|set| {
        let chosen = letters.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| set >> place & 1 != 0);
        chosen.map(|(_, letter)| *letter).collect::<String>()
    });
    let castlings = sets.find(|set| {
        let needing = state.with_castlings(set);
        past.has_past(&needing, LIMITS.depth) != Ok(false)
            && only_double_step(past, &needing, all).is_none()
    })?;
    Some(Part {
        castlings,
        passed: None,
    })
}

impl Part {
    /// The rooks that may not castle any more.
    fn lost(&self, found: &Found) -> SquareSet {
        let lost = found.home.iter();
        let lost = lost.filter(|letter| !self.castlings.contains(**letter));
        let mut squares = SquareSet::default();
        lost.for_each(|letter| squares.insert(rook(*letter)));
        squares
    }

    fn give(&self, found: &Found, problem: &mut Problem) {
        problem.options.no_castling |= self.lost(found);
        if let Some(passed) = self.passed {
            problem.options.en_passant = passed.to_vec();
        }
    }
}

impl Found {
    /// What is not possible, and what is proved.
    fn notes(&self) -> Vec<RightsNote> {
        let mut notes = Vec::new();
        for letter in &self.home {
            let is_possible = self.parts.iter().any(|one| one.castlings.contains(*letter));
            if !is_possible {
                let men = [king_of(&self.state, side(*letter)), rook(*letter).index()];
                notes.push(Fact::Lost {
                    letter: *letter,
                    men: men.map(|on| Square::new(on as u8)),
                    reason: self.reason(*letter),
                });
            }
        }
        if let [only] = &self.parts[..]
            && let Some(passed) = only.passed
        {
            notes.push(Fact::Passed(passed));
        }
        if self.is_open && !self.home.is_empty() {
            notes.push(Fact::Said("rights-open"));
        }
        notes.into_iter().map(RightsNote).collect()
    }

    /// Why nobody can have kept a right.
    fn reason(&self, letter: char) -> Option<Finding> {
        let needing = self.state.with_castlings(&letter.to_string());
        let mut past = Past::new(Scrutiny::All, LIMITS.passages, LIMITS.nodes);
        let analysis = Analysis::new(&needing).run(&mut past.desk);
        match analysis.is_illegal {
            true => analysis.findings.last().cloned(),
            false => past
                .refute(&needing, LIMITS.depth)
                .map(|(_, finding)| finding),
        }
    }
}

/// Pairs of rooks of the two sides that cannot both have kept their rights.
fn exclusive(parts: &[Part], castlings: &str) -> Vec<[Square; 2]> {
    let letters = |of: Side| castlings.chars().filter(move |letter| side(*letter) == of);
    let pairs = letters(Side::White)
        .flat_map(|white| letters(Side::Black).map(move |black| [white, black]));
    let together = |pair: &[char; 2]| {
        parts
            .iter()
            .any(|part| pair.iter().all(|letter| part.castlings.contains(*letter)))
    };
    pairs
        .filter(|pair| !together(pair))
        .map(|pair| pair.map(rook))
        .collect()
}

fn side(letter: char) -> Side {
    match letter.is_uppercase() {
        true => Side::White,
        false => Side::Black,
    }
}

fn rook(letter: char) -> Square {
    let file = if letter.eq_ignore_ascii_case(&'k') {
        7
    } else {
        0
    };
    let rank = if letter.is_uppercase() { 0 } else { 56 };
    Square::new(rank + file)
}

fn name(letter: char, tongue: Tongue) -> String {
    let side = match side(letter) {
        Side::White => phrase("white", tongue),
        Side::Black => phrase("black", tongue),
    };
    let castling = match letter.eq_ignore_ascii_case(&'k') {
        true => "0-0",
        false => "0-0-0",
    };
    format!("{side} {castling}")
}
