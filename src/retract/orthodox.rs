//! Moves of orthodox chess taken back on bitboards, by inverse rules.
//!
//! **Invariant:** finds what [`plain`](super::plain) finds by guessing and playing forward; tests compare
//! both. Only men of the game on the usual board.

use super::material::Material;
use super::scene::{Bits, Code, Need, Orthodox, Scene, code};
use super::unmove::{UnMove, Wing};
use crate::board::Side;
use crate::orthodox::attack::{self, Each, bit};
use std::ops::ControlFlow;

/// All moves that can have led to the position, with nothing known of how legal the positions before
/// them are but this: the side not to move is not in check there, and its men can be counted.
///
/// ```
/// use dawson::board::Side;
/// use dawson::retract::{Material, Scene, code, orthodox};
/// let mut scene = Scene::empty(Side::Black);
/// scene.put(0, code::KING);
/// scene.put(16, code::KING | code::BLACK);
/// // Only a king that stood on b1 can have gone to a1, to a free square or capturing.
/// let found = orthodox::un_moves(&scene, Material::Count);
/// assert!(found.iter().all(|one| one.from == 1));
/// assert_eq!(found.len(), 5);
/// ```
pub fn un_moves(scene: &Scene, material: Material) -> Vec<UnMove> {
    let mut found = Vec::new();
    let _ = visit(scene, material, &mut |un_move| {
        found.push(un_move);
        ControlFlow::Continue(())
    });
    found
}

/// Whether any move can have led to the position.
pub fn has_un_move(scene: &Scene, material: Material) -> bool {
    visit(scene, material, &mut |_| ControlFlow::Break(())).is_break()
}

/// Visits the moves that can have led to the position until the visitor has seen enough.
pub fn visit(
    scene: &Scene,
    material: Material,
    visitor: &mut dyn FnMut(UnMove) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let us = !scene.turn;
    let men = scene.orthodox();
    let king = men.kings & men.sides[us.index()];
    if king != 0
        && attackers(
            &men,
            king.trailing_zeros() as usize,
            scene.turn,
            men.occupied,
        ) != 0
    {
        return ControlFlow::Continue(());
    }
    let backward = Backward {
        scene,
        men,
        us,
        need: scene.need.squares(),
        material,
    };
    match scene.passed() {
        Some(passed) => backward.double_step_over(passed.index(), visitor),
        None => backward.all(visitor),
    }
}

/// The men of a side that attack a square, given the occupied squares.
pub(crate) fn attackers(men: &Orthodox, square: usize, side: Side, occupied: Bits) -> Bits {
    let own = men.sides[side.index()] & occupied;
    let diagonal = attack::bishop(square, occupied) & (men.bishops | men.queens);
    let straight = attack::rook(square, occupied) & (men.rooks | men.queens);
    let leaps = attack::knight(square) & men.knights | attack::king(square) & men.kings;
    let pawns = attack::pawn_captures(1 - side.index(), square) & men.pawns & movable(side);
    own & (diagonal | straight | leaps | pawns)
}

/// Pawns have no power on their own first rank.
fn movable(side: Side) -> Bits {
    match side {
        Side::White => !attack::RANK_1,
        Side::Black => !attack::RANK_8,
    }
}

struct Backward<'a> {
    scene: &'a Scene,
    men: Orthodox,
    us: Side,
    /// The squares of men that cannot have moved.
    need: Bits,
    material: Material,
}

type Visitor<'v> = &'v mut dyn FnMut(UnMove) -> ControlFlow<()>;

const OFFICERS: [Code; 4] = [code::QUEEN, code::ROOK, code::BISHOP, code::KNIGHT];

