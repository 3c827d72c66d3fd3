//! Einstein hurdles: the man hopped over rises if the hop captures, and falls if it does not.

use super::Definition;
use crate::men::{Attribute, Names, Piece, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "einstein-hurdles",
    names: Names {
        en: "EinsteinHurdles",
        de: "EinsteinHuerden",
        fr: "SauteurEinstein",
    },
    attribute: Some(Attribute::EinsteinHurdles),
    definition: "A hop that captures raises the man hopped over one step: pawn, knight, bishop, rook, queen, hopper. A hop without capture lowers it: queen, rook, bishop, knight, pawn, hopper. Hoppers and other men stay what they are, kings too. Where several kinds of hoppers have the attribute in the diagram, the mover chooses which the man becomes. A man that becomes a pawn on its last rank stays one.",
    install,
    ..Definition::BASE
};

/// The steps of a man on its way down; behind the last it becomes a hopper.
const SCALE: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

fn install(rules: &mut RulesBuilder<'_>) {
    super::hurdle_move::refuse_unless_hoppers(Attribute::EinsteinHurdles, rules);
    rules.may_use(SCALE);
    rules.promotions_carry(Attribute::EinsteinHurdles);
    rules.follow_hurdles(|piece| piece.has(Attribute::EinsteinHurdles));
    let hoppers = rules
        .men()
        .filter(|man| man.has(Attribute::EinsteinHurdles));
    let mut hoppers: Vec<WalkId> = hoppers.map(Piece::walk).collect();
    hoppers.sort();
    hoppers.dedup();
    let promise = Promise::nothing()
        .moves_of(Attribute::EinsteinHurdles)
        .displacing(Displaces::Few(1));
    rules.after(Rank::HURDLE_WALK, promise, move |view, played, outcome| {
        change_hurdle(view, played, &hoppers, outcome);
    });
}

fn change_hurdle(
    view: View<'_>,
    played: &PlayedMove,
    hoppers: &[WalkId],
    outcome: &mut Outcome<'_>,
) {
    let Some(on) = played.hurdle else { return };
    let man = view.piece_on(on);
    let place = SCALE
        .iter()
        .position(|&walk| man.is_some() && walk == man.walk());
    let Some(place) = place.filter(|_| !man.is_royal()) else {
        return;
    };
    let next = match played.captured {
        Some(_) => place.checked_sub(1),
        None => Some(place + 1),
    };
    let walk = next.and_then(|next| SCALE.get(next).copied());
    let walk = walk.unwrap_or_else(|| hoppers[outcome.choose(hoppers.len())]);
    let piece = man.with_walk(walk);
    outcome.push(Effect::Alter { on, piece }, Reason::Shown);
}
