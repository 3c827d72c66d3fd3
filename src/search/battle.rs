//! Battle play: who wins? Yes or no, as fast as possible; what the play looks
//! like is told by `variation`.
//!
//! An attack is tried shortest first, so that a later question about the
//! shortest length is answered by the hash table.

use super::far::is_too_far;
use super::killer::First;
use super::known::Known;
use super::ordering::Open;
use super::searcher::{Searcher, forced_goal, visit_replies, wanted_replies};
use crate::rules::{Game, Wanted};
use crate::stipulation::{Branch, Node, Span};
use std::ops::ControlFlow::{self, Break, Continue};

/// An attack of so many plies is asked whether its goal is too far away: longer ones so seldom
/// are that asking costs more than it saves.
const BOUNDED: u16 = 3;

impl<G: Game> Searcher<'_, G> {
    /// Whether the attacker, to move, succeeds within the span.
    pub(super) fn attack(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        self.shortest_attack(game, branch, left).is_some()
    }

    /// The least number of plies in which the attacker, to move, succeeds.
    pub(super) fn shortest_attack(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
    ) -> Option<u16> {
        let too_short = first_length(branch, left) > left.max;
        if too_short || !self.can_go_on(game) || !self.may_move(game, branch) {
            return None;
        }
        if left.max < G::QUICK_PLIES && ends_quickly(branch) {
            return self.deepen(game, branch, left, 0);
        }
        let key = self.battle_key(game, branch, left);
        let known = self.known(key);
        if known.won() <= left.max {
            return Some(known.won());
        }
        let found = self.unless_told(
            (key, left.max),
            |searcher| searcher.deepen(game, branch, left, known.lost()),
            |told| (told.won() <= left.max).then(|| told.won()),
        );
        let known = match found {
            Some(length) => known.with(length, true).with(length - 1, false),
            None => known.with(left.max, false),
        };
        self.remember(key, known, left);
        found
    }

    /// What the table knows under a key.
    pub(super) fn known(&self, key: u128) -> Known {
        self.control.table.get(key).map_or(Known::NOTHING, Known)
    }

    fn remember(&self, key: u128, known: Known, left: Span) {
        if !self.stopped {
            self.control
                .table
                .put(key, known.0, left.max.min(255) as u8);
        }
    }

    /// Tries the lengths longer than `lost`, shortest first.
    fn deepen(&mut self, game: &mut G, branch: &Branch, left: Span, lost: u16) -> Option<u16> {
        let first = first_length(branch, left).max(lost + 1);
        let mut lengths = (first..=left.max).filter(|length| end(branch, *length).is_some());
        lengths.find(|length| self.attack_of_length(game, branch, left, *length))
    }

    fn attack_of_length(&mut self, game: &mut G, branch: &Branch, left: Span, length: u16) -> bool {
        if self.stopped || length == BOUNDED && is_too_far(game, branch, length) {
            return false;
        }
        match branch.after_attack() {
            Some(node) if length == 1 => self.can_reach(game, node),
            _ if length == 2 => match self.can_force_goal(game, branch, left) {
                Some(answer) => answer,
                None => self.long_attack(game, branch, left, length),
            },
            _ => self.long_attack(game, branch, left, length),
        }
    }

    fn long_attack(&mut self, game: &mut G, branch: &Branch, all: Span, length: u16) -> bool {
        let left = Span { max: length, ..all };
        let key = game.key();
        let kind = self.answering;
        let mut winners = First::none();
        self.winners.recall(key, left.max, kind, &mut winners);
        let first = self.first_of(
            game,
            (branch.manner, Wanted::All),
            winners.moves(),
            left.max,
        );
        let won = match self.open_attacks(game, branch, all, left, &first) {
            Open::Won(movement) => Some(movement),
            Open::Moves(moves) => self.winner_among(game, branch, left, &moves),
            Open::Unknown => self.winner(game, branch, all, left, &first),
        };
        if let Some(movement) = won {
            self.winners.learn(key, left.max, kind, movement);
        }
        won.is_some() && !self.stopped
    }

    /// The first attack that wins, of all, these first.
    fn winner(
        &mut self,
        game: &mut G,
        branch: &Branch,
        all: Span,
        left: Span,
        first: &[G::Move],
    ) -> Option<G::Move> {
        let mut won = None;
        let addition = self.battle_addition(branch, left.after_ply());
        let asked = (!game.side_to_move(), addition, None);
        let plies = left.max - 1;
        let forced = forced_goal(branch).filter(|_| plies == 1 && left.min <= 2);
        let all_moves = (forced.map_or(Wanted::All, Wanted::Forcing), first);
        let fails = |known| !branch.parry && Known(known).lost() >= plies;
        self.visit_asking(game, all_moves, asked, fails, |searcher, game, movement| {
            searcher.tick()?;
            searcher.answering = G::kind_of(movement);
            if searcher.keeps_wishes(game, branch, all.after_ply())
                && searcher.defence(game, branch, left.after_ply())
            {
                won = Some(movement);
                return Break(());
            }
            Continue(())
        });
        won
    }

    /// The first of these attacks that wins.
    fn winner_among(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        attacks: &[G::Move],
    ) -> Option<G::Move> {
        let mut attacks = attacks.iter().copied();
        attacks.find(|&movement| {
            game.play(movement);
            self.answering = G::kind_of(movement);
            let won = self.defence(game, branch, left.after_ply());
            game.rewind();
            won
        })
    }

    /// Whether the attacker succeeds whatever the defender, to move, plays.
    pub(super) fn defence(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        if left.max == 0 || !self.can_go_on(game) {
            return false;
        }
        if branch.parry && self.wishes.are_none() && !self.must_parry(game) {
            game.pass();
            let won = self.attack(game, branch, left.after_ply());
            game.rewind();
            return won;
        }
        let must_reach = match left.max {
            1 => self.must_reach_goal(game, branch, left),
            _ => None,
        };
        if let Some(answer) = must_reach {
            return answer;
        }
        if left.max <= G::QUICK_PLIES {
            return self.few_defences_answered(game, branch, left);
        }
        let key = self.battle_key(game, branch, left);
        let known = self.known(key);
        if known.decides(left.max) {
            return known.won() <= left.max;
        }
        let won = self.unless_told(
            (key, left.max),
            |searcher| searcher.few_defences_answered(game, branch, left),
            |told| told.won() <= left.max,
        );
        self.remember(key, known.with(left.max, won), left);
        won
    }

    fn must_parry(&mut self, game: &mut G) -> bool {
        let side = game.side_to_move();
        game.in_check(side)
    }

    /// Whether the attacker, who has one ply left, can drive the defender into the goal with
    /// it, where that can be told without play.
    fn can_force_goal(&mut self, game: &mut G, branch: &Branch, left: Span) -> Option<bool> {
        let free = branch.constraint.is_none() && self.wishes.are_none();
        if left.min > 2 || !free {
            return None;
        }
        let answer = game.can_force_at_once(forced_goal(branch)?)?;
        // Whether the search must stop is seen by whoever asked.
        let _ = self.tick();
        Some(answer)
    }

    /// Whether the defender, who has one ply left, must reach the goal with it, where that can
    /// be told without play.
    fn must_reach_goal(&mut self, game: &mut G, branch: &Branch, left: Span) -> Option<bool> {
        if left.min > 1 {
            return None;
        }
        let answer = game.must_reach_at_once(forced_goal(branch)?)?;
        let _ = self.tick();
        Some(answer)
    }

    /// Whether there are few enough defences and each is answered. Trivial ones are answered
    /// already, unless more plies than they need may spoil that.
    fn few_defences_answered(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        let Some(open) = self.open_defences(game, branch, left) else {
            return self.all_answered(game, branch, left);
        };
        let Some(next) = open.allowance(self.allowance) else {
            return false;
        };
        let before = std::mem::replace(&mut self.allowance, next);
        let answered = match self.wishes.judge_lengths() || branch.parry {
            true => self.all_answered(game, branch, left),
            false => open.any && self.each_answered(game, branch, left, &open.moves),
        };
        self.allowance = before;
        answered
    }

    /// Whether each of these defences is answered.
    fn each_answered(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        defences: &[G::Move],
    ) -> bool {
        let answered = defences.iter().all(|&movement| {
            game.play(movement);
            self.answering = G::kind_of(movement);
            let answered = self.is_answered(game, branch, left.after_ply());
            game.rewind();
            answered
        });
        answered && !self.stopped
    }

    fn all_answered(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        let key = game.key();
        let kind = self.answering;
        let mut promising = First::none();
        if !self.add_promising_defences(game, branch, left, &mut promising) {
            return false;
        }
        let wanted = wanted_replies(branch, left);
        let first = self.first_of(game, (branch.manner, wanted), promising.moves(), left.max);
        let replies = self.replies_of_battle(game, (branch, key), left);
        if replies.as_ref().is_some_and(|known| known.refute(left)) {
            return false;
        }
        let mut moves = false;
        let mut refuter = None;
        let mut refuted = false;
        let visit = |searcher: &mut Self, game: &mut G, movement: Option<G::Move>| {
            searcher.tick()?;
            moves = true;
            searcher.answering = movement.map_or(0, G::kind_of);
            refuted = match movement {
                Some(_) if replies.is_some() => {
                    let replies = replies.as_ref();
                    replies.is_some_and(|known| searcher.refutes(game, branch, left, known))
                }
                Some(_) => !searcher.is_answered(game, branch, left.after_ply()),
                None => !searcher.attack(game, branch, left.after_ply()),
            };
            if refuted {
                refuter = movement;
                return Break(());
            }
            Continue(())
        };
        self.visit_defences(game, branch, left, (wanted, &first), visit);
        if let Some(movement) = refuter {
            self.refuters.learn(key, left.max, kind, movement);
        }
        moves && !refuted && !self.stopped
    }

    /// Visits the replies of the defender, none being a pass.
    fn visit_defences(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        (wanted, first): (Wanted, &[G::Move]),
        mut visit: impl FnMut(&mut Self, &mut G, Option<G::Move>) -> ControlFlow<()>,
    ) {
        if branch.parry || left.max == 1 {
            let _ = visit_replies(game, branch, wanted, first, &mut |game, movement| {
                visit(self, game, movement)
            });
            return;
        }
        let addition = self.battle_addition(branch, left.after_ply());
        let asked = (!game.side_to_move(), addition, None);
        // That there is a defence at all counts, too.
        let none = |_| false;
        self.visit_asking(
            game,
            (wanted, first),
            asked,
            none,
            |searcher, game, movement| visit(searcher, game, Some(movement)),
        );
    }

    /// Whether the defence just played helps nothing.
    pub(super) fn is_answered(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        self.defence_ends(game, branch, left) || left.max > 0 && self.attack(game, branch, left)
    }

    /// Whether the defender can take the attack just played back, a mere step of a neutral man, and bring
    /// back the diagram: then the attack is neither key nor try, unless play has to be of full length.
    pub(super) fn is_taken_back(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        diagram: u128,
    ) -> bool {
        if left.max <= 1 || branch.span.min == branch.span.max {
            return false;
        }
        let Some((from, to)) = game.neutral_step() else {
            return false;
        };
        let mut back = false;
        let _ = game.visit_moves(Wanted::All, &[], &mut |game, _| {
            back = game.neutral_step() == Some((to, from)) && game.diagram_key() == diagram;
            if back { Break(()) } else { Continue(()) }
        });
        back
    }

    /// Whether the defence just played is what the defender was driven into.
    pub(super) fn defence_ends(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        let end = branch.after_defence();
        left.min == 0 && end.is_some_and(|node| self.holds(game, node))
    }

    /// Whether the attack just played ends the branch with success.
    pub(super) fn attack_ends(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        let end = branch.after_attack();
        left.min == 0 && end.is_some_and(|node| self.holds(game, node))
    }
}

/// The shortest attack there may be.
fn first_length(branch: &Branch, left: Span) -> u16 {
    let first = left.min.max(1);
    first + u16::from(end(branch, first).is_none())
}

/// Whether the last ply of an attack is looked at faster than the table.
fn ends_quickly(branch: &Branch) -> bool {
    matches!(branch.after_attack(), Some(Node::Goal(_)))
}

/// What may come after `length` plies that begin with an attack.
fn end(branch: &Branch, length: u16) -> Option<&Node> {
    match length % 2 {
        1 => branch.after_attack(),
        _ => branch.after_defence(),
    }
}
