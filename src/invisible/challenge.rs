//! Arrangements that show that last plies do not mate.
//!
//! Men of a cast who are free to be anywhere are put where they defend: in a
//! line of check, beside a checker, or out of the way. What is found is certain; what
//! is not found may be there all the same.

use super::alibi::{Alibi, observers, settle};
use super::board::{Board, Man, walk};
use super::chance::{Chance, Stood};
use super::scene::{Ply, Scene};
use super::story::{Cast, Step};
use super::world::World;
use crate::orthodox::attack::{self, Bits, Each, between, bit};

/// How many casts are kept of one last ply.
const MOST_CASTS: usize = 1_000;
/// How many squares are tried for a man who could defend.
const TRIES: usize = 3;
/// Walks of men who are put where they do or prevent something.
const WALKS: [usize; 5] = [
    walk::KNIGHT,
    walk::QUEEN,
    walk::ROOK,
    walk::BISHOP,
    walk::PAWN,
];

/// A last ply that may mate.
#[derive(Clone, Debug)]
pub(super) struct Suspect {
    pub ply: Ply,
    /// The casts with which it may be playable; none if they are too many.
    pub casts: Option<Vec<Cast>>,
}

impl Suspect {
    pub fn new(ply: Ply) -> Suspect {
        let casts = Some(Vec::new());
        Suspect { ply, casts }
    }

    fn add(&mut self, cast: &Cast) {
        match &mut self.casts {
            Some(casts) if casts.len() < MOST_CASTS => casts.push(*cast),
            casts => *casts = None,
        }
    }

    /// Whether it may be playable after all.
    pub fn may_be_played(&self) -> bool {
        self.casts.as_ref().is_none_or(|casts| !casts.is_empty())
    }
}

/// Last plies that may mate, to be compared with casts.
pub(super) struct Challenge<'a> {
    pub scene: &'a Scene,
    /// How many invisible men there are.
    pub men: usize,
    pub suspects: Vec<Suspect>,
    /// Where men can have stood all the time.
    pub stood: Stood,
}

impl Challenge<'_> {
    /// Clears the suspects that do not mate in some arrangement of this cast; true if none are
    /// left.
    pub fn meet(&mut self, steps: &[Step], cast: &Cast) -> bool {
        let Some(chance) = Chance::of(steps, cast, self.men, &self.stood) else {
            return false;
        };
        let (turn, excluded) = (self.scene.turn, self.scene.excluded());
        // A king who is not placed yet is tried in two places.
        let is_lacking = cast.lacking_kings(&steps[0].board)[1 - turn];
        let tries = if is_lacking { 2 } else { 1 };
        let mut situations: [Option<Option<Situation<'_>>>; 2] = [None, None];
        let mut suspects = std::mem::take(&mut self.suspects);
        suspects.retain_mut(|suspect| {
            if !chance.may_be_played(turn, excluded, suspect.ply) {
                return true;
            }
            let is_cleared = (0..tries).any(|seed| {
                let situation = situations[seed]
                    .get_or_insert_with(|| Situation::of(steps, cast, self, seed * 3));
                let situation = situation.as_ref();
                situation.is_some_and(|situation| situation.refutes(suspect.ply))
            });
            if !is_cleared {
                suspect.add(cast);
            }
            !is_cleared
        });
        self.suspects = suspects;
        self.suspects.is_empty()
    }
}

/// A cast before the last ply, with men who can still be anywhere they have an alibi for.
struct Situation<'a> {
    scene: &'a Scene,
    world: World,
    /// Men who have stood where they stand since the diagram.
    stayed: Bits,
    free: usize,
    /// Where men of each side and walk have an alibi.
    open: [[Bits; 6]; 2],
}

