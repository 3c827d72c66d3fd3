//! Which sentence of a condition stands against a move, and the men that make it so.

use super::install::{Installing, concerns, scene_of};
use super::known::{meanings_under, text_of};
use super::making::{Meanings, sides_of};
use super::promise::is_afterwards;
use super::scene::{Man, Scene};
use super::table::Tongue;
use super::tree::{Node, Value};
use crate::board::{Side, Square, SquareSet};
use crate::rules::{Engine, PlayedMove, PseudoMove, Ring, View};

/// A man with the name that a sentence has for it.
type Men = Vec<(String, String)>;

/// Which sentence of a condition stands against a move between two squares, and the men that make it so:
/// `sentence 1: it = white rook a1; A = black rook b2`. None if no sentence does.
pub fn witness(key: &str, engine: &mut Engine, from: Square, to: Square) -> Option<String> {
    let text = text_of(key)?;
    let meanings = meanings_under(&text, key, engine.rules());
    let side = engine.position().turn();
    let mut position = engine.position().clone();
    let mut ways = engine.rules().judge().all_pseudo_moves(&mut position, side);
    ways.retain(|way| (way.from, way.to) == (from, to));
    if ways.is_empty() {
        // A man that may not act has none.
        let captured = Some(to).filter(|&on| position.piece_on(on).is_some());
        ways.push(PseudoMove::ordinary(from, to, captured));
    }
    let mut numbered = text.sentences.iter().enumerate();
    numbered.find_map(|(number, node)| {
        let against = Against {
            node,
            meanings: &meanings,
        };
        let told = ways.iter().find_map(|way| {
            let view = engine.rules().view(engine.position());
            against.before(view, side, way).or_else(|| {
                engine.try_out(*way, |rules, position, played| {
                    against.after(rules.view(position), played)
                })
            })
        });
        let told = told.or_else(|| against.better(engine, side, &ways))?;
        let colon = if told.is_empty() { "" } else { ": " };
        Some(format!("sentence {}{colon}{told}", number + 1))
    })
}

/// `it = Ra1; A = black rook b2`.
fn told(men: Men) -> String {
    let men = men.iter().map(|(name, man)| format!("{name} = {man}"));
    men.collect::<Vec<_>>().join("; ")
}

/// A sentence that may stand against a move.
struct Against<'w> {
    node: &'w Node,
    meanings: &'w Meanings,
}

impl Against<'_> {
    /// What it has against a move before it is played.
    fn before(&self, view: View<'_>, side: Side, way: &PseudoMove) -> Option<String> {
        let node = self.node;
        let installing = Installing::asking(self.meanings, view.geometry());
        let first = node.kid(0);
        let (scene, cond, wanted) = match node.key {
            "not-act" => {
                let (who, cond) = installing.who_and(first, node.kid(1), Ring::Geometry);
                let scene = scene_of(view, side, way);
                (scene, concerns(&who, &scene).then_some(cond)?, true)
            }
            "capture-only" if way.is_capture() => {
                let (who, cond) = installing.who_and(first, node.kid(1), Ring::Actor);
                let scene = scene_of(view, side, way);
                (scene, concerns(&who, &scene).then_some(cond)?, false)
            }
            "go-only" => {
                let (who, cond) = installing.who_and(first, node.kid(1), Ring::Geometry);
                let scene = Scene::before(view, side, way);
                (scene, concerns(&who, &scene).then_some(cond)?, false)
            }
            "move-only" => {
                let is_meant = sides_of(first.key).contains(&side);
                let cond = installing.maker(Ring::Actor).cond(node.kid(1));
                let scene = scene_of(view, side, way);
                (scene, is_meant.then_some(cond)?, false)
            }
            _ => return None,
        };
        (cond(&scene) == wanted).then(|| told(installing.men(node.kid(1), wanted, scene)))
    }

    /// What it has against a move that was played.
    fn after(&self, view: View<'_>, played: &PlayedMove) -> Option<String> {
        let node = self.node;
        let installing = Installing::asking(self.meanings, view.geometry());
        let maker = installing.maker(Ring::Actor);
        let scene = Scene::after(view, played);
        match node.key {
            "stands-only" => {
                let is_meant = sides_of(node.kid(0).key).contains(&played.side);
                let fails = is_meant && !maker.cond(node.kid(1))(&scene);
                fails.then(|| told(installing.men(node.kid(1), false, scene)))
            }
            "remains" => {
                let group = maker.group(node.kid(0));
                let man = group.find(&scene, SquareSet::ALL, |_, _| true)?;
                Some(told(vec![("the man that remains".to_owned(), called(man))]))
            }
            _ => None,
        }
    }

    /// Which better move a preference asks for, and how both are measured.
    fn better(&self, engine: &mut Engine, side: Side, ways: &[PseudoMove]) -> Option<String> {
        let node = self.node;
        if node.key != "prefers" || !sides_of(node.kid(0).key).contains(&side) {
            return None;
        }
        let best = engine.legal_moves().first()?.pseudo_move;
        let way = ways.first()?;
        let mut key = "greatest";
        node.kid(1).kids.iter().find_map(|measure| {
            key = match measure.key {
                "same" => key,
                _ => measure.key,
            };
            let [one, other] = [*way, best].map(|way| self.measured(measure, engine, side, way));
            let (one, other) = (one?, other?);
            let is_better = match key {
                "smallest" => other < one,
                _ => other > one,
            };
            let better = format!("{}-{}", best.from, best.to);
            let said = measure.written(Tongue::En);
            match measure.key {
                _ if !is_better => None,
                "that" => Some(format!("{better} is one of the {said}")),
                _ => Some(format!("{said}: {better} has {other}, this move {one}")),
            }
        })
    }

    fn measured(
        &self,
        measure: &Node,
        engine: &mut Engine,
        side: Side,
        way: PseudoMove,
    ) -> Option<i64> {
        let board = engine.rules().geometry().clone();
        let installing = Installing::asking(self.meanings, &board);
        let of = installing.measure(measure);
        if is_afterwards(measure) {
            return engine.try_out(way, |rules, position, played| {
                Some(of(&Scene::after(rules.view(position), played)))
            });
        }
        let view = engine.rules().view(engine.position());
        Some(of(&scene_of(view, side, &way)))
    }
}

