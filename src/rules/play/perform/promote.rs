//! Promotions, as a part of playing.

use super::fork::Fork;
use crate::board::{Side, Square};
use crate::men::{Attributes, Piece};
use crate::position::{Effect, Position, Reason};
use crate::rules::hooks::hook::{Becomes, PlayedMove, Promotes};
use crate::rules::play::pseudo_move::{Choices, Kind};
use crate::rules::{Player, Promotion, View};
use std::borrow::Cow;

/// Where the man that moved may be promoted; men that change places are not.
pub(super) fn promotes_on(played: &PlayedMove) -> Option<Promotes> {
    let arrival = played.now.map(|on| Promotes {
        on,
        side: played.side,
        becomes: Becomes::Anything,
    });
    arrival.filter(|_| played.pseudo_move.kind != Kind::Exchange)
}

impl<'r> Player<'r> {
    /// A pawn on its last rank becomes what the mover likes; a neutral one counts for the side.
    #[inline]
    pub(super) fn promote(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        on: Option<Promotes>,
        choices: &mut Choices,
        (step, fork): (usize, &mut Option<Fork>),
    ) {
        let is_due = |arrival: &Promotes| {
            self.promotion_squares().contains(arrival.on)
                && position.piece_on(arrival.on).walk().row().is_pawn()
        };
        let on = on.filter(is_due);
        if let Some(arrival) = on {
            let (mark, played_before, before) = (position.mark(), *played, *choices);
            self.promote_on(position, played, arrival, choices);
            if choices.is_open_since(&before) {
                *fork = Some(Fork {
                    mark,
                    played: played_before,
                    choices: before,
                    step,
                    promotion: on,
                    found: None,
                    resumed: false,
                    going_on: None,
                });
            }
        }
    }

    fn promote_on(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        Promotes { on, side, becomes }: Promotes,
        choices: &mut Choices,
    ) {
        let piece = position.piece_on(on);
        if piece.is_none()
            || !piece.walk().row().is_pawn()
            || !self.stands_on_last_rank(piece, side, on)
        {
            return;
        }
        let has_all = [played.now, played.reborn].contains(&Some(on));
        let extra = if has_all {
            self.hooks.promotion.len()
        } else {
            0
        };
        let promotions = self.allowed_forms_of(position, piece);
        // What keeps a moving pawn from becoming a man lets it become something else, unless pawns never promote.
        let may_else = || extra > 0 && played.now == Some(on) && !self.forms_of(piece).is_empty();
        if promotions.is_empty() && !may_else() {
            return;
        }
        let men = match becomes {
            Becomes::Anything => promotions.len(),
            Becomes::NoMan => 0,
        };
        let choice = choices.choose_form(men + extra);
        if played.now == Some(on) {
            played.promoted = true;
        }
        if let Some(promotion) = choice
            .checked_sub(extra)
            .and_then(|form| promotions.get(form))
        {
            let piece = piece.with_walk(promotion.walk);
            position.apply(Effect::Alter { on, piece }, Reason::Promotion);
            let piece = piece.with_attributes(piece.attributes().union(promotion.marks));
            position.apply(Effect::Alter { on, piece }, Reason::Promotion);
            return;
        }
        let mut effects = Vec::new();
        self.hooks.promotion[choice](self.view(position), on, &mut effects);
        for (effect, reason) in effects {
            played.follow(effect);
            position.apply(effect, reason);
        }
    }

    /// What this pawn may become as things stand.
    fn allowed_forms_of(self, position: &Position, pawn: Piece) -> Cow<'r, [Promotion]> {
        let forms = self.forms_of(pawn);
        let rules = &self.hooks.keep_promotion;
        if rules.is_empty() {
            return forms;
        }
        let view = self.view(position);
        let keeps = |form: &Promotion| rules.iter().all(|keeps| keeps(view, pawn, form.walk));
        Cow::Owned(forms.iter().copied().filter(keeps).collect())
    }

    /// What this pawn may become; it keeps its own attributes, so some forms may be the same.
    fn forms_of(self, pawn: Piece) -> Cow<'r, [Promotion]> {
        let has_none = pawn.attributes() == Attributes::NONE;
        let promotions = self.0.promotions_of(pawn.walk());
        if has_none || promotions.iter().all(Promotion::is_plain) {
            return Cow::Borrowed(promotions);
        }
        let form = |promotion: &Promotion| {
            let marks = pawn.attributes().union(promotion.marks);
            Promotion {
                marks,
                ..*promotion
            }
        };
        let mut forms: Vec<Promotion> = Vec::with_capacity(promotions.len());
        for form in promotions.iter().map(form) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        Cow::Owned(forms)
    }

    /// The last rank of a pawn is that of its own side, of a neutral one that of the side for which
    /// it moves or is reborn.
    fn stands_on_last_rank(self, pawn: Piece, side: Side, on: Square) -> bool {
        let side = match pawn.is_neutral() {
            true => side,
            false if pawn.is_of(Side::White) => Side::White,
            false => Side::Black,
        };
        self.promotes_on(pawn.walk(), side, on)
    }
}

impl View<'_> {
    /// Whether a rule lets pawns become something else than men (imitators).
    pub fn pawns_become_no_men(self) -> bool {
        !self.rules.hooks.promotion.is_empty()
    }

    /// What this pawn may become now.
    pub fn promotions_of(self, pawn: Piece) -> Vec<Piece> {
        let forms = self.rules.player().allowed_forms_of(self.position, pawn);
        let become_one = |form: &Promotion| {
            let marks = pawn.attributes().union(form.marks);
            pawn.with_walk(form.walk).with_attributes(marks)
        };
        forms.iter().map(become_one).collect()
    }
}
