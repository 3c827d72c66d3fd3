//! Proof games: deducing first finds what the plain search finds, in the same order.

use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::notation::fen::fen;
use dawson::problem::{Diagram, Genre, Goal, Length, Problem, Stipulation};
use dawson::retro::{ManStory, explain};
use dawson::rules::{Engine, Game, Move, Wanted};
use dawson::search::{Budget, EngineChoice};
use dawson::solution::{Outcome, Phase, Play};
use dawson::{Settings, solve};
use std::ops::ControlFlow::Continue;

/// The SplitMix64 generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ (number >> 31)) % limit as u64) as usize
    }
}

fn phases(problem: &Problem, engine: EngineChoice) -> Vec<Phase> {
    let settings = Settings {
        engine,
        max_solutions: None,
        ..Settings::default()
    };
    let solution = solve(problem, &settings, &());
    assert_eq!(solution.outcome(), Outcome::Finished, "{problem:?}");
    let twins = solution.twins.into_iter();
    twins.flat_map(|twin| twin.phases).collect()
}

/// Solves with and without deductions; the number of games.
fn compare(problem: &Problem) -> usize {
    let deduced = phases(problem, EngineChoice::Fastest);
    assert_eq!(
        deduced,
        phases(problem, EngineChoice::Rules),
        "{:?}",
        men(&problem.diagram)
    );
    let lines = deduced.iter().map(|phase| match &phase.play {
        Play::Lines(lines) => lines.len(),
        _ => 0,
    });
    lines.sum()
}

fn men(diagram: &Diagram) -> Vec<String> {
    let men = diagram.men();
    men.map(|(square, man)| format!("{man:?} {square:?}"))
        .collect()
}

fn proof_game(plies: u16) -> Problem {
    let mut stipulation = Stipulation::new(Genre::Direct, Goal::ProofGame, 1);
    stipulation.length = Length {
        moves: plies / 2,
        half: plies % 2 == 1,
    };
    Problem {
        stipulation: Some(stipulation),
        ..Problem::new()
    }
}

fn moves(game: &mut Engine) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |_, movement| {
        moves.push(movement);
        Continue(())
    });
    moves
}

/// The men of a position.
fn diagram(game: &Engine) -> Diagram {
    let mut diagram = Problem::new().diagram;
    for square in game.position().men() {
        diagram.put(square, game.position().piece_on(square));
    }
    diagram
}

/// Plays at random from the game array, captures more often than other moves; all positions.
fn play(chance: &mut Chance, plies: usize) -> Vec<Diagram> {
    let mut game = compile(&proof_game(1)).expect("the game array is orthodox");
    game.set_side_to_move(Side::White);
    let mut passed = vec![diagram(&game)];
    while passed.len() <= plies {
        let moves = moves(&mut game);
        if moves.is_empty() {
            break;
        }
        let captures = moves.iter().filter(|one| one.candidate.captured.is_some());
        let captures: Vec<Move> = captures.copied().collect();
        let movement = match captures.len() {
            0 => moves[chance.below(moves.len())],
            _ if chance.below(2) == 0 => moves[chance.below(moves.len())],
            count => captures[chance.below(count)],
        };
        game.play(movement);
        passed.push(diagram(&game));
    }
    passed
}

#[test]
fn random_games_are_found_again() {
    let mut chance = Chance(7);
    for number in 0..24 {
        let plies = 3 + number % 3;
        let passed = play(&mut chance, plies);
        let mut problem = proof_game(plies as u16);
        problem.diagram = passed[plies].clone();
        assert!(compare(&problem) > 0, "{:?}", men(&problem.diagram));
    }
}

/// From some position of a long game to one a few plies later: promotions and castlings.
#[test]
fn ends_of_long_games_are_found_again() {
    let mut chance = Chance(70);
    for _ in 0..40 {
        let plies = 20 + chance.below(100);
        let passed = play(&mut chance, plies);
        let last = passed.len() - 1;
        let left = (2 + chance.below(3)).min(last);
        let first = last - left;
        let mut stipulation = Stipulation::new(Genre::Help, Goal::AToB, 1);
        stipulation.length = Length {
            moves: (left / 2) as u16,
            half: left % 2 == 1,
        };
        let mut problem = Problem {
            stipulation: Some(stipulation),
            start: Some(passed[first].clone()),
            diagram: passed[last].clone(),
            ..Problem::new()
        };
        problem.options.white_to_play = first.is_multiple_of(2);
        assert!(compare(&problem) > 0, "{problem:?}");
    }
}

