//! The examples of a text: positions with what is true there, tried out when the text is learned.

use super::fault::Fault;
use super::file::{Example, Text, read};
use super::known::known;
use crate::board::{Geometry, Side, Square};
use crate::conditions::{Own, compile};
use crate::men::{Piece, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::problem::{Condition, Diagram, Problem};
use crate::rules::{Engine, Game, Move, Wanted};
use std::ops::ControlFlow;

/// Reads a text, makes its conditions known and tries its examples.
///
/// # Errors
/// What is wrong with the text, or the examples that fail.
pub fn learn(text: &str) -> Result<Vec<&'static Own>, Vec<Fault>> {
    let texts = read(text)?;
    let mut learned = Vec::new();
    let mut faults = Vec::new();
    for one in &texts {
        match known(one) {
            Ok(own) => {
                for (example, why) in failures(one, own) {
                    let why = format!("Example fails: {why}");
                    faults.push(Fault::new(text, example.at.clone(), why));
                }
                learned.push(own);
            }
            Err(why) => faults.push(Fault::new(text, 0..0, why.to_string())),
        }
    }
    match faults.is_empty() {
        true => Ok(learned),
        false => Err(faults),
    }
}

/// The examples of a text that fail, and why.
pub fn failures<'t>(text: &'t Text, own: &Own) -> Vec<(&'t Example, String)> {
    let mut found = Vec::new();
    for example in &text.examples {
        for claim in &example.claims {
            if let Err(why) = hold(example, claim, own) {
                found.push((example, why));
            }
        }
    }
    found
}

/// Tries one claim.
fn hold(example: &Example, claim: &str, own: &Own) -> Result<(), String> {
    let diagram =
        diagram(&example.fen).ok_or_else(|| format!("`{}` is no position in FEN.", example.fen))?;
    let mut problem = Problem::new();
    problem.diagram = diagram;
    problem.conditions = vec![Condition::plain(own.definition.key)];
    let mut engine = compile(&problem).map_err(|why| format!("the position is refused: {why}."))?;
    engine.set_side_to_move(if example.white {
        Side::White
    } else {
        Side::Black
    });
    // What a FEN does not say of castlings it denies.
    engine.set_history(0, 0);
    match claim.strip_prefix("after ") {
        Some(said) => {
            let (ways, rest) = moves_of(said)?;
            stands(&engine, &ways[0].said, ways[0].from, true)?;
            follow(&mut engine, &ways, rest)
        }
        None => now(&mut engine, claim),
    }
}

/// Departure, arrival, and what a pawn becomes.
struct Way {
    said: String,
    from: Square,
    to: Square,
    becomes: Option<WalkId>,
}

/// Whether there stands on the square the man that is `said` to move, as in `Ra1-a4`: what is claimed
/// of a man that is not there holds, and proves nothing.
fn stands(engine: &Engine, said: &str, on: Square, moves: bool) -> Result<(), String> {
    let man = engine.position().piece_on(on);
    if man.is_none() {
        return Err(format!("{said}: {on} is empty."));
    }
    let there = man.walk().row().names.en;
    let letters = said.split(&on.to_string()).next().unwrap_or("");
    if letter(letters).is_some_and(|walk| walk != man.walk()) {
        return Err(format!("{said}: on {on} stands a {there}."));
    }
    let turn = engine.position().turn();
    match moves || man.is_of(turn) {
        true => Ok(()),
        false => Err(format!(
            "{said}: it is not the turn of the {there} on {on}."
        )),
    }
}

/// The moves at the beginning of a claim, and what is claimed after them.
fn moves_of(said: &str) -> Result<(Vec<Way>, &str), String> {
    let mut ways = Vec::new();
    let mut rest = said;
    loop {
        let end = rest.find([',', ' ']).unwrap_or(rest.len());
        let Some(way) = way(&rest[..end]) else { break };
        ways.push(way);
        rest = rest[end..].trim_start_matches([',', ' ']);
    }
    match ways.is_empty() {
        true => Err(format!("`after {said}` names no move such as `Ra1-a4`.")),
        false => Ok((ways, rest)),
    }
}

