//! The deductions put into words: what became of every man on the way to the target.

use super::deduce::{Contradiction, Man};
use super::routes::{KING, PAWN, ROOK, WALKS};
use super::schedule::Schedule;
use super::task::{Insight, Limits, Task};
use super::trail::Trail;
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit};
use serde::Serialize;

/// What was deduced of a proof game, of games of exactly one length.
#[derive(Clone, Debug, Serialize)]
pub struct Story {
    /// How many plies the games have.
    pub plies: usize,
    /// Whether a game is still possible.
    pub possible: bool,
    /// Why none is, as far as it can be said.
    pub reason: Option<String>,
    /// Whether each side was followed through all its ways, or only budgets were shared out.
    pub followed: bool,
    /// What is known of White and Black.
    pub sides: Vec<SideStory>,
}

/// What was deduced of one side.
#[derive(Clone, Debug, Serialize)]
pub struct SideStory {
    /// `white` or `black`.
    pub side: &'static str,
    /// How many moves it makes.
    pub moves: u16,
    /// How many of them its men need at least.
    pub needed: u16,
    /// Its men in the order of their squares.
    pub men: Vec<ManStory>,
}

/// What may have become of a man.
#[derive(Clone, Debug, Serialize)]
pub struct ManStory {
    /// Its walk at the start.
    pub man: &'static str,
    /// Its square at the start.
    pub from: String,
    /// Whether it certainly never moves.
    pub never_moves: bool,
    /// Where it may stand at the end.
    pub ends: Vec<Place>,
    /// Where it may be captured.
    pub captured_on: Vec<String>,
    /// The men that may capture it there.
    pub captured_by: Vec<String>,
    /// Where it may promote.
    pub promotions: Vec<Place>,
    /// `long`, `short`: the castlings it may take part in.
    pub castlings: Vec<&'static str>,
    /// Whether it certainly castles.
    pub must_castle: bool,
    /// The same in words; nothing if it never moves.
    pub words: String,
}

/// A man on a square.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Its walk.
    pub man: &'static str,
    /// Its square.
    pub on: String,
}

const NAMES: [&str; WALKS] = ["", "pawn", "knight", "bishop", "rook", "queen", "king"];

/// Deduces what games of the schedule have in common.
pub(super) fn explain(task: &Task, schedule: &Schedule, limits: &Limits<'_>) -> Story {
    let mut story = Story {
        plies: schedule.plies,
        possible: false,
        reason: None,
        followed: false,
        sides: Vec::new(),
    };
    let insight = match task.look(schedule, limits) {
        Ok(insight) => insight,
        Err(contradiction) => {
            story.reason = Some(reason(&contradiction));
            return story;
        }
    };
    story.possible = insight.possible;
    story.followed = insight.graphs.is_some();
    if !story.possible {
        let text =
            "a side has no way of this length past its own men and what is certain of the other's";
        story.reason = Some(text.to_owned());
    }
    let trails = Side::BOTH.map(|side| trails(&insight, schedule, side));
    for side in Side::BOTH {
        let (own, other) = (side.index(), (!side).index());
        let hunters: Vec<(&Man, &Trail)> = insight.known.men[other]
            .iter()
            .zip(&trails[other])
            .collect();
        let men = insight.known.men[own].iter().zip(&trails[own]);
        story.sides.push(SideStory {
            side: ["white", "black"][own],
            moves: insight.known.moves[own],
            needed: insight.known.needed[own],
            men: men.map(|(man, trail)| tell(man, trail, &hunters)).collect(),
        });
    }
    story
}

fn trails(insight: &Insight, schedule: &Schedule, side: Side) -> Vec<Trail> {
    let men = insight.known.men[side.index()].iter();
    let trail = |man: &Man| match &insight.graphs {
        Some(graphs) => Trail::follow(&graphs[side.index()], schedule, man.square),
        None => Trail::of_fates(man),
    };
    men.map(trail).collect()
}

fn reason(contradiction: &Contradiction) -> String {
    let name = |side: &Side| ["White", "Black"][side.index()];
    match contradiction {
        Contradiction::MenMissing(side) => {
            format!("{} has fewer men than it is to have", name(side))
        }
        Contradiction::NoMovesToCapture(side) => {
            format!("{} has fewer moves than men to capture", name(side))
        }
        Contradiction::MovesMissing(side) => format!(
            "{} cannot bring its men to their places with its moves and captures",
            name(side)
        ),
    }
}

