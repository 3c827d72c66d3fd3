//! All conditions that are built, sorted by key.

use super::circe::{anti_circe, plain, super_circe};
use super::geometry::{chrome, grid};
use super::world::{cylinder, rollerball, size};
use super::{
    Definition, alice, andernach, bgl, bolero, brunner, castling_chess, chameleon, checkless,
    einstein, haaner, imitator, isardam, koeko, lortap, madrasi, magic_squares, masand, messigny,
    mummer, must_capture, no_capture, patrol, role_exchange, royal_square, sentinels, single_box,
    take_and_make, trigonometric, volage,
};
use super::{anti_kings, bicaptures, cast, dister, maff, sat, transmuted_king};

/// Every condition, sorted by key; one line each.
pub static DEFINITIONS: &[&Definition] = &[
    &alice::DEFINITION,
    &andernach::DEFINITION,
    &anti_circe::DEFINITION,
    &anti_kings::DEFINITION,
    &bgl::DEFINITION,
    &bicaptures::DEFINITION,
    &chrome::BICHROM,
    &dister::BLACK_MAX,
    &mummer::BLACK_MAXIMUMMER,
    &dister::BLACK_MIN,
    &mummer::BLACK_MINIMUMMER,
    &must_capture::BLACK,
    &transmuted_king::BLACK_REFLECTIVE,
    &royal_square::BLACK,
    &transmuted_king::BLACK_TRANSMUTED,
    &size::BOARD,
    &bolero::BOLERO,
    &bolero::BOLERO_INVERSE,
    &brunner::DEFINITION,
    &cast::DEFINITION,
    &castling_chess::DEFINITION,
    &chameleon::DEFINITION,
    &chameleon::SEQUENCE,
    &checkless::DEFINITION,
    &plain::DEFINITION,
    &cylinder::VERTICAL,
    &cylinder::HORIZONTAL,
    &einstein::DEFINITION,
    &plain::FRISCHAUF,
    &grid::DEFINITION,
    &haaner::DEFINITION,
    &size::HOLE,
    &imitator::DEFINITION,
    &isardam::DEFINITION,
    &koeko::DEFINITION,
    &lortap::DEFINITION,
    &madrasi::DEFINITION,
    &maff::DEFINITION,
    &magic_squares::DEFINITION,
    &masand::DEFINITION,
    &messigny::DEFINITION,
    &chrome::MONOCHROM,
    &no_capture::BLACK,
    &no_capture::BOTH,
    &no_capture::WHITE,
    &patrol::DEFINITION,
    &transmuted_king::REFLECTIVE,
    &role_exchange::DEFINITION,
    &rollerball::DEFINITION,
    &sat::DEFINITION,
    &sentinels::DEFINITION,
    &single_box::DEFINITION,
    &super_circe::DEFINITION,
    &take_and_make::DEFINITION,
    &cylinder::TORUS,
    &transmuted_king::TRANSMUTED,
    &trigonometric::DEFINITION,
    &volage::DEFINITION,
    &dister::WHITE_MAX,
    &mummer::WHITE_MAXIMUMMER,
    &dister::WHITE_MIN,
    &mummer::WHITE_MINIMUMMER,
    &must_capture::WHITE,
    &transmuted_king::WHITE_REFLECTIVE,
    &royal_square::WHITE,
    &transmuted_king::WHITE_TRANSMUTED,
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
