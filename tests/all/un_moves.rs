//! Fast ways of taking moves back against the plain one, and against moves played forward, under every condition
//! whose moves can be taken back.
//!
//! `DAWSON_RETRO_POSITIONS` says how many random positions are tried over all of them, `DAWSON_SEED` which.

use crate::common::chance::Chance;
use dawson::board::Side;
use dawson::conditions::DEFINITIONS;
use dawson::notation::retro;
use dawson::retract::{
    Code, Generator, Material, RetroProblem, Scene, UnMove, Ways, Wing, scene_of,
};
use dawson::rules::{Game, Wanted};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Conditions that are tried more often: each has a fast way of its own, or an effect that has to be undone.
const WITH_EFFECTS: [&str; 22] = [
    "",
    "Anticirce",
    "Anticirce Cheylan",
    "Circe",
    "Circe Assassin",
    "PWC",
    "Andernach",
    "Anti-Andernach",
    "Einstein",
    "Sentinelles",
    "Madrasi",
    "Köko",
    "Grid chess",
    "Monochrom",
    "Bichrom",
    "Mirror Circe",
    "Diametral Circe",
    "File Circe",
    "Norsk",
    "Mirror Anticirce",
    "Diametral Anticirce",
    "File Anticirce",
];

/// The men of a random position: kings, and so many others at most.
fn random_men(chance: &mut Chance, most: usize) -> String {
    let mut board = [' '; 64];
    let white = chance.below(64);
    board[white] = 'K';
    let is_far = |on: usize| {
        (on / 8)
            .abs_diff(white / 8)
            .max((on % 8).abs_diff(white % 8))
            > 1
    };
    let black = std::iter::repeat_with(|| chance.below(64)).find(|&on| is_far(on));
    board[black.expect("there is room")] = 'k';
    for _ in 0..chance.below(most + 1) {
        let on = chance.below(64);
        let letter = char::from(b"QRBNPPqrbnpp"[chance.below(12)]);
        let is_edge = on / 8 == 0 || on / 8 == 7;
        if board[on] == ' ' && !(is_edge && letter.eq_ignore_ascii_case(&'p')) {
            board[on] = letter;
        }
    }
    let rank = |rank: usize| board[8 * rank..8 * rank + 8].iter().collect::<String>();
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let mut text = ranks.join("/");
    for empty in (1..=8).rev() {
        text = text.replace(&" ".repeat(empty), &empty.to_string());
    }
    text
}

fn posed(condition: &str, fen: &str) -> Option<RetroProblem> {
    let posed = retro::read(&format!("un-moves, {condition}"), fen);
    posed.is_sound().then_some(posed.task)
}

/// Everything that tells un-moves apart.
type Told = (u128, [u8; 3], Code, Code, Option<Wing>, bool);

fn told(one: &UnMove) -> Told {
    let squares = [one.from, one.arrival, one.to];
    (
        one.before.key(),
        squares,
        one.captured,
        one.promotion,
        one.castling,
        one.en_passant,
    )
}

fn all_told(generator: &mut Generator, scene: &Scene) -> Vec<(Told, String)> {
    let mut all: Vec<(Told, String)> = generator
        .un_moves(scene)
        .iter()
        .map(|one| (told(one), format!("{one:?}")))
        .collect();
    all.sort_by(|one, other| format!("{:?}", one.0).cmp(&format!("{:?}", other.0)));
    all
}

fn made(retro: &RetroProblem, ways: Ways) -> Result<Generator, String> {
    Generator::of(&retro.problem, Some(Material::Any), ways, 1 << 16)
}

/// The conditions, by their names, whose moves can be taken back; those with effects many times.
fn conditions() -> Vec<&'static str> {
    let can_be_taken_back = |name: &str| {
        let retro = posed(name, "4k3/3p4/8/8/8/8/4P3/4K3 b - -");
        retro.is_some_and(|retro| made(&retro, Ways::Fastest).is_ok())
    };
    let rows = DEFINITIONS.iter().map(|row| row.names().en);
    let mut all: Vec<&str> = rows.filter(|name| can_be_taken_back(name)).collect();
    let repeated = WITH_EFFECTS.iter().cycle().take(all.len() * 2);
    all.extend(repeated);
    all
}

