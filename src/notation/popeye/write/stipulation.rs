//! Stipulations as they are printed: `ser-h#5`, `White 3a[#]d`.

use super::Notation;
use crate::board::Side;
use crate::notation::popeye::words::{Table, name};
use crate::problem::{
    Expression, Genre, Goal, Length, Letter, Problem, Stipulation, Stretch, Structured,
};

impl Notation<'_> {
    /// What the problem asks, as printed below the diagram, if it asks anything.
    pub fn asked(self, problem: &Problem) -> Option<String> {
        let structured = problem.structured.as_ref();
        let traditional = problem.stipulation.as_ref();
        structured
            .map(|asked| self.structured(asked))
            .or_else(|| Some(self.stipulation(&as_captioned(problem, *traditional?))))
    }

    /// A traditional stipulation, e.g. `ser-h#2.5`.
    pub fn stipulation(self, stipulation: &Stipulation) -> String {
        if stipulation.introduction > 0 && !stipulation.genre.is_series() {
            return self.introduced(stipulation);
        }
        let cooperates = stipulation.genre == Genre::Help && stipulation.leads_to_position();
        let genre = if cooperates {
            Genre::Direct
        } else {
            stipulation.genre
        };
        let genre = self.word(Table::Genre, genre.key());
        let own = stipulation.own_goal;
        let own = own.map(|goal| format!("({})", self.goal(goal)));
        let (own, goal) = (own.unwrap_or_default(), self.goal(stipulation.goal));
        let (exact, length) = (exact(stipulation), length(stipulation.length));
        let body = format!("{exact}{genre}{own}{goal}{length}");
        match stipulation.introduction {
            0 => body,
            moves => format!("{moves}->{body}"),
        }
    }

    /// Play behind introductory moves is printed as if it were a series of that
    /// many moves, `2->h#1` as `ser-h#2`: so it looks in the reference text.
    fn introduced(self, stipulation: &Stipulation) -> String {
        let genre = self.word(Table::Genre, stipulation.genre.key());
        let reciprocal = u16::from(stipulation.genre == Genre::ReciprocalHelp);
        let moves = stipulation.introduction + reciprocal;
        format!("ser-{genre}{}{moves}", self.goal(stipulation.goal))
    }

    /// A structured stipulation, e.g. `White 3a[#]d`.
    pub fn structured(self, structured: &Structured) -> String {
        let side = match structured.side {
            Side::White => self.word(Table::Colour, "white"),
            Side::Black => self.word(Table::Colour, "black"),
        };
        let (first, rest) = side.split_at(side.len().min(1));
        let play = self.expression(&structured.play, None);
        format!("{}{} {play}", first.to_uppercase(), rest.to_lowercase())
    }

    /// Groups lose their parentheses: so it looks in the reference text.
    fn expression(self, expression: &Expression, outer: Option<Letter>) -> String {
        let inner = |expression| self.expression(expression, outer);
        match expression {
            Expression::Goal(Goal::Kiss(_)) => self.word(Table::Goal, "kiss").to_owned(),
            Expression::Goal(goal) => self.goal(*goal),
            Expression::Not(not) => format!("!{}", inner(not)),
            Expression::And(first, second) => format!("{}&{}", inner(first), inner(second)),
            Expression::Or(first, second) => format!("{}|{}", inner(first), inner(second)),
            Expression::Stretch(stretch) => self.stretch(stretch, outer),
        }
    }

    fn stretch(self, stretch: &Stretch, outer: Option<Letter>) -> String {
        let is_defence = stretch.first == Letter::Defence;
        let ends = stretch.ends_outer || outer == Some(Letter::Attack) && !is_defence;
        let signs = [
            (ends, ">"),
            (stretch.untold && is_defence, "/"),
            (stretch.again, "-"),
        ];
        let signs = signs.iter().filter(|(given, _)| *given);
        let signs: String = signs.map(|(_, sign)| *sign).collect();
        let min = stretch.min.map(|min| format!("{min}:"));
        let (min, max) = (min.unwrap_or_default(), stretch.max);
        let parry = if stretch.parry { "?+?" } else { "" };
        let second = stretch.second.or(implied_partner(stretch.first));
        let second = second.map(|letter| letter.text().to_string());
        let second = second.unwrap_or_default();
        let head = format!("{signs}{min}{max}{}", stretch.first.text());
        let first_constraint = stretch.first_constraint.as_ref();
        let first = |constraint| self.wishes(&stretch.first_forks, constraint, Some(stretch.first));
        if second.is_empty() {
            let wishes = first(first_constraint.or(stretch.constraint.as_ref()));
            return format!("{head}{wishes}{parry}");
        }
        let wishes = first(first_constraint);
        let further = self.wishes(&stretch.second_forks, stretch.constraint.as_ref(), None);
        format!("{head}{wishes}{parry}{second}{further}")
    }

    /// What stands behind a letter: goals, the constraint, further play.
    fn wishes(
        self,
        forks: &[Expression],
        constraint: Option<&Expression>,
        letter: Option<Letter>,
    ) -> String {
        let (goals, play): (Vec<Expression>, Vec<Expression>) =
            forks.iter().cloned().partition(Expression::is_leaf);
        let constraint = constraint.map(|inner| format!("{{{}}}", self.expression(inner, None)));
        let constraint = constraint.unwrap_or_default();
        self.forks(&goals, letter) + &constraint + &self.forks(&play, letter)
    }

    fn forks(self, forks: &[Expression], letter: Option<Letter>) -> String {
        let forks = forks.iter();
        let forks = forks.map(|fork| format!("[{}]", self.expression(fork, letter)));
        forks.collect()
    }

    /// The goal as part of a stipulation: `#`, `zd4`.
    pub fn goal(self, goal: Goal) -> String {
        let word = self.word(Table::Goal, goal.row().key);
        let square = goal.square().map(|square| self.square(square));
        format!("{word}{}", square.unwrap_or_default())
    }

    fn word(self, table: Table, key: &str) -> &'static str {
        name(table, key, self.language()).unwrap_or_default()
    }
}

/// What stands below the diagram: play of one move is exact anyhow, reciprocal
/// play is not told to be, and a series of one such move is that move.
fn as_captioned(problem: &Problem, asked: Stipulation) -> Stipulation {
    let mut asked = asked.with(&problem.options);
    let one = asked.length.moves == 1 && !asked.length.half;
    let reciprocal = asked.genre == Genre::ReciprocalHelp;
    asked.exact &= !(reciprocal || one && asked.genre == Genre::Direct);
    if one && asked.genre == Genre::SeriesReciprocalHelp {
        asked.genre = Genre::ReciprocalHelp;
    }
    if one && problem.options.post_key_play && asked.genre == Genre::SemiReflex {
        asked.genre = Genre::Reflex;
    }
    asked
}

/// The defence that an attack has even if it is not written.
fn implied_partner(letter: Letter) -> Option<Letter> {
    match letter {
        Letter::Attack => Some(Letter::Defence),
        Letter::Defence => Some(Letter::Attack),
        Letter::Series | Letter::Help => None,
    }
}

fn exact(stipulation: &Stipulation) -> &'static str {
    if stipulation.exact { "exact-" } else { "" }
}

fn length(length: Length) -> String {
    let half = if length.half { ".5" } else { "" };
    format!("{}{half}", length.moves)
}
