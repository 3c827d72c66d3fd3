//! Conditions of sentences as functions: one closure for each phrase, made once.

use super::scene::{Man, Scene};
use super::tree::{Node, Value};
use crate::board::{Geometry, Side, Square, SquareSet, Vector};
use crate::conditions::{home_square, is_met_by, squared_length};
use crate::men::{Attribute, WalkId, walk_id};
use crate::position::{ManId, Slot};
use crate::rules::{Kind, Ring};
use std::collections::HashMap;

pub(super) type Test = Box<dyn Fn(&Scene<'_>) -> bool + Send + Sync>;
pub(super) type OfMan = Box<dyn Fn(&Scene<'_>, Man) -> bool + Send + Sync>;
pub(super) type ManOf = Box<dyn Fn(&Scene<'_>) -> Option<Man> + Send + Sync>;
pub(super) type SquareOf = Box<dyn Fn(&Scene<'_>) -> Option<Square> + Send + Sync>;
pub(super) type MaskOf = Box<dyn Fn(&Scene<'_>) -> SquareSet + Send + Sync>;
pub(super) type SquaresOf = Box<dyn Fn(&Scene<'_>, Side) -> SquareSet + Send + Sync>;
pub(super) type NumberOf = Box<dyn Fn(&Scene<'_>) -> i64 + Send + Sync>;

/// What stands in place of the names of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Meanings {
    /// What each `let` means.
    pub lets: HashMap<String, Node>,
    /// The options that are chosen.
    pub chosen: Vec<String>,
    /// The attributes of marks.
    pub marks: HashMap<String, Attribute>,
    /// Where things are remembered.
    pub slots: HashMap<String, Slot>,
}

impl Meanings {
    /// The slot of a name for something remembered.
    pub fn slot(&self, node: &Node) -> Option<Slot> {
        match &node.value {
            Value::Name(name) => self.slots.get(name).copied(),
            _ => None,
        }
    }
}

/// The square, or the number, that a slot holds; 0 is none.
pub(super) fn remembered(scene: &Scene<'_>, slot: Slot) -> Option<u8> {
    let value = scene.view.position.slot(slot);
    value.checked_sub(1).and_then(|one| u8::try_from(one).ok())
}

/// The man that a slot holds, wherever it stands now.
pub(super) fn remembered_man(scene: &Scene<'_>, slot: Slot) -> Option<Man> {
    let value = scene.view.position.slot(slot).checked_sub(1)?;
    let on = scene
        .view
        .position
        .square_of(ManId::try_from(value).ok()?)?;
    scene.man_on(on)
}

/// Makes functions of phrases.
pub(super) struct Maker<'m> {
    pub meanings: &'m Meanings,
    /// What the question may ask.
    pub ring: Ring,
    pub board: &'m Geometry,
}

/// The squares next to each square of a board, for phrases that ask for them.
pub(super) fn near(board: &Geometry) -> Vec<SquareSet> {
    let mut near = vec![SquareSet::EMPTY; 128];
    for on in board.squares() {
        let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Vector::new(files, ranks)));
        let others = steps.filter_map(|step| board.step(on, step));
        near[on.index()] = others.filter(|&other| other != on).collect();
    }
    near
}

/// The men that a description fits.
pub(super) struct Group {
    /// Where they may stand: as far as sets of squares tell.
    pub mask: MaskOf,
    /// The squares they may stand on, whatever happens.
    pub fixed: SquareSet,
    /// What else is true of each.
    pub test: Option<OfMan>,
    pub letter: Option<u8>,
    /// Which side they are of, if that is said.
    pub side: Whose,
    /// If nothing is said beside the side but of which walk they are.
    pub walk: OfWalk,
    /// The attributes of each man that are asked beside the sets.
    pub keeps: OfMan,
}

/// Of which side men are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    Any,
    Own,
    Hostile,
    Of(Side),
}

/// Of which walk men are, where nothing else is said of them.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum OfWalk {
    Any,
    Walk(WalkId),
    /// That of the man a phrase names.
    Like(Node),
    /// More is said.
    Other,
}

impl Whose {
    fn sides(self, side: Side) -> &'static [Side] {
        const BOTH: [Side; 2] = [Side::White, Side::Black];
        let one = match self {
            Whose::Any => return &BOTH,
            Whose::Own => side,
            Whose::Hostile => !side,
            Whose::Of(side) => side,
        };
        match one {
            Side::White => &BOTH[..1],
            Side::Black => &BOTH[1..],
        }
    }

    /// The side for which a man acts that is described so.
    pub fn acts(self, scene: &Scene<'_>, man: Man) -> Man {
        let side = match self {
            Whose::Any => return man,
            Whose::Own => scene.side,
            Whose::Hostile => !scene.side,
            Whose::Of(side) => side,
        };
        Man { side, ..man }
    }
}

impl Group {
    /// The first man for which something holds.
    pub fn find(
        &self,
        scene: &Scene<'_>,
        among: SquareSet,
        mut holds: impl FnMut(&Scene<'_>, Man) -> bool,
    ) -> Option<Man> {
        for on in (self.mask)(scene) & self.fixed & among {
            let Some(man) = scene.man_on(on) else {
                continue;
            };
            let man = self.side.acts(scene, man);
            let test = |bound: &Scene<'_>| self.test.as_ref().is_none_or(|test| test(bound, man));
            let is_meant = match self.letter {
                None => (test(scene)) && holds(scene, man),
                Some(letter) => {
                    let mut bound = *scene;
                    bound.named[usize::from(letter)] = Some(man);
                    test(&bound) && holds(&bound, man)
                }
            };
            if is_meant {
                return Some(man);
            }
        }
        None
    }

    /// All of them.
    pub fn all(&self, scene: &Scene<'_>) -> Vec<Man> {
        let mut found = Vec::new();
        self.find(scene, SquareSet::ALL, |_, man| {
            found.push(man);
            false
        });
        found
    }

    /// Whether one man is among them, wherever it is.
    pub fn fits(&self, scene: &Scene<'_>, man: Man) -> bool {
        let man = self.side.acts(scene, man);
        if !self.fixed.contains(man.on) || !(self.keeps)(scene, man) {
            return false;
        }
        let Some(test) = &self.test else { return true };
        let mut bound = *scene;
        if let Some(letter) = self.letter {
            bound.named[usize::from(letter)] = Some(man);
        }
        test(&bound, man)
    }
}

/// Of which kind `it` has to be for a condition to hold, as far as its first words tell.
enum Guard {
    Anything,
    Pawn,
    Walk(WalkId),
}

impl Guard {
    fn of(node: &Node) -> Guard {
        let first = if node.is("cond", "and") {
            node.kid(0)
        } else {
            node
        };
        let says_kind = first.is("atom", "says")
            && first.kid(0).is("man", "it")
            && first.kid(1).is("vp", "prop")
            && first.kid(1).kid(0).is("prop", "kind");
        let kind = first.kid(1).kid(0).kid(0);
        match (says_kind, kind.key, &kind.kid(0).value) {
            (true, "pawn", _) => Guard::Pawn,
            (true, "walk", Value::Walk(walk)) => Guard::Walk(*walk),
            _ => Guard::Anything,
        }
    }

