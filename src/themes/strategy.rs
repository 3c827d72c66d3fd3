//! Themes of lines: interferences, pins and unpins, batteries, blocks, doublings.
//!
//! An effect counts only if the end of the line needs it. That is tested on the final position: the man that closes a line,
//! blocks a square or is pinned is taken away or set free, and then the mate must fail.

use super::board::{Board, Kind, Unit, is_between, line};
use super::finals::{fires, is_pin_needed};
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{LineOfStory, Node, Phase, PhaseKindOfStory, Role, Story};
use crate::board::Side;
use crate::problem::Goal;
use std::collections::BTreeSet;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("interference", interference),
    Recogniser::new("grimshaw", |story| mutual(story, is_grimshaw)),
    Recogniser::new("pawn-grimshaw", |story| mutual(story, is_pawn_grimshaw)),
    Recogniser::new("wurzburg-plachutta", |story| mutual(story, is_plachutta)),
    Recogniser::new("holzhausen", holzhausen),
    Recogniser::new("novotny", |story| sacrifice(story, is_grimshaw)),
    Recogniser::new("plachutta", |story| sacrifice(story, is_plachutta)),
    Recogniser::new("critical-move", critical_move),
    Recogniser::new("self-block", self_block),
    Recogniser::new("self-pin", self_pin),
    Recogniser::new("half-pin", half_pin),
    Recogniser::new("unpin-of-white", unpin_by_defence),
    Recogniser::new("unpin-in-help", unpin_in_help),
    Recogniser::new("gamage", |story| unpinning_mate(story, false)),
    Recogniser::new("goethart", |story| unpinning_mate(story, true)),
    Recogniser::new("schiffmann", |story| unpinning_threat(story, false)),
    Recogniser::new("nietveldt", |story| unpinning_threat(story, true)),
    Recogniser::new("battery-play", battery_play),
    Recogniser::new("battery-creation", battery_creation),
    Recogniser::new("half-battery", half_battery),
    Recogniser::new("indirect-battery", indirect_battery),
    Recogniser::new("indian", indian),
    Recogniser::new("turton", |story| {
        doubling(story, |rear, front| rear < front)
    }),
    Recogniser::new("loyd-turton", |story| {
        doubling(story, |rear, front| rear > front)
    }),
    Recogniser::new("brunner-turton", |story| {
        doubling(story, |rear, front| rear == front)
    }),
    Recogniser::new("line-opening-by-defence", line_opening),
    Recogniser::new("square-vacation", square_vacation),
];

/// A line that ends in mate, with the position then.
pub(super) struct Mated<'a> {
    pub phase: usize,
    pub version: usize,
    pub line: &'a LineOfStory,
    pub board: Board,
    /// The side that is mated.
    pub side: Side,
}

impl<'a> Mated<'a> {
    pub(super) fn last(&self) -> usize {
        self.line.nodes[self.line.nodes.len() - 1]
    }

    pub(super) fn proof(&self) -> Proof {
        Proof::line(self.version, self.last())
    }

    /// The moves of the mated side.
    pub(super) fn replies<'b>(
        &'b self,
        story: &'b Story,
    ) -> impl Iterator<Item = (usize, &'b Node)> {
        let all = self.line.nodes.iter().enumerate();
        all.map(|(place, number)| (place, story.node(*number)))
            .filter(move |(_, node)| node.side == self.side)
    }
}

/// The lines of these phases that end in the mate meant, without duals.
pub(super) fn mated_in<'a>(story: &'a Story, wanted: impl Fn(&Phase) -> bool) -> Vec<Mated<'a>> {
    let mut all = Vec::new();
    if !story.is_orthodox {
        return all;
    }
    for (number, phase) in story.phases.iter().enumerate() {
        if !wanted(phase) {
            continue;
        }
        for line in phase.lines.iter().filter(|line| !line.is_threat) {
            let Some(last) = line.nodes.last() else {
                continue;
            };
            let node = story.node(*last);
            let is_chosen = line
                .nodes
                .iter()
                .map(|number| story.node(*number))
                .all(|node| node.role != Role::Answer || node.is_only);
            if line.goal != Some(Goal::Mate) || !is_chosen {
                continue;
            }
            if let Some(board) = node.after.board()
                && board.is_mate(!node.side)
            {
                all.push(Mated {
                    phase: number,
                    version: phase.version,
                    line,
                    board,
                    side: !node.side,
                });
            }
        }
    }
    all
}

