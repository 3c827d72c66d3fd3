//! Building rules: conditions install their hooks, then the problem is compiled.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{
    Army, Attribute, Attributes, Piece, WALKS, WalkId, WalkTable, idle_power, walk_id,
};
use crate::position::{
    Effect, LastMove, LastMoveFact, LastMoveFacts, Lifetime, Position, Reason, Slot,
    SlotDeclaration, pack_squares,
};
use crate::problem::{Diagram, Goal, Problem};
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::facts::{Facts, Settings};
use crate::rules::hooks::hook::{
    Actor, AfterHook, BareMove, ExtraHook, ExtraOfMan, ForbidHook, Foretold, Hook, Hooks, Judged,
    LegalHook, Measure, MoveHook, Outcome, Preference, Purpose, RewriteHook, Ring, Touch, Turn,
    Walks,
};
use crate::rules::hooks::rank::Rank;
use crate::rules::judge::select::JUDGES;
use crate::rules::play::candidate::Candidate;
use crate::rules::play::castling::{CastlingWays, castlings_of, exclusive_rights, rights_of};
use crate::rules::play::perform::set_last_move;
use crate::rules::short_cut::ShortCuts;
use crate::rules::shortcut::mobility::QUICK;
use crate::rules::shortcut::target::{Castled, Displaced, Target, Ways};
use crate::rules::{Rules, View};
use std::sync::Arc;
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
    /// The key of the definition that is being installed.
    pub(super) rule: &'static str,
    walks: Vec<WalkId>,
    further_walks: Vec<WalkId>,
    promotions: Option<Vec<WalkId>>,
    further_promotions: Vec<WalkId>,
    promotion_squares: [Option<SquareSet>; 2],
    /// Attributes that a promoted man has if men of its walk in the diagram have them.
    carried: Attributes,
    /// Attributes that a man promoted to one of the walks may have or not.
    optional: Vec<(Attribute, Vec<WalkId>)>,
    check_by_playing: bool,
    checks_played_of: Attributes,
    listed_first: Option<Attribute>,
    rewrite_checks: bool,
    pawns_leave_first_rank: bool,
    check_may_stand: bool,
    pub(super) men_differ: bool,
    pub(super) listed_by_squares: bool,
    slots: Vec<SlotDeclaration>,
    last_move_facts: LastMoveFacts,
    /// What the problem says about the move that led to the diagram.
    last_move: LastMove,
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
            rule: "",
            walks,
            further_walks: Vec::new(),
            promotions: None,
            further_promotions: Vec::new(),
            promotion_squares: [None; 2],
            carried: Attributes::NONE,
            optional: Vec::new(),
            check_by_playing: false,
            checks_played_of: Attributes::NONE,
            listed_first: None,
            rewrite_checks: false,
            pawns_leave_first_rank: false,
            check_may_stand: false,
            men_differ: false,
            listed_by_squares: false,
            slots: Vec::new(),
            last_move_facts: LastMoveFacts::NONE,
            last_move: LastMove::default(),
            refusal: None,
        }
    }

    /// From here on hooks are those of the definition with this key.
    pub fn begin(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// The problem being compiled.
    pub fn problem(&self) -> &'p Problem {
        self.problem
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

    /// Which castlings there are.
    pub fn set_castlings(&mut self, ways: CastlingWays) {
        self.castling_ways = ways;
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

    /// Whether the problem has another condition with this key.
    pub fn has_condition(&self, key: &str) -> bool {
        self.problem
            .conditions
            .iter()
            .any(|condition| condition.key == key)
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
        self.slots.push(declaration);
        slot
    }

    /// The rule wants to know these facts about the last move, see
    /// [`Position::last_move`]. While a move is played its hooks still see the one before it.
    pub fn remember_last_move(&mut self, facts: impl IntoIterator<Item = LastMoveFact>) {
        let facts = facts.into_iter();
        self.last_move_facts = facts.fold(self.last_move_facts, LastMoveFacts::with);
    }

    /// What is known about the move that led to the diagram.
    pub fn set_last_move(&mut self, last: LastMove) {
        self.last_move = last;
    }

    /// The slots that each move clears: those of the engine and those declared for a ply.
    fn passing_slots(&self) -> Vec<Slot> {
        let declared = self.slots.iter().enumerate();
        let declared = declared.filter(|(_, slot)| slot.lifetime() == Lifetime::Ply);
        let declared = declared.filter_map(|(place, _)| Slot::declared(place));
        Slot::PASSING.into_iter().chain(declared).collect()
    }

    /// Men of this walk may come into being or lend their walk to others.
    pub fn may_use(&mut self, walks: impl IntoIterator<Item = WalkId>) {
        self.further_walks.extend(walks);
    }

    /// What pawns become, instead of the usual list; an empty one ends promotion.
    pub fn set_promotions(&mut self, walks: Vec<WalkId>) {
        self.promotions = Some(walks);
    }

    /// Pawns may become these as well, unless a condition names all that they may become.
    pub fn add_promotions(&mut self, walks: impl IntoIterator<Item = WalkId>) {
        self.further_promotions.extend(walks);
    }

    /// The pawns of a side promote on these squares, not on its last rank; a second condition that
    /// names such squares is refused.
    pub fn set_promotion_squares(&mut self, side: Side, squares: SquareSet) {
        let former = self.promotion_squares[side.index()].replace(squares);
        if former.is_some() {
            self.refuse("two conditions say where the pawns of one side promote");
        }
    }

    /// Pawns become men with this attribute where the diagram has such men of the walk, and
    /// men without it only where it has those.
    pub fn promotions_carry(&mut self, attribute: Attribute) {
        self.carried = self.carried.with(attribute);
    }

    /// A man promoted to one of these walks may have the attribute or not.
    pub fn promotions_may_have(&mut self, attribute: Attribute, walks: Vec<WalkId>) {
        self.optional.push((attribute, walks));
    }

    /// One more thing a pawn may become, given by its effects.
    pub fn also_promote(
        &mut self,
        effects: impl Fn(View<'_>, Square, &mut Vec<(Effect, Reason)>) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(effects));
        self.hooks.promotion.push(Hook { rule, act });
    }

    /// Whether a pawn may become a man of this walk now. One that may become nothing stays what
    /// it is.
    pub fn keep_promotion(
        &mut self,
        keeps: impl Fn(View<'_>, Piece, WalkId) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(keeps));
        self.hooks.keep_promotion.push(Hook { rule, act });
    }

    /// A check is a check only if the capture of the royal man, played with all effects, would stand.
    pub fn check_by_playing(&mut self) {
        self.check_by_playing = true;
    }

    /// The same for checks by men with this attribute.
    pub fn check_by_playing_of(&mut self, attribute: Attribute) {
        self.checks_played_of = self.checks_played_of.with(attribute);
    }

    /// As [`RulesBuilder::check_by_playing`], and the capture goes on as rules that rewrite
    /// candidates say.
    pub fn check_by_playing_on(&mut self) {
        self.check_by_playing = true;
        self.rewrite_checks = true;
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

    /// A way stands or not by geometry alone: moving and observing. Must not look at the position.
    pub fn keep_fixed_line(
        &mut self,
        open: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(open));
        self.hooks.fixed_line.push(Hook { rule, act });
    }

    /// A way is open or not, for moving and observing alike (ring geometry).
    pub fn keep_line(
        &mut self,
        open: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        self.line(Ring::Geometry, open);
    }

    /// A man may not act: neither move nor observe (ring actor).
    pub fn forbid_actor(
        &mut self,
        forbids: impl Fn(View<'_>, Actor) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.forbid.push(ForbidHook {
            rule: self.rule,
            act: Box::new(forbids),
            observed_by: None,
        });
    }

    /// The same, for a rule that keeps a man from acting if a hostile one of a certain kind has
    /// a way to it, as [`Ring::Geometry`] tells, or could capture it in passing, and only then:
    /// `observed_by` says whether the second man is of the kind that matters to the first.
    pub fn forbid_actor_observed_by(
        &mut self,
        observed_by: impl Fn(Piece, Piece) -> bool + Send + Sync + 'static,
        forbids: impl Fn(View<'_>, Actor) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.forbid.push(ForbidHook {
            rule: self.rule,
            act: Box::new(forbids),
            observed_by: Some(Box::new(observed_by)),
        });
    }

    /// The walks a man uses for a purpose.
    pub fn borrow_walk(
        &mut self,
        borrow: impl Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(borrow));
        self.hooks.borrow.push(Hook { rule, act });
    }

    /// Whether a capture would stand, for capturing and for check (ring capture).
    pub fn keep_capture(
        &mut self,
        stands: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(stands));
        self.hooks.capture.push(Hook { rule, act });
    }

    /// Whether a candidate may be played, without any say about observation.
    pub fn keep_move(
        &mut self,
        stands: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.move_only.push(MoveHook {
            rule: self.rule,
            captures_only: false,
            act: Box::new(stands),
        });
    }

    /// The same for captures alone: it is not asked about other candidates.
    pub fn keep_capturing_move(
        &mut self,
        stands: impl Fn(View<'_>, Side, &Candidate) -> bool + Send + Sync + 'static,
    ) {
        self.hooks.move_only.push(MoveHook {
            rule: self.rule,
            captures_only: true,
            act: Box::new(stands),
        });
    }

    /// Further candidates of a side.
    pub fn add_candidates(
        &mut self,
        extra: impl Fn(View<'_>, Side, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(extra));
        self.hooks.extra.push(Hook { rule, act });
    }

    /// Further candidates of one man, before its steps.
    pub fn add_candidates_of_man(
        &mut self,
        extra: impl Fn(&Rules, &mut Position, Actor, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        self.add_extra(false, Box::new(extra));
    }

    /// The same for royal men alone: it must add nothing for others.
    pub fn add_candidates_of_royal_man(
        &mut self,
        extra: impl Fn(&Rules, &mut Position, Actor, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        self.add_extra(true, Box::new(extra));
    }

    fn add_extra(&mut self, royal_only: bool, act: Box<ExtraOfMan>) {
        let hook = ExtraHook { royal_only, act };
        self.hooks.extra_of_man.push(hook);
    }

    /// A move in which no man goes anywhere: who may make it, and what happens then. No filter
    /// is asked about it.
    pub fn add_bare_move(
        &mut self,
        offered: impl Fn(View<'_>, Side) -> bool + Send + Sync + 'static,
        effects: impl Fn(View<'_>, Side, &mut Vec<(Effect, Reason)>) + Send + Sync + 'static,
    ) {
        self.hooks.bare = Some(BareMove {
            offered: Box::new(offered),
            effects: Box::new(effects),
        });
    }

    /// Effects before the men of a candidate move. It may refuse the candidate.
    pub fn before(
        &mut self,
        hook: impl Fn(View<'_>, Side, &Candidate, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(hook));
        self.hooks.before.push(Hook { rule, act });
    }

    /// Turns each capture into those that are really played (second legs).
    pub fn rewrite_captures(
        &mut self,
        displaces: Displaces,
        rewrite: impl Fn(View<'_>, Side, Candidate, &mut Vec<Candidate>) + Send + Sync + 'static,
    ) {
        let act = move |rules: &Rules,
                        position: &mut Position,
                        side: Side,
                        candidate: Candidate,
                        into: &mut Vec<Candidate>| {
            rewrite(rules.view(position), side, candidate, into);
        };
        self.hooks.rewrite.push(RewriteHook {
            rule: self.rule,
            captures_only: true,
            displaces,
            act: Box::new(act),
        });
    }

    /// Turns each candidate into those that are really played. The rule may try something out
    /// on the position; it must leave it as it was.
    pub fn rewrite_by_trying(
        &mut self,
        rewrite: impl Fn(&Rules, &mut Position, Side, Candidate, &mut Vec<Candidate>)
        + Send
        + Sync
        + 'static,
    ) {
        self.hooks.rewrite.push(RewriteHook {
            rule: self.rule,
            captures_only: false,
            displaces: Displaces::Anything,
            act: Box::new(rewrite),
        });
    }

    /// Effects of a move, at their place in the order, whatever they are.
    pub fn after(
        &mut self,
        rank: Rank,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.after_touching(rank, Touch::Anything, hook);
    }

    /// Effects of a move that reach no further than told. A hook for [`Touch::Captures`],
    /// [`Touch::Capturer`] or [`Touch::Rebirth`] is called for captures only.
    pub fn after_touching(
        &mut self,
        rank: Rank,
        touch: Touch,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.after_displacing(rank, touch, touch.displaces(), hook);
    }

    /// The same, for effects that bring men to no other places than these.
    pub fn after_displacing(
        &mut self,
        rank: Rank,
        touch: Touch,
        displaces: Displaces,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch,
            of: None,
            foretold: Foretold::Nothing,
            displaces,
            act: Box::new(looking(hook)),
        });
    }

    /// Effects of moves of men, with this attribute if one is named, that give the man that moved
    /// the walk that `next` tells of its own and change nothing else.
    pub fn change_walk(
        &mut self,
        of: Option<Attribute>,
        rank: Rank,
        next: impl Fn(WalkId) -> WalkId + Send + Sync + 'static,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch: Touch::Mover,
            of,
            foretold: Foretold::Walk(Box::new(next)),
            displaces: Displaces::Nothing,
            act: Box::new(looking(hook)),
        });
    }

    /// Effects of captures that put the capturing man on one of its homes or refuse the move, and
    /// change nothing else.
    pub fn move_capturer(
        &mut self,
        rank: Rank,
        homes: impl Fn(View<'_>, Piece, Side) -> SquareSet + Send + Sync + 'static,
        displaces: Displaces,
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch: Touch::Away,
            of: None,
            foretold: Foretold::Homes(Box::new(homes)),
            displaces,
            act: Box::new(looking(hook)),
        });
    }

    /// Effects of the moves of men that had this attribute before them; other moves are none of
    /// its business.
    pub fn after_moves_of(
        &mut self,
        attribute: Attribute,
        (rank, touch): (Rank, Touch),
        hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
    ) {
        self.add_after(AfterHook {
            rule: self.rule,
            rank,
            touch,
            of: Some(attribute),
            foretold: Foretold::Nothing,
            displaces: touch.displaces(),
            act: Box::new(looking(hook)),
        });
    }

    pub(super) fn add_after(&mut self, hook: AfterHook) {
        let hooks = &mut self.hooks.after;
        let place = hooks.partition_point(|other| other.rank <= hook.rank);
        hooks.insert(place, hook);
    }

    /// Whether a played move may stand. Also asked of the trial capture of a royal man
    /// (see [`Turn::trial`]) when checks are judged by playing.
    pub fn keep_legal(
        &mut self,
        legal: impl Fn(&Rules, &mut Position, &Turn) -> bool + Send + Sync + 'static,
    ) {
        self.add_legal(Judged::All, legal);
    }

    /// As [`keep_legal`](RulesBuilder::keep_legal), for a rule that lets every move of one man
    /// stand behind which another man is on one of these squares about its arrival.
    pub fn keep_legal_in_company(
        &mut self,
        company: impl Fn(View<'_>, Square) -> SquareSet + Send + Sync + 'static,
        legal: impl Fn(&Rules, &mut Position, &Turn) -> bool + Send + Sync + 'static,
    ) {
        self.add_legal(Judged::Lonely(Box::new(company)), legal);
    }

    /// As [`keep_legal`](RulesBuilder::keep_legal), for a rule that lets all moves stand that do
    /// not check: it is asked only for moves that may.
    pub fn keep_legal_checks(
        &mut self,
        legal: impl Fn(&Rules, &mut Position, &Turn) -> bool + Send + Sync + 'static,
    ) {
        self.add_legal(Judged::Checks, legal);
    }

    /// As [`keep_legal`](RulesBuilder::keep_legal), for a rule that lets all moves stand that do
    /// no more than they say and bring no pawn to its last rank.
    pub fn keep_legal_on_last_rank(
        &mut self,
        legal: impl Fn(&Rules, &mut Position, &Turn) -> bool + Send + Sync + 'static,
    ) {
        self.add_legal(Judged::ToLastRank, legal);
    }

    fn add_legal(
        &mut self,
        judged: Judged,
        legal: impl Fn(&Rules, &mut Position, &Turn) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(legal));
        self.hooks.legal.push(LegalHook { rule, judged, act });
    }

    /// For men of this kind every man hopped over makes a move of its own, see [`Turn::hurdle`].
    pub fn follow_hurdles(&mut self, of: impl Fn(Piece) -> bool + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(of));
        self.hooks.hurdles.push(Hook { rule, act });
    }

    /// The men that the man on a square takes notice of when it moves, captures and observes;
    /// all others might as well not be there.
    pub fn limit_sight(
        &mut self,
        seen: impl Fn(View<'_>, Square) -> SquareSet + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(seen));
        self.hooks.sight = Some(Hook { rule, act });
    }

    /// The moves of men with this attribute are listed before those of all others.
    pub fn list_first(&mut self, attribute: Attribute) {
        self.listed_first = Some(attribute);
    }

    /// Of its legal moves `side` may only play those of the greatest merit; several such rules
    /// take their turns.
    pub fn select_best(
        &mut self,
        side: Side,
        merit: impl Fn(View<'_>, &Candidate) -> i64 + Send + Sync + 'static,
    ) {
        self.prefer(side, false, Measure::Before(Box::new(merit)));
    }

    /// The same, for a rule that looks at nothing but departure, arrival, castling and whether
    /// something is captured, as long as the walk of the man is one of the game.
    pub fn select_best_way(
        &mut self,
        side: Side,
        merit: impl Fn(View<'_>, &Candidate) -> i64 + Send + Sync + 'static,
    ) {
        self.prefer(side, true, Measure::Before(Box::new(merit)));
    }

    pub(super) fn prefer(&mut self, side: Side, by_way: bool, merit: Measure) {
        let rule = self.rule;
        let mut judges = self.hooks.select.iter();
        let other = judges.find(|judge| judge.side == side && judge.rule != rule);
        if let Some(other) = other {
            let other = other.rule;
            self.refuse(format!(
                "{other} and {rule} both say which legal moves the same side may play, and neither comes first"
            ));
            return;
        }
        let judges = self.hooks.select.iter();
        if judges.filter(|judge| judge.side == side).count() == JUDGES {
            self.refuse("so many rules on the best moves of a side are not supported yet");
            return;
        }
        self.hooks.select.push(Preference {
            rule: self.rule,
            side,
            by_way,
            merit,
        });
    }

    /// Squares that are royal whoever stands there.
    pub fn royal_squares(
        &mut self,
        squares: impl Fn(View<'_>, Side) -> SquareSet + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(squares));
        self.hooks.royal_squares.push(Hook { rule, act });
    }

    /// How else a side could take the royal man on a square than by a capture there.
    pub fn attack_otherwise(
        &mut self,
        attacks: impl Fn(&Rules, &mut Position, Square, Side) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(attacks));
        self.hooks.attack.push(Hook { rule, act });
    }

    /// Pawns on their own first rank go one step, and capture, as from other ranks.
    pub fn pawns_leave_first_rank(&mut self) {
        self.pawns_leave_first_rank = true;
    }

    /// In the diagram the side that is not to move may be in check.
    pub fn check_may_stand(&mut self) {
        self.check_may_stand = true;
    }

    /// Whether the game is over by a rule of its own, and who has won.
    pub fn end_game(&mut self, winner: impl Fn(View<'_>) -> Option<Side> + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(winner));
        self.hooks.end.push(Hook { rule, act });
    }

    /// Changes the diagram before play.
    pub fn set_up(&mut self, setup: impl Fn(&mut Position) + Send + Sync + 'static) {
        let (rule, act) = (self.rule, Box::new(setup));
        self.hooks.setup.push(Hook { rule, act });
    }

    /// The compiled rules and the position before play.
    ///
    /// # Errors
    /// The first reason for which a condition refused the problem.
    pub fn build(mut self) -> Result<(Rules, Position), Refusal> {
        if self.problem.options.null_moves && self.problem.options.set_play {
            self.refuse("null moves and set play exclude each other");
        }
        self.refuse_idle_powers();
        if let Some(refusal) = self.refusal.take() {
            return Err(refusal);
        }
        let goal = self.problem.stipulation.map(|stipulation| stipulation.goal);
        if goal == Some(Goal::Run) && self.hooks.end.is_empty() {
            let reason = "no rule of this game wins by a king's run";
            return Err(Refusal::Combination(reason.to_owned()));
        }
        let geometry = self.geometry.clone();
        let is_pawn = |walk: &WalkId| walk.row().is_pawn();
        let has_pawn = self.walks.iter().any(is_pawn);
        let promotions = self.promotions.take();
        let promotions_of = |pawn: WalkId| {
            let set = promotions.clone();
            let further = &self.further_promotions;
            let walks =
                set.unwrap_or_else(|| usual_promotions(pawn, self.army, &self.walks, further));
            self.forms_of(walks)
        };
        let usual = promotions_of(walk_id::PAWN);
        let pawns = self.walks.iter().chain(&self.further_walks);
        let special = pawns.filter(|walk| is_pawn(walk) && has_own_officers(**walk));
        let special: Vec<(WalkId, Vec<Promotion>)> =
            special.map(|&pawn| (pawn, promotions_of(pawn))).collect();
        let mut walks = std::mem::take(&mut self.walks);
        walks.append(&mut self.further_walks);
        if has_pawn || walks.iter().any(is_pawn) {
            walks.extend(usual.iter().map(|promotion| promotion.walk));
        }
        for (_, promotions) in &special {
            walks.extend(promotions.iter().map(|promotion| promotion.walk));
        }
        walks.sort();
        walks.dedup();
        let by_squares = |walk: &WalkId| walk.row().is_listed_by_squares();
        let listed_by_squares = self.listed_by_squares || walks.iter().any(by_squares);
        let table = match self.pawns_leave_first_rank {
            true => WalkTable::compile_with_free_pawns(&geometry, walks.iter().copied()),
            false => WalkTable::compile(&geometry, walks.iter().copied()),
        };
        let castlings = castlings_of(&geometry, self.castling_ways);
        let checks_played_of = self.checks_played_of;
        let settings = Settings {
            check_by_playing: self.check_by_playing,
            checks_played_of,
            check_may_stand: self.check_may_stand,
        };
        let facts = Facts::of(&self.hooks, &settings);
        let (check_by_playing, rewrite_checks) = (self.check_by_playing, self.rewrite_checks);
        let passing_slots = self.passing_slots();
        let options = &self.problem.options;
        let exclusive_rights = exclusive_rights(&options.castling_mutually_exclusive);
        let start = self.problem.start_of_play();
        let mut position = position_of(&start, self.problem, self.army, &walks);
        for setup in &self.hooks.setup {
            setup(&mut position);
        }
        set_last_move(
            &mut position,
            self.last_move.reduced_to(self.last_move_facts),
        );
        position.forget_history();
        let target = self.problem.target();
        let target: Option<Vec<_>> = target.map(|target| target.men().collect());
        let promotion_squares = Side::BOTH.map(|side| {
            let named = self.promotion_squares[side.index()];
            named.unwrap_or_else(|| geometry.promotion_squares(side))
        });
        // The routes of pawns lead to the last rank.
        let on_usual_ways = geometry == Geometry::standard()
            && self.promotion_squares == [None; 2]
            && facts.keep_ways();
        let routes = target.as_ref().filter(|_| on_usual_ways).and_then(|men| {
            let promotions: Vec<WalkId> = usual.iter().map(|form| form.walk).collect();
            Target::new(men, &walks, &promotions, self.hooks.sight.is_none())
        });
        let displaced = match &target {
            Some(men) if routes.is_none() => {
                let promotions: Vec<WalkId> = usual.iter().map(|form| form.walk).collect();
                let is_usual = geometry == Geometry::standard()
                    && !self.pawns_leave_first_rank
                    && special.is_empty()
                    && facts.steps_are_usual();
                let displacements = self.hooks.displacements().filter(|_| is_usual);
                displacements.and_then(|displacements| {
                    let castlings: Vec<Castled> = castlings.iter().map(Castled::from).collect();
                    Displaced::new(
                        men,
                        &Ways {
                            geometry: &geometry,
                            displacements: &displacements,
                            promotions: &promotions,
                            promotion_squares,
                            castlings: &castlings,
                        },
                    )
                })
            }
            _ => None,
        };
        let rules = Rules {
            table,
            walks,
            promotions: usual,
            special_promotions: special,
            promotion_squares,
            geometry,
            army: self.army,
            castlings,
            homes: start.men().map(|(on, _)| on).collect(),
            target,
            routes: routes.map(Arc::new),
            displaced: displaced.map(Arc::new),
            listed_by_squares,
            listed_first: self.listed_first,
            men_differ: self.men_differ || self.problem.goals().any(Goal::tells_men_apart),
            check_by_playing,
            checks_played_of,
            rewrite_checks,
            check_may_stand: self.check_may_stand,
            null_moves: options.null_moves,
            exclusive_rights,
            passing_slots,
            last_move_facts: self.last_move_facts,
            facts,
            short_cuts: ShortCuts::ALL,
            quick: QUICK,
            hooks: self.hooks,
        };
        Ok((rules, position))
    }
}

impl RulesBuilder<'_> {
    /// A walk of the composer's own with a power that leads nowhere on this board is a slip.
    fn refuse_idle_powers(&mut self) {
        let idle = |walk: &WalkId| Some((*walk, idle_power(*walk, &self.geometry)?));
        if let Some((walk, power)) = self.walks.iter().find_map(idle) {
            let walk = walk.row().letters[0];
            self.refuse(format!(
                "no man can go anywhere on this board by `{power}`, a power of {walk}"
            ));
        }
    }

    /// What a pawn may become: walks, each with the attributes that promotions carry.
    fn forms_of(&self, walks: Vec<WalkId>) -> Vec<Promotion> {
        let mut all = Vec::with_capacity(2 * walks.len());
        for promotion in walks.into_iter().flat_map(|walk| self.promotions_to(walk)) {
            all.push(promotion);
            for (attribute, walks) in &self.optional {
                if walks.contains(&promotion.walk) {
                    let marks = promotion.marks.with(*attribute);
                    all.push(Promotion { marks, ..promotion });
                }
            }
        }
        all
    }

    /// The forms of a walk that the men of the diagram show; plain men if there are none.
    fn promotions_to(&self, walk: WalkId) -> Vec<Promotion> {
        let mut found: Vec<Promotion> = Vec::new();
        for piece in self.problem.men() {
            let marks = piece.attributes().intersection(self.carried);
            let promotion = Promotion { walk, marks };
            if piece.walk() == walk && !found.contains(&promotion) {
                found.push(promotion);
            }
        }
        if found.is_empty() {
            found.push(Promotion {
                walk,
                marks: Attributes::NONE,
            });
        }
        found.sort_by_key(|promotion| promotion.marks);
        found
    }
}

/// A hook with effects that only looks at the position.
fn looking(
    hook: impl Fn(View<'_>, &Turn, &mut Outcome<'_>) + Send + Sync + 'static,
) -> impl Fn(&Rules, &mut Position, &Turn, &mut Outcome<'_>) + Send + Sync + 'static {
    move |rules, position, turn, outcome| hook(rules.view(position), turn, outcome)
}

/// What a pawn may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// Its new walk.
    pub walk: WalkId,
    /// The attributes it gets.
    pub marks: Attributes,
}

impl Promotion {
    /// Whether the promoted man gets no attribute.
    pub fn is_plain(&self) -> bool {
        self.marks == Attributes::NONE
    }
}

/// The pawn's own officers, every walk of the diagram that is neither king nor pawn, and what
/// conditions add.
fn usual_promotions(
    pawn: WalkId,
    army: Army,
    diagram: &[WalkId],
    further: &[WalkId],
) -> Vec<WalkId> {
    let fairy = diagram.iter().filter(|walk| walk.row().is_promotion());
    let officers = pawn.row().officers().map(|officer| army.walk(officer));
    let mut walks: Vec<WalkId> = officers.chain(fairy.copied()).collect();
    walks.extend(further);
    walks.sort();
    walks.dedup();
    walks
}

/// Whether it promotes to others than the usual pawn.
fn has_own_officers(pawn: WalkId) -> bool {
    pawn.row().officers != walk_id::PAWN.row().officers
}

/// A diagram as a position, with the rights it suggests.
fn position_of(diagram: &Diagram, problem: &Problem, army: Army, walks: &[WalkId]) -> Position {
    let most = walks.iter().map(|walk| walk.index() + 1).max();
    let mut position = Position::empty(WALKS.len().max(most.unwrap_or(0)));
    for (number, (on, piece)) in diagram.men().enumerate() {
        position.apply(
            Effect::Place {
                on,
                piece,
                id: number as u16 + 1,
            },
            Reason::Silent,
        );
    }
    let rights = rights_of(&position, army, problem.options.no_castling);
    position.apply(
        Effect::Set {
            slot: Slot::CASTLING,
            value: rights,
        },
        Reason::Silent,
    );
    if let [_, passed @ .., arrival] = problem.options.en_passant.as_slice() {
        let value = pack_squares(passed.iter().copied().chain([*arrival]));
        position.apply(
            Effect::Set {
                slot: Slot::EN_PASSANT,
                value,
            },
            Reason::Silent,
        );
    }
    position
}
