//! #C and #R: the men that mate change sides, or vanish.

use super::Definition;
use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::rules::{
    Claim, Displaces, Numbered, Outcome, PlayedMove, Rank, Rules, RulesBuilder, Thing,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "mate-c",
    summary: "When a move mates, all men of the mating side that check, but for kings, change sides, unless that would \
              leave the mating side in check. Only then it is judged whether the goal is reached.",
    decisions: "Neutral men that check stay neutral.",
    install: |_, rules| install(Fate::Turn, rules),
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    claims: |_| &[Claim::Needs(Thing::WholeMoves)],
    ..Definition::BASE
};

/// #R.
pub static VANISHING: Definition = Definition {
    key: "vanishing-mate",
    summary: "When a move mates, all men of the mating side that check, but for kings, vanish, unless that would leave the \
              mating side in check. Only then it is judged whether the goal is reached.",
    decisions: "Neutral men that check stay.",
    install: |_, rules| install(Fate::Vanish, rules),
    ..DEFINITION
};

/// What becomes of men that mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Turn,
    Vanish,
}

impl Fate {
    fn displaces(self) -> Displaces {
        match self {
            Fate::Turn => Displaces::InPlace,
            Fate::Vanish => Displaces::Anything,
        }
    }

    fn effect(self, position: &Position, on: Square, side: Side) -> (Effect, Reason) {
        let piece = position.piece_on(on).with_sides((!side).into());
        match self {
            Fate::Turn => (Effect::Alter { on, piece }, Reason::Recolouring),
            Fate::Vanish => (Effect::Remove { on }, Reason::Shown),
        }
    }
}

fn install(fate: Fate, rules: &mut RulesBuilder<'_>) {
    let asking = rules.slot(Slot::named("mate-is-judged").lasting(Lifetime::Question));
    rules.after_trying(
        Rank::MATE_C,
        fate.displaces(),
        move |rules, position, played, outcome| {
            if played.trial || position.slot(asking) != 0 {
                return;
            }
            set(asking, position, 1);
            let is_mate = rules.judge().is_mated(position, !played.side);
            set(asking, position, 0);
            if is_mate {
                meet_fate(rules, position, played, fate, outcome);
            }
        },
    );
}

fn meet_fate(
    rules: &Rules,
    position: &mut Position,
    played: &PlayedMove,
    fate: Fate,
    outcome: &mut Outcome<'_>,
) {
    let side = played.side;
    let kings = rules.judge().royals(position, !side);
    let checkers = kings.map(|king| rules.judge().attackers(position, king, side));
    let checkers = checkers.fold(SquareSet::EMPTY, |all, more| all | more);
    let men = position.men_of(side) & !position.men_of(!side) & !position.royals_of(side);
    let checkers = checkers & men;
    position.begin_ply(!side);
    for on in checkers {
        let (effect, _) = fate.effect(position, on, side);
        position.apply(effect, Reason::Silent);
    }
    let is_exposed = rules.judge().in_check(position, side);
    position.rewind();
    if !is_exposed {
        for on in checkers {
            let (effect, reason) = fate.effect(position, on, side);
            outcome.push(effect, reason);
        }
    }
}

fn set(slot: Slot, position: &mut Position, value: u128) {
    position.apply(Effect::Set { slot, value }, Reason::Silent);
}
