//! Rebirths that come later than the capture: what the last capture left to do is remembered.

use super::super::last_move::last_capture;
use super::captured::{Capture, put_back};
use super::form::{Event, Form, Rule};
use super::square::{Place, Subject, vector};
use crate::board::{Side, Square};
use crate::men::{Attribute, Piece};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{
    Candidate, Captured, Kind, Outcome, Promise, Rank, RulesBuilder, Touch, Turn, View,
};

/// Remembers captures and brings men back behind a later move.
pub(super) fn install(form: Form, rules: &mut RulesBuilder<'_>) {
    let slot = rules.slot(Slot::named("last-capture"));
    if form.event == Event::LastMove
        && let Some(man) = last_captured(rules)
    {
        rules.may_use([man.piece.walk()]);
        let waiting = Waiting {
            man: man.piece,
            id: man.id,
            on: man.on,
            side: match man.piece.is_of(Side::White) {
                true => Side::White,
                false => Side::Black,
            },
            found: None,
        };
        let value = waiting.packed();
        rules.set_up(move |position| position.apply(Effect::Set { slot, value }, Reason::Silent));
    }
    let found_late = form.event == Event::LastMove && waits_for_square(&form);
    let nobody_waits = move |view: View<'_>, _| view.position.slot(slot) == 0;
    let displaces = Promise::rests(nobody_waits).displacing(form.displaces(true, rules.army()));
    rules.after(Rank::CIRCE, displaces, move |view, turn, outcome| {
        let waits = Waiting::of(view.position.slot(slot));
        if let Some(waits) =
            waits.filter(|_| form.event == Event::LastMove || turn.captured.is_some())
        {
            come_back(view, turn, &form, waits, outcome);
        }
        let capture = Capture::of(view, turn);
        let subject = capture.and_then(|capture| form.subject(view, &capture));
        let value = match subject {
            Some(subject) => remembered(view, &form, &subject),
            None if form.event == Event::LastMove || turn.captured.is_some() => 0,
            None => return,
        };
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    });
    if found_late {
        forget_when_idle(slot, rules);
    }
}

/// A null move leads nowhere, so it brings nobody back; but it was the move that the man waited for.
fn forget_when_idle(slot: Slot, rules: &mut RulesBuilder<'_>) {
    rules.after_any_ply(Rank::MEMORY, Touch::Memory, move |_, _, turn, outcome| {
        if turn.now.is_none() {
            outcome.push(Effect::Set { slot, value: 0 }, Reason::Silent);
        }
    });
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
}

/// Whether the square cannot be known at the capture.
fn waits_for_square(form: &Form) -> bool {
    form.has_choice() || matches!(form.square, Rule::Equipollents | Rule::Parrain)
}

/// What is remembered of a capture; 0 if nobody can come back.
fn remembered(view: View<'_>, form: &Form, subject: &Subject) -> u128 {
    let waits = |found: Option<Square>| {
        let waiting = Waiting {
            man: subject.man,
            id: subject.id,
            on: subject.on,
            side: subject.side,
            found,
        };
        waiting.packed()
    };
    match waits_for_square(form) {
        true => waits(None),
        false => form.square(view, subject).map_or(0, |on| waits(Some(on))),
    }
}

fn come_back(view: View<'_>, turn: &Turn, form: &Form, waits: Waiting, outcome: &mut Outcome<'_>) {
    let side = waits.side;
    let subject = Subject {
        man: waits.man,
        was: waits.man,
        id: waits.id,
        chooser: waits.id,
        side,
        walk: waits.man.walk(),
        promoted: waits.man.has(Attribute::Frischauf),
        home: side,
        on: waits.on,
        from: turn.candidate.from,
        stands: None,
        went: displacement(view, &turn.candidate),
        tried: false,
    };
    let place = match waits.found {
        Some(on) => Place::On(Some(on)),
        None => form.place(view, &subject),
    };
    put_back(view, turn, form, &subject, place, outcome);
}

/// The sum of all ways of the move: in castling those of king and rook.
pub(super) fn displacement(view: View<'_>, candidate: &Candidate) -> (i16, i16) {
    let way = |from, to| vector(view.geometry(), from, to);
    let (east, north) = way(candidate.from, candidate.to);
    match candidate.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        }
        | Kind::CastlesOn {
            partner_from,
            partner_to,
            ..
        } => {
            let (more_east, more_north) = way(partner_from, partner_to);
            (east + more_east, north + more_north)
        }
        Kind::CastlingVia {
            rook, partner_to, ..
        } => {
            let (more_east, more_north) = way(rook, partner_to);
            (east + more_east, north + more_north)
        }
        Kind::Exchange | Kind::Bare => (0, 0),
        Kind::Ordinary | Kind::DoubleStep | Kind::EnPassant | Kind::Via { .. } => (east, north),
    }
}

/// The man taken by the move before the diagram, if the problem tells.
fn last_captured(rules: &RulesBuilder<'_>) -> Option<Captured> {
    let mut conditions = rules.problem().conditions.iter();
    let told = conditions.find(|condition| condition.key == last_capture::DEFINITION.key)?;
    let (piece, on) = last_capture::captured_man(told)?;
    Some(Captured { piece, id: 0, on })
}
