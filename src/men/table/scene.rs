//! Walking at run time: the steps of one part among the men on the board.

use super::super::Step;
use super::super::jump::Jump;
use super::super::walk::Manner;
use super::super::{Men, Which};
use crate::board::{Side, Square, SquareSet};

/// Which kinds of move a part shall make.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub quiet: bool,
    pub captures: bool,
}

impl Wanted {
    #[inline]
    pub fn and(self, which: Which) -> Wanted {
        Wanted {
            quiet: self.quiet && which.has_quiet(),
            captures: self.captures && which.has_captures(),
        }
    }
}

/// The men as the moving side sees them.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    pub occupied: SquareSet,
    pub hostile: SquareSet,
}

impl Scene {
    /// The men as `side` sees them.
    #[inline]
    pub fn of<M: Men>(men: &M, side: Side) -> Scene {
        Scene {
            occupied: men.occupied(),
            hostile: men.men_of(!side),
        }
    }

    /// The same with a hostile man on one square more.
    pub fn with_hostile(occupied: SquareSet, hostile: SquareSet, on: Square) -> Scene {
        let on = SquareSet::of(on);
        Scene {
            occupied: occupied | on,
            hostile: hostile | on,
        }
    }
}

impl Scene {
    #[inline]
    pub fn leaps(&self, arrivals: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        for &to in arrivals {
            let to = Square::new(to);
            self.arrive(Step::quiet(to), Step::capture(to), wanted, sink);
        }
    }

    #[inline]
    pub fn jumps(&self, jumps: &[Jump], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        for jump in jumps {
            if !jump.route.is_open(self.occupied, self.hostile) {
                continue;
            }
            if jump.is_lap {
                if wanted.quiet {
                    sink(jump.quiet());
                }
            } else {
                self.arrive(jump.quiet(), jump.capture(), wanted, sink);
            }
        }
    }

    #[inline]
    fn arrive(&self, quiet: Step, capture: Step, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if !self.occupied.contains(quiet.to) {
            if wanted.quiet {
                sink(quiet);
            }
        } else if wanted.captures && self.hostile.contains(quiet.to) {
            sink(capture);
        }
    }

    #[inline]
    pub fn lines(&self, manner: Manner, lines: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        match manner {
            Manner::Ride => each_line(lines, |line| self.ride(line, None, wanted, sink)),
            Manner::Hop { gap } => each_line(lines, |line| self.hop(line, gap, wanted, sink)),
            Manner::Lion { hurdles } => {
                each_line(lines, |line| self.lion(line, hurdles, wanted, sink));
            }
            Manner::Kangaroo { hurdles } => {
                each_line(lines, |line| self.kangaroo(line, hurdles, wanted, sink));
            }
            Manner::Locust => each_line(lines, |line| self.locust(line, wanted, sink)),
            Manner::Contra => each_line(lines, |line| self.contra(line, wanted, sink)),
            Manner::Lame => each_line(lines, |line| self.lame_ride(line, 0, None, wanted, sink)),
            Manner::LameLion { hurdles } => {
                each_line(lines, |line| self.lame_lion(line, hurdles, wanted, sink));
            }
            Manner::DoubleStep => each_line(lines, |line| self.double_step(line, wanted, sink)),
            // These go by jumps, or leg by leg.
            _ => {}
        }
    }

    /// To every square up to the first man, from far to near.
    #[inline]
    fn ride(
        &self,
        line: &[u8],
        hurdle: Option<Square>,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let end = self.first_man(line).unwrap_or(line.len());
        if wanted.captures && end < line.len() {
            let to = Square::new(line[end]);
            if self.hostile.contains(to) {
                let captured = Some(to);
                sink(Step {
                    captured,
                    hurdle,
                    ..Step::quiet(to)
                });
            }
        }
        if wanted.quiet {
            for &to in line[..end].iter().rev() {
                sink(Step {
                    hurdle,
                    ..Step::quiet(Square::new(to))
                });
            }
        }
    }

