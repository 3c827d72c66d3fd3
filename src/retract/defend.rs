//! Defensive retractors: White takes back so that he reaches the goal whatever Black takes back.
//!
//! **Invariant:** a value is kept in the table only if the rule of the third repetition had no part in it:
//! that one depends on how a position was reached. **Invariant:** a search that has to stop knows nothing
//! of the positions it has not finished, and keeps nothing of them.

use super::forward::{Forward, ForwardLine};
use super::generator::Generator;
use super::limit::Limit;
use super::memo::Memo;
use super::scene::{Code, Scene};
use super::task::{Defence, DefenceKind, RetroRules};
use super::unmove::{UnMove, Wing};
use smallvec::{SmallVec, smallvec};
use std::cmp::Reverse;
use std::sync::Arc;

/// A first retraction that wins, or fails at few defences.
#[derive(Clone, Debug)]
pub struct RetroKey {
    /// The movement with each man that may have been captured with it: several where the other side says
    /// which.
    pub choices: Vec<UnMove>,
    /// What follows on each of them; nothing where no play is wanted.
    pub plays: Vec<RetroTree>,
    /// Defences that refute it; none of a key.
    pub refutations: Vec<UnMove>,
}

/// What follows a retraction of White: forward play at once, or each retraction of Black with the answers.
#[derive(Clone, Debug, Default)]
pub struct RetroTree {
    /// Ways of the forward play, if it is possible at once.
    pub forward: Vec<ForwardLine>,
    /// Black's retractions, those first that last longest.
    pub variations: Vec<RetroVariation>,
}

/// A retraction of Black with White's answers.
#[derive(Clone, Debug)]
pub struct RetroVariation {
    /// What Black takes back.
    pub defence: UnMove,
    /// What White takes back then: his retractions, each with all men that may have been captured by it, and what
    /// follows.
    pub answers: Vec<RetroAnswer>,
}

/// A retraction with what follows, once for each man that may have been captured where the other side says which.
pub type RetroAnswer = Vec<(UnMove, RetroTree)>;

impl RetroTree {
    /// How many moves White still takes back.
    pub fn depth(&self) -> usize {
        match self.forward.is_empty() {
            true => self
                .variations
                .iter()
                .map(RetroVariation::depth)
                .max()
                .unwrap_or(0),
            false => 0,
        }
    }
}

impl RetroVariation {
    /// How many moves White takes back after the defence.
    fn depth(&self) -> usize {
        let longest = |answer: &RetroAnswer| answer.iter().map(|(_, tree)| 1 + tree.depth()).max();
        self.answers.iter().filter_map(longest).min().unwrap_or(0)
    }
}

/// What a search of a defensive retractor found.
#[derive(Clone, Debug, Default)]
pub struct DefensiveFound {
    /// First retractions that win.
    pub keys: Vec<RetroKey>,
    /// First retractions with at most as many refutations as were asked for.
    pub tries: Vec<RetroKey>,
    /// Whether fewer moves do.
    pub shorter: bool,
    /// How many un-moves were found on the way.
    pub nodes: u64,
}

/// A movement: everything but the captured man.
type Movement = (u8, u8, u8, Code, Code, Option<Wing>, bool);

/// Un-moves among which the side chooses that does not take back; mostly one.
type Group = SmallVec<[UnMove; 1]>;

/// The result of a search: whether White wins, and whether the rule of repetition had a part in it.
#[derive(Clone, Copy)]
struct Value {
    wins: bool,
    by_repetition: bool,
}

impl Value {
    const WINS: Value = Value {
        wins: true,
        by_repetition: false,
    };
    const FAILS: Value = Value {
        wins: false,
        by_repetition: false,
    };
}

/// How far White is known to win and not to win from a position, whoever takes back next.
#[derive(Clone, Copy, Default)]
struct Known {
    /// He wins in so many moves; 0 if that is not known.
    wins_in: u16,
    /// He does not win in so many.
    fails_in: u16,
    /// How many retractions Black has; 0 if that is not known, or White takes back next.
    replies: u16,
}

impl Known {
    /// What is known about so many moves.
    fn about(self, moves: u16) -> Option<Value> {
        match self.wins_in {
            1.. if self.wins_in <= moves => Some(Value::WINS),
            _ => (self.fails_in >= moves).then_some(Value::FAILS),
        }
    }
}

