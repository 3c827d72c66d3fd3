//! Answers that need no search: what was understood, pictures, texts in other formats.

use super::State;
use super::request::{self, Asked, BoardForm, Fault, LanguageForm, NoMore, PositionForm};
use super::solving::with_warnings;
use crate::board::{Side, SquareSet};
use crate::collection::write::{Target, whole};
use crate::collection::{self, Entry, plainly_asked, statement_of};
use crate::conditions;
use crate::manual::{self, Found};
use crate::notation::fields::lost_castlings;
use crate::notation::latex::Document;
use crate::notation::popeye::input::{input, option_texts, own_block, own_texts};
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::notation::posed::{Half, Placed, pose};
use crate::notation::position::{self, Position};
use crate::notation::statement;
use crate::picture::{Style, Theme, draw as draw_problem};
use crate::problem::{Options, Problem};
use crate::sentences::{self, Tongue};
use crate::solution::Solution;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The most problems of a pasted text.
const MOST_READ: usize = 500;

/// How an error begins of which only the rest says something to who asked.
const DESERIALISER: &str = "Failed to deserialize the JSON body into the target type: ";

/// A body of JSON; what is wrong with it is told as JSON too.
pub struct Body<T>(pub T);

impl<S, T> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Response;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Body<T>, Response> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => {
                let text = rejection.body_text();
                let text = text.strip_prefix(DESERIALISER).unwrap_or(&text);
                Err(refused(rejection.status(), text))
            }
        }
    }
}

/// An error as JSON.
pub fn refused(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}

/// Faults of a problem as JSON.
pub fn faulty(faults: &[Fault]) -> Response {
    let first = faults
        .iter()
        .find(|fault| fault.is_error)
        .or(faults.first());
    let error = first.map_or("the problem cannot be read", |fault| &fault.message);
    let body = json!({ "error": error, "faults": faults });
    (StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response()
}

/// No such address.
pub async fn nowhere() -> Response {
    refused(StatusCode::NOT_FOUND, "there is nothing at this address")
}

/// The address exists, but not for this method.
pub async fn otherwise() -> Response {
    refused(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address takes another method",
    )
}

/// How many searches wait and run.
pub async fn load(Shared(state): Shared<Arc<State>>) -> Response {
    let (waiting, running) = state.queue.load();
    let limits = &state.limits;
    Json(json!({
        "waiting": waiting,
        "running": running,
        "workers": limits.workers,
        "seconds": limits.time.as_secs_f64(),
    }))
    .into_response()
}

/// The search to stop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopAsked {
    token: String,
}

/// Stops a search whose client still wants to know what was found.
pub async fn stop(Shared(state): Shared<Arc<State>>, Body(asked): Body<StopAsked>) -> Response {
    Json(json!({ "stopped": state.stops.stop(&asked.token) })).into_response()
}

/// What was understood of a problem, part by part, and everything wrong with it.
pub async fn explain(Body(asked): Body<Asked>) -> Response {
    let (posed, faults) = match asked.problem() {
        Ok(read) => read,
        Err(faults) => return faulty(&faults),
    };
    let language: Language = asked.language.into();
    let understood = understood(&posed.problem, language, asked.language);
    Json(json!({ "understood": understood, "faults": faults, "intended": posed.intended }))
        .into_response()
}

