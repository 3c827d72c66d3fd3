//! Walks that the reference does not know, against a walker of a few lines that shares nothing
//! with the engine: it goes square by square over an array of characters.

use crate::common::chance::Chance;
use dawson::board::{Geometry, Joins, Side, Square, SquareSet};
use dawson::men::{Men, Piece, WalkId, WalkTable, Which, define, walk_id};
use std::collections::BTreeSet;

type At = (i8, i8);
/// `.`, an own man `o` or a hostile man `x`, by rank and file.
type Board = [[char; 8]; 8];
type Moves = BTreeSet<String>;

fn on(board: &Board, (file, rank): At) -> Option<char> {
    let in_board = (0..8).contains(&file) && (0..8).contains(&rank);
    in_board.then(|| board[rank as usize][file as usize])
}

fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The squares of a way, up to the edge or until it meets itself.
fn zigzag(from: At, steps: &[At]) -> Vec<At> {
    let mut way: Vec<At> = Vec::new();
    let mut at = from;
    for step in steps.iter().cycle() {
        at = (at.0 + step.0, at.1 + step.1);
        if on(&EMPTY, at).is_none() || at == from || way.contains(&at) {
            break;
        }
        way.push(at);
    }
    way
}

const EMPTY: Board = [['.'; 8]; 8];

/// A diagonal thrown back at every edge; the way round holds the departure square as its last.
fn billiard(from: At, (mut dx, mut dy): At) -> Vec<At> {
    let mut way = Vec::new();
    let (mut x, mut y) = from;
    loop {
        let (out_x, out_y) = (!(0..8).contains(&(x + dx)), !(0..8).contains(&(y + dy)));
        if out_x && out_y {
            return way;
        }
        dx = if out_x { -dx } else { dx };
        dy = if out_y { -dy } else { dy };
        (x, y) = (x + dx, y + dy);
        if on(&EMPTY, (x, y)).is_none() {
            return way;
        }
        way.push((x, y));
        if (x, y) == from {
            return way;
        }
    }
}

fn ring(from: At, hand: i8) -> Vec<At> {
    let depth = |(x, y): At| x.min(y).min(7 - x).min(7 - y);
    let own = depth(from);
    let (low, high) = (own, 7 - own);
    let mut corner_to_corner: Vec<At> = Vec::new();
    corner_to_corner.extend((low..high).map(|x| (x, low)));
    corner_to_corner.extend((low..high).map(|y| (high, y)));
    corner_to_corner.extend((low + 1..=high).rev().map(|x| (x, high)));
    corner_to_corner.extend((low + 1..=high).rev().map(|y| (low, y)));
    let at = corner_to_corner.iter().position(|&square| square == from);
    let at = at.expect("its own ring") as i8;
    let size = corner_to_corner.len() as i8;
    let square = |step: i8| corner_to_corner[(at + hand * step).rem_euclid(size) as usize];
    (1..=size).map(square).collect()
}

fn turns(small: i8, large: i8) -> Vec<At> {
    let mut all = BTreeSet::new();
    for (x, y) in [(small, large), (large, small)] {
        for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            all.insert((a * x, b * y));
        }
    }
    all.into_iter().collect()
}

fn spirals(sums: [At; 2]) -> impl Fn(At) -> Vec<Vec<At>> {
    move |from| {
        let mut ways = Vec::new();
        for one in turns(1, 2) {
            for two in turns(1, 2) {
                let sum = (one.0 + two.0, one.1 + two.1);
                let is_sum = |&(small, large): &At| turns(small, large).contains(&sum);
                if sums.iter().any(is_sum) {
                    ways.push(zigzag(from, &[one, two]));
                }
            }
        }
        ways
    }
}

fn straight(small: i8, large: i8) -> impl Fn(At) -> Vec<Vec<At>> {
    move |from| {
        turns(small, large)
            .iter()
            .map(|&step| zigzag(from, &[step]))
            .collect()
    }
}

fn billiards(from: At) -> Vec<Vec<At>> {
    turns(1, 1)
        .into_iter()
        .map(|step| billiard(from, step))
        .collect()
}

fn rings(from: At) -> Vec<Vec<At>> {
    [1, -1].map(|hand| ring(from, hand)).to_vec()
}

fn ride(board: &Board, from: At, way: &[At], moves: &mut Moves) {
    for &at in way {
        match on(board, at) {
            _ if at == from => drop(moves.insert(name(at))),
            Some('.') => drop(moves.insert(name(at))),
            Some('x') => {
                moves.insert(format!("x{}", name(at)));
                return;
            }
            _ => return,
        }
    }
}

