//! The gate before a rule that is not always in force: what each question is answered while it is shut.
//!
//! **Invariant:** every list is named, so that a new one does not compile before somebody has said what
//! its rules answer while they are not in force.

use crate::board::SquareSet;
use crate::position::{Position, Slot};
use crate::rules::View;
use crate::rules::hooks::displaces::Displaces;
use crate::rules::hooks::hook::{
    AfterHook, AttackHook, BeforeHook, BoardMove, BorrowHook, CheckHook, ExtraHook,
    ExtraOfSideHook, ForbidHook, GoOnHook, GoalHook, Hook, Hooks, LegalHook, LineHook, Measure,
    MoveHook, OriginsHook, Predicted, Preference, RewriteHook, Ring, SiblingsHook, SidesHook,
};

/// What tells in a position whether a rule is in force.
#[derive(Clone, Copy)]
pub(super) struct Gate {
    pub(super) plies: Option<(Slot, u128, u128)>,
    pub(super) chosen: Option<(Slot, u128)>,
}

impl Gate {
    /// In the ply that is being played, or that comes next.
    fn is_open(self, position: &Position) -> bool {
        self.opens_in(position, 1) && self.is_chosen(position)
    }

    /// In the ply that was just played.
    fn was_open(self, position: &Position) -> bool {
        self.opens_in(position, 0)
    }

    fn opens_in(self, position: &Position, next: u128) -> bool {
        self.plies.is_none_or(|(slot, from, until)| {
            let ply = position.slot(slot) + next;
            (from..=until).contains(&ply)
        })
    }

    fn is_chosen(self, position: &Position) -> bool {
        let mut chosen = self.chosen.iter();
        chosen.all(|&(slot, rule)| position.slot(slot) == rule)
    }
}