/// Stipulation, conditions and options with their definitions.
fn understood(problem: &Problem, language: Language, form: LanguageForm) -> Vec<Value> {
    let column = match form {
        LanguageForm::En => 0,
        LanguageForm::De => 1,
        LanguageForm::Fr => 2,
    };
    let notation = Notation::of(problem, language);
    let mut parts = Vec::new();
    if let Some(text) = notation.asked(problem) {
        let entries = match manual::find(&text) {
            Found::Entries(entries) => entries,
            _ => Vec::new(),
        };
        let means: Vec<&str> = entries.iter().map(|entry| &*entry.definition).collect();
        parts.push(json!({ "kind": "stipulation", "text": text, "means": means.join(" ") }));
    }
    for condition in &problem.conditions {
        let definition = conditions::find(&condition.key);
        let texts = notation.captions(std::slice::from_ref(condition));
        let name = definition.map(|row| row.names().in_order()[column]);
        parts.push(json!({
            "kind": "condition",
            "key": condition.key,
            "text": texts.join(", "),
            "name": name,
            "means": definition.map(|row| row.means()),
            "explained": explained(&condition.key, language),
        }));
    }
    let options = &problem.options;
    for (is_set, key) in [
        (options.duplex, "duplex"),
        (options.half_duplex, "half-duplex"),
        (options.set_play, "set-play"),
        (!options.no_castling.is_empty(), "no-castling"),
    ] {
        let entries = manual::entries();
        let entry = entries.iter().find(|entry| is_set && entry.key == key);
        if let Some(entry) = entry {
            let name = entry.names[column];
            parts.push(
                json!({ "kind": "option", "key": key, "text": name, "means": entry.definition }),
            );
        }
    }
    for version in problem.versions() {
        if let Some(label) = version.label.filter(|label| !label.changes.is_empty()) {
            let letter = crate::notation::popeye::write::letter(label.number);
            let changes = notation.changes(&label).join(", ");
            parts.push(json!({ "kind": "twin", "text": format!("{letter}) {}", changes.trim()), "means": "" }));
        }
    }
    parts
}

/// The explanation of a composer's own condition, its examples tried.
fn explained(key: &str, language: Language) -> Option<String> {
    let tongue = Tongue::ALL[language.column()];
    sentences::explain(&sentences::text_of(key)?, tongue).ok()
}

/// A problem to draw.
#[derive(Deserialize)]
pub struct DrawAsked {
    #[serde(flatten)]
    asked: Flat,
    #[serde(default, alias = "as")]
    format: PictureForm,
    #[serde(default)]
    print: bool,
    #[serde(default)]
    square: Option<u32>,
    #[serde(default)]
    plain: bool,
    #[serde(flatten)]
    _no_more: NoMore,
}

/// As [`Asked`] among other fields.
#[derive(Deserialize)]
pub struct Flat {
    #[serde(default)]
    statement: String,
    fen: Option<String>,
    position: Option<PositionForm>,
    input: Option<String>,
    #[serde(default)]
    language: LanguageForm,
    /// Who is to be named beside the problem.
    #[serde(default)]
    authors: Vec<String>,
    /// Where it is from.
    #[serde(default)]
    origins: Vec<String>,
}

impl Flat {
    pub(super) fn asked(self) -> Asked {
        Asked {
            authors: self.authors,
            origins: self.origins,
            statement: self.statement,
            fen: self.fen,
            position: self.position,
            input: self.input,
            language: self.language,
            ..Asked::default()
        }
    }
}

/// The format of a picture.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PictureForm {
    #[default]
    Svg,
    Png,
    Pdf,
}

/// A picture.
pub async fn draw(Body(body): Body<DrawAsked>) -> Response {
    let square = body.square.unwrap_or(60);
    if !(8..=400).contains(&square) {
        return refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            "a square has 8 to 400 pixels",
        );
    }
    let (format, print, plain) = (body.format, body.print, body.plain);
    let asked = body.asked.asked();
    let style = Style {
        theme: if print { Theme::Print } else { Theme::Colour },
        caption: !plain,
        coordinates: !plain,
        language: asked.language.into(),
    };
    let problem = match readable(&asked) {
        Ok((problem, _)) => problem,
        Err(response) => return *response,
    };
    // Painting takes a while; other requests go on meanwhile.
    let painted = tokio::task::spawn_blocking(move || {
        let drawing = draw_problem(&problem, style);
        let scale = square as f32 / 100.0;
        match format {
            PictureForm::Svg => Ok(("image/svg+xml", drawing.svg(scale).into_bytes())),
            PictureForm::Png => drawing.png(scale).map(|png| ("image/png", png)),
            PictureForm::Pdf => Ok(("application/pdf", drawing.pdf())),
        }
    });
    match painted.await {
        Ok(Ok((kind, bytes))) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(why)) => refused(StatusCode::UNPROCESSABLE_ENTITY, &why),
        Err(_) => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the picture could not be drawn",
        ),
    }
}

