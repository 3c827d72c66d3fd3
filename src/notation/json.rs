//! Writes problems and their solutions as JSON, one object a line.
//!
//! **Invariant:** every object fits [`schema`], which is kept beside this file;
//! whoever changes a type here sees the schema change. Letters and words are
//! English, squares are names, moves are told as text and in parts.

use super::GAP;
use super::popeye::words::Language;
use super::popeye::write::{Notation, letter};
use crate::attributes::{DEFINITIONS, Definition};
use crate::board::Side;
use crate::conditions::{Own, key_of_cells};
use crate::men::{Piece, Sides};
use crate::problem::{Argument, BglBalance, Condition, Goal, Problem, TwinLabel};
use crate::sentences;
use crate::solution::tally;
use crate::solution::{
    Branch, Chance, Line, Mark, MovePart, MoveRecord, Outcome, Phase, PhaseKind, Play, Remark,
    RollEnd, Solution, Threat, Throw, TwinSolution, Wager,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// A solved problem as one line of JSON, without line end.
///
/// ```
/// use dawson::notation::json;
/// use dawson::problem::Problem;
/// use dawson::solution::Solution;
///
/// let line = json::line(&Problem::new(), &Solution::default(), None);
/// assert!(line.starts_with(r#"{"authors":[]"#));
/// ```
pub fn line(problem: &Problem, solution: &Solution, elapsed: Option<Duration>) -> String {
    let solved = SolvedProblem::new(problem, solution, elapsed);
    solved.text(solution)
}

/// The same, with the place where the problem stands.
pub fn line_from(
    place: Place,
    problem: &Problem,
    solution: &Solution,
    elapsed: Option<Duration>,
) -> String {
    let solved = SolvedProblem {
        place: Some(place),
        ..SolvedProblem::new(problem, solution, elapsed)
    };
    solved.text(solution)
}

/// Lines of a version as its phases have them, with commas between them.
pub fn lines_of(version: &Problem, lines: &[Line]) -> String {
    let teller = Teller(Notation::of(version, Language::En));
    let texts = lines.iter().map(|line| text_of(&teller.line(line)));
    texts.collect::<Vec<String>>().join(",")
}

/// Stands in for lines that were printed during the search; [`SolvedProblem::text`] writes [`GAP`] for it.
fn gap() -> LineForm {
    LineForm {
        moves: Vec::new(),
        missing: 0,
        goal: Some(GAP.to_string()),
        restart: None,
        violates: false,
    }
}

fn text_of(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("data of strings, numbers and lists has a JSON form")
}

/// A problem that could not be read, as one line of JSON, without line end.
///
/// ```
/// use dawson::notation::json::{Place, unread_line};
/// let place = Place { file: "mine.csv".to_owned(), number: 3, id: None };
/// let line = unread_line(place, vec!["d5 is empty".to_owned()]);
/// assert!(line.starts_with(r#"{"file":"mine.csv","number":3,"errors":["d5 is empty"]"#));
/// ```
pub fn unread_line(place: Place, errors: Vec<String>) -> String {
    let unread = UnreadProblem {
        place,
        errors,
        program: PROGRAM,
    };
    serde_json::to_string(&unread).expect("strings have a JSON form")
}

/// Who solved.
const PROGRAM: &str = concat!("Dawson ", env!("CARGO_PKG_VERSION"));

/// Where a problem stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// What its collection calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// A problem that could not be read.
#[derive(Serialize, JsonSchema)]
struct UnreadProblem {
    #[serde(flatten)]
    place: Place,
    /// Why it could not be read.
    errors: Vec<String>,
    /// The program and its version.
    program: &'static str,
}

/// A line: of a problem that was solved, or of one that could not be read.
#[derive(JsonSchema)]
#[schemars(untagged, title = "Line")]
#[expect(dead_code, reason = "it describes the lines and is never made")]
enum Told {
    Solved(Box<SolvedProblem>),
    Unread(UnreadProblem),
}

/// The JSON schema of the objects of [`line`] and [`unread_line`], readably laid out.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Told);
    serde_json::to_string_pretty(&schema).expect("a schema has a JSON form")
}

