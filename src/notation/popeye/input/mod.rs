//! Writes problems in Popeye's problem language: what the reader reads again as
//! the same problems, in any of the three languages.

mod option;
mod stipulation;

use super::words::{self, Language, Table};
use super::write::{Notation, told_attributes};
use crate::board::{Side, Square, SquareSet};
use crate::conditions::fit_diagram;
use crate::conditions::{Own, says_when};
use crate::men::{Attributes, Piece, Sides, WalkId};
use crate::notation::position;
use crate::problem::{
    Argument, Change, Condition, Diagram, Mirror, Options, Problem, Rotation, Twin,
};
use crate::stipulation::compile;
use std::borrow::Cow;

/// An input file with these problems.
///
/// ```
/// use dawson::notation::popeye::{input::input, read::read, words::Language};
/// let text = "BeginProblem Stipulation #1 Pieces White Kg6 Rb1 Black Kh8 EndProblem";
/// let problem = read(text.as_bytes()).problems[0].problem.clone();
/// let german = input([&problem], Language::De);
/// assert!(german.contains("Steine Weiss Tb1 Kg6"));
/// assert_eq!(read(german.as_bytes()).problems[0].problem, problem);
/// ```
pub fn input<'a>(problems: impl IntoIterator<Item = &'a Problem>, language: Language) -> String {
    let bodies: Vec<String> = problems
        .into_iter()
        .map(|problem| Text::of(problem, language).body())
        .collect();
    let word = |table, key| words::name(table, key, language).unwrap_or_default();
    let next = format!("{}\n", word(Table::End, "next-problem"));
    let begin = word(Table::Start, "begin-problem");
    let end = word(Table::End, "end-problem");
    format!("{begin}\n{}{end}\n", bodies.join(&next))
}

/// A condition with its arguments.
pub(crate) fn condition_text(
    problem: &Problem,
    condition: &Condition,
    language: Language,
) -> String {
    Text::of(problem, language).condition(condition)
}

/// Options in the words of a language, one after the other.
pub(crate) fn option_texts(
    problem: &Problem,
    options: &Options,
    language: Language,
) -> Vec<String> {
    Text::of(problem, language).options(options)
}

/// The text of one problem.
struct Text<'a> {
    problem: &'a Problem,
    notation: Notation<'a>,
    language: Language,
}

impl<'a> Text<'a> {
    fn of(problem: &'a Problem, language: Language) -> Text<'a> {
        Text {
            problem,
            notation: Notation::of(problem, language),
            language,
        }
    }

    fn body(&self) -> String {
        let problem = self.problem;
        let mut lines = own_conditions(problem);
        lines.extend(own_walks(problem));
        let texts = [
            ("author", &problem.authors),
            ("origin", &problem.origins),
            ("award", &problem.awards),
            ("title", &problem.titles),
        ];
        for (command, texts) in texts {
            let texts = texts.iter();
            lines.extend(texts.map(|text| format!("{} {text}", self.command(command))));
        }
        // In `a=>b` play the men of the first position stand before the stipulation.
        let men =
            |board: &Diagram| Some(format!("{} {}", self.command("pieces"), self.men(board)?));
        // Who is named later stands above.
        let below = |board: &Diagram| -> Vec<String> {
            let layers = board.below().iter().filter_map(|&(square, man)| {
                let mut layer = Diagram::empty(board.geometry.clone());
                layer.put(square, man);
                men(&layer)
            });
            layers.collect()
        };
        if let Some(start) = &problem.start {
            lines.extend(below(start));
            lines.extend(men(start));
        }
        let stipulation = problem.stipulation.as_ref();
        lines.extend(stipulation.map(|asked| {
            let asked = self.stipulation(asked);
            format!("{} {asked}", self.command("stipulation"))
        }));
        let structured = problem.structured.as_ref();
        lines.extend(structured.map(|asked| {
            let asked = self.structured(asked);
            format!("{} {asked}", self.command("structured-stipulation"))
        }));
        let (board, placed) = self.board();
        let mut wishes = problem.options.clone();
        let board = board.map(|board| board + &self.rights_of_board(&mut wishes));
        lines.extend(below(&problem.diagram));
        lines.extend(board.map(|board| format!("{} {board}", self.command("position-text"))));
        lines.extend(men(&placed));
        lines.extend((problem.invisible > 0).then(|| {
            let name = self.word(Table::Colour, "total-invisible");
            format!("{} {name} {}", self.command("pieces"), problem.invisible)
        }));
        let conditions = problem.conditions.iter();
        lines.extend(conditions.map(|condition| {
            let condition = self.condition(condition);
            format!("{} {condition}", self.command("condition"))
        }));
        let options = self.options(&wishes).into_iter();
        lines.extend(options.map(|option| format!("{} {option}", self.command("option"))));
        let twins = problem.twins.iter().enumerate();
        lines.extend(twins.map(|(index, twin)| {
            let zero = problem.zero_position && index == 0;
            self.twin(twin, zero)
        }));
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// A board that no condition tells, with its men, and the men that are to be told apart
    /// from it: all, or those with attributes.
    fn board(&self) -> (Option<String>, Cow<'a, Diagram>) {
        let diagram = &self.problem.diagram;
        let mut usual = Problem {
            conditions: self.problem.conditions.clone(),
            ..Problem::default()
        };
        fit_diagram(&mut usual);
        if usual.diagram.geometry == diagram.geometry {
            return (None, Cow::Borrowed(diagram));
        }
        let [mut plain, mut marked] = [(); 2].map(|()| Diagram::empty(diagram.geometry.clone()));
        for (square, man) in diagram.men() {
            let board = match man.attributes() == Attributes::NONE {
                true => &mut plain,
                false => &mut marked,
            };
            board.put(square, man);
        }
        (
            Some(position::board_text(&plain, false)),
            Cow::Owned(marked),
        )
    }

    /// What a position adds for castling: nothing if there is none at all, which it says itself
    /// and which is no wish any more; else all rights, and the wishes take those that are lost.
    fn rights_of_board(&self, wishes: &mut Options) -> String {
        if wishes.no_castling == position::no_castling_at_all() {
            wishes.no_castling = SquareSet::EMPTY;
            return String::new();
        }
        let asked = self.problem.stipulation.as_ref();
        match asked.map(|asked| compile(asked, &self.problem.options).starter) {
            Some(Side::Black) => " b KQkq".to_owned(),
            _ => " w KQkq".to_owned(),
        }
    }

    fn word(&self, table: Table, key: &str) -> &'static str {
        words::name(table, key, self.language).unwrap_or_default()
    }

    fn command(&self, key: &str) -> &'static str {
        self.word(Table::Command, key)
    }

