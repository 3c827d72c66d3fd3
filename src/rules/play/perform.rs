//! Playing: turns a move into effects, rank by rank, following the moved man.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Attributes, Men, Piece};
use crate::position::{
    Effect, LastMove, LastMoveFact, Position, Reason, Rolls, Slot, pack_squares,
};
use crate::rules::hooks::hook::{AfterHook, Captured, Effects, Outcome, Touch, Turn};
use crate::rules::hooks::rank::Rank;
use crate::rules::play::candidate::{Candidate, Choices, Kind, Move};
use crate::rules::play::generate::passed_squares;
use crate::rules::{Promotion, Rules, View};
use std::borrow::Cow;

impl Rules {
    /// Plays a move for `side` and tells whether it is legal. Opens a ply in
    /// any case, so the caller rewinds in any case.
    #[inline]
    pub(in crate::rules) fn play(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> bool {
        let turn = self.perform(position, movement, side, false);
        turn.is_some_and(|turn| !self.in_check(position, side) && self.stands(position, &turn))
    }

    /// Plays a move for `side` and tells whether it is legal; none if a rule that does not judge
    /// checks alone keeps it from being played. Opens a ply in any case.
    pub(in crate::rules) fn try_play(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Option<bool> {
        let turn = self.perform(position, movement, side, false)?;
        let safe = !self.in_check(position, side);
        let judged = |position: &mut Position, checks_only: bool| {
            let rules = self.hooks.legal.iter();
            let mut rules = rules.filter(|rule| rule.judges_checks() == checks_only);
            rules.all(|rule| (rule.act)(self, position, &turn))
        };
        judged(position, false).then(|| safe && judged(position, true))
    }

    /// Plays the capture of a royal man to see whether it would stand; the
    /// capturer's own safety is not asked for.
    pub(in crate::rules) fn play_trial(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> bool {
        let turn = self.perform(position, movement, side, true);
        turn.is_some_and(|turn| self.stands(position, &turn))
    }

    /// Plays a move known to be legal, recording its choices.
    pub(in crate::rules) fn play_safe(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) {
        self.perform(position, movement, side, false);
    }

    /// The side to move passes. What holds until the next move goes on holding, so in series
    /// play a double step can still paralyse and men just exchanged still rest.
    pub(in crate::rules) fn pass(&self, position: &mut Position, side: Side) {
        position.begin_ply(!side);
    }

    /// The side to move passes, and that counts as its move.
    pub(in crate::rules) fn pass_as_move(&self, position: &mut Position, side: Side) {
        position.begin_ply(!side);
        self.forget_last_ply(position);
        set_last_move(position, LastMove::default());
    }

    /// Whether the rules on played moves let this one stand. They may look far ahead, so the own
    /// check is asked for first.
    pub(in crate::rules) fn stands(&self, position: &mut Position, turn: &Turn) -> bool {
        self.stands_unless(position, turn, |_| false)
    }

    /// The same, leaving out the rules on checks where the move is known to give none.
    pub(in crate::rules) fn stands_unless(
        &self,
        position: &mut Position,
        turn: &Turn,
        checks_not: impl Fn(&Position) -> bool,
    ) -> bool {
        let mut legal = self.hooks.legal.iter();
        legal.all(|hook| {
            let stands =
                hook.judges_checks() && checks_not(position) || (hook.act)(self, position, turn);
            debug_assert!(
                stands || turn.trial || self.may_refuse(hook, position, turn),
                "{} refused a move that it promised to let stand",
                hook.rule
            );
            stands
        })
    }

    /// All effects of a move in their order; none when a rule refuses it on the way.
    #[inline]
    pub(in crate::rules) fn perform(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
        trial: bool,
    ) -> Option<Turn> {
        let turn = self.perform_unless_refused(position, movement, side, trial);
        turn.ok()
    }

    /// The same with the key of the rule that refuses it.
    pub(in crate::rules) fn perform_unless_refused(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
        trial: bool,
    ) -> Result<Turn, &'static str> {
        position.begin_ply(!side);
        movement.choices.restart();
        if movement.candidate.is_null() {
            return Ok(self.play_nothing(position, side));
        }
        if movement.candidate.kind == Kind::Bare {
            return Ok(self.play_bare(position, side));
        }
        self.run_before(position, movement, side)?;
        let mut turn = self.move_men(position, movement.candidate, side, trial);
        let choices = &mut movement.choices;
        if !self.hooks.hurdles.is_empty() {
            turn.hurdle = self.hurdle_of(position, &turn, choices);
        }
        if self.hooks.after.is_empty() {
            let arrival = turn.now.map(|on| (on, side));
            self.promote(position, &mut turn, arrival, choices);
        } else {
            self.run_after(position, &mut turn, choices)?;
        }
        self.go_on(position, &mut turn, choices)?;
        self.update_castling(position);
        self.remember_last_move(position, &turn);
        Ok(turn)
    }

    /// Lets the man go on as long as a rule knows ways and the player likes. What the move has
    /// been is told as one: from its first departure, with the last capture.
    fn go_on(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        choices: &mut Choices,
    ) -> Result<(), &'static str> {
        let Some(rule) = &self.hooks.go_on else {
            return Ok(());
        };
        let (from, departed) = (turn.candidate.from, turn.departed);
        let mut part = *turn;
        for _ in 0..MOST_PARTS {
            let ways = (rule.act)(self, position, &part);
            let Some(place) = choices.choose(ways.len() + 1).checked_sub(1) else {
                break;
            };
            part = self.play_part(position, &part, ways[place]);
            self.run_after(position, &mut part, choices)?;
            *turn = Turn {
                candidate: Candidate {
                    from,
                    captured: part.candidate.captured.or(turn.candidate.captured),
                    ..part.candidate
                },
                departed,
                captured: part.captured.or(turn.captured),
                reborn: part.reborn.or(turn.reborn),
                promoted: part.promoted || turn.promoted,
                ..part
            };
        }
        Ok(())
    }

    /// A further part of a move: the man captures, or goes without capture.
    fn play_part(&self, position: &mut Position, former: &Turn, candidate: Candidate) -> Turn {
        let Candidate {
            from,
            to,
            captured,
            kind,
        } = candidate;
        let departed = position.piece_on(from);
        self.forget_last_ply(position);
        let captured = captured.and_then(|on| capture(position, on, kind));
        position.apply(Effect::Move { from, to }, Reason::GoingOn);
        if kind == Kind::DoubleStep {
            let (slot, value) = (
                Slot::EN_PASSANT,
                pack_squares(passed_squares(self, from, to)),
            );
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
        Turn {
            candidate,
            departed,
            captured,
            now: Some(to),
            hurdle: None,
            reborn: None,
            promoted: false,
            ..*former
        }
    }

    /// Keeps what rules want to know about the move just played. Until here they saw the one
    /// before it.
    #[inline]
    fn remember_last_move(&self, position: &mut Position, turn: &Turn) {
        let others = self.last_move_facts.without(LastMoveFact::Exchange);
        let of_use = turn.candidate.kind == Kind::Exchange || position.slot(Slot::LAST_MOVE) != 0;
        if !others.is_empty() || of_use && !self.last_move_facts.is_empty() {
            let vector = self.vector_of(&turn.candidate);
            let last = LastMove {
                vector,
                ..last_move(position, turn)
            };
            let last = last.reduced_to(self.last_move_facts);
            set_last_move(position, last);
        }
    }

    /// The movement itself: captured man off, moved men to their squares.
    fn move_men(
        &self,
        position: &mut Position,
        candidate: Candidate,
        side: Side,
        trial: bool,
    ) -> Turn {
        let Candidate {
            from,
            to,
            captured,
            kind,
        } = candidate;
        let departed = position.piece_on(from);
        let id = position.id_on(from);
        self.forget_last_ply(position);
        if let Kind::Via { origin: to, .. } = kind {
            position.apply(Effect::Move { from, to }, Reason::Movement);
        }
        let captured = captured.and_then(|on| capture(position, on, kind));
        match kind {
            Kind::Ordinary | Kind::EnPassant if from == to => {
                position.apply(Effect::Note(from), Reason::Movement);
            }
            Kind::Ordinary | Kind::EnPassant => {
                position.apply(Effect::Move { from, to }, Reason::Movement)
            }
            Kind::DoubleStep => {
                position.apply(Effect::Move { from, to }, Reason::Movement);
                let value = pack_squares(passed_squares(self, from, to));
                position.apply(
                    Effect::Set {
                        slot: Slot::EN_PASSANT,
                        value,
                    },
                    Reason::Silent,
                );
            }
            Kind::Castling {
                partner_from,
                partner_to,
            } => {
                let reasons = match self.is_usual_castling(&candidate) {
                    true => [Reason::Castling; 2],
                    false => [Reason::Movement, Reason::Partner],
                };
                let partner = Effect::Move {
                    from: partner_from,
                    to: partner_to,
                };
                position.apply(Effect::Move { from, to }, reasons[0]);
                position.apply(partner, reasons[1]);
            }
            Kind::Via {
                origin,
                double_step,
            } => {
                let (from, reason) = (origin, Reason::GoingOn);
                match origin == to {
                    true => position.apply(Effect::Note(to), reason),
                    false => position.apply(Effect::Move { from, to }, reason),
                }
                if double_step {
                    let value = pack_squares(passed_squares(self, from, to));
                    let slot = Slot::EN_PASSANT;
                    position.apply(Effect::Set { slot, value }, Reason::Silent);
                }
            }
            Kind::CastlingVia {
                homes: [home, start],
                rook,
                partner_to,
            } => {
                let way = |from, to, reason| (Effect::Move { from, to }, reason);
                let ways = [
                    way(from, home, Reason::CapturerRebirth),
                    way(rook, start, Reason::CapturerRebirth),
                    way(home, to, Reason::Castling),
                    way(start, partner_to, Reason::Castling),
                ];
                let leads_on = |way: &&(Effect, Reason)| !matches!(way.0, Effect::Move { from, to } if from == to);
                for &(effect, reason) in ways.iter().filter(leads_on) {
                    position.apply(effect, reason);
                }
            }
            // Nobody moves.
            Kind::Bare => {}
            Kind::Exchange => {
                position.apply(
                    Effect::Swap {
                        first: from,
                        second: to,
                    },
                    Reason::Exchange,
                );
            }
        }
        Turn {
            candidate,
            side,
            departed,
            id,
            captured,
            now: Some(to),
            hurdle: None,
            reborn: None,
            returned: None,
            promoted: false,
            trial,
        }
    }

    /// The man hopped over; where the step leads over different men, the mover's choice.
    fn hurdle_of(&self, position: &Position, turn: &Turn, choices: &mut Choices) -> Option<Square> {
        let matters = self.hooks.hurdles.iter().any(|of| of(turn.departed));
        if !matters || turn.candidate.kind != Kind::Ordinary {
            return None;
        }
        let Candidate {
            from, to, captured, ..
        } = turn.candidate;
        let walk = turn.departed.walk();
        let before = Before { position, turn };
        let hurdles = self
            .table
            .hurdles(&before, walk, turn.side, from, (to, captured));
        let choice = match hurdles.len() {
            0 | 1 => 0,
            several => choices.choose(several),
        };
        hurdles.get(choice).copied()
    }

    /// From departure to arrival; none where no man goes anywhere.
    fn vector_of(&self, candidate: &Candidate) -> Option<(i8, i8)> {
        let Candidate { from, to, kind, .. } = *candidate;
        let board = &self.geometry;
        let files = board.file(to) as i8 - board.file(from) as i8;
        let ranks = board.rank(to) as i8 - board.rank(from) as i8;
        (kind != Kind::Bare).then_some((files, ranks))
    }

    /// A null move: not even the rules notice that somebody moved.
    fn play_nothing(&self, position: &mut Position, side: Side) -> Turn {
        self.forget_last_ply(position);
        set_last_move(position, LastMove::default());
        let slot = Slot::NULL_MOVE;
        position.apply(Effect::Set { slot, value: 1 }, Reason::Silent);
        turn_without_man(Candidate::NULL, side)
    }

    /// The move of a rule in which no man goes anywhere.
    fn play_bare(&self, position: &mut Position, side: Side) -> Turn {
        self.forget_last_ply(position);
        let mut effects = Vec::new();
        if let Some(bare) = &self.hooks.bare {
            (bare.effects)(self.view(position), side, &mut effects);
        }
        for (effect, reason) in effects {
            position.apply(effect, reason);
        }
        let turn = turn_without_man(Candidate::BARE, side);
        self.remember(position, &turn);
        self.remember_last_move(position, &turn);
        self.keep_castling_at_home(position);
        turn
    }

    /// Lets the rules that only remember something take notice of a move that no man makes.
    fn remember(&self, position: &mut Position, turn: &Turn) {
        let hooks = self.hooks.after.iter();
        for hook in hooks.filter(|hook| hook.touch == Touch::Memory) {
            let (mut choices, mut turn) = (Choices::default(), *turn);
            let _ = self.run(hook, position, &mut turn, &mut choices, &mut Effects::new());
        }
    }

    /// What rules do before the men move; none when one refuses the move.
    fn run_before(
        &self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Result<(), &'static str> {
        for hook in &self.hooks.before {
            let ask = |view: View<'_>, outcome: &mut Outcome<'_>| {
                hook(view, side, &movement.candidate, outcome);
            };
            let applied = self.apply_outcome(position, &mut movement.choices, ask);
            applied.ok_or(hook.rule)?;
        }
        Ok(())
    }

    /// Applies the effects that a rule has when asked; none when it refuses.
    fn apply_outcome(
        &self,
        position: &mut Position,
        choices: &mut Choices,
        ask: impl FnOnce(View<'_>, &mut Outcome<'_>),
    ) -> Option<()> {
        let mut effects = Effects::new();
        let mut outcome = Outcome {
            effects: &mut effects,
            choices,
            promotion: None,
            returned: None,
            refused: false,
        };
        ask(self.view(position), &mut outcome);
        if outcome.refused {
            return None;
        }
        for (effect, reason) in effects {
            position.apply(effect, reason);
        }
        Some(())
    }

    /// What holds for one ply only ends with the next.
    #[inline]
    fn forget_last_ply(&self, position: &mut Position) {
        for &slot in &self.passing_slots {
            if position.slot(slot) != 0 {
                position.apply(Effect::Set { slot, value: 0 }, Reason::Silent);
            }
        }
        if let Some(rolls) = Rolls::of_slot(position.slot(Slot::ROLLS)) {
            let (slot, value) = (Slot::ROLLS, rolls.after_move().packed());
            position.apply(Effect::Set { slot, value }, Reason::Roll);
        }
    }

    /// Runs the hooks in the order of their ranks, promotion in its place.
    fn run_after(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        choices: &mut Choices,
    ) -> Result<(), &'static str> {
        let hooks = &self.hooks.after;
        let late = hooks.partition_point(|hook| hook.rank < Rank::PROMOTION);
        let (early, late) = hooks.split_at(late);
        let (mover, captures) = (turn.departed, turn.captured.is_some());
        let concerned = |hook: &&AfterHook| hook.concerns(mover, captures);
        let mut effects = Effects::new();
        for hook in early.iter().filter(concerned) {
            let done = self.run(hook, position, turn, choices, &mut effects);
            done.ok_or(hook.rule)?;
        }
        let arrival = turn.now.map(|on| (on, turn.side));
        self.promote(position, turn, arrival, choices);
        for hook in late.iter().filter(concerned) {
            let done = self.run(hook, position, turn, choices, &mut effects);
            done.ok_or(hook.rule)?;
        }
        Ok(())
    }

    fn run(
        &self,
        hook: &AfterHook,
        position: &mut Position,
        turn: &mut Turn,
        choices: &mut Choices,
        effects: &mut Effects,
    ) -> Option<()> {
        let mut outcome = Outcome {
            effects,
            choices,
            promotion: None,
            returned: None,
            refused: false,
        };
        (hook.act)(self, position, turn, &mut outcome);
        if outcome.refused {
            outcome.effects.clear();
            return None;
        }
        let (promotion, returned) = (outcome.promotion, outcome.returned);
        debug_assert!(
            self.keeps_promise(hook, position, turn, effects),
            "{} promised {:?} and did {effects:?}",
            hook.rule,
            hook.touch
        );
        for (effect, reason) in effects.drain(..) {
            turn.now = follow(turn.now, effect);
            if let (Effect::Place { on, .. } | Effect::Unearth { on, .. }, Reason::Rebirth) =
                (effect, reason)
            {
                turn.reborn = Some(on);
                turn.returned = returned;
            }
            position.apply(effect, reason);
        }
        self.promote(position, turn, promotion, choices);
        Some(())
    }

    /// A pawn on its last rank becomes what the mover likes; a neutral one counts for the side.
    #[inline]
    fn promote(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        on: Option<(Square, Side)>,
        choices: &mut Choices,
    ) {
        let on = on.filter(|(on, _)| self.promotion_squares().contains(*on));
        if let Some((on, side)) = on {
            self.promote_on(position, turn, (on, side), choices);
        }
    }

    fn promote_on(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        (on, side): (Square, Side),
        choices: &mut Choices,
    ) {
        let piece = position.piece_on(on);
        if piece.is_none()
            || !piece.walk().row().is_pawn()
            || !self.stands_on_last_rank(piece, side, on)
        {
            return;
        }
        let has_all = [turn.now, turn.reborn].contains(&Some(on));
        let extra = if has_all {
            self.hooks.promotion.len()
        } else {
            0
        };
        let promotions = self.allowed_forms_of(position, piece);
        if promotions.is_empty() {
            return;
        }
        let choice = choices.choose(promotions.len() + extra);
        if turn.now == Some(on) {
            turn.promoted = true;
        }
        if let Some(promotion) = promotions.get(choice) {
            let piece = piece.with_walk(promotion.walk);
            position.apply(Effect::Alter { on, piece }, Reason::Promotion);
            let piece = piece.with_attributes(piece.attributes().union(promotion.marks));
            position.apply(Effect::Alter { on, piece }, Reason::Promotion);
            return;
        }
        let mut effects = Vec::new();
        self.hooks.promotion[choice - promotions.len()](self.view(position), on, &mut effects);
        for (effect, reason) in effects {
            turn.now = follow(turn.now, effect);
            position.apply(effect, reason);
        }
    }

    /// What this pawn may become as things stand.
    fn allowed_forms_of(&self, position: &Position, pawn: Piece) -> Cow<'_, [Promotion]> {
        let forms = self.forms_of(pawn);
        let rules = &self.hooks.keep_promotion;
        if rules.is_empty() {
            return forms;
        }
        let view = self.view(position);
        let keeps = |form: &Promotion| rules.iter().all(|keeps| keeps(view, pawn, form.walk));
        Cow::Owned(forms.iter().copied().filter(keeps).collect())
    }

