//! The program from outside: what it prints where, and how it ends.

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

const MATE_IN_ONE: &str = "BeginProblem\nStipulation #1\nOption Variation\n\
                           Pieces White Kg6 Rb1 Black Kh8 Pa7\nEndProblem\n";
const TWO_LINES: &str =
    "BeginProblem\nStipulation h#1\nPieces White Kb6 Rh2 Black Ka8 Pa5\nEndProblem\n";
/// Nobody solves this within the limits of these tests.
const ENDLESS: &str = "BeginProblem\nStipulation h#12\nPieces White Ka1 Qb2 Rc3 Sd4 Pe5 \
                       Black Kh8 Qg7 Rf6 Sb6 Pa7 Ph3\nEndProblem\n";

/// A file of its own for each test.
fn file(name: &str, text: &str) -> PathBuf {
    let file = folder(name).join(format!("{name}.inp"));
    std::fs::write(&file, text).expect("the temporary folder takes files");
    file
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the temporary folder takes folders");
    folder
}

fn dawson(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dawson"));
    command.args(arguments).timeout(Duration::from_secs(60));
    command.output().expect("the program runs")
}

fn popeye(arguments: &[&str], name: &str, text: &str) -> Output {
    let file = file(name, text);
    let file = file.to_str().expect("the path is readable").to_owned();
    dawson(&[&["popeye"], arguments, &[file.as_str()]].concat())
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

#[test]
fn a_solved_problem_ends_with_0_and_says_nothing_else() {
    let output = popeye(
        &["-regression", "-maxmem", "10M", "-nogui"],
        "solved",
        MATE_IN_ONE,
    );
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("\n   1.Rb1-b8 # !\n"));
    assert!(out(&output).ends_with("\nsolution finished.\n\n\n"));
    assert_eq!(err(&output), "");
}

#[test]
fn version_and_times_are_printed_unless_in_regression() {
    let output = popeye(&["-heartbeat", "100"], "times", MATE_IN_ONE);
    assert!(out(&output).starts_with("dawson v"));
    assert!(out(&output).contains("solution finished. Time = 0."));
}

#[test]
fn an_error_is_shown_and_the_other_problems_are_solved() {
    let text = "BeginProblem\nStipulation #1\nCondition Cirrce\nPieces White Kg6 Black Kh8\n\
                NextProblem\nStipulation #1\nPieces White Kg6 Rb1 Black Kh8\nEndProblem\n";
    let output = popeye(&["-regression"], "broken", text);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("Cirrce"));
    assert!(out(&output).contains("1.Rb1-b8 # !"));
}

#[test]
fn a_missing_file_is_an_error() {
    let output = dawson(&["popeye", "no/such/file.inp"]);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("no/such/file.inp"));
}

#[test]
fn a_wrong_command_ends_with_2() {
    assert_eq!(code(&dawson(&["popeye"])), 2);
    assert_eq!(code(&dawson(&["popeye", "-maxmem", "much", "x.inp"])), 2);
    assert_eq!(code(&dawson(&["frobnicate"])), 2);
    assert_eq!(code(&dawson(&["--help"])), 0);
    assert!(out(&dawson(&["--version"])).starts_with("dawson "));
}

#[test]
fn a_limit_of_the_command_line_ends_with_3() {
    let output = popeye(&["-regression", "-maxsolutions", "1"], "limited", TWO_LINES);
    assert_eq!(code(&output), 3);
    assert!(out(&output).ends_with("#\nPartial solution\n\n\n"));
}

#[test]
fn a_limit_of_the_problem_ends_with_0() {
    let text = TWO_LINES.replace("Pieces", "Option MaxSolutions 1\nPieces");
    let output = popeye(&["-regression"], "wished", &text);
    assert_eq!(code(&output), 0);
    assert!(out(&output).ends_with("#\nPartial solution\n\n\n"));
}

