//! What problemists ask for beyond the reference: each entry of the catalogue is built, said in sentences, an option, or
//! refused with its reason, and its names as printed lead there.

use dawson::manual::{Entry, Found, Kind, find};
use dawson::notation::statement::statement;
use dawson::sentences;

/// A row of `tests/data/beyond.tsv`.
struct Row {
    entry: &'static str,
    state: &'static str,
    word: &'static str,
    names: Vec<&'static str>,
    remark: &'static str,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("../data/beyond.tsv").lines().skip(1);
    let row = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [entry, state, word, names, remark] = fields[..] else {
            panic!("five columns: {line}");
        };
        let names = names.split(" | ").filter(|name| !name.is_empty());
        Row {
            entry,
            state,
            word,
            names: names.collect(),
            remark,
        }
    };
    lines.map(row).collect()
}

fn found(name: &str) -> Vec<Entry> {
    match find(name) {
        Found::Entries(entries) => entries,
        _ => Vec::new(),
    }
}

/// Why a name does not lead to something in this state, if it does not.
fn why_not(state: &str, name: &str) -> Option<&'static str> {
    let is_own = sentences::named(name).is_some();
    let entries = found(name);
    let refused = entries.iter().find(|entry| entry.kind == Kind::Unbuilt);
    match state {
        "own condition" if !is_own && statement(&format!("h#2, {name}")).is_ok() => {
            Some("it is read as something else")
        }
        "own condition" => (!is_own && !is_term(&entries)).then_some("no own condition"),
        "refused" => match refused {
            None => Some("it is not refused by name"),
            Some(entry) if !entry.definition.contains("Not built") => Some("no reason is given"),
            Some(_) if statement(&format!("h#2, {name}")).is_ok() => Some("it is read"),
            Some(_) => None,
        },
        "built" | "option" => {
            let is_built = refused.is_none() && !entries.is_empty();
            let is_said = || {
                [name.to_owned(), format!("h#2, {name}")]
                    .iter()
                    .any(|text| statement(text).is_ok())
            };
            (!is_built && !is_said()).then_some("it is not known")
        }
        _ => Some("no such state"),
    }
}

/// The words of problemists explain what is no single rule.
fn is_term(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.kind == Kind::Term)
}

#[test]
fn every_entry_is_known_in_its_state() {
    let mut wrong = Vec::new();
    for row in rows() {
        if row.state == "not a rule" {
            let says_why = row.word.is_empty() && !row.remark.is_empty();
            wrong.extend((!says_why).then(|| format!("{}: a remark says why", row.entry)));
            continue;
        }
        for name in std::iter::once(row.word).chain(row.names.iter().copied()) {
            let why = why_not(row.state, name);
            wrong.extend(why.map(|why| format!("{} ({}), `{name}`: {why}", row.entry, row.state)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows().len(), 102);
}

/// Names that are near to others mean what they say.
#[test]
fn names_are_not_read_as_others() {
    let read = [
        ("h#2, Circe Protée descendant", "Circe Proteus descending"),
        ("h#2, Circé Protée ascendants", "Circe Proteus ascending"),
        ("h#2, Cuckoo Circe", "CouCou Circe"),
        ("h#2, Circe mutants to rooks", "Circe mutants to rooks"),
    ];
    for (text, name) in read {
        let said = statement(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let meant = sentences::named(name).expect("it is contributed");
        assert_eq!(said.conditions, [meant], "{text}");
    }
    for text in [
        "h#2, Circe Protée",
        "h#2, Proteus-Circe",
        "h#2, Circe mutants",
        "h#2, Kuckuckscirce",
    ] {
        assert!(statement(text).is_err(), "{text}");
    }
}
