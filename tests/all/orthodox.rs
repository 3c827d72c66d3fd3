//! The orthodox engine against the rules engine: the same moves in the same
//! order and words, the same goals, the same solutions.

use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::men::{Piece, WalkId, walk_id};
use dawson::orthodox::Orthodox;
use dawson::problem::{
    Argument, Condition, Genre, Goal, Length, NonTrivial, Options, Problem, Stipulation,
};
use dawson::rules::{Engine, Game, Wanted};
use dawson::search::EngineChoice;
use dawson::solution::MoveRecord;
use dawson::{Settings, solve};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};

/// What men are and pawns may become.
const PROMOTIONS: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::KNIGHT,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::DUMMY,
];

const OFFICERS: [WalkId; 7] = [
    walk_id::PAWN,
    walk_id::PAWN,
    walk_id::QUEEN,
    walk_id::KNIGHT,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::DUMMY,
];

/// A random diagram. Pawns may stand anywhere, kings may be missing, and kings
/// and rooks like their squares in the array.
#[derive(Debug, Clone)]
struct Scheme {
    squares: Vec<u8>,
    kings: [Option<bool>; 2],
    men: Vec<(usize, bool)>,
    rooks_at_home: u8,
    turn: bool,
    passed_file: u8,
    holes: Vec<u8>,
    /// Conditions that bind a side to the best of its moves.
    choices: Vec<&'static str>,
    /// What pawns become, if a condition says so.
    promotions: Vec<WalkId>,
    plays: Vec<usize>,
}

/// Conditions that leave a side the best of its orthodox moves.
const CHOICES: [&str; 6] = [
    "black-maximummer",
    "black-minimummer",
    "black-must-capture",
    "white-maximummer",
    "white-minimummer",
    "white-must-capture",
];

fn scheme(most: usize) -> impl Strategy<Value = Scheme> {
    let squares = Just((0..64u8).collect::<Vec<_>>()).prop_shuffle();
    let king = || {
        prop_oneof![
            Just(None),
            Just(Some(true)),
            Just(Some(false)),
            Just(Some(false))
        ]
    };
    let men = prop::collection::vec((0..OFFICERS.len(), any::<bool>()), 1..most);
    let plays = prop::collection::vec(0..1000usize, 1..8);
    let holes = prop_oneof![Just(Vec::new()), prop::collection::vec(0..64u8, 1..20)];
    let choices = prop_oneof![
        Just(Vec::new()),
        prop::sample::subsequence(CHOICES.to_vec(), 1..4)
    ];
    let promotions = prop_oneof![
        Just(Vec::new()),
        prop::sample::subsequence(PROMOTIONS.to_vec(), 1..=PROMOTIONS.len())
    ];
    (
        squares,
        [king(), king()],
        men,
        0..64u8,
        any::<bool>(),
        0..24u8,
        holes,
        (choices, promotions),
        plays,
    )
        .prop_map(
            |(squares, kings, men, rooks_at_home, turn, passed_file, holes, conditions, plays)| {
                let (choices, promotions) = conditions;
                Scheme {
                    squares,
                    kings,
                    men,
                    rooks_at_home,
                    turn,
                    passed_file,
                    holes,
                    choices,
                    promotions,
                    plays,
                }
            },
        )
}

impl Scheme {
    fn problem(&self) -> Problem {
        let mut problem = Problem::new();
        for side in Side::BOTH {
            self.put_king_and_rooks(&mut problem, side);
        }
        self.put_passing_pawn(&mut problem);
        for &(walk, is_white) in &self.men {
            let side = side(is_white);
            let square = self.free_square(&problem);
            problem
                .diagram
                .put(square, Piece::new(OFFICERS[walk], side.into()));
        }
        self.put_holes(&mut problem);
        if !self.promotions.is_empty() {
            let key = "prom-only".to_owned();
            let arguments = self.promotions.iter().copied().map(Argument::Walk);
            let arguments = arguments.collect();
            problem.conditions.push(Condition { key, arguments });
        }
        for &key in &self.choices {
            problem.conditions.push(Condition::plain(key));
            // Two preferences of one side exclude each other.
            if compile(&problem).is_err() {
                problem.conditions.pop();
            }
        }
        problem
    }

    fn put_holes(&self, problem: &mut Problem) {
        let holes = self.holes.iter().map(|&index| Square::new(index));
        let free = holes.filter(|square| !problem.options.en_passant.contains(square));
        let arguments: Vec<Argument> = free.map(Argument::Square).collect();
        if !arguments.is_empty() {
            let key = "hole".to_owned();
            problem.conditions.push(Condition { key, arguments });
        }
    }

