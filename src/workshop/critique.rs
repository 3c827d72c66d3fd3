//! Critique: what is each man there for, and what would a judge say?

use super::key::{KeyReport, key_report};
use super::play::{Shown, in_full, shown};
use super::repair::Findings;
use super::run::{Run, Tried, run};
use super::trial::{Answer, Trier};
use super::variant::{Kind, Menu, Variant};
use super::wish::{Wish, lines_of_solution};
use crate::board::{Side, Square};
use crate::men::{Piece, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Change, Problem, twin_number};
use crate::query::why::why;
use crate::solution::Outcome;
use crate::solve::{Settings, solve};
use crate::soundness::Class;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What one man is there for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ManReport {
    /// The man: `wRb1`.
    pub man: String,
    /// Its square: `b1`.
    pub square: String,
    /// What happens without it; nothing for royal men.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without: Option<Answer>,
    /// Why a line cannot be played then, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// Weaker men that would do in its place.
    pub weaker: Vec<String>,
    /// Neighbouring squares on which it would do as well.
    pub aside: Vec<String>,
    /// Whether the problem is the same without it.
    pub is_idle: bool,
    /// Whether it moves in the solution.
    pub moves: bool,
    /// Whether it is captured there.
    pub is_captured: bool,
    /// Whether it must have been promoted.
    pub is_promoted: bool,
}

/// What there is to say about a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Critique {
    /// Man by man, in the order of their squares.
    pub men: Vec<ManReport>,
    /// Of direct play: what may be said of the key.
    pub keys: Vec<KeyReport>,
    /// The men that may go together.
    pub superfluous: Vec<String>,
    /// What is to be said of the whole.
    pub remarks: Vec<String>,
    /// The diagram with marks: `*` behind men that do nothing, `.` behind men that neither move nor are captured.
    pub diagram: String,
}

/// The critique of a problem, and the shifts that stay sound.
pub(super) fn critique(
    problem: &Problem,
    wish: &Wish,
    now: &Answer,
    settings: &Settings,
    how: &Run<'_>,
) -> (Critique, Findings) {
    let trier = Trier::new(problem, wish.clone(), settings, how.jobs);
    let menu = Menu::of(&[Kind::Removed, Kind::Weaker, Kind::Moved, Kind::Shifted]);
    let mut variants = menu.variants(trier.problem());
    // One square aside is one step of a king.
    variants.retain(|variant| variant.kind != Kind::Moved || variant.cost == 1);
    how.watcher.begins(Some(variants.len()));
    let tried = run(&trier, &mut variants.iter().cloned(), how);
    let critic = Critic {
        trier: &trier,
        now: now.class,
        tried: &tried,
    };
    let solution = in_full(trier.problem(), settings);
    let versions = trier.problem().versions();
    let each: Vec<Shown> = (0..versions.len())
        .map(|twin| shown(trier.problem(), &solution, twin))
        .collect();
    let men = critic.men(settings, &each);
    let superfluous = critic.superfluous(&men);
    let mut remarks = Vec::new();
    if let [one, others @ ..] = each.as_slice()
        && others
            .iter()
            .any(|other| !other.last.is_disjoint(&one.last))
    {
        remarks.push("twins share last moves".to_owned());
    }
    remarks.extend(each.iter().flat_map(repeated));
    remarks.extend(castlings(trier.problem()));
    let diagram = marked(trier.problem(), &men);
    let shifts = tried
        .iter()
        .filter(|(variant, _)| variant.kind == Kind::Shifted);
    let mut shifts = Findings::of(&trier, shifts.cloned().collect());
    shifts.tried = tried.len();
    let critique = Critique {
        keys: key_report(trier.problem(), settings),
        men,
        superfluous,
        remarks,
        diagram,
    };
    (critique, shifts)
}

struct Critic<'a> {
    trier: &'a Trier,
    /// The verdict on the problem itself.
    now: Class,
    tried: &'a [(Variant, Tried)],
}

