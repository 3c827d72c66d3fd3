//! Moves taken back under any rules: earlier positions are guessed and played forward.
//!
//! **Invariant:** what is found is right whatever the rules, because the ordinary engine plays it. What may
//! be missed is bounded by what the rules say they change ([`Bounds`]); rules that say too little are refused.

use super::kinds::Kinds;
use super::material::Material;
use super::scene::{Bits, Code, Need, Scene, code};
use super::unmove::{UnMove, Wing};
use crate::board::{Side, Square, SquareSet};
use crate::conditions;
use crate::men::{Attribute, Attributes, Piece, Sides, WalkId, walk_id};
use crate::orthodox::attack;
use crate::position::{Effect, Position, Reason, Slot, pack_squares};
use crate::problem::{Diagram, Problem};
use crate::rules::{Bounds, Engine, Kind, PlayedMove};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How much is guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guess {
    /// What rules and walks can lead to.
    #[default]
    Bounded,
    /// Men from all squares, reborn on all squares, every move of the earlier position: slow, and the
    /// measure of all other ways.
    Plain,
}

/// Guesses earlier positions of a problem and plays forward.
#[derive(Clone)]
pub struct General {
    engine: Engine,
    /// The men of the position whose moves are taken back.
    now: Position,
    kinds: Kinds,
    bounds: Bounds,
    guess: Guess,
    /// The squares of the board.
    board: Bits,
    /// By the number of a man: what is known of it beforehand.
    facts: Vec<Facts>,
    /// Men that may be captured, by side.
    victims: [Vec<Code>; 2],
    /// Attributes that men of the problem have, in all combinations.
    marks: Vec<Attributes>,
}

/// What is known of a man before any position.
#[derive(Clone, Default)]
struct Facts {
    /// By arrival, the squares from which it may come.
    from: Vec<Bits>,
    /// Where it may stand after a capture of its own.
    captor_homes: Bits,
    /// Where it may be reborn.
    captured_homes: Bits,
    /// Where it may be left on a departure.
    left: Bits,
    /// What it may have been before a move of its own, but for promotion.
    was: Vec<Code>,
    /// What it may have been before a promotion.
    promoted_from: Vec<Code>,
    /// Whether it captures men elsewhere than where it arrives.
    captures_elsewhere: bool,
    /// Squares where it cannot stand.
    never_on: Bits,
    promotes: bool,
}

impl General {
    /// The generator of a problem, and the numbers of its men.
    ///
    /// # Errors
    /// With the reason, when the problem is not understood or its moves cannot be taken back.
    pub fn of(problem: &Problem, guess: Guess) -> Result<General, String> {
        refuse_problem(problem)?;
        let compiled = compile(problem)?;
        let bounds = compiled.rules().oracle().bounds().map_err(|unbounded| {
            let rule = conditions::find(unbounded.rule).map(|found| found.names().en);
            let rule = rule.map(str::to_owned).or_else(|| culprit(problem));
            match rule {
                Some(rule) => format!("moves under {rule} cannot be taken back: {}", unbounded.why),
                None => format!("moves cannot be taken back here: {}", unbounded.why),
            }
        })?;
        let mut kinds = Kinds::default();
        let mut neutral = false;
        for (on, piece) in problem.diagram.men() {
            if on.index() >= 64 {
                return Err("moves are taken back on boards of up to 64 squares".into());
            }
            neutral |= piece.is_neutral();
            kinds
                .code_or_new(piece)
                .ok_or("there are too many kinds of men")?;
        }
        // Pawns of other kinds that rules lend to men stand nowhere.
        let stands = |walk: &WalkId| {
            let in_diagram = || problem.diagram.men().any(|(_, man)| man.walk() == *walk);
            !walk.row().is_pawn() || walk_id::NUMBERED.contains(walk) || in_diagram()
        };
        let walks = compiled.rules().oracle().walks().iter().copied();
        let plain: Vec<WalkId> = walks.filter(stands).collect();
        for walk in plain {
            for side in Side::BOTH {
                kinds
                    .code_or_new(Piece::usual(walk, side))
                    .ok_or("there are too many kinds of men")?;
            }
            if neutral && walk != walk_id::KING {
                kinds
                    .code_or_new(Piece::new(walk, Sides::Both))
                    .ok_or("there are too many kinds of men")?;
            }
        }
        let marks = all_marks(&kinds);
        if bounds.changes_marks || bounds.turns || bounds.changes_walks {
            let known: Vec<Piece> = kinds.all().map(|(_, piece)| piece).collect();
            for piece in known {
                for &mark in &marks {
                    let marked = piece.with_attributes(mark);
                    kinds
                        .code_or_new(marked)
                        .ok_or("there are too many kinds of men")?;
                }
            }
        }
        let board = compiled.rules().geometry().squares().0 as Bits;
        let mut general = General {
            now: compiled.position().clone(),
            engine: compiled,
            kinds,
            bounds,
            guess,
            board,
            facts: Vec::new(),
            victims: [Vec::new(), Vec::new()],
            marks,
        };
        general.learn();
        Ok(general)
    }

