//! Other boards and games: moves of printed tables, counts against slow generators that share
//! no code with the engine, taking back, and what is refused.

mod cells;
mod position;
mod property;
mod slow;

use self::position::{engine, moves, moves_from, problem};
use self::slow::{Edge, Roller, Slow, Wrapped, ring_lines};
use dawson::board::{Geometry, Joins, Sideways, Square};
use dawson::notation::position::of_text;
use dawson::problem::{Argument, Condition, Problem};
use dawson::rules::{Engine, Game, ShortCut, ShortCuts};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const RING_ARRAY: &str = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w -";

#[test]
fn rollerball_from_the_array() {
    let slow = Roller::new(RING_ARRAY);
    let mut engine = engine("rollerball", RING_ARRAY);
    let counts: Vec<u64> = (1..=4).map(|plies| engine.perft(plies)).collect();
    assert_eq!(
        counts,
        (1..=4).map(|plies| slow.perft(plies)).collect::<Vec<_>>()
    );
    assert_eq!(counts, ROLLERBALL);
}

/// Equal to the counts of the slow generator when they were first made.
const ROLLERBALL: [u64; 4] = [7, 49, 507, 5251];

#[test]
fn the_cylinder_from_the_game_array() {
    let slow = Wrapped::new(ARRAY, [Edge::Across, Edge::Open]);
    let mut engine = engine("cylinder", ARRAY);
    let counts: Vec<u64> = (1..=4).map(|plies| engine.perft(plies)).collect();
    assert_eq!(
        counts,
        (1..=4).map(|plies| slow.perft(plies)).collect::<Vec<_>>()
    );
    assert_eq!(counts[..2], [20, 392]);
}

#[test]
fn positions_on_joined_boards() {
    let middle = "r2qk2r/p4pb1/1p1p1np1/n1pP2Bp/4P2P/2N2Q2/PP3PP1/R3K1NR w KQkq c6";
    let bare = "8/2r5/n2k4/5B2/1Q6/3N3r/1K6/6b1 w - -";
    let pawns = "1n6/P4k2/8/pP5P/7p/1p6/K6P/3R2b1 w - a6";
    for text in [middle, bare, pawns] {
        for (system, joined) in [
            ("cylinder", [Edge::Across, Edge::Open]),
            ("cylinder-h", [Edge::Open, Edge::Across]),
            ("torus", [Edge::Across, Edge::Across]),
            ("moebius-strip", [Edge::Open, Edge::Twist]),
            ("klein-bottle", [Edge::Across, Edge::Twist]),
            ("projective-plane", [Edge::Twist, Edge::Twist]),
            ("sphere", [Edge::Across, Edge::Pole]),
            ("sphere-poles", [Edge::Across, Edge::PoleForAll]),
            ("orthodox", [Edge::Open, Edge::Open]),
        ] {
            agree(system, text, &Wrapped::new(text, joined));
        }
    }
}

#[test]
fn positions_on_the_ring() {
    for text in [
        RING_ARRAY,
        "7/1k3R1/2***2/2***1b/P1***2/1B3K1/2r1P2 w K",
        "3K3/R3P2/1p***2/2***2/B1***1k/1r5/7 w Kk",
        "2r4/4K2/2***2/2***R1/2***2/p2k3/2B1b2 b k",
    ] {
        agree("rollerball", text, &Roller::new(text));
    }
}

/// The same moves, and the same counts of sequences, whatever short cuts are taken.
fn agree(system: &str, text: &str, slow: &impl Slow) {
    for short_cuts in [ShortCuts::ALL, ShortCuts::NONE] {
        let mut engine = engine(system, text);
        engine.use_only(short_cuts);
        agree_with(&mut engine, (system, text), slow);
    }
    let count = slow.perft(2);
    for one in ShortCut::ALL {
        let mut engine = engine(system, text);
        engine.use_only(ShortCuts::ALL.without(one));
        assert_eq!(engine.perft(2), count, "{system} {text} without {one:?}");
    }
}

fn agree_with(engine: &mut Engine, (system, text): (&str, &str), slow: &impl Slow) {
    let mut expected: Vec<String> = slow.moves().into_iter().map(|(name, _)| name).collect();
    expected.sort();
    assert_eq!(moves(engine), expected, "{system} {text}");
    for plies in 2..=3 {
        assert_eq!(engine.perft(plies), slow.perft(plies), "{system} {text}");
    }
}

/// Every line of the printed table, on the empty ring.
#[test]
fn the_lines_of_the_ring_are_those_of_the_table() {
    let board = Geometry::ring(Sideways::Slide);
    for square in board.squares() {
        let name = square.to_string();
        for letter in ['R', 'B', 'P'] {
            let mut expected: Vec<String> = ring_lines(letter, &name).concat();
            let becomes = ["e6", "e7"];
            if letter == 'P' {
                let promoted = |to: &String| becomes.contains(&to.as_str());
                let (last, others) = expected.into_iter().partition(promoted);
                let last: Vec<String> = last;
                expected = others;
                expected.extend(
                    last.iter()
                        .flat_map(|to| [format!("{to}b"), format!("{to}r")]),
                );
            }
            expected.sort();
            expected.dedup();
            let mut engine = position::lonely("rollerball", letter, square);
            let found = moves_from(&mut engine, &name);
            let found: Vec<String> = found.iter().map(|text| text[2..].to_owned()).collect();
            assert_eq!(found, expected, "{letter}{name}");
        }
    }
}

