//! The points at which rules act, as plain lists of functions.
//!
//! **Invariant:** no condition is named here. The lists never change after the
//! rules are built, so threads share them freely; an empty list costs nothing.

mod calls;
mod lists;
mod outcome;

use crate::board::{Side, Square};
use crate::men::{Piece, WalkId};
use crate::position::{Effect, ManId, Reason};
use crate::rules::play::pseudo_move::PseudoMove;
pub use calls::{
    After, Attack, Before, BoardMoveEffects, Borrow, Check, Company, Departures, End, Extra,
    ExtraOfMan, Forbid, Gives, GoOn, GoalJudge, Homes, Hurdles, KeepPromotion, Legal, Line, Merit,
    NextWalk, Offer, Origins, Paralyse, PlayedMerit, Promote, Rebirth, Rests, Rewrite,
    RoyalSquares, Setup, Siblings, Sides,
};
pub use lists::CheckTurn;
pub(in crate::rules) use lists::{
    AfterHook, AttackHook, BeforeHook, BoardMove, BorrowHook, CheckHook, CheckStage, ExtraHook,
    ExtraOfSideHook, ForbidHook, GoOnHook, GoalHook, Hook, Hooks, Idle, Judged, LegalHook,
    LineHook, Measure, MoveHook, OriginsHook, Predicted, Preference, RewriteHook, SiblingsHook,
    SidesHook, Sight,
};
pub use outcome::Outcome;
pub(in crate::rules) use outcome::{Becomes, Found, Promotes};
use smallvec::SmallVec;

/// A man with the side it acts for (a neutral man acts for either).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actor {
    /// Where it stands.
    pub square: Square,
    /// For whom it acts.
    pub side: Side,
}

/// How much is asked when one man observes a square. Each ring includes the
/// former ones; a rule that asks a question uses a smaller ring than its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ring {
    /// Could its walk capture there?
    Geometry,
    /// And may it act at all?
    Actor,
    /// And would the capture stand?
    Capture,
}

impl Ring {
    /// The next smaller ring, which a rule of this one may ask.
    #[cfg(debug_assertions)]
    pub(in crate::rules) fn inner(self) -> Option<Ring> {
        match self {
            Ring::Geometry => None,
            Ring::Actor => Some(Ring::Geometry),
            Ring::Capture => Some(Ring::Actor),
        }
    }
}

/// What a walk is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Going without capture.
    NonCapture,
    /// Changing places with a man of the same walk.
    Exchange,
    /// Capturing.
    Capture,
    /// Observing, which nearly all rules treat as they treat capturing. `Ring::Capture` is for
    /// check, the others for rules that ask who observes whom.
    Observe(Ring),
}

impl Purpose {
    /// Giving check.
    pub const CHECK: Purpose = Purpose::Observe(Ring::Capture);

    /// Whether another rule asks who observes whom, not about a check.
    pub fn is_to_watch(self) -> bool {
        matches!(self, Purpose::Observe(ring) if ring < Ring::Capture)
    }
}

/// The move being played, as hooks see it.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// The way taken.
    pub pseudo_move: PseudoMove,
    /// Who moves.
    pub side: Side,
    /// The man as it was on its departure.
    pub departed: Piece,
    /// Its identity.
    pub id: ManId,
    /// The captured man with its square.
    pub captured: Option<Captured>,
    /// Where the moved man is now, followed through all effects; none if it vanished.
    pub now: Option<Square>,
    /// The man it hopped over, where a rule asked for it.
    pub hurdle: Option<Square>,
    /// Where a captured man was reborn, if one was.
    pub reborn: Option<Square>,
    /// That man as it was taken, in this move or before.
    pub returned: Option<Captured>,
    /// Whether this is a further part of a move.
    pub goes_on: bool,
    /// Whether the mover was promoted in this move.
    pub promoted: bool,
    /// Whether this is no move but the trial capture of a royal man, to see if it is in check.
    pub trial: bool,
}

impl PlayedMove {
    /// Follows the moved man through an effect.
    pub(in crate::rules) fn follow(&mut self, effect: Effect) {
        self.now = match effect {
            Effect::Move { from, to } if self.now == Some(from) => Some(to),
            Effect::Remove { on } if self.now == Some(on) => None,
            Effect::Swap { first, second } if self.now == Some(first) => Some(second),
            Effect::Swap { first, second } if self.now == Some(second) => Some(first),
            _ => self.now,
        };
    }
}

/// A man taken in the move.
#[derive(Clone, Copy, Debug)]
pub struct Captured {
    /// Who.
    pub piece: Piece,
    /// Its identity.
    pub id: ManId,
    /// Where it stood.
    pub on: Square,
}

/// Effects a hook wants; rarely more than a few, so they need no allocation.
pub(in crate::rules) type Effects = SmallVec<[(Effect, Reason); 4]>;

/// The walks a man uses for one purpose; rarely more than a few, so they need no allocation.
pub type Walks = SmallVec<[WalkId; 4]>;

/// How far the effects of a hook reach at most: what short cuts may rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectScope {
    /// Anything may happen in any move.
    Anything,
    /// Nothing on the board: a rule remembers something. If it refuses moves for that, it also
    /// installs a rule of `keep_legal`.
    Memory,
    /// Captures do anything, other moves nothing.
    Captures,
    /// A captured man that is not royal may be put back on the board, with its sides, or the
    /// capture is refused; other moves do nothing.
    Rebirth,
    /// The man that moved changes its walk or its marks and nothing else: it stays in its place
    /// and of its side, and royal men stay royal.
    Mover,
    /// A man that captured is put on one of its homes or the move is refused; other moves do
    /// nothing.
    Away,
    /// The men that moved, unless they are royal, change their sides and nothing else.
    MoverSide,
    /// A man that captured, unless it is royal, changes its sides and nothing else; other
    /// moves do nothing.
    Capturer,
    /// The men that moved change their marks and nothing else, but all may depend on marks.
    Marks,
}
