//! Phases of play: trees with indentation, lines with numbered moves.

use super::{Notation, time};
use crate::board::Side;
use crate::notation::popeye::words::Language;
use crate::notation::{GAP, dice, sayings};
use crate::solution::{
    Branch, DicePlay, Line, Mark, NumberedMove, Phase, PhaseKind, Play, Threat, Tree,
};
use std::sync::LazyLock;

/// A phase with its closing line end.
pub(super) fn phase(notation: Notation<'_>, phase: &Phase, times: Option<&str>) -> String {
    let mut numbers = Numbers {
        notation,
        numbers: &phase.numbers,
        times,
    };
    let mut text = String::new();
    if !phase.told.is_empty() {
        text.push(GAP);
    }
    match &phase.play {
        Play::Lines(lines) => {
            for (told, found) in lines.iter().enumerate() {
                text += &numbers.up_to(told);
                text += &line(notation, found);
            }
        }
        Play::Tree(tree) => text += &tree_play(notation, phase.kind, tree, &mut numbers),
        Play::Dice(dice) => text += &dice_play(notation, dice),
    }
    text += &numbers.up_to(usize::MAX);
    text += "\n";
    text
}

/// Roll by roll, what follows indented.
fn dice_play(notation: Notation<'_>, play: &DicePlay) -> String {
    let lines = dice::lines(notation, play).into_iter();
    lines
        .map(|line| format!("\n{}  {}", " ".repeat(4 * line.depth), line.text))
        .collect()
}

/// The moves taken up that are still to be announced.
struct Numbers<'a> {
    notation: Notation<'a>,
    numbers: &'a [NumberedMove],
    /// The word for time, where times are told.
    times: Option<&'a str>,
}

impl Numbers<'_> {
    /// Those taken up before so many lines were told.
    fn up_to(&mut self, told: usize) -> String {
        let due = self.numbers.partition_point(|number| number.before <= told);
        let (due, others) = self.numbers.split_at(due);
        self.numbers = others;
        due.iter().map(|number| self.announcement(number)).collect()
    }

    /// `  3  (Sb4-d3    Time = 0.021 s)`, of later moves ` 16:7  (Bb8-c7 )`.
    fn announcement(&self, number: &NumberedMove) -> String {
        let [first, later @ ..] = number.path.as_slice() else {
            return String::new();
        };
        let later: String = later.iter().map(|number| format!(":{number}")).collect();
        let movement = self.notation.movement_reaching(&number.movement, None);
        let time = self
            .times
            .map(|word| format!("   {word} = {}", time(number.elapsed)));
        format!(
            "\n{first:3}{later}  ({movement} {})",
            time.unwrap_or_default()
        )
    }
}

/// Lines of help and series play, e.g. `  1...Rh2-h1   2.a5-a4 Rh1-h8 #`.
pub(super) fn line(notation: Notation<'_>, line: &Line) -> String {
    let mut text = String::from(match line.missing {
        0 => "\n",
        1 => "\n  1...",
        _ => "\n  1...  ...",
    });
    let mut number = u32::from(line.missing > 0);
    let mut counted = counted_side(line);
    let last = line.moves.len().saturating_sub(1);
    for (index, (side, record)) in line.moves.iter().enumerate() {
        if line.restart == Some(index) {
            (number, counted) = (0, Some(*side));
        }
        if Some(*side) == counted {
            number += 1;
            text += &format!("{number:3}.");
        }
        let goal = line.goal.filter(|_| index == last);
        text += &notation.movement_reaching(record, goal);
        text += if index == last { "" } else { " " };
    }
    text += if line.violates { " ?!?" } else { "" };
    text
}

/// The side whose moves are numbered: it begins, or would begin if no
/// half-move were missing.
fn counted_side(line: &Line) -> Option<Side> {
    let (first, _) = line.moves.first()?;
    Some(if line.missing == 1 { !*first } else { *first })
}

fn tree_play(
    notation: Notation<'_>,
    kind: PhaseKind,
    tree: &Tree,
    numbers: &mut Numbers<'_>,
) -> String {
    let mut writer = TreeWriter {
        notation,
        text: String::new(),
    };
    match kind {
        PhaseKind::Actual => writer.first_moves(&tree.branches, numbers),
        PhaseKind::SetPlay | PhaseKind::PostKey => writer.defences(tree, 1),
        PhaseKind::Defence => writer.defences(tree, 0),
    }
    writer.text
}

