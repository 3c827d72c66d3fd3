//! Properties of the engine under every condition: taking back is exact, keys are
//! right, and what is generated is legal.

mod beside;
mod in_turns;

use self::beside::{agrees_with_plain, order_is_of_no_account};
use dawson::board::{Geometry, Joins, Side, Square};
use dawson::conditions::{DEFINITIONS, Definition, Own, compile, spell_out};
use dawson::men::{Attribute, Piece, Sides, WalkId, walk_id};
use dawson::notation::popeye::read::read;
use dawson::orthodox::Orthodox;
use dawson::position::{Effect, Reason, Slot};
use dawson::problem::{Argument, Condition, Diagram, Genre, Goal, Problem, Stipulation};
use dawson::rules::{Choices, Engine, Fault, Game, Kind, Move, Prefetch, Remaining, Wanted};
use dawson::sentences::{known, library};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow::Continue;
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The walks that random diagrams use beside kings: the whole catalogue, orthodox walks first.
static WALKS: LazyLock<Vec<WalkId>> = LazyLock::new(|| {
    let orthodox = ["queen", "rook", "bishop", "knight", "pawn", "pawn"];
    let orthodox = orthodox.map(|key| WalkId::from_key(key).expect("the walks are known"));
    let flat = Geometry::standard();
    let officers = WalkId::all()
        .filter(|walk| !walk.row().is_royal() && dawson::men::is_defined(&flat, *walk));
    orthodox.into_iter().chain(officers).collect()
});

/// How many of [`WALKS`] are orthodox.
const ORTHODOX: usize = 6;

/// A random diagram: two kings and some men, a few of them neutral if wanted.
#[derive(Debug, Clone)]
struct Scheme {
    squares: Vec<u8>,
    men: Vec<(usize, u8)>,
    turn: bool,
    plays: Vec<usize>,
}

fn scheme() -> impl Strategy<Value = Scheme> {
    let squares = Just((0..128u8).collect::<Vec<_>>()).prop_shuffle();
    let men = prop::collection::vec((0..WALKS.len(), 0..5u8), 3..12);
    let plays = prop::collection::vec(0..1000usize, 1..7);
    (squares, men, any::<bool>(), plays).prop_map(|(squares, men, turn, plays)| Scheme {
        squares,
        men,
        turn,
        plays,
    })
}

impl Scheme {
    /// The diagram under these conditions; kings are left out for sides with a royal square.
    fn problem(&self, conditions: Vec<Condition>, fairy: bool, neutral: bool) -> Problem {
        let mut problem = Problem::new();
        let mut squares = self.squares_of(&problem.diagram.geometry);
        let mut next = |problem: &mut Problem, piece: Piece| {
            let square = squares
                .find(|&square| square != Square::at(3, 3))
                .expect("there are squares left");
            problem.diagram.put(square, piece);
        };
        for side in Side::BOTH {
            let key = if side == Side::White {
                "white-royal-square"
            } else {
                "black-royal-square"
            };
            if conditions.iter().all(|condition| condition.key != key) {
                next(&mut problem, Piece::new(walk_id::KING, side.into()).royal());
            }
        }
        for &(walk, sides) in &self.men {
            let walk = if fairy { walk } else { walk % ORTHODOX };
            let walk = WALKS[walk];
            let sides = match sides {
                0 | 1 => Sides::White,
                2 | 3 => Sides::Black,
                _ if neutral => Sides::Both,
                _ => Sides::White,
            };
            next(&mut problem, Piece::new(walk, sides));
        }
        problem.conditions = conditions;
        problem
    }

    /// The same men, but White's stand around Black's king, which is on the edge of the board;
    /// few others have gone there.
    fn siege(&self, conditions: Vec<Condition>, fairy: bool, neutral: bool) -> Problem {
        let problem = self.problem(conditions, fairy, neutral);
        let order: Vec<Square> = self.squares_of(&problem.diagram.geometry).collect();
        let edge = |square: &Square| square.byte().is_multiple_of(8) || square.byte() < 8;
        let is_free = |square: &Square| *square != Square::at(3, 3);
        let king = order.iter().copied().filter(is_free).find(edge);
        let king = king.expect("a board has edges");
        let mut near: Vec<Square> = order.iter().copied().filter(is_free).collect();
        near.sort_by_key(|&square| distance(square, king) / 3);
        let mut near = near.into_iter().filter(|&square| square != king);
        let mut far = order.into_iter().rev().filter(is_free);
        let mut besieged = problem.clone();
        besieged.diagram = Diagram::empty(problem.diagram.geometry.clone());
        for (number, (_, man)) in problem.diagram.men().enumerate() {
            let is_black = man.sides() == Sides::Black;
            let stays_away = is_black != (number % 5 == 0);
            let mut free =
                |square: &Square| *square != king && besieged.diagram.on(*square).is_none();
            let square = match stays_away {
                _ if is_black && man.is_royal() => Some(king),
                true => far.find(&mut free),
                false => near.find(&mut free),
            };
            besieged
                .diagram
                .put(square.expect("there are squares left"), man);
        }
        besieged
    }

    /// Kings, most of their rooks and pawns at home, and some men of this scheme.
    fn castling(&self, missing: u8) -> Problem {
        let mut problem = self.problem(Vec::new(), false, false);
        let kings: Vec<_> = problem.diagram.men().collect();
        for (square, man) in kings {
            if man.is_royal() {
                problem.diagram.put(square, Piece::NONE);
            }
        }
        for side in Side::BOTH {
            let (first, second) = if side == Side::White { (0, 1) } else { (7, 6) };
            let king = Piece::new(walk_id::KING, side.into()).royal();
            problem.diagram.put(Square::at(4, first), king);
            for file in (0..8).filter(|file| missing >> file & 1 == 0) {
                let rook = Piece::new(walk_id::ROOK, side.into());
                let pawn = Piece::new(walk_id::PAWN, side.into());
                if matches!(file, 0 | 7) {
                    problem.diagram.put(Square::at(file, first), rook);
                }
                problem.diagram.put(Square::at(file, second), pawn);
            }
        }
        problem
    }

