//! Prints lines while the search goes on, where there are thousands of them.
//!
//! A text of what was found so far is written as ever, with a gap where the lines go: what stands before the gap is printed,
//! then the lines, and when all is found the rest of the text.

use super::progress::Progress;
use dawson::board::Side;
use dawson::notation::GAP;
use dawson::notation::popeye::words::Language;
use dawson::problem::{Problem, Version};
use dawson::search::{Budget, Event, Observer};
use dawson::solution::{
    Line, Outcome, Phase, PhaseKind, Play, Remark, Solution, ToldLines, TwinSolution,
};
use dawson::solve_version;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// So many lines are printed at the end, as ever.
const MANY: usize = 4096;

/// Texts on their way to the output; whoever finds more waits.
const WAITING: usize = 4;

/// The stack of the thread that searches: play recurses deeply.
const STACK: usize = 64 << 20;

/// How solutions and lines are written.
pub trait Teller: Sync {
    /// The language of the output.
    fn language(&self) -> Language;

    /// The text of a whole solution, or of what was found so far.
    fn whole(&self, solution: &Solution) -> String;

    /// These lines of a version as text. `is_first`: they are the first of their phase to be printed.
    fn lines(&self, version: &Problem, lines: &[Line], is_first: bool) -> String;
}

/// Solves these versions and prints the whole text.
pub fn solve_telling(
    versions: &[Version],
    budget: &Budget,
    teller: &dyn Teller,
    out: &mut dyn Write,
) -> io::Result<Solution> {
    let (sender, receiver) = sync_channel(WAITING);
    let budget = budget.clone();
    let cancel = budget.cancel.clone();
    thread::scope(|scope| {
        let search = move || {
            let told = Told {
                teller,
                sender,
                state: Mutex::default(),
            };
            told.solve(versions, &budget)
        };
        let search = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, search)?;
        let printed = print(receiver, out);
        if printed.is_err() {
            // Nobody reads on.
            cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        let solution = search.join();
        printed?;
        solution.map_err(|_| io::Error::other("the search broke off"))
    })
}

fn print(texts: Receiver<String>, out: &mut dyn Write) -> io::Result<()> {
    for text in texts {
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

/// An observer that hands on the text of lines.
struct Told<'a> {
    teller: &'a dyn Teller,
    sender: SyncSender<String>,
    state: Mutex<State<'a>>,
}

#[derive(Default)]
struct State<'a> {
    /// The version that is searched.
    version: Option<&'a Version>,
    /// What was found of it and of those before it.
    found: Solution,
    /// How many bytes of the text were handed on.
    sent: usize,
    /// Whether lines of the phase that is searched were.
    is_open: bool,
}

impl<'a> Told<'a> {
    fn solve(&self, versions: &'a [Version], budget: &Budget) -> Solution {
        for version in versions {
            self.with(|state| {
                state.version = Some(version);
                state.is_open = false;
                state.found.twins.push(begun(version));
            });
            let watched = Watched {
                told: self,
                progress: Progress::of(&version.problem, self.teller.language()),
            };
            let found = solve_version(version, budget, &watched);
            self.with(|state| {
                state.found.twins.pop();
                state.found.twins.push(found);
            });
        }
        self.with(|state| {
            let text = self.teller.whole(&state.found);
            self.send(text.get(state.sent..).unwrap_or_default().replace(GAP, ""));
            std::mem::take(&mut state.found)
        })
    }

    fn with<T>(&self, use_it: impl FnOnce(&mut State<'a>) -> T) -> T {
        use_it(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whoever prints may have stopped: then the search is cancelled.
    fn send(&self, text: String) {
        let _ = self.sender.send(text);
    }

    fn phase(&self, phase: &Phase) {
        self.with(|state| {
            state.is_open = false;
            if let Some(version) = state.found.twins.last_mut() {
                version.phases.push(phase.clone());
            }
        });
    }

    fn lines(&self, kind: PhaseKind, starter: Side, lines: &[Line]) {
        let Some(first) = lines.first() else {
            return;
        };
        self.with(|state| {
            let is_first = !std::mem::replace(&mut state.is_open, true);
            if is_first {
                self.open(state, (kind, starter), first);
            }
            if let Some(version) = state.version {
                self.send(self.teller.lines(&version.problem, lines, is_first));
            }
        });
    }

    /// Hands on the text as far as the lines of this phase.
    fn open(&self, state: &mut State<'_>, (kind, starter): (PhaseKind, Side), line: &Line) {
        let mut told = ToldLines::default();
        told.count(line);
        let mut so_far = state.found.clone();
        if let Some(version) = so_far.twins.last_mut() {
            version.phases.push(Phase {
                kind,
                starter,
                play: Play::Lines(Vec::new()),
                told,
                numbers: Vec::new(),
            });
        }
        let text = self.teller.whole(&so_far);
        if let Some(gap) = text.rfind(GAP) {
            let due = text.get(state.sent..gap).unwrap_or_default();
            self.send(due.to_owned());
            state.sent = gap + GAP.len_utf8();
        }
    }
}

/// A version of which nothing was found yet.
fn begun(version: &Version) -> TwinSolution {
    TwinSolution {
        label: version.label.clone(),
        phases: Vec::new(),
        outcome: Outcome::Finished,
        remarks: version.notes.iter().cloned().map(Remark::Note).collect(),
    }
}

/// Watches the search of one version.
struct Watched<'w, 'a> {
    told: &'w Told<'a>,
    progress: Progress<'a>,
}

impl Observer for Watched<'_, '_> {
    fn event(&self, event: Event<'_>) {
        self.progress.event(event);
    }

    fn takes_lines_from(&self) -> Option<usize> {
        Some(MANY)
    }

    fn lines(&self, kind: PhaseKind, starter: Side, lines: &[Line]) {
        self.told.lines(kind, starter, lines);
    }

    fn phase(&self, phase: &Phase) {
        self.told.phase(phase);
    }
}