impl Backward<'_> {
    fn all(&self, visitor: Visitor<'_>) -> ControlFlow<()> {
        let own = self.men.sides[self.us.index()];
        for on in Each(own & !self.need) {
            match self.scene.on(on) & 7 {
                code::PAWN => self.pawn(on, visitor)?,
                walk => {
                    self.officer(on, walk, visitor)?;
                    if bit(on) & last_rank(self.us) != 0 && walk != code::KING {
                        self.promoted(on, visitor)?;
                    }
                }
            }
        }
        self.castlings(visitor)
    }

    fn officer(&self, on: usize, walk: Code, visitor: Visitor<'_>) -> ControlFlow<()> {
        let occupied = self.men.occupied;
        let reach = match walk {
            code::KNIGHT => attack::knight(on),
            code::BISHOP => attack::bishop(on, occupied),
            code::ROOK => attack::rook(on, occupied),
            code::QUEEN => attack::queen(on, occupied),
            _ => attack::king(on),
        };
        for from in Each(reach & !occupied) {
            self.step(Step::plain(self.scene, from, on), true, true, visitor)?;
        }
        ControlFlow::Continue(())
    }

    fn pawn(&self, on: usize, visitor: Visitor<'_>) -> ControlFlow<()> {
        let empty = !self.men.occupied;
        let rank = self.rank(on);
        if rank >= 2 {
            let from = self.back(on, 1);
            if empty & bit(from) != 0 {
                self.step(Step::plain(self.scene, from, on), true, false, visitor)?;
                let start = self.back(on, 2);
                if rank == 3 && empty & bit(start) != 0 {
                    self.step(Step::plain(self.scene, start, on), true, false, visitor)?;
                }
            }
        }
        for from in Each(self.captured_from(on) & empty) {
            self.step(Step::plain(self.scene, from, on), false, true, visitor)?;
            let victim_on = self.back(on, 1);
            let start = self.ahead(on);
            if rank == 5 && empty & bit(victim_on) != 0 && empty & bit(start) != 0 {
                self.en_passant(from, on, victim_on, visitor)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares from which a pawn captures here; none on its own first rank.
    fn captured_from(&self, on: usize) -> Bits {
        let edges = attack::RANK_1 | attack::RANK_8;
        attack::pawn_captures(1 - self.us.index(), on) & !edges
    }

    fn promoted(&self, on: usize, visitor: Visitor<'_>) -> ControlFlow<()> {
        let empty = !self.men.occupied;
        let pawn = code::PAWN | black(self.us);
        let straight = self.back(on, 1);
        let step = |from| Step {
            man: pawn,
            promotion: self.scene.on(on),
            ..Step::plain(self.scene, from, on)
        };
        if empty & bit(straight) != 0 {
            self.step(step(straight), true, false, visitor)?;
        }
        for from in Each(self.captured_from(on) & empty) {
            self.step(step(from), false, true, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// A man goes from square to square, to a free one or capturing.
    fn step(
        &self,
        step: Step,
        quiet: bool,
        captures: bool,
        visitor: Visitor<'_>,
    ) -> ControlFlow<()> {
        let (from, on) = (step.from, step.to);
        let mut before = *self.scene;
        before.put(on, 0);
        before.put(from, step.man);
        before.turn = self.us;
        if quiet && self.may_stand(&before) && self.material.allows(&before) {
            visitor(step.quiet(before))?;
        }
        if !captures {
            return ControlFlow::Continue(());
        }
        // The kind of the captured man does not matter to whom it shields.
        let victim = |walk: Code| walk | black(!self.us);
        before.put(on, victim(code::KNIGHT));
        if !self.may_stand(&before) {
            return ControlFlow::Continue(());
        }
        let edges = attack::RANK_1 | attack::RANK_8;
        let pawns = (bit(on) & edges == 0).then_some(code::PAWN);
        for walk in OFFICERS.into_iter().chain(pawns) {
            before.put(on, victim(walk));
            if self.material.allows(&before) {
                visitor(step.capturing(before, victim(walk), on))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn en_passant(
        &self,
        from: usize,
        on: usize,
        victim_on: usize,
        visitor: Visitor<'_>,
    ) -> ControlFlow<()> {
        let mut before = *self.scene;
        let victim = code::PAWN | black(!self.us);
        before.put(on, 0);
        before.put(from, code::PAWN | black(self.us));
        before.put(victim_on, victim);
        before.turn = self.us;
        before.passed = on as u8;
        if !self.may_stand(&before) || !self.material.allows(&before) {
            return ControlFlow::Continue(());
        }
        let step = Step::plain(self.scene, from, on);
        visitor(UnMove {
            en_passant: true,
            ..step.capturing(before, victim, victim_on)
        })
    }

    fn double_step_over(&self, passed: usize, visitor: Visitor<'_>) -> ControlFlow<()> {
        let rank = match self.us {
            Side::White => 2,
            Side::Black => 5,
        };
        let (pawn, from) = match self.us {
            Side::White => (passed + 8, passed.wrapping_sub(8)),
            Side::Black => (passed.wrapping_sub(8), passed + 8),
        };
        let is_there = passed / 8 == rank
            && self.scene.on(pawn) == code::PAWN | black(self.us)
            && self.men.occupied & (bit(passed) | bit(from)) == 0;
        match is_there {
            true => self.step(Step::plain(self.scene, from, pawn), true, false, visitor),
            false => ControlFlow::Continue(()),
        }
    }

    fn castlings(&self, visitor: Visitor<'_>) -> ControlFlow<()> {
        let edge = match self.us {
            Side::White => 0,
            Side::Black => 56,
        };
        for (wing, king_to, rook_to, rook, way) in
            [(Wing::Long, 2, 3, 0, 0b10_u64), (Wing::Short, 6, 5, 7, 0)]
        {
            let [king, king_to, rook_to, rook] =
                [4, king_to, rook_to, rook].map(|file| edge + file);
            let (king_man, rook_man) = (code::KING | black(self.us), code::ROOK | black(self.us));
            let stands = self.scene.on(king_to) == king_man && self.scene.on(rook_to) == rook_man;
            let empty = bit(king) | bit(rook) | way << edge;
            let moved = bit(king_to) | bit(rook_to);
            if !stands || self.men.occupied & empty != 0 || self.need & moved != 0 {
                continue;
            }
            let mut before = *self.scene;
            before.put(king_to, 0);
            before.put(rook_to, 0);
            before.put(king, king_man);
            before.put(rook, rook_man);
            before.turn = self.us;
            before.need = before.need.with(Need::of(self.us, wing == Wing::Long));
            let men = before.orthodox();
            let safe = |square| attackers(&men, square, !self.us, men.occupied) == 0;
            // The king leaves its square before it is on the one it passes.
            let passes = {
                let occupied = men.occupied & !bit(king) | bit(rook_to);
                attackers(&men, rook_to, !self.us, occupied) == 0
            };
            if safe(king) && passes && self.may_stand(&before) && self.material.allows(&before) {
                let step = Step {
                    man: king_man,
                    ..Step::plain(self.scene, king, king_to)
                };
                visitor(UnMove {
                    castling: Some(wing),
                    ..step.quiet(before)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the side not to move is not in check before the move.
    fn may_stand(&self, before: &Scene) -> bool {
        let men = before.orthodox();
        let king = men.kings & men.sides[1 - self.us.index()];
        king == 0 || attackers(&men, king.trailing_zeros() as usize, self.us, men.occupied) == 0
    }

    /// The rank of a square counted from our own edge.
    fn rank(&self, square: usize) -> usize {
        match self.us {
            Side::White => square / 8,
            Side::Black => 7 - square / 8,
        }
    }

    fn back(&self, square: usize, ranks: usize) -> usize {
        match self.us {
            Side::White => square.wrapping_sub(8 * ranks),
            Side::Black => square + 8 * ranks,
        }
    }

    fn ahead(&self, square: usize) -> usize {
        match self.us {
            Side::White => square + 8,
            Side::Black => square.wrapping_sub(8),
        }
    }
}

/// What a man did, apart from whom it captured.
#[derive(Clone, Copy)]
struct Step {
    man: Code,
    from: usize,
    to: usize,
    promotion: Code,
}

impl Step {
    fn plain(scene: &Scene, from: usize, to: usize) -> Step {
        Step {
            man: scene.on(to),
            from,
            to,
            promotion: 0,
        }
    }

    fn quiet(self, mut before: Scene) -> UnMove {
        if !self.is_en_passant(&before) {
            before.passed = Scene::NOWHERE;
        }
        UnMove {
            before,
            man: self.man,
            from: self.from as u8,
            arrival: self.to as u8,
            to: self.to as u8,
            captured: 0,
            captured_on: 64,
            promotion: self.promotion,
            castling: None,
            en_passant: false,
            reborn: 64,
        }
    }

    fn capturing(self, before: Scene, captured: Code, on: usize) -> UnMove {
        UnMove {
            captured,
            captured_on: on as u8,
            ..self.quiet(before)
        }
    }

    /// Whether the position before the move must come from a double step over the arrival.
    fn is_en_passant(self, before: &Scene) -> bool {
        usize::from(before.passed) == self.to
    }
}

fn black(side: Side) -> Code {
    code::BLACK * side.index() as Code
}

fn last_rank(side: Side) -> Bits {
    match side {
        Side::White => attack::RANK_8,
        Side::Black => attack::RANK_1,
    }
}
