//! Trials: does a variant have what is wished, and nothing else? A trial stops as soon as that is answered.
//!
//! In this order: the position must be possible; lines that stay must be playable and lines that
//! are known to cook must not be, which costs a replay each; then a search that stops at one solution too many;
//! what is left is judged in full.
//!
//! **Invariant:** what a trial lets pass has been judged by [`soundness::check`](crate::soundness::check), with a
//! table of its own. **Invariant:** [`Trier::without_short_cuts`] answers every question the slow way, and
//! finds the same variants.

use super::variant::{Kind, Variant};
use super::wish::{Kept, Stage, Wish, is_same, is_same_line};
use crate::board::Side;
use crate::legality;
use crate::notation::popeye::words::Language;
use crate::problem::{Genre, Intention, Options, Problem, Version, twin_letter};
use crate::rules::Game;
use crate::search::{Event, Observer, Part, SharedTable};
use crate::solution::{
    Branch, Line, Mark, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark, TwinSolution, is_full,
};
use crate::solve::{Settings, solve_version};
use crate::soundness::{Class, ShortNotation, Verdict, check, distinct, faults};
use crate::stipulation;
use crate::themes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How a trial found its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// By looking at the position.
    Position,
    /// By playing a line.
    Replay,
    /// By a search that stopped early, or went to its end.
    Search,
}

/// What a trial found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The verdict: `sound` if the variant is what was wished; `dual` if its only fault are duals after the key.
    pub class: Class,
    /// What speaks against it, in short notation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The solutions of a variant that passed, in short notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
    /// How it was found.
    pub by: Means,
}

impl Answer {
    fn new(class: Class, reason: impl Into<String>, by: Means) -> Answer {
        Answer {
            class,
            reason: reason.into(),
            found: Vec::new(),
            by,
        }
    }

    /// Whether the variant is what was wished; duals of battle play are told, but do not count.
    pub fn holds(&self) -> bool {
        matches!(self.class, Class::Sound | Class::Dual)
    }
}

/// A line that cooked a variant before.
struct Cook {
    line: Kept,
    hits: u32,
}

/// Tries variants of one problem.
pub struct Trier {
    base: Problem,
    wish: Wish,
    claims: Intention,
    settings: Settings,
    /// The table of each version that may share one.
    tables: Vec<Option<SharedTable>>,
    cooks: Mutex<Vec<Cook>>,
    takes_short_cuts: bool,
    searched: AtomicU64,
    /// The lines that stay, in short notation.
    texts: Vec<String>,
}

/// So many lines that cooked are remembered.
const COOKS: usize = 24;
/// So many keys that cooked are tried before all others.
const KEYS: usize = 2;

impl Trier {
    /// For variants of this problem. The settings hold for each trial, the memory for all of them together;
    /// `jobs` trials run side by side.
    pub fn new(problem: &Problem, wish: Wish, settings: &Settings, jobs: usize) -> Trier {
        let base = bare(problem);
        let versions = base.versions();
        let mut claims = wish.claims(versions.len(), &starters(&base));
        // What stays is compared move by move, also where the board is turned.
        claims.all.moves.clear();
        let of_twins = claims.twins.iter_mut().map(|(_, claim)| claim);
        let of_sides = claims.sides.iter_mut().map(|(_, claim)| claim);
        of_twins
            .chain(of_sides)
            .for_each(|claim| claim.moves.clear());
        let memory = settings.memory / 2;
        let each = memory / versions.len().max(1);
        let table = |version: &Version| may_share(&version.problem).then(|| SharedTable::new(each));
        let text = |kept: &Kept| {
            let version = versions.get(kept.twin);
            version.map_or(String::new(), |version| {
                heading(version) + &told(&version.problem, kept)
            })
        };
        Trier {
            tables: versions.iter().map(table).collect(),
            texts: wish.keep.iter().map(text).collect(),
            base,
            wish,
            claims,
            settings: Settings {
                threads: 1,
                memory: (settings.memory / 2 / jobs.max(1)).max(1 << 20),
                max_solutions: None,
                checkpoint: None,
                part: None,
                ..settings.clone()
            },
            cooks: Mutex::default(),
            takes_short_cuts: true,
            searched: AtomicU64::new(0),
        }
    }

