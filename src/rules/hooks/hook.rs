//! The points at which rules act, as plain lists of functions.
//!
//! **Invariant:** no condition is named here. The lists never change after the
//! rules are built, so threads share them freely; an empty list costs nothing.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Piece, WalkId};
use crate::position::{Effect, ManId, Position, Reason};
use crate::rules::hooks::asked::{Among, CheckQuestion, GoalQuestion, Role};
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::rank::Rank;
use crate::rules::play::candidate::{Candidate, Choices};
use crate::rules::{Rules, View};
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

/// What a walk is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Going without capture.
    Quiet,
    /// Capturing, checking, observing.
    Capture,
}

/// The move being played, as hooks see it.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The way taken.
    pub candidate: Candidate,
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
    /// Whether the mover was promoted in this move.
    pub promoted: bool,
    /// Whether this is no move but the trial capture of a royal man, to see if it is in check.
    pub trial: bool,
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

/// What a hook wants to happen.
#[derive(Debug)]
pub struct Outcome<'a> {
    pub(in crate::rules) effects: &'a mut Effects,
    pub(in crate::rules) choices: &'a mut Choices,
    pub(in crate::rules) promotion: Option<(Square, Side)>,
    pub(in crate::rules) returned: Option<Captured>,
    pub(in crate::rules) refused: bool,
}

impl Outcome<'_> {
    /// One more effect, after those already wanted.
    pub fn push(&mut self, effect: Effect, reason: Reason) {
        self.effects.push((effect, reason));
    }

    /// Which of `count` alternatives (at least one) to take: a free choice of the mover.
    pub fn choose(&mut self, count: usize) -> usize {
        self.choices.choose(count)
    }

    /// The man put on this square is promoted if it is a pawn on its last rank; a neutral pawn
    /// counts for `side`.
    pub fn promote_on(&mut self, square: Square, side: Side) {
        self.promotion = Some((square, side));
    }

    /// The man put back by these effects is the one that was taken so.
    pub fn bring_back(&mut self, taken: Captured) {
        self.returned = Some(taken);
    }

    /// The move cannot be played at all.
    pub fn refuse(&mut self) {
        self.refused = true;
    }
}

/// Effects a hook wants; rarely more than a few, so they need no allocation.
pub(in crate::rules) type Effects = SmallVec<[(Effect, Reason); 4]>;

/// The walks a man uses for one purpose; rarely more than a few, so they need no allocation.
pub type Walks = SmallVec<[WalkId; 4]>;

/// How far the effects of a hook reach at most: what short cuts may rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Anything may happen in any move.
    Anything,
    /// Nothing on the board: a rule remembers something. If it refuses moves for that, it also
    /// installs a rule of `keep_legal`.
    Memory,
    /// Captures do anything, other moves nothing.
    Captures,
    /// A captured man that is not royal may be put back on the board, with its sides; other
    /// moves do nothing.
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
    pub touch: Touch,
    /// The moves of men with this attribute alone, if one is named.
    pub of: Option<Attribute>,
    /// What is known beforehand of the man that moves.
    pub foretold: Foretold,
    /// Where it may bring men.
    pub displaces: Displaces,
    pub act: Box<After>,
}

/// What is known before a move of what a hook makes of the man that moves.
pub(in crate::rules) enum Foretold {
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
            Touch::Captures,
            Touch::Capturer,
            Touch::Rebirth,
            Touch::Away,
        ];
        (captures || !on_captures.contains(&self.touch))
            && self.of.is_none_or(|attribute| mover.has(attribute))
    }
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
    Lonely(Box<Company>),
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
            Judged::Lonely(company) => Some(company.as_ref()),
            _ => None,
        }
    }

    /// Whether it lets moves stand for what squares tell, if they do as they say.
    pub(in crate::rules) fn judges_squares(&self) -> bool {
        matches!(self.judged, Judged::Lonely(_) | Judged::ToLastRank)
    }
}

/// A verdict on candidates before they are played.
pub(in crate::rules) struct MoveHook {
    pub rule: &'static str,
    /// Whether it lets all stand that capture nothing.
    pub captures_only: bool,
    pub act: Box<Line>,
}

