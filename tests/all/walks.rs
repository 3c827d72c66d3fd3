//! Holds the walks against measured move lists and observed squares, and
//! moving against observing on boards of every shape.
//!
//! The positions are schemes of ours; the answers come from Popeye 4.104. A
//! move is written `e4` (quiet), `xe4` (capture there) or `e4xd5` (to e4,
//! capturing on d5).

use dawson::board::{Geometry, Hexagons, Joins, Side, Square, SquareSet};
use dawson::conditions::compile;
use dawson::men::{
    Manner, Men, Part, Piece, Sides, Step, WALKS, WalkId, WalkTable, Which, is_defined, walk_id,
};
use dawson::problem::Problem;
use dawson::rules::{Game, Kind};
use proptest::prelude::*;
use std::sync::LazyLock;

#[test]
fn moves_are_as_measured() {
    for case in cases(include_str!("../data/walk-moves.txt")) {
        let walk = case.walk().row();
        let is_ruled = case.men.contains('K') || walk.is_pawn() || walk.captures_en_passant();
        let is_ruled = is_ruled || walk.is_royal() || !case.options.is_empty();
        if is_ruled {
            assert_eq!(sorted(case.legal_moves()), case.expected(), "{case:?}");
            continue;
        }
        let found: Vec<String> = case.steps().into_iter().map(written).collect();
        if ANY_ORDER.contains(&walk.key) || walk.key.contains('/') {
            assert_eq!(sorted(found), case.expected(), "{case:?}");
        } else {
            assert_eq!(found.join(" "), case.answer, "{case:?}");
        }
    }
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort();
    moves
}

/// Walks whose moves come in an order of our own; hunters too.
const ANY_ORDER: &[&str] = &["ubi-ubi", "eagle-equihopper", "eagle-nonstop-equihopper"];

#[test]
fn observation_is_as_measured() {
    for case in cases(include_str!("../data/walk-observation.txt")) {
        let found = case.observed_squares().map(|square| square.to_string());
        let found = found.collect::<Vec<_>>().join(" ");
        assert_eq!(found, case.answer, "{case:?}");
    }
}

