//! `dawson popeye`: reads and writes like Popeye, with its switches.

use super::Ending;
use super::input::{read_trusted, show};
use super::king::capturable;
use super::limits::{
    EngineName, Kept, all_cores, cancelled_by_user, end_of_kept, is_cut_short, memory, seconds,
    short_cut, without,
};
use super::named::NamedFiles;
use super::progress::Progress;
use super::tee::Tee;
use super::telling::{Teller, solve_telling};
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::message::translate;
use dawson::notation::popeye::read::{ReadProblem, Reading};
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::problem::{Problem, Rights};
use dawson::rules::ShortCut;
use dawson::solution::{Line, Outcome, Remark, Solution};
use dawson::soundness::{check, may_drop_lines};
use dawson::{Settings, solve_version};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Popeye's switches may be written with one dash, as Popeye wants them.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Memory for the hash table: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "256M")]
    maxmem: usize,
    /// Seconds for one problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    maxtime: Option<Duration>,
    /// Solutions for one phase
    #[arg(long, value_name = "N")]
    maxsolutions: Option<u32>,
    /// Print neither version nor times
    #[arg(long)]
    regression: bool,
    /// Also solve problems with errors, as far as they were understood
    #[arg(long)]
    lenient: bool,
    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The order in which solutions are printed; there is no other than Popeye's
    #[arg(long, value_enum, default_value_t = Order::Reference)]
    order: Order,
    /// Accepted and ignored
    #[arg(long, hide = true)]
    nogui: bool,
    /// Accepted and ignored
    #[arg(long, hide = true, num_args = 0..=1, require_equals = true, value_name = "RATE")]
    heartbeat: Option<Option<u64>>,
    /// Accepted and ignored
    #[arg(long, hide = true, value_name = "N")]
    maxtrace: Option<u64>,
    /// Let problem files name files outside their own folder, and replace files
    #[arg(long)]
    trust_files: bool,
    #[command(flatten)]
    kept: Kept,
    /// Which engine plays, for comparisons
    #[arg(long, hide = true, value_enum, default_value_t)]
    engine: EngineName,
    /// Short cuts not to be taken, for comparisons
    #[arg(long, hide = true, value_name = "NAME", value_parser = short_cut)]
    without: Vec<ShortCut>,
    /// Files of problems
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// An order of solutions.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Order {
    /// That of the moves as Popeye generates them
    Reference,
}

/// Popeye's switches, which have one dash.
const SWITCHES: [&str; 7] = [
    "-maxmem",
    "-maxtime",
    "-maxsolutions",
    "-maxtrace",
    "-regression",
    "-nogui",
    "-heartbeat",
];

/// Gives Popeye's switches their second dash, and a rate of heartbeats its
/// equals sign. Other commands have no such switches.
pub fn spelled_out(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut spelled: Vec<OsString> = Vec::new();
    for argument in arguments {
        let after_heartbeat = spelled.last().is_some_and(|last| last == "--heartbeat");
        let text = argument.to_str().unwrap_or_default();
        if after_heartbeat && text.parse::<u64>().is_ok() {
            spelled.pop();
            spelled.push(format!("--heartbeat={text}").into());
        } else if SWITCHES.contains(&text) {
            spelled.push(format!("-{text}").into());
        } else {
            spelled.push(argument);
        }
    }
    spelled
}

/// Solves every problem of every file.
pub fn run(arguments: &Arguments) -> Ending {
    let checkpoint = match arguments.kept.open() {
        Ok(checkpoint) => checkpoint,
        Err(ending) => return ending,
    };
    let mut session = Session {
        settings: Settings {
            threads: arguments.threads.unwrap_or_else(all_cores),
            memory: arguments.maxmem,
            time_limit: arguments.maxtime,
            max_solutions: arguments.maxsolutions,
            cancel: cancelled_by_user(),
            engine: arguments.engine.choice(),
            short_cuts: without(&arguments.without),
            checkpoint: checkpoint.clone(),
            part: None,
        },
        times: !arguments.regression,
        lenient: arguments.lenient,
        trusts: arguments.trust_files,
        ending: Ending::Done,
        out: Tee::new(io::stdout().lock()),
        named: NamedFiles::new(arguments.trust_files),
    };
    let done = session.files(&arguments.files);
    end_of_kept(session.ending.after(done), checkpoint.as_deref())
}

struct Session<W> {
    settings: Settings,
    times: bool,
    lenient: bool,
    trusts: bool,
    ending: Ending,
    out: Tee<W>,
    named: NamedFiles,
}

impl<W: Write> Session<W> {
    fn files(&mut self, files: &[PathBuf]) -> io::Result<()> {
        if self.times {
            let memory = self.settings.memory >> 20;
            let version = env!("CARGO_PKG_VERSION");
            writeln!(self.out, "dawson v{version} ({memory} MB)")?;
        }
        files.iter().try_for_each(|file| self.file(file))
    }

