//! A solution followed man by man: who moves in every line, what he captures, what he becomes, and how the position stands
//! before and after.
//!
//! Made once for each solution by playing it; themes read it and nothing else. Any rules can be followed. What needs to
//! know who attacks whom asks for the [`Board`], which only orthodox positions have.

use super::board::{Board, Kind, Unit};
use crate::board::{Side, Square};
use crate::men::{Piece, WalkId, walk_id};
use crate::notation::popeye::words::Language;
use crate::problem::{Diagram, Goal, Problem, Stipulation, Version};
use crate::solution::{
    Branch, Line, Mark, MovePart, MoveRecord, Phase as SolvedPhase, PhaseKind, Play, Scene,
    Solution, Threat,
};
use crate::soundness::ShortNotation;
use std::rc::Rc;

/// What a stretch of play is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PhaseKindOfStory {
    /// Play without the key.
    Set,
    /// Play after a first move with refutations.
    Try,
    /// Play after the key, or a solution of help play.
    Actual,
}

/// A stretch of play that is compared with others.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub version: usize,
    pub kind: PhaseKindOfStory,
    /// The first move of battle play.
    pub key: Option<usize>,
    /// What it threatens.
    pub threats: Vec<usize>,
    /// Whether it is said to threaten nothing.
    pub is_zugzwang: bool,
    /// The defences, in help play nothing.
    pub defences: Vec<usize>,
    /// The replies that spoil it.
    pub refutations: Vec<usize>,
    /// All lines from the first move to the end.
    pub lines: Vec<LineOfStory>,
}

/// Moves one after the other.
#[derive(Clone, Debug)]
pub(super) struct LineOfStory {
    pub nodes: Vec<usize>,
    /// The goal at its end.
    pub goal: Option<Goal>,
    /// Whether it shows what would happen if the defender passed.
    pub is_threat: bool,
}

/// What a move is in its play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A first move of battle play.
    First,
    /// A threat.
    Threat,
    /// A move of the side that is to be forced.
    Defence,
    /// Its answer.
    Answer,
    /// A move that spoils a try.
    Refutation,
    /// A move of help or series play.
    Help,
}

/// A man as the story knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub id: u8,
    pub piece: Piece,
}

/// Where the men stand.
#[derive(Clone, Debug)]
pub(super) struct State {
    men: Rc<Vec<Option<Man>>>,
    scene: Rc<Scene>,
    /// The square behind a pawn that has just moved two squares.
    passed: Option<usize>,
}

impl State {
    pub(super) fn on(&self, square: Square) -> Option<Man> {
        self.men.get(square.index()).copied().flatten()
    }

    /// All men with their squares.
    pub(super) fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        let squares = self.men.iter().enumerate();
        squares.filter_map(|(on, man)| Some((Square::new(on as u8), (*man)?)))
    }

    /// The position as plain geometry, if all men are those of the game.
    pub(super) fn board(&self) -> Option<Board> {
        let mut men = [None; 64];
        for (on, man) in self.men() {
            let side = match (man.piece.is_of(Side::White), man.piece.is_of(Side::Black)) {
                (true, false) => Side::White,
                (false, true) => Side::Black,
                _ => return None,
            };
            let kind = Kind::of(man.piece)?;
            let id = man.id;
            *men.get_mut(on.index())? = Some(Unit { id, side, kind });
        }
        Some(Board::new(men, self.passed))
    }
}

/// A castling, as two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castled {
    pub long: bool,
    pub rook: u8,
}

/// A move with what it does.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub role: Role,
    pub side: Side,
    pub record: MoveRecord,
    pub goal: Option<Goal>,
    /// The man that moves; none if it is not known or nobody does.
    pub man: Option<u8>,
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
    /// Who is captured, and where.
    pub captured: Option<(Man, Square)>,
    /// What a pawn becomes.
    pub promotes: Option<WalkId>,
    pub en_passant: bool,
    pub castled: Option<Castled>,
    pub before: State,
    pub after: State,
    /// Whether no other continuation would do.
    pub is_only: bool,
    /// The same, but for what a pawn becomes.
    pub is_only_step: bool,
}

impl Node {
    /// Whether it checks.
    pub(super) fn checks(&self) -> bool {
        self.record.check
    }

