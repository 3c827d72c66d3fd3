//! Absorption chess against a game of a few lines that shares nothing with the engine: men are sets of letters on an
//! array, and after every ply the positions that the next one may lead to are compared.

use crate::common::chance::Chance;
use crate::common::steps::{BISHOP, KNIGHT, ROOK};
use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::men::{Piece, WalkId};
use dawson::problem::{Condition, Problem};
use dawson::rules::{Engine, Game};
use std::collections::BTreeMap;

type At = (i8, i8);

/// The letters of what a man has absorbed, in their order; upper case alone.
type Powers = Vec<u8>;

#[derive(Clone, PartialEq)]
struct Board {
    men: BTreeMap<At, (bool, Powers)>,
    /// The square that a pawn has just passed.
    passed: Option<At>,
}

/// A queen has nothing to gain from a rook or bishop.
fn sum(one: &[u8], other: &[u8]) -> Powers {
    let mut powers = [one, other].concat();
    if powers.contains(&b'Q') {
        powers.retain(|letter| !b"RB".contains(letter));
    }
    powers.sort_unstable();
    powers.dedup();
    powers
}

impl Board {
    fn is_free(&self, at: At) -> bool {
        (0..8).contains(&at.0) && (0..8).contains(&at.1) && !self.men.contains_key(&at)
    }

    fn is_hostile(&self, at: At, white: bool) -> bool {
        self.men.get(&at).is_some_and(|man| man.0 != white)
    }

