//! Sentences as rules: each answers one question of the rules, with the promise that its words allow.

use super::making::{
    Group, Maker, Meanings, NumberOf, Test, event, id_of, near, sides_of, squares, walks,
};
use super::promise::{
    departures, described, is_afterwards, is_geometry, is_of_royals, is_way, needs_company,
    observed_by, of_kind, sides_alone, when_quiet,
};
use super::scene::{Going, Man, Scene};
use super::squares::Among;
use super::tree::{Node, Value};
use crate::attributes::mark_promoted_men;
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::conditions::{Leaving, array_squares, leave_from, take_by_rebirth};
use crate::men::{WalkId, walk_id};
use crate::position::{Effect, LastMoveFact, Lifetime, Position, Reason, Slot};
use crate::rules::{
    Actor, CastlingWays, CheckTurn, Displaces, EffectScope, End, Kind, Lending, Loan, Manner,
    Outcome, PlayedMove, Promise, PseudoMove, Purpose, Rank, Ring, Role, RulesBuilder, View, Walks,
};
use std::sync::Arc;

/// How a rule of sentences is installed: whether it makes promises, for tests that compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Promises {
    Derived,
    None,
}

/// Installs all sentences of a text.
pub(super) fn install(
    sentences: &[Node],
    meanings: &Meanings,
    promises: Promises,
    rules: &mut RulesBuilder<'_>,
) {
    let board = rules.geometry().clone();
    let installing = Installing {
        meanings: Arc::new(meanings.clone()),
        board,
        promises,
        plays_checks: sentences.iter().any(|one| one.key == "by-playing"),
        has_promotion: sentences.iter().all(|one| one.key != "no-promotion"),
        lifted: sentences
            .iter()
            .any(|one| one.key == "mate-free")
            .then(|| rules.slot(Slot::named("rule-lifted").lasting(Lifetime::Question))),
        asks_memory_in_checks: asks_memory_in_checks(sentences, meanings),
    };
    for node in sentences {
        ask_for_what_it_names(node, &installing, rules);
        installing.sentence(node, rules);
    }
    installing.likes(sentences, rules);
    for meant in meanings.lets.values() {
        ask_for_what_it_names(meant, &installing, rules);
    }
}

/// Walks have to be laid out, and what is remembered has to be asked for.
fn ask_for_what_it_names(node: &Node, installing: &Installing, rules: &mut RulesBuilder<'_>) {
    let named = node.all().into_iter().filter_map(|node| match node.value {
        Value::Walk(walk) => Some(walk),
        _ => None,
    });
    rules.may_use(named.collect::<Vec<WalkId>>());
    let last = [
        ("last-mover", LastMoveFact::Mover),
        ("last-hostile-mover", LastMoveFact::Mover),
        ("last-victim", LastMoveFact::Capture),
    ];
    for (key, fact) in last {
        if node.has("man", &[key]) {
            rules.remember_last_move([LastMoveFact::Side, fact, LastMoveFact::Arrived]);
        }
    }
    let squares = [
        ("place", "last-departure", LastMoveFact::Departure),
        ("place", "last-arrival", LastMoveFact::Arrival),
        ("atom", "same-way", LastMoveFact::Vector),
        ("atom", "opposite-way", LastMoveFact::Vector),
    ];
    for (category, key, fact) in squares {
        if node.has(category, &[key]) {
            rules.remember_last_move([fact]);
        }
    }
    let asks_promoted = node.has("prop", &["promoted"]) || node.has("adj", &["promoted"]);
    if asks_promoted && installing.has_promotion {
        mark_promoted_men(rules);
    }
    let asks_first =
        node.has("zone", &["first"]) || node.has("place", &["first-square", "first-of"]);
    if asks_first || node.has("memo", &["man"]) {
        rules.tell_men_apart();
    }
}

pub(super) struct Installing {
    pub meanings: Arc<Meanings>,
    board: Geometry,
    promises: Promises,
    plays_checks: bool,
    has_promotion: bool,
    /// Set while a mate is judged without the sentences that forbid moves.
    lifted: Option<Slot>,
    /// Whether a sentence that decides who attacks whom asks for what is remembered.
    asks_memory_in_checks: bool,
}

/// Whether a sentence that decides who attacks whom asks for what is remembered.
fn asks_memory_in_checks(sentences: &[Node], meanings: &Meanings) -> bool {
    let asks = |node: &Node| {
        node.all()
            .iter()
            .any(|inner| inner.key.ends_with("remembered"))
    };
    // A name may stand in a name: any of them counts.
    let asks_by_name =
        |node: &Node| node.has("atom", &["named"]) && meanings.lets.values().any(asks);
    const PLAYED: [&str; 8] = [
        "move-only",
        "stands-only",
        "remains",
        "prefers",
        "after",
        "wins",
        "mate-only",
        "stalemate-only",
    ];
    sentences
        .iter()
        .any(|one| !PLAYED.contains(&one.key) && (asks(one) || asks_by_name(one)))
}

/// An effect as it is to happen.
struct Deed {
    who: Doer,
    verb: Verb,
}

enum Doer {
    Man(super::making::ManOf),
    Every(Group),
}

enum Verb {
    ChangesSide,
    BecomesSide(Option<Side>),
    Becomes(Becomes),
    Vanishes,
    GoesTo(super::making::SquareOf),
    Swaps(super::making::ManOf),
    Marked(crate::men::Attribute),
    Loses(crate::men::Attribute),
    Royal,
    Unroyal,
    Nothing,
}

/// What is remembered under a name, and how it is written into the slot of that name; 0 forgets.
struct Memo {
    slot: Slot,
    value: MemoOf,
}