/// Behind so many men; on a way that comes back the man itself is no hurdle.
fn lion(board: &Board, from: At, way: &[At], hurdles: usize, moves: &mut Moves) {
    let way: Vec<At> = way.iter().copied().take_while(|&at| at != from).collect();
    let men: Vec<usize> = (0..way.len())
        .filter(|&at| on(board, way[at]) != Some('.'))
        .collect();
    if men.len() >= hurdles {
        ride(board, from, &way[men[hurdles - 1] + 1..], moves);
    }
}

fn locust(board: &Board, way: &[At], moves: &mut Moves) {
    let first = way.iter().position(|&at| on(board, at) != Some('.'));
    if let Some(first) = first.filter(|&first| on(board, way[first]) == Some('x'))
        && let Some(&to) = way.get(first + 1)
        && on(board, to) == Some('.')
    {
        moves.insert(format!("{}x{}", name(to), name(way[first])));
    }
}

fn hamster(board: &Board, way: &[At], moves: &mut Moves) {
    let first = way.iter().position(|&at| on(board, at) != Some('.'));
    if let Some(first) = first.filter(|&first| first > 0) {
        moves.insert(name(way[first - 1]));
    }
}

type Ways<'a> = &'a dyn Fn(At) -> Vec<Vec<At>>;

fn naive(key: &str, board: &Board, from: At) -> Moves {
    let mut moves = Moves::new();
    let spiral = spirals([(0, 2), (0, 4)]);
    let diagonal = spirals([(1, 1), (3, 3)]);
    let (rook, bishop) = (straight(0, 1), straight(1, 1));
    let mut all = |ways: Ways<'_>, go: &dyn Fn(&[At], &mut Moves)| {
        ways(from).iter().for_each(|way| go(way, &mut moves));
    };
    let riding = |way: &[At], moves: &mut Moves| ride(board, from, way, moves);
    match key {
        "rook-hamster" => all(&rook, &|way, moves| hamster(board, way, moves)),
        "bishop-hamster" => all(&bishop, &|way, moves| hamster(board, way, moves)),
        "rook-rabbit" => all(&rook, &|way, moves| lion(board, from, way, 2, moves)),
        "bishop-rabbit" => all(&bishop, &|way, moves| lion(board, from, way, 2, moves)),
        "spiral-springer-lion" => all(&spiral, &|way, moves| lion(board, from, way, 1, moves)),
        "spiral-springer-locust" => all(&spiral, &|way, moves| locust(board, way, moves)),
        "diagonal-spiral-springer-lion" => {
            all(&diagonal, &|way, moves| lion(board, from, way, 1, moves));
        }
        "diagonal-spiral-springer-locust" => {
            all(&diagonal, &|way, moves| locust(board, way, moves))
        }
        "reflecting-vao" => {
            all(&billiards, &|way, moves| {
                let mut quiet = Moves::new();
                let way: Vec<At> = way.iter().copied().take_while(|&at| at != from).collect();
                ride(board, from, &way, &mut quiet);
                moves.extend(quiet.into_iter().filter(|to| !to.starts_with('x')));
                let mut captures = Moves::new();
                lion(board, from, &way, 1, &mut captures);
                moves.extend(captures.into_iter().filter(|to| to.starts_with('x')));
            });
        }
        "billiard-bishop" => all(&billiards, &riding),
        "billiard-queen" => {
            all(&billiards, &riding);
            all(&rook, &riding);
        }
        "spider" => {
            all(&rings, &riding);
            for (x, y) in [turns(0, 1), turns(1, 1)].concat() {
                let to = (from.0 + x, from.1 + y);
                if on(board, to).is_some() {
                    ride(board, from, &[to], &mut moves);
                }
            }
        }
        _ => panic!("no walker for {key}"),
    }
    moves
}

const WALKS: [&str; 12] = [
    "rook-hamster",
    "bishop-hamster",
    "rook-rabbit",
    "bishop-rabbit",
    "spiral-springer-lion",
    "spiral-springer-locust",
    "diagonal-spiral-springer-lion",
    "diagonal-spiral-springer-locust",
    "reflecting-vao",
    "billiard-bishop",
    "billiard-queen",
    "spider",
];

struct Crowd([SquareSet; 2]);

impl Men for Crowd {
    fn on(&self, square: Square) -> Piece {
        let mut sides = Side::BOTH.into_iter();
        let side = sides.find(|side| self.0[side.index()].contains(square));
        side.map_or(Piece::NONE, |side| Piece::new(walk_id::DUMMY, side.into()))
    }
    fn occupied(&self) -> SquareSet {
        self.0[0] | self.0[1]
    }
    fn men_of(&self, side: Side) -> SquareSet {
        self.0[side.index()]
    }
}

