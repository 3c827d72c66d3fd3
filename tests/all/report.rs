//! The report for people: its layout is kept in snapshots.

use dawson::notation::popeye::read::read;
use dawson::notation::report::{Look, report};
use dawson::{Settings, solve};

fn reported(input: &str, look: Look) -> String {
    let reading = read(input.as_bytes());
    let problem = &reading.problems[0].problem;
    let settings = Settings {
        memory: 1 << 20,
        ..Settings::default()
    };
    let solution = solve(problem, &settings, &());
    report(problem, &solution, reading.language, look)
}

#[test]
fn a_battle_with_set_play_tries_and_variations() {
    let text = "BeginProblem Author Somebody\nTitle A scheme\nStipulation #2\n\
                Option Variation Try SetPlay\nPieces White Ka1 Rh7 Rf4 Black Kd8 Pa2\nEndProblem";
    insta::assert_snapshot!(reported(text, Look::Plain));
}

#[test]
fn help_play_with_twins_in_german() {
    let text = "AnfangProblem\nForderung h#1\nBedingung Circe\n\
                Steine Weiss Kb6 Th2 Schwarz Ka8 Ba5\nZwilling versetze h2 g2\n\
                Zwilling ferner versetze b6 b5 Forderung h=1\nEndeProblem";
    insta::assert_snapshot!(reported(text, Look::Plain));
}

#[test]
fn a_single_continuation_stands_on_the_line_of_its_defence() {
    let text = "BeginProblem\nStipulation #3\nOption Variation\n\
                Pieces White Kg5 Ra1 Black Kh8 Ph7\nEndProblem";
    insta::assert_snapshot!(reported(text, Look::Plain));
}

#[test]
fn duplex_short_lines_and_what_cannot_be_solved() {
    let text = "BeginProblem\nStipulation h#1\nOption Duplex\n\
                Pieces White Kg6 Rg3 Ra1 Black Kh8 Pa2\nTwin Move g3 h3 Remove a2\nEndProblem";
    insta::assert_snapshot!(reported(text, Look::Plain));
}

#[test]
fn colours_only_add() {
    let text = "BeginProblem\nStipulation #1\nPieces White Kg6 Rb1 Black Kh8\nEndProblem";
    let coloured = reported(text, Look::Coloured);
    assert!(coloured.contains("\x1b["));
    let codes = ["1", "2", "31", "32", "33", "1;32", "0"].map(|code| format!("\x1b[{code}m"));
    let plain = codes
        .iter()
        .fold(coloured, |text, code| text.replace(code, ""));
    assert_eq!(plain, reported(text, Look::Plain));
}