/// The number of half-moves since the key.
type Depth = usize;

struct TreeWriter<'a> {
    notation: Notation<'a>,
    text: String,
}

impl TreeWriter<'_> {
    fn first_moves(&mut self, branches: &[Branch], numbers: &mut Numbers<'_>) {
        for (told, branch) in branches.iter().enumerate() {
            self.text += &numbers.up_to(told);
            self.branch(branch, 0);
            let blank = branch.mark != Mark::ReflexViolation;
            self.text += if blank { "\n" } else { "" };
        }
    }

    /// Play that begins with the defender.
    fn defences(&mut self, tree: &Tree, depth: Depth) {
        // No empty line stands above a check.
        if !matches!(tree.threat, Threat::Unsaid | Threat::Check) {
            self.text += "\n";
        }
        self.threat(&tree.threat, depth + 1);
        self.branches(&tree.branches, depth);
    }

    fn branches(&mut self, branches: &[Branch], depth: Depth) {
        for branch in branches {
            self.branch(branch, depth);
        }
    }

    fn branch(&mut self, branch: &Branch, depth: Depth) {
        self.indented_number(depth);
        let goal = branch.goal;
        self.text += &self.notation.movement_reaching(&branch.movement, goal);
        self.mark(branch.mark, depth);
        self.threat(&branch.threat, depth + 2);
        self.branches(&branch.answers, depth + 1);
        self.refutations(&branch.refutations, depth);
    }

    fn indented_number(&mut self, depth: Depth) {
        let indent = " ".repeat((4 * depth).max(1));
        let dots = if depth.is_multiple_of(2) { "." } else { "..." };
        let number = depth / 2 + 1;
        self.text += &format!("\n{indent}{number:3}{dots}");
    }

    fn mark(&mut self, mark: Mark, depth: Depth) {
        match mark {
            Mark::None => {}
            Mark::Key | Mark::Refutation => self.text += " !",
            Mark::Try => self.text += " ?",
            Mark::ReflexViolation => self.text += " ?!?",
            Mark::Refutes => {
                let (indent, word) = (" ".repeat(4 * (depth + 1)), self.words().refutes);
                self.text += &format!("\n{indent}{word}");
            }
        }
    }

    fn words(&self) -> PlayWords {
        PlayWords::of(self.notation.language())
    }

    fn threat(&mut self, threat: &Threat, depth: Depth) {
        match threat {
            Threat::Unsaid => {}
            Threat::Zugzwang => self.text += &format!(" {}", self.words().zugzwang),
            Threat::Check => self.text += " +",
            Threat::Threats { passing, moves } => {
                let changes = self.notation.movement(passing);
                self.text += &format!(" {}{}", self.words().threat, changes.trim());
                self.branches(moves, depth);
            }
        }
    }

    fn refutations(&mut self, refutations: &[Branch], depth: Depth) {
        if refutations.is_empty() {
            return;
        }
        let (indent, word) = (" ".repeat(4 * (depth + 1)), self.words().but);
        self.text += &format!("\n{indent}{word}");
        self.branches(refutations, depth + 1);
    }
}

/// Words between the moves of a tree.
#[derive(Clone, Copy)]
pub(crate) struct PlayWords {
    /// Nothing is threatened.
    pub(crate) zugzwang: &'static str,
    /// Threats follow.
    pub(crate) threat: &'static str,
    /// Refutations follow.
    pub(crate) but: &'static str,
    /// Nothing answers this defence.
    pub(crate) refutes: &'static str,
}

impl PlayWords {
    /// The words of a language. Every threat and refutation asks for them, so they are looked up once.
    pub(crate) fn of(language: Language) -> PlayWords {
        static WORDS: LazyLock<[PlayWords; 3]> =
            LazyLock::new(|| [Language::En, Language::De, Language::Fr].map(PlayWords::in_sayings));
        WORDS[language.column()]
    }

    fn in_sayings(language: Language) -> PlayWords {
        let said = |english| sayings::said("popeye play", english, language).unwrap_or(english);
        let words = ["zugzwang.", "threat:", "but", "refutes."];
        let [zugzwang, threat, but, refutes] = words.map(said);
        PlayWords {
            zugzwang,
            threat,
            but,
            refutes,
        }
    }
}
