//! Play with dice nobody knows beforehand: the greatest chance of a mate, and mates that no
//! roll can spoil.
//!
//! Chances are counted in equally likely cases, as whole numbers: before a throw with so many
//! throws left there are `cases` to that power of them. A mate is forced whatever the dice if
//! all cases are favourable, so both questions are one, asked with different bounds.

mod tell;

use super::control::{Control, Observer};
use super::{Budget, Solved};
use crate::board::{Roll, Side};
use crate::problem::{Dice, Goal, Options};
use crate::rules::{DiceGame, Wanted};
use crate::solution::{Chance, Phase, PhaseKind, Play, Remark};
use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};

/// A mate in some moves with unknown rolls.
#[derive(Clone, Copy, Debug)]
pub struct Gamble {
    /// Within how many moves.
    pub moves: u16,
    /// Which dice are thrown.
    pub dice: Dice,
    /// The roll for the first move, if it is known.
    pub first: Option<Roll>,
    /// Whether it must succeed whatever the dice; if not, as likely as can be.
    pub forced: bool,
}

impl Gamble {
    /// The greatest number of moves whose cases can be counted.
    pub const MOST_MOVES: u16 = 12;
}

/// Solves a position for White, or for whom the options let begin.
pub fn solve<G: DiceGame>(
    game: &G,
    gamble: &Gamble,
    options: &Options,
    budget: &Budget,
    observer: &dyn Observer,
) -> Solved {
    let control = Control::new(options, budget, observer);
    let mut solved = Solved::default();
    for starter in starters(options) {
        let mut game = game.clone();
        game.set_side_to_move(starter);
        if game.can_capture_king() {
            solved.remarks.push(Remark::KingCapturable(starter));
            continue;
        }
        let mut gambler = Gambler::new(gamble, &control);
        let play = gambler.play(&mut game);
        if !gambler.stopped {
            solved.phases.push(Phase {
                kind: PhaseKind::Actual,
                starter,
                play: Play::Dice(play),
                told: Default::default(),
                numbers: Vec::new(),
            });
        }
    }
    solved.outcome = control.outcome();
    solved
}

fn starters(options: &Options) -> Vec<Side> {
    match (options.duplex, options.half_duplex) {
        (_, true) => vec![Side::Black],
        (true, _) => vec![Side::White, Side::Black],
        _ => vec![Side::White],
    }
}

/// A number of favourable cases.
type Cases = u128;

/// Within which bounds a value has to be exact: from the floor on and below the ceiling.
/// Below the floor an upper bound will do, from the ceiling on a lower one.
#[derive(Clone, Copy)]
struct Window {
    floor: Cases,
    ceiling: Cases,
}

impl Window {
    const ALL: Window = Window {
        floor: 0,
        ceiling: Cases::MAX,
    };

    /// What one throw has to bring, when `sum` is sure and `rest` is still open beside it.
    fn of_throw(self, sum: Cases, rest: Cases, weight: Cases) -> Window {
        let floor = self.floor.saturating_sub(sum.saturating_add(rest));
        let ceiling = self.ceiling.saturating_sub(sum);
        Window {
            floor: floor.div_ceil(weight),
            ceiling: ceiling.div_ceil(weight),
        }
    }
}

/// Bounds of a value that were found before.
#[derive(Clone, Copy)]
struct Known {
    least: Cases,
    most: Cases,
}

struct Gambler<'a, G: DiceGame> {
    gamble: &'a Gamble,
    control: &'a Control<'a>,
    /// By position, moves left and who is to throw.
    known: HashMap<(u128, u16), Known>,
    /// For each number of moves left the defence that refuted last.
    refuters: Vec<Option<G::Move>>,
    stopped: bool,
    until_poll: u32,
}

/// Positions between two looks at the clock.
const POLL: u32 = 1024;
/// What an entry of the memory takes, roughly.
const ENTRY_BYTES: usize = 96;

impl<'a, G: DiceGame> Gambler<'a, G> {
    fn new(gamble: &'a Gamble, control: &'a Control<'a>) -> Self {
        Gambler {
            gamble,
            control,
            known: HashMap::new(),
            refuters: vec![None; usize::from(gamble.moves) + 1],
            stopped: false,
            until_poll: POLL,
        }
    }

    /// All cases when so many throws are left.
    fn cases(&self, throws: u16) -> Cases {
        Cases::from(self.gamble.dice.cases()).pow(u32::from(throws))
    }

    fn weight(&self, roll: Roll) -> Cases {
        self.gamble.dice.weight(roll).into()
    }

