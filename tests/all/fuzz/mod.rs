//! Whatever is put before a parser, it answers: nothing panics, nothing goes on for ever, every
//! remark points into the text, and what is understood can be written and is read the same again.
//!
//! `PROPTEST_CASES` asks for more cases. A file that `DAWSON_CORPUS` names, one JSON object with an
//! `input` or `output` a line, adds its texts to those that are spoiled.

mod spoil;

use self::spoil::{spoiled, vocabulary};
use crate::common::records::{Record, data_files};
use dawson::collection::posed;
use dawson::conditions::compile;
use dawson::men::define;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::latex::Document;
use dawson::notation::popeye::input::input;
use dawson::notation::popeye::read::{Reading, read};
use dawson::notation::popeye::reread::reread;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::notation::report::{Look, report};
use dawson::notation::{json, position, statement};
use dawson::problem::Problem;
use dawson::query;
use dawson::solution::Solution;
use dawson::{Settings, solve};
use proptest::prelude::*;
use proptest::sample::select;

/// The records of the data files and of the file that the environment names.
fn records() -> Vec<Record> {
    let folders = ["data", "conditions", "stipulations", "attributes"];
    let mut files: Vec<_> = folders.into_iter().flat_map(data_files).collect();
    files.extend(std::env::var_os("DAWSON_CORPUS").map(Into::into));
    crate::common::records::records(&files)
}

/// Short enough for a case not to be about its length.
fn usable(texts: impl Iterator<Item = String>) -> Vec<String> {
    texts
        .filter(|text| (1..6000).contains(&text.len()))
        .collect()
}

fn some_input() -> impl Strategy<Value = String> {
    spoiled(
        usable(records().into_iter().map(|record| record.input)),
        vocabulary(),
    )
}

fn some_output() -> impl Strategy<Value = String> {
    spoiled(
        usable(records().into_iter().map(|record| record.output)),
        vocabulary(),
    )
}

fn some_of(texts: &[&str], words: &[&str]) -> impl Strategy<Value = String> + use<> {
    let owned = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
    spoiled(owned(texts), owned(words))
}

