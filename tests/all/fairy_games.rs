//! Proof games under conditions: random games are found again, with bounds and without.

use crate::common::chance::Chance;
use crate::common::games::{count, moves, number, phases};
use dawson::board::{Geometry, Side};
use dawson::conditions::compile;
use dawson::problem::{Condition, Diagram, Genre, Goal, Length, Problem, Stipulation};
use dawson::rules::{Engine, Game, Move, Prefetch, Remaining, TooFar, Wanted};
use dawson::search::EngineChoice;
use std::ops::ControlFlow;

/// Conditions that say how far they may bring men, and a board without edges, as a statement
/// writes them.
const CONDITIONS: [&str; 29] = [
    "Circe",
    "Circe rex inclusive",
    "Anticirce",
    "Andernach",
    "Einstein",
    "Köko",
    "Madrasi",
    "Monochrom",
    "Bichrom",
    "Gridchess",
    "Alice chess",
    "Sentinels",
    "Take&Make",
    "PWC",
    "Mirror Circe",
    "Couscous Circe",
    "Vertical cylinder",
    "Circe Parrain",
    "Circe Assassin",
    "Anticirce Clone",
    "Lost pieces",
    "Make&TakeChess",
    "Rokagogo",
    "Castling chess",
    "TransmutedKings",
    "ReflectiveKings",
    "VaultingKings",
    "LosingChess",
    "Maximummer",
];

fn conditions(text: &str) -> Vec<Condition> {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let read = Problem::from_statement(&format!("{text}, dia 1"), array);
    read.unwrap_or_else(|why| panic!("{text}: {why}"))
        .conditions
}

fn game(conditions: &[Condition], plies: usize) -> Problem {
    let mut stipulation = Stipulation::new(Genre::Direct, Goal::ProofGame, 1);
    stipulation.length = Length {
        moves: plies as u16 / 2,
        half: plies % 2 == 1,
    };
    Problem {
        stipulation: Some(stipulation),
        conditions: conditions.to_vec(),
        ..Problem::new()
    }
}

/// Plays at random from the game array, captures more often than other moves.
fn play(chance: &mut Chance, conditions: &[Condition], plies: usize) -> Option<Diagram> {
    let mut problem = game(conditions, 2);
    problem.diagram = Diagram::game_array(Geometry::standard());
    let mut engine = compile(&problem).expect("conditions that fit the game array");
    engine.set_side_to_move(Side::White);
    let moves = random_moves(chance, &mut engine, plies);
    (moves.len() == plies).then(|| diagram(&engine))
}

fn diagram(engine: &Engine) -> Diagram {
    let mut diagram = Problem::new().diagram;
    for square in engine.position().men() {
        diagram.put(square, engine.position().piece_on(square));
    }
    diagram
}

/// So many moves, or fewer if the game ends.
fn random_moves(chance: &mut Chance, engine: &mut Engine, plies: usize) -> Vec<Move> {
    let mut played = Vec::new();
    for _ in 0..plies {
        let moves = moves(engine);
        let captures = moves
            .iter()
            .filter(|one| one.pseudo_move.captured.is_some());
        let captures: Vec<Move> = captures.copied().collect();
        let choice = match captures.is_empty() || chance.below(3) == 0 {
            true => &moves,
            false => &captures,
        };
        if choice.is_empty() {
            break;
        }
        let movement = choice[chance.below(choice.len())];
        engine.play(movement);
        played.push(movement);
    }
    played
}

#[test]
fn random_games_are_found_again() {
    let games = number("DAWSON_FAIRY_GAMES", 2);
    let plies = number("DAWSON_FAIRY_PLIES", 4);
    for text in CONDITIONS {
        let conditions = conditions(text);
        let mut chance = Chance(plies as u64);
        for round in 0..games {
            let plies = plies - round % 2;
            let Some(diagram) = play(&mut chance, &conditions, plies) else {
                continue;
            };
            let mut problem = game(&conditions, plies);
            problem.diagram = diagram;
            let found = phases(&problem, EngineChoice::Fastest);
            assert!(count(&found) > 0, "{text}: {:?}", problem.diagram);
            if plies <= 4 {
                assert_eq!(found, phases(&problem, EngineChoice::Plain), "{text}");
            }
        }
    }
}

/// What is left with so many plies, of a game that goes on for so many.
fn rest(ply: usize, length: usize) -> Remaining {
    let left = (length - ply) as u16;
    let own = left.div_ceil(2);
    Remaining {
        goal: Goal::ProofGame,
        by: [Side::Black, Side::White][length % 2],
        plies: match ply % 2 {
            0 => [own, left - own],
            _ => [left - own, own],
        },
        is_forced: false,
    }
}

/// Whether the move is shown where moves may be left out that lead too far away.
fn is_shown(engine: &mut Engine, movement: Move, rest: Remaining) -> bool {
    let mut shown = false;
    let ahead = Prefetch {
        turn: !engine.side_to_move(),
        tell: &|_| {},
        is_idle: &|_| false,
        too_far: Some(TooFar {
            plies: rest.plies,
            leave_out: &|| {},
        }),
    };
    let _ = engine.visit_moves_prefetching(Wanted::All, &[], ahead, &mut |_, other| {
        shown |= other == movement;
        ControlFlow::Continue(())
    });
    shown
}

/// No bound excludes what was played, alone and in pairs of conditions.
#[test]
fn no_bound_excludes_a_game() {
    let games = number("DAWSON_FAIRY_GAMES", 2);
    let mut chance = Chance(5);
    for (first, one) in CONDITIONS.into_iter().enumerate() {
        for other in CONDITIONS.into_iter().skip(first) {
            let mut both = conditions(one);
            if other != one {
                both.extend(conditions(other));
            }
            let mut start = game(&both, 2);
            start.diagram = Diagram::game_array(Geometry::standard());
            for _ in 0..games {
                let Ok(mut engine) = compile(&start) else {
                    continue;
                };
                engine.set_side_to_move(Side::White);
                let length = 6 + chance.below(40);
                let played = random_moves(&mut chance, &mut engine, length);
                let mut problem = game(&both, played.len());
                problem.diagram = diagram(&engine);
                let mut engine = compile(&problem).expect("the same conditions");
                engine.set_side_to_move(Side::White);
                for (ply, movement) in played.iter().enumerate() {
                    let length = played.len();
                    let excluded = engine.is_out_of_reach(rest(ply, length));
                    assert!(!excluded, "{one}, {other}: {ply} of {length}");
                    let shown = is_shown(&mut engine, *movement, rest(ply + 1, length));
                    assert!(shown, "{one}, {other}: move {ply} of {length}");
                    engine.play(*movement);
                }
            }
        }
    }
}
