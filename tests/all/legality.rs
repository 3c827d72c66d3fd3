//! Legality and what belongs to it, asked about examples with known answers.

use dawson::board::{Side, Square};
use dawson::legality::{
    Effort, Limits, Play, Scrutiny, State, Tongue, Turn, Verdict, castlings, dead, en_passant,
    judge, last_moves, who_is_to_move,
};
use dawson::notation::position::fen;
use serde_json::Value;

/// The rows of a kind.
fn rows(kind: &str) -> Vec<Value> {
    let text = include_str!("../legality/examples.jsonl").lines();
    let rows = text.map(|line| serde_json::from_str(line).expect("a row is JSON"));
    let rows: Vec<Value> = rows.filter(|row: &Value| row["kind"] == kind).collect();
    assert!(!rows.is_empty(), "{kind}");
    rows
}

/// The position of a FEN with what it says of the game.
fn state(text: &str) -> State {
    let position = fen(text).expect("a FEN");
    let fields: Vec<&str> = text.split_whitespace().collect();
    let turn = position.side_to_move.unwrap_or(Side::White);
    let state = State::of(&position.diagram, turn).expect("orthodox men");
    let state = state.with_castlings(fields.get(2).unwrap_or(&"-"));
    state.with_passed(fields.get(3).and_then(|field| Square::from_name(field)))
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {row}"))
}

/// Deductions as usual, and a short search for a game.
fn effort() -> Effort<'static> {
    Effort {
        limits: Limits {
            proof: 1_500,
            plans: 1,
            ..Limits::default()
        },
        stops: &|| false,
    }
}

#[test]
fn illegal_positions_are_refuted_and_legal_ones_never() {
    for row in rows("legality") {
        let verdict = judge(&state(text(&row, "fen")), &effort());
        let is_illegal = matches!(verdict, Verdict::Illegal(_));
        let expected = row["expected"]["verdict"] == "illegal";
        assert_eq!(is_illegal, expected, "{row} {verdict:?}");
    }
}

/// Legal positions are proved legal by a game: bare kings with a rook, crowds of promoted men, men
/// behind each other's pawns.
#[test]
fn legal_positions_have_a_game() {
    let effort = Effort {
        limits: Limits {
            nodes: 300,
            plans: 6,
            ..Limits::default()
        },
        stops: &|| false,
    };
    let legal = rows("legality").into_iter();
    let legal = legal.filter(|row| row["expected"]["verdict"] == "legal");
    let legal: Vec<Value> = legal.collect();
    let proved = legal.iter().filter(|row| {
        let verdict = judge(&state(text(row, "fen")), &effort);
        matches!(verdict, Verdict::Legal(_))
    });
    let proved = proved.count();
    assert!(3 * proved > 2 * legal.len(), "{proved} of {}", legal.len());
}

/// The last moves are forced, and what they did fits few plans: games are found from earlier on.
#[test]
fn forced_last_moves_are_no_part_of_the_plan() {
    let effort = Effort {
        limits: Limits {
            proof: 1_500,
            plans: 6,
            ..Limits::default()
        },
        stops: &|| false,
    };
    for board in [
        "1BB3B1/1Q1k1r2/B4n1B/4R1pQ/1N1n1r1n/QpR1rp2/1K1PrPR1/3N4 b - -",
        "2q1R1nK/6B1/kb2n2B/1P1R2bq/5qpQ/n1qBN1n1/1q2NP2/r3r1R1 b - -",
    ] {
        let verdict = judge(&state(board), &effort);
        assert!(matches!(verdict, Verdict::Legal(_)), "{board}");
    }
}

/// A chain of reasons ends with the contradiction and can be read in each language.
#[test]
fn reasons_are_sentences() {
    let board = "r1bqk1nr/1pppp2p/2n4b/p4pP1/P3B3/1P1P4/2PNP1PP/R1BQK1NR b - -";
    let Verdict::Illegal(reasons) = judge(&state(board), &effort()) else {
        panic!("it is illegal");
    };
    let said = |tongue| {
        let texts = reasons.iter().map(|reason| reason.text(tongue));
        texts.collect::<Vec<_>>()
    };
    let english = said(Tongue::English);
    assert!(
        english
            .iter()
            .any(|text| text.contains("they were captured there")),
        "{english:?}"
    );
    for tongue in [Tongue::English, Tongue::German, Tongue::French] {
        let texts = said(tongue);
        assert!(
            texts
                .iter()
                .all(|text| text.ends_with('.') && !text.contains('{')),
            "{texts:?}"
        );
    }
}

