//! The styles in which people write positions: random real-looking problems, written as
//! magazines, forums and programs write them, must be read as what they are or refused.
//!
//! `DAWSON_STYLES` asks for another run, by the number of positions and a seed: `500 7`.
//!
//! **Invariant:** a reading that differs from what was written must come with a warning that
//! names the other reading; a silent one fails.

use crate::common::chance::Chance;
use dawson::board::{Geometry, Square};
use dawson::men::{Piece, Sides, WalkId, walk_id};
use dawson::notation::posed::{Placed, pose};
use dawson::notation::statement::statement;
use dawson::problem::{Diagram, Problem};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tongue {
    En,
    De,
    Fr,
}

const TONGUES: [Tongue; 3] = [Tongue::En, Tongue::De, Tongue::Fr];

/// A problem as data: men of each side, king first, pawns last.
struct Posed {
    white: Vec<(WalkId, Square)>,
    black: Vec<(WalkId, Square)>,
}

impl Posed {
    fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(Geometry::standard());
        for (men, sides) in [(&self.white, Sides::White), (&self.black, Sides::Black)] {
            for (walk, square) in men {
                let man = Piece::new(*walk, sides);
                let man = if *walk == walk_id::KING {
                    man.royal()
                } else {
                    man
                };
                diagram.put(*square, man);
            }
        }
        diagram
    }

    fn is_fairy(&self) -> bool {
        let men = self.white.iter().chain(&self.black);
        men.into_iter()
            .any(|(walk, _)| letter(*walk, Tongue::En).len() != 1 || is_fairy(*walk))
    }
}

fn is_fairy(walk: WalkId) -> bool {
    [key("grasshopper"), key("nightrider")].contains(&walk)
}

fn key(key: &str) -> WalkId {
    WalkId::from_key(key).expect("a walk")
}

fn letter(walk: WalkId, tongue: Tongue) -> &'static str {
    walk.row().letters[tongue as usize]
}

/// Kings apart, pawns where pawns stand, officers as in a set.
fn random_problem(chance: &mut Chance) -> Posed {
    let mut free: Vec<Square> = (0..64)
        .map(|number| Square::at(number % 8, number / 8))
        .collect();
    let take = |free: &mut Vec<Square>, fits: &dyn Fn(Square) -> bool, chance: &mut Chance| loop {
        let place = chance.below(free.len());
        if fits(free[place]) {
            return free.swap_remove(place);
        }
    };
    let white_king = take(&mut free, &|_| true, chance);
    let apart = |on: Square| {
        let file = (on.byte() % 8).abs_diff(white_king.byte() % 8);
        let rank = (on.byte() / 8).abs_diff(white_king.byte() / 8);
        file.max(rank) > 1
    };
    let black_king = take(&mut free, &apart, chance);
    let fairy = chance.below(5) == 0;
    let mut side = |king: Square, most: usize| {
        let mut men = vec![(walk_id::KING, king)];
        let pawns = chance.below(most.min(6) + 1);
        let officers = chance.below(most.saturating_sub(pawns) + 1);
        let mut set = vec![
            walk_id::QUEEN,
            walk_id::ROOK,
            walk_id::ROOK,
            walk_id::BISHOP,
            walk_id::BISHOP,
            walk_id::KNIGHT,
            walk_id::KNIGHT,
        ];
        if fairy {
            set.extend([key("grasshopper"), key("nightrider"), key("grasshopper")]);
        }
        let mut chosen: Vec<WalkId> = (0..officers.min(set.len()))
            .map(|_| set.swap_remove(chance.below(set.len())))
            .collect();
        chosen.sort_by_key(|walk| walk.index());
        let inner = |on: Square| (1..7).contains(&(on.byte() / 8));
        for walk in chosen {
            men.push((walk, take(&mut free, &|_| true, chance)));
        }
        for _ in 0..pawns {
            men.push((walk_id::PAWN, take(&mut free, &inner, chance)));
        }
        men
    };
    let white = side(white_king, 8);
    let black = side(black_king, 7);
    Posed { white, black }
}

