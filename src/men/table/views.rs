//! What some rules ask of a walk beyond its steps: the men it hops over, and the lines on which
//! it observes.

use super::super::{Men, Step, WalkId, Which};
use super::scene::{Scene, Wanted, each_line};
use super::{Form, Laid, Place, WalkTable};
use crate::board::{Side, Square};
use crate::men::walk::Manner;

/// Nothing but captures.
const CAPTURES: Wanted = Wanted {
    quiet: false,
    captures: true,
};

/// Everything.
const ALL: Wanted = Wanted {
    quiet: true,
    captures: true,
};

/// Shows those of the lines, each with its length before it, that lead over a square.
fn lines_to(mut packed: &[u8], to: Square, mut visit: impl FnMut(&[u8])) {
    while let Some(&length) = packed.first() {
        let (line, others) = packed.split_at(1 + usize::from(length));
        if line[1..].contains(&to.byte()) {
            visit(line);
        }
        packed = others;
    }
}

impl WalkTable {
    /// The different men over which a man of this walk makes this very step.
    pub fn hurdles<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        (to, captured): (Square, Option<Square>),
    ) -> Vec<Square> {
        let mut hurdles = Vec::new();
        let mut note = |step: Step| {
            let is_this = (step.to, step.captured) == (to, captured);
            if let Some(hurdle) = step.hurdle.filter(|on| is_this && !hurdles.contains(on)) {
                hurdles.push(hurdle);
            }
        };
        let scene = Scene::of(men, side);
        for part in &self.parts[self.power(walk, side).range()] {
            let wanted = ALL.and(part.which);
            match part.form {
                Form::Lines(manner) if part.arrivals.is_none() => {
                    let lines = &self.lines[self.laid_from(part, from)];
                    lines_to(lines, to, |line| {
                        scene.lines(manner, line, wanted, &mut note)
                    });
                }
                Form::Mixed if part.arrivals.is_none() => {
                    let mut packed = &self.lines[self.laid_from(part, from)];
                    while let [turn, length, ..] = *packed {
                        let (line, others) = packed[1..].split_at(1 + usize::from(length));
                        let (manner, which) = self.turns[usize::from(turn)];
                        let wanted = wanted.and(which);
                        lines_to(line, to, |line| {
                            scene.lines(manner, line, wanted, &mut note)
                        });
                        packed = others;
                    }
                }
                _ => {
                    let place = Place { men, side, from };
                    self.filtered_steps(part, &place, Which::All, &mut note);
                }
            }
        }
        hurdles
    }

    /// The lines on which a man of this walk captures a hostile man on `target`. A rose may have
    /// several.
    pub fn capture_lines<M: Men>(
        &self,
        men: &M,
        walk: WalkId,
        side: Side,
        from: Square,
        target: Square,
    ) -> Vec<CaptureLine> {
        let occupied = men.occupied();
        let hostile = occupied;
        let scene = Scene { occupied, hostile };
        let mut found = Vec::new();
        for part in &self.parts[self.power(walk, side).range()] {
            self.add_capture_lines(part, &scene, from, target, &mut found);
        }
        found
    }

    fn add_capture_lines(
        &self,
        part: &Laid,
        scene: &Scene,
        from: Square,
        target: Square,
        found: &mut Vec<CaptureLine>,
    ) {
        let at = part.starts + from.index();
        let range = || self.starts[at] as usize..self.starts[at + 1] as usize;
        let wanted = CAPTURES.and(part.which);
        let mut add = |step: Step| {
            if step.captured == Some(target) {
                found.push(CaptureLine::straight(target, target));
            }
        };
        match part.form {
            Form::Leaps => scene.leaps(&self.lines[range()], wanted, &mut add),
            Form::Jumps => scene.jumps(&self.jumps[range()], wanted, &mut add),
            Form::Lines(manner) => each_line(&self.lines[range()], |line| {
                found.extend(line_to(scene, target, manner, line, wanted));
            }),
            Form::Mixed => self.each_turn(&self.lines[range()], |manner, which, line| {
                found.extend(line_to(scene, target, manner, line, CAPTURES.and(which)));
            }),
            Form::Chain(chain) => {
                let landings = self.last_landings(part, chain, from, target, scene);
                let lines = landings.into_iter().map(CaptureLine::by_landing);
                found.extend(lines);
            }
            // Rules that ask refuse walks of other men.
            Form::Relay(_) => {}
        }
    }

    /// Shows the lines of alternating parts with what they stand for.
    pub(super) fn each_turn(&self, mut packed: &[u8], mut visit: impl FnMut(Manner, Which, &[u8])) {
        while let [turn, length, ..] = *packed {
            let (line, others) = packed[1..].split_at(1 + usize::from(length));
            let (manner, which) = self.turns[usize::from(turn)];
            visit(manner, which, &line[1..]);
            packed = others;
        }
    }
}

/// How a man gets to a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureLine {
    /// The first square on the way.
    pub first: Square,
    /// The second, or again the first.
    pub second: Square,
    /// Where a way of two legs touches down between them; then this is its first square, too.
    pub landing: Option<Square>,
}

impl CaptureLine {
    fn straight(first: Square, second: Square) -> CaptureLine {
        CaptureLine {
            first,
            second,
            landing: None,
        }
    }

    fn by_landing(landing: Square) -> CaptureLine {
        CaptureLine {
            first: landing,
            second: landing,
            landing: Some(landing),
        }
    }
}

/// The first squares of a line, if a capture along it is one on `target`.
fn line_to(
    scene: &Scene,
    target: Square,
    manner: Manner,
    line: &[u8],
    wanted: Wanted,
) -> Option<CaptureLine> {
    if !line.contains(&target.byte()) {
        return None;
    }
    let mut packed = vec![line.len() as u8];
    packed.extend(line);
    let mut hits = false;
    scene.lines(manner, &packed, wanted, &mut |step| {
        hits |= step.captured == Some(target);
    });
    let first = Square::new(*line.first()?);
    let second = line.get(1).map_or(first, |&square| Square::new(square));
    hits.then_some(CaptureLine::straight(first, second))
}
