//! The lists of functions that rules have installed, each with what it promises.
//!
//! **Invariant:** the lists never change after the rules are built.

use super::{
    After, Attack, Before, BoardMoveEffects, Borrow, Check, Company, Departures, EffectScope, End,
    Extra, ExtraOfMan, Forbid, Gives, GoOn, GoalJudge, Homes, Hurdles, KeepPromotion, Legal, Line,
    Merit, NextWalk, Offer, Origins, Paralyse, PlayedMerit, Promote, Rebirth, Rests, Rewrite, Ring,
    RoyalSquares, Setup, Siblings, Sides,
};
use crate::board::{Side, SquareSet};
use crate::men::{Attribute, Piece};
use crate::rules::hooks::asked::{Among, Stance};
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::rank::Rank;
/// A function of a rule, with the key of the definition that installed it.
pub(in crate::rules) struct Hook<F: ?Sized> {
    pub rule: &'static str,
    pub act: Box<F>,
}

impl<F: ?Sized> std::ops::Deref for Hook<F> {
    type Target = F;

    #[inline]
    fn deref(&self) -> &F {
        &self.act
    }
}

/// Effects of a move at their place in the order.
pub(in crate::rules) struct AfterHook {
    pub rule: &'static str,
    pub rank: Rank,
    pub scope: EffectScope,
    /// The moves of men with this attribute alone, if one is named.
    pub of: Option<Attribute>,
    /// What is known beforehand of the man that moves.
    pub predicted: Predicted,
    /// Where it may bring men.
    pub displaces: Displaces,
    /// When a step of the man on a square that captures nobody elsewhere changes nothing on the board.
    pub rests: Option<Box<Rests>>,
    /// The squares to which moves lead that have effects, if not all do.
    pub arrivals: Option<SquareSet>,
    /// Whether it never keeps a man that is not royal from capturing a royal one, nor brings anybody back then.
    pub stands: bool,
    /// After what its effects happen when no man moves.
    pub idle: Idle,
    /// Whether the mover chooses it among others.
    pub is_chosen: bool,
    pub act: Box<After>,
}

/// After which plies in which no man moves a hook has effects, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::rules) enum Idle {
    /// After none.
    Never,
    /// After the move of a rule in which no man goes anywhere.
    BoardMoves,
    /// After null moves and the pass that shows a threat, too.
    AllPlies,
}

/// What is known before a move of what a hook makes of the man that moves.
pub(in crate::rules) enum Predicted {
    /// No more than how far the hook reaches.
    Nothing,
    /// The walk that a man of this walk takes.
    Walk(Box<NextWalk>),
    /// The homes of a man that captures for a side.
    Homes(Box<Homes>),
}

impl AfterHook {
    /// Whether it has a say in moves of such a man, with or without capture.
    #[inline]
    pub(in crate::rules) fn concerns(&self, mover: Piece, captures: bool) -> bool {
        let on_captures = [
            EffectScope::Captures,
            EffectScope::Capturer,
            EffectScope::Rebirth,
            EffectScope::Away,
        ];
        (captures || !on_captures.contains(&self.scope))
            && self.of.is_none_or(|attribute| mover.has(attribute))
    }
}

/// A rule on the squares from which men capture.
pub(in crate::rules) struct OriginsHook {
    pub rule: &'static str,
    pub act: Box<Origins>,
    /// If the man alone tells: the squares from which it captures, from others than its own only
    /// while they are free.
    pub departures: Option<Box<Departures>>,
    /// From where other rules judge a man that leaves from elsewhere.
    pub stance: Stance,
}

/// A rule on captures of royal men that go another way.
pub(in crate::rules) struct AttackHook {
    pub act: Box<Attack>,
    /// If the man alone tells: the squares on which it may take one so.
    pub reach: Option<Box<Departures>>,
}

/// A rule that keeps men from acting.
pub(in crate::rules) struct ForbidHook {
    pub rule: &'static str,
    pub act: Box<Forbid>,
    /// If the rule is about observation alone: whether the first man is kept from acting just as
    /// long as the second, a hostile one, has a way to it.
    pub observed_by: Option<Box<Paralyse>>,
}

/// A verdict on played moves.
pub(in crate::rules) struct LegalHook {
    pub rule: &'static str,
    pub judged: Judged,
    /// Whether it has a say in captures of royal men that are only tried, too.
    pub judges_trials: bool,
    pub act: Box<Legal>,
}

