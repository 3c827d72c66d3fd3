//! A solution as it is played through on a board: one tree for all kinds of play, in which every move says which
//! squares it changes, so that whoever shows it knows no rule of chess.

use super::popeye::words::Language;
use super::popeye::write::{Notation, Writer, letter};
use crate::attributes;
use crate::board::{Side, SquareSet};
use crate::conditions::{Marks, board_of_cells, key_of_cells, marked};
use crate::men::Piece;
use crate::problem::{Diagram, Problem, Version};
use crate::solution::tally;
use crate::solution::{
    Branch, DicePlay, Line, Mark, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark, Scene,
    Threat, Tree, TwinSolution,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most moves that are sent for one version.
const MOST_NODES: usize = 20_000;

/// A move with what follows.
#[derive(Serialize)]
struct Node {
    /// Its number, `1.` or `1...`; nothing where the number stands before the move of the other side.
    n: String,
    text: String,
    kind: &'static str,
    side: &'static str,
    /// Step by step, which squares hold which men now (none: nobody), and where imitators stand.
    steps: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<Node>,
}

/// What was found for the diagram or a twin.
pub fn version(version: &Version, found: &TwinSolution, language: Language) -> Value {
    version_with_men(version, found, language).0
}

/// The same, with all men that are on the board at any time, by their codes.
pub fn version_with_men(
    version: &Version,
    found: &TwinSolution,
    language: Language,
) -> (Value, BTreeMap<String, Piece>) {
    let problem = &version.problem;
    let mut teller = Teller::new(problem, language);
    let scene = first_scene(problem);
    let phases: Vec<Value> = found
        .phases
        .iter()
        .map(|phase| teller.phase(phase, &scene))
        .collect();
    let label = found.label.as_ref();
    let judged = problem.stipulation.map(|asked| tally(&asked, found));
    let verdicts = judged.into_iter().flatten().map(|verdict| {
        json!({
            "text": verdict.to_string(),
            "solutions": verdict.solutions,
            "shorts": verdict.shorts,
            "tries": verdict.tries,
            "duals": verdict.duals,
            "unique": verdict.is_unique(),
        })
    });
    let told = json!({
        "label": label.map(|label| letter(label.number)),
        "changes": label.map(|label| teller.notation.changes(label)),
        "board": BoardForm::of(&scene.diagram),
        "phases": phases,
        "verdicts": verdicts.collect::<Vec<_>>(),
        "outcome": match found.outcome {
            Outcome::Finished => "finished",
            Outcome::Limited => "limited",
            Outcome::TimeUp => "time-up",
            Outcome::Interrupted => "interrupted",
            Outcome::Refused => "refused",
        },
        "remarks": found.remarks.iter().map(|one| remark(one, language)).collect::<Vec<_>>(),
        "cut": teller.left == 0,
        "text": Writer::new(language).phases(problem, found),
    });
    let men = scene.diagram.men().map(|(_, man)| (code(man), man));
    teller.men.extend(men);
    (told, teller.men)
}

/// Lines of a version that were found so far, in the JSON form of lines in its phases.
pub fn lines(version: &Version, lines: &[Line], language: Language) -> Vec<Value> {
    let problem = &version.problem;
    let mut teller = Teller::new(problem, language);
    let scene = first_scene(problem);
    let nodes = lines.iter().filter_map(|line| teller.line(line, &scene));
    nodes.map(|node| json!(node)).collect()
}

/// Where play begins.
fn first_scene(problem: &Problem) -> Scene {
    let imitators = marked(&problem.conditions, Marks::Imitators);
    let squares = imitators.flat_map(|condition| condition.squares());
    Scene::new(problem.start_of_play().into_owned(), squares.collect())
}

fn remark(remark: &Remark, language: Language) -> String {
    match remark {
        Remark::KingCapturable(side) => format!("{} to play could capture the king", side.name()),
        Remark::Refused(reason) => reason.clone(),
        Remark::Note(note) => note.clone(),
        Remark::Told(texts) => texts[language.column()].clone(),
    }
}

/// A kind of phase by its word.
pub fn kind(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::SetPlay => "set",
        PhaseKind::Actual => "actual",
        PhaseKind::PostKey => "after-key",
        PhaseKind::Defence => "defence",
    }
}

/// A side by its letter.
pub fn sign(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

struct Teller<'a> {
    notation: Notation<'a>,
    left: usize,
    /// Those seen so far.
    men: BTreeMap<String, Piece>,
}

