//! The reader of problems: what it understands, and what it says about slips.

use dawson::notation::diagnostic::{Diagnostic, line_and_column};
use dawson::notation::message::translate;
use dawson::notation::popeye::read::{Reading, read};
use dawson::notation::popeye::words::Language;
use dawson::notation::{position, statement};
use dawson::problem::{Argument, Change, Condition, Genre, Goal, Length, Stipulation};
use proptest::prelude::*;
use serde::Deserialize;

/// An input that is wrong or odd, with all that is to be said about it.
#[derive(Deserialize)]
struct BadInput {
    id: String,
    #[serde(default)]
    input: String,
    /// Bytes that are no UTF-8, in hexadecimal digits.
    #[serde(default)]
    hex: String,
    /// Parts repeated so many times, for long inputs.
    #[serde(default)]
    repeated: Vec<(String, usize)>,
    says: Vec<Remark>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Remark {
    code: String,
    error: bool,
    at: Option<(usize, usize)>,
    message: String,
    help: Option<String>,
}

impl BadInput {
    fn bytes(&self) -> Vec<u8> {
        let repeated = self.repeated.iter();
        let mut bytes = self.input.clone().into_bytes();
        bytes.extend(repeated.flat_map(|(part, times)| part.repeat(*times).into_bytes()));
        let digits = self.hex.as_bytes().chunks(2);
        let digits = digits.map(|pair| std::str::from_utf8(pair).expect("hexadecimal digits"));
        bytes.extend(digits.map(|pair| u8::from_str_radix(pair, 16).expect("a byte")));
        bytes
    }
}

fn remarks(reading: &Reading) -> Vec<Remark> {
    let problems = reading.problems.iter();
    let all = reading.diagnostics.iter();
    all.chain(problems.flat_map(|problem| &problem.diagnostics))
        .map(|diagnostic| Remark {
            code: text(miette::Diagnostic::code(diagnostic)).unwrap_or_default(),
            error: diagnostic.is_error(),
            at: diagnostic
                .span()
                .map(|span| line_and_column(&reading.text, span.offset())),
            message: diagnostic.to_string(),
            help: text(miette::Diagnostic::help(diagnostic)),
        })
        .collect()
}

fn text(text: Option<Box<dyn std::fmt::Display + '_>>) -> Option<String> {
    text.map(|text| text.to_string())
}

#[test]
fn bad_inputs_are_explained() {
    let cases = include_str!("../data/bad-inputs.jsonl").lines();
    for line in cases {
        let case: BadInput = serde_json::from_str(line).expect("a case");
        let reading = read(&case.bytes());
        assert_eq!(remarks(&reading), case.says, "{}", case.id);
    }
}

/// Every message, help and label of the cases has its translations.
#[test]
fn bad_inputs_are_explained_in_every_language() {
    for line in include_str!("../data/bad-inputs.jsonl").lines() {
        let case: BadInput = serde_json::from_str(line).expect("a case");
        let reading = read(&case.bytes());
        let all = reading.diagnostics.iter();
        let problems = reading.problems.iter();
        for said in all.chain(problems.flat_map(|problem| &problem.diagnostics)) {
            let labels = miette::Diagnostic::labels(said).into_iter().flatten();
            let labels = labels.filter_map(|label| label.label().map(str::to_owned));
            let texts = labels.chain(text(miette::Diagnostic::help(said)));
            for english in texts.chain([said.to_string()]) {
                for language in [Language::De, Language::Fr] {
                    let translated = translate(language, &english);
                    let same = ["impossible", "EndProblem"].contains(&english.as_str());
                    assert!(translated != english || same, "{}: {english}", case.id);
                }
            }
        }
    }
}

/// Unicode takes the sign of kelvin for a capital k.
#[test]
fn words_have_capitals_of_ascii_only() {
    assert!(statement::statement("\u{212a}d4 2").is_err());
    let reading = read("BeginProblem\nStipulation \u{212a}d4 2\nEndProblem".as_bytes());
    assert!(!reading.problems[0].is_sound());
}

#[test]
fn every_span_lies_in_the_text() {
    for line in include_str!("../data/bad-inputs.jsonl").lines() {
        let case: BadInput = serde_json::from_str(line).expect("a case");
        let reading = read(&case.bytes());
        check_spans(&reading);
    }
}

fn check_spans(reading: &Reading) {
    let all = reading.diagnostics.iter();
    let problems = reading.problems.iter();
    for diagnostic in all.chain(problems.flat_map(|problem| &problem.diagnostics)) {
        let span = diagnostic.span();
        let end = span.map_or(0, |span| span.offset() + span.len());
        assert!(end <= reading.text.len(), "{diagnostic:?}");
    }
}

/// The only problem of an input without errors.
fn problem(input: &str) -> dawson::problem::Problem {
    let reading = read(input.as_bytes());
    let errors: Vec<&Diagnostic> = reading.problems[0]
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{input}: {errors:?}");
    reading.problems[0].problem.clone()
}

fn men(problem: &dawson::problem::Problem) -> String {
    let men = problem.diagram.men().map(|(square, man)| {
        let side = match (man.is_neutral(), man.is_of(dawson::board::Side::White)) {
            (true, _) => "n",
            (false, true) => "w",
            (false, false) => "b",
        };
        let royal = if man.is_royal() { "r" } else { "" };
        format!("{side}{royal}{}{square}", man.walk().row().letters[0])
    });
    men.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_same_problem_in_three_languages() {
    let english = problem(
        "BeginProblem Author A. Author\nStipulation h#2.5 Option SetPlay Duplex\n\
         Condition Circe RexInclusive Madrasi\nPieces White royal Ra3 Sc3 Neutral chameleon Sa8 Pa7b7\n\
         Black Kh8\nTwin Move c3 c4 Twin Continued Remove a7b7\nEndProblem",
    );
    let german = problem(
        "Anfang Autor A. Author\nForderung h#2,5 Option Satz Duplex\n\
         Bedingung Circe RexInkl Madrasi\nSteine Weiss koeniglich Ta3 Sc3 Neutral chamaeleon Sa8 Ba7b7\n\
         Schwarz Kh8\nZwilling versetze c3 c4 Zwilling ferner entferne a7b7\nEnde",
    );
    let french = problem(
        "Debut Auteur A. Author\nEnonce h#2.5 Option Apparent Duplex\n\
         Pieces Blanc royale Ta3 Cc3 Neutre cameleon Ca8 Pa7b7 Noir Rh8\n\
         Condition Circe RexInclusif Madrasi\nJumeau deplace c3 c4 Jumeau enplus ote a7b7\nFinP",
    );
    assert_eq!(english, german);
    assert_eq!(english, french);
    assert_eq!(men(&english), "wrRa3 wSc3 nPa7 nPb7 nSa8 brKh8");
    let stipulation = english.stipulation.expect("one is given");
    assert_eq!(
        (stipulation.genre, stipulation.goal),
        (Genre::Help, Goal::Mate)
    );
    assert_eq!(
        stipulation.length,
        Length {
            moves: 2,
            half: true
        }
    );
    assert_eq!(english.authors, ["A. Author"]);
    assert!(english.twins[1].continued);
    assert_eq!(english.twins[1].changes.len(), 2);
}

#[test]
fn several_problems_and_abbreviations() {
    let reading = read(
        b"begi titl one\nstip #2 fors 8/8/8/3k4/8/8/8/K7\nnext remark two; with words\n\
          st ser-zb8 7 pi w s b1 bl kh1 endp",
    );
    assert_eq!(reading.language, Language::En);
    assert_eq!(reading.problems.len(), 2);
    assert_eq!(reading.problems[0].problem.titles, ["one"]);
    assert_eq!(reading.problems[1].remarks, ["two; with words"]);
    assert_eq!(reading.problems[1].line, 3);
    let goal = reading.problems[1]
        .problem
        .stipulation
        .map(|asked| asked.goal);
    let b8 = dawson::board::Square::from_name("b8").expect("a square");
    assert_eq!(goal, Some(Goal::Target(b8)));
    assert_eq!(men(&reading.problems[1].problem), "wSb1 brKh1");
}

fn conditions(list: &str) -> Vec<Condition> {
    let input = format!(
        "BeginProblem Condition {list}\nStipulation #1\nPieces White Ka1 Black Kh8\nEndProblem"
    );
    problem(&input).conditions
}

/// Conditions in a short form: the key and what follows it.
fn told(list: &str) -> String {
    let one = |condition: Condition| {
        let arguments = condition.arguments.iter().map(|argument| match argument {
            Argument::Flag(flag) => flag.clone(),
            Argument::Square(square) => square.to_string(),
            Argument::Walk(walk) => walk.row().key.to_owned(),
            Argument::Number(name, number) => format!("{name}={number}"),
            Argument::Text(name, text) => format!("{name}:{text}"),
        });
        let arguments: Vec<_> = arguments.collect();
        format!("{}({})", condition.key, arguments.join(" "))
    };
    conditions(list)
        .into_iter()
        .map(one)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn conditions_take_their_arguments() {
    assert_eq!(told("mad rexi bolero"), "madrasi(rex-inclusive) bolero()");
    assert_eq!(told("Koeko Neighbour S"), "koeko(neighbour knight)");
    assert_eq!(told("Imitator a1b2 Volage"), "imitator(a1 b2) volage()");
    assert_eq!(
        told("Sentinelles PionAdvers MaximumBlack 5 Berolina"),
        "sentinelles(pion-advers maximum-black=5 berolina)"
    );
    assert_eq!(
        told("GridChess Irregular a1b1 c3d4 GridLine ha12 vb23 Isardam TypeB"),
        "grid-chess(irregular cell:a1b1 cell:c3d4 grid-line:ha12 \
         grid-line:vb23) isardam(type-b)"
    );
    assert_eq!(
        told("GridChess Orthogonal bdf246"),
        "grid-chess(orthogonal:bdf246)"
    );
    assert_eq!(
        told("ChameleonChess S B R S"),
        "chameleon-chess(knight bishop rook)"
    );
    assert_eq!(
        told("Circe Super RexInclusive"),
        "circe(super rex-inclusive)"
    );
    assert_eq!(
        told("Circe Mirror Circe RexInclusive"),
        "circe(mirror rex-inclusive)"
    );
    assert_eq!(
        told("MagicSquares e5 Type2 BGL 3.5 -"),
        "magic-squares(e5 type2) bgl(white:3.5 black:-)"
    );
}

#[test]
fn a_maximummer_without_side_is_the_defenders() {
    let key = |stipulation: &str, option: &str| {
        let input = format!(
            "BeginProblem Condition Maximummer Stipulation {stipulation} Option NoBoard {option}\n\
             Pieces White Ka1 Black Kh8\nEndProblem"
        );
        problem(&input).conditions[0].key.clone()
    };
    assert_eq!(key("s#2", ""), "black-maximummer");
    assert_eq!(key("h#2", "HalfDuplex"), "white-maximummer");
    assert_eq!(key("ser-h#2", ""), "white-maximummer");
}

#[test]
fn twins_of_every_kind() {
    let problem = problem(
        "BeginProblem Stipulation #2 Pieces White Kb1 Rc1 Black Kh8\n\
         Twin Exchange b1 c1 Twin Rotate 90 Mirror a1<-->h8 Twin Shift b1 a1\n\
         Twin PolishType Twin Substitute R Q Twin Add Black Sd4d5\n\
         Twin Stipulation h#2 Condition Circe Andernach EndProblem",
    );
    let counts: Vec<_> = problem
        .twins
        .iter()
        .map(|twin| twin.changes.len())
        .collect();
    assert_eq!(counts, [1, 2, 1, 1, 1, 2, 2]);
    let last = &problem.twins[6].changes;
    assert_eq!(
        last[0],
        Change::Stipulation(Stipulation::new(Genre::Help, Goal::Mate, 2))
    );
    assert!(matches!(&last[1], Change::Conditions(conditions) if conditions.len() == 2));
}

#[test]
fn a_zero_position_is_the_first_twin() {
    let problem = problem(
        "BeginProblem Stipulation #2 Pieces White Ka1 Rb1 Black Kh8\n\
         ZeroPosition Move b1 b2 Twin Move b1 b3 EndProblem",
    );
    assert!(problem.zero_position);
    assert_eq!(problem.twins.len(), 2);
}

const GOOD: &str = "BeginProblem\nAuthor Somebody\nStipulation h#2.5\nCondition Circe Mirror \
                    GridChess GridLine ha12 Sentinelles MaximumTotal 9\nOption SetPlay MaxSolutions 3 \
                    NoCastling a1\nPieces White Ke1 Ra1 chameleon Gc3 Black royal Sd4 Pa7b7\nForsyth \
                    8/.nh5/=g7\nTwin Move a1 b1 Rotate 90\nTwin Continued Mirror a1<-->h1\nEndProblem\n";

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check_spans(&read(&bytes));
    }

    #[test]
    fn any_text_is_read_without_panic(text in "(BeginProblem|DebutProbleme)[ \\PC]{0,200}") {
        check_spans(&read(text.as_bytes()));
    }

    #[test]
    fn spoiled_problems_are_read_without_panic(
        cuts in proptest::collection::vec((0..GOOD.len(), 0..12usize, "[ \\PC]{0,6}"), 1..4)
    ) {
        let mut text: Vec<char> = GOOD.chars().collect();
        for (at, length, instead) in cuts {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, instead.chars());
        }
        let text: String = text.into_iter().collect();
        check_spans(&read(text.as_bytes()));
    }

