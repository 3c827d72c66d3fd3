//! Lists of conditions with their arguments.

use super::lexer::Token;
use super::{Reader, Role, shortened};
use crate::board::{Roll, Square};
use crate::conditions::Own;
use crate::conditions::spell_out;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{self, Language, Selection, Table, Word};
use crate::problem::{Argument, Condition};
use miette::SourceSpan;
use nom::Parser;
use nom::character::complete::{one_of, satisfy};
use nom::combinator::all_consuming;

/// A condition with the place of its name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Located {
    pub(crate) word: &'static Word,
    pub(crate) condition: Condition,
    pub(crate) at: SourceSpan,
}

impl Located {
    /// Whether another mention speaks of this condition, perhaps under another name: but then
    /// the two do not exclude each other.
    fn is_same(&self, other: &Located) -> bool {
        let exclude = |(_, group): &(_, &[&str])| {
            let flag = |of: &Located| group.iter().find(|flag| of.condition.has_flag(flag));
            flag(self).is_some() && flag(other).is_some() && flag(self) != flag(other)
        };
        let is_plain = |of: &Located| {
            let mut arguments = of.condition.arguments.iter();
            arguments.all(|argument| matches!(argument, Argument::Flag(_)))
        };
        let is_one = self.condition.key == other.condition.key;
        let may_be_one = is_one && is_plain(self) && is_plain(other);
        self.word == other.word || may_be_one && !GROUPS.iter().any(exclude)
    }

    fn flags(&self) -> impl Iterator<Item = &str> {
        let arguments = self.condition.arguments.iter();
        arguments.filter_map(|argument| match argument {
            Argument::Flag(flag) => Some(flag.as_str()),
            _ => None,
        })
    }

    /// Said again, a condition keeps most flags; squares, walks, numbers and the type are those said
    /// last. A type from A to D and the words of [`FORGOTTEN`] do not even hold if the last says nothing.
    fn adopt(&mut self, former: Located) {
        let types = TYPES
            .iter()
            .find(|group| self.flags().any(|flag| group.contains(&flag)));
        let arguments = &mut self.condition.arguments;
        let is_new = |argument: &Argument| match argument {
            Argument::Flag(flag) if FORGOTTEN.contains(&flag.as_str()) => false,
            Argument::Flag(flag) if types.is_some_and(|group| group.contains(&flag.as_str())) => {
                false
            }
            Argument::Flag(_) => !arguments.contains(argument),
            _ => false,
        };
        let flags: Vec<_> = former
            .condition
            .arguments
            .into_iter()
            .filter(is_new)
            .collect();
        arguments.splice(0..0, flags);
    }
}

const CONDITIONS: &[Table] = &[Table::Condition, Table::OneSidedCondition];

/// Words that answer the same question about rebirth: only one of each group.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "both choose the square of rebirth",
        &[
            "rank",
            "file",
            "symmetry",
            "vertical-symmetry",
            "horizontal-symmetry",
            "diagram",
            "pwc",
            "antipodes",
            "capture-square",
            "equipollents",
            "parrain",
            "contra-parrain",
            "super",
            "cage",
            "take-and-make",
        ],
    ),
    (
        "both adapt the square of rebirth",
        &["diametral", "vertical-mirror", "frischauf", "rank"],
    ),
    (
        "both choose the walk of the man reborn",
        &["clone", "chameleon", "einstein", "reversal-einstein"],
    ),
    (
        "both choose whose home counts",
        &["mirror", "rank", "contra-parrain"],
    ),
    (
        "only one of them can hold",
        &["rex-inclusive", "rex-exclusive"],
    ),
    ("only one of them can hold", &["calvet", "cheylan"]),
    ("only one of them can hold", &["strict", "relaxed"]),
    ("only one type can hold", TYPES[0]),
    ("only one type can hold", TYPES[1]),
    ("only one kind of dice is thrown", &["d12", "2d6"]),
];

/// Flags that a condition loses when it is said again without them.
const FORGOTTEN: &[&str] = &["type-a", "type-b", "type-c", "type-d", "inverse", "ultra"];

/// The types of one condition. When it is said again, the last of them holds.
const TYPES: [&[&str]; 3] = [
    &["type-a", "type-b", "type-c", "type-d"],
    &["type1", "type2", "type3"],
    &["vertical-shift", "horizontal-shift", "diagonal-shift"],
];

