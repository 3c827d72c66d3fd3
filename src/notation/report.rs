//! Writes problems and their solutions for people: a small diagram, the play
//! with as few lines as it allows, and a verdict.
//!
//! **Invariant:** colour only adds; without it the text is the same.

use super::popeye::words::Language;
use super::popeye::write::{Notation, board_of, letter, special_men};
use super::statement::condition_in_words;
use super::{GAP, dice, sayings};
use crate::board::{Geometry, Side, Square};
use crate::men::{Piece, WalkId, walk_id};
use crate::problem::{Goal, Problem, TwinLabel, Version};
use crate::solution::tally;
use crate::solution::{
    Branch, Line, Mark, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark, Solution, Threat,
    Tree, TwinSolution,
};

/// How the report looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// Letters only, for files and pipes.
    #[default]
    Plain,
    /// With colours, for terminals.
    Coloured,
}

/// The report on a solved problem.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::report::{Look, report};
/// use dawson::{Settings, solve};
///
/// let text = "BeginProblem Stipulation h#1 Pieces White Kg6 Ra1 Black Kh8 EndProblem";
/// let problem = &read(text.as_bytes()).problems[0].problem;
/// let solution = solve(problem, &Settings::default(), &());
/// let report = report(problem, &solution, Language::En, Look::Plain);
/// assert!(report.contains("1. Kh8-g8 Ra1-a8 #"));
/// assert!(report.ends_with("-> one solution\n"));
/// ```
pub fn report(problem: &Problem, solution: &Solution, language: Language, look: Look) -> String {
    report_in(problem, solution, language, look, &Manner::default())
}

/// A move with its side, and the goal it reaches.
pub type Step<'a> = (Side, &'a MoveRecord, Option<Goal>);

/// Tells the last of moves that follow each other from the diagram on.
pub type Told<'v> = Box<dyn Fn(&[Step<'_>]) -> String + 'v>;

/// How much is told, and in which notation.
#[derive(Default)]
pub struct Manner<'a> {
    /// Without diagram and variations.
    pub brief: bool,
    /// Another notation than the long one, for the versions of a problem.
    pub notation: Option<&'a dyn for<'v> Fn(&'v Problem) -> Told<'v>>,
}

/// As [`report`], in another manner.
pub fn report_in(
    problem: &Problem,
    solution: &Solution,
    language: Language,
    look: Look,
    manner: &Manner<'_>,
) -> String {
    let versions = problem.versions();
    let mut writer = ReportWriter::new(problem, language, look, manner.brief);
    writer.head(problem);
    writer.play(&versions, solution, manner);
    writer.text
}

/// The play and its verdict alone, as they stand below the diagram of a report.
pub fn play_in(
    problem: &Problem,
    solution: &Solution,
    language: Language,
    manner: &Manner<'_>,
) -> String {
    let versions = problem.versions();
    let mut writer = ReportWriter::new(problem, language, Look::Plain, manner.brief);
    writer.play(&versions, solution, manner);
    writer.text
}

/// Lines of a version as a report has them.
pub fn lines_in(
    version: &Problem,
    lines: &[Line],
    language: Language,
    manner: &Manner<'_>,
) -> String {
    let mut writer = ReportWriter::new(version, language, Look::Plain, manner.brief);
    writer.told = manner.notation.map(|notation| notation(version));
    lines.iter().for_each(|line| writer.whole_line(line));
    writer.text
}

/// Words of a report in this language; `#` stands for a number.
fn say(language: Language, text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let pattern = match digits.is_empty() {
        true => text.to_owned(),
        false => text.replacen(&digits, "#", 1),
    };
    match sayings::said("report", &pattern, language) {
        Some(said) => said.replacen('#', &digits, 1),
        None => text.to_owned(),
    }
}

/// What a piece of text is, to be coloured.
#[derive(Clone, Copy)]
enum Tone {
    Title,
    Key,
    Try,
    Good,
    Bad,
    Quiet,
}

impl Tone {
    const fn code(self) -> &'static str {
        match self {
            Tone::Title => "1",
            Tone::Key => "1;32",
            Tone::Try => "33",
            Tone::Good => "32",
            Tone::Bad => "31",
            Tone::Quiet => "2",
        }
    }
}

struct ReportWriter<'a> {
    text: String,
    look: Look,
    brief: bool,
    /// Tells moves otherwise than the long notation.
    told: Option<Told<'a>>,
    /// Whose first moves and continuations the tree in hand tells.
    attacker: Side,
    /// The moves of the phase that lead to what is told next.
    path: Vec<Step<'a>>,
    notation: Notation<'a>,
}

