//! Compiling structured stipulations: what their letters and signs mean.

use super::compile::{branch, simple};
use super::{Branch, Node, PlayKind, Precondition, Span, TreeOfPlay};
use crate::board::Side;
use crate::problem::{Expression, Letter, Stretch, Structured};

/// The tree of play of a structured stipulation.
///
/// # Errors
/// When there is no play to tell.
pub fn compile(structured: &Structured) -> Result<TreeOfPlay, String> {
    let mut compiler = Compiler { ids: 0 };
    let root = compiler.node(&structured.play, None);
    let mut told = Vec::new();
    tell(&root, None, &mut told);
    let mut trees = told.into_iter().map(|told| begun(structured.side, told));
    let first = trees
        .next()
        .ok_or("the structured stipulation has no play")?;
    Ok(TreeOfPlay {
        more: trees.collect(),
        ..first
    })
}

/// The diagram has no ply before it that the sign `-` could speak of: it chooses the starter.
fn begun(side: Side, told: Told) -> TreeOfPlay {
    let again = told.branch.again;
    let starter = if again { !side } else { side };
    let branch = Branch {
        again: false,
        ..told.branch
    };
    TreeOfPlay {
        missing: u8::from(again),
        provided: told.provided.map(|node| Precondition {
            to_move: side,
            node,
        }),
        ..simple(starter, branch)
    }
}

/// Play to be told, if something holds.
struct Told {
    branch: Branch,
    provided: Option<Node>,
}

/// The plays of the outermost expression, which are told one after the other: of `&` both, if
/// both hold; of `|` the second only if the first does not hold; behind a `!` the play itself.
fn tell(node: &Node, provided: Option<&Node>, told: &mut Vec<Told>) {
    match node {
        Node::Goal(_) => {}
        Node::Branch(branch) => told.push(Told {
            branch: (**branch).clone(),
            provided: provided.cloned(),
        }),
        Node::Not(inner) => tell(inner, provided, told),
        Node::And(first, second) => {
            let both = and(provided, node.clone());
            tell(first, Some(&both), told);
            tell(second, Some(&both), told);
        }
        Node::Or(first, second) => {
            tell(first, provided, told);
            let fails = Node::Not(first.clone());
            tell(second, Some(&and(provided, fails)), told);
        }
    }
}

fn and(provided: Option<&Node>, node: Node) -> Node {
    match provided {
        Some(other) => Node::And(Box::new(other.clone()), Box::new(node)),
        None => node,
    }
}

/// Gives each branch its number.
struct Compiler {
    ids: u16,
}

impl Compiler {
    fn node(&mut self, expression: &Expression, outer: Option<Letter>) -> Node {
        let mut boxed = |inner: &Expression| Box::new(self.node(inner, outer));
        match expression {
            Expression::Goal(goal) => Node::Goal(*goal),
            Expression::Not(inner) => Node::Not(boxed(inner)),
            Expression::And(first, second) => Node::And(boxed(first), boxed(second)),
            Expression::Or(first, second) => Node::Or(boxed(first), boxed(second)),
            Expression::Stretch(stretch) => Node::Branch(Box::new(self.branch(stretch, outer))),
        }
    }

    fn branch(&mut self, stretch: &Stretch, outer: Option<Letter>) -> Branch {
        self.ids += 1;
        let id = self.ids;
        let manner = manner(stretch.first);
        let first = self.forks(&stretch.first_forks, stretch.first);
        let second = stretch.second.unwrap_or(stretch.first);
        let second = self.forks(&stretch.second_forks, second);
        let span = Span {
            min: stretch.min.unwrap_or(0),
            max: stretch.max,
        };
        let constraint = stretch.constraint.as_ref();
        let constraint = constraint.map(|inner| self.node(inner, None));
        let battle = matches!(manner, PlayKind::Attack | PlayKind::Defence);
        let (demand, constraint) = match constraint {
            Some(node) if node.is_leaf() && !battle => (Some(node), None),
            other => (None, other),
        };
        let first_demand = stretch.first_constraint.as_ref();
        let first_demand = first_demand.map(|inner| self.node(inner, None));
        let demands = match stretch.second {
            Some(_) => [first_demand, demand],
            None => [demand, None],
        };
        let in_attack = outer == Some(Letter::Attack) && manner == PlayKind::Attack;
        let mut ends = [first, second];
        drop_unreachable(stretch, &mut ends);
        Branch {
            constraint,
            demands,
            parry: stretch.parry,
            again: stretch.again,
            untold: stretch.untold,
            ends_early: stretch.ends_outer || in_attack,
            may_be_empty: false,
            ..branch(id, manner, span, ends)
        }
    }