    /// Men that may do what is seldom done: kings and rooks at home, pawns that may be taken en
    /// passant at once or are about to promote, and some men of this scheme, a few of them neutral
    /// if wanted.
    fn lively(&self, conditions: Vec<Condition>, neutral: bool) -> Problem {
        let problem = self.problem(conditions, false, neutral);
        let mut lively = problem.clone();
        lively.diagram = Diagram::empty(problem.diagram.geometry.clone());
        let royals = problem.diagram.men().filter(|(_, man)| man.is_royal());
        for (_, king) in royals {
            let first = if king.sides() == Sides::White { 0 } else { 7 };
            lively.diagram.put(Square::at(4, first), king);
        }
        let pawn = |side: Side| Piece::new(walk_id::PAWN, side.into());
        let rook = |side: Side| Piece::new(walk_id::ROOK, side.into());
        let chosen = |number: usize| self.squares[number].is_multiple_of(2);
        for (number, side) in Side::BOTH.into_iter().enumerate() {
            let number = 8 * number;
            let rank = |rank: u8| if side == Side::White { rank } else { 7 - rank };
            let file = self.squares[number] % 7;
            let mut put = |wanted: bool, file: u8, on: u8, man: Piece| {
                if wanted {
                    lively.diagram.put(Square::at(file, rank(on)), man);
                }
            };
            put(chosen(number + 1), 0, 0, rook(side));
            put(chosen(number + 2), 7, 0, rook(side));
            put(true, file, 4, pawn(side));
            put(chosen(number + 3), file + 1, 6, pawn(!side));
            put(chosen(number + 4), 7 - file, 6, pawn(side));
        }
        let mut free = self.squares_of(&problem.diagram.geometry);
        let others = problem.diagram.men().filter(|(_, man)| !man.is_royal());
        for (_, man) in others.take(5) {
            let square = free.find(|&square| lively.diagram.on(square).is_none());
            lively
                .diagram
                .put(square.expect("there are squares left"), man);
        }
        lively
    }

    /// The squares of a board in the order of this scheme.
    fn squares_of(&self, board: &Geometry) -> impl Iterator<Item = Square> + use<> {
        let squares = board.squares();
        let order = self.squares.clone().into_iter().map(Square::new);
        order.filter(move |&square| squares.contains(square))
    }

    /// A board on which each side has a royal man and two men of each of these walks stand, one
    /// of them neutral now and then.
    fn company(&self, board: &Board, walks: &[WalkId]) -> Problem {
        let mut problem = Problem::new();
        let mut squares = self.squares_of(&board.geometry);
        problem.diagram = Diagram::empty(board.geometry.clone());
        problem.conditions = board.conditions.clone();
        let royal = walks.iter().find(|walk| walk.row().is_royal());
        let royal = *royal.unwrap_or(&walk_id::KING);
        let officers = walks.iter().filter(|walk| !walk.row().is_royal());
        let kings = Side::BOTH.map(|side| Piece::new(royal, side.into()).royal());
        let sides = [Sides::White, Sides::Black, Sides::Both];
        let men = officers.enumerate().flat_map(|(number, &walk)| {
            let pair = [sides[number % 3], sides[(number + 1) % 2]];
            pair.map(|sides| Piece::new(walk, sides))
        });
        for man in kings.into_iter().chain(men) {
            problem
                .diagram
                .put(squares.next().expect("enough squares"), man);
        }
        problem
    }

    fn turn(&self) -> Side {
        if self.turn { Side::White } else { Side::Black }
    }
}

/// How many king's steps one square of the usual board is from another.
fn distance(one: Square, other: Square) -> u8 {
    let (one, other) = (one.byte(), other.byte());
    let files = (one % 8).abs_diff(other % 8);
    files.max((one / 8).abs_diff(other / 8))
}

/// A board and the conditions that make it.
struct Board {
    geometry: Geometry,
    conditions: Vec<Condition>,
}

impl Board {
    fn sized(width: u8, height: u8) -> Board {
        let size = format!("{width}x{height}");
        let arguments = vec![Argument::Text("size".to_owned(), size)];
        let key = "board".to_owned();
        Board {
            geometry: Geometry::new(width, height, Joins::None).expect("a board of legal size"),
            conditions: vec![Condition { key, arguments }],
        }
    }

    fn joined(key: &str) -> Board {
        Board {
            geometry: Geometry::standard(),
            conditions: vec![plain(key)],
        }
    }

    fn of_cells(key: &str) -> Board {
        let mut problem = Problem::new();
        problem.conditions = vec![plain(key)];
        dawson::conditions::fit_diagram(&mut problem);
        Board {
            geometry: problem.diagram.geometry,
            conditions: problem.conditions,
        }
    }

    /// With the edges that its conditions join.
    fn of_play(&self) -> Geometry {
        let mut problem = Problem::new();
        problem.diagram = Diagram::empty(self.geometry.clone());
        problem.conditions = self.conditions.clone();
        dawson::conditions::board(&problem).expect("a board")
    }

