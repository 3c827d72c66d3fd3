//! Compares solution texts, whatever the order of their moves.
//!
//! Two texts agree when they hold the same twins, and in each the same lines
//! with the same play behind them. Diagrams, white space, times and version
//! lines do not count.

/// Whether two texts tell the same solution of one problem.
///
/// ```
/// use dawson::soundness::agree;
/// let one = "  1.a5-a4 Rh2-h8 #\n  1.Ka8-b8 Rh2-h8 #\n\nsolution finished.";
/// let other = "  1.Ka8-b8 Rh2-h8 #\n  1.a5-a4 Rh2-h8 #\n\nsolution finished. Time = 0.1 s";
/// assert!(agree(one, other));
/// assert!(!agree(one, "  1.a5-a4 Rh2-h8 #\n\nsolution finished."));
/// ```
pub fn agree(one: &str, other: &str) -> bool {
    twins(one) == twins(other)
}

/// A printed line, with those that it stands below, that only one of two texts has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextDifference {
    /// Whether the first text has it; it is missing in the second.
    pub is_missing: bool,
    /// The heading of its twin; empty where there is none.
    pub twin: String,
    /// The line behind those that it stands below, in single blanks.
    pub line: String,
}

/// What only one of two texts has, twin by twin.
pub fn text_differences(one: &str, other: &str) -> Vec<TextDifference> {
    let (one, other) = (twins(one), twins(other));
    let headings = one.iter().chain(&other).map(|(heading, _)| heading);
    let mut all: Vec<&String> = headings.collect();
    all.sort();
    all.dedup();
    let nodes = |of: &[(String, Vec<Node>)], heading: &String| -> Vec<Node> {
        let mut found = of.iter().filter(|(known, _)| known == heading);
        found.next().map_or(Vec::new(), |(_, nodes)| nodes.clone())
    };
    let mut found = Vec::new();
    for heading in all {
        let mut lines = Vec::new();
        only_in_one(
            &nodes(&one, heading),
            &nodes(&other, heading),
            "",
            &mut lines,
        );
        found.extend(lines.into_iter().map(|(is_missing, line)| TextDifference {
            is_missing,
            twin: heading.clone(),
            line,
        }));
    }
    found
}

/// Lines without a fellow of the same text; below fellows the same is asked again.
fn only_in_one(one: &[Node], other: &[Node], above: &str, found: &mut Vec<(bool, String)>) {
    let under = |node: &Node| match above {
        "" => node.text.clone(),
        above => format!("{above} {}", node.text),
    };
    let mut left: Vec<&Node> = other.iter().collect();
    for node in one {
        let fellow = left
            .iter()
            .position(|other| *other == node)
            .or_else(|| left.iter().position(|other| other.text == node.text));
        match fellow {
            Some(at) => only_in_one(&node.below, &left.remove(at).below, &under(node), found),
            None => found.push((true, under(node))),
        }
    }
    found.extend(left.into_iter().map(|node| (false, under(node))));
}

/// Cuts the text of a run into its problems. What follows the last end message
/// is left out.
pub fn problems(text: &str) -> Vec<String> {
    let mut problems = vec![String::new()];
    for line in text.lines() {
        if let Some(problem) = problems.last_mut() {
            problem.push_str(line);
            problem.push('\n');
        }
        if end_message(line).is_some() {
            problems.push(String::new());
        }
    }
    problems.pop();
    problems
}

/// A line with all lines that are indented below it, in a fixed order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Node {
    text: String,
    below: Vec<Node>,
}

/// The twins by their headings, each with its lines.
fn twins(text: &str) -> Vec<(String, Vec<Node>)> {
    let mut twins = vec![(String::new(), Vec::new())];
    for line in solution_lines(text) {
        match (is_heading(line), twins.last_mut()) {
            (false, Some((_, lines))) => lines.push(line),
            _ => twins.push((squeezed(line), Vec::new())),
        }
    }
    let twins = twins
        .into_iter()
        .map(|(heading, lines)| (heading, tree(&lines)));
    twins
        .filter(|(heading, tree)| !heading.is_empty() || !tree.is_empty())
        .collect()
}

/// The lines behind the diagram and its captions. A diagram's frame has two
/// borders; captions end at the first empty line.
fn solution_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines: Vec<&str> = text.lines().collect();
    let borders = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.starts_with("+---"));
    let frame_end = borders.map(|(index, _)| index).next_back();
    let behind = frame_end.map_or(0, |index| index + 1);
    let caption = lines[behind..]
        .iter()
        .take_while(|line| !line.trim().is_empty());
    let start = frame_end.map_or(0, |_| behind + caption.count());
    let lines = lines.into_iter().skip(start);
    lines.filter(|line| !line.trim().is_empty())
}

