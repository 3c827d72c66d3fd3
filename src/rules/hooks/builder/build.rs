//! Compiling what the conditions have installed.

use super::army::{Promotion, has_own_officers, usual_promotions};
use super::{Refusal, RulesBuilder};
use crate::board::{Geometry, Side};
use crate::men::{Army, WalkId, WalkTable, idle_power, is_defined, walk_id};
use crate::position::{Effect, Position, Reason, Slot, pack_squares};
use crate::problem::{Diagram, Goal, Problem};
use crate::rules::hooks::facts::{Facts, RuleFact, Settings};
use crate::rules::hooks::hook::{EffectScope, LegalHook};
use crate::rules::play::castling::{castlings_of, exclusive_rights, rights_of};
use crate::rules::play::perform::set_last_move;
use crate::rules::play::pseudo_move::{ListPlace, PseudoMove, from_last_square};
use crate::rules::short_cut::ShortCuts;
use crate::rules::shortcut::final_position::{Castled, Displaced, KingSteps, Target, Unlike, Ways};
use crate::rules::shortcut::mobility::QUICK;
use crate::rules::{Numbered, Rules};
use std::sync::Arc;

impl<'p> RulesBuilder<'p> {
    /// The compiled rules and the position before play.
    ///
    /// # Errors
    /// The first reason for which a condition refused the problem.
    pub fn build(mut self) -> Result<(Rules, Position), Refusal> {
        if self.problem.options.null_moves && self.problem.options.set_play {
            self.refuse("null moves and set play exclude each other");
        }
        self.refuse_idle_powers();
        if let Some(refusal) = self.refusal.take() {
            return Err(refusal);
        }
        let goal = self.problem.stipulation.map(|stipulation| stipulation.goal);
        if goal == Some(Goal::Run) && self.hooks.end.is_empty() {
            let reason = "no rule of this game wins by a king's run";
            return Err(Refusal::Combination(reason.to_owned()));
        }
        self.order_is_total()?;
        let geometry = self.geometry.clone();
        let is_pawn = |walk: &WalkId| walk.row().is_pawn();
        let has_pawn = self.walks.iter().any(is_pawn);
        let promotions = self.promotions.take();
        let promotions_of = |pawn: WalkId| {
            let set = promotions.clone();
            let further = &self.further_promotions;
            let walks =
                set.unwrap_or_else(|| usual_promotions(pawn, self.army, &self.walks, further));
            self.forms_of(walks)
        };
        let usual = promotions_of(walk_id::PAWN);
        let pawns = self.walks.iter().chain(&self.further_walks);
        let special = pawns.filter(|walk| is_pawn(walk) && has_own_officers(**walk));
        let mut special: Vec<(WalkId, Vec<Promotion>)> =
            special.map(|&pawn| (pawn, promotions_of(pawn))).collect();
        let mut walks = std::mem::take(&mut self.walks);
        walks.append(&mut self.further_walks);
        if has_pawn || walks.iter().any(is_pawn) {
            walks.extend(usual.iter().map(|promotion| promotion.walk));
        }
        for (_, promotions) in &special {
            walks.extend(promotions.iter().map(|promotion| promotion.walk));
        }
        walks.sort();
        walks.dedup();
        for beside in std::mem::take(&mut self.walks_beside) {
            let more = beside(&walks).map_err(Refusal::Combination)?;
            // A sum with the walk of a pawn is promoted like this pawn.
            let pawns = more.iter().filter(|walk| is_pawn(walk));
            let like = pawns.filter_map(|&sum| {
                let mut known = special.iter();
                let (_, forms) = known.find(|(pawn, _)| sum.powers().contains(pawn))?;
                Some((sum, forms.clone()))
            });
            let like: Vec<_> = like.collect();
            special.extend(like);
            walks.extend(more);
            walks.sort();
            walks.dedup();
        }
        if let Some(walk) = walks.iter().find(|walk| !is_defined(&geometry, **walk)) {
            let name = walk.row().names.en;
            let reason = format!("how the {name} goes on this board is not defined");
            return Err(Refusal::Combination(reason));
        }
        let by_squares = |walk: &WalkId| walk.row().is_listed_by_squares();
        let by_squares = walks
            .iter()
            .any(by_squares)
            .then_some(from_last_square as ListPlace);
        let listed_by = self.listed_by.or(by_squares);
        let walks_used = walks.iter().copied();
        let table = WalkTable::compile_with_free_pawns(&geometry, walks_used, self.free_pawns);
        let castlings = castlings_of(&geometry, self.castling_ways);
        let checks_played_of = self.checks_played_of;
        let settings = Settings {
            check_by_playing: self.check_by_playing,
            checks_played_of,
            check_may_stand: self.check_may_stand,
            walks_mind_sides: Side::BOTH
                .into_iter()
                .any(|side| walks.iter().any(|&walk| table.goes_by_sides(walk, side))),
        };
        let sparing = self.hostile_kings_are_spared_by;
        if let Some(rule) = sparing.filter(|_| self.check_by_playing) {
            self.begin(rule);
            self.spare_hostile_kings();
        }
        if self.chooses_freely {
            self.hooks.select.clear();
        }
        let judges_trials = |hook: &LegalHook| hook.judges_trials;
        if self.plays_checks_at_times && self.hooks.legal.iter().any(judges_trials) {
            let reason = "a rule that plays captures of kings at times only, and one that judges played moves";
            return Err(Refusal::Combination(format!("not supported yet: {reason}")));
        }
        let facts = Facts::of(&self.hooks, &settings);
        let (check_by_playing, rewrite_checks) = (self.check_by_playing, self.rewrite_checks);
        let lend_by_playing = self.lend_by_playing;
        let passing_slots = self.passing_slots();
        let options = &self.problem.options;
        let exclusive_rights = exclusive_rights(&options.castling_mutually_exclusive);
        let start = self.problem.start_of_play();
        let mut position = position_of(&start, self.problem, self.army);
        for setup in &self.hooks.setup {
            setup(&mut position);
        }
        set_last_move(
            &mut position,
            self.announced
                .known_last_move()
                .reduced_to(self.last_move_facts),
        );
        position.forget_history();
        let target = self.problem.target();
        let target: Option<Vec<_>> = target.map(|target| target.men().collect());
        let promotion_squares = Side::BOTH.map(|side| {
            let named = self.promotion_squares[side.index()];
            named.unwrap_or_else(|| geometry.promotion_squares(side))
        });
        let lends = !self.hooks.borrow.is_empty();
        let lends_to_kings = lends && self.hooks.lend_to_royals_alone() && royals_are_kings(&start);
        // What is lent has a walk of the game if all walks that are laid out are of it.
        let counts_all = walks.iter().all(|walk| walk_id::NUMBERED.contains(walk));
        let kings = match (lends, counts_all) {
            (false, _) => KingSteps::Own,
            (true, true) => KingSteps::Lent,
            (true, false) => KingSteps::Any,
        };
        // The routes of pawns lead from the rank where they start, to the last one.
        let on_usual_ways = geometry == Geometry::standard()
            && self.free_pawns.is_empty()
            && self.promotion_squares == [None; 2]
            && facts.keep_ways()
            && (!lends || lends_to_kings);
        let routes = target.as_ref().filter(|_| on_usual_ways).and_then(|men| {
            let promotions: Vec<WalkId> = usual.iter().map(|form| form.walk).collect();
            let all_stop = self.hooks.sight.is_none();
            Target::new(men, &walks, &promotions, all_stop, kings)
        });
        let displaced = match &target {
            Some(men) if routes.is_none() => {
                let promotions: Vec<WalkId> = usual.iter().map(|form| form.walk).collect();
                let is_usual = geometry == Geometry::standard()
                    && special.is_empty()
                    && facts.holds(RuleFact::StepsAreUsual)
                    && (!lends || lends_to_kings);
                // A man with a walk that the bound does not count could have any of the others later.
                let displacements = self.hooks.displacements().filter(|displacements| {
                    is_usual && (counts_all || !displacements.changes_walks)
                });
                displacements.and_then(|displacements| {
                    let castlings: Vec<Castled> = castlings.iter().map(Castled::from).collect();
                    Displaced::new(
                        men,
                        &Ways {
                            geometry: &geometry,
                            displacements: &displacements,
                            promotions: &promotions,
                            promotion_squares,
                            kings,
                            castlings: &castlings,
                        },
                    )
                })
            }
            _ => None,
        };
        let unlike = target
            .as_ref()
            .and_then(|men| Some(Unlike::new(men, self.hooks.touched(&walks)?)));
        let mut rules = Rules {
            table,
            walks,
            promotions: usual,
            special_promotions: special,
            promotion_squares,
            geometry,
            army: self.army,
            castlings,
            homes: start.men().map(|(on, _)| on).collect(),
            target,
            routes: routes.map(Arc::new),
            displaced: displaced.map(Arc::new),
            unlike: unlike.map(Arc::new),
            listed_by,
            men_listed_by: self.men_listed_by,
            numbered: self.numbered.unwrap_or(Numbered::FEWEST),
            has_rules: self.numbered.is_some(),
            listed_first: self.listed_first,
            men_differ: self.men_differ || self.problem.goals().any(Goal::tells_men_apart),
            remembered_by: self.remembered_by,
            check_by_playing,
            checks_played_of,
            rewrite_checks,
            lend_by_playing,
            check_may_stand: self.check_may_stand,
            castles_anew: self.castles_anew,
            keeps_neutral_keys: self.keeps_neutral_keys,
            null_moves: options.null_moves,
            exclusive_rights,
            passing_slots,
            private: self.private,
            last_move_facts: self.last_move_facts,
            plies: self.plies,
            turns: self.turns,
            to_choose: self.to_choose,
            facts,
            short_cuts: ShortCuts::ALL,
            quick: QUICK,
            hooks: self.hooks,
        };
        if rules.plies.is_some() {
            rules.use_only(ShortCuts::NONE);
        }
        if rules.table.has_borrowers() && !rules.hooks.fixed_line.is_empty() {
            let shut = rules.table.shut_ways(|side, from, to| {
                let way = PseudoMove::ordinary(from, to, Some(to));
                rules.judge().fixed_line_is_open(&position, side, &way)
            });
            rules.table.shut_lending(shut);
        }
        Ok((rules, position))
    }
}

