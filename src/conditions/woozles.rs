//! Woozles and biwoozles: men that observe each other cannot capture. Heffalumps and biheffalumps:
//! they cannot along the line between them.

use super::{Definition, Param};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::WalkId;
use crate::problem::Condition;
use crate::rules::{Actor, Promise, PseudoMove, Ring, RulesBuilder, View};

/// Woozles.
pub static OWN: Definition = Definition {
    key: "woozles",
    decisions: "In phantom chess and plus chess a partner meets a man from each square from which it may leave. A man meets a \
                partner that it observes with its own walk, not with one that it is lent; the partner may observe it with a \
                lent walk that some man of its side has as its own.",
    summary: "Two men of one side that observe each other can neither capture nor check; other moves are free. Kings take \
              part unless rex exclusive.",
    install: |condition, rules| install(condition, false, Extent::Everywhere, rules),
    ..Definition::BASE
};

/// Biwoozles.
pub static HOSTILE: Definition = Definition {
    key: "bi-woozles",
    summary: "Two hostile men that observe each other can neither capture nor check, not even each other; other moves are \
              free. Kings take part unless rex exclusive.",
    install: |condition, rules| install(condition, true, Extent::Everywhere, rules),
    ..Definition::BASE
};

/// Heffalumps.
pub static OWN_LINES: Definition = Definition {
    key: "heffalumps",
    summary: "Two men of one side that observe each other can neither capture nor check along the line on which they do, \
              either way; on other lines they can. Kings take part unless rex exclusive.",
    install: |condition, rules| install(condition, false, Extent::TheirLine, rules),
    options: REX,
    samples: &["RexExclusive"],
    ..Definition::BASE
};

/// Biheffalumps.
pub static HOSTILE_LINES: Definition = Definition {
    key: "bi-heffalumps",
    summary: "Two hostile men that observe each other can neither capture, not even each other, nor check along the line \
              on which they do, either way; on other lines they can. Kings take part unless rex exclusive.",
    install: |condition, rules| install(condition, true, Extent::TheirLine, rules),
    ..OWN_LINES
};

const REX: Option<&[Param]> = Some(&[Param::Flag("rex-exclusive"), Param::Flag("rex-inclusive")]);

/// Where men that observe each other cannot capture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Everywhere,
    TheirLine,
}

fn install(condition: &Condition, hostile: bool, extent: Extent, rules: &mut RulesBuilder<'_>) {
    let rex_exclusive = condition.has_flag("rex-exclusive");
    if extent == Extent::TheirLine {
        let bends = |walk: &WalkId| !walk.row().goes_straight_in_part();
        let bent = rules.diagram_walks().find(bends);
        if let Some(walk) = bent {
            let name = walk.row().names.en;
            rules.refuse(format!(
                "heffalumps need straight lines, not those of the {name}"
            ));
        }
    }
    let is_free = move |view: View<'_>, side: Side, pseudo_move: &PseudoMove| {
        let partners = if hostile { !side } else { side };
        let partners = view
            .among_all(|view| partners_met(view, side, pseudo_move.from, partners, rex_exclusive));
        match extent {
            Extent::Everywhere => partners.is_empty(),
            Extent::TheirLine => {
                let line = |from, to| line(view.geometry(), from, to);
                let captures_along = line(pseudo_move.origin(), pseudo_move.to);
                let mut partners = partners.into_iter();
                !partners.any(|on| line(pseudo_move.from, on) == captures_along)
            }
        }
    };
    rules.keep_line(Ring::Actor, Promise::captures(), is_free);
}

/// The direction from a square to another, the same for both ways. Of a bent way the ends count alone.
fn line(board: &Geometry, from: Square, to: Square) -> (i16, i16) {
    let away = |one: u8, other: u8| i16::from(other) - i16::from(one);
    let files = away(board.file(from), board.file(to));
    let ranks = away(board.rank(from), board.rank(to));
    let steps = common_divisor(files.abs(), ranks.abs()).max(1)
        * if (files, ranks) < (0, 0) { -1 } else { 1 };
    (files / steps, ranks / steps)
}

fn common_divisor(one: i16, other: i16) -> i16 {
    if other == 0 {
        one
    } else {
        common_divisor(other, one % other)
    }
}

/// The squares from which men of `partners` observe the man on `from` that are observed by it, if both may
/// act; this rule has no say in that.
fn partners_met(
    view: View<'_>,
    side: Side,
    from: Square,
    partners: Side,
    rex_exclusive: bool,
) -> SquareSet {
    let takes_part = |on: Square| !rex_exclusive || !view.piece_on(on).is_royal();
    let actor = Actor { square: from, side };
    let partner = |square: Square| Actor {
        square,
        side: partners,
    };
    let meets = |view: View<'_>, on: Square| {
        view.may_act(partner(on))
            && view.observes_as_itself(actor, on, Ring::Geometry)
            && observes_with_its_own_walk(view, actor, on)
    };
    let mut met = SquareSet::EMPTY;
    if !takes_part(from) || !view.may_act(actor) {
        return met;
    }
    let is_met = |view: View<'_>, on: Square| {
        observes_with_a_walk_of_its_side(view, partner(on), from) && meets(view, on)
    };
    if !view.captures_from_elsewhere() {
        let observers = view.observers(from, partners, Ring::Geometry);
        return observers
            .filter(|&on| on != from && takes_part(on) && is_met(view, on))
            .collect();
    }
    let others = view.position.men_of(partners).into_iter();
    for on in others.filter(|&on| on != from && takes_part(on)) {
        if view.observes_from_home(partner(on), from, Ring::Geometry) && is_met(view, on) {
            met.insert(on);
        }
        for (origin, there) in view.elsewhere(partner(on), from, Ring::Geometry) {
            if meets(view.rules.view(&there), origin) {
                met.insert(origin);
            }
        }
    }
    met
}

/// A man looks for its partners with its own walk, not with one that it is lent.
fn observes_with_its_own_walk(view: View<'_>, actor: Actor, on: Square) -> bool {
    let walks = view.observing_walks(actor, on, Ring::Geometry);
    walks.into_iter().any(|walk| is_own(view, actor, walk))
}

/// A lent walk counts while a man of the side has it as its own.
fn observes_with_a_walk_of_its_side(view: View<'_>, actor: Actor, on: Square) -> bool {
    let men = view.position.men_of(actor.side);
    let is_had = |walk| !(view.position.with_walk(walk) & men).is_empty();
    let walks = view.observing_walks(actor, on, Ring::Geometry);
    let mut walks = walks.into_iter();
    walks.any(|walk| is_own(view, actor, walk) || is_had(walk))
}

/// Pawns go like pawns in every form.
fn is_own(view: View<'_>, actor: Actor, walk: WalkId) -> bool {
    let own = view.piece_on(actor.square).walk();
    own == walk || (own.row().is_pawn() && walk.row().is_pawn())
}
