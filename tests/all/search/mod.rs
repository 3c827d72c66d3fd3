//! The solvers on a tiny game: what they tell, that an exhaustive search finds
//! the same, and that hash table and threads change nothing.

mod mini;
mod reference;
mod text;

use self::mini::Mini;
use self::text::{stipulation, told};
use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::men::{Piece, WalkId};
use dawson::problem::{NonTrivial, Options, Problem};
use dawson::rules::{Game, ShortCut, ShortCuts};
use dawson::search::{Budget, solve};
use dawson::solution::{Mark, Outcome, Play};
use dawson::stipulation;
use proptest::prelude::*;
use std::collections::BTreeSet;

#[track_caller]
fn check(forsyth: &str, asked: &str, options: Options, expected: &str) {
    let game = Mini::new(forsyth);
    let budget = Budget::default();
    let solved = solve(
        &game,
        &stipulation::compile(&stipulation(asked), &options),
        &options,
        &budget,
        &(),
    );
    assert_eq!(told(&solved), expected, "{asked} {forsyth}");
}

fn variation() -> Options {
    Options {
        variation: true,
        ..Options::default()
    }
}

#[test]
fn mate_in_one() {
    check("7k/p7/6K1/8/8/8/8/1R6", "#1", variation(), "(Rb1-b8+#!)");
}

#[test]
fn keys_threats_and_variations() {
    check(
        "k7/2K5/1P6/p7/1S6/8/8/8",
        "#2",
        variation(),
        "(Sb4-c6! threat [(b6-b7+#)] )(b6-b7+!(Ka8-a7(b7-b8=Q+#)))",
    );
}

#[test]
fn a_short_key_is_told_in_its_own_length() {
    check(
        "7k/p7/5K2/8/8/8/8/1R6",
        "#3",
        variation(),
        "(Kf6-f7! threat [(Rb1-h1+#)] )(Kf6-g6! threat [(Rb1-b8+#)] )",
    );
}

#[test]
fn tries_have_refutations() {
    let options = Options {
        defence: Some(1),
        ..Options::default()
    };
    check(
        "7k/p7/5K2/8/8/8/8/1R6",
        "x2",
        options,
        "(Rb1-a1!)(Rb1-b8+?but (Kh8-h7!))(Rb1-h1+?but (Kh8-g8!))",
    );
}

#[test]
fn self_play_ends_with_forced_moves() {
    check(
        "8/8/2p5/2P5/8/R5pk/7p/7K",
        "s#1",
        variation(),
        "(Ra3-a4!(g3-g2+#))",
    );
}

#[test]
fn whoever_can_mate_must() {
    let board = "7r/8/8/8/8/1Q6/1R4p1/k5K1";
    check(
        board,
        "r#2",
        variation(),
        "(Rb2-b1+#?!?)(Rb2-a2+#?!?)(Qb3-a2+#?!?)(Qb3-a3+#?!?)",
    );
    check(
        "8/8/2p5/2P5/8/R5pk/7p/7K",
        "r#1",
        variation(),
        "(Ra3-a1!(g3-g2+#))(Ra3-a4!(g3-g2+#))(Ra3-a5!(g3-g2+#))(Ra3-a6!(g3-g2+#))(Ra3-a7!(g3-g2+#))(Ra3-a8!(g3-g2+#))",
    );
}

#[test]
fn help_play_after_its_set_play() {
    let options = Options {
        set_play: true,
        ..Options::default()
    };
    check(
        "8/8/8/8/8/6K1/R7/7k",
        "h#1",
        options,
        "... Ra2-a1+# | Kh1-g1 Ra2-a1+#",
    );
}

#[test]
fn a_limit_stops_at_the_same_line_for_any_number_of_threads() {
    let options = Options {
        max_solutions: Some(5),
        ..Options::default()
    };
    let game = Mini::new("7k/p7/6K1/8/8/8/8/1R6");
    let limited = [1, 2, 5].map(|threads| {
        let budget = Budget {
            threads,
            ..Budget::default()
        };
        solve(
            &game,
            &stipulation::compile(&stipulation("h#2"), &options),
            &options,
            &budget,
            &(),
        )
    });
    assert_eq!(limited[0].outcome, Outcome::Limited);
    assert_eq!(told(&limited[0]).split(" ; ").count(), 5);
    assert_eq!(limited[0], limited[1]);
    assert_eq!(limited[0], limited[2]);
}

