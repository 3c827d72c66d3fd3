"""What a user of the package meets."""

from __future__ import annotations

import copy
import gc
import json
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import dawson
import pytest
from dawson import InputError, Problem, RefusedError

PROBLEMS = Path(__file__).parents[2] / "problems"
# A mate that no two minutes suffice for: who ends it is seen.
LONG = ("h#7", "8/1p1k2p1/8/3N4/8/2P5/4K3/6B1")


def test_lines_are_objects() -> None:
    solution = dawson.solve("h#1 Circe", fen="7k/1p6/6K1/8/8/8/8/R7")
    assert [line.text for line in solution.lines] == [
        "1.b7-b5 Ra1-a8 #",
        "1.b7-b6 Ra1-a8 #",
        "1.Kh8-g8 Ra1-a8 #",
    ]
    line = solution.lines[2]
    assert (len(line), line.goal, str(line[-1])) == (2, "mate", "Ra1-a8 #")
    assert (line[0].side, line[0].origin, line[0].target) == ("black", "h8", "g8")
    assert len(solution) == 3 and solution.is_finished
    with pytest.raises(IndexError):
        line[2]


def test_trees_are_objects() -> None:
    solution = dawson.solve("#2, wKf6 wRb7 bKh8", tries=1, set_play=True)
    (key,) = solution.keys
    assert (str(key), key.mark, key.threat) == ("Kf6-g6 !", "key", "threat")
    assert [str(threat) for threat in key.threats] == ["Rb7-b8 #"]
    assert [phase.kind for phase in solution.twins[0].phases] == ["set", "actual"]
    assert key.move.side == "white" and not key.move.is_capture


def test_twins_have_labels() -> None:
    solution = dawson.solve("h#2.5, b) wRh2=wB", fen="wKb3 wRh2 wPd4 bKa1")
    assert [twin.label for twin in solution.twins] == ["a", "b"]
    assert solution.twins[1].changes
    assert "b)" in solution.text


def test_a_fault_says_where() -> None:
    with pytest.raises(InputError) as caught:
        dawson.solve("#2, Andernch", fen="k7/8/1K6/8/8/8/8/7R")
    fault = caught.value
    assert (fault.place, fault.start, fault.end) == ("statement", 4, 12)
    assert fault.text[fault.start : fault.end] == "Andernch"
    assert fault.help is not None and "andernach" in fault.help.lower()
    with pytest.raises(InputError) as caught:
        dawson.solve("#2", fen="k7/8/1K6/8/8/8/8/7Rx")
    assert (caught.value.place, caught.value.start) == ("position", 19)
    with pytest.raises(InputError):
        dawson.solve("#2")


def test_a_refusal_is_an_exception() -> None:
    with pytest.raises(RefusedError, match="could capture the king"):
        dawson.solve("#1", "7k/8/8/8/8/8/8/K6R")
    with pytest.raises(ValueError):
        dawson.solve("#1", "7k/8/6K1/8/8/8/8/R7", memory="much")
    with pytest.raises(ValueError):
        dawson.solve("#1", "7k/8/6K1/8/8/8/8/R7", time=-1.0)


def test_what_is_stopped_says_so() -> None:
    solution = dawson.solve(*LONG, time=0.2)
    assert solution.outcome == "time-up" and not solution.is_finished


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_and_may_end_the_search(threads: int) -> None:
    seen: list[dawson.Progress] = []

    def tell(progress: dawson.Progress) -> bool:
        seen.append(progress)
        return len(seen) < 3

    began = time.monotonic()
    solution = dawson.solve(*LONG, threads=threads, progress=tell)
    assert solution.outcome == "interrupted"
    assert time.monotonic() - began < 30
    assert seen[-1].positions > 0 and seen[-1].of > 0 and seen[-1].text


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "asked",
    [
        ("ser-+3", "7k/8/8/8/8/8/8/K2Q4"),
        ("h#1, b) wRa1-->b1, c) wRa1-->c1", "7k/8/6K1/8/8/8/8/R7"),
        ("dia2", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR"),
        ("h#2 2.1.1.1", "4k1rr/8/2p4P/8/4K1P1/8/4Q3/8"),
    ],
)
def test_lines_come_while_the_search_goes_on(asked: tuple[str, str], threads: int) -> None:
    found = dawson.lines(*asked, threads=threads)
    assert found.outcome is None
    pairs = [(str(line), found.twin) for line in found]
    assert found.outcome == "finished"
    solution = dawson.solve(*asked)
    assert [line for line, _ in pairs] == [str(line) for line in solution.lines]
    labels = {twin.label for twin in solution.twins}
    assert {label for _, label in pairs} <= labels
    assert list(found) == []


