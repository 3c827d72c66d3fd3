//! The short cuts of engines and search by name, so that each can be switched off.
//!
//! No solution depends on them. Tests solve every problem without each of them, and without
//! all: what is left then generates, plays, checks and judges, and does nothing else.

/// Numbers the short cuts in the order in which they are declared.
macro_rules! short_cuts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A way to spare work that changes no result.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum ShortCut { $($(#[$doc])* $name,)* }

        impl ShortCut {
            /// All of them, in the order in which they are declared.
            pub const ALL: [ShortCut; [$(stringify!($name)),*].len()] = [$(ShortCut::$name),*];
        }
    };
}

short_cuts! {
    /// The engine for orthodox play.
    Orthodox,
    /// The same for sides that must play the best of their moves.
    OrthodoxChoice,
    /// It generates only moves that may reach the goal or prepare it.
    OrthodoxAims,
    /// It knows without search whether a goal can be reached or forced at once.
    OrthodoxAtOnce,
    /// It constructs the final positions of help and series play beforehand.
    OrthodoxPlans,
    /// It knows when mate or stalemate is out of reach.
    OrthodoxFar,
    /// The engine for any rules knows when mate or stalemate is out of reach.
    Pictures,
    /// It knows where a move must arrive that prepares mate or stalemate.
    PreparingPictures,
    /// Without castling rights no castling is in reach.
    CastlingBound,
    /// The search for proof games that deduces captures and ways beforehand.
    Deduction,
    /// It knows that men which never move are in the way of all others.
    DeducedWalls,
    /// It knows that a capture needs a man of each side on one square.
    DeducedMeetings,
    /// It knows how two men of a side get in each other's way.
    DeducedPairs,
    /// It knows that kings and rooks wait until their way is free.
    DeducedWaiting,
    /// It narrows the ways of each side by those of the other.
    DeducedViews,
    /// The least moves to a target position.
    Routes,
    /// The least moves to a target position where rules bring men elsewhere.
    Displacements,
    /// How many men stand out of place in a target position, and how many squares look otherwise.
    Places,
    /// Observation is a matter of squares alone.
    Observation,
    /// The ways to play a pseudo-legal move share what is the same in all.
    Forks,
    /// Pseudo-legal moves are not filtered where no rule filters.
    FreeMoves,
    /// Rules for which only the man and its square count are asked once about all its moves.
    SharedVerdicts,
    /// Pseudo-legal moves that cannot expose the own king are not tested for it.
    OwnCheck,
    /// Where men capture from elsewhere or otherwise, the squares that rules name bound which king
    /// is in check.
    Departures,
    /// Moves do as they say while rules rest that would bring men back.
    RestingRules,
    /// Moves do as they say where no rule has effects on their arrivals.
    QuietArrivals,
    /// Men that are paralysed stay so until something changes on the lines to their paralysers.
    Paralysers,
    /// Pseudo-legal moves are legal unplayed where no rule on played moves can object.
    SafeMoves,
    /// Whether a side has a legal move is told without listing them all.
    Mobility,
    /// Captures of a king are not played where they stand in any case.
    TrialCaptures,
    /// Pseudo-legal moves that cannot give check are not played for goals that need one.
    GivesCheck,
    /// Only squares that a ply changed can open a line.
    ChangedSquares,
    /// The walk or home that a rule will give a man is known before it is played.
    PredictedMovers,
    /// A pseudo-legal move that leaves a legal reply ends nothing.
    Replies,
    /// A pseudo-legal move that leaves the king a flight ends nothing.
    Flights,
    /// A move after which the king keeps a flight whatever is played prepares nothing.
    Preparation,
    /// A move that leaves a step without check forces no goal with check.
    Escapes,
    /// Goals say that they need a check or end play.
    GoalFacts,
    /// The key after a pseudo-legal move is known before it is played.
    KeysAhead,
    /// Keys do not tell men of one kind apart where goals do not.
    AnonymousKeys,
    /// Castling rights are not looked at where none is left and none can be earned.
    CastlingScan,
    /// Rules about single pseudo-legal moves are asked only about the best ones, where these must be played.
    LateFilters,
    /// Pseudo-legal moves are tried from the best down, where the best must be played.
    BestFirst,
    /// The hash table.
    Table,
    /// A line through a detour is left, for it would be shorter without.
    Detours,
    /// Moves that refuted elsewhere come first.
    Killers,
    /// Defences that leave few moves come first; the table is asked about all moves together.
    Ordering,
}

impl ShortCut {
    /// Its name on the command line, such as `keys-ahead`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }

    /// The short cut of this name.
    pub fn named(name: &str) -> Option<ShortCut> {
        ShortCut::ALL.into_iter().find(|one| one.name() == name)
    }

    const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// Which short cuts may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortCuts(u64);

impl ShortCuts {
    /// All there are.
    pub const ALL: ShortCuts = ShortCuts((1 << ShortCut::ALL.len()) - 1);
    /// None: the plain engine.
    pub const NONE: ShortCuts = ShortCuts(0);

    /// Whether this one may be taken.
    #[inline]
    pub const fn allow(self, one: ShortCut) -> bool {
        self.0 & one.bit() != 0
    }

    /// The same without this one.
    pub const fn without(self, one: ShortCut) -> ShortCuts {
        ShortCuts(self.0 & !one.bit())
    }
}

impl Default for ShortCuts {
    fn default() -> ShortCuts {
        ShortCuts::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_by_its_name_and_has_its_bit() {
        for (place, one) in ShortCut::ALL.into_iter().enumerate() {
            assert_eq!(one as usize, place);
            assert_eq!(ShortCut::named(&one.name()), Some(one));
            assert!(!ShortCuts::ALL.without(one).allow(one));
        }
        assert_eq!(ShortCut::KeysAhead.name(), "keys-ahead");
    }
}
