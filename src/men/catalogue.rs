//! The catalogue of walks: one row of data for each, in a fixed order.
//!
//! **Invariant:** ids follow the order of the rows; code names a walk by its
//! constant in [`walk_id`](super::walk_id) or by its key, never by a number.

use super::vector::*;
use super::walk::{Arrival, Chain, Home, Leg, Lenders, Manner, Part, Path, Rank, Walk, Zone};
use super::{WalkId, define};
use crate::board::Vector;

/// Every walk with a row here; their [`WalkId`]s are the rows' indices.
pub static WALKS: &[Walk] = ROWS;

impl WalkId {
    /// Every walk of the catalogue, in its order.
    pub fn all() -> impl Iterator<Item = WalkId> {
        (0..WALKS.len()).map(|index| WalkId(index as u16))
    }

    /// The walk with this key; that of a hunter is `ahead/back`, that of a
    /// walk of a composer's own its definition.
    pub fn from_key(key: &str) -> Option<WalkId> {
        let known = |key: &str| match key.contains(':') {
            true => define(key).ok(),
            false => WalkId::all().find(|id| id.row().key == key),
        };
        match key.split_once('/') {
            Some((ahead, back)) => WalkId::hunter(known(ahead)?, known(back)?),
            None => known(key),
        }
    }

    /// The walk with these letters, in any case; those of a hunter are two
    /// walks' letters with a slash between.
    pub fn from_letters(letters: &str, language: usize) -> Option<WalkId> {
        let known = |letters: &str| {
            WalkId::all().find(|id| {
                let known = id.row().letters.get(language);
                known.is_some_and(|known| known.eq_ignore_ascii_case(letters))
            })
        };
        match letters.split_once('/') {
            Some((ahead, back)) => WalkId::hunter(known(ahead)?, known(back)?),
            None => known(letters),
        }
    }

    /// The row with this key, for constants.
    ///
    /// # Panics
    /// When there is none: at compile time.
    pub(super) const fn of(key: &str) -> WalkId {
        let mut index = 0;
        while index < ROWS.len() {
            if is_same(ROWS[index].key, key) {
                return WalkId(index as u16);
            }
            index += 1;
        }
        panic!("no walk has this key")
    }
}

