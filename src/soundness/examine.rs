//! Examining a problem: what is searched for a verdict, and what follows from it.

use super::dual::{DualGrade, duals, promotion};
use super::legal::faults;
use super::once::once;
use super::short::ShortNotation;
use super::{Class, DualCounts, Evidence, Unit, UnitPhase, Verdict, program};
use crate::board::Side;
use crate::legality;
use crate::notation::popeye::words::Language;
use crate::problem::{
    Claim, Count, Genre, Intention, Options, Problem, Stipulation, Version, twin_letter,
};
use crate::search::{Budget, Event, Observer};
use crate::solution::{
    Branch, Line, Mark, MovePart, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark,
    TwinSolution, is_full,
};
use crate::solve::{Settings, solve_version};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// How many keys or lines of a unit are told.
const TOLD: usize = 6;

/// Examines a problem: all its twins, both sides of a duplex, claimed set play.
///
/// The problem's options of output and its own limits (`MaxSolutions`, `MaxTime`, intervals of
/// move numbers, `StopOnShortSolutions` ...) do not count; options that restrict play do, and the
/// mark says so. `settings` says what it may cost.
///
/// ```
/// use dawson::notation::popeye::read::read;
/// use dawson::soundness::{Class, check};
/// use dawson::Settings;
///
/// let text = "BeginProblem Stipulation #1 Pieces White Kg6 Ra1 Rb1 Black Kh8 EndProblem";
/// let verdict = check(&read(text.as_bytes()).problems[0].problem, &Settings::default(), &());
/// assert_eq!(verdict.verdict, Class::Cooked);
/// assert_eq!(verdict.evidence, ["cooked: 1.Rb8# and 1.Ra8#"]);
/// ```
pub fn check(problem: &Problem, settings: &Settings, observer: &dyn Observer) -> Verdict {
    let began = Instant::now();
    let parted = legality::parts(problem);
    let problem = parted.as_ref().unwrap_or(problem);
    let counting = Counting {
        observer,
        positions: AtomicU64::new(0),
    };
    let examiner = Examiner {
        settings,
        budget: settings.budget(&Options::default()),
        observer: &counting,
        intention: &problem.intention,
    };
    let mut units = Vec::new();
    let mut restrictions = Vec::new();
    for (number, version) in problem.versions().iter().enumerate() {
        let number = number + usize::from(problem.zero_position && problem.twins.is_empty());
        units.extend(examiner.version(version, number, &mut restrictions));
    }
    let is_helped = !problem.options.fates.is_empty();
    if is_helped {
        units.iter_mut().for_each(blame_fates);
    }
    let mut verdict = sum(units);
    restrictions.dedup();
    verdict.mark = mark(verdict.verdict, &restrictions, is_helped);
    verdict.seconds = began.elapsed().as_secs_f64();
    verdict.positions = counting.positions.load(Relaxed);
    verdict
}

/// What was not found may be there with other fates of the men.
fn blame_fates(unit: &mut Unit) {
    if matches!(unit.verdict, Class::Missing | Class::NoSolution) {
        unit.verdict = Class::NotExamined;
        for evidence in &mut unit.evidence {
            evidence.text = format!("with these fates of the men: {}", evidence.text);
        }
    }
}

/// The verdict on a problem from those on its units.
fn sum(units: Vec<Unit>) -> Verdict {
    let worst = units.iter().map(|unit| unit.verdict).max();
    let actual = || units.iter().filter(|unit| unit.phase != UnitPhase::SetPlay);
    let solutions: Option<Vec<usize>> = actual().map(|unit| unit.solutions).collect();
    let intended: Option<Vec<u32>> = actual().map(intended_lines).collect();
    let several = units.len() > 1;
    let evidence = units.iter().flat_map(|unit| {
        let heading = if several {
            unit.heading()
        } else {
            String::new()
        };
        let texts = unit.evidence.iter();
        texts.map(move |evidence| format!("{heading}{}", evidence.text))
    });
    Verdict {
        verdict: worst.unwrap_or(Class::NotExamined),
        mark: None,
        solutions: solutions.map(|counts| counts.iter().sum()),
        intended: intended.map(|counts| counts.iter().sum()),
        evidence: evidence.collect(),
        units,
        seconds: 0.0,
        positions: 0,
    }
}

fn intended_lines(unit: &Unit) -> Option<u32> {
    let claim = Claim::read(unit.intended.as_deref()?).ok()?;
    claim.play.map(|count| count.lines())
}

