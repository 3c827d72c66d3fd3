//! Rebirths that follow from a rebirth: those of men in the way (Pongracz), and of men next to a capture (nuclear).

use super::form::{Event, Form, Rule};
use super::subject::Subject;
use crate::board::{Side, Square, SquareSet};
use crate::men::vector::ROUND;
use crate::position::{Effect, Reason};
use crate::problem::Condition;
use crate::rules::{Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// Whether the man on this square, on whose place another is reborn, could make room: it goes to its own
/// rebirth square, and so does whoever stands there. Where the chain comes back to a square that a man has
/// left or is to get, the last one vanishes, unless it is royal.
pub(super) fn push_along(
    view: View<'_>,
    form: &Form,
    neutral_as: Side,
    first: Square,
    outcome: &mut Outcome<'_>,
) -> bool {
    let mut chain = vec![first];
    loop {
        let from = chain[chain.len() - 1];
        let to = own_square(view, form, neutral_as, from);
        match to {
            Some(to) if view.position.is_free(to) => {
                chain.push(to);
                break;
            }
            Some(to) if !chain.contains(&to) && view.piece_on(to).is_some() => chain.push(to),
            _ if view.piece_on(from).is_royal() => return false,
            _ => {
                outcome.push(Effect::Remove { on: from }, Reason::Shown);
                break;
            }
        }
    }
    for way in chain.windows(2).rev() {
        let (from, to) = (way[0], way[1]);
        outcome.push(Effect::Move { from, to }, Reason::Shown);
    }
    true
}

/// Where the man that stands here would be reborn; a neutral man counts for one side.
fn own_square(view: View<'_>, form: &Form, neutral_as: Side, on: Square) -> Option<Square> {
    let man = view.piece_on(on);
    let side = match man.is_neutral() {
        true => neutral_as,
        false if man.is_of(Side::White) => Side::White,
        false => Side::Black,
    };
    form.square(view, &Subject::of(man, view.position.id_on(on), side, on))
}

/// Chains mean something only where the man itself and its square tell where it is reborn.
pub(super) fn refuse_what_has_no_chain(
    condition: &Condition,
    form: &Form,
    rules: &mut RulesBuilder<'_>,
) {
    let tells = matches!(
        form.square,
        Rule::Array
            | Rule::File
            | Rule::Symmetry
            | Rule::VerticalSymmetry
            | Rule::HorizontalSymmetry
            | Rule::Antipodes
            | Rule::Diagram
    );
    if !tells || form.event != Event::Now || form.of_other {
        let key = &condition.key;
        rules.refuse(format!(
            "rebirths that follow from a rebirth in this form of `{key}` are not defined"
        ));
    }
}

/// All men next to a capture that are not royal go to their own rebirth squares, or vanish.
pub(super) fn install_nuclear(condition: &Condition, form: &Form, rules: &mut RulesBuilder<'_>) {
    refuse_what_has_no_chain(condition, form, rules);
    let form = form.clone();
    rules.after(
        Rank::NUCLEAR,
        Promise::nothing(),
        move |view, played, outcome| explode(view, played, &form, outcome),
    );
}

/// Squares count as free that nobody held before the explosion. The man on the lower square goes first.
fn explode(view: View<'_>, played: &PlayedMove, form: &Form, outcome: &mut Outcome<'_>) {
    let Some(captured) = played.captured else {
        return;
    };
    let next = ROUND.map(|line| view.geometry().step(captured.on, line));
    let next: SquareSet = next.into_iter().flatten().collect();
    let spared = [played.now, played.reborn];
    let concerned = next.filter(|on| {
        let man = view.piece_on(*on);
        man.is_some() && !man.is_royal() && !spared.contains(&Some(*on))
    });
    let mut taken = SquareSet::EMPTY;
    for from in concerned {
        let to = own_square(view, form, !played.side, from);
        match to.filter(|&to| view.position.is_free(to) && !taken.contains(to)) {
            Some(to) => {
                taken |= SquareSet::of(to);
                outcome.push(Effect::Move { from, to }, Reason::Shown);
            }
            None => outcome.push(Effect::Remove { on: from }, Reason::Shown),
        }
    }
}
