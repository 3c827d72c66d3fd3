//! Holds the walks against measured move lists and observed squares, and
//! moving against observing on boards of every shape.
//!
//! The positions are schemes of ours; the answers come from Popeye 4.104. A
//! move is written `e4` (quiet), `xe4` (capture there) or `e4xd5` (to e4,
//! capturing on d5).

use dawson::board::{Geometry, Joins, Side, Square, SquareSet};
use dawson::men::{Men, Piece, Sides, Step, WALKS, WalkId, WalkTable, Which, walk_id};
use proptest::prelude::*;
use serde::Deserialize;
use std::sync::LazyLock;

#[test]
fn moves_are_as_measured_and_in_order() {
    for case in cases(include_str!("data/walk-moves.jsonl")) {
        let found = case.steps().into_iter().map(written);
        let found = found.collect::<Vec<_>>().join(" ");
        assert_eq!(found, case.moves, "{case:?}");
    }
}

#[test]
fn observation_is_as_measured() {
    for case in cases(include_str!("data/walk-observation.jsonl")) {
        let found = case.observed_squares().map(|square| square.to_string());
        let found = found.collect::<Vec<_>>().join(" ");
        assert_eq!(found, case.observed, "{case:?}");
    }
}

#[test]
fn every_walk_with_a_power_has_measured_moves() {
    let cases = cases(include_str!("data/walk-moves.jsonl"));
    let is_measured = |walk: WalkId| cases.iter().any(|case| case.walk() == walk);
    for walk in WalkId::all() {
        let row = walk.row();
        // Moves of royal men were measured under the rule against self-check;
        // walks that only rules bring into play cannot be put into a diagram.
        let cannot_be_measured = row.is_royal() || row.letters[0].starts_with('(');
        assert!(is_measured(walk) || cannot_be_measured, "{}", row.key);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn moving_and_observing_agree(world in world()) {
        let table = &TABLES[world.shape].1;
        for walk in WalkId::all() {
            for side in Side::BOTH {
                let man = Piece::new(walk, side.into());
                let board = world.board.with(world.from, man);
                check_observation(table, &board, walk, side, world.from)?;
                check_kinds(table, &board, walk, side, world.from)?;
            }
        }
    }
}

/// A hostile man put on any square is captured exactly if it is observed.
fn check_observation(
    table: &WalkTable,
    board: &Board,
    walk: WalkId,
    side: Side,
    from: Square,
) -> Result<(), TestCaseError> {
    for target in board.squares(|_| true).filter(|&target| target != from) {
        let observes = table.captures_on(board, walk, side, from, target);
        let hostile = Piece::new(walk_id::DUMMY, (!side).into());
        let filled = board.with(target, hostile);
        let steps = steps(table, &filled, walk, side, from, Which::Captures);
        let captures = steps.iter().any(|step| step.captured == Some(target));
        let name = walk.row().key;
        prop_assert_eq!(
            observes,
            captures,
            "{} {:?} {} {}",
            name,
            side,
            from,
            target
        );
        let reaches = table.reach(walk, side, target).contains(from);
        prop_assert!(reaches || !observes, "{} {} {}", name, from, target);
        prop_assert!(
            observes || !reaches || !table.is_leaper(walk, side),
            "{}",
            name
        );
    }
    Ok(())
}

/// Quiet moves and captures are all moves; captures take hostile men only and
/// every man arrives on an empty square or on the man it takes.
fn check_kinds(
    table: &WalkTable,
    board: &Board,
    walk: WalkId,
    side: Side,
    from: Square,
) -> Result<(), TestCaseError> {
    let of = |which| steps(table, board, walk, side, from, which);
    let (quiet, captures) = (of(Which::Quiet), of(Which::Captures));
    prop_assert!(quiet.iter().all(|step| step.captured.is_none()));
    for step in &captures {
        let captured = step.captured.expect("a capture takes a man");
        prop_assert!(board.on(captured).is_of(!side) && captured != from);
        prop_assert!(step.to == captured || board.on(step.to).is_none());
    }
    let mut all = of(Which::All);
    let mut parts = [quiet, captures].concat();
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    all.sort();
    parts.sort();
    prop_assert_eq!(&all, &parts);
    prop_assert_eq!(all, distinct);
    Ok(())
}

/// Boards of many shapes, each with all walks.
static TABLES: LazyLock<Vec<(Geometry, WalkTable)>> = LazyLock::new(|| {
    let shapes = [
        Geometry::standard(),
        Geometry::standard().with_holes([18, 28, 35, 63].map(Square::new).into_iter().collect()),
        board_of(8, 8, Joins::Files),
        board_of(8, 8, Joins::Both),
        board_of(5, 7, Joins::Ranks),
        board_of(3, 3, Joins::Both),
        board_of(1, 1, Joins::Both),
        board_of(16, 8, Joins::None),
    ];
    let laid_out = |geometry: Geometry| {
        let table = WalkTable::compile(&geometry, WalkId::all());
        (geometry, table)
    };
    shapes.into_iter().map(laid_out).collect()
});

fn board_of(width: u8, height: u8, joins: Joins) -> Geometry {
    Geometry::new(width, height, joins).expect("a board of legal size")
}

#[derive(Debug)]
struct World {
    shape: usize,
    board: Board,
    from: Square,
}

/// A board with about a third of its squares taken, and a departure square.
fn world() -> impl Strategy<Value = World> {
    let sides = prop_oneof![Just(Sides::White), Just(Sides::Black), Just(Sides::Both)];
    let walk = any::<prop::sample::Index>().prop_map(|index| index.index(WALKS.len()));
    let man = prop_oneof![
        5 => Just(Piece::NONE),
        3 => (walk, sides).prop_map(|(walk, sides)| Piece::new(WalkId(walk as u16), sides)),
    ];
    let men = proptest::collection::vec(man, 128);
    let shape = 0..TABLES.len();
    (shape, men, any::<prop::sample::Index>()).prop_map(|(shape, men, from)| {
        let squares = TABLES[shape].0.squares();
        let from = from.get(&squares.collect::<Vec<_>>()).to_owned();
        let mut board = Board::empty(squares);
        for square in squares {
            board = board.with(square, men[square.index()]);
        }
        World { shape, board, from }
    })
}

/// A measured position: which moves a man has, or which empty squares it
/// observes.
#[derive(Deserialize, Debug)]
struct Case {
    walk: String,
    at: String,
    side: String,
    men: String,
    #[serde(default)]
    moves: String,
    #[serde(default)]
    observed: String,
}

fn cases(lines: &str) -> Vec<Case> {
    let read = |line| serde_json::from_str(line).expect("a case a line");
    lines.lines().map(read).collect()
}

impl Case {
    fn steps(&self) -> Vec<Step> {
        let board = Board::read(&self.men);
        let (walk, side) = (self.walk(), self.side());
        steps(&TABLES[0].1, &board, walk, side, self.at(), Which::All)
    }

    fn observed_squares(&self) -> impl Iterator<Item = Square> {
        let board = Board::read(&self.men);
        let (walk, side, at) = (self.walk(), self.side(), self.at());
        let empty = board.squares(Piece::is_none);
        empty.filter(move |&target| TABLES[0].1.captures_on(&board, walk, side, at, target))
    }

    fn walk(&self) -> WalkId {
        WalkId::from_key(&self.walk).expect("a walk of the catalogue")
    }

    fn at(&self) -> Square {
        Square::from_name(&self.at).expect("a square")
    }

    fn side(&self) -> Side {
        match self.side.as_str() {
            "w" => Side::White,
            "b" => Side::Black,
            other => panic!("no side is called {other}"),
        }
    }
}

fn steps(
    table: &WalkTable,
    board: &Board,
    walk: WalkId,
    side: Side,
    from: Square,
    which: Which,
) -> Vec<Step> {
    let mut steps = Vec::new();
    table.steps(board, walk, side, from, which, &mut |step| steps.push(step));
    steps
}

fn written(step: Step) -> String {
    match step.captured {
        None => step.to.to_string(),
        Some(captured) if captured == step.to => format!("x{captured}"),
        Some(captured) => format!("{}x{captured}", step.to),
    }
}

/// Men on squares.
#[derive(Clone, Debug)]
struct Board {
    squares: SquareSet,
    men: [Piece; 128],
}

impl Board {
    fn empty(squares: SquareSet) -> Board {
        let men = [Piece::NONE; 128];
        Board { squares, men }
    }

    fn with(&self, square: Square, man: Piece) -> Board {
        let mut board = self.clone();
        board.men[square.index()] = man;
        board
    }

    /// Reads men such as `wKa1 bQh8 nGEd4`.
    fn read(men: &str) -> Board {
        let mut board = Board::empty(Geometry::standard().squares());
        for man in men.split(' ') {
            let (man, square) = man.split_at(man.len() - 2);
            let (sides, letters) = man.split_at(1);
            let sides = match sides {
                "w" => Sides::White,
                "b" => Sides::Black,
                _ => Sides::Both,
            };
            // Where a bystander stands matters here, not how it moves.
            let walk = WalkId::from_letters(letters, 0).unwrap_or(walk_id::DUMMY);
            let square = Square::from_name(square).expect("a square");
            board.men[square.index()] = Piece::new(walk, sides);
        }
        board
    }

    fn squares(&self, is_wanted: impl Fn(Piece) -> bool) -> SquareSet {
        let wanted = |square: &Square| is_wanted(self.on(*square));
        self.squares.filter(wanted).collect()
    }
}

impl Men for Board {
    fn on(&self, square: Square) -> Piece {
        self.men[square.index()]
    }

    fn occupied(&self) -> SquareSet {
        self.squares(Piece::is_some)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        self.squares(|piece| piece.is_of(side))
    }
}
