//! Examining many problems side by side: a reader, workers, and a writer that keeps the order.
//!
//! **Invariant:** however many problems there are, only so many wait to be examined or written.

use super::inputs::{Amount, Source, each, sources};
use super::{Arguments, Format};
use crate::cli::Ending;
use crate::cli::given::Options;
use crate::cli::language;
use crate::cli::width::fitted;
use dawson::collection::report::{self, Counts, Form};
use dawson::collection::results::{Done, Results, key};
use dawson::collection::{self, Entry, Examined, Wishes};
use dawson::notation::popeye::words::Language;
use dawson::picture::{Drawing, Shapes, Style, Theme, draw};
use dawson::soundness::Class;
use dawson::themes;
use dawson::{Settings, Solution, solution, solve};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Problems that may be under way, beside those that wait for a slower one before them.
const WINDOW: usize = 4096;

/// The most diagrams of a report; a page of more is slow to open.
const MOST_FIGURES: usize = 1000;

/// How diagrams of a report look.
const FIGURE: Style = Style {
    theme: Theme::Print,
    coordinates: false,
    caption: false,
    language: Language::En,
};

/// A square of them has some twenty pixels.
const FIGURE_SCALE: f32 = 0.2;

/// A problem to examine.
struct Job {
    place: usize,
    file: Arc<str>,
    entry: Entry,
}

/// A problem that was examined.
struct Outcome {
    place: usize,
    result: Examined,
    play: String,
    conditions: Vec<String>,
    /// Its diagram, for a report that shows it.
    figure: Option<Drawing>,
    /// The user stopped it: that is no result.
    is_interrupted: bool,
}

/// What the threads share.
struct Shared {
    settings: Settings,
    jobs: usize,
    limits: String,
    /// Which problems are examined, and which verdicts are printed.
    only: Wishes,
    skip: Wishes,
    no_times: bool,
    /// Whether the report shows diagrams.
    figures: bool,
    themes: bool,
    /// Of the evidence, where people read it.
    language: Language,
    sent: AtomicUsize,
    finished: AtomicUsize,
    written: AtomicUsize,
    all_sent: AtomicBool,
    stop: AtomicBool,
    amount: Arc<Amount>,
    /// What an earlier run said of problems that are not examined again.
    former: Mutex<BTreeMap<Class, usize>>,
    ending: Mutex<Ending>,
}

pub(super) fn run(arguments: &Arguments, jobs: usize, settings: Settings) -> Ending {
    let options = Options {
        fen: arguments.fen.as_deref(),
        ..Options::default()
    };
    let (sources, faults) = sources(&arguments.inputs, options, None);
    for fault in &faults {
        eprintln!("dawson: {fault}");
    }
    let mut ending = if faults.is_empty() {
        Ending::Done
    } else {
        Ending::Failed
    };
    if sources.is_empty() {
        return Ending::Failed;
    }
    let limits = arguments.limits();
    let format = match arguments.format() {
        Ok(format) => format,
        Err(why) => {
            eprintln!("dawson: {why}");
            return Ending::Usage;
        }
    };
    let (results, done) = match open(arguments, format, &limits) {
        Ok(opened) => opened,
        Err(why) => {
            eprintln!("dawson: {why}");
            return Ending::Failed;
        }
    };
    let amount = Arc::new(Amount::default());
    let sizes = sources.iter().filter_map(|source| match source {
        Source::File { path } => std::fs::metadata(path).ok(),
        _ => None,
    });
    amount.all.store(sizes.map(|data| data.len()).sum(), SeqCst);
    let shared = Shared {
        settings,
        jobs,
        limits,
        only: Wishes::of(&arguments.only),
        skip: Wishes::of(&arguments.skip),
        no_times: arguments.no_times,
        figures: format == Format::Html,
        themes: arguments.themes,
        language: match format {
            Format::Jsonl => Language::En,
            _ => language::choose(arguments.language, None),
        },
        sent: AtomicUsize::new(0),
        finished: AtomicUsize::new(0),
        written: AtomicUsize::new(0),
        all_sent: AtomicBool::new(false),
        stop: AtomicBool::new(false),
        amount,
        former: Mutex::default(),
        ending: Mutex::new(Ending::Done),
    };
    let (job_sender, job_receiver) = sync_channel::<Job>(2 * jobs);
    let job_receiver = Mutex::new(job_receiver);
    let (outcome_sender, outcome_receiver) = channel::<Outcome>();
    let faults = Mutex::new(Vec::new());
    let mut writer = Writer {
        format,
        strict: arguments.strict,
        results,
        counts: Counts::default(),
        waiting: BTreeMap::new(),
        shapes: Shapes::default(),
        next: 0,
        unsound: 0,
        ending: Ending::Done,
        progress: Progress::new(arguments.quiet),
        error: None,
        language: shared.language,
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            read(arguments, &sources, &done, &shared, job_sender, &faults);
        });
        for _ in 0..jobs {
            let sender = outcome_sender.clone();
            scope.spawn(|| work(&shared, &job_receiver, sender));
        }
        drop(outcome_sender);
        writer.begin();
        writer.take(&outcome_receiver, &shared);
    });
    let names: Vec<String> = sources.iter().map(Source::name).collect();
    let read_faults = faults.into_inner().unwrap_or_default();
    for fault in &read_faults {
        eprintln!("dawson: {fault}");
        ending = Ending::Failed;
    }
    let nothing = writer.counts.total() == 0 && done.is_empty() && read_faults.is_empty();
    if nothing && !shared.settings.cancel.load(SeqCst) {
        match arguments.only.is_empty() && arguments.skip.is_empty() && arguments.shard.is_none() {
            true => {
                eprintln!("dawson: no problem is found");
                ending = Ending::Failed;
            }
            false => {
                let near = shared.only.suggestion();
                let near = near.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
                eprintln!("dawson: no problem is one of those asked for{near}");
            }
        }
    }
    let stopped = shared.settings.cancel.load(SeqCst);
    let former = shared.former.into_inner().unwrap_or_default();
    let has_former = !former.is_empty();
    if has_former {
        eprintln!("{}", report::former(&former));
    }
    let before = shared.ending.into_inner().unwrap_or(Ending::Done);
    ending
        .worst(before)
        .worst(writer.finish(&names, stopped, has_former))
}

