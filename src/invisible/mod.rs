//! Total invisible men: some further men are on the board, but nobody knows
//! where and what they are.
//!
//! A ply is possible if it is legal in some arrangement of them that the play
//! so far allows; a line is a solution if such an arrangement is left at its
//! end and each one left has reached the goal. Who must stand somewhere in
//! each arrangement is seen from then on.
//!
//! **Invariant:** nothing here guesses. Worlds at hand save work, but a line is
//! accepted only after every way to arrange the men was tried, and a problem is
//! given up if that takes too long.

mod alibi;
mod arrange;
mod board;
mod challenge;
mod chance;
mod closed;
mod count;
mod scene;
mod search;
mod share;
mod story;
mod tell;
mod world;

use crate::board::{Geometry, Side};
use crate::men::{Piece, walk_id};
use crate::orthodox::attack::bit;
use crate::problem::{Goal, Options, Problem, Rights};
use crate::search::{Budget, Event, Observer, Solved};
use crate::solution::{Line, Outcome, Phase, PhaseKind, Play, Remark};
use crate::stipulation::{Branch, Node, PlayKind, TreeOfPlay};
use board::{Board, Man};
use scene::Scene;
use search::{Lines, Numbering, Stop};
use story::{MOST_MEN, MOST_TIMES};

/// Solves a problem with total invisible men.
///
/// # Errors
/// With the reason, when it is no orthodox help play that ends in mate, or
/// when it cannot be decided.
pub fn solve(
    problem: &Problem,
    geometry: &Geometry,
    tree: &TreeOfPlay,
    budget: &Budget,
    observer: &dyn Observer,
) -> Result<Solved, String> {
    let men = usize::from(problem.invisible);
    if men > MOST_MEN {
        return Err(format!(
            "more than {MOST_MEN} total invisible men are not supported yet"
        ));
    }
    let options = &problem.options;
    refuse_options(options)?;
    refuse_conditions(problem)?;
    let diagram = diagram(problem, geometry)?;
    let mut solved = Solved::default();
    let mut tasks = Vec::new();
    refuse_play(tree)?;
    for starter in starters(tree, options) {
        if options.set_play {
            let branch = tree.branch.without_first_ply();
            let set = branch
                .ok_or("set play of one ply with total invisible men is not supported yet")?;
            tasks.push((PhaseKind::SetPlay, !starter, set, tree.missing + 1));
        }
        let branch = tree.branch.clone();
        tasks.push((PhaseKind::Actual, starter, branch, tree.missing));
    }
    let limits = [budget.max_solutions, options.max_solutions];
    let limit = limits.into_iter().flatten().min();
    for (kind, starter, branch, missing) in tasks {
        observer.event(Event::Phase(kind));
        let scene = Scene::new(diagram, starter.index(), homes(options));
        let limit = limit.map_or(usize::MAX, |limit| limit as usize);
        let mut lines = Lines::new(men, limit, budget);
        let numbering = numbering(options);
        let has_interval = options.start_move_number.len() + options.up_to_move_number.len() > 0;
        let mut is_legal = true;
        for length in branch.lengths() {
            let is_full = length == branch.span.max;
            if has_interval && !is_full {
                continue;
            }
            if is_full {
                lines.numbering = numbering.clone();
            }
            if usize::from(length) + 2 > MOST_TIMES {
                return Err("total invisible men in so many plies are not supported yet".to_owned());
            }
            observer.event(Event::Length(length));
            is_legal = lines.search(&scene, length);
            let short = options.stop_on_short_solutions && !lines.found.is_empty();
            if !is_legal || lines.stop.is_some() || short {
                break;
            }
        }
        if !is_legal && lines.stop.is_none() {
            solved.remarks.push(Remark::KingCapturable(starter));
            continue;
        }
        solved.outcome = match lines.stop {
            None => solved.outcome,
            Some(Stop::TimeUp) => Outcome::TimeUp,
            Some(Stop::Interrupted) => Outcome::Interrupted,
            Some(Stop::Full) => Outcome::Limited,
            Some(Stop::Undecided) => {
                return Err("too many arrangements of total invisible men".to_owned());
            }
        };
        let told = lines.found.into_iter().map(|moves| Line {
            missing,
            moves: moves
                .into_iter()
                .map(|(side, record)| (tell::side(side), record))
                .collect(),
            ..Line::ending(Some(Goal::Mate))
        });
        solved.phases.push(Phase {
            kind,
            starter,
            play: Play::Lines(told.collect()),
            told: Default::default(),
            numbers: lines.numbers,
        });
    }
    Ok(solved)
}

