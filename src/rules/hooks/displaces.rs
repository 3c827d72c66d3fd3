//! Where effects may bring men: what the bounds of proof games ask of a rule.

use crate::board::{Geometry, Side, SquareSet};
use crate::men::WalkId;
use crate::rules::hooks::hook::{EffectScope, Hooks};

/// The squares on which a man may appear, given its walk and side as it is then. A rule may name
/// more squares than it uses, never fewer.
pub type Reach = dyn Fn(&Geometry, WalkId, Side) -> SquareSet + Send + Sync;

/// Where a rule may bring men, apart from what the pseudo-legal move says.
pub enum Displaces {
    /// Unknown: any number of men anywhere, or off the board.
    Anything,
    /// No man to any square. The moved men may change their walks.
    Nothing,
    /// No man to any square. The moved men may change sides.
    Sides,
    /// In a capture, the captured man alone to one of these squares, of its side.
    Captured(Box<Reach>),
    /// The same in the capture, or in a later move: one man waits at most.
    Late(Box<Reach>),
    /// In a capture, the captured man alone to one of these squares, of its side; who stands there
    /// leaves the board.
    Killing(Box<Reach>),
    /// No man to any square. Any number of men may leave the board.
    Vanishing,
    /// In a capture, the capturing man alone to one of these squares, of its side.
    Captor(Box<Reach>),
    /// In a capture, the captured man alone to the departure of the capturing man.
    Exchanged,
    /// In any move, one man more of the moving side to the departure, if that is one of these
    /// squares.
    Left(Box<Reach>),
    /// A king to any square two steps away, and with it one man of either side to one of these
    /// squares.
    Castling(Box<Reach>),
    /// In any move, the men of so many squares more than the move names, in any way.
    Few(usize),
    /// No man to any square, and none off the board. Any men may change sides and walks.
    InPlace,
}

/// How much a ply may change on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) struct Touched {
    /// On how many squares the men may be others, but for castlings of the game and the pawn taken in
    /// passing.
    pub squares: usize,
    /// Whether any others may change sides and walks where they stand.
    pub in_place: bool,
}

impl EffectScope {
    /// What follows from how far a hook reaches.
    pub(in crate::rules) fn displaces(self) -> Displaces {
        let anywhere = || -> Box<Reach> { Box::new(|geometry, _, _| geometry.squares()) };
        match self {
            EffectScope::Anything | EffectScope::Captures => Displaces::Anything,
            EffectScope::Memory | EffectScope::Mover | EffectScope::Marks => Displaces::Nothing,
            EffectScope::MoverSide | EffectScope::Capturer => Displaces::Sides,
            EffectScope::Rebirth => Displaces::Captured(anywhere()),
            EffectScope::Away => Displaces::Captor(anywhere()),
        }
    }
}

impl Displaces {
    /// How many squares more than the move names it may touch.
    pub(in crate::rules) fn squares(&self) -> Option<usize> {
        match self {
            Displaces::Anything | Displaces::Vanishing => None,
            Displaces::Nothing
            | Displaces::Sides
            | Displaces::Exchanged
            | Displaces::Left(_)
            | Displaces::InPlace => Some(0),
            Displaces::Captured(_)
            | Displaces::Late(_)
            | Displaces::Killing(_)
            | Displaces::Captor(_) => Some(1),
            Displaces::Castling(_) => Some(2),
            Displaces::Few(squares) => Some(*squares),
        }
    }
}

