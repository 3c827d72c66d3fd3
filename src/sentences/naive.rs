//! The slow way to answer a condition: the tree is walked each time, man by man, square by square. The
//! oracle of the closures.

use super::making::{Meanings, first_square};
use super::scene::{Man, Scene};
use super::tree::{Node, Value};
use crate::board::{Geometry, Side, Square, Vector};
use crate::conditions::{home_square, squared_length};
use crate::men::{Attribute, walk_id};
use crate::position::{Slot, unpack_squares};
use crate::rules::{Actor, PseudoMove, Ring};

/// Answers conditions of one text.
pub(super) struct Naive<'m> {
    pub meanings: &'m Meanings,
    pub ring: Ring,
}

impl Naive<'_> {
    /// Whether a condition holds.
    pub fn cond(&self, node: &Node, scene: &Scene<'_>) -> bool {
        match (node.category, node.key) {
            ("cond", "or") => node.kids.iter().any(|kid| self.cond(kid, scene)),
            ("cond", "and") => node.kids.iter().all(|kid| self.cond(kid, scene)),
            ("cond", "not") => !self.cond(node.kid(0), scene),
            _ => self.atom(node, scene),
        }
    }

    fn atom(&self, node: &Node, scene: &Scene<'_>) -> bool {
        let captured = scene.victim().is_some();
        match node.key {
            "named" => match &node.value {
                Value::Name(name) => match self.meanings.lets.get(name) {
                    Some(meant) => self.cond(meant, scene),
                    None => self.meanings.chosen.contains(name),
                },
                _ => false,
            },
            "captured" => captured,
            "not-captured" => !captured,
            "same-colour" | "other-colour" => {
                let Some(going) = scene.going else {
                    return false;
                };
                let board = scene.view.geometry();
                let PseudoMove { from, to, .. } = going.candidate;
                let changes = board.is_light(from) != board.is_light(to);
                changes == (node.key == "other-colour")
            }
            "some" => self.count(node.kid(0), node.kid(1), scene) > 0,
            "no" => self.count(node.kid(0), node.kid(1), scene) == 0,
            "every" => {
                let all = self.count(node.kid(0), &Node::NOTHING, scene);
                self.count(node.kid(0), node.kid(1), scene) == all
            }
            "at-least" | "at-most" | "exactly" => {
                let wanted = self.number(node.kid(0), scene);
                let count = self.count(node.kid(1), node.kid(2), scene);
                match node.key {
                    "at-least" => count >= wanted,
                    "at-most" => count <= wanted,
                    _ => count == wanted,
                }
            }
            "one-square" => {
                let mut squares = scene.view.geometry().squares();
                squares.any(|on| {
                    let at = Scene {
                        square: Some(on),
                        ..*scene
                    };
                    self.cond(node.kid(0), &at)
                })
            }
            "says" => self
                .man(node.kid(0), scene)
                .is_some_and(|man| self.vp(node.kid(1), scene, man)),
            "zone" | "not-zone" => self.place(node.kid(0), scene).is_some_and(|on| {
                self.zone(node.kid(1), scene, scene.side, on) == (node.key == "zone")
            }),
            "empty" => self
                .place(node.kid(0), scene)
                .is_some_and(|on| scene.view.piece_on(on).is_none()),
            "same-place" | "not-same-place" => {
                let both = (
                    self.place(node.kid(0), scene),
                    self.place(node.kid(1), scene),
                );
                match both {
                    (Some(one), Some(other)) => (one == other) == (node.key == "same-place"),
                    _ => false,
                }
            }
            "equals" | "exceeds" => {
                let (one, other) = (node.kid(0), node.kid(1));
                let mut numbers = [self.number(one, scene), self.number(other, scene)];
                // A length is known by its square.
                match (one.key == "length", other.key == "length") {
                    (true, false) => numbers[1] *= numbers[1],
                    (false, true) => numbers[0] *= numbers[0],
                    _ => {}
                }
                match node.key {
                    "equals" => numbers[0] == numbers[1],
                    _ => numbers[0] > numbers[1],
                }
            }
            "move-is" => super::making::event(node.kid(0).key)(scene),
            "same-way" | "opposite-way" => {
                let (Some(going), Some(last)) =
                    (scene.going, scene.view.position.last_move().vector)
                else {
                    return false;
                };
                let board = scene.view.geometry();
                let PseudoMove { from, to, .. } = going.candidate;
                let files = board.file(to) as i8 - board.file(from) as i8;
                let ranks = board.rank(to) as i8 - board.rank(from) as i8;
                match node.key {
                    "same-way" => (files, ranks) == last,
                    _ => (-files, -ranks) == last,
                }
            }
            "in-check" => {
                let sides: &[Side] = match node.kid(0).key {
                    "white" => &[Side::White],
                    "black" => &[Side::Black],
                    _ => &Side::BOTH,
                };
                let mut position = scene.view.position.sketch();
                let judge = scene.view.rules.judge();
                let mut sides = sides.iter();
                sides.any(|&side| judge.in_check(&mut position, side))
            }
            "remembered" => self.slot(node.kid(0), scene) != 0,
            "not-remembered" => self.slot(node.kid(0), scene) == 0,
            _ => false,
        }
    }

    /// What is remembered under a name, 0 if nothing is.
    fn slot(&self, name: &Node, scene: &Scene<'_>) -> u128 {
        let slot = self.meanings.slot(name);
        slot.map_or(0, |slot| scene.view.position.slot(slot))
    }

    fn is_marked(&self, mark: &Node, man: Man) -> bool {
        let Value::Name(name) = &mark.value else {
            return false;
        };
        let mark = self.meanings.marks.get(name);
        mark.is_some_and(|mark| man.piece.has(*mark))
    }

    /// How many men fit a description of which this is true.
    pub fn count(&self, group: &Node, vp: &Node, scene: &Scene<'_>) -> i64 {
        let mut count = 0;
        for on in scene.view.geometry().squares() {
            let Some(man) = scene.man_on(on) else {
                continue;
            };
            let man = acts(group, scene, man);
            let mut bound = *scene;
            if let Some(letter) = letter(group) {
                bound.named[letter] = Some(man);
            }
            let fits =
                self.fits(group, &bound, man) && (vp.is_nothing() || self.vp(vp, &bound, man));
            count += i64::from(fits);
        }
        count
    }

    fn fits(&self, group: &Node, scene: &Scene<'_>, man: Man) -> bool {
        group.kids.iter().all(|kid| match (kid.category, kid.key) {
            ("adj", "hostile") => man.piece.is_of(!scene.side),
            ("adj", "own") => man.piece.is_of(scene.side),
            ("adj", "white") => man.piece.is_of(Side::White),
            ("adj", "black") => man.piece.is_of(Side::Black),
            ("adj", "neutral") => man.piece.is_neutral(),
            ("adj", "royal") => man.piece.is_royal(),
            ("adj", "not-royal") => !man.piece.is_royal(),
            ("adj", "promoted") => man.piece.has(Attribute::Frischauf),
            ("adj", "unmoved") => is_at_home(scene, man),
            ("adj", _) => scene.it.is_none_or(|it| it.on != man.on),
            ("kind", _) => is_kind(kid, man),
            ("tail", "like") => self
                .man(kid.kid(0), scene)
                .is_some_and(|other| other.piece.walk() == man.piece.walk()),
            ("tail", "zone") => self.zone(kid.kid(0), scene, man.side, man.on),
            ("tail", "that") => self.vp(kid.kid(0), scene, man),
            ("tail", "where") => match letter(group) {
                Some(_) => self.cond(kid.kid(0), scene),
                None => self.cond(kid.kid(0), &scene.about(man)),
            },
            _ => true,
        })
    }

    fn vp(&self, node: &Node, scene: &Scene<'_>, man: Man) -> bool {
        match node.key {
            "reaches" | "observes" | "touches" => self.relation(node, scene, man),
            "between" => self.man(node.kid(0), scene).is_some_and(|other| {
                let board = scene.view.geometry();
                let files = board.file(man.on).abs_diff(board.file(other.on));
                let ranks = board.rank(man.on).abs_diff(board.rank(other.on));
                let apart = files.max(ranks) == 2 && files != 1 && ranks != 1;
                man.here && other.here && apart
            }),
            "gives-check" => {
                let actor = Actor {
                    square: man.on,
                    side: man.side,
                };
                man.here && scene.view.gives_check(actor)
            }
            "displaced" => {
                let moved = [scene.mover(), scene.partner()].into_iter().flatten();
                man.here && moved.map(|other| other.on).any(|on| on == man.on)
            }
            "prop" => self.prop(node.kid(0), scene, man),
            "not-prop" => !self.prop(node.kid(0), scene, man),
            _ => false,
        }
    }

    fn relation(&self, node: &Node, scene: &Scene<'_>, man: Man) -> bool {
        let object = node.kid(0);
        let to = |on: Square| self.relates(node.key, scene, man, on);
        let some = |group: &Node| {
            let mut squares = scene.view.geometry().squares();
            squares.any(|on| {
                let Some(other) = scene.man_on(on) else {
                    return false;
                };
                let other = acts(group, scene, other);
                let mut bound = *scene;
                if let Some(letter) = letter(group) {
                    bound.named[letter] = Some(other);
                }
                self.fits(group, &bound, other) && to(on)
            })
        };
        match object.key {
            "man" => self
                .man(object.kid(0), scene)
                .is_some_and(|other| other.here && to(other.on)),
            "place" => self.place(object.kid(0), scene).is_some_and(to),
            "some" => some(object.kid(0)),
            // A man that is not there touches nobody, and is no subject of `touches no man`.
            "no" => (node.key != "touches" || man.here) && !some(object.kid(0)),
            _ => {
                let mut men = scene.view.position.men();
                men.any(|on| on != man.on && to(on))
            }
        }
    }

    fn relates(&self, key: &str, scene: &Scene<'_>, man: Man, on: Square) -> bool {
        if !man.here {
            return false;
        }
        if key == "touches" {
            let board = scene.view.geometry();
            let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
            let mut others =
                steps.filter_map(|(files, ranks)| board.step(man.on, Vector::new(files, ranks)));
            return on != man.on && others.any(|other| other == on);
        }
        let ring = match key {
            "reaches" => Ring::Geometry,
            _ => self.ring.min(Ring::Actor),
        };
        let actor = Actor {
            square: man.on,
            side: man.side,
        };
        if scene.view.observes(actor, on, ring) {
            return true;
        }
        let passed = scene.view.position.slot(Slot::EN_PASSANT);
        let mut squares: Vec<Square> = match passed {
            0 => Vec::new(),
            _ => unpack_squares(passed).collect(),
        };
        squares.pop() == Some(on)
            && man.piece.walk().row().captures_en_passant()
            && squares
                .into_iter()
                .any(|passed| scene.view.observes(actor, passed, ring))
    }

    fn prop(&self, node: &Node, scene: &Scene<'_>, man: Man) -> bool {
        match node.key {
            "royal" => man.piece.is_royal(),
            "neutral" => man.piece.is_neutral(),
            "promoted" => man.piece.has(Attribute::Frischauf),
            "unmoved" => is_at_home(scene, man),
            "white" => man.piece.is_of(Side::White),
            "black" => man.piece.is_of(Side::Black),
            "own" => man.piece.is_of(scene.side),
            "hostile" => man.piece.is_of(!scene.side),
            "marked" => self.is_marked(node.kid(0), man),
            "like" => self
                .man(node.kid(0), scene)
                .is_some_and(|other| other.piece.walk() == man.piece.walk()),
            "kind" => {
                let zone = node.kid(1);
                is_kind(node.kid(0), man)
                    && (zone.is_nothing() || self.zone(zone, scene, man.side, man.on))
            }
            "zone" => self.zone(node.kid(0), scene, man.side, man.on),
            "man" => self
                .man(node.kid(0), scene)
                .is_some_and(|other| other.on == man.on && other.here == man.here),
            _ => false,
        }
    }

    fn zone(&self, node: &Node, scene: &Scene<'_>, side: Side, on: Square) -> bool {
        let board = scene.view.geometry();
        let (file, rank) = (board.file(on), board.rank(on));
        // Ranks as the side counts them.
        let own = match side {
            Side::White => rank,
            Side::Black => board.height() - 1 - rank,
        };
        let beside = |steps: &[(i8, i8)]| {
            let man = self.man(node.kid(0), scene).filter(|man| man.here);
            man.is_some_and(|man| {
                steps
                    .iter()
                    .any(|&step| stepped(board, man, step) == Some(on))
            })
        };
        match node.key {
            "edge" => {
                file == 0 || rank == 0 || file + 1 == board.width() || rank + 1 == board.height()
            }
            "light" => board.is_light(on),
            "dark" => !board.is_light(on),
            "own-half" => own < board.height() / 2,
            "other-half" => own >= board.height() - board.height() / 2,
            "first-rank" => own == 0,
            "second-rank" => own == 1,
            "last-rank" => own + 1 == board.height(),
            "rank" => self.number(node.kid(0), scene) == i64::from(rank) + 1,
            "file" => node.kid(0).value == Value::File(file),
            "squares" => {
                let mut kids = node.kid(0).kids.iter();
                kids.any(|kid| match kid.value {
                    Value::Square(named) => named.on(board) == Some(on),
                    _ => false,
                })
            }
            "place" => self.place(node.kid(0), scene) == Some(on),
            "behind" => beside(&[(0, -1)]),
            "ahead" => beside(&[(0, 1)]),
            "beside" => beside(&[(-1, 0), (1, 0)]),
            "opposite" => {
                let man = self.man(node.kid(0), scene);
                man.and_then(|man| board.opposite(man.on)) == Some(on)
            }
            "file-of" => self
                .place(node.kid(0), scene)
                .is_some_and(|other| board.file(other) == file),
            "rank-of" => self
                .place(node.kid(0), scene)
                .is_some_and(|other| board.rank(other) == rank),
            "first" => scene
                .man_on(on)
                .is_some_and(|man| first_square(scene, man) == Some(on)),
            "home" => {
                let man = scene.view.piece_on(on);
                home_square(scene.view, man, on, side) == Some(on)
            }
            _ => false,
        }
    }

    fn man(&self, node: &Node, scene: &Scene<'_>) -> Option<Man> {
        match node.key {
            "it" => scene.it,
            "mover" => scene.mover(),
            "captor" => scene.captor(),
            "was" => scene.mover_before(),
            "victim" => scene.victim(),
            "partner" => scene.partner(),
            "king" => scene.man_on(scene.view.royals(scene.side).first()?),
            "hostile-king" => scene.man_on(scene.view.royals(!scene.side).first()?),
            "last-mover" | "last-hostile-mover" => {
                let last = scene.view.position.last_move();
                let (side, piece) = (last.side?, last.mover?);
                if node.key == "last-hostile-mover" && side == scene.side {
                    return None;
                }
                let on = last.now.or(last.arrival);
                Some(Man {
                    piece,
                    on: on.unwrap_or(Square::at(0, 0)),
                    side,
                    here: on.is_some_and(|on| scene.view.piece_on(on).is_some()),
                })
            }
            "last-victim" => {
                let (piece, on) = scene.view.position.last_move().captured?;
                Some(scene.gone(piece, on))
            }
            "on" => scene.man_on(self.place(node.kid(0), scene)?),
            "the" => {
                let group = node.kid(0);
                let mut squares = scene.view.geometry().squares();
                squares.find_map(|on| {
                    let man = acts(group, scene, scene.man_on(on)?);
                    let mut bound = *scene;
                    if let Some(letter) = letter(group) {
                        bound.named[letter] = Some(man);
                    }
                    self.fits(group, &bound, man).then_some(man)
                })
            }
            "letter" => match node.kid(0).value {
                Value::Letter(letter) => scene.named[usize::from(letter)],
                _ => None,
            },
            "remembered" => {
                let id = self.slot(node.kid(0), scene).checked_sub(1)?;
                let mut men = scene.view.geometry().squares();
                let position = scene.view.position;
                men.find(|&on| scene.man_on(on).is_some() && u128::from(position.id_on(on)) == id)
                    .and_then(|on| scene.man_on(on))
            }
            _ => None,
        }
    }

    /// A square.
    pub fn place(&self, node: &Node, scene: &Scene<'_>) -> Option<Square> {
        let board = scene.view.geometry();
        let home = |man: Man, side: Side| home_square(scene.view, man.piece, man.on, side);
        match node.key {
            "departure" => Some(scene.going?.candidate.from),
            "arrival" => Some(scene.going?.candidate.to),
            "capture-square" => Some(scene.victim()?.on),
            "home" => scene.it.and_then(|man| home(man, man.side)),
            "other-home" => scene.it.and_then(|man| home(man, !man.side)),
            "home-of" => {
                let man = self.man(node.kid(0), scene)?;
                home(man, man.side)
            }
            "other-home-of" => {
                let man = self.man(node.kid(0), scene)?;
                home(man, !man.side)
            }
            "captor-home" | "captor-other-home" => {
                let captor = scene.captor()?;
                let on = scene.victim().map_or(captor.on, |man| man.on);
                let side = scene.going?.side;
                let side = if node.key == "captor-home" {
                    side
                } else {
                    !side
                };
                home_square(scene.view, captor.piece, on, side)
            }
            "first-square" => first_square(scene, scene.it?),
            "first-of" => first_square(scene, self.man(node.kid(0), scene)?),
            "last-departure" => scene.view.position.last_move().departure,
            "last-arrival" => scene.view.position.last_move().arrival,
            "opposite" => board.opposite(self.place(node.kid(0), scene)?),
            "mirror-files" => board.across_files(self.place(node.kid(0), scene)?),
            "mirror-ranks" => board.across_ranks(self.place(node.kid(0), scene)?),
            "behind" => stepped(board, self.man(node.kid(0), scene)?, (0, -1)),
            "ahead" => stepped(board, self.man(node.kid(0), scene)?, (0, 1)),
            "of" => Some(self.man(node.kid(0), scene)?.on),
            "here" => scene.square,
            "remembered" => {
                let on = self.slot(node.kid(0), scene).checked_sub(1)?;
                Some(Square::new(u8::try_from(on).ok()?))
            }
            "square" => match node.kid(0).value {
                Value::Square(named) => named.on(board),
                _ => None,
            },
            _ => None,
        }
    }

    /// A number; a length is squared.
    pub fn number(&self, node: &Node, scene: &Scene<'_>) -> i64 {
        let board = scene.view.geometry();
        match node.key {
            "length" => scene.going.map_or(0, |going| {
                i64::from(squared_length(scene.view, &going.candidate))
            }),
            "rank" => self
                .place(node.kid(0), scene)
                .map_or(0, |on| i64::from(board.rank(on)) + 1),
            "file" => self
                .place(node.kid(0), scene)
                .map_or(0, |on| i64::from(board.file(on)) + 1),
            "distance" => {
                let both = (
                    self.place(node.kid(0), scene),
                    self.place(node.kid(1), scene),
                );
                let (Some(one), Some(other)) = both else {
                    return 0;
                };
                let files = board.file(one).abs_diff(board.file(other));
                i64::from(files.max(board.rank(one).abs_diff(board.rank(other))))
            }
            "count" => self.count(node.kid(0), &Node::NOTHING, scene),
            "remembered" => self.slot(node.kid(0), scene).saturating_sub(1) as i64,
            _ => match node.kid(0).value {
                Value::Number(number) => i64::from(number),
                _ => 0,
            },
        }
    }
}

