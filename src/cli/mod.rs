//! The command line: what may be asked, and how it ends.
//!
//! **Invariant:** only this folder prints. Results go to standard output,
//! everything about them to standard error.

/// Standard error may be closed or full: then nobody wants to hear.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// The same for standard output.
macro_rules! println {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

mod bench;
mod check;
mod compare;
mod convert;
mod draw;
mod explain;
mod explain_game;
mod extension;
mod given;
#[cfg(feature = "index")]
mod index;
mod input;
mod king;
mod language;
mod legality;
mod limits;
mod named;
mod own;
mod perft;
mod popeye;
mod progress;
mod query;
mod read;
mod reread;
mod retract;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod subject;
mod tee;
mod telling;
mod terminal;
mod themes;
mod versions;
mod watch;
mod why;
mod width;
mod workshop;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Solves chess problems, fairy chess above all.
#[derive(Debug, Parser)]
#[command(name = "dawson", version, arg_required_else_help = true)]
struct Arguments {
    /// Also know the conditions in this file, or in all `*.dawson` of this folder; may be said again.
    #[arg(long = "conditions", global = true, value_name = "FILE")]
    own_conditions: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Solve files of problems and print what Popeye would print.
    Popeye(popeye::Arguments),
    /// Solve a position or collections of problems.
    Solve(solve::Arguments),
    /// Say whether problems are sound, with evidence: one problem or whole collections
    #[command(visible_alias = "batch")]
    Check(check::Arguments),
    /// Compare Dawson's solutions with an author's, a text of Popeye, or another solver
    Compare(compare::Arguments),
    /// Say how a statement or a file of problems is understood, men included, without solving.
    Read(read::Arguments),
    /// Explain why a move is illegal, no key, or no mate.
    Why(why::Arguments),
    /// Say what each man of a problem is there for, and what a judge would say.
    Critique(workshop::Critique),
    /// Find the changes of a problem after which exactly the wished solutions remain.
    Repair(workshop::Repair),
    /// Find the changes of a problem that make a sound twin.
    Twin(workshop::Twin),
    /// Find the conditions under which a position is sound.
    Conditions(workshop::Conditions),
    /// Find other lengths, sides, goals and kinds of play with which a position is sound.
    Extend(workshop::Extend),
    /// Say which themes problems show, with the moves that show them.
    Themes(themes::Arguments),
    /// Put collections into one file that answers queries.
    #[cfg(feature = "index")]
    Index(index::IndexArguments),
    /// Find problems of an index: `h#2 and theme zilahi and men <= 8`.
    #[cfg(feature = "index")]
    Find(index::Find),
    /// Find the problems of an index that are most like one: the same position, the nearest, the nearest play.
    #[cfg(feature = "index")]
    Like(index::Like),
    /// Solve a file again whenever it is saved, and show what changed.
    Watch(watch::Arguments),
    /// Take moves back: what was the last move, help and defensive retractors.
    Retract(retract::Arguments),
    /// Answer questions of scripts about positions, one JSON object a line.
    Query(query::Arguments),
    /// Say whether a position can arise, and its last moves, castlings, turn, or whether it is dead.
    Legality(legality::Arguments),
    /// Count legal move sequences.
    Perft(perft::Arguments),
    /// Measure the speed of solving on a fixed set of problems.
    Bench(bench::Arguments),
    /// Draw a position or problems: SVG, PNG, PDF, or a sheet of many as PDF or HTML.
    Draw(draw::Arguments),
    /// Write problems as input files in English, German or French.
    Convert(convert::Arguments),
    /// Read the text of solutions back and print it as data.
    ReadSolution(reread::Arguments),
    /// Serve the page and the HTTP interface on this machine.
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    /// Print the JSON schema of `dawson solve --format json`, with `check` that of results, with `workshop` that of
    /// answers, with `themes` that of reports.
    Schema {
        /// What to describe
        #[arg(value_enum, default_value_t)]
        of: Described,
    },
    /// Explain a walk, attribute, condition, goal, kind of play or option.
    Explain(explain::Explain),
    /// Tell what became of each man in a proof game, deduced without searching for the moves.
    ExplainGame(explain_game::Arguments),
    /// List all walks, attributes, conditions, goals, kinds of play or options.
    List(explain::List),
    /// Print a completion script for a shell.
    Completions(explain::Completions),
    /// Print the man page; with the name of a command, that of the command
    Man(explain::Man),
}

/// Output that has a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum Described {
    /// Lines of `dawson solve --format json`
    #[default]
    Solve,
    /// Lines of `dawson check --format jsonl`
    Check,
    /// Answers of `dawson repair --format json` and its sisters
    Workshop,
    /// Themes of `dawson themes --format json`
    Themes,
}

