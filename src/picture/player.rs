//! A solved problem as a web page with one board on which its play is followed, move by move.
//!
//! The board, every man that appears and the tree of moves are on the page; its script only puts
//! men on squares.

use super::board::{Board, CELL, MARGIN, Sign};
use super::drawing::{Drawing, Item};
use super::figure::{Drawn, Figures};
use super::html::page;
use super::path::at;
use super::{Style, Theme, draw_position, geometry_of};
use crate::board::SquareSet;
use crate::conditions::{self, Definition, Marks};
use crate::men::{Piece, WalkId};
use crate::notation::played;
use crate::notation::popeye::write::Notation;
use crate::problem::{Condition, Diagram, Problem};
use crate::solution::Solution;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const SCRIPT: &str = include_str!("player.js");
const LOOK: &str = include_str!("player.css");

/// The page; `scale` pixels are one unit.
pub(super) fn player(problem: &Problem, solution: &Solution, style: Style, scale: f32) -> String {
    let mut men = BTreeMap::new();
    let mut told = Vec::new();
    for (version, found) in problem.versions().iter().zip(&solution.twins) {
        let (version, seen) = played::version_with_men(version, found, style.language);
        men.extend(seen);
        told.push(version);
    }
    let plain = Style {
        caption: false,
        coordinates: true,
        ..style
    };
    let empty = Diagram::empty(problem.diagram.geometry.clone());
    let board = draw_position(problem, &empty, Vec::new(), plain).svg(scale);
    let data = json!({
        "versions": told,
        "squares": squares(problem, plain),
        "figures": figures(problem, &men, plain),
        "imitators": imitators(problem),
    });
    // No text of a problem ends the script.
    let data = data.to_string().replace('<', "\\u003c");
    let content = format!(
        "<style>{LOOK}</style><main><figure>{board}<p><button>|&#x25c0;</button><button>&#x25c0;</button>\
         <button>&#x25b6;</button></p></figure><div id=\"play\" tabindex=\"0\"></div></main>\
         <script>const data={data};{SCRIPT}</script>"
    );
    page("Solution", "en", &content)
}

/// The corner of each square, in units of the board's picture.
fn squares(problem: &Problem, style: Style) -> Map<String, Value> {
    let geometry = geometry_of(problem, &problem.diagram);
    let board = Board {
        geometry: &geometry,
        corner: at(MARGIN, 10.0),
        style,
    };
    let corner = |square| {
        let middle = board.middle(square);
        json!([middle.x - CELL / 2.0, middle.y - CELL / 2.0])
    };
    let squares = geometry.squares().into_iter();
    let places = squares.map(|square| (geometry.name(square), corner(square)));
    places.collect()
}

/// The picture of each man by its code, and of an imitator.
fn figures(problem: &Problem, men: &BTreeMap<String, Piece>, style: Style) -> Map<String, Value> {
    let walks = problem.diagram.men().map(|(_, man)| man.walk());
    let walks: Vec<WalkId> = walks.chain(men.values().map(|man| man.walk())).collect();
    let figures = Figures::of(walks.into_iter());
    let drawn = Drawn {
        notation: Notation::of(problem, style.language),
        figures: &figures,
        rim: style.theme == Theme::Print,
    };
    let middle = at(CELL / 2.0, CELL / 2.0);
    let shows_balls = |row: &Definition| row.marks == Marks::Imitators;
    let ball = conditions::one_that(shows_balls);
    let ball = ball.map(|row| (row.key.to_owned(), Sign::Ball.items(middle, CELL)));
    let men = men.iter();
    let pictures = men.map(|(code, man)| (code.clone(), drawn.man(*man, middle, CELL)));
    let pictures = pictures.chain(ball);
    let told = pictures.map(|(code, items)| {
        let svg = picture(&code, items);
        (code, Value::String(svg))
    });
    told.collect()
}

fn picture(code: &str, items: Vec<Item>) -> String {
    let drawing = Drawing {
        width: CELL,
        height: CELL,
        title: code.to_owned(),
        description: String::new(),
        items,
    };
    drawing.svg(1.0)
}

/// Where imitators stand in the diagram.
fn imitators(problem: &Problem) -> Vec<String> {
    let imitators = conditions::marked(&problem.conditions, Marks::Imitators);
    let geometry = &problem.diagram.geometry;
    let squares: SquareSet = imitators.flat_map(Condition::squares).collect();
    let squares = squares.into_iter();
    squares.map(|square| geometry.name(square)).collect()
}
