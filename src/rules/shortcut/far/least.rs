//! Walks by themselves: what a man may observe from a square, and in how many moves it may come
//! to others.

use crate::board::{MAX_SQUARES, Side, Square, SquareSet};
use crate::men::WalkId;
use crate::rules::Rules;

/// More moves than any play has.
pub(super) const NEVER: u8 = u8::MAX;

/// By walk and side, what a man observes from each square, if men stood as it needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct AttackSets {
    tables: Vec<Option<Box<[SquareSet]>>>,
}

impl AttackSets {
    /// What a man of this walk may observe from a square.
    pub fn from(&mut self, rules: &Rules, walk: WalkId, side: Side, square: Square) -> SquareSet {
        let table = place(&mut self.tables, walk, side);
        let table = table.get_or_insert_with(|| views(rules, walk, side));
        table[square.index()]
    }
}

fn views(rules: &Rules, walk: WalkId, side: Side) -> Box<[SquareSet]> {
    let mut views = vec![SquareSet::EMPTY; MAX_SQUARES].into_boxed_slice();
    for target in rules.geometry.squares() {
        for square in rules.table.reach(walk, side, target) {
            views[square.index()].insert(target);
        }
    }
    views
}

/// By walk and side, the least moves of a man from each square to each other, promoted or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Least {
    tables: Vec<Option<Box<[u8]>>>,
}

impl Least {
    /// Makes sure that the men of this side are known, whatever their walks.
    pub fn prepare(&mut self, rules: &Rules, side: Side) {
        for &walk in &rules.walks {
            place(&mut self.tables, walk, side).get_or_insert_with(|| match walk.row().is_pawn() {
                true => pawn(rules, walk, side),
                false => officer(rules, walk, side),
            });
        }
    }

    /// The least moves to each square, of a man that is known.
    pub fn row(&self, walk: WalkId, side: Side, from: Square) -> &[u8] {
        let table = self.tables[number(walk, side)].as_deref();
        let table = table.expect("the side was prepared");
        &table[from.index() * MAX_SQUARES..][..MAX_SQUARES]
    }
}

fn number(walk: WalkId, side: Side) -> usize {
    2 * walk.index() + side.index()
}

fn place<T>(tables: &mut Vec<Option<T>>, walk: WalkId, side: Side) -> &mut Option<T> {
    let number = number(walk, side);
    if tables.len() <= number {
        tables.resize_with(number + 1, || None);
    }
    &mut tables[number]
}

fn officer(rules: &Rules, walk: WalkId, side: Side) -> Box<[u8]> {
    let mut table = vec![NEVER; MAX_SQUARES * MAX_SQUARES].into_boxed_slice();
    for from in rules.geometry.squares() {
        let row = &mut table[from.index() * MAX_SQUARES..][..MAX_SQUARES];
        let (mut reached, mut layer) = (SquareSet::EMPTY, SquareSet::of(from));
        for moves in 0..NEVER {
            reached |= layer;
            layer.for_each(|square| row[square.index()] = moves);
            let steps = layer.map(|square| rules.table.range(walk, side, square));
            layer = steps.fold(SquareSet::EMPTY, |all, steps| all | steps) & !reached;
            if layer.is_empty() {
                break;
            }
        }
    }
    table
}

/// A pawn may be whatever it promotes to, once it is there.
fn pawn(rules: &Rules, walk: WalkId, side: Side) -> Box<[u8]> {
    let mut table = vec![NEVER; MAX_SQUARES * MAX_SQUARES].into_boxed_slice();
    let promotions = rules.promotions_of(walk).iter();
    let mut promoted = vec![NEVER; MAX_SQUARES * MAX_SQUARES];
    for promotion in promotions {
        // What a promoted man promotes to is not followed: it may be anywhere at once.
        let officer = match promotion.walk.row().is_pawn() {
            true => vec![0; MAX_SQUARES * MAX_SQUARES].into_boxed_slice(),
            false => officer(rules, promotion.walk, side),
        };
        let both = promoted.iter_mut().zip(&officer);
        both.for_each(|(least, moves)| *least = (*least).min(*moves));
    }
    for square in rules.geometry.squares() {
        table[square.index() * MAX_SQUARES + square.index()] = 0;
    }
    loop {
        let mut is_settled = true;
        for from in rules.geometry.squares() {
            for to in rules.table.range(walk, side, from) {
                let promotes = rules.promotes_on(walk, side, to);
                for square in rules.geometry.squares() {
                    let behind = to.index() * MAX_SQUARES + square.index();
                    let further = match promotes {
                        true => table[behind].min(promoted[behind]),
                        false => table[behind],
                    };
                    let moves = further.saturating_add(1);
                    let least = &mut table[from.index() * MAX_SQUARES + square.index()];
                    if moves < *least {
                        *least = moves;
                        is_settled = false;
                    }
                }
            }
        }
        if is_settled {
            return table;
        }
    }
}