impl Critic<'_> {
    /// Whether a variant is no worse than the problem.
    fn is_as_good(&self, answer: &Answer) -> bool {
        answer.holds() && answer.class <= self.now.max(Class::Sound)
    }

    fn men(&self, settings: &Settings, each: &[Shown]) -> Vec<ManReport> {
        let problem = self.trier.problem();
        let promoted = promoted(problem);
        let men = problem.diagram.men();
        let report = |(square, man): (Square, Piece)| {
            let notation = Notation::of(problem, Language::En);
            let here = |variant: &&(Variant, Tried)| on(variant.0.changes.first()) == Some(square);
            let of_kind = |kind| {
                let here = self.tried.iter().filter(here);
                here.filter(move |(variant, _)| variant.kind == kind)
            };
            let without = of_kind(Kind::Removed).next();
            let answer = without.map(|pair| self.without(pair, settings));
            let good = |pair: &&(Variant, Tried)| self.is_as_good(&pair.1.answer);
            let weaker = of_kind(Kind::Weaker).filter(good);
            let weaker = weaker.filter_map(|(variant, _)| match variant.changes.first() {
                Some(Change::Add(_, man)) => Some(notation.letters(man.walk()).to_owned()),
                _ => None,
            });
            let aside = of_kind(Kind::Moved).filter(good);
            let aside = aside.filter_map(|(variant, _)| match variant.changes.first() {
                Some(Change::Move(_, to)) => Some(notation.square(*to)),
                _ => None,
            });
            ManReport {
                man: notation.coloured(man) + &notation.square(square),
                square: notation.square(square),
                because: without.map_or(Vec::new(), |pair| self.because(pair, settings)),
                is_idle: answer
                    .as_ref()
                    .is_some_and(|answer| self.is_as_good(answer)),
                without: answer,
                weaker: weaker.collect(),
                aside: aside.collect(),
                moves: each.iter().any(|shown| shown.moving.contains(&square)),
                is_captured: each.iter().any(|shown| shown.captured.contains(&square)),
                is_promoted: promoted.contains(&square),
            }
        };
        men.map(report).collect()
    }

    /// What happens without a man: where the line that was to stay does not work, whether there is any other.
    fn without(&self, (variant, tried): &(Variant, Tried), settings: &Settings) -> Answer {
        let mut answer = tried.answer.clone();
        if answer.class != Class::Missing {
            return answer;
        }
        let Ok((changed, _)) = variant.apply(self.trier.problem()) else {
            return answer;
        };
        let settings = Settings {
            max_solutions: Some(1),
            ..settings.clone()
        };
        let solution = solve(&changed, &settings, &());
        let is_finished = solution.outcome() == Outcome::Finished;
        if is_finished && lines_of_solution(&solution).is_empty() {
            answer.class = Class::NoSolution;
            answer.reason = "no solution".to_owned();
        }
        answer
    }

    /// Why a line that was to stay does not work without a man.
    fn because(&self, (variant, tried): &(Variant, Tried), settings: &Settings) -> Vec<String> {
        let is_lost = tried.answer.class == Class::Missing;
        let Some((changed, _)) = variant.apply(self.trier.problem()).ok().filter(|_| is_lost)
        else {
            return Vec::new();
        };
        let line = tried
            .answer
            .reason
            .split(" cannot be")
            .next()
            .unwrap_or_default();
        let line = line.split(" does not").next().unwrap_or_default();
        let (twin, line) = match line.split_once(") ") {
            Some((label, line)) => (twin_number(label).unwrap_or(0), line),
            None => (0, line),
        };
        let versions = changed.versions();
        let version = versions.get(twin);
        let answer = version.and_then(|version| why(&version.problem, line, settings).ok());
        let failing = answer.filter(|answer| !answer.solves);
        failing.map_or(Vec::new(), |answer| answer.reasons)
    }

    /// Men that may go together: one after the other, the most valuable first.
    fn superfluous(&self, men: &[ManReport]) -> Vec<String> {
        let mut gone: Option<Variant> = None;
        let mut names = Vec::new();
        let removals = self.tried.iter().filter(|(variant, tried)| {
            variant.kind == Kind::Removed && self.is_as_good(&tried.answer)
        });
        for (variant, _) in removals {
            let together = match &gone {
                Some(former) => former.and(variant),
                None => variant.clone(),
            };
            let is_good = gone.is_none() || self.is_as_good(&self.trier.answer(&together));
            if is_good && !self.trier.is_cancelled() {
                gone = Some(together);
                let square = on(variant.changes.first())
                    .map(|on| self.trier.problem().diagram.geometry.name(on));
                let man = men.iter().find(|man| Some(&man.square) == square.as_ref());
                names.extend(man.map(|man| man.man.clone()));
            }
        }
        names
    }
}