impl<'a> ReportWriter<'a> {
    /// With nothing written yet, in long notation.
    fn new(problem: &'a Problem, language: Language, look: Look, brief: bool) -> Self {
        ReportWriter {
            text: String::new(),
            look,
            brief,
            told: None,
            attacker: Side::White,
            path: Vec::new(),
            notation: Notation::of(problem, language),
        }
    }

    fn play(&mut self, versions: &'a [Version], solution: &'a Solution, manner: &Manner<'_>) {
        for (version, found) in versions.iter().zip(&solution.twins) {
            self.notation = Notation::of(&version.problem, self.notation.language());
            self.told = manner.notation.map(|notation| notation(&version.problem));
            self.version(&version.problem, found);
        }
    }

    fn head(&mut self, problem: &Problem) {
        for line in [&problem.authors, &problem.titles].into_iter().flatten() {
            let line = self.toned(Tone::Title, line);
            self.line(&line);
        }
        for line in [&problem.origins, &problem.awards].into_iter().flatten() {
            self.line(line);
        }
        if !self.brief {
            self.diagram(problem);
        }
        let asked = self.asked(problem);
        self.line(&asked);
        if self.brief {
            return;
        }
        if let Some(legend) = self.legend(problem) {
            let legend = self.toned(Tone::Quiet, &legend);
            self.line(&legend);
        }
    }

