//! Compiling traditional stipulations: each genre is one shape of the tree.

use super::{Branch, Node, PlayKind, Precondition, Span, TreeOfPlay, nested};
use crate::board::Side;
use crate::problem::{Genre, Goal, Length, Options, Stipulation};

/// The tree of play of a traditional stipulation.
pub fn compile(stipulation: &Stipulation, options: &Options) -> TreeOfPlay {
    let stipulation = &stipulation.with(options);
    let (starter, branch) = shape(stipulation);
    let branch = if options.quodlibet {
        with_both_goals(stipulation, branch)
    } else {
        branch
    };
    let other_way = options.white_to_play && stipulation.goal == Goal::AToB;
    let starter = if other_way { Side::White } else { starter };
    let in_series = options.white_to_play && stipulation.genre.is_series();
    if stipulation.introduction > 0 {
        return introduced(stipulation, branch);
    }
    let half_is_missing = stipulation.length.half && !stipulation.leads_to_position();
    let tree = TreeOfPlay {
        missing: u8::from(half_is_missing || in_series),
        other_passes: in_series,
        ..simple(
            starter,
            if in_series {
                possibly_empty(branch)
            } else {
                branch
            },
        )
    };
    match stipulation.genre {
        Genre::ReciprocalHelp if tree.branch.span.max == 0 => reciprocal_at_once(tree),
        _ => tree,
    }
}

/// Play that is told alone and whole.
pub(super) fn simple(starter: Side, branch: Branch) -> TreeOfPlay {
    TreeOfPlay {
        starter,
        branch,
        missing: 0,
        other_passes: false,
        more: Vec::new(),
        provided: None,
    }
}

/// Reciprocal play without a ply before it: both halves are told on their own.
fn reciprocal_at_once(tree: TreeOfPlay) -> TreeOfPlay {
    let provided = tree.branch.end_after(0).cloned();
    let halves = match &provided {
        Some(Node::And(help, own)) => [nested(Some(help)), nested(Some(own))],
        _ => [None, None],
    };
    let [Some(help), Some(own)] = halves.map(Option::<&Branch>::cloned) else {
        return tree;
    };
    let to_move = tree.starter;
    let provided = provided.map(|node| Precondition { to_move, node });
    TreeOfPlay {
        more: vec![TreeOfPlay {
            branch: own,
            provided: provided.clone(),
            ..tree.clone()
        }],
        branch: help,
        provided,
        ..tree
    }
}

/// `Quodlibet`: who drives the other side into the goal may also reach it.
fn with_both_goals(stipulation: &Stipulation, branch: Branch) -> Branch {
    let own = || Node::Goal(stipulation.goal);
    let or_own = |node: Node| Node::Or(Box::new(own()), Box::new(node));
    let [first, second] = branch.ends;
    let ends = match stipulation.genre {
        Genre::Self_ => [Some(own()), second],
        Genre::SemiReflex | Genre::ParrySeriesSelf => [first.map(or_own), second],
        _ => [first, second],
    };
    Branch { ends, ..branch }
}

/// Series in which the helping or forced side could begin at once.
fn possibly_empty(branch: Branch) -> Branch {
    let may_be_empty = nested(branch.end_after(0)).is_some_and(|inner| !inner.is_battle());
    Branch {
        may_be_empty,
        ..branch
    }
}

/// Introductory moves belong to the side that does not start whole moves of
/// the rest.
fn introduced(stipulation: &Stipulation, rest: Branch) -> TreeOfPlay {
    let (starter, _) = shape(&Stipulation {
        length: Length::moves(stipulation.length.moves.max(1)),
        ..*stipulation
    });
    let rest = Branch {
        again: stipulation.length.half,
        ..rest
    };
    let ends = [Some(Node::Branch(Box::new(rest))), None];
    let span = Span::up_to(stipulation.introduction);
    simple(!starter, branch(INTRODUCTION, PlayKind::Series, span, ends))
}

