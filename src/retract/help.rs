//! Help retractors: both sides take back what they like, then the forward play is possible.

use super::forward::{Forward, ForwardLine};
use super::generator::Generator;
use super::limit::Limit;
use super::scene::Scene;
use super::task::Level;
use super::unmove::UnMove;
use crate::board::Side;
use rayon::prelude::*;

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
    let search = |un_move: &UnMove| {
        let mut search = Search {
            generator: generator.clone(),
            forward: forward.clone(),
            level,
            sides,
            limit,
            line: vec![*un_move],
            found: Vec::new(),
        };
        search.generator.found = 0;
        search.go_on();
        (search.found, search.generator.found)
    };
    let searched: Vec<_> = limit.install(|| all.par_iter().map(search).collect());
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
    line: Vec<UnMove>,
    found: Vec<HelpSolution>,
}

impl Search<'_> {
    /// Goes on from the position before the last un-move of the line.
    fn go_on(&mut self) {
        if self.limit.is_reached() {
            return;
        }
        let Some(last) = self.line.last() else {
            return;
        };
        let scene = last.before;
        if self.line.len() == self.sides.len() {
            self.finish(&scene);
            return;
        }
        for un_move in self.generator.un_moves(&scene) {
            self.line.push(un_move);
            self.go_on();
            self.line.pop();
        }
    }

    /// Whether the forward play is possible costs less than whether all positions are legal, and is seldom
    /// so.
    fn finish(&mut self, scene: &Scene) {
        if !self
            .forward
            .is_possible(scene, &mut self.generator, self.level)
        {
            return;
        }
        let line = self.line.clone();
        let mut positions = line.iter().rev().map(|un_move| un_move.before);
        if !positions.all(|before| self.generator.is_legal(&before, self.level)) {
            return;
        }
        let ways = self.forward.lines(scene, &mut self.generator, self.level);
        self.limit.count(ways.len());
        self.found
            .extend(ways.into_iter().map(|forward| HelpSolution {
                line: line.clone(),
                forward,
            }));
    }
}
