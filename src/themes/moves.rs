//! Themes of men on their way: round trips, stars, promotions, castlings, captures.
//!
//! Most of them need no more than who goes where, so they are recognised under any rules. In battle play only what the
//! forcing side chooses counts; what a defender may do anyway is no theme, but for the flights of a king and the moves
//! of a pawn or a knight.

use super::board::line;
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{LineOfStory, Node, PhaseKindOfStory, Role, State, Story};
use crate::board::{Side, Square};
use crate::men::{WalkId, walk_id};
use crate::problem::Goal;
use std::collections::{BTreeMap, BTreeSet};

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("switchback", switchback),
    Recogniser::new("round-trip", |story| cycle(story, false)),
    Recogniser::new("linear-cycle", |story| cycle(story, true)),
    Recogniser::new("place-exchange", place_exchange),
    Recogniser::new("corner-to-corner", corner_to_corner),
    Recogniser::new("four-corners", four_corners),
    Recogniser::new("star", |story| visits(story, &STAR, None)),
    Recogniser::new("big-star", |story| visits(story, &BIG_STAR, None)),
    Recogniser::new("cross", |story| visits(story, &CROSS, None)),
    Recogniser::new("big-cross", |story| visits(story, &BIG_CROSS, None)),
    Recogniser::new("knight-wheel", |story| {
        visits(story, &WHEEL, Some(walk_id::KNIGHT))
    }),
    Recogniser::new("star-flights", |story| flights(story, &STAR)),
    Recogniser::new("cross-flights", |story| flights(story, &CROSS)),
    Recogniser::new("albino", |story| pawn_task(story, Side::White)),
    Recogniser::new("pickaninny", |story| pawn_task(story, Side::Black)),
    Recogniser::new("excelsior", excelsior),
    Recogniser::new("promotion", |story| promotions(story, |_| true)),
    Recogniser::new("underpromotion", |story| {
        promotions(story, |walk| walk != walk_id::QUEEN)
    }),
    Recogniser::new("knight-promotion", |story| {
        promotions(story, |walk| walk == walk_id::KNIGHT)
    }),
    Recogniser::new("rook-promotion", |story| {
        promotions(story, |walk| walk == walk_id::ROOK)
    }),
    Recogniser::new("bishop-promotion", |story| {
        promotions(story, |walk| walk == walk_id::BISHOP)
    }),
    Recogniser::new("allumwandlung", allumwandlung),
    Recogniser::new("babson-task", babson),
    Recogniser::new("castling", |story| castlings(story, None)),
    Recogniser::new("long-castling", |story| castlings(story, Some(true))),
    Recogniser::new("short-castling", |story| castlings(story, Some(false))),
    Recogniser::new("valladao-task", valladao),
    Recogniser::new("en-passant", |story| chosen(story, |node| node.en_passant)),
    Recogniser::new("festina-lente", festina_lente),
    Recogniser::new("phoenix", phoenix),
    Recogniser::new("umnov", umnov),
    Recogniser::new("follow-my-leader", follow_my_leader),
    Recogniser::new("klasinc", klasinc),
    Recogniser::new("bristol", bristol),
    Recogniser::new("annihilation", annihilation),
    Recogniser::new("kniest", kniest),
    Recogniser::new("active-sacrifice", active_sacrifice),
    Recogniser::new("cross-check", cross_check),
    Recogniser::new("consecutive-checks", consecutive_checks),
    Recogniser::new("durbar", |story| one_man_plays(story, walk_id::KING)),
    Recogniser::new("amazon", |story| one_man_plays(story, walk_id::QUEEN)),
    Recogniser::new("crusader", |story| one_man_plays(story, walk_id::KNIGHT)),
    Recogniser::new("ceriani-frolkin", ceriani_frolkin),
    Recogniser::new("pronkin", pronkin),
];

const STAR: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const BIG_STAR: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
const CROSS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BIG_CROSS: [(i32, i32); 4] = [(0, 2), (0, -2), (2, 0), (-2, 0)];
const WHEEL: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// A move of a man in a line, with its place.
type Step<'a> = (usize, &'a Node);

/// The moves of a line with their numbers.
fn steps<'a>(story: &'a Story, line: &'a LineOfStory) -> impl Iterator<Item = Step<'a>> {
    let numbers = line.nodes.iter();
    numbers.map(|number| (*number, story.node(*number)))
}

