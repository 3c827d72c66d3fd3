//! Verdicts on sound and unsound problems of every class, and collections read and written.

use dawson::collection::write::{Target, whole};
use dawson::collection::{Entry, read};
use dawson::legality::parts;
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Writer;
use dawson::problem::Options;
use dawson::search::{Event, Observer};
use dawson::solution::PhaseKind;
use dawson::soundness::replay::{Agreement, Comparison, compare_text};
use dawson::soundness::{Class, Verdict, check, check_solved};
use dawson::{Settings, solve};
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A problem with its verdict.
#[derive(Deserialize, Debug)]
struct Case {
    /// What it shows.
    name: String,
    /// The problem in any format.
    input: String,
    /// The verdict.
    verdict: String,
    /// What speaks for it, in part.
    #[serde(default)]
    evidence: Vec<String>,
}

fn data(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/soundness")
        .join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn entries(text: &str) -> Vec<Entry> {
    match entries_of(text) {
        Ok(problems) => problems,
        Err(error) => panic!("{error}: {text}"),
    }
}

fn entries_of(text: &str) -> Result<Vec<Entry>, String> {
    let refuse = |_: &str| Err("not found".to_owned());
    let problems = read("test", text.as_bytes(), &refuse).map_err(|error| error.to_string())?;
    Ok(problems.collect())
}

/// The files of all formats.
fn collections() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/soundness");
    let folders = ["collections", "formats"].map(|name| root.join(name));
    let files = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the collections"));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// Ten files of each format, all understood; the table says how many problems are in each.
#[test]
fn ten_files_of_each_format_are_read() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/soundness/formats");
    let files = std::fs::read_dir(folder).expect("the files");
    let mut counts = std::collections::BTreeMap::<String, Vec<(String, usize)>>::new();
    let mut faults = Vec::new();
    for file in files.map(|file| file.expect("a file").path()) {
        let bytes = std::fs::read(&file).expect("a file of problems");
        let name = file.file_name().expect("a name").display().to_string();
        let refuse = |_: &str| Err("not found".to_owned());
        let all: Vec<Entry> = match read(&name, &bytes[..], &refuse) {
            Ok(problems) => problems.collect(),
            Err(error) => {
                faults.push(format!("{name}: {error}"));
                continue;
            }
        };
        faults.extend(
            all.iter()
                .filter(|entry| !entry.is_read())
                .map(|entry| format!("{name}: {:?}", entry.errors)),
        );
        let ending = name.rsplit('.').next().unwrap_or_default().to_owned();
        counts.entry(ending).or_default().push((name, all.len()));
    }
    let mut table = String::new();
    for (ending, files) in &mut counts {
        files.sort();
        assert_eq!(files.len(), 10, "{ending}");
        let numbers: Vec<String> = files.iter().map(|(_, count)| count.to_string()).collect();
        table += &format!("{ending} {}\n", numbers.join(" "));
    }
    assert_eq!(table, data("formats.txt"));
    // A lone `=` asks for a study.
    assert_eq!(faults.len(), 1, "{}", faults.join("\n"));
}

