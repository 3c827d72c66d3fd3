//! Whether a move gives check: what squares and ways tell before it is played.

use crate::board::{Side, Square, SquareSet};
use crate::men::WalkId;
use crate::position::{Position, Slot};
use crate::rules::Rules;
use crate::rules::hooks::facts::Landing;
use crate::rules::hooks::hook::Actor;
use crate::rules::play::candidate::Candidate;
use crate::rules::shortcut::check_lines::Influence;

/// What is known of a candidate's check before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Prospect {
    /// It gives none.
    NoCheck,
    /// A way will be open.
    Check,
    /// Play it and see.
    Unknown,
}

impl Rules {
    /// What squares and ways tell about a check to the royal men the influence is about.
    #[inline]
    pub(in crate::rules) fn prospect(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        candidate: &Candidate,
    ) -> Prospect {
        let moves_royal = influence.royals.contains(candidate.from);
        let mover = position.piece_on(candidate.from);
        let walk = mover.walk();
        let captures = candidate.is_capture();
        if captures && !moves_royal && self.facts.landing(mover, true) == Landing::Away {
            return self.prospect_away(position, influence, side, candidate);
        }
        let told = self.does_as_told(position, influence, side, candidate);
        if moves_royal
            || !Rules::goes_and_stays(candidate)
            || !told && !self.facts.stays.by(mover).of(candidate)
            || !self.facts.men_see_all()
            || walk.row().is_pawn() && self.promotes_on(walk, side, candidate.to)
        {
            return Prospect::Unknown;
        }
        let opens = influence.opens(candidate);
        let mut royals = influence.royals;
        if !told {
            let then = self.walk_behind(mover, captures);
            let may_reach = |royal: Square| match then {
                Some(then) => self.would_reach_as(position, candidate, then, royal, side),
                None => {
                    self.takes_otherwise()
                        || self.table.reach_of_any(side, royal).contains(candidate.to)
                }
            };
            return match opens || royals.any(may_reach) {
                true => Prospect::Unknown,
                false => Prospect::NoCheck,
            };
        }
        let checks = royals.any(|royal| {
            self.would_reach(position, candidate, royal, side)
                || opens && self.would_have_way(position, candidate, royal, side)
        });
        match checks {
            true => Prospect::Check,
            false => Prospect::NoCheck,
        }
    }

    /// The same for a capture after which the man is put on one of its homes.
    fn prospect_away(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        candidate: &Candidate,
    ) -> Prospect {
        let mover = position.piece_on(candidate.from);
        let walk = mover.walk();
        let left = [Some(candidate.from), candidate.captured];
        let leaves = |squares: SquareSet| left.iter().flatten().any(|&on| squares.contains(on));
        let homes = self.homes(position, mover, side);
        let mut royals = influence.royals;
        let may_check = self.takes_otherwise()
            || !candidate.is_step()
            || !self.facts.men_see_all()
            || walk.row().is_pawn() && self.promotion_squares().contains(candidate.to)
            || leaves(influence.lines | influence.releases)
            || !((influence.hurdles | influence.owners | influence.releases) & homes).is_empty()
            || royals.any(|royal| !(self.table.reach(walk, side, royal) & homes).is_empty());
        match may_check {
            true => Prospect::Unknown,
            false => Prospect::NoCheck,
        }
    }

    /// The squares on which a candidate of the man on `from` has to arrive or to capture if it is
    /// to give check to one of the royal men the influence is about; none if it may check
    /// anyway. Asks squares alone, so there may be too many.
    pub(in crate::rules) fn checking_squares(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        from: Square,
    ) -> Option<SquareSet> {
        let piece = position.piece_on(from);
        let (walk, row) = (piece.walk(), piece.walk().row());
        let rests = !row.captures_elsewhere()
            && self.facts.captures_stay()
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
        if !self.facts.ways_stay()
            || self.takes_otherwise()
            || !plain.quiet && !stays.quiet
            || (influence.lines | influence.releases).contains(from)
            || influence.royals.contains(from)
            || self.adds_candidates_of(piece)
            || self.may_castle(position, Actor { square: from, side })
            || position.slot(Slot::EN_PASSANT) != 0 && row.captures_en_passant()
        {
            return None;
        }
        let mut decisive = influence.hurdles | influence.owners | influence.releases;
        if elsewhere.quiet {
            decisive |= self.facts.special_arrivals(piece);
        }
        let walk_stays = (plain.quiet || turned.quiet) && (turned.capture || !stays.capture);
        let then = match walk_stays {
            true => Some(walk),
            false => self.walk_behind_any(piece),
        };
        for royal in influence.royals {
            decisive |= match then {
                Some(then) => self.table.reach(then, side, royal),
                None => self.table.reach_of_any(side, royal),
            };
        }
        if row.captures_elsewhere() {
            decisive |= influence.lines;
        }
        if row.is_pawn() {
            decisive |= self.promotion_squares[Side::White.index()]
                | self.promotion_squares[Side::Black.index()];
        }
        if !self.facts.captures_stay() {
            decisive |= self.capturable(position, side);
        }
        if !plain.capture && !stays.capture {
            let reborn =
                self.facts.reborn.by(piece).capture && !self.needs_hurdles(walk, side, influence);
            decisive |= match reborn {
                true => self.capturable(position, side) & position.men_of(side),
                false => self.capturable(position, side),
            };
        }
        Some(decisive & self.table.range(walk, side, from))
    }

    /// Whether a man more on the board may help the mover, by its walk, or another of `side` to
    /// give check.
    fn needs_hurdles(&self, walk: WalkId, side: Side, influence: &Influence) -> bool {
        let hops = |royal: Square| !self.table.ways(walk, side, royal).hurdles.is_empty();
        !influence.releases.is_empty()
            || !influence.hurdles.is_empty()
            || influence.royals.into_iter().any(hops)
    }

    /// Whether what the candidate does not say is no matter to ways of `side`: a hostile man put
    /// back on the board can only stand in the way, unless there are hurdles.
    fn does_as_told(
        &self,
        position: &Position,
        influence: &Influence,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        let is_own = |on: Square| position.piece_on(on).is_of(side);
        let mover = position.piece_on(candidate.from);
        self.does_as_told_now(position, mover, candidate)
            || self.facts.reborn.by(mover).of(candidate)
                && !self.needs_hurdles(mover.walk(), side, influence)
                && !candidate.captured.is_some_and(is_own)
    }
}
