//! A solution as the page shows it: one tree for all kinds of play, in which every move says which squares it changes.

use super::request::code;
use crate::board::Side;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::{Notation, letter};
use crate::problem::{Problem, Version};
use crate::solution::tally;
use crate::solution::{
    Branch, DicePlay, Line, Mark, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark, Scene,
    Threat, Tree, TwinSolution,
};
use serde::Serialize;
use serde_json::{Value, json};

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
    let problem = &version.problem;
    let mut teller = Teller {
        notation: Notation::of(problem, language),
        left: MOST_NODES,
    };
    let imitators = problem
        .conditions
        .iter()
        .filter(|condition| condition.key == "imitator");
    let scene = Scene::new(
        problem.start_of_play().into_owned(),
        imitators
            .flat_map(|condition| condition.squares())
            .collect(),
    );
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
    json!({
        "label": label.map(|label| letter(label.number)),
        "changes": label.map(|label| teller.notation.changes(label)),
        "board": super::request::BoardForm::of(&scene.diagram),
        "phases": phases,
        "verdicts": verdicts.collect::<Vec<_>>(),
        "outcome": match found.outcome {
            Outcome::Finished => "finished",
            Outcome::Limited => "limited",
            Outcome::TimeUp => "time-up",
            Outcome::Interrupted => "interrupted",
            Outcome::Refused => "refused",
        },
        "remarks": found.remarks.iter().map(remark).collect::<Vec<_>>(),
        "cut": teller.left == 0,
        "text": crate::notation::popeye::write::Writer::new(language).phases(problem, found),
    })
}

fn remark(remark: &Remark) -> String {
    match remark {
        Remark::KingCapturable(side) => format!("{} to play could capture the king", name(*side)),
        Remark::Refused(reason) => reason.clone(),
        Remark::Note(note) => note.clone(),
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

fn sign(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

struct Teller<'a> {
    notation: Notation<'a>,
    left: usize,
}

impl Teller<'_> {
    fn phase(&mut self, phase: &Phase, scene: &Scene) -> Value {
        let (threat, nodes) = match &phase.play {
            Play::Lines(lines) => {
                let lines = lines.iter().map(|line| self.line(line, scene));
                ("", lines.flatten().collect())
            }
            Play::Tree(tree) => self.tree(tree, phase, scene),
            Play::Dice(play) => ("", self.dice(play, phase.starter, scene)),
        };
        json!({
            "kind": match phase.kind {
                PhaseKind::SetPlay => "set",
                PhaseKind::Actual => "actual",
                PhaseKind::PostKey => "after-key",
                PhaseKind::Defence => "defence",
            },
            "starter": sign(phase.starter),
            "threat": threat,
            "nodes": nodes,
        })
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
            Threat::Threats(threats) => {
                nodes.extend(self.branches(threats, side, depth, "threat", scene));
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
        let steps = steps(scene, &after.play(side, &branch.movement));
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
        let first = line.moves.first().map(|(side, _)| *side)?;
        let counted = if line.missing == 1 { !first } else { first };
        let mut number = u32::from(line.missing > 0);
        let mut scene = scene.clone();
        let mut nodes: Vec<Node> = Vec::new();
        let last = line.moves.len() - 1;
        for (index, (side, record)) in line.moves.iter().enumerate() {
            self.left = self.left.checked_sub(1)?;
            let mut n = String::new();
            if *side == counted {
                number += 1;
                n = format!("{number}.");
            } else if index == 0 {
                n = format!("{number}...");
            }
            let goal = line.goal.filter(|_| index == last);
            let text = self.notation.movement_reaching(record, goal);
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
        &self,
        n: String,
        text: String,
        side: Side,
        record: &MoveRecord,
        scene: &mut Scene,
    ) -> Node {
        let before = scene.clone();
        Node {
            n,
            text: text.trim().to_owned(),
            kind: "",
            side: sign(side),
            steps: steps(&before, &scene.play(side, record)),
            next: Vec::new(),
        }
    }
}

/// From scene to scene: `{"a1": null, "a5": "w rook"}`.
fn steps(before: &Scene, scenes: &[Scene]) -> Vec<Value> {
    let mut last = before;
    let mut steps = Vec::new();
    for scene in scenes {
        let mut changes = serde_json::Map::new();
        let geometry = &scene.diagram.geometry;
        for square in geometry.squares() {
            let man = scene.diagram.on(square);
            if man != last.diagram.on(square) {
                let told = man.is_some().then(|| code(man));
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

/// A problem for which nothing was asked yet still has versions.
pub fn versions(problem: &Problem) -> Vec<Version> {
    problem.versions()
}