impl<'a> Teller<'a> {
    fn new(problem: &'a Problem, language: Language) -> Teller<'a> {
        Teller {
            notation: Notation::of(problem, language),
            left: MOST_NODES,
            men: BTreeMap::new(),
        }
    }

    fn phase(&mut self, phase: &Phase, scene: &Scene) -> Value {
        let (threat, nodes) = match &phase.play {
            Play::Lines(lines) => {
                let lines = lines.iter().map(|line| self.line(line, scene));
                ("", lines.flatten().collect())
            }
            Play::Tree(tree) => self.tree(tree, phase, scene),
            Play::Dice(play) => ("", self.dice(play, phase.starter, scene)),
        };
        let mut told = json!({
            "kind": kind(phase.kind),
            "starter": sign(phase.starter),
            "threat": threat,
            "nodes": nodes,
        });
        if !phase.told.is_empty() {
            told["told"] = json!(phase.told.from(0));
        }
        told
    }

    fn tree(&mut self, tree: &Tree, phase: &Phase, scene: &Scene) -> (&'static str, Vec<Node>) {
        let depth = match phase.kind {
            PhaseKind::SetPlay | PhaseKind::PostKey => 1,
            PhaseKind::Actual | PhaseKind::Defence => 0,
        };
        let mut nodes = Vec::new();
        let said = self.threat(&tree.threat, !phase.starter, depth + 1, scene, &mut nodes);
        nodes.extend(self.branches(&tree.branches, phase.starter, depth, "", scene));
        (said, nodes)
    }

    fn threat(
        &mut self,
        threat: &Threat,
        side: Side,
        depth: usize,
        scene: &Scene,
        nodes: &mut Vec<Node>,
    ) -> &'static str {
        match threat {
            Threat::Unsaid => "",
            Threat::Zugzwang => "zugzwang",
            Threat::Check => "check",
            Threat::Threats { passing, moves } => {
                let mut passed = scene.clone();
                passed.play(!side, passing);
                nodes.extend(self.branches(moves, side, depth, "threat", &passed));
                "threat"
            }
        }
    }

    fn branches(
        &mut self,
        branches: &[Branch],
        side: Side,
        depth: usize,
        kind: &'static str,
        scene: &Scene,
    ) -> Vec<Node> {
        let nodes = branches
            .iter()
            .map(|branch| self.branch(branch, side, depth, kind, scene));
        nodes.flatten().collect()
    }

    fn branch(
        &mut self,
        branch: &Branch,
        side: Side,
        depth: usize,
        kind: &'static str,
        scene: &Scene,
    ) -> Option<Node> {
        self.left = self.left.checked_sub(1)?;
        let kind = match branch.mark {
            Mark::Key => "key",
            Mark::Try => "try",
            Mark::Refutation | Mark::Refutes => "refutation",
            Mark::ReflexViolation => "violation",
            Mark::None => kind,
        };
        let mut after = scene.clone();
        let scenes = after.play(side, &branch.movement);
        let steps = self.steps(scene, &scenes);
        let mut text = self
            .notation
            .movement_reaching(&branch.movement, branch.goal);
        text = text.trim().to_owned();
        let mut next = Vec::new();
        let said = self.threat(&branch.threat, side, depth + 2, &after, &mut next);
        if said == "zugzwang" {
            text += "  (zugzwang)";
        }
        next.extend(self.branches(&branch.answers, !side, depth + 1, "", &after));
        next.extend(self.branches(&branch.refutations, !side, depth + 1, "refutation", &after));
        let dots = if depth.is_multiple_of(2) { "." } else { "..." };
        Some(Node {
            n: format!("{}{dots}", depth / 2 + 1),
            text,
            kind,
            side: sign(side),
            steps,
            next,
        })
    }

    /// A line is a branch without forks, its numbers as in print.
    fn line(&mut self, line: &Line, scene: &Scene) -> Option<Node> {
        let mut scene = scene.clone();
        let mut nodes: Vec<Node> = Vec::new();
        for (n, text, (side, record)) in numbered(self.notation, line) {
            self.left = self.left.checked_sub(1)?;
            nodes.push(self.node(n, text, *side, record, &mut scene));
        }
        let folded = nodes.into_iter().rev().reduce(|next, mut node| {
            node.next.push(next);
            node
        });
        folded.map(|mut node| {
            node.kind = "line";
            node
        })
    }

    fn dice(&mut self, play: &DicePlay, starter: Side, scene: &Scene) -> Vec<Node> {
        let mut nodes = Vec::new();
        for throw in &play.throws {
            for wager in &throw.moves {
                if self.left == 0 {
                    return nodes;
                }
                self.left -= 1;
                let text = self.notation.movement(&wager.movement);
                let n = format!("{}°", throw.roll);
                nodes.push(self.node(n, text, starter, &wager.movement, &mut scene.clone()));
            }
        }
        nodes
    }

