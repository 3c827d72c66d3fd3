//! What a stipulation asks where dice are thrown: play with known rolls, with rolls of one's
//! choice, or a gamble.

use crate::board::Roll;
use crate::problem::{Dice, Genre, Goal, Length, Options, Stipulation};
use crate::search::chance::Gamble;

/// How a problem is to be solved.
#[derive(Debug)]
pub(super) enum Task {
    /// By the usual search.
    Play,
    /// By the usual search; whoever passes would spoil the order of the rolls.
    PlayWithoutThreats,
    /// Over all that the dice may bring.
    Gamble(Gamble),
}

/// Finds out what is asked; `thrown` are the dice and the rolls given, if there are dice.
///
/// # Errors
/// When the rolls do not fit what is asked.
pub(super) fn task(
    stipulation: &Stipulation,
    options: &Options,
    thrown: Option<(Dice, Vec<Roll>)>,
) -> Result<Task, String> {
    let genre = stipulation.genre;
    let Some((dice, rolls)) = thrown else {
        return match genre {
            Genre::Chance => Err("a chance needs dice, as in trigonometric chess".to_owned()),
            _ => Ok(Task::Play),
        };
    };
    if genre == Genre::Chance || genre == Genre::Direct && is_open(&rolls, stipulation) {
        return gamble(stipulation, options, dice, &rolls).map(Task::Gamble);
    }
    if rolls.is_empty() {
        return match genre {
            Genre::Help | Genre::Series | Genre::SeriesHelp => Ok(Task::Play),
            _ => Err("this kind of play with dice needs a roll for each move".to_owned()),
        };
    }
    let plies = plies(stipulation, options);
    match rolls.len() {
        given if given == plies || given == plies + 1 => Ok(Task::PlayWithoutThreats),
        given => Err(format!(
            "{given} rolls are given, but the play takes {plies} (or {} with that of the last turn)",
            plies + 1
        )),
    }
}

/// Whether rolls of the play stay unknown: none is given, or the first one only.
fn is_open(rolls: &[Roll], stipulation: &Stipulation) -> bool {
    rolls.is_empty() || rolls.len() == 1 && stipulation.length.moves > 1
}

fn gamble(
    stipulation: &Stipulation,
    options: &Options,
    dice: Dice,
    rolls: &[Roll],
) -> Result<Gamble, String> {
    let moves = stipulation.length.moves;
    let refusal = if stipulation.goal != Goal::Mate {
        Some("with unknown rolls only mates can be asked for".to_owned())
    } else if options.set_play || options.post_key_play || options.defence.is_some() {
        Some("with unknown rolls there is neither set play nor a try".to_owned())
    } else if rolls.len() > 1 {
        Some("the chance is asked for before the first roll or after it, not later".to_owned())
    } else if moves > Gamble::MOST_MOVES {
        Some(format!(
            "with unknown rolls at most {} moves",
            Gamble::MOST_MOVES
        ))
    } else {
        None
    };
    match refusal {
        Some(reason) => Err(reason),
        None => Ok(Gamble {
            moves,
            dice,
            first: rolls.first().copied(),
            forced: stipulation.genre == Genre::Direct,
        }),
    }
}

/// How many moves are made, each with a roll of its own.
fn plies(stipulation: &Stipulation, options: &Options) -> usize {
    let Length { moves, half } = stipulation.length;
    let (moves, half) = (usize::from(moves), usize::from(half));
    match stipulation.genre {
        Genre::Direct | Genre::Chance => 2 * moves - 1,
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex => 2 * moves,
        Genre::Help | Genre::HelpSelf if half == 0 && options.white_to_play => 2 * moves - 1,
        Genre::Help | Genre::HelpSelf => 2 * moves + half,
        Genre::Series => moves,
        Genre::SeriesHelp | Genre::SeriesSelf => moves + 1,
    }
}
