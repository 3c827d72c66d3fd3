//! Generation: the pseudo-legal moves of a side, man by man, then the special moves.

mod filter;
mod steps;

use crate::board::{Side, Square, SquareSet};
use crate::men::Piece;
use crate::position::{Effect, Position, Reason, Slot};
use crate::rules::hooks::asked::{Among, Role};
use crate::rules::hooks::facts::RuleFact;
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::{Generator, View};
pub(in crate::rules) use filter::Departure;
use smallvec::{Array, SmallVec};
pub(in crate::rules) use steps::passed_squares;

impl View<'_> {
    /// Whether the rules that keep men from acting and moves from being played let this one
    /// stand. They are not asked about its way.
    pub fn may_play(self, side: Side, pseudo_move: &PseudoMove) -> bool {
        let hooks = &self.rules.hooks;
        let actor = Actor {
            square: pseudo_move.from,
            side,
        };
        !self.rules.judge().is_forbidden(self.position, actor)
            && hooks
                .move_only
                .iter()
                .all(|hook| (hook.act)(self, side, pseudo_move))
    }

    /// Whether the rules let a captured man be reborn on this square.
    pub fn may_be_reborn(self, on: Square) -> bool {
        let mut rules = self.rules.hooks.rebirth.iter();
        rules.all(|hook| (hook.act)(self, on))
    }

    /// Whether some rule says where captured men may be reborn.
    pub fn some_rebirths_are_kept(self) -> bool {
        !self.rules.hooks.rebirth.is_empty()
    }

    /// Keeps the arrivals to which these rules would let a man go without capture that stood there
    /// instead of whoever does.
    pub fn keep_playable<A>(self, actor: Actor, man: Piece, arrivals: &mut SmallVec<A>)
    where
        A: Array<Item = Square>,
    {
        let hooks = &self.rules.hooks;
        if hooks.forbid.is_empty() && hooks.move_only.is_empty() {
            return;
        }
        let Actor { square: on, side } = actor;
        let mut copy = self.position.sketch();
        copy.begin_ply(copy.turn());
        if copy.piece_on(on).is_some() {
            copy.apply(Effect::Remove { on }, Reason::Silent);
        }
        let piece = man.with_sides(side.into());
        copy.apply(Effect::Place { on, piece, id: 0 }, Reason::Silent);
        let view = self.rules.view(&copy);
        arrivals.retain(|to| view.may_play(side, &PseudoMove::ordinary(on, *to, None)));
    }
}

