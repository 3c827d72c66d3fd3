//! The table of facts: a row for each list of hooks and each setting, a column for each fact.

use crate::men::Attributes;
use crate::rules::hooks::asked::Stance;
use crate::rules::hooks::hook::{CheckStage, Hooks, LegalHook};

/// What holds for all hooks together.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Settings {
    /// A check is judged by playing the capture of the royal man.
    pub check_by_playing: bool,
    /// The same for checks by men with these attributes.
    pub checks_played_of: Attributes,
    /// The side that does not move may be in check.
    pub check_may_stand: bool,
    /// Some walk minds whose the men on its way are.
    pub walks_mind_sides: bool,
}

/// The columns of the table: what a hook may spoil.
#[derive(Clone, Copy)]
pub(in crate::rules) enum RuleFact {
    /// Observation asks geometry only.
    ObservationIsGeometry,
    /// No rule filters or rewrites pseudo-legal moves.
    PseudoMovesAreFree,
    /// What geometry does not observe is not in check.
    GeometryBounds,
    /// And what it observes is: no other man has a say.
    GeometryDecides,
    /// Only rules on observation by single men keep others from acting.
    ParalysisIsKnown,
    /// Men have walks of their own, and rules leave alone what captures nothing.
    WaysStay,
    /// The same, but that royal men may be lent walks.
    OthersKeepWays,
    /// Captures end where they arrive.
    CapturesStay,
    /// All steps of a man are those of its own walk.
    OwnSteps,
    /// A played move is legal if its king is safe.
    SafeIsLegal,
    /// The same for moves that do not check.
    NonCheckIsLegal,
    /// Squares tell which played moves stand.
    SquaresJudge,
    /// Quiet steps stand unless they expose a king, check where that is judged, or want company.
    StepsStand,
    /// Men take notice of all others.
    MenSeeAll,
    /// No man is kept from acting.
    NobodyIsParalysed,
    /// Pawns promote to what a list says.
    PromotionsAreListed,
    /// No rule adds moves of single men.
    MenAddNothing,
    /// Each capture along a walk stands.
    CapturesStand,
    /// Playing asks for nothing and forgets nothing beside the pseudo-legal move and its effects.
    NothingPrecedes,
    /// All moves are steps of men, castlings and promotions.
    MovesAreUsual,
    /// The same of moves that capture nothing, but for further moves of men that say where they
    /// lead; a capture takes one man at most.
    StepsAreUsual,
    /// Nothing happens but play of the game, in which a side may be bound to certain moves.
    PlayIsOrthodox,
}

pub(super) const FACTS: usize = RuleFact::PlayIsOrthodox as usize + 1;

/// Which facts hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table(pub(super) [bool; FACTS]);

