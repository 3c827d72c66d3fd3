//! `dawson perft`: counts legal move sequences and says how fast.

use super::Ending;
use super::input::show;
use super::limits::EngineName;
use clap::ValueEnum;
use dawson::board::Side;
use dawson::conditions::{array, compile, system, systems};
use dawson::notation::popeye::words::Language;
use dawson::notation::position;
use dawson::orthodox::Orthodox;
use dawson::problem::Problem;
use dawson::rules::{Engine, Game, ShortCuts};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// From where to count, and how deep.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// How many plies
    #[arg(value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=20))]
    plies: u32,
    /// The position, in FEN [default: the array of the game]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The game, e.g. `rollerball`, `cylinder`, `torus` or `cylinder-null`
    #[arg(long, value_name = "GAME", default_value = "orthodox", value_parser = systems())]
    rules: String,
    /// Who is to move, unless the position says so
    #[arg(long, value_enum)]
    side: Option<SideName>,
    /// Which engine plays, for comparisons
    #[arg(long, hide = true, value_enum, default_value_t)]
    engine: EngineName,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SideName {
    White,
    Black,
}

/// Counts what the arguments ask for.
pub fn run(arguments: &Arguments) -> Ending {
    let counted = problem(arguments).and_then(|(problem, turn)| {
        let side = match arguments.side {
            Some(SideName::White) => Side::White,
            Some(SideName::Black) => Side::Black,
            None => turn,
        };
        count(&problem, side, arguments).map_err(str::to_owned)
    });
    match counted {
        Ok((count, time)) => print(count, time),
        Err(reason) => {
            eprintln!("dawson: {reason}");
            Ending::Failed
        }
    }
}

fn problem(arguments: &Arguments) -> Result<(Problem, Side), String> {
    let game = arguments.rules.as_str();
    let text = arguments.fen.as_deref().unwrap_or_else(|| array(game));
    let position = position::of_text(text).map_err(|diagnostic| {
        show("fen", text, Language::En, &[diagnostic]);
        "the position cannot be read"
    })?;
    let turn = position.side_to_move.unwrap_or(Side::White);
    let mut problem = Problem::new();
    problem.conditions = system(game).unwrap_or_default();
    position.apply(&mut problem);
    Ok((problem, turn))
}

fn count(
    problem: &Problem,
    side: Side,
    arguments: &Arguments,
) -> Result<(u64, Duration), &'static str> {
    let mut rules: Engine = compile(problem).map_err(|_| "the position is refused")?;
    if arguments.engine == EngineName::Plain {
        rules.use_only(ShortCuts::NONE);
    }
    let may_be_orthodox = !matches!(arguments.engine, EngineName::Rules | EngineName::Plain);
    let orthodox = Orthodox::of(&rules).filter(|_| may_be_orthodox);
    rules.set_side_to_move(side);
    match orthodox {
        Some(mut game) => {
            game.set_side_to_move(side);
            Ok(timed(|| game.perft(arguments.plies)))
        }
        None if arguments.engine == EngineName::Orthodox => Err("the position is not orthodox"),
        None => Ok(timed(|| rules.perft(arguments.plies))),
    }
}

fn timed(count: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let count = count();
    (count, start.elapsed())
}

fn print(count: u64, time: Duration) -> Ending {
    let millions = count as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    let seconds = time.as_secs_f64();
    match writeln!(
        io::stdout(),
        "{count}  ({seconds:.3} s, {millions:.1} million a second)"
    ) {
        Ok(()) => Ending::Done,
        Err(_) => Ending::Failed,
    }
}
