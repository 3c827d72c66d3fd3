//! What cannot be had together: conditions, goals, walks, attributes, options.
//!
//! **Invariant:** no condition is named here; what a condition does not go with follows from what
//! its definition claims.

use super::condition::condition_word;
use super::{Draft, Reader};
use crate::conditions::{self, Definition};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{Table, name};
use crate::problem::Condition;
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
                let names = [
                    self.condition_name(definition.key),
                    format!("the man on {}", self.board.name(square)),
                ];
                self.conflict([at, draft.man_at(square).unwrap_or(at)], names, reason);
            }
        }
    }

    /// Conditions that do not go together by what they claim, or not with attributes of men.
    fn conditions_apart(&mut self, draft: &Draft<'a>) {
        let said = |key: &str| {
            let mut conditions = draft.problem.conditions.iter();
            let found = conditions.find(|condition| condition.key == key);
            found.cloned().unwrap_or_else(|| Condition::plain(key))
        };
        for (place, (key, at)) in draft.conditions_at.iter().enumerate() {
            let condition = said(key);
            for (other, former) in &draft.conditions_at[..place] {
                if let Some(reason) = conditions::why_apart(&condition, &said(other)) {
                    let names = [other, key].map(|key| self.condition_name(key));
                    self.conflict([*former, *at], names, reason);
                }
            }
            for (attribute, place) in &draft.attributes_at {
                if let Some(reason) = conditions::why_without(&condition, attribute) {
                    let word = name(Table::Attribute, attribute, self.language);
                    let word = word.unwrap_or(attribute);
                    let names = [self.condition_name(key), format!("`{word}`")];
                    self.conflict([*at, *place], names, reason);
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
