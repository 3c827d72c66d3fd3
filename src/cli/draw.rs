//! `dawson draw`: pictures of positions and problems, and sheets of many.

use super::Ending;
use super::check::inputs::{self, Amount, Source};
use super::extension::extension_of;
use super::given::{self, Given, Inputs, Options, Position};
use super::input::{problem_files, read_file, show, why};
use super::language::Tongue;
use super::limits::Limits;
use super::solve::printed_play;
use super::terminal::{self, Graphics};
use clap::ValueEnum;
use dawson::collection::files::start_of;
use dawson::collection::{Entry, Format as Collected};
use dawson::notation::latex::Document;
use dawson::notation::popeye::words::Language;
use dawson::picture::{Drawing, Style, Theme, draw, numbered, rich_text, sheet, web_page, written};
use dawson::problem::Problem;
use dawson::solution::Solution;
use dawson::solve;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to draw, and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `h#2, Circe` with its position; files of problems or of positions, or folders of *.inp
    #[arg(value_name = "STATEMENT | PATH")]
    inputs: Vec<String>,
    /// The position, in (extended) FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The position on any board; see `dawson solve --help`
    #[arg(long, value_name = "TEXT", conflicts_with = "fen")]
    position: Option<String>,
    /// The file to write: *.svg, *.png, *.pdf, *.html, *.rtf (for word processors) or *.tex (LaTeX, package diagram); several problems make numbered pictures or a sheet
    /// [default: the terminal]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How the terminal shows pictures
    #[arg(long, value_enum, default_value_t)]
    graphics: Graphics,
    /// How squares look
    #[arg(long, value_enum, default_value_t)]
    theme: Look,
    /// Language of letters and captions [default: that of the input]
    #[arg(long, value_enum)]
    language: Option<Tongue>,
    /// Pixels of a square, in PNG and SVG
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(8..=512))]
    square: u32,
    /// Diagrams in a row of a sheet
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    columns: u32,
    /// Solve the problems, too: on sheets (*.pdf, *.html, *.rtf) the solutions stand behind the diagrams, in *.tex where LaTeX
    /// puts them
    #[arg(long, requires = "output")]
    solutions: bool,
    #[command(flatten)]
    limits: Limits,
    /// Leave author, stipulation, conditions and legend out
    #[arg(long)]
    no_caption: bool,
    /// Leave the names of files and ranks out
    #[arg(long)]
    no_coordinates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Look {
    /// Two colours
    #[default]
    Colour,
    /// White and hatched, as in print
    Print,
}

/// Draws everything that is named.
pub fn run(arguments: &Arguments) -> Ending {
    let (problems, ending) = match problems(arguments) {
        Ok(found) => found,
        Err(ending) => return ending,
    };
    if problems.is_empty() {
        eprintln!("dawson: there is nothing to draw");
        return Ending::Failed;
    }
    let drawings = problems.iter().map(|(problem, language)| {
        let style = arguments.style(*language);
        draw(problem, style)
    });
    let drawings: Vec<Drawing> = drawings.collect();
    let is_sheet = |file: &PathBuf| ["pdf", "html", "rtf"].contains(&extension_of(file).as_str());
    let written = match &arguments.output {
        Some(file) if extension_of(file) == "tex" => {
            save(file, latex(arguments, &problems).as_bytes())
        }
        Some(file) if arguments.solutions && is_sheet(file) => {
            let mut pages = numbered(drawings);
            pages.extend(solutions(arguments, &problems));
            write_numbered(arguments, file, &pages)
        }
        Some(_) if arguments.solutions => {
            Err("--solutions goes with a name that ends with .pdf, .html, .rtf or .tex".to_owned())
        }
        Some(file) => write(arguments, file, &drawings),
        None => show_all(arguments, &problems, &drawings),
    };
    match written {
        Ok(()) => ending,
        Err(reason) => {
            eprintln!("dawson: {reason}");
            Ending::Failed
        }
    }
}

