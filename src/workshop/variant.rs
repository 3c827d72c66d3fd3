//! Variants: the small changes of a problem that a composer would try, the cheapest first.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Attributes, Piece, Sides, WalkId, walk_id};
use crate::problem::{AppliedChange, Change, Diagram, Mirror, Options, Problem, Rotation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a variant changes; the more economical the earlier.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A man vanishes.
    Removed,
    /// A man stands elsewhere.
    Moved,
    /// A weaker man takes the place of one.
    Weaker,
    /// Two men exchange their squares.
    Exchanged,
    /// A man changes sides.
    Recoloured,
    /// A pawn is added.
    Pawn,
    /// Another man is added.
    Officer,
    /// Another man, no weaker one, takes the place of one.
    Replaced,
    /// All men are shifted.
    Shifted,
    /// The board is turned.
    Rotated,
    /// The board is reflected.
    Mirrored,
    /// White men become black and black men white.
    Colours,
    /// Another length.
    Length,
    /// The other side begins.
    Starter,
    /// Another goal.
    Goal,
    /// Another kind of play.
    Genre,
    /// A condition is added.
    Condition,
    /// Several changes.
    Several,
}

impl Kind {
    /// All of them, the most economical first.
    pub const ALL: [Kind; 18] = [
        Kind::Removed,
        Kind::Moved,
        Kind::Weaker,
        Kind::Exchanged,
        Kind::Recoloured,
        Kind::Pawn,
        Kind::Officer,
        Kind::Replaced,
        Kind::Shifted,
        Kind::Rotated,
        Kind::Mirrored,
        Kind::Colours,
        Kind::Length,
        Kind::Starter,
        Kind::Goal,
        Kind::Genre,
        Kind::Condition,
        Kind::Several,
    ];

    /// The changes of single men.
    pub const OF_MEN: [Kind; 8] = [
        Kind::Removed,
        Kind::Moved,
        Kind::Weaker,
        Kind::Exchanged,
        Kind::Recoloured,
        Kind::Pawn,
        Kind::Officer,
        Kind::Replaced,
    ];

    /// The changes of the whole board.
    pub const OF_BOARD: [Kind; 4] = [Kind::Shifted, Kind::Rotated, Kind::Mirrored, Kind::Colours];

    /// Its name: as in JSON, with spaces.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Removed => "a man removed",
            Kind::Moved => "a man moved",
            Kind::Weaker => "a weaker man",
            Kind::Exchanged => "two men exchanged",
            Kind::Recoloured => "a man of the other side",
            Kind::Pawn => "a pawn added",
            Kind::Officer => "a man added",
            Kind::Replaced => "another man",
            Kind::Shifted => "the position shifted",
            Kind::Rotated => "the board turned",
            Kind::Mirrored => "the board reflected",
            Kind::Colours => "colours exchanged",
            Kind::Length => "another length",
            Kind::Starter => "the other side begins",
            Kind::Goal => "another goal",
            Kind::Genre => "another kind of play",
            Kind::Condition => "a condition",
            Kind::Several => "several changes",
        }
    }
}

/// A small change of a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// What is changed.
    pub kind: Kind,
    /// The changes, in the form of a twin.
    pub changes: Vec<Change>,
    /// Other options, where the change is one of them.
    pub options: Option<Options>,
    /// What it costs, among variants of one kind: the less the better.
    pub cost: u32,
}

impl Variant {
    /// One change of the diagram.
    pub fn new(kind: Kind, change: Change, cost: u32) -> Variant {
        Variant {
            kind,
            changes: vec![change],
            options: None,
            cost,
        }
    }