/// The depth that a row asks for.
fn depth(row: &Value) -> Limits {
    let asked = row["options"][1].as_str();
    let asked = asked.and_then(|level| level.strip_prefix("last="));
    Limits {
        depth: asked.map_or(1, |depth| depth.parse().expect("a number")),
        ..Limits::default()
    }
}

#[test]
fn castlings_come_in_their_parts() {
    let rows = rows("rights").into_iter();
    for row in rows.filter(|row| row["statement"] == "castling?") {
        let found = castlings(&state(text(&row, "fen")), Scrutiny::Counts, &depth(&row));
        let expected = &row["expected"];
        for (letter, is_allowed) in &found.allowed {
            let word = if *is_allowed { "allowed" } else { "disproved" };
            assert_eq!(
                expected["castling"][letter.to_string()],
                word,
                "{row} {found:?}"
            );
        }
        assert_eq!(expected["parts"], serde_json::json!(found.parts), "{row}");
    }
}

#[test]
fn captures_en_passant_need_a_proof() {
    let rows = rows("rights").into_iter();
    for row in rows.filter(|row| row["statement"] == "en passant?") {
        let state = state(text(&row, "fen"));
        let moves = last_moves(&state, Scrutiny::Counts, &depth(&row));
        let on = en_passant(&moves, &state).map(|square| square.to_string());
        let on: Vec<String> = on.into_iter().collect();
        assert_eq!(row["expected"]["ep"], serde_json::json!(on), "{row}");
        let count = row["expected"]["last_moves"].as_array().map(Vec::len);
        assert_eq!(count, Some(moves.len()), "{row}");
    }
}

#[test]
fn the_side_to_move_is_found() {
    for row in rows("to-move") {
        let found = who_is_to_move(&state(text(&row, "fen")), Scrutiny::Counts, &depth(&row));
        let word = match found {
            Turn::Only(Side::White) => "w",
            Turn::Only(Side::Black) => "b",
            Turn::Either => "either",
            Turn::Neither => "illegal",
        };
        assert_eq!(row["expected"]["to_move"], word, "{row}");
    }
}

#[test]
fn dead_positions_are_told_from_others() {
    for row in rows("dead") {
        match dead(&state(text(&row, "fen")), 2_000_000) {
            Play::Dead => assert_eq!(row["expected"]["dead"], true, "{row}"),
            Play::Mates(moves) => {
                assert_eq!(row["expected"]["dead"], false, "{row}");
                assert!(!moves.is_empty(), "{row}");
            }
            Play::Unknown => panic!("{row}"),
        }
    }
}

/// What the page shows is what is printed.
#[test]
fn the_page_shows_what_is_printed() {
    let page = include_str!("../../docs/legality.md");
    let examples: Vec<&str> = page.split("```console\n").skip(1).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let (example, _) = example.split_once("```").expect("the example ends");
        let (command, expected) = example.split_once('\n').expect("a command and its output");
        let command = command
            .strip_prefix("$ dawson ")
            .expect("a command of ours");
        let parts = command.split('"').enumerate();
        let arguments = parts.flat_map(|(place, part)| match place % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        });
        let mut dawson = assert_cmd::Command::cargo_bin("dawson").expect("the binary");
        let run = dawson
            .args(arguments)
            .args(["--language", "en"])
            .assert()
            .success();
        let printed = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert_eq!(printed, expected, "{command}");
    }
}

/// Questions that cannot be asked end with a message and without a panic.
#[test]
fn bad_questions_are_refused() {
    for arguments in [
        ["legality", "h#2", "--fen", "8/8/8/8/8/8/8/K1k5 w"],
        ["legality", "legal?", "--fen", "8/8/8/8/8/8/8 w"],
        ["legality", "legal?", "--fen", "8/8/8/8/8/8/8/K1k3(G)1 w"],
    ] {
        let mut dawson = assert_cmd::Command::cargo_bin("dawson").expect("the binary");
        dawson.args(arguments).assert().failure();
    }
}

