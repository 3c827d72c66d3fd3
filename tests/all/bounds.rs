//! Bounds of help and series play against exhaustive search: what can be reached is never
//! called hopeless, and no move that prepares it is left out.

use dawson::board::{Side, Square};
use dawson::conditions::compile;
use dawson::men::{Piece, WalkId, walk_id};
use dawson::orthodox::Orthodox;
use dawson::problem::{Argument, Condition, Goal, Problem};
use dawson::rules::{Engine, Game, Remaining, Wanted};
use std::fmt::Debug;
use std::ops::ControlFlow::Continue;

/// The SplitMix64 generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (number ^ (number >> 31)) % limit
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }

    /// A square near another, or somewhere.
    fn square(&mut self, near: Option<Square>) -> Square {
        let mut shift = |centre: u8| {
            let shifted = u64::from(centre) + self.below(5);
            shifted.saturating_sub(2).min(7) as u8
        };
        match near {
            Some(near) => Square::at(shift(near.byte() % 8), shift(near.byte() / 8)),
            None => Square::new(self.below(64) as u8),
        }
    }
}

const PAWN: WalkId = walk_id::PAWN;
const OFFICERS: [WalkId; 4] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
];

/// A position with Black's king among its men, and the few men of White.
fn position(chance: &mut Chance, white: u64, black: u64) -> Option<Orthodox> {
    scattered(chance, white, black, (&OFFICERS, Vec::new()))
}

/// The same in which dummies may stand about, and pawns become some men only.
fn position_with_dummies(chance: &mut Chance, white: u64, black: u64) -> Option<Orthodox> {
    const WALKS: [WalkId; 5] = [
        walk_id::QUEEN,
        walk_id::ROOK,
        walk_id::BISHOP,
        walk_id::KNIGHT,
        walk_id::DUMMY,
    ];
    let officers = chance.pick(&[&WALKS[..], &OFFICERS[..]]);
    let mut becomes = WALKS.to_vec();
    becomes.retain(|_| chance.below(2) == 0);
    let key = "prom-only".to_owned();
    let arguments: Vec<Argument> = becomes.into_iter().map(Argument::Walk).collect();
    let conditions = match arguments.is_empty() {
        true => Vec::new(),
        false => vec![Condition { key, arguments }],
    };
    scattered(chance, white, black, (officers, conditions))
}

/// The same on a board that lacks some squares.
fn position_with_holes(chance: &mut Chance, white: u64, black: u64) -> Option<Orthodox> {
    let holes = (0..1 + chance.below(20)).map(|_| Argument::Square(chance.square(None)));
    let arguments = holes.collect();
    let key = "hole".to_owned();
    let conditions = vec![Condition { key, arguments }];
    scattered(chance, white, black, (&OFFICERS, conditions))
}

fn scattered(
    chance: &mut Chance,
    white: u64,
    black: u64,
    (officers, conditions): (&[WalkId], Vec<Condition>),
) -> Option<Orthodox> {
    let mut problem = Problem::new();
    problem.conditions = conditions;
    let mut put = |square: Square, man: Piece| {
        let is_free = problem.diagram.on(square).is_none();
        if is_free {
            problem.diagram.put(square, man);
            problem.options.no_castling.insert(square);
        }
        is_free
    };
    let king = chance.square(None);
    for (side, count) in [(Side::Black, black), (Side::White, white)] {
        let man = Piece::new(walk_id::KING, side.into()).royal();
        while !put(
            if side == Side::Black {
                king
            } else {
                chance.square(None)
            },
            man,
        ) {}
        for _ in 0..count {
            let pawns = if side == Side::Black { 3 } else { 1 };
            let walk = match chance.below(5) < pawns {
                true => PAWN,
                false => chance.pick(officers),
            };
            let near = (side == Side::Black && chance.below(4) > 0).then_some(king);
            put(chance.square(near), Piece::new(walk, side.into()));
        }
    }
    let engine = compile(&problem).expect("orthodox play is never refused");
    Orthodox::of(&engine)
}

/// A position in which both sides may castle: kings and rooks at home, a few more men.
fn position_with_castlings(chance: &mut Chance, white: u64, black: u64) -> Option<Orthodox> {
    let mut problem = Problem::new();
    for (side, rank, count) in [(W, 0, white), (B, 7, black)] {
        let king = Piece::new(walk_id::KING, side.into()).royal();
        problem.diagram.put(Square::at(4, rank), king);
        let rook = Square::at(chance.pick(&[0, 7]), rank);
        problem
            .diagram
            .put(rook, Piece::new(walk_id::ROOK, side.into()));
        for _ in 1..count {
            let walk = chance.pick(&[PAWN, PAWN, walk_id::QUEEN, walk_id::KNIGHT]);
            let square = chance.square(Some(Square::at(4, 7 - rank)));
            if problem.diagram.on(square).is_none() {
                problem.diagram.put(square, Piece::new(walk, side.into()));
            }
        }
    }
    let engine = compile(&problem).expect("orthodox play is never refused");
    Orthodox::of(&engine)
}

