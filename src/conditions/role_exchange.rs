//! Role exchange: instead of moving, White may exchange roles with Black.

use super::{Definition, Param};
use crate::board::{Side, SquareSet};
use crate::position::{Effect, Reason, Slot};
use crate::problem::Condition;
use crate::rules::{Claim, Fact, Numbered, Promise, RulesBuilder, Thing, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "role-exchange",
    names_a_move: true,
    summary: "Instead of moving, White may exchange roles with Black: the board is turned half round and every man \
              changes sides; then Black is to move. This is no way out of mate or stalemate. The number of exchanges may \
              be limited.",
    install,
    decisions: "Conditions that ask where a move leads to forbid the exchange, which leads nowhere: grid, contact grid and \
                bichrom chess, back home.",
    options: Some(&[Param::Number("number")]),
    numbers: |_| Numbered::ALL,
    claims: |_| &[Claim::Removes(Thing::Steps)],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let most = condition.number("number");
    if !rules.geometry().is_usual() {
        rules.refuse("role exchange is for the usual board");
    }
    // Where each move has to lead from one square to another there is no exchange.
    if rules.has(Fact::MovesLeadSomewhere) {
        return;
    }
    let slot = rules.slot(Slot::named("role-exchanges"));
    rules.add_board_move(
        Promise::nothing(),
        move |view, side| {
            let done = view.position.slot(slot);
            let allowed =
                most.is_none_or(|most| u128::try_from(most).is_ok_and(|most| most > done));
            side == Side::White && allowed
        },
        move |view, _, effects| {
            let done = view.position.slot(slot);
            let value = done + u128::from(most.is_some());
            effects.push((Effect::Set { slot, value }, Reason::RoleExchange));
            exchange(view, effects);
        },
    );
}

/// All men leave the board and come back; holes turn with the board.
fn exchange(view: View<'_>, effects: &mut Vec<(Effect, Reason)>) {
    let position = view.position;
    let holes = position.holes();
    if !holes.is_empty() {
        let turned = holes.filter_map(|hole| view.geometry().opposite(hole));
        let SquareSet(value) = turned.collect();
        let slot = Slot::HOLES;
        effects.push((Effect::Set { slot, value }, Reason::Silent));
    }
    let men = position.men();
    for on in men {
        effects.push((Effect::Remove { on }, Reason::Silent));
    }
    for from in men {
        let Some(on) = view.geometry().opposite(from) else {
            continue;
        };
        let piece = position.piece_on(from).turned();
        let id = position.id_on(from);
        effects.push((Effect::Place { on, piece, id }, Reason::Silent));
    }
}
