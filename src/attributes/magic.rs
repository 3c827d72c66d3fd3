//! Magic men: they turn over the men that they observe anew.

use super::Definition;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Attribute, Names, Piece};
use crate::position::{Effect, ManId, Position, Reason};
use crate::rules::{
    Actor, Displaces, Outcome, PlayedMove, Purpose, Rank, Ring, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "magic",
    names: Names {
        en: "Magic",
        de: "Magisch",
        fr: "Magique",
    },
    attribute: Some(Attribute::Magic),
    definition: "After every move each man that is newly observed by a magic man changes sides; a magic man \
                 that could not capture there, a paralysed one for example, does not observe. What counts is the \
                 line from a magic man to the man; the man changes if the number of lines that did not exist \
                 before is odd. Kings, royal, magic and neutral men never change.",
    install,
    ..Definition::BASE
};

/// Walks without lines that the magic could follow.
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
        .find(|walk| REFUSED.contains(&walk.row().key) || !walk.row().has_lines());
    if let Some(walk) = refused {
        let walk = walk.row().key;
        rules.refuse(format!(
            "magic men with a walk such as {walk} are not defined"
        ));
    }
    rules.after(Rank::MAGIC, Displaces::InPlace, turn_over);
}

/// A line on which a magic man observes another. It stays the same while men move along it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    from: Who,
    to: Who,
    /// Where it begins if that is not where the man stands.
    origin: Option<Square>,
    start: (i16, i16),
    /// What follows the first square, if the board goes on there; curves need it.
    turn: Option<(i16, i16)>,
    /// Where the line turns if it has two legs: its first leg goes in the direction of `start`.
    landing: Option<Square>,
}

impl Line {
    fn is_same(&self, other: &Line) -> bool {
        let turns = self.turn.zip(other.turn);
        (self.from, self.to, self.start) == (other.from, other.to, other.start)
            && self.origin == other.origin
            && self.landing == other.landing
            && turns.is_none_or(|(one, other)| one == other)
    }
}

/// A man followed from before the move to after it; one that is new is known by its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Known(ManId),
    New(Square),
}

/// A trial capture turns nobody over: whether a magic man could capture may be found out by one.
fn turn_over(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    if played.trial {
        return;
    }
    let changes = |piece: Piece| !piece.is_royal() && !piece.has(Attribute::Magic);
    let changeable = squares_where(view.position, |on| changes(view.piece_on(on)));
    let may_be_new = |from, to| view.captures_from_elsewhere() || view.may_see_anew(from, to);
    let mut new = lines(view, changeable, may_be_new);
    if new.is_empty() {
        return;
    }
    let mut before = view.position.sketch();
    before.rewind();
    let seen_now = squares_where(&before, |on| {
        new.iter().any(|line| line.to == who(&before, on))
    });
    let old = lines(view.rules.view(&before), seen_now, |_, _| true);
    let reborn = played.reborn.map(|on| who(view.position, on));
    let is_reborn = |line: &Line| [Some(line.from), Some(line.to)].contains(&reborn);
    let is_old = |line: &Line| old.iter().any(|other| other.is_same(line));
    new.retain(|line| is_reborn(line) || !is_old(line));
    for on in changeable {
        let piece = view.piece_on(on);
        let target = who(view.position, on);
        if new.iter().filter(|line| line.to == target).count() % 2 == 1 {
            let piece = piece.turned();
            outcome.push(Effect::Alter { on, piece }, Reason::Recolouring);
        }
    }
}

/// The squares of men for which this holds.
fn squares_where(position: &Position, holds: impl Fn(Square) -> bool) -> SquareSet {
    position.men().filter(|&on| holds(on)).collect()
}

/// All lines of magic men to other men on squares that are wanted, but not those of pairs of
/// squares that are not asked about.
fn lines(view: View<'_>, wanted: SquareSet, asks: impl Fn(Square, Square) -> bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for from in view.position.with_attribute(Attribute::Magic) {
        let mut seen = wanted & range(view, from);
        seen.remove(from);
        for to in seen.filter(|&on| asks(from, on) && observes(view, from, on)) {
            lines.extend(lines_between(view, from, to));
        }
        if view.captures_from_elsewhere() {
            add_lines_from_elsewhere(view, from, wanted, &mut lines);
        }
    }
    lines
}

/// The lines from the other squares from which a man captures.
fn add_lines_from_elsewhere(
    view: View<'_>,
    from: Square,
    wanted: SquareSet,
    lines: &mut Vec<Line>,
) {
    for to in wanted {
        for observer in acting(view, from) {
            for (origin, there) in view.origins(observer, to, Ring::Capture) {
                let found = lines_between(view.rules.view(&there), origin, to);
                lines.extend(found.map(|line| Line {
                    origin: Some(origin),
                    ..line
                }));
            }
        }
    }
}

/// The squares that a man may observe, if men stood as it needs them.
fn range(view: View<'_>, from: Square) -> SquareSet {
    let piece = view.piece_on(from);
    let mut range = SquareSet::EMPTY;
    for side in Side::BOTH.into_iter().filter(|&side| piece.is_of(side)) {
        let actor = Actor { square: from, side };
        for walk in view.walks(actor, Purpose::Capture) {
            range |= view.table().range(walk, side, from);
        }
    }
    range
}

fn lines_between(view: View<'_>, from: Square, to: Square) -> impl Iterator<Item = Line> {
    let piece = view.piece_on(from);
    let side = match piece.is_of(Side::White) {
        true => Side::White,
        false => Side::Black,
    };
    let lines = view
        .table()
        .capture_lines(view.position, piece.walk(), side, from, to);
    lines.into_iter().map(move |line| {
        let (files, ranks) = between(view, from, line.first);
        Line {
            from: who(view.position, from),
            to: who(view.position, to),
            origin: None,
            start: match line.landing {
                Some(_) => (files.signum(), ranks.signum()),
                None => (files, ranks),
            },
            turn: (line.first != line.second).then(|| between(view, line.first, line.second)),
            landing: line.landing,
        }
    })
}

/// Whether it could capture there from where it stands, all rules about it taken into account.
fn observes(view: View<'_>, from: Square, target: Square) -> bool {
    acting(view, from).any(|observer| {
        view.observes_from_home(observer, target, Ring::Capture)
            && view.could_capture(observer, target)
    })
}

/// The man for each side to which it belongs.
fn acting(view: View<'_>, on: Square) -> impl Iterator<Item = Actor> {
    let sides = Side::BOTH.into_iter();
    let sides = sides.filter(move |&side| view.piece_on(on).is_of(side));
    sides.map(move |side| Actor { square: on, side })
}

fn who(position: &Position, on: Square) -> Who {
    match position.id_on(on) {
        0 => Who::New(on),
        id => Who::Known(id),
    }
}

fn between(view: View<'_>, from: Square, to: Square) -> (i16, i16) {
    let geometry = view.geometry();
    let files = i16::from(geometry.file(to)) - i16::from(geometry.file(from));
    let ranks = i16::from(geometry.rank(to)) - i16::from(geometry.rank(from));
    (files, ranks)
}
