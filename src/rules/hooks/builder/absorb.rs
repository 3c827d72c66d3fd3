//! Adding the hooks of a rule that was installed apart to those of all others.

use super::RulesBuilder;
use crate::rules::declared::Loan;
use crate::rules::hooks::hook::{Hooks, Preference};

impl RulesBuilder<'_> {
    /// Adds what a rule installed to the lists, each at its place.
    pub(super) fn absorb(&mut self, gated: Hooks, gated_loans: Vec<Loan>) {
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
        } = gated;
        let board_moves = [&self.hooks.board_move, &board_move];
        let former = board_moves.map(|hook| hook.as_ref().map(|hook| hook.rule));
        self.refuse_second(
            former[0].filter(|_| former[1].is_some()),
            "what a move without a man does",
        );
        let goes_on = [&self.hooks.go_on, &go_on].map(|hook| hook.as_ref().map(|hook| hook.rule));
        self.refuse_second(
            goes_on[0].filter(|_| goes_on[1].is_some()),
            "how a man goes on in the same move",
        );
        let binds = |judge: &Preference| {
            let mut others = self.hooks.select.iter();
            others.any(|other| other.side == judge.side)
        };
        if select.iter().any(binds) {
            self.refuse("two rules say which legal moves the same side may play, and one of them is not always in force");
        }
        for (hook, loan) in borrow.into_iter().zip(gated_loans) {
            self.add_loan(loan, hook);
        }
        let hooks = &mut self.hooks;
        for hook in after {
            hooks.add_after(hook);
        }
        for hook in check {
            hooks.add_check(hook);
        }
        for hook in extra_of_man {
            hooks.add_extra_of_man(hook);
        }
        hooks.fixed_line.extend(fixed_line);
        hooks.line.extend(line);
        hooks.forbid.extend(forbid);
        hooks.capture.extend(capture);
        hooks.move_only.extend(move_only);
        hooks.extra.extend(extra);
        hooks.board_move = hooks.board_move.take().or(board_move);
        hooks.before.extend(before);
        hooks.rewrite.extend(rewrite);
        hooks.siblings.extend(siblings);
        hooks.go_on = hooks.go_on.take().or(go_on);
        hooks.legal.extend(legal);
        hooks.select.extend(select);
        hooks.sides.extend(sides);
        hooks.royal_squares.extend(royal_squares);
        hooks.attack.extend(attack);
        hooks.origins.extend(origins);
        hooks.gives.extend(gives);
        hooks.goal.extend(goal);
        hooks.promotion.extend(promotion);
        hooks.keep_promotion.extend(keep_promotion);
        hooks.hurdles.extend(hurdles);
        hooks.sight = hooks.sight.take().or(sight);
        hooks.end.extend(end);
        hooks.setup.extend(setup);
        hooks.rebirth.extend(rebirth);
    }
}