    /// `G grasshopper, N nightrider, = neutral, Kamikaze d4 e5`: what the diagram shows beyond the usual men.
    fn legend(&self, problem: &Problem) -> Option<String> {
        let index = match self.notation.language() {
            Language::En => 0,
            Language::De => 1,
            Language::Fr => 2,
        };
        let mut walks: Vec<WalkId> = problem.men().map(Piece::walk).collect();
        walks.sort_by_key(|walk| walk.index());
        walks.dedup();
        let fairy = walks
            .iter()
            .filter(|walk| !walk_id::ORTHODOX.contains(walk));
        let named = fairy.map(|walk| {
            let name = walk.row().names.in_order()[index];
            let name = if index == 1 {
                name.to_owned()
            } else {
                name.to_lowercase()
            };
            format!("{} {name}", self.notation.letters(*walk))
        });
        let neutral = say(self.notation.language(), "neutral");
        let neutral = problem
            .men()
            .any(Piece::is_neutral)
            .then(|| format!("= {neutral}"));
        let special = special_men(problem, self.notation);
        let all: Vec<String> = named.chain(neutral).chain(special).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// A rank a line, a man two letters wide.
    fn diagram(&mut self, problem: &Problem) {
        let board = board_of(problem);
        let width = board.width();
        let [files, ranks] = board.joins().pairs();
        let side = if files { "  :" } else { "" };
        let edge = match ranks {
            true => "   .".repeat(usize::from(width)),
            false => String::new(),
        };
        let edge = (!edge.is_empty()).then(|| format!("   {side}{edge}"));
        edge.iter().for_each(|edge| self.line(edge));
        for (name, places) in board.lines() {
            let cells = places.into_iter().map(|place| match place {
                Some(square) => self.cell(problem, &board, square),
                None => "    ".to_owned(),
            });
            let cells: String = cells.collect();
            self.line(&format!("{name:>3}{side}{cells}{side}"));
        }
        edge.iter().for_each(|edge| self.line(edge));
        let files = (0..width).map(|file| format!("   {}", board.file_letter(file)));
        let files: String = files.collect();
        let files = self.toned(Tone::Quiet, &files);
        self.line(&format!("   {}{files}", " ".repeat(side.len())));
    }

    fn cell(&self, problem: &Problem, board: &Geometry, square: Square) -> String {
        let man = problem.diagram.on(square);
        let exists = board.squares().contains(square);
        match (man.is_some(), exists) {
            (true, _) => format!("{:>4}", self.man(man)),
            (false, true) => format!("   {}", self.toned(Tone::Quiet, ".")),
            (false, false) => " ".repeat(4),
        }
    }

    fn man(&self, man: Piece) -> String {
        let sign = match (man.is_of(Side::White), man.is_of(Side::Black)) {
            (true, true) => "=",
            (false, true) => "-",
            _ => "",
        };
        format!("{sign}{}", self.notation.letters(man.walk()))
    }

    /// `#3  (4 + 2), Circe, set play`.
    fn asked(&self, problem: &Problem) -> String {
        let asked = self.notation.asked(problem);
        let asked = asked.unwrap_or_default();
        let men = format!("({})", counts(problem));
        let mut text = self.toned(Tone::Title, &asked) + "  " + &men;
        for condition in &problem.conditions {
            text += ", ";
            text += &condition_in_words(condition, problem, self.notation.language());
        }
        text
    }

    fn version(&mut self, problem: &Problem, found: &'a TwinSolution) {
        self.text += match self.brief {
            true => "",
            false => "\n",
        };
        if let Some(label) = &found.label {
            self.heading(label);
        }
        let starters = found
            .phases
            .iter()
            .filter(|phase| phase.kind == PhaseKind::Actual);
        let duplex = starters.count() > 1;
        for phase in &found.phases {
            if duplex && phase.kind == PhaseKind::Actual {
                let begins = self.say(&format!("{} begins", phase.starter.name()));
                self.line(&begins);
            }
            self.phase(phase);
        }
        for remark in &found.remarks {
            self.remark(remark);
        }
        self.verdict(problem, found);
    }

    fn heading(&mut self, label: &TwinLabel) {
        let continued = if label.continued { "+" } else { "" };
        let changes = self.notation.changes(label).join(", ").replace("\n  ", ",");
        let heading = format!("{continued}{}) {changes}", letter(label.number));
        let heading = self.toned(Tone::Title, heading.trim_end());
        self.line(&heading);
    }

    fn phase(&mut self, phase: &'a Phase) {
        self.path.clear();
        self.attacker = match phase.kind {
            PhaseKind::Actual => phase.starter,
            PhaseKind::SetPlay | PhaseKind::PostKey | PhaseKind::Defence => !phase.starter,
        };
        let nothing = match is_empty(&phase.play) && phase.told.is_empty() {
            true => self.say(": none"),
            false => String::new(),
        };
        match phase.kind {
            PhaseKind::SetPlay => self.line(&format!("{}{nothing}", self.say("set play"))),
            PhaseKind::PostKey => self.line(&format!("{}{nothing}", self.say("after the key"))),
            PhaseKind::Actual | PhaseKind::Defence => {}
        }
        if !phase.told.is_empty() {
            self.text.push(GAP);
        }
        match &phase.play {
            Play::Lines(lines) => lines.iter().for_each(|line| self.whole_line(line)),
            Play::Tree(tree) => self.tree(phase.kind, tree),
            Play::Dice(play) => {
                for line in dice::lines(self.notation, play) {
                    self.indented(line.depth, &line.text);
                }
            }
        }
    }

    /// `1. Kh8-g8 Ra1-a8 #`, `1... Ra1-b1  2. Kh8-g8 Rb1-b8 #`.
    fn whole_line(&mut self, line: &'a Line) {
        let tight = self.told.is_some();
        let mut text = String::from(match (line.missing, tight) {
            (0, _) => "",
            (1, true) => "1...",
            (1, false) => "1... ",
            (_, true) => "1......",
            (_, false) => "1... ... ",
        });
        self.path.clear();
        let first = line.moves.first().map(|(side, _)| *side);
        let mut counted = first.map(|side| if line.missing == 1 { !side } else { side });
        let mut number = u32::from(line.missing > 0);
        let last = line.moves.len().saturating_sub(1);
        for (index, (side, record)) in line.moves.iter().enumerate() {
            if line.restart == Some(index) {
                (number, counted) = (0, Some(*side));
            }
            if Some(*side) == counted {
                number += 1;
                let gap = if text.is_empty() || tight { "" } else { " " };
                let space = if tight { "" } else { " " };
                text += &format!("{gap}{number}.{space}");
            }
            let goal = line.goal.filter(|_| index == last);
            text += &self.movement(*side, record, goal);
            self.path.push((*side, record, goal));
            text += " ";
        }
        let violates = if line.violates { "?!?" } else { "" };
        self.line(format!("  {text}{violates}").trim_end());
    }

    /// A move behind those of the path, in the notation that is wished.
    fn movement(&self, side: Side, record: &'a MoveRecord, goal: Option<Goal>) -> String {
        match &self.told {
            None => self.notation.movement_reaching(record, goal),
            Some(told) => {
                let mut steps = self.path.clone();
                steps.push((side, record, goal));
                told(&steps)
            }
        }
    }

    fn say(&self, text: &str) -> String {
        say(self.notation.language(), text)
    }

    fn tree(&mut self, kind: PhaseKind, tree: &'a Tree) {
        if let PhaseKind::Actual = kind {
            return tree
                .branches
                .iter()
                .for_each(|branch| self.attack(branch, 0));
        }
        if self.brief {
            return;
        }
        let depth = match kind {
            PhaseKind::Defence => 0,
            _ => 1,
        };
        let threat = self.threat(&tree.threat, depth + 1);
        if !threat.is_empty() {
            self.line(&format!("  {}", threat.trim_start()));
        }
        tree.branches
            .iter()
            .for_each(|branch| self.defence(branch, depth));
    }

    /// A first move or a continuation with everything behind it.
    fn attack(&mut self, branch: &'a Branch, depth: usize) {
        let text = self.attack_text(branch, depth);
        self.indented(depth, &text);
        self.behind_attack(branch, depth);
    }

    fn attack_text(&mut self, branch: &'a Branch, depth: usize) -> String {
        let text = self.numbered(self.attacker, branch, depth);
        let gap = if self.told.is_some() { "" } else { " " };
        let text = match branch.mark {
            Mark::Key => self.toned(Tone::Key, &format!("{text}{gap}!")),
            Mark::Try => self.toned(Tone::Try, &format!("{text}{gap}?")),
            Mark::ReflexViolation => format!("{text}{gap}?!?"),
            Mark::None | Mark::Refutation | Mark::Refutes => text,
        };
        if self.brief {
            return text;
        }
        self.path
            .push((self.attacker, &branch.movement, branch.goal));
        let threat = self.threat(&branch.threat, depth + 2);
        self.path.pop();
        text + &threat
    }

    fn behind_attack(&mut self, branch: &'a Branch, depth: usize) {
        self.path
            .push((self.attacker, &branch.movement, branch.goal));
        self.behind(branch, depth);
        self.path.pop();
    }

    fn behind(&mut self, branch: &'a Branch, depth: usize) {
        if self.brief {
            let refutations = branch.refutations.iter();
            for refutation in refutations {
                self.refutation(refutation, depth);
            }
            return;
        }
        let threats = branch.threat.moves().iter();
        for threat in threats.filter(|threat| !is_leaf(threat)) {
            self.attack(threat, depth + 2);
        }
        for defence in &branch.answers {
            self.defence(defence, depth + 1);
        }
        for refutation in &branch.refutations {
            self.refutation(refutation, depth);
        }
    }

    fn refutation(&mut self, refutation: &'a Branch, depth: usize) {
        let gap = if self.told.is_some() { "" } else { " " };
        let text = self.numbered(!self.attacker, refutation, depth + 1);
        let text = format!("{} {text}{gap}!", self.say("but"));
        let text = self.toned(Tone::Try, &text);
        self.indented(depth + 1, &text);
    }

    /// Threats that end at once stand behind the move; longer ones below it.
    fn threat(&self, threat: &'a Threat, depth: usize) -> String {
        match threat {
            Threat::Unsaid => String::new(),
            Threat::Zugzwang => self.toned(Tone::Quiet, &format!("  {}", self.say("zugzwang"))),
            Threat::Check => self.toned(Tone::Quiet, &format!("  {}", self.say("check"))),
            Threat::Threats { passing, moves } => {
                let changes = self.notation.movement(passing);
                let short = moves.iter().filter(|threat| is_leaf(threat));
                let short: Vec<_> = short
                    .map(|threat| self.numbered(self.attacker, threat, depth))
                    .collect();
                let threat = self.say("threat:").to_owned() + changes.trim();
                let text = format!("  {threat} {}", short.join(", "));
                self.toned(Tone::Quiet, text.trim_end())
            }
        }
    }

    /// A defence; continuations that end at once stand on its line, and so does
    /// a single longer one.
    fn defence(&mut self, defence: &'a Branch, depth: usize) {
        let mut text = self.numbered(!self.attacker, defence, depth);
        if defence.mark == Mark::Refutes {
            let refutes = format!("  {}", self.say("refutes"));
            text += self.toned(Tone::Bad, &refutes).as_str();
        }
        self.path
            .push((!self.attacker, &defence.movement, defence.goal));
        self.answers(defence, depth, text);
        self.path.pop();
    }

    /// The continuations behind a defence, whose own text is told already.
    fn answers(&mut self, defence: &'a Branch, depth: usize, mut text: String) {
        match &defence.answers[..] {
            [only] if !is_leaf(only) => {
                text = format!("{text}  {}", self.attack_text(only, depth + 1));
                self.indented(depth, &text);
                self.behind_attack(only, depth + 1);
            }
            answers => {
                let short = answers.iter().filter(|answer| is_leaf(answer));
                let short: Vec<_> = short
                    .map(|answer| self.numbered(self.attacker, answer, depth + 1))
                    .collect();
                let text = format!("{text}  {}", short.join(", "));
                self.indented(depth, text.trim_end());
                let long = answers.iter().filter(|answer| !is_leaf(answer));
                long.for_each(|answer| self.attack(answer, depth + 1));
            }
        }
    }

    /// `1. Ra1-a2`, `1... Kh8-g8 +`.
    fn numbered(&self, side: Side, branch: &'a Branch, depth: usize) -> String {
        let dots = if depth.is_multiple_of(2) { "." } else { "..." };
        let text = self.movement(side, &branch.movement, branch.goal);
        let gap = if self.told.is_some() { "" } else { " " };
        format!("{}{dots}{gap}{}", depth / 2 + 1, text.trim_start())
    }

    fn remark(&mut self, remark: &Remark) {
        let text = match remark {
            Remark::KingCapturable(side) => {
                let side = if *side == Side::White {
                    "White"
                } else {
                    "Black"
                };
                self.say(&format!(
                    "{side} to play could capture the king: not solved"
                ))
            }
            Remark::Refused(reason) => format!("{} {reason}", self.say("not solved:")),
            Remark::Note(note) => note.clone(),
            Remark::Told(texts) => texts[self.notation.language().column()].clone(),
        };
        let text = self.toned(Tone::Bad, &text);
        self.line(&text);
    }

    fn verdict(&mut self, problem: &Problem, found: &TwinSolution) {
        let judged = problem.stipulation.map(|asked| tally(&asked, found));
        let stopped = match found.outcome {
            Outcome::Finished => None,
            Outcome::Refused => return,
            Outcome::Limited => Some(
                "stopped at the requested number of solutions or first moves; there may be more",
            ),
            Outcome::TimeUp => Some("the time was up"),
            Outcome::Interrupted => Some("the search was stopped"),
        };
        let judged = judged.unwrap_or_default();
        let are_both = judged.len() > 1;
        for verdict in judged {
            let so_far = format!("{} ", self.say("so far:"));
            let (tone, so_far) = match (stopped, verdict.is_unique()) {
                (Some(_), _) => (Tone::Try, so_far.as_str()),
                (None, true) => (Tone::Good, ""),
                (None, false) if verdict.solutions > 0 && !verdict.is_battle => (Tone::Good, ""),
                (None, false) => (Tone::Bad, ""),
            };
            let starter = verdict.starter;
            let verdict = verdict.to_string();
            let verdict: Vec<String> = verdict.split(", ").map(|part| self.say(part)).collect();
            let verdict = verdict.join(", ");
            let side = match starter.filter(|_| are_both) {
                Some(side) => self.say(&format!("{} begins", side.name())) + ": ",
                None => String::new(),
            };
            let text = self.toned(tone, &format!("-> {side}{so_far}{verdict}"));
            self.line(&text);
        }
        if let Some(why) = stopped {
            let why = format!("{} {}", self.say("not complete:"), self.say(why));
            let text = self.toned(Tone::Bad, &why);
            self.line(&text);
        }
    }

    fn indented(&mut self, depth: usize, text: &str) {
        let indent = "  ".repeat(depth + 1);
        self.line(&format!("{indent}{text}"));
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text += "\n";
    }

    fn toned(&self, tone: Tone, text: &str) -> String {
        match self.look {
            Look::Plain => text.to_owned(),
            Look::Coloured => format!("\x1b[{}m{text}\x1b[0m", tone.code()),
        }
    }
}

/// `5 + 4`, with neutral men `5 + 4 + 1n`.
pub(crate) fn counts(problem: &Problem) -> String {
    let count = |belongs: &dyn Fn(Piece) -> bool| {
        let men = problem.diagram.men();
        men.filter(|(_, man)| belongs(*man)).count()
    };
    let of = |side| count(&|man: Piece| man.is_of(side) && !man.is_neutral());
    let (white, black) = (of(Side::White), of(Side::Black));
    match count(&Piece::is_neutral) {
        0 => format!("{white} + {black}"),
        neutral => format!("{white} + {black} + {neutral}n"),
    }
}

fn is_empty(play: &Play) -> bool {
    match play {
        Play::Lines(lines) => lines.is_empty(),
        Play::Tree(tree) => tree.branches.is_empty(),
        Play::Dice(play) => play.throws.is_empty(),
    }
}

/// Nothing is to be told behind this move.
fn is_leaf(branch: &Branch) -> bool {
    branch.answers.is_empty() && branch.threat == Threat::Unsaid && branch.refutations.is_empty()
}
