//! Men below others: a volcanic rebirth waits below whoever stands on its square, and a man that
//! comes by parachute stands on top of him.

use super::form::{Form, Occupied};
use crate::board::Square;
use crate::men::Piece;
use crate::position::{Effect, ManId, Position, Reason, Slot};
use crate::problem::{Argument, Condition};
use crate::rules::{Captured, Outcome, Rank, RulesBuilder, Touch, View};

/// Where the men below are remembered, two in each slot; as many as ever matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graves([Slot; 8]);

/// A man below another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Buried {
    on: Square,
    piece: Piece,
    id: ManId,
}

impl Graves {
    /// Lets men come up again when their squares are left; those below in the diagram are there
    /// from the beginning.
    pub fn install(condition: &Condition, form: &Form, rules: &mut RulesBuilder<'_>) -> Graves {
        let graves = Graves(std::array::from_fn(|_| rules.slot(Slot::named("buried"))));
        let from_last = form.occupied == Occupied::Parachute;
        let below = below_in_diagram(condition);
        rules.may_use(below.iter().map(|man| man.piece.walk()));
        rules.set_up(move |position| {
            for (effect, reason) in graves.written(position, below.clone()) {
                position.apply(effect, reason);
            }
        });
        let promotes = form.promotes();
        rules.after_touching(Rank::UNEARTH, Touch::Anything, move |view, _, outcome| {
            graves.uncover(view, from_last, promotes, outcome);
        });
        graves
    }

    fn men(&self, position: &Position) -> Vec<Buried> {
        let halves = self.0.iter().flat_map(|&slot| {
            let both = position.slot(slot);
            [both as u64, (both >> 64) as u64]
        });
        let man = |half: u64| Buried {
            on: Square::new((half >> 8) as u8),
            piece: Piece::from_bits((half >> 32) as u32),
            id: (half >> 16) as u16,
        };
        halves.filter(|half| *half != 0).map(man).collect()
    }

    /// The effects that leave these men below and no others; men below the same square stay in
    /// their order.
    fn written(&self, position: &Position, mut men: Vec<Buried>) -> Vec<(Effect, Reason)> {
        men.sort_by_key(|man| man.on.byte());
        let packed = |man: &Buried| {
            u64::from(man.piece.bits()) << 32
                | u64::from(man.id) << 16
                | u64::from(man.on.byte()) << 8
                | 1
        };
        let packed: Vec<u64> = men.iter().map(packed).collect();
        let half = |place: usize| u128::from(packed.get(place).copied().unwrap_or(0));
        let changed = self.0.iter().enumerate().filter_map(|(place, &slot)| {
            let value = half(2 * place + 1) << 64 | half(2 * place);
            (position.slot(slot) != value).then_some((Effect::Set { slot, value }, Reason::Silent))
        });
        changed.collect()
    }

    /// Puts one more man below. More than sixteen at once are beyond what is remembered.
    pub fn bury(&self, view: View<'_>, man: Captured, outcome: &mut Outcome<'_>) {
        let Captured { piece, id, on } = man;
        let mut men = self.men(view.position);
        men.push(Buried { on, piece, id });
        if men.len() > 2 * self.0.len() {
            return outcome.refuse();
        }
        for (effect, reason) in self.written(view.position, men) {
            outcome.push(effect, reason);
        }
    }

    /// On each square that was left somebody comes up.
    fn uncover(&self, view: View<'_>, from_last: bool, promotes: bool, outcome: &mut Outcome<'_>) {
        let mut men = self.men(view.position);
        let mut free: Vec<Square> = men.iter().map(|man| man.on).collect();
        free.dedup();
        free.retain(|&on| view.position.is_free(on));
        for &on in &free {
            let place = match from_last {
                true => men.iter().rposition(|man| man.on == on),
                false => men.iter().position(|man| man.on == on),
            };
            let Some(Buried { piece, id, .. }) = place.map(|place| men.remove(place)) else {
                continue;
            };
            outcome.push(Effect::Place { on, piece, id }, Reason::Rebirth);
            if promotes {
                outcome.promote_on(on);
            }
        }
        if !free.is_empty() {
            for (effect, reason) in self.written(view.position, men) {
                outcome.push(effect, reason);
            }
        }
    }

    /// A man whose square is taken gets there all the same; `from` is where it stands, if it is on
    /// the board.
    pub fn settle(
        &self,
        view: View<'_>,
        occupied: Occupied,
        man: Captured,
        from: Option<Square>,
        outcome: &mut Outcome<'_>,
    ) {
        let Captured { piece, id, on } = man;
        if occupied == Occupied::Volcanic {
            outcome.push(Effect::Mention { piece, from, on }, Reason::Burial);
            if let Some(from) = from {
                outcome.push(Effect::Remove { on: from }, Reason::Silent);
            }
            return self.bury(view, man, outcome);
        }
        let covered = Captured {
            piece: view.piece_on(on),
            id: view.position.id_on(on),
            on,
        };
        self.bury(view, covered, outcome);
        outcome.push(Effect::Remove { on }, Reason::Silent);
        match from {
            Some(from) => outcome.push(Effect::Move { from, to: on }, Reason::CapturerRebirth),
            None => outcome.push(Effect::Place { on, piece, id }, Reason::Rebirth),
        }
    }
}

/// Who stands below others in the diagram: arguments `below` such as `White Sb1`.
fn below_in_diagram(condition: &Condition) -> Vec<Buried> {
    let arguments = condition.arguments.iter();
    let below = arguments.filter_map(|argument| match argument {
        Argument::Text(word, man) if word == "below" => super::delayed::man_of(man),
        _ => None,
    });
    let buried = |Captured { piece, id, on }: Captured| Buried { on, piece, id };
    below.map(buried).collect()
}