fn of_engine(table: &WalkTable, walk: WalkId, board: &Board, from: At) -> Moves {
    let set = |kind: char| -> SquareSet {
        let all = (0..64i8).map(|index| (index % 8, index / 8));
        let such = all.filter(|&at| on(board, at) == Some(kind));
        such.filter_map(|at| Square::from_name(&name(at))).collect()
    };
    let crowd = Crowd([set('o'), set('x')]);
    let from = Square::from_name(&name(from)).expect("a square");
    let mut moves = Moves::new();
    table.steps(&crowd, walk, Side::White, from, Which::All, &mut |step| {
        moves.insert(match step.captured {
            Some(on) if on == step.to => format!("x{on}"),
            Some(on) => format!("{}x{on}", step.to),
            None => step.to.to_string(),
        });
    });
    moves
}

/// Boards that follow from a number, from nearly empty to half full.
fn boards(count: u64) -> impl Iterator<Item = (Board, At)> {
    let mut chance = Chance(46);
    (0..count).map(move |_| {
        let mut board = EMPTY;
        for _ in 0..chance.below(24) {
            board[chance.below(8)][chance.below(8)] = if chance.below(2) == 0 { 'o' } else { 'x' };
        }
        let from = (chance.below(8) as i8, chance.below(8) as i8);
        board[from.1 as usize][from.0 as usize] = 'o';
        (board, from)
    })
}

#[test]
fn the_walker_agrees() {
    let geometry = Geometry::standard();
    for key in WALKS {
        let walk = WalkId::from_key(key).expect(key);
        let table = WalkTable::compile(&geometry, [walk]);
        let mut found = 0;
        for (board, from) in boards(400) {
            let engine = of_engine(&table, walk, &board, from);
            let naive = naive(key, &board, from);
            found += engine.len();
            assert_eq!(engine, naive, "{key} on {} {board:?}", name(from));
        }
        assert!(found > 50, "{key} never goes anywhere");
    }
}

/// The same walks, and others on the same paths, in the notation for walks of a composer's own.
#[test]
fn every_manner_goes_along_every_path() {
    for (written, key) in [
        ("X: hamster 0:1", "rook-hamster"),
        ("X: rabbit 1:1", "bishop-rabbit"),
        ("X: lion 1:2~0:2 + lion 1:2~0:4", "spiral-springer-lion"),
        (
            "X: locust 1:2~1:1 + locust 1:2~3:3",
            "diagonal-spiral-springer-locust",
        ),
        (
            "X: move ride reflected 1:1 + capture lion reflected 1:1",
            "reflecting-vao",
        ),
    ] {
        let own = define(written).expect(written);
        let table = WalkTable::compile(&Geometry::standard(), [own]);
        for (board, from) in boards(200) {
            let engine = of_engine(&table, own, &board, from);
            assert_eq!(engine, naive(key, &board, from), "{written}");
        }
    }
    let paths = [
        "0:1",
        "0:1>1:1",
        "1:2~0:2",
        "circle 1:2",
        "reflected 1:1",
        "rings",
    ];
    let manners = [
        "ride", "hop", "lion", "rabbit", "kangaroo", "contra", "locust", "hamster",
    ];
    for (path, manner) in paths
        .iter()
        .flat_map(|path| manners.map(|manner| (path, manner)))
    {
        let written = format!("X: {manner} {path}");
        let walk = define(&written).expect(&written);
        let table = WalkTable::compile(&Geometry::standard(), [walk]);
        let goes =
            boards(400).any(|(board, from)| !of_engine(&table, walk, &board, from).is_empty());
        assert!(goes, "{written}");
    }
}

/// Rings on boards that are no square: a lap has as many squares as the ring, and where a ring
/// is but a row there is none.
#[test]
fn spiders_on_other_boards() {
    let spider = WalkId::from_key("spider").expect("a walk");
    for (files, ranks, square, count) in [(5, 5, "c3", 8), (9, 10, "a1", 34 + 1), (3, 8, "b4", 8)] {
        let geometry = Geometry::new(files, ranks, Joins::None).expect("a board");
        let table = WalkTable::compile(&geometry, [spider]);
        let from = geometry
            .squares()
            .into_iter()
            .find(|&on| geometry.name(on) == square);
        let from = from.expect("a square of the board");
        let crowd = Crowd([SquareSet::of(from), SquareSet::EMPTY]);
        let mut arrivals = SquareSet::EMPTY;
        table.steps(&crowd, spider, Side::White, from, Which::All, &mut |step| {
            arrivals.insert(step.to);
        });
        assert_eq!(arrivals.len(), count, "{files}x{ranks} {square}");
    }
}
