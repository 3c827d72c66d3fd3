//! The files of the page. They are part of the program: there is no path that could leave a folder.

use super::answer::refused;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Name, kind, content.
type File = (&'static str, &'static str, &'static [u8]);

const FILES: [File; 9] = [
    (
        "index.html",
        "text/html; charset=utf-8",
        include_bytes!("../../web/dist/index.html"),
    ),
    (
        "app.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../../web/dist/app.js"),
    ),
    (
        "app.css",
        "text/css; charset=utf-8",
        include_bytes!("../../web/dist/app.css"),
    ),
    (
        "icon.svg",
        "image/svg+xml",
        include_bytes!("../../web/dist/icon.svg"),
    ),
    (
        "icon-192.png",
        "image/png",
        include_bytes!("../../web/dist/icon-192.png"),
    ),
    (
        "icon-512.png",
        "image/png",
        include_bytes!("../../web/dist/icon-512.png"),
    ),
    (
        "icon-maskable.png",
        "image/png",
        include_bytes!("../../web/dist/icon-maskable.png"),
    ),
    (
        "dawson.webmanifest",
        "application/manifest+json",
        include_bytes!("../../web/dist/dawson.webmanifest"),
    ),
    (
        "openapi.json",
        "application/json",
        include_bytes!("openapi.json"),
    ),
];

/// The page.
pub async fn index(headers: HeaderMap) -> Response {
    answer(&FILES[0], &headers)
}

/// What the page needs, by its name.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match FILES[1..8].iter().find(|file| file.0 == name) {
        Some(file) => answer(file, &headers),
        None => refused(StatusCode::NOT_FOUND, "there is nothing at this address"),
    }
}

/// The description of the HTTP interface.
pub async fn openapi(headers: HeaderMap) -> Response {
    answer(&FILES[8], &headers)
}

/// The file, unless the browser has it.
fn answer((_, kind, content): &File, headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get(header::IF_NONE_MATCH);
    let head = [
        (header::CONTENT_TYPE, (*kind).to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag.clone()),
    ];
    match known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        true => (StatusCode::NOT_MODIFIED, head).into_response(),
        false => (head, *content).into_response(),
    }
}
