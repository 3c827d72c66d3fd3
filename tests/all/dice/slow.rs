//! Trigonometric chess the slow way: a board of letters, every rule written out from its
//! text. Shares no code with the engine.

use std::collections::HashMap;

/// A position; `board[0]` is a1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slow {
    board: [u8; 64],
    white: bool,
    /// KQkq.
    castling: [bool; 4],
    passed: Option<usize>,
}

pub const ROLLS: [i32; 4] = [0, 90, 180, -90];

type Memo = HashMap<(Slow, u32), u128>;

impl Slow {
    pub fn from_fen(fen: &str) -> Slow {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [b'.'; 64];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in rank.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    board[(7 - row) * 8 + file] = letter;
                    file += 1;
                }
            }
        }
        let has = |right| fields[2].contains(right);
        Slow {
            board,
            white: fields[1] == "w",
            castling: [has('K'), has('Q'), has('k'), has('q')],
            passed: square(fields[3]),
        }
    }

    /// Every position one legal move with this roll leads to.
    pub fn children(&self, roll: i32) -> Vec<Slow> {
        let mut found = Vec::new();
        for from in (0..64).filter(|from| is_of(self.board[*from], self.white)) {
            match self.board[from].to_ascii_uppercase() {
                b'P' => self.pawn(from, &mut found),
                _ => self.officer(from, roll, &mut found),
            }
        }
        if roll == 0 {
            self.castle(&mut found);
        }
        found.retain(|child| !child.checked(self.white));
        found
    }

    pub fn perft(&self, rolls: &[Vec<i32>]) -> u64 {
        let Some((now, later)) = rolls.split_first() else {
            return 1;
        };
        let children = now.iter().flat_map(|roll| self.children(*roll));
        children.map(|child| child.perft(later)).sum()
    }

    /// The greatest chance of mate in so many moves, in cases of 4 or 36 to the power of
    /// twice the moves.
    pub fn chance(&self, moves: u32, weights: [u128; 4], memo: &mut Memo) -> u128 {
        let mut sum = 0;
        for (roll, weight) in ROLLS.into_iter().zip(weights) {
            let children = self.children(roll);
            let values = children
                .iter()
                .map(|child| child.chance_after(moves, weights, memo));
            sum += weight * values.max().unwrap_or(0);
        }
        sum
    }

    fn chance_after(&self, moves: u32, weights: [u128; 4], memo: &mut Memo) -> u128 {
        let key = (self.clone(), moves);
        if let Some(known) = memo.get(&key) {
            return *known;
        }
        let cases: u128 = weights.iter().sum();
        let checked = self.checked(self.white);
        let mut sum = 0;
        for (roll, weight) in ROLLS.into_iter().zip(weights) {
            let children = self.children(roll);
            let value = match (children.is_empty(), checked) {
                (true, true) => cases.pow(2 * moves - 2),
                (true, false) => 0,
                (false, _) if moves == 1 => 0,
                (false, _) => children
                    .iter()
                    .map(|child| child.chance(moves - 1, weights, memo))
                    .min()
                    .expect("there is a child"),
            };
            sum += weight * value;
        }
        memo.insert(key, sum);
        sum
    }

    /// Whether the side that is not to move could take the king.
    pub fn is_illegal(&self) -> bool {
        self.checked(!self.white)
    }

    fn officer(&self, from: usize, roll: i32, found: &mut Vec<Slow>) {
        let man = self.board[from];
        for via in (0..64).filter(|via| self.goes(from, *via)) {
            if is_of(self.board[via], self.white) {
                continue;
            }
            let (files, ranks) = way(from, via);
            let (files, ranks) = match roll {
                0 => (files, ranks),
                90 => (ranks, -files),
                180 => (-files, -ranks),
                _ => (-ranks, files),
            };
            let Some(to) = offset(from, files, ranks) else {
                continue;
            };
            let mut board = self.board;
            board[from] = b'.';
            board[via] = b'.';
            if to != via && self.board[to] != b'.' {
                continue;
            }
            let mut passing = board;
            passing[via] = man;
            let is_king = man.eq_ignore_ascii_case(&b'k');
            if is_king && attacked(&passing, via, !self.white) {
                continue;
            }
            board[to] = man;
            found.push(self.after(board, &[from, via], None));
        }
    }

    fn pawn(&self, from: usize, found: &mut Vec<Slow>) {
        let up = if self.white { 1 } else { -1 };
        let home = if self.white { 1 } else { 6 };
        let mut arrivals = Vec::new();
        if let Some(to) = offset(from, 0, up).filter(|to| self.board[*to] == b'.') {
            arrivals.push((to, to, None));
            let further = offset(from, 0, 2 * up).filter(|on| self.board[*on] == b'.');
            if let Some(far) = further.filter(|_| from / 8 == home) {
                arrivals.push((far, far, Some(to)));
            }
        }
        for side in [-1, 1] {
            let Some(to) = offset(from, side, up) else {
                continue;
            };
            if is_of(self.board[to], !self.white) {
                arrivals.push((to, to, None));
            } else if self.passed == Some(to) {
                let victim = offset(from, side, 0).expect("beside the pawn");
                arrivals.push((to, victim, None));
            }
        }
        for (to, victim, passed) in arrivals {
            let last = if self.white { 7 } else { 0 };
            let letters: &[u8] = if to / 8 == last { b"QRBN" } else { b"P" };
            for letter in letters {
                let mut board = self.board;
                board[victim] = b'.';
                board[from] = b'.';
                board[to] = match self.white {
                    true => *letter,
                    false => letter.to_ascii_lowercase(),
                };
                found.push(self.after(board, &[from, to], passed));
            }
        }
    }

    fn castle(&self, found: &mut Vec<Slow>) {
        let rank = if self.white { 0 } else { 56 };
        let (king, rook) = if self.white {
            (b'K', b'R')
        } else {
            (b'k', b'r')
        };
        for (number, corner, king_to, rook_to) in [(0, 7, 6, 5), (1, 0, 2, 3)] {
            let right = self.castling[number + if self.white { 0 } else { 2 }];
            let mut between = (corner.min(4) + 1)..corner.max(4);
            let free = between.all(|file| self.board[rank + file] == b'.');
            let there = self.board[rank + 4] == king && self.board[rank + corner] == rook;
            let safe = |file: usize| {
                let mut board = self.board;
                board[rank + 4] = b'.';
                board[rank + file] = king;
                !attacked(&board, rank + file, !self.white)
            };
            if right && free && there && safe(4) && safe(rook_to) && safe(king_to) {
                let mut board = self.board;
                board[rank + 4] = b'.';
                board[rank + corner] = b'.';
                board[rank + king_to] = king;
                board[rank + rook_to] = rook;
                found.push(self.after(board, &[rank + 4, rank + corner], None));
            }
        }
    }

    fn after(&self, board: [u8; 64], touched: &[usize], passed: Option<usize>) -> Slow {
        let mut castling = self.castling;
        let homes = [[4, 7], [4, 0], [60, 63], [60, 56]];
        for (right, homes) in castling.iter_mut().zip(homes) {
            *right &= !touched.iter().any(|square| homes.contains(square));
        }
        Slow {
            board,
            white: !self.white,
            castling,
            passed,
        }
    }

    fn goes(&self, from: usize, to: usize) -> bool {
        attacks(&self.board, from, to)
    }

    fn checked(&self, white: bool) -> bool {
        let king = if white { b'K' } else { b'k' };
        let mut kings = (0..64).filter(|on| self.board[*on] == king);
        kings.any(|on| attacked(&self.board, on, !white))
    }
}

