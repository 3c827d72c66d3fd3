//! Rebirths that come later than the capture: what the last capture left to do is remembered.

use super::captured::{Capture, put_back};
use super::form::{Event, Form, Rule};
use super::square::Place;
use super::subject::{Subject, vector};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::position::{Effect, Position, Reason, Slot};
use crate::rules::{
    Kind, Outcome, PlayedMove, Promise, PseudoMove, Rank, Rules, RulesBuilder, View,
};

/// Remembers captures and brings men back behind a later move.
pub(super) fn install(form: Form, rules: &mut RulesBuilder<'_>) {
    let slot = rules.slot(Slot::named("captured-man"));
    if form.event == Event::LastMove
        && let Some(waiting) = last_captured(rules)
    {
        rules.may_use([waiting.man.walk()]);
        let value = waiting.packed();
        rules.set_up(move |position| position.apply(Effect::Set { slot, value }, Reason::Silent));
    }
    let found_late = form.event == Event::LastMove && waits_for_square(&form);
    let nobody_waits = move |view: View<'_>, _| view.position.slot(slot) == 0;
    let promise = Promise::rests(nobody_waits).displacing(form.displaces(true, rules.army()));
    let act = move |rules: &Rules,
                    position: &mut Position,
                    played: &PlayedMove,
                    outcome: &mut Outcome<'_>| {
        if form.event == Event::NextCapture && played.captured.is_none() {
            return;
        }
        // A null move leads nowhere, so it brings nobody back; but it was the move that the man waited for.
        let waits = Waiting::of(position.slot(slot)).filter(|_| played.departed.is_some());
        if let Some(waits) = waits {
            // Moves tried while the square is looked for (cages) must not bring the man back again.
            let ask = |position: &mut Position| waits.reborn(rules.view(position), played, &form);
            let (subject, place) = position.asked_with(slot, 0, ask);
            put_back(
                rules.view(position),
                played,
                &form,
                &subject,
                place,
                outcome,
            );
        }
        let view = rules.view(position);
        let subject = Capture::of(view, played).and_then(|capture| form.subject(view, &capture));
        let waits = subject.and_then(|subject| remembered(view, &form, &subject));
        let value = waits.map_or(0, Waiting::packed);
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    };
    match found_late {
        true => rules.after_any_ply(Rank::CIRCE, promise, act),
        false => rules.after_trying(Rank::CIRCE, promise, act),
    }
}

/// A man that may come back.
pub(super) struct Waiting {
    pub man: Piece,
    pub id: u16,
    /// Where it was captured.
    pub on: Square,
    /// For which side it comes back.
    pub side: Side,
    /// The rebirth square, if it is known since the capture; in Anticirce where the man stands.
    pub found: Option<Square>,
}

impl Waiting {
    pub fn packed(self) -> u128 {
        let found = self.found.map_or(0, |on| 2 | u128::from(on.byte()) << 104);
        let side = u128::from(self.side == Side::Black) << 2;
        let on = u128::from(self.on.byte()) << 8;
        let man = u128::from(self.man.bits()) << 32 | u128::from(self.id) << 16;
        found | man | on | side | 1
    }

    pub fn of(packed: u128) -> Option<Waiting> {
        (packed != 0).then(|| Waiting {
            man: Piece::from_bits((packed >> 32) as u64),
            id: (packed >> 16) as u16,
            on: Square::new((packed >> 8) as u8),
            side: match packed & 4 {
                0 => Side::White,
                _ => Side::Black,
            },
            found: (packed & 2 != 0).then(|| Square::new((packed >> 104) as u8)),
        })
    }

    /// What the move being played makes of it.
    pub fn subject(&self, view: View<'_>, played: &PlayedMove) -> Subject {
        Subject {
            from: played.pseudo_move.from,
            went: displacement(view, &played.pseudo_move),
            ..Subject::of(self.man, self.id, self.side, self.on)
        }
    }

    /// The same, and where it is reborn.
    fn reborn(&self, view: View<'_>, played: &PlayedMove, form: &Form) -> (Subject, Place) {
        let subject = self.subject(view, played);
        let place = match self.found {
            Some(on) => Place::On(Some(on)),
            None => form.place(view, &subject),
        };
        (subject, place)
    }
}

/// Whether the square cannot be known at the capture.
fn waits_for_square(form: &Form) -> bool {
    form.has_choice() || matches!(form.square, Rule::Equipollents | Rule::Parrain)
}

/// What is remembered of a capture, if somebody can come back.
fn remembered(view: View<'_>, form: &Form, subject: &Subject) -> Option<Waiting> {
    let found = match waits_for_square(form) {
        true => None,
        false => Some(form.square(view, subject)?),
    };
    Some(Waiting {
        man: subject.man,
        id: subject.id,
        on: subject.on,
        side: subject.side,
        found,
    })
}

/// The sum of all ways of the move: in castling those of king and rook.
pub(super) fn displacement(view: View<'_>, pseudo_move: &PseudoMove) -> (i16, i16) {
    let way = |from, to| vector(view.geometry(), from, to);
    let (east, north) = way(pseudo_move.from, pseudo_move.to);
    let partner = match pseudo_move.kind {
        Kind::Castling {
            partner_from: from,
            partner_to: to,
        }
        | Kind::CastlesOn {
            partner_from: from,
            partner_to: to,
            ..
        }
        | Kind::CastlingVia {
            rook: from,
            partner_to: to,
            ..
        } => way(from, to),
        Kind::Exchange | Kind::Board => return (0, 0),
        Kind::Ordinary | Kind::DoubleStep | Kind::EnPassant | Kind::Via { .. } => (0, 0),
    };
    (east + partner.0, north + partner.1)
}

/// The man taken by the move before the diagram, if the problem tells.
fn last_captured(rules: &RulesBuilder<'_>) -> Option<Waiting> {
    let (man, on) = rules.last_move().captured?;
    Some(Waiting {
        man,
        id: 0,
        on,
        side: match man.is_of(Side::White) {
            true => Side::White,
            false => Side::Black,
        },
        found: None,
    })
}
