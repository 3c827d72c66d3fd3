//! `dawson solve`: a statement with a position, files or whole collections.

use super::Ending;
use super::input::{problem_files, read_file, show};
use super::limits::{EngineName, Kept, Limits, end_of_kept, is_cut_short};
use super::progress::Progress;
use clap::ValueEnum;
use dawson::men::WalkId;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::notation::position_text::PositionText;
use dawson::notation::report::{Look, report};
use dawson::notation::{fen, json, position_text, statement};
use dawson::problem::{Options, Problem, Stipulation};
use dawson::solution::tally;
use dawson::solution::{Outcome, Solution};
use dawson::soundness::{agree, problems};
use dawson::stipulation::compile;
use dawson::{Settings, solve};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// What to solve, how, and how to tell it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `h#2, Circe` with --fen; otherwise files of problems, or folders of *.inp
    #[arg(required = true, value_name = "STATEMENT | PATH")]
    inputs: Vec<String>,
    /// The position of the statement, in (extended) FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The position of the statement on any board: FEN with `*` for holes, `(QQ)` for other
    /// men and, on the ring of Rollerball, the kings on their run
    #[arg(long, value_name = "TEXT", conflicts_with = "fen")]
    position: Option<String>,
    /// How to tell the solution
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    kept: Kept,
    /// Solutions for one phase
    #[arg(long, value_name = "N")]
    max_solutions: Option<u32>,
    /// Which engine plays, for comparisons
    #[arg(long, hide = true, value_enum, default_value_t)]
    engine: EngineName,
}

/// How to tell a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Report,
    /// As Popeye prints it
    Text,
    /// One JSON object a line; see `dawson schema`
    Json,
}

/// Solves what the arguments name.
pub fn run(arguments: &Arguments) -> Ending {
    let checkpoint = match arguments.kept.open() {
        Ok(checkpoint) => checkpoint,
        Err(ending) => return ending,
    };
    let mut session = Session {
        settings: Settings {
            max_solutions: arguments.max_solutions,
            engine: arguments.engine.choice(),
            checkpoint: checkpoint.clone(),
            ..arguments.limits.settings()
        },
        format: arguments.format,
        tally: Tally::default(),
        ending: Ending::Done,
        out: io::stdout().lock(),
    };
    let placed = match (&arguments.fen, &arguments.position) {
        (Some(text), _) => Some(Placed { name: "fen", text }),
        (None, Some(text)) => Some(Placed {
            name: "position",
            text,
        }),
        (None, None) => None,
    };
    let done = match placed {
        Some(placed) => session.statement(&arguments.inputs.join(" "), placed),
        None => session.paths(&arguments.inputs),
    };
    end_of_kept(session.ending.after(done), checkpoint.as_deref())
}

/// The position that goes with a statement.
struct Placed<'a> {
    /// The option that gave it.
    name: &'static str,
    text: &'a str,
}

impl Placed<'_> {
    /// The position; the statement may bring walks of its own.
    fn read(&self, walks: &[WalkId]) -> Result<PositionText, Diagnostic> {
        match self.name {
            "fen" => fen::fen_with(self.text, walks).map(PositionText::from),
            _ => position_text::position_with(self.text, walks),
        }
    }

    /// In a FEN the side to move is often left as it was; a position text means it.
    fn choose_starter(
        &self,
        asked: Option<Stipulation>,
        read: &PositionText,
        options: &mut Options,
    ) {
        let starter = asked.map(|asked| compile(&asked, options).starter);
        let side = read
            .position
            .side_to_move
            .filter(|_| self.name == "position");
        if !options.duplex && starter.is_some() && side.is_some() {
            options.half_duplex = starter != side;
        }
    }
}

/// How many solutions were compared, and how many of them agree.
#[derive(Default)]
struct Tally {
    compared: usize,
    agreeing: usize,
}

struct Session<W> {
    settings: Settings,
    format: Format,
    tally: Tally,
    ending: Ending,
    out: W,
}

impl<W: Write> Session<W> {
    fn statement(&mut self, text: &str, placed: Placed<'_>) -> io::Result<()> {
        let mut problem = Problem::new();
        let mut intended = None;
        let language = statement::language_of(text);
        let mut walks = Vec::new();
        let mut counted = None;
        let statement = match statement::statement(text) {
            Ok(statement) => {
                show("statement", text, language, &statement.diagnostics);
                walks.clone_from(&statement.walks);
                intended = statement.intended_solutions;
                Some(statement)
            }
            Err(diagnostics) => {
                self.refuse("statement", text, language, &diagnostics);
                None
            }
        };
        let read = placed.read(&walks);
        if let Some(mut statement) = statement {
            if let Ok(read) = &read {
                let asked = statement.stipulation;
                placed.choose_starter(asked, read, &mut statement.options);
            }
            counted = statement.men.clone();
            statement.apply(&mut problem);
        }
        match read {
            Ok(read) => {
                read.apply(&mut problem);
                let miscounted = counted.and_then(|men| men.check(&problem.diagram));
                show("statement", text, language, miscounted.as_slice());
            }
            Err(diagnostic) => self.refuse(placed.name, placed.text, language, &[diagnostic]),
        }
        if self.ending != Ending::Done {
            return Ok(());
        }
        // Whoever asks for one position wants to see its play.
        problem.options.variation = true;
        let solution = self.problem(&problem, language)?;
        self.judge(&problem, &solution, intended)
    }

