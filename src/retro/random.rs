//! Random games against the deductions: what happened must never be excluded.

#[path = "../../tests/all/common/chance.rs"]
mod chance;

use super::deduce::{Terms, deduce};
use super::routes::{PAWN, WALKS};
use super::schedule::Schedule;
use super::task::{Limits, ways};
use super::{Formation, Task};
use crate::board::Side;
use crate::conditions::compile;
use crate::orthodox::Orthodox;
use crate::orthodox::attack::Each;
use crate::problem::{Genre, Goal, Problem, Stipulation};
use crate::rules::Game;
use chance::Chance;

/// Bytes beyond which the ways of a game are not followed.
const MEMORY: usize = 8 << 20;

fn game_array() -> Orthodox {
    let problem = Problem {
        stipulation: Some(Stipulation::new(Genre::Direct, Goal::ProofGame, 1)),
        ..Problem::new()
    };
    let mut engine = compile(&problem).expect("the game array is orthodox");
    engine.set_side_to_move(Side::White);
    Orthodox::of(&engine).expect("the game array is orthodox")
}

fn formations(game: &Orthodox, before: Option<&[Formation; 2]>) -> [Formation; 2] {
    let all = Side::BOTH.map(|side| {
        let mut formation = Formation::default();
        let men = game.men_of(side).expect("the board is whole");
        for (number, squares) in men.into_iter().enumerate() {
            Each(squares).for_each(|square| formation.put(square, number + PAWN));
        }
        formation.rights = game.castlings_of(side);
        formation
    });
    let mut all = all;
    if let Some(before) = before {
        for side in [0, 1] {
            let count = |formation: &Formation| formation.occupied().count_ones();
            let captured = count(&before[1 - side]) - count(&all[1 - side]);
            all[side].captures = before[side].captures + captured as u8;
        }
    }
    all
}

/// The formations after each ply, and where a pawn may be captured en passant.
type Played = (Vec<[Formation; 2]>, Vec<Option<usize>>);

/// Plays at random, captures, castlings, promotions and moves of pawns more often than others;
/// the formations after each ply, and the squares on which a capture en passant is possible.
fn play(chance: &mut Chance, plies: usize) -> Played {
    let mut game = game_array();
    let mut passed = vec![formations(&game, None)];
    let mut open = vec![None];
    while passed.len() <= plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut best = moves[chance.below(moves.len())];
        for _ in 0..chance.below(6) {
            let other = moves[chance.below(moves.len())];
            let worth = |movement: crate::orthodox::Movement| {
                let is_pawn = movement.departs() & 7 == PAWN;
                let promotes = movement.departs() != movement.arrives();
                u8::from(movement.is_capture()) + u8::from(is_pawn) + 4 * u8::from(promotes)
            };
            if worth(other) > worth(best) {
                best = other;
            }
        }
        game.play(best);
        let before = passed.last().copied();
        passed.push(formations(&game, before.as_ref()));
        open.push(game.passed_square());
    }
    (passed, open)
}

/// Checks one game from its `first` position on; whether the graphs were looked at, too.
fn check((passed, open): &Played, first: usize) -> bool {
    let passed = &passed[first..];
    let plies = passed.len() - 1;
    let starter = [Side::White, Side::Black][first % 2];
    let schedule = Schedule {
        plies,
        starter,
        alone: false,
    };
    let captured = passed[0].map(|formation| formation.captures);
    let rebased = |formations: &[Formation; 2]| {
        let mut formations = *formations;
        for (formation, captured) in formations.iter_mut().zip(captured) {
            formation.captures -= captured;
        }
        formations
    };
    let passed: Vec<[Formation; 2]> = passed.iter().map(rebased).collect();
    let task = Task {
        starts: passed[0],
        targets: passed[plies].map(|formation| formation.all()),
        passed: open[first],
        terms: Terms::default(),
    };
    let story = || format!("{passed:?}");
    let known = deduce(
        task.starts,
        task.targets,
        &schedule,
        task.passed,
        &task.terms,
    );
    let known = known.unwrap_or_else(|reason| panic!("{reason:?} for {}", story()));
    let mut known = known;
    let paired = known.pair_up();
    paired.unwrap_or_else(|reason| panic!("{reason:?} for {}", story()));
    for formations in &passed {
        for (outline, formation) in known.outlines.iter().zip(formations) {
            for walk in PAWN..WALKS {
                let astray = formation.men(walk) & !outline.may_stand[walk];
                assert_eq!(astray, 0, "a walk {walk} went astray in {}", story());
            }
        }
    }
    for pair in passed.windows(2) {
        for side in [0, 1] {
            let lost = pair[0][side].occupied() & !pair[1][side].occupied();
            let moved = pair[1][side].occupied() & !pair[0][side].occupied();
            if moved == 0 {
                let excluded = lost & !known.outlines[side].doomed;
                assert_eq!(excluded, 0, "captured elsewhere in {}", story());
            }
        }
    }
    let camps = known.camps();
    for (camp, side) in camps.iter().zip([0, 1]) {
        for (ply, formations) in passed.iter().enumerate() {
            let least = camp.least(&formations[side]);
            let left = schedule.left(camp.side, ply);
            assert!(
                usize::from(least) <= left,
                "{least} of {left} in {}",
                story()
            );
        }
    }
    let limits = Limits {
        games: 0,
        memory: MEMORY,
        must_stop: &|| false,
        tell: &|_, _| {},
        accepts: &|_| true,
        threads: 1,
        keeper: None,
    };
    let Ok(graphs) = ways(&known, &camps, &schedule, &limits, MEMORY) else {
        return false;
    };
    let graphs = graphs.unwrap_or_else(|| panic!("no way for {}", story()));
    for (ply, formations) in passed.iter().enumerate() {
        for (graph, formation) in graphs.iter().zip(formations) {
            let mut layer = graph.layer(ply);
            let stands = layer.any(|at| {
                let known = &graph.formations[at as usize];
                (known.all(), known.captures) == (formation.all(), formation.captures)
            });
            assert!(stands, "after {ply} plies in {}", story());
        }
    }
    true
}

#[test]
fn nothing_that_happened_is_excluded() {
    let mut chance = Chance(20);
    let mut narrowed = 0;
    for number in 0..60 {
        let plies = 4 + chance.below(if number % 3 == 0 { 40 } else { 8 });
        let passed = play(&mut chance, plies);
        let first = match number % 2 {
            0 => 0,
            _ => chance.below(passed.0.len()),
        };
        narrowed += usize::from(check(&passed, first));
    }
    assert!(
        narrowed > 20,
        "graphs of only {narrowed} games were looked at"
    );
}

#[test]
fn long_games_are_followed_to_their_last_plies() {
    let mut chance = Chance(2_000);
    let mut narrowed = 0;
    for _ in 0..60 {
        let plies = 20 + chance.below(160);
        let passed = play(&mut chance, plies);
        let length = passed.0.len();
        let left = 1 + chance.below(9).min(length - 1);
        narrowed += usize::from(check(&passed, length.saturating_sub(left)));
    }
    assert!(
        narrowed > 20,
        "graphs of only {narrowed} games were looked at"
    );
}
