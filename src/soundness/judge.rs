//! The judge: what follows from searches that were done.
//!
//! Nothing here searches. What a verdict needs beside the play that is judged (shorter lengths, variations after a key
//! that stands) it asks of [`Searches`], as a [`Need`].

use super::dual::{DualGrade, duals};
use super::lines::{branches_as, without_promotion_duals};
use super::phrases::{counted, is_claimed, is_stopped, listed, plain, stopped_text};
use super::replay::PASS;
use super::short::ShortNotation;
use super::{Class, DualCounts, Evidence, Unit, UnitPhase};
use crate::board::Side;
use crate::notation::popeye::words::Language;
use crate::problem::{Claim, Count, Intention, Problem, Role, Stipulation, ToldMove};
use crate::solution::{
    Branch, Line, Mark, MovePart, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark,
    TwinSolution, is_full,
};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The most keys or lines of a unit that its verdict lists.
const TOLD: usize = 6;

/// A search of one version that a verdict needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Need {
    /// The moves; nothing: as many as are asked for.
    pub(super) length: Option<u16>,
    /// With the play of the other side first.
    pub(super) set_play: bool,
    /// With all variations after the keys.
    pub(super) variations: bool,
}

/// Where searches of one version come from: they are done, or were done and kept.
pub(super) trait Searches {
    /// What this search finds.
    fn search(&self, need: &Need) -> TwinSolution;
    /// Whether each of these moves does what the author says; `None` where there is no sure answer.
    fn holds(&self, told: &[&ToldMove]) -> Vec<Option<bool>>;
}

/// One version of a problem, as it is examined.
pub(super) struct Judged<'a> {
    /// The version, with the options of its examination.
    pub(super) problem: &'a Problem,
    /// What its author means.
    pub(super) intention: &'a Intention,
    /// Its letter.
    pub(super) twin: Option<String>,
    /// Its number among the versions.
    pub(super) number: usize,
}

/// Judges a version by what was found for it. The texts say what was not looked for.
pub(super) fn judge(
    version: Judged<'_>,
    found: &TwinSolution,
    searches: &dyn Searches,
) -> (Vec<Unit>, Vec<String>) {
    let problem = version.problem;
    let asked = problem.stipulation;
    let mut judge = Judge {
        scene: Scene {
            problem,
            asked: asked.map(|asked| asked.with(&problem.options)),
            twin: version.twin,
            outcome: found.outcome,
            notation: OnceCell::new(),
        },
        claims: Side::BOTH.map(|side| version.intention.of(version.number, side)),
        searches,
        restrictions: Vec::new(),
    };
    let units = judge.units(found);
    (units, judge.restrictions)
}

struct Judge<'a> {
    scene: Scene<'a>,
    /// Of White and Black.
    claims: [&'a Claim; 2],
    searches: &'a dyn Searches,
    /// What was not looked for.
    restrictions: Vec<String>,
}