impl Ending {
    /// What could not be read is worse than what was not finished, and that than what is unsound.
    fn worst(self, other: Ending) -> Ending {
        let rank = |ending: Ending| match ending {
            Ending::Done => 0,
            Ending::Unsound => 1,
            Ending::Partial => 2,
            Ending::Failed => 3,
            Ending::Usage => 4,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}

fn open(arguments: &Arguments, format: Format, limits: &str) -> Result<(Output, Done), String> {
    match (&arguments.output, format) {
        (None, _) => Ok((Output::Screen, Done::new())),
        (Some(path), Format::Jsonl) => {
            let (results, done) = Results::open(path, arguments.resume, limits)?;
            Ok((Output::Results(results), done))
        }
        (Some(_), _) if arguments.resume => Err("--resume goes with --format jsonl".to_owned()),
        (Some(path), _) => {
            let file = std::fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path);
            let file = file.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("{}: the file exists; choose another name", path.display())
                }
                _ => format!("{}: {error}", path.display()),
            })?;
            Ok((Output::File(io::BufWriter::new(file)), Done::new()))
        }
    }
}

/// Reads the problems and hands them out; stops when nobody takes them any more.
fn read(
    arguments: &Arguments,
    sources: &[Source],
    done: &Done,
    shared: &Shared,
    sender: SyncSender<Job>,
    faults: &Mutex<Vec<String>>,
) {
    let mut place = 0;
    let mut seen = 0;
    // One problem is held back, so that whoever gets the last one knows that it is.
    let mut held: Option<Job> = None;
    for source in sources {
        let file: Arc<str> = source.name().into();
        let mut visit = |entry: Entry| {
            seen += 1;
            let is_ours = arguments
                .shard
                .is_none_or(|(part, of)| (seen - 1) % of == part - 1);
            let problem = &entry.problem;
            let is_wanted = shared.only.suits(problem) != Some(false)
                && shared.skip.suits(problem) != Some(true);
            let former = || match done.is_empty() {
                true => None,
                false => done.get(&key(&file, entry.number, &entry.hash())),
            };
            if !is_ours || !is_wanted {
                return !shared.must_stop();
            }
            if let Some(former) = former() {
                if !shared.is_told(former.verdict) {
                    return !shared.must_stop();
                }
                shared.count_former(former.verdict, former.is_unsound(arguments.strict));
                return !shared.must_stop();
            }
            let job = Job {
                place,
                file: file.clone(),
                entry,
            };
            place += 1;
            match held.replace(job) {
                Some(job) => shared.send(&sender, job),
                None => true,
            }
        };
        match each(source, &shared.amount, arguments.trust_files, &mut visit) {
            Ok(true) => {}
            Ok(false) => break,
            Err(why) => {
                if let Ok(mut faults) = faults.lock() {
                    faults.push(format!("{file}: {why}"));
                }
            }
        }
    }
    shared.all_sent.store(true, SeqCst);
    if let Some(job) = held {
        shared.send(&sender, job);
    }
}

impl Shared {
    /// What an earlier run found counts as if it had been found now.
    fn count_former(&self, verdict: Class, is_unsound: bool) {
        if let (Ok(mut former), Ok(mut ending)) = (self.former.lock(), self.ending.lock()) {
            *former.entry(verdict).or_default() += 1;
            *ending = ending.worst(ending_of(verdict, is_unsound));
        }
    }

