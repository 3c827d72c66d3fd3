//! `dawson solve`: a statement with a position, files or whole collections.

use super::Ending;
use super::check::inputs::{Amount, Source, each, files};
use super::given::{self, Given, Inputs, Options, Position};
use super::input::{opener, read_trusted, show, why};
use super::language::{self, Tongue};
use super::limits::{EngineName, Kept, Limits, SaidFates, end_of_kept, is_cut_short};
use super::named::NamedFiles;
use super::progress::Progress;
use super::retract;
use super::telling::{Teller, solve_telling};
use super::width::fitted;
use clap::ValueEnum;
use dawson::collection::files::{start_of, unpacked};
use dawson::collection::{Entry, Format as Collected, intention_of};
use dawson::legality;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::json::{self, Place};
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::notation::popeye::{self, read::ReadProblem, read::Reading};
use dawson::notation::report::{Look, Manner, Step, Told, lines_in, play_in, report_in};
use dawson::notation::statement::{self, Told as Understood};
use dawson::picture::{Shapes, Style, solved_page, solved_section};
use dawson::problem::Problem;
use dawson::solution::{Line, Outcome, Remark, Solution};
use dawson::soundness::{Class, ShortNotation, agree, check_solved, may_drop_lines, problems};
use dawson::themes;
use dawson::{Settings, solve};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// So much of a file tells its format.
const START_OF_FILE: u64 = 64 << 10;

/// What to solve, how, and how to tell it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `h#2, Circe`, files or folders of problems in any format, `-` for
    /// standard input
    #[arg(required = true, value_name = "STATEMENT | PATH")]
    inputs: Vec<String>,
    /// The position of the statement: a FEN, a list of men such as `wKe1 bKa8`, or a printed
    /// board. `(G)` is a man beyond KQRBNP, `(=G)` a neutral one, `*` a hole. Who is to move is
    /// not looked at
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// The same, and the side to move counts: with `w` a helpmate begins with White
    #[arg(long, value_name = "POSITION", conflicts_with = "fen")]
    position: Option<String>,
    /// Language of piece letters and words [default: that of the statement, or of the system]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<Tongue>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How the report writes moves
    #[arg(long, value_enum, default_value_t)]
    notation: Written,
    /// A report without diagram and variations
    #[arg(long)]
    brief: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    fates: SaidFates,
    #[command(flatten)]
    kept: Kept,
    /// Stop each phase of play after N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_solutions: Option<u32>,
    /// Say below each solution which themes the problem shows, with the moves that show them
    #[arg(long)]
    themes: bool,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
    /// Which engine plays, for comparisons
    #[arg(long, hide = true, value_enum, default_value_t)]
    engine: EngineName,
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Report,
    /// As Popeye prints it
    Text,
    /// One JSON object a line; see `dawson schema`
    Json,
    /// A web page with diagrams, also at the end of each line
    Html,
}

/// The notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Written {
    /// `Ra1-a8 #`
    #[default]
    Long,
    /// `Ra8#`, as magazines print it
    Short,
    /// The same with figurines
    Figurine,
}

/// Solves what the arguments name.
pub fn run(arguments: &Arguments) -> Ending {
    let placed = arguments.fen.as_deref().or(arguments.position.as_deref());
    if let Some(fen) = placed.filter(|_| retract::is_for(&arguments.inputs, placed)) {
        let as_data = arguments.format == Format::Json;
        return retract::answer(&arguments.inputs, fen, arguments.limits.clone(), as_data);
    }
    if arguments.themes && matches!(arguments.format, Format::Json | Format::Html) {
        eprintln!(
            "dawson: --themes goes with --format report or text; `dawson themes --format json` prints them as data"
        );
        return Ending::Usage;
    }
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
        fates: &arguments.fates,
        format: arguments.format,
        notation: arguments.notation,
        brief: arguments.brief,
        language: arguments.language,
        trusts: arguments.trust_files,
        themes: arguments.themes,
        tally: Tally::default(),
        sections: Vec::new(),
        shapes: Shapes::default(),
        ending: Ending::Done,
        out: io::stdout().lock(),
        named: NamedFiles::new(arguments.trust_files),
        protocols: Vec::new(),
    };
    let options = Options {
        fen: arguments.fen.as_deref(),
        position: arguments.position.as_deref(),
    };
    let done = session.inputs(&arguments.inputs, options);
    let done = done.and_then(|()| session.finish());
    end_of_kept(session.ending.after(done), checkpoint.as_deref())
}

