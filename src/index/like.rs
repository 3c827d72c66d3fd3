//! The nearest positions and the nearest play.

use super::find::{COLUMNS, Found, found};
use super::places::{forms, in_common, kinds_in_common, places, position_hash, unpack};
use super::{Index, IndexError, play};
use crate::problem::Problem;
use crate::solution::Solution;
use rusqlite::params;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A problem with a position like another.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Near {
    /// The problem.
    #[serde(flatten)]
    pub found: Found,
    /// Men that both have, the board turned, mirrored and recoloured as suits best.
    pub in_common: usize,
    /// Men of both that the other does not have.
    pub apart: usize,
    /// Whether it is the same position up to symmetry, shift and colours.
    pub is_same: bool,
}

/// A problem with play like another.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NearPlay {
    /// The problem.
    #[serde(flatten)]
    pub found: Found,
    /// Lines in which the same men go the same ways.
    pub lines: usize,
    /// Final positions that show the same picture.
    pub ends: usize,
}

/// The same position, score, men in common, and the number, the least first.
type Rank = (bool, i64, usize, Reverse<i64>);

impl Index {
    /// The problems whose positions are most like this one: first the same under symmetry, shift and exchanged colours,
    /// then by men in common.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn like(&self, problem: &Problem, limit: usize) -> Result<Vec<Near>, IndexError> {
        let wanted = places(&problem.diagram);
        let (hash, forms) = (position_hash(&wanted), forms(&wanted));
        let mut best: BinaryHeap<Reverse<Rank>> = BinaryHeap::new();
        let mut statement = self
            .connection
            .prepare("SELECT id, position, places FROM problem")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (id, position): (i64, i64) = (row.get(0)?, row.get(1)?);
            let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
            let is_same = position == hash;
            let count = bytes.len() / 7;
            // Even if all men were the same it would not be near enough.
            let most = wanted.len().min(count);
            let full = best.len() >= limit;
            if full && !is_same {
                let bound = score(most, wanted.len(), count);
                if best
                    .peek()
                    .is_some_and(|worst| worst.0.0 || worst.0.1 >= bound)
                {
                    continue;
                }
            }
            let mut other = unpack(bytes);
            if full && !is_same {
                let kinds = |exchanged| kinds_in_common(&wanted, &other, exchanged);
                let bound = score(kinds(false).max(kinds(true)), wanted.len(), count);
                let worst = best.peek();
                if worst.is_some_and(|worst| worst.0.0 || worst.0.1 >= bound) {
                    continue;
                }
            }
            other.sort_unstable();
            let common = match is_same {
                true => count,
                false => in_common(&forms, &other),
            };
            let score = score(common, wanted.len(), count);
            best.push(Reverse((is_same, score, common, Reverse(id))));
            if best.len() > limit {
                best.pop();
            }
        }
        let mut all = Vec::new();
        for Reverse((is_same, _, in_common, Reverse(id))) in best.into_sorted_vec() {
            let found = self.found(id)?;
            let count: i64 = self.connection.query_row(
                "SELECT men FROM problem WHERE id = ?1",
                [id],
                |row| row.get(0),
            )?;
            all.push(Near {
                found,
                in_common,
                apart: wanted.len() + count as usize - 2 * in_common,
                is_same,
            });
        }
        Ok(all)
    }

    /// The problems whose solutions share most lines or final pictures with this solution.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn like_play(
        &self,
        problem: &Problem,
        solution: &Solution,
        limit: usize,
    ) -> Result<Vec<NearPlay>, IndexError> {
        let mut shared: BTreeMap<i64, (usize, usize)> = BTreeMap::new();
        let mut statement = self
            .connection
            .prepare("SELECT problem FROM play WHERE hash = ?1 AND kind = ?2")?;
        for (hash, kind) in play::hashes(problem, solution) {
            let rows = statement.query_map(params![hash, kind], |row| row.get::<_, i64>(0))?;
            for id in rows {
                let count = shared.entry(id?).or_default();
                match kind {
                    "line" => count.0 += 1,
                    _ => count.1 += 1,
                }
            }
        }
        let mut ranked: Vec<(i64, (usize, usize))> = shared.into_iter().collect();
        ranked.sort_by_key(|(id, (lines, ends))| (Reverse(3 * lines + ends), *id));
        ranked.truncate(limit);
        let all = ranked.into_iter().map(|(id, (lines, ends))| {
            Ok(NearPlay {
                found: self.found(id)?,
                lines,
                ends,
            })
        });
        all.collect()
    }

    fn found(&self, id: i64) -> Result<Found, IndexError> {
        let text = format!(
            "SELECT {COLUMNS} FROM problem JOIN file ON file.id = problem.file WHERE problem.id = ?1"
        );
        Ok(self.connection.query_row(&text, [id], found)?)
    }
}

/// Men in common, less half of those apart; doubled to stay whole.
fn score(common: usize, one: usize, other: usize) -> i64 {
    2 * common as i64 - (one + other - 2 * common) as i64
}