/// Squares as a sentence sees them.
pub(super) type Squares = Box<dyn Fn(&Scene<'_>) -> SquareSet + Send + Sync>;

/// The walks that a man gets.
type Lender = Box<dyn Fn(&Scene<'_>) -> Walks + Send + Sync>;

type MemoOf = Box<dyn Fn(&Scene<'_>) -> Option<u128> + Send + Sync>;

/// What is left to the choice of the mover before the effects of a sentence happen.
enum Choice {
    Man(Group),
    Square {
        /// Whether it has to be empty.
        empty: bool,
        fits: Option<Among>,
    },
}

impl Choice {
    /// The scene in which one of those there are is taken, as the mover chooses; none if there is none.
    fn made<'a>(&self, scene: Scene<'a>, outcome: &mut Outcome<'_>) -> Option<Scene<'a>> {
        match self {
            Choice::Man(group) => {
                let men = group.all(&scene);
                let taken = (!men.is_empty()).then(|| outcome.choose(men.len()))?;
                let it = Some(men[taken]);
                Some(Scene { it, ..scene })
            }
            Choice::Square { empty, fits } => {
                let position = scene.view.position;
                let mut squares = match *empty {
                    true => scene.view.free_squares(),
                    false => scene.view.geometry().squares() & !position.holes(),
                };
                if let Some(fits) = fits {
                    squares = fits(&scene, squares);
                }
                let square = one_of(squares, outcome)?;
                Some(Scene {
                    square: Some(square),
                    ..scene
                })
            }
        }
    }
}

/// One of the squares, as the mover chooses; none if there is none.
fn one_of(mut squares: SquareSet, outcome: &mut Outcome<'_>) -> Option<Square> {
    match squares.len() {
        0 => None,
        count => squares.nth(outcome.choose(count)),
    }
}

/// The effects of a sentence on the way: each sees what the ones before made of its man.
struct Doing<'o, 'e> {
    outcome: &'o mut Outcome<'e>,
    done: Vec<Effect>,
}

impl Doing<'_, '_> {
    fn push(&mut self, effect: Effect, reason: Reason) {
        self.done.push(effect);
        self.outcome.push(effect, reason);
    }

    /// Whether one of them brought a man to this square.
    fn is_taken(&self, square: Square) -> bool {
        let mut moves = self.done.iter();
        moves.any(|effect| matches!(*effect, Effect::Move { to, .. } if to == square))
    }

    /// Where a man is by now and what it has become; none if it has left the board.
    fn now(&self, man: Man) -> Option<Man> {
        self.done.iter().try_fold(man, |man, effect| match *effect {
            Effect::Remove { on } if on == man.on => None,
            Effect::Alter { on, piece } if on == man.on => Some(Man { piece, ..man }),
            Effect::Move { from, to } if from == man.on => Some(Man { on: to, ..man }),
            Effect::Swap { first, second } if first == man.on => Some(Man { on: second, ..man }),
            Effect::Swap { first, second } if second == man.on => Some(Man { on: first, ..man }),
            _ => Some(man),
        })
    }
}

/// Which walk a man takes.
enum Becomes {
    Walk(WalkId),
    Next(Vec<WalkId>),
    Like(super::making::ManOf),
}

impl Becomes {
    fn of(&self, scene: &Scene<'_>, walk: WalkId) -> WalkId {
        match self {
            Becomes::Walk(walk) => *walk,
            Becomes::Next(cycle) => next_of(cycle, walk),
            Becomes::Like(man) => man(scene).map_or(walk, |man| man.piece.walk()),
        }
    }
}

fn next_of(cycle: &[WalkId], walk: WalkId) -> WalkId {
    let place = cycle.iter().position(|other| *other == walk);
    place.map_or(walk, |place| cycle[(place + 1) % cycle.len()])
}

impl Installing {
    /// For questions that are asked when all is installed.
    pub fn asking(meanings: &Meanings, board: &Geometry) -> Installing {
        Installing {
            meanings: Arc::new(meanings.clone()),
            board: board.clone(),
            promises: Promises::None,
            plays_checks: false,
            has_promotion: true,
            lifted: None,
            asks_memory_in_checks: true,
        }
    }

    pub fn maker(&self, ring: Ring) -> Maker<'_> {
        Maker {
            meanings: &self.meanings,
            ring,
            board: &self.board,
        }
    }

    fn promised(&self, promise: impl FnOnce() -> Promise) -> Promise {
        match self.promises {
            Promises::Derived => promise(),
            Promises::None => Promise::nothing(),
        }
    }

    fn sentence(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let lets = &self.meanings.lets;
        let first = node.kid(0);
        match node.key {
            "not-act" => {
                let (who, cond) = self.who_and(first, node.kid(1), Ring::Geometry);
                let promise = self.promised(|| observed_by(first, node.kid(1), lets));
                rules.forbid_actor(promise, move |view, actor| {
                    let scene = Scene::of_actor(view, actor);
                    concerns(&who, &scene) && cond(&scene)
                });
            }
            "capture-only" => {
                let (who, cond) = self.who_and(first, node.kid(1), Ring::Actor);
                rules.keep_capture(Promise::nothing(), move |view, side, candidate| {
                    let scene = scene_of(view, side, candidate);
                    !concerns(&who, &scene) || cond(&scene)
                });
            }
            "go-only" => self.go_only(node, rules),
            "move-only" => {
                let cond = self.maker(Ring::Actor).cond(node.kid(1));
                let sides = sides_of(first.key);
                let captures = when_quiet(node.kid(1), lets) == Some(true);
                let promise = self.promised(|| match captures {
                    true => Promise::captures(),
                    false => Promise::nothing(),
                });
                let binds = self.binds();
                rules.keep_move(promise, move |view, side, candidate| {
                    !sides.contains(&side)
                        || !binds(view.position)
                        || cond(&scene_of(view, side, candidate))
                });
            }
            "stands-only" => {
                let cond = self.maker(Ring::Actor).cond(node.kid(1));
                let sides = sides_of(first.key);
                let binds = self.binds();
                let promise =
                    match self.promises == Promises::Derived && needs_company(node.kid(1), lets) {
                        true => {
                            let near = near(&self.board);
                            let company = Promise::company(move |_, on| near[on.index()]);
                            if self.plays_checks {
                                company
                            } else {
                                company.sparing_trials()
                            }
                        }
                        false => self.trials(),
                    };
                rules.keep_legal(promise, move |rules, position, turn| {
                    let view = rules.view(position);
                    !sides.contains(&turn.side)
                        || !binds(position)
                        || cond(&Scene::after(view, turn))
                });
            }
            "remains" => {
                let group = self.maker(Ring::Actor).group(first);
                let binds = self.binds();
                rules.keep_legal(self.trials(), move |rules, position, turn| {
                    let view = rules.view(position);
                    let scene = Scene::after(view, turn);
                    !binds(position) || group.find(&scene, SquareSet::ALL, |_, _| true).is_none()
                });
            }
            "prefers" => self.prefers(node, rules),
            // All of them together, see `likes`.
            "like" => {}
            "may-go" | "may-swap" => self.may_go(node, rules),
            "may-capture-own" => {
                let who = self.maker(Ring::Geometry).group(first.kid(0));
                let _ = who;
                rules.sides(Promise::captures(), |view, side, role, men| match role {
                    Role::Captured => {
                        men | view.position.men_of(side) & !view.position.royals_of(side)
                    }
                    Role::Moves | Role::Lent | Role::Observes => men,
                });
            }
            "after" => self.after(node, rules),
            "before" => self.before(node, rules),
            "reborn" => self.reborn(node, rules),
            "check-only" => {
                let (who, cond) = self.who_and(first, node.kid(1), Ring::Actor);
                rules.keep_check(move |view, actor| {
                    let scene = Scene::of_actor(view, actor);
                    !concerns(&who, &scene) || cond(&scene)
                });
            }
            "by-playing" => {
                rules.check_by_playing();
                rules.lend_by_playing();
            }
            "check-if" | "check-also" | "check-unless" => self.check(node, rules),
            "mate-only" | "stalemate-only" => {
                let cond = self.maker(Ring::Actor).cond(first);
                let of_mate = node.key == "mate-only";
                rules.goal(Promise::nothing(), move |question, position| {
                    let side = match question.end() {
                        End::Mate(side) if of_mate => side,
                        End::Stalemate(side) if !of_mate => side,
                        _ => return question.usual(position),
                    };
                    question.usual(position) && {
                        let view = question.rules().view(position);
                        cond(&Scene::of_side(view, side))
                    }
                });
            }
            "mate-free" => self.mate_free(rules),
            "wins" => {
                let cond = self.maker(Ring::Actor).cond(node.kid(1));
                let sides = sides_of(first.key);
                rules.end_game(move |view| {
                    let wins = |side: &Side| cond(&Scene::of_side(view, *side));
                    sides.iter().copied().find(wins)
                });
            }
            "promote-only" => rules.set_promotions(walks(node.kid(1))),
            "promote-also" => rules.add_promotions(walks(node.kid(1))),
            "promote-on" => {
                let squares = squares(node.kid(1), rules.geometry());
                for &side in sides_of(first.key) {
                    rules.set_promotion_squares(side, squares);
                }
            }
            "no-promotion" => rules.set_promotions(Vec::new()),
            "no-castling" => rules.set_castlings(CastlingWays::None),
            "no-en-passant" => rules.keep_move(Promise::captures(), |_, _, candidate| {
                candidate.kind != Kind::EnPassant
            }),
            "as-if" => self.as_if(node, rules),
            "moves-hostile" | "moves-both" => self.moves_men(node, rules),
            _ => rules.refuse("this sentence is not supported yet"),
        }
    }

    /// Trial captures of kings are judged only where checks are judged by playing.
    fn trials(&self) -> Promise {
        match self.plays_checks {
            true => Promise::nothing(),
            false => Promise::nothing().sparing_trials(),
        }
    }

    /// Whether sentences that forbid moves are in force.
    fn binds(&self) -> impl Fn(&Position) -> bool + Send + Sync + 'static + use<> {
        let lifted = self.lifted;
        move |position| lifted.is_none_or(|slot| position.slot(slot) == 0)
    }

    /// A mate has to be one without the sentences that forbid moves, too.
    fn mate_free(&self, rules: &mut RulesBuilder<'_>) {
        let Some(lifted) = self.lifted else { return };
        rules.goal(Promise::ends_play(), move |question, position| {
            let End::Mate(mated) = question.end() else {
                return question.usual(position);
            };
            let judge = question.rules().judge();
            let can_move = |position: &mut Position| judge.has_legal_move(position, mated);
            question.usual(position) && !position.asked_with(lifted, 1, can_move)
        });
    }

    pub fn who_and(&self, who: &Node, cond: &Node, ring: Ring) -> (Group, Test) {
        let maker = self.maker(ring);
        let test: Test = match cond.is_nothing() {
            true => Box::new(|_| true),
            false => maker.cond(cond),
        };
        (maker.group(who.kid(0)), test)
    }

    fn go_only(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let lets = &self.meanings.lets;
        let (who, cond) = self.who_and(node.kid(0), node.kid(1), Ring::Geometry);
        let sides = sides_alone(node.kid(0).kid(0));
        let promise = self.promised(|| {
            if sides.is_some() && is_geometry(node.kid(1), lets) {
                Promise::geometry()
            } else if when_quiet(node.kid(1), lets) == Some(true) {
                Promise::captures()
            } else {
                Promise::nothing()
            }
        });
        rules.keep_line(Ring::Geometry, promise, move |view, side, candidate| {
            let goes = |way: &PseudoMove| {
                let scene = Scene::before(view, side, way);
                let is_meant = match sides {
                    Some(sides) => sides.contains(&side),
                    None => concerns(&who, &scene),
                };
                !is_meant || cond(&scene)
            };
            goes(candidate) && partner_of(view, candidate).is_none_or(|way| goes(&way))
        });
    }

    fn prefers(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let mut sign = 1;
        for measure in &node.kid(1).kids {
            sign = match measure.key {
                "greatest" | "that" => 1,
                "smallest" => -1,
                _ => sign,
            };
            for &side in sides_of(node.kid(0).key) {
                let of = self.measure(measure);
                if is_afterwards(measure) {
                    rules.select_best_played(side, move |rules, position, turn| {
                        sign * of(&Scene::after(rules.view(position), turn))
                    });
                    continue;
                }
                let by_way = is_way(measure, &self.meanings.lets);
                let promise = self.promised(|| match by_way {
                    true => Promise::ways(),
                    false => Promise::nothing(),
                });
                rules.select_best(side, promise, move |view, candidate| {
                    sign * of(&scene_of(view, side, candidate))
                });
            }
        }
    }

    /// How a measure of a preference counts, the greater the better if not said otherwise.
    pub fn measure(&self, measure: &Node) -> NumberOf {
        let maker = self.maker(Ring::Actor);
        match measure.key {
            "that" => {
                let cond = maker.cond(measure.kid(0));
                Box::new(move |scene| i64::from(cond(scene)))
            }
            _ => maker.number(measure.kid(0)),
        }
    }

    /// The sentences on how men go, by what they say alike: those of one kind are one loan.
    fn likes(&self, sentences: &[Node], rules: &mut RulesBuilder<'_>) {
        let mut likes: Vec<&Node> = sentences.iter().filter(|one| one.key == "like").collect();
        let kind = |node: &Node| (node.kid(1).key, node.has("vp", &["reaches", "observes"]));
        while let Some(first) = likes.first() {
            let kind_of_first = kind(first);
            let (alike, others) = likes
                .into_iter()
                .partition(|one| kind(one) == kind_of_first);
            self.loan(alike, kind_of_first, rules);
            likes = others;
        }
    }

    /// One loan of several sentences; where a man goes in place of its own walk, the last that lends counts.
    fn loan(
        &self,
        sentences: Vec<&Node>,
        (goes, asks): (&'static str, bool),
        rules: &mut RulesBuilder<'_>,
    ) {
        let manner = match goes.ends_with("-also") {
            true => Manner::Beside,
            false => Manner::InPlace,
        };
        let loan = if asks {
            Loan::Observers
        } else {
            Loan::Neighbour
        };
        let lending = Lending::of(loan, manner);
        let lending = match goes {
            "moves" | "moves-also" => lending.for_those(|purpose| purpose == Purpose::NonCapture),
            "captures" | "captures-also" => lending.for_those(|purpose| {
                matches!(purpose, Purpose::Capture | Purpose::Observe(Ring::Capture))
            }),
            _ if !asks => lending.for_all_purposes(),
            _ => lending,
        };
        let royals_only = self.promises == Promises::Derived
            && sentences.iter().all(|one| is_of_royals(one.kid(0).kid(0)));
        let lending = if royals_only {
            lending.to_royals()
        } else {
            lending
        };
        let of_diagram: Vec<WalkId> = rules.diagram_walks().collect();
        rules.may_use(of_diagram);
        let in_place = manner == Manner::InPlace;
        if in_place {
            rules.keep_move(Promise::nothing(), move |view, side, candidate| {
                let square = candidate.from;
                let own = view.piece_on(square).walk();
                let goes = || view.walks(Actor { square, side }, Purpose::NonCapture);
                !matches!(candidate.kind, Kind::Castling { .. }) || goes().contains(&own)
            });
        }
        let mut lenders: Vec<Lender> = sentences.iter().map(|one| self.lender(one)).collect();
        if in_place {
            lenders.reverse();
        }
        let lent = move |view: View<'_>, actor| {
            let scene = Scene::of_actor(view, actor);
            let mut lent = lenders.iter().map(|lender| lender(&scene));
            if in_place {
                return lent.find(|walks| !walks.is_empty()).unwrap_or_default();
            }
            let mut all = Walks::new();
            for walk in lent.flatten() {
                if !all.contains(&walk) {
                    all.push(walk);
                }
            }
            all
        };
        if !asks {
            return rules.lend(lending, move |view, actor, _| lent(view, actor));
        }
        // Another rule may want to know the walks of a man to say whom it reaches.
        let guard = rules.guard();
        rules.lend(lending, move |view, actor, _| {
            let lent = view.ask_once(guard, |view| lent(view, actor));
            lent.unwrap_or_default()
        });
    }

    /// What a sentence lends to the man of a scene.
    fn lender(&self, node: &Node) -> Lender {
        let (who, cond) = self.who_and(node.kid(0), node.kid(3), Ring::Geometry);
        let giver = node.kid(2);
        let maker = self.maker(Ring::Geometry);
        let lent: Lender = match giver.key {
            "walks" => {
                let walks: Walks = walks(giver.kid(0)).into_iter().collect();
                Box::new(move |_| walks.clone())
            }
            "walk" => {
                let walk = match giver.kid(0).value {
                    Value::Walk(walk) => walk,
                    _ => walk_id::DUMMY,
                };
                Box::new(move |_| Walks::from_slice(&[walk]))
            }
            "man" => {
                let man = maker.man(giver.kid(0));
                Box::new(move |scene| man(scene).map(|man| man.piece.walk()).into_iter().collect())
            }
            _ => {
                let group = maker.group(giver.kid(0));
                Box::new(move |scene| {
                    let mut walks = Walks::new();
                    group.find(scene, SquareSet::ALL, |_, man| {
                        if !walks.contains(&man.piece.walk()) {
                            walks.push(man.piece.walk());
                        }
                        false
                    });
                    walks
                })
            }
        };
        Box::new(move |scene| match concerns(&who, scene) && cond(scene) {
            true => lent(scene),
            false => Walks::new(),
        })
    }

    fn may_go(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let (who, cond) = self.who_and(node.kid(0), node.kid(2), Ring::Actor);
        let maker = self.maker(Ring::Actor);
        let other = node.kid(1);
        let target = other.kid(0);
        let (swaps, key) = (node.key == "may-swap", other.key);
        let partners = (swaps).then(|| maker.group(target));
        let place = (key == "place").then(|| maker.place(target));
        let fits = (key == "any-square").then(|| maker.squares_where(target));
        rules.add_moves_of_man(
            Promise::nothing(),
            move |rules, position, actor, into: &mut Vec<PseudoMove>| {
                let view = rules.view(position);
                let scene = Scene::of_actor(view, actor);
                if !concerns(&who, &scene) || !cond(&scene) {
                    return;
                }
                let from = actor.square;
                if let Some(partners) = &partners {
                    let others = partners.all(&scene);
                    for other in others.iter().filter(|other| other.on != from) {
                        into.push(PseudoMove {
                            from,
                            to: other.on,
                            captured: None,
                            kind: Kind::Exchange,
                        });
                    }
                    return;
                }
                let free = view.free_squares();
                let squares: SquareSet = match (&place, &fits) {
                    (Some(place), _) => place(&scene).into_iter().collect(),
                    (_, Some(fits)) => fits(&scene, free),
                    _ => free,
                };
                for to in squares & free {
                    into.push(PseudoMove::ordinary(from, to, None));
                }
            },
        );
    }

    fn deed(&self, effect: &Node) -> Deed {
        let maker = self.maker(Ring::Actor);
        let (doer, verb) = (effect.kid(0), effect.kid(1));
        let who = match doer.key {
            "every" => Doer::Every(maker.group(doer.kid(0))),
            _ => Doer::Man(maker.man(doer.kid(0))),
        };
        let verb = match verb.key {
            "changes-side" => Verb::ChangesSide,
            "becomes-side" => Verb::BecomesSide(match verb.kid(0).key {
                "white" => Some(Side::White),
                "black" => Some(Side::Black),
                _ => None,
            }),
            "becomes" => {
                let spec = verb.kid(0);
                Verb::Becomes(match spec.key {
                    "next" => Becomes::Next(walks(spec.kid(0))),
                    "like" => Becomes::Like(maker.man(spec.kid(0))),
                    _ => match spec.kid(0).value {
                        Value::Walk(walk) => Becomes::Walk(walk),
                        _ => Becomes::Next(Vec::new()),
                    },
                })
            }
            "vanishes" => Verb::Vanishes,
            "goes-to" => Verb::GoesTo(maker.place(verb.kid(0))),
            "swaps" => Verb::Swaps(maker.man(verb.kid(0))),
            "marked" => maker.mark(verb.kid(0)).map_or(Verb::Nothing, Verb::Marked),
            "loses" => maker.mark(verb.kid(0)).map_or(Verb::Nothing, Verb::Loses),
            "royal" => Verb::Royal,
            _ => Verb::Unroyal,
        };
        Deed { who, verb }
    }

    fn after(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let [event_node, stage, cond, effects] = [0, 1, 2, 3].map(|place| node.kid(place));
        let is_event = event(event_node.key);
        let maker = self.maker(Ring::Actor);
        let test: Test = match cond.is_nothing() {
            true => Box::new(|_| true),
            false => maker.cond(cond),
        };
        let choices: Vec<Choice> = effects
            .kids
            .iter()
            .filter_map(|one| self.choice(one))
            .collect();
        let of = |key: &'static str| effects.kids.iter().filter(move |one| one.key == key);
        let deeds: Vec<Deed> = of("do").map(|effect| self.deed(effect)).collect();
        let memos: Vec<Memo> = effects
            .kids
            .iter()
            .filter_map(|one| self.memo(one))
            .collect();
        let stage = match stage.is_nothing() {
            true => of("do")
                .map(default_stage)
                .min_by_key(|stage| rank_of(stage)),
            false => Some(stage.key),
        };
        let rank = rules.next_place(rank_of(stage.unwrap_or("memory")));
        let promise = self.promised(|| touch(node, self.asks_memory_in_checks));
        rules.after(rank, promise, move |view, turn, outcome| {
            let mut scene = Scene::after(view, turn);
            if !is_event(&scene) || !test(&scene) {
                return;
            }
            for choice in &choices {
                let Some(taken) = choice.made(scene, outcome) else {
                    return;
                };
                scene = taken;
            }
            for Memo { slot, value } in &memos {
                let value = value(&scene).unwrap_or(0);
                if value != view.position.slot(*slot) {
                    outcome.push(Effect::Set { slot: *slot, value }, Reason::Silent);
                }
            }
            let mut doing = Doing {
                outcome,
                done: Vec::new(),
            };
            for deed in &deeds {
                deed.happen(&scene, turn, &mut doing);
            }
        });
    }

    fn choice(&self, effect: &Node) -> Option<Choice> {
        let maker = self.maker(Ring::Actor);
        let pick = effect.kid(0);
        match effect.key {
            "choose" => Some(Choice::Man(maker.group(pick.kid(0)))),
            "choose-square" => Some(Choice::Square {
                empty: pick.key != "any-square",
                fits: (pick.key != "any-empty").then(|| maker.squares_where(pick.kid(0))),
            }),
            _ => None,
        }
    }

    fn memo(&self, effect: &Node) -> Option<Memo> {
        let maker = self.maker(Ring::Actor);
        let memo = effect.kid(0);
        let (name, value): (&Node, MemoOf) = match (effect.key, memo.key) {
            ("forget", _) => (memo, Box::new(|_| None)),
            ("remember", "place") => {
                let place = maker.place(memo.kid(0));
                let of = move |scene: &Scene<'_>| place(scene).map(|on| u128::from(on.byte()) + 1);
                (effect.kid(1), Box::new(of))
            }
            ("remember", "man") => {
                let man = maker.man(memo.kid(0));
                let of = move |scene: &Scene<'_>| Some(u128::from(id_of(scene, man(scene)?)?) + 1);
                (effect.kid(1), Box::new(of))
            }
            ("remember", _) => {
                let number = maker.number(memo.kid(0));
                let of = move |scene: &Scene<'_>| Some(number(scene).clamp(0, 254) as u128 + 1);
                (effect.kid(1), Box::new(of))
            }
            _ => return None,
        };
        let slot = self.meanings.slot(name)?;
        Some(Memo { slot, value })
    }

    fn before(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let men = node.kid(0).kids.clone();
        let deeds: Vec<(Node, Deed)> = men
            .into_iter()
            .map(|effect| (effect.clone(), self.deed(&effect)))
            .collect();
        let board = self.board.clone();
        rules.set_up(move |position| {
            for (node, deed) in &deeds {
                let group = node.kid(0).kid(0);
                for on in position.men() {
                    let piece = position.piece_on(on);
                    if !fits_statically(group, piece, on, &board) {
                        continue;
                    }
                    let effect = match &deed.verb {
                        Verb::Marked(mark) => Effect::Alter {
                            on,
                            piece: piece.with(*mark),
                        },
                        Verb::Becomes(Becomes::Walk(walk)) => Effect::Alter {
                            on,
                            piece: piece.with_walk(*walk),
                        },
                        Verb::Royal => Effect::Alter {
                            on,
                            piece: piece.royal(),
                        },
                        Verb::Unroyal => Effect::Alter {
                            on,
                            piece: piece.non_royal(),
                        },
                        Verb::Vanishes => Effect::Remove { on },
                        _ => continue,
                    };
                    position.apply(effect, Reason::Silent);
                }
            }
        });
    }

    fn reborn(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let [taken, place, spec, otherwise, cond] = [0, 1, 2, 3, 4].map(|kid| node.kid(kid));
        let maker = self.maker(Ring::Actor);
        let test: Test = match cond.is_nothing() {
            true => Box::new(|_| true),
            false => maker.cond(cond),
        };
        let other = otherwise.key;
        let of_captor = taken.key == "captor";
        let group = (!of_captor).then(|| maker.group(taken.kid(0)));
        let chooses = place.is_choice_of_squares();
        let anywhere_empty = place.is("place", "any-empty");
        let may_be = place
            .is("place", "any-where")
            .then(|| maker.squares_where(place.kid(0)));
        let goes_home = place.is("place", "home");
        let place = (!chooses).then(|| maker.place(place));
        let becomes = match spec.key {
            "next" => Some(Becomes::Next(walks(spec.kid(0)))),
            "like" => Some(Becomes::Like(maker.man(spec.kid(0)))),
            "walk" => match spec.kid(0).value {
                Value::Walk(walk) => Some(Becomes::Walk(walk)),
                _ => None,
            },
            _ => None,
        };
        let rank = match of_captor {
            true => Rank::OWN_CAPTOR,
            false => Rank::OWN_OTHERS,
        };
        let rank = rules.next_place(rank);
        let kills = other == "kills";
        let spares_kings = taken
            .kid(0)
            .kids
            .iter()
            .any(|kid| kid.is("adj", "not-royal"));
        let plain = spec.is_nothing() && !kills;
        let always = plain && cond.is_nothing() && other == "or-refused";
        let anywhere = || Displaces::Captor(Box::new(anywhere));
        let promise = self.promised(|| match (of_captor, plain) {
            (true, _) if always && goes_home => Promise::homes(array_squares),
            // It may always stay where it captured.
            (true, _) if always && anywhere_empty => Promise::from(EffectScope::Captures)
                .standing()
                .displacing(anywhere()),
            (true, true) if other == "or-refused" => {
                Promise::from(EffectScope::Captures).displacing(anywhere())
            }
            // It comes back with its side, whatever walk it has then.
            (false, false) if spares_kings && !kills => {
                Promise::from(EffectScope::Rebirth).displacing(Displaces::Anything)
            }
            (false, true) if spares_kings => Promise::from(EffectScope::Rebirth).displacing(
                Displaces::Captured(Box::new(|board: &Geometry, _, _| board.squares())),
            ),
            _ => EffectScope::Captures.into(),
        });
        if kills {
            // Any capture may bring a man to where a king stands: playing it tells.
            take_by_rebirth(rules, |_, _, _, _| true);
            rules.check_by_playing();
        }
        rules.after(rank, promise, move |view, turn, outcome| {
            let Some(captured) = turn.captured else {
                return;
            };
            let scene = Scene::after(view, turn);
            let man = match of_captor {
                true => scene.captor(),
                false => scene.victim(),
            };
            let Some(man) = man.filter(|man| man.here == of_captor) else {
                return;
            };
            let is_meant = group.as_ref().is_none_or(|group| group.fits(&scene, man));
            // The home of a man that captured is that of the square of its capture.
            let seen = Man {
                on: if of_captor {
                    turn.pseudo_move.to
                } else {
                    man.on
                },
                ..man
            };
            // What it is to become decides where its home is.
            let piece = match &becomes {
                Some(becomes) => man.piece.with_walk(becomes.of(&scene, man.piece.walk())),
                None => man.piece,
            };
            let scene = scene.about(Man { piece, ..seen });
            if !is_meant || !test(&scene) {
                return;
            }
            let mut free = view.free_squares();
            if kills {
                // Whoever stands there vanishes, but for kings of the side that captures.
                free |= view.position.men() & !view.position.royals_of(turn.side);
            }
            let on = match &place {
                Some(place) => {
                    place(&scene).filter(|&on| of_captor && on == man.on || free.contains(on))
                }
                None => {
                    // Lifted from its square a captor may be put back there.
                    let mut free = free;
                    if of_captor {
                        free.insert(man.on);
                    }
                    if let Some(may_be) = &may_be {
                        free = may_be(&scene, free);
                    }
                    one_of(free, outcome)
                }
            };
            match (on, of_captor) {
                (None, false) => {
                    if matches!(other, "or-refused" | "kills") {
                        outcome.refuse();
                    }
                }
                (None, true) => match other {
                    "or-stays" => {}
                    "or-vanishes" if !man.piece.is_royal() => {
                        outcome.push(Effect::Remove { on: man.on }, Reason::Silent);
                    }
                    _ => outcome.refuse(),
                },
                (Some(on), false) => {
                    if !view.may_be_reborn(on) {
                        return;
                    }
                    if !view.position.is_free(on) {
                        outcome.push(Effect::Remove { on }, Reason::Silent);
                    }
                    outcome.bring_back(captured);
                    let id = captured.id;
                    outcome.push(Effect::Place { on, piece, id }, Reason::Rebirth);
                    outcome.promote_on(on, !turn.side);
                }
                (Some(to), true) => {
                    let from = man.on;
                    if to != from && !view.position.is_free(to) {
                        outcome.push(Effect::Remove { on: to }, Reason::Silent);
                    }
                    match to == from {
                        true => outcome.push(Effect::Note(from), Reason::CapturerRebirth),
                        false => outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth),
                    }
                    if piece != man.piece {
                        outcome.push(Effect::Alter { on: to, piece }, Reason::CapturerRebirth);
                    }
                    outcome.promote_on(to, turn.side);
                }
            }
        });
    }

    fn check(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let cond_node = node.kid(0);
        let cond = self.maker(Ring::Actor).cond(cond_node);
        let asks =
            move |rules: &crate::rules::Rules, position: &crate::position::Position, side| {
                cond(&Scene::of_side(rules.view(position), side))
            };
        match node.key {
            "check-unless" => {
                rules.forbid_capture_of_hostile_kings();
                let is_usual = says_attacked(cond_node);
                rules.turn_check(CheckTurn::Opposite, move |question, position| {
                    let side = question.side();
                    if question.rules().judge().royals(position, side).is_empty() {
                        return false;
                    }
                    match is_usual {
                        true => !question.usual(position),
                        false => !asks(question.rules(), position, side),
                    }
                });
            }
            "check-also" => rules.widen_check(move |question, position| {
                question.usual(position) || asks(question.rules(), position, question.side())
            }),
            _ => {
                rules.forbid_capture_of_hostile_kings();
                rules.check(move |question, position| {
                    asks(question.rules(), position, question.side())
                });
            }
        }
    }

    /// Men leave from another square than their own.
    fn as_if(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let [who_node, goes, place, cond_node] = [0, 1, 2, 3].map(|kid| node.kid(kid));
        let (who, cond) = self.who_and(who_node, cond_node, Ring::Geometry);
        let ways = match goes.key {
            "moves" => [Leaving::Usual, Leaving::Reborn],
            "captures" => [Leaving::Reborn, Leaving::Usual],
            "goes" => [Leaving::Reborn, Leaving::Reborn],
            "moves-also" => [Leaving::Usual, Leaving::Both],
            "captures-also" => [Leaving::Both, Leaving::Usual],
            _ => [Leaving::Both, Leaving::Both],
        };
        let promise = self.promised(|| match ways[0] {
            Leaving::Usual => Promise::nothing(),
            _ => {
                let always = described(who_node.kid(0)).filter(|_| cond_node.is_nothing());
                departures(place, always, ways[0] == Leaving::Both)
            }
        });
        let origins = self.origins(place);
        leave_from(rules, ways, promise, move |view, actor, walk| {
            let scene = Scene::of_actor(view, actor);
            if !concerns(&who, &scene) || !cond(&scene) {
                return None;
            }
            // A man that is lent a walk leaves from the square of that walk.
            let it = scene.it?;
            let piece = it.piece.with_walk(walk);
            Some(origins(&scene.about(Man { piece, ..it })))
        });
    }

    /// The free squares that a man may leave from; its own counts as free.
    pub(super) fn origins(&self, place: &Node) -> Squares {
        let maker = self.maker(Ring::Geometry);
        let free = |scene: &Scene<'_>| {
            let mut free = scene.view.free_squares();
            if let Some(it) = scene.it {
                free.insert(it.on);
            }
            free
        };
        match place.key {
            "any-empty" => Box::new(free),
            "any-where" => {
                let fits = maker.squares_where(place.kid(0));
                Box::new(move |scene| fits(scene, free(scene)))
            }
            _ => {
                let place = maker.place(place);
                Box::new(move |scene| {
                    let squares: SquareSet = place(scene).into_iter().collect();
                    squares & free(scene)
                })
            }
        }
    }

    fn moves_men(&self, node: &Node, rules: &mut RulesBuilder<'_>) {
        let both = node.key == "moves-both";
        let sides = sides_of(node.kid(0).key);
        rules.sides(Promise::nothing(), move |view, side, role, men| {
            let is_meant = sides.contains(&side);
            match role {
                Role::Moves if is_meant && !both => SquareSet::EMPTY,
                Role::Lent if is_meant => view.position.men_of(!side),
                _ => men,
            }
        });
        rules.forbid_capture_of_hostile_kings();
        rules.forbid_capture_of_own_kings();
        rules.choose_freely();
    }
}

