"""Collections and hard problems on many machines, by any Dask client.

``check_collection`` examines a collection of any size, ``solve`` splits one hard problem. Both keep
what they have as it comes, so that a run that was broken off, whatever died, goes on from there:

>>> from dask.distributed import Client                                       # doctest: +SKIP
>>> client = Client(n_workers=2, threads_per_worker=1)                        # doctest: +SKIP
>>> check_collection("collection.olv", client, output="verdicts.jsonl")       # doctest: +SKIP
Summary(total=2000, new=2000, counts={'sound': 1874, 'cooked': 126})

The workers need this package and nothing else; they read no file.
"""

from __future__ import annotations

import json
import os
import sys
import time as clock
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any, Protocol

from dask.distributed import Client, Future, as_completed, get_worker
from distributed.scheduler import KilledWorker

from . import PROGRAM, Entry, Problem, Progress, Solution, read
from ._dawson import Results, files, limits

__all__ = ["ClusterLost", "Summary", "check_collection", "read_results", "solve"]

Path = str | os.PathLike[str]

_NOBODY = 2**62
"""The number of no first move and no reply."""


class ClusterLost(ConnectionError):
    """The scheduler is gone. Call again with a new client: what was done is kept."""


@dataclass(frozen=True)
class Summary:
    """What a run did."""

    total: int
    """Problems with a result, those of earlier runs included."""
    new: int
    """Of these, examined now."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many of all of them have which verdict."""


# What runs on workers.