impl Table {
    /// The columns are those of [`RuleFact`] in their order; `X` spoils the fact where the hook of the
    /// row is installed.
    #[rustfmt::skip]
    pub(super) fn of(hooks: &Hooks, settings: &Settings) -> Table {
        const X: bool = true;
        const O: bool = false;
        let Hooks {
            fixed_line, line, forbid, borrow, capture, move_only, extra, extra_of_man, board_move, before,
            rewrite, siblings, after, go_on, legal, select, sides, royal_squares, attack, origins, check, gives: _, goal,
            promotion, keep_promotion, hurdles, sight, end, setup, rebirth: _,
        } = hooks;
        let Settings { check_by_playing, checks_played_of, check_may_stand, walks_mind_sides } = settings;
        let plays_checks = *check_by_playing || *checks_played_of != Attributes::NONE;
        let moves_holds = origins.iter().any(|hook| hook.stance != Stance::Home) && !forbid.is_empty();
        let unknown_hold = moves_holds || forbid.iter().any(|hook| hook.observed_by.is_none());
        let any_line = line.iter().any(|hook| !hook.captures_only);
        let any_siblings = siblings.iter().any(|hook| !hook.captures_only);
        let further_checks = check.iter().any(|hook| hook.stage != CheckStage::Narrows);
        let captures_on_lines = line.iter().any(|hook| hook.captures_only);
        // Who holds whom is then more than a matter of ways from where men stand.
        let takes_otherwise = !origins.is_empty() || !attack.is_empty();
        let holds_otherwise = takes_otherwise && !forbid.is_empty();
        let any_move = move_only.iter().any(|hook| !hook.captures_only);
        let rewrites_any = rewrite.iter().any(|hook| !hook.captures_only);
        let by_check = legal.iter().all(LegalHook::judges_checks);
        let by_squares = legal.iter().all(LegalHook::judges_squares);
        let known = |hook: &LegalHook| hook.judges_checks() || hook.judges_squares();
        let unknown_legal = !legal.iter().all(known);
        // Who sees less than all men may see more when one arrives.
        let stated = origins.iter().all(|hook| hook.departures.is_some());
        let unknown_origins = !origins.is_empty() && (!stated || sight.is_some());
        let unknown_attacks = attack.iter().any(|hook| hook.reach.is_none());
        let lends_to_all = !borrow.is_empty() && !hooks.lend_to_royals_alone();
        let goes_on_anyhow = go_on.as_ref().is_some_and(|hook| !hook.captures_only);
        // Whom a side may capture is no matter to ways, unless walks mind it.
        let sides_matter = sides.iter().any(|hook| *walks_mind_sides || !hook.captures_only);
        let by_more = select.iter().any(|preference| !preference.by_way);
        let rows: [(bool, [bool; FACTS]); 47] = [
            //                            Geo Fre Bou Dec Hol Way Oth Cap Own Saf Non Squ Ste See Nob Pro Men Sta Not Usu Stp Ort
            (!fixed_line.is_empty(),     [X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!line.is_empty(),           [X,  X,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (captures_on_lines,          [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O]),
            (any_line,                   [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O]),
            (!forbid.is_empty(),         [X,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  X]),
            (unknown_hold,               [X,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  O,  X,  O,  O,  O,  O,  O,  O,  X]),
            (!borrow.is_empty(),         [X,  O,  X,  X,  X,  X,  O,  O,  X,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (lends_to_all,               [O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O]),
            (!capture.is_empty(),        [X,  X,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  X]),
            (!move_only.is_empty(),      [O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (any_move,                   [O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!extra.is_empty(),          [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X]),
            (!extra_of_man.is_empty(),   [O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  X,  O,  X]),
            (board_move.is_some(),             [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X]),
            (!before.is_empty(),         [O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X,  X,  O,  O,  O,  O,  O,  X,  X,  X,  X]),
            (!rewrite.is_empty(),        [O,  X,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  X]),
            (rewrites_any,               [O,  X,  O,  O,  O,  X,  X,  X,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  X,  X,  X]),
            (any_siblings,               [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O]),
            (!siblings.is_empty(),       [O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!after.is_empty(),          [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (go_on.is_some(),            [O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X,  X]),
            (goes_on_anyhow,             [O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O]),
            (!legal.is_empty(),          [O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!by_check,                  [O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!by_squares,                [O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (unknown_legal,              [O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (by_more,                    [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!sides.is_empty(),          [X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  X,  X]),
            (sides_matter,               [O,  O,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O]),
            (!royal_squares.is_empty(),  [O,  O,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (unknown_attacks,            [O,  O,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!attack.is_empty(),         [O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (unknown_origins,            [X,  O,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (holds_otherwise,            [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O]),
            (!origins.is_empty(),        [X,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!check.is_empty(),          [O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  X]),
            (further_checks,             [O,  O,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O]),
            (!goal.is_empty(),           [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!promotion.is_empty(),      [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  O,  O,  X,  X,  X]),
            (!keep_promotion.is_empty(), [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!hurdles.is_empty(),        [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X,  O,  X,  X]),
            (sight.is_some(),            [X,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!end.is_empty(),            [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (!setup.is_empty(),          [O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (*check_by_playing,          [O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (plays_checks,               [O,  O,  O,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
            (*check_may_stand,           [O,  O,  X,  X,  X,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  O,  X]),
        ];
        let installed = rows.iter().filter(|(is_installed, _)| *is_installed);
        let mut holds = [true; FACTS];
        for (_, spoils) in installed {
            for (fact, spoils) in holds.iter_mut().zip(spoils) {
                *fact &= !spoils;
            }
        }
        Table(holds)
    }
}
