//! The slowest solver: straight from what the genres mean, no hash table, no
//! order of moves, no tree of play.

use super::text::text;
use dawson::problem::{Genre, Goal, NonTrivial, Stipulation};
use dawson::rules::{Game, Wanted};
use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

/// Keys as `Ra1-a8!`, tries with the number of their refutations, or lines.
pub fn solutions<G: Game>(game: &mut G, asked: &Stipulation, tries: usize) -> BTreeSet<String> {
    let battle = Battle {
        genre: asked.genre,
        goal: asked.goal,
        exact: asked.exact,
    };
    match asked.genre {
        Genre::Direct | Genre::Self_ | Genre::Reflex | Genre::SemiReflex => {
            battle.first_moves(game, asked.length.moves, tries)
        }
        _ => lines(game, asked),
    }
}

/// Keys of self play with few defences that are not trivial.
pub fn narrow_keys<G: Game>(
    game: &mut G,
    asked: &Stipulation,
    wish: NonTrivial,
) -> BTreeSet<String> {
    let battle = Battle {
        genre: asked.genre,
        goal: asked.goal,
        exact: false,
    };
    let limits = (wish.moves, wish.additional.into());
    let keys = each(game, |game| {
        let mut lengths = 1..=asked.length.moves;
        let wins = lengths.any(|moves| battle.attacked_narrowly(game, moves, limits));
        wins.then(|| format!("{}!", text(&game.record())))
    });
    keys.into_iter().flatten().collect()
}

struct Battle {
    genre: Genre,
    goal: Goal,
    exact: bool,
}

impl Battle {
    fn first_moves<G: Game>(&self, game: &mut G, moves: u16, tries: usize) -> BTreeSet<String> {
        if self.is_obliged(game) {
            return BTreeSet::new();
        }
        let first = each(game, |game| {
            let name = text(&game.record());
            if self.lengths(moves).any(|moves| self.attacked(game, moves)) {
                return Some(format!("{name}!"));
            }
            let refuted = self.refutations(game, moves);
            (1..=tries)
                .contains(&refuted)
                .then(|| format!("{name}? {refuted}"))
        });
        first.into_iter().flatten().collect()
    }

    fn lengths(&self, moves: u16) -> impl Iterator<Item = u16> {
        let shortest = if self.exact { moves } else { 1 };
        shortest..=moves
    }

    /// Whether the attacker, to move, wins within so many moves.
    fn wins<G: Game>(&self, game: &mut G, moves: u16) -> bool {
        moves > 0
            && !self.is_obliged(game)
            && each(game, |game| self.attacked(game, moves)).contains(&true)
    }

    /// Whether the attack just played wins, it being one of so many moves.
    fn attacked<G: Game>(&self, game: &mut G, moves: u16) -> bool {
        let may_end = moves == 1 || !self.exact;
        let ends = may_end
            && match self.genre {
                Genre::Direct => game.reaches(self.goal),
                Genre::Self_ => false,
                _ => can(game, self.goal),
            };
        let goes_on = moves > 1 || self.genre == Genre::Self_;
        ends || goes_on && all(&each(game, |game| self.is_answered(game, moves)))
    }

    fn is_answered<G: Game>(&self, game: &mut G, moves: u16) -> bool {
        let may_end = moves == 1 || !self.exact;
        let driven = self.genre == Genre::Self_ && may_end && game.reaches(self.goal);
        driven || self.wins(game, moves - 1)
    }

    fn refutations<G: Game>(&self, game: &mut G, moves: u16) -> usize {
        if moves == 1 && self.genre != Genre::Self_ {
            return 0;
        }
        let answers = each(game, |game| self.is_answered(game, moves));
        answers.into_iter().filter(|answered| !answered).count()
    }