/// What the Codex says of the rights of a diagram: notes, and the parts of the solution.
#[test]
fn rights_by_the_codex() {
    for (asked, board, note, parts) in [
        // Black moved last, with the king or the rook.
        (
            "#2",
            "4k2r/4pp1p/8/1K6/8/8/8/8",
            "castling not possible: Black 0-0 (",
            1,
        ),
        // White moved last, with the king or the rook; Black begins.
        (
            "h#2",
            "8/8/8/2k5/8/1n6/8/4K2R",
            "castling not possible: White 0-0 (",
            1,
        ),
        // A pawn can have moved last.
        ("#2", "4k2r/5p2/4p2p/1K6/8/8/8/8", "", 1),
        // One of the two has been moved.
        ("#2", "r3k2r/4pp1p/8/1K6/8/1P6/8/8", "exclude each other", 2),
        ("h#2", "r3k2r/4pp1p/8/1K6/8/1P6/8/8", "", 1),
        // The position says which castling there is.
        ("#2", "r3k2r/4pp1p/8/1K6/8/1P6/8/8 w k -", "", 1),
        // Three white bishops on light squares, and eight pawns.
        (
            "#2",
            "4k2r/5p2/B7/8/2B1B3/8/PPPPPPPP/4K3",
            "the position is illegal",
            1,
        ),
        // Not orthodox: no retro analysis.
        ("#2, Circe", "4k2r/4pp1p/8/1K6/8/8/8/8", "", 1),
        // The double step is the only last move.
        ("#1", "8/8/8/1PpP4/2k1B3/8/3K4/1R6", "", 1),
    ] {
        let problem = dawson::Problem::from_statement(asked, board).expect("a problem");
        let found = dawson::legality::parts(&problem);
        let versions = found.as_ref().map_or(1, |parted| parted.versions().len());
        assert_eq!(versions, parts, "{asked} {board}");
        let ruled = dawson::legality::rule(&problem).expect("it is ruled");
        let notes = ruled
            .map(|ruling| {
                let texts = ruling.notes.iter();
                let texts = texts.map(|note| note.text(Tongue::English));
                texts.collect::<Vec<_>>().join("; ")
            })
            .unwrap_or_default();
        match note {
            "" => assert!(!notes.contains("castling not"), "{asked} {board}: {notes}"),
            note => assert!(notes.contains(note), "{asked} {board}: {notes}"),
        }
    }
}

/// Verdicts that hang on a right: what solves only without the castling, and what the parts say.
#[test]
fn solutions_obey_the_codex() {
    use dawson::solution::{Mark, Play};
    let keys = |asked: &str, board: &str| {
        let problem = dawson::Problem::from_statement(asked, board).expect("a problem");
        let parted = dawson::legality::parts(&problem).unwrap_or(problem);
        let solution = parted.solve().expect("it is solved");
        let count = |twin: &dawson::solution::TwinSolution| {
            let phases = twin.phases.iter().map(|phase| match &phase.play {
                Play::Tree(tree) => tree
                    .branches
                    .iter()
                    .filter(|one| one.mark == Mark::Key)
                    .count(),
                Play::Lines(lines) => lines.len(),
                Play::Dice(_) => 0,
            });
            phases.sum::<usize>()
        };
        solution.twins.iter().map(count).collect::<Vec<_>>()
    };
    // 1.Ra7 threatens mate on the last rank; Black cannot castle, for he moved last.
    assert_eq!(
        keys("#2", "4k2r/R6p/4K3/7p/8/8/8/8"),
        keys("#2", "4k2r/R6p/4K3/7p/8/8/8/8 w - -")
    );
    let parts = keys("#2", "r3k2r/4pp1p/8/1K6/8/1P6/8/8");
    assert_eq!(parts.len(), 2);
}

/// Why there is no castling: retro analysis, not a rule of the board.
#[test]
fn why_tells_of_lost_rights() {
    let problem = dawson::Problem::from_statement("h#2", "4k2r/4pp1p/8/1K6/8/8/8/8 w - -");
    let settings = dawson::Settings::default();
    let lost = dawson::Problem::from_statement("#2", "4k2r/4pp1p/8/8/1K6/8/8/R7").expect("read");
    let said = dawson::query::why::why(&lost, "Ra8 0-0", &settings).expect("it is answered");
    assert!(
        said.reasons[0].starts_with("castling not possible: Black 0-0"),
        "{:?}",
        said.reasons
    );
    assert!(problem.is_ok());
}

/// `AP` is read, and refused.
#[test]
fn a_posteriori_is_refused() {
    let problem =
        dawson::Problem::from_statement("#2, AP", "4k2r/5p2/8/8/8/8/8/4K3").expect("read");
    let fault = problem.solve().expect_err("it is refused").to_string();
    assert!(fault.contains("AP:"), "{fault}");
}

