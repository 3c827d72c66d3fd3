//! Holds the source to its map: which module may know which, who prints, who
//! exits, where state may live, and what belongs to a condition.

use dawson::attributes;
use dawson::conditions::{DEFINITIONS, Param, forms};
use dawson::manual::{Kind, entries};
use dawson::men::WALKS;
use dawson::notation::popeye::words::{Language, Table, word};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each module of the library with those it may know. A row names only rows
/// above it, so nothing goes round in a circle.
const MAY_KNOW: &[(&str, &str)] = &[
    ("threads", ""),
    ("board", ""),
    ("men", "board"),
    ("problem", "board men"),
    ("solution", "board men problem"),
    ("position", "board men"),
    ("rules", "board men problem solution position"),
    ("attributes", "board men problem position rules"),
    ("conditions", "board men problem position rules attributes"),
    ("orthodox", "board men problem solution position rules"),
    ("stipulation", "board problem"),
    (
        "search",
        "threads board men problem solution position rules stipulation",
    ),
    (
        "invisible",
        "threads board men problem solution orthodox stipulation search",
    ),
    (
        "retro",
        "board men problem solution rules conditions orthodox stipulation search",
    ),
    (
        "legality",
        "threads board men problem orthodox stipulation retro",
    ),
    (
        "retract",
        "threads board men problem solution position rules conditions orthodox stipulation search legality",
    ),
    (
        "solve",
        "board men problem solution rules conditions orthodox stipulation search invisible retro legality",
    ),
    (
        "sentences",
        "board men problem position rules attributes conditions",
    ),
    (
        "notation",
        "board men problem solution attributes conditions stipulation legality retract sentences",
    ),
    (
        "soundness",
        "board men problem solution rules attributes conditions stipulation search solve notation legality retract",
    ),
    (
        "collection",
        "board men problem solution conditions search solve notation soundness retract",
    ),
    (
        "query",
        "board men problem solution rules conditions stipulation search solve notation soundness retract legality sentences",
    ),
    (
        "manual",
        "board men problem solution rules attributes conditions notation query solve",
    ),
    (
        "picture",
        "board men problem solution attributes conditions soundness notation",
    ),
    (
        "themes",
        "board men problem solution orthodox stipulation search solve notation soundness",
    ),
    (
        "workshop",
        "board men problem solution rules conditions stipulation search solve notation soundness collection query legality themes",
    ),
    (
        "index",
        "board men problem solution notation solve soundness collection themes",
    ),
    (
        "serve",
        "board men problem solution attributes conditions search solve soundness notation sentences manual picture collection query workshop legality themes",
    ),
];

/// What a rule would need to keep state of its own, or to look at a clock.
const STATE: &[&str] = &[
    "Cell",
    "RefCell",
    "OnceCell",
    "LazyCell",
    "Mutex",
    "RwLock",
    "OnceLock",
    "LazyLock",
    "static mut",
    "thread_local",
    "sync::atomic",
    "Instant",
    "SystemTime",
];

const PRINTS: &[&str] = &["print!", "println!", "eprint!", "eprintln!", "dbg!"];

#[test]
fn modules_know_only_what_is_below_them() {
    for file in sources().iter().filter(|file| file.is_in_library()) {
        let allowed = may_know(&file.module);
        for (number, line) in file.code() {
            for known in modules_named(line) {
                let place = format!("{}:{number}", file.path.display());
                assert!(
                    known == file.module || allowed.contains(known),
                    "{place}: `{}` must not know `{known}`",
                    file.module
                );
            }
        }
    }
}

/// Only `crate::` paths lead out of a module, so the check above sees all.
#[test]
fn no_path_leaves_its_module_sideways() {
    for file in sources().iter().filter(|file| file.is_in_library()) {
        for (number, line) in file.code() {
            let place = format!("{}:{number}", file.path.display());
            let ups = line.split("use ").last().map_or(0, leading_supers);
            let nested = line.starts_with(' ');
            assert!(nested || ups < file.depth(), "{place}: {line}");
            assert!(!line.contains("crate::{"), "{place}: name one module a use");
        }
    }
}

#[test]
fn the_table_of_modules_has_no_circle() {
    for (index, (module, allowed)) in MAY_KNOW.iter().enumerate() {
        let above: Vec<&str> = MAY_KNOW[..index].iter().map(|row| row.0).collect();
        let mut allowed = allowed.split_whitespace();
        assert!(allowed.all(|known| above.contains(&known)), "{module}");
    }
}

