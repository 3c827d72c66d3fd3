//! Telling a ply: turns its journal into the parts that notation renders.

use crate::board::{Geometry, Side, Square};
use crate::men::{Attribute, Piece};
use crate::position::{Effect, Entry, Reason, Rolls, Slot, unpack_squares};
use crate::problem::BglBalance;
use crate::solution::MovePart;

/// What happened in a ply, in the order of execution; an empty ply is a pass.
pub(super) fn parts(entries: &[Entry], geometry: &Geometry) -> Vec<MovePart> {
    let mut teller = Teller {
        geometry,
        parts: Vec::new(),
        captured: None,
        en_passant: false,
        spot: None,
        beside: None,
        castled: false,
        leaves: None,
        rolls: None,
    };
    for entry in entries {
        teller.tell(entry);
    }
    if teller.parts.is_empty() || entries.iter().any(is_null) {
        teller.parts.insert(0, MovePart::Pass);
    }
    teller.parts
}

/// Whether this makes the ply a null move.
fn is_null(entry: &Entry) -> bool {
    matches!(
        entry.effect,
        Effect::Set {
            slot: Slot::NULL_MOVE,
            value: 1
        }
    )
}

/// A man that becomes another: its walk and marks, then its sides.
fn changes(before: Piece, after: Piece, on: Option<Square>) -> impl Iterator<Item = MovePart> {
    let man = after.with_sides(before.sides());
    let becomes = (man != before).then_some(MovePart::Becomes { man, on });
    let sides = after.sides();
    let turns = (sides != before.sides()).then_some(MovePart::ChangesSide { sides, on });
    becomes.into_iter().chain(turns)
}

struct Teller<'a> {
    geometry: &'a Geometry,
    parts: Vec<MovePart>,
    captured: Option<Square>,
    en_passant: bool,
    /// The square of the man the last part speaks of.
    spot: Option<Square>,
    /// The square of the man the part before spoke of, where the last one says that another man
    /// vanished. What becomes of the former then stands in the same brackets.
    beside: Option<Square>,
    castled: bool,
    /// A man that is about to go below another, with its square.
    leaves: Option<(Piece, Square)>,
    /// In play with dice: what was known of the roll for this move.
    rolls: Option<Rolls>,
}