    /// Small and large ones, and with edges joined in every way.
    /// The last of them play only now and then.
    fn all() -> [Board; 13] {
        [
            Board::sized(5, 5),
            Board::sized(8, 8),
            Board::sized(8, 10),
            Board::joined("cylinder"),
            Board::joined("cylinder-h"),
            Board::joined("torus"),
            Board::joined("moebius-strip"),
            Board::joined("klein-bottle"),
            Board::joined("projective-plane"),
            Board::joined("sphere"),
            Board::of_cells("hexagonal-glinski"),
            Board::of_cells("hexagonal-19"),
            Board::of_cells("space-chess"),
        ]
    }
}

/// The condition without arguments.
fn plain(key: &str) -> Condition {
    Condition::plain(key)
}

/// All conditions that pairs are made of: the built-in ones, then the contributed ones that are said in sentences.
static CONDITIONS: LazyLock<Vec<&'static Definition>> = LazyLock::new(|| {
    let texts = library::all().into_iter();
    let own = texts.map(|text| &known(&text).expect("there is room").definition);
    DEFINITIONS.iter().copied().chain(own).collect()
});

/// The forms of every condition that random play tries: without arguments, and with those of the
/// samples of its definition.
static FORMS: LazyLock<Vec<Vec<Condition>>> = LazyLock::new(|| {
    CONDITIONS
        .iter()
        .map(|definition| forms(definition))
        .collect()
});

fn forms(definition: &Definition) -> Vec<Condition> {
    let samples = definition.samples.iter().map(|arguments| {
        let name = definition.names().en;
        let text = format!(
            "BeginProblem\nCondition {name} {arguments}\nStipulation #1\nPieces White Ka1 Black Kh8\nEndProblem\n"
        );
        let reading = read(text.as_bytes());
        let condition = reading.problems[0].problem.conditions.first();
        condition.expect("a sample is understood").clone()
    });
    [plain(definition.key)].into_iter().chain(samples).collect()
}

/// The names of all forms of rebirth.
static REBIRTHS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let named = dawson::conditions::forms().map(|form| form.key);
    named.chain(dawson::conditions::REBIRTHS).collect()
});

impl Scheme {
    /// The condition of this number in one of its forms.
    fn sample(&self, number: usize) -> Condition {
        let forms = &FORMS[number];
        forms[self.plays[0] % forms.len()].clone()
    }
}

#[test]
fn every_sample_is_understood() {
    for (definition, forms) in DEFINITIONS.iter().zip(FORMS.iter()) {
        for form in forms.iter().skip(1) {
            assert_eq!(form.key, definition.key);
            assert_eq!(definition.unknown_argument(form), None, "{}", form.key);
            assert!(!form.arguments.is_empty(), "{}", form.key);
        }
    }
}

/// Plays at random and takes everything back, comparing at each step. Moves of former plies that
/// are wanted first may come first and change nothing else.
fn play_and_rewind(
    engine: &mut Engine,
    plays: &[usize],
    former: &[Move],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(engine.position().key(), engine.position().fresh_key());
    let Some((&play, rest)) = plays.split_first() else {
        return Ok(());
    };
    let before = engine.position().clone();
    let moves = engine.legal_moves();
    prop_assert_eq!(&before, engine.position(), "listing moves changes nothing");
    prop_assert_eq!(engine.has_move(), !moves.is_empty());
    let shown = moves_with_first(engine, former);
    // A move that a rule lists twice is shown once.
    prop_assert!(moves.iter().all(|movement| shown.contains(movement)));
    prop_assert!(shown.iter().all(|movement| moves.contains(movement)));
    prop_assert!(shown.len() <= moves.len());
    let Some(&movement) = moves.get(play % moves.len().max(1)) else {
        return Ok(());
    };
    prop_assert!(engine.is_legal(movement));
    for &movement in &moves {
        let told = engine.key_after(&movement);
        engine.play(movement);
        let key = engine.position().key();
        engine.rewind();
        prop_assert!(told.is_none_or(|told| told == key), "{:?}", movement);
    }
    engine.play(movement);
    let mut former = former.to_vec();
    let new: Vec<Move> = moves
        .into_iter()
        .filter(|new| !former.contains(new))
        .collect();
    former.extend(new);
    let flow = play_and_rewind(engine, rest, &former);
    engine.rewind();
    prop_assert_eq!(&before, engine.position(), "{:?} is taken back", movement);
    flow
}

/// The moves that a visitor is shown who wants some first.
fn moves_with_first(engine: &mut Engine, first: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    // A rule may list a move twice; nobody wants it first twice.
    let known = |index: usize| first[..index].contains(&first[index]);
    let once: Vec<Move> = (0..first.len())
        .filter(|index| !known(*index))
        .map(|index| first[index])
        .collect();
    let _ = engine.visit_moves(Wanted::All, &once, &mut |_, movement| {
        moves.push(movement);
        Continue(())
    });
    moves
}

fn check(problem: &Problem, scheme: &Scheme) -> Result<(), TestCaseError> {
    // A combination that is refused has nothing to be checked.
    let Ok(mut engine) = compile(problem) else {
        return Ok(());
    };
    let turn = scheme.turn();
    engine.set_side_to_move(turn);
    let told = |error| placed(problem, turn, &error);
    let checked = std::panic::catch_unwind(AssertUnwindSafe(|| {
        play_and_rewind(&mut engine, &scheme.plays, &[])?;
        agrees_with_plain(problem, turn, &scheme.plays)
    }));
    let panicked = |_| Err(TestCaseError::fail("panicked"));
    checked.unwrap_or_else(panicked).map_err(told)
}

