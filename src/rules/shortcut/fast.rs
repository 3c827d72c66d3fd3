//! What the installed hooks leave untouched, so that short cuts are safe.
//!
//! The facts are read off the hook lists themselves: a rule that installs a
//! hook switches off the short cuts that would overlook it, and cannot forget to.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Attributes, Men, Piece, WalkId};
use crate::position::{LastMoveFact, Position, Slot};
use crate::rules::Rules;
use crate::rules::hooks::hook::{
    Actor, AfterHook, Foretold, Hooks, LegalHook, Paralyse, Ring, Touch,
};
use crate::rules::play::candidate::{Candidate, Kind};
use crate::rules::shortcut::moved::Moved;

/// Facts about the rules of a problem.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Fast {
    /// Observation asks geometry only.
    pub observation_is_geometry: bool,
    /// No rule filters or rewrites candidates.
    pub candidates_are_free: bool,
    /// What geometry does not observe is not in check.
    geometry_bounds: bool,
    /// And what it observes is, once and for all: no other man has a say.
    geometry_decides: bool,
    /// But rules that keep men from acting, which go by observation alone.
    holds_are_known: bool,
    /// Men go by walks of their own, and what they do without capture is not rewritten.
    ways_stay: bool,
    /// But what they capture may lead them anywhere.
    captures_go_on: bool,
    /// Men go by walks of their own alone, but for what they do behind captures.
    own_steps: bool,
    /// Played moves stand that leave no own royal man in check.
    safe_is_legal: bool,
    /// Some rules let all moves stand that do not check.
    pub(in crate::rules) checks_are_judged: bool,
    /// All rules on played moves do.
    quiet_is_legal: bool,
    /// Squares tell of played moves that stand.
    squares_judge: bool,
    /// Quiet steps stand unless they expose a royal man, check where that is judged, or want
    /// company.
    pub(in crate::rules) steps_stand: bool,
    /// What the candidate does not say concerns the moved man alone.
    tame: ByMover,
    /// It does what the candidate says, at most with a promotion.
    plain: ByMover,
    /// The same, but that captured men may be put back somewhere.
    reborn: ByMover,
    /// The same, but that a man that captured is put on one of its homes.
    away: ByMover,
    /// The same, but that a moved man that is not royal may change its sides.
    turned: ByMover,
    /// The moved man is where the candidate says, whatever it has become.
    stays: ByMover,
}

/// A fact about the moves of men, some of which have attributes that rules ask for.
#[derive(Clone, Copy, Debug)]
struct ByMover {
    marks: Attributes,
    marked: ByKind,
    others: ByKind,
}

impl ByMover {
    /// Whether all hooks with effects on such moves are among those touching no more than told.
    fn touching(hooks: &Hooks, most: &[Touch]) -> ByMover {
        let after = hooks.after.iter();
        let marks = after.clone().filter_map(|hook| hook.of);
        let of_all = after.clone().filter(|hook| hook.of.is_none());
        let both = [
            ByKind::touching(after, most),
            ByKind::touching(of_all, most),
        ];
        let [marked, others] = match hooks.before.is_empty() {
            true => both,
            false => [ByKind::NEITHER; 2],
        };
        ByMover {
            marks: marks.fold(Attributes::NONE, Attributes::with),
            marked,
            others,
        }
    }

    /// The fact about the moves of this man.
    #[inline]
    fn by(&self, mover: Piece) -> ByKind {
        match mover.has_any(self.marks) {
            true => self.marked,
            false => self.others,
        }
    }
}

/// A fact about moves without and with capture.
#[derive(Clone, Copy, Debug)]
struct ByKind {
    quiet: bool,
    capture: bool,
}

impl ByKind {
    /// It holds of no move.
    const NEITHER: ByKind = ByKind {
        quiet: false,
        capture: false,
    };

