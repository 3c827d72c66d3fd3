//! Pictures: what the last ply leaves open around each square of the king.

use super::Scene;
use super::least::{AttackSets, Least, NEVER};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId, walk_id};
use crate::position::Position;

/// All pictures of a set of men.
#[derive(Clone, Debug)]
pub(super) struct Pictures {
    pictures: Vec<Picture>,
    /// The one that was possible when last asked.
    last: usize,
}

/// A way the last ply can end.
#[derive(Clone, Copy, Debug)]
struct Picture {
    /// Where the king stands.
    target: Square,
    /// The flights that men of its side must block.
    open: SquareSet,
}

/// A man of the side that makes the last ply.
struct Man {
    square: Square,
    piece: Piece,
    /// What it may observe.
    view: SquareSet,
    /// What it may observe together with all others before it, or behind it.
    before: SquareSet,
    behind: SquareSet,
    /// The squares on which it may be uncovered to give check.
    uncovered: SquareSet,
}

impl Man {
    fn is_king(&self) -> bool {
        self.piece.is_royal() && self.piece.walk() == walk_id::KING
    }
}

impl Pictures {
    /// Draws all pictures of the men.
    pub fn draw(scene: &Scene<'_>, views: &mut AttackSets) -> Pictures {
        let men = men(scene, views);
        let arrivals = arrivals(scene, views, &men);
        let mut pictures = Vec::new();
        for target in scene.rules.geometry.squares() {
            let start = pictures.len();
            let ring = scene.rules.table.range(walk_id::KING, !scene.by, target);
            let ring = ring & !SquareSet::of(target);
            for arrival in &arrivals {
                let open = arrival.leaves_open(scene, &men, target, ring);
                if let Some(open) = open.filter(|open| open.len() <= scene.blockers()) {
                    add(&mut pictures, start, Picture { target, open });
                }
            }
        }
        Pictures { pictures, last: 0 }
    }

    /// Whether the king's side can complete a picture with so many moves.
    pub fn are_possible(&mut self, players: &Players<'_>, moves: u16) -> bool {
        let men = players.men();
        let king = players.row(players.king);
        let is_possible = |picture: &Picture| picture.is_possible((players, men, king), moves);
        if self.pictures.get(self.last).is_some_and(is_possible) {
            return true;
        }
        let found = self.pictures.iter().position(is_possible);
        self.last = found.unwrap_or(self.last);
        found.is_some()
    }

    /// Where the king or another man of its side must arrive to complete a picture with one
    /// move.
    pub fn preparing_arrivals(&self, players: &Players<'_>) -> [SquareSet; 2] {
        let (men, king) = (players.men(), players.row(players.king));
        let mut arrivals = [SquareSet::EMPTY; 2];
        for picture in &self.pictures {
            let missing = picture.open & !men;
            match (king[picture.target.index()], missing.len()) {
                (0, 0) => arrivals[1] = !SquareSet::EMPTY,
                (0, 1) => arrivals[1] |= missing,
                (1, 0) => arrivals[0].insert(picture.target),
                _ => {}
            }
        }
        arrivals
    }
}

/// The side whose king is to lose its moves.
pub(super) struct Players<'a> {
    pub position: &'a Position,
    pub side: Side,
    pub king: Square,
    pub least: &'a Least,
}

impl<'a> Players<'a> {
    #[inline]
    fn men(&self) -> SquareSet {
        self.position.men_of(self.side)
    }

    /// In how many moves at least the man on a square comes to each other.
    #[inline]
    fn row(&self, from: Square) -> &'a [u8] {
        let walk = self.position.piece_on(from).walk();
        self.least.row(walk, self.side, from)
    }

    /// In how many moves at least a man beside the king comes to a square.
    fn least(&self, to: Square) -> u8 {
        let men = self.men() & !SquareSet::of(self.king);
        let moves = men.map(|man| self.row(man)[to.index()]);
        moves.min().unwrap_or(NEVER)
    }
}

