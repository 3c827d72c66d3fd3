//! Themes of what a move is for: tempo moves, waiters, moves along pin lines, decoys, Siers batteries, white correction.

use super::battle::{changes, is_blocked, is_direct, set_phase};
use super::board::{Board, Kind, Unit};
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{LineOfStory, Node, Phase, PhaseKindOfStory, Role, Story};
use super::strategy::{dedup, firings, mated};
use crate::men::Piece;
use crate::problem::Goal;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("tempo-move", tempo_move),
    Recogniser::new("waiter", waiter),
    Recogniser::new("pseudo-two-mover", pseudo_two_mover),
    Recogniser::new("pelle-move", pelle_move),
    Recogniser::new("siers-battery", siers_battery),
    Recogniser::new("decoy", decoy),
    Recogniser::new("white-correction", white_correction),
];

/// A move of help play that changes nothing but the turn: without it the other moves lead to the same mate.
fn tempo_move(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox || !story.is_help() {
        return proofs;
    }
    for (phase, line) in story.solutions() {
        // With one move each there is no other time to wait for.
        if line.goal != Some(Goal::Mate) || line.nodes.len() < 3 {
            continue;
        }
        for (place, number) in line.nodes[..line.nodes.len() - 1].iter().enumerate() {
            let node = story.node(*number);
            let checked = node
                .before
                .board()
                .is_none_or(|board| board.in_check(node.side));
            if checked || node.captured.is_some() || node.checks() {
                continue;
            }
            if mates_without(story, line, place) == Some(true) {
                let version = story.phases[phase].version;
                proofs.push(Proof::line(version, *number).by(node.man));
            }
        }
    }
    dedup(proofs)
}

/// Whether the line mates if one of its moves is left out; nothing if it cannot be played so.
fn mates_without(story: &Story, line: &LineOfStory, left_out: usize) -> Option<bool> {
    let mut board = story.node(*line.nodes.first()?).before.board()?;
    for (place, number) in line.nodes.iter().enumerate() {
        let node = story.node(*number);
        if place != left_out {
            board = played(&board, node)?;
        }
    }
    let last = story.node(*line.nodes.last()?);
    Some(board.is_mate(!last.side))
}

/// The position after a move of the story, if it is legal here and does the same.
fn played(board: &Board, node: &Node) -> Option<Board> {
    let (from, to) = (node.from.index(), node.to.index());
    let unit = board
        .on(from)
        .filter(|unit| Some(unit.id) == node.man && node.castled.is_none())?;
    let mut legal = board.legal(node.side).into_iter();
    let step = legal.find(|step| (step.from, step.to) == (from, to))?;
    let after = board.after(step);
    match node.promotes {
        None => Some(after),
        Some(walk) => {
            let kind = Kind::of(Piece::usual(walk, node.side))?;
            Some(after.with(to, Unit { kind, ..unit }))
        }
    }
    .filter(|_| step.captured.is_some() == node.captured.is_some())
}

/// A complete block whose mates all stay: the key only waits.
fn waiter(story: &Story) -> Vec<Proof> {
    blocks(story, |story, set, phase| {
        let stays = |number: &usize| {
            let node = story.node(*number);
            let after = phase.defences.iter().map(|other| story.node(*other));
            after
                .into_iter()
                .any(|other| other.same_as(node) || other.is_like(node))
        };
        phase.is_zugzwang && changes(story, set, phase).is_empty() && set.defences.iter().all(stays)
    })
}

/// A three-mover in which every move of the defender is answered by mate at once, if only he had to move.
fn pseudo_two_mover(story: &Story) -> Vec<Proof> {
    blocks(story, |story, set, phase| {
        let asked = story.asked(phase.version);
        let mates = |number: &usize| {
            let children = story.node(*number).children.iter();
            children
                .map(|child| story.node(*child))
                .any(|child| child.goal.is_some())
        };
        asked.is_some_and(|asked| asked.length.moves == 3) && set.defences.iter().all(mates)
    })
}

/// The keys of direct play whose set play answers every move of the defender.
fn blocks(story: &Story, is_so: impl Fn(&Story, &Phase, &Phase) -> bool) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for phase in story.actual().filter(|phase| is_direct(story, phase)) {
        let (Some(set), Some(key)) = (set_phase(story, phase.version), phase.key) else {
            continue;
        };
        let is_block = story.is_orthodox && is_blocked(story, set, !story.node(key).side);
        if is_block && is_so(story, set, phase) {
            proofs.push(Proof::line(phase.version, key));
        }
    }
    proofs
}

