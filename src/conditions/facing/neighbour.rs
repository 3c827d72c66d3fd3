//! What rules under which men go like others beside them have in common.

use crate::board::{Side, Square, Vector};
use crate::rules::{Actor, Kind, Promise, Purpose, RulesBuilder, View};

/// How checks go where two rules lend walks.
pub(super) const CHECKS: &str = "Beside a rule that silences lent checks (power transfer, transmission menace) a man that borrows a \
                      walk here checks only if that walk is its own.";

/// The same, and for what a lent walk is.
pub(super) const WATCH_AND_CHECKS: &str = "A lent walk is for moves, captures and checks. For rules that ask who observes whom \
                                (Madrasi, Isardam, Eiffel chess, patrol chess ...) every man observes with its own walk. \
                                Beside a rule that silences lent checks (power transfer, transmission menace) a man that \
                                borrows a walk here checks only if that walk is its own.";

/// The square so many files and ranks away, ranks counted forwards for `side`, if the man on `from` notices
/// who stands there.
pub(super) fn beside(
    view: View<'_>,
    from: Square,
    side: Side,
    files: i8,
    ranks: i8,
) -> Option<Square> {
    let ranks = match side {
        Side::White => ranks,
        Side::Black => -ranks,
    };
    let square = view.geometry().step(from, Vector::new(files, ranks));
    square.filter(|&on| view.notices(from, on))
}

/// All walks of the diagram and those of promoted pawns may be lent; a king that goes like another
/// man does not castle.
pub(super) fn lend_all(rules: &mut RulesBuilder<'_>) {
    let walks: Vec<_> = rules.diagram_walks().collect();
    rules.may_use(walks);
    rules.keep_move(Promise::nothing(), |view, side, pseudo_move| {
        let square = pseudo_move.from;
        let own = view.piece_on(square).walk();
        let goes = || view.walks(Actor { square, side }, Purpose::NonCapture);
        !matches!(pseudo_move.kind, Kind::Castling { .. }) || goes().contains(&own)
    });
}