    fn node(
        &mut self,
        n: String,
        text: String,
        side: Side,
        record: &MoveRecord,
        scene: &mut Scene,
    ) -> Node {
        let before = scene.clone();
        let scenes = scene.play(side, record);
        Node {
            n,
            text: text.trim().to_owned(),
            kind: "",
            side: sign(side),
            steps: self.steps(&before, &scenes),
            next: Vec::new(),
        }
    }

    /// From scene to scene: `{"a1": null, "a5": "w rook"}`.
    fn steps(&mut self, before: &Scene, scenes: &[Scene]) -> Vec<Value> {
        let mut last = before;
        let mut steps = Vec::new();
        for scene in scenes {
            let mut changes = serde_json::Map::new();
            let geometry = &scene.diagram.geometry;
            for square in geometry.squares() {
                let man = scene.diagram.on(square);
                if man != last.diagram.on(square) {
                    let told = man.is_some().then(|| code(man));
                    if let Some(code) = &told {
                        self.men.insert(code.clone(), man);
                    }
                    changes.insert(geometry.name(square), json!(told));
                }
            }
            if scene.imitators != last.imitators {
                let squares: Vec<String> = scene
                    .imitators
                    .iter()
                    .map(|on| geometry.name(*on))
                    .collect();
                changes.insert("imitators".to_owned(), json!(squares));
            }
            steps.push(Value::Object(changes));
            last = scene;
        }
        steps
    }
}

/// A line as printed: `1.Kh8-g8 Ra1-a8 #`.
pub fn line_text(notation: Notation<'_>, line: &Line) -> String {
    let moves = numbered(notation, line).into_iter();
    let moves = moves.map(|(number, text, _)| number + text.trim());
    moves.collect::<Vec<_>>().join(" ")
}

/// The moves of a line with the numbers before them (none before the move of the other side) and
/// their texts.
fn numbered<'a>(
    notation: Notation<'_>,
    line: &'a Line,
) -> Vec<(String, String, &'a (Side, MoveRecord))> {
    let Some(first) = line.moves.first().map(|(side, _)| *side) else {
        return Vec::new();
    };
    let counted = if line.missing == 1 { !first } else { first };
    let mut number = u32::from(line.missing > 0);
    let last = line.moves.len() - 1;
    let mut told = Vec::new();
    for (index, moved) in line.moves.iter().enumerate() {
        let (side, record) = moved;
        let mut n = String::new();
        if *side == counted {
            number += 1;
            n = format!("{number}.");
        } else if index == 0 {
            n = format!("{number}...");
        }
        let goal = line.goal.filter(|_| index == last);
        let text = notation.movement_reaching(record, goal);
        told.push((n, text, moved));
    }
    told
}

/// A board with men.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BoardForm {
    /// How many files; 8 if nothing is said.
    #[serde(default = "eight")]
    pub files: u8,
    /// How many ranks.
    #[serde(default = "eight")]
    pub ranks: u8,
    /// The key of the condition whose cells it has, if they are no squares in files and ranks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<String>,
    /// Squares that are not there.
    #[serde(default)]
    pub holes: Vec<String>,
    /// Men by their squares: `w rook`, `n grasshopper kamikaze`, `b queen royal`.
    #[serde(default)]
    pub men: BTreeMap<String, String>,
}

fn eight() -> u8 {
    8
}

impl BoardForm {
    /// The form of a diagram.
    pub fn of(diagram: &Diagram) -> BoardForm {
        let geometry = &diagram.geometry;
        let men = diagram
            .men()
            .map(|(square, man)| (geometry.name(square), code(man)));
        let cells = key_of_cells(geometry);
        let all: SquareSet = match cells.and_then(board_of_cells) {
            Some(whole) => whole.squares(),
            None => (0..geometry.height())
                .flat_map(|rank| geometry.places(rank))
                .collect(),
        };
        let holes = all.filter(|square| !geometry.squares().contains(*square));
        BoardForm {
            cells: cells.map(str::to_owned),
            files: geometry.width(),
            ranks: geometry.height(),
            holes: holes.map(|square| geometry.name(square)).collect(),
            men: men.collect(),
        }
    }
}

/// A man as the page writes it: side, key of the walk, marks.
pub fn code(man: Piece) -> String {
    let side = match (man.is_of(Side::White), man.is_of(Side::Black)) {
        (true, true) => "n",
        (false, true) => "b",
        _ => "w",
    };
    let row = man.walk().row();
    let mut text = format!("{side} {}", row.key);
    if man.is_royal() && !row.is_royal() {
        text += " royal";
    }
    for definition in attributes::DEFINITIONS {
        if definition
            .attribute
            .is_some_and(|attribute| man.has(attribute))
        {
            text += " ";
            text += definition.key;
        }
    }
    text
}
