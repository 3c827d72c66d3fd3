//! One half-move: `nvPa7-a8=Q[+bSb8]`.
//!
//! Where a text could stand for several happenings with the same words, the
//! likeliest is chosen; written again they are the same.

use crate::board::{Geometry, Side, Square};
use crate::conditions::one_that;
use crate::men::{Attributes, Piece, Sides, WalkId, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::BglBalance;
use crate::solution::MovePart;

/// The parts of a move, or the bytes that are left when it cannot be read.
pub(super) fn parts(
    text: &str,
    language: Language,
    geometry: &Geometry,
    side: Side,
) -> Result<Vec<MovePart>, usize> {
    let mut reader = Reader {
        notation: Notation::new(language, geometry),
        language,
        geometry,
        sides: match side {
            Side::White => Sides::White,
            Side::Black => Sides::Black,
        },
        rest: text,
        spot: None,
        parts: Vec::new(),
    };
    match reader.whole() {
        Some(()) if reader.rest.is_empty() => Ok(reader.parts),
        _ => Err(reader.rest.len()),
    }
}

struct Reader<'a> {
    notation: Notation<'a>,
    language: Language,
    geometry: &'a Geometry,
    /// Of the man that moves, unless its marks say otherwise.
    sides: Sides,
    rest: &'a str,
    /// The man the last part spoke of.
    spot: Option<Piece>,
    parts: Vec<MovePart>,
}

impl<'a> Reader<'a> {
    fn whole(&mut self) -> Option<()> {
        if self.exchanges_roles() {
            self.parts.push(MovePart::ExchangesRoles);
        } else {
            self.begin()?;
        }
        self.go_on()
    }

    fn begin(&mut self) -> Option<()> {
        // What happens before the men move.
        while self.take("[") {
            self.bracket()?;
        }
        match self.rest {
            // Somebody passed, and some rule changed something all the same.
            "" if !self.parts.is_empty() => {}
            text if text.starts_with("...") => {
                self.take("...");
                self.parts.push(MovePart::Pass);
                return Some(());
            }
            text if text.starts_with("0-0") => self.castling(),
            text if text.starts_with(&self.unseen()) => self.unseen_moves()?,
            text if text.starts_with('[') => {
                self.take("[");
                self.bracket()?;
                self.body()?;
            }
            _ => self.body()?,
        }
        Some(())
    }

    fn go_on(&mut self) -> Option<()> {
        while !self.rest.is_empty() {
            match self.take("[") {
                true => self.bracket()?,
                false if self.board() => {}
                false if self.take("*") => self.goes_on(true)?,
                false if self.take("-") => self.goes_on(false)?,
                false if self.take("/") => self.partner()?,
                false if self.take(" (") => self.budgets()?,
                false => self.change(None)?,
            }
        }
        Some(())
    }

    /// `A` or `B` behind a move of Alice chess.
    fn board(&mut self) -> bool {
        let second = self.take("B");
        if second || self.take("A") {
            self.parts.push(MovePart::ChangesBoard { second });
            return true;
        }
        false
    }