    /// What this pawn may become; it keeps its own attributes, so some forms may be the same.
    fn forms_of(&self, pawn: Piece) -> Cow<'_, [Promotion]> {
        let has_none = pawn.attributes() == Attributes::NONE;
        let promotions = self.promotions_of(pawn.walk());
        if has_none || promotions.iter().all(Promotion::is_plain) {
            return Cow::Borrowed(promotions);
        }
        let form = |promotion: &Promotion| {
            let marks = pawn.attributes().union(promotion.marks);
            Promotion {
                marks,
                ..*promotion
            }
        };
        let mut forms: Vec<Promotion> = Vec::with_capacity(promotions.len());
        for form in promotions.iter().map(form) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        Cow::Owned(forms)
    }

    /// The last rank of a pawn is that of its own side, of a neutral one that of the side for which
    /// it moves or is reborn.
    fn stands_on_last_rank(&self, pawn: Piece, side: Side, on: Square) -> bool {
        let side = match pawn.is_neutral() {
            true => side,
            false if pawn.is_of(Side::White) => Side::White,
            false => Side::Black,
        };
        self.promotes_on(pawn.walk(), side, on)
    }
}

impl View<'_> {
    /// What this pawn may become now.
    pub fn promotions_of(self, pawn: Piece) -> Vec<Piece> {
        let forms = self.rules.allowed_forms_of(self.position, pawn);
        let become_one = |form: &Promotion| {
            let marks = pawn.attributes().union(form.marks);
            pawn.with_walk(form.walk).with_attributes(marks)
        };
        forms.iter().map(become_one).collect()
    }
}