    fn lets_pass(&self, scene: &Scene<'_>) -> bool {
        let is = |fits: &dyn Fn(WalkId) -> bool| scene.it.is_some_and(|it| fits(it.piece.walk()));
        match self {
            Guard::Anything => true,
            Guard::Pawn => is(&|walk| walk.row().is_pawn()),
            Guard::Walk(named) => is(&|walk| walk == *named),
        }
    }
}

/// What a relation is asked of.
enum Object {
    Man(ManOf),
    Square(SquareOf),
    Some(Group),
    No(Group),
    Another,
}

impl Maker<'_> {
    /// A condition.
    pub fn cond(&self, node: &Node) -> Test {
        match (node.category, node.key) {
            ("cond", "or") => {
                let all = node.kids.iter();
                let all: Vec<(Guard, Test)> =
                    all.map(|kid| (Guard::of(kid), self.cond(kid))).collect();
                Box::new(move |scene| {
                    let mut all = all.iter();
                    all.any(|(guard, test)| guard.lets_pass(scene) && test(scene))
                })
            }
            ("cond", "and") => {
                let mut all: Vec<Test> = node.kids.iter().map(|kid| self.cond(kid)).collect();
                match (all.pop(), all.pop()) {
                    (Some(last), Some(first)) if all.is_empty() => {
                        Box::new(move |scene| first(scene) && last(scene))
                    }
                    (Some(last), Some(before)) => Box::new(move |scene| {
                        all.iter().all(|test| test(scene)) && before(scene) && last(scene)
                    }),
                    _ => Box::new(|_| true),
                }
            }
            ("cond", "not") => {
                let inner = self.cond(node.kid(0));
                Box::new(move |scene| !inner(scene))
            }
            _ => self.atom(node),
        }
    }

    fn atom(&self, node: &Node) -> Test {
        match node.key {
            "named" => self.named(node),
            "captured" => Box::new(captures),
            "not-captured" => Box::new(|scene| !captures(scene)),
            "same-colour" => Box::new(|scene| colour_changes(scene) == Some(false)),
            "other-colour" => Box::new(|scene| colour_changes(scene) == Some(true)),
            "some" => self.some(node),
            "no" => {
                let some = self.some(node);
                Box::new(move |scene| !some(scene))
            }
            "every" => {
                let (group, says) = (self.group(node.kid(0)), self.vp(node.kid(1)));
                Box::new(move |scene| {
                    let fails = |bound: &Scene<'_>, man| !says(bound, man);
                    group.find(scene, SquareSet::ALL, fails).is_none()
                })
            }
            "at-least" | "at-most" | "exactly" => self.counted(node),
            "one-square" => {
                let (inner, squares) = (self.squares_where(node.kid(0)), self.board.squares());
                Box::new(move |scene| !inner(scene, squares).is_empty())
            }
            "says" => {
                let (man, says) = (self.man(node.kid(0)), self.vp(node.kid(1)));
                Box::new(move |scene| man(scene).is_some_and(|man| says(scene, man)))
            }
            "zone" | "not-zone" => {
                let (place, zone) = (self.place(node.kid(0)), self.zone(node.kid(1)));
                let wanted = node.key == "zone";
                Box::new(move |scene| {
                    let on = place(scene);
                    on.is_some_and(|on| zone(scene, scene.side).contains(on) == wanted)
                })
            }
            "empty" => {
                let place = self.place(node.kid(0));
                Box::new(move |scene| {
                    place(scene).is_some_and(|on| scene.view.position.is_free(on))
                })
            }
            "same-place" | "not-same-place" => {
                let (one, other) = (self.place(node.kid(0)), self.place(node.kid(1)));
                let wanted = node.key == "same-place";
                Box::new(move |scene| {
                    let both = one(scene).zip(other(scene));
                    both.is_some_and(|(one, other)| (one == other) == wanted)
                })
            }
            "equals" | "exceeds" => {
                let (one, other) = self.compared(node.kid(0), node.kid(1));
                match node.key {
                    "equals" => Box::new(move |scene| one(scene) == other(scene)),
                    _ => Box::new(move |scene| one(scene) > other(scene)),
                }
            }
            "move-is" => event(node.kid(0).key),
            "same-way" | "opposite-way" => {
                let sign = if node.key == "same-way" { 1 } else { -1 };
                Box::new(move |scene| {
                    let (Some(going), Some((files, ranks))) =
                        (scene.going, scene.view.position.last_move().vector)
                    else {
                        return false;
                    };
                    let board = scene.view.geometry();
                    let (from, to) = (going.candidate.from, going.candidate.to);
                    let apart = |of: fn(&Geometry, Square) -> u8| {
                        of(board, to) as i8 - of(board, from) as i8
                    };
                    (apart(Geometry::file), apart(Geometry::rank)) == (sign * files, sign * ranks)
                })
            }
            "remembered" | "not-remembered" => {
                let wanted = node.key == "remembered";
                match self.meanings.slot(node.kid(0)) {
                    Some(slot) => {
                        Box::new(move |scene| (scene.view.position.slot(slot) != 0) == wanted)
                    }
                    None => Box::new(move |_| !wanted),
                }
            }
            "in-check" => {
                let sides = node.kid(0).key;
                Box::new(move |scene| {
                    let mut position = scene.view.position.sketch();
                    let rules = scene.view.rules;
                    sides_of(sides)
                        .iter()
                        .any(|&side| rules.judge().in_check(&mut position, side))
                })
            }
            _ => Box::new(|_| false),
        }
    }

