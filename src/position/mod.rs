//! A position: men, rights and all that rules remember; changed by effects only.
//!
//! **Invariant:** the one mutation during play is [`Position::apply`], which
//! keeps the key, the sets of squares and the journal in step;
//! [`Position::rewind`] takes back exactly one ply, [`Position::rewind_to`] a part of the last.
//! There is no other state.

mod effect;
mod key;
mod last_move;
mod rolls;
mod slot;
mod underground;

pub use effect::{Effect, Entry, Reason};
pub use last_move::{LastMove, LastMoveFact, LastMoveFacts};
pub use rolls::Rolls;
pub use slot::{Lifetime, Slot, SlotDeclaration, pack_squares, unpack_squares};
pub use underground::Buried;

use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Men, Piece, WalkId};
use underground::Underground;

/// The identity of a man from the diagram on: its place in the order of the
/// diagram, counted from 1; 0 for men that appeared later.
pub type ManId = u16;

/// Men on squares, whose turn it is, and what the rules remember.
#[derive(Clone)]
pub struct Position {
    board: [Piece; 128],
    ids: [ManId; 128],
    men_of: [SquareSet; 2],
    royal: SquareSet,
    /// By the last bits of the walk's number: men whose walks may be the same.
    by_walk: [SquareSet; ALIKE],
    /// Men whose walks have greater numbers than that.
    far_walks: SquareSet,
    by_attribute: [SquareSet; Attribute::ALL.len()],
    slots: [u128; Slot::COUNT],
    underground: Underground,
    turn: Side,
    key: u128,
    journal: Vec<Entry>,
    plies: Vec<Ply>,
}

/// The number of sets of men by walk: a walk shares its set with those whose numbers end in the same bits.
const ALIKE: usize = 64;

/// How many past plies a sketch keeps.
const SKETCHED: usize = 2;
/// How many effects and plies a sketch has room for at first.
const ROOM: usize = 12;

/// Where a ply begins in the journal, and turn and key before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ply {
    start: u32,
    turn: Side,
    key: u128,
}

/// A place in the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    entries: u32,
    key: u128,
}

impl Position {
    /// An empty board with White to move.
    pub fn empty() -> Position {
        Position {
            board: [Piece::NONE; 128],
            ids: [0; 128],
            men_of: [SquareSet::EMPTY; 2],
            royal: SquareSet::EMPTY,
            by_walk: [SquareSet::EMPTY; ALIKE],
            far_walks: SquareSet::EMPTY,
            by_attribute: [SquareSet::EMPTY; Attribute::ALL.len()],
            slots: [0; Slot::COUNT],
            underground: Underground::default(),
            turn: Side::White,
            key: 0,
            journal: Vec::with_capacity(256),
            plies: Vec::with_capacity(64),
        }
    }

    /// The man on a square, or [`Piece::NONE`].
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// The identity of the man on a square, 0 if it was not in the diagram.
    #[inline]
    pub fn id_on(&self, square: Square) -> ManId {
        self.ids[square.index()]
    }

    /// Where the diagram man with this identity stands, if it still does.
    pub fn square_of(&self, id: ManId) -> Option<Square> {
        self.men().find(|&square| self.id_on(square) == id)
    }

    /// All squares with men.
    #[inline]
    pub fn men(&self) -> SquareSet {
        self.men_of[0] | self.men_of[1]
    }

    /// The squares of the men `side` may move; neutral men belong to both.
    #[inline]
    pub fn men_of(&self, side: Side) -> SquareSet {
        self.men_of[side.index()]
    }

    /// The squares of the royal men of `side`.
    #[inline]
    pub fn royals_of(&self, side: Side) -> SquareSet {
        self.royal & self.men_of[side.index()]
    }

    /// The squares of all men with this walk.
    #[inline]
    pub fn with_walk(&self, walk: WalkId) -> SquareSet {
        self.with_walk_among(walk, SquareSet::ALL)
    }

    /// Those of these squares that hold a man with this walk.
    #[inline]
    pub fn with_walk_among(&self, walk: WalkId, squares: SquareSet) -> SquareSet {
        let alike = self.by_walk[walk.index() % ALIKE] & squares;
        if self.far_walks.is_empty() && walk.index() < ALIKE {
            return alike;
        }
        alike.fold(alike, |men, square| {
            match self.piece_on(square).walk() == walk {
                true => men,
                false => men ^ SquareSet::of(square),
            }
        })
    }