/// What all rules of a problem do to the places of men.
#[derive(Default)]
pub(in crate::rules) struct Displacements<'a> {
    /// Where captured men appear.
    pub captured: Vec<&'a Reach>,
    /// Where capturing men appear.
    pub captor: Vec<&'a Reach>,
    /// Whether captured men may appear on the departure of who captures them.
    pub exchanges: bool,
    /// Where men of the moving side appear that were not on the board.
    pub left: Vec<&'a Reach>,
    /// Where men of either side appear when a king goes two steps.
    pub castled: Vec<&'a Reach>,
    /// Whether a captured man may wait for a later move.
    pub late: bool,
    /// Whether a man of either side may leave the board in place of the captured one.
    pub kills: bool,
    /// Whether any number of men may leave the board.
    pub vanish: bool,
    /// Whether moved men may change sides.
    pub turns: bool,
    /// Whether moved men may change their walks otherwise than by promotion.
    pub changes_walks: bool,
}

impl Displacements<'_> {
    /// How many squares a ply changes at most, but for castlings and captures en passant.
    pub(in crate::rules) fn squares_a_ply(&self) -> usize {
        let castled = if self.castled.is_empty() { 0 } else { 2 };
        2 + castled + self.captured.len() + self.captor.len()
    }
}

impl Hooks {
    /// What effects, rewritten captures and further moves do to the places of men; none if that is
    /// unknown.
    pub(in crate::rules) fn displacements(&self) -> Option<Displacements<'_>> {
        let mut all = Displacements::default();
        let rewritten = self.rewrite.iter().map(|hook| &hook.displaces);
        let effects = self.after.iter().map(|hook| &hook.displaces);
        let further = self.extra_of_man.iter().map(|hook| &hook.displaces);
        for displaces in rewritten.chain(effects).chain(further) {
            match displaces {
                Displaces::Anything | Displaces::Few(_) | Displaces::InPlace => return None,
                Displaces::Nothing => {}
                Displaces::Sides => all.turns = true,
                Displaces::Vanishing => all.vanish = true,
                Displaces::Captured(squares)
                | Displaces::Late(squares)
                | Displaces::Killing(squares) => {
                    all.late |= matches!(displaces, Displaces::Late(_));
                    all.kills |= matches!(displaces, Displaces::Killing(_));
                    all.captured.push(squares.as_ref());
                }
                Displaces::Captor(squares) => all.captor.push(squares.as_ref()),
                Displaces::Exchanged => all.exchanges = true,
                Displaces::Left(squares) => all.left.push(squares.as_ref()),
                Displaces::Castling(squares) => all.castled.push(squares.as_ref()),
            }
        }
        all.changes_walks = self
            .after
            .iter()
            .any(|hook| hook.scope == EffectScope::Mover);
        // Who is royal is known by his walk there.
        (self.borrow.is_empty() || !all.changes_walks).then_some(all)
    }

    /// How much a ply may change where men have these walks; none if some rule may change anything.
    pub(in crate::rules) fn touched(&self, walks: &[WalkId]) -> Option<Touched> {
        if self.go_on.is_some() {
            return None;
        }
        let before = self.before.iter().map(|hook| &hook.displaces);
        let after = self.after.iter().map(|hook| &hook.displaces);
        let idle = self.board_move.iter().map(|hook| &hook.displaces);
        let effects: Vec<_> = before.chain(after).chain(idle).collect();
        let extra = self.extra.iter().map(|hook| &hook.displaces);
        let further = self.extra_of_man.iter().map(|hook| &hook.displaces);
        let rewritten = self.rewrite.iter().map(|hook| &hook.displaces);
        // Whatever a pseudo-legal move is, four squares name all that it does.
        let ways = extra.chain(further).chain(rewritten);
        let most = ways.map(|displaces| displaces.squares().unwrap_or(2));
        let beside = effects.iter().map(|displaces| displaces.squares());
        // Who captures elsewhere changes a third square.
        let elsewhere = walks.iter().any(|walk| walk.row().captures_elsewhere());
        let usual = 2 + usize::from(elsewhere);
        Some(Touched {
            squares: usual + most.sum::<usize>() + beside.sum::<Option<usize>>()?,
            in_place: effects
                .iter()
                .any(|displaces| matches!(displaces, Displaces::InPlace)),
        })
    }
}