    fn named(&self, node: &Node) -> Test {
        let Value::Name(name) = &node.value else {
            return Box::new(|_| false);
        };
        match self.meanings.lets.get(name) {
            Some(meant) => self.cond(meant),
            None => {
                let is_chosen = self.meanings.chosen.contains(name);
                Box::new(move |_| is_chosen)
            }
        }
    }

    fn some(&self, node: &Node) -> Test {
        let (group, vp) = (self.group(node.kid(0)), node.kid(1));
        if vp.is_nothing() {
            return Box::new(move |scene| group.find(scene, SquareSet::ALL, |_, _| true).is_some());
        }
        if let ("reaches" | "observes", Some(target)) = (vp.key, target(vp)) {
            let ring = self.ring_of(vp.key);
            return self.some_reach(group, target, ring);
        }
        if let ("touches", Some(target)) = (vp.key, target(vp)) {
            let (target, near) = (self.square_of(target), near(self.board));
            return Box::new(move |scene| {
                let Some(on) = target(scene) else {
                    return false;
                };
                let among = near[on.index()];
                group.find(scene, among, |_, _| true).is_some()
            });
        }
        let says = self.vp(vp);
        Box::new(move |scene| {
            group
                .find(scene, SquareSet::ALL, |bound, man| says(bound, man))
                .is_some()
        })
    }

    /// Whether some man reaches the one meant: the question that costs most, so its usual forms ask what the
    /// engine answers quickest.
    fn some_reach(&self, group: Group, target: &Node, ring: Ring) -> Test {
        let on = self.square_of(target);
        let simple = group.test.is_none();
        let whose = group.side;
        match &group.walk {
            OfWalk::Any if simple => Box::new(move |scene| {
                let Some(on) = on(scene) else { return false };
                let mut sides = whose.sides(scene.side).iter();
                sides.any(|&by| scene.is_reached(on, by, ring))
            }),
            OfWalk::Walk(walk) if simple && ring == Ring::Geometry => {
                let walk = *walk;
                Box::new(move |scene| {
                    let Some(on) = on(scene) else { return false };
                    let mut sides = whose.sides(scene.side).iter();
                    sides.any(|&by| is_met_by(scene.view, walk, on, !by))
                })
            }
            OfWalk::Like(man) if simple && ring == Ring::Geometry => {
                let man = self.man(man);
                Box::new(move |scene| {
                    let (Some(on), Some(man)) = (on(scene), man(scene)) else {
                        return false;
                    };
                    let mut sides = whose.sides(scene.side).iter();
                    sides.any(|&by| is_met_by(scene.view, man.piece.walk(), on, !by))
                })
            }
            _ => Box::new(move |scene| {
                let Some(on) = on(scene) else { return false };
                whose.sides(scene.side).iter().any(|&by| {
                    if (group.mask)(scene).is_empty() {
                        return false;
                    }
                    let among = scene.reaching(on, by, ring);
                    group.find(scene, among, |_, _| true).is_some()
                })
            }),
        }
    }

    fn counted(&self, node: &Node) -> Test {
        let (number, group) = (self.number(node.kid(0)), self.group(node.kid(1)));
        let says: Option<OfMan> = match node.kid(2) {
            vp if vp.is_nothing() => None,
            vp => Some(self.vp(vp)),
        };
        let key = node.key;
        Box::new(move |scene| {
            let wanted = number(scene);
            let mut count = 0;
            group.find(scene, SquareSet::ALL, |bound, man| {
                count += i64::from(says.as_ref().is_none_or(|says| says(bound, man)));
                key == "at-least" && count >= wanted || count > wanted
            });
            match key {
                "at-least" => count >= wanted,
                "at-most" => count <= wanted,
                _ => count == wanted,
            }
        })
    }

    fn ring_of(&self, key: &str) -> Ring {
        match key {
            "reaches" => Ring::Geometry,
            _ => self.ring.min(Ring::Actor),
        }
    }

    /// What is said of a man.
    pub fn vp(&self, node: &Node) -> OfMan {
        match node.key {
            "reaches" | "observes" => self.relation(node, self.ring_of(node.key)),
            "touches" => self.touches(node),
            "between" => {
                let (other, board) = (self.man(node.kid(0)), self.board.clone());
                Box::new(move |scene, man| {
                    let other = other(scene).filter(|other| other.here && man.here);
                    other.is_some_and(|other| {
                        let apart = |of: fn(&Geometry, Square) -> u8| {
                            of(&board, man.on).abs_diff(of(&board, other.on))
                        };
                        let (files, ranks) = (apart(Geometry::file), apart(Geometry::rank));
                        matches!((files, ranks), (2, 0) | (0, 2) | (2, 2))
                    })
                })
            }
            "gives-check" => Box::new(|scene, man| {
                let actor = crate::rules::Actor {
                    square: man.on,
                    side: man.side,
                };
                man.here && scene.view.gives_check(actor)
            }),
            "displaced" => Box::new(|scene, man| {
                let [mover, partner] = [scene.mover(), scene.partner()];
                let is_man = |other: Option<Man>| other.is_some_and(|other| other.on == man.on);
                man.here && (is_man(mover) || is_man(partner))
            }),
            "prop" => self.prop(node.kid(0)),
            "not-prop" => {
                let prop = self.prop(node.kid(0));
                Box::new(move |scene, man| !prop(scene, man))
            }
            _ => Box::new(|_, _| false),
        }
    }

    fn object(&self, node: &Node) -> Object {
        match node.key {
            "man" => Object::Man(self.man(node.kid(0))),
            "place" => Object::Square(self.place(node.kid(0))),
            "some" => Object::Some(self.group(node.kid(0))),
            "no" => Object::No(self.group(node.kid(0))),
            _ => Object::Another,
        }
    }