    fn chance(&self, favourable: Cases, throws: u16) -> Chance {
        Chance::new(favourable, self.cases(throws))
    }

    /// The value before the attacker's throw with so many moves left.
    fn before_attack(&mut self, game: &mut G, moves: u16, window: Window) -> Cases {
        let key = (game.key(), 2 * moves);
        if let Some(value) = self.recall(key, window) {
            return value;
        }
        let value = self.over_rolls(2 * moves - 1, window, game, &mut |this, game, window| {
            this.best_attack(game, moves, window)
        });
        self.remember(key, window, value);
        value
    }

    /// The best the attacker can do with the roll just thrown.
    fn best_attack(&mut self, game: &mut G, moves: u16, window: Window) -> Cases {
        let wanted = match moves {
            1 => Wanted::Reaching(Goal::Check),
            _ => Wanted::All,
        };
        let mut best = 0;
        let _ = game.visit_moves(wanted, &[], &mut |game, _| {
            let floor = window.floor.max(best + 1);
            let value = self.after_attack(game, moves, Window { floor, ..window });
            best = best.max(value);
            self.tick(best < window.ceiling)
        });
        best
    }

    /// The value before the defender's throw; the attacker has so many moves left, the one
    /// just made included.
    fn after_attack(&mut self, game: &mut G, moves: u16, window: Window) -> Cases {
        let side = game.side_to_move();
        let checked = game.in_check(side);
        if moves == 1 && !checked {
            return 0;
        }
        let key = (game.key(), 2 * moves - 1);
        if let Some(value) = self.recall(key, window) {
            return value;
        }
        let all = self.cases(2 * moves - 2);
        let value = self.over_rolls(
            2 * moves - 2,
            window,
            game,
            &mut |this, game, window| match (game.has_move(), checked) {
                (false, true) => all,
                (false, false) => 0,
                (true, _) if moves == 1 => 0,
                (true, _) => this.best_defence(game, moves, window),
            },
        );
        self.remember(key, window, value);
        value
    }

    /// The least the defender, who has a move for the roll just thrown, must allow.
    fn best_defence(&mut self, game: &mut G, moves: u16, window: Window) -> Cases {
        let first = self.refuters[usize::from(moves)];
        let mut best = Cases::MAX;
        let mut refuter = None;
        let _ = game.visit_moves(Wanted::All, first.as_slice(), &mut |game, movement| {
            let ceiling = window.ceiling.min(best);
            let value = self.before_attack(game, moves - 1, Window { ceiling, ..window });
            if value < best {
                (best, refuter) = (value, Some(movement));
            }
            self.tick(best >= window.floor && best > 0)
        });
        self.refuters[usize::from(moves)] = refuter;
        best.min(self.cases(2 * moves - 2))
    }

    /// Sums up over the rolls what `value` makes of each; `throws` are left after this one.
    fn over_rolls(
        &mut self,
        throws: u16,
        window: Window,
        game: &mut G,
        value: &mut dyn FnMut(&mut Self, &mut G, Window) -> Cases,
    ) -> Cases {
        let each = self.cases(throws);
        let mut rest = self.cases(throws + 1);
        let mut sum = 0;
        for roll in Roll::ALL {
            let weight = self.weight(roll);
            rest -= weight * each;
            game.throw(roll);
            sum += weight * value(self, game, window.of_throw(sum, rest, weight));
            game.rewind();
            if sum + rest < window.floor {
                return sum + rest;
            }
            if sum >= window.ceiling || self.stopped {
                return sum;
            }
        }
        sum
    }

    fn recall(&self, key: (u128, u16), window: Window) -> Option<Cases> {
        let known = self.known.get(&key)?;
        if known.least == known.most || known.least >= window.ceiling {
            return Some(known.least);
        }
        (known.most < window.floor).then_some(known.most)
    }

    fn remember(&mut self, key: (u128, u16), window: Window, value: Cases) {
        if self.stopped {
            return;
        }
        if self.known.len() >= self.control.budget.memory / ENTRY_BYTES {
            self.known.clear();
        }
        let known = self.known.entry(key).or_insert(Known {
            least: 0,
            most: Cases::MAX,
        });
        if value >= window.floor {
            known.least = known.least.max(value);
        }
        if value < window.ceiling {
            known.most = known.most.min(value);
        }
    }

    /// Counts a position; goes on if that is wanted and there is time.
    fn tick(&mut self, wanted: bool) -> std::ops::ControlFlow<()> {
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = POLL;
            self.stopped |= self.control.must_stop();
        }
        if wanted && !self.stopped {
            Continue(())
        } else {
            Break(())
        }
    }
}
