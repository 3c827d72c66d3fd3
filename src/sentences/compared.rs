//! The two ways to answer the sentences of a text, compared on every candidate of a position, before it is
//! played and after: for tests.

use super::file::Text;
use super::install::Installing;
use super::known::meanings_under;
use super::making::Meanings;
use super::naive::Naive;
use super::promise::is_afterwards;
use super::scene::{Man, Scene};
use super::table::Tongue;
use super::tree::Node;
use crate::board::{Square, SquareSet};
use crate::rules::{Actor, Engine, Ring};

/// What the closures answer otherwise than the tree that is walked; none if all is the same. Also how many
/// questions were asked. The key is that of the text if it is a rule of the engine, for its marks and what it
/// remembers.
pub fn closures_against_tree(text: &Text, key: &str, engine: &Engine) -> (usize, Option<String>) {
    let meanings = meanings_under(text, key, engine.rules());
    let mut comparing = Comparing {
        meanings: &meanings,
        asked: 0,
    };
    let mut sentences = text.sentences.iter();
    let difference = sentences.find_map(|sentence| {
        let differs = comparing.differs(sentence, &mut engine.clone())?;
        Some(format!("{}: {differs}", sentence.written(Tongue::En)))
    });
    (comparing.asked, difference)
}

/// What a sentence asks, and how it is answered.
enum Question<'n> {
    Holds(&'n Node),
    Finds(&'n Node),
    Measures(&'n Node),
    LeavesFrom(&'n Node),
}

/// Questions, each with what it may ask.
type Asked<'n> = Vec<(Question<'n>, Ring)>;

struct Comparing<'m> {
    meanings: &'m Meanings,
    asked: usize,
}

impl Comparing<'_> {
    fn differs(&mut self, sentence: &Node, engine: &mut Engine) -> Option<String> {
        let (before, after) = questions(sentence);
        let side = engine.position().turn();
        let mut position = engine.position().clone();
        let judge = engine.rules().judge();
        for way in judge.all_pseudo_moves(&mut position, side) {
            for (question, ring) in &before {
                let view = engine.rules().view(engine.position());
                let scene = Scene::before(view, side, &way);
                if let Some(why) = self.compare(question, *ring, &scene) {
                    return Some(format!("{}-{}: {why}", way.from, way.to));
                }
            }
            for (question, ring) in &after {
                let why = engine.try_out(way, |rules, position, played| {
                    let scene = Scene::after(rules.view(position), played);
                    self.compare(question, *ring, &scene)
                });
                if let Some(why) = why {
                    return Some(format!("after {}-{}: {why}", way.from, way.to));
                }
            }
        }
        None
    }

    fn compare(
        &mut self,
        question: &Question<'_>,
        ring: Ring,
        scene: &Scene<'_>,
    ) -> Option<String> {
        self.asked += 1;
        let installing = Installing::asking(self.meanings, scene.view.geometry());
        let maker = installing.maker(ring);
        let naive = Naive {
            meanings: self.meanings,
            ring,
        };
        let told = |quick: String, slow: String| {
            (quick != slow).then(|| format!("closures say {quick}, the tree {slow}"))
        };
        match question {
            Question::Holds(cond) => told(
                maker.cond(cond)(scene).to_string(),
                naive.cond(cond, scene).to_string(),
            ),
            Question::Finds(group) => {
                let quick = maker.group(group).all(scene).len() as i64;
                told(
                    quick.to_string(),
                    naive.count(group, &Node::NOTHING, scene).to_string(),
                )
            }
            Question::Measures(number) => told(
                maker.number(number)(scene).to_string(),
                naive.number(number, scene).to_string(),
            ),
            Question::LeavesFrom(place) => {
                let it = scene.it?;
                let actor = Actor {
                    square: it.on,
                    side: it.side,
                };
                let scene = Scene::of_actor(scene.view, actor);
                let quick = installing.origins(place)(&scene);
                told(
                    format!("{quick:?}"),
                    format!("{:?}", naive.origins(place, &scene)),
                )
            }
        }
    }
}

/// What a sentence asks before a move is played, and what after.
fn questions(sentence: &Node) -> (Asked<'_>, Asked<'_>) {
    let holds = |place: usize, ring| match sentence.kid(place) {
        cond if cond.is_nothing() => Vec::new(),
        cond => vec![(Question::Holds(cond), ring)],
    };
    let none = Vec::new;
    match sentence.key {
        "not-act" | "go-only" => (holds(1, Ring::Geometry), none()),
        "capture-only" | "move-only" | "check-only" => (holds(1, Ring::Actor), none()),
        "like" => (holds(3, Ring::Geometry), none()),
        "may-go" | "may-swap" => (holds(2, Ring::Actor), none()),
        "as-if" => {
            let mut asked = holds(3, Ring::Geometry);
            asked.push((Question::LeavesFrom(sentence.kid(2)), Ring::Geometry));
            (asked, none())
        }
        "stands-only" => (none(), holds(1, Ring::Actor)),
        "after" => (none(), holds(2, Ring::Actor)),
        "reborn" => (none(), holds(4, Ring::Actor)),
        "remains" => (
            none(),
            vec![(Question::Finds(sentence.kid(0)), Ring::Actor)],
        ),
        "prefers" => {
            let (mut before, mut after) = (none(), none());
            for measure in &sentence.kid(1).kids {
                let question = match measure.key {
                    "that" => Question::Holds(measure.kid(0)),
                    _ => Question::Measures(measure.kid(0)),
                };
                match is_afterwards(measure) {
                    true => after.push((question, Ring::Actor)),
                    false => before.push((question, Ring::Actor)),
                }
            }
            (before, after)
        }
        _ => (none(), none()),
    }
}

impl Naive<'_> {
    /// The free squares that a man may leave from, its own among them.
    fn origins(&self, place: &Node, scene: &Scene<'_>) -> SquareSet {
        let own = scene.it.map(|man: Man| man.on);
        let is_free = |on: &Square| scene.view.piece_on(*on).is_none() || Some(*on) == own;
        let fits = |on: &Square| match place.key {
            "any-empty" => true,
            "any-where" => {
                let at = Scene {
                    square: Some(*on),
                    ..*scene
                };
                self.cond(place.kid(0), &at)
            }
            _ => self.place(place, scene) == Some(*on),
        };
        let squares = scene.view.geometry().squares();
        squares.filter(|on| is_free(on) && fits(on)).collect()
    }
}
