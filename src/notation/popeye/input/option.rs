//! Options with their arguments.

use super::Text;
use crate::board::Square;
use crate::notation::fate;
use crate::notation::popeye::words::Table;
use crate::problem::{Options, Rights};

impl Text<'_> {
    /// Every option; a new one does not compile until it is written here.
    pub(super) fn options(&self, options: &Options) -> Vec<String> {
        let Options {
            defence,
            set_play,
            variation,
            no_threat,
            no_short_variations,
            post_key_play,
            duplex,
            half_duplex,
            max_solutions,
            max_time,
            no_board,
            no_castling,
            en_passant,
            white_to_play,
            no_white_king,
            no_black_king,
            move_numbers,
            start_move_number,
            up_to_move_number,
            intelligent,
            trivial_tries_avoid,
            stop_on_short_solutions,
            suppress_grid,
            write_grid,
            threat,
            max_flights,
            non_trivial,
            null_moves,
            quodlibet,
            goal_is_end,
            keep_mating_piece,
            mates_in_one,
            castling_mutually_exclusive,
            rights,
            fates,
        } = options;
        let plain = [
            (*set_play, "set-play"),
            (*variation, "variations"),
            (*no_threat, "no-threat"),
            (*no_short_variations, "no-short-variations"),
            (*post_key_play, "post-key-play"),
            (*duplex, "duplex"),
            (*half_duplex, "half-duplex"),
            (*no_board, "no-board"),
            (*white_to_play, "white-to-play"),
            (*no_white_king, "no-white-king"),
            (*no_black_king, "no-black-king"),
            (*move_numbers, "move-numbers"),
            (*trivial_tries_avoid, "trivial-tries-avoid"),
            (*stop_on_short_solutions, "stop-on-short-solutions"),
            (*suppress_grid, "suppress-grid"),
            (*write_grid, "write-grid"),
            (*null_moves, "null-moves"),
            (*quodlibet, "quodlibet"),
            (*rights == Rights::Strategy, "retro-strategy"),
            (*rights == Rights::Posterior, "a-posteriori"),
            (*goal_is_end, "goal-is-end"),
            (*keep_mating_piece, "keep-mating-piece"),
            (*mates_in_one, "mates-in-1"),
        ];
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let path = |numbers: &[u32]| {
            let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
            Some(numbers.join(":")).filter(|path| !path.is_empty())
        };
        let squares = |squares: &mut dyn Iterator<Item = Square>| {
            let names: String = squares.map(|square| self.notation.square(square)).collect();
            Some(names).filter(|names| !names.is_empty())
        };
        let wishes = fates
            .iter()
            .map(|wish| fate::write(wish, self.notation.language()));
        let wishes: Vec<String> = wishes.collect();
        let fates_text = Some(wishes.join(" ")).filter(|text| !text.is_empty());
        let valued = [
            (number(defence.map(u32::from)), "defence"),
            (number(*max_solutions), "max-solutions"),
            (number(*max_time), "max-time"),
            (path(start_move_number), "start-move-number"),
            (path(up_to_move_number), "up-to-move-number"),
            (number(threat.map(u32::from)), "threat"),
            (number(max_flights.map(u32::from)), "max-flightsquares"),
            (
                non_trivial.map(|limit| format!("{} {}", limit.additional, limit.moves)),
                "non-trivial",
            ),
            (number(*intelligent), "intelligent"),
            (squares(&mut no_castling.into_iter()), "no-castling"),
            (squares(&mut en_passant.iter().copied()), "en-passant"),
            (fates_text, "fates"),
        ];
        let plain = plain.into_iter().filter(|(given, _)| *given);
        let plain = plain.map(|(_, key)| self.word(Table::Option, key).to_owned());
        let valued = valued.into_iter().filter_map(|(value, key)| {
            value.map(|value| format!("{} {value}", self.word(Table::Option, key)))
        });
        let exclusive = castling_mutually_exclusive.iter().filter_map(|pair| {
            let pair = squares(&mut pair.iter().copied())?;
            let word = self.word(Table::Option, "castling-mutually-exclusive");
            Some(format!("{word} {pair}"))
        });
        plain.chain(valued).chain(exclusive).collect()
    }
}
