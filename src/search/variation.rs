//! Battle play in words: threats, variations, continuations, refutations.
//!
//! Asks `battle` who wins and tells what the play looks like; the hash table
//! makes asking again cheap.

use super::killer::First;
use super::searcher::{Searcher, wanted, wanted_replies};
use crate::men::Piece;
use crate::rules::{Game, LastPlyPlace, Wanted};
use crate::solution::{Branch as Told, Mark, MovePart, MoveRecord, Threat};
use crate::stipulation::{Branch, Node, PlayKind, Span, nested};
use std::ops::ControlFlow::{Break, Continue};

/// How much is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether threats are looked for.
    pub(super) threats: bool,
    /// Whether wins shorter than need be are left out.
    pub(super) full_length_only: bool,
}

/// All that may follow an attack.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) threat: Threat,
    pub(super) answers: Vec<Told>,
    /// Defences without an answer.
    pub(super) refutations: Vec<Told>,
}

/// Threatening moves, with the number of plies they need.
struct Threats<M> {
    moves: Vec<M>,
    essences: Vec<Vec<MovePart>>,
    length: u16,
    /// Whether moves that differ in the ways of their hurdles alone stand for each other: the first
    /// decides.
    by_essence: bool,
}

impl<G: Game> Searcher<'_, G> {
    /// What follows the attack just played.
    pub(super) fn reply(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        style: Style,
    ) -> Reply {
        if self.attack_ends(game, branch, left) {
            return self.end_of_attack(game, branch, style);
        }
        let mut reply = Reply::default();
        let threats = self.threats(game, branch, left, style, &mut reply.threat);
        let next = self.next_allowance(game, branch, left).unwrap_or(0);
        let before = std::mem::replace(&mut self.allowance, next);
        self.defences(game, branch, left, style, &threats, &mut reply);
        self.allowance = before;
        reply
    }

    /// Play that begins with the defender in the diagram. There no ply was
    /// made, so no goal can have been reached by one. If the defender must
    /// reach the goal at once, that is the whole set play.
    pub(super) fn reply_in_diagram(
        &mut self,
        game: &mut G,
        branch: &Branch,
        style: Style,
        with_threats: bool,
    ) -> Reply {
        let left = branch.span;
        if nested(branch.after_attack()).is_some() && self.attack_ends(game, branch, left) {
            return self.end_of_attack(game, branch, style);
        }
        let mut reply = Reply::default();
        let mut threats = Threats::none();
        let mut left = left;
        if with_threats {
            threats = self.threats(game, branch, left, style, &mut reply.threat);
            if game.in_check(game.side_to_move()) {
                reply.threat = Threat::Check;
            }
        } else if left.min <= 1 && self.defence(game, branch, Span { max: 1, ..left }) {
            left.max = 1;
        }
        if left.max > 0 {
            self.defences(game, branch, left, style, &threats, &mut reply);
        }
        reply
    }

    /// All defences that spoil a threat, or all where there is none to spoil.
    fn defences(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        style: Style,
        threats: &Threats<G::Move>,
        reply: &mut Reply,
    ) {
        let _ = game.visit_moves(wanted_replies(branch, left), &[], &mut |game, _| {
            self.tick()?;
            let left = left.after_ply();
            if threats.is_empty() || !self.threats_stand(game, branch, left, threats) {
                self.tell_defence(game, branch, left, style, reply);
            }
            Continue(())
        });
    }

    /// The refutations of the first move just played, unless it has none or
    /// more than `most`.
    pub(super) fn refutations(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        most: usize,
    ) -> Option<Vec<Told>> {
        let mut found = Vec::new();
        let mut first = First::none();
        let (key, answering) = (game.key(), self.answering);
        self.refuters.recall(key, left.max, answering, &mut first);
        let _ = game.visit_moves(Wanted::All, first.moves(), &mut |game, movement| {
            self.tick()?;
            if !self.is_answered(game, branch, left.after_ply()) {
                found.push(movement);
            }
            if found.len() > most {
                Break(())
            } else {
                Continue(())
            }
        });
        let few = (1..=most).contains(&found.len()) && !self.stopped;
        // Told without the killer, a move that a rule lists twice counts twice.
        let told = few.then(|| self.tell_refutations(game, branch, &found));
        told.filter(|told| told.len() <= most)
    }

    /// In generation order, which the killer may have disturbed.
    fn tell_refutations(&mut self, game: &mut G, branch: &Branch, moves: &[G::Move]) -> Vec<Told> {
        let mut told = Vec::new();
        let _ = game.visit_moves(Wanted::All, &[], &mut |game, movement| {
            if moves.contains(&movement) {
                let too_early = branch
                    .after_defence()
                    .is_some_and(|node| self.holds(game, node));
                let goal = self.told_goal(game, branch.after_defence());
                told.push(Told {
                    mark: Mark::Refutation,
                    goal: goal.filter(|_| too_early),
                    answers: self.violations(game, branch),
                    ..Told::new(game.record())
                });
            }
            Continue(())
        });
        told
    }

    /// The attack ended the branch: what follows is the play it ended in.
    fn end_of_attack(&mut self, game: &mut G, branch: &Branch, style: Style) -> Reply {
        Reply {
            answers: self.further_play(game, branch.after_attack(), style),
            ..Reply::default()
        }
    }

    /// The attacks in which play goes on where a branch has ended.
    fn further_play(&mut self, game: &mut G, end: Option<&Node>, style: Style) -> Vec<Told> {
        let inner = end.and_then(|node| self.holding(game, node));
        let inner = inner.filter(|inner| inner.manner == PlayKind::Attack && !inner.again);
        let told = inner.map(|inner| self.continuations(game, inner, inner.span, style).told);
        told.unwrap_or_default()
    }

    /// What the attacker would do next if the defender passed.
    fn threats(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        style: Style,
        threat: &mut Threat,
    ) -> Threats<G::Move> {
        let side = game.side_to_move();
        if !style.threats || left.max < 2 || game.in_check(side) {
            return Threats::none();
        }
        let passing = MoveRecord {
            parts: game.pass_as_move(),
            check: false,
        };
        let may_pass = passing.parts.is_empty() || !game.in_check(side);
        let found = match may_pass {
            true => self.continuations(game, branch, left.after_ply(), style),
            false => Continuations::none(),
        };
        game.rewind();
        let by_essence = found.told.iter().any(|told| moves_hurdle(&told.movement));
        let all = found.moves.iter().zip(&found.told);
        let essences = all.map(|(&movement, told)| {
            let with_choices = !by_essence && G::has_chosen(movement);
            essence(&told.movement, with_choices)
        });
        let threats = Threats {
            essences: essences.collect(),
            moves: found.moves,
            length: found.length,
            by_essence,
        };
        *threat = match found.told.is_empty() {
            true => Threat::Zugzwang,
            false => Threat::Threats {
                passing,
                moves: found.told,
            },
        };
        threats
    }

    /// Whether the defence just played is not worth telling: the attacker now wins faster than
    /// by a threat, or all threats still work in time.
    fn threats_stand(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        threats: &Threats<G::Move>,
    ) -> bool {
        if self.defence_ends(game, branch, left) || !self.may_move(game, branch) {
            return false;
        }
        let within = |max: u16| Span { max, ..left };
        let faster = threats.length.saturating_sub(2);
        faster > 0 && self.attack(game, branch, within(faster))
            || self.all_threats_work(game, branch, within(threats.length), threats)
    }

    /// Whether all threats work within the span.
    fn all_threats_work(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        threats: &Threats<G::Move>,
    ) -> bool {
        let mut waiting: Vec<usize> = (0..threats.moves.len()).collect();
        let wanted = wanted_attacks(branch, left.max);
        let first: &[G::Move] = match threats.by_essence {
            true => &[],
            false => &threats.moves,
        };
        let _ = game.visit_moves(wanted, first, &mut |game, movement| {
            self.tick()?;
            let Some(place) = threats.place(&waiting, movement, game) else {
                return Continue(());
            };
            if !self.attack_works(game, branch, left.after_ply()) {
                return Break(());
            }
            waiting.swap_remove(place);
            if waiting.is_empty() {
                Break(())
            } else {
                Continue(())
            }
        });
        waiting.is_empty()
    }

    /// Whether the attack just played succeeds.
    pub(super) fn attack_works(&mut self, game: &mut G, branch: &Branch, left: Span) -> bool {
        self.attack_ends(game, branch, left) || self.defence(game, branch, left)
    }

    fn tell_defence(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        style: Style,
        reply: &mut Reply,
    ) {
        let mut told = Told::new(game.record());
        if self.defence_ends(game, branch, left) {
            told.goal = self.told_goal(game, branch.after_defence());
            if left.max == 0 || self.control.options.mates_in_one {
                told.answers = self.further_play(game, branch.after_defence(), style);
                reply.answers.push(told);
            }
            return;
        }
        let found = self.continuations(game, branch, left, style);
        if found.told.is_empty() {
            reply.refutations.push(told);
        } else if !style.full_length_only || found.length >= left.max {
            told.answers = found.told;
            reply.answers.push(told);
        }
    }

    /// All attacks of the shortest length that succeeds, with what follows.
    fn continuations(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        style: Style,
    ) -> Continuations<G::Move> {
        let mut found = Continuations::none();
        if left.max == 0 {
            return found;
        }
        let Some(length) = self.shortest_attack(game, branch, left) else {
            return found;
        };
        let all = left;
        let left = Span {
            max: length,
            ..left
        };
        let wanted = wanted_attacks(branch, length);
        let _ = game.visit_moves(wanted, &[], &mut |game, movement| {
            self.tick()?;
            let left = left.after_ply();
            if self.keeps_wishes(game, branch, all.after_ply())
                && self.attack_works(game, branch, left)
            {
                found.moves.push(movement);
                found.told.push(self.tell_attack(game, branch, left, style));
            }
            Continue(())
        });
        if found.moves.len() > 1 && game.has_last_ply_order(wanted) {
            found.order(|record| game.last_ply_place(record));
        }
        found.length = length;
        found
    }

    /// Puts a successful attack into words.
    pub(super) fn tell_attack(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        style: Style,
    ) -> Told {
        let mut told = self.tell_bare_attack(game, branch, left);
        let reply = self.reply(game, branch, left, style);
        told.threat = reply.threat;
        told.answers = reply.answers;
        told
    }

    /// Puts an attack into words, without what follows.
    pub(super) fn tell_bare_attack(&mut self, game: &mut G, branch: &Branch, left: Span) -> Told {
        let mut told = Told::new(game.record());
        if self.attack_ends(game, branch, left) {
            told.goal = self.told_goal(game, branch.after_attack());
        }
        told
    }

    /// If the constraint keeps the attacker from moving: the moves it demands.
    pub(super) fn violations(&mut self, game: &mut G, branch: &Branch) -> Vec<Told> {
        let demanded = match &branch.constraint {
            Some(Node::Not(node)) => nested(Some(node)),
            _ => None,
        };
        let silent = Style {
            threats: false,
            full_length_only: false,
        };
        let told = demanded.map(|inner| self.continuations(game, inner, inner.span, silent).told);
        let marked = told.unwrap_or_default().into_iter().map(|told| Told {
            mark: Mark::ReflexViolation,
            ..told
        });
        marked.collect()
    }
}

