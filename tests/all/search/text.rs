//! Stipulations from text, solutions to text: short, for tests only.

use dawson::board::Square;
use dawson::men::Piece;
use dawson::problem::{Genre, Goal, Length, Stipulation};
use dawson::search::Solved;
use dawson::solution::{Branch as Told, Line, Mark, MovePart, MoveRecord, Play, Threat, Tree};

/// Reads a stipulation such as `semi-r#2` or `h#1.5`.
pub fn stipulation(text: &str) -> Stipulation {
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
        length: Length { moves, half },
        exact,
        ..Stipulation::new(genre, goal, moves)
    }
}

fn strip<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

/// The whole solution as text, phases separated by `|`.
pub fn told(solved: &Solved) -> String {
    let phases = solved.phases.iter().map(|phase| match &phase.play {
        Play::Tree(tree) => tree_text(tree),
        Play::Lines(lines) => lines.iter().map(line_text).collect::<Vec<_>>().join(" ; "),
        Play::Dice(_) => unreachable!("no dice are thrown here"),
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
        Threat::Check => " check ".to_owned(),
        Threat::Threats { moves, .. } => {
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

/// The moves of a line.
pub fn moves(line: &Line) -> String {
    let moves = line.moves.iter().map(|(_, movement)| text(movement));
    moves.collect::<Vec<_>>().join(" ")
}

fn line_text(line: &Line) -> String {
    let missing = "... ".repeat(usize::from(line.missing));
    let goal = goal_text(line.goal);
    format!("{missing}{}{goal}", moves(line))
}

/// A move such as `Ra1*a8+` or `b7-b8=Q`.
pub fn text(record: &MoveRecord) -> String {
    let parts = record.parts.iter().map(|part| match part {
        MovePart::Movement {
            man,
            from,
            to,
            captured,
            ..
        } => {
            let name = Some(letters(*man)).filter(|name| *name != "P");
            let sign = if captured.is_some() { "*" } else { "-" };
            format!("{}{from}{sign}{to}", name.unwrap_or(""))
        }
        MovePart::Becomes { man, .. } => format!("={}", letters(*man)),
        _ => "?".to_owned(),
    });
    let check = if record.check { "+" } else { "" };
    parts.collect::<String>() + check
}

fn letters(man: Piece) -> &'static str {
    man.walk().row().letters[0]
}
