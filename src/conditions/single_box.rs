//! Single box: no side ever has more men of a kind than a box of chessmen holds.

use super::{Caption, Definition, Param};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId, Which, walk_id};
use crate::position::{Effect, Position, Reason};
use crate::problem::Condition;
use crate::rules::{
    Claim, Displaces, Fact, Kind, Loan, Numbered, Outcome, PlayedMove, Promise, Promotion,
    PseudoMove, Rank, Rules, RulesBuilder, Thing, View, Walks,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "single-box",
    caption: Caption {
        usual_type: Some("type1"),
        ..Caption::PLAIN
    },
    summary: "No side may have more men of a kind than at the beginning of a game; pawns become only what is missing on \
              the board. While nothing is missing, a pawn cannot go to the last rank (type 1), or it waits there as a \
              pawn until something is, and is then promoted at the end of the opponent's move (type 2) or at the \
              beginning of its own side's (type 3).",
    install,
    options: Some(&[
        Param::Flag("type1"),
        Param::Flag("type2"),
        Param::Flag("type3"),
    ]),
    samples: &["Type1", "Type2", "Type3"],
    numbers,
    claims: |_| &[Claim::Needs(Thing::UsualOfficers)],
    ..Definition::BASE
};

/// How many of a kind a side may have; there may be any number of fairy men.
const BOX: [(WalkId, usize); 5] = [
    (walk_id::PAWN, 8),
    (walk_id::QUEEN, 1),
    (walk_id::ROOK, 2),
    (walk_id::BISHOP, 2),
    (walk_id::KNIGHT, 2),
];

/// What becomes of a pawn on the last rank while nothing is missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Latent {
    /// It must not get there.
    Never,
    /// The opponent's move promotes it.
    ByOpponent,
    /// The own side's move promotes it.
    ByOwner,
}

fn numbers(condition: &Condition) -> Numbered {
    match condition.has_flag("type3") {
        true => Numbered::CANDIDATES,
        false => Numbered::FEWEST,
    }
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let latent = match ["type2", "type3"].map(|flag| condition.has_flag(flag)) {
        [true, _] => Latent::ByOpponent,
        [_, true] => Latent::ByOwner,
        _ => Latent::Never,
    };
    let is_known =
        |walk: WalkId| walk == walk_id::KING || BOX.iter().any(|(known, _)| *known == walk);
    if latent == Latent::Never && !rules.diagram_walks().all(is_known) {
        rules.refuse("type 1 of single box is for orthodox men");
    }
    let legal = move |rules: &Rules, position: &mut Position, played: &PlayedMove| {
        stands(rules, position, played, latent)
    };
    match latent == Latent::Never && fits_from_the_start(rules) {
        true => rules.keep_legal(Promise::last_rank(), legal),
        false => rules.keep_legal(Promise::nothing(), legal),
    }
    match latent {
        Latent::Never => rules.check_by_playing(),
        Latent::ByOpponent => {
            rules.keep_promotion(is_missing);
            rules.after(
                Rank::LATENT_PROMOTION,
                Promise::nothing(),
                promote_for_opponent,
            );
        }
        Latent::ByOwner => {
            rules.keep_promotion(is_missing);
            rules.borrow_walk(Loan::Waiting, |view, actor, _, walks| {
                borrow_roles(view, actor.square, actor.side, walks)
            });
            rules.before(Displaces::Few(1), promote_first);
            rules.keep_neutral_keys();
        }
    }
}

/// Whether the men with which play begins fit into the box, no pawn stands on the first or last rank, and no
/// rule asks what men could do that do not fit (cages).
fn fits_from_the_start(rules: &RulesBuilder<'_>) -> bool {
    let diagram = rules.start();
    let is_kind = |side: Side, walk: WalkId| {
        let men = diagram.men();
        men.filter(|(_, man)| man.is_of(side) && man.walk() == walk)
            .count()
    };
    let fits = |side: Side| BOX.iter().all(|&(walk, most)| is_kind(side, walk) <= most);
    let waits = |(square, man): (Square, Piece)| {
        let rank = diagram.geometry.rank(square);
        man.walk().row().is_pawn() && (rank == 0 || rank + 1 == diagram.geometry.height())
    };
    Side::BOTH.into_iter().all(fits)
        && !diagram.men().any(waits)
        && !rules.has(Fact::EffectsAskLegality)
}

/// Whether each side to which the man belongs could have one more of that kind.
fn is_missing(view: View<'_>, man: Piece, walk: WalkId) -> bool {
    let sides = Side::BOTH.into_iter();
    let mut sides = sides.filter(|side| man.is_of(*side));
    sides.all(|side| count(view.position, side, walk) < limit(walk))
}

