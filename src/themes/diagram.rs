//! Themes of the diagram alone: how many men there are, and which.

use super::board::Kind;
use super::proof::Proof;
use super::registry::Recogniser;
use super::story::{Man, Story};
use crate::board::{Side, Square};
use crate::men::walk_id;

pub(super) static ROWS: &[Recogniser] = &[
    Recogniser::new("wenigsteiner", |story| counted(story, 2..=4)),
    Recogniser::new("miniature", |story| counted(story, 2..=7)),
    Recogniser::new("meredith", |story| counted(story, 8..=12)),
    Recogniser::new("aristocrat", aristocrat),
    Recogniser::new("kindergarten", kindergarten),
    Recogniser::new("rex-solus", rex_solus),
    Recogniser::new("minimal", minimal),
    Recogniser::new("symmetry", symmetry),
    Recogniser::new("homebase", homebase),
    Recogniser::new("obtrusive-men", obtrusive),
];

fn men(story: &Story) -> Vec<(Square, Man)> {
    story
        .starts
        .first()
        .map_or(Vec::new(), |start| start.men().collect())
}

fn shown(holds: bool) -> Vec<Proof> {
    holds.then(Proof::diagram).into_iter().collect()
}

fn is_pawn(man: &Man) -> bool {
    man.piece.walk().row().is_pawn()
}

fn counted(story: &Story, range: std::ops::RangeInclusive<usize>) -> Vec<Proof> {
    shown(range.contains(&men(story).len()))
}

fn aristocrat(story: &Story) -> Vec<Proof> {
    let men = men(story);
    shown(men.len() > 2 && !men.iter().any(|(_, man)| is_pawn(man)))
}

fn kindergarten(story: &Story) -> Vec<Proof> {
    let men = men(story);
    let pawns = men.iter().filter(|(_, man)| is_pawn(man)).count();
    let kings = |man: &Man| man.piece.walk() == walk_id::KING && man.piece.is_royal();
    shown(pawns > 0 && men.iter().all(|(_, man)| is_pawn(man) || kings(man)))
}

/// The bare king is that of the defender, who in help play begins.
fn rex_solus(story: &Story) -> Vec<Proof> {
    let men = men(story);
    let mut black = men
        .iter()
        .filter(|(_, man)| man.piece.is_of(Side::Black) && !man.piece.is_neutral());
    let first = black.next();
    let bare = first.is_some_and(|(_, man)| man.piece.is_royal()) && black.next().is_none();
    shown(bare && !men.iter().any(|(_, man)| man.piece.is_neutral()))
}

/// One man beside the king, of the side that mates.
fn minimal(story: &Story) -> Vec<Proof> {
    let men = men(story);
    let side = story
        .solutions()
        .next()
        .and_then(|(_, line)| line.nodes.last())
        .map(|last| story.node(*last).side);
    let Some(side) = side else {
        return Vec::new();
    };
    if men.iter().any(|(_, man)| man.piece.is_neutral()) {
        return Vec::new();
    }
    let own: Vec<&(Square, Man)> = men
        .iter()
        .filter(|(_, man)| man.piece.is_of(side))
        .collect();
    let kings = own.iter().filter(|(_, man)| man.piece.is_royal()).count();
    match (own.len(), kings) {
        (2, 1) => {
            let others = own.iter().filter(|(_, man)| !man.piece.is_royal());
            vec![Proof::diagram().by(others.map(|(_, man)| man.id))]
        }
        _ => Vec::new(),
    }
}

/// The left and the right half mirror each other.
fn symmetry(story: &Story) -> Vec<Proof> {
    let board = &story.versions[0].problem.diagram;
    if board.geometry.width() != 8 || board.geometry.height() != 8 {
        return Vec::new();
    }
    let men = men(story);
    let mirrored = |turn: fn(usize) -> usize| {
        men.iter()
            .all(|(on, man)| board.on(Square::new(turn(on.index()) as u8)) == man.piece)
    };
    // Across the middle of the files, where men stand on both sides, or along a diagonal.
    let files = mirrored(|on| on ^ 7);
    let diagonal = mirrored(|on| on / 8 + on % 8 * 8);
    let other = mirrored(|on| 63 - (on / 8 + on % 8 * 8));
    shown(men.len() > 2 && (files || diagonal || other))
}

/// All men stand where they do at the start of a game.
fn homebase(story: &Story) -> Vec<Proof> {
    if !story.is_orthodox {
        return Vec::new();
    }
    let problem = &story.versions[0].problem;
    let game = crate::problem::Diagram::game_array(problem.diagram.geometry.clone());
    let men = men(story);
    shown(
        men.len() > 2
            && problem.target().is_none()
            && men.iter().all(|(on, man)| game.on(*on) == man.piece),
    )
}

/// More officers of a kind than the game has, or bishops that can only have been promoted.
fn obtrusive(story: &Story) -> Vec<Proof> {
    if !story.is_orthodox {
        return Vec::new();
    }
    let men = men(story);
    let mut promoted = Proof::diagram();
    for side in [Side::White, Side::Black] {
        let of = |kind: Kind| {
            let own = men
                .iter()
                .filter(move |(_, man)| man.piece.is_of(side) && Kind::of(man.piece) == Some(kind));
            own.map(|(_, man)| man.id).collect::<Vec<u8>>()
        };
        for (kind, most) in [(Kind::Queen, 1), (Kind::Rook, 2), (Kind::Knight, 2)] {
            let ids = of(kind);
            if ids.len() > most {
                promoted.men.extend(ids);
            }
        }
        for colour in [0, 1] {
            let bishops = men.iter().filter(|(on, man)| {
                man.piece.is_of(side)
                    && Kind::of(man.piece) == Some(Kind::Bishop)
                    && (on.index() / 8 + on.index() % 8) % 2 == colour
            });
            let ids: Vec<u8> = bishops.map(|(_, man)| man.id).collect();
            if ids.len() > 1 {
                promoted.men.extend(ids);
            }
        }
    }
    match promoted.men.is_empty() {
        true => Vec::new(),
        false => vec![promoted],
    }
}