/// The same for a problem with two conditions, and whichever comes first.
fn check_pair(problem: &Problem, scheme: &Scheme) -> Result<(), TestCaseError> {
    let turn = scheme.turn();
    let same = order_is_of_no_account(problem, turn, &scheme.plays);
    same.map_err(|error| placed(problem, turn, &error))?;
    check(problem, scheme)
}

/// A failure with the problem it was found in.
fn placed(problem: &Problem, turn: Side, error: &TestCaseError) -> TestCaseError {
    let men = |diagram: &Diagram| -> Vec<String> {
        let men = diagram.men();
        men.map(|(square, piece)| {
            format!("{:?} {} {square}", piece.sides(), piece.walk().row().key)
        })
        .collect()
    };
    let start = problem.start.as_ref().map(men);
    let men = men(&problem.diagram);
    TestCaseError::fail(format!(
        "{:?}, {turn:?} to move, {men:?} from {start:?}: {error}",
        problem.conditions
    ))
}

/// The moves that a visitor is shown who is told of them ahead.
fn moves_told_ahead(engine: &mut Engine) -> Vec<Move> {
    let (turn, tell) = (!engine.side_to_move(), |_| ());
    let ahead = Prefetch {
        turn,
        tell: &tell,
        is_idle: &|_| false,
        too_far: None,
    };
    let mut moves = Vec::new();
    let _ = engine.visit_moves_prefetching(Wanted::All, &[], ahead, &mut |_, movement| {
        moves.push(movement);
        Continue(())
    });
    moves
}

/// A reply told without playing is a legal move, though not always one of the best, where only
/// these may be chosen.
fn replies_are_legal(engine: &mut Engine) -> Result<(), TestCaseError> {
    let movements = engine.legal_moves_by_playing();
    let [all, royal] = [false, true].map(|checks| engine.certain_replies(&movements, checks));
    for &movement in &movements {
        if [false, true].map(|checks| engine.is_surely_answered(&movement, checks)) != [false; 2] {
            engine.play(movement);
            let has_move = engine.has_move();
            engine.rewind();
            prop_assert!(has_move, "{:?} is answered", movement);
        }
    }
    for ((&movement, one), other) in movements.iter().zip(all).zip(royal) {
        let replies = [one, other];
        if replies == [None; 2] {
            continue;
        }
        engine.play(movement);
        let answers = engine.legal_moves_by_playing();
        let chooses_freely = engine.has_choice();
        engine.rewind();
        for (from, to) in replies.into_iter().flatten() {
            let is_it = |answer: &Move| {
                let pseudo_move = answer.pseudo_move;
                (pseudo_move.from, pseudo_move.to, pseudo_move.captured) == (from, to, None)
            };
            let is_legal = match chooses_freely {
                true => answers.iter().any(is_it),
                false => !answers.is_empty(),
            };
            prop_assert!(is_legal, "{from}-{to} behind {movement:?}");
        }
    }
    Ok(())
}

/// Gives attributes to every other man, kings among them, as far as rules allow them.
fn mark(problem: &mut Problem, attributes: &[Attribute]) {
    let men: Vec<(Square, Piece)> = problem.diagram.men().collect();
    for (number, &(square, piece)) in men.iter().enumerate() {
        let may_have = |attribute: &&Attribute| {
            number % 2 == 0
                && (!HOPPING.contains(attribute) || piece.walk() == walk_id::GRASSHOPPER)
        };
        let given = attributes.iter().filter(may_have);
        let marked = given.fold(piece, |piece, attribute| piece.with(*attribute));
        problem.diagram.put(square, marked);
    }
    if attributes.contains(&Attribute::AliceB) {
        problem.conditions.push(plain("alice-chess"));
    }
}

fn moves<G: Game>(game: &mut G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = game.visit_moves(Wanted::All, &[], &mut |_, movement| {
        moves.push(movement);
        Continue(())
    });
    moves
}

/// A game that leads from the diagram to where random play ends is never called hopeless on
/// its way there, nor is it with more plies left.
fn leads_where_it_leads(problem: &Problem, scheme: &Scheme) -> Result<(), TestCaseError> {
    let Ok(mut engine) = compile(problem) else {
        return Ok(());
    };
    engine.set_side_to_move(scheme.turn());
    let (mut plies, mut numbers) = ([0; 2], Vec::new());
    for &play in &scheme.plays {
        let moves = moves(&mut engine);
        if moves.is_empty() {
            break;
        }
        plies[engine.side_to_move().index()] += 1;
        let number = number_of_play(&moves, play);
        numbers.push(number);
        engine.play(moves[number]);
    }
    let mut target = problem.clone();
    target.diagram = Diagram::empty(problem.diagram.geometry.clone());
    for square in engine.position().men() {
        let man = engine.position().piece_on(square);
        target.diagram.put(square, man);
    }
    target.start = Some(problem.diagram.clone());
    target.stipulation = Some(Stipulation::new(Genre::Help, Goal::AToB, 1));
    let Ok(mut engine) = compile(&target) else {
        return Ok(());
    };
    let orthodox = Orthodox::of(&engine);
    engine.set_side_to_move(scheme.turn());
    if !leads_home(&mut engine.clone(), &numbers) {
        return Ok(());
    }
    let followed = follow(&mut engine, plies, &numbers);
    followed.map_err(|error| placed(&target, scheme.turn(), &error))?;
    let Some(mut game) = orthodox else {
        return Ok(());
    };
    game.set_side_to_move(scheme.turn());
    let followed = follow(&mut game, plies, &numbers);
    followed.map_err(|error| placed(&target, scheme.turn(), &error))
}

