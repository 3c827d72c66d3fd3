//! `dawson compare`: Dawson's solution against an author's, a text of Popeye, or another solver.

use super::Ending;
use super::check::inputs::{Amount, each, sources};
use super::given::Options;
use super::input::bytes_of;
use super::limits::{Limits, seconds};
use super::versions::Against;
use dawson::Settings;
use dawson::collection::Entry;
use dawson::notation::popeye::words::Language;
use dawson::soundness::problems;
use dawson::soundness::replay::{Agreement, Comparison, compare_text};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to compare with what.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Problems in any format; `X.txt` beside `X.inp` is its solution
    #[arg(required = true, value_name = "PATH")]
    inputs: Vec<String>,
    /// The other solution: a text of Popeye or an author's, problem by problem
    #[arg(long, value_name = "FILE", conflicts_with = "with")]
    to: Option<PathBuf>,
    /// Another version of the same problems: which men, wishes and lines went and came
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "with"])]
    against: Option<String>,
    /// Another solver, which gets an input file as its last argument and prints the solution
    #[arg(long, value_name = "COMMAND")]
    with: Option<String>,
    /// Seconds that the other solver has for one problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    with_time: Duration,
    /// Tell also problems that agree
    #[arg(long)]
    all: bool,
    /// So many differences of a problem are told
    #[arg(long, value_name = "N", default_value_t = 10)]
    lines: usize,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
    #[command(flatten)]
    limits: Limits,
}

/// Compares what the arguments name.
pub fn run(arguments: &Arguments) -> Ending {
    let (sources, faults) = sources(&arguments.inputs, Options::default(), None);
    for fault in &faults {
        eprintln!("dawson: {fault}");
    }
    let mut session = Session {
        arguments,
        settings: arguments.limits.settings(),
        counts: BTreeMap::new(),
        known: 0,
        nothing: 0,
        ending: if faults.is_empty() {
            Ending::Done
        } else {
            Ending::Failed
        },
    };
    let against = match arguments.against.as_deref().map(Against::read).transpose() {
        Ok(against) => against,
        Err(why) => {
            eprintln!("dawson: {why}");
            return Ending::Failed;
        }
    };
    let amount = Arc::new(Amount::default());
    if let Some(against) = against {
        for source in &sources {
            let name = source.name();
            let mut visit = |entry: Entry| {
                let ending = session.version(&name, &entry, &against);
                session.ending = session.ending.max(ending);
                true
            };
            if let Err(why) = each(source, &amount, arguments.trust_files, &mut visit) {
                eprintln!("dawson: {name}: {why}");
                session.ending = Ending::Failed;
            }
        }
        return session.ending;
    }
    for source in &sources {
        let name = source.name();
        let others = match session.others(&name) {
            Ok(others) => others,
            Err(why) => {
                eprintln!("dawson: {why}");
                return Ending::Failed;
            }
        };
        let mut visit = |entry: Entry| session.entry(&name, &entry, others.as_deref());
        if let Err(why) = each(source, &amount, arguments.trust_files, &mut visit) {
            eprintln!("dawson: {name}: {why}");
            session.ending = Ending::Failed;
        }
    }
    session.finish()
}

struct Session<'a> {
    arguments: &'a Arguments,
    settings: Settings,
    counts: BTreeMap<Agreement, usize>,
    known: usize,
    nothing: usize,
    ending: Ending,
}