/// Files of these rooms know each other one way only. The file of a folder, `mod.rs`, opens it and does not count.
#[test]
fn files_of_a_room_have_no_circle() {
    for room in ["conditions", "rules", "search"] {
        let sources = sources();
        let files = sources.iter().filter(|file| file.module == room);
        let files: Vec<&Source> = files
            .filter(|file| !file.path.ends_with("mod.rs"))
            .collect();
        let known = |file: &Source| -> BTreeSet<PathBuf> {
            let uses = file
                .code()
                .filter_map(|(_, line)| line.strip_prefix("use "));
            let named = uses.filter_map(|path| {
                let ups = leading_supers(path);
                let rest = path.splitn(ups + 1, "::").last()?;
                let folder = match path.strip_prefix(&format!("crate::{room}::")) {
                    Some(_) => Path::new(room),
                    None => file.path.ancestors().nth(ups).filter(|_| ups > 0)?,
                };
                let rest = rest.trim_start_matches(&format!("crate::{room}::"));
                let steps = rest
                    .split([':', ';', '{', ' '])
                    .filter(|step| !step.is_empty());
                let paths = steps.scan(folder.to_owned(), |path, step| {
                    path.push(step);
                    Some(path.with_extension("rs"))
                });
                paths
                    .filter(|path| files.iter().any(|file| file.path == *path))
                    .last()
            });
            named.filter(|path| *path != file.path).collect()
        };
        let mut left: Vec<_> = files.iter().map(|file| (&file.path, known(file))).collect();
        loop {
            let before = left.len();
            let open: BTreeSet<PathBuf> = left.iter().map(|(path, _)| (*path).clone()).collect();
            left.retain(|(_, known)| known.iter().any(|path| open.contains(path)));
            if left.len() == before {
                break;
            }
        }
        let left: Vec<_> = left.iter().map(|(path, _)| path.display()).collect();
        assert!(
            left.is_empty(),
            "{room}: these files go round in a circle, or lead to one: {left:?}"
        );
    }
}

#[test]
fn only_the_command_line_prints() {
    forbid(PRINTS, |file| file.module != "cli");
}

#[test]
fn only_main_exits() {
    forbid(&["process::exit"], |file| file.module != "main");
    forbid(&["process::abort"], |file| file.module != "cli");
}

#[test]
fn only_hints_on_memory_are_unsafe() {
    let hint = Path::new("search/prefetch.rs");
    forbid(&["unsafe"], |file| !file.path.ends_with(hint));
}

#[test]
fn rules_keep_no_state_of_their_own() {
    let stateless = [
        "rules",
        "attributes",
        "conditions",
        "position",
        "stipulation",
    ];
    // Which texts of composers are known is no state of a rule.
    let texts = Path::new("conditions/own.rs");
    forbid(STATE, |file| {
        stateless.contains(&file.module.as_str()) && !file.path.ends_with(texts)
    });
}

/// The plain engine is `play` and `judge`; short cuts ask facts, never the lists of hooks.
#[test]
fn rooms_of_rules_know_what_they_may() {
    let of = |room: &'static str| {
        let folder = Path::new("rules").join(room);
        move |file: &Source| file.path.starts_with(&folder)
    };
    forbid(&["shortcut"], of("play"));
    forbid(&["shortcut"], of("judge"));
    for file in sources().iter().filter(|file| of("shortcut")(file)) {
        for (number, line) in file.code() {
            let place = format!("{}:{number}", file.path.display());
            assert!(!line.contains(".hooks"), "{place}: {line}");
        }
    }
}