/// Whether the moves of these numbers lead to the target: pawns may become men of the target too,
/// so that the numbers may mean other moves than in the random game.
fn leads_home(game: &mut Engine, numbers: &[usize]) -> bool {
    for number in numbers {
        let moves = moves(game);
        let Some(movement) = moves.get(*number) else {
            return false;
        };
        game.play(*movement);
    }
    game.reaches(Goal::AToB)
}

/// Which of the moves is played: often a special one, where there is any, for these are few.
fn number_of_play(moves: &[Move], play: usize) -> usize {
    let is_special = |movement: &Move| {
        let pseudo_move = movement.pseudo_move;
        let is_castling = matches!(pseudo_move.kind, Kind::Castling { .. });
        let elsewhere = pseudo_move.captured.is_some_and(|on| on != pseudo_move.to);
        is_castling || elsewhere || movement.choices != Choices::default()
    };
    let special: Vec<usize> = (0..moves.len())
        .filter(|&number| is_special(&moves[number]))
        .collect();
    match special.len() {
        0 => play % moves.len(),
        _ if play.is_multiple_of(3) => play / 3 % moves.len(),
        count => special[play / 3 % count],
    }
}

/// Plays the moves of these numbers, asking at each step.
fn follow<G: Game>(
    game: &mut G,
    mut plies: [u16; 2],
    numbers: &[usize],
) -> Result<(), TestCaseError> {
    for number in numbers {
        for more in [0, 1, 7] {
            let goal = Goal::AToB;
            let rest = Remaining {
                goal,
                by: Side::White,
                plies: plies.map(|plies| plies + more),
                is_forced: false,
            };
            prop_assert!(!game.is_out_of_reach(rest), "{:?} {:?}", numbers, rest);
        }
        plies[game.side_to_move().index()] -= 1;
        let moves = moves(game);
        game.play(moves[*number]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn orthodox_play_is_taken_back(scheme in scheme()) {
        check(&scheme.problem(Vec::new(), false, false), &scheme)?;
    }

    #[test]
    fn fairy_and_neutral_men_are_taken_back(scheme in scheme()) {
        check(&scheme.problem(Vec::new(), true, true), &scheme)?;
    }

    #[test]
    fn every_condition_alone_is_taken_back(scheme in scheme(), fairy in any::<bool>(), neutral in any::<bool>()) {
        for number in 0..DEFINITIONS.len() {
            check(&scheme.problem(vec![scheme.sample(number)], fairy, neutral), &scheme)?;
        }
    }

    #[test]
    fn special_moves_are_taken_back(scheme in scheme(), neutral in any::<bool>()) {
        check(&scheme.lively(Vec::new(), neutral), &scheme)?;
        for number in 0..DEFINITIONS.len() {
            check(&scheme.lively(vec![scheme.sample(number)], neutral), &scheme)?;
        }
    }

    #[test]
    fn games_that_may_castle_lead_where_they_lead(scheme in scheme(), right in any::<u8>()) {
        leads_where_it_leads(&scheme.castling(right), &scheme)?;
    }

    #[test]
    fn pairs_of_conditions_are_taken_back(
        scheme in scheme(),
        first in 0..DEFINITIONS.len(),
        second in 0..DEFINITIONS.len(),
        neutral in any::<bool>(),
    ) {
        let pair = vec![scheme.sample(first), scheme.sample(second)];
        check_pair(&scheme.problem(pair.clone(), false, neutral), &scheme)?;
        check_pair(&scheme.lively(pair.clone(), neutral), &scheme)?;
        check(&scheme.siege(pair, false, neutral), &scheme)?;
    }
}

// More cases: each is a few games.
proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn games_under_pairs_lead_where_they_lead(
        scheme in scheme(),
        numbers in [0..DEFINITIONS.len(), 0..DEFINITIONS.len()],
        forms in [0..REBIRTHS.len(), 0..REBIRTHS.len()],
        neutral in any::<bool>(),
    ) {
        let [one, other] = numbers.map(|number| scheme.sample(number));
        let [form, further] = forms.map(|form| plain(REBIRTHS[form]));
        for pair in [[one, other.clone()], [other, form.clone()], [form, further]] {
            lead_where_they_lead(pair.to_vec(), neutral, &scheme)?;
        }
    }
}

/// Whether the mover may choose where a man is reborn under this condition.
fn has_choice_of_squares(condition: &Condition) -> bool {
    let mut full = condition.clone();
    spell_out(&mut full);
    let words = ["super", "cage", "take-and-make"];
    words.iter().any(|word| full.has_flag(word))
}

/// Whether the sentences of a condition let captured men be reborn on any empty square.
fn says_any_square(condition: &Condition) -> bool {
    let own = Own::find(&condition.key);
    own.is_some_and(|own| own.text.contains("reborn on any empty square"))
}

/// Three games under these conditions, one of them from near the array, lead where they lead.
fn lead_where_they_lead(
    conditions: Vec<Condition>,
    neutral: bool,
    scheme: &Scheme,
) -> Result<(), TestCaseError> {
    // A series of captures with a choice of squares behind each has more ways than can be listed.
    let is_series = |condition: &Condition| condition.key == "series-capture";
    if conditions.iter().any(is_series) && conditions.iter().any(has_choice_of_squares) {
        return Ok(());
    }
    let mut castling = scheme.castling(scheme.squares[0]);
    castling.conditions.clone_from(&conditions);
    leads_where_it_leads(&scheme.problem(conditions.clone(), false, neutral), scheme)?;
    leads_where_it_leads(&scheme.lively(conditions, neutral), scheme)?;
    leads_where_it_leads(&castling, scheme)
}

/// So many cases of random play, or as many times as many as `DAWSON_RANDOM_PLAY` says.
fn cases(usual: u32) -> ProptestConfig {
    let times = std::env::var("DAWSON_RANDOM_PLAY");
    let times = times.map_or(1, |times| times.parse().expect("a number"));
    ProptestConfig::with_cases(usual * times)
}

/// Pairs of conditions in both orders, the plain engine against the fastest, on lively, besieged and random schemes, on all
/// threads: a slice of all pairs that the date chooses. `DAWSON_ALL_PAIRS` says on how many schemes to try all pairs,
/// `DAWSON_SEED` another number than that of the day, which is told with the failures; `DAWSON_PAIRS_WITH` names one condition,
/// or two, that must be of a pair: by its key, or `own:` for any that is said in sentences. `.ci/pairs` runs this.
#[test]
fn a_slice_of_all_pairs_is_taken_back() {
    let all = std::env::var("DAWSON_ALL_PAIRS").ok();
    let count: usize = all
        .as_ref()
        .map_or(3, |count| count.parse().expect("a number"));
    let seed = std::env::var("DAWSON_SEED").ok();
    let seed: u64 = seed.map_or_else(day, |seed| seed.parse().expect("a number"));
    let with = std::env::var("DAWSON_PAIRS_WITH").unwrap_or_default();
    let is_chosen = |pair: &[usize; 2]| {
        let keys = pair.map(|number| CONDITIONS[number].key);
        let is_meant = |said: &str| {
            let is_any = said.ends_with(':');
            keys.iter()
                .any(|key| *key == said || is_any && key.starts_with(said))
        };
        with.split_whitespace().all(is_meant)
    };
    let mut pairs: Vec<[usize; 2]> = (0..CONDITIONS.len())
        .flat_map(|first| (0..first).map(move |second| [first, second]))
        .filter(is_chosen)
        .collect();
    let slices = pairs.len().div_ceil(SLICE);
    if all.is_none() && with.is_empty() {
        let of_the_day = pairs.into_iter().skip(seed as usize % slices);
        pairs = of_the_day.step_by(slices).collect();
    }
    assert!(!pairs.is_empty(), "no pair is chosen");
    eprintln!("{} pairs, seed {seed}", pairs.len());
    let done = AtomicUsize::new(0);
    let failures: usize = pairs
        .par_iter()
        .map(|&pair| {
            let start = Instant::now();
            let failures = failures_of(pair, count, seed);
            if start.elapsed() > Duration::from_secs(20) {
                eprintln!("slow: {:?}", pair.map(|number| CONDITIONS[number].key));
            }
            for failure in &failures {
                eprintln!("{failure}");
            }
            let done = 1 + done.fetch_add(1, Relaxed);
            if done.is_multiple_of(1000) {
                eprintln!("{done} of {} pairs", pairs.len());
            }
            failures.len()
        })
        .sum();
    assert_eq!(
        failures, 0,
        "they are told above; DAWSON_SEED={seed} finds them again"
    );
}

/// How many pairs a day are tried.
const SLICE: usize = 100;

/// The number of the day.
fn day() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs() / 86_400)
}