    /// Whether all hooks with effects on such moves are among those touching no more than told.
    fn touching<'a>(hooks: impl Iterator<Item = &'a AfterHook> + Clone, most: &[Touch]) -> ByKind {
        let all = |also: &[Touch]| {
            let touches = |touch: Touch| {
                touch == Touch::Memory || most.contains(&touch) || also.contains(&touch)
            };
            hooks.clone().all(|hook| touches(hook.touch))
        };
        ByKind {
            quiet: all(&[
                Touch::Captures,
                Touch::Capturer,
                Touch::Rebirth,
                Touch::Away,
            ]),
            capture: all(&[]),
        }
    }

    #[inline]
    fn of(self, candidate: &Candidate) -> bool {
        self.if_captures(candidate.is_capture())
    }

    #[inline]
    fn if_captures(self, captures: bool) -> bool {
        match captures {
            true => self.capture,
            false => self.quiet,
        }
    }
}

/// What is known of a man that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Landing {
    /// It has its walk, and if not its side, then the other; nothing else happened.
    AsItWas,
    /// It is there, whatever it has become; nothing else happened.
    Changed,
    /// It is as it was, and the man it captured may be somewhere else on the board.
    PutsBack,
    /// It captured, and is as it was, but on one of its homes.
    Away,
    /// Nothing.
    Anything,
}

impl Fast {
    pub(in crate::rules) fn of(hooks: &Hooks, check_by_playing: bool) -> Fast {
        let no_line = hooks.fixed_line.is_empty() && hooks.line.is_empty();
        let own_walks = hooks.borrow.is_empty() && hooks.sight.is_none() && hooks.sides.is_empty();
        let free = hooks.forbid.is_empty() && hooks.capture.is_empty();
        let geometry_bounds = hooks.borrow.is_empty()
            && hooks.royal_squares.is_empty()
            && hooks.check.is_empty()
            && hooks.sides.is_empty();
        let mut holds = hooks.forbid.iter();
        let holds_are_known = holds.all(|hook| hook.observed_by.is_some());
        Fast {
            observation_is_geometry: no_line && free && own_walks,
            candidates_are_free: no_line
                && hooks.capture.is_empty()
                && hooks.move_only.is_empty()
                && hooks.rewrite.is_empty()
                && hooks.siblings.is_empty(),
            geometry_bounds,
            geometry_decides: geometry_bounds
                && hooks.sight.is_none()
                && hooks.line.is_empty()
                && free
                && !check_by_playing,
            holds_are_known: geometry_bounds
                && hooks.sight.is_none()
                && hooks.line.is_empty()
                && hooks.capture.is_empty()
                && holds_are_known
                && !check_by_playing,
            ways_stay: hooks.borrow.is_empty() && hooks.keep_quiet(),
            captures_go_on: !hooks.rewrite.is_empty(),
            own_steps: hooks.borrow.is_empty() && hooks.extra_of_man.is_empty(),
            safe_is_legal: hooks.legal.is_empty() && hooks.before.is_empty(),
            checks_are_judged: hooks.legal.iter().any(LegalHook::judges_checks),
            quiet_is_legal: hooks.before.is_empty()
                && hooks.legal.iter().all(LegalHook::judges_checks),
            steps_stand: geometry_bounds
                && hooks.siblings.is_empty()
                && hooks.sight.is_none()
                && hooks.line.is_empty()
                && holds_are_known
                && hooks.allow_quiet()
                && hooks.keep_quiet()
                && hooks.before.is_empty()
                && hooks
                    .legal
                    .iter()
                    .all(|legal| legal.judges_checks() || legal.judges_squares()),
            squares_judge: hooks.before.is_empty()
                && hooks.legal.iter().all(LegalHook::judges_squares),
            tame: ByMover::touching(hooks, &[Touch::Mover]),
            plain: ByMover::touching(hooks, &[]),
            reborn: ByMover::touching(hooks, &[Touch::Rebirth]),
            away: ByMover::touching(hooks, &[Touch::Away]),
            turned: ByMover::touching(hooks, &[Touch::MoverSide, Touch::Capturer]),
            stays: ByMover::touching(hooks, &[Touch::Mover, Touch::MoverSide, Touch::Capturer]),
        }
    }

    /// Whether the candidate of this man does no more than it says, but for a promotion.
    #[inline]
    pub(in crate::rules) fn does_as_told(&self, mover: Piece, candidate: &Candidate) -> bool {
        self.plain.by(mover).of(candidate)
    }

    /// Whether men go where their own walks lead them, if they capture nothing.
    pub(in crate::rules) fn goes_by_steps(&self) -> bool {
        self.own_steps
    }