/// Men as `Ke5 Pf6`, joined by `between`.
fn men(side: &[(WalkId, Square)], tongue: Tongue, sign: &str, between: &str) -> String {
    let men = side
        .iter()
        .map(|(walk, on)| format!("{sign}{}{on}", letter(*walk, tongue)));
    men.collect::<Vec<_>>().join(between)
}

/// Men with squares of one walk together: each group is the walk and its squares.
fn groups(side: &[(WalkId, Square)]) -> Vec<(WalkId, Vec<String>)> {
    let mut groups: Vec<(WalkId, Vec<String>)> = Vec::new();
    for (walk, on) in side {
        match groups.last_mut().filter(|(last, _)| last == walk) {
            Some((_, squares)) => squares.push(on.to_string()),
            None => groups.push((*walk, vec![on.to_string()])),
        }
    }
    groups
}

fn grouped(side: &[(WalkId, Square)], tongue: Tongue, within: &str, between: &str) -> String {
    let groups = groups(side).into_iter();
    let written =
        groups.map(|(walk, squares)| format!("{}{}", letter(walk, tongue), squares.join(within)));
    written.collect::<Vec<_>>().join(between)
}

/// Pawns without a letter: `Ke5, f6`.
fn bare(side: &[(WalkId, Square)], tongue: Tongue, between: &str) -> String {
    let men = side.iter().map(|(walk, on)| match *walk == walk_id::PAWN {
        true => on.to_string(),
        false => format!("{}{on}", letter(*walk, tongue)),
    });
    men.collect::<Vec<_>>().join(between)
}

/// `King e5, Pawns a2 b2`.
fn named(side: &[(WalkId, Square)], tongue: Tongue, within: &str) -> String {
    let groups = groups(side).into_iter().map(|(walk, squares)| {
        let names = &walk.row().names;
        let name = names.in_order()[tongue as usize];
        let name = match (squares.len(), tongue, name) {
            (1, _, _) => name.to_owned(),
            (_, Tongue::De, "Turm") => "Türme".to_owned(),
            (_, Tongue::De, "Bauer") => "Bauern".to_owned(),
            (_, Tongue::De, "Dame") => "Damen".to_owned(),
            (_, Tongue::De, _) => name.to_owned(),
            (_, Tongue::Fr, "Fou") => "Fous".to_owned(),
            (_, Tongue::En | Tongue::Fr, _) => format!("{name}s"),
        };
        format!("{name} {}", squares.join(within))
    });
    groups.collect::<Vec<_>>().join(", ")
}

const FIGURINES: [(&str, &str); 6] = [
    ("♔", "♚"),
    ("♕", "♛"),
    ("♖", "♜"),
    ("♗", "♝"),
    ("♘", "♞"),
    ("♙", "♟"),
];

fn figurines(side: &[(WalkId, Square)], black: bool) -> String {
    let order = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let men = side.iter().map(|(walk, on)| {
        let place = order
            .iter()
            .position(|key| *key == walk.row().key)
            .expect("orthodox");
        let (white, dark) = FIGURINES[place];
        format!("{}{on}", if black { dark } else { white })
    });
    men.collect::<Vec<_>>().join(" ")
}

/// Letters as programs for the game use them.
fn game_letter(walk: WalkId) -> &'static str {
    if walk == walk_id::KNIGHT {
        "N"
    } else {
        letter(walk, Tongue::En)
    }
}

fn cell(posed: &Posed, on: Square, write: impl Fn(WalkId, bool) -> String) -> Option<String> {
    let white = posed.white.iter().find(|man| man.1 == on);
    let black = posed.black.iter().find(|man| man.1 == on);
    white
        .map(|man| write(man.0, false))
        .or_else(|| black.map(|man| write(man.0, true)))
}

