//! Games in which a turn has several moves: Marseillais, two-move, progressive, monster, Savoyard and Annecian chess.

use super::{Boards, Definition, Pawns};
use crate::problem::Condition;
use crate::rules::{EarlyCheck, MOST_MOVES, RulesBuilder, Stuck, TurnRule};

/// What the parsers, printers and the manual know about Marseillais chess.
pub static MARSEILLAIS: Definition = Definition {
    key: "marseillais-chess",
    summary: "Each turn has two moves, of one man or of two; a check with the first ends the turn, and who is in check \
              parries it with the first. A double step of the turn before may be answered en passant by the first \
              move, and if that was such a capture by the second, too. With the word `balanced` the first turn has \
              one move.",
    decisions: "A turn in which no second move can be played ends with the first.",
    options: Some(&[super::Param::Flag("balanced")]),
    samples: &["Balanced"],
    install: |condition, rules| {
        let first = if condition.has_flag("balanced") { 1 } else { 0 };
        rules.set_turns(TurnRule {
            single_turns: first,
            early_check: EarlyCheck::EndsTurn,
            stuck: Stuck::EndsTurn,
            many_en_passant: true,
            ..TWO
        });
    },
    ..TURNS
};

/// The same of two-move chess.
pub static TWO_MOVE: Definition = Definition {
    key: "two-move-chess",
    summary: "Each turn has two moves, which count as one: between them the own king may be in check, and a king is in \
              check if the other side could take it with either move of its next turn. A turn after which all men \
              stand as before is illegal.",
    decisions: "En passant pawns are captured by the first move of a turn alone. A king is not taken.",
    install: |_, rules| {
        rules.set_turns(TurnRule {
            is_safe_between: false,
            checks_by_turns: true,
            must_change: true,
            ..TWO
        });
    },
    ..TURNS
};

/// The same of progressive chess in the Scottish form.
pub static SCOTTISH: Definition = Definition {
    key: "scottish-chess",
    summary: "The first turn has one move, the next two, the next three and so on; a number says how many the first has. \
              A check ends the turn; it must be parried with the first move of the next. Whoever cannot go on in his turn \
              and gives no check draws.",
    options: Some(&[super::Param::Number("number")]),
    samples: &["2"],
    install: |condition, rules| progressive(condition, EarlyCheck::EndsTurn, rules),
    ..TURNS
};

/// The same in the Italian form.
pub static ITALIAN: Definition = Definition {
    key: "italian-chess",
    summary: "Progressive chess in which check may be given with the last move of a turn alone, also to parry a check.",
    decisions: "Whoever has in check no first move but such as check too early is mated.",
    options: Some(&[super::Param::Number("number")]),
    samples: &["2"],
    install: |condition, rules| progressive(condition, EarlyCheck::Illegal, rules),
    ..TURNS
};

/// The same of monster chess.
pub static MONSTER: Definition = Definition {
    key: "monster-chess",
    summary: "White has two moves a turn, Black has one. The white king may be in check between them; the black king is in \
              check if White could take it with either move of his next turn.",
    decisions: "The men are those of the diagram.",
    install: |_, rules| {
        rules.set_turns(TurnRule {
            moves: [2, 1],
            is_safe_between: false,
            checks_by_turns: true,
            ..TWO
        });
    },
    ..TURNS
};

/// The same of Savoyard chess.
pub static SAVOYARD: Definition = Definition {
    key: "savoyard-chess",
    summary: "Each turn has two moves of one man, each as in usual play; after a check with the first the second is not \
              played. The men must stand otherwise after a turn than before it. The own king is never in check, not even \
              between the moves; castling is a move of the king.",
    install: |_, rules| {
        rules.set_turns(TurnRule {
            early_check: EarlyCheck::EndsTurn,
            one_man: true,
            must_change: true,
            ..TWO
        });
    },
    ..TURNS
};

/// The same of Annecian chess.
pub static ANNECIAN: Definition = Definition {
    key: "annecian-chess",
    summary: "Each turn has two moves of one man, also if the first checks: the king need not be taken. Between the moves \
              the own king may be in check. The men must stand otherwise after a turn than before it.",
    decisions: "After the turn the own king is safe from a single move, as in usual play.",
    install: |_, rules| {
        rules.set_turns(TurnRule {
            is_safe_between: false,
            one_man: true,
            must_change: true,
            ..TWO
        });
    },
    ..TURNS
};

const TURNS: Definition = Definition {
    pawns: |_| Pawns::Usual,
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

const TWO: TurnRule = TurnRule {
    moves: [2, 2],
    ..TurnRule::SINGLE
};

fn progressive(condition: &Condition, early_check: EarlyCheck, rules: &mut RulesBuilder<'_>) {
    let first = condition.number("number").unwrap_or(1);
    let Some(first) = u16::try_from(first)
        .ok()
        .filter(|moves| (1..=MOST_MOVES).contains(&usize::from(*moves)))
    else {
        return rules.refuse(format!("the first turn has 1 to {MOST_MOVES} moves"));
    };
    rules.set_turns(TurnRule {
        moves: [first; 2],
        grows: 1,
        early_check,
        stuck: Stuck::Draw,
        ..TurnRule::SINGLE
    });
}
