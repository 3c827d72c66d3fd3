//! The play that follows on the moves taken back: whether it is possible, and how it goes.

use super::general::General;
use super::generator::Generator;
use super::scene::{Need, Scene, code};
use super::task::Level;
use crate::board::Side;
use crate::orthodox::Orthodox;
use crate::problem::{Genre, Goal, Problem};
use crate::rules::{Engine, Game, Wanted};
use crate::search::{self, Budget};
use crate::solution::{Mark, MoveRecord, Phase, Play};
use crate::stipulation::{self, TreeOfPlay};
use std::ops::ControlFlow;

/// The forward stipulation of a retro problem, ready to be asked about positions.
#[derive(Clone)]
pub struct Forward {
    problem: Problem,
    tree: TreeOfPlay,
    /// Length and goal where the play is of a kind that is searched here.
    quick: Option<(Quick, Goal)>,
    orthodox: Option<Orthodox>,
    exact_rights: bool,
    /// Whether no forward move may capture.
    peaceful: bool,
}

#[derive(Clone, Copy)]
enum Quick {
    /// So many moves of the attacker.
    Direct(u16),
    /// So many plies.
    Help(u16),
}

/// How forward play goes: a line of moves or, in battle play, the key alone.
pub type ForwardLine = Vec<(Side, MoveRecord)>;

impl Forward {
    /// The forward play of a problem.
    ///
    /// # Errors
    /// When nothing is asked, or what is asked is not understood.
    pub fn of(problem: &Problem, general: &General, exact_rights: bool) -> Result<Forward, String> {
        let mut problem = problem.clone();
        problem.options.variation = false;
        problem.options.no_threat = true;
        let tree =
            stipulation::of_problem(&problem).ok_or("nothing is asked of the forward play")??;
        let stipulation = problem.stipulation.as_ref();
        let quick = stipulation.and_then(|asked| {
            let plain = asked.own_goal.is_none()
                && !tree.other_passes
                && tree.provided.is_none()
                && tree.more.is_empty();
            let plies = tree.branch.plies();
            let quick = match asked.genre {
                Genre::Direct => Quick::Direct(plies.div_ceil(2)),
                Genre::Help => Quick::Help(plies),
                _ => return None,
            };
            (plain && plies > 0).then_some((quick, asked.goal))
        });
        let engine = general.engine();
        let orthodox =
            Orthodox::of(&engine.as_diagram()).filter(|_| problem.goals().all(Orthodox::knows));
        Ok(Forward {
            problem,
            tree,
            quick,
            orthodox,
            exact_rights,
            peaceful: false,
        })
    }

    /// The same play without captures.
    #[must_use]
    pub fn without_captures(self) -> Forward {
        Forward {
            peaceful: true,
            ..self
        }
    }

    /// Whether each line holds all moves, not the key alone.
    pub fn tells_all_moves(&self) -> bool {
        matches!(self.quick, Some((Quick::Help(_) | Quick::Direct(1), _)))
    }

    /// Who begins.
    pub fn starter(&self) -> Side {
        match self.problem.options.half_duplex {
            true => !self.tree.starter,
            false => self.tree.starter,
        }
    }

    /// Whether the play is possible from a scene; with the sides exchanged if it is not the starter's turn.
    pub fn is_possible(&mut self, scene: &Scene, generator: &mut Generator, level: Level) -> bool {
        let (all, needed) = (self.rights_at_home(scene), u128::from(scene.need.0));
        let known = scene.passed().map(|square| square.byte());
        if !self.may_pass(scene) {
            if all == needed {
                return self.is_possible_with(scene, generator, needed, known);
            }
            // More rights mean more play, where nobody defends.
            if self.likes_rights() && !self.is_possible_with(scene, generator, all, known) {
                return false;
            }
        }
        if self.likes_rights() && self.is_possible_with(scene, generator, needed, known) {
            return true;
        }
        let (rights, passed) = self.history(scene, generator, level);
        self.is_possible_with(scene, generator, rights, passed)
    }

    /// Whether play that is possible stays so if somebody may do more.
    fn likes_rights(&self) -> bool {
        matches!(
            self.quick,
            Some((Quick::Help(_), Goal::Mate)) | Some((Quick::Direct(1), Goal::Mate))
        )
    }

    /// Whether there is a pawn that might capture another in passing.
    fn may_pass(&self, scene: &Scene) -> bool {
        scene.passed().is_none() && !possible_passed(scene).is_empty()
    }