impl Deed {
    fn happen(&self, scene: &Scene<'_>, turn: &PlayedMove, doing: &mut Doing<'_, '_>) {
        match &self.who {
            Doer::Man(man) => {
                if let Some(man) = man(scene).filter(|man| man.here) {
                    self.happen_to(scene, man, turn, doing);
                }
            }
            Doer::Every(group) => {
                for man in group.all(scene) {
                    self.happen_to(scene, man, turn, doing);
                }
            }
        }
    }

    fn happen_to(&self, scene: &Scene<'_>, man: Man, turn: &PlayedMove, doing: &mut Doing<'_, '_>) {
        let is_mover = turn.now == Some(man.on);
        let Some(man) = doing.now(man) else { return };
        let (on, old) = (man.on, man.piece);
        let was_royal = old.is_royal() || is_mover && turn.departed.is_royal();
        let (recoloured, rewalked) = match is_mover {
            true => (Reason::SideChange, Reason::WalkChange),
            false => (Reason::Recolouring, Reason::WalkInfluence),
        };
        let mut alter = |piece, reason| {
            if piece != old {
                doing.push(Effect::Alter { on, piece }, reason);
            }
        };
        match &self.verb {
            Verb::ChangesSide if !was_royal && !old.is_neutral() => alter(old.turned(), recoloured),
            Verb::BecomesSide(side) if !was_royal => {
                let piece = match side {
                    Some(side) => old.with_sides((*side).into()),
                    None => old.with_sides(crate::men::Sides::Both),
                };
                alter(piece, recoloured);
            }
            Verb::Becomes(becomes) => {
                alter(old.with_walk(becomes.of(scene, old.walk())), rewalked);
            }
            Verb::Vanishes => {
                let reason = match is_mover {
                    true => Reason::Vanishing,
                    false => Reason::Bracketed,
                };
                doing.push(Effect::Remove { on }, reason);
            }
            Verb::GoesTo(place) => {
                let free = |to: &Square| scene.view.position.is_free(*to) && !doing.is_taken(*to);
                if let Some(to) = place(scene).filter(free) {
                    doing.push(Effect::Move { from: on, to }, Reason::Bracketed);
                    doing.outcome.promote_on(to, turn.side);
                }
            }
            Verb::Swaps(other) => {
                let other = other(scene).filter(|other| other.here);
                let other = other.and_then(|other| doing.now(other));
                if let Some(other) = other.filter(|other| other.on != on) {
                    let second = other.on;
                    doing.push(Effect::Swap { first: on, second }, Reason::Bracketed);
                }
            }
            Verb::Marked(mark) => alter(old.with(*mark), Reason::Silent),
            Verb::Loses(mark) => alter(old.without(*mark), Reason::Silent),
            Verb::Royal => alter(old.royal(), Reason::Silent),
            Verb::Unroyal => alter(old.non_royal(), Reason::Silent),
            Verb::ChangesSide | Verb::BecomesSide(_) | Verb::Nothing => {}
        }
    }
}