impl<'a> Judge<'a> {
    fn claim(&self, starter: Side) -> &'a Claim {
        self.claims[starter.index()]
    }

    /// The units of what was found.
    fn units(&mut self, found: &TwinSolution) -> Vec<Unit> {
        let mut units = Vec::new();
        for remark in &found.remarks {
            if let Remark::KingCapturable(side) = remark {
                let side = side.name();
                let reason = format!("{side} to play could capture the king");
                units.push(unit_of(
                    &self.scene.twin,
                    Class::IllegalPosition,
                    vec![reason],
                ));
            }
        }
        let mut set_plays: Vec<&Phase> = Vec::new();
        for phase in &found.phases {
            match phase.kind {
                PhaseKind::SetPlay => set_plays.push(phase),
                PhaseKind::PostKey => units.push(self.scene.post_key(phase)),
                PhaseKind::Actual | PhaseKind::Defence => {
                    units.extend(set_plays.drain(..).flat_map(|set| {
                        let claim = self.claim(phase.starter);
                        self.scene.set_play(set, phase.starter, claim)
                    }));
                    let unit = match &phase.play {
                        Play::Tree(tree) if phase.kind == PhaseKind::Actual => {
                            self.battle(phase, &tree.branches)
                        }
                        Play::Lines(lines) => self.lines(phase, lines),
                        _ => unit_of(
                            &self.scene.twin,
                            Class::NotExamined,
                            vec!["play of this kind is not judged".to_owned()],
                        ),
                    };
                    units.push(unit);
                }
            }
        }
        if units.is_empty() {
            let class = match is_stopped(found.outcome) {
                true => Class::Stopped,
                false => Class::NoSolution,
            };
            units.push(unit_of(
                &self.scene.twin,
                class,
                vec![class.name().to_owned()],
            ));
        }
        let notes = found.remarks.iter().filter_map(|remark| match remark {
            Remark::Note(note) | Remark::Told([note, ..]) => Some(note.clone()),
            _ => None,
        });
        let notes: Vec<String> = notes.collect();
        for unit in &mut units {
            unit.duplex = self.scene.problem.options.duplex;
            unit.notes.extend(notes.iter().cloned());
        }
        units
    }

    /// Battle play: one key, no shorter play, and what the play after it holds.
    fn battle(&mut self, phase: &Phase, branches: &[Branch]) -> Unit {
        let scene = &self.scene;
        let starter = phase.starter;
        let claim = self.claim(starter);
        let keys: Vec<&Branch> = branches
            .iter()
            .filter(|key| key.mark == Mark::Key)
            .collect();
        let wanted = claim.play.as_ref().map_or(1, Count::first_moves) as usize;
        let mut unit = scene.unit(starter, UnitPhase::Actual);
        unit.intended = Some(claim.play.as_ref().map_or("1".to_owned(), Count::to_string));
        let all_found = scene.outcome == Outcome::Finished;
        unit.solutions = all_found.then_some(keys.len());
        let texts = keys.iter().take(TOLD.max(wanted + 1));
        unit.found = texts.map(|key| scene.short().key(starter, key)).collect();
        for key in keys.iter().take(TOLD) {
            let note = right_needed(&key.movement);
            let key = scene.short().key(starter, key);
            unit.notes.extend(note.map(|note| format!("{key}: {note}")));
        }
        let violates = branches.iter().any(|key| key.mark == Mark::ReflexViolation);
        if keys.is_empty() && violates {
            let text = "the side to move must reach the goal at once".to_owned();
            unit.accuse(Class::NoSolution, text, Vec::new());
            return unit.settled(true);
        }
        let is_foreign = !claim.moves.is_empty()
            && !keys.is_empty()
            && !scene.known_keys(&unit, &keys, claim).contains(&true);
        if is_foreign {
            let found: Vec<&String> = unit.found.iter().collect();
            let found = listed(&found, keys.len().saturating_sub(unit.found.len()));
            let author = claim.moves.join(", ");
            let text = format!("cooked by {found}; the author's {author} does not solve");
            let line = scene.short().long_path(starter, &[keys[0]]);
            unit.accuse(Class::Cooked, text, line);
        } else if keys.len() > wanted {
            scene.cooked_keys(&mut unit, &keys, wanted, claim);
        } else if is_stopped(scene.outcome) {
            unit.accuse(Class::Stopped, stopped_text(scene.outcome), Vec::new());
            return unit.settled(true);
        } else if keys.is_empty() {
            unit.accuse(Class::NoSolution, "no solution".to_owned(), Vec::new());
            return unit.settled(true);
        } else if keys.len() < wanted {
            let text = format!("{} found, {wanted} intended", counted(keys.len(), "key"));
            unit.accuse(Class::Missing, text, Vec::new());
        } else if let Some(foreign) = scene.foreign_keys(&keys, claim) {
            let text = format!("the author's {foreign} does not solve");
            unit.accuse(Class::Missing, text, Vec::new());
        }
        self.play_told(claim, &keys, &mut unit);
        self.shorter(starter, &mut unit);
        if unit.evidence.is_empty() {
            self.duals(phase, &mut unit);
        }
        unit.settled_battle()
    }

    /// What the author tells behind his keys and tries, and is not so.
    fn play_told(&self, claim: &Claim, keys: &[&Branch], unit: &mut Unit) {
        let scene = &self.scene;
        let found: Vec<String> = keys.iter().map(|key| scene.long_key(key)).collect();
        let is_key = |told: &&ToldMove| found.contains(&plain(&told.moves[0]));
        // Whether a first move is a key was judged before.
        let asked = |told: &&ToldMove| match told.role {
            Role::Leads | Role::Dual => is_key(told),
            Role::Mentioned => true,
            Role::Refutes => !is_key(told),
        };
        let asked: Vec<&ToldMove> = claim.play_told.iter().filter(asked).collect();
        if asked.is_empty() {
            return;
        }
        let answers = self.searches.holds(&asked);
        let mut wrong: Vec<&ToldMove> = Vec::new();
        for (told, answer) in asked.into_iter().zip(answers) {
            // What follows a wrong move is wrong for its sake.
            let is_new = |before: &&ToldMove| !told.moves.starts_with(&before.moves);
            if answer == Some(false) && wrong.iter().all(is_new) {
                wrong.push(told);
            }
        }
        let (lines, notes): (Vec<&ToldMove>, Vec<&ToldMove>) =
            wrong.into_iter().partition(|told| told.role == Role::Leads);
        if !lines.is_empty() {
            let texts: Vec<String> = lines.iter().map(|told| with_numbers(told)).collect();
            let texts: Vec<&String> = texts.iter().take(TOLD).collect();
            let list = listed(&texts, lines.len() - texts.len());
            let text = format!("the author's {list} does not lead to the goal");
            unit.accuse(Class::Missing, text, lines[0].moves.clone());
        }
        unit.notes.extend(notes.into_iter().map(|told| {
            let line = with_numbers(told);
            match told.role {
                Role::Refutes => format!("{line} refutes nothing"),
                Role::Dual => format!("{line} is no dual: it does not lead to the goal"),
                Role::Leads | Role::Mentioned => format!("{line} does not lead to the goal"),
            }
        }));
    }

    /// The least length with keys, below the length asked for.
    fn shorter(&mut self, starter: Side, unit: &mut Unit) {
        let scene = &self.scene;
        let Some(asked) = scene.asked else { return };
        unit.shorts = Some(0);
        if asked.exact || !asked.genre.is_battle() {
            return;
        }
        let mut shortest: Option<(u16, Vec<Branch>)> = None;
        for moves in (1..asked.length.moves).rev() {
            let found = self.searches.search(&Need {
                length: Some(moves),
                ..Need::default()
            });
            let mut phases = found.phases.into_iter();
            let phase = phases.find(|phase| phase.starter == starter);
            let mut keys = match phase.map(|phase| phase.play) {
                Some(Play::Tree(tree)) => tree.branches,
                _ => Vec::new(),
            };
            keys.retain(|key| key.mark == Mark::Key);
            if is_stopped(found.outcome) && keys.is_empty() {
                unit.shorts = None;
                let left = "shorter play not searched to its end".to_owned();
                self.restrictions.push(left);
                break;
            }
            if keys.is_empty() {
                break;
            }
            shortest = Some((moves, keys));
        }
        let Some((moves, keys)) = shortest else {
            return;
        };
        unit.shorts = Some(keys.len());
        let first = scene.short().key(starter, &keys[0]);
        let more = match keys.len() {
            1 => String::new(),
            many => format!(" and {} more", many - 1),
        };
        let text = format!(
            "short: {first} in {}{more}",
            counted(usize::from(moves), "move")
        );
        let line = scene.short().long_path(starter, &[&keys[0]]);
        unit.accuse(Class::Short, text, line);
    }

    /// The duals of the play after the keys.
    fn duals(&mut self, phase: &Phase, unit: &mut Unit) {
        let scene = &self.scene;
        let starter = phase.starter;
        let retold;
        let mut told = phase;
        if !scene.problem.options.variation {
            let found = self.searches.search(&Need {
                variations: true,
                ..Need::default()
            });
            if found.outcome != Outcome::Finished {
                self.restrictions.push("duals not examined".to_owned());
                return;
            }
            let actual =
                |phase: &Phase| phase.starter == starter && phase.kind == PhaseKind::Actual;
            retold = found.phases.into_iter().find(actual);
            match &retold {
                Some(phase) => told = phase,
                None => return,
            }
        }
        let Play::Tree(tree) = &told.play else { return };
        let moves = scene
            .asked
            .map_or(usize::MAX, |asked| usize::from(asked.length.moves));
        let mut counts = DualCounts::default();
        for key in tree.branches.iter().filter(|key| key.mark == Mark::Key) {
            for dual in duals(key, moves) {
                let count = match dual.grade {
                    DualGrade::Serious => &mut counts.serious,
                    DualGrade::Full => &mut counts.full,
                    DualGrade::Promotion => &mut counts.promotion,
                    DualGrade::Short => &mut counts.short,
                    DualGrade::Threat => &mut counts.threat,
                };
                *count += 1;
                let matters = matches!(dual.grade, DualGrade::Serious | DualGrade::Full);
                if matters && unit.evidence.len() < TOLD {
                    let (text, line) = scene.dual(starter, &dual.path, &dual.answers);
                    unit.accuse(Class::Dual, text, line);
                }
            }
        }
        unit.duals = Some(counts);
    }

    /// Play told as lines: help, series, proof games.
    fn lines(&self, phase: &Phase, lines: &[Line]) -> Unit {
        let scene = &self.scene;
        let claim = self.claim(phase.starter);
        let mut unit = scene.unit(phase.starter, UnitPhase::Actual);
        let is_game = scene.asked.is_some_and(|asked| asked.leads_to_position());
        let expected = is_game.then_some(Count::Lines(1));
        let only_set = claim.play.is_none() && claim.set_play.is_some();
        let claimed = claim.play.clone().or(expected.filter(|_| !only_set));
        unit.intended = claimed.as_ref().map(Count::to_string);
        let full = |line: &&Line| scene.asked.is_none_or(|asked| is_full(&asked, line));
        let (full, shorts): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(full);
        if full.iter().chain(&shorts).any(|line| line.violates) {
            let text = "the side to move must reach the goal at once".to_owned();
            unit.accuse(Class::NoSolution, text, Vec::new());
            return unit.settled(true);
        }
        let full = without_promotion_duals(&full);
        let finished = scene.outcome == Outcome::Finished;
        unit.solutions = finished.then_some(full.len());
        unit.shorts = finished.then_some(shorts.len());
        let told = full.iter().chain(&shorts).take(TOLD);
        unit.found = told.map(|line| scene.short().line(line)).collect();
        for short in shorts.iter().take(TOLD) {
            let text = format!("short: {}", scene.short().line(short));
            let line = scene.short().long_line(short);
            unit.accuse(Class::Short, text, line);
        }
        match &claimed {
            Some(count) => scene.compare_lines(&mut unit, &full, count),
            None if full.is_empty() && shorts.is_empty() && finished && !only_set => {
                unit.accuse(Class::NoSolution, "no solution".to_owned(), Vec::new());
            }
            None => {}
        }
        if let Some(foreign) = scene.foreign_lines(lines, claim) {
            let text = format!("the author's {foreign} does not solve");
            unit.accuse(Class::Missing, text, Vec::new());
        }
        if is_stopped(scene.outcome) && unit.evidence.is_empty() {
            unit.accuse(Class::Stopped, stopped_text(scene.outcome), Vec::new());
        }
        let examined = claimed.is_some() || only_set;
        if !examined && unit.evidence.is_empty() {
            let text = format!("{}; no number is claimed", counted(full.len(), "solution"));
            unit.accuse(Class::NotExamined, text, Vec::new());
        }
        unit.settled(examined)
    }
}

