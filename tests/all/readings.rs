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
