//! A plan for a game: which captures change the files of pawns, in which order, and who promotes
//! where. The plan is made by [`kernel`](super::kernel); here it is followed backwards.

use super::backward::UnMove;
use super::kernel::{Arrival, Capture, EMPTY, File, Task, Way, promoted, way};
use super::state::State;
use crate::orthodox::attack::bit;
use crate::retro::routes::PAWN;
use std::collections::HashMap;
use std::rc::Rc;

/// A pawn of the array: its home file, and 8 more if it is black.
type Pawn = usize;

/// A set of captures of the plan: one bit each, in the order of the game.
pub(crate) type Made = u32;

/// How far a game is: after some captures of the plan.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub files: [File; 8],
    /// By file, from the first rank up.
    pub pawns: [Vec<Pawn>; 8],
    /// By pawn: the captures it has made.
    pub made: [u8; 16],
    /// By pawn: the lowest rank on which a white one, the highest on which a black one may be.
    pub bound: [u8; 16],
    /// How many pawns were captured that had captured themselves.
    pub far_pawns: i32,
    /// By side: the captures of the plan up to here.
    pub captures: [u32; 2],
    /// By side: the files on which pawns promoted before the last of these captures.
    pub promotions: [Vec<usize>; 2],
}

/// The captures in their order, and the stages that were asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    way: Vec<Capture>,
    stages: HashMap<Made, Rc<Stage>>,
}

impl Plan {
    /// A plan for so many promoted men, and so many captured officers of the array, by side.
    pub fn new(
        task: &Task,
        [needed, absent]: [[u32; 2]; 2],
        most: usize,
        seed: u64,
    ) -> Option<Plan> {
        let way = short_way(task, most, seed)?;
        let mut way: Vec<Capture> = way.into_iter().map(|(capture, _)| capture).collect();
        spare_promotions(&mut way, task, needed, absent);
        (way.len() < 32).then(|| Plan {
            way,
            stages: HashMap::new(),
        })
    }

    /// All captures.
    pub fn all(&self) -> Made {
        (1 << self.way.len()) - 1
    }

    /// What holds after some captures.
    pub fn stage(&mut self, made: Made) -> Rc<Stage> {
        let way = &self.way;
        let stage = self.stages.entry(made);
        Rc::clone(stage.or_insert_with(|| Rc::new(stage_after(way, made))))
    }

    /// The captures made before an un-move, if the plan allows it after these.
    pub fn before(
        &mut self,
        made: Made,
        state: &State,
        before: &State,
        unmove: UnMove,
    ) -> Option<Made> {
        let mover = before.turn.index();
        let is_pawn = unmove.departs() == PAWN;
        let takes_pawn = usize::from(unmove.victim) == PAWN;
        if !is_pawn && !takes_pawn {
            let left = state.missing(state.turn);
            let planned = self.stage(made).captures[mover];
            return (!unmove.is_capture() || left > planned).then_some(made);
        }
        if !unmove.is_capture() {
            return self.stage(made).fits(before).then_some(made);
        }
        let last = (0..self.way.len())
            .rev()
            .filter(|number| made >> number & 1 != 0);
        let mut touched = 0_u8;
        for number in last {
            let capture = self.way[number];
            let files = files_of(capture);
            let is_free = files & touched == 0;
            touched |= files;
            if is_free && mover_of(capture) == mover && is_alike(capture, is_pawn) {
                let rest = made & !(1 << number);
                if self.stage(rest).fits(before) {
                    return Some(rest);
                }
            }
        }
        None
    }
}

fn is_alike(capture: Capture, by_pawn: bool) -> bool {
    matches!(capture, Capture::ByPawn { .. }) == by_pawn
}

fn mover_of(capture: Capture) -> usize {
    match capture {
        Capture::ByPawn { side, .. } => side,
        Capture::OfPawn { side, .. } => 1 - side,
    }
}

