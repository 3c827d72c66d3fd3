//! Köko (contact chess): whoever was displaced must end in contact with another man.

use super::contact::has_contact;
use super::{Boards, Caption, Definition, Param, Pawns, Printed};
use crate::board::{Side, SquareSet};
use crate::men::walk_id;
use crate::position::{Effect, Entry, Position, Reason};
use crate::problem::Condition;
use crate::rules::{Claim, Promise, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "koeko",
    caption: Caption::of(Printed::Contact),
    pawns: |_| Pawns::Usual,
    decisions: "One condition says which contact a move needs: contact grid chess before Köko, Köko before Anti-Köko, that \
                before New Köko.",
    summary: "Every man displaced by a move must end next to another man of either side (next to: by a king's step, or \
              by the leaper named). A check counts only if the capture of the king would end in contact.",
    install,
    options: Some(&[Param::Flag("neighbour"), Param::Walks]),
    boards: Boards::Straight,
    claims: |_| &[Claim::Decides(Thing::Contact, 2), Claim::Needs(Thing::Ways)],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let leaper = condition.walks().next().unwrap_or(walk_id::KING);
    rules.may_use([leaper]);
    rules.check_by_playing();
    rules.lend_by_playing();
    let near = Promise::company(move |view, on| view.table().reach(leaper, Side::White, on));
    rules.keep_legal(near, move |rules, position, _| {
        displaced(position)
            .into_iter()
            .all(|on| has_contact(rules, position, leaper, on))
    });
}

/// The final squares of the men that moved: mover, castling partner, exchanged men.
fn displaced(position: &Position) -> SquareSet {
    let mut moved = SquareSet::EMPTY;
    for entry in position.last_ply() {
        follow(entry, &mut moved);
    }
    moved
}

fn follow(entry: &Entry, moved: &mut SquareSet) {
    let displaces = matches!(
        entry.reason,
        Reason::Movement | Reason::Castling | Reason::Exchange
    );
    match entry.effect {
        Effect::Move { from, to } if displaces || moved.contains(from) => {
            moved.remove(from);
            moved.insert(to);
        }
        Effect::Swap { first, second } => {
            moved.insert(first);
            moved.insert(second);
        }
        Effect::Remove { on } => moved.remove(on),
        Effect::Note(on) if displaces => moved.insert(on),
        _ => {}
    }
}
