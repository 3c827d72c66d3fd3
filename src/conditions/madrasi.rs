//! Madrasi: a man observed by an enemy man of its own walk is paralysed.
//!
//! A paralysed man neither moves, captures nor gives check; it still
//! paralyses. Kings take part only in the *rex inclusive* form.

use super::meeting::meets_its_like;
use super::{Boards, Definition, Param, Pawns};
use crate::men::Piece;
use crate::rules::{Claim, Promise, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "madrasi",
    pawns: |_| Pawns::Usual,
    summary: "A man observed by an enemy man of its own walk is paralysed: it neither moves, captures nor checks, \
              but still paralyses. Kings take part in the form rex inclusive only.",
    install: |condition, rules| install(condition.has_flag("rex-inclusive"), rules),
    options: Some(&[Param::Flag("rex-inclusive")]),
    boards: Boards::Any,
    samples: &["RexInclusive"],
    claims: |_| &[Claim::Owns(Thing::Paralysis)],
    ..Definition::BASE
};

fn install(rex_inclusive: bool, rules: &mut RulesBuilder<'_>) {
    let takes_part = move |man: Piece| rex_inclusive || !man.is_royal();
    rules.forbid_actor(
        Promise::observed_by(move |man, other| takes_part(man) && man.walk() == other.walk()),
        move |view, actor| {
            takes_part(view.piece_on(actor.square))
                && meets_its_like(view, actor.square, actor.side)
        },
    );
}