    fn relation(&self, node: &Node, ring: Ring) -> OfMan {
        match self.object(node.kid(0)) {
            Object::Man(other) => Box::new(move |scene, man| {
                let other = other(scene).filter(|other| other.here);
                other.is_some_and(|other| scene.reaches(man, other.on, ring))
            }),
            Object::Square(place) => Box::new(move |scene, man| {
                place(scene).is_some_and(|on| scene.reaches(man, on, ring))
            }),
            Object::Some(group) => Box::new(move |scene, man| {
                let reached = |_: &Scene<'_>, other: Man| scene.reaches(man, other.on, ring);
                group.find(scene, SquareSet::ALL, reached).is_some()
            }),
            Object::No(group) => Box::new(move |scene, man| {
                let reached = |_: &Scene<'_>, other: Man| scene.reaches(man, other.on, ring);
                group.find(scene, SquareSet::ALL, reached).is_none()
            }),
            Object::Another => Box::new(move |scene, man| {
                let others = scene.view.position.men() & !SquareSet::of(man.on);
                { others }.any(|on| scene.reaches(man, on, ring))
            }),
        }
    }

    fn touches(&self, node: &Node) -> OfMan {
        let near = near(self.board);
        match self.object(node.kid(0)) {
            Object::Man(other) => Box::new(move |scene, man| {
                let other = other(scene).filter(|other| other.here && man.here);
                other.is_some_and(|other| near[man.on.index()].contains(other.on))
            }),
            Object::Square(place) => Box::new(move |scene, man| {
                man.here && place(scene).is_some_and(|on| near[man.on.index()].contains(on))
            }),
            Object::Some(group) => Box::new(move |scene, man| {
                let among = near[man.on.index()];
                man.here && group.find(scene, among, |_, _| true).is_some()
            }),
            Object::No(group) => Box::new(move |scene, man| {
                let among = near[man.on.index()];
                man.here && group.find(scene, among, |_, _| true).is_none()
            }),
            Object::Another => Box::new(move |scene, man| {
                man.here && !(near[man.on.index()] & scene.view.position.men()).is_empty()
            }),
        }
    }

    fn prop(&self, node: &Node) -> OfMan {
        match node.key {
            "royal" => Box::new(|_, man| man.piece.is_royal()),
            "neutral" => Box::new(|_, man| man.piece.is_neutral()),
            "promoted" => Box::new(is_promoted),
            "unmoved" => Box::new(is_unmoved),
            "white" => Box::new(|_, man| man.piece.is_of(Side::White)),
            "black" => Box::new(|_, man| man.piece.is_of(Side::Black)),
            "own" => Box::new(|scene, man| man.piece.is_of(scene.side)),
            "hostile" => Box::new(|scene, man| man.piece.is_of(!scene.side)),
            "marked" => self.marked(node.kid(0)),
            "like" => {
                let other = self.man(node.kid(0));
                Box::new(move |scene, man| {
                    other(scene).is_some_and(|other| other.piece.walk() == man.piece.walk())
                })
            }
            "kind" => {
                let kind = kind(node.kid(0));
                match node.kid(1) {
                    zone if zone.is_nothing() => Box::new(move |_, man| kind(man)),
                    zone => {
                        let zone = self.zone(zone);
                        Box::new(move |scene, man| {
                            kind(man) && zone(scene, man.side).contains(man.on)
                        })
                    }
                }
            }
            "zone" => {
                let zone = self.of_man(node.kid(0));
                Box::new(move |scene, man| zone(scene, man))
            }
            "man" => {
                let other = self.man(node.kid(0));
                Box::new(move |scene, man| {
                    other(scene).is_some_and(|other| other.on == man.on && other.here == man.here)
                })
            }
            _ => Box::new(|_, _| false),
        }
    }

    fn marked(&self, mark: &Node) -> OfMan {
        match self.mark(mark) {
            Some(mark) => Box::new(move |_, man| man.piece.has(mark)),
            None => Box::new(|_, _| false),
        }
    }

    /// The attribute of a mark.
    pub fn mark(&self, node: &Node) -> Option<Attribute> {
        match &node.value {
            Value::Name(name) => self.meanings.marks.get(name).copied(),
            _ => None,
        }
    }

    /// Whether a man is in a zone.
    fn of_man(&self, node: &Node) -> OfMan {
        match node.key {
            "home" => Box::new(|scene, man| {
                home_square(scene.view, man.piece, man.on, man.side) == Some(man.on)
            }),
            "first" => Box::new(|scene, man| first_square(scene, man) == Some(man.on)),
            _ => {
                let zone = self.zone(node);
                Box::new(move |scene, man| zone(scene, man.side).contains(man.on))
            }
        }
    }

    /// The squares of a zone that is the same for everybody at all times.
    fn fixed_zone(&self, node: &Node) -> Option<SquareSet> {
        let board = self.board;
        let those = |fits: &dyn Fn(Square) -> bool| -> SquareSet {
            board.squares().filter(|&on| fits(on)).collect()
        };
        Some(match node.key {
            "edge" => those(&|on| board.is_edge(on)),
            "light" => those(&|on| board.is_light(on)),
            "dark" => those(&|on| !board.is_light(on)),
            "rank" => match node.kid(0).kid(0).value {
                Value::Number(number) => those(&|on| u16::from(board.rank(on)) + 1 == number),
                _ => SquareSet::EMPTY,
            },
            "file" => match node.kid(0).value {
                Value::File(file) => those(&|on| board.file(on) == file),
                _ => SquareSet::EMPTY,
            },
            "squares" => squares(node.kid(0), board),
            _ => return None,
        })
    }