    /// Whether the same man goes to the same square, from wherever.
    pub(super) fn is_like(&self, other: &Node) -> bool {
        (self.man, self.to, self.promotes) == (other.man, other.to, other.promotes)
            && self.man.is_some()
    }

    /// What makes two moves of different phases the same: squares, man and what it becomes.
    pub(super) fn same_as(&self, other: &Node) -> bool {
        (self.from, self.to, self.promotes, self.piece, self.castled)
            == (
                other.from,
                other.to,
                other.promotes,
                other.piece,
                other.castled,
            )
            && self.side == other.side
    }
}

/// A solution as data.
#[derive(Debug)]
pub(super) struct Story {
    pub versions: Vec<Version>,
    /// The diagram of each version with its men.
    pub starts: Vec<State>,
    pub nodes: Vec<Node>,
    pub phases: Vec<Phase>,
    /// Whether the rules are those of the game throughout.
    pub is_orthodox: bool,
    /// Whether something was left out for its size.
    pub is_cut: bool,
    names: Vec<(u8, String)>,
}

/// So many moves are followed.
const MOST: usize = 200_000;

impl Story {
    /// Follows a solution of a problem.
    pub(super) fn new(problem: &Problem, solution: &Solution) -> Story {
        let versions = problem.versions();
        let mut story = Story {
            starts: Vec::new(),
            nodes: Vec::new(),
            phases: Vec::new(),
            is_orthodox: versions.iter().all(|version| is_orthodox(&version.problem)),
            is_cut: false,
            names: Vec::new(),
            versions,
        };
        for number in 0..story.versions.len() {
            let start = story.start(number);
            story.starts.push(start);
        }
        for (number, found) in solution.twins.iter().enumerate().take(story.starts.len()) {
            for phase in &found.phases {
                story.follow(number, phase);
            }
        }
        story
    }

    /// What is asked in a version.
    pub(super) fn asked(&self, version: usize) -> Option<Stipulation> {
        self.versions[version].problem.stipulation
    }

    /// Whether one side forces the other in all versions.
    pub(super) fn is_battle(&self) -> bool {
        (0..self.versions.len()).all(|version| {
            let asked = self.asked(version);
            asked.is_some_and(|asked| asked.genre.is_battle())
        })
    }

    /// Whether both sides play towards the goal.
    pub(super) fn is_help(&self) -> bool {
        self.phases
            .iter()
            .all(|phase| phase.key.is_none() && phase.defences.is_empty())
    }

    /// The phases that solve.
    pub(super) fn actual(&self) -> impl Iterator<Item = &Phase> {
        let phases = self.phases.iter();
        phases.filter(|phase| phase.kind == PhaseKindOfStory::Actual)
    }

