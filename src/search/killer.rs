//! Moves worth trying first: what refuted here before, what refuted elsewhere.
//!
//! Only the order of search hangs on this, never a result, so entries may be
//! lost or overwritten at will.

/// Remembers one move by position and one by plies left.
#[derive(Debug)]
pub(super) struct Killers<M> {
    by_position: Vec<Option<(u64, M)>>,
    by_plies: Vec<Option<M>>,
}

/// Small enough to stay near, large enough for the deeper positions.
const POSITIONS: usize = 1 << 14;

/// With fewer plies left a position is not worth remembering.
const DEEP: u16 = 4;

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) fn new() -> Killers<M> {
        Killers {
            by_position: Vec::new(),
            by_plies: Vec::new(),
        }
    }

    /// What to try first: at most two different moves.
    pub(super) fn recall(&self, key: u128, plies: u16) -> First<M> {
        let here = self.here(key, plies);
        let elsewhere = self.by_plies.get(usize::from(plies)).copied().flatten();
        match (here, elsewhere) {
            (Some(first), Some(second)) if first != second => First::Two([first, second]),
            (Some(only), _) | (None, Some(only)) => First::One([only]),
            (None, None) => First::None,
        }
    }

    fn here(&self, key: u128, plies: u16) -> Option<M> {
        if plies < DEEP {
            return None;
        }
        let (check, movement) = (*self.by_position.get(place(key))?)?;
        (check == check_of(key)).then_some(movement)
    }

    pub(super) fn learn(&mut self, key: u128, plies: u16, movement: M) {
        let index = usize::from(plies);
        if self.by_plies.len() <= index {
            self.by_plies.resize(index + 1, None);
        }
        self.by_plies[index] = Some(movement);
        if plies >= DEEP {
            self.by_position.resize(POSITIONS, None);
            self.by_position[place(key)] = Some((check_of(key), movement));
        }
    }
}

/// A handful of moves without an allocation.
pub(super) enum First<M> {
    None,
    One([M; 1]),
    Two([M; 2]),
}

impl<M> First<M> {
    pub(super) fn moves(&self) -> &[M] {
        match self {
            First::None => &[],
            First::One(moves) => moves,
            First::Two(moves) => moves,
        }
    }
}

fn place(key: u128) -> usize {
    key as usize % POSITIONS
}

fn check_of(key: u128) -> u64 {
    (key >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_comes_before_the_length() {
        let mut killers = Killers::new();
        killers.learn(7, 4, 'a');
        killers.learn(8, 4, 'b');
        assert_eq!(killers.recall(7, 4).moves(), ['a', 'b']);
        assert_eq!(killers.recall(8, 4).moves(), ['b']);
        assert_eq!(killers.recall(9, 4).moves(), ['b']);
        assert_eq!(killers.recall(9, 6).moves(), [] as [char; 0]);
    }
}
