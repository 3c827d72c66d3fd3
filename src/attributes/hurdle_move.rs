//! Bul and dob: the man hopped over has to move too.

use super::Definition;
use crate::board::{Side, Square};
use crate::men::{Attribute, Names, Piece, WalkId, Which};
use crate::position::{Effect, Reason};
use crate::rules::{
    Claim, Displaces, Outcome, PlayedMove, Promise, PseudoMove, Rank, RulesBuilder, Thing, View,
};
use smallvec::SmallVec;

/// What the parsers, printers and the manual know about it.
pub static BUL: Definition = Definition {
    key: "bul",
    names: Names {
        en: "Bul",
        de: "Bul",
        fr: "Bul",
    },
    attribute: Some(Attribute::Bul),
    definition: "After the hop the man hopped over makes a move without capture in the manner of the hopper, as \
                 if it were one of the moving side. If it cannot, the hop is illegal. A move without hurdle has \
                 no such effect.",
    install: |rules| install(Attribute::Bul, Rank::BUL, rules),
    claims: &[Claim::Removes(Thing::Hurdles)],
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about it.
pub static DOB: Definition = Definition {
    key: "dob",
    names: Names {
        en: "Dob",
        de: "Dob",
        fr: "Dob",
    },
    attribute: Some(Attribute::Dob),
    definition: "After the hop the man hopped over makes a move without capture of its own kind; a neutral one \
                 counts as a man of the moving side. If it cannot, the hop is illegal.",
    install: |rules| install(Attribute::Dob, Rank::DOB, rules),
    claims: &[Claim::Removes(Thing::Hurdles)],
    ..Definition::BASE
};

/// The walks with one clear hurdle, by key.
const HOPPERS: &[&str] = &[
    "bishop-eagle",
    "bishop-hopper",
    "bishop-lion",
    "bishop-moose",
    "bishop-sparrow",
    "camelrider-hopper",
    "contra-grasshopper",
    "eagle",
    "equihopper",
    "equistopper",
    "gnurider-hopper",
    "grasshopper",
    "grasshopper-2",
    "grasshopper-3",
    "kinghopper",
    "knight-hopper",
    "leo",
    "lion",
    "moose",
    "nao",
    "nightrider-hopper",
    "nightrider-lion",
    "nonstop-equihopper",
    "nonstop-equistopper",
    "nonstop-orix",
    "orix",
    "pao",
    "rook-eagle",
    "rook-hopper",
    "rook-lion",
    "rook-moose",
    "rook-sparrow",
    "sparrow",
    "vao",
    "zebrarider-hopper",
];

fn install(attribute: Attribute, rank: Rank, rules: &mut RulesBuilder<'_>) {
    refuse_unless_hoppers(attribute, rules);
    rules.promotions_carry(attribute);
    rules.check_by_playing_of(attribute);
    rules.follow_hurdles(move |piece| piece.has(attribute));
    let promise = Promise::nothing()
        .moves_of(attribute)
        .displacing(Displaces::Few(2));
    rules.after(rank, promise, move |view, played, outcome| {
        if let Some(hurdle) = played.hurdle {
            move_hurdle(view, played, hurdle, attribute, outcome);
        }
    });
}

/// Only walks with one clear hurdle a move can have such an attribute.
pub(super) fn refuse_unless_hoppers(attribute: Attribute, rules: &mut RulesBuilder<'_>) {
    let men = rules.diagram().men();
    let is_other = |piece: &Piece| !HOPPERS.contains(&piece.walk().row().key);
    let mut marked = men
        .map(|(_, piece)| piece)
        .filter(|piece| piece.has(attribute));
    if let Some(other) = marked.find(is_other) {
        let walk = other.walk().row().key;
        rules.refuse(format!(
            "only simple hoppers can be {attribute:?}; {walk} is none"
        ));
    }
}

fn move_hurdle(
    view: View<'_>,
    played: &PlayedMove,
    from: Square,
    attribute: Attribute,
    outcome: &mut Outcome<'_>,
) {
    let piece = view.piece_on(from);
    let arrivals = match attribute {
        _ if piece.is_none() => Arrivals::new(),
        Attribute::Bul => arrivals(view, played.departed.walk(), played.side, from),
        _ => arrivals(view, piece.walk(), side_of(piece, played.side), from),
    };
    if arrivals.is_empty() {
        outcome.refuse();
        return;
    }
    let to = arrivals[outcome.choose(arrivals.len())];
    outcome.push(Effect::Move { from, to }, Reason::HurdleMove);
    outcome.promote_on(to, played.side);
}

/// Squares in the order of a walk's steps; rarely many, so they need no allocation.
type Arrivals = SmallVec<[Square; 32]>;

/// Where the man on `from` can go without capture, acting for this side, a square for each way
/// there; rules on lines do not concern it.
fn arrivals(view: View<'_>, walk: WalkId, side: Side, from: Square) -> Arrivals {
    let mut arrivals = Arrivals::new();
    let table = view.table();
    table.steps_by_way(
        view.position,
        walk,
        side,
        from,
        Which::NonCapture,
        &mut |step| {
            if view.may_play(side, &PseudoMove::ordinary(from, step.to, None)) {
                arrivals.push(step.to);
            }
        },
    );
    arrivals
}

fn side_of(piece: Piece, mover: Side) -> Side {
    match (piece.is_of(Side::White), piece.is_of(Side::Black)) {
        (true, true) => mover,
        (true, false) => Side::White,
        _ => Side::Black,
    }
}
