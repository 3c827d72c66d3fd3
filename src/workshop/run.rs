//! Many trials side by side: each core takes the next variant, the best first; what was found is kept when the user stops.

use super::finding::Finding;
use super::trial::{Answer, Trier};
use super::variant::{Kind, Variant};
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{AppliedChange, Problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// A variant that was tried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// Its place in the list of variants, from 1.
    pub number: usize,
    /// What was changed.
    pub kind: Kind,
    /// The change in words of the problem language: `wKa1-->b1`, `+bPe7`.
    pub change: String,
    /// What it is.
    pub answer: Answer,
}

/// Somebody who wants to hear of trials as they end; any thread may call.
pub trait Watcher: Sync {
    /// So many variants are to be tried, if that is known.
    fn begins(&self, _variants: Option<usize>) {}
    /// A variant was tried now.
    fn tried(&self, _tried: &Tried) {}
    /// A variant is what was wished, found now or known before. What is said of all together, such as the
    /// remarks on twins, follows in the end.
    fn found(&self, _finding: &Finding) {}
}

/// A watcher who is not interested.
impl Watcher for () {}

/// What earlier runs tried, by the change.
pub type Former = HashMap<String, Answer>;

/// How trials are run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// How many run side by side.
    pub jobs: usize,
    /// At most so many are tried.
    pub most: Option<usize>,
    /// When to stop.
    pub until: Option<Instant>,
    /// What need not be tried again.
    pub former: &'a Former,
    /// Who hears of them.
    pub watcher: &'a dyn Watcher,
}

impl<'a> Run<'a> {
    /// So many trials side by side, without limits.
    ///
    /// ```
    /// use dawson::workshop::{Former, Run};
    /// assert_eq!(Run::of(2, &Former::new(), &()).jobs, 2);
    /// ```
    pub fn of(jobs: usize, former: &'a Former, watcher: &'a dyn Watcher) -> Run<'a> {
        Run {
            jobs,
            most: None,
            until: None,
            former,
            watcher,
        }
    }

    /// Whether there is no time left.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Tries variants until they or the user's patience end; in the order of the variants.
pub fn run(
    trier: &Trier,
    variants: &mut (dyn Iterator<Item = Variant> + Send),
    how: &Run<'_>,
) -> Vec<(Variant, Tried)> {
    let next = Mutex::new((0, variants));
    let found = Mutex::new(Vec::new());
    let count = AtomicUsize::new(0);
    let take = || {
        let mut next = next.lock().ok()?;
        if trier.is_cancelled()
            || how.is_over()
            || how.most.is_some_and(|most| count.load(Relaxed) >= most)
        {
            return None;
        }
        let variant = next.1.next()?;
        next.0 += 1;
        count.fetch_add(1, Relaxed);
        Some((next.0, variant))
    };
    let work = || {
        while let Some((number, variant)) = take() {
            let change = change_text(trier.problem(), &variant, Language::En);
            let known = how.former.get(&change).cloned();
            let is_new = known.is_none();
            let answer = known.unwrap_or_else(|| trier.answer(&variant));
            if trier.is_cancelled() && answer.class == crate::soundness::Class::Stopped {
                return;
            }
            let tried = Tried {
                number,
                kind: variant.kind,
                change,
                answer,
            };
            if is_new {
                how.watcher.tried(&tried);
            }
            let finding = tried
                .answer
                .holds()
                .then(|| Finding::of(trier.problem(), &variant, &tried));
            if let Some(finding) = finding.flatten() {
                how.watcher.found(&finding);
            }
            if let Ok(mut found) = found.lock() {
                found.push((variant, tried));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..how.jobs.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(_, tried)| tried.number);
    found
}

/// What a variant changes, as twins are headed: `wKa1-->b1`, `-wPb2`, `bQd4 ==> bRd4`.
pub fn change_text(problem: &Problem, variant: &Variant, language: Language) -> String {
    let Ok((changed, applied)) = variant.apply(problem) else {
        return String::new();
    };
    let notation = Notation::of(problem, language);
    let texts = applied.iter().map(|applied| one_change(notation, applied));
    let mut texts: Vec<String> = texts.collect();
    if variant.options.is_some() {
        let names = [
            (changed.options.half_duplex, "half-duplex"),
            (changed.options.white_to_play, "white-to-play"),
        ];
        let set = names.iter().filter(|(is_set, _)| *is_set);
        texts.extend(set.filter_map(|(_, key)| {
            use crate::notation::popeye::words::{Table, name};
            name(Table::Option, key, language).map(str::to_owned)
        }));
    }
    texts.join("  ")
}

fn one_change(notation: Notation<'_>, applied: &AppliedChange) -> String {
    use crate::problem::Change;
    match &applied.change {
        Change::Add(square, man) if applied.men[0].is_some() => {
            let square = notation.square(*square);
            let [old, new] = [applied.men[0], *man].map(|man| notation.coloured(man) + &square);
            format!("{old} ==> {new}")
        }
        _ => notation.change(applied),
    }
}