impl Arguments {
    fn style(&self, language: Language) -> Style {
        Style {
            theme: match self.theme {
                Look::Colour => Theme::Colour,
                Look::Print => Theme::Print,
            },
            coordinates: !self.no_coordinates,
            caption: !self.no_caption,
            language: self.language.map_or(language, Language::from),
        }
    }
}

/// The problems with their languages; what could not be read has been told.
fn problems(arguments: &Arguments) -> Result<(Vec<(Problem, Language)>, Ending), Ending> {
    let options = Options {
        fen: arguments.fen.as_deref(),
        position: arguments.position.as_deref(),
    };
    let Inputs { given, paths } = given::inputs(&arguments.inputs, options).map_err(|error| {
        eprintln!("dawson: standard input: {error}");
        Ending::Failed
    })?;
    let Some(given) = given else {
        return of_paths(&paths);
    };
    let drawn = drawn(&given)?;
    let (others, ending) = match paths.is_empty() {
        true => (Vec::new(), Ending::Done),
        false => of_paths(&paths)?,
    };
    let problems = std::iter::once(drawn).chain(others);
    Ok((problems.collect(), ending))
}

fn drawn(given: &Given) -> Result<(Problem, Language), Ending> {
    let posed = given.pose(None);
    given.show(&posed);
    match posed.is_sound() {
        true => Ok((posed.problem, posed.language)),
        false => Err(Ending::Failed),
    }
}

fn of_paths(paths: &[String]) -> Result<(Vec<(Problem, Language)>, Ending), Ending> {
    if paths.is_empty() {
        eprintln!("dawson: name files of problems, or give a position with --fen");
        return Err(Ending::Usage);
    }
    let mut found = Vec::new();
    let mut ending = Ending::Done;
    for path in paths {
        let files = problem_files(Path::new(path)).unwrap_or_else(|_| vec![PathBuf::from(path)]);
        for file in files {
            let name = file.display().to_string();
            if let Some(position) = Position::of_file(&name) {
                let given = Given {
                    statement: String::new(),
                    position: Some(position),
                };
                match drawn(&given) {
                    Ok(drawn) => found.push(drawn),
                    Err(failed) => ending = failed,
                }
                continue;
            }
            if !is_input(&file) {
                ending = of_collection(&file, &mut found, ending);
                continue;
            }
            let reading = match read_file(&file) {
                Ok(reading) => reading,
                Err(error) => {
                    eprintln!("dawson: {name}: {}", why(&error));
                    ending = Ending::Failed;
                    continue;
                }
            };
            let of_problems = reading.problems.iter().flat_map(|read| &read.diagnostics);
            let said: Vec<_> = reading
                .diagnostics
                .iter()
                .chain(of_problems)
                .cloned()
                .collect();
            if show(&name, &reading.text, reading.language, &said) {
                ending = Ending::Failed;
            }
            let language = reading.language;
            let sound = reading.problems.into_iter().filter(|read| read.is_sound());
            found.extend(sound.map(|read| (read.problem, language)));
        }
    }
    Ok((found, ending))
}

/// Whether a file is input of Popeye, or in no form that is known.
fn is_input(file: &Path) -> bool {
    let is_input =
        |start: Vec<u8>| Collected::of(&start).is_none() || Collected::is_bare_input(&start);
    start_of(file).map_or(true, is_input)
}

/// Adds the problems of a file of another format.
fn of_collection(file: &Path, found: &mut Vec<(Problem, Language)>, mut ending: Ending) -> Ending {
    let name = file.display().to_string();
    let source = Source::File {
        path: file.to_owned(),
    };
    let mut visit = |mut entry: Entry| {
        // The caption says how many solutions there are.
        entry.settle_claim();
        for fault in entry.errors.iter().chain(&entry.warnings) {
            eprintln!("dawson: {name}, problem {}: {fault}", entry.number);
        }
        match entry.is_read() {
            true => found.push((entry.problem, entry.language)),
            false => ending = Ending::Failed,
        }
        true
    };
    match inputs::each(&source, &Arc::new(Amount::default()), false, &mut visit) {
        Ok(_) => ending,
        Err(why) => {
            eprintln!("dawson: {name}: {why}");
            Ending::Failed
        }
    }
}

