//! Themes of final positions: pure, model and ideal mates and stalemates, pin mates, echoes.

use super::board::{Board, Kind, Pin, is_between};
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{Node, Story};
use crate::board::Side;
use crate::men::walk_id;
use crate::problem::Goal;
use std::collections::BTreeSet;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("pure-mate", |story| {
        of_class(story, Goal::Mate, Class::Pure)
    }),
    Recogniser::new("model-mate", |story| {
        of_class(story, Goal::Mate, Class::Model)
    }),
    Recogniser::new("ideal-mate", |story| {
        of_class(story, Goal::Mate, Class::Ideal)
    }),
    Recogniser::new("pure-stalemate", |story| {
        of_class(story, Goal::Stalemate, Class::Pure)
    }),
    Recogniser::new("model-stalemate", |story| {
        of_class(story, Goal::Stalemate, Class::Model)
    }),
    Recogniser::new("ideal-stalemate", |story| {
        of_class(story, Goal::Stalemate, Class::Ideal)
    }),
    Recogniser::new("pin-mate", pin_mate),
    Recogniser::new("mirror-mate", mirror_mate),
    Recogniser::new("double-check-mate", double_check_mate),
    Recogniser::new("smothered-mate", smothered_mate),
    Recogniser::new("battery-mate", battery_mate),
    Recogniser::new("royal-battery-mate", royal_battery_mate),
    Recogniser::new("pawn-mate", |story| {
        mates_by(story, |node, _| {
            node.piece.walk() == walk_id::PAWN && node.promotes.is_none()
        })
    }),
    Recogniser::new("promotion-mate", |story| {
        mates_by(story, |node, _| node.promotes.is_some())
    }),
    Recogniser::new("castling-mate", |story| {
        mates_by(story, |node, _| node.castled.is_some())
    }),
    Recogniser::new("en-passant-mate", |story| {
        mates_by(story, |node, _| node.en_passant)
    }),
    Recogniser::new("echo", |story| echo(story, false)),
    Recogniser::new("chameleon-echo", |story| echo(story, true)),
    Recogniser::new("mates-on-same-square", mates_on_same_square),
    Recogniser::new("four-corner-mates", four_corner_mates),
];

/// A final position.
pub(super) struct Final {
    pub version: usize,
    pub last: usize,
    pub board: Board,
    /// The side that cannot move.
    pub side: Side,
}

/// The positions in which chosen moves reach a goal; only those of orthodox play are looked at.
pub(super) fn finals(story: &Story, goal: Goal) -> Vec<Final> {
    let mut finals: Vec<Final> = Vec::new();
    if !story.is_orthodox {
        return finals;
    }
    for (phase, line) in story.solutions() {
        let Some(last) = line.nodes.last().copied() else {
            continue;
        };
        let node = story.node(last);
        let is_dual = !node.is_only && line.nodes.len() > 1;
        if line.goal != Some(goal) || is_dual || finals.iter().any(|seen| seen.last == last) {
            continue;
        }
        let side = !node.side;
        let Some(board) = node.after.board() else {
            continue;
        };
        let reached = match goal {
            Goal::Mate => board.is_mate(side),
            _ => board.is_stalemate(side),
        };
        if reached {
            finals.push(Final {
                version: story.phases[phase].version,
                last,
                board,
                side,
            });
        }
    }
    finals
}

fn mates(story: &Story) -> Vec<Final> {
    finals(story, Goal::Mate)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Pure,
    Model,
    Ideal,
}

fn of_class(story: &Story, goal: Goal, class: Class) -> Vec<Proof> {
    let all = finals(story, goal).into_iter();
    all.filter(|end| class_of(end) >= Some(class))
        .map(|end| {
            let net = Net::new(&end.board, end.side);
            Proof::line(end.version, end.last).on(net.map(|net| net.king))
        })
        .collect()
}

/// What keeps a king where he is.
struct Net {
    king: usize,
    checkers: Vec<usize>,
    /// Each square beside him with those who guard it and whether his own man stands on it.
    field: Vec<(usize, Vec<usize>, bool)>,
    /// Pins without which he would be free.
    pins: Vec<Pin>,
}

impl Net {
    fn new(board: &Board, side: Side) -> Option<Net> {
        let king = board.king(side)?;
        let field = Board::field(king).map(|on| {
            let own = board.on(on).is_some_and(|unit| unit.side == side);
            (on, board.guards(on, king), own)
        });
        Some(Net {
            king,
            checkers: board.checkers(side),
            field: field.collect(),
            pins: needed_pins(board, side),
        })
    }

    /// Who keeps the king where he is.
    fn workers(&self) -> BTreeSet<usize> {
        let guards = self.field.iter().filter(|(.., own)| !own);
        let guards = guards.flat_map(|(_, guards, _)| guards.iter().copied());
        let pins = self.pins.iter().map(|pin| pin.by);
        guards
            .chain(self.checkers.iter().copied())
            .chain(pins)
            .collect()
    }

