"""Measures what the README and docs/cluster.md say of speed. Every line is JSON.

    python tools/measure.py overhead
    python tools/measure.py batch path/to/dawson [count]
    python tools/measure.py collection [count]      1 and 2 workers on a collection
    python tools/measure.py problem [turns moves]   1 and 2 workers on one hard problem
    python tools/measure.py kills                   a worker killed with -9, ten times
    python tools/measure.py scheduler               the scheduler killed, and the run resumed
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dawson
from schemes import schemes

# Many first moves, of which none stands out.
HARD = "8/2p5/1p6/3pk3/1r6/5K2/1P1Q2P1/3B3N"


def say(**values: Any) -> None:
    print(json.dumps({"load": round(os.getloadavg()[0], 1)} | values), flush=True)


def cpu(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def collection(count: int, statement: str, men: int, seed: int) -> Path:
    path = Path(tempfile.mkdtemp()) / "schemes.epd"
    path.write_text("\n".join(schemes(count, [statement], men, seed)) + "\n")
    return path


def overhead() -> None:
    problem = dawson.Problem("#1", "7k/8/6K1/8/8/8/8/R7")
    for _ in range(5):
        calls = []
        for _ in range(2000):
            began = time.perf_counter()
            inside = problem.solve(memory="1M").seconds
            calls.append((time.perf_counter() - began, inside))
        # The median: somebody else's turn on the core is no part of a call.
        say(
            what="overhead",
            call_ms=1000 * statistics.median(call for call, _ in calls),
            rust_ms=1000 * statistics.median(inside for _, inside in calls),
            overhead_ms=1000 * statistics.median(call - inside for call, inside in calls),
        )


def batch(binary: str, count: int) -> None:
    path = collection(count, "#2", 12, 1)
    for _ in range(3):
        before, began = cpu(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(
            [binary, "batch", path, "--jobs", "2", "--format", "jsonl", "--quiet"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        theirs = cpu(resource.RUSAGE_CHILDREN) - before, time.monotonic() - began
        before, began = cpu(resource.RUSAGE_SELF), time.monotonic()
        with open(os.devnull, "w") as nothing:
            for result in dawson.check_many(path, jobs=2):
                nothing.write(result.to_json() + "\n")
        ours = cpu(resource.RUSAGE_SELF) - before, time.monotonic() - began
        say(
            what="batch",
            problems=count,
            binary_cpu=theirs[0],
            python_cpu=ours[0],
            rate_by_cpu=theirs[0] / ours[0],
            binary_wall=theirs[1],
            python_wall=ours[1],
            rate_by_wall=theirs[1] / ours[1],
        )


@contextlib.contextmanager
def cluster_of(workers: int) -> Iterator[Any]:
    from dask.distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local,
        Client(local) as client,
    ):
        client.wait_for_workers(workers)
        yield client


def worker_cpu() -> float:
    return time.process_time()


def used(client: Any) -> list[float]:
    """CPU seconds of each worker: what counts on a machine that others use, too."""
    return list(client.run(worker_cpu).values())


def spent(client: Any, before: list[float]) -> list[float]:
    return [round(now - then, 2) for now, then in zip(used(client), before)]


def told(path: Path) -> list[Any]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        row["seconds"] = row["positions"] = 0
    return sorted(rows, key=lambda row: int(row["number"]))


def on_collection(count: int) -> None:
    from dawson import cluster

    path = collection(count, "#3", 9, 2)
    folder = Path(tempfile.mkdtemp())
    results: list[list[Any]] = []
    for turn in range(2):
        for workers in (1, 2):
            output = folder / f"{turn}-{workers}.jsonl"
            with cluster_of(workers) as client:
                before, mine = used(client), time.process_time()
                began = time.monotonic()
                cluster.check_collection(path, client, output=output)
                wall = time.monotonic() - began
                say(
                    what="collection",
                    problems=count,
                    workers=workers,
                    wall=wall,
                    workers_cpu=spent(client, before),
                    client_and_scheduler_cpu=time.process_time() - mine,
                    search_seconds=sum(row["seconds"] for row in cluster.read_results(output)),
                )
            results.append(told(output))
    say(what="collection", same=all(other == results[0] for other in results))


def on_problem(turns: int, moves: int) -> None:
    from dawson import cluster

    problem = dawson.Problem(f"#{moves}", HARD)
    before = time.process_time()
    whole = problem.solve()
    say(what="problem", whole_cpu=time.process_time() - before, solutions=len(whole))
    for _ in range(turns):
        for workers in (1, 2):
            with cluster_of(workers) as client:
                before, began, mine = used(client), time.monotonic(), time.process_time()
                solution = cluster.solve(problem, client)
                say(
                    what="problem",
                    workers=workers,
                    wall=time.monotonic() - began,
                    workers_cpu=spent(client, before),
                    client_and_scheduler_cpu=time.process_time() - mine,
                    same=solution.text == whole.text,
                )


def kills() -> None:
    from dawson import cluster

    path = collection(10_000, "#3", 9, 3)
    expected = Path(tempfile.mkdtemp()) / "expected.jsonl"
    with expected.open("w") as file:
        for result in dawson.check_many(path):
            file.write(result.to_json() + "\n")
    output = expected.with_name("killed.jsonl")
    killed: list[int] = []
    done = threading.Event()
    with cluster_of(2) as client:

        def kill() -> None:
            while len(killed) < 10 and not done.wait(0.7):
                with contextlib.suppress(Exception):
                    fresh = set(client.run(os.getpid).values()) - set(killed)
                    if fresh:
                        killed.append(fresh.pop())
                        os.kill(killed[-1], signal.SIGKILL)

        thread = threading.Thread(target=kill)
        thread.start()
        summary = cluster.check_collection(path, client, output=output, seconds=0.5)
        done.set()
        thread.join()
    lines = output.read_text().splitlines()
    say(
        what="kills",
        killed=len(killed),
        problems=summary.total,
        lines=len(lines),
        same=told(output) == told(expected),
    )


def scheduler() -> None:
    from dask.distributed import Client
    from dawson import cluster

    path = collection(6000, "#3", 9, 4)
    folder = Path(tempfile.mkdtemp())
    output = folder / "verdicts.jsonl"
    runs = []
    for turn in range(2):
        address = f"tcp://127.0.0.1:{18786 + turn}"
        dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
        dask += ["--host", address, "--no-dashboard"]
        work = [sys.executable, "-m", "distributed.cli.dask_worker", address]
        work += ["--nthreads", "1", "--nworkers", "2"]
        with contextlib.ExitStack() as stack:
            started = [
                stack.enter_context(
                    subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                )
                for command in (dask, [*work, "--no-dashboard"])
            ]
            try:
                with Client(address, timeout=60) as client:
                    client.wait_for_workers(2)
                    if turn == 0:
                        threading.Timer(2.0, lambda: started[0].kill()).start()
                    try:
                        summary = cluster.check_collection(path, client, output=output)
                        runs.append(summary.new)
                    except Exception as error:
                        runs.append(len(output.read_text().splitlines()))
                        say(what="scheduler", raised=type(error).__name__, said=str(error))
            finally:
                for process in started:
                    process.terminate()
    expected = folder / "expected.jsonl"
    expected.write_text("".join(r.to_json() + "\n" for r in dawson.check_many(path)))
    say(what="scheduler", runs=runs, same=told(output) == told(expected))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["overhead"]:
            overhead()
        case ["batch", binary, *count]:
            batch(binary, int(count[0]) if count else 10_000)
        case ["collection", *count]:
            on_collection(int(count[0]) if count else 2000)
        case ["problem"]:
            on_problem(turns=2, moves=8)
        case ["problem", turns, moves]:
            on_problem(int(turns), int(moves))
        case ["kills"]:
            kills()
        case ["scheduler"]:
            scheduler()
        case _:
            print(__doc__)