fn forsyth(
    posed: &Posed,
    between: &str,
    most: usize,
    letters: fn(WalkId, bool) -> String,
) -> String {
    let mut ranks = Vec::new();
    for rank in (0..8).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            match cell(posed, Square::at(file, rank), letters) {
                None if empty == most => {
                    text += &empty.to_string();
                    empty = 1;
                }
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += &man;
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    ranks.join(between)
}

/// All squares, the empty ones as a sign.
fn forsyth_drawn(posed: &Posed, empty: &str, between: &str) -> String {
    let ranks = (0..8).rev().map(|rank| {
        let cells = (0..8).map(|file| {
            let man = cell(posed, Square::at(file, rank), fen_letters);
            man.unwrap_or_else(|| empty.to_owned())
        });
        cells.collect::<String>()
    });
    ranks.collect::<Vec<_>>().join(between)
}

fn in_case(letter: &str, black: bool) -> String {
    if black {
        letter.to_lowercase()
    } else {
        letter.to_owned()
    }
}

fn fen_letters(walk: WalkId, black: bool) -> String {
    match is_fairy(walk) {
        true => format!("({})", in_case(letter(walk, Tongue::En), black)),
        false => in_case(game_letter(walk), black),
    }
}

fn drawn(posed: &Posed, empty: &str, between: &str, start: fn(u8) -> String, end: &str) -> String {
    let lines = (0..8u8).rev().map(|rank| {
        let cells = (0..8u8).map(|file| {
            let man = cell(posed, Square::at(file, rank), |walk, black| {
                in_case(game_letter(walk), black)
            });
            man.unwrap_or_else(|| empty.to_owned())
        });
        format!(
            "{}{}{end}",
            start(rank),
            cells.collect::<Vec<_>>().join(between)
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

const COLOURS: [[&str; 2]; 3] = [["White", "Black"], ["Weiß", "Schwarz"], ["Blancs", "Noirs"]];
const SIGNS: [[&str; 2]; 3] = [["w", "b"], ["w", "s"], ["b", "n"]];
/// What is asked, in words and as printed.
const ASKED: [[&str; 4]; 3] = [
    ["helpmate in 2", "mate in 2", "h#2", "Helpmate in 3"],
    ["Hilfsmatt in 2", "Matt in 2", "h#2", "Hilfsmatt in 3"],
    ["mat aidé en 2", "mat en 2", "h#2", "Mat aidé en 3"],
];

type Write = fn(&Posed, Tongue) -> String;

/// The styles: whether they can hold fairy men, and whether a line of a statement can hold them.
const STYLES: &[(&str, bool, bool, Write)] = &[
    ("White Ke5 Pf6 Black Kc3", true, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white} {} {black} {}",
            men(&p.white, t, "", " "),
            men(&p.black, t, "", " ")
        )
    }),
    ("White: Ke5, Pf6; Black: Kc3", true, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white}: {}; {black}: {}",
            men(&p.white, t, "", ", "),
            men(&p.black, t, "", ", ")
        )
    }),
    (
        "White (2): Ke5, Pf6. Black (1): Kc3.",
        true,
        true,
        |p, t| {
            let [white, black] = COLOURS[t as usize];
            format!(
                "{white} ({}): {}. {black} ({}): {}.",
                p.white.len(),
                men(&p.white, t, "", ", "),
                p.black.len(),
                men(&p.black, t, "", ", ")
            )
        },
    ),
    ("W: Ke5 Pf6 B: Kc3", true, true, |p, t| {
        let [white, black] = SIGNS[t as usize];
        let [white, black] = [white.to_uppercase(), black.to_uppercase()];
        format!(
            "{white}: {} {black}: {}",
            men(&p.white, t, "", " "),
            men(&p.black, t, "", " ")
        )
    }),
    ("wKe5 wPf6 bKc3", true, true, |p, t| {
        let [white, black] = SIGNS[t as usize];
        format!(
            "{} {}",
            men(&p.white, t, white, " "),
            men(&p.black, t, black, " ")
        )
    }),
    ("wKe5Pf6 bKc3", true, true, |p, t| {
        let [white, black] = SIGNS[t as usize];
        format!(
            "{white}{} {black}{}",
            men(&p.white, t, "", ""),
            men(&p.black, t, "", "")
        )
    }),
    ("WKe5 WPf6 BKc3", true, true, |p, t| {
        let [white, black] = SIGNS[t as usize];
        let [white, black] = [white.to_uppercase(), black.to_uppercase()];
        format!(
            "{} {}",
            men(&p.white, t, &white, " "),
            men(&p.black, t, &black, " ")
        )
    }),
    ("Ke5, Pf6; Kc3", true, true, |p, t| {
        format!(
            "{}; {}",
            men(&p.white, t, "", ", "),
            men(&p.black, t, "", ", ")
        )
    }),
    ("Ke5 Pf6 / Kc3", true, true, |p, t| {
        format!(
            "{} / {}",
            men(&p.white, t, "", " "),
            men(&p.black, t, "", " ")
        )
    }),
    ("Ke5, Pf6 - Kc3", true, true, |p, t| {
        format!(
            "{} - {}",
            men(&p.white, t, "", ", "),
            men(&p.black, t, "", ", ")
        )
    }),
    ("Ke5 Pf6 + Kc3", true, true, |p, t| {
        format!(
            "{} + {}",
            men(&p.white, t, "", " "),
            men(&p.black, t, "", " ")
        )
    }),
    ("Ke5 f6 / Kc3 b2", true, true, |p, t| {
        format!("{} / {}", bare(&p.white, t, " "), bare(&p.black, t, " "))
    }),
    ("White Ke5, f6 – Black Kc3, b2", true, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white} {} – {black} {}",
            bare(&p.white, t, ", "),
            bare(&p.black, t, ", ")
        )
    }),
    ("White: Ra1,h1 Pa2,b2", true, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white}: {} {black}: {}",
            grouped(&p.white, t, ",", " "),
            grouped(&p.black, t, ",", " ")
        )
    }),
    ("Ke5 Pa2b2 / Kc3 (3+1)", true, true, |p, t| {
        format!(
            "{} / {} ({}+{})",
            grouped(&p.white, t, "", " "),
            grouped(&p.black, t, "", " "),
            p.white.len(),
            p.black.len()
        )
    }),
    ("White: King e5, Pawns a2 b2", true, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white}: {}; {black}: {}",
            named(&p.white, t, " "),
            named(&p.black, t, " ")
        )
    }),
    ("White King e5, Pawns a2, b2", true, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white} {}. {black} {}.",
            named(&p.white, t, ", "),
            named(&p.black, t, ", ")
        )
    }),
    ("♔e5 ♙f6 ♚c3", false, true, |p, _| {
        format!(
            "{} {}",
            figurines(&p.white, false),
            figurines(&p.black, true)
        )
    }),
    ("wkb3 wpa2 bka1", false, true, |p, t| {
        let [white, black] = SIGNS[t as usize];
        let all = format!(
            "{} {}",
            men(&p.white, t, white, " "),
            men(&p.black, t, black, " ")
        );
        all.to_lowercase()
    }),
    ("FEN", true, false, |p, _| {
        format!("{} w - - 0 1", forsyth(p, "/", 8, fen_letters))
    }),
    ("FEN: with a heading", true, false, |p, _| {
        format!("FEN: {}", forsyth(p, "/", 8, fen_letters))
    }),
    ("FEN with counts", true, false, |p, _| {
        format!(
            "{} ({}+{})",
            forsyth(p, "/", 8, fen_letters),
            p.white.len(),
            p.black.len()
        )
    }),
    ("FEN with blanks", true, false, |p, _| {
        forsyth(p, "/ ", 8, fen_letters)
    }),
    ("FEN with underscores", false, false, |p, _| {
        format!(
            "https://lichess.org/editor/{}_w_-_-_0_1",
            forsyth(p, "/", 8, fen_letters)
        )
    }),
    ("FEN of single ones", true, false, |p, _| {
        forsyth(p, "/", 1, fen_letters)
    }),
    ("Forsyth with S and N", true, false, |p, _| {
        forsyth(p, "/", 8, |walk, black| match is_fairy(walk) {
            true => format!(".{}{}", in_case(letter(walk, Tongue::En), black), "x"),
            false => in_case(letter(walk, Tongue::En), black),
        })
        .replace(".Nx", "(N)")
        .replace(".nx", "(n)")
        .replace(".Gx", "(G)")
        .replace(".gx", "(g)")
    }),
    ("Forsyth with points", false, false, |p, _| {
        forsyth_drawn(p, ".", "/")
    }),
    ("Forsyth, one line a rank", false, false, |p, _| {
        forsyth(p, "\n", 8, fen_letters)
    }),
    ("a board with dashes", false, false, |p, _| {
        forsyth_drawn(p, "-", "\n")
    }),
    ("Ke5 Pf6 -- Kc3", true, true, |p, t| {
        format!(
            "{} -- {}",
            men(&p.white, t, "", " "),
            men(&p.black, t, "", " ")
        )
    }),
    ("Ke5 Pf6 vs. Kc3", true, true, |p, t| {
        let against = ["vs.", "gegen", "contre"][t as usize];
        format!(
            "{} {against} {}",
            men(&p.white, t, "", " "),
            men(&p.black, t, "", " ")
        )
    }),
    ("White: ♔e5 ♙f6 Black: ♔c3", false, true, |p, t| {
        let [white, black] = COLOURS[t as usize];
        format!(
            "{white}: {} {black}: {}",
            figurines(&p.white, false),
            figurines(&p.black, false)
        )
    }),
    ("White: Ke5 Ktf6 Black: Kc3", true, true, |p, _| {
        let men = |side| men(side, Tongue::En, "", " ").replace('S', "Kt");
        format!("White: {} Black: {}", men(&p.white), men(&p.black))
    }),
    ("a board of letters", false, false, |p, _| {
        drawn(p, ".", " ", |_| String::new(), "")
    }),
    ("a board without blanks", false, false, |p, _| {
        drawn(p, ".", "", |_| String::new(), "")
    }),
    ("a framed board", false, false, |p, _| {
        let lines = drawn(p, " ", "|", |rank| format!("{} |", rank + 1), "|");
        format!("{lines}\n   a b c d e f g h")
    }),
];

