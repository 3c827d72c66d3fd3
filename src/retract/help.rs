//! Help retractors: both sides take back what they like, then the forward play is possible.

use super::forward::{Forward, ForwardLine};
use super::generator::Generator;
use super::limit::Limit;
use super::memo::Memo;
use super::scene::Scene;
use super::task::Level;
use super::unmove::UnMove;
use crate::board::Side;

/// One way to take moves back, with all that can follow.
#[derive(Clone, Debug)]
pub struct HelpSolution {
    /// The un-moves in their order.
    pub line: Vec<UnMove>,
    /// One way of the forward play.
    pub forward: ForwardLine,
}

/// All solutions of a help retractor.
pub fn solve(
    generator: &Generator,
    forward: &Forward,
    level: Level,
    scene: &Scene,
    sides: &[Side],
    limit: &Limit,
) -> (Vec<HelpSolution>, u64) {
    let mut first = generator.clone();
    let all = first.un_moves(scene);
    let barren = Memo::of_bytes(limit.memory / 4);
    let search = |un_move: &UnMove| {
        let mut search = Search {
            generator: generator.clone(),
            forward: forward.clone(),
            level,
            sides,
            limit,
            barren: &barren,
            line: vec![*un_move],
            found: Vec::new(),
        };
        search.generator.found = 0;
        search.go_on();
        (search.found, search.generator.found)
    };
    let searched: Vec<_> = limit.map(&all, search);
    let nodes = first.found - generator.found + searched.iter().map(|part| part.1).sum::<u64>();
    let mut found: Vec<HelpSolution> = searched.into_iter().flat_map(|part| part.0).collect();
    if let Some(most) = limit.max_solutions {
        found.truncate(most);
    }
    (found, nodes)
}

struct Search<'a> {
    generator: Generator,
    forward: Forward,
    level: Level,
    sides: &'a [Side],
    limit: &'a Limit,
    /// Positions from which no moves taken back lead to the forward play, by how many were taken back.
    barren: &'a Memo<()>,
    line: Vec<UnMove>,
    found: Vec<HelpSolution>,
}

impl Search<'_> {
    /// Goes on from the position before the last un-move of the line; whether the forward play was possible
    /// anywhere, be the positions on the way legal or not.
    fn go_on(&mut self) -> bool {
        if self.limit.is_reached() {
            return false;
        }
        let Some(last) = self.line.last() else {
            return false;
        };
        let scene = last.before;
        // The same men come together in different orders only after three moves.
        let key = scene.key() ^ (self.line.len() as u128) << 96;
        let may_recur = self.line.len() > 2;
        if may_recur && self.barren.get(key).is_some() {
            return false;
        }
        let is_possible = match self.line.len() == self.sides.len() {
            true => self.finish(&scene),
            false => self.take_back(&scene),
        };
        if may_recur && !is_possible && !self.limit.is_reached() {
            self.barren.put(key, ());
        }
        is_possible
    }

    fn take_back(&mut self, scene: &Scene) -> bool {
        let mut is_possible = false;
        for un_move in self.generator.un_moves(scene) {
            self.line.push(un_move);
            is_possible |= self.go_on();
            self.line.pop();
        }
        is_possible
    }

    /// Whether the forward play is possible costs less than whether all positions are legal, and is seldom
    /// so.
    fn finish(&mut self, scene: &Scene) -> bool {
        if !self
            .forward
            .is_possible(scene, &mut self.generator, self.level)
        {
            return false;
        }
        let line = self.line.clone();
        let mut positions = line.iter().rev().map(|un_move| un_move.before);
        if !positions.all(|before| self.generator.is_legal(&before, self.level)) {
            return true;
        }
        let ways = self.forward.lines(scene, &mut self.generator, self.level);
        self.limit.count(ways.len());
        self.found
            .extend(ways.into_iter().map(|forward| HelpSolution {
                line: line.clone(),
                forward,
            }));
        true
    }
}
