//! How far a position is from the target under rules that bring men elsewhere than they went.
//!
//! Each place that is not filled needs a man of its own. The least moves of a man to a place are
//! counted on an empty board, with everything that rules may do to it beside; where they put men
//! on the board, as many places as there are such effects left may be filled by them. What men
//! standing where they belong would do is not looked at: who takes the place of such a man could
//! as well have gone on to where that man went.

mod need;

use super::astray::Prospects;
use super::routes::{KINDS, KING, KingSteps, NEVER, PAWN, ROOK, Routes, bit, each, two_steps};
use super::{Castled, MenByWalk, sets_of};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Piece, WalkId, walk_id};
use crate::rules::hooks::displaces::{Displacements, Reach};

/// A man on a square: side, walk and square in one number.
const STATES: usize = 2 * KINDS * 64;

/// Least moves from each state.
type Least = [u8; STATES];

fn state(side: Side, kind: usize, square: usize) -> usize {
    (side.index() * KINDS + kind) * 64 + square
}

/// What men may become by the rules of a problem.
pub(in crate::rules) struct Ways<'a> {
    /// The usual board.
    pub geometry: &'a Geometry,
    /// What effects do to places.
    pub displacements: &'a Displacements<'a>,
    /// Walks to which pawns may be promoted.
    pub promotions: &'a [WalkId],
    /// Where they are, by side.
    pub promotion_squares: [SquareSet; 2],
    /// How kings go.
    pub kings: KingSteps,
    /// All castlings of the rules.
    pub castlings: &'a [Castled],
}

/// The bound for a target position.
#[derive(Debug)]
pub struct Displaced {
    men: MenByWalk,
    places: Vec<Place>,
    /// Whether men may change sides.
    turns: bool,
    /// Whether captured men may be put back.
    reborn: bool,
    /// How many captured men may wait to be put back.
    waiting: i32,
    /// Whether moves may put further men on the board.
    left: bool,
    /// Whether a king may bring a man of either side elsewhere.
    castles: bool,
    /// Whether a move may cost either side a man.
    kills: bool,
    /// Whether any number of men may leave the board.
    vanish: bool,
    /// How many squares a ply changes at most.
    squares_a_ply: usize,
    /// Whether a king may come back to where it castles from.
    kings_return: bool,
    /// Where rooks castle to.
    castled: u64,
}

#[derive(Debug)]
struct Place {
    side: Side,
    kind: usize,
    square: usize,
    /// With captures.
    any: Box<Least>,
    /// By moves that capture nothing.
    quiet: Box<Least>,
    /// The least moves of a man that is put on the board.
    put: u8,
}

/// The moves of single men: from each state all that one move leads to.
struct Graph {
    before: Vec<Vec<u16>>,
    /// Rooks that castle arrive without a move of their own.
    free: Vec<[u16; 2]>,
}

