//! Two slow move generators that share no code with the engine: letters on squares, one
//! function for each man, every move made on a copy.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A game that can count its move sequences.
pub trait Slow: Sized {
    /// Every legal move, named, with the position behind it.
    fn moves(&self) -> Vec<(String, Self)>;

    /// The number of legal move sequences of this many plies.
    fn perft(&self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self
                .moves()
                .iter()
                .map(|(_, next)| next.perft(plies - 1))
                .sum(),
        }
    }
}

/// How two opposite edges are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    Open,
    Across,
    Twist,
    Pole,
    PoleForAll,
}

/// Chess on a board of any size whose first and last files may be neighbours, and the first and last ranks.
#[derive(Clone)]
pub struct Wrapped {
    men: Vec<Vec<char>>,
    white: bool,
    rights: String,
    passed: Option<(i32, i32)>,
    joined: [Edge; 2],
}

impl Wrapped {
    /// Reads a position; `joined` are the edges at the sides, and those below and above.
    pub fn new(text: &str, joined: [Edge; 2]) -> Wrapped {
        let fields: Vec<&str> = text.split(' ').collect();
        let men = fields[0].split('/').rev().map(squares_of_rank).collect();
        let passed = fields.get(3).filter(|field| **field != "-");
        Wrapped {
            men,
            white: fields[1] == "w",
            rights: fields.get(2).unwrap_or(&"-").to_string(),
            passed: passed.map(|name| place(name)),
            joined,
        }
    }

    /// One step to the side, up or down, and by what it multiplies the directions of the way.
    fn unit(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> Option<((i32, i32), (i32, i32))> {
        let (width, height) = self.size();
        let (x, y) = (x + dx, y + dy);
        let (round_x, round_y) = (x.rem_euclid(width), y.rem_euclid(height));
        let inside = ((0..width).contains(&x), (0..height).contains(&y));
        match (inside.0, inside.1, self.joined) {
            (true, true, _) => Some(((x, y), (1, 1))),
            (false, _, [Edge::Across, _]) => Some(((round_x, y), (1, 1))),
            (false, _, [Edge::Twist, _]) => Some(((round_x, height - 1 - y), (1, -1))),
            (_, false, [_, Edge::Across]) => Some(((x, round_y), (1, 1))),
            (_, false, [_, Edge::Twist]) => Some(((width - 1 - x, round_y), (-1, 1))),
            (_, false, [_, Edge::Pole | Edge::PoleForAll]) => {
                Some((((x + width / 2) % width, y - dy), (1, -1)))
            }
            _ => None,
        }
    }

    /// A step, gone up or down first and then to the side, and the direction in which it goes on.
    fn step(&self, from: (i32, i32), way: (i32, i32)) -> Option<((i32, i32), (i32, i32))> {
        let is_diagonal = way.0.abs() == way.1.abs();
        let (mut at, (mut dx, mut dy)) = (from, way);
        for number in 0..way.1.abs() + way.0.abs() {
            let unit = match number < way.1.abs() {
                true => (0, dy.signum()),
                false => (dx.signum(), 0),
            };
            let (next, (turn_x, turn_y)) = self.unit(at, unit)?;
            if turn_y < 0 && is_diagonal && self.joined[1] == Edge::Pole {
                return None;
            }
            (at, dx, dy) = (next, dx * turn_x, dy * turn_y);
        }
        Some((at, (dx, dy)))
    }

    /// For pawns: over an edge at the side that leaves their way as it is, and over no other.
    fn at_for_pawn(&self, (file, rank): (i32, i32)) -> Option<(i32, i32)> {
        let (width, height) = self.size();
        let round = file.rem_euclid(width);
        let may = (0..height).contains(&rank) && (round == file || self.joined[0] == Edge::Across);
        may.then_some((round, rank))
    }

    fn size(&self) -> (i32, i32) {
        (self.men[0].len() as i32, self.men.len() as i32)
    }

    fn man(&self, (file, rank): (i32, i32)) -> char {
        self.men[rank as usize][file as usize]
    }

    fn is_own(&self, c: char) -> bool {
        c != '.' && c.is_uppercase() == self.white
    }

    fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (width, height) = self.size();
        (0..height).flat_map(move |rank| (0..width).map(move |file| (file, rank)))
    }