    /// The lines of all phases that solve, without threats, with their phase.
    pub(super) fn solutions(&self) -> impl Iterator<Item = (usize, &LineOfStory)> {
        let phases = self.phases.iter().enumerate();
        let actual = phases.filter(|(_, phase)| phase.kind == PhaseKindOfStory::Actual);
        actual.flat_map(|(number, phase)| {
            let lines = phase.lines.iter();
            lines
                .filter(|line| !line.is_threat && line.goal.is_some())
                .map(move |line| (number, line))
        })
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// The only answer to a defence, if there is one and no dual.
    pub(super) fn answer(&self, defence: usize) -> Option<usize> {
        match &self.nodes[defence].children[..] {
            [answer] => Some(*answer),
            _ => None,
        }
    }

    /// Whether a move was chosen by its author: one of several that would do is not. What a defender is forced to in the
    /// end of self and reflex play is chosen, too.
    pub(super) fn is_chosen(&self, node: &Node) -> bool {
        match node.role {
            Role::First | Role::Help => true,
            Role::Answer => node.is_only,
            Role::Defence => node.is_only && node.goal.is_some(),
            Role::Threat | Role::Refutation => false,
        }
    }

    /// The same, but what a pawn becomes may be left open.
    pub(super) fn is_chosen_step(&self, node: &Node) -> bool {
        self.is_chosen(node) || node.role == Role::Answer && node.is_only_step
    }

    /// A man's letter and first square: `wRa1`.
    pub(super) fn name(&self, id: u8) -> String {
        let named = self.names.iter().find(|(other, _)| *other == id);
        named.map_or_else(|| format!("#{id}"), |(_, name)| name.clone())
    }

    /// A line up to and with a move, in short notation.
    pub(super) fn text(&self, version: usize, last: usize) -> String {
        let mut path = vec![last];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        let problem = &self.versions[version].problem;
        let notation = ShortNotation::new(problem, Language::En);
        let steps: Vec<_> = path
            .iter()
            .map(|number| {
                let node = &self.nodes[*number];
                (node.side, &node.record, node.goal)
            })
            .collect();
        let texts = notation.moves(&steps);
        numbered(&steps, &texts, self.starter(version))
    }

    fn starter(&self, version: usize) -> Side {
        let tree = crate::stipulation::of_problem(&self.versions[version].problem);
        let tree = tree.and_then(Result::ok);
        let half = self.versions[version].problem.options.half_duplex;
        let starter = tree.map_or(Side::White, |tree| tree.starter);
        if half { !starter } else { starter }
    }

    /// The men of a version's diagram, those that other versions have too under the same numbers.
    fn start(&mut self, number: usize) -> State {
        let diagram = self.versions[number].problem.start_of_play().into_owned();
        let mut men = vec![None; 256];
        let mut left: Vec<(Square, Piece)> = diagram.men().collect();
        if let Some(first) = self.starts.first() {
            let first: Vec<(Square, Man)> = first.men().collect();
            let mut missing = Vec::new();
            for (on, man) in &first {
                match left
                    .iter()
                    .position(|(square, piece)| (square, piece) == (on, &man.piece))
                {
                    Some(place) => {
                        left.remove(place);
                        men[on.index()] = Some(*man);
                    }
                    None => missing.push(*man),
                }
            }
            // A man that only stands elsewhere is the same man.
            for man in missing {
                let mut here = left.iter().filter(|(_, piece)| *piece == man.piece);
                if let (Some((on, _)), None) = (here.next().copied(), here.next()) {
                    left.retain(|(square, _)| *square != on);
                    men[on.index()] = Some(man);
                }
            }
        }
        for (on, piece) in left {
            let id = self.names.len() as u8;
            let name = name(&self.versions[number].problem, piece, on);
            self.names.push((id, name));
            men[on.index()] = Some(Man { id, piece });
        }
        State {
            men: Rc::new(men),
            scene: Rc::new(Scene::new(diagram, Vec::new())),
            passed: passed_in_diagram(&self.versions[number].problem),
        }
    }

    fn follow(&mut self, version: usize, phase: &SolvedPhase) {
        let kind = match phase.kind {
            PhaseKind::SetPlay => PhaseKindOfStory::Set,
            PhaseKind::Actual | PhaseKind::PostKey | PhaseKind::Defence => PhaseKindOfStory::Actual,
        };
        match &phase.play {
            Play::Lines(lines) => {
                for line in lines {
                    let kind = match line.missing {
                        0 => kind,
                        _ if phase.kind == PhaseKind::Actual => kind,
                        _ => PhaseKindOfStory::Set,
                    };
                    self.help(version, kind, line);
                }
            }
            Play::Tree(tree) if phase.kind == PhaseKind::Actual => {
                for key in &tree.branches {
                    let kind = match key.mark {
                        Mark::Key => PhaseKindOfStory::Actual,
                        _ => PhaseKindOfStory::Try,
                    };
                    self.battle(version, kind, phase.starter, key);
                }
            }
            Play::Tree(tree) => {
                let start = self.starts[version].clone();
                let mut made = empty(version, kind);
                for defence in &tree.branches {
                    let node =
                        self.branch(&start, None, phase.starter, defence, Role::Defence, true);
                    made.defences.extend(node);
                }
                made.threats = self.threats(&start, None, !phase.starter, &tree.threat);
                made.is_zugzwang = tree.threat == Threat::Zugzwang;
                self.finish(made);
            }
            Play::Dice(_) => {}
        }
    }

    fn help(&mut self, version: usize, kind: PhaseKindOfStory, line: &Line) {
        let mut state = self.starts[version].clone();
        let (mut parent, mut nodes) = (None, Vec::new());
        for (side, record) in &line.moves {
            let Some(number) = self.play(&state, parent, *side, record, Role::Help) else {
                return;
            };
            self.nodes[number].is_only = true;
            self.nodes[number].is_only_step = true;
            state = self.nodes[number].after.clone();
            parent = Some(number);
            nodes.push(number);
        }
        if let Some(last) = parent {
            self.nodes[last].goal = line.goal;
        }
        let goal = line.goal;
        let lines = vec![LineOfStory {
            nodes,
            goal,
            is_threat: false,
        }];
        self.phases.push(Phase {
            lines,
            ..empty(version, kind)
        });
    }

    fn battle(&mut self, version: usize, kind: PhaseKindOfStory, side: Side, key: &Branch) {
        let start = self.starts[version].clone();
        let Some(number) = self.branch(&start, None, side, key, Role::First, true) else {
            return;
        };
        let after = self.nodes[number].after.clone();
        let mut made = empty(version, kind);
        made.key = Some(number);
        made.defences = self.nodes[number].children.clone();
        made.threats = self.threats(&after, Some(number), side, &key.threat);
        made.is_zugzwang = key.threat == Threat::Zugzwang;
        // If no reply meets the threat, the threatened moves are the play.
        if made.defences.is_empty() && key.refutations.is_empty() {
            for threat in &made.threats {
                self.nodes[*threat].role = Role::Answer;
            }
        }
        for refutation in &key.refutations {
            let node = self.branch(
                &after,
                Some(number),
                !side,
                refutation,
                Role::Refutation,
                true,
            );
            made.refutations.extend(node);
        }
        self.finish(made);
    }

    fn threats(
        &mut self,
        state: &State,
        parent: Option<usize>,
        side: Side,
        threat: &Threat,
    ) -> Vec<usize> {
        let moves = threat.moves();
        let only = moves.len() == 1;
        let mut threats = Vec::new();
        for branch in moves {
            threats.extend(self.branch(state, parent, side, branch, Role::Threat, only));
        }
        threats
    }

    /// A move with all that follows.
    fn branch(
        &mut self,
        state: &State,
        parent: Option<usize>,
        side: Side,
        branch: &Branch,
        role: Role,
        is_only: bool,
    ) -> Option<usize> {
        let number = self.play(state, parent, side, &branch.movement, role)?;
        self.nodes[number].goal = branch.goal;
        self.nodes[number].is_only = is_only;
        let after = self.nodes[number].after.clone();
        let next = match role {
            Role::First | Role::Threat | Role::Answer => Role::Defence,
            Role::Defence | Role::Refutation | Role::Help => Role::Answer,
        };
        let only = branch.answers.len() == 1;
        for answer in &branch.answers {
            let child = self.branch(&after, Some(number), !side, answer, next, only);
            if let Some(child) = child {
                self.nodes[number].children.push(child);
            }
        }
        // If no reply meets the threat, the threatened moves follow, and the reply between is left out.
        if branch.answers.is_empty() && role == Role::Answer && branch.goal.is_none() {
            let moves = branch.threat.moves();
            for follows in moves {
                let only = moves.len() == 1;
                let child = self.branch(&after, Some(number), side, follows, Role::Answer, only);
                if let Some(child) = child {
                    self.nodes[number].children.push(child);
                }
            }
        }
        let children = self.nodes[number].children.clone();
        let steps = |child: &usize| (self.nodes[*child].from, self.nodes[*child].to);
        let first = children.first().map(steps);
        let only_step = children.iter().all(|child| Some(steps(child)) == first);
        for child in children {
            self.nodes[child].is_only_step = only_step;
        }
        Some(number)
    }

    /// The lines of a phase.
    fn finish(&mut self, mut phase: Phase) {
        let mut lines = Vec::new();
        let starts: Vec<usize> = match phase.key {
            Some(key) => vec![key],
            None => phase.defences.clone(),
        };
        for start in starts {
            self.lines_from(start, &mut Vec::new(), false, &mut lines);
        }
        let prefix: Vec<usize> = phase.key.into_iter().collect();
        for threat in &phase.threats {
            let is_threat = self.nodes[*threat].role == Role::Threat;
            self.lines_from(*threat, &mut prefix.clone(), is_threat, &mut lines);
        }
        phase.lines = lines;
        self.phases.push(phase);
    }

    fn lines_from(
        &self,
        number: usize,
        path: &mut Vec<usize>,
        is_threat: bool,
        lines: &mut Vec<LineOfStory>,
    ) {
        path.push(number);
        let node = &self.nodes[number];
        if node.children.is_empty() && lines.len() < MOST {
            lines.push(LineOfStory {
                nodes: path.clone(),
                goal: node.goal,
                is_threat,
            });
        }
        for child in &node.children {
            self.lines_from(*child, path, is_threat, lines);
        }
        path.pop();
    }

    fn play(
        &mut self,
        state: &State,
        parent: Option<usize>,
        side: Side,
        record: &MoveRecord,
        role: Role,
    ) -> Option<usize> {
        if self.nodes.len() >= MOST {
            self.is_cut = true;
            return None;
        }
        let mut scene = (*state.scene).clone();
        scene.play(side, record);
        let mut step = Follower::new(state);
        step.follow(record, &scene.diagram, side);
        let passed = step.passed();
        let men = step.seen(&scene.diagram);
        let node = Node {
            parent,
            children: Vec::new(),
            role,
            side,
            record: record.clone(),
            goal: None,
            man: step.man.map(|man| man.id),
            piece: step.man.map_or(Piece::NONE, |man| man.piece),
            from: step.from,
            to: step.to,
            captured: step.captured,
            promotes: step.promotes,
            en_passant: step.en_passant,
            castled: step.castled,
            before: state.clone(),
            after: State {
                men: Rc::new(men),
                scene: Rc::new(scene),
                passed,
            },
            is_only: false,
            is_only_step: false,
        };
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }
}

fn empty(version: usize, kind: PhaseKindOfStory) -> Phase {
    Phase {
        version,
        kind,
        key: None,
        threats: Vec::new(),
        is_zugzwang: false,
        defences: Vec::new(),
        refutations: Vec::new(),
        lines: Vec::new(),
    }
}

/// `1.Kf7 Kf5 2.Qe6#`, with dots where the side that begins has not moved.
fn numbered(
    steps: &[(Side, &MoveRecord, Option<Goal>)],
    texts: &[String],
    starter: Side,
) -> String {
    let (mut text, mut number, mut last) = (String::new(), 0, None);
    for ((side, ..), movement) in steps.iter().zip(texts) {
        if !text.is_empty() {
            text.push(' ');
        }
        match (*side == starter, last) {
            (true, _) => {
                number += 1;
                text += &format!("{number}.");
            }
            (false, None) => {
                number += 1;
                text += &format!("{number}...");
            }
            // The side that begins has passed, or the other moves twice.
            (false, Some(previous)) if previous != starter => {
                number += 1;
                text += &format!("{number}...");
            }
            (false, Some(_)) => {}
        }
        text += movement;
        last = Some(*side);
    }
    text
}

fn is_orthodox(problem: &Problem) -> bool {
    let usual = problem.diagram.men().all(|(_, man)| {
        let is_royal = man.walk() == walk_id::KING;
        Kind::of(man).is_some()
            && !man.is_neutral()
            && man.is_royal() == is_royal
            && man.attributes() == Default::default()
    });
    usual
        && problem.conditions.is_empty()
        && problem.invisible == 0
        && problem.diagram.geometry.width() == 8
        && problem.diagram.geometry.height() == 8
}

fn passed_in_diagram(problem: &Problem) -> Option<usize> {
    match &problem.options.en_passant[..] {
        [square] => Some(square.index()),
        _ => None,
    }
}

fn name(problem: &Problem, piece: Piece, on: Square) -> String {
    let sides = match (piece.is_of(Side::White), piece.is_of(Side::Black)) {
        (true, true) => "n",
        (true, false) => "w",
        _ => "b",
    };
    let letters = piece.walk().row().letters[0];
    format!("{sides}{letters}{}", problem.diagram.geometry.name(on))
}

/// Follows the men through one move.
struct Follower {
    men: Vec<Option<Man>>,
    man: Option<Man>,
    from: Square,
    to: Square,
    captured: Option<(Man, Square)>,
    promotes: Option<WalkId>,
    en_passant: bool,
    castled: Option<Castled>,
}

impl Follower {
    fn new(state: &State) -> Follower {
        Follower {
            men: (*state.men).clone(),
            man: None,
            from: Square::new(0),
            to: Square::new(0),
            captured: None,
            promotes: None,
            en_passant: false,
            castled: None,
        }
    }