/// The moves of each man along a line, if they were all chosen.
fn trips<'a>(story: &'a Story, line: &'a LineOfStory) -> BTreeMap<u8, Vec<Step<'a>>> {
    let mut trips: BTreeMap<u8, Vec<Step<'a>>> = BTreeMap::new();
    for number in &line.nodes {
        let node = story.node(*number);
        if let Some(man) = node.man.filter(|_| story.is_chosen_step(node)) {
            trips.entry(man).or_default().push((*number, node));
        }
    }
    trips
}

/// Looks at each line that solves; what was seen before is left out.
fn in_lines(story: &Story, find: impl Fn(usize, &LineOfStory) -> Vec<Proof>) -> Vec<Proof> {
    let lines = story.solutions();
    in_these(
        lines.map(|(phase, line)| (story.phases[phase].version, line)),
        find,
    )
}

fn in_these<'a>(
    lines: impl Iterator<Item = (usize, &'a LineOfStory)>,
    find: impl Fn(usize, &LineOfStory) -> Vec<Proof>,
) -> Vec<Proof> {
    let mut seen = BTreeSet::new();
    lines
        .flat_map(|(version, line)| find(version, line))
        .filter(|proof| seen.insert(proof.clone()))
        .collect()
}

/// The same with what the key threatens.
fn in_lines_and_threats(
    story: &Story,
    find: impl Fn(usize, &LineOfStory) -> Vec<Proof>,
) -> Vec<Proof> {
    let lines = story.actual().flat_map(|phase| {
        let lines = phase.lines.iter().filter(|line| line.goal.is_some());
        lines.map(|line| (phase.version, line))
    });
    in_these(lines, find)
}

/// Each chosen move of a line that is like this.
fn chosen(story: &Story, is_so: impl Fn(&Node) -> bool) -> Vec<Proof> {
    in_lines(story, |version, line| {
        steps(story, line)
            .filter(|(_, node)| story.is_chosen(node) && is_so(node))
            .map(|(number, node)| {
                Proof::line(version, number)
                    .on([node.to.index()])
                    .by(node.man)
            })
            .collect()
    })
}

fn switchback(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut proofs = Vec::new();
        for (man, trip) in trips(story, line) {
            for pair in trip.windows(2) {
                let ((_, one), (last, other)) = (pair[0], pair[1]);
                let returns = one.from == other.to && one.to == other.from;
                let plain =
                    one.promotes.is_none() && one.castled.is_none() && other.castled.is_none();
                if returns && plain && one.from != one.to {
                    proofs.push(
                        Proof::line(version, last)
                            .on([one.from.index(), one.to.index()])
                            .by([man]),
                    );
                }
            }
        }
        proofs
    })
}

/// A man comes back by way of at least two other squares; either all of them are on one line or not.
fn cycle(story: &Story, is_linear: bool) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut proofs = Vec::new();
        for (man, trip) in trips(story, line) {
            for first in 0..trip.len() {
                let mut squares = vec![trip[first].1.from.index()];
                for (last, node) in &trip[first..] {
                    if node.castled.is_some() {
                        break;
                    }
                    let to = node.to.index();
                    if to == squares[0] {
                        let straight = are_on_one_line(&squares);
                        if squares.len() > 2 && straight == is_linear {
                            proofs.push(Proof::line(version, *last).on(squares.clone()).by([man]));
                        }
                        break;
                    }
                    if squares.contains(&to) {
                        break;
                    }
                    squares.push(to);
                }
            }
        }
        proofs
    })
}

fn are_on_one_line(squares: &[usize]) -> bool {
    let place = |on: usize| (on as i32 % 8, on as i32 / 8);
    let [one, other, rest @ ..] = squares else {
        return true;
    };
    let (a, b) = (place(*one), place(*other));
    rest.iter().all(|on| {
        let c = place(*on);
        (b.0 - a.0) * (c.1 - a.1) == (c.0 - a.0) * (b.1 - a.1)
    })
}

/// Two or more men end on each other's squares.
fn place_exchange(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut proofs = Vec::new();
        let numbers = &line.nodes;
        // Where each man stood before the first move and after each one.
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return proofs;
        };
        let moved: BTreeSet<u8> = trips(story, line).into_keys().collect();
        let before: Vec<(Square, u8)> = places(&story.node(*first).before);
        let after = places(&story.node(*last).after);
        for (place, (home, man)) in before.iter().enumerate() {
            for (other_home, other) in &before[place + 1..] {
                let stands = |id: &u8, on: &Square| after.contains(&(*on, *id));
                let castles = line
                    .nodes
                    .iter()
                    .any(|number| story.node(*number).castled.is_some());
                if moved.contains(man)
                    && moved.contains(other)
                    && !castles
                    && stands(man, other_home)
                    && stands(other, home)
                {
                    proofs.push(
                        Proof::line(version, *last)
                            .on([home.index(), other_home.index()])
                            .by([*man, *other]),
                    );
                }
            }
        }
        proofs
    })
}

