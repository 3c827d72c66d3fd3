//! Files that a problem names: protocols, LaTeX documents, included files; and
//! messages in the language of the input.

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

/// A folder of its own for each test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
    std::fs::create_dir_all(&folder).expect("the temporary folder takes folders");
    folder
}

/// Runs `dawson popeye` on `x.inp` within the folder.
fn popeye(folder: &Path, switches: &[&str], text: &str) -> Output {
    std::fs::write(folder.join("x.inp"), text).expect("the folder takes files");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dawson"));
    command.current_dir(folder).timeout(Duration::from_secs(60));
    command.arg("popeye").arg("-regression").args(switches);
    command.arg("x.inp").output().expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn is_success(output: &Output) -> bool {
    output.status.code() == Some(0)
}

#[test]
fn a_protocol_gets_what_is_printed_from_then_on() {
    let folder = folder("protocol");
    let text = "BeginProblem Stipulation #1 Pieces White Kg6 Rb1 Black Kh8\n\
                NextProblem\nProtocol all.txt\nRemark said\nStipulation #1\n\
                Pieces White Kg6 Rb1 Black Kh8\nEndProblem";
    let output = popeye(&folder, &[], text);
    assert!(is_success(&output), "{}", err(&output));
    let protocol = std::fs::read_to_string(folder.join("all.txt")).expect("it was written");
    assert!(protocol.starts_with("said\n"));
    assert!(out(&output).ends_with(&protocol));
    popeye(&folder, &[], text);
    let twice = std::fs::read_to_string(folder.join("all.txt")).expect("it was written");
    assert_eq!(twice, protocol.repeat(2));
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_the_problem_is_solved() {
    let folder = folder("unwritable");
    for command in ["Protocol", "LaTeX"] {
        let text = format!(
            "BeginProblem\n{command} nosuchdir/out\nStipulation #1\n\
             Pieces White Kg6 Rb1 Black Kh8\nEndProblem"
        );
        let output = popeye(&folder, &[], &text);
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains("cannot write `nosuchdir/out`: not found"));
        assert!(out(&output).contains("1.Rb1-b8 # !"));
    }
}

#[test]
fn latex_holds_the_problem_and_its_solution() {
    let folder = folder("latex");
    let text = "BeginProblem\nLaTeX out.tex\ng DU grasshopper\nAuthor Jane Doe\n\
                Origin 12, A Magazine 3, 12/1995\nStipulation h#1\nOption SetPlay\n\
                Pieces White Kg6 Ra1 Gb3 Black Kh8 Pb7 Neutral Sd4\nTwin Move a1 b1\nEndProblem";
    let output = popeye(&folder, &[], text);
    assert!(is_success(&output), "{}", err(&output));
    let document = std::fs::read_to_string(folder.join("out.tex")).expect("it was written");
    for part in [
        "\\usepackage{diagram}",
        "\\author{Doe, Jane}",
        "\\sourcenr{12}",
        "\\year{1995}",
        "\\pieces{wTa1, wDUb3, nSd4, wKg6, sBb7, sKh8}",
        "\\remark{\\mbox{\\wDU = grasshopper}}",
        "\\stipulation{h\\#1*}",
        "\\twins{b) \\wT a1{\\ra}b1}",
        "1.nSd4-c2 Ra1-a8 \\#",
        "\\end{document}",
    ] {
        assert!(document.contains(part), "{part} in {document}");
    }
    assert!(
        !document.contains("\\Co+"),
        "nobody said how many solutions there are to be"
    );
}

#[test]
fn only_a_sound_problem_gets_its_mark_in_latex() {
    let folder = folder("mark");
    let marked = |men: &str| {
        let text = format!("BeginProblem\nLaTeX out.tex\nStipulation #1\nPieces {men}\nEndProblem");
        let output = popeye(&folder, &[], &text);
        assert!(is_success(&output), "{}", err(&output));
        let document = std::fs::read_to_string(folder.join("out.tex")).expect("it was written");
        document.contains("\\Co+")
    };
    assert!(marked("White Kg6 Rb1 Black Kh8"));
    assert!(!marked("White Kg6 Rb1 Ra1 Black Kh8"), "it is cooked");
    assert!(!marked("White Kg5 Rb1 Black Kh8"), "there is no solution");
}

#[test]
fn a_problem_reaches_its_own_folder_alone() {
    let folder = folder("trust");
    std::fs::create_dir_all(folder.join("inner")).expect("the folder takes folders");
    std::fs::write(folder.join("keep.tex"), "my own").expect("the folder takes files");
    std::fs::write(folder.join("keep.txt"), "my own").expect("the folder takes files");
    let problem = "Stipulation #1\nPieces White Kg6 Rb1 Black Kh8\nEndProblem";
    for command in [
        "LaTeX keep.tex",
        "Protocol keep.txt",
        "LaTeX ../out.tex",
        "Protocol /tmp/dawson-must-not",
    ] {
        let output = popeye(&folder, &[], &format!("BeginProblem\n{command}\n{problem}"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            err(&output).contains("cannot write"),
            "{command}: {}",
            err(&output)
        );
    }
    for kept in ["keep.tex", "keep.txt"] {
        let text = std::fs::read_to_string(folder.join(kept)).expect("it is there");
        assert_eq!(text, "my own");
    }
    let output = popeye(
        &folder,
        &["--trust-files"],
        &format!("BeginProblem\nLaTeX keep.tex\n{problem}"),
    );
    assert!(is_success(&output), "{}", err(&output));
    let output = popeye(
        &folder,
        &[],
        &format!("BeginProblem\nInput ../x.inp\n{problem}"),
    );
    assert!(
        err(&output).contains("outside the folder"),
        "{}",
        err(&output)
    );
}

/// `solve` follows them, too: a protocol holds what Popeye prints, whatever the form of the output is.
#[test]
fn solve_writes_the_files_that_problems_name() {
    let folder = folder("solve-named");
    let text = "BeginProblem\nStipulation h#1\nPieces White Kg6 Ra1 Black Kh8\n\
                NextProblem\nProtocol all.txt\nLaTeX all.tex\nAuthor Jane Doe\nStipulation #1\n\
                Pieces White Kg6 Rb1 Black Kh8\nTwin Move b1 c1\n\
                NextProblem\nRemark said\nStipulation h#1\nPieces White Kg6 Rb1 Black Kh8\nEndProblem";
    std::fs::write(folder.join("x.inp"), text).expect("the folder takes files");
    let run = |arguments: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dawson"));
        command
            .current_dir(&folder)
            .timeout(Duration::from_secs(60));
        let command = command.arg("solve").args(arguments).write_stdin(input);
        command.output().expect("the program runs")
    };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it was written");
    let mut protocols = String::new();
    for arguments in [
        &["x.inp"][..],
        &["x.inp", "--format", "json"],
        &["x.inp", "--brief", "--notation", "short"],
    ] {
        let output = run(arguments, "");
        assert!(is_success(&output), "{}", err(&output));
        let protocol = read("all.txt").split_off(protocols.len());
        assert!(protocol.contains("\na) \n"), "{protocol}");
        assert!(protocol.contains("  1.Rc1-c8 # !"), "{protocol}");
        assert!(protocol.contains("said\n"), "{protocol}");
        assert!(protocol.contains("  1.Kh8-g8 Rb1-b8 #"), "{protocol}");
        assert!(
            !protocol.contains("Ra1"),
            "what stands before it is not in it: {protocol}"
        );
        protocols += &protocol;
        let document = read("all.tex");
        assert_eq!(document.matches("\\begin{diagram}").count(), 2);
        assert!(document.contains("\\author{Doe, Jane}"), "{document}");
        assert!(document.contains("\\Co+"), "{document}");
    }
    // The text of standard input names nothing.
    let output = run(&["-"], &text.replace("all.", "none."));
    assert!(is_success(&output), "{}", err(&output));
    assert!(err(&output).contains("no folder"), "{}", err(&output));
    assert!(!folder.join("none.txt").exists() && !folder.join("none.tex").exists());
    // What is not Dawson's stays.
    std::fs::write(folder.join("all.tex"), "my own").expect("written");
    let output = run(&["x.inp"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("cannot write `all.tex`"),
        "{}",
        err(&output)
    );
    assert_eq!(read("all.tex"), "my own");
}

#[test]
fn files_may_include_files_but_not_themselves() {
    let folder = folder("include");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text);
    write("men.inp", "Pieces White Kg6 Rb1\nInput black.inp\n").expect("written");
    write("black.inp", "Black Kh8").expect("written");
    let text = "BeginProblem\nStipulation #1\nInput men.inp\nEndProblem";
    let output = popeye(&folder, &[], text);
    assert!(is_success(&output), "{}", err(&output));
    assert!(out(&output).contains("1.Rb1-b8 # !"));
    let output = popeye(&folder, &[], &text.replace("men.inp", "x.inp"));
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("`x.inp` includes itself"));
    let output = popeye(&folder, &[], &text.replace("men.inp", "none.inp"));
    assert!(err(&output).contains("cannot open the included file `none.inp`: not found"));
}