pub(super) fn concerns(who: &Group, scene: &Scene<'_>) -> bool {
    scene.it.is_some_and(|it| who.fits(scene, it))
}

/// A candidate as the man acts that is moved: one that is lent to the side acts for the other.
pub(super) fn scene_of<'a>(view: View<'a>, side: Side, candidate: &PseudoMove) -> Scene<'a> {
    let owner = view.actor(candidate.from, side).side;
    let mut scene = Scene::before(view, owner, candidate);
    scene.going = Some(Going {
        candidate: *candidate,
        side,
        turn: None,
    });
    scene
}

/// The way of the partner in a castling.
fn partner_of(view: View<'_>, candidate: &PseudoMove) -> Option<PseudoMove> {
    match candidate.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        } if view.rules.generator().is_usual_castling(candidate) => {
            Some(PseudoMove::ordinary(partner_from, partner_to, None))
        }
        _ => None,
    }
}

/// Whether a condition says no more than that a hostile man observes the king.
fn says_attacked(cond: &Node) -> bool {
    let (group, vp) = (cond.kid(0), cond.kid(1));
    cond.is("atom", "some")
        && group.kids.len() == 2
        && group.kid(0).is("adj", "hostile")
        && group.kid(1).is("kind", "man")
        && vp.is("vp", "observes")
        && vp.kid(0).kid(0).is("man", "king")
}