    /// Whether all moves of all men do no more than they say, but for promotions.
    pub(in crate::rules) fn moves_are_plain(&self) -> bool {
        [self.plain.marked, self.plain.others]
            .iter()
            .all(|kind| kind.quiet && kind.capture)
    }

    /// Whether moves of this man, captures or not, do no more than they say, but for promotions.
    #[inline]
    pub(in crate::rules) fn is_plain(&self, mover: Piece, captures: bool) -> bool {
        self.plain.by(mover).if_captures(captures)
    }

    /// Whether what such moves do beside that concerns the moved man alone, which stays in its
    /// place and of its side.
    #[inline]
    pub(in crate::rules) fn is_tame(&self, mover: Piece, captures: bool) -> bool {
        self.tame.by(mover).if_captures(captures)
    }

    /// What is known of this man where it arrives, with or without capture.
    #[inline]
    pub(in crate::rules) fn landing(&self, mover: Piece, captures: bool) -> Landing {
        let holds = |fact: &ByMover| fact.by(mover).if_captures(captures);
        if holds(&self.turned) {
            Landing::AsItWas
        } else if holds(&self.stays) {
            Landing::Changed
        } else if holds(&self.reborn) {
            Landing::PutsBack
        } else if holds(&self.away) {
            Landing::Away
        } else {
            Landing::Anything
        }
    }

    /// Whether a quiet step changes nothing but the man itself, which its king does not mind.
    #[inline]
    pub(in crate::rules) fn stays_tame(&self, mover: Piece, lends: bool) -> bool {
        let tame = if lends { &self.plain } else { &self.tame };
        tame.by(mover).quiet
    }

    /// Whether the moved man may change its sides unless it is royal, and nothing else happens
    /// that the candidate does not say.
    #[inline]
    pub(in crate::rules) fn at_most_turns(&self, mover: Piece, candidate: &Candidate) -> bool {
        self.turned.by(mover).of(candidate)
    }

    /// Whether the captured man may be put back on the board and nothing else happens that the
    /// candidate does not say, but for a promotion.
    #[inline]
    pub(in crate::rules) fn puts_back(&self, mover: Piece, candidate: &Candidate) -> bool {
        self.reborn.by(mover).of(candidate)
    }

    /// Whether a quiet step of a royal man is no more than that.
    #[inline]
    pub(in crate::rules) fn royal_steps_are_tame(&self, royal: Piece) -> bool {
        self.turned.by(royal).quiet
    }
}

/// The squares that matter for attacks on royal men of one side; candidates that touch none of
/// them neither give nor uncover a check.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Influence {
    /// The royal men's squares.
    pub royals: SquareSet,
    /// Men that leave these may open a way to them.
    pub lines: SquareSet,
    /// Men that arrive on these may, too.
    pub hurdles: SquareSet,
    /// Men that take the place of others on these may, too.
    pub owners: SquareSet,
    /// Any change on these may let a man act that has a way already.
    pub releases: SquareSet,
}

impl Influence {
    /// Whether the candidate might let a man other than the one that moves observe a royal man.
    #[inline]
    pub(in crate::rules) fn opens(&self, candidate: &Candidate) -> bool {
        let replaces = candidate.captured == Some(candidate.to);
        let arrivals = if replaces { self.owners } else { self.hurdles };
        let leave = self.lines | self.releases;
        leave.contains(candidate.from)
            || (arrivals | self.releases).contains(candidate.to)
            || candidate
                .captured
                .is_some_and(|on| on != candidate.to && leave.contains(on))
    }

    /// Whether the candidate changes anything on the ways to the royal men.
    #[inline]
    fn is_touched(&self, candidate: &Candidate) -> bool {
        let touches = |square: Square| self.lines.contains(square);
        touches(candidate.from) || touches(candidate.to) || candidate.captured.is_some_and(touches)
    }
}

