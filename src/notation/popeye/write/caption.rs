//! The lines below the diagram: stipulation and number of men, special men,
//! conditions, duplex.
//!
//! **Invariant:** conditions are printed in the order of the vocabulary, not in
//! that of the input.

use super::centred;
use super::notation::{Notation, attributes};
use crate::board::{Side, Square};
use crate::conditions::{self, Definition, Printed, find, marked};
use crate::men::{Attribute, Piece, WalkId, walk_id};
use crate::notation::fate;
use crate::notation::popeye::words::{Language, Table, name, words};
use crate::problem::{Argument, Condition, Diagram, Options, Problem};

/// The width of the first line.
const WIDTH: usize = 35;

/// All lines, each with its line end.
pub(super) fn caption(problem: &Problem, language: Language) -> String {
    let notation = Notation::of(problem, language);
    let mut lines = vec![first_line(problem, notation)];
    let mut add = |line: String| lines.push(centred(&line));
    special_men(problem, notation).for_each(&mut add);
    boards(problem, notation, |_| true)
        .into_iter()
        .for_each(&mut add);
    let spell_grid = problem.options.suppress_grid;
    sorted(notation, &problem.conditions, spell_grid).for_each(&mut add);
    lines.extend(exclusive_castlings(problem, notation));
    lines.extend(fates(problem, notation));
    lines.extend(duplex(problem, language).map(|line| centred(&line)));
    lines.into_iter().map(|line| line + "\n").collect()
}

impl Notation<'_> {
    /// The conditions as printed, in the order of the vocabulary.
    pub fn captions(self, conditions: &[Condition]) -> Vec<String> {
        sorted(self, conditions, false).collect()
    }
}

fn first_line(problem: &Problem, notation: Notation<'_>) -> String {
    let asked = notation.asked(problem).unwrap_or_default();
    let left = asked + &wishes(&problem.options);
    let right = counts(&problem.diagram);
    let right = match problem.invisible {
        0 => right,
        men => format!("{right} + {men} {}", notation.invisible()),
    };
    let room = WIDTH.saturating_sub(left.len() + 2);
    format!("  {left}{right:>room$}")
}

/// `/2/1;0,1`: how long threats may be, how many flights there may be, and how many defences
/// are no trivial ones.
fn wishes(options: &Options) -> String {
    let threat = options.threat.map(|moves| format!("/{moves}"));
    let flights = options.max_flights.map(|flights| match threat {
        Some(_) => format!("/{flights}"),
        None => format!("//{flights}"),
    });
    let wish = options.non_trivial;
    let wish = wish.map(|wish| format!(";{},{}", wish.additional, wish.moves));
    [threat, flights, wish].into_iter().flatten().collect()
}

/// What stands below the diagram in which `a=>b` starts: the number of men and who is special.
/// There only men on the second board of Alice chess are said to stand on a board.
pub(super) fn start_caption(problem: &Problem, start: &Diagram, language: Language) -> String {
    let first = Problem {
        diagram: start.clone(),
        ..problem.clone()
    };
    let notation = Notation::of(&first, language);
    let counts = format!("{:>WIDTH$}", counts(start));
    let men = special_men(&first, notation).chain(boards(&first, notation, |_| false));
    let lines = men.map(|line| "\n".to_owned() + &centred(&line));
    counts + &lines.collect::<String>()
}

/// `2 + 3`, with neutral men `2 + 3 + 1n`.
fn counts(diagram: &Diagram) -> String {
    let men = |belongs: fn(Piece) -> bool| diagram.men().filter(|(_, man)| belongs(*man)).count();
    let white = men(|man| man.is_of(Side::White) && !man.is_neutral());
    let black = men(|man| man.is_of(Side::Black) && !man.is_neutral());
    match men(Piece::is_neutral) {
        0 => format!("{white} + {black}"),
        neutral => format!("{white} + {black} + {neutral}n"),
    }
}

