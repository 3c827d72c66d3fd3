//! Claims: what a rule alone decides, what it relies on, what it takes away.

use crate::board::Side;

/// What a rule says of itself so that it need not know any other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It alone decides this: a second rule that says so is refused.
    Owns(Thing),
    /// It decides this unless a rule with a smaller number does; then it says nothing at all.
    Decides(Thing, u8),
    /// It means nothing without this.
    Needs(Thing),
    /// Under it there is no such thing.
    Removes(Thing),
}

/// Something of a game that rules own, need or remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// What becomes of men that certain hostile men observe.
    Paralysis,
    /// How a capture goes on in the same move.
    FurtherSteps,
    /// What becomes of a captured man.
    CapturedMen,
    /// What becomes of a man that captures.
    Captors,
    /// That a man that captures stays on the board.
    SurvivingCaptors,
    /// That the squares which men leave can be entered.
    LeftSquares,
    /// That each move is a step of a man that others can copy.
    Steps,
    /// That a move leads where the way of the man leads.
    Ways,
    /// That a move has one part.
    WholeMoves,
    /// Which colours of squares a move joins.
    SquareColours,
    /// Which men the game array has.
    Army,
    /// That officers are the usual ones.
    UsualOfficers,
    /// That all men stand on one board.
    OneBoard,
    /// What check is.
    Check,
    /// That attacks can be counted by the men that make them.
    CountedAttacks,
    /// That men hopped over stay where they are.
    Hurdles,
    /// When the kings change places behind the moves of a side.
    SwapsOfKings(Side),
    /// That checks do not depend on where the kings go.
    StandingKings,
    /// That whether a man may go somewhere can be asked in the middle of a move.
    QuestionsInMoves,
    /// Which contact a move needs.
    Contact,
    /// How many flights make a check.
    Flights,
    /// Which of the men of a side moves first.
    OrderOfMen(Side),
    /// How long the moves of a side are.
    Length(Side),
    /// Which other man a man goes like.
    Lender,
    /// Which move led to the diagram.
    LastMove,
    /// What a move from a square to the same square is.
    MovesInPlace,
}

impl Thing {
    /// Why two rules with claims on it do not go together.
    pub fn why(self) -> &'static str {
        match self {
            Thing::Paralysis => "both say what becomes of men that hostile men observe",
            Thing::FurtherSteps => "both say how a capture goes on",
            Thing::CapturedMen => "both dispose of captured men",
            Thing::Captors => "both dispose of men that capture",
            Thing::SurvivingCaptors => "what vanishes leaves no hole",
            Thing::LeftSquares => "nobody can stand on a hole",
            Thing::Steps => {
                "one copies the steps of men, the other moves men in another way: that is not supported yet"
            }
            Thing::Ways => {
                "one looks at the way of a move, the other turns it: that is not defined"
            }
            Thing::WholeMoves => "one judges whole moves, the other plays moves in parts",
            Thing::SquareColours => "together they forbid every move",
            Thing::Army => "both put other men in the places of the game array",
            Thing::UsualOfficers => "one is for the orthodox men, the other replaces them",
            Thing::OneBoard => {
                "whether the men of both boards count for a check there is not settled"
            }
            Thing::Check => "both say when a side is in check",
            Thing::CountedAttacks => "not all attacks can be counted by the men that make them",
            Thing::Hurdles => "men hopped over leave no hole: that is not supported yet",
            Thing::SwapsOfKings(_) => {
                "both say when the kings change places behind the moves of one side"
            }
            Thing::StandingKings => {
                "whether kings change places depends on checks, and checks on where kings go"
            }
            Thing::QuestionsInMoves => {
                "whether a man may leave its cage depends on check, and check on cages"
            }
            Thing::Contact => "both say which contact a move needs",
            Thing::Flights => "both say how many flights a king may have",
            Thing::OrderOfMen(_) => "both say which man of a side moves first",
            Thing::Length(Side::White) => "White cannot do both",
            Thing::Length(Side::Black) => "Black cannot do both",
            Thing::MovesInPlace => {
                "both have moves of a man to its own square, and cannot tell them apart"
            }
            Thing::LastMove => "both say which move led to the diagram",
            Thing::Lender => {
                "both say which other man a man goes like, and neither prevails over the other"
            }
        }
    }
}

impl Claim {
    /// Why rules with these claims do not go together.
    pub fn conflict(one: &[Claim], other: &[Claim]) -> Option<&'static str> {
        let meets = |claim: &&Claim| other.iter().any(|against| claim.excludes(*against));
        let claim = one.iter().find(meets)?;
        Some(claim.thing().why())
    }

    /// Whether a rule with the first claims has no say beside one with the others.
    pub fn yields(one: &[Claim], other: &[Claim]) -> bool {
        one.iter().any(|claim| match *claim {
            Claim::Decides(thing, place) => other.iter().any(|against| match *against {
                Claim::Decides(same, before) => thing == same && before < place,
                _ => false,
            }),
            _ => false,
        })
    }

    fn excludes(self, other: Claim) -> bool {
        match (self, other) {
            (Claim::Owns(thing), Claim::Owns(same))
            | (Claim::Needs(thing), Claim::Removes(same))
            | (Claim::Removes(thing), Claim::Needs(same)) => thing == same,
            (Claim::Decides(thing, place), Claim::Decides(same, other)) => {
                (thing, place) == (same, other)
            }
            _ => false,
        }
    }

    fn thing(self) -> Thing {
        match self {
            Claim::Owns(thing)
            | Claim::Decides(thing, _)
            | Claim::Needs(thing)
            | Claim::Removes(thing) => thing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Claim::{Decides, Needs, Owns, Removes};
    use super::*;

    #[test]
    fn two_owners_are_refused_and_so_is_what_lacks_what_it_needs() {
        let why = |one: &[Claim], other: &[Claim]| {
            let reasons = [Claim::conflict(one, other), Claim::conflict(other, one)];
            assert_eq!(reasons[0], reasons[1]);
            reasons[0]
        };
        let captured = Thing::CapturedMen.why();
        assert_eq!(
            why(&[Owns(Thing::CapturedMen)], &[Owns(Thing::CapturedMen)]),
            Some(captured)
        );
        assert_eq!(
            why(&[Needs(Thing::Steps)], &[Removes(Thing::Steps)]),
            Some(Thing::Steps.why())
        );
        assert_eq!(
            why(&[Removes(Thing::Steps)], &[Removes(Thing::Steps)]),
            None
        );
        assert_eq!(why(&[Owns(Thing::Captors)], &[Owns(Thing::Lender)]), None);
    }

    #[test]
    fn the_smaller_number_prevails() {
        let [first, second] = [1, 2].map(|place| [Decides(Thing::Contact, place)]);
        assert!(Claim::yields(&second, &first) && !Claim::yields(&first, &second));
        assert_eq!(Claim::conflict(&first, &second), None);
        assert!(Claim::conflict(&first, &first).is_some());
    }
}