    /// The squares of a zone as a man of a side sees it.
    pub fn zone(&self, node: &Node) -> SquaresOf {
        let board = self.board.clone();
        let all = board.squares();
        let those = move |fits: &dyn Fn(&Geometry, Square) -> bool| -> SquareSet {
            all.filter(|&on| fits(&board, on)).collect()
        };
        let height = self.board.height();
        let by_side = |white: SquareSet, black: SquareSet| -> SquaresOf {
            Box::new(move |_, side| match side {
                Side::White => white,
                Side::Black => black,
            })
        };
        let rank = |number: u8| those(&|board, on| board.rank(on) == number);
        let fixed = |set: SquareSet| -> SquaresOf { Box::new(move |_, _| set) };
        if let Some(squares) = self.fixed_zone(node) {
            return fixed(squares);
        }
        match node.key {
            "own-half" | "other-half" => {
                let lower = those(&|board, on| board.rank(on) < height / 2);
                let upper = those(&|board, on| board.rank(on) >= height - height / 2);
                match node.key {
                    "own-half" => by_side(lower, upper),
                    _ => by_side(upper, lower),
                }
            }
            "first-rank" => by_side(rank(0), rank(height - 1)),
            "second-rank" => by_side(rank(1), rank(height - 2)),
            "last-rank" => by_side(rank(height - 1), rank(0)),
            "place" => {
                let place = self.place(node.kid(0));
                Box::new(move |scene, _| place(scene).into_iter().collect())
            }
            "behind" => self.beside(node, &[(0, -1)]),
            "ahead" => self.beside(node, &[(0, 1)]),
            "beside" => self.beside(node, &[(-1, 0), (1, 0)]),
            "opposite" => {
                let (man, board) = (self.man(node.kid(0)), self.board.clone());
                Box::new(move |scene, _| {
                    let on = man(scene).and_then(|man| board.opposite(man.on));
                    on.into_iter().collect()
                })
            }
            "file-of" | "rank-of" => {
                let (place, board) = (self.place(node.kid(0)), self.board.clone());
                let by_file = node.key == "file-of";
                Box::new(move |scene, _| {
                    let Some(on) = place(scene) else {
                        return SquareSet::EMPTY;
                    };
                    let same = |&other: &Square| match by_file {
                        true => board.file(other) == board.file(on),
                        false => board.rank(other) == board.rank(on),
                    };
                    all.filter(same).collect()
                })
            }
            "home" => Box::new(move |scene, side| {
                let at_home = |&on: &Square| {
                    let man = scene.view.piece_on(on);
                    home_square(scene.view, man, on, side) == Some(on)
                };
                all.filter(at_home).collect()
            }),
            "first" => Box::new(move |scene, _| {
                let stays = |&on: &Square| {
                    scene
                        .man_on(on)
                        .is_some_and(|man| first_square(scene, man) == Some(on))
                };
                all.filter(stays).collect()
            }),
            _ => fixed(SquareSet::EMPTY),
        }
    }

    /// The squares so many files and ranks from a man, as it looks ahead.
    fn beside(&self, node: &Node, steps: &'static [(i8, i8)]) -> SquaresOf {
        let (man, board) = (self.man(node.kid(0)), self.board.clone());
        Box::new(move |scene, _| {
            let Some(man) = man(scene).filter(|man| man.here) else {
                return SquareSet::EMPTY;
            };
            let squares = steps
                .iter()
                .filter_map(|&step| stepped(&board, man, step))
                .filter(|&on| scene.view.notices(man.on, on));
            squares.collect()
        })
    }

    /// A man.
    pub fn man(&self, node: &Node) -> ManOf {
        match node.key {
            "it" => Box::new(|scene| scene.it),
            "mover" => Box::new(|scene| scene.mover()),
            "captor" => Box::new(|scene| scene.captor()),
            "was" => Box::new(|scene| scene.mover_before()),
            "victim" => Box::new(|scene| scene.victim()),
            "partner" => Box::new(|scene| scene.partner()),
            "king" => Box::new(|scene| {
                let on = scene.view.royals(scene.side).first();
                on.and_then(|on| scene.man_on(on))
            }),
            "hostile-king" => Box::new(|scene| {
                let on = scene.view.royals(!scene.side).first();
                on.and_then(|on| scene.man_on(on))
            }),
            "last-mover" => Box::new(|scene| last_mover(scene, None)),
            "last-hostile-mover" => Box::new(|scene| last_mover(scene, Some(!scene.side))),
            "last-victim" => Box::new(|scene| {
                let (piece, on) = scene.view.position.last_move().captured?;
                Some(scene.gone(piece, on))
            }),
            "on" => {
                let place = self.place(node.kid(0));
                Box::new(move |scene| place(scene).and_then(|on| scene.man_on(on)))
            }
            "remembered" => match self.meanings.slot(node.kid(0)) {
                Some(slot) => Box::new(move |scene| remembered_man(scene, slot)),
                None => Box::new(|_| None),
            },
            "the" => {
                let group = self.group(node.kid(0));
                Box::new(move |scene| group.find(scene, SquareSet::ALL, |_, _| true))
            }
            "letter" => {
                let letter = match node.kid(0).value {
                    Value::Letter(letter) => usize::from(letter),
                    _ => 0,
                };
                Box::new(move |scene| scene.named[letter])
            }
            _ => Box::new(|_| None),
        }
    }

    /// A man or a square as a square.
    fn square_of(&self, node: &Node) -> SquareOf {
        match node.category {
            "man" => {
                let man = self.man(node);
                Box::new(move |scene| man(scene).filter(|man| man.here).map(|man| man.on))
            }
            _ => self.place(node),
        }
    }