    /// The rights of all men at home, needed or not.
    fn rights_at_home(&self, scene: &Scene) -> u128 {
        let mut rights = scene.need;
        if !self.exact_rights {
            for castling in castlings_at_home(scene) {
                rights = rights.with(castling);
            }
        }
        u128::from(rights.0)
    }

    /// Which castlings are allowed because nothing speaks against them, and which pawn may be captured in
    /// passing because nothing else can have moved.
    pub fn history(
        &self,
        scene: &Scene,
        generator: &mut Generator,
        level: Level,
    ) -> (u128, Option<u8>) {
        let mut rights = scene.need;
        if !self.exact_rights {
            let plies = match level {
                Level::Last(plies) => plies.max(1),
                Level::Full => 2,
                _ => 1,
            };
            for castling in castlings_at_home(scene) {
                let mut with_it = *scene;
                with_it.need = with_it.need.with(castling);
                if generator.has_past(&with_it, plies) {
                    rights = rights.with(castling);
                }
            }
        }
        let passed = match scene.passed() {
            Some(square) => Some(square.byte()),
            None if possible_passed(scene).is_empty() => None,
            None => only_double_step(scene, generator, level),
        };
        (u128::from(rights.0), passed)
    }

    fn is_possible_with(
        &mut self,
        scene: &Scene,
        generator: &mut Generator,
        rights: u128,
        passed: Option<u8>,
    ) -> bool {
        let scene = scene.with_passed(passed.unwrap_or(Scene::NOWHERE));
        let Some((quick, goal)) = self.quick.filter(|_| !self.peaceful) else {
            let engine = generator.general().arranged(&scene, Some(rights));
            return !self.lines_of(engine, scene.turn).is_empty();
        };
        if let (Quick::Direct(1), Goal::Mate, Some(reborn)) = (quick, goal, generator.reborn()) {
            return reborn.can_mate(&scene, Need(rights as u8), passed);
        }
        match &mut self.orthodox {
            Some(game) if scene.is_orthodox() => {
                game.set_diagram(
                    scene.orthodox_men(),
                    scene.turn,
                    castling_bits(rights),
                    passed,
                );
                quick.is_possible(game, goal)
            }
            _ => {
                let engine = generator.general().arranged(&scene, Some(rights));
                quick.is_possible(engine, goal)
            }
        }
    }

    /// How the play goes from a scene.
    pub fn lines(
        &mut self,
        scene: &Scene,
        generator: &mut Generator,
        level: Level,
    ) -> Vec<ForwardLine> {
        let (rights, passed) = self.history(scene, generator, level);
        let scene = scene.with_passed(passed.unwrap_or(Scene::NOWHERE));
        let engine = generator.general().arranged(&scene, Some(rights));
        self.lines_of(engine, scene.turn)
    }

    fn lines_of(&self, engine: &Engine, turn: Side) -> Vec<ForwardLine> {
        let mut options = self.problem.options.clone();
        options.half_duplex = turn != self.tree.starter;
        let budget = Budget {
            memory: 1 << 20,
            ..Budget::default()
        };
        let engine = engine.as_diagram();
        let solved = search::solve(&engine, &self.tree, &options, &budget, &());
        let mut lines: Vec<ForwardLine> = solved.phases.iter().flat_map(lines_of_phase).collect();
        if self.peaceful {
            lines.retain(|line| line.iter().all(|(_, record)| !captures(record)));
        }
        lines
    }
}

fn captures(record: &MoveRecord) -> bool {
    use crate::solution::MovePart::Movement;
    let mut parts = record.parts.iter();
    parts.any(|part| {
        matches!(
            part,
            Movement {
                captured: Some(_),
                ..
            }
        )
    })
}

fn lines_of_phase(phase: &Phase) -> Vec<ForwardLine> {
    match &phase.play {
        Play::Tree(tree) => {
            let keys = tree
                .branches
                .iter()
                .filter(|branch| branch.mark == Mark::Key);
            keys.map(|branch| vec![(phase.starter, branch.movement.clone())])
                .collect()
        }
        Play::Lines(lines) => lines.iter().map(|line| line.moves.clone()).collect(),
        Play::Dice(_) => Vec::new(),
    }
}

