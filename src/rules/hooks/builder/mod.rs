//! Building rules: conditions install their hooks, then the problem is compiled.

mod absorb;
mod army;
mod build;
mod choice;
mod effects;
mod gate;
mod in_force;
mod moves;
mod verdicts;

use crate::board::{Geometry, SquareSet};
use crate::men::{Army, Attribute, Attributes, Piece, WalkId};
use crate::position::{LastMoveFact, LastMoveFacts, Lifetime, Slot, SlotDeclaration};
use crate::problem::{Diagram, Options, Problem, Stipulation};
use crate::rules::hooks::hook::Hooks;
use crate::rules::hooks::private::PrivateNames;
use crate::rules::hooks::promise::{Clause, Promise};
use crate::rules::play::castling::CastlingWays;
use crate::rules::play::pseudo_move::ListPlace;
use crate::rules::{Announced, Loan, Numbered, TurnRule};
pub use army::{Promotion, WalksBeside};
pub use in_force::InForce;
pub(in crate::rules) use in_force::PlyCount;
use thiserror::Error;

/// Why a problem cannot be solved under its rules.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The condition is known by name but not built yet.
    #[error("the condition `{0}` is not supported yet")]
    Unsupported(String),
    /// The arguments make no sense for the condition.
    #[error("{condition}: {reason}")]
    Argument {
        /// The condition.
        condition: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// Two rules whose interplay is undefined or not built.
    #[error("{0}")]
    Combination(String),
}

/// Collects what the conditions of a problem want, then compiles it.
pub struct RulesBuilder<'p> {
    problem: &'p Problem,
    geometry: Geometry,
    army: Army,
    castling_ways: CastlingWays,
    pub(super) hooks: Hooks,
    /// What all rules have announced before the first of them is installed.
    pub(in crate::rules) announced: Announced,
    /// The key of the definition that is being installed.
    pub(super) rule: &'static str,
    /// In which order the rules lend walks.
    pub(super) loans: Vec<Loan>,
    walks: Vec<WalkId>,
    further_walks: Vec<WalkId>,
    walks_beside: Vec<WalksBeside>,
    promotions: Option<Vec<WalkId>>,
    further_promotions: Vec<WalkId>,
    promotion_squares: [Option<SquareSet>; 2],
    /// Attributes that a promoted man has if men of its walk in the diagram have them.
    carried: Attributes,
    /// Attributes that a man promoted to one of the walks may have or not.
    optional: Vec<(Attribute, Vec<WalkId>)>,
    check_by_playing: bool,
    /// The rule that keeps royal men from being captured, if one does.
    pub(super) hostile_kings_are_spared_by: Option<&'static str>,
    checks_played_of: Attributes,
    listed_first: Option<Attribute>,
    rewrite_checks: bool,
    lend_by_playing: bool,
    free_pawns: SquareSet,
    keeps_neutral_keys: bool,
    check_may_stand: bool,
    chooses_freely: bool,
    castles_anew: bool,
    pub(super) men_differ: bool,
    pub(super) listed_by: Option<ListPlace>,
    pub(super) men_listed_by: Option<ListPlace>,
    pub(super) numbered: Option<Numbered>,
    slots: Vec<SlotDeclaration>,
    /// The names that rules have for marks and slots of their own.
    pub(in crate::rules::hooks) private: PrivateNames,
    /// The first rule that remembers what a diagram does not show.
    pub(super) remembered_by: Option<(&'static str, &'static str)>,
    last_move_facts: LastMoveFacts,
    /// How plies are counted, where a rule is in force during some of them.
    pub(super) plies: Option<PlyCount>,
    /// Holds the rule chosen for the move being played, where there is something to choose.
    choice: Option<Slot>,
    /// Among so many rules.
    to_choose: u128,
    /// How sides move in turns of several moves, if they do.
    turns: Option<TurnRule>,
    /// Whether checks are judged by playing for the sake of a rule that is not always in force.
    plays_checks_at_times: bool,
    refusal: Option<Refusal>,
}

