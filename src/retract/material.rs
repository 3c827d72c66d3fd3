//! Whether there can be so many men: the bounds of the game array and its promotions.

use super::scene::{Bits, Scene};

/// How men of a game are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// Sixteen men and eight pawns a side, and no more promoted men than missing pawns.
    #[default]
    Count,
    /// 32 men in all: men change sides.
    Total,
    /// As many as stand there.
    Any,
}

const LIGHT: Bits = 0x55aa_55aa_55aa_55aa;

impl Material {
    /// Whether a position may hold its men. Men that are not of the game are not counted as promoted.
    pub fn allows(self, scene: &Scene) -> bool {
        match self {
            Material::Any => true,
            Material::Total => scene.men().count_ones() <= 32,
            Material::Count => side_is_possible(scene, 0) && side_is_possible(scene, 1),
        }
    }
}

fn side_is_possible(scene: &Scene, side: usize) -> bool {
    let men = scene.orthodox();
    let own = men.sides[side];
    let count = |set: Bits| (set & own).count_ones();
    let beyond = |set: Bits, usual: u32| count(set).saturating_sub(usual);
    let promoted = beyond(men.queens, 1)
        + beyond(men.rooks, 2)
        + beyond(men.knights, 2)
        + beyond(men.bishops & LIGHT, 1)
        + beyond(men.bishops & !LIGHT, 1);
    own.count_ones() <= 16 && count(men.pawns) + promoted <= 8
}