/// Which moves a rule on played moves has a say in.
pub(in crate::rules) enum Judged {
    /// All.
    All,
    /// Those that check.
    Checks,
    /// Those behind which no other man is on one of these squares about the arrival, and all that
    /// do more than they say.
    NeedsContact(Box<Company>),
    /// Those of pawns to their last rank, and all that do more than they say.
    ToLastRank,
}

impl LegalHook {
    /// Whether it lets all moves stand that do not check.
    #[inline]
    pub(in crate::rules) fn judges_checks(&self) -> bool {
        matches!(self.judged, Judged::Checks)
    }

    /// The squares of which one must hold a man about an arrival, if it asks for that.
    #[inline]
    pub(in crate::rules) fn company(&self) -> Option<&Company> {
        match &self.judged {
            Judged::NeedsContact(company) => Some(company.as_ref()),
            _ => None,
        }
    }

    /// Whether it lets moves stand for what squares tell, if they do as they say.
    pub(in crate::rules) fn judges_squares(&self) -> bool {
        matches!(self.judged, Judged::NeedsContact(_) | Judged::ToLastRank)
    }
}

/// A verdict on pseudo-legal moves, or on captures and checks, before they are played.
pub(in crate::rules) struct MoveHook {
    pub rule: &'static str,
    /// Whether it lets all stand that capture nothing.
    pub captures_only: bool,
    /// Whether nothing counts for it but who moves, for which side and from which square.
    pub by_departure: bool,
    pub act: Box<Line>,
}

/// A rule on what check is.
pub(in crate::rules) struct CheckHook {
    pub rule: &'static str,
    pub stage: CheckStage,
    pub act: Box<Check>,
}

/// What a rule on check does to the answer of those of lower stages, which it is asked before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rules) enum CheckStage {
    /// It says what check is.
    Says,
    /// It finds a side in check where they do, and also elsewhere.
    Widens,
    /// It finds a side in check only where they do.
    Narrows,
    /// It makes something else of it.
    Turns(CheckTurn),
}

/// What a rule makes of the answer of others on check, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckTurn {
    /// Its opposite.
    Opposite,
    /// A count of the moves after which it would be another.
    Flights,
    /// The answer for the other side.
    Sides,
}

/// A verdict on the way of a man, from this ring of observation on.
pub(in crate::rules) struct LineHook {
    pub rule: &'static str,
    pub ring: Ring,
    pub captures_only: bool,
    pub act: Box<Line>,
}

/// A move in which no man goes anywhere.
pub(in crate::rules) struct BoardMove {
    pub rule: &'static str,
    /// Whether it may be a way out of mate and stalemate.
    pub is_way_out: bool,
    /// Where it may bring men.
    pub displaces: Displaces,
    pub offered: Box<Offer>,
    pub effects: Box<BoardMoveEffects>,
}

/// Further pseudo-legal moves of a side.
pub(in crate::rules) struct ExtraOfSideHook {
    pub rule: &'static str,
    /// Where they may bring men.
    pub displaces: Displaces,
    pub act: Box<Extra>,
}

/// Effects before a move.
pub(in crate::rules) struct BeforeHook {
    pub rule: &'static str,
    /// Where they may bring men.
    pub displaces: Displaces,
    pub act: Box<Before>,
}

/// Further pseudo-legal moves of men.
pub(in crate::rules) struct ExtraHook {
    /// Whether they are of royal men alone.
    pub royal_only: bool,
    /// Where they may bring men.
    pub displaces: Displaces,
    pub act: Box<ExtraOfMan>,
}

/// What becomes of pseudo-legal moves.
pub(in crate::rules) struct RewriteHook {
    pub rule: &'static str,
    /// Whether it leaves pseudo-legal moves alone that capture nothing.
    pub captures_only: bool,
    /// Where it may bring men.
    pub displaces: Displaces,
    pub act: Box<Rewrite>,
}

/// A rule on the walks of men.
pub(in crate::rules) struct BorrowHook {
    pub rule: &'static str,
    /// Whether it leaves the walks of all men alone that are not royal.
    pub royal_only: bool,
    pub act: Box<Borrow>,
}

/// How a man goes on in the same move.
pub(in crate::rules) struct GoOnHook {
    pub rule: &'static str,
    /// Whether it goes on behind captures alone.
    pub captures_only: bool,
    pub act: Box<GoOn>,
}