/// A problem and what was found.
#[derive(Serialize, JsonSchema)]
struct SolvedProblem {
    #[serde(flatten)]
    place: Option<Place>,
    /// Composers.
    authors: Vec<String>,
    /// Where it appeared.
    origins: Vec<String>,
    /// Distinctions.
    awards: Vec<String>,
    /// Titles and dedications.
    titles: Vec<String>,
    /// The size of the board.
    board: BoardForm,
    /// The men in the diagram, from the first rank up.
    men: Vec<ManOnSquare>,
    /// What is asked of the diagram, e.g. `h#2.5`.
    stipulation: Option<String>,
    /// The conditions of the diagram.
    conditions: Vec<ConditionForm>,
    /// The diagram and its twins.
    versions: Vec<VersionForm>,
    /// How the search ended as a whole.
    outcome: OutcomeForm,
    /// Seconds it took, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// The program and its version.
    program: &'static str,
}

/// The size of a board.
#[derive(Serialize, JsonSchema)]
struct BoardForm {
    /// Number of files.
    files: u8,
    /// Number of ranks.
    ranks: u8,
    /// The key of the condition whose cells it has, if they are no squares in files and ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<&'static str>,
}

/// A man.
#[derive(Serialize, JsonSchema)]
struct Man {
    /// Its letters in English notation, e.g. `Q` or `NH`.
    letters: String,
    /// The key of its walk, e.g. `nightrider`.
    walk: String,
    /// Whose it is; nothing for things of no side, such as imitators.
    side: Option<SideForm>,
    /// Whether it must not be lost.
    royal: bool,
    /// The keys of its attributes beside royalty, e.g. `half-neutral`.
    attributes: Vec<String>,
}

/// A man and where it stands.
#[derive(Serialize, JsonSchema)]
struct ManOnSquare {
    /// Its square.
    square: String,
    /// The man.
    #[serde(flatten)]
    man: Man,
}

/// The side of a man.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SideForm {
    White,
    Black,
    Neutral,
}

/// A condition with its arguments.
#[derive(Serialize, JsonSchema)]
struct ConditionForm {
    /// Its key, e.g. `take-and-make-chess`.
    key: String,
    /// Its arguments as text, in the order of the input.
    arguments: Vec<String>,
    /// What a composer's own condition says.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<OwnForm>,
}

/// A composer's own condition: its text says all.
#[derive(Serialize, JsonSchema)]
struct OwnForm {
    /// Its sentences with their header.
    text: String,
    /// What tells the rule from all others.
    hash: String,
    /// The sentences as a tree, for machines.
    tree: serde_json::Value,
}

/// What was found for the diagram or a twin.
#[derive(Serialize, JsonSchema)]
struct VersionForm {
    /// `a`, `b` ...; nothing without twins.
    twin: Option<String>,
    /// Whether it continues the twin before it.
    continued: bool,
    /// Whether the diagram before it is a zero position, not solved itself.
    after_zero_position: bool,
    /// What was changed, in the notation of Popeye.
    changes: Vec<String>,
    /// The phases of play.
    phases: Vec<PhaseForm>,
    /// For each side that solves: what its actual play amounts to.
    verdicts: Vec<VerdictForm>,
    /// How the search ended.
    outcome: OutcomeForm,
    /// What else is to be said.
    remarks: Vec<RemarkForm>,
}

/// How a search ended.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum OutcomeForm {
    /// All was searched.
    Finished,
    /// As many solutions as were wanted, or only some first moves.
    Limited,
    /// The time was up.
    TimeUp,
    /// The user stopped it.
    Interrupted,
    /// It could not be solved; see the remarks.
    Refused,
}

/// Something said about a version.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum RemarkForm {
    /// This side could capture a king, so it is not solved.
    KingCapturable {
        /// The side.
        side: SideForm,
    },
    /// The rules cannot be played.
    Refused {
        /// Why.
        reason: String,
    },
    /// Anything else.
    Note {
        /// What.
        text: String,
    },
}

/// Counts of solutions and flaws.
#[derive(Serialize, JsonSchema)]
struct VerdictForm {
    /// Keys or lines of full length.
    solutions: usize,
    /// Keys or lines that are too short.
    shorts: usize,
    /// First moves with few refutations.
    tries: usize,
    /// Defences with several continuations; null if no variations were looked for.
    duals: Option<usize>,
}

/// A phase of play.
#[derive(Serialize, JsonSchema)]
struct PhaseForm {
    /// Which phase.
    kind: PhaseKindForm,
    /// Who moves first.
    starter: SideForm,
    /// The play.
    #[serde(flatten)]
    play: PlayForm,
}