impl<'p> RulesBuilder<'p> {
    /// Orthodox play on the problem's board.
    pub fn new(problem: &'p Problem) -> RulesBuilder<'p> {
        let mut walks: Vec<WalkId> = problem.men().map(Piece::walk).collect();
        walks.sort();
        walks.dedup();
        RulesBuilder {
            problem,
            geometry: problem.diagram.geometry.clone(),
            army: problem.army(),
            castling_ways: CastlingWays::Usual,
            hooks: Hooks::default(),
            announced: Announced::default(),
            rule: "",
            loans: Vec::new(),
            walks,
            further_walks: Vec::new(),
            walks_beside: Vec::new(),
            promotions: None,
            further_promotions: Vec::new(),
            promotion_squares: [None; 2],
            carried: Attributes::NONE,
            optional: Vec::new(),
            check_by_playing: false,
            hostile_kings_are_spared_by: None,
            checks_played_of: Attributes::NONE,
            listed_first: None,
            rewrite_checks: false,
            lend_by_playing: false,
            free_pawns: SquareSet::EMPTY,
            keeps_neutral_keys: false,
            check_may_stand: false,
            chooses_freely: false,
            castles_anew: false,
            men_differ: false,
            listed_by: None,
            men_listed_by: None,
            numbered: None,
            slots: Vec::new(),
            private: PrivateNames::default(),
            remembered_by: None,
            last_move_facts: LastMoveFacts::NONE,
            plies: None,
            choice: None,
            to_choose: 0,
            turns: None,
            plays_checks_at_times: false,
            refusal: None,
        }
    }

    /// From here on hooks are those of the definition with this key.
    pub fn begin(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// The diagram of the problem.
    pub fn diagram(&self) -> &'p Diagram {
        &self.problem.diagram
    }

    /// The men with which play begins.
    pub fn start(&self) -> &'p Diagram {
        let start = self.problem.start.as_ref();
        start.unwrap_or(&self.problem.diagram)
    }