/// What is known of the version whose units are made.
struct Scene<'a> {
    problem: &'a Problem,
    asked: Option<Stipulation>,
    twin: Option<String>,
    outcome: Outcome,
    notation: OnceCell<ShortNotation<'a>>,
}

impl<'a> Scene<'a> {
    fn short(&self) -> &ShortNotation<'a> {
        let new = || ShortNotation::new(self.problem, Language::En);
        self.notation.get_or_init(new)
    }

    fn unit(&self, starter: Side, phase: UnitPhase) -> Unit {
        Unit {
            twin: self.twin.clone(),
            starter: Some(starter.name().to_lowercase()),
            duplex: self.problem.options.duplex,
            phase,
            verdict: Class::Sound,
            solutions: None,
            shorts: None,
            duals: None,
            intended: None,
            found: Vec::new(),
            evidence: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// `cooked by 1.Bg3!` where the author's key is known, else all keys.
    fn cooked_keys(&self, unit: &mut Unit, keys: &[&Branch], wanted: usize, claim: &Claim) {
        let texts = unit.found.clone();
        let known = self.known_keys(unit, keys, claim);
        let all_known = known.iter().filter(|known| **known).count() == wanted;
        let cooks: Vec<&String> = match all_known && !claim.moves.is_empty() {
            true => texts
                .iter()
                .zip(&known)
                .filter(|(_, known)| !**known)
                .map(|(text, _)| text)
                .collect(),
            false => texts.iter().collect(),
        };
        let untold = keys.len() - texts.len();
        let list = listed(&cooks, untold);
        let are_told = claim.play.is_none() && untold == 0 && !known.contains(&false);
        let text = match (are_told, cooks.len() < texts.len()) {
            // A program's text holds cooks, an author's his intention.
            (true, _) => {
                let all = if texts.len() == 2 { "both" } else { "all" };
                let list = listed(&texts.iter().collect::<Vec<_>>(), 0);
                format!(
                    "{} keys, {all} in the text: cooked, or intended? {list}",
                    texts.len()
                )
            }
            (false, true) => format!("cooked by {list}"),
            (false, false) => format!("cooked: {list}"),
        };
        let starter = match unit.starter.as_deref() {
            Some("black") => Side::Black,
            _ => Side::White,
        };
        let index = texts
            .iter()
            .position(|text| cooks.last() == Some(&text))
            .unwrap_or(0);
        let line = self.short().long_path(starter, &[keys[index]]);
        unit.accuse(Class::Cooked, text, line);
    }

    /// Which of the keys that are told the author gives.
    fn known_keys(&self, unit: &Unit, keys: &[&Branch], claim: &Claim) -> Vec<bool> {
        let known = unit.found.iter().zip(keys).map(|(text, key)| {
            let long = self.short().unsigned_path(Side::White, &[key]);
            is_claimed(claim, text) || is_claimed(claim, &long.concat())
        });
        known.collect()
    }

    /// Keys that the author gives and that are none.
    fn foreign_keys(&self, keys: &[&Branch], claim: &Claim) -> Option<String> {
        let found: Vec<String> = keys.iter().map(|key| self.long_key(key)).collect();
        let written = claim.moves.iter();
        let foreign: Vec<&String> = written
            .filter(|written| !found.contains(&plain(written)))
            .collect();
        (!foreign.is_empty() && foreign.len() < claim.moves.len()).then(|| listed(&foreign, 0))
    }

    /// A key in long notation, without signs.
    fn long_key(&self, key: &Branch) -> String {
        plain(&self.short().unsigned_path(Side::White, &[key]).concat())
    }

    /// Lines that the author gives and that are none, if all lines were looked for.
    fn foreign_lines(&self, found: &[Line], claim: &Claim) -> Option<String> {
        let is_complete = self.outcome == Outcome::Finished && !claim.moves.is_empty();
        if !is_complete {
            return None;
        }
        let long = |line: &Line| plain(&self.short().unsigned_line(line).concat());
        let found: HashSet<String> = found.iter().map(long).collect();
        let written = claim.moves.iter();
        let foreign: Vec<&String> = written
            .filter(|written| !found.contains(&plain(written)))
            .collect();
        let untold = foreign.len().saturating_sub(TOLD);
        (!foreign.is_empty()).then(|| listed(&foreign[..foreign.len() - untold], untold))
    }

    /// `dual after 1...c5: 2.Qe4# or 2.Qd3#`.
    fn dual(&self, starter: Side, path: &[&Branch], answers: &[&Branch]) -> (String, Vec<String>) {
        let short = self.short();
        let after = short.path(starter, path, 1);
        let told = answers.iter().take(TOLD).map(|answer| {
            let whole: Vec<&Branch> = path.iter().chain([answer]).copied().collect();
            short.path(starter, &whole, path.len())
        });
        let told: Vec<String> = told.collect();
        let told: Vec<&String> = told.iter().collect();
        let list = listed(&told, answers.len().saturating_sub(TOLD)).replace(" and ", " or ");
        (
            format!("dual after {after}: {list}"),
            short.long_path(starter, path),
        )
    }

    /// Lines of full length against their number, half move by half move.
    fn compare_lines(&self, unit: &mut Unit, full: &[&Line], claimed: &Count) {
        let wanted = claimed.lines() as usize;
        let first_moves = |lines: &[&Line]| {
            let mut firsts: Vec<_> = Vec::new();
            for line in lines {
                let first = line.moves.first();
                if !firsts.contains(&first) {
                    firsts.push(first);
                }
            }
            firsts.len()
        };
        if let Count::Tree(numbers) = claimed {
            let plies = full.iter().map(|line| line.moves.len()).max();
            if plies.is_some_and(|plies| numbers.len() > plies) {
                let text = format!(
                    "`{claimed}` has {} numbers for {} half moves",
                    numbers.len(),
                    plies.unwrap_or(0)
                );
                return unit.accuse(Class::NotExamined, text, Vec::new());
            }
        }
        if full.len() > wanted {
            let class = match claimed {
                Count::Tree(_) if first_moves(full) <= claimed.first_moves() as usize => {
                    Class::Dual
                }
                _ => Class::Cooked,
            };
            return self.surplus(unit, full, wanted, class);
        }
        if is_stopped(self.outcome) {
            return unit.accuse(Class::Stopped, stopped_text(self.outcome), Vec::new());
        }
        match full.len() {
            found if found == wanted => {}
            0 if unit.evidence.is_empty() => {
                unit.accuse(Class::NoSolution, "no solution".to_owned(), Vec::new());
            }
            0 => {}
            found => {
                let lines = counted(found, "solution");
                let text = format!("{lines} found, {wanted} intended");
                unit.accuse(Class::Missing, text, Vec::new());
            }
        }
        if let (Count::Tree(numbers), true) = (claimed, full.len() == wanted && wanted > 1) {
            let lines: Vec<&[_]> = full.iter().map(|line| line.moves.as_slice()).collect();
            if !branches_as(&lines, numbers) {
                let text = format!("the {wanted} solutions do not branch as {claimed}");
                unit.accuse(Class::Dual, text, Vec::new());
            }
        }
    }

    /// `12 lines, 1 intended: 1.Rc4 Bb4+ 2.axb4 Sb5#, ...`.
    fn surplus(&self, unit: &mut Unit, full: &[&Line], wanted: usize, class: Class) {
        let lines: Vec<String> = full
            .iter()
            .take(TOLD)
            .map(|line| self.short().line(line))
            .collect();
        let lines: Vec<&String> = lines.iter().collect();
        let what = if class == Class::Dual {
            "dual"
        } else {
            "cooked"
        };
        let text = format!(
            "{what}: {}, {wanted} intended: {}",
            counted(full.len(), "line"),
            listed(&lines, full.len().saturating_sub(TOLD)).replace(" and ", ", ")
        );
        let line = full.last().map(|line| self.short().long_line(line));
        unit.accuse(class, text, line.unwrap_or_default());
    }

    /// Set play that is claimed.
    fn set_play(&self, phase: &Phase, starter: Side, claim: &Claim) -> Option<Unit> {
        let claimed = claim.set_play.as_ref()?;
        let mut unit = self.unit(starter, UnitPhase::SetPlay);
        unit.intended = Some(claimed.to_string());
        match &phase.play {
            Play::Lines(lines) => {
                let longest = lines.iter().map(|line| line.moves.len()).max().unwrap_or(0);
                let full = lines.iter().filter(|line| line.moves.len() == longest);
                let full: Vec<&Line> = full.collect();
                unit.solutions = (self.outcome == Outcome::Finished).then_some(full.len());
                let told = full.iter().take(TOLD);
                unit.found = told.map(|line| self.short().line(line)).collect();
                if *claimed == Count::Some {
                    if full.is_empty() && !is_stopped(self.outcome) {
                        unit.accuse(Class::NoSolution, "no set play".to_owned(), Vec::new());
                    }
                } else {
                    self.compare_lines(&mut unit, &full, claimed);
                }
            }
            Play::Tree(tree) => {
                let answered = tree
                    .branches
                    .iter()
                    .filter(|defence| !defence.answers.is_empty());
                let count = answered.count();
                unit.solutions = (self.outcome == Outcome::Finished).then_some(count);
                if count == 0 && !is_stopped(self.outcome) {
                    unit.accuse(Class::NoSolution, "no set play".to_owned(), Vec::new());
                }
            }
            Play::Dice(_) => return None,
        }
        Some(unit.settled(true))
    }

    /// The diagram is after the key: every defence must be answered.
    fn post_key(&self, phase: &Phase) -> Unit {
        let mut unit = self.unit(phase.starter, UnitPhase::PostKey);
        if let Play::Tree(tree) = &phase.play {
            let refutes = |defence: &&Branch| defence.mark == Mark::Refutes;
            if let Some(defence) = tree.branches.iter().find(refutes) {
                let moves = self
                    .short()
                    .moves(&[(phase.starter, &defence.movement, None)]);
                let text = format!("refuted by 1...{}!", moves.concat());
                unit.accuse(Class::NoSolution, text, Vec::new());
            }
        }
        if is_stopped(self.outcome) {
            unit.accuse(Class::Stopped, stopped_text(self.outcome), Vec::new());
        }
        unit.settled(true)
    }
}

/// The moves with their numbers: `1.Ba7-c5 Kc3-d2 2.Bc5-d4`, `1.Ba7-c5 ~ 2.Qb1-d3`, `1...Ka6-a7 2.Qd5-b7`.
fn with_numbers(told: &ToldMove) -> String {
    let first = usize::from(told.set_play);
    let words = told.moves.iter().enumerate().map(|(at, text)| {
        let at = at + first;
        match text.as_str() {
            PASS => "~".to_owned(),
            text if at.is_multiple_of(2) => format!("{}.{text}", at / 2 + 1),
            text if at == 1 && told.set_play => format!("1...{text}"),
            text => text.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A unit of which nothing is known but why.
pub(super) fn unit_of(twin: &Option<String>, class: Class, reasons: Vec<String>) -> Unit {
    let evidence = reasons.into_iter().map(|text| Evidence {
        class,
        text,
        line: Vec::new(),
    });
    Unit {
        twin: twin.clone(),
        starter: None,
        duplex: false,
        phase: UnitPhase::Actual,
        verdict: class,
        solutions: None,
        shorts: None,
        duals: None,
        intended: None,
        found: Vec::new(),
        evidence: evidence.collect(),
        notes: Vec::new(),
    }
}

impl Unit {
    fn accuse(&mut self, class: Class, text: String, line: Vec<String>) {
        self.evidence.push(Evidence { class, text, line });
    }

    /// The verdict that follows from the evidence.
    fn settled(mut self, examined: bool) -> Unit {
        self.evidence
            .sort_by_key(|evidence| Reverse(evidence.class));
        let worst = self.evidence.first().map(|evidence| evidence.class);
        let nothing = match examined {
            true => Class::Sound,
            false => Class::NotExamined,
        };
        self.verdict = worst.unwrap_or(nothing);
        self
    }

    /// The same for battle play: where it is too long for its problem, further keys follow from
    /// the shorter play, so that the latter is the verdict.
    fn settled_battle(self) -> Unit {
        let mut unit = self.settled(true);
        let is_short = |evidence: &Evidence| evidence.class == Class::Short;
        if unit.evidence.iter().any(is_short) {
            unit.evidence.sort_by_key(|evidence| !is_short(evidence));
            unit.verdict = Class::Short;
        }
        unit
    }
}

/// What a first move relies on beside the diagram: a right to castle, the double step before it.
fn right_needed(record: &MoveRecord) -> Option<&'static str> {
    let mut parts = record.parts.iter();
    parts.find_map(|part| match part {
        MovePart::Castling { .. } => {
            Some("it castles: allowed, as long as nobody proves that king or rook has moved")
        }
        MovePart::Movement {
            en_passant: true, ..
        } => Some("it captures en passant: the double step before it is taken from the input"),
        _ => None,
    })
}
