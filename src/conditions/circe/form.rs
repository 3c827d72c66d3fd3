//! What sets one form of rebirth apart from another: the answers to a list of questions.
//!
//! **Invariant:** a refining word is a row of a table, or fills one field here; the conditions
//! that ask for a rebirth square read nothing but this record.

use super::super::Pawns;
use super::subject::{Subject, forms_on};
use crate::board::Square;
use crate::men::{Army, Attribute, Piece, WalkId, walk_id};
use crate::position::Slot;
use crate::problem::{Argument, Condition};
use crate::rules::{Announced, Fact, Outcome, RulesBuilder, View};

/// One form: who is reborn where, when, as what, and what if the square is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    /// The rule that finds the square.
    pub square: Rule,
    /// What becomes of the square found.
    pub adapt: Adapt,
    /// Which capture is followed by a rebirth.
    pub event: Event,
    /// The walk in which the man is reborn.
    pub walk: Walks,
    /// Whether walk and home are those of the other man of the capture (Couscous).
    pub of_other: bool,
    /// Whose home counts.
    pub home: Homes,
    /// Whether royal men are concerned.
    pub kings: bool,
    /// The only walks concerned, if some are named (April).
    pub only: Option<Vec<WalkId>>,
    /// What happens if the square is taken.
    pub occupied: Occupied,
    /// Whether the man changes sides.
    pub turncoats: bool,
    /// Whether a man that could be put anywhere must be put somewhere.
    pub always: bool,
    /// Whether no man may capture on its own rebirth square (Cheylan).
    pub never_at_home: bool,
    /// Whether pawns promote a rank earlier, which is where fairy men of the array are reborn then.
    pub promotes_early: bool,
    /// Where it is remembered that cages are looked for, in forms that have them.
    pub looking: Option<Slot>,
}

/// The rule that finds the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// The square of the array.
    Array,
    /// The base rank on the file of the capture.
    File,
    /// The square of the capture, reflected in the centre.
    Symmetry,
    /// The square of the capture with its file reflected.
    VerticalSymmetry,
    /// The square of the capture with its rank reflected.
    HorizontalSymmetry,
    /// Where the man stood in the diagram.
    Diagram,
    /// The departure of the capturing man.
    Exchange,
    /// Four files and four ranks away.
    Antipodes,
    /// The square of the capture.
    CaptureSquare,
    /// As far from the capture as the move went.
    Equipollents,
    /// The same from an earlier capture.
    Parrain,
    /// Any empty square.
    Super,
    /// Any empty square from which the man has no move without capture.
    Cage,
    /// Any square to which the man could have gone without capture.
    TakeAndMake,
}

impl Rule {
    /// Whether nothing but the square of a capture tells the square.
    pub fn follows_capture(self) -> bool {
        matches!(
            self,
            Rule::File
                | Rule::Symmetry
                | Rule::VerticalSymmetry
                | Rule::HorizontalSymmetry
                | Rule::Antipodes
        )
    }
}

/// What becomes of the square found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Adapt {
    /// Nothing.
    Nothing,
    /// It is reflected in the centre.
    Diametral,
    /// Its file is reflected.
    VerticalMirror,
    /// Its file and the rank of the capture cross there.
    Rank,
    /// Promoted men count as fairy men.
    Frischauf,
}

/// Whose home counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Homes {
    /// That of the man's own side.
    Own,
    /// That of the other side.
    Others,
    /// White's on odd ranks, Black's on even ones, whosever the man is.
    ByRank,
}

/// Which capture is followed by a rebirth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// The one in the move being played.
    Now,
    /// The one in the move before, whatever is played now.
    LastMove,
    /// The last one before, if the move being played captures, too.
    NextCapture,
}

/// The walk in which the man is reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Walks {
    /// Its own.
    Own,
    /// That of the other man of the capture.
    Clone,
    /// The one behind its own in these pairs; its own if it is in none.
    Next(Vec<(WalkId, WalkId)>),
    /// The same, but the other man of the capture goes the other way.
    Ladder(Vec<(WalkId, WalkId)>),
}

