//! Problems as requests put them: a statement with a position, or an input in Popeye's language.

use super::answer::collected;
use crate::attributes;
use crate::board::{Geometry, Joins, SquareSet};
use crate::collection::Entry;
use crate::conditions;
use crate::men::{Attribute, Piece, Sides, WalkId, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::message::{Localised, translate};
pub use crate::notation::played::BoardForm;
use crate::notation::popeye::read::read;
use crate::notation::popeye::words::Language;
use crate::notation::posed::{Half, Placed, Posed, pose};
use crate::problem::Diagram;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The most characters of any text of a request.
const MOST_CHARACTERS: usize = 64 << 10;

/// A problem, and how it is wished to be treated.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// What stands under the diagram: `h#2, Circe`.
    #[serde(default)]
    pub statement: String,
    /// The position as FEN.
    pub fen: Option<String>,
    /// The position as a text that means its side to move, or as an object.
    pub position: Option<PositionForm>,
    /// Instead of both: an input in Popeye's language, of which the first problem counts.
    pub input: Option<String>,
    /// The language of messages.
    #[serde(default)]
    pub language: LanguageForm,
    /// Who is to be named beside the problem, if not in its input.
    #[serde(skip)]
    pub authors: Vec<String>,
    /// Where it is from.
    #[serde(skip)]
    pub origins: Vec<String>,
    /// Seconds that the search may take, within the server's limit.
    pub time: Option<f64>,
    /// How many solutions a phase may have.
    pub max_solutions: Option<u32>,
    /// Whether the answer is that of the page: moves with the men they change.
    #[serde(default)]
    pub page: bool,
    /// A word of the client's own, with which it may stop the search and still get what was found.
    pub token: Option<String>,
    /// Whether set play is shown as well.
    #[serde(default)]
    pub set_play: bool,
    /// Whether tries are shown as well.
    #[serde(default)]
    pub tries: bool,
}

/// A language by its abbreviation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LanguageForm {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// French.
    Fr,
}

impl From<LanguageForm> for Language {
    fn from(form: LanguageForm) -> Language {
        match form {
            LanguageForm::En => Language::En,
            LanguageForm::De => Language::De,
            LanguageForm::Fr => Language::Fr,
        }
    }
}

/// A position.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum PositionForm {
    /// As `--position` takes it.
    Text(String),
    /// Square by square.
    Men(BoardForm),
}

/// Something wrong with a request, and where.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// `statement`, `position` or `input`.
    pub place: &'static str,
    /// The first character, counted as JavaScript does (units of UTF-16).
    pub from: usize,
    /// Behind the last one.
    pub to: usize,
    /// Whether nothing can be done before it is mended.
    pub is_error: bool,
    /// What is wrong.
    pub message: String,
    /// What may help.
    pub help: Option<String>,
}

impl Fault {
    /// What is wrong, with what may help.
    pub fn text(&self) -> String {
        match &self.help {
            Some(help) => format!("{}; {help}", self.message),
            None => self.message.clone(),
        }
    }
}

/// Stands after the fields of a request that is joined from several parts: any other field is refused.
#[derive(Clone, Copy, Debug)]
pub struct NoMore;

impl<'de> Deserialize<'de> for NoMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NoMore, D::Error> {
        let rest = serde_json::Map::deserialize(deserializer)?;
        match rest.keys().next() {
            Some(key) => Err(D::Error::custom(format!("unknown field `{key}`"))),
            None => Ok(NoMore),
        }
    }
}

impl Asked {
    /// The problem, so far as it can be read, with everything wrong about it.
    ///
    /// # Errors
    /// Faults that leave nothing to work with.
    pub fn problem(&self) -> Result<(Posed, Vec<Fault>), Vec<Fault>> {
        let language = self.language.into();
        if let Some(input) = &self.input {
            return self.of_input(input, language);
        }
        let mut position_text = String::new();
        let placed = match (&self.fen, &self.position) {
            (Some(fen), None) => {
                position_text.clone_from(fen);
                Placed::Fen(fen)
            }
            (None, Some(PositionForm::Text(text))) => {
                position_text.clone_from(text);
                Placed::Position(text)
            }
            (None, Some(PositionForm::Men(board))) => {
                let diagram = |walks: &[WalkId]| board.diagram(walks);
                return self.of_men(diagram, language);
            }
            (None, None) => Placed::Fen("8/8/8/8/8/8/8/8"),
            (Some(_), Some(_)) => {
                return Err(vec![fault("position", "give either `fen` or `position`")]);
            }
        };
        if self.statement.len().max(position_text.len()) > MOST_CHARACTERS {
            return Err(vec![fault("statement", "the text is too long")]);
        }
        let posed = pose(&self.statement, placed);
        let faults = faults(&posed, &self.statement, &position_text, language);
        Ok((self.wished(posed), faults))
    }

    fn of_men(
        &self,
        diagram: impl Fn(&[WalkId]) -> Result<Diagram, String>,
        language: Language,
    ) -> Result<(Posed, Vec<Fault>), Vec<Fault>> {
        if self.statement.len() > MOST_CHARACTERS {
            return Err(vec![fault("statement", "the text is too long")]);
        }
        let made = std::cell::RefCell::new(None);
        let build = |walks: &[WalkId]| match diagram(walks) {
            Ok(diagram) => diagram,
            Err(reason) => {
                *made.borrow_mut() = Some(reason);
                Diagram::empty(Geometry::standard())
            }
        };
        let posed = pose(&self.statement, Placed::Men(&build));
        let mut faults = faults(&posed, &self.statement, "", language);
        if let Some(reason) = made.into_inner() {
            faults.push(fault("position", &reason));
        }
        Ok((self.wished(posed), faults))
    }