/// Only what is sound gets a mark. Where the user said what became of men, games in which something
/// else did were not looked for: that is never `C+`.
fn mark(class: Class, restrictions: &[String], is_helped: bool) -> Option<String> {
    let sign = match (is_helped, restrictions.is_empty()) {
        (true, _) => "HC+",
        (false, true) => "C+",
        (false, false) => "C%",
    };
    let program = program();
    let mark = match restrictions.is_empty() {
        true => format!("{sign} {program}"),
        false => format!("{sign} {program} ({})", restrictions.join(", ")),
    };
    (class == Class::Sound).then_some(mark)
}

/// Counts positions on their way to the observer.
struct Counting<'a> {
    observer: &'a dyn Observer,
    positions: AtomicU64,
}

impl Observer for Counting<'_> {
    fn event(&self, event: Event<'_>) {
        if let Event::Nodes(positions) = event {
            self.positions.fetch_add(positions, Relaxed);
        }
        self.observer.event(event);
    }
}

struct Examiner<'a> {
    settings: &'a Settings,
    budget: Budget,
    observer: &'a Counting<'a>,
    intention: &'a Intention,
}

/// What is known of the version whose units are made.
struct Scene<'a> {
    problem: &'a Problem,
    asked: Option<Stipulation>,
    twin: Option<String>,
    number: usize,
    outcome: Outcome,
    notation: OnceCell<ShortNotation<'a>>,
}

