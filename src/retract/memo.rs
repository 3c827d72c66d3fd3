//! What has been found out about positions, shared by all threads, within so many bytes.

use std::sync::Mutex;

/// A table of results by key. A new result takes the place of an old one.
pub struct Memo<V> {
    shards: Vec<Shard<V>>,
    /// Results a shard.
    room: usize,
}

/// A part of the table, locked as one.
type Shard<V> = Mutex<Vec<Option<(u128, V)>>>;

const SHARDS: usize = 64;

impl<V: Copy> Memo<V> {
    /// An empty table that takes at most so many bytes.
    pub fn of_bytes(bytes: usize) -> Memo<V> {
        let size = size_of::<Option<(u128, V)>>().max(1);
        let room = (bytes / SHARDS / size).max(16);
        let shards = (0..SHARDS).map(|_| Mutex::new(Vec::new())).collect();
        Memo { shards, room }
    }

    /// What was found for a key, unless something else took its place.
    pub fn get(&self, key: u128) -> Option<V> {
        let (shard, place) = self.place(key);
        let shard = shard.lock().ok()?;
        let (known, value) = (*shard.get(place)?)?;
        (known == key).then_some(value)
    }

    /// Keeps what was found for a key.
    pub fn put(&self, key: u128, value: V) {
        let (shard, place) = self.place(key);
        let Ok(mut shard) = shard.lock() else {
            return;
        };
        if shard.is_empty() {
            shard.resize(self.room, None);
        }
        shard[place] = Some((key, value));
    }

    fn place(&self, key: u128) -> (&Shard<V>, usize) {
        let (high, low) = ((key >> 64) as u64, key as u64);
        (
            &self.shards[high as usize % SHARDS],
            (low % self.room as u64) as usize,
        )
    }
}
