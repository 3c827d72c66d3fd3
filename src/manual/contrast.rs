//! What a condition changes, shown by one move: it can be played under the condition only, or no
//! longer under it, with the reason.
//!
//! **Invariant:** the moves are those of the rules themselves, with and without the condition, so
//! an example cannot say anything but what happens.

use super::capture::draw;
use super::diagram::beside;
use crate::board::Side;
use crate::conditions;
use crate::notation::popeye::read::read;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Condition, Goal, Problem};
use crate::query::why::why;
use crate::rules::{Engine, Game, Move, Wanted};
use crate::solve::Settings;
use std::ops::ControlFlow::Continue;

/// Positions in which conditions may show themselves, simple ones first.
const SCENES: &[&str] = &[
    "White Kb1 Rd3 Black Kg8 Sd6",
    "White Kb1 Rd3 Se2 Black Kg8 Rd6 Sf5",
    "White Kc3 Qd4 Black Kg8 Qd7 Bg4",
    "White Kg1 Pa2 Pe4 Black Kg8 Pd5 Pb7",
    "White Kg1 Pc7 Black Kb6 Rd8 Ph2",
    "White Ke1 Ra1 Rh1 Black Ke8 Ra8 Rh8",
    "White Kd4 Sd5 Rd2 Black Kf5 Re5 Bd7",
    "White Ke3 Gd3 Black Kg8 Gd6 Sd5",
    "White Kd1 Pd4 Pe4 Black Kd8 Pd5 Pe6 Pf5",
    "White Kh1 Ba3 Sb5 Rd6 Black Ka8 Sc7 Pb6 Qh8",
    "White Ka1 Qd1 Rd3 Black Ke5 Qd8 Rh8",
    "White Kf6 Qh5 Rg1 Black Kh8 Pg7 Ph7",
    "White Kg6 Ra1 Black Kh8",
    "White Ka1 Rc1 Bd3 Black Kh8",
    "White Ka1 Rd2 Black Rb6 Se4",
    "White Rb6 Se4 Black Ka8 Rd7",
    "White Kg8 Pd1 Black Kb8",
    "White Kb1 Pd7 Black Kh2 Pa2",
    "White Kb1 Chameleon Qd3 Black Kg8",
    "White Kh1 Qa1 Rb1 Rc1 Ba2 Bb2 Sc2 Sd2 Pe7 Black Kh7",
    "White Kd1 Qe2 Ra1 Black Kd8 Re7 Ba5",
    "White Ke1 Qd1 Ra1 Rh1 Bc1 Bf1 Sb1 Sg1 Pa2 Pb2 Pc2 Pd2 Pe2 Pf2 Pg2 Ph2 \
     Black Ke8 Qd8 Ra8 Rh8 Bc8 Bf8 Sb8 Sg8 Pa7 Pb7 Pc7 Pd7 Pe7 Pf7 Pg7 Ph7",
];

/// After how many different moves the next ones are compared, by the moves that are still to come.
const BRANCHES: [usize; 3] = [0, 24, 8];

/// A move with its text and the board behind it.
struct Played {
    movement: Move,
    text: String,
    mates: bool,
    board: String,
}

/// The first scene in which the condition changes something; none if it does in none of them.
pub(super) fn diagram(condition: &Condition) -> Option<String> {
    forms(condition).iter().find_map(|condition| {
        let scenes = || SCENES.iter().filter_map(|men| Scene::new(men, condition));
        let mut further = 0..BRANCHES.len();
        further.find_map(|further| scenes().find_map(|mut scene| scene.told(further)))
    })
}

/// The condition as it is, and with the arguments that its definition gives as samples.
fn forms(condition: &Condition) -> Vec<Condition> {
    let mut forms = vec![condition.clone()];
    let Some(definition) = conditions::find(&condition.key) else {
        return forms;
    };
    for sample in definition.samples {
        let name = definition.names().en;
        let text = format!("BeginProblem Stipulation ~1 Condition {name} {sample} EndProblem");
        let problem = read(text.as_bytes()).problems.pop();
        forms.extend(problem.and_then(|read| read.problem.conditions.first().cloned()));
    }
    forms
}

/// A position under the condition, and without it.
struct Scene {
    problem: Problem,
    usual: Problem,
    engine: Engine,
    without: Engine,
    heading: String,
}

impl Scene {
    fn new(men: &str, condition: &Condition) -> Option<Scene> {
        let text = format!("BeginProblem Stipulation ~1 Pieces {men} EndProblem");
        let usual = read(text.as_bytes()).problems.pop()?.problem;
        let problem = Problem {
            conditions: vec![condition.clone()],
            ..usual.clone()
        };
        let engine = conditions::compile(&problem).ok()?;
        let without = conditions::compile(&usual).ok()?;
        let size = |engine: &Engine| {
            let board = engine.rules().geometry();
            (board.width(), board.height())
        };
        if size(&engine) != size(&without) {
            return None;
        }
        let captions = Notation::of(&problem, Language::En).captions(&problem.conditions);
        Some(Scene {
            heading: captions.join(", "),
            problem,
            usual,
            engine,
            without,
        })
    }