fn places(state: &State) -> Vec<(Square, u8)> {
    state.men().map(|(on, man)| (on, man.id)).collect()
}

const CORNERS: [usize; 4] = [0, 7, 56, 63];

fn corner_to_corner(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut proofs = Vec::new();
        for (man, trip) in trips(story, line) {
            let mut corners: BTreeSet<usize> = BTreeSet::new();
            for (last, node) in trip {
                let squares = [node.from.index(), node.to.index()];
                corners.extend(squares.into_iter().filter(|on| CORNERS.contains(on)));
                if corners.len() == 2 {
                    proofs.push(Proof::line(version, last).on(corners).by([man]));
                    break;
                }
            }
        }
        proofs
    })
}

fn four_corners(story: &Story) -> Vec<Proof> {
    let mut seen: BTreeMap<u8, Proof> = BTreeMap::new();
    for (phase, line) in story.solutions() {
        let version = story.phases[phase].version;
        for (man, trip) in trips(story, line) {
            let proof = seen.entry(man).or_default();
            for (last, node) in trip {
                for on in [node.from.index(), node.to.index()] {
                    if CORNERS.contains(&on) && proof.squares.insert(on) {
                        *proof = std::mem::take(proof).and_line(version, last);
                    }
                }
            }
        }
    }
    let all = seen
        .into_iter()
        .filter(|(_, proof)| proof.squares.len() == 4);
    all.map(|(man, proof)| proof.by([man])).collect()
}

/// The moves that a man makes from one square: keys and tries, answers of one position, flights, first moves of help play.
fn fans(
    story: &Story,
    with_threats: bool,
) -> BTreeMap<(usize, u8, Square, Option<usize>), Vec<Step<'_>>> {
    let mut fans: BTreeMap<_, Vec<Step<'_>>> = BTreeMap::new();
    for phase in &story.phases {
        if phase.kind == PhaseKindOfStory::Set {
            continue;
        }
        let shown = |line: &&LineOfStory| with_threats || !line.is_threat;
        for line in phase.lines.iter().filter(shown) {
            for number in &line.nodes {
                let node = story.node(*number);
                let Some(man) = node.man else { continue };
                // Moves of battle play are compared within a phase, but for first moves.
                let group = match node.role {
                    Role::First | Role::Help => None,
                    _ => phase.key.or(Some(usize::MAX)),
                };
                let fan = fans
                    .entry((
                        phase.version * usize::from(group.is_some()),
                        man,
                        node.from,
                        group,
                    ))
                    .or_default();
                if !fan.iter().any(|(seen, _)| seen == number) {
                    fan.push((*number, node));
                }
            }
        }
        for number in &phase.refutations {
            let node = story.node(*number);
            if let Some(man) = node.man {
                let key = (phase.version, man, node.from, phase.key);
                fans.entry(key).or_default().push((*number, node));
            }
        }
    }
    fans
}

fn version_of(story: &Story, number: usize) -> usize {
    let mut first = number;
    while let Some(parent) = story.node(first).parent {
        first = parent;
    }
    let phases = story.phases.iter();
    phases
        .filter(|phase| phase.kind != PhaseKindOfStory::Set || phase.key.is_none())
        .find(|phase| {
            phase.key == Some(first)
                || phase
                    .lines
                    .iter()
                    .any(|line| line.nodes.first() == Some(&first))
        })
        .map_or(0, |phase| phase.version)
}

/// The man goes to each of these squares beside the one it stands on.
fn visits(story: &Story, set: &[(i32, i32)], walk: Option<WalkId>) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for ((_, man, from, _), fan) in fans(story, false) {
        let fits = |node: &Node| {
            walk.is_none_or(|walk| node.piece.walk() == walk) && !node.piece.walk().row().is_pawn()
        };
        let chosen: Vec<Step<'_>> = fan
            .into_iter()
            .filter(|(_, node)| fits(node) && (node.role != Role::Answer || node.is_only))
            .filter(|(number, node)| {
                let is_free = walk.is_some() || node.role != Role::Defence;
                is_free || is_answered(story, *number)
            })
            .collect();
        proofs.extend(complete(story, from, set, &chosen).map(|proof| proof.by([man])));
    }
    proofs
}