impl Hooks {
    /// The same rules behind a gate: while it is shut they have no say.
    ///
    /// # Errors
    /// With the reason, where a rule says something once for all.
    pub(super) fn behind(self, gate: Gate) -> Result<Hooks, &'static str> {
        let Hooks {
            fixed_line,
            line,
            forbid,
            borrow,
            capture,
            move_only,
            extra,
            extra_of_man,
            board_move,
            before,
            rewrite,
            siblings,
            after,
            go_on,
            legal,
            select,
            sides,
            royal_squares,
            attack,
            origins,
            check,
            gives,
            goal,
            promotion,
            keep_promotion,
            hurdles,
            sight,
            end,
            setup,
            rebirth,
        } = self;
        if !setup.is_empty() {
            return Err("it changes the diagram, or what is remembered there, before play");
        }
        if !hurdles.is_empty() || sight.is_some() {
            return Err("it concerns some men all the time");
        }
        let mut lines: Vec<LineHook> = fixed_line
            .into_iter()
            .map(|hook| LineHook {
                rule: hook.rule,
                ring: Ring::Geometry,
                captures_only: false,
                act: hook.act,
            })
            .collect();
        lines.extend(line);
        Ok(Hooks {
            fixed_line: Vec::new(),
            line: each(lines, |hook| {
                let act = hook.act;
                let act = Box::new(move |view: View<'_>, side, way: &_| {
                    !gate.is_open(view.position) || act(view, side, way)
                });
                LineHook { act, ..hook }
            }),
            forbid: each(forbid, |hook| {
                let act = hook.act;
                ForbidHook {
                    rule: hook.rule,
                    observed_by: None,
                    act: Box::new(move |view, actor| {
                        gate.is_open(view.position) && act(view, actor)
                    }),
                }
            }),
            borrow: each(borrow, |hook| {
                let act = hook.act;
                let act = Box::new(move |view: View<'_>, actor, purpose, walks: &mut _| {
                    if gate.is_open(view.position) {
                        act(view, actor, purpose, walks);
                    }
                });
                BorrowHook { act, ..hook }
            }),
            capture: each(capture, |hook| {
                let act = hook.act;
                let act = Box::new(move |view: View<'_>, side, way: &_| {
                    !gate.is_open(view.position) || act(view, side, way)
                });
                MoveHook { act, ..hook }
            }),
            move_only: each(move_only, |hook| {
                let act = hook.act;
                let act = Box::new(move |view: View<'_>, side, way: &_| {
                    !gate.is_open(view.position) || act(view, side, way)
                });
                MoveHook { act, ..hook }
            }),
            extra: each(extra, |hook| {
                let act = hook.act;
                ExtraOfSideHook {
                    rule: hook.rule,
                    displaces: Displaces::Anything,
                    act: Box::new(move |view, side, moves| {
                        if gate.is_open(view.position) {
                            act(view, side, moves);
                        }
                    }),
                }
            }),
            extra_of_man: each(extra_of_man, |hook| {
                let act = hook.act;
                ExtraHook {
                    royal_only: hook.royal_only,
                    displaces: Displaces::Anything,
                    act: Box::new(move |rules, position, actor, moves| {
                        if gate.is_open(position) {
                            act(rules, position, actor, moves);
                        }
                    }),
                }
            }),
            board_move: board_move.map(|hook| {
                let offered = hook.offered;
                BoardMove {
                    displaces: Displaces::Anything,
                    offered: Box::new(move |view, side| {
                        gate.is_open(view.position) && offered(view, side)
                    }),
                    ..hook
                }
            }),
            before: each(before, |hook| {
                let act = hook.act;
                BeforeHook {
                    rule: hook.rule,
                    displaces: Displaces::Anything,
                    act: Box::new(move |view, side, way, outcome| {
                        if gate.is_open(view.position) {
                            act(view, side, way, outcome);
                        }
                    }),
                }
            }),
            rewrite: each(rewrite, |hook| {
                let act = hook.act;
                RewriteHook {
                    rule: hook.rule,
                    captures_only: hook.captures_only,
                    displaces: Displaces::Anything,
                    act: Box::new(move |rules, position, side, way, moves| {
                        match gate.is_open(position) {
                            true => act(rules, position, side, way, moves),
                            false => moves.push(way),
                        }
                    }),
                }
            }),
            siblings: each(siblings, |hook| {
                let act = hook.act;
                let act = Box::new(move |rules: &_, position: &mut _, side, moves: &mut _| {
                    if gate.is_open(position) {
                        act(rules, position, side, moves);
                    }
                });
                SiblingsHook { act, ..hook }
            }),
            after: each(after, |hook| {
                let act = hook.act;
                AfterHook {
                    scope: hook.scope.at_times(),
                    predicted: Predicted::Nothing,
                    displaces: Displaces::Anything,
                    rests: None,
                    arrivals: None,
                    stands: false,
                    is_chosen: gate.chosen.is_some(),
                    act: Box::new(move |rules, position, played, outcome| {
                        if gate.is_open(position) {
                            act(rules, position, played, outcome);
                        }
                    }),
                    ..hook
                }
            }),
            go_on: go_on.map(|hook| {
                let act = hook.act;
                GoOnHook {
                    act: Box::new(
                        move |rules, position, played| match gate.is_open(position) {
                            true => act(rules, position, played),
                            false => Vec::new(),
                        },
                    ),
                    ..hook
                }
            }),
            legal: each(legal, |hook| {
                let act = hook.act;
                LegalHook {
                    rule: hook.rule,
                    judged: hook.judged,
                    judges_trials: hook.judges_trials,
                    act: Box::new(move |rules, position, played| {
                        !gate.was_open(position) || act(rules, position, played)
                    }),
                }
            }),
            select: each(select, |judge| Preference {
                by_way: false,
                merit: match judge.merit {
                    Measure::Before(merit) => {
                        Measure::Before(Box::new(move |view, way| {
                            match gate.is_open(view.position) {
                                true => merit(view, way),
                                false => 0,
                            }
                        }))
                    }
                    Measure::After(merit) => {
                        Measure::After(Box::new(move |rules, position, played| {
                            match gate.was_open(position) {
                                true => merit(rules, position, played),
                                false => 0,
                            }
                        }))
                    }
                },
                ..judge
            }),
            sides: each(sides, |hook| {
                let act = hook.act;
                let act = Box::new(move |view: View<'_>, side, role, men| {
                    match gate.is_open(view.position) {
                        true => act(view, side, role, men),
                        false => men,
                    }
                });
                SidesHook { act, ..hook }
            }),
            royal_squares: each(royal_squares, |hook| {
                let act = hook.act;
                Hook {
                    rule: hook.rule,
                    act: Box::new(move |view, side| match gate.is_open(view.position) {
                        true => act(view, side),
                        false => SquareSet::EMPTY,
                    }),
                }
            }),
            attack: each(attack, |hook| {
                let act = hook.act;
                AttackHook {
                    reach: None,
                    act: Box::new(move |rules, position, on, side| {
                        gate.is_open(position) && act(rules, position, on, side)
                    }),
                }
            }),
            origins: each(origins, |hook| {
                let act = hook.act;
                OriginsHook {
                    departures: None,
                    act: Box::new(move |view, actor, walk| {
                        let open = gate.is_open(view.position);
                        open.then(|| act(view, actor, walk)).flatten()
                    }),
                    rule: hook.rule,
                    stance: hook.stance,
                }
            }),
            check: each(check, |hook| {
                let act = hook.act;
                CheckHook {
                    act: Box::new(move |question, position| match gate.is_open(position) {
                        true => act(question, position),
                        false => question.usual(position),
                    }),
                    rule: hook.rule,
                    stage: hook.stage,
                }
            }),
            gives: each(gives, |hook| {
                let act = hook.act;
                Hook {
                    rule: hook.rule,
                    act: Box::new(move |view, actor| {
                        !gate.is_open(view.position) || act(view, actor)
                    }),
                }
            }),
            goal: each(goal, |hook| {
                let act = hook.act;
                GoalHook {
                    keeps_play_ended: hook.keeps_play_ended,
                    act: Box::new(move |question, position| match gate.is_open(position) {
                        true => act(question, position),
                        false => question.usual(position),
                    }),
                }
            }),
            promotion: each(promotion, |hook| {
                let act = hook.act;
                Hook {
                    rule: hook.rule,
                    act: Box::new(move |view, on, effects| {
                        if gate.is_open(view.position) {
                            act(view, on, effects);
                        }
                    }),
                }
            }),
            keep_promotion: each(keep_promotion, |hook| {
                let act = hook.act;
                Hook {
                    rule: hook.rule,
                    act: Box::new(move |view, pawn, walk| {
                        !gate.is_open(view.position) || act(view, pawn, walk)
                    }),
                }
            }),
            hurdles,
            sight,
            end: each(end, |hook| {
                let act = hook.act;
                Hook {
                    rule: hook.rule,
                    act: Box::new(move |view| {
                        let open = gate.is_open(view.position);
                        open.then(|| act(view)).flatten()
                    }),
                }
            }),
            setup,
            rebirth: each(rebirth, |hook| {
                let act = hook.act;
                Hook {
                    rule: hook.rule,
                    act: Box::new(move |view, on| !gate.is_open(view.position) || act(view, on)),
                }
            }),
        })
    }
}

fn each<T>(hooks: Vec<T>, gated: impl FnMut(T) -> T) -> Vec<T> {
    hooks.into_iter().map(gated).collect()
}