fn by_forsyth(rows: &str) -> Diagram {
    use dawson::men::{Piece, WalkId};
    let mut diagram = Problem::new().diagram;
    for (row, text) in rows.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let key = match letter.to_ascii_lowercase() {
                'k' => "king",
                'q' => "queen",
                'r' => "rook",
                'b' => "bishop",
                'n' => "knight",
                _ => "pawn",
            };
            let walk = WalkId::from_key(key).expect("the walks of the game are known");
            let side = match letter.is_lowercase() {
                true => Side::Black,
                false => Side::White,
            };
            let square = Square::at(file, 7 - row as u8);
            diagram.put(square, Piece::usual(walk, side));
            file += 1;
        }
    }
    diagram
}

/// Our own schemes, with the plies and how many games there are.
#[test]
fn schemes() {
    let schemes = [
        // The king leaves while it may still castle, past a bishop that never moves.
        ("rnb2bnr/ppkppppp/2p5/q7/8/PPPP4/4PPPP/RNBQKBNR", 8, None),
        // White castles.
        ("rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1", 7, None),
        // The pawn is captured on its way to d6, there, or en passant.
        ("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR", 5, Some(4)),
        // Who captured the knight cannot be back yet.
        ("r1bqkbnr/pppppppp/8/8/8/2P5/PP1PPPPP/RNBQKBNR", 4, Some(0)),
        // Knights go out and back.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 4, None),
    ];
    for (rows, plies, games) in schemes {
        let mut problem = proof_game(plies);
        problem.diagram = by_forsyth(rows);
        let found = compare(&problem);
        if let Some(games) = games {
            assert_eq!(found, games, "{rows}");
        }
    }
}

/// What is deduced without searching for the games.
#[test]
fn games_are_explained() {
    let mut problem = proof_game(7);
    problem.diagram = by_forsyth("rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1");
    let story = explain(&problem, &Budget::default()).expect("an orthodox proof game");
    assert!(story.possible && story.followed);
    let [white, black] = &story.sides[..] else {
        panic!("two sides");
    };
    assert_eq!((white.needed, white.moves), (4, 4));
    assert_eq!((black.needed, black.moves), (2, 3));
    let king = white.men.iter().find(|man| man.man == "king");
    let king = king.expect("White has a king");
    assert_eq!(king.words, "the king e1 castles short, ends on g1");
    let still = |man: &ManStory| man.man == "queen" && man.never_moves;
    assert!(white.men.iter().any(still) && black.men.iter().any(still));

    // The knight may only be captured by men that could not go home again.
    problem = proof_game(4);
    problem.diagram = by_forsyth("r1bqkbnr/pppppppp/8/8/8/2P5/PP1PPPPP/RNBQKBNR");
    let story = explain(&problem, &Budget::default()).expect("an orthodox proof game");
    assert!(!story.possible && story.reason.is_some());
}

/// The rights of a FEN are those at the end of the game: White castled in it.
#[test]
fn castlings_lost_at_the_end_were_allowed_at_the_start() {
    let mut problem = proof_game(7);
    let text = "rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1 b kq - 0 4";
    let position = fen(text).expect("a position of the game");
    position.apply(&mut problem);
    assert!(compare(&problem) > 0);
}

/// The first move may capture the pawn that has just stepped twice.
#[test]
fn a_game_begins_with_a_capture_en_passant() {
    let mut stipulation = Stipulation::new(Genre::Help, Goal::AToB, 0);
    stipulation.length.half = true;
    let mut problem = Problem {
        stipulation: Some(stipulation),
        start: Some(by_forsyth("4k3/8/8/3pP3/8/8/8/4K3")),
        diagram: by_forsyth("4k3/8/3P4/8/8/8/8/4K3"),
        ..Problem::new()
    };
    problem.options.white_to_play = true;
    assert_eq!(compare(&problem), 0);
    let squares = [(3, 6), (3, 5), (3, 4)];
    problem.options.en_passant = squares.map(|(file, rank)| Square::at(file, rank)).into();
    assert_eq!(compare(&problem), 1);
}

/// White moves alone and checks with the last move only.
#[test]
fn one_side_plays_alone() {
    let schemes = [
        ("rnbqkbnr/pppppQpp/8/8/8/4P3/PPPP1PPP/RNB1KBNR", 3, Some(2)),
        ("rnbqkbnr/pppppQpp/8/8/8/4P3/PPPP1PPP/RNB1KBNR", 4, None),
        ("rnbqkb1r/pppppQpp/8/8/8/4P3/PPPP1PPP/RNB1KBNR", 4, None),
    ];
    for (rows, moves, games) in schemes {
        let mut problem = Problem {
            stipulation: Some(Stipulation::new(Genre::Series, Goal::ProofGame, moves)),
            ..Problem::new()
        };
        problem.diagram = by_forsyth(rows);
        let found = compare(&problem);
        if let Some(games) = games {
            assert_eq!(found, games, "{rows}");
        }
    }
}