/// A defensive retractor, ready to be searched.
#[derive(Clone)]
pub struct Defensive {
    generator: Generator,
    forward: Forward,
    defence: Defence,
    rules: RetroRules,
    limit: Limit,
    known: Arc<Memo<Known>>,
    goals: Arc<Memo<bool>>,
    path: Vec<u128>,
    /// By the moves left, what refuted last, and what won last.
    killers: [Vec<Option<Trace>>; 2],
}

/// What is compared of un-moves from different positions.
type Trace = (u8, u8, Code);

fn trace(one: &UnMove) -> Trace {
    (one.from, one.arrival, one.captured)
}

/// Puts the group first that begins like this.
fn put_first(groups: &mut [Group], killer: Option<Trace>) {
    let is_it = |group: &Group| group.first().map(trace) == killer;
    if let Some(place) = killer.and_then(|_| groups.iter().position(is_it)) {
        groups[..=place].rotate_right(1);
    }
}

impl Defensive {
    /// A search of this task.
    pub fn new(
        generator: &Generator,
        forward: &Forward,
        defence: Defence,
        rules: RetroRules,
        limit: &Limit,
    ) -> Defensive {
        let forward = match defence.kind == DefenceKind::Pacific && !rules.pacific_captures {
            true => forward.clone().without_captures(),
            false => forward.clone(),
        };
        Defensive {
            generator: generator.clone(),
            forward,
            defence,
            rules,
            limit: limit.clone(),
            known: Arc::new(Memo::of_bytes(limit.memory / 2)),
            goals: Arc::new(Memo::of_bytes(limit.memory / 4)),
            path: Vec::new(),
            killers: [(); 2].map(|()| vec![None; usize::from(defence.moves) + 1]),
        }
    }

    /// All keys, with full play if it is wanted, and tries with at most so many refutations.
    pub fn solve(&mut self, scene: &Scene, full_play: bool, tries: usize) -> DefensiveFound {
        let moves = self.defence.moves;
        self.path = vec![scene.key()];
        let groups = self.white_choices(scene);
        let limit = self.limit.clone();
        // Shorter searches fill the tables: what they know decides where longer ones look first.
        for fewer in 1..moves {
            let look = |group: &Group| {
                let mut own = self.clone();
                own.generator.found = 0;
                own.group_wins(group, fewer);
                own.generator.found
            };
            let looked: u64 = limit.map(&groups, look).into_iter().sum();
            self.generator.found += looked;
        }
        let judge = |group: &Group| {
            let mut own = self.clone();
            own.generator.found = 0;
            let key = own.judge(group, moves, full_play, tries);
            (key, own.generator.found)
        };
        let judged: Vec<_> = limit.map(&groups, judge);
        let mut found = DefensiveFound {
            nodes: judged.iter().map(|one| one.1).sum::<u64>() + self.generator.found,
            ..DefensiveFound::default()
        };
        for (key, _) in judged {
            match key {
                Some(key) if key.refutations.is_empty() => found.keys.push(key),
                Some(key) => found.tries.push(key),
                None => {}
            }
        }
        found.shorter = moves > 1 && !found.keys.is_empty() && self.white(scene, moves - 1).wins;
        found
    }

    /// A first retraction as a key or a try; none if it is neither.
    fn judge(
        &mut self,
        group: &[UnMove],
        moves: u16,
        full_play: bool,
        tries: usize,
    ) -> Option<RetroKey> {
        let (wins, choices) = self.group_wins(group, moves);
        if self.limit.is_reached() {
            return None;
        }
        if wins {
            let shown = choices.iter().filter(|_| full_play);
            let plays = shown
                .map(|choice| self.tree(&choice.before, moves))
                .collect();
            return Some(RetroKey {
                choices,
                plays,
                refutations: Vec::new(),
            });
        }
        let [only] = group else {
            return None;
        };
        if tries == 0 || moves < 2 || !self.is_legal(&only.before) {
            return None;
        }
        let refutations = self.refutations(&only.before, moves, tries)?;
        Some(RetroKey {
            choices: vec![*only],
            plays: Vec::new(),
            refutations,
        })
    }

