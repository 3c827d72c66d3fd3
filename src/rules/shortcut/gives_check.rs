//! Whether a move gives check: what squares and ways tell before it is played.

use crate::board::{Side, Square, SquareSet};
use crate::men::WalkId;
use crate::position::{Position, Slot};
use crate::rules::Oracle;
use crate::rules::hooks::facts::{MoverAfter, RuleFact};
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::shortcut::check_lines::CheckLines;

/// What is known of a pseudo-legal move's check before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum GivesCheck {
    /// It gives none.
    No,
    /// A way will be open.
    Yes,
    /// Play it and see.
    Unknown,
}

impl Oracle<'_> {
    /// What squares and ways tell about a check to the royal men these check lines are about.
    #[inline]
    pub(in crate::rules) fn gives_check(
        self,
        position: &Position,
        check_lines: &CheckLines,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> GivesCheck {
        let moves_royal = check_lines.royals.contains(pseudo_move.from);
        let mover = position.piece_on(pseudo_move.from);
        let walk = mover.walk();
        let captures = pseudo_move.is_capture();
        if captures && !moves_royal && self.facts.mover_after(mover, true) == MoverAfter::Away {
            return self.gives_check_from_home(position, check_lines, side, pseudo_move);
        }
        let told = self.has_no_side_effects(position, check_lines, side, pseudo_move);
        if moves_royal
            || !Oracle::goes_and_stays(pseudo_move)
            || !told && !self.facts.stays.by(mover).of(pseudo_move)
            || !self.facts.holds(RuleFact::MenSeeAll)
            || walk.row().is_pawn() && self.promotes_on(walk, side, pseudo_move.to)
        {
            return GivesCheck::Unknown;
        }
        let opens = check_lines.opens(pseudo_move);
        let mut royals = check_lines.royals;
        if !told {
            let then = self.walk_behind(mover, captures);
            let may_reach = |royal: Square| match then {
                Some(then) => self.would_reach_as(position, pseudo_move, then, royal, side),
                None => {
                    self.takes_otherwise()
                        || self
                            .table
                            .reach_of_any(side, royal)
                            .contains(pseudo_move.to)
                }
            };
            return match opens || royals.any(may_reach) {
                true => GivesCheck::Unknown,
                false => GivesCheck::No,
            };
        }
        let checks = royals.any(|royal| {
            self.would_reach(position, pseudo_move, royal, side)
                || opens && self.would_have_way(position, pseudo_move, royal, side)
        });
        match checks {
            true => GivesCheck::Yes,
            false => GivesCheck::No,
        }
    }

    /// The same for a capture after which the man is put on one of its homes.
    fn gives_check_from_home(
        self,
        position: &Position,
        check_lines: &CheckLines,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> GivesCheck {
        let mover = position.piece_on(pseudo_move.from);
        let walk = mover.walk();
        let left = [Some(pseudo_move.from), pseudo_move.captured];
        let leaves = |squares: SquareSet| left.iter().flatten().any(|&on| squares.contains(on));
        let homes = self.homes(position, mover, side);
        let mut royals = check_lines.royals;
        let may_check = self.takes_otherwise()
            || !pseudo_move.is_step()
            || !self.facts.holds(RuleFact::MenSeeAll)
            || walk.row().is_pawn() && self.promotion_squares().contains(pseudo_move.to)
            || leaves(check_lines.lines | check_lines.unparalysing)
            || !((check_lines.hurdles | check_lines.owners | check_lines.unparalysing) & homes)
                .is_empty()
            || royals.any(|royal| !(self.table.reach(walk, side, royal) & homes).is_empty());
        match may_check {
            true => GivesCheck::Unknown,
            false => GivesCheck::No,
        }
    }

    /// The squares on which a pseudo-legal move of the man on `from` has to arrive or to capture if it is
    /// to give check to one of the royal men these check lines are about; none if it may check
    /// anyway. Asks squares alone, so there may be too many.
    pub(in crate::rules) fn checking_squares(
        self,
        position: &Position,
        check_lines: &CheckLines,
        side: Side,
        from: Square,
    ) -> Option<SquareSet> {
        let piece = position.piece_on(from);
        let (walk, row) = (piece.walk(), piece.walk().row());
        let rests = !row.captures_elsewhere()
            && self.facts.holds(RuleFact::CapturesStay)
            && self.rests(position, (piece, from), true)
            && self.rests(position, (piece, from), false);
        let elsewhere = self.facts.elsewhere.by(piece);
        let plain = match rests {
            true => self.facts.resting.by(piece),
            false if elsewhere.quiet => elsewhere,
            false => self.facts.plain.by(piece),
        };
        let turned = self.facts.turned.by(piece);
        let stays = self.facts.stays.by(piece);
        if !self.facts.holds(RuleFact::WaysStay)
            || self.takes_otherwise()
            || !plain.quiet && !stays.quiet
            || (check_lines.lines | check_lines.unparalysing).contains(from)
            || check_lines.royals.contains(from)
            || self.generator().adds_moves_of(piece)
            || self
                .generator()
                .may_castle(position, Actor { square: from, side })
            || position.slot(Slot::EN_PASSANT) != 0 && row.captures_en_passant()
        {
            return None;
        }
        let mut decisive = check_lines.hurdles | check_lines.owners | check_lines.unparalysing;
        if elsewhere.quiet {
            decisive |= self.facts.special_arrivals(piece);
        }
        let walk_stays = (plain.quiet || turned.quiet) && (turned.capture || !stays.capture);
        let then = match walk_stays {
            true => Some(walk),
            false => self.walk_behind_any(piece),
        };
        for royal in check_lines.royals {
            decisive |= match then {
                Some(then) => self.table.reach(then, side, royal),
                None => self.table.reach_of_any(side, royal),
            };
        }
        if row.captures_elsewhere() {
            decisive |= check_lines.lines;
        }
        if row.is_pawn() {
            decisive |= self.promotion_squares[Side::White.index()]
                | self.promotion_squares[Side::Black.index()];
        }
        if !self.facts.holds(RuleFact::CapturesStay) {
            decisive |= self.generator().capturable(position, side);
        }
        if !plain.capture && !stays.capture {
            let reborn =
                self.facts.reborn.by(piece).capture && !self.needs_hurdles(walk, side, check_lines);
            decisive |= match reborn {
                true => self.generator().capturable(position, side) & position.men_of(side),
                false => self.generator().capturable(position, side),
            };
        }
        Some(decisive & self.table.range(walk, side, from))
    }

    /// Whether a man more on the board may help the mover, by its walk, or another of `side` to
    /// give check.
    fn needs_hurdles(self, walk: WalkId, side: Side, check_lines: &CheckLines) -> bool {
        let hops = |royal: Square| !self.table.ways(walk, side, royal).hurdles.is_empty();
        !check_lines.unparalysing.is_empty()
            || !check_lines.hurdles.is_empty()
            || check_lines.royals.into_iter().any(hops)
    }

    /// Whether what the pseudo-legal move does not say is no matter to ways of `side`: a hostile man put
    /// back on the board can only stand in the way, unless there are hurdles.
    fn has_no_side_effects(
        self,
        position: &Position,
        check_lines: &CheckLines,
        side: Side,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let is_own = |on: Square| position.piece_on(on).is_of(side);
        let mover = position.piece_on(pseudo_move.from);
        self.has_no_side_effects_now(position, mover, pseudo_move)
            || self.facts.reborn.by(mover).of(pseudo_move)
                && !self.needs_hurdles(mover.walk(), side, check_lines)
                && !pseudo_move.captured.is_some_and(is_own)
    }
}