/// `a) `, `+c) wKa1-->b1`, `z2) `.
fn is_heading(line: &str) -> bool {
    let line = line.strip_prefix('+').unwrap_or(line);
    let letter = line.split_once(')').map(|(letter, _)| letter);
    letter.is_some_and(|letter| {
        letter.starts_with(|first: char| first.is_ascii_lowercase())
            && letter[1..].chars().all(|digit| digit.is_ascii_digit())
    })
}

/// Nests lines by their indentation.
fn tree(lines: &[&str]) -> Vec<Node> {
    let Some((first, mut rest)) = lines.split_first() else {
        return Vec::new();
    };
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut nodes = Vec::new();
    let mut line = *first;
    loop {
        let deeper = rest
            .iter()
            .take_while(|below| depth(below) > depth(line))
            .count();
        let (below, after) = rest.split_at(deeper);
        nodes.push(Node {
            text: squeezed(line),
            below: tree(below),
        });
        let Some((next, after)) = after.split_first() else {
            break;
        };
        (line, rest) = (next, after);
    }
    nodes.sort();
    nodes
}

/// Single blanks; an end message without its time.
fn squeezed(line: &str) -> String {
    let line = end_message(line).unwrap_or(line);
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

const END_MESSAGES: [&str; 6] = [
    "solution finished.",
    "Partial solution",
    "Loesung beendet.",
    "Partielle Loesung",
    "solution terminee.",
    "solution partielle",
];

fn end_message(line: &str) -> Option<&'static str> {
    END_MESSAGES
        .into_iter()
        .find(|message| line.trim_start().starts_with(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "+---a---+\n|       |\n+---a---+\n  #2   1 + 1\n     Circe\n
   1.Ra1-a2 ! threat:\n          2.Ra2-a8 #\n      1...Kb1-b2\n          2.Ra2-a3 #\n
   1.Ra1-a3 !\n\n\nsolution finished.\n";

    const OTHER_ORDER: &str = "\n   1.Ra1-a3 !\n
   1.Ra1-a2 ! threat:\n          2.Ra2-a8 #\n      1...Kb1-b2\n          2.Ra2-a3 #\n
solution finished. Time = 0.01 s\n";

    #[test]
    fn order_and_diagram_do_not_count() {
        assert!(agree(TREE, OTHER_ORDER));
    }

    #[test]
    fn what_differs_is_told_with_the_lines_above_it() {
        let changed = OTHER_ORDER.replace("2.Ra2-a3", "2.Ra2-a4");
        let found = text_differences(TREE, &changed);
        let lines: Vec<_> = found
            .iter()
            .map(|difference| (difference.is_missing, difference.line.as_str()))
            .collect();
        let above = "1.Ra1-a2 ! threat: 1...Kb1-b2";
        let want = [
            (true, format!("{above} 2.Ra2-a3 #")),
            (false, format!("{above} 2.Ra2-a4 #")),
        ];
        let want: Vec<_> = want.iter().map(|(is, line)| (*is, line.as_str())).collect();
        assert_eq!(lines, want);
        assert!(text_differences(TREE, OTHER_ORDER).is_empty());
    }

    #[test]
    fn it_counts_what_stands_below_what() {
        let elsewhere = OTHER_ORDER.replace("          2.Ra2-a3 #\n", "");
        assert!(!agree(TREE, &elsewhere));
        let swapped = OTHER_ORDER
            .replace("2.Ra2-a8", "2.Ra2-a3")
            .replacen("2.Ra2-a3", "2.Ra2-a8", 1);
        assert!(agree(&swapped, OTHER_ORDER));
    }

    #[test]
    fn twins_keep_their_headings() {
        let twins = "\na) \n\n  1.a2-a3 #\n\nb) wKa1-->b1  \n\n  1.a2-a4 #\n\nsolution finished.";
        let exchanged = twins
            .replace("a3", "x")
            .replace("a4", "a3")
            .replace('x', "a4");
        assert!(agree(twins, twins));
        assert!(!agree(twins, &exchanged));
    }

    #[test]
    fn a_partial_solution_is_another_one() {
        assert!(!agree(
            "  1.a2-a3 #\nPartial solution",
            "  1.a2-a3 #\n\nsolution finished."
        ));
    }

    #[test]
    fn a_run_is_cut_behind_its_end_messages() {
        let run = format!("{TREE}\n\n{OTHER_ORDER}");
        let cut = problems(&run);
        assert_eq!(cut.len(), 2);
        assert!(agree(&cut[0], &cut[1]));
    }
}
