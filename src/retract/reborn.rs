//! Bitboards for men of the game that are put elsewhere when they capture: moves taken back, and mates in one.
//!
//! **Invariant:** no condition is named here. Where a capturing man is put is asked of the engine once, square
//! by square; [`Reborn::of`] takes a problem only if its rules do nothing else. Tests compare all that is
//! found with guessing and playing forward.

use super::general::General;
use super::material::Material;
use super::orthodox;
use super::scene::{Bits, Code, Need, Orthodox, Scene, code};
use super::unmove::{UnMove, Wing};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::orthodox::attack::{self, Each, bit};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Where men are put that capture: by side, walk and capture square; [`REFUSED`] if they may not capture there.
type Places = [[[u8; 64]; 8]; 2];

const REFUSED: u8 = 64;
const OFFICERS: [Code; 4] = [code::QUEEN, code::ROOK, code::BISHOP, code::KNIGHT];
const EDGES: Bits = attack::RANK_1 | attack::RANK_8;

/// Takes back moves, and finds mates, of men that are put elsewhere when they capture.
#[derive(Clone)]
pub struct Reborn {
    places: Arc<Places>,
}

impl Reborn {
    /// The places under the rules of a problem, if they do nothing but put capturing men elsewhere.
    pub fn of(general: &General) -> Option<Reborn> {
        if !general
            .engine()
            .rules()
            .oracle()
            .only_put_captors_elsewhere()
        {
            return None;
        }
        let mut general = general.clone();
        let mut places = [[[REFUSED; 64]; 8]; 2];
        for side in Side::BOTH {
            for walk in code::PAWN..=code::KING {
                let row = &mut places[side.index()][usize::from(walk)];
                for (on, place) in row.iter_mut().enumerate() {
                    if walk != code::PAWN || EDGES & bit(on) == 0 {
                        *place = place_of(&mut general, side, walk, on)?;
                    }
                }
            }
        }
        Some(Reborn {
            places: Arc::new(places),
        })
    }

    fn place(&self, side: Side, walk: Code, on: usize) -> u8 {
        self.places[side.index()][usize::from(walk & 7)][on & 63]
    }