#[test]
fn a_cancelled_search_says_so() {
    let budget = Budget::default();
    budget
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let game = Mini::new("7k/p7/6K1/8/8/8/8/1R6");
    let options = Options::default();
    let solved = solve(
        &game,
        &stipulation::compile(&stipulation("#4"), &options),
        &options,
        &budget,
        &(),
    );
    assert_eq!(solved.outcome, Outcome::Interrupted);
}

/// What is asked of random positions, short enough for an exhaustive search.
const ASKED: &[&str] = &[
    "#1",
    "#2",
    "=2",
    "+2",
    "x2",
    "zd52",
    "~1",
    "s#1",
    "s=1",
    "sx2",
    "s+2",
    "r#1",
    "r+2",
    "rx1",
    "semi-r#1",
    "semi-rx2",
    "h#1",
    "h#1.5",
    "h=1",
    "h=1.5",
    "hx1",
    "h+1",
    "hzc41",
    "h~1",
    "hs#1",
    "hsx1",
    "hsx1.5",
    "hs+1",
    "hs~1",
    "ser-#2",
    "ser-=2",
    "ser-x2",
    "ser-zd42",
    "ser-+2",
    "ser-h#1",
    "ser-h=2",
    "ser-hx1",
    "ser-s#1",
    "ser-sx2",
    "ser-s~1",
    "exact-#2",
    "exact-h=2",
    "exact-ser-x2",
    "exact-sx2",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_exhaustive_search_finds_the_same(men in men(5), asked in prop::sample::select(ASKED)) {
        let mut mini = Mini::new(&forsyth(&men));
        let asked = stipulation(asked);
        mini.set_side_to_move(starter(&asked));
        prop_assume!(!mini.can_capture_king());
        let options = Options { defence: Some(2), ..Options::default() };
        let engine = compile(&problem(&men)).expect("orthodox play is never refused");
        let solved = solve(&engine, &stipulation::compile(&asked, &options), &options, &Budget::default(), &());
        prop_assert_eq!(solved.phases.len(), 1);
        let found: BTreeSet<String> = match &solved.phases[0].play {
            Play::Lines(lines) => lines.iter().map(text::moves).collect(),
            Play::Tree(tree) => tree.branches.iter().filter_map(first_move).collect(),
            Play::Dice(_) => unreachable!("no dice are thrown here"),
        };
        prop_assert_eq!(found, reference::solutions(&mut mini, &asked, 2));
    }

    #[test]
    fn few_defences_may_be_no_trivial_ones(
        men in men(3),
        asked in prop::sample::select(&["s#2", "sx2", "s+2", "s=2", "s~2"][..]),
        moves in 0..2u16,
        additional in 0..4u16,
    ) {
        let mut mini = Mini::new(&forsyth(&men));
        let asked = stipulation(asked);
        prop_assume!(!mini.can_capture_king());
        let wish = NonTrivial { additional, moves };
        let options = Options { non_trivial: Some(wish), ..Options::default() };
        let engine = compile(&problem(&men)).expect("orthodox play is never refused");
        let solved = solve(&engine, &stipulation::compile(&asked, &options), &options, &Budget::default(), &());
        let Play::Tree(tree) = &solved.phases[0].play else { unreachable!("keys are told") };
        let found: BTreeSet<String> = tree.branches.iter().filter_map(first_move).collect();
        prop_assert_eq!(found, reference::narrow_keys(&mut mini, &asked, wish));
    }

    #[test]
    fn hash_table_and_threads_change_nothing(
        men in men(7),
        asked in prop::sample::select(&["#2", "#3", "s#2", "r#2", "semi-r#2", "h#2", "hs#2", "ser-=3", "ser-h#3", "x3"][..]),
        set_play in any::<bool>(),
        few in prop::option::weighted(0.3, (0..2u16, 0..3u16)),
        one in prop::sample::select(&ShortCut::ALL[..]),
    ) {
        let engine = compile(&problem(&men)).expect("orthodox play is never refused");
        let non_trivial = few.map(|(moves, additional)| NonTrivial { additional, moves });
        let options = Options { variation: true, defence: Some(1), duplex: true, set_play, non_trivial, ..Options::default() };
        let all = ShortCuts::ALL;
        let settings = [
            (1 << 24, 1, all),
            (0, 1, all),
            (1 << 12, 1, all),
            (1 << 20, 4, all),
            (0, 1, ShortCuts::NONE),
            (1 << 20, 1, all.without(ShortCut::Detours)),
            (1 << 20, 1, all.without(ShortCut::Killers)),
            (1 << 20, 1, all.without(ShortCut::Ordering)),
            (1 << 20, 1, all.without(one)),
        ];
        let mut solutions = settings.map(|(memory, threads, short_cuts)| {
            let budget = Budget { memory, threads, short_cuts, ..Budget::default() };
            let mut engine = engine.clone();
            if short_cuts != all {
                engine = compile(&problem(&men)).expect("orthodox play is never refused");
                engine.use_only(short_cuts);
            }
            Some(solve(&engine, &stipulation::compile(&stipulation(asked), &options), &options, &budget, &()))
        });
        let first = solutions[0].take();
        prop_assert!(solutions[1..].iter().all(|other| *other == first));
    }
}

