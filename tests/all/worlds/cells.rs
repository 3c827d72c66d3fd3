//! Hexagons and levels: every cell is a place in space with three coordinates, hexagons with the sum
//! nought. Each board says by hand where its cells are and which ways men go; one slow generator, which
//! shares no code with the engine, plays on all of them.

use super::position::{man, moves};
use super::slow::Slow;
use dawson::board::{Geometry, Side, Square, SquareSet};
use dawson::conditions::{compile, fit_diagram, system};
use dawson::men::{Men, Piece, WalkTable, Which};
use dawson::notation::popeye::input::input;
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::words::Language;
use dawson::picture::{Style, draw};
use dawson::problem::Problem;
use dawson::rules::{Engine, Game, ShortCuts};
use std::collections::{BTreeMap, BTreeSet};

type Place = [i32; 3];

/// What a board is like.
#[derive(Debug, PartialEq)]
struct World {
    cells: BTreeMap<String, Place>,
    places: BTreeSet<Place>,
    rook: Vec<Place>,
    bishop: Vec<Place>,
    unicorn: Vec<Place>,
    knight: Vec<Place>,
    /// Of White; Black goes the other way.
    pawn: Vec<Place>,
    pawn_captures: Vec<Place>,
    starts: [Vec<&'static str>; 2],
    last: [Vec<&'static str>; 2],
}

fn plus(one: Place, other: Place) -> Place {
    std::array::from_fn(|axis| one[axis] + other[axis])
}

fn back(one: Place) -> Place {
    one.map(|part| -part)
}

/// All of these and those turned by sixths of a circle.
fn round(first: Place) -> Vec<Place> {
    let turn = |[q, r, s]: Place| [-r, -s, -q];
    std::iter::successors(Some(first), |&last| Some(turn(last)))
        .take(6)
        .collect()
}

/// Hexagons in files, each counted from below; the middle file has the most.
fn hexagons(letters: &str, first: i32) -> BTreeMap<String, Place> {
    let half = letters.len() as i32 / 2;
    let mut cells = BTreeMap::new();
    for (file, letter) in (-half..).zip(letters.chars()) {
        let count = first + half - file.abs();
        for number in 1..=count {
            // The lowest cell of a file lies half a cell higher for each file away from the middle one.
            let height = 2 * (number - 1) + file.abs();
            let r = (height - file) / 2;
            cells.insert(format!("{letter}{number}"), [file, r, -file - r]);
        }
    }
    cells
}

fn glinski() -> World {
    let letters = "abcdefghikl";
    let ends = |rank: &[&'static str]| rank.to_vec();
    let cells = hexagons(letters, 6);
    World {
        places: cells.values().copied().collect(),
        cells,
        rook: round([0, 1, -1]),
        bishop: round([1, 1, -2]),
        unicorn: Vec::new(),
        knight: [round([1, 2, -3]), round([2, 1, -3])].concat(),
        pawn: vec![[0, 1, -1]],
        pawn_captures: vec![[1, 0, -1], [-1, 1, 0]],
        starts: [
            ends(&["b1", "c2", "d3", "e4", "f5", "g4", "h3", "i2", "k1"]),
            ends(&["b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "k7"]),
        ],
        last: [
            ends(&[
                "a6", "b7", "c8", "d9", "e10", "f11", "g10", "h9", "i8", "k7", "l6",
            ]),
            ends(&[
                "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "k1", "l1",
            ]),
        ],
    }
}

fn mccooey() -> World {
    World {
        pawn_captures: vec![[1, 1, -2], [-1, 2, -1]],
        starts: [
            vec!["c1", "d2", "e3", "g3", "h2", "i1"],
            vec!["c8", "d8", "e8", "g8", "h8", "i8"],
        ],
        ..glinski()
    }
}

fn nineteen() -> World {
    let cells = hexagons("abcde", 3);
    World {
        places: cells.values().copied().collect(),
        cells,
        starts: [Vec::new(), Vec::new()],
        last: [
            vec!["a3", "b4", "c5", "d4", "e3"],
            vec!["a1", "b1", "c1", "d1", "e1"],
        ],
        ..glinski()
    }
}

fn space() -> World {
    let mut cells = BTreeMap::new();
    for (z, level) in (0..).zip("ABCDE".chars()) {
        for (x, file) in (0..).zip("abcde".chars()) {
            for y in 0..5 {
                cells.insert(format!("{level}{file}{}", y + 1), [x, y, z]);
            }
        }
    }
    let all =
        || (-2..=2).flat_map(|x| (-2..=2).flat_map(move |y| (-2..=2).map(move |z| [x, y, z])));
    let of = |wanted: [i32; 3]| {
        let sorted = |place: Place| {
            let mut parts = place.map(i32::abs);
            parts.sort_unstable();
            parts
        };
        all()
            .filter(|&place| sorted(place) == wanted)
            .collect::<Vec<_>>()
    };
    World {
        places: cells.values().copied().collect(),
        cells,
        rook: of([0, 0, 1]),
        bishop: of([0, 1, 1]),
        unicorn: of([1, 1, 1]),
        knight: of([0, 1, 2]),
        pawn: vec![[0, 1, 0], [0, 0, 1]],
        pawn_captures: vec![[1, 1, 0], [-1, 1, 0], [1, 0, 1], [-1, 0, 1], [0, 1, 1]],
        starts: [Vec::new(), Vec::new()],
        last: [
            vec!["Ea5", "Eb5", "Ec5", "Ed5", "Ee5"],
            vec!["Aa1", "Ab1", "Ac1", "Ad1", "Ae1"],
        ],
    }
}

/// A position of a world.
#[derive(Clone)]
struct Position<'w> {
    world: &'w World,
    men: BTreeMap<Place, char>,
    white: bool,
    passed: Option<(Place, Place)>,
}

impl<'w> Position<'w> {
    /// Men as `Kf1 pb7`, capitals for White.
    fn new(world: &'w World, men: &str, white: bool) -> Position<'w> {
        let placed = men.split(' ').map(|man| {
            let (letter, name) = man.split_at(1);
            (world.cells[name], letter.chars().next().expect("a letter"))
        });
        Position {
            world,
            men: placed.collect(),
            white,
            passed: None,
        }
    }

    fn name(&self, place: Place) -> &str {
        let mut cells = self.world.cells.iter();
        cells.find(|(_, known)| **known == place).expect("a cell").0
    }

    fn is_cell(&self, place: Place) -> bool {
        self.world.places.contains(&place)
    }

    fn is(&self, place: Place, names: &[Vec<&str>; 2], white: bool) -> bool {
        names[usize::from(!white)].contains(&self.name(place))
    }

    /// Where an officer may go.
    fn arrivals(&self, from: Place) -> Vec<Place> {
        let world = self.world;
        let letter = self.men[&from];
        let queen = [&world.rook[..], &world.bishop, &world.unicorn].concat();
        let (vectors, rides) = match letter.to_ascii_uppercase() {
            'R' => (world.rook.clone(), true),
            'B' => (world.bishop.clone(), true),
            'U' => (world.unicorn.clone(), true),
            'Q' => (queen, true),
            'K' => (queen, false),
            'N' => (world.knight.clone(), false),
            _ => (Vec::new(), false),
        };
        let mut found = Vec::new();
        for vector in vectors {
            let mut to = plus(from, vector);
            while self.is_cell(to) {
                let stands = self.men.get(&to);
                if stands.is_none_or(|man| man.is_uppercase() != letter.is_uppercase()) {
                    found.push(to);
                }
                if stands.is_some() || !rides {
                    break;
                }
                to = plus(to, vector);
            }
        }
        found
    }

    fn turned(&self, vectors: &[Place], white: bool) -> Vec<Place> {
        let side = |&vector: &Place| if white { vector } else { back(vector) };
        vectors.iter().map(side).collect()
    }

    fn attacks(&self, from: Place, target: Place) -> bool {
        match self.men[&from].to_ascii_uppercase() {
            'P' => {
                let white = self.men[&from] == 'P';
                let captures = self.turned(&self.world.pawn_captures, white);
                captures.iter().any(|&way| plus(from, way) == target)
            }
            _ => self.arrivals(from).contains(&target),
        }
    }

    fn is_in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let Some((&on, _)) = self.men.iter().find(|(_, man)| **man == king) else {
            return false;
        };
        let mut hostile = self
            .men
            .iter()
            .filter(|(_, man)| man.is_uppercase() != white);
        hostile.any(|(&from, _)| self.attacks(from, on))
    }

    fn after(&self, from: Place, to: Place) -> Position<'w> {
        let mut next = self.clone();
        let man = next.men.remove(&from).expect("a man");
        next.men.insert(to, man);
        next.white = !self.white;
        next.passed = None;
        next
    }

    fn pawn_moves(&self, from: Place, found: &mut Vec<(String, Position<'w>)>) {
        let world = self.world;
        let mut add = |to: Place, next: Position<'w>| {
            let name = format!("{}{}", self.name(from), self.name(to));
            if !self.is(to, &world.last, self.white) {
                found.push((name, next));
                return;
            }
            let officers = if world.unicorn.is_empty() {
                "qrbn"
            } else {
                "qrbnu"
            };
            for officer in officers.chars() {
                let mut next = next.clone();
                let white = officer.to_ascii_uppercase();
                next.men
                    .insert(to, if self.white { white } else { officer });
                found.push((format!("{name}{officer}"), next));
            }
        };
        for way in self.turned(&world.pawn, self.white) {
            let to = plus(from, way);
            if !self.is_cell(to) || self.men.contains_key(&to) {
                continue;
            }
            add(to, self.after(from, to));
            let far = plus(to, way);
            let may = self.is(from, &world.starts, self.white);
            if may && self.is_cell(far) && !self.men.contains_key(&far) {
                let mut next = self.after(from, far);
                next.passed = Some((to, far));
                add(far, next);
            }
        }
        for way in self.turned(&world.pawn_captures, self.white) {
            let to = plus(from, way);
            let victim = self.men.get(&to);
            if victim.is_some_and(|man| man.is_uppercase() != self.white) {
                add(to, self.after(from, to));
            }
            if let Some((passed, pawn)) = self.passed
                && passed == to
            {
                let mut next = self.after(from, to);
                next.men.remove(&pawn);
                add(to, next);
            }
        }
    }
}

impl<'w> Slow for Position<'w> {
    fn moves(&self) -> Vec<(String, Position<'w>)> {
        let mut found = Vec::new();
        let own = self
            .men
            .iter()
            .filter(|(_, man)| man.is_uppercase() == self.white);
        for (&from, man) in own {
            if man.eq_ignore_ascii_case(&'P') {
                self.pawn_moves(from, &mut found);
                continue;
            }
            for to in self.arrivals(from) {
                let name = format!("{}{}", self.name(from), self.name(to));
                found.push((name, self.after(from, to)));
            }
        }
        found.retain(|(_, next)| !next.is_in_check(self.white));
        found
    }
}

/// A problem of this game without men.
fn empty(game: &str) -> Problem {
    let mut problem = Problem::new();
    problem.conditions = system(game).expect("a known game");
    fit_diagram(&mut problem);
    problem
}

fn board(game: &str) -> Geometry {
    empty(game).diagram.geometry
}

/// The engine in the same position.
fn engine(game: &str, men: &str, white: bool) -> Engine {
    let mut problem = empty(game);
    for text in men.split(' ') {
        let (letter, name) = text.split_at(1);
        let square = problem.diagram.geometry.square_named(name).expect(name);
        problem
            .diagram
            .put(square, man(letter.chars().next().expect("a letter")));
    }
    let mut engine = compile(&problem).expect("a game that can be played");
    engine.set_side_to_move(if white { Side::White } else { Side::Black });
    engine
}

fn agree(system: &str, world: &World, men: &str, plies: u32) {
    for white in [true, false] {
        let slow = Position::new(world, men, white);
        if slow.is_in_check(!white) {
            continue;
        }
        let mut expected: Vec<String> = slow.moves().into_iter().map(|(name, _)| name).collect();
        expected.sort();
        for short_cuts in [ShortCuts::ALL, ShortCuts::NONE] {
            let mut engine = engine(system, men, white);
            engine.use_only(short_cuts);
            assert_eq!(moves(&mut engine), expected, "{system} {men}");
            for plies in 2..=plies {
                assert_eq!(
                    engine.perft(plies),
                    slow.perft(plies),
                    "{system} {men} {plies}"
                );
            }
        }
    }
}

const GLINSKI_ARRAY: &str = "Pb1 Pc2 Pd3 Pe4 Pf5 Pg4 Ph3 Pi2 Pk1 Bf1 Bf2 Bf3 Nd1 Nh1 Rc1 Ri1 Qe1 Kg1 \
    pb7 pc7 pd7 pe7 pf7 pg7 ph7 pi7 pk7 bf11 bf10 bf9 nd9 nh9 rc8 ri8 qe10 kg10";

const SPACE_ARRAY: &str = "RAa1 NAb1 KAc1 NAd1 RAe1 PAa2 PAb2 PAc2 PAd2 PAe2 BBa1 UBb1 QBc1 BBd1 UBe1 \
    PBa2 PBb2 PBc2 PBd2 PBe2 rEa5 nEb5 kEc5 nEd5 rEe5 pEa4 pEb4 pEc4 pEd4 pEe4 uDa5 bDb5 qDc5 uDd5 bDe5 \
    pDa4 pDb4 pDc4 pDd4 pDe4";

/// The counts of three plies were made by this generator once; those of fewer are made anew.
#[test]
fn arrays_have_as_many_sequences_as_they_should() {
    for (system, world, array, counts) in [
        (
            "hexagonal-glinski",
            glinski(),
            GLINSKI_ARRAY,
            [51, 2586, 137_858],
        ),
        ("space-chess", space(), SPACE_ARRAY, [61, 3615, 237_316]),
    ] {
        let slow = Position::new(&world, array, true);
        assert_eq!([slow.perft(1), slow.perft(2)], counts[..2]);
        let mut engine = engine(system, array, true);
        assert_eq!([1, 2, 3].map(|plies| engine.perft(plies)), counts);
    }
}

#[test]
fn positions_on_hexagons() {
    let pawns = "Kf1 ka1 Pc6 pd7 Pf9 pg3 ph2 Pb1 pc2 Pe4 pd5 Rl6";
    let officers = "Kf6 kl1 Qa6 rb7 Ng10 bf11 nc3";
    for men in [pawns, officers] {
        agree("hexagonal-glinski", &glinski(), men, 2);
    }
    let pawns = "Kf1 ka1 Pc1 pd4 Pf9 pg3 ph2 Pb1 pe5 Pe3 pd8 Rl6";
    agree("hexagonal-mccooey", &mccooey(), pawns, 2);
    for men in ["Kc1 kc5 Pb2 pd3 Ra1 be3", "Kb2 ke3 Qa3 pc3 nd4"] {
        agree("hexagonal-19", &nineteen(), men, 3);
    }
}

#[test]
fn positions_in_space() {
    for men in [
        "KAa1 kEe5 QCc3 nBb2 PDd4 pCd4",
        "KCc3 kAa5 UBb1 rEe1 PEb4 pBd1 pBc2",
    ] {
        agree("space-chess", &space(), men, 2);
    }
}

/// Nobody but the man that goes.
struct Nobody;

impl Men for Nobody {
    fn on(&self, _: Square) -> Piece {
        Piece::NONE
    }

    fn occupied(&self) -> SquareSet {
        SquareSet::EMPTY
    }

    fn men_of(&self, _: Side) -> SquareSet {
        SquareSet::EMPTY
    }
}

/// Every man on every cell of the empty board.
#[test]
fn lonely_men_go_where_their_definitions_say() {
    let worlds = [
        ("hexagonal-glinski", glinski()),
        ("hexagonal-mccooey", mccooey()),
        ("hexagonal-19", nineteen()),
        ("space-chess", space()),
    ];
    for (system, world) in worlds {
        let board = board(system);
        let letters = if world.unicorn.is_empty() {
            "RBQKNPp"
        } else {
            "RBUQKNPp"
        };
        let table = WalkTable::compile(&board, letters.chars().map(|letter| man(letter).walk()));
        for cell in world.cells.keys() {
            let from = board.square_named(cell).expect("a cell");
            for letter in letters.chars() {
                let slow = Position::new(&world, &format!("{letter}{cell}"), letter.is_uppercase());
                let moves = slow.moves().into_iter();
                let arrivals = moves.map(|(name, _)| {
                    board.square_named(name[cell.len()..].trim_end_matches(char::is_lowercase))
                });
                let expected: SquareSet = arrivals.flatten().collect();
                let side = if letter.is_uppercase() {
                    Side::White
                } else {
                    Side::Black
                };
                let mut found = SquareSet::EMPTY;
                table.steps(
                    &Nobody,
                    man(letter).walk(),
                    side,
                    from,
                    Which::All,
                    &mut |step| {
                        found.insert(step.to);
                    },
                );
                assert_eq!(found, expected, "{system} {letter}{cell}");
            }
        }
    }
}

fn read_one(text: &str) -> Problem {
    read(text.as_bytes()).problems.remove(0).problem
}

const SMALL: &str = "#1, hexagonal board of 19 cells";

#[test]
fn a_hexagonal_problem_is_read_from_all_that_can_hold_it() {
    let stated =
        Problem::from_statement(&format!("{SMALL}, wKc3 wRa2 bKe3"), "").expect("it is read");
    let drawn = Problem::from_statement(SMALL, "**2k/*4/2K2/R3*/3**").expect("it is read");
    assert_eq!(drawn, stated);
    let again = read_one(&input([&stated], Language::En));
    assert_eq!(
        (again.diagram, again.conditions),
        (stated.diagram.clone(), stated.conditions.clone())
    );
    let solution = stated.solve().expect("it is solved");
    assert_eq!(solution.twins.len(), 1);
    let svg = draw(&stated, Style::default()).svg(1.0);
    assert!(svg.contains(">c5</text>") && !svg.contains(">e4</text>"));
}

/// Names of squares that were read on another board are never taken for cells.
#[test]
fn men_of_another_board_are_refused() {
    let refusal = |text: &str| {
        let text = format!("BeginProblem\n{text}\nStipulation #1\nEndProblem\n");
        let read = dawson::notation::popeye::read::read(text.as_bytes());
        let said = &read.problems[0].diagnostics;
        let mut said = said.iter().map(ToString::to_string);
        let unknown = said.find(|said| said.contains("is not a square"));
        let refused = || compile(&read.problems[0].problem).err();
        unknown.or_else(|| refused().map(|refusal| refusal.to_string()))
    };
    for text in [
        "Condition SmallHexagonal\nPieces White Ka1 Black Kh8",
        "Condition SmallHexagonal\nPositionText 4k/5/5/5/K4",
        "Condition SpaceChess\nPieces White Ka1 Black Kh8",
    ] {
        assert!(refusal(text).is_some(), "{text}");
    }
    let men = "Pieces White Ka1 Black Kc5";
    assert_eq!(refusal(&format!("Condition SmallHexagonal\n{men}")), None);
    for condition in [
        "Circe",
        "GridChess",
        "Sentinelles",
        "MirrorCirce",
        "KoeKo",
        "Magnetic",
        "Imitator b2",
        "BlackMaximummer",
        "EinsteinChess",
    ] {
        let text = format!("Condition SmallHexagonal {condition}\n{men}");
        assert!(refusal(&text).is_some(), "{condition}");
    }
    for condition in ["Madrasi", "Lortap", "AndernachChess", "MonochromChess"] {
        let text = format!("Condition SmallHexagonal {condition}\n{men}");
        assert_eq!(refusal(&text), None, "{condition}");
    }
    for walk in ["RO", "MO", "BP", "EQ", "AR", "CA", "U"] {
        let text = format!("Condition SmallHexagonal\n{men} {walk}b2");
        assert!(
            refusal(&text).is_some_and(|why| why.contains("on this board is not defined")),
            "{walk}"
        );
    }
    assert!(refusal("Pieces White Ka1 Ub2 Black Kc5").is_some());
}

#[test]
fn a_board_in_space_is_drawn_level_by_level() {
    let mut problem = empty("space-chess");
    problem.diagram.put(
        board("space-chess").square_named("Ee5").expect("a cell"),
        man('K'),
    );
    let svg = draw(&problem, Style::default()).svg(1.0);
    let letters = ["A", "B", "C", "D", "E"];
    assert!(
        letters
            .iter()
            .all(|letter| svg.contains(&format!(">{letter}</text>")))
    );
}