def test_lines_without_end_are_not_kept() -> None:
    endless = ("ser-+9", "7k/8/8/8/8/8/8/K2Q4")
    found = dawson.lines(*endless)
    assert [str(line) for _, line in zip(range(3), found)][0] == "1.Qd1-h5 +"
    found.close()
    assert list(found) == []
    stopped = dawson.lines(*endless, time=0.3)
    assert sum(1 for _ in stopped) > 0
    assert stopped.outcome == "time-up"
    with pytest.raises(ValueError, match="battle play"):
        dawson.lines("#2", "7k/8/6K1/8/8/8/8/R7")
    with pytest.raises(dawson.RefusedError):
        next(dawson.lines("h#1", "8/8/8/8/8/7r/8/k6K"))


def test_an_exception_of_the_callback_comes_through() -> None:
    def tell(_: dawson.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        dawson.solve(*LONG, progress=tell)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems")
@pytest.mark.parametrize(
    "work",
    [
        pytest.param(lambda: dawson.solve(*LONG), id="help play"),
        pytest.param(
            lambda: dawson.solve("dia8.0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR"),
            id="proof game",
        ),
        pytest.param(
            lambda: dawson.retract(
                "-5 & #1; VRZ Proca, Anticirce", "7Q/2R5/1K6/5p2/1k6/8/8/8", threads=2
            ),
            id="retraction",
        ),
        pytest.param(lambda: list(dawson.lines(*LONG)), id="lines"),
        pytest.param(lambda: dawson.conditions(*LONG, time=None), id="workshop"),
        pytest.param(lambda: dawson.why("#7", LONG[1], "Nd5-e3"), id="reasons"),
    ],
)
def test_ctrl_c_stops_a_search(work: Callable[[], object]) -> None:
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            time.sleep(20)
    finally:
        timer.cancel()
    assert time.monotonic() - began < 15


def test_moves_are_taken_back() -> None:
    fen = "n7/8/7K/8/1k6/4B3/8/8"
    found = dawson.retract("-1(b,w) & #1", fen, threads=2, memory="64M", time=60)
    assert found["outcome"] == "finished"
    assert found["answer"]["texts"] == ["R: 1.Ka3xQb4 Qc4-b4 & 1.Be3-c1#"]
    proca = ("-5 & #1; VRZ Proca, Anticirce", "7Q/2R5/1K6/5p2/1k6/8/8/8")
    assert dawson.retract(*proca, time=0.2)["outcome"] == "time-up"
    with pytest.raises(ValueError, match="last=N"):
        dawson.retract("un-moves", fen, legality="much")
    with pytest.raises(ValueError, match="memory"):
        dawson.retract("un-moves", fen, memory="much")
    with pytest.raises(dawson.DawsonError):
        dawson.retract("-1(b,w) & #1, Cirze", fen)


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    dawson.solve(*LONG, time=0.5)
    done.set()
    thread.join()
    assert counted > 20


def test_problems_travel() -> None:
    text = "h#2.5, Circe, Andernach, b) wRh2=wB, 2 solutions"
    problem = Problem(text, "wKb3 wRh2 nPd4 bKa1 bSc3")
    for other in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)):
        assert other == problem and hash(other) == hash(problem)
        assert other.content_hash == problem.content_hash
    assert problem.men["d4"] == "nP"
    assert problem.stipulation == "h#2.5" and problem.conditions == ["Circe", "AndernachChess"]
    assert Problem.parse(problem.popeye()).content_hash == problem.content_hash
    assert "Bedingung" in problem.popeye("de")
    assert problem.versions == 2


@pytest.mark.parametrize("author", ["Our own scheme", "Our 'own' \"scheme\"", "Ł. Zero\u200bwidth"])
def test_problems_say_how_to_make_them(author: str) -> None:
    problem = Problem("h#2.5, b) wRh2=wB, 2 solutions", "wKb3 wRh2 nPd4 bKa1 bSc3")
    assert eval(repr(problem), {"Problem": Problem}) == problem
    problem = Problem.parse(
        f"BeginProblem\nAuthor {author}\nStipulation h#1.5\nPieces White Kg6 Ra1 Black Kh8\nEndProblem\n"
    )
    assert problem.authors == [author]
    assert eval(repr(problem), {"Problem": Problem}) == problem