    /// The same without replays, shared tables and early ends.
    pub fn without_short_cuts(self) -> Trier {
        Trier {
            takes_short_cuts: false,
            ..self
        }
    }

    /// The problem whose variants are tried, without options of output.
    pub fn problem(&self) -> &Problem {
        &self.base
    }

    /// Whether the user wants no more.
    pub fn is_cancelled(&self) -> bool {
        self.settings.cancel.load(Relaxed)
    }

    /// How many searches were begun.
    pub fn searches(&self) -> u64 {
        self.searched.load(Relaxed)
    }

    /// What a variant is.
    pub fn answer(&self, variant: &Variant) -> Answer {
        let problem = match variant.apply(&self.base) {
            Ok((problem, _)) => problem,
            Err(why) => return Answer::new(Class::IllegalPosition, why, Means::Position),
        };
        if !Kind::OF_BOARD.contains(&variant.kind) {
            return self.judge(problem, &self.wish, variant.keeps_rules());
        }
        match self.wish.carried(&self.base.diagram, &variant.changes) {
            Some(wish) => self.judge(problem, &wish, false),
            None => {
                let reason = "the solution cannot be carried along";
                Answer::new(Class::NotSupported, reason, Means::Position)
            }
        }
    }

    /// What the problem itself is.
    pub fn answer_as_it_stands(&self) -> Answer {
        self.judge(self.base.clone(), &self.wish, true)
    }

    fn judge(&self, mut problem: Problem, wish: &Wish, shares: bool) -> Answer {
        problem.intention = self.claims.clone();
        let versions = problem.versions();
        for version in &versions {
            let faults = faults(&version.problem);
            if let Some(fault) = version.notes.first().or(faults.first()) {
                return Answer::new(Class::IllegalPosition, fault, Means::Position);
            }
        }
        // Rights that exclude each other make parts of the solution: only the whole examination tells them apart.
        let parted = legality::parts(&problem);
        let has_parts = parted.is_some_and(|parted| parted.versions().len() > versions.len());
        let tried = versions.iter().enumerate().filter(|_| !has_parts);
        for (number, version) in tried {
            let trial = Trial {
                trier: self,
                wish,
                version,
                number,
                shares: shares && self.takes_short_cuts,
            };
            if let Some(answer) = trial.run() {
                return answer;
            }
        }
        let verdict = check(&problem, &self.settings, &());
        let answer = self.judged(&verdict);
        match answer.holds().then(|| self.not_shown(&problem)).flatten() {
            Some(theme) => Answer {
                class: Class::NotExamined,
                reason: format!("{}, but {theme} is not shown", answer.class),
                ..answer
            },
            None => answer,
        }
    }

    /// A theme that is to be shown and is not.
    fn not_shown(&self, problem: &Problem) -> Option<&str> {
        let wished = &self.wish.themes;
        if wished.is_empty() {
            return None;
        }
        let shown = themes::themes(problem, &self.settings, &()).themes;
        let is_shown = |key: &&String| shown.iter().any(|shown| shown.theme == **key);
        wished.iter().find(|key| !is_shown(key)).map(String::as_str)
    }

    /// The verdict in full as an answer.
    fn judged(&self, verdict: &Verdict) -> Answer {
        let several = verdict.units.len() > 1;
        let found = verdict.units.iter().map(|unit| {
            let heading = if several {
                unit.heading()
            } else {
                String::new()
            };
            heading + &unit.found.join(", ")
        });
        Answer {
            class: verdict.verdict,
            reason: verdict.evidence.first().cloned().unwrap_or_default(),
            found: found.collect(),
            by: Means::Search,
        }
    }

