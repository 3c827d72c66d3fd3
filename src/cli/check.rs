//! `dawson check` (also `dawson batch`): verdicts on one problem or on half a million.

pub(super) mod inputs;
mod run;

use super::Ending;
use super::extension::by_extension;
use super::language::Tongue;
use super::limits::{all_cores, cancelled_by_user, memory, seconds};
use clap::ValueEnum;
use dawson::Settings;
use dawson::collection::limits_text;
use std::path::PathBuf;
use std::time::Duration;

/// What to examine, how, and how to tell it.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Files or folders of problems in any format, `-` for standard input, or a statement with
    /// --fen or with its men
    #[arg(required = true, value_name = "STATEMENT | PATH | -")]
    inputs: Vec<String>,
    /// The position of the statement: a FEN or a list of men such as `wKe1 bKa8`
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// How to tell the verdicts [default: what the ending of the output file says, or report]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the results to this file as problems end
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on with the results that the output file holds
    #[arg(long, requires = "output")]
    resume: bool,
    /// Examine one part of several: `3/16` is the third of sixteen
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// How many problems are examined side by side [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Memory for all searches together: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "128M")]
    memory: usize,
    /// Seconds for one problem, as `90` or `0.5`
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Solutions for one phase
    #[arg(long, value_name = "N")]
    max_solutions: Option<u32>,
    /// Only these: a kind of play, a condition or an author (`play:help`, `circe`, `author:Loyd`), of several one is enough; a
    /// verdict (`cooked`, `unsound`, in any language) counts beside them
    #[arg(long, value_name = "WISH")]
    only: Vec<String>,
    /// All but these
    #[arg(long, value_name = "WISH")]
    skip: Vec<String>,
    /// Recognise themes, too: add their keywords to the results, and report the keywords of the collection that the
    /// solution does not show
    #[arg(long)]
    themes: bool,
    /// The language of a report: words, evidence, letters of men [default: that of the system]
    #[arg(long, value_enum)]
    language: Option<Tongue>,
    /// Duals of full-length play count as unsound
    #[arg(long)]
    strict: bool,
    /// Write 0 for seconds and positions, so that two runs give the same results
    #[arg(long)]
    no_times: bool,
    /// Show no progress on standard error
    #[arg(long)]
    quiet: bool,
    /// Let problem files name files outside their own folder
    #[arg(long)]
    trust_files: bool,
}

/// How to tell verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// A line a problem, with the evidence below
    Report,
    /// One JSON object a line; see `dawson schema check`
    Jsonl,
    /// A table in Markdown, with counts
    Markdown,
    /// A page in HTML, with counts
    Html,
    /// A table of comma-separated values
    Csv,
}

/// What extensions of files stand for.
const EXTENSIONS: [(&str, Format); 8] = [
    ("jsonl", Format::Jsonl),
    ("ndjson", Format::Jsonl),
    ("json", Format::Jsonl),
    ("csv", Format::Csv),
    ("md", Format::Markdown),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("txt", Format::Report),
];

/// Examines what the arguments name.
pub fn run(arguments: &Arguments) -> Ending {
    if arguments
        .inputs
        .iter()
        .all(|input| input.ends_with(".dawson"))
    {
        return super::own::check(&arguments.inputs);
    }
    let jobs = arguments.jobs.unwrap_or_else(all_cores).max(1);
    let settings = Settings {
        threads: 1,
        memory: (arguments.memory / jobs).max(1 << 20),
        time_limit: arguments.time,
        max_solutions: arguments.max_solutions,
        cancel: cancelled_by_user(),
        ..Settings::default()
    };
    run::run(arguments, jobs, settings)
}

impl Arguments {
    /// The format of `--format`, or the one that the extension of the output file stands for.
    fn format(&self) -> Result<Format, String> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let named = by_extension(
            self.output.as_deref(),
            &EXTENSIONS,
            ("verdicts", "--format"),
        )?;
        Ok(named.unwrap_or(match self.output {
            Some(_) => Format::Jsonl,
            None => Format::Report,
        }))
    }

    /// The limits, as they are noted with each result.
    fn limits(&self) -> String {
        limits_text(self.time, self.max_solutions)
    }
}

/// Reads `3/16`.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let expected = || "expected e.g. `3/16`, from 1/16 to 16/16".to_owned();
    let (part, of) = text.split_once('/').ok_or_else(expected)?;
    let part: usize = part.trim().parse().map_err(|_| expected())?;
    let of: usize = of.trim().parse().map_err(|_| expected())?;
    match (1..=of).contains(&part) {
        true => Ok((part, of)),
        false => Err(expected()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| "expected a number".to_owned())?;
    match number {
        0 => Err("at least one".to_owned()),
        number => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("3/16"), Ok((3, 16)));
        assert_eq!(shard("1/1"), Ok((1, 1)));
        for text in ["0/4", "5/4", "x/4", "4", "1/0"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