/// How many solutions were compared, and how many of them agree.
#[derive(Default)]
struct Tally {
    compared: usize,
    agreeing: usize,
}

/// What was solved, and the time it took.
struct Solved {
    problem: Problem,
    solution: Solution,
    spent: Duration,
}

struct Session<'a, W> {
    settings: Settings,
    fates: &'a SaidFates,
    format: Format,
    notation: Written,
    brief: bool,
    language: Option<Tongue>,
    trusts: bool,
    themes: bool,
    tally: Tally,
    /// The parts of the web page.
    sections: Vec<String>,
    /// The outlines that they share.
    shapes: Shapes,
    ending: Ending,
    out: W,
    /// What problems of inputs name, and the protocols among them that are open.
    named: NamedFiles,
    protocols: Vec<File>,
}

impl<W: Write> Session<'_, W> {
    fn inputs(&mut self, inputs: &[String], options: Options<'_>) -> io::Result<()> {
        let Inputs { given, paths } = given::inputs(inputs, options)?;
        match &given {
            Some(given) if given.statement.trim().is_empty() => {
                let language = language::choose(self.language, None);
                let fault = match given.position {
                    Some(_) => Diagnostic::OnlyPosition,
                    None => Diagnostic::NoStatement,
                };
                self.refuse("statement", &given.statement, language, &[fault]);
                return Ok(());
            }
            Some(given) => self.given(given)?,
            None => {}
        }
        self.paths(&paths)
    }

    /// A statement with its position.
    fn given(&mut self, given: &Given) -> io::Result<()> {
        let posed = given.pose(self.language);
        let is_missing = |said: &Diagnostic| matches!(said, Diagnostic::PositionMissing { .. });
        if posed.diagnostics.iter().any(|(_, said)| is_missing(said)) {
            self.explain(&given.statement, posed.language)?;
        }
        given.show(&posed);
        if !posed.is_sound() {
            self.worsen(match given.position {
                None if posed.diagnostics.iter().all(|(_, said)| is_missing(said)) => Ending::Usage,
                _ => Ending::Failed,
            });
            return Ok(());
        }
        let (mut problem, language) = (posed.problem, posed.language);
        if problem.stipulation.is_none() {
            let text = &given.statement;
            let at = (text.len(), 0).into();
            let fault = Diagnostic::NoStipulation { at };
            self.refuse("statement", text, language, &[fault]);
            return Ok(());
        }
        // Whoever asks for one position wants to see its play.
        problem.options.variation = true;
        // Men in words are said back; a board of letters shows itself.
        let is_board = |position: &Position| position.text.matches('/').count() > 1;
        if self.format == Format::Report {
            match given.position.as_ref().is_some_and(is_board) {
                true => writeln!(self.out, "{}\n", statement::summary(&problem, language))?,
                false => writeln!(self.out, "{}\n", Understood::of(&problem, language))?,
            }
        }
        let solved = self.problem(&problem, language, None, false)?;
        self.judge("", &solved)
    }

    /// A statement without a position: what it means.
    fn explain(&mut self, text: &str, language: Language) -> io::Result<()> {
        let understood = statement::understand(text, Some(language));
        writeln!(self.out, "{}", understood.summary)?;
        let kept = statement::statement(text).map_or_else(|_| Vec::new(), |read| read.kept);
        for kept in kept {
            writeln!(self.out, "  ({}: {})", kept.what, kept.text)?;
        }
        Ok(())
    }

    /// The whole web page, once all parts of it are there.
    fn finish(&mut self) -> io::Result<()> {
        match self.format {
            Format::Html => self.out.write_all(solved_page(&self.sections).as_bytes()),
            Format::Report | Format::Text | Format::Json => Ok(()),
        }
    }

    /// Compares what there is with the author's claim: every twin, both sides, half move by half
    /// move.
    fn judge(&mut self, place: &str, solved: &Solved) -> io::Result<()> {
        let Solved {
            problem,
            solution,
            spent,
        } = solved;
        if problem.intention.is_empty() {
            return Ok(());
        }
        let limit = self.settings.time_limit;
        let settings = Settings {
            time_limit: limit.map(|limit| limit.saturating_sub(*spent)),
            ..self.settings.clone()
        };
        let verdict = check_solved(problem, solution, &settings, &());
        match verdict.verdict {
            Class::Sound => self.aside(&format!("{place}as many solutions as intended")),
            Class::Stopped => Ok(()),
            // Set play alone is claimed, and there is some.
            Class::NotExamined if problem.intention.all.play.is_none() => Ok(()),
            class => {
                self.worsen(Ending::Failed);
                let evidence = verdict.evidence.join("; ");
                let heading = match evidence.contains(class.name()) {
                    true => String::new(),
                    false => format!("{class}: "),
                };
                self.aside(&format!("{place}{heading}{evidence}"))
            }
        }
    }

    fn paths(&mut self, paths: &[String]) -> io::Result<()> {
        for path in paths {
            if path == "-" {
                let mut bytes = Vec::new();
                unpacked(io::stdin().lock())?.read_to_end(&mut bytes)?;
                self.bytes(Path::new("standard input"), &bytes)?;
                continue;
            }
            let (sources, faults) = files(std::slice::from_ref(path));
            for fault in faults {
                self.complain(&fault);
            }
            for source in &sources {
                if let Source::File { path } = source {
                    self.file(path)?;
                }
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
        let start = match start_of(file) {
            Ok(start) => start,
            Err(error) => {
                self.complain(&format!("{name}: {}", why(&error)));
                return Ok(());
            }
        };
        match Collected::presumed(&start) {
            None => self.input_file(file),
            Some(Collected::Input) if Collected::is_bare_input(&start) => self.input_file(file),
            Some(_) => self.collection(
                &name,
                &Source::File {
                    path: file.to_owned(),
                },
            ),
        }
    }

    /// What came through standard input.
    fn bytes(&mut self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let start = &bytes[..bytes.len().min(START_OF_FILE as usize)];
        let shown = name.display().to_string();
        match Collected::presumed(start) {
            None | Some(Collected::Input) => {
                let open = opener(name, false);
                let reading = popeye::read::read_file(&shown, bytes, &open);
                self.reading(&shown, None, &reading, None)
            }
            Some(_) => {
                let refuse = |_: &str| Err("standard input has no folder".to_owned());
                match dawson::collection::read(&shown, bytes, &refuse) {
                    Ok(mut entries) => entries.try_for_each(|entry| self.entry(&shown, &entry)),
                    Err(error) => {
                        self.complain(&format!("{shown}: {error}"));
                        Ok(())
                    }
                }
            }
        }
    }

    /// The problems of a file that is no input of Popeye.
    fn collection(&mut self, name: &str, source: &Source) -> io::Result<()> {
        let mut written = Ok(());
        let trusts = self.trusts;
        let mut visit = |entry: Entry| {
            written = self.entry(name, &entry);
            written.is_ok() && !self.settings.cancel.load(Relaxed)
        };
        if let Err(why) = each(source, &Arc::new(Amount::default()), trusts, &mut visit) {
            self.complain(&format!("{name}: {why}"));
        }
        written
    }

    fn entry(&mut self, name: &str, entry: &Entry) -> io::Result<()> {
        let place = format!("{name}, problem {}", entry.number);
        for warning in &entry.warnings {
            eprintln!("{place}: {warning}");
        }
        let wrong = entry.why_not_solved();
        let at = Place {
            file: name.to_owned(),
            number: entry.number,
            id: entry.id.clone(),
        };
        if !wrong.is_empty() {
            self.complain(&format!("{place}: {}", wrong.join("; ")));
            return self.unread(at, wrong);
        }
        let language = language::choose(self.language, Some(entry.language));
        let solved = self.problem(&entry.problem, language, Some(at), false)?;
        self.judge(&format!("{place}: "), &solved)
    }

    fn input_file(&mut self, file: &Path) -> io::Result<()> {
        let name = file.display().to_string();
        let reading = match read_trusted(file, self.trusts) {
            Ok(reading) => reading,
            Err(error) => {
                self.complain(&format!("{name}: {}", why(&error)));
                return Ok(());
            }
        };
        // An input may itself be a `.txt`.
        let beside = Some(file.with_extension("txt")).filter(|beside| beside != file);
        let expected = beside.and_then(|beside| std::fs::read_to_string(beside).ok());
        let expected = expected.map(|text| problems(&text));
        self.reading(&name, Some(file), &reading, expected.as_deref())
    }

    /// Solves what was read, and compares it with the solutions expected. Only problems of a file may name files.
    fn reading(
        &mut self,
        name: &str,
        file: Option<&Path>,
        reading: &Reading,
        expected: Option<&[String]>,
    ) -> io::Result<()> {
        let language = language::choose(self.language, Some(reading.language));
        self.refuse(name, &reading.text, language, &reading.diagnostics);
        for (number, read) in reading.problems.iter().enumerate() {
            let mut diagnostics = read.diagnostics.clone();
            if let Some(file) = file {
                diagnostics.extend(self.named.open(file, reading.language, read));
            } else if !(read.protocols.is_empty() && read.latex.is_empty()) {
                eprintln!("dawson: {name} has no folder: `Protocol` and `LaTeX` are not followed");
            }
            self.protocols.extend(self.named.protocols());
            self.refuse(name, &reading.text, language, &diagnostics);
            let at = Place {
                file: name.to_owned(),
                number: number + 1,
                id: None,
            };
            let claims = !matches!(intention_of(&read.remarks), Ok(ref claim) if claim.is_empty());
            // What goes into a file, too, is needed when it has been printed.
            let is_filed = self.named.has_document() || !self.protocols.is_empty();
            let is_compared = expected.is_some() || claims || is_filed;
            let mut solved = match read.is_sound() {
                true => Some(self.problem(&read.problem, language, Some(at), is_compared)?),
                false => {
                    let errors = read.diagnostics.iter().filter(|said| said.is_error());
                    self.unread(at, errors.map(Diagnostic::to_string).collect())?;
                    None
                }
            };
            let place = format!("{name}, problem {}: ", number + 1);
            match (intention_of(&read.remarks), &mut solved) {
                (Ok(intention), Some(solved)) => {
                    solved.problem.intention = intention;
                    self.judge(&place, solved)?;
                }
                (Ok(_), None) => {}
                (Err(why), _) => self.complain(&format!("{place}{why}")),
            }
            if let Some(solved) = &solved {
                self.filed(reading.language, read, solved)?;
            }
            if let Some(expected) = expected {
                let writer = Writer::new(reading.language);
                let found = solved.map(|solved| writer.whole(&read.problem, &solved.solution));
                let want = expected.get(number).map(String::as_str);
                self.compare(name, number + 1, found.as_deref(), want)?;
            }
        }
        self.protocols.clear();
        self.named.end()
    }

    /// Writes a problem into the files that it or one before it names: into protocols as Popeye prints it, whatever the
    /// form of the output is.
    fn filed(&mut self, language: Language, read: &ReadProblem, solved: &Solved) -> io::Result<()> {
        if !self.protocols.is_empty() {
            let mut text: String = read
                .remarks
                .iter()
                .map(|remark| format!("{remark}\n"))
                .collect();
            text += &Writer::new(language).whole(&read.problem, &solved.solution);
            for file in &mut self.protocols {
                file.write_all(text.as_bytes())?;
            }
        }
        if self.named.has_document() {
            let verdict = check_solved(&solved.problem, &solved.solution, &self.settings, &());
            self.named
                .add(&solved.problem, &solved.solution, verdict.mark.as_deref());
        }
        Ok(())
    }

    /// A line of data for a problem that could not be read.
    fn unread(&mut self, at: Place, errors: Vec<String>) -> io::Result<()> {
        match self.format {
            Format::Json => writeln!(self.out, "{}", json::unread_line(at, errors)),
            Format::Report | Format::Text | Format::Html => Ok(()),
        }
    }

    /// Solves and prints one problem, which may stand in a file.
    fn problem(
        &mut self,
        problem: &Problem,
        language: Language,
        at: Option<Place>,
        is_compared: bool,
    ) -> io::Result<Solved> {
        let problem = self.fates.of(problem);
        let parted = legality::parts(&problem);
        let owned = parted.unwrap_or_else(|| problem.into_owned());
        let problem = &owned;
        let began = Instant::now();
        let form = Form {
            problem,
            format: self.format,
            notation: self.notation,
            brief: self.brief,
            language,
            at,
            began,
        };
        let tells = !is_compared && !self.themes && self.format != Format::Html;
        let mut themed = None;
        let (solution, spent) = match tells && may_drop_lines(problem) {
            true => {
                let budget = self.settings.budget(&problem.options);
                let versions = problem.versions();
                let solution = solve_telling(&versions, &budget, &form, &mut self.out)?;
                (solution, began.elapsed())
            }
            false => {
                let progress = Progress::of(problem, language);
                let (solution, whole) = match self.themes {
                    true => self.with_themes(problem, &progress),
                    false => (solve(problem, &self.settings, &progress), None),
                };
                themed = whole;
                let spent = began.elapsed();
                drop(progress);
                self.out.write_all(form.whole(&solution).as_bytes())?;
                (solution, spent)
            }
        };
        if self.format == Format::Html {
            let style = Style {
                language,
                ..Style::default()
            };
            self.sections.push(solved_section(
                problem,
                &solution,
                style,
                0.42,
                &mut self.shapes,
            ));
        }
        if self.themes {
            let report = match &themed {
                Some(whole) => themes::of_solution(problem, whole),
                None => themes::themes(problem, &self.settings, &()),
            };
            super::themes::tell(&mut self.out, "", &report, language)?;
            writeln!(self.out)?;
        }
        self.out.flush()?;
        let capturable = |remark: &Remark| matches!(remark, Remark::KingCapturable(_));
        let mut remarks = solution.twins.iter().flat_map(|found| &found.remarks);
        if solution.outcome() == Outcome::Refused || remarks.any(capturable) {
            self.worsen(Ending::Failed);
        }
        if is_cut_short(problem, &solution, &self.settings) {
            self.worsen(Ending::Partial);
        }
        Ok(Solved {
            problem: owned,
            solution,
            spent,
        })
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
            Format::Text | Format::Json | Format::Html => {
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

    fn complain(&mut self, fault: &str) {
        eprintln!("dawson: {fault}");
        self.worsen(Ending::Failed);
    }

    /// The solution, and the one with all the play in which themes are looked for: both of one search where that can be.
    fn with_themes(
        &self,
        problem: &Problem,
        progress: &Progress<'_>,
    ) -> (Solution, Option<Solution>) {
        let whole = solve(&themes::asked(problem), &self.settings, progress);
        let is_whole =
            whole.outcome() == Outcome::Finished && self.settings.max_solutions.is_none();
        match themes::as_asked(problem, &whole).filter(|_| is_whole) {
            Some(solution) => (solution, Some(whole)),
            None => (solve(problem, &self.settings, progress), Some(whole)),
        }
    }

    fn worsen(&mut self, ending: Ending) {
        self.ending = self.ending.max(ending);
    }
}

/// How one problem and its solution are written.
struct Form<'a> {
    problem: &'a Problem,
    format: Format,
    notation: Written,
    brief: bool,
    language: Language,
    at: Option<Place>,
    began: Instant,
}

impl Form<'_> {
    /// Calls back with how a report is written.
    fn in_manner(&self, write: impl FnOnce(&Manner<'_>) -> String) -> String {
        let (language, figurines) = (self.language, self.notation == Written::Figurine);
        let short = told_in(move |version| short_notation(version, language, figurines));
        let manner = Manner {
            brief: self.brief,
            notation: (self.notation != Written::Long).then_some(&short),
        };
        fitted(&write(&manner), 6)
    }
}

impl Teller for Form<'_> {
    fn language(&self) -> Language {
        self.language
    }

    fn whole(&self, solution: &Solution) -> String {
        let (problem, language) = (self.problem, self.language);
        match self.format {
            Format::Report => {
                let write =
                    |manner: &Manner<'_>| report_in(problem, solution, language, look(), manner);
                self.in_manner(write) + "\n"
            }
            Format::Text => Writer::new(language).whole(problem, solution),
            Format::Json => {
                let spent = Some(self.began.elapsed());
                let line = match &self.at {
                    Some(at) => json::line_from(at.clone(), problem, solution, spent),
                    None => json::line(problem, solution, spent),
                };
                line + "\n"
            }
            Format::Html => String::new(),
        }
    }

    fn lines(&self, version: &Problem, lines: &[Line], is_first: bool) -> String {
        let comma = if is_first { "" } else { "," };
        match self.format {
            Format::Report => {
                self.in_manner(|manner| lines_in(version, lines, self.language, manner))
            }
            Format::Text => Writer::new(self.language).lines(version, lines),
            Format::Json => comma.to_owned() + &json::lines_of(version, lines),
            Format::Html => String::new(),
        }
    }
}

/// The play of a solution as magazines print it, without its diagram.
pub(super) fn printed_play(problem: &Problem, solution: &Solution, language: Language) -> String {
    let short = told_in(move |version| short_notation(version, language, false));
    let manner = Manner {
        brief: false,
        notation: Some(&short),
    };
    play_in(problem, solution, language, &manner)
}

/// Says to the compiler that a notation serves versions of any lifetime.
fn told_in<F: for<'v> Fn(&'v Problem) -> Told<'v>>(notation: F) -> F {
    notation
}

