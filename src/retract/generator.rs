//! The way to take moves back that is fastest for a problem, and how legal a position is.

use super::forward::castlings_at_home;
use super::general::{General, Guess};
use super::material::Material;
use super::memo::Memo;
use super::orthodox;
use super::reborn::Reborn;
use super::scene::{Need, Scene};
use super::task::Level;
use super::unmove::UnMove;
use crate::board::SquareSet;
use crate::legality;
use crate::problem::{Diagram, Problem};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Which ways may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ways {
    /// The fastest.
    #[default]
    Fastest,
    /// Guessing within the bounds of rules and walks.
    Bounded,
    /// Guessing wherever a man may stand.
    Plain,
}

/// Takes moves back by the rules of a problem.
#[derive(Clone)]
pub struct Generator {
    general: General,
    is_orthodox: bool,
    /// Where capturing men are put elsewhere and nothing else happens.
    reborn: Option<Reborn>,
    material: Material,
    /// Whether positions have so many moves behind them, by the key of both.
    legal: Arc<Memo<bool>>,
    /// The diagram, for questions to the rules of legality.
    diagram: Diagram,
    /// Whether the game ends in positions in which nobody can be mated.
    pub avoids_dead: bool,
    /// How many un-moves have been found.
    pub found: u64,
}

impl Generator {
    /// The generator of a problem.
    ///
    /// # Errors
    /// With the reason, when its moves cannot be taken back.
    pub fn of(
        problem: &Problem,
        material: Option<Material>,
        ways: Ways,
        memory: usize,
    ) -> Result<Generator, String> {
        let guess = match ways {
            Ways::Plain => Guess::Plain,
            _ => Guess::Bounded,
        };
        let general = General::of(problem, guess)?;
        let men = problem.diagram.men();
        let is_plain = ways == Ways::Fastest
            && men.into_iter().all(|(_, piece)| {
                general
                    .kinds()
                    .code(piece)
                    .is_some_and(|man| man < super::scene::code::OTHERS)
            });
        let is_reborn = is_plain && general.keeps_pawns_off_the_edge();
        let reborn = is_reborn.then(|| Reborn::of(&general)).flatten();
        Ok(Generator {
            // Rules that leave men their ways may still ask for the best of the moves.
            is_orthodox: is_plain
                && general.engine().rules().are_orthodox()
                && !general.bounds().compares,
            reborn,
            material: material.unwrap_or_else(|| general.usual_material()),
            general,
            legal: Arc::new(Memo::of_bytes(memory)),
            diagram: problem.diagram.clone(),
            avoids_dead: false,
            found: 0,
        })
    }

    /// The same generator that guesses instead.
    pub fn general(&mut self) -> &mut General {
        &mut self.general
    }

    /// The fast way where capturing men are put elsewhere, if it may be taken.
    pub(super) fn reborn(&self) -> Option<&Reborn> {
        self.reborn.as_ref()
    }

    /// The men by number.
    pub fn kinds(&self) -> &super::Kinds {
        self.general.kinds()
    }

    /// How men are counted.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Visits all moves that can have led to a scene until the visitor has seen enough.
    pub fn visit(
        &mut self,
        scene: &Scene,
        visitor: &mut dyn FnMut(UnMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let found = &mut self.found;
        let mut counted = |un_move| {
            *found += 1;
            visitor(un_move)
        };
        match &self.reborn {
            _ if self.is_orthodox => orthodox::visit(scene, self.material, &mut counted),
            Some(reborn) => reborn.visit(scene, self.material, &mut counted),
            None => self.general.visit(scene, self.material, &mut counted),
        }
    }

    /// All moves that can have led to a scene.
    pub fn un_moves(&mut self, scene: &Scene) -> Vec<UnMove> {
        let mut all = Vec::new();
        let _ = self.visit(scene, &mut |un_move| {
            all.push(un_move);
            ControlFlow::Continue(())
        });
        all
    }

    /// Those that come from positions of this level.
    pub fn legal_un_moves(&mut self, scene: &Scene, level: Level) -> Vec<UnMove> {
        let mut all = self.un_moves(scene);
        all.retain(|un_move| self.is_legal(&un_move.before, level));
        all
    }

    /// Whether a position is as legal as the level asks, as far as moves taken back tell; the level
    /// `full` asks the rules of legality, too.
    pub fn is_legal(&mut self, scene: &Scene, level: Level) -> bool {
        let has_past = match level {
            Level::None => true,
            Level::Checks => !self.is_in_check(scene) || self.has_past(scene, 1),
            Level::Last(plies) => self.has_past(scene, plies),
            Level::Full => self.has_past(scene, FULL_PLIES) && !self.is_refuted(scene),
        };
        has_past && (!self.avoids_dead || !self.is_dead(scene))
    }

    /// Whether the rules of legality disprove an orthodox position.
    fn is_refuted(&mut self, scene: &Scene) -> bool {
        self.ask(scene, REFUTED, |state| {
            let limits = legality::Limits {
                depth: 0,
                nodes: 1000,
                passages: 20_000,
                proof: 0,
                plans: 0,
            };
            let stops = &|| false;
            matches!(
                legality::judge(state, &legality::Effort { limits, stops }),
                legality::Verdict::Illegal(_)
            )
        })
    }

    /// Whether nobody can be mated any more in an orthodox position, whoever may castle there.
    fn is_dead(&mut self, scene: &Scene) -> bool {
        let with_it = |need: Need, castling| need.with(castling);
        let need = castlings_at_home(scene).fold(scene.need, with_it);
        self.ask(&scene.with_need(need), DEAD, |state| {
            matches!(legality::dead(state, DEAD_POSITIONS), legality::Play::Dead)
        })
    }

    fn ask(&mut self, scene: &Scene, salt: u128, ask: impl Fn(&legality::State) -> bool) -> bool {
        if !self.is_orthodox {
            return false;
        }
        let key = scene.key() ^ salt;
        if let Some(known) = self.legal.get(key) {
            return known;
        }
        let diagram = self.general.kinds().diagram(scene, &self.diagram);
        let state = legality::State::of(&diagram, scene.turn);
        let answer = state.is_some_and(|state| {
            let state = state.with_need(SquareSet(scene.need.squares().into()));
            ask(&state.with_passed(scene.passed()))
        });
        self.legal.put(key, answer);
        answer
    }

    fn is_in_check(&mut self, scene: &Scene) -> bool {
        let engine = self.general.arranged(scene, Some(0));
        engine.is_in_check(scene.turn)
    }

    /// Whether so many moves can be taken back; from the game array none need be.
    pub fn has_past(&mut self, scene: &Scene, plies: u32) -> bool {
        if plies == 0 || scene.without_history() == Scene::array() {
            return true;
        }
        let key = scene.key() ^ u128::from(plies) << 64;
        if let Some(known) = self.legal.get(key) {
            return known;
        }
        let found = match plies {
            1 => self
                .visit(scene, &mut |_| ControlFlow::Break(()))
                .is_break(),
            _ => {
                // The first un-moves mostly do; only where they fail all are looked at.
                let all = self.un_moves(scene);
                all.iter()
                    .any(|un_move| self.has_past(&un_move.before, plies - 1))
            }
        };
        self.legal.put(key, found);
        found
    }
}

/// What tells the questions apart in the table.
const REFUTED: u128 = 1 << 100;
const DEAD: u128 = 1 << 101;

/// How many positions are looked at to find out whether one is dead.
const DEAD_POSITIONS: usize = 20_000;

/// How far back the moves of a position are looked for where nobody says so.
const FULL_PLIES: u32 = 2;