/// Who starts, and the play: one line a genre.
#[rustfmt::skip]
fn shape(stipulation: &Stipulation) -> (Side, Branch) {
    let Stipulation { genre, goal, .. } = *stipulation;
    let Length { moves, half } = stipulation.length;
    let twice = moves.saturating_mul(2);
    let with_half = twice.saturating_add(u16::from(half));
    let (sooner, before) = (twice.saturating_sub(1), with_half.saturating_sub(2));
    let reached = Node::Goal(goal);
    let make = |manner, plies, node| shaped(stipulation, manner, plies, node);
    let obliged = |branch| constrained(branch, goal);
    let (black, white) = (Side::Black, Side::White);
    let (helper, leader) = if half { (white, black) } else { (black, white) };
    let opener = if goal == Goal::ProofGame { white } else { black };
    let help_end = if half { twice } else { sooner };
    use PlayKind::{Attack, Help, Series};
    match genre {
        Genre::Direct if goal == Goal::ProofGame => (white, make(Help, with_half, reached)),
        Genre::Direct if goal == Goal::AToB => (black, make(Help, with_half, reached)),
        Genre::Direct | Genre::Chance => (white, make(Attack, sooner, reached)),
        Genre::Self_ => (white, make(Attack, twice, reached)),
        Genre::SemiReflex => (white, make(Attack, sooner, can_reach(goal))),
        Genre::Reflex => (white, obliged(make(Attack, sooner, can_reach(goal)))),
        Genre::Help if goal == Goal::AToB => (black, make(Help, with_half, reached)),
        Genre::Help => (helper, make(Help, with_half, reached)),
        Genre::HelpSelf => (leader, make(Help, help_end, must_reach(goal))),
        Genre::HelpReflex => (leader, obliged(make(Help, help_end, can_reach(goal)))),
        Genre::ReciprocalHelp => (helper, make(Help, before, reciprocal(stipulation))),
        Genre::Series => (white, make(Series, moves, reached)),
        Genre::SeriesHelp => (opener, make(Series, moves, help_reach(goal))),
        Genre::SeriesSelf => (white, make(Series, moves, must_reach(goal))),
        Genre::SeriesReflex => (white, obliged(make(Series, moves, can_reach(goal)))),
        Genre::SeriesHelpSelf => (black, make(Series, moves, then_must_reach(goal))),
        Genre::SeriesReciprocalHelp =>
            (black, make(Series, moves.saturating_sub(1), again(reciprocal(stipulation)))),
        Genre::ParrySeries => (white, parry(make(Attack, sooner, reached))),
        Genre::ParrySeriesSelf => (white, parried(make(Attack, sooner, must_reach(goal)), goal)),
        Genre::ParrySeriesReflex => (white, parry(obliged(make(Attack, sooner, can_reach(goal))))),
        Genre::ParrySeriesHelp => (opener, parry(make(Help, sooner, help_reach(goal)))),
        Genre::ParrySeriesHelpSelf => (black, parry(make(Help, sooner, then_must_reach(goal)))),
        Genre::ParryHelpSeries => (white, parry(make(Help, sooner, reached))),
        Genre::ParryHelpSeriesSelf => (white, parry(make(Help, sooner, must_reach(goal)))),
        Genre::ParryHelpSeriesReflex => (white, parry(obliged(make(Help, sooner, can_reach(goal))))),
    }
}

/// A branch that ends in `node` after its last ply, and after every earlier one
/// by the same side unless the full length is asked for.
fn shaped(stipulation: &Stipulation, manner: PlayKind, plies: u16, node: Node) -> Branch {
    let last_is_first_sides = plies % 2 == 1 || manner == PlayKind::Series;
    let may_be_empty = manner == PlayKind::Help && !last_is_first_sides && !node.is_leaf();
    let ends = match last_is_first_sides {
        true => [Some(node), None],
        false => [None, Some(node)],
    };
    let span = match stipulation.exact {
        true => Span::exactly(plies),
        false => Span::up_to(plies),
    };
    Branch {
        may_be_empty,
        ..branch(0, manner, span, ends)
    }
}

/// Whoever could reach the goal at once must not play anything else.
fn constrained(branch: Branch, goal: Goal) -> Branch {
    let constraint = Some(Node::Not(Box::new(can_reach(goal))));
    Branch {
        constraint,
        ..branch
    }
}

/// The other side moves only to parry a check.
fn parry(branch: Branch) -> Branch {
    Branch {
        parry: true,
        ..branch
    }
}

/// The same, where a parry may also be what the other side is forced into.
fn parried(branch: Branch, goal: Goal) -> Branch {
    let [first, _] = branch.ends;
    parry(Branch {
        ends: [first, Some(Node::Goal(goal))],
        ..branch
    })
}

/// The side to move can reach the goal at once.
fn can_reach(goal: Goal) -> Node {
    single(1, PlayKind::Attack, Node::Goal(goal))
}

