//! All conditions that are built, sorted by key: one line each, so that additions do not collide.

use super::Definition;

/// Every condition, sorted by key; one line each.
pub static DEFINITIONS: &[&Definition] = &[
    &super::revolving::BOARD,
    &super::revolving::CENTRE,
    &super::alice::DEFINITION,
    &super::alphabetic::BOTH,
    &super::anda::ANDA,
    &super::anda::INVERSE,
    &super::andernach::DEFINITION,
    &super::facing::ANNAN,
    &super::anti_andernach::DEFINITION,
    &super::circe::anti_circe::DEFINITION,
    &super::einstein::ANTI,
    &super::guards::ANTI,
    &super::anti_kings::DEFINITION,
    &super::anti_koeko::ANTI,
    &super::facing::BACK,
    &super::bgl::DEFINITION,
    &super::woozles::HOSTILE,
    &super::bicaptures::DEFINITION,
    &super::geometry::chrome::BICHROM,
    &super::alphabetic::BLACK,
    &super::last_move::follow_my_leader::BLACK_ANTI_SYNCHRON,
    &super::edge_mover::BLACK,
    &super::last_move::follow_my_leader::BLACK_FOLLOWS,
    &super::forced_square::BLACK,
    &super::dister::BLACK_MAX,
    &super::mummer::BLACK_MAXIMUMMER,
    &super::dister::BLACK_MIN,
    &super::mummer::BLACK_MINIMUMMER,
    &super::must_capture::BLACK,
    &super::promotion::squares::BLACK,
    &super::transmuted_king::BLACK_REFLECTIVE,
    &super::royal_square::BLACK,
    &super::last_move::follow_my_leader::BLACK_SYNCHRON,
    &super::transmuted_king::BLACK_TRANSMUTED,
    &super::ultra_schachzwang::BLACK,
    &super::world::size::BOARD,
    &super::bolero::BOLERO,
    &super::bolero::BOLERO_INVERSE,
    &super::breton::DEFINITION,
    &super::brunner::DEFINITION,
    &super::cast::DEFINITION,
    &super::castling_chess::DEFINITION,
    &super::central::DEFINITION,
    &super::chameleon::DEFINITION,
    &super::last_move::chameleon_pursuit::DEFINITION,
    &super::chameleon::SEQUENCE,
    &super::checkless::DEFINITION,
    &super::facing::CHEEK,
    &super::promotion::chinese::DEFINITION,
    &super::circe::plain::DEFINITION,
    &super::geometry::contact_grid::DEFINITION,
    &super::world::cylinder::VERTICAL,
    &super::world::cylinder::HORIZONTAL,
    &super::dark_side::DEFINITION,
    &super::last_move::disparate::DEFINITION,
    &super::tibet::DOUBLE,
    &super::last_move::duellist::DEFINITION,
    &super::dummy::DEFINITION,
    &super::eiffel::DEFINITION,
    &super::einstein::DEFINITION,
    &super::facing::FACE,
    &super::football::DEFINITION,
    &super::protean_chess::FRANKFURT,
    &super::circe::plain::FRISCHAUF,
    &super::last_move::fuddled::DEFINITION,
    &super::functionary::DEFINITION,
    &super::ghost::GHOST,
    &super::promotion::squares::GLASGOW,
    &super::geometry::grid::DEFINITION,
    &super::haaner::DEFINITION,
    &super::ghost::HAUNTED,
    &super::world::size::HOLE,
    &super::hypervolage::DEFINITION,
    &super::imitator::DEFINITION,
    &super::influencer::DEFINITION,
    &super::isardam::DEFINITION,
    &super::kobul::DEFINITION,
    &super::koeko::DEFINITION,
    &super::last_move::last_capture::DEFINITION,
    &super::leffie::DEFINITION,
    &super::line_chameleon::DEFINITION,
    &super::lortap::DEFINITION,
    &super::madrasi::DEFINITION,
    &super::maff::DEFINITION,
    &super::magic_squares::DEFINITION,
    &super::masand::DEFINITION,
    &super::masand::GENERALISED,
    &super::messigny::DEFINITION,
    &super::geometry::chrome::MONOCHROM,
    &super::facing::NANNA,
    &super::anti_koeko::NEW,
    &super::no_capture::BLACK,
    &super::promotion::none::BLACK,
    &super::no_capture::BOTH,
    &super::imitator::NO_PROMOTION,
    &super::no_capture::WHITE,
    &super::promotion::none::WHITE,
    &super::norsk::DEFINITION,
    &super::pad::DEFINITION,
    &super::patrol::DEFINITION,
    &super::facing::POINT,
    &super::promotion::only::DEFINITION,
    &super::protean_chess::PROTEAN,
    &super::provocation::DEFINITION,
    &super::transmuted_king::REFLECTIVE,
    &super::relegation::DEFINITION,
    &super::einstein::REVERSAL,
    &super::castling_chess::ROKAGOGO,
    &super::role_exchange::DEFINITION,
    &super::world::rollerball::DEFINITION,
    &super::sat::DEFINITION,
    &super::sentinels::DEFINITION,
    &super::shielded_kings::DEFINITION,
    &super::single_box::DEFINITION,
    &super::snek::SNEK,
    &super::snek::CIRCLE,
    &super::circe::super_circe::DEFINITION,
    &super::guards::SUPER,
    &super::take_and_make::DEFINITION,
    &super::tibet::TIBET,
    &super::world::cylinder::TORUS,
    &super::traitor::DEFINITION,
    &super::transmuted_king::TRANSMUTED,
    &super::trigonometric::DEFINITION,
    &super::ultra_patrol::DEFINITION,
    &super::volage::DEFINITION,
    &super::alphabetic::WHITE,
    &super::last_move::follow_my_leader::WHITE_ANTI_SYNCHRON,
    &super::edge_mover::WHITE,
    &super::last_move::follow_my_leader::WHITE_FOLLOWS,
    &super::forced_square::WHITE,
    &super::dister::WHITE_MAX,
    &super::mummer::WHITE_MAXIMUMMER,
    &super::dister::WHITE_MIN,
    &super::mummer::WHITE_MINIMUMMER,
    &super::must_capture::WHITE,
    &super::promotion::squares::WHITE,
    &super::transmuted_king::WHITE_REFLECTIVE,
    &super::royal_square::WHITE,
    &super::last_move::follow_my_leader::WHITE_SYNCHRON,
    &super::transmuted_king::WHITE_TRANSMUTED,
    &super::ultra_schachzwang::WHITE,
    &super::woozles::OWN,
    &super::wormholes::DEFINITION,
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