/// `Ra1-a4`, `e7-e8=Q`, `Ra1xa4+`.
fn way(said: &str) -> Option<Way> {
    let signs: Vec<char> = said.chars().collect();
    let mut squares = Vec::new();
    let mut at = 0;
    while at + 1 < signs.len() {
        let pair: String = signs[at..at + 2].iter().collect();
        match Square::from_name(&pair) {
            Some(square) => {
                squares.push(square);
                at += 2;
            }
            None => at += 1,
        }
    }
    let [from, to] = squares[..] else { return None };
    let becomes = said.split_once('=').and_then(|(_, letters)| {
        let letters = letters.trim_end_matches(['+', '#']);
        letter(letters)
    });
    Some(Way {
        said: said.to_owned(),
        from,
        to,
        becomes,
    })
}

fn letter(letters: &str) -> Option<WalkId> {
    match letters.to_ascii_uppercase().as_str() {
        "N" => Some(walk_id::KNIGHT),
        letters => WalkId::from_letters(letters, 0),
    }
}

fn is_way(engine: &Engine, way: &Way, movement: &Move) -> bool {
    let is_there = (movement.pseudo_move.from, movement.pseudo_move.to) == (way.from, way.to);
    // The promotion names the move, whatever becomes of the man afterwards.
    let promoted =
        engine
            .position()
            .last_ply()
            .iter()
            .find_map(|entry| match (entry.reason, entry.effect) {
                (Reason::Promotion, Effect::Alter { piece, .. }) => Some(piece),
                _ => None,
            });
    let now = promoted.unwrap_or_else(|| engine.position().piece_on(way.to));
    let fits = |walk| now.is_none() || now.walk() == walk;
    is_there && way.becomes.is_none_or(fits)
}

