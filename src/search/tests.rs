//! The solvers on a tiny game: what is told, and that hash table, threads and
//! move order do not change it.

use super::testing::{Mini, text};
use super::*;
use crate::board::Square;
use crate::problem::{Genre, Goal, Length};
use crate::solution::{Line, Threat};

/// Reads the text of a stipulation such as `semi-r#2` or `h#1.5`.
fn stipulation(text: &str) -> Stipulation {
    let (exact, rest) = strip(text, "exact-");
    let genres = [
        ("ser-s", Genre::SeriesSelf),
        ("ser-h", Genre::SeriesHelp),
        ("ser-", Genre::Series),
        ("semi-r", Genre::SemiReflex),
        ("hs", Genre::HelpSelf),
        ("h", Genre::Help),
        ("s", Genre::Self_),
        ("r", Genre::Reflex),
        ("", Genre::Direct),
    ];
    let found = genres.iter().find(|(prefix, _)| rest.starts_with(prefix));
    let (prefix, genre) = *found.expect("the last genre has no prefix");
    let rest = &rest[prefix.len()..];
    let (goal, length) = match rest.split_at(1) {
        ("#", length) => (Goal::Mate, length),
        ("=", length) => (Goal::Stalemate, length),
        ("+", length) => (Goal::Check, length),
        ("x", length) => (Goal::Capture, length),
        ("~", length) => (Goal::AnyMove, length),
        (_, rest) => {
            let square = Square::from_name(&rest[..2]).expect("a square after z");
            (Goal::Target(square), &rest[2..])
        }
    };
    let (half, moves) = match length.strip_suffix(".5") {
        Some(moves) => (true, moves),
        None => (false, length),
    };
    let moves = moves.parse().expect("a number of moves");
    Stipulation {
        genre,
        goal,
        length: Length { moves, half },
        exact,
    }
}

fn strip<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn solved(forsyth: &str, asked: &str, options: &Options, budget: &Budget) -> Solved {
    let game = Mini::new(forsyth);
    solve(&game, &stipulation(asked), options, budget, &())
}

/// The whole solution as text, phases separated by `|`.
fn told(solved: &Solved) -> String {
    let phases = solved.phases.iter().map(|phase| match &phase.play {
        Play::Tree(tree) => tree_text(tree),
        Play::Lines(lines) => lines.iter().map(line_text).collect::<Vec<_>>().join(" ; "),
    });
    phases.collect::<Vec<_>>().join(" | ")
}

fn tree_text(tree: &Tree) -> String {
    let branches = tree.branches.iter().map(branch_text);
    format!(
        "{}{}",
        threat_text(&tree.threat),
        branches.collect::<String>()
    )
}

fn branch_text(branch: &Told) -> String {
    let mark = match branch.mark {
        Mark::None => "",
        Mark::Key | Mark::Refutation => "!",
        Mark::Try => "?",
        Mark::Refutes => " refutes",
        Mark::ReflexViolation => "?!?",
    };
    let inner: String = branch.answers.iter().map(branch_text).collect();
    let but: String = branch.refutations.iter().map(branch_text).collect();
    let but = if but.is_empty() {
        but
    } else {
        format!("but {but}")
    };
    let goal = goal_text(branch.goal);
    let threat = threat_text(&branch.threat);
    format!(
        "({}{goal}{mark}{threat}{inner}{but})",
        text(&branch.movement)
    )
}

fn threat_text(threat: &Threat) -> String {
    match threat {
        Threat::Unsaid => String::new(),
        Threat::Zugzwang => " zugzwang ".to_owned(),
        Threat::Threats(moves) => {
            format!(
                " threat [{}] ",
                moves.iter().map(branch_text).collect::<String>()
            )
        }
    }
}

fn goal_text(goal: Option<Goal>) -> &'static str {
    match goal {
        Some(Goal::Mate) => "#",
        Some(Goal::Stalemate) => "=",
        Some(Goal::Capture) => "x",
        Some(Goal::Target(_)) => "z",
        _ => "",
    }
}

fn line_text(line: &Line) -> String {
    let moves = line.moves.iter().map(|(_, movement)| text(movement));
    let missing = "... ".repeat(usize::from(line.missing));
    let goal = goal_text(Some(line.goal));
    format!("{missing}{}{goal}", moves.collect::<Vec<_>>().join(" "))
}

#[track_caller]
fn check(forsyth: &str, asked: &str, options: Options, expected: &str) {
    let solved = solved(forsyth, asked, &options, &Budget::default());
    assert_eq!(told(&solved), expected, "{asked} {forsyth}");
}

fn variation() -> Options {
    Options {
        variation: true,
        ..Options::default()
    }
}

#[test]
fn mate_in_one() {
    check("7k/p7/6K1/8/8/8/8/1R6", "#1", variation(), "(Rb1-b8+#!)");
}

#[test]
fn keys_threats_and_variations() {
    check(
        "k7/2K5/1P6/p7/1S6/8/8/8",
        "#2",
        variation(),
        "(Sb4-c6! threat [(b6-b7+#)] )(b6-b7+!(Ka8-a7(b7-b8=Q+#)))",
    );
}

#[test]
fn a_short_key_is_told_in_its_own_length() {
    check(
        "7k/p7/5K2/8/8/8/8/1R6",
        "#3",
        variation(),
        "(Kf6-f7! threat [(Rb1-h1+#)] )(Kf6-g6! threat [(Rb1-b8+#)] )",
    );
}

#[test]
fn tries_have_refutations() {
    let options = Options {
        defence: Some(1),
        ..Options::default()
    };
    check(
        "7k/p7/5K2/8/8/8/8/1R6",
        "x2",
        options,
        "(Rb1-a1!)(Rb1-b8+?but (Kh8-h7!))(Rb1-h1+?but (Kh8-g8!))",
    );
}

#[test]
fn self_play_ends_with_forced_moves() {
    check(
        "8/8/2p5/2P5/8/R5pk/7p/7K",
        "s#1",
        variation(),
        "(Ra3-a4!(g3-g2+#))",
    );
}

#[test]
fn whoever_can_mate_must() {
    let board = "7r/8/8/8/8/1Q6/1R4p1/k5K1";
    check(
        board,
        "r#2",
        variation(),
        "(Rb2-b1+#?!?)(Rb2-a2+#?!?)(Qb3-a2+#?!?)(Qb3-a3+#?!?)",
    );
    check(
        "8/8/2p5/2P5/8/R5pk/7p/7K",
        "r#1",
        variation(),
        "(Ra3-a1!(g3-g2+#))(Ra3-a4!(g3-g2+#))(Ra3-a5!(g3-g2+#))(Ra3-a6!(g3-g2+#))(Ra3-a7!(g3-g2+#))(Ra3-a8!(g3-g2+#))",
    );
}
