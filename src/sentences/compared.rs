//! The two ways to answer the sentences of a text, compared on every candidate of a position: for tests.

use super::file::Text;
use super::known::{known, meanings_under};
use super::making::{Maker, near};
use super::naive::Naive;
use super::scene::Scene;
use super::table::Tongue;
use crate::rules::{Engine, Ring};

/// What the closures answer otherwise than the tree that is walked; none if all is the same. Also how many
/// questions were asked.
pub fn closures_against_tree(text: &Text, engine: &Engine) -> (usize, Option<String>) {
    let side = engine.position().turn();
    let view = engine.rules().view(engine.position());
    let key = known(text).map_or("", |own| own.definition.key);
    let meanings = meanings_under(text, key, engine.rules());
    let mut position = engine.position().clone();
    let candidates = engine.rules().judge().all_pseudo_moves(&mut position, side);
    let mut asked = 0;
    for sentence in &text.sentences {
        let (cond, ring) = match sentence.key {
            "not-act" => (sentence.kid(1), Ring::Geometry),
            "capture-only" | "move-only" => (sentence.kid(1), Ring::Actor),
            _ => continue,
        };
        let board = view.geometry();
        let maker = Maker {
            meanings: &meanings,
            ring,
            board,
            near: near(board),
        };
        let naive = Naive {
            meanings: &meanings,
            ring,
        };
        let test = maker.cond(cond);
        for candidate in &candidates {
            let scene = Scene::before(view, side, candidate);
            asked += 1;
            let (quick, slow) = (test(&scene), naive.cond(cond, &scene));
            if quick != slow {
                let said = sentence.written(Tongue::En);
                let way = format!("{}-{}", candidate.from, candidate.to);
                return (
                    asked,
                    Some(format!(
                        "{said}: {way}: closures say {quick}, the tree {slow}"
                    )),
                );
            }
        }
    }
    (asked, None)
}
