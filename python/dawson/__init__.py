"""Dawson solves chess problems, fairy chess above all.

>>> import dawson
>>> solution = dawson.solve("h#1 Circe", fen="7k/1p6/6K1/8/8/8/8/R7")
>>> print(solution.lines[2])
1.Kh8-g8 Ra1-a8 #
>>> dawson.check("#1", fen="7k/8/6K1/8/8/8/8/RR6").verdict
'cooked'
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from ._dawson import (
    PROGRAM,
    Batch,
    Branch,
    Collection,
    Condition,
    DawsonError,
    Entry,
    Examined,
    InputError,
    Line,
    Lines,
    Move,
    Phase,
    Problem,
    Progress,
    RefusedError,
    Solution,
    TwinSolution,
    Verdict,
    __version__,
    explain,
    names,
    read,
    reads,
    sheet,
)
from ._dawson import retract as _retract

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = [
    "PROGRAM",
    "Batch",
    "Branch",
    "Collection",
    "Condition",
    "DawsonError",
    "Entry",
    "Examined",
    "InputError",
    "Line",
    "Lines",
    "Move",
    "Phase",
    "Problem",
    "Progress",
    "RefusedError",
    "Solution",
    "TwinSolution",
    "Verdict",
    "__version__",
    "check",
    "check_many",
    "conditions",
    "critique",
    "draw",
    "explain",
    "extend",
    "frame",
    "legal_moves",
    "lines",
    "names",
    "read",
    "reads",
    "repair",
    "retract",
    "sheet",
    "solve",
    "themes",
    "twins",
    "why",
]

Asked = str | Problem
"""A statement, which needs its position, or a problem."""

Own = str | Condition | Iterable[str | Condition]
"""Conditions of one's own: texts, or conditions that were read."""

Path = str | os.PathLike[str]


def _problem(
    asked: Asked,
    fen: str | None,
    position: str | None = None,
    conditions: Own | None = None,
) -> Problem:
    if isinstance(asked, str):
        return Problem(asked, fen, position=position, conditions=conditions)
    if fen is not None or position is not None or conditions is not None:
        raise TypeError("a problem has its position and its conditions already")
    return asked


def solve(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    conditions: Own | None = None,
    set_play: bool = False,
    tries: int = 0,
    variations: bool = True,
    threads: int = 1,
    memory: int | str | None = None,
    time: float | None = None,
    max_solutions: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    checkpoint: Path | None = None,
) -> Solution:
    """Solves a problem with all its twins.

    ``memory`` is in bytes or e.g. ``"200M"``, ``time`` in seconds. ``progress`` is called some
    times a second; the search ends when it returns False or raises. Ctrl-C ends it, too.

    ``conditions`` are conditions of one's own in sentences, as text or as :class:`Condition`.

    >>> solution = solve("#2, wKf6 wRb7 bKh8")
    >>> key = solution.keys[0]
    >>> print(key, key.threat, key.threats[0])
    Kf6-g6 ! threat Rb7-b8 #
    """
    return _problem(asked, fen, position, conditions).solve(
        set_play=set_play,
        tries=tries,
        variations=variations,
        threads=threads,
        memory=memory,
        time=time,
        max_solutions=max_solutions,
        progress=progress,
        checkpoint=checkpoint,
    )


def lines(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    conditions: Own | None = None,
    threads: int = 1,
    memory: int | str | None = None,
    time: float | None = None,
) -> Lines:
    """The lines of help and series play, one after the other while the search goes on.

    None is kept, so there may be millions of them, and whoever has seen enough stops:

    >>> found = lines("ser-+3", "7k/8/8/8/8/8/8/K2Q4")
    >>> print(next(found))
    1.Qd1-h5 +
    >>> found.close()

    ``outcome`` says how the search ended once it has, ``twin`` the letter of the twin whose line came last.
    The lines are those of :attr:`Solution.lines`, in the same order.
    """
    problem = _problem(asked, fen, position, conditions)
    return problem.lines(threads=threads, memory=memory, time=time)