    /// `RoleExchange`, with its blank before it or without.
    fn exchanges_roles(&mut self) -> bool {
        let text = self.rest;
        let row = one_that(|row| row.names_a_move);
        let word = row.map(|row| row.names().in_order()[self.language.column()]);
        let rest = word.and_then(|word| text.trim_start().strip_prefix(word));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// `f6` behind a dash or a star.
    fn goes_on(&mut self, captures: bool) -> Option<()> {
        let to = self.square()?;
        self.parts.push(MovePart::GoesOn { to, captures });
        Some(())
    }

    /// `wRd8-d5`: the partner of a king that castles from anywhere.
    fn partner(&mut self) -> Option<()> {
        let man = self.coloured()?;
        let from = self.square()?;
        let to = self.take("-").then(|| self.square())??;
        self.spot = Some(man);
        self.parts.push(MovePart::Partner { man, from, to });
        Some(())
    }

    /// `2.59/5)`.
    fn budgets(&mut self) -> Option<()> {
        let (text, rest) = self.rest.split_once(')')?;
        let left = |text: &str| match text {
            "-" => Some(None),
            number => hundredths(number).map(Some),
        };
        let budgets = match text.split_once('/') {
            Some((white, black)) => BglBalance::Each([left(white)?, left(black)?]),
            None => BglBalance::Common(left(text)??),
        };
        self.rest = rest;
        self.parts.push(MovePart::BglBalance(budgets));
        Some(())
    }

    fn castling(&mut self) {
        let long = self.take("0-0-0");
        if !long {
            self.take("0-0");
        }
        self.parts.push(MovePart::Castling { long });
    }

    /// How a move of a total invisible man begins.
    fn unseen(&self) -> String {
        self.notation.invisible() + "~"
    }

    /// `TI~-~`, `TI~*e4`.
    fn unseen_moves(&mut self) -> Option<()> {
        self.take(&self.unseen());
        let captured = match self.take("-~") {
            true => None,
            false if self.take("*") => Some(self.square()?),
            false => return None,
        };
        self.parts.push(MovePart::UnseenMoves { captured });
        Some(())
    }

    /// `wTIb1` behind `[+`.
    fn unseen_stands(&mut self) -> Option<MovePart> {
        let start = self.rest;
        let name = self.notation.invisible();
        let found = Sides::from(Side::White);
        let mut all = [found, Side::Black.into()].into_iter();
        let sides = all.find(|sides| {
            let begin = self.notation.colour(*sides).to_owned() + &name;
            self.take(&begin)
        });
        let on = sides.and_then(|_| self.square());
        match (sides, on) {
            (Some(sides), Some(on)) => Some(MovePart::UnseenStands { sides, on }),
            _ => {
                self.rest = start;
                None
            }
        }
    }

    /// `=wS` behind `[e4`: a colour and nothing else before the letters.
    fn unseen_is(&mut self, on: Square) -> Option<()> {
        let (text, rest) = self.rest.split_at(self.rest.find(']')?);
        let (colour, letters) = split(text.strip_prefix('=')?)?;
        let mut all = [Sides::White, Sides::Black].into_iter();
        let sides = all.find(|sides| self.notation.colour(*sides) == colour)?;
        let man = crate::notation::popeye::read::man_of(self.walk(letters)?, sides);
        self.rest = rest;
        self.parts.push(MovePart::UnseenIs { man, on });
        Some(())
    }

    fn body(&mut self) -> Option<()> {
        let man = match self.take(".") {
            true => Piece::NONE,
            false => self.man(self.sides)?,
        };
        let from = self.square()?;
        if self.take("<->") {
            let other = self.man(self.sides)?;
            let to = self.square()?;
            let (first, second) = ((man, from), (other, to));
            self.parts.push(MovePart::Exchange { first, second });
            return Some(());
        }
        let captures = self.take("*");
        if !captures && !self.take("-") {
            return None;
        }
        let first = self.square()?;
        let further = captures && self.rest.starts_with('-');
        let to = match further {
            true => {
                self.take("-");
                self.square()?
            }
            false => first,
        };
        let en_passant = captures && self.take(" ep.");
        let captured = match en_passant {
            true => self.geometry.square(
                i16::from(self.geometry.file(to)),
                i16::from(self.geometry.rank(from)),
            ),
            false => captures.then_some(first),
        };
        self.spot = man.is_some().then_some(man);
        self.parts.push(MovePart::Movement {
            man,
            from,
            to,
            captured,
            en_passant,
        });
        if self.take(">") {
            let to = self.square()?;
            self.parts.push(MovePart::Turns { to });
        }
        Some(())
    }

    /// What stands between brackets; changes may follow the effect within them.
    fn bracket(&mut self) -> Option<()> {
        match self.rest.chars().next()? {
            '+' => {
                self.take("+");
                if let Some(part) = self.unseen_stands() {
                    self.parts.push(part);
                    return self.take("]").then_some(());
                }
                let man = self.coloured()?;
                let on = self.square()?;
                self.spot = Some(man);
                self.parts.push(MovePart::Appears { man, on });
            }
            '-' => {
                self.take("-");
                let man = self.coloured()?;
                let on = self.square()?;
                self.parts.push(MovePart::Vanishes { man, on });
            }
            '=' => {
                self.take("=");
                self.neutrality()?;
            }
            'I' => {
                self.take("I");
                self.imitators()?;
            }
            _ => self.elsewhere()?,
        }
        while !self.take("]") {
            match self.take("->v") {
                true => self.parts.push(MovePart::GoesBelow),
                false if self.board() => {}
                false => self.change(None)?,
            }
        }
        Some(())
    }

    /// `na`, `wa`: the man just told of changes between neutral and one side.
    fn neutrality(&mut self) -> Option<()> {
        let end = self.rest.find(']')?;
        let (text, rest) = self.rest.split_at(end);
        let spot = self.spot?;
        let mut sides = [Sides::White, Sides::Black].into_iter();
        let man = match spot.is_neutral() {
            false => self.marked(spot.walk(), text, spot.sides())?,
            true => sides.find_map(|sides| {
                let marks = text.strip_prefix(self.notation.colour(sides))?;
                self.marked(spot.walk(), marks, sides)
            })?,
        };
        self.rest = rest;
        self.parts.push(MovePart::ChangesNeutrality { man });
        Some(())
    }

    fn imitators(&mut self) -> Option<()> {
        let mut squares = vec![self.square()?];
        while self.take(",") {
            squares.push(self.square()?);
        }
        self.parts.push(MovePart::Imitators(squares));
        Some(())
    }

    /// `Ke5<->Kc5`.
    fn exchange(&mut self) -> Option<MovePart> {
        let man = self.man(self.sides)?;
        let first = (man, self.square()?);
        let other = self.take("<->").then(|| self.man(self.sides))??;
        let second = (other, self.square()?);
        Some(MovePart::Exchange { first, second })
    }

    /// `c8=w`, `Ke5<->Kc5`, or a transfer `wRb5->h1`.
    fn elsewhere(&mut self) -> Option<()> {
        let start = self.rest;
        if let Some(on) = self.square() {
            if self.rest.starts_with('=') {
                return self.unseen_is(on).or_else(|| self.change(Some(on)));
            }
            self.rest = start;
        }
        if let Some(parts) = self.exchange() {
            self.parts.push(parts);
            return Some(());
        }
        self.rest = start;
        let man = self.coloured()?;
        let from = self.square()?;
        if !self.take("->") {
            return None;
        }
        let start = self.rest;
        let (becomes, to) = match self.square() {
            Some(to) => (None, to),
            None => {
                self.rest = start;
                (Some(self.keeps_marks(man)?), self.square()?)
            }
        };
        self.spot = becomes.or(Some(man));
        self.parts.push(MovePart::Transfers {
            man,
            from,
            to,
            becomes,
        });
        Some(())
    }

    /// `S` or `cS`: the walk that a man takes; marks such as `c` stand there only if it did not have them before.
    fn keeps_marks(&mut self, man: Piece) -> Option<Piece> {
        let becomes = self.man(man.sides())?;
        match becomes.attributes() == Attributes::NONE && becomes.sides() == man.sides() {
            true => Some(man.with_walk(becomes.walk())),
            false => Some(becomes),
        }
    }

    /// `=w`, `=Q`, `=nc`, `=I`.
    fn change(&mut self, on: Option<Square>) -> Option<()> {
        if !self.take("=") {
            return None;
        }
        let end = self.rest.find(['=', '[', ']', ' ', '-', '*']);
        let end = end.unwrap_or(self.rest.len());
        let (into, rest) = self.rest.split_at(end);
        let boards = [("", None), ("A", Some(false)), ("B", Some(true))];
        let (part, second) = boards.into_iter().find_map(|(board, second)| {
            let part = self.became(into.strip_suffix(board)?, on)?;
            Some((part, second))
        })?;
        self.rest = rest;
        self.parts.push(part);
        let change = second.map(|second| MovePart::ChangesBoard { second });
        self.parts.extend(change);
        Some(())
    }

    fn became(&mut self, into: &str, on: Option<Square>) -> Option<MovePart> {
        let mut colours = [Sides::White, Sides::Black, Sides::Both].into_iter();
        let colour = colours.find(|sides| self.notation.colour(*sides) == into);
        if let Some(sides) = colour {
            return Some(MovePart::ChangesSide { sides, on });
        }
        let mut phases = [Sides::White, Sides::Black, Sides::Both].into_iter();
        let phase = phases.find(|sides| self.notation.phase(*sides) == into);
        if let Some(sides) = phase {
            return Some(MovePart::ChangesPhase { sides, on });
        }
        let spot = self.spot.filter(|_| on.is_none());
        let sides = spot.map_or(self.sides, Piece::sides);
        let letters = into.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let marks = &into[..into.len() - letters.len()];
        if into == "I" {
            return Some(MovePart::BecomesImitator);
        }
        let walk = match letters.is_empty() {
            true => spot?.walk(),
            false => self.walk(letters)?,
        };
        let same = spot.is_some_and(|spot| spot.walk() == walk);
        let is_promotion = spot.is_some_and(|spot| spot.walk() == walk_id::PAWN);
        if marks.is_empty() && (same || !is_promotion) {
            return Some(MovePart::TakesWalk { walk, on });
        }
        let man = self.marked(walk, marks, plain(sides))?;
        self.spot = Some(man);
        Some(MovePart::Becomes { man, on })
    }

    /// Marks and letters; without letters a pawn.
    fn man(&mut self, sides: Sides) -> Option<Piece> {
        let (marks, letters) = self.before_square(0)?;
        let walk = match letters.is_empty() {
            true => walk_id::PAWN,
            false => self.walk(letters)?,
        };
        self.marked(walk, marks, plain(sides))
    }

    /// A man with its colour before its marks.
    fn coloured(&mut self) -> Option<Piece> {
        let (marks, letters) = self.before_square(1)?;
        let walk = self.walk(letters)?;
        if let Some(man) = self
            .marked(walk, marks, Sides::White)
            .filter(|man| man.is_neutral())
        {
            return Some(man);
        }
        [Sides::White, Sides::Black].into_iter().find_map(|sides| {
            let marks = marks.strip_prefix(self.notation.colour(sides))?;
            self.marked(walk, marks, sides)
        })
    }

    /// The man that is told with these marks.
    fn marked(&self, walk: WalkId, marks: &str, sides: Sides) -> Option<Piece> {
        let neutral = marks.strip_prefix('n');
        let with = |marks: &str, sides| {
            let man = crate::notation::popeye::read::man_of(walk, sides);
            self.notation.marked(man, marks)
        };
        neutral
            .and_then(|marks| with(marks, Sides::Both))
            .or_else(|| with(marks, sides))
    }

    /// Small letters, then at least so many capitals or digits, up to a square.
    fn before_square(&mut self, least: usize) -> Option<(&'a str, &'a str)> {
        let text = self.rest;
        let is_square = |at: &usize| {
            let rest = text.get(*at..);
            rest.is_some_and(|rest| self.split_square(rest).is_some())
        };
        let end = (0..text.len().min(16)).find(|at| {
            let letters = text.get(..*at).unwrap_or("é");
            is_square(at) && split(letters).is_some_and(|(_, letters)| letters.len() >= least)
        })?;
        let (before, rest) = text.split_at(end);
        self.rest = rest;
        split(before)
    }

    fn walk(&self, letters: &str) -> Option<WalkId> {
        super::word::walk(self.language, letters)
    }

    fn square(&mut self) -> Option<Square> {
        let (square, rest) = self.split_square(self.rest)?;
        self.rest = rest;
        Some(square)
    }

    /// A capital begins the letters of a man.
    fn split_square(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let is_shaped = text.starts_with(|c: char| c.is_ascii_lowercase());
        let found = is_shaped.then(|| self.geometry.split_square(text))?;
        found.filter(|(_, rest)| !rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn take(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}

/// `2.5` as 250.
fn hundredths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_short = (1..=2).contains(&part.len());
    let digits = is_short.then(|| format!("{whole}{part:0<2}"))?;
    digits.parse().ok()
}

/// Who is neutral says so.
fn plain(sides: Sides) -> Sides {
    match sides {
        Sides::Both => Sides::White,
        sides => sides,
    }
}

/// Marks in small letters, then letters of a walk.
fn split(text: &str) -> Option<(&str, &str)> {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let is_letter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '/';
    let marks = &text[..text.len() - letters.len()];
    letters.chars().all(is_letter).then_some((marks, letters))
}