    /// Where the officer on a square may go, once each; own men are in the way.
    fn officer_arrivals(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let both: Vec<(i32, i32)> = straight.iter().chain(&diagonal).copied().collect();
        let (vectors, rides) = match self.man(from).to_ascii_uppercase() {
            'R' => (straight.to_vec(), true),
            'B' => (diagonal.to_vec(), true),
            'Q' => (both, true),
            'K' => (both, false),
            'N' => {
                let leap = |(x, y): (i32, i32)| [(x, 2 * y), (2 * x, y)];
                (diagonal.iter().copied().flat_map(leap).collect(), false)
            }
            _ => (Vec::new(), false),
        };
        let mut found = Vec::new();
        for (files, ranks) in vectors {
            let (mut here, mut way) = (from, (files, ranks));
            while let Some((next, onward)) = self.step(here, way) {
                if next == from {
                    break;
                }
                let stands = self.man(next);
                let own = stands != '.' && stands.is_uppercase() == self.man(from).is_uppercase();
                if !own && !found.contains(&next) {
                    found.push(next);
                }
                if stands != '.' || !rides {
                    break;
                }
                (here, way) = (next, onward);
            }
        }
        found
    }

    fn pawn_attacks(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let ahead = if self.man(from) == 'P' { 1 } else { -1 };
        let to = [-1, 1].map(|side| self.at_for_pawn((from.0 + side, from.1 + ahead)));
        to.into_iter().flatten().collect()
    }

    /// Whether the side that is not White (or is) attacks a square.
    fn is_attacked(&self, target: (i32, i32), by_white: bool) -> bool {
        let mut trial = self.clone();
        // Somebody to be captured has to stand there.
        trial.men[target.1 as usize][target.0 as usize] = if by_white { 'n' } else { 'N' };
        self.places().any(|from| {
            let c = self.man(from);
            let arrivals = || match c.to_ascii_uppercase() {
                'P' => trial.pawn_attacks(from),
                _ => trial.officer_arrivals(from),
            };
            c != '.'
                && from != target
                && c.is_uppercase() == by_white
                && arrivals().contains(&target)
        })
    }

    fn is_in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let kings = self.places().filter(|&place| self.man(place) == king);
        kings
            .into_iter()
            .any(|place| self.is_attacked(place, !white))
    }

    /// The position after a man went, without asking whether it may.
    fn after(&self, from: (i32, i32), to: (i32, i32), becomes: char) -> Wrapped {
        let mut next = self.clone();
        next.men[from.1 as usize][from.0 as usize] = '.';
        next.men[to.1 as usize][to.0 as usize] = becomes;
        next.white = !self.white;
        next.passed = None;
        for (place, lost) in [
            ((4, 0), "KQ"),
            ((0, 0), "Q"),
            ((7, 0), "K"),
            ((4, 7), "kq"),
            ((0, 7), "q"),
            ((7, 7), "k"),
        ] {
            if from == place || to == place {
                next.rights.retain(|c| !lost.contains(c));
            }
        }
        next
    }

    fn pawn_moves(&self, from: (i32, i32), into: &mut Vec<(String, Wrapped)>) {
        let pawn = self.man(from);
        let top = self.size().1 - 1;
        let (ahead, start, last) = if self.white {
            (1, 1, top)
        } else {
            (-1, top - 1, 0)
        };
        let mut arrive = |to: (i32, i32), captured: Option<(i32, i32)>, passed| {
            let letters = if to.1 == last { "qrbn" } else { "-" };
            for letter in letters.chars() {
                let (becomes, suffix) = match letter {
                    '-' => (pawn, String::new()),
                    _ if self.white => (letter.to_ascii_uppercase(), letter.to_string()),
                    _ => (letter, letter.to_string()),
                };
                let mut next = self.after(from, to, becomes);
                if let Some(on) = captured {
                    next.men[on.1 as usize][on.0 as usize] = '.';
                    next.men[to.1 as usize][to.0 as usize] = becomes;
                }
                next.passed = passed;
                into.push((name(from) + &name(to) + &suffix, next));
            }
        };
        if let Some(to) = self
            .at_for_pawn((from.0, from.1 + ahead))
            .filter(|&to| self.man(to) == '.')
            && from.1 != last - top * ahead
        {
            arrive(to, None, None);
            let two = (from.0, from.1 + 2 * ahead);
            if from.1 == start && self.man(two) == '.' {
                arrive(two, None, Some(to));
            }
        }
        if from.1 == last - top * ahead {
            return;
        }
        for to in self.pawn_attacks(from) {
            let stands = self.man(to);
            if stands != '.' && !self.is_own(stands) {
                arrive(to, None, None);
            } else if self.passed == Some(to) {
                arrive(to, Some((to.0, to.1 - ahead)), None);
            }
        }
    }

    fn castlings(&self, into: &mut Vec<(String, Wrapped)>) {
        let rank = if self.white { 0 } else { 7 };
        let forms = [('K', 7, 6, 5, 5..7), ('Q', 0, 2, 3, 1..4)];
        for (letter, rook, king_to, rook_to, between) in forms {
            let right = if self.white {
                letter
            } else {
                letter.to_ascii_lowercase()
            };
            let free = |file| self.man((file, rank)) == '.';
            let safe = |file| !self.is_attacked((file, rank), !self.white);
            if self.rights.contains(right)
                && between.into_iter().all(free)
                && [4, king_to, rook_to].into_iter().all(safe)
            {
                let king = self.after((4, rank), (king_to, rank), self.man((4, rank)));
                let mut next = king.after((rook, rank), (rook_to, rank), self.man((rook, rank)));
                next.white = !self.white;
                into.push((name((4, rank)) + &name((king_to, rank)), next));
            }
        }
    }
}

