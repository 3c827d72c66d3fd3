//! What can have led to a position, for a board on which moves are taken back by clicking.

use super::legality::tongue;
use crate::board::{Side, Square};
use crate::legality::phrase;
use crate::notation::played::code;
use crate::notation::popeye::words::Language;
use crate::notation::retro::{Scribe, impossible};
use crate::problem::Problem;
use crate::retract::{
    LastMoveVerdict, Limit, Need, RetroFound, RetroProblem, Stopped, Task, UnMove, Wanted, Ways,
    explain, level_named, solve,
};
use crate::solve::Settings;
use serde_json::{Map, Value, json};

/// A position, and what is known of the moves that led to it. Of the problem only the men and the rules matter.
#[derive(Clone, Debug)]
pub struct Past<'a> {
    /// The men, and the rules.
    pub problem: &'a Problem,
    /// Whose turn it is: the other side has just moved.
    pub turn: Side,
    /// Castling rights that later moves have shown to be there: `KQkq`, or `-`.
    pub rights: &'a str,
    /// The square that the last move must have passed by a double step, by its name.
    pub passed: Option<&'a str>,
    /// How legal the positions before the moves must be: `none`, `checks`, `last=N` or `full`.
    pub level: &'a str,
}

impl Past<'_> {
    /// The moves that can have led here, each with the squares that it changes.
    ///
    /// ```
    /// use dawson::board::Side;
    /// use dawson::notation::popeye::words::Language;
    /// use dawson::notation::posed::{Placed, pose};
    /// use dawson::query::past::Past;
    /// let posed = pose("Anticirce", Placed::Fen("8/8/8/8/8/5k2/7p/7K"));
    /// let past = Past {
    ///     problem: &posed.problem,
    ///     turn: Side::White,
    ///     rights: "-",
    ///     passed: None,
    ///     level: "last",
    /// };
    /// let told = past.un_moves(Language::En, &dawson::Settings::default()).unwrap();
    /// assert_eq!(told["outcome"], "finished");
    /// let all = told["un_moves"].as_array().unwrap();
    /// let king = all.iter().find(|one| one["arrival"] == "f3").unwrap();
    /// assert_eq!(king["changes"]["f3"], serde_json::Value::Null);
    /// ```
    ///
    /// # Errors
    /// With the reason, when the position cannot be, or its moves cannot be taken back.
    pub fn un_moves(&self, language: Language, settings: &Settings) -> Result<Value, String> {
        let retro = self.task()?;
        let limit = Limit::new(
            settings.time_limit,
            settings.threads,
            settings.memory,
            &settings.cancel,
        );
        let solved = solve(&retro, Ways::Fastest, Wanted::default(), &limit)?;
        let RetroFound::UnMoves(all) = &solved.found else {
            return Err("this is no question of moves taken back".into());
        };
        let scribe = Scribe::new(&retro.problem, &solved.kinds, language);
        let told: Vec<Value> = all
            .iter()
            .map(|one| {
                json!({
                    "move": scribe.un_move(one),
                    "from": scribe.square(one.from),
                    "arrival": scribe.square(one.arrival),
                    "to": scribe.square(one.to),
                    "changes": changes(&retro.problem, one, &solved.kinds, scribe),
                    "rights": one.before.need.letters(),
                    "passed": one.before.passed().and_then(|on| scribe.square(on.byte())),
                })
            })
            .collect();
        let is_whole = solved.outcome == Stopped::Finished;
        let said = phrase("retro-last-moves", tongue(language));
        Ok(json!({
            "un_moves": told,
            "said": said.replace("{n}", &all.len().to_string()),
            "outcome": if is_whole { "finished" } else { "time-up" },
        }))
    }

    /// Says why a move cannot have been the last one, or that it can have been.
    ///
    /// # Errors
    /// As those of [`un_moves`](Past::un_moves), and when there are no such squares.
    pub fn why(
        &self,
        from: &str,
        arrival: &str,
        language: Language,
        settings: &Settings,
    ) -> Result<String, String> {
        let retro = self.task()?;
        let squares = (self.square(from)?, self.square(arrival)?);
        let (verdict, kinds) = explain(&retro, squares, settings.memory)?;
        let scribe = Scribe::new(&retro.problem, &kinds, language);
        Ok(because(&verdict, squares, scribe, language))
    }

    fn task(&self) -> Result<RetroProblem, String> {
        let mut retro = RetroProblem::new(self.problem.clone(), Task::UnMoves);
        retro.turn = Some(self.turn);
        retro.need = Need::from_letters(self.rights)
            .ok_or("expected castling rights such as `KQkq`, or `-`")?;
        if let Some(passed) = self.passed {
            retro.passed = self.square(passed)?.byte();
        }
        retro.rules.level =
            level_named(self.level).ok_or("expected none, checks, last=N or full")?;
        match impossible(&retro) {
            Some(why) => Err(why),
            None => Ok(retro),
        }
    }

    fn square(&self, name: &str) -> Result<Square, String> {
        let geometry = &self.problem.diagram.geometry;
        geometry
            .square_named(name)
            .ok_or_else(|| format!("there is no square `{name}` on this board"))
    }
}

/// Who stands elsewhere before the move: squares with their men, or with nobody.
fn changes(
    problem: &Problem,
    one: &UnMove,
    kinds: &crate::retract::Kinds,
    scribe: Scribe<'_>,
) -> Map<String, Value> {
    let before = kinds.diagram(&one.before, &problem.diagram);
    let mut changes = Map::new();
    for on in problem.diagram.geometry.squares() {
        let man = before.on(on);
        if man != problem.diagram.on(on) {
            let now = man.is_some().then(|| code(man));
            changes.insert(scribe.square(on.byte()).unwrap_or_default(), json!(now));
        }
    }
    changes
}

/// What speaks against a last move, for people.
pub fn because(
    verdict: &LastMoveVerdict,
    (from, to): (Square, Square),
    scribe: Scribe<'_>,
    language: Language,
) -> String {
    let listed = |all: &[UnMove]| {
        let all: Vec<String> = all.iter().map(|one| scribe.un_move(one)).collect();
        all.join(", ")
    };
    let (key, moves) = match verdict {
        LastMoveVerdict::Possible(all) => ("why-possible", listed(all)),
        LastMoveVerdict::NobodyThere => ("why-nobody", String::new()),
        LastMoveVerdict::DepartureOccupied => ("why-occupied", String::new()),
        LastMoveVerdict::OwnKingInCheck => ("why-own-check", String::new()),
        LastMoveVerdict::NoSuchMove => ("why-no-such-move", String::new()),
        LastMoveVerdict::OtherKingInCheck(one) => ("why-other-check", scribe.un_move(one)),
        LastMoveVerdict::TooManyMen => ("why-too-many", String::new()),
        LastMoveVerdict::NoPast(all) => ("why-no-past", listed(all)),
    };
    let name = |on: Square| scribe.square(on.byte()).unwrap_or_default();
    phrase(key, tongue(language))
        .replace("{from}", &name(from))
        .replace("{to}", &name(to))
        .replace("{moves}", &moves)
}