    /// The men of the diagram and of where play starts.
    pub fn men(&self) -> impl Iterator<Item = Piece> + use<'p> {
        self.problem.men()
    }

    /// What is asked.
    pub fn stipulation(&self) -> Option<Stipulation> {
        self.problem.stipulation
    }

    /// How it is asked.
    pub fn options(&self) -> &'p Options {
        &self.problem.options
    }

    /// The board of play.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Play goes on this board instead of the diagram's; squares keep their numbers.
    pub fn set_board(&mut self, board: Geometry) {
        self.geometry = board;
    }

    /// The walks of the game array, if others take the places of the usual ones.
    pub fn army(&self) -> Army {
        self.army
    }

    /// Which castlings there are; none, if one condition says none.
    pub fn set_castlings(&mut self, ways: CastlingWays) {
        if self.castling_ways != CastlingWays::None {
            self.castling_ways = ways;
        }
    }

    /// King and rook may castle whenever they stand on their squares, whatever they did before. The rule has
    /// effects after moves, too, so that no short cut relies on what is known of rights.
    pub fn castle_anew(&mut self) {
        self.castles_anew = true;
    }

    /// The walks of the men in the diagram and where play starts.
    pub fn diagram_walks(&self) -> impl Iterator<Item = WalkId> + '_ {
        self.problem.men().map(Piece::walk)
    }

    /// Whether there is a neutral man at first.
    pub fn has_neutral(&self) -> bool {
        self.problem.men().any(Piece::is_neutral)
    }

    /// Whether a man in the diagram has the attribute.
    pub fn has_attribute(&self, attribute: Attribute) -> bool {
        let mut men = self.problem.men();
        men.any(|piece| piece.has(attribute))
    }

    /// Sides move in turns of several moves; a second condition that says so is refused.
    pub fn set_turns(&mut self, turns: TurnRule) {
        if self.turns.replace(turns).is_some() {
            self.refuse("two conditions say how many moves a turn has");
        }
    }

    /// A slot of its own for a rule that remembers something; what it holds is part of the key.
    ///
    /// More rules than the position has slots for are refused.
    pub fn slot(&mut self, declaration: SlotDeclaration) -> Slot {
        let Some(slot) = Slot::declared(self.slots.len()) else {
            self.refuse(format!(
                "too many rules that remember something: no place for {}",
                declaration.name()
            ));
            return Slot::HOLES;
        };
        if declaration.lifetime() != Lifetime::Question {
            self.remembered_by
                .get_or_insert((self.rule, "it remembers what happened before"));
        }
        self.slots.push(declaration);
        slot
    }

    /// The slot that is set while a rule asks in the middle of a move which moves would be legal: the same
    /// for all rules. Until it is cleared that rule does not ask again, and no rule on moves asks for mate,
    /// which would ask for moves again.
    pub fn while_legality_is_asked(&mut self) -> Slot {
        let declaration = Slot::named("legality-is-asked-in-a-move").lasting(Lifetime::Question);
        let mut declared = self.slots.iter();
        let found = declared.position(|slot| slot.name() == declaration.name());
        match found.and_then(Slot::declared) {
            Some(slot) => slot,
            None => self.slot(declaration),
        }
    }

    /// The rule wants to know these facts about the last move, see
    /// [`Position::last_move`]. While a move is played its hooks still see the one before it.
    pub fn remember_last_move(&mut self, facts: impl IntoIterator<Item = LastMoveFact>) {
        self.remembered_by
            .get_or_insert((self.rule, "it asks for the move before"));
        let facts = facts.into_iter();
        self.last_move_facts = facts.fold(self.last_move_facts, LastMoveFacts::with);
    }

    /// Moves leave something on the board or below it, so that they are not taken back: says what.
    pub fn leave_traces(&mut self, why: &'static str) {
        self.remembered_by.get_or_insert((self.rule, why));
    }

    /// The slots that each move clears: those of the engine and those declared for a ply.
    fn passing_slots(&self) -> Vec<Slot> {
        let declared = self.slots.iter().enumerate();
        let declared = declared.filter(|(_, slot)| slot.lifetime() == Lifetime::Ply);
        let declared = declared.filter_map(|(place, _)| Slot::declared(place));
        Slot::PASSING.into_iter().chain(declared).collect()
    }

    /// Refuses a promise that means nothing for a question.
    pub(in crate::rules::hooks) fn refuse_promise(&mut self, question: &str) {
        let rule = self.rule;
        self.refuse(format!("{rule} promises what means nothing for {question}"));
    }

    /// Whether a rule made the one promise that means something for a question.
    pub(in crate::rules::hooks) fn promises(
        &mut self,
        promise: impl Into<Promise>,
        means: fn(&Clause) -> bool,
        question: &str,
    ) -> bool {
        let [is_made] = self.all_promises(promise, [means], question);
        is_made
    }

    /// Which of several promises a rule made; others mean nothing for the question.
    pub(in crate::rules::hooks) fn all_promises<const N: usize>(
        &mut self,
        promise: impl Into<Promise>,
        means: [fn(&Clause) -> bool; N],
        question: &str,
    ) -> [bool; N] {
        let mut are_made = [false; N];
        for clause in promise.into().clauses() {
            match means.iter().position(|means| means(&clause)) {
                Some(place) => are_made[place] = true,
                None => self.refuse_promise(question),
            }
        }
        are_made
    }

    /// Refuses a second answer to a question that only one rule can answer.
    pub(in crate::rules::hooks) fn refuse_second(
        &mut self,
        former: Option<&'static str>,
        question: &str,
    ) {
        if let Some(former) = former {
            let rule = self.rule;
            self.refuse(format!("{former} and {rule} both say {question}"));
        }
    }

    /// The combination cannot be solved; the first reason given is reported.
    pub fn refuse(&mut self, reason: impl Into<String>) {
        self.refusal
            .get_or_insert(Refusal::Combination(reason.into()));
    }

    /// The condition's arguments make no sense.
    pub fn refuse_argument(&mut self, condition: &'static str, reason: impl Into<String>) {
        self.refusal.get_or_insert(Refusal::Argument {
            condition,
            reason: reason.into(),
        });
    }
}
