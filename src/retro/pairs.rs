//! How many moves more two men of a side need together than each alone: they block each other,
//! and often one of them has to go round or to step aside.
//!
//! Each two walks and squares are played out backwards from all ends that the two men may have.
//! Men of different pairs make different moves, so what pairs of a formation need more adds up.

use super::camp::Camp;
use super::deduce::Man;
use super::routes::{
    KING, KNIGHT, MOST_CAPTURES, NEVER, PAWN, WALKS, first_rank, home_rank, last_rank, reach,
};
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit, pawn_captures};

/// By the squares of two men.
type Board = Box<[[u8; 64]; 64]>;

/// The moves that pairs of men need beside those that each needs alone.
#[derive(Clone)]
pub(super) struct Pairs {
    pub ends: Vec<Ends>,
    /// By the walks of both, the lesser first.
    extra: [[Option<Board>; WALKS]; WALKS],
}

/// What may become of men of one walk.
#[derive(Clone)]
pub(super) struct Ends {
    pub walk: usize,
    /// Where they may stand at any time.
    pub may_stand: Bits,
    /// Where they may stand at the end.
    pub squares: Bits,
    /// Where they may be captured.
    pub lost: Bits,
    /// From where they may become something else.
    pub promotes: Bits,
}

/// One end of a man.
#[derive(Clone, Copy)]
pub(super) enum End {
    On(usize),
    Lost(Bits),
}

impl Pairs {
    /// The pairs of a side, of whose men this is known.
    pub fn new(camp: &Camp, men: &[Man]) -> Pairs {
        let ends: Vec<Ends> = (PAWN..WALKS)
            .map(|walk| Ends::new(camp, men, walk))
            .collect();
        let mut pairs = Pairs {
            ends: Vec::new(),
            extra: Default::default(),
        };
        for (number, one) in ends.iter().enumerate() {
            for other in &ends[number..] {
                pairs.extra[one.walk][other.walk] = table(camp, one, other);
            }
        }
        pairs.ends = ends;
        pairs
    }

    /// What two men need more; the walk of the first is not the greater one.
    #[inline]
    pub fn of_two(&self, [walk, other]: [usize; 2], [on, at]: [usize; 2]) -> u8 {
        let board = self.extra[walk][other].as_ref();
        board.map_or(0, |board| board[on][at])
    }

    /// What the men of a formation need more than each alone, but for some of them. Who castles
    /// jumps, and has to be left out.
    pub fn extra(&self, men: &[Bits; WALKS], but: Bits) -> u8 {
        let mut all = [(0_usize, 0_usize); 64];
        let mut count = 0;
        for (walk, squares) in men.iter().enumerate().skip(PAWN) {
            for on in Each(squares & !but) {
                all[count] = (walk, on);
                count += 1;
            }
        }
        let mut needs = Needs::default();
        let all = &all[..count];
        for (one, &(walk, on)) in all.iter().enumerate() {
            for (other, &(next, at)) in all.iter().enumerate().skip(one + 1) {
                needs.add(self.of_two([walk, next], [on, at]), [one, other]);
            }
        }
        needs.sum().min(NEVER.into()) as u8
    }
}

/// What pairs need; no man counts in two of them.
pub(super) struct Needs {
    found: [(u8, u8, u8); MOST_PAIRS],
    count: usize,
}

impl Default for Needs {
    fn default() -> Needs {
        Needs {
            found: [(0, 0, 0); MOST_PAIRS],
            count: 0,
        }
    }
}

impl Needs {
    /// Adds what the men with these numbers need.
    #[inline]
    pub fn add(&mut self, extra: u8, [one, other]: [usize; 2]) {
        if extra > 0 && self.count < MOST_PAIRS {
            self.found[self.count] = (extra, one as u8, other as u8);
            self.count += 1;
        }
    }

    /// What pairs without common men need together: the greatest needs first.
    pub fn sum(&mut self) -> u32 {
        let needs = &mut self.found[..self.count];
        needs.sort_unstable_by_key(|(extra, ..)| std::cmp::Reverse(*extra));
        let (mut taken, mut sum) = (0_u64, 0);
        for (extra, one, other) in needs.iter() {
            let both = 1 << one | 1 << other;
            if taken & both == 0 {
                taken |= both;
                sum += u32::from(*extra);
            }
        }
        sum
    }
}

/// More pairs than this are not looked at.
const MOST_PAIRS: usize = 120;

