//! Super-transmuting kings: a checked king turns into the man that checks it.

use super::Definition;
use super::lent::walks_of_observers;
use crate::board::{Side, Square};
use crate::men::{Piece, WalkId, Which};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{
    Actor, Displaces, Fact, Guard, Kind, Lending, Loan, Manner, Outcome, PlayedMove, Promise,
    PseudoMove, Rank, Ring, RulesBuilder, View, Walks,
};

/// Super-transmuting king of White.
pub static WHITE: Definition = Definition {
    facts: &[Fact::CheckedKingsAreBound(Side::White)],
    ..SUPER_TRANSMUTING.of_side("white-super-transmuting-king", Side::White)
};

/// Super-transmuting king of Black.
pub static BLACK: Definition = Definition {
    facts: &[Fact::CheckedKingsAreBound(Side::Black)],
    ..SUPER_TRANSMUTING.of_side("black-super-transmuting-king", Side::Black)
};

const SUPER_TRANSMUTING: Definition = Definition {
    summary: "The {side} king in check can only move like a man that checks it; by that it becomes such a man for good and \
              is royal no more. Meanwhile no other man of its side may move.",
    install: |condition, rules| install(Definition::of(condition).side(), rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    let guard = rules.guard();
    let taken = rules.slot(Slot::named("walk-of-king"));
    let lending = Lending::of(Loan::TransmutingKing, Manner::InPlace)
        .heard()
        .to_royals();
    rules.lend(lending, move |view, actor, _| {
        let lent = is_subject(view, actor, side).then(|| lent(view, actor, guard));
        lent.flatten().unwrap_or_default()
    });
    rules.keep_move(Promise::departure(), move |view, by, pseudo_move| {
        let man = view.piece_on(pseudo_move.from);
        let is_bound = by == side && man.is_of(side) && !man.is_royal();
        !is_bound || !is_checked(view, side)
    });
    rules.before(Displaces::Nothing, move |view, by, pseudo_move, outcome| {
        let square = pseudo_move.from;
        let actor = Actor { square, side: by };
        if is_subject(view, actor, side)
            && let Some(lent) = lent(view, actor, guard)
        {
            choose(view, actor, pseudo_move, &lent, taken, outcome);
        }
    });
    rules.after(
        Rank::SUPER_TRANSMUTATION.of(side),
        Displaces::Few(0),
        move |view, played, outcome| {
            change(view, played, taken, outcome);
        },
    );
}

/// Whether it is the king in question. The other one does not change when this side moves it (half-in chess).
fn is_subject(view: View<'_>, actor: Actor, side: Side) -> bool {
    let man = view.piece_on(actor.square);
    actor.side == side && man.is_royal() && man.is_of(side)
}

/// The walks with which the king is checked, if it is; none while that is being asked.
fn lent(view: View<'_>, king: Actor, guard: Guard) -> Option<Walks> {
    let walks = view.ask_once(guard, |view| walks_of_observers(view, king, Ring::Capture));
    walks.filter(|walks| !walks.is_empty())
}

/// Whether a royal man of the side is in check as far as it is lent walks.
fn is_checked(view: View<'_>, side: Side) -> bool {
    let mut royals = view.position.royals_of(side).into_iter();
    royals.any(|square| {
        !view
            .lenders(Actor { square, side }, Ring::Capture)
            .is_empty()
    })
}

/// Where the king could go with this walk.
fn arrivals(view: View<'_>, king: Actor, walk: WalkId) -> Vec<(Square, Option<Square>)> {
    let mut found = Vec::new();
    let sink = &mut |step: crate::men::Step| found.push((step.to, step.captured));
    let Actor { square, side } = king;
    view.table()
        .steps(view.position, walk, side, square, Which::All, sink);
    found
}

/// Which of the walks the king takes, if several lead the same way.
fn choose(
    view: View<'_>,
    king: Actor,
    pseudo_move: &PseudoMove,
    lent: &Walks,
    taken: Slot,
    outcome: &mut Outcome<'_>,
) {
    let way = (pseudo_move.to, pseudo_move.captured);
    let leads = |walk: &WalkId| arrivals(view, king, *walk).contains(&way);
    let mut walks: Vec<WalkId> = lent.iter().copied().filter(leads).collect();
    // Another rule may say how it captures.
    if walks.is_empty() && pseudo_move.kind == Kind::Ordinary {
        walks = lent.to_vec();
    }
    if !walks.is_empty() {
        let walk = walks[outcome.choose(walks.len())];
        let man = view.piece_on(pseudo_move.from).with_walk(walk).non_royal();
        let value = man.bits().into();
        outcome.push(Effect::Set { slot: taken, value }, Reason::Silent);
    }
}

fn change(view: View<'_>, played: &PlayedMove, taken: Slot, outcome: &mut Outcome<'_>) {
    let packed = view.position.slot(taken);
    if packed == 0 {
        return;
    }
    if let Some(on) = played.now {
        let piece = Piece::from_bits(packed as u64);
        outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
    }
    let value = 0;
    outcome.push(Effect::Set { slot: taken, value }, Reason::Silent);
}