/// Which phase.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PhaseKindForm {
    /// The other side moves first.
    SetPlay,
    /// The play asked for.
    Actual,
    /// The diagram is after the key.
    PostKey,
    /// The play asked for begins with the defender.
    Defence,
}

/// Play as a tree or as lines.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PlayForm {
    /// Battle play.
    Tree {
        /// In play after the key: what threatens.
        threat: ThreatForm,
        /// What the rules change when the defender passes before the threats, if anything.
        #[serde(skip_serializing_if = "Option::is_none")]
        passing: Option<MoveForm>,
        /// First moves, or the defences in set play and after the key.
        branches: Vec<BranchForm>,
    },
    /// Help and series play.
    Lines(Vec<LineForm>),
    /// Play with dice nobody knows beforehand.
    Dice {
        /// Whether the goal is to be forced whatever the dice, and not just made likely.
        forced: bool,
        /// The chance before the first throw, e.g. `9/16`; in forced play `1/1` or nothing.
        value: Option<String>,
        /// What to do for each roll.
        throws: Vec<ThrowForm>,
    },
}

/// What comes of a roll.
#[derive(Serialize, JsonSchema)]
struct ThrowForm {
    /// The roll in degrees.
    roll: i32,
    /// How likely it is.
    likelihood: String,
    /// How likely the goal is now.
    value: Option<String>,
    /// How the roll ends the play of a side that has no move for it.
    end: Option<RollEndForm>,
    /// The best moves of the attacker, or all moves of the defender.
    moves: Vec<WagerForm>,
}

/// How a roll ends play.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum RollEndForm {
    /// Mated by the roll.
    Mate,
    /// Stalemate by the roll.
    Stalemate,
}

/// A move in play with dice.
#[derive(Serialize, JsonSchema)]
struct WagerForm {
    /// The move.
    #[serde(rename = "move")]
    movement: MoveForm,
    /// The goal it reaches whatever the next roll, e.g. `#`.
    goal: Option<String>,
    /// How likely the goal is after it.
    value: Option<String>,
    /// What follows each roll, where that is told.
    throws: Vec<ThrowForm>,
}

/// A move of a battle and what follows.
#[derive(Serialize, JsonSchema)]
struct BranchForm {
    /// The move.
    #[serde(rename = "move")]
    movement: MoveForm,
    /// The goal it reaches, e.g. `#`.
    goal: Option<String>,
    /// What it is.
    mark: Option<MarkForm>,
    /// What it threatens.
    threat: ThreatForm,
    /// What the rules change when the defender passes before the threats, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    passing: Option<MoveForm>,
    /// The answers to it.
    answers: Vec<BranchForm>,
    /// The defences that refute it.
    refutations: Vec<BranchForm>,
}

/// What a move of a battle is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum MarkForm {
    /// A first move that solves.
    Key,
    /// A first move with refutations.
    Try,
    /// A defence that spoils a try.
    Refutation,
    /// A defence without answer in play after the key.
    Refutes,
    /// A move against the obligation of reflex play.
    ReflexViolation,
}

/// What the side that just moved would do next.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ThreatForm {
    /// Not told.
    Unsaid,
    /// Nothing.
    Zugzwang,
    /// The defender, who begins, is in check.
    Check,
    /// These continuations.
    Threats(Vec<BranchForm>),
}

/// A line of help or series play.
#[derive(Serialize, JsonSchema)]
struct LineForm {
    /// The moves.
    moves: Vec<SideMove>,
    /// How many half-moves are missing at the start.
    missing: u8,
    /// The goal reached by the last move, e.g. `#`, where the end is a goal.
    goal: Option<String>,
    /// Before which move, counted from 0, numbering starts anew: behind an introductory series.
    #[serde(skip_serializing_if = "Option::is_none")]
    restart: Option<usize>,
    /// Whether the last move violates the obligation of reflex play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    violates: bool,
}

/// A move and who made it.
#[derive(Serialize, JsonSchema)]
struct SideMove {
    /// Who.
    side: SideForm,
    /// The move.
    #[serde(flatten)]
    movement: MoveForm,
}

/// A move.
#[derive(Serialize, JsonSchema)]
struct MoveForm {
    /// Its text, e.g. `Rd1*d7=b[+bSg8]`.
    text: String,
    /// Whether it gives check.
    check: bool,
    /// What happened, in its order.
    parts: Vec<PartForm>,
}