STATEMENTS = [
    "#2",
    "h#2.5, Circe",
    "h#2 2 solutions",
    "h#3 2.1.1.1.1.1",
    "s#2, Maximummer, set play",
    "s#2, Maximummer, show set play",
    "#2 tries, Madrasi RI",
    "ser-h#4, duplex",
    "h=2, half-duplex, Koeko",
    "h#2, b) Rh2->g2, +c) Pd4->d5",
    "#2, Anticirce Cheylan, Take & Make",
    "hs#3, NoCastling e1h1",
    "r#2, quodlibet",
]
POSITIONS = [
    "8/8/8/8/3P4/1K6/7R/k7",
    "8/8/8/8/3P4/1K3(G)2/7R/k6(n)",
    "8/8/8/8/3P4/1P3(=Q)2/2(P!)4R/k7",
    "8/8/8/8/3P4/1K3.LE.pa1/7R/k7",
    "8/8/8/8/3P4/1K3(R/B)2/7R/k7",
    "r3k2r/8/8/8/3P4/1K6/7R/8",
    "wKb3 wRh2 wPd4 bKa1",
    "Weiß Kb3 Th2 Bd4 Schwarz Ka1",
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_is_shown_is_read_back(statement: str, position: str) -> None:
    problem = Problem(statement, position)
    assert eval(repr(problem), {"Problem": Problem}) == problem
    assert Problem.parse(problem.dumps()) == problem
    # `statement` is what is asked; `set play` alone also says that there is some.
    claims = any(claim in statement for claim in ("solutions", ".1.", ", set play"))
    if not claims:
        assert Problem(problem.statement, problem.fen) == problem


def test_what_is_odd_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="Black has no king"):
        problem = Problem("#2", "8/8/6K1/8/8/8/8/R7")
    assert problem.fen == "8/8/6K1/8/8/8/8/R7"
    with pytest.raises(InputError):
        Problem("#2, Cirze", "8/8/6K1/8/8/8/8/R7")


def test_two_kings_of_a_side_are_refused() -> None:
    text = "#2\n8/8/6K1/8/8/k7/7(P!)/R7"
    with pytest.raises(InputError, match="several kings"):
        Problem(*text.split("\n"))
    with pytest.raises(InputError, match="several kings"):
        Problem.parse(text)


def test_castlings_of_no_rook_make_no_other_problem() -> None:
    one = Problem("#2", "8/8/6K1/8/8/k7/8/R7")
    other = Problem("#2, NoCastling e1h1", "8/8/6K1/8/8/k7/8/R7")
    assert one == other
    assert hash(one) == hash(other)


def test_a_wish_alone_is_a_list_of_one() -> None:
    cooked = ("#1", "7k/8/6K1/8/8/8/8/RR6")
    one = dawson.repair(*cooked, keep="1.Ra8#", kinds="removed", stay="a1")
    many = dawson.repair(*cooked, keep=("1.Ra8#",), kinds=iter(["removed"]), stay={"a1"})
    assert [found["change"] for found in one["findings"]] == ["-wRb1"]
    assert one["findings"] == many["findings"]
    with pytest.raises(ValueError, match="nonsense"):
        dawson.repair(*cooked, keep="1.Ra8#", kinds=["nonsense"])
    with pytest.raises(RefusedError, match="nobody says which"):
        dawson.repair(*cooked)


def test_entries_travel() -> None:
    for entry in dawson.read(PROBLEMS):
        other = pickle.loads(pickle.dumps(entry))
        assert (other.file, other.number, other.line) == (entry.file, entry.number, entry.line)
        assert other.content_hash == entry.content_hash, entry
        assert other.problem == entry.problem, entry


def test_collections_are_read_lazily(tmp_path: Path) -> None:
    path = tmp_path / "many.epd"
    path.write_text("7k/8/6K1/8/8/8/8/R7 ; #1\n" * 200_000)
    began = time.monotonic()
    entries = dawson.read(path)
    assert next(entries).number == 1 and next(entries).line == 2
    del entries
    gc.collect()
    assert time.monotonic() - began < 5
    with pytest.raises(FileNotFoundError):
        dawson.read(tmp_path / "none.epd")