    /// Where a man may go: the square, and what it captures where.
    fn reach(&self, from: At) -> Vec<(At, Option<At>)> {
        let (white, powers) = &self.men[&from];
        let mut ways = Vec::new();
        let lines = |letter: &u8| match letter {
            b'K' => ([ROOK, BISHOP].concat(), 1),
            b'Q' => ([ROOK, BISHOP].concat(), 8),
            b'R' => (ROOK.to_vec(), 8),
            b'B' => (BISHOP.to_vec(), 8),
            b'S' => (KNIGHT.to_vec(), 1),
            _ => (Vec::new(), 0),
        };
        for (vectors, far) in powers.iter().map(lines) {
            for (x, y) in vectors {
                for step in 1..=far {
                    let to = (from.0 + x * step, from.1 + y * step);
                    if self.is_free(to) {
                        ways.push((to, None));
                        continue;
                    }
                    if self.is_hostile(to, *white) {
                        ways.push((to, Some(to)));
                    }
                    break;
                }
            }
        }
        let (ahead, first) = if *white { (1, 0) } else { (-1, 7) };
        if powers.contains(&b'P') && from.1 != first {
            let next = (from.0, from.1 + ahead);
            if self.is_free(next) {
                ways.push((next, None));
                let second = (from.0, from.1 + 2 * ahead);
                if from.1 == first + ahead && self.is_free(second) {
                    ways.push((second, None));
                }
            }
            for to in [(from.0 - 1, next.1), (from.0 + 1, next.1)] {
                if self.is_hostile(to, *white) {
                    ways.push((to, Some(to)));
                }
                if self.passed == Some(to) {
                    ways.push((to, Some((to.0, from.1))));
                }
            }
        }
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    fn is_checked(&self, white: bool) -> bool {
        let is_king = |man: &(bool, Powers)| *man == (white, b"K".to_vec());
        let king = self.men.iter().find(|(_, man)| is_king(man));
        let king = *king.expect("a king").0;
        let mut hostile = self.men.iter().filter(|(_, man)| man.0 != white);
        hostile.any(|(&from, _)| self.reach(from).iter().any(|way| way.1 == Some(king)))
    }

    /// What a move may lead to: several boards if a pawn's power is promoted.
    fn after(&self, from: At, to: At, captured: Option<At>) -> Vec<Board> {
        let mut next = self.clone();
        next.passed = None;
        let (white, mut powers) = next.men.remove(&from).expect("a man");
        let victim = captured.and_then(|at| next.men.remove(&at));
        let goes_far = powers.iter().any(|letter| b"QR".contains(letter));
        let is_pawn = powers.contains(&b'P') && !goes_far;
        if is_pawn && captured.is_none() && from.0 == to.0 && (to.1 - from.1).abs() == 2 {
            next.passed = Some((from.0, (from.1 + to.1) / 2));
        }
        let last = if white { 7 } else { 0 };
        let promotes = to.1 == last && powers.contains(&b'P');
        if promotes {
            powers.retain(|letter| *letter != b'P');
        }
        if let Some((_, mut gained)) = victim.filter(|_| powers != b"K") {
            if to.1 == last {
                gained.retain(|letter| *letter != b'P');
            }
            powers = sum(&powers, &gained);
        }
        let forms: &[u8] = if promotes { b"QRBS" } else { b"-" };
        let form = |form: &u8| {
            let mut board = next.clone();
            let new: &[u8] = if *form == b'-' { &[] } else { &[*form] };
            board.men.insert(to, (white, sum(&powers, new)));
            board
        };
        forms.iter().map(form).collect()
    }

    fn all_after(&self, white: bool) -> Vec<Board> {
        let own = self.men.iter().filter(|(_, man)| man.0 == white);
        let ways = own.flat_map(|(&from, _)| {
            let ways = self.reach(from).into_iter();
            ways.map(move |(to, captured)| (from, to, captured))
        });
        let takes_king = |at: Option<At>| at.is_some_and(|at| self.men[&at].1 == b"K");
        let ways = ways.filter(|way| !takes_king(way.2));
        let boards = ways.flat_map(|(from, to, captured)| self.after(from, to, captured));
        boards.filter(|board| !board.is_checked(white)).collect()
    }

    fn text(&self) -> String {
        let man = |(at, (white, powers)): (&At, &(bool, Powers))| {
            let letters = String::from_utf8_lossy(powers);
            format!("{}{}{letters}{} ", at.0, at.1, u8::from(*white))
        };
        self.men.iter().map(man).collect()
    }
}

fn text_of(engine: &Engine) -> String {
    let position = engine.position();
    let mut board = Board {
        men: BTreeMap::new(),
        passed: None,
    };
    for on in position.men() {
        let man = position.piece_on(on);
        let letters = man.walk().row().letters[0].split('&');
        let powers: Powers = letters.flat_map(str::bytes).collect();
        let at = (on.index() as i8 % 8, on.index() as i8 / 8);
        let man = (man.is_of(Side::White), sum(&powers, &[]));
        board.men.insert(at, man);
    }
    board.text()
}

fn array(chance: &mut Chance) -> Board {
    let mut men = BTreeMap::new();
    for letter in b"KkQRBSPPPPqrbspppp" {
        let at = (chance.below(8) as i8, chance.below(8) as i8);
        let is_king = letter.eq_ignore_ascii_case(&b'K');
        let stands_out = match letter.to_ascii_uppercase() {
            b'P' => at.1 == 0 || at.1 == 7,
            // Castling is left aside: no king stands on e1 or e8.
            b'K' => at.0 == 4 && (at.1 == 0 || at.1 == 7),
            _ => false,
        };
        if !men.contains_key(&at) && !stands_out && (is_king || chance.below(4) > 0) {
            let powers = vec![letter.to_ascii_uppercase()];
            men.insert(at, (letter.is_ascii_uppercase(), powers));
        }
    }
    Board { men, passed: None }
}

fn problem(board: &Board) -> Problem {
    let mut problem = Problem::new();
    for (at, (white, powers)) in &board.men {
        let letters = String::from_utf8_lossy(powers).into_owned();
        let walk = WalkId::from_letters(&letters, 0).expect("a walk");
        let name = format!("{}{}", (b'a' + at.0 as u8) as char, at.1 + 1);
        let square = Square::from_name(&name).expect("a square");
        let side = if *white { Side::White } else { Side::Black };
        problem.diagram.put(square, Piece::usual(walk, side));
    }
    problem.conditions = vec![Condition::plain("absorption-chess")];
    problem
}

#[test]
fn men_absorb_alike() {
    let mut chance = Chance(463);
    let (mut games, mut sums) = (0, 0);
    while games < 60 {
        let mut board = array(&mut chance);
        let kings = board.men.values().filter(|man| man.1 == b"K").count();
        if kings < 2 || board.is_checked(false) {
            continue;
        }
        games += 1;
        let mut engine = compile(&problem(&board)).expect("nothing is refused");
        engine.set_side_to_move(Side::White);
        let mut white = true;
        for ply in 0..12 {
            let next = board.all_after(white);
            let mut wanted: Vec<String> = next.iter().map(Board::text).collect();
            let mut found = Vec::new();
            let moves = engine.legal_moves();
            for movement in &moves {
                engine.play(*movement);
                found.push(text_of(&engine));
                engine.rewind();
            }
            wanted.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, wanted, "ply {ply} of {}", board.text());
            let captures = next.iter().filter(|one| one.men.len() < board.men.len());
            let captures: Vec<&Board> = captures.collect();
            let choice = match (captures.len(), next.len()) {
                (_, 0) => break,
                (0, count) => next[chance.below(count)].clone(),
                (count, _) => captures[chance.below(count)].clone(),
            };
            let played = moves.into_iter().find(|movement| {
                engine.play(*movement);
                let is_it = text_of(&engine) == choice.text();
                engine.rewind();
                is_it
            });
            engine.play(played.expect("it was found"));
            board = choice;
            sums += board.men.values().filter(|man| man.1.len() > 1).count();
            white = !white;
        }
    }
    assert!(sums > 100, "men that have absorbed others are rare: {sums}");
}