    /// Compares the number of solutions with the author's claim.
    fn judge(
        &mut self,
        problem: &Problem,
        solution: &Solution,
        intended: Option<u32>,
    ) -> io::Result<()> {
        let judged = problem.stipulation.zip(solution.twins.first());
        let verdicts = judged.map(|(asked, found)| tally(&asked, found));
        let found: usize = verdicts
            .iter()
            .flatten()
            .map(|verdict| verdict.solutions)
            .sum();
        match intended.and_then(|intended| usize::try_from(intended).ok()) {
            None => Ok(()),
            Some(intended) if intended == found => self.aside("as many solutions as intended"),
            Some(intended) => {
                self.worsen(Ending::Failed);
                self.aside(&format!("{found} solutions found, {intended} intended"))
            }
        }
    }

    fn paths(&mut self, paths: &[String]) -> io::Result<()> {
        for path in paths {
            match problem_files(Path::new(path)) {
                Ok(files) => files.iter().try_for_each(|file| self.file(file))?,
                Err(error) => self.complain(path, &error),
            }
        }
        let Tally { compared, agreeing } = self.tally;
        match compared {
            0 => Ok(()),
            _ => self.aside(&format!("{agreeing} of {compared} solutions agree")),
        }
    }

    fn file(&mut self, file: &Path) -> io::Result<()> {
        let name = file.display().to_string();
        let reading = match read_file(file) {
            Ok(reading) => reading,
            Err(error) => {
                self.complain(&name, &error);
                return Ok(());
            }
        };
        self.refuse(&name, &reading.text, reading.language, &reading.diagnostics);
        let expected = std::fs::read_to_string(file.with_extension("txt"));
        let expected = expected.ok().map(|text| problems(&text));
        for (number, read) in reading.problems.iter().enumerate() {
            self.refuse(&name, &reading.text, reading.language, &read.diagnostics);
            let solution = match read.is_sound() {
                true => Some(self.problem(&read.problem, reading.language)?),
                false => None,
            };
            if let Some(expected) = &expected {
                let writer = Writer::new(reading.language);
                let found = solution.map(|found| writer.whole(&read.problem, &found));
                let want = expected.get(number).map(String::as_str);
                self.compare(&name, number + 1, found.as_deref(), want)?;
            }
        }
        Ok(())
    }

    /// Solves and prints one problem.
    fn problem(&mut self, problem: &Problem, language: Language) -> io::Result<Solution> {
        let progress = Progress::new();
        let solution = solve(problem, &self.settings, &progress);
        drop(progress);
        let text = match self.format {
            Format::Report => report(problem, &solution, language, look()) + "\n",
            Format::Text => Writer::new(language).whole(problem, &solution),
            Format::Json => json::line(problem, &solution, None) + "\n",
        };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        if solution.outcome() == Outcome::Refused {
            self.worsen(Ending::Failed);
        }
        if is_cut_short(problem, &solution, &self.settings) {
            self.worsen(Ending::Partial);
        }
        Ok(solution)
    }

    fn compare(
        &mut self,
        name: &str,
        number: usize,
        found: Option<&str>,
        want: Option<&str>,
    ) -> io::Result<()> {
        let agrees = found
            .zip(want)
            .is_some_and(|(found, want)| agree(found, want));
        self.tally.compared += 1;
        self.tally.agreeing += usize::from(agrees);
        if agrees {
            return self.aside(&format!("{name}, problem {number}: agrees"));
        }
        self.worsen(Ending::Failed);
        self.aside(&format!(
            "{name}, problem {number}: DIFFERS from the solution beside it"
        ))
    }

    /// What is no solution goes beside JSON and Popeye's text, but into a report.
    fn aside(&mut self, text: &str) -> io::Result<()> {
        match self.format {
            Format::Report => writeln!(self.out, "{text}\n"),
            Format::Text | Format::Json => {
                eprintln!("{text}");
                Ok(())
            }
        }
    }

    fn refuse(&mut self, name: &str, text: &str, language: Language, diagnostics: &[Diagnostic]) {
        if show(name, text, language, diagnostics) {
            self.worsen(Ending::Failed);
        }
    }

    fn complain(&mut self, name: &str, error: &io::Error) {
        eprintln!("dawson: {name}: {error}");
        self.worsen(Ending::Failed);
    }

    fn worsen(&mut self, ending: Ending) {
        self.ending = self.ending.max(ending);
    }
}

/// Coloured on a terminal, unless the user wants no colours anywhere.
fn look() -> Look {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match wanted && io::stdout().is_terminal() {
        true => Look::Coloured,
        false => Look::Plain,
    }
}