/// The rights of the bitboard engine: long and short castling of White, then of Black.
fn castling_bits(rights: u128) -> u8 {
    let need = Need(rights as u8);
    let castlings = [
        (Side::White, true),
        (Side::White, false),
        (Side::Black, true),
        (Side::Black, false),
    ];
    let bits = castlings.into_iter().enumerate();
    let bits = bits.filter(|(_, (side, long))| need.has(Need::of(*side, *long)));
    bits.map(|(place, _)| 1 << place).sum()
}

/// The castlings whose king and rook stand where a game begins.
pub fn castlings_at_home(scene: &Scene) -> impl Iterator<Item = Need> + '_ {
    let all = [
        (Side::White, false),
        (Side::White, true),
        (Side::Black, false),
        (Side::Black, true),
    ];
    let stands = |&(side, long): &(Side, bool)| {
        let (edge, black) = match side {
            Side::White => (0, 0),
            Side::Black => (56, code::BLACK),
        };
        let rook = if long { edge } else { edge + 7 };
        scene.on(edge + 4) == code::KING | black && scene.on(rook) == code::ROOK | black
    };
    all.into_iter()
        .filter(stands)
        .map(|(side, long)| Need::of(side, long))
}

/// The squares over which the last move may have been a double step that can be captured in passing.
pub fn possible_passed(scene: &Scene) -> Vec<u8> {
    let (rank, pawn, own, back) = match scene.turn {
        Side::White => (5_usize, code::PAWN | code::BLACK, code::PAWN, -8_isize),
        Side::Black => (2, code::PAWN, code::PAWN | code::BLACK, 8),
    };
    let is_possible = |&file: &usize| {
        let passed = 8 * rank + file;
        let (on, start) = (
            passed.wrapping_add_signed(back),
            passed.wrapping_add_signed(-back),
        );
        let beside = [(file > 0, on.wrapping_sub(1)), (file < 7, on + 1)];
        scene.on(on) == pawn
            && scene.on(passed) == 0
            && scene.on(start) == 0
            && beside
                .iter()
                .any(|&(exists, square)| exists && scene.on(square) == own)
    };
    (0..8)
        .filter(is_possible)
        .map(|file| (8 * rank + file) as u8)
        .collect()
}

/// The square passed by the last move if it can only have been one double step.
fn only_double_step(scene: &Scene, generator: &mut Generator, level: Level) -> Option<u8> {
    let all = generator.legal_un_moves(scene, level);
    let first = all.first()?;
    let is_double = all.len() == 1
        && first.man & 7 == code::PAWN
        && first.man < code::OTHERS
        && first.from.abs_diff(first.to) == 16
        && !first.is_capture();
    is_double.then(|| (first.from + first.to) / 2)
}

impl Quick {
    fn is_possible<G: Game>(self, game: &mut G, goal: Goal) -> bool {
        match self {
            Quick::Direct(moves) => wins(game, goal, moves),
            Quick::Help(plies) => helps(game, goal, plies),
        }
    }
}

/// Whether the side to move reaches the goal in one move.
fn reaches_at_once<G: Game>(game: &mut G, goal: Goal) -> bool {
    if let Some(known) = game.can_reach_at_once(goal) {
        return known;
    }
    let found = game.visit_moves(Wanted::Reaching(goal), &[], &mut |game, _| match game
        .reaches(goal)
    {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    found.is_break()
}

/// Whether the side to move reaches the goal in so many moves against any defence.
fn wins<G: Game>(game: &mut G, goal: Goal, moves: u16) -> bool {
    if moves == 0 {
        return false;
    }
    if reaches_at_once(game, goal) {
        return true;
    }
    if moves == 1 {
        return false;
    }
    let found = game.visit_moves(Wanted::All, &[], &mut |game, _| {
        let mut has_answer = false;
        let refuted = game.visit_moves(Wanted::All, &[], &mut |game, _| {
            has_answer = true;
            match wins(game, goal, moves - 1) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        match has_answer && refuted.is_continue() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    found.is_break()
}

/// Whether both sides together reach the goal in exactly so many plies.
fn helps<G: Game>(game: &mut G, goal: Goal, plies: u16) -> bool {
    match plies {
        0 => false,
        1 => reaches_at_once(game, goal),
        _ => {
            let found = game.visit_moves(Wanted::All, &[], &mut |game, _| match helps(
                game,
                goal,
                plies - 1,
            ) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            found.is_break()
        }
    }
}
