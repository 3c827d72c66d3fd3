//! The index of collections: what is put in is found again, in YACPDB's words and ours; broken off, it goes on.

use assert_cmd::Command;
use dawson::Problem;
use dawson::collection::Entry;
use dawson::index::{Effort, Index, IndexError};
use std::path::{Path, PathBuf};

/// A folder of its own that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("dawson-index-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Number, stipulation, position, author, keyword.
const PROBLEMS: &[(&str, &str, &str, &str)] = &[
    ("#1", "7k/8/6K1/8/8/8/8/R7", "Ada Lovelace", "Pin mates"),
    (
        "h#2",
        "8/8/8/8/3P4/1K6/7R/k7",
        "Charles Babbage",
        "Model mates",
    ),
    ("h#2.5", "8/8/8/8/3p4/1k6/7R/K7", "Charles Babbage", ""),
    (
        "h#2, Circe",
        "7k/8/6K1/8/8/8/8/RR6",
        "Ada Lovelace",
        "Model mates",
    ),
    ("s#3", "7k/8/6K1/8/8/8/8/RRR5", "Nobody", ""),
];

fn entry(number: usize, (asked, fen, author, keyword): (&str, &str, &str, &str)) -> Entry {
    let mut problem =
        Problem::from_statement(asked, fen).unwrap_or_else(|error| panic!("{asked}: {error}"));
    problem.authors = vec![author.to_owned()];
    problem.origins = vec![format!("Analytical Review {}", 1840 + number)];
    let mut entry = Entry::of(problem);
    entry.number = number;
    if !keyword.is_empty() {
        let words = vec![serde_json::Value::from(keyword)];
        entry.details.insert("keywords".to_owned(), words.into());
    }
    entry
}

fn filled() -> Index {
    let index = Index::in_memory().expect("an index");
    let file = index.file("test").expect("a file");
    index.begin().expect("begun");
    for (number, row) in PROBLEMS.iter().enumerate() {
        let entry = entry(number + 1, *row);
        index.add(file, &entry, &Effort::default()).expect("added");
    }
    index.commit(file, PROBLEMS.len(), true).expect("kept");
    index
}

fn numbers(index: &Index, query: &str) -> Vec<usize> {
    let (found, count) = index
        .find(query, 100)
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    assert_eq!(found.len(), count, "{query}");
    found.into_iter().map(|found| found.number).collect()
}

#[test]
fn yacpdbs_words_and_ours_find_the_same() {
    let index = filled();
    let pairs: &[(&str, &str, &[usize])] = &[
        ("Stip(\"h#2\")", "h#2", &[2, 4]),
        ("Stip(\"h#.*\")", "genre help", &[2, 3, 4]),
        ("PCount(*) < 4", "men < 4", &[1]),
        ("PCount(b) = 2", "black = 2", &[3]),
        (
            "PCount(w) > 2 AND NOT Fairy",
            "white > 2 and not fairy",
            &[2, 5],
        ),
        ("Fairy", "condition Circe", &[4]),
        ("Option(*) = 0", "not fairy", &[1, 2, 3, 5]),
        ("Author(\"Lovelace\")", "author lovelace", &[1, 4]),
        (
            "Entity(\"author\", \"Babbage\")",
            "author \"Charles Babbage\"",
            &[2, 3],
        ),
        (
            "Keyword(\"Model mates\")",
            "keyword \"model mates\"",
            &[2, 4],
        ),
        ("PublishedAfter(\"1844\")", "year >= 1844", &[4, 5]),
        ("With(\"wR wR\")", "with \"wR wR\"", &[4, 5]),
        ("With(\"wR wR wR\")", "promoted", &[5]),
        (
            "Matrix(\"wKg6 bKh8\")",
            "matrix \"wKb2 bKa4\"",
            &[1, 2, 3, 4, 5],
        ),
        (
            "MatrixExtended(\"wKg6 bKh8\", false, false, None)",
            "has \"wKg6 bKh8\"",
            &[1, 4, 5],
        ),
        ("Text(\"Analytical Review 1843\")", "\"review 1843\"", &[3]),
        (
            "Twins = 1 AND Source(\"Review\")",
            "twins 1 source Review",
            &[1, 2, 3, 4, 5],
        ),
        ("Stip(\"s#3\") OR Stip(\"#1\")", "s#3 or #1", &[1, 5]),
        (
            "(Fairy OR Stip(\"s#3\")) AND PCount(*) > 3",
            "(fairy or s#3) men > 3",
            &[4, 5],
        ),
    ];
    for (theirs, ours, wanted) in pairs {
        assert_eq!(numbers(&index, theirs), *wanted, "{theirs}");
        assert_eq!(numbers(&index, ours), *wanted, "{ours}");
    }
}

#[test]
fn what_cannot_be_understood_is_pointed_at() {
    let index = filled();
    let fault = |query: &str| match index.find(query, 1) {
        Err(IndexError::Query(error)) => {
            let at = error.at.offset()..error.at.offset() + error.at.len();
            (query[at].to_owned(), error.advice.unwrap_or_default())
        }
        other => panic!("{query}: {other:?}"),
    };
    assert_eq!(
        fault("autor Loyd"),
        ("autor".to_owned(), "did you mean `author`?".to_owned())
    );
    assert_eq!(
        fault("theme grimshav"),
        ("grimshav".to_owned(), "did you mean `grimshaw`?".to_owned())
    );
    assert_eq!(fault("Stip(\"(\")").0, "\"(\"");
    assert_eq!(fault("with \"wR qq\"").0, "\"wR qq\"");
    assert_eq!(fault("matrix \"wKz9\"").0, "\"wKz9\"");
    assert_eq!(fault("men <= many").0, "many");
}