/// Whether a defence has one answer, and no other move of the man from there has the same; flights of a king may.
fn is_answered(story: &Story, defence: usize) -> bool {
    let node = story.node(defence);
    let Some(answer) = story.answer(defence) else {
        return node.goal.is_some();
    };
    let beside = node
        .parent
        .map_or(&[][..], |parent| &story.node(parent).children);
    let repeated = beside
        .iter()
        .filter(|other| **other != defence && story.node(**other).man == node.man)
        .filter_map(|other| story.answer(*other))
        .any(|other| story.node(other).same_as(story.node(answer)));
    node.piece.is_royal() || !repeated
}

/// The moves that reach all squares of a set, if they do.
fn complete(story: &Story, from: Square, set: &[(i32, i32)], fan: &[Step<'_>]) -> Option<Proof> {
    let place = |on: Square| (on.index() as i32 % 8, on.index() as i32 / 8);
    let mut proof = Proof::default();
    for (files, ranks) in set {
        let (file, rank) = place(from);
        let wanted = (file + files, rank + ranks);
        let (number, node) = fan.iter().find(|(_, node)| place(node.to) == wanted)?;
        proof = proof
            .and_line(version_of(story, *number), *number)
            .on([node.to.index()]);
    }
    Some(proof)
}

/// After the key the king flees to each of these squares, and each time there is one answer.
fn flights(story: &Story, set: &[(i32, i32)]) -> Vec<Proof> {
    let mut proofs = Vec::new();
    for phase in story.actual() {
        let mut kings: BTreeMap<(u8, Square), Vec<Step<'_>>> = BTreeMap::new();
        for number in &phase.defences {
            let node = story.node(*number);
            if let Some(man) = node.man.filter(|_| node.piece.is_royal()) {
                kings
                    .entry((man, node.from))
                    .or_default()
                    .push((*number, node));
            }
        }
        for ((man, from), fan) in kings {
            proofs.extend(complete(story, from, set, &fan).map(|proof| proof.by([man])));
        }
    }
    proofs
}

/// A pawn of its second rank makes its four moves.
fn pawn_task(story: &Story, side: Side) -> Vec<Proof> {
    let (home, ahead) = match side {
        Side::White => (1, 1),
        Side::Black => (6, -1),
    };
    let set = [(0, ahead), (0, 2 * ahead), (1, ahead), (-1, ahead)];
    let mut proofs = Vec::new();
    for ((_, man, from, _), fan) in fans(story, true) {
        let fits = |node: &Node| {
            node.side == side
                && node.piece.walk() == walk_id::PAWN
                && from.index() / 8 == home
                && (node.role != Role::Answer || node.is_only)
        };
        let own: Vec<Step<'_>> = fan.into_iter().filter(|(_, node)| fits(node)).collect();
        proofs.extend(complete(story, from, &set, &own).map(|proof| proof.by([man])));
    }
    proofs
}

/// A pawn goes all the way from its second rank to its promotion in one line.
fn excelsior(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut proofs = Vec::new();
        for (man, trip) in trips(story, line) {
            let (Some((_, first)), Some((last, promoted))) = (
                trip.first(),
                trip.iter().find(|(_, node)| node.promotes.is_some()),
            ) else {
                continue;
            };
            let home = match first.side {
                Side::White => 1,
                Side::Black => 6,
            };
            if first.piece.walk() == walk_id::PAWN && first.from.index() / 8 == home {
                proofs.push(
                    Proof::line(version, *last)
                        .on([first.from.index(), promoted.to.index()])
                        .by([man]),
                );
            }
        }
        proofs
    })
}

fn promotions(story: &Story, wanted: impl Fn(WalkId) -> bool) -> Vec<Proof> {
    chosen(story, |node| node.promotes.is_some_and(&wanted))
}

const PROMOTED: [WalkId; 4] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
];

