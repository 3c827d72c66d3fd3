//! All conditions that are built, sorted by key: one line each, so that additions do not collide.

use super::Definition;

/// Every condition, sorted by key; one line each.
pub static DEFINITIONS: &[&Definition] = &[
    &super::alice::DEFINITION,
    &super::andernach::DEFINITION,
    &super::circe::anti_circe::DEFINITION,
    &super::anti_kings::DEFINITION,
    &super::bgl::DEFINITION,
    &super::bicaptures::DEFINITION,
    &super::geometry::chrome::BICHROM,
    &super::last_move::follow_my_leader::BLACK_ANTI_SYNCHRON,
    &super::last_move::follow_my_leader::BLACK_FOLLOWS,
    &super::dister::BLACK_MAX,
    &super::mummer::BLACK_MAXIMUMMER,
    &super::dister::BLACK_MIN,
    &super::mummer::BLACK_MINIMUMMER,
    &super::must_capture::BLACK,
    &super::transmuted_king::BLACK_REFLECTIVE,
    &super::royal_square::BLACK,
    &super::last_move::follow_my_leader::BLACK_SYNCHRON,
    &super::transmuted_king::BLACK_TRANSMUTED,
    &super::world::size::BOARD,
    &super::bolero::BOLERO,
    &super::bolero::BOLERO_INVERSE,
    &super::brunner::DEFINITION,
    &super::cast::DEFINITION,
    &super::castling_chess::DEFINITION,
    &super::chameleon::DEFINITION,
    &super::last_move::chameleon_pursuit::DEFINITION,
    &super::chameleon::SEQUENCE,
    &super::checkless::DEFINITION,
    &super::circe::plain::DEFINITION,
    &super::world::cylinder::VERTICAL,
    &super::world::cylinder::HORIZONTAL,
    &super::last_move::disparate::DEFINITION,
    &super::last_move::duellist::DEFINITION,
    &super::einstein::DEFINITION,
    &super::circe::plain::FRISCHAUF,
    &super::last_move::fuddled::DEFINITION,
    &super::ghost::GHOST,
    &super::geometry::grid::DEFINITION,
    &super::haaner::DEFINITION,
    &super::ghost::HAUNTED,
    &super::world::size::HOLE,
    &super::imitator::DEFINITION,
    &super::isardam::DEFINITION,
    &super::koeko::DEFINITION,
    &super::last_move::last_capture::DEFINITION,
    &super::lortap::DEFINITION,
    &super::madrasi::DEFINITION,
    &super::maff::DEFINITION,
    &super::magic_squares::DEFINITION,
    &super::masand::DEFINITION,
    &super::messigny::DEFINITION,
    &super::geometry::chrome::MONOCHROM,
    &super::no_capture::BLACK,
    &super::no_capture::BOTH,
    &super::imitator::NO_PROMOTION,
    &super::no_capture::WHITE,
    &super::pad::DEFINITION,
    &super::patrol::DEFINITION,
    &super::transmuted_king::REFLECTIVE,
    &super::role_exchange::DEFINITION,
    &super::world::rollerball::DEFINITION,
    &super::sat::DEFINITION,
    &super::sentinels::DEFINITION,
    &super::single_box::DEFINITION,
    &super::circe::super_circe::DEFINITION,
    &super::take_and_make::DEFINITION,
    &super::world::cylinder::TORUS,
    &super::transmuted_king::TRANSMUTED,
    &super::trigonometric::DEFINITION,
    &super::volage::DEFINITION,
    &super::last_move::follow_my_leader::WHITE_ANTI_SYNCHRON,
    &super::last_move::follow_my_leader::WHITE_FOLLOWS,
    &super::dister::WHITE_MAX,
    &super::mummer::WHITE_MAXIMUMMER,
    &super::dister::WHITE_MIN,
    &super::mummer::WHITE_MINIMUMMER,
    &super::must_capture::WHITE,
    &super::transmuted_king::WHITE_REFLECTIVE,
    &super::royal_square::WHITE,
    &super::last_move::follow_my_leader::WHITE_SYNCHRON,
    &super::transmuted_king::WHITE_TRANSMUTED,
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