impl Ways<'_> {
    /// Where such a man may be put. It may have been put there before it changed its side or walk.
    fn reach(&self, reach: &[&Reach], side: Side, kind: usize) -> u64 {
        let sides = [side, !side];
        let sides = &sides[..1 + usize::from(self.displacements.turns)];
        let kinds = match self.displacements.changes_walks {
            true => 0..KINDS,
            false => kind..kind + 1,
        };
        let men = sides
            .iter()
            .flat_map(|side| kinds.clone().map(move |kind| (*side, kind)));
        let squares = men.flat_map(|(side, kind)| {
            let walk = walk_id::NUMBERED[kind];
            let squares = reach
                .iter()
                .flat_map(move |reach| reach(self.geometry, walk, side));
            squares.collect::<SquareSet>()
        });
        squares.fold(0, |all, on| all | bit(on.index()))
    }

    /// These men by walk, with all that they may have become where they arrived.
    fn become_all(&self, side: Side, men: [u64; KINDS]) -> [u64; KINDS] {
        if self.displacements.changes_walks {
            return [men.iter().fold(0, |all, squares| all | squares); KINDS];
        }
        // A man that changes sides may do so before or behind its promotion.
        let [own, other] = [side, !side].map(|side| self.promotion_squares[side.index()]);
        let squares = if self.displacements.turns {
            own | other
        } else {
            own
        };
        let promoted = squares.into_iter().fold(0, |all, on| all | bit(on.index())) & men[PAWN];
        std::array::from_fn(|kind| {
            let promotes = self.promotions.contains(&walk_id::NUMBERED[kind]);
            men[kind] | if promotes { promoted } else { 0 }
        })
    }

    fn graph(&self, routes: &Routes, captures: bool) -> Graph {
        let mut before = vec![Vec::new(); STATES];
        let captor = Side::BOTH.map(|side| -> [u64; KINDS] {
            std::array::from_fn(|kind| self.reach(&self.displacements.captor, side, kind))
        });
        for start in 0..STATES {
            let (kind, from) = (start / 64 % KINDS, start % 64);
            let side = Side::BOTH[start / 64 / KINDS];
            let (mut quiet, mut capture) = routes.arrivals(side, kind, from);
            if kind == KING && !self.displacements.castled.is_empty() {
                quiet |= two_steps(from);
            }
            // Some capture in other ways, even pawns on their first rank.
            if !self.displacements.captor.is_empty() {
                capture |= bit(from);
            }
            let of_kind = |squares| {
                let mut men = [0; KINDS];
                men[kind] = squares;
                men
            };
            for side in &[side, !side][..1 + usize::from(self.displacements.turns)] {
                let mut lead = |men: [u64; KINDS]| {
                    for (kind, squares) in men.into_iter().enumerate() {
                        for on in each(squares) {
                            let before: &mut Vec<u16> = &mut before[state(*side, kind, on)];
                            if before.last() != Some(&(start as u16)) {
                                before.push(start as u16);
                            }
                        }
                    }
                };
                lead(self.become_all(*side, of_kind(quiet)));
                if !captures {
                    continue;
                }
                // Each rule may put the capturing man elsewhere in its turn.
                let mut men = self.become_all(*side, of_kind(capture));
                lead(men);
                for _ in &self.displacements.captor {
                    let reach = captor[side.index()];
                    let moved = std::array::from_fn(|kind| match men[kind] {
                        0 => 0,
                        _ => reach[kind],
                    });
                    men = self.become_all(*side, moved);
                    lead(men);
                }
            }
        }
        let mut graph = Graph {
            before,
            free: Vec::new(),
        };
        for Castled { side, king, rook } in self.castlings {
            let one = |kind, on: u8| {
                let mut men = [0; KINDS];
                men[kind] = bit(on.into());
                self.become_all(*side, men)
            };
            let [king_from, rook_from] = [(KING, king[0]), (ROOK, rook[0])]
                .map(|(kind, on)| state(*side, kind, on.into()) as u16);
            for after in &[*side, !*side][..1 + usize::from(self.displacements.turns)] {
                let states = |men: [u64; KINDS]| {
                    let men = men.into_iter().enumerate();
                    men.flat_map(move |(kind, on)| each(on).map(move |on| state(*after, kind, on)))
                };
                for to in states(one(KING, king[1])) {
                    graph.before[to].push(king_from);
                }
                let free = states(one(ROOK, rook[1])).map(|to| [rook_from, to as u16]);
                graph.free.extend(free);
            }
        }
        graph
    }
}