    /// The changed problem and the changes with the men that they met.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn apply(&self, problem: &Problem) -> Result<(Problem, Vec<AppliedChange>), String> {
        let (mut changed, applied) = problem.changed(&self.changes)?;
        if let Some(options) = &self.options {
            changed.options = options.clone();
        }
        Ok((changed, applied))
    }

    /// Both variants together.
    pub fn and(&self, other: &Variant) -> Variant {
        let mut changes = self.changes.clone();
        for change in &other.changes {
            match (changes.last_mut(), change) {
                // Conditions replace all former ones.
                (Some(Change::Conditions(all)), Change::Conditions(more)) => {
                    let new = more.iter().filter(|condition| !all.contains(condition));
                    let new: Vec<_> = new.cloned().collect();
                    all.extend(new);
                }
                _ => changes.push(change.clone()),
            }
        }
        Variant {
            kind: Kind::Several,
            changes,
            options: other.options.clone().or_else(|| self.options.clone()),
            cost: 1000 * (self.kind as u32 + other.kind as u32) + self.cost + other.cost,
        }
    }

    /// Whether it only puts usual men elsewhere, away or among others, so that the rules of the game stay the same.
    pub(super) fn keeps_rules(&self) -> bool {
        let is_usual = |man: &Piece| {
            let plain = !man.is_neutral() && man.attributes() == Attributes::NONE;
            plain && USUAL.contains(&man.walk())
        };
        let keeps = |change: &Change| match change {
            Change::Move(..) | Change::Exchange(..) | Change::Remove(_) => true,
            Change::Add(_, man) => is_usual(man),
            _ => false,
        };
        self.options.is_none() && self.changes.iter().all(keeps)
    }

    /// The squares whose men it changes.
    fn squares(&self) -> SquareSet {
        let mut squares = SquareSet::default();
        for change in &self.changes {
            let touched = match change {
                Change::Move(one, other) | Change::Exchange(one, other) => [*one, *other],
                Change::Remove(square) | Change::Add(square, _) => [*square, *square],
                _ => continue,
            };
            for square in touched {
                squares.insert(square);
            }
        }
        squares
    }
}

/// Which variants are wanted.
#[derive(Clone, Debug)]
pub struct Menu {
    /// The kinds of change.
    pub kinds: Vec<Kind>,
    /// The walks of men that may be added or take the place of others; without them all that are usual
    /// and all that stand in the diagram.
    pub with: Option<Vec<WalkId>>,
    /// Squares that stay empty.
    pub not_on: SquareSet,
    /// Squares whose men stay.
    pub stay: SquareSet,
}

impl Menu {
    /// These kinds of change without further wishes.
    pub fn of(kinds: &[Kind]) -> Menu {
        Menu {
            kinds: kinds.to_vec(),
            with: None,
            not_on: SquareSet::default(),
            stay: SquareSet::default(),
        }
    }

    /// All single changes of these kinds, the most economical first.
    ///
    /// ```
    /// use dawson::Problem;
    /// use dawson::workshop::{Kind, Menu};
    /// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/RR6")?;
    /// let removals = Menu::of(&[Kind::Removed]).variants(&problem);
    /// assert_eq!(removals.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variants(&self, problem: &Problem) -> Vec<Variant> {
        let maker = Maker {
            diagram: &problem.diagram,
            problem,
            menu: self,
        };
        let mut kinds = self.kinds.clone();
        kinds.sort();
        kinds.dedup();
        let of_kind = |kind: Kind| {
            let mut variants = maker.of_kind(kind);
            variants.sort_by_key(|variant| variant.cost);
            variants
        };
        kinds.into_iter().flat_map(of_kind).collect()
    }

    /// Pairs of single changes of men that do not touch the same squares, the most economical first: by the
    /// places of both in their list, so that the cheap ones meet first.
    pub fn pairs(singles: &[Variant]) -> impl Iterator<Item = Variant> + '_ {
        let last = 2 * singles.len().saturating_sub(1);
        let together = |sum: usize| {
            let first = (sum + 1).saturating_sub(singles.len());
            (first..sum.div_ceil(2)).map(move |place| (place, sum - place))
        };
        let places = (1..=last).flat_map(together);
        let pairs = places.map(|(one, other)| (&singles[one], &singles[other]));
        let apart = |(one, other): &(&Variant, &Variant)| {
            let touched = other.squares();
            !one.squares()
                .into_iter()
                .any(|square| touched.contains(square))
        };
        pairs.filter(apart).map(|(one, other)| one.and(other))
    }
}

/// What a man is worth, in pawns, as far as it matters for the order of changes.
pub(super) fn value(walk: WalkId) -> u32 {
    match walk {
        walk_id::QUEEN => 9,
        walk_id::ROOK => 5,
        walk_id::BISHOP | walk_id::KNIGHT => 3,
        _ if walk.row().is_pawn() => 1,
        _ => 4,
    }
}

/// The usual men besides kings.
const USUAL: [WalkId; 5] = [
    walk_id::PAWN,
    walk_id::KNIGHT,
    walk_id::BISHOP,
    walk_id::ROOK,
    walk_id::QUEEN,
];

struct Maker<'a> {
    problem: &'a Problem,
    diagram: &'a Diagram,
    menu: &'a Menu,
}

