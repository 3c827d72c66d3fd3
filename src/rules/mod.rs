//! The rules of one problem: pseudo-legal moves, playing, observation, check, legality.
//!
//! **Invariant:** no condition is named here. Rules arrive as hook lists that
//! never change after [`RulesBuilder::build`], so threads share them freely.
//! **Invariant:** whatever playing does, [`Position::rewind`] undoes exactly.

mod declared;
mod doors;
mod engine;
mod game;
mod hooks;
mod judge;
mod numbered;
mod play;
mod short_cut;
mod shortcut;
mod tell;
mod turns;
mod view;

pub use declared::{Announced, Castlings, Claim, Fact, Lending, Loan, Manner, Thing, Topic};
pub use doors::{Generator, Judge, Oracle, Player};
pub use engine::{Bounds, Engine, Unbounded};
pub use game::{DiceGame, Game, LastPlyPlace, Prefetch, Remaining, TooFar, Wanted};
pub use hooks::asked::{Among, CheckQuestion, End, GoalQuestion, Role, Stance};
use hooks::builder::PlyCount;
pub use hooks::builder::{InForce, Promotion, Refusal, RulesBuilder};
pub use hooks::displaces::{Displaces, Reach};
pub use hooks::hook::{
    Actor, Captured, CheckTurn, EffectScope, Outcome, PlayedMove, Purpose, Ring, Walks,
};
pub use hooks::promise::Promise;
pub use hooks::rank::Rank;
pub use judge::elsewhere::Relocated;
pub use judge::explain::{Fault, Objection};
pub use judge::goal::GoalFacts;
pub use judge::probe::{Depth, Guard};
pub use judge::select::Ranking;
pub use numbered::Numbered;
pub use play::castling::CastlingWays;
pub use play::pseudo_move::{
    Choices, Kind, ListPlace, Move, PseudoMove, captures_first, exchanges_first, from_last_square,
};
pub use short_cut::{ShortCut, ShortCuts};
pub use shortcut::final_position::{Castled, MenByWalk, Target};
use shortcut::final_position::{Displaced, Unlike};
pub use turns::{EarlyCheck, MOST_MOVES, Stuck, Turn, TurnRule, Turns};
pub use view::View;

use crate::board::{Geometry, Joins, Side, Square, SquareSet};
use crate::men::{Army, Attribute, Attributes, Piece, WalkId, WalkTable, walk_id};
use crate::position::{LastMoveFacts, ManId, Slot};
use hooks::facts::{Facts, RuleFact};
use hooks::hook::Hooks;
use hooks::private::PrivateNames;
use judge::quick::Quick;
use play::castling::Castling;
use std::sync::Arc;

/// Everything that holds in one problem (twin), compiled.
pub struct Rules {
    geometry: Geometry,
    /// The walks of the game array.
    army: Army,
    table: WalkTable,
    /// Walks a man may have in this problem.
    walks: Vec<WalkId>,
    /// What a pawn may become.
    promotions: Vec<Promotion>,
    /// What pawns may become that do not promote as usual.
    special_promotions: Vec<(WalkId, Vec<Promotion>)>,
    /// Where a pawn of either side promotes.
    promotion_squares: [SquareSet; 2],
    castlings: Vec<Castling>,
    /// The diagram squares of all men, in the order of their identities.
    homes: Vec<Square>,
    /// The men of the position in which play is to end, where one is given.
    target: Option<Vec<(Square, Piece)>>,
    /// The ways to that position, where men go by the walks of the game.
    routes: Option<Arc<Target>>,
    /// How far that position is where rules bring men elsewhere.
    displaced: Option<Arc<Displaced>>,
    /// How many squares have to change, where rules say how many a ply changes.
    unlike: Option<Arc<Unlike>>,
    /// Where a move stands among those of its side, if not after the squares of the men.
    listed_by: Option<ListPlace>,
    /// Where a move stands among those of its man, if not in the order of generation.
    men_listed_by: Option<ListPlace>,
    /// What the reference numbers in a last ply.
    numbered: Numbered,
    /// Whether any condition says so.
    has_rules: bool,
    /// The attribute of men whose moves are listed before those of all others.
    listed_first: Option<Attribute>,
    /// Whether a goal depends on which man is which.
    men_differ: bool,
    /// The rule that remembers what a diagram does not show, and what that is.
    remembered_by: Option<(&'static str, &'static str)>,
    /// Whether a check is judged by playing the capture of the royal man.
    check_by_playing: bool,
    /// The attributes of men whose checks are judged so in any case.
    checks_played_of: Attributes,
    /// Whether that capture is rewritten like other pseudo-legal moves.
    rewrite_checks: bool,
    /// Whether only a man whose capture would stand lends its walk, or joins another man.
    lend_by_playing: bool,
    /// Whether the side that is not to move may be in check in the diagram.
    check_may_stand: bool,
    /// Whether castling depends on who stands at home alone.
    castles_anew: bool,
    /// Whether the side to move may also move nothing.
    null_moves: bool,
    /// Bits of [`Slot::CASTLING`](crate::position::Slot::CASTLING): castling with the first man takes the right of the second.
    exclusive_rights: Vec<[u128; 2]>,
    /// Whether a key with a neutral man counts even if the defender can take it back.
    keeps_neutral_keys: bool,
    /// The slots that each move clears.
    passing_slots: Vec<Slot>,
    /// What rules call their own marks and slots.
    private: PrivateNames,
    /// What rules want to know about the last move.
    last_move_facts: LastMoveFacts,
    /// How plies are counted, where a rule is in force during some of them.
    plies: Option<PlyCount>,
    /// How sides move in turns of several moves, if they do.
    turns: Option<TurnRule>,
    /// Among so many rules the mover chooses the one that applies to a move.
    to_choose: u128,
    facts: Facts,
    /// What may be spared.
    short_cuts: ShortCuts,
    /// Quicker ways to some answers.
    quick: Quick,
    hooks: Hooks,
}