pub(super) fn mated(story: &Story) -> Vec<Mated<'_>> {
    mated_in(story, |phase| phase.kind == PhaseKindOfStory::Actual)
}

/// A line that a man of the mated side closes, and without which the mate fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    /// The man that closes it.
    pub by: Unit,
    /// Where.
    pub on: usize,
    /// The man shut off.
    pub rider: Unit,
    rider_on: usize,
    /// The place of the move that closes it in the line.
    pub place: usize,
}

/// The closings by moves of the mated side that the mate needs.
pub(super) fn closings(story: &Story, end: &Mated<'_>, with_captures: bool) -> Vec<Closed> {
    let mut found = Vec::new();
    for (place, node) in end.replies(story) {
        let on = node.to.index();
        let Some(by) = end.board.on(on).filter(|unit| Some(unit.id) == node.man) else {
            continue;
        };
        if node.captured.is_some() && !with_captures || node.castled.is_some() {
            continue;
        }
        let without = end.board.without(on);
        let replies = without.legal(end.side).into_iter();
        for reply in replies.filter(|reply| is_between(on, reply.from, reply.to)) {
            let Some(rider) = without.on(reply.from) else {
                continue;
            };
            let known = |closed: &Closed| closed.rider.id == rider.id && closed.on == on;
            // A line that was not open before the move was not closed by it.
            let opened = node
                .before
                .board()
                .and_then(|before| before.find(rider.id).map(|from| (before, from)))
                .is_some_and(|(before, from)| reaches_over(&before, from, on, node.from.index()));
            if rider.id != by.id && !found.iter().any(known) && (opened || node.captured.is_some())
            {
                found.push(Closed {
                    by,
                    on,
                    rider,
                    rider_on: reply.from,
                    place,
                });
            }
        }
    }
    found
}

/// Whether a man reached a square, the mover being away.
fn reaches_over(board: &Board, from: usize, to: usize, mover: usize) -> bool {
    let board = board.without(mover);
    let unit = board.on(from);
    match unit.map(|unit| unit.kind) {
        Some(Kind::Pawn) => true,
        Some(_) => board.attacks(from) & 1 << to != 0,
        None => false,
    }
}

fn interference(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        for closed in closings(story, &end, false) {
            proofs.push(
                end.proof()
                    .on([closed.on])
                    .by([closed.by.id, closed.rider.id]),
            );
        }
    }
    proofs
}

fn is_grimshaw(one: Kind, other: Kind) -> bool {
    matches!(
        (one, other),
        (Kind::Rook, Kind::Bishop) | (Kind::Bishop, Kind::Rook)
    )
}

fn is_pawn_grimshaw(one: Kind, other: Kind) -> bool {
    matches!(
        (one, other),
        (Kind::Pawn, Kind::Bishop) | (Kind::Bishop, Kind::Pawn)
    )
}

/// Men that move alike on the lines concerned: two rooks, two bishops, or a queen with either.
fn is_plachutta(one: Kind, other: Kind) -> bool {
    matches!(
        (one, other),
        (Kind::Rook, Kind::Rook)
            | (Kind::Bishop, Kind::Bishop)
            | (Kind::Queen, Kind::Rook | Kind::Bishop)
            | (Kind::Rook | Kind::Bishop, Kind::Queen)
    )
}