/// The problem with what is to be said about it, if nothing is wrong; the answer is boxed because it is large.
fn readable(asked: &Asked) -> Result<(Problem, Vec<String>), Box<Response>> {
    match asked.problem() {
        Ok((posed, faults)) if faults.iter().all(|fault| !fault.is_error) => {
            Ok((posed.problem, faults.iter().map(Fault::text).collect()))
        }
        Ok((_, faults)) | Err(faults) => Err(Box::new(faulty(&faults))),
    }
}

/// A problem to write.
#[derive(Deserialize)]
pub struct WriteAsked {
    #[serde(flatten)]
    asked: Flat,
    #[serde(rename = "as")]
    format: TextForm,
    #[serde(flatten)]
    _no_more: NoMore,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TextForm {
    Popeye,
    Latex,
    Fen,
    Position,
    Yacpdb,
    Pgn,
}

/// A problem in another format.
pub async fn write(Body(body): Body<WriteAsked>) -> Response {
    let format = body.format;
    let asked = body.asked.asked();
    let language: Language = asked.language.into();
    let (problem, warnings) = match readable(&asked) {
        Ok(read) => read,
        Err(response) => return *response,
    };
    let position = || {
        position::text(&Position {
            side_to_move: Some(Side::White),
            no_castling: problem.options.no_castling,
            en_passant: problem.options.en_passant.clone(),
            ..Position::from(problem.diagram.clone())
        })
    };
    let text = match format {
        TextForm::Popeye => input([&problem], language),
        TextForm::Latex => {
            let mut document = Document::new(language, Vec::new());
            // Nothing was solved here, so nothing is computer-tested.
            document.add(&problem, &Solution::default(), None);
            document.finish()
        }
        TextForm::Fen | TextForm::Position => position(),
        TextForm::Yacpdb => whole(Target::Yacpdb, &[Entry::of(problem.clone())]),
        TextForm::Pgn => whole(Target::Pgn, &[Entry::of(problem.clone())]),
    };
    Json(with_warnings(json!({ "text": text }), &warnings)).into_response()
}

/// A text that somebody pasted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadAsked {
    text: String,
    #[serde(default)]
    language: LanguageForm,
    /// The statement that a position alone is read for.
    #[serde(default)]
    statement: String,
}

/// Problems out of whatever was pasted: a FEN, a position, a collection in any format, a statement.
pub async fn read(Body(body): Body<ReadAsked>) -> Response {
    let text = body.text.trim();
    if text.is_empty() {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, "there is nothing to read");
    }
    if let Ok(position) = position::position(text, &[], body.language.into()) {
        let board = of_position(Placed::Fen(text), &position, &body.statement);
        return Json(json!({ "kind": "fen", "problems": [board] })).into_response();
    }
    if let Ok(position) = position::of_text(text) {
        let board = of_position(Placed::Position(text), &position, &body.statement);
        return Json(json!({ "kind": "position", "problems": [board] })).into_response();
    }
    let (kind, mut entries) = collected(text, MOST_READ);
    entries.iter_mut().for_each(Entry::settle_claim);
    let problems: Vec<Value> = entries
        .iter()
        .filter(|entry| entry.is_read())
        .map(of_entry)
        .collect();
    if !problems.is_empty() {
        return Json(json!({ "kind": kind, "problems": problems })).into_response();
    }
    // A statement with its men is a whole problem.
    let stated = collection::posed(text, body.language.into());
    if stated.is_sound() {
        let problem = of_entry(&Entry::of(stated.problem));
        return Json(json!({ "kind": "problem", "problems": [problem] })).into_response();
    }
    let asked = Asked {
        statement: text.to_owned(),
        language: body.language,
        ..Asked::default()
    };
    let is_line = !text.contains('\n');
    match asked.problem() {
        Ok((_, faults)) if faults.iter().all(|fault| !fault.is_error) => {
            Json(json!({ "kind": "statement", "statement": text, "problems": [] })).into_response()
        }
        Ok((_, faults)) | Err(faults) if is_line => faulty(&faults),
        _ if entries.len() < 2 => faulty(&request::faults(&stated, text, "", body.language.into())),
        _ => {
            let said = entries.iter().flat_map(|entry| entry.errors.iter());
            let said: Vec<&str> = said.map(String::as_str).take(5).collect();
            refused(StatusCode::UNPROCESSABLE_ENTITY, &said.join("; "))
        }
    }
}