/// What rooms ask of rules goes through four doors; the rules themselves are data with few questions.
#[test]
fn each_room_of_rules_has_its_own_door() {
    let doors = [
        ("rules/play/generate", "Generator"),
        ("rules/play/castling.rs", "Generator"),
        ("rules/play/perform", "Player"),
        ("rules/judge", "Judge"),
        ("rules/shortcut", "Oracle"),
        ("rules/hooks", "Oracle"),
    ];
    let mut methods = 0;
    for file in sources().iter().filter(|file| file.module == "rules") {
        let mut block = "";
        for (number, line) in file.code() {
            let head = line
                .strip_prefix("impl")
                .map(|rest| rest.trim_start_matches("<'r>").trim());
            block = head
                .or(line.starts_with('}').then_some(""))
                .unwrap_or(block);
            let place = format!("{}:{number}", file.path.display());
            let named = doors.iter().find(|(_, door)| {
                let opens = head.and_then(|head| head.strip_prefix(door));
                opens.is_some_and(|rest| rest.starts_with('<'))
            });
            if let Some((_, door)) = named {
                let room = doors.iter().find(|(room, _)| file.path.starts_with(room));
                assert!(room.is_none_or(|(_, own)| own == door), "{place}: {door}");
            }
            methods += usize::from(block.starts_with("Rules {") && line.contains(" fn "));
        }
    }
    assert!(methods <= 30, "the rules have {methods} methods");
}

#[test]
fn the_engine_names_no_condition() {
    let quoted = DEFINITIONS.iter().map(|row| format!("\"{}\"", row.key));
    let quoted: Vec<String> = quoted.collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    let engine = ["position", "rules", "stipulation", "search"];
    forbid(&quoted, |file| engine.contains(&file.module.as_str()));
}

#[test]
fn every_file_says_what_it_is_for() {
    for file in sources() {
        assert!(file.text.starts_with("//! "), "{}", file.path.display());
    }
}

#[test]
fn every_condition_is_documented() {
    for definition in DEFINITIONS {
        let is_sentence = definition.means().ends_with('.');
        assert!(is_sentence, "{}: no summary", definition.key);
    }
}

/// Conditions find the same row of the words as readers and writers do.
#[test]
fn every_condition_is_called_as_it_is_read() {
    for definition in DEFINITIONS {
        let key = definition.key;
        let word = word(Table::Condition, key);
        let word = word.unwrap_or_else(|| panic!("{key} is no word of the readers"));
        let known = [Language::En, Language::De, Language::Fr].map(|language| word.name(language));
        assert_eq!(definition.names().in_order(), known, "{key}");
    }
}

/// The table of inventors is sorted by key, says something in each row, and no row is left behind.
#[test]
fn rows_of_origins_are_of_conditions() {
    let rows = include_str!("../../src/conditions/origins.tsv")
        .lines()
        .skip(1);
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('\t').collect()).collect();
    assert!(
        rows.is_sorted_by(|one, other| one[0] < other[0]),
        "origins.tsv is not sorted"
    );
    let forms = forms().map(|form| form.key);
    let known: BTreeSet<&str> = DEFINITIONS.iter().map(|row| row.key).chain(forms).collect();
    for row in &rows {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(row[1..].iter().any(|field| !field.is_empty()), "{row:?}");
        assert!(known.contains(row[0]), "{} is no condition", row[0]);
        let is_year = |year: &str| year.len() == 4 && year.parse::<u32>().is_ok();
        assert!(row[2].is_empty() || is_year(row[2]), "{row:?}");
    }
}

/// What the documents show of the source is what stands there. `DAWSON_WRITE_DOCS=1` writes it anew.
#[test]
fn documents_show_the_source_as_it_is() {
    let guide = include_str!("../../CONTRIBUTING.md");
    let mut written = String::new();
    let mut rest = guide;
    let mut shown = 0;
    while let Some((before, from)) = rest.split_once("<!-- from ") {
        let (mark, after) = from
            .split_once(" -->\n```rust\n")
            .expect("a block of Rust follows");
        let (_, after) = after.split_once("```\n").expect("the block ends");
        assert!(
            !before.contains("```rust"),
            "a block of Rust without its place: {before}"
        );
        written += &format!(
            "{before}<!-- from {mark} -->\n```rust\n{}```\n",
            excerpt(mark)
        );
        rest = after;
        shown += 1;
    }
    assert!(
        !rest.contains("```rust"),
        "a block of Rust without its place: {rest}"
    );
    assert!(
        shown >= 4,
        "CONTRIBUTING.md shows {shown} parts of the source"
    );
    keep_up_to_date("CONTRIBUTING.md", &(written + rest));
}