/// Two men shut each other off on one square, each in its own line of play.
fn mutual(story: &Story, fits: fn(Kind, Kind) -> bool) -> Vec<Proof> {
    let ends = mated(story);
    let all: Vec<(usize, Closed)> = ends
        .iter()
        .enumerate()
        .flat_map(|(place, end)| {
            let closed = closings(story, end, false);
            closed.into_iter().map(move |closed| (place, closed))
        })
        .collect();
    let mut proofs = Vec::new();
    for (index, (one_place, one)) in all.iter().enumerate() {
        for (other_place, other) in &all[index + 1..] {
            let (first, second) = (&ends[*one_place], &ends[*other_place]);
            let together = first.phase == second.phase || story.is_help();
            let crossed = one.by.id == other.rider.id && other.by.id == one.rider.id;
            if together && crossed && one.on == other.on && fits(one.by.kind, other.by.kind) {
                proofs.push(
                    first
                        .proof()
                        .and_line(second.version, second.last())
                        .on([one.on])
                        .by([one.by.id, other.by.id]),
                );
            }
        }
    }
    proofs
}

/// One of two like men shuts the other off on the square where their lines cross.
fn holzhausen(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        for closed in closings(story, &end, false) {
            let node = story.node(end.line.nodes[closed.place]);
            let lines_cross = line(node.from.index(), node.to.index()).map(|(way, _)| way.abs())
                != line(closed.rider_on, closed.on).map(|(way, _)| way.abs());
            let like = is_plachutta(closed.by.kind, closed.rider.kind);
            if like && lines_cross {
                proofs.push(
                    end.proof()
                        .on([closed.on])
                        .by([closed.by.id, closed.rider.id]),
                );
            }
        }
    }
    proofs
}

/// A man is sacrificed where two lines of the other side cross; whoever captures it shuts the other off.
fn sacrifice(story: &Story, fits: fn(Kind, Kind) -> bool) -> Vec<Proof> {
    let ends = mated(story);
    let mut all: Vec<(usize, usize, Closed)> = Vec::new();
    for (number, end) in ends.iter().enumerate() {
        for closed in closings(story, end, true) {
            let Some(before) = closed.place.checked_sub(1) else {
                continue;
            };
            let (white, black) = (end.line.nodes[before], end.line.nodes[closed.place]);
            let (came, takes) = (story.node(white), story.node(black));
            let is_taken = takes
                .captured
                .is_some_and(|(victim, on)| Some(victim.id) == came.man && on == came.to);
            if is_taken && came.captured.is_none() && came.to.index() == closed.on {
                all.push((number, white, closed));
            }
        }
    }
    let mut proofs = Vec::new();
    for (index, (one_end, one_white, one)) in all.iter().enumerate() {
        for (other_end, other_white, other) in &all[index + 1..] {
            let crossed = one.by.id == other.rider.id && other.by.id == one.rider.id;
            if one_white == other_white && crossed && fits(one.by.kind, other.by.kind) {
                let second = &ends[*other_end];
                proofs.push(
                    ends[*one_end]
                        .proof()
                        .and_line(second.version, second.last())
                        .on([one.on])
                        .by([one.by.id, other.by.id]),
                );
            }
        }
    }
    proofs
}

/// A line mover passes over a square where it is shut off later.
fn critical_move(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        for closed in closings(story, &end, false) {
            let moves = end.line.nodes[..closed.place]
                .iter()
                .map(|number| story.node(*number));
            let passed = moves
                .filter(|node| node.man == Some(closed.rider.id))
                .any(|node| is_between(closed.on, node.from.index(), node.to.index()));
            if passed {
                proofs.push(
                    end.proof()
                        .on([closed.on])
                        .by([closed.by.id, closed.rider.id]),
                );
            }
        }
    }
    proofs
}

/// A man of the mated side goes to a square beside its king that the king could use otherwise.
fn self_block(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let Some(king) = end.board.king(end.side) else {
            continue;
        };
        for (_, node) in end.replies(story) {
            let on = node.to.index();
            let is_there = end
                .board
                .on(on)
                .is_some_and(|unit| Some(unit.id) == node.man && unit.kind != Kind::King);
            let beside = Board::field(king).any(|field| field == on);
            if is_there && beside && end.board.without(on).flights(end.side).contains(&on) {
                proofs.push(end.proof().on([on]).by(node.man));
            }
        }
    }
    proofs
}