impl Rules {
    pub(in crate::rules) fn influence(&self, position: &Position, by: Side) -> Influence {
        let royals = position.royals_of(!by);
        let mut influence = Influence {
            royals,
            lines: SquareSet::EMPTY,
            hurdles: SquareSet::EMPTY,
            owners: SquareSet::EMPTY,
            releases: SquareSet::EMPTY,
        };
        let men = position.men_of(by);
        for royal in royals {
            for from in men & self.table.reach_of_any(by, royal) {
                let walk = position.piece_on(from).walk();
                let near = self.table.reach(walk, by, royal);
                if !self.table.is_leaper(walk, by) && near.contains(from) {
                    let ways = self.table.ways_from(walk, by, from, royal);
                    influence.lines |= ways.lines;
                    influence.hurdles |= ways.hurdles;
                    influence.owners |= ways.owners;
                }
            }
        }
        influence
    }

    /// What decides whether a candidate of `by` can give check at all; none where that is no
    /// matter of ways alone, or where a way is open already and some rule holds the check back.
    pub(in crate::rules) fn outlook_on_check(
        &self,
        position: &Position,
        by: Side,
    ) -> Option<Influence> {
        if !self.fast.geometry_bounds {
            return None;
        }
        let mut influence = self.influence(position, by);
        let mut royals = influence.royals;
        let releases = &mut influence.releases;
        let held_back = !self.fast.geometry_decides
            && royals.any(|royal| {
                let mut stop =
                    |square| !self.is_held(position, Actor { square, side: by }, releases);
                self.find_way(position, royal, by, &mut stop)
            });
        (!held_back).then_some(influence)
    }

    /// Whether a man may not act, as long as nothing changes on squares that are then added to
    /// these.
    fn is_held(&self, position: &Position, actor: Actor, releases: &mut SquareSet) -> bool {
        let (square, by) = (actor.square, !actor.side);
        let man = position.piece_on(square);
        let mut note = |holds: &Paralyse, from: Square| {
            let holder = position.piece_on(from);
            let is_held = holds(man, holder);
            if is_held {
                let ways = self.table.ways_from(holder.walk(), by, from, square);
                *releases |= ways.lines | ways.hurdles | ways.owners;
                releases.insert(from);
            }
            is_held
        };
        let mut rules = self.hooks.forbid.iter();
        self.fast.holds_are_known
            && rules.any(|hook| {
                let holds = hook.observed_by.as_deref();
                holds.is_some_and(|holds| {
                    let mut stop = |from| note(holds, from);
                    self.find_observer(position, square, by, Ring::Geometry, &mut stop)
                })
            })
    }

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
        if captures && !moves_royal && self.fast.landing(mover, true) == Landing::Away {
            return self.prospect_away(position, influence, side, candidate);
        }
        let told = self.does_as_told(position, influence, side, candidate);
        if moves_royal
            || !is_usual(candidate)
            || !told && !self.fast.stays.by(mover).of(candidate)
            || self.hooks.sight.is_some()
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
                None => self.table.reach_of_any(side, royal).contains(candidate.to),
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
        let may_check = !is_usual(candidate)
            || self.hooks.sight.is_some()
            || walk.row().is_pawn() && self.promotion_squares().contains(candidate.to)
            || leaves(influence.lines | influence.releases)
            || !((influence.hurdles | influence.owners | influence.releases) & homes).is_empty()
            || royals.any(|royal| !(self.table.reach(walk, side, royal) & homes).is_empty());
        match may_check {
            true => Prospect::Unknown,
            false => Prospect::NoCheck,
        }
    }

    /// The homes of a man that captures for `side`, where it is put on one.
    pub(in crate::rules) fn homes(&self, position: &Position, man: Piece, side: Side) -> SquareSet {
        let view = self.view(position);
        let hooks = self.hooks.after.iter();
        let homes = hooks.filter_map(|hook| match &hook.foretold {
            Foretold::Homes(homes) if hook.concerns(man, true) => Some(homes(view, man, side)),
            _ => None,
        });
        homes.fold(SquareSet::EMPTY, |all, more| all | more)
    }

    /// The walk that a man has after a move without promotion, where it is known.
    pub(in crate::rules) fn walk_behind(&self, mover: Piece, captures: bool) -> Option<WalkId> {
        let mut hooks = self.hooks.after.iter();
        if self.fast.turned.by(mover).if_captures(captures) {
            return Some(mover.walk());
        }
        if mover.walk().row().is_pawn() {
            return None;
        }
        let after = hooks.try_fold(mover.walk(), |walk, hook| {
            if !hook.concerns(mover, captures) {
                return Some(walk);
            }
            match (hook.touch, &hook.foretold) {
                (Touch::Mover, Foretold::Walk(next)) => Some(next(walk)),
                (Touch::Memory | Touch::MoverSide | Touch::Capturer, _) => Some(walk),
                _ => None,
            }
        });
        after.filter(|walk| !walk.row().is_pawn())
    }

    /// The walk that a man has after any move without promotion, where it is known.
    pub(in crate::rules) fn walk_behind_any(&self, mover: Piece) -> Option<WalkId> {
        let quiet = self.walk_behind(mover, false)?;
        let captures = match self.fast.landing(mover, true) {
            Landing::AsItWas | Landing::Changed => self.walk_behind(mover, true)?,
            Landing::PutsBack | Landing::Away | Landing::Anything => quiet,
        };
        (quiet == captures).then_some(quiet)
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
        let plain = self.fast.plain.by(piece);
        let turned = self.fast.turned.by(piece);
        let stays = self.fast.stays.by(piece);
        if !self.fast.ways_stay
            || !plain.quiet && !stays.quiet
            || (influence.lines | influence.releases).contains(from)
            || influence.royals.contains(from)
            || !self.hooks.extra_of_man.is_empty() && piece.is_royal()
            || self.may_castle(position, Actor { square: from, side })
            || position.slot(Slot::EN_PASSANT) != 0 && row.captures_en_passant()
        {
            return None;
        }
        let mut decisive = influence.hurdles | influence.owners | influence.releases;
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
        if self.fast.captures_go_on {
            decisive |= position.men_of(!side);
        }
        if !plain.capture && !stays.capture {
            let reborn =
                self.fast.reborn.by(piece).capture && !self.needs_hurdles(walk, side, influence);
            decisive |= match reborn {
                true => position.men_of(!side) & position.men_of(side),
                false => position.men_of(!side),
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
        self.fast.does_as_told(mover, candidate)
            || self.fast.reborn.by(mover).of(candidate)
                && !self.needs_hurdles(mover.walk(), side, influence)
                && !candidate.captured.is_some_and(is_own)
    }
}

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

pub(in crate::rules) fn is_usual(candidate: &Candidate) -> bool {
    matches!(candidate.kind, Kind::Ordinary | Kind::DoubleStep)
}

/// What is known of the safety of a side's royal man before it moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Outlook {
    influence: Influence,
    /// The man that has a way to it, if one has.
    attacker: Option<Attacker>,
    /// What decides whether a move checks, where rules judge checks and nobody has a way to a
    /// royal man of the other side.
    checks: Option<Influence>,
}