enum Outcome {
    Understood,
    Refused(String),
    /// Read as another problem, with a warning.
    Doubted(String),
    Misunderstood(String),
}

fn judge(posed: &Posed, asked: &str, position: &str, together: bool) -> Outcome {
    let mut problem = Problem::new();
    let mut said = Vec::new();
    if together {
        match statement(&format!("{asked}, {position}")) {
            Ok(read) => {
                said.extend(read.diagnostics.clone());
                said.extend(read.apply(&mut problem));
            }
            Err(faults) => return Outcome::Refused(faults[0].to_string()),
        }
    } else {
        let read = pose(asked, Placed::Fen(position));
        said.extend(read.diagnostics.into_iter().map(|(_, said)| said));
        problem = read.problem;
    }
    if let Some(fault) = said.iter().find(|said| said.is_error()) {
        return Outcome::Refused(fault.to_string());
    }
    let wanted = statement(asked).expect("a stipulation").stipulation;
    let is_same = problem.diagram == posed.diagram()
        && problem.stipulation == wanted
        && !problem.options.half_duplex
        && !problem.options.white_to_play;
    match is_same {
        true => Outcome::Understood,
        false if said.is_empty() => Outcome::Misunderstood(format!("{:?}", problem.stipulation)),
        false => Outcome::Doubted(said[0].to_string()),
    }
}