/// A man of the mated side goes to a square where it is pinned, and the mate needs the pin.
fn self_pin(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        for pin in end.board.pins(end.side) {
            let Some(unit) = end.board.on(pin.man) else {
                continue;
            };
            let pinned_by_itself = end.replies(story).any(|(_, node)| {
                let after = node.after.board();
                let is_pinned = after.is_some_and(|after| {
                    let pins = after.pins(end.side);
                    pins.iter()
                        .any(|other| (other.man, other.by) == (pin.man, pin.by))
                });
                node.man == Some(unit.id) && node.to.index() == pin.man && is_pinned
            });
            if pinned_by_itself && is_pin_needed(&end.board, end.side, &pin) {
                proofs.push(end.proof().on([pin.man]).by([unit.id]));
            }
        }
    }
    proofs
}

/// Of two men on a line between their king and a line mover each moves once, and the mate needs the pin of the other.
fn half_pin(story: &Story) -> Vec<Proof> {
    let ends = mated(story);
    let mut halves: Vec<(usize, u8, u8, u8)> = Vec::new();
    for (number, end) in ends.iter().enumerate() {
        for pin in end.board.pins(end.side) {
            if !is_pin_needed(&end.board, end.side, &pin) {
                continue;
            }
            let (Some(pinned), Some(by)) = (end.board.on(pin.man), end.board.on(pin.by)) else {
                continue;
            };
            for (_, node) in end.replies(story) {
                let Some(before) = node.before.board() else {
                    continue;
                };
                if let (Some(left), Some(rear), Some(king)) =
                    (node.man, before.find(by.id), before.king(end.side))
                {
                    let between: Vec<u8> = Board::between(rear, king)
                        .into_iter()
                        .filter_map(|on| before.on(on))
                        .filter(|unit| unit.side == end.side)
                        .map(|unit| unit.id)
                        .collect();
                    let all = Board::between(rear, king)
                        .into_iter()
                        .filter(|on| before.on(*on).is_some())
                        .count();
                    let is_half = between.len() == 2
                        && all == 2
                        && between.contains(&left)
                        && between.contains(&pinned.id)
                        && left != pinned.id
                        && before.sees_along(rear, king)
                        && !is_between(node.to.index(), rear, king);
                    if is_half {
                        halves.push((number, left, pinned.id, by.id));
                    }
                }
            }
        }
    }
    let mut proofs = Vec::new();
    for (index, (one, left, pinned, by)) in halves.iter().enumerate() {
        for (other, other_left, other_pinned, other_by) in &halves[index + 1..] {
            let (first, second) = (&ends[*one], &ends[*other]);
            let together = first.phase == second.phase || story.is_help();
            if together && by == other_by && left == other_pinned && pinned == other_left {
                proofs.push(
                    first
                        .proof()
                        .and_line(second.version, second.last())
                        .by([*left, *pinned]),
                );
            }
        }
    }
    proofs
}

/// A defence unpins a man of the forcing side, which then mates.
fn unpin_by_defence(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let [.., defence, mate] = end.line.nodes[..] else {
            continue;
        };
        let (defence, mate) = (story.node(defence), story.node(mate));
        let (Some(before), Some(after)) = (defence.before.board(), defence.after.board()) else {
            continue;
        };
        let pinned = |board: &Board| {
            let pins = board.pins(!end.side).into_iter();
            pins.filter(|pin| board.on(pin.man).map(|unit| unit.id) == mate.man)
                .collect::<Vec<_>>()
        };
        // The mate must have been out of the question under the pin.
        let bound = pinned(&before)
            .iter()
            .any(|pin| !is_between(mate.to.index(), pin.by, pin.king) && mate.to.index() != pin.by);
        if bound && pinned(&after).is_empty() && defence.side == end.side {
            proofs.push(end.proof().by(mate.man.into_iter().chain(defence.man)));
        }
    }
    proofs
}

