//! What an examination of a collection says about one problem: a line of JSON.

use super::{Entry, carrier};
use crate::notation::message::translate;
use crate::notation::popeye::words::Language;
use crate::problem::Problem;
use crate::soundness::{Class, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The verdict on a problem of a collection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Examined {
    /// The file, as it was named; `-` for standard input.
    pub file: String,
    /// The number of the problem in it, from 1.
    pub number: usize,
    /// The line where it starts, from 1.
    pub line: usize,
    /// How the collection calls it.
    pub id: Option<String>,
    /// A hash of position, stipulation, conditions, options and twins.
    pub hash: String,
    /// Composers.
    pub authors: Vec<String>,
    /// Where it appeared.
    pub source: Vec<String>,
    /// What is asked, on one line.
    pub statement: String,
    /// The verdict with its evidence.
    #[serde(flatten)]
    pub judged: Verdict,
    /// What the reader says beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The keywords of YACPDB that fit the verdict, and those of themes where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// The program.
    pub version: String,
    /// The limits it worked under.
    pub options: String,
    /// The problem as input of Popeye in English.
    pub input: String,
}

impl Examined {
    /// The verdict on an entry.
    pub fn new(file: &str, entry: &Entry, judged: Verdict, options: &str) -> Examined {
        let problem = &entry.problem;
        let keyword = judged.verdict.keyword();
        let is_read = judged.verdict != Class::NotRead;
        Examined {
            file: file.to_owned(),
            number: entry.number,
            line: entry.line,
            id: entry.id.clone(),
            hash: entry.hash(),
            authors: problem.authors.clone(),
            source: problem.origins.clone(),
            statement: match (&entry.retro, is_read) {
                (Some(retro), _) => retro.statement.clone(),
                (None, true) => carrier::statement_of(problem),
                (None, false) => String::new(),
            },
            judged,
            warnings: entry.warnings.clone(),
            keywords: keyword.into_iter().map(str::to_owned).collect(),
            version: crate::soundness::program(),
            options: options.to_owned(),
            input: match is_read && entry.retro.is_none() {
                true => carrier::bare_input(problem),
                false => String::new(),
            },
        }
    }

    /// Adds the keywords of what the solution shows, and says which keywords of the collection it does not show; none are
    /// given where it was not searched to its end.
    pub fn tell_themes(&mut self, shown: Vec<String>, not_shown: Option<Vec<String>>) {
        let new = shown.into_iter();
        let new: Vec<String> = new.filter(|word| !self.keywords.contains(word)).collect();
        self.keywords.extend(new);
        match not_shown {
            Some(words) => {
                let words = words.into_iter();
                self.warnings.extend(
                    words.map(|word| format!("the keyword `{word}` is claimed, but not shown")),
                );
            }
            None => {
                let text = "not searched to its end: themes may be missing";
                self.warnings.push(text.to_owned());
            }
        }
    }

    /// As one line of JSON, without line end.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("data of strings, numbers and lists has a JSON form")
    }

    /// `N. N., Source 1990`.
    pub fn by(&self) -> String {
        let parts = [self.authors.join(" & "), self.source.join("; ")];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }
}

/// The JSON schema of [`Examined`], readably laid out.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Examined);
    serde_json::to_string_pretty(&schema).expect("a schema has a JSON form")
}

/// What is chosen of a collection: kinds of problems, and verdicts on them. Of several wishes of one sort one is enough.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    problems: Vec<String>,
    verdicts: Vec<Class>,
}

impl Wishes {
    /// A word that is a verdict in any language (`cooked`, `nebenlösig`), `unsound`, or `verdict:cooked` is a wish for that;
    /// any other is one for problems, see [`matches`].
    ///
    /// ```
    /// use dawson::collection::Wishes;
    /// use dawson::soundness::Class;
    /// let wishes = Wishes::of(&["play:help".to_owned(), "Nebenlösig".to_owned()]);
    /// assert!(wishes.fits(Class::Cooked).unwrap() && !wishes.fits(Class::Sound).unwrap());
    /// ```
    pub fn of(words: &[String]) -> Wishes {
        let mut wishes = Wishes::default();
        for word in words {
            match classes(word) {
                found if found.is_empty() => wishes.problems.push(word.clone()),
                found => wishes.verdicts.extend(found),
            }
        }
        wishes
    }

    /// Whether a problem is one of those wished for; nothing if no wish is about problems.
    pub fn suits(&self, problem: &Problem) -> Option<bool> {
        let fits = || self.problems.iter().any(|wish| matches(problem, wish));
        (!self.problems.is_empty()).then(fits)
    }

    /// Whether a verdict is one of those wished for; nothing if no wish is about verdicts.
    pub fn fits(&self, verdict: Class) -> Option<bool> {
        (!self.verdicts.is_empty()).then(|| self.verdicts.contains(&verdict))
    }

    /// The name of a verdict that a wish for problems nearly is.
    pub fn suggestion(&self) -> Option<String> {
        let names: Vec<String> = Class::ALL.into_iter().flat_map(names).collect();
        let near = self.problems.iter().flat_map(|wish| {
            let likeness = |name: &String| {
                strsim::normalized_damerau_levenshtein(&squeezed(wish), &squeezed(name))
            };
            names.iter().map(move |name| (likeness(name), name))
        });
        let best = near.max_by(|one, other| one.0.total_cmp(&other.0));
        best.filter(|(likeness, _)| *likeness >= 0.7)
            .map(|(_, name)| name.clone())
    }
}

/// The verdicts that a word means, in any language.
fn classes(word: &str) -> Vec<Class> {
    let wish = squeezed(word.strip_prefix("verdict:").unwrap_or(word));
    let is_it = |name: &String| squeezed(name) == wish;
    let is_unsound = tongues(UNSOUND).iter().any(is_it);
    let all = Class::ALL.into_iter();
    all.filter(|class| is_unsound && class.is_unsound(true) || names(*class).iter().any(is_it))
        .collect()
}

/// All verdicts that speak against a problem.
const UNSOUND: &str = "unsound";

/// The names of a verdict.
fn names(class: Class) -> Vec<String> {
    tongues(class.name())
}

fn tongues(text: &str) -> Vec<String> {
    Language::ALL
        .map(|language| translate(language, text))
        .into()
}

/// Letters and figures alone.
fn squeezed(text: &str) -> String {
    let letters = text.chars().filter(|sign| sign.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether an entry is one of those asked for: its kind of play, a condition, an author.
///
/// `play:help`, `condition:circe`, `author:Loyd`, or any of these without the word before it.
pub fn matches(problem: &Problem, wish: &str) -> bool {
    let (kind, wish) = wish.split_once(':').unwrap_or(("", wish));
    let wish = squeezed(wish);
    let asked = problem.stipulation.as_ref();
    let play = || {
        asked.is_some_and(|asked| {
            let key = squeezed(asked.genre.key());
            let goal = squeezed(asked.goal.row().key);
            key == wish
                || goal == wish
                || wish == "series" && key.contains("series")
                || wish == "help" && asked.is_help()
                || wish == "fairy" && !problem.conditions.is_empty()
        })
    };
    let condition = || {
        let mut conditions = problem.conditions.iter();
        conditions.any(|condition| squeezed(&condition.key).contains(&wish))
    };
    let author = || {
        problem
            .authors
            .iter()
            .any(|author| squeezed(author).contains(&wish))
    };
    match kind {
        "play" => play(),
        "condition" => condition(),
        "author" => author(),
        _ => play() || condition() || author(),
    }
}