#[test]
fn time_that_is_up_ends_with_3_and_time_wished_for_with_0() {
    let output = popeye(&["-regression", "-maxtime", "1"], "time", ENDLESS);
    assert_eq!(code(&output), 3);
    assert!(out(&output).ends_with("Partial solution\n\n\n"));
    let wished = ENDLESS.replace("Pieces", "Option MaxTime 1\nPieces");
    assert_eq!(code(&popeye(&["-regression"], "wished-time", &wished)), 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_what_it_has() {
    let file = file("interrupted", ENDLESS);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dawson"));
    command
        .arg("popeye")
        .arg("-regression")
        .arg(&file)
        .stdout(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    let interrupt = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(interrupt.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(code(&output), 3);
    assert!(out(&output).contains("  h#12 "));
    assert!(out(&output).ends_with("Partial solution\n\n\n"));
}

#[test]
fn a_king_that_can_be_captured_is_told_beside_the_text() {
    let text = "BeginProblem\nStipulation #1\nPieces White Kg6 Rb8 Black Kh8\nEndProblem\n";
    let output = popeye(&["-regression"], "capturable", text);
    assert!(err(&output).contains("can capture the king on"));
    assert!(out(&output).ends_with("2 + 1\n\nsolution finished.\n\n\n"));
}

#[test]
fn a_refused_problem_ends_with_1() {
    let text = MATE_IN_ONE.replace("Option Variation", "Condition ExtinctionChess Circe Cage");
    let output = popeye(&["-regression"], "refused", &text);
    assert_eq!(code(&output), 1);
    assert!(!out(&output).contains("solution finished"));
    assert!(!err(&output).is_empty());
}

#[test]
fn a_statement_and_a_position_are_solved_for_people() {
    let output = dawson(&["solve", "h#1", "--fen", "k7/8/1K6/p7/8/8/7R/8"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("  1. a5-a4 Rh2-h8 #\n"));
    assert!(out(&output).contains("-> 2 solutions\n"));
    assert!(!out(&output).contains('\x1b'), "no colours in a pipe");
    assert_eq!(err(&output), "", "no progress in a pipe");
}

#[test]
fn a_wrong_statement_is_an_error() {
    let output = dawson(&["solve", "h#1, Cirrce", "--fen", "k7/8/1K6/p7/8/8/7R/8"]);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("Cirrce"));
    let output = dawson(&["solve", "h#1", "--fen", "k7/8/8"]);
    assert_eq!(code(&output), 1);
}

#[test]
fn json_is_one_object_a_line() {
    let file = file(
        "json",
        &MATE_IN_ONE.replace(
            "EndProblem",
            "NextProblem\nStipulation h#1\nPieces White Kb6 Rh2 Black Ka8 Pa5\nEndProblem",
        ),
    );
    let file = file.to_str().expect("the path is readable");
    let output = dawson(&["solve", "--format", "json", file]);
    assert_eq!(code(&output), 0);
    let lines: Vec<serde_json::Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    let key = &lines[0]["versions"][0]["phases"][0]["tree"]["branches"][0];
    assert_eq!(key["move"]["text"], "Rb1-b8");
    assert_eq!((&key["mark"], &key["goal"]), (&"key".into(), &"#".into()));
    let first = &lines[1]["versions"][0]["phases"][0]["lines"][0]["moves"][0];
    assert_eq!(first["side"], "black");
    assert_eq!(first["parts"][0]["to"], "a4");
}

#[test]
fn json_tells_what_changes_when_the_defender_passes() {
    let position = "3k4/3P4/3K4/1p6/3Rp3/8/8/8";
    let keys = |statement: &str| -> Vec<serde_json::Value> {
        let output = dawson(&["solve", statement, "--fen", position, "--format", "json"]);
        let told: serde_json::Value =
            serde_json::from_str(&out(&output)).expect("the output is JSON");
        let phases = told["versions"][0]["phases"].as_array().expect("phases");
        let trees = phases
            .iter()
            .filter_map(|phase| phase["tree"]["branches"].as_array());
        trees.flatten().cloned().collect()
    };
    let under_lost_pieces = keys("Lost pieces, #2");
    assert!(!under_lost_pieces.is_empty());
    for key in under_lost_pieces {
        assert_eq!(key["passing"]["parts"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            key["passing"]["text"].as_str().map(str::trim),
            Some("[-wPd7]")
        );
    }
    assert!(keys("#2").iter().all(|key| key.get("passing").is_none()));
}

#[test]
fn the_schema_is_printed() {
    let kept = include_str!("../../src/notation/json-schema.json");
    assert_eq!(out(&dawson(&["schema"])), kept);
}

/// Each line says where its problem stands, also that of a problem that cannot be read.
#[test]
fn lines_of_data_say_where_their_problem_stands() {
    let file = folder("places").join("two.csv");
    let text = "id,fen,statement\nfirst,7k/1p6/6K1/8/8/8/8/R7,h#1\nsecond,7k/8/8,h#1\n";
    std::fs::write(&file, text).expect("written");
    let name = file.to_str().expect("the path is readable");
    let output = dawson(&["solve", name, "--format", "json"]);
    assert_eq!(code(&output), 1);
    let told = out(&output);
    let lines: Vec<serde_json::Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2, "{told}");
    for (line, (number, id)) in lines.iter().zip([(1, "first"), (2, "second")]) {
        assert_eq!(line["file"], name);
        assert_eq!(line["number"], number);
        assert_eq!(line["id"], id);
        assert_eq!(
            line["program"],
            concat!("Dawson ", env!("CARGO_PKG_VERSION"))
        );
    }
    assert!(lines[0]["seconds"].is_number());
    assert!(lines[1]["errors"][0].is_string());
}

#[test]
fn collections_are_compared_with_the_solutions_beside_them() {
    let folder = folder("collection");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write("good.inp", TWO_LINES);
    // The other order is as good.
    write(
        "good.txt",
        "  1.Ka8-b8 Rh2-h8 #\n  1.a5-a4 Rh2-h8 #\n\nsolution finished.\n",
    );
    write("unknown.inp", MATE_IN_ONE);
    let path = folder.to_str().expect("the path is readable");
    let output = dawson(&["solve", path]);
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("problem 1: agrees"));
    assert!(out(&output).contains("1 of 1 solutions agree"));
    write("good.txt", "  1.a5-a4 Rh2-h8 #\n\nsolution finished.\n");
    let output = dawson(&["solve", path, "--format", "text"]);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("0 of 1 solutions agree"));
}

#[test]
fn the_manual_explains_by_any_name() {
    let output = dawson(&["explain", "Grashüpfer"]);
    assert_eq!(code(&output), 0);
    let text = out(&output);
    for part in [
        "Grasshopper",
        "Sauterelle",
        "Hops on queen lines",
        "key      grasshopper",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // It hops over d6 and f4, and captures nothing behind them.
    assert!(text.contains("7 . . . o . . o ."), "{text}");
}

#[test]
fn the_manual_speaks_the_language_asked_for() {
    let text = out(&dawson(&["explain", "--language", "de", "grasshopper"]));
    for part in [
        "Gangart",
        "Grashüpfer",
        "nur auf Englisch",
        "dorthin kann er ziehen",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let text = out(&dawson(&["explain", "--language", "fr", "Circe"]));
    assert!(text.contains("n'existe qu'en anglais"), "{text}");
    let text = out(&dawson(&["explain", "--language", "en", "grasshopper"]));
    assert!(
        !text.contains("anglais") && text.contains("meaning"),
        "{text}"
    );
}

#[test]
fn the_manual_explains_what_a_composer_defines() {
    let output = dawson(&["explain", "DE Dervish: leap 0:3"]);
    assert_eq!(code(&output), 0);
    assert!(
        out(&output).contains("4 o . . @ . . o ."),
        "{}",
        out(&output)
    );
}

#[test]
fn the_manual_explains_a_whole_statement() {
    let text = out(&dawson(&["explain", "Bolero, Rex inclusif, h#2.5"]));
    assert!(
        text.starts_with("mat aidé en 2½, Bolero avec rois\n"),
        "{text}"
    );
    for page in ["key      bolero", "rex inclusive"] {
        assert!(text.contains(page), "{text}");
    }
    assert_eq!(
        out(&dawson(&["explain", "Matt in zwei Zügen"])),
        "Matt in 2\n"
    );
    let output = dawson(&["explain", "h#2 Cirrce Madrasi"]);
    assert_eq!(code(&output), 1);
    let text = err(&output);
    assert!(text.contains("did you mean `Circe`?"), "{text}");
    assert!(text.contains("statement:1:5"), "{text}");
}

#[test]
fn the_manual_helps_with_slips() {
    let output = dawson(&["explain", "Madrassi"]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).is_empty());
    assert!(
        err(&output).contains("did you mean `Madrasi`"),
        "{}",
        err(&output)
    );
}

#[test]
fn everything_is_listed() {
    for kind in [
        "walks",
        "attributes",
        "conditions",
        "goals",
        "genres",
        "options",
    ] {
        let output = dawson(&["list", kind]);
        assert_eq!(code(&output), 0);
        assert!(out(&output).lines().count() > 5, "{kind}");
    }
}

#[test]
fn completions_know_the_names_of_the_manual() {
    let output = dawson(&["completions", "bash"]);
    assert_eq!(code(&output), 0);
    for word in ["explain", "nightrider", "madrasi"] {
        assert!(out(&output).contains(word), "{word}");
    }
}

#[test]
fn a_walk_of_ones_own_solves_problems() {
    let problem = "BeginProblem\nWalk DE Dervish: leap 1:3 + leap 2:3\nStipulation #1\n\
                   Pieces White Kg6 DEd4 Rb1 Black Kh8\nEndProblem\n";
    let output = popeye(&[], "own-walk", problem);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!err(&output).contains("error"), "{}", err(&output));
    let statement = "#1, Walk DE Dervish: leap 1:3 + leap 2:3";
    let output = dawson(&["solve", statement, "--fen", "7k/8/6K1/8/3.DE4/8/8/1R6"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("Rb1-b8 #"), "{}", out(&output));
    let spoiled = problem.replace("leap 1:3", "fly 1:3");
    let output = popeye(&[], "spoiled-walk", &spoiled);
    assert!(
        err(&output).contains("does not define a walk"),
        "{}",
        err(&output)
    );
    let idle = problem.replace("leap 2:3", "ride 9:9");
    let output = popeye(&[], "idle-walk", &idle);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("`ride 9:9`"), "{}", err(&output));
}

#[test]
fn places_are_told_in_characters() {
    let position = "7k/8/6K1/8/8/8/8/1R6";
    for (statement, place) in [
        ("#1, Längstzüger, madrosi", "[statement:1:18]"),
        ("#1, Walk DE Dö: leap 1:2 + fly 0:1", "[statement:1:28]"),
    ] {
        let output = dawson(&["solve", statement, "--fen", position]);
        assert!(err(&output).contains(place), "{}", err(&output));
    }
}

/// Long enough to be killed in the middle, short enough to be solved again and again.
const LONGER: &str = "BeginProblem\nStipulation h#2.5\nOption SetPlay\n\
                        Pieces White Ka1 Qb2 Sd4 Pe5 Black Kh8 Rf6 Sb6 Pa7\nTwin Move a1 c1\nEndProblem\n\
                        BeginProblem\nStipulation #3\nOption Variation Try\n\
                        Pieces White Kf6 Rb1 Sc3 Pd2 Black Kh7 Ba8 Pa7\nEndProblem\n";

fn checkpoint(name: &str) -> PathBuf {
    let file = folder(name).join("kept");
    let _ = std::fs::remove_file(&file);
    file
}

fn solved_with(checkpoint: &Path, name: &str, threads: &str) -> Output {
    let kept = checkpoint.to_str().expect("the path is readable");
    let arguments = ["-regression", "--threads", threads, "--checkpoint", kept];
    popeye(&arguments, name, LONGER)
}

#[test]
fn a_search_goes_on_where_any_part_of_it_was_kept() {
    let whole = popeye(&["-regression"], "kept", LONGER);
    let kept = checkpoint("kept");
    assert_eq!(out(&solved_with(&kept, "kept", "2")), out(&whole));
    let bytes = std::fs::read(&kept).expect("the checkpoint was written");
    for part in 0..8 {
        let cut = bytes.len() * part / 7;
        std::fs::write(&kept, &bytes[..cut]).expect("the folder takes files");
        let again = solved_with(&kept, "kept", "1");
        assert_eq!(out(&again), out(&whole), "after {cut} bytes");
        assert_eq!(code(&again), 0);
    }
    assert_eq!(out(&solved_with(&kept, "kept", "1")), out(&whole));
    let moves = |bytes: &[u8]| String::from_utf8_lossy(bytes).matches("\"stage\"").count();
    let last = std::fs::read(&kept).expect("the checkpoint is still there");
    assert_eq!(moves(&last), moves(&bytes), "nothing is searched anew");
}

#[test]
fn a_killed_search_goes_on() {
    let whole = popeye(&["-regression"], "killed", LONGER);
    let kept = checkpoint("killed");
    let input = file("killed", LONGER);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dawson"));
    let command = command.args(["popeye", "-regression", "--checkpoint"]);
    let command = command.arg(&kept).arg(input).stdout(Stdio::null());
    let mut running = command.spawn().expect("the program runs");
    let has_begun = || std::fs::metadata(&kept).is_ok_and(|file| file.len() > 20_000);
    while !has_begun() && running.try_wait().is_ok_and(|ended| ended.is_none()) {
        std::thread::sleep(Duration::from_millis(1));
    }
    running.kill().expect("it is ours to kill");
    running.wait().expect("it has ended");
    assert!(std::fs::metadata(&kept).is_ok_and(|file| file.len() > 0));
    assert_eq!(out(&solved_with(&kept, "killed", "2")), out(&whole));
}

#[test]
fn a_checkpoint_helps_no_other_problem() {
    let kept = checkpoint("other");
    let path = kept.to_str().expect("the path is readable");
    solved_with(&kept, "other", "1");
    for options in ["", "Option SetPlay\n", "Condition Circe\n"] {
        let text = format!(
            "BeginProblem\nStipulation h#2\n{options}\
             Pieces White Ka1 Qb2 Sd4 Pe5 Black Kh8 Rf6 Sb6 Pa7\nEndProblem\n"
        );
        let alone = popeye(&["-regression"], "other-alone", &text);
        let after = popeye(&["-regression", "--checkpoint", path], "other-after", &text);
        assert_eq!(out(&after), out(&alone), "{options}");
    }
}

#[test]
fn a_file_of_the_users_is_no_checkpoint() {
    let notes = file("notes", "Nightrider ideas\n");
    let path = notes.to_str().expect("the path is readable");
    let output = popeye(&["--checkpoint", path], "notes-problem", MATE_IN_ONE);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("was not written as a checkpoint"));
    let kept = std::fs::read_to_string(&notes).expect("the notes are still there");
    assert_eq!(kept, "Nightrider ideas\n");
}

#[test]
fn a_statement_alone_is_explained() {
    let output = dawson(&["solve", "Bolero, Rex inclusive, #3"]);
    assert_eq!(code(&output), 2);
    assert_eq!(out(&output), "mate in 3, Bolero with kings\n");
    assert!(
        err(&output).contains("a position is missing"),
        "{}",
        err(&output)
    );
    let output = dawson(&["solve", "mat aidé en 3, Boléro, rois inclus"]);
    assert_eq!(out(&output), "mat aidé en 3, Bolero avec rois\n");
}

#[test]
fn names_of_own_conditions_that_mean_something_else_are_told() {
    let text = |name: &str, piece: &str| {
        format!("condition {name}\nA {piece} may capture only if nothing is captured.\n")
    };
    let written = [
        ("one", text("Tame", "king")),
        ("other", text("Tame", "rook")),
        ("circe", text("Circe", "king")),
    ];
    let paths = written.map(|(name, text)| {
        let file = folder("own_names").join(format!("{name}.dawson"));
        std::fs::write(&file, text).expect("the temporary folder takes files");
        file.display().to_string()
    });
    let [one, other, circe] = &paths;
    let solve = |files: &[&String]| {
        let given = files
            .iter()
            .flat_map(|file| ["--conditions", file.as_str()]);
        let asked = ["solve", "h#1, Tame", "--fen", "8/8/8/8/8/k1K5/8/1R6"];
        dawson(&asked.into_iter().chain(given).collect::<Vec<_>>())
    };
    let clash = solve(&[one, other]);
    assert_ne!(code(&clash), 0);
    assert!(
        err(&clash).contains("`Tame` is another condition"),
        "{}",
        err(&clash)
    );
    let known = solve(&[one, circe]);
    assert_eq!(code(&known), 0, "{}", err(&known));
    assert!(
        err(&known).contains("`Circe` is a built-in condition"),
        "{}",
        err(&known)
    );
}

/// A file of a folder with faults is told and left out; who names what it defines is refused, even if a built-in
/// or contributed condition has the name as well.
#[test]
fn a_folder_goes_on_without_a_file_that_has_faults() {
    let rules = folder("own_folder");
    let write = |name: &str, text: &str| {
        std::fs::write(rules.join(name), text).expect("the temporary folder takes files");
    };
    let rule = "A king may capture only if nothing is captured.";
    write("good.dawson", &format!("condition Tame\n{rule}\n"));
    write("bad.dawson", "condition Wild\nA man may fly.\n");
    write(
        "false.dawson",
        &format!(
            "condition Adhesive chess\n{rule}\nexample 4k3/8/8/8/8/8/8/R3K3 w: Ra1-a4 is illegal\n"
        ),
    );
    let rules = rules.display().to_string();
    let solve = |statement: &str| {
        dawson(&[
            "solve",
            statement,
            "--fen",
            "8/8/8/8/8/k1K5/8/1R6",
            "--conditions",
            &rules,
        ])
    };
    let tame = solve("h#1, Tame");
    assert_eq!(code(&tame), 0, "{}", err(&tame));
    assert!(err(&tame).contains("bad.dawson:2:"), "{}", err(&tame));
    assert!(
        err(&tame).contains("bad.dawson: left out"),
        "{}",
        err(&tame)
    );
    for (name, why) in [
        ("Wild", "cannot stand here"),
        ("Adhesive chess", "Example fails"),
    ] {
        let refused = solve(&format!("h#1, {name}"));
        assert_ne!(code(&refused), 0, "{}", out(&refused));
        let said = format!("{}{}", out(&refused), err(&refused));
        let whole = format!("`{name}` cannot be played: its text has faults");
        assert!(said.contains(&whole), "{said}");
        assert!(said.contains(why), "{said}");
    }
    let listed = dawson(&["list", "conditions", "--conditions", &rules]);
    assert!(
        out(&listed).contains("Tame | Tame | Tame  (own)"),
        "{}",
        out(&listed)
    );
    assert!(out(&listed).contains("Wild | Wild | Wild  (own, with faults)"));
    let alone = dawson(&[
        "solve",
        "h#1",
        "--conditions",
        &format!("{rules}/bad.dawson"),
    ]);
    assert_ne!(code(&alone), 0);
}

/// `explain` reads back the conditions that a statement names or defines.
#[test]
fn statements_are_explained_with_their_own_conditions() {
    let sticky = "A man may not act if some hostile man like it touches it";
    for statement in [
        format!("h#2; Condition Sticky: {sticky}; Sticky, Circe"),
        "h#2, Adhesive chess".to_owned(),
        "h#2 b) Adhesive chess".to_owned(),
    ] {
        let explained = dawson(&["explain", &statement]);
        assert!(
            out(&explained).contains("(own condition)"),
            "{}",
            out(&explained)
        );
        assert!(out(&explained).contains("  1. A man may not act if"));
        assert!(!out(&explained).contains("Sting"), "{}", out(&explained));
    }
}

/// Files of statements hold the text of a condition wherever it stands.
#[test]
fn blocks_of_conditions_are_read_in_plain_files() {
    let block = "Conditions\ncondition Sticky\nA man may not act\n  if some hostile man like it touches it.\n\n\
                 example 4k3/8/8/8/8/8/1r6/R3K3 w: Ra1 has no move\nEndConditions";
    let (asked, men) = ("#1, Sticky", "white Kg6 Ra1 black Kh8 Rb2");
    for (number, text) in [
        format!("{asked}\n{men}\n{block}\n"),
        format!("{block}\n\n{asked}\n{men}\n"),
        format!("{asked}\n{block}\n{men}\n"),
        format!("{block}\n{asked}\n{men}\n\n{asked}\n{men}\n"),
    ]
    .iter()
    .enumerate()
    {
        let file = folder("own_blocks").join(format!("{number}.txt"));
        std::fs::write(&file, text).expect("the temporary folder takes files");
        let checked = dawson(&["check", &file.display().to_string()]);
        let said = out(&checked);
        assert!(
            said.contains("NO SOLUTION"),
            "{text}: {said}{}",
            err(&checked)
        );
        assert!(!said.contains("NOT READ"), "{text}: {said}");
        assert_eq!(said.contains("txt 2"), number == 3, "{said}");
    }
}

/// Sentences on positions after moves, and preferences, have their witnesses, too.
#[test]
fn why_names_the_sentence_and_who_makes_it_so() {
    let why = |rule: &str, fen: &str, line: &str| {
        let statement = format!("#1; Condition Mine: {rule}; Mine");
        let told = dawson(&["why", &statement, line, "--fen", fen]);
        out(&told) + &err(&told)
    };
    let board = "7k/8/8/8/8/1r6/8/R2N2K1";
    let cases = [
        (
            "A move stands only if every own man touches other",
            "Ra1-a2",
            "sentence 1: it = white rook a2; the other = white knight d1",
        ),
        (
            "A move stands only if no hostile man A where A touches mover",
            "Ra1-a2",
            "A = black rook b3",
        ),
        (
            "After each move no non-royal man on the edge remains",
            "Ra1-a5",
            "sentence 1: the man that remains = white knight d1",
        ),
        (
            "White prefers the greatest length",
            "Ra1-a2",
            "sentence 1: the greatest length: a1-a8 has 49, this move 1",
        ),
        (
            "White prefers moves where it is a knight",
            "Ra1-a2",
            "is one of the moves where it is a knight",
        ),
        (
            "White prefers the smallest number of men that touch other",
            "Ra1-a2",
            "sentence 1: the smallest number",
        ),
        (
            "A man may go only if not arrival is on file a",
            "Ra1-a2",
            "sentence 1: it = white rook a1",
        ),
        (
            "A man may not act if some hostile man like it is on rank 3",
            "Ra1-a2",
            "the other = black rook b3",
        ),
    ];
    for (rule, line, witness) in cases {
        let told = why(rule, board, line);
        assert!(told.contains(witness), "{rule}: {told}");
    }
}

#[test]
fn two_kings_of_a_side_are_refused_in_every_format() {
    let board = "8/8/6K1/8/8/k7/8/R3K3";
    let input = "BeginProblem\nStipulation #2\nPieces White Kg6 Ra1 Ke1 Black Ka3\nEndProblem\n";
    let texts = [
        input.to_owned(),
        format!("#2\n{board}\n"),
        format!("{board} ; #2\n"),
        format!("{{\"fen\": \"{board}\", \"statement\": \"#2\"}}\n"),
        format!("{}\n", serde_json::json!({ "input": input })),
        format!("fen,stipulation\n{board},#2\n"),
        "algebraic: {white: [Kg6, Ra1, Ke1], black: [Ka3]}\nstipulation: \"#2\"\n".to_owned(),
        "Weiß Kg6 Ta1 Ke1 Schwarz Ka3\n#2\n".to_owned(),
    ];
    for (number, text) in texts.iter().enumerate() {
        let file = folder("two_kings").join(format!("{number}.txt"));
        std::fs::write(&file, text).expect("the temporary folder takes files");
        let output = dawson(&["solve", &file.display().to_string()]);
        assert_ne!(code(&output), 0, "{text}");
        assert!(
            err(&output).contains("several kings"),
            "{text}: {}",
            err(&output)
        );
        assert_eq!(out(&output), "", "{text}");
    }
}

#[test]
fn what_is_odd_about_a_position_is_said() {
    let rows = [
        (
            "h#2",
            "4k1rr/8/2p4P/8/4K1P1/8/4Q3/8 w - - 0 1",
            "stand at home",
            0,
        ),
        ("h#1", "8/8/8/8/8/8/7R/k7", "White has no king", 0),
        ("h#1", "k7/8/1K6/8/8/8/7R/k7", "several kings", 1),
        ("#1", "k7/8/1K6/8/8/8/8/P6R", "first or last rank", 0),
        (
            "#1",
            "7k/8/6K1/8/8/8/8/R7 w K - 0 1",
            "do not stand at home",
            0,
        ),
        ("#1", "7k/8/6K1/8/8/8/8/R7 w - e6 0 1", "double step", 0),
        ("#1", "1R5k/8/6K1/8/8/8/8/8", "", 1),
        ("#1", "", "the position is empty", 1),
        ("#1", "7k/8/6K1/8/8/8/8/*1Q6", "magazine", 1),
    ];
    for (statement, position, said, ending) in rows {
        let output = dawson(&["solve", statement, "--fen", position, "--language", "en"]);
        let error = err(&output).replace('\n', " ");
        assert!(error.contains(said), "{position}: {error}");
        assert_eq!(code(&output), ending, "{position}: {error}");
    }
}

#[test]
fn positions_are_read_in_many_forms() {
    let board = "8 . . . . . . . k\n7 . . . . . . . .\n6 . . . . . . K .\n5 . . . . . . . .\n\
                 4 . . . . . . . .\n3 . . . . . . . .\n2 . . . . . . . .\n1 . R . . . . . .\n  a b c d e f g h";
    for position in [
        "7k/8/6K1/8/8/8/8/1R6",
        "wKg6 wRb1 bKh8",
        "Kg6 Tb1 / Kh8",
        board,
    ] {
        let output = dawson(&["solve", "#1", "--fen", position]);
        assert!(
            out(&output).contains("-> one key"),
            "{position}: {}",
            err(&output)
        );
    }
    let output = dawson(&["solve", "h#1, wKg6 wRb1 bKh8 nGa1"]);
    assert!(out(&output).contains("(2 + 1 + 1n)"), "{}", out(&output));
    assert!(
        out(&output).contains("G grasshopper, = neutral"),
        "{}",
        out(&output)
    );
}

#[test]
fn the_reason_why_a_move_fails_is_told() {
    let why = |arguments: &[&str]| out(&dawson(&[&["why"], arguments].concat()));
    let told = why(&["#2, Madrasi", "Rh4-h8", "--fen", "8/8/8/8/r6R/8/8/k1K5"]);
    assert!(told.contains("Madrasi") && told.contains("a4"), "{told}");
    let told = why(&["#2", "Qg7", "--fen", "k7/8/8/1K6/8/8/8/6QR"]);
    assert!(
        told.contains("refuted by") || told.contains("key"),
        "{told}"
    );
    let told = why(&["h#1", "Kg8", "Rb7", "--fen", "7k/8/6K1/8/8/8/8/1R6"]);
    assert!(told.contains("no mate: Black is not in check"), "{told}");
    let told = why(&["#1", "Kg7", "--fen", "7k/8/6K1/8/8/8/8/1R6"]);
    assert!(told.contains("in check from h8"), "{told}");
    // Where a move has several forms they are named.
    let told = why(&["#2, Take&Make", "Rxa8", "--fen", "q3k3/8/8/8/8/8/8/R3K3"]);
    assert!(
        told.contains("can be played, but not in this form: Ra1*a8-"),
        "{told}"
    );
    // Moves are understood as solutions print them, and set play by its number.
    let circe = ["#2, Circe", "--fen", "7k/8/6K1/8/8/8/3q4/R2R4"];
    let told = why(&[&circe[..], &["1.Rd1*d2[+bQd8]", "Qd8-d5", "2.Kg6-f5"]].concat());
    assert!(
        told.contains("Kg6-f5 leaves the king on f5 in check from d5"),
        "{told}"
    );
    let told = why(&["#1", "1...Kh8-h7", "--fen", "7k/8/6K1/8/8/8/8/1R6"]);
    assert!(
        told.contains("Kh8-h7 leaves the king on h7 in check from g6"),
        "{told}"
    );
    let told = why(&[
        "h#1.5",
        "1...nRb1-b7",
        "Kg8",
        "--fen",
        "7k/8/6K1/8/8/8/8/1R6",
    ]);
    assert!(told.contains("Rb1-b7"), "{told}");
}

#[test]
fn a_watched_file_is_solved() {
    let file = file("watched", MATE_IN_ONE);
    let output = dawson(&["watch", "--once", file.to_str().expect("a readable path")]);
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("-> one key"));
    assert_eq!(code(&dawson(&["watch", "no/such/file.inp"])), 1);
}

