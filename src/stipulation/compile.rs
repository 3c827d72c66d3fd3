//! Compiling traditional stipulations: each genre is one shape of the tree.

use super::{Branch, Manner, Node, Span, TreeOfPlay};
use crate::board::Side;
use crate::problem::{Genre, Goal, Length, Options, Stipulation};

/// The tree of play of a traditional stipulation.
pub fn compile(stipulation: &Stipulation, options: &Options) -> TreeOfPlay {
    let stipulation = with_white_to_play(stipulation, options);
    let (starter, branch) = shape(&stipulation);
    let missing = u8::from(stipulation.length.half);
    TreeOfPlay {
        starter,
        branch,
        missing,
    }
}

/// `WhiteToPlay` drops the first ply of help play: `h#2` becomes `h#1.5`, and
/// `hs#2` becomes `hs#1.5` though there it is Black who then starts.
fn with_white_to_play(stipulation: &Stipulation, options: &Options) -> Stipulation {
    let Length { moves, half } = stipulation.length;
    let help = matches!(stipulation.genre, Genre::Help | Genre::HelpSelf);
    let applies = options.white_to_play && help && !half && moves > 0;
    let length = match applies {
        true => Length {
            moves: moves - 1,
            half: true,
        },
        false => stipulation.length,
    };
    Stipulation {
        length,
        ..*stipulation
    }
}

fn shape(stipulation: &Stipulation) -> (Side, Branch) {
    let Stipulation { genre, goal, .. } = *stipulation;
    let Length { moves, half } = stipulation.length;
    let twice = moves.saturating_mul(2);
    let with_half = twice.saturating_add(u16::from(half));
    let sooner = twice.saturating_sub(1);
    let reached = Node::Goal(goal);
    let make = |manner, plies, node| shaped(stipulation, manner, plies, node);
    match genre {
        Genre::Direct | Genre::Chance => (Side::White, make(Manner::Attack, sooner, reached)),
        Genre::Self_ => (Side::White, make(Manner::Attack, twice, reached)),
        Genre::SemiReflex => (Side::White, make(Manner::Attack, sooner, can_reach(goal))),
        Genre::Reflex => {
            let branch = make(Manner::Attack, sooner, can_reach(goal));
            let constraint = Some(Node::Not(Box::new(can_reach(goal))));
            (
                Side::White,
                Branch {
                    constraint,
                    ..branch
                },
            )
        }
        Genre::Help if half => (Side::White, make(Manner::Help, with_half, reached)),
        Genre::Help => (Side::Black, make(Manner::Help, twice, reached)),
        Genre::HelpSelf if half => (Side::Black, make(Manner::Help, twice, must_reach(goal))),
        Genre::HelpSelf => (Side::White, make(Manner::Help, sooner, must_reach(goal))),
        Genre::Series => (Side::White, make(Manner::Series, moves, reached)),
        Genre::SeriesHelp => (Side::Black, make(Manner::Series, moves, help_reach(goal))),
        Genre::SeriesSelf => (Side::White, make(Manner::Series, moves, must_reach(goal))),
    }
}

/// A branch that ends in `node` after its last ply, and after every earlier one
/// by the same side unless the full length is asked for.
fn shaped(stipulation: &Stipulation, manner: Manner, plies: u16, node: Node) -> Branch {
    let last_is_first_sides = plies % 2 == 1 || manner == Manner::Series;
    let ends = match last_is_first_sides {
        true => [Some(node), None],
        false => [None, Some(node)],
    };
    let span = match stipulation.exact {
        true => Span::exactly(plies),
        false => Span::up_to(plies),
    };
    branch(0, manner, span, ends)
}

/// The side to move can reach the goal at once.
fn can_reach(goal: Goal) -> Node {
    single(1, Manner::Attack, goal)
}

/// Whatever the side to move plays reaches the goal.
fn must_reach(goal: Goal) -> Node {
    single(2, Manner::Defence, goal)
}

/// The side to move reaches the goal at once, each way being a solution.
fn help_reach(goal: Goal) -> Node {
    single(3, Manner::Help, goal)
}

fn single(id: u16, manner: Manner, goal: Goal) -> Node {
    let ends = [Some(Node::Goal(goal)), None];
    Node::Branch(Box::new(branch(id, manner, Span::exactly(1), ends)))
}

fn branch(id: u16, manner: Manner, span: Span, ends: [Option<Node>; 2]) -> Branch {
    Branch {
        id,
        manner,
        span,
        ends,
        constraint: None,
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
        assert_eq!((set.manner, set.span.max), (Manner::Defence, 2));
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