fn called(man: Man) -> String {
    let colour = match (man.piece.is_neutral(), man.piece.is_of(Side::White)) {
        (true, _) => "neutral",
        (_, true) => "white",
        _ => "black",
    };
    let name = man.piece.walk().row().names.en.to_lowercase();
    format!("{colour} {name} {}", man.on)
}

impl Installing {
    /// The man of a sentence, and those that its condition speaks of.
    fn men(&self, cond: &Node, holds: bool, scene: Scene<'_>) -> Men {
        let mut men: Men = Vec::new();
        men.extend(scene.it.map(|it| ("it".to_owned(), called(it))));
        let mut bound = scene;
        self.bind(cond, holds, &mut bound, &mut |name, man| {
            men.push((name, called(man)));
        });
        men
    }

    /// The men that decide a condition which holds or not: that of a `some` that is true, that of a `no` or an
    /// `every` that is false; of an `and` that is false the part that fails.
    fn bind(
        &self,
        cond: &Node,
        holds: bool,
        scene: &mut Scene<'_>,
        note: &mut impl FnMut(String, Man),
    ) {
        let maker = self.maker(Ring::Actor);
        match (cond.category, cond.key) {
            ("cond", "not") => self.bind(cond.kid(0), !holds, scene, note),
            ("cond", key @ ("and" | "or")) => {
                // All parts of a true `and` and of a false `or` count; else one of them decides.
                if (key == "and") == holds {
                    for kid in &cond.kids {
                        self.bind(kid, holds, scene, note);
                    }
                } else if let Some(kid) =
                    cond.kids.iter().find(|kid| maker.cond(kid)(scene) == holds)
                {
                    self.bind(kid, holds, scene, note);
                }
            }
            ("atom", "named") => {
                if let Value::Name(name) = &cond.value
                    && let Some(meant) = self.meanings.lets.get(name)
                {
                    self.bind(&meant.clone(), holds, scene, note);
                }
            }
            ("atom", key @ ("some" | "no" | "every")) if holds == (key == "some") => {
                let (group, vp) = (maker.group(cond.kid(0)), cond.kid(1));
                let says = (!vp.is_nothing()).then(|| maker.vp(vp));
                let found = group.find(scene, SquareSet::ALL, |bound, man| {
                    let says = says.as_ref().is_none_or(|says| says(bound, man));
                    says == (key != "every")
                });
                if let Some(man) = found {
                    let name = match group.letter {
                        Some(letter) => {
                            scene.named[usize::from(letter)] = Some(man);
                            char::from(b'A' + letter).to_string()
                        }
                        None => "the other".to_owned(),
                    };
                    note(name, man);
                }
            }
            _ => {}
        }
    }
}
