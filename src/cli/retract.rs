//! `dawson retract`: moves taken back, and what they tell of a position.

use super::Ending;
use super::input::show;
use super::language::Tongue;
use super::limits::Limits;
use clap::ValueEnum;
use dawson::board::{Geometry, Square};
use dawson::legality::phrase;
use dawson::notation::popeye::words::Language;
use dawson::notation::posed::Half;
use dawson::notation::retro::{self, Scribe};
use dawson::query::legality::tongue;
use dawson::query::past::because;
use dawson::query::retract as json;
use dawson::retract::{
    DefensiveFound, Level, Limit, Material, RetroFound, RetroProblem, RetroSolution, RetroTree,
    Stopped, Wanted, Ways, explain, level_named, solve,
};
use std::io::{self, Write};

/// What to take back, and how to tell it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dawson retract 'un-moves, Anticirce' --fen '8/8/8/8/8/8/2K5/k7 b'
  dawson retract '-1(b,w) & #1' --fen 'n7/8/7K/8/1k6/4B3/8/8'
  dawson retract '-2 & #1; Proca, Anticirce' --fen '7Q/2R5/1K6/5p2/1k6/8/8/8'
  dawson retract 'last move?' --fen '8/8/8/8/8/5k2/7p/7K w'")]
pub struct Arguments {
    /// What is asked: `un-moves`, `-1(w,b) & h#1`, `-3 & #1; Proca`, `last move?`, `legal?`, `castling?`,
    /// `who is to move?`, `dead position?`, with conditions behind it
    #[arg(value_name = "STATEMENT", allow_hyphen_values = true)]
    statement: String,
    /// The position; side to move, castling rights and passed square count where they are said
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// How legal the positions of a line must be: `none`, `checks`, `last=N` or `full`
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    legality: Option<Level>,
    /// How men are counted [default: what fits the conditions]
    #[arg(long, value_enum)]
    material: Option<Counted>,
    /// What castling rights mean that the FEN does not give
    #[arg(long, value_enum, default_value_t)]
    rights: Rights,
    /// Whether the game ends in positions in which nobody can be mated any more
    #[arg(long, value_enum)]
    dead: Option<Switch>,
    /// Whether a position may not occur for the third time
    #[arg(long, value_enum, default_value_t)]
    repetition: Repetition,
    /// Who says in a Høeg retractor whether a pawn captured en passant
    #[arg(long, value_enum, default_value_t)]
    hoeg_ep: Chooser,
    /// Whether forward play of a pacific retractor may capture
    #[arg(long, value_enum, default_value_t)]
    pacific: Pacific,
    /// In a defensive retractor, also list first retractions with at most N refutations
    #[arg(long, value_name = "N", default_value_t = 0)]
    tries: usize,
    /// Stop after N solutions
    #[arg(long, value_name = "N")]
    max_solutions: Option<usize>,
    /// Say why this move, such as `a2a1`, cannot have been the last one
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,
    /// Which way to take moves back, for comparisons
    #[arg(long, value_enum, default_value_t)]
    ways: WaysName,
    /// Language of piece letters [default: that of the statement, or of the system]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<Tongue>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    limits: Limits,
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Report,
    /// One JSON object a line; the last one is the answer
    Jsonl,
}

/// How men are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Counted {
    /// As in a game: sixteen men a side, no more promoted men than missing pawns
    Count,
    /// 32 men in all
    Total,
    /// Not at all
    Any,
}

/// What rights mean that a FEN does not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Rights {
    /// Nobody knows; conventions decide
    #[default]
    Convention,
    /// They are not there
    Exact,
}

/// Yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

/// What the third occurrence of a position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Repetition {
    /// It is illegal
    #[default]
    Three,
    /// Nothing
    Off,
}

/// Who chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Chooser {
    /// The other side
    #[default]
    Opponent,
    /// The side that takes back
    Mover,
}

/// What forward play of a pacific retractor may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Pacific {
    /// It captures nothing
    #[default]
    Quiet,
    /// It may capture
    Any,
}

/// Ways to take moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum WaysName {
    /// The fastest there is
    #[default]
    Fastest,
    /// Guessing within the bounds of rules and walks
    Bounded,
    /// Guessing everything: slow, and the measure of the others
    Plain,
}

fn squares(text: &str, board: &Geometry) -> Result<(Square, Square), String> {
    let (from, rest) = board.split_square(text).ok_or(EXPECTED)?;
    let to = board.square_named(rest.trim_start_matches('-'));
    Ok((from, to.ok_or(EXPECTED)?))
}

