//! Random play in games whose turns have several moves, alone and with another condition.

use super::{DEFINITIONS, Scheme, placed, scheme};
use dawson::conditions::compile_with_turns;
use dawson::position::Position;
use dawson::problem::{Goal, Problem};
use dawson::rules::{Game, Turns, Wanted};
use proptest::prelude::*;
use std::ops::ControlFlow::{Break, Continue};
use std::panic::AssertUnwindSafe;

/// So many turns of a position are looked at, and so many of them played again.
const SEEN: usize = 60;
const AGAIN: usize = 7;
/// Turns grow, and with them their number.
const DEEPEST: usize = 3;

fn game_of(problem: &Problem) -> Option<Turns> {
    let engine = compile_with_turns(problem).ok()?;
    engine.rules().turns()?;
    Turns::new(engine, std::iter::once(Goal::Mate), DEEPEST as u16).ok()
}

/// All that a turn may change.
fn state(game: &Turns) -> (u128, usize, Position) {
    (game.key(), game.plies(), game.engine().position().clone())
}

fn play_and_rewind(game: &mut Turns, plays: &[usize]) -> Result<(), TestCaseError> {
    let Some((&play, rest)) = plays.split_first() else {
        return Ok(());
    };
    let before = state(game);
    let mut turns = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |game, turn| {
        turns.push((turn, game.key()));
        match turns.len() < SEEN {
            true => Continue(()),
            false => Break(()),
        }
    });
    prop_assert_eq!(&before, &state(game), "looking at turns changes nothing");
    prop_assert_eq!(game.has_move(), !turns.is_empty());
    prop_assert_eq!(&before, &state(game), "asking changes nothing");
    for (turn, key) in turns.iter().step_by(SEEN.div_ceil(AGAIN)) {
        game.play(*turn);
        prop_assert_eq!(game.key(), *key, "played again it leads elsewhere");
        game.rewind();
        prop_assert_eq!(&before, &state(game), "it is taken back");
    }
    let Some((turn, _)) = turns.get(play % turns.len().max(1)) else {
        return Ok(());
    };
    game.play(*turn);
    let flow = play_and_rewind(game, rest);
    game.rewind();
    prop_assert_eq!(&before, &state(game), "it is taken back");
    flow
}

fn check(problem: &Problem, scheme: &Scheme) -> Result<(), TestCaseError> {
    let Some(mut game) = game_of(problem) else {
        return Ok(());
    };
    let turn = scheme.turn();
    game.set_side_to_move(turn);
    let plays = &scheme.plays[..scheme.plays.len().min(DEEPEST)];
    let play = AssertUnwindSafe(|| play_and_rewind(&mut game, plays));
    let panicked = |_| Err(TestCaseError::fail("panicked"));
    std::panic::catch_unwind(play)
        .unwrap_or_else(panicked)
        .map_err(|error| placed(problem, turn, &error))
}

/// Those whose turns have several moves.
fn games(scheme: &Scheme) -> Vec<usize> {
    let has_turns = |number: &usize| {
        let problem = scheme.problem(vec![scheme.sample(*number)], false, false);
        compile_with_turns(&problem).is_ok_and(|engine| engine.rules().turns().is_some())
    };
    (0..DEFINITIONS.len()).filter(has_turns).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn turns_of_several_moves_are_taken_back(scheme in scheme(), other in 0..DEFINITIONS.len()) {
        let games = games(&scheme);
        prop_assert!(games.len() >= 7);
        for number in games {
            let conditions = vec![scheme.sample(number)];
            let with = vec![scheme.sample(number), scheme.sample(other)];
            check(&scheme.problem(conditions, false, false), &scheme)?;
            check(&scheme.lively(with.clone(), false), &scheme)?;
            check(&scheme.siege(with, false, false), &scheme)?;
        }
    }
}
