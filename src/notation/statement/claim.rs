//! What a statement claims: `2.1.1.1`, `3 solutions`, `b) 2 solutions`, a star for set play.

use super::Statement;
use crate::board::Side;
use crate::notation::diagnostic::Diagnostic;
use crate::problem::{self, Count, Genre, Intention};
use miette::SourceSpan;

/// `2 solutions`, `2.1.1.1`, `0.1.1.1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// One number, or one for each half-move.
    pub numbers: Vec<u32>,
    /// Whether it has a number for each half-move.
    pub per_move: bool,
    pub(super) at: SourceSpan,
}

impl Claim {
    /// How many solutions are claimed; a leading zero stands for the half-move that set play lacks.
    pub fn solutions(&self) -> u32 {
        let numbers = self.numbers.iter().copied().filter(|number| *number > 0);
        numbers.fold(1, u32::saturating_mul)
    }

    fn count(&self) -> Count {
        let numbers = match self.numbers.as_slice() {
            [0, rest @ ..] if !rest.is_empty() => rest,
            numbers => numbers,
        };
        match (self.per_move, numbers) {
            (false, [lines]) => Count::Lines(*lines),
            _ => Count::Tree(numbers.to_vec()),
        }
    }

    /// Puts a claim in its place. Of two that agree, the one with more numbers stays; two that do
    /// not agree are an error.
    pub(super) fn put(self, place: &mut Option<Claim>, text: &str) -> Result<(), Diagnostic> {
        let written = |claim: &Claim| {
            let end = claim.at.offset() + claim.at.len();
            format!("`{}`", text.get(claim.at.offset()..end).unwrap_or_default())
        };
        if let Some(former) = place.as_ref() {
            let agree = former.solutions() == self.solutions()
                && !(former.per_move && self.per_move && former.numbers != self.numbers);
            if !agree {
                return Err(Diagnostic::Conflict {
                    first: written(former),
                    second: written(&self),
                    reason: "one number of solutions is claimed, or one for each twin",
                    at: self.at,
                });
            }
            if former.numbers.len() > self.numbers.len() {
                return Ok(());
            }
        }
        *place = Some(self);
        Ok(())
    }
}

impl Statement {
    /// Who begins, as far as the kind of play says.
    fn starter(&self) -> Side {
        let asked = self.stipulation.filter(|asked| match asked.genre {
            Genre::Help | Genre::ReciprocalHelp => !asked.length.half && !asked.leads_to_position(),
            genre => matches!(genre, Genre::SeriesHelp),
        });
        match asked {
            Some(_) => Side::Black,
            None => Side::White,
        }
    }

    /// All that is claimed. A twin of which nothing is said has what holds for all.
    ///
    /// ```
    /// use dawson::notation::statement::statement;
    /// let said = statement("h#2 2.1.1.1 b) wKa1-b1 1.2.1.1").unwrap();
    /// assert_eq!(said.intention().texts(), ["2.1.1.1", "b) 1.2.1.1"]);
    /// assert!(statement("dia 3.5").unwrap().intention().is_empty());
    /// ```
    pub fn intention(&self) -> Intention {
        let star = self.star.then_some(Count::Some);
        let claim = |play: &Option<Claim>, set_play: &Option<Claim>| problem::Claim {
            play: play.as_ref().map(Claim::count),
            set_play: set_play.as_ref().map(Claim::count).or(star.clone()),
            ..problem::Claim::default()
        };
        let all = claim(&self.claim, &self.set_claim);
        // With a zero position a) is the first of the twins.
        let first = (!self.zero_position).then_some((&self.first_claim, &self.first_set_claim));
        let twins = self.twins.iter().map(|twin| (&twin.claim, &twin.set_claim));
        let numbered = first.into_iter().chain(twins).enumerate();
        let own = numbered.filter(|(_, (play, set_play))| play.is_some() || set_play.is_some());
        let twins = own.map(|(number, (play, set_play))| {
            let own = claim(play, set_play);
            let claim = problem::Claim {
                play: own.play.or(all.play.clone()),
                set_play: set_play.as_ref().and(own.set_play).or(all.set_play.clone()),
                ..problem::Claim::default()
            };
            (number, claim)
        });
        let twins = twins.filter(|(_, claim)| *claim != all);
        let second = self.second_claim.as_ref();
        let second = second.map(|claim| problem::Claim {
            play: Some(claim.count()),
            ..all.clone()
        });
        Intention {
            twins: twins.collect(),
            sides: second
                .map(|claim| (!self.starter(), claim))
                .into_iter()
                .collect(),
            all: all.clone(),
        }
    }
}