fn square(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [file, rank] => Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a')),
        _ => None,
    }
}

fn is_of(man: u8, white: bool) -> bool {
    man != b'.' && man.is_ascii_uppercase() == white
}

fn way(from: usize, to: usize) -> (i32, i32) {
    let part = |square: usize| ((square % 8) as i32, (square / 8) as i32);
    let ((a, b), (c, d)) = (part(from), part(to));
    (c - a, d - b)
}

fn offset(from: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = ((from % 8) as i32 + files, (from / 8) as i32 + ranks);
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then_some((rank * 8 + file) as usize)
}

fn attacked(board: &[u8; 64], target: usize, white: bool) -> bool {
    let mut men = (0..64).filter(|from| is_of(board[*from], white));
    men.any(|from| attacks(board, from, target))
}

/// Whether the man on `from` could capture on `to`.
fn attacks(board: &[u8; 64], from: usize, to: usize) -> bool {
    let (files, ranks) = way(from, to);
    if from == to {
        return false;
    }
    let straight = files == 0 || ranks == 0;
    let diagonal = files.abs() == ranks.abs();
    let up = if board[from].is_ascii_uppercase() {
        1
    } else {
        -1
    };
    match board[from].to_ascii_uppercase() {
        b'P' => files.abs() == 1 && ranks == up,
        b'N' => files.abs() * ranks.abs() == 2,
        b'K' => files.abs() <= 1 && ranks.abs() <= 1,
        b'R' => straight && is_free(board, from, to),
        b'B' => diagonal && is_free(board, from, to),
        b'Q' => (straight || diagonal) && is_free(board, from, to),
        _ => false,
    }
}

fn is_free(board: &[u8; 64], from: usize, to: usize) -> bool {
    let (files, ranks) = way(from, to);
    let (file, rank) = (files.signum(), ranks.signum());
    let length = files.abs().max(ranks.abs());
    (1..length).all(|step| {
        let on = offset(from, file * step, rank * step).expect("between two squares");
        board[on] == b'.'
    })
}
