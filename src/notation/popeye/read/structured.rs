//! Structured stipulations such as `white 3a[#]d`.

use super::Reader;
use super::lexer::Token;
use super::stipulation::written_goal;
use crate::board::{Geometry, Side};
use crate::notation::popeye::words::{self, Selection, Table};
use crate::problem::{Expression, Goal, Letter, Stretch, Structured};

impl<'a> Reader<'a> {
    /// Reads the side that starts and what it plays.
    pub(crate) fn structured_stipulation(&mut self, word: Token<'a>) -> Option<Structured> {
        let Some(token) = self.cursor.peek().filter(|next| !self.ends_list(*next)) else {
            self.missing(word, "a side and a branch, e.g. `white 3a[#]d`");
            return None;
        };
        self.cursor.take();
        let colour = match words::select(Table::Colour, self.language, token.text) {
            Selection::One(word) => word.key,
            _ => "",
        };
        let side = match colour {
            "white" => Side::White,
            "black" => Side::Black,
            _ => return self.malformed(token, "the side that starts"),
        };
        let parts = self.parts();
        if parts.is_empty() {
            self.missing(token, "a branch behind it, e.g. `3a[#]d`");
            return None;
        }
        let play = self.expression(&parts)?;
        Some(Structured { side, play })
    }

    /// The words of the expression, which may have blanks anywhere.
    fn parts(&mut self) -> Vec<Token<'a>> {
        let mut parts = Vec::new();
        while let Some(next) = self.cursor.peek().filter(|next| self.is_part(*next)) {
            self.cursor.take();
            parts.push(next);
        }
        parts
    }

    fn is_part(&self, token: Token<'a>) -> bool {
        let part = |c: char| c.is_ascii_alphanumeric() || "[]{}()!&|>-/:?+#=~%<".contains(c);
        let is_word = token.text.chars().all(|c| c.is_ascii_alphabetic()) && token.text.len() > 3;
        !is_word && !self.ends_list(token) && token.text.chars().all(part)
    }

    fn expression(&mut self, parts: &[Token<'a>]) -> Option<Expression> {
        let text: String = parts.iter().map(|part| part.text).collect();
        let fault = match parse(&self.board, &text) {
            Ok(play) if play.is_leaf() => Fault::new(0, "a branch such as `3a[#]d`"),
            Ok(play) => return Some(play),
            Err(fault) => fault,
        };
        let mut at = fault.at;
        let inside = |part: &&Token<'a>| {
            let inside = at < part.text.len();
            at -= if inside { 0 } else { part.text.len() };
            inside
        };
        let found = parts.iter().find(inside).or(parts.last()).copied()?;
        let at = at.min(found.text.len());
        self.malformed_part(found, at, &found.text[at..], fault.expected)
    }
}

/// What is wrong with an expression, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fault {
    at: usize,
    expected: &'static str,
}

impl Fault {
    fn new(at: usize, expected: &'static str) -> Fault {
        Fault { at, expected }
    }
}

type Parsed<T> = Result<T, Fault>;

/// Nesting deeper than this is refused rather than followed.
const DEEPEST: usize = 32;
const OPERAND: &str = "a goal or a branch";
const BRANCH: &str = "a branch: a length with `a`, `d`, `h` or `s`, e.g. `3a[#]d`";

/// An expression without blanks.
fn parse(board: &Geometry, text: &str) -> Parsed<Expression> {
    let mut parser = Parser {
        board,
        text,
        at: 0,
        depth: 0,
    };
    let play = parser.chain()?;
    match parser.peek() {
        None => Ok(play),
        Some(']' | '}' | ')') => Err(parser.fault("no bracket that was not opened")),
        Some(_) => Err(parser.fault("`&`, `|` or the end")),
    }
}