/// Some men of any walks around Black's king, on boards with and without joined edges. Black
/// has few of them, for one that can move is no part of a mate in most places.
fn fairy_position(chance: &mut Chance, white: u64, black: u64) -> Option<Engine> {
    let mut problem = Problem::new();
    let boards = ["cylinder", "cylinder-h", "torus"];
    if chance.below(6) == 0 {
        let (key, arguments) = (chance.pick(&boards).to_owned(), Vec::new());
        problem.conditions.push(Condition { key, arguments });
    }
    let walks: Vec<WalkId> = WalkId::all().collect();
    let walks = [chance.pick(&walks), chance.pick(&walks)];
    let king = chance.square(None);
    let royal = |side: Side| Piece::new(walk_id::KING, side.into()).royal();
    problem.diagram.put(king, royal(B));
    let other = chance.square(None);
    if other != king {
        problem.diagram.put(other, royal(W));
    }
    for (side, count) in [(B, black), (W, white)] {
        for _ in 0..count {
            let walk = match chance.below(6) {
                0 => PAWN,
                1 => chance.pick(&OFFICERS),
                _ => chance.pick(&walks),
            };
            let near = (chance.below(4) > 0).then_some(king);
            let square = chance.square(near);
            if problem.diagram.on(square).is_none() && !walk.row().is_royal() {
                problem.diagram.put(square, Piece::new(walk, side.into()));
                problem.options.no_castling.insert(square);
            }
        }
    }
    let mut engine = compile(&problem).ok()?;
    engine.bound_at_once();
    Some(engine)
}

/// Compares bounds in all positions of some play; counts those from which the goal is reached.
struct Check {
    goal: Goal,
    by: Side,
    /// Whether that side only parries checks before its last ply, and passes otherwise.
    parries: bool,
    /// Some positions are not asked about: then what is known of a line skips plies.
    asks: Chance,
    reached: usize,
    hopeless: usize,
}

impl Check {
    fn new(goal: Goal, by: Side) -> Check {
        Check {
            goal,
            by,
            parries: false,
            asks: Chance(1),
            reached: 0,
            hopeless: 0,
        }
    }

    /// Whether plies by these sides, the first now, can end with the goal.
    fn explore<G: Game + Debug>(&mut self, game: &mut G, order: &[Side]) -> bool {
        let Some((&side, order_after)) = order.split_first() else {
            return game.reaches(self.goal);
        };
        if game.side_to_move() != side {
            if game.in_check(game.side_to_move()) {
                return false;
            }
            game.pass();
            let reached = self.explore(game, order);
            game.rewind();
            return reached;
        }
        // Search may have asked before whether fewer plies are enough.
        if order.len() > 2 && self.asks.below(2) == 0 {
            game.is_out_of_reach(self.rest(&order[2..]));
        }
        let rest = self.rest(order);
        let hopeless = self.asks.below(4) > 0 && game.is_out_of_reach(rest);
        if self.parries && side == self.by && order.len() > 1 && !game.in_check(side) {
            game.pass();
            let reached = self.explore(game, order_after);
            game.rewind();
            assert!(!hopeless || !reached, "{rest:?} {game:?}");
            return reached;
        }
        let mut preparing = Vec::new();
        let _ = game.visit_moves(Wanted::All, &[], &mut |game, movement| {
            if self.explore(game, order_after) {
                preparing.push(movement);
            }
            Continue(())
        });
        assert!(!hopeless || preparing.is_empty(), "{rest:?} {game:?}");
        self.reached += usize::from(!preparing.is_empty());
        self.hopeless += usize::from(hopeless);
        if order == [!self.by, self.by] {
            self.compare_preparing(game, &preparing);
        }
        !preparing.is_empty()
    }

    /// What is left of the play if these sides make the plies.
    fn rest(&self, order: &[Side]) -> Remaining {
        Remaining {
            goal: self.goal,
            by: self.by,
            plies: Side::BOTH.map(|side| order.iter().filter(|&&one| one == side).count() as u16),
            is_forced: false,
        }
    }

    fn compare_preparing<G: Game + Debug>(&self, game: &mut G, expected: &[G::Move]) {
        let mut shown = Vec::new();
        let _ = game.visit_moves(Wanted::BeforeGoal(self.goal), &[], &mut |_, movement| {
            shown.push(movement);
            Continue(())
        });
        let missed = expected.iter().find(|movement| !shown.contains(movement));
        assert_eq!(missed, None, "{game:?}");
    }
}

