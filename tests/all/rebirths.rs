//! Forms of rebirth in company: each with conditions of other families, in both orders, solved
//! without any short cut and with all of them.
//!
//! A sample is taken; with `DAWSON_ALL_REBIRTHS` in the environment all pairs are, and each way may
//! take so many seconds on each problem.

use dawson::conditions::{REBIRTHS, compile, forms};
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::problem::{Argument, Condition, Problem};
use dawson::rules::ShortCuts;
use dawson::solution::Outcome;
use dawson::{Settings, solve};
use rayon::prelude::*;
use std::time::Duration;

const COMPANY: [&str; 20] = [
    "andernach-chess",
    "annan-chess",
    "anti-koeko",
    "black-maximummer",
    "castling-chess",
    "checkless-chess",
    "einstein-chess",
    "grid-chess",
    "isardam",
    "koeko",
    "lortap",
    "madrasi",
    "masand",
    "messigny-chess",
    "monochrom-chess",
    "patrouille",
    "sentinelles",
    "take-and-make-chess",
    "tibet",
    "volage",
];

const STIPULATIONS: [&str; 6] = ["h+1.5", "h#2", "h=1.5", "#2", "hx1.5", "hs#1.5"];

/// One pair in so many is tried where not all are.
const SAMPLED: usize = 23;

#[test]
fn short_cuts_find_under_rebirth_in_company_what_the_slow_way_finds() {
    let all = std::env::var("DAWSON_ALL_REBIRTHS").ok();
    let seconds = all
        .as_ref()
        .map_or(5.0, |all| all.parse().expect("seconds"));
    let limit = Duration::from_secs_f64(seconds);
    let mut dice = Dice(20);
    let forms = forms().map(|form| form.key).chain(REBIRTHS);
    let pairs = forms.flat_map(|form| COMPANY.map(|company| [[form, company], [company, form]]));
    let problems = pairs.flatten().map(|pair| (pair, problem(pair, &mut dice)));
    let every = if all.is_some() { 1 } else { SAMPLED };
    let problems: Vec<_> = problems.skip(every - 1).step_by(every).collect();
    let compared: Vec<bool> = problems
        .par_iter()
        .filter(|(_, problem)| compile(problem).is_ok())
        .filter_map(|(pair, problem)| agrees(problem, *pair, limit))
        .collect();
    eprintln!("{} of {} compared", compared.len(), problems.len());
    assert!(compared.iter().all(|&agrees| agrees), "they are told above");
    assert!(compared.len() > 60, "{}", compared.len());
}

/// Whether both engines find the same, if both finish; a difference is told at once.
fn agrees(problem: &Problem, pair: [&str; 2], limit: Duration) -> Option<bool> {
    let solved = |short_cuts: ShortCuts| {
        let settings = Settings {
            short_cuts,
            memory: 16 << 20,
            time_limit: Some(limit),
            max_solutions: Some(200),
            ..Settings::default()
        };
        let solution = solve(problem, &settings, &());
        let outcome = solution.outcome();
        let finished = matches!(outcome, Outcome::Finished | Outcome::Limited);
        let text = Writer::new(Language::En).version(problem, &solution.twins[0]);
        finished.then_some(text)
    };
    let slow = solved(ShortCuts::NONE)?;
    let fast = solved(ShortCuts::ALL)?;
    if slow != fast {
        eprintln!("{pair:?} {:?}\n{slow}\n{fast}", problem.diagram);
    }
    Some(slow == fast)
}

/// Two kings and seven men.
fn problem(conditions: [&str; 2], dice: &mut Dice) -> Problem {
    let mut squares: Vec<usize> = (0..64).collect();
    let mut men = [String::from("White"), String::from("Black")];
    for number in 0..9 {
        let square = squares.swap_remove(dice.roll(squares.len()));
        let (file, rank) = (square % 8, square / 8);
        let walks = if (1..=6).contains(&rank) {
            "QRBSPPP"
        } else {
            "QRBS"
        };
        let walk = match number {
            0 | 1 => "K",
            _ => {
                let place = dice.roll(walks.len());
                &walks[place..=place]
            }
        };
        let file = char::from(b'a' + file as u8);
        men[number % 2].push_str(&format!(" {walk}{file}{}", rank + 1));
    }
    let stipulation = STIPULATIONS[dice.roll(STIPULATIONS.len())];
    let [white, black] = men;
    let text = format!("BeginProblem Stipulation {stipulation} Pieces {white} {black} EndProblem");
    let read = read(text.as_bytes()).problems.pop();
    let mut problem = read.expect("the text holds a problem").problem;
    problem.conditions = conditions.map(condition).to_vec();
    problem
}

fn condition(key: &str) -> Condition {
    let mut condition = Condition::plain(key);
    if key == "april-chess" {
        let knight = dawson::men::walk_id::KNIGHT;
        condition.arguments.push(Argument::Walk(knight));
    }
    condition
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}
