//! The language of queries: YACPDB's predicates and words of our own, read into one tree.
//!
//! `Stip("h#2") AND NOT Fairy` and `h#2 and not fairy` mean the same. Predicates are those of YACPDB's query language guide;
//! our words are the same names without brackets: `author Loyd`, `men <= 7`, `theme grimshaw`.

use miette::{Diagnostic, SourceSpan};
use thiserror::Error;

/// What is looked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Query {
    /// All of these.
    And(Vec<Query>),
    /// One of these at least.
    Or(Vec<Query>),
    /// Not this.
    Not(Box<Query>),
    /// A predicate with what it says, compared with a number if it counts.
    Atom(Atom),
}

/// A predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Atom {
    /// Which one.
    pub name: &'static str,
    /// What it says.
    pub arguments: Vec<Argument>,
    /// What the count is compared with.
    pub compared: Option<(Comparison, f64)>,
    /// Where it stands in the query.
    pub at: (usize, usize),
}

/// An argument of a predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// Its text, without quotes; `*` fits anything.
    pub text: String,
    /// Where it stands in the query.
    pub at: (usize, usize),
}

/// How a count is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Comparison {
    /// As SQL writes it.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::AtLeast => ">=",
            Comparison::More => ">",
        }
    }
}

/// Why a query was refused. It points at the characters to mend.
#[derive(Clone, PartialEq, Eq, Debug, Error, Diagnostic)]
#[error("{what}")]
pub struct QueryError {
    /// What is wrong.
    pub what: String,
    /// What would do.
    #[help]
    pub advice: Option<String>,
    /// Where.
    #[label("here")]
    pub at: SourceSpan,
}

impl QueryError {
    pub(super) fn new(
        what: impl Into<String>,
        advice: Option<String>,
        at: (usize, usize),
    ) -> QueryError {
        QueryError {
            what: what.into(),
            advice,
            at: at.into(),
        }
    }
}

/// A predicate of the language.
pub(super) struct Row {
    /// Its name in YACPDB's language.
    pub name: &'static str,
    /// Our word for it.
    pub word: &'static str,
    /// The fewest and most arguments.
    pub arguments: (usize, usize),
    /// Whether it counts.
    pub counts: bool,
    /// What it finds.
    pub means: &'static str,
}

const fn row(
    name: &'static str,
    word: &'static str,
    arguments: (usize, usize),
    counts: bool,
    means: &'static str,
) -> Row {
    Row {
        name,
        word,
        arguments,
        counts,
        means,
    }
}

/// All predicates, first those of YACPDB.
pub(super) static ROWS: &[Row] = &[
    row(
        "Matrix",
        "matrix",
        (1, 1),
        false,
        "these men, moved, turned and mirrored: `Matrix(\"wKa1 wQb3\")`",
    ),
    row(
        "MatrixExtended",
        "matrix-extended",
        (4, 4),
        false,
        "the same with shifts of files and ranks (true, false) and All, Mirror or None",
    ),
    row(
        "Entity",
        "entity",
        (2, 2),
        false,
        "an author, source, keyword by its kind and name",
    ),
    row(
        "Author",
        "author",
        (1, 1),
        false,
        "part of an author's name",
    ),
    row(
        "Source",
        "source",
        (1, 1),
        false,
        "part of the name of the source",
    ),
    row(
        "PublishedAfter",
        "published-after",
        (1, 1),
        false,
        "a date YYYY, YYYY-MM or YYYY-MM-DD",
    ),
    row(
        "Stip",
        "stip",
        (1, 1),
        false,
        "a regular expression for the whole stipulation",
    ),
    row(
        "Option",
        "option",
        (1, 1),
        true,
        "a condition or option; `Option(*) = 0` for none",
    ),
    row(
        "Keyword",
        "keyword",
        (1, 1),
        false,
        "a keyword of the collection",
    ),
    row(
        "PCount",
        "pcount",
        (1, 1),
        true,
        "men of a colour w, b, n or of all *",
    ),
    row(
        "With",
        "with",
        (1, 1),
        false,
        "these men are on the board: `With(\"wR wR bP\")`",
    ),
    row("Fairy", "fairy", (0, 0), false, "fairy men or conditions"),
    row("Id", "id", (1, 1), false, "what the collection calls it"),
    row("Text", "text", (1, 1), false, "words anywhere"),
    row(
        "Twins",
        "twins",
        (0, 0),
        true,
        "how many versions there are",
    ),
    row(
        "Theme",
        "theme",
        (1, 1),
        true,
        "a theme that Dawson recognised",
    ),
    row("Condition", "condition", (1, 1), false, "a condition"),
    row("Men", "men", (0, 0), true, "how many men there are"),
    row("White", "white", (0, 0), true, "how many white men"),
    row("Black", "black", (0, 0), true, "how many black men"),
    row("Neutral", "neutral", (0, 0), true, "how many neutral men"),
    row("Moves", "moves", (0, 0), true, "the length: 2, 2.5"),
    row("Year", "year", (0, 0), true, "the year"),
    row(
        "Genre",
        "genre",
        (1, 1),
        false,
        "direct, self, reflex, help, series ...",
    ),
    row(
        "Has",
        "has",
        (1, 1),
        false,
        "these men on these squares: `has \"wKa1 bKc3\"`",
    ),
    row(
        "Promoted",
        "promoted",
        (0, 0),
        false,
        "men that can only have been promoted",
    ),
    row("Award", "award", (1, 1), false, "words of the distinction"),
    row("Title", "title", (1, 1), false, "words of the title"),
    row(
        "Verdict",
        "verdict",
        (1, 1),
        false,
        "sound, cooked ...; with --solve",
    ),
    row(
        "File",
        "file",
        (1, 1),
        false,
        "part of the name of the file",
    ),
];