/// What goes wrong with a pair of conditions on so many schemes, which are the same each time.
fn failures_of(pair: [usize; 2], count: usize, seed: u64) -> Vec<String> {
    let mut bytes = [0; 32];
    let numbers = [pair[0] as u64, pair[1] as u64, seed];
    for (bytes, number) in bytes.chunks_exact_mut(8).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    let dice = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), dice);
    let mut failures = Vec::new();
    for number in 0..count {
        let tree = scheme().new_tree(&mut runner).expect("a scheme");
        let scheme = tree.current();
        let conditions = pair.map(|condition| scheme.sample(condition)).to_vec();
        // A series of captures with any square behind each has more ways than can be listed.
        let is_series = |condition: &Condition| condition.key == "series-capture";
        if conditions.iter().any(is_series) && conditions.iter().any(says_any_square) {
            continue;
        }
        let neutral = scheme.plays[0].is_multiple_of(3);
        let problem = match number % 3 {
            0 => scheme.lively(conditions, neutral),
            1 => scheme.siege(conditions, false, neutral),
            _ => scheme.problem(conditions, false, neutral),
        };
        let judge = || {
            lead_where_they_lead(problem.conditions.clone(), neutral, &scheme)?;
            check_pair(&problem, &scheme)
        };
        match std::panic::catch_unwind(judge) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => failures.push(why.to_string()),
            Err(_) => {
                let panicked = TestCaseError::fail("panicked");
                failures.push(placed(&problem, scheme.turn(), &panicked).to_string());
            }
        }
    }
    failures
}

// Fewer cases: each goes through all walks on all boards.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn every_walk_on_every_board_is_taken_back(scheme in scheme()) {
        let hunters = ["N/G", "LI/RO", "P/S", "Q/UU"];
        let hunters = hunters.map(|letters| WalkId::from_letters(letters, 0).expect("a hunter"));
        let walks: Vec<WalkId> = WalkId::all().chain(hunters).collect();
        let boards = Board::all();
        let (always, others) = boards.split_at(6);
        let other = &others[scheme.plays[0] % others.len()];
        for board in always.iter().chain([other]) {
            let geometry = board.of_play();
            let is_defined = |walk: &WalkId| dawson::men::is_defined(&geometry, *walk);
            let walks: Vec<WalkId> = walks.iter().copied().filter(is_defined).collect();
            for company in walks.chunks(4) {
                let problem = scheme.company(board, company);
                let refusal = compile(&problem).err().map(|refusal| refusal.to_string());
                prop_assert_eq!(refusal, None);
                check(&problem, &scheme)?;
            }
        }
    }
}