/// How much was compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    un_moves: usize,
    moves: usize,
}

/// Compares all ways in one position; `deep` also tries the plain way.
fn compare(condition: &str, fen: &str, deep: bool) -> Result<Compared, String> {
    let Some(retro) = posed(condition, fen) else {
        return Ok(Compared::default());
    };
    let mut fast = made(&retro, Ways::Fastest)?;
    let scene = scene_of(&retro, &fast)?;
    let found = all_told(&mut fast, &scene);
    for ways in [Ways::Bounded, Ways::Plain] {
        if ways == Ways::Plain && !deep {
            continue;
        }
        let wanted = all_told(&mut made(&retro, ways)?, &scene);
        let missing = wanted
            .iter()
            .find(|one| !found.iter().any(|found| found.0 == one.0));
        let excess = found
            .iter()
            .find(|one| !wanted.iter().any(|wanted| wanted.0 == one.0));
        if let Some((_, one)) = missing.or(excess) {
            let what = if missing.is_some() {
                "misses"
            } else {
                "invents"
            };
            return Err(format!(
                "{condition}, {fen}: unlike {ways:?} it {what} {one}"
            ));
        }
    }
    let mut compared = Compared {
        un_moves: found.len(),
        moves: 0,
    };
    for one in fast.clone().un_moves(&scene) {
        if !leads_to(&mut fast, &one, &scene) {
            return Err(format!("{condition}, {fen}: {one:?} does not lead here"));
        }
    }
    compared.moves = successors_lead_back(&mut fast, &scene)
        .map_err(|from| format!("{condition}, {fen}: the move from {from} is not taken back"))?;
    Ok(compared)
}

/// Whether a legal move of the earlier position leads to the scene.
fn leads_to(generator: &mut Generator, one: &UnMove, scene: &Scene) -> bool {
    let now = generator
        .general()
        .arranged(scene, Some(0))
        .position()
        .clone();
    let engine = generator.general().arranged(&one.before, None);
    let from = dawson::board::Square::new(one.from);
    let found = engine.visit_moves_leading(
        Some(from),
        &mut |position, _| position.has_same_men(&now),
        &mut |_, _| ControlFlow::Break(()),
    );
    found.is_break()
}

/// Whether each legal move of a position is among the un-moves of the one it leads to; how many there are, or the
/// square of a man whose move is not.
fn successors_lead_back(generator: &mut Generator, before: &Scene) -> Result<usize, String> {
    let mut engine = generator.general().arranged(before, None).clone();
    if engine.can_capture_king() {
        return Ok(0);
    }
    let kinds = generator.kinds().clone();
    let mut after = Vec::new();
    let kings = engine.position().royals_of(Side::White) | engine.position().royals_of(Side::Black);
    let _ = engine.visit_moves(Wanted::All, &[], &mut |engine, movement| {
        // Reflective kings may capture a king that they do not check. No move is taken back that captured one.
        if movement
            .pseudo_move
            .captured
            .is_some_and(|on| kings.contains(on))
        {
            return ControlFlow::Continue(());
        }
        let mut scene = Scene::empty(engine.side_to_move());
        for on in engine.position().men() {
            if let Some(man) = kinds.code(engine.position().piece_on(on)) {
                scene.put(on.index(), man);
            }
        }
        after.push((scene, movement.pseudo_move.from));
        ControlFlow::Continue(())
    });
    for (scene, from) in &after {
        let is_it = |one: &UnMove| {
            one.from == from.byte() && one.before.without_history() == before.without_history()
        };
        if !generator.un_moves(scene).iter().any(is_it) {
            return Err(from.to_string());
        }
    }
    Ok(after.len())
}