    #[inline]
    fn hop(&self, line: &[u8], gap: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, behind)) = self.past_men(line, 1) {
            let gap = usize::from(gap);
            if behind.len() > gap && self.first_man(&behind[..gap]).is_none() {
                self.land(behind[gap], hurdle, wanted, sink);
            }
        }
    }

    #[inline]
    fn kangaroo(&self, line: &[u8], hurdles: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, [to, ..])) = self.past_men(line, hurdles) {
            self.land(*to, hurdle, wanted, sink);
        }
    }

    #[inline]
    fn lion(&self, line: &[u8], hurdles: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, behind)) = self.past_men(line, hurdles) {
            self.ride(behind, Some(hurdle), wanted, sink);
        }
    }

    #[inline]
    fn contra(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((&hurdle, behind)) = line.split_first() {
            let hurdle = Square::new(hurdle);
            if self.occupied.contains(hurdle) {
                self.ride(behind, Some(hurdle), wanted, sink);
            }
        }
    }

    #[inline]
    fn locust(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((captured, [to, ..])) = self.past_men(line, 1) {
            let to = Square::new(*to);
            let is_open = self.hostile.contains(captured) && !self.occupied.contains(to);
            if wanted.captures && is_open {
                let captured = Some(captured);
                sink(Step {
                    captured,
                    ..Step::quiet(to)
                });
            }
        }
    }

    /// To every second square behind the first `start` ones, up to the first man.
    #[inline]
    fn lame_ride(
        &self,
        line: &[u8],
        start: usize,
        hurdle: Option<Square>,
        wanted: Wanted,
        sink: &mut impl FnMut(Step),
    ) {
        let end = self.first_man(&line[start..]);
        let end = end.map_or(line.len(), |end| start + end);
        for (index, &to) in line.iter().enumerate().take(end + 1).skip(start).rev() {
            if index % 2 == 1 {
                let to = Square::new(to);
                let (quiet, capture) = (Step::quiet(to), Step::capture(to));
                let of = |step| Step { hurdle, ..step };
                self.arrive(of(quiet), of(capture), wanted, sink);
            }
        }
    }

    #[inline]
    fn lame_lion(&self, line: &[u8], hurdles: u8, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        if let Some((hurdle, behind)) = self.past_men(line, hurdles) {
            let start = line.len() - behind.len();
            self.lame_ride(line, start, Some(hurdle), wanted, sink);
        }
    }

    #[inline]
    fn double_step(&self, line: &[u8], wanted: Wanted, sink: &mut impl FnMut(Step)) {
        let free = self.first_man(line).unwrap_or(line.len());
        if wanted.quiet && free > 1 {
            let passed = Some(Square::new(line[0]));
            for &to in line[1..free].iter().rev() {
                sink(Step {
                    passed,
                    ..Step::quiet(Square::new(to))
                });
            }
        }
    }

    #[inline]
    fn land(&self, to: u8, hurdle: Square, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        let to = Square::new(to);
        let (quiet, capture) = (Step::quiet(to), Step::capture(to));
        self.arrive(quiet.over(hurdle), capture.over(hurdle), wanted, sink);
    }

    #[inline]
    fn first_man(&self, line: &[u8]) -> Option<usize> {
        line.iter()
            .position(|&square| self.occupied.contains(Square::new(square)))
    }

    /// The last of the first `count` men on a line and the squares behind it.
    #[inline]
    fn past_men<'a>(&self, mut line: &'a [u8], count: u8) -> Option<(Square, &'a [u8])> {
        let mut last = None;
        for _ in 0..count {
            let index = self.first_man(line)?;
            last = Some(Square::new(line[index]));
            line = &line[index + 1..];
        }
        last.map(|last| (last, line))
    }
}

#[inline]
pub(super) fn each_line(mut packed: &[u8], mut visit: impl FnMut(&[u8])) {
    while let Some((&length, rest)) = packed.split_first() {
        let (line, others) = rest.split_at(usize::from(length));
        visit(line);
        packed = others;
    }
}