impl Slow for Wrapped {
    fn moves(&self) -> Vec<(String, Wrapped)> {
        let mut found = Vec::new();
        for from in self.places().filter(|&place| self.is_own(self.man(place))) {
            match self.man(from).to_ascii_uppercase() {
                'P' => self.pawn_moves(from, &mut found),
                _ => {
                    for to in self.officer_arrivals(from) {
                        let next = self.after(from, to, self.man(from));
                        found.push((name(from) + &name(to), next));
                    }
                }
            }
        }
        self.castlings(&mut found);
        found.retain(|(_, next)| !next.is_in_check(self.white));
        found
    }
}

/// The squares of a rank of a FEN from the left; numbers may have two digits.
fn squares_of_rank(rank: &str) -> Vec<char> {
    let mut squares = Vec::new();
    let mut empty = 0;
    for c in rank.chars() {
        match c.to_digit(10) {
            Some(digit) => empty = 10 * empty + digit as usize,
            None => {
                squares.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
                squares.push(c);
            }
        }
    }
    squares.extend(std::iter::repeat_n('.', empty));
    squares
}

/// Rollerball, by the printed table of lines.
#[derive(Clone)]
pub struct Roller {
    men: HashMap<String, char>,
    white: bool,
    runs: [bool; 2],
    over: bool,
}

/// Columns of the table by the first letter of their men.
type Lines = HashMap<(char, String), Vec<Vec<String>>>;

static LINES: LazyLock<Lines> = LazyLock::new(|| {
    let mut lines = Lines::new();
    for row in include_str!("../../data/ring-lines.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let line = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let long = |cell: usize| cells[cell].split(';').map(line);
        let short = |cell: usize| cells[cell].split_whitespace().map(line);
        let square = cells[0].to_owned();
        let rook = long(1).chain(short(2)).chain(long(3)).collect();
        lines.insert(('R', square.clone()), rook);
        let bishop = long(4).chain(short(5)).collect();
        lines.insert(('B', square.clone()), bishop);
        lines.insert(('P', square), short(6).collect());
    }
    lines
});

/// The lines of a man of the ring on a square, as the table prints them.
pub fn ring_lines(letter: char, square: &str) -> Vec<Vec<String>> {
    LINES[&(letter, square.to_owned())].clone()
}