/// Whether a description that asks nothing of the rules fits a man.
fn fits_statically(group: &Node, piece: crate::men::Piece, on: Square, board: &Geometry) -> bool {
    group.kids.iter().all(|kid| match (kid.category, kid.key) {
        ("adj", "white") => piece.is_of(Side::White),
        ("adj", "black") => piece.is_of(Side::Black),
        ("adj", "neutral") => piece.is_neutral(),
        ("adj", "royal") => piece.is_royal(),
        ("adj", "not-royal") => !piece.is_royal(),
        ("kind", _) => of_kind(kid).is_some_and(|is_kind| is_kind(piece)),
        ("tail", "where") => {
            let says = kid.kid(0);
            says.is("atom", "says") && {
                let (vp, prop) = (says.kid(1), says.kid(1).kid(0));
                let holds = match prop.key {
                    "royal" => piece.is_royal(),
                    "neutral" => piece.is_neutral(),
                    "kind" => of_kind(prop.kid(0)).is_some_and(|is_kind| is_kind(piece)),
                    _ => false,
                };
                holds == (vp.key == "prop")
            }
        }
        ("tail", "zone") => match kid.kid(0).key {
            "squares" => squares(kid.kid(0).kid(0), board).contains(on),
            "edge" => board.is_edge(on),
            _ => false,
        },
        _ => false,
    })
}