fn limit(walk: WalkId) -> usize {
    let row = BOX.iter().find(|(known, _)| *known == walk);
    row.map_or(usize::MAX, |(_, most)| *most)
}

fn count(position: &Position, side: Side, walk: WalkId) -> usize {
    (position.men_of(side) & position.with_walk(walk)).len()
}

/// The men fit into the box, and nobody waits for a promotion without need.
fn stands(rules: &Rules, position: &Position, played: &PlayedMove, latent: Latent) -> bool {
    let fits = |side: Side| {
        let mut kinds = BOX.iter();
        kinds.all(|&(walk, most)| count(position, side, walk) <= most)
    };
    let view = rules.view(position);
    // A swap brings a man to the departure. A pawn that stood there before the move binds nobody.
    let changed = played.now.into_iter().chain([played.pseudo_move.from]);
    let brought: SquareSet = changed.collect();
    let waits = |side: Side| match latent {
        Latent::Never => side == played.side && !(latent_pawns(view, side) & brought).is_empty(),
        Latent::ByOpponent => !promotions(view, side).is_empty(),
        Latent::ByOwner => side == played.side && !promotions(view, side).is_empty(),
    };
    Side::BOTH
        .into_iter()
        .all(|side| fits(side) && !waits(side))
}

/// The pawns of `side` on the last rank.
fn latent_pawns(view: View<'_>, side: Side) -> SquareSet {
    let men = view.position.men_of(side) & view.rules.promotion_squares();
    let waits = |on: &Square| {
        let walk = view.piece_on(*on).walk();
        walk.row().is_pawn() && view.rules.promotes_on(walk, side, *on)
    };
    men.filter(waits).collect()
}

/// What the pawns of `side` on the last rank could become now.
fn promotions(view: View<'_>, side: Side) -> Vec<(Square, Promotion)> {
    let of_pawn = |on: Square| {
        let man = view.piece_on(on);
        let forms = view.rules.promotions_of(man.walk()).iter();
        let forms = forms.filter(move |form| is_missing(view, man, form.walk));
        forms.map(move |form| (on, *form))
    };
    let pawns = latent_pawns(view, side).into_iter();
    pawns.flat_map(of_pawn).collect()
}

fn promote(view: View<'_>, (on, form): (Square, Promotion), outcome: &mut Outcome<'_>) {
    let man = view.piece_on(on);
    let marks = man.attributes().union(form.marks);
    let piece = man.with_walk(form.walk).with_attributes(marks);
    outcome.push(Effect::Alter { on, piece }, Reason::Promotion);
}

fn promote_for_opponent(view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let promotions = promotions(view, !played.side);
    if !promotions.is_empty() {
        let choice = outcome.choose(promotions.len());
        promote(view, promotions[choice], outcome);
    }
}

/// A waiting pawn goes as anything it could become.
fn borrow_roles(view: View<'_>, square: Square, side: Side, walks: &mut Walks) {
    let man = view.piece_on(square);
    let row = man.walk().row();
    if row.is_pawn() && view.rules.promotes_on(man.walk(), side, square) {
        let forms = view.rules.promotions_of(man.walk()).iter();
        let forms = forms.filter(|form| is_missing(view, man, form.walk));
        walks.extend(forms.map(|form| form.walk));
    }
}

/// One waiting pawn is promoted, so that it can go as the pseudo-legal move says if it goes itself.
fn promote_first(view: View<'_>, side: Side, pseudo_move: &PseudoMove, outcome: &mut Outcome<'_>) {
    let mut promotions = promotions(view, side);
    if promotions.is_empty() {
        return;
    }
    promotions
        .retain(|(on, form)| *on != pseudo_move.from || goes(view, side, pseudo_move, form.walk));
    if promotions.is_empty() {
        return outcome.refuse();
    }
    let choice = outcome.choose(promotions.len());
    let (on, _) = promotions[choice];
    let moves_unpromoted =
        on != pseudo_move.from && latent_pawns(view, side).contains(pseudo_move.from);
    match moves_unpromoted {
        true => outcome.refuse(),
        false => promote(view, promotions[choice], outcome),
    }
}

/// Whether a man of this walk has such a move.
fn goes(view: View<'_>, side: Side, pseudo_move: &PseudoMove, walk: WalkId) -> bool {
    let mut found = false;
    let (table, from) = (view.table(), pseudo_move.from);
    table.steps(view.position, walk, side, from, Which::All, &mut |step| {
        found |= (step.to, step.captured) == (pseudo_move.to, pseudo_move.captured);
    });
    found && pseudo_move.kind == Kind::Ordinary
}