impl Graph {
    /// The least moves from each state to this one.
    fn least(&self, to: usize) -> Box<Least> {
        let mut least = Box::new([NEVER; STATES]);
        let mut layer: Vec<usize> = vec![to];
        for moves in 0..NEVER {
            let mut next = Vec::new();
            let mut index = 0;
            while let Some(&on) = layer.get(index) {
                index += 1;
                if least[on] <= moves {
                    continue;
                }
                least[on] = moves;
                let castled = self.free.iter().filter(|way| usize::from(way[1]) == on);
                layer.extend(castled.map(|way| usize::from(way[0])));
                let before = self.before[on].iter().map(|from| usize::from(*from));
                next.extend(before.filter(|from| least[*from] == NEVER));
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        least
    }
}

impl Displaced {
    /// The bound for these men; none if some are no men of the game.
    pub(in crate::rules) fn new(men: &[(Square, Piece)], ways: &Ways<'_>) -> Option<Displaced> {
        let men = sets_of(men)?;
        let routes = Routes::open(ways.kings);
        let [any, quiet] = [true, false].map(|captures| ways.graph(&routes, captures));
        let displacements = ways.displacements;
        let put: Vec<usize> = Side::BOTH
            .into_iter()
            .flat_map(|side| {
                let squares = std::array::from_fn(|kind| match displacements.exchanges {
                    true => u64::MAX,
                    false => {
                        ways.reach(&displacements.captured, side, kind)
                            | ways.reach(&displacements.left, side, kind)
                            | ways.reach(&displacements.castled, side, kind)
                    }
                });
                let men = ways.become_all(side, squares).into_iter().enumerate();
                men.flat_map(move |(kind, squares)| {
                    each(squares).map(move |on| state(side, kind, on))
                })
            })
            .collect();
        let mut places = Vec::new();
        for side in Side::BOTH {
            for (kind, squares) in men[side.index()].into_iter().enumerate() {
                for square in each(squares) {
                    let to = state(side, kind, square);
                    let least = any.least(to);
                    let put = put.iter().map(|from| least[*from]);
                    places.push(Place {
                        side,
                        kind,
                        square,
                        put: put.min().unwrap_or(NEVER),
                        quiet: quiet.least(to),
                        any: least,
                    });
                }
            }
        }
        Some(Displaced {
            men,
            places,
            turns: displacements.turns,
            reborn: displacements.exchanges || !displacements.captured.is_empty(),
            waiting: displacements.late.into(),
            left: !displacements.left.is_empty(),
            castles: !displacements.castled.is_empty(),
            kills: displacements.kills,
            vanish: displacements.vanish,
            squares_a_ply: displacements.squares_a_ply(),
            kings_return: displacements.exchanges || displacements.squares_a_ply() > 2,
            castled: ways
                .castlings
                .iter()
                .fold(0, |all, castling| all | bit(castling.rook[1].into())),
        })
    }

    /// Whether the target is certainly too far away from these men for so many plies of each
    /// side.
    pub(in crate::rules) fn is_far(
        &self,
        men: &MenByWalk,
        left: [u16; 2],
        prospects: impl Fn() -> Prospects,
    ) -> bool {
        let plies = left.map(i32::from);
        let all_plies = plies[0] + plies[1];
        let [now, then] = [men, &self.men].map(|men| Side::BOTH.map(|side| count(men, side)));
        if self.turns || self.left || self.kills || self.vanish {
            let captured = now[0] + now[1] - then[0] - then[1];
            if captured > all_plies && !self.vanish || captured < -self.waiting && !self.left {
                return true;
            }
        } else {
            for side in Side::BOTH {
                let captured = now[side.index()] - then[side.index()];
                if captured < -self.waiting || captured > plies[(!side).index()] {
                    return true;
                }
            }
        }
        let changed = self.changed(men);
        if !self.vanish
            && changed > self.squares_a_ply * all_plies as usize
            && changed > self.changeable(left, prospects())
        {
            return true;
        }
        if self.turns {
            let put = all_plies + self.waiting;
            return self.needs_more(men, &Side::BOTH, false, put, all_plies);
        }
        Side::BOTH.into_iter().any(|side| {
            let (own, other) = (side.index(), (!side).index());
            let stays = !self.reborn && !self.left && !self.vanish;
            let quiet = stays && now[other] == then[other];
            let put = match (self.reborn, self.left) {
                (true, false) if !self.castles => plies[other],
                (false, _) if !self.castles => plies[own],
                _ => all_plies,
            };
            self.needs_more(men, &[side], quiet, put + self.waiting, plies[own])
        })
    }

    /// How many squares look otherwise than in the target.
    fn changed(&self, men: &MenByWalk) -> usize {
        let pairs = men.iter().flatten().zip(self.men.iter().flatten());
        let squares = pairs.fold(0, |all, (now, then)| all | now ^ then);
        squares.count_ones() as usize
    }

    /// How many squares the plies left may change. A side castles once, and again only if its king
    /// came back meanwhile.
    fn changeable(&self, left: [u16; 2], prospects: Prospects) -> usize {
        let plies = left.map(usize::from);
        let castlings = Side::BOTH.map(|side| {
            let plies = plies[side.index()];
            match self.kings_return {
                true => plies.div_ceil(2),
                false => plies.min(prospects.castles[side.index()].into()),
            }
        });
        let castlings: usize = castlings.iter().sum();
        self.squares_a_ply * (plies[0] + plies[1]) + 2 * castlings + prospects.passing
    }
}

fn count(men: &MenByWalk, side: Side) -> i32 {
    let all = men[side.index()].iter().fold(0, |all, set| all | set);
    all.count_ones() as i32
}
