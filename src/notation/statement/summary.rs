//! What was understood, in one line of plain words.

use super::phrase::spaced;
use crate::board::{Side, Square};
use crate::conditions;
use crate::men::{Sides, walk_id};
use crate::notation::popeye::words::{self, Language, Table};
use crate::problem::{Argument, Condition, Genre, Goal, Problem, Stipulation};

/// A problem in words: what is asked, under which conditions, who may castle.
///
/// ```
/// use dawson::Problem;
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::statement::summary;
/// let problem = Problem::from_statement("s#4 Madrasi RI", "4k2r/8/8/8/8/8/8/4K3").unwrap();
/// let text = summary(&problem, Language::En);
/// assert_eq!(text, "selfmate in 4, Madrasi with kings; castling possible for Black");
/// ```
pub fn summary(problem: &Problem, language: Language) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(problem.stipulation.map(|asked| in_words(&asked, language)));
    if parts.is_empty() && !problem.asks() {
        parts.push(
            say(
                language,
                ["no stipulation", "keine Forderung", "aucun énoncé"],
            )
            .to_owned(),
        );
    }
    let named = problem.conditions.iter();
    parts.extend(named.map(|condition| condition_in_words(condition, problem, language)));
    parts.extend(wishes(problem, language));
    let mut text = parts.join(", ");
    for more in [twins(problem, language), castling(problem, language)]
        .into_iter()
        .flatten()
    {
        text += "; ";
        text += &more;
    }
    text
}

