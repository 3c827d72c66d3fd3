//! Problems and solutions out and in again: an input written in any language is
//! the same problem, a text of a solution read back is written the same.

use crate::common::records::{Record, data_files};
use dawson::notation::popeye::input::input;
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::reread::reread;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::problem::Problem;
use dawson::{Settings, solve};
use proptest::prelude::*;

/// All records of the data files that hold inputs or texts.
fn records() -> Vec<Record> {
    let data = ["popeye-text", "text-in-and-out", "bad-inputs"];
    let data = data.map(|name| crate::common::records::tests().join(format!("data/{name}.jsonl")));
    let mut files = data.to_vec();
    files.extend(data_files("conditions"));
    files.extend(data_files("stipulations"));
    crate::common::records::records(&files)
}

/// The problems of an input that have no error.
fn sound(text: &str) -> Vec<Problem> {
    let problems = read(text.as_bytes()).problems.into_iter();
    let problems = problems.filter(|read| read.is_sound());
    problems.map(|read| read.problem).collect()
}

#[test]
fn a_problem_written_in_any_language_is_the_same_problem() {
    let mut problems = 0;
    for record in records() {
        for problem in sound(&record.input) {
            problems += 1;
            for language in Language::ALL {
                let written = input([&problem], language);
                let again = sound(&written);
                assert_eq!(
                    again,
                    std::slice::from_ref(&problem),
                    "{}\n{written}",
                    record.input
                );
            }
        }
    }
    assert!(problems > 500, "{problems}");
}

#[test]
fn men_below_others_are_the_same_in_whatever_order_they_were_named() {
    let text = "BeginProblem\nStipulation h~0.5\nPieces White Ke1 Black Ke8 Pe5b2\n\
                Pieces Neutral Pe5b2\nEndProblem";
    let problem = &sound(text)[0];
    let written = input([problem], Language::Fr);
    assert_eq!(sound(&written), std::slice::from_ref(problem), "{written}");
    assert_eq!(&sound(&text.replace("Pe5b2", "Pb2e5"))[0], problem);
}

#[test]
fn men_below_others_where_play_starts_are_written() {
    let text = "BeginProblem\nPieces White Ke1 Rh1 Kh1 Black Ka8\nStipulation ser-a=>b5\n\
                Pieces White Bf1 Rg1 Black Ka8\nEndProblem";
    let problem = &sound(text)[0];
    let french = input([problem], Language::Fr);
    assert_eq!(sound(&french), std::slice::from_ref(problem), "{french}");
}

#[test]
fn walks_that_a_problem_defines_are_written_with_it() {
    let text = "BeginProblem\nWalk DE Dervish: leap 1:2 + ride 0:1\nStipulation h#2\n\
                Pieces White Kb1 DEd3 Black Kh8 R/Bc4\nEndProblem";
    let problem = &sound(text)[0];
    let french = input([problem], Language::Fr);
    assert_eq!(sound(&french), std::slice::from_ref(problem), "{french}");
}

#[test]
fn texts_of_solutions_are_read_and_written_again() {
    let outputs = records().into_iter().map(|record| record.output);
    let outputs: Vec<String> = outputs.filter(|text| text.ends_with("\n\n\n")).collect();
    assert!(outputs.len() > 200, "{}", outputs.len());
    for output in outputs {
        let again = reread(&output).unwrap_or_else(|fault| panic!("{fault}\n{output}"));
        let again: String = again.iter().map(|problem| problem.text()).collect();
        assert_eq!(again, output);
    }
}

#[test]
fn what_is_read_back_is_what_was_found() {
    let text = "BeginProblem Stipulation #2 Option Variation Try Pieces White Kf6 Rb1 Sd5 \
                Black Kh8 Pa7 EndProblem";
    let problem = &sound(text)[0];
    let solution = solve(problem, &Settings::default(), &());
    let text = Writer::default().whole(problem, &solution);
    let again = reread(&text).expect("our own text");
    assert_eq!(again[0].solution.twins[0].phases, solution.twins[0].phases);
    assert_eq!(again[0].problem.diagram, problem.diagram);
}

#[test]
fn a_line_that_is_no_play_is_pointed_at() {
    let text = "\n  1.a5-a4 Rh2-h8 #\n  1.a5-a4 Rh2+h8 #\n\nsolution finished.\n\n\n";
    let fault = reread(text).expect_err("no such move");
    let at = fault.span().map(|span| span.offset());
    assert_eq!(at, text.find("h8 #\n\n").map(|at| at - 1));
}

#[test]
fn a_fault_around_a_message_is_pointed_at() {
    let text = "\n   1.Qa4-e8 ! threat:\n          2.Qe8-c8 #\u{7}🌀\u{7}\n      1...Ka6-b6\n\
                \x20         2.Qe8-d8 #\n\n\nsolution finished.\n\n\n";
    let at = reread(text).expect_err("no such mark").span();
    let at = at.map(|at| &text[at.offset()..][..at.len()]);
    assert_eq!(at, Some("#\u{7}🌀"));
}

#[test]
fn a_heading_that_tells_no_change_is_pointed_at() {
    let text = "\na) \n\n\nb) wRb1-->é4  \n\n\nsolution finished.\n\n\n";
    let fault = reread(text).expect_err("no such square");
    assert_eq!(fault.span().map(|span| span.offset()), text.find("wRb1"));
}

/// A text of play with some characters changed.
fn spoiled(text: String) -> impl Strategy<Value = String> {
    let length = text.len();
    let cut = (0..length, 0..6usize, "[ \\PC\n]{0,4}");
    proptest::collection::vec(cut, 1..4).prop_map(move |cuts| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, removed, instead) in cuts {
            let at = at.min(characters.len());
            let end = (at + removed).min(characters.len());
            characters.splice(at..end, instead.chars());
        }
        characters.into_iter().collect()
    })
}

fn some_input() -> impl Strategy<Value = String> {
    let inputs = records().into_iter().map(|record| record.input);
    let inputs: Vec<String> = inputs.filter(|text| !text.is_empty()).collect();
    proptest::sample::select(inputs).prop_flat_map(spoiled)
}

fn some_output() -> impl Strategy<Value = String> {
    let outputs = records().into_iter().map(|record| record.output);
    let outputs: Vec<String> = outputs.filter(|text| !text.is_empty()).collect();
    proptest::sample::select(outputs).prop_flat_map(spoiled)
}

proptest! {
    /// Whatever is understood without error can be written and read again.
    #[test]
    fn spoiled_inputs_are_refused_or_the_same_again(text in some_input()) {
        let reading = read(text.as_bytes());
        let of_problems = reading.problems.iter().flat_map(|read| &read.diagnostics);
        for said in reading.diagnostics.iter().chain(of_problems) {
            let end = said.span().map_or(0, |span| span.offset() + span.len());
            prop_assert!(end <= reading.text.len(), "{:?}", said);
        }
        for problem in sound(&text) {
            let written = input([&problem], Language::De);
            prop_assert_eq!(&sound(&written), &[problem], "{}", written);
        }
    }

    #[test]
    fn any_text_is_read_back_without_panic(text in "[ \\PC\n]{0,200}") {
        let _ = reread(&format!("{text}\nsolution finished.\n\n\n"));
    }

    /// What can be read is written the same, or at least without panic.
    #[test]
    fn spoiled_solutions_are_read_back_without_panic(text in some_output()) {
        if let Ok(problems) = reread(&text) {
            let _: Vec<String> = problems.iter().map(|problem| problem.text()).collect();
        }
    }
}