/// One happening within a move. Where a square is missing, it concerns the man
/// of the part before.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum PartForm {
    /// A man goes somewhere.
    Movement {
        /// The man before it.
        man: Man,
        /// Departure.
        from: String,
        /// Arrival.
        to: String,
        /// Where the captured man stood.
        captured: Option<String>,
        /// Whether it was captured en passant.
        en_passant: bool,
    },
    /// The die turns the man that just moved.
    Turns {
        /// Where it ends.
        to: String,
    },
    /// Castling.
    Castling {
        /// Towards the a-file.
        long: bool,
    },
    /// Two men change places.
    Exchange {
        /// One man.
        first: ManOnSquare,
        /// The other.
        second: ManOnSquare,
    },
    /// Nothing moves.
    Pass,
    /// A man gets another walk or attribute.
    Becomes {
        /// The man afterwards.
        man: Man,
        /// Its square.
        square: Option<String>,
    },
    /// A man takes another walk and nothing else.
    TakesWalk {
        /// The key of the walk afterwards.
        walk: String,
        /// Its square.
        square: Option<String>,
    },
    /// A man changes sides.
    ChangesSide {
        /// Its new side.
        side: SideForm,
        /// Its square.
        square: Option<String>,
    },
    /// A man changes between neutral and one side, as half-neutral men do.
    ChangesPhase {
        /// Its side now.
        side: SideForm,
        /// Its square.
        square: Option<String>,
    },
    /// A man changes between neutral and one side for the check it gives.
    ChangesNeutrality {
        /// The man afterwards.
        man: Man,
    },
    /// A man changes to the other of two boards.
    ChangesBoard {
        /// Whether it is the second one.
        second: bool,
    },
    /// A man appears.
    Appears(ManOnSquare),
    /// A man vanishes.
    Vanishes(ManOnSquare),
    /// A man is put elsewhere.
    Transfers {
        /// The man before it.
        man: Man,
        /// From here.
        from: String,
        /// To there.
        to: String,
        /// The man afterwards, if it changed.
        becomes: Option<Man>,
    },
    /// The man goes on.
    GoesOn {
        /// Where it ends.
        to: String,
        /// Whether it captures there.
        captures: bool,
    },
    /// Another move of the same turn follows.
    Further,
    /// The man just told of goes below the one that stands there.
    GoesBelow,
    /// A total invisible man moves.
    UnseenMoves {
        /// Where he is seen to capture.
        captured: Option<String>,
    },
    /// A total invisible man is known to be there.
    UnseenStands {
        /// Whose he is.
        side: SideForm,
        /// Where.
        square: String,
    },
    /// It is certain who stands there.
    UnseenIs(ManOnSquare),
    /// The partner of a king that castles from anywhere.
    Partner {
        /// The man.
        man: Man,
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// The sides exchange their roles.
    ExchangesRoles,
    /// What the sides may still spend on their moves, in hundredths of a square; none is no limit.
    BglBalance {
        /// Whether both spend the same.
        common: bool,
        /// White.
        white: Option<u32>,
        /// Black.
        black: Option<u32>,
    },
    /// A pawn is promoted to an imitator.
    BecomesImitator,
    /// Where the imitators stand now.
    Imitators {
        /// Their squares.
        squares: Vec<String>,
    },
}

impl SolvedProblem {
    fn text(&self, solution: &Solution) -> String {
        let text = text_of(self);
        let mut phases = solution.twins.iter().flat_map(|found| &found.phases);
        match phases.any(|phase| !phase.told.is_empty()) {
            true => text.replace(&text_of(&gap()), &GAP.to_string()),
            false => text,
        }
    }

    fn new(problem: &Problem, solution: &Solution, elapsed: Option<Duration>) -> SolvedProblem {
        let teller = Teller(Notation::of(problem, Language::En));
        let geometry = &problem.diagram.geometry;
        let men = problem.diagram.men();
        let versions = problem.versions();
        let pairs = versions.iter().zip(&solution.twins);
        let told = |condition| teller.condition(condition);
        SolvedProblem {
            place: None,
            authors: problem.authors.clone(),
            origins: problem.origins.clone(),
            awards: problem.awards.clone(),
            titles: problem.titles.clone(),
            board: BoardForm {
                files: geometry.width(),
                ranks: geometry.height(),
                cells: key_of_cells(geometry),
            },
            men: men
                .map(|(square, man)| teller.man_on((man, square)))
                .collect(),
            stipulation: teller.0.asked(problem),
            conditions: problem.conditions.iter().map(told).collect(),
            versions: pairs
                .map(|(version, found)| VersionForm::new(&version.problem, found))
                .collect(),
            outcome: solution.outcome().into(),
            seconds: elapsed.map(|elapsed| elapsed.as_secs_f64()),
            program: PROGRAM,
        }
    }
}

