//! Options that cannot apply: the lines that say so above the diagram, and before the play of
//! each version.

use crate::notation::popeye::words::{Language, Table, name};
use crate::problem::{Change, Genre, Goal, Problem, Stipulation, TwinLabel};

/// What is said above the diagram: these options are not applied.
pub(super) fn above(problem: &Problem, language: Language) -> String {
    let options = &problem.options;
    let Some(stipulation) = &problem.stipulation else {
        return String::new();
    };
    let genre = stipulation.genre;
    let lines = [
        (options.quodlibet && !has_two_goals(genre), "quodlibet"),
        (
            options.goal_is_end && !ends_with_goal(problem, genre),
            "goal-is-end",
        ),
        (
            options.white_to_play && !may_white_start(stipulation),
            "white-to-play",
        ),
        (options.post_key_play && !has_key(genre), "post-key-play"),
    ];
    let lines = lines.into_iter().filter(|(said, _)| *said);
    lines.map(|(_, key)| ignored(key, language)).collect()
}

/// The same above the heading of a twin that has a stipulation of its own.
pub(super) fn above_twin(problem: &Problem, label: &TwinLabel, language: Language) -> String {
    let changes = label.changes.iter().rev();
    let asked = changes
        .map(|applied| &applied.change)
        .find_map(|change| match change {
            Change::Stipulation(asked) => Some(*asked),
            _ => None,
        });
    let twin = asked.map(|asked| Problem {
        stipulation: Some(asked),
        ..problem.clone()
    });
    twin.map_or(String::new(), |twin| above(&twin, language))
}

/// What is said before the play of a version, once for each side that starts.
pub(super) fn before_play(problem: &Problem, language: Language) -> String {
    let sides = if problem.options.duplex { 2 } else { 1 };
    before_phase(problem, language).repeat(sides)
}

fn before_phase(problem: &Problem, language: Language) -> String {
    let options = &problem.options;
    let Some(stipulation) = &problem.stipulation else {
        return String::new();
    };
    let battle = is_battle(stipulation.genre) && !stipulation.leads_to_position();
    let path = |numbers: &Vec<u32>| numbers.len() > 1;
    let paths = path(&options.start_move_number) || path(&options.up_to_move_number);
    let numbers = options.move_numbers && battle && (options.post_key_play || paths);
    let series = matches!(stipulation.genre, Genre::Series | Genre::ParryHelpSeries);
    let mut text = String::new();
    if options.set_play && (series || options.post_key_play && has_key(stipulation.genre)) {
        text += &ignored("set-play", language);
    }
    if options.defence.is_some() && options.post_key_play && has_key(stipulation.genre) {
        text += no_tries(language);
    }
    if options
        .threat
        .is_some_and(|moves| !may_threaten(stipulation, moves))
    {
        text += &too_long_a_threat(language);
    }
    if numbers {
        text += no_numbers(language);
    }
    if options.stop_on_short_solutions && battle {
        text += &no_short_solutions(language);
    }
    text
}

/// Direct play and all that resembles it.
fn is_battle(genre: Genre) -> bool {
    has_key(genre)
        || matches!(
            genre,
            Genre::ParrySeries | Genre::ParrySeriesSelf | Genre::ParrySeriesReflex
        )
}

fn has_key(genre: Genre) -> bool {
    use Genre::{Direct, Reflex, Self_, SemiReflex};
    matches!(genre, Direct | Self_ | Reflex | SemiReflex)
}

/// Play in which one side drives the other into the goal and might reach it itself.
fn has_two_goals(genre: Genre) -> bool {
    use Genre::{HelpSelf, ParrySeriesSelf, Reflex, Self_, SemiReflex, SeriesHelpSelf, SeriesSelf};
    matches!(
        genre,
        Self_ | Reflex | SemiReflex | HelpSelf | SeriesSelf | SeriesHelpSelf | ParrySeriesSelf
    )
}

fn ends_with_goal(problem: &Problem, genre: Genre) -> bool {
    use Genre::{HelpReflex, ReciprocalHelp, Reflex};
    !problem.options.quodlibet && !matches!(genre, Reflex | HelpReflex | ReciprocalHelp)
}

fn may_white_start(stipulation: &Stipulation) -> bool {
    let may = !is_battle(stipulation.genre) || stipulation.goal == Goal::AToB;
    may && !stipulation.length.half && !stipulation.is_last_reciprocal_move()
}

fn may_threaten(stipulation: &Stipulation, moves: u16) -> bool {
    let most = stipulation.length.moves;
    is_battle(stipulation.genre) && (most < 2 || moves < most)
}

fn word(key: &'static str, language: Language) -> &'static str {
    name(Table::Option, key, language).unwrap_or(key)
}

fn ignored(key: &'static str, language: Language) -> String {
    let ignored = match language {
        Language::En => "not applicable - ignored",
        Language::De => "nicht anwendbar - ignoriert",
        Language::Fr => "pas applicable - ignore",
    };
    format!("{} {ignored}\n", word(key, language))
}

fn no_tries(language: Language) -> &'static str {
    match language {
        Language::En => "try play not applicable\n",
        Language::De => "Verfuehrung nicht anwendbar\n",
        Language::Fr => "jeu d'essai pas applicable\n",
    }
}

fn too_long_a_threat(language: Language) -> String {
    let why = match language {
        Language::En => "not applicable or indicated maximum threat length too big",
        Language::De => "nicht anwendbar order maximale Laenge der Drohung zu gross",
        Language::Fr => "pas applicable ou longueur maximale de la menace trop grande",
    };
    let option = if language == Language::Fr {
        "menace"
    } else {
        word("threat", language)
    };
    format!("Option \"{option}\" {why}\n")
}

fn no_numbers(language: Language) -> &'static str {
    match language {
        Language::En => "StartMoveNumber or UpToMoveNumber incompatible with the stipulation\n",
        Language::De => "StartZugnummer oder BisZugnummer inkompatibel mit der Forderung\n",
        Language::Fr => "Enroute ou JusquAuCoup incompatible avec l'enonce\n",
    }
}

fn no_short_solutions(language: Language) -> String {
    let option = word("stop-on-short-solutions", language);
    match language {
        Language::En => format!("Option  {option}  not supported with direct play.\n"),
        Language::De => format!("Option  {option}  nicht unterstuetzt im direkten Spiel.\n"),
        Language::Fr => format!("L'option  {option}  n'est pas soutenu au jeu direct.\n"),
    }
}
