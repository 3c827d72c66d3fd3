//! Men in hand: a side has men beside the board, and puts one on it instead of moving.

use super::{Definition, Param};
use crate::attributes::mark_promoted_men;
use crate::board::{Side, Square};
use crate::men::{Attribute, Piece, WalkId, walk_id};
use crate::position::{Effect, Reason, Slot};
use crate::problem::{Argument, Condition};
use crate::rules::{Claim, Displaces, Kind, Outcome, PlayedMove, Rank, RulesBuilder, Thing, View};
use indexmap::IndexSet;

/// Captured men go to the hand of the side that captured them.
pub static CRAZYHOUSE: Definition = Definition {
    key: "crazyhouse",
    summary: "A captured man goes to the hand of the side that captured it and belongs to it from then on, a promoted man as a \
              pawn. Instead of moving a side may put a man of its hand on any empty square, a pawn on no first or last \
              rank. This may parry a check, give one, and mate. `WhiteHand` and `BlackHand` name the men that a side has in \
              hand in the diagram.",
    decisions: "A rook that was put on the board does not castle; a pawn that was put on its second rank has its double step.",
    install: |condition, rules| install(condition, Game::Crazyhouse, rules),
    options: Some(&[
        Param::Flag("white-hand"),
        Param::Flag("black-hand"),
        Param::Walks,
    ]),
    samples: &["WhiteHand S P BlackHand Q"],
    claims: |_| {
        &[
            Claim::Owns(Thing::CapturedMen),
            Claim::Removes(Thing::Steps),
        ]
    },
    ..Definition::BASE
};

/// A side takes its own men off the board and puts them back.
pub static RESERVE: Definition = Definition {
    key: "reserve-chess",
    summary: "Instead of moving, a side may take one of its men, but no royal one, off the board into its reserve, or put a man \
              of its reserve on any empty square, a pawn not on its own first rank; on its last rank the pawn promotes at \
              once. A man that is put on the board may parry a check, give one, and mate. `WhiteHand` and `BlackHand` name \
              the men that a side has in reserve in the diagram.",
    decisions: "A man taken off the board may parry a check, too. Captured men are gone. Neutral men are not taken off.",
    install: |condition, rules| install(condition, Game::Reserve, rules),
    claims: |_| &[Claim::Removes(Thing::Steps)],
    ..CRAZYHOUSE
};

