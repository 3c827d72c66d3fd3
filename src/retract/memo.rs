//! What has been found out about positions, shared by all threads, within so many bytes.

use std::sync::Mutex;

/// A table of results by key, which grows as it fills. In a full one a new result takes the place of an old one.
pub struct Memo<V> {
    shards: Vec<Mutex<Shard<V>>>,
    /// The most results of a shard.
    room: usize,
}

/// A part of the table, locked as one.
struct Shard<V> {
    /// Results with their keys; no key is 0.
    places: Vec<(u64, V)>,
    used: usize,
}

const SHARDS: usize = 64;

/// The places where a result may stand.
const WAYS: usize = 4;

/// The results that an empty shard has room for at first.
const FEW: usize = 256;

impl<V: Copy + Default> Memo<V> {
    /// An empty table that takes at most so many bytes.
    pub fn of_bytes(bytes: usize) -> Memo<V> {
        let size = size_of::<(u64, V)>();
        let empty = || Shard {
            places: Vec::new(),
            used: 0,
        };
        Memo {
            shards: (0..SHARDS).map(|_| Mutex::new(empty())).collect(),
            room: (bytes / SHARDS / size).max(16),
        }
    }

    /// What was found for a key, unless something else took its place.
    pub fn get(&self, key: u128) -> Option<V> {
        let (shard, key) = self.shard(key);
        shard.lock().ok()?.get(key)
    }

    /// Keeps what was found for a key.
    pub fn put(&self, key: u128, value: V) {
        let (shard, key) = self.shard(key);
        let Ok(mut shard) = shard.lock() else {
            return;
        };
        let size = shard.places.len();
        if 2 * shard.used >= size && size < self.room {
            shard.grow((2 * size).clamp(FEW.min(self.room), self.room));
        }
        shard.put(key, value);
    }

    /// The part that a key belongs to, and what is left of the key: both halves count.
    fn shard(&self, key: u128) -> (&Mutex<Shard<V>>, u64) {
        let (high, low) = ((key >> 64) as u64, key as u64);
        let mixed = low ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (
            &self.shards[(mixed >> 58) as usize % SHARDS],
            mixed | u64::from(mixed == 0),
        )
    }
}

impl<V: Copy + Default> Shard<V> {
    /// The places where the result for a key may stand.
    fn places(&self, key: u64) -> impl Iterator<Item = usize> + use<V> {
        let size = self.places.len();
        let first = (key % size.max(1) as u64) as usize;
        (0..WAYS.min(size)).map(move |step| (first + step) % size)
    }

    fn get(&self, key: u64) -> Option<V> {
        let mut places = self.places(key).map(|place| self.places[place]);
        places
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value)
    }

    fn put(&mut self, key: u64, value: V) {
        let fits = |place: &usize| [0, key].contains(&self.places[*place].0);
        let found = self.places(key).find(fits);
        let other = || self.places(key).nth((key >> 40) as usize % WAYS);
        let Some(place) = found.or_else(other) else {
            return;
        };
        self.used += usize::from(self.places[place].0 == 0);
        self.places[place] = (key, value);
    }

    fn grow(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.places, vec![(0, V::default()); size]);
        self.used = 0;
        for (key, value) in old.into_iter().filter(|(key, _)| *key != 0) {
            self.put(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn a_small_table_forgets_and_a_large_one_does_not() {
        let spread = |number: u128| number.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
        for (bytes, all) in [(4096, false), (16 << 20, true)] {
            let memo = Memo::<u32>::of_bytes(bytes);
            for number in 0..20_000_u128 {
                memo.put(spread(number), number as u32);
            }
            let known = (0..20_000).filter(|&number| {
                let found = memo.get(spread(number));
                assert!(found.is_none_or(|found| u128::from(found) == number));
                found.is_some()
            });
            let known = known.count();
            assert_eq!(known > 18_500, all, "{known}");
            assert!(known > 100, "{known}");
            assert_eq!(memo.get(spread(20_000)), None);
        }
    }

    #[test]
    fn both_halves_of_a_key_tell_it_apart() {
        let memo = Memo::<u32>::of_bytes(1 << 20);
        memo.put(5, 1);
        assert_eq!(memo.get(5 | 1 << 64), None);
        assert_eq!(memo.get(5 | 1 << 100), None);
        assert_eq!(memo.get(5), Some(1));
    }
}
