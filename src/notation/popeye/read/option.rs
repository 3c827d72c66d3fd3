//! Lists of options with their arguments.

use super::lexer::Token;
use super::{FoundOption, Reader, Role};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::fate;
use crate::notation::popeye::words::{Table, Word};
use crate::problem::{NonTrivial, Options, Rights};

const OPTIONS: &[Table] = &[Table::Option];

impl<'a> Reader<'a> {
    /// The options behind `word`, each with its place.
    pub(crate) fn options(&mut self, word: Token<'a>, to: &mut Options) -> Vec<FoundOption<'a>> {
        let mut found = Vec::new();
        let mut any = false;
        while let Some(token) = self.cursor.peek() {
            match self.role(OPTIONS, None, token) {
                Role::Ends => break,
                Role::Skipped => {
                    self.cursor.take();
                }
                Role::Item(option) => {
                    self.cursor.take();
                    self.option(option, token, to);
                    found.push(FoundOption {
                        key: option.key,
                        name: token,
                        last: self.cursor.previous().unwrap_or(token),
                    });
                }
            }
            any = true;
        }
        if !any {
            self.missing(word, "the name of an option");
        }
        found
    }

    fn option(&mut self, word: &'static Word, token: Token<'a>, to: &mut Options) {
        match word.key {
            "defence" => to.defence = self.small(word, token).or(to.defence),
            "try" => to.defence = Some(1),
            "set-play" => to.set_play = true,
            "variations" => to.variation = true,
            "no-threat" => to.no_threat = true,
            "no-short-variations" => to.no_short_variations = true,
            "post-key-play" => (to.post_key_play, to.variation) = (true, true),
            "duplex" => to.duplex = true,
            "half-duplex" => to.half_duplex = true,
            "max-solutions" => to.max_solutions = self.positive(word, token).or(to.max_solutions),
            "max-time" => to.max_time = self.positive(word, token).or(to.max_time),
            "no-board" => to.no_board = true,
            "no-castling" => {
                let squares = self.square_list(word, token).unwrap_or_default();
                to.no_castling = squares.into_iter().fold(to.no_castling, |mut set, square| {
                    set.insert(square);
                    set
                });
            }
            "en-passant" => {
                if let Some(squares) = self.square_list(word, token) {
                    to.en_passant = squares;
                }
            }
            "white-to-play" => to.white_to_play = true,
            "no-white-king" => to.no_white_king = true,
            "no-black-king" => to.no_black_king = true,
            "move-numbers" => to.move_numbers = true,
            "start-move-number" => {
                to.move_numbers = true;
                self.path(word, token, &mut to.start_move_number);
            }
            "up-to-move-number" => {
                to.move_numbers = true;
                self.path(word, token, &mut to.up_to_move_number);
            }
            "intelligent" => {
                let number = self.cursor.peek().and_then(|next| next.text.parse().ok());
                if number.is_some() {
                    self.cursor.take();
                }
                to.intelligent = Some(number.unwrap_or(0));
            }
            "trivial-tries-avoid" => to.trivial_tries_avoid = true,
            "stop-on-short-solutions" => to.stop_on_short_solutions = true,
            "threat" => to.threat = self.small(word, token).or(to.threat),
            "max-flightsquares" => to.max_flights = self.flights(word, token).or(to.max_flights),
            "non-trivial" => to.non_trivial = self.non_trivial(word, token).or(to.non_trivial),
            "null-moves" => to.null_moves = true,
            "quodlibet" => to.quodlibet = true,
            "goal-is-end" => to.goal_is_end = true,
            "keep-mating-piece" => to.keep_mating_piece = true,
            "mates-in-1" => to.mates_in_one = true,
            "fates" => self.fates(token, to),
            "partial-retro-analysis" => to.rights = Rights::Codex,
            "retro-strategy" => to.rights = Rights::Strategy,
            "a-posteriori" => to.rights = Rights::Posterior,
            "castling-mutually-exclusive" => self.exclusive_castlings(word, token, to),
            "suppress-grid" => to.suppress_grid = true,
            "write-grid" => to.write_grid = true,
            "search" | "multi-solutions" | "no-symmetry" => {}
            "beep" => {
                if self
                    .cursor
                    .peek()
                    .is_some_and(|next| next.text.parse::<u32>().is_ok())
                {
                    self.cursor.take();
                }
                self.no_effect(token, "this program makes no sound");
            }
            _ => self.unsupported_option(word, token),
        }
    }

    fn unsupported_option(&mut self, word: &'static Word, token: Token<'a>) {
        self.unsupported::<()>("option", token);
        match word.takes {
            "integer" => _ = self.number(word, token),
            "two-integers" if self.number(word, token).is_some() => {
                self.number(word, token);
            }
            "square-pair" => _ = self.square_list(word, token),
            _ => {}
        }
    }

    /// The number that must follow a word.
    pub(super) fn number(&mut self, word: &'static Word, token: Token<'a>) -> Option<u32> {
        let needs = match word.takes {
            "two-integers" => "two numbers",
            _ => "a number",
        };
        let next = self.cursor.peek();
        let Some(next) = next.filter(|next| !self.ends_or_goes_on(*next)) else {
            self.missing(token, needs);
            return None;
        };
        self.cursor.take();
        if next.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(next.text.parse().unwrap_or(u32::MAX));
        }
        self.malformed(next, "a number")
    }