fn find_row(word: &str) -> Option<&'static Row> {
    let same = |name: &str| name.eq_ignore_ascii_case(word);
    ROWS.iter().find(|row| same(row.name) || same(row.word))
}

/// All predicates with what they find, for lists.
pub fn predicates() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ROWS.iter().map(|row| (row.name, row.word, row.means))
}

/// Reads a query.
///
/// ```
/// use dawson::index::parse;
/// let yacpdb = parse(r#"Stip("h#2") AND NOT Fairy AND PCount(*) < 8"#).unwrap();
/// let ours = parse("stip h#2 and not fairy and pcount * < 8").unwrap();
/// assert_eq!(format!("{yacpdb}"), format!("{ours}"));
/// let error = parse("h#2 and autor Loyd").unwrap_err();
/// assert_eq!(error.advice.as_deref(), Some("did you mean `author`?"));
/// ```
///
/// # Errors
/// With the characters that cannot be understood.
pub fn parse(text: &str) -> Result<Query, QueryError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        place: 0,
        end: text.len(),
    };
    if parser.tokens.is_empty() {
        return Err(QueryError::new(
            "the query is empty",
            Some("e.g. `h#2 and theme zilahi and men <= 8`".to_owned()),
            (0, text.len()),
        ));
    }
    let query = parser.either()?;
    match parser.peek() {
        None => Ok(query),
        Some(token) => Err(QueryError::new(
            format!("`{}` is not expected here", token.text),
            Some("queries are joined with `and`, `or`, `not` and brackets".to_owned()),
            token.at,
        )),
    }
}

impl std::fmt::Display for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let joined = |f: &mut std::fmt::Formatter<'_>, all: &[Query], word: &str| {
            f.write_str("(")?;
            for (place, query) in all.iter().enumerate() {
                if place > 0 {
                    write!(f, " {word} ")?;
                }
                write!(f, "{query}")?;
            }
            f.write_str(")")
        };
        match self {
            Query::And(all) => joined(f, all, "AND"),
            Query::Or(all) => joined(f, all, "OR"),
            Query::Not(one) => write!(f, "NOT {one}"),
            Query::Atom(atom) => {
                f.write_str(atom.name)?;
                let texts: Vec<String> = atom
                    .arguments
                    .iter()
                    .map(|argument| format!("\"{}\"", argument.text))
                    .collect();
                if !texts.is_empty() {
                    write!(f, "({})", texts.join(", "))?;
                }
                match atom.compared {
                    Some((comparison, number)) => write!(f, " {} {number}", comparison.sql()),
                    None => Ok(()),
                }
            }
        }
    }
}

/// A piece of the query.
#[derive(Clone, Debug, PartialEq)]
struct Token {
    text: String,
    is_quoted: bool,
    at: (usize, usize),
}

fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut tokens = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        match character {
            c if c.is_whitespace() => {}
            '"' | '\'' => {
                let mut inside = String::new();
                let mut end = None;
                for (at, c) in characters.by_ref() {
                    if c == character {
                        end = Some(at + 1);
                        break;
                    }
                    inside.push(c);
                }
                let Some(end) = end else {
                    let at = (start, text.len() - start);
                    let advice = format!("close it with {character}");
                    return Err(QueryError::new(
                        "the quotation does not end",
                        Some(advice),
                        at,
                    ));
                };
                tokens.push(Token {
                    text: inside,
                    is_quoted: true,
                    at: (start, end - start),
                });
            }
            '(' | ')' | ',' | '+' => tokens.push(Token {
                text: character.to_string(),
                is_quoted: false,
                at: (start, 1),
            }),
            // A comparison; stipulations with `=` or `>` begin with a letter, a figure or `#`.
            '<' | '>' | '=' | '!' => {
                let mut sign = character.to_string();
                if let Some((_, '=')) = characters.peek() {
                    characters.next();
                    sign.push('=');
                }
                let at = (start, sign.len());
                tokens.push(Token {
                    text: sign,
                    is_quoted: false,
                    at,
                });
            }
            _ => {
                let mut word = character.to_string();
                while let Some((_, next)) = characters.peek().copied() {
                    let ends = next.is_whitespace() || "(),<>\"'".contains(next);
                    // `men=7` is a comparison, `h=2` a stipulation.
                    let compares = next == '=' && find_row(&word).is_some();
                    if ends || compares {
                        break;
                    }
                    word.push(next);
                    characters.next();
                }
                let at = (start, word.len());
                tokens.push(Token {
                    text: word,
                    is_quoted: false,
                    at,
                });
            }
        }
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<Token>,
    place: usize,
    end: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.place)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.place).cloned();
        self.place += 1;
        token
    }

    fn is_next(&self, words: &[&str]) -> bool {
        self.peek().is_some_and(|token| {
            !token.is_quoted
                && words
                    .iter()
                    .any(|word| token.text.eq_ignore_ascii_case(word))
        })
    }

    fn take(&mut self, words: &[&str]) -> bool {
        let is_it = self.is_next(words);
        if is_it {
            self.place += 1;
        }
        is_it
    }

    fn either(&mut self) -> Result<Query, QueryError> {
        let mut all = vec![self.both()?];
        while self.take(&["or", "oder", "ou", "|"]) {
            all.push(self.both()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Query::Or(all),
        })
    }

    /// What stands side by side is joined like with `and`.
    fn both(&mut self) -> Result<Query, QueryError> {
        let mut all = vec![self.single()?];
        loop {
            let joined = self.take(&["and", "und", "et", "&", "+"]);
            let ends = self.peek().is_none() || self.is_next(&["or", "oder", "ou", "|", ")"]);
            if ends && !joined {
                break;
            }
            all.push(self.single()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Query::And(all),
        })
    }

    fn single(&mut self) -> Result<Query, QueryError> {
        if self.take(&["not", "nicht", "non"]) {
            return Ok(Query::Not(Box::new(self.single()?)));
        }
        if self.is_next(&["("]) {
            let open = self.place;
            self.place += 1;
            let inside = self.either()?;
            if !self.take(&[")"]) {
                let at = self.tokens[open].at;
                let advice = Some("close it with )".to_owned());
                return Err(QueryError::new("the bracket is not closed", advice, at));
            }
            return Ok(inside);
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Query, QueryError> {
        let Some(token) = self.next() else {
            return Err(QueryError::new(
                "something is missing at the end",
                Some("a predicate such as `men <= 7`".to_owned()),
                (self.end, 0),
            ));
        };
        if token.is_quoted {
            return Ok(self.plain("Text", &token));
        }
        let Some(row) = find_row(&token.text) else {
            return self.unknown(&token);
        };
        let arguments = self.arguments(row, &token)?;
        let compared = self.comparison(row, &token)?;
        Ok(Query::Atom(Atom {
            name: row.name,
            arguments,
            compared,
            at: token.at,
        }))
    }

    /// A word that is no predicate may be a stipulation.
    fn unknown(&mut self, token: &Token) -> Result<Query, QueryError> {
        let is_goal = token.text.contains(['#', '=', '+', '~'])
            || token.text.chars().any(|c| c.is_ascii_digit());
        if is_goal && is_stipulation(&token.text) {
            return Ok(self.plain("Stip", token));
        }
        let wanted = token.text.to_lowercase();
        let is_title = token.text.starts_with(char::is_uppercase);
        let names = ROWS
            .iter()
            .map(|row| if is_title { row.name } else { row.word });
        let near = names
            .map(|name| {
                (
                    strsim::damerau_levenshtein(&name.to_lowercase(), &wanted),
                    name,
                )
            })
            .min();
        let advice = match near {
            Some((distance, name)) if distance <= 2 => format!("did you mean `{name}`?"),
            _ => "a predicate such as `author Loyd`, a stipulation, or words in quotes".to_owned(),
        };
        Err(QueryError::new(
            format!("`{}` is no predicate", token.text),
            Some(advice),
            token.at,
        ))
    }

    /// A stipulation as it stands is meant as it stands.
    fn plain(&self, name: &'static str, token: &Token) -> Query {
        let text = match name {
            "Stip" => regex::escape(&token.text),
            _ => token.text.clone(),
        };
        Query::Atom(Atom {
            name,
            arguments: vec![Argument { text, at: token.at }],
            compared: None,
            at: token.at,
        })
    }

    fn arguments(&mut self, row: &Row, token: &Token) -> Result<Vec<Argument>, QueryError> {
        let (fewest, most) = row.arguments;
        let mut arguments = Vec::new();
        if most > 0 && self.take(&["("]) {
            loop {
                let Some(next) = self.next() else {
                    let advice = Some("close it with )".to_owned());
                    return Err(QueryError::new(
                        "the bracket is not closed",
                        advice,
                        token.at,
                    ));
                };
                if next.text == ")" && !next.is_quoted {
                    break;
                }
                if next.text == "," && !next.is_quoted {
                    continue;
                }
                arguments.push(Argument {
                    text: next.text,
                    at: next.at,
                });
            }
        } else {
            while arguments.len() < fewest {
                let Some(next) = self.next() else { break };
                arguments.push(Argument {
                    text: next.text,
                    at: next.at,
                });
            }
        }
        if arguments.len() < fewest || arguments.len() > most {
            let expected = match (fewest, most) {
                (1, 1) => "one argument".to_owned(),
                (fewest, most) if fewest == most => format!("{fewest} arguments"),
                (fewest, most) => format!("{fewest} to {most} arguments"),
            };
            let what = format!("`{}` takes {expected}, not {}", token.text, arguments.len());
            return Err(QueryError::new(what, Some(row.means.to_owned()), token.at));
        }
        Ok(arguments)
    }

    fn comparison(
        &mut self,
        row: &Row,
        token: &Token,
    ) -> Result<Option<(Comparison, f64)>, QueryError> {
        let signs = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::More),
            ("==", Comparison::Equal),
            ("=", Comparison::Equal),
        ];
        let sign = self.peek().and_then(|next| {
            let known = signs.iter().find(|(text, _)| *text == next.text);
            known
                .filter(|_| !next.is_quoted)
                .map(|(_, sign)| (*sign, next.at))
        });
        let (comparison, at) = match sign {
            Some(sign) => {
                self.place += 1;
                sign
            }
            // `men 7` means `men = 7`.
            None if row.counts && row.arguments.1 == 0 => (Comparison::Equal, token.at),
            None => return Ok(None),
        };
        let expected = || {
            QueryError::new(
                format!("`{}` is compared with a number", token.text),
                Some(format!("e.g. `{} <= 7`", row.word)),
                at,
            )
        };
        if !row.counts {
            return Err(QueryError::new(
                format!("`{}` counts nothing", token.text),
                Some("it holds or does not; leave the comparison out".to_owned()),
                at,
            ));
        }
        let Some(number) = self.next() else {
            return Err(expected());
        };
        let value: f64 = number.text.parse().map_err(|_| {
            QueryError::new(
                format!("`{}` is no number", number.text),
                Some(format!("e.g. `{} <= 7`", row.word)),
                number.at,
            )
        })?;
        Ok(Some((comparison, value)))
    }
}

fn is_stipulation(text: &str) -> bool {
    crate::notation::statement::statement(text).is_ok_and(|said| said.stipulation.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precedence_is_not_and_or() {
        let query = parse("not fairy and men 7 or twins > 1").expect("a query");
        assert_eq!(query.to_string(), "((NOT Fairy AND Men = 7) OR Twins > 1)");
    }

    #[test]
    fn errors_point_at_the_characters() {
        let at = |text: &str| {
            let error = parse(text).expect_err(text);
            (error.at.offset(), error.at.len())
        };
        assert_eq!(at("h#2 and autor Loyd"), (8, 5));
        assert_eq!(at("men <= x"), (7, 1));
        assert_eq!(at("(h#2 and men < 4"), (0, 1));
        assert_eq!(at("author \"Loyd"), (7, 5));
        assert_eq!(at("fairy > 2"), (6, 1));
        assert_eq!(at("h#2 and"), (7, 0));
        assert_eq!(at("Matrix()"), (0, 6));
    }

    #[test]
    fn stipulations_stand_alone() {
        for text in ["h#2", "#3", "s#4", "h#2.5", "ser-h=5", "r#2"] {
            assert!(parse(text).is_ok(), "{text}");
        }
    }
}
