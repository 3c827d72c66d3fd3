//! Proof games: deducing first finds what the plain search finds, in the same order.

use crate::common::chance::Chance;
use crate::common::games::{count, moves, number, phases};
use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::notation::position::fen;
use dawson::problem::{Diagram, FateWish, Genre, Goal, Length, Problem, Stipulation};
use dawson::retro::{ManStory, explain};
use dawson::rules::{Engine, Game, Move, ShortCut, ShortCuts};
use dawson::search::{Budget, Checkpoint, EngineChoice};
use dawson::solution::{Fates, Line, Outcome, Phase, Play, Remark};
use dawson::soundness::{Class, check};
use dawson::{Settings, solve};
use std::sync::Arc;
use std::time::Duration;

/// Solves with and without deductions; the number of games.
fn compare(problem: &Problem) -> usize {
    let deduced = phases(problem, EngineChoice::Fastest);
    assert_eq!(
        deduced,
        phases(problem, EngineChoice::Rules),
        "{:?}",
        men(&problem.diagram)
    );
    count(&deduced)
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
        let captures = moves
            .iter()
            .filter(|one| one.pseudo_move.captured.is_some());
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

/// Games of 6 to 30 plies: none is called impossible, from the start or from any position of it;
/// those that are searched to the end in a few seconds are found again.
#[test]
fn games_of_all_lengths_are_found_again() {
    let mut chance = Chance(number("DAWSON_SEED", 1_000) as u64);
    let (mut found, mut open) = (0, 0);
    let games = number("DAWSON_PROOF_GAMES", 12);
    for _ in 0..games {
        let length = 6 + chance.below(25);
        let passed = play(&mut chance, length);
        let plies = passed.len() - 1;
        let mut problem = proof_game(plies as u16);
        problem.diagram = passed[plies].clone();
        let settings = Settings {
            max_solutions: Some(1),
            memory: 64 << 20,
            time_limit: Some(Duration::from_secs(2)),
            ..Settings::default()
        };
        let solution = solve(&problem, &settings, &());
        let lines = count(&solution.twins[0].phases);
        match solution.outcome() {
            Outcome::Finished => assert!(lines > 0, "{:?}", men(&problem.diagram)),
            _ if lines == 0 => open += 1,
            _ => {}
        }
        found += usize::from(lines > 0);
        let budget = Budget {
            memory: 8 << 20,
            ..Budget::default()
        };
        for first in 1..plies {
            let problem = between(&passed, first, plies);
            let story = explain(&problem, &budget).expect("an orthodox game");
            assert!(story.possible, "from ply {first}: {problem:?}");
        }
    }
    println!("{found} of {games} games found, {open} open");
    assert_eq!(found + open, games);
}

/// From a position of a game to a later one.
fn between(passed: &[Diagram], first: usize, last: usize) -> Problem {
    let mut stipulation = Stipulation::new(Genre::Help, Goal::AToB, 1);
    stipulation.length = Length {
        moves: ((last - first) / 2) as u16,
        half: (last - first) % 2 == 1,
    };
    let mut problem = Problem {
        stipulation: Some(stipulation),
        start: Some(passed[first].clone()),
        diagram: passed[last].clone(),
        ..Problem::new()
    };
    problem.options.white_to_play = first.is_multiple_of(2);
    problem.options.en_passant = stepped_twice(&passed[first - 1], &passed[first]);
    problem
}

/// Where a pawn went two squares between two positions.
fn stepped_twice(before: &Diagram, after: &Diagram) -> Vec<Square> {
    let square = |file, rank| Square::at(file, rank);
    let is_pawn = |diagram: &Diagram, on: Square| diagram.on(on).walk().row().key == "pawn";
    let ways = (0..8).flat_map(|file| [(file, 1, 3), (file, 6, 4)]);
    let mut ways = ways.filter(|&(file, from, to)| {
        let (from, to) = (square(file, from), square(file, to));
        is_pawn(before, from)
            && after.on(from).is_none()
            && before.on(to).is_none()
            && is_pawn(after, to)
    });
    let way = ways.next();
    way.map_or(Vec::new(), |(file, from, to)| {
        [from, (from + to) / 2, to]
            .map(|rank| square(file, rank))
            .into()
    })
}

/// Games in which men have fates of one that was found: as many as there are among all games, with
/// deductions and without.
#[test]
fn fates_are_granted() {
    let mut chance = Chance(11);
    for round in 0..number("DAWSON_FATES", 8) {
        let problem = match round % 2 {
            0 => {
                let plies = 3 + round % 3;
                let mut problem = proof_game(plies as u16);
                problem.diagram = play(&mut chance, plies)[plies].clone();
                problem
            }
            _ => {
                let length = 60 + chance.below(60);
                let passed = play(&mut chance, length);
                let last = passed.len() - 1;
                between(&passed, last - 3, last)
            }
        };
        let all = phases(&problem, EngineChoice::Fastest);
        let Some(Play::Lines(lines)) = all.first().map(|phase| &phase.play) else {
            panic!("games");
        };
        let fates = |line: &Line| {
            let mut fates = Fates::new(&problem.start_of_play());
            for (side, record) in &line.moves {
                fates.play(*side, record);
            }
            fates
        };
        let fates: Vec<Fates> = lines.iter().map(fates).collect();
        for _ in 0..6 {
            let mut wished = problem.clone();
            for _ in 0..1 + chance.below(2) {
                let of = &fates[chance.below(fates.len())];
                let changed = of.men().iter().filter(|fate| {
                    fate.man.square != fate.end || fate.captor.is_some() || chance.below(8) == 0
                });
                let changed: Vec<_> = changed.collect();
                let fate = changed[chance.below(changed.len())];
                wished.options.fates.push(FateWish {
                    wanted: chance.below(3) > 0,
                    man: Some(fate.man).filter(|_| chance.below(4) > 0),
                    promotion: fate.promotion.filter(|_| chance.below(2) > 0),
                    end: Some(fate.end),
                    captor: fate.captor.filter(|_| chance.below(2) > 0),
                });
            }
            let wishes = &wished.options.fates;
            let granted = fates.iter().filter(|fates| fates.grant(wishes)).count();
            assert_eq!(compare(&wished), granted, "{wishes:?}");
        }
    }
}

/// Fates are refused where nobody can follow them.
#[test]
fn fates_are_refused() {
    let read = |text: &str| {
        let rows = "rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1";
        Problem::from_statement(text, rows).expect("a statement")
    };
    let count = |text: &str| {
        read(text)
            .solve()
            .map(|found| count(&found.twins[0].phases))
    };
    assert!(count("dia 3.5, +Ke1->g1, -Ra8->a7").is_ok_and(|count| count > 0));
    assert_eq!(count("dia 3.5, -Ke1->g1"), Ok(0));
    assert_eq!(count("dia 3.5, -Pa7->a4"), Ok(0));
    assert!(count("dia 3.5, +Qe1->g1").is_err());
    assert!(count("dia 3.5, Circe, +Ke1->g1").is_err());
    assert!(count("h#2, +Ke1->g1").is_err());
}

/// What was found with the fates of men given is marked as such.
#[test]
fn fates_never_give_c_plus() {
    let rows = "rnb1kbnr/pppp1ppp/8/4p3/3q4/4KP2/PPPPP1PP/RNBQ1BNR";
    let verdict = |text: &str| {
        let text = format!("{text}, 1 solution");
        let problem = Problem::from_statement(&text, rows).expect("a statement");
        check(&problem, &Settings::default(), &())
    };
    let mark = |text: &str| verdict(text).mark.unwrap_or_default();
    assert!(mark("dia 3").starts_with("C+ "));
    assert!(mark("dia 3, +Qd8->d4").starts_with("HC+ "));
    let nothing = verdict("dia 3, -Qd8->d4");
    assert_eq!((nothing.verdict, nothing.mark), (Class::NotExamined, None));
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

/// Schemes and random games, some with many solutions.
fn samples() -> Vec<Problem> {
    let schemes = [
        ("rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1", 7),
        ("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR", 5),
        ("rnb2bnr/ppkppppp/2p5/q7/8/PPPP4/4PPPP/RNBQKBNR", 8),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 4),
    ];
    let mut chance = Chance(5);
    let random = (0..6).map(|number| {
        let plies = 2 + number;
        (play(&mut chance, plies)[plies].clone(), plies as u16)
    });
    let schemes = schemes.map(|(rows, plies)| (by_forsyth(rows), plies));
    let all = schemes.into_iter().chain(random);
    all.map(|(diagram, plies)| Problem {
        diagram,
        ..proof_game(plies)
    })
    .collect()
}

fn found(problem: &Problem, settings: Settings) -> Vec<Phase> {
    let twins = solve(problem, &settings, &()).twins.into_iter();
    twins.flat_map(|twin| twin.phases).collect()
}

/// Neither threads nor a search broken off change what is found.
#[test]
fn games_do_not_depend_on_threads_or_checkpoints() {
    for problem in samples() {
        for max_solutions in [None, Some(1), Some(7)] {
            let usual = Settings {
                max_solutions,
                ..Settings::default()
            };
            let alone = found(&problem, usual.clone());
            let threads = 3;
            let shared = Settings {
                threads,
                ..usual.clone()
            };
            assert_eq!(found(&problem, shared), alone, "threads");
            let first = Arc::new(Checkpoint::in_memory(&[]));
            let kept = |checkpoint: &Arc<Checkpoint>| Settings {
                checkpoint: Some(checkpoint.clone()),
                ..usual.clone()
            };
            assert_eq!(found(&problem, kept(&first)), alone, "kept");
            // As if it had been broken off after some lines.
            let text = first.text().expect("it is in memory");
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            for end in [lines.len(), lines.len() / 2] {
                let again = Arc::new(Checkpoint::in_memory(&[&lines[..end].concat()]));
                assert_eq!(found(&problem, kept(&again)), alone, "gone on with");
            }
        }
    }
}

/// Whoever finds more games than the memory holds says so.
#[test]
fn games_without_end_are_limited_by_the_memory() {
    let mut problem = proof_game(8);
    problem.diagram = by_forsyth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let settings = Settings {
        max_solutions: None,
        memory: 1 << 20,
        ..Settings::default()
    };
    let solution = solve(&problem, &settings, &());
    let twin = &solution.twins[0];
    assert_eq!(twin.outcome, Outcome::Limited);
    assert!(matches!(twin.remarks[..], [Remark::Note(_)]));
    assert!((100..2000).contains(&count(&twin.phases)));
}

/// Each deduction alone may be left out.
#[test]
fn games_do_not_depend_on_single_deductions() {
    let deductions = [
        ShortCut::DeducedWalls,
        ShortCut::DeducedMeetings,
        ShortCut::DeducedPairs,
        ShortCut::DeducedWaiting,
        ShortCut::DeducedViews,
    ];
    for problem in samples() {
        let all = phases(&problem, EngineChoice::Fastest);
        for one in deductions {
            let settings = Settings {
                max_solutions: None,
                short_cuts: ShortCuts::ALL.without(one),
                ..Settings::default()
            };
            assert_eq!(found(&problem, settings), all, "without {}", one.name());
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

/// The same with Black to begin, read from a file and explained.
#[test]
fn black_begins_with_a_capture_en_passant() {
    let text = "BeginProblem\nPieces White Ke1 Pb4 Pc2 Black Ke8 Pa4\nStipulation a=>b1\n\
                Option EnPassant b2b3b4\nPieces White Ke1 Pb3 Black Ke8\nEndProblem\n";
    let read = dawson::notation::popeye::read::read(text.as_bytes());
    assert!(
        read.problems[0].is_sound(),
        "{:?}",
        read.problems[0].diagnostics
    );
    let problem = &read.problems[0].problem;
    assert_eq!(compare(problem), 1);
    let story = explain(problem, &Budget::default()).expect("an orthodox game");
    assert!(story.possible && story.followed);
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