    /// Black's retractions that White cannot meet, if they are at most so many.
    fn refutations(&mut self, scene: &Scene, moves: u16, most: usize) -> Option<Vec<UnMove>> {
        let mut refutations = Vec::new();
        self.path.push(scene.key());
        for group in self.black_choices(scene) {
            if !self.answers(&group, moves).wins {
                refutations.push(group[0]);
            }
            if refutations.len() > most || self.limit.is_reached() {
                break;
            }
        }
        self.path.pop();
        (refutations.len() <= most && !refutations.is_empty() && !self.limit.is_reached())
            .then_some(refutations)
    }

    /// White's retractions from a position in which he has just moved, grouped by who chooses: he chooses
    /// a group, Black one of its un-moves.
    fn white_choices(&mut self, scene: &Scene) -> Vec<Group> {
        let all = self.generator.un_moves(scene);
        match self.defence.kind {
            DefenceKind::Proca | DefenceKind::Klan => {
                all.into_iter().map(|one| smallvec![one]).collect()
            }
            DefenceKind::Pacific => {
                let quiet = all.into_iter().filter(|one| !one.is_capture());
                quiet.map(|one| smallvec![one]).collect()
            }
            DefenceKind::Hoeg => self.by_movement(all),
        }
    }

    /// Black's retractions: he chooses a group, White one of its un-moves.
    fn black_choices(&mut self, scene: &Scene) -> Vec<Group> {
        let all = self.generator.un_moves(scene);
        match self.defence.kind {
            DefenceKind::Proca => all.into_iter().map(|one| smallvec![one]).collect(),
            DefenceKind::Pacific => {
                let quiet = all.into_iter().filter(|one| !one.is_capture());
                quiet.map(|one| smallvec![one]).collect()
            }
            DefenceKind::Hoeg | DefenceKind::Klan => self.by_movement(all),
        }
    }

    fn by_movement(&self, all: Vec<UnMove>) -> Vec<Group> {
        let mut groups: indexmap::IndexMap<Movement, Group> = indexmap::IndexMap::new();
        for un_move in all {
            let (from, arrival, to, man, promotion, castling) = un_move.movement();
            let says = self.rules.mover_says_en_passant && un_move.en_passant;
            let movement = (from, arrival, to, man, promotion, castling, says);
            groups.entry(movement).or_default().push(un_move);
        }
        groups.into_values().collect()
    }

    /// Whether a group of White's wins: all its legal choices do, and there is one. Also these.
    fn group_wins(&mut self, group: &[UnMove], moves: u16) -> (bool, Vec<UnMove>) {
        let mut legal = Vec::new();
        for choice in group {
            if self.is_third_time(&choice.before) {
                continue;
            }
            if self.wins_after(&choice.before, moves).wins {
                if self.is_legal(&choice.before) {
                    legal.push(*choice);
                }
            } else if group.len() == 1 || self.is_legal(&choice.before) {
                return (false, Vec::new());
            }
        }
        (!legal.is_empty(), legal)
    }

    fn is_legal(&mut self, scene: &Scene) -> bool {
        self.generator.is_legal(scene, self.rules.level)
    }

    /// Whether White, who has just moved in the scene, wins in so many moves. Fewer moves are tried before more:
    /// mostly few do, and what refutes many refutes few.
    fn white(&mut self, scene: &Scene, moves: u16) -> Value {
        let key = scene.key();
        let known = self.known.get(key).unwrap_or_default();
        if let Some(value) = known.about(moves) {
            return value;
        }
        if moves == 0 || self.limit.is_reached() {
            return Value::FAILS;
        }
        let mut groups = self.white_choices(scene);
        let mut value = Value::FAILS;
        for moves in known.fails_in + 1..=moves {
            put_first(&mut groups, self.killers[1][usize::from(moves)]);
            value = match moves {
                1 => self.reaching(&groups),
                _ => self.winning(&mut groups, moves),
            };
            if self.limit.is_reached() && !value.wins {
                return Value::FAILS;
            }
            self.keep(key, value, moves, 0);
            if value.wins {
                break;
            }
        }
        value
    }

    /// Keeps what was found out, unless it depends on how the position was reached.
    fn keep(&mut self, key: u128, value: Value, moves: u16, replies: u16) {
        let mut known = self.known.get(key).unwrap_or_default();
        known.replies = replies;
        match value.wins {
            _ if value.by_repetition => {}
            true if known.wins_in == 0 || moves < known.wins_in => known.wins_in = moves,
            false => known.fails_in = known.fails_in.max(moves),
            true => {}
        }
        self.known.put(key, known);
    }

