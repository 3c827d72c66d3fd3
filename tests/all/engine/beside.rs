//! Plays at random on two engines side by side: the plain one is asked at every ply what the
//! usual one says.

use super::{moves, moves_told_ahead, number_of_play, replies_are_legal};
use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::men::Piece;
use dawson::problem::{Goal, Problem};
use dawson::rules::{Engine, Game, Move, ShortCut, ShortCuts, Wanted};
use proptest::prelude::*;
use std::ops::ControlFlow::{Break, Continue};

/// What random play asks of every position.
const GOALS: [Goal; 8] = [
    Goal::Mate,
    Goal::Stalemate,
    Goal::MateOrStalemate,
    Goal::DoubleStalemate,
    Goal::Check,
    Goal::Capture,
    Goal::Castling,
    Goal::EnPassant,
];

/// The plain engine for a problem that is not refused.
fn plain(problem: &Problem, turn: Side) -> Engine {
    let mut engine = compile(problem).expect("it was compiled before");
    engine.use_only(ShortCuts::NONE);
    engine.set_side_to_move(turn);
    engine
}

/// With short cuts play is what it is without them, from the diagram on. A failure names the
/// short cuts without which it would be.
pub fn agrees_with_plain(
    problem: &Problem,
    turn: Side,
    plays: &[usize],
) -> Result<(), TestCaseError> {
    agrees_with(ShortCuts::ALL, problem, turn, plays).map_err(|error| {
        let heals = |one: &ShortCut| {
            let others = ShortCuts::ALL.without(*one);
            agrees_with(others, problem, turn, plays).is_ok()
        };
        let guilty: Vec<String> = ShortCut::ALL
            .iter()
            .filter(|one| heals(one))
            .map(|one| one.name())
            .collect();
        TestCaseError::fail(format!("short cuts {guilty:?}: {error}"))
    })
}

fn agrees_with(
    short_cuts: ShortCuts,
    problem: &Problem,
    turn: Side,
    plays: &[usize],
) -> Result<(), TestCaseError> {
    let Ok(mut engine) = compile(problem) else {
        return Ok(());
    };
    engine.use_only(short_cuts);
    engine.set_side_to_move(turn);
    let mut plain = plain(problem, turn);
    prop_assert_eq!(engine.can_capture_king(), plain.can_capture_king());
    // A diagram in which a king can be captured at once is never searched.
    if plain.can_capture_king() {
        return Ok(());
    }
    let mut played = Vec::new();
    for &play in plays {
        let agreed = positions_agree(&mut engine, &mut plain);
        agreed.map_err(|error| TestCaseError::fail(format!("behind {played:?}: {error}")))?;
        let moves = plain.legal_moves();
        if moves.is_empty() {
            break;
        }
        let movement = moves[number_of_play(&moves, play)];
        engine.play(movement);
        plain.play(movement);
        played.push(movement);
    }
    Ok(())
}

fn positions_agree(engine: &mut Engine, plain: &mut Engine) -> Result<(), TestCaseError> {
    prop_assert_eq!(engine.position().key(), plain.position().key());
    for side in Side::BOTH {
        prop_assert_eq!(engine.in_check(side), plain.in_check(side), "{:?}", side);
    }
    let legal = plain.legal_moves();
    prop_assert_eq!(&engine.legal_moves(), &legal);
    prop_assert_eq!(&engine.legal_moves_by_playing(), &legal);
    prop_assert_eq!(&moves_told_ahead(engine), &legal);
    prop_assert_eq!(engine.has_move(), !legal.is_empty());
    prop_assert_eq!(plain.has_move(), !legal.is_empty());
    replies_are_legal(engine)?;
    let reached: Vec<(Move, u128, [bool; GOALS.len()])> = legal
        .iter()
        .map(|&movement| {
            plain.play(movement);
            let key = plain.position().key();
            let reached = GOALS.map(|goal| plain.reaches(goal));
            plain.rewind();
            (movement, key, reached)
        })
        .collect();
    for (movement, key, _) in &reached {
        let told = engine.key_after(movement);
        prop_assert!(told.is_none_or(|told| told == *key), "{:?}", movement);
    }
    for (place, goal) in GOALS.into_iter().enumerate() {
        let reaching = reached.iter().filter(|(_, _, reached)| reached[place]);
        let reaching: Vec<Move> = reaching.map(|(movement, ..)| *movement).collect();
        let found = moves_reaching(engine, goal);
        prop_assert_eq!(found, reaching, "{:?}", goal);
    }
    // It may be reached by leaving the own king in check, which is no legal move otherwise.
    let goal = Goal::DoubleMate;
    prop_assert_eq!(
        moves_reaching(engine, goal),
        moves_reaching(plain, goal),
        "{:?}",
        goal
    );
    for goal in [Goal::Mate, Goal::Stalemate] {
        moves_left_out_prepare_nothing(engine, plain, goal)?;
        moves_left_out_force_nothing(engine, plain, goal)?;
    }
    Ok(())
}