    fn follow(&mut self, record: &MoveRecord, after: &Diagram, side: Side) {
        let mut here = None;
        for part in &record.parts {
            match part {
                MovePart::Movement {
                    from,
                    to,
                    captured,
                    en_passant,
                    ..
                } => {
                    let man = self.men[from.index()].take();
                    let victim = captured.and_then(|on| Some((self.men[on.index()].take()?, on)));
                    self.men[to.index()] = man;
                    if self.man.is_none() {
                        (self.man, self.from) = (man, *from);
                        self.en_passant = *en_passant;
                    }
                    self.captured = self.captured.or(victim);
                    self.to = *to;
                    here = Some(*to);
                }
                MovePart::GoesOn { to, captures } => {
                    let man = here.and_then(|on: Square| self.men[on.index()].take());
                    if *captures {
                        let victim = self.men[to.index()].take();
                        self.captured = self.captured.or(victim.map(|victim| (victim, *to)));
                    }
                    self.men[to.index()] = man;
                    self.to = *to;
                    here = Some(*to);
                }
                MovePart::Turns { to } => {
                    let man = here.and_then(|on: Square| self.men[on.index()].take());
                    self.men[to.index()] = man;
                    self.to = *to;
                    here = Some(*to);
                }
                MovePart::Transfers { from, to, .. } | MovePart::Partner { from, to, .. } => {
                    let man = self.men[from.index()].take();
                    self.men[to.index()] = man;
                }
                MovePart::Exchange { first, second } => {
                    let [one, other] =
                        [first.1, second.1].map(|square| self.men[square.index()].take());
                    self.men[second.1.index()] = one;
                    self.men[first.1.index()] = other;
                    if self.man.is_none() {
                        (self.man, self.from, self.to) = (one, first.1, second.1);
                    }
                }
                MovePart::Castling { long } => here = self.castle(*long, after, side),
                MovePart::Becomes { man, on } if on.is_none() && self.is_pawn() => {
                    self.promotes = Some(man.walk());
                }
                MovePart::TakesWalk { walk, on } if on.is_none() && self.is_pawn() => {
                    self.promotes = Some(*walk);
                }
                _ => {}
            }
        }
    }