#[test]
fn every_walk_has_measured_moves() {
    let cases = cases(include_str!("../data/walk-moves.txt"));
    for walk in WalkId::all() {
        // Walks that only rules bring into play cannot be put into a diagram.
        let cannot_be_measured = walk.row().letters[0].starts_with('(');
        let is_measured = cases.iter().any(|case| case.walk() == walk);
        assert!(is_measured || cannot_be_measured, "{}", walk.row().key);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn moving_and_observing_agree(world in world()) {
        let table = &TABLES[world.shape].1;
        for walk in walks() {
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
        // A hostile man may lend its power to the man that captures it.
        let hostile = Piece::new(walk_id::DUMMY, (!side).into());
        let filled = match board.on(target).is_of(!side) {
            true => board.clone(),
            false => board.with(target, hostile),
        };
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
    let (quiet, captures) = (of(Which::NonCapture), of(Which::Captures));
    prop_assert!(quiet.iter().all(|step| step.captured.is_none()));
    // Those who go like others go round as they do.
    let is_lent = |part: &Part| matches!(part.manner, Manner::Relay(_));
    let is_round = |man: Piece| man.is_some() && man.walk().row().goes_round();
    let goes_round = walk.row().goes_round()
        || walk.row().parts.iter().any(is_lent) && !board.squares(is_round).is_empty();
    let is_null = |step: &Step| step.to == from && !goes_round;
    let name = walk.row().key;
    prop_assert!(
        !quiet.iter().chain(&captures).any(is_null),
        "{} makes no null move",
        name
    );
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

/// Every walk of the catalogue, and some hunters.
fn walks() -> impl Iterator<Item = WalkId> {
    let hunters = ["N/G", "LI/RO", "Q/UU", "P/S", "O/L"];
    let hunters = hunters.map(|letters| WalkId::from_letters(letters, 0).expect("a hunter"));
    WalkId::all().chain(hunters)
}

/// The usual board with all walks that were measured.
static MEASURED: LazyLock<WalkTable> = LazyLock::new(|| {
    let cases = cases(include_str!("../data/walk-moves.txt"));
    let measured = cases.iter().map(Case::walk);
    WalkTable::compile(&Geometry::standard(), WalkId::all().chain(measured))
});

/// Boards of many shapes, each with all walks.
static TABLES: LazyLock<Vec<(Geometry, WalkTable)>> = LazyLock::new(|| {
    let shapes = [
        Geometry::standard(),
        Geometry::standard().with_holes([18, 28, 35, 63].map(Square::new).into_iter().collect()),
        board_of(8, 8, Joins::Files),
        board_of(8, 8, Joins::Both),
        board_of(5, 7, Joins::Ranks),
        board_of(8, 8, Joins::Ranks),
        board_of(5, 5, Joins::None),
        board_of(8, 10, Joins::None),
        board_of(3, 3, Joins::Both),
        board_of(1, 1, Joins::Both),
        board_of(16, 8, Joins::None),
        board_of(8, 8, Joins::Moebius),
        board_of(8, 8, Joins::Klein),
        board_of(7, 6, Joins::Projective),
        board_of(8, 8, Joins::Sphere),
        board_of(6, 7, Joins::SphereWithPoles),
        Geometry::hexagonal(Hexagons::GLINSKI).expect("91 cells"),
        Geometry::hexagonal(Hexagons::NINETEEN).expect("19 cells"),
        Geometry::space(5, 5, 5).expect("125 cells"),
    ];
    let laid_out = |geometry: Geometry| {
        let defined = walks().filter(|walk| is_defined(&geometry, *walk));
        let table = WalkTable::compile(&geometry, defined);
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
/// observes. A line `letters|at|side|options|men|answer`.
#[derive(Debug)]
struct Case<'a> {
    letters: &'a str,
    at: &'a str,
    side: &'a str,
    options: &'a str,
    men: &'a str,
    answer: &'a str,
}

fn cases(lines: &str) -> Vec<Case<'_>> {
    lines.lines().map(case).collect()
}

fn case(line: &str) -> Case<'_> {
    let mut fields = line.split('|');
    let mut next = || fields.next().expect("six fields a line");
    Case {
        letters: next(),
        at: next(),
        side: next(),
        options: next(),
        men: next(),
        answer: next(),
    }
}

impl Case<'_> {
    fn steps(&self) -> Vec<Step> {
        let board = Board::read(self.men);
        let (walk, side) = (self.walk(), self.side());
        steps(&MEASURED, &board, walk, side, self.at(), Which::All)
    }

    fn observed_squares(&self) -> impl Iterator<Item = Square> {
        let mut board = Board::read(self.men);
        // The squares were measured with a hostile king on each in turn.
        let king = Piece::new(walk_id::KING, (!self.side()).into());
        let empty = board.squares(Piece::is_none);
        let (walk, side, at) = (self.walk(), self.side(), self.at());
        empty.filter(move |&target| {
            board.men[target.index()] = king;
            let observes = MEASURED.captures_on(&board, walk, side, at, target);
            board.men[target.index()] = Piece::NONE;
            observes
        })
    }

    /// The moves in alphabetical order.
    fn expected(&self) -> Vec<String> {
        let moves = self.answer.split_whitespace().map(str::to_owned);
        let mut moves = sorted(moves.collect());
        // Several routes to a square are one move.
        moves.dedup();
        moves
    }

    /// The legal moves of the man under the rules of play, promotions included.
    fn legal_moves(&self) -> Vec<String> {
        let mut engine = compile(&self.problem()).expect("nothing is refused");
        engine.set_side_to_move(self.side());
        let moves = engine.legal_moves();
        let own = moves
            .into_iter()
            .filter(|movement| movement.pseudo_move.from == self.at());
        own.map(|movement| {
            let pseudo_move = movement.pseudo_move;
            let before = engine.position().piece_on(pseudo_move.from);
            engine.play(movement);
            let after = engine.position().piece_on(pseudo_move.to);
            engine.rewind();
            let mut text = match pseudo_move.kind {
                Kind::Castling { partner_from, .. } if partner_from > pseudo_move.from => {
                    "0-0".into()
                }
                Kind::Castling { .. } => "0-0-0".into(),
                _ => written(Step {
                    captured: pseudo_move.captured,
                    ..Step::quiet(pseudo_move.to)
                }),
            };
            if before.walk() != after.walk() {
                text += &format!("={}", after.walk().row().letters[0]);
            }
            text
        })
        .collect()
    }

    fn problem(&self) -> Problem {
        let mut problem = Problem::new();
        for square in Board::read(self.men).squares(Piece::is_some) {
            let man = Board::read(self.men).on(square);
            let is_royal = man.walk().row().is_royal();
            let man = if is_royal { man.royal() } else { man };
            problem.diagram.put(square, man);
        }
        let squares = |text: &str| -> Vec<Square> {
            let names = text.as_bytes().chunks(2);
            let names = names.filter_map(|name| std::str::from_utf8(name).ok());
            names.filter_map(Square::from_name).collect()
        };
        match self.options.split_once(' ') {
            Some(("EnPassant", text)) => problem.options.en_passant = squares(text),
            Some(("NoCastling", text)) => {
                problem.options.no_castling = squares(text).into_iter().collect();
            }
            other => assert_eq!(other, None, "an option nobody knows"),
        }
        problem
    }

    fn walk(&self) -> WalkId {
        WalkId::from_letters(self.letters, 0).expect("a walk")
    }

    fn at(&self) -> Square {
        Square::from_name(self.at).expect("a square")
    }

    fn side(&self) -> Side {
        match self.side {
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
            let walk = WalkId::from_letters(letters, 0).expect("a walk");
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