    fn file(&mut self, file: &Path) -> io::Result<()> {
        let reading = match read_trusted(file, self.trusts) {
            Ok(reading) => reading,
            Err(error) => {
                eprintln!("dawson: {}: {error}", file.display());
                self.worsen(Ending::Failed);
                return Ok(());
            }
        };
        self.report(file, &reading, &reading.diagnostics);
        let writer = Writer::new(reading.language);
        let writer = if self.times {
            writer.with_times()
        } else {
            writer
        };
        for read in &reading.problems {
            let mut diagnostics = read.diagnostics.clone();
            diagnostics.extend(self.named.open(file, reading.language, read));
            for file in self.named.protocols() {
                self.out.protocol(file);
            }
            self.report(file, &reading, &diagnostics);
            for remark in &read.remarks {
                writeln!(self.out, "{remark}")?;
            }
            if read.is_sound() || self.lenient {
                self.problem(writer, read)?;
            }
        }
        self.out.end_protocols();
        self.named.end()
    }

    fn problem(&mut self, writer: Writer, read: &ReadProblem) -> io::Result<()> {
        let problem = &read.problem;
        let start = Instant::now();
        let solution = self.solve(writer, problem)?;
        let elapsed = self.times.then(|| start.elapsed());
        let end = writer.end(solution.outcome(), elapsed);
        write!(self.out, "{end}")?;
        if self.named.has_document() {
            let mark = check(problem, &self.settings, &()).mark;
            self.named.add(problem, &solution, mark.as_deref());
        }
        if solution.outcome() == Outcome::Refused {
            self.worsen(Ending::Failed);
        }
        if is_cut_short(problem, &solution, &self.settings) {
            self.worsen(Ending::Partial);
        }
        self.out.flush()
    }

    /// Solves and prints version by version.
    fn solve(&mut self, writer: Writer, problem: &Problem) -> io::Result<Solution> {
        write!(self.out, "{}", writer.head(problem))?;
        self.out.flush()?;
        let budget = self.settings.budget(&problem.options);
        let mut solution = Solution::default();
        for mut version in problem.versions() {
            // As Popeye: who stands at home may castle.
            version.problem.options.rights = Rights::Given;
            let problem = &version.problem;
            let found = match !self.named.has_document() && may_drop_lines(problem) {
                true => {
                    let teller = InPopeyesWords(writer, problem);
                    let versions = std::slice::from_ref(&version);
                    let found = solve_telling(versions, &budget, &teller, &mut self.out)?;
                    found.twins.into_iter().next()
                }
                false => {
                    let progress = Progress::of(problem, writer.language());
                    let found = solve_version(&version, &budget, &progress);
                    drop(progress);
                    write!(self.out, "{}", writer.version(problem, &found))?;
                    Some(found)
                }
            };
            for remark in found.iter().flat_map(|found| &found.remarks) {
                tell(writer.language(), problem, remark);
            }
            self.out.flush()?;
            solution.twins.extend(found);
        }
        Ok(solution)
    }

    fn report(&mut self, file: &Path, reading: &Reading, diagnostics: &[Diagnostic]) {
        let name = file.display().to_string();
        if show(&name, &reading.text, reading.language, diagnostics) {
            self.worsen(Ending::Failed);
        }
    }

    fn worsen(&mut self, ending: Ending) {
        self.ending = self.ending.max(ending);
    }
}

/// Writes a version as Popeye does.
struct InPopeyesWords<'a>(Writer, &'a Problem);

impl Teller for InPopeyesWords<'_> {
    fn language(&self) -> Language {
        self.0.language()
    }

    fn whole(&self, solution: &Solution) -> String {
        let versions = solution.twins.iter();
        versions
            .map(|found| self.0.version(self.1, found))
            .collect()
    }

    fn lines(&self, version: &Problem, lines: &[Line], _is_first: bool) -> String {
        self.0.lines(version, lines)
    }
}

/// Says what concerns a version apart from its play.
fn tell(language: Language, problem: &Problem, remark: &Remark) {
    let text = match remark {
        Remark::KingCapturable(side) => capturable(problem, *side),
        Remark::Refused(text) | Remark::Note(text) => text.clone(),
        Remark::Told(texts) => texts[language.column()].clone(),
    };
    eprintln!("{}", translate(language, &text));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(line: &str) -> String {
        let words = line.split(' ').map(OsString::from);
        let words = spelled_out(words).into_iter();
        let words: Vec<_> = words.filter_map(|word| word.into_string().ok()).collect();
        words.join(" ")
    }

    #[test]
    fn switches_get_their_second_dash() {
        let line = "dawson popeye -maxmem 200M -regression -heartbeat x.inp";
        let want = "dawson popeye --maxmem 200M --regression --heartbeat x.inp";
        assert_eq!(spelled(line), want);
        assert_eq!(
            spelled("-heartbeat 500 -maxtime 3"),
            "--heartbeat=500 --maxtime 3"
        );
        assert_eq!(spelled("--fen - -h"), "--fen - -h");
    }
}
