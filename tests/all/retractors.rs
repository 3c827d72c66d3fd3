//! Defensive retractors against a solver of a few lines, which follows the definition and shares nothing with the search but the
//! moves taken back: all four types on the same positions.

use dawson::notation::retro;
use dawson::problem::Goal;
use dawson::retract::{
    DefenceKind, Generator, Level, Limit, Material, RetroFound, Scene, Task, UnMove, Wanted, Ways,
    scene_of, solve,
};
use dawson::rules::{Game, Wanted as Moves};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;

/// What must be done in one move, whoever does it.
struct Naive {
    generator: Generator,
    kind: DefenceKind,
    mates: HashMap<u128, bool>,
    whites: HashMap<(u128, u16), bool>,
}

type Groups = Vec<Vec<UnMove>>;

impl Naive {
    /// The un-moves of the side that has just moved, each by itself where it says what was captured.
    fn groups(&mut self, scene: &Scene, mover_says: bool) -> Groups {
        let all = self.generator.legal_un_moves(scene, Level::Last(1));
        let mut groups: BTreeMap<String, Vec<UnMove>> = BTreeMap::new();
        for (number, one) in all.into_iter().enumerate() {
            if self.kind == DefenceKind::Pacific && one.is_capture() {
                continue;
            }
            let said = match mover_says {
                true => number.to_string(),
                false => format!("{:?}", one.movement()),
            };
            groups.entry(said).or_default().push(one);
        }
        groups.into_values().collect()
    }

    /// Whether the side to move mates at once.
    fn mates(&mut self, scene: &Scene) -> bool {
        if let Some(&known) = self.mates.get(&scene.key()) {
            return known;
        }
        let is_quiet = self.kind == DefenceKind::Pacific;
        let engine = self.generator.general().arranged(scene, None);
        let found = engine.visit_moves(Moves::All, &[], &mut |game, movement| match game
            .reaches(Goal::Mate)
            && !(is_quiet && movement.pseudo_move.is_capture())
        {
            true => Break(()),
            false => Continue(()),
        });
        self.mates.insert(scene.key(), found.is_break());
        found.is_break()
    }

    /// White takes back one of his moves and wins, taking back so many.
    fn white(&mut self, scene: &Scene, moves: u16) -> bool {
        if let Some(&known) = self.whites.get(&(scene.key(), moves)) {
            return known;
        }
        let groups = self.groups(scene, self.kind != DefenceKind::Hoeg);
        let wins = (1..=moves).any(|moves| groups.iter().any(|group| self.wins(group, moves)));
        self.whites.insert((scene.key(), moves), wins);
        wins
    }

    /// Whichever of these the other side names.
    fn wins(&mut self, group: &[UnMove], moves: u16) -> bool {
        group.iter().all(|one| self.wins_before(&one.before, moves))
    }

    fn wins_before(&mut self, scene: &Scene, moves: u16) -> bool {
        if self.mates(scene) {
            return true;
        }
        let black_says = matches!(self.kind, DefenceKind::Proca | DefenceKind::Pacific);
        let groups = self.groups(scene, black_says);
        moves > 1
            && !groups.is_empty()
            && groups.iter().all(|group| {
                group
                    .iter()
                    .any(|one| !self.mates(&one.before) && self.white(&one.before, moves - 1))
            })
    }
}

/// The keys of a task by the solver above, and by the search.
fn keys(statement: &str, fen: &str) -> [BTreeSet<String>; 2] {
    let posed = retro::read(statement, fen);
    assert!(
        posed.is_sound(),
        "{statement} {fen}: {:?}",
        posed.diagnostics
    );
    let mut retro = posed.task;
    retro.rules.material = Some(Material::Any);
    let Task::Defensive(defence) = retro.task else {
        panic!("{statement}: no defensive retractor");
    };
    let generator = Generator::of(&retro.problem, Some(Material::Any), Ways::Fastest, 1 << 20);
    let generator = generator.unwrap_or_else(|why| panic!("{statement}: {why}"));
    let scene = scene_of(&retro, &generator).unwrap_or_else(|why| panic!("{fen}: {why}"));
    let mut naive = Naive {
        generator,
        kind: defence.kind,
        mates: HashMap::new(),
        whites: HashMap::new(),
    };
    let says = |group: &[UnMove]| format!("{:?}", group[0].movement());
    let mover_says = defence.kind != DefenceKind::Hoeg;
    let told = |group: &[UnMove]| match mover_says {
        true => format!(
            "{} {} {}",
            says(group),
            group[0].captured,
            group[0].captured_on
        ),
        false => says(group),
    };
    let groups = naive.groups(&scene, mover_says);
    let expected = groups
        .iter()
        .filter(|group| (1..=defence.moves).any(|moves| naive.wins(group, moves)))
        .map(|group| told(group))
        .collect();
    let limit = Limit {
        memory: 16 << 20,
        ..Limit::default()
    };
    let found = solve(&retro, Ways::Fastest, Wanted::default(), &limit);
    let found = found
        .unwrap_or_else(|why| panic!("{statement} {fen}: {why}"))
        .found;
    let RetroFound::Defensive(found) = found else {
        panic!("{statement}: another answer");
    };
    let keys = found.keys.iter().map(|key| told(&key.choices));
    [expected, keys.collect()]
}

/// `DAWSON_RETRACTORS` says how many of the positions are tried: all are too many for every day.
#[test]
fn all_types_of_defensive_retractors_follow_their_definition() {
    let count =
        std::env::var("DAWSON_RETRACTORS").map_or(3, |text| text.parse().expect("a number"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/retro/defensive.jsonl");
    let text = std::fs::read_to_string(path).expect("the examples are there");
    let rows = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let is_short = |row: &Value| {
        row["statement"]
            .as_str()
            .is_some_and(|text| text.starts_with("-2"))
    };
    let rows: Vec<Value> = rows.filter(is_short).take(count).collect();
    let mut with_keys = BTreeSet::new();
    for row in &rows {
        let (statement, fen) = (row["statement"].as_str(), row["fen"].as_str());
        let (statement, fen) = (statement.expect("a text"), fen.expect("a text"));
        let rule = statement
            .split_once(", ")
            .map_or(String::new(), |(_, rule)| format!(", {rule}"));
        for kind in ["Proca", "Høeg", "Klan", "pacific"] {
            let statement = format!("-2 & #1; {kind}{rule}");
            let [expected, found] = keys(&statement, fen);
            assert_eq!(found, expected, "{statement}, {fen}");
            if !found.is_empty() {
                with_keys.insert(kind);
            }
        }
    }
    assert!(with_keys.len() >= 3, "{with_keys:?}");
}