impl Rules {
    /// The board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The walks of the game array.
    pub fn army(&self) -> Army {
        self.army
    }

    /// The keys of the rules that make something happen when a move is played, each with its rank, in
    /// the order in which they act; those of one rank commute.
    pub fn effects_in_order(&self) -> Vec<(Rank, &'static str)> {
        let hooks = self.hooks.after.iter();
        let mut order: Vec<_> = hooks.map(|hook| (hook.rank, hook.rule)).collect();
        order.sort_unstable();
        order.dedup();
        order
    }

    /// The squares of their own first rank from which pawns go and capture as from other ranks.
    pub fn free_pawns(&self) -> SquareSet {
        self.table.free_pawns()
    }

    /// Whether a key with a neutral man counts even if the defender can take it back.
    pub(in crate::rules) fn keeps_neutral_keys(&self) -> bool {
        self.keeps_neutral_keys
    }

    /// What a pawn may become, in the order of generation.
    pub fn promotions(&self) -> &[Promotion] {
        &self.promotions
    }

    /// What a pawn of this walk may become, in the order of generation.
    pub fn promotions_of(&self, pawn: WalkId) -> &[Promotion] {
        let mut special = self.special_promotions.iter();
        let found = special.find(|(walk, _)| *walk == pawn);
        found.map_or(&self.promotions, |(_, promotions)| promotions)
    }

    /// Whether nothing but orthodox play on the usual board can happen, some of whose squares may
    /// be missing, as far as rules go; the men are another matter, and a side may be bound to the
    /// [best](Judge::ranking) of its moves. Dummies may stand about; pawns become them, too, or
    /// less than they usually may.
    pub fn are_orthodox(&self) -> bool {
        let officers = [
            walk_id::QUEEN,
            walk_id::KNIGHT,
            walk_id::ROOK,
            walk_id::BISHOP,
        ];
        let becomes = |walk: WalkId| officers.contains(&walk) || walk == walk_id::DUMMY;
        let is_usual =
            |walk: &WalkId| becomes(*walk) || [walk_id::KING, walk_id::PAWN].contains(walk);
        let promotions = || self.promotions.iter().map(|promotion| promotion.walk);
        // The bounds of target positions ask for the usual ones.
        let promotes = match &self.target {
            Some(_) => promotions().eq(officers),
            None => promotions().all(becomes) && !self.promotions.is_empty(),
        };
        self.leave_walks_alone()
            && self.geometry.is_usual()
            && self.geometry.joins() == Joins::None
            && self.walks.iter().all(is_usual)
            && promotes
            && self.castlings.len() == 4
            && self.listed_by.is_none()
            && self.men_listed_by.is_none()
            && self.listed_first.is_none()
    }