impl Examiner<'_> {
    fn version(&self, version: &Version, number: usize, why: &mut Vec<String>) -> Vec<Unit> {
        let problem = examined(&version.problem, self.intention, number, why);
        let label = version.label.as_ref();
        let twin = label.map(|label| twin_letter(label.number));
        let refused = |class, reasons: Vec<String>| vec![unit_of(&twin, class, reasons)];
        if !version.notes.is_empty() {
            return refused(Class::NotExamined, version.notes.clone());
        }
        if !problem.asks() {
            return refused(Class::NotExamined, vec!["nothing is asked".to_owned()]);
        }
        let faults = faults(&problem);
        if !faults.is_empty() {
            return refused(Class::IllegalPosition, faults);
        }
        if self.settings.max_solutions.is_some() {
            why.push("max-solutions".to_owned());
        }
        let found = self.solve(&problem, version);
        if found.outcome == Outcome::Refused {
            let reasons = found.remarks.iter().map(told).collect();
            return refused(Class::NotSupported, reasons);
        }
        let asked = problem
            .stipulation
            .map(|asked| asked.with(&problem.options));
        let scene = Scene {
            problem: &problem,
            asked,
            twin,
            number,
            outcome: found.outcome,
            notation: OnceCell::new(),
        };
        self.units(&scene, version, &found, why)
    }

    fn solve(&self, problem: &Problem, version: &Version) -> TwinSolution {
        let version = Version {
            label: version.label.clone(),
            problem: problem.clone(),
            notes: Vec::new(),
        };
        once(solve_version(&version, &self.budget, self.observer))
    }

    fn units(
        &self,
        scene: &Scene<'_>,
        version: &Version,
        found: &TwinSolution,
        why: &mut Vec<String>,
    ) -> Vec<Unit> {
        let options = &scene.problem.options;
        let mut units = Vec::new();
        for remark in &found.remarks {
            if let Remark::KingCapturable(side) = remark {
                let side = side_name(*side);
                let reason = format!("{side} to play could capture the king");
                units.push(unit_of(&scene.twin, Class::IllegalPosition, vec![reason]));
            }
        }
        let mut set_plays: Vec<&Phase> = Vec::new();
        for phase in &found.phases {
            match phase.kind {
                PhaseKind::SetPlay => set_plays.push(phase),
                PhaseKind::PostKey => units.push(scene.post_key(phase)),
                PhaseKind::Actual | PhaseKind::Defence => {
                    units.extend(set_plays.drain(..).flat_map(|set| {
                        let claim = self.intention.of(scene.number, phase.starter);
                        scene.set_play(set, phase.starter, claim)
                    }));
                    let unit = match &phase.play {
                        Play::Tree(tree) if phase.kind == PhaseKind::Actual => {
                            self.battle(scene, version, phase, &tree.branches, why)
                        }
                        Play::Lines(lines) => self.lines(scene, phase, lines),
                        _ => unit_of(
                            &scene.twin,
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
            units.push(unit_of(&scene.twin, class, vec![class.name().to_owned()]));
        }
        let notes = found.remarks.iter().filter_map(|remark| match remark {
            Remark::Note(note) | Remark::Told([note, ..]) => Some(note.clone()),
            _ => None,
        });
        let notes: Vec<String> = notes.collect();
        for unit in &mut units {
            unit.duplex = options.duplex;
            unit.notes.extend(notes.iter().cloned());
        }
        units
    }

    /// Battle play: one key, no shorter play, and what the play after it holds.
    fn battle(
        &self,
        scene: &Scene<'_>,
        version: &Version,
        phase: &Phase,
        branches: &[Branch],
        why: &mut Vec<String>,
    ) -> Unit {
        let starter = phase.starter;
        let claim = self.intention.of(scene.number, starter);
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
        self.shorter(scene, version, starter, &mut unit, why);
        if unit.evidence.is_empty() {
            self.duals(scene, version, phase, &mut unit, why);
        }
        unit.settled_battle()
    }

    /// The least length with keys, below the length asked for.
    fn shorter(
        &self,
        scene: &Scene<'_>,
        version: &Version,
        starter: Side,
        unit: &mut Unit,
        why: &mut Vec<String>,
    ) {
        let Some(asked) = scene.asked else { return };
        unit.shorts = Some(0);
        if asked.exact || !asked.genre.is_battle() {
            return;
        }
        let mut shortest: Option<(u16, Vec<Branch>)> = None;
        for moves in (1..asked.length.moves).rev() {
            let mut problem = scene.problem.clone();
            problem.options.variation = false;
            problem.options.set_play = false;
            if let Some(asked) = &mut problem.stipulation {
                asked.length.moves = moves;
            }
            let found = self.solve(&problem, version);
            let mut phases = found.phases.iter();
            let phase = phases.find(|phase| phase.starter == starter);
            let keys: Vec<Branch> = match phase.map(|phase| &phase.play) {
                Some(Play::Tree(tree)) => {
                    let keys = tree.branches.iter();
                    keys.filter(|key| key.mark == Mark::Key).cloned().collect()
                }
                _ => Vec::new(),
            };
            if is_stopped(found.outcome) && keys.is_empty() {
                unit.shorts = None;
                why.push("shorter play not searched to its end".to_owned());
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

    fn duals(
        &self,
        scene: &Scene<'_>,
        version: &Version,
        phase: &Phase,
        unit: &mut Unit,
        why: &mut Vec<String>,
    ) {
        let starter = phase.starter;
        let retold;
        let mut told = phase;
        if !scene.problem.options.variation {
            let mut problem = scene.problem.clone();
            problem.options.variation = true;
            problem.options.set_play = false;
            let found = self.solve(&problem, version);
            if found.outcome != Outcome::Finished {
                why.push("duals not examined".to_owned());
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
    fn lines(&self, scene: &Scene<'_>, phase: &Phase, lines: &[Line]) -> Unit {
        let claim = self.intention.of(scene.number, phase.starter);
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

impl<'a> Scene<'a> {
    fn short(&self) -> &ShortNotation<'a> {
        let new = || ShortNotation::new(self.problem, Language::En);
        self.notation.get_or_init(new)
    }

    fn unit(&self, starter: Side, phase: UnitPhase) -> Unit {
        Unit {
            twin: self.twin.clone(),
            starter: Some(side_name(starter).to_lowercase()),
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
            let long = self.short().long_path(Side::White, &[key]);
            is_claimed(claim, text) || is_claimed(claim, &long.concat())
        });
        known.collect()
    }

    /// Keys that the author gives and that are none.
    fn foreign_keys(&self, keys: &[&Branch], claim: &Claim) -> Option<String> {
        let long = |key: &&Branch| plain(&self.short().long_path(Side::White, &[key]).concat());
        let found: Vec<String> = keys.iter().map(long).collect();
        let written = claim.moves.iter();
        let foreign: Vec<&String> = written
            .filter(|written| !found.contains(&plain(written)))
            .collect();
        (!foreign.is_empty() && foreign.len() < claim.moves.len()).then(|| listed(&foreign, 0))
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

/// The problem as it is examined: without wishes about output and limits of its own. What
/// restricts play stays and is noted.
fn examined(
    problem: &Problem,
    intention: &Intention,
    number: usize,
    restrictions: &mut Vec<String>,
) -> Problem {
    let mut problem = problem.clone();
    let options = &mut problem.options;
    options.max_solutions = None;
    options.max_time = None;
    options.move_numbers = false;
    options.start_move_number = Vec::new();
    options.up_to_move_number = Vec::new();
    options.stop_on_short_solutions = false;
    options.no_short_variations = false;
    options.no_threat = false;
    options.trivial_tries_avoid = false;
    options.defence = None;
    options.intelligent = options.intelligent.map(|_| 0);
    let claims = [Side::White, Side::Black].map(|side| intention.of(number, side));
    options.set_play = claims.iter().any(|claim| claim.set_play.is_some());
    let restricting = [
        (options.max_flights.is_some(), "MaxFlightsquares"),
        (options.non_trivial.is_some(), "NonTrivial"),
        (options.threat.is_some(), "MaxThreatLength"),
        (options.keep_mating_piece, "KeepMatingPiece"),
        (options.post_key_play, "PostKeyPlay"),
    ];
    let restricting = restricting.iter().filter(|(is_set, _)| *is_set);
    restrictions.extend(restricting.map(|(_, name)| (*name).to_owned()));
    // The play after the key of a short problem costs nothing; of a longer one it is searched
    // once the key stands.
    let is_short =
        |asked: Stipulation| asked.length.moves <= 2 && matches!(asked.genre, Genre::Direct);
    options.variation = problem.stipulation.is_some_and(is_short);
    problem
}

/// The lines that count as different solutions: each once, and one of those that differ in the last promotion alone.
pub fn distinct(lines: &[Line]) -> Vec<&Line> {
    let mut once: Vec<&Line> = Vec::new();
    for line in lines {
        if !once.iter().any(|other| other.moves == line.moves) {
            once.push(line);
        }
    }
    without_promotion_duals(&once)
}

/// Lines that differ in the last promotion alone are one.
fn without_promotion_duals<'l>(lines: &[&'l Line]) -> Vec<&'l Line> {
    let mut kept: Vec<&'l Line> = Vec::new();
    for line in lines {
        let same = |other: &&&Line| is_promotion_dual(other, line);
        if kept.iter().find(same).is_none() {
            kept.push(line);
        }
    }
    kept
}

fn is_promotion_dual(one: &Line, other: &Line) -> bool {
    let (Some((last, before)), Some((other_last, other_before))) =
        (one.moves.split_last(), other.moves.split_last())
    else {
        return false;
    };
    let promoted = promotion(&last.1, one.goal);
    promoted.is_some() && before == other_before && promoted == promotion(&other_last.1, other.goal)
}

/// Whether lines branch as the numbers say: so many first moves, each with so many answers ...
fn branches_as<T: PartialEq>(lines: &[&[T]], numbers: &[u32]) -> bool {
    let Some((&number, numbers)) = numbers.split_first() else {
        return true;
    };
    let mut groups: Vec<Vec<&[T]>> = Vec::new();
    for line in lines {
        let Some((first, rest)) = line.split_first() else {
            return false;
        };
        let group = lines.iter().position(|other| other.first() == Some(first));
        let position = lines
            .iter()
            .take(group.unwrap_or(0))
            .map(|other| other.first())
            .fold(Vec::new(), |mut firsts, first| {
                if !firsts.contains(&first) {
                    firsts.push(first);
                }
                firsts
            })
            .len();
        if groups.len() <= position {
            groups.resize_with(position + 1, Vec::new);
        }
        groups[position].push(rest);
    }
    groups.len() == number as usize && groups.iter().all(|group| branches_as(group, numbers))
}

/// Whether a key in short notation is one of those the author gives.
fn is_claimed(claim: &Claim, text: &str) -> bool {
    let mut moves = claim.moves.iter();
    moves.any(|claimed| plain(claimed) == plain(text))
}

/// A key without its number and signs.
fn plain(text: &str) -> String {
    let text = text.trim_start_matches("1.");
    let signs = text.chars().filter(|sign| !"!?+#=. ".contains(*sign));
    signs.collect()
}

/// `one and two`, `one, two and 3 more`.
fn listed(texts: &[&String], untold: usize) -> String {
    let (last, others) = match texts.split_last() {
        Some(split) => split,
        None => return String::new(),
    };
    let others: Vec<&str> = others.iter().map(|text| text.as_str()).collect();
    match (others.is_empty(), untold) {
        (true, 0) => (*last).clone(),
        (false, 0) => format!("{} and {last}", others.join(", ")),
        (true, more) => format!("{last} and {more} more"),
        (false, more) => format!("{}, {last} and {more} more", others.join(", ")),
    }
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        many => format!("{many} {noun}s"),
    }
}

fn is_stopped(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::TimeUp | Outcome::Interrupted)
}

fn stopped_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::TimeUp => "the time was up".to_owned(),
        _ => "the search was stopped".to_owned(),
    }
}

fn told(remark: &Remark) -> String {
    match remark {
        Remark::KingCapturable(side) => format!("{} could capture the king", side_name(*side)),
        Remark::Refused(text) | Remark::Note(text) | Remark::Told([text, ..]) => text.clone(),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
