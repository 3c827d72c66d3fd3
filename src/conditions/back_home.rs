//! Back home: a side that can return a man to its diagram square must do so.

use super::Definition;
use crate::board::{Side, Square};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::rules::{Among, Fact, Promise, PseudoMove, Rules, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "back-home",
    summary: "A side that has a legal move with which a man returns to its square of the diagram must play one. This \
              holds for the capture of a king too: a side that could return a man gives check only with a capture that \
              is such a return. Promoted men keep their squares.",
    decisions: "Whether a return is legal may hang on a check, which hangs on a return of the other side, and so on: after \
                four such questions a side counts as free.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    facts: &[Fact::MovesLeadSomewhere],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let asking = rules.slot(Slot::named("returns-are-looked-for").lasting(Lifetime::Question));
    rules.siblings(
        Among::Side,
        Promise::nothing(),
        |rules, position, side, moves| {
            let mut ways = moves.iter().copied();
            if ways.any(|way| {
                returns(rules.view(position), &way) && rules.judge().allows(position, side, way)
            }) {
                moves.retain(|way| returns(rules.view(position), way));
            }
        },
    );
    rules.keep_capture(Promise::nothing(), move |view, side, pseudo_move| {
        let is_bound = view.position.slot(asking) < MOST && view.takes_royal(pseudo_move);
        !is_bound || returns(view, pseudo_move) || !can_return(view, side, asking)
    });
}

/// How many questions about returns hang on each other at most.
const MOST: u128 = 4;

/// The diagram square of the man that stands here, if it stands elsewhere now.
fn square_to_return_to(view: View<'_>, on: Square) -> Option<Square> {
    let home = view.rules.home_of(view.position.id_on(on));
    home.filter(|home| *home != on)
}

fn returns(view: View<'_>, pseudo_move: &PseudoMove) -> bool {
    square_to_return_to(view, pseudo_move.from) == Some(pseudo_move.to)
}

/// Whether a side has a legal return, in which no king is taken.
fn can_return(view: View<'_>, side: Side, asking: Slot) -> bool {
    let away = view
        .movers(side)
        .filter(|actor| square_to_return_to(view, actor.square).is_some());
    let mut ways = away.flat_map(|actor| view.steps(actor));
    let mut copy: Option<Position> = None;
    ways.any(|way| {
        returns(view, &way) && !view.takes_royal(&way) && {
            let copy = copy.get_or_insert_with(|| marked(view.position, asking));
            is_allowed(view.rules, copy, side, way)
        }
    })
}

fn is_allowed(rules: &Rules, position: &mut Position, side: Side, way: PseudoMove) -> bool {
    rules.view(position).may_play(side, &way) && rules.judge().allows(position, side, way)
}

fn marked(position: &Position, asking: Slot) -> Position {
    let mut copy = position.sketch();
    let (slot, value) = (asking, position.slot(asking) + 1);
    copy.apply(Effect::Set { slot, value }, Reason::Silent);
    copy
}