    fn remember(&self, line: Kept) {
        let Ok(mut cooks) = self.cooks.lock() else {
            return;
        };
        let same = |cook: &&mut Cook| {
            cook.line.twin == line.twin && is_same_line(&cook.line.moves, &line.moves)
        };
        match cooks.iter_mut().find(same) {
            Some(cook) => cook.hits += 1,
            None => {
                cooks.truncate(COOKS - 1);
                cooks.push(Cook { line, hits: 1 });
            }
        }
        cooks.sort_by_key(|cook| std::cmp::Reverse(cook.hits));
    }

    /// The lines that cooked most often in a version.
    fn known_cooks(&self, twin: usize) -> Vec<Kept> {
        let Ok(cooks) = self.cooks.lock() else {
            return Vec::new();
        };
        let here = cooks.iter().filter(|cook| cook.line.twin == twin);
        here.map(|cook| cook.line.clone()).collect()
    }
}

/// A problem without wishes about output and limits of its own, for play alone counts.
fn bare(problem: &Problem) -> Problem {
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
    options.variation = false;
    options.set_play = false;
    options.intelligent = options.intelligent.map(|_| 0);
    problem
}

/// The sides that begin the actual play.
fn starters(problem: &Problem) -> Vec<Side> {
    let tree = stipulation::of_problem(problem).and_then(Result::ok);
    let starter = tree.map_or(Side::White, |tree| tree.starter);
    match (problem.options.duplex, problem.options.half_duplex) {
        (true, _) => vec![starter, !starter],
        (_, true) => vec![!starter],
        _ => vec![starter],
    }
}

/// Whether what is known of a position holds for every diagram: under the rules of the game, where no rule looks
/// back at the diagram.
fn may_share(problem: &Problem) -> bool {
    let options = &problem.options;
    let plain = problem.conditions.is_empty()
        && problem.invisible == 0
        && problem.target().is_none()
        && !problem.goals().any(|goal| goal.tells_men_apart());
    plain
        && !options.duplex
        && !options.half_duplex
        && options.fates.is_empty()
        && Stage::new(problem).is_some_and(|stage| stage.engine.rules().are_orthodox())
}

/// A variant's version under trial.
struct Trial<'a> {
    trier: &'a Trier,
    wish: &'a Wish,
    version: &'a Version,
    number: usize,
    /// Whether the shared table holds for it.
    shares: bool,
}