/// Two kings and up to so many other men; pawns neither at home nor next to
/// promotion at once, so that all games agree on how they move.
fn men(most: usize) -> impl Strategy<Value = Vec<(Square, char)>> {
    let letters: Vec<char> = "QRBSPqrbsp".chars().collect();
    let others = prop::collection::vec((0..64u8, prop::sample::select(letters)), 1..=most);
    (0..64u8, 0..64u8, others).prop_filter_map("kings apart", |(white, black, others)| {
        let kings = [(Square::new(white), 'K'), (Square::new(black), 'k')];
        let others = others
            .into_iter()
            .map(|(square, letter)| (Square::new(square), letter));
        let men: Vec<(Square, char)> = kings.into_iter().chain(others).collect();
        sensible(&men).then_some(men)
    })
}

fn sensible(men: &[(Square, char)]) -> bool {
    let squares: BTreeSet<Square> = men.iter().map(|(square, _)| *square).collect();
    let rank = |square: Square| square.byte() / 8;
    let pawns = men
        .iter()
        .filter(|(_, letter)| letter.eq_ignore_ascii_case(&'p'));
    let at_home = |(square, letter): &(Square, char)| {
        let home = if *letter == 'P' { 1 } else { 6 };
        matches!(rank(*square), 0 | 7) || rank(*square) == home
    };
    squares.len() == men.len() && !pawns.clone().any(at_home)
}

fn forsyth(men: &[(Square, char)]) -> String {
    let row = |rank: u8| -> String {
        let letter = |file| {
            let man = men
                .iter()
                .find(|(square, _)| *square == Square::at(file, rank));
            man.map_or('1', |(_, letter)| *letter)
        };
        (0..8).map(letter).collect()
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    rows.join("/")
}

fn problem(men: &[(Square, char)]) -> Problem {
    let mut problem = Problem::new();
    for (square, letter) in men {
        let walk = WalkId::from_letters(&letter.to_ascii_uppercase().to_string(), 0);
        let side = if letter.is_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let man = Piece::new(walk.expect("an orthodox letter"), side.into());
        let royal = letter.eq_ignore_ascii_case(&'k');
        problem
            .diagram
            .put(*square, if royal { man.royal() } else { man });
        problem.options.no_castling.insert(*square);
    }
    problem
}

fn starter(asked: &dawson::problem::Stipulation) -> Side {
    dawson::stipulation::compile(asked, &Options::default()).starter
}

/// A key or try as the exhaustive search tells it.
fn first_move(branch: &dawson::solution::Branch) -> Option<String> {
    let text = text::text(&branch.movement);
    match branch.mark {
        Mark::Key => Some(format!("{text}!")),
        Mark::Try => Some(format!("{text}? {}", branch.refutations.len())),
        _ => None,
    }
}