/// The square of the man that a change is about.
fn on(change: Option<&Change>) -> Option<Square> {
    match change? {
        Change::Remove(square) | Change::Move(square, _) | Change::Add(square, _) => Some(*square),
        _ => None,
    }
}

/// Men beyond those of the game, as far as the pawns that are missing account for them; of bishops those on squares
/// of the same colour.
fn promoted(problem: &Problem) -> BTreeSet<Square> {
    let mut promoted = BTreeSet::new();
    let board = &problem.diagram.geometry;
    if !problem.conditions.is_empty() || !board.is_usual() {
        return promoted;
    }
    for side in Side::BOTH {
        let of = |walk, light: Option<bool>| {
            let men = problem.diagram.men();
            let men = men.filter(move |(square, man)| {
                man.walk() == walk
                    && man.is_of(side)
                    && !man.is_neutral()
                    && light.is_none_or(|light| board.is_light(*square) == light)
            });
            men.map(|(square, _)| square)
        };
        let surplus = [
            of(walk_id::QUEEN, None).skip(1).collect::<Vec<_>>(),
            of(walk_id::ROOK, None).skip(2).collect(),
            of(walk_id::KNIGHT, None).skip(2).collect(),
            of(walk_id::BISHOP, Some(true)).skip(1).collect(),
            of(walk_id::BISHOP, Some(false)).skip(1).collect(),
        ];
        promoted.extend(surplus.into_iter().flatten());
    }
    promoted
}

/// Moves that come in several lines of help play.
fn repeated(shown: &Shown) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for line in &shown.lines {
        let moves: BTreeSet<&String> = line.iter().map(|(_, text)| text).collect();
        twice.extend(
            moves
                .iter()
                .filter(|text| seen.contains(**text))
                .map(|text| (*text).clone()),
        );
        seen.extend(moves.into_iter().cloned());
    }
    let texts = twice
        .into_iter()
        .map(|text| format!("{text} comes in several solutions"));
    texts.collect()
}

/// Castlings that the diagram allows.
fn castlings(problem: &Problem) -> Vec<String> {
    let board = &problem.diagram.geometry;
    if !board.is_usual() {
        return Vec::new();
    }
    let mut remarks = Vec::new();
    for (side, name, rank) in [(Side::White, "White", 0), (Side::Black, "Black", 7)] {
        let stands = |file, walk| {
            let square = board.square(file, rank)?;
            let man = problem.diagram.on(square);
            let is_there = man.is_some() && man.walk() == walk && man.is_of(side);
            (is_there && !problem.options.no_castling.contains(square)).then_some(())
        };
        for (file, how) in [(7, "0-0"), (0, "0-0-0")] {
            if stands(4, walk_id::KING).is_some() && stands(file, walk_id::ROOK).is_some() {
                remarks.push(format!("{name} may castle: {how}"));
            }
        }
    }
    remarks
}

/// The board with letters and marks, a line a rank.
fn marked(problem: &Problem, men: &[ManReport]) -> String {
    let board = &problem.diagram.geometry;
    let notation = Notation::of(problem, Language::En);
    let mut text = String::new();
    for rank in (0..board.height()).rev() {
        for file in 0..board.width() {
            let square = board.square(file.into(), rank.into());
            let Some(square) = square else {
                text.push_str("     ");
                continue;
            };
            let man = problem.diagram.on(square);
            let report = men
                .iter()
                .find(|report| report.square == notation.square(square));
            let mark = match report {
                Some(report) if report.is_idle => "*",
                Some(report) if !report.moves && !report.is_captured => ".",
                _ => "",
            };
            let letters = match man.is_some() {
                true => notation.coloured(man) + mark,
                false => "-".to_owned(),
            };
            text += &format!("{letters:<5}");
        }
        text = text.trim_end().to_owned();
        text.push('\n');
    }
    text
}