/// What is disproved is not called possible; notes come in the language of the reader.
#[test]
fn disproved_castlings_are_said_in_each_language() {
    use dawson::notation::popeye::words::Language;
    let board = "4k2r/4pp1p/8/8/8/1K6/8/R7";
    let problem = dawson::Problem::from_statement("#1", board).expect("a problem");
    for (name, language, lost, none) in [
        (
            "en",
            Language::En,
            "castling not possible: Black 0-0 (if",
            "no castling",
        ),
        (
            "de",
            Language::De,
            "Rochade nicht möglich: Schwarz 0-0 (hätten",
            "keine Rochade",
        ),
        (
            "fr",
            Language::Fr,
            "roque impossible : les Noirs 0-0 (si",
            "pas de roque",
        ),
    ] {
        let mut dawson = assert_cmd::Command::cargo_bin("dawson").expect("the binary");
        let run = dawson
            .args(["solve", "#1", "--fen", board, "--language", name])
            .assert();
        let printed = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(printed.contains(lost), "{name}: {printed}");
        let told = dawson::notation::statement::summary(&problem, language);
        assert!(told.contains(none), "{told}");
    }
}

/// Why a move was not the last one is said in each language.
#[test]
fn last_moves_are_refused_in_each_language() {
    for (language, said) in [
        ("en", "cannot be the last move: a man stands on"),
        ("de", "kann nicht der letzte Zug sein: Auf"),
        (
            "fr",
            "ne peut être le dernier coup : une pièce se trouve en",
        ),
    ] {
        let mut dawson = assert_cmd::Command::cargo_bin("dawson").expect("the binary");
        let board = "8/8/8/8/8/8/kP6/2K5 b";
        let run = dawson
            .args(["retract", "last move?", "--fen", board, "--why", "b2c1"])
            .args(["--language", language])
            .assert()
            .success();
        let printed = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(printed.contains(said), "{language}: {printed}");
    }
}

/// A position from a random game, as a FEN with the rights of that game.
fn from_a_game(chance: &mut crate::common::chance::Chance) -> String {
    use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};
    let mut game = Chess::default();
    // Every second one is short: rights are soon lost.
    let most = [24, 120][chance.below(2)];
    for _ in 0..4 + chance.below(most) {
        let moves = game.legal_moves();
        let chosen = chance.below(moves.len().max(1));
        let Some(next) = moves.get(chosen) else {
            break;
        };
        game.play_unchecked(*next);
    }
    Fen::from_position(&game, EnPassantMode::Legal).to_string()
}

/// What was played is legal, and so are the rights that it left: `DAWSON_LEGAL_POSITIONS` says how many positions of
/// random games are looked at, `DAWSON_SEED` which.
#[test]
fn positions_of_games_are_legal_with_their_rights() {
    let number = |name: &str, usual: u64| {
        let said = std::env::var(name).ok();
        said.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let mut chance = crate::common::chance::Chance(number("DAWSON_SEED", 43));
    // No game has to be found: only what speaks against a position counts.
    let (limits, stops) = (
        Limits {
            proof: 0,
            plans: 0,
            ..Limits::default()
        },
        &|| false,
    );
    let mut with_rights = 0;
    for _ in 0..number("DAWSON_LEGAL_POSITIONS", 10) {
        let fen = from_a_game(&mut chance);
        let known = state(&fen);
        let verdict = judge(&known, &Effort { limits, stops });
        assert!(!matches!(verdict, Verdict::Illegal(_)), "{fen} {verdict:?}");
        let fields: Vec<&str> = fen.split(' ').collect();
        let bare = state(&format!("{} {} - -", fields[0], fields[1]));
        let found = castlings(&bare, Scrutiny::Counts, &Limits::default());
        let rights: Vec<char> = fields[2].chars().filter(|&one| one != '-').collect();
        for right in &rights {
            let is_allowed = found
                .allowed
                .iter()
                .any(|(letter, is_allowed)| letter == right && *is_allowed);
            assert!(is_allowed, "{right} in {fen}: {found:?}");
        }
        let holds_all = |part: &String| rights.iter().all(|right| part.contains(*right));
        assert!(
            rights.is_empty() || found.parts.iter().any(holds_all),
            "{fen}: {found:?}"
        );
        with_rights += usize::from(!rights.is_empty());
        let (passed, moves) = (
            fields[3],
            last_moves(&known, Scrutiny::Counts, &Limits::default()),
        );
        assert!(passed == "-" || moves.len() == 1, "{fen}: {moves:?}");
    }
    println!("{with_rights} with rights");
    assert!(with_rights > 0);
}
