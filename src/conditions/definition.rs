//! What parsers, printers, the manual and the engine know about a condition: the one place for it.

use super::Own;
use crate::board::Side;
use crate::men::{Names, WalkId};
use crate::problem::{Argument, Condition, Goal};
use crate::rules::{Announced, Claim, Fact, Numbered, RulesBuilder};
use std::borrow::Cow;

/// A condition of the registry. Its names are those of the words that readers know ([`Definition::names`]);
/// who invented it, when and where that is said are a row of `origins.tsv` ([`Origin::of`]).
///
/// A definition names what is special about it and takes the rest from [`Definition::BASE`].
#[derive(Clone, Copy)]
pub struct Definition {
    /// Its key in kebab case.
    pub key: &'static str,
    /// The rule in one or two sentences; `{Side}` and `{side}` stand for the side of a row that binds one
    /// ([`Definition::means`]).
    pub(super) summary: &'static str,
    /// The sides that it binds.
    pub sides: &'static [Side],
    /// The arguments it understands; all others are refused. Without a list it judges them itself.
    pub options: Option<&'static [Param]>,
    /// The boards on which it means something.
    pub boards: Boards,
    /// Whether a side may have several kings, or none, in the diagram.
    pub kings_free: bool,
    /// Whether the square that it names takes the place of the king.
    pub has_royal_square: bool,
    /// What pawns may do under it.
    pub pawns: fn(&Condition) -> Pawns,
    /// Goals that mean nothing under it, and why.
    pub no_goals: (&'static [Goal], &'static str),
    /// Walks that nobody has under it, and why.
    pub no_walks: (&'static [WalkId], &'static str),
    /// Whether men stand on one of two boards.
    pub has_two_boards: bool,
    /// Whether nobody castles under it.
    pub forbids_castling: bool,
    /// Whether it has a move of its own that is written as its name.
    pub names_a_move: bool,
    /// How diagrams show the squares it names.
    pub marks: Marks,
    /// What stands below the diagram.
    pub caption: Caption,
    /// What it owns, decides, needs and removes.
    pub claims: fn(&Condition) -> &'static [Claim],
    /// What is true of the game under it.
    pub facts: &'static [Fact],
    /// Announces what depends on its words.
    pub announce: fn(&Condition, &mut Announced),
    /// The key of an attribute that it gives all men, so that the attribute is not told of them.
    pub gives: Option<&'static str>,
    /// The key of an attribute that men may get in play: it is told although nobody has it yet.
    pub promises: Option<&'static str>,
    /// Arguments in the words of the input with which random play tries it, beside none.
    pub samples: &'static [&'static str],
    /// What was decided where sources differ.
    pub decisions: &'static str,
    /// What the reference numbers in a last ply under it.
    pub numbers: fn(&Condition) -> Numbered,
    /// Puts its hooks into the rules.
    pub install: fn(&Condition, &mut RulesBuilder<'_>),
}

/// An argument that a condition understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// A word by itself.
    Flag(&'static str),
    /// A word with a number.
    Number(&'static str),
    /// A word with a text.
    Text(&'static str),
    /// Any number of squares.
    Squares,
    /// Any number of walks.
    Walks,
}

/// The boards on which a condition means something; on others it is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// The usual board.
    Usual,
    /// Boards with the squares of the usual array: the rule relies on files, ranks and homes, but
    /// on no distances.
    Array,
    /// Boards of squares in files and ranks on which a direction stays what it is: the rule relies on
    /// lines and neighbours.
    Straight,
    /// All boards: the rule relies on who can go and observe where.
    Any,
    /// It is a board itself.
    Own,
}

/// What pawns may do under a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pawns {
    /// They come and go as in usual chess, so that none stands on a first or last rank.
    Usual,
    /// They may stand on their first rank, but do not act there.
    Anywhere,
    /// They move and capture from their first rank.
    Act,
}

/// How diagrams show the squares that a condition names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// By a sign that the legend explains.
    Signs,
    /// By stars.
    Stars,
    /// By balls, which move.
    Imitators,
    /// Not at all: they are missing on the board.
    Holes,
    /// By lines of a grid.
    Grid,
    /// By the same, if no other condition names a grid.
    GridOfContact,
}

