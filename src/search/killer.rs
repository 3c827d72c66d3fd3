//! Moves worth trying first: what refuted here before, what refuted elsewhere.
//!
//! Only the order of search hangs on this, never a result, so entries may be
//! lost or overwritten at will.

use smallvec::SmallVec;

/// Remembers one move by position, one by plies left, and one by plies left and the move
/// it answers.
#[derive(Debug)]
pub(super) struct Killers<M> {
    by_position: Vec<Option<(u32, M)>>,
    by_plies: Vec<Option<M>>,
    by_move: Vec<Option<M>>,
    /// How many kinds of moves are told apart.
    kinds: usize,
    /// Whether anything is remembered at all.
    learns: bool,
}

/// Small enough to stay near, large enough for the deeper positions.
const POSITIONS: usize = 1 << 14;

/// With fewer plies left a position is not worth remembering; with more it is worth asking for.
const DEEP: u16 = 4;

/// Longer play shares what it remembers of moves.
const LENGTHS: usize = 8;

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) fn new(kinds: usize, learns: bool) -> Killers<M> {
        Killers {
            by_position: Vec::new(),
            by_plies: Vec::new(),
            by_move: Vec::new(),
            kinds,
            learns,
        }
    }

    /// Adds what to try first after a move of this kind: all different.
    pub(super) fn recall(&self, key: u128, plies: u16, kind: usize, first: &mut First<M>) {
        let elsewhere = self.by_plies.get(usize::from(plies)).copied().flatten();
        let answer = self.by_move.get(self.spot(plies, kind)).copied().flatten();
        let moves = [self.here(key, plies), answer, elsewhere];
        moves
            .into_iter()
            .flatten()
            .for_each(|movement| first.add(movement));
    }

    fn spot(&self, plies: u16, kind: usize) -> usize {
        usize::from(plies).min(LENGTHS - 1) * self.kinds + kind
    }

    fn here(&self, key: u128, plies: u16) -> Option<M> {
        if plies <= DEEP {
            return None;
        }
        let (check, movement) = (*self.by_position.get(place(key))?)?;
        (check == check_of(key)).then_some(movement)
    }

    pub(super) fn learn(&mut self, key: u128, plies: u16, kind: usize, movement: M) {
        if !self.learns {
            return;
        }
        let index = usize::from(plies);
        if self.by_plies.len() <= index {
            self.by_plies.resize(index + 1, None);
        }
        self.by_plies[index] = Some(movement);
        self.by_move.resize(LENGTHS * self.kinds, None);
        let spot = self.spot(plies, kind);
        self.by_move[spot] = Some(movement);
        if plies >= DEEP {
            self.by_position.resize(POSITIONS, None);
            self.by_position[place(key)] = Some((check_of(key), movement));
        }
    }
}

/// A handful of moves without an allocation, all different. As it is large it is filled in place
/// and lent, not returned.
#[derive(Clone, Debug)]
pub(super) struct First<M>(SmallVec<[M; HANDFUL]>);

const HANDFUL: usize = 8;

impl<M: Copy + PartialEq> First<M> {
    /// No move.
    pub(super) fn none() -> First<M> {
        First(SmallVec::new())
    }

    /// Adds one more, unless it is there already or there is no room.
    pub(super) fn add(&mut self, movement: M) {
        if self.0.len() < HANDFUL && !self.0.contains(&movement) {
            self.0.push(movement);
        }
    }

    pub(super) fn moves(&self) -> &[M] {
        &self.0
    }
}

fn place(key: u128) -> usize {
    key as usize % POSITIONS
}

fn check_of(key: u128) -> u32 {
    (key >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_comes_before_the_length() {
        let mut killers = Killers::new(2, true);
        killers.learn(7, 4, 0, 'a');
        killers.learn(8, 4, 1, 'b');
        killers.learn(9, 6, 0, 'c');
        killers.learn(10, 6, 1, 'd');
        let recalled = |key, plies, kind| {
            let mut first = First::none();
            killers.recall(key, plies, kind, &mut first);
            first.moves().to_vec()
        };
        assert_eq!(recalled(9, 6, 1), ['c', 'd']);
        assert_eq!(recalled(7, 6, 0), ['a', 'c', 'd']);
        assert_eq!(recalled(7, 4, 1), ['b']);
        assert_eq!(recalled(11, 8, 1), [] as [char; 0]);
    }
}
