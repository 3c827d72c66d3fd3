//! Writes a problem as one line that [`statement_in`](super::statement_in) reads again.
//!
//! **Invariant:** what is written is read back before it is handed out; a statement that would
//! be another problem is none.

use crate::attributes;
use crate::board::{Geometry, Square};
use crate::men::{Piece, Sides};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::fate;
use crate::notation::popeye::input::{condition_text, option_texts};
use crate::notation::popeye::words::{self, Language, Table};
use crate::notation::popeye::write::letter;
use crate::problem::{
    AppliedChange, Change, Claim, Count, Diagram, Mirror, Options, Problem, Rotation, Stipulation,
};

/// The statement of a problem, which is the same problem when it is read with the same diagram;
/// none if it asks or changes something that has no place in one, such as structured play or
/// invisible men. Authors, sources, awards and titles are no part of it.
///
/// ```
/// use dawson::Problem;
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::statement::text;
/// let problem = Problem::from_statement("Circe RI, h#2.5, b) Rh2=B", "wKb3 wRh2 bKa1").unwrap();
/// assert_eq!(text(&problem, Language::De).unwrap(), "h#2.5, Circe RexInklusive, b) wLh2");
/// ```
pub fn text(problem: &Problem, language: Language) -> Option<String> {
    text_over(problem, &problem.diagram, language)
}

/// The same where the statement stands beside a diagram that may lack properties of men, such as the
/// board of a FEN: it says them.
pub fn text_over(problem: &Problem, drawn: &Diagram, language: Language) -> Option<String> {
    let text = unread_text(problem, language)? + &qualities(&problem.diagram, drawn, language);
    reads_back(problem, drawn, &text, language).then_some(text)
}

/// `, paralysing h2`: what the men drawn have beside.
fn qualities(diagram: &Diagram, drawn: &Diagram, language: Language) -> String {
    let mut said = String::new();
    for definition in attributes::DEFINITIONS {
        let Some(attribute) = definition.attribute else {
            continue;
        };
        let has = |piece: Piece| piece.has(attribute);
        let men = diagram.men();
        let men = men.filter(|(square, man)| has(*man) && !has(drawn.on(*square)));
        let squares: String = men
            .map(|(square, _)| diagram.geometry.name(square))
            .collect();
        if !squares.is_empty() {
            let name = definition.names.in_order()[language.column()];
            said += &format!(", {} {squares}", name.to_lowercase());
        }
    }
    said
}

/// Whether a statement makes this problem of a diagram.
fn reads_back(problem: &Problem, drawn: &Diagram, text: &str, language: Language) -> bool {
    let Ok(read) = super::statement_on(text, Some(language), Some(&drawn.geometry)) else {
        return false;
    };
    let mut again = Problem {
        diagram: drawn.clone(),
        authors: problem.authors.clone(),
        origins: problem.origins.clone(),
        awards: problem.awards.clone(),
        titles: problem.titles.clone(),
        ..Problem::default()
    };
    let faults = read.apply(&mut again);
    !faults.iter().any(Diagnostic::is_error) && again == *problem
}

fn unread_text(problem: &Problem, language: Language) -> Option<String> {
    let board = &problem.diagram.geometry;
    let mut text = stipulation(problem.stipulation.as_ref()?, board);
    let options = &problem.options;
    let claims = &problem.intention;
    if !claims.sides.is_empty() {
        return None;
    }
    let has_star = claims.all.set_play == Some(Count::Some);
    if has_star {
        text += "*";
    }
    text += &claimed(&claims.all);
    let wishes = [
        (options.set_play && !has_star, "show set play"),
        (options.defence == Some(1), "tries"),
        (options.duplex, "duplex"),
        (options.half_duplex, "half-duplex"),
        (options.quodlibet, "quodlibet"),
        (options.white_to_play, "White begins"),
    ];
    for condition in &problem.conditions {
        text += ", ";
        text += &condition_text(problem, condition, language);
    }
    for (_, wish) in wishes.iter().filter(|(wished, _)| *wished) {
        text += ", ";
        text += wish;
    }
    let written = Options {
        set_play: false,
        defence: None,
        duplex: false,
        half_duplex: false,
        quodlibet: false,
        white_to_play: false,
        fates: Vec::new(),
        ..options.clone()
    };
    let tries = options.defence.filter(|refutations| *refutations != 1);
    let others = option_texts(
        problem,
        &Options {
            defence: tries,
            ..written
        },
        language,
    );
    for wish in others {
        text += ", ";
        text += &wish;
    }
    for wish in &options.fates {
        text += ", ";
        text += &fate::write(wish, language);
    }
    if problem.zero_position {
        text += ", zeroposition";
    }
    let of_twin = |number: usize| {
        let own = claims.twins.iter().find(|(twin, _)| *twin == number);
        own.map(|(_, claim)| claimed(&own_part(claim, &claims.all)))
    };
    let is_labelled = !problem.zero_position;
    if let Some(claim) = of_twin(0).filter(|_| is_labelled) {
        text += &format!(", a){claim}");
    }
    for (number, version) in problem.versions().iter().enumerate() {
        let Some(label) = version
            .label
            .as_ref()
            .filter(|label| label.zero || label.number > 0)
        else {
            continue;
        };
        let continued = if label.continued { "+" } else { "" };
        let changes = label.changes.iter();
        let changes: Option<Vec<String>> = changes
            .map(|change| self::change(change, problem, language))
            .collect();
        let changes = changes.filter(|changes| !changes.is_empty())?;
        text += &format!(
            ", {continued}{}) {}",
            letter(label.number),
            changes.join(" & ")
        );
        text += &of_twin(number).unwrap_or_default();
    }
    Some(text)
}