    fn put_king_and_rooks(&self, problem: &mut Problem, side: Side) {
        let rank = if side == Side::White { 0 } else { 7 };
        let Some(at_home) = self.kings[side.index()] else {
            return;
        };
        let square = match at_home {
            true => Square::at(4, rank),
            false => self.free_square(problem),
        };
        let king = Piece::new(walk_id::KING, side.into()).royal();
        problem.diagram.put(square, king);
        for (number, file) in [(0, 0), (1, 7)] {
            let home = Square::at(file, rank);
            let wanted = self.rooks_at_home >> (2 * side.index() + number) & 1 != 0;
            if wanted && problem.diagram.on(home).is_none() {
                let rook = Piece::new(walk_id::ROOK, side.into());
                problem.diagram.put(home, rook);
            }
        }
    }

    /// A double step just made by the side that is not to move.
    fn put_passing_pawn(&self, problem: &mut Problem) {
        let file = self.passed_file;
        let (from, passed, to) = if self.turn { (6, 5, 4) } else { (1, 2, 3) };
        let squares = [from, passed, to].map(|rank| Square::at(file % 8, rank));
        let is_free = |square: &Square| problem.diagram.on(*square).is_none();
        if file < 8 && squares.iter().all(is_free) {
            let pawn = Piece::new(walk_id::PAWN, side(!self.turn).into());
            problem.diagram.put(squares[2], pawn);
            problem.options.en_passant = squares.to_vec();
        }
    }

    fn free_square(&self, problem: &Problem) -> Square {
        let squares = self.squares.iter().map(|&index| Square::new(index));
        let mut free = squares.filter(|&square| {
            problem.diagram.on(square).is_none() && !problem.options.en_passant.contains(&square)
        });
        free.next().expect("there are squares left")
    }

    fn engines(&self) -> (Engine, Orthodox) {
        let mut rules = compile(&self.problem()).expect("orthodox play is never refused");
        let mut orthodox = Orthodox::of(&rules).expect("the problem is orthodox");
        rules.set_side_to_move(side(self.turn));
        orthodox.set_side_to_move(side(self.turn));
        (rules, orthodox)
    }
}

fn side(is_white: bool) -> Side {
    if is_white { Side::White } else { Side::Black }
}

const GOALS: [Goal; 7] = [
    Goal::Mate,
    Goal::Stalemate,
    Goal::Check,
    Goal::Capture,
    Goal::AnyMove,
    Goal::Target(Square::at(3, 3)),
    Goal::Target(Square::at(6, 0)),
];

/// The legal moves in words, with the goals that each reaches.
fn told<G: Game>(game: &mut G, wanted: Wanted) -> Vec<(MoveRecord, Vec<bool>)> {
    let mut told = Vec::new();
    let _ = game.visit_moves(wanted, &[], &mut |game, _| {
        let reached = GOALS.map(|goal| game.reaches(goal)).to_vec();
        told.push((game.record(), reached));
        Continue(())
    });
    told
}

/// The moves that have numbers, in words, with those that turn out illegal.
fn numbered<G: Game>(game: &mut G, wanted: Wanted) -> Vec<(MoveRecord, bool)> {
    let moves = game.numbered_moves(wanted).into_iter();
    let told = moves.map(|(movement, legal)| {
        game.play(movement);
        let record = game.record();
        game.rewind();
        (record, legal)
    });
    told.collect()
}

fn play_number<G: Game>(game: &mut G, number: usize) {
    let mut chosen = None;
    let mut index = 0;
    let _ = game.visit_moves(Wanted::All, &[], &mut |_, movement| {
        chosen = Some(movement);
        index += 1;
        if index > number {
            Break(())
        } else {
            Continue(())
        }
    });
    game.play(chosen.expect("there are as many moves"));
}

/// Compares the engines here and along the plays.
fn compare(
    rules: &mut Engine,
    orthodox: &mut Orthodox,
    plays: &[usize],
) -> Result<(), TestCaseError> {
    for side in Side::BOTH {
        prop_assert_eq!(rules.in_check(side), orthodox.in_check(side));
    }
    prop_assert_eq!(rules.can_capture_king(), orthodox.can_capture_king());
    if rules.can_capture_king() {
        return Ok(());
    }
    let key = orthodox.key();
    let all = told(rules, Wanted::All);
    prop_assert_eq!(&all, &told(orthodox, Wanted::All));
    prop_assert_eq!(orthodox.has_move(), !all.is_empty());
    for (number, goal) in GOALS.into_iter().enumerate() {
        let reaching = |told: Vec<(MoveRecord, Vec<bool>)>| {
            let reaching = told.into_iter().filter(|(_, reached)| reached[number]);
            reaching.collect::<Vec<_>>()
        };
        let found = reaching(told(orthodox, Wanted::Reaching(goal)));
        prop_assert_eq!(reaching(all.clone()), found, "{:?}", goal);
    }
    prop_assert_eq!(key, orthodox.key(), "looking changes nothing");
    for wanted in [Wanted::All, Wanted::Reaching(Goal::Mate)] {
        prop_assert_eq!(numbered(rules, wanted), numbered(orthodox, wanted));
    }
    prop_assert_eq!(rules.flights(), orthodox.flights());
    for side in Side::BOTH {
        prop_assert_eq!(rules.has_officer(side), orthodox.has_officer(side));
    }
    let Some((&play, rest)) = plays.split_first().filter(|_| !all.is_empty()) else {
        return Ok(());
    };
    play_number(rules, play % all.len());
    play_number(orthodox, play % all.len());
    prop_assert_eq!(rules.record(), orthodox.record());
    compare(rules, orthodox, rest)?;
    rules.rewind();
    orthodox.rewind();
    prop_assert_eq!(key, orthodox.key(), "taking back is exact");
    Ok(())
}

