//! What cannot be had together: conditions, goals, walks, attributes, options.
//!
//! **Invariant:** each rule is a row of a table; what a condition does not go with, its definition
//! says.

use super::condition::condition_word;
use super::{Draft, Reader};
use crate::board::Square;
use crate::conditions::{self, Definition};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Table, name};
use miette::SourceSpan;

/// Two options and why not both.
const OPTIONS: &[(&str, &str, &str)] = &[
    (
        "duplex",
        "half-duplex",
        "Duplex solves both ways, HalfDuplex only the other way",
    ),
    (
        "goal-is-end",
        "quodlibet",
        "one ends play at the goal, the other goes on",
    ),
];

impl<'a> Reader<'a> {
    /// Says what excludes each other.
    pub(super) fn exclusions(&mut self, draft: &Draft<'a>) {
        self.conditions_apart(draft);
        for (first, second, reason) in OPTIONS {
            if let (Some(one), Some(other)) = (draft.option_at(first), draft.option_at(second)) {
                let names = [one, other].map(|token| format!("`{}`", token.text));
                self.conflict([one.span(), other.span()], names, reason);
            }
        }
        self.goals_of_conditions(draft);
        self.men_of_conditions(draft);
    }

    fn goals_of_conditions(&mut self, draft: &Draft<'a>) {
        let goal = draft.problem.stipulation.map(|asked| asked.goal);
        for (definition, at) in defined(draft) {
            let (goals, reason) = definition.no_goals;
            if goal.is_some_and(|goal| goals.contains(&goal)) {
                let names = [
                    "the stipulation".to_owned(),
                    self.condition_name(definition.key),
                ];
                self.conflict([at, at], names, reason);
            }
        }
    }

    fn men_of_conditions(&mut self, draft: &Draft<'a>) {
        for (definition, at) in defined(draft) {
            let (walks, reason) = definition.no_walks;
            let mut men = draft.problem.diagram.men();
            if let Some((square, _)) = men.find(|(_, man)| walks.contains(&man.walk())) {
                let names = [self.condition_name(definition.key), the_man(square)];
                self.conflict([at, draft.man_at(square).unwrap_or(at)], names, reason);
            }
        }
    }

    /// What conditions say that they do not go with: others, and attributes of men.
    fn conditions_apart(&mut self, draft: &Draft<'a>) {
        for (definition, at) in defined(draft) {
            let key = definition.key;
            for (other, reason) in definition.excludes {
                if let Some(place) = draft.condition_at(other) {
                    let names = [key, other].map(|key| self.condition_name(key));
                    self.conflict([at, place], names, reason);
                }
                let mut given = draft.attributes_at.iter();
                if let Some((_, place)) = given.find(|(attribute, _)| attribute == other) {
                    let word = name(Table::Attribute, other, self.language).unwrap_or(other);
                    let names = [self.condition_name(key), format!("`{word}`")];
                    self.conflict([at, *place], names, reason);
                }
            }
        }
    }

    /// Blames the one that stands later.
    fn conflict(&mut self, at: [SourceSpan; 2], names: [String; 2], reason: &'static str) {
        let [one, other] = at;
        let [first, second] = names;
        let in_order = one.offset() <= other.offset();
        let (first, second, at) = match in_order {
            true => (first, second, other),
            false => (second, first, one),
        };
        self.say(Diagnostic::Conflict {
            first,
            second,
            reason,
            at,
        });
    }

    fn condition_name(&self, key: &str) -> String {
        let name = condition_word(key).map_or(key, |word| word.name(self.language));
        format!("`{name}`")
    }
}

/// The conditions that are built, where they stand.
fn defined(draft: &Draft<'_>) -> impl Iterator<Item = (&'static Definition, SourceSpan)> {
    let conditions = draft.conditions_at.iter();
    conditions.filter_map(|(key, at)| Some((conditions::find(key)?, *at)))
}

fn the_man(square: Square) -> String {
    format!("the man on {square}")
}

impl Draft<'_> {
    fn condition_at(&self, key: &str) -> Option<SourceSpan> {
        let mut conditions = self.conditions_at.iter();
        conditions
            .find(|(other, _)| *other == key)
            .map(|(_, at)| *at)
    }
}