/// Royal men and attributes with their squares: `Kamikaze d4 e5`.
pub(crate) fn special_men(
    problem: &Problem,
    notation: Notation<'_>,
) -> impl Iterator<Item = String> {
    let diagram = &problem.diagram;
    let line = |key, has: &dyn Fn(Piece) -> bool| {
        let squares: Vec<Square> = in_reading_order(diagram, has);
        let told =
            !squares.is_empty() || comes_with(problem, |definition| definition.promises, key);
        let word = name(Table::Attribute, key, notation.language()).unwrap_or(key);
        told.then(|| format!("{word}{}", notation.spaced(squares.into_iter())))
    };
    let royal = line("royal", &|man| {
        man.is_royal() && !man.walk().row().is_royal()
    });
    let others =
        attributes().filter(|(_, key)| !comes_with(problem, |definition| definition.gives, key));
    let others = others.filter_map(|(attribute, key)| line(key, &|man| man.has(attribute)));
    let lines: Vec<String> = royal.into_iter().chain(others).collect();
    lines.into_iter()
}

/// Whether what a condition of the problem says of an attribute is that it has to do with this one.
fn comes_with(
    problem: &Problem,
    said: fn(&Definition) -> Option<&'static str>,
    attribute: &str,
) -> bool {
    let definitions = problem.conditions.iter();
    let mut definitions = definitions.filter_map(|condition| find(&condition.key));
    definitions.any(|definition| said(definition) == Some(attribute))
}

/// The boards of Alice chess with their men.
fn boards(
    problem: &Problem,
    notation: Notation<'_>,
    is_told: impl Fn(Piece) -> bool,
) -> Vec<String> {
    let mut conditions = problem.conditions.iter();
    if !conditions.any(|condition| Definition::of(condition).has_two_boards) {
        return Vec::new();
    }
    let board = |key, second: bool| {
        let is_there =
            |man: Piece| man.has(Attribute::AliceB) == second && (second || is_told(man));
        let squares = in_reading_order(&problem.diagram, &is_there);
        let word = name(Table::Attribute, key, notation.language()).unwrap_or(key);
        format!("{word}{}", notation.spaced(squares.into_iter()))
    };
    vec![board("alice-a", false), board("alice-b", true)]
}

/// The squares of some men, from the eighth rank down.
fn in_reading_order(diagram: &Diagram, has: &dyn Fn(Piece) -> bool) -> Vec<Square> {
    let geometry = &diagram.geometry;
    let men = diagram.men().filter(|(_, man)| has(*man));
    let mut squares: Vec<Square> = men.map(|(square, _)| square).collect();
    squares.sort_by_key(|square| {
        let rank = geometry.height() - geometry.rank(*square);
        (rank, geometry.file(*square))
    });
    squares
}

fn duplex(problem: &Problem, language: Language) -> impl Iterator<Item = String> {
    let options = &problem.options;
    let word = |given: bool, key| given.then(|| name(Table::Option, key, language)).flatten();
    let duplex = word(options.duplex, "duplex");
    let half = word(options.half_duplex, "half-duplex");
    let quodlibet = word(options.quodlibet, "quodlibet");
    let words = [duplex, half, quodlibet].into_iter().flatten();
    words.map(str::to_owned)
}

/// `CastlingMutuallyExclusive a1h8`, at the margin.
fn exclusive_castlings(problem: &Problem, notation: Notation<'_>) -> Option<String> {
    let pairs = problem.options.castling_mutually_exclusive.iter();
    let pairs =
        pairs.map(|&[one, other]| format!(" {}{}", notation.square(one), notation.square(other)));
    let pairs: String = pairs.collect();
    let key = "castling-mutually-exclusive";
    let word = name(Table::Option, key, notation.language()).unwrap_or(key);
    (!pairs.is_empty()).then(|| format!("{word}{pairs}"))
}

/// `Fates +Ra1->a1`, at the margin.
fn fates(problem: &Problem, notation: Notation<'_>) -> Option<String> {
    let wishes = problem.options.fates.iter();
    let wishes = wishes.map(|wish| " ".to_owned() + &fate::write(wish, notation.language()));
    let wishes: String = wishes.collect();
    let word = name(Table::Option, "fates", notation.language()).unwrap_or("fates");
    (!wishes.is_empty()).then(|| format!("{word}{wishes}"))
}

fn sorted(
    notation: Notation<'_>,
    conditions: &[Condition],
    spell_grid: bool,
) -> impl Iterator<Item = String> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let joined = joined(conditions);
    let conditions = joined.as_deref().unwrap_or(conditions);
    for condition in conditions
        .iter()
        .filter(|condition| is_told(condition, conditions))
    {
        let caption = Caption {
            notation,
            condition,
        };
        lines.push((place(&condition.key), caption.text(spell_grid)));
        for part in caption.form().parts {
            let condition = &Condition::plain(part);
            let caption = Caption {
                notation,
                condition,
            };
            lines.push((place(part), caption.name()));
        }
        lines.extend(caption.cycle());
    }
    lines.sort_by_key(|(place, _)| *place);
    lines.into_iter().map(|(_, text)| text)
}