impl RulesBuilder<'_> {
    /// Which of two rules acts first is said by the table of ranks. Those that only remember something,
    /// each for itself, share a rank.
    fn order_is_total(&self) -> Result<(), Refusal> {
        let both = self.hooks.after.windows(2);
        let mut equal = both.filter(|pair| {
            let remember = pair.iter().all(|hook| hook.scope == EffectScope::Memory);
            pair[0].rank == pair[1].rank && pair[0].rule != pair[1].rule && !remember
        });
        equal.next().map_or(Ok(()), |pair| {
            let (one, other) = (pair[0].rule, pair[1].rule);
            let (_, happens) = pair[0].rank.row();
            Err(Refusal::Combination(format!(
                "{one} and {other} have one place in the order of effects: {happens}"
            )))
        })
    }

    /// A walk of the composer's own with a power that leads nowhere on this board is a slip.
    fn refuse_idle_powers(&mut self) {
        let idle = |walk: &WalkId| Some((*walk, idle_power(*walk, &self.geometry)?));
        if let Some((walk, power)) = self.walks.iter().find_map(idle) {
            let walk = walk.row().letters[0];
            self.refuse(format!(
                "no man can go anywhere on this board by `{power}`, a power of {walk}"
            ));
        }
    }
}

/// Whether all royal men of a diagram have the walk of a king.
fn royals_are_kings(diagram: &Diagram) -> bool {
    let mut royals = diagram.men().filter(|(_, man)| man.is_royal());
    royals.all(|(_, king)| king.walk() == walk_id::KING)
}

/// A diagram as a position, with the rights it suggests.
fn position_of(diagram: &Diagram, problem: &Problem, army: Army) -> Position {
    let mut position = Position::empty();
    for (number, (on, piece)) in diagram.men().enumerate() {
        position.apply(
            Effect::Place {
                on,
                piece,
                id: number as u16 + 1,
            },
            Reason::Silent,
        );
    }
    let rights = rights_of(&position, army, problem.options.no_castling);
    position.apply(
        Effect::Set {
            slot: Slot::CASTLING,
            value: rights,
        },
        Reason::Silent,
    );
    if let [_, passed @ .., arrival] = problem.options.en_passant.as_slice() {
        let value = pack_squares(passed.iter().copied().chain([*arrival]));
        position.apply(
            Effect::Set {
                slot: Slot::EN_PASSANT,
                value,
            },
            Reason::Silent,
        );
    }
    position
}
