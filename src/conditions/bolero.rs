//! Bolero and Bolero inverse: officers move (or capture) like the officer of
//! the array that stands on their file.

use super::facing::checks_with_own;
use super::transmuted_king::is_transmuting;
use super::vaulting::is_vaulting;
use super::{Boards, Definition, Param};
use crate::board::Side;
use crate::men::{WalkId, walk_id};
use crate::problem::Condition;
use crate::rules::{
    Actor, Loan, Promise, Purpose, Ring, RulesBuilder, View, Walks, captures_first,
};
use smallvec::smallvec;

/// What the parsers, printers and the manual know about Bolero.
pub static BOLERO: Definition = Definition {
    key: "bolero",
    summary: "Without capture an officer moves like the officer of the array on the file it leaves; it captures and \
              checks with its own walk. Pawns, and kings unless rex inclusive, are exempt; rex inclusive takes in royal \
              pawns.",
    install: |condition, rules| install(condition, |purpose| purpose == Purpose::Quiet, rules),
    decisions: "Rex inclusive, a king that is lent a walk by another rule (transmuted, reflective ...) captures with it.",
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
    decisions: "Beside Annan and Nanna chess it says nothing of checks. Beside power transfer and transmission menace an \
                officer checks only with its own walk, on the files of that walk. So does a \
                transmuted king. A king that is lent walks by another rule still captures like the officer of its file; a \
                vaulting king checks so, too, and with the lent walks only on the file of the king.",
    install: |condition, rules| install(condition, |purpose| purpose != Purpose::Quiet, rules),
    options: Some(&[Param::Flag("rex-inclusive")]),
    boards: Boards::Array,
    samples: &["RexInclusive"],
    ..Definition::BASE
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

/// Further conditions that lend kings in check walks, beside those of transmuted and vaulting kings.
const REFLECTIVE_KINGS: [&str; 3] = [
    "reflective-kings",
    "white-reflective-king",
    "black-reflective-king",
];

/// For checks.
const CHECK: Purpose = Purpose::Observe(Ring::Capture);

fn install(condition: &Condition, borrowed_for: fn(Purpose) -> bool, rules: &mut RulesBuilder<'_>) {
    if rules.geometry().width() != 8 {
        rules.refuse("Bolero needs a board of eight files");
    }
    let rex_inclusive = condition.has_flag("rex-inclusive");
    rules.may_use(FILES);
    rules.list_moves_of_man_by(captures_first);
    let mut followed = ["annan-chess", "nanna-chess"].iter();
    let others_check = followed.any(|key| rules.has_condition(key));
    let own_check = checks_with_own(rules);
    rules.lend_walk(
        Loan::Late,
        Promise::nothing(),
        move |view, actor, purpose, walks| {
            let yields = others_check && purpose == CHECK;
            if borrowed_for(purpose) && takes_part(view, actor, rex_inclusive) && !yields {
                borrow(view, actor, walks);
            }
        },
    );
    let transmuting = Side::BOTH.map(|side| is_transmuting(rules, side));
    let vaulting = Side::BOTH.map(|side| is_vaulting(rules, side));
    let kings_are_lent = transmuting.contains(&true)
        || vaulting.contains(&true)
        || REFLECTIVE_KINGS.iter().any(|key| rules.has_condition(key));
    rules.lend_walk(
        Loan::Final,
        Promise::nothing(),
        move |view, actor, purpose, walks| {
            if !borrowed_for(purpose) || !takes_part(view, actor, rex_inclusive) {
                return;
            }
            let man = view.piece_on(actor.square);
            let side = actor.side.index();
            let is_own = match purpose {
                CHECK => own_check || transmuting[side] && man.is_royal(),
                _ => false,
            };
            let is_lent = match purpose {
                CHECK => vaulting[side] && man.walk() != of_file(view, actor),
                _ => moves(purpose) && kings_are_lent,
            };
            if is_own {
                *walks = smallvec![man.walk()];
                walks.retain(|walk| *walk == of_file(view, actor));
            } else if is_lent && man.is_royal() {
                borrow(view, actor, walks);
            }
        },
    );
    if rex_inclusive {
        rules.forbid_actor(Promise::nothing(), is_powerless);
    }
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

/// Whether it is a move that the walk is for.
fn moves(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Quiet | Purpose::Capture)
}

/// A royal pawn on its own first rank neither moves nor checks.
fn is_powerless(view: View<'_>, actor: Actor) -> bool {
    let piece = view.piece_on(actor.square);
    let first = view.rules.last_rank(!actor.side);
    piece.is_royal() && piece.walk().row().is_pawn() && view.geometry().rank(actor.square) == first
}

fn borrow(view: View<'_>, actor: Actor, walks: &mut Walks) {
    *walks = smallvec![of_file(view, actor)];
}

/// The officer of the man's file.
fn of_file(view: View<'_>, actor: Actor) -> WalkId {
    FILES[usize::from(view.geometry().file(actor.square))]
}