/// What a mark names: `file`, `file, "start" to "last line"`, `file, "start" to the end`, `file, "start of a line"`.
fn excerpt(mark: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (file, part) = mark.split_once(", ").unwrap_or((mark, ""));
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|_| panic!("no {file}"));
    let unquoted = |quoted: &str| {
        quoted
            .trim_matches(|sign| sign == '`')
            .replace("\\\"", "\u{1}")
            .replace('"', "")
            .replace('\u{1}', "\"")
    };
    let (start, end) = match part.split_once("\" to ") {
        Some((start, end)) => (unquoted(start), Some(unquoted(end))),
        None => (unquoted(part), None),
    };
    let lines = text
        .split_inclusive('\n')
        .skip_while(|line| !line.starts_with(&start));
    match (part, end.as_deref()) {
        ("", _) => text.clone(),
        (_, Some("the end")) => lines.collect(),
        (_, Some(end)) => {
            let lines: Vec<&str> = lines.collect();
            let last = lines.iter().position(|line| line.trim_end() == end);
            lines[..=last.unwrap_or_else(|| panic!("{mark}: no such line"))].concat()
        }
        (_, None) => lines.take(1).collect(),
    }
}

/// The table of modules in ARCHITECTURE.md is made from the rows above.
#[test]
fn the_map_has_the_table_of_modules() {
    let map = include_str!("../../ARCHITECTURE.md");
    let (before, rest) = map
        .split_once("<!-- modules -->\n")
        .expect("the table begins");
    let (_, after) = rest
        .split_once("<!-- /modules -->")
        .expect("the table ends");
    let row = |(module, allowed): &(&str, &str)| {
        let allowed: Vec<String> = allowed
            .split_whitespace()
            .map(|name| format!("`{name}` "))
            .collect();
        format!("| `{module}` | {}|\n", allowed.concat())
    };
    let rows: String = MAY_KNOW.iter().map(row).collect();
    let table = format!("| module | may know |\n|---|---|\n{rows}");
    keep_up_to_date(
        "ARCHITECTURE.md",
        &format!("{before}<!-- modules -->\n{table}<!-- /modules -->{after}"),
    );
    assert!(map.lines().count() <= 250, "ARCHITECTURE.md is long");
}

fn keep_up_to_date(document: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    if std::env::var_os("DAWSON_WRITE_DOCS").is_some() {
        std::fs::write(&file, text).expect("the document can be written");
    }
    let stands = std::fs::read_to_string(&file).expect("there is a document");
    assert!(
        stands == text,
        "{document} is not up to date: DAWSON_WRITE_DOCS=1 writes it"
    );
}

/// What others have to know of a condition, its definition says or a row of data.
#[test]
fn no_module_names_a_condition() {
    let mut keys: BTreeSet<&str> = DEFINITIONS.iter().map(|row| row.key).collect();
    // Keys that are words of other kinds, too: `board`, `dummy`, `anda`, ...
    keys.retain(|key| {
        let is_walk = WALKS.iter().any(|walk| walk.key == *key);
        !is_walk && attributes::find(key).is_none() && *key != "board" && *key != "circe"
    });
    for file in sources().iter().filter(|file| file.module != "conditions") {
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let is_comment = line.trim_start().starts_with("//");
            let quoted = line
                .split('"')
                .skip(1)
                .step_by(2)
                .find(|word| keys.contains(word));
            let Some(key) = quoted.filter(|_| !is_comment) else {
                continue;
            };
            let place = format!("{}:{number}", file.path.display());
            panic!("{place}: `{key}` belongs to a definition");
        }
    }
}

