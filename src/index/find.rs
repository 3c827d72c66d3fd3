//! Answers queries: the tree of a query becomes a condition of SQL.

use super::places::{Freedom, Pattern, Turns, kings, of_list, pack, unpack};
use super::query::{Argument, Atom, Query, QueryError};
use super::{Index, IndexError, parse};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A problem that was found.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Found {
    /// Its number in the index.
    pub id: i64,
    /// The file it is from.
    pub file: String,
    /// Its number in the file.
    pub number: usize,
    /// What the collection calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<String>,
    /// Stipulation and conditions: `h#2, Circe`.
    pub statement: String,
    /// The diagram.
    pub fen: String,
    /// Who made it.
    pub authors: String,
    /// Where it appeared.
    pub source: String,
    /// What it won.
    pub award: String,
}

/// The columns of [`Found`].
pub(super) const COLUMNS: &str = "problem.id, file.path, problem.number, problem.external, problem.statement, problem.fen, \
     problem.authors, problem.source, problem.award";

pub(super) fn found(row: &rusqlite::Row<'_>) -> rusqlite::Result<Found> {
    Ok(Found {
        id: row.get(0)?,
        file: row.get(1)?,
        number: row.get::<_, i64>(2)? as usize,
        external: row.get(3)?,
        statement: row.get(4)?,
        fen: row.get(5)?,
        authors: row.get(6)?,
        source: row.get(7)?,
        award: row.get(8)?,
    })
}

impl Index {
    /// The problems that a query describes, in the order of the index, at most so many, and how many there are.
    ///
    /// ```
    /// use dawson::collection::Entry;
    /// use dawson::index::{Effort, Index};
    /// use dawson::Problem;
    /// let index = Index::in_memory()?;
    /// let file = index.file("one")?;
    /// index.begin()?;
    /// let entry = Entry::of(Problem::from_statement("h#2", "7k/8/6K1/8/8/8/8/R7").unwrap());
    /// index.add(file, &entry, &Effort::default())?;
    /// index.commit(file, 1, true)?;
    /// let (found, count) = index.find("h#2 and men = 3 and with wR", 10)?;
    /// assert_eq!((found.len(), count), (1, 1));
    /// assert!(index.find("fairy or s#2", 10)?.0.is_empty());
    /// # Ok::<(), dawson::index::IndexError>(())
    /// ```
    ///
    /// # Errors
    /// When the query cannot be understood; the error points at its characters.
    pub fn find(&self, query: &str, limit: usize) -> Result<(Vec<Found>, usize), IndexError> {
        let mut sql = Sql::default();
        let condition = sql.query(&parse(query)?)?;
        // First the numbers of all that fit; then the whole rows of those that are shown.
        let mut statement = self
            .connection
            .prepare(&format!("SELECT problem.id FROM problem WHERE {condition}"))?;
        let rows = statement.query_map(params_from_iter(&sql.values), |row| row.get(0))?;
        let ids: Result<Vec<i64>, _> = rows.collect();
        let mut ids = ids?;
        let count = ids.len();
        ids.sort_unstable();
        ids.truncate(limit);
        let text = format!(
            "SELECT {COLUMNS} FROM problem JOIN file ON file.id = problem.file WHERE problem.id = ?1"
        );
        let mut statement = self.connection.prepare(&text)?;
        let all: Result<Vec<Found>, _> = ids
            .iter()
            .map(|id| statement.query_row([id], found))
            .collect();
        Ok((all?, count))
    }
}

/// The functions that SQL lacks.
pub(super) fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("matches", 2, flags, |context| {
        let pattern = context.get_or_create_aux(0, |value| {
            let text = value.as_str().map_err(Box::new)?;
            regex::Regex::new(&format!("^(?:{text})$"))
                .map_err(|error| -> Box<dyn std::error::Error + Send + Sync> { Box::new(error) })
        })?;
        let text = context.get_raw(1).as_str().unwrap_or_default();
        Ok(pattern.is_match(text))
    })?;
    // holds(places, pattern, files, ranks, turns)
    connection.create_scalar_function("holds", 5, flags, |context| {
        let freedom = Freedom {
            files: context.get::<i64>(2)? != 0,
            ranks: context.get::<i64>(3)? != 0,
            turns: match context.get::<i64>(4)? {
                0 => Turns::None,
                1 => Turns::Mirror,
                _ => Turns::All,
            },
        };
        let pattern = context.get_or_create_aux(1, |value| {
            let bytes = value.as_blob().unwrap_or_default();
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(Pattern::new(&unpack(bytes), freedom))
        })?;
        let places = unpack(context.get_raw(0).as_blob().unwrap_or_default());
        Ok(pattern.holds(&places))
    })
}

