//! Exclusive chess: a move may mate only if no other legal move does.

use super::Definition;
use crate::board::Side;
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::problem::Goal;
use crate::rules::{Numbered, Promise, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "exclusive-chess",
    summary: "A mating move is legal only if it is the only one: where two legal moves would mate, neither can be played.",
    decisions: "Whether a move mates, and whether others would, is judged as if the answers to them were free. Moves that \
                reach other goals than mate are free.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// How deep answers are judged by the rule themselves: a move mates if each answer is a mate that
/// has rivals, too. The answers to those are free.
const DEEPEST: u128 = 2;

fn install(rules: &mut RulesBuilder<'_>) {
    let inquiry = rules.slot(Slot::named("rivals-are-looked-for").lasting(Lifetime::Question));
    rules.keep_legal(
        Promise::nothing().sparing_trials(),
        move |rules, position, played| {
            let before = Inquiry::of(position.slot(inquiry));
            if before.is_free(played.side) {
                return true;
            }
            set(inquiry, position, before.deeper(None));
            let stands = !rules.judge().reaches(position, Goal::Mate)
                || is_only_one(rules, position, played.side, inquiry);
            set(inquiry, position, before);
            stands
        },
    );
}

/// Whether no other legal move would have mated.
fn is_only_one(rules: &Rules, position: &Position, side: Side, inquiry: Slot) -> bool {
    let now = Inquiry::of(position.slot(inquiry));
    let mut before = position.sketch();
    before.rewind();
    let rivals = Inquiry {
        rivals_of: Some(side),
        ..now
    };
    set(inquiry, &mut before, rivals);
    rules
        .judge()
        .moves_reaching(&mut before, side, Goal::Mate, 2)
        < 2
}

/// What is being looked for: the rule asks for mates, and mates ask for the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Inquiry {
    depth: u128,
    /// The side whose moves are looked through for mates, whether they have rivals or not.
    rivals_of: Option<Side>,
}

impl Inquiry {
    fn of(slot: u128) -> Inquiry {
        let rivals_of = match slot & 3 {
            1 => Some(Side::White),
            2 => Some(Side::Black),
            _ => None,
        };
        Inquiry {
            depth: slot >> 2,
            rivals_of,
        }
    }

    fn slot(self) -> u128 {
        let side = match self.rivals_of {
            Some(Side::White) => 1,
            Some(Side::Black) => 2,
            None => 0,
        };
        self.depth << 2 | side
    }

    fn is_free(self, side: Side) -> bool {
        self.depth == DEEPEST || self.rivals_of == Some(side)
    }

    fn deeper(self, rivals_of: Option<Side>) -> Inquiry {
        Inquiry {
            depth: self.depth + 1,
            rivals_of,
        }
    }
}

fn set(slot: Slot, position: &mut Position, inquiry: Inquiry) {
    let value = inquiry.slot();
    position.apply(Effect::Set { slot, value }, Reason::Silent);
}