impl Roller {
    /// Reads a position.
    pub fn new(text: &str) -> Roller {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = HashMap::new();
        for (row, rank) in fields[0].split('/').zip((0..7).rev()) {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(empty) => file += empty as i32,
                    None => {
                        if c != '*' {
                            men.insert(name((file, rank)), c);
                        }
                        file += 1;
                    }
                }
            }
        }
        let flags = fields.get(2).unwrap_or(&"-");
        Roller {
            men,
            white: fields[1] == "w",
            runs: [flags.contains('K'), flags.contains('k')],
            over: false,
        }
    }

    fn lines(&self, from: &str) -> Vec<Vec<String>> {
        let letter = self.men[from].to_ascii_uppercase();
        if letter != 'K' {
            return ring_lines(letter, from);
        }
        let (file, rank) = place(from);
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (file + x, rank + y)));
        around
            .filter(|&(x, y)| (x, y) != (file, rank) && (0..7).contains(&x) && (0..7).contains(&y))
            .filter(|&(x, y)| !((2..5).contains(&x) && (2..5).contains(&y)))
            .map(|place| vec![name(place)])
            .collect()
    }

    fn arrivals(&self, from: &str) -> Vec<String> {
        let own = self.men[from].is_uppercase();
        let mut found = Vec::new();
        for line in self.lines(from) {
            for to in line {
                let stands = self.men.get(&to);
                if stands.is_none_or(|c| c.is_uppercase() != own) && !found.contains(&to) {
                    found.push(to);
                }
                if stands.is_some() {
                    break;
                }
            }
        }
        found
    }

    fn is_in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let kings = self.men.iter().filter(|(_, c)| **c == king);
        let squares: Vec<&String> = kings.map(|(square, _)| square).collect();
        let enemies = self.men.iter().filter(|(_, c)| c.is_uppercase() != white);
        enemies.into_iter().any(|(from, _)| {
            let arrivals = self.arrivals(from);
            squares.iter().any(|king| arrivals.contains(king))
        })
    }

    fn after(&self, from: &str, to: &str, becomes: char) -> Roller {
        let mut next = self.clone();
        next.men.remove(from);
        next.men.insert(to.to_owned(), becomes);
        next.white = !self.white;
        let (own, goal) = if self.white { (0, "d6") } else { (1, "d2") };
        let (start, end) = match self.white {
            true => (["d1", "d2"], ["c1", "c2"]),
            false => (["d6", "d7"], ["e6", "e7"]),
        };
        if becomes.eq_ignore_ascii_case(&'k') {
            if start.contains(&from) && end.contains(&to) {
                next.runs[own] = true;
            }
            if end.contains(&from) && start.contains(&to) {
                next.runs[own] = false;
            }
            next.over = next.runs[own] && to == goal;
        }
        next
    }
}

impl Roller {
    fn is_mate(&self) -> bool {
        !self.over && self.is_in_check(self.white) && self.moves().is_empty()
    }

    /// Whether the side to move is mated now or, whatever it does, by the next move.
    pub fn is_lost_in_one(&self) -> bool {
        let replies = self.moves();
        let mates = |position: &Roller| position.moves().iter().any(|(_, next)| next.is_mate());
        self.is_mate() || !replies.is_empty() && replies.iter().all(|(_, next)| mates(next))
    }
}

impl Slow for Roller {
    fn moves(&self) -> Vec<(String, Roller)> {
        let mut found = Vec::new();
        if self.over {
            return found;
        }
        let goals = if self.white {
            ["e6", "e7"]
        } else {
            ["c1", "c2"]
        };
        for (from, &c) in self
            .men
            .iter()
            .filter(|(_, c)| c.is_uppercase() == self.white)
        {
            for to in self.arrivals(from) {
                let promotes = c.eq_ignore_ascii_case(&'p') && goals.contains(&to.as_str());
                let becomes = match (promotes, self.white) {
                    (false, _) => vec![c],
                    (true, true) => vec!['R', 'B'],
                    (true, false) => vec!['r', 'b'],
                };
                for man in becomes {
                    let suffix = if promotes {
                        man.to_ascii_lowercase().to_string()
                    } else {
                        String::new()
                    };
                    found.push((format!("{from}{to}{suffix}"), self.after(from, &to, man)));
                }
            }
        }
        found.retain(|(_, next)| !next.is_in_check(self.white));
        found
    }
}

fn place(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    let rank: i32 = name[1..].parse().expect("a rank");
    (i32::from(bytes[0] - b'a'), rank - 1)
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
