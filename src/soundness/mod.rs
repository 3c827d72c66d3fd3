//! The judge: is a problem sound, and if not, what speaks against it.
//!
//! [`check`] searches what a verdict needs, whatever the problem's options say
//! about output: all keys or lines, all shorter lengths, set play that is
//! claimed, duals. Each phase of each twin for each side is a [`Unit`] with a
//! verdict of its own; the problem's is the worst of them.
//!
//! **Invariant:** a verdict says only what was searched to its end. What nobody
//! looked for is `None`, never a zero.

mod compare;
mod dual;
mod examine;
mod judge;
mod legal;
mod lines;
mod once;
mod phrases;
pub mod replay;
mod retro;
mod short;
mod told;

pub use compare::{TextDifference, agree, problems, text_differences};
pub use dual::{Dual, DualGrade, duals};
pub use examine::{check, check_solved};
pub use legal::faults;
pub use lines::{distinct, may_drop_lines};
pub use retro::check_retro;
pub use short::ShortNotation;
pub use told::told;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is to be said about a unit or a problem, the worse the later.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[non_exhaustive]
pub enum Class {
    /// Exactly what is intended.
    #[serde(rename = "sound")]
    Sound,
    /// The examination needs something that was not given, e.g. the number of solutions claimed.
    #[serde(rename = "not examined")]
    NotExamined,
    /// A limit or the user ended the search before anything was decided.
    #[serde(rename = "stopped")]
    Stopped,
    /// A rule or a combination that Dawson cannot play.
    #[serde(rename = "not supported")]
    NotSupported,
    /// The intended key or lines, but with several continuations after a defence (battle play),
    /// or a second continuation of an intended line (help play).
    #[serde(rename = "dual")]
    Dual,
    /// The goal is reached in fewer moves.
    #[serde(rename = "short")]
    Short,
    /// More keys or lines than intended.
    #[serde(rename = "cooked")]
    Cooked,
    /// Some of the lines claimed, but not all.
    #[serde(rename = "missing solutions")]
    Missing,
    /// No key, no line.
    #[serde(rename = "no solution")]
    NoSolution,
    /// A position that cannot be: a king to be captured, no king where one is needed ...
    #[serde(rename = "illegal position")]
    IllegalPosition,
    /// The problem could not be read.
    #[serde(rename = "not read")]
    NotRead,
}

impl Class {
    /// All of them, the best first.
    pub const ALL: [Class; 11] = [
        Class::Sound,
        Class::NotExamined,
        Class::Stopped,
        Class::NotSupported,
        Class::Dual,
        Class::Short,
        Class::Cooked,
        Class::Missing,
        Class::NoSolution,
        Class::IllegalPosition,
        Class::NotRead,
    ];

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Sound => "sound",
            Class::NotExamined => "not examined",
            Class::Dual => "dual",
            Class::Short => "short",
            Class::Cooked => "cooked",
            Class::Missing => "missing solutions",
            Class::NoSolution => "no solution",
            Class::IllegalPosition => "illegal position",
            Class::Stopped => "stopped",
            Class::NotSupported => "not supported",
            Class::NotRead => "not read",
        }
    }

    /// Whether it speaks against a problem; duals do if they count.
    pub(crate) const fn is_unsound(self, with_duals: bool) -> bool {
        match self {
            Class::Dual => with_duals,
            Class::Short
            | Class::Cooked
            | Class::Missing
            | Class::NoSolution
            | Class::IllegalPosition => true,
            Class::Sound
            | Class::NotExamined
            | Class::Stopped
            | Class::NotSupported
            | Class::NotRead => false,
        }
    }

    /// The keyword that YACPDB has for it.
    pub const fn keyword(self) -> Option<&'static str> {
        match self {
            Class::Dual => Some("Has duals"),
            Class::Short => Some("Shortmate"),
            Class::Cooked => Some("Cooked"),
            Class::Missing | Class::IllegalPosition => Some("Unsound"),
            Class::NoSolution => Some("No solution"),
            _ => None,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The phase a unit is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnitPhase {
    /// The play asked for.
    Actual,
    /// Set play that is claimed.
    SetPlay,
    /// The diagram is after the key.
    PostKey,
}

/// How many duals of each grade the play after the keys holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DualCounts {
    /// In a line of full length, before its last move.
    pub serious: usize,
    /// At the last move of a line of full length.
    pub full: usize,
    /// At the last move of a line of full length, by promotions of one pawn that have the same effect.
    pub promotion: usize,
    /// In a line that ends early, or after a reply that is answered like a threat.
    pub short: usize,
    /// Keys and later moves with several threats.
    pub threat: usize,
}

