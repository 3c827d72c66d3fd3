//! Random play on every board: taking back is exact, keys are right, walks observe what
//! they capture.

use super::position::piece;
use dawson::board::{Geometry, Joins, Side, Square};
use dawson::conditions::{board, compile, system};
use dawson::men::Sides;
use dawson::problem::{Diagram, Problem};
use dawson::rules::{Actor, Game, Ring};
use proptest::prelude::*;

/// What stands on random diagrams of boards with joined edges beside the kings.
const MEN: &[&str] = &[
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "grasshopper",
    "nightrider",
    "leo",
    "rose",
    "berolina-pawn",
];

/// What stands on the ring.
const RING_MEN: &[&str] = &["rook", "bishop", "pawn", "knight", "queen"];

const CELL_MEN: &[&str] = &[
    "rook",
    "bishop",
    "pawn",
    "knight",
    "queen",
    "grasshopper",
    "nightrider",
    "leo",
    "locust",
    "kangaroo",
    "dabbaba",
    "bouncer",
];

const GAMES: &[&str] = &[
    "rollerball",
    "cylinder",
    "cylinder-null",
    "cylinder-castling",
    "cylinder-h",
    "torus",
    "moebius-strip",
    "klein-bottle",
    "projective-plane",
    "sphere",
    "sphere-poles",
    "hexagonal-glinski",
    "hexagonal-mccooey",
    "hexagonal-19",
    "space-chess",
];

#[derive(Clone, Debug)]
struct Scheme {
    places: Vec<u8>,
    men: Vec<(usize, bool)>,
    plays: Vec<usize>,
}

fn scheme() -> impl Strategy<Value = Scheme> {
    let places = Just((0..128u8).collect::<Vec<_>>()).prop_shuffle();
    let men = prop::collection::vec((0..1000usize, any::<bool>()), 2..10);
    let plays = prop::collection::vec(0..1000usize, 1..8);
    (places, men, plays).prop_map(|(places, men, plays)| Scheme { places, men, plays })
}

impl Scheme {
    /// Kings and men on squares of the board, none of them holes.
    fn populate(&self, problem: &mut Problem, keys: &[&str]) {
        let board = board(problem).expect("an empty board of the game");
        let squares = self.places.iter().map(|&place| Square::new(place));
        let mut squares = squares.filter(|&square| board.squares().contains(square));
        for sides in [Sides::White, Sides::Black] {
            let square = squares.next().expect("a board has two squares");
            problem.diagram.put(square, piece("king", sides));
        }
        for (&(kind, white), square) in self.men.iter().zip(squares) {
            let sides = if white { Sides::White } else { Sides::Black };
            problem
                .diagram
                .put(square, piece(keys[kind % keys.len()], sides));
        }
    }

    /// Plays the chosen moves and takes each back once.
    fn play(&self, problem: &Problem) {
        let mut engine = compile(problem).expect("a game that can be played");
        for choice in &self.plays {
            let side = engine.side_to_move();
            let moves = engine.legal_moves();
            if engine.can_capture_king() || moves.is_empty() {
                return;
            }
            observers_are_captors(&engine, side);
            let before = engine.position().clone();
            for movement in &moves {
                engine.play(*movement);
                assert_eq!(engine.key(), engine.position().fresh_key());
                engine.rewind();
                assert_eq!(*engine.position(), before);
            }
            engine.play(moves[choice % moves.len()]);
        }
    }
}

/// What a man observes, seen from the target, is what its steps can capture.
fn observers_are_captors(engine: &dawson::rules::Engine, side: Side) {
    let view = engine.rules().view(engine.position());
    for target in engine.position().men_of(!side) {
        let observers = view.observers(target, side, Ring::Geometry);
        for square in engine.position().men_of(side) {
            let walk = view.piece_on(square).walk();
            let mut captures = false;
            view.table().steps(
                engine.position(),
                walk,
                side,
                square,
                dawson::men::Which::Captures,
                &mut |step| captures |= step.captured == Some(target),
            );
            let actor = Actor { square, side };
            assert_eq!(captures, observers.contains(square), "{square} {target}");
            assert_eq!(captures, view.observes(actor, target, Ring::Geometry));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_game_takes_back_what_it_plays(scheme in scheme()) {
        for name in GAMES {
            let mut problem = Problem::new();
            problem.conditions = system(name).expect("a known game");
            dawson::conditions::fit_diagram(&mut problem);
            let has_ranks = problem.diagram.geometry.has_ranks();
            let keys = match name.starts_with("rollerball") {
                true => RING_MEN,
                false if has_ranks => MEN,
                false => CELL_MEN,
            };
            scheme.populate(&mut problem, keys);
            scheme.play(&problem);
        }
    }

    #[test]
    fn boards_of_every_size_take_back_what_is_played(scheme in scheme(), width in 3..17u8, height in 3..17u8) {
        prop_assume!(usize::from(width) * usize::from(height) <= 128);
        let turning = [Joins::Moebius, Joins::Klein, Joins::Projective];
        let usual = [Joins::None, Joins::Files, Joins::Ranks, Joins::Both];
        let poles = [Joins::Sphere, Joins::SphereWithPoles].map(|joins| (joins, width / 2 * 2));
        let others = usual.into_iter().chain(turning).map(|joins| (joins, width));
        for (joins, width) in others.chain(poles) {
            let geometry = Geometry::new(width, height, joins).expect("a board that fits");
            let hole = geometry.squares().nth(scheme.places[0] as usize % 7).into_iter().collect();
            let mut problem = Problem::new();
            problem.diagram = Diagram::empty(geometry.with_holes(hole));
            scheme.populate(&mut problem, MEN);
            scheme.play(&problem);
        }
    }
}
