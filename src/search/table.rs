//! The hash table shared by all threads: limited memory, no locks, no larger
//! than the search has needed so far.
//!
//! **Invariant:** a torn or foreign entry is never believed: each entry keeps
//! its check word XORed with its data, so both must come from one writer.

use super::prefetch::{fetch, use_large_pages};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What solvers remember of positions: 32 bits each, under a 128-bit key.
///
/// A small table stays in the cache, so it grows only when it is full: the
/// next level, several times as large, takes all further entries, and with each
/// of them a bucket of the level before moves up.
#[derive(Debug)]
pub struct Table {
    levels: Vec<Level>,
    /// The level in use, its entries being taken.
    active: AtomicUsize,
    taken: AtomicUsize,
    /// How many buckets of the level before have moved up.
    moved: AtomicUsize,
}

/// An entry is two words; a bucket of four fills a cache line.
const ENTRIES: usize = 4;
const BUCKET_WORDS: usize = 2 * ENTRIES;
const BUCKET_BYTES: usize = 8 * BUCKET_WORDS;

/// How much larger each level is than the one before.
const GROWTH: usize = 4;
/// The least size of the first level, unless less is allowed.
const FIRST: usize = 1 << 18;

impl Table {
    /// A table that will never take more than so many bytes, and takes none
    /// before the first entry.
    pub fn new(bytes: usize) -> Table {
        let mut sizes = vec![bytes - bytes / GROWTH];
        while let Some(&size) = sizes.last().filter(|&&size| size / GROWTH >= FIRST) {
            sizes.push(size / GROWTH);
        }
        if let [only] = sizes.as_mut_slice() {
            *only = bytes;
        }
        let levels = sizes.iter().rev().map(|size| Level::new(*size));
        Table {
            levels: levels.collect(),
            active: AtomicUsize::new(0),
            taken: AtomicUsize::new(0),
            moved: AtomicUsize::new(0),
        }
    }

    /// What is known under this key.
    #[inline]
    pub fn get(&self, key: u128) -> Option<u32> {
        let active = self.active.load(Relaxed);
        let found = self.levels[active].get(key);
        let found = found.or_else(|| self.level_before(active)?.get(key));
        found.map(|data| data as u32)
    }

    /// Says that this key will be asked for very soon.
    #[inline]
    pub fn announce(&self, key: u128) {
        let active = self.active.load(Relaxed);
        self.levels[active].announce(key);
        if let Some(level) = self.level_before(active) {
            level.announce(key);
        }
    }

    /// The level before the active one, as long as not all of it has moved up.
    #[inline]
    fn level_before(&self, active: usize) -> Option<&Level> {
        let level = &self.levels[active.checked_sub(1)?];
        (self.moved.load(Relaxed) < level.buckets).then_some(level)
    }

    /// Remembers 32 bits. When the bucket is full the entry of the least worth
    /// has to go, but something always goes, so old entries cannot clog it.
    pub fn put(&self, key: u128, payload: u32, worth: u8) {
        let data = u64::from(payload) | u64::from(worth) << 32 | tag(key) << 40;
        let active = self.active.load(Relaxed);
        self.store(active, key, data);
        if let Some(level) = self.level_before(active) {
            let bucket = self.moved.fetch_add(1, Relaxed);
            level.each_in(bucket, |key, data| self.keep(active, key, data));
        }
    }

    /// Stores what moves up unless more is known already.
    fn keep(&self, level: usize, key: u128, data: u64) {
        if self.levels[level].get(key).is_none() {
            self.store(level, key, data);
        }
    }

    #[inline]
    fn store(&self, level: usize, key: u128, data: u64) {
        if self.levels[level].put(key, data) {
            let taken = self.taken.fetch_add(1, Relaxed) + 1;
            let is_last = level + 1 == self.levels.len();
            if !is_last && taken >= self.levels[level].enough() {
                self.grow(level);
            }
        }
    }

    #[cold]
    fn grow(&self, level: usize) {
        let grown = self
            .active
            .compare_exchange(level, level + 1, Relaxed, Relaxed);
        if grown.is_ok() {
            self.taken.store(0, Relaxed);
            self.moved.store(0, Relaxed);
        }
    }
}

/// A table of fixed size.
#[derive(Debug)]
struct Level {
    words: OnceLock<Words>,
    buckets: usize,
}

/// Entries, the first bucket at the beginning of a cache line.
#[derive(Debug)]
struct Words {
    words: Vec<AtomicU64>,
    first: usize,
}

impl Words {
    fn zeroed(buckets: usize) -> Words {
        let words = vec![0; (buckets + 1) * BUCKET_WORDS];
        use_large_pages(&words);
        let words: Vec<AtomicU64> = words.into_iter().map(AtomicU64::new).collect();
        let beyond = words.as_ptr() as usize % BUCKET_BYTES / 8;
        Words {
            first: (BUCKET_WORDS - beyond) % BUCKET_WORDS,
            words,
        }
    }

    #[inline]
    fn bucket(&self, index: usize) -> &[AtomicU64] {
        &self.words[self.first + index * BUCKET_WORDS..][..BUCKET_WORDS]
    }
}

impl Level {
    fn new(bytes: usize) -> Level {
        Level {
            words: OnceLock::new(),
            buckets: bytes / BUCKET_BYTES,
        }
    }

    /// How many entries fill it well: some buckets overflow before others.
    fn enough(&self) -> usize {
        self.buckets * ENTRIES / 4 * 3
    }