struct Parser<'t> {
    board: &'t Geometry,
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    /// Operands with `&` and `|` between them, read from left to right.
    fn chain(&mut self) -> Parsed<Expression> {
        let mut all = self.operand()?;
        while let Some(sign @ ('&' | '|')) = self.peek() {
            self.at += 1;
            let start = self.at;
            let next = self.operand()?;
            if next.is_leaf() != all.is_leaf() {
                return Err(Fault::new(
                    start,
                    "of one kind with its partner: both goals or both play",
                ));
            }
            let both = (Box::new(all), Box::new(next));
            all = match sign {
                '&' => Expression::And(both.0, both.1),
                _ => Expression::Or(both.0, both.1),
            };
        }
        Ok(all)
    }

    fn operand(&mut self) -> Parsed<Expression> {
        match self.peek() {
            Some('!') => {
                self.at += 1;
                self.nested(|parser| Ok(Expression::Not(Box::new(parser.operand()?))))
            }
            Some('(') => self.bracketed(')', "a group closed with `)`"),
            Some('>' | '/' | '-') => self.stretch(),
            Some(digit) if digit.is_ascii_digit() && !self.is_castling() => self.stretch(),
            _ => self.goal(),
        }
    }

    /// `00` is a goal where no letter of play follows.
    fn is_castling(&self) -> bool {
        let follows = |rest: &str| rest.starts_with(|c: char| "0123456789:sadhSADH".contains(c));
        let rest = self.text[self.at..].strip_prefix("00");
        rest.is_some_and(|rest| !follows(rest))
    }

    fn goal(&mut self) -> Parsed<Expression> {
        let fault = self.fault(OPERAND);
        let (rest, written) = written_goal(self.board, &self.text[self.at..]).map_err(|_| fault)?;
        self.at = self.text.len() - rest.len();
        let goal = Goal::from_key(written.word.key, written.square).ok_or(fault)?;
        Ok(Expression::Goal(goal))
    }

    fn bracketed(&mut self, close: char, expected: &'static str) -> Parsed<Expression> {
        let open = self.at;
        self.at += 1;
        let inner = self.nested(Parser::chain);
        match (inner, self.peek()) {
            (inner, Some(c)) if c == close && inner.is_ok() => {
                self.at += 1;
                inner
            }
            (Err(fault), Some(_)) => Err(fault),
            _ => Err(Fault::new(open, expected)),
        }
    }

    fn nested<T>(&mut self, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("an expression that is not nested so deeply"));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn stretch(&mut self) -> Parsed<Expression> {
        let [ends_outer, untold, again] = ['>', '/', '-'].map(|sign| self.take_if(sign));
        let first_number = self.number()?;
        let (min, max) = match self.take_if(':') {
            true => (Some(first_number), self.number()?),
            false => (None, first_number),
        };
        let start = self.at;
        let first = self.letter().ok_or(self.fault(BRANCH))?;
        let (first_forks, behind_first) = self.wishes()?;
        let parry = self.text[self.at..].starts_with("?+?");
        self.at += if parry { 3 } else { 0 };
        let after_first = self.at;
        let second = self.second_letter(first)?;
        let (second_forks, behind_second) = self.wishes()?;
        let (first_constraint, constraint) = match second {
            None => (None, behind_first.or(behind_second)),
            Some(_) => (behind_first, behind_second),
        };
        let help = first == Letter::Help;
        if first_constraint
            .as_ref()
            .is_some_and(|inner| !help || !inner.is_leaf())
        {
            return Err(Fault::new(
                after_first,
                "a constraint behind the last letter",
            ));
        }
        let stretch = Stretch {
            ends_outer,
            untold,
            again,
            min,
            max,
            first,
            first_forks,
            parry,
            second,
            first_constraint,
            second_forks,
            constraint,
        };
        judged(stretch, start)
    }

    /// Forks and perhaps one constraint behind a letter, in any order.
    fn wishes(&mut self) -> Parsed<(Vec<Expression>, Option<Expression>)> {
        let (mut forks, mut constraint) = (Vec::new(), None);
        loop {
            match self.peek() {
                Some('[') => forks.push(self.bracketed(']', "a fork closed with `]`")?),
                Some('{') if constraint.is_none() => {
                    constraint = Some(self.bracketed('}', "a constraint closed with `}`")?);
                }
                _ => return Ok((forks, constraint)),
            }
        }
    }

    fn second_letter(&mut self, first: Letter) -> Parsed<Option<Letter>> {
        let start = self.at;
        let partner = match first {
            Letter::Series => return Ok(None),
            Letter::Attack => Letter::Defence,
            Letter::Defence => Letter::Attack,
            Letter::Help => Letter::Help,
        };
        match self.letter() {
            Some(letter) if letter != partner => Err(Fault::new(
                start,
                "the partner of the first letter: `a` with `d`, `h` with `h`",
            )),
            letter => Ok(letter),
        }
    }

    fn letter(&mut self) -> Option<Letter> {
        let letter = match self.peek()?.to_ascii_lowercase() {
            's' => Letter::Series,
            'a' => Letter::Attack,
            'd' => Letter::Defence,
            'h' => Letter::Help,
            _ => return None,
        };
        self.at += 1;
        Some(letter)
    }

    /// A length of at least one half-move.
    fn number(&mut self) -> Parsed<u16> {
        const MOST: u16 = 999;
        let fault = self.fault(BRANCH);
        let digits = self.text[self.at..].split(|c: char| !c.is_ascii_digit());
        let digits = digits
            .into_iter()
            .next()
            .filter(|digits| !digits.is_empty());
        let digits = digits.ok_or(fault)?;
        let start = self.at;
        self.at += digits.len();
        match digits.parse() {
            Ok(0) => Err(Fault::new(start, "a length of at least 1")),
            Ok(number) if number <= MOST => Ok(number),
            _ => Err(Fault::new(start, "a length of at most 999")),
        }
    }

    fn take_if(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn fault(&self, expected: &'static str) -> Fault {
        Fault::new(self.at, expected)
    }
}