/// A verdict on the way of a man, from this ring of observation on.
pub(in crate::rules) struct LineHook {
    pub rule: &'static str,
    pub ring: Ring,
    pub act: Box<Line>,
}

/// A move in which no man goes anywhere.
pub(in crate::rules) struct BareMove {
    pub offered: Box<Offer>,
    pub effects: Box<BareEffects>,
}

/// Further candidates of men.
pub(in crate::rules) struct ExtraHook {
    /// Whether they are of royal men alone.
    pub royal_only: bool,
    pub act: Box<ExtraOfMan>,
}

/// What becomes of candidates.
pub(in crate::rules) struct RewriteHook {
    pub rule: &'static str,
    /// Whether it leaves candidates alone that capture nothing.
    pub captures_only: bool,
    /// Where it may bring men.
    pub displaces: Displaces,
    pub act: Box<Rewrite>,
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
    /// Before the move, by its candidate.
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

/// A filter of all moves of a man or of a side.
pub(in crate::rules) struct SiblingsHook {
    pub rule: &'static str,
    pub among: Among,
    pub act: Box<Siblings>,
}

/// A verdict on a way before it is played; true keeps it.
pub type Line = dyn Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync;
/// True keeps a man from acting.
pub type Forbid = dyn Fn(View<'_>, Actor) -> bool + Send + Sync;
/// Whether the second man keeps the first from acting while it has a way to it.
pub type Paralyse = dyn Fn(Piece, Piece) -> bool + Send + Sync;
/// Replaces or extends the walks of a man.
pub type Borrow = dyn Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync;
/// Adds candidates for a side.
pub type Extra = dyn Fn(View<'_>, Side, &mut Vec<Candidate>) + Send + Sync;
/// Adds candidates of one man; gets the position to try something out and must leave it as it was.
pub type ExtraOfMan = dyn Fn(&Rules, &mut Position, Actor, &mut Vec<Candidate>) + Send + Sync;
/// Whether a side may make the move in which no man goes anywhere.
pub type Offer = dyn Fn(View<'_>, Side) -> bool + Send + Sync;
/// Effects of a move in which no man goes anywhere.
pub type BareEffects = dyn Fn(View<'_>, Side, &mut Vec<(Effect, Reason)>) + Send + Sync;
/// Effects before the men of a candidate move.
pub type Before = dyn Fn(View<'_>, Side, &Candidate, &mut Outcome<'_>) + Send + Sync;
/// Turns one candidate into others (nothing pushed: the candidate is dropped). Gets the
/// position to try something out and must leave it as it was.
pub type Rewrite =
    dyn Fn(&Rules, &mut Position, Side, Candidate, &mut Vec<Candidate>) + Send + Sync;
/// Adds effects to a move that is being played.
/// It may try something out on the position and must leave it as it was.
pub type After = dyn Fn(&Rules, &mut Position, &Turn, &mut Outcome<'_>) + Send + Sync;
/// How the man that moved may go on in the same move, if its player likes. Gets the position to try
/// something out and must leave it as it was.
pub type GoOn = dyn Fn(&Rules, &mut Position, &Turn) -> Vec<Candidate> + Send + Sync;
/// The walk that a man of this walk takes when it moves.
pub type NextWalk = dyn Fn(WalkId) -> WalkId + Send + Sync;
/// The squares on which a man may be put that captures for this side.
pub type Homes = dyn Fn(View<'_>, Piece, Side) -> SquareSet + Send + Sync;
/// The squares of which one must hold a man beside the one that went quietly to this square.
pub type Company = dyn Fn(View<'_>, Square) -> SquareSet + Send + Sync;
/// A verdict on the played move; true lets it stand. Gets the position to probe deeper
/// and must leave it as it was.
pub type Legal = dyn Fn(&Rules, &mut Position, &Turn) -> bool + Send + Sync;
/// How good a move is for a rule that leaves a side the best of its legal moves only.
pub type Merit = dyn Fn(View<'_>, &Candidate) -> i64 + Send + Sync;
/// How good a move is that was just played. Gets the position to probe deeper and must leave it
/// as it was.
pub type PlayedMerit = dyn Fn(&Rules, &mut Position, &Turn) -> i64 + Send + Sync;
/// Drops moves in view of their siblings. Gets the position to try something out and must leave
/// it as it was.
pub type Siblings = dyn Fn(&Rules, &mut Position, Side, &mut Vec<Candidate>) + Send + Sync;
/// Which men a side may move or capture, or which observe for it, given those that usually are.
pub type Sides = dyn Fn(View<'_>, Side, Role, SquareSet) -> SquareSet + Send + Sync;
/// Whether a side is in check.
pub type Check = dyn Fn(CheckQuestion<'_>, &mut Position) -> bool + Send + Sync;
/// Whether a goal, or a mate or stalemate, is reached.
pub type GoalJudge = dyn Fn(GoalQuestion<'_>, &mut Position) -> bool + Send + Sync;
/// Further squares of a side that must not be observed, with or without a man on them.
pub type RoyalSquares = dyn Fn(View<'_>, Side) -> SquareSet + Send + Sync;
/// From which other squares a man captures as well, if the rule concerns it.
pub type Origins = dyn Fn(View<'_>, Actor) -> Option<SquareSet> + Send + Sync;
/// Whether a side could take the man on a square otherwise than by a capture there. Gets the
/// position to try something out and must leave it as it was.
pub type Attack = dyn Fn(&Rules, &mut Position, Square, Side) -> bool + Send + Sync;
/// A further way to promote the pawn that arrived on a square: its effects.
pub type Promote = dyn Fn(View<'_>, Square, &mut Vec<(Effect, Reason)>) + Send + Sync;
/// Whether a man may be promoted to this walk now.
pub type KeepPromotion = dyn Fn(View<'_>, Piece, WalkId) -> bool + Send + Sync;
/// Whether the hurdles of such a man matter.
pub type Hurdles = dyn Fn(Piece) -> bool + Send + Sync;
/// The men that the walk of a man takes notice of.
pub type Sight = dyn Fn(View<'_>, Square) -> SquareSet + Send + Sync;
/// Who has won by a rule that ends the game at once, if it is over.
pub type End = dyn Fn(View<'_>) -> Option<Side> + Send + Sync;
/// Changes the diagram before play.
pub type Setup = dyn Fn(&mut Position) + Send + Sync;

/// All hook lists of a problem.
#[derive(Default)]
pub(in crate::rules) struct Hooks {
    pub fixed_line: Vec<Hook<Line>>,
    pub line: Vec<LineHook>,
    pub forbid: Vec<ForbidHook>,
    pub borrow: Vec<Hook<Borrow>>,
    pub capture: Vec<Hook<Line>>,
    pub move_only: Vec<MoveHook>,
    pub extra: Vec<Hook<Extra>>,
    pub extra_of_man: Vec<ExtraHook>,
    pub bare: Option<BareMove>,
    pub before: Vec<Hook<Before>>,
    pub rewrite: Vec<RewriteHook>,
    pub siblings: Vec<SiblingsHook>,
    pub after: Vec<AfterHook>,
    pub go_on: Option<Hook<GoOn>>,
    pub legal: Vec<LegalHook>,
    pub select: Vec<Preference>,
    pub sides: Vec<Hook<Sides>>,
    pub royal_squares: Vec<Hook<RoyalSquares>>,
    pub attack: Vec<Hook<Attack>>,
    pub origins: Vec<Hook<Origins>>,
    pub check: Vec<Hook<Check>>,
    pub goal: Vec<GoalHook>,
    pub promotion: Vec<Hook<Promote>>,
    pub keep_promotion: Vec<Hook<KeepPromotion>>,
    pub hurdles: Vec<Hook<Hurdles>>,
    pub sight: Option<Hook<Sight>>,
    pub end: Vec<Hook<End>>,
    pub setup: Vec<Hook<Setup>>,
}

impl Hooks {
    /// Whether all effects stay within these.
    pub fn have_effects_among(&self, touches: &[Touch]) -> bool {
        let is_known =
            |hook: &AfterHook| hook.touch == Touch::Memory || touches.contains(&hook.touch);
        self.go_on.is_none() && self.after.iter().all(is_known)
    }
}
