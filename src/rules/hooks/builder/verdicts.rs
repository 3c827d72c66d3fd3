//! What conditions say of played moves, of checks and of the end of the game.

use super::RulesBuilder;
use crate::board::{Side, Square, SquareSet};
use crate::men::Attribute;
use crate::position::Position;
use crate::rules::hooks::hook::{
    AttackHook, Hook, Judged, LegalHook, Measure, PlayedMove, Preference,
};
use crate::rules::hooks::promise::{Clause, Promise};
use crate::rules::judge::select::JUDGES;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::{Fact, Rules, View};

impl<'p> RulesBuilder<'p> {
    /// A check is a check only if the capture of the royal man, played with all effects, would stand.
    pub fn check_by_playing(&mut self) {
        self.check_by_playing = true;
    }

    /// The same where another rule judges what follows the capture of a king: for the sake of the rule
    /// that asks it they need not be played.
    pub fn check_by_playing_if_judged(&mut self) {
        if self.has(Fact::CapturesOfKingsAreJudged) {
            self.check_by_playing();
        }
    }

    /// The same for checks by men with this attribute.
    pub fn check_by_playing_of(&mut self, attribute: Attribute) {
        self.checks_played_of = self.checks_played_of.with(attribute);
    }

    /// As [`RulesBuilder::check_by_playing`], and the capture goes on as rules that rewrite
    /// pseudo-legal moves say.
    pub fn check_by_playing_on(&mut self) {
        self.check_by_playing = true;
        self.rewrite_checks = true;
    }

    /// A man lends its walk to the king that it checks, or joins another man of its side, only if its
    /// capture, played with all effects, would stand.
    pub fn lend_by_playing(&mut self) {
        self.lend_by_playing = true;
    }

    /// Whether a played move may stand. Also asked of the trial capture of a royal man
    /// (see [`PlayedMove::trial`]) when checks are judged by playing, unless the rule promises to spare those.
    pub fn keep_legal(
        &mut self,
        promise: impl Into<Promise>,
        legal: impl Fn(&Rules, &mut Position, &PlayedMove) -> bool + Send + Sync + 'static,
    ) {
        let mut hook = LegalHook {
            rule: self.rule,
            judged: Judged::All,
            judges_trials: true,
            act: Box::new(legal),
        };
        for clause in promise.into().clauses() {
            match clause {
                Clause::Checks => hook.judged = Judged::Checks,
                Clause::SparesTrials => hook.judges_trials = false,
                Clause::Company(near) => hook.judged = Judged::NeedsContact(near),
                Clause::LastRank => hook.judged = Judged::ToLastRank,
                _ => self.refuse_promise("played moves"),
            }
        }
        self.hooks.legal.push(hook);
    }

    /// Of its legal moves `side` may only play those of the greatest merit; several such rules
    /// take their turns.
    pub fn select_best(
        &mut self,
        side: Side,
        promise: impl Into<Promise>,
        merit: impl Fn(View<'_>, &PseudoMove) -> i64 + Send + Sync + 'static,
    ) {
        let means = |clause: &Clause| matches!(clause, Clause::Ways);
        let by_way = self.promises(promise, means, "the best moves of a side");
        self.prefer(side, by_way, Measure::Before(Box::new(merit)));
    }

    /// The same for merit that is measured after the move with all its effects.
    pub fn select_best_played(
        &mut self,
        side: Side,
        merit: impl Fn(&Rules, &mut Position, &PlayedMove) -> i64 + Send + Sync + 'static,
    ) {
        self.prefer(side, false, Measure::After(Box::new(merit)));
    }

    /// Rules that leave a side the best of its moves only have no say.
    pub fn choose_freely(&mut self) {
        self.chooses_freely = true;
    }

    fn prefer(&mut self, side: Side, by_way: bool, merit: Measure) {
        let rule = self.rule;
        let mut judges = self.hooks.select.iter();
        let other = judges.find(|judge| judge.side == side && judge.rule != rule);
        if let Some(other) = other {
            let other = other.rule;
            self.refuse(format!(
                "{other} and {rule} both say which legal moves the same side may play, and neither comes first"
            ));
            return;
        }
        let judges = self.hooks.select.iter();
        if judges.filter(|judge| judge.side == side).count() == JUDGES {
            self.refuse("so many rules on the best moves of a side are not supported yet");
            return;
        }
        self.hooks.select.push(Preference {
            rule: self.rule,
            side,
            by_way,
            merit,
        });
    }

    /// Squares that are royal whoever stands there.
    pub fn royal_squares(
        &mut self,
        squares: impl Fn(View<'_>, Side) -> SquareSet + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(squares));
        self.hooks.royal_squares.push(Hook { rule, act });
    }

    /// How else a side could take the royal man on a square than by a capture there.
    pub fn attack_otherwise(
        &mut self,
        promise: impl Into<Promise>,
        attacks: impl Fn(&Rules, &mut Position, Square, Side) -> bool + Send + Sync + 'static,
    ) {
        let mut hook = AttackHook {
            act: Box::new(attacks),
            reach: None,
        };
        for clause in promise.into().clauses() {
            match clause {
                Clause::Reaches(squares) => hook.reach = Some(squares),
                _ => self.refuse_promise("other ways to take a royal man"),
            }
        }
        self.hooks.attack.push(hook);
    }

    /// Pawns on these squares of their own first rank go one step, and capture, as from other ranks.
    pub fn pawns_leave_first_rank(&mut self, from: SquareSet) {
        self.free_pawns |= from;
    }

    /// A key with a neutral man counts even if the defender can take it back.
    pub fn keep_neutral_keys(&mut self) {
        self.keeps_neutral_keys = true;
    }

    /// In the diagram the side that is not to move may be in check.
    pub fn check_may_stand(&mut self) {
        self.check_may_stand = true;
    }

    /// Whether the game is over by a rule of its own, and who has won.
    pub fn end_game(&mut self, winner: impl Fn(View<'_>) -> Option<Side> + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(winner));
        self.hooks.end.push(Hook { rule, act });
    }

    /// Changes the diagram before play.
    pub fn set_up(&mut self, setup: impl Fn(&mut Position) + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(setup));
        self.hooks.setup.push(Hook { rule, act });
    }

    /// The same before all other changes.
    pub fn set_up_first(&mut self, setup: impl Fn(&mut Position) + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(setup));
        self.hooks.setup.insert(0, Hook { rule, act });
    }
}
