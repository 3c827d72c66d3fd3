//! Mobility: whether a side can still move, without listing all it could do.

use crate::board::{Side, Square};
use crate::position::Position;
use crate::rules::Judge;
use crate::rules::hooks::asked::End;
use crate::rules::hooks::hook::Actor;
use crate::rules::judge::quick::Counts;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};

impl Judge<'_> {
    /// Whether `side` is mated: by the usual rules if it is in check and cannot parry.
    pub fn is_mated(self, position: &mut Position, side: Side) -> bool {
        self.ends(position, End::Mate(side))
    }

    /// Whether `side` is stalemated: by the usual rules if it has no legal move and is not in check.
    pub fn is_stalemated(self, position: &mut Position, side: Side) -> bool {
        self.ends(position, End::Stalemate(side))
    }

    /// Whether `side` has a move, legal or not.
    pub fn has_pseudo_move(self, position: &mut Position, side: Side) -> bool {
        !self.all_pseudo_moves(position, side).is_empty()
    }

    /// All moves of `side`, legal or not.
    pub fn all_pseudo_moves(self, position: &mut Position, side: Side) -> Vec<PseudoMove> {
        let mut pseudo_moves = Vec::with_capacity(32);
        self.generator()
            .pseudo_moves(position, side, &mut pseudo_moves);
        pseudo_moves
    }

    /// Who has won by a rule that ends the game at once.
    #[inline]
    pub fn winner(self, position: &Position) -> Option<Side> {
        let view = self.view(position);
        self.hooks.end.iter().find_map(|end| end(view))
    }

    /// Whether `side` has a legal move and the game is not over.
    pub fn can_move(self, position: &mut Position, side: Side) -> bool {
        self.winner(position).is_none() && self.has_legal_move(position, side)
    }

    /// Whether `side` has a legal move, were the game not over; rules that select among legal
    /// moves leave one.
    pub fn has_legal_move(self, position: &mut Position, side: Side) -> bool {
        (self.quick.has_legal_move)(self.0, position, side, |_, _, _| true)
            || self.generator().offers_bare_move(position, side)
                && self.some_choice_is_legal(position, PseudoMove::BARE, side)
    }

    /// Whether rules judge captures of royal men that are only tried by what they have led to.
    pub fn judges_tried_captures(self) -> bool {
        self.hooks.legal.iter().any(|hook| hook.judges_trials)
    }

    /// Whether this man has a legal move without capture, be it an exchange.
    pub fn has_quiet_move(self, position: &mut Position, actor: Actor) -> bool {
        if (self.quick.has_certain_step)(self.0, position, actor) {
            return true;
        }
        let mut pseudo_moves = Vec::new();
        self.generator()
            .pseudo_moves_of(position, actor, &mut pseudo_moves);
        let start = pseudo_moves.len();
        if !self.hooks.extra.is_empty() {
            self.generator()
                .extra_pseudo_moves(position, actor.side, &mut pseudo_moves);
        }
        let further = pseudo_moves.split_off(start).into_iter();
        pseudo_moves.extend(further.filter(|way| way.from == actor.square && !way.is_null()));
        let mut quiet = pseudo_moves.into_iter().filter(|way| !way.is_capture());
        quiet.any(|pseudo_move| self.some_choice_is_legal(position, pseudo_move, actor.side))
    }

    /// Whether `side` has a legal move other than to take a royal man that is its own as well;
    /// one in which no man goes anywhere is no way out either.
    /// Where both sides are in check, the side that is mated does not get that far.
    pub fn has_way_out(self, position: &mut Position, side: Side) -> bool {
        (self.quick.has_legal_move)(self.0, position, side, |position, side, pseudo_move| {
            let own_royal = |on: Square| {
                let man = position.piece_on(on);
                man.is_royal() && man.is_of(side)
            };
            !pseudo_move.captured.is_some_and(own_royal)
        }) || self.has_drop(position, side)
    }

    /// Whether the side may put a man on the board, or take one off it, as a move.
    fn has_drop(self, position: &mut Position, side: Side) -> bool {
        let board_move = self.hooks.board_move.as_ref();
        board_move.is_some_and(|board_move| board_move.is_way_out)
            && self.generator().offers_bare_move(position, side)
            && self.some_choice_is_legal(position, PseudoMove::BARE, side)
    }

    /// Whether one of the moves of men that count is legal, found by playing them.
    pub(in crate::rules) fn has_legal_move_by_playing(
        self,
        position: &mut Position,
        side: Side,
        counts: Counts,
    ) -> bool {
        let moves = self.pseudo_moves_of_men(position, side);
        moves.into_iter().any(|pseudo_move| {
            counts(position, side, &pseudo_move)
                && self.some_choice_is_legal(position, pseudo_move, side)
        })
    }

    /// All moves of `side`, legal or not, in which a man goes somewhere: passing is no way out.
    pub(in crate::rules) fn pseudo_moves_of_men(
        self,
        position: &mut Position,
        side: Side,
    ) -> Vec<PseudoMove> {
        let mut moves = Vec::with_capacity(32);
        self.generator()
            .pseudo_moves_were_it_not_over(position, side, &mut moves);
        moves.retain(|pseudo_move| !pseudo_move.is_null() && pseudo_move.kind != Kind::Board);
        moves
    }

    pub(in crate::rules) fn some_choice_is_legal(
        self,
        position: &mut Position,
        pseudo_move: PseudoMove,
        side: Side,
    ) -> bool {
        self.player()
            .has_legal_way(position, pseudo_move, |position, movement, ways| {
                self.player().play_way(position, movement, side, ways)
            })
    }
}