#[test]
fn verdicts() {
    let cases = data("verdicts.jsonl");
    let mut failures = Vec::new();
    let mut counts = [0, 0];
    for line in cases.lines() {
        let case: Case =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let mut problems = entries(&case.input);
        assert_eq!(problems.len(), 1, "{}", case.name);
        let mut entry = problems.remove(0);
        assert!(entry.is_read(), "{}: {:?}", case.name, entry.errors);
        entry.settle_claim();
        let found = check(&entry.problem, &Settings::default(), &());
        counts[usize::from(case.verdict != "sound")] += 1;
        let has_mark = found
            .mark
            .as_deref()
            .is_some_and(|mark| mark.starts_with("C+"));
        let told = case
            .evidence
            .iter()
            .all(|part| found.evidence.iter().any(|text| text.contains(part)));
        if found.verdict.name() != case.verdict || !told || has_mark != (case.verdict == "sound") {
            failures.push(format!(
                "{}: {} {:?} {:?}",
                case.name, found.verdict, found.evidence, found.mark
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(counts[0] >= 20 && counts[1] >= 30, "{counts:?}");
}

/// Counts the searches of a problem by their phases.
#[derive(Default)]
struct Searches(AtomicUsize);

impl Observer for Searches {
    fn event(&self, event: Event<'_>) {
        if let Event::Phase(PhaseKind::Actual | PhaseKind::PostKey) = event {
            self.0.fetch_add(1, Relaxed);
        }
    }
}

/// What a verdict says, without what it cost.
fn without_cost(mut verdict: Verdict) -> Verdict {
    (verdict.seconds, verdict.positions) = (0.0, 0);
    verdict
}

/// The verdict on a problem that was solved, with any wishes about output, is that on the problem.
#[test]
fn what_was_solved_is_not_searched_again() {
    type Wish = (&'static str, fn(&mut Options));
    let wishes: [Wish; 6] = [
        ("as it stands", |_| {}),
        ("variations", |options| options.variation = true),
        ("set play", |options| options.set_play = true),
        ("tries", |options| options.defence = Some(1)),
        ("no threats", |options| options.no_threat = true),
        ("numbers", |options| {
            options.variation = true;
            options.move_numbers = true;
            options.max_solutions = Some(1);
        }),
    ];
    let settings = Settings::default();
    let (mut alone, mut after) = (Searches::default(), Searches::default());
    for line in data("verdicts.jsonl").lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        let mut entry = entries(&case.input).remove(0);
        entry.settle_claim();
        let want = without_cost(check(&entry.problem, &settings, &alone));
        for (name, wish) in &wishes {
            let mut problem = entry.problem.clone();
            wish(&mut problem.options);
            let problem = parts(&problem).unwrap_or(problem);
            let solution = solve(&problem, &settings, &());
            let observer: &dyn Observer = match *name {
                "variations" => &after,
                _ => &(),
            };
            let found = without_cost(check_solved(&problem, &solution, &settings, observer));
            assert_eq!(found, want, "{}: {name}", case.name);
        }
    }
    let (alone, after) = (*alone.0.get_mut(), *after.0.get_mut());
    assert!(after * 2 < alone, "{after} searches after {alone}");
}

/// A text with a difference of one kind.
#[derive(Deserialize, Debug)]
struct Planted {
    /// What it shows.
    name: String,
    /// The problem in any format.
    input: String,
    /// Somebody's solution.
    text: String,
    /// How far it agrees, or why it cannot be compared.
    agreement: String,
    /// What is told of the differences.
    told: Vec<String>,
}

fn told(found: &Comparison, has_twins: bool) -> Vec<String> {
    let unplayable = found.unplayable.iter().map(|fault| {
        let after = fault.after.join(" ");
        format!("unplayable: {} after {after}: {}", fault.written, fault.why)
    });
    let differences = found.differences.iter().map(|difference| {
        let what = if difference.is_missing {
            "missing"
        } else {
            "more"
        };
        format!("{what}: {}", difference.text(has_twins))
    });
    unplayable.chain(differences).collect()
}

#[test]
fn planted_differences_are_found_and_named() {
    let mut failures = Vec::new();
    for line in data("differences.jsonl").lines() {
        let planted: Planted =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let problem = entries(&planted.input).remove(0).problem;
        let (agreement, told) = match compare_text(&problem, &planted.text, &Settings::default()) {
            Ok(found) => {
                let told = told(&found, !problem.twins.is_empty());
                (found.agreement.text().to_owned(), told)
            }
            Err(why) => (why, Vec::new()),
        };
        if agreement != planted.agreement || told != planted.told {
            failures.push(format!("{}: {agreement} {told:?}", planted.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The text that Dawson prints itself, with a part of it left out.
#[test]
fn planted_differences_of_printed_texts_are_found_and_named() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("problems/direct.inp");
    let text = std::fs::read_to_string(file).expect("the problems");
    // Comins Mansfield 1915, with set play and tries.
    let problem = entries(&text).remove(1).problem;
    let solution = dawson::solve(&problem, &Settings::default(), &());
    let printed = Writer::new(Language::En).whole(&problem, &solution);
    let agreement = |text: &str| {
        let found = compare_text(&problem, text, &Settings::default()).expect("it is solved");
        found.agreement
    };
    let blocks: Vec<&str> = printed.split("\n\n").collect();
    let without = |is_left_out: &dyn Fn(&str) -> bool| -> String {
        let kept: Vec<&str> = blocks
            .iter()
            .copied()
            .filter(|block| !is_left_out(block))
            .collect();
        assert!(kept.len() < blocks.len());
        kept.join("\n\n")
    };
    assert_eq!(agreement(&printed), Agreement::Same);
    let german = Writer::new(Language::De).whole(&problem, &solution);
    assert_eq!(agreement(&german), Agreement::Same);
    let is_try = |block: &str| block.contains(" ? ");
    let is_set_play = |block: &str| block.trim_start_matches('\n').starts_with("      1...");
    let is_key = |block: &str| block.contains(" ! ");
    assert_eq!(agreement(&without(&is_try)), Agreement::Tries);
    assert_eq!(agreement(&without(&is_set_play)), Agreement::SetPlay);
    assert_eq!(agreement(&without(&is_key)), Agreement::Differs);
    let mut turned = blocks.clone();
    let tries: Vec<usize> = (0..blocks.len()).filter(|at| is_try(blocks[*at])).collect();
    turned.swap(tries[0], tries[1]);
    assert_eq!(agreement(&turned.join("\n\n")), Agreement::Order);
    let key = blocks.iter().find(|block| is_key(block)).expect("a key");
    let variation: Vec<&str> = key.lines().filter(|line| !line.contains("1...")).collect();
    let changed = printed.replace(key, &variation.join("\n"));
    assert_eq!(agreement(&changed), Agreement::Differs);
}

#[test]
fn claims_that_contradict_each_other_are_an_error() {
    for remarks in [
        "Remark Intended 2\nRemark Intended 3",
        "Remark Intended b) 1\nRemark Intended b) 2",
        "Remark Intended 2.1\nRemark Intended 1.2",
    ] {
        let text = format!(
            "BeginProblem\n{remarks}\nStipulation h#1\nPieces White Kg6 Ra1 Black Kh8\n\
             Twin Add White Rb1\nEndProblem\n"
        );
        let entry = &entries(&text)[0];
        assert!(!entry.is_read(), "{remarks}");
        assert!(entry.errors[0].contains("too"), "{:?}", entry.errors);
    }
    let both = "Remark Intended 2\nRemark Intended 2.1\nRemark Intended 0.1";
    let text = format!(
        "BeginProblem\n{both}\nStipulation h#1\nPieces White Kg6 Ra1 Black Kh8\nEndProblem\n"
    );
    let entry = &entries(&text)[0];
    assert_eq!(entry.problem.intention.texts(), ["0.1 + 2.1"]);
}

/// A helpmate of ours with two solutions, as YACPDB has it.
fn of_yacpdb(more: &str, solution: &str) -> String {
    let solution = solution.replace('\n', "\n  ");
    format!(
        "---\nalgebraic: {{white: [Kc2, Rh3], black: [Ka1, Pa2, Pg7]}}\nstipulation: h#1\n{more}solution: |\n  {solution}\n"
    )
}

#[test]
fn a_claim_is_the_same_wherever_it_is_asked() {
    const BOTH: &str = "1.g7-g6 Rh3-h1 #\n1.g7-g5 Rh3-h1 #";
    const ONE: &str = "1.g7-g6 Rh3-h1 #";
    let twins = "twins: {b: Move g7 f7}\n";
    let rows: [(&str, &str, &[&str], Class); 9] = [
        ("", BOTH, &["2"], Class::Sound),
        ("", ONE, &["1"], Class::Cooked),
        ("", "", &["1"], Class::Cooked),
        ("", "1.g7-h3 Rh3-h1 #", &[], Class::NotExamined),
        ("intended-solutions: 1\n", BOTH, &["1"], Class::Cooked),
        ("intended-solutions: 2.1\n", ONE, &["2.1"], Class::Sound),
        ("keywords: [Cooked]\n", BOTH, &["1"], Class::Cooked),
        ("options: [Duplex]\n", BOTH, &["1"], Class::NoSolution),
        (
            twins,
            &format!("a)\n{BOTH}\nb)\n1.f7-f6 Rh3-h1 #"),
            &["a) 2", "b) 1"],
            Class::Cooked,
        ),
    ];
    let targets = [
        Target::Input(Language::En),
        Target::Input(Language::De),
        Target::Yacpdb,
        Target::JsonLines,
        Target::Latex(Language::Fr),
        Target::Csv,
        Target::Epd,
        Target::Pgn,
    ];
    let index = dawson::index::Index::in_memory();
    let index = index.expect("an index in memory");
    let file = index.file("own").expect("a file of the index");
    for (number, (more, solution, claim, verdict)) in rows.into_iter().enumerate() {
        let mut entry = entries(&of_yacpdb(more, solution)).remove(0);
        assert!(entry.is_read(), "{more}{solution}: {:?}", entry.errors);
        for target in targets {
            let text = whole(target, std::slice::from_ref(&entry));
            let mut again = entries(&text).remove(0);
            again.settle_claim();
            assert_eq!(again.problem.intention.texts(), claim, "{target:?}: {text}");
        }
        let judged = dawson::collection::examine("-", entry.clone(), &Settings::default(), "");
        assert_eq!(judged.judged.verdict, verdict, "{more}{solution}");
        entry.number = number + 1;
        let effort = dawson::index::Effort {
            solves: true,
            ..dawson::index::Effort::default()
        };
        index
            .add(file, &entry, &effort)
            .expect("a problem of the index");
        let query = format!("verdict \"{verdict}\"");
        let (found, _) = index.find(&query, 100).expect("a query");
        assert!(
            found.iter().any(|found| found.number == number + 1),
            "{more}{solution}: {query}"
        );
        entry.settle_claim();
        assert_eq!(entry.problem.intention.texts(), claim);
        let again = entry.clone();
        entry.settle_claim();
        assert_eq!(entry.problem, again.problem, "asked twice");
    }
}

/// Every problem that comes with the program, and every one of the collections.
fn own_problems() -> Vec<Entry> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        root.join("problems"),
        root.join("tests/soundness/collections"),
        root.join("tests/soundness/formats"),
    ];
    let files = folders.iter().flat_map(|folder| {
        let files = std::fs::read_dir(folder).expect("a folder of problems");
        let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        files
    });
    let is_text = |file: &PathBuf| {
        let ending = file.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| !["md", "txt"].contains(&ending)) && file.is_file()
    };
    let mut all = Vec::new();
    for file in files.filter(is_text) {
        let bytes = std::fs::read(&file).expect("a file of problems");
        let refuse = |_: &str| Err("not found".to_owned());
        let problems = read(&file.display().to_string(), &bytes[..], &refuse);
        all.extend(problems.expect("a known format").filter(Entry::is_read));
    }
    all
}

#[test]
fn every_written_format_holds_the_same_problems() {
    let mut own = own_problems();
    assert!(own.len() > 60, "{}", own.len());
    own.iter_mut().for_each(Entry::settle_claim);
    let targets = [
        Target::Input(Language::En),
        Target::Input(Language::De),
        Target::Input(Language::Fr),
        Target::Yacpdb,
        Target::JsonLines,
        Target::Latex(Language::En),
        Target::Latex(Language::De),
        Target::Latex(Language::Fr),
        Target::Csv,
        Target::Epd,
    ];
    let mut lost = Vec::new();
    for target in targets {
        let text = whole(target, &own);
        let mut again = entries(&text);
        again.iter_mut().for_each(Entry::settle_claim);
        if again.len() != own.len() {
            lost.push(format!("{target:?}: {} of {}", again.len(), own.len()));
        }
        for (before, after) in own.iter().zip(&again) {
            if before.problem != after.problem {
                let asked = before.problem.stipulation;
                lost.push(format!(
                    "{target:?} {}: {asked:?} {:?} {:?}",
                    before.number, before.problem.authors, after.errors
                ));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// Small numbers that look thrown.
struct Thrown(u64);

impl Thrown {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or(0)
    }

    /// A file with a few bytes changed, left out or repeated, and perhaps cut off.
    fn spoil(&mut self, bytes: &[u8]) -> Vec<u8> {
        const SIGNS: &[u8] = b"{}[]()\"'\\:;,.#=+-*/<>|&%$!?0129aKQRbwnS \n\r\t\0\xff\xc3";
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len() + 1);
            let length = self.below(12).min(bytes.len() - at);
            match self.below(5) {
                0 if at < bytes.len() => bytes[at] = SIGNS[self.below(SIGNS.len())],
                1 => bytes.insert(at, SIGNS[self.below(SIGNS.len())]),
                2 => _ = bytes.drain(at..at + length),
                3 => {
                    let piece = bytes[at..at + length].to_vec();
                    bytes.splice(at..at, piece);
                }
                _ if self.below(8) == 0 => bytes.truncate(at),
                _ => {}
            }
        }
        bytes
    }
}

/// Whatever becomes of a file, it is read or refused, and what was read can be written.
/// `DAWSON_FUZZ=600` goes on for ten minutes; `DAWSON_FUZZ_ONLY=.olv` keeps to files of that ending.
#[test]
fn spoiled_collections_are_read_or_refused() {
    let seconds = std::env::var("DAWSON_FUZZ").ok();
    let seconds: u64 = seconds.and_then(|text| text.parse().ok()).unwrap_or(3);
    let only = std::env::var("DAWSON_FUZZ_ONLY").unwrap_or_default();
    let mut samples: Vec<Vec<u8>> = collections()
        .into_iter()
        .filter(|file| file.display().to_string().ends_with(&only))
        .map(|file| std::fs::read(file).expect("a collection"))
        .collect();
    let own = own_problems();
    let few = &own[..own.len().min(5)];
    let targets = [
        (Target::Input(Language::De), ".inp"),
        (Target::Yacpdb, ".olv"),
        (Target::JsonLines, ".jsonl"),
        (Target::Latex(Language::En), ".tex"),
        (Target::Csv, ".csv"),
        (Target::Epd, ".epd"),
        (Target::Pgn, ".pgn"),
    ];
    for (target, ending) in targets {
        if ending.ends_with(&only) {
            samples.push(whole(target, few).into_bytes());
        }
    }
    assert!(!samples.is_empty(), "no file ends in {only}");
    let began = std::time::Instant::now();
    let mut thrown = Thrown(0x9e37_79b9_7f4a_7c15 ^ seconds);
    while began.elapsed().as_secs() < seconds {
        let sample = thrown.below(samples.len());
        let bytes = thrown.spoil(&samples[sample]);
        let refuse = |_: &str| Err("not found".to_owned());
        if let Ok(problems) = read("spoiled", &bytes[..], &refuse) {
            let mut entries: Vec<Entry> = problems.take(200).collect();
            entries.iter_mut().for_each(Entry::settle_claim);
            entries.retain(Entry::is_read);
            for (target, _) in targets {
                let _ = entries_of(&whole(target, &entries));
            }
        }
    }
}

#[test]
fn nothing_is_read_from_nothing() {
    let refuse = |_: &str| Err("not found".to_owned());
    for text in [
        "",
        "  \n\n",
        "just some words\nand more\n",
        "\u{0}\u{1}\u{2}",
    ] {
        let problems = read("test", text.as_bytes(), &refuse);
        let is_read = problems.is_ok_and(|mut problems| problems.any(|entry| entry.is_read()));
        assert!(!is_read, "{text:?}");
    }
}

#[test]
fn classes_have_names_and_an_order() {
    assert!(Class::ALL.is_sorted());
    for class in Class::ALL {
        let json = serde_json::to_string(&class).expect("a name");
        assert_eq!(json, format!("\"{}\"", class.name()));
    }
}
