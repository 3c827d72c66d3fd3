//! What the men of a game may become: walks in use, promotions, promotion squares.

use super::RulesBuilder;
use crate::board::{Side, Square, SquareSet};
use crate::men::{Army, Attribute, Attributes, Piece, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::View;
use crate::rules::hooks::hook::Hook;

/// What walks there may be beside these, or why there cannot be.
pub type WalksBeside = fn(&[WalkId]) -> Result<Vec<WalkId>, String>;

impl<'p> RulesBuilder<'p> {
    /// Men of this walk may come into being or lend their walk to others.
    pub fn may_use(&mut self, walks: impl IntoIterator<Item = WalkId>) {
        self.further_walks.extend(walks);
    }

    /// The same of walks that depend on all others that there may be; or why the problem is refused.
    pub fn may_use_beside(&mut self, walks: WalksBeside) {
        self.walks_beside.push(walks);
    }

    /// What pawns become, instead of the usual list; an empty one ends promotion. If several
    /// conditions say so, pawns become what all of them allow.
    pub fn set_promotions(&mut self, mut walks: Vec<WalkId>) {
        if let Some(former) = &self.promotions {
            walks.retain(|walk| former.contains(walk));
        }
        self.promotions = Some(walks);
    }

    /// Pawns may become these as well, unless a condition names all that they may become.
    pub fn add_promotions(&mut self, walks: impl IntoIterator<Item = WalkId>) {
        self.further_promotions.extend(walks);
    }

    /// The pawns of a side promote on these squares, not on its last rank; a second condition that
    /// names such squares is refused.
    pub fn set_promotion_squares(&mut self, side: Side, squares: SquareSet) {
        let former = self.promotion_squares[side.index()].replace(squares);
        if former.is_some() {
            self.refuse("two conditions say where the pawns of one side promote");
        }
    }

    /// Pawns become men with this attribute where the diagram has such men of the walk, and
    /// men without it only where it has those.
    pub fn promotions_carry(&mut self, attribute: Attribute) {
        self.carried = self.carried.with(attribute);
    }

    /// A man promoted to one of these walks may have the attribute or not.
    pub fn promotions_may_have(&mut self, attribute: Attribute, walks: Vec<WalkId>) {
        self.optional.push((attribute, walks));
    }

    /// One more thing a pawn may become, given by its effects.
    pub fn also_promote(
        &mut self,
        effects: impl Fn(View<'_>, Square, &mut Vec<(Effect, Reason)>) + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(effects));
        self.hooks.promotion.push(Hook { rule, act });
    }

    /// Whether a pawn may become a man of this walk now. One that may become nothing stays what
    /// it is.
    pub fn keep_promotion(
        &mut self,
        keeps: impl Fn(View<'_>, Piece, WalkId) -> bool + Send + Sync + 'static,
    ) {
        let (rule, act) = (self.rule, Box::new(keeps));
        self.hooks.keep_promotion.push(Hook { rule, act });
    }
}

impl RulesBuilder<'_> {
    /// What a pawn may become: walks, each with the attributes that promotions carry.
    pub(super) fn forms_of(&self, walks: Vec<WalkId>) -> Vec<Promotion> {
        let mut all = Vec::with_capacity(2 * walks.len());
        for promotion in walks.into_iter().flat_map(|walk| self.promotions_to(walk)) {
            all.push(promotion);
            for (attribute, walks) in &self.optional {
                if walks.contains(&promotion.walk) {
                    let marks = promotion.marks.with(*attribute);
                    all.push(Promotion { marks, ..promotion });
                }
            }
        }
        all
    }

    /// The forms of a walk that the men of the diagram show; plain men if there are none.
    fn promotions_to(&self, walk: WalkId) -> Vec<Promotion> {
        let mut found: Vec<Promotion> = Vec::new();
        for piece in self.problem.men() {
            let marks = piece.attributes().intersection(self.carried);
            let promotion = Promotion { walk, marks };
            if piece.walk() == walk && !found.contains(&promotion) {
                found.push(promotion);
            }
        }
        if found.is_empty() {
            found.push(Promotion {
                walk,
                marks: Attributes::NONE,
            });
        }
        found.sort_by_key(|promotion| promotion.marks);
        found
    }
}

/// What a pawn may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// Its new walk.
    pub walk: WalkId,
    /// The attributes it gets.
    pub marks: Attributes,
}

impl Promotion {
    /// Whether the promoted man gets no attribute.
    pub fn is_plain(&self) -> bool {
        self.marks == Attributes::NONE
    }
}

/// The pawn's own officers, every walk of the diagram that is neither king nor pawn, and what
/// conditions add.
pub(super) fn usual_promotions(
    pawn: WalkId,
    army: Army,
    diagram: &[WalkId],
    further: &[WalkId],
) -> Vec<WalkId> {
    let fairy = diagram.iter().filter(|walk| walk.row().is_promotion());
    let officers = pawn.row().officers().map(|officer| army.walk(officer));
    let mut walks: Vec<WalkId> = officers.chain(fairy.copied()).collect();
    walks.extend(further);
    walks.sort();
    walks.dedup();
    walks
}

/// Whether it promotes to others than the usual pawn.
pub(super) fn has_own_officers(pawn: WalkId) -> bool {
    pawn.row().officers != walk_id::PAWN.row().officers
}
