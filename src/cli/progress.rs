//! Shows on a terminal how far the search is: the move, the length, the speed, what is left; silent anywhere else.

use dawson::notation::message::translate;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::problem::Problem;
use dawson::search::{Event, Observer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A line on standard error while a problem is being solved.
pub struct Progress<'a> {
    bar: ProgressBar,
    notation: Notation<'a>,
    language: Language,
    stand: Mutex<Stand>,
}

/// How far a search is.
#[derive(Debug)]
struct Stand {
    began: Instant,
    positions: u64,
    /// The length that is searched, in plies; 0 where the search does not go length by length.
    plies: u16,
    /// The first move that was taken up last, its number and how many there are.
    taken: Option<(String, usize, usize)>,
    /// First moves of this length that are done, and since when they are searched.
    finished: usize,
    since: Instant,
    formations: Option<String>,
}

impl Stand {
    fn new() -> Stand {
        let now = Instant::now();
        Stand {
            began: now,
            positions: 0,
            plies: 0,
            taken: None,
            finished: 0,
            since: now,
            formations: None,
        }
    }

    fn begin(&mut self, plies: u16) {
        *self = Stand {
            began: self.began,
            positions: self.positions,
            plies,
            ..Stand::new()
        };
    }

    /// `5 plies, move 3 of 33: Qa1-b2  2650 kN/s  about 2 min left`.
    fn told(&self, language: Language) -> String {
        let mut parts = Vec::new();
        let say = |text: &str| translate(language, text);
        let length = match self.plies {
            0 => String::new(),
            plies => say(&format!("{plies} plies")) + ", ",
        };
        match (&self.taken, &self.formations) {
            (Some((movement, number, of)), _) => {
                let at = say(&format!("move {number} of {of}"));
                parts.push(format!("{length}{at}: {movement}"));
            }
            (None, Some(formations)) => parts.push(formations.clone()),
            (None, None) => parts.push(length.trim_end_matches(", ").to_owned()),
        }
        let seconds = self.began.elapsed().as_secs_f64().max(0.001);
        parts.push(format!(
            "{:.0} kN/s",
            self.positions as f64 / seconds / 1000.0
        ));
        parts.extend(
            self.left()
                .map(|left| say(&format!("about {} left", rough(left)))),
        );
        parts.retain(|part| !part.is_empty());
        parts.join("  ")
    }

    /// What is left at this length, if first moves go on as those that are done; nothing before there is something to
    /// judge by. Greater lengths that follow are not in it.
    fn left(&self) -> Option<Duration> {
        let (_, _, of) = self.taken.as_ref()?;
        let spent = self.since.elapsed();
        let is_known = self.finished >= LEAST && spent >= Duration::from_secs(2);
        let left = of.checked_sub(self.finished)?;
        is_known.then(|| spent.mul_f64(left as f64 / self.finished as f64))
    }
}

/// So many first moves must be done before anything is said of the others.
const LEAST: usize = 3;

/// A duration as one says it.
fn rough(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

impl<'a> Progress<'a> {
    /// Drawn only if both standard output and standard error are terminals.
    pub fn of(problem: &'a Problem, language: Language) -> Progress<'a> {
        let visible = stdout().is_terminal() && stderr().is_terminal();
        let target = match visible {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        if visible {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress {
            bar,
            notation: Notation::of(problem, language),
            language,
            stand: Mutex::new(Stand::new()),
        }
    }
}

impl Observer for Progress<'_> {
    fn event(&self, event: Event<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        let mut stand = self.stand.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Phase(_) => stand.begin(0),
            Event::Length(plies) => stand.begin(plies),
            Event::Started {
                number,
                of,
                movement,
            } => {
                let movement = self.notation.movement(movement).trim().to_owned();
                stand.taken = Some((movement, number, of));
            }
            Event::Finished { .. } => stand.finished += 1,
            Event::Formations { side, count } => {
                let said = format!("{}: {count} formations", side.name());
                stand.formations = Some(translate(self.language, &said));
            }
            Event::Nodes(positions) => stand.positions += positions,
            _ => return,
        }
        self.bar.set_message(stand.told(self.language));
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_the_length_and_what_is_left_are_told() {
        let mut stand = Stand::new();
        stand.plies = 5;
        stand.taken = Some(("Qa1-b2".into(), 4, 33));
        stand.finished = 3;
        assert!(
            stand
                .told(Language::En)
                .starts_with("5 plies, move 4 of 33: Qa1-b2")
        );
        assert!(
            !stand.told(Language::En).contains("left"),
            "nothing is known yet"
        );
        stand.since = Instant::now() - Duration::from_secs(12);
        assert!(stand.told(Language::En).ends_with("about 2 min left"));
        assert!(stand.told(Language::De).ends_with("noch etwa 2 min"));
        stand.begin(6);
        assert!(stand.told(Language::En).starts_with("6 plies  "));
    }
}