    /// A clause for each kind of man: colour, attributes, letters and squares.
    fn men(&self, board: &Diagram) -> Option<String> {
        let mut clauses: Vec<(String, Vec<(WalkId, String)>)> = Vec::new();
        for (square, man) in board.men() {
            let kind = self.kind(man);
            let name = self.notation.square(square);
            let known = clauses.iter().position(|(other, _)| *other == kind);
            let at = known.unwrap_or_else(|| {
                clauses.push((kind, Vec::new()));
                clauses.len() - 1
            });
            let men = &mut clauses[at].1;
            match men.iter_mut().find(|(walk, _)| *walk == man.walk()) {
                // What is royal is so for one word only.
                Some((_, squares)) => squares.push_str(&name),
                None => men.push((man.walk(), name)),
            }
        }
        let texts = clauses.iter().map(|(kind, men)| {
            let men = men.iter();
            let men = men.map(|(walk, squares)| self.letters(*walk) + squares);
            let men: Vec<_> = men.collect();
            match kind.ends_with(self.word(Table::Attribute, "royal")) {
                true => men
                    .iter()
                    .map(|man| format!("{kind} {man}"))
                    .collect::<Vec<_>>()
                    .join(" "),
                false => format!("{kind} {}", men.join(" ")),
            }
        });
        let texts: Vec<_> = texts.collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// Colour and attributes, `Royal` last.
    fn kind(&self, man: Piece) -> String {
        let colour = match man.sides() {
            Sides::White => "white",
            Sides::Black => "black",
            Sides::Both => "neutral",
        };
        let attributes = told_attributes().filter(|(attribute, _)| man.has(*attribute));
        let royal = man.is_royal() && !man.walk().row().is_royal();
        let keys = attributes
            .map(|(_, key)| key)
            .chain(royal.then_some("royal"));
        let words = keys.map(|key| self.word(Table::Attribute, key));
        let words: Vec<_> = [self.word(Table::Colour, colour)]
            .into_iter()
            .chain(words)
            .collect();
        words.join(" ")
    }

    fn letters(&self, walk: WalkId) -> String {
        self.notation.letters(walk).to_uppercase()
    }

    fn condition(&self, condition: &Condition) -> String {
        // Only that name says that a man that can be put somewhere has to be.
        let is_april = condition.has_flag("obligatory");
        let key = match is_april {
            true => "april-chess",
            false => condition.key.as_str(),
        };
        if let Some(own) = Own::find(key) {
            return format!("own \"{}\"", own.names.en);
        }
        let name = self.word(Table::Condition, key);
        let name = match name.is_empty() {
            true => self.word(Table::OneSidedCondition, key),
            false => name,
        };
        let mut parts = vec![name.to_owned()];
        let mut implied_words: Vec<&str> = Vec::new();
        if condition.has_flag("contra-parrain") {
            implied_words.push("mirror");
        }
        if is_april {
            implied_words.extend(["super", "april", "obligatory"]);
        }
        let mut arguments: Vec<&Argument> = condition.arguments.iter().collect();
        if is_april {
            arguments.sort_by_key(|argument| !matches!(argument, Argument::Walk(_)));
        }
        let mut after_square = false;
        for argument in arguments {
            let is_square = matches!(argument, Argument::Square(_));
            let implied =
                matches!(argument, Argument::Flag(word) if implied_words.contains(&word.as_str()));
            match self.argument(argument) {
                // Squares stand in one word.
                square if is_square && after_square => {
                    if let Some(last) = parts.last_mut() {
                        last.push_str(&square);
                    }
                }
                part if !implied => parts.push(part),
                _ => {}
            }
            after_square = is_square;
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    fn argument(&self, argument: &Argument) -> String {
        let named = |key: &str, text: &str| {
            let word = self.word(Table::SubOption, key);
            match word.is_empty() {
                true => text.to_owned(),
                false => format!("{word} {text}"),
            }
        };
        match argument {
            Argument::Flag(flag) => self.word(Table::SubOption, flag).to_owned(),
            Argument::Square(square) => self.notation.square(*square),
            Argument::Walk(walk) => self.letters(*walk),
            Argument::Number(name, number)
                if name.starts_with("maximum") || says_when(argument) =>
            {
                named(name, &number.to_string())
            }
            Argument::Number(_, number) => number.to_string(),
            Argument::Text(name, text) => match name.as_str() {
                "orthogonal" | "grid-line" => named(name, text),
                "man" => self.translated_man(text),
                _ => text.clone(),
            },
        }
    }

    /// A man told in English words, `white Bd5`.
    fn translated_man(&self, text: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for word in text.split(' ') {
            let tables = [Table::Colour, Table::Attribute];
            let known = tables
                .iter()
                .find_map(|table| words::whole(*table, Language::En, word));
            let translated = |(letters, square)| {
                let walk = words::walk(Language::En, letters)?;
                Some(walk.name(self.language).to_uppercase() + square)
            };
            let before_square = word.len().checked_sub(2);
            let parts = before_square.and_then(|end| word.split_at_checked(end));
            let walk = translated((word, "")).or_else(|| parts.and_then(translated));
            words.push(match known {
                Some(known) => known.name(self.language).to_owned(),
                None => walk.unwrap_or_else(|| word.to_owned()),
            });
        }
        words.join(" ")
    }

    fn twin(&self, twin: &Twin, zero: bool) -> String {
        let start = if zero { "zero-position" } else { "twin" };
        let mut parts = vec![self.word(Table::TwinStart, start).to_owned()];
        if twin.continued {
            parts.push(self.word(Table::TwinChange, "continued").to_owned());
        }
        parts.extend(twin.changes.iter().map(|change| self.change(change)));
        parts.join(" ")
    }

    fn change(&self, change: &Change) -> String {
        let word = |key| self.word(Table::TwinChange, key);
        let at = |square: &Square| self.notation.square(*square);
        let two =
            |key, one: &Square, other: &Square| format!("{} {} {}", word(key), at(one), at(other));
        match change {
            Change::Move(from, to) => two("move", from, to),
            Change::Exchange(one, other) => two("exchange", one, other),
            Change::Shift(from, to) => two("shift", from, to),
            Change::Remove(square) => format!("{} {}", word("remove"), at(square)),
            Change::Substitute(old, new) => {
                let (old, new) = (self.letters(*old), self.letters(*new));
                format!("{} {old} {new}", word("substitute"))
            }
            Change::Add(square, man) => {
                let (kind, letters) = (self.kind(*man), self.letters(man.walk()));
                format!("{} {kind} {letters}{}", word("add"), at(square))
            }
            Change::Invisible(men) => {
                let name = self.word(Table::Colour, "total-invisible");
                format!("{} {name} {men}", word("add"))
            }
            Change::Rotate(rotation) => {
                let degrees = match rotation {
                    Rotation::Quarter => "90",
                    Rotation::Half => "180",
                    Rotation::ThreeQuarters => "270",
                };
                format!("{} {degrees}", word("rotate"))
            }
            Change::Mirror(mirror) => {
                let axis = match mirror {
                    Mirror::A1H1 => "a1-h1",
                    Mirror::A1A8 => "a1-a8",
                    Mirror::A1H8 => "a1-h8",
                    Mirror::A8H1 => "a8-h1",
                };
                let axis = self.word(Table::MirrorAxis, axis);
                format!("{} {axis}", word("mirror"))
            }
            Change::PolishType => word("polish-type").to_owned(),
            // What is solved has such parts, what is written has not.
            Change::Rights(..) => String::new(),
            Change::Stipulation(asked) => {
                let asked = self.stipulation(asked);
                format!("{} {asked}", word("stipulation"))
            }
            Change::Structured(asked) => {
                format!(
                    "{} {}",
                    word("structured-stipulation"),
                    self.structured(asked)
                )
            }
            Change::Conditions(conditions) => {
                let conditions = conditions.iter().map(|condition| self.condition(condition));
                let conditions: Vec<_> = conditions.collect();
                format!("{} {}", word("condition"), conditions.join(" "))
            }
        }
    }
}

/// The texts of a problem's own conditions, those of its twins among them, each once.
pub fn own_texts(problem: &Problem) -> Vec<&'static str> {
    let changes = problem.twins.iter().flat_map(|twin| &twin.changes);
    let of_twins = changes.filter_map(|change| match change {
        Change::Conditions(conditions) => Some(conditions),
        _ => None,
    });
    let all = [&problem.conditions].into_iter().chain(of_twins).flatten();
    let mut texts: Vec<&'static str> = Vec::new();
    for own in all.filter_map(|condition| Own::find(&condition.key)) {
        if !texts.contains(&own.text) {
            texts.push(own.text);
        }
    }
    texts
}

/// The block that holds these texts in an input or behind a statement.
///
/// ```
/// use dawson::notation::popeye::input::own_block;
/// let rule = "condition Tame\nA king may capture only if nothing is captured.\n";
/// assert_eq!(own_block(rule), format!("Conditions\n{rule}EndConditions\n"));
/// ```
pub fn own_block(texts: &str) -> String {
    format!("Conditions\n{}\nEndConditions\n", texts.trim_end())
}

/// The lines of the block of a problem; none without conditions of its own.
fn own_conditions(problem: &Problem) -> Vec<String> {
    let texts = own_texts(problem);
    if texts.is_empty() {
        return Vec::new();
    }
    let lines: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
    let block = own_block(&lines.join("\n"));
    block.lines().map(str::to_owned).collect()
}

/// A line for each walk that the problem must define itself.
fn own_walks(problem: &Problem) -> Vec<String> {
    let boards = [&problem.diagram].into_iter().chain(&problem.start);
    let mut walks: Vec<WalkId> = boards
        .flat_map(Diagram::men)
        .map(|(_, man)| man.walk())
        .collect();
    walks.extend(problem.conditions.iter().flat_map(Condition::walks));
    for change in problem.twins.iter().flat_map(|twin| &twin.changes) {
        match change {
            Change::Add(_, man) => walks.push(man.walk()),
            Change::Substitute(old, new) => walks.extend([*old, *new]),
            Change::Conditions(conditions) => {
                walks.extend(conditions.iter().flat_map(Condition::walks));
            }
            _ => {}
        }
    }
    let keys = walks.iter().flat_map(|walk| walk.row().key.split('/'));
    let mut definitions: Vec<&str> = keys.filter(|key| key.contains(':')).collect();
    definitions.sort_unstable();
    definitions.dedup();
    let line = |definition: &str| format!("Walk {definition}");
    definitions.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::popeye::read::read;

    #[test]
    fn walks_of_a_problem_are_written_with_their_definitions() {
        let text = "BeginProblem\nWalk DE Dervish: leap 1:2 + hop 0:1\nStipulation #1\n\
                    Pieces White Kg6 DEb1 R/DEc3 Black Kh8\nEndProblem\n";
        let problem = read(text.as_bytes()).problems[0].problem.clone();
        for language in Language::ALL {
            let written = input([&problem], language);
            assert!(written.contains("Walk DE Dervish: leap 1:2 + hop 0:1\n"));
            assert_eq!(
                read(written.as_bytes()).problems[0].problem,
                problem,
                "{written}"
            );
        }
    }
}
