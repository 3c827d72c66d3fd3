//! What a rule promises about its answers, so that short cuts may do without asking it.
//!
//! **Invariant:** a promise changes no answer, only how soon it is known. Debug builds compare what
//! a rule did with what it promised, whenever it is called (see `kept.rs`).

use super::displaces::Displaces;
use super::hook::{Company, Departures, EffectScope, Homes, NextWalk, Paralyse, Rests};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Piece, WalkId};
use crate::rules::View;
use smallvec::{SmallVec, smallvec};

/// What a rule promises about its answers: nothing, or any of the clauses that have a meaning for
/// the question it answers. Others are refused when the rule is installed.
///
/// ```
/// use dawson::rules::{Promise, EffectScope};
/// let nothing = Promise::nothing();
/// let captures_only: Promise = EffectScope::Captures.into();
/// ```
#[derive(Default)]
pub struct Promise(SmallVec<[Clause; 2]>);

/// One thing that a rule promises.
pub(in crate::rules) enum Clause {
    /// Effects reach no further.
    Scope(EffectScope),
    /// Effects bring men to no other places.
    Displaces(Displaces),
    /// Moves of men without this attribute are none of its business.
    MovesOf(Attribute),
    /// The man that moved gets the walk that follows from its own.
    Walk(Box<NextWalk>),
    /// A man that captured is put on one of these squares.
    Homes(Box<Homes>),
    /// A man captures from these squares alone, as the man itself tells.
    Departures(Box<Departures>),
    /// Steps of the man on such a square change nothing on the board but what they say.
    Rests(Box<Rests>),
    /// Effects follow on moves alone that lead to these squares.
    Arrivals(SquareSet),
    /// Captures of royal men by others are never refused, and bring nobody back.
    Stands,
    /// A man takes royal men on these squares alone, as the man itself tells.
    Reaches(Box<Departures>),
    /// It has a say in captures alone.
    Captures,
    /// It has a say in moves that check alone.
    Checks,
    /// It has no say in captures of royal men that are only tried.
    SparesTrials,
    /// It lets every move stand after which another man is on one of these squares.
    Company(Box<Company>),
    /// It has a say in moves of pawns to their last rank, and in those that do more than they say.
    LastRank,
    /// It keeps a man from acting just as long as a hostile man of this kind has a way to it.
    ObservedBy(Box<Paralyse>),
    /// It goes by the squares of the board alone, not by the position.
    Geometry,
    /// It goes by departure, arrival, castling and whether something is captured.
    Ways,
    /// Nothing counts for it but who moves, for which side and from which square.
    Departure,
    /// It concerns royal men alone.
    Royals,
    /// What it lets pass for a mate or stalemate leaves no move, and for a mate is a check.
    EndsPlay,
}

impl Promise {
    /// Nothing: the rule is asked about everything.
    pub fn nothing() -> Promise {
        Promise::default()
    }

    /// Effects that give the man that moved the walk which `next` tells of its own, and change
    /// nothing else.
    pub fn walk(next: impl Fn(WalkId) -> WalkId + Send + Sync + 'static) -> Promise {
        Promise(smallvec![
            Clause::Scope(EffectScope::Mover),
            Clause::Walk(Box::new(next))
        ])
    }