/// Against the traffic a narrow ring lets a rook go one step.
#[test]
fn the_narrow_ring_differs_in_four_slides() {
    let board = Geometry::ring(Sideways::Slide);
    let differing = board.squares().filter(|&square| {
        let arrivals = |system| {
            let mut engine = position::lonely(system, 'R', square);
            moves_from(&mut engine, &square.to_string()).len()
        };
        let (wide, narrow) = (arrivals("rollerball"), arrivals("rollerball-narrow"));
        assert!(
            narrow == wide || narrow + 4 == wide || narrow + 5 == wide,
            "{square}"
        );
        narrow != wide
    });
    let names: Vec<String> = differing.map(|square| square.to_string()).collect();
    assert_eq!(names, ["f1", "a2", "g6", "b7"]);
}

#[test]
fn a_null_move_goes_round_the_empty_rank_only() {
    let alone = "4k3/8/8/R7/8/8/8/4K3 w - -";
    let met = "4k3/8/8/R3n3/8/8/8/4K3 w - -";
    let has_null = |system: &str, text: &str| {
        moves_from(&mut engine(system, text), "a5").contains(&"a5a5".to_owned())
    };
    assert!(has_null("cylinder-null", alone));
    assert!(!has_null("cylinder-null", met));
    assert!(!has_null("cylinder", alone));
}

/// It passes the turn, takes the right of castling and answers no check.
#[test]
fn a_null_move_is_a_move_of_its_man() {
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    assert!(moves(&mut engine("cylinder-null", castling)).contains(&"e1c1".to_owned()));
    let null = "4k3/8/8/8/7q/8/8/R7 w - -";
    assert!(moves_from(&mut engine("cylinder-null", null), "a1").contains(&"a1a1".to_owned()));
    let check = "4k3/8/8/R7/8/8/4r3/4K3 w - -";
    assert!(!moves(&mut engine("cylinder-null", check)).contains(&"a5a5".to_owned()));
}

#[test]
fn castling_over_the_seam_is_an_option() {
    let right = "4k3/8/8/8/8/8/8/R3K3 w Q -";
    assert!(!moves(&mut engine("cylinder", right)).contains(&"e1g1".to_owned()));
    let mut seam = engine("cylinder-castling", right);
    assert!(moves(&mut seam).contains(&"e1g1".to_owned()));
    assert!(moves(&mut seam).contains(&"e1c1".to_owned()));
    let blocked = "4k3/8/8/8/8/8/8/R3K2N w Q -";
    assert!(!moves(&mut engine("cylinder-castling", blocked)).contains(&"e1g1".to_owned()));
}

