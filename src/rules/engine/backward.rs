//! What play tells of the moves that led to a position: how much one move can change, and which moves of a
//! man lead to given men.
//!
//! **Invariant:** no move is taken back here. Earlier positions are guessed elsewhere and put on the board
//! as diagrams; the engine plays forward and says what came of it.

use super::Engine;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId};
use crate::position::{Position, Slot};
use crate::rules::Oracle;
use crate::rules::game::Wanted;
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::hook::{Actor, EffectScope, Hooks, PlayedMove};
use crate::rules::play::pseudo_move::{Move, PseudoMove};
use std::ops::ControlFlow;

/// What a move may change beside taking its man from one square to another, where a captured man may
/// have stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// A man that captured may be put on another square.
    pub captor: bool,
    /// A captured man may be put on another square.
    pub captured: bool,
    /// A captured man may be put on the departure.
    pub exchanges: bool,
    /// A man of the moving side may be left on the departure.
    pub left: bool,
    /// Whoever stands where a captured man is reborn may vanish.
    pub kills: bool,
    /// The man that moved may change sides.
    pub turns: bool,
    /// The man that moved may change its walk otherwise than by promotion.
    pub changes_walks: bool,
    /// The man that moved may get or lose attributes.
    pub changes_marks: bool,
    /// A side may capture its own men.
    pub own_captures: bool,
    /// Men may go otherwise than by their own walks from their own squares.
    pub borrowed_ways: bool,
    /// A side may have to play the best of its moves, or moves are compared.
    pub compares: bool,
}

/// Why the moves of a problem cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unbounded {
    /// The key of the rule, empty if it is no condition of its own.
    pub rule: &'static str,
    /// What it does.
    pub why: &'static str,
}

impl<'r> Oracle<'r> {
    /// How much one move may change.
    ///
    /// # Errors
    /// When a rule changes more than can be guessed, or remembers what a diagram does not show.
    pub fn bounds(self) -> Result<Bounds, Unbounded> {
        let hooks = &self.hooks;
        let refuse = |rule, why| Err(Unbounded { rule, why });
        if let Some((rule, why)) = self.remembered_by {
            return refuse(rule, why);
        }
        if let Some(hook) = hooks.setup.first() {
            return refuse(hook.rule, "it changes the diagram before play begins");
        }
        let by_whole_side = hooks.board_move.as_ref().map(|hook| hook.rule);
        let by_whole_side = by_whole_side.or(hooks.extra.first().map(|hook| hook.rule));
        if let Some(rule) = by_whole_side {
            return refuse(rule, "it has moves that are not those of one man");
        }
        let lends = hooks.sides.iter().find(|hook| !hook.captures_only);
        if let Some(hook) = lends {
            return refuse(hook.rule, "it lets a side move men that are not its own");
        }
        let further = hooks.go_on.as_ref().map(|hook| hook.rule);
        let further = further.or(hooks.hurdles.first().map(|hook| hook.rule));
        let further = further.or(hooks.before.first().map(|hook| hook.rule));
        if let Some(rule) = further {
            return refuse(rule, "its moves have further parts");
        }
        if self.men_differ {
            return refuse("", "it matters which man is which");
        }
        if self.null_moves {
            return refuse("", "a side may pass");
        }
        if self.table.has_borrowers() {
            return refuse(
                "",
                "walks that borrow the powers of others are not taken back",
            );
        }
        self.sum_of(hooks)
    }