/// What a set of rules means follows from what each declares: no condition and no attribute names
/// another, neither by its key nor by its module. Files of one folder are one family; a file without a
/// definition is shared.
#[test]
fn no_rule_knows_another() {
    let conditions = DEFINITIONS.iter().map(|definition| definition.key);
    let marks = attributes::DEFINITIONS.iter();
    let conditions: Vec<&str> = conditions.collect();
    let marks: Vec<&str> = marks.map(|mark| mark.key).collect();
    let sources = sources();
    let is_rule = |file: &Source| ["conditions", "attributes"].contains(&file.module.as_str());
    let defines = |file: &Source| file.text.contains(": Definition = Definition {");
    let family = |file: &Source| match file.path.components().count() {
        2 => file.path.clone(),
        _ => file.path.parent().expect("it is in a folder").to_owned(),
    };
    // Words of readers that stand for conditions, and the list of all.
    let words = ["registry.rs", "one_sided.rs", "system.rs", "names.rs"];
    let reads_words = |file: &Source| words.iter().any(|name| file.path.ends_with(name));
    let mut found = Vec::new();
    for file in sources
        .iter()
        .filter(|file| is_rule(file) && !reads_words(file))
    {
        let kin = sources.iter().filter(|other| family(other) == family(file));
        let own: String = kin.map(|other| other.text.as_str()).collect();
        let is_own = |key: &str| {
            let said =
                ["key: \"", ": &str = \"", "of_side(\""].map(|said| format!("{said}{key}\""));
            let quoted = format!("\"{key}\"");
            let mut both = own.split("for_each_side(").skip(1);
            let is_of_both = both.any(|rest| {
                let named = rest.split(')').next();
                named.is_some_and(|named| named.contains(&quoted))
            });
            is_of_both || said.iter().any(|said| own.contains(said))
        };
        // Conditions stand above attributes and may give them; keys of attributes are words there.
        let marks = match file.module.as_str() {
            "attributes" => &marks[..],
            _ => &[],
        };
        let tests = file.text.find("#[cfg(test)]").unwrap_or(file.text.len());
        let lines = file.text[..tests].lines().count();
        for (number, line) in file.code().take_while(|(number, _)| *number <= lines) {
            let place = format!("{}:{number}: {}", file.path.display(), line.trim());
            // Which attribute a condition gives is part of what it is.
            let gives = ["gives:", "promises:"]
                .iter()
                .any(|field| line.contains(field));
            let names = conditions
                .iter()
                .chain(marks)
                .any(|key| line.contains(&format!("\"{key}\"")) && !is_own(key));
            let is_word = ["Param::", "has_flag(", "Slot::named("]
                .iter()
                .any(|word| line.contains(word));
            if names && !gives && !is_word {
                found.push(place.clone());
            }
            let path = line.trim_start().strip_prefix("use super::");
            let path = path.or_else(|| line.trim_start().strip_prefix("use crate::conditions::"));
            let first = path.and_then(|path| path.split([':', ';', '{']).next());
            let target = first.and_then(|name| {
                let path = Path::new("conditions").join(name).with_extension("rs");
                sources.iter().find(|other| other.path == path)
            });
            let nested = file.path.components().count() > 2 && line.contains("use super::");
            let is_base = first.is_some_and(|name| ["definition", "registry"].contains(&name));
            if target.is_some_and(defines) && !nested && !is_base && !file.path.ends_with("mod.rs")
            {
                found.push(place);
            }
        }
    }
    assert!(
        found.is_empty(),
        "rules that know others:\n{}",
        found.join("\n")
    );
}

/// What a definition names exists: words of the readers, conditions, attributes.
#[test]
fn definitions_name_what_there_is() {
    let is_attribute = |key: &str| attributes::find(key).is_some();
    for definition in DEFINITIONS {
        let marks = definition.gives.into_iter().chain(definition.promises);
        for key in marks {
            assert!(is_attribute(key), "{}: no {key}", definition.key);
        }
        for option in definition.options.into_iter().flatten() {
            if let Param::Flag(flag) = option {
                let known = word(Table::SubOption, flag).is_some();
                assert!(known, "{}: no {flag}", definition.key);
            }
        }
    }
}

#[test]
fn every_attribute_is_called_as_it_is_read() {
    for definition in attributes::DEFINITIONS {
        let (key, names) = (definition.key, definition.names);
        let word = word(Table::Attribute, key).or_else(|| word(Table::Colour, key));
        let word = word.unwrap_or_else(|| panic!("{key} is no word of the readers"));
        let known = [Language::En, Language::De, Language::Fr].map(|language| word.name(language));
        assert_eq!([names.en, names.de, names.fr], known, "{key}");
    }
}

#[test]
fn the_readme_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a readme");
    // The registry is the only list of conditions.
    assert!(readme.contains("`dawson list conditions`"), "README.md");
    let walks = format!("{} walks", WALKS.len());
    assert!(readme.contains(&walks), "README.md: there are {walks}");
    let conditions = entries()
        .into_iter()
        .filter(|entry| entry.kind == Kind::Condition);
    let said = readme.split("more than ").find_map(|rest| {
        let (count, _) = rest.split_once(" conditions")?;
        count.parse::<usize>().ok()
    });
    let built = conditions.count();
    assert!(
        said.is_some_and(|said| said < built && built < said + 50),
        "README.md: there are {built} conditions"
    );
}

