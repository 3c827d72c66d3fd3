//! A retro problem in, what was found out.

use super::Kinds;
use super::defend::{Defensive, DefensiveFound};
use super::forward::Forward;
use super::generator::{Generator, Ways};
use super::help::{self, HelpSolution};
use super::limit::{Limit, Stopped};
use super::material::Material;
use super::scene::Scene;
use super::task::{DefenceKind, Level, RetroProblem, Task};
use super::unmove::UnMove;
use super::why::{LastMoveVerdict, why};
use crate::board::{Side, Square};
use crate::men::Piece;

/// What is wanted beside the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The play after each key.
    pub full_play: bool,
    /// First retractions with at most so many refutations.
    pub tries: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct RetroSolution {
    /// How the search ended.
    pub outcome: Stopped,
    /// How men were counted.
    pub material: Material,
    /// How many un-moves were found.
    pub nodes: u64,
    /// The men by number.
    pub kinds: Kinds,
    /// The answer.
    pub found: RetroFound,
}

/// An answer by its kind.
#[derive(Clone, Debug)]
pub enum RetroFound {
    /// Moves that can have led to the diagram.
    UnMoves(Vec<UnMove>),
    /// Ways to take back with what follows.
    Help(Vec<HelpSolution>),
    /// Keys with their play.
    Defensive(DefensiveFound),
}

/// Solves a task of moves taken back: all but the questions about legality.
///
/// # Errors
/// With the reason, when moves cannot be taken back under the rules of the problem, or it is not said whose
/// turn it is.
pub fn solve(
    retro: &RetroProblem,
    ways: Ways,
    wanted: Wanted,
    limit: &Limit,
) -> Result<RetroSolution, String> {
    let (problem, rules) = (&retro.problem, retro.rules);
    let mut generator = Generator::of(problem, rules.material, ways, limit.memory / 4)?;
    let scene = scene_of(retro, &generator)?;
    let level = rules.level;
    generator.avoids_dead = rules.dead.unwrap_or(level == Level::Full);
    let found = match &retro.task {
        Task::UnMoves | Task::LastMoves(1) => {
            RetroFound::UnMoves(generator.legal_un_moves(&scene, level))
        }
        Task::Help(sides) => {
            check_sides(sides)?;
            let forward = Forward::of(problem, generator.general(), retro.exact_rights)?;
            let last = sides.last().copied().unwrap_or(scene.turn);
            check_starter(&forward, last)?;
            let (found, nodes) = help::solve(&generator, &forward, level, &scene, sides, limit);
            generator.found += nodes;
            RetroFound::Help(found)
        }
        Task::Defensive(defence) => {
            if problem.diagram.men().any(|(_, man)| man.is_neutral()) {
                return Err(
                    "nobody knows who takes back the moves of neutral men in a defensive retractor"
                        .into(),
                );
            }
            if defence.kind == DefenceKind::Pacific && problem.stipulation.is_none() {
                return Err("a pacific retractor needs a plain stipulation".into());
            }
            let forward = Forward::of(problem, generator.general(), retro.exact_rights)?;
            let may_capture = defence.kind != DefenceKind::Pacific || rules.pacific_captures;
            if !may_capture && !forward.tells_all_moves() {
                return Err("of a pacific retractor no move may capture, and the forward play is told by its key only; let it capture, or ask for one move or for help play".into());
            }
            check_starter(&forward, Side::White)?;
            let mut search = Defensive::new(&generator, &forward, *defence, rules, limit);
            let found = search.solve(&scene, wanted.full_play, wanted.tries);
            generator.found += found.nodes;
            RetroFound::Defensive(found)
        }
        _ => return Err("this is no question of moves taken back".into()),
    };
    Ok(RetroSolution {
        outcome: limit.outcome(),
        material: generator.material(),
        nodes: generator.found,
        kinds: generator.kinds().clone(),
        found,
    })
}

/// Says why a move cannot have been the last one in the position of a task.
///
/// # Errors
/// As those of [`solve`].
pub fn explain(
    retro: &RetroProblem,
    squares: (Square, Square),
    memory: usize,
) -> Result<(LastMoveVerdict, Kinds), String> {
    let rules = retro.rules;
    let mut generator = Generator::of(&retro.problem, rules.material, Ways::Fastest, memory)?;
    let scene = scene_of(retro, &generator)?;
    let verdict = why(&mut generator, &scene, squares, rules.level);
    Ok((verdict, generator.kinds().clone()))
}

/// The position of a task; the side that takes back first has just moved.
///
/// # Errors
/// When nobody says whose turn it is, or the FEN contradicts the task.
pub fn scene_of(retro: &RetroProblem, generator: &Generator) -> Result<Scene, String> {
    let first = match &retro.task {
        Task::Help(sides) => sides.first().copied(),
        Task::Defensive(_) => Some(Side::White),
        _ => None,
    };
    let turn = match (first, retro.turn) {
        (Some(first), _) => !first,
        (None, Some(turn)) => turn,
        (None, None) => {
            return Err(
                "the position has to say whose turn it is: `w` or `b` after the men".into(),
            );
        }
    };
    let kinds = generator.kinds();
    let mut scene = Scene::empty(turn);
    let men: Vec<(Square, Piece)> = retro.problem.diagram.men().collect();
    for (on, piece) in men {
        let man = kinds
            .code(piece)
            .ok_or("there is a man that nobody knows")?;
        scene.put(on.index(), man);
    }
    scene.need = retro.need;
    if retro.turn.is_none_or(|said| said == turn) {
        scene.passed = retro.passed;
    }
    Ok(scene)
}

fn check_sides(sides: &[Side]) -> Result<(), String> {
    let alternate = sides.windows(2).all(|pair| pair[0] != pair[1]);
    match alternate {
        true => Ok(()),
        false => Err("moves are taken back by the sides in turn; a series of one side has no definition here".into()),
    }
}

fn check_starter(forward: &Forward, last: Side) -> Result<(), String> {
    if forward.starter() == last {
        return Ok(());
    }
    Err(format!(
        "{} takes back last and is to move then, but the forward play begins with {}; \
         half a move more or less in help play, or `half-duplex`, makes {} begin",
        last.name(),
        forward.starter().name(),
        last.name()
    ))
}

/// The level by its name on the command line.
pub fn level_named(name: &str) -> Option<Level> {
    match name {
        "none" => Some(Level::None),
        "checks" => Some(Level::Checks),
        "full" => Some(Level::Full),
        "last" => Some(Level::Last(1)),
        _ => {
            let plies = name.strip_prefix("last=")?.parse().ok()?;
            Some(Level::Last(plies))
        }
    }
}