    fn blocks(&self) -> BTreeSet<usize> {
        let blocks = self.field.iter().filter(|(.., own)| *own);
        blocks.map(|(on, ..)| *on).collect()
    }
}

/// Pins that a mate or stalemate needs: without its pin the man could move.
fn needed_pins(board: &Board, side: Side) -> Vec<Pin> {
    let pins = board.pins(side).into_iter();
    pins.filter(|pin| is_pin_needed(board, side, pin)).collect()
}

/// Whether the pinned man could parry the check, or move at all in a stalemate, were it not for its pin.
pub(super) fn is_pin_needed(board: &Board, side: Side, pin: &Pin) -> bool {
    let own = board.steps(side).into_iter();
    own.filter(|step| step.from == pin.man).any(|step| {
        let after = board.after(step);
        let checkers = after.checkers(side);
        !checkers.is_empty()
            && checkers.iter().all(|by| *by == pin.by)
            && !is_between(step.to, pin.by, pin.king)
    })
}

fn class_of(end: &Final) -> Option<Class> {
    let (board, side) = (&end.board, end.side);
    let net = Net::new(board, side)?;
    let is_mate = !net.checkers.is_empty();
    let once = net.field.iter().all(|(on, guards, own)| match own {
        true => {
            let of_pin = |by: &usize| net.pins.iter().any(|pin| pin.man == *on && pin.by == *by);
            guards.iter().all(of_pin)
        }
        false => guards.len() == 1,
    });
    // A double check is pure only if neither check alone would mate.
    let single = net.checkers.len() < 2
        || net
            .checkers
            .iter()
            .all(|by| !board.without(*by).is_mate(side));
    let own_men: Vec<usize> = board
        .men_of(side)
        .filter(|(_, unit)| unit.kind != Kind::King)
        .map(|(on, _)| on)
        .collect();
    let blocks = net.blocks();
    if !once || !single {
        return None;
    }
    let workers = net.workers();
    let officers_work = board
        .men_of(!side)
        .filter(|(_, unit)| unit.kind.is_officer())
        .all(|(on, _)| workers.contains(&on) || (!is_mate && blocks_pawn(board, side, on)));
    if !officers_work {
        return Some(Class::Pure);
    }
    let all_work = board
        .men_of(!side)
        .all(|(on, _)| workers.contains(&on) || (!is_mate && blocks_pawn(board, side, on)));
    let all_block = own_men.iter().all(|on| blocks.contains(on));
    match all_work && all_block && net.pins.is_empty() {
        true => Some(Class::Ideal),
        false => Some(Class::Model),
    }
}

/// Whether a man stands before a pawn of the other side.
fn blocks_pawn(board: &Board, side: Side, on: usize) -> bool {
    let behind = match side {
        Side::White => on.checked_sub(8),
        Side::Black => Some(on + 8).filter(|on| *on < 64),
    };
    let unit = behind.and_then(|behind| board.on(behind));
    unit.is_some_and(|unit| unit.side == side && unit.kind == Kind::Pawn)
}

fn pin_mate(story: &Story) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter_map(|end| {
            let pins = needed_pins(&end.board, end.side);
            let men = pins.iter().filter_map(|pin| end.board.on(pin.man));
            let proof = Proof::line(end.version, end.last)
                .on(pins.iter().map(|pin| pin.man))
                .by(men.map(|unit| unit.id));
            (!pins.is_empty()).then_some(proof)
        })
        .collect()
}

/// All eight squares beside the king are empty.
fn mirror_mate(story: &Story) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter_map(|end| {
            let king = end.board.king(end.side)?;
            let field: Vec<usize> = Board::field(king).collect();
            let empty = field.iter().all(|on| end.board.on(*on).is_none());
            (field.len() == 8 && empty).then(|| Proof::line(end.version, end.last).on([king]))
        })
        .collect()
}

fn double_check_mate(story: &Story) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter(|end| end.board.checkers(end.side).len() > 1)
        .map(|end| Proof::line(end.version, end.last).on(end.board.checkers(end.side)))
        .collect()
}

/// A knight mates a king who is shut in by his own men.
fn smothered_mate(story: &Story) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter_map(|end| {
            let king = end.board.king(end.side)?;
            let own = |on: usize| end.board.on(on).is_some_and(|unit| unit.side == end.side);
            let checkers = end.board.checkers(end.side);
            let by_knight = matches!(&checkers[..], [by] if end.board.on(*by).is_some_and(|unit| unit.kind == Kind::Knight));
            (by_knight && Board::field(king).all(own))
                .then(|| Proof::line(end.version, end.last).on([king]))
        })
        .collect()
}

/// The rear man of a battery that a move fires at the king: it did not move, and the man that did stood on its line.
pub(super) fn fires(node: &Node, board: &Board, side: Side) -> Option<usize> {
    let king = board.king(side)?;
    let checkers = board.checkers(side);
    checkers.into_iter().find(|by| {
        *by != node.to.index()
            && node.castled.is_none()
            && is_between(node.from.index(), *by, king)
            && board.on(*by).is_some_and(|unit| unit.kind.is_rider())
    })
}

