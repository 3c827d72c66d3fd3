//! Whether rules keep their promises: asked in debug builds alone, whenever a hook was called.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId};
use crate::position::{Effect, Position, Slot};
use crate::rules::hooks::facts::{MoverAfter, RuleFact};
use crate::rules::hooks::hook::{
    Actor, AfterHook, AttackHook, BorrowHook, EffectScope, Effects, ForbidHook, Judged, LegalHook,
    OriginsHook, PlayedMove, Predicted, Purpose, Ring, Walks,
};
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::{Oracle, View};
use smallvec::smallvec;

impl Oracle<'_> {
    /// Whether the effects of a hook, not yet applied, stay within its promise.
    pub(in crate::rules) fn keeps_promise(
        self,
        hook: &AfterHook,
        position: &Position,
        played: &PlayedMove,
        effects: &Effects,
    ) -> bool {
        let moved = moved_men(played);
        let becomes = |effect: &Effect, keeps: fn(Piece, Piece) -> bool, on: SquareSet| {
            matches!(*effect, Effect::Alter { on: square, piece }
                if on.contains(square) && keeps(position.piece_on(square), piece))
        };
        let mover = played.now.map_or(SquareSet::EMPTY, SquareSet::of);
        let put = effects.iter().filter_map(|(effect, _)| match *effect {
            Effect::Place { on, .. } | Effect::Unearth { on, .. } => Some(on),
            _ => None,
        });
        let reborn: SquareSet = put.chain(played.reborn).collect();
        let is_promised = |effect: &Effect| match hook.scope {
            _ if matches!(effect, Effect::Set { .. } | Effect::Note(_)) => true,
            EffectScope::Anything => true,
            EffectScope::Memory => false,
            EffectScope::Captures => played.captured.is_some(),
            EffectScope::Rebirth => is_rebirth(*effect, played, reborn),
            EffectScope::Mover => {
                becomes(effect, |was, is| was.sides() == is.sides(), moved)
                    && becomes(effect, |was, is| was.is_royal() == is.is_royal(), moved)
            }
            EffectScope::Away => {
                matches!(*effect, Effect::Move { from, .. } if played.now == Some(from))
            }
            EffectScope::MoverSide => becomes(effect, changes_sides_alone, moved),
            EffectScope::Capturer => becomes(effect, changes_sides_alone, mover),
            EffectScope::Marks => becomes(effect, changes_marks_alone, moved),
        };
        let way = &played.pseudo_move;
        let is_told = way.is_step() && way.captured.is_none_or(|on| on == way.to);
        let is_elsewhere = |squares: SquareSet| !squares.contains(way.to);
        if way.is_step() && played.now == Some(way.to) && hook.arrivals.is_some_and(is_elsewhere) {
            let changes = |effect: &Effect| !matches!(effect, Effect::Set { .. } | Effect::Note(_));
            return !effects.iter().any(|(effect, _)| changes(effect));
        }
        let comes_back = |(effect, _): &(Effect, _)| {
            matches!(effect, Effect::Place { .. } | Effect::Unearth { .. })
        };
        if is_let_stand(hook, played) && effects.iter().any(comes_back) {
            return false;
        }
        let mut rests = hook.rests.iter();
        let rests = is_told && rests.any(|rests| rests(self.view(position), way.from));
        let stays_below = |effect: &Effect| {
            use Effect::{AlterBelow, Bury, Note, Set};
            matches!(
                effect,
                Set { .. } | Bury { .. } | AlterBelow { .. } | Note(_)
            )
        };
        effects
            .iter()
            .all(|(effect, _)| is_promised(effect) && (!rests || stays_below(effect)))
            && self.does_as_predicted(hook, position, played, effects)
    }

    /// Whether the ply just played changed men on no more squares than all rules promise together.
    pub(in crate::rules) fn touches_no_more(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let Some(touched) = self.hooks.touched(&self.walks) else {
            return true;
        };
        let beside = match pseudo_move.kind {
            Kind::Castling { .. } | Kind::CastlingVia { .. } | Kind::CastlesOn { .. } => 2,
            Kind::EnPassant => 1,
            _ => 0,
        };
        let most = touched.squares + beside;
        if position.last_ply().len() <= most {
            return true;
        }
        let mut before = position.sketch();
        before.rewind();
        let is_other = |on: &Square| {
            let [was, is] = [&before, position].map(|position| position.piece_on(*on));
            let looks = |man: Piece| man.is_some().then(|| (man.walk(), man.sides()));
            match touched.in_place {
                true => was.is_some() != is.is_some(),
                false => looks(was) != looks(is),
            }
        };
        self.geometry.squares().filter(is_other).count() <= most
    }

    /// Whether a rule may refuse what was just played.
    pub(in crate::rules) fn may_refuse_effects(
        self,
        hook: &AfterHook,
        position: &Position,
        played: &PlayedMove,
    ) -> bool {
        let mover = (played.departed, played.side);
        let finds_home = matches!(hook.predicted, Predicted::Homes(_))
            && !played.promoted
            && self.finds_home(position, mover, position.men());
        !finds_home && !is_let_stand(hook, played)
    }

    /// Whether the mover gets the walk, or the place, that the hook named beforehand. Places are
    /// foretold of the man as it departs, and only where no other rule changes it.
    fn does_as_predicted(
        self,
        hook: &AfterHook,
        position: &Position,
        played: &PlayedMove,
        effects: &Effects,
    ) -> bool {
        let Some(now) = played.now else {
            return true;
        };
        let man = position.piece_on(now);
        effects
            .iter()
            .all(|(effect, _)| match (&hook.predicted, *effect) {
                (Predicted::Walk(next), Effect::Alter { on, piece }) => {
                    on != now || piece.walk() == next(man.walk())
                }
                (Predicted::Homes(homes), Effect::Move { to, .. }) => {
                    played.promoted
                        || self.facts.mover_after(played.departed, true) != MoverAfter::Away
                        || homes(self.view(position), played.departed, played.side).contains(to)
                }
                _ => true,
            })
    }

    /// Whether a rule on played moves did not promise to let this one stand.
    pub(in crate::rules) fn may_refuse(
        self,
        hook: &LegalHook,
        position: &mut Position,
        played: &PlayedMove,
    ) -> bool {
        let pseudo_move = &played.pseudo_move;
        let is_plain = pseudo_move.is_step()
            && !played.promoted
            && self.facts.has_no_side_effects(played.departed, pseudo_move);
        match &hook.judged {
            Judged::All => true,
            Judged::Checks => self.judge().in_check(position, !played.side),
            Judged::NeedsContact(near) => {
                let others = position.men() & !SquareSet::of(pseudo_move.to);
                !is_plain || (near(self.view(position), pseudo_move.to) & others).is_empty()
            }
            Judged::ToLastRank => {
                let arrives = self.promotion_squares().contains(pseudo_move.to);
                !is_plain || arrives && played.departed.walk().row().is_pawn()
            }
        }
    }

    /// Whether a man that may not act is observed by one that holds it, where the rule promised
    /// to ask for nothing else. Captures in passing are left aside, and what no short cut relies on.
    pub(in crate::rules) fn has_holder(
        self,
        hook: &ForbidHook,
        view: View<'_>,
        actor: Actor,
    ) -> bool {
        let Some(holds) = &hook.observed_by else {
            return true;
        };
        let man = view.piece_on(actor.square);
        let observers = view.observers(actor.square, !actor.side, Ring::Geometry);
        view.position.slot(Slot::EN_PASSANT) != 0
            || !self.facts.holds(RuleFact::ParalysisIsKnown)
            || observers
                .into_iter()
                .any(|square| holds(man, view.piece_on(square)))
    }
}