/// Whatever the side to move plays reaches the goal.
fn must_reach(goal: Goal) -> Node {
    single(2, PlayKind::Defence, Node::Goal(goal))
}

/// The side to move reaches the goal at once, each way being a solution.
fn help_reach(goal: Goal) -> Node {
    single(3, PlayKind::Help, Node::Goal(goal))
}

/// The side to move has a ply after which the other side must reach the goal.
fn then_must_reach(goal: Goal) -> Node {
    single(4, PlayKind::Help, must_reach(goal))
}

/// The side to move can reach its own goal, and can also help the other to reach its.
fn reciprocal(stipulation: &Stipulation) -> Node {
    let own = stipulation.own_goal.unwrap_or(stipulation.goal);
    let ends = [None, Some(Node::Goal(stipulation.goal))];
    let help = branch(5, PlayKind::Help, Span::exactly(2), ends);
    let both = (Node::Branch(Box::new(help)), help_reach(own));
    Node::And(Box::new(both.0), Box::new(both.1))
}

/// The same node for the side that has just moved.
fn again(node: Node) -> Node {
    let boxed = |node: Box<Node>| Box::new(again(*node));
    match node {
        Node::Branch(branch) => Node::Branch(Box::new(Branch {
            again: !branch.again,
            ..*branch
        })),
        Node::Not(node) => Node::Not(boxed(node)),
        Node::And(first, second) => Node::And(boxed(first), boxed(second)),
        Node::Or(first, second) => Node::Or(boxed(first), boxed(second)),
        Node::Goal(goal) => Node::Goal(goal),
    }
}

fn single(id: u16, manner: PlayKind, node: Node) -> Node {
    let ends = [Some(node), None];
    Node::Branch(Box::new(branch(id, manner, Span::exactly(1), ends)))
}

const INTRODUCTION: u16 = 6;

pub(super) fn branch(id: u16, manner: PlayKind, span: Span, ends: [Option<Node>; 2]) -> Branch {
    Branch {
        id,
        manner,
        span,
        ends,
        constraint: None,
        demands: [None, None],
        parry: false,
        again: false,
        untold: false,
        may_be_empty: false,
        ends_early: matches!(manner, PlayKind::Attack | PlayKind::Defence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(genre: Genre, moves: u16, half: bool) -> TreeOfPlay {
        let mut stipulation = Stipulation::new(genre, Goal::Mate, moves);
        stipulation.length.half = half;
        compile(&stipulation, &Options::default())
    }

    fn lengths(tree: &TreeOfPlay) -> Vec<u16> {
        tree.branch.lengths().collect()
    }

    #[test]
    fn direct_play_ends_with_the_attack() {
        assert_eq!(lengths(&tree(Genre::Direct, 3, false)), [1, 3, 5]);
    }

    #[test]
    fn self_play_ends_with_the_defence() {
        let tree = tree(Genre::Self_, 2, false);
        assert_eq!(tree.branch.after_defence(), Some(&Node::Goal(Goal::Mate)));
        assert_eq!(tree.branch.after_attack(), None);
    }

    #[test]
    fn black_begins_help_play_of_whole_moves() {
        let whole = tree(Genre::Help, 2, false);
        assert_eq!((whole.starter, whole.missing), (Side::Black, 0));
        let half = tree(Genre::Help, 2, true);
        assert_eq!((half.starter, half.missing), (Side::White, 1));
        assert_eq!(lengths(&half), [1, 3, 5]);
    }

    #[test]
    fn set_play_drops_the_first_ply() {
        let set = tree(Genre::Direct, 2, false).branch.without_first_ply();
        let set = set.expect("two moves have set play");
        assert_eq!((set.manner, set.span.max), (PlayKind::Defence, 2));
        assert_eq!(set.after_attack(), Some(&Node::Goal(Goal::Mate)));
        assert_eq!(
            tree(Genre::Series, 2, false).branch.without_first_ply(),
            None
        );
        assert_eq!(
            tree(Genre::HelpSelf, 1, false).branch.without_first_ply(),
            None
        );
    }

    #[test]
    fn white_to_play_shortens_help_play() {
        let options = Options {
            white_to_play: true,
            ..Options::default()
        };
        let tree = compile(&Stipulation::new(Genre::Help, Goal::Mate, 2), &options);
        assert_eq!((tree.starter, tree.missing), (Side::White, 1));
        assert_eq!(lengths(&tree), [1, 3]);
    }
}