/// The same position turned, mirrored, moved and with colours exchanged is found as the same.
#[test]
fn the_same_position_is_found_in_every_form() {
    let index = filled();
    for fen in [
        "7k/8/6K1/8/8/8/8/R7",
        "k7/8/1K6/8/8/8/8/7R",
        "R7/8/8/8/8/6K1/8/7k",
        "7K/8/6k1/8/8/8/8/r7",
    ] {
        let problem = Problem::from_statement("#1", fen).expect("a problem");
        let near = index.like(&problem, 3).expect("an answer");
        assert_eq!(near.len(), 3, "{fen}");
        assert!(near[0].is_same, "{fen}: {near:?}");
        assert_eq!((near[0].found.number, near[0].apart), (1, 0), "{fen}");
        // The next has one rook more.
        assert_eq!((near[1].found.number, near[1].apart), (4, 1), "{fen}");
    }
    let shifted = Problem::from_statement("h#2", "8/8/8/4P3/2K5/8/1k6/8").expect("a problem");
    assert!(!index.like(&shifted, 1).expect("an answer")[0].is_same);
}

#[test]
fn play_is_found_by_lines_and_final_pictures() {
    let index = Index::in_memory().expect("an index");
    let file = index.file("test").expect("a file");
    let effort = Effort {
        solves: true,
        recognises: true,
        ..Effort::default()
    };
    index.begin().expect("begun");
    for (number, row) in [PROBLEMS[0], ("#1", "7k/8/5K2/8/8/8/8/7R", "Nobody", "")]
        .into_iter()
        .enumerate()
    {
        index
            .add(file, &entry(number + 1, row), &effort)
            .expect("added");
    }
    index.commit(file, 2, true).expect("kept");
    assert_eq!(numbers(&index, "verdict sound"), [1]);
    assert_eq!(numbers(&index, "theme miniature"), [1]);
    let mirrored = Problem::from_statement("#1", "k7/8/1K6/8/8/8/8/7R").expect("a problem");
    let solution = mirrored.solve().expect("a solution");
    let near = index.like_play(&mirrored, &solution, 5).expect("an answer");
    assert_eq!(near.len(), 1);
    assert_eq!(
        (near[0].found.number, near[0].lines, near[0].ends),
        (1, 1, 1)
    );
}

fn collection(path: &Path, count: usize) {
    let mut text = String::new();
    for number in 0..count {
        let (file, rank) = (number % 8, number / 8 % 6);
        let row = |at: usize, man: char| match (at, 7 - at) {
            (0, after) => format!("{man}{after}"),
            (before, 0) => format!("{before}{man}"),
            (before, after) => format!("{before}{man}{after}"),
        };
        let mut rows = vec!["8".to_owned(); 8];
        rows[0] = "7k".to_owned();
        rows[2 + rank % 5] = row(file, 'R');
        rows[7] = row(number / 48 % 8, 'K');
        text += &format!("{} ; h#{}\n", rows.join("/"), 2 + number % 3);
    }
    std::fs::write(path, text).expect("a file");
}

fn dawson(arguments: &[&str]) -> (String, i32) {
    let output = Command::cargo_bin("dawson")
        .expect("the program")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (
        text + &String::from_utf8_lossy(&output.stderr),
        output.status.code().unwrap_or(-1),
    )
}

/// What was kept before it was broken off stays, and the same command adds the rest once.
#[test]
fn an_index_goes_on_where_it_ended() {
    let folder = Folder::new("resume");
    let (epd, db) = (folder.file("many.epd"), folder.file("many.db"));
    collection(&epd, 1500);
    // Broken off in the second thousand: the first is kept, and a few of the second are not.
    {
        let index = Index::create(&db).expect("an index");
        let file = index.file(&epd.display().to_string()).expect("a file");
        index.begin().expect("begun");
        let refuse = |_: &str| Err("not found".to_owned());
        let text = std::fs::read(&epd).expect("the file");
        let all = dawson::collection::read("many.epd", text.as_slice(), &refuse).expect("problems");
        for (seen, entry) in all.take(1100).enumerate() {
            index.add(file, &entry, &Effort::default()).expect("added");
            if seen + 1 == 1000 {
                index.commit(file, 1000, false).expect("kept");
                index.begin().expect("begun");
            }
        }
    }
    let (db, epd) = (db.display().to_string(), epd.display().to_string());
    let (out, code) = dawson(&["index", &epd, "-o", &db, "--quiet"]);
    assert_eq!(
        (out.as_str(), code),
        ("500 problems added, 1500 in the index\n", 0)
    );
    let (out, _) = dawson(&["index", &epd, "-o", &db, "--quiet"]);
    assert_eq!(out, "0 problems added, 1500 in the index\n");
    let (out, code) = dawson(&["find", &db, "h#2 and men = 3", "--limit", "2"]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(
        out.lines().filter(|line| line.starts_with("h#2")).count(),
        2,
        "{out}"
    );
    let (out, code) = dawson(&["find", &db, "h#2 and autor Loyd"]);
    assert_eq!(code, 2);
    assert!(out.contains("did you mean `author`?"), "{out}");
    let (out, code) = dawson(&[
        "like",
        &db,
        "h#2",
        "--fen",
        "7k/8/R7/8/8/8/8/K7",
        "--limit",
        "1",
    ]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("the same position: "), "{out}");
}

#[test]
fn another_file_is_no_index() {
    let folder = Folder::new("other");
    let path = folder.file("text.db");
    std::fs::write(
        &path,
        "this is no database, only a text of some length to be sure",
    )
    .expect("a file");
    assert!(Index::open(&path).is_err());
    assert!(Index::open(&folder.file("missing.db")).is_err());
    let (out, code) = dawson(&["find", &path.display().to_string(), "h#2"]);
    assert_eq!(code, 1, "{out}");
}
