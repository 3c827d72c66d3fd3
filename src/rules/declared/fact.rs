//! Announcements: facts of the game that rules say before any rule is installed.

use crate::board::{Side, Vector};
use crate::men::Piece;
use crate::position::LastMove;
use crate::problem::Condition;
use crate::rules::hooks::builder::RulesBuilder;

/// A fact of the game. Whoever reads it learns that it holds, never by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A man that captures is put on another square and counts as another man there.
    CaptorsAreReborn,
    /// A man that captures leaves the square of the capture in the same move.
    CaptorsGoOn,
    /// Captures come about in other ways than along the walks of men.
    CapturesGoOtherWays,
    /// Men capture from the squares on which they would be reborn, and from no others.
    CapturesLeaveFromHome,
    /// The same for moves without capture.
    MovesLeaveFromHome,
    /// Men capture from other squares as well as from their own.
    CapturesLeaveFromElsewhere,
    /// Pawns may stand on every square.
    PawnsStandAnywhere,
    /// Pawns promote a rank earlier.
    PawnsPromoteEarly,
    /// Whether the capture of a king counts is judged by what follows it.
    CapturesOfKingsAreJudged,
    /// A man is captured only if it could be put elsewhere.
    CapturesNeedARebirth,
    /// Kamikaze men come back when they have captured.
    KamikazeMenReturn,
    /// Where a man comes out belongs to its move.
    MovesLeadOn,
    /// Each move leads from one square to another.
    MovesLeadSomewhere,
    /// A side moves men of the other one.
    SidesShareMen,
    /// Duties of a side to play some of its moves bind nobody.
    DutiesAreVoid,
    /// A check is looked for among all that a side could do.
    ChecksAskAllMoves,
    /// What a check is depends on no king.
    ChecksWithoutKings,
    /// Men may capture, and so check, those of their own side.
    OwnMenCheck,
    /// What a move does depends on which moves would be legal.
    EffectsAskLegality,
    /// Pawns promote to no imitators.
    NoImitatorPromotion,
    /// A king of the side that is in check goes in no other way than by the walks it is lent.
    CheckedKingsAreBound(Side),
    /// What a man is lent in place of its own walk is no check, unless it is that walk.
    LentChecksAreSilent,
}

/// What rules say in the words of the problem, for others that need the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The cells of the board.
    Cells,
    /// The walks that men take in turn.
    Cycle,
}

/// Along which lines a king castles, and with whom.
pub type Castlings = (&'static [Vector], fn(Piece) -> bool);

/// All that the rules of a problem have announced.
#[derive(Default)]
pub struct Announced {
    facts: Vec<Fact>,
    said: Vec<(Topic, Condition)>,
    castlings: Option<Castlings>,
    last_move: LastMove,
    rules: usize,
}

impl Announced {
    /// One more rule, with its facts.
    pub fn rule(&mut self, facts: &[Fact]) {
        self.rules += 1;
        facts.iter().for_each(|&fact| self.fact(fact));
    }

    /// The fact holds.
    pub fn fact(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    /// The arguments of this condition say something of the topic.
    pub fn say(&mut self, topic: Topic, condition: &Condition) {
        self.said.push((topic, condition.clone()));
    }

    /// This is known of the move that led to the diagram.
    pub fn last_move(&mut self, last: LastMove) {
        self.last_move = last;
    }

    /// What is known of the move that led to the diagram.
    pub(in crate::rules) fn known_last_move(&self) -> LastMove {
        self.last_move
    }

    /// Kings castle along these lines.
    pub fn castle(&mut self, castlings: Castlings) {
        self.castlings = Some(castlings);
    }
}

impl RulesBuilder<'_> {
    /// Whether some rule has announced the fact.
    pub fn has(&self, fact: Fact) -> bool {
        self.announced.facts.contains(&fact)
    }

    /// What some rule has said of a topic.
    pub fn said(&self, topic: Topic) -> Option<&Condition> {
        let mut said = self.announced.said.iter();
        said.find(|(of, _)| *of == topic)
            .map(|(_, condition)| condition)
    }

    /// The castlings along lines that some rule allows.
    pub fn castlings(&self) -> Option<Castlings> {
        self.announced.castlings
    }

    /// What is known of the move that led to the diagram.
    pub fn last_move(&self) -> LastMove {
        self.announced.last_move
    }

    /// Whether the game has no other rule than one.
    pub fn has_one_rule(&self) -> bool {
        self.announced.rules < 2
    }

    /// From here on rules read what all of them have announced.
    pub fn announce(&mut self, announced: Announced) {
        self.announced = announced;
    }
}
