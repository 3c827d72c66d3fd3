//! Walks that other men lend: what rules on loans share.

use crate::rules::{Actor, Ring, View, Walks};

/// What of a man that goes like another one goes for other rules.
pub(super) const WATCH: &str = "A lent walk is for moves, captures and checks. For rules that ask who observes whom \
                                (Madrasi, Isardam, Eiffel chess, patrol chess ...) every man observes with its own walk.";

/// The walks with which hostile men observe a man. Meanwhile nobody borrows by the rule that asks.
pub(super) fn walks_of_observers(view: View<'_>, man: Actor, ring: Ring) -> Walks {
    let mut walks = Walks::new();
    for on in view.lenders(man, ring) {
        let observer = view.actor(on, !man.side);
        for walk in view.observing_walks(observer, man.square, ring) {
            if !walks.contains(&walk) {
                walks.push(walk);
            }
        }
    }
    walks
}
