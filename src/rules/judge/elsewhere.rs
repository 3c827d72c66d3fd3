//! Captures by men that act as if they stood on another square than their own.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, Step, WalkId, Which, walk_id};
use crate::position::{Effect, Position, Reason};
use crate::rules::hooks::asked::Stance;
use crate::rules::hooks::hook::{Actor, Purpose, Ring};
use crate::rules::judge::observe::Captures;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::{Judge, View};

/// The men with one of them somewhere else.
#[derive(Debug)]
pub struct Relocated<'a, M = Position> {
    /// Who stands where.
    pub position: &'a M,
    /// The square of the man.
    pub from: Square,
    /// Where it is imagined.
    pub origin: Square,
    /// Which men it takes for those of a side, where rules say so.
    pub hostile: Option<(Side, SquareSet)>,
}

impl<M> Relocated<'_, M> {
    fn moved(&self, mut squares: SquareSet) -> SquareSet {
        if squares.contains(self.from) {
            squares.remove(self.from);
            squares.insert(self.origin);
        }
        squares
    }
}

impl<M: Men> Men for Relocated<'_, M> {
    fn on(&self, square: Square) -> Piece {
        match square {
            _ if square == self.origin => self.position.on(self.from),
            _ if square == self.from => Piece::NONE,
            _ => self.position.on(square),
        }
    }

    fn occupied(&self) -> SquareSet {
        self.moved(self.position.occupied())
    }

    fn men_of(&self, side: Side) -> SquareSet {
        self.moved(match self.hostile {
            Some((of, men)) if of == side => men,
            _ => self.position.men_of(side),
        })
    }
}