/// In help play a move unpins another man, which moves later and could not have done so under the pin.
fn unpin_in_help(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox || !story.is_help() {
        return proofs;
    }
    for (phase, line) in story.solutions() {
        let moves: Vec<&Node> = line
            .nodes
            .iter()
            .map(|number| story.node(*number))
            .collect();
        for (place, node) in moves.iter().enumerate() {
            let (Some(before), Some(after)) = (node.before.board(), node.after.board()) else {
                continue;
            };
            for pin in [Side::White, Side::Black]
                .iter()
                .flat_map(|side| before.pins(*side))
            {
                let Some(unit) = before.on(pin.man).filter(|unit| Some(unit.id) != node.man) else {
                    continue;
                };
                let stands = after.on(pin.man).map(|unit| unit.id) == Some(unit.id);
                let is_free = after
                    .pins(unit.side)
                    .iter()
                    .all(|other| other.man != pin.man);
                let moves_later = moves[place + 1..]
                    .iter()
                    .position(|later| later.man == Some(unit.id))
                    .map(|later| place + 1 + later);
                if let Some(later) = moves_later.filter(|_| stands && is_free) {
                    let to = moves[later].to.index();
                    if to != pin.by && !is_between(to, pin.by, pin.king) {
                        let men = [unit.id].into_iter().chain(node.man);
                        proofs.push(
                            Proof::line(story.phases[phase].version, line.nodes[later]).by(men),
                        );
                    }
                }
            }
        }
    }
    dedup(proofs)
}

/// The mating move unpins a man of the mated side, which cannot help because the defence has shut it off. The unpin is
/// direct if the pinning man leaves the line, indirect if another man steps between.
fn unpinning_mate(story: &Story, indirect: bool) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let mate = story.node(end.last());
        let Some(before) = mate.before.board() else {
            continue;
        };
        let shut = closings(story, &end, true);
        for pin in before.pins(end.side) {
            let Some(unit) = before.on(pin.man) else {
                continue;
            };
            let still = end
                .board
                .pins(end.side)
                .iter()
                .any(|other| end.board.on(other.man).map(|unit| unit.id) == Some(unit.id));
            let by_pinner = mate.from.index() == pin.by;
            let between = is_between(mate.to.index(), pin.by, pin.king);
            let fits = match indirect {
                false => by_pinner && !between,
                true => !by_pinner && between,
            };
            let closed = shut.iter().find(|closed| {
                closed.rider.id == unit.id && closed.place + 2 == end.line.nodes.len()
            });
            if let Some(closed) = closed
                && fits
                && !still
            {
                proofs.push(end.proof().on([closed.on]).by([unit.id, closed.by.id]));
            }
        }
    }
    proofs
}

/// The defender pins one of his men so that the threat would unpin it; the mate then needs the pin. The threat is made by
/// the pinning man, or by another one.
fn unpinning_threat(story: &Story, by_pinner: bool) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let [.., defence, _] = end.line.nodes[..] else {
            continue;
        };
        let node = story.node(defence);
        let phase = &story.phases[end.phase];
        let [threat] = phase.threats[..] else {
            continue;
        };
        let threat = story.node(threat);
        let (Some(after), Some(man)) = (node.after.board(), node.man) else {
            continue;
        };
        if node.role != Role::Defence
            || threat.goal != Some(Goal::Mate)
            || end.line.nodes.len() != 3
        {
            continue;
        }
        let pin = after
            .pins(end.side)
            .into_iter()
            .find(|pin| pin.man == node.to.index());
        let Some(pin) = pin else { continue };
        let was_pinned = node.before.board().is_some_and(|before| {
            before
                .pins(end.side)
                .iter()
                .any(|pin| pin.man == node.from.index())
        });
        let executed = after.after(super::board::Reply {
            from: threat.from.index(),
            to: threat.to.index(),
            captured: after.on(threat.to.index()).map(|_| threat.to.index()),
        });
        let replies = executed.legal(end.side);
        let by_unpinned = !replies.is_empty()
            && replies
                .iter()
                .all(|reply| executed.on(reply.from).map(|unit| unit.id) == Some(man));
        let unpins = !executed
            .pins(end.side)
            .iter()
            .any(|pin| executed.on(pin.man).map(|unit| unit.id) == Some(man));
        let final_pin = end
            .board
            .pins(end.side)
            .into_iter()
            .find(|other| other.man == pin.man);
        let needed = final_pin.is_some_and(|pin| is_pin_needed(&end.board, end.side, &pin));
        let leaves = threat.from.index() == pin.by;
        if !was_pinned && by_unpinned && unpins && needed && leaves == by_pinner {
            proofs.push(end.proof().on([pin.man]).by([man]));
        }
    }
    proofs
}