/// How many problems of how many are understood, refused, doubted and misunderstood.
#[derive(Default, Debug, Clone, Copy)]
struct Tally {
    understood: usize,
    refused: usize,
    doubted: usize,
    misunderstood: usize,
}

/// Writes problems in all styles, in turn, and reads them back.
fn measure(seed: u64, count: usize) -> (Tally, BTreeMap<&'static str, Tally>, Vec<String>) {
    let mut chance = Chance(seed);
    let mut all = Tally::default();
    let mut by_style: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut number = 0;
    while number < count {
        let posed = random_problem(&mut chance);
        let (style, fairy, line, write) = STYLES[number % STYLES.len()];
        if posed.is_fairy() && !fairy {
            continue;
        }
        let tongue = TONGUES[chance.below(3)];
        let asked = ASKED[tongue as usize][chance.below(4)];
        let together = line && chance.below(2) == 0;
        let position = write(&posed, tongue);
        let outcome = judge(&posed, asked, &position, together);
        let row = by_style.entry(style).or_default();
        for tally in [&mut all, row] {
            match outcome {
                Outcome::Understood => tally.understood += 1,
                Outcome::Refused(_) => tally.refused += 1,
                Outcome::Doubted(_) => tally.doubted += 1,
                Outcome::Misunderstood(_) => tally.misunderstood += 1,
            }
        }
        let how = if together {
            "in the statement"
        } else {
            "apart"
        };
        match outcome {
            Outcome::Understood => {}
            Outcome::Refused(why) => {
                failures.push(format!("refused ({how}): {asked}, {position}\n    {why}"));
            }
            Outcome::Doubted(why) => {
                failures.push(format!("doubted ({how}): {asked}, {position}\n    {why}"));
            }
            Outcome::Misunderstood(why) => {
                failures.push(format!(
                    "MISUNDERSTOOD ({how}): {asked}, {position}\n    {why}"
                ));
            }
        }
        number += 1;
    }
    (all, by_style, failures)
}

