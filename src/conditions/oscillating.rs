//! Oscillating and swapping kings: the kings change places behind a move.

use super::{Caption, Definition, Joined, Param};
use crate::board::{Side, Square};
use crate::position::{Effect, Position, Reason};
use crate::problem::Condition;
use crate::rules::{Claim, Displaces, Fact, Outcome, PlayedMove, Rank, Rules, RulesBuilder, Thing};

/// Oscillating kings of White.
pub static WHITE: Definition = Definition {
    caption: together("black-oscillating-kings"),
    claims: |condition| match Type::of(condition) {
        Type::A => &[Claim::Owns(Thing::SwapsOfKings(Side::White))],
        _ => &[
            Claim::Owns(Thing::SwapsOfKings(Side::White)),
            Claim::Needs(Thing::StandingKings),
        ],
    },
    ..OSCILLATING.of_side("white-oscillating-kings", Side::White)
};

/// Oscillating kings of Black.
pub static BLACK: Definition = Definition {
    caption: together("white-oscillating-kings"),
    claims: |condition| match Type::of(condition) {
        Type::A => &[Claim::Owns(Thing::SwapsOfKings(Side::Black))],
        _ => &[
            Claim::Owns(Thing::SwapsOfKings(Side::Black)),
            Claim::Needs(Thing::StandingKings),
        ],
    },
    ..OSCILLATING.of_side("black-oscillating-kings", Side::Black)
};

const OSCILLATING: Definition = Definition {
    summary: "Behind each {side} move, even out of check, the kings change places, and only then checks are judged. \
              TypeB: the {side} king must not be in check before they do either. TypeC: they do so only behind a move \
              that gives check.",
    install: |condition, rules| {
        install(Type::of(condition), Definition::of(condition).side(), rules)
    },
    options: TYPES,
    samples: &["TypeB", "TypeC"],
    ..Definition::BASE
};

/// With that of the other side it has a name of its own.
const fn together(other: &'static str) -> Caption {
    Caption {
        gaps: &[("type-c", "  ")],
        joins: Some(Joined {
            other,
            word: "type-c",
            both: "swapping-kings",
        }),
        ..Caption::PLAIN
    }
}

/// Swapping kings.
pub static SWAPPING: Definition = Definition {
    key: "swapping-kings",
    summary: "Behind each move that gives check the kings change places; whether the move is legal and what it achieves \
              is judged then.",
    install: |_, rules| {
        install(Type::C, Side::White, rules);
        install(Type::C, Side::Black, rules);
    },
    options: Some(&[]),
    claims: |_| {
        &[
            Claim::Owns(Thing::SwapsOfKings(Side::White)),
            Claim::Owns(Thing::SwapsOfKings(Side::Black)),
            Claim::Needs(Thing::StandingKings),
        ]
    },
    ..Definition::BASE
};

const TYPES: Option<&[Param]> = Some(&[
    Param::Flag("type-a"),
    Param::Flag("type-b"),
    Param::Flag("type-c"),
]);

/// When the kings change places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    /// Behind each move.
    A,
    /// The same, but the own king must be safe before.
    B,
    /// Behind a check.
    C,
}

impl Type {
    fn of(condition: &Condition) -> Type {
        match () {
            () if condition.has_flag("type-c") => Type::C,
            () if condition.has_flag("type-b") => Type::B,
            () => Type::A,
        }
    }
}

fn install(when: Type, of: Side, rules: &mut RulesBuilder<'_>) {
    // Where a capture is judged by where its man goes afterwards, so is that of a king.
    if when == Type::B && rules.has(Fact::CapturesNeedARebirth) {
        rules.check_by_playing();
    }
    rules.after_any_move(
        Rank::SWAPPED_KINGS.of(of),
        Displaces::Few(2),
        move |rules, position, played, outcome| {
            if played.side == of {
                swap(rules, position, played, when, outcome);
            }
        },
    );
}

fn swap(
    rules: &Rules,
    position: &mut Position,
    played: &PlayedMove,
    when: Type,
    outcome: &mut Outcome<'_>,
) {
    if when == Type::B && rules.judge().in_check(position, played.side) {
        return outcome.refuse();
    }
    let kings = [Side::Black, Side::White].map(|side| king(position, side));
    let [Some(first), Some(second)] = kings else {
        return;
    };
    match when {
        Type::C if !rules.judge().in_check(position, !played.side) => {}
        _ if first == second => {}
        _ => outcome.push(Effect::Swap { first, second }, Reason::Bracketed),
    }
}

/// The king of a side, if it has one.
fn king(position: &Position, side: Side) -> Option<Square> {
    position.royals_of(side).into_iter().next()
}
