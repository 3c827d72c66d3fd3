//! What legends say of letters and squares, wherever in a text they stand, so that its men are read by them.

use super::men::{self, Name, Own};
use super::part::{Part, parts};
use super::placed::{self, Place};
use crate::board::{Geometry, Square};
use crate::men::WalkId;

/// What letters and men on squares are, as the legends of a text say it.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// What letters stand for: `G`, grasshopper.
    pub letters: Vec<(String, WalkId)>,
    /// What stands on squares: `Grasshoppers a5, e8`.
    pub on: Vec<(Square, WalkId)>,
}

/// Behind so many parts a legend has named its man.
const LONGEST: usize = 8;

/// The legends of a text.
///
/// ```
/// use dawson::board::Geometry;
/// use dawson::notation::statement::legend;
/// let read = legend("h#2, Noctambule NO, g1: camel", &Geometry::standard());
/// assert_eq!(read.letters[0].0, "NO");
/// assert_eq!(read.on[0].1.row().names.en, "Camel");
/// ```
pub fn legend(text: &str, board: &Geometry) -> Legend {
    let mut found = Legend::default();
    let parts = parts(text, board);
    let place = Place {
        own: Own::NONE,
        takes: "",
        is_refined: false,
        refines: false,
    };
    let begins_name = |at: usize| match parts[at].text.split_once('=') {
        // `G=Grasshopper`
        Some((_, name)) => {
            let named = Part {
                text: name.to_owned(),
                ..parts[at].clone()
            };
            men::begins_name(&[&[named], &parts[at + 1..]].concat())
        }
        None => men::begins_name(&parts[at..]),
    };
    let names: Vec<bool> = (0..parts.len()).map(begins_name).collect();
    let mut at = 0;
    while at < parts.len() {
        let is_near = names[at..].iter().take(LONGEST).any(|named| *named);
        if !is_near {
            at += 1;
            continue;
        }
        let read = placed::explained(&parts[at..], place);
        let Some((made, taken)) = read else {
            at += 1;
            continue;
        };
        at += taken;
        let walk = |name: &Option<Name>| match name {
            Some(Name::Walk(walk)) => Some(*walk),
            _ => None,
        };
        for man in made.placed {
            let walk = walk(&man.name).into_iter();
            found
                .on
                .extend(walk.flat_map(|walk| man.squares.iter().map(move |on| (*on, walk))));
        }
        if let Some((man, Some(letters))) = made.legend {
            found
                .letters
                .extend(walk(&man.name).map(|walk| (letters, walk)));
        }
    }
    found
}
