//! Check: a royal man (or royal square) observed, if need be by playing the capture.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Attributes, Piece};
use crate::position::{Position, Slot, unpack_squares};
use crate::rules::Judge;
use crate::rules::hooks::asked::{CheckQuestion, Role};
use crate::rules::hooks::hook::{Actor, CheckStage, Purpose, Ring};
use crate::rules::judge::observe::Captures;
use crate::rules::play::generate::Departure;
use crate::rules::play::pseudo_move::{Kind, Move, PseudoMove};

impl Judge<'_> {
    /// Whether `side` is in check: by the usual rules if a royal man or royal square could be
    /// captured.
    #[inline]
    pub fn in_check(self, position: &mut Position, side: Side) -> bool {
        self.in_check_by(position, side, self.hooks.check.len())
    }

    /// The same by the first rules on check alone.
    pub(in crate::rules) fn in_check_by(
        self,
        position: &mut Position,
        side: Side,
        rules: usize,
    ) -> bool {
        let Some(inner) = rules.checked_sub(1) else {
            return self.could_lose_royal(position, side);
        };
        let question = CheckQuestion {
            rules: self.0,
            side,
            inner,
        };
        let hook = &self.hooks.check[inner];
        let checks = (hook.act)(question, position);
        debug_assert!(
            !checks || hook.stage != CheckStage::Narrows || self.in_check_by(position, side, inner),
            "{} finds a check where there is none",
            hook.rule
        );
        checks
    }

    /// Whether a royal man or royal square of `side` could be captured.
    fn could_lose_royal(self, position: &mut Position, side: Side) -> bool {
        self.royals(position, side).any(|target| {
            self.is_attacked(position, target, side)
                || !self.attackers_at_home(position, target, side).is_empty()
        })
    }

    /// The men of its own side that observe for the other one and could capture on `target`.
    fn attackers_at_home(self, position: &mut Position, target: Square, side: Side) -> SquareSet {
        // A capture that has to be played is one by the other side.
        let observers = self.men_observing_for(position, !side);
        match self.check_by_playing || observers.is_empty() {
            true => SquareSet::EMPTY,
            false => self.attackers(position, target, side) & observers,
        }
    }

    /// The men of the other side that observe for this one.
    pub(in crate::rules) fn men_observing_for(self, position: &Position, side: Side) -> SquareSet {
        if self.hooks.sides.is_empty() {
            return SquareSet::EMPTY;
        }
        let usual = position.men_of(side);
        self.generator()
            .men_for(position, side, Role::Observes, usual)
            & !usual
    }

    /// The men of either side that attack a royal man of `side` on `target`.
    pub fn all_attackers(self, position: &mut Position, target: Square, side: Side) -> SquareSet {
        self.attackers(position, target, !side) | self.attackers_at_home(position, target, side)
    }

    /// Whether the captures of all men are played to judge check.
    pub fn plays_all_checks(self) -> bool {
        self.check_by_playing
    }

    /// Whether captures of royal men alone attack them, and none has to be played.
    pub(in crate::rules) fn only_captures_attack(self) -> bool {
        self.hooks.attack.is_empty()
            && self.hooks.royal_squares.is_empty()
            && !self.check_by_playing
            && self.checks_played_of == Attributes::NONE
    }

    /// The men of a side that could capture a royal man on `target`, each capture judged as far as
    /// the rules on check say. Captures in passing and attacks of other kinds are left aside.
    pub fn attackers(self, position: &mut Position, target: Square, by: Side) -> SquareSet {
        let observers = self.view(position).observers(target, by, Ring::Capture);
        let could = |square: &Square| self.could_take(position, (*square, by), target);
        observers.into_iter().filter(could).collect()
    }

    /// Whether the capture of a royal man by one who observes it stands, as far as it has to.
    fn could_take(
        self,
        position: &mut Position,
        (square, side): (Square, Side),
        on: Square,
    ) -> bool {
        let man = position.piece_on(square);
        let has_to_stand = self.check_by_playing || man.has_any(self.checks_played_of);
        !has_to_stand || self.could_man_capture(position, Actor { square, side }, on)
    }

    /// All squares of `side` that must not be observed.
    pub fn royals(self, position: &Position, side: Side) -> SquareSet {
        let men = position.royals_of(side);
        let further = self
            .hooks
            .royal_squares
            .iter()
            .map(|squares| squares(self.view(position), side));
        further.fold(men, |all, more| all | more)
    }

    fn is_attacked(self, position: &mut Position, target: Square, side: Side) -> bool {
        if self.is_attacked_otherwise(position, target, side)
            || self.is_attacked_from_elsewhere(position, target, !side)
        {
            return true;
        }
        let plays = self.check_by_playing || self.checks_played_of != Attributes::NONE;
        let is_observed = match plays {
            true => self.could_capture(position, target, !side),
            false => self.find_observer(position, target, !side, Ring::Capture, &mut |_| true),
        };
        is_observed || !self.check_by_playing && self.is_attacked_en_passant(position, target, side)
    }

    fn is_attacked_otherwise(self, position: &mut Position, target: Square, side: Side) -> bool {
        let mut rules = self.hooks.attack.iter();
        rules.any(|hook| {
            let attacks = (hook.act)(self.0, position, target, !side);
            debug_assert!(!attacks || hook.keeps_promise(self.view(position), !side, target));
            attacks
        })
    }

    /// The captures that the men of a side could try, as far as they need not be played to be
    /// judged.
    pub fn captures(self, position: &Position, side: Side) -> Vec<PseudoMove> {
        let mut found = Vec::new();
        for square in position.men_of(side) {
            let actor = Actor { square, side };
            if !self.is_forbidden(position, actor) {
                self.generator()
                    .walk_pseudo_moves(position, actor, &mut found);
            }
        }
        let mut last = Departure::default();
        found.retain(|way| {
            let generator = self.generator();
            way.is_capture() && generator.lets_stand(position, side, way, &mut last)
        });
        found
    }

    /// Whether a capture of a royal man counts as a check, as far as rules on ways, on captures and
    /// on what follows them say.
    pub fn capture_counts(
        self,
        position: &mut Position,
        pseudo_move: PseudoMove,
        by: Side,
    ) -> bool {
        let stands = match self.check_at_origin(position, &pseudo_move) {
            Some((there, way)) => self.way_stands(&there, &way, by),
            None => self.way_stands(position, &pseudo_move, by),
        };
        stands && (!self.check_by_playing || self.capture_takes_royal(position, pseudo_move, by))
    }

    /// Whether a man may act and its way and its capture stand.
    fn way_stands(self, position: &Position, pseudo_move: &PseudoMove, by: Side) -> bool {
        let actor = Actor {
            square: pseudo_move.from,
            side: by,
        };
        !self.is_forbidden(position, actor)
            && self.line_is_open(position, Ring::Capture, by, pseudo_move)
            && self.capture_is_allowed(position, by, pseudo_move)
    }

    /// Whether this capture, with one of its choices, takes a royal man of the other side off the
    /// board. The own royal men are not asked for.
    pub fn capture_takes_royal(
        self,
        position: &mut Position,
        pseudo_move: PseudoMove,
        by: Side,
    ) -> bool {
        if has_no_room(position, &pseudo_move) {
            return true;
        }
        let royals = position.royals_of(!by).len();
        self.some_capture_leaves(position, pseudo_move, by, |position| {
            position.royals_of(!by).len() < royals
        })
    }

    /// Whether this capture, tried with each of its choices, can leave a position as described. It
    /// is judged as the capture of a king is: that would end the game, so checks do not matter.
    pub fn some_capture_leaves(
        self,
        position: &mut Position,
        pseudo_move: PseudoMove,
        by: Side,
        is_described: impl Fn(&Position) -> bool,
    ) -> bool {
        let mut movement = Move::first(pseudo_move);
        loop {
            let leaves =
                self.player().play_trial(position, &mut movement, by) && is_described(position);
            position.rewind();
            if leaves || !movement.choices.advance() {
                return leaves;
            }
        }
    }

    /// A royal pawn that just made a double step may be captured on the squares it passed.
    fn is_attacked_en_passant(self, position: &Position, target: Square, side: Side) -> bool {
        let mut squares = unpack_squares(position.slot(Slot::EN_PASSANT));
        if squares.next_back() != Some(target) {
            return false;
        }
        let captures = |passed: Square, from: Square| {
            position.piece_on(from).walk().row().captures_en_passant()
                && self.view(position).observes(
                    Actor {
                        square: from,
                        side: !side,
                    },
                    passed,
                    Ring::Capture,
                )
        };
        squares.into_iter().any(|passed| {
            position
                .men_of(!side)
                .into_iter()
                .any(|from| captures(passed, from))
        })
    }

    /// Whether a capture on `target` by the side `by` would stand with all its effects, as far as captures have
    /// to, and the royal man would then be gone. The capturer's own royal men are not asked for.
    fn could_capture(self, position: &mut Position, target: Square, by: Side) -> bool {
        let mut observers = self.observers_at_home(position, target, by);
        observers.any(|square| self.could_take(position, (square, by), target))
    }

    /// The men that observe a square from where they stand.
    pub fn observers_at_home(self, position: &Position, target: Square, by: Side) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        self.find_observer(position, target, by, Ring::Capture, &mut |from| {
            found.insert(from);
            false
        });
        found
    }

    pub(super) fn could_man_capture(
        self,
        position: &mut Position,
        actor: Actor,
        target: Square,
    ) -> bool {
        let man = position.piece_on(actor.square);
        if !self.borrows(man) && !self.rewrite_checks {
            let walk = man.walk();
            let captures = self.captures_of(position, walk, actor, target);
            let mut captures = captures.into_iter();
            return captures
                .any(|pseudo_move| self.capture_stands(position, pseudo_move, actor.side));
        }
        let walks = self.walks_of(position, actor, Purpose::Observe(Ring::Capture));
        let captures = walks
            .into_iter()
            .flat_map(|walk| self.captures_of(position, walk, actor, target));
        let mut captures: Captures = captures.collect();
        if self.rewrite_checks {
            let mut completed = captures.into_vec();
            self.generator()
                .rewrite(position, actor.side, 0, &mut completed);
            captures = completed.into();
        }
        captures
            .into_iter()
            .any(|pseudo_move| self.capture_stands(position, pseudo_move, actor.side))
    }

    fn capture_stands(self, position: &mut Position, pseudo_move: PseudoMove, by: Side) -> bool {
        let victim = pseudo_move.captured.map(|on| position.piece_on(on));
        let was_royal = victim.is_some_and(Piece::is_royal);
        let is_own = victim.is_some_and(|man| !man.is_of(!by));
        let owner = if is_own { by } else { !by };
        let royals = position.royals_of(owner).len();
        if was_royal
            && ((self.quick.capture_stands)(self.0, position, &pseudo_move, by)
                || has_no_room(position, &pseudo_move))
        {
            return true;
        }
        self.some_capture_leaves(position, pseudo_move, by, |position| {
            !was_royal || position.royals_of(owner).len() < royals
        })
    }
}

/// Whether a capture from afar ends where a man stands: on the other of two boards, so that it cannot
/// be played out, but counts.
fn has_no_room(position: &Position, pseudo_move: &PseudoMove) -> bool {
    pseudo_move.kind == Kind::Ordinary
        && pseudo_move.captured.is_some_and(|on| on != pseudo_move.to)
        && pseudo_move.to != pseudo_move.from
        && !position.is_free(pseudo_move.to)
}