def _memory(most: int) -> int:
    """Half of what this worker has for each of its threads, within bounds."""
    worker = get_worker()
    limit = worker.memory_manager.memory_limit or 2 * most * worker.state.nthreads
    return max(4 << 20, min(most, limit // (2 * worker.state.nthreads)))


def _goes_on() -> Callable[[Progress], bool]:
    """Whether anybody still wants the task that runs in this thread."""
    worker = get_worker()
    key = worker.get_current_task()

    def goes_on(_: Progress) -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state not in ("cancelled", "released", "forgotten")

    return goes_on


def _check(
    entries: list[Entry], time: float | None, max_solutions: int | None, seconds: float
) -> list[tuple[str, str, str]]:
    """Examines some problems; after so many seconds the others are given back."""
    began = clock.monotonic()
    memory = _memory(128 << 20)
    done = []
    for entry in entries:
        found = entry.check(memory=memory, time=time, max_solutions=max_solutions)
        done.append((found.content_hash, found.verdict, found.to_json()))
        if clock.monotonic() - began > seconds:
            break
    return done


# First move, every how many from there on, and reply.
_Place = tuple[int, int, int | None]


def _part(problem: Problem, place: _Place, options: dict[str, Any]) -> tuple[str, bool, bool]:
    """Searches what follows some first moves, or a reply to one."""
    first, step, reply = place
    text, _, _, is_whole, is_refuted = problem.solve_part(
        first, reply, step=step, memory=_memory(1 << 30), progress=_goes_on(), **options
    )
    return text, is_whole, is_refuted


# Where results go.


class _Store(Protocol):
    def has(self, file: str, number: int, hash: str) -> bool: ...
    def add(self, file: str, number: int, hash: str, line: str) -> bool: ...
    def flush(self) -> None: ...
    def verdicts(self) -> Counter[str]: ...
    def __len__(self) -> int: ...


class _Lines:
    """One JSON object a line, as ``dawson batch --output`` writes them."""

    def __init__(self, path: Path, options: str) -> None:
        self._path = path
        self._results = Results(path, options, resume=True)
        self.has = self._results.has
        self.add = self._results.add

    def flush(self) -> None:
        pass

    def verdicts(self) -> Counter[str]:
        with open(self._path, encoding="utf-8") as lines:
            return Counter(json.loads(line)["verdict"] for line in lines if line.strip())

    def __len__(self) -> int:
        return len(self._results)


class _Parquet:
    """A folder of Parquet files, each written whole."""

    _ROWS = 2000
    _SECONDS = 30.0

    def __init__(self, path: Path, options: str) -> None:
        import pyarrow.parquet

        self._parquet = pyarrow.parquet
        self._folder = os.fspath(path)
        self._done: set[tuple[str, int, str]] = set()
        self._rows: list[dict[str, Any]] = []
        self._written = clock.monotonic()
        os.makedirs(self._folder, exist_ok=True)
        for row in _rows_of(self._folder, ["file", "number", "hash", "version", "options"]):
            if (row["version"], row["options"]) != (PROGRAM, options):
                raise ValueError(
                    f"{self._folder}: the results are of {row['version']} ({row['options']}), "
                    f"this is {PROGRAM} ({options}); begin a new folder"
                )
            self._done.add((row["file"], row["number"], row["hash"]))

    def verdicts(self) -> Counter[str]:
        return Counter(row["verdict"] for row in _rows_of(self._folder, ["verdict"]))

    def has(self, file: str, number: int, hash: str) -> bool:
        return (file, number, hash) in self._done

    def add(self, file: str, number: int, hash: str, line: str) -> bool:
        if self.has(file, number, hash):
            return False
        self._done.add((file, number, hash))
        row = json.loads(line)
        row["units"] = json.dumps(row["units"])
        self._rows.append(row)
        if len(self._rows) >= self._ROWS or clock.monotonic() - self._written > self._SECONDS:
            self.flush()
        return True

    def flush(self) -> None:
        import pyarrow

        if not self._rows:
            return
        name = os.path.join(self._folder, f"part-{uuid.uuid4().hex}.parquet")
        table = pyarrow.Table.from_pylist(self._rows, schema=_schema(pyarrow))
        self._parquet.write_table(table, name + ".new")
        os.replace(name + ".new", name)
        self._rows.clear()
        self._written = clock.monotonic()

    def __len__(self) -> int:
        return len(self._done)


_SELDOM = {"warnings", "keywords"}


def _schema(pyarrow: Any) -> Any:
    text, whole, texts = pyarrow.string(), pyarrow.int64(), pyarrow.list_(pyarrow.string())
    columns = {
        "file": text,
        "number": whole,
        "line": whole,
        "id": text,
        "hash": text,
        "authors": texts,
        "source": texts,
        "statement": text,
        "verdict": text,
        "mark": text,
        "solutions": whole,
        "intended": whole,
        "evidence": texts,
        "units": text,
        "seconds": pyarrow.float64(),
        "positions": whole,
        "warnings": texts,
        "keywords": texts,
        "version": text,
        "options": text,
        "input": text,
    }
    return pyarrow.schema(list(columns.items()))


def _rows_of(folder: str, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet

    for name in sorted(os.listdir(folder)):
        if name.endswith(".parquet"):
            table = pyarrow.parquet.read_table(os.path.join(folder, name), columns=columns)
            yield from table.to_pylist()


def read_results(output: Path) -> Iterator[dict[str, Any]]:
    """The results that a run has written so far, one dictionary a problem."""
    if os.path.isdir(output):
        for row in _rows_of(os.fspath(output)):
            row["units"] = json.loads(row["units"])
            # JSON leaves out what is empty; a table cannot.
            yield {name: value for name, value in row.items() if name not in _SELDOM or value}
        return
    with open(output, encoding="utf-8") as lines:
        for line in lines:
            if line.endswith("\n"):
                yield json.loads(line)


def _store(output: Path, options: str) -> _Store:
    is_parquet = os.fspath(output).endswith((".parquet", "/")) or os.path.isdir(output)
    return _Parquet(output, options) if is_parquet else _Lines(output, options)


# A collection.


def _shard(shard: str | tuple[int, int] | None) -> tuple[int, int]:
    """Reads ``"3/16"``, as ``dawson batch --shard`` does."""
    if shard is None:
        return 1, 1
    part, of = map(int, shard.split("/")) if isinstance(shard, str) else shard
    if not 1 <= part <= of:
        raise ValueError("shard: expected e.g. '3/16', from 1/16 to 16/16")
    return part, of


def _entries(paths: Iterable[Path], shard: tuple[int, int]) -> Iterator[Entry]:
    """The problems of this shard, counted through all files."""
    part, of = shard
    seen = 0
    for path in files([os.fspath(path) for path in paths]):
        for entry in read(path):
            seen += 1
            if (seen - 1) % of == part - 1:
                yield entry


def check_collection(
    paths: Path | Iterable[Path],
    client: Client,
    *,
    output: Path,
    shard: str | tuple[int, int] | None = None,
    time: float | None = None,
    max_solutions: int | None = None,
    seconds: float = 2.0,
    progress: bool | Callable[[int, int], object] = False,
) -> Summary:
    """Examines collections; results are in ``output``, JSON Lines or a folder ``*.parquet``.

    Called again with the same output, it goes on: a problem is done if there is a result for its
    file, number and content. A JSON Lines file may as well be gone on with by ``dawson batch
    --resume``, and the other way round. ``shard="3/16"`` examines the problems of ``dawson batch
    --shard 3/16``. ``time`` and ``max_solutions`` are for each problem.

    Problems travel in tasks that take about ``seconds``; a task that takes longer gives back what
    it has not begun. A problem that takes hours keeps one thread of one worker busy: give a
    ``time``, and what was stopped to ``solve``. A problem with which workers die again and again is
    noted as stopped. ``progress`` is True for a line on standard error, or called with the numbers
    of problems done and unsound.
    """
    paths = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    store = _store(output, limits(time, max_solutions))
    run = _Run(client, store, time, max_solutions, seconds, _telling(progress))
    try:
        return run.through(_entries(paths, _shard(shard)))
    finally:
        store.flush()


def _threads(client: Client) -> int:
    """How many there are; at least one, for workers may be on their way."""
    return max(1, sum(int(threads) for threads in client.nthreads().values()))


def _telling(progress: bool | Callable[[int, int], object]) -> Callable[[int, int], object]:
    if callable(progress):
        return progress
    if not progress:
        return lambda done, unsound: None
    began = last = clock.monotonic()

    def tell(done: int, unsound: int) -> None:
        nonlocal last
        now = clock.monotonic()
        if now - last > 0.5:
            last = now
            rate = done / (now - began)
            print(f"\r{done} done, {unsound} unsound, {rate:.1f}/s ", end="", file=sys.stderr)

    return tell


_SOUND = {"sound", "dual", "not examined", "stopped", "not supported", "not read"}


# What is no fault of a task: a worker that died, a connection, a result that nobody has any more.
_DEATHS = (KilledWorker, OSError, TimeoutError, CancelledError)


class _Run:
    """Problems on their way through a cluster."""

    ATTEMPTS = 3
    """How often a problem alone may end with the death of its worker."""

    def __init__(
        self,
        client: Client,
        store: _Store,
        time: float | None,
        max_solutions: int | None,
        seconds: float,
        tell: Callable[[int, int], object],
    ) -> None:
        self.client, self.store, self.tell = client, store, tell
        self.time, self.max_solutions, self.seconds = time, max_solutions, seconds
        self.under_way: dict[Future[Any], list[Entry]] = {}
        self.back: deque[list[Entry]] = deque()
        self.deaths: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.mean = 0.05
        self.room, self.counted = 0, -10.0

    def through(self, entries: Iterator[Entry]) -> Summary:
        wanted = (entry for entry in entries if not self._is_done(entry))
        former = self.store.verdicts()
        done = as_completed(raise_errors=False)
        self._fill(done, wanted)
        while self.under_way:
            try:
                future = next(done)
            except StopIteration:
                break
            self._take(future)
            self._fill(done, wanted)
            self.tell(self.counts.total(), self._unsound())
        return Summary(len(self.store), self.counts.total(), dict(former + self.counts))

    def _is_done(self, entry: Entry) -> bool:
        return self.store.has(entry.file, entry.number, entry.content_hash)

    def _unsound(self) -> int:
        return sum(count for verdict, count in self.counts.items() if verdict not in _SOUND)

    def _fill(self, done: as_completed, wanted: Iterator[Entry]) -> None:
        while len(self.under_way) < self._room():
            batch = self.back.popleft() if self.back else self._next(wanted)
            if not batch:
                return
            future = self.client.submit(
                _check,
                batch,
                self.time,
                self.max_solutions,
                self.seconds,
                key=f"dawson-check-{uuid.uuid4().hex}",
                pure=False,
            )
            self.under_way[future] = batch
            done.add(future)

    def _room(self) -> int:
        """How many tasks may be under way: workers come and go, but asking costs time, too."""
        now = clock.monotonic()
        if now - self.counted > 1.0:
            self.counted = now
            self.room = 2 * _threads(self.client) + 2
        return self.room

    def _next(self, wanted: Iterator[Entry]) -> list[Entry]:
        count = max(1, min(200, round(self.seconds / self.mean)))
        return [entry for _, entry in zip(range(count), wanted)]

    def _take(self, future: Future[Any]) -> None:
        batch = self.under_way.pop(future)
        if future.status == "finished":
            try:
                found = future.result()
            except Exception as lost:  # between its end and now the worker may have died
                self._again(batch, lost)
                return
            self._keep(batch, found)
        elif future.status == "error":
            self._again(batch, future.exception())
        else:
            self._again(batch, None)

    def _keep(self, batch: list[Entry], found: list[tuple[str, str, str]]) -> None:
        for entry, (hash, verdict, line) in zip(batch, found):
            # The client's own hash says what is done: texts travel, and nothing may depend on it.
            if self.store.add(entry.file, entry.number, entry.content_hash, line):
                self.counts[verdict] += 1
                seconds = json.loads(line)["seconds"]
                self.mean += 0.05 * (max(seconds, 1e-4) - self.mean)
        if len(found) < len(batch):
            self.back.append(batch[len(found) :])

    def _again(self, batch: list[Entry], why: BaseException | None) -> None:
        """A worker died, or everything did."""
        if self.client.status not in ("running", "connecting"):
            raise ClusterLost(f"{len(self.store)} results are kept; call again with a new client")
        if why is not None and not isinstance(why, _DEATHS):
            raise why
        if len(batch) > 1:
            # One of them may be the cause: whoever is found alone with a death is.
            middle = len(batch) // 2
            self.back.extend((batch[:middle], batch[middle:]))
            return
        entry = batch[0]
        name = f"{entry.file}\0{entry.number}"
        self.deaths[name] += isinstance(why, KilledWorker)
        if self.deaths[name] < self.ATTEMPTS:
            self.back.append(batch)
            return
        stopped = json.loads(entry.check(time=0.0, max_solutions=self.max_solutions).to_json())
        stopped["options"] = limits(self.time, self.max_solutions)
        stopped["verdict"] = "stopped"
        stopped["evidence"] = ["workers died of it: it may need more memory than they have"]
        if self.store.add(entry.file, entry.number, entry.content_hash, json.dumps(stopped)):
            self.counts["stopped"] += 1


# One hard problem.


class _Log:
    """The parts of one problem that are done, a line each."""

    def __init__(self, path: Path | None, problem: Problem, options: dict[str, Any]) -> None:
        self.parts: dict[_Place, tuple[str, bool]] = {}
        self._file = None
        # What the parts belong to: they are believed by this alone.
        head = [PROGRAM, problem.content_hash, json.dumps(options, sort_keys=True)]
        if path is None:
            return
        self._file = open(path, "a+b")
        self._file.seek(0)
        kept = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            told = json.loads(line)
            if kept == 0 and told != head:
                raise ValueError(f"{os.fspath(path)}: parts of another problem, or other options")
            if kept > 0:
                first, step, reply, is_refuted, text = told
                self.parts[first, step, reply] = (text, is_refuted)
            kept += len(line)
        self._file.truncate(kept)
        if kept == 0:
            self._write(head)

    def add(self, place: _Place, text: str, is_refuted: bool) -> None:
        if place not in self.parts:
            self.parts[place] = (text, is_refuted)
            self._write([*place, is_refuted, text])

    def _write(self, told: list[Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(told).encode() + b"\n")
            self._file.flush()


def solve(
    problem: Problem,
    client: Client,
    *,
    output: Path | None = None,
    set_play: bool = False,
    tries: int = 0,
    variations: bool = True,
    max_solutions: int | None = None,
    split_after: float = 10.0,
    progress: Callable[[int, int], object] | None = None,
) -> Solution:
    """Solves one hard problem: its first moves are shared out.

    First moves that are searched by one task share a hash table, so there are no more tasks than
    keep all threads busy; one that takes longer than ``split_after`` seconds while others have
    nothing to do is split into its first moves, and these into their replies.
    Where first moves are fewer than threads, replies are tasks from the beginning. Who is first
    done, the whole or its parts, counts. ``output`` keeps what is done: called again with it, the
    search goes on. The solution is that of ``problem.solve``, for in the end the parts are told as
    one; a part that is missing is searched here.

    What splits badly: one reply, or one continuation, that takes nearly all the time; set play
    of direct play, play after the key and problems with dice or invisible men, which are not split
    but searched here; proof games, for which the usual way of solving is quicker than any number
    of parts; and battle play with all its variations, since parts only say who wins, and the
    variations after a key that was split are searched once more here. Parts share no hash table.
    """
    options: dict[str, Any] = {
        "set_play": set_play,
        "tries": tries,
        "variations": variations,
        "max_solutions": max_solutions,
    }
    problem = Problem.parse(problem.dumps())
    log = _Log(output, problem, options)
    _Split(client, problem, options, log, split_after, progress).run()
    return problem.solve_joined([text for text, _ in log.parts.values()], **options)


class _Split:
    """The parts of one problem on their way through a cluster."""

    GROUPS = 2
    """Tasks for each thread, in the beginning."""

    def __init__(
        self,
        client: Client,
        problem: Problem,
        options: dict[str, Any],
        log: _Log,
        split_after: float,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self.client, self.problem, self.options, self.log = client, problem, options, log
        self.split_after, self.progress = split_after, progress
        self.under_way: dict[Future[Any], _Place] = {}
        self.began: dict[_Place, float] = {}
        self.replies: dict[int, int] = {}
        self.deaths: Counter[_Place] = Counter()
        self.looked = 0.0

    def run(self) -> None:
        _, count, _, _, _ = self.problem.solve_part(_NOBODY, memory="4M", **self.options)
        self.count = count
        if count == 0:
            return
        self.sent = self.client.scatter(self.problem, broadcast=True, hash=False)
        self.done = as_completed(raise_errors=False)
        self._begin()
        while self.under_way:
            if not self.done.has_ready():
                clock.sleep(0.02)
                self._take_over()
                continue
            for future in self.done.next_batch(block=False):
                self._take(future)

    def _begin(self) -> None:
        groups = self.GROUPS * _threads(self.client)
        singly = range(self.count)
        if self.count > groups:
            for group in range(groups):
                if not all(map(self._is_done, range(group, self.count, groups))):
                    self._submit((group, groups, None))
            return
        few = self.count < 2 * _threads(self.client)
        for first in singly:
            if not self._is_done(first) and not (few and self._split(first)):
                self._submit((first, _NOBODY, None))

    def _is_done(self, first: int) -> bool:
        parts = self.log.parts
        if any(
            reply is None and first >= begin and (first - begin) % step == 0
            for begin, step, reply in parts
        ):
            return True
        count = self.replies.get(first)
        if count is None:
            return False
        replies = [(first, _NOBODY, reply) for reply in range(count)]
        if self.options["tries"] == 0 and any(parts.get(at, ("", False))[1] for at in replies):
            return True
        return all(at in parts for at in replies)

    def _split(self, first: int) -> bool:
        """Makes each reply a task; False if there is nothing to split."""
        if first not in self.replies:
            _, _, count, _, _ = self.problem.solve_part(
                first, _NOBODY, memory="4M", **self.options
            )
            self.replies[first] = count
        count = self.replies[first]
        if count < 2:
            return False
        for reply in range(count):
            if (first, _NOBODY, reply) not in self.log.parts and not self._is_done(first):
                self._submit((first, _NOBODY, reply))
        return True

    def _submit(self, place: _Place) -> None:
        first, step, reply = place
        name = f"dawson-part-{first}" + ("" if reply is None else f"-{reply}")
        future = self.client.submit(
            _part,
            self.sent,
            place,
            self.options,
            key=f"{name}-{uuid.uuid4().hex}",
            priority=0 if step < _NOBODY else -1 if reply is None else -2,
            pure=False,
        )
        self.under_way[future] = place
        self.began[place] = clock.monotonic()
        self.done.add(future)

    def _take_over(self) -> None:
        """Splits what is slow while others have nothing to do."""
        now = clock.monotonic()
        if now - self.looked < 1.0:
            return
        self.looked = now
        self._must_live()
        if len(self.under_way) >= _threads(self.client):
            return
        for place in list(self.under_way.values()):
            first, step, reply = place
            if reply is not None or now - self.began[place] <= self.split_after:
                continue
            inner = [at for at in range(first, self.count, step) if not self._is_done(at)]
            if step < _NOBODY and len(inner) > 1:
                waiting = set(self.under_way.values())
                for at in inner:
                    if (at, _NOBODY, None) not in waiting:
                        self._submit((at, _NOBODY, None))
            elif first not in self.replies:
                self._split(first)
            else:
                continue
            return

    def _must_live(self) -> None:
        if self.client.status not in ("running", "connecting"):
            raise ClusterLost(f"{len(self.log.parts)} parts are kept; call again with a new client")

    def _take(self, future: Future[Any]) -> None:
        place = self.under_way.pop(future, None)
        if place is None:
            return
        first, step, _ = place
        why: BaseException | None = None
        try:
            text, is_whole, is_refuted = future.result()
        except Exception as error:
            # Its worker died, now or before, or nobody is left to say so.
            why, is_whole = error, False
        self._must_live()
        if is_whole:
            self.log.add(place, text, is_refuted)
            self._drop_idle()
            if self.progress is not None:
                self.progress(sum(map(self._is_done, range(self.count))), self.count)
            return
        if why is not None and not isinstance(why, _DEATHS):
            raise why
        self.deaths[place] += isinstance(why, KilledWorker)
        if self.deaths[place] >= _Run.ATTEMPTS:
            raise RuntimeError(f"workers die of first move {first + 1}; give them more memory")
        if not all(map(self._is_done, range(first, self.count, step))):
            self._submit(place)

    def _drop_idle(self) -> None:
        """Ends the tasks that nobody needs any more."""
        done = [self._is_done(first) for first in range(self.count)]
        idle = [
            future
            for future, (first, step, _) in self.under_way.items()
            if all(done[first : self.count : step])
        ]
        for future in idle:
            del self.under_way[future]
        if idle:
            self.client.cancel(idle, force=True)