    #[test]
    fn shuffled_words_are_read_without_panic(
        words in proptest::collection::vec(
            prop_oneof![
                Just("Pieces"), Just("White"), Just("Black"), Just("royal"), Just("Ka1"), Just("R/Bb1"),
                Just("s"), Just("b1c3"), Just("Twin"), Just("Move"), Just("Shift"), Just("ZeroPosition"),
                Just("Condition"), Just("Circe"), Just("Chameleon"), Just("Imitator"), Just("Irregular"),
                Just("LastCapture"), Just("Option"), Just("Intelligent"), Just("5"), Just("EnPassant"),
                Just("Stipulation"), Just("h#2"), Just("SStipulation"), Just("3a[#]d"), Just("Forsyth"),
                Just("1.K=.li/"), Just("NextProblem"), Just("EndProblem"), Just("BeginProblem"),
                Just("Remark"), Just("Substitute"), Just("Add"), Just("\n"), Just("é"), Just("#"),
            ],
            0..40,
        )
    ) {
        let text = format!("BeginProblem {}", words.join(" "));
        check_spans(&read(text.as_bytes()));
        let _ = statement::statement(&words.join(" "));
    }

    #[test]
    fn any_statement_is_read_without_panic(text in "\\PC{0,80}") {
        let _ = statement::statement(&text);
    }

    #[test]
    fn any_fen_is_read_without_panic(text in "[1-9KQRBSPkqrbsp/.=+ -]{0,40}|\\PC{0,30}") {
        let _ = position::fen(&text);
        for language in Language::ALL {
            let _ = position::forsyth(&text, language);
        }
    }
}