impl Outlook {
    /// Whether nobody has a way to the royal man.
    pub(in crate::rules) fn is_quiet(&self) -> bool {
        self.attacker.is_none()
    }
}

#[derive(Clone, Copy, Debug)]
struct Attacker {
    square: Square,
    /// The royal man.
    royal: Square,
    /// Whether its way, or that of the other, can be closed.
    rides: bool,
    /// Whether another man has a way, too: capturing this one is not enough.
    double: bool,
}

/// What the outlook tells about a candidate without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Verdict {
    /// It cannot expose the royal man, and no rule can object.
    Legal,
    /// It cannot expose the royal man, but rules must be asked.
    Safe,
    /// It leaves the royal man in check.
    Illegal,
    /// Play it and see.
    Unknown,
}

impl Rules {
    /// The outlook of `side`, where ways alone bound what is in check and it has one royal man
    /// at most.
    pub(in crate::rules) fn outlook(&self, position: &Position, side: Side) -> Option<Outlook> {
        let fast = &self.fast;
        if !fast.geometry_bounds || position.royals_of(side).len() > 1 {
            return None;
        }
        let mut influence = self.influence(position, !side);
        let judged = fast.checks_are_judged;
        let checks = judged.then(|| self.new_checks(position, side)).flatten();
        let Some(royal) = influence.royals.first() else {
            return Some(Outlook {
                influence,
                attacker: None,
                checks,
            });
        };
        let mut attacker: Option<Attacker> = None;
        let mut note = |square: Square| {
            let walk = position.piece_on(square).walk();
            let double = attacker.is_some();
            attacker = Some(Attacker {
                square,
                royal,
                rides: !self.table.is_leaper(walk, !side) || attacker.is_some_and(|one| one.rides),
                double,
            });
            double
        };
        if fast.geometry_decides {
            self.find_observer(position, royal, !side, Ring::Capture, &mut note);
        } else {
            let releases = &mut influence.releases;
            self.find_way(position, royal, !side, &mut |square| {
                let actor = Actor {
                    square,
                    side: !side,
                };
                !self.is_held(position, actor, releases) && note(square)
            });
        }
        Some(Outlook {
            influence,
            attacker,
            checks,
        })
    }

