//! What people hand over, in the forms in which they do, is read as it is meant: positions with the
//! fields of their FEN, claims, printed solutions, files of all kinds, questions.

use dawson::collection;
use dawson::notation::posed::{Placed, pose};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};

/// A command with its files, and what it says.
#[derive(Deserialize, Debug)]
struct Case {
    name: String,
    arguments: Vec<String>,
    /// A text that begins with `utf-16:` is written in that.
    files: BTreeMap<String, String>,
    says: Vec<String>,
    lacks: Vec<String>,
    code: i32,
}

fn bytes(text: &str) -> Vec<u8> {
    match text.strip_prefix("utf-16:") {
        Some(text) => {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }
        None => text.as_bytes().to_vec(),
    }
}

#[test]
fn what_people_hand_over_is_read_as_it_is_meant() {
    let mut failures = Vec::new();
    for (number, line) in include_str!("../data/readings.jsonl").lines().enumerate() {
        let case: Case =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let folder =
            std::env::temp_dir().join(format!("dawson-read-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in &case.files {
            std::fs::write(folder.join(name), bytes(text)).expect("written");
        }
        let output = Command::new(env!("CARGO_BIN_EXE_dawson"))
            .args(&case.arguments)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        let squeezed = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let says = case
            .says
            .iter()
            .all(|text| squeezed.contains(text.as_str()));
        let lacks = !case
            .lacks
            .iter()
            .any(|text| squeezed.contains(text.as_str()));
        if output.status.code() != Some(case.code) || !says || !lacks {
            let (name, code) = (&case.name, output.status.code());
            failures.push(format!("{name}: {:?} {code:?}\n{told}", case.arguments));
        }
        let _ = std::fs::remove_dir_all(folder);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A post, a mail, a caption, a record or a table, and the problem it holds.
#[derive(Deserialize, Debug)]
struct Post {
    text: String,
    says: String,
    men: String,
}

#[test]
fn a_pasted_text_is_the_problem_that_it_holds() {
    let closed = |_: &str| Err("closed".to_owned());
    let mut failures = Vec::new();
    for line in include_str!("../data/posts.jsonl").lines() {
        let post: Post = serde_json::from_str(line).expect("a post");
        let wanted = pose(&post.says, Placed::Position(&post.men));
        assert!(wanted.is_sound(), "{line}");
        let entries: Vec<_> = match collection::read("pasted", post.text.as_bytes(), &closed) {
            Ok(entries) => entries.collect(),
            Err(error) => {
                failures.push(format!("{}\n{error}", post.text));
                continue;
            }
        };
        let same = entries.iter().all(|entry| {
            let (found, wanted) = (&entry.problem, &wanted.problem);
            entry.is_read()
                && (&found.diagram, found.stipulation) == (&wanted.diagram, wanted.stipulation)
                && !found.options.half_duplex
                && !found.options.white_to_play
        });
        if entries.len() != 1 || !same {
            let why: Vec<&String> = entries.iter().flat_map(|entry| &entry.errors).collect();
            failures.push(format!("{}\n{why:?}", post.text));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What `dawson read` says of a text: its ending, what was understood, and what it complains of.
fn told_of(arguments: &[&str], input: &str) -> (Option<i32>, serde_json::Value, Vec<String>) {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_dawson"))
        .args(["read", "--format", "json"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    // A program that reads a file does not wait for it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let said = ["errors", "warnings"]
        .iter()
        .filter_map(|key| line[key].as_array());
    let said = said.flatten().filter_map(|text| text.as_str());
    // In a file the number of the line stands in front, and what may help behind.
    let bare = |text: &str| {
        let text = match text
            .strip_prefix("line ")
            .and_then(|rest| rest.split_once(": "))
        {
            Some((_, text)) => text,
            None => text,
        };
        text.split("; ").next().unwrap_or_default().to_owned()
    };
    let said = said.map(bare).collect();
    let mut told = line.clone();
    for key in ["source", "number", "errors", "warnings"] {
        told.as_object_mut().map(|told| told.remove(key));
    }
    (output.status.code(), told, said)
}

/// A text of several lines says the same as an argument, in a file and on standard input.
#[test]
fn all_ways_in_read_the_same() {
    let path = format!("{}/tests/data/captions.tsv", env!("CARGO_MANIFEST_DIR"));
    let rows = std::fs::read_to_string(path).expect("the captions");
    let captions = rows.lines().filter_map(|row| row.split('\t').next());
    let captions = captions.filter(|caption| caption.contains(", "));
    let captions = captions.step_by(20).map(|caption| {
        let lines = caption.replace(", ", "\n");
        format!("{lines}\nwKb3 wRh2 wPd4 bKa1\n")
    });
    let more = [
        "h#2 Circee\nwKb3 wRh2 bKa1",
        "\"Madrasi Dream\"\nh#2\nwKb3 wRh2 bKa1",
        "To Madrasi!\nh#2\nwKb3 wRh2 bKa1",
        "White to play and win\nKe4 h7 h2\nKa1 b2 a3 f7",
        "h#2\nwKb3 wRh2 bKa1\n(B) wR h2 to h3 (C) wK<->bK",
        "h#2\nSetplay: yes\nDuplex: no\nConditions: none\nwKb3 wRh2 bKa1",
        "Foo\nBar",
        "h#2\nwKb3 wRh2 bKa1\nh#3 would be cooked",
        "h#2\nwKb3 wRh2 bKa1\nb4: royal Grasshopper (no other wK)",
    ];
    let folder = std::env::temp_dir().join(format!("dawson-ways-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("problem.txt");
    let name = file.display().to_string();
    let mut differences = Vec::new();
    for text in captions.chain(more.map(str::to_owned)) {
        std::fs::write(&file, &text).expect("written");
        let by_argument = told_of(&["--", &text], "");
        let by_file = told_of(&[&name], "");
        let by_input = told_of(&["-"], &text);
        if by_argument != by_file || by_file != by_input {
            differences.push(format!(
                "{text}\n{by_argument:?}\n{by_file:?}\n{by_input:?}"
            ));
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
