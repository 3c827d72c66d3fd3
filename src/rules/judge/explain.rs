//! Why a move is illegal: asks every rule by its name what it has against it.

use crate::board::{Side, Square};
use crate::position::Position;
use crate::rules::Judge;
use crate::rules::hooks::hook::{Actor, Ring};
use crate::rules::play::pseudo_move::{Move, PseudoMove};

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The side to move has no man there that it may move.
    NoMan,
    /// The game is over.
    GameOver,
    /// The man may not act at all.
    CannotAct,
    /// Its walk does not lead there.
    NoWay,
    /// The way is closed.
    Closed,
    /// The capture would not stand.
    CannotCapture,
    /// The move may not be played.
    Forbidden,
    /// Nothing is left of the move once its second leg is looked for.
    CannotGoOn,
    /// Other moves of the man or of the side rule it out.
    RuledOut,
    /// It cannot be played to its end.
    Refused,
    /// The position after it is not allowed.
    NotAllowed,
    /// It leaves the own side in check.
    LeavesCheck,
    /// The side has better moves and must play one of these.
    NotBest,
}

/// What one rule has against a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The key of the condition or attribute that objects; none for the usual rules of the game.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub fault: Fault,
    /// The squares that matter: of the man that cannot act and those that observe it, of the
    /// king in check and the men that check it, of the arrivals of better moves.
    pub squares: Vec<Square>,
}

impl Objection {
    fn of(rule: &'static str, fault: Fault, squares: Vec<Square>) -> Objection {
        let rule = Some(rule).filter(|rule| !rule.is_empty());
        Objection {
            rule,
            fault,
            squares,
        }
    }

    fn usual(fault: Fault, squares: Vec<Square>) -> Objection {
        Objection::of("", fault, squares)
    }
}