    /// The squares of all men with this attribute.
    #[inline]
    pub fn with_attribute(&self, attribute: Attribute) -> SquareSet {
        self.by_attribute[attribute as usize]
    }

    /// What a rule remembered.
    #[inline]
    pub fn slot(&self, slot: Slot) -> u128 {
        self.slots[slot.index()]
    }

    /// Whether nothing is remembered outside these slots, and nobody lies below a square.
    pub fn remembers_only(&self, slots: &[Slot]) -> bool {
        let is_known = |place: usize| slots.iter().any(|slot| slot.index() == place);
        let mut places = self.slots.iter().enumerate();
        places.all(|(place, &value)| value == 0 || is_known(place)) && self.underground.is_empty()
    }

    /// The last move, as far as a rule wants to know about it.
    #[inline]
    pub fn last_move(&self) -> LastMove {
        let slots = [Slot::LAST_MOVE, Slot::LAST_MOVER, Slot::LAST_ARRIVED];
        match slots.map(|slot| self.slot(slot)) {
            [0, 0, 0] => LastMove::default(),
            values => LastMove::unpacked(values),
        }
    }

    /// The square that the last move left, if a rule wants to know about it: part of
    /// [`last_move`](Position::last_move), for rules that ask about each candidate.
    #[inline]
    pub fn last_departure(&self) -> Option<Square> {
        LastMove::departure_in(self.slot(Slot::LAST_MOVE))
    }

    /// The men below a square, the deepest first.
    pub fn buried_below(&self, square: Square) -> &[Buried] {
        self.underground.below(square)
    }

    /// All men below squares, square by square, the deepest first.
    pub fn buried(&self) -> &[Buried] {
        self.underground.men()
    }

    /// The squares that have become holes during play.
    #[inline]
    pub fn holes(&self) -> SquareSet {
        SquareSet(self.slot(Slot::HOLES))
    }