/// A pinned man moves along the line of its pin and stays pinned.
fn pelle_move(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    if !story.is_orthodox {
        return proofs;
    }
    for (phase, line) in story.solutions() {
        for number in &line.nodes {
            let node = story.node(*number);
            let (Some(before), Some(after)) = (node.before.board(), node.after.board()) else {
                continue;
            };
            let pinner = |board: &Board, on: usize| {
                let pins = board.pins(node.side).into_iter();
                let by = pins.filter(|pin| pin.man == on).map(|pin| pin.by);
                by.filter_map(|by| board.on(by)).map(|unit| unit.id).next()
            };
            let (first, second) = (
                pinner(&before, node.from.index()),
                pinner(&after, node.to.index()),
            );
            if first.is_some() && first == second && story.is_chosen(node) {
                let version = story.phases[phase].version;
                proofs.push(
                    Proof::line(version, *number)
                        .on([node.from.index(), node.to.index()])
                        .by(node.man),
                );
            }
        }
    }
    dedup(proofs)
}

/// A battery opens and gives the king a flight that its front man guarded; he goes there, and the front man mates.
fn siers_battery(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for fired in firings(story) {
        let opens = story.node(fired.number);
        let Some(before) = opens.before.board() else {
            continue;
        };
        for reply in &opens.children {
            let flees = story.node(*reply);
            let mates = flees
                .children
                .iter()
                .map(|number| (*number, story.node(*number)));
            let guarded = before.attacks(opens.from.index()) & 1 << flees.to.index() != 0;
            for (last, mate) in mates {
                let again = mate.man == Some(fired.front) && mate.goal == Some(Goal::Mate);
                if flees.piece.is_royal() && guarded && again && mate.is_only {
                    proofs.push(Proof::line(fired.version, last).by([fired.rear, fired.front]));
                }
            }
        }
    }
    proofs
}

/// A sacrificed man draws a defender to its square, and the mate needs him to stand there, or to have left his own.
fn decoy(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        if story.is_help() || end.line.nodes.len() < 5 {
            continue;
        }
        for (place, takes) in end.replies(story) {
            let Some((victim, on)) = takes.captured.filter(|_| place > 0) else {
                continue;
            };
            let gave = story.node(end.line.nodes[place - 1]);
            let on = on.index();
            let is_drawn = Some(victim.id) == gave.man
                && gave.to.index() == on
                && story.is_chosen(gave)
                && !takes.piece.is_royal()
                && end.board.on(on).map(|unit| unit.id) == takes.man
                && place + 3 <= end.line.nodes.len();
            let home = takes.from.index();
            let Some(unit) = end.board.on(on).filter(|_| is_drawn) else {
                continue;
            };
            let gone = end.board.without(on);
            let back = end.board.on(home).is_none().then(|| gone.with(home, unit));
            let mate = story.node(end.last());
            let needed = !gone.is_mate(end.side)
                || back.is_some_and(|back| {
                    let is_aimed = mate.to.index() != home;
                    is_aimed && !back.is_mate(end.side)
                });
            if needed && takes.role == Role::Defence {
                proofs.push(end.proof().on([on]).by([victim.id, unit.id]));
            }
        }
    }
    dedup(proofs)
}

/// Moves of one man threaten the same; two of them at least fail to one reply, and a further one does not.
fn white_correction(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    let first = |phase: &Phase| phase.key.map(|key| story.node(key));
    let threat = |phase: &Phase| match phase.threats[..] {
        [only] => Some(story.node(only)),
        _ => None,
    };
    let only = |phase: &Phase| match phase.refutations[..] {
        [only] => Some(story.node(only)),
        _ => None,
    };
    for corrected in &story.phases {
        let (Some(key), Some(aim)) = (first(corrected), threat(corrected)) else {
            continue;
        };
        let alike = |phase: &&Phase| {
            phase.kind == PhaseKindOfStory::Try
                && phase.version == corrected.version
                && first(phase).is_some_and(|other| other.man == key.man && other.to != key.to)
                && threat(phase).is_some_and(|other| other.same_as(aim))
        };
        let random: Vec<&Phase> = story.phases.iter().filter(alike).collect();
        for (place, one) in random.iter().enumerate() {
            let Some(reply) = only(one) else { continue };
            let same = |other: &Node| other.same_as(reply);
            let shared = random[place + 1..]
                .iter()
                .find(|other| only(other).is_some_and(same));
            let meets = corrected
                .refutations
                .iter()
                .any(|other| same(story.node(*other)));
            let answered = corrected
                .defences
                .iter()
                .find(|other| same(story.node(**other)) && story.answer(**other).is_some());
            if let (Some(other), Some(answered), false) = (shared, answered, meets) {
                let lines = [one.key, other.key].into_iter().flatten();
                let proof = lines.fold(Proof::line(corrected.version, *answered), |proof, line| {
                    proof.and_line(corrected.version, line)
                });
                proofs.push(proof.by(key.man));
                break;
            }
        }
    }
    dedup(proofs)
}
