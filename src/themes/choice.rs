//! Themes of a choice between mates and of white lines that are closed and opened: dual avoidance, Java, Barulin, Somov, valves.
//!
//! All of them are about two-movers of orthodox play: what would happen is played on the board.

use super::battle::{is_two_mover, mates_after};
use super::board::{Board, Kind, Reply, Unit, is_between};
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{Node, Phase, Story};
use super::strategy::{closings, mated};
use crate::board::Side;
use crate::problem::Goal;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("dual-avoidance", dual_avoidance),
    Recogniser::new("java", java),
    Recogniser::new("barulin", barulin),
    Recogniser::new("somov", somov),
    Recogniser::new("valve", |story| valves(story, true)),
    Recogniser::new("bivalve", |story| valves(story, false)),
];

/// A defence with its only mate, which is no threat.
struct Variation<'a> {
    mate: usize,
    defence: &'a Node,
    answer: &'a Node,
    /// The position after the defence.
    board: Board,
}

/// The play after a key: the position then, who forces, and the variations.
struct Play<'a> {
    phase: &'a Phase,
    board: Board,
    side: Side,
    variations: Vec<Variation<'a>>,
}

/// The variations of the two-movers of a story, phase by phase.
fn phases(story: &Story) -> Vec<Play<'_>> {
    let mut all = Vec::new();
    if !story.is_orthodox {
        return all;
    }
    for phase in story.actual() {
        let (Some(key), true) = (phase.key, is_two_mover(story, phase)) else {
            continue;
        };
        let key = story.node(key);
        let Some(board) = key.after.board() else {
            continue;
        };
        let is_threat = |answer: &Node| {
            let mut threats = phase.threats.iter();
            threats.any(|threat| story.node(*threat).same_as(answer))
        };
        let variations = phase.defences.iter().filter_map(|number| {
            let (defence, mate) = (story.node(*number), story.answer(*number)?);
            let answer = story.node(mate);
            let is_plain = !is_threat(answer) && answer.castled.is_none();
            let board = defence.after.board().filter(|_| is_plain)?;
            Some(Variation {
                mate,
                defence,
                answer,
                board,
            })
        });
        let variations = variations.collect();
        all.push(Play {
            phase,
            board,
            side: key.side,
            variations,
        });
    }
    all
}

/// Every two variations with different mates.
fn pairs<'a, 'b>(
    all: &'b [Variation<'a>],
) -> impl Iterator<Item = (&'b Variation<'a>, &'b Variation<'a>)> {
    let numbered = all.iter().enumerate();
    numbered
        .flat_map(move |(place, one)| all[place + 1..].iter().map(move |other| (one, other)))
        .filter(|(one, other)| {
            !one.answer.same_as(other.answer) && !one.answer.is_like(other.answer)
        })
}

impl Play<'_> {
    /// Two variations as evidence, with the men that defend.
    fn proof(&self, one: &Variation<'_>, other: &Variation<'_>) -> Proof {
        Proof::line(self.phase.version, one.mate)
            .and_line(self.phase.version, other.mate)
            .by(one.defence.man.into_iter().chain(other.defence.man))
    }

    /// The first two variations that are like this as evidence, if there are two.
    fn two_that(&self, is_thematic: impl Fn(&Variation<'_>) -> bool) -> Option<Proof> {
        let mut found = self.variations.iter().filter(|one| is_thematic(one));
        Some(self.proof(found.next()?, found.next()?))
    }
}

/// A stand-in for a man that left a square: put there, it shuts the line that was opened.
fn stopper(id: u8, side: Side) -> Unit {
    Unit {
        id,
        side,
        kind: Kind::Pawn,
    }
}

/// Whether a rider guards a square beside the king along a line over another square.
fn guards_over(board: &Board, king: usize, flight: usize, over: usize) -> bool {
    board.guards(flight, king).into_iter().any(|rider| {
        board.on(rider).is_some_and(|unit| unit.kind.is_rider()) && is_between(over, rider, flight)
    })
}

/// The position after a mate was tried, if it can be played there.
fn tried(board: &Board, mate: &Node, side: Side) -> Option<Board> {
    let (from, to) = (mate.from.index(), mate.to.index());
    board
        .on(from)
        .filter(|unit| Some(unit.id) == mate.man)
        .and_then(|_| {
            let mut steps = board.steps(side).into_iter();
            steps.find(|step| (step.from, step.to) == (from, to))
        })
        .map(|step| board.after(step))
        .filter(|after| !after.in_check(side))
}

/// Two defences whose men, gone from the board, would allow both mates; each of them leaves one, and the other fails to a
/// move of another man.
fn dual_avoidance(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for play in phases(story) {
        let side = play.side;
        let allows_both = |man: &Variation<'_>, mates: [&Node; 2]| {
            let home = man.defence.from.index();
            mates_after(&play.board.without(home), side, &mates).len() == 2
        };
        let avoids = |man: &Variation<'_>, mate: &Node| {
            let spoiled = tried(&man.board, mate, side);
            spoiled.is_some_and(|after| {
                let replies = after.legal(!side);
                after.in_check(!side)
                    && !replies.is_empty()
                    && replies
                        .iter()
                        .all(|reply| reply.from != man.defence.to.index())
            })
        };
        for (one, other) in pairs(&play.variations) {
            let is_king = one.defence.piece.is_royal() || other.defence.piece.is_royal();
            let mates = [one.answer, other.answer];
            if !is_king
                && allows_both(one, mates)
                && allows_both(other, mates)
                && avoids(one, other.answer)
                && avoids(other, one.answer)
            {
                proofs.push(play.proof(one, other));
            }
        }
    }
    proofs
}

