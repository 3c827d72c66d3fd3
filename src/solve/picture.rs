//! `Intelligent n`: of all lines of one length that end in the same picture the first n are told.
//!
//! The picture of a mate is what is left of the position when every man is taken away without
//! which it is still mate, in the order of the squares. In the picture of a stalemate all men of
//! the stalemated side stay. It matters which man of the diagram stands where.

use crate::board::{MAX_SQUARES, Side, Square};
use crate::conditions::compile;
use crate::men::{Piece, walk_id};
use crate::problem::{Diagram, Goal, Options, Problem};
use crate::rules::Game;
use crate::solution::{Line, MovePart, Phase, Play};
use std::collections::HashMap;

/// Keeps the first `most` lines of each picture; tells whether any picture has so many.
pub(super) fn limit(problem: &Problem, most: usize, phases: &mut [Phase]) -> bool {
    let mut is_full = false;
    let mut known = Known::new();
    for phase in phases {
        if let Play::Lines(lines) = &mut phase.play {
            let mut told = HashMap::new();
            lines.retain(|line| {
                let Some(picture) = picture(problem, line, &mut known) else {
                    return true;
                };
                let count = told.entry((line.moves.len(), picture)).or_insert(0);
                *count += 1;
                is_full |= *count >= most;
                *count <= most
            });
        }
    }
    is_full
}

/// A man on its square, with the square on which it stands in the diagram.
type Place = (Square, Piece, Square);

/// The men of a position, and those of them that a goal needs which one side has reached.
type Known = HashMap<(Vec<(Square, Piece)>, Goal, Side), Vec<(Square, Piece)>>;

/// The men that make the end of a line mate or stalemate; none if it is neither or was not
/// reached by orthodox moves.
fn picture(problem: &Problem, line: &Line, known: &mut Known) -> Option<Vec<Place>> {
    let goal = line.goal?;
    if !matches!(goal, Goal::Mate | Goal::Stalemate) {
        return None;
    }
    let (mover, _) = line.moves.last()?;
    let mut play = Replay::new(&problem.diagram);
    let mut moves = line.moves.iter();
    moves.try_for_each(|(side, record)| play.ply(*side, &record.parts))?;
    let Replay { board, origin } = play;
    let end = (board.men().collect(), goal, *mover);
    let needed = known.entry(end);
    let needed = needed.or_insert_with(|| needed_men(board, goal, *mover));
    let place = |&(on, man): &(Square, Piece)| (on, man, origin[on.index()]);
    Some(needed.iter().map(place).collect())
}

/// The men left when all are taken away without which a side has reached the goal, too.
fn needed_men(mut board: Diagram, goal: Goal, by: Side) -> Vec<(Square, Piece)> {
    let stays = |man: Piece| man.is_of(!by) && (man.is_royal() || goal == Goal::Stalemate);
    let men: Vec<(Square, Piece)> = board.men().collect();
    for (square, man) in men.into_iter().filter(|(_, man)| !stays(*man)) {
        board.put(square, Piece::NONE);
        if !is_reached(&board, goal, by) {
            board.put(square, man);
        }
    }
    board.men().collect()
}

fn is_reached(board: &Diagram, goal: Goal, by: Side) -> bool {
    let problem = Problem {
        diagram: board.clone(),
        options: Options {
            no_castling: board.men().map(|(square, _)| square).collect(),
            ..Options::default()
        },
        ..Problem::new()
    };
    compile(&problem).is_ok_and(|mut engine| {
        engine.set_side_to_move(!by);
        engine.reaches(goal)
    })
}

/// Orthodox play on a diagram.
struct Replay {
    board: Diagram,
    /// By square: where the man here stood at first.
    origin: [Square; MAX_SQUARES],
}

impl Replay {
    fn new(diagram: &Diagram) -> Replay {
        Replay {
            board: diagram.clone(),
            origin: std::array::from_fn(|place| Square::new(place as u8)),
        }
    }

    /// Plays an orthodox move; none if it is something else.
    fn ply(&mut self, side: Side, parts: &[MovePart]) -> Option<()> {
        let mut arrival = None;
        for part in parts {
            match *part {
                MovePart::Movement {
                    from, to, captured, ..
                } => {
                    if let Some(on) = captured {
                        self.board.put(on, Piece::NONE);
                    }
                    self.go(from, to);
                    arrival = Some(to);
                }
                MovePart::TakesWalk { walk, on: None } => {
                    let on = arrival?;
                    let man = self.board.on(on).with_walk(walk);
                    self.board.put(on, man);
                }
                MovePart::Becomes { man, on: None } => {
                    self.board.put(arrival?, man);
                }
                MovePart::Castling { long } => self.castle(side, long)?,
                MovePart::Pass => {}
                _ => return None,
            }
        }
        Some(())
    }

    fn go(&mut self, from: Square, to: Square) {
        let man = self.board.put(from, Piece::NONE);
        self.board.put(to, man);
        self.origin[to.index()] = self.origin[from.index()];
    }

    fn castle(&mut self, side: Side, long: bool) -> Option<()> {
        let is_king = |man: Piece| man.is_of(side) && man.walk() == walk_id::KING;
        let king = self.board.men().find(|(_, man)| is_king(*man))?.0;
        let rank = i16::from(self.board.geometry.rank(king));
        let files = if long { [2, 0, 3] } else { [6, 7, 5] };
        let squares = files.map(|file| self.board.geometry.square(file, rank));
        let [king_to, rook, rook_to] = squares;
        self.go(king, king_to?);
        self.go(rook?, rook_to?);
        Some(())
    }
}
