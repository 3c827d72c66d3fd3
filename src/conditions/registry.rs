//! All conditions that are built, sorted by key.

use super::circe::{captured, capturing, danger, delayed, departing, immune};
use super::geometry::{chrome, grid};
use super::world::{cylinder, rollerball, size};
use super::{
    Definition, alice, andernach, bgl, bolero, brunner, castling_chess, chameleon, checkless,
    einstein, haaner, imitator, isardam, koeko, lortap, madrasi, magic_squares, masand, messigny,
    mummer, must_capture, no_capture, patrol, role_exchange, royal_square, sentinels, single_box,
    take_and_make, trigonometric, volage,
};

/// Every condition, sorted by key; one line each.
pub static DEFINITIONS: &[&Definition] = &[
    &alice::DEFINITION,
    &andernach::DEFINITION,
    &capturing::DEFINITION,
    &departing::ANTI_MARS,
    &bgl::DEFINITION,
    &chrome::BICHROM,
    &mummer::BLACK_MAXIMUMMER,
    &mummer::BLACK_MINIMUMMER,
    &must_capture::BLACK,
    &royal_square::BLACK,
    &size::BOARD,
    &bolero::BOLERO,
    &bolero::BOLERO_INVERSE,
    &brunner::DEFINITION,
    &castling_chess::DEFINITION,
    &chameleon::DEFINITION,
    &chameleon::SEQUENCE,
    &checkless::DEFINITION,
    &captured::DEFINITION,
    &cylinder::VERTICAL,
    &cylinder::HORIZONTAL,
    &danger::DEFINITION,
    &einstein::DEFINITION,
    &immune::GENEVA,
    &grid::DEFINITION,
    &haaner::DEFINITION,
    &size::HOLE,
    &imitator::DEFINITION,
    &immune::IMMUNE,
    &isardam::DEFINITION,
    &koeko::DEFINITION,
    &delayed::LAST_CAPTURE,
    &lortap::DEFINITION,
    &madrasi::DEFINITION,
    &magic_squares::DEFINITION,
    &departing::MARS,
    &masand::DEFINITION,
    &messigny::DEFINITION,
    &chrome::MONOCHROM,
    &no_capture::BLACK,
    &no_capture::BOTH,
    &no_capture::WHITE,
    &patrol::DEFINITION,
    &departing::PHANTOM,
    &departing::PLUS,
    &role_exchange::DEFINITION,
    &rollerball::DEFINITION,
    &sentinels::DEFINITION,
    &single_box::DEFINITION,
    &take_and_make::DEFINITION,
    &cylinder::TORUS,
    &trigonometric::DEFINITION,
    &volage::DEFINITION,
    &mummer::WHITE_MAXIMUMMER,
    &mummer::WHITE_MINIMUMMER,
    &must_capture::WHITE,
    &royal_square::WHITE,
];

/// The condition with this key, if it is built.
pub fn find(key: &str) -> Option<&'static Definition> {
    let place = DEFINITIONS
        .binary_search_by_key(&key, |definition| definition.key)
        .ok()?;
    Some(DEFINITIONS[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_sorted_by_key() {
        assert!(DEFINITIONS.is_sorted_by_key(|definition| definition.key));
    }

    #[test]
    fn every_condition_is_documented_in_three_languages() {
        for definition in DEFINITIONS {
            let names = definition.names;
            let texts = [names.en, names.de, names.fr, definition.summary];
            assert!(
                texts.iter().all(|text| !text.is_empty()),
                "{}",
                definition.key
            );
        }
    }
}