impl<'a> Reader<'a> {
    /// The conditions behind `word`, each once.
    pub(crate) fn conditions(&mut self, word: Token<'a>) -> Vec<Located> {
        let mut found: Vec<Located> = Vec::new();
        let mut repeated: Vec<(usize, Token<'a>, usize)> = Vec::new();
        let mut any = false;
        while let Some(token) = self.cursor.peek() {
            match self.role(CONDITIONS, None, token) {
                Role::Ends => break,
                Role::Skipped => {
                    self.cursor.take();
                }
                Role::Item(word) => {
                    self.cursor.take();
                    let mut located = self.condition(word, token);
                    normalise(&mut located.condition);
                    let same = found.iter().position(|other| other.is_same(&located));
                    match same {
                        None => found.push(located),
                        Some(index) => {
                            if found[index].word == located.word {
                                self.contradicts(&found[index], &located, token);
                                match repeated.iter_mut().find(|(other, ..)| *other == index) {
                                    Some((_, _, times)) => *times += 1,
                                    None => repeated.push((index, token, 2)),
                                }
                            }
                            let former = std::mem::replace(&mut found[index], located);
                            found[index].adopt(former);
                        }
                    }
                }
            }
            any = true;
        }
        for located in &mut found {
            normalise(&mut located.condition);
        }
        for (index, token, times) in repeated {
            let name = found[index].word.name(self.language);
            self.say(Diagnostic::Repeated {
                what: format!("the condition `{name}`"),
                times,
                at: token.span(),
            });
        }
        if !any {
            self.missing(word, "the name of a condition");
        }
        found
    }

    fn condition(&mut self, word: &'static Word, token: Token<'a>) -> Located {
        let mut condition = Condition::plain(Own::key_of_word(word.key));
        self.arguments(word, token, &mut condition.arguments);
        let mut flags: Vec<&'static Word> = Vec::new();
        while let Some(next) = self.cursor.peek() {
            if self.takes_late_squares(word, next)
                || self.takes_late_walk(word, next)
                || takes_late_roll(word, next)
            {
                self.arguments(word, token, &mut condition.arguments);
                continue;
            }
            let Some(flag) = self.refinement(word, next) else {
                break;
            };
            self.cursor.take();
            self.lost = false;
            if flags.contains(&flag) && flag.takes.is_empty() {
                continue;
            }
            self.conflicts(&flags, flag, next);
            flags.push(flag);
            self.refine(flag, next, &mut condition.arguments);
        }
        Located {
            word,
            condition,
            at: token.span(),
        }
    }

    /// Squares or walks may also follow the refining words.
    fn takes_late_squares(&self, word: &Word, next: Token<'a>) -> bool {
        word.takes == "squares" && self.squares(next.text).is_some()
    }

    fn takes_late_walk(&self, word: &Word, next: Token<'a>) -> bool {
        word.takes.starts_with("walks") && self.walk(next.text).is_some()
    }

    fn refinement(&self, word: &Word, token: Token<'a>) -> Option<&'static Word> {
        self.refinement_of(word.key, token)
    }

    fn refinement_of(&self, condition: &str, token: Token<'a>) -> Option<&'static Word> {
        match self.resolve(CONDITIONS, Some(condition), token) {
            super::Resolution::Item(found) if found.table == Table::SubOption => Some(found),
            _ => None,
        }
    }

    fn conflicts(&mut self, flags: &[&'static Word], flag: &'static Word, token: Token<'a>) {
        let clash = GROUPS.iter().find_map(|(reason, group)| {
            let first = flags.iter().find(|first| group.contains(&first.key))?;
            (group.contains(&flag.key) && *first != flag).then_some((first, reason))
        });
        if let Some((first, reason)) = clash {
            self.say(Diagnostic::Conflict {
                first: format!("`{}`", first.name(self.language)),
                second: format!("`{}`", flag.name(self.language)),
                reason,
                at: token.span(),
            });
        }
    }

    /// A condition said again must not say the opposite; only its type may change.
    fn contradicts(&mut self, former: &Located, now: &Located, token: Token<'a>) {
        let name = |key: &str| match words::word(Table::SubOption, key) {
            Some(word) => word.name(self.language).to_owned(),
            None => key.to_owned(),
        };
        let groups = GROUPS.iter().filter(|(_, group)| !TYPES.contains(group));
        let clash = groups.into_iter().find_map(|(reason, group)| {
            let first = former.flags().find(|flag| group.contains(flag))?;
            let mut others = now.flags().filter(|flag| group.contains(flag));
            let second = others.find(|flag| *flag != first)?;
            Some((name(first), name(second), *reason))
        });
        if let Some((first, second, reason)) = clash {
            self.say(Diagnostic::Conflict {
                first: format!("`{first}`"),
                second: format!("`{second}`"),
                reason,
                at: token.span(),
            });
        }
    }

    /// A refining word is a flag, a named number, or a flag with what follows it.
    fn refine(&mut self, flag: &'static Word, token: Token<'a>, arguments: &mut Vec<Argument>) {
        match flag.takes {
            "integer" => {
                let number = self.number(flag, token);
                let most = 64;
                match number.map(|number| (number, i32::try_from(number))) {
                    Some((_, Ok(number))) if number <= most => {
                        arguments.push(Argument::Number(flag.key.to_owned(), number));
                    }
                    Some(_) => self.say(Diagnostic::OutOfRange {
                        what: format!("the number behind `{}`", token.text),
                        range: "at most 64",
                        at: token.span(),
                    }),
                    None => {}
                }
            }
            "cells" | "lines" | "grid-lines" => self.grid(flag, token, arguments),
            "rolls" => self.arguments(flag, token, arguments),
            "walk" => {
                arguments.push(Argument::Flag(flag.key.to_owned()));
                self.walks(flag, token, 1, arguments);
            }
            _ => {
                arguments.push(Argument::Flag(flag.key.to_owned()));
                self.arguments(flag, token, arguments);
            }
        }
    }

    /// What follows a name, in the terms of the vocabulary.
    fn arguments(&mut self, word: &'static Word, token: Token<'a>, to: &mut Vec<Argument>) {
        match word.takes {
            "square" | "squares" | "square-pair" => {
                if let Some(squares) = self.square_list(word, token) {
                    to.extend(squares.into_iter().map(Argument::Square));
                }
            }
            "walks" => self.walks(word, token, 0, to),
            "walks+" => self.walks(word, token, 1, to),
            "integer?" => self.numbers(&["number"], to),
            "two-integers?" => self.numbers(&["white", "black"], to),
            "rolls?" => self.rolls(to),
            "rolls" => {
                let before = to.len();
                self.rolls(to);
                if to.len() == before {
                    self.missing(token, "the rolls in degrees, e.g. `90 0 180`");
                }
            }
            "budget" => self.budget(to),
            "man" => self.one_man(token, to),
            "size" => self.size(token, to),
            _ => {}
        }
    }

    /// The size of a board, `10x8`.
    fn size(&mut self, token: Token<'a>, to: &mut Vec<Argument>) {
        const NEEDS: &str = "files and ranks of the board, e.g. `10x8`";
        let Some(next) = self.cursor.peek().filter(|next| is_size(next.text)) else {
            return self.missing(token, NEEDS);
        };
        self.cursor.take();
        if crate::conditions::board_of_size(next.text).is_err() {
            return self.say(Diagnostic::OutOfRange {
                what: format!("the board {}", next.text),
                range: "1 to 128 squares",
                at: next.span(),
            });
        }
        to.push(Argument::Text("size".to_owned(), next.text.to_lowercase()));
    }

    /// Squares in one word; a second word of squares is a slip.
    pub(super) fn square_list(
        &mut self,
        word: &'static Word,
        token: Token<'a>,
    ) -> Option<Vec<crate::board::Square>> {
        let needs = match word.takes {
            "square" => "a square, e.g. `e4`",
            "square-pair" => "two squares in one word, e.g. `a1h8`",
            _ => "a list of squares in one word, e.g. `a1b2`",
        };
        let next = self.cursor.peek().filter(|next| !self.is_known(*next));
        let Some(next) = next else {
            self.missing(token, needs);
            return None;
        };
        self.cursor.take();
        let Some(mut list) = self.squares(next.text) else {
            let at = next.text.len() - self.broken_tail(next.text).len();
            return self.malformed_part(next, at, &next.text[at..], needs);
        };
        let wanted = match word.takes {
            "square" => 1..=1,
            "square-pair" => 2..=2,
            _ => 1..=usize::MAX,
        };
        if !wanted.contains(&list.len()) {
            return self.malformed(next, needs);
        }
        if word.takes == "squares" {
            let mut words = vec![next];
            while let Some(more) = self.cursor.peek() {
                let Some(squares) = self.squares(more.text) else {
                    break;
                };
                self.cursor.take();
                words.push(more);
                list.extend(squares);
            }
            self.squares_apart(&words);
        }
        Some(list)
    }

    /// Says that squares belong in one word.
    fn squares_apart(&mut self, words: &[Token<'a>]) {
        let [_, second, ..] = words else { return };
        let texts: Vec<_> = words.iter().map(|word| word.text).collect();
        self.say(Diagnostic::Malformed {
            found: shortened(&texts.join(" ")),
            expected: "a list of squares in one word".to_owned(),
            help: Some(format!("write `{}`", shortened(&texts.concat()))),
            at: second.span(),
        });
    }

    /// Whether a word has a meaning apart from being an argument.
    fn is_known(&self, token: Token<'a>) -> bool {
        let resolution = self.resolve(CONDITIONS, None, token);
        let abbreviates = token.text.len() >= 4 || self.ends_list(token);
        self.squares(token.text).is_none()
            && abbreviates
            && !matches!(resolution, super::Resolution::Nothing)
    }

    fn walks(
        &mut self,
        word: &'static Word,
        token: Token<'a>,
        least: usize,
        to: &mut Vec<Argument>,
    ) {
        let before = to.len();
        let most = if word.takes == "walk" { 1 } else { usize::MAX };
        while let Some(next) = self.cursor.peek().filter(|_| to.len() - before < most) {
            let Some(walk) = self.walk(next.text) else {
                break;
            };
            to.push(Argument::Walk(walk));
            self.cursor.take();
        }
        if to.len() - before < least {
            self.missing(token, "letters of a piece, e.g. the knight's");
            let next = self.cursor.peek();
            if next.is_some_and(|next| !self.is_known(next)) {
                self.cursor.take();
            }
        }
    }

    fn numbers(&mut self, names: &[&str], to: &mut Vec<Argument>) {
        for name in names {
            let number = self.cursor.peek().and_then(|next| next.text.parse().ok());
            let Some(number) = number else {
                return;
            };
            self.cursor.take();
            to.push(Argument::Number((*name).to_owned(), number));
        }
    }

    /// `90 0 -90`: what the die shows for each move.
    fn rolls(&mut self, to: &mut Vec<Argument>) {
        while let Some(next) = self.cursor.peek() {
            let Ok(degrees) = next.text.parse::<i32>() else {
                return;
            };
            self.cursor.take();
            match Roll::from_degrees(degrees) {
                Some(_) => to.push(Argument::Number("roll".to_owned(), degrees)),
                None => self.say(Diagnostic::OutOfRange {
                    what: format!("the roll `{}`", next.text),
                    range: "0, 90, 180 or -90",
                    at: next.span(),
                }),
            }
        }
    }

    /// `BGL 3.5 -`: one or two budgets, a dash is no limit.
    fn budget(&mut self, to: &mut Vec<Argument>) {
        for name in ["white", "black"] {
            let next = self.cursor.peek();
            let is_budget = |token: &Token<'_>| {
                token.text == "-" || token.text.parse::<f32>().is_ok_and(f32::is_finite)
            };
            let Some(next) = next.filter(is_budget) else {
                return;
            };
            self.cursor.take();
            to.push(Argument::Text(name.to_owned(), next.text.to_owned()));
        }
    }

    /// `LastCapture White Bd5`: kept in English words.
    fn one_man(&mut self, token: Token<'a>, to: &mut Vec<Argument>) {
        let mut written = Vec::new();
        while let Some(next) = self.cursor.peek().filter(|_| written.len() < 6) {
            let named = [Table::Colour, Table::Attribute]
                .iter()
                .any(|table| words::select(*table, self.language, next.text) != Selection::Nothing);
            let is_square = self.squares(next.text).is_some();
            let is_man = self
                .split_man(next.text)
                .is_some_and(|(letters, _)| !letters.is_empty());
            if !(named || is_square || is_man || self.walk(next.text).is_some()) {
                break;
            }
            self.cursor.take();
            written.push(self.in_english(next.text));
            if is_square || is_man {
                to.push(Argument::Text("man".to_owned(), written.join(" ")));
                return;
            }
        }
        self.missing(token, "a man, e.g. `White Bd5`");
    }

    /// One or two letters, perhaps none, and a square.
    pub(super) fn split_man<'t>(&self, word: &'t str) -> Option<(&'t str, Square)> {
        let man = self.board.square_at_end(word);
        man.filter(|(letters, _)| letters.len() < 3)
    }

    /// What is left when all leading squares are taken off.
    pub(super) fn broken_tail<'t>(&self, text: &'t str) -> &'t str {
        self.board.squares_in_front(text).1
    }

    /// A colour, an attribute, or letters with or without a square.
    fn in_english(&self, word: &str) -> String {
        let named = [Table::Colour, Table::Attribute]
            .into_iter()
            .find_map(|table| match words::select(table, self.language, word) {
                Selection::One(found) if self.walk(word).is_none() => {
                    Some(found.name(Language::En))
                }
                _ => None,
            });
        if let Some(name) = named.filter(|_| self.squares(word).is_none()) {
            return name.to_owned();
        }
        let man = self.split_man(word).filter(|_| self.walk(word).is_none());
        let (letters, square) = man.map_or((word, String::new()), |(letters, square)| {
            (letters, self.board.name(square))
        });
        let walk = self.walk(letters).map(|walk| walk.row().letters[0]);
        walk.map_or(letters.to_owned(), str::to_uppercase) + &square
    }

    /// Cells of an irregular grid, lines of an orthogonal one, single lines.
    fn grid(&mut self, flag: &'static Word, token: Token<'a>, to: &mut Vec<Argument>) {
        let needs = match flag.takes {
            "cells" => "cells as lists of squares, e.g. `a1b1 c1d1`",
            "lines" => "files and ranks with a line behind them, e.g. `bdf246`",
            _ => "lines: h or v, file, rank and length, e.g. `ha12`",
        };
        let fits = |reader: &Reader<'a>, text: &str| match flag.takes {
            "cells" => reader.squares(text).is_some(),
            "lines" => is_orthogonal(text),
            _ => is_grid_line(text),
        };
        let mut name = flag.key;
        if flag.takes == "cells" {
            to.push(Argument::Flag(flag.key.to_owned()));
            name = "cell";
        }
        let before = to.len();
        while let Some(next) = self.cursor.peek().filter(|next| fits(self, next.text)) {
            self.cursor.take();
            let written = next.text.to_ascii_lowercase();
            to.push(Argument::Text(name.to_owned(), written));
            if flag.takes == "lines" {
                break;
            }
        }
        let next = self.cursor.peek();
        let mut refined = flag.refined();
        let is_flag = next.is_some_and(|next| {
            refined.any(|condition| self.refinement_of(condition, next).is_some())
        });
        if to.len() > before || (is_flag && flag.takes == "cells") {
            return;
        }
        match next.filter(|next| !self.is_known(*next) && !is_flag) {
            Some(next) => {
                self.cursor.take();
                self.malformed::<()>(next, needs);
            }
            None => self.missing(token, needs),
        }
    }
}