    fn sum_of(self, hooks: &Hooks) -> Result<Bounds, Unbounded> {
        let mut bounds = Bounds {
            own_captures: !hooks.sides.is_empty(),
            borrowed_ways: !hooks.borrow.is_empty()
                || !hooks.origins.is_empty()
                || !hooks.rewrite.is_empty()
                || !hooks.extra_of_man.is_empty()
                || hooks.sight.is_some(),
            compares: !hooks.select.is_empty() || !hooks.siblings.is_empty(),
            ..Bounds::default()
        };
        let rewritten = hooks
            .rewrite
            .iter()
            .map(|hook| (hook.rule, &hook.displaces));
        let effects = hooks.after.iter().map(|hook| (hook.rule, &hook.displaces));
        let further = hooks.extra_of_man.iter().map(|hook| ("", &hook.displaces));
        for (rule, displaces) in rewritten.chain(effects).chain(further) {
            let why = match displaces {
                Displaces::Anything | Displaces::Few(_) | Displaces::InPlace => {
                    "what it changes is not bounded"
                }
                Displaces::Vanishing => "it makes men vanish",
                Displaces::Late(_) => "it brings men back in later moves",
                Displaces::Castling(_) => "it castles with any man",
                Displaces::Nothing => continue,
                Displaces::Sides => {
                    bounds.turns = true;
                    continue;
                }
                Displaces::Killing(_) => {
                    (bounds.kills, bounds.captured) = (true, true);
                    continue;
                }
                Displaces::Captured(_) => {
                    bounds.captured = true;
                    continue;
                }
                Displaces::Captor(_) => {
                    bounds.captor = true;
                    continue;
                }
                Displaces::Exchanged => {
                    bounds.exchanges = true;
                    continue;
                }
                Displaces::Left(_) => {
                    bounds.left = true;
                    continue;
                }
            };
            return Err(Unbounded { rule, why });
        }
        for hook in &hooks.after {
            bounds.changes_walks |= hook.scope == EffectScope::Mover;
            bounds.changes_marks |= matches!(
                hook.scope,
                EffectScope::Mover
                    | EffectScope::Marks
                    | EffectScope::MoverSide
                    | EffectScope::Capturer
            );
        }
        Ok(bounds)
    }

    /// The squares on which a capturing man of this walk may stand in the end, beside its arrival.
    pub fn captor_homes(self, walk: WalkId, side: Side) -> SquareSet {
        self.homes_by(walk, side, |displaces| {
            matches!(displaces, Displaces::Captor(_))
        })
    }

    /// The squares on which a captured man of this walk may be reborn.
    pub fn captured_homes(self, walk: WalkId, side: Side) -> SquareSet {
        self.homes_by(walk, side, |displaces| {
            matches!(displaces, Displaces::Captured(_) | Displaces::Killing(_))
        })
    }

    /// The squares on which a man of the moving side may be left.
    pub fn left_squares(self, walk: WalkId, side: Side) -> SquareSet {
        self.homes_by(walk, side, |displaces| {
            matches!(displaces, Displaces::Left(_))
        })
    }

    fn homes_by(self, walk: WalkId, side: Side, counts: fn(&Displaces) -> bool) -> SquareSet {
        let hooks = &self.hooks;
        let rewritten = hooks.rewrite.iter().map(|hook| &hook.displaces);
        let effects = hooks.after.iter().map(|hook| &hook.displaces);
        let further = hooks.extra_of_man.iter().map(|hook| &hook.displaces);
        let all = rewritten.chain(effects).chain(further);
        all.filter(|displaces| counts(displaces))
            .fold(SquareSet::EMPTY, |squares, displaces| {
                squares
                    | match displaces {
                        Displaces::Captor(reach)
                        | Displaces::Captured(reach)
                        | Displaces::Killing(reach)
                        | Displaces::Left(reach) => reach(&self.geometry, walk, side),
                        _ => SquareSet::EMPTY,
                    }
            })
    }

    /// Whether the side that is not to move may be in check.
    pub fn may_leave_check(self) -> bool {
        self.check_may_stand
    }

    /// The walks of men that may be promoted.
    pub fn promoting_walks(self) -> impl Iterator<Item = WalkId> + 'r {
        let special = self.0.special_promotions.iter().map(|(walk, _)| *walk);
        let pawns = self.0.walks.iter().copied();
        special.chain(pawns.filter(|walk| walk.row().is_pawn()))
    }

    /// The walks that men of the problem may have.
    pub fn walks(self) -> &'r [WalkId] {
        &self.0.walks
    }

    /// The squares from which a man of this walk may have come or captured on a square, if men stood as it
    /// needs them; all where rules let men go otherwise.
    pub fn departures_to(self, walk: WalkId, side: Side, to: Square) -> SquareSet {
        let squares = self.geometry.squares();
        squares
            .filter(|&from| self.table.range(walk, side, from).contains(to))
            .collect()
    }

    /// Whether men of this walk capture men that stand elsewhere than where they arrive.
    pub fn captures_elsewhere(self, walk: WalkId, side: Side) -> bool {
        !walk.row().is_pawn() && !self.table.goes_by_leaps(walk, side) && !is_plain_rider(walk)
    }
}