impl BorrowHook {
    /// Whether a man to whom the rule promises to lend nothing keeps its own walk for all purposes.
    pub(in crate::rules) fn keeps_promise(&self, view: View<'_>, actor: Actor) -> bool {
        const PURPOSES: [Purpose; 4] = [
            Purpose::NonCapture,
            Purpose::Exchange,
            Purpose::Capture,
            Purpose::Observe(Ring::Capture),
        ];
        let man = view.piece_on(actor.square);
        let keeps = |purpose| {
            let mut walks: Walks = smallvec![man.walk()];
            (self.act)(view, actor, purpose, &mut walks);
            walks[..] == [man.walk()]
        };
        !self.royal_only || man.is_royal() || PURPOSES.into_iter().all(keeps)
    }
}

impl OriginsHook {
    /// Whether the squares from which a man captures with its own walk are those promised.
    pub(in crate::rules) fn keeps_promise(
        &self,
        view: View<'_>,
        (actor, walk): (Actor, WalkId),
        origins: SquareSet,
    ) -> bool {
        let Actor { square, side } = actor;
        let man = view.piece_on(square);
        let others = origins & !SquareSet::of(square);
        self.departures.as_ref().is_none_or(|departures| {
            man.walk() != walk || (others & !departures(view, man, side, square)).is_empty()
        })
    }
}

impl AttackHook {
    /// Whether some man of a side may take a royal man on this square, as promised.
    pub(in crate::rules) fn keeps_promise(&self, view: View<'_>, by: Side, target: Square) -> bool {
        let mut men = view.position.men_of(by);
        self.reach.as_ref().is_none_or(|reach| {
            men.any(|on| reach(view, view.piece_on(on), by, on).contains(target))
        })
    }
}

/// Whether a rule promised neither to refuse the capture of a royal man by this one nor to bring anybody back.
fn is_let_stand(hook: &AfterHook, played: &PlayedMove) -> bool {
    let mut captured = played.captured.iter();
    hook.stands && !played.departed.is_royal() && captured.any(|captured| captured.piece.is_royal())
}

/// Where the men stand that the move itself brought there.
fn moved_men(played: &PlayedMove) -> SquareSet {
    let pseudo_move = &played.pseudo_move;
    let mut moved = SquareSet::of(pseudo_move.to);
    if let Some(now) = played.now {
        moved.insert(now);
    }
    match pseudo_move.kind {
        Kind::Castling { partner_to, .. }
        | Kind::CastlingVia { partner_to, .. }
        | Kind::CastlesOn { partner_to, .. } => moved.insert(partner_to),
        Kind::Exchange => moved.insert(pseudo_move.from),
        _ => {}
    }
    moved
}

/// Whether the captured man, unless it is royal, comes back with its sides, or changes afterwards.
fn is_rebirth(effect: Effect, played: &PlayedMove, reborn: SquareSet) -> bool {
    let Some(captured) = played.captured else {
        return false;
    };
    match effect {
        Effect::Place { piece, .. } | Effect::Unearth { piece, .. } => {
            piece.sides() == captured.piece.sides() && !piece.is_royal()
        }
        Effect::Alter { on, piece } => {
            reborn.contains(on) && piece.sides() == captured.piece.sides() && !piece.is_royal()
        }
        _ => false,
    }
}

fn changes_sides_alone(was: Piece, is: Piece) -> bool {
    was.walk() == is.walk() && !was.is_royal() && !is.is_royal()
}

fn changes_marks_alone(was: Piece, is: Piece) -> bool {
    was.walk() == is.walk() && was.sides() == is.sides() && was.is_royal() == is.is_royal()
}
