//! What a search may cost: threads, memory, time, and Ctrl-C; where it is kept; and who plays.

use super::{Ending, language};
use clap::ValueEnum;
use dawson::Settings;
use dawson::notation::fate;
use dawson::notation::message::translate;
use dawson::notation::popeye::words::Language;
use dawson::problem::{FateWish, Problem};
use dawson::rules::{ShortCut, ShortCuts};
use dawson::search::{Checkpoint, EngineChoice};
use dawson::solution::{Outcome, Solution};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a search may cost.
#[derive(Clone, Debug, clap::Args)]
pub struct Limits {
    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Memory for the search, mostly for its hash table: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "256M")]
    memory: usize,
    /// Seconds for one problem, as `90` or `0.5`
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
}

impl Limits {
    /// The same for the library; Ctrl-C stops.
    pub fn settings(&self) -> Settings {
        Settings {
            threads: self.threads.unwrap_or_else(all_cores),
            memory: self.memory,
            time_limit: self.time,
            cancel: cancelled_by_user(),
            ..Settings::default()
        }
    }
}

/// What became of men in a game, as far as the user says so.
#[derive(Debug, clap::Args)]
pub struct SaidFates {
    /// Only games in which some man has this fate (`+Ph2=Rh8->h1`), or none (`-Ra1->g6(Ph7)`);
    /// may be given several times
    #[arg(long = "fate", value_name = "FATE", value_parser = fate, allow_hyphen_values = true)]
    fates: Vec<FateWish>,
}

impl SaidFates {
    /// The same problem with these fates.
    pub fn of<'p>(&self, problem: &'p Problem) -> Cow<'p, Problem> {
        let mut problem = Cow::Borrowed(problem);
        if !self.fates.is_empty() {
            let fates = &mut problem.to_mut().options.fates;
            fates.extend_from_slice(&self.fates);
        }
        problem
    }
}

fn fate(text: &str) -> Result<FateWish, String> {
    let wish = Language::ALL
        .into_iter()
        .rev()
        .find_map(|language| fate::read(text, language));
    wish.ok_or_else(|| format!("expected {}", fate::EXPECTED))
}

/// Where a long search is kept.
#[derive(Debug, clap::Args)]
pub struct Kept {
    /// Keep finished first moves in this file; a later run with it goes on from there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

impl Kept {
    /// Opens the file, if one is named.
    ///
    /// # Errors
    /// When it cannot serve; the user has been told.
    pub fn open(&self) -> Result<Option<Arc<Checkpoint>>, Ending> {
        let Some(path) = &self.checkpoint else {
            return Ok(None);
        };
        match Checkpoint::open(path) {
            Ok(checkpoint) => {
                // Whoever goes on wants to know with what.
                let (problems, moves) = checkpoint.finished();
                if moves > 0 {
                    let said =
                        format!("{moves} first moves of {problems} problems were searched before");
                    let said = translate(language::of_system(), &said);
                    eprintln!("dawson: {}: {said}", path.display());
                }
                Ok(Some(Arc::new(checkpoint)))
            }
            Err(error) => {
                eprintln!("dawson: {}: {error}", path.display());
                Err(Ending::Failed)
            }
        }
    }
}

/// How a run ends whose first moves were to be kept: badly if they could not be.
pub fn end_of_kept(ending: Ending, checkpoint: Option<&Checkpoint>) -> Ending {
    match checkpoint.and_then(Checkpoint::failure) {
        None => ending,
        Some(failure) => {
            eprintln!("dawson: cannot write the checkpoint: {failure}");
            ending.max(Ending::Failed)
        }
    }
}

/// The engines by the names they have on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum EngineName {
    /// The fastest that can play the problem
    #[default]
    Fastest,
    /// The engine for any rules
    Rules,
    /// Plain chess on bitboards
    Orthodox,
    /// No short cut at all
    #[value(hide = true)]
    Plain,
}

impl EngineName {
    /// The engine meant.
    pub fn choice(self) -> EngineChoice {
        match self {
            EngineName::Fastest => EngineChoice::Fastest,
            EngineName::Rules => EngineChoice::Rules,
            EngineName::Orthodox => EngineChoice::Orthodox,
            EngineName::Plain => EngineChoice::Plain,
        }
    }
}

/// All short cuts but these.
pub fn without(not_taken: &[ShortCut]) -> ShortCuts {
    let short_cuts = not_taken.iter();
    short_cuts.fold(ShortCuts::ALL, |left, one| left.without(*one))
}

/// Reads the name of a short cut.
///
/// # Errors
/// When there is none of this name.
pub fn short_cut(name: &str) -> Result<ShortCut, String> {
    let names = || ShortCut::ALL.map(ShortCut::name).join(", ");
    ShortCut::named(name).ok_or_else(|| format!("expected one of {}", names()))
}

/// Reads an amount of memory: `200M`, `1G`, `64K`; a bare number counts
/// kilobytes.
///
/// # Errors
/// When it is no number, or a number of bytes beyond the machine's.
pub fn memory(text: &str) -> Result<usize, String> {
    let unit = |letter: char| match letter.to_ascii_lowercase() {
        'k' => Some(1 << 10),
        'm' => Some(1 << 20),
        'g' => Some(1 << 30),
        _ => None,
    };
    let (number, unit) = match text.chars().last().and_then(unit) {
        Some(unit) => (&text[..text.len() - 1], unit),
        None => (text, 1 << 10),
    };
    let number: usize = number
        .parse()
        .map_err(|_| "expected a number, e.g. `200M`")?;
    number
        .checked_mul(unit)
        .ok_or_else(|| "more than any machine has".to_owned())
}

/// All cores, or one if they cannot be counted.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Reads a limit of time: `90` or `0.5` seconds.
///
/// # Errors
/// When it is no number, or no time at all.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "expected seconds, e.g. `90` or `0.5`")?;
    let time = Duration::try_from_secs_f64(number);
    time.map_err(|_| "no limit of time".to_owned())
}

/// A flag that Ctrl-C sets, so that what was found can still be printed.
pub fn cancelled_by_user() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    // Without a handler Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(move || seen.store(true, Ordering::Relaxed));
    flag
}

/// Whether a solution ends early for another reason than the problem's own
/// wish for few solutions or little time.
pub fn is_cut_short(problem: &Problem, solution: &Solution, settings: &Settings) -> bool {
    let options = &problem.options;
    let mut outcomes = solution.twins.iter().map(|twin| twin.outcome);
    outcomes.any(|outcome| match outcome {
        Outcome::Finished | Outcome::Refused => false,
        Outcome::Interrupted => true,
        Outcome::Limited => {
            let ours = settings.max_solutions;
            ours.is_some_and(|ours| options.max_solutions.is_none_or(|wish| ours < wish))
        }
        Outcome::TimeUp => {
            let wish = options
                .max_time
                .map(|wish| Duration::from_secs(wish.into()));
            let ours = settings.time_limit;
            ours.is_some_and(|ours| wish.is_none_or(|wish| ours < wish))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_has_fractions() {
        assert_eq!(seconds("90"), Ok(Duration::from_secs(90)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err());
        assert!(seconds("soon").is_err());
    }

    #[test]
    fn memory_has_units() {
        assert_eq!(memory("64K"), Ok(64 << 10));
        assert_eq!(memory("200m"), Ok(200 << 20));
        assert_eq!(memory("1G"), Ok(1 << 30));
        assert_eq!(memory("40960"), Ok(40 << 20));
        assert!(memory("much").is_err());
        assert!(memory("").is_err());
        assert!(memory("99999999999999999999G").is_err());
    }
}