#[test]
fn terms_and_conditions_not_built_are_known() {
    assert!(out(&dawson(&["explain", "dual"])).contains("second continuation"));
    assert!(out(&dawson(&["explain", "Zeroposition"])).contains("not to be solved itself"));
    assert!(!out(&dawson(&["explain", "C+"])).contains("(1,2)-leaper"));
    assert_eq!(code(&dawson(&["explain", "Woozles"])), 0);
}

/// What is deduced of a proof game, as data.
#[test]
fn games_are_explained_as_data() {
    let fen = "rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1";
    let explain = |more: &[&str]| {
        let arguments = ["explain-game", "dia 3.5", "--fen", fen, "--format", "json"];
        let output = dawson(&[&arguments, more].concat());
        let text = String::from_utf8(output.stdout).expect("JSON is text");
        assert_eq!(text.lines().count(), 1);
        serde_json::from_str::<serde_json::Value>(&text).expect("a JSON object")
    };
    let story = explain(&[]);
    assert_eq!(story["plies"], 7);
    assert_eq!(story["possible"], true);
    assert_eq!(story["followed"], true);
    assert_eq!(story["reason"], serde_json::Value::Null);
    let [white, black] = &story["sides"].as_array().expect("a list")[..] else {
        panic!("two sides");
    };
    assert_eq!(
        (&white["side"], &black["side"]),
        (&"white".into(), &"black".into())
    );
    assert_eq!((&white["needed"], &white["moves"]), (&4.into(), &4.into()));
    let men = white["men"].as_array().expect("a list");
    let king = men.iter().find(|man| man["from"] == "e1");
    let king = king.expect("White has a king");
    assert_eq!(king["castlings"], serde_json::json!(["short"]));
    assert_eq!(king["must_castle"], true);
    assert_eq!(
        king["ends"],
        serde_json::json!([{"man": "king", "on": "g1"}])
    );
    let keys = [
        "man",
        "from",
        "never_moves",
        "ends",
        "captured_on",
        "captured_by",
        "promotions",
        "castlings",
        "must_castle",
        "words",
    ];
    assert!(
        men.iter()
            .all(|man| keys.iter().all(|key| !man[key].is_null()))
    );

    let story = explain(&["--fate", "-Ke1->g1"]);
    assert_eq!(story["possible"], false);
    assert!(story["reason"].is_string());
}

