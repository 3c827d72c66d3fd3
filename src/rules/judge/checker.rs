//! What rules may ask about single men that check, join others, or lend them their walks.

use crate::board::{Side, Square, SquareSet};
use crate::rules::View;
use crate::rules::hooks::hook::{Actor, Purpose, Ring};

impl View<'_> {
    /// Whether this man, with the walks with which it watches other men, could capture on `target` by the
    /// rules of this ring, whoever stands there.
    pub fn joins(self, actor: Actor, target: Square, ring: Ring) -> bool {
        let (rules, position) = (self.rules, self.position);
        let admits = |walk| {
            rules
                .judge()
                .could_capture_on(position, walk, actor, target)
                && rules.judge().admits(position, walk, actor, target, ring)
        };
        let mut walks = self.walks(actor, Purpose::Observe(Ring::Actor)).into_iter();
        actor.square != target
            && walks.any(admits)
            && (!rules.lend_by_playing
                || rules
                    .judge()
                    .could_man_capture(&mut position.sketch(), actor, target))
    }

    /// The men that observe this man of the other side and may lend it their walks.
    pub fn lenders(self, man: Actor, ring: Ring) -> SquareSet {
        let (target, by) = (man.square, !man.side);
        match self.rules.lend_by_playing && ring == Ring::Capture {
            true => self
                .rules
                .judge()
                .attackers(&mut self.position.sketch(), target, by),
            false => self.observers(target, by, ring),
        }
    }

    /// All squares of `side` that must not be observed.
    pub fn royals(self, side: Side) -> SquareSet {
        self.rules.judge().royals(self.position, side)
    }

    /// Whether this man itself could capture a hostile royal man, or on a hostile royal square.
    pub fn checks(self, checker: Actor) -> bool {
        let is_played = self.rules.check_by_playing
            || self
                .piece_on(checker.square)
                .has_any(self.rules.checks_played_of);
        let mut royals = self.royals(!checker.side).into_iter();
        royals.any(|royal| {
            self.observes_as_itself(checker, royal, Ring::Capture)
                && (!is_played || self.plays_capture(checker, royal))
        })
    }

    /// Whether the rules on single checkers let this man give check.
    pub fn may_check(self, checker: Actor) -> bool {
        let mut rules = self.rules.hooks.gives.iter();
        rules.all(|hook| (hook.act)(self, checker))
    }

    /// Whether this man could capture on `target`, whoever stands there; played on a copy if the
    /// captures of such men have to stand.
    pub fn could_capture(self, actor: Actor, target: Square) -> bool {
        let man = self.piece_on(actor.square);
        match man.has_any(self.rules.checks_played_of) {
            true => self.plays_capture(actor, target),
            false => self.observes(actor, target, Ring::Capture),
        }
    }

    fn plays_capture(self, actor: Actor, target: Square) -> bool {
        let mut copy = self.position.sketch();
        self.observes(actor, target, Ring::Capture)
            && self
                .rules
                .judge()
                .could_man_capture(&mut copy, actor, target)
    }
}
