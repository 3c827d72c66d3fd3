//! All conditions that are built, sorted by key.

use super::circe::{anti_circe, plain, super_circe};
use super::geometry::{chrome, contact_grid, grid};
use super::promotion::{chinese, none, only, squares};
use super::world::{cylinder, rollerball, size};
use super::{
    Definition, alice, alphabetic, anda, andernach, anti_andernach, anti_koeko, bgl, bolero,
    breton, brunner, castling_chess, central, chameleon, checkless, dark_side, dummy, edge_mover,
    eiffel, einstein, facing, football, forced_square, functionary, guards, haaner, hypervolage,
    imitator, influencer, isardam, kobul, koeko, leffie, line_chameleon, lortap, madrasi,
    magic_squares, masand, messigny, mummer, must_capture, no_capture, norsk, patrol,
    protean_chess, provocation, relegation, revolving, role_exchange, royal_square, sentinels,
    shielded_kings, single_box, snek, take_and_make, tibet, traitor, trigonometric, ultra_patrol,
    ultra_schachzwang, volage, woozles, wormholes,
};

/// Every condition, sorted by key; one line each.
pub static DEFINITIONS: &[&Definition] = &[
    &revolving::BOARD,
    &revolving::CENTRE,
    &alice::DEFINITION,
    &alphabetic::BOTH,
    &anda::ANDA,
    &anda::INVERSE,
    &andernach::DEFINITION,
    &facing::ANNAN,
    &anti_andernach::DEFINITION,
    &anti_circe::DEFINITION,
    &einstein::ANTI,
    &guards::ANTI,
    &anti_koeko::ANTI,
    &facing::BACK,
    &bgl::DEFINITION,
    &woozles::HOSTILE,
    &chrome::BICHROM,
    &alphabetic::BLACK,
    &edge_mover::BLACK,
    &forced_square::BLACK,
    &mummer::BLACK_MAXIMUMMER,
    &mummer::BLACK_MINIMUMMER,
    &must_capture::BLACK,
    &squares::BLACK,
    &royal_square::BLACK,
    &ultra_schachzwang::BLACK,
    &size::BOARD,
    &bolero::BOLERO,
    &bolero::BOLERO_INVERSE,
    &breton::DEFINITION,
    &brunner::DEFINITION,
    &castling_chess::DEFINITION,
    &central::DEFINITION,
    &chameleon::DEFINITION,
    &chameleon::SEQUENCE,
    &checkless::DEFINITION,
    &facing::CHEEK,
    &chinese::DEFINITION,
    &plain::DEFINITION,
    &contact_grid::DEFINITION,
    &cylinder::VERTICAL,
    &cylinder::HORIZONTAL,
    &dark_side::DEFINITION,
    &tibet::DOUBLE,
    &dummy::DEFINITION,
    &eiffel::DEFINITION,
    &einstein::DEFINITION,
    &facing::FACE,
    &football::DEFINITION,
    &protean_chess::FRANKFURT,
    &plain::FRISCHAUF,
    &functionary::DEFINITION,
    &squares::GLASGOW,
    &grid::DEFINITION,
    &haaner::DEFINITION,
    &size::HOLE,
    &hypervolage::DEFINITION,
    &imitator::DEFINITION,
    &influencer::DEFINITION,
    &isardam::DEFINITION,
    &kobul::DEFINITION,
    &koeko::DEFINITION,
    &leffie::DEFINITION,
    &line_chameleon::DEFINITION,
    &lortap::DEFINITION,
    &madrasi::DEFINITION,
    &magic_squares::DEFINITION,
    &masand::DEFINITION,
    &masand::GENERALISED,
    &messigny::DEFINITION,
    &chrome::MONOCHROM,
    &facing::NANNA,
    &anti_koeko::NEW,
    &no_capture::BLACK,
    &none::BLACK,
    &no_capture::BOTH,
    &no_capture::WHITE,
    &none::WHITE,
    &norsk::DEFINITION,
    &patrol::DEFINITION,
    &facing::POINT,
    &only::DEFINITION,
    &protean_chess::PROTEAN,
    &provocation::DEFINITION,
    &relegation::DEFINITION,
    &einstein::REVERSAL,
    &castling_chess::ROKAGOGO,
    &role_exchange::DEFINITION,
    &rollerball::DEFINITION,
    &sentinels::DEFINITION,
    &shielded_kings::DEFINITION,
    &single_box::DEFINITION,
    &snek::SNEK,
    &snek::CIRCLE,
    &super_circe::DEFINITION,
    &guards::SUPER,
    &take_and_make::DEFINITION,
    &tibet::TIBET,
    &cylinder::TORUS,
    &traitor::DEFINITION,
    &trigonometric::DEFINITION,
    &ultra_patrol::DEFINITION,
    &volage::DEFINITION,
    &alphabetic::WHITE,
    &edge_mover::WHITE,
    &forced_square::WHITE,
    &mummer::WHITE_MAXIMUMMER,
    &mummer::WHITE_MINIMUMMER,
    &must_capture::WHITE,
    &squares::WHITE,
    &royal_square::WHITE,
    &ultra_schachzwang::WHITE,
    &woozles::OWN,
    &wormholes::DEFINITION,
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
