//! Pictures as they were looked at and found good, and play followed without rules.

use dawson::conditions::compile;
use dawson::men::Men;
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::words::Language;
use dawson::notation::posed::{Placed, pose};
use dawson::picture::{Style, Theme, draw, draw_position, sheet, web_page};
use dawson::problem::Problem;
use dawson::rules::{Game, Wanted};
use dawson::solution::Scene;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tiny_skia::Pixmap;

/// How much a colour may differ, of 255, and how many pixels of a thousand may differ more.
const TOLERANCE: (u8, usize) = (24, 2);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

fn problems() -> Vec<(String, Problem)> {
    let files = std::fs::read_dir(folder()).expect("a folder of pictures");
    let files = files.map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|end| end == "inp"))
        .collect();
    files.sort();
    let read_one = |file: PathBuf| {
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let reading = read(&std::fs::read(&file).expect("an input"));
        let problem = &reading.problems[0];
        assert!(problem.is_sound(), "{name}: {:?}", problem.diagnostics);
        (name, problem.problem.clone())
    };
    files.into_iter().map(read_one).collect()
}

/// Drawn anew with `UPDATE_PICTURES=1`; then they are to be looked at.
#[test]
fn pictures_look_as_they_did() {
    let themes = [("colour", Theme::Colour), ("print", Theme::Print)];
    for (name, problem) in problems() {
        for (theme_name, theme) in themes {
            let style = Style {
                theme,
                ..Style::default()
            };
            let png = draw(&problem, style).png(0.3).expect("it is small");
            let file = folder().join(format!("{name}-{theme_name}.png"));
            if std::env::var_os("UPDATE_PICTURES").is_some() {
                std::fs::write(&file, &png).expect("it can be written");
            }
            let stored = std::fs::read(&file).expect("a stored picture");
            assert!(
                is_alike(&png, &stored),
                "{} looks otherwise",
                file.display()
            );
        }
    }
}

fn is_alike(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|png| Pixmap::decode_png(png).expect("a picture"));
    if (one.width(), one.height()) != (other.width(), other.height()) {
        return false;
    }
    let differs = |(one, other): &(&[u8], &[u8])| {
        one.iter()
            .zip(*other)
            .any(|(one, other)| one.abs_diff(*other) > TOLERANCE.0)
    };
    let pixels = one.data().chunks(4).zip(other.data().chunks(4));
    let differing = pixels.filter(differs).count();
    differing * 1000 <= TOLERANCE.1 * (one.width() * one.height()) as usize
}

#[test]
fn another_picture_is_noticed() {
    let (_, problem) = problems().swap_remove(0);
    let whole = draw(&problem, Style::default())
        .png(0.3)
        .expect("it is small");
    let mut changed = problem.clone();
    let (square, _) = changed.diagram.men().next().expect("there are men");
    changed.diagram.put(square, dawson::men::Piece::NONE);
    let changed = draw_position(&problem, &changed.diagram, Vec::new(), Style::default());
    let changed = changed.png(0.3).expect("it is small");
    assert!(!is_alike(&whole, &changed));
}

#[test]
fn every_format_tells_who_made_it_and_what_is_asked() {
    let drawings: Vec<_> = problems()
        .iter()
        .map(|(_, problem)| draw(problem, Style::default()))
        .collect();
    let svg = drawings[0].svg(0.5);
    assert!(
        svg.contains("Our own scheme") && svg.contains("h#2") && svg.contains("Kamikaze"),
        "{svg}"
    );
    assert!(!svg.contains("href") && !svg.contains("<script"), "{svg}");
    let page = web_page(&drawings, 0.5);
    assert_eq!(page.matches("<svg").count(), drawings.len());
    for pdf in [drawings[0].pdf(), sheet(&drawings, 2)] {
        assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 10_000);
        assert_eq!(
            pdf,
            if pdf == drawings[0].pdf() {
                drawings[0].pdf()
            } else {
                sheet(&drawings, 2)
            }
        );
    }
}