impl VersionForm {
    fn new(problem: &Problem, found: &TwinSolution) -> VersionForm {
        let teller = Teller(Notation::of(problem, Language::En));
        let label = found.label.as_ref();
        let is = |property: fn(&TwinLabel) -> bool| label.is_some_and(property);
        let judged = problem.stipulation.map(|asked| tally(&asked, found));
        let verdicts = judged.into_iter().flatten().map(|verdict| VerdictForm {
            solutions: verdict.solutions,
            shorts: verdict.shorts,
            tries: verdict.tries,
            duals: (verdict.is_battle && problem.options.variation).then_some(verdict.duals),
        });
        VersionForm {
            twin: label.map(|label| letter(label.number)),
            continued: is(|label| label.continued),
            after_zero_position: is(|label| label.zero),
            changes: label.map_or(Vec::new(), |label| teller.0.changes(label)),
            phases: found
                .phases
                .iter()
                .map(|phase| teller.phase(phase))
                .collect(),
            verdicts: verdicts.collect(),
            outcome: found.outcome.into(),
            remarks: found.remarks.iter().map(RemarkForm::from).collect(),
        }
    }
}

/// Tells parts of a problem in English notation.
#[derive(Clone, Copy)]
struct Teller<'a>(Notation<'a>);

fn own_form(condition: &Condition) -> Option<OwnForm> {
    let own = Own::find(&condition.key)?;
    let text = sentences::text_of(&condition.key)?;
    Some(OwnForm {
        text: own.text.to_owned(),
        hash: own.hash.to_owned(),
        tree: text.json(),
    })
}