/// How a run ended. The numbers are the exit codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ending {
    /// All was done.
    Done = 0,
    /// A limit of the command line or the user stopped a search.
    Partial = 3,
    /// All was examined, and not everything is sound.
    Unsound = 4,
    /// The command itself was wrong.
    Usage = 2,
    /// Something could not be read, solved or confirmed.
    Failed = 1,
}

impl Ending {
    /// The same after the last output was written, or could not be.
    fn after(self, written: io::Result<()>) -> Ending {
        match written {
            Ok(()) => self,
            // The reader of our output went away: nothing more to do.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self,
            Err(error) => {
                eprintln!("dawson: cannot write: {error}");
                Ending::Failed
            }
        }
    }
}

/// Runs a command line to its exit code.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let ending = match parsed(popeye::spelled_out(arguments)) {
        Ok(arguments) => match own::load(&arguments.own_conditions) {
            Ok(_) => execute(arguments.command),
            Err(why) => {
                eprintln!("{why}");
                Ending::Usage
            }
        },
        Err(error) => complain(&error),
    };
    ExitCode::from(ending as u8)
}

/// The arguments; a problem or a file in place of a command is to be solved.
fn parsed(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let parsed = Arguments::try_parse_from(&words);
    let first = words.get(1).and_then(|word| word.to_str());
    let is_problem =
        first.is_some_and(|word| word.contains([' ', '/', '#']) || input::is_path(word));
    match parsed {
        Err(error) if error.kind() == ErrorKind::InvalidSubcommand && is_problem => {
            words.insert(1, "solve".into());
            Arguments::try_parse_from(words)
        }
        parsed => parsed,
    }
}

fn execute(command: Command) -> Ending {
    match command {
        Command::Popeye(arguments) => popeye::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Read(arguments) => read::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Critique(arguments) => workshop::critique(&arguments),
        Command::Repair(arguments) => workshop::repair(&arguments),
        Command::Twin(arguments) => workshop::twin(&arguments),
        Command::Conditions(arguments) => workshop::conditions(&arguments),
        Command::Extend(arguments) => workshop::extend(&arguments),
        Command::Themes(arguments) => themes::run(&arguments),
        #[cfg(feature = "index")]
        Command::Index(arguments) => index::index(&arguments),
        #[cfg(feature = "index")]
        Command::Find(arguments) => index::find(&arguments),
        #[cfg(feature = "index")]
        Command::Like(arguments) => index::like(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Retract(arguments) => retract::run(&arguments),
        Command::Query(arguments) => query::run(&arguments),
        Command::Legality(arguments) => legality::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::ReadSolution(arguments) => reread::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Schema { of } => print_schema(of),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::ExplainGame(arguments) => explain_game::run(&arguments),
        Command::List(arguments) => explain::list(&arguments),
        Command::Completions(arguments) => explain::completions(&arguments),
        Command::Man(arguments) => explain::man(&arguments),
    }
}

fn print_schema(of: Described) -> Ending {
    let schema = match of {
        Described::Solve => dawson::notation::json::schema(),
        Described::Check => dawson::collection::schema(),
        Described::Workshop => dawson::workshop::schema(),
        Described::Themes => dawson::themes::schema(),
    };
    match writeln!(io::stdout(), "{schema}") {
        Ok(()) => Ending::Done,
        Err(_) => Ending::Failed,
    }
}

/// Help and version are no errors.
fn complain(error: &clap::Error) -> Ending {
    // Nowhere to complain to when the terminal is gone.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ending::Done,
        _ => Ending::Usage,
    }
}