    /// The numbers of the men.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// What one move may change.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The rules, with some position or other.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether no rule puts a pawn on the first or last rank.
    pub(super) fn keeps_pawns_off_the_edge(&self) -> bool {
        let edges = attack::RANK_1 | attack::RANK_8;
        let pawns = [code::PAWN, code::PAWN | code::BLACK];
        let facts = pawns.iter().map(|&pawn| &self.facts[usize::from(pawn)]);
        facts.fold(edges, |edges, facts| edges & facts.never_on) == edges
    }

    /// How men are counted where nobody says so: men that change sides or walks can be counted only in all,
    /// men that come from nowhere not at all.
    pub fn usual_material(&self) -> Material {
        let Bounds {
            left,
            turns,
            changes_walks,
            ..
        } = self.bounds;
        match (left, turns || changes_walks) {
            (true, _) => Material::Any,
            (_, true) => Material::Total,
            _ => Material::Count,
        }
    }

    /// Finds out beforehand what does not depend on the position.
    fn learn(&mut self) {
        let all: Vec<(Code, Piece)> = self.kinds.all().collect();
        let most = all.last().map_or(0, |(man, _)| usize::from(*man));
        let mut facts = vec![Facts::default(); most + 1];
        let promoting: Vec<_> = self.engine.rules().oracle().promoting_walks().collect();
        for &(man, piece) in &all {
            facts[usize::from(man)] = self.facts_of(piece, &all, &promoting);
            for side in Side::BOTH {
                if piece.is_of(side) && !piece.is_royal() && !piece.has(Attribute::Uncapturable) {
                    self.victims[side.index()].push(man);
                }
            }
        }
        self.facts = facts;
    }

    fn facts_of(&self, piece: Piece, all: &[(Code, Piece)], promoting: &[WalkId]) -> Facts {
        let rules = self.engine.rules();
        let wide = self.guess == Guess::Plain;
        let walk = piece.walk();
        let sides: Vec<Side> = Side::BOTH
            .into_iter()
            .filter(|&side| piece.is_of(side))
            .collect();
        let over_sides = |ask: &dyn Fn(Side) -> SquareSet| {
            sides.iter().fold(0, |set, &side| set | ask(side).0 as Bits)
        };
        let anywhere = |asked: bool, squares: Bits| match wide && asked {
            true => self.board,
            false => squares,
        };
        let free = wide || self.bounds.borrowed_ways;
        let from = (0..64)
            .map(|to| match free {
                true => self.board,
                false => {
                    over_sides(&|side| rules.oracle().departures_to(walk, side, Square::new(to)))
                }
            })
            .collect();
        let captor_homes = over_sides(&|side| rules.oracle().captor_homes(walk, side));
        let captured_homes = over_sides(&|side| rules.oracle().captured_homes(walk, side));
        let same_man = |other: Piece| other.is_royal() == piece.is_royal();
        let marks_fit = |other: Piece| {
            other.attributes() == piece.attributes()
                || self.bounds.changes_marks && self.marks.contains(&other.attributes())
        };
        let sides_fit = |other: Piece| other.sides() == piece.sides() || self.bounds.turns;
        let was = all.iter().filter(|(_, other)| {
            let walk_fits = other.walk() == walk || self.bounds.changes_walks;
            same_man(*other) && marks_fit(*other) && sides_fit(*other) && walk_fits
        });
        let promoted_from = all.iter().filter(|(_, other)| {
            !piece.is_royal()
                && !other.is_royal()
                && promoting.contains(&other.walk())
                && sides_fit(*other)
        });
        let is_pawn = walk.row().is_pawn();
        let edge = |rank: u8| {
            let squares = rules.geometry().squares();
            let on_rank = squares.filter(|&on| rules.geometry().rank(on) == rank);
            on_rank.collect::<SquareSet>().0 as Bits
        };
        let never_on = match is_pawn {
            true => {
                let allowed = rules.free_pawns().0 as Bits
                    | captured_homes
                    | captor_homes
                    | if self.bounds.exchanges { self.board } else { 0 };
                let height = rules.geometry().height();
                (edge(0) | edge(height - 1)) & !allowed
            }
            false => 0,
        };
        Facts {
            from,
            captor_homes: anywhere(self.bounds.captor, captor_homes),
            captured_homes: anywhere(self.bounds.captured, captured_homes),
            left: over_sides(&|side| rules.oracle().left_squares(walk, side)),
            was: was.map(|(man, _)| *man).collect(),
            promoted_from: promoted_from.map(|(man, _)| *man).collect(),
            captures_elsewhere: sides
                .iter()
                .any(|&side| rules.oracle().captures_elsewhere(walk, side)),
            never_on,
            promotes: promoting.contains(&walk),
        }
    }