    /// Whether the word has a meaning apart from being an argument.
    fn ends_or_goes_on(&self, token: Token<'a>) -> bool {
        let tables = [Table::Option, Table::Condition, Table::SubOption];
        let whole = |table: &Table| {
            let mut words = crate::notation::popeye::words::words(*table).iter();
            words.any(|word| word.name(self.language).eq_ignore_ascii_case(token.text))
        };
        self.ends_list(token) || tables.iter().any(whole)
    }

    fn positive(&mut self, word: &'static Word, token: Token<'a>) -> Option<u32> {
        let next = self.cursor.peek();
        let number = self.number(word, token)?;
        if number == 0 {
            self.say(Diagnostic::OutOfRange {
                what: format!("the number behind `{}`", token.text),
                range: "at least 1",
                at: next.unwrap_or(token).span(),
            });
            return None;
        }
        Some(number)
    }

    fn small(&mut self, word: &'static Word, token: Token<'a>) -> Option<u16> {
        let number = self.number(word, token)?;
        Some(u16::try_from(number).unwrap_or(u16::MAX))
    }

    fn flights(&mut self, word: &'static Word, token: Token<'a>) -> Option<u16> {
        let next = self.cursor.peek();
        let number = self.small(word, token)?;
        if number > MOST_FLIGHTS {
            self.say(Diagnostic::OutOfRange {
                what: format!("the number behind `{}`", token.text),
                range: "0 to 64",
                at: next.unwrap_or(token).span(),
            });
            return None;
        }
        Some(number)
    }

    fn non_trivial(&mut self, word: &'static Word, token: Token<'a>) -> Option<NonTrivial> {
        Some(NonTrivial {
            additional: self.small(word, token)?,
            moves: self.small(word, token)?,
        })
    }

    /// What men of a game are to become, or not to become.
    fn fates(&mut self, token: Token<'a>, to: &mut Options) {
        let is_fate = |next: &Token<'_>| next.text.starts_with(['+', '-']);
        let mut any = false;
        while let Some(next) = self.cursor.peek().filter(is_fate) {
            self.cursor.take();
            any = true;
            match fate::read(next.text, self.language) {
                Some(wish) => to.fates.push(wish),
                None => _ = self.malformed::<()>(next, fate::EXPECTED),
            }
        }
        if !any {
            self.missing(token, fate::EXPECTED);
        }
    }

    /// The squares of two rooks of which one may castle, in one token.
    fn exclusive_castlings(&mut self, word: &'static Word, token: Token<'a>, to: &mut Options) {
        let next = self.cursor.peek();
        let squares = self.square_list(word, token).unwrap_or_default();
        match squares[..] {
            [white, black] => to.castling_mutually_exclusive.push([white, black]),
            [] => {}
            _ => {
                self.malformed::<()>(
                    next.unwrap_or(token),
                    "the squares of two rooks, e.g. `a1h8`",
                );
            }
        }
    }

    /// A move number, or numbers joined by colons: one for each move from the first on.
    fn path(&mut self, word: &'static Word, token: Token<'a>, to: &mut Vec<u32>) {
        let next = self.cursor.peek();
        let Some(path) = next.filter(|next| next.text.contains(':')) else {
            if let Some(number) = self.positive(word, token) {
                *to = vec![number];
            }
            return;
        };
        self.cursor.take();
        let numbers = path.text.split(':').map(|number| number.parse().ok());
        let numbers: Option<Vec<u32>> = numbers.collect();
        match numbers.filter(|numbers| !numbers.contains(&0)) {
            Some(numbers) => *to = numbers,
            None => _ = self.malformed::<()>(path, "numbers joined by colons, e.g. `2:3`"),
        }
    }
}

/// The squares of a board.
const MOST_FLIGHTS: u16 = 64;
