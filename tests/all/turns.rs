//! Turns of several moves against a few lines that share nothing with the engine: kings, queens, rooks,
//! bishops and knights on an array, every turn played out.

use crate::common::chance::Chance;
use crate::many_kings::{At, Board, attacked, kings, moves, of_array};
use dawson::board::{Side, Square};
use dawson::conditions::compile_with_turns;
use dawson::problem::{Condition, Goal};
use dawson::rules::{Game, Turns, Wanted};
use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

type Way = Vec<(At, At)>;

/// What a side in a game of turns may do, and what follows.
struct Naive {
    key: &'static str,
    /// How many moves the turn of White and the next of Black have.
    moves: [usize; 2],
}

impl Naive {
    fn checks_early(&self, after: &Board, white: bool) -> bool {
        !attacked(after, !white).is_empty()
    }

    fn safe_between(&self) -> bool {
        !matches!(
            self.key,
            "two-move-chess" | "monster-chess" | "annecian-chess"
        )
    }

    fn in_check(&self, board: &Board, white: bool) -> bool {
        let by_turns = matches!(self.key, "two-move-chess" | "monster-chess");
        let hostile = self.moves[usize::from(white)];
        !attacked(board, white).is_empty()
            || by_turns
                && hostile == 2
                && moves(board, !white)
                    .iter()
                    .any(|(_, _, after)| !attacked(after, white).is_empty())
    }

    /// Every turn with the board behind it.
    fn turns(&self, board: &Board, white: bool) -> Vec<(Way, Board)> {
        let mut found = Vec::new();
        let most = self.moves[usize::from(!white)];
        self.go_on(board, white, most, &mut Vec::new(), &mut found);
        let changes = matches!(
            self.key,
            "two-move-chess" | "savoyard-chess" | "annecian-chess"
        );
        found.retain(|(_, after)| (!changes || after != board) && !self.in_check(after, white));
        found
    }

    fn next(&self, board: &Board, white: bool, left: usize, way: &Way) -> Vec<(At, At, Board)> {
        let mut next = moves(board, white);
        let one_man = matches!(self.key, "savoyard-chess" | "annecian-chess");
        next.retain(|(from, _, after)| {
            let safe = !self.safe_between() || attacked(after, white).is_empty();
            let early = self.key == "italian-chess" && left > 1 && self.checks_early(after, white);
            let goes_on = !one_man || way.last().is_none_or(|last| last.1 == *from);
            safe && !early && goes_on
        });
        next
    }

    fn go_on(
        &self,
        board: &Board,
        white: bool,
        left: usize,
        way: &mut Way,
        found: &mut Vec<(Way, Board)>,
    ) {
        for (from, to, after) in self.next(board, white, left, way) {
            way.push((from, to));
            let ends = matches!(
                self.key,
                "marseillais-chess" | "scottish-chess" | "savoyard-chess"
            ) && self.checks_early(&after, white);
            let may_be_short = matches!(
                self.key,
                "marseillais-chess" | "scottish-chess" | "italian-chess"
            );
            let is_stuck =
                left > 1 && may_be_short && self.next(&after, white, left - 1, way).is_empty();
            match left == 1 || ends || is_stuck {
                true => found.push((way.clone(), after)),
                false => self.go_on(&after, white, left - 1, way, found),
            }
            way.pop();
        }
    }
}

fn at(square: Square) -> At {
    (square.index() as i8 % 8, square.index() as i8 / 8)
}

fn game(key: &str, first: i32, board: &Board, side: Side) -> Turns {
    let mut problem = of_array(board);
    let arguments = match first {
        1 => Vec::new(),
        first => vec![dawson::problem::Argument::Number(
            "number".to_owned(),
            first,
        )],
    };
    problem.conditions = vec![Condition {
        key: key.to_owned(),
        arguments,
    }];
    let engine = compile_with_turns(&problem).expect("nothing is refused");
    let goals = [Goal::Mate].into_iter();
    let mut turns = Turns::new(engine, goals, 2).expect("nothing is refused");
    turns.set_side_to_move(side);
    turns
}

/// Goals are compared behind some turns alone, to save time.
fn is_judged(way: &Way) -> bool {
    way.iter()
        .map(|(from, to)| from.0 + 3 * from.1 + to.0 + to.1)
        .sum::<i8>()
        % 4
        == 0
}

