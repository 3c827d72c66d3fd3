//! What single words of a statement say: names, stipulations, twins, claims, prizes.

use dawson::board::Square;
use dawson::men::Piece;
use dawson::notation::diagnostic::Diagnostic;
use dawson::notation::statement::{InputError, Statement, statement};
use dawson::problem::{Change, Genre, Goal, Length, Stipulation};

fn read(text: &str) -> Statement {
    statement(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn keys(text: &str) -> Vec<String> {
    let conditions = read(text).conditions.into_iter();
    conditions.map(|condition| condition.key).collect()
}

#[test]
fn printed_names_of_three_languages_are_known() {
    assert_eq!(keys("Anticirce, #2"), ["anti-circe"]);
    assert_eq!(keys("Circé h#2"), ["circe"]);
    assert_eq!(keys("Köko, s#3"), ["koeko"]);
    assert_eq!(keys("Take & Make #2"), ["take-and-make-chess"]);
    assert_eq!(keys("Maximummer s#9"), ["maximummer"]);
    assert_eq!(keys("Schwarzer Längstzüger, s#9"), ["black-maximummer"]);
    assert_eq!(keys("Échecs Andernach h#3"), ["andernach-chess"]);
    assert_eq!(
        keys("Gitterschach Einstein"),
        ["grid-chess", "einstein-chess"]
    );
    assert_eq!(keys("Circe, Take & Make"), ["circe", "take-and-make-chess"]);
    assert_eq!(keys("Schlagzwang").len(), 2);
}

#[test]
fn words_refine_the_condition_before_them() {
    for text in [
        "Bolero Rex inclusive",
        "Bolero, Rex inclusiv",
        "Bolero rex incl.",
    ] {
        assert!(read(text).conditions[0].has_flag("rex-inclusive"), "{text}");
    }
    assert!(read("Isardam type B").conditions[0].has_flag("type-b"));
    assert!(read("Isardam (B) h#2").conditions[0].has_flag("type-b"));
    assert!(read("Anticirce Cheylan").conditions[0].has_flag("cheylan"));
    assert_eq!(read("Imitator d4").conditions[0].squares().count(), 1);
}

#[test]
fn stipulations_are_read_as_printed() {
    let asked = |text| read(text).stipulation;
    let length = Length {
        moves: 2,
        half: true,
    };
    let help = Stipulation {
        length,
        ..Stipulation::new(Genre::Help, Goal::Mate, 2)
    };
    for text in ["h#2.5", "h#2,5", "h≠2½", "h‡2,5 2 solutions", "H#2.5*"] {
        assert_eq!(asked(text), Some(help), "{text}");
    }
    let three = Some(Stipulation::new(Genre::Direct, Goal::Mate, 3));
    for text in ["#3", "3#", "Mate in 3", "Matt in 3", "Mat en 3", "# 3"] {
        assert_eq!(asked(text), three, "{text}");
    }
    let series = Some(Stipulation::new(Genre::SeriesHelp, Goal::Stalemate, 7));
    assert_eq!(asked("ser-h=7"), series);
    assert_eq!(asked("ser-h = 7"), series);
    assert_eq!(read("h#2 3 solutions, Duplex").intended_solutions, Some(3));
    assert!(read("h#2 Duplex").options.duplex);
    assert!(read("h#2*").options.set_play);
}

/// The twins on a board.
fn twins(text: &str, men: &str) -> Vec<dawson::problem::Twin> {
    let problem = dawson::problem::Problem::from_statement(text, men);
    problem
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .twins
}

const MEN: &str = "wKb3 wRh2 wPd4 wPe4 bKa1 bSd5";

#[test]
fn twins_are_changes_behind_letters() {
    let twins = twins("h#2 b) wPe4→e5 c) -Sd5 d) +bPa7 e) h=3", MEN);
    assert_eq!(twins.len(), 4);
    let square = |name| Square::from_name(name).expect("a square");
    assert_eq!(twins[0].changes, [Change::Move(square("e4"), square("e5"))]);
    assert_eq!(twins[1].changes, [Change::Remove(square("d5"))]);
    assert!(matches!(twins[2].changes[..], [Change::Add(_, _)]));
    assert!(matches!(twins[3].changes[..], [Change::Stipulation(_)]));
    let zero = read("h#2 zeroposition a) Pe4-e5 b) =a) Sd4→d6 +c) -Sb1");
    assert!(zero.zero_position);
    let continued: Vec<_> = zero.twins.iter().map(|twin| twin.continued).collect();
    assert_eq!(continued, [false, true, true]);
}

#[test]
fn twins_speak_of_the_men_that_stand_there() {
    let fault = |text: &str| match dawson::problem::Problem::from_statement(text, MEN) {
        Err(InputError::Statement(faults)) => faults[0].to_string(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(fault("h#2 b) Rd4-d5"), "a white pawn stands on d4");
    assert_eq!(fault("h#2 b) bPd4-d5"), "a white pawn stands on d4");
    assert_eq!(fault("h#2 b) Ke1-f2"), "e1 is empty");
    assert_eq!(fault("h#2 b) shift a1->b1"), "a man would leave the board");
    assert_eq!(
        fault("h#2 b) Pawn to a4"),
        "there are several such men: name the square"
    );
    assert_eq!(fault("h#2 b) wRc6"), "`c6` is not an occupied square");
    assert_eq!(fault("h#2 b) +bPd4"), "a white pawn stands on d4 already");
    assert_eq!(
        fault("h#2 b) no Circe"),
        "`circe` does not hold in this version"
    );
}

#[test]
fn men_become_others_where_they_stand() {
    let bishop = || {
        let bishop = dawson::men::walk_id::BISHOP;
        let man = Piece::new(bishop, dawson::men::Sides::White);
        vec![Change::Add(Square::from_name("h2").expect("a square"), man)]
    };
    for text in [
        "Rh2=B",
        "wRh2=wB",
        "wRh2->wBh2",
        "wBh2",
        "Rh2 becomes B",
        "Th2=L",
        "Turm h2 = Läufer",
    ] {
        let text = format!("h#2 b) {text}");
        assert_eq!(twins(&text, MEN)[0].changes, bishop(), "{text}");
    }
}

#[test]
fn a_claim_has_as_many_numbers_as_the_play_half_moves() {
    assert_eq!(read("h#2.5 2.1.1.1.1").intended_solutions, Some(2));
    for text in ["h#2.5 2.1.1.1.1.1", "h#2 3.1.1.1.1.1.1"] {
        assert!(statement(text).is_err(), "{text}");
    }
    let set = read("h#2 0.1.1.1");
    assert!(set.options.set_play);
    assert_eq!(set.set_claim.expect("it is claimed").solutions(), 1);
    assert_eq!(set.intended_solutions, None);
}

#[test]
fn conditions_keep_their_sides_and_refinements() {
    assert_eq!(keys("reverse Einstein h#2"), ["reversal-einstein-chess"]);
    assert_eq!(
        keys("umgekehrter Einstein h#2"),
        ["reversal-einstein-chess"]
    );
    assert_eq!(keys("maximummer noir s#3"), ["black-maximummer"]);
    assert_eq!(keys("#2 no black captures"), ["no-black-capture"]);
    assert!(read("#2 Rex inclusiv Circe").conditions[0].has_flag("rex-inclusive"));
    assert!(read("s#3 Ultra-Längstzüger").conditions[0].has_flag("ultra"));
    assert!(statement("#2 Volage Könige").is_err());
    assert!(statement("#2 Masand RI").is_err());
    assert!(statement("h#2 #3").is_err());
    assert!(statement("#2 Royal square e4").is_err());
    assert_eq!(
        read("Imitators e5, f6 #2").conditions[0].squares().count(),
        2
    );
}

#[test]
fn prizes_sources_and_marks_are_kept() {
    let kept = |text: &str| -> Vec<(&str, String)> {
        let kept = read(text).kept.into_iter();
        kept.map(|kept| (kept.what, kept.text)).collect()
    };
    assert_eq!(
        kept("h#2 1. Preis Schwalbe 1987"),
        [("award", "1. Preis Schwalbe 1987".to_owned())]
    );
    assert_eq!(
        kept("h#2 C+ Popeye 4.61, Circe"),
        [("mark", "C+ Popeye 4.61".to_owned())]
    );
    assert_eq!(
        kept("Problem 123: h#2"),
        [("number", "Problem 123".to_owned())]
    );
    assert_eq!(
        kept("The Problemist 1985, #2"),
        [("source", "The Problemist 1985".to_owned())]
    );
    assert!(statement("#2 Cirrce 1987").is_err());
}

#[test]
fn unknown_words_are_pointed_at() {
    let errors = statement("#2 Cirrce").unwrap_err();
    assert!(
        matches!(&errors[..], [Diagnostic::Unknown { help: Some(help), .. }] if help.contains("Circe"))
    );
    assert_eq!(errors[0].span().map(|span| span.offset()), Some(3));
}

/// Signs however they are spaced, and words of three languages, ask the same.
#[test]
fn stipulations_in_words_are_those_in_signs() {
    let rows = [
        ("h#2.5", "h#2.5"),
        ("h≠2,5", "h#2.5"),
        ("h#2½", "h#2.5"),
        ("h#2 1/2", "h#2.5"),
        ("ser.h#8", "ser-h#8"),
        ("serh#8", "ser-h#8"),
        ("ser h#8", "ser-h#8"),
        ("ser-h-#8", "ser-h#8"),
        ("ser - h # 8", "ser-h#8"),
        ("sh#8", "ser-h#8"),
        ("h#two", "h#2"),
        ("3#", "#3"),
        ("dia 8.5", "dia8.5"),
        ("Mate in two", "#2"),
        ("White mates in 2", "#2"),
        ("White to play and mate in 3 moves", "#3"),
        ("Weiß zieht und setzt in 3 Zügen matt", "#3"),
        ("les Blancs jouent et font mat en 2 coups", "#2"),
        ("two-mover", "#2"),
        ("Dreizüger", "#3"),
        ("helpmate 3", "h#3"),
        ("Helpmate in three", "h#3"),
        ("Hilfsmatt in 2½", "h#2.5"),
        ("aidé de 3 coups", "h#3"),
        ("aidé 2", "h#2"),
        ("mat aidé en 2,5 coups", "h#2.5"),
        ("série aidé mat 5", "ser-h#5"),
        ("Serienzug-Hilfsmatt in 7", "ser-h#7"),
        ("selfmate 3", "s#3"),
        ("mat inverse en 4", "s#4"),
        ("semi-reflexmate in 2", "semi-r#2"),
        ("Hilfspatt in 3", "h=3"),
        ("partie justificative 8,5", "dia8.5"),
        ("Beweispartie in 9,5 Zügen", "dia9.5"),
        ("help selfmate in 3", "hs#3"),
        ("Helpmate in 4, 2 solutions", "h#4"),
        ("Helpmate in two, one solution", "h#2"),
        ("Helpmate in 3 1/2 moves", "h#3.5"),
        ("mat aidé en deux coups et demi", "h#2.5"),
        ("White forces selfmate in 5", "s#5"),
        ("shortest proof game in 8.0 moves", "dia8"),
        ("SPG 9.0", "dia9"),
    ];
    for (text, want) in rows {
        assert_eq!(read(text).stipulation, read(want).stipulation, "{text}");
        assert!(read(want).stipulation.is_some(), "{want}");
    }
    for text in ["white Kb1", "in 2"] {
        let asked = statement(text).ok().and_then(|said| said.stipulation);
        assert_eq!(asked, None, "{text}");
    }
}
