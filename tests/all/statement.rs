//! Captions as magazines print them, and what they say.

use dawson::conditions::{asks_for_rebirth, compile, spell_out};
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::notation::position::{self, Position, fen};
use dawson::notation::statement::{
    InputError, Statement, Told, language_of, statement, statement_in, text, understand_in,
};
use dawson::problem::{Argument, Condition, Problem};
use proptest::prelude::*;

fn read(text: &str) -> Statement {
    statement(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// The position that a list of men means.
fn placed(men: &str) -> Position {
    position::position(men, &[], Language::En).unwrap_or_else(|error| panic!("{men}: {error:?}"))
}

#[test]
fn a_quality_belongs_to_the_man_it_stands_with() {
    for (one, other) in [
        (
            "white Ka1 royal Gd4 black Kc8 kamikaze Rh7",
            "wKa1, wGd4 royal, bKc8, bRh7 kamikaze",
        ),
        ("white Ka1 Rb2 royal black Kc8", "wKa1, wRb2 royal, bKc8"),
        (
            "neutral Qc4 chameleon Sd7 black Kb1",
            "nQc4, nSd7 chameleon, bKb1",
        ),
    ] {
        assert_eq!(placed(one), placed(other), "{one}");
    }
}

/// Stipulation, conditions, marks, twins, claims: all that was understood.
fn told(text: &str) -> String {
    let said = read(text);
    let problem = Problem::new();
    let notation = Notation::of(&problem, Language::En);
    let mut parts: Vec<String> = Vec::new();
    parts.extend(said.stipulation.map(|asked| notation.stipulation(&asked)));
    parts.extend(notation.captions(&said.conditions));
    parts.extend(said.options.set_play.then(|| "set play".to_owned()));
    parts.extend(said.options.defence.map(|tries| format!("tries {tries}")));
    parts.extend(said.options.duplex.then(|| "duplex".to_owned()));
    parts.extend(
        said.options
            .white_to_play
            .then(|| "White begins".to_owned()),
    );
    parts.extend(
        said.intended_solutions
            .map(|count| format!("{count} solutions")),
    );
    parts.extend(said.men.map(|_| "counted".to_owned()));
    parts.extend(said.zero_position.then(|| "zero".to_owned()));
    let twins = said.twins.iter().map(|twin| {
        let continued = if twin.continued { "+" } else { "" };
        format!("{continued}twin {}", twin.changes.len())
    });
    parts.extend(twins);
    parts.join("; ")
}

/// What people write for Circe and its kin, in each language, means the form of that row.
#[test]
fn forms_of_rebirth_are_understood_as_people_write_them() {
    let rows = include_str!("../../src/notation/statement/phrases.tsv");
    let rows = rows.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let mut read = 0;
    for row in rows.filter(|row| row.len() == 5 && row[0] == "condition") {
        let mut meant = Condition::plain(row[1]);
        spell_out(&mut meant);
        if !asks_for_rebirth(&meant.key) {
            continue;
        }
        let walk = if row[1] == "april-chess" { " S" } else { "" };
        let languages = [Language::En, Language::De, Language::Fr];
        for (language, phrases) in languages.into_iter().zip(&row[2..]) {
            for phrase in phrases.split(", ").filter(|phrase| !phrase.is_empty()) {
                let text = format!("{phrase}{walk}, h#2");
                let problem = problem(&text, "8/8/8/8/8/k7/8/K2Q4", Some(language));
                let problem = problem.unwrap_or_else(|| panic!("{text}"));
                let flags = |condition: &Condition| {
                    let words = condition.arguments.iter();
                    let words = words.filter(|word| matches!(word, Argument::Flag(_)));
                    let mut words: Vec<String> = words.map(|word| format!("{word:?}")).collect();
                    words.sort();
                    (condition.key.clone(), words)
                };
                let said: Vec<_> = problem.conditions.iter().map(flags).collect();
                // In French the name alone is another form.
                let mut meant = meant.clone();
                if row[1] == "anti-circe" && language == Language::Fr {
                    meant.arguments.push(Argument::Flag("cheylan".to_owned()));
                }
                assert_eq!(said, [flags(&meant)], "{text}");
                assert!(compile(&problem).is_ok(), "{text}");
                read += 1;
            }
        }
    }
    assert!(read > 300, "{read}");
}

#[test]
fn captions_are_read_as_printed() {
    let rows = [
        ("h#2.5, 2 solutions", "h#2.5; 2 solutions"),
        ("s#3 (5+4)", "s#3; counted"),
        ("ser-h=7", "ser-h=7"),
        ("ser-h#7 (1 + 3 + 1n)", "ser-h#7; counted"),
        ("#2 vv", "#2; tries 1"),
        ("#2*vv", "#2; set play; tries 1"),
        ("#2 *", "#2; set play"),
        ("h#3*  2.1.1.1 (3+7)", "h#3; set play; 2 solutions; counted"),
        ("h≠2,5 2 sol.", "h#2.5; 2 solutions"),
        ("h#2 Duplex", "h#2; duplex"),
        ("Hilfsmatt in 3 Zügen, 2 Lösungen", "h#3; 2 solutions"),
        ("Selbstmatt in 4", "s#4"),
        ("Mat en 3 coups", "#3"),
        ("Proof game in 7.5", "dia7.5"),
        ("Beweispartie in 9,5 Zügen", "dia9.5"),
        ("PG 12", "dia12"),
        ("h#2 C+ (4+5)", "h#2; counted"),
        ("h#3 Weiß beginnt", "h#3; White begins"),
        ("Circe, Köko, #2", "#2; Circe; KoeKo"),
        ("h=3 Échecs Take & Make", "h=3; Take&MakeChess"),
        ("s#8 Schwarzer Längstzüger", "s#8; BlackMaximummer"),
    ];
    for (text, want) in rows {
        assert_eq!(told(text), want, "{text}");
    }
}

/// Captions of three languages, the whole of what was understood of each: the line that says it
/// back, and with twins the statement written anew.
#[test]
fn every_caption_means_what_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/captions.tsv");
    let rows = std::fs::read_to_string(path).expect("the captions");
    let board = position::position("8/8/8/8/3P4/1K6/7R/k7", &[], Language::En);
    let board = board.expect("a position");
    let mut wrong = Vec::new();
    for row in rows.lines() {
        let mut fields = row.split('\t');
        let caption = fields.next().expect("a caption");
        let want: Vec<&str> = fields.collect();
        let mut problem = Problem::new();
        board.apply(&mut problem);
        let understood = understand_in(caption, Some(&problem), None);
        let said = match understood.errors.first() {
            Some(fault) => format!("- {}", fault.message),
            None => understood.summary,
        };
        let problem = Problem::from_statement(caption, "8/8/8/8/3P4/1K6/7R/k7");
        let twins = problem.ok().filter(|problem| !problem.twins.is_empty());
        let twins = twins.and_then(|problem| text(&problem, Language::En));
        let twins = twins.unwrap_or_default();
        if want != [said.as_str(), &twins] {
            wrong.push(format!("{caption}\t{said}\t{twins}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "understood otherwise:\n{}",
        wrong.join("\n")
    );
}

/// What a statement with a position, or with its own men, was understood as.
fn in_english(said: &str, position: &str) -> String {
    match Problem::from_statement(said, position) {
        Ok(problem) => Told::of(&problem, Language::En).in_one_line(),
        Err(InputError::Statement(faults)) => {
            let fault = faults.iter().find(|fault| fault.is_error());
            fault.map_or(String::new(), |fault| format!("- {fault}"))
        }
        Err(fault) => format!("- {fault}"),
    }
}

/// Rows of a file of `tests/data`, each cut into its fields.
fn rows_of(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let rows = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows = rows.lines();
    // A line's end in a row is written as in a program.
    let field = |field: &str| field.replace("\\n", "\n");
    rows.map(|row| row.split('\t').map(field).collect())
        .collect()
}

/// Statements with men in them: whose colours, letters and squares look like something else.
#[test]
fn men_in_statements_are_no_play() {
    let wrong: Vec<String> = rows_of("readings.tsv")
        .into_iter()
        .filter_map(|row| {
            let told = in_english(&row[0], "");
            (told != row[1]).then(|| format!("{}\t{told}", row[0]))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "understood otherwise:\n{}",
        wrong.join("\n")
    );
}

/// The document shows the patterns of the grammar as they are, and no others.
#[test]
fn the_document_has_every_pattern() {
    let document = include_str!("../../docs/statement.md");
    let rows = include_str!("../../src/notation/statement/grammar.tsv");
    let rows = rows.lines().skip(1).map(|row| row.split('\t').collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    let line = |row: &Vec<&str>| format!("| `{}` | `{}` |", row[1], row[3]);
    let told = rows
        .iter()
        .filter(|row| !row[2].is_empty() && row[0] != "link");
    for line in told.map(line) {
        assert!(document.contains(&line), "docs/statement.md lacks\n{line}");
    }
    let is_pattern = |line: &&str| line.starts_with("| `") && line.contains(['[', '{']);
    let patterns = document.lines().filter(is_pattern);
    let known: Vec<String> = rows.iter().map(line).collect();
    for pattern in patterns.filter(|line| line.matches(" | ").count() == 1) {
        let is_known = known.iter().any(|line| line == pattern);
        assert!(
            is_known,
            "docs/statement.md has no row of the grammar in\n{pattern}"
        );
    }
}

/// Captions after the habits of three magazines: none is misread, and hardly one is refused.
#[test]
fn captions_of_magazines_are_understood() {
    let rows = rows_of("magazines.tsv");
    let mut wrong = Vec::new();
    let mut refused = Vec::new();
    for row in &rows {
        let told = in_english(&row[0], &row[1]);
        if told != row[2] {
            let list = match told.starts_with("- ") {
                true => &mut refused,
                false => &mut wrong,
            };
            list.push(format!("{}\t{told}", row[0]));
        }
    }
    assert!(
        wrong.is_empty(),
        "misread:\n{}\nrefused:\n{}",
        wrong.join("\n"),
        refused.join("\n")
    );
    assert!(
        refused.len() * 20 <= rows.len(),
        "refused:\n{}",
        refused.join("\n")
    );
}

/// Captions after the habits of magazines of three languages mean the same as plain statements:
/// none is another problem, and hardly one is refused.
#[test]
fn captions_mean_the_same_as_plain_statements() {
    let rows = ["habits.tsv", "printed.tsv"].map(|file| rows_of(file).split_off(1));
    let rows = rows.concat();
    let (mut wrong, mut refused) = (Vec::new(), Vec::new());
    for row in &rows {
        let plain = Problem::from_statement(&row[1], &row[2]);
        let plain = plain.unwrap_or_else(|fault| panic!("{}: {fault}", row[1]));
        match Problem::from_statement(&row[0], &row[2]) {
            Ok(read) if read == plain => {}
            Ok(read) => {
                let told = Told::of(&read, Language::En).in_one_line();
                wrong.push(format!("{}\t{told}\t{:?}", row[0], read.intention));
            }
            Err(fault) => refused.push(format!("{}\t{fault}", row[0])),
        }
    }
    assert!(
        wrong.is_empty() && refused.len() * 20 <= rows.len(),
        "misread:\n{}\nrefused:\n{}",
        wrong.join("\n"),
        refused.join("\n")
    );
}

/// A name as it is, in words, in small letters, in capitals, with hyphens.
fn spellings(name: &str) -> Vec<String> {
    let mut words = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.push(c);
        before = c;
    }
    let forms = [
        name.to_owned(),
        words.to_lowercase(),
        words.to_uppercase(),
        words.replace(' ', "-"),
        words,
    ];
    forms.into()
}

/// What a name in one of three languages stands for, as far as it is not as the English one says.
fn otherwise(row: &[String], caption: impl Fn(&str) -> String) -> Vec<String> {
    let said = |text: &str| {
        statement_in(text, Some(Language::En)).map(|said| (said.conditions, said.options))
    };
    let plain = said(&caption(&row[2]));
    let names = row[2..5].iter().flat_map(|name| spellings(name));
    let captions = names.map(|name| caption(&name));
    let others = captions.filter(|caption| match (&plain, said(caption)) {
        (Ok(plain), Ok(said)) => *plain != said,
        (Err(_), Err(_)) => false,
        _ => true,
    });
    others.collect()
}

/// The names of all conditions, refinements, options, attributes, goals and walks, in each
/// language, are read as that rule and nothing else.
#[test]
fn every_name_is_understood_in_a_statement() {
    let rows = rows_of("names.tsv");
    let mut wrong: Vec<String> = Vec::new();
    for row in &rows[1..] {
        let (kind, key, behind) = (row[0].as_str(), row[1].as_str(), row[5].as_str());
        match kind {
            "condition" => {
                wrong.extend(otherwise(row, |name| format!("{name} {behind}, #2")));
                let said = read(&format!("{} {behind}, #2", row[2])).conditions;
                let spelled = |condition: &Condition| {
                    let mut condition = condition.clone();
                    spell_out(&mut condition);
                    condition.key
                };
                let keys: Vec<String> = said.iter().map(spelled).collect();
                if keys != [spelled(&Condition::plain(key))] {
                    wrong.push(format!("{key}: {keys:?}"));
                }
            }
            "option" => wrong.extend(otherwise(row, |name| format!("{name} {behind}, #2"))),
            "refinement" => {
                let (of, behind) = behind.split_once('|').expect("a condition");
                wrong.extend(otherwise(row, |name| format!("{of} {name} {behind}, #2")));
            }
            "goal" => {
                let text = format!("h{}{behind}2", row[2]);
                wrong.extend(statement(&text).err().map(|_| text));
            }
            "attribute" => {
                for name in row[2..5].iter().flat_map(|name| spellings(name)) {
                    let text = format!("{name} h2, #2");
                    let men = "wPd4 wRh2 bKa1";
                    let made = Problem::from_statement(&text, men).map(|problem| problem.diagram);
                    let plain = Problem::from_statement(&format!("{} h2, #2", row[2]), men);
                    match (made, plain.map(|problem| problem.diagram)) {
                        (Ok(made), Ok(plain)) if made == plain => {}
                        (Err(_), Err(_)) => {}
                        _ => wrong.push(text),
                    }
                }
            }
            _ => wrong.extend(walk_otherwise(key, &row[2..5])),
        }
    }
    assert!(wrong.is_empty(), "read otherwise:\n{}", wrong.join("\n"));
}

/// Names of a walk that do not name it, neither as a legend nor with a square.
fn walk_otherwise(key: &str, names: &[String]) -> Vec<String> {
    use dawson::board::Square;
    use dawson::men::{Piece, Sides, WalkId};
    let Some(walk) = WalkId::all().find(|walk| walk.row().key == key) else {
        return Vec::new();
    };
    let square = Square::from_name("e5").expect("a square");
    let board = |man: Option<Piece>| {
        let mut problem = Problem::new();
        man.map(|man| problem.diagram.put(square, man));
        problem
    };
    let man = Piece::new(walk, Sides::White);
    let mut wrong = Vec::new();
    for name in names
        .iter()
        .flat_map(|name| [name.clone(), name.to_lowercase()])
    {
        // Orthodox men need no legend, and `Dummy` is a condition, too.
        let named = statement(&format!("{name}, #2")).ok();
        let is_legend = walk.index() < 6
            || key == "dummy"
            || named.is_some_and(|said| {
                said.apply(&mut board(None)).len() == 1
                    && said.apply(&mut board(Some(man))).is_empty()
            });
        let placed = statement(&format!("white {name} e5, #2")).ok();
        let is_placed = placed.is_some_and(|said| {
            let mut problem = board(None);
            let faults = said.apply(&mut problem);
            // Of two walks with one name the other is said.
            let is_it = problem.diagram.on(square).walk() == walk;
            is_it && faults.is_empty() || faults.len() == 1 && !faults[0].is_error()
        });
        if !is_legend {
            wrong.push(format!("{key}: {name}, #2"));
        }
        if !is_placed {
            wrong.push(format!("{key}: white {name} e5, #2"));
        }
    }
    wrong
}

#[test]
fn twins_are_told_in_many_ways() {
    let rows = [
        ("h#2 b) wPe4→e5", "h#2; twin 1"),
        ("h#2 b)wPe4→e5", "h#2; twin 1"),
        ("h#2 Zwilling: b) wBe4 nach e5", "h#2; twin 1"),
        ("h#2 a) Diagramm b) Dd4-d5", "h#2; twin 1"),
        ("h#2 b) ohne Sd4 c) +sBa7", "h#2; twin 1; twin 1"),
        ("h#2 b) sans Cd4", "h#2; twin 1"),
        ("h#2 b) Sc3 <-> Lc4", "h#2; twin 1"),
        ("h#2 b) wSc3 statt Lc3", "h#2; twin 1"),
        ("h#2 b) wBe4=wSe4", "h#2; twin 1"),
        ("h#2 b) Ke1-e2 c) ferner -Sd4", "h#2; twin 1; +twin 1"),
        ("h#2 b) Drehung 90° c) PolishType", "h#2; twin 1; twin 1"),
        ("h#2 b) h=2 c) Circe", "h#2; twin 1; twin 1"),
        ("h#2 b) Ke1-e2 & Sd4-d5", "h#2; twin 2"),
        ("h#2 b) +wKb3->c3", "h#2; twin 1"),
        ("h#2 b) a1=b1", "h#2; twin 1"),
        ("h#2 (a) 2 solutions (b) 1 solution wKb3-c3", "h#2; twin 1"),
        ("h#2 b) Pd4 removed", "h#2; twin 1"),
        ("h#2 b) board turned 90°", "h#2; twin 1"),
        ("h#2 b. Rh2-g2 c : Rh2>g2", "h#2; twin 1; twin 1"),
        ("h#2 b) all one square up", "h#2; twin 1"),
    ];
    for (text, want) in rows {
        assert_eq!(told(text), want, "{text}");
    }
}

#[test]
fn a_wrong_count_of_men_is_noticed() {
    let position = fen("k7/8/1K6/p7/8/8/7R/8").expect("a position");
    let count = |text| read(text).men.expect("a count");
    assert_eq!(count("h#1 (2+2)").check(&position.diagram), None);
    let fault = count("h#1 (5+4)")
        .check(&position.diagram)
        .expect("another count");
    assert_eq!(fault.to_string(), "the diagram has 2 + 2 men");
    assert_eq!(fault.span().map(|span| span.offset()), Some(5));
}

#[test]
fn the_language_is_that_of_most_words() {
    assert_eq!(
        language_of("Hilfsmatt, Schwarzer Längstzüger"),
        Language::De
    );
    assert_eq!(language_of("h#2 Circe"), Language::En);
}

/// Real captions with some characters changed.
fn spoiled() -> impl Strategy<Value = String> {
    let captions = [
        "Bolero, Rex inclusif, h#2.5* vv (5+4) 2.1.1.1",
        "h#2 Zwilling: b) wBe4→e5 c) -Sd4 +d) ferner +sBa7",
        "Take & Make, Isardam (B), ser-h=7, 2 Lösungen",
        "Beweispartie in 9,5 Zügen; a) Diagramm b) Drehung 90°",
    ];
    let cut = (0..60usize, 0..5usize, "\\PC{0,4}");
    let cuts = proptest::collection::vec(cut, 0..4);
    (proptest::sample::select(captions.to_vec()), cuts).prop_map(|(caption, cuts)| {
        let mut characters: Vec<char> = caption.chars().collect();
        for (at, removed, instead) in cuts {
            let at = at.min(characters.len());
            let end = (at + removed).min(characters.len());
            characters.splice(at..end, instead.chars());
        }
        characters.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn spoiled_captions_are_read_without_panic(text in spoiled()) {
        let spans = match statement(&text) {
            Ok(said) => said.diagnostics,
            Err(errors) => errors,
        };
        for said in spans {
            let end = said.span().map_or(0, |span| span.offset() + span.len());
            prop_assert!(end <= text.len(), "{said:?}");
        }
    }
}

/// Words of the tables, men and signs in any order.
fn jumbled() -> impl Strategy<Value = String> {
    let tables = [
        include_str!("../../src/notation/statement/words/words.tsv"),
        include_str!("../../src/notation/statement/words/asked.tsv"),
        include_str!("../../src/notation/statement/phrases.tsv"),
    ];
    let rows = tables.into_iter().flat_map(|table| table.lines().skip(1));
    let fields = rows.flat_map(|row| row.split('\t').skip(1));
    let words = fields.flat_map(|field| field.split(", "));
    let signs = [
        "b)", "c)", "a)", "+", "-", "->", "=", "/", "(", ")", ":", ";", "2", "2.1.1…", "h#2",
        "0.1", "wKb3", "Rh2", "Pd4-d5", "+bPa7", "-Sd4", "d4=G", "1985", "90°", "é", "…", "½",
        "♔e4",
    ];
    let words: Vec<&'static str> = words.filter(|word| !word.is_empty()).collect();
    let any = proptest::prop_oneof![
        proptest::sample::select(words),
        proptest::sample::select(signs.to_vec()),
    ];
    proptest::collection::vec(any, 1..16).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn words_in_any_order_are_read_without_panic(said in jumbled()) {
        let _ = Problem::from_statement(&said, "8/8/8/8/3P4/1K6/7R/k7");
        let _ = Problem::from_statement(&said, "");
    }
}

/// A statement made of parts that may stand in any.
fn composed() -> impl Strategy<Value = String> {
    let asked = [
        "#2",
        "h#2.5",
        "s=3",
        "ser-h#7",
        "hs#3",
        "exact-ser-h=4",
        "reci-h#2",
        "h==2",
        "5->h#2",
        "semi-r#3",
    ];
    let conditions = [
        "Circe",
        "Circe RI",
        "Anticirce Cheylan",
        "Madrasi",
        "Isardam (B)",
        "Köko Springer",
        "Imitators e5, f6",
        "Take & Make",
        "Schwarzer Längstzüger",
        "maximummer noir",
        "no black captures",
        "Sentinelles Pion adverse",
        "Bolero mit Königen",
        "reverse Einstein",
        "Grid chess",
    ];
    let changes = [
        "wKb3->c3",
        "-Ge5",
        "+bPa7",
        "Rh2=B",
        "Rh2<->Ge5",
        "rotate 90",
        "mirror a1<->h1",
        "polish",
        "h#3",
        "without conditions",
        "bRh2",
        "nNc6->c7",
        "Circe",
        "all one square up",
    ];
    let wishes = ["duplex", "show set play", "tries", "White begins"];
    let claims = ["", "", "2 solutions", "2.1", "0.1 2.1", "*", "2 set play"];
    let some = |words: &[&'static str], count| {
        let words: Vec<&'static str> = words.to_vec();
        proptest::collection::vec(proptest::sample::select(words), 0..count)
    };
    let asked = proptest::sample::select(asked.to_vec());
    (
        asked,
        some(&conditions, 3),
        some(&wishes, 2),
        some(&changes, 4),
        some(&claims, 5),
    )
        .prop_map(|(asked, conditions, wishes, changes, claims)| {
            let mut claims = claims.into_iter();
            let mut claim = || claims.next().unwrap_or_default();
            let mut parts = vec![format!("{asked} {}", claim())];
            parts.extend(conditions.into_iter().chain(wishes).map(str::to_owned));
            let twins = changes.into_iter().zip('b'..);
            parts.extend(twins.map(|(change, letter)| format!("{letter}) {change} {}", claim())));
            parts.join(", ")
        })
}

const POSITION: &str = "8/8/2(=N)5/4(g)3/8/1K6/7R/k7";

/// The problem of a statement, if its parts go together.
fn problem(text: &str, position: &str, language: Option<Language>) -> Option<Problem> {
    let said = statement_in(text, language).ok()?;
    let mut problem = Problem::new();
    let placed = position::position(position, &[], Language::En).ok()?;
    placed.apply(&mut problem);
    let faults = said.apply(&mut problem);
    let sound = !faults.iter().any(|fault| fault.is_error());
    sound.then_some(problem)
}

/// What once failed; letters that name a condition's walk are no men.
#[test]
fn a_condition_with_a_walk_is_read_again() {
    let first = problem("#2, Köko Springer", POSITION, None).expect("a problem");
    let written = text(&first, Language::En).expect("a statement");
    assert_eq!(
        problem(&written, POSITION, Some(Language::En)),
        Some(first),
        "{written}"
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(said in composed(), language in 0..3usize) {
        let language = Language::ALL[language];
        if let Some(first) = problem(&said, POSITION, None) {
            let written = text(&first, language).expect("statements know all of this");
            let position = Position {
                no_castling: first.options.no_castling,
                ..Position::from(first.diagram.clone())
            };
            let position = position::text(&position);
            let again = problem(&written, &position, Some(language));
            // The tail of the position takes rights away that no man has.
            let again = again.map(|again| Problem { options: first.options.clone(), ..again });
            prop_assert_eq!(again, Some(first), "{} -> {}", said, written);
        }
    }
}