impl Generator<'_> {
    /// All pseudo-legal moves of `side` in the order of generation: the null move, men from the first square on,
    /// a royal man's castlings before its steps, then what rules add.
    pub(in crate::rules) fn pseudo_moves(
        self,
        position: &mut Position,
        side: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        if self.judge().winner(position).is_none() {
            self.pseudo_moves_were_it_not_over(position, side, into);
        }
    }

    /// The same in a game that may be over: whether there is a move then decides whether its end is a mate, too.
    pub(in crate::rules) fn pseudo_moves_were_it_not_over(
        self,
        position: &mut Position,
        side: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        self.pseudo_moves_of_nobody(position, side, into);
        let start = into.len();
        for from in self.in_order(position, side) {
            self.pseudo_moves_of(position, Actor { square: from, side }, into);
        }
        self.finish_pseudo_moves(position, side, start, into);
    }

    /// Adds what belongs to no man, compares the moves of the side and puts them in order.
    pub(in crate::rules) fn finish_pseudo_moves(
        self,
        position: &mut Position,
        side: Side,
        start: usize,
        into: &mut Vec<PseudoMove>,
    ) {
        self.extra_pseudo_moves(position, side, into);
        self.compare(Among::Side, position, side, (start, into));
        if let Some(place) = self.listed_by {
            into[start..].sort_by_key(place);
        }
    }

    /// The null move and the move of no man.
    pub(in crate::rules) fn pseudo_moves_of_nobody(
        self,
        position: &Position,
        side: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        if self.null_moves && position.slot(Slot::NULL_MOVE) == 0 {
            into.push(PseudoMove::NULL);
        }
        if self.offers_bare_move(position, side) {
            into.push(PseudoMove::BARE);
        }
    }

    /// The squares of the men of `side` in the order of their moves.
    pub(in crate::rules) fn in_order(
        self,
        position: &Position,
        side: Side,
    ) -> impl Iterator<Item = Square> + use<> {
        let men = self.movable(position, side);
        let first = self.listed_first.map(|mark| position.with_attribute(mark));
        let first = men & first.unwrap_or(men);
        first.chain(men & !first)
    }

    /// Whether there may be pseudo-legal moves that belong to no single man.
    pub(in crate::rules) fn adds_moves(self) -> bool {
        let hooks = &self.hooks;
        !hooks.extra.is_empty() || hooks.board_move.is_some() || !hooks.sides.is_empty()
    }

    /// Whether rules may add pseudo-legal moves to those of this man.
    pub(in crate::rules) fn adds_moves_of(self, man: Piece) -> bool {
        let mut hooks = self.hooks.extra_of_man.iter();
        hooks.any(|hook| man.is_royal() || !hook.royal_only)
    }

    /// Whether `side` has the move in which no man goes anywhere.
    pub(in crate::rules) fn offers_bare_move(self, position: &Position, side: Side) -> bool {
        let board_move = self.hooks.board_move.as_ref();
        board_move.is_some_and(|board_move| (board_move.offered)(self.view(position), side))
    }

    /// The moves of men lent to the side and what rules add, judged like all other pseudo-legal moves.
    pub(in crate::rules) fn extra_pseudo_moves(
        self,
        position: &mut Position,
        side: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        for square in self.lent(position, side) {
            let owner = Actor {
                square,
                side: !side,
            };
            self.pseudo_moves_for(position, owner, side, into);
        }
        if self.hooks.extra.is_empty() {
            return;
        }
        let start = into.len();
        self.extra_ways(position, side, into);
        let may_act = |pseudo_move: &PseudoMove| {
            let actor = Actor {
                square: pseudo_move.from,
                side,
            };
            !self.judge().is_forbidden(position, actor)
        };
        let added = into.split_off(start);
        into.extend(added.into_iter().filter(may_act));
        self.filter(position, side, start, into);
    }

    /// What rules add, before any rule judges it.
    pub(in crate::rules) fn extra_ways(
        self,
        position: &Position,
        side: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        for extra in &self.hooks.extra {
            (extra.act)(self.view(position), side, into);
        }
    }

    /// The pseudo-legal moves of one man.
    pub(in crate::rules) fn pseudo_moves_of(
        self,
        position: &mut Position,
        actor: Actor,
        into: &mut Vec<PseudoMove>,
    ) {
        self.pseudo_moves_for(position, actor, actor.side, into);
    }

    /// The same, where another side may be the one that moves the man.
    fn pseudo_moves_for(
        self,
        position: &mut Position,
        actor: Actor,
        mover: Side,
        into: &mut Vec<PseudoMove>,
    ) {
        let start = into.len();
        self.ways_of(position, actor, into);
        if !self.facts.holds(RuleFact::PseudoMovesAreFree) && into.len() > start {
            self.filter(position, mover, start, into);
            self.compare(Among::Man, position, mover, (start, into));
        }
    }

    /// The men that `side` may move.
    #[inline]
    pub(in crate::rules) fn movable(self, position: &Position, side: Side) -> SquareSet {
        self.men_for(position, side, Role::Moves, position.men_of(side))
    }

    /// The men that `side` may move for the other side.
    #[inline]
    pub(in crate::rules) fn lent(self, position: &Position, side: Side) -> SquareSet {
        self.men_for(position, side, Role::Lent, SquareSet::EMPTY)
    }

    /// The men that `side` may capture.
    #[inline]
    pub(in crate::rules) fn capturable(self, position: &Position, side: Side) -> SquareSet {
        self.men_for(position, side, Role::Captured, position.men_of(!side))
    }

    /// The men that do something for a side, given those that usually do.
    #[inline]
    pub(in crate::rules) fn men_for(
        self,
        position: &Position,
        side: Side,
        role: Role,
        usual: SquareSet,
    ) -> SquareSet {
        let rules = self.hooks.sides.iter();
        rules.fold(usual, |men, rule| {
            let then = (rule.act)(self.view(position), side, role, men);
            debug_assert!(
                !rule.captures_only || captures_alone(position, side, role, [men, then]),
                "{} lets a side do more than capture own men",
                rule.rule
            );
            then
        })
    }

    /// Whether rules compare all moves of a side with each other.
    pub(in crate::rules) fn compares_moves_of_side(self) -> bool {
        let mut rules = self.hooks.siblings.iter();
        rules.any(|hook| hook.among == Among::Side)
    }

    /// Whether comparing leaves moves alone that capture nothing.
    pub(in crate::rules) fn compares_captures_alone(self) -> bool {
        let mut rules = self.hooks.siblings.iter();
        rules.all(|hook| hook.captures_only)
    }

    /// Lets rules drop moves from `start` on in view of their siblings.
    fn compare(
        self,
        among: Among,
        position: &mut Position,
        side: Side,
        (start, into): (usize, &mut Vec<PseudoMove>),
    ) {
        let mut rules = self
            .hooks
            .siblings
            .iter()
            .filter(|hook| hook.among == among)
            .peekable();
        if rules.peek().is_none() {
            return;
        }
        let mut siblings = into.split_off(start);
        let quiet = |moves: &[PseudoMove]| moves.iter().filter(|way| !way.is_capture()).count();
        for hook in rules {
            let before = quiet(&siblings);
            (hook.act)(self.0, position, side, &mut siblings);
            debug_assert!(
                !hook.captures_only || quiet(&siblings) == before,
                "{} dropped moves that capture nothing",
                hook.rule
            );
        }
        into.append(&mut siblings);
    }

    /// The same before rules are asked about single ways.
    pub(in crate::rules) fn ways_of(
        self,
        position: &mut Position,
        actor: Actor,
        into: &mut Vec<PseudoMove>,
    ) {
        if self.judge().is_forbidden(position, actor) {
            return;
        }
        let start = into.len();
        if self.may_castle(position, actor) {
            self.castling_pseudo_moves(position, actor.side, into);
        }
        for extra in &self.hooks.extra_of_man {
            (extra.act)(self.0, position, actor, into);
        }
        self.walk_pseudo_moves(position, actor, into);
        if let Some(place) = self.men_listed_by {
            into[start..].sort_by_key(place);
        }
    }
}

/// Whether men that do something for a side are those of before, beside own ones to be captured.
fn captures_alone(
    position: &Position,
    side: Side,
    role: Role,
    [before, then]: [SquareSet; 2],
) -> bool {
    let own = position.men_of(side) & !position.royals_of(side);
    match role {
        Role::Captured => before & !then == SquareSet::EMPTY && (then & !before & !own).is_empty(),
        Role::Moves | Role::Lent | Role::Observes => then == before,
    }
}
