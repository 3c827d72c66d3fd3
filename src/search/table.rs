//! The hash table shared by all threads: fixed memory, no locks.
//!
//! **Invariant:** a torn or foreign entry is never believed: each entry keeps
//! its check word XORed with its data, so both must come from one writer.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What solvers remember of positions: 32 bits each, under a 128-bit key.
#[derive(Debug)]
pub struct Table {
    words: OnceLock<Vec<AtomicU64>>,
    buckets: usize,
}

/// An entry is two words; a bucket of four fills a cache line.
const ENTRIES: usize = 4;
const BUCKET_WORDS: usize = 2 * ENTRIES;
const BUCKET_BYTES: usize = 8 * BUCKET_WORDS;

impl Table {
    /// A table that will never take more than so many bytes, and takes none
    /// before the first entry.
    pub fn new(bytes: usize) -> Table {
        Table {
            words: OnceLock::new(),
            buckets: bytes / BUCKET_BYTES,
        }
    }

    /// What is known under this key.
    #[inline]
    pub fn get(&self, key: u128) -> Option<u32> {
        let bucket = self.bucket(self.words.get()?, key);
        let entry = bucket
            .chunks_exact(2)
            .find_map(|entry| matching(entry, key));
        entry.map(|data| data as u32)
    }

    /// Remembers 32 bits. When the bucket is full the entry of the least worth
    /// has to go, but something always goes, so old entries cannot clog it.
    pub fn put(&self, key: u128, payload: u32, worth: u8) {
        if self.buckets == 0 {
            return;
        }
        let bucket = self.bucket(self.words.get_or_init(|| zeroed(self.buckets)), key);
        let data = u64::from(payload) | u64::from(worth) << 32 | tag(key) << 40;
        let entry = victim(bucket, key);
        entry[0].store((key >> 64) as u64 ^ data, Relaxed);
        entry[1].store(data, Relaxed);
    }

    #[inline]
    fn bucket<'a>(&self, words: &'a [AtomicU64], key: u128) -> &'a [AtomicU64] {
        let index = ((u128::from(key as u64) * self.buckets as u128) >> 64) as usize;
        &words[index * BUCKET_WORDS..][..BUCKET_WORDS]
    }
}

/// Zeroed pages come from the system only when they are touched, so a large
/// table costs a small problem nothing; hence the detour over plain words.
fn zeroed(buckets: usize) -> Vec<AtomicU64> {
    let words = vec![0; buckets * BUCKET_WORDS];
    words.into_iter().map(AtomicU64::new).collect()
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
    fn without_memory_nothing_is_kept() {
        let table = Table::new(0);
        table.put(key(1), 1, 1);
        assert_eq!(table.get(key(1)), None);
    }
}