impl Judge<'_> {
    /// What the rules have against a move of `side` between these squares; nothing if it is
    /// legal, the best of the moves left aside. Ends with the first question to which some rule
    /// objects.
    pub(in crate::rules) fn objections(
        self,
        position: &mut Position,
        side: Side,
        (from, to): (Square, Square),
    ) -> Vec<Objection> {
        if self.winner(position).is_some() {
            let rules = self.hooks.end.iter();
            let ends = rules.map(|hook| Objection::of(hook.rule, Fault::GameOver, Vec::new()));
            return ends.collect();
        }
        let actor = match self.generator().movable(position, side).contains(from) {
            true => Actor { square: from, side },
            false if self.generator().lent(position, side).contains(from) => Actor {
                square: from,
                side: !side,
            },
            false => return vec![Objection::usual(Fault::NoMan, vec![from])],
        };
        let held = self.objections_to_actor(position, actor);
        if !held.is_empty() {
            return held;
        }
        let mut ways = Vec::new();
        self.generator().ways_of(position, actor, &mut ways);
        self.generator().extra_ways(position, side, &mut ways);
        ways.retain(|way| (way.from, way.to) == (from, to));
        if ways.is_empty() {
            return self.objections_without_way(actor);
        }
        let mut all = Vec::new();
        for way in ways {
            let found = self.objections_to_way(position, side, way);
            if found.is_empty() {
                return found;
            }
            all.extend(
                found
                    .into_iter()
                    .filter(|objection| !all.contains(objection))
                    .collect::<Vec<_>>(),
            );
        }
        all
    }

    fn objections_to_actor(self, position: &Position, actor: Actor) -> Vec<Objection> {
        let view = self.view(position);
        let holds = self
            .hooks
            .forbid
            .iter()
            .filter(|hook| (hook.act)(view, actor));
        let objection = |rule: &'static str| {
            let observers = view.observers(actor.square, !actor.side, Ring::Geometry);
            let squares = [actor.square].into_iter().chain(observers).collect();
            Objection::of(rule, Fault::CannotAct, squares)
        };
        holds.map(|hook| objection(hook.rule)).collect()
    }

    /// Whoever lends walks may be the reason why there is no way.
    fn objections_without_way(self, actor: Actor) -> Vec<Objection> {
        let squares = vec![actor.square];
        let lenders = self.hooks.borrow.iter();
        let of = |rule| Objection::of(rule, Fault::NoWay, squares.clone());
        let mut all: Vec<Objection> = lenders.map(|hook| of(hook.rule)).collect();
        if all.is_empty() {
            all.push(Objection::usual(Fault::NoWay, squares));
        }
        all
    }

    fn objections_to_way(
        self,
        position: &mut Position,
        side: Side,
        way: PseudoMove,
    ) -> Vec<Objection> {
        let filters = self.objections_of_filters(position, side, &way);
        if !filters.is_empty() {
            return filters;
        }
        let mut list = Vec::new();
        self.generator().pseudo_moves(position, side, &mut list);
        let mut goes_on = list.iter().filter(|found| found.from == way.from);
        match list.contains(&way) {
            true => self.objections_to_playing(position, side, way),
            false if goes_on.any(|found| found.captured == way.captured) => Vec::new(),
            false => self.objections_of_lists(way),
        }
    }

    fn objections_of_filters(
        self,
        position: &Position,
        side: Side,
        way: &PseudoMove,
    ) -> Vec<Objection> {
        let (view, hooks) = (self.view(position), &self.hooks);
        let squares = || vec![way.from, way.to];
        let mut all = Vec::new();
        let mut note = |rule, stands: bool, fault| {
            if !stands {
                all.push(Objection::of(rule, fault, squares()));
            }
        };
        for hook in &hooks.fixed_line {
            note(hook.rule, hook(view, side, way), Fault::Closed);
        }
        for hook in &hooks.line {
            let asked = way.is_capture() || !hook.captures_only;
            note(
                hook.rule,
                !asked || (hook.act)(view, side, way),
                Fault::Closed,
            );
        }
        for hook in hooks.capture.iter().filter(|_| way.is_capture()) {
            note(hook.rule, (hook.act)(view, side, way), Fault::CannotCapture);
        }
        for hook in &hooks.move_only {
            let asked = way.is_capture() || !hook.captures_only;
            note(
                hook.rule,
                !asked || (hook.act)(view, side, way),
                Fault::Forbidden,
            );
        }
        all
    }

    fn objections_of_lists(self, way: PseudoMove) -> Vec<Objection> {
        let squares = || vec![way.from, way.to];
        let rewrites = self
            .hooks
            .rewrite
            .iter()
            .map(|hook| (hook.rule, Fault::CannotGoOn));
        let siblings = self
            .hooks
            .siblings
            .iter()
            .map(|hook| (hook.rule, Fault::RuledOut));
        let all = rewrites.chain(siblings);
        all.map(|(rule, fault)| Objection::of(rule, fault, squares()))
            .collect()
    }

    fn objections_to_playing(
        self,
        position: &mut Position,
        side: Side,
        way: PseudoMove,
    ) -> Vec<Objection> {
        let mut movement = Move::first(way);
        loop {
            let found = self.objections_to_move(position, side, &mut movement);
            position.rewind();
            if found.is_empty() || !movement.choices.advance() {
                return found;
            }
        }
    }

    /// Leaves the move played.
    fn objections_to_move(
        self,
        position: &mut Position,
        side: Side,
        movement: &mut Move,
    ) -> Vec<Objection> {
        let way = movement.pseudo_move;
        let squares = || vec![way.from, way.to];
        let played = match self
            .player()
            .perform_unless_refused(position, movement, side)
        {
            Ok(played) => played,
            Err(rule) => return vec![Objection::of(rule, Fault::Refused, squares())],
        };
        let mut all = Vec::new();
        for hook in &self.hooks.legal {
            if !(hook.act)(self.0, position, &played) {
                all.push(Objection::of(hook.rule, Fault::NotAllowed, squares()));
            }
        }
        if self.in_check(position, side) {
            let rule = self.hooks.check.last().map_or("", |hook| hook.rule);
            let royals = self.royals(position, side);
            let view = self.view(position);
            let checkers = royals
                .into_iter()
                .flat_map(|royal| view.observers(royal, !side, Ring::Capture));
            let squares = royals.into_iter().chain(checkers).collect();
            all.push(Objection::of(rule, Fault::LeavesCheck, squares));
        }
        all
    }
}
