//! What a person writes under a diagram, on one line: `Bolero, Rex inclusif, #3`.
//!
//! Stipulation, conditions, options, twins, claims, men and remarks may stand in any order and
//! in English, German or French, with accents, blanks and hyphens as printed. Conditions are
//! turned into words of the problem language and read by its reader; the grammar is in
//! `docs/statement.md`.
//!
//! **Invariant:** every word is understood, kept as a remark, or reported; nothing is dropped.

mod apply;
mod asked;
mod change;
mod chart;
mod claim;
mod list;
mod listed;
mod men;
mod near;
mod part;
mod phrase;
mod placed;
mod problem;
mod resolve;
mod sort;
mod summary;
mod told;
mod twin;
mod understand;
mod vocabulary;
mod write;

pub use claim::Claim;
pub(crate) use part::squeezed_phrase as folded;
pub(crate) use phrase::{keys_of_phrase, spaced, unbuilt};
pub use problem::InputError;
pub(crate) use summary::rooks_at_home;
pub use summary::summary;
pub use told::Told;
pub use understand::{Fault, Meant, Understood, understand, understand_in};
pub use write::text;

use crate::board::Side;
use crate::men::{Piece, WalkId};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::own_walk::own_walks;
use crate::notation::popeye::words::Language;
use crate::problem::{Condition, Diagram, Options, Stipulation};
use listed::Listed;
use men::NamedMen;
use miette::SourceSpan;
use part::parts;
use sort::Sorter;
use twin::Written;

/// What a statement says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statement {
    /// What is asked, if it is said.
    pub stipulation: Option<Stipulation>,
    /// The conditions in their order.
    pub conditions: Vec<Condition>,
    /// The options.
    pub options: Options,
    /// The twins `b)`, `c)` ...; with a zero position also `a)`.
    pub twins: Vec<StatedTwin>,
    /// Whether the diagram itself is not to be solved.
    pub zero_position: bool,
    /// How many solutions the author claims.
    pub intended_solutions: Option<u32>,
    /// The same as it is written.
    pub claim: Option<Claim>,
    /// What is claimed of the diagram alone, where twins have claims of their own.
    pub first_claim: Option<Claim>,
    /// What is claimed of a duplex problem where the other side begins.
    pub second_claim: Option<Claim>,
    /// What is claimed of the set play: `0.1.1.1`.
    pub set_claim: Option<Claim>,
    /// What is claimed of the set play of the diagram alone.
    pub first_set_claim: Option<Claim>,
    /// Whether a star claims set play.
    pub star: bool,
    /// How many men the author counts.
    pub men: Option<MenCount>,
    /// Prizes, sources, dates, marks and remarks: of no importance for the solution.
    pub kept: Vec<Kept>,
    /// The walks that it defines.
    pub walks: Vec<WalkId>,
    /// The language of its words, if all agree on one.
    pub language: Option<Language>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Each part that was understood, with its kind.
    pub(crate) understood: Vec<Understanding>,
    /// Men with their squares.
    placed: Vec<NamedMen>,
    /// Walks named without squares.
    legend: Vec<NamedMen>,
    /// Letters that it says what they stand for.
    letters: Vec<(String, WalkId)>,
}

/// A twin as it is written; its changes are found when the position is known.
#[derive(Clone, PartialEq, Debug)]
pub struct StatedTwin {
    /// Whether it alters the twin before instead of the diagram.
    pub continued: bool,
    /// What changes, in order.
    pub changes: Vec<WrittenChange>,
    /// How many solutions are claimed of it.
    pub claim: Option<Claim>,
    /// What is claimed of its set play.
    pub set_claim: Option<Claim>,
    at: SourceSpan,
}

/// A change of a twin as it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenChange {
    written: Written,
    at: SourceSpan,
}

/// Something that does not change the task: a prize, a source, a date, `C+`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// `award`, `source`, `author`, `date`, `number`, `mark` or `remark`.
    pub what: &'static str,
    /// As written.
    pub text: String,
}

/// A part that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Understanding {
    pub(crate) at: SourceSpan,
    pub(crate) what: &'static str,
}

