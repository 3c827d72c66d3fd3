//! `dawson critique`, `repair`, `twin`, `conditions` and `extend`: what comes after solving.

use super::Ending;
use super::limits::{all_cores, cancelled_by_user, memory, seconds};
use super::subject::Subject;
use clap::ValueEnum;
use dawson::Settings;
use dawson::collection::{Entry, content_hash};
use dawson::workshop::{self, Asked, Former, Kind, Question, Run, Tried, Watcher};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, IsTerminal, Seek, SeekFrom, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What each man is there for.
#[derive(Debug, clap::Args)]
pub struct Critique {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    lines: Lines,
    #[command(flatten)]
    effort: Effort,
}

/// Which changes leave the wished solutions alone.
#[derive(Debug, clap::Args)]
pub struct Repair {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    lines: Lines,
    #[command(flatten)]
    men: Men,
    /// Try so many pairs of changes, too
    #[arg(long, value_name = "N", default_value_t = 0)]
    pairs: usize,
    #[command(flatten)]
    effort: Effort,
}

/// Which changes make a twin.
#[derive(Debug, clap::Args)]
pub struct Twin {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    count: Count,
    #[command(flatten)]
    men: Men,
    /// Start from the last twin instead of the diagram
    #[arg(long)]
    continued: bool,
    #[command(flatten)]
    effort: Effort,
}

/// Under which conditions a position is sound.
#[derive(Debug, clap::Args)]
pub struct Conditions {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    count: Count,
    /// Try so many pairs of conditions, too
    #[arg(long, value_name = "N", default_value_t = 0)]
    pairs: usize,
    #[command(flatten)]
    effort: Effort,
}

/// With which other stipulations a position is sound.
#[derive(Debug, clap::Args)]
pub struct Extend {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    count: Count,
    #[command(flatten)]
    effort: Effort,
}

/// Which lines stay and which go.
#[derive(Debug, clap::Args)]
struct Lines {
    /// A line that stays, `1.Kf7 Kf5 2.Rgf8 Qe6#`; of direct play the key, or more. Without it: the author's
    /// solution, or what Dawson finds
    #[arg(long, value_name = "MOVES")]
    keep: Vec<String>,
    /// A line that goes
    #[arg(long, value_name = "MOVES")]
    kill: Vec<String>,
    #[command(flatten)]
    count: Count,
}

/// How many solutions are wished.
#[derive(Debug, clap::Args)]
struct Count {
    /// How many solutions there are to be: `2`, `2.1.1.1`, `b) 1` [default: those that stay, or one]
    #[arg(long, value_name = "NUMBER")]
    solutions: Vec<String>,
    /// A theme that the variants are to show (`grimshaw`, `Zilahi`); `dawson themes --list` lists them
    #[arg(long, value_name = "THEME")]
    theme: Vec<String>,
}

/// Which men and squares may change.
#[derive(Debug, clap::Args)]
struct Men {
    /// Letters of men that may come, as `P,S` [default: usual ones and those of the diagram]
    #[arg(long, value_name = "LETTERS", value_delimiter = ',')]
    with: Vec<String>,
    /// Squares that stay empty
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    not_on: Vec<String>,
    /// Squares whose men stay
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    stay: Vec<String>,
    /// Only these kinds of change: removed, moved, weaker, exchanged, recoloured, pawn, officer, replaced, shifted, rotated, mirrored,
    /// colours, length, starter, goal, genre, condition
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kind)]
    kinds: Vec<Kind>,
}

/// What it may cost and how it is told.
#[derive(Debug, clap::Args)]
struct Effort {
    /// How many variants are tried side by side [default: all cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Memory for all of them: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "256M")]
    memory: usize,
    /// Seconds for each variant; what is not decided then is counted
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    time: Duration,
    /// How to tell the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write each variant tried to this file, a line each; a file that is there is gone on with
    #[arg(short, long, value_name = "FILE.jsonl")]
    output: Option<PathBuf>,
    /// Show no progress on standard error
    #[arg(long)]
    quiet: bool,
}