impl Teller<'_> {
    fn tell(&mut self, entry: &Entry) {
        match entry.reason {
            Reason::Silent => {}
            _ if let Effect::AlterBelow { piece, .. } = entry.effect => {
                self.change_below(entry.piece, piece);
            }
            Reason::Roll => self.rolls = Rolls::of_slot(entry.before()),
            Reason::Capture | Reason::EnPassantCapture => self.capture(entry),
            Reason::Movement => self.movement(entry),
            Reason::GoingOn => {
                if let Effect::Move { to, .. } | Effect::Note(to) = entry.effect {
                    let captured = self.captured.take();
                    self.spot = Some(to);
                    let beside = captured.filter(|&on| on != to && !self.en_passant);
                    if let Some(to) = beside {
                        let captures = true;
                        self.parts.push(MovePart::GoesOn { to, captures });
                    }
                    let captures = captured.is_some() && beside.is_none();
                    self.parts.push(MovePart::GoesOn { to, captures });
                }
            }
            Reason::Castling => self.castling(entry),
            Reason::Exchange => self.exchange(entry),
            Reason::Promotion if matches!(entry.effect, Effect::Remove { .. }) => {
                self.parts.push(MovePart::BecomesImitator);
            }
            Reason::Promotion => {
                self.beside = None;
                self.alteration(entry, |man, on| MovePart::Becomes { man, on });
            }
            Reason::WalkChange => {
                self.alteration(entry, |man, on| MovePart::Becomes { man, on });
            }
            Reason::WalkInfluence => {
                self.spot = None;
                self.beside = None;
                self.alteration(entry, |man, on| MovePart::Becomes { man, on });
            }
            Reason::BareWalkChange => {
                self.alteration(entry, |man, on| MovePart::TakesWalk {
                    walk: man.walk(),
                    on,
                });
            }
            Reason::Recolouring => {
                if let Effect::Alter { on, piece } = entry.effect {
                    self.parts.push(MovePart::ChangesSide {
                        sides: piece.sides(),
                        on: Some(on),
                    });
                }
            }
            Reason::SideChange => {
                self.alteration(entry, |man, on| MovePart::ChangesSide {
                    sides: man.sides(),
                    on,
                });
            }
            Reason::Rebirth | Reason::Sentinel => self.appearance(entry),
            Reason::CapturerRebirth if matches!(entry.effect, Effect::Alter { .. }) => {
                self.transfer_changes(entry);
            }
            Reason::CapturerRebirth | Reason::HurdleMove => self.transfer(entry),
            Reason::Vanishing => self.disappearance(entry),
            Reason::Burial => self.burial(entry),
            Reason::Phase => {
                self.alteration(entry, |man, on| MovePart::ChangesPhase {
                    sides: man.sides(),
                    on,
                });
            }
            Reason::Neutrality => {
                self.alteration(entry, |man, _| MovePart::ChangesNeutrality { man });
            }
            Reason::BoardChange => self.alteration(entry, |man, _| MovePart::ChangesBoard {
                second: man.has(Attribute::AliceB),
            }),
            Reason::Shown | Reason::InPlace | Reason::Drop => self.shape(entry, false),
            Reason::Bracketed => self.shape(entry, true),
            Reason::Imitator => self.imitators(entry),
            Reason::Partner => self.partner(entry),
            Reason::RoleExchange => self.parts.push(MovePart::ExchangesRoles),
            Reason::Budget => {
                if let Effect::Set { value, .. } = entry.effect {
                    self.parts
                        .push(MovePart::BglBalance(BglBalance::of_slot(value)));
                }
            }
        }
    }

    /// What happened, as the effect alone says it.
    fn shape(&mut self, entry: &Entry, bracketed: bool) {
        match entry.effect {
            Effect::Move { .. } | Effect::Note(_) => self.transfer(entry),
            Effect::Remove { .. } => self.disappearance(entry),
            Effect::Place { .. } | Effect::Unearth { .. } => self.appearance(entry),
            Effect::Swap { .. } => self.exchange(entry),
            Effect::Alter { on, piece } => {
                let elsewhere = (bracketed || !self.is_spoken_of(on)).then_some(on);
                self.parts.extend(changes(entry.piece, piece, elsewhere));
                self.spot = elsewhere.or(self.spot);
            }
            Effect::Set { .. } | Effect::Bury { .. } | Effect::AlterBelow { .. } => {}
        }
    }

    fn capture(&mut self, entry: &Entry) {
        if let Effect::Remove { on } = entry.effect {
            self.captured = Some(on);
            self.en_passant = entry.reason == Reason::EnPassantCapture;
        }
    }

    fn movement(&mut self, entry: &Entry) {
        let (from, to) = match entry.effect {
            Effect::Move { from, to } => (from, to),
            Effect::Note(on) => (on, on),
            _ => return,
        };
        let (captured, en_passant) = (self.captured, self.en_passant);
        self.spot = Some(to);
        let via = self.via(entry.piece, from, to);
        self.parts.push(MovePart::Movement {
            man: entry.piece,
            from,
            to: via,
            captured,
            en_passant,
        });
        if via != to {
            self.parts.push(MovePart::Turns { to });
        }
        self.captured = None;
    }

    /// Where the man went before the die turned it to where it is. When the mover chose the
    /// roll, only a capture tells.
    fn via(&self, man: Piece, from: Square, to: Square) -> Square {
        let Some(rolls) = self.rolls.filter(|_| !man.walk().row().is_pawn()) else {
            return to;
        };
        let via = match rolls.next() {
            Some(roll) => roll.reversed().carried(self.geometry, from, to),
            None => self.captured,
        };
        via.unwrap_or(to)
    }

    fn castling(&mut self, entry: &Entry) {
        // The text of a castling stands for both men; what follows concerns the partner.
        if let Effect::Move { from, to } = entry.effect {
            self.spot = Some(to);
            if !std::mem::replace(&mut self.castled, true) {
                self.parts.push(MovePart::Castling { long: to < from });
            }
        }
    }

    fn partner(&mut self, entry: &Entry) {
        if let Effect::Move { from, to } = entry.effect {
            self.spot = Some(to);
            let man = entry.piece;
            self.parts.push(MovePart::Partner { man, from, to });
        }
    }

    fn exchange(&mut self, entry: &Entry) {
        if let Effect::Swap { first, second } = entry.effect {
            self.spot = Some(second);
            let mut men = [(entry.piece, first), (entry.other, second)];
            // A king that changes places with a man of its own side is printed last.
            let of_both = |side: Side| men.iter().all(|(man, _)| man.is_of(side));
            if entry.piece.is_royal() && Side::BOTH.into_iter().any(of_both) {
                men.reverse();
            }
            let [first, second] = men;
            self.parts.push(MovePart::Exchange { first, second });
        }
    }

    fn alteration(&mut self, entry: &Entry, part: impl Fn(Piece, Option<Square>) -> MovePart) {
        // A note says that a man became what it was already.
        let (on, piece) = match entry.effect {
            Effect::Alter { on, piece } => (on, piece),
            Effect::Note(on) => (on, entry.piece),
            _ => return,
        };
        let elsewhere = (!self.is_spoken_of(on)).then_some(on);
        self.parts.push(part(piece, elsewhere));
        self.spot = elsewhere.or(self.spot);
    }

    /// Whether what becomes of the man on this square needs no square in the text.
    fn is_spoken_of(&self, on: Square) -> bool {
        self.spot.or(self.beside) == Some(on)
    }

    fn appearance(&mut self, entry: &Entry) {
        if let Effect::Place { on, piece, .. } | Effect::Unearth { on, piece, .. } = entry.effect {
            self.spot = Some(on);
            self.parts.push(MovePart::Appears { man: piece, on });
        }
    }

    /// A man goes below another: one that was on the board leaves it first.
    fn burial(&mut self, entry: &Entry) {
        let man = entry.piece;
        match entry.effect {
            Effect::Remove { on } => self.leaves = Some((man, on)),
            Effect::Bury { on, piece, .. } => {
                self.spot = None;
                self.beside = None;
                self.parts.push(match self.leaves.take() {
                    None => MovePart::Appears { man: piece, on },
                    Some((man, from)) => MovePart::Transfers {
                        man,
                        from,
                        to: on,
                        becomes: (man != piece).then_some(piece),
                    },
                });
                self.parts.push(MovePart::GoesBelow);
            }
            _ => {}
        }
    }

    /// What becomes of a man that goes below is told before that.
    fn change_below(&mut self, from: Piece, to: Piece) {
        let below = self.parts.pop();
        self.parts.extend(changes(from, to, None));
        self.parts.extend(below);
    }

    fn disappearance(&mut self, entry: &Entry) {
        if let Effect::Remove { on } = entry.effect {
            self.beside = self.spot.take().filter(|&spot| spot != on);
            self.parts.push(MovePart::Vanishes {
                man: entry.piece,
                on,
            });
        }
    }

    fn transfer(&mut self, entry: &Entry) {
        let (from, to) = match entry.effect {
            Effect::Move { from, to } => (from, to),
            Effect::Note(on) => (on, on),
            _ => return,
        };
        self.spot = Some(to);
        self.parts.push(MovePart::Transfers {
            man: entry.piece,
            from,
            to,
            becomes: None,
        });
    }

    /// The man just put elsewhere has become another by that.
    fn transfer_changes(&mut self, entry: &Entry) {
        if let (Effect::Alter { piece, .. }, Some(MovePart::Transfers { becomes, .. })) =
            (entry.effect, self.parts.last_mut())
        {
            *becomes = Some(piece);
        }
    }

    fn imitators(&mut self, entry: &Entry) {
        let Effect::Set { value, .. } = entry.effect else {
            return;
        };
        match self.parts.last_mut() {
            Some(MovePart::Imitators(squares)) => squares.extend(unpack_squares(value)),
            _ => self
                .parts
                .push(MovePart::Imitators(unpack_squares(value).collect())),
        }
    }
}