/// `(5+4)`: White's men, Black's, and perhaps the neutral ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenCount {
    counts: Vec<usize>,
    at: SourceSpan,
}

impl MenCount {
    /// Says so if a diagram has other numbers of men.
    pub fn check(&self, diagram: &Diagram) -> Option<Diagnostic> {
        let count = |belongs: fn(Piece) -> bool| {
            let men = diagram.men().filter(|(_, man)| belongs(*man));
            men.count()
        };
        let found = [
            count(|man| man.is_of(Side::White) && !man.is_neutral()),
            count(|man| man.is_of(Side::Black) && !man.is_neutral()),
            count(Piece::is_neutral),
        ];
        let stated = self.counts.iter().copied().chain(std::iter::repeat(0));
        if found
            .into_iter()
            .zip(stated)
            .all(|(found, stated)| found == stated)
        {
            return None;
        }
        let [white, black, neutral] = found;
        let neutral = if neutral > 0 {
            format!(" + {neutral}")
        } else {
            String::new()
        };
        Some(Diagnostic::Odd {
            what: format!("the diagram has {white} + {black}{neutral} men"),
            at: self.at,
        })
    }
}

/// Reads a statement.
///
/// ```
/// let statement = dawson::notation::statement::statement("Bolero, Rex inclusif, h≠2,5").unwrap();
/// assert_eq!(statement.conditions[0].key, "bolero");
/// assert!(statement.conditions[0].has_flag("rex-inclusive"));
/// assert!(statement.stipulation.unwrap().length.half);
/// ```
///
/// # Errors
/// All that could not be understood.
pub fn statement(text: &str) -> Result<Statement, Vec<Diagnostic>> {
    statement_in(text, None)
}

/// As [`statement`], its letters in this language rather than in that of its words.
///
/// # Errors
/// All that could not be understood.
pub fn statement_in(text: &str, language: Option<Language>) -> Result<Statement, Vec<Diagnostic>> {
    let own = own_walks(text, &[',', ';', '\n', '\r']);
    if !own.diagnostics.is_empty() {
        return Err(own.diagnostics);
    }
    let walks: Vec<WalkId> = own.walks.into_iter().map(|(_, walk)| walk).collect();
    let listed = Listed::apart(&own.text, language, &walks);
    let parts = parts(&listed.text);
    if parts.is_empty() && listed.list.is_none() {
        return Err(vec![Diagnostic::NoStatement]);
    }
    let spoken = language.unwrap_or_else(|| language_of(text));
    let mut sorter = Sorter::new(text, spoken);
    sorter.statement.walks = walks;
    sorter.sort(&parts);
    let mut statement = sorter.finish()?;
    listed.put(&mut statement);
    statement.language = language.or(statement.language);
    Ok(statement)
}

/// The language of a statement if all its words that are not the same in all languages agree.
///
/// ```
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::statement::spoken_language;
/// assert_eq!(spoken_language("Hilfsmatt in 3, Längstzüger"), Some(Language::De));
/// assert_eq!(spoken_language("h#3 Circe"), None);
/// ```
pub fn spoken_language(text: &str) -> Option<Language> {
    let own = own_walks(text, &[',', ';', '\n', '\r']);
    let listed = Listed::apart(&own.text, None, &[]);
    words_spoken(&listed.text).or(listed.spoken())
}

/// The language of a text without definitions and men.
fn words_spoken(text: &str) -> Option<Language> {
    let mut sorter = Sorter::new(text, Language::En);
    sorter.sort(&parts(text));
    sorter.spoken()
}