    /// A square.
    pub fn place(&self, node: &Node) -> SquareOf {
        let board = self.board.clone();
        match node.key {
            "departure" => Box::new(|scene| scene.going.map(|going| going.candidate.from)),
            "arrival" => Box::new(|scene| scene.going.map(|going| going.candidate.to)),
            "capture-square" => Box::new(|scene| scene.victim().map(|man| man.on)),
            "home" => Box::new(|scene| scene.it.and_then(|man| home_of(scene, man, man.side))),
            "other-home" => {
                Box::new(|scene| scene.it.and_then(|man| home_of(scene, man, !man.side)))
            }
            "captor-home" => Box::new(|scene| {
                let man = scene.captor()?;
                let on = scene.victim().map_or(man.on, |man| man.on);
                home_square(scene.view, man.piece, on, scene.going?.side)
            }),
            "captor-other-home" => Box::new(|scene| {
                let man = scene.captor()?;
                let on = scene.victim().map_or(man.on, |man| man.on);
                home_square(scene.view, man.piece, on, !scene.going?.side)
            }),
            "other-home-of" => {
                let man = self.man(node.kid(0));
                Box::new(move |scene| man(scene).and_then(|man| home_of(scene, man, !man.side)))
            }
            "first-of" => {
                let man = self.man(node.kid(0));
                Box::new(move |scene| man(scene).and_then(|man| first_square(scene, man)))
            }
            "last-departure" => Box::new(|scene| scene.view.position.last_move().departure),
            "last-arrival" => Box::new(|scene| scene.view.position.last_move().arrival),
            "home-of" => {
                let man = self.man(node.kid(0));
                Box::new(move |scene| man(scene).and_then(|man| home_of(scene, man, man.side)))
            }
            "first-square" => Box::new(|scene| scene.it.and_then(|man| first_square(scene, man))),
            "opposite" => self.mapped(node, move |on| board.opposite(on)),
            "mirror-files" => self.mapped(node, move |on| board.across_files(on)),
            "mirror-ranks" => self.mapped(node, move |on| board.across_ranks(on)),
            "behind" | "ahead" => {
                let man = self.man(node.kid(0));
                let ranks = if node.key == "behind" { -1 } else { 1 };
                Box::new(move |scene| man(scene).and_then(|man| stepped(&board, man, (0, ranks))))
            }
            "of" => {
                let man = self.man(node.kid(0));
                Box::new(move |scene| man(scene).map(|man| man.on))
            }
            "here" => Box::new(|scene| scene.square),
            "remembered" => match self.meanings.slot(node.kid(0)) {
                Some(slot) => Box::new(move |scene| remembered(scene, slot).map(Square::new)),
                None => Box::new(|_| None),
            },
            "square" => {
                let on = match node.kid(0).value {
                    Value::Square(named) => named.on(self.board),
                    _ => None,
                };
                Box::new(move |_| on)
            }
            _ => Box::new(|_| None),
        }
    }

    fn mapped(
        &self,
        node: &Node,
        map: impl Fn(Square) -> Option<Square> + Send + Sync + 'static,
    ) -> SquareOf {
        let place = self.place(node.kid(0));
        Box::new(move |scene| place(scene).and_then(&map))
    }

    /// Two numbers that are compared: a length is known by its square, so the other is squared, too.
    fn compared(&self, one: &Node, other: &Node) -> (NumberOf, NumberOf) {
        let is_length = |node: &Node| node.is("number", "length");
        let squares = is_length(one) || is_length(other);
        let of = |node: &Node| -> NumberOf {
            let number = self.number(node);
            match squares && !is_length(node) {
                true => Box::new(move |scene| number(scene).pow(2)),
                false => number,
            }
        };
        (of(one), of(other))
    }

    /// A number; a length is squared.
    pub fn number(&self, node: &Node) -> NumberOf {
        let board = self.board.clone();
        match node.key {
            "length" => Box::new(|scene| {
                scene.going.map_or(0, |going| {
                    i64::from(squared_length(scene.view, &going.candidate))
                })
            }),
            "rank" | "file" => {
                let place = self.place(node.kid(0));
                let of = match node.key {
                    "rank" => Geometry::rank,
                    _ => Geometry::file,
                };
                Box::new(move |scene| place(scene).map_or(0, |on| i64::from(of(&board, on)) + 1))
            }
            "distance" => {
                let (one, other) = (self.place(node.kid(0)), self.place(node.kid(1)));
                Box::new(move |scene| {
                    let both = one(scene).zip(other(scene));
                    both.map_or(0, |(one, other)| {
                        let apart = |of: fn(&Geometry, Square) -> u8| {
                            of(&board, one).abs_diff(of(&board, other))
                        };
                        i64::from(apart(Geometry::file).max(apart(Geometry::rank)))
                    })
                })
            }
            "count" => {
                let group = self.group(node.kid(0));
                Box::new(move |scene| group.all(scene).len() as i64)
            }
            "remembered" => match self.meanings.slot(node.kid(0)) {
                Some(slot) => Box::new(move |scene| remembered(scene, slot).map_or(0, i64::from)),
                None => Box::new(|_| 0),
            },
            _ => {
                let number = match node.kid(0).value {
                    Value::Number(number) => i64::from(number),
                    _ => 0,
                };
                Box::new(move |_| number)
            }
        }
    }