/// How to tell an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// A table
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// Answers `dawson critique`.
pub fn critique(arguments: &Critique) -> Ending {
    let asked = arguments.lines.asked(Question::Critique);
    run(&arguments.subject, &asked, &arguments.effort)
}

/// Answers `dawson repair`.
pub fn repair(arguments: &Repair) -> Ending {
    let asked = Asked {
        pairs: arguments.pairs,
        ..arguments.men.asked(arguments.lines.asked(Question::Repair))
    };
    run(&arguments.subject, &asked, &arguments.effort)
}

/// Answers `dawson twin`.
pub fn twin(arguments: &Twin) -> Ending {
    let asked = Asked {
        continued: arguments.continued,
        ..arguments.men.asked(arguments.count.asked(Question::Twin))
    };
    run(&arguments.subject, &asked, &arguments.effort)
}

/// Answers `dawson conditions`.
pub fn conditions(arguments: &Conditions) -> Ending {
    let asked = Asked {
        pairs: arguments.pairs,
        ..arguments.count.asked(Question::Conditions)
    };
    run(&arguments.subject, &asked, &arguments.effort)
}

/// Answers `dawson extend`.
pub fn extend(arguments: &Extend) -> Ending {
    let asked = arguments.count.asked(Question::Extend);
    run(&arguments.subject, &asked, &arguments.effort)
}

impl Lines {
    fn asked(&self, question: Question) -> Asked {
        Asked {
            keep: self.keep.clone(),
            kill: self.kill.clone(),
            ..self.count.asked(question)
        }
    }
}

impl Count {
    fn asked(&self, question: Question) -> Asked {
        Asked {
            question,
            solutions: self.solutions.clone(),
            themes: self.theme.clone(),
            ..Asked::default()
        }
    }
}

impl Men {
    fn asked(&self, asked: Asked) -> Asked {
        Asked {
            with: self.with.clone(),
            not_on: self.not_on.clone(),
            stay: self.stay.clone(),
            kinds: self.kinds.clone(),
            ..asked
        }
    }
}

fn kind(text: &str) -> Result<Kind, String> {
    let word = serde_json::Value::String(text.trim().to_lowercase());
    serde_json::from_value(word).map_err(|error| error.to_string())
}

fn run(subject: &Subject, asked: &Asked, effort: &Effort) -> Ending {
    let Some(entry) = subject.entry() else {
        return Ending::Failed;
    };
    let settings = Settings {
        threads: 1,
        memory: effort.memory,
        time_limit: Some(effort.time),
        cancel: cancelled_by_user(),
        ..Settings::default()
    };
    let (journal, former) = match Journal::open(effort.output.as_deref(), &entry, asked) {
        Ok(opened) => opened,
        Err(why) => {
            eprintln!("dawson: {why}");
            return Ending::Failed;
        }
    };
    let progress = Progress::new(effort.quiet, journal, former.len());
    let jobs = effort.jobs.unwrap_or_else(all_cores).max(1);
    let how = Run::of(jobs, &former, &progress);
    let author = entry.solution.as_deref();
    let language = subject.spoken();
    let answer = workshop::ask(asked, &entry.problem, author, language, &settings, &how);
    progress.bar.finish_and_clear();
    let report = match answer {
        Ok(report) => report,
        Err(why) => {
            eprintln!("dawson: {why}");
            return Ending::Failed;
        }
    };
    let ending = match (progress.is_broken.load(Relaxed), report.is_stopped) {
        (true, _) => Ending::Failed,
        (_, true) => Ending::Partial,
        _ => Ending::Done,
    };
    let text = match effort.format {
        Format::Text => workshop::text(&report, language),
        Format::Json => match serde_json::to_string(&report) {
            Ok(text) => text + "\n",
            Err(error) => {
                eprintln!("dawson: {error}");
                return Ending::Failed;
            }
        },
    };
    ending.after(io::stdout().write_all(text.as_bytes()))
}