impl Judge<'_> {
    /// Whether rules let men capture from elsewhere.
    #[inline]
    pub(in crate::rules) fn captures_from_elsewhere(self) -> bool {
        !self.hooks.origins.is_empty()
    }

    /// Whether rules judge the checks of men that leave from elsewhere, and what they observe, as if
    /// they stood there.
    pub(in crate::rules) fn judges_checks_at_origin(self) -> bool {
        let mut hooks = self.hooks.origins.iter();
        hooks.any(|hook| hook.stance != Stance::Home)
    }

    /// What rules judge in place of a capture from elsewhere, for the sake of check or observation,
    /// where they judge it from its origin.
    pub(in crate::rules) fn check_at_origin(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
    ) -> Option<(Position, PseudoMove)> {
        let judges = self.judges_checks_at_origin();
        judges.then(|| at_origin(position, pseudo_move)).flatten()
    }

    /// The men of `by` that observe `target` from elsewhere, one by one until `stop` says so.
    pub(in crate::rules) fn find_observer_elsewhere(
        self,
        position: &Position,
        target: Square,
        by: Side,
        ring: Ring,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        let observes = |&square: &Square| {
            let actor = Actor { square, side: by };
            self.observes_from_elsewhere(position, actor, target, ring)
        };
        self.captures_from_elsewhere() && position.men_of(by).filter(observes).any(stop)
    }

    /// Whether the rules of this ring let the man observe `target` from another square.
    #[inline]
    pub(in crate::rules) fn observes_from_elsewhere(
        self,
        position: &Position,
        actor: Actor,
        target: Square,
        ring: Ring,
    ) -> bool {
        if !self.captures_from_elsewhere() {
            return false;
        }
        let found = self.ways_from_elsewhere(position, actor, target, purpose_in(ring));
        self.some_way_stands(position, actor, &found, ring)
    }

    /// The same with this walk, its own or a borrowed one.
    pub(in crate::rules) fn observes_with_from_elsewhere(
        self,
        position: &Position,
        (actor, walk): (Actor, WalkId),
        target: Square,
        ring: Ring,
    ) -> bool {
        if !self.captures_from_elsewhere() {
            return false;
        }
        let mut found = Captures::new();
        if actor.square != target {
            self.add_ways_from_elsewhere(position, (actor, walk), target, &mut found);
        }
        self.some_way_stands(position, actor, &found, ring)
    }

    fn some_way_stands(
        self,
        position: &Position,
        actor: Actor,
        ways: &[PseudoMove],
        ring: Ring,
    ) -> bool {
        let may_act =
            |position: &Position, actor| ring < Ring::Actor || !self.is_forbidden(position, actor);
        let is_open = |position: &Position, pseudo_move: &PseudoMove| {
            self.line_is_open(position, ring, actor.side, pseudo_move)
                && (ring < Ring::Capture
                    || self.capture_is_allowed(position, actor.side, pseudo_move))
        };
        if ways.is_empty() {
            return false;
        }
        if !self.judges_checks_at_origin() {
            return may_act(position, actor) && ways.iter().any(|way| is_open(position, way));
        }
        let mut seen = ways
            .iter()
            .filter_map(|way| self.check_at_origin(position, way));
        seen.any(|(there, way)| {
            let actor = Actor {
                square: way.from,
                ..actor
            };
            may_act(&there, actor) && is_open(&there, &way)
        })
    }

    /// Whether a side could capture the royal man on `target` from elsewhere.
    pub(in crate::rules) fn is_attacked_from_elsewhere(
        self,
        position: &mut Position,
        target: Square,
        by: Side,
    ) -> bool {
        if !self.captures_from_elsewhere() {
            return false;
        }
        position.men_of(by).any(|square| {
            let actor = Actor { square, side: by };
            let ways = self.ways_from_elsewhere(position, actor, target, Purpose::Capture);
            let mut ways = ways.into_iter();
            ways.any(|way| self.capture_counts(position, way, by))
        })
    }

    /// The men of a side that could capture a royal man on `target` from elsewhere, each as often
    /// as it could.
    pub fn attackers_from_elsewhere(
        self,
        position: &mut Position,
        target: Square,
        by: Side,
    ) -> Vec<Square> {
        if !self.captures_from_elsewhere() {
            return Vec::new();
        }
        let ways = |square| {
            let actor = Actor { square, side: by };
            self.ways_from_elsewhere(position, actor, target, Purpose::Capture)
        };
        let mut found: Vec<PseudoMove> = position.men_of(by).into_iter().flat_map(ways).collect();
        found.retain(|way| self.capture_counts(position, *way, by));
        found.iter().map(|way| way.from).collect()
    }

    /// The captures on `target` that the walks of the man for this purpose allow from other squares.
    fn ways_from_elsewhere(
        self,
        position: &Position,
        actor: Actor,
        target: Square,
        purpose: Purpose,
    ) -> Captures {
        let mut found = Captures::new();
        if actor.square == target {
            return found;
        }
        for walk in self.walks_of(position, actor, purpose) {
            self.add_ways_from_elsewhere(position, (actor, walk), target, &mut found);
        }
        found
    }

    fn add_ways_from_elsewhere(
        self,
        position: &Position,
        (actor, walk): (Actor, WalkId),
        target: Square,
        found: &mut Captures,
    ) {
        let Actor { square: from, side } = actor;
        let near = self.table.reach(walk, side, target);
        for hook in &self.hooks.origins {
            let Some(origins) = (hook.act)(self.view(position), actor, walk) else {
                continue;
            };
            debug_assert!(
                hook.keeps_promise(self.view(position), (actor, walk), origins),
                "{} lets a man capture from elsewhere than it promised",
                hook.rule
            );
            for origin in (origins & near).filter(|&origin| origin != from) {
                let men = Relocated {
                    position,
                    from,
                    origin,
                    hostile: None,
                };
                if !self.table.captures_on(&men, walk, side, origin, target) {
                    continue;
                }
                let kind = Kind::Via {
                    origin,
                    double_step: false,
                };
                let way = |to| PseudoMove {
                    from,
                    to,
                    captured: Some(target),
                    kind,
                };
                if !walk.row().captures_elsewhere() {
                    found.push(way(target));
                    continue;
                }
                let sink = &mut |step: Step| {
                    if step.captured == Some(target) {
                        found.push(way(step.to));
                    }
                };
                let men = Prey {
                    men: &men,
                    on: target,
                    side: !side,
                };
                let which = Which::Captures;
                self.table.steps(&men, walk, side, origin, which, sink);
            }
        }
    }
}

