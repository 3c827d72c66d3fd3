//! The squares of which a condition on *the square* is true: sets where the words allow it, one square after
//! the other where they do not.

use super::making::{Maker, Test};
use super::scene::Scene;
use super::tree::{Node, Value};
use crate::board::SquareSet;

/// Keeps those of some squares for which a condition holds.
pub(super) type Among = Box<dyn Fn(&Scene<'_>, SquareSet) -> SquareSet + Send + Sync>;

impl Maker<'_> {
    /// Makes the function that keeps those of some squares for which a condition holds.
    pub fn squares_where(&self, node: &Node) -> Among {
        if !self.speaks_of_the_square(node) {
            return all_or_none(self.cond(node));
        }
        match (node.category, node.key) {
            ("cond", "and") => {
                let all = self.each_of(node);
                Box::new(move |scene, among| all.iter().fold(among, |left, part| part(scene, left)))
            }
            ("cond", "or") => {
                let all = self.each_of(node);
                Box::new(move |scene, among| {
                    let more = |found: SquareSet, part: &Among| found | part(scene, among & !found);
                    all.iter().fold(SquareSet::EMPTY, more)
                })
            }
            ("cond", "not") => {
                let inner = self.squares_where(node.kid(0));
                Box::new(move |scene, among| among & !inner(scene, among))
            }
            ("atom", "named") => match self.meant(node) {
                Some(meant) => self.squares_where(meant),
                None => one_by_one(self.cond(node)),
            },
            ("atom", "empty") if is_here(node.kid(0)) => {
                Box::new(|scene, among| among & scene.view.free_squares())
            }
            ("atom", "zone" | "not-zone")
                if is_here(node.kid(0)) && !self.speaks_of_the_square(node.kid(1)) =>
            {
                let zone = self.zone(node.kid(1));
                let wanted = node.key == "zone";
                Box::new(move |scene, among| {
                    let inside = among & zone(scene, scene.side);
                    if wanted { inside } else { among & !inside }
                })
            }
            ("atom", "same-place" | "not-same-place")
                if is_here(node.kid(0)) && !self.speaks_of_the_square(node.kid(1)) =>
            {
                let place = self.place(node.kid(1));
                let wanted = node.key == "same-place";
                Box::new(move |scene, among| match (place(scene), wanted) {
                    (Some(on), true) => among & SquareSet::of(on),
                    (Some(on), false) => among & !SquareSet::of(on),
                    (None, _) => SquareSet::EMPTY,
                })
            }
            _ => one_by_one(self.cond(node)),
        }
    }

    fn each_of(&self, node: &Node) -> Vec<Among> {
        let kids = node.kids.iter();
        kids.map(|kid| self.squares_where(kid)).collect()
    }

    /// Whether it may be true of one square and not of another.
    fn speaks_of_the_square(&self, node: &Node) -> bool {
        is_here(node)
            || self
                .meant(node)
                .is_some_and(|meant| self.speaks_of_the_square(meant))
            || node.kids.iter().any(|kid| self.speaks_of_the_square(kid))
    }

    /// What a name that is used as a condition stands for.
    fn meant(&self, node: &Node) -> Option<&Node> {
        match &node.value {
            Value::Name(name) if node.is("atom", "named") => self.meanings.lets.get(name),
            _ => None,
        }
    }
}

fn is_here(node: &Node) -> bool {
    node.is("place", "here")
}

/// A condition that does not ask which square it is.
fn all_or_none(test: Test) -> Among {
    Box::new(move |scene, among| match test(scene) {
        true => among,
        false => SquareSet::EMPTY,
    })
}

fn one_by_one(test: Test) -> Among {
    Box::new(move |scene, among| {
        let at = |on| Scene {
            square: Some(on),
            ..*scene
        };
        among.filter(|&on| test(&at(on))).collect()
    })
}