    /// The men that a description fits.
    pub fn group(&self, node: &Node) -> Group {
        let mut side = Whose::Any;
        let mut walk = OfWalk::Any;
        let mut letter = None;
        let mut masks: Vec<MaskOf> = Vec::new();
        let mut fixed = SquareSet::ALL;
        let mut reached: Vec<(SquareOf, Ring)> = Vec::new();
        let mut keeps: Vec<OfMan> = Vec::new();
        let mut tests: Vec<OfMan> = Vec::new();
        let has_letter = node.kids.iter().any(|kid| kid.category == "letter");
        for kid in &node.kids {
            match (kid.category, kid.key) {
                ("adj", "hostile") => side = Whose::Hostile,
                ("adj", "own") => side = Whose::Own,
                ("adj", "white") => side = Whose::Of(Side::White),
                ("adj", "black") => side = Whose::Of(Side::Black),
                ("adj", "royal") => {
                    walk = OfWalk::Other;
                    masks.push(Box::new(royal_men));
                    keeps.push(Box::new(|_, man| man.piece.is_royal()));
                }
                ("adj", "not-royal") => {
                    walk = OfWalk::Other;
                    masks.push(Box::new(|scene| !royal_men(scene)));
                    keeps.push(Box::new(|_, man| !man.piece.is_royal()));
                }
                ("adj", "neutral") => {
                    walk = OfWalk::Other;
                    masks.push(Box::new(|scene| {
                        let position = scene.view.position;
                        position.men_of(Side::White) & position.men_of(Side::Black)
                    }));
                    keeps.push(Box::new(|_, man| man.piece.is_neutral()));
                }
                ("adj", "promoted") => tests.push(Box::new(is_promoted)),
                ("adj", "unmoved") => tests.push(Box::new(is_unmoved)),
                ("adj", _) => tests.push(Box::new(|scene, man| {
                    scene.it.is_none_or(|it| it.on != man.on)
                })),
                ("kind", "man") => {}
                ("kind", "walk") => {
                    let Value::Walk(named) = kid.kid(0).value else {
                        continue;
                    };
                    walk = match walk {
                        OfWalk::Any => OfWalk::Walk(named),
                        _ => OfWalk::Other,
                    };
                    masks.push(Box::new(move |scene| scene.view.position.with_walk(named)));
                    keeps.push(Box::new(move |_, man| man.piece.walk() == named));
                }
                ("kind", _) => {
                    walk = OfWalk::Other;
                    let is_kind = kind(kid);
                    keeps.push(Box::new({
                        let is_kind = kind(kid);
                        move |_, man| is_kind(man)
                    }));
                    if kid.key == "king" {
                        masks.push(Box::new(royal_men));
                    } else {
                        tests.push(Box::new(move |_, man| is_kind(man)));
                    }
                }
                ("letter", _) => {
                    if let Value::Letter(named) = kid.value {
                        letter = Some(named);
                    }
                }
                ("tail", "like") => {
                    walk = match walk {
                        OfWalk::Any => OfWalk::Like(kid.kid(0).clone()),
                        _ => OfWalk::Other,
                    };
                    let man = self.man(kid.kid(0));
                    masks.push(Box::new(move |scene| match man(scene) {
                        Some(man) => {
                            let position = scene.view.position;
                            position.with_walk_among(man.piece.walk(), position.men())
                        }
                        None => SquareSet::EMPTY,
                    }));
                    let man = self.man(kid.kid(0));
                    keeps.push(Box::new(move |scene, one| {
                        man(scene).is_some_and(|man| man.piece.walk() == one.piece.walk())
                    }));
                }
                ("tail", "zone") if self.fixed_zone(kid.kid(0)).is_some() => {
                    walk = OfWalk::Other;
                    fixed &= self.fixed_zone(kid.kid(0)).unwrap_or(SquareSet::ALL);
                }
                ("tail", "zone") => {
                    walk = OfWalk::Other;
                    let zone = self.of_man(kid.kid(0));
                    tests.push(Box::new(move |scene, man| zone(scene, man)));
                    // Squares that do not depend on the side are a set at once.
                    let by_side = ["own-half", "other-half", "first-rank", "second-rank"];
                    let others = ["last-rank", "home", "first"];
                    let key = kid.kid(0).key;
                    if !by_side.contains(&key) && !others.contains(&key) {
                        let zone = self.zone(kid.kid(0));
                        masks.push(Box::new(move |scene| zone(scene, scene.side)));
                        tests.pop();
                        let zone = self.of_man(kid.kid(0));
                        keeps.push(zone);
                    }
                }
                ("tail", "that") => {
                    let vp = kid.kid(0);
                    let says = self.vp(vp);
                    match target(vp).filter(|_| matches!(vp.key, "reaches" | "observes")) {
                        Some(target) => {
                            walk = OfWalk::Other;
                            reached.push((self.square_of(target), self.ring_of(vp.key)));
                            keeps.push(says);
                        }
                        None => tests.push(says),
                    }
                }
                ("tail", "where") => {
                    masks.extend(self.masks_of(kid.kid(0), letter));
                    let test = self.cond(kid.kid(0));
                    tests.push(match has_letter {
                        true => Box::new(move |scene, _| test(scene)),
                        false => Box::new(move |scene, man| test(&scene.about(man))),
                    });
                }
                _ => {}
            }
        }
        let test: Option<OfMan> = match tests.len() {
            0 => None,
            1 => tests.pop(),
            _ => Some(Box::new(move |scene, man| {
                tests.iter().all(|test| test(scene, man))
            })),
        };
        keeps.push(match side {
            Whose::Any => Box::new(|_, _| true),
            Whose::Own => Box::new(|scene, man| man.piece.is_of(scene.side)),
            Whose::Hostile => Box::new(|scene, man| man.piece.is_of(!scene.side)),
            Whose::Of(side) => Box::new(move |_, man| man.piece.is_of(side)),
        });
        for (on, ring) in reached {
            masks.push(Box::new(move |scene| {
                let Some(on) = on(scene) else {
                    return SquareSet::EMPTY;
                };
                let by = side.sides(scene.side).iter();
                by.fold(SquareSet::EMPTY, |men, &by| {
                    men | scene.reaching(on, by, ring)
                })
            }));
        }
        let of_side = move |scene: &Scene<'_>| {
            let position = scene.view.position;
            match side {
                Whose::Any => position.men(),
                Whose::Own => position.men_of(scene.side),
                Whose::Hostile => position.men_of(!scene.side),
                Whose::Of(side) => position.men_of(side),
            }
        };
        Group {
            mask: match masks.len() {
                0 => Box::new(of_side),
                1 => {
                    let mask = masks.remove(0);
                    Box::new(move |scene| of_side(scene) & mask(scene))
                }
                _ => Box::new(move |scene| {
                    let men = of_side(scene);
                    masks.iter().fold(men, |men, mask| men & mask(scene))
                }),
            },
            fixed,
            test,
            letter,
            side,
            walk,
            keeps: Box::new(move |scene, man| keeps.iter().all(|keeps| keeps(scene, man))),
        }
    }
}