    #[inline]
    fn get(&self, key: u128) -> Option<u64> {
        let bucket = self.bucket(self.words.get()?, key);
        bucket
            .chunks_exact(2)
            .find_map(|entry| matching(entry, key))
    }

    #[inline]
    fn announce(&self, key: u128) {
        if let Some(words) = self.words.get() {
            fetch(&self.bucket(words, key)[0]);
        }
    }

    /// Visits what a bucket holds; of a key so much as its place and its check need.
    fn each_in(&self, bucket: usize, mut visit: impl FnMut(u128, u64)) {
        let words = self.words.get().filter(|_| bucket < self.buckets);
        for entry in words
            .iter()
            .flat_map(|words| words.bucket(bucket).chunks_exact(2))
        {
            let data = entry[1].load(Relaxed);
            let high = entry[0].load(Relaxed) ^ data;
            if data != 0 {
                visit(u128::from(high) << 64 | u128::from(data >> 40), data);
            }
        }
    }

    /// Stores data; true if it took an entry that was empty.
    fn put(&self, key: u128, data: u64) -> bool {
        if self.buckets == 0 {
            return false;
        }
        let bucket = self.bucket(self.words.get_or_init(|| Words::zeroed(self.buckets)), key);
        let entry = victim(bucket, key);
        let was_empty = entry[1].load(Relaxed) == 0;
        entry[0].store((key >> 64) as u64 ^ data, Relaxed);
        entry[1].store(data, Relaxed);
        was_empty
    }

    #[inline]
    fn bucket<'a>(&self, words: &'a Words, key: u128) -> &'a [AtomicU64] {
        let index = (((key >> 64) * self.buckets as u128) >> 64) as usize;
        words.bucket(index)
    }
}

/// Key bits beyond the check word, kept in the data.
#[inline]
fn tag(key: u128) -> u64 {
    key as u64 & 0xff_ffff
}

#[inline]
fn matching(entry: &[AtomicU64], key: u128) -> Option<u64> {
    let data = entry[1].load(Relaxed);
    let same = entry[0].load(Relaxed) ^ data == (key >> 64) as u64 && data >> 40 == tag(key);
    (same && data != 0).then_some(data)
}

fn victim(bucket: &[AtomicU64], key: u128) -> &[AtomicU64] {
    let mut entries = bucket.chunks_exact(2);
    let known = entries.find(|entry| matching(entry, key).is_some());
    let worth = |entry: &&[AtomicU64]| (entry[1].load(Relaxed) >> 32) as u8;
    let poorest = || bucket.chunks_exact(2).min_by_key(worth);
    known.or_else(poorest).unwrap_or(bucket)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> u128 {
        u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[test]
    fn an_entry_is_found_again() {
        let table = Table::new(1 << 16);
        assert_eq!(table.get(key(7)), None);
        table.put(key(7), 42, 3);
        assert_eq!(table.get(key(7)), Some(42));
        table.put(key(7), 43, 3);
        assert_eq!(table.get(key(7)), Some(43));
    }

    #[test]
    fn a_full_table_forgets_but_does_not_lie() {
        let table = Table::new(1 << 10);
        (1..1000).for_each(|number| table.put(key(number), number as u32, 1));
        let found = (1..1000).filter(|number| {
            let entry = table.get(key(*number));
            assert!(entry.is_none_or(|entry| entry == *number as u32));
            entry.is_some()
        });
        assert_eq!(found.count(), 64);
    }

    #[test]
    fn it_grows_and_keeps_what_is_asked_for() {
        let table = Table::new(2 << 20);
        assert_eq!(table.levels.len(), 2);
        let asked = 100;
        let count = table.levels[0].enough() as u64 * 3;
        let mut misses = 0;
        for number in 1..count {
            table.put(key(number), number as u32, 1);
            misses += usize::from(table.get(key(asked)).is_none() && number >= asked);
        }
        assert_eq!(table.active.load(Relaxed), 1);
        assert_eq!(misses, 0);
    }

    #[test]
    fn all_moves_up_within_the_next_entries() {
        let table = Table::new(2 << 20);
        let [small, large] = &table.levels[..] else {
            panic!("two levels")
        };
        let mut number = 1;
        while table.level_before(table.active.load(Relaxed)).is_none() {
            table.put(key(number), number as u32, 1);
            number += 1;
        }
        let before: Vec<u64> = (1..number)
            .filter(|&number| small.get(key(number)).is_some())
            .collect();
        (0..small.buckets as u64).for_each(|more| table.put(key(number + more), 1, 1));
        assert!(table.level_before(1).is_none());
        let lost = before
            .iter()
            .filter(|&&number| large.get(key(number)).is_none());
        assert_eq!(lost.count(), 0);
    }

    /// Keys with one check word, in one bucket.
    #[test]
    fn keys_that_differ_in_their_tags_alone_are_told_apart() {
        let table = Table::new(1 << 10);
        let alike = |tag: u128| 5 << 64 | tag;
        table.put(alike(1), 42, 1);
        assert_eq!(table.get(alike(1)), Some(42));
        assert_eq!(table.get(alike(2)), None);
        table.put(alike(2), 43, 1);
        assert_eq!(
            [1, 2].map(|tag| table.get(alike(tag))),
            [Some(42), Some(43)]
        );
    }

    #[test]
    fn without_memory_nothing_is_kept() {
        let table = Table::new(0);
        table.put(key(1), 1, 1);
        assert_eq!(table.get(key(1)), None);
    }
}