    /// Whether a retraction of White reaches the goal at once.
    fn reaching(&mut self, groups: &[Group]) -> Value {
        let found = groups.iter().find(|group| self.group_reaches(group));
        match found {
            Some(group) => {
                self.killers[1][1] = group.first().map(trace);
                Value::WINS
            }
            None => Value::FAILS,
        }
    }

    /// Whether a retraction of White wins in so many moves, but not at once.
    fn winning(&mut self, groups: &mut [Group], moves: u16) -> Value {
        // Where Black has the fewest retractions it is decided soonest.
        let known = |group: &Group| self.known.get(group[0].before.key()).unwrap_or_default();
        let killer = self.killers[1][usize::from(moves)];
        groups.sort_by_cached_key(|group| {
            let is_killer = killer.is_some() && group.first().map(trace) == killer;
            (!is_killer, known(group).replies)
        });
        let mut by_repetition = false;
        for group in groups.iter() {
            let value = self.group_value(group, moves);
            by_repetition |= value.by_repetition;
            if value.wins {
                self.killers[1][usize::from(moves)] = group.first().map(trace);
                return Value {
                    wins: true,
                    by_repetition,
                };
            }
            if self.limit.is_reached() {
                break;
            }
        }
        Value {
            wins: false,
            by_repetition,
        }
    }

    /// Whether all legal un-moves of a group win, and there is one.
    fn group_value(&mut self, group: &[UnMove], moves: u16) -> Value {
        let mut by_repetition = false;
        let mut any_legal = false;
        for choice in group {
            // A position for the third time is illegal: nobody can choose it.
            if self.is_third_time(&choice.before) {
                by_repetition = true;
                continue;
            }
            let value = self.wins_after(&choice.before, moves);
            by_repetition |= value.by_repetition;
            let needs_legal = group.len() > 1 || value.wins;
            let legal = needs_legal && self.is_legal(&choice.before);
            any_legal |= legal;
            if !value.wins && (group.len() == 1 || legal) {
                return Value {
                    wins: false,
                    by_repetition,
                };
            }
        }
        Value {
            wins: any_legal,
            by_repetition,
        }
    }

    fn group_reaches(&mut self, group: &[UnMove]) -> bool {
        let mut any = false;
        for choice in group {
            let reaches = self.reaches_goal(&choice.before);
            if !reaches && group.len() == 1 {
                return false;
            }
            let legal = self.is_legal(&choice.before);
            if !reaches && legal {
                return false;
            }
            any |= legal;
        }
        any
    }

    /// Whether White wins in the scene before a retraction of his, of which so many are left with it.
    /// Whether the scene is legal is not asked.
    fn wins_after(&mut self, scene: &Scene, moves: u16) -> Value {
        if self.reaches_goal(scene) {
            return Value::WINS;
        }
        if moves < 2 || self.limit.is_reached() {
            return Value::FAILS;
        }
        let key = scene.key();
        let known = self.known.get(key).unwrap_or_default();
        if let Some(value) = known.about(moves) {
            return value;
        }
        if !self.is_legal(scene) {
            return Value::FAILS;
        }
        let mut groups = self.black_choices(scene);
        self.path.push(key);
        let value = self.black(&mut groups, moves);
        self.path.pop();
        if value.wins || !self.limit.is_reached() {
            let replies = u16::try_from(groups.len()).unwrap_or(u16::MAX);
            self.keep(key, value, moves, replies);
        }
        value
    }

    /// Whether White meets every retraction of Black.
    fn black(&mut self, groups: &mut [Group], moves: u16) -> Value {
        // What is known to refute, or refuted longest, goes first.
        let killer = self.killers[0][usize::from(moves)];
        groups.sort_by_cached_key(|group| {
            let known = self.known.get(group[0].before.key()).unwrap_or_default();
            let is_killer = killer.is_some() && group.first().map(trace) == killer;
            (known.wins_in, Reverse((known.fails_in, is_killer)))
        });
        let mut by_repetition = false;
        let mut has_choice = false;
        for group in groups.iter() {
            // Whether a position is legal is found sooner than whether White wins there.
            if !self.has_legal(group) {
                by_repetition |= self.has_repeated(group);
                continue;
            }
            has_choice = true;
            let value = self.answers(group, moves);
            by_repetition |= value.by_repetition;
            if !value.wins {
                self.killers[0][usize::from(moves)] = group.first().map(trace);
            }
            if !value.wins || self.limit.is_reached() {
                return Value {
                    wins: false,
                    by_repetition,
                };
            }
        }
        Value {
            wins: has_choice,
            by_repetition,
        }
    }

