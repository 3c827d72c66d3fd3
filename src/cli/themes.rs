//! `dawson themes`: what problems show, with the moves that show it; and the list of what can be recognised.

use super::Ending;
use super::check::inputs::{Amount, each, sources};
use super::given::Options;
use super::language::{self, Tongue};
use super::limits::{all_cores, cancelled_by_user, memory, seconds};
use clap::ValueEnum;
use dawson::Settings;
use dawson::collection::Entry;
use dawson::notation::popeye::words::Language;
use dawson::themes::{self, Evidence, Report, Theme};
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Whose themes, and how to tell them.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A statement such as `#2` with --fen, files or folders of problems in any format, `-` for standard input
    #[arg(required_unless_present = "list", value_name = "STATEMENT | PATH")]
    inputs: Vec<String>,
    /// The position of the statement: a FEN or a list of men such as `wKe1 bKa8`
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// List all themes that can be recognised, with their definitions and sources
    #[arg(long, conflicts_with_all = ["inputs", "fen"])]
    list: bool,
    /// Only these themes: keys, names or YACPDB's keywords
    #[arg(long, value_name = "THEME", value_delimiter = ',')]
    only: Vec<String>,
    /// How to tell them
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Language of the themes' names
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<Tongue>,
    /// Memory for searches: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "256M")]
    memory: usize,
    /// Seconds for one problem, as `90` or `0.5`
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
}

/// How to tell themes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// A theme a line, with its lines below
    #[default]
    Text,
    /// One JSON object a problem
    Json,
}

/// Tells the themes of what the arguments name.
pub fn run(arguments: &Arguments) -> Ending {
    let language = language::choose(arguments.language, None);
    let mut out = io::stdout().lock();
    if arguments.list {
        return Ending::Done.after(list(&mut out, arguments.format, language));
    }
    let mut only = Vec::new();
    for word in &arguments.only {
        match themes::named(word) {
            Some(theme) => only.push(theme.key),
            None => {
                eprintln!(
                    "dawson: `{word}` is no theme that is recognised{}",
                    hint(word)
                );
                return Ending::Usage;
            }
        }
    }
    let settings = Settings {
        threads: all_cores(),
        memory: arguments.memory,
        time_limit: arguments.time,
        cancel: cancelled_by_user(),
        ..Settings::default()
    };
    let options = Options {
        fen: arguments.fen.as_deref(),
        position: None,
    };
    let (sources, faults) = sources(&arguments.inputs, options, arguments.language);
    let mut ending = Ending::Done;
    for fault in &faults {
        eprintln!("dawson: {fault}");
        ending = Ending::Failed;
    }
    let mut written = Ok(());
    for source in &sources {
        let name = source.name();
        let mut visit = |entry: Entry| {
            if !entry.is_read() {
                for error in &entry.errors {
                    eprintln!("dawson: {name}, problem {}: {error}", entry.number);
                }
                ending = Ending::Failed;
                return true;
            }
            let mut report = themes::themes(&entry.problem, &settings, &());
            if !only.is_empty() {
                report
                    .themes
                    .retain(|shown| only.contains(&shown.theme.as_str()));
            }
            if !report.is_complete && ending == Ending::Done {
                ending = Ending::Partial;
            }
            written = match arguments.format {
                Format::Text => tell(&mut out, &heading(&name, &entry), &report, language),
                Format::Json => tell_json(&mut out, &name, &entry, &report),
            };
            written.is_ok() && !settings.cancel.load(Relaxed)
        };
        let read = each(
            source,
            &Arc::new(Amount::default()),
            arguments.trust_files,
            &mut visit,
        );
        if let Err(fault) = read {
            eprintln!("dawson: {fault}");
            ending = Ending::Failed;
        }
    }
    ending.after(written)
}

fn hint(word: &str) -> String {
    let wanted = word.to_lowercase();
    let near = themes::all()
        .flat_map(|theme| [theme.key, theme.names[0]])
        .map(|name| {
            (
                strsim::damerau_levenshtein(&name.to_lowercase(), &wanted),
                name,
            )
        })
        .min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, _)| *distance <= 3)
        .map_or(String::new(), |(_, name)| {
            format!("; did you mean `{name}`?")
        })
}

fn name(theme: &Theme, language: Language) -> &'static str {
    match language {
        Language::En => theme.names[0],
        Language::De => theme.names[1],
        Language::Fr => theme.names[2],
    }
}

fn heading(source: &str, entry: &Entry) -> String {
    match source {
        "-" => String::new(),
        _ => format!("{source}, problem {}\n", entry.number),
    }
}

/// A theme a line, with what shows it below.
pub(super) fn tell(
    out: &mut impl Write,
    heading: &str,
    report: &Report,
    language: Language,
) -> io::Result<()> {
    write!(out, "{heading}")?;
    if report.themes.is_empty() {
        writeln!(out, "no theme recognised")?;
    }
    for shown in &report.themes {
        let theme = themes::named(&shown.theme);
        let name = theme.map_or(shown.name.as_str(), |theme| name(&theme, language));
        match shown.count {
            1 => writeln!(out, "{name}")?,
            count => writeln!(out, "{name} ({count})")?,
        }
        for evidence in &shown.evidence {
            let text = evidence_text(evidence);
            if !text.is_empty() {
                writeln!(out, "  {text}")?;
            }
        }
    }
    if !report.is_complete {
        writeln!(out, "not searched to its end; themes may be missing")?;
    }
    Ok(())
}

/// `1.Sd5 Rxd5 2.Qe4# | 1.Sd5 Bxd5 2.Qe8#  (d5; bRd8 bBa2)`.
fn evidence_text(evidence: &Evidence) -> String {
    let lines = evidence.lines.join(" | ");
    let marks = [evidence.squares.join(" "), evidence.men.join(" ")];
    let marks: Vec<&str> = marks
        .iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    let marks = match marks.is_empty() {
        true => String::new(),
        false => format!("({})", marks.join("; ")),
    };
    let parts = [lines, marks];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("  ")
}

fn tell_json(out: &mut impl Write, source: &str, entry: &Entry, report: &Report) -> io::Result<()> {
    let line = json!({
        "source": source,
        "number": entry.number,
        "id": entry.id,
        "themes": report.themes,
        "is_complete": report.is_complete,
    });
    writeln!(out, "{line}")
}

fn list(out: &mut impl Write, format: Format, language: Language) -> io::Result<()> {
    for theme in themes::all() {
        let keywords: Vec<&str> = theme.keywords().collect();
        match format {
            Format::Text => {
                let name = name(&theme, language);
                writeln!(out, "{:24} {name}: {}", theme.key, theme.definition)?;
            }
            Format::Json => {
                let [en, de, fr] = theme.names;
                let line = json!({
                    "key": theme.key,
                    "names": {"en": en, "de": de, "fr": fr},
                    "keywords": keywords,
                    "definition": theme.definition,
                    "source": theme.source,
                });
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}