def test_what_is_not_understood_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.epd"
    path.write_text("7k/8/6K1/8/8/8/8/R7 ; #1\n7k/8/6K1/8/8/8/8/R7 ; #1 Nonsense\n")
    good, bad = dawson.read(path)
    assert good.is_read and not bad.is_read and "line 2" in bad.errors[0]
    with pytest.raises(InputError):
        bad.problem
    assert bad.check().verdict == "not read"


def test_check_many_keeps_the_order_and_ends() -> None:
    problems = [Problem("#1", f"7k/8/6K1/8/8/8/8/{men}") for men in ("R7", "RR6", "N7") * 40]
    found = [result.verdict for result in dawson.check_many(problems)]
    assert found == ["sound", "cooked", "no solution"] * 40
    unordered = dawson.check_many(iter(problems), ordered=False)
    assert sorted(result.number for result in unordered) == list(range(1, 121))
    assert list(dawson.check_many([])) == []
    batch = dawson.check_many(Problem(*LONG) for _ in range(5))
    time.sleep(0.05)
    del batch
    with pytest.raises(TypeError):
        list(dawson.check_many([1, 2]))  # type: ignore[list-item]


def test_results_are_those_of_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "two.epd"
    path.write_text("7k/8/6K1/8/8/8/8/R7 ; #1\n7k/8/6K1/8/8/8/8/RR6 ; #1\n")
    first, second = dawson.check_many(path)
    told = second.to_dict()
    assert (first.verdict, told["verdict"], told["number"]) == ("sound", "cooked", 2)
    assert json.loads(second.to_json()) == told
    problem = second.problem
    assert problem is not None and problem.content_hash == second.content_hash


def test_frames() -> None:
    pandas = pytest.importorskip("pandas")
    results = list(dawson.check_many([Problem("#1", "7k/8/6K1/8/8/8/8/RR6")]))
    table = dawson.frame(results)
    assert isinstance(table, pandas.DataFrame)
    assert table.loc[0, "evidence"] == "cooked: 1.Rb8# and 1.Ra8#"
    polars = pytest.importorskip("polars")
    assert dawson.frame(results, "polars")["verdict"].to_list() == ["cooked"]
    assert isinstance(dawson.frame([], "polars"), polars.DataFrame)


def test_pictures_and_pages() -> None:
    problem = Problem("h#1, Circe", "7k/1p6/6K1/8/8/8/8/R7")
    assert problem._repr_svg_().startswith("<svg")
    assert problem.draw("png")[:4] == b"\x89PNG" and problem.draw("pdf")[:5] == b"%PDF-"
    assert dawson.sheet([problem, problem]).count("<figure>") == 2
    page = problem.solve()._repr_html_()
    assert page.startswith("<iframe srcdoc=") and page.count('"') == 6
    with pytest.raises(ValueError):
        problem.draw("gif")


def test_the_manual() -> None:
    assert "Grashüpfer" in dawson.explain("grasshopper")
    assert "Circe" in dawson.names("condition")
    with pytest.raises(KeyError, match="did you mean"):
        dawson.explain("grashopper")


def test_moves_say_who_moves_and_how_it_is_printed() -> None:
    key = dawson.solve("#1", fen="7k/8/6K1/8/8/8/8/R7").keys[0].move
    assert (key.piece, key.squares, key.short) == ("rook", ["a1", "a8"], "Ra8#")
    line = dawson.solve("h#1 Circe", fen="7k/1p6/6K1/8/8/8/8/R7").lines[2]
    assert [move.short for move in line.moves] == ["Kg8", "Ra8#"]
    promotions = [move.promotion for move in Problem("#1", "8/P6k/8/8/8/8/8/K7").legal_moves()]
    assert {"queen", "rook", "bishop", "knight"} <= set(promotions)
    taken = [move for move in Problem("#1", "7k/8/8/8/8/8/r7/RK6").legal_moves() if move.captured]
    assert [(move.piece, move.captured) for move in taken] == [("rook", "a2"), ("king", "a2")]


def test_moves_and_reasons() -> None:
    problem = Problem("#1", "7k/8/6K1/8/8/8/8/1R6")
    assert len(problem.legal_moves()) == 20
    assert [str(move) for move in problem.legal_moves("Ra1")] == ["Kh8-g8"]
    assert problem.why("Rb8") == ["Black has no move: the goal is reached"]
    assert problem.why("Kg7") == ["Kg6-g7 leaves the king on g7 in check from h8"]
    with pytest.raises(RefusedError):
        problem.legal_moves("Kg7")