/// A condition of SQL with its values.
#[derive(Default)]
struct Sql {
    values: Vec<Value>,
}

impl Sql {
    fn value(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("?{}", self.values.len())
    }

    fn query(&mut self, query: &Query) -> Result<String, QueryError> {
        let joined = |sql: &mut Sql, all: &[Query], word: &str| {
            let parts: Result<Vec<String>, QueryError> =
                all.iter().map(|part| sql.query(part)).collect();
            Ok(format!("({})", parts?.join(word)))
        };
        match query {
            Query::And(all) => joined(self, all, " AND "),
            Query::Or(all) => joined(self, all, " OR "),
            Query::Not(one) => Ok(format!("NOT ({})", self.query(one)?)),
            Query::Atom(atom) => self.atom(atom),
        }
    }

    fn atom(&mut self, atom: &Atom) -> Result<String, QueryError> {
        let first = || atom.arguments.first();
        match atom.name {
            "Fairy" => Ok("problem.fairy = 1".to_owned()),
            "Promoted" => Ok(PROMOTED.to_owned()),
            "Twins" => self.number("problem.twins", atom),
            "Men" => self.number("problem.men", atom),
            "White" => self.number("problem.white", atom),
            "Black" => self.number("problem.black", atom),
            "Neutral" => self.number("problem.neutral", atom),
            "Moves" => self.number("problem.moves", atom),
            "Year" => self.number("problem.year", atom),
            "PCount" => {
                let column = match first().map(|argument| argument.text.as_str()) {
                    Some("*") => "problem.men",
                    Some("w" | "W") => "problem.white",
                    Some("b" | "B") => "problem.black",
                    Some("n" | "N") => "problem.neutral",
                    _ => return Err(refused(atom, "`w`, `b`, `n` or `*`")),
                };
                match atom.compared {
                    None => Ok(format!("{column} > 0")),
                    Some(_) => self.number(column, atom),
                }
            }
            "Genre" => Ok(self.equal("problem.genre", first())),
            "Id" => Ok(self.equal("problem.external", first())),
            "Verdict" => Ok(self.equal("problem.verdict", first())),
            "File" => {
                let like = self.like(first());
                Ok(format!(
                    "problem.file IN (SELECT id FROM file WHERE path LIKE {like} ESCAPE '\\')"
                ))
            }
            "Award" => Ok(self.contains("problem.award", first())),
            "Title" => Ok(self.contains("problem.title", first())),
            "Author" => Ok(self.word("author", first(), atom)),
            "Source" => Ok(self.word("source", first(), atom)),
            "Keyword" => Ok(self.word("keyword", first(), atom)),
            "Condition" | "Option" => Ok(self.word("condition", first(), atom)),
            "Theme" => {
                let argument = first();
                let name = argument.map_or("", |argument| argument.text.as_str());
                if name == "*" {
                    return Ok(self.word("theme", argument, atom));
                }
                let Some(theme) = crate::themes::named(name) else {
                    return Err(QueryError::new(
                        format!("`{name}` is no theme that is recognised"),
                        Some(nearest_theme(name)),
                        argument.map_or(atom.at, |argument| argument.at),
                    ));
                };
                let key = self.value(theme.key.to_owned());
                let count = match atom.compared {
                    Some((comparison, number)) => {
                        let number = self.value(number);
                        format!("AND count {} {number}", comparison.sql())
                    }
                    None => String::new(),
                };
                Ok(format!(
                    "problem.id IN (SELECT problem FROM word WHERE kind = 'theme' AND word = {key} {count})"
                ))
            }
            "Entity" => {
                let kinds = ["author", "source", "keyword"];
                let kind = first().map(|argument| argument.text.to_lowercase());
                let known = kinds.iter().find(|known| Some(**known) == kind.as_deref());
                match known {
                    Some(kind) => Ok(self.word(kind, atom.arguments.get(1), atom)),
                    None => Err(refused(atom, "\"author\", \"source\" or \"keyword\"")),
                }
            }
            "PublishedAfter" => {
                let year = first().and_then(|argument| argument.text.get(..4)?.parse::<i64>().ok());
                match year {
                    Some(year) => {
                        let year = self.value(year);
                        Ok(format!("problem.year >= {year}"))
                    }
                    None => Err(refused(atom, "a date such as 1999 or 1999-12-31")),
                }
            }
            "Stip" => self.stipulation(atom),
            "Text" => Ok(self.text(first())),
            "With" => self.with(atom),
            "Has" => self.pattern(atom, [0, 0, 0]),
            "Matrix" => self.pattern(atom, [1, 1, 2]),
            "MatrixExtended" => {
                let mut freedom = [1, 1, 2];
                for (place, argument) in atom.arguments[1..].iter().enumerate() {
                    freedom[place] = match (place, argument.text.to_lowercase().as_str()) {
                        (0 | 1, "true" | "*") => 1,
                        (0 | 1, "false") => 0,
                        (2, "all" | "*") => 2,
                        (2, "mirror") => 1,
                        (2, "none") => 0,
                        (2, _) => return Err(pointed(argument, "`All`, `Mirror` or `None`")),
                        _ => return Err(pointed(argument, "`true` or `false`")),
                    };
                }
                self.pattern(atom, freedom)
            }
            other => Err(QueryError::new(
                format!("`{other}` cannot be answered yet"),
                None,
                atom.at,
            )),
        }
    }