/// What happens if the rebirth square is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occupied {
    /// Nobody is reborn.
    Relaxed,
    /// The capture is illegal.
    Strict,
    /// Who stands there leaves the board.
    Assassin,
    /// The man waits below until the square is free.
    Volcanic,
    /// Who stands there waits below until the square is free.
    Parachute,
    /// Who stands there is reborn in its turn, and so on.
    Chain,
}

/// The words that choose the square.
const RULES: &[(&str, Rule)] = &[
    ("rank", Rule::Array),
    ("file", Rule::File),
    ("symmetry", Rule::Symmetry),
    ("vertical-symmetry", Rule::VerticalSymmetry),
    ("horizontal-symmetry", Rule::HorizontalSymmetry),
    ("diagram", Rule::Diagram),
    ("pwc", Rule::Exchange),
    ("antipodes", Rule::Antipodes),
    ("capture-square", Rule::CaptureSquare),
    ("equipollents", Rule::Equipollents),
    ("parrain", Rule::Parrain),
    ("contra-parrain", Rule::Parrain),
    ("super", Rule::Super),
    ("cage", Rule::Cage),
    ("take-and-make", Rule::TakeAndMake),
];

/// The words that adapt it.
const ADAPTATIONS: &[(&str, Adapt)] = &[
    ("diametral", Adapt::Diametral),
    ("vertical-mirror", Adapt::VerticalMirror),
    ("rank", Adapt::Rank),
    ("frischauf", Adapt::Frischauf),
];

/// The words that say whose home counts.
const HOMES: &[(&str, Homes)] = &[
    ("mirror", Homes::Others),
    ("contra-parrain", Homes::Others),
    ("rank", Homes::ByRank),
];

/// The words that say when.
const EVENTS: &[(&str, Event)] = &[
    ("last-move", Event::LastMove),
    ("wait-capture", Event::NextCapture),
];

/// The words that say what happens if the square is taken.
const OCCUPIED: &[(&str, Occupied)] = &[
    ("relaxed", Occupied::Relaxed),
    ("strict", Occupied::Strict),
    ("assassin", Occupied::Assassin),
    ("volcanic", Occupied::Volcanic),
    ("parachute", Occupied::Parachute),
    ("pongracz", Occupied::Chain),
];

/// Words about rebirths that come later than the capture.
pub(super) const LATE: [&str; 4] = ["last-move", "wait-capture", "parrain", "contra-parrain"];

/// Words about men that are put back on the board.
const REBORN_ONLY: [&str; 8] = [
    "calvet",
    "cheylan",
    "turncoats",
    "assassin",
    "volcanic",
    "parachute",
    "pongracz",
    "nuclear",
];

/// Words about a capture that has been made.
pub(super) const NEEDS_CAPTURE: [&str; 5] =
    ["pwc", "capture-square", "equipollents", "couscous", "clone"];

/// Why cages have no meaning where captures depend on them.
pub const NO_CAGE: &str = "whether a man may leave its cage depends on check, and check on cages";

/// Why words about a capture have no meaning where men leave from their rebirth squares.
pub(super) const NO_CAPTURE: &str = "there has been no capture yet that would tell the square";