/// What is printed of a condition below the diagram, beside its name.
#[derive(Clone, Copy, Debug)]
pub struct Caption {
    /// Its arguments.
    pub arguments: Printed,
    /// Words that say nothing but what holds without them.
    pub untold: &'static [&'static str],
    /// The type that is meant, and printed, where none is given.
    pub usual_type: Option<&'static str>,
    /// Blanks before some words; one before others, four before types.
    pub gaps: &'static [(&'static str, &'static str)],
    /// Conditions that are printed beside it, for it consists of them.
    pub parts: &'static [&'static str],
    /// The condition under whose name its cycle of walks is printed once more.
    pub cycle_as: Option<&'static str>,
    /// The condition of the other side with which, both having this word, it is one with a name of its own.
    pub joins: Option<Joined>,
    /// It is printed only beside a condition whose squares are shown so.
    pub beside: Option<Marks>,
}

/// A condition of both sides with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct Joined {
    /// That of the other side.
    pub other: &'static str,
    /// The word that both have.
    pub word: &'static str,
    /// Both together.
    pub both: &'static str,
}

/// Which arguments a caption has, and in which form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// Words, squares, walks and numbers, one after the other.
    All,
    /// The same; without any the condition is not printed.
    IfAny,
    /// The same; squares as given.
    SquaresAsGiven,
    /// The same; walks close together and as given.
    WalksAsGiven,
    /// The same; numbers in Roman figures.
    Roman,
    /// None.
    Nothing,
    /// None, and no name either.
    NotEvenTheName,
    /// Which grid it is, where that is not drawn.
    Grid,
    /// A cycle of walks.
    Cycle,
    /// What the sides may spend.
    BglBalance,
    /// Which sentinels, and how many.
    Sentinels,
    /// The walk of contact before the name.
    Contact,
    /// Rolls and dice.
    Dice,
}

impl Caption {
    /// All arguments, one after the other.
    pub const PLAIN: Caption = Caption {
        arguments: Printed::All,
        untold: &["type-a"],
        usual_type: None,
        gaps: &[],
        parts: &[],
        cycle_as: None,
        joins: None,
        beside: None,
    };

    /// Some of them, or in a form of their own.
    pub const fn of(arguments: Printed) -> Caption {
        Caption {
            arguments,
            ..Caption::PLAIN
        }
    }

    /// But for these words, which say nothing.
    pub const fn without(untold: &'static [&'static str]) -> Caption {
        Caption {
            untold,
            ..Caption::PLAIN
        }
    }
}

impl Definition {
    /// A condition without arguments, for the usual board, that goes with all others.
    pub const BASE: Definition = Definition {
        key: "",
        summary: "",
        sides: &Side::BOTH,
        options: None,
        boards: Boards::Usual,
        kings_free: false,
        has_royal_square: false,
        pawns: |_| Pawns::Anywhere,
        no_goals: (&[], ""),
        no_walks: (&[], ""),
        has_two_boards: false,
        forbids_castling: false,
        names_a_move: false,
        marks: Marks::Signs,
        caption: Caption::PLAIN,
        claims: |_| &[],
        facts: &[],
        announce: |_, _| {},
        gives: None,
        promises: None,
        samples: &[],
        decisions: "",
        numbers: |_| Numbered::CANDIDATES,
        install: |_, _| {},
    };

    /// The row of one side, where a rule has a name for each.
    pub(super) const fn of_side(self, key: &'static str, side: Side) -> Definition {
        let sides: &[Side] = match side {
            Side::White => &[Side::White],
            Side::Black => &[Side::Black],
        };
        Definition { key, sides, ..self }
    }

    /// The rows of White and of Black.
    pub(super) const fn for_each_side(
        self,
        white: &'static str,
        black: &'static str,
    ) -> [Definition; 2] {
        [
            self.of_side(white, Side::White),
            self.of_side(black, Side::Black),
        ]
    }

    /// The side that it binds, of a rule that has a row for each.
    pub(super) fn side(&self) -> Side {
        self.sides[0]
    }