/// The flights that the king has because a defence and then a mate shut two lines to them.
fn doubly_shut(board: &Board, defence: usize, mate: &Node, side: Side) -> Vec<usize> {
    let Some(after) = tried(board, mate, side) else {
        return Vec::new();
    };
    let Some(king) = after.king(!side) else {
        return Vec::new();
    };
    let shuts = |flight: usize, on: usize| {
        on != flight && guards_over(&after.without(on), king, flight, on)
    };
    let flights = after.flights(!side).into_iter();
    flights
        .filter(|flight| shuts(*flight, defence) && shuts(*flight, mate.to.index()))
        .collect()
}

/// Two defences each shut a white line to one square beside the king; each time the mate must not shut the other one.
fn java(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for play in phases(story) {
        for (one, other) in pairs(&play.variations) {
            let shut = |first: &Variation<'_>, second: &Variation<'_>| {
                let on = first.defence.to.index();
                doubly_shut(&first.board, on, second.answer, play.side)
            };
            let squares = shut(one, other);
            let others = shut(other, one);
            let both: Vec<usize> = squares
                .into_iter()
                .filter(|on| others.contains(on))
                .collect();
            if !both.is_empty() {
                proofs.push(play.proof(one, other).on(both));
            }
        }
    }
    proofs
}

/// A square beside the king is guarded along two white lines; the threat shuts one, two defences at least the other.
fn barulin(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for play in phases(story) {
        for threat in &play.phase.threats {
            let threat = story.node(*threat);
            proofs.extend(play.two_that(|variation| {
                let on = variation.defence.to.index();
                !doubly_shut(&variation.board, on, threat, play.side).is_empty()
            }));
        }
    }
    proofs
}

/// A defence opens a white line to a square beside the king, so that the mate may shut another one; in two variations.
fn somov(story: &Story) -> Vec<Proof> {
    let plays = phases(story).into_iter();
    plays
        .filter_map(|play| play.two_that(|variation| opens_for(variation, play.side)))
        .collect()
}

/// Whether the mate may shut a line to a square beside the king because the defence opened another one to it.
fn opens_for(variation: &Variation<'_>, side: Side) -> bool {
    let from = variation.defence.from.index();
    let to = variation.answer.to.index();
    let (Some(end), Some(man)) = (variation.answer.after.board(), variation.defence.man) else {
        return false;
    };
    let Some(king) = end.king(!side).filter(|_| end.on(from).is_none()) else {
        return false;
    };
    let shut_again = end.with(from, stopper(man, !side));
    let mut flights = shut_again.flights(!side).into_iter();
    flights.any(|flight| {
        ![from, to].contains(&flight)
            && guards_over(&end, king, flight, from)
            && guards_over(&end.without(to), king, flight, to)
    })
}

/// A defence opens a line of a man of its side, which stops the threat, and shuts a line, which the mate needs: of the same
/// man in a valve, of another one in a bivalve.
fn valves(story: &Story, of_same: bool) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for end in mated(story) {
        let phase = &story.phases[end.phase];
        let ([_, defence, _], [threat]) = (&end.line.nodes[..], &phase.threats[..]) else {
            continue;
        };
        let (defence, threat) = (story.node(*defence), story.node(*threat));
        let side = threat.side;
        let (Some(board), Some(man)) = (defence.after.board(), defence.man) else {
            continue;
        };
        let from = defence.from.index();
        if threat.goal != Some(Goal::Mate) || board.on(from).is_some() {
            continue;
        }
        let stops = tried(&board, threat, side).map(|after| after.legal(!side));
        let shut = tried(&board.with(from, stopper(man, !side)), threat, side);
        let works = shut.is_some_and(|after| {
            let mut replies = after.legal(!side).into_iter();
            after.in_check(!side) && replies.all(|reply| reply.from == from)
        });
        let Some(stops) = stops.filter(|_| works) else {
            continue;
        };
        let over = |reply: &Reply| {
            let unit = board.on(reply.from)?;
            is_between(from, reply.from, reply.to).then_some(unit)
        };
        let opened: Vec<Unit> = stops.iter().filter_map(over).collect();
        for closed in closings(story, &end, false) {
            let fits = opened
                .iter()
                .find(|unit| (unit.id == closed.rider.id) == of_same);
            if let Some(unit) = fits.filter(|_| closed.place == 1) {
                proofs.push(
                    end.proof()
                        .on([from, closed.on])
                        .by([unit.id, closed.rider.id, man]),
                );
            }
        }
    }
    proofs
}
