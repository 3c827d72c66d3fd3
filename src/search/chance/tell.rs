//! Telling play with dice: the best moves for each roll, and what follows them.

use super::{Cases, Gambler, Window};
use crate::board::Roll;
use crate::problem::Goal;
use crate::rules::{DiceGame, Wanted};
use crate::solution::{Chance, DicePlay, RollEnd, Throw, Wager};
use std::ops::ControlFlow::Continue;

impl<G: DiceGame> Gambler<'_, G> {
    /// The play from a position whose first roll may be known.
    pub(super) fn play(&mut self, game: &mut G) -> DicePlay {
        let moves = self.gamble.moves;
        let forced = self.gamble.forced;
        let throws = match self.gamble.first {
            Some(roll) => vec![self.throw(game, roll, moves)],
            None => self.attacks(game, moves),
        };
        let certain = throws
            .iter()
            .all(|throw| throw.value.is_some_and(Chance::is_certain));
        let value = match (forced, certain) {
            (true, true) => Some(Chance::new(1, 1)),
            (true, false) => None,
            (false, _) => Some(self.total(&throws)),
        };
        DicePlay {
            forced,
            value,
            throws,
        }
    }

    /// The value over all throws told; a first roll that is known counts alone.
    fn total(&self, throws: &[Throw]) -> Chance {
        match throws {
            [only] => only.value.unwrap_or(Chance::new(0, 1)),
            throws => {
                let terms = throws
                    .iter()
                    .filter_map(|throw| Some((throw.likelihood, throw.value?)));
                terms
                    .map(|(likelihood, value)| likelihood * value)
                    .fold(Chance::new(0, 1), |sum, term| sum + term)
            }
        }
    }

    fn attacks(&mut self, game: &mut G, moves: u16) -> Vec<Throw> {
        let rolls = Roll::ALL.into_iter();
        rolls.map(|roll| self.throw(game, roll, moves)).collect()
    }

    /// The attacker's roll with so many moves left: all moves that are best for it.
    fn throw(&mut self, game: &mut G, roll: Roll, moves: u16) -> Throw {
        game.throw(roll);
        let (best, mut wagers) = self.best_moves(game, moves);
        let all = self.cases(2 * moves - 1);
        let forced = self.gamble.forced;
        if forced && best < all {
            wagers.clear();
        }
        let value = (!forced || best == all).then(|| self.chance(best, 2 * moves - 1));
        let moves = match self.tells_more(forced, best) {
            true => self.follow(game, wagers, moves),
            false => wagers.into_iter().map(|(_, wager)| wager).collect(),
        };
        let end = if game.has_move() {
            None
        } else {
            Some(end(game))
        };
        game.rewind();
        Throw {
            roll,
            likelihood: self.likelihood(roll),
            value,
            end,
            moves,
        }
    }

    /// What follows is told where it was asked for and there is something to win.
    fn tells_more(&self, forced: bool, best: Cases) -> bool {
        self.control.options.variation && !forced && best > 0 && !self.stopped
    }

    fn likelihood(&self, roll: Roll) -> Chance {
        let dice = self.gamble.dice;
        Chance::new(dice.weight(roll).into(), dice.cases().into())
    }

    /// All moves of the greatest value, with that value.
    fn best_moves(&mut self, game: &mut G, moves: u16) -> (Cases, Vec<(G::Move, Wager)>) {
        let all = self.cases(2 * moves - 1);
        let mut best = if self.gamble.forced { all } else { 0 };
        let mut wagers: Vec<(G::Move, Wager)> = Vec::new();
        let mut found = false;
        let _ = game.visit_moves(Wanted::All, &[], &mut |game, movement| {
            let window = Window {
                floor: best,
                ..Window::ALL
            };
            let value = self.after_attack(game, moves, window);
            if value >= best {
                found = true;
                if value > best {
                    wagers.clear();
                }
                best = value;
                wagers.push((movement, self.wager(game, value, 2 * moves - 1)));
            }
            self.tick(true)
        });
        (if found { best } else { 0 }, wagers)
    }

    fn wager(&self, game: &mut G, value: Cases, throws: u16) -> Wager {
        Wager {
            movement: game.record(),
            goal: game.reaches(Goal::Mate).then_some(Goal::Mate),
            value: Some(self.chance(value, throws)),
            throws: Vec::new(),
        }
    }

    /// The first of the best moves with all that may follow it, then the others.
    fn follow(&mut self, game: &mut G, wagers: Vec<(G::Move, Wager)>, moves: u16) -> Vec<Wager> {
        let mut told = Vec::new();
        for (movement, mut wager) in wagers {
            if told.is_empty() {
                game.play(movement);
                wager.throws = self.defences(game, moves);
                game.rewind();
            }
            told.push(wager);
        }
        told
    }

    /// What the defender can do with each roll after the attacker's move.
    fn defences(&mut self, game: &mut G, moves: u16) -> Vec<Throw> {
        let rolls = Roll::ALL.into_iter();
        rolls
            .map(|roll| {
                game.throw(roll);
                let throw = self.defence(game, roll, moves);
                game.rewind();
                throw
            })
            .collect()
    }

    fn defence(&mut self, game: &mut G, roll: Roll, moves: u16) -> Throw {
        let (throws, all) = (2 * moves - 2, self.cases(2 * moves - 2));
        let mut throw = Throw {
            roll,
            likelihood: self.likelihood(roll),
            value: Some(Chance::new(0, 1)),
            end: None,
            moves: Vec::new(),
        };
        if !game.has_move() {
            let end = end(game);
            let value = if end == RollEnd::Mate { all } else { 0 };
            throw.value = Some(self.chance(value, throws));
            throw.end = Some(end);
        } else if moves > 1 {
            let least = self.replies(game, moves, &mut throw.moves);
            throw.value = Some(self.chance(least, throws));
        }
        throw
    }

    /// Every move of the defender with the attacker's answers; returns the least value.
    fn replies(&mut self, game: &mut G, moves: u16, told: &mut Vec<Wager>) -> Cases {
        let mut least = Cases::MAX;
        let _ = game.visit_moves(Wanted::All, &[], &mut |game, _| {
            let value = self.before_attack(game, moves - 1, Window::ALL);
            least = least.min(value);
            let mut wager = self.wager(game, value, 2 * moves - 2);
            if value > 0 && !self.stopped {
                wager.throws = self.attacks(game, moves - 1);
            }
            told.push(wager);
            if self.stopped {
                return std::ops::ControlFlow::Break(());
            }
            Continue(())
        });
        least
    }
}

/// What a roll for which the side to move has no move does to it.
fn end<G: DiceGame>(game: &mut G) -> RollEnd {
    let side = game.side_to_move();
    match game.in_check(side) {
        true => RollEnd::Mate,
        false => RollEnd::Stalemate,
    }
}