/// A side may play the best of its legal moves only.
pub(in crate::rules) struct Preference {
    pub rule: &'static str,
    pub side: Side,
    /// Whether it looks at squares and captures alone, as long as men of the game move.
    pub by_way: bool,
    pub merit: Measure,
}

/// When a rule measures how good a move is.
pub(in crate::rules) enum Measure {
    /// Before the move, by its pseudo-legal move.
    Before(Box<Merit>),
    /// After it, with all its effects.
    After(Box<PlayedMerit>),
}

/// A rule on mates, stalemates or goals.
pub(in crate::rules) struct GoalHook {
    /// Whether what it lets pass for a mate or a stalemate leaves no move, and a mate a check.
    pub keeps_play_ended: bool,
    pub act: Box<GoalJudge>,
}

/// A rule on what men do for a side.
pub(in crate::rules) struct SidesHook {
    pub rule: &'static str,
    /// Whether a side may but capture own men, none of them royal.
    pub captures_only: bool,
    pub act: Box<Sides>,
}

/// Men with an attribute and men without it take no notice of each other.
pub(in crate::rules) struct Sight {
    pub rule: &'static str,
    pub by: Attribute,
}

/// A filter of all moves of a man or of a side.
pub(in crate::rules) struct SiblingsHook {
    pub rule: &'static str,
    pub among: Among,
    /// Whether it drops captures alone.
    pub captures_only: bool,
    pub act: Box<Siblings>,
}

/// All hook lists of a problem.
#[derive(Default)]
pub(in crate::rules) struct Hooks {
    pub fixed_line: Vec<Hook<Line>>,
    pub line: Vec<LineHook>,
    pub forbid: Vec<ForbidHook>,
    pub borrow: Vec<BorrowHook>,
    pub capture: Vec<MoveHook>,
    pub move_only: Vec<MoveHook>,
    pub extra: Vec<ExtraOfSideHook>,
    pub extra_of_man: Vec<ExtraHook>,
    pub board_move: Option<BoardMove>,
    pub before: Vec<BeforeHook>,
    pub rewrite: Vec<RewriteHook>,
    pub siblings: Vec<SiblingsHook>,
    pub after: Vec<AfterHook>,
    pub go_on: Option<GoOnHook>,
    pub legal: Vec<LegalHook>,
    pub select: Vec<Preference>,
    pub sides: Vec<SidesHook>,
    pub royal_squares: Vec<Hook<RoyalSquares>>,
    pub attack: Vec<AttackHook>,
    pub origins: Vec<OriginsHook>,
    pub check: Vec<CheckHook>,
    pub gives: Vec<Hook<Gives>>,
    pub goal: Vec<GoalHook>,
    pub promotion: Vec<Hook<Promote>>,
    pub keep_promotion: Vec<Hook<KeepPromotion>>,
    pub hurdles: Vec<Hook<Hurdles>>,
    pub sight: Option<Sight>,
    pub end: Vec<Hook<End>>,
    pub setup: Vec<Hook<Setup>>,
    pub rebirth: Vec<Hook<Rebirth>>,
}

impl Hooks {
    /// Adds effects at their place in the order.
    pub fn add_after(&mut self, hook: AfterHook) {
        let place = self.after.partition_point(|other| other.rank <= hook.rank);
        self.after.insert(place, hook);
    }

    /// Adds a rule on check behind those of its stage and of lower ones.
    pub fn add_check(&mut self, hook: CheckHook) {
        let place = self
            .check
            .partition_point(|other| other.stage <= hook.stage);
        self.check.insert(place, hook);
    }

    /// Adds further moves of men; those of royal men alone come first.
    pub fn add_extra_of_man(&mut self, hook: ExtraHook) {
        let place = match hook.royal_only {
            true => self.extra_of_man.partition_point(|other| other.royal_only),
            false => self.extra_of_man.len(),
        };
        self.extra_of_man.insert(place, hook);
    }

    /// Whether rules lend walks to royal men, but to no others.
    pub fn lend_to_royals_alone(&self) -> bool {
        !self.borrow.is_empty() && self.borrow.iter().all(|hook| hook.royal_only)
    }

    /// Whether all effects stay within these.
    pub fn have_effects_among(&self, touches: &[EffectScope]) -> bool {
        let is_known =
            |hook: &AfterHook| hook.scope == EffectScope::Memory || touches.contains(&hook.scope);
        self.go_on.is_none() && self.after.iter().all(is_known)
    }
}
