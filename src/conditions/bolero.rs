//! Bolero and Bolero inverse: officers move (or capture) like the officer of
//! the array that stands on their file.

use super::{Boards, Definition, Param};
use crate::men::{WalkId, walk_id};
use crate::problem::Condition;
use crate::rules::{
    Actor, Lending, Loan, Manner, Promise, Purpose, RulesBuilder, View, captures_first,
};

/// What the parsers, printers and the manual know about Bolero.
pub static BOLERO: Definition = Definition {
    key: "bolero",
    summary: "Without capture an officer moves like the officer of the array on the file it leaves; it captures and \
              checks with its own walk. Pawns, and kings unless rex inclusive, are exempt; rex inclusive takes in royal \
              pawns.",
    install: |condition, rules| install(condition, |purpose| purpose == Purpose::NonCapture, rules),
    decisions: "A king that is lent a walk by another rule, too, goes like the officer of its file.",
    options: Some(&[Param::Flag("rex-inclusive")]),
    boards: Boards::Array,
    samples: &["RexInclusive"],
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about Bolero inverse.
pub static BOLERO_INVERSE: Definition = Definition {
    key: "bolero-inverse",
    summary: "An officer captures and checks like the officer of the array on its file; without capture it moves with \
              its own walk. Pawns, and kings unless rex inclusive, are exempt; rex inclusive takes in royal pawns.",
    decisions: "A man that is lent a walk by another rule, too, captures and checks like the officer of its file; beside a rule \
                that silences lent checks it checks only if that is its own walk.",
    install: |condition, rules| install(condition, captures, rules),
    ..BOLERO
};

/// The officers of the array, from the first file on. The king's file lends the king's step.
const FILES: [WalkId; 8] = [
    walk_id::ROOK,
    walk_id::KNIGHT,
    walk_id::BISHOP,
    walk_id::QUEEN,
    walk_id::KING,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::ROOK,
];

fn install(condition: &Condition, borrowed_for: fn(Purpose) -> bool, rules: &mut RulesBuilder<'_>) {
    if rules.geometry().width() != 8 {
        rules.refuse("Bolero needs a board of eight files");
    }
    let rex_inclusive = condition.has_flag("rex-inclusive");
    rules.may_use(FILES);
    rules.list_moves_of_man_by(captures_first);
    let lending = Lending::of(Loan::File, Manner::InPlace).for_those(borrowed_for);
    rules.lend(lending, move |view, actor, _| {
        let takes_part = takes_part(view, actor, rex_inclusive);
        takes_part
            .then(|| of_file(view, actor))
            .into_iter()
            .collect()
    });
    if rex_inclusive {
        rules.forbid_actor(Promise::nothing(), is_powerless);
    }
}

/// What the inverse form is for.
fn captures(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Capture | Purpose::Observe(_))
}

/// Officers do, royal men of any walk only in the forms rex inclusive: a royal pawn is no
/// exempt pawn there.
fn takes_part(view: View<'_>, actor: Actor, rex_inclusive: bool) -> bool {
    let piece = view.piece_on(actor.square);
    match (piece.is_royal(), piece.walk().row().is_pawn()) {
        (true, _) => rex_inclusive,
        (false, is_pawn) => !is_pawn,
    }
}

/// A royal pawn on its own first rank neither moves nor checks.
fn is_powerless(view: View<'_>, actor: Actor) -> bool {
    let piece = view.piece_on(actor.square);
    let first = view.rules.last_rank(!actor.side);
    piece.is_royal() && piece.walk().row().is_pawn() && view.geometry().rank(actor.square) == first
}

/// The officer of the man's file.
fn of_file(view: View<'_>, actor: Actor) -> WalkId {
    FILES[usize::from(view.geometry().file(actor.square))]
}