/// The first problems of a collection with the name of its format; what they include is not opened.
pub(super) fn collected(text: &str, most: usize) -> (String, Vec<Entry>) {
    let closed = |_: &str| Err("a pasted text includes no files".to_owned());
    let Ok(found) = collection::read("pasted", text.as_bytes(), &closed) else {
        return (String::new(), Vec::new());
    };
    let kind = found.format().to_string();
    (kind, found.take(most).collect())
}

/// A position as the statement has it: the page keeps men alone, so that what the other fields change
/// goes into the statement, and what it cannot hold is told.
fn of_position(placed: Placed<'_>, position: &Position, statement: &str) -> Value {
    let posed = pose(statement, placed);
    let is_of_position = |(half, _): &&(Half, _)| *half == Half::Position;
    let told = posed.diagnostics.iter().filter(is_of_position);
    let told: Vec<String> = told.map(|(_, diagnostic)| diagnostic.to_string()).collect();
    let men_alone = pose(statement, Placed::Men(&|_| position.diagram.clone()));
    let (all, without) = (&posed.problem.options, &men_alone.problem.options);
    let fields = Options {
        half_duplex: all.half_duplex && !without.half_duplex,
        no_castling: match all.no_castling == without.no_castling {
            true => SquareSet::EMPTY,
            false => lost_castlings(&posed.problem),
        },
        en_passant: match all.en_passant == without.en_passant {
            true => Vec::new(),
            false => all.en_passant.clone(),
        },
        ..Options::default()
    };
    let added = option_texts(&posed.problem, &fields, Language::En);
    let parts = [statement.trim()]
        .into_iter()
        .filter(|text| !text.is_empty());
    let parts: Vec<&str> = parts.chain(added.iter().map(String::as_str)).collect();
    json!({
        "board": BoardForm::of(&position.diagram),
        "statement": parts.join(", "),
        "added": added,
        "told": told,
    })
}

/// A problem for the editor; what a statement cannot say is told.
fn of_entry(entry: &Entry) -> Value {
    let problem = &entry.problem;
    let rules = own_texts(problem).concat();
    let stated = statement::text(&plainly_asked(problem), Language::En);
    // With the text of its own conditions behind it an outline may say all, too.
    let outline = || {
        let outline = statement_of(problem);
        let whole = format!("{outline}\n{}", own_block(&rules));
        let read = pose(&whole, Placed::Men(&|_| problem.diagram.clone()));
        let is_same = read.is_sound()
            && read.problem.conditions == problem.conditions
            && read.problem.twins == problem.twins
            && read.problem.stipulation == problem.stipulation;
        is_same.then_some(outline)
    };
    let stated = stated.or_else(|| (!rules.is_empty()).then(outline).flatten());
    let mut told = entry.warnings.clone();
    if stated.is_none() {
        let why = "the statement cannot say all of this problem: solve the text itself";
        told.push(why.to_owned());
    }
    json!({
        "board": BoardForm::of(&problem.diagram),
        "statement": stated.unwrap_or_else(|| statement_of(problem)),
        "rules": (!rules.is_empty()).then_some(rules),
        "authors": problem.authors,
        "origins": problem.origins,
        "told": told,
        "input": whole(Target::Input(Language::En), std::slice::from_ref(entry)),
        "twins": problem.twins.len(),
    })
}
