//! Pictures side by side on a web page that needs nothing else, for screens and for printing.

use super::drawing::Drawing;
use super::svg::{Shapes, escaped};
use super::{Style, draw, draw_position};
use crate::board::Side;
use crate::conditions::{self, Marks};
use crate::notation::popeye::write::{Notation, Writer, letter};
use crate::problem::{Condition, Problem};
use crate::solution::tally;
use crate::solution::{Branch, Line, Phase, Play, Scene, Solution, TwinSolution};

const STYLE: &str = "body{font-family:Georgia,'Times New Roman',serif;margin:1.5rem;color:#111;background:#fff}\
main{display:flex;flex-wrap:wrap;gap:2rem;align-items:flex-start}\
figure{margin:0;break-inside:avoid;max-width:100%}figure svg{max-width:100%;height:auto}\
section{break-inside:avoid-page;margin-bottom:2.5rem}h2{font-size:1.1rem}\
.ends{display:flex;flex-wrap:wrap;gap:1rem}.ends svg{height:auto}figcaption{font-size:.85rem}\
pre{white-space:pre-wrap;font-family:inherit;line-height:1.45}.verdict{font-weight:bold}";

/// A page with this title and content.
pub(super) fn page(title: &str, language: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body>\n{content}</body></html>\n",
        escaped(title)
    )
}

/// Pictures side by side.
pub(super) fn sheet(drawings: &[Drawing], scale: f32) -> String {
    let mut shapes = Shapes::default();
    let figures = drawings.iter().map(|drawing| {
        let svg = drawing.svg_with(scale, &mut shapes);
        format!("<figure>{svg}</figure>\n")
    });
    let figures: String = figures.collect();
    page("Problems", "en", &format!("<main>\n{figures}</main>\n"))
}

/// The most small diagrams of one version: more would hide the play.
const MOST_ENDS: usize = 48;

/// A solved problem: its diagram, the play, the verdict, and a small diagram at the end of each line.
pub(super) fn section(
    problem: &Problem,
    solution: &Solution,
    style: Style,
    scale: f32,
    shapes: &mut Shapes,
) -> String {
    let mut text = String::from("<section><main><figure>");
    text += &draw(problem, style).svg_with(scale, shapes);
    text += "</figure><div>";
    for (version, found) in problem.versions().iter().zip(&solution.twins) {
        text += &of_version(&version.problem, found, style, scale, shapes);
    }
    text + "</div></main></section>\n"
}

fn of_version(
    problem: &Problem,
    found: &TwinSolution,
    style: Style,
    scale: f32,
    shapes: &mut Shapes,
) -> String {
    let notation = Notation::of(problem, style.language);
    let mut text = String::new();
    if let Some(label) = &found.label {
        let changes = notation.changes(label).join(", ");
        text += &format!("<h2>{}) {}</h2>", letter(label.number), escaped(&changes));
    }
    let play = Writer::new(style.language).phases(problem, found);
    text += &format!("<pre>{}</pre>", escaped_lines(play.trim_matches('\n')));
    for remark in &found.remarks {
        text += &format!("<p>{}</p>", escaped(&format!("{remark:?}")));
    }
    let judged = problem.stipulation.map(|asked| tally(&asked, found));
    for verdict in judged.into_iter().flatten() {
        text += &format!("<p class=\"verdict\">{}</p>", escaped(&verdict.to_string()));
    }
    let imitators = conditions::marked(&problem.conditions, Marks::Imitators);
    let mut ends = Ends {
        problem,
        notation,
        scene: Scene::new(
            problem.start_of_play().into_owned(),
            imitators.flat_map(Condition::squares).collect(),
        ),
        found: Vec::new(),
    };
    found.phases.iter().for_each(|phase| ends.phase(phase));
    let small = Style {
        caption: false,
        coordinates: false,
        ..style
    };
    let figures = ends.found.iter().map(|(words, scene)| {
        let drawing = draw_position(problem, &scene.diagram, scene.imitators.clone(), small);
        let svg = drawing.svg_with(scale * 0.4, shapes);
        format!(
            "<figure>{svg}<figcaption>{}</figcaption></figure>",
            escaped(words)
        )
    });
    let figures: String = figures.collect();
    text + "<div class=\"ends\">" + &figures + "</div>"
}

/// As [`escaped`], with its line ends.
fn escaped_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    lines.join("\n")
}

/// The positions in which lines end, with the last moves in words.
struct Ends<'a> {
    problem: &'a Problem,
    notation: Notation<'a>,
    scene: Scene,
    found: Vec<(String, Scene)>,
}

impl Ends<'_> {
    fn phase(&mut self, phase: &Phase) {
        match &phase.play {
            Play::Lines(lines) => lines.iter().for_each(|line| self.line(line)),
            Play::Tree(tree) => {
                let scene = self.scene.clone();
                for branch in &tree.branches {
                    self.branch(branch, phase.starter, &scene, "");
                }
            }
            Play::Dice(_) => {}
        }
    }

    fn line(&mut self, line: &Line) {
        let mut scene = self.scene.clone();
        let mut words = Vec::new();
        for (index, (side, record)) in line.moves.iter().enumerate() {
            scene.play(*side, record);
            let goal = line.goal.filter(|_| index + 1 == line.moves.len());
            words.push(
                self.notation
                    .movement_reaching(record, goal)
                    .trim()
                    .to_owned(),
            );
        }
        self.end(words.join(" "), scene);
    }

    fn branch(&mut self, branch: &Branch, side: Side, scene: &Scene, before: &str) {
        if self.found.len() >= MOST_ENDS {
            return;
        }
        let mut scene = scene.clone();
        scene.play(side, &branch.movement);
        let told = self
            .notation
            .movement_reaching(&branch.movement, branch.goal);
        let words = format!("{before} {}", told.trim());
        if branch.answers.is_empty() {
            return self.end(words, scene);
        }
        for answer in &branch.answers {
            self.branch(answer, !side, &scene, &words);
        }
    }

    fn end(&mut self, words: String, scene: Scene) {
        debug_assert_eq!(scene.diagram.geometry, self.problem.diagram.geometry);
        if self.found.len() < MOST_ENDS {
            self.found.push((words.trim().to_owned(), scene));
        }
    }
}
