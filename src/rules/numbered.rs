//! Which moves of a last ply get numbers, as far as rules say.

/// Which moves of a last ply the reference numbers: it does not generate those that cannot reach the
/// goal as it sees them, and that depends on the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// Where the goal needs a check, only moves that give one before any effect.
    pub checks: bool,
    /// Where the goal is a square, only moves that arrive there before any effect.
    pub arrivals: bool,
    /// Where the goal is a capture, only captures; and so for captures en passant and castlings.
    pub captures: bool,
}

impl Numbered {
    /// Without any rule.
    pub const FEWEST: Numbered = Numbered {
        checks: true,
        arrivals: true,
        captures: true,
    };
    /// All moves, but for goals that are seen in a move before it is played.
    pub const CANDIDATES: Numbered = Numbered {
        checks: false,
        ..Numbered::FEWEST
    };
    /// All moves, but only captures where one is the goal.
    pub const CAPTURES: Numbered = Numbered {
        arrivals: false,
        ..Numbered::CANDIDATES
    };
    /// All moves.
    pub const ALL: Numbered = Numbered {
        captures: false,
        ..Numbered::CAPTURES
    };

    /// Under this rule and others.
    pub fn and(self, other: Numbered) -> Numbered {
        Numbered {
            checks: self.checks && other.checks,
            arrivals: self.arrivals && other.arrivals,
            captures: self.captures && other.captures,
        }
    }
}