fn letter(group: &Node) -> Option<usize> {
    group.kids.iter().find_map(|kid| match kid.value {
        Value::Letter(letter) => Some(usize::from(letter)),
        _ => None,
    })
}

/// The man as it acts by its description.
fn acts(group: &Node, scene: &Scene<'_>, man: Man) -> Man {
    let mut side = man.side;
    for kid in &group.kids {
        side = match (kid.category, kid.key) {
            ("adj", "own") => scene.side,
            ("adj", "hostile") => !scene.side,
            ("adj", "white") => Side::White,
            ("adj", "black") => Side::Black,
            _ => side,
        };
    }
    Man { side, ..man }
}

fn is_kind(kind: &Node, man: Man) -> bool {
    let walk = man.piece.walk();
    match kind.key {
        "man" => true,
        "pawn" => walk.row().is_pawn(),
        "king" => man.piece.is_royal(),
        "officer" => {
            let is_king = man.piece.is_royal() || walk == walk_id::KING;
            !is_king && !walk.row().is_pawn()
        }
        _ => kind.kid(0).value == Value::Walk(walk),
    }
}

fn is_at_home(scene: &Scene<'_>, man: Man) -> bool {
    home_square(scene.view, man.piece, man.on, man.side) == Some(man.on)
}

fn stepped(board: &Geometry, man: Man, (files, ranks): (i8, i8)) -> Option<Square> {
    let ranks = match man.side {
        Side::White => ranks,
        Side::Black => -ranks,
    };
    board.step(man.on, Vector::new(files, ranks))
}