    /// Whether a man may be put on a square: nobody stands there, and it is no hole.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        self.piece_on(square).is_none() && !self.holes().contains(square)
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Equal keys mean equal positions for all play to come.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key ^ key::of_turn(self.turn)
    }

    /// The same if it is then the turn of `turn`.
    #[inline]
    pub fn key_for(&self, turn: Side) -> u128 {
        self.key ^ key::of_turn(turn)
    }

    /// The key after a man went somewhere and another was taken, if nothing else happens and
    /// it is then the turn of `turn`.
    #[inline]
    pub fn key_after(
        &self,
        (from, to): (Square, Square),
        captured: Option<Square>,
        turn: Side,
    ) -> u128 {
        let piece = self.piece_on(from);
        let taken = captured.map_or(0, |on| key::of_man(on, self.piece_on(on)));
        let passed = key::of_slot(Slot::EN_PASSANT.index(), self.slot(Slot::EN_PASSANT));
        let moved = key::of_man(from, piece) ^ key::of_man(to, piece);
        self.key ^ moved ^ taken ^ passed ^ key::of_turn(turn)
    }

    /// As [`key`](Position::key), for rules to which it matters which man is which.
    pub fn key_with_identities(&self) -> u128 {
        let man = |square| key::of_identity(square, self.id_on(square));
        let below = self.buried().iter().enumerate();
        let below = below
            .map(|(place, man)| key::of_identity(man.on, man.id).rotate_left(place as u32 + 1));
        let parts = self.men().map(man).chain(below);
        parts.fold(self.key(), |key, part| key ^ part)
    }

    /// The key of the men on the board, the castling rights, what rules remember and the side to move, without
    /// what the engine knows of the last move.
    pub fn diagram_key(&self) -> u128 {
        let man = |square| key::of_man(square, self.piece_on(square));
        let slots = self.slots.iter().enumerate();
        let lasting = slots.filter(|(place, _)| Slot::is_lasting(*place));
        let rights = lasting.fold(0, |key, (place, &value)| key ^ key::of_slot(place, value));
        let parts = self.men().map(man);
        parts.fold(key::of_turn(self.turn) ^ rights, |key, part| key ^ part)
    }

    /// From where to where the last ply took a neutral man, if that is all it changed on the board.
    pub fn neutral_step(&self) -> Option<(Square, Square)> {
        let effects = self.last_ply().iter().map(|entry| entry.effect);
        let mut changes = effects.filter(|effect| !matches!(effect, Effect::Set { .. }));
        match (changes.next(), changes.next()) {
            (Some(Effect::Move { from, to }), None) => {
                self.piece_on(to).is_neutral().then_some((from, to))
            }
            _ => None,
        }
    }

    /// The key computed afresh from all parts: the oracle of the running one.
    pub fn fresh_key(&self) -> u128 {
        let men = self
            .men()
            .map(|square| key::of_man(square, self.piece_on(square)));
        let slots = self
            .slots
            .iter()
            .enumerate()
            .map(|(slot, &value)| key::of_slot(slot, value));
        let below = self.underground.key();
        men.chain(slots)
            .fold(key::of_turn(self.turn) ^ below, |key, part| key ^ part)
    }

    /// A copy to try something out on, made faster than a clone: it knows how the last two plies
    /// were played, and no more than these can be taken back.
    pub fn sketch(&self) -> Position {
        let known = self.plies.len().saturating_sub(SKETCHED);
        let start = self.plies.get(known).map_or(0, |ply| ply.start);
        let mut journal = Vec::with_capacity(ROOM);
        let mut plies = Vec::with_capacity(ROOM);
        journal.extend_from_slice(&self.journal[start as usize..]);
        plies.extend(self.plies[known..].iter().map(|ply| Ply {
            start: ply.start - start,
            ..*ply
        }));
        Position {
            underground: self.underground.clone(),
            journal,
            plies,
            ..*self
        }
    }

    /// The answer to a question asked while a slot holds this value; then it holds again what it held.
    pub fn asked_with<T>(
        &mut self,
        slot: Slot,
        value: u128,
        ask: impl FnOnce(&mut Position) -> T,
    ) -> T {
        let (before, plies) = (self.slot(slot), self.plies.len());
        self.set_slot(slot, value);
        let answer = ask(self);
        debug_assert_eq!(plies, self.plies.len());
        self.set_slot(slot, before);
        answer
    }

    /// Opens a ply: everything applied from here on is taken back by one
    /// [`rewind`](Position::rewind). The turn passes to `next`.
    #[inline]
    pub fn begin_ply(&mut self, next: Side) {
        self.plies.push(Ply {
            start: self.journal.len() as u32,
            turn: self.turn,
            key: self.key,
        });
        self.turn = next;
    }

    /// How many plies were played since the diagram.
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// What happened in the last ply, in order.
    pub fn last_ply(&self) -> &[Entry] {
        let start = self
            .plies
            .last()
            .map_or(self.journal.len(), |ply| ply.start as usize);
        &self.journal[start..]
    }

    /// Gives the turn to `side` in the diagram.
    ///
    /// # Panics
    /// In debug builds, when plies were played: a turn changes by playing.
    pub fn set_turn(&mut self, side: Side) {
        debug_assert!(self.plies.is_empty(), "the turn changes by playing");
        self.turn = side;
    }

    /// Puts a man, or none, on a square of the diagram, in place of who stands there.
    ///
    /// # Panics
    /// In debug builds, when plies were played: men move by playing.
    pub fn replace(&mut self, on: Square, piece: Piece) {
        debug_assert!(self.plies.is_empty(), "men move by playing");
        if self.piece_on(on) == piece {
            return;
        }
        if self.piece_on(on).is_some() {
            self.lift(on);
        }
        if piece.is_some() {
            self.drop_on(on, piece, 0);
        }
    }

    /// Lets something be remembered in the diagram.
    ///
    /// # Panics
    /// In debug builds, when plies were played.
    pub fn replace_slot(&mut self, slot: Slot, value: u128) {
        debug_assert!(self.plies.is_empty(), "rules remember by playing");
        self.set_slot(slot, value);
    }

    /// Whether the same men stand on the same squares.
    pub fn has_same_men(&self, other: &Position) -> bool {
        self.men_of == other.men_of && self.royal == other.royal && self.board == other.board
    }

    /// Moves a man to an empty square: the change that nearly every ply makes.
    #[inline]
    fn move_man(&mut self, from: Square, to: Square, reason: Reason) {
        debug_assert!(self.piece_on(from).is_some() && from != to);
        debug_assert!(self.piece_on(to).is_none(), "{to} is occupied");
        let (piece, id) = self.relocate(from, to);
        self.key ^= key::of_man(from, piece) ^ key::of_man(to, piece);
        let effect = Effect::Move { from, to };
        self.journal.push(Entry::men(effect, reason, piece, id));
    }

    /// Makes one change and writes it into the journal.
    ///
    /// An effect that changes nothing leaves no trace: the man is as he was, or
    /// the slot has that value and nobody is to be told.
    #[inline]
    pub fn apply(&mut self, effect: Effect, reason: Reason) {
        match effect {
            Effect::Move { from, to } => self.move_man(from, to, reason),
            _ => self.change(effect, reason),
        }
    }

    /// Makes a change that may be any.
    fn change(&mut self, effect: Effect, reason: Reason) {
        let entry = match effect {
            Effect::Move { from, to } => return self.move_man(from, to, reason),
            Effect::Remove { on } => {
                let (piece, id) = self.lift(on);
                Entry::men(effect, reason, piece, id)
            }
            Effect::Place { on, piece, id } => {
                debug_assert!(self.piece_on(on).is_none(), "{on} is occupied");
                self.drop_on(on, piece, id);
                Entry::men(effect, reason, piece, id)
            }
            Effect::Alter { on, piece } => {
                let before = self.piece_on(on);
                if before == piece {
                    return;
                }
                let (_, id) = self.lift(on);
                self.drop_on(on, piece, id);
                Entry::men(effect, reason, before, id)
            }
            Effect::Swap { first, second } => {
                self.swap(first, second);
                let entry = Entry::men(effect, reason, self.piece_on(second), 0);
                Entry {
                    other: self.piece_on(first),
                    ..entry
                }
            }
            Effect::Set { slot, value } => {
                let before = self.slot(slot);
                if before == value && reason == Reason::Silent {
                    return;
                }
                self.set_slot(slot, value);
                Entry::slot(effect, reason, before)
            }
            Effect::Bury { on, piece, id } => {
                self.change_below(on, |below| below.push(Buried { on, piece, id }));
                Entry::men(effect, reason, piece, id)
            }
            Effect::AlterBelow { on, piece } => {
                let Some(man) = self.top_below(on) else {
                    debug_assert!(false, "nobody lies below {on}");
                    return;
                };
                let man = self.change_below(on, |below| below.alter_top(man, piece));
                Entry::men(effect, reason, man.piece, man.id)
            }
            Effect::Unearth { on, depth, piece } => {
                debug_assert!(self.piece_on(on).is_none(), "{on} is occupied");
                let man = self.change_below(on, |below| below.remove(on, depth.into()));
                let Some(man) = man else {
                    debug_assert!(false, "nobody lies below {on}");
                    return;
                };
                self.drop_on(on, piece, man.id);
                Entry::men(effect, reason, man.piece, man.id)
            }
            Effect::Note(on) => Entry::men(effect, reason, self.piece_on(on), self.id_on(on)),
        };
        self.journal.push(entry);
    }

    /// Takes back the last ply.
    ///
    /// # Panics
    /// When no ply was played.
    pub fn rewind(&mut self) {
        let ply = self.plies.pop().expect("a ply was played");
        self.take_back(ply.start);
        self.turn = ply.turn;
        self.key = ply.key;
    }

    /// How far the last ply has come.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            entries: self.journal.len() as u32,
            key: self.key,
        }
    }

    /// Takes back what happened in the last ply since then.
    pub fn rewind_to(&mut self, mark: Mark) {
        self.take_back(mark.entries);
        self.key = mark.key;
    }

    /// Takes back all but so many effects, but not the key.
    #[inline]
    fn take_back(&mut self, entries: u32) {
        while self.journal.len() > entries as usize {
            let entry = self.journal.pop().expect("the entries are there");
            self.undo(entry);
        }
    }

    /// Forgets how the present position arose: the diagram after set-up.
    pub fn forget_history(&mut self) {
        self.journal.clear();
        self.plies.clear();
    }

    /// Takes back one effect, all but the key.
    #[inline]
    fn undo(&mut self, entry: Entry) {
        match entry.effect {
            Effect::Move { from, to } => {
                self.relocate(to, from);
            }
            Effect::Remove { on } => self.put_on(on, entry.piece, entry.id),
            Effect::Place { on, .. } => {
                self.take_off(on);
            }
            Effect::Alter { on, .. } => {
                let (_, id) = self.take_off(on);
                self.put_on(on, entry.piece, id);
            }
            Effect::Swap { first, second } => {
                let (one, other) = (self.take_off(first), self.take_off(second));
                self.put_on(first, other.0, other.1);
                self.put_on(second, one.0, one.1);
            }
            Effect::Set { slot, .. } => self.slots[slot.index()] = entry.before(),
            Effect::Bury { on, .. } => {
                let top = self.underground.below(on).len() - 1;
                self.underground.remove(on, top);
            }
            Effect::AlterBelow { on, .. } => {
                if let Some(man) = self.top_below(on) {
                    self.underground.alter_top(man, entry.piece);
                }
            }
            Effect::Unearth { on, depth, .. } => {
                self.take_off(on);
                let (piece, id) = (entry.piece, entry.id);
                let man = Buried { on, piece, id };
                self.underground.insert(depth.into(), man);
            }
            Effect::Note(_) => {}
        }
    }

    /// Lifts a man and takes it out of the key.
    #[inline]
    fn lift(&mut self, from: Square) -> (Piece, ManId) {
        let (piece, id) = self.take_off(from);
        debug_assert!(piece.is_some(), "nobody stands on {from}");
        self.key ^= key::of_man(from, piece);
        (piece, id)
    }

    #[inline]
    fn drop_on(&mut self, to: Square, piece: Piece, id: ManId) {
        self.put_on(to, piece, id);
        self.key ^= key::of_man(to, piece);
    }

    /// The man that was the last to go below a square.
    fn top_below(&self, on: Square) -> Option<Buried> {
        self.underground.below(on).last().copied()
    }

    /// Changes who lies below a square, and the key with it.
    fn change_below<T>(&mut self, on: Square, change: impl FnOnce(&mut Underground) -> T) -> T {
        self.key ^= self.underground.key_below(on);
        let result = change(&mut self.underground);
        self.key ^= self.underground.key_below(on);
        result
    }

    fn swap(&mut self, first: Square, second: Square) {
        let (one, other) = (self.lift(first), self.lift(second));
        self.drop_on(first, other.0, other.1);
        self.drop_on(second, one.0, one.1);
    }

    /// Moves a man, all but the key.
    #[inline]
    fn relocate(&mut self, from: Square, to: Square) -> (Piece, ManId) {
        let piece = std::mem::take(&mut self.board[from.index()]);
        let id = self.ids[from.index()];
        self.board[to.index()] = piece;
        self.ids[to.index()] = id;
        self.toggle(SquareSet::of(from) | SquareSet::of(to), piece);
        (piece, id)
    }

    #[inline]
    fn take_off(&mut self, from: Square) -> (Piece, ManId) {
        let piece = std::mem::take(&mut self.board[from.index()]);
        self.toggle(SquareSet::of(from), piece);
        (piece, self.ids[from.index()])
    }

    #[inline]
    fn put_on(&mut self, to: Square, piece: Piece, id: ManId) {
        self.board[to.index()] = piece;
        self.ids[to.index()] = id;
        self.toggle(SquareSet::of(to), piece);
    }

    /// Adds or removes men like this one in the sets.
    #[inline]
    fn toggle(&mut self, squares: SquareSet, piece: Piece) {
        for side in Side::BOTH {
            if piece.is_of(side) {
                self.men_of[side.index()] = self.men_of[side.index()] ^ squares;
            }
        }
        if piece.is_royal() {
            self.royal = self.royal ^ squares;
        }
        let number = piece.walk().index();
        let alike = &mut self.by_walk[number % ALIKE];
        *alike = *alike ^ squares;
        if number >= ALIKE {
            self.far_walks = self.far_walks ^ squares;
        }
        for place in piece.attributes().places() {
            self.by_attribute[place] = self.by_attribute[place] ^ squares;
        }
    }

    fn set_slot(&mut self, slot: Slot, value: u128) {
        let place = slot.index();
        self.key ^= key::of_slot(place, self.slots[place]) ^ key::of_slot(place, value);
        self.slots[place] = value;
    }
}