/// The sides that start the play, one after the other.
fn starters(tree: &TreeOfPlay, options: &Options) -> Vec<Side> {
    match (options.duplex, options.half_duplex) {
        (_, true) => vec![!tree.starter],
        (true, _) => vec![tree.starter, !tree.starter],
        _ => vec![tree.starter],
    }
}

fn numbering(options: &Options) -> Numbering {
    let (start, up_to) = (&options.start_move_number, &options.up_to_move_number);
    let levels = start.len().max(up_to.len());
    Numbering {
        levels: match options.move_numbers {
            true => levels.max(1),
            false => levels.min(1),
        },
        is_told: options.move_numbers,
        options: options.clone(),
    }
}

/// Options that ask nothing of play, or that are built here.
fn refuse_options(options: &Options) -> Result<(), String> {
    let built = Options {
        no_board: options.no_board,
        max_solutions: options.max_solutions,
        max_time: options.max_time,
        set_play: options.set_play,
        duplex: options.duplex,
        half_duplex: options.half_duplex,
        move_numbers: options.move_numbers,
        start_move_number: options.start_move_number.clone(),
        up_to_move_number: options.up_to_move_number.clone(),
        stop_on_short_solutions: options.stop_on_short_solutions,
        no_castling: options.no_castling,
        white_to_play: options.white_to_play,
        intelligent: options.intelligent.filter(|most| *most == 0),
        variation: options.variation,
        // Nothing follows from a diagram whose men are not all known.
        rights: match options.rights {
            Rights::Codex | Rights::Given => options.rights,
            _ => Rights::default(),
        },
        ..Options::default()
    };
    match *options == built {
        true => Ok(()),
        false => Err(
            "total invisible men are not supported yet with other options than NoBoard, \
             MaxSolutions, MaxTime, SetPlay, Duplex, HalfDuplex, MoveNumbers, StartMoveNumber, \
             UpToMoveNumber, StopOnShortSolutions, NoCastling, WhiteToPlay, Intelligent and \
             Variation"
                .to_owned(),
        ),
    }
}

fn refuse_conditions(problem: &Problem) -> Result<(), String> {
    let mut conditions = problem.conditions.iter();
    match conditions.find(|condition| !condition.is_board()) {
        Some(condition) => Err(format!(
            "total invisible men with `{}` are not supported yet",
            condition.key
        )),
        None => Ok(()),
    }
}

fn refuse_play(tree: &TreeOfPlay) -> Result<(), String> {
    let plain = |node: &Node| *node == Node::Goal(Goal::Mate);
    let Branch {
        manner,
        ends,
        constraint,
        demands,
        parry,
        again,
        ..
    } = &tree.branch;
    let is_help = *manner == PlayKind::Help && ends.iter().flatten().all(plain);
    let is_bare = constraint.is_none() && demands.iter().all(Option::is_none) && !parry && !again;
    let is_whole = !tree.other_passes && tree.provided.is_none() && tree.more.is_empty();
    match is_help && is_bare && is_whole {
        true => Ok(()),
        false => Err(
            "total invisible men in other play than help mates are not supported yet".to_owned(),
        ),
    }
}

/// The men of the diagram, orthodox all of them.
fn diagram(problem: &Problem, geometry: &Geometry) -> Result<Board, String> {
    let squares = geometry.squares();
    let is_plain = geometry.width() == 8
        && geometry.height() == 8
        && geometry.joins() == Geometry::standard().joins();
    if !is_plain {
        return Err("total invisible men on this board are not supported yet".to_owned());
    }
    let mut board = Board::default();
    board.holes = !(squares.0 as u64);
    for (square, piece) in problem.diagram.men() {
        let walk = walk_id::NUMBERED
            .iter()
            .position(|walk| *walk == piece.walk());
        let side = Side::BOTH
            .into_iter()
            .find(|side| piece == Piece::usual(piece.walk(), *side));
        let (Some(walk), Some(side)) = (walk, side) else {
            return Err(
                "total invisible men beside other than orthodox men are not supported yet"
                    .to_owned(),
            );
        };
        if bit(square.index()) & board.holes != 0 {
            return Err("a man on a hole".to_owned());
        }
        let side = side.index();
        board.put(square.index(), Man { side, walk });
        if walk == board::walk::KING && board.with(Man { side, walk }).count_ones() > 1 {
            return Err("total invisible men with several kings are not supported yet".to_owned());
        }
    }
    Ok(board)
}

/// The squares of kings and rooks that may castle.
fn homes(options: &Options) -> u64 {
    let corners = [0, 4, 7, 56, 60, 63].map(bit);
    corners.iter().sum::<u64>() & !(options.no_castling.0 as u64)
}
