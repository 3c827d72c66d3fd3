//! A problem as rows of the index.

use super::places::{kings, pack, places, position_hash};
use super::{Effort, play};
use crate::board::Side;
use crate::collection::{Entry, content_hash, statement_of};
use crate::men::walk_id;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Genre, Problem};
use crate::solve::solve;
use crate::themes;
use rusqlite::{Connection, params};

/// What is kept of a problem.
pub(super) struct Record {
    number: usize,
    external: Option<String>,
    statement: String,
    fen: String,
    stipulation: String,
    genre: &'static str,
    moves: f64,
    counts: [usize; 3],
    pieces: String,
    is_fairy: bool,
    twins: usize,
    position: i64,
    kings: Option<i64>,
    places: Vec<u8>,
    authors: String,
    source: String,
    year: Option<i64>,
    award: String,
    title: String,
    solution: Option<String>,
    verdict: Option<String>,
    content: String,
    words: Vec<(&'static str, String, usize)>,
    plays: Vec<(i64, &'static str)>,
    text: String,
}

impl Record {
    /// Everything that is known of an entry, solved if that is wished.
    pub(super) fn of(entry: &Entry, effort: &Effort) -> Record {
        let problem = &entry.problem;
        let all = places(&problem.diagram);
        let notation = Notation::of(problem, Language::En);
        let stipulation = stipulation_of(problem, &notation);
        let conditions = notation.captions(&problem.conditions);
        let source = problem.origins.join("; ");
        let date = texts(entry, "date").join(" ");
        let keywords: Vec<String> = texts(entry, "keywords")
            .iter()
            .flat_map(|text| text.split(','))
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect();
        let mut words: Vec<(&'static str, String, usize)> = Vec::new();
        for (kind, all) in [
            ("author", &problem.authors),
            ("source", &problem.origins),
            ("award", &problem.awards),
            ("keyword", &keywords),
            ("condition", &conditions),
        ] {
            words.extend(all.iter().map(|word| (kind, word.clone(), 1)));
        }
        let keys = problem
            .conditions
            .iter()
            .map(|condition| condition.key.clone());
        words.extend(keys.map(|key| ("condition", key, 1)));
        let mut record = Record {
            number: entry.number,
            external: entry.id.clone(),
            statement: statement_of(problem),
            fen: crate::collection::write::fen_of(problem),
            genre: genre_of(problem),
            moves: moves_of(problem),
            counts: counts(problem),
            pieces: pieces(problem, &notation),
            is_fairy: is_fairy(problem),
            twins: problem.versions().len(),
            position: position_hash(&all),
            kings: kings(&all),
            places: pack(&all),
            authors: problem.authors.join("; "),
            year: year(&[&date, &source]),
            source,
            award: problem.awards.join("; "),
            title: problem.titles.join("; "),
            solution: entry.solution.clone(),
            verdict: None,
            content: content_hash(problem),
            words,
            plays: Vec::new(),
            text: String::new(),
            stipulation,
        };
        if effort.solves || effort.recognises {
            record.solve(entry, effort);
        }
        record.text = record.searchable(entry);
        record
    }

    fn solve(&mut self, entry: &Entry, effort: &Effort) {
        let problem = &entry.problem;
        let mut asked = problem.clone();
        asked.options.variation = true;
        let solution = solve(&asked, &effort.settings, &());
        self.plays = play::hashes(problem, &solution);
        if effort.recognises {
            let report = themes::themes(problem, &effort.settings, &());
            let shown = report.themes.into_iter();
            self.words
                .extend(shown.map(|shown| ("theme", shown.theme, shown.count)));
        }
        let judged = entry.check(&effort.settings, &());
        self.verdict = Some(judged.verdict.name().to_owned());
    }

    /// All that words are looked for in.
    fn searchable(&self, entry: &Entry) -> String {
        let details = serde_json::to_string(&entry.details).unwrap_or_default();
        let words = self.words.iter().map(|(_, word, _)| word.as_str());
        let parts = [
            self.authors.as_str(),
            &self.source,
            &self.award,
            &self.title,
            &self.statement,
            self.solution.as_deref().unwrap_or_default(),
            &details,
        ];
        parts
            .into_iter()
            .chain(words)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Puts it into the tables; 0 if it was there.
    pub(super) fn insert(&self, connection: &Connection, file: i64) -> rusqlite::Result<usize> {
        let [white, black, neutral] = self.counts;
        let mut insert = connection.prepare_cached(
            "INSERT OR IGNORE INTO problem (file, number, external, statement, fen, stipulation, genre, moves, men, white, \
             black, neutral, pieces, fairy, twins, position, places, authors, source, year, award, title, solution, verdict, \
             content, kings) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, \
             ?22, ?23, ?24, ?25, ?26)",
        )?;
        let added = insert.execute(params![
            file,
            self.number as i64,
            self.external,
            self.statement,
            self.fen,
            self.stipulation,
            self.genre,
            self.moves,
            (white + black + neutral) as i64,
            white as i64,
            black as i64,
            neutral as i64,
            self.pieces,
            self.is_fairy,
            self.twins as i64,
            self.position,
            self.places,
            self.authors,
            self.source,
            self.year,
            self.award,
            self.title,
            self.solution,
            self.verdict,
            self.content,
            self.kings,
        ])?;
        if added == 0 {
            return Ok(0);
        }
        let problem = connection.last_insert_rowid();
        let mut word =
            connection.prepare_cached("INSERT OR IGNORE INTO word VALUES (?1, ?2, ?3, ?4)")?;
        let mut name = connection.prepare_cached("INSERT OR IGNORE INTO name VALUES (?1, ?2)")?;
        for (kind, text, count) in &self.words {
            word.execute(params![kind, text, problem, *count as i64])?;
            name.execute(params![kind, text])?;
        }
        let mut hash =
            connection.prepare_cached("INSERT OR IGNORE INTO play VALUES (?1, ?2, ?3)")?;
        for (value, kind) in &self.plays {
            hash.execute(params![value, kind, problem])?;
        }
        let mut text =
            connection.prepare_cached("INSERT INTO text (rowid, words) VALUES (?1, ?2)")?;
        text.execute(params![problem, self.text])?;
        Ok(1)
    }
}

fn texts(entry: &Entry, key: &str) -> Vec<String> {
    match entry.details.get(key) {
        Some(serde_json::Value::Array(all)) => all
            .iter()
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect(),
        Some(serde_json::Value::String(text)) => vec![text.clone()],
        Some(other) => vec![other.to_string()],
        None => Vec::new(),
    }
}

fn stipulation_of(problem: &Problem, notation: &Notation<'_>) -> String {
    let asked: Vec<String> = notation.asked(problem).into_iter().collect();
    asked.join(" ")
}

fn genre_of(problem: &Problem) -> &'static str {
    match problem.stipulation.map(|asked| asked.genre) {
        Some(Genre::Direct) => "direct",
        Some(Genre::Self_) => "self",
        Some(Genre::Reflex | Genre::SemiReflex) => "reflex",
        Some(Genre::Help | Genre::ReciprocalHelp) => "help",
        Some(Genre::HelpSelf) => "helpself",
        Some(Genre::HelpReflex) => "helpreflex",
        Some(Genre::Chance) => "chance",
        Some(_) => "series",
        None => "other",
    }
}

fn moves_of(problem: &Problem) -> f64 {
    problem.stipulation.map_or(0.0, |asked| {
        f64::from(asked.length.moves) + if asked.length.half { 0.5 } else { 0.0 }
    })
}

/// White, black and neutral men.
fn counts(problem: &Problem) -> [usize; 3] {
    let mut counts = [0; 3];
    for (_, man) in problem.diagram.men() {
        let place = match (man.is_of(Side::White), man.is_of(Side::Black)) {
            (true, true) => 2,
            (true, false) => 0,
            _ => 1,
        };
        counts[place] += 1;
    }
    counts
}

/// `bK wK wQ wR wR`, sorted.
fn pieces(problem: &Problem, notation: &Notation<'_>) -> String {
    let men = problem.diagram.men();
    let mut all: Vec<String> = men
        .map(|(_, man)| {
            let sides = match (man.is_of(Side::White), man.is_of(Side::Black)) {
                (true, true) => "n",
                (true, false) => "w",
                _ => "b",
            };
            let letters = man.walk().row().letters[0];
            let _ = notation;
            format!("{sides}{letters}")
        })
        .collect();
    all.sort();
    all.join(" ")
}

fn is_fairy(problem: &Problem) -> bool {
    let strange = problem.diagram.men().any(|(_, man)| {
        !walk_id::ORTHODOX.contains(&man.walk())
            || man.is_neutral()
            || man.attributes() != Default::default()
            || man.is_royal() != (man.walk() == walk_id::KING)
    });
    strange || !problem.conditions.is_empty()
}

/// The first year of these texts.
fn year(texts: &[&str]) -> Option<i64> {
    texts.iter().find_map(|text| {
        let figures: Vec<&str> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|figures| figures.len() == 4)
            .collect();
        figures
            .into_iter()
            .filter_map(|figures| figures.parse().ok())
            .find(|year| (1400..2200).contains(year))
    })
}