/// A battery gives mate or checks on the way: the front man moves and the rear man checks.
fn battery_play(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for fired in firings(story) {
        proofs.push(
            Proof::line(fired.version, fired.number)
                .on([fired.rear_on])
                .by([fired.rear, fired.front]),
        );
    }
    proofs
}

/// A battery that is fired.
pub(super) struct Fired {
    pub version: usize,
    pub number: usize,
    pub rear: u8,
    rear_on: usize,
    pub front: u8,
    pub side: Side,
}

pub(super) fn firings(story: &Story) -> Vec<Fired> {
    let mut all: Vec<Fired> = Vec::new();
    if !story.is_orthodox {
        return all;
    }
    for (phase, line) in story.solutions() {
        for number in &line.nodes {
            let node = story.node(*number);
            if !story.is_chosen(node)
                || !node.checks()
                || all.iter().any(|fired| fired.number == *number)
            {
                continue;
            }
            let Some(board) = node.after.board() else {
                continue;
            };
            if let (Some(rear_on), Some(front)) = (fires(node, &board, !node.side), node.man)
                && let Some(rear) = board.on(rear_on)
            {
                all.push(Fired {
                    version: story.phases[phase].version,
                    number: *number,
                    rear: rear.id,
                    rear_on,
                    front,
                    side: node.side,
                });
            }
        }
    }
    all
}

/// The battery that is fired was not there in the diagram: one of its men moved to make it.
fn battery_creation(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for fired in firings(story) {
        let path = path_to(story, fired.number);
        let stands = |node: &Node| {
            let board = node.after.board()?;
            is_battery(&board, fired.side, fired.rear, fired.front)
        };
        let start = &story.starts[fired.version];
        let at_first = start
            .board()
            .and_then(|board| is_battery(&board, fired.side, fired.rear, fired.front));
        let made = path[..path.len() - 1].iter().find(|number| {
            let node = story.node(**number);
            let by_own = node.side == fired.side
                && (node.man == Some(fired.rear) || node.man == Some(fired.front));
            by_own && stands(node).is_some() && !is_battery_before(node, &fired)
        });
        if at_first.is_none() && made.is_some() {
            proofs.push(
                Proof::line(fired.version, fired.number)
                    .on([fired.rear_on])
                    .by([fired.rear, fired.front]),
            );
        }
    }
    proofs
}

fn is_battery_before(node: &Node, fired: &Fired) -> bool {
    let board = node.before.board();
    board.is_some_and(|board| is_battery(&board, fired.side, fired.rear, fired.front).is_some())
}

/// The square of the rear man, if these two are a battery aimed at the other king.
fn is_battery(board: &Board, side: Side, rear: u8, front: u8) -> Option<usize> {
    let (rear, front, king) = (board.find(rear)?, board.find(front)?, board.king(!side)?);
    let others = Board::between(rear, king)
        .into_iter()
        .filter(|on| board.on(*on).is_some())
        .count();
    let holds = is_between(front, rear, king)
        && others == 1
        && board.on(rear)?.kind.is_rider()
        && board.sees_along(rear, king);
    holds.then_some(rear)
}

fn path_to(story: &Story, last: usize) -> Vec<usize> {
    let mut path = vec![last];
    while let Some(parent) = story.node(path[path.len() - 1]).parent {
        path.push(parent);
    }
    path.reverse();
    path
}