fn tell(man: &Man, trail: &Trail, hunters: &[(&Man, &Trail)]) -> ManStory {
    let places = |sets: &[Bits; WALKS]| {
        let sets = sets.iter().enumerate();
        sets.flat_map(|(walk, squares)| {
            Each(*squares).map(move |on| Place {
                man: NAMES[walk],
                on: square(on),
            })
        })
        .collect::<Vec<Place>>()
    };
    let by = hunters
        .iter()
        .filter(|(_, hunter)| hunter.strikes & trail.lost != 0);
    let [long, short, _] = trail.castles;
    let castlings = [(long, "long"), (short, "short")].into_iter();
    let castlings = castlings.filter(|(may, _)| *may).map(|(_, name)| name);
    let ends = places(&trail.ends);
    let castles = man.walk == KING || man.walk == ROOK;
    let mut story = ManStory {
        man: NAMES[man.walk],
        from: square(man.square),
        never_moves: !trail.moves && trail.lost == 0,
        captured_on: Each(trail.lost).map(square).collect(),
        captured_by: by.map(|(man, _)| name(man)).collect(),
        promotions: places(&trail.promotions),
        castlings: castlings.collect(),
        must_castle: castles && !trail.castles[2] && !ends.is_empty() && trail.lost == 0,
        ends,
        words: String::new(),
    };
    if !story.never_moves {
        story.words = words(man, trail, &story);
    }
    story
}

/// One sentence about a man.
fn words(man: &Man, trail: &Trail, story: &ManStory) -> String {
    let on = |places: &[Place], keep: &dyn Fn(&Place) -> bool| {
        let kept = places.iter().filter(|place| keep(place));
        let told = kept.map(|place| match place.man == NAMES[man.walk] {
            true => place.on.clone(),
            false => format!("{} (as a {})", place.on, place.man),
        });
        either(&told.collect::<Vec<String>>())
    };
    let mut parts = Vec::new();
    if !story.promotions.is_empty() {
        let must = trail.ends[PAWN] == 0 && trail.lost == 0;
        let promotions = story.promotions.iter();
        let told = promotions.map(|place| format!("{} (to a {})", place.on, place.man));
        let told = either(&told.collect::<Vec<String>>());
        let verb = if must {
            "promotes on"
        } else {
            "may promote on"
        };
        parts.push(format!("{verb} {told}"));
    }
    if !story.castlings.is_empty() {
        let told = either(
            &story
                .castlings
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>(),
        );
        let verb = if story.must_castle {
            "castles"
        } else {
            "may castle"
        };
        parts.push(format!("{verb} {told}"));
    }
    let home = format!("on {}", square(man.square));
    let elsewhere = on(&story.ends, &|_| true);
    if story.ends.len() == 1 && trail.ends[man.walk] == bit(man.square) {
        if trail.moves && trail.lost == 0 {
            parts.push(format!("ends {home}, perhaps after a journey"));
        } else {
            parts.push(format!("stays {home}"));
        }
    } else if !story.ends.is_empty() {
        parts.push(format!("ends on {elsewhere}"));
    }
    if trail.lost != 0 {
        let by = match story.captured_by.len() {
            0 => String::new(),
            _ => format!(" by the {}", either(&story.captured_by)),
        };
        let lost = format!("is captured on {}{by}", either(&story.captured_on));
        match story.ends.is_empty() {
            true => parts.push(lost),
            false => parts.push(format!("or {lost}")),
        }
    }
    format!("the {} {}", name(man), parts.join(", "))
}

fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

fn name(man: &Man) -> String {
    format!("{} {}", NAMES[man.walk], square(man.square))
}

fn square(on: usize) -> String {
    let file = char::from(b'a' + (on % 8) as u8);
    format!("{file}{}", on / 8 + 1)
}

impl std::fmt::Display for Story {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (moves, half) = (
            self.plies / 2,
            if self.plies % 2 == 1 { ".5" } else { ".0" },
        );
        match (self.possible, &self.reason) {
            (true, _) => writeln!(out, "Games of {moves}{half} moves:")?,
            (false, Some(reason)) => writeln!(out, "No game of {moves}{half} moves: {reason}.")?,
            (false, None) => writeln!(out, "No game of {moves}{half} moves.")?,
        }
        if !self.possible {
            return Ok(());
        }
        for side in &self.sides {
            let name = if side.side == "white" {
                "White"
            } else {
                "Black"
            };
            writeln!(
                out,
                "{name} needs {} of its {} moves at least.",
                side.needed, side.moves
            )?;
            let still: Vec<String> = side
                .men
                .iter()
                .filter(|man| man.never_moves)
                .map(|man| format!("{} {}", man.man, man.from))
                .collect();
            if !still.is_empty() {
                writeln!(out, "  never move: {}", still.join(", "))?;
            }
            for man in side.men.iter().filter(|man| !man.words.is_empty()) {
                writeln!(out, "  {}", man.words)?;
            }
        }
        if !self.followed {
            writeln!(
                out,
                "There are too many ways to follow them all: only moves and captures were counted."
            )?;
        }
        Ok(())
    }
}