    /// What decides whether a move of `side` checks, if it does not observe a royal man already.
    fn new_checks(&self, position: &Position, side: Side) -> Option<Influence> {
        let influence = self.influence(position, side);
        let mut royals = influence.royals;
        let observes = royals.any(|royal| self.find_way(position, royal, side, &mut |_| true));
        (!observes).then_some(influence)
    }

    /// Whether the move just played may check, as far as the outlook tells.
    pub(in crate::rules) fn may_check_now(
        &self,
        position: &Position,
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        let checks = outlook.and_then(|outlook| outlook.checks.as_ref());
        checks.is_none_or(|checks| self.may_observe_now(position, checks, side))
    }

    /// Whether the candidate leads to nothing but a man on another square and perhaps another
    /// off the board: no rule changes or remembers anything.
    #[inline]
    pub(in crate::rules) fn leads_as_told(
        &self,
        position: &Position,
        candidate: &Candidate,
    ) -> bool {
        let &Candidate {
            from, to, captured, ..
        } = candidate;
        let mover = position.piece_on(from);
        let after = self.hooks.after.iter();
        candidate.kind == Kind::Ordinary
            && from != to
            && captured.is_none_or(|on| on != from && position.piece_on(on).is_some())
            && !(mover.walk().row().is_pawn() && self.promotion_squares().contains(to))
            && self.hooks.before.is_empty()
            && self.hooks.hurdles.is_empty()
            && !after
                .into_iter()
                .any(|hook| hook.concerns(mover, captured.is_some()))
            && self.forgets_no_more_than_a_double_step(position)
            && !self.may_change_rights(position, [Some(from), Some(to), captured])
    }

    /// Whether an ordinary move changes no slot but that of the double step.
    fn forgets_no_more_than_a_double_step(&self, position: &Position) -> bool {
        let passing = self.passing_slots.iter().chain([&Slot::ROLLS]);
        let others = passing.filter(|slot| **slot != Slot::EN_PASSANT);
        let known = self.last_move_facts.without(LastMoveFact::Exchange);
        known.is_empty()
            && position.slot(Slot::LAST_MOVE) == 0
            && others.into_iter().all(|&slot| position.slot(slot) == 0)
    }

    /// What becomes of the royal man's safety with this candidate, and what rules say to it.
    #[inline]
    pub(in crate::rules) fn verdict(
        &self,
        position: &Position,
        outlook: &Outlook,
        side: Side,
        candidate: &Candidate,
    ) -> Verdict {
        match self.safety(position, outlook, side, candidate) {
            Verdict::Safe if self.fast.safe_is_legal => Verdict::Legal,
            Verdict::Safe if self.surely_stands(position, candidate) => Verdict::Legal,
            Verdict::Safe if self.fast.quiet_is_legal => {
                let prospect = |checks| self.prospect(position, checks, side, candidate);
                match outlook.checks.as_ref().map(prospect) {
                    Some(Prospect::NoCheck) => Verdict::Legal,
                    _ => Verdict::Safe,
                }
            }
            verdict => verdict,
        }
    }

    /// Whether all rules on played moves let the candidate stand, as squares tell.
    pub(in crate::rules) fn surely_stands(
        &self,
        position: &Position,
        candidate: &Candidate,
    ) -> bool {
        let mover = position.piece_on(candidate.from);
        let promotes =
            mover.walk().row().is_pawn() && self.promotion_squares().contains(candidate.to);
        self.fast.squares_judge
            && !promotes
            && is_usual(candidate)
            && self.fast.does_as_told(mover, candidate)
            && self.has_company(
                position,
                Moved::new(position, candidate).occupied(),
                candidate.to,
            )
    }