impl Picture {
    /// Whether the king, of which the row is given, and the other men can complete it.
    #[inline]
    fn is_possible(
        &self,
        (players, men, king): (&Players<'_>, SquareSet, &[u8]),
        moves: u16,
    ) -> bool {
        let steps = u16::from(king[self.target.index()]);
        let missing = self.open & !men;
        if steps + missing.len() as u16 > moves {
            return false;
        }
        let mut left = moves - steps;
        for square in missing {
            let least = players.least(square);
            if u16::from(least) > left || least == NEVER {
                return false;
            }
            left -= u16::from(least);
        }
        true
    }
}

/// Adds a picture unless one of the same king's square asks for no more; those that ask for
/// more are dropped.
fn add(pictures: &mut Vec<Picture>, start: usize, new: Picture) {
    let asks_less = |one: &Picture, other: &Picture| (one.open & !other.open).is_empty();
    if pictures[start..].iter().any(|old| asks_less(old, &new)) {
        return;
    }
    let mut kept = start;
    for index in start..pictures.len() {
        if !asks_less(&new, &pictures[index]) {
            pictures[kept] = pictures[index];
            kept += 1;
        }
    }
    pictures.truncate(kept);
    pictures.push(new);
}

fn men(scene: &Scene<'_>, views: &mut AttackSets) -> Vec<Man> {
    let (rules, by) = (scene.rules, scene.by);
    let man = |(square, piece): (Square, Piece)| {
        let walk = piece.walk();
        let view = views.from(rules, walk, by, square);
        // A leaper that observes the king before the last ply has been in check too long.
        let is_hidden = !rules.table.is_leaper(walk, by);
        Man {
            square,
            piece,
            view,
            before: SquareSet::EMPTY,
            behind: SquareSet::EMPTY,
            uncovered: if is_hidden { view } else { SquareSet::EMPTY },
        }
    };
    let mut men: Vec<Man> = scene.force().map(man).collect();
    let mut all = SquareSet::EMPTY;
    for man in &mut men {
        man.before = all;
        all |= man.view;
    }
    all = SquareSet::EMPTY;
    for man in men.iter_mut().rev() {
        man.behind = all;
        all |= man.view;
    }
    men
}

/// The last ply: a man arrives somewhere.
struct Arrival {
    man: usize,
    to: Square,
    walk: WalkId,
    view: SquareSet,
}

/// All last plies, were nobody in the way.
fn arrivals(scene: &Scene<'_>, views: &mut AttackSets, men: &[Man]) -> Vec<Arrival> {
    let (rules, by) = (scene.rules, scene.by);
    let mut arrivals = Vec::new();
    for (index, man) in men.iter().enumerate() {
        let walk = man.piece.walk();
        for to in rules.table.range(walk, by, man.square) {
            let promotes = walk.row().is_pawn() && rules.promotes_on(walk, by, to);
            let promotions = rules.promotions_of(walk).iter().filter(|_| promotes);
            let walks = std::iter::once(walk).chain(promotions.map(|promotion| promotion.walk));
            for walk in walks {
                arrivals.push(Arrival {
                    man: index,
                    to,
                    walk,
                    view: views.from(rules, walk, by, to),
                });
            }
        }
    }
    arrivals
}

impl Arrival {
    /// The flights of the king on the target that nobody guards then, if that may be the end.
    fn leaves_open(
        &self,
        scene: &Scene<'_>,
        men: &[Man],
        target: Square,
        ring: SquareSet,
    ) -> Option<SquareSet> {
        let mover = &men[self.man];
        let others = || {
            let men = men.iter().enumerate();
            men.filter(|(index, _)| *index != self.man)
                .map(|(_, man)| man)
        };
        let touches = others().any(|man| man.is_king() && man.view.contains(target));
        let goes_beside = mover.is_king() && self.view.contains(target);
        if touches || goes_beside || self.to == target {
            return None;
        }
        let is_leaper = scene.rules.table.is_leaper(self.walk, scene.by);
        let checks = self.view.contains(target);
        let may_end = match scene.stalemate {
            true => !(checks && is_leaper),
            false => checks || others().any(|man| man.uncovered.contains(target)),
        };
        let open = ring & !(mover.before | mover.behind | self.view);
        (may_end && !open.contains(self.to)).then_some(open)
    }
}