    /// A move of either side that is only legal with the condition, or only without it, behind so
    /// many moves that both allow and that do the same.
    fn told(&mut self, further: usize) -> Option<String> {
        [Side::White, Side::Black].into_iter().find_map(|side| {
            self.engine.set_side_to_move(side);
            self.without.set_side_to_move(side);
            self.told_behind(&mut Vec::new(), further)
        })
    }

    fn told_behind(&mut self, before: &mut Vec<String>, further: usize) -> Option<String> {
        if further == 0 {
            return self.contrast(&before.join(" "));
        }
        let now = moves(&mut self.engine, &self.problem);
        let usual = moves(&mut self.without, &self.usual);
        let both = now.iter().filter_map(|one| {
            let same = usual.iter().find(|other| other.text == one.text);
            same.map(|same| (one, same))
        });
        let mut told = None;
        for (one, same) in both.take(BRANCHES[further]) {
            self.engine.play(one.movement);
            self.without.play(same.movement);
            before.push(one.text.clone());
            told = told.or_else(|| self.told_behind(before, further - 1));
            before.pop();
            self.engine.rewind();
            self.without.rewind();
        }
        told
    }

    fn contrast(&mut self, before: &str) -> Option<String> {
        let now = moves(&mut self.engine, &self.problem);
        let usual = moves(&mut self.without, &self.usual);
        let lacks = |list: &[Played], text: &str| list.iter().all(|one| one.text != text);
        let board = draw(&self.engine);
        let behind = match before.is_empty() {
            true => String::new(),
            false => format!("after {before}: "),
        };
        let said = if let Some(new) = now.iter().find(|one| lacks(&usual, &one.text)) {
            let pair = beside(&board, &new.board);
            format!("{pair}\n{behind}{} can be played", new.text)
        } else if let Some(gone) = usual.iter().find(|one| lacks(&now, &one.text)) {
            let reason = self.reason(before, &gone.text);
            format!("{board}\n{behind}{} cannot be played{reason}", gone.text)
        } else {
            let differs = |one: &&Played| {
                let other = usual.iter().find(|other| other.text == one.text);
                other.is_some_and(|other| other.mates != one.mates)
            };
            let one = now.iter().find(differs)?;
            let verb = if one.mates { "mates" } else { "does not mate" };
            format!("{board}\n{behind}{} {verb}", one.text)
        };
        Some(format!(
            "{}\n\n{said}.\nWhite men have capitals, black men small letters.\n",
            self.heading
        ))
    }

    /// Why a move that would be legal otherwise is not.
    fn reason(&self, before: &str, text: &str) -> String {
        let is_even = before.split(' ').filter(|word| !word.is_empty()).count() % 2 == 0;
        let mut problem = self.problem.clone();
        problem.options.half_duplex = is_even == (self.engine.side_to_move() == Side::Black);
        let answer = why(&problem, &format!("{before} {text}"), &Settings::default());
        let reasons = answer.map(|answer| answer.reasons).unwrap_or_default();
        match reasons.first() {
            Some(reason) => match reason.split_once(": ") {
                Some((_, reason)) => format!(": {reason}"),
                None => format!(": {reason}"),
            },
            None => String::new(),
        }
    }
}

/// All legal moves of the side to move.
fn moves(engine: &mut Engine, problem: &Problem) -> Vec<Played> {
    let mut all = Vec::new();
    let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
        let record = engine.record();
        all.push(Played {
            movement,
            text: Notation::of(problem, Language::En).movement(&record),
            mates: engine.reaches(Goal::Mate),
            board: draw(engine),
        });
        Continue(())
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURNS: &str = "a turn has several moves, so that no single move shows it";

    /// Conditions that show themselves in none of the scenes, with the reason.
    const SILENT: &[(&str, &str)] = &[
        ("annecian-chess", TURNS),
        ("board", "another board"),
        ("chameleon-sequence", "only with chameleons"),
        (
            "consequent",
            "only where castling was lost or a pawn may be captured en passant",
        ),
        ("dummy", "changes nothing"),
        (
            "ep-on",
            "only with a pawn that may have made its double step",
        ),
        ("hexagonal-19", "another board"),
        ("hexagonal-glinski", "another board"),
        ("hexagonal-mccooey", "another board"),
        ("italian-chess", TURNS),
        ("last-capture", "only with rules that look at it"),
        ("marseillais-chess", TURNS),
        ("monster-chess", TURNS),
        ("no-imitator-promotion", "only with imitators"),
        ("patience-chess", "changes nothing"),
        ("rollerball", "another board"),
        ("savoyard-chess", TURNS),
        ("scottish-chess", TURNS),
        ("siamese-kings", "only with several kings of a side"),
        ("space-chess", "another board"),
        ("two-move-chess", TURNS),
    ];

    #[test]
    fn every_condition_is_shown_by_a_move() {
        let shown = |key: &str| {
            let condition = Condition::plain(key);
            let capture = conditions::asks_for_rebirth(key);
            let capture = capture.then(|| super::super::capture::diagram(&condition));
            capture.flatten().or_else(|| diagram(&condition)).is_some()
        };
        let keys = conditions::DEFINITIONS.iter().map(|row| row.key);
        let mut silent: Vec<&str> = keys.filter(|key| !shown(key)).collect();
        silent.sort();
        let known: Vec<&str> = SILENT.iter().map(|(key, _)| *key).collect();
        assert_eq!(silent, known);
    }
}