/// Promotions to all four men, each chosen or answered in its own way.
fn allumwandlung(story: &Story) -> Vec<Proof> {
    let mut proofs = Vec::new();
    let mut proof = Proof::default();
    let mut seen = BTreeSet::new();
    for (phase, line) in story.solutions() {
        for number in &line.nodes {
            let node = story.node(*number);
            let Some(walk) = node.promotes else { continue };
            if story.is_chosen(node) && PROMOTED.contains(&walk) && seen.insert(walk) {
                proof = proof
                    .and_line(story.phases[phase].version, *number)
                    .on([node.to.index()])
                    .by(node.man);
            }
        }
    }
    if seen.len() == PROMOTED.len() {
        proofs.push(proof);
    }
    proofs.extend(first_promotions(story));
    // Of a defender's pawn that becomes each man on one square, each time answered otherwise.
    for phase in story.actual() {
        proofs.extend(answered_promotions(
            story,
            phase.version,
            &phase.defences,
            |_, _| true,
        ));
    }
    proofs
}

/// Keys and tries of one pawn that becomes each of the four men.
fn first_promotions(story: &Story) -> Option<Proof> {
    let mut pawns: BTreeMap<Option<u8>, BTreeMap<WalkId, (usize, usize)>> = BTreeMap::new();
    for phase in &story.phases {
        let Some(key) = phase.key else { continue };
        let node = story.node(key);
        if let Some(walk) = node.promotes.filter(|walk| PROMOTED.contains(walk)) {
            let pawn = pawns.entry(node.man).or_default();
            pawn.entry(walk).or_insert((phase.version, key));
        }
    }
    let all = |pawn: &&BTreeMap<WalkId, _>| pawn.len() == PROMOTED.len();
    let pawn = pawns.values().find(all)?;
    let lines = pawn.values();
    Some(lines.fold(Proof::default(), |proof, (version, key)| {
        proof.and_line(*version, *key)
    }))
}

/// Defences with their answers.
type Answered = Vec<(usize, usize)>;

/// A defending pawn becomes each of the four men on one square, and no two of them have the same answer.
fn answered_promotions(
    story: &Story,
    version: usize,
    defences: &[usize],
    fits: impl Fn(&Node, &Node) -> bool,
) -> Option<Proof> {
    // By man and square: each promotion with its answer.
    let mut fans = BTreeMap::<(Option<u8>, Square), Answered>::new();
    for defence in defences {
        let node = story.node(*defence);
        let answer = story.answer(*defence);
        if let (Some(_), Some(answer)) = (node.promotes, answer)
            && fits(node, story.node(answer))
        {
            fans.entry((node.man, node.to))
                .or_default()
                .push((*defence, answer));
        }
    }
    fans.into_iter().find_map(|((man, to), fan)| {
        let walks: BTreeSet<_> = fan
            .iter()
            .filter_map(|(defence, _)| story.node(*defence).promotes)
            .collect();
        let differ = fan.iter().enumerate().all(|(place, (_, one))| {
            fan[place + 1..]
                .iter()
                .all(|(_, other)| !story.node(*one).same_as(story.node(*other)))
        });
        let all = PROMOTED.iter().all(|walk| walks.contains(walk));
        (all && differ).then(|| {
            let proof = fan.iter().fold(Proof::default(), |proof, (_, answer)| {
                proof.and_line(version, *answer)
            });
            proof.on([to.index()]).by(man)
        })
    })
}

/// The defending pawn's promotions are answered by promotions to the same man.
fn babson(story: &Story) -> Vec<Proof> {
    let phases = story.actual();
    phases
        .filter_map(|phase| {
            answered_promotions(story, phase.version, &phase.defences, |defence, answer| {
                answer.promotes == defence.promotes
            })
        })
        .collect()
}

fn castlings(story: &Story, long: Option<bool>) -> Vec<Proof> {
    chosen(story, |node| {
        node.castled
            .is_some_and(|castled| long.is_none_or(|long| castled.long == long))
    })
}

/// Castling, en passant and promotion.
fn valladao(story: &Story) -> Vec<Proof> {
    let parts = [
        castlings(story, None),
        chosen(story, |node| node.en_passant),
        promotions(story, |_| true),
    ];
    let firsts: Option<Vec<Proof>> = parts
        .into_iter()
        .map(|part| part.into_iter().next())
        .collect();
    firsts
        .into_iter()
        .map(|firsts| {
            firsts.into_iter().fold(Proof::default(), |mut all, part| {
                for (version, last) in part.lines {
                    all = all.and_line(version, last);
                }
                all.on(part.squares).by(part.men)
            })
        })
        .collect()
}