fn some_statement() -> impl Strategy<Value = String> {
    let phrases = include_str!("../../../src/notation/statement/phrases.tsv").lines();
    let phrases = phrases.flat_map(|line| {
        line.split('\t')
            .skip(2)
            .flat_map(|phrases| phrases.split(", "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    let texts = [
        "Bolero, Rex inclusif, h#2.5* vv (5+4) 2.1.1.1",
        "h#2 Zwilling: b) wBe4→e5 c) -Sd4 +d) ferner +sBa7",
        "Take & Make, Isardam (B), ser-h=7, 2 Lösungen",
        "Beweispartie in 9,5 Zügen; a) Diagramm b) Drehung 90°",
        "#2 vv, Circe rex inclusive, 3 solutions, duplex, set play",
        "mat aidé en 3 coups, échecs de Madrasi, b) Ca1→b2",
        "h#2, Walk DE Dervish: leap 1:2 + ride 0:1",
        "trigonometric chess, P#2, roll -90, 2d6",
        "s#5 (5+4) Maximummer; pser-#4, 5->ser-h#3, a=>b3",
        "Board 6x8, Torus, Imitator a1b2, 0.2.1.1, b) Kd4 = s",
    ];
    let texts = texts.into_iter().map(str::to_owned).collect();
    spoiled(texts, phrases.chain(vocabulary()).collect())
}

fn some_position() -> impl Strategy<Value = String> {
    let texts = [
        "7k/1p6/6K1/8/8/8/8/R7 b - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6",
        "7/2K4/2***2/2***1k/2***2/7/6P w K",
        "7k/8/8/8/3.DE4/8/8/1K6",
        "8/(QQ)7/(=P!)6.n3/=g4rk2/8/10/1*1*4 b -",
        "1.K=.li/10k/64",
        "8/8/(+15)6/3(-15)4/(R/B)7/8/8/k6K",
        "White (2): Kb3, Rh2; Black: Ka1",
        "Weiß Kb3 Th2 Bd4 / Schwarz Ka1",
        "wKb3Qh2 sKa1 nDUd4 =Gc3 (3+1)",
        "roi blanc b3, tour blanche h2, roi noir a1",
        "♔b3 ♖h2 ♚a1 | Kb3 f6 - Ka1",
        "https://lichess.org/editor/8/8/8/8/8/1K6/7R/k7_w_-_-_0_1",
        ". . . k\n. . . . . . . k\n8 . . . . . . . k\n| | | |K|.|.|.|k|",
    ];
    let words = [
        "8", "16", "/", "*", ".", "(", ")", "=", "!", "w", "b", "KQkq", "-", "d6", "K",
    ];
    some_of(&texts, &words)
}

/// What stands below a position, with legends of men that may be there or not.
fn some_caption() -> impl Strategy<Value = String> {
    let captions = include_str!("../../data/captions.tsv").lines();
    let captions = captions.filter_map(|row| row.split('\t').next());
    let legends = [
        "h#3 Circe, Kamikaze rook a1",
        "h#2.5 Superguards, 2 leos (f4, g5)",
        "#2 Köko, G = grasshopper (b3, d4), neutral Lion d4",
        "r#2 Annan, locusts: a3, wb5; White: Equihopper e5",
        "h#2 (Qe4 = royal nightrider) b) wKd1<->bKh8",
    ];
    let texts = captions.chain(legends).map(str::to_owned);
    spoiled(texts.collect(), vocabulary())
}

fn some_definition() -> impl Strategy<Value = String> {
    let texts = [
        "DE Dervish: leap 1:2 + capture hop 0:1",
        "DE Dervish: lame 0:1>1:1 + move bounce 1:1",
        "X1: ride 1:2>0:1 + as grasshopper + quiet leap 3:3",
        "ZZ Zig zag: move ride 0:1 + capture lion 1:1 + locust 0:1",
    ];
    let words = [
        "leap", "ride", "hop", "lame", "bounce", "lion", "capture", "move", "quiet", "as",
    ];
    let more = [
        "0:1",
        "1:2",
        "7:7",
        "0:0",
        "1:2>1:1",
        "+",
        ":",
        "queen",
        "grasshopper",
        "-1:2",
    ];
    some_of(&texts, &[&words[..], &more[..]].concat())
}

fn some_question() -> impl Strategy<Value = String> {
    let texts = include_str!("../../query/seed.jsonl").lines().take(40);
    let texts: Vec<&str> = texts
        .chain(include_str!("../../query/bad.jsonl").lines())
        .collect();
    let words = [
        "\"roll\":",
        "90",
        "{",
        "}",
        "\"conditions\":",
        "[\"Circe\"]",
        "null",
        "perft 2",
    ];
    some_of(&texts, &words)
}

fn points_into(said: &Diagnostic, text: &str) -> bool {
    let span = said
        .span()
        .map(|span| (span.offset(), span.offset() + span.len()));
    span.is_none_or(|(from, to)| text.get(from..to).is_some())
}

fn all_said(reading: &Reading) -> impl Iterator<Item = &Diagnostic> {
    let of_problems = reading.problems.iter().flat_map(|read| &read.diagnostics);
    reading.diagnostics.iter().chain(of_problems)
}

/// The problems of an input that have no error.
fn sound(bytes: &[u8]) -> Vec<Problem> {
    let problems = read(bytes).problems.into_iter();
    let problems = problems.filter(|read| read.is_sound());
    problems.map(|read| read.problem).collect()
}

/// Everything that may be asked of a problem without searching.
fn look_at(problem: &Problem) {
    for language in Language::ALL {
        let writer = Writer::new(language);
        let mut document = Document::new(language, Vec::new());
        let nothing = Solution::default();
        let _ = writer.whole(problem, &nothing);
        let _ = json::line(problem, &nothing, None);
        document.add(problem, &nothing, None);
        let _ = document.finish();
    }
    for version in problem.versions() {
        let _ = compile(&version.problem);
    }
}

/// The problem in one move; none if it is told in another way than by moves.
fn shortened(mut problem: Problem) -> Option<Problem> {
    let asked = problem.stipulation.as_mut()?;
    asked.length.moves = asked.length.moves.min(1);
    asked.introduction = asked.introduction.min(1);
    Some(problem)
}

/// Whether a question has to do with more than a move or two.
fn is_long(question: &str) -> bool {
    let asked: Option<serde_json::Value> = serde_json::from_str(question).ok();
    let asked = asked.and_then(|value| Some(value.get("stipulation")?.as_str()?.to_owned()));
    let digits = asked
        .iter()
        .flat_map(|text| text.bytes())
        .filter(u8::is_ascii_digit);
    let is_moves = asked
        .as_ref()
        .is_some_and(|text| !text.contains(['#', '=', ' ']));
    !is_moves && digits.map(|digit| usize::from(digit - b'0')).sum::<usize>() > 2
}

proptest! {
    #[test]
    fn inputs_are_refused_or_the_same_again(text in some_input()) {
        let reading = read(text.as_bytes());
        for said in all_said(&reading) {
            prop_assert!(points_into(said, &reading.text), "{:?}", said);
        }
        for problem in sound(text.as_bytes()) {
            look_at(&problem);
            for language in Language::ALL {
                let written = input([&problem], language);
                prop_assert_eq!(&sound(written.as_bytes()), std::slice::from_ref(&problem), "{}", written);
            }
        }
    }

    #[test]
    fn bytes_are_refused_or_understood(
        text in some_input(),
        strewn in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        wide in any::<bool>(),
    ) {
        let mut bytes = text.into_bytes();
        if wide {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            bytes = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        }
        for (at, byte) in strewn {
            let at = at.index(bytes.len() + 1);
            bytes.insert(at, byte);
        }
        let reading = read(&bytes);
        for said in all_said(&reading) {
            prop_assert!(points_into(said, &reading.text), "{:?}", said);
        }
    }

    #[test]
    fn any_bytes_at_all_are_refused_or_understood(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let reading = read(&bytes);
        for said in all_said(&reading) {
            prop_assert!(points_into(said, &reading.text), "{:?}", said);
        }
    }

    #[test]
    fn solutions_are_read_back_or_refused(text in some_output()) {
        match reread(&text) {
            Ok(problems) => {
                for problem in problems {
                    let _ = problem.text();
                }
            }
            Err(said) => prop_assert!(points_into(&said, &text), "{:?}", said),
        }
    }

    #[test]
    fn statements_are_read_or_refused(text in some_statement()) {
        let said = match statement::statement(&text) {
            Ok(read) => {
                let mut problem = Problem::default();
                let said = read.apply(&mut problem);
                prop_assert!(said.iter().all(|said| points_into(said, &text)));
                look_at(&problem);
                read.diagnostics
            }
            Err(errors) => errors,
        };
        for said in said {
            prop_assert!(points_into(&said, &text), "{:?}", said);
        }
    }

    #[test]
    fn typed_problems_are_read_or_refused(
        position in some_position(),
        caption in some_caption(),
        is_below in any::<bool>(),
        language in select(Language::ALL.to_vec()),
    ) {
        let text = match is_below {
            true => format!("{position}\n{caption}"),
            false => format!("{caption}\n{position}"),
        };
        let posed = posed(&text, language);
        prop_assert!(posed.is_sound() || !posed.diagnostics.is_empty());
        if posed.is_sound() {
            look_at(&posed.problem);
        }
    }

    #[test]
    fn positions_are_read_or_refused(text in some_position()) {
        if let Err(said) = position::fen(&text) {
            prop_assert!(points_into(&said, &text), "{:?}", said);
        }
        for language in Language::ALL {
            if let Err(said) = position::forsyth(&text, language) {
                prop_assert!(points_into(&said, &text), "{:?}", said);
            }
        }
        let _ = position::figures(&text);
        for language in Language::ALL {
            for read in [position::position, position::position_on_any_board] {
                match read(&text, &[], language) {
                    Ok(read) => {
                        // Castling that is not spoken of is kept; a text that is written speaks.
                        let again = position::of_text(&position::text(&read));
                        let men = again.as_ref().map(|again| &again.diagram);
                        prop_assert_eq!(men, Ok(&read.diagram), "{}", position::text(&read));
                    }
                    Err(said) => prop_assert!(points_into(&said, &text), "{:?}", said),
                }
            }
        }
        match position::of_text(&text) {
            Ok(read) => {
                let again = position::text(&read);
                let written = position::of_text(&again).map(|read| position::text(&read));
                prop_assert_eq!(written.ok(), Some(again));
            }
            Err(said) => prop_assert!(points_into(&said, &text), "{:?}", said),
        }
    }

    #[test]
    fn definitions_of_walks_are_read_or_refused(text in some_definition()) {
        let _ = define(&text);
    }

    #[test]
    fn questions_are_answered(text in some_question()) {
        let settings = Settings { memory: 1 << 20, ..Settings::default() };
        if !is_long(&text) {
            let answer = query::answer(&text, &settings);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok());
        }
    }

    /// Rules in any company solve or refuse a problem, and do not break down.
    #[test]
    fn short_problems_are_solved_or_refused(text in some_input()) {
        let problems = sound(text.as_bytes());
        let versions = problems.iter().flat_map(Problem::versions);
        for problem in versions.filter_map(|version| shortened(version.problem)) {
            let settings = Settings { memory: 1 << 20, max_solutions: Some(3), ..Settings::default() };
            let solution = solve(&problem, &settings, &());
            for language in Language::ALL {
                let text = Writer::new(language).whole(&problem, &solution);
                let _ = reread(&text);
                let _ = report(&problem, &solution, language, Look::Coloured);
                let _ = json::line(&problem, &solution, None);
            }
        }
    }
}