    /// Whether one of these men is in company with the one on a square, for all rules that ask.
    pub(in crate::rules) fn has_company(
        &self,
        position: &Position,
        men: SquareSet,
        on: Square,
    ) -> bool {
        let view = self.view(position);
        let others = men & !SquareSet::of(on);
        let mut company = self.hooks.legal.iter().filter_map(LegalHook::company);
        company.all(|near| !(near(view, on) & others).is_empty())
    }

    #[inline]
    fn safety(
        &self,
        position: &Position,
        outlook: &Outlook,
        side: Side,
        candidate: &Candidate,
    ) -> Verdict {
        let influence = &outlook.influence;
        let mover = position.piece_on(candidate.from);
        // What the mover becomes is no matter to its king, unless hostile men borrow it.
        let lends = self.table.has_borrowers();
        let tame = if lends {
            self.fast.plain
        } else {
            self.fast.tame
        };
        if !is_usual(candidate)
            || mover.is_neutral()
            || (lends || !self.hooks.promotion.is_empty()) && mover.walk().row().is_pawn()
        {
            return Verdict::Unknown;
        }
        if !tame.by(mover).of(candidate) {
            return match !lends && self.is_safe_to_turn(position, outlook, side, candidate) {
                true => Verdict::Safe,
                false => Verdict::Unknown,
            };
        }
        let by_ways = |royal: Square| self.verdict_by_ways(position, candidate, royal, side);
        match outlook.attacker {
            _ if influence.royals.contains(candidate.from) => by_ways(candidate.to),
            None if !influence.opens(candidate) => Verdict::Safe,
            Some(attacker) if self.fast.geometry_decides => {
                let captures = candidate.captured == Some(attacker.square);
                // Who captures elsewhere than he arrives may take one checking man and block another.
                let twofold = candidate.captured != Some(candidate.to);
                let closes = attacker.rides && influence.is_touched(candidate);
                match closes || captures && (twofold || !attacker.double) {
                    true => by_ways(attacker.royal),
                    false => Verdict::Illegal,
                }
            }
            _ => influence.royals.first().map_or(Verdict::Safe, by_ways),
        }
    }

    /// Whether a man that may change its sides where it arrives cannot expose the royal man, as
    /// nobody else can.
    fn is_safe_to_turn(
        &self,
        position: &Position,
        outlook: &Outlook,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        let influence = &outlook.influence;
        let mover = position.piece_on(candidate.from);
        let promotes =
            mover.walk().row().is_pawn() && self.promotion_squares().contains(candidate.to);
        let reaches = |royal: Square| self.would_reach(position, candidate, royal, !side);
        let mut royals = influence.royals;
        self.fast.at_most_turns(mover, candidate)
            && self.hooks.sight.is_none()
            && outlook.is_quiet()
            && !mover.is_royal()
            && !promotes
            && !influence.opens(candidate)
            && !royals.any(reaches)
    }

    /// The verdict on a candidate after which the royal man is on this square, from the ways that
    /// would then be open.
    fn verdict_by_ways(
        &self,
        position: &Position,
        candidate: &Candidate,
        royal: Square,
        side: Side,
    ) -> Verdict {
        let moves_royal = candidate.to == royal;
        if self.hooks.sight.is_some() || moves_royal && candidate.kind == Kind::DoubleStep {
            return Verdict::Unknown;
        }
        match self.would_have_way(position, candidate, royal, !side) {
            false => Verdict::Safe,
            true if self.fast.geometry_decides && self.fast.observation_is_geometry => {
                Verdict::Illegal
            }
            true => Verdict::Unknown,
        }
    }
}

impl Rules {
    /// Whether the royal man is in check after a move of `side` that this is the outlook of.
    pub(in crate::rules) fn is_exposed(
        &self,
        position: &mut Position,
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        let is_safe = outlook.is_some_and(|outlook| {
            outlook.is_quiet() && !self.may_observe_now(position, &outlook.influence, !side)
        });
        !is_safe && self.in_check(position, side)
    }
}