impl Ends {
    fn new(camp: &Camp, men: &[Man], walk: usize) -> Ends {
        let mut ends = Ends {
            walk,
            may_stand: camp.may_stand[walk] | camp.start.men(walk),
            squares: 0,
            lost: 0,
            promotes: 0,
        };
        // Officers may have been pawns.
        let becomes = |man: &&Man| man.walk == walk || man.stands[walk] != 0;
        for man in men.iter().filter(becomes) {
            for fate in &man.fates {
                match fate.end {
                    Some((to, on)) if to == walk => ends.squares |= bit(on),
                    Some((to, on)) if man.walk == walk => {
                        let routes = &camp.routes;
                        let goes =
                            |from: &usize| routes.promoted(to, *from, on, MOST_CAPTURES) < NEVER;
                        let from = (0..64).filter(goes);
                        ends.promotes |= from.fold(0, |all, from| all | bit(from));
                    }
                    Some(_) => {}
                    None => ends.lost |= man.lost_on,
                }
            }
        }
        ends.squares &= !camp.frozen;
        let mut pawns = men.iter().filter(|man| man.walk == walk && walk == PAWN);
        if pawns.any(|man| man.lost_on != 0 && man.stands[KNIGHT..].iter().any(|on| *on != 0)) {
            // A pawn that is captured may have been promoted.
            ends.promotes = !0;
        }
        ends
    }

    fn all(&self) -> Vec<End> {
        let mut all: Vec<End> = Each(self.squares).map(End::On).collect();
        if self.lost != 0 && self.walk != KING {
            all.push(End::Lost(self.lost));
        }
        all
    }
}

/// What men of two walks need more, by their squares; none if that is nothing.
fn table(camp: &Camp, one: &Ends, other: &Ends) -> Option<Board> {
    let mut best: Board = Box::new([[u8::MAX; 64]; 64]);
    for to in one.all() {
        for next in other.all() {
            if let (End::On(to), End::On(next)) = (to, next)
                && to == next
            {
                continue;
            }
            let alone = [alone(camp, one.walk, to), alone(camp, other.walk, next)];
            let together = together(camp, [one, other], [to, next], &alone);
            for on in Each(one.may_stand) {
                for at in Each(other.may_stand & !bit(on)) {
                    let least = alone[0][on].saturating_add(alone[1][at]);
                    if least < NEVER {
                        let extra = match together[on << 6 | at] {
                            NEVER.. => NEVER,
                            moves => moves.saturating_sub(least),
                        };
                        best[on][at] = best[on][at].min(extra);
                    }
                }
            }
        }
    }
    let mut says = false;
    for on in 0..64 {
        for at in 0..64 {
            let extra = &mut best[on][at];
            let promotes = one.promotes & bit(on) != 0 || other.promotes & bit(at) != 0;
            // Without any end nothing is said here.
            if promotes || *extra == u8::MAX {
                *extra = 0;
            }
            says |= *extra > 0;
        }
    }
    if one.walk == other.walk {
        let turned: Board = Box::new(std::array::from_fn(|on| {
            std::array::from_fn(|at| best[on][at].min(best[at][on]))
        }));
        best = turned;
    }
    says.then_some(best)
}

/// The most moves that one man is said to need to an end by the least sum of all.
pub(super) fn alone(camp: &Camp, walk: usize, end: End) -> [u8; 64] {
    let routes = &camp.routes;
    std::array::from_fn(|from| match (walk, end) {
        (PAWN, End::On(to)) => {
            let all = (0..=MOST_CAPTURES).map(|captures| routes.pawn(from, to, captures));
            all.filter(|moves| *moves < NEVER).max().unwrap_or(NEVER)
        }
        (PAWN, End::Lost(_)) => {
            let all = (0..=MOST_CAPTURES).map(|captures| camp.loss(PAWN, from, captures));
            let all = all.filter(|moves| *moves < i32::from(NEVER)).max();
            all.map_or(NEVER, |moves| moves as u8)
        }
        (_, End::On(to)) => routes.officer(walk, from, to),
        (_, End::Lost(_)) => camp.loss(walk, from, 0).min(NEVER.into()) as u8,
    })
}