/// Of two front men on a line each moves once, and then the other fires the battery that is left.
fn half_battery(story: &Story) -> Vec<Proof> {
    let mut found: Vec<(Fired, u8)> = Vec::new();
    for fired in firings(story) {
        let path = path_to(story, fired.number);
        for number in &path[..path.len() - 1] {
            let node = story.node(*number);
            let (Some(before), Some(left)) = (node.before.board(), node.man) else {
                continue;
            };
            let (Some(rear), Some(king)) = (before.find(fired.rear), before.king(!fired.side))
            else {
                continue;
            };
            let men: Vec<Unit> = Board::between(rear, king)
                .into_iter()
                .filter_map(|on| before.on(on))
                .collect();
            let is_half = men.len() == 2
                && men.iter().all(|unit| unit.side == fired.side)
                && men.iter().any(|unit| unit.id == left)
                && men.iter().any(|unit| unit.id == fired.front)
                && left != fired.front
                && before.sees_along(rear, king)
                && !is_between(node.to.index(), rear, king);
            if is_half && story.is_chosen(node) {
                found.push((fired, left));
                break;
            }
        }
    }
    let mut proofs = Vec::new();
    for (index, (one, left)) in found.iter().enumerate() {
        for (other, other_left) in &found[index + 1..] {
            if one.rear == other.rear && one.front == *other_left && other.front == *left {
                proofs.push(
                    Proof::line(one.version, one.number)
                        .and_line(other.version, other.number)
                        .by([one.rear, one.front, other.front]),
                );
            }
        }
    }
    proofs
}

/// The mating man opens a line on which a man behind it guards a square beside the king, and the mate needs that.
fn indirect_battery(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let mate = story.node(end.last());
        let Some(king) = end.board.king(end.side) else {
            continue;
        };
        let from = mate.from.index();
        if end.board.on(from).is_some() || mate.castled.is_some() {
            continue;
        }
        // A man put back on the square left shuts the line again.
        let Some(unit) = end.board.on(mate.to.index()) else {
            continue;
        };
        let dummy = Unit {
            kind: Kind::Pawn,
            ..unit
        };
        let shut = end.board.with(from, dummy);
        let flights = shut.flights(end.side);
        for flight in flights.into_iter().filter(|on| *on != from) {
            let riders = end.board.guards(flight, king);
            let [rear] = riders[..] else { continue };
            let is_rider = end.board.on(rear).is_some_and(|unit| unit.kind.is_rider());
            if is_rider && rear != mate.to.index() && is_between(from, rear, flight) {
                let men = [end.board.on(rear).map(|unit| unit.id), mate.man];
                proofs.push(end.proof().on([flight]).by(men.into_iter().flatten()));
            }
        }
    }
    proofs
}

/// A line mover passes over a square, another man of its side goes there, and its leaving checks.
fn indian(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for fired in firings(story) {
        let path = path_to(story, fired.number);
        let last = story.node(fired.number);
        let square = last.from.index();
        let came = path[..path.len() - 1].iter().position(|number| {
            let node = story.node(*number);
            node.man == Some(fired.front) && node.to.index() == square && story.is_chosen(node)
        });
        let Some(came) = came else { continue };
        let passed = path[..came].iter().any(|number| {
            let node = story.node(*number);
            node.man == Some(fired.rear)
                && story.is_chosen(node)
                && is_between(square, node.from.index(), node.to.index())
        });
        if passed {
            proofs.push(
                Proof::line(fired.version, fired.number)
                    .on([square])
                    .by([fired.rear, fired.front]),
            );
        }
    }
    proofs
}