#[test]
fn no_file_of_the_rules_is_long() {
    for file in sources().iter().filter(|file| file.module == "rules") {
        let lines = file.text.lines().count();
        assert!(lines <= 400, "{} has {lines} lines", file.path.display());
    }
}

#[test]
fn the_rules_in_detail_list_all_hooks() {
    let map = include_str!("../../docs/rules.md");
    let between = |line: &'static str, start: &str, end: &str| {
        let (name, rest) = line.trim().strip_prefix(start)?.split_once(end)?;
        Some((name, rest))
    };
    let questions = [
        include_str!("../../src/rules/hooks/builder/mod.rs"),
        include_str!("../../src/rules/hooks/builder/army.rs"),
        include_str!("../../src/rules/hooks/builder/moves.rs"),
        include_str!("../../src/rules/hooks/builder/effects.rs"),
        include_str!("../../src/rules/hooks/builder/verdicts.rs"),
        include_str!("../../src/rules/hooks/questions.rs"),
    ];
    for line in questions.iter().flat_map(|file| file.lines()) {
        let name = between(line, "pub fn ", "(").map_or("refuse", |(name, _)| name);
        let asks = [
            "new",
            "diagram",
            "start",
            "men",
            "stipulation",
            "options",
            "geometry",
            "diagram_walks",
            "has_neutral",
            "has_attribute",
            "is_plain",
        ];
        let is_named = asks.contains(&name) || map.contains(&format!("`{name}`"));
        assert!(is_named, "docs/rules.md does not name {name}");
    }
}

/// No line of code in these files may have any of these words.
fn forbid(words: &[&str], files: impl Fn(&Source) -> bool) {
    for file in sources().iter().filter(|file| files(file)) {
        for (number, line) in file.code() {
            let found = words.iter().find(|word| has_word(line, word));
            let place = format!("{}:{number}", file.path.display());
            assert!(found.is_none(), "{place}: {found:?} in {line}");
        }
    }
}

fn may_know(module: &str) -> BTreeSet<&'static str> {
    let row = MAY_KNOW.iter().find(|row| row.0 == module);
    let (_, allowed) = row.unwrap_or_else(|| panic!("`{module}` has no place in the table"));
    allowed.split_whitespace().collect()
}

/// The modules behind each `crate::` of a line.
fn modules_named(line: &str) -> impl Iterator<Item = &str> {
    let paths = line.split("crate::").skip(1);
    paths.map(|path| {
        let end = path.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        &path[..end.unwrap_or(path.len())]
    })
}

fn leading_supers(path: &str) -> usize {
    path.split("::").take_while(|part| *part == "super").count()
}

/// Whether a word stands in a line by itself, not as a part of another.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        !(before.ends_with(is_part) || word.ends_with(is_part) && after.starts_with(is_part))
    })
}

/// A file of `src/`.
struct Source {
    path: PathBuf,
    /// The first step of its path: `rules`, `main`, ...
    module: String,
    text: String,
}

impl Source {
    fn is_in_library(&self) -> bool {
        !["lib", "main", "cli"].contains(&self.module.as_str())
    }

    /// How many steps of `super` lead to the root of the crate.
    fn depth(&self) -> usize {
        let steps = self.path.components().count();
        steps - usize::from(self.path.ends_with("mod.rs"))
    }

    /// The lines that are no comments, numbered from 1.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_code = |(_, line): &(usize, &str)| !line.trim_start().starts_with("//");
        (1..).zip(self.text.lines()).filter(is_code)
    }
}

/// All files of `src/`; their paths start there.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    collect(&root, &root, &mut sources);
    assert!(!sources.is_empty());
    sources
}

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            collect(root, &path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(source(root, &path));
        }
    }
}

fn source(root: &Path, path: &Path) -> Source {
    let text = std::fs::read_to_string(path).expect("a file of sources");
    let path = path.strip_prefix(root).expect("it is below the root");
    let first = path.iter().next().expect("a path has a first step");
    let module = Path::new(first).file_stem().expect("files have names");
    Source {
        module: module.to_string_lossy().into_owned(),
        path: path.to_owned(),
        text,
    }
}