    /// Whether a problem with this verdict is one of those asked for.
    fn is_told(&self, verdict: Class) -> bool {
        self.only.fits(verdict) != Some(false) && self.skip.fits(verdict) != Some(true)
    }

    fn must_stop(&self) -> bool {
        self.stop.load(SeqCst) || self.settings.cancel.load(SeqCst)
    }

    fn send(&self, sender: &SyncSender<Job>, job: Job) -> bool {
        while job.place >= self.written.load(SeqCst) + WINDOW && !self.must_stop() {
            std::thread::sleep(Duration::from_millis(2));
        }
        if self.must_stop() {
            return false;
        }
        self.sent.fetch_add(1, SeqCst);
        sender.send(job).is_ok()
    }

    /// The threads for the next problem: more than one once there are fewer problems than cores.
    fn threads(&self) -> usize {
        if !self.all_sent.load(SeqCst) {
            return 1;
        }
        let left = self
            .sent
            .load(SeqCst)
            .saturating_sub(self.finished.load(SeqCst));
        (self.jobs / left.max(1)).max(1)
    }
}

fn work(shared: &Shared, jobs: &Mutex<Receiver<Job>>, sender: Sender<Outcome>) {
    loop {
        let job = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok(job) = job else { return };
        if shared.must_stop() {
            continue;
        }
        let outcome = examine(shared, job);
        shared.finished.fetch_add(1, SeqCst);
        if sender.send(outcome).is_err() {
            return;
        }
    }
}

fn examine(shared: &Shared, job: Job) -> Outcome {
    let Job { place, file, entry } = job;
    let settings = Settings {
        threads: shared.threads(),
        ..shared.settings.clone()
    };
    let asked = entry
        .problem
        .stipulation
        .map(|asked| asked.genre.key().to_owned());
    let conditions = entry.problem.conditions.iter();
    let conditions = conditions.map(|condition| condition.key.clone()).collect();
    let solved = (shared.themes && entry.is_read())
        .then(|| solve(&themes::asked(&entry.problem), &settings, &()));
    let themes = solved.as_ref().map(|solution| {
        let report = themes::of_solution(&entry.problem, solution);
        (report, entry.keywords())
    });
    // Whatever was found with all play serves the verdict, too.
    let is_whole = |found: &&Solution| found.outcome() == solution::Outcome::Finished;
    let problem = entry.problem.clone();
    let limits = &shared.limits;
    let mut result = match solved
        .as_ref()
        .filter(is_whole)
        .filter(|_| entry.retro.is_none())
    {
        Some(found) => collection::examine_solved(&file, entry, found, &settings, limits),
        None => collection::examine(&file, entry, &settings, limits),
    };
    if shared.language != Language::En {
        result.judged = result.judged.in_language(shared.language, &problem);
    }
    if let Some((report, claimed)) = themes {
        let not_shown = report.is_complete.then(|| report.not_shown(&claimed));
        result.tell_themes(report.keywords(), not_shown);
    }
    let is_shown =
        shared.figures && place < MOST_FIGURES && result.judged.verdict != Class::NotRead;
    let figure = is_shown.then(|| draw(&problem, FIGURE));
    let judged = &mut result.judged;
    if shared.no_times {
        (judged.seconds, judged.positions) = (0.0, 0);
    }
    let is_interrupted = judged.verdict == Class::Stopped && shared.settings.cancel.load(SeqCst);
    Outcome {
        place,
        play: asked.unwrap_or_else(|| "other".to_owned()),
        conditions,
        figure,
        result,
        is_interrupted,
    }
}

/// How a run with this verdict ends.
fn ending_of(verdict: Class, is_unsound: bool) -> Ending {
    match verdict {
        Class::NotRead | Class::NotSupported => Ending::Failed,
        Class::Stopped => Ending::Partial,
        _ if is_unsound => Ending::Unsound,
        _ => Ending::Done,
    }
}

/// Where results go.
enum Output {
    Screen,
    Results(Results),
    File(io::BufWriter<std::fs::File>),
}

struct Writer {
    format: Format,
    strict: bool,
    results: Output,
    counts: Counts,
    /// Results that came before those of earlier problems.
    waiting: BTreeMap<usize, Option<Outcome>>,
    /// The outlines that diagrams of a report share.
    shapes: Shapes,
    next: usize,
    unsound: usize,
    ending: Ending,
    progress: Progress,
    error: Option<io::Error>,
    language: Language,
}

impl Writer {
    fn form(&self) -> Form {
        match self.format {
            Format::Markdown => Form::Markdown,
            Format::Html => Form::Html,
            Format::Csv => Form::Csv,
            Format::Report | Format::Jsonl => Form::Text,
        }
    }