/// Near relatives of the styles, each the same position.
#[test]
fn neighbours_of_the_styles() {
    let wanted = pose("h#2", Placed::Fen("8/8/8/8/3P4/1K6/7R/k7"))
        .problem
        .diagram;
    for text in [
        "W. Kb3 Rh2 Pd4 B. Ka1",
        "w Kb3 Rh2 Pd4 b Ka1",
        "White=Kb3,Rh2,Pd4 Black=Ka1",
        "White 3 men: Kb3 Rh2 Pd4, Black 1: Ka1",
        "Kb3,Rh2,d4/Ka1",
        "Kb3-Rh2-Pd4 / Ka1",
        "Black Ka1; White Kb3 Rh2 Pd4",
        "white king on b3, white rook on h2, white pawn on d4, black king on a1",
        "White K b3, R h2, P d4; Black K a1",
        "Bl: Rb3 Th2 d4 ; No: Ra1",
        "Белые: Крb3 Лh2 пd4 Черные: Крa1",
        "8/8/8/8/3P4/1K6/7R/k7 3+1",
        "\"8/8/8/8/3P4/1K6/7R/k7\"",
        "[8/8/8/8/3P4/1K6/7R/k7]",
        "8\\8\\8\\8\\3P4\\1K6\\7R\\k7",
        "32/3P4/1K6/7R/k7",
        "https://www.chess.com/analysis?fen=8/8/8/8/3P4/1K6/7R/k7+w+-+-+0+1",
        "https://www.chess.com/analysis?fen=8%2F8%2F8%2F8%2F3P4%2F1K6%2F7R%2Fk7%20w%20-%20-%200%201",
    ] {
        let read = pose("h#2", Placed::Fen(text));
        assert!(read.is_sound(), "{text}: {:?}", read.diagnostics);
        assert_eq!(read.problem.diagram, wanted, "{text}");
    }
}

/// The figures may only become better.
#[test]
fn positions_as_people_write_them() {
    let wish = std::env::var("DAWSON_STYLES").unwrap_or_default();
    let mut wish = wish.split_whitespace().map(str::parse::<u64>);
    let count = wish.next().and_then(Result::ok);
    let seed = wish.next().and_then(Result::ok).unwrap_or(41);
    let least = count.map_or(UNDERSTOOD, |count| count as usize * 97 / 100);
    let count = count.map_or(20 * STYLES.len(), |count| count as usize);
    let (all, by_style, failures) = measure(seed, count);
    let rows = by_style
        .iter()
        .map(|(style, tally)| format!("{style:40} {tally:?}"));
    let rows: Vec<String> = rows.chain(failures).collect();
    let report = rows.join("\n");
    println!("{all:?}\n{report}");
    assert!(all.understood >= least, "{all:?}\n{report}");
    assert_eq!(all.misunderstood, 0, "{all:?}\n{report}");
}

const UNDERSTOOD: usize = 576;