/// Something that speaks for the verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// What it shows.
    pub class: Class,
    /// In short notation: `cooked by 1.Bg3!`.
    pub text: String,
    /// The line that shows it, in long notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// The verdict on one phase of one twin for one side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Unit {
    /// `a`, `b` ...; nothing without twins.
    pub twin: Option<String>,
    /// Who begins: `white` or `black`.
    pub starter: Option<String>,
    /// Whether both sides are asked to solve.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duplex: bool,
    /// Which phase.
    pub phase: UnitPhase,
    /// The verdict.
    pub verdict: Class,
    /// Keys or lines of full length; nothing if they were not all looked for.
    pub solutions: Option<usize>,
    /// Shorter keys or lines; nothing if nobody looked for them.
    pub shorts: Option<usize>,
    /// Duals; nothing if nobody looked for them, or in play that has none.
    pub duals: Option<DualCounts>,
    /// The number claimed or expected, e.g. `1` or `2.1.1.1`; nothing if it is not known.
    pub intended: Option<String>,
    /// The first keys or lines found, in short notation.
    pub found: Vec<String>,
    /// What speaks for the verdict; the worst first.
    pub evidence: Vec<Evidence>,
    /// What the verdict rests on: rights that keys need. What of the author's text is not so and changes no verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Unit {
    /// `b) `, `White: `, `set play: `; nothing where there is but one unit.
    pub fn heading(&self) -> String {
        let twin = self.twin.as_ref();
        let mut heading = twin.map_or(String::new(), |twin| format!("{twin}) "));
        match self.starter.as_deref().filter(|_| self.duplex) {
            Some("white") => heading += "White: ",
            Some("black") => heading += "Black: ",
            _ => {}
        }
        match self.phase {
            UnitPhase::SetPlay => heading + "set play: ",
            UnitPhase::Actual | UnitPhase::PostKey => heading,
        }
    }
}

/// The verdict on a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Verdict {
    /// The worst of the units.
    pub verdict: Class,
    /// `C+ Dawson 0.1.0`, `C% Dawson 0.1.0 (MaxFlightsquares)`, or nothing.
    pub mark: Option<String>,
    /// Keys or lines of full length of all actual play together; nothing if they were not all looked for.
    pub solutions: Option<usize>,
    /// How many of them are intended; nothing if it is not known.
    pub intended: Option<u32>,
    /// What speaks against the problem, in short notation, with the twin and the side before it.
    pub evidence: Vec<String>,
    /// Each phase of each twin for each side.
    pub units: Vec<Unit>,
    /// Wall clock seconds.
    pub seconds: f64,
    /// Positions visited.
    pub positions: u64,
}

impl Verdict {
    /// The verdict that a problem could not be read, for these reasons.
    pub fn not_read(reasons: Vec<String>) -> Verdict {
        Verdict {
            verdict: Class::NotRead,
            mark: None,
            solutions: None,
            intended: None,
            evidence: reasons,
            units: Vec::new(),
            seconds: 0.0,
            positions: 0,
        }
    }

    /// Whether something speaks against the problem. Duals of battle play do only if `strict`.
    pub fn is_unsound(&self, strict: bool) -> bool {
        self.verdict
            .is_unsound(strict || has_line_duals(&self.units))
    }
}

/// In help play a second continuation is no lesser fault than a second solution.
pub(crate) fn has_line_duals(units: &[Unit]) -> bool {
    let mut units = units.iter();
    units.any(|unit| unit.verdict == Class::Dual && unit.duals.is_none())
}

/// `Dawson 0.1.0`: who gives the mark.
pub fn program() -> String {
    format!("Dawson {}", env!("CARGO_PKG_VERSION"))
}