/// What a twin claims beside what all do.
fn own_part(claim: &Claim, all: &Claim) -> Claim {
    let differs = |own: &Option<Count>, all: &Option<Count>| own.clone().filter(|_| own != all);
    Claim {
        play: differs(&claim.play, &all.play),
        set_play: differs(&claim.set_play, &all.set_play),
        ..Claim::default()
    }
}

/// ` 2 solutions`, ` 2.1.1.1 0.1.1.1`.
fn claimed(claim: &Claim) -> String {
    let play = match &claim.play {
        Some(Count::Lines(1)) => " 1 solution".to_owned(),
        Some(Count::Lines(lines)) => format!(" {lines} solutions"),
        Some(count @ Count::Tree(_)) => format!(" {count}"),
        Some(Count::Some) | None => String::new(),
    };
    let set_play = match &claim.set_play {
        Some(Count::Lines(lines)) => format!(" {lines} set play"),
        Some(count @ Count::Tree(_)) => format!(" 0.{count}"),
        Some(Count::Some) | None => String::new(),
    };
    play + &set_play
}

fn stipulation(asked: &Stipulation, board: &Geometry) -> String {
    let word = |table, key| words::name(table, key, Language::En).unwrap_or("");
    let goal = |goal: crate::problem::Goal| {
        let square = match goal {
            crate::problem::Goal::Target(square) | crate::problem::Goal::Kiss(square) => {
                board.name(square)
            }
            _ => String::new(),
        };
        format!("{}{square}", word(Table::Goal, goal.row().key))
    };
    let introduction = match asked.introduction {
        0 => String::new(),
        moves => format!("{moves}->"),
    };
    let exact = if asked.exact { "exact-" } else { "" };
    let own = asked.own_goal.map(|own| format!("({})", goal(own)));
    let half = if asked.length.half { ".5" } else { "" };
    format!(
        "{introduction}{exact}{}{}{}{}{half}",
        word(Table::Genre, asked.genre.key()),
        own.unwrap_or_default(),
        goal(asked.goal),
        asked.length.moves,
    )
}

fn letters(walk: crate::men::WalkId, language: Language) -> &'static str {
    walk.row().letters[language.column()]
}

/// Whether a twin is read as this man where his letters stand: `N` is the knight where no nightrider plays.
fn names_in_letters(walk: crate::men::WalkId, problem: &Problem, language: Language) -> bool {
    let of_game = crate::notation::position::man_of_game(letters(walk, language));
    let is_other = of_game.is_some_and(|read| read != walk) && language == Language::En;
    !is_other || problem.men().any(|man| man.walk() == walk)
}

fn change(applied: &AppliedChange, problem: &Problem, language: Language) -> Option<String> {
    let name = |square: Square| problem.diagram.geometry.name(square);
    let man = |man: Piece, square: Square| {
        // In French `b` is blanc and `n` noir.
        let colour = match (man.sides(), language) {
            (Sides::White, _) => "w",
            (Sides::Black, Language::Fr) => "n",
            (Sides::Both, Language::Fr) => "neutre ",
            (Sides::Black, _) => "b",
            (Sides::Both, _) => "n",
        };
        match names_in_letters(man.walk(), problem, language) {
            true => format!("{colour}{}{}", letters(man.walk(), language), name(square)),
            false => format!("{} {}", super::men::describe(man), name(square)),
        }
    };
    let [first, second] = applied.men;
    Some(match &applied.change {
        Change::Move(from, to) => format!("{}->{}", man(first, *from), name(*to)),
        Change::Exchange(one, other) => format!("{}<->{}", man(first, *one), man(second, *other)),
        Change::Remove(square) => format!("-{}", man(first, *square)),
        Change::Add(square, piece) => {
            let is_free = first.is_none();
            format!("{}{}", if is_free { "+" } else { "" }, man(*piece, *square))
        }
        Change::Rotate(Rotation::Quarter) => "rotate 90".to_owned(),
        Change::Rotate(Rotation::Half) => "rotate 180".to_owned(),
        Change::Rotate(Rotation::ThreeQuarters) => "rotate 270".to_owned(),
        Change::Mirror(Mirror::A1H1) => "mirror a1<->h1".to_owned(),
        Change::Mirror(Mirror::A1A8) => "mirror a1<->a8".to_owned(),
        Change::Mirror(Mirror::A1H8) => "mirror a1<->h8".to_owned(),
        Change::Mirror(Mirror::A8H1) => "mirror a8<->h1".to_owned(),
        Change::Shift(from, to) => format!("shift {}->{}", name(*from), name(*to)),
        Change::PolishType => "polish".to_owned(),
        Change::Stipulation(asked) => stipulation(asked, &problem.diagram.geometry),
        Change::Conditions(conditions) if conditions.is_empty() => "without conditions".to_owned(),
        Change::Conditions(conditions) => {
            let all = conditions
                .iter()
                .map(|found| condition_text(problem, found, language));
            all.collect::<Vec<_>>().join(", ")
        }
        Change::Substitute(old, new) => {
            format!(
                "{} ==> {}",
                letters(*old, language),
                letters(*new, language)
            )
        }
        _ => return None,
    })
}