    /// Whether the attack just played wins in self play where only so many defences, over the
    /// whole play, may not be answered by a win in `trivial` moves.
    fn attacked_narrowly<G: Game>(
        &self,
        game: &mut G,
        moves: u16,
        (trivial, allowed): (u16, usize),
    ) -> bool {
        let counts = 2 * moves > 2 * trivial + 3;
        let open = match counts {
            true => {
                let answers = each(game, |game| self.is_answered(game, trivial + 1));
                answers.into_iter().filter(|answered| !answered).count()
            }
            false => 0,
        };
        let Some(left) = (allowed + 1).checked_sub(open.max(1)) else {
            return false;
        };
        let answers = each(game, |game| {
            game.reaches(self.goal)
                || moves > 1
                    && each(game, |game| {
                        self.attacked_narrowly(game, moves - 1, (trivial, left))
                    })
                    .contains(&true)
        });
        all(&answers)
    }

    /// Whether White must not move because he could reach the goal.
    fn is_obliged<G: Game>(&self, game: &mut G) -> bool {
        self.genre == Genre::Reflex && can(game, self.goal)
    }
}

fn lines<G: Game>(game: &mut G, asked: &Stipulation) -> BTreeSet<String> {
    let full = asked.length.moves * 2 + u16::from(asked.length.half);
    let (most, step) = match asked.genre {
        Genre::Help => (full, 2),
        Genre::HelpSelf => (full - 1, 2),
        _ => (asked.length.moves, 1),
    };
    let shortest = if asked.exact { most } else { most % step };
    let mut found = BTreeSet::new();
    for plies in (shortest..=most).step_by(step.into()) {
        extend(game, asked, (0, plies), "", &mut found);
    }
    found
}

/// Plays on from `played` plies to `plies`.
fn extend<G: Game>(
    game: &mut G,
    asked: &Stipulation,
    (played, plies): (u16, u16),
    line: &str,
    found: &mut BTreeSet<String>,
) {
    let series = matches!(
        asked.genre,
        Genre::Series | Genre::SeriesHelp | Genre::SeriesSelf
    );
    let whole = (plies - played) % 2 == 0 || series;
    if played == plies {
        return end(game, asked, played, line, found);
    }
    let ended = match asked.genre {
        Genre::Help => played > 0 && whole && game.reaches(asked.goal),
        Genre::HelpSelf => whole && is_forced(game, asked.goal),
        Genre::Series => played > 0 && game.reaches(asked.goal),
        Genre::SeriesSelf => played > 0 && is_forced(game, asked.goal),
        _ => false,
    };
    let side = game.side_to_move();
    if ended || series && played > 0 && game.in_check(side) {
        return;
    }
    if series && played > 0 {
        game.pass();
    }
    each(game, |game| {
        let line = format!("{line} {}", text(&game.record()));
        extend(game, asked, (played + 1, plies), &line, found);
    });
    if series && played > 0 {
        game.rewind();
    }
}

fn end<G: Game>(
    game: &mut G,
    asked: &Stipulation,
    played: u16,
    line: &str,
    found: &mut BTreeSet<String>,
) {
    let goal = asked.goal;
    let replies = match asked.genre {
        Genre::Help | Genre::Series => {
            if played > 0 && game.reaches(goal) {
                found.insert(line.trim().to_owned());
            }
            return;
        }
        Genre::SeriesHelp => played > 0,
        Genre::SeriesSelf => played > 0 && is_forced(game, goal),
        _ => is_forced(game, goal),
    };
    if replies {
        each(game, |game| {
            if game.reaches(goal) {
                found.insert(format!("{line} {}", text(&game.record())).trim().to_owned());
            }
        });
    }
}

/// Whether the side to move can reach the goal at once.
fn can<G: Game>(game: &mut G, goal: Goal) -> bool {
    each(game, |game| game.reaches(goal)).contains(&true)
}

/// Whether the side to move can do nothing else.
fn is_forced<G: Game>(game: &mut G, goal: Goal) -> bool {
    all(&each(game, |game| game.reaches(goal)))
}

/// All, and there are some.
fn all(answers: &[bool]) -> bool {
    !answers.is_empty() && !answers.contains(&false)
}

fn each<G: Game, T>(game: &mut G, mut ask: impl FnMut(&mut G) -> T) -> Vec<T> {
    let mut answers = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |game, _| {
        answers.push(ask(game));
        Continue(())
    });
    answers
}
