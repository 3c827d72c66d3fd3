//! Many kings: a side may have any number of royal kings, and a form says how they are judged.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::walk_id;
use crate::position::{Effect, Position, Reason};
use crate::rules::{CheckQuestion, Depth, Displaces, Promise, Rank, Rules, RulesBuilder};

/// All kings are one: it is in check where any of them is attacked.
pub static SIAMESE: Definition = Definition {
    key: "siamese-kings",
    summary: "A side may have any number of kings; they are one king in several bodies. It is in check if any of them is \
              attacked, and mated if it cannot keep all of them from being captured. Pawns do not become kings.",
    install: |_, _| {},
    options: Some(&[]),
    kings_free: true,
    ..Definition::BASE
};

/// A check must be parried completely, or mate every king.
pub static REX_MULTIPLEX: Definition = Definition {
    key: "rex-multiplex",
    summary: "A side may have any number of kings, and pawns may become kings. A side is in check if one of its kings is \
              attacked, and no move may leave an own king attacked. A move that checks several kings is legal only if the \
              check can be parried completely, or if it mates, which it does only if every king of the side is mated, each \
              judged for itself: a parry that lets another king into a new check does not count.",
    decisions: "A parry is judged by the attacks on kings alone, not by whether a check that it gives could be parried. \
                A new check is one by another man or from another direction.",
    install: |_, rules| multiplex(rules),
    ..SIAMESE
};

/// In check while all kings are attacked.
pub static ULTRA_REX_MULTIPLEX: Definition = Definition {
    key: "ultra-rex-multiplex",
    summary: "A side may have any number of kings, and pawns may become kings. A side is in check only while all its kings \
              are attacked, and mated only if it cannot bring one of them out of attack. Kings are never captured.",
    install: |_, rules| ultra(rules),
    ..SIAMESE
};

fn multiplex(rules: &mut RulesBuilder<'_>) {
    crown(rules);
    let depth = rules.depth("rex-multiplex", 1);
    rules.keep_legal(Promise::nothing(), move |rules, position, played| {
        played.trial || is_complete(rules, position, !played.side, depth)
    });
}

/// Pawns become kings, royal ones.
fn crown(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("a neutral king would belong to the kings of both sides");
    }
    let king = rules.army().walk(walk_id::KING);
    rules.add_promotions([king]);
    rules.after(
        Rank::CORONATION,
        Displaces::Few(0),
        move |view, played, outcome| {
            if let Some(on) = played.now
                && view.piece_on(on).walk() == king
                && played.departed.walk() != king
            {
                let piece = view.piece_on(on).royal();
                outcome.push(Effect::Alter { on, piece }, Reason::Silent);
            }
        },
    );
}

/// Whether the side, if it is in check, can parry it completely, or each of its kings is mated.
/// Asked of parries, it is true.
fn is_complete(rules: &Rules, position: &mut Position, side: Side, depth: Depth) -> bool {
    if position.royals_of(side).len() < 2 || !rules.judge().in_check(position, side) {
        return true;
    }
    let can_parry = |position: &mut Position| rules.judge().has_legal_move(position, side);
    depth.deeper(position, can_parry).unwrap_or(true)
        || depth
            .deeper(position, |position| all_are_mated(rules, position, side))
            .unwrap_or(true)
}

fn all_are_mated(rules: &Rules, position: &mut Position, side: Side) -> bool {
    let before = checks(rules, position, side);
    let kings = position.royals_of(side);
    let is_attacked = |king: Square| before.iter().any(|check| check.king == king);
    if !kings.into_iter().all(is_attacked) {
        return false;
    }
    let men: Vec<_> = rules.view(position).movers(side).collect();
    for actor in men {
        for step in rules.judge().steps_of(position, actor) {
            let after = rules
                .judge()
                .after_move(position, side, step, |position, _| {
                    checks(rules, position, side)
                });
            let Some(after) = after else { continue };
            let now = |king: Square| if king == step.from { step.to } else { king };
            let saves = |king: Square| {
                let is_new = |check: &&Check| {
                    let same = |old: &Check| now(old.king) == check.king && old.comes_like(check);
                    check.king != now(king) && !before.iter().any(same)
                };
                !after.iter().any(|check| check.king == now(king))
                    && !after.iter().any(|check| is_new(&check))
            };
            if kings.into_iter().any(saves) {
                return false;
            }
        }
    }
    true
}

/// A man that attacks a king, from where.
#[derive(Clone, Copy)]
struct Check {
    king: Square,
    by: Square,
    direction: (i8, i8),
}

impl Check {
    fn comes_like(&self, other: &Check) -> bool {
        (self.by, self.direction) == (other.by, other.direction)
    }
}

fn checks(rules: &Rules, position: &mut Position, side: Side) -> Vec<Check> {
    let mut found = Vec::new();
    for king in position.royals_of(side) {
        for by in rules.judge().attackers(position, king, !side) {
            let board = rules.geometry();
            let files = board.file(king) as i8 - board.file(by) as i8;
            let ranks = board.rank(king) as i8 - board.rank(by) as i8;
            let shared = (1..=16i8).rev().find(|&n| files % n == 0 && ranks % n == 0);
            let shared = shared.unwrap_or(1);
            found.push(Check {
                king,
                by,
                direction: (files / shared, ranks / shared),
            });
        }
    }
    found
}

fn ultra(rules: &mut RulesBuilder<'_>) {
    crown(rules);
    rules.forbid_capture_of_hostile_kings();
    rules.narrow_check(|question, position| {
        question.usual(position) && all_are_attacked(question, position)
    });
}

fn all_are_attacked(question: CheckQuestion<'_>, position: &mut Position) -> bool {
    let (rules, side) = (question.rules(), question.side());
    let mut royals = rules.judge().royals(position, side);
    royals.all(|king| !rules.judge().all_attackers(position, king, side).is_empty())
}