fn say(language: Language, [en, de, fr]: [&'static str; 3]) -> &'static str {
    match language {
        Language::En => en,
        Language::De => de,
        Language::Fr => fr,
    }
}

/// `helpmate in 2½`, `Hilfsmatt in 2½`, `mat aidé en 2½`.
pub(crate) fn in_words(asked: &Stipulation, language: Language) -> String {
    let number = match (asked.length.moves, asked.length.half) {
        (0, true) => "½".to_owned(),
        (moves, true) => format!("{moves}½"),
        (moves, false) => moves.to_string(),
    };
    let aim = match (asked.genre, asked.goal) {
        (Genre::Direct, Goal::ProofGame) => say(
            language,
            ["proof game", "Beweispartie", "partie justificative"],
        )
        .to_owned(),
        (_, Goal::Mate) => mate(asked.genre, language).to_owned(),
        (_, Goal::Stalemate) => stalemate(asked.genre, language),
        (genre, goal) => {
            let sign = words::name(Table::Goal, goal.row().key, language).unwrap_or("");
            let of_square = match goal {
                Goal::Target(square) | Goal::Kiss(square) => square.to_string(),
                _ => String::new(),
            };
            let kind = match genre {
                Genre::Direct => say(language, ["play", "Spiel", "jeu"]).to_owned(),
                _ => mate(genre, language)
                    .replace("mate", " play")
                    .replace("matt", "spiel")
                    .replace("mat ", "jeu ")
                    .replace("  ", " "),
            };
            format!("{kind} {sign}{of_square}")
        }
    };
    let link = say(language, [" in ", " in ", " en "]);
    let exact = match asked.exact {
        true => say(language, ["exactly ", "genau ", "exactement "]),
        false => "",
    };
    let introduction = match asked.introduction {
        0 => String::new(),
        moves => format!("{moves} + "),
    };
    format!("{aim}{link}{exact}{introduction}{number}")
}

fn mate(genre: Genre, language: Language) -> &'static str {
    let names = match genre {
        Genre::Direct => ["mate", "Matt", "mat"],
        Genre::Chance => [
            "best chance of mate",
            "beste Mattaussicht",
            "meilleure chance de mat",
        ],
        Genre::Self_ => ["selfmate", "Selbstmatt", "mat inverse"],
        Genre::Reflex => ["reflexmate", "Reflexmatt", "mat réflexe"],
        Genre::SemiReflex => ["semi-reflexmate", "Halbreflexmatt", "mat semi-réflexe"],
        Genre::Help => ["helpmate", "Hilfsmatt", "mat aidé"],
        Genre::HelpSelf => ["help-selfmate", "Hilfsselbstmatt", "mat inverse aidé"],
        Genre::HelpReflex => ["help-reflexmate", "Hilfsreflexmatt", "mat réflexe aidé"],
        Genre::ReciprocalHelp => [
            "reciprocal helpmate",
            "reziprokes Hilfsmatt",
            "mat aidé réciproque",
        ],
        Genre::Series => ["series mate", "Serienmatt", "mat en série"],
        Genre::SeriesHelp => ["series helpmate", "Serienhilfsmatt", "mat aidé en série"],
        Genre::SeriesSelf => [
            "series selfmate",
            "Serienselbstmatt",
            "mat inverse en série",
        ],
        Genre::SeriesReflex => [
            "series reflexmate",
            "Serienreflexmatt",
            "mat réflexe en série",
        ],
        Genre::SeriesHelpSelf => [
            "series help-selfmate",
            "Serienhilfsselbstmatt",
            "mat inverse aidé en série",
        ],
        Genre::SeriesReciprocalHelp => [
            "series reciprocal helpmate",
            "Serienzug-reziprokes Hilfsmatt",
            "mat aidé réciproque en série",
        ],
        Genre::ParrySeries => [
            "parry series mate",
            "Parade-Serienmatt",
            "mat en série parée",
        ],
        Genre::ParrySeriesSelf => [
            "parry series selfmate",
            "Parade-Serienselbstmatt",
            "mat inverse en série parée",
        ],
        Genre::ParrySeriesReflex => [
            "parry series reflexmate",
            "Parade-Serienreflexmatt",
            "mat réflexe en série parée",
        ],
        Genre::ParrySeriesHelp => [
            "parry series helpmate",
            "Parade-Serienhilfsmatt",
            "mat aidé en série parée",
        ],
        Genre::ParrySeriesHelpSelf => [
            "parry series help-selfmate",
            "Parade-Serienhilfsselbstmatt",
            "mat inverse aidé en série parée",
        ],
        Genre::ParryHelpSeries => [
            "parry help series mate",
            "Parade-Hilfsserienmatt",
            "mat en série aidée parée",
        ],
        Genre::ParryHelpSeriesSelf => [
            "parry help series selfmate",
            "Parade-Hilfsserienselbstmatt",
            "mat inverse en série aidée parée",
        ],
        Genre::ParryHelpSeriesReflex => [
            "parry help series reflexmate",
            "Parade-Hilfsserienreflexmatt",
            "mat réflexe en série aidée parée",
        ],
    };
    say(language, names)
}

fn stalemate(genre: Genre, language: Language) -> String {
    let mate = mate(genre, language);
    match language {
        Language::En => mate.replace("mate", "stalemate"),
        Language::De => mate.replace("matt", "patt").replace("Matt", "Patt"),
        Language::Fr => mate.replacen("mat", "pat", 1),
    }
}

/// `Madrasi with kings`, `Imitator e5 f6`.
fn condition_in_words(condition: &Condition, problem: &Problem, language: Language) -> String {
    let index = match language {
        Language::En => 0,
        Language::De => 1,
        Language::Fr => 2,
    };
    let built = conditions::find(&condition.key);
    let printed = built.map(|found| found.names().in_order()[index].to_owned());
    let word = |table| words::name(table, &condition.key, language).map(spaced);
    let name = printed
        .map(|name| spaced(&name))
        .or_else(|| word(Table::Condition))
        .or_else(|| word(Table::OneSidedCondition))
        .unwrap_or_else(|| condition.key.clone());
    let name = super::phrase::as_written(&name, language);
    let arguments = condition.arguments.iter().map(|argument| match argument {
        Argument::Flag(flag) => flag_in_words(&condition.key, flag, language),
        Argument::Square(square) => problem.diagram.geometry.name(*square),
        Argument::Walk(walk) => walk.row().letters[index].to_owned(),
        Argument::Number(name, number) => match name.as_str() {
            "" => number.to_string(),
            _ => format!("{} {number}", flag_in_words(&condition.key, name, language)),
        },
        Argument::Text(_, text) => text.clone(),
    });
    let mut text = name;
    for argument in arguments {
        text += " ";
        text += &argument;
    }
    text
}

fn flag_in_words(condition: &str, flag: &str, language: Language) -> String {
    match flag {
        "rex-inclusive" => say(language, ["with kings", "mit Königen", "avec rois"]).to_owned(),
        "rex-exclusive" => say(language, ["without kings", "ohne Könige", "sans rois"]).to_owned(),
        _ => {
            let mut flags = words::words(Table::SubOption).iter();
            let word = flags.find(|word| word.key == flag && word.refines(condition));
            let name = word.map_or(flag.to_owned(), |word| spaced(word.name(language)));
            if language == Language::De {
                name
            } else {
                lower_first(&name)
            }
        }
    }
}

/// Names with capitals within (`PWC`) stay as they are.
fn lower_first(name: &str) -> String {
    let capitals = name.chars().filter(|c| c.is_uppercase()).count();
    if capitals > 1 {
        name.to_owned()
    } else {
        name.to_lowercase()
    }
}

fn wishes(problem: &Problem, language: Language) -> Vec<String> {
    let options = &problem.options;
    let rows = [
        (
            options.set_play,
            ["with set play", "mit Satzspiel", "avec jeu apparent"],
        ),
        (
            options.defence.is_some(),
            ["with tries", "mit Verführungen", "avec essais"],
        ),
        (options.duplex, ["duplex", "Duplex", "duplex"]),
        (
            options.half_duplex,
            [
                "with colours exchanged",
                "mit vertauschten Rollen",
                "couleurs échangées",
            ],
        ),
        (
            options.white_to_play,
            ["White begins", "Weiß beginnt", "les Blancs commencent"],
        ),
        (options.quodlibet, ["quodlibet", "Quodlibet", "quodlibet"]),
        (
            options.post_key_play,
            ["after the key", "nach dem Schlüssel", "après la clé"],
        ),
    ];
    let wished = rows.into_iter().filter(|(wished, _)| *wished);
    wished
        .map(|(_, names)| say(language, names).to_owned())
        .collect()
}

fn twins(problem: &Problem, language: Language) -> Option<String> {
    let count = problem.twins.len() + usize::from(!problem.zero_position);
    let word = match problem.zero_position {
        true => say(
            language,
            [
                "versions from a zero position",
                "Fassungen aus einer Nullstellung",
                "versions d'une position zéro",
            ],
        ),
        false => say(language, ["twins", "Mehrlinge", "jumeaux"]),
    };
    (!problem.twins.is_empty()).then(|| format!("{count} {word}"))
}

/// Who may castle, if kings and rooks stand at home; and a double step that may be captured.
fn castling(problem: &Problem, language: Language) -> Option<String> {
    let able: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| may_castle(problem, *side))
        .collect();
    let at_home = Side::BOTH
        .into_iter()
        .any(|side| stands_at_home(problem, side));
    let castling = match able[..] {
        _ if !at_home => None,
        [] => Some(say(
            language,
            ["no castling", "keine Rochade", "pas de roque"],
        )),
        [Side::White] => Some(say(
            language,
            [
                "castling possible for White",
                "Rochade möglich für Weiß",
                "roque possible pour les Blancs",
            ],
        )),
        [Side::Black] => Some(say(
            language,
            [
                "castling possible for Black",
                "Rochade möglich für Schwarz",
                "roque possible pour les Noirs",
            ],
        )),
        _ => Some(say(
            language,
            [
                "castling possible for both sides",
                "Rochade möglich für beide Seiten",
                "roque possible pour les deux camps",
            ],
        )),
    };
    // Behind the square that was passed stands the pawn that made the double step.
    let is_possible = problem
        .options
        .en_passant
        .get(2)
        .is_none_or(|arrival| problem.diagram.on(*arrival).is_some());
    let passed = problem.options.en_passant.get(1).filter(|_| is_possible);
    let passed = passed.map(|square| {
        let name = problem.diagram.geometry.name(*square);
        let text = say(
            language,
            [
                "en passant possible on",
                "en passant möglich auf",
                "prise en passant possible en",
            ],
        );
        format!("{text} {name}")
    });
    let all: Vec<String> = castling
        .map(str::to_owned)
        .into_iter()
        .chain(passed)
        .collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// King and a rook on their squares of the game array.
pub(crate) fn rooks_at_home(problem: &Problem, side: Side) -> Vec<Square> {
    let board = &problem.diagram.geometry;
    if (board.width(), board.height()) != (8, 8) {
        return Vec::new();
    }
    let rank = if side == Side::White { 0 } else { 7 };
    let stands = |square: Square, walk| {
        let man = problem.diagram.on(square);
        man.is_some() && man.walk() == walk && man.sides() == Sides::from(side)
    };
    if !stands(Square::at(4, rank), walk_id::KING) {
        return Vec::new();
    }
    let corners = [Square::at(0, rank), Square::at(7, rank)];
    corners
        .into_iter()
        .filter(|square| stands(*square, walk_id::ROOK))
        .collect()
}

fn stands_at_home(problem: &Problem, side: Side) -> bool {
    !rooks_at_home(problem, side).is_empty()
}

fn may_castle(problem: &Problem, side: Side) -> bool {
    let lost = problem.options.no_castling;
    let rank = if side == Side::White { 0 } else { 7 };
    let mut rooks = rooks_at_home(problem, side).into_iter();
    !lost.contains(Square::at(4, rank)) && rooks.any(|rook| !lost.contains(rook))
}