    /// One of several forks is enough.
    fn forks(&mut self, forks: &[Expression], letter: Letter) -> Option<Node> {
        let nodes = forks.iter().map(|fork| self.node(fork, Some(letter)));
        nodes.reduce(|all, next| Node::Or(Box::new(all), Box::new(next)))
    }
}

/// Help play of an odd length ends by the side that begins; and an attack that no defence is
/// said to answer ends nowhere.
fn drop_unreachable(stretch: &Stretch, ends: &mut [Option<Node>; 2]) {
    match stretch.first {
        Letter::Help if stretch.max % 2 == 1 => ends[1] = None,
        Letter::Attack | Letter::Defence if stretch.second.is_none() => *ends = [None, None],
        _ => {}
    }
}

fn manner(letter: Letter) -> PlayKind {
    match letter {
        Letter::Series => PlayKind::Series,
        Letter::Attack => PlayKind::Attack,
        Letter::Defence => PlayKind::Defence,
        Letter::Help => PlayKind::Help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::problem::Goal;

    fn stretch(max: u16, first: Letter, second: Option<Letter>) -> Stretch {
        Stretch {
            ends_outer: false,
            untold: false,
            again: false,
            min: None,
            max,
            first,
            first_forks: vec![Expression::Goal(Goal::Mate)],
            first_constraint: None,
            parry: false,
            second,
            second_forks: Vec::new(),
            constraint: None,
        }
    }

    fn tree(stretch: Stretch) -> TreeOfPlay {
        let play = Expression::Stretch(Box::new(stretch));
        let side = Side::White;
        compile(&Structured { side, play }).expect("there is play")
    }

    #[test]
    fn an_attack_of_three_plies_is_a_mate_in_two() {
        let tree = tree(stretch(3, Letter::Attack, Some(Letter::Defence)));
        assert_eq!(tree.branch.manner, PlayKind::Attack);
        assert_eq!(tree.branch.lengths().collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn an_attack_without_defence_leads_nowhere() {
        let tree = tree(stretch(1, Letter::Attack, None));
        assert_eq!(tree.branch.lengths().count(), 0);
    }

    #[test]
    fn help_play_of_even_length_may_end_by_either_side() {
        let tree = tree(stretch(4, Letter::Help, Some(Letter::Help)));
        assert_eq!(tree.branch.lengths().collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn help_play_of_odd_length_does_not_end_by_the_other_side() {
        let even = stretch(3, Letter::Help, Some(Letter::Help));
        let tree = tree(Stretch {
            first_forks: Vec::new(),
            second_forks: even.first_forks.clone(),
            ..even
        });
        assert_eq!(tree.branch.lengths().count(), 0);
    }

    #[test]
    fn a_dash_lets_the_other_side_begin() {
        let dashed = Stretch {
            again: true,
            ..stretch(3, Letter::Help, Some(Letter::Help))
        };
        let tree = tree(dashed);
        assert_eq!((tree.starter, tree.missing), (Side::Black, 1));
        assert!(!tree.branch.again);
    }

    #[test]
    fn goals_alone_are_no_play() {
        let play = Expression::Goal(Goal::Mate);
        let side = Side::White;
        assert!(compile(&Structured { side, play }).is_err());
    }
}
