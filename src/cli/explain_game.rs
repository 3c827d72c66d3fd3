//! `dawson explain-game`: what can be deduced of a proof game before its moves are searched.

use super::Ending;
use super::given::{self, Inputs, Options};
use super::input::{problem_files, read_file, show, why};
use super::limits::{Limits, SaidFates, short_cut, without};
use super::width::fitted;
use clap::ValueEnum;
use dawson::Settings;
use dawson::problem::Problem;
use dawson::retro::explain;
use dawson::rules::ShortCut;
use std::io::{self, Write};
use std::path::Path;

/// Which game to explain, and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `dia 12.5` with --fen; otherwise files of problems, or folders of *.inp
    #[arg(required = true, value_name = "STATEMENT | PATH")]
    inputs: Vec<String>,
    /// The position in which the game ends
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// How to tell it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    fates: SaidFates,
    #[command(flatten)]
    limits: Limits,
    /// Short cuts not to be taken, for comparisons
    #[arg(long, hide = true, value_name = "NAME", value_parser = short_cut)]
    without: Vec<ShortCut>,
}

/// How to tell what was deduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// In words
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// Explains what the arguments name.
pub fn run(arguments: &Arguments) -> Ending {
    let mut ending = Ending::Done;
    let mut problems = Vec::new();
    let options = Options {
        fen: arguments.fen.as_deref(),
        ..Options::default()
    };
    let Inputs { given, paths } = match given::inputs(&arguments.inputs, options) {
        Ok(inputs) => inputs,
        Err(error) => return Ending::Failed.after(Err(error)),
    };
    if let Some(given) = given {
        let posed = given.pose(None);
        given.show(&posed);
        if !posed.is_sound() {
            return Ending::Failed;
        }
        problems.push(posed.problem);
    }
    for path in &paths {
        ending = ending.max(read(path, &mut problems));
    }
    for problem in &problems {
        let told = problem
            .versions()
            .iter()
            .try_for_each(|version| tell(&version.problem, arguments, &mut ending));
        if let Err(error) = told {
            return ending.after(Err(error));
        }
    }
    ending
}

/// Adds the problems of the files that a path stands for.
fn read(path: &str, problems: &mut Vec<Problem>) -> Ending {
    let complain = |name: &str, error: &io::Error| {
        eprintln!("dawson: {name}: {}", why(error));
        Ending::Failed
    };
    let files = match problem_files(Path::new(path)) {
        Ok(files) => files,
        Err(error) => return complain(path, &error),
    };
    let mut ending = Ending::Done;
    for file in files {
        let name = file.display().to_string();
        match read_file(&file) {
            Ok(reading) => {
                let mut failed = show(&name, &reading.text, reading.language, &reading.diagnostics);
                for read in reading.problems {
                    failed |= show(&name, &reading.text, reading.language, &read.diagnostics);
                    if read.is_sound() {
                        problems.push(read.problem);
                    }
                }
                if failed {
                    ending = Ending::Failed;
                }
            }
            Err(error) => ending = complain(&name, &error),
        }
    }
    ending
}

fn tell(problem: &Problem, arguments: &Arguments, ending: &mut Ending) -> io::Result<()> {
    let problem = arguments.fates.of(problem);
    let settings = Settings {
        short_cuts: without(&arguments.without),
        ..arguments.limits.settings()
    };
    let budget = settings.budget(&problem.options);
    let mut out = io::stdout().lock();
    match (explain(&problem, &budget), arguments.format) {
        (Ok(story), Format::Text) => write!(out, "{}", fitted(&story.to_string(), 4)),
        (Ok(story), Format::Json) => writeln!(out, "{}", serde_json::to_string(&story)?),
        (Err(reason), _) => {
            *ending = Ending::Failed;
            eprintln!("dawson: {reason}");
            Ok(())
        }
    }
}