/// As [`spoken_language`]; English if the words do not say.
pub fn language_of(text: &str) -> Language {
    spoken_language(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::problem::{Change, Genre, Goal, Length};

    fn read(text: &str) -> Statement {
        statement(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
    }

    fn keys(text: &str) -> Vec<String> {
        let conditions = read(text).conditions.into_iter();
        conditions.map(|condition| condition.key).collect()
    }

    #[test]
    fn printed_names_of_three_languages_are_known() {
        assert_eq!(keys("Anticirce, #2"), ["anti-circe"]);
        assert_eq!(keys("Circé h#2"), ["circe"]);
        assert_eq!(keys("Köko, s#3"), ["koeko"]);
        assert_eq!(keys("Take & Make #2"), ["take-and-make-chess"]);
        assert_eq!(keys("Maximummer s#9"), ["maximummer"]);
        assert_eq!(keys("Schwarzer Längstzüger, s#9"), ["black-maximummer"]);
        assert_eq!(keys("Échecs Andernach h#3"), ["andernach-chess"]);
        assert_eq!(
            keys("Gitterschach Einstein"),
            ["grid-chess", "einstein-chess"]
        );
        assert_eq!(keys("Circe, Take & Make"), ["circe", "take-and-make-chess"]);
        assert_eq!(keys("Schlagzwang").len(), 2);
    }

    #[test]
    fn words_refine_the_condition_before_them() {
        for text in [
            "Bolero Rex inclusive",
            "Bolero, Rex inclusiv",
            "Bolero rex incl.",
        ] {
            assert!(read(text).conditions[0].has_flag("rex-inclusive"), "{text}");
        }
        assert!(read("Isardam type B").conditions[0].has_flag("type-b"));
        assert!(read("Isardam (B) h#2").conditions[0].has_flag("type-b"));
        assert!(read("Anticirce Cheylan").conditions[0].has_flag("cheylan"));
        assert_eq!(read("Imitator d4").conditions[0].squares().count(), 1);
    }

    #[test]
    fn stipulations_are_read_as_printed() {
        let asked = |text| read(text).stipulation;
        let length = Length {
            moves: 2,
            half: true,
        };
        let help = Stipulation {
            length,
            ..Stipulation::new(Genre::Help, Goal::Mate, 2)
        };
        for text in ["h#2.5", "h#2,5", "h≠2½", "h‡2,5 2 solutions", "H#2.5*"] {
            assert_eq!(asked(text), Some(help), "{text}");
        }
        let three = Some(Stipulation::new(Genre::Direct, Goal::Mate, 3));
        for text in ["#3", "3#", "Mate in 3", "Matt in 3", "Mat en 3", "# 3"] {
            assert_eq!(asked(text), three, "{text}");
        }
        let series = Some(Stipulation::new(Genre::SeriesHelp, Goal::Stalemate, 7));
        assert_eq!(asked("ser-h=7"), series);
        assert_eq!(asked("ser-h = 7"), series);
        assert_eq!(read("h#2 3 solutions, Duplex").intended_solutions, Some(3));
        assert!(read("h#2 Duplex").options.duplex);
        assert!(read("h#2*").options.set_play);
    }

    /// The twins on a board.
    fn twins(text: &str, men: &str) -> Vec<crate::problem::Twin> {
        let problem = crate::problem::Problem::from_statement(text, men);
        problem
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .twins
    }

    const MEN: &str = "wKb3 wRh2 wPd4 wPe4 bKa1 bSd5";

    #[test]
    fn twins_are_changes_behind_letters() {
        let twins = twins("h#2 b) wPe4→e5 c) -Sd5 d) +bPa7 e) h=3", MEN);
        assert_eq!(twins.len(), 4);
        let square = |name| Square::from_name(name).expect("a square");
        assert_eq!(twins[0].changes, [Change::Move(square("e4"), square("e5"))]);
        assert_eq!(twins[1].changes, [Change::Remove(square("d5"))]);
        assert!(matches!(twins[2].changes[..], [Change::Add(_, _)]));
        assert!(matches!(twins[3].changes[..], [Change::Stipulation(_)]));
        let zero = read("h#2 zeroposition a) Pe4-e5 b) =a) Sd4→d6 +c) -Sb1");
        assert!(zero.zero_position);
        let continued: Vec<_> = zero.twins.iter().map(|twin| twin.continued).collect();
        assert_eq!(continued, [false, true, true]);
    }

    #[test]
    fn twins_speak_of_the_men_that_stand_there() {
        let fault = |text: &str| match crate::problem::Problem::from_statement(text, MEN) {
            Err(InputError::Statement(faults)) => faults[0].to_string(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(fault("h#2 b) Rd4-d5"), "a white pawn stands on d4");
        assert_eq!(fault("h#2 b) bPd4-d5"), "a white pawn stands on d4");
        assert_eq!(fault("h#2 b) Ke1-f2"), "e1 is empty");
        assert_eq!(fault("h#2 b) shift a1->b1"), "a man would leave the board");
        assert_eq!(
            fault("h#2 b) Pawn to a4"),
            "there are several such men: name the square"
        );
        assert_eq!(fault("h#2 b) wRc6"), "`c6` is not an occupied square");
        assert_eq!(fault("h#2 b) +bPd4"), "a white pawn stands on d4 already");
        assert_eq!(
            fault("h#2 b) no Circe"),
            "`circe` does not hold in this version"
        );
    }

    #[test]
    fn men_become_others_where_they_stand() {
        let bishop = || {
            let bishop = crate::men::walk_id::BISHOP;
            let man = Piece::new(bishop, crate::men::Sides::White);
            vec![Change::Add(Square::from_name("h2").expect("a square"), man)]
        };
        for text in [
            "Rh2=B",
            "wRh2=wB",
            "wRh2->wBh2",
            "wBh2",
            "Rh2 becomes B",
            "Th2=L",
            "Turm h2 = Läufer",
        ] {
            let text = format!("h#2 b) {text}");
            assert_eq!(twins(&text, MEN)[0].changes, bishop(), "{text}");
        }
    }

    #[test]
    fn a_claim_has_as_many_numbers_as_the_play_half_moves() {
        assert_eq!(read("h#2.5 2.1.1.1.1").intended_solutions, Some(2));
        for text in ["h#2.5 2.1.1.1.1.1", "h#2 3.1.1.1.1.1.1"] {
            assert!(statement(text).is_err(), "{text}");
        }
        let set = read("h#2 0.1.1.1");
        assert!(set.options.set_play);
        assert_eq!(set.set_claim.expect("it is claimed").solutions(), 1);
        assert_eq!(set.intended_solutions, None);
    }

    #[test]
    fn conditions_keep_their_sides_and_refinements() {
        assert_eq!(keys("reverse Einstein h#2"), ["reversal-einstein-chess"]);
        assert_eq!(
            keys("umgekehrter Einstein h#2"),
            ["reversal-einstein-chess"]
        );
        assert_eq!(keys("maximummer noir s#3"), ["black-maximummer"]);
        assert_eq!(keys("#2 no black captures"), ["no-black-capture"]);
        assert!(read("#2 Rex inclusiv Circe").conditions[0].has_flag("rex-inclusive"));
        assert!(read("s#3 Ultra-Längstzüger").conditions[0].has_flag("ultra"));
        assert!(statement("#2 Volage Könige").is_err());
        assert!(statement("#2 Masand RI").is_err());
        assert!(statement("h#2 #3").is_err());
        assert!(statement("#2 Royal square e4").is_err());
        assert_eq!(
            read("Imitators e5, f6 #2").conditions[0].squares().count(),
            2
        );
    }

    #[test]
    fn prizes_sources_and_marks_are_kept() {
        let kept = |text: &str| -> Vec<(&str, String)> {
            let kept = read(text).kept.into_iter();
            kept.map(|kept| (kept.what, kept.text)).collect()
        };
        assert_eq!(
            kept("h#2 1. Preis Schwalbe 1987"),
            [("award", "1. Preis Schwalbe 1987".to_owned())]
        );
        assert_eq!(
            kept("h#2 C+ Popeye 4.61, Circe"),
            [("mark", "C+ Popeye 4.61".to_owned())]
        );
        assert_eq!(
            kept("Problem 123: h#2"),
            [("number", "Problem 123".to_owned())]
        );
        assert_eq!(
            kept("The Problemist 1985, #2"),
            [("source", "The Problemist 1985".to_owned())]
        );
        assert!(statement("#2 Cirrce 1987").is_err());
    }

    #[test]
    fn unknown_words_are_pointed_at() {
        let errors = statement("#2 Cirrce").unwrap_err();
        assert!(
            matches!(&errors[..], [Diagnostic::Unknown { help: Some(help), .. }] if help.contains("Circe"))
        );
        assert_eq!(errors[0].span().map(|span| span.offset()), Some(3));
    }
}