#[test]
fn a_lenient_run_solves_what_was_understood() {
    let folder = folder("lenient");
    let text = "BeginProblem\nStipulation #1\nPieces White Kg6 Rb1 Black Kh8\n";
    let output = popeye(&folder, &[], text);
    assert!(!out(&output).contains("1.Rb1-b8"));
    let output = popeye(&folder, &["--lenient"], text);
    assert!(out(&output).contains("1.Rb1-b8 # !"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn messages_are_in_the_language_of_the_input() {
    let folder = folder("language");
    let german =
        "AnfangProblem\nBedingung Cirrce\nForderung #1\nSteine Weiss Kg6 Schwarz Kh8\nEndeProblem";
    let said = err(&popeye(&folder, &[], german));
    assert!(said.contains("unbekannte Bedingung `Cirrce`"), "{said}");
    assert!(said.contains("Hilfe: ist `Circe` gemeint?"), "{said}");
    let french =
        "DebutProbleme\nCondition Cirrce\nEnonce #1\nPieces Blanc Rg6 Noir Rh8\nFinProbleme";
    let said = err(&popeye(&folder, &[], french));
    assert!(said.contains("condition inconnue `Cirrce`"), "{said}");
    assert!(
        said.contains("aide : vouliez-vous dire `Circe` ?"),
        "{said}"
    );
    let said = err(&popeye(
        &folder,
        &[],
        "Forderung #1\nSteine Weiss Kg6 Schwarz Kh8\n",
    ));
    assert!(said.contains("AnfangProblem erwartet"), "{said}");
}