impl Maker<'_> {
    /// Where the man described can be at most, by the parts of its `where` that sets of squares tell.
    fn masks_of(&self, cond: &Node, letter: Option<u8>) -> Vec<MaskOf> {
        let parts = match (cond.category, cond.key) {
            ("cond", "and") => cond.kids.as_slice(),
            _ => std::slice::from_ref(cond),
        };
        parts
            .iter()
            .filter_map(|part| self.mask_of(part, letter))
            .collect()
    }

    fn mask_of(&self, part: &Node, letter: Option<u8>) -> Option<MaskOf> {
        let (man, vp) = (part.kid(0), part.kid(1));
        let is_described = match man.key {
            "it" => letter.is_none(),
            "letter" => man.kid(0).value == Value::Letter(letter.unwrap_or(u8::MAX)),
            _ => false,
        };
        if !part.is("atom", "says") || !is_described {
            return None;
        }
        match (vp.key, vp.kid(0).key) {
            ("displaced", _) => Some(Box::new(|scene| {
                let men = [scene.mover(), scene.partner()].into_iter().flatten();
                men.map(|man| man.on).collect()
            })),
            ("not-prop", "royal") => Some(Box::new(|scene| !royal_men(scene))),
            ("prop", "royal") => Some(Box::new(royal_men)),
            ("touches", "man") => {
                let other = vp.kid(0).kid(0);
                if !matches!(other.key, "mover" | "captor" | "partner") {
                    return None;
                }
                let (other, near) = (self.man(other), near(self.board));
                Some(Box::new(move |scene| {
                    let other = other(scene).filter(|other| other.here);
                    other.map_or(SquareSet::EMPTY, |other| near[other.on.index()])
                }))
            }
            _ => None,
        }
    }
}

/// The one man or square that a relation is asked of.
fn target(vp: &Node) -> Option<&Node> {
    let object = vp.kid(0);
    matches!(object.key, "man" | "place").then(|| object.kid(0))
}

fn kind(node: &Node) -> impl Fn(Man) -> bool + Send + Sync + 'static + use<> {
    let (key, walk) = (node.key, node.kid(0).value.clone());
    move |man: Man| match key {
        "man" => true,
        "pawn" => man.piece.walk().row().is_pawn(),
        "king" => man.piece.is_royal(),
        "officer" => {
            !man.piece.is_royal()
                && !man.piece.walk().row().is_pawn()
                && man.piece.walk() != walk_id::KING
        }
        _ => walk == Value::Walk(man.piece.walk()),
    }
}

/// The squares of a list that the board has.
pub(super) fn squares(list: &Node, board: &Geometry) -> SquareSet {
    let of = |node: &Node| match node.value {
        Value::Square(named) => named.on(board),
        _ => None,
    };
    list.kids.iter().filter_map(of).collect()
}

/// The walks of a list.
pub(super) fn walks(list: &Node) -> Vec<WalkId> {
    let of = |node: &Node| match node.value {
        Value::Walk(walk) => Some(walk),
        _ => None,
    };
    list.kids.iter().filter_map(of).collect()
}

/// The sides that a word means.
pub(super) fn sides_of(key: &str) -> &'static [Side] {
    match key {
        "white" => &[Side::White],
        "black" => &[Side::Black],
        _ => &Side::BOTH,
    }
}

fn royal_men(scene: &Scene<'_>) -> SquareSet {
    let position = scene.view.position;
    position.royals_of(Side::White) | position.royals_of(Side::Black)
}

fn captures(scene: &Scene<'_>) -> bool {
    scene.going.is_some_and(|going| match going.turn {
        Some(turn) => turn.captured.is_some(),
        None => going.candidate.is_capture(),
    })
}

/// Whether the man that goes changes the colour of its square.
fn colour_changes(scene: &Scene<'_>) -> Option<bool> {
    let Scene { view, going, .. } = scene;
    let candidate = going.as_ref()?.candidate;
    let board = view.geometry();
    let differs = |from, to| board.is_light(from) != board.is_light(to);
    Some(differs(candidate.from, candidate.to))
}

/// Whether the move is of this kind.
pub(super) fn event(key: &'static str) -> Test {
    match key {
        "capture" => Box::new(captures),
        "quiet" => Box::new(|scene| !captures(scene)),
        "castling" => Box::new(|scene| {
            let kind = scene.going.map(|going| going.candidate.kind);
            matches!(
                kind,
                Some(Kind::Castling { .. } | Kind::CastlingVia { .. } | Kind::CastlesOn { .. })
            )
        }),
        "promotion" => Box::new(|scene| {
            let going = scene.going;
            going.is_some_and(|going| match going.turn {
                Some(turn) => turn.promoted,
                None => {
                    let man = scene.view.piece_on(going.candidate.from);
                    let pawn = man.walk();
                    pawn.row().is_pawn()
                        && scene
                            .view
                            .rules
                            .promotes_on(pawn, going.side, going.candidate.to)
                }
            })
        }),
        _ => Box::new(|_| true),
    }
}

fn last_mover(scene: &Scene<'_>, of: Option<Side>) -> Option<Man> {
    let last = scene.view.position.last_move();
    let (side, piece) = (last.side?, last.mover?);
    let on = last.now.or(last.arrival);
    if of.is_some_and(|of| of != side) {
        return None;
    }
    Some(Man {
        piece,
        on: on.unwrap_or(Square::at(0, 0)),
        side,
        here: on.is_some_and(|on| scene.view.piece_on(on).is_some()),
    })
}

fn home_of(scene: &Scene<'_>, man: Man, side: Side) -> Option<Square> {
    home_square(scene.view, man.piece, man.on, side)
}

pub(super) fn first_square(scene: &Scene<'_>, man: Man) -> Option<Square> {
    scene.view.rules.home_of(id_of(scene, man)?)
}

/// Which man of the diagram a man is.
pub(super) fn id_of(scene: &Scene<'_>, man: Man) -> Option<ManId> {
    if man.here {
        return Some(scene.view.position.id_on(man.on));
    }
    let turn = scene.going?.turn?;
    let victim = turn.captured.filter(|captured| captured.on == man.on);
    Some(victim.map_or(turn.id, |captured| captured.id))
}

fn is_unmoved(scene: &Scene<'_>, man: Man) -> bool {
    let home = home_square(scene.view, man.piece, man.on, man.side);
    home == Some(man.on)
}

fn is_promoted(_: &Scene<'_>, man: Man) -> bool {
    man.piece.has(Attribute::Frischauf)
}

/// The square so many files and ranks from a man, ranks counted as it looks.
fn stepped(board: &Geometry, man: Man, (files, ranks): (i8, i8)) -> Option<Square> {
    let ranks = match man.side {
        Side::White => ranks,
        Side::Black => -ranks,
    };
    board.step(man.on, Vector::new(files, ranks))
}