    fn number(&mut self, column: &str, atom: &Atom) -> Result<String, QueryError> {
        let Some((comparison, number)) = atom.compared else {
            return Err(refused(atom, "a comparison such as `<= 7`"));
        };
        let number = self.value(number);
        Ok(format!("{column} {} {number}", comparison.sql()))
    }

    fn equal(&mut self, column: &str, argument: Option<&Argument>) -> String {
        match argument {
            Some(argument) if argument.text != "*" => {
                let value = self.value(argument.text.clone());
                format!("{column} = {value} COLLATE NOCASE")
            }
            _ => format!("{column} IS NOT NULL"),
        }
    }

    /// A pattern of `LIKE` for a part of a text; `*` stands for anything.
    fn like(&mut self, argument: Option<&Argument>) -> String {
        let text = argument.map_or("", |argument| argument.text.as_str());
        let escaped = text
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_")
            .replace('*', "%");
        self.value(format!("%{escaped}%"))
    }

    fn contains(&mut self, column: &str, argument: Option<&Argument>) -> String {
        let like = self.like(argument);
        format!("{column} LIKE {like} ESCAPE '\\'")
    }

    /// A word of a kind. Without regard to case; authors and sources by a part of the name.
    fn word(&mut self, kind: &str, argument: Option<&Argument>, atom: &Atom) -> String {
        let is_any = argument.is_none_or(|argument| argument.text == "*");
        let is_none = matches!(atom.compared, Some((super::Comparison::Equal, 0.0)));
        let wanted = if is_any {
            String::new()
        } else if matches!(kind, "author" | "source") {
            let like = self.like(argument);
            format!(
                "AND word IN (SELECT word FROM name WHERE kind = '{kind}' AND word LIKE {like} ESCAPE '\\')"
            )
        } else {
            let text = argument.map_or(String::new(), |argument| argument.text.clone());
            let value = self.value(text);
            format!("AND word = {value}")
        };
        let kind = self.value(kind.to_owned());
        let test = if is_none { "NOT IN" } else { "IN" };
        format!("problem.id {test} (SELECT problem FROM word WHERE kind = {kind} {wanted})")
    }

    fn stipulation(&mut self, atom: &Atom) -> Result<String, QueryError> {
        let Some(argument) = atom.arguments.first() else {
            return Err(refused(atom, "a stipulation"));
        };
        let special = argument
            .text
            .contains(['*', '+', '?', '[', '(', '|', '\\', '^', '$', '.']);
        if !special {
            let value = self.value(argument.text.clone());
            return Ok(format!("problem.stipulation = {value}"));
        }
        if argument.text == "*" {
            return Ok("problem.stipulation <> ''".to_owned());
        }
        if let Err(error) = regex::Regex::new(&argument.text) {
            let text = error.to_string();
            let why = text.lines().last().unwrap_or_default().to_owned();
            return Err(QueryError::new(
                format!("`{}` is no regular expression", argument.text),
                Some(why),
                argument.at,
            ));
        }
        let value = self.value(argument.text.clone());
        Ok(format!(
            "problem.stipulation IN (SELECT DISTINCT stipulation FROM problem WHERE matches({value}, stipulation))"
        ))
    }

