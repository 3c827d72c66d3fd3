//! All attributes, in the order in which notation tells them.

use super::{
    Definition, alice, anda, chameleon, frischauf, functionary, half_neutral, hurdle_colour,
    hurdle_move, hurdle_walk, immobile, jigger, kamikaze, magic, neutral, paralysing, patrol,
    protean, royal, shooter, splittable, total_invisible, transferable, uncapturable, volage,
};

/// Every attribute; one line each.
pub static DEFINITIONS: &[&Definition] = &[
    &neutral::DEFINITION,
    &royal::DEFINITION,
    &kamikaze::DEFINITION,
    &paralysing::DEFINITION,
    &chameleon::DEFINITION,
    &jigger::DEFINITION,
    &volage::DEFINITION,
    &functionary::DEFINITION,
    &half_neutral::DEFINITION,
    &hurdle_colour::DEFINITION,
    &protean::DEFINITION,
    &magic::DEFINITION,
    &uncapturable::DEFINITION,
    &patrol::DEFINITION,
    &frischauf::DEFINITION,
    &hurdle_move::BUL,
    &hurdle_move::DOB,
    &anda::ANDA,
    &anda::ANDA_INVERSE,
    &alice::FIRST_BOARD,
    &alice::SECOND_BOARD,
    &immobile::DEFINITION,
    &paralysing::AUTO,
    &paralysing::BI,
    &transferable::DEFINITION,
    &splittable::DEFINITION,
    &hurdle_walk::DEFINITION,
    &shooter::DEFINITION,
    &total_invisible::DEFINITION,
];

/// The attribute with this key.
pub fn find(key: &str) -> Option<&'static Definition> {
    let mut definitions = DEFINITIONS.iter().copied();
    definitions.find(|definition| definition.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::Attribute;

    #[test]
    fn every_attribute_is_documented_in_three_languages() {
        for definition in DEFINITIONS {
            let names = definition.names;
            let texts = [names.en, names.de, names.fr];
            assert!(texts.iter().all(|text| !text.is_empty()), "{definition:?}");
            assert!(definition.definition.ends_with('.'), "{definition:?}");
        }
    }

    #[test]
    fn every_mark_of_a_man_has_its_rule() {
        let mut given_by_conditions = vec![Attribute::VolageByCondition, Attribute::HasCaptured];
        given_by_conditions.extend(Attribute::OWN_MARKS);
        for attribute in Attribute::ALL {
            let rules = DEFINITIONS.iter();
            let rules = rules.filter(|definition| definition.attribute == Some(attribute));
            let expected = usize::from(!given_by_conditions.contains(&attribute));
            assert_eq!(rules.count(), expected, "{attribute:?}");
        }
    }
}
