//! `dawson index`, `find` and `like`: collections in one file, and what is in them.

use super::Ending;
use super::check::inputs::{Amount, each, sources};
use super::given::Options;
use super::limits::{all_cores, cancelled_by_user, memory, seconds};
use super::subject::Subject;
use clap::ValueEnum;
use dawson::collection::Entry;
use dawson::index::{Effort, Found, Index, IndexError};
use dawson::{Settings, solve};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{NamedSource, Report};
use serde::Serialize;
use std::io::{self, IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Which collections, and into which file.
#[derive(Debug, clap::Args)]
pub struct IndexArguments {
    /// Files or folders of problems in any format
    #[arg(required = true, value_name = "PATH")]
    inputs: Vec<String>,
    /// The index: a new file, or one to go on with
    #[arg(short, long, value_name = "FILE.db")]
    output: PathBuf,
    /// Solve each problem, so that its play can be compared and its verdict is known
    #[arg(long)]
    solve: bool,
    /// Recognise themes, which solves, too
    #[arg(long)]
    themes: bool,
    /// Memory for solving: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "64M")]
    memory: usize,
    /// Seconds for solving one problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    time: Duration,
    /// Show no progress on standard error
    #[arg(long)]
    quiet: bool,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
}

/// What is looked for.
#[derive(Debug, clap::Args)]
pub struct Find {
    /// The index
    #[arg(value_name = "FILE.db", required_unless_present = "words")]
    index: Option<PathBuf>,
    /// The query: `h#2 and theme zilahi and men <= 8`, or in YACPDB's words
    #[arg(value_name = "QUERY", required_unless_present = "words")]
    query: Vec<String>,
    /// List the words of queries
    #[arg(long)]
    words: bool,
    /// Show at most so many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// How to tell what was found
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Which problem others are compared with.
#[derive(Debug, clap::Args)]
pub struct Like {
    /// The index
    #[arg(value_name = "FILE.db")]
    index: PathBuf,
    #[command(flatten)]
    subject: Subject,
    /// Compare the play instead of the position; the index must have been made with --solve
    #[arg(long)]
    play: bool,
    /// Show at most so many
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// How to tell what was found
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How to tell what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// A line a problem
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// So many problems are kept together.
const GROUP: usize = 1000;

/// Makes an index or goes on with it.
pub fn index(arguments: &IndexArguments) -> Ending {
    match fill(arguments) {
        Ok(ending) => ending,
        Err(error) => failed(&error),
    }
}

fn failed(error: &IndexError) -> Ending {
    eprintln!("dawson: {error}");
    Ending::Failed
}

fn fill(arguments: &IndexArguments) -> Result<Ending, IndexError> {
    let index = Index::create(&arguments.output)?;
    let effort = Effort {
        solves: arguments.solve,
        recognises: arguments.themes,
        settings: Settings {
            threads: all_cores(),
            memory: arguments.memory,
            time_limit: Some(arguments.time),
            cancel: cancelled_by_user(),
            ..Settings::default()
        },
    };
    let (sources, faults) = sources(&arguments.inputs, Options::default(), None);
    let mut ending = Ending::Done;
    for fault in &faults {
        eprintln!("dawson: {fault}");
        ending = Ending::Failed;
    }
    let bar = bar(arguments.quiet);
    let (mut added, mut unread) = (0, 0);
    for source in &sources {
        let name = source.name();
        let file = index.file(&name)?;
        if file.is_complete {
            continue;
        }
        let (mut seen, mut fault) = (0, None);
        index.begin()?;
        let mut visit = |entry: Entry| {
            seen += 1;
            if seen <= file.done {
                return true;
            }
            let kept = match entry.is_read() {
                true => index.add(file, &entry, &effort).map(|()| added += 1),
                false => {
                    unread += 1;
                    Ok(())
                }
            };
            let kept = kept.and_then(|()| match seen % GROUP {
                0 => index.commit(file, seen, false).and_then(|()| index.begin()),
                _ => Ok(()),
            });
            bar.inc(1);
            fault = kept.err();
            fault.is_none() && !effort.settings.cancel.load(Relaxed)
        };
        let read = each(
            source,
            &Arc::new(Amount::default()),
            arguments.trust_files,
            &mut visit,
        );
        if let Some(fault) = fault {
            return Err(fault);
        }
        let is_whole = matches!(read, Ok(true));
        // The problem at which the user stopped it is in.
        index.commit(file, seen, is_whole)?;
        match read {
            Ok(true) => {}
            Ok(false) => {
                ending = Ending::Partial;
                break;
            }
            Err(fault) => {
                eprintln!("dawson: {name}: {fault}");
                ending = Ending::Failed;
            }
        }
    }
    bar.finish_and_clear();
    let all = index.len()?;
    let mut text = format!("{added} problems added, {all} in the index");
    if unread > 0 {
        text += &format!(", {unread} could not be read");
    }
    let written = writeln!(io::stdout(), "{text}");
    Ok(ending.after(written))
}

fn bar(quiet: bool) -> ProgressBar {
    let target = match !quiet && stderr().is_terminal() {
        true => ProgressDrawTarget::stderr_with_hz(5),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} problems, {per_sec} {elapsed}")
    {
        bar.set_style(style);
    }
    bar
}

/// Answers a query.
pub fn find(arguments: &Find) -> Ending {
    if arguments.words {
        let mut out = io::stdout().lock();
        let lines = dawson::index::predicates()
            .try_for_each(|(name, word, means)| writeln!(out, "{name:16} {word:16} {means}"));
        return Ending::Done.after(lines);
    }
    let query = arguments.query.join(" ");
    let path = arguments.index.clone().unwrap_or_default();
    let found = Index::open(&path).and_then(|index| index.find(&query, arguments.limit));
    match found {
        Ok((found, count)) => {
            let all = found.iter().map(|found| (found, text(found)));
            let ending = tell(all, arguments.format);
            if count > found.len() {
                eprintln!("{count} problems; --limit shows more of them");
            }
            ending
        }
        Err(IndexError::Query(error)) => {
            let report = Report::new(error).with_source_code(NamedSource::new("query", query));
            eprintln!("{report:?}");
            Ending::Usage
        }
        Err(error) => failed(&error),
    }
}

/// Compares a problem with those of an index.
pub fn like(arguments: &Like) -> Ending {
    let Some(entry) = arguments.subject.entry() else {
        return Ending::Failed;
    };
    match compare(arguments, &entry) {
        Ok(ending) => ending,
        Err(error) => failed(&error),
    }
}

fn compare(arguments: &Like, entry: &Entry) -> Result<Ending, IndexError> {
    let index = Index::open(&arguments.index)?;
    if !arguments.play {
        let near = index.like(&entry.problem, arguments.limit)?;
        let all = near.iter().map(|near| {
            let how = match near.is_same {
                true => "the same position".to_owned(),
                false => format!("{} men in common, {} apart", near.in_common, near.apart),
            };
            (near, format!("{how}: {}", text(&near.found)))
        });
        return Ok(tell(all, arguments.format));
    }
    let mut asked = entry.problem.clone();
    asked.options.variation = true;
    let settings = Settings {
        threads: all_cores(),
        cancel: cancelled_by_user(),
        ..Settings::default()
    };
    let solution = solve(&asked, &settings, &());
    let near = index.like_play(&entry.problem, &solution, arguments.limit)?;
    let all = near.iter().map(|near| {
        let how = format!(
            "{} lines and {} final positions alike",
            near.lines, near.ends
        );
        (near, format!("{how}: {}", text(&near.found)))
    });
    Ok(tell(all, arguments.format))
}

/// `h#2  7k/8/...  N. N., Source 1999  (file.olv, 3)`.
fn text(found: &Found) -> String {
    let who: Vec<&str> = [found.authors.as_str(), &found.source, &found.award]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let id = found
        .external
        .as_ref()
        .map_or(String::new(), |id| format!(" {id}"));
    format!(
        "{}  {}  {}  ({}, {}{id})",
        found.statement,
        found.fen,
        who.join(", "),
        found.file,
        found.number
    )
}

fn tell<'a, T: Serialize + 'a>(
    all: impl Iterator<Item = (&'a T, String)>,
    format: Format,
) -> Ending {
    let mut out = io::stdout().lock();
    for (value, text) in all {
        let line = match format {
            Format::Text => text,
            Format::Json => match serde_json::to_string(value) {
                Ok(line) => line,
                Err(error) => {
                    eprintln!("dawson: {error}");
                    return Ending::Failed;
                }
            },
        };
        if let Err(error) = writeln!(out, "{line}") {
            return Ending::Done.after(Err(error));
        }
    }
    Ending::Done
}
