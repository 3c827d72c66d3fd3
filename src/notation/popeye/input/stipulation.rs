//! What is asked, in the words to ask it with.

use super::Text;
use crate::board::Side;
use crate::notation::popeye::words::{self, Language, Table};
use crate::problem::{Expression, Stipulation, Stretch, Structured};

impl Text<'_> {
    /// As it must be asked, not as it is printed: `3->exact-reci-h(=)#2.5`.
    pub(super) fn stipulation(&self, asked: &Stipulation) -> String {
        let introduction = match asked.introduction {
            0 => String::new(),
            moves => format!("{moves}->"),
        };
        let exact = if asked.exact { "exact-" } else { "" };
        let genre = words::name(Table::Genre, asked.genre.key(), Language::En).unwrap_or("");
        let goal = |goal| self.notation.goal(goal);
        let own = asked.own_goal.map(|own| format!("({})", goal(own)));
        let half = if asked.length.half { ".5" } else { "" };
        format!(
            "{introduction}{exact}{genre}{}{}{}{half}",
            own.unwrap_or_default(),
            goal(asked.goal),
            asked.length.moves
        )
    }

    pub(super) fn structured(&self, asked: &Structured) -> String {
        let side = match asked.side {
            Side::White => "white",
            Side::Black => "black",
        };
        let side = self.word(Table::Colour, side);
        format!("{side} {}", self.expression(&asked.play))
    }

    /// Chains are read from left to right, so only what stands on the right
    /// needs parentheses.
    fn expression(&self, expression: &Expression) -> String {
        let operand = |inner: &Expression| match inner {
            Expression::And(..) | Expression::Or(..) => format!("({})", self.expression(inner)),
            _ => self.expression(inner),
        };
        match expression {
            Expression::Goal(goal) => self.notation.goal(*goal),
            Expression::Not(inner) => format!("!{}", operand(inner)),
            Expression::And(one, other) => {
                format!("{}&{}", self.expression(one), operand(other))
            }
            Expression::Or(one, other) => {
                format!("{}|{}", self.expression(one), operand(other))
            }
            Expression::Stretch(stretch) => self.stretch(stretch),
        }
    }

    /// `>2:4a[#]d{!+}`.
    fn stretch(&self, stretch: &Stretch) -> String {
        let forks = |forks: &[Expression]| -> String {
            let forks = forks.iter();
            forks
                .map(|fork| format!("[{}]", self.expression(fork)))
                .collect()
        };
        let constraint = |constraint: &Option<Expression>| {
            let constraint = constraint.as_ref();
            constraint.map_or(String::new(), |inner| {
                format!("{{{}}}", self.expression(inner))
            })
        };
        let sign = |given: bool, sign| if given { sign } else { "" };
        let parts = [
            sign(stretch.ends_outer, ">").to_owned(),
            sign(stretch.untold, "/").to_owned(),
            sign(stretch.again, "-").to_owned(),
            stretch.min.map_or(String::new(), |min| format!("{min}:")),
            stretch.max.to_string(),
            stretch.first.text().to_string(),
            forks(&stretch.first_forks),
            constraint(&stretch.first_constraint),
            sign(stretch.parry, "?+?").to_owned(),
            stretch
                .second
                .map_or(String::new(), |letter| letter.text().to_string()),
            forks(&stretch.second_forks),
            constraint(&stretch.constraint),
        ];
        parts.concat()
    }
}