/// By key, what can be played: equal keys must mean equal play.
fn collect_keys(
    rules: &mut Engine,
    orthodox: &mut Orthodox,
    plies: u32,
    known: &mut HashMap<u128, Vec<MoveRecord>>,
    keys: &mut HashMap<u128, u128>,
) -> Result<(), TestCaseError> {
    let moves = orthodox.legal_moves();
    let words: Vec<MoveRecord> = told(orthodox, Wanted::All)
        .into_iter()
        .map(|(record, _)| record)
        .collect();
    let before = known.entry(orthodox.key()).or_insert_with(|| words.clone());
    prop_assert_eq!(&*before, &words);
    let key = *keys.entry(rules.key()).or_insert(orthodox.key());
    prop_assert_eq!(key, orthodox.key(), "the rules engine calls this the same");
    let played = if plies > 0 { &moves[..] } else { &[] };
    for (number, &movement) in played.iter().enumerate() {
        play_number(rules, number);
        orthodox.play(movement);
        collect_keys(rules, orthodox, plies - 1, known, keys)?;
        rules.rewind();
        orthodox.rewind();
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_engines_play_alike(scheme in scheme(20)) {
        let (mut rules, mut orthodox) = scheme.engines();
        compare(&mut rules, &mut orthodox, &scheme.plays)?;
    }

    #[test]
    fn both_engines_play_alike_where_all_lines_are_open(scheme in scheme(7)) {
        let (mut rules, mut orthodox) = scheme.engines();
        compare(&mut rules, &mut orthodox, &scheme.plays)?;
    }
}

/// Whether some move, or each, leads where this holds.
fn moves_lead<G: Game>(game: &mut G, mut holds: impl FnMut(&mut G) -> bool) -> (bool, bool) {
    let mut led = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |game, _| {
        led.push(holds(game));
        Continue(())
    });
    let each = !led.is_empty() && !led.contains(&false);
    (led.contains(&true), each)
}

fn must_mate(game: &mut Orthodox) -> bool {
    moves_lead(game, |game| game.reaches(Goal::Mate)).1
}

/// What is told without play is what play shows, here and along the plays.
fn compare_with_play(game: &mut Orthodox, plays: &[usize]) -> Result<(), TestCaseError> {
    if game.can_capture_king() {
        return Ok(());
    }
    let can_mate = moves_lead(game, |game| game.reaches(Goal::Mate)).0;
    prop_assert_eq!(game.can_reach_at_once(Goal::Mate), Some(can_mate));
    let must = must_mate(game);
    prop_assert_eq!(game.must_reach_at_once(Goal::Mate), Some(must));
    let can_force = moves_lead(game, must_mate).0;
    if let Some(told) = game.can_force_at_once(Goal::Mate) {
        prop_assert_eq!(told, can_force);
    }
    let mut keys = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |game, movement| {
        keys.push((game.key(), movement));
        Continue(())
    });
    let _ = game.visit_keys(&[], &mut |key, movement| {
        assert_eq!(keys.remove(0), (key, movement));
        Continue(())
    });
    assert!(keys.is_empty());
    let moves = game.legal_moves().len();
    let side = game.side_to_move();
    let in_check = game.in_check(side);
    prop_assert_eq!(game.mobility(), Some((moves, in_check)));
    if let Some((&play, rest)) = plays.split_first().filter(|_| moves > 0) {
        play_number(game, play % moves);
        compare_with_play(game, rest)?;
    }
    Ok(())
}

