//! Shows on a terminal how far the search is; silent anywhere else.

use dawson::board::Side;
use dawson::search::{Event, Observer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A line on standard error while a version is being solved.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    nodes: AtomicU64,
}

const TEMPLATE: &str = "{spinner} move {pos} of {len}  {wide_msg} {elapsed}";

impl Progress {
    /// Drawn only if both standard output and standard error are terminals.
    pub fn new() -> Progress {
        let visible = stdout().is_terminal() && stderr().is_terminal();
        let target = match visible {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        if visible {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress {
            bar,
            start: Instant::now(),
            nodes: AtomicU64::new(0),
        }
    }

    fn count(&self, nodes: u64) {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let seconds = self.start.elapsed().as_secs_f64().max(0.001);
        let rate = nodes as f64 / seconds / 1000.0;
        self.bar.set_message(format!("{rate:.0} kN/s"));
    }
}

impl Observer for Progress {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Phase(_) | Event::Length(_) => self.bar.set_position(0),
            Event::FirstMoves(_) | Event::Replies(_) | Event::Refuted | Event::Found { .. } => {}
            Event::Started { of, .. } => self.bar.set_length(of as u64),
            Event::Finished { .. } => self.bar.inc(1),
            Event::Formations { side, count } => {
                let side = match side {
                    Side::White => "White",
                    Side::Black => "Black",
                };
                self.bar.set_message(format!("{side}: {count} formations"));
            }
            Event::Nodes(nodes) => self.count(nodes),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
