//! Magic men: they turn over the men that they observe anew.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::{Attribute, Names};
use crate::position::{Effect, ManId, Position, Reason};
use crate::rules::{Actor, Outcome, Rank, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "magic",
    names: Names {
        en: "Magic",
        de: "Magisch",
        fr: "Magique",
    },
    attribute: Some(Attribute::Magic),
    definition: "After every move each man that is newly observed by a magic man changes sides. What counts is \
                 the line from a magic man to the man; the man changes if the number of lines that did not exist \
                 before is odd. Kings, royal, magic and neutral men never change.",
    install: install,
};

/// Walks without straight lines, which the magic cannot follow.
const REFUSED: &[&str] = &[
    "ubi-ubi",
    "archbishop",
    "reflecting-bishop",
    "cardinal",
    "bouncy-knight",
    "bouncy-nightrider",
    "cat",
    "orphan",
    "friend",
];

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("magic men with neutral men are not defined");
    }
    let refused = rules
        .diagram_walks()
        .find(|walk| REFUSED.contains(&walk.row().key));
    if let Some(walk) = refused {
        let walk = walk.row().key;
        rules.refuse(format!("magic men with a walk such as {walk} are not defined"));
    }
    rules.after(Rank::MAGIC, |view, _, outcome| turn_over(view, outcome));
}

/// A man with the line on which a magic man observes it: who observes, in which direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    from: Who,
    to: Who,
    direction: (i16, i16),
}

/// A man followed from before the move to after it; one that is new is known by its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Known(ManId),
    New(Square),
}

fn turn_over(view: View<'_>, outcome: &mut Outcome<'_>) {
    let mut before = view.position.clone();
    before.rewind();
    let old = lines(view.rules.view(&before));
    let new = lines(view);
    for on in view.position.men() {
        let piece = view.piece_on(on);
        let changes = !piece.is_royal() && !piece.has(Attribute::Magic);
        let target = who(view.position, on);
        let fresh = |line: &&Line| line.to == target && !old.contains(line);
        if changes && new.iter().filter(fresh).count() % 2 == 1 {
            let piece = piece.with_sides(piece.sides().swapped());
            outcome.push(Effect::Alter { on, piece }, Reason::Recolouring);
        }
    }
}

/// All lines of magic men to other men.
fn lines(view: View<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let men = view.position.men();
    let magic = men.filter(|&on| view.piece_on(on).has(Attribute::Magic));
    for from in magic {
        let targets = men.filter(|&on| on != from && observes(view, from, on));
        lines.extend(targets.map(|on| Line {
            from: who(view.position, from),
            to: who(view.position, on),
            direction: direction(view, from, on),
        }));
    }
    lines
}

fn observes(view: View<'_>, from: Square, target: Square) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let observer = Actor { square: from, side };
        view.piece_on(from).is_of(side) && view.observes(observer, target, Ring::Geometry)
    })
}

fn who(position: &Position, on: Square) -> Who {
    match position.id_on(on) {
        0 => Who::New(on),
        id => Who::Known(id),
    }
}

/// Leaps are told apart by their length too.
fn direction(view: View<'_>, from: Square, to: Square) -> (i16, i16) {
    let geometry = view.geometry();
    let files = i16::from(geometry.file(to)) - i16::from(geometry.file(from));
    let ranks = i16::from(geometry.rank(to)) - i16::from(geometry.rank(from));
    let steps = match view.piece_on(from).walk().row().is_leaper() {
        true => 1,
        false => common_steps(files.abs(), ranks.abs()),
    };
    (files / steps, ranks / steps)
}

fn common_steps(one: i16, other: i16) -> i16 {
    match other {
        0 => one.max(1),
        _ => common_steps(other, one % other),
    }
}