    /// Visits the moves that can have led to the scene until the visitor has seen enough.
    pub fn visit(
        &self,
        scene: &Scene,
        material: Material,
        visitor: &mut dyn FnMut(UnMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = !scene.turn;
        let men = scene.orthodox();
        if self.is_attacked(&men, king_of(&men, us), scene.turn) {
            return ControlFlow::Continue(());
        }
        let mut backward = Backward {
            reborn: self,
            scene,
            men,
            us,
            need: scene.need.squares(),
            material,
            visitor,
        };
        match scene.passed() {
            Some(passed) => backward.double_step_over(passed.index()),
            None => backward.all(),
        }
    }

    /// Whether a side attacks the king on a square, as it would have to capture him.
    fn is_attacked(&self, men: &Orthodox, king: Option<usize>, by: Side) -> bool {
        let Some(on) = king else {
            return false;
        };
        let last = last_rank(by) & bit(on) != 0;
        let attackers = orthodox::attackers(men, on, by, men.occupied);
        Each(attackers).any(|from| {
            let walk = men.walk_on(from);
            match walk == code::PAWN && last {
                true => OFFICERS
                    .iter()
                    .any(|&officer| self.has_room(men, by, officer, from, on)),
                false => self.has_room(men, by, walk, from, on),
            }
        })
    }

    /// Whether the place is free of a man that captures somewhere.
    fn has_room(&self, men: &Orthodox, side: Side, walk: Code, from: usize, on: usize) -> bool {
        let place = self.place(side, walk, on);
        place != REFUSED
            && (usize::from(place) == on
                || usize::from(place) == from
                || men.occupied & bit(usize::from(place)) == 0)
    }

    /// Whether the side to move mates at once.
    pub fn can_mate(&self, scene: &Scene, need: Need, passed: Option<u8>) -> bool {
        let men = scene.orthodox();
        let us = scene.turn;
        self.visit_moves(&men, us, need, passed, &mut |after, passed| match self
            .is_mated(after, !us, passed)
        {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
    }

    fn is_mated(&self, men: &Orthodox, side: Side, passed: Option<u8>) -> bool {
        self.is_attacked(men, king_of(men, side), !side)
            && self
                .visit_moves(men, side, Need::NOTHING, passed, &mut |_, _| {
                    ControlFlow::Break(())
                })
                .is_continue()
    }

    /// Visits the legal moves of a side: the men afterwards, and the square a double step passed.
    fn visit_moves(
        &self,
        men: &Orthodox,
        us: Side,
        need: Need,
        passed: Option<u8>,
        visit: &mut dyn FnMut(&Orthodox, Option<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = men.sides[us.index()];
        let theirs = men.sides[1 - us.index()] & !men.kings;
        for from in Each(own) {
            let walk = men.walk_on(from);
            if walk == code::PAWN {
                self.pawn_moves(men, us, (from, passed), visit)?;
                continue;
            }
            let reach = reach(walk, from, men.occupied);
            for to in Each(reach & !men.occupied) {
                self.go(men, us, (from, to, to, walk), (None, None), visit)?;
            }
            for to in Each(reach & theirs) {
                self.capture(men, us, (from, to, walk), to, visit)?;
            }
        }
        self.castle(men, us, need, visit)
    }

    fn pawn_moves(
        &self,
        men: &Orthodox,
        us: Side,
        (from, passed): (usize, Option<u8>),
        visit: &mut dyn FnMut(&Orthodox, Option<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if first_rank(us) & bit(from) != 0 {
            return ControlFlow::Continue(());
        }
        let theirs = men.sides[1 - us.index()] & !men.kings;
        let ahead = step(from, us, 1);
        if men.occupied & bit(ahead) == 0 {
            match last_rank(us) & bit(ahead) != 0 {
                true => {
                    for officer in OFFICERS {
                        self.go(men, us, (from, ahead, ahead, officer), (None, None), visit)?;
                    }
                }
                false => self.go(
                    men,
                    us,
                    (from, ahead, ahead, code::PAWN),
                    (None, None),
                    visit,
                )?,
            }
            let start = if us == Side::White { 1 } else { 6 };
            let two = step(ahead, us, 1);
            if from / 8 == start && men.occupied & bit(two) == 0 {
                let way = (from, two, two, code::PAWN);
                self.go(men, us, way, (None, Some(ahead as u8)), visit)?;
            }
        }
        let captures = attack::pawn_captures(us.index(), from);
        for to in Each(captures & theirs) {
            match last_rank(us) & bit(to) != 0 {
                true => {
                    for officer in OFFICERS {
                        self.capture(men, us, (from, to, officer), to, visit)?;
                    }
                }
                false => self.capture(men, us, (from, to, code::PAWN), to, visit)?,
            }
        }
        if let Some(to) = passed
            .map(usize::from)
            .filter(|&to| captures & bit(to) != 0)
        {
            self.capture(men, us, (from, to, code::PAWN), step(to, !us, 1), visit)?;
        }
        ControlFlow::Continue(())
    }

    fn capture(
        &self,
        men: &Orthodox,
        us: Side,
        (from, to, walk): (usize, usize, Code),
        victim: usize,
        visit: &mut dyn FnMut(&Orthodox, Option<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Whoever captures is put where the captured man stood tells, not where he arrives.
        let place = usize::from(self.place(us, walk, victim));
        let gone = bit(from) | bit(victim) | bit(to);
        if place == usize::from(REFUSED) || men.occupied & !gone & bit(place) != 0 {
            return ControlFlow::Continue(());
        }
        let stays = place == victim && victim != to;
        let place = if stays { to } else { place };
        self.go(
            men,
            us,
            (from, to, place, walk),
            (Some(victim), None),
            visit,
        )
    }

    fn go(
        &self,
        men: &Orthodox,
        us: Side,
        (from, _, place, walk): (usize, usize, usize, Code),
        (victim, passed): (Option<usize>, Option<u8>),
        visit: &mut dyn FnMut(&Orthodox, Option<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut after = *men;
        after.lift(from);
        if let Some(victim) = victim {
            after.lift(victim);
        }
        after.place(place, walk, us);
        match self.is_attacked(&after, king_of(&after, us), !us) {
            true => ControlFlow::Continue(()),
            false => visit(&after, passed),
        }
    }

    fn castle(
        &self,
        men: &Orthodox,
        us: Side,
        need: Need,
        visit: &mut dyn FnMut(&Orthodox, Option<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for wing in WINGS {
            let Castling {
                king,
                rook,
                king_to,
                rook_to,
                way,
            } = castling(us, wing);
            let may = need.has(Need::of(us, wing == Wing::Long)) && men.occupied & way == 0;
            if !may || self.is_attacked(men, Some(king), !us) {
                continue;
            }
            let mut after = *men;
            after.lift(king);
            after.place(rook_to, code::KING, us);
            if self.is_attacked(&after, Some(rook_to), !us) {
                continue;
            }
            after.lift(rook_to);
            after.lift(rook);
            after.place(king_to, code::KING, us);
            after.place(rook_to, code::ROOK, us);
            if !self.is_attacked(&after, Some(king_to), !us) {
                visit(&after, None)?;
            }
        }
        ControlFlow::Continue(())
    }
}

const WINGS: [Wing; 2] = [Wing::Long, Wing::Short];

struct Castling {
    king: usize,
    rook: usize,
    king_to: usize,
    rook_to: usize,
    /// The squares between them.
    way: Bits,
}

fn castling(side: Side, wing: Wing) -> Castling {
    let edge = if side == Side::White { 0 } else { 56 };
    let [king, rook, king_to, rook_to] = match wing {
        Wing::Long => [4, 0, 2, 3],
        Wing::Short => [4, 7, 6, 5],
    }
    .map(|file| edge + file);
    let way = match wing {
        Wing::Long => 0b0000_1110,
        Wing::Short => 0b0110_0000,
    };
    Castling {
        king,
        rook,
        king_to,
        rook_to,
        way: way << edge,
    }
}

/// Where the engine puts a man that captures on a square; none if that is not always the same.
fn place_of(general: &mut General, side: Side, walk: Code, on: usize) -> Option<u8> {
    let mut found = None;
    let departures = match walk {
        code::PAWN => attack::pawn_captures(1 - side.index(), on) & !EDGES,
        _ => reach(walk, on, 0),
    };
    for victim in [code::KNIGHT, code::QUEEN] {
        for from in Each(departures).take(2) {
            let place = general.place_after_capture(
                side,
                walk | black(side),
                victim | black(!side),
                (from, on),
            )?;
            // A place that is the departure, or a square nearby, is met again from elsewhere.
            if found.is_some_and(|known| known != place) {
                return None;
            }
            found = Some(place);
        }
    }
    found.or(Some(REFUSED))
}

impl General {
    /// Where a man stands that captured alone on the board: 64 if it may not; none if it becomes something
    /// else.
    pub(super) fn place_after_capture(
        &mut self,
        side: Side,
        man: Code,
        victim: Code,
        (from, on): (usize, usize),
    ) -> Option<u8> {
        let mut scene = Scene::empty(side);
        scene.put(from, man);
        scene.put(on, victim);
        let piece = self.kinds().piece(man);
        let engine = self.arranged(&scene, Some(0));
        let (mut place, mut is_plain) = (REFUSED, true);
        let _ = engine.visit_moves_leading(
            Some(Square::new(from as u8)),
            &mut |_, turn| turn.captured.is_some(),
            &mut |position, turn| {
                let now: Vec<(Square, Piece)> = position
                    .men()
                    .map(|on| (on, position.piece_on(on)))
                    .collect();
                is_plain &= now.len() == 1 && now[0].1 == piece && turn.now == Some(now[0].0);
                place = turn.now.map_or(REFUSED, Square::byte);
                ControlFlow::Continue(())
            },
        );
        is_plain.then_some(place)
    }
}

struct Backward<'a> {
    reborn: &'a Reborn,
    scene: &'a Scene,
    men: Orthodox,
    us: Side,
    /// The squares of men that cannot have gone there without capture.
    need: Bits,
    material: Material,
    visitor: &'a mut dyn FnMut(UnMove) -> ControlFlow<()>,
}

/// A movement taken back.
#[derive(Clone, Copy)]
struct Way {
    man: Code,
    from: usize,
    arrival: usize,
    to: usize,
    promotion: Code,
}

impl Backward<'_> {
    fn all(&mut self) -> ControlFlow<()> {
        for to in Each(self.men.sides[self.us.index()]) {
            let man = self.scene.on(to);
            let walk = man & 7;
            if self.need & bit(to) == 0 {
                self.quiet_moves(to, man, walk)?;
            }
            self.captures(to, man, walk)?;
        }
        self.castlings()
    }

    fn quiet_moves(&mut self, to: usize, man: Code, walk: Code) -> ControlFlow<()> {
        let occupied = self.men.occupied;
        let pawn = code::PAWN | black(self.us);
        if walk == code::PAWN {
            let back = step(to, !self.us, 1);
            let rank = if self.us == Side::White {
                to / 8
            } else {
                7 - to / 8
            };
            if rank < 2 || occupied & bit(back) != 0 {
                return ControlFlow::Continue(());
            }
            self.quiet(Way {
                man,
                from: back,
                arrival: to,
                to,
                promotion: 0,
            })?;
            let start = step(back, !self.us, 1);
            if rank == 3 && occupied & bit(start) == 0 {
                self.quiet(Way {
                    man,
                    from: start,
                    arrival: to,
                    to,
                    promotion: 0,
                })?;
            }
            return ControlFlow::Continue(());
        }
        for from in Each(reach(walk, to, occupied) & !occupied) {
            self.quiet(Way {
                man,
                from,
                arrival: to,
                to,
                promotion: 0,
            })?;
        }
        let back = step(to, !self.us, 1);
        if OFFICERS.contains(&walk)
            && last_rank(self.us) & bit(to) != 0
            && occupied & bit(back) == 0
        {
            self.quiet(Way {
                man: pawn,
                from: back,
                arrival: to,
                to,
                promotion: man,
            })?;
        }
        ControlFlow::Continue(())
    }

    /// All captures after which the man was put where it stands.
    fn captures(&mut self, to: usize, man: Code, walk: Code) -> ControlFlow<()> {
        let occupied = self.men.occupied & !bit(to);
        for on in Each(!occupied) {
            if usize::from(self.reborn.place(self.us, walk, on)) != to {
                continue;
            }
            let pawn = code::PAWN | black(self.us);
            if walk == code::PAWN {
                let from = attack::pawn_captures(1 - self.us.index(), on) & !occupied & !EDGES;
                for from in Each(from) {
                    self.capturing(Way {
                        man,
                        from,
                        arrival: on,
                        to,
                        promotion: 0,
                    })?;
                }
                continue;
            }
            for from in Each(reach(walk, on, occupied) & !occupied) {
                self.capturing(Way {
                    man,
                    from,
                    arrival: on,
                    to,
                    promotion: 0,
                })?;
            }
            if OFFICERS.contains(&walk) && last_rank(self.us) & bit(on) != 0 {
                let from = attack::pawn_captures(1 - self.us.index(), on) & !occupied & !EDGES;
                for from in Each(from) {
                    self.capturing(Way {
                        man: pawn,
                        from,
                        arrival: on,
                        to,
                        promotion: man,
                    })?;
                }
            }
        }
        if walk == code::PAWN {
            self.en_passant(to, man)?;
        }
        ControlFlow::Continue(())
    }

    /// The place after a capture en passant follows from where the captured pawn stood.
    fn en_passant(&mut self, to: usize, man: Code) -> ControlFlow<()> {
        let occupied = self.men.occupied & !bit(to);
        let rank = if self.us == Side::White { 5 } else { 2 };
        for arrival in 8 * rank..8 * rank + 8 {
            let victim_on = step(arrival, !self.us, 1);
            let start = step(arrival, self.us, 1);
            let place = usize::from(self.reborn.place(self.us, code::PAWN, victim_on));
            let place = if place == victim_on { arrival } else { place };
            let empty = bit(arrival) | bit(victim_on) | bit(start);
            if place != to || occupied & empty != 0 {
                continue;
            }
            let from = attack::pawn_captures(1 - self.us.index(), arrival) & !occupied;
            for from in Each(from) {
                let way = Way {
                    man,
                    from,
                    arrival,
                    to,
                    promotion: 0,
                };
                let victim = code::PAWN | black(!self.us);
                let mut before = self.before(way);
                before.put(victim_on, victim);
                // The square that the pawn left must be empty in the position before, too.
                if before.on(start) != 0 || before.on(arrival) != 0 {
                    continue;
                }
                let before = before.with_passed(arrival as u8);
                if self.may_stand(&before) {
                    let un_move = self.un_move(way, before, victim, victim_on);
                    (self.visitor)(UnMove {
                        en_passant: true,
                        ..un_move
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn before(&self, way: Way) -> Scene {
        let mut before = *self.scene;
        before.put(way.to, 0);
        before.put(way.from, way.man);
        before.turn = self.us;
        before.with_passed(Scene::NOWHERE)
    }

    fn may_stand(&self, before: &Scene) -> bool {
        let men = before.orthodox();
        !self
            .reborn
            .is_attacked(&men, king_of(&men, !self.us), self.us)
            && self.material.allows(before)
    }

    fn quiet(&mut self, way: Way) -> ControlFlow<()> {
        let before = self.before(way);
        match self.may_stand(&before) {
            true => {
                let un_move = self.un_move(way, before, 0, 64);
                (self.visitor)(un_move)
            }
            false => ControlFlow::Continue(()),
        }
    }

    fn capturing(&mut self, way: Way) -> ControlFlow<()> {
        if way.from == way.arrival {
            return ControlFlow::Continue(());
        }
        let mut before = self.before(way);
        let victim = |walk: Code| walk | black(!self.us);
        before.put(way.arrival, victim(code::KNIGHT));
        let men = before.orthodox();
        if self
            .reborn
            .is_attacked(&men, king_of(&men, !self.us), self.us)
        {
            return ControlFlow::Continue(());
        }
        let pawn = (bit(way.arrival) & EDGES == 0).then_some(code::PAWN);
        for walk in OFFICERS.into_iter().chain(pawn) {
            before.put(way.arrival, victim(walk));
            if self.material.allows(&before) {
                let un_move = self.un_move(way, before, victim(walk), way.arrival);
                (self.visitor)(un_move)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn un_move(&self, way: Way, before: Scene, captured: Code, captured_on: usize) -> UnMove {
        // A man that is put at home has a right there that it had not before.
        let touched = [way.from, way.arrival, way.to];
        let need = touched
            .iter()
            .fold(self.scene.need, |need, &on| need.without_square(on));
        UnMove {
            before: before.with_need(need),
            man: way.man,
            from: way.from as u8,
            arrival: way.arrival as u8,
            to: way.to as u8,
            captured,
            captured_on: captured_on as u8,
            promotion: way.promotion,
            castling: None,
            en_passant: false,
            reborn: 64,
        }
    }

    fn double_step_over(&mut self, passed: usize) -> ControlFlow<()> {
        let rank = if self.us == Side::White { 2 } else { 5 };
        let (to, from) = (step(passed, self.us, 1), step(passed, !self.us, 1));
        let man = code::PAWN | black(self.us);
        let stands = passed / 8 == rank && self.scene.on(to) == man;
        match stands && self.men.occupied & (bit(passed) | bit(from)) == 0 {
            true => self.quiet(Way {
                man,
                from,
                arrival: to,
                to,
                promotion: 0,
            }),
            false => ControlFlow::Continue(()),
        }
    }

    fn castlings(&mut self) -> ControlFlow<()> {
        for wing in WINGS {
            let Castling {
                king,
                rook,
                king_to,
                rook_to,
                way,
            } = castling(self.us, wing);
            let (king_man, rook_man) = (code::KING | black(self.us), code::ROOK | black(self.us));
            let moved = bit(king_to) | bit(rook_to);
            let empty = (bit(king) | bit(rook) | way) & !moved;
            let stand = self.scene.on(king_to) == king_man && self.scene.on(rook_to) == rook_man;
            if !stand || self.men.occupied & empty != 0 || self.need & moved != 0 {
                continue;
            }
            let mut before = *self.scene;
            before.put(king_to, 0);
            before.put(rook_to, 0);
            before.put(king, king_man);
            before.put(rook, rook_man);
            before.turn = self.us;
            let men = before.orthodox();
            let mut passing = men;
            passing.lift(king);
            passing.place(rook_to, code::KING, self.us);
            let safe = !self.reborn.is_attacked(&men, Some(king), !self.us)
                && !self.reborn.is_attacked(&passing, Some(rook_to), !self.us);
            if safe && self.may_stand(&before) {
                let need = self.scene.need.with(Need::of(self.us, wing == Wing::Long));
                let way = Way {
                    man: king_man,
                    from: king,
                    arrival: king_to,
                    to: king_to,
                    promotion: 0,
                };
                let un_move = self.un_move(way, before, 0, 64);
                let before = before.with_need(need).with_passed(Scene::NOWHERE);
                (self.visitor)(UnMove {
                    before,
                    castling: Some(wing),
                    ..un_move
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn reach(walk: Code, on: usize, occupied: Bits) -> Bits {
    match walk & 7 {
        code::KNIGHT => attack::knight(on),
        code::BISHOP => attack::bishop(on, occupied),
        code::ROOK => attack::rook(on, occupied),
        code::QUEEN => attack::queen(on, occupied),
        code::KING => attack::king(on),
        _ => 0,
    }
}

fn king_of(men: &Orthodox, side: Side) -> Option<usize> {
    let king = men.kings & men.sides[side.index()];
    (king != 0).then(|| king.trailing_zeros() as usize)
}

fn black(side: Side) -> Code {
    code::BLACK * side.index() as Code
}

fn last_rank(side: Side) -> Bits {
    first_rank(!side)
}

fn first_rank(side: Side) -> Bits {
    match side {
        Side::White => attack::RANK_1,
        Side::Black => attack::RANK_8,
    }
}

fn step(square: usize, side: Side, ranks: usize) -> usize {
    match side {
        Side::White => square.wrapping_add(8 * ranks),
        Side::Black => square.wrapping_sub(8 * ranks),
    }
}