/// Further parts of a move; more are never told.
const MOST_PARTS: usize = 12;

/// The men as they stood before the movement just made.
struct Before<'a> {
    position: &'a Position,
    turn: &'a Turn,
}

impl Before<'_> {
    fn put_back(&self, mut men: SquareSet, belongs: impl Fn(Piece) -> bool) -> SquareSet {
        let Candidate { from, to, .. } = self.turn.candidate;
        men.remove(to);
        if belongs(self.turn.departed) {
            men.insert(from);
        }
        if let Some(captured) = self.turn.captured.filter(|man| belongs(man.piece)) {
            men.insert(captured.on);
        }
        men
    }
}

impl Men for Before<'_> {
    fn on(&self, square: Square) -> Piece {
        let Candidate { from, to, .. } = self.turn.candidate;
        match self.turn.captured {
            Some(captured) if captured.on == square => captured.piece,
            _ if square == from => self.turn.departed,
            _ if square == to => Piece::NONE,
            _ => self.position.piece_on(square),
        }
    }

    fn occupied(&self) -> SquareSet {
        self.put_back(self.position.men(), Piece::is_some)
    }

    fn men_of(&self, side: Side) -> SquareSet {
        self.put_back(self.position.men_of(side), |piece| piece.is_of(side))
    }
}