/// The moves that reach a goal among those that a visitor is shown who wants no others.
fn moves_reaching(engine: &mut Engine, goal: Goal) -> Vec<Move> {
    let mut found = Vec::new();
    let _ = engine.visit_moves(Wanted::Reaching(goal), &[], &mut |game, movement| {
        if game.reaches(goal) {
            found.push(movement);
        }
        Continue(())
    });
    found
}

/// A visitor that wants moves after which the other side can reach a goal at once misses none.
fn moves_left_out_prepare_nothing(
    engine: &mut Engine,
    plain: &mut Engine,
    goal: Goal,
) -> Result<(), TestCaseError> {
    for movement in moves_left_out(engine, plain, Wanted::BeforeGoal(goal)) {
        plain.play(movement);
        let mut answer = None;
        let _ = plain.visit_moves(Wanted::All, &[], &mut |game, movement| {
            answer = game.reaches(goal).then_some(movement);
            if answer.is_some() {
                Break(())
            } else {
                Continue(())
            }
        });
        plain.rewind();
        prop_assert_eq!(answer, None, "{:?} prepares {:?}", movement, goal);
    }
    Ok(())
}

/// One that wants moves after which the other side must reach a goal at once misses none either.
fn moves_left_out_force_nothing(
    engine: &mut Engine,
    plain: &mut Engine,
    goal: Goal,
) -> Result<(), TestCaseError> {
    for movement in moves_left_out(engine, plain, Wanted::Forcing(goal)) {
        plain.play(movement);
        let answers = moves(plain);
        let reaching = moves_reaching(plain, goal);
        plain.rewind();
        let is_forced = answers.iter().all(|answer| reaching.contains(answer));
        prop_assert!(!is_forced, "{:?} forces {:?}", movement, goal);
    }
    Ok(())
}

/// The legal moves that a visitor is not shown who wants only these.
fn moves_left_out(engine: &mut Engine, plain: &mut Engine, wanted: Wanted) -> Vec<Move> {
    let mut shown = Vec::new();
    let _ = engine.visit_moves(wanted, &[], &mut |_, movement| {
        shown.push(movement);
        Continue(())
    });
    let mut others = plain.legal_moves();
    others.retain(|movement| !shown.contains(movement));
    others
}

/// Two rules make the same game in whichever order they are written.
pub fn order_is_of_no_account(
    problem: &Problem,
    turn: Side,
    plays: &[usize],
) -> Result<(), TestCaseError> {
    let mut turned = problem.clone();
    turned.conditions.reverse();
    let engines = [problem, &turned].map(compile);
    let [Ok(mut one), Ok(mut other)] = engines else {
        let [one, other] = engines.map(|engine| engine.err().map(|why| why.to_string()));
        prop_assert_eq!(one.is_some(), other.is_some(), "{:?} {:?}", one, other);
        return Ok(());
    };
    one.set_side_to_move(turn);
    other.set_side_to_move(turn);
    if one.can_capture_king() {
        return Ok(());
    }
    for &play in plays {
        let outcomes = [&mut one, &mut other].map(outcomes);
        let boards = outcomes.each_ref().map(|outcomes| {
            let boards = outcomes.iter().map(|(_, board)| board);
            let mut boards: Vec<&Board> = boards.collect();
            boards.sort();
            boards
        });
        let [one_only, other_only] = [[0, 1], [1, 0]].map(|[these, those]| {
            let these = boards[these].iter();
            let only = these.filter(|board| !boards[those].contains(board));
            only.map(|board| shown(board)).collect::<Vec<_>>()
        });
        prop_assert_eq!(one_only, other_only);
        prop_assert_eq!(&boards[0], &boards[1]);
        let [mine, others] = &outcomes;
        // Of moves that look alike one cannot tell which is which.
        let alone: Vec<&(Move, Board)> = mine
            .iter()
            .filter(|(_, board)| mine.iter().filter(|(_, other)| other == board).count() == 1)
            .collect();
        if alone.is_empty() {
            break;
        }
        let list: Vec<Move> = alone.iter().map(|(movement, _)| *movement).collect();
        let (movement, board) = alone[number_of_play(&list, play)];
        let same = others.iter().find(|(_, other)| other == board);
        one.play(*movement);
        other.play(same.expect("both have the same boards").0);
    }
    Ok(())
}

/// The men on their squares.
type Board = Vec<(Square, Piece)>;

/// A board as one reads it.
fn shown(board: &Board) -> String {
    let men = board.iter().map(|(square, man)| {
        let walk = man.walk().row().key;
        format!("{:?} {walk} {square} ({:x})", man.sides(), man.bits())
    });
    men.collect::<Vec<_>>().join(", ")
}

/// Every legal move with the board behind it.
fn outcomes(engine: &mut Engine) -> Vec<(Move, Board)> {
    let moves = moves(engine);
    let outcomes = moves.into_iter().map(|movement| {
        engine.play(movement);
        let position = engine.position();
        let man = |square: Square| (square, position.piece_on(square));
        let board = position.men().into_iter().map(man).collect();
        engine.rewind();
        (movement, board)
    });
    outcomes.collect()
}