    fn of_input(&self, input: &str, language: Language) -> Result<(Posed, Vec<Fault>), Vec<Fault>> {
        if input.len() > MOST_CHARACTERS {
            return Err(vec![fault("input", "the text is too long")]);
        }
        // Names of files in it stay names: nothing here opens them.
        let reading = read(input.as_bytes());
        let mut said: Vec<&Diagnostic> = reading.diagnostics.iter().collect();
        let first = reading.problems.first();
        said.extend(first.iter().flat_map(|read| &read.diagnostics));
        let faults = said.into_iter().map(|diagnostic| Fault {
            place: "input",
            ..located(diagnostic, input, language)
        });
        let faults: Vec<Fault> = faults.collect();
        match first {
            None if faults.is_empty() => Err(vec![fault("input", "there is no problem in it")]),
            None => Err(faults),
            Some(read) => {
                let mut problem = read.problem.clone();
                // What the author claims stands in remarks.
                let (_, mut entries) = collected(input, 1);
                let mut faults = faults;
                if let Some(mut entry) = entries.pop().filter(Entry::is_read) {
                    let said = entry.warnings.len();
                    entry.settle_claim();
                    problem.intention = entry.problem.intention;
                    // What the reader says is there already, with its places.
                    let said = entry.warnings[said..].iter();
                    faults.extend(said.map(|text| Fault {
                        is_error: false,
                        ..fault("input", &translate(language, text))
                    }));
                }
                let posed = Posed {
                    letters: None,
                    problem,
                    language: reading.language,
                    intended: None,
                    diagnostics: Vec::new(),
                    kept: Vec::new(),
                };
                Ok((self.wished(posed), faults))
            }
        }
    }

    fn wished(&self, mut posed: Posed) -> Posed {
        let problem = &mut posed.problem;
        problem.authors.extend(self.authors.iter().cloned());
        problem.origins.extend(self.origins.iter().cloned());
        let options = &mut problem.options;
        options.variation |= self.input.is_none();
        options.set_play |= self.set_play;
        if self.tries && options.defence.is_none() {
            options.defence = Some(1);
        }
        posed
    }
}

fn fault(place: &'static str, message: &str) -> Fault {
    Fault {
        place,
        from: 0,
        to: 0,
        is_error: true,
        message: message.to_owned(),
        help: None,
    }
}

pub(super) fn faults(
    posed: &Posed,
    statement: &str,
    position: &str,
    language: Language,
) -> Vec<Fault> {
    let faults = posed
        .diagnostics
        .iter()
        .map(|(half, diagnostic)| match half {
            Half::Statement => Fault {
                place: "statement",
                ..located(diagnostic, statement, language)
            },
            Half::Position => Fault {
                place: "position",
                ..located(diagnostic, position, language)
            },
        });
    faults.collect()
}

fn located(diagnostic: &Diagnostic, text: &str, language: Language) -> Fault {
    let localised = Localised {
        diagnostic: diagnostic.clone(),
        language,
    };
    let help = miette::Diagnostic::help(&localised).map(|help| help.to_string());
    let (from, to) = match diagnostic.span() {
        Some(span) => (span.offset(), span.offset() + span.len()),
        None => (0, 0),
    };
    let units = |offset: usize| {
        let before = text.get(..offset.min(text.len()));
        before.unwrap_or(text).encode_utf16().count()
    };
    Fault {
        place: "",
        from: units(from),
        to: units(to),
        is_error: diagnostic.is_error(),
        message: localised.to_string(),
        help,
    }
}

impl BoardForm {
    fn diagram(&self, walks: &[WalkId]) -> Result<Diagram, String> {
        let geometry = match &self.cells {
            Some(key) => conditions::board_of_cells(key)
                .ok_or_else(|| format!("`{}` is no board of other cells", shortened(key)))?,
            None => Geometry::new(self.files, self.ranks, Joins::None)
                .map_err(|_| "a board has 1 to 128 squares".to_owned())?,
        };
        let named = |name: &String| {
            let found = geometry.square_named(name);
            found.ok_or_else(|| format!("there is no square `{}` on this board", shortened(name)))
        };
        let holes: Result<SquareSet, String> = self.holes.iter().map(named).collect();
        let mut diagram = Diagram::empty(geometry.clone().with_holes(holes?));
        for (name, code) in &self.men {
            let square = named(name)?;
            if !diagram.geometry.squares().contains(square) {
                return Err(format!("`{name}` is a hole"));
            }
            diagram.put(square, man(code, walks)?);
        }
        Ok(diagram)
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(24).collect()
}

fn man(code: &str, own: &[WalkId]) -> Result<Piece, String> {
    let unknown = || format!("`{}` is no man: expected e.g. `w rook`", shortened(code));
    let mut words = code.split(' ');
    let sides = match words.next() {
        Some("w") => Sides::White,
        Some("b") => Sides::Black,
        Some("n") => Sides::Both,
        _ => return Err(unknown()),
    };
    let key = words.next().ok_or_else(unknown)?;
    let walk = own.iter().copied().find(|walk| walk.row().key == key);
    let walk = walk.or_else(|| WalkId::from_key(key)).ok_or_else(unknown)?;
    let mut man = Piece::new(walk, sides);
    if walk == walk_id::KING || walk.row().is_royal() {
        man = man.royal();
    }
    for word in words {
        man = match word {
            "royal" => man.royal(),
            word => man.with(attribute(word).ok_or_else(unknown)?),
        };
    }
    Ok(man)
}

fn attribute(key: &str) -> Option<Attribute> {
    attributes::find(key).and_then(|definition| definition.attribute)
}