impl Trial<'_> {
    /// What speaks against the version; nothing if nothing does so far.
    fn run(&self) -> Option<Answer> {
        if self.trier.takes_short_cuts {
            let mut stage = Stage::new(&self.version.problem);
            let refuted = stage.as_mut().and_then(|stage| self.replay(stage));
            if refuted.is_some() {
                return refuted;
            }
        }
        self.search()
    }

    /// What playing lines says.
    fn replay(&self, stage: &mut Stage) -> Option<Answer> {
        let here = |kept: &&Kept| kept.twin == self.number;
        for kept in self.wish.keep.iter().filter(here) {
            let mut board = stage.clone_board();
            if board.play(&kept.moves).is_err() || !self.ends(&mut board, kept) {
                return Some(self.lost(kept, "cannot be played", Means::Replay));
            }
        }
        for kept in self.wish.kill.iter().filter(here) {
            if self.surely_solves(stage, kept) {
                let reason = format!("{} stays", self.told(kept));
                return Some(Answer::new(Class::Cooked, reason, Means::Replay));
            }
        }
        for cook in self.trier.known_cooks(self.number) {
            let is_kept = |kept: &Kept| is_same_line(&kept.moves, &cook.moves);
            if !self.wish.keep.iter().any(is_kept) && self.surely_cooks(stage, &cook) {
                let reason = format!("cooked by {}", self.told(&cook));
                self.trier.remember(cook);
                return Some(Answer::new(Class::Cooked, reason, Means::Replay));
            }
        }
        None
    }

    /// Whether a further line that solves is a cook whatever else there is: all solutions are named.
    fn surely_cooks(&self, stage: &Stage, cook: &Kept) -> bool {
        let kept = self.wish.kept(self.number, cook.starter).count();
        kept >= self.wish.count(self.number, cook.starter) && self.surely_solves(stage, cook)
    }

    /// Whether a line of help play solves, as replaying it shows.
    fn surely_solves(&self, stage: &Stage, line: &Kept) -> bool {
        let problem = &self.version.problem;
        let Some(asked) = problem.stipulation else {
            return false;
        };
        let helped = matches!(asked.genre, Genre::Help | Genre::Series | Genre::SeriesHelp);
        let options = &problem.options;
        let free = !options.goal_is_end && !options.keep_mating_piece && asked.introduction == 0;
        let plain = problem.invisible == 0 && options.fates.is_empty();
        if line.is_battle
            || line.is_set_play
            || !helped
            || !free
            || !plain
            || !asked.goal.row().ends_play
        {
            return false;
        }
        let mut board = stage.clone_board();
        board.play(&line.moves).is_ok() && board.engine.reaches(asked.goal)
    }

    /// Whether play ends after a line of help play as it is to end.
    fn ends(&self, stage: &mut Stage, kept: &Kept) -> bool {
        let asked = self.version.problem.stipulation;
        let whole = asked.filter(|asked| {
            matches!(asked.genre, Genre::Help | Genre::Series | Genre::SeriesHelp)
                && asked.goal.row().ends_play
        });
        kept.is_battle || whole.is_none_or(|asked| stage.engine.reaches(asked.goal))
    }

    fn lost(&self, kept: &Kept, how: &str, by: Means) -> Answer {
        let reason = format!("{} {how}", self.told(kept));
        Answer::new(Class::Missing, reason, by)
    }

    /// What a search says that stops at one solution too many.
    fn search(&self) -> Option<Answer> {
        if self.trier.takes_short_cuts
            && let Some(answer) = self.search_keys()
        {
            return Some(answer);
        }
        let starters = starters(&self.version.problem);
        let wanted = starters
            .iter()
            .map(|side| self.wish.count(self.number, *side));
        let mut limit = wanted.max().unwrap_or(1) as u32 + 1;
        loop {
            let bound = self.trier.takes_short_cuts.then_some(limit);
            let found = self.solve(bound, None, &());
            let answer = self.compare(&found);
            if answer.is_some() || found.outcome != Outcome::Limited {
                return answer;
            }
            // Some of them are one solution by custom.
            limit = limit.saturating_mul(8);
        }
    }

    fn solve(
        &self,
        limit: Option<u32>,
        part: Option<Part>,
        observer: &dyn Observer,
    ) -> TwinSolution {
        self.trier.searched.fetch_add(1, Relaxed);
        let mut budget = self.trier.settings.budget(&Options::default());
        budget.max_solutions = limit;
        budget.part = part;
        if self.shares {
            budget.shared = self.trier.tables.get(self.number).cloned().flatten();
        }
        solve_version(self.version, &budget, observer)
    }

    /// In battle play: a key that stays is looked at before all other moves, and then those that cooked before.
    fn search_keys(&self) -> Option<Answer> {
        let mut keys: Vec<&Kept> = Vec::new();
        for kept in self
            .wish
            .keep
            .iter()
            .filter(|kept| kept.twin == self.number && kept.is_battle && !kept.is_set_play)
        {
            if !keys
                .iter()
                .any(|key| is_same(&key.moves[0].1, &kept.moves[0].1))
            {
                keys.push(kept);
            }
        }
        if keys.is_empty() || self.version.problem.options.duplex {
            return None;
        }
        for kept in &keys {
            if self.solves_alone(kept) == Some(false) {
                return Some(self.lost(&key_of(kept), "does not solve", Means::Search));
            }
        }
        if keys.len() < self.wish.count(self.number, keys[0].starter) {
            return None;
        }
        let cooks = self.trier.known_cooks(self.number);
        for cook in cooks.into_iter().take(KEYS) {
            let is_kept = keys
                .iter()
                .any(|key| is_same(&key.moves[0].1, &cook.moves[0].1));
            if !is_kept && self.solves_alone(&cook) == Some(true) {
                let reason = format!("cooked by {}", self.told(&cook));
                self.trier.remember(cook);
                return Some(Answer::new(Class::Cooked, reason, Means::Search));
            }
        }
        None
    }

    /// Whether a first move is a key, searched alone; nothing if that cannot be found out so.
    fn solves_alone(&self, key: &Kept) -> Option<bool> {
        let mut stage = Stage::new(&self.version.problem)?;
        let (side, record) = key.moves.first()?;
        stage.begin(*side);
        let legal = stage.legal();
        let first = legal.iter().position(|(_, other)| is_same(other, record))?;
        let part = Part {
            first,
            step: usize::MAX,
            reply: None,
        };
        let seen = Seen {
            wanted: record,
            is_it: AtomicBool::new(false),
        };
        let found = self.solve(None, Some(part), &seen);
        if !seen.is_it.load(Relaxed) || found.outcome != Outcome::Finished {
            return None;
        }
        let keys = found.phases.iter().flat_map(|phase| match &phase.play {
            Play::Tree(tree) => tree.branches.as_slice(),
            _ => &[],
        });
        let mut keys = keys.filter(|branch| branch.mark == Mark::Key);
        Some(keys.any(|branch| is_same(&branch.movement, record)))
    }

    /// What a solution has too much or too little.
    fn compare(&self, found: &TwinSolution) -> Option<Answer> {
        let by = Means::Search;
        for remark in &found.remarks {
            match remark {
                Remark::KingCapturable(_) => {
                    let reason = "a king could be captured";
                    return Some(Answer::new(Class::IllegalPosition, reason, by));
                }
                Remark::Refused(why) => return Some(Answer::new(Class::NotSupported, why, by)),
                Remark::Note(_) | Remark::Told(_) => {}
            }
        }
        let has_phase = !found.phases.is_empty();
        let actual = |phase: &&Phase| phase.kind == PhaseKind::Actual;
        for phase in found.phases.iter().filter(actual) {
            let answer = match &phase.play {
                Play::Lines(lines) => self.compare_lines(phase.starter, lines, found.outcome),
                Play::Tree(tree) => self.compare_keys(phase.starter, &tree.branches, found.outcome),
                Play::Dice(_) => None,
            };
            if answer.is_some() {
                return answer;
            }
        }
        match found.outcome {
            Outcome::TimeUp | Outcome::Interrupted => {
                Some(Answer::new(Class::Stopped, "not searched to its end", by))
            }
            _ if has_phase => None,
            _ => Some(Answer::new(Class::NoSolution, "no solution", by)),
        }
    }

    fn compare_lines(&self, starter: Side, lines: &[Line], outcome: Outcome) -> Option<Answer> {
        let by = Means::Search;
        let asked = self
            .version
            .problem
            .stipulation
            .map(|asked| asked.with(&self.version.problem.options));
        let short = lines
            .iter()
            .find(|line| asked.is_some_and(|asked| !is_full(&asked, line)));
        let notation = ShortNotation::new(&self.version.problem, Language::En);
        if let Some(line) = short {
            let reason = format!("short: {}{}", self.heading(), notation.line(line));
            return Some(Answer::new(Class::Short, reason, by));
        }
        let full = distinct(lines);
        let wanted = self.wish.count(self.number, starter);
        let kept: Vec<&Kept> = self.wish.kept(self.number, starter).collect();
        let is_kept = |line: &&&Line| {
            kept.iter()
                .any(|kept| is_same_line(&kept.moves, &line.moves))
        };
        if full.len() > wanted || full.len() == wanted && !kept.is_empty() {
            let surplus = full.iter().find(|line| !is_kept(line));
            if let Some(line) = surplus.filter(|_| kept.len() >= wanted || full.len() > wanted) {
                self.trier.remember(Kept {
                    twin: self.number,
                    is_set_play: false,
                    is_battle: false,
                    starter,
                    moves: line.moves.clone(),
                });
                let reason = format!("cooked by {}{}", self.heading(), notation.line(line));
                return Some(Answer::new(Class::Cooked, reason, by));
            }
        }
        if full.len() > wanted {
            return Some(Answer::new(Class::Cooked, "cooked", by));
        }
        if outcome != Outcome::Finished {
            return None;
        }
        let kills = self
            .wish
            .kill
            .iter()
            .filter(|kill| !kill.is_battle && kill.twin == self.number);
        let stays = |kill: &&Kept| {
            full.iter()
                .any(|line| is_same_line(&kill.moves, &line.moves))
        };
        if let Some(kill) = kills.into_iter().find(stays) {
            let reason = format!("{} stays", self.told(kill));
            return Some(Answer::new(Class::Cooked, reason, by));
        }
        let is_found = |kept: &&&Kept| {
            full.iter()
                .any(|line| is_same_line(&kept.moves, &line.moves))
        };
        if let Some(lost) = kept.iter().find(|kept| !is_found(kept)) {
            return Some(self.lost(lost, "does not solve", by));
        }
        self.too_few(full.len(), wanted)
    }

    fn compare_keys(&self, starter: Side, branches: &[Branch], outcome: Outcome) -> Option<Answer> {
        let by = Means::Search;
        let mut keys: Vec<&Branch> = Vec::new();
        for branch in branches.iter().filter(|branch| branch.mark == Mark::Key) {
            if !keys.iter().any(|key| key.movement == branch.movement) {
                keys.push(branch);
            }
        }
        let wanted = self.wish.count(self.number, starter);
        let kept: Vec<&Kept> = self.wish.kept(self.number, starter).collect();
        let is_kept = |key: &&&Branch| {
            kept.iter()
                .any(|kept| is_same(&kept.moves[0].1, &key.movement))
        };
        let all_named = !kept.is_empty();
        let surplus = keys.iter().find(|key| !is_kept(key));
        if keys.len() > wanted || all_named && keys.len() == wanted {
            if let Some(key) = surplus {
                self.trier.remember(Kept {
                    twin: self.number,
                    is_set_play: false,
                    is_battle: true,
                    starter,
                    moves: vec![(starter, key.movement.clone())],
                });
                let notation = ShortNotation::new(&self.version.problem, Language::En);
                let reason = format!("cooked by {}{}", self.heading(), notation.key(starter, key));
                return Some(Answer::new(Class::Cooked, reason, by));
            }
            if keys.len() > wanted {
                return Some(Answer::new(Class::Cooked, "cooked", by));
            }
        }
        if outcome != Outcome::Finished {
            return None;
        }
        let kills = self
            .wish
            .kill
            .iter()
            .filter(|kill| kill.is_battle && kill.twin == self.number);
        let stays = |kill: &&Kept| {
            keys.iter()
                .any(|key| is_same(&kill.moves[0].1, &key.movement))
        };
        if let Some(kill) = kills.into_iter().find(stays) {
            let reason = format!("{} stays", self.told(&key_of(kill)));
            return Some(Answer::new(Class::Cooked, reason, by));
        }
        let is_found = |kept: &&&Kept| {
            keys.iter()
                .any(|key| is_same(&kept.moves[0].1, &key.movement))
        };
        if let Some(lost) = kept.iter().find(|kept| !is_found(kept)) {
            return Some(self.lost(&key_of(lost), "does not solve", by));
        }
        self.too_few(keys.len(), wanted)
            .or_else(|| self.lost_variation(&kept))
    }

    fn too_few(&self, found: usize, wanted: usize) -> Option<Answer> {
        match found {
            0 => Some(Answer::new(Class::NoSolution, "no solution", Means::Search)),
            found if found < wanted => {
                let reason = format!("{found} of {wanted} solutions");
                Some(Answer::new(Class::Missing, reason, Means::Search))
            }
            _ => None,
        }
    }

    /// A variation that is to stay and is not in the play after the key.
    fn lost_variation(&self, kept: &[&Kept]) -> Option<Answer> {
        let longer: Vec<&&Kept> = kept.iter().filter(|kept| kept.moves.len() > 1).collect();
        if longer.is_empty() {
            return None;
        }
        let mut version = self.version.clone();
        version.problem.options.variation = true;
        version.problem.options.no_threat = true;
        let budget = self.trier.settings.budget(&Options::default());
        let found = solve_version(&version, &budget, &());
        let trees = found.phases.iter().filter_map(|phase| match &phase.play {
            Play::Tree(tree) => Some(tree.branches.as_slice()),
            _ => None,
        });
        let trees: Vec<&[Branch]> = trees.collect();
        let has = |kept: &Kept| {
            let moves: Vec<&MoveRecord> = kept.moves.iter().map(|(_, record)| record).collect();
            trees.iter().any(|branches| holds(branches, &moves))
        };
        let lost = longer.into_iter().find(|kept| !has(kept));
        lost.map(|lost| self.lost(lost, "does not solve", Means::Search))
    }

    /// A line in short notation, with the letter of its twin.
    fn told(&self, kept: &Kept) -> String {
        let mut places = self.trier.wish.keep.iter();
        let place = places.position(|other| other == kept);
        let text = place.and_then(|place| self.trier.texts.get(place));
        let tell = || self.heading() + &told(&self.version.problem, kept);
        text.cloned().unwrap_or_else(tell)
    }

    fn heading(&self) -> String {
        heading(self.version)
    }
}