/// A pawn of its second rank makes two single steps.
fn festina_lente(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut proofs = Vec::new();
        for (man, trip) in trips(story, line) {
            let [(_, one), (last, other), ..] = trip[..] else {
                continue;
            };
            let home = match one.side {
                Side::White => 1,
                Side::Black => 6,
            };
            let is_pawn = one.piece.walk() == walk_id::PAWN;
            let step = |node: &Node| node.from.index().abs_diff(node.to.index()) == 8;
            if is_pawn && one.from.index() / 8 == home && step(one) && step(other) {
                proofs.push(
                    Proof::line(version, last)
                        .on([one.from.index(), other.to.index()])
                        .by([man]),
                );
            }
        }
        proofs
    })
}

/// A man that was captured comes back as a promoted pawn.
fn phoenix(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let mut lost: Vec<(Side, WalkId, u8)> = Vec::new();
        let mut proofs = Vec::new();
        for number in &line.nodes {
            let node = story.node(*number);
            if let Some((man, _)) = node.captured
                && !man.piece.is_neutral()
                && !man.piece.walk().row().is_pawn()
            {
                lost.push((!node.side, man.piece.walk(), man.id));
            }
            let Some(walk) = node.promotes.filter(|_| story.is_chosen(node)) else {
                continue;
            };
            let back = lost
                .iter()
                .find(|(side, other, _)| (*side, *other) == (node.side, walk));
            if let Some((_, _, man)) = back {
                proofs.push(
                    Proof::line(version, *number)
                        .on([node.to.index()])
                        .by(node.man.into_iter().chain([*man])),
                );
            }
        }
        proofs
    })
}

/// Moves of help play, one after the other.
fn help_moves<'a>(story: &'a Story, line: &'a LineOfStory) -> Vec<Step<'a>> {
    steps(story, line)
        .filter(|(_, node)| node.role == Role::Help)
        .collect()
}

/// A man goes at once to the square that a man of the other side has just left.
fn umnov(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves = help_moves(story, line);
        let pairs = moves.windows(2);
        pairs
            .filter(|pair| {
                let ((_, one), (_, other)) = (pair[0], pair[1]);
                one.side != other.side
                    && one.from == other.to
                    && one.castled.is_none()
                    && other.castled.is_none()
            })
            .map(|pair| {
                let (last, node) = pair[1];
                Proof::line(version, last).on([node.to.index()]).by(pair[0]
                    .1
                    .man
                    .into_iter()
                    .chain(node.man))
            })
            .collect()
    })
}

/// A man goes to the square that a man of its own side left with its last move.
fn follow_my_leader(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves = help_moves(story, line);
        let mut proofs = Vec::new();
        for (place, (last, node)) in moves.iter().enumerate() {
            let former = moves[..place]
                .iter()
                .rev()
                .find(|(_, other)| other.side == node.side);
            if let Some((_, former)) = former
                && former.from == node.to
                && former.man != node.man
                && former.castled.is_none()
                && node.castled.is_none()
            {
                proofs.push(
                    Proof::line(version, *last)
                        .on([node.to.index()])
                        .by(former.man.into_iter().chain(node.man)),
                );
            }
        }
        proofs
    })
}

/// Whether a step passes over a square.
fn crosses(node: &Node, square: Square) -> bool {
    super::board::is_between(square.index(), node.from.index(), node.to.index())
        && node.castled.is_none()
}

/// A man leaves a square, another passes over it, and the man comes back.
fn klasinc(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves: Vec<Step<'_>> = steps(story, line).collect();
        let mut proofs = Vec::new();
        for (i, (_, leaves)) in moves.iter().enumerate() {
            for (j, (_, passes)) in moves.iter().enumerate().skip(i + 1) {
                let square = leaves.from;
                if passes.man == leaves.man || !crosses(passes, square) {
                    continue;
                }
                let back = moves
                    .iter()
                    .skip(j + 1)
                    .find(|(_, node)| node.man == leaves.man);
                if let Some((last, back)) = back
                    && back.to == square
                    && back.from == leaves.to
                    && [leaves, passes, back]
                        .iter()
                        .all(|node| story.is_chosen(node))
                {
                    proofs.push(
                        Proof::line(version, *last)
                            .on([square.index()])
                            .by(leaves.man.into_iter().chain(passes.man)),
                    );
                }
            }
        }
        proofs
    })
}

