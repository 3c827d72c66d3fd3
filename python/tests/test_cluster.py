"""Clusters: the same results however many workers there are, and whoever dies."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dawson
import pytest

pytest.importorskip("distributed")

from dask.distributed import Client, LocalCluster
from dawson import Problem, cluster

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from schemes import schemes


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        Client(local) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("collection") / "schemes.epd"
    lines = [*schemes(60, ["#2", "h#1.5", "ser-h#2, Circe"], 7, 5), "no FEN at all ; #2"]
    path.write_text("\n".join(lines) + "\n")
    return path


def told(results: Any) -> list[dict[str, Any]]:
    """Results without what no two runs share, in order."""
    rows = [dict(row) for row in results]
    for row in rows:
        row["seconds"] = row["positions"] = 0
    return sorted(rows, key=lambda row: (row["file"], row["number"]))


def expected(path: Path) -> list[dict[str, Any]]:
    return told(result.to_dict() for result in dawson.check_many(path))


def test_a_collection(client: Client, collection: Path, tmp_path: Path) -> None:
    output = tmp_path / "verdicts.jsonl"
    seen: list[tuple[int, int]] = []
    summary = cluster.check_collection(
        collection, client, output=output, progress=lambda *counts: seen.append(counts)
    )
    everything = expected(collection)
    assert told(cluster.read_results(output)) == everything
    assert summary.new == summary.total == len(everything) == seen[-1][0]
    again = cluster.check_collection(collection, client, output=output)
    assert (again.new, again.total) == (0, len(everything))
    assert again.counts == summary.counts and sum(again.counts.values()) == again.total
    # A run that was killed while it wrote leaves half a line.
    text = output.read_bytes()
    output.write_bytes(text[: 2 * len(text) // 3])
    rest = cluster.check_collection(collection, client, output=output, seconds=0.0)
    assert 0 < rest.new < len(everything) == rest.total
    assert told(cluster.read_results(output)) == everything
    with pytest.raises(ValueError, match="other limits"):
        cluster.check_collection(collection, client, output=output, time=1.0)


def test_parquet(client: Client, collection: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    output = tmp_path / "verdicts.parquet"
    first = cluster.check_collection(collection, client, output=output, shard="1/3")
    (output / "part-cut.parquet.new").write_bytes(b"half")
    summary = cluster.check_collection(collection, client, output=output)
    assert summary.total == first.new + summary.new
    rows = told(cluster.read_results(output))
    assert json.loads(json.dumps(rows)) == expected(collection)


def test_shards_are_those_of_the_command_line(
    client: Client, collection: Path, tmp_path: Path
) -> None:
    numbers = []
    for part in range(1, 4):
        output = tmp_path / f"{part}.jsonl"
        cluster.check_collection([collection], client, output=output, shard=(part, 3))
        found = [row["number"] for row in cluster.read_results(output)]
        assert {(number - 1) % 3 for number in found} == {part - 1}
        numbers += found
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    with pytest.raises(ValueError):
        cluster.check_collection(collection, client, output=tmp_path / "x.jsonl", shard="4/3")


@pytest.mark.parametrize(
    ("statement", "fen"),
    [
        ("h#3", "8/8/5P2/B7/8/3k1K2/3B3P/8"),
        ("#3", "1n3k2/8/2p5/4K3/8/8/BQ6/8"),
        # One first move alone: its replies are shared out.
        ("ser-h#4", "7k/6pp/8/8/8/8/8/K6R"),
        ("h#2", "k7/p7/1p6/8/8/8/8/1R1K4"),
    ],
)
def test_one_problem(client: Client, statement: str, fen: str, tmp_path: Path) -> None:
    problem = Problem(statement, fen)
    whole = problem.solve()
    output = tmp_path / "parts"
    solution = cluster.solve(problem, client, output=output)
    assert solution.text == whole.text and solution.outcome == whole.outcome
    parts = output.read_bytes()
    output.write_bytes(parts[: len(parts) // 2])
    assert cluster.solve(problem, client, output=output).text == whole.text
    with pytest.raises(ValueError, match="another problem"):
        cluster.solve(Problem("h#1", fen), client, output=output)


def test_what_is_slow_is_taken_over(client: Client) -> None:
    problem = Problem("h#3", "8/8/5P2/B7/8/3k1K2/3B3P/8")
    solution = cluster.solve(problem, client, split_after=0.0)
    assert solution.text == problem.solve().text


def test_a_worker_is_killed(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "schemes.epd"
    path.write_text("\n".join(schemes(400, ["#2", "h#2"], 9, 6)) + "\n")
    output = tmp_path / "verdicts.jsonl"
    killed: list[int] = []
    stop = threading.Event()

    def kill() -> None:
        while len(killed) < 2 and not stop.wait(0.3):
            pids = client.run(os.getpid).values()
            fresh = [pid for pid in pids if pid not in killed]
            if fresh:
                os.kill(fresh[0], signal.SIGKILL)
                killed.append(fresh[0])

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        cluster.check_collection(path, client, output=output, seconds=0.5)
    finally:
        stop.set()
        killer.join()
    assert killed and told(cluster.read_results(output)) == expected(path)