impl Maker<'_> {
    fn of_kind(&self, kind: Kind) -> Vec<Variant> {
        match kind {
            Kind::Removed => self.removals(),
            Kind::Moved => self.moves(),
            Kind::Weaker => self.replacements(|new, old| new < old, kind),
            Kind::Replaced => self.replacements(|new, old| new >= old, kind),
            Kind::Exchanged => self.exchanges(),
            Kind::Recoloured => self.recolourings(),
            Kind::Pawn => self.additions(kind, true),
            Kind::Officer => self.additions(kind, false),
            Kind::Shifted => self.shifts(),
            Kind::Rotated => [Rotation::Quarter, Rotation::Half, Rotation::ThreeQuarters]
                .map(|turn| Variant::new(kind, Change::Rotate(turn), 0))
                .to_vec(),
            Kind::Mirrored => [Mirror::A1H1, Mirror::A1A8, Mirror::A1H8, Mirror::A8H1]
                .map(|mirror| Variant::new(kind, Change::Mirror(mirror), 0))
                .to_vec(),
            Kind::Colours => {
                let turned = vec![Change::PolishType, Change::Mirror(Mirror::A1A8)];
                let plain = Variant::new(kind, Change::PolishType, 0);
                let mirrored = Variant {
                    changes: turned,
                    cost: 1,
                    ..plain.clone()
                };
                vec![plain, mirrored]
            }
            Kind::Length => super::extend::lengths(self.problem),
            Kind::Starter => super::extend::starters(self.problem),
            Kind::Goal => super::extend::goals(self.problem),
            Kind::Genre => super::extend::genres(self.problem),
            Kind::Condition => super::conditions::additions(self.problem),
            Kind::Several => Vec::new(),
        }
    }

    /// The men that may be changed.
    fn free(&self) -> Vec<(Square, Piece)> {
        let free = |(square, _): &(Square, Piece)| !self.menu.stay.contains(*square);
        self.diagram.men().filter(free).collect()
    }

    /// The empty squares that may be used.
    fn empty(&self) -> Vec<Square> {
        let squares = self.diagram.geometry.squares().into_iter();
        let empty = |square: &Square| {
            self.diagram.on(*square).is_none() && !self.menu.not_on.contains(*square)
        };
        squares.filter(empty).collect()
    }

    fn removals(&self) -> Vec<Variant> {
        let free = self.free().into_iter().filter(|(_, man)| !man.is_royal());
        // What is worth most is saved first.
        let removal = |(square, man): (Square, Piece)| {
            Variant::new(
                Kind::Removed,
                Change::Remove(square),
                10 - value(man.walk()),
            )
        };
        free.map(removal).collect()
    }

    fn moves(&self) -> Vec<Variant> {
        let empty = self.empty();
        let mut moves = Vec::new();
        for (from, man) in self.free() {
            for &to in empty.iter().filter(|to| self.may_stand(man, **to)) {
                let way = self.distance(from, to);
                moves.push(Variant::new(Kind::Moved, Change::Move(from, to), way));
            }
        }
        moves
    }

    fn exchanges(&self) -> Vec<Variant> {
        let free = self.free();
        let mut exchanges = Vec::new();
        for (index, (one, man)) in free.iter().enumerate() {
            for (other, second) in free[..index].iter().filter(|(_, second)| second != man) {
                if self.may_stand(*man, *other) && self.may_stand(*second, *one) {
                    let change = Change::Exchange(*other, *one);
                    exchanges.push(Variant::new(Kind::Exchanged, change, 0));
                }
            }
        }
        exchanges
    }

    fn recolourings(&self) -> Vec<Variant> {
        let mut variants = Vec::new();
        for (square, man) in self.free() {
            for sides in self.sides() {
                let new = man.with_sides(sides);
                if new != man && !man.is_royal() && self.may_stand(new, square) {
                    let change = Change::Add(square, new);
                    variants.push(Variant::new(Kind::Recoloured, change, value(man.walk())));
                }
            }
        }
        variants
    }

    /// Other men of the same side whose value fits.
    fn replacements(&self, fits: fn(u32, u32) -> bool, kind: Kind) -> Vec<Variant> {
        let mut variants = Vec::new();
        for (square, man) in self.free().into_iter().filter(|(_, man)| !man.is_royal()) {
            for walk in self.walks() {
                let new = man.with_walk(walk);
                let (worth, before) = (value(walk), value(man.walk()));
                if new != man && fits(worth, before) && self.may_stand(new, square) {
                    let change = Change::Add(square, new);
                    variants.push(Variant::new(kind, change, worth));
                }
            }
        }
        variants
    }

    fn additions(&self, kind: Kind, pawns: bool) -> Vec<Variant> {
        let men: Vec<Piece> = self.men().into_iter().collect();
        let men = men.iter().filter(|man| man.walk().row().is_pawn() == pawns);
        let mut variants = Vec::new();
        for &man in men {
            for square in self.empty() {
                if self.may_stand(man, square) {
                    let cost = value(man.walk());
                    variants.push(Variant::new(kind, Change::Add(square, man), cost));
                }
            }
        }
        variants
    }

    /// The men that may be added: usual ones, and others that the diagram has.
    fn men(&self) -> Vec<Piece> {
        let mut men = Vec::new();
        for sides in self.sides() {
            let usual = self.walks().into_iter().map(|walk| Piece::new(walk, sides));
            let marked = self.diagram.men().map(|(_, man)| man.with_sides(sides));
            let allowed = |man: &Piece| self.is_asked(man.walk()) && !man.is_royal();
            for man in usual.chain(marked.filter(allowed)) {
                if !men.contains(&man) {
                    men.push(man);
                }
            }
        }
        men
    }

    fn is_asked(&self, walk: WalkId) -> bool {
        let with = self.menu.with.as_ref();
        with.is_none_or(|walks| walks.contains(&walk))
    }

    /// The walks of men that may come: those asked for, or the usual ones and those of the diagram.
    fn walks(&self) -> Vec<WalkId> {
        if let Some(walks) = &self.menu.with {
            return walks.clone();
        }
        let army = self.problem.army();
        let mut walks: Vec<WalkId> = USUAL.iter().map(|walk| army.walk(*walk)).collect();
        let common = self.diagram.men().filter(|(_, man)| !man.is_royal());
        for (_, man) in common {
            if !walks.contains(&man.walk()) && !man.walk().row().is_royal() {
                walks.push(man.walk());
            }
        }
        walks
    }

    /// White, Black, and neutral where there are neutral men.
    fn sides(&self) -> Vec<Sides> {
        let neutral = self.diagram.men().any(|(_, man)| man.is_neutral());
        let both = neutral.then_some(Sides::Both);
        [Sides::White, Sides::Black]
            .into_iter()
            .chain(both)
            .collect()
    }

    /// Usual pawns do not stand on the first and the last rank of the usual board.
    fn may_stand(&self, man: Piece, square: Square) -> bool {
        let board = &self.diagram.geometry;
        let rank = board.rank(square);
        let at_end = rank == 0 || rank + 1 == board.height();
        !(man.walk() == walk_id::PAWN && at_end && self.problem.conditions.is_empty())
    }

    /// In steps of a king.
    fn distance(&self, from: Square, to: Square) -> u32 {
        let board = &self.diagram.geometry;
        let files = board.file(from).abs_diff(board.file(to));
        let ranks = board.rank(from).abs_diff(board.rank(to));
        files.max(ranks).into()
    }

    /// All shifts that leave every man on the board.
    fn shifts(&self) -> Vec<Variant> {
        let board = &self.diagram.geometry;
        let (width, height) = (i16::from(board.width()), i16::from(board.height()));
        let mut variants = Vec::new();
        for files in 1 - width..width {
            for ranks in 1 - height..height {
                let from = board.square((-files).max(0), (-ranks).max(0));
                let to = board.square(files.max(0), ranks.max(0));
                let (Some(from), Some(to)) = (from, to) else {
                    continue;
                };
                let change = Change::Shift(from, to);
                let fits =
                    from != to && self.problem.changed(std::slice::from_ref(&change)).is_ok();
                if fits {
                    let way = files.unsigned_abs().max(ranks.unsigned_abs());
                    variants.push(Variant::new(Kind::Shifted, change, way.into()));
                }
            }
        }
        variants
    }
}

/// Where the man or the men of a square stand after a change of the whole board; `None` beyond its edge.
pub(super) fn carried(diagram: &Diagram, changes: &[Change], square: Square) -> Option<Square> {
    let mut probe = Problem::new();
    probe.diagram = Diagram::empty(diagram.geometry.clone());
    let mark = Piece::usual(walk_id::QUEEN, Side::White);
    probe.diagram.put(square, mark);
    let board = |change: &&Change| {
        matches!(
            change,
            Change::Shift(..) | Change::Mirror(_) | Change::Rotate(_)
        )
    };
    let changes: Vec<Change> = changes.iter().filter(board).cloned().collect();
    if changes.is_empty() {
        return Some(square);
    }
    let (moved, _) = probe.changed(&changes).ok()?;
    moved.diagram.men().next().map(|(square, _)| square)
}