/// Each side has a knight beside the board.
pub static POCKET_KNIGHT: Definition = Definition {
    key: "pocket-knight",
    summary: "Each side has a knight in its pocket: once in the game it may put it on any empty square instead of moving. This \
              may parry a check, give one, and mate. `WhiteHand` and `BlackHand` name what is in the pockets in the diagram \
              instead, say that of White alone.",
    decisions: "Captured men are gone. A pawn of a pocket is not put on its first or last rank.",
    install: |condition, rules| install(condition, Game::Pocket, rules),
    samples: &["WhiteHand S"],
    claims: |_| &[Claim::Removes(Thing::Steps)],
    ..CRAZYHOUSE
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Game {
    Crazyhouse,
    Reserve,
    Pocket,
}

/// What both hands hold: six bits for the number of men of each walk and side.
#[derive(Clone)]
struct Hands {
    walks: Vec<WalkId>,
    slot: Slot,
}

/// So many bits tell how many men of a walk a side has in hand.
const BITS: usize = 6;

/// So many walks have room in a slot.
const MOST_WALKS: usize = 128 / BITS / 2;

/// The walks that everybody may have in hand, in the order in which they are put on the board.
const USUAL: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

impl Hands {
    fn place(&self, side: Side, walk: WalkId) -> Option<usize> {
        let number = self.walks.iter().position(|other| *other == walk)?;
        Some((2 * number + side.index()) * BITS)
    }

    fn count(&self, packed: u128, side: Side, walk: WalkId) -> u128 {
        let place = self.place(side, walk);
        place.map_or(0, |place| packed >> place & ((1 << BITS) - 1))
    }

    /// What the slot holds when one more man is in hand; what has no room stays outside.
    fn with(&self, packed: u128, side: Side, walk: WalkId) -> u128 {
        let is_full = self.count(packed, side, walk) + 1 == 1 << BITS;
        match self.place(side, walk).filter(|_| !is_full) {
            Some(place) => packed + (1 << place),
            None => packed,
        }
    }

    fn without(&self, packed: u128, side: Side, walk: WalkId) -> u128 {
        let place = self.place(side, walk);
        place.map_or(packed, |place| packed - (1 << place))
    }

    /// Who can be put where.
    fn drops(&self, view: View<'_>, side: Side, game: Game) -> Vec<(Square, WalkId)> {
        let packed = view.position.slot(self.slot);
        let walks = self.walks.iter().copied();
        let in_hand = walks.filter(|walk| self.count(packed, side, *walk) > 0);
        let squares = view.free_squares();
        let everywhere = in_hand.flat_map(|walk| squares.map(move |on| (on, walk)));
        everywhere
            .filter(|(on, walk)| !walk.row().is_pawn() || takes_pawn(view, *on, side, game))
            .collect()
    }
}

fn takes_pawn(view: View<'_>, on: Square, side: Side, game: Game) -> bool {
    let rank = view.geometry().rank(on);
    let [last, first] = [side, !side].map(|side| view.rules.last_rank(side));
    rank != first && (rank != last || game == Game::Reserve)
}

/// The men that a side may take off the board.
fn own_men(view: View<'_>, side: Side) -> Vec<Square> {
    let men = view.position.men_of(side) & !view.position.men_of(!side);
    let may_go = |on: &Square| !view.piece_on(*on).is_royal();
    men.filter(may_go).collect()
}

fn install(condition: &Condition, game: Game, rules: &mut RulesBuilder<'_>) {
    let in_hand = in_hand(condition, game);
    let fairy = rules.men().filter(|man| !man.is_royal()).map(Piece::walk);
    let named = in_hand.iter().map(|(_, walk)| *walk);
    let walks: IndexSet<WalkId> = USUAL.into_iter().chain(fairy).chain(named).collect();
    if walks.len() > MOST_WALKS {
        rules.refuse("so many kinds of men have no room in the hands of two sides");
    }
    if game == Game::Crazyhouse && rules.has_neutral() {
        rules.refuse("a captured neutral man would belong to both hands");
    }
    let walks: Vec<WalkId> = walks.into_iter().collect();
    rules.may_use(walks.iter().copied());
    let slot = rules.slot(Slot::named("hands"));
    let hands = Hands { walks, slot };
    let first = in_hand.iter();
    let value = first.fold(0, |packed, (side, walk)| hands.with(packed, *side, *walk));
    rules.set_up(move |position| position.apply(Effect::Set { slot, value }, Reason::Silent));
    let shared = hands.clone();
    rules.add_drops(move |view, side| {
        !shared.drops(view, side, game).is_empty()
            || game == Game::Reserve && !own_men(view, side).is_empty()
    });
    if game == Game::Crazyhouse {
        mark_promoted_men(rules);
    }
    rules.after_any_move(
        Rank::HANDS,
        Displaces::Few(0),
        move |rules, position, played, outcome| {
            let view = rules.view(position);
            match played.pseudo_move.kind {
                Kind::Board => drop_or_lift(view, played, &hands, game, outcome),
                _ if game == Game::Crazyhouse => take_captured(view, played, &hands, outcome),
                _ => {}
            }
        },
    );
}

/// The men that the condition puts in hand; a pocket of which nothing is said has its knight.
fn in_hand(condition: &Condition, game: Game) -> Vec<(Side, WalkId)> {
    if game == Game::Pocket && condition.arguments.is_empty() {
        return Side::BOTH.map(|side| (side, walk_id::KNIGHT)).to_vec();
    }
    let mut side = Side::White;
    let mut found = Vec::new();
    for argument in &condition.arguments {
        match argument {
            Argument::Flag(word) if word == "white-hand" => side = Side::White,
            Argument::Flag(word) if word == "black-hand" => side = Side::Black,
            Argument::Walk(walk) => found.push((side, *walk)),
            _ => {}
        }
    }
    found
}

fn drop_or_lift(
    view: View<'_>,
    played: &PlayedMove,
    hands: &Hands,
    game: Game,
    outcome: &mut Outcome<'_>,
) {
    let (side, slot) = (played.side, hands.slot);
    let packed = view.position.slot(slot);
    let drops = hands.drops(view, side, game);
    let lifts = match game {
        Game::Reserve => own_men(view, side),
        Game::Crazyhouse | Game::Pocket => Vec::new(),
    };
    let count = drops.len() + lifts.len();
    if count == 0 {
        return outcome.refuse();
    }
    let number = outcome.choose(count);
    if let Some((on, walk)) = drops.get(number).copied() {
        let value = hands.without(packed, side, walk);
        let piece = Piece::usual(walk, side);
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
        outcome.push(Effect::Place { on, piece, id: 0 }, Reason::Drop);
        if game == Game::Reserve {
            outcome.promote_on(on, side);
        }
    } else {
        let on = lifts[number - drops.len()];
        let value = hands.with(packed, side, view.piece_on(on).walk());
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
        outcome.push(Effect::Remove { on }, Reason::Shown);
    }
}

/// A captured man changes hands.
fn take_captured(view: View<'_>, played: &PlayedMove, hands: &Hands, outcome: &mut Outcome<'_>) {
    let Some(captured) = played
        .captured
        .filter(|captured| !captured.piece.is_royal())
    else {
        return;
    };
    let walk = match captured.piece.has(Attribute::Frischauf) {
        true => walk_id::PAWN,
        false => captured.piece.walk(),
    };
    let slot = hands.slot;
    let value = hands.with(view.position.slot(slot), played.side, walk);
    outcome.push(Effect::Set { slot, value }, Reason::Silent);
}
