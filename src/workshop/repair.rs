//! Repair: which changes leave exactly the wished solutions?

use super::finding::Finding;
use super::run::{Run, run};
use super::trial::Trier;
use super::variant::Menu;
use super::wish::Wish;
use crate::problem::Problem;
use crate::solve::Settings;

/// All single changes of a menu after which a problem has what is wished and nothing else; sorted by economy. With
/// `pairs`, so many pairs of changes are tried after them.
///
/// ```
/// use dawson::workshop::{Former, Kind, Menu, Run, Wish, lines_of_text, repair};
/// use dawson::{Problem, Settings};
/// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/RR6")?;
/// let wish = Wish { keep: lines_of_text(&problem, "1.Ra8#")?, ..Wish::default() };
/// let former = Former::new();
/// let how = Run::of(1, &former, &());
/// let found = repair(&problem, &wish, &Menu::of(&[Kind::Removed]), 0, &Settings::default(), &how);
/// assert_eq!(found.findings[0].change, "-wRb1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repair(
    problem: &Problem,
    wish: &Wish,
    menu: &Menu,
    pairs: usize,
    settings: &Settings,
    how: &Run<'_>,
) -> Findings {
    let trier = Trier::new(problem, wish.clone(), settings, how.jobs);
    let singles = menu.variants(trier.problem());
    how.watcher.begins(Some(singles.len()));
    let mut tried = run(&trier, &mut singles.iter().cloned(), how);
    if pairs > 0 && !trier.is_cancelled() {
        how.watcher.begins(None);
        // A pair is none where one of its changes does alone.
        let alone: Vec<usize> = holding(&tried);
        let rest = singles.iter().enumerate();
        let rest = rest.filter(|(place, _)| !alone.contains(&(place + 1)));
        let rest: Vec<_> = rest.map(|(_, variant)| variant.clone()).collect();
        let how = Run {
            most: Some(pairs),
            ..*how
        };
        tried.extend(run(&trier, &mut Menu::pairs(&rest), &how));
    }
    Findings::of(&trier, tried)
}

fn holding(tried: &[(super::Variant, super::Tried)]) -> Vec<usize> {
    let holding = tried.iter().filter(|(_, tried)| tried.answer.holds());
    holding.map(|(_, tried)| tried.number).collect()
}

/// What trials of one question came to.
#[derive(
    Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
pub struct Findings {
    /// The variants that are what was wished, the best first.
    pub findings: Vec<Finding>,
    /// How many were tried.
    pub tried: usize,
    /// How many could not be decided within the limits.
    pub undecided: usize,
    /// How many searches that took.
    pub searches: u64,
}

impl Findings {
    /// Those that hold, sorted by economy: sound ones before those with duals.
    pub(super) fn of(trier: &Trier, tried: Vec<(super::Variant, super::Tried)>) -> Findings {
        use crate::soundness::Class;
        let undecided = tried
            .iter()
            .filter(|(_, tried)| tried.answer.class == Class::Stopped);
        let undecided = undecided.count();
        let count = tried.len();
        let holding = tried.into_iter().filter(|(_, tried)| tried.answer.holds());
        let mut holding: Vec<_> = holding.collect();
        holding.sort_by_key(|(variant, tried)| {
            (variant.kind, tried.answer.class, variant.cost, tried.number)
        });
        let findings = holding.into_iter();
        let findings =
            findings.filter_map(|(variant, tried)| Finding::of(trier.problem(), &variant, &tried));
        Findings {
            findings: findings.collect(),
            tried: count,
            undecided,
            searches: trier.searches(),
        }
    }
}