    fn begin(&mut self) {
        if self.format != Format::Jsonl {
            let head = report::head(self.form(), self.language);
            self.put(&head);
        }
    }

    fn take(&mut self, outcomes: &Receiver<Outcome>, shared: &Shared) {
        loop {
            let outcome = match outcomes.recv_timeout(Duration::from_millis(500)) {
                Ok(outcome) => outcome,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    self.progress
                        .show(self.counts.total(), self.unsound, &shared.amount);
                    continue;
                }
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return,
            };
            let place = outcome.place;
            let is_told = shared.is_told(outcome.result.judged.verdict);
            let in_order = match &mut self.results {
                _ if !is_told => None,
                // Whatever happens next, this problem is done.
                Output::Results(results) => {
                    if !outcome.is_interrupted
                        && let Err(error) = results.append(&outcome.result.json())
                    {
                        self.error.get_or_insert(error);
                    }
                    self.count(&outcome);
                    None
                }
                _ => Some(outcome),
            };
            self.waiting.insert(place, in_order);
            while let Some(outcome) = self.waiting.remove(&self.next) {
                self.next += 1;
                if let Some(outcome) = outcome {
                    self.tell(&outcome);
                    self.count(&outcome);
                }
            }
            shared.written.store(self.next, SeqCst);
            if self.error.is_some() {
                shared.stop.store(true, SeqCst);
            }
            self.progress
                .show(self.counts.total(), self.unsound, &shared.amount);
        }
    }

    fn tell(&mut self, outcome: &Outcome) {
        let figure = outcome.figure.as_ref();
        let figure = figure.map(|drawing| drawing.svg_with(FIGURE_SCALE, &mut self.shapes));
        let figure = figure.unwrap_or_default();
        let text = match self.format {
            Format::Jsonl => outcome.result.json() + "\n",
            _ => report::problem(self.form(), &outcome.result, self.language, &figure),
        };
        if !outcome.is_interrupted {
            self.put(&text);
        }
    }

    fn put(&mut self, text: &str) {
        let written = match &mut self.results {
            Output::Screen if self.format == Format::Report => {
                let text = fitted(text, 6);
                io::stdout().lock().write_all(text.as_bytes())
            }
            Output::Screen => io::stdout().lock().write_all(text.as_bytes()),
            Output::File(file) => file.write_all(text.as_bytes()),
            Output::Results(_) => Ok(()),
        };
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }

    fn count(&mut self, outcome: &Outcome) {
        if outcome.is_interrupted {
            self.ending = self.ending.worst(Ending::Partial);
            return;
        }
        let judged = &outcome.result.judged;
        self.counts
            .add(&outcome.result, &outcome.play, &outcome.conditions);
        let ending = ending_of(judged.verdict, judged.is_unsound(self.strict));
        self.unsound += usize::from(ending == Ending::Unsound);
        self.ending = self.ending.worst(ending);
    }

    fn finish(mut self, files: &[String], stopped: bool, has_former: bool) -> Ending {
        self.progress.end();
        if stopped {
            self.ending = self.ending.worst(Ending::Partial);
        }
        if self.format == Format::Jsonl {
            if self.counts.total() > 0 || !has_former {
                eprintln!("{}", self.counts.line(self.language));
            }
        } else {
            let foot = self.counts.foot(self.form(), self.language);
            if self.counts.total() != 1 || self.format != Format::Report {
                self.put(&foot);
            }
        }
        let flushed = match &mut self.results {
            Output::Results(results) if !stopped => results.sort(files),
            Output::File(file) => file.flush(),
            _ => Ok(()),
        };
        let written = self.error.map_or(flushed, Err);
        self.ending.after(written)
    }
}

/// How far the run is, on standard error, wherever the results go.
struct Progress {
    bar: ProgressBar,
    began: Instant,
}

impl Progress {
    fn new(quiet: bool) -> Progress {
        let target = match quiet {
            true => ProgressDrawTarget::hidden(),
            // Hidden by itself where standard error is no terminal.
            false => ProgressDrawTarget::stderr_with_hz(4),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        Progress {
            bar,
            began: Instant::now(),
        }
    }

    fn show(&self, done: usize, unsound: usize, amount: &Amount) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.began.elapsed().as_secs_f64().max(0.001);
        let (read, all) = (amount.done.load(SeqCst), amount.all.load(SeqCst));
        let left = match read {
            0 => String::new(),
            read if read >= all => String::new(),
            read => {
                let left = seconds * (all - read) as f64 / read as f64;
                format!(", about {left:.0} s left")
            }
        };
        let rate = done as f64 / seconds;
        self.bar.set_message(format!(
            "{done} done, {unsound} unsound, {rate:.0} a second{left}"
        ));
        self.bar.tick();
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
