//! What a problem asks: the kind of play, the goal and the length.

use super::{Goal, Options};

/// The kind of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Genre {
    /// `#3`: one side reaches the goal against any defence.
    Direct,
    /// `P#3`: one side does what the dice make likeliest to reach the goal, against any defence.
    Chance,
    /// `s#3`: one side forces the other to reach the goal.
    Self_,
    /// `r#3`: as self play, but whoever can reach the goal must do so.
    Reflex,
    /// `semi-r#3`: as reflex play, the obligation is the defender's only.
    SemiReflex,
    /// `h#3`: both sides cooperate.
    Help,
    /// `hs#3`: both cooperate, then the last half-move is forced.
    HelpSelf,
    /// `hr#3`: both cooperate until one can, and so must, reach the goal.
    HelpReflex,
    /// `reci-h#3`: as help play, but the side that helps could also reach a
    /// goal of its own with its last move.
    ReciprocalHelp,
    /// `ser-#3`: one side moves alone.
    Series,
    /// `ser-h#3`: the other side moves alone, then one helping move.
    SeriesHelp,
    /// `ser-s#3`: one side moves alone, then forces the other.
    SeriesSelf,
    /// `ser-r#3`: one side moves alone until the other can, and so must, reach the goal.
    SeriesReflex,
    /// `ser-hs#3`: the other side moves alone, then one move forces it.
    SeriesHelpSelf,
    /// `ser-reci-h#3`: one side moves alone up to the last move of reciprocal play.
    SeriesReciprocalHelp,
    /// `pser-#3`: a series whose checks are answered, against any answer.
    ParrySeries,
    /// `pser-s#3`: the same, to force the other side.
    ParrySeriesSelf,
    /// `pser-r#3`: the same, until the other side can reach the goal.
    ParrySeriesReflex,
    /// `pser-h#3`: the other side moves alone, checks are answered, then one helping move.
    ParrySeriesHelp,
    /// `pser-hs#3`: the same, then one move that forces it.
    ParrySeriesHelpSelf,
    /// `phser-#3`: a series whose checks are answered helpfully.
    ParryHelpSeries,
    /// `phser-s#3`: the same, to force the other side.
    ParryHelpSeriesSelf,
    /// `phser-r#3`: the same, until the other side can reach the goal.
    ParryHelpSeriesReflex,
}

impl Genre {
    /// All of them.
    pub const ALL: [Genre; 23] = [
        Genre::Direct,
        Genre::Chance,
        Genre::Self_,
        Genre::Reflex,
        Genre::SemiReflex,
        Genre::Help,
        Genre::HelpSelf,
        Genre::HelpReflex,
        Genre::ReciprocalHelp,
        Genre::Series,
        Genre::SeriesHelp,
        Genre::SeriesSelf,
        Genre::SeriesReflex,
        Genre::SeriesHelpSelf,
        Genre::SeriesReciprocalHelp,
        Genre::ParrySeries,
        Genre::ParrySeriesSelf,
        Genre::ParrySeriesReflex,
        Genre::ParrySeriesHelp,
        Genre::ParrySeriesHelpSelf,
        Genre::ParryHelpSeries,
        Genre::ParryHelpSeriesSelf,
        Genre::ParryHelpSeriesReflex,
    ];

    /// Its key in the vocabulary.
    #[rustfmt::skip]
    pub const fn key(self) -> &'static str {
        match self {
            Genre::Direct => "direct",
            Genre::Chance => "chance",
            Genre::Self_ => "self",
            Genre::Reflex => "reflex",
            Genre::SemiReflex => "semi-reflex",
            Genre::Help => "help",
            Genre::HelpSelf => "help-self",
            Genre::HelpReflex => "help-reflex",
            Genre::ReciprocalHelp => "reciprocal-help",
            Genre::Series => "series",
            Genre::SeriesHelp => "series-help",
            Genre::SeriesSelf => "series-self",
            Genre::SeriesReflex => "series-reflex",
            Genre::SeriesHelpSelf => "series-help-self",
            Genre::SeriesReciprocalHelp => "series-reciprocal-help",
            Genre::ParrySeries => "parry-series",
            Genre::ParrySeriesSelf => "parry-series-self",
            Genre::ParrySeriesReflex => "parry-series-reflex",
            Genre::ParrySeriesHelp => "parry-series-help",
            Genre::ParrySeriesHelpSelf => "parry-series-help-self",
            Genre::ParryHelpSeries => "parry-help-series",
            Genre::ParryHelpSeriesSelf => "parry-help-series-self",
            Genre::ParryHelpSeriesReflex => "parry-help-series-reflex",
        }
    }

    /// The kind of play with this key in the vocabulary.
    pub fn from_key(key: &str) -> Option<Genre> {
        Genre::ALL.into_iter().find(|genre| genre.key() == key)
    }

    /// Whether its solutions are a tree of attacks and defences.
    pub const fn is_battle(self) -> bool {
        matches!(
            self,
            Genre::Direct | Genre::Self_ | Genre::Reflex | Genre::SemiReflex
        )
    }

    /// Whether one side moves alone, without any answer to its checks.
    pub const fn is_series(self) -> bool {
        matches!(
            self,
            Genre::Series
                | Genre::SeriesHelp
                | Genre::SeriesSelf
                | Genre::SeriesReflex
                | Genre::SeriesHelpSelf
                | Genre::SeriesReciprocalHelp
        )
    }

    /// Whether both sides take turns and cooperate, so that half moves make sense.
    pub const fn is_help(self) -> bool {
        matches!(
            self,
            Genre::Help | Genre::HelpSelf | Genre::HelpReflex | Genre::ReciprocalHelp
        )
    }
}