impl Situation<'_> {
    fn of<'a>(
        steps: &[Step],
        cast: &Cast,
        challenge: &Challenge<'a>,
        seed: usize,
    ) -> Option<Situation<'a>> {
        let men = challenge.men;
        let time = steps.len() - 1;
        let is_complete = cast.stories().len() == men;
        let (cast, open) = match is_complete {
            true if cast.has_open_moves(steps) => return None,
            true => (*cast, [[0; 6]; 2]),
            false => {
                let (cast, alibi) = settle(steps, cast, men, seed)?;
                (cast, open(&alibi))
            }
        };
        Some(Situation {
            scene: challenge.scene,
            world: World {
                board: cast.board(steps, time)?,
                unseen: cast.unseen(steps, time),
            },
            stayed: cast.stayed(time),
            free: men - cast.stories().len(),
            open,
        })
    }

    fn defender(&self) -> usize {
        1 - self.scene.turn
    }

    /// Whether a ply can be played in some arrangement without mating.
    fn refutes(&self, ply: Ply) -> bool {
        match ply {
            Ply::Man { .. } => self.refutes_move(ply),
            _ => self.refutes_others(ply),
        }
    }

    fn refutes_move(&self, ply: Ply) -> bool {
        if self.free == 0 {
            return self.fails(ply, 0, self.world, 0);
        }
        let Some((world, free)) = self.helped(ply, self.world, self.free) else {
            return false;
        };
        let Some(after) = world.man_played(self.scene.turn, ply, false) else {
            return false;
        };
        let in_the_way = self.in_the_way(ply, &after.board);
        self.fails(ply, free, world, in_the_way)
            || free > 0 && self.defended(ply, &world, free - 1, &after.board)
    }

    /// With the men whom a move needs: a victim, and shields of the king. Gives how many men are
    /// left.
    fn helped(&self, ply: Ply, world: World, free: usize) -> Option<(World, usize)> {
        let Ply::Man { from, to, .. } = ply else {
            return None;
        };
        let (side, foe) = (self.scene.turn, self.defender());
        let Some(after) = world.man_played(side, ply, false) else {
            // Only a victim helps.
            world.man_played(side, ply, free > 0)?;
            let victims = |man: Man| self.open[man.side][man.walk] & bit(to);
            return self
                .placed(world, foe, victims)
                .find_map(|world| self.helped(ply, world, free - 1));
        };
        let Some(king) = after.board.king(side) else {
            return Some((world, free));
        };
        let checkers = after.board.observers(king, foe);
        if checkers == 0 {
            return Some((world, free));
        }
        let line = between(attack::first(checkers), king);
        if free == 0 || line == 0 {
            return None;
        }
        let open = line & !bit(from) & !between(from, to) & !bit(to);
        [foe, side].into_iter().find_map(|side| {
            self.placed(world, side, |_| open)
                .find_map(|world| self.helped(ply, world, free - 1))
        })
    }

    /// Whether a man who captures the checker or interposes refutes a move, with so many more
    /// who are free.
    fn defended(&self, ply: Ply, world: &World, free: usize, after: &Board) -> bool {
        let defender = self.defender();
        let Some(king) = after.king(defender) else {
            return false;
        };
        let checkers = after.observers(king, 1 - defender);
        if checkers.count_ones() != 1 {
            return false;
        }
        let checker = attack::first(checkers);
        let in_the_way = self.in_the_way(ply, after) & !bit(king) & !attack::king(king);
        Each(bit(checker) | between(checker, king)).any(|target| {
            let squares = |man: Man| {
                let is_capture = target == checker;
                match man.walk == walk::PAWN && !is_capture {
                    true => 0,
                    false => observers(man, target, after.closed()) & !in_the_way & !bit(target),
                }
            };
            self.placed(*world, defender, squares)
                .any(|world| self.fails(ply, free, world, in_the_way | bit(target)))
        })
    }

    fn refutes_others(&self, ply: Ply) -> bool {
        let Some((world, free)) = self.shielded(ply, self.world, self.free) else {
            return false;
        };
        let in_the_way = self.in_the_way(ply, &world.board);
        if self.fails(ply, free, world, in_the_way) {
            return true;
        }
        let closed = world.board.closed();
        let suits = |man: Man| match ply {
            Ply::InvisibleTakes(to) => observers(man, to, closed),
            Ply::InvisibleMoves => !in_the_way,
            Ply::Castling { rook } if man.walk == walk::ROOK => bit(rook),
            _ => 0,
        };
        free > 0
            && self
                .placed(world, self.scene.turn, suits)
                .any(|world| self.fails(ply, free - 1, world, in_the_way))
    }

    /// With shields against whoever checks the side to move, but for a man who is captured; and
    /// how many men are left.
    fn shielded(&self, ply: Ply, world: World, free: usize) -> Option<(World, usize)> {
        let side = self.scene.turn;
        let Some(king) = world.board.king(side) else {
            return Some((world, free));
        };
        let victim = match ply {
            Ply::InvisibleTakes(to) => bit(to),
            _ => 0,
        };
        let checkers = world.board.observers(king, 1 - side) & !victim;
        if checkers == 0 || self.world.unseen & bit(king) != 0 {
            return Some((world, free));
        }
        let line = between(attack::first(checkers), king);
        if free == 0 || line == 0 {
            return None;
        }
        [1 - side, side].into_iter().find_map(|side| {
            self.placed(world, side, |_| line)
                .find_map(|world| self.shielded(ply, world, free - 1))
        })
    }

    /// A world with one more unseen man of a side, on some of the squares that suit him.
    fn placed(
        &self,
        world: World,
        side: usize,
        squares: impl Fn(Man) -> Bits,
    ) -> impl Iterator<Item = World> {
        WALKS.into_iter().flat_map(move |walk| {
            let man = Man { side, walk };
            let open = self.open[man.side][man.walk] & squares(man) & !world.board.closed();
            Each(open).take(TRIES).map(move |square| {
                let mut world = world;
                world.board.put(square, man);
                world.unseen |= bit(square);
                world
            })
        })
    }

    /// Whether a ply can be played here without mating, with so many more men out of the way.
    fn fails(&self, ply: Ply, more: usize, world: World, in_the_way: Bits) -> bool {
        let defender = self.defender();
        let Some(world) = self.parked(more, world, in_the_way) else {
            return false;
        };
        let mut is_no_mate = |world: &World| !world.board.is_mated(defender);
        match ply {
            Ply::Castling { rook } => {
                let man = Man {
                    side: self.scene.turn,
                    walk: walk::ROOK,
                };
                let stayed = self.stayed | world.unseen & !self.world.unseen;
                let was_seen = self.scene.base.on(rook).is_some();
                let is_there = world.board.on(rook) == Some(man);
                let may = is_there && (was_seen || stayed & bit(rook) != 0);
                let after = may.then(|| world.castled(self.scene.turn, rook)).flatten();
                after.is_some_and(|board| {
                    !board.in_check(self.scene.turn) && !board.is_mated(defender)
                })
            }
            _ => world.leads_to(self.scene, ply, &mut is_no_mate),
        }
    }

    /// With so many more men of the defender out of the way.
    fn parked(&self, more: usize, world: World, in_the_way: Bits) -> Option<World> {
        let mut world = world;
        let mut left = more;
        let side = self.defender();
        for walk in WALKS {
            if left == 0 {
                break;
            }
            let man = Man { side, walk };
            let open = self.open[man.side][man.walk] & !in_the_way & !world.board.closed();
            for square in Each(open).take(left) {
                world.board.put(square, man);
                world.unseen |= bit(square);
                left -= 1;
            }
        }
        (left == 0).then_some(world)
    }

    /// Squares on which a defender's man could disturb a ply or shut in his king.
    fn in_the_way(&self, ply: Ply, after: &Board) -> Bits {
        let around = |side: usize| after.king(side).map_or(0, attack::king);
        let attacker = self.scene.turn;
        let near_king = after.king(attacker);
        let checks = near_king.map_or(0, |king| {
            attack::knight(king) | attack::queen(king, after.closed())
        });
        let way = match ply {
            Ply::Man { from, to, .. } => between(from, to) | bit(from) | bit(to),
            Ply::Castling { rook } => {
                let home = if rook < 8 { 4 } else { 60 };
                between(home, rook) | bit(rook)
            }
            Ply::InvisibleTakes(to) => bit(to) | attack::queen(to, after.closed()),
            Ply::InvisibleMoves => 0,
        };
        around(self.defender()) | checks | way
    }
}

fn open(alibi: &Alibi) -> [[Bits; 6]; 2] {
    std::array::from_fn(|side| std::array::from_fn(|walk| alibi.throughout(Man { side, walk })))
}