struct Continuations<M> {
    moves: Vec<M>,
    told: Vec<Told>,
    length: u16,
}

impl<M> Continuations<M> {
    fn none() -> Continuations<M> {
        Continuations {
            moves: Vec::new(),
            told: Vec::new(),
            length: 0,
        }
    }
}

impl<M: Copy> Continuations<M> {
    fn order(&mut self, place: impl Fn(&MoveRecord) -> LastPlyPlace) {
        let pairs = self.moves.iter().copied().zip(self.told.drain(..));
        let mut pairs: Vec<(M, Told)> = pairs.collect();
        pairs.sort_by_key(|(_, told)| place(&told.movement));
        (self.moves, self.told) = pairs.into_iter().unzip();
    }
}

impl<M> Threats<M> {
    fn none() -> Threats<M> {
        Threats {
            moves: Vec::new(),
            essences: Vec::new(),
            length: 0,
            by_essence: false,
        }
    }

    /// Which of the waiting threats the move just played is: a threat stays
    /// the same when it now captures, unless the rules then let choose or a choice is another.
    fn place<G: Game<Move = M>>(
        &self,
        waiting: &[usize],
        movement: M,
        game: &mut G,
    ) -> Option<usize>
    where
        M: PartialEq + Copy,
    {
        let has_chosen = !self.by_essence && G::has_chosen(movement);
        let by_itself = !self.by_essence && !has_chosen;
        let same = |place: &usize| by_itself && self.moves[*place] == movement;
        waiting.iter().position(same).or_else(|| {
            let essence = essence(&game.record(), has_chosen);
            let same = |place: &usize| self.essences[*place] == essence;
            waiting.iter().position(same)
        })
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// What remains of a move when captures on its arrival square and all effects are forgotten,
/// and who makes it: another man that goes the same way carries the threat out too. Of a move with
/// choices the effects remain: in another position the same choice has another number.
fn essence(record: &MoveRecord, with_choices: bool) -> Vec<MovePart> {
    let parts = record.parts.iter().filter_map(|part| match *part {
        MovePart::Movement {
            from, to, captured, ..
        } => Some(MovePart::Movement {
            man: Piece::NONE,
            from,
            to,
            captured: captured.filter(|on| *on != to),
            en_passant: false,
        }),
        MovePart::Castling { .. }
        | MovePart::Exchange { .. }
        | MovePart::Becomes { on: None, .. } => Some(part.clone()),
        MovePart::GoesOn { to, .. } => Some(MovePart::GoesOn {
            to,
            captures: false,
        }),
        _ => with_choices.then(|| part.clone()),
    });
    parts.collect()
}

/// Whether the same move might be made with another hurdle's way: a man other than the one that
/// arrived is moved.
fn moves_hurdle(record: &MoveRecord) -> bool {
    let arrival = record.parts.iter().find_map(|part| match *part {
        MovePart::Movement { to, .. } => Some(to),
        _ => None,
    });
    let moves_other = |part: &MovePart| matches!(*part, MovePart::Transfers { from, .. } if Some(from) != arrival);
    record.parts.iter().any(moves_other)
}

/// Which attacks can matter when so many plies are left.
pub(super) fn wanted_attacks(branch: &Branch, length: u16) -> Wanted {
    let last = branch.after_attack().filter(|_| length == 1);
    last.map_or(Wanted::All, wanted)
}