/// Two conditions that make one with a name of its own are printed as that, however they were written.
fn joined(conditions: &[Condition]) -> Option<Vec<Condition>> {
    let joins = |condition: &Condition| {
        let joins = Definition::of(condition).caption.joins;
        joins.filter(|joined| condition.has_flag(joined.word))
    };
    let both = conditions.iter().find_map(|one| {
        let joined = joins(one)?;
        let is_other = |other: &Condition| other.key == joined.other && joins(other).is_some();
        conditions.iter().any(is_other).then_some(joined.both)
    })?;
    let is_apart =
        |condition: &&Condition| joins(condition).is_none_or(|joined| joined.both != both);
    let others = conditions.iter().filter(is_apart);
    Some(others.cloned().chain([Condition::plain(both)]).collect())
}

/// Holes are drawn, and some conditions are printed only with arguments, or beside another one.
fn is_told(condition: &Condition, all: &[Condition]) -> bool {
    let form = Definition::of(condition).caption;
    let has_company = form
        .beside
        .is_none_or(|marks| marked(all, marks).next().is_some());
    has_company
        && match form.arguments {
            Printed::NotEvenTheName => false,
            Printed::IfAny => !condition.arguments.is_empty(),
            _ => true,
        }
}

/// Where a condition stands in the order of the vocabulary.
fn place(key: &str) -> usize {
    let tables = [Table::OneSidedCondition, Table::Condition];
    let mut keys = tables.into_iter().flat_map(words);
    keys.position(|word| word.key == key).unwrap_or(usize::MAX)
}

/// Where a walk stands in the order of the vocabulary.
/// Hunters come behind all walks with letters of their own.
fn walk_place(walk: WalkId) -> usize {
    let mut words = words(Table::Walk).iter();
    let place = words.position(|word| word.key == walk.row().key);
    place.unwrap_or(usize::MAX)
}

/// The order in which refining words are printed.
const WORDS: &[&str] = &[
    "rank",
    "file",
    "symmetry",
    "vertical-symmetry",
    "horizontal-symmetry",
    "diagram",
    "pwc",
    "antipodes",
    "cage",
    "couscous",
    "equipollents",
    "parrain",
    "contra-parrain",
    "super",
    "take-and-make",
    "april",
    "capture-square",
    "wait-capture",
    "mirror",
    "assassin",
    "vertical-mirror",
    "diametral",
    "strict",
    "relaxed",
    "volcanic",
    "parachute",
    "chameleon",
    "einstein",
    "reversal-einstein",
    "clone",
    "turncoats",
    "frischauf",
    "calvet",
    "cheylan",
    "adverse",
    "chromatic",
    "py",
    "rex-inclusive",
    "rex-exclusive",
];

/// One condition to be printed.
struct Caption<'a> {
    notation: Notation<'a>,
    condition: &'a Condition,
}

