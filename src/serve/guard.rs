//! What every request must stand, and what every answer says to the browser.
//!
//! The page may talk to its own server only, and no other page to it: the host must be the one that was opened (or
//! another site could point its own name at this machine), requests of other origins are refused, and bodies must be
//! JSON, which no plain form of another site can send.

use super::State;
use super::answer::refused;
use axum::body::Body;
use axum::extract;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// What the browser is told with every answer.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];

/// Refuses what may not be asked, and adds the headers.
pub async fn guard(
    extract::State(state): extract::State<Arc<State>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let mut response = match objection(request.method(), request.headers(), state.is_public) {
        None => next.run(request).await,
        Some((status, why)) => refused(status, why),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn objection(
    method: &Method,
    headers: &HeaderMap,
    is_public: bool,
) -> Option<(StatusCode, &'static str)> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(host) = text(header::HOST) else {
        return Some((StatusCode::BAD_REQUEST, "a request names its host"));
    };
    if !is_public && !is_local(host) {
        let why = "this server answers to the names of its own machine only";
        return Some((StatusCode::MISDIRECTED_REQUEST, why));
    }
    if let Some(origin) = text(header::ORIGIN) {
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        if authority != Some(host) {
            return Some((
                StatusCode::FORBIDDEN,
                "requests of other origins are refused",
            ));
        }
    }
    if headers
        .get("sec-fetch-site")
        .is_some_and(|site| site == "cross-site")
        && method != Method::GET
    {
        return Some((StatusCode::FORBIDDEN, "requests of other sites are refused"));
    }
    if method == Method::POST {
        let kind = text(header::CONTENT_TYPE).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim();
        // Neither can be sent by a form of another site.
        let kinds = ["application/json", "application/octet-stream"];
        if !kinds.iter().any(|one| kind.eq_ignore_ascii_case(one)) {
            let why = "the body must be JSON, with `Content-Type: application/json`";
            return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
    }
    None
}

/// `localhost`, `127.0.0.1` and `[::1]` with any port.
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            let name = header::HeaderName::from_static(name);
            (name, HeaderValue::from_static(value))
        });
        pairs.collect()
    }

    #[test]
    fn only_the_own_page_may_ask() {
        let status = |method: Method, pairs: &[(&'static str, &'static str)], public| {
            objection(&method, &headers(pairs), public).map(|(status, _)| status.as_u16())
        };
        let json = ("content-type", "application/json; charset=utf-8");
        let own = ("host", "127.0.0.1:8039");
        assert_eq!(status(Method::GET, &[own], false), None);
        assert_eq!(status(Method::GET, &[("host", "[::1]:80")], false), None);
        assert_eq!(
            status(Method::GET, &[("host", "rebound.example:8039")], false),
            Some(421)
        );
        assert_eq!(
            status(Method::GET, &[("host", "127.0.0.1.example")], false),
            Some(421)
        );
        assert_eq!(
            status(Method::GET, &[("host", "solver.example")], true),
            None
        );
        assert_eq!(status(Method::GET, &[], false), Some(400));
        assert_eq!(status(Method::POST, &[own, json], false), None);
        assert_eq!(status(Method::POST, &[own], false), Some(415));
        assert_eq!(
            status(Method::POST, &[own, ("content-type", "text/plain")], false),
            Some(415)
        );
        let origin = ("origin", "http://127.0.0.1:8039");
        assert_eq!(status(Method::POST, &[own, json, origin], false), None);
        for other in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:9",
            "http://127.0.0.1:8039.evil.example",
        ] {
            assert_eq!(
                status(Method::POST, &[own, json, ("origin", other)], false),
                Some(403),
                "{other}"
            );
        }
        let cross = ("sec-fetch-site", "cross-site");
        assert_eq!(status(Method::POST, &[own, json, cross], true), Some(403));
    }
}