/// An attack that only attacks end can end after an odd number of half-moves only.
fn judged(stretch: Stretch, at: usize) -> Parsed<Expression> {
    let even = stretch.max.is_multiple_of(2);
    let by_attack = stretch.first == Letter::Attack && stretch.second_forks.is_empty();
    if even && by_attack && !stretch.first_forks.is_empty() && stretch.second.is_some() {
        return Err(Fault::new(
            at - 1,
            "an odd length, with which `a[..]d` ends",
        ));
    }
    Ok(Expression::Stretch(Box::new(stretch)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_at(text: &str) -> Option<usize> {
        parse(&Geometry::standard(), text)
            .err()
            .map(|fault| fault.at)
    }

    #[test]
    fn well_formed_expressions_are_read() {
        for text in [
            "3a[#]d",
            "4hh[#]",
            "-3h[#]h",
            "3a[>1a[#]d]d{!1a[#]d}",
            "2:4hh[#]",
            "5h[/1d[x]a{!+}]h",
            "1h[#]h&2hh[#]",
            "(4ad[#]|4hh[=])",
            "3h[#]?+?h",
            "1s[00]",
            "1s[kh8]",
            "3a[#][1a[#]d]d[=]",
            "4h{!x}h[x]",
            "3h[#]{!x}h",
            "1s{x}[-1s[+]]",
        ] {
            assert_eq!(parse(&Geometry::standard(), text).err(), None, "{text}");
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        assert_eq!(fault_at("3a[#d"), Some(2));
        assert_eq!(fault_at("3a[]d"), Some(3));
        assert_eq!(fault_at("3a[#]d]"), Some(6));
        assert_eq!(fault_at("0s[#]"), Some(0));
        assert_eq!(fault_at("2a[#]d"), Some(0));
        assert_eq!(fault_at("3a[#]d&#"), Some(7));
        assert_eq!(fault_at("3a[#]h"), Some(5));
        assert_eq!(fault_at("3a[#]{x}d"), Some(8));
        assert_eq!(fault_at(""), Some(0));
        assert!(fault_at(&"!".repeat(500)).is_some());
    }

    #[test]
    fn a_bang_is_always_a_not() {
        let not_mate = Expression::Not(Box::new(Expression::Goal(Goal::Mate)));
        let Ok(Expression::Stretch(stretch)) = parse(&Geometry::standard(), "1s[!#]") else {
            panic!("a stretch of play");
        };
        assert_eq!(stretch.first_forks, [not_mate]);
    }
}