    fn has_repeated(&self, group: &[UnMove]) -> bool {
        group
            .iter()
            .any(|choice| self.is_third_time(&choice.before))
    }

    fn has_legal(&mut self, group: &[UnMove]) -> bool {
        group
            .iter()
            .any(|choice| self.is_legal(&choice.before) && !self.is_third_time(&choice.before))
    }

    /// Whether White, choosing among a group of Black's, wins.
    fn answers(&mut self, group: &[UnMove], moves: u16) -> Value {
        let mut by_repetition = false;
        for choice in group {
            let scene = choice.before;
            if self.is_third_time(&scene) {
                by_repetition = true;
                continue;
            }
            // Where White does not choose, whether the position is legal is asked if he fails.
            let value = self.white_unless_refuted(&scene, moves - 1);
            by_repetition |= value.by_repetition;
            if value.wins && (group.len() == 1 || self.is_legal(&scene)) {
                return Value {
                    wins: true,
                    by_repetition,
                };
            }
        }
        Value {
            wins: false,
            by_repetition,
        }
    }

    /// Whether White wins after a retraction of Black, who may reach the goal himself.
    fn white_unless_refuted(&mut self, scene: &Scene, moves: u16) -> Value {
        if self.defence.forward_defence && self.reaches_goal(scene) {
            return Value {
                wins: false,
                by_repetition: false,
            };
        }
        self.path.push(scene.key());
        let value = self.white(scene, moves);
        self.path.pop();
        value
    }

    fn is_third_time(&self, scene: &Scene) -> bool {
        if !self.rules.repetition || self.path.len() < 8 {
            return false;
        }
        let key = scene.key();
        self.path.iter().filter(|&&one| one == key).count() >= 2
    }

    /// Whether the side to move reaches the goal forward.
    fn reaches_goal(&mut self, scene: &Scene) -> bool {
        let key = scene.key();
        if let Some(known) = self.goals.get(key) {
            return known;
        }
        let reaches = self
            .forward
            .is_possible(scene, &mut self.generator, self.rules.level);
        self.goals.put(key, reaches);
        reaches
    }

    /// The play from the scene before a retraction of White that wins.
    fn tree(&mut self, scene: &Scene, moves: u16) -> RetroTree {
        if self.reaches_goal(scene) {
            return RetroTree {
                forward: self
                    .forward
                    .lines(scene, &mut self.generator, self.rules.level),
                variations: Vec::new(),
            };
        }
        self.path.push(scene.key());
        let mut variations = Vec::new();
        for group in self.black_choices(scene) {
            if self.limit.is_reached() {
                break;
            }
            let choices: Vec<UnMove> = group
                .into_iter()
                .filter(|choice| {
                    self.is_legal(&choice.before) && !self.is_third_time(&choice.before)
                })
                .collect();
            let chooses =
                self.defence.kind == DefenceKind::Hoeg || self.defence.kind == DefenceKind::Klan;
            for choice in choices {
                let scene = choice.before;
                let answers = self.answers_of(&scene, moves - 1);
                let is_done = chooses && !answers.is_empty();
                if !answers.is_empty() {
                    variations.push(RetroVariation {
                        defence: choice,
                        answers,
                    });
                }
                if is_done {
                    break;
                }
            }
        }
        self.path.pop();
        variations.sort_by_key(|variation| Reverse(variation.depth()));
        RetroTree {
            forward: Vec::new(),
            variations,
        }
    }

    /// White's retractions that win in the fewest moves, with what follows.
    fn answers_of(&mut self, scene: &Scene, moves: u16) -> Vec<RetroAnswer> {
        self.path.push(scene.key());
        let fewest = (1..=moves).find(|&fewer| self.white(scene, fewer).wins);
        let mut answers = Vec::new();
        if let Some(fewest) = fewest {
            for group in self.white_choices(scene) {
                let (wins, choices) = self.group_wins(&group, fewest);
                if wins {
                    let each = choices.iter();
                    let followed = each.map(|one| (*one, self.tree(&one.before, fewest)));
                    answers.push(followed.collect());
                }
            }
        }
        self.path.pop();
        answers
    }
}