/// How often each turn is shown, and whether it mates, stalemates and checks.
fn shown(game: &mut Turns) -> BTreeMap<Way, [bool; 3]> {
    let mut found = BTreeMap::new();
    let before = (game.key(), game.plies());
    let _ = game.visit_moves(Wanted::All, &[], &mut |game, turn| {
        let way = turn.moves();
        let way: Way = way
            .map(|movement| (at(movement.pseudo_move.from), at(movement.pseudo_move.to)))
            .collect();
        let goals = [Goal::Mate, Goal::Stalemate, Goal::Check];
        let goals = goals.map(|goal| is_judged(&way) && game.reaches(goal));
        let (key, again) = (game.key(), found.len() % 16 == 0);
        assert!(found.insert(way, goals).is_none(), "a turn is shown once");
        assert_eq!(game.plies(), before.1 + 1);
        if again {
            game.rewind();
            game.play(turn);
            assert_eq!(
                game.key(),
                key,
                "played again it leads to the same position"
            );
        }
        Continue(())
    });
    assert_eq!((game.key(), game.plies()), before, "all is taken back");
    found
}

#[test]
fn turns_are_those_of_a_few_lines() {
    let rules = [
        ("marseillais-chess", 1, [2, 2]),
        ("two-move-chess", 1, [2, 2]),
        ("monster-chess", 1, [2, 1]),
        ("savoyard-chess", 1, [2, 2]),
        ("annecian-chess", 1, [2, 2]),
        ("scottish-chess", 2, [2, 3]),
        ("italian-chess", 2, [2, 3]),
    ];
    let mut chance = Chance(4_602);
    let mut seen = [0; 4];
    let mut round = 0;
    while round < 28 {
        let mut board: Board = [[b'.'; 8]; 8];
        for man in b"KkQRSrb" {
            // Some kings stand in a corner, so that they are mated now and then.
            let corner = *man == b'k' && chance.below(2) == 0;
            let (file, rank) = match corner {
                true => (0, 7),
                false => (chance.below(8), 1 + chance.below(6)),
            };
            if *man == b'K' || *man == b'k' || chance.below(4) == 0 {
                board[rank][file] = *man;
            }
        }
        let (key, first, lengths) = rules[round % rules.len()];
        let naive = Naive {
            key,
            moves: lengths,
        };
        let is_legal = kings(&board, true).len() == 1
            && kings(&board, false).len() == 1
            && !naive.in_check(&board, false);
        if !is_legal {
            continue;
        }
        round += 1;
        let mut expected = BTreeMap::new();
        for (way, after) in naive.turns(&board, true) {
            if !is_judged(&way) {
                expected.insert(way, [false; 3]);
                continue;
            }
            let in_check = naive.in_check(&after, false);
            let can_move = !naive.turns(&after, false).is_empty();
            let is_over = way.len() < 2
                && (key == "italian-chess"
                    || key == "scottish-chess" && attacked(&after, false).is_empty());
            let goals = match is_over {
                true => [false; 3],
                false => [in_check && !can_move, !in_check && !can_move, in_check],
            };
            for (place, reached) in goals.into_iter().enumerate() {
                seen[place] += usize::from(reached);
            }
            seen[3] += usize::from(way.len() == 1);
            expected.insert(way, goals);
        }
        let found = shown(&mut game(key, first, &board, Side::White));
        assert_eq!(found, expected, "{key} {board:?}");
    }
    assert!(
        seen.iter().all(|count| *count > 0),
        "mates, stalemates, checks, short turns: {seen:?}"
    );
}

/// Double steps of one turn are answered en passant by the first moves of the next: the second by such a
/// capture alone.
#[test]
fn two_pawns_are_taken_en_passant_one_after_the_other() {
    let text = "BeginProblem\nCondition MarseillaisChess\nStipulation h#1\nPieces\n  White Ka1 Pb5f5\n  \
                Black Kh8 Pc7e7\nEndProblem\n";
    let problem = &dawson::notation::popeye::read::read(text.as_bytes()).problems[0].problem;
    let engine = compile_with_turns(problem).expect("nothing is refused");
    let mut game = Turns::new(engine, problem.goals(), 2).expect("nothing is refused");
    game.set_side_to_move(Side::Black);
    let ways = |game: &mut Turns| {
        let mut ways = Vec::new();
        let _ = game.visit_moves(Wanted::All, &[], &mut |_, turn| {
            let way: Vec<String> = turn
                .moves()
                .map(|each| format!("{}{}", each.pseudo_move.from, each.pseudo_move.to))
                .collect();
            ways.push((way.join(" "), turn));
            Continue(())
        });
        ways
    };
    let steps = ways(&mut game)
        .into_iter()
        .find(|(way, _)| way == "c7c5 e7e5");
    game.play(steps.expect("both pawns go two steps").1);
    let answers: Vec<String> = ways(&mut game).into_iter().map(|(way, _)| way).collect();
    let has = |way: &str| answers.iter().any(|answer| answer == way);
    assert!(has("b5c6 f5e6") && has("f5e6 b5c6") && has("b5c6 a1b1"));
    assert!(
        !has("a1b1 b5c6") && !has("b5b6 f5e6"),
        "the first move was another one"
    );
}
