//! Fairy conditions: one file each, installed through the hooks of the rules.
//!
//! **Invariant:** conditions are values and pure functions; what a condition
//! remembers lives in the position. **Invariant:** search is not known here.

mod alice;
mod alphabetic;
mod amu;
mod anda;
mod andernach;
mod anti_andernach;
mod anti_kings;
mod anti_koeko;
mod army;
mod back_home;
mod bgl;
mod bicaptures;
mod bicolores;
mod black_checks;
mod bolero;
mod breton;
mod brunner;
mod cast;
mod castling_chess;
mod central;
mod chameleon;
mod checkless;
mod circe;
mod dark_side;
mod definition;
mod dister;
mod dummy;
mod edge_mover;
mod eiffel;
mod einstein;
mod exchange_castling;
mod exclusive;
mod facing;
mod football;
mod forced_square;
mod functionary;
mod geometry;
mod ghost;
mod guards;
mod haaner;
mod half_in;
mod hypervolage;
mod imitator;
mod immobilio;
mod influencer;
mod isardam;
mod kobul;
mod koeko;
mod last_move;
mod leffie;
mod lese_majeste;
mod line_chameleon;
mod lortap;
mod lost_pieces;
mod madrasi;
mod maff;
mod magic_squares;
mod make_and_take;
mod masand;
mod mate_c;
mod messigny;
mod multi_captures;
mod mummer;
mod must_capture;
mod no_capture;
mod no_kings;
mod normal_pawn;
mod norsk;
mod one_sided;
mod oscillating;
mod owu;
mod pad;
mod partial_paralysis;
mod patience;
mod patrol;
mod pepo;
mod power_transfer;
mod promotion;
mod protean_chess;
mod provocation;
mod registry;
mod relegation;
mod republican;
mod revolving;
mod role_exchange;
mod royal_dynasty;
mod royal_square;
mod sat;
mod sentinels;
mod series_capture;
mod shielded_kings;
mod single_box;
mod snek;
mod super_transmuting;
mod take_and_make;
mod tibet;
mod traitor;
mod transmission_menace;
mod transmuted_king;
mod trigonometric;
mod ultra_patrol;
mod ultra_schachzwang;
mod vaulting;
mod vogtlaender;
mod volage;
mod woozles;
mod world;
mod wormholes;

pub use circe::{FORMS, NamedForm, REBIRTHS, asks_for_rebirth, spell_out};
use circe::{gather, name_cycle};
pub use definition::{Boards, Caption, Definition, Joined, Marks, Origin, Param, Pawns, Printed};
pub use geometry::Grid;
pub use one_sided::{halves, resolve as resolve_sides};
pub use registry::{DEFINITIONS, find};
pub use trigonometric::{dice, trigonometric};
pub use world::{RING, SYSTEMS, array, board, fit_diagram, system};

use crate::attributes;
use crate::board::{Joins, Side};
use crate::problem::{Condition, Problem};
use crate::rules::{Engine, Refusal, RulesBuilder};

/// The conditions whose squares a diagram shows in this way.
pub fn marked(conditions: &[Condition], marks: Marks) -> impl Iterator<Item = &Condition> {
    let is_meant = move |condition: &&Condition| Definition::of(condition).marks == marks;
    conditions.iter().filter(is_meant)
}

/// The condition that names the grid of a problem.
pub fn grid(conditions: &[Condition]) -> Option<&Condition> {
    let of_contact = || marked(conditions, Marks::GridOfContact).next();
    marked(conditions, Marks::Grid).next().or_else(of_contact)
}

/// Which edges of the board the conditions join, if any.
pub fn joins(conditions: &[Condition]) -> Option<Joins> {
    let joined = conditions
        .iter()
        .filter_map(|condition| world::joins(&condition.key));
    joined.reduce(|one, other| if one == other { one } else { Joins::Both })
}

/// Whether several kings of a side, or none, are no mistake; who knows what a condition means that is not built.
pub fn are_kings_free(conditions: &[Condition]) -> bool {
    let mut conditions = conditions.iter();
    conditions.any(|condition| find(&condition.key).is_none_or(|row| row.kings_free))
}

/// The condition that gives a side a royal square instead of a king.
pub fn royal_square(conditions: &[Condition], side: Side) -> Option<&Condition> {
    let mut conditions = conditions.iter();
    conditions.find(|condition| Definition::of(condition).royal_square == Some(side))
}

/// The most that the conditions let pawns do; without any they come and go as in usual chess.
pub fn pawns(conditions: &[Condition]) -> Pawns {
    let all = conditions.iter().map(|condition| {
        let mut condition = condition.clone();
        spell_out(&mut condition);
        (Definition::of(&condition).pawns)(&condition)
    });
    all.max_by_key(|pawns| *pawns as u8).unwrap_or(Pawns::Usual)
}

/// The first condition of the registry of which this holds.
pub fn one_that(is_meant: impl Fn(&Definition) -> bool) -> Option<&'static Definition> {
    let mut rows = DEFINITIONS.iter().copied();
    rows.find(|row| is_meant(row))
}

/// The engine for one version of a problem under all its conditions, whatever their order.
///
/// # Errors
/// When a condition is not built yet or the combination is refused.
pub fn compile(problem: &Problem) -> Result<Engine, Refusal> {
    let mut conditions = gather(&problem.conditions);
    conditions.sort_by(|one, other| one.key.cmp(&other.key));
    compile_all(problem, conditions)
}

/// The same, but a decision between two conditions that only their order makes is left to the order
/// in which they are written: there should be none, which tests try.
///
/// # Errors
/// As those of [`compile`].
pub fn compile_as_written(problem: &Problem) -> Result<Engine, Refusal> {
    compile_all(problem, gather(&problem.conditions))
}

fn compile_all(problem: &Problem, conditions: Vec<Condition>) -> Result<Engine, Refusal> {
    // Rules read the words of other conditions, so these are said in full (`CageCirce` is `Circe Cage`).
    let problem = &Problem {
        conditions: conditions.clone(),
        ..problem.clone()
    };
    let mut builder = RulesBuilder::new(problem);
    builder.set_board(board(problem).map_err(Refusal::Combination)?);
    attributes::install(&mut builder);
    for mut condition in conditions {
        name_cycle(&mut condition, builder.army());
        let definition =
            find(&condition.key).ok_or_else(|| Refusal::Unsupported(condition.key.clone()))?;
        builder.begin(definition.key);
        if let Some(argument) = definition.unknown_argument(&condition) {
            let reason = format!("`{argument}` is not supported yet");
            builder.refuse_argument(definition.names().en, reason);
        }
        if let Some((other, reason)) = definition.conflict(problem) {
            let name = definition.names().en;
            builder.refuse(format!("{name} does not go with `{other}`: {reason}"));
        }
        builder.number((definition.numbers)(&condition));
        (definition.install)(&condition, &mut builder);
    }
    Engine::build(builder)
}