impl Caption<'_> {
    /// What it says, and when it is in force.
    fn text(&self, spell_grid: bool) -> String {
        let (when, said): (Vec<_>, Vec<_>) = {
            let arguments = self.condition.arguments.iter().cloned();
            arguments.partition(conditions::says_when)
        };
        let plain = Condition {
            key: self.condition.key.clone(),
            arguments: said,
        };
        let plain = Caption {
            condition: &plain,
            ..*self
        };
        let when = when.iter().map(|argument| match argument {
            Argument::Number(word, ply) => format!(" {} {ply}", self.word(word)),
            Argument::Flag(word) => format!(" {}", self.word(word)),
            _ => String::new(),
        });
        plain.said(spell_grid) + &when.collect::<String>()
    }

    fn said(&self, spell_grid: bool) -> String {
        match self.form().arguments {
            Printed::Sentinels => self.sentinels(),
            Printed::Contact => self.koeko(),
            Printed::Grid if spell_grid => self.name() + &self.grid(),
            Printed::BglBalance => self.name() + " " + &self.budgets(),
            Printed::Grid | Printed::Nothing | Printed::NotEvenTheName => self.name(),
            Printed::Cycle => self.name() + &self.walk_cycle(),
            Printed::Dice => self.name() + &self.dice(),
            Printed::All
            | Printed::IfAny
            | Printed::SquaresAsGiven
            | Printed::WalksAsGiven
            | Printed::Roman => self.name() + &self.arguments(),
        }
    }

    fn form(&self) -> &'static conditions::Caption {
        &Definition::of(self.condition).caption
    }

    fn name(&self) -> String {
        let (key, language) = (&*self.condition.key, self.notation.language());
        let tables = [Table::Condition, Table::OneSidedCondition];
        let found = tables.iter().find_map(|table| name(*table, key, language));
        found.unwrap_or(key).to_owned()
    }

    fn word(&self, key: &str) -> &'static str {
        name(Table::SubOption, key, self.notation.language()).unwrap_or_default()
    }

    /// The refining words in their order, and whatever else was given.
    fn arguments(&self) -> String {
        let mut text = String::new();
        let mut flags: Vec<&str> = self.flags().collect();
        let order = |flag: &str| WORDS.iter().position(|word| *word == flag);
        flags.sort_by_key(|flag| order(flag).unwrap_or(0));
        for flag in flags {
            text += &format!("{}{}", self.gap(flag), self.word(flag));
            text += &match flag {
                "chameleon" => self.walk_cycle(),
                "april" => self.walks(),
                _ => String::new(),
            };
        }
        let tells_walks = ["chameleon", "april"].map(|flag| self.condition.has_flag(flag));
        text += &self.squares();
        text += &match tells_walks.contains(&true) {
            true => String::new(),
            false => self.walks(),
        };
        for argument in &self.condition.arguments {
            match argument {
                Argument::Number(_, number) => text += &self.number(*number),
                Argument::Text(_, written) => text += &format!(" {written}"),
                Argument::Flag(_) | Argument::Square(_) | Argument::Walk(_) => {}
            }
        }
        if let Some(usual) = self.form().usual_type {
            let typed = self.flags().any(|flag| flag.starts_with("type"));
            let usual = format!("{}{}", self.gap(usual), self.word(usual));
            text += if typed { "" } else { &usual };
        }
        text
    }

    /// ` 3`, and ` III` where it is a number of flights.
    fn number(&self, number: i32) -> String {
        const ROMAN: [&str; 9] = ["0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
        let flights = self.form().arguments == Printed::Roman;
        let roman = usize::try_from(number)
            .ok()
            .and_then(|number| ROMAN.get(number));
        match roman.filter(|_| flights) {
            Some(roman) => format!(" {roman}"),
            None => format!(" {number}"),
        }
    }

    /// ` 90 0 180 2D6`: rolls stand before the kind of dice, as they are read.
    fn dice(&self) -> String {
        let rolls = self
            .condition
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Number(_, degrees) => Some(format!(" {degrees}")),
                _ => None,
            });
        let dice = self.flags().map(|flag| format!(" {}", self.word(flag)));
        rolls.chain(dice).collect()
    }

    /// In the order of the vocabulary.
    fn walks(&self) -> String {
        let mut walks: Vec<WalkId> = self.condition.walks().collect();
        let is_close = self.form().arguments == Printed::WalksAsGiven;
        if !is_close {
            walks.sort_by_key(|walk| walk_place(*walk));
        }
        let letters = walks.into_iter().map(|walk| self.letters(walk));
        let spaced = letters.map(|letters| match is_close && letters.starts_with(' ') {
            true => letters,
            false => format!(" {letters}"),
        });
        spaced.collect()
    }

    /// Of a hunter both parts have a blank before them.
    fn letters(&self, walk: WalkId) -> String {
        let letters = self.notation.letters(walk);
        match letters.split_once('/') {
            Some((away, back)) => format!(" {away}/ {back}"),
            None => letters.to_owned(),
        }
    }

    /// Sets in the order of the board, everything else as given.
    fn squares(&self) -> String {
        let mut squares: Vec<Square> = self.condition.squares().collect();
        let word = words(Table::Condition).iter();
        let mut word = word.filter(|word| word.key == self.condition.key);
        let is_free = self.form().arguments == Printed::SquaresAsGiven;
        let is_set = word.any(|word| word.takes == "squares") && !is_free;
        if is_set {
            squares.sort_by_key(|square| square.index());
        }
        self.notation.spaced(squares.into_iter())
    }

    /// `-/4`: what each side may spend.
    fn budgets(&self) -> String {
        let arguments = self.condition.arguments.iter();
        let written: Vec<&str> = arguments
            .filter_map(|argument| match argument {
                Argument::Text(_, written) => Some(written.as_str()),
                _ => None,
            })
            .collect();
        match written.is_empty() {
            true => "-/-".to_owned(),
            false => written.join("/"),
        }
    }

    /// The refining words that say something else than the rule without them.
    fn flags(&self) -> impl Iterator<Item = &str> {
        let usual = self.form().untold;
        let flags = self
            .condition
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Flag(flag) => Some(flag.as_str()),
                _ => None,
            });
        flags.filter(move |flag| !usual.contains(flag))
    }

    /// `ParaSentinelles Berolina  PionAdvers 8/3 //5`.
    fn sentinels(&self) -> String {
        let has = |flag| self.condition.has_flag(flag);
        let most = |name, usual| self.condition.number(name).unwrap_or(usual);
        let mut text = match has("para-sentinelles") {
            true => self.word("para-sentinelles").to_owned(),
            false => self.name(),
        };
        if has("berolina") {
            text += &format!(" {}", self.word("berolina"));
        }
        for pawn in ["pion-advers", "pion-neutre"]
            .into_iter()
            .filter(|pawn| has(pawn))
        {
            text += &format!("  {}", self.word(pawn));
        }
        let (white, black) = (most("maximum-white", 8), most("maximum-black", 8));
        if (white, black) != (8, 8) {
            text += &format!(" {white}/{black}");
        }
        match most("maximum-total", 16) {
            16 => text,
            total => text + &format!(" //{total}"),
        }
    }

    /// `S-KoeKo` when contact is a knight's move.
    fn koeko(&self) -> String {
        let mut walks = self.condition.walks();
        let leaper = walks.next().filter(|walk| *walk != walk_id::KING);
        let letters = leaper.map(|walk| format!("{}-", self.notation.letters(walk)));
        letters.unwrap_or_default() + &self.name()
    }

    /// What the grid is, when it is not drawn.
    fn grid(&self) -> String {
        let written = |key: &str| {
            let mut arguments = self.condition.arguments.iter();
            let is =
                |argument: &Argument| matches!(argument, Argument::Text(word, _) if word == key);
            arguments.any(is) || self.condition.has_flag(key)
        };
        let kinds = [
            ("vertical-shift", "vertical-shift"),
            ("horizontal-shift", "horizontal-shift"),
            ("diagonal-shift", "diagonal-shift"),
            ("irregular", "irregular"),
            ("grid-line", "irregular"),
            ("orthogonal", "orthogonal"),
        ];
        let kind = kinds.into_iter().find(|(given, _)| written(given));
        kind.map_or(String::new(), |(_, kind)| format!("  {}", self.word(kind)))
    }

    /// ` Q->R->B->S->Q`, from the walk that comes first in the vocabulary.
    fn walk_cycle(&self) -> String {
        let mut walks: Vec<WalkId> = self.condition.walks().collect();
        let first = (0..walks.len()).min_by_key(|index| walk_place(walks[*index]));
        walks.rotate_left(first.unwrap_or(0));
        let closed = walks.iter().chain(walks.first());
        let letters: Vec<_> = closed.map(|walk| self.letters(*walk)).collect();
        match letters.is_empty() {
            true => String::new(),
            false => format!(" {}", letters.join("->")),
        }
    }

    /// A cycle given for Chameleon chess is printed a second time on its own.
    fn cycle(&self) -> Option<(usize, String)> {
        let key = self.form().cycle_as?;
        let cycle = Some(self.walk_cycle()).filter(|cycle| !cycle.is_empty())?;
        let name = name(Table::Condition, key, self.notation.language())?;
        Some((place(key), name.to_owned() + &cycle))
    }

    /// Types are set off by up to four blanks, strengths by two.
    fn gap(&self, flag: &str) -> &'static str {
        let mut own = self.form().gaps.iter();
        match own.find(|(word, _)| *word == flag) {
            Some((_, gap)) => gap,
            None if flag == "exact" || flag == "ultra" => "  ",
            None if flag.starts_with("type") => "    ",
            None => " ",
        }
    }
}
