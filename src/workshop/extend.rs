//! Extend: the same diagram one move longer or shorter, begun by the other side, with other goals and kinds of play.

use super::variant::{Kind, Variant};
use crate::problem::{Change, Genre, Goal, Options, Problem, Stipulation};

/// The kinds of change that leave the diagram as it is.
pub const EXTENSIONS: [Kind; 4] = [Kind::Length, Kind::Starter, Kind::Goal, Kind::Genre];

fn asked(problem: &Problem) -> Option<Stipulation> {
    problem
        .stipulation
        .filter(|asked| !asked.leads_to_position())
}

fn variant(kind: Kind, asked: Stipulation, cost: u32) -> Variant {
    Variant::new(kind, Change::Stipulation(asked), cost)
}

/// One move longer or shorter, and half a move in help play.
pub(super) fn lengths(problem: &Problem) -> Vec<Variant> {
    let Some(asked) = asked(problem) else {
        return Vec::new();
    };
    let helps = asked.genre.is_help();
    let halves = 2 * i32::from(asked.length.moves) + i32::from(asked.length.half);
    let steps: &[i32] = if helps { &[-1, 1, -2, 2] } else { &[-2, 2] };
    let lengths = steps.iter().filter_map(|step| {
        let plies = u16::try_from(halves + step)
            .ok()
            .filter(|plies| *plies > 1)?;
        let mut longer = asked;
        longer.length.moves = plies / 2;
        longer.length.half = plies % 2 == 1;
        Some(variant(Kind::Length, longer, step.unsigned_abs()))
    });
    lengths.collect()
}

/// The other side begins.
pub(super) fn starters(problem: &Problem) -> Vec<Variant> {
    if asked(problem).is_none() || problem.options.duplex {
        return Vec::new();
    }
    let options = Options {
        half_duplex: !problem.options.half_duplex,
        ..problem.options.clone()
    };
    vec![Variant {
        kind: Kind::Starter,
        changes: Vec::new(),
        options: Some(options),
        cost: 0,
    }]
}

/// The goals that every diagram knows.
const GOALS: [Goal; 7] = [
    Goal::Mate,
    Goal::Stalemate,
    Goal::DoubleStalemate,
    Goal::AutoStalemate,
    Goal::DoubleMate,
    Goal::Check,
    Goal::Capture,
];

pub(super) fn goals(problem: &Problem) -> Vec<Variant> {
    let Some(asked) = asked(problem) else {
        return Vec::new();
    };
    let others = GOALS.into_iter().filter(|goal| *goal != asked.goal);
    let others = others.map(|goal| variant(Kind::Goal, Stipulation { goal, ..asked }, 0));
    others.collect()
}

/// The kinds of play that a diagram may be asked for.
const GENRES: [Genre; 9] = [
    Genre::Direct,
    Genre::Self_,
    Genre::Reflex,
    Genre::SemiReflex,
    Genre::Help,
    Genre::HelpSelf,
    Genre::HelpReflex,
    Genre::Series,
    Genre::SeriesHelp,
];

pub(super) fn genres(problem: &Problem) -> Vec<Variant> {
    let Some(asked) = asked(problem).filter(|asked| !asked.length.half) else {
        return Vec::new();
    };
    let plain = asked.introduction == 0 && !asked.exact && asked.own_goal.is_none();
    let others = GENRES
        .into_iter()
        .filter(|genre| plain && *genre != asked.genre);
    let others = others.map(|genre| variant(Kind::Genre, Stipulation { genre, ..asked }, 0));
    others.collect()
}