fn follow(engine: &mut Engine, ways: &[Way], claim: &str) -> Result<(), String> {
    let Some((way, rest)) = ways.split_first() else {
        return now(engine, claim);
    };
    let mut answer = Err(format!("{} is illegal.", way.said));
    let _ = engine.visit_moves(Wanted::All, &[], &mut |game, movement| {
        if !is_way(game, way, &movement) {
            return ControlFlow::Continue(());
        }
        // Where a move leaves a choice, what one of its outcomes has holds.
        answer = follow(game, rest, claim);
        match answer.is_ok() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    answer
}

/// Whether a claim holds now.
fn now(engine: &mut Engine, claim: &str) -> Result<(), String> {
    let fails = |what: &str| Err(format!("`{claim}`: {what}."));
    let words: Vec<&str> = claim
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let turn = engine.position().turn();
    match words.as_slice() {
        [said, "is", verdict @ ("legal" | "illegal")] => {
            let Some(way) = way(said) else {
                return fails("no move such as `Ra1-a4` is named");
            };
            let legal = follow(engine, std::slice::from_ref(&way), "").is_ok();
            stands(engine, said, way.from, legal)?;
            match (legal, *verdict) {
                (true, "illegal") => Err(format!("{said} should be illegal; it is legal.")),
                (false, "legal") => Err(format!("{said} should be legal; it is illegal.")),
                _ => Ok(()),
            }
        }
        [said, "has", "no", "move"] => {
            let Some(on) = square_in(said) else {
                return fails("no square is named");
            };
            let moves = engine.legal_moves();
            stands(engine, said, on, false)?;
            match moves
                .iter()
                .find(|movement| movement.pseudo_move.from == on)
            {
                Some(movement) => Err(format!("{said} can go to {}.", movement.pseudo_move.to)),
                None => Ok(()),
            }
        }
        [number, "moves" | "move"] if number.parse::<usize>().is_ok() => {
            let found = engine.legal_moves().len();
            match number.parse() == Ok(found) {
                true => Ok(()),
                false => Err(format!("there are {found} moves, not {number}.")),
            }
        }
        ["check"] => match engine.in_check(turn) {
            true => Ok(()),
            false => fails("there is no check"),
        },
        ["no", "check"] => match engine.in_check(turn) {
            true => fails("there is a check"),
            false => Ok(()),
        },
        ["mate"] => match engine.in_check(turn) && !engine.has_move() {
            true => Ok(()),
            false => fails("it is no mate"),
        },
        [side @ ("white" | "black" | "nobody"), "has", "won"] => {
            let winner = engine.rules().judge().winner(engine.position());
            let wanted = match *side {
                "white" => Some(Side::White),
                "black" => Some(Side::Black),
                _ => None,
            };
            match winner == wanted {
                true => Ok(()),
                false => fails("it is otherwise"),
            }
        }
        ["stalemate"] => match !engine.in_check(turn) && !engine.has_move() {
            true => Ok(()),
            false => fails("it is no stalemate"),
        },
        [] => Ok(()),
        _ => men(engine, claim, &words),
    }
}

fn square_in(said: &str) -> Option<Square> {
    let end = said.len().checked_sub(2)?;
    Square::from_name(said.get(end..)?)
}

/// `no man on a4`, `a man on b8`, `white men on c7, e7`, `a black queen on d4`.
fn men(engine: &Engine, claim: &str, words: &[&str]) -> Result<(), String> {
    let not_known = || {
        Err(format!(
            "`{claim}` is no claim. Claims are `Ra1-a4 is illegal`, `Ra1 has no move`, `5 moves`, `after Ra1-a4 no man on \
             a4`, `white men on c7, e7`, `check`, `mate`."
        ))
    };
    let Some(on) = words.iter().position(|word| *word == "on") else {
        return not_known();
    };
    let squares: Option<Vec<Square>> = words[on + 1..]
        .iter()
        .map(|name| Square::from_name(name))
        .collect();
    let Some(squares) = squares.filter(|squares| !squares.is_empty()) else {
        return not_known();
    };
    let mut wanted: Vec<&str> = words[..on].to_vec();
    let none = wanted.first() == Some(&"no");
    wanted.retain(|word| !["no", "a", "an"].contains(word));
    for on in squares {
        let man = engine.position().piece_on(on);
        let mut fits = man.is_some();
        for word in &wanted {
            fits &= match *word {
                "man" | "men" => true,
                "white" => man.is_of(Side::White) && !man.is_neutral(),
                "black" => man.is_of(Side::Black) && !man.is_neutral(),
                "neutral" => man.is_neutral(),
                name => {
                    let one = || WalkId::from_key(name.strip_suffix('s')?);
                    let Some(walk) = WalkId::from_key(name).or_else(one) else {
                        return not_known();
                    };
                    man.is_some() && man.walk() == walk
                }
            };
        }
        if fits == none {
            let there = match man.is_none() {
                true => "nobody".to_owned(),
                false => format!("a {}", man.walk().row().names.en),
            };
            return Err(format!("`{claim}`: on {on} stands {there}."));
        }
    }
    Ok(())
}

/// The men of a FEN: figures for empty squares, capitals for White; two letters in round brackets.
fn diagram(fen: &str) -> Option<Diagram> {
    let mut diagram = Diagram::empty(Geometry::standard());
    let board = fen.split(' ').next()?;
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return None;
    }
    for (row, rank) in ranks.iter().enumerate() {
        let mut file = 0_u8;
        let mut neutral = false;
        let mut signs = rank.chars();
        while let Some(sign) = signs.next() {
            let mut letters = sign.to_string();
            if sign == '(' {
                letters = signs.by_ref().take_while(|sign| *sign != ')').collect();
            } else if let Some(empty) = sign.to_digit(10) {
                file += u8::try_from(empty).ok()?;
                continue;
            }
            if matches!(sign, '=' | '-') {
                neutral = true;
                continue;
            }
            if file > 7 {
                return None;
            }
            let walk = letter(&letters)?;
            let side = if letters.starts_with(char::is_uppercase) {
                Side::White
            } else {
                Side::Black
            };
            let mut piece = Piece::usual(walk, side);
            if neutral {
                piece = piece.with_sides(crate::men::Sides::Both);
                neutral = false;
            }
            let row = u8::try_from(row).ok()?;
            diagram.put(Square::at(file, 7 - row), piece);
            file += 1;
        }
        if file != 8 {
            return None;
        }
    }
    Some(diagram)
}