fn number(name: &str, usual: usize) -> usize {
    let said = std::env::var(name).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Conditions with effects first, then any; in one position of three the plain way is asked, too.
#[test]
fn fast_ways_find_what_plain_ones_find_and_what_is_played() {
    let conditions = conditions();
    let positions = number("DAWSON_RETRO_POSITIONS", 26);
    let seed = number("DAWSON_SEED", 43) as u64;
    let compared: Vec<(&str, Result<Compared, String>)> = (0..positions)
        .into_par_iter()
        .map(|place| {
            let mut chance = Chance(seed.wrapping_mul(1_000_003) + place as u64);
            let condition = match place < WITH_EFFECTS.len() {
                true => WITH_EFFECTS[place],
                false => conditions[chance.below(conditions.len())],
            };
            // Guessing everywhere takes long with many men.
            let deep = chance.below(3) == 0;
            let men = random_men(&mut chance, if deep { 2 } else { 5 });
            let turn = ["w", "b"][chance.below(2)];
            (
                condition,
                compare(condition, &format!("{men} {turn} - -"), deep),
            )
        })
        .collect();
    let failures: Vec<&String> = compared
        .iter()
        .filter_map(|(_, one)| one.as_ref().err())
        .collect();
    let mut of: BTreeMap<&str, (usize, Compared)> = BTreeMap::new();
    for (condition, one) in &compared {
        if let Ok(one) = one {
            let (positions, all) = of.entry(condition).or_default();
            *positions += 1;
            all.un_moves += one.un_moves;
            all.moves += one.moves;
        }
    }
    let un_moves: usize = of.values().map(|(_, one)| one.un_moves).sum();
    let moves: usize = of.values().map(|(_, one)| one.moves).sum();
    println!(
        "{positions} positions, {} conditions of {}, {un_moves} un-moves, {moves} moves",
        of.len(),
        conditions.len()
    );
    if positions > 1000 {
        for (condition, (positions, one)) in &of {
            println!("{condition}: {positions}, {}, {}", one.un_moves, one.moves);
        }
    }
    let shown: Vec<&str> = failures.iter().take(20).map(|one| one.as_str()).collect();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        shown.join("\n")
    );
    assert!(
        un_moves > 10 * positions && moves > positions,
        "{un_moves} {moves}"
    );
}

/// Where a side has to play the best of its moves, men keep their ways, but not every way was open; and a rule that
/// puts pawns on the edge lets them be captured there.
#[test]
fn rules_that_leave_men_their_ways_may_still_forbid_moves() {
    let rows = [
        ("WhiteMinimummer", "8/1k6/5P2/8/4b3/1K3Q2/8/8 b"),
        ("WhiteMaximummer", "8/8/8/6n1/2k5/8/3K4/8 b"),
        ("BlackMinimummer", "8/8/k7/8/8/1K6/1n6/8 w"),
        ("Maximummer", "8/8/k7/8/8/1K6/1n6/8 w"),
        ("AlphabeticChess", "8/8/8/3b4/8/3k3B/8/K7 w"),
        ("File Anticirce", "7r/8/8/6K1/8/3k1P2/8/8 w"),
        ("File Anticirce", "1K6/8/8/2k5/8/8/1R6/Q7 b"),
        ("Billiards", "2k5/8/8/3B4/8/7K/8/8 b"),
    ];
    for (condition, fen) in rows {
        let retro = posed(condition, &format!("{fen} - -")).expect("a position");
        let all = |ways| {
            let mut generator = made(&retro, ways).expect("it can be taken back");
            let scene = scene_of(&retro, &generator).expect("a position");
            let all = all_told(&mut generator, &scene).into_iter();
            all.map(|one| one.0).collect::<Vec<_>>()
        };
        let fast = all(Ways::Fastest);
        assert!(!fast.is_empty(), "{condition} {fen}");
        assert_eq!(fast, all(Ways::Bounded), "{condition} {fen}");
    }
}