/// A line mover clears its line by going on along it; another of its side follows in the same direction.
fn bristol(story: &Story) -> Vec<Proof> {
    in_lines_and_threats(story, |version, line| {
        let moves: Vec<Step<'_>> = steps(story, line).collect();
        let is_chosen =
            |node: &Node| story.is_chosen(node) || node.role == Role::Threat && node.is_only;
        let mut proofs = Vec::new();
        for (i, (_, first)) in moves.iter().enumerate() {
            for (last, second) in moves.iter().skip(i + 1) {
                let both = is_chosen(first) && is_chosen(second);
                if both
                    && first.side == second.side
                    && first.man != second.man
                    && first.captured.is_none()
                    && follows(first, second)
                    && still_there(second, first)
                {
                    proofs.push(
                        Proof::line(version, *last)
                            .on([first.from.index(), first.to.index(), second.to.index()])
                            .by(first.man.into_iter().chain(second.man)),
                    );
                }
            }
        }
        proofs
    })
}

fn is_rider(node: &Node) -> bool {
    [walk_id::QUEEN, walk_id::ROOK, walk_id::BISHOP].contains(&node.piece.walk())
}

/// Whether the second goes the way of the first, from behind its square to or over it and not beyond its end.
fn follows(first: &Node, second: &Node) -> bool {
    let way = |node: &Node| line(node.from.index(), node.to.index());
    let (Some((direction, _)), Some((other, length))) = (way(first), way(second)) else {
        return false;
    };
    let square = first.from;
    let reaches = second.to == square || crosses(second, square);
    let before = line(first.from.index(), second.to.index());
    let stays_behind = second.to == square
        || before.is_some_and(|(way, _)| way == direction)
            && super::board::is_between(second.to.index(), first.from.index(), first.to.index());
    // Where it stops on the square itself nothing had to be cleared beyond it.
    let needs_line = second.to != square;
    is_rider(first)
        && is_rider(second)
        && direction == other
        && length > 1
        && reaches
        && stays_behind
        && needs_line
}

/// Whether the man of a former move stands where that move led.
fn still_there(node: &Node, former: &Node) -> bool {
    node.before.on(former.to).map(|man| man.id) == former.man
}

/// A man of the other side is captured only to be out of the way: the capturer leaves again, and another man of his side
/// uses the square.
fn annihilation(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves: Vec<Step<'_>> = steps(story, line).collect();
        let mut proofs = Vec::new();
        for (i, (_, takes)) in moves.iter().enumerate() {
            let Some((victim, square)) = takes.captured else {
                continue;
            };
            let Some((j, (_, leaves))) = moves
                .iter()
                .enumerate()
                .skip(i + 1)
                .find(|(_, (_, node))| node.man == takes.man)
            else {
                continue;
            };
            for (last, uses) in moves.iter().skip(j + 1) {
                let passes = crosses(uses, square) && (uses.checks() || uses.goal.is_some());
                if uses.side == takes.side
                    && uses.man != takes.man
                    && passes
                    && uses.before.on(square).is_none()
                    && [takes, leaves, uses]
                        .iter()
                        .all(|node| story.is_chosen(node))
                {
                    proofs.push(
                        Proof::line(version, *last)
                            .on([square.index()])
                            .by([victim.id].into_iter().chain(takes.man).chain(uses.man)),
                    );
                    break;
                }
            }
        }
        proofs
    })
}

/// The mating side captures on the square where the king is mated later.
fn kniest(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves = help_moves(story, line);
        let Some((last, end)) = moves.last().copied() else {
            return Vec::new();
        };
        if line.goal != Some(Goal::Mate) {
            return Vec::new();
        }
        let king = end
            .after
            .men()
            .find(|(_, man)| man.piece.is_royal() && man.piece.is_of(!end.side));
        let Some((square, _)) = king else {
            return Vec::new();
        };
        let takes = moves.iter().any(|(_, node)| {
            node.side == end.side && node.captured.is_some_and(|(_, on)| on == square)
        });
        match takes {
            true => vec![Proof::line(version, last).on([square.index()])],
            false => Vec::new(),
        }
    })
}

/// A man of help play goes to a square and is captured there.
fn active_sacrifice(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves = help_moves(story, line);
        let mating = moves.last().map(|(_, node)| node.side);
        let mut proofs = Vec::new();
        for (place, (last, node)) in moves.iter().enumerate() {
            let Some((victim, on)) = node.captured else {
                continue;
            };
            let came = moves[..place]
                .iter()
                .rev()
                .find(|(_, former)| former.man == Some(victim.id));
            if came.is_some_and(|(_, former)| former.to == on) && Some(!node.side) == mating {
                proofs.push(Proof::line(version, *last).on([on.index()]).by([victim.id]));
            }
        }
        proofs
    })
}

