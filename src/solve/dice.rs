//! What a stipulation asks where dice are thrown: play with known rolls, with rolls of one's
//! choice, or a gamble.

use crate::board::Roll;
use crate::problem::{Dice, Genre, Goal, Length, Options, Problem, Stipulation};
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

/// Finds out what a problem asks; `thrown` are the dice and the rolls given, if there are dice.
///
/// # Errors
/// When the rolls do not fit what is asked.
pub(super) fn task(problem: &Problem, thrown: Option<(Dice, Vec<Roll>)>) -> Result<Task, String> {
    let options = &problem.options;
    let asked = problem.stipulation.as_ref();
    let Some((dice, rolls)) = thrown else {
        return match asked.map(|asked| asked.genre) {
            Some(Genre::Chance) => Err("a chance needs dice, as in trigonometric chess".to_owned()),
            _ => Ok(Task::Play),
        };
    };
    let traditional = asked.filter(|_| problem.structured.is_none());
    let stipulation = traditional.ok_or("structured play is not defined with dice")?;
    let genre = stipulation.genre;
    if options.null_moves {
        return Err("null moves with dice are not defined".to_owned());
    }
    let stipulation = &stipulation.with(options);
    let Some(plies) = plies(stipulation) else {
        return Err("this kind of play is not defined with dice".to_owned());
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
    } else if wishes_more(options) {
        Some(
            "with unknown rolls there are no tries, no set play and no limits on defences"
                .to_owned(),
        )
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

/// Whether an option asks for what a gamble does not tell, or changes what counts.
fn wishes_more(options: &Options) -> bool {
    options.set_play
        || options.post_key_play
        || options.defence.is_some()
        || options.threat.is_some()
        || options.max_flights.is_some()
        || options.non_trivial.is_some()
        || options.mates_in_one
        || options.quodlibet
        || !options.start_move_number.is_empty()
        || !options.up_to_move_number.is_empty()
}

/// How many moves are made, each with a roll of its own; none in play that nobody has
/// combined with dice yet.
fn plies(stipulation: &Stipulation) -> Option<usize> {
    let Length { moves, half } = stipulation.length;
    let (moves, half) = (usize::from(moves), usize::from(half));
    match stipulation.genre {
        _ if stipulation.introduction > 0 || stipulation.leads_to_position() => None,
        Genre::Direct | Genre::Chance => Some((2 * moves).saturating_sub(1)),
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex => Some(2 * moves),
        Genre::Help | Genre::HelpSelf => Some(2 * moves + half),
        Genre::Series => Some(moves),
        Genre::SeriesHelp | Genre::SeriesSelf => Some(moves + 1),
        _ => None,
    }
}