    /// Effects of captures that put the capturing man on one of its homes, or refuse the move if there is none
    /// or somebody stands on one of them, and change nothing else.
    pub fn homes(
        homes: impl Fn(View<'_>, Piece, Side) -> SquareSet + Send + Sync + 'static,
    ) -> Promise {
        Promise(smallvec![
            Clause::Scope(EffectScope::Away),
            Clause::Homes(Box::new(homes))
        ])
    }

    /// A rule on the squares from which men capture, under which a man does so from these alone
    /// with its own walk, and from squares other than its own only while they are free. The
    /// answer depends on the man and its square alone, not on the rest of the position.
    pub fn departures(
        squares: impl Fn(View<'_>, Piece, Side, Square) -> SquareSet + Send + Sync + 'static,
    ) -> Promise {
        Clause::Departures(Box::new(squares)).into()
    }

    /// Effects that change nothing on the board behind a step, with a capture on its arrival or
    /// none, of the man on such a square. What they remember or put below squares may matter later.
    pub fn rests(rests: impl Fn(View<'_>, Square) -> bool + Send + Sync + 'static) -> Promise {
        Clause::Rests(Box::new(rests)).into()
    }

    /// Effects that follow on moves alone that lead to one of these squares; a step that ends
    /// elsewhere changes nothing but what it says, as far as this rule is concerned.
    pub fn arrivals(squares: SquareSet) -> Promise {
        Clause::Arrivals(squares).into()
    }

    /// Also: effects reach no further.
    #[must_use]
    pub fn touching(self, scope: EffectScope) -> Promise {
        self.and(Clause::Scope(scope))
    }

    /// Also: where a man that is not royal captures a royal one, effects neither refuse the move nor bring
    /// anybody back.
    #[must_use]
    pub fn standing(self) -> Promise {
        self.and(Clause::Stands)
    }

    /// A rule on other ways to take a royal man, by which a man does so on these squares alone.
    /// The answer depends on the man and its square alone, not on the rest of the position.
    pub fn reaches(
        squares: impl Fn(View<'_>, Piece, Side, Square) -> SquareSet + Send + Sync + 'static,
    ) -> Promise {
        Clause::Reaches(Box::new(squares)).into()
    }

    /// A rule on lines, on moves or on second legs that has a say in captures alone: it is not
    /// asked about other moves.
    pub fn captures() -> Promise {
        Clause::Captures.into()
    }

    /// A rule on played moves that lets all stand that do not check: it is asked only for moves
    /// that may.
    pub fn checks() -> Promise {
        Clause::Checks.into()
    }

    /// A rule on played moves that lets every move of one man stand after which another man is on
    /// one of these squares about its arrival.
    pub fn company(
        near: impl Fn(View<'_>, Square) -> SquareSet + Send + Sync + 'static,
    ) -> Promise {
        Clause::Company(Box::new(near)).into()
    }

    /// A rule on played moves that lets all stand that do no more than they say and bring no pawn
    /// to its last rank.
    pub fn last_rank() -> Promise {
        Clause::LastRank.into()
    }

    /// A rule that keeps a man from acting if a hostile one of a certain kind has a way to it, as
    /// [`Ring::Geometry`](super::hook::Ring) tells, or could capture it in passing, and only then:
    /// says whether the second man is of the kind that matters to the first.
    pub fn observed_by(by: impl Fn(Piece, Piece) -> bool + Send + Sync + 'static) -> Promise {
        Clause::ObservedBy(Box::new(by)).into()
    }

    /// A rule on lines that goes by the squares of the board alone and never looks at the position.
    pub fn geometry() -> Promise {
        Clause::Geometry.into()
    }

    /// A preference that looks at nothing but departure, arrival, castling and whether something
    /// is captured, as long as the walk of the man is one of the game.
    pub fn ways() -> Promise {
        Clause::Ways.into()
    }

    /// A rule on captures or on moves for which nothing counts but who moves, for which side and from which
    /// square: of all moves that a side has from one square of a position it lets each stand, or none.
    pub fn departure() -> Promise {
        Clause::Departure.into()
    }

    /// Further moves, or other walks, of royal men alone.
    pub fn royals() -> Promise {
        Clause::Royals.into()
    }

    /// A rule on the end of play: what it lets pass for a mate or stalemate leaves the side no
    /// legal move, and what it lets pass for a mate is a check.
    pub fn ends_play() -> Promise {
        Clause::EndsPlay.into()
    }

    /// Also: effects bring men to no other places than these.
    #[must_use]
    pub fn displacing(self, displaces: Displaces) -> Promise {
        self.and(Clause::Displaces(displaces))
    }

    /// Also: moves of men that did not have this attribute before them are none of its business.
    #[must_use]
    pub fn moves_of(self, attribute: Attribute) -> Promise {
        self.and(Clause::MovesOf(attribute))
    }

    /// Also: captures of royal men that are only tried, to see if they are in check, are none of its
    /// business.
    #[must_use]
    pub fn sparing_trials(self) -> Promise {
        self.and(Clause::SparesTrials)
    }

    fn and(mut self, clause: Clause) -> Promise {
        self.0.push(clause);
        self
    }

    pub(in crate::rules) fn clauses(self) -> impl Iterator<Item = Clause> {
        self.0.into_iter()
    }
}

impl From<EffectScope> for Promise {
    fn from(scope: EffectScope) -> Promise {
        Clause::Scope(scope).into()
    }
}

impl From<Displaces> for Promise {
    fn from(displaces: Displaces) -> Promise {
        Clause::Displaces(displaces).into()
    }
}

impl From<Clause> for Promise {
    fn from(clause: Clause) -> Promise {
        Promise(smallvec![clause])
    }
}
