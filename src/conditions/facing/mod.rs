//! Men that go like another man beside them: Annan, Nanna, face to face and their kin.

mod annan;
mod enemy;
pub(super) mod reflection;

pub use annan::{ANNAN, NANNA};
pub use enemy::{BACK, CHEEK, FACE};
pub use reflection::POINT;

use super::Definition;
use crate::board::{Side, Square, Vector};
use crate::rules::{Actor, Kind, Loan, Promise, Purpose, Ring, RulesBuilder, View, Walks};
use smallvec::smallvec;

/// What of a man that goes like another one goes for other rules.
pub(super) const WATCH: &str = "A lent walk is for moves, captures and checks. For rules that ask who observes whom \
                                (Madrasi, Isardam, Eiffel chess, patrol chess ...) every man observes with its own walk.";

/// How checks go where two rules lend walks.
const CHECKS: &str = "Beside power transfer or transmission menace a man that borrows a walk here checks only if that \
                      walk is its own. Beside \
                      Bolero inverse, Annan and Nanna chess say how a man checks, point reflection does not.";

/// The same and [`WATCH`].
const WATCH_AND_CHECKS: &str = "A lent walk is for moves, captures and checks. For rules that ask who observes whom \
                                (Madrasi, Isardam, Eiffel chess, patrol chess ...) every man observes with its own walk. \
                                Beside power transfer or transmission menace a man that borrows a walk here checks only \
                                if that walk is its own; in cheek to cheek it checks with the borrowed one alone, and \
                                not at all with two. Beside Bolero inverse it checks as that rule says.";

/// Conditions beside which a walk that another rule lends is for checks only where it is the man's own.
const STRONGER: [&str; 2] = ["power-transfer", "transmission-menace"];

/// Whether men to which a rule lends walks check with their own alone, because of one of those conditions.
pub(super) fn checks_with_own(rules: &RulesBuilder<'_>) -> bool {
    STRONGER.iter().any(|key| rules.has_condition(key))
}

/// What a man goes like, if anything.
type Lent = dyn Fn(View<'_>, Actor) -> Walks + Send + Sync;

/// How a walk that another man lends counts for checks beside other rules that lend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Checks {
    /// If it is the man's own.
    WithOwn,
    /// If it is the only one.
    WithLent,
}

/// Men that are lent walks check as said, whatever other rules lend them.
fn settle_checks(
    rules: &mut RulesBuilder<'_>,
    checks: Checks,
    lent: impl Fn(View<'_>, Actor) -> Walks + Send + Sync + 'static,
) {
    if !checks_with_own(rules) {
        return;
    }
    let lent: Box<Lent> = Box::new(lent);
    rules.lend_walk(
        Loan::Last,
        Promise::nothing(),
        move |view, actor, purpose, walks| {
            let lent = lent(view, actor);
            if purpose != Purpose::Observe(Ring::Capture) || lent.is_empty() {
                return;
            }
            let own = view.piece_on(actor.square).walk();
            *walks = match checks {
                Checks::WithLent if lent.len() == 1 => lent,
                Checks::WithOwn if lent.contains(&own) => smallvec![own],
                Checks::WithOwn | Checks::WithLent => Walks::new(),
            };
        },
    );
}

/// The square so many files and ranks away, ranks counted forwards for `side`, if the man on `from` notices
/// who stands there.
fn beside(view: View<'_>, from: Square, side: Side, files: i8, ranks: i8) -> Option<Square> {
    let ranks = match side {
        Side::White => ranks,
        Side::Black => -ranks,
    };
    let square = view.geometry().step(from, Vector::new(files, ranks));
    square.filter(|&on| view.notices(from, on))
}

/// All of them, of which a problem has one.
const FAMILY: [&Definition; 6] = [&ANNAN, &NANNA, &FACE, &BACK, &CHEEK, &POINT];

/// All walks of the diagram and those of promoted pawns may be lent; a king that goes like another
/// man does not castle.
fn lend_all(rules: &mut RulesBuilder<'_>) {
    let mut others = FAMILY.iter().filter(|other| rules.has_condition(other.key));
    if others.nth(1).is_some() {
        rules.refuse("two conditions say which other man a man goes like, and none says which of them prevails");
    }
    let walks: Vec<_> = rules.diagram_walks().collect();
    rules.may_use(walks);
    rules.keep_move(Promise::nothing(), |view, side, candidate| {
        let square = candidate.from;
        let own = view.piece_on(square).walk();
        let goes = || view.walks(Actor { square, side }, Purpose::Quiet);
        !matches!(candidate.kind, Kind::Castling { .. }) || goes().contains(&own)
    });
}
