//! The ultra form of mummers and of other duties: all moves compete, legal or not, captures of kings among them.

use crate::board::Side;
use crate::position::{Effect, Lifetime, Reason, Slot};
use crate::rules::{Fact, Promise, PseudoMove, RulesBuilder, View};

/// Moves and checks of `side` count only if no pseudo-legal move has a greater merit.
pub(in crate::conditions) fn install(
    side: Side,
    merit: impl Fn(View<'_>, &PseudoMove) -> i64 + Copy + Send + Sync + 'static,
    rules: &mut RulesBuilder<'_>,
) {
    if rules.has(Fact::DutiesAreVoid) {
        return never_check(side, rules);
    }
    let guard = rules.slot(Slot::named("ultra").lasting(Lifetime::Question));
    let is_best = move |view: View<'_>, pseudo_move: &PseudoMove| {
        is_best(guard, view, side, merit, pseudo_move)
    };
    rules.keep_capture(Promise::nothing(), move |view, mover, pseudo_move| {
        mover != side || !takes_royal(view, pseudo_move) || is_best(view, pseudo_move)
    });
    rules.keep_legal(
        Promise::nothing().sparing_trials(),
        move |rules, position, played| {
            if played.side != side {
                return true;
            }
            let mut before = position.sketch();
            before.rewind();
            is_best(rules.view(&before), &played.pseudo_move)
        },
    );
}

/// Where no duty binds anybody, all that is left of this form is that the side does not check.
pub(in crate::conditions) fn never_check(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::nothing(), move |view, mover, pseudo_move| {
        mover != side || !takes_royal(view, pseudo_move)
    });
}

fn takes_royal(view: View<'_>, pseudo_move: &PseudoMove) -> bool {
    let victim = pseudo_move.captured.map(|on| view.piece_on(on));
    victim.is_some_and(|man| man.is_some() && man.is_royal())
}

/// Whether no pseudo-legal move is better. Within this question captures of kings are not asked about.
fn is_best(
    guard: Slot,
    view: View<'_>,
    side: Side,
    merit: impl Fn(View<'_>, &PseudoMove) -> i64,
    pseudo_move: &PseudoMove,
) -> bool {
    if view.position.slot(guard) != 0 {
        return true;
    }
    let mut position = view.position.sketch();
    position.begin_ply(side);
    let inside = Effect::Set {
        slot: guard,
        value: 1,
    };
    position.apply(inside, Reason::Silent);
    let rivals = view.rules.judge().all_pseudo_moves(&mut position, side);
    let own = merit(view, pseudo_move);
    rivals.iter().all(|rival| merit(view, rival) <= own)
}