/// How many times more positions to look at, for a long run with `PROPTEST_CASES` in thousands.
fn more_cases() -> u64 {
    let cases = std::env::var("PROPTEST_CASES");
    let cases = cases.ok().and_then(|cases| cases.parse::<u64>().ok());
    cases.map_or(1, |cases| (cases / 1000).max(1))
}

#[track_caller]
fn check(goal: Goal, order: &[Side], (white, black): (u64, u64), positions: u64) {
    check_from(position, goal, order, (white, black), positions);
}

/// The same with final positions constructed beforehand, and with castlings in some diagrams.
#[track_caller]
fn check_plans(goal: Goal, order: &[Side], (white, black): (u64, u64), positions: u64) {
    check_from(with_plans, goal, order, (white, black), positions);
}

/// The same where the side to reach the goal only parries checks before.
#[track_caller]
fn check_parries(goal: Goal, order: &[Side], (white, black): (u64, u64), positions: u64) {
    let check = Check {
        parries: true,
        ..Check::new(goal, order[order.len() - 1])
    };
    check.run(with_plans, order, (white, black), positions);
}

fn with_plans(chance: &mut Chance, white: u64, black: u64) -> Option<Orthodox> {
    let begin =
        chance.pick::<Begin<Orthodox>>(&[position, position_with_castlings, position_with_holes]);
    let mut game = begin(chance, white, black)?;
    game.construct_at_once();
    Some(game)
}

fn few_promotions_with_plans(chance: &mut Chance, white: u64, black: u64) -> Option<Orthodox> {
    let mut game = position_with_dummies(chance, white, black)?;
    game.construct_at_once();
    Some(game)
}

/// How to set up a position with so many men of White and of Black.
type Begin<G> = fn(&mut Chance, u64, u64) -> Option<G>;

#[track_caller]
fn check_from<G: Game + Debug>(
    begin: Begin<G>,
    goal: Goal,
    order: &[Side],
    (white, black): (u64, u64),
    positions: u64,
) {
    let check = Check::new(goal, order[order.len() - 1]);
    check.run(begin, order, (white, black), positions);
}

impl Check {
    #[track_caller]
    fn run<G: Game + Debug>(
        mut self,
        begin: Begin<G>,
        order: &[Side],
        (white, black): (u64, u64),
        positions: u64,
    ) {
        let mut chance = Chance(order.len() as u64);
        for _ in 0..positions * more_cases() {
            let (white, black) = (1 + chance.below(white), chance.below(black + 1));
            let Some(mut game) = begin(&mut chance, white, black) else {
                continue;
            };
            game.set_side_to_move(order[0]);
            if !game.can_capture_king() {
                self.explore(&mut game, order);
            }
        }
        let (reached, hopeless) = (self.reached, self.hopeless);
        assert!(
            reached > 20 && hopeless > 20,
            "reached {reached}, hopeless {hopeless}"
        );
    }
}

/// A position by its men, White's in capitals.
fn placed(men: &[(u8, u8, char)]) -> Orthodox {
    let mut problem = Problem::new();
    for &(file, rank, letter) in men {
        let walk = WalkId::from_letters(&letter.to_ascii_uppercase().to_string(), 0);
        let side = if letter.is_uppercase() { W } else { B };
        let man = Piece::new(walk.expect("an orthodox letter"), side.into());
        let is_king = letter.eq_ignore_ascii_case(&'k');
        let man = if is_king { man.royal() } else { man };
        problem.diagram.put(Square::at(file, rank), man);
    }
    let engine = compile(&problem).expect("orthodox play is never refused");
    Orthodox::of(&engine).expect("the problem is orthodox")
}

const W: Side = Side::White;
const B: Side = Side::Black;

#[test]
fn the_ply_before_mate() {
    check(Goal::Mate, &[B, W], (5, 8), 1000);
}

#[test]
fn help_mates() {
    check(Goal::Mate, &[W, B, W], (3, 6), 100);
    check(Goal::Mate, &[B, W, B, W], (2, 4), 6);
}

#[test]
fn series_mates() {
    check(Goal::Mate, &[W, W, W], (2, 6), 80);
    check(Goal::Mate, &[B, B, W], (3, 5), 100);
    check(Goal::Mate, &[B, B, B, W], (5, 7), 40);
}

#[test]
fn help_stalemates() {
    check(Goal::Stalemate, &[B, W], (5, 6), 400);
    check(Goal::Stalemate, &[W, B, W], (4, 3), 60);
}