    /// Puts a scene on the board of the engine, with these rights of men that have not moved.
    pub fn arrange(&mut self, scene: &Scene, rights: Option<u128>) {
        let kinds = &self.kinds;
        let man = |on: Square| match on.index() < 64 {
            true => kinds.piece(scene.on(on.index())),
            false => Piece::NONE,
        };
        self.engine
            .arrange(man, scene.turn, 0, passed_slot(scene, scene.turn));
        let rights = rights.unwrap_or_else(|| self.engine.suggested_rights());
        let passed = passed_slot(scene, scene.turn);
        self.engine.set_history(rights, passed);
    }

    /// The engine with a scene on its board.
    pub fn arranged(&mut self, scene: &Scene, rights: Option<u128>) -> &mut Engine {
        self.arrange(scene, rights);
        &mut self.engine
    }

    /// Visits the moves that can have led to a scene until the visitor has seen enough.
    pub fn visit(
        &mut self,
        scene: &Scene,
        material: Material,
        visitor: &mut dyn FnMut(UnMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = !scene.turn;
        let quick = self.guess == Guess::Bounded;
        self.arrange(scene, Some(0));
        self.now.clone_from(self.engine.position());
        if quick && self.engine.is_in_check(us) && !self.engine.rules().oracle().may_leave_check() {
            return ControlFlow::Continue(());
        }
        self.engine.set_turn_of_diagram(us);
        let mut search = Search {
            general: self,
            scene: *scene,
            us,
            men: scene.men(),
            material,
            seen: HashSet::new(),
            visitor,
        };
        search.all()
    }
}

/// What the slot of double steps holds if the side that is not to move has just passed the square.
fn passed_slot(scene: &Scene, turn: Side) -> u128 {
    let Some(passed) = scene.passed() else {
        return 0;
    };
    let pawn = match turn {
        Side::Black => passed.byte() + 8,
        Side::White => passed.byte().wrapping_sub(8),
    };
    pack_squares([passed, Square::new(pawn)])
}

/// One search for the moves that led to a scene.
struct Search<'a> {
    general: &'a mut General,
    scene: Scene,
    us: Side,
    men: Bits,
    material: Material,
    seen: HashSet<(u128, u8, u8, Code, Code, u8)>,
    visitor: &'a mut dyn FnMut(UnMove) -> ControlFlow<()>,
}

/// A guess, apart from who was captured: who came from where, arrived where and stands where now.
#[derive(Clone, Copy)]
struct Way {
    man: Code,
    from: usize,
    arrival: usize,
    to: usize,
}

fn bit(square: usize) -> Bits {
    1 << (square & 63)
}