/// Tells moves as magazines print them.
fn short_notation(version: &Problem, language: Language, figurines: bool) -> Told<'_> {
    let short = ShortNotation::new(version, language);
    Box::new(move |steps: &[Step<'_>]| {
        let text = short.moves(steps).pop().unwrap_or_default();
        match figurines {
            true => with_figurines(&text, language),
            false => text,
        }
    })
}

/// Letters of the usual men as figurines; those of other men stand.
fn with_figurines(text: &str, language: Language) -> String {
    let letters = match language {
        Language::En => "KQRBS",
        Language::De => "KDTLS",
        Language::Fr => "RDTFC",
    };
    let characters: Vec<char> = text.chars().collect();
    let is_capital = |at: Option<usize>| {
        let c = at.and_then(|at| characters.get(at));
        c.is_some_and(|c| c.is_ascii_uppercase() || *c == '/')
    };
    let figurine = |(at, c): (usize, &char)| {
        let alone = !is_capital(at.checked_sub(1)) && !is_capital(Some(at + 1));
        let place = letters.chars().position(|letter| letter == *c);
        let figurine = place.and_then(|place| "♔♕♖♗♘".chars().nth(place));
        figurine.filter(|_| alone).unwrap_or(*c)
    };
    characters.iter().enumerate().map(figurine).collect()
}

/// Coloured on a terminal, unless the user wants no colours anywhere.
fn look() -> Look {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match wanted && io::stdout().is_terminal() {
        true => Look::Coloured,
        false => Look::Plain,
    }
}