impl Teller<'_> {
    fn man(self, man: Piece) -> Man {
        let has = |row: &&&Definition| row.attribute.is_some_and(|mark| man.has(mark));
        let attributes = DEFINITIONS.iter().filter(has);
        Man {
            letters: self.0.letters(man.walk()).to_owned(),
            walk: man.walk().row().key.to_owned(),
            side: side_of(man),
            royal: man.is_royal(),
            attributes: attributes.map(|row| row.key.to_owned()).collect(),
        }
    }

    fn man_on(self, (man, square): (Piece, crate::board::Square)) -> ManOnSquare {
        ManOnSquare {
            square: self.0.square(square),
            man: self.man(man),
        }
    }

    fn condition(self, condition: &Condition) -> ConditionForm {
        let arguments = condition.arguments.iter().map(|argument| match argument {
            Argument::Flag(word) => word.clone(),
            Argument::Square(square) => self.0.square(*square),
            Argument::Walk(walk) => walk.row().key.to_owned(),
            Argument::Number(name, number) => format!("{name} {number}"),
            Argument::Text(name, text) => format!("{name} {text}"),
        });
        ConditionForm {
            key: condition.key.clone(),
            arguments: arguments.collect(),
            own: own_form(condition),
        }
    }

    fn phase(self, phase: &Phase) -> PhaseForm {
        PhaseForm {
            kind: phase.kind.into(),
            starter: phase.starter.into(),
            play: match &phase.play {
                Play::Tree(tree) => PlayForm::Tree {
                    threat: self.threat(&tree.threat),
                    passing: self.passing(&tree.threat),
                    branches: self.branches(&tree.branches),
                },
                Play::Lines(lines) => {
                    let told = (!phase.told.is_empty()).then(gap).into_iter();
                    let lines = lines.iter().map(|line| self.line(line));
                    PlayForm::Lines(told.chain(lines).collect())
                }
                Play::Dice(play) => PlayForm::Dice {
                    forced: play.forced,
                    value: play.value.map(Chance::fraction),
                    throws: self.throws(&play.throws),
                },
            },
        }
    }

    fn throws(self, throws: &[Throw]) -> Vec<ThrowForm> {
        let told = throws.iter().map(|throw| ThrowForm {
            roll: throw.roll.degrees(),
            likelihood: throw.likelihood.fraction(),
            value: throw.value.map(Chance::fraction),
            end: throw.end.map(|end| match end {
                RollEnd::Mate => RollEndForm::Mate,
                RollEnd::Stalemate => RollEndForm::Stalemate,
            }),
            moves: throw.moves.iter().map(|wager| self.wager(wager)).collect(),
        });
        told.collect()
    }

    fn wager(self, wager: &Wager) -> WagerForm {
        WagerForm {
            movement: self.movement(&wager.movement),
            goal: wager.goal.map(|goal| self.goal(goal)),
            value: wager.value.map(Chance::fraction),
            throws: self.throws(&wager.throws),
        }
    }

    fn branches(self, branches: &[Branch]) -> Vec<BranchForm> {
        branches.iter().map(|branch| self.branch(branch)).collect()
    }

    fn branch(self, branch: &Branch) -> BranchForm {
        BranchForm {
            movement: self.movement(&branch.movement),
            goal: branch.goal.map(|goal| self.goal(goal)),
            mark: MarkForm::of(branch.mark),
            threat: self.threat(&branch.threat),
            passing: self.passing(&branch.threat),
            answers: self.branches(&branch.answers),
            refutations: self.branches(&branch.refutations),
        }
    }

    fn threat(self, threat: &Threat) -> ThreatForm {
        match threat {
            Threat::Unsaid => ThreatForm::Unsaid,
            Threat::Zugzwang => ThreatForm::Zugzwang,
            Threat::Check => ThreatForm::Check,
            Threat::Threats { moves, .. } => ThreatForm::Threats(self.branches(moves)),
        }
    }

    fn passing(self, threat: &Threat) -> Option<MoveForm> {
        match threat {
            Threat::Threats { passing, .. } if !passing.parts.is_empty() => {
                Some(self.movement(passing))
            }
            _ => None,
        }
    }

    fn line(self, line: &Line) -> LineForm {
        let moves = line.moves.iter().map(|(side, record)| SideMove {
            side: (*side).into(),
            movement: self.movement(record),
        });
        LineForm {
            moves: moves.collect(),
            missing: line.missing,
            goal: line.goal.map(|goal| self.goal(goal)),
            restart: line.restart,
            violates: line.violates,
        }
    }

    fn goal(self, goal: Goal) -> String {
        self.0.goal(goal)
    }

    fn movement(self, record: &MoveRecord) -> MoveForm {
        MoveForm {
            text: self.0.movement(record),
            check: record.check,
            parts: record.parts.iter().map(|part| self.part(part)).collect(),
        }
    }

    fn part(self, part: &MovePart) -> PartForm {
        let square = |square| self.0.square(square);
        match part {
            MovePart::Movement {
                man,
                from,
                to,
                captured,
                en_passant,
            } => PartForm::Movement {
                man: self.man(*man),
                from: square(*from),
                to: square(*to),
                captured: captured.map(square),
                en_passant: *en_passant,
            },
            MovePart::Turns { to } => PartForm::Turns {
                to: self.0.square(*to),
            },
            MovePart::Castling { long } => PartForm::Castling { long: *long },
            MovePart::Exchange { first, second } => PartForm::Exchange {
                first: self.man_on(*first),
                second: self.man_on(*second),
            },
            MovePart::Pass => PartForm::Pass,
            MovePart::Becomes { man, on } => PartForm::Becomes {
                man: self.man(*man),
                square: on.map(square),
            },
            MovePart::TakesWalk { walk, on } => PartForm::TakesWalk {
                walk: walk.row().key.to_owned(),
                square: on.map(square),
            },
            MovePart::ChangesSide { sides, on } => PartForm::ChangesSide {
                side: (*sides).into(),
                square: on.map(square),
            },
            MovePart::ChangesPhase { sides, on } => PartForm::ChangesPhase {
                side: (*sides).into(),
                square: on.map(square),
            },
            MovePart::ChangesNeutrality { man } => PartForm::ChangesNeutrality {
                man: self.man(*man),
            },
            MovePart::ChangesBoard { second } => PartForm::ChangesBoard { second: *second },
            MovePart::Appears { man, on } => PartForm::Appears(self.man_on((*man, *on))),
            MovePart::Vanishes { man, on } => PartForm::Vanishes(self.man_on((*man, *on))),
            MovePart::Transfers {
                man,
                from,
                to,
                becomes,
            } => PartForm::Transfers {
                man: self.man(*man),
                from: square(*from),
                to: square(*to),
                becomes: becomes.map(|man| self.man(man)),
            },
            MovePart::GoesOn { to, captures } => PartForm::GoesOn {
                to: square(*to),
                captures: *captures,
            },
            MovePart::Further => PartForm::Further,
            MovePart::GoesBelow => PartForm::GoesBelow,
            MovePart::UnseenMoves { captured } => PartForm::UnseenMoves {
                captured: captured.map(square),
            },
            MovePart::UnseenStands { sides, on } => PartForm::UnseenStands {
                side: (*sides).into(),
                square: square(*on),
            },
            MovePart::UnseenIs { man, on } => PartForm::UnseenIs(self.man_on((*man, *on))),
            MovePart::Partner { man, from, to } => PartForm::Partner {
                man: self.man(*man),
                from: square(*from),
                to: square(*to),
            },
            MovePart::ExchangesRoles => PartForm::ExchangesRoles,
            MovePart::BglBalance(budgets) => PartForm::BglBalance {
                common: matches!(budgets, BglBalance::Common(_)),
                white: budgets.left(Side::White),
                black: budgets.left(Side::Black),
            },
            MovePart::BecomesImitator => PartForm::BecomesImitator,
            MovePart::Imitators(squares) => PartForm::Imitators {
                squares: squares.iter().copied().map(square).collect(),
            },
        }
    }
}

