//! Moves taken back: what other generators found once, what playing forward says, and how statements are
//! read.

use dawson::board::Side;
use dawson::notation::retro::{self, RetroPosed};
use dawson::query::retract as json;
use dawson::retract::{
    Defence, DefenceKind, Generator, Limit, Material, RetroProblem, Task, Wanted, Ways,
    level_named, orthodox, scene_of, solve,
};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

/// The rows of a file of examples.
fn rows(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/retro")
        .join(name);
    let text = std::fs::read_to_string(path).expect("the examples are there");
    let read = |line| serde_json::from_str(line).expect("a row is JSON");
    text.lines().map(read).collect()
}

fn posed(statement: &str, fen: &str) -> RetroPosed {
    let posed = retro::read(statement, fen);
    assert!(
        posed.is_sound(),
        "{statement}, {fen}: {:?}",
        posed.diagnostics
    );
    posed
}

/// The task of a row with its options.
fn task(row: &Value) -> RetroProblem {
    let text = |name: &str| row[name].as_str().expect("a text");
    let mut retro = posed(text("statement"), text("fen")).task;
    let options: Vec<&str> = row["options"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for pair in options.chunks(2) {
        match pair {
            ["--legality", level] => retro.rules.level = level_named(level).expect("a level"),
            ["--material", "any"] => retro.rules.material = Some(Material::Any),
            other => panic!("unknown option {other:?}"),
        }
    }
    retro
}

fn limit() -> Limit {
    Limit {
        memory: 64 << 20,
        ..Limit::default()
    }
}

/// Men and turn of a FEN: the rest is more than some rows say.
fn men(fen: &Value) -> String {
    let fields = fen.as_str().expect("a FEN").split_whitespace();
    fields.take(2).collect::<Vec<_>>().join(" ")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What matters of an answer, in an order of its own.
fn shape(kind: &str, answer: &Value) -> Vec<String> {
    let mut shape: Vec<String> = match kind {
        "un-moves" => list(&answer["un_moves"])
            .iter()
            .map(|one| format!("{} {}", men(&one["before"]), one["arrival"]))
            .collect(),
        "help-retractor" => list(&answer["solutions"])
            .iter()
            .map(|one| {
                let befores: Vec<String> = list(&one["befores"]).iter().map(men).collect();
                format!("{} {}", befores.join(" "), one["forward"])
            })
            .collect(),
        _ => list(&answer["keys"])
            .iter()
            .map(|key| format!("{} {} {}", key["from"], key["arrival"], key["captures"]))
            .collect(),
    };
    shape.sort();
    shape
}

/// Compares rows of a file with what is found in one way.
fn check_rows(name: &str, ways: Ways, counts: impl Fn(&Value) -> bool) -> usize {
    let mut failures = Vec::new();
    let rows: Vec<Value> = rows(name).into_iter().filter(counts).collect();
    for row in &rows {
        let retro = task(row);
        let kind = row["kind"].as_str().expect("a kind");
        let found = solve(&retro, ways, Wanted::default(), &limit());
        let found = found.unwrap_or_else(|why| panic!("{}: {why}", row["id"]));
        let found = json::solution(
            &retro,
            &found,
            dawson::notation::popeye::words::Language::En,
        );
        let (found, expected) = (shape(kind, &found["answer"]), shape(kind, &row["expected"]));
        if found != expected {
            let missing: Vec<_> = expected
                .iter()
                .filter(|one| !found.contains(one))
                .take(5)
                .collect();
            let excess: Vec<_> = found
                .iter()
                .filter(|one| !expected.contains(one))
                .take(5)
                .collect();
            failures.push(format!(
                "{} {}: {} of {}, missing {missing:?}, excess {excess:?}",
                row["id"],
                row["statement"],
                found.len(),
                expected.len()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    rows.len()
}

#[test]
fn un_moves_are_those_of_other_generators() {
    assert_eq!(check_rows("un-moves.jsonl", Ways::Fastest, |_| true), 104);
}

#[test]
fn guessing_within_bounds_finds_what_bitboards_find() {
    let is_orthodox = |row: &Value| row["statement"] == "un-moves";
    assert_eq!(check_rows("un-moves.jsonl", Ways::Bounded, is_orthodox), 24);
}

#[test]
fn help_retractors_are_solved() {
    assert_eq!(
        check_rows("help-retractor.jsonl", Ways::Fastest, |_| true),
        37
    );
}

#[test]
fn defensive_retractors_are_solved() {
    assert_eq!(check_rows("defensive.jsonl", Ways::Fastest, |_| true), 28);
}

#[test]
fn who_is_needed_at_home_has_not_moved() {
    let un_moves = |fen: &str| {
        let retro = posed("un-moves", fen).task;
        let generator =
            Generator::of(&retro.problem, None, Ways::Fastest, 1 << 16).expect("orthodox rules");
        let scene = scene_of(&retro, &generator).expect("a position");
        orthodox::un_moves(&scene, Material::Count)
    };
    assert!(un_moves("4k3/8/8/8/8/8/8/4K2R b K -").is_empty());
    let found = un_moves("4k3/8/8/8/4P3/8/8/4K3 b - e3");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].from, found[0].before.turn), (12, Side::White));
}

#[test]
fn statements_of_three_languages_mean_the_same() {
    let defence = |moves, kind| {
        Task::Defensive(Defence {
            moves,
            kind,
            forward_defence: true,
        })
    };
    let (w, b) = (Side::White, Side::Black);
    let cases = [
        (
            "White retracts one move, then mates in one",
            Task::Help(vec![w]),
        ),
        (
            "White and Black retract 1 move, then helpmate in 1",
            Task::Help(vec![w, b]),
        ),
        ("(-1w,-1b) #1", Task::Help(vec![w, b])),
        ("-1w -> h#2", Task::Help(vec![w])),
        ("-1(w+s), dann h#1", Task::Help(vec![w, b])),
        ("-(w & s), dann h#1", Task::Help(vec![w, b])),
        ("-(s+w) + #1, Hilfsrückzüger", Task::Help(vec![b, w])),
        ("Weiß nimmt 1 Zug zurück, dann #2", Task::Help(vec![w])),
        (
            "Schwarz und Weiß nehmen 1 Zug zurück, dann #1",
            Task::Help(vec![b, w]),
        ),
        ("-1 (B,N) & h‡1", Task::Help(vec![w, b])),
        (
            "les Blancs reprennent un coup et font mat en un coup",
            Task::Help(vec![w]),
        ),
        ("-2(w,b) & h#1", Task::Help(vec![w, b, w, b])),
        ("-5 & #1, Proca Retractor", defence(5, DefenceKind::Proca)),
        (
            "-5 & #1; VRZ Proca, Anticirce",
            defence(5, DefenceKind::Proca),
        ),
        ("#1 vor 3 Zügen, VRZ Proca", defence(3, DefenceKind::Proca)),
        (
            "S#1 vor 2 Zügen, VRZ Typ Høeg",
            defence(2, DefenceKind::Hoeg),
        ),
        (
            "Wh. retracts 2 moves and mates in 1, Høeg-retractor",
            defence(2, DefenceKind::Hoeg),
        ),
        (
            "-3 & #1, Retractor de type Proca",
            defence(3, DefenceKind::Proca),
        ),
        (
            "-3 (3 B, 2 N) & ‡1, Retractor de type Høeg",
            defence(3, DefenceKind::Hoeg),
        ),
        ("-4 & #1; Klan", defence(4, DefenceKind::Klan)),
        (
            "-3 & #1, Pacific Retractor",
            defence(3, DefenceKind::Pacific),
        ),
        ("Last move?", Task::LastMoves(1)),
        ("What was the last move?", Task::LastMoves(1)),
        ("Last 55 single moves?", Task::LastMoves(55)),
        ("Welches war der letzte Zug?", Task::LastMoves(1)),
        (
            "Welches waren die letzten 8 Einzelzüge?",
            Task::LastMoves(8),
        ),
        ("Dernier coup ?", Task::LastMoves(1)),
        ("Is the position legal?", Task::Legality),
        ("Position légale ?", Task::Legality),
        ("Löse die Stellung auf", Task::Resolve),
        ("Who is to move?", Task::Turn),
        ("Wer ist am Zug?", Task::Turn),
        ("Castling?", Task::Castling),
        ("en passant?", Task::EnPassant),
        ("dead position?", Task::Dead),
        ("un-moves, Anticirce", Task::UnMoves),
    ];
    let mut failures = Vec::new();
    for (text, expected) in cases {
        let posed = retro::read(text, "8/8/8/8/8/5k2/8/5K1R b - -");
        let forward = matches!(expected, Task::Help(_) | Task::Defensive(_));
        let asks = posed.task.problem.stipulation.is_some();
        if posed.task.task != expected || asks != forward || !posed.is_sound() {
            failures.push(format!(
                "{text}: {:?}, {asks}, {:?}",
                posed.task.task, posed.diagnostics
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let without = posed("-2 & #1; Proca ohne VV", "8/8/8/8/8/5k2/8/5K1R b - -")
        .task
        .task;
    assert!(matches!(
        without,
        Task::Defensive(Defence {
            forward_defence: false,
            ..
        })
    ));
}

#[test]
fn other_statements_are_no_retro_statements() {
    for text in [
        "h#2, Circe",
        "#3",
        "s#2 Take & Make",
        "ser-h#4",
        "h#2.5 C-",
        "-",
        "Circe & Einstein h#2",
        "h#2 2.1.1.1",
    ] {
        assert!(!retro::is_retro(text), "{text}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_square() {
    let fault = |fen: &str| {
        let posed = retro::read("un-moves", fen);
        assert!(!posed.is_sound(), "{fen}");
        posed
            .diagnostics
            .iter()
            .map(|(_, one)| one.to_string())
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(fault("K6K/8/8/8/8/8/8/k6K w - -").contains("3 kings: h1, a8, h8"));
    assert!(fault("4k2P/8/8/8/8/8/8/4K3 b - -").contains("h8"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 b K -").contains("rook on h1"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 b - e3").contains("e3"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 b X -").contains("castling"));
}

#[test]
fn rules_that_cannot_be_taken_back_are_refused_by_name() {
    let refusal = |statement: &str| {
        let retro = posed(statement, "4k3/8/8/8/8/8/4P3/4K3 b - -").task;
        solve(&retro, Ways::Fastest, Wanted::default(), &limit()).expect_err("cannot be taken back")
    };
    for (statement, name) in [
        ("un-moves, Circe Parrain", "Circe"),
        ("un-moves, Masand", "Masand"),
        ("un-moves, Haaner", "Haan"),
        ("un-moves, Messigny", "Messigny"),
        ("un-moves, Volage", "Volage"),
    ] {
        let why = refusal(statement);
        assert!(why.contains(name), "{statement}: {why}");
    }
    let retro = posed("-1w & h#1", "4k3/8/8/8/8/8/4P3/4K3 b - -").task;
    let why = solve(&retro, Ways::Fastest, Wanted::default(), &limit()).expect_err("Black begins");
    assert!(why.contains("Black"), "{why}");
    // Printed so now and then; White is to move, and a helpmate in two begins with Black.
    let retro = posed("-1w -> h#2", "4k3/8/8/8/8/8/4P3/4K3 b - -").task;
    let why = solve(&retro, Ways::Fastest, Wanted::default(), &limit()).expect_err("Black begins");
    assert!(why.contains("half a move more or less"), "{why}");
    let retro = posed("-3 & #2; Pacific Retractor", "4k3/8/8/8/8/8/4P3/4K3 b - -").task;
    let why = solve(&retro, Ways::Fastest, Wanted::default(), &limit()).expect_err("captures");
    assert!(why.contains("pacific"), "{why}");
}

/// Black's only move leads to a mate that needs castling: while nothing speaks against castling, the position
/// before is alive.
#[test]
fn a_mate_by_castling_keeps_a_position_alive() {
    let fen = "8/7Q/8/4BB2/2PP1P2/3NkN2/PP2P1P1/4K2R w - -";
    let mut retro = posed("un-moves", fen).task;
    retro.rules.dead = Some(true);
    let solved = solve(&retro, Ways::Fastest, Wanted::default(), &limit()).expect("orthodox rules");
    let found = json::solution(
        &retro,
        &solved,
        dawson::notation::popeye::words::Language::En,
    );
    assert_eq!(found["answer"]["count"], 4);
}

#[test]
fn a_limit_is_no_answer() {
    let retro = posed("-3(w,b) & h#1", "8/8/2p5/4p3/4K3/7R/8/3k4 b - -").task;
    let limit = Limit {
        deadline: Some(Instant::now() + Duration::from_millis(50)),
        ..limit()
    };
    let found = solve(&retro, Ways::Fastest, Wanted::default(), &limit).expect("it begins");
    assert_eq!(found.outcome, dawson::retract::Stopped::TimeUp);
}

/// Each command of the page prints the lines shown, in their order; `...` stands for others.
#[test]
fn the_page_for_composers_shows_what_is_printed() {
    let page = include_str!("../../docs/retro.md");
    let blocks = page.split("```console\n").skip(1);
    let mut run = 0;
    for block in blocks.filter_map(|block| block.split("```").next()) {
        let mut lines = block.lines();
        let command = lines.next().and_then(|line| line.strip_prefix("$ dawson "));
        let command = command.expect("a block begins with a command");
        let mut words: Vec<String> = Vec::new();
        for (place, part) in command.split('"').enumerate() {
            match place % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_owned)),
                _ => words.push(part.to_owned()),
            }
        }
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_dawson"))
            .args(&words)
            .output();
        let output = output.expect("the program runs").stdout;
        let output = String::from_utf8(output).expect("it prints text");
        let mut printed = output.lines();
        for line in lines.filter(|line| *line != "...") {
            assert!(
                printed.any(|other| other == line),
                "{command}: {line}\n{output}"
            );
        }
        run += 1;
    }
    assert!(run >= 3, "{run} commands");
}

/// Retractors in collections are judged, and read by nobody who would play them forward.
#[test]
fn collections_judge_retractors() {
    use dawson::collection::{examine, read};
    let rows = [
        (
            r##"{"statement":"-1(b,w) & #1","fen":"n7/8/7K/8/1k6/4B3/8/8"}"##,
            "sound",
        ),
        (
            r##"{"stipulation":"-2 & #1","conditions":["Anticirce"],"keywords":["Proca"],"fen":"7Q/2R5/1K6/5p2/1k6/8/8/8"}"##,
            "sound",
        ),
        (
            r##"{"stipulation":"-1w & #1","fen":"6B1/8/2p5/4p3/4K3/7R/8/3k4"}"##,
            "cooked",
        ),
        (
            r##"{"stipulation":"-1w & #1","claims":2,"fen":"6B1/8/2p5/4p3/4K3/7R/8/3k4"}"##,
            "sound",
        ),
        (
            r##"{"stipulation":"-1w & #1","claims":3,"fen":"6B1/8/2p5/4p3/4K3/7R/8/3k4"}"##,
            "missing solutions",
        ),
        (
            r##"{"statement":"last move?","fen":"8/8/8/8/1k6/P7/1K6/8 b"}"##,
            "sound",
        ),
        (
            r##"{"statement":"last move?","fen":"8/8/8/8/8/5k2/7p/7K w"}"##,
            "cooked",
        ),
        (
            r##"{"statement":"-1(w,b) & #1, Masand","fen":"6B1/8/2p5/4p3/4K3/7R/8/3k4"}"##,
            "not supported",
        ),
        (
            r##"{"statement":"legal?","fen":"8/8/8/8/8/5k2/7p/7K w"}"##,
            "not examined",
        ),
    ];
    for (row, verdict) in rows {
        let closed = |_: &str| Err("not found".to_owned());
        let mut entries = read("some.jsonl", row.as_bytes(), &closed).expect("a collection");
        let entry = entries.next().expect("an entry");
        assert!(!entry.is_read(), "{row}");
        let examined = examine("-", entry, &dawson::Settings::default(), "");
        assert_eq!(
            examined.judged.verdict.name(),
            verdict,
            "{row} {examined:?}"
        );
        let mark = examined.judged.mark.unwrap_or_default();
        assert_eq!(mark.starts_with("C+"), verdict == "sound", "{row} {mark}");
        assert_eq!(
            mark.contains("moves only"),
            verdict == "sound" && !row.contains("last move"),
            "{row} {mark}"
        );
    }
}

/// Three moves taken back are one and then two, position by position, though what was met before is not
/// searched again.
#[test]
fn longer_help_retractors_are_made_of_shorter_ones() {
    use dawson::query::retract::answer;
    let count = |asked: &str, board: &str| {
        let settings = dawson::Settings::default();
        let found =
            answer(asked, board, Some(dawson::retract::Level::None), &settings).expect("an answer");
        found["answer"].clone()
    };
    for board in ["8/8/8/8/8/k1K5/8/8 b - -", "8/8/8/8/8/1K6/3p4/k7 b - -"] {
        let all = count("-1w,-1b,-1w & #1", board)["count"].clone();
        let first = count("un-moves", board);
        let parts = list(&first["un_moves"]).iter().map(|one| {
            let before = one["before"].as_str().expect("a position");
            count("-1(b,w) & #1", before)["count"]
                .as_u64()
                .expect("a number")
        });
        let parts: u64 = parts.sum();
        assert_eq!(all.as_u64(), Some(parts), "{board}");
        assert_eq!(count("-(w,b,w) & #1", board)["count"], all, "{board}");
    }
}

/// Who takes back last begins, also where that is against the usual order of the play.
#[test]
fn half_duplex_exchanges_the_sides() {
    use dawson::query::retract::answer;
    let settings = dawson::Settings::default();
    let board = "8/8/8/8/8/1k6/7p/K7 b - -";
    let found = answer("-1w & h#1, half-duplex", board, None, &settings).expect("an answer");
    let solutions = list(&found["answer"]["solutions"]);
    assert!(!solutions.is_empty(), "{found}");
    for solution in solutions {
        // White moves, and Black mates.
        assert_eq!(list(&solution["forward"]).len(), 2, "{solution}");
    }
    assert!(answer("-1w & h#1", board, None, &settings).is_err());
}

/// How much was found is said in the language of the statement, or in the one asked for.
#[test]
fn verdicts_are_said_in_each_language() {
    for (language, said) in [
        (
            "en",
            "1 solution (moves only; each position has a move before it).",
        ),
        (
            "de",
            "1 Lösung (nur Züge; jede Stellung hat einen Zug vor sich).",
        ),
        (
            "fr",
            "1 solution (coups seulement ; chaque position a un coup avant elle).",
        ),
    ] {
        let mut dawson = assert_cmd::Command::cargo_bin("dawson").expect("the binary");
        let run = dawson
            .args(["retract", "-1(b,w) & #1", "--fen", "n7/8/7K/8/1k6/4B3/8/8"])
            .args(["--language", language])
            .assert()
            .success();
        let printed = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(printed.contains(said), "{printed}");
    }
}
