//! BGL: each side has a budget of lengths for its moves.

use super::{Caption, Definition, Param, Printed};
use crate::board::{Side, Square};
use crate::position::{Effect, Reason, Slot};
use crate::problem::{Argument, BglBalance, Condition};
use crate::rules::{
    Claim, EffectScope, Outcome, PlayedMove, Promise, PseudoMove, Rank, RulesBuilder, Thing, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "bgl",
    caption: Caption::of(Printed::BglBalance),
    summary: "Each side, or both together, may go so far in all its moves and no farther, measured from the centre of \
              the departure to that of the arrival; in castling the king counts. A capture for which too little is \
              left gives no check.",
    install,
    options: Some(&[Param::Text("white"), Param::Text("black")]),
    samples: &["20 15", "30"],
    claims: |_| &[Claim::Needs(Thing::WholeMoves)],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let budgets = match budgets(condition) {
        Ok(budgets) => budgets,
        Err(reason) => return rules.refuse_argument(DEFINITION.names().en, reason),
    };
    let slot = rules.slot(Slot::named("budgets"));
    rules.set_up(move |position| {
        let value = budgets.packed();
        position.apply(Effect::Set { slot, value }, Reason::Silent);
    });
    let can_pay = move |view: View<'_>, side, pseudo_move: &PseudoMove| {
        can_pay(slot, view, side, pseudo_move)
    };
    rules.keep_capture(Promise::nothing(), can_pay);
    rules.keep_move(Promise::nothing(), can_pay);
    rules.after(
        Rank::BUDGET,
        EffectScope::Memory,
        move |view, played, outcome| {
            pay(slot, view, played, outcome);
        },
    );
}

/// One number for both sides, or one for each.
fn budgets(condition: &Condition) -> Result<BglBalance, String> {
    let written = |argument: &Argument| match argument {
        Argument::Text(_, written) => Some(budget(written)),
        _ => None,
    };
    let given: Vec<Option<u32>> = condition
        .arguments
        .iter()
        .filter_map(written)
        .collect::<Result<_, _>>()?;
    Ok(match given.as_slice() {
        [] | [None] => BglBalance::Each([None, None]),
        [Some(both)] => BglBalance::Common(*both),
        [white, black, ..] => BglBalance::Each([*white, *black]),
    })
}

/// `3.5` in hundredths; a dash is no limit.
fn budget(written: &str) -> Result<Option<u32>, String> {
    if written == "-" {
        return Ok(None);
    }
    let wrong = || format!("`{written}` is no number with at most two decimals");
    let (whole, part) = written.split_once('.').unwrap_or((written, ""));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) || part.len() > 2 {
        return Err(wrong());
    }
    let hundredths: u32 = format!("{whole}{part:0<2}").parse().map_err(|_| wrong())?;
    match hundredths <= BglBalance::MOST {
        true => Ok(Some(hundredths)),
        false => Err(format!("`{written}` is too much")),
    }
}

fn can_pay(slot: Slot, view: View<'_>, side: Side, pseudo_move: &PseudoMove) -> bool {
    let left = BglBalance::of_slot(view.position.slot(slot)).left(side);
    left.is_none_or(|left| length(view, pseudo_move.from, pseudo_move.to) <= left)
}

fn pay(slot: Slot, view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let budgets = BglBalance::of_slot(view.position.slot(slot));
    if budgets.left(played.side).is_some() {
        let spent = length(view, played.pseudo_move.origin(), played.pseudo_move.to);
        let value = budgets.after(played.side, spent).packed();
        outcome.push(Effect::Set { slot, value }, Reason::Budget);
    }
}

/// In hundredths, rounded to the nearest.
fn length(view: View<'_>, from: Square, to: Square) -> u32 {
    let geometry = view.geometry();
    let files = u32::from(geometry.file(from).abs_diff(geometry.file(to)));
    let ranks = u32::from(geometry.rank(from).abs_diff(geometry.rank(to)));
    match LENGTHS.get((files * files + ranks * ranks) as usize) {
        Some(&length) => length.into(),
        None => rounded(files * files + ranks * ranks),
    }
}

/// A squared length and the length in hundredths.
const fn rounded(squared: u32) -> u32 {
    // The root of four times the square is twice the length, exact enough to round by.
    (40_000 * squared).isqrt().div_ceil(2)
}

/// The lengths on the usual board, by their squares.
static LENGTHS: [u16; 99] = {
    let mut lengths = [0; 99];
    let mut squared = 0;
    while squared < lengths.len() {
        lengths[squared] = rounded(squared as u32) as u16;
        squared += 1;
    }
    lengths
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_have_two_decimals_at_most() {
        assert_eq!(budget("2.5"), Ok(Some(250)));
        assert_eq!(budget("2.05"), Ok(Some(205)));
        assert_eq!(budget("300"), Ok(Some(30_000)));
        assert_eq!(budget("-"), Ok(None));
        for wrong in ["", ".", "1.414", "-1", "1e3", "99999999999", "inf"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }
}