// Fewer cases: each goes through all attributes.
proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn games_under_every_condition_lead_where_they_lead(scheme in scheme(), neutral in any::<bool>()) {
        for number in 0..DEFINITIONS.len() {
            let problem = scheme.problem(vec![scheme.sample(number)], false, neutral);
            leads_where_it_leads(&problem, &scheme)?;
        }
    }

    #[test]
    fn besieged_kings_are_mated_by_all_moves_that_mate(
        scheme in scheme(),
        fairy in any::<bool>(),
        neutral in 0..4u8,
    ) {
        for number in 0..DEFINITIONS.len() {
            let conditions = vec![scheme.sample(number)];
            check(&scheme.siege(conditions, fairy, neutral == 0), &scheme)?;
        }
    }

    #[test]
    fn every_attribute_alone_is_taken_back(scheme in scheme(), fairy in any::<bool>(), neutral in any::<bool>()) {
        for attribute in Attribute::ALL {
            for problem in [
                scheme.problem(Vec::new(), fairy, neutral),
                scheme.siege(Vec::new(), fairy, neutral),
            ] {
                check(&marked(problem, &[attribute]), &scheme)?;
            }
        }
    }

    #[test]
    fn attributes_in_company_are_taken_back(
        scheme in scheme(),
        first in 0..Attribute::ALL.len(),
        second in 0..Attribute::ALL.len(),
        condition in 0..DEFINITIONS.len(),
        neutral in any::<bool>(),
    ) {
        let conditions = vec![scheme.sample(condition)];
        let attributes = [Attribute::ALL[first], Attribute::ALL[second]];
        for problem in [
            scheme.problem(conditions.clone(), false, neutral),
            scheme.siege(conditions, false, neutral),
        ] {
            check(&marked(problem, &attributes), &scheme)?;
        }
    }
}

/// Attributes of hoppers.
const HOPPING: [Attribute; 3] = [
    Attribute::HurdleColourChanging,
    Attribute::Bul,
    Attribute::Dob,
];

/// The problem with these attributes given to men, who are such that may have them.
fn marked(mut problem: Problem, attributes: &[Attribute]) -> Problem {
    if attributes
        .iter()
        .any(|attribute| HOPPING.contains(attribute))
    {
        only_hoppers(&mut problem);
    }
    mark(&mut problem, attributes);
    problem
}

/// Men but pawns and kings become grasshoppers.
fn only_hoppers(problem: &mut Problem) {
    let men: Vec<(Square, Piece)> = problem.diagram.men().collect();
    for (square, piece) in men {
        if piece.walk() != walk_id::PAWN && !piece.is_royal() {
            let hopper = piece.with_walk(walk_id::GRASSHOPPER);
            problem.diagram.put(square, hopper);
        }
    }
}

/// Whatever is remembered, the key tells it: no slot and no bit of it is forgotten.
#[test]
fn every_slot_is_part_of_the_key() {
    let engine = compile(&Problem::new()).expect("nothing to refuse");
    let mut position = engine.position().clone();
    let own = (0..Slot::LIMIT).filter_map(Slot::declared);
    let slots = [
        Slot::EN_PASSANT,
        Slot::CASTLING,
        Slot::NULL_MOVE,
        Slot::ROLLS,
        Slot::HOLES,
        Slot::LAST_MOVE,
        Slot::LAST_MOVER,
        Slot::LAST_ARRIVED,
    ];
    let mut keys = HashSet::from([position.key()]);
    for slot in slots.into_iter().chain(own) {
        for bit in 0..u128::BITS {
            position.begin_ply(position.turn());
            let value = 1 << bit | 1;
            position.apply(Effect::Set { slot, value }, Reason::Silent);
            assert!(keys.insert(position.key()), "{slot:?}, bit {bit}");
            assert_eq!(position.key(), position.fresh_key());
            position.rewind();
        }
    }
}

/// Whatever is illegal is explained, and what is legal is not.
#[test]
fn illegal_moves_are_explained() {
    let mut runner = TestRunner::deterministic();
    for number in 0..DEFINITIONS.len() {
        for _ in 0..2 {
            let tree = scheme().new_tree(&mut runner).expect("a scheme");
            let scheme = tree.current();
            let problem = scheme.lively(vec![scheme.sample(number)], false);
            let explained = explain(&problem, &scheme);
            let explained = explained.map_err(|error| placed(&problem, scheme.turn(), &error));
            assert_eq!(explained.err().map(|why| why.to_string()), None);
        }
    }
}

fn explain(problem: &Problem, scheme: &Scheme) -> Result<(), TestCaseError> {
    let Ok(mut engine) = compile(problem) else {
        return Ok(());
    };
    engine.set_side_to_move(scheme.turn());
    let legal: Vec<(Square, Square)> = moves(&mut engine)
        .iter()
        .map(|movement| (movement.pseudo_move.from, movement.pseudo_move.to))
        .collect();
    for &(from, to) in &legal {
        let why = engine.explain_illegal(from, to);
        prop_assert!(why.is_empty(), "{from}-{to} is legal: {why:?}");
    }
    // A way that leads on may be part of a legal move to somewhere else.
    let goes_on = ["take-and-make-chess", "make-and-take"];
    if problem
        .conditions
        .iter()
        .any(|one| goes_on.contains(&one.key.as_str()))
    {
        return Ok(());
    }
    let others: Vec<Square> = scheme
        .squares_of(&problem.diagram.geometry)
        .take(8)
        .collect();
    for from in engine.position().men() {
        for &to in others.iter().filter(|&&to| !legal.contains(&(from, to))) {
            let why = engine.explain_illegal(from, to);
            prop_assert!(!why.is_empty(), "{from}-{to} is illegal");
        }
    }
    Ok(())
}