/// Where an effect has its place, if the text does not say.
fn default_stage(effect: &Node) -> &'static str {
    let (doer, verb) = (effect.kid(0), effect.kid(1));
    let is_mover = doer.key == "man" && matches!(doer.kid(0).key, "mover" | "captor" | "it");
    match verb.key {
        "becomes" if is_mover && verb.kid(0).key == "next" => "landing",
        "becomes" | "marked" | "loses" | "royal" | "unroyal" if is_mover => "walk",
        "changes-side" | "becomes-side" if is_mover => "side",
        "vanishes" => "vanish",
        _ => "others",
    }
}

fn rank_of(stage: &str) -> Rank {
    match stage {
        "landing" => Rank::OWN_LANDING,
        "walk" => Rank::OWN_WALK,
        "captor" => Rank::OWN_CAPTOR,
        "side" => Rank::OWN_SIDE,
        "others" => Rank::OWN_OTHERS,
        "board" => Rank::OWN_BOARD,
        "vanish" => Rank::OWN_VANISH,
        _ => Rank::OWN_MEMORY,
    }
}

/// How far the effects of a sentence reach; `asked` if what is remembered decides what is in check.
fn touch(node: &Node, asked: bool) -> Promise {
    let [event, _, cond, effects] = [0, 1, 2, 3].map(|place| node.kid(place));
    let captures_only = event.key == "capture";
    let remembers = |effect: &&Node| ["remember", "forget"].contains(&effect.key);
    if asked && effects.kids.iter().any(|effect| remembers(&effect)) {
        return Promise::nothing();
    }
    if effects.kids.iter().all(|effect| remembers(&effect)) {
        return EffectScope::Memory.into();
    }
    let changes: Vec<&Node> = (effects.kids.iter())
        .filter(|effect| effect.key == "do")
        .collect();
    let chooses = |effect: &Node| ["choose", "choose-square"].contains(&effect.key);
    let may_fail = effects.kids.iter().any(chooses);
    let [effect] = changes.as_slice() else {
        return reach(captures_only);
    };
    let (doer, verb) = (effect.kid(0), effect.kid(1));
    let man = doer.kid(0);
    let is_mover = doer.key == "man" && matches!(man.key, "mover" | "captor");
    match verb.key {
        "changes-side" if is_mover && (captures_only || man.key == "captor") => {
            EffectScope::Capturer.into()
        }
        "changes-side" if is_mover => EffectScope::MoverSide.into(),
        "becomes" if is_mover && may_fail => EffectScope::Mover.into(),
        "becomes" if is_mover => match always_next(event, cond, verb.kid(0)) {
            Some(next) => Promise::walk(next),
            None => EffectScope::Mover.into(),
        },
        "marked" | "loses" if is_mover => EffectScope::Marks.into(),
        "vanishes" => reach(captures_only).displacing(Displaces::Vanishing),
        "goes-to" if captures_only && is_mover => {
            let promise = reach(true).displacing(Displaces::Captor(Box::new(anywhere)));
            match stays_if_wanted(cond, &effects.kids, verb.kid(0)) {
                true => promise.standing(),
                false => promise,
            }
        }
        _ => reach(captures_only),
    }
}