/// From the strongest to the weakest.
const LADDER: [WalkId; 5] = [
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

/// The cycle if none is given.
const CYCLE: [WalkId; 4] = [
    walk_id::KNIGHT,
    walk_id::BISHOP,
    walk_id::ROOK,
    walk_id::QUEEN,
];

/// When men are reborn. Where another rule finds the square, the rebirth is as late as Parrain has it.
fn event(condition: &Condition, square: Rule) -> Event {
    let mut waits = ["parrain", "contra-parrain"].into_iter();
    match square == Rule::Parrain || waits.any(|word| condition.has_flag(word)) {
        true => Event::LastMove,
        false => chosen(condition, EVENTS).unwrap_or(Event::Now),
    }
}

/// A pawn on its own first rank moves and captures where men are reborn in cages, and where they follow the move
/// after their capture.
pub(super) fn pawns(condition: &Condition) -> Pawns {
    let square = chosen(condition, RULES).unwrap_or(Rule::Array);
    let follows = matches!(square, Rule::Equipollents | Rule::Parrain);
    match square == Rule::Cage || follows && event(condition, square) == Event::LastMove {
        true => Pawns::Act,
        false => Pawns::Anywhere,
    }
}

impl Form {
    /// The form a condition asks for, where `occupied` and `kings` say what holds if nothing is
    /// said about taken squares and royal men.
    pub fn of(
        condition: &Condition,
        occupied: Occupied,
        kings: bool,
        rules: &RulesBuilder<'_>,
    ) -> Form {
        let has = |word: &str| condition.has_flag(word);
        let square = chosen(condition, RULES).unwrap_or(Rule::Array);
        // Said before another rule for one square, take & make leaves its obligation behind.
        let has_one = !matches!(square, Rule::Super | Rule::Cage | Rule::TakeAndMake);
        let otherwise = match has("take-and-make") && has_one {
            true => Occupied::Strict,
            false => occupied,
        };
        Form {
            square,
            adapt: chosen(condition, ADAPTATIONS).unwrap_or(Adapt::Nothing),
            event: event(condition, square),
            walk: Form::walks(condition),
            of_other: has("couscous"),
            home: chosen(condition, HOMES).unwrap_or(Homes::Own),
            kings: has("rex-inclusive") || kings && !has("rex-exclusive"),
            only: has("april").then(|| condition.walks().collect()),
            occupied: chosen(condition, OCCUPIED).unwrap_or(otherwise),
            turncoats: has("turncoats"),
            always: has("obligatory"),
            never_at_home: has("cheylan"),
            promotes_early: rules.has(Fact::PawnsPromoteEarly),
            looking: None,
        }
    }

    /// The form that a rule asks for under which nobody is reborn: where men would be.
    pub fn asked(condition: &Condition, kings: bool, rules: &mut RulesBuilder<'_>) -> Form {
        let mut form = Form::of(condition, Occupied::Strict, kings, rules);
        for words in [&REBORN_ONLY[..], &LATE] {
            Form::refuse(condition, words, "nobody is reborn", rules);
        }
        Form::refuse(condition, &["cage"], NO_CAGE, rules);
        form.announce(rules);
        form
    }

    /// A capturing man goes up the ladder where a captured one goes down.
    fn walks(condition: &Condition) -> Walks {
        let has = |word: &str| condition.has_flag(word);
        let down = LADDER.windows(2).map(|pair| (pair[0], pair[1]));
        let ladder = |goes_down: bool| match goes_down == (condition.key != "anti-circe") {
            true => down.clone().collect(),
            false => down.clone().map(|(high, low)| (low, high)).collect(),
        };
        match () {
            () if has("clone") => Walks::Clone,
            () if has("einstein") => Walks::Ladder(ladder(true)),
            () if has("reversal-einstein") => Walks::Ladder(ladder(false)),
            () if has("chameleon") => Walks::Next(cycle(condition)),
            () => Walks::Own,
        }
    }

    /// Whether a pawn that is reborn on its last rank promotes.
    pub fn promotes(&self) -> bool {
        use Rule::{Array, Diagram, File, HorizontalSymmetry};
        let stays_pawn = [Array, File, HorizontalSymmetry, Diagram].contains(&self.square);
        !stays_pawn || self.of_other || self.home == Homes::Others || self.only.is_some()
    }

    /// Whether the side that captures may choose that the man is not reborn, whatever squares there are.
    pub fn may_decline(&self) -> bool {
        self.square == Rule::Super && self.occupied != Occupied::Strict && !self.always
    }

    /// Whether there is a choice of squares.
    pub fn has_choice(&self) -> bool {
        matches!(self.square, Rule::Super | Rule::Cage | Rule::TakeAndMake)
    }

    /// Whether the man is concerned.
    pub fn concerns(&self, subject: &Subject) -> bool {
        let is_listed = |walks: &Vec<WalkId>| walks.contains(&subject.walk);
        (self.kings || !subject.man.is_royal()) && self.only.as_ref().is_none_or(is_listed)
    }

    /// The walk of the man behind its rebirth; `other` is the other man of the capture, which lends
    /// its walk if it is not royal.
    pub fn reborn_as(&self, own: WalkId, other: Option<Piece>) -> WalkId {
        match &self.walk {
            Walks::Own => own,
            Walks::Clone => {
                let lender = other.filter(|man| !man.is_royal());
                lender.map_or(own, Piece::walk)
            }
            Walks::Next(pairs) | Walks::Ladder(pairs) => {
                let next = pairs.iter().find(|(walk, _)| *walk == own);
                next.map_or(own, |(_, next)| *next)
            }
        }
    }

    /// The same for the other man of the capture, which is reborn as well: where the one goes down the
    /// ladder it goes up.
    pub fn other_reborn_as(&self, own: WalkId, other: Option<Piece>) -> WalkId {
        match &self.walk {
            Walks::Ladder(pairs) => {
                let former = pairs.iter().find(|(_, next)| *next == own);
                former.map_or(own, |(former, _)| *former)
            }
            _ => self.reborn_as(own, other),
        }
    }

    /// What the man becomes on its square, where its side has the choice of promotions.
    pub fn choose_form(
        &self,
        view: View<'_>,
        subject: &Subject,
        on: Square,
        outcome: &mut Outcome<'_>,
    ) -> Piece {
        let forms = forms_on(view, subject.man, subject.side, on);
        match self.promotes() {
            true => forms[outcome.choose(forms.len())],
            false => subject.man,
        }
    }

    /// Announces that effects ask which moves would be legal, where they do.
    pub fn foretell(condition: &Condition, announced: &mut Announced) {
        if condition.has_flag("cage") {
            announced.fact(Fact::EffectsAskLegality);
        }
    }

    /// Says which walks may come into being by it, and whether it matters which man is which.
    pub fn announce(&mut self, rules: &mut RulesBuilder<'_>) {
        if self.square == Rule::Diagram {
            rules.tell_men_apart();
        }
        if self.square == Rule::Cage {
            self.looking = Some(rules.while_legality_is_asked());
        }
        let has_assassins = self.occupied == Occupied::Assassin;
        if has_assassins && rules.has(Fact::EffectsAskLegality) && rules.men().any(Piece::is_royal)
        {
            rules.refuse(format!("`assassin` and `cage` with kings: {NO_CAGE}"));
        }
        if let Walks::Next(pairs) | Walks::Ladder(pairs) = &self.walk {
            rules.may_use(pairs.iter().map(|(_, next)| *next));
        }
        if let Walks::Ladder(pairs) = &self.walk
            && rules.has_attribute(Attribute::Kamikaze)
        {
            rules.may_use(pairs.iter().map(|(former, _)| *former));
        }
    }

    /// Refuses what has no meaning: each of these words.
    pub fn refuse(condition: &Condition, words: &[&str], why: &str, rules: &mut RulesBuilder<'_>) {
        if let Some(word) = words.iter().find(|word| condition.has_flag(word)) {
            let key = &condition.key;
            rules.refuse(format!(
                "`{key}` and `{word}` have no meaning together: {why}"
            ));
        }
    }
}

/// What the last word of the condition that is in the table stands for.
fn chosen<T: Copy>(condition: &Condition, table: &[(&str, T)]) -> Option<T> {
    let mut words = condition.arguments.iter().rev();
    words.find_map(|argument| match argument {
        Argument::Flag(said) => {
            let row = table.iter().find(|(word, _)| word == said);
            row.map(|(_, meaning)| *meaning)
        }
        _ => None,
    })
}

/// Without a cycle of its own, chameleon Circe takes that of the men with which the game begins.
pub fn name_cycle(condition: &mut Condition, army: Army) {
    let is_named = condition.walks().next().is_some() || condition.has_flag("april");
    if condition.has_flag("chameleon") && !is_named && army != Army::USUAL {
        let cycle = CYCLE.map(|walk| Argument::Walk(army.walk(walk)));
        condition.arguments.extend(cycle);
    }
}

/// Each walk of the cycle with the next one.
fn cycle(condition: &Condition) -> Vec<(WalkId, WalkId)> {
    let mut walks: Vec<WalkId> = condition.walks().collect();
    if walks.is_empty() || condition.has_flag("april") {
        walks = CYCLE.to_vec();
    }
    let next = walks.iter().cycle().skip(1);
    walks.iter().copied().zip(next.copied()).collect()
}
