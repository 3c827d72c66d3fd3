//! Playing: turns a move into effects, rank by rank, following the moved man.

mod effects;
mod fork;
mod last_move;
mod men;
mod promote;

use crate::board::{Side, Square};
use crate::men::Piece;
use crate::position::{Effect, LastMove, Position, Reason, Slot};
use crate::rules::Player;
use crate::rules::hooks::hook::{Captured, Idle, PlayedMove};
use crate::rules::play::pseudo_move::{Choices, Kind, Move, PseudoMove};
pub(in crate::rules) use fork::Ways;
use fork::{Fork, GoingOn};
pub(in crate::rules) use last_move::set_last_move;

impl Player<'_> {
    /// Plays a move for `side` and tells whether it is legal. Opens a ply in
    /// any case, so the caller rewinds in any case.
    #[inline]
    pub(in crate::rules) fn play(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> bool {
        let mut played = PlayedMove::of(side);
        self.perform_into(position, movement, &mut played)
            && !self.judge().in_check(position, side)
            && self.stands(position, &played)
    }

    /// Plays a move for `side` and tells whether it is legal; none if a rule that does not judge
    /// checks alone keeps it from being played. Opens a ply in any case.
    pub(in crate::rules) fn try_play(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Option<bool> {
        let played = self.perform(position, movement, side)?;
        let safe = !self.judge().in_check(position, side);
        let judged = |position: &mut Position, checks_only: bool| {
            let rules = self.hooks.legal.iter();
            let mut rules = rules.filter(|rule| rule.judges_checks() == checks_only);
            rules.all(|rule| (rule.act)(self.0, position, &played))
        };
        judged(position, false).then(|| safe && judged(position, true))
    }

    /// Plays the capture of a royal man to see whether it would stand; the
    /// capturer's own safety is not asked for.
    pub(in crate::rules) fn play_trial(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> bool {
        let mut played = PlayedMove {
            trial: true,
            ..PlayedMove::of(side)
        };
        self.perform_into(position, movement, &mut played) && self.stands(position, &played)
    }

    /// Plays a move known to be legal, recording its choices.
    pub(in crate::rules) fn play_safe(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) {
        self.perform_into(position, movement, &mut PlayedMove::of(side));
    }

    /// The side to move passes. What holds until the next move goes on holding, so in series
    /// play a double step can still paralyse and men just exchanged still rest.
    pub(in crate::rules) fn pass(self, position: &mut Position, side: Side) {
        position.begin_ply(!side);
    }

    /// The side to move passes, and that counts as its move.
    pub(in crate::rules) fn pass_as_move(self, position: &mut Position, side: Side) {
        position.begin_ply(!side);
        self.forget_last_ply(position);
        set_last_move(position, LastMove::default());
        self.run_behind_nothing(position, side);
        self.count_ply(position);
    }

    /// One ply more was played, where that matters.
    #[inline]
    fn count_ply(self, position: &mut Position) {
        if let Some(plies) = self.plies {
            plies.count(position);
        }
    }

    /// Whether the rules on played moves let this one stand. They may look far ahead, so the own
    /// check is asked for first.
    pub(in crate::rules) fn stands(self, position: &mut Position, played: &PlayedMove) -> bool {
        self.stands_unless(position, played, |_| false)
    }

    /// The same, leaving out the rules on checks where the move is known to give none.
    pub(in crate::rules) fn stands_unless(
        self,
        position: &mut Position,
        played: &PlayedMove,
        checks_not: impl Fn(&Position) -> bool,
    ) -> bool {
        let mut legal = self.hooks.legal.iter();
        legal.all(|hook| {
            let has_no_say =
                played.trial && !hook.judges_trials || hook.judges_checks() && checks_not(position);
            let stands = has_no_say || (hook.act)(self.0, position, played);
            debug_assert!(
                stands || played.trial || self.oracle().may_refuse(hook, position, played),
                "{} refused a move that it promised to let stand",
                hook.rule
            );
            stands
        })
    }

    /// All effects of a move in their order; none when a rule refuses it on the way.
    #[inline]
    pub(in crate::rules) fn perform(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Option<PlayedMove> {
        self.perform_unless_refused(position, movement, side).ok()
    }

    /// The same, written into `played`, which is as [`PlayedMove::of`] made it; false when a rule refuses the
    /// move. Turns are large, and returning them costs time.
    #[inline]
    pub(in crate::rules) fn perform_into(
        self,
        position: &mut Position,
        movement: &mut Move,
        played: &mut PlayedMove,
    ) -> bool {
        let played = self.perform_from_start(position, movement, played, &mut None);
        played.is_ok()
    }

    /// The same with the key of the rule that refuses it.
    pub(in crate::rules) fn perform_unless_refused(
        self,
        position: &mut Position,
        movement: &mut Move,
        side: Side,
    ) -> Result<PlayedMove, &'static str> {
        let mut played = PlayedMove::of(side);
        self.perform_from_start(position, movement, &mut played, &mut None)?;
        Ok(played)
    }

    /// The same, written into `played`; notes where the last open choice was asked for.
    #[inline]
    fn perform_from_start(
        self,
        position: &mut Position,
        movement: &mut Move,
        played: &mut PlayedMove,
        fork: &mut Option<Fork>,
    ) -> Result<(), &'static str> {
        let side = played.side;
        position.begin_ply(!side);
        movement.choices.restart();
        if movement.pseudo_move.is_null() {
            self.play_nothing(position, side);
            return Ok(());
        }
        if movement.pseudo_move.kind == Kind::Board {
            return self.play_board_move(position, played, &mut movement.choices);
        }
        self.run_before(position, movement, side)?;
        self.move_men(position, &movement.pseudo_move, played);
        let choices = &mut movement.choices;
        if !self.hooks.hurdles.is_empty() {
            played.hurdle = self.hurdle_of(position, played, choices);
        }
        self.run_after(position, played, choices, (0, fork))?;
        self.finish(position, played, choices, (None, fork))
    }

    /// What is left once all effects are done.
    #[inline]
    fn finish(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
        going_on: (Option<Box<GoingOn>>, &mut Option<Fork>),
    ) -> Result<(), &'static str> {
        if self.hooks.go_on.is_some() {
            self.go_on(position, played, choices, going_on)?;
            self.remember_all_parts(position, played);
        }
        debug_assert!(
            self.oracle().touches_no_more(position, &played.pseudo_move),
            "{:?} changed more squares than rules promise",
            played.pseudo_move
        );
        self.generator().update_castling(position);
        self.remember_last_move(position, played);
        self.count_ply(position);
        Ok(())
    }

    /// Lets the man go on as long as a rule knows ways and the player likes. What the move has
    /// been is told as one: from its first departure, with the last capture.
    fn go_on(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
        (going_on, fork): (Option<Box<GoingOn>>, &mut Option<Fork>),
    ) -> Result<(), &'static str> {
        let Some(rule) = &self.hooks.go_on else {
            return Ok(());
        };
        let (from, departed) = (played.pseudo_move.from, played.departed);
        let (mut part, first, mut known) = match going_on.map(|going_on| *going_on) {
            Some(GoingOn { part, parts, ways }) => (part, parts, Some(ways)),
            None => (*played, 0, None),
        };
        for parts in first..MOST_PARTS {
            if !choices.have_room() {
                break;
            }
            if rule.captures_only && part.captured.is_none() {
                debug_assert!((rule.act)(self.0, position, &part).is_empty());
                break;
            }
            let ways = known.take();
            let ways = ways.unwrap_or_else(|| (rule.act)(self.0, position, &part));
            let (mark, played_before, before) = (position.mark(), *played, *choices);
            let place = choices.choose(ways.len() + 1);
            if choices.is_open_since(&before) {
                let ways = ways.clone();
                *fork = Some(Fork {
                    mark,
                    played: played_before,
                    choices: before,
                    step: self.hooks.after.len(),
                    promotion: None,
                    found: None,
                    resumed: false,
                    going_on: Some(Box::new(GoingOn { part, parts, ways })),
                });
            }
            let Some(place) = place.checked_sub(1) else {
                break;
            };
            part = self.play_part(position, &part, ways[place]);
            self.run_after(position, &mut part, choices, (0, &mut None))?;
            *played = PlayedMove {
                pseudo_move: PseudoMove {
                    from,
                    captured: part.pseudo_move.captured.or(played.pseudo_move.captured),
                    ..part.pseudo_move
                },
                departed,
                captured: part.captured.or(played.captured),
                reborn: part.reborn.or(played.reborn),
                goes_on: false,
                promoted: part.promoted || played.promoted,
                ..part
            };
        }
        Ok(())
    }

    /// A further part of a move: the man captures, or goes without capture.
    fn play_part(
        self,
        position: &mut Position,
        former: &PlayedMove,
        pseudo_move: PseudoMove,
    ) -> PlayedMove {
        let PseudoMove {
            from,
            to,
            captured,
            kind,
        } = pseudo_move;
        let departed = position.piece_on(from);
        self.forget_last_ply(position);
        let captured = captured.and_then(|on| capture(position, on, kind));
        position.apply(going(from, to), Reason::GoingOn);
        if kind == Kind::DoubleStep {
            self.allow_en_passant(position, from, to);
        }
        PlayedMove {
            pseudo_move,
            departed,
            captured,
            now: Some(to),
            hurdle: None,
            reborn: None,
            goes_on: true,
            promoted: false,
            ..*former
        }
    }

    /// A null move: only few rules notice that somebody moved.
    fn play_nothing(self, position: &mut Position, side: Side) {
        self.forget_last_ply(position);
        set_last_move(position, LastMove::default());
        let slot = Slot::NULL_MOVE;
        position.apply(Effect::Set { slot, value: 1 }, Reason::Silent);
        self.run_behind_nothing(position, side);
        self.count_ply(position);
    }

    /// The move of a rule in which no man goes anywhere.
    fn play_board_move(
        self,
        position: &mut Position,
        played: &mut PlayedMove,
        choices: &mut Choices,
    ) -> Result<(), &'static str> {
        self.forget_last_ply(position);
        let mut effects = Vec::new();
        if let Some(board_move) = &self.hooks.board_move {
            (board_move.effects)(self.view(position), played.side, &mut effects);
        }
        for (effect, reason) in effects {
            position.apply(effect, reason);
        }
        played.pseudo_move = PseudoMove::BARE;
        self.run_idle(position, played, choices, Idle::BoardMoves)?;
        self.remember(position, played);
        self.remember_last_move(position, played);
        self.generator().keep_castling_at_home(position);
        self.count_ply(position);
        Ok(())
    }
}

/// Further parts of a move; more are never told.
const MOST_PARTS: usize = 12;

impl PlayedMove {
    /// The turn of a side before any man has moved, or of a move that no man makes.
    pub(in crate::rules) fn of(side: Side) -> PlayedMove {
        PlayedMove {
            pseudo_move: PseudoMove::NULL,
            side,
            departed: Piece::NONE,
            id: 0,
            captured: None,
            now: None,
            hurdle: None,
            reborn: None,
            returned: None,
            goes_on: false,
            promoted: false,
            trial: false,
        }
    }
}

/// A man goes; where its way leads round to its own square, nobody moves.
fn going(from: Square, to: Square) -> Effect {
    match from == to {
        true => Effect::Note(to),
        false => Effect::Move { from, to },
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