/// `b) `; nothing where there are no twins.
pub(super) fn heading(version: &Version) -> String {
    let label = version.label.as_ref();
    label.map_or(String::new(), |label| {
        format!("{}) ", twin_letter(label.number))
    })
}

/// A kept line in short notation: `1.Bg3!`, `1.Kf7 Kf5 2.Rgf8 Qe6#`.
pub(super) fn told(problem: &Problem, kept: &Kept) -> String {
    let notation = ShortNotation::new(problem, Language::En);
    if let (true, [(side, record)]) = (kept.is_battle, kept.moves.as_slice()) {
        let mut key = Branch::new(record.clone());
        key.mark = Mark::Key;
        let at_once = problem.stipulation.filter(|asked| asked.length.moves == 1);
        key.goal = at_once.map(|asked| asked.goal);
        return notation.key(*side, &key);
    }
    let tree = stipulation::of_problem(problem).and_then(Result::ok);
    let missing = tree.map_or(0, |tree| tree.missing);
    let line = Line {
        missing: missing + u8::from(kept.is_set_play),
        moves: kept.moves.clone(),
        goal: problem
            .stipulation
            .map(|asked| asked.goal)
            .filter(|_| !kept.is_battle),
        restart: None,
        violates: false,
    };
    notation.line(&line)
}

/// The key alone.
fn key_of(kept: &Kept) -> Kept {
    Kept {
        moves: kept.moves[..1].to_vec(),
        ..kept.clone()
    }
}

/// Whether a tree has this play.
fn holds(branches: &[Branch], moves: &[&MoveRecord]) -> bool {
    let Some((first, rest)) = moves.split_first() else {
        return true;
    };
    let mut here = branches
        .iter()
        .filter(|branch| is_same(&branch.movement, first));
    here.any(|branch| holds(&branch.answers, rest))
}

/// Sees whether the first move searched is the one meant.
struct Seen<'a> {
    wanted: &'a MoveRecord,
    is_it: AtomicBool,
}

impl Observer for Seen<'_> {
    fn event(&self, event: Event<'_>) {
        if let Event::Started { movement, .. } = event
            && is_same(movement, self.wanted)
        {
            self.is_it.store(true, Relaxed);
        }
    }
}