/// The squares of a set.
fn each(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

impl Search<'_> {
    fn all(&mut self) -> ControlFlow<()> {
        for to in each(self.men) {
            let now = self.scene.on(to);
            let facts = &self.general.facts[usize::from(now)];
            let may_be = facts.was.iter().chain(&facts.promoted_from);
            let mut was: Vec<Code> = may_be.copied().collect();
            was.sort_unstable();
            was.dedup();
            was.retain(|&man| self.general.kinds.piece(man).is_of(self.us));
            for man in was {
                self.of_man(man, to)?;
            }
        }
        if self.general.bounds.kills {
            self.killed_captors()?;
        }
        self.castlings()
    }

    /// The moves of a man that stands on a square now.
    fn of_man(&mut self, man: Code, to: usize) -> ControlFlow<()> {
        let facts = &self.general.facts[usize::from(man)];
        let now = &self.general.facts[usize::from(self.scene.on(to))];
        let homes = facts.captor_homes | now.captor_homes;
        let empty = self.general.board & !self.men;
        let elsewhere = match self.general.bounds.captor && homes & bit(to) != 0 {
            true => empty,
            false => 0,
        };
        let mut arrivals = elsewhere | bit(to);
        if self.general.guess == Guess::Bounded && !now.was.contains(&man) {
            arrivals &= self.general.engine.rules().promotion_squares().0 as Bits;
        }
        for arrival in each(arrivals) {
            let may_come = self.general.facts[usize::from(man)].from[arrival];
            // It may have gone round to its own square.
            let departures = empty | self.filled_departures() | bit(to);
            for from in each(may_come & departures) {
                let way = Way {
                    man,
                    from,
                    arrival,
                    to,
                };
                self.way(way)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Squares with men that may have come there when the mover left.
    fn filled_departures(&self) -> Bits {
        let Bounds {
            captured,
            exchanges,
            left,
            ..
        } = self.general.bounds;
        let mut filled = 0;
        for on in each(self.men) {
            let man = self.scene.on(on);
            let piece = self.general.kinds.piece(man);
            let facts = &self.general.facts[usize::from(man)];
            let returns = piece.is_of(self.scene.turn) || self.general.bounds.own_captures;
            let may = returns && (exchanges || captured && facts.captured_homes & bit(on) != 0)
                || left && piece.is_of(self.us) && facts.left & bit(on) != 0;
            if may {
                filled |= bit(on);
            }
        }
        filled
    }

    fn way(&mut self, way: Way) -> ControlFlow<()> {
        let left_man = match way.from == way.to {
            true => 0,
            false => self.scene.on(way.from),
        };
        let mut before = self.scene;
        before.put(way.to, 0);
        before.put(way.from, way.man);
        before.turn = self.us;
        let is_left = left_man != 0 && self.general.kinds.piece(left_man).is_of(self.us);
        if way.arrival == way.to && (left_man == 0 || is_left) {
            self.guess(way, before, Scene::NOWHERE)?;
        }
        if left_man == 0 || is_left {
            self.captures(way, before)?;
        }
        self.returns(way, before, left_man)
    }

    /// Where the captured man may have stood.
    fn capture_squares(&self, way: Way, before: &Scene) -> Bits {
        let mut squares = bit(way.arrival);
        if self.general.facts[usize::from(way.man)].captures_elsewhere
            || self.general.bounds.borrowed_ways
        {
            squares = self.general.board;
        }
        squares & !before.men()
    }

    /// Captures of men that are gone.
    fn captures(&mut self, way: Way, before: Scene) -> ControlFlow<()> {
        for on in each(self.capture_squares(way, &before)) {
            for side in self.captured_sides() {
                for place in 0..self.general.victims[side.index()].len() {
                    let victim = self.general.victims[side.index()][place];
                    let mut guess = before;
                    guess.put(on, victim);
                    self.guess(way, guess, Scene::NOWHERE)?;
                }
            }
        }
        self.en_passant(way, before)
    }

    fn captured_sides(&self) -> Vec<Side> {
        match self.general.bounds.own_captures {
            true => vec![!self.us, self.us],
            false => vec![!self.us],
        }
    }

    fn en_passant(&mut self, way: Way, before: Scene) -> ControlFlow<()> {
        let is_pawn = |man: Code| self.general.kinds.piece(man).walk() == walk_id::PAWN;
        let (rank, ahead) = match self.us {
            Side::White => (5, 8_isize),
            Side::Black => (2, -8),
        };
        let on = way.arrival.wrapping_add_signed(-ahead);
        let start = way.arrival.wrapping_add_signed(ahead);
        let may = is_pawn(way.man)
            && way.arrival / 8 == rank
            && way.arrival % 8 != way.from % 8
            && [on, start, way.arrival]
                .iter()
                .all(|&square| before.on(square) == 0);
        if !may {
            return ControlFlow::Continue(());
        }
        let victims = self.general.victims[(!self.us).index()].iter();
        let pawns: Vec<Code> = victims.copied().filter(|&man| is_pawn(man)).collect();
        for victim in pawns {
            let mut guess = before;
            guess.put(on, victim);
            self.guess(way, guess, way.arrival as u8)?;
        }
        ControlFlow::Continue(())
    }

    /// Captures of men that are still on the board.
    fn returns(&mut self, way: Way, before: Scene, left_man: Code) -> ControlFlow<()> {
        let Bounds {
            captured,
            exchanges,
            kills,
            ..
        } = self.general.bounds;
        if !captured && !exchanges {
            return ControlFlow::Continue(());
        }
        let piece_is_left = self.general.kinds.piece(left_man).is_of(self.us);
        for reborn in each(self.men & !bit(way.to)) {
            let man = self.scene.on(reborn);
            let piece = self.general.kinds.piece(man);
            let of_them = piece.is_of(!self.us) || self.general.bounds.own_captures;
            let from_is_reborn = left_man != 0 && !piece_is_left && reborn != way.from;
            if !of_them || piece.is_royal() || from_is_reborn {
                continue;
            }
            let may_be = self.reborn_as(man);
            for victim in may_be {
                let homes = self.general.facts[usize::from(victim)].captured_homes
                    | self.general.facts[usize::from(man)].captured_homes;
                let comes_back = captured && homes & bit(reborn) != 0;
                if !(comes_back || exchanges && reborn == way.from) {
                    continue;
                }
                let mut base = before;
                if reborn != way.from {
                    base.put(reborn, 0);
                }
                self.returned(way, base, victim)?;
                if kills && reborn != way.from {
                    for side in Side::BOTH {
                        for place in 0..self.general.victims[side.index()].len() {
                            let mut other = base;
                            other.put(reborn, self.general.victims[side.index()][place]);
                            self.returned(way, other, victim)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What a reborn man may have been when it was captured: itself, or a pawn that was promoted at once.
    fn reborn_as(&self, man: Code) -> Vec<Code> {
        let side = match self.general.kinds.piece(man).is_of(!self.us) {
            true => !self.us,
            false => self.us,
        };
        let victims = &self.general.victims[side.index()];
        let wide = self.general.guess == Guess::Plain;
        let may = |&&victim: &&Code| {
            wide || victim == man
                || self.general.facts[usize::from(victim)].promotes
                || self.general.kinds.piece(victim).walk() == self.general.kinds.piece(man).walk()
        };
        victims.iter().filter(may).copied().collect()
    }

    /// A captured man that is reborn where it was captured makes the man that captured it vanish: of the
    /// move nothing is left but a departure.
    fn killed_captors(&mut self) -> ControlFlow<()> {
        let own = self.general.victims[self.us.index()].clone();
        for arrival in each(self.men) {
            let victim = self.scene.on(arrival);
            let piece = self.general.kinds.piece(victim);
            let homes = self.general.facts[usize::from(victim)].captured_homes;
            if !piece.is_of(!self.us) || piece.is_royal() || homes & bit(arrival) == 0 {
                continue;
            }
            for &man in &own {
                let may_come = self.general.facts[usize::from(man)].from[arrival];
                for from in each(may_come & self.general.board & !self.men) {
                    let mut before = self.scene;
                    before.put(from, man);
                    before.turn = self.us;
                    let way = Way {
                        man,
                        from,
                        arrival,
                        to: arrival,
                    };
                    self.guess(way, before, Scene::NOWHERE)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn returned(&mut self, way: Way, base: Scene, victim: Code) -> ControlFlow<()> {
        for on in each(self.capture_squares(way, &base)) {
            let mut guess = base;
            guess.put(on, victim);
            self.guess(way, guess, Scene::NOWHERE)?;
        }
        let is_pawn = self.general.kinds.piece(victim).walk() == walk_id::PAWN;
        match is_pawn {
            true => self.en_passant(way, base),
            false => ControlFlow::Continue(()),
        }
    }

    fn castlings(&mut self) -> ControlFlow<()> {
        let rules = self.general.engine.rules();
        let all: Vec<_> = rules
            .generator()
            .castlings_of(self.us)
            .map(|(way, _)| way)
            .collect();
        for castling in all {
            let Kind::Castling {
                partner_from,
                partner_to,
            } = castling.kind
            else {
                continue;
            };
            let [king, king_to, rook, rook_to] =
                [castling.from, castling.to, partner_from, partner_to].map(Square::index);
            let (king_man, rook_man) = (self.scene.on(king_to), self.scene.on(rook_to));
            let stand = [king_man, rook_man]
                .iter()
                .all(|&man| man != 0 && self.general.kinds.piece(man).is_of(self.us));
            let free = self.men & (bit(king) | bit(rook)) == 0;
            if !stand || !free {
                continue;
            }
            let mut before = self.scene;
            before.put(king_to, 0);
            before.put(rook_to, 0);
            before.put(king, king_man);
            before.put(rook, rook_man);
            before.turn = self.us;
            let way = Way {
                man: king_man,
                from: king,
                arrival: king_to,
                to: king_to,
            };
            self.guess(way, before, Scene::NOWHERE)?;
        }
        ControlFlow::Continue(())
    }

    /// Plays forward from a guessed position and visits the moves that lead to the scene.
    fn guess(&mut self, way: Way, before: Scene, passed: u8) -> ControlFlow<()> {
        if !self.may_be(&before) {
            return ControlFlow::Continue(());
        }
        let changed = self.put(&before);
        let found = self.play(way, before, passed);
        self.take_back(changed);
        for un_move in found {
            let UnMove {
                before,
                from,
                arrival,
                promotion,
                captured,
                ..
            } = un_move;
            let castles = un_move.castling.map_or(0, |wing| 1 + wing as u8);
            if self
                .seen
                .insert((before.key(), from, arrival, promotion, captured, castles))
            {
                (self.visitor)(un_move)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What needs no play: pawns on their ranks, the count of men.
    fn may_be(&self, before: &Scene) -> bool {
        let stands_well =
            |on: usize| self.general.facts[usize::from(before.on(on))].never_on & bit(on) == 0;
        each(before.differs_from(&self.scene)).all(stands_well) && self.material.allows(before)
    }

    fn put(&mut self, before: &Scene) -> Bits {
        let changed = before.differs_from(&self.scene);
        for on in each(changed) {
            let piece = self.general.kinds.piece(before.on(on));
            self.general.engine.replace(Square::new(on as u8), piece);
        }
        changed
    }

    fn take_back(&mut self, changed: Bits) {
        for on in each(changed) {
            let piece = self.general.kinds.piece(self.scene.on(on));
            self.general.engine.replace(Square::new(on as u8), piece);
        }
    }

    fn play(&mut self, way: Way, before: Scene, passed: u8) -> Vec<UnMove> {
        let General {
            engine,
            now,
            kinds,
            guess,
            bounds,
            ..
        } = &mut *self.general;
        let (us, scene) = (self.us, self.scene);
        let before = before.with_passed(passed);
        let slot = passed_slot(&before, us);
        let rights = engine.suggested_rights();
        engine.set_history(rights, slot);
        let mut found = Vec::new();
        let of = match *guess == Guess::Plain || bounds.compares {
            true => None,
            false => Some(Square::new(way.from as u8)),
        };
        let mut leads = |position: &Position, _: &PlayedMove| position.has_same_men(now);
        let _ = engine.visit_moves_leading(of, &mut leads, &mut |position, turn| {
            let told = told(position, turn, kinds, &before, &scene);
            found.extend(told);
            ControlFlow::Continue(())
        });
        if !found.is_empty()
            && engine.is_in_check(!us)
            && !engine.rules().oracle().may_leave_check()
        {
            found.clear();
        }
        engine.set_history(0, 0);
        found
    }
}

/// A move just played as an un-move, if it agrees with what is known of the scene that it led to.
fn told(
    position: &Position,
    turn: &PlayedMove,
    kinds: &Kinds,
    before: &Scene,
    scene: &Scene,
) -> Option<UnMove> {
    let pseudo_move = &turn.pseudo_move;
    // A diagram shows neither holes nor men below squares.
    let shown = [Slot::EN_PASSANT, Slot::CASTLING, Slot::NULL_MOVE];
    if !position.remembers_only(&shown) {
        return None;
    }
    let is_en_passant = pseudo_move.kind == Kind::EnPassant;
    if is_en_passant != (before.passed != Scene::NOWHERE) {
        return None;
    }
    let double_step = crate::position::unpack_squares(position.slot(Slot::EN_PASSANT)).next();
    if scene.passed().is_some() && double_step != scene.passed() {
        return None;
    }
    let rights = position.slot(Slot::CASTLING) as u8;
    if !Need(rights).has(scene.need) {
        return None;
    }
    let partner = match pseudo_move.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        } => Some([partner_from, partner_to]),
        _ => None,
    };
    let touched = [
        Some(pseudo_move.from),
        Some(pseudo_move.to),
        turn.now,
        turn.reborn,
        turn.captured.map(|man| man.on),
    ];
    let touched = touched
        .into_iter()
        .flatten()
        .chain(partner.into_iter().flatten());
    let mut need = touched.fold(scene.need, |need, on| need.without_square(on.index()));
    if let Some([partner_from, _]) = partner {
        need = need
            .with(Need::on(pseudo_move.from.index()))
            .with(Need::on(partner_from.index()));
    }
    let castling = partner.map(|[from, _]| match from > pseudo_move.from {
        true => Wing::Short,
        false => Wing::Long,
    });
    let before = before.with_need(need);
    let number = |square: Option<Square>| square.map_or(64, Square::byte);
    // The man may be gone since, or of the other side.
    let promoted = position
        .last_ply()
        .iter()
        .rev()
        .find_map(|entry| match entry.effect {
            Effect::Alter { piece, .. } if entry.reason == Reason::Promotion => Some(piece),
            _ => None,
        });
    let promotion = promoted
        .filter(|_| turn.promoted)
        .and_then(|piece| kinds.code(piece))
        .unwrap_or(0);
    Some(UnMove {
        before,
        man: kinds.code(turn.departed)?,
        from: pseudo_move.from.byte(),
        arrival: pseudo_move.to.byte(),
        to: number(turn.now),
        captured: turn.captured.map_or(Some(0), |man| kinds.code(man.piece))?,
        captured_on: number(turn.captured.map(|man| man.on)),
        promotion,
        castling,
        en_passant: is_en_passant,
        reborn: number(turn.reborn),
    })
}

/// Attributes of the men in all combinations.
fn all_marks(kinds: &Kinds) -> Vec<Attributes> {
    let mut marks = vec![Attributes::NONE];
    for (_, piece) in kinds.all() {
        if !marks.contains(&piece.attributes()) {
            let more: Vec<_> = marks
                .iter()
                .map(|mark| mark.union(piece.attributes()))
                .collect();
            marks.extend(more);
        }
    }
    marks.dedup();
    marks
}

/// What no rule is needed to refuse.
fn refuse_problem(problem: &Problem) -> Result<(), String> {
    if problem.invisible > 0 {
        return Err("moves of total invisible men cannot be taken back".into());
    }
    if conditions::dice(problem).is_some() {
        return Err("moves with dice cannot be taken back".into());
    }
    if !problem.diagram.below().is_empty() {
        return Err("moves over men below squares cannot be taken back".into());
    }
    for side in Side::BOTH {
        let royals = problem
            .diagram
            .men()
            .filter(|(_, man)| man.is_royal() && man.is_of(side));
        let squares: Vec<String> = royals
            .map(|(on, _)| problem.diagram.geometry.name(on))
            .collect();
        if squares.len() > 1 {
            return Err(format!(
                "{} has several kings: {}",
                side.name(),
                squares.join(", ")
            ));
        }
    }
    Ok(())
}

/// The rules of a problem, able to play all walks of the game whether or not they stand in the diagram.
fn compile(problem: &Problem) -> Result<Engine, String> {
    let mut whole = Problem {
        stipulation: None,
        structured: None,
        twins: Vec::new(),
        diagram: problem.diagram.clone(),
        ..problem.clone()
    };
    complete(&mut whole.diagram);
    conditions::compile(&whole).map_err(|refusal| refusal.to_string())
}

/// Adds men of the game whose walks are missing, where there is room.
fn complete(diagram: &mut Diagram) {
    for walk in walk_id::NUMBERED {
        if walk == walk_id::KING || diagram.men().any(|(_, man)| man.walk() == walk) {
            continue;
        }
        let free: Vec<Square> = diagram
            .geometry
            .squares()
            .filter(|&on| diagram.on(on).is_none())
            .collect();
        if let Some(&on) = free.get(free.len() / 2) {
            diagram.put(on, Piece::usual(walk, Side::White));
        }
    }
}

/// The only condition of a problem that does not let its moves be taken back.
fn culprit(problem: &Problem) -> Option<String> {
    let alone = problem.conditions.iter().filter(|condition| {
        let with_it = Problem {
            conditions: vec![(*condition).clone()],
            ..problem.clone()
        };
        compile(&with_it).is_ok_and(|engine| engine.rules().oracle().bounds().is_err())
    });
    let names = alone.filter_map(|condition| conditions::find(&condition.key));
    names.map(|found| found.names().en.to_owned()).next()
}