    fn is_pawn(&self) -> bool {
        self.man.is_some_and(|man| man.piece.walk().row().is_pawn())
    }

    /// King and rook are those whose squares change.
    fn castle(&mut self, long: bool, after: &Diagram, side: Side) -> Option<Square> {
        let own = |man: &Man| man.piece.is_of(side);
        let left: Vec<(Square, Man)> = self
            .men
            .iter()
            .enumerate()
            .filter_map(|(on, man)| Some((Square::new(on as u8), (*man)?)))
            .filter(|(on, man)| own(man) && after.on(*on) != man.piece)
            .collect();
        let squares = after.geometry.squares();
        let arrivals: Vec<Square> = squares
            .into_iter()
            .filter(|on| {
                let man = after.on(*on);
                man.is_some()
                    && man.is_of(side)
                    && self.men[on.index()].map(|old| old.piece) != Some(man)
            })
            .collect();
        let mut king_to = None;
        let mut rook = None;
        for (from, _) in &left {
            self.men[from.index()] = None;
        }
        for (from, man) in left {
            let to = arrivals.iter().find(|on| after.on(**on) == man.piece)?;
            self.men[to.index()] = Some(man);
            if man.piece.walk() == walk_id::KING {
                (self.man, self.from, self.to) = (Some(man), from, *to);
                king_to = Some(*to);
            } else {
                rook = Some(man.id);
            }
        }
        self.castled = rook.map(|rook| Castled { long, rook });
        king_to
    }

    /// The square behind a pawn that has moved two squares.
    fn passed(&self) -> Option<usize> {
        let man = self.man?;
        let distance = self.from.index().abs_diff(self.to.index());
        (man.piece.walk() == walk_id::PAWN && distance == 16)
            .then(|| (self.from.index() + self.to.index()) / 2)
    }

    /// The men that stand there now, with what they are now; new ones get the last number.
    fn seen(&self, after: &Diagram) -> Vec<Option<Man>> {
        let mut men = vec![None; 256];
        for (on, piece) in after.men() {
            let id = self.men[on.index()].map_or(u8::MAX, |man| man.id);
            men[on.index()] = Some(Man { id, piece });
        }
        men
    }
}