const ROWS: &[Walk] = &[
    walk(
        "king",
        ["King", "König", "Roi"],
        ["K", "K", "R"],
        &[leap(QUEEN)],
    )
    .home(Home::King)
    .rank(Rank::King),
    walk(
        "pawn",
        ["Pawn", "Bauer", "Pion"],
        ["P", "B", "P"],
        &[
            double_step(FORWARD),
            pawn_step(FORWARD),
            pawn_capture(FORWARD_DIAGONALS),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn),
    walk(
        "queen",
        ["Queen", "Dame", "Dame"],
        ["Q", "D", "D"],
        &[ride(QUEEN)],
    )
    .home(Home::Queen),
    walk(
        "knight",
        ["Knight", "Springer", "Cavalier"],
        ["S", "S", "C"],
        &[leap(KNIGHT)],
    )
    .home(Home::Knight),
    walk(
        "rook",
        ["Rook", "Turm", "Tour"],
        ["R", "T", "T"],
        &[ride(WAZIR)],
    )
    .home(Home::Rook),
    walk(
        "bishop",
        ["Bishop", "Läufer", "Fou"],
        ["B", "L", "F"],
        &[ride(FERS)],
    )
    .home(Home::Bishop),
    walk(
        "leo",
        ["Leo", "Leo", "Leo"],
        ["LE", "LE", "LE"],
        &[lion(QUEEN).capturing().alternating(), ride(QUEEN).quietly()],
    ),
    walk(
        "mao",
        ["Mao", "Mao", "Mao"],
        ["MA", "MA", "MA"],
        &[lame(MAO)],
    ),
    walk(
        "pao",
        ["Pao", "Pao", "Pao"],
        ["PA", "PA", "PA"],
        &[lion(WAZIR).capturing().alternating(), ride(WAZIR).quietly()],
    ),
    walk(
        "vao",
        ["Vao", "Vao", "Vao"],
        ["VA", "VA", "VA"],
        &[lion(FERS).capturing().alternating(), ride(FERS).quietly()],
    ),
    walk(
        "rose",
        ["Rose", "Rose", "Rose"],
        ["RO", "RO", "RO"],
        &[Part::new(ROSE, Manner::Ride)],
    )
    .by_squares(),
    walk(
        "grasshopper",
        ["Grasshopper", "Grashüpfer", "Sauterelle"],
        ["G", "G", "S"],
        &[hop(QUEEN)],
    ),
    walk(
        "nightrider",
        ["Nightrider", "Nachtreiter", "Noctambule"],
        ["N", "N", "N"],
        &[ride(KNIGHT)],
    ),
    walk(
        "zebra",
        ["Zebra", "Zebra", "Zèbre"],
        ["Z", "Z", "Z"],
        &[leap(ZEBRA)],
    ),
    walk(
        "camel",
        ["Camel", "Kamel", "Chameau"],
        ["CA", "CA", "CH"],
        &[leap(CAMEL)],
    ),
    walk(
        "giraffe",
        ["Giraffe", "Giraffe", "Girafe"],
        ["GI", "GI", "GI"],
        &[leap(GIRAFFE)],
    ),
    walk(
        "root-fifty-leaper",
        [
            "Root-50-Leaper",
            "Wurzel-50-Springer",
            "Cavalier racine de 50",
        ],
        ["RF", "WF", "CC"],
        &[leap(&diagonal(5)), leap(&oblique(1, 7))],
    ),
    walk(
        "bucephale",
        [
            "Root-25-Leaper",
            "Wurzel-25-Springer (Bukephalos)",
            "Bucéphale",
        ],
        ["BU", "BU", "BU"],
        &[leap(&straight(5)), leap(ANTELOPE)],
    ),
    walk(
        "wazir",
        ["Wazir", "Wesir", "Vizir"],
        ["WE", "WE", "VI"],
        &[leap(WAZIR)],
    ),
    walk(
        "alfil",
        ["Alfil", "Alfil", "Alfil"],
        ["AL", "AL", "AL"],
        &[leap(ALFIL)],
    ),
    walk(
        "fers",
        ["Fers", "Fers", "Fers"],
        ["FE", "FE", "FE"],
        &[leap(FERS)],
    ),
    walk(
        "dabbaba",
        ["Dabbaba", "Dabbaba", "Dabbaba"],
        ["DA", "DA", "DA"],
        &[leap(DABBABA)],
    ),
    walk(
        "lion",
        ["Lion", "Lion", "Lion"],
        ["LI", "LI", "LI"],
        &[lion(QUEEN)],
    ),
    walk(
        "nonstop-equihopper",
        [
            "Nonstop Equihopper",
            "Non-stop-Equihopper",
            "Équisauteur (non-stop)",
        ],
        ["NE", "NE", "EQ"],
        &[Part::new(Path::AllByFile, Manner::NonstopEquihop)],
    ),
    walk(
        "locust",
        ["Locust", "Heuschrecke", "Locuste"],
        ["L", "H", "L"],
        &[locust(QUEEN)],
    ),
    walk(
        "berolina-pawn",
        ["Berolina Pawn", "Berolinabauer", "Pion Berolina"],
        ["BP", "BB", "PB"],
        &[
            double_step(FORWARD_DIAGONALS).alternating(),
            pawn_step(FORWARD_DIAGONALS),
            pawn_capture(FORWARD),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn),
    walk(
        "amazon",
        ["Amazon", "Amazone", "Amazone"],
        ["AM", "AM", "AM"],
        &[leap(KNIGHT), ride(QUEEN)],
    ),
    walk(
        "empress",
        ["Empress", "Kaiserin", "Impératrice"],
        ["EM", "KN", "IM"],
        &[leap(KNIGHT), ride(WAZIR)],
    ),
    walk(
        "princess",
        ["Princess", "Prinzessin", "Princesse"],
        ["PR", "PR", "PR"],
        &[leap(KNIGHT), ride(FERS)],
    ),
    walk(
        "gnu",
        ["Gnu", "Gnu", "Gnou"],
        ["GN", "GN", "G"],
        &[leap(KNIGHT), leap(CAMEL)],
    ),
    walk(
        "antelope",
        ["Antelope", "Antilope", "Antilope"],
        ["AN", "AN", "AN"],
        &[leap(ANTELOPE)],
    ),
    walk(
        "squirrel",
        ["Squirrel", "Eichhörnchen", "Écureuil"],
        ["SQ", "EI", "EC"],
        &[leap(KNIGHT), leap(ALFIL), leap(DABBABA)],
    ),
    walk(
        "waran",
        ["Waran", "Waran", "Varan"],
        ["WA", "WA", "V"],
        &[ride(WAZIR), ride(KNIGHT)],
    ),
    walk(
        "dragon",
        ["Dragon", "Drache", "Dragon"],
        ["DR", "DR", "DR"],
        &[
            leap(KNIGHT),
            double_step(FORWARD),
            pawn_step(FORWARD),
            pawn_capture(FORWARD_DIAGONALS),
        ],
    ),
    walk(
        "kangaroo",
        ["Kangaroo", "Känguruh", "Kangourou"],
        ["KA", "KA", "KA"],
        &[kangaroo(QUEEN_REVERSED)],
    ),
    walk(
        "spiral-springer",
        ["Spiralspringer", "Spiralspringer", "Cavalier spirale"],
        ["SS", "SS", "CS"],
        &[zigzag(SPIRAL_2_0), zigzag(SPIRAL_4_0)],
    )
    .by_squares(),
    walk(
        "ubi-ubi",
        ["Ubi-Ubi", "Ubi-Ubi", "Ubi-Ubi"],
        ["UU", "UU", "UU"],
        &[chain(
            KNIGHT,
            Chain {
                leg: Leg::Ride,
                least: 1,
                most: u8::MAX,
                on_edge: false,
            },
        )
        .within(1)],
    )
    .by_squares(),
    walk(
        "hamster",
        ["Hamster", "Hamster", "Hamster"],
        ["HA", "HA", "HA"],
        &[straight_part(QUEEN_REVERSED, Manner::Approach).quietly()],
    ),
    walk(
        "moose",
        ["Moose", "Elch", "Élan"],
        ["M", "EL", "E"],
        &[turn(QUEEN, 1)],
    )
    .by_squares(),
    walk(
        "eagle",
        ["Eagle", "Adler", "Aigle"],
        ["EA", "AD", "AI"],
        &[turn(QUEEN, 2)],
    )
    .by_squares(),
    walk(
        "sparrow",
        ["Sparrow", "Spatz", "Moineau"],
        ["SW", "SP", "M"],
        &[turn(QUEEN, 3)],
    )
    .by_squares(),
    walk(
        "archbishop",
        ["Archbishop", "Erzbischof", "Archevêque"],
        ["AR", "ER", "AR"],
        &[reflected(1)],
    )
    .by_squares(),
    walk(
        "reflecting-bishop",
        [
            "Reflecting Bishop",
            "Reflektierender Läufer",
            "Fou rebondissant",
        ],
        ["RB", "RL", "FR"],
        &[reflected(4)],
    )
    .by_squares(),
    walk(
        "cardinal",
        ["Cardinal", "Kardinal", "Cardinal"],
        ["C", "KL", "CA"],
        &[Part::new(Path::Mirrored(FERS), Manner::Ride)],
    ),
    walk(
        "nightrider-hopper",
        [
            "Nightrider Hopper",
            "Nachtreiterhüpfer",
            "Noctambule sauteur",
        ],
        ["NH", "NH", "SN"],
        &[hop(KNIGHT)],
    ),
    walk(
        "dummy",
        ["Dummy", "Dummy", "Pièce impuissante"],
        ["DU", "DU", "PI"],
        &[],
    )
    .home(Home::Fairy)
    .rank(Rank::Dummy),
    walk(
        "camelrider",
        ["Camelrider", "Kamelreiter", "Chameau noctambule"],
        ["CR", "CR", "CN"],
        &[ride(CAMEL)],
    ),
    walk(
        "zebrarider",
        ["Zebrarider", "Zebrareiter", "Zèbre noctambule"],
        ["ZR", "ZR", "ZN"],
        &[ride(ZEBRA)],
    ),
    walk(
        "gnurider",
        ["Gnurider", "Gnureiter", "Gnou noctambule"],
        ["GR", "GR", "GN"],
        &[ride(KNIGHT), ride(CAMEL)],
    ),
    walk(
        "camelrider-hopper",
        ["Camelrider Hopper", "Kamelreiterhüpfer", "Chameau sauteur"],
        ["CH", "CH", "SC"],
        &[hop(CAMEL)],
    ),
    walk(
        "zebrarider-hopper",
        ["Zebrarider Hopper", "Zebrareiterhüpfer", "Zèbre sauteur"],
        ["ZH", "ZH", "SZ"],
        &[hop(ZEBRA)],
    ),
    walk(
        "gnurider-hopper",
        ["Gnurider Hopper", "Gnureiterhüpfer", "Gnou sauteur"],
        ["GH", "GH", "SG"],
        &[hop(KNIGHT), hop(CAMEL)],
    ),
    walk(
        "diagonal-spiral-springer",
        [
            "Diagonal Spiralspringer",
            "Diagonalspiralspringer",
            "Cavalier spirale diagonal",
        ],
        ["DS", "DS", "CD"],
        &[zigzag(SPIRAL_1_1), zigzag(SPIRAL_3_3)],
    )
    .by_squares(),
    walk(
        "bouncy-knight",
        [
            "Bouncy Knight",
            "Reflektierender Springer",
            "Cavalier rebondissant",
        ],
        ["BK", "RS", "CR"],
        &[chain(
            KNIGHT,
            Chain {
                leg: Leg::Ride,
                least: 1,
                most: 3,
                on_edge: true,
            },
        )
        .within(1)],
    )
    .by_squares(),
    walk(
        "equihopper",
        ["Equihopper", "Equihopper", "Équisauteur anglais"],
        ["EQ", "EQ", "EA"],
        &[Part::new(Path::AllBySize, Manner::Equihop)],
    ),
    walk(
        "cat",
        [
            "CAT (Cavalier de Troie)",
            "CAT (Cavalier de Troie)",
            "CAT (Cavalier de Troie)",
        ],
        ["CT", "CT", "CT"],
        &[Part::new(Path::Bent(CAT), Manner::Ride)],
    ),
    walk(
        "berolina-superpawn",
        [
            "Berolina Superpawn",
            "Berolina-Superbauer",
            "Superpion Berolina",
        ],
        ["BS", "BS", "BS"],
        &[
            ride(FORWARD).capturing().forward(),
            ride(FORWARD_DIAGONALS).quietly().forward(),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn),
    walk(
        "superpawn",
        ["Superpawn", "Superbauer", "Superpion"],
        ["SP", "SB", "SP"],
        &[
            ride(FORWARD_DIAGONALS).capturing().forward(),
            ride(FORWARD).quietly().forward(),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn),
    walk(
        "rook-lion",
        ["Rook-Lion", "Turm-Lion", "Tour-lion"],
        ["RL", "TL", "TL"],
        &[lion(WAZIR)],
    ),
    walk(
        "bishop-lion",
        ["Bishop-Lion", "Läufer-Lion", "Fou-lion"],
        ["BL", "LL", "FL"],
        &[lion(FERS)],
    ),
    walk(
        "siren",
        ["Siren", "Sirene", "Sirène"],
        ["SI", "SI", "SI"],
        &[locust(QUEEN).alternating(), ride(QUEEN).quietly()],
    ),
    walk(
        "triton",
        ["Triton", "Triton", "Triton"],
        ["TR", "TR", "TR"],
        &[locust(WAZIR).alternating(), ride(WAZIR).quietly()],
    ),
    walk(
        "nereid",
        ["Nereid", "Nereide", "Néréide"],
        ["ND", "ND", "NE"],
        &[locust(FERS).alternating(), ride(FERS).quietly()],
    ),
    walk(
        "orphan",
        ["Orphan", "Orphan", "Orphelin"],
        ["O", "O", "O"],
        &[relay(Lenders::Hostile)],
    )
    .by_squares(),
    walk(
        "edgehog",
        ["Edgehog", "Randschwein", "Edgehog"],
        ["EH", "RD", "EH"],
        &[ride(QUEEN_REVERSED).onto(Arrival::EdgeChange)],
    ),
    walk(
        "moa",
        ["Moa", "Moa", "Moa"],
        ["MO", "MO", "MO"],
        &[lame(MOA)],
    ),
    walk(
        "rook-bishop-hunter",
        [
            "Rook/Bishop Hunter",
            "Turm/Läufer-Jäger",
            "Tour/fou chasseur",
        ],
        ["RR", "TJ", "TC"],
        &[ride(FORWARD), ride(BACKWARD_DIAGONALS)],
    ),
    walk(
        "bishop-rook-hunter",
        [
            "Bishop/Rook Hunter",
            "Läufer/Turm-Jäger",
            "Fou/tour chasseur",
        ],
        ["BR", "LJ", "FC"],
        &[ride(FORWARD_DIAGONALS), ride(BACKWARD)],
    ),
    walk(
        "maorider",
        ["Maorider", "Maoreiter", "Maorider"],
        ["AO", "AO", "AO"],
        &[Part::new(Path::Zigzag(MAO), Manner::Lame)],
    ),
    walk(
        "moarider",
        ["Moarider", "Moareiter", "Moarider"],
        ["OA", "OA", "OA"],
        &[Part::new(Path::Zigzag(MOA), Manner::Lame)],
    ),
    walk(
        "rook-hopper",
        ["Rookhopper", "Turmhüpfer", "Sauterelle tour"],
        ["RH", "TH", "ST"],
        &[hop(WAZIR)],
    ),
    walk(
        "bishop-hopper",
        ["Bishopper", "Läuferhüpfer", "Sauterelle fou"],
        ["BH", "LH", "SF"],
        &[hop(FERS)],
    ),
    walk(
        "erlking",
        ["Erlking", "Erlkönig", "Roi des elfes"],
        ["EK", "EK", "RE"],
        &[leap(QUEEN)],
    ),
    walk(
        "boyscout",
        ["Boyscout", "Pfadfinder", "Boy-scout"],
        ["BT", "PF", "BT"],
        &[zigzag(BOYSCOUT)],
    )
    .by_squares(),
    walk(
        "girlscout",
        ["Girlscout", "Pfadfinderin", "Girl-scout"],
        ["GT", "PN", "GT"],
        &[zigzag(GIRLSCOUT)],
    )
    .by_squares(),
    walk(
        "skylla",
        ["Skylla", "Skylla", "Skylla"],
        ["SK", "SK", "SK"],
        &[leg_locust(SKYLLA).alternating(), lame(SKYLLA).quietly()],
    ),
    walk(
        "charybdis",
        ["Charybdis", "Charybdis", "Charybdis"],
        ["CY", "CY", "CY"],
        &[
            leg_locust(CHARYBDIS).alternating(),
            lame(CHARYBDIS).quietly(),
        ],
    ),
    walk(
        "contra-grasshopper",
        [
            "Contra-Grasshopper",
            "Kontragrashüpfer",
            "Contra-sauterelle",
        ],
        ["CG", "KG", "SA"],
        &[Part::new(Path::Straight(QUEEN), Manner::Contra)],
    ),
    walk(
        "rose-lion",
        ["Rose-Lion", "Rosenlion", "Rose-lion"],
        ["RN", "RN", "RL"],
        &[Part::new(ROSE, LION)],
    )
    .by_squares(),
    walk(
        "rose-hopper",
        ["Rose-Hopper", "Rosenhüpfer", "Rose sauteuse"],
        ["RP", "RH", "RS"],
        &[Part::new(ROSE, HOP)],
    )
    .by_squares(),
    walk(
        "okapi",
        ["Okapi", "Okapi", "Okapi"],
        ["OK", "OK", "OK"],
        &[leap(ZEBRA), leap(KNIGHT)],
    ),
    walk(
        "leaper-3-7",
        ["(3,7)-Leaper", "3:7-Springer", "3:7-cavalier"],
        ["37", "37", "37"],
        &[leap(&oblique(3, 7))],
    ),
    walk(
        "grasshopper-2",
        ["Grasshopper-2", "Grashüpfer-2", "Sauterelle-2"],
        ["G2", "G2", "S2"],
        &[Part::new(Path::Straight(QUEEN), Manner::Hop { gap: 1 })],
    ),
    walk(
        "grasshopper-3",
        ["Grasshopper-3", "Grashüpfer-3", "Sauterelle-3"],
        ["G3", "G3", "S3"],
        &[Part::new(Path::Straight(QUEEN), Manner::Hop { gap: 2 })],
    ),
    walk(
        "leaper-1-6",
        ["(1,6)-Leaper", "Flamingo", "1:6-cavalier"],
        ["16", "16", "16"],
        &[leap(&oblique(1, 6))],
    ),
    walk(
        "leaper-2-4",
        ["(2,4)-Leaper", "Hase", "2:4-cavalier"],
        ["24", "24", "24"],
        &[leap(&oblique(2, 4))],
    ),
    walk(
        "leaper-3-5",
        ["(3,5)-Leaper", "3:5-Springer", "3:5-cavalier"],
        ["35", "35", "35"],
        &[leap(&oblique(3, 5))],
    ),
    walk(
        "double-grasshopper",
        [
            "Double Grasshopper",
            "Doppelgrashüpfer",
            "Double sauterelle",
        ],
        ["DG", "DG", "DS"],
        &[chain(QUEEN, TWO_HOPS)],
    )
    .by_squares(),
    walk(
        "kinghopper",
        ["Kinghopper", "Königshüpfer", "Roi sauteur"],
        ["KH", "KH", "SR"],
        &[hop(QUEEN).within(2)],
    ),
    walk(
        "orix",
        ["Orix", "Orix", "Orix"],
        ["OR", "OR", "OR"],
        &[Part::new(Path::StraightBySize, Manner::Equihop)],
    ),
    walk(
        "leaper-1-5",
        ["(1,5)-Leaper", "Ibis", "1:5-cavalier"],
        ["15", "15", "15"],
        &[leap(&oblique(1, 5))],
    ),
    walk(
        "leaper-2-5",
        ["(2,5)-Leaper", "2:5-Springer", "2:5-cavalier"],
        ["25", "25", "25"],
        &[leap(&oblique(2, 5))],
    ),
    walk(
        "gral",
        ["Gral", "Gral", "Gral"],
        ["GL", "GL", "GL"],
        &[hop(WAZIR), leap(ALFIL)],
    ),
    walk(
        "rook-locust",
        ["Rook Locust", "Turmheuschrecke", "Tour locuste"],
        ["LR", "HT", "LT"],
        &[locust(WAZIR)],
    ),
    walk(
        "bishop-locust",
        ["Bishop Locust", "Läuferheuschrecke", "Fou locuste"],
        ["LB", "HL", "LF"],
        &[locust(FERS)],
    ),
    walk(
        "nightrider-locust",
        ["Nightrider Locust", "Nachtschrecke", "Noctambule locuste"],
        ["LN", "HN", "LN"],
        &[locust(KNIGHT)],
    ),
    walk(
        "wazirrider",
        ["Wazirrider", "Wesirreiter", "Vizir noctambule"],
        ["WR", "WR", "VS"],
        &[ride(WAZIR)],
    ),
    walk(
        "fersrider",
        ["Fersrider", "Fersreiter", "Fers noctambule"],
        ["FR", "FR", "FS"],
        &[ride(FERS)],
    ),
    walk(
        "bison",
        ["Bison", "Bison", "Bison"],
        ["BI", "BI", "BI"],
        &[leap(CAMEL), leap(ZEBRA)],
    ),
    walk(
        "elephant",
        ["Elephant", "Elefant", "Éléphant"],
        ["ET", "ET", "EL"],
        &[ride(KNIGHT), ride(QUEEN)],
    ),
    walk(
        "nao",
        ["Nao", "Nao", "Nao"],
        ["NA", "NA", "NA"],
        &[
            lion(KNIGHT).capturing().alternating(),
            ride(KNIGHT).quietly(),
        ],
    ),
    walk(
        "rook-moose",
        ["Rook Moose", "Turmelch", "Élan tour"],
        ["RM", "TC", "ET"],
        &[turn(WAZIR, 1)],
    )
    .by_squares(),
    walk(
        "rook-eagle",
        ["Rook Eagle", "Turmadler", "Aigle tour"],
        ["RE", "TA", "AT"],
        &[turn(WAZIR, 2)],
    )
    .by_squares(),
    walk(
        "rook-sparrow",
        ["Rook Sparrow", "Turmspatz", "Moineau tour"],
        ["RW", "TS", "MT"],
        &[turn(WAZIR, 3)],
    )
    .by_squares(),
    walk(
        "bishop-moose",
        ["Bishop Moose", "Läuferelch", "Élan fou"],
        ["BM", "LC", "EF"],
        &[turn(FERS, 1)],
    )
    .by_squares(),
    walk(
        "bishop-eagle",
        ["Bishop Eagle", "Läuferadler", "Aigle fou"],
        ["BE", "LA", "AF"],
        &[turn(FERS, 2)],
    )
    .by_squares(),
    walk(
        "bishop-sparrow",
        ["Bishop Sparrow", "Läuferspatz", "Moineau fou"],
        ["BW", "LS", "MF"],
        &[turn(FERS, 3)],
    )
    .by_squares(),
    walk(
        "rao",
        ["Rao", "Rao", "Rao"],
        ["RA", "RA", "RA"],
        &[
            Part::new(ROSE, Manner::Ride).quietly(),
            Part::new(ROSE, LION).capturing(),
        ],
    )
    .by_squares(),
    walk(
        "scorpion",
        ["Scorpion", "Skorpion", "Scorpion"],
        ["SO", "SO", "SO"],
        &[hop(QUEEN), leap(QUEEN)],
    ),
    walk(
        "marguerite",
        ["Marguerite", "Marguerite", "Marguerite"],
        ["MG", "MG", "MG"],
        &[
            hop(QUEEN),
            turn(QUEEN, 1),
            turn(QUEEN, 2),
            turn(QUEEN, 3),
            straight_part(QUEEN, Manner::Approach).quietly(),
        ],
    )
    .by_squares(),
    walk(
        "leaper-3-6",
        ["(3,6)-Leaper", "3:6-Springer", "3:6-cavalier"],
        ["36", "36", "36"],
        &[leap(&oblique(3, 6))],
    ),
    walk(
        "nightrider-lion",
        ["Nightrider-Lion", "Nachtreiterlion", "Noctambule-lion"],
        ["NL", "NL", "NL"],
        &[lion(KNIGHT)],
    ),
    walk(
        "maorider-lion",
        ["Maorider-Lion", "Maoreiterlion", "Maorider-lion"],
        ["ML", "ML", "ML"],
        &[Part::new(
            Path::Zigzag(MAO),
            Manner::LameLion { hurdles: 1 },
        )],
    ),
    walk(
        "moarider-lion",
        ["Moarider-Lion", "Moareiterlion", "Moarider-lion"],
        ["MM", "MM", "MM"],
        &[Part::new(
            Path::Zigzag(MOA),
            Manner::LameLion { hurdles: 1 },
        )],
    ),
    walk(
        "friend",
        ["Friend", "Freund", "Ami"],
        ["F", "F", "A"],
        &[relay(Lenders::Own)],
    )
    .by_squares(),
    walk(
        "dolphin",
        ["Dolphin", "Delphin", "Dauphin"],
        ["DO", "DE", "DN"],
        &[hop(QUEEN), kangaroo(QUEEN_REVERSED)],
    ),
    walk(
        "rabbit",
        ["Rabbit", "Hase", "Lapin"],
        ["RT", "HE", "LA"],
        &[Part::new(
            Path::Straight(QUEEN_REVERSED),
            Manner::Lion { hurdles: 2 },
        )],
    ),
    walk(
        "bob",
        ["Bob", "Bob", "Bob"],
        ["BO", "BO", "BO"],
        &[Part::new(
            Path::Straight(QUEEN_REVERSED),
            Manner::Lion { hurdles: 4 },
        )],
    ),
    walk(
        "equistopper",
        [
            "Equistopper",
            "Equistopper (englisch)",
            "Équistoppeur anglais",
        ],
        ["QE", "QE", "QA"],
        &[Part::new(Path::AllBySize, Manner::Equistop)],
    ),
    walk(
        "nonstop-equistopper",
        [
            "Nonstop Equistopper",
            "Non-stop-Equistopper (französisch)",
            "Équistoppeur français",
        ],
        ["QF", "QF", "QF"],
        &[Part::new(Path::AllByFile, Manner::NonstopEquistop)],
    ),
    walk(
        "querquisite",
        ["Querquisite", "Odysseus", "Querquisite"],
        ["QQ", "OD", "QQ"],
        &[
            ride(WAZIR).from(Zone::Files(&[0, 7])),
            leap(KNIGHT).from(Zone::Files(&[1, 6])),
            ride(FERS).from(Zone::Files(&[2, 5])),
            ride(QUEEN).from(Zone::Files(&[3])),
            leap(QUEEN).from(Zone::Files(&[4])),
        ],
    ),
    walk(
        "bouncer",
        ["Bouncer", "Bouncer", "Bouncer"],
        ["B1", "B1", "B1"],
        &[straight_part(QUEEN_REVERSED, Manner::Bounce)],
    ),
    walk(
        "rook-bouncer",
        ["Rook Bouncer", "Turmbouncer", "Tour-bouncer"],
        ["B2", "B2", "B2"],
        &[straight_part(WAZIR_REVERSED, Manner::Bounce)],
    ),
    walk(
        "bishop-bouncer",
        ["Bishop Bouncer", "Läuferbouncer", "Fou-bouncer"],
        ["B3", "B3", "B3"],
        &[straight_part(FERS_REVERSED, Manner::Bounce)],
    ),
    walk(
        "chinese-pawn",
        ["Chinese Pawn", "Chinesischer Bauer", "Pion chinois"],
        ["CP", "CB", "PC"],
        &[
            leap(SIDEWAYS).forward().from(Zone::FarHalf),
            leap(FORWARD).forward(),
        ],
    ),
    walk(
        "radial-knight",
        ["Radial Knight", "Radialspringer", "Cavalier radial"],
        ["RK", "RP", "CL"],
        &[Part::new(Path::AllByFile, Manner::Rotate { hostile: true })],
    )
    .by_squares(),
    walk(
        "reverse-pawn",
        ["Reverse Pawn", "Reversbauer", "Pion renversé"],
        ["PP", "RB", "PV"],
        &[
            double_step(FORWARD).backward(),
            pawn_step(FORWARD).backward(),
            pawn_capture(FORWARD_DIAGONALS_REVERSED).backward(),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn),
    walk(
        "rose-locust",
        ["Rose Locust", "Rosenheuschrecke", "Rose locuste"],
        ["LS", "LR", "LR"],
        &[Part::new(ROSE, Manner::Locust).capturing()],
    ),
    walk(
        "zebu",
        ["Zebu", "Zebu", "Zébu"],
        ["ZE", "ZE", "ZE"],
        &[leap(GIRAFFE), leap(CAMEL)],
    ),
    walk(
        "bouncy-nightrider",
        [
            "Bouncy Nightrider",
            "Reflektierender Nachtreiter",
            "Noctambule rebondissant",
        ],
        ["BN", "NR", "NR"],
        &[chain(
            KNIGHT,
            Chain {
                leg: Leg::Ride,
                least: 1,
                most: u8::MAX,
                on_edge: true,
            },
        )],
    )
    .by_squares(),
    walk(
        "zigzag-nightrider-2-0",
        [
            "(2,0)-Zigzag Nightrider",
            "(2,0)-Spiralspringer",
            "Cavalier spirale (2,0)",
        ],
        ["S2", "S2", "N2"],
        &[zigzag(SPIRAL_2_0)],
    )
    .by_squares(),
    walk(
        "zigzag-nightrider-4-0",
        [
            "(4,0)-Zigzag Nightrider",
            "(4,0)-Spiralspringer",
            "Cavalier spirale (4,0)",
        ],
        ["S4", "S4", "N4"],
        &[zigzag(SPIRAL_4_0)],
    )
    .by_squares(),
    walk(
        "zigzag-nightrider-1-1",
        [
            "(1,1)-Zigzag Nightrider",
            "(1,1)-Diagonalspiralspringer",
            "Cavalier spirale diagonal (1,1)",
        ],
        ["S1", "S1", "N1"],
        &[zigzag(SPIRAL_1_1)],
    )
    .by_squares(),
    walk(
        "zigzag-nightrider-3-3",
        [
            "(3,3)-Zigzag Nightrider",
            "(3,3)-Diagonalspiralspringer",
            "Cavalier spirale diagonal (3,3)",
        ],
        ["S3", "S3", "N3"],
        &[zigzag(SPIRAL_3_3)],
    )
    .by_squares(),
    walk(
        "quintessence",
        ["Quintessence", "Quintessenz", "Quintessence"],
        ["QN", "QN", "QN"],
        &[zigzag(QUINTESSENCE)],
    )
    .by_squares(),
    walk(
        "double-rookhopper",
        [
            "Double Rookhopper",
            "Doppelturmhüpfer",
            "Double sauterelle tour",
        ],
        ["DK", "DT", "DT"],
        &[chain(WAZIR, TWO_HOPS)],
    )
    .by_squares(),
    walk(
        "double-bishopper",
        [
            "Double Bishopper",
            "Doppelläuferhüpfer",
            "Double sauterelle fou",
        ],
        ["DB", "DL", "DF"],
        &[chain(FERS, TWO_HOPS)],
    )
    .by_squares(),
    walk(
        "nonstop-orix",
        ["Nonstop Orix", "Non-stop-Orix", "Orix (non-stop)"],
        ["NO", "NO", "NO"],
        &[Part::new(Path::StraightByFile, Manner::NonstopEquihop)],
    ),
    walk(
        "treehopper",
        ["Treehopper", "Treehopper", "Treehopper"],
        ["TH", "UH", "SB"],
        &[Part::new(
            Path::StraightByFile,
            Manner::Rotate { hostile: false },
        )],
    )
    .by_squares(),
    walk(
        "leafhopper",
        ["Leafhopper", "Leafhopper", "Leafhopper"],
        ["LH", "BH", "SE"],
        &[Part::new(Path::StraightByFile, Manner::Echo)],
    )
    .by_squares(),
    walk(
        "greater-treehopper",
        [
            "Greater Treehopper",
            "Greater Treehopper",
            "Greater Treehopper",
        ],
        ["GE", "GU", "SM"],
        &[Part::new(
            Path::AllByFile,
            Manner::Rotate { hostile: false },
        )],
    )
    .by_squares(),
    walk(
        "greater-leafhopper",
        [
            "Greater Leafhopper",
            "Greater Leafhopper",
            "Greater Leafhopper",
        ],
        ["GF", "GB", "SU"],
        &[Part::new(Path::AllByFile, Manner::Echo)],
    )
    .by_squares(),
    walk(
        "kangaroo-lion",
        ["Kangaroo-Lion", "Känguruh-Lion", "Kangourou-lion"],
        ["KL", "LK", "KL"],
        &[Part::new(
            Path::Straight(QUEEN_REVERSED),
            Manner::Lion { hurdles: 2 },
        )],
    ),
    walk(
        "kao",
        ["Kao", "Kao", "Kao"],
        ["KO", "KO", "KO"],
        &[
            hop(KNIGHT).within(2).capturing().alternating(),
            leap(KNIGHT).quietly(),
        ],
    ),
    walk(
        "knight-hopper",
        ["Knighthopper", "Springerhüpfer", "Cavalier sauteur"],
        ["KP", "SH", "SV"],
        &[hop(KNIGHT).within(2)],
    ),
    walk(
        "ship",
        ["Ship", "Schiff", "Bateau"],
        ["SH", "SC", "BA"],
        &[ride(WAZIR), pawn_capture(FORWARD_DIAGONALS)],
    ),
    walk(
        "gryphon",
        ["Gryphon", "Gryphon", "Gryphon"],
        ["GY", "GY", "GY"],
        &[ride(FERS), double_step(FORWARD), pawn_step(FORWARD)],
    ),
    walk(
        "marine-knight",
        ["Marine Knight", "Mariner Springer", "Cavalier marin"],
        ["MS", "MS", "CM"],
        &[
            locust(KNIGHT).within(2).alternating(),
            leap(KNIGHT).quietly(),
        ],
    ),
    walk(
        "poseidon",
        ["Poseidon", "Poseidon", "Poséidon"],
        ["PO", "PO", "PO"],
        &[locust(QUEEN).within(2).alternating(), leap(QUEEN).quietly()],
    )
    .rank(Rank::King),
    walk(
        "marine-pawn",
        ["Marine Pawn", "Mariner Bauer", "Pion marin"],
        ["MP", "MB", "PM"],
        &[
            locust(FORWARD_DIAGONALS_REVERSED)
                .within(2)
                .forward()
                .in_passing()
                .from(Zone::BeyondFirstRank),
            double_step(FORWARD),
            pawn_step(FORWARD),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn)
    .promoting_to(&["siren", "triton", "nereid", "marine-knight"]),
    walk(
        "marine-ship",
        ["Marine Ship", "Marines Schiff", "Bateau marin"],
        ["MH", "MC", "BM"],
        &[
            locust(FORWARD_DIAGONALS_REVERSED)
                .within(2)
                .forward()
                .in_passing(),
            locust(WAZIR).alternating(),
            ride(WAZIR).quietly(),
        ],
    ),
    walk(
        "sting",
        ["Sting", "Stachel", "Épine"],
        ["ST", "ST", "EP"],
        &[leap(QUEEN), hop(QUEEN)],
    )
    .rank(Rank::King),
    walk(
        "senora",
        ["Señora", "Señora", "Señora"],
        ["SE", "SE", "DG"],
        &[lion(QUEEN).quietly().alternating(), ride(QUEEN).capturing()],
    ),
    walk(
        "faro",
        ["Faro", "Faro", "Faro"],
        ["FA", "FA", "FA"],
        &[lion(WAZIR).quietly().alternating(), ride(WAZIR).capturing()],
    ),
    walk(
        "loco",
        ["Loco", "Loco", "Loco"],
        ["LO", "LO", "LO"],
        &[lion(FERS).quietly().alternating(), ride(FERS).capturing()],
    ),
    walk(
        "saltador",
        ["Saltador", "Saltador", "Saltador"],
        ["SA", "SA", "SL"],
        &[
            lame(MAO).capturing(),
            lame(MOA).capturing(),
            leg_hop(MAO).quietly(),
            leg_hop(MOA).quietly(),
        ],
    )
    .by_squares(),
    walk(
        "maohopper",
        ["Maohopper", "Maohüpfer", "Mao sauteur"],
        ["AH", "AH", "AS"],
        &[leg_hop(MAO)],
    ),
    walk(
        "moahopper",
        ["Moahopper", "Moahüpfer", "Moa sauteur"],
        ["OH", "OH", "OS"],
        &[leg_hop(MOA)],
    ),
    walk(
        "contra-hamster",
        ["Contra-Hamster", "Kontrahamster", "Contra-hamster"],
        ["HC", "HK", "HC"],
        &[straight_part(QUEEN_REVERSED, Manner::Recoil)],
    ),
    walk(
        "eagle-equihopper",
        ["Eagle Equihopper", "Adler-Equihopper", "Aigle équisauteur"],
        ["EE", "AE", "AE"],
        &[Part::new(Path::AllBySize, Manner::EagleEquihop)],
    ),
    walk(
        "eagle-nonstop-equihopper",
        [
            "Eagle Nonstop Equihopper",
            "Adler-Non-stop-Equihopper",
            "Aigle équisauteur non-stop",
        ],
        ["EN", "AQ", "AQ"],
        &[Part::new(Path::AllByFile, Manner::NonstopEagleEquihop)],
    ),
    walk(
        "scarabeus",
        ["Scarabeus", "Skarabäus", "Scarabée"],
        ["SC", "SR", "SS"],
        &[straight_part(QUEEN_REVERSED, Manner::TurnToLeap)],
    ),
    // The following rows are not for diagrams: rules bring them into play.
    walk(
        "einstein-pawn",
        ["Einstein Pawn", "Einsteinbauer", "Pion d'Einstein"],
        ["(EP)", "(EB)", "(PE)"],
        &[
            straight_part(FORWARD, Manner::DoubleStep)
                .within(3)
                .quietly()
                .forward()
                .from(Zone::FirstRank),
            double_step(FORWARD),
            leap(FORWARD).quietly().forward(),
            leap(FORWARD_DIAGONALS).capturing().forward().in_passing(),
        ],
    )
    .home(Home::Pawn)
    .rank(Rank::Pawn),
    walk(
        "rook-hamster",
        ["Rook-Hamster", "Turmhamster", "Tour-Hamster"],
        ["HR", "TM", "HT"],
        &[straight_part(WAZIR_REVERSED, Manner::Approach).quietly()],
    ),
    walk(
        "bishop-hamster",
        ["Bishop-Hamster", "Läuferhamster", "Fou-Hamster"],
        ["HB", "HJ", "HF"],
        &[straight_part(FERS_REVERSED, Manner::Approach).quietly()],
    ),
    walk(
        "rook-rabbit",
        ["Rook-Rabbit", "Turmkaninchen", "Tour-Lapin"],
        ["RJ", "TK", "TB"],
        &[rabbit(WAZIR_REVERSED)],
    ),
    walk(
        "bishop-rabbit",
        ["Bishop-Rabbit", "Läuferkaninchen", "Fou-Lapin"],
        ["BJ", "LU", "FJ"],
        &[rabbit(FERS_REVERSED)],
    ),
    walk(
        "spiral-springer-lion",
        [
            "Spiralspringer-Lion",
            "Spiralspringer-Löwe",
            "Cavalier spirale-lion",
        ],
        ["SJ", "SJ", "SJ"],
        &[
            Part::new(Path::Zigzag(SPIRAL_2_0), LION),
            Part::new(Path::Zigzag(SPIRAL_4_0), LION),
        ],
    )
    .by_squares(),
    walk(
        "spiral-springer-locust",
        [
            "Spiralspringer-Locust",
            "Spiralspringer-Heuschrecke",
            "Cavalier spirale-locuste",
        ],
        ["SX", "SX", "SX"],
        &[
            Part::new(Path::Zigzag(SPIRAL_2_0), Manner::Locust).capturing(),
            Part::new(Path::Zigzag(SPIRAL_4_0), Manner::Locust).capturing(),
        ],
    )
    .by_squares(),
    walk(
        "diagonal-spiral-springer-lion",
        [
            "Diagonal Spiralspringer-Lion",
            "Diagonalspiralspringer-Löwe",
            "Cavalier spirale diagonal-lion",
        ],
        ["DJ", "DJ", "DJ"],
        &[
            Part::new(Path::Zigzag(SPIRAL_1_1), LION),
            Part::new(Path::Zigzag(SPIRAL_3_3), LION),
        ],
    )
    .by_squares(),
    walk(
        "diagonal-spiral-springer-locust",
        [
            "Diagonal Spiralspringer-Locust",
            "Diagonalspiralspringer-Heuschrecke",
            "Cavalier spirale diagonal-locuste",
        ],
        ["DX", "DX", "DX"],
        &[
            Part::new(Path::Zigzag(SPIRAL_1_1), Manner::Locust).capturing(),
            Part::new(Path::Zigzag(SPIRAL_3_3), Manner::Locust).capturing(),
        ],
    )
    .by_squares(),
    walk(
        "reflecting-vao",
        ["Reflecting Vao", "Reflektierender Vao", "Vao réfléchissant"],
        ["VR", "VR", "VR"],
        &[reflected(4).quietly(), reflected_part(4, LION).capturing()],
    )
    .by_squares(),
    walk(
        "billiard-bishop",
        ["Billiard Bishop", "Billardläufer", "Fou de billard"],
        ["BX", "BX", "BX"],
        &[
            reflected(u8::MAX),
            reflected_part(u8::MAX, Manner::Lap).quietly(),
        ],
    )
    .home(Home::Bishop)
    .by_squares(),
    walk(
        "billiard-queen",
        ["Billiard Queen", "Billarddame", "Dame de billard"],
        ["QX", "QX", "QX"],
        &[
            ride(WAZIR),
            reflected(u8::MAX),
            reflected_part(u8::MAX, Manner::Lap).quietly(),
        ],
    )
    .home(Home::Queen)
    .by_squares(),
    walk(
        "spider",
        ["Spider", "Spinne", "Araignée"],
        ["PX", "PX", "AG"],
        &[
            leap(QUEEN),
            Part::new(Path::Concentric, Manner::Ride),
            Part::new(Path::Concentric, Manner::Lap).quietly(),
        ],
    )
    .by_squares(),
    walk(
        "unicorn",
        ["Unicorn", "Einhorn", "Licorne"],
        ["U", "U", "U"],
        &[ride(TRIAGONAL)],
    ),
    walk(
        "rook-kangaroo",
        ["Rook-Kangaroo", "Turmkänguruh", "Tour-Kangourou"],
        ["KR", "KT", "KT"],
        &[kangaroo(WAZIR_REVERSED)],
    ),
    walk(
        "bishop-kangaroo",
        ["Bishop-Kangaroo", "Läuferkänguruh", "Fou-Kangourou"],
        ["KJ", "KJ", "KF"],
        &[kangaroo(FERS_REVERSED)],
    ),
];

const ROSE: Path = Path::Circles(CIRCLE);
const HOP: Manner = Manner::Hop { gap: 0 };
const TWO_HOPS: Chain = Chain {
    leg: Leg::Hop,
    least: 2,
    most: 2,
    on_edge: false,
};
const LION: Manner = Manner::Lion { hurdles: 1 };

const FORWARD: &[Vector] = &[Vector::new(0, 1)];
const BACKWARD: &[Vector] = &[Vector::new(0, -1)];
const SIDEWAYS: &[Vector] = &[Vector::new(-1, 0), Vector::new(1, 0)];
const FORWARD_DIAGONALS: &[Vector] = &[Vector::new(1, 1), Vector::new(-1, 1)];
const FORWARD_DIAGONALS_REVERSED: &[Vector] = &[Vector::new(-1, 1), Vector::new(1, 1)];
const BACKWARD_DIAGONALS: &[Vector] = &[Vector::new(-1, -1), Vector::new(1, -1)];

const MAO: &[[Vector; 2]] = &legs(CIRCLE, false);
const MOA: &[[Vector; 2]] = &legs(CIRCLE, true);
const SKYLLA: &[[Vector; 2]] = &legs(CIRCLE_REVERSED, false);
const CHARYBDIS: &[[Vector; 2]] = &legs(CIRCLE_REVERSED, true);

const SPIRAL_2_0: &[[Vector; 2]] = &pairs::<8>(KNIGHT, 0, 2);
const SPIRAL_4_0: &[[Vector; 2]] = &pairs::<8>(KNIGHT, 0, 4);
const SPIRAL_1_1: &[[Vector; 2]] = &pairs::<8>(KNIGHT, 1, 1);
const SPIRAL_3_3: &[[Vector; 2]] = &pairs::<8>(KNIGHT, 3, 3);
const QUINTESSENCE: &[[Vector; 2]] = &pairs::<16>(KNIGHT, 1, 3);
const BOYSCOUT: &[[Vector; 2]] = &pairs::<8>(FERS, 0, 2);
const GIRLSCOUT: &[[Vector; 2]] = &pairs::<8>(WAZIR, 1, 1);
const CAT: &[[Vector; 2]] = &long_legs();

const fn walk(
    key: &'static str,
    names: [&'static str; 3],
    letters: [&'static str; 3],
    parts: &'static [Part],
) -> Walk {
    Walk::new(key, names, letters, parts)
}

const fn straight_part(vectors: &'static [Vector], manner: Manner) -> Part {
    Part::new(Path::Straight(vectors), manner)
}

const fn leap(vectors: &'static [Vector]) -> Part {
    ride(vectors).within(1)
}

const fn ride(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, Manner::Ride)
}

const fn hop(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, HOP)
}

const fn kangaroo(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, Manner::Kangaroo { hurdles: 2 })
}

const fn lion(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, LION)
}

const fn locust(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, Manner::Locust).capturing()
}

const fn turn(vectors: &'static [Vector], eighths: u8) -> Part {
    straight_part(vectors, Manner::Turn { eighths })
}

const fn lame(legs: &'static [[Vector; 2]]) -> Part {
    Part::new(Path::Legs(legs), Manner::Lame)
}

const fn leg_hop(legs: &'static [[Vector; 2]]) -> Part {
    Part::new(Path::Legs(legs), HOP)
}

const fn zigzag(pairs: &'static [[Vector; 2]]) -> Part {
    Part::new(Path::Zigzag(pairs), Manner::Ride)
}

const fn leg_locust(legs: &'static [[Vector; 2]]) -> Part {
    Part::new(Path::Legs(legs), Manner::Locust).capturing()
}

const fn chain(vectors: &'static [Vector], chain: Chain) -> Part {
    straight_part(vectors, Manner::Chain(chain))
}

const fn relay(lenders: Lenders) -> Part {
    straight_part(&[], Manner::Relay(lenders))
}

const fn rabbit(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, Manner::Lion { hurdles: 2 })
}

const fn reflected(turns: u8) -> Part {
    reflected_part(turns, Manner::Ride)
}

const fn reflected_part(turns: u8, manner: Manner) -> Part {
    let diagonals = FERS;
    Part::new(Path::Reflected { diagonals, turns }, manner)
}

/// A pawn's double step; in its own sense it starts on the second rank.
const fn double_step(vectors: &'static [Vector]) -> Part {
    straight_part(vectors, Manner::DoubleStep)
        .within(2)
        .quietly()
        .forward()
        .from(Zone::SecondRank)
}

/// A pawn on its own first rank has no move.
const fn pawn_step(vectors: &'static [Vector]) -> Part {
    leap(vectors)
        .quietly()
        .forward()
        .from(Zone::BeyondFirstRank)
}

/// A pawn on its own first rank does not even observe.
const fn pawn_capture(vectors: &'static [Vector]) -> Part {
    leap(vectors)
        .capturing()
        .forward()
        .in_passing()
        .from(Zone::BeyondFirstRank)
}

/// Each of the knight's leaps in two steps, the diagonal one first or last.
const fn legs(leaps: &[Vector; 8], diagonal_first: bool) -> [[Vector; 2]; 8] {
    let mut legs = [[Vector::new(0, 0); 2]; 8];
    let mut index = 0;
    while index < legs.len() {
        let leap = leaps[index];
        let straight = Vector::new(leap.files / 2, leap.ranks / 2);
        let diagonal = Vector::new(leap.files - straight.files, leap.ranks - straight.ranks);
        legs[index] = if diagonal_first {
            [diagonal, straight]
        } else {
            [straight, diagonal]
        };
        index += 1;
    }
    legs
}

/// Each of the knight's leaps, then twice the sense of its long leg.
const fn long_legs() -> [[Vector; 2]; 8] {
    let mut legs = [[Vector::new(0, 0); 2]; 8];
    let mut index = 0;
    while index < legs.len() {
        let leap = CIRCLE[index];
        let onward = Vector::new(leap.files / 2 * 2, leap.ranks / 2 * 2);
        legs[index] = [leap, onward];
        index += 1;
    }
    legs
}

/// Every pair of these steps whose sum is the vector (small,large), turned as
/// it may be.
const fn pairs<const COUNT: usize>(steps: &[Vector], small: i8, large: i8) -> [[Vector; 2]; COUNT] {
    let mut pairs = [[Vector::new(0, 0); 2]; COUNT];
    let (mut count, mut index) = (0, 0);
    while index < steps.len() * steps.len() {
        let (first, second) = (steps[index / steps.len()], steps[index % steps.len()]);
        let files = (first.files + second.files).abs();
        let ranks = (first.ranks + second.ranks).abs();
        if (files == small && ranks == large) || (files == large && ranks == small) {
            pairs[count] = [first, second];
            count += 1;
        }
        index += 1;
    }
    assert!(count == COUNT, "as many pairs as the row says");
    pairs
}

const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_differ() {
        let keys: HashSet<&str> = WALKS.iter().map(|walk| walk.key).collect();
        assert_eq!(keys.len(), WALKS.len());
    }

    #[test]
    fn letters_differ_within_a_language() {
        for language in 0..3 {
            for id in WalkId::all() {
                let letters = id.row().letters[language].to_lowercase();
                assert_eq!(
                    WalkId::from_letters(&letters, language),
                    Some(id),
                    "{letters}"
                );
            }
        }
    }

    #[test]
    fn ids_fit_a_piece() {
        assert!(WALKS.len() <= WalkId::LIMIT);
    }
}
