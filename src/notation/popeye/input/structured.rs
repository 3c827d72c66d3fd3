//! Structured stipulations as they must be asked: every group keeps its parentheses.

use super::Text;
use crate::board::Side;
use crate::notation::popeye::words::Table;
use crate::problem::{Expression, Stretch, Structured};

impl Text<'_> {
    pub(super) fn structured(&self, asked: &Structured) -> String {
        let side = match asked.side {
            Side::White => "white",
            Side::Black => "black",
        };
        let side = self.word(Table::Colour, side);
        format!("{side} {}", self.expression(&asked.play))
    }

    fn expression(&self, expression: &Expression) -> String {
        match expression {
            Expression::Goal(goal) => self.notation.goal(*goal),
            Expression::Not(not) => format!("!{}", self.operand(not)),
            Expression::And(first, second) => {
                format!("{}&{}", self.expression(first), self.operand(second))
            }
            Expression::Or(first, second) => {
                format!("{}|{}", self.expression(first), self.operand(second))
            }
            Expression::Stretch(stretch) => self.stretch(stretch),
        }
    }

    /// `&` and `|` are read from left to right, so a chain on the right is a group.
    fn operand(&self, expression: &Expression) -> String {
        let text = self.expression(expression);
        match expression {
            Expression::And(..) | Expression::Or(..) => format!("({text})"),
            _ => text,
        }
    }

    fn stretch(&self, stretch: &Stretch) -> String {
        let signs = [
            (stretch.ends_outer, '>'),
            (stretch.untold, '/'),
            (stretch.again, '-'),
        ];
        let signs = signs.iter().filter(|(given, _)| *given);
        let signs: String = signs.map(|(_, sign)| *sign).collect();
        let min = stretch.min.map(|min| format!("{min}:"));
        let forks = |forks: &[Expression]| -> String {
            let forks = forks.iter();
            forks
                .map(|fork| format!("[{}]", self.expression(fork)))
                .collect()
        };
        let parry = if stretch.parry { "?+?" } else { "" };
        let second = stretch.second.map(|letter| letter.text().to_string());
        let constraint = stretch.constraint.as_ref();
        let constraint = constraint.map(|inner| format!("{{{}}}", self.expression(inner)));
        [
            signs,
            min.unwrap_or_default(),
            stretch.max.to_string(),
            stretch.first.text().to_string(),
            forks(&stretch.first_forks),
            parry.to_owned(),
            second.unwrap_or_default(),
            forks(&stretch.second_forks),
            constraint.unwrap_or_default(),
        ]
        .concat()
    }
}