/// Who objects to a move, and what to.
#[test]
fn objections_name_the_rule_and_the_fault() {
    let cases: [(&str, &str, &str, Option<&str>, Fault); 11] = [
        ("White Ka1 Black Kh8", "b1", "b2", None, Fault::NoMan),
        ("White Ka1 Ra2 Black Kh8", "a2", "b3", None, Fault::NoWay),
        (
            "White Ka1 Ra2 Black Kh8 Ra8",
            "a2",
            "b2",
            None,
            Fault::LeavesCheck,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Rb7 Condition Madrasi",
            "b4",
            "c4",
            Some("madrasi"),
            Fault::CannotAct,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Condition GridChess",
            "a1",
            "b1",
            Some("grid-chess"),
            Fault::Closed,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Pd4 Condition Patrouille",
            "b4",
            "d4",
            Some("patrouille"),
            Fault::CannotCapture,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Pd4 Condition NoCapture",
            "b4",
            "d4",
            Some("no-capture"),
            Fault::Forbidden,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Condition KoeKo",
            "b4",
            "d4",
            Some("koeko"),
            Fault::NotAllowed,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Condition CheckLess",
            "b4",
            "h4",
            Some("checkless-chess"),
            Fault::NotAllowed,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Condition WhiteMaximummer",
            "b4",
            "b5",
            Some("white-maximummer"),
            Fault::NotBest,
        ),
        (
            "White Ka1 Rb4 Black Kh8 Pb7 Condition WhiteMustCapture",
            "b4",
            "b5",
            Some("white-must-capture"),
            Fault::NotBest,
        ),
    ];
    for (text, from, to, rule, fault) in cases {
        let (men, condition) = text.split_once(" Condition ").unwrap_or((text, ""));
        let condition = match condition {
            "" => String::new(),
            name => format!("Condition {name}\n"),
        };
        let text = format!("BeginProblem\n{condition}Stipulation ~1\nPieces {men}\nEndProblem\n");
        let reading = read(text.as_bytes());
        let mut engine = compile(&reading.problems[0].problem).expect("it can be played");
        engine.set_side_to_move(Side::White);
        let [from, to] = [from, to].map(|name| Square::from_name(name).expect("a square"));
        let objections = engine.explain_illegal(from, to);
        let found: Vec<_> = objections
            .iter()
            .map(|found| (found.rule, found.fault))
            .collect();
        assert_eq!(found, [(rule, fault)], "{text}");
    }
}

/// Two rules that both choose among the moves of a side are refused, whichever comes first.
#[test]
fn two_preferences_of_one_side_are_refused() {
    let keys = ["black-must-capture", "black-maximummer"];
    for order in [keys, [keys[1], keys[0]]] {
        let mut problem = Problem::new();
        problem.conditions = order.map(plain).to_vec();
        let refusal = compile(&problem).err().map(|refusal| refusal.to_string());
        let refusal = refusal.unwrap_or_default();
        assert!(keys.iter().all(|key| refusal.contains(key)), "{refusal}");
    }
}

/// A neutral pawn that becomes a rook on a8 stands where black may castle: the right belongs to the
/// position, with short cuts or without. Where no rights count nobody gets one.
#[test]
fn a_neutral_rook_at_home_is_the_same_in_both_engines() -> Result<(), TestCaseError> {
    let conditions = ["", "Condition CASTChess\n", "Condition CastlingChess\n"];
    for condition in conditions {
        let text = format!(
            "BeginProblem\n{condition}Stipulation h#1\nPieces White Kh1 Black Ke6 Neutral Pa7\nEndProblem\n"
        );
        let reading = read(text.as_bytes());
        let problem = &reading.problems[0].problem;
        for play in (0..30).map(|play| play * 3) {
            agrees_with_plain(problem, Side::White, &[play, play])?;
        }
    }
    Ok(())
}

/// What all pairs found: captures of own men put back, kings that may be captured although they are not in
/// check, passing where all captures are compared.
#[test]
fn what_pairs_found_is_the_same_in_both_engines() -> Result<(), TestCaseError> {
    let found = [
        (
            "Circe Bicaptures",
            "White Ke1 Pb2 Bd5 Pe5 Rh5 Qb6 Qh6 Black Ph2 Rc3 Pa4 Ke8",
        ),
        (
            "MultiCaptures White BlackChecks",
            "White Pa1 Rf1 Qf2 Qg2 Ph2 Pf3 Pg3 Rh3 Kh4 Black Pg1 Kh1",
        ),
        ("TakeAndMake Gridchess", "White Ph1 Pf3 Kg5 Black Ke4"),
        ("TakeAndMake Koeko", "White Kd6 Black Ka4 Bc5 Pb7 Ph7"),
        (
            "#R MakeAndTake",
            "White Ra1 Ke1 Rh1 Pf2 Qh2 Qe3 Pg5 Black Pd4 Ph7 Ke8",
        ),
        (
            "TakeAndMake BlackEdgeMover",
            "White Pa1 Kb2 Black Kg8 Be1 Qb8 Pa5 Pa8",
        ),
    ];
    for (conditions, men) in found {
        let text = format!(
            "BeginProblem\nCondition {conditions}\nStipulation #1\nPieces {men}\nEndProblem\n"
        );
        let reading = read(text.as_bytes());
        let problem = &reading.problems[0].problem;
        for turn in Side::BOTH {
            for play in (0..30).map(|play| play * 3) {
                agrees_with_plain(problem, turn, &[play, play])?;
            }
        }
    }
    Ok(())
}