    /// The rule in one or two sentences.
    pub fn means(&self) -> Cow<'static, str> {
        match self.sides {
            [Side::White] => self
                .summary
                .replace("{Side}", "White")
                .replace("{side}", "white")
                .into(),
            [Side::Black] => self
                .summary
                .replace("{Side}", "Black")
                .replace("{side}", "black")
                .into(),
            _ => self.summary.into(),
        }
    }

    /// The same with another rule in one or two sentences.
    #[must_use]
    pub const fn saying(self, summary: &'static str) -> Definition {
        Definition { summary, ..self }
    }

    /// Its names, from the row of its key in `words.tsv`. The row is looked for each time: for messages,
    /// not for play.
    pub fn names(&self) -> Names {
        if let Some(own) = Own::find(self.key) {
            return own.names;
        }
        let words = include_str!("../notation/popeye/words.tsv").lines();
        let mut rows = words.filter_map(|row| row.strip_prefix("condition\t"));
        let row = rows.find_map(|row| row.strip_prefix(self.key)?.strip_prefix('\t'));
        let mut names = row.into_iter().flat_map(|row| row.split('\t'));
        let [en, de, fr] = std::array::from_fn(|_| names.next().unwrap_or(self.key));
        Names { en, de, fr }
    }

    /// The first argument that it does not understand, as it is told in messages.
    pub fn unknown_argument<'c>(&self, condition: &'c Condition) -> Option<&'c str> {
        let options = self.options?;
        let mut arguments = condition.arguments.iter();
        arguments.find_map(|argument| {
            let (param, name) = asked(argument);
            let is_known = |option: &Param| option.covers(param, name);
            (!options.iter().any(is_known)).then_some(name)
        })
    }
}

/// What kind of argument it is, and its word.
fn asked(argument: &Argument) -> (fn(&'static str) -> Param, &str) {
    match argument {
        Argument::Flag(word) => (Param::Flag, word),
        Argument::Number(word, _) => (Param::Number, word),
        Argument::Text(word, _) => (Param::Text, word),
        Argument::Square(_) => (|_| Param::Squares, "squares"),
        Argument::Walk(_) => (|_| Param::Walks, "walks"),
    }
}

impl Param {
    fn covers(&self, kind: fn(&'static str) -> Param, name: &str) -> bool {
        match self {
            Param::Flag(word) | Param::Number(word) | Param::Text(word) => {
                *self == kind(word) && *word == name
            }
            Param::Squares | Param::Walks => *self == kind(""),
        }
    }
}

/// Who invented a condition, when, and where that is said; what is missing is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// A person or a meeting.
    pub inventor: Option<&'static str>,
    /// The year, or when it was at the latest.
    pub year: Option<&'static str>,
    /// A book, a magazine or an address.
    pub source: Option<&'static str>,
}

impl Origin {
    /// The row of `origins.tsv` of a condition, or of a form with a name of its own.
    pub fn of(key: &str) -> Origin {
        let rows = include_str!("origins.tsv").lines().skip(1);
        let mut rows = rows.filter_map(|row| row.strip_prefix(key)?.strip_prefix('\t'));
        let mut fields = rows.next().into_iter().flat_map(|row| row.split('\t'));
        let mut next = || fields.next().filter(|field| !field.is_empty());
        Origin {
            inventor: next(),
            year: next(),
            source: next(),
        }
    }
}

/// `Walter Stead, 1953 (Nost-algia)`, or `inventor not known`.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.inventor.unwrap_or("inventor not known"))?;
        if let Some(year) = self.year {
            write!(f, ", {year}")?;
        }
        self.source
            .map_or(Ok(()), |source| write!(f, " ({source})"))
    }
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definition")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Definition = Definition {
        key: "strict",
        options: Some(&[Param::Flag("strict"), Param::Number("most"), Param::Squares]),
        ..Definition::BASE
    };

    fn with(arguments: Vec<Argument>) -> Condition {
        let key = STRICT.key.to_owned();
        Condition { key, arguments }
    }

    #[test]
    fn arguments_that_nobody_declared_are_unknown() {
        let word = |text: &str| text.to_owned();
        let known = vec![
            Argument::Flag(word("strict")),
            Argument::Number(word("most"), 3),
            Argument::Square(crate::board::Square::at(0, 0)),
        ];
        assert_eq!(STRICT.unknown_argument(&with(known)), None);
        let unknown = [
            (Argument::Flag(word("loose")), "loose"),
            (Argument::Number(word("strict"), 1), "strict"),
            (Argument::Flag(word("most")), "most"),
            (Argument::Walk(crate::men::walk_id::ROOK), "walks"),
        ];
        for (argument, name) in unknown {
            assert_eq!(STRICT.unknown_argument(&with(vec![argument])), Some(name));
        }
        assert_eq!(
            Definition::BASE.unknown_argument(&with(vec![Argument::Flag(word("loose"))])),
            None
        );
    }
}