/// One diagram after the other on standard output.
fn show_all(
    arguments: &Arguments,
    problems: &[(Problem, Language)],
    drawings: &[Drawing],
) -> Result<(), String> {
    let graphics = arguments.graphics.resolved();
    let scale = arguments.square as f32 / 100.0;
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let coloured = wanted && io::stdout().is_terminal();
    for ((problem, language), drawing) in problems.iter().zip(drawings) {
        let language = arguments.style(*language).language;
        let shown = terminal::picture(drawing, graphics, scale)?;
        let shown = shown.unwrap_or_else(|| terminal::text(problem, language, coloured));
        let written = writeln!(io::stdout(), "{shown}");
        written.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Several drawings are numbered, a single one is not.
fn with_numbers(drawings: &[Drawing]) -> Vec<Drawing> {
    match drawings {
        [only] => vec![only.clone()],
        many => numbered(many.to_vec()),
    }
}

/// The solutions of all problems, each below its number.
fn solutions(arguments: &Arguments, problems: &[(Problem, Language)]) -> Vec<Drawing> {
    let settings = arguments.limits.settings();
    let pages = (1..)
        .zip(problems)
        .flat_map(|(number, (problem, language))| {
            let number: u32 = number;
            let language = arguments.style(*language).language;
            let found = solve(problem, &settings, &());
            written(
                &number.to_string(),
                &printed_play(problem, &found, language),
            )
        });
    pages.collect()
}

/// All diagrams as a document for LaTeX.
fn latex(arguments: &Arguments, problems: &[(Problem, Language)]) -> String {
    let language = problems
        .first()
        .map_or(Language::En, |(_, language)| *language);
    let mut document = Document::new(arguments.style(language).language, Vec::new());
    let settings = arguments.limits.settings();
    for (problem, _) in problems {
        let found = match arguments.solutions {
            true => solve(problem, &settings, &()),
            false => Solution::default(),
        };
        document.add(problem, &found, None);
    }
    document.finish()
}

fn write(arguments: &Arguments, file: &Path, drawings: &[Drawing]) -> Result<(), String> {
    let scale = arguments.square as f32 / 100.0;
    match extension_of(file).as_str() {
        "svg" => each(file, drawings, |drawing| {
            Ok(drawing.svg(scale).into_bytes())
        }),
        "png" => each(file, drawings, |drawing| drawing.png(scale)),
        "pdf" => match drawings {
            [only] => save(file, &only.pdf()),
            many => write_numbered(arguments, file, &with_numbers(many)),
        },
        "html" | "rtf" => write_numbered(arguments, file, &with_numbers(drawings)),
        _ => Err(format!(
            "{}: expected a name that ends with .svg, .png, .pdf, .html, .rtf or .tex",
            file.display()
        )),
    }
}

/// A sheet of drawings that have their numbers.
fn write_numbered(arguments: &Arguments, file: &Path, pages: &[Drawing]) -> Result<(), String> {
    let scale = arguments.square as f32 / 100.0;
    match extension_of(file).as_str() {
        "html" => save(file, web_page(pages, scale).as_bytes()),
        "rtf" => save(file, &rich_text(pages)?),
        _ => save(file, &sheet(pages, arguments.columns as usize)),
    }
}

/// One file a drawing: `name.svg`, or `name-1.svg`, `name-2.svg` ...
fn each(
    file: &Path,
    drawings: &[Drawing],
    bytes: impl Fn(&Drawing) -> Result<Vec<u8>, String>,
) -> Result<(), String> {
    if let [only] = drawings {
        return save(file, &bytes(only)?);
    }
    let stem = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let extension = file
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    for (number, drawing) in (1..).zip(drawings) {
        let name = file.with_file_name(format!("{stem}-{number}.{extension}"));
        save(&name, &bytes(drawing)?)?;
    }
    Ok(())
}

/// Writes a file; `-.svg` is standard output.
fn save(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = match file.file_stem().is_some_and(|stem| stem == "-") {
        true => io::stdout().write_all(bytes),
        false => std::fs::write(file, bytes),
    };
    written.map_err(|error| format!("{}: {error}", file.display()))
}