const EXPECTED: &str = "expected two squares of the board, such as `a2a1`";

fn level(text: &str) -> Result<Level, String> {
    level_named(text).ok_or_else(|| "expected none, checks, last=N or full".into())
}

/// Whether the inputs of another command are a retro statement, to be answered here.
pub fn is_for(inputs: &[String], fen: Option<&str>) -> bool {
    let names_file = |input: &String| super::input::is_path(input);
    fen.is_some() && !inputs.iter().any(names_file) && retro::is_retro(&inputs.join(" "))
}

/// Answers a retro statement that was given to another command, with its limits and nothing else said.
pub fn answer(inputs: &[String], fen: &str, limits: Limits, as_data: bool) -> Ending {
    run(&Arguments {
        statement: inputs.join(" "),
        fen: fen.to_owned(),
        legality: None,
        material: None,
        rights: Rights::default(),
        dead: None,
        repetition: Repetition::default(),
        hoeg_ep: Chooser::default(),
        pacific: Pacific::default(),
        tries: 0,
        max_solutions: None,
        why: None,
        ways: WaysName::default(),
        language: None,
        format: if as_data {
            Format::Jsonl
        } else {
            Format::Report
        },
        limits,
    })
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Ending {
    let posed = retro::read(&arguments.statement, &arguments.fen);
    let language = arguments.language.map_or(posed.language, Language::from);
    for (half, name, text) in [
        (Half::Statement, "statement", &arguments.statement),
        (Half::Position, "fen", &arguments.fen),
    ] {
        let said = posed.diagnostics.iter().filter(|(of, _)| *of == half);
        let said: Vec<_> = said.map(|(_, diagnostic)| diagnostic.clone()).collect();
        show(name, text, language, &said);
    }
    if !posed.is_sound() {
        return Ending::Failed;
    }
    let mut retro = posed.task;
    arguments.settle(&mut retro);
    if let Some(movement) = &arguments.why {
        let squares = match squares(movement, &retro.problem.diagram.geometry) {
            Ok(squares) => squares,
            Err(reason) => return arguments.refuse(&retro, &reason),
        };
        return match explain(&retro, squares, 1 << 20) {
            Ok((verdict, kinds)) => {
                let scribe = Scribe::new(&retro.problem, &kinds, language);
                let text = because(&verdict, squares, scribe, language);
                Ending::Done.after(writeln!(io::stdout().lock(), "{text}"))
            }
            Err(reason) => arguments.refuse(&retro, &reason),
        };
    }
    let settings = arguments.limits.settings();
    match json::question(&retro, language, &settings) {
        Ok(None) => {}
        Ok(Some(answer)) => {
            let text = match arguments.format {
                Format::Jsonl => answer.json.to_string(),
                Format::Report => answer.lines.join("\n"),
            };
            return Ending::Done.after(writeln!(io::stdout().lock(), "{text}"));
        }
        Err(reason) => return arguments.refuse(&retro, &reason),
    }
    let limit = Limit {
        max_solutions: arguments.max_solutions,
        ..Limit::new(
            settings.time_limit,
            settings.threads,
            settings.memory,
            &settings.cancel,
        )
    };
    let wanted = Wanted {
        full_play: true,
        tries: arguments.tries,
    };
    let ways = match arguments.ways {
        WaysName::Fastest => Ways::Fastest,
        WaysName::Bounded => Ways::Bounded,
        WaysName::Plain => Ways::Plain,
    };
    match solve(&retro, ways, wanted, &limit) {
        Ok(solved) => arguments.tell(&retro, &solved, language),
        Err(reason) => arguments.refuse(&retro, &reason),
    }
}

impl Arguments {
    fn refuse(&self, retro: &RetroProblem, reason: &str) -> Ending {
        if self.format == Format::Jsonl {
            println!("{}", json::refusal(retro, reason));
        }
        eprintln!("dawson: {reason}");
        Ending::Failed
    }

    fn settle(&self, retro: &mut RetroProblem) {
        let rules = &mut retro.rules;
        if let Some(level) = self.legality {
            rules.level = level;
        }
        rules.material = self.material.map(|counted| match counted {
            Counted::Count => Material::Count,
            Counted::Total => Material::Total,
            Counted::Any => Material::Any,
        });
        rules.repetition = self.repetition == Repetition::Three;
        rules.mover_says_en_passant = self.hoeg_ep == Chooser::Mover;
        rules.pacific_captures = self.pacific == Pacific::Any;
        rules.dead = self.dead.map(|switch| switch == Switch::On);
        retro.exact_rights = self.rights == Rights::Exact;
    }

    fn tell(&self, retro: &RetroProblem, solved: &RetroSolution, language: Language) -> Ending {
        let text = match self.format {
            Format::Jsonl => format!("{}\n", json::solution(retro, solved, language)),
            Format::Report => report(retro, solved, language),
        };
        let written = io::stdout().lock().write_all(text.as_bytes());
        let ending = match solved.outcome {
            Stopped::Finished => Ending::Done,
            Stopped::TimeUp | Stopped::Interrupted | Stopped::Enough => Ending::Partial,
        };
        ending.after(written)
    }
}

/// What was found, for people.
fn report(retro: &RetroProblem, solved: &RetroSolution, language: Language) -> String {
    let scribe = Scribe::new(&retro.problem, &solved.kinds, language);
    let mut text = String::new();
    match &solved.found {
        RetroFound::UnMoves(all) => {
            for one in all {
                text += &format!("{}   {}\n", scribe.un_move(one), scribe.fen(&one.before));
            }
            text += &counted("retro-last-moves", all.len(), language);
            text.push('\n');
        }
        RetroFound::Help(all) => {
            for one in all {
                let (back, forward) = (
                    scribe.back_line(&one.line),
                    scribe.forward_line(&one.forward),
                );
                text += &format!("R: {back} & {forward}\n");
            }
            text += &verdict(retro, solved, all.len(), language);
        }
        RetroFound::Defensive(found) => {
            text += &defensive(found, scribe, language);
            text += &verdict(retro, solved, found.keys.len(), language);
        }
    }
    text
}

fn defensive(found: &DefensiveFound, scribe: Scribe<'_>, language: Language) -> String {
    let mut text = String::new();
    for key in &found.keys {
        for (place, choice) in key.choices.iter().enumerate() {
            text += &format!("R: 1.{}!\n", scribe.un_move(choice));
            if let Some(play) = key.plays.get(place) {
                tree(scribe, play, 1, 1, &mut text);
            }
        }
    }
    for one in &found.tries {
        let first = one.choices.first().map(|first| scribe.un_move(first));
        let refutations = one
            .refutations
            .iter()
            .map(|refutation| scribe.un_move(refutation));
        let refutations: Vec<String> = refutations.collect();
        text += &format!(
            "R: 1.{}? {} {}!\n",
            first.unwrap_or_default(),
            phrase("retro-but", tongue(language)),
            refutations.join(", ")
        );
    }
    if found.shorter {
        text += phrase("retro-shorter", tongue(language));
        text.push('\n');
    }
    text
}

fn tree(scribe: Scribe<'_>, play: &RetroTree, number: usize, depth: usize, text: &mut String) {
    let indent = "   ".repeat(depth);
    for forward in &play.forward {
        *text += &format!("{indent}& {}\n", scribe.forward_line(forward));
    }
    for variation in &play.variations {
        *text += &format!(
            "{indent}{number}...{}\n",
            scribe.un_move(&variation.defence)
        );
        for (answer, next) in variation.answers.iter().flatten() {
            *text += &format!("{indent}   {}.{}\n", number + 1, scribe.un_move(answer));
            tree(scribe, next, number + 1, depth + 2, text);
        }
    }
}

/// How much was found, and what that means.
fn verdict(
    retro: &RetroProblem,
    solved: &RetroSolution,
    count: usize,
    language: Language,
) -> String {
    let level = match retro.rules.level {
        Level::None => phrase("retro-level-none", tongue(language)).to_owned(),
        Level::Checks => phrase("retro-level-checks", tongue(language)).to_owned(),
        Level::Last(1) => phrase("retro-level-last", tongue(language)).to_owned(),
        Level::Last(plies) => counted("retro-level-lasts", plies as usize, language),
        Level::Full => phrase("retro-level-full", tongue(language)).to_owned(),
    };
    let key = match (solved.outcome, count) {
        (Stopped::Finished, 0) => "retro-none",
        (Stopped::Finished, 1) => "retro-one",
        (Stopped::Finished, _) => "retro-several",
        (Stopped::Enough, _) => "retro-enough",
        (Stopped::TimeUp, _) => "retro-time-up",
        (Stopped::Interrupted, _) => "retro-interrupted",
    };
    format!("{} ({level}).\n", counted(key, count, language))
}

/// A sentence with a number.
fn counted(key: &str, count: usize, language: Language) -> String {
    phrase(key, tongue(language)).replace("{n}", &count.to_string())
}