/// The files that a capture changes; captures on different files can change places.
fn files_of(capture: Capture) -> u8 {
    match capture {
        Capture::ByPawn { from, to, .. } => 1 << from | 1 << to,
        Capture::OfPawn { file, .. } => 1 << file,
    }
}

fn stage_after(way: &[Capture], made: Made) -> Stage {
    let mut stages = vec![Stage {
        files: [0b110; 8],
        pawns: std::array::from_fn(|file| vec![file, 8 + file]),
        made: [0; 16],
        bound: [0; 16],
        far_pawns: 0,
        captures: [0; 2],
        promotions: [Vec::new(), Vec::new()],
    }];
    let mut last = stages[0].clone();
    for (number, capture) in way.iter().enumerate() {
        if made >> number & 1 != 0 {
            last.follow(*capture);
            last.files = last.files();
            stages.push(last.clone());
        }
    }
    last.bound = bounds(&stages);
    last
}

impl Stage {
    /// Whether the pawns of a position can be those of this stage, some of which have promoted.
    pub fn fits(&self, state: &State) -> bool {
        (0..8).all(|file| {
            let Some([_, gone]) = promoted(self.files[file], file_of(state, file), [false; 2])
            else {
                return false;
            };
            let mut place = usize::from(gone);
            (1..7).all(|rank| {
                let on = bit(8 * rank + file);
                let side = [0, 1]
                    .into_iter()
                    .find(|side| state.men[*side][PAWN] & on != 0);
                let Some(side) = side else {
                    return true;
                };
                let bound = usize::from(self.bound[self.pawns[file][place]]);
                place += 1;
                if side == 0 {
                    rank >= bound
                } else {
                    rank <= bound
                }
            })
        })
    }

    /// Visits the pawns on the board: side, rank, captures made.
    pub fn visit_pawns(&self, state: &State, visit: &mut dyn FnMut(usize, usize, usize)) {
        for file in 0..8 {
            let gone = promoted(self.files[file], file_of(state, file), [false; 2]);
            let mut place = usize::from(gone.unwrap_or_default()[1]);
            for rank in 1..7 {
                let on = bit(8 * rank + file);
                let side = [0, 1]
                    .into_iter()
                    .find(|side| state.men[*side][PAWN] & on != 0);
                if let Some(side) = side {
                    let pawn = self.pawns[file].get(place).copied().unwrap_or(0);
                    visit(side, rank, self.made[pawn].into());
                    place += 1;
                }
            }
        }
    }

    /// The files on which men of a side are still to be taken back to pawns.
    pub fn promotions(&self, state: &State, side: usize) -> Vec<usize> {
        let mut files = self.promotions[side].clone();
        for file in 0..8 {
            let gone = promoted(self.files[file], file_of(state, file), [false; 2]);
            let gone = gone.unwrap_or_default()[side];
            files.extend(std::iter::repeat_n(file, gone.into()));
        }
        files
    }

    fn follow(&mut self, capture: Capture) {
        match capture {
            Capture::OfPawn { side, file, at } => {
                let pawn = self.pawns[file].remove(at);
                self.far_pawns += i32::from(self.made[pawn] > 0);
                self.captures[1 - side] += 1;
            }
            Capture::ByPawn {
                side,
                from,
                at,
                to,
                arrives,
            } => {
                let pawn = self.pawns[from].remove(at);
                self.captures[side] += 1;
                self.made[pawn] += 1;
                match arrives {
                    Arrival::Promotes => self.promotions[side].push(to),
                    Arrival::Takes(at) => {
                        let taken = std::mem::replace(&mut self.pawns[to][at], pawn);
                        self.far_pawns += i32::from(self.made[taken] > 0);
                    }
                    Arrival::Stands(at, gone) => {
                        for _ in 0..gone {
                            self.promotions[1 - side].push(to);
                            match side {
                                1 => drop(self.pawns[to].pop()),
                                _ => drop(self.pawns[to].remove(0)),
                            }
                        }
                        self.pawns[to].insert(at, pawn);
                    }
                }
            }
        }
    }

