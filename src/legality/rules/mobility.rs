//! Who can have come from the game array: past men that never moved, each place of the array
//! accounts for one man. Men that nobody accounts for are promoted.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk, SORTS};
use crate::legality::finding::Finding;
use crate::legality::state::homes;
use crate::legality::ways::Ways;
use crate::orthodox::attack::{Bits, Each, bit};
use crate::retro::routes::KING;

pub(super) const RULE: Rule = Rule {
    key: "mobility",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    for side in Side::BOTH {
        let ways = Ways::new(&analysis.state, side, analysis.steady);
        let king = analysis.state.of_walk(side, KING);
        let home = homes(side, KING).trailing_zeros() as usize;
        if king & ways.reach_of(KING, home) == 0 {
            let finding = Finding::new(RULE.key, "king-cannot-come", side);
            return analysis.refute(finding.on(king | bit(home)));
        }
        for (number, sort) in SORTS.into_iter().enumerate() {
            let men: Vec<usize> = Each(analysis.men(side, sort)).collect();
            let origins = Each(analysis.origins(side, sort));
            let reach: Vec<Bits> = origins.map(|home| ways.reach_of(sort.walk, home)).collect();
            let placed = most_pairs(&men, &reach);
            let least = men.len() as u32 - placed;
            let strangers = men
                .iter()
                .filter(|on| reach.iter().all(|to| to & bit(**on) == 0));
            let strangers = strangers.fold(0, |all, on| all | bit(*on));
            let finding = Finding::new(RULE.key, "cannot-come", side).walk(sort.walk);
            let on = if strangers != 0 {
                strangers
            } else {
                analysis.men(side, sort)
            };
            analysis.learn_promoted(side, number, least, finding.count(least, 0).on(on));
            analysis.learn_newcomers(strangers);
        }
    }
}

/// The most men that get an origin each.
pub(super) fn most_pairs(men: &[usize], reach: &[Bits]) -> u32 {
    fn place(
        origin: usize,
        men: &[usize],
        reach: &[Bits],
        holder: &mut [Option<usize>],
        seen: &mut u64,
    ) -> bool {
        for (number, man) in men.iter().enumerate() {
            if reach[origin] & bit(*man) == 0 || *seen >> number & 1 != 0 {
                continue;
            }
            *seen |= 1 << number;
            let is_free = match holder[number] {
                None => true,
                Some(other) => place(other, men, reach, holder, seen),
            };
            if is_free {
                holder[number] = Some(origin);
                return true;
            }
        }
        false
    }
    let mut holder = vec![None; men.len()];
    let placed = (0..reach.len()).filter(|origin| place(*origin, men, reach, &mut holder, &mut 0));
    placed.count() as u32
}