/// Whether a walk is that of a man of the game.
fn is_plain_rider(walk: WalkId) -> bool {
    crate::men::walk_id::NUMBERED.contains(&walk)
}

impl Engine {
    /// Puts other men on the board: a diagram of which nothing else is known. Rights are those of
    /// [`Slot::CASTLING`], and `passed` the squares of a double step as in [`Slot::EN_PASSANT`].
    pub fn arrange(
        &mut self,
        men: impl Fn(Square) -> Piece,
        turn: Side,
        rights: u128,
        passed: u128,
    ) {
        self.position.forget_history();
        self.position.set_turn(turn);
        let squares = self.rules.geometry().squares();
        for on in squares {
            self.position.replace(on, men(on));
        }
        self.position.replace_slot(Slot::CASTLING, rights);
        self.position.replace_slot(Slot::EN_PASSANT, passed);
    }

    /// Gives the turn to a side in the diagram.
    pub fn set_turn_of_diagram(&mut self, side: Side) {
        self.position.set_turn(side);
    }

    /// Changes one square of the diagram.
    pub fn replace(&mut self, on: Square, piece: Piece) {
        self.position.replace(on, piece);
    }

    /// Changes what is known of the diagram's history.
    pub fn set_history(&mut self, rights: u128, passed: u128) {
        self.position.replace_slot(Slot::CASTLING, rights);
        self.position.replace_slot(Slot::EN_PASSANT, passed);
    }

    /// The castling rights that the men of the diagram suggest.
    pub fn suggested_rights(&self) -> u128 {
        self.rules.generator().suggested_rights(&self.position)
    }

    /// Visits the legal moves of the man on a square, or of all men, which lead where `leads` says, before
    /// it is asked whether they are legal; each is played while it is seen.
    pub fn visit_moves_leading(
        &mut self,
        of: Option<Square>,
        leads: &mut dyn FnMut(&Position, &PlayedMove) -> bool,
        visit: &mut dyn FnMut(&Position, &PlayedMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        if self.rules.judge().winner(&self.position).is_some() {
            return ControlFlow::Continue(());
        }
        let mut list = self.borrow_list();
        match of {
            Some(square) => {
                if self
                    .rules
                    .generator()
                    .movable(&self.position, side)
                    .contains(square)
                {
                    let actor = Actor { square, side };
                    self.rules
                        .generator()
                        .pseudo_moves_of(&mut self.position, actor, &mut list);
                }
            }
            None => self
                .rules
                .generator()
                .pseudo_moves(&mut self.position, side, &mut list),
        }
        let flow = list
            .iter()
            .try_for_each(|&pseudo_move| self.visit_ways(pseudo_move, leads, visit));
        self.return_list(list);
        flow
    }

    fn visit_ways(
        &mut self,
        pseudo_move: PseudoMove,
        leads: &mut dyn FnMut(&Position, &PlayedMove) -> bool,
        visit: &mut dyn FnMut(&Position, &PlayedMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        let mut movement = Move::first(pseudo_move);
        loop {
            let mut played = PlayedMove::of(side);
            let rules = self.rules.clone();
            let stands =
                rules
                    .player()
                    .perform_into(&mut self.position, &mut movement, &mut played)
                    && leads(&self.position, &played)
                    && !rules.judge().in_check(&mut self.position, side)
                    && rules.player().stands(&mut self.position, &played);
            let flow = match stands {
                true if rules.judge().selects(side) => {
                    self.position.rewind();
                    let chosen = self.selected(Wanted::All, side).contains(&movement);
                    rules
                        .player()
                        .perform_into(&mut self.position, &mut movement, &mut played);
                    match chosen {
                        true => visit(&self.position, &played),
                        false => ControlFlow::Continue(()),
                    }
                }
                true => visit(&self.position, &played),
                false => ControlFlow::Continue(()),
            };
            self.position.rewind();
            flow?;
            if !movement.choices.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether a side is in check.
    pub fn is_in_check(&mut self, side: Side) -> bool {
        let rules = self.rules.clone();
        rules.judge().in_check(&mut self.position, side)
    }
}