/// The least moves of two men to their ends, past each other, by both squares.
fn together(camp: &Camp, men: [&Ends; 2], ends: [End; 2], alone: &[[u8; 64]; 2]) -> Vec<u8> {
    let mut least = vec![NEVER; 64 * 64];
    let mut levels: Vec<Vec<u16>> = vec![Vec::new()];
    let mut start = |on: usize, at: usize, moves: u8| {
        let place = on << 6 | at;
        if on == at || moves >= least[place] {
            return;
        }
        least[place] = moves;
        let moves = usize::from(moves);
        if levels.len() <= moves {
            levels.resize(moves + 1, Vec::new());
        }
        levels[moves].push(place as u16);
    };
    match ends {
        [End::On(to), End::On(next)] => start(to, next, 0),
        [End::Lost(lost), _] if matches!(ends[1], End::On(_)) => {
            for on in Each(lost & men[0].may_stand) {
                Each(men[1].may_stand).for_each(|at| start(on, at, alone[1][at]));
            }
        }
        [End::On(_), End::Lost(lost)] => {
            for at in Each(lost & men[1].may_stand) {
                Each(men[0].may_stand).for_each(|on| start(on, at, alone[0][on]));
            }
        }
        _ => {
            for on in Each(men[0].may_stand) {
                for at in Each(men[1].may_stand) {
                    // Whoever is captured first is out of the way of the other.
                    start(on, at, alone[0][on].saturating_add(alone[1][at]));
                }
            }
        }
    }
    let mut level = 0;
    while level < levels.len() {
        let places = std::mem::take(&mut levels[level]);
        let moves = level as u8 + 1;
        for place in places {
            if usize::from(least[usize::from(place)]) != level {
                continue;
            }
            let squares = [usize::from(place) >> 6, usize::from(place) & 63];
            for who in [0, 1] {
                let (own, other) = (squares[who], squares[1 - who]);
                for from in Each(departures(camp, men[who], own, other)) {
                    let before = match who {
                        0 => from << 6 | other,
                        _ => other << 6 | from,
                    };
                    if moves < least[before] {
                        least[before] = moves;
                        if levels.len() <= usize::from(moves) {
                            levels.resize(usize::from(moves) + 1, Vec::new());
                        }
                        levels[usize::from(moves)].push(before as u16);
                    }
                }
            }
        }
        level += 1;
    }
    least
}

/// From where a man may have come while another stands there.
fn departures(camp: &Camp, man: &Ends, to: usize, other: usize) -> Bits {
    let closed = (camp.walls & !bit(to)) | bit(other);
    let free = man.may_stand & !bit(other) & !bit(to);
    if camp.walls & bit(to) != 0 || man.may_stand & bit(to) == 0 {
        return 0;
    }
    match man.walk {
        PAWN => pawn_departures(camp, to, closed) & free,
        walk @ KNIGHT..=KING => reach(walk, to, closed) & free,
        _ => 0,
    }
}

fn pawn_departures(camp: &Camp, to: usize, closed: Bits) -> Bits {
    let side = camp.side;
    let back = |squares: Bits| match side {
        Side::White => squares >> 8,
        Side::Black => squares << 8,
    };
    let one = back(bit(to));
    let two = back(one & !closed) & home_rank(side);
    let mut from = one | two;
    if (camp.hunting | camp.passing) & bit(to) != 0 {
        from |= pawn_captures((!side).index(), to);
    }
    from & !(first_rank(side) | last_rank(side))
}

#[cfg(test)]
mod tests {
    use super::super::camp::Outline;
    use super::super::deduce::Fate;
    use super::super::formation::Formation;
    use super::super::routes::{QUEEN, ROOK};
    use super::*;

    const A1: usize = 0;
    const B1: usize = 1;
    const C1: usize = 2;
    const D1: usize = 3;

    /// A rook goes from a1 to c1 and a queen from d1 to b1, past these squares.
    fn extra(walls: Bits) -> u8 {
        let men = [(ROOK, A1, C1), (QUEEN, D1, B1)];
        let (mut start, mut target) = (Formation::default(), [0; WALKS]);
        for (walk, from, to) in men {
            start.put(from, walk);
            target[walk] = bit(to);
        }
        let outline = Outline {
            side: Side::White,
            start,
            target,
            prey: 0,
            walls,
            frozen: 0,
            hunting: 0,
            doomed: 0,
            passing: 0,
            may_stand: [!0; WALKS],
            guarded: 0,
        };
        let men = men.map(|(walk, square, to)| Man {
            walk,
            square,
            fates: vec![Fate {
                end: Some((walk, to)),
                moves: 1,
                spare: 9,
                captures: 0,
                castling: None,
            }],
            stands: [0; WALKS],
            lost_on: 0,
        });
        let camp = Camp::new(&outline);
        Pairs::new(&camp, &men).extra(&start.all(), 0)
    }

    #[test]
    fn men_that_change_places_on_a_line_go_round() {
        let (second_rank, e1) = (0xff << 8, bit(4));
        let c2 = bit(10);
        assert_eq!(extra(0), 1);
        assert_eq!(extra(second_rank & !c2 | e1), 1);
        assert_eq!(extra(second_rank | e1), NEVER);
    }
}