def retract(
    statement: str,
    fen: str,
    *,
    legality: str | None = None,
    threads: int = 1,
    memory: int | str | None = None,
    time: float | None = None,
) -> dict[str, Any]:
    """Takes moves back: un-moves, help and defensive retractors.

    >>> found = retract("-1(b,w) & #1", "n7/8/7K/8/1k6/4B3/8/8")
    >>> found["answer"]["texts"]
    ['R: 1.Ka3xQb4 Qc4-b4 & 1.Be3-c1#']

    ``legality`` says how legal the positions of a line must be: ``none``, ``checks``, ``last=N``
    or ``full``. The answer has the shape of ``dawson retract --format jsonl``. A limit stops with
    what is known so far: then ``outcome`` is not ``finished``.
    """
    return _retract(
        statement, fen, legality=legality, threads=threads, memory=memory, time=time
    )


def check(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    conditions: Own | None = None,
    threads: int = 1,
    memory: int | str | None = None,
    time: float | None = None,
    max_solutions: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Says whether a problem is sound, with evidence.

    >>> verdict = check("#1", "7k/8/6K1/8/8/8/8/RR6")
    >>> verdict.verdict, verdict.evidence
    ('cooked', ['cooked: 1.Rb8# and 1.Ra8#'])
    """
    return _problem(asked, fen, position, conditions).check(
        threads=threads,
        memory=memory,
        time=time,
        max_solutions=max_solutions,
        progress=progress,
    )


def check_many(
    problems: Path | Iterable[Path] | Iterable[Problem] | Iterable[Entry],
    *,
    jobs: int | None = None,
    memory: int | str | None = None,
    time: float | None = None,
    max_solutions: int | None = None,
    ordered: bool = True,
) -> Iterator[Examined]:
    """Says of many problems whether they are sound, on all cores.

    Takes a path, a list of paths, or any iterable of problems or entries; reads and answers
    lazily, in the order of the problems unless ``ordered`` is False. ``memory`` is for all
    searches together, ``time`` for each problem.

    >>> problems = [Problem("#1", "7k/8/6K1/8/8/8/8/R7"), Problem("#1", "7k/8/6K1/8/8/8/8/RR6")]
    >>> [found.verdict for found in check_many(problems)]
    ['sound', 'cooked']
    """
    return Batch(
        problems,
        jobs=jobs,
        memory=memory,
        time=time,
        max_solutions=max_solutions,
        ordered=ordered,
    )


def _listed(wish: Any) -> Any:
    """A text alone is a list of one, numbers stay."""
    if isinstance(wish, str):
        return [wish]
    return wish if isinstance(wish, int) else list(wish)


def _workshop(
    question: str,
    problem: Problem,
    wishes: Mapping[str, Any],
    limits: Mapping[str, Any],
) -> dict[str, Any]:
    asked = {key: _listed(value) for key, value in wishes.items() if value is not None}
    return problem._workshop(json.dumps({"question": question, **asked}), **limits)


def repair(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    keep: str | Iterable[str] | None = None,
    kill: str | Iterable[str] | None = None,
    solutions: str | None = None,
    with_: Iterable[str] | None = None,
    not_on: Iterable[str] | None = None,
    stay: Iterable[str] | None = None,
    kinds: Iterable[str] | None = None,
    pairs: int = 0,
    jobs: int | None = None,
    memory: int | str | None = None,
    time: float | None = 10,
) -> dict[str, Any]:
    """Finds the changes of a problem after which exactly the wished solutions remain.

    ``keep`` has the lines that stay, of direct play the keys; without it what the problem has is
    kept. ``with_`` has letters of men that may come, ``not_on`` squares that stay empty, ``stay``
    squares whose men stay; ``time`` is for each change. What comes back has ``findings``, the most
    economical first, each with ``change``, ``found`` (its solutions) and ``input`` (the changed
    problem, for ``Problem.parse``).

    >>> report = repair("#1", "7k/8/6K1/8/8/8/8/RR6", keep="1.Ra8#", kinds=["removed"])
    >>> [(found["change"], found["found"]) for found in report["findings"]]
    [('-wRb1', ['1.Ra8#'])]
    """
    wishes = {
        "keep": keep,
        "kill": kill,
        "solutions": solutions,
        "with": with_,
        "not_on": not_on,
        "stay": stay,
        "kinds": kinds,
        "pairs": pairs,
    }
    limits = {"jobs": jobs, "memory": memory, "time": time}
    return _workshop("repair", _problem(asked, fen, position), wishes, limits)


def critique(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    keep: str | Iterable[str] | None = None,
    jobs: int | None = None,
    memory: int | str | None = None,
    time: float | None = 10,
) -> dict[str, Any]:
    """Says what each man of a problem is there for.

    What comes back has ``critique``, with ``men`` (each with what happens ``without`` it, ``weaker`` men
    and squares ``aside`` that would do), ``keys``, ``superfluous`` men, ``remarks`` and a ``diagram`` with marks.

    >>> report = critique("#1", "7k/8/6K1/8/8/8/8/RB6")
    >>> [(man["man"], man["is_idle"]) for man in report["critique"]["men"]]
    [('wRa1', False), ('wBb1', True), ('wKg6', False), ('bKh8', False)]
    """
    limits = {"jobs": jobs, "memory": memory, "time": time}
    return _workshop("critique", _problem(asked, fen, position), {"keep": keep}, limits)


def twins(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    solutions: str | None = None,
    kinds: Iterable[str] | None = None,
    continued: bool = False,
    jobs: int | None = None,
    memory: int | str | None = None,
    time: float | None = 10,
) -> dict[str, Any]:
    """Finds the changes of a problem that make a sound twin with another solution.

    >>> report = twins("h#1", "7k/1p6/6K1/8/8/8/8/R7", kinds=["exchanged"], solutions="1")
    >>> all(found["twin"].startswith(("Twin", "ZeroPosition")) for found in report["findings"])
    True
    """
    wishes = {
        "solutions": solutions,
        "kinds": kinds,
        "continued": continued,
    }
    limits = {"jobs": jobs, "memory": memory, "time": time}
    return _workshop("twin", _problem(asked, fen, position), wishes, limits)


def conditions(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    solutions: str | None = None,
    pairs: int = 0,
    jobs: int | None = None,
    memory: int | str | None = None,
    time: float | None = 10,
) -> dict[str, Any]:
    """Finds the conditions under which a position has exactly the wished number of solutions, or one.

    >>> report = conditions("h#1", "7k/1p6/6K1/8/8/8/8/R7")
    >>> report["tried"] > 100
    True
    """
    wishes = {"solutions": solutions, "pairs": pairs}
    limits = {"jobs": jobs, "memory": memory, "time": time}
    return _workshop("conditions", _problem(asked, fen, position), wishes, limits)


def extend(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    solutions: str | None = None,
    jobs: int | None = None,
    memory: int | str | None = None,
    time: float | None = 10,
) -> dict[str, Any]:
    """Finds other lengths, goals and kinds of play with which a position is sound.

    >>> report = extend("#2", "7k/8/5K2/8/8/8/8/1R6")
    >>> all(found["verdict"] in ("sound", "dual") for found in report["findings"])
    True
    """
    limits = {"jobs": jobs, "memory": memory, "time": time}
    return _workshop("extend", _problem(asked, fen, position), {"solutions": solutions}, limits)


def legal_moves(
    asked: Asked,
    fen: str | None = None,
    line: str = "",
    *,
    position: str | None = None,
    twin: str | None = None,
) -> list[Move]:
    """The legal moves in the diagram, or behind a line of play.

    >>> [str(move) for move in legal_moves("#1, Madrasi", "7k/8/6K1/8/8/8/8/R7", "Ra7")]
    ['Kh8-g8']
    """
    return _problem(asked, fen, position).legal_moves(line, twin=twin)


def themes(
    asked: Asked,
    fen: str | None = None,
    *,
    position: str | None = None,
    threads: int = 1,
    memory: int | str | None = None,
    time: float | None = 10,
) -> dict[str, Any]:
    """Says which themes the solution of a problem shows, with the lines that show them.

    What comes back has ``themes``, each with ``theme`` (its key), ``name``, ``count`` and ``evidence``: ``lines``,
    ``squares`` and ``men``; ``is_complete`` says whether the solution was searched to its end.

    >>> report = themes("h#1", "7k/8/6K1/8/8/8/8/R7")
    >>> "miniature" in [shown["theme"] for shown in report["themes"]]
    True
    """
    problem = _problem(asked, fen, position)
    return problem.themes(threads=threads, memory=memory, time=time)


def why(
    asked: Asked,
    fen: str | None = None,
    line: str = "",
    *,
    position: str | None = None,
    twin: str | None = None,
    time: float | None = None,
) -> list[str]:
    """Why a move is illegal, no key, or no mate.

    >>> why("#1", "7k/8/6K1/8/8/8/8/1R6", "Kg6-g7")
    ['Kg6-g7 leaves the king on g7 in check from h8']
    """
    return _problem(asked, fen, position).why(line, twin=twin, time=time)


@overload
def draw(
    asked: Asked,
    fen: str | None = None,
    *,
    format: Literal["svg"] = "svg",
    position: str | None = None,
    square: int = 45,
    theme: Literal["colour", "print"] = "colour",
    language: Literal["en", "de", "fr"] = "en",
    caption: bool = True,
    coordinates: bool = True,
) -> str: ...


@overload
def draw(
    asked: Asked,
    fen: str | None = None,
    *,
    format: Literal["png", "pdf"],
    position: str | None = None,
    square: int = 45,
    theme: Literal["colour", "print"] = "colour",
    language: Literal["en", "de", "fr"] = "en",
    caption: bool = True,
    coordinates: bool = True,
) -> bytes: ...


def draw(
    asked: Asked,
    fen: str | None = None,
    *,
    format: Literal["svg", "png", "pdf"] = "svg",
    position: str | None = None,
    square: int = 45,
    theme: Literal["colour", "print"] = "colour",
    language: Literal["en", "de", "fr"] = "en",
    caption: bool = True,
    coordinates: bool = True,
) -> str | bytes:
    """The diagram as a picture: SVG as text, PNG and PDF as bytes.

    >>> draw("h#2, Circe", "8/8/8/8/8/5k2/8/5K1R").startswith("<svg")
    True
    """
    return _problem(asked, fen, position).draw(
        format,
        square=square,
        theme=theme,
        language=language,
        caption=caption,
        coordinates=coordinates,
    )


_COLUMNS = (
    "file",
    "number",
    "id",
    "authors",
    "source",
    "statement",
    "verdict",
    "solutions",
    "intended",
    "evidence",
    "seconds",
    "positions",
    "hash",
)


@overload
def frame(results: Iterable[Examined | Mapping[str, Any]]) -> pandas.DataFrame: ...


@overload
def frame(
    results: Iterable[Examined | Mapping[str, Any]], kind: Literal["pandas"]
) -> pandas.DataFrame: ...


@overload
def frame(
    results: Iterable[Examined | Mapping[str, Any]], kind: Literal["polars"]
) -> polars.DataFrame: ...


def frame(
    results: Iterable[Examined | Mapping[str, Any]], kind: Literal["pandas", "polars"] = "pandas"
) -> Any:
    """Verdicts as a table, a problem a row; lists of texts are joined by ``; ``.

    >>> table = frame(check_many([Problem("#1", "7k/8/6K1/8/8/8/8/R7")]))
    >>> list(table["verdict"])
    ['sound']
    """
    rows: dict[str, list[Any]] = {column: [] for column in _COLUMNS}
    for result in results:
        told = result.to_dict() if isinstance(result, Examined) else result
        for column, values in rows.items():
            value = told.get(column)
            values.append("; ".join(value) if isinstance(value, list) else value)
    if kind == "polars":
        import polars

        return polars.DataFrame(rows, strict=False)
    import pandas

    return pandas.DataFrame(rows)