/// Men around a king in a corner, who is often mated.
fn besieged() -> impl Strategy<Value = Scheme> {
    let near = Just((0..64u8).collect::<Vec<_>>()).prop_shuffle();
    let near = near.prop_map(|mut squares| {
        squares.sort_by_key(|square| (square % 8).max(square / 8) > 4);
        squares.insert(0, 0);
        squares
    });
    (scheme(12), near).prop_map(|(scheme, squares)| Scheme {
        squares,
        kings: [Some(false), Some(false)],
        ..scheme
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_told_without_play_is_what_play_shows(scheme in prop_oneof![scheme(12), besieged()]) {
        let (_, mut orthodox) = scheme.engines();
        compare_with_play(&mut orthodox, &scheme.plays)?;
    }
}

/// What is asked of random positions.
fn asked() -> impl Strategy<Value = Stipulation> {
    let direct = (Just(Genre::Direct), 1..4u16, Just(false));
    let battle = prop::sample::select(vec![Genre::Self_, Genre::Reflex, Genre::SemiReflex]);
    let battle = (battle, 1..3u16, Just(false));
    let help = prop::sample::select(vec![Genre::Help, Genre::HelpSelf]);
    let help = (help, 1..3u16, any::<bool>());
    let series = prop::sample::select(vec![Genre::Series, Genre::SeriesHelp, Genre::SeriesSelf]);
    let series = (series, 1..4u16, Just(false));
    let kind = prop_oneof![direct, battle, help, series];
    let goal = prop_oneof![4 => Just(Goal::Mate), 3 => prop::sample::select(GOALS.to_vec())];
    (kind, goal, prop::bool::weighted(0.2)).prop_map(|((genre, moves, half), goal, exact)| {
        let half = half && moves < 2;
        Stipulation {
            length: Length { moves, half },
            exact,
            ..Stipulation::new(genre, goal, moves)
        }
    })
}

fn options() -> impl Strategy<Value = Options> {
    (
        any::<[bool; 6]>(),
        prop::option::of(1..3u16),
        prop::option::of(1..4u32),
        prop::option::weighted(0.2, (0..2u16, 0..3u16)),
    )
        .prop_map(|(flags, defence, max_solutions, few)| {
            let [
                variation,
                set_play,
                duplex,
                no_threat,
                no_short_variations,
                _,
            ] = flags;
            Options {
                variation,
                set_play,
                duplex,
                no_threat,
                no_short_variations,
                defence,
                max_solutions: max_solutions.filter(|_| flags[5]),
                non_trivial: few.map(|(moves, additional)| NonTrivial { additional, moves }),
                ..Options::default()
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equal_keys_mean_equal_play(scheme in scheme(5)) {
        let (mut rules, mut orthodox) = scheme.engines();
        if !rules.can_capture_king() {
            let (mut known, mut keys) = (HashMap::new(), HashMap::new());
            collect_keys(&mut rules, &mut orthodox, 2, &mut known, &mut keys)?;
        }
    }

    #[test]
    fn both_engines_solve_alike(scheme in scheme(6), asked in asked(), options in options()) {
        let mut problem = scheme.problem();
        let en_passant = std::mem::take(&mut problem.options.en_passant);
        problem.options = Options { en_passant, ..options };
        problem.stipulation = Some(asked);
        let settings = [(EngineChoice::Rules, 1), (EngineChoice::Orthodox, 1), (EngineChoice::Orthodox, 2)];
        let solutions = settings.map(|(engine, threads)| {
            let settings = Settings { engine, threads, memory: 1 << 20, ..Settings::default() };
            solve(&problem, &settings, &())
        });
        prop_assert_eq!(&solutions[0], &solutions[1]);
        prop_assert_eq!(&solutions[0], &solutions[2]);
    }
}

#[test]
fn other_play_is_left_to_the_rules_engine() {
    let refused = |change: &dyn Fn(&mut Problem)| {
        let mut problem = Problem::new();
        problem.diagram.put(
            Square::at(4, 0),
            Piece::new(walk_id::KING, Side::White.into()).royal(),
        );
        change(&mut problem);
        Orthodox::of(&compile(&problem).expect("the condition is known")).is_none()
    };
    let put = |problem: &mut Problem, man: Piece| {
        problem.diagram.put(Square::at(1, 4), man);
    };
    let white = Side::White.into();
    assert!(!refused(&|_| {}));
    assert!(!refused(&|problem| put(
        problem,
        Piece::new(walk_id::PAWN, white)
    )));
    assert!(refused(&|problem| put(
        problem,
        Piece::new(walk_id::KING, white).royal()
    )));
    assert!(refused(&|problem| put(
        problem,
        Piece::new(walk_id::QUEEN, white).royal()
    )));
    assert!(refused(&|problem| put(
        problem,
        Piece::new(walk_id::GRASSHOPPER, white)
    )));
    assert!(refused(&|problem| put(
        problem,
        Piece::new(walk_id::ROOK, dawson::men::Sides::Both)
    )));
    assert!(refused(&|problem| {
        let circe = Condition::plain("circe");
        problem.conditions.push(circe);
    }));
}