/// All that can be known of a move when its effects are done.
fn last_move(position: &Position, turn: &Turn) -> LastMove {
    let Candidate { from, to, kind, .. } = turn.candidate;
    let side = Some(turn.side);
    if kind == Kind::Bare {
        return LastMove {
            side,
            ..LastMove::default()
        };
    }
    let moved = turn.now.map(|on| position.piece_on(on));
    LastMove {
        side,
        departure: Some(from),
        arrival: Some(to),
        vector: None,
        mover: Some(turn.departed),
        now: turn.now.filter(|_| moved.is_some_and(Piece::is_some)),
        arrived: moved.filter(|man| man.is_some()),
        captured: turn.captured.map(|man| (man.piece, man.on)),
        identities: [turn.id, turn.captured.map_or(0, |man| man.id)],
        exchange: (kind == Kind::Exchange).then_some([from, to]),
    }
}

/// Remembers a last move.
pub(in crate::rules) fn set_last_move(position: &mut Position, last: LastMove) {
    for (slot, value) in last.packed() {
        if position.slot(slot) != value {
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }
    }
}

/// The turn of a move that no man makes.
fn turn_without_man(candidate: Candidate, side: Side) -> Turn {
    Turn {
        candidate,
        side,
        departed: Piece::NONE,
        id: 0,
        captured: None,
        now: None,
        hurdle: None,
        reborn: None,
        returned: None,
        promoted: false,
        trial: false,
    }
}

fn capture(position: &mut Position, on: Square, kind: Kind) -> Option<Captured> {
    let (piece, id) = (position.piece_on(on), position.id_on(on));
    if piece.is_none() {
        return None;
    }
    let reason = if kind == Kind::EnPassant {
        Reason::EnPassantCapture
    } else {
        Reason::Capture
    };
    position.apply(Effect::Remove { on }, reason);
    Some(Captured { piece, id, on })
}

/// Where the followed man is after an effect.
fn follow(now: Option<Square>, effect: Effect) -> Option<Square> {
    match effect {
        Effect::Move { from, to } if now == Some(from) => Some(to),
        Effect::Remove { on } if now == Some(on) => None,
        Effect::Swap { first, second } if now == Some(first) => Some(second),
        Effect::Swap { first, second } if now == Some(second) => Some(first),
        _ => now,
    }
}