#[test]
fn series_stalemates() {
    check(Goal::Stalemate, &[W, W, W], (2, 4), 60);
    check(Goal::Stalemate, &[B, B, W], (4, 3), 60);
}

#[test]
fn boards_with_holes() {
    check_from(position_with_holes, Goal::Mate, &[B, W], (5, 8), 400);
    check_from(position_with_holes, Goal::Mate, &[W, B, W], (3, 5), 60);
    check_from(position_with_holes, Goal::Stalemate, &[B, W], (5, 6), 300);
    check_from(position_with_holes, Goal::Stalemate, &[B, B, W], (4, 3), 80);
}

#[test]
fn dummies_and_few_promotions() {
    check_from(position_with_dummies, Goal::Mate, &[B, W], (5, 8), 400);
    check_from(position_with_dummies, Goal::Mate, &[W, B, W], (3, 5), 60);
    check_from(position_with_dummies, Goal::Stalemate, &[B, W], (5, 6), 300);
    check_from(
        position_with_dummies,
        Goal::Stalemate,
        &[B, B, W],
        (4, 3),
        80,
    );
    let begin = few_promotions_with_plans;
    check_from(begin, Goal::Mate, &[W, B, W], (3, 5), 100);
    check_from(begin, Goal::Mate, &[B, B, B, W], (3, 4), 80);
    check_from(begin, Goal::Stalemate, &[W, B, W], (3, 3), 80);
    check_from(begin, Goal::Stalemate, &[W, W, W], (2, 4), 240);
}

#[test]
fn men_of_any_walks() {
    check_from(fairy_position, Goal::Mate, &[B, W], (7, 3), 500);
    check_from(fairy_position, Goal::Mate, &[B, B, W], (7, 2), 150);
    check_from(fairy_position, Goal::Mate, &[W, B, W], (5, 2), 60);
    check_from(fairy_position, Goal::Stalemate, &[B, W], (6, 3), 500);
    check_from(fairy_position, Goal::Stalemate, &[B, B, W], (5, 2), 100);
}

#[test]
fn constructed_help_mates() {
    check_plans(Goal::Mate, &[W, B, W], (3, 5), 60);
    check_plans(Goal::Mate, &[B, W, B, W], (2, 3), 20);
}

#[test]
fn constructed_series_mates() {
    check_plans(Goal::Mate, &[W, W, W], (2, 5), 80);
    check_plans(Goal::Mate, &[B, B, B, W], (3, 4), 60);
}

#[test]
fn constructed_help_stalemates() {
    check_plans(Goal::Stalemate, &[W, B, W], (3, 3), 60);
    check_plans(Goal::Stalemate, &[B, W, B, W], (2, 2), 30);
}

#[test]
fn constructed_series_stalemates() {
    check_plans(Goal::Stalemate, &[W, W, W], (2, 4), 240);
    check_plans(Goal::Stalemate, &[B, B, B, W], (3, 3), 150);
}

#[test]
fn constructed_final_positions_behind_parries() {
    check_parries(Goal::Mate, &[B, W, B, W], (4, 4), 300);
    check_parries(Goal::Stalemate, &[B, W, B, W], (3, 2), 300);
    check_parries(Goal::Mate, &[B, W, B, W], (2, 7), 100);
}

/// The king steps on the line of his bishop, and leaves it: Ka5-b5, Kd4-d3, Kb5*c5 mate.
#[test]
fn a_man_may_leave_a_line_it_went_to() {
    let (king, bishop) = ((0, 4, 'K'), (0, 5, 'B'));
    let black = [(3, 3, 'k'), (2, 1, 's'), (3, 1, 'p'), (2, 2, 'p')];
    let pawns = [(2, 4, 'p'), (4, 2, 'p'), (4, 3, 'p'), (4, 4, 'p')];
    let men: Vec<_> = [king, bishop]
        .into_iter()
        .chain(black)
        .chain(pawns)
        .collect();
    let (goal, by) = (Goal::Mate, W);
    let mut check = Check::new(goal, by);
    let mut game = placed(&men);
    assert!(check.explore(&mut game, &[W, B, W]));
}

/// A pawn on its last rank has no moves: Qb8-b3 is stalemate.
#[test]
fn a_pawn_rests_on_its_last_rank() {
    let men = [(4, 3, 'K'), (1, 7, 'Q'), (0, 0, 'k'), (7, 0, 'p')];
    let mut stalemates = 0;
    let wanted = Wanted::Reaching(Goal::Stalemate);
    let _ = placed(&men).visit_moves(wanted, &[], &mut |game, _| {
        stalemates += usize::from(game.reaches(Goal::Stalemate));
        Continue(())
    });
    assert_eq!(stalemates, 1);
}
