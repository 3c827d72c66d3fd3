//! Revolving board and revolving centre: the men are carried round after the moves.

use super::Definition;
use crate::board::{Geometry, Square};
use crate::position::{Effect, Reason, Slot, pack_squares, unpack_squares};
use crate::rules::{Numbered, Outcome, Promise, PseudoMove, Rank, RulesBuilder, View};

/// The whole board turns.
pub static BOARD: Definition = Definition {
    key: "actuated-revolving-board",
    summary: "After every move the board with all men on it is turned by 90 degrees clockwise. Pawns keep their direction.",
    install: |_, rules| install_board(rules),
    numbers: |_| Numbered::CAPTURES,
    ..Definition::BASE
};

/// The centre turns.
pub static CENTRE: Definition = Definition {
    key: "actuated-revolving-centre",
    summary: "After every move that begins or ends on d4, d5, e4 or e5 the men on these squares are carried on by one \
              square, from d4 to d5, e5, e4 and back to d4.",
    install: |_, rules| install_centre(rules),
    numbers: |_| Numbered::CAPTURES,
    ..Definition::BASE
};

/// Four squares; what stands on one goes to the next, from the last to the first.
type Ring = [Square; 4];

fn install_board(rules: &mut RulesBuilder<'_>) {
    let board = rules.geometry();
    if !board.is_usual() {
        return rules.refuse("the revolving board needs the usual board");
    }
    let rings: Vec<Ring> = (0..4)
        .flat_map(|file| (0..4).map(move |rank| (file, rank)))
        .filter_map(|place| ring(board, place))
        .collect();
    rules.after(
        Rank::REVOLVING_BOARD,
        Promise::nothing(),
        move |view, _, outcome| {
            carry_all_round(view, &rings, outcome);
        },
    );
}

/// A square and those it comes to when the board turns.
fn ring(board: &Geometry, (file, rank): (i16, i16)) -> Option<Ring> {
    let turned = |&(file, rank): &(i16, i16)| Some((rank, 7 - file));
    let places = std::iter::successors(Some((file, rank)), turned);
    let squares: Vec<Square> = places
        .take(4)
        .filter_map(|(file, rank)| board.square(file, rank))
        .collect();
    squares.try_into().ok()
}

fn install_centre(rules: &mut RulesBuilder<'_>) {
    let board = rules.geometry();
    let places = [(3, 3), (3, 4), (4, 4), (4, 3)].map(|(file, rank)| board.square(file, rank));
    let [Some(d4), Some(d5), Some(e5), Some(e4)] = places else {
        return rules.refuse("the revolving centre needs the squares d4, d5, e4 and e5");
    };
    let centre = [d4, d5, e5, e4];
    rules.after(
        Rank::REVOLVING_CENTRE,
        Promise::nothing(),
        move |view, played, outcome| {
            let PseudoMove { from, to, .. } = played.pseudo_move;
            if centre.contains(&from) || centre.contains(&to) {
                carry_all_round(view, &[centre], outcome);
            }
        },
    );
}

/// The men on the rings, and the squares on which a pawn may be captured en passant.
fn carry_all_round(view: View<'_>, rings: &[Ring], outcome: &mut Outcome<'_>) {
    for &ring in rings {
        carry_round(view, ring, outcome);
    }
    let slot = Slot::EN_PASSANT;
    let former = view.position.slot(slot);
    let value = pack_squares(unpack_squares(former).map(|square| next(rings, square)));
    if value != former {
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    }
}

/// Where what is on this square goes.
fn next(rings: &[Ring], square: Square) -> Square {
    let place = |ring: &Ring| {
        let place = ring.iter().position(|on| *on == square)?;
        Some(ring[(place + 1) % ring.len()])
    };
    rings.iter().find_map(place).unwrap_or(square)
}

/// Changes places one by one: the man of the first square goes to the second, and so on.
fn carry_round(view: View<'_>, [first, others @ ..]: Ring, outcome: &mut Outcome<'_>) {
    let is_taken = |on: Square| view.piece_on(on).is_some();
    let mut at_first = is_taken(first);
    for other in others {
        match (at_first, is_taken(other)) {
            (true, true) => outcome.push(
                Effect::Swap {
                    first,
                    second: other,
                },
                Reason::Silent,
            ),
            (true, false) => outcome.push(
                Effect::Move {
                    from: first,
                    to: other,
                },
                Reason::Silent,
            ),
            (false, true) => outcome.push(
                Effect::Move {
                    from: other,
                    to: first,
                },
                Reason::Silent,
            ),
            (false, false) => {}
        }
        at_first = is_taken(other);
    }
}
