//! Fairy conditions: one file each, installed through the hooks of the rules.
//!
//! **Invariant:** conditions are values and pure functions; what a condition
//! remembers lives in the position. **Invariant:** search is not known here.
//!
//! Which files are modules and which definitions there are, `build.rs` lists.

include!(concat!(env!("OUT_DIR"), "/conditions.rs"));
modules!();

pub use circe::square::{array_squares, home_square};
pub use circe::{
    Leaving, NamedForm, REBIRTHS, asks_for_rebirth, forms, leave_from, spell_out, take_by_rebirth,
};
use circe::{gather, name_cycle};
pub use definition::{Boards, Caption, Definition, Joined, Marks, Origin, Param, Pawns, Printed};
pub use geometry::Grid;
pub use in_force::{CHOSEN, FROM_PLY, UNTIL_PLY, says_when};
pub use meeting::is_met_by;
pub use mummer::length::squared_length;
pub use one_sided::{
    halves, resolve as resolve_sides, resolve_of_series as resolve_sides_of_series,
};
pub use own::{AT_MOST as MOST_OWN, Own};
pub use registry::{DEFINITIONS, find};
pub use trigonometric::{dice, trigonometric};
pub use world::{
    RING, array, board, board_of_cells, board_of_size, board_said, fit_diagram, key_of_cells,
    naming_board, system, systems,
};

use crate::attributes;
use crate::board::{Joins, Side};
use crate::problem::{Condition, Problem};
use crate::rules::{Announced, Claim, Engine, InForce, Refusal, RulesBuilder};

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
    let joined = conditions.iter().filter_map(world::joins);
    joined.reduce(|one, other| if one == other { one } else { Joins::Both })
}

/// Whether several kings of a side, or none, are no mistake; who knows what a condition means that is not built.
pub fn are_kings_free(conditions: &[Condition]) -> bool {
    let mut conditions = conditions.iter();
    conditions.any(|condition| find(&condition.key).is_none_or(|row| row.kings_free))
}

/// The condition that gives a side a royal square instead of a king.
pub fn royal_square(conditions: &[Condition], side: Side) -> Option<&Condition> {
    let has_one = |row: &Definition| row.has_royal_square && row.sides.contains(&side);
    let mut conditions = conditions.iter();
    conditions.find(|condition| has_one(Definition::of(condition)))
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

/// The engine for one version of a problem under all its conditions, whatever their order: effects
/// have ranks, and rules on other questions commute.
///
/// # Errors
/// When a condition is not built yet or the combination is refused, or a turn has several moves: see
/// [`compile_with_turns`].
pub fn compile(problem: &Problem) -> Result<Engine, Refusal> {
    let engine = compile_with_turns(problem)?;
    match engine.rules().turns() {
        Some(_) => Err(Refusal::Combination(
            "turns of several moves are known to `solve` and `check` alone".to_owned(),
        )),
        None => Ok(engine),
    }
}

/// The same where a turn may have several moves: then [`Turns`](crate::rules::Turns) plays with it.
///
/// # Errors
/// When a condition is not built yet or the combination is refused.
pub fn compile_with_turns(problem: &Problem) -> Result<Engine, Refusal> {
    let mut builder = RulesBuilder::new(problem);
    builder.set_board(board(problem).map_err(Refusal::Combination)?);
    let (mut conditions, mut times) = (Vec::new(), Vec::new());
    let mut gathered = gather(&problem.conditions);
    gathered.sort_by_key(|condition| own::place(&condition.key));
    for mut condition in gathered {
        let definition =
            find(&condition.key).ok_or_else(|| Refusal::Unsupported(condition.key.clone()))?;
        name_cycle(&mut condition, builder.army());
        let (condition, when) = in_force::split(&condition)
            .map_err(|why| Refusal::Combination(format!("{}: {why}", definition.names().en)))?;
        if when != InForce::ALWAYS && definition.boards == Boards::Own {
            builder.refuse(format!("{} is a board, which stays", definition.names().en));
        }
        conditions.push((definition, condition));
        times.push(when);
    }
    if let Some(why) = in_force::clash(&conditions, &times) {
        builder.refuse(why);
    }
    let marks: Vec<_> = attributes::shown_by(problem).collect();
    builder.announce(announced(&conditions, &marks));
    for definition in &marks {
        builder.begin(definition.key);
        (definition.install)(&mut builder);
    }
    for ((definition, condition), &when) in conditions.iter().zip(&times) {
        builder.begin(definition.key);
        if let Some(argument) = definition.unknown_argument(condition) {
            let reason = format!("`{argument}` is not supported yet");
            builder.refuse_argument(definition.names().en, reason);
        }
        builder.number((definition.numbers)(condition));
        let mut others = conditions
            .iter()
            .filter(|(other, _)| other.key != definition.key);
        let yields = others.any(|(other, said)| {
            Claim::yields((definition.claims)(condition), (other.claims)(said))
        });
        if yields && times.iter().any(|when| *when != InForce::ALWAYS) {
            builder.refuse(
                "a condition that gives way to another one, and one that is in force at times only",
            );
        }
        if !yields {
            builder.install_for(when, |builder| (definition.install)(condition, builder));
        }
    }
    if let Some(why) = own::excluded(conditions.iter().map(|(definition, _)| *definition)) {
        builder.refuse(why);
    }
    if let Some(why) = conflict(&conditions, &marks) {
        builder.refuse(why);
    }
    Engine::build(builder)
}

type Said = (&'static Definition, Condition);

/// What all rules say of the game before the first of them is installed.
fn announced(conditions: &[Said], marks: &[&attributes::Definition]) -> Announced {
    let mut announced = Announced::default();
    for _ in marks.iter().filter(|definition| !definition.is_mark) {
        announced.rule(&[]);
    }
    for (definition, condition) in conditions {
        announced.rule(definition.facts);
        (definition.announce)(condition, &mut announced);
    }
    announced
}

/// The first two rules that do not go together by their claims, and why.
fn conflict(conditions: &[Said], marks: &[&attributes::Definition]) -> Option<String> {
    let said = conditions.iter();
    let said = said.map(|(definition, condition)| (definition.key, (definition.claims)(condition)));
    let marked = marks.iter().map(|mark| (mark.key, mark.claims));
    let rules: Vec<_> = said.chain(marked).collect();
    let (one, other, why) = rules
        .iter()
        .enumerate()
        .find_map(|(place, (key, claims))| {
            rules[..place].iter().find_map(|(former, theirs)| {
                let why = Claim::conflict(claims, theirs).filter(|_| key != former)?;
                Some((*former, *key, why))
            })
        })?;
    let name = |key| find(key).map_or(key, |definition| definition.names().en);
    let (one, other) = (name(one), name(other));
    Some(format!("{other} does not go with {one}: {why}"))
}

/// Why the conditions do not go together, by what they claim.
pub fn why_apart(one: &Condition, other: &Condition) -> Option<&'static str> {
    let claims = [one, other].map(|said| find(&said.key).map(|row| (row.claims)(said)));
    let [Some(one_claims), Some(other_claims)] = claims else {
        return None;
    };
    Claim::conflict(one_claims, other_claims).filter(|_| one.key != other.key)
}

/// Why the condition does not go with men that have the attribute with this key.
pub fn why_without(condition: &Condition, attribute: &str) -> Option<&'static str> {
    let mark = attributes::find(attribute)?;
    Claim::conflict((find(&condition.key)?.claims)(condition), mark.claims)
}