impl View<'_> {
    /// Whether rules let men capture from elsewhere.
    pub fn captures_from_elsewhere(self) -> bool {
        self.rules.judge().captures_from_elsewhere()
    }

    /// From where else a man observes `target`, as rules judge it: each such square, and the position with
    /// the man on it. Where they judge it by its own square, that one.
    pub fn elsewhere(self, actor: Actor, target: Square, ring: Ring) -> Vec<(Square, Position)> {
        if self.rules.judge().judges_checks_at_origin() {
            return self.origins(actor, target, ring);
        }
        let (rules, position) = (self.rules, self.position);
        match rules
            .judge()
            .observes_from_elsewhere(position, actor, target, ring)
        {
            true => vec![(actor.square, position.sketch())],
            false => Vec::new(),
        }
    }

    /// The same with the square where the man really sets out.
    pub fn origins(self, actor: Actor, target: Square, ring: Ring) -> Vec<(Square, Position)> {
        let (rules, position) = (self.rules, self.position);
        if !rules.judge().captures_from_elsewhere() {
            return Vec::new();
        }
        let ways = rules
            .judge()
            .ways_from_elsewhere(position, actor, target, purpose_in(ring));
        let stands = |way: &PseudoMove| {
            rules
                .judge()
                .some_way_stands(position, actor, &[*way], ring)
        };
        let scene = |way: PseudoMove| at_origin(position, &way);
        let scenes = ways.into_iter().filter(stands).filter_map(scene);
        scenes.map(|(there, way)| (way.from, there)).collect()
    }
}

/// What a man captures for: a rule that lends walks asks who observes whom as if there were no loans.
fn purpose_in(ring: Ring) -> Purpose {
    match Purpose::Observe(ring) {
        watching if watching.is_to_watch() => watching,
        _ => Purpose::Capture,
    }
}

/// The position with the man of a move from elsewhere on the square where it sets out, and its move
/// from there.
fn at_origin(position: &Position, pseudo_move: &PseudoMove) -> Option<(Position, PseudoMove)> {
    let Kind::Via {
        origin,
        double_step,
    } = pseudo_move.kind
    else {
        return None;
    };
    let mut there = position.sketch();
    there.begin_ply(there.turn());
    let (from, to) = (pseudo_move.from, origin);
    there.apply(Effect::Move { from, to }, Reason::Silent);
    let kind = match double_step {
        true => Kind::DoubleStep,
        false => Kind::Ordinary,
    };
    let way = PseudoMove {
        from: origin,
        kind,
        ..*pseudo_move
    };
    Some((there, way))
}

/// The men with a hostile one on a square that is asked about, whoever stands there.
pub(in crate::rules) struct Prey<'a, M> {
    pub men: &'a M,
    pub on: Square,
    /// To which side it belongs.
    pub side: Side,
}

impl<M: Men> Men for Prey<'_, M> {
    fn on(&self, square: Square) -> Piece {
        let man = self.men.on(square);
        match man.is_some() {
            _ if square != self.on => man,
            true => man.with_sides(self.side.into()),
            false => Piece::new(walk_id::PAWN, self.side.into()),
        }
    }

    fn occupied(&self) -> SquareSet {
        self.men.occupied() | SquareSet::of(self.on)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        let men = self.men.men_of(side);
        match side == self.side {
            true => men | SquareSet::of(self.on),
            false => men & !SquareSet::of(self.on),
        }
    }
}
