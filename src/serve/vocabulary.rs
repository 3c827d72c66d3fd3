//! Everything with a name that the page offers: walks with their figures, attributes, conditions, goals, options.

use crate::attributes;
use crate::manual::{Kind, entries};
use crate::picture::{Figure, Path, Shape};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::OnceLock;

static TEXT: OnceLock<String> = OnceLock::new();

/// The vocabulary as JSON, made once.
pub async fn vocabulary() -> Response {
    let text = TEXT.get_or_init(text).as_str();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

fn text() -> String {
    let mut walks = Vec::new();
    let mut words = Vec::new();
    for entry in entries() {
        match entry.walk {
            Some(walk) if !walk.row().letters[0].starts_with('(') => {
                let figure = Figure::of(walk);
                walks.push(json!([
                    entry.key,
                    entry.names,
                    walk.row().letters,
                    figure.shape.letter(),
                    figure.turn,
                    u8::from(figure.lettered),
                    entry.definition,
                    entry.other_names,
                ]));
            }
            Some(_) => {}
            None => {
                let kind = match entry.kind {
                    Kind::Condition => "condition",
                    Kind::Goal => "goal",
                    Kind::Genre => "genre",
                    Kind::Option => "option",
                    Kind::Addition => "addition",
                    _ => continue,
                };
                words.push(json!([kind, entry.key, entry.names, entry.definition]));
            }
        }
    }
    let marks = attributes::DEFINITIONS
        .iter()
        .filter(|row| row.attribute.is_some());
    let marks = marks.map(|row| json!([row.key, row.names.in_order(), row.definition]));
    let marks: Vec<Value> = marks.collect();
    let shapes = Shape::ALL.map(|shape| {
        let outline = shape.outline();
        let data = |paths: &[Path]| paths.iter().map(Path::data).collect::<Vec<_>>();
        json!([
            shape.letter(),
            data(&outline.bodies),
            data(&outline.lines),
            data(&outline.dots),
        ])
    });
    json!({ "walks": walks, "words": words, "attributes": marks, "shapes": shapes }).to_string()
}