/// How long the play lasts, in half-moves of the sides as printed: `n` full
/// moves and perhaps one half-move more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Length {
    /// Full moves.
    pub moves: u16,
    /// Whether `.5` follows.
    pub half: bool,
}

impl Length {
    /// This many full moves.
    pub const fn moves(moves: u16) -> Length {
        Length { moves, half: false }
    }
}

/// A traditional stipulation such as `h#2.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// The kind of play.
    pub genre: Genre,
    /// Its aim.
    pub goal: Goal,
    /// Its length.
    pub length: Length,
    /// `exact-`: only play of the full length counts.
    pub exact: bool,
    /// In reciprocal play: the goal of the side that helps, where it is another one.
    pub own_goal: Option<Goal>,
    /// `3->`: so many introductory moves of the side that does not start the rest.
    pub introduction: u16,
}

impl Stipulation {
    /// A stipulation of whole moves, `Stipulation::new(Genre::Help, Goal::Mate, 2)` for `h#2`.
    pub const fn new(genre: Genre, goal: Goal, moves: u16) -> Stipulation {
        Stipulation {
            genre,
            goal,
            length: Length::moves(moves),
            exact: false,
            own_goal: None,
            introduction: 0,
        }
    }
}

impl Stipulation {
    /// Whether play leads from one given position to another: a proof game or `a=>b`.
    pub const fn leads_to_position(&self) -> bool {
        matches!(self.goal, Goal::ProofGame | Goal::AToB)
    }

    /// The number of half-moves in a line of full length; `None` for other kinds than help and series play.
    pub fn half_moves(&self) -> Option<usize> {
        let moves = usize::from(self.length.moves);
        match self.genre {
            _ if self.is_help() => Some(2 * moves + usize::from(self.length.half)),
            Genre::SeriesHelp | Genre::SeriesHelpSelf => Some(moves + 1),
            Genre::Series => Some(moves),
            _ => None,
        }
    }

    /// What is really solved where the other side than usual begins:
    /// `WhiteToPlay` drops the first ply of help play (`h#2` becomes `h#1.5`,
    /// and `hs#2` becomes `hs#1.5` though there it is Black who then starts) and
    /// one move of a series. Elsewhere it says nothing new.
    pub fn with(&self, options: &Options) -> Stipulation {
        let Length { moves, half } = self.length;
        let one_less = moves.saturating_sub(1);
        let length = match self.genre {
            _ if !options.white_to_play || half || moves == 0 => self.length,
            _ if self.is_last_reciprocal_move() => self.length,
            _ if self.is_help() && self.goal != Goal::AToB => Length {
                moves: one_less,
                half: true,
            },
            Genre::Series | Genre::SeriesHelp | Genre::SeriesHelpSelf => Length::moves(one_less),
            _ => self.length,
        };
        Stipulation { length, ..*self }
    }

    /// Whether it is reciprocal play of one move, which does without a ply of the other side.
    pub const fn is_last_reciprocal_move(&self) -> bool {
        let genre = self.genre;
        let reciprocal = matches!(genre, Genre::ReciprocalHelp | Genre::SeriesReciprocalHelp);
        reciprocal && self.length.moves == 1
    }

    /// Whether both sides take turns and cooperate. Games that lead to a
    /// position do, although they carry no letter for it.
    pub const fn is_help(&self) -> bool {
        self.genre.is_help() || matches!(self.genre, Genre::Direct) && self.leads_to_position()
    }
}
