//! `dawson convert`: the same problems in another language or another format.

use super::Ending;
use super::check::inputs::{Amount, Source, each, sources};
use super::extension::by_extension;
use super::given::Options;
use super::input::{read_file, show, why};
use super::language::Tongue;
use clap::ValueEnum;
use dawson::collection::Entry;
use dawson::collection::files::start_of;
use dawson::collection::write::{self, Target};
use dawson::notation::popeye::words::Language;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to write, and in which language.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Language of the words and of the piece letters
    #[arg(long, value_enum, default_value_t)]
    language: Tongue,
    /// The format [default: what the ending of the output file says, or inp]
    #[arg(long, value_enum)]
    to: Option<Form>,
    /// Write to this new file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
    /// The position of a statement: a FEN or a list of men such as `wKe1 bKa8`
    #[arg(long, value_name = "POSITION", visible_alias = "position")]
    fen: Option<String>,
    /// Files or folders of problems in any format, `-` for standard input, or a statement with its
    /// position
    #[arg(required = true, value_name = "STATEMENT | FILE")]
    files: Vec<String>,
}

/// A format by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Form {
    /// Input of Popeye
    #[default]
    Inp,
    /// YAML of YACPDB and Olive
    Olv,
    /// One JSON object a line
    Jsonl,
    /// LaTeX with the package `diagram`
    Latex,
    /// Comma-separated values
    Csv,
    /// A FEN and a statement a line
    Epd,
    /// Games without moves
    Pgn,
}

/// What extensions of files stand for.
const EXTENSIONS: [(&str, Form); 12] = [
    ("inp", Form::Inp),
    ("txt", Form::Inp),
    ("olv", Form::Olv),
    ("yaml", Form::Olv),
    ("yml", Form::Olv),
    ("jsonl", Form::Jsonl),
    ("json", Form::Jsonl),
    ("tex", Form::Latex),
    ("csv", Form::Csv),
    ("epd", Form::Epd),
    ("fen", Form::Epd),
    ("pgn", Form::Pgn),
];

impl Arguments {
    /// The format of `--to`, or the one that the extension of the output file stands for.
    fn form(&self) -> Result<Form, String> {
        match self.to {
            Some(form) => Ok(form),
            None => {
                let named =
                    by_extension(self.output.as_deref(), &EXTENSIONS, ("problems", "--to"))?;
                Ok(named.unwrap_or_default())
            }
        }
    }

    fn target(&self, form: Form) -> Target {
        let language = Language::from(self.language);
        match form {
            Form::Inp => Target::Input(language),
            Form::Olv => Target::Yacpdb,
            Form::Jsonl => Target::JsonLines,
            Form::Latex => Target::Latex(language),
            Form::Csv => Target::Csv,
            Form::Epd => Target::Epd,
            Form::Pgn => Target::Pgn,
        }
    }
}

/// Writes all problems of all files, one after the other.
pub fn run(arguments: &Arguments) -> Ending {
    let form = match arguments.form() {
        Ok(form) => form,
        Err(why) => {
            eprintln!("dawson: {why}");
            return Ending::Usage;
        }
    };
    let out: Box<dyn Write> = match &arguments.output {
        None => Box::new(io::stdout().lock()),
        Some(path) => match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => Box::new(io::BufWriter::new(file)),
            Err(error) => {
                eprintln!("dawson: {}: {}", path.display(), why(&error));
                return Ending::Failed;
            }
        },
    };
    let options = Options {
        fen: arguments.fen.as_deref(),
        ..Options::default()
    };
    let (sources, faults) = sources(&arguments.files, options, None);
    for fault in &faults {
        eprintln!("dawson: {fault}");
    }
    let mut converter = Converter {
        target: arguments.target(form),
        out,
        count: 0,
        ending: if faults.is_empty() {
            Ending::Done
        } else {
            Ending::Failed
        },
        error: None,
    };
    let amount = Arc::new(Amount::default());
    for source in &sources {
        let is_shown = show_faults(source);
        let name = source.name();
        let mut visit = |entry: Entry| converter.entry(&name, &entry, is_shown);
        if let Err(why) = each(source, &amount, arguments.trust_files, &mut visit) {
            eprintln!("dawson: {name}: {why}");
            converter.ending = Ending::Failed;
        }
    }
    converter.finish()
}

/// What is wrong with an input file is shown in its text; false for other formats.
fn show_faults(source: &Source) -> bool {
    let Source::File { path } = source else {
        return false;
    };
    let Ok(reading) = is_input(path).then(|| read_file(path)).transpose() else {
        return false;
    };
    let Some(reading) = reading else { return false };
    let said = reading
        .problems
        .iter()
        .flat_map(|problem| &problem.diagnostics);
    let said: Vec<_> = reading.diagnostics.iter().chain(said).cloned().collect();
    show(
        &path.display().to_string(),
        &reading.text,
        reading.language,
        &said,
    );
    true
}

fn is_input(path: &Path) -> bool {
    let start = start_of(path).unwrap_or_default();
    matches!(
        dawson::collection::Format::of(&start),
        Some(dawson::collection::Format::Input) | None
    )
}

struct Converter {
    target: Target,
    out: Box<dyn Write>,
    count: usize,
    ending: Ending,
    error: Option<io::Error>,
}

impl Converter {
    fn entry(&mut self, file: &str, entry: &Entry, is_shown: bool) -> bool {
        if !entry.is_read() {
            if !is_shown {
                eprintln!("{file} {}: {}", entry.number, entry.errors.join("; "));
            }
            self.ending = Ending::Failed;
            return true;
        }
        if !is_shown {
            for warning in &entry.warnings {
                eprintln!("{file} {}: warning: {warning}", entry.number);
            }
        }
        if !write::holds_all(self.target, entry) {
            eprintln!(
                "{file} {}: warning: this format has no room for all of the problem: the rest stands behind `dawson:`, \
                 which other programs do not read",
                entry.number
            );
        }
        let before = match self.count {
            0 => write::header(self.target),
            _ => write::separator(self.target),
        };
        self.count += 1;
        let text = before + &write::entry(self.target, entry);
        match self.out.write_all(text.as_bytes()) {
            Ok(()) => true,
            Err(error) => {
                self.error = Some(error);
                false
            }
        }
    }

    fn finish(mut self) -> Ending {
        let footer = match self.count {
            0 => String::new(),
            _ => write::footer(self.target),
        };
        let written = match self.error.take() {
            Some(error) => Err(error),
            None => self
                .out
                .write_all(footer.as_bytes())
                .and_then(|()| self.out.flush()),
        };
        if self.count == 0 && self.ending == Ending::Done {
            eprintln!("dawson: no problem is found");
            return Ending::Failed;
        }
        self.ending.after(written)
    }
}