    /// Words anywhere, as a phrase.
    fn text(&mut self, argument: Option<&Argument>) -> String {
        let text = argument.map_or("", |argument| argument.text.as_str());
        let phrase = format!("\"{}\"", text.replace('"', " "));
        let value = self.value(phrase);
        format!("problem.id IN (SELECT rowid FROM text WHERE text MATCH {value})")
    }

    /// Men in the diagram, as often as they are named.
    fn with(&mut self, atom: &Atom) -> Result<String, QueryError> {
        let Some(argument) = atom.arguments.first() else {
            return Err(refused(atom, "men such as `wR bP`"));
        };
        let mut men: BTreeMap<String, usize> = BTreeMap::new();
        for word in argument.text.split_whitespace() {
            let mut letters = word.chars();
            let side = letters
                .next()
                .filter(|c| "wbn".contains(c.to_ascii_lowercase()));
            let walk = letters.as_str().to_uppercase();
            // A knight is S here, N what Popeye calls a nightrider.
            let known = crate::men::WalkId::from_letters(&walk, 0);
            let (Some(side), Some(_)) = (side, known) else {
                return Err(pointed(argument, "men such as `wR wR bP`"));
            };
            let name = format!("{}{walk}", side.to_ascii_lowercase());
            *men.entry(name).or_default() += 1;
        }
        let parts = men.iter().map(|(man, count)| {
            // The list is sorted, so equal men stand together.
            let run = vec![man.as_str(); *count].join(" ");
            let value = self.value(format!("% {run} %"));
            format!(
                "(' ' || problem.pieces || ' ') LIKE {value} AND instr(problem.pieces, '{man}') > 0"
            )
        });
        let parts: Vec<String> = parts.collect();
        match parts.is_empty() {
            true => Err(pointed(argument, "men such as `wR wR bP`")),
            false => Ok(format!("({})", parts.join(" AND "))),
        }
    }

    fn pattern(&mut self, atom: &Atom, freedom: [i64; 3]) -> Result<String, QueryError> {
        let Some(argument) = atom.arguments.first() else {
            return Err(refused(atom, "men on squares"));
        };
        let places = of_list(&argument.text).map_err(|why| {
            QueryError::new(
                format!("these are no men on squares: {why}"),
                Some("e.g. \"wKa1 wQb3\"".to_owned()),
                argument.at,
            )
        })?;
        // Kings narrow it most: an index knows how they stand to each other.
        let kings = kings(&places).map_or(String::new(), |kings| {
            format!("problem.kings = {} AND ", self.value(kings))
        });
        let count = self.value(places.len() as i64);
        let pattern = self.value(pack(&places));
        let [files, ranks, turns] = freedom;
        Ok(format!(
            "({kings}problem.men >= {count} AND holds(problem.places, {pattern}, {files}, {ranks}, {turns}))"
        ))
    }
}

/// More officers of a kind than the game has; two bishops on squares of one colour are not seen here, for the list
/// of men holds no squares.
const PROMOTED: &str = "(problem.fairy = 0 AND (problem.pieces LIKE '%wQ wQ%' OR problem.pieces LIKE '%bQ bQ%' \
     OR problem.pieces LIKE '%wR wR wR%' OR problem.pieces LIKE '%bR bR bR%' OR problem.pieces LIKE '%wS wS wS%' \
     OR problem.pieces LIKE '%bS bS bS%' OR problem.pieces LIKE '%wB wB wB%' OR problem.pieces LIKE '%bB bB bB%' \
     OR problem.id IN (SELECT problem FROM word WHERE kind = 'theme' AND word = 'obtrusive-men')))";

fn refused(atom: &Atom, expected: &str) -> QueryError {
    QueryError::new(
        format!("`{}` needs {expected}", atom.name),
        None,
        atom.arguments
            .first()
            .map_or(atom.at, |argument| argument.at),
    )
}

fn pointed(argument: &Argument, expected: &str) -> QueryError {
    QueryError::new(
        format!("`{}` is not expected here", argument.text),
        Some(format!("write {expected}")),
        argument.at,
    )
}

fn nearest_theme(word: &str) -> String {
    let wanted = word.to_lowercase();
    let names = crate::themes::all().flat_map(|theme| [theme.key, theme.names[0]]);
    let near = names
        .map(|name| {
            (
                strsim::damerau_levenshtein(&name.to_lowercase(), &wanted),
                name,
            )
        })
        .min_by_key(|(distance, _)| *distance);
    match near {
        Some((distance, name)) if distance <= 3 => format!("did you mean `{name}`?"),
        _ => "`dawson themes --list` lists them".to_owned(),
    }
}
