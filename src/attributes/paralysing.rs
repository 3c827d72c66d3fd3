//! Paralysing men: they capture nothing, and whom they observe cannot act. Those of other forms
//! paralyse men of their own side, or of both.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::{Attribute, Names};
use crate::position::Position;
use crate::rules::{Actor, End, Promise, Ring, Rules, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "paralysing",
    names: Names {
        en: "Paralysing",
        de: "Paralysierend",
        fr: "Paralysante",
    },
    attribute: Some(Attribute::Paralysing),
    definition: "The man captures nothing and gives no check. Hostile men that it observes are paralysed: they \
                 neither move nor check, not even the king. A paralysed paralysing man still paralyses. A side with \
                 paralysed men that could not move a man even if its king were safe is never mated but counts as \
                 stalemated.",
    install: |rules| install(&HOSTILE, rules),
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about it.
pub static AUTO: Definition = Definition {
    key: "auto-paralysing",
    names: Names {
        en: "AutoParalysing",
        de: "Autoparalysierend",
        fr: "Autoparalysante",
    },
    attribute: Some(Attribute::AutoParalysing),
    definition: "As a paralysing man, but it paralyses the men of its own side that it observes, not hostile ones.",
    install: |rules| install(&OWN, rules),
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about it.
pub static BI: Definition = Definition {
    key: "bi-paralysing",
    names: Names {
        en: "BiParalysing",
        de: "Biparalysierend",
        fr: "Biparalysante",
    },
    attribute: Some(Attribute::BiParalysing),
    definition: "As a paralysing man, but it paralyses the men of both sides that it observes.",
    install: |rules| install(&BOTH, rules),
    ..Definition::BASE
};

/// A form: its men, and whether those of its own side and hostile ones are paralysed.
struct Form {
    attribute: Attribute,
    paralyses_own: bool,
    paralyses_hostile: bool,
}

const HOSTILE: Form = Form {
    attribute: Attribute::Paralysing,
    paralyses_own: false,
    paralyses_hostile: true,
};
const OWN: Form = Form {
    attribute: Attribute::AutoParalysing,
    paralyses_own: true,
    paralyses_hostile: false,
};
const BOTH: Form = Form {
    attribute: Attribute::BiParalysing,
    paralyses_own: true,
    paralyses_hostile: true,
};

fn install(form: &'static Form, rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), move |view, _, pseudo_move| {
        !view.piece_on(pseudo_move.from).has(form.attribute)
    });
    let promise = match form.paralyses_own {
        false => Promise::observed_by(|_, other| other.has(HOSTILE.attribute)),
        true => Promise::nothing(),
    };
    rules.forbid_actor(promise, move |view, actor| {
        form.paralyses(view, actor.square, actor.side)
    });
    rules.goal(Promise::ends_play(), |question, position| {
        let rules = question.rules();
        match question.end() {
            End::Mate(side) => {
                question.usual(position) && !is_held_by_paralysis(rules, position, side)
            }
            End::Stalemate(side) => {
                question.usual(position)
                    || !rules.judge().has_way_out(position, side)
                        && is_held_by_paralysis(rules, position, side)
            }
            End::Goal(_) => question.usual(position),
        }
    });
}

impl Form {
    /// Asks the geometry ring only: a paralysed man still paralyses.
    fn paralyses(&self, view: View<'_>, square: Square, side: Side) -> bool {
        let sides = [(side, self.paralyses_own), (!side, self.paralyses_hostile)];
        let mut sides = sides.into_iter().filter(|(_, paralyses)| *paralyses);
        sides.any(|(side, _)| {
            let mut men = view.position.men_of(side).into_iter();
            men.any(|from| {
                let observer = Actor { square: from, side };
                from != square
                    && view.piece_on(from).has(self.attribute)
                    && view.observes(observer, square, Ring::Geometry)
            })
        })
    }
}

fn is_paralysed(view: View<'_>, square: Square, side: Side) -> bool {
    let mut forms = [&HOSTILE, &OWN, &BOTH].into_iter();
    forms.any(|form| form.paralyses(view, square, side))
}

/// Whether some man of the side is paralysed and no other could go anywhere, check or not.
fn is_held_by_paralysis(rules: &Rules, position: &mut Position, side: Side) -> bool {
    let view = rules.view(position);
    let mut men = view.position.men_of(side).into_iter();
    men.any(|square| is_paralysed(view, square, side))
        && !rules.judge().has_pseudo_move(position, side)
}