    /// Whether men go by their walks, promote and castle, and nothing else can happen; a side
    /// may be bound to the best of its moves. Every part of the rules is named, so that a new
    /// one cannot be forgotten.
    fn leave_walks_alone(&self) -> bool {
        let Rules {
            geometry,
            army,
            table,
            walks: _,
            promotions,
            special_promotions,
            promotion_squares,
            castlings: _,
            homes: _,
            target,
            routes,
            displaced: _,
            unlike: _,
            listed_by: _,
            men_listed_by: _,
            numbered: _,
            has_rules: _,
            listed_first: _,
            men_differ,
            remembered_by: _,
            check_by_playing,
            checks_played_of,
            rewrite_checks,
            lend_by_playing: _,
            check_may_stand,
            castles_anew,
            null_moves,
            exclusive_rights,
            keeps_neutral_keys: _,
            passing_slots: _,
            private: _,
            last_move_facts,
            plies,
            turns,
            to_choose: _,
            facts,
            short_cuts: _,
            quick: _,
            hooks: _,
        } = self;
        let special = special_promotions.iter().flat_map(|(_, forms)| forms);
        !table.has_borrowers()
            && table.free_pawns().is_empty()
            && *army == Army::USUAL
            && *promotion_squares == Side::BOTH.map(|side| geometry.promotion_squares(side))
            && promotions.iter().chain(special).all(Promotion::is_plain)
            && target.is_some() == routes.is_some()
            && !men_differ
            && !check_by_playing
            && *checks_played_of == Attributes::NONE
            && !rewrite_checks
            && !check_may_stand
            && !castles_anew
            && !null_moves
            && exclusive_rights.is_empty()
            && last_move_facts.is_empty()
            && plies.is_none()
            && turns.is_none()
            && facts.holds(RuleFact::PlayIsOrthodox)
    }

    /// The short cuts that may be taken.
    pub fn short_cuts(&self) -> ShortCuts {
        self.short_cuts
    }

    /// Whether this short cut may be taken.
    #[inline]
    fn allow(&self, one: ShortCut) -> bool {
        self.short_cuts.allow(one)
    }

    /// Lets only these short cuts be taken; none where rules change from ply to ply, for short cuts take a
    /// position and the one before it to be under the same rules.
    fn use_only(&mut self, short_cuts: ShortCuts) {
        let short_cuts = match self.plies {
            Some(_) => ShortCuts::NONE,
            None => short_cuts,
        };
        self.short_cuts = short_cuts;
        self.facts = self.facts.limited_to(short_cuts);
        if !self.allow(ShortCut::Mobility) {
            self.quick.has_legal_move = Quick::NONE.has_legal_move;
        }
        if !self.allow(ShortCut::TrialCaptures) {
            self.quick.capture_stands = Quick::NONE.capture_stands;
        }
    }

    /// How sides move in turns of several moves, if they do.
    pub fn turns(&self) -> Option<TurnRule> {
        self.turns
    }

    /// The ways to the position in which play is to end, where men go by the walks of the game.
    pub fn routes(&self) -> Option<&Arc<Target>> {
        self.routes.as_ref()
    }

    /// The diagram square of a man; men that appeared later have none.
    pub fn home_of(&self, man: ManId) -> Option<Square> {
        self.homes.get(usize::from(man).checked_sub(1)?).copied()
    }

    /// Who stood on this square in the diagram.
    pub fn id_from(&self, square: Square) -> Option<ManId> {
        let place = self.homes.iter().position(|home| *home == square)?;
        ManId::try_from(place + 1).ok()
    }

    /// All squares on which pawns of either side promote.
    #[inline]
    pub fn promotion_squares(&self) -> SquareSet {
        self.promotion_squares[0] | self.promotion_squares[1]
    }

    /// Whether pawns of this walk that count for `side` promote on this square.
    #[inline]
    pub fn promotes_on(&self, pawn: WalkId, side: Side, square: Square) -> bool {
        let side = if pawn.row().is_reversed() {
            !side
        } else {
            side
        };
        self.promotion_squares[side.index()].contains(square)
    }

    /// The first and last rank of a side, counted from its own edge, as board ranks.
    pub fn last_rank(&self, side: Side) -> u8 {
        match side {
            Side::White => self.geometry.height() - 1,
            Side::Black => 0,
        }
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("walks", &self.walks)
            .finish_non_exhaustive()
    }
}
