//! Pictures side by side on a web page that needs nothing else, for screens and for printing.

use super::drawing::Drawing;
use super::svg::escaped;

const STYLE: &str = "body{font-family:Georgia,'Times New Roman',serif;margin:1.5rem;color:#111;background:#fff}\
main{display:flex;flex-wrap:wrap;gap:2rem;align-items:flex-start}\
figure{margin:0;break-inside:avoid;max-width:100%}figure svg{max-width:100%;height:auto}\
section{break-inside:avoid-page;margin-bottom:2.5rem}h2{font-size:1.1rem}\
.ends{display:flex;flex-wrap:wrap;gap:1rem}.ends svg{height:auto}figcaption{font-size:.85rem}\
pre{white-space:pre-wrap;font-family:inherit;line-height:1.45}.verdict{font-weight:bold}";

/// A page with this title and content.
pub(super) fn page(title: &str, language: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body>\n{content}</body></html>\n",
        escaped(title)
    )
}

/// Pictures side by side.
pub(super) fn sheet(drawings: &[Drawing], scale: f32) -> String {
    let figures = drawings.iter();
    let figures = figures.map(|drawing| format!("<figure>{}</figure>\n", drawing.svg(scale)));
    let figures: String = figures.collect();
    page("Problems", "en", &format!("<main>\n{figures}</main>\n"))
}
