//! Marks and slots that a rule keeps for itself, by the names it gave them: whoever explains a rule
//! afterwards finds them again.

use super::builder::RulesBuilder;
use crate::men::Attribute;
use crate::position::Slot;
use crate::rules::Rules;

/// The marks and slots of all rules, each with the rule and its name.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct PrivateNames {
    /// The first has the first of [`Attribute::OWN_MARKS`].
    marks: Vec<(&'static str, String)>,
    slots: Vec<(&'static str, String, Slot)>,
}

impl PrivateNames {
    fn mark(&self, rule: &str, name: &str) -> Option<Attribute> {
        let mut marks = self.marks.iter();
        let place = marks.position(|(of, called)| *of == rule && called == name)?;
        Attribute::OWN_MARKS.get(place).copied()
    }

    fn slot(&self, rule: &str, name: &str) -> Option<Slot> {
        let mut slots = self.slots.iter();
        let found = slots.find(|(of, called, _)| *of == rule && called == name);
        found.map(|(_, _, slot)| *slot)
    }
}

impl RulesBuilder<'_> {
    /// The mark that the rule being installed calls so; no other rule gives it. Rules with more marks
    /// than there are in [`Attribute::OWN_MARKS`] are refused.
    pub fn private_mark(&mut self, name: &str) -> Attribute {
        if let Some(mark) = self.private.mark(self.rule, name) {
            return mark;
        }
        self.leave_traces("it marks men");
        let free = Attribute::OWN_MARKS.get(self.private.marks.len()).copied();
        self.private.marks.push((self.rule, name.to_owned()));
        free.unwrap_or_else(|| {
            self.refuse("the conditions of this problem have too many marks");
            Attribute::OwnMark8
        })
    }

    /// The slot that the rule being installed calls so, for the whole game.
    pub fn private_slot(&mut self, name: &str) -> Slot {
        if let Some(slot) = self.private.slot(self.rule, name) {
            return slot;
        }
        let slot = self.slot(Slot::named("private"));
        let found = (self.rule, name.to_owned(), slot);
        self.private.slots.push(found);
        slot
    }
}

impl Rules {
    /// The mark that a rule calls so, if it has one.
    pub fn private_mark(&self, rule: &str, name: &str) -> Option<Attribute> {
        self.private.mark(rule, name)
    }

    /// The slot that a rule calls so, if it has one.
    pub fn private_slot(&self, rule: &str, name: &str) -> Option<Slot> {
        self.private.slot(rule, name)
    }
}