@pytest.mark.parametrize(
    ("statement", "fen"),
    [
        ("h#3", "8/8/5P2/B7/8/3k1K2/3B3P/8"),
        ("h#2.5, Circe", "5k2/8/R7/8/5n2/N6B/8/2K5"),
        ("h#2, Duplex", "4R3/6k1/8/p2P4/2P1K3/8/8/8"),
        # The way back to where the first move led is no detour of one reply alone.
        ("ser-h#5", "8/Q7/P5k1/8/8/2Q1K3/8/2B5"),
        ("ser-h#4", "2n4N/1K6/6k1/8/3Q4/8/4R3/8"),
        ("#3", "1n3k2/8/2p5/4K3/8/8/BQ6/8"),
        ("#2, Duplex, SetPlay", "8/8/8/8/3rb3/5k2/7B/5N1K"),
        ("hs#2, Circe", "3q4/2k5/K7/1Q6/8/3r4/8/5B2"),
        ("r#2", "5b1k/8/b7/8/1K1q4/8/4q3/8"),
        ("dia2.0", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"),
    ],
)
@pytest.mark.parametrize("way", ["groups", "moves", "replies"])
def test_parts_make_the_whole(statement: str, fen: str, way: str) -> None:
    """However a search is split, its solution is that of one search."""
    problem = Problem(statement, fen)
    options = {"tries": 1} if statement == "#3" else {}
    whole = problem.solve(**options)  # type: ignore[arg-type]
    nobody = 2**62
    _, count, _, _, _ = problem.solve_part(nobody, **options)  # type: ignore[arg-type]
    parts = []
    for first in range(3 if way == "groups" else count):
        replies: list[int | None] = [None]
        step = 3 if way == "groups" else None
        if way == "replies":
            _, _, found, _, _ = problem.solve_part(first, nobody, **options)  # type: ignore[arg-type]
            # One reply in seven is missing, and one first move in five.
            replies = [reply for reply in range(found) if reply % 7 != 3]
            replies = [] if first % 5 == 4 else replies
        for reply in replies:
            text, _, _, is_whole, _ = problem.solve_part(first, reply, step=step, **options)  # type: ignore[arg-type]
            assert is_whole
            parts.append(text)
    joined = problem.solve_joined(parts, **options)  # type: ignore[arg-type]
    assert joined.text == whole.text
    assert joined.outcome == whole.outcome


STICKY = "condition Sticky men\nA man may not act if some hostile man like it touches it.\n"


def test_conditions_of_ones_own() -> None:
    condition = dawson.Condition(STICKY + "example 4k3/8/8/8/8/8/1r6/R3K3 w: Ra1 has no move\n")
    assert condition.name == "Sticky men"
    assert condition.check_examples() == []
    assert "may this man not act" in condition.explain()
    assert dawson.Condition(condition.translate("de")).hash == condition.hash
    wrong = dawson.Condition(STICKY + "example 4k3/8/8/8/8/8/1r6/R3K3 w: Ra1-a2 is legal\n")
    assert "Ra1-a2" in wrong.check_examples()[0]
    with pytest.raises(dawson.InputError, match="2:"):
        dawson.Condition("condition Bad\nA man may fly.\n")


def test_problems_with_conditions_of_ones_own(tmp_path: Path) -> None:
    fen = "7k/8/6K1/8/8/8/r7/1R6"
    assert dawson.solve("#1", fen).outcome == "finished"
    assert len(dawson.solve("#1", fen).keys) == 1
    file = tmp_path / "sticky.dawson"
    file.write_text(STICKY)
    for conditions in (STICKY, [STICKY], dawson.Condition(STICKY), dawson.Condition.read(file)):
        solution = dawson.solve("#1", fen, conditions=conditions)
        assert not solution.keys, "a rook and kings that touch their like are paralysed"
        problem = dawson.Problem("#1, Circe", fen, conditions=conditions)
        assert problem.conditions == ["Circe", "Sticky men"]
        assert dawson.Problem.parse(problem.dumps()) == problem
    named = dawson.Problem("#1 b) Sticky men", fen, conditions=STICKY)
    assert named.versions == 2


@pytest.mark.parametrize(
    "name", ["Adhesive chess", "Torpedo chess", "Benedict chess", "1-2-3 chess"]
)
def test_contributed_conditions(name: str) -> None:
    problem = dawson.Problem(f"h#1.5, {name}, Circe", "7k/5K2/8/8/8/8/8/6R1")
    assert name in problem.conditions
    assert problem.solve().outcome == "finished"