impl Men for Position {
    #[inline]
    fn on(&self, square: Square) -> Piece {
        self.piece_on(square)
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.men()
    }

    #[inline]
    fn men_of(&self, side: Side) -> SquareSet {
        self.men_of[side.index()]
    }
}

/// Equal in everything that future play can see, and in the way here.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let ids = |position: &Position| {
            let id = |square| (square, position.id_on(square));
            position.men().map(id).collect::<Vec<_>>()
        };
        self.board == other.board
            && ids(self) == ids(other)
            && self.men_of == other.men_of
            && self.royal == other.royal
            && self.by_walk == other.by_walk
            && self.by_attribute == other.by_attribute
            && self.slots == other.slots
            && self.underground == other.underground
            && self.turn == other.turn
            && self.key == other.key
            && self.journal == other.journal
            && self.plies == other.plies
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let men = self.men().map(|square| (square, self.piece_on(square)));
        f.debug_struct("Position")
            .field("turn", &self.turn)
            .field("men", &men.collect::<Vec<_>>())
            .field("slots", &self.slots)
            .field("buried", &self.underground)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::{Sides, walk_id};

    fn man(walk: WalkId) -> Piece {
        Piece::new(walk, Sides::White)
    }

    fn bury(on: Square, walk: WalkId) -> Effect {
        let piece = man(walk);
        Effect::Bury { on, piece, id: 7 }
    }

    fn unearth(on: Square, depth: u8, walk: WalkId) -> Effect {
        let piece = man(walk);
        Effect::Unearth { on, depth, piece }
    }

    /// Applies the effects in one ply, compares the key with a fresh one after each of them, and
    /// takes the ply back.
    fn check(position: &mut Position, effects: &[Effect]) -> u128 {
        let before = position.clone();
        position.begin_ply(Side::Black);
        for &effect in effects {
            position.apply(effect, Reason::Silent);
            assert_eq!(position.key(), position.fresh_key(), "{effect:?}");
        }
        let key = position.key();
        position.rewind();
        assert!(*position == before, "{effects:?}");
        key
    }

    #[test]
    fn men_below_squares_come_up_in_any_order_and_all_of_it_is_taken_back() {
        let [here, there] = [Square::new(0), Square::new(1)];
        let mut position = Position::empty();
        position.apply(bury(here, walk_id::ROOK), Reason::Silent);
        position.apply(bury(here, walk_id::QUEEN), Reason::Silent);
        position.forget_history();
        let last_in = [unearth(here, 1, walk_id::QUEEN), bury(there, walk_id::PAWN)];
        let first_in = [unearth(here, 0, walk_id::ROOK), bury(there, walk_id::PAWN)];
        assert_ne!(
            check(&mut position, &last_in),
            check(&mut position, &first_in)
        );
        assert_eq!(position.buried_below(here).len(), 2);
        assert!(!position.remembers_only(&[]));
    }

    #[test]
    fn a_sketch_is_like_the_position_and_takes_back_the_last_plies() {
        let place = |on: u8, walk: WalkId| {
            let (on, piece) = (Square::new(on), man(walk));
            Effect::Place { on, piece, id: 0 }
        };
        let mut position = Position::empty();
        let mut before = Vec::new();
        for (on, walk) in [(3, walk_id::ROOK), (4, walk_id::QUEEN), (5, walk_id::PAWN)] {
            before.push((position.key(), position.last_ply().to_vec()));
            position.begin_ply(Side::Black);
            position.apply(place(on, walk), Reason::Silent);
        }
        let mut sketch = position.sketch();
        assert_eq!(sketch.key(), position.key());
        assert_eq!(sketch.last_ply(), position.last_ply());
        sketch.begin_ply(Side::White);
        sketch.apply(place(6, walk_id::KING), Reason::Silent);
        sketch.rewind();
        assert_eq!(sketch.key(), position.key());
        sketch.rewind();
        let (key, last_ply) = &before[2];
        assert_eq!((sketch.key(), sketch.last_ply()), (*key, &last_ply[..]));
    }

    #[test]
    fn walks_that_share_their_last_bits_are_told_apart() {
        let [here, there] = [Square::new(0), Square::new(1)];
        let [near, far] = [walk_id::ROOK, WalkId(walk_id::ROOK.0 + ALIKE as u16)];
        let mut position = Position::empty();
        position.begin_ply(Side::Black);
        for (on, walk) in [(here, near), (there, far)] {
            let (piece, id) = (man(walk), 0);
            position.apply(Effect::Place { on, piece, id }, Reason::Silent);
        }
        assert_eq!(position.with_walk(near), SquareSet::of(here));
        assert_eq!(position.with_walk(far), SquareSet::of(there));
        position.rewind();
        assert!(position.with_walk(far).is_empty());
    }

    #[test]
    fn who_lies_deeper_is_part_of_the_key() {
        let on = Square::new(3);
        let mut position = Position::empty();
        let [queen, rook] = [walk_id::QUEEN, walk_id::ROOK].map(|walk| bury(on, walk));
        let keys = [[queen, rook], [rook, queen]].map(|order| check(&mut position, &order));
        assert_ne!(keys[0], keys[1]);
    }
}