/// A check is answered by a check.
fn cross_check(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves: Vec<Step<'_>> = steps(story, line).collect();
        moves
            .windows(2)
            .filter(|pair| {
                let ((_, one), (_, other)) = (pair[0], pair[1]);
                // In self play the forced mate answers a check nearly always.
                let shown = (story.is_chosen(other) || story.is_chosen(one))
                    && (other.role != Role::Defence || other.goal.is_none());
                one.checks() && other.checks() && one.side != other.side && shown
            })
            .map(|pair| Proof::line(version, pair[1].0))
            .collect()
    })
}

/// All moves of the mating side in a solution of help play check, at least two of them.
fn consecutive_checks(story: &Story) -> Vec<Proof> {
    in_lines(story, |version, line| {
        let moves = help_moves(story, line);
        let mating = moves.last().map(|(_, node)| node.side);
        let own: Vec<&Step<'_>> = moves
            .iter()
            .filter(|(_, node)| Some(node.side) == mating)
            .collect();
        match own.len() > 1 && own.iter().all(|(_, node)| node.checks()) {
            true => own
                .last()
                .map(|(last, _)| Proof::line(version, *last))
                .into_iter()
                .collect(),
            false => Vec::new(),
        }
    })
}

/// All moves of the mating side in every solution of help play are made by one man of this walk.
fn one_man_plays(story: &Story, walk: WalkId) -> Vec<Proof> {
    if !story.is_help() {
        return Vec::new();
    }
    let mut proof = Proof::default();
    let mut player = None;
    for (phase, line) in story.solutions() {
        let moves = help_moves(story, line);
        let mating = moves.last().map(|(_, node)| node.side);
        let own: Vec<&Step<'_>> = moves
            .iter()
            .filter(|(_, node)| Some(node.side) == mating)
            .collect();
        let is_so =
            |node: &Node| node.piece.walk() == walk && node.castled.is_none() && node.man.is_some();
        if own.len() < 2 || !own.iter().all(|(_, node)| is_so(node)) {
            return Vec::new();
        }
        for (last, node) in own {
            if *player.get_or_insert(node.man) != node.man {
                return Vec::new();
            }
            if story.node(*last).goal.is_some() {
                proof = proof.and_line(story.phases[phase].version, *last);
            }
        }
    }
    match player.flatten() {
        Some(man) => vec![proof.by([man])],
        None => Vec::new(),
    }
}

/// A promoted man is captured in a proof game.
fn ceriani_frolkin(story: &Story) -> Vec<Proof> {
    if !is_proof_game(story) {
        return Vec::new();
    }
    in_lines(story, |version, line| {
        let mut promoted = BTreeSet::new();
        let mut proofs = Vec::new();
        for number in &line.nodes {
            let node = story.node(*number);
            if let (Some(_), Some(man)) = (node.promotes, node.man) {
                promoted.insert(man);
            }
            if let Some((victim, on)) = node.captured
                && promoted.contains(&victim.id)
            {
                proofs.push(
                    Proof::line(version, *number)
                        .on([on.index()])
                        .by([victim.id]),
                );
            }
        }
        proofs
    })
}

/// In a proof game a promoted man ends on the first square of a man of its kind that was captured.
fn pronkin(story: &Story) -> Vec<Proof> {
    if !is_proof_game(story) {
        return Vec::new();
    }
    in_lines(story, |version, line| {
        let (Some(first), Some(last)) = (line.nodes.first(), line.nodes.last()) else {
            return Vec::new();
        };
        let (start, end) = (&story.node(*first).before, &story.node(*last).after);
        let is_pawn_at_start = |id: u8| {
            start
                .men()
                .any(|(_, man)| man.id == id && man.piece.walk() == walk_id::PAWN)
        };
        let gone = |id: u8| !end.men().any(|(_, man)| man.id == id);
        end.men()
            .filter(|(on, man)| {
                let home = start.on(*on);
                home.is_some_and(|home| {
                    home.piece == man.piece
                        && home.id != man.id
                        && gone(home.id)
                        && man.piece.walk() != walk_id::PAWN
                        && is_pawn_at_start(man.id)
                })
            })
            .map(|(on, man)| Proof::line(version, *last).on([on.index()]).by([man.id]))
            .collect()
    })
}

fn is_proof_game(story: &Story) -> bool {
    let problem = &story.versions[0].problem;
    problem.goals().any(|goal| goal == Goal::ProofGame)
}
