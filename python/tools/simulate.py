"""A cluster on paper: the cost model of docs/cluster.md, and a simulation that checks it.

    python tools/simulate.py            the tables of docs/cluster.md
    python tools/simulate.py --quick    fewer problems and no table of one problem

The simulation has workers that start, run at their own speed (some are stragglers), die without
warning and come back, and a client that hands out tasks and takes results one after the other.
The model has none of this, only averages.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Cluster:
    """What a cluster is like; the constants were measured, see docs/cluster.md."""

    workers: int
    start: float = 5.0
    """Seconds until a worker is there, the first time and after its death."""
    lifetime: float = 4 * 3600.0
    """Seconds until it dies, on average."""
    stragglers: float = 0.05
    """How many of them run at a third of the speed."""
    client_task: float = 0.004
    """Seconds of client and scheduler for each task."""
    client_result: float = 0.0002
    """Seconds of the client for each result."""


@dataclass(frozen=True)
class Work:
    """Problems whose costs are spread as a lognormal, cut by a limit of time."""

    count: int
    mean: float = 0.05
    sigma: float = 2.0
    limit: float = 60.0
    seconds: float = 2.0
    """What a task aims at."""


SLOW = 1 / 3


def cost(chance: random.Random, work: Work) -> float:
    centre = math.log(work.mean) - work.sigma**2 / 2
    return min(chance.lognormvariate(centre, work.sigma), work.limit)


def mean_cost(work: Work) -> float:
    """The mean of the costs once the limit has cut them."""
    centre = math.log(work.mean) - work.sigma**2 / 2

    def normal(x: float) -> float:
        return (1 + math.erf(x / math.sqrt(2))) / 2

    edge = (math.log(work.limit) - centre) / work.sigma
    return work.mean * normal(edge - work.sigma) + work.limit * (1 - normal(edge))


def longest(work: Work) -> float:
    """The longest of so many costs, as half of all collections have it."""
    root = math.sqrt(2 * math.log(work.count))
    far = root - (math.log(math.log(work.count)) + math.log(4 * math.pi)) / (2 * root)
    centre = math.log(work.mean) - work.sigma**2 / 2
    return min(work.limit, math.exp(centre + work.sigma * far))


def model(cluster: Cluster, work: Work) -> dict[str, float]:
    """Seconds until all is done, and what bounds them."""
    mean = mean_cost(work)
    batch = max(1, min(200, round(work.seconds / mean)))
    tasks = work.count / batch
    speed = 1 - cluster.stragglers * (1 - SLOW)
    # A death costs the task under way, half of it on average, and the time to come back.
    lost = (cluster.start + work.seconds / 2) / cluster.lifetime
    search = work.count * mean / (cluster.workers * speed * (1 - lost))
    client = tasks * cluster.client_task + work.count * cluster.client_result
    # At the end somebody is still busy with one of the longest problems, perhaps slowly.
    tail = longest(work) * (1 + cluster.stragglers * (1 / SLOW - 1))
    bound = max(search, client)
    whole = cluster.start + max(bound + tail / 2, tail)
    return {"seconds": whole, "search": search, "client": client, "tail": tail}


def simulate(cluster: Cluster, work: Work, seed: int = 1) -> dict[str, float]:
    """The same, event by event."""
    chance = random.Random(seed)
    mean = mean_cost(work)
    batch = max(1, min(200, round(work.seconds / mean)))
    left = work.count
    back: list[list[float]] = []
    deaths = repeated = 0
    done = 0
    client_free = 0.0
    busy = 0.0
    speeds = [SLOW if chance.random() < cluster.stragglers else 1.0 for _ in range(cluster.workers)]
    dies = [
        cluster.start + chance.expovariate(1 / cluster.lifetime) for _ in range(cluster.workers)
    ]
    # When which worker asks for a task.
    events = [(cluster.start * chance.uniform(0.5, 1.5), worker) for worker in range(cluster.workers)]
    heapq.heapify(events)
    end = 0.0
    while events and done < work.count:
        now, worker = heapq.heappop(events)
        if back:
            costs = back.pop()
        elif left:
            count = min(batch, left)
            left -= count
            costs = [cost(chance, work) for _ in range(count)]
        else:
            # Whoever comes too late waits for a task that somebody loses or gives back.
            if done + sum(map(len, back)) < work.count:
                heapq.heappush(events, (now + 1.0, worker))
            continue
        client_free = max(now, client_free) + cluster.client_task
        at, ended = client_free, 0
        for one in costs:
            at += one / speeds[worker]
            ended += 1
            if at - client_free > work.seconds:
                break
        if at > dies[worker]:
            # The whole task is lost, and done again by somebody else.
            deaths += 1
            repeated += len(costs)
            busy += max(0.0, dies[worker] - now)
            back.append(costs)
            again = max(now, dies[worker]) + cluster.start
            dies[worker] = again + chance.expovariate(1 / cluster.lifetime)
            heapq.heappush(events, (again, worker))
            continue
        busy += at - now
        if costs[ended:]:
            back.append(costs[ended:])
        done += ended
        client_free = max(client_free, 0.0) + ended * cluster.client_result
        end = max(end, at, client_free)
        heapq.heappush(events, (at, worker))
    return {
        "seconds": end,
        "deaths": deaths,
        "repeated": repeated,
        "busy": busy / (end * cluster.workers),
    }


@dataclass(frozen=True)
class Hard:
    """One problem: first moves, each with replies, whose costs are spread widely."""

    hours: float
    """Of one core, all in all."""
    firsts: int = 35
    replies: int = 30
    sigma: float = 1.8
    waste: float = 1.35
    """What parts cost together, of what the whole costs: they share no hash table."""
    again: float = 0.02
    """What telling the play again takes, of the whole."""
    split_after: float = 10.0


def shares(chance: random.Random, count: int, sigma: float) -> list[float]:
    drawn = [chance.lognormvariate(0, sigma) for _ in range(count)]
    return [one / sum(drawn) for one in drawn]


def longest_first(costs: list[float], workers: int) -> float:
    """When the last of these tasks ends, each taken by whoever is free."""
    free = [0.0] * min(workers, max(1, len(costs)))
    for one in costs:
        heapq.heapreplace(free, free[0] + one)
    return max(free)


def solve(cluster: Cluster, hard: Hard, by_replies: bool, seed: int) -> float:
    chance = random.Random(seed)
    whole = 3600 * hard.hours
    costs = []
    for share in shares(chance, hard.firsts, hard.sigma):
        first = share * whole * hard.waste
        if by_replies and first > hard.split_after:
            costs += [first * part for part in shares(chance, hard.replies, hard.sigma)]
        else:
            costs.append(first)
    chance.shuffle(costs)
    speed = 1 - cluster.stragglers * (1 - SLOW)
    return cluster.start + longest_first(costs, cluster.workers) / speed + whole * hard.again


def hours(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    count = 20_000 if quick else 500_000
    print(f"{count} problems")
    print("| workers | mean | model | simulated | busy | deaths | problems begun again |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for mean in (0.05,) if quick else (0.05, 0.5, 5.0):
        for workers in (1000,) if quick else (2, 16, 128, 1000):
            cluster, work = Cluster(workers), Work(count, mean)
            told, found = model(cluster, work), simulate(cluster, work)
            print(
                f"| {workers} | {mean} s | {hours(told['seconds'])} | {hours(found['seconds'])} "
                f"| {found['busy']:.0%} | {found['deaths']:.0f} | {found['repeated']:.0f} |"
            )
            if not 0.6 < told["seconds"] / found["seconds"] < 1.7:
                raise SystemExit("the model and the simulation do not agree")
    if quick:
        return
    rough = replace(Cluster(1000), lifetime=600.0, stragglers=0.2)
    work = Work(count, 0.5)
    told, found = model(rough, work), simulate(rough, work)
    print(
        f"\n1000 workers that die every ten minutes, one in five slow, mean 0.5 s: model "
        f"{hours(told['seconds'])}, simulated {hours(found['seconds'])}, {found['deaths']:.0f} deaths"
    )
    print("\none #12 of so many hours on one core, median of 21")
    print("| hours | workers | by first moves | and replies |")
    print("|---:|---:|---:|---:|")
    for whole in (10.0, 100.0):
        for workers in (2, 16, 128, 1000):
            medians = []
            for by_replies in (False, True):
                runs = [solve(Cluster(workers), Hard(whole), by_replies, seed) for seed in range(21)]
                medians.append(sorted(runs)[10])
            print(f"| {whole:.0f} | {workers} | {hours(medians[0])} | {hours(medians[1])} |")


if __name__ == "__main__":
    main()