/// Fates of men are said on the command line, too.
#[test]
fn fates_restrict_games() {
    let fen = "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR";
    let count = |fates: &[&str]| {
        let fates = fates.iter().flat_map(|fate| ["--fate", fate]);
        let arguments = ["solve", "dia 2.5", "--fen", fen, "--format", "text"];
        let arguments: Vec<&str> = arguments.into_iter().chain(fates).collect();
        let text = String::from_utf8(dawson(&arguments).stdout).expect("text");
        text.matches("  1.").count()
    };
    let all = count(&[]);
    let lost = count(&["+Pd7->d6(Pe2xPd7)"]);
    let passed = count(&["+Pd7->d5(Pe2)"]);
    assert_eq!((all, lost + passed), (4, all));
    assert_eq!(count(&["-Pd7->d6"]), passed);
}

#[test]
fn claims_in_files_are_judged_where_they_are_solved() {
    let problem = |claim: &str| {
        format!(
            "BeginProblem\n{claim}\nStipulation h#1\nPieces White Kg6 Ra1 Rb1 Black Kh8\nEndProblem\n"
        )
    };
    let solved = |name: &str, claim: &str| {
        let file = file(name, &problem(claim));
        let output = dawson(&["solve", file.to_str().expect("the path is readable")]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = solved("claims_two", "Remark Intended 2");
    assert!(text.contains("as many solutions as intended"), "{text}");
    assert_eq!(code, Some(0));
    let (code, text) = solved("claims_one", "Remark Intended 1");
    assert!(text.contains("cooked: 2 lines, 1 intended"), "{text}");
    assert_eq!(code, Some(1));
    let (code, text) = solved("claims_none", "Remark dedicated to N. N.");
    assert!(!text.contains("intended"), "{text}");
    assert_eq!(code, Some(0));
    let (code, _) = solved("claims_both", "Remark Intended 1\nRemark Intended 2");
    assert_eq!(code, Some(1));
}

#[test]
fn a_finished_run_that_is_resumed_says_what_was_found() {
    let name = "resumed";
    let text = "BeginProblem\nStipulation #1\nPieces White Kg6 Ra1 Rb1 Black Kh8\nNextProblem\n\
                Stipulation #1\nPieces White Kg6 Rb1 Black Kh8\nEndProblem\n";
    let file = file(name, text);
    let file = file.to_str().expect("the path is readable");
    let results = folder(name).join("results.jsonl");
    let _ = std::fs::remove_file(&results);
    let results = results.to_str().expect("the path is readable");
    let first = dawson(&["check", file, "-o", results, "--quiet"]);
    assert_eq!(first.status.code(), Some(4));
    let again = dawson(&["check", file, "-o", results, "--quiet", "--resume"]);
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(
        said.contains("2 problems were examined before: 1 sound, 1 cooked"),
        "{said}"
    );
    assert_eq!(again.status.code(), Some(4));
}

#[test]
fn a_report_has_diagrams_filters_and_the_words_of_a_language() {
    let folder = folder("report");
    let report = folder.join("report.html");
    let file = file(
        "report",
        "BeginProblem\nAuthor Our own\nStipulation #1\nPieces White Kg6 Ra1 Rb1 Black Kh8\nNextProblem\nStipulation #1\nPieces White Kg6 Rb1 Black Kh8\nEndProblem\n",
    );
    let name = file.to_str().expect("a name");
    let to = report.to_str().expect("a name");
    // An earlier run may have left one, and no report is written over.
    let _ = std::fs::remove_file(&report);
    let output = dawson(&[
        "check",
        name,
        "--format",
        "html",
        "-o",
        to,
        "--language",
        "de",
        "--quiet",
    ]);
    assert_eq!(code(&output), 4, "{}", err(&output));
    let page = std::fs::read_to_string(&report).expect("the report");
    assert_eq!(page.matches("<svg").count(), 2);
    for part in [
        "nebenlösig: 1.Tb8# und 1.Ta8#",
        "id=\"words\"",
        "Namen verbergen",
        "korrekt",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let told = out(&dawson(&["check", name, "--language", "fr", "--quiet"]));
    assert!(told.contains("démoli : 1.Tb8# et 1.Ta8#"), "{told}");
    let data = out(&dawson(&[
        "check",
        name,
        "--format",
        "jsonl",
        "--language",
        "de",
        "--quiet",
    ]));
    assert!(data.contains("cooked: 1.Rb8# and 1.Ra8#"), "{data}");
}

#[test]
fn sheets_have_numbers_and_word_processors_get_their_file() {
    let folder = folder("sheets");
    let file = file(
        "sheets",
        &MATE_IN_ONE.replace(
            "EndProblem",
            "NextProblem\nStipulation h#1\nPieces White Kb6 Rh2 Black Ka8 Pa5\nEndProblem",
        ),
    );
    for ending in ["rtf", "html", "pdf"] {
        let to = folder.join(format!("sheet.{ending}"));
        let output = dawson(&[
            "draw",
            file.to_str().expect("a name"),
            "-o",
            to.to_str().expect("a name"),
        ]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        let bytes = std::fs::read(&to).expect("the sheet");
        let text = String::from_utf8_lossy(&bytes);
        match ending {
            "rtf" => assert!(text.starts_with("{\\rtf1") && text.matches("\\pngblip").count() == 2),
            "html" => assert!(text.contains(">1</text>") && text.contains(">2</text>")),
            _ => assert!(bytes.starts_with(b"%PDF")),
        }
    }
}

/// Twenty schemes with twins, fairy men, neutral men, conditions and letters that mean something to TeX. Where a LaTeX with
/// the package `diagram` is there, it must take them; elsewhere only their form is looked at.
#[test]
fn latex_of_twenty_problems_compiles() {
    let folder = folder("latex");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/twenty.inp");
    let document = folder.join("twenty.tex");
    let to = document.to_str().expect("a name");
    let output = dawson(&["draw", source, "-o", to]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let text = std::fs::read_to_string(&document).expect("the document");
    assert_eq!(text.matches("\\begin{diagram}").count(), 20);
    assert_eq!(text.matches("\\end{diagram}").count(), 20);
    assert!(text.contains("Royal: c4") && text.contains("amikaze: c4"));
    assert!(text.contains("\\twins{b) ") && text.contains("\\author{Co\\_\\#1, "));
    assert_eq!(text.matches('{').count(), text.matches('}').count());
    let has_package = std::process::Command::new("kpsewhich")
        .args(["diagram.sty", "pstricks.sty"])
        .output()
        .is_ok_and(|found| found.stdout.iter().filter(|byte| **byte == b'\n').count() == 2);
    if !has_package {
        eprintln!("no LaTeX with the package diagram: the document was not compiled");
        return;
    }
    let compiled = std::process::Command::new("latex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "twenty.tex"])
        .current_dir(&folder)
        .output()
        .expect("latex runs");
    assert!(compiled.status.success(), "{}", out(&compiled));
    assert!(out(&compiled).contains("Output written on twenty.dvi (3 pages"));
}

/// Two mates in one of ours: the first sound, the second cooked.
const SOUND_AND_COOKED: &str = "BeginProblem\nStipulation #1\nPieces White Kg6 Ra1 Black Kh8\nNextProblem\n\
                                Stipulation #1\nPieces White Kg6 Ra1 Rb1 Black Kh8\nEndProblem\n";

#[test]
fn verdicts_choose_what_is_told() {
    let file = file("only_verdicts", SOUND_AND_COOKED);
    let file = file.to_str().expect("the path is readable");
    let checked = |more: &[&str]| dawson(&[&["check", file, "--format", "csv"], more].concat());
    for (wish, verdicts, ending) in [
        (&["--only", "cooked"][..], &["cooked"][..], 4),
        (&["--only", "nebenlösig"], &["cooked"], 4),
        (&["--only", "Démoli"], &["cooked"], 4),
        (&["--only", "unsound"], &["cooked"], 4),
        (&["--only", "verdict:sound"], &["sound"], 0),
        (&["--only", "no solution", "--only", "sound"], &["sound"], 0),
        (&["--only", "play:direct", "--only", "sound"], &["sound"], 0),
        (&["--only", "play:help", "--only", "sound"], &[], 0),
        (&["--skip", "korrekt"], &["cooked"], 4),
        (&["--skip", "unkorrekt"], &["sound"], 0),
    ] {
        let output = checked(&[wish, &["--language", "en"]].concat());
        let text = out(&output);
        let rows = text.lines().skip(1);
        let found: Vec<&str> = rows.filter_map(|row| row.split(',').nth(6)).collect();
        assert_eq!(found, verdicts, "{wish:?}: {text}");
        assert_eq!(code(&output), ending, "{wish:?}");
    }
    let near = err(&checked(&["--only", "coked"]));
    assert!(near.contains("did you mean `cooked`?"), "{near}");
}

#[test]
fn the_ending_of_a_file_says_its_format_or_is_refused() {
    let file = file("endings", SOUND_AND_COOKED);
    let file = file.to_str().expect("the path is readable");
    let named = |name: &str| {
        let path = folder("endings").join(name);
        let _ = std::fs::remove_file(&path);
        path.to_str().expect("the path is readable").to_owned()
    };
    for (command, name, begins) in [
        ("check", "x.csv", "file,number,id,authors"),
        ("check", "x.md", "| problem |"),
        ("check", "x.html", "<!doctype html>"),
        ("check", "x.txt", file),
        ("check", "x.jsonl", "{\"file\""),
        ("check", "x", "{\"file\""),
        ("convert", "y.csv", "id,fen,statement"),
        ("convert", "y.olv", "---"),
        ("convert", "y.jsonl", "{\"hash\""),
        ("convert", "y.pgn", "["),
        ("convert", "y.inp", "BeginProblem"),
        ("convert", "y", "BeginProblem"),
    ] {
        let path = named(name);
        let output = dawson(&[command, file, "-o", &path]);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            text.starts_with(begins),
            "{command} {name}: {text}{}",
            err(&output)
        );
    }
    for command in ["check", "convert"] {
        let path = named("z.docx");
        let output = dawson(&[command, file, "-o", &path]);
        assert_eq!(code(&output), 2, "{command}");
        assert!(
            err(&output).contains("`.docx` says no format"),
            "{}",
            err(&output)
        );
        assert!(!Path::new(&path).exists());
    }
}

#[test]
fn diagrams_of_a_page_share_their_outlines() {
    let many = |count: usize| {
        let problem = "Stipulation #1\nPieces White Kg6 Ra1 Black Kh8\n";
        let problems = vec![problem; count].join("NextProblem\n");
        file(
            &format!("shared_{count}"),
            &format!("BeginProblem\n{problems}EndProblem\n"),
        )
    };
    for arguments in [["check", "--format"], ["solve", "--format"]] {
        let page = |count: usize| {
            let file = many(count);
            let file = file.to_str().expect("the path is readable");
            out(&dawson(&[&arguments[..], &["html", file]].concat()))
        };
        let (one, twenty) = (page(1), page(20));
        assert!(
            twenty.len() < 7 * one.len(),
            "{arguments:?}: {} {}",
            one.len(),
            twenty.len()
        );
        // Whatever is used is defined once.
        let used = twenty.split("href=\"#").skip(1);
        for name in used.filter_map(|rest| rest.split('"').next()) {
            let defined = twenty.matches(&format!("id=\"{name}\"")).count();
            assert_eq!(defined, 1, "{arguments:?}: {name}");
        }
    }
}

#[test]
fn a_sheet_has_its_solutions() {
    let file = file("sheet_solutions", SOUND_AND_COOKED);
    let file = file.to_str().expect("the path is readable");
    let written = |name: &str, more: &[&str]| {
        let path = folder("sheet_solutions").join(name);
        let path = path.to_str().expect("the path is readable").to_owned();
        let output = dawson(&[&["draw", file, "-o", &path], more].concat());
        (
            code(&output),
            std::fs::read(&path).unwrap_or_default(),
            err(&output),
        )
    };
    let (ending, page, _) = written("a.html", &["--solutions"]);
    let page = String::from_utf8_lossy(&page).into_owned();
    assert!(
        ending == 0 && page.contains("1.Rb8#!") || page.contains("1.Rb8"),
        "{page}"
    );
    let (_, plain, _) = written("b.html", &[]);
    assert!(!String::from_utf8_lossy(&plain).contains("1.Rb8"));
    let (ending, with, _) = written("c.pdf", &["--solutions"]);
    assert!(ending == 0 && with.starts_with(b"%PDF"));
    let (_, tex, _) = written("d.tex", &["--solutions"]);
    assert!(
        String::from_utf8_lossy(&tex).contains("Rb1-b8"),
        "{}",
        String::from_utf8_lossy(&tex)
    );
    let (ending, _, why) = written("e.png", &["--solutions"]);
    assert!(ending == 1 && why.contains(".pdf"), "{why}");
}

#[test]
fn wished_solutions_go_before_those_that_are_claimed() {
    let asked = [
        "h#1, 2 solutions",
        "--fen",
        "8/6p1/8/8/8/7R/p1K5/k7",
        "--quiet",
    ];
    let more = ["--solutions", "1", "--kinds", "removed,moved"];
    let output = dawson(&[&["twin"], &asked[..], &more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("-->"), "{}", out(&output));
}

#[test]
fn versions_of_a_work_are_compared() {
    let scheme = |man: &str| {
        format!("BeginProblem\nStipulation #1\nPieces White Kg6 {man} Black Kh8\nEndProblem\n")
    };
    let path = |name: &str, man: &str| {
        let file = file(name, &scheme(man));
        file.to_str().expect("the path is readable").to_owned()
    };
    let (old, new) = (path("version_old", "Ra1"), path("version_new", "Rb1"));
    let output = dawson(&["compare", &old, "--against", &new]);
    let text = out(&output);
    for line in ["- wRa1", "+ wRb1", "- 1.Ra8#!", "+ 1.Rb8#!"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(
        !text.contains("bKh8") && !text.contains("#1\n"),
        "what stayed is not told: {text}"
    );
    assert_eq!(code(&output), 1);
    let same = dawson(&["compare", &old, "--against", &old]);
    assert!(out(&same).contains("nothing changed"), "{}", out(&same));
    assert_eq!(code(&same), 0);
}

#[test]
fn the_workshop_looks_for_an_idea() {
    let asked = [
        "repair",
        "#1",
        "--fen",
        "7k/8/6K1/8/8/8/8/RR6",
        "--keep",
        "1.Ra8#",
        "--kinds",
        "removed,pawn",
        "--quiet",
    ];
    let asked = [&asked[..], &["--not-on", "b2,b3,b4,b5,b6"]].concat();
    let all = out(&dawson(&asked));
    assert!(all.contains("+bPb7") && all.contains("-wRb1"), "{all}");
    // With a pawn it is no aristocrat.
    let some = out(&dawson(&[&asked[..], &["--theme", "Aristocrat"]].concat()));
    assert!(!some.contains("+bPb7") && some.contains("-wRb1"), "{some}");
    let wrong = dawson(&[&asked[..], &["--theme", "aristocat"]].concat());
    assert!(err(&wrong).contains("unknown theme"), "{}", err(&wrong));
}

#[test]
fn files_of_any_format_are_watched() {
    let rows = [
        ("a.inp", MATE_IN_ONE.to_owned()),
        ("b.epd", "7k/p7/6K1/8/8/8/8/1R6 ; #1\n".to_owned()),
        ("c.csv", "fen,stipulation\n7k/p7/6K1/8/8/8/8/1R6,#1\n".to_owned()),
        ("d.olv", "---\nalgebraic: {white: [Kg6, Rb1], black: [Kh8, Pa7]}\nstipulation: \"#1\"\nsolution: ''\n".to_owned()),
        ("e.pgn", "[FEN \"7k/p7/6K1/8/8/8/8/1R6 w - - 0 1\"]\n[Stipulation \"#1\"]\n\n*\n".to_owned()),
    ];
    for (name, text) in rows {
        let path = folder("watched").join(name);
        std::fs::write(&path, text).expect("the temporary folder takes files");
        let output = dawson(&[
            "watch",
            "--once",
            path.to_str().expect("the path is readable"),
        ]);
        assert!(
            out(&output).contains("Rb1-b8"),
            "{name}: {}{}",
            out(&output),
            err(&output)
        );
        assert_eq!(code(&output), 0, "{name}");
    }
    let path = folder("watched").join("wrong.epd");
    std::fs::write(&path, "7k/8/6K1/8/8/8/8/R3K3 ; #1\n")
        .expect("the temporary folder takes files");
    let output = dawson(&[
        "watch",
        "--once",
        path.to_str().expect("the path is readable"),
    ]);
    assert!(
        code(&output) == 1 && err(&output).contains("several kings"),
        "{}",
        err(&output)
    );
}