#[test]
fn impossible_worlds_are_refused() {
    let flag = |flag: &str| Argument::Flag(flag.to_owned());
    let refusal = |mut conditions: Vec<Condition>, text: &str| {
        let mut problem = problem("orthodox", text);
        problem.conditions.append(&mut conditions);
        let error = dawson::conditions::compile(&problem).err();
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    let ring = |arguments: Vec<Argument>| Condition {
        key: "rollerball".to_owned(),
        arguments,
    };
    let hole = refusal(vec![ring(vec![])], "8/8/8/3r4/8/8/3K4/3k4 w - -");
    assert!(hole.contains("d5, which is no square"), "{hole}");
    let run = refusal(
        vec![ring(vec![flag("white-run")])],
        "8/8/8/8/8/8/8/3k4 w - -",
    );
    assert!(run.contains("no king"), "{run}");
    let twice = ["cylinder", "torus"].map(Condition::plain).to_vec();
    assert!(refusal(twice, ARRAY).contains("joined twice"));
    let both = ["rollerball", "torus"].map(Condition::plain).to_vec();
    assert!(!refusal(both, "8/8/8/8/8/8/3K4/3k4 w - -").is_empty());
}

#[test]
fn conditions_say_on_which_boards_they_mean_something() {
    let refusal = |keys: &[&str]| {
        let mut problem = problem("orthodox", "8/8/8/8/8/8/3K4/3k4 w - -");
        problem.conditions = keys.iter().map(|key| Condition::plain(key)).collect();
        let error = dawson::conditions::compile(&problem).err();
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refusal(&["rollerball", "circe"]).contains("usual array"));
    assert!(refusal(&["torus", "white-maximummer"]).contains("over joined edges"));
    assert_eq!(refusal(&["cylinder", "circe"]), "");
    assert_eq!(refusal(&["rollerball", "madrasi"]), "");
}

/// Squares have the names of the usual board wherever a board is not wider.
#[test]
fn small_boards_keep_the_names_of_squares() {
    let ring = Geometry::ring(Sideways::Slide);
    for square in ring.squares() {
        assert_eq!(ring.name(square), square.to_string());
        assert_eq!(Square::from_name(&ring.name(square)), Some(square));
    }
}

/// Royal pawns take part in the forms rex inclusive: quietly they go like the officer of their
/// file, on their own first rank they have no power.
#[test]
fn royal_pawns_of_bolero() {
    let pawn = |square: &str| {
        let mut problem = problem("bolero-ri", "7k/8/8/8/8/8/8/8 w - -");
        let man = position::piece("pawn", dawson::men::Sides::White).royal();
        problem.diagram.put(position::square(square), man);
        let mut engine = dawson::conditions::compile(&problem).expect("it can be played");
        moves_from(&mut engine, square)
    };
    assert_eq!(pawn("b2"), ["b2a4", "b2c4", "b2d1", "b2d3"]);
    assert_eq!(pawn("b1"), [""; 0]);
    let promotions = pawn("e7");
    assert!(promotions.contains(&"e7f8q".to_owned()) && promotions.contains(&"e7e6".to_owned()));
}

/// The shipped problems of these worlds have the solutions beside them.
#[test]
fn shipped_problems_are_solved_as_printed() {
    let mut command = assert_cmd::Command::cargo_bin("dawson").expect("the program is built");
    command.args(["solve", "problems/worlds", "--threads", "1"]);
    command.assert().success();
}

/// One key, and one only: found again without the engine.
#[test]
fn keys_of_the_ring_are_found_by_the_slow_generator() {
    let cases = [
        ("7/7/2***k1/2***2/R1***2/4B2/KB5 w -", "a3a6"),
        ("7/3R1K1/2***2/2***2/2***2/PkB4/4R2 w -", "d6d7"),
    ];
    for (text, key) in cases {
        let moves = Roller::new(text).moves().into_iter();
        let keys: Vec<String> = moves
            .filter(|(_, after)| after.is_lost_in_one())
            .map(|(name, _)| name)
            .collect();
        assert_eq!(keys, [key], "{text}");
    }
}

/// `dawson perft` plays every game from its array.
#[test]
fn games_are_counted_from_their_arrays() {
    for (game, count) in [
        ("rollerball", "507 "),
        ("cylinder", "392 "),
        ("orthodox", "400 "),
    ] {
        let plies = if game == "rollerball" { "3" } else { "2" };
        let mut command = assert_cmd::Command::cargo_bin("dawson").expect("the program is built");
        let output = command.args(["perft", plies, "--rules", game]).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        assert!(text.starts_with(count), "{game}: {text}");
    }
}

#[test]
fn names_of_squares_lead_back_on_every_board() {
    for (width, height) in [
        (8, 8),
        (6, 7),
        (10, 10),
        (9, 9),
        (12, 8),
        (8, 16),
        (16, 8),
        (1, 128),
    ] {
        let board = Geometry::new(width, height, Joins::None).expect("at most 128 squares");
        for square in board.squares() {
            let name = board.name(square);
            assert_eq!(board.square_named(&name), Some(square), "{name}");
            assert_eq!(board.square_named(&name.to_uppercase()), Some(square));
            let text = format!("{name}x");
            assert_eq!(board.split_square(&text), Some((square, "x")));
        }
    }
    let board = Geometry::new(10, 10, Joins::None).expect("100 squares fit");
    for name in [
        "", "j", "k1", "j11", "j0", "j01", "1j", "jj", "\u{e9}1", "j10 ", "j\u{661}",
    ] {
        assert_eq!(board.square_named(name), None, "{name:?}");
    }
    let rest = |text: &'static str| board.split_square(text).map(|(_, rest)| rest);
    assert_eq!(
        [rest("a100"), rest("a1b2"), rest("a")],
        [Some("0"), Some("b2"), None]
    );
}

/// Own schemes on 10x10, 9x9 and 12x8, with pawns on their second and last but one ranks.
const LARGER: [&str; 4] = [
    "4k5/1P5r2/10/3p6/4P5/10/1p5N2/2n7/P4b1p2/K7R1",
    "4k4/p7P/9/9/1p7/9/9/P7q/K3R4",
    "5k6/10p1/12/9P2/1p3N6/12/P10B/K10R",
    "2k5/6p1/8/8/5P2/8/8/8/8/1p6/P7/K6R",
];

/// Pawns step two squares from the second rank and promote on the last one, whatever the size; nobody castles.
#[test]
fn larger_boards() {
    for (board, side) in LARGER.iter().flat_map(|board| [(board, 'w'), (board, 'b')]) {
        let text = format!("{board} {side} - -");
        let slow = Wrapped::new(&text, [Edge::Open; 2]);
        for short_cuts in [ShortCuts::ALL, ShortCuts::NONE] {
            let read = of_text(&text).expect("a position");
            let mut problem = Problem::new();
            read.apply(&mut problem);
            let mut engine = dawson::conditions::compile(&problem).expect("it can be played");
            engine.set_side_to_move(read.side_to_move.expect("it is said"));
            engine.use_only(short_cuts);
            agree_with(&mut engine, ("board", &text), &slow);
        }
    }
}