fn side_of(man: Piece) -> Option<SideForm> {
    match (man.is_of(Side::White), man.is_of(Side::Black)) {
        (true, true) => Some(SideForm::Neutral),
        (true, false) => Some(SideForm::White),
        (false, true) => Some(SideForm::Black),
        (false, false) => None,
    }
}

impl From<Side> for SideForm {
    fn from(side: Side) -> SideForm {
        match side {
            Side::White => SideForm::White,
            Side::Black => SideForm::Black,
        }
    }
}

impl From<Sides> for SideForm {
    fn from(sides: Sides) -> SideForm {
        match sides {
            Sides::White => SideForm::White,
            Sides::Black => SideForm::Black,
            Sides::Both => SideForm::Neutral,
        }
    }
}

impl From<PhaseKind> for PhaseKindForm {
    fn from(kind: PhaseKind) -> PhaseKindForm {
        match kind {
            PhaseKind::SetPlay => PhaseKindForm::SetPlay,
            PhaseKind::Actual => PhaseKindForm::Actual,
            PhaseKind::PostKey => PhaseKindForm::PostKey,
            PhaseKind::Defence => PhaseKindForm::Defence,
        }
    }
}

impl From<Outcome> for OutcomeForm {
    fn from(outcome: Outcome) -> OutcomeForm {
        match outcome {
            Outcome::Finished => OutcomeForm::Finished,
            Outcome::Limited => OutcomeForm::Limited,
            Outcome::TimeUp => OutcomeForm::TimeUp,
            Outcome::Interrupted => OutcomeForm::Interrupted,
            Outcome::Refused => OutcomeForm::Refused,
        }
    }
}

impl From<&Remark> for RemarkForm {
    fn from(remark: &Remark) -> RemarkForm {
        match remark {
            Remark::KingCapturable(side) => RemarkForm::KingCapturable {
                side: (*side).into(),
            },
            Remark::Refused(reason) => RemarkForm::Refused {
                reason: reason.clone(),
            },
            Remark::Note(text) | Remark::Told([text, ..]) => {
                RemarkForm::Note { text: text.clone() }
            }
        }
    }
}

impl MarkForm {
    fn of(mark: Mark) -> Option<MarkForm> {
        match mark {
            Mark::None => None,
            Mark::Key => Some(MarkForm::Key),
            Mark::Try => Some(MarkForm::Try),
            Mark::Refutation => Some(MarkForm::Refutation),
            Mark::Refutes => Some(MarkForm::Refutes),
            Mark::ReflexViolation => Some(MarkForm::ReflexViolation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_is_the_one_that_is_kept() {
        let kept = include_str!("json-schema.json").trim_end();
        assert!(
            schema() == kept,
            "write json-schema.json anew with `dawson schema`"
        );
    }
}