fn takes_late_roll(word: &Word, next: Token<'_>) -> bool {
    word.takes == "rolls?" && next.text.parse::<i32>().is_ok()
}

fn is_orthogonal(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| matches!(c, 'a'..='h' | 'A'..='H' | '1'..='8'))
}

fn is_grid_line(text: &str) -> bool {
    let length = satisfy(|c| matches!(c, '1'..='9'));
    let (file, rank) = (one_of("abcdefghABCDEFGH"), one_of("12345678"));
    let line: nom::IResult<&str, _> =
        all_consuming((one_of("hHvV"), file, rank, length)).parse(text);
    line.is_ok()
}

/// Every condition under one key, whatever it was called.
fn normalise(condition: &mut Condition) {
    spell_out(condition);
    contra_parrain_mirrors(&mut condition.arguments);
    let cycles = condition.key.starts_with("chameleon") || condition.has_flag("chameleon");
    if cycles {
        open_cycle(&mut condition.arguments);
    }
}

/// Whose home counts is said with it.
fn contra_parrain_mirrors(arguments: &mut Vec<Argument>) {
    let flag = |word: &str| Argument::Flag(word.to_owned());
    let contra = flag("contra-parrain");
    if !arguments.contains(&contra) {
        return;
    }
    arguments.retain(|argument| *argument != flag("mirror"));
    if let Some(at) = arguments.iter().position(|argument| *argument == contra) {
        arguments.insert(at + 1, flag("mirror"));
    }
}

/// A cycle of walks may be written with its first walk again at the end.
fn open_cycle(arguments: &mut Vec<Argument>) {
    let is_walk = |argument: &&Argument| matches!(argument, Argument::Walk(_));
    let walks: Vec<_> = arguments.iter().filter(is_walk).cloned().collect();
    let again = walks
        .iter()
        .rev()
        .take_while(|walk| Some(*walk) == walks.first());
    let again = again.count().min(walks.len().saturating_sub(1));
    for _ in 0..again {
        if let Some(last) = arguments.iter().rposition(|argument| is_walk(&argument)) {
            arguments.remove(last);
        }
    }
}

/// The condition a key belongs to, in any of its tables.
pub(super) fn condition_word(key: &str) -> Option<&'static Word> {
    let mut tables = CONDITIONS.iter().flat_map(|table| words::words(*table));
    tables.find(|word| word.key == key)
}
/// Whether a word has the form `10x8`.
pub(crate) fn is_size(word: &str) -> bool {
    let is_number = |text: &str| text.parse::<u8>().is_ok();
    let sides = word.split_once(['x', 'X']);
    sides.is_some_and(|(width, height)| is_number(width) && is_number(height))
}