/// The first line of a journal: which question about which problem its lines answer.
#[derive(PartialEq, Serialize, Deserialize)]
struct Head {
    dawson: String,
    problem: String,
    asked: Asked,
}

/// The file in which trials are kept.
struct Journal {
    file: File,
}

impl Journal {
    /// Opens the file and reads what it holds; a line that was cut off is dropped.
    fn open(
        path: Option<&Path>,
        entry: &Entry,
        asked: &Asked,
    ) -> Result<(Option<Journal>, Former), String> {
        let Some(path) = path else {
            return Ok((None, Former::new()));
        };
        let fault = |error: io::Error| format!("{}: {error}", path.display());
        let head = Head {
            dawson: env!("CARGO_PKG_VERSION").to_owned(),
            problem: content_hash(&entry.problem),
            asked: asked.clone(),
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(fault)?;
        let mut former = Former::new();
        let mut end = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(fault)? > 0 {
            if !line.ends_with(b"\n") {
                break;
            }
            if end == 0 {
                let other: Option<Head> = serde_json::from_slice(&line).ok();
                if other.as_ref() != Some(&head) {
                    return Err(format!(
                        "{}: this file answers another question, or another problem",
                        path.display()
                    ));
                }
            } else if let Ok(tried) = serde_json::from_slice::<Tried>(&line) {
                former.insert(tried.change, tried.answer);
            }
            end += line.len() as u64;
            line.clear();
        }
        if end == 0 && !line.is_empty() {
            return Err(format!(
                "{}: this file holds something else",
                path.display()
            ));
        }
        file.set_len(end).map_err(fault)?;
        file.seek(SeekFrom::Start(end)).map_err(fault)?;
        let mut journal = Journal { file };
        if end == 0 {
            journal.write(&head).map_err(fault)?;
        }
        Ok((Some(journal), former))
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        self.file.write_all(text.as_bytes())
    }
}

/// Shows how far it is, with rate and finds, and keeps each trial.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    tried: AtomicUsize,
    found: AtomicUsize,
    journal: Mutex<Option<Journal>>,
    is_broken: AtomicBool,
}

impl Progress {
    fn new(quiet: bool, journal: Option<Journal>, former: usize) -> Progress {
        let visible = !quiet && stderr().is_terminal();
        let target = match visible {
            true => ProgressDrawTarget::stderr_with_hz(5),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {pos} of {len}  {wide_msg} {elapsed}")
        {
            bar.set_style(style);
        }
        bar.inc(former as u64);
        Progress {
            bar,
            start: Instant::now(),
            tried: AtomicUsize::new(0),
            found: AtomicUsize::new(0),
            journal: Mutex::new(journal),
            is_broken: AtomicBool::new(false),
        }
    }
}

impl Watcher for Progress {
    fn begins(&self, variants: Option<usize>) {
        if let Some(variants) = variants {
            self.bar.set_length(variants as u64);
        }
    }

    fn tried(&self, tried: &Tried) {
        let count = self.tried.fetch_add(1, Relaxed) + 1;
        let holds = usize::from(tried.answer.holds());
        let found = self.found.fetch_add(holds, Relaxed) + holds;
        let rate = count as f64 / self.start.elapsed().as_secs_f64().max(0.001);
        self.bar.inc(1);
        self.bar
            .set_message(format!("{found} found, {rate:.0}/s  {}", tried.change));
        if holds > 0 {
            let found = tried.answer.found.join("  ");
            self.bar.println(format!("{}  {found}", tried.change));
        }
        let Ok(mut journal) = self.journal.lock() else {
            return;
        };
        let written = journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.write(tried));
        if written.is_err() && !self.is_broken.swap(true, Relaxed) {
            eprintln!("dawson: cannot write the file of trials");
        }
    }
}