fn battery_mate(story: &Story) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter_map(|end| {
            let node = story.node(end.last);
            let rear = fires(node, &end.board, end.side)?;
            let men = [end.board.on(rear)?.id, node.man?];
            Some(Proof::line(end.version, end.last).on([rear]).by(men))
        })
        .collect()
}

fn royal_battery_mate(story: &Story) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter_map(|end| {
            let node = story.node(end.last);
            let rear = fires(node, &end.board, end.side)?;
            (node.piece.walk() == walk_id::KING)
                .then(|| Proof::line(end.version, end.last).on([rear]))
        })
        .collect()
}

fn mates_by(story: &Story, is_so: fn(&Node, &Board) -> bool) -> Vec<Proof> {
    let mates = mates(story).into_iter();
    mates
        .filter(|end| is_so(story.node(end.last), &end.board))
        .map(|end| {
            let node = story.node(end.last);
            Proof::line(end.version, end.last)
                .on([node.to.index()])
                .by(node.man)
        })
        .collect()
}

/// Men with their distance from the king, and the edges of the board beside him.
type Picture = Vec<(i32, i32, u8)>;

/// The men that make a model mate, seen from the king, turned so that equal pictures are equal.
fn pictures(end: &Final) -> Option<(usize, BTreeSet<Picture>)> {
    let net = Net::new(&end.board, end.side)?;
    let king = net.king;
    let mut men: Vec<(i32, i32, u8)> = Vec::new();
    let place = |on: usize| {
        (
            on as i32 % 8 - king as i32 % 8,
            on as i32 / 8 - king as i32 / 8,
        )
    };
    for on in net.workers().into_iter().chain(net.blocks()) {
        let unit = end.board.on(on)?;
        // What blocks may be any man of the mated side.
        let mark = match unit.side == end.side {
            true => 10,
            false => unit.kind as u8,
        };
        let (files, ranks) = place(on);
        men.push((files, ranks, mark));
    }
    for (files, ranks) in (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank))) {
        let (file, rank) = (king as i32 % 8 + files, king as i32 / 8 + ranks);
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            men.push((files, ranks, 20));
        }
    }
    let turned = (0..8).map(|turn| {
        let mut men: Vec<(i32, i32, u8)> = men
            .iter()
            .map(|(files, ranks, mark)| {
                let (files, ranks) = if turn & 1 == 0 {
                    (*files, *ranks)
                } else {
                    (-*files, *ranks)
                };
                let (files, ranks) = if turn & 2 == 0 {
                    (files, ranks)
                } else {
                    (files, -ranks)
                };
                let (files, ranks) = if turn & 4 == 0 {
                    (files, ranks)
                } else {
                    (ranks, files)
                };
                (files, ranks, *mark)
            })
            .collect();
        men.sort_unstable();
        men
    });
    Some((king, turned.collect()))
}

/// Two model mates of the same picture on different squares or turned.
fn echo(story: &Story, changes_colour: bool) -> Vec<Proof> {
    let models: Vec<Final> = mates(story)
        .into_iter()
        .filter(|end| class_of(end) >= Some(Class::Model))
        .collect();
    let mut proofs = Vec::new();
    for (place, one) in models.iter().enumerate() {
        for other in &models[place + 1..] {
            let (Some((king, seen)), Some((other_king, also))) = (pictures(one), pictures(other))
            else {
                continue;
            };
            let colour = |on: usize| (on / 8 + on % 8) % 2;
            let is_moved = king != other_king;
            if seen.is_disjoint(&also) || !is_moved {
                continue;
            }
            if !changes_colour || colour(king) != colour(other_king) {
                proofs.push(
                    Proof::line(one.version, one.last)
                        .and_line(other.version, other.last)
                        .on([king, other_king]),
                );
            }
        }
    }
    proofs
}

/// In several solutions of help play the last move goes to the same square.
fn mates_on_same_square(story: &Story) -> Vec<Proof> {
    let ends = mates(story);
    if !story.is_help() || ends.len() < 2 {
        return Vec::new();
    }
    let to = story.node(ends[0].last).to;
    if ends.iter().any(|end| story.node(end.last).to != to) {
        return Vec::new();
    }
    let proof = ends.iter().fold(Proof::default(), |proof, end| {
        proof.and_line(end.version, end.last)
    });
    vec![proof.on([to.index()])]
}

/// The king is mated in each corner.
fn four_corner_mates(story: &Story) -> Vec<Proof> {
    let ends = mates(story);
    let mut proof = Proof::default();
    for end in &ends {
        if let Some(king) = end.board.king(end.side)
            && [0, 7, 56, 63].contains(&king)
            && proof.squares.insert(king)
        {
            proof = proof.and_line(end.version, end.last);
        }
    }
    match proof.squares.len() {
        4 => vec![proof],
        _ => Vec::new(),
    }
}
