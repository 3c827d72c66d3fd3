//! Whether rules do nothing but put capturing men elsewhere: then bitboards can play by them.

use super::builder::Promotion;
use super::displaces::Displaces;
use super::hook::{AfterHook, Hooks};
use crate::board::{Geometry, Side};
use crate::men::{Army, walk_id};
use crate::rules::Oracle;

impl Oracle<'_> {
    /// Whether rules do nothing but put capturing men elsewhere, on the usual board with the walks of the game.
    pub fn only_put_captors_elsewhere(self) -> bool {
        let officers = [
            walk_id::QUEEN,
            walk_id::KNIGHT,
            walk_id::ROOK,
            walk_id::BISHOP,
        ];
        let becomes = self.promotions.iter().map(|promotion| promotion.walk);
        self.geometry == Geometry::standard()
            && self.army == Army::USUAL
            && self
                .walks
                .iter()
                .all(|walk| walk_id::NUMBERED.contains(walk))
            && becomes.eq(officers)
            && self.promotions.iter().all(Promotion::is_plain)
            && self.special_promotions.is_empty()
            && self.promotion_squares
                == Side::BOTH.map(|side| self.geometry.promotion_squares(side))
            && self.castlings.len() == 4
            && self.exclusive_rights.is_empty()
            && self.table.free_pawns().is_empty()
            && !self.check_may_stand
            && !self.null_moves
            && self.hooks.only_put_captors_elsewhere()
    }
}

impl Hooks {
    /// Whether there is nothing but one rule that puts capturing men elsewhere.
    fn only_put_captors_elsewhere(&self) -> bool {
        let is_captor = |hook: &AfterHook| matches!(hook.displaces, Displaces::Captor(_));
        self.after.len() == 1 && self.after.iter().all(is_captor) && self.have_effects_alone()
    }

    /// Whether there is nothing but effects behind moves. Every list is named, so that a new one cannot be
    /// forgotten.
    pub(super) fn have_effects_alone(&self) -> bool {
        let Hooks {
            fixed_line,
            line,
            forbid,
            borrow,
            capture,
            move_only,
            extra,
            extra_of_man,
            board_move,
            before,
            rewrite,
            siblings,
            after: _,
            go_on,
            legal,
            select,
            sides,
            royal_squares,
            attack,
            origins,
            check,
            gives,
            goal,
            promotion,
            keep_promotion,
            hurdles,
            sight,
            end,
            setup,
            rebirth,
        } = self;
        fixed_line.is_empty()
            && line.is_empty()
            && forbid.is_empty()
            && borrow.is_empty()
            && capture.is_empty()
            && move_only.is_empty()
            && extra.is_empty()
            && extra_of_man.is_empty()
            && board_move.is_none()
            && before.is_empty()
            && rewrite.is_empty()
            && siblings.is_empty()
            && go_on.is_none()
            && legal.is_empty()
            && select.is_empty()
            && sides.is_empty()
            && royal_squares.is_empty()
            && attack.is_empty()
            && origins.is_empty()
            && check.is_empty()
            && gives.is_empty()
            && goal.is_empty()
            && promotion.is_empty()
            && keep_promotion.is_empty()
            && hurdles.is_empty()
            && sight.is_none()
            && end.is_empty()
            && setup.is_empty()
            && rebirth.is_empty()
    }
}