impl Session<'_> {
    /// The texts that belong to the problems of a file, if they stand in another one.
    fn others(&self, name: &str) -> Result<Option<Vec<String>>, String> {
        let beside = Path::new(name).with_extension("txt");
        let path = match &self.arguments.to {
            Some(path) => path.clone(),
            None if self.arguments.with.is_none()
                && beside != Path::new(name)
                && beside.is_file() =>
            {
                beside
            }
            None => return Ok(None),
        };
        let bytes = bytes_of(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        let texts = problems(&text);
        Ok(Some(match texts.is_empty() {
            true => vec![text],
            false => texts,
        }))
    }

    /// What another version of a problem has changed.
    fn version(&self, file: &str, entry: &Entry, against: &Against) -> Ending {
        let place = format!("{file} {}", entry.number);
        match entry.is_read() {
            true => against.tell(&place, entry, &self.settings),
            false => {
                eprintln!("{place}: not read: {}", entry.errors.join("; "));
                Ending::Failed
            }
        }
    }

    fn entry(&mut self, file: &str, entry: &Entry, others: Option<&[String]>) -> bool {
        let place = format!("{file} {}", entry.number);
        if !entry.is_read() {
            eprintln!("{place}: not read: {}", entry.errors.join("; "));
            self.ending = Ending::Failed;
            return true;
        }
        let text = match (&self.arguments.with, others) {
            (Some(command), _) => match self.ask(command, entry) {
                Ok(text) => Some(text),
                Err(why) => {
                    eprintln!("{place}: the other solver: {why}");
                    self.ending = Ending::Failed;
                    return true;
                }
            },
            (None, Some(others)) => others.get(entry.number - 1).cloned(),
            (None, None) => entry.solution.clone(),
        };
        let Some(text) = text else {
            self.nothing += 1;
            if self.arguments.all {
                println!("{place}: there is nothing to compare with");
            }
            return true;
        };
        match compare_text(&entry.problem, &text, &self.settings) {
            Ok(found) => self.tell(&place, entry, &found),
            Err(why) => {
                eprintln!("{place}: {why}");
                self.ending = self.ending.max(Ending::Failed);
            }
        }
        !self
            .settings
            .cancel
            .load(std::sync::atomic::Ordering::Relaxed)
    }

    fn tell(&mut self, place: &str, entry: &Entry, found: &Comparison) {
        *self.counts.entry(found.agreement).or_default() += 1;
        let agrees = found.agreement != Agreement::Differs;
        if !agrees {
            match found.known {
                Some(_) => self.known += 1,
                None => self.ending = self.ending.max(Ending::Failed),
            }
        }
        if agrees && found.differences.is_empty() && !self.arguments.all {
            return;
        }
        println!("{place}: {}", found.agreement.text());
        if let Some(known) = found.known {
            println!("  known difference {}: {}", known.key, known.about);
        }
        let has_twins = !entry.problem.twins.is_empty();
        for fault in &found.unplayable {
            let after = match fault.after.is_empty() {
                true => String::new(),
                false => format!(" after {}", fault.after.join(" ")),
            };
            println!(
                "  cannot be played: {}{after}: {}",
                fault.written, fault.why
            );
        }
        for difference in found.differences.iter().take(self.arguments.lines) {
            let what = if difference.is_missing {
                "missing there"
            } else {
                "only there"
            };
            println!("  {what}: {}", difference.text(has_twins));
        }
        for difference in found.printed.iter().take(self.arguments.lines) {
            let what = match difference.is_missing {
                true => "missing there",
                false => "only there",
            };
            let twin = match difference.twin.is_empty() {
                true => String::new(),
                false => format!("{} ", difference.twin),
            };
            println!("  {what}: {twin}{}", difference.line);
        }
        let untold =
            (found.differences.len() + found.printed.len()).saturating_sub(self.arguments.lines);
        if untold > 0 {
            println!("  and {untold} more");
        }
    }

    /// Runs the other solver on an input file of its own.
    fn ask(&self, command: &str, entry: &Entry) -> Result<String, String> {
        let name = format!("dawson-{}-{}.inp", std::process::id(), entry.number);
        let path = std::env::temp_dir().join(name);
        let input = dawson::notation::popeye::input::input([&entry.problem], Language::En);
        let mut file = std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)
            .map_err(|error| error.to_string())?;
        file.write_all(input.as_bytes())
            .map_err(|error| error.to_string())?;
        drop(file);
        let answer = run_with_limit(command, &path, self.arguments.with_time);
        // The file is ours, and nobody needs it any more.
        let _ = std::fs::remove_file(&path);
        answer
    }

    fn finish(self) -> Ending {
        let total: usize = self.counts.values().sum();
        let parts = self
            .counts
            .iter()
            .map(|(agreement, count)| format!("{count} {}", agreement.text()));
        let parts: Vec<String> = parts.collect();
        eprintln!("{total} compared: {}", parts.join(", "));
        if self.known > 0 {
            eprintln!("{} of them are known differences", self.known);
        }
        if self.nothing > 0 {
            eprintln!("{} problems have nothing to be compared with", self.nothing);
        }
        if total == 0 && self.ending == Ending::Done {
            return Ending::Failed;
        }
        self.ending
    }
}

fn run_with_limit(command: &str, path: &Path, limit: Duration) -> Result<String, String> {
    let mut words = command.split_whitespace();
    let program = words.next().ok_or("no command is given")?;
    let mut child = Command::new(program)
        .args(words)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("`{program}`: {error}"))?;
    let mut output = child.stdout.take().ok_or("it prints nothing")?;
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read: io::Result<usize> = output.read_to_end(&mut bytes);
        read.map(|_| bytes)
    });
    let began = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(_) => break,
            None if began.elapsed() >= limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("the time was up".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    let bytes = reader
        .join()
        .map_err(|_| "it could not be read".to_owned())?;
    let bytes = bytes.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}
