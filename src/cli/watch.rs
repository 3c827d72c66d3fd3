//! `dawson watch`: solves a file again whenever it is saved, and shows what changed.

use super::Ending;
use super::check::inputs::{Amount, Source, each};
use super::input::{read_file, show};
use super::limits::Limits;
use dawson::collection::files::start_of;
use dawson::collection::{Entry, Format};
use dawson::notation::report::{Look, report};
use dawson::{Settings, solve};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime};

/// What to watch.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A file of problems in any format
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Solve once and end, as for a file that is saved for the first time
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    limits: Limits,
}

/// How often the file is looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// Solves until the user stops it.
pub fn run(arguments: &Arguments) -> Ending {
    let settings = arguments.limits.settings();
    let mut seen: Option<SystemTime> = None;
    let mut verdicts: Vec<String> = Vec::new();
    loop {
        let saved = std::fs::metadata(&arguments.file).and_then(|file| file.modified());
        match saved {
            Ok(saved) if seen != Some(saved) => {
                seen = Some(saved);
                let Some(now) = solved(&arguments.file, &settings) else {
                    if arguments.once {
                        return Ending::Failed;
                    }
                    continue;
                };
                let written = print(&now, &verdicts);
                if written.is_err() || arguments.once {
                    return Ending::Done.after(written);
                }
                verdicts = now;
            }
            Err(error) if seen.is_none() => {
                eprintln!(
                    "dawson: {}: {}",
                    arguments.file.display(),
                    super::input::why(&error)
                );
                return Ending::Failed;
            }
            _ => {}
        }
        if settings.cancel.load(Relaxed) {
            return Ending::Done;
        }
        std::thread::sleep(PAUSE);
    }
}

/// What is found below the diagram of each problem; errors are shown.
fn solved(file: &Path, settings: &Settings) -> Option<Vec<String>> {
    let format = start_of(file).ok().and_then(|start| Format::of(&start));
    match format {
        None | Some(Format::Input) => solved_input(file, settings),
        Some(_) => solved_collection(file, settings),
    }
}

/// The same of a file that is no input of Popeye.
fn solved_collection(file: &Path, settings: &Settings) -> Option<Vec<String>> {
    let name = file.display().to_string();
    let (mut wrong, mut found) = (false, Vec::new());
    let mut visit = |entry: Entry| {
        let why = entry.why_not_solved();
        for text in entry.warnings.iter().chain(&why) {
            eprintln!("{name}, problem {}: {text}", entry.number);
        }
        wrong |= !why.is_empty();
        if why.is_empty() {
            let solution = solve(&entry.problem, settings, &());
            found.push(report(
                &entry.problem,
                &solution,
                entry.language,
                Look::Plain,
            ));
        }
        !settings.cancel.load(Relaxed)
    };
    let source = Source::File {
        path: file.to_owned(),
    };
    let read = each(&source, &Arc::new(Amount::default()), false, &mut visit);
    if let Err(why) = &read {
        eprintln!("dawson: {name}: {why}");
    }
    (read.is_ok() && !wrong).then_some(found)
}

fn solved_input(file: &Path, settings: &Settings) -> Option<Vec<String>> {
    let name = file.display().to_string();
    let reading = match read_file(file) {
        Ok(reading) => reading,
        Err(error) => {
            eprintln!("dawson: {name}: {error}");
            return None;
        }
    };
    let mut wrong = show(&name, &reading.text, reading.language, &reading.diagnostics);
    let mut found = Vec::new();
    for read in &reading.problems {
        wrong |= show(&name, &reading.text, reading.language, &read.diagnostics);
        if read.is_sound() {
            let solution = solve(&read.problem, settings, &());
            found.push(report(
                &read.problem,
                &solution,
                reading.language,
                Look::Plain,
            ));
        }
    }
    (!wrong).then_some(found)
}

/// The whole the first time, then the lines that are new or gone.
fn print(now: &[String], before: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (index, text) in now.iter().enumerate() {
        match before.get(index) {
            None => writeln!(out, "{text}")?,
            Some(former) if former == text => {
                writeln!(out, "problem {}: nothing changed", index + 1)?;
            }
            Some(former) => {
                writeln!(out, "problem {}:", index + 1)?;
                changes(&mut out, former, text)?;
            }
        }
    }
    writeln!(out, "-- waiting for the file to be saved (Ctrl-C ends)")?;
    out.flush()
}

fn changes(out: &mut impl Write, former: &str, text: &str) -> io::Result<()> {
    for line in former
        .lines()
        .filter(|line| !text.lines().any(|other| other == *line))
    {
        writeln!(out, "- {line}")?;
    }
    for line in text
        .lines()
        .filter(|line| !former.lines().any(|other| other == *line))
    {
        writeln!(out, "+ {line}")?;
    }
    Ok(())
}