/// A man withdraws along a line over a square, another comes to that square, and goes back the other way with the first
/// behind it.
fn doubling(story: &Story, fits: fn(Kind, Kind) -> bool) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox {
        return proofs;
    }
    for (phase, moves) in story.solutions() {
        let nodes: Vec<(usize, &Node)> = moves
            .nodes
            .iter()
            .map(|number| (*number, story.node(*number)))
            .filter(|(_, node)| story.is_chosen(node))
            .collect();
        for (i, (_, first)) in nodes.iter().enumerate() {
            for (j, (_, second)) in nodes.iter().enumerate().skip(i + 1) {
                let same_side = first.side == second.side && first.man != second.man;
                let square = second.to.index();
                if !same_side || !is_between(square, first.from.index(), first.to.index()) {
                    continue;
                }
                let Some((way, _)) = line(first.from.index(), first.to.index()) else {
                    continue;
                };
                let third = nodes
                    .iter()
                    .skip(j + 1)
                    .find(|(_, node)| node.man == second.man);
                let Some((last, third)) = third else { continue };
                let Some((back, _)) = line(third.from.index(), third.to.index()) else {
                    continue;
                };
                let (Some(rear), Some(front)) = (Kind::of(first.piece), Kind::of(second.piece))
                else {
                    continue;
                };
                let comes_from_outside = line(second.from.index(), first.to.index())
                    .is_none_or(|(other, _)| other != way && other != -way);
                let rear_waits = third.before.on(first.to).map(|man| man.id) == first.man;
                let supports = third.after.board().is_some_and(|board| {
                    board.attacks(first.to.index()) & 1 << third.to.index() != 0
                });
                let riders = rear.is_rider() && front.is_rider();
                if riders
                    && back == -way
                    && third.from.index() == square
                    && comes_from_outside
                    && rear_waits
                    && supports
                    && fits(rear, front)
                {
                    proofs.push(
                        Proof::line(story.phases[phase].version, *last)
                            .on([square, first.to.index()])
                            .by(first.man.into_iter().chain(second.man)),
                    );
                }
            }
        }
    }
    dedup(proofs)
}

/// A defence opens a line of the forcing side, and the mate needs it.
fn line_opening(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let [.., defence, _] = end.line.nodes[..] else {
            continue;
        };
        let (node, mate) = (story.node(defence), story.node(end.last()));
        let from = node.from.index();
        if node.role != Role::Defence || node.piece.is_royal() || end.board.on(from).is_some() {
            continue;
        }
        let Some(unit) = node.man.zip(end.board.on(mate.to.index())) else {
            continue;
        };
        let dummy = Unit {
            id: unit.0,
            side: end.side,
            kind: Kind::Pawn,
        };
        let shut = end.board.with(from, dummy);
        let king = end.board.king(end.side);
        // What the man put back could do itself does not matter.
        let escapes = shut
            .legal(end.side)
            .into_iter()
            .find(|reply| reply.from != from);
        let Some((escape, king)) = escapes.zip(king) else {
            continue;
        };
        let aim = if escape.from == king { escape.to } else { king };
        let riders = end.board.men_of(!end.side).filter(|(on, unit)| {
            unit.kind.is_rider() && is_between(from, *on, aim) && end.board.sees_along(*on, aim)
        });
        let riders: Vec<u8> = riders.map(|(_, unit)| unit.id).collect();
        if !riders.is_empty() {
            proofs.push(
                end.proof()
                    .on([from])
                    .by(riders.into_iter().chain(node.man)),
            );
        }
    }
    proofs
}

/// The key only makes room: another man of its side mates on the square it left, in a line where the key man does nothing
/// more.
fn square_vacation(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let Some(key) = end.line.nodes.first().map(|number| story.node(*number)) else {
            continue;
        };
        let last = story.node(end.last());
        let is_key = key.role == Role::First && end.line.nodes.len() > 1;
        if is_key && last.to == key.from && last.man != key.man && last.side == key.side {
            proofs.push(
                end.proof()
                    .on([key.from.index()])
                    .by(key.man.into_iter().chain(last.man)),
            );
        }
    }
    proofs
}

pub(super) fn dedup(proofs: Vec<Proof>) -> Vec<Proof> {
    let mut seen = BTreeSet::new();
    proofs
        .into_iter()
        .filter(|proof| seen.insert(proof.clone()))
        .collect()
}