    fn files(&self) -> [File; 8] {
        std::array::from_fn(|file| {
            let pawns = self.pawns[file].iter().rev();
            pawns.fold(EMPTY, |all, pawn| all << 1 | (pawn / 8) as File)
        })
    }
}

/// By pawn: how far back it may be at the last stage, given who stood below and above it before.
fn bounds(stages: &[Stage]) -> [u8; 16] {
    let Some(last) = stages.last() else {
        return [0; 16];
    };
    std::array::from_fn(|pawn| {
        let is_black = pawn >= 8;
        let earlier = stages.iter().filter_map(|stage| {
            let file = stage.pawns.iter().find(|file| file.contains(&pawn))?;
            let place = file.iter().position(|other| *other == pawn)?;
            let still = last.made[pawn] - stage.made[pawn];
            let beyond = if is_black {
                file.len() - 1 - place
            } else {
                place
            };
            Some(1 + beyond as u8 + still)
        });
        let room = earlier.max().unwrap_or(1);
        if is_black {
            7_u8.saturating_sub(room)
        } else {
            room
        }
    })
}

/// The pawns of a file as they stand.
pub(crate) fn file_of(state: &State, file: usize) -> File {
    (1..7).rev().fold(EMPTY, |all, rank| {
        let on = bit(8 * rank + file);
        match (state.men[0][PAWN] & on != 0, state.men[1][PAWN] & on != 0) {
            (true, _) => all << 1,
            (_, true) => all << 1 | 1,
            _ => all,
        }
    })
}

/// Lets pawns be captured before they promote, where nobody needs the promoted man.
fn spare_promotions(way: &mut Vec<Capture>, task: &Task, needed: [u32; 2], absent: [u32; 2]) {
    let all = (1_u64 << way.len()) - 1;
    let mut stage = stage_after(way, all as Made);
    for side in [0, 1] {
        let leaders = |stage: &Stage, file: usize| {
            let gone = promoted(stage.files[file], task.files[file], [false; 2]);
            gone.unwrap_or_default()[side]
        };
        let promotions: u32 = (0..8).map(|file| u32::from(leaders(&stage, file))).sum();
        let promotions = promotions + stage.promotions[side].len() as u32;
        // Pawns of the other side captured so many officers.
        let by_pawns = way.iter().filter(|capture| {
            matches!(capture, Capture::ByPawn { side: by, arrives, .. }
                if *by != side && !matches!(arrives, Arrival::Takes(_)))
        });
        let by_pawns = by_pawns.count() as u32;
        let kept = needed[side] + by_pawns.saturating_sub(absent[side]);
        let mut surplus = promotions.saturating_sub(kept);
        for file in 0..8 {
            while surplus > 0 && leaders(&stage, file) > 0 && way.len() < 31 {
                let at = match side {
                    0 => stage.pawns[file].len() - 1,
                    _ => 0,
                };
                let capture = Capture::OfPawn { side, file, at };
                way.push(capture);
                stage.follow(capture);
                stage.files = stage.files();
                surplus -= 1;
            }
        }
    }
}

/// A way on which pawns capture as little as possible, for every second seed: then more of them
/// are captured themselves.
fn short_way(task: &Task, most: usize, seed: u64) -> Option<Way> {
    if seed.is_multiple_of(2) {
        let most_captures = task.by_pawns[0] + task.by_pawns[1];
        for captures in 0..=most_captures {
            for white in 0..=captures {
                let by_pawns = [white, captures - white];
                if (0..2).any(|side| by_pawns[side] > task.by_pawns[side]) {
                    continue;
                }
                let task = Task { by_pawns, ..*task };
                if let Some(way) = way(&task, most / 40, seed / 2) {
                    return Some(way);
                }
            }
        }
    }
    way(task, most, seed / 2)
}