#[test]
fn legends_speak_three_languages() {
    let (_, problem) = problems()
        .into_iter()
        .find(|(name, _)| name == "letters")
        .expect("it is there");
    for (language, name) in [
        (Language::En, "Grasshopper"),
        (Language::De, "Grashüpfer"),
        (Language::Fr, "Sauterelle"),
    ] {
        let style = Style {
            language,
            ..Style::default()
        };
        assert!(draw(&problem, style).svg(1.0).contains(name), "{name}");
    }
}

#[test]
fn no_picture_is_too_large() {
    let (_, problem) = problems().swap_remove(0);
    assert!(draw(&problem, Style::default()).png(50.0).is_err());
}

/// Statements with positions in which play has all kinds of effects.
const PLAYED: &[(&str, &str)] = &[
    ("h#9", "r3k2r/pPpppp1p/8/2b2q2/1N2n3/8/PpPPPP1P/R3K2R"),
    ("h#9 Circe", "rnbqkbnr/pPpppp1p/8/8/8/8/PpPPPP1P/RNBQKBNR"),
    (
        "h#9 Anticirce",
        "rnbqkbnr/pPpppp1p/8/8/8/8/PpPPPP1P/RNBQKBNR",
    ),
    (
        "h#9 Andernach",
        "rnbqkbnr/pPpppp1p/8/8/8/8/PpPPPP1P/RNBQKBNR",
    ),
    (
        "h#9 Sentinelles",
        "1nbqkbn1/pPpppp1p/8/8/8/8/PpPPPP1P/1NBQKBN1",
    ),
    (
        "h#9 Einstein Chess",
        "1nbqkbn1/pPpppp1p/8/8/8/8/PpPPPP1P/1NBQKBN1",
    ),
    (
        "h#9 Take&Make",
        "1nbqkbn1/pPpppp1p/8/8/8/8/PpPPPP1P/1NBQKBN1",
    ),
    (
        "h#9 Magic Squares d4e5c5",
        "1nbqkbn1/pPpppp1p/8/8/8/8/PpPPPP1P/1NBQKBN1",
    ),
    ("h#9 Masand", "1nbqkbn1/pPpppp1p/8/8/8/8/PpPPPP1P/1NBQKBN1"),
    (
        "h#9 Messigny",
        "1nbqkbn1/pPpppp1p/8/8/8/8/PpPPPP1P/1NBQKBN1",
    ),
    (
        "h#9 Imitator d4",
        "1nbqkbn1/p1pppp1p/8/8/8/8/P1PPPP1P/1NBQKBN1",
    ),
];

/// Whatever the rules did to the men, a picture follows from the words of the move alone.
#[test]
fn scenes_follow_play() {
    for (statement, fen) in PLAYED {
        let posed = pose(statement, Placed::Fen(fen));
        assert!(posed.is_sound(), "{statement}: {:?}", posed.diagnostics);
        let problem = posed.problem;
        let mut engine = compile(&problem).expect("these rules are known");
        let mut scene = Scene::new(problem.diagram.clone(), Vec::new());
        let mut seed = 20u64;
        for _ in 0..120 {
            let mut moves = Vec::new();
            let _ = engine.visit_moves(Wanted::All, &[], &mut |_, movement| {
                moves.push(movement);
                ControlFlow::Continue(())
            });
            if moves.is_empty() {
                break;
            }
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let movement = moves[(seed >> 33) as usize % moves.len()];
            let side = engine.side_to_move();
            engine.play(movement);
            let record = engine.record();
            let before = scene.clone();
            scene.play(side, &record);
            for square in problem.diagram.geometry.squares() {
                let (seen, played) = (scene.diagram.on(square), engine.position().on(square));
                let looks = |man: dawson::men::Piece| {
                    (
                        man.is_some(),
                        man.is_some().then(|| (man.walk(), man.sides())),
                    )
                };
                assert_eq!(
                    looks(seen),
                    looks(played),
                    "{statement}: {square:?} after {record:?} in {before:?}"
                );
            }
        }
    }
}