/// Whether the man that goes there goes to a square of choice, and may always choose the one it came to.
fn stays_if_wanted(cond: &Node, effects: &[Node], to: &Node) -> bool {
    let [choice, _] = effects else {
        return false;
    };
    let pick = choice.kid(0);
    let is_arrival = |node: &Node| {
        node.is("atom", "same-place")
            && node.kid(0).is("place", "here")
            && node.kid(1).is("place", "arrival")
    };
    let meant = pick.kid(0);
    let among_others = meant.is("cond", "or") && meant.kids.iter().any(is_arrival);
    cond.is_nothing()
        && choice.key == "choose-square"
        && pick.key == "any-square"
        && to.is("place", "here")
        && (among_others || is_arrival(meant))
}

/// Every square.
fn anywhere(board: &Geometry, _: WalkId, _: Side) -> SquareSet {
    board.squares()
}

fn reach(captures_only: bool) -> Promise {
    match captures_only {
        true => EffectScope::Captures.into(),
        false => Promise::nothing(),
    }
}

/// The walk that follows from each walk, where nothing else decides what the mover becomes.
fn always_next(
    event: &Node,
    cond: &Node,
    spec: &Node,
) -> Option<impl Fn(WalkId) -> WalkId + Send + Sync + 'static + use<>> {
    let is_officer = cond.is("atom", "says")
        && cond.kid(0).is("man", "mover")
        && cond.kid(1).is("vp", "prop")
        && cond.kid(1).kid(0).is("prop", "kind")
        && cond.kid(1).kid(0).kid(0).key == "officer"
        && cond.kid(1).kid(0).kid(1).is_nothing();
    let cycle = walks(spec.kid(0));
    let leaves_others = cycle
        .iter()
        .all(|walk| !walk.row().is_pawn() && *walk != walk_id::KING);
    let is_meant = event.key == "move"
        && spec.key == "next"
        && leaves_others
        && (cond.is_nothing() || is_officer);
    is_meant.then_some(move |walk| next_of(&cycle, walk))
}
