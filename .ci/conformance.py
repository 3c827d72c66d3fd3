#!/usr/bin/env python3
"""Solves recorded problems and demands that none fails but those that are listed with the reason.

usage: conformance.py RECORDS COMMAND [--all | --list]

RECORDS is a folder with conform.py, which compares, and collections of recorded problems; a folder `catalog` may
stand beside it. `failing.tsv`, beside this script, has the problems whose answers differ: collection, id, and the
key of the row of src/soundness/replay/differences.tsv that explains it, or `input: ...` where the two programs read
the text otherwise, `record: ...` where what was recorded is no solution, `there: ...` where the reference errs in one
problem alone, `refused: ...` where Dawson says that it cannot solve it, `open: ...` where nobody knows yet, `slow: ...`
where it took too long when the list was made; what comes of that one is not judged. The list may only shrink: a problem that fails and is not in it is an error, and so is one in it that
agrees. Of large collections a slice is solved that the date chooses; --all solves everything, --list prints all
problems that fail as rows of the list. A problem that takes too long is told, and neither.
"""
import collections
import concurrent.futures
import datetime
import hashlib
import importlib.util
import json
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

SECONDS = 10
"""For one problem."""

HERE = Path(__file__).resolve().parent
DIFFERENCES = HERE.parent / "src/soundness/replay/differences.tsv"
FAILING = HERE / "failing.tsv"

COLLECTIONS = {
    "random-stips": None,
    "random-walks": None,
    "random-attributes": None,
    "random-pairs": None,
    "random-conditions": None,
    "random-mixes": 300,
    "../catalog/stipulation-examples": None,
    "../catalog/attribute-examples": None,
    "../catalog/condition-examples": 600,
    "../catalog/circe-examples": 300,
    "../catalog/condition-combinations": None,
    "suite-en": 250,
    "suite-de": 250,
}
"""The collections, and how many of their problems are solved a day."""

OTHER_REASONS = ("input: ", "record: ", "there: ", "refused: ", "open: ", "slow: ")


def main():
    wishes = {word for word in sys.argv[1:] if word.startswith("--")}
    records, command = [word for word in sys.argv[1:] if not word.startswith("--")]
    records, command = Path(records).resolve(), shlex.split(command)
    command[0] = str(Path(command[0]).resolve())
    compare = module(records / "conform.py")
    listed = failing()
    slice_of = None if wishes else datetime.date.today().isoformat()
    with tempfile.TemporaryDirectory() as scratch:
        # Some problems have their solutions written into files.
        os.chdir(scratch)
        verdicts = [
            check(records / f"{name}.jsonl", size if slice_of else None, slice_of, listed, command, compare, "--list" in wishes)
            for name, size in COLLECTIONS.items()
        ]
    return 0 if all(verdicts) else 1


def failing():
    """The reasons of the list by collection and id; each is a row that there is, or of one of the other kinds."""
    known = {line.split("\t")[0] for line in DIFFERENCES.read_text(encoding="utf-8").splitlines()[1:]}
    rows = [line.split("\t") for line in FAILING.read_text(encoding="utf-8").splitlines()[1:]]
    for collection, problem, reason in rows:
        if reason not in known and not reason.startswith(OTHER_REASONS):
            sys.exit(f"failing.tsv: {collection} {problem}: no row of differences.tsv is called {reason!r}")
    if len({tuple(row[:2]) for row in rows}) < len(rows):
        sys.exit("failing.tsv: a problem stands there twice")
    return {(collection, problem): reason for collection, problem, reason in rows}


def check(file, size, date, listed, command, compare, is_list):
    """Whether a collection has no new failure and no mended one."""
    if not file.exists():
        print(f"{file.stem}: not there")
        return True
    problems = sample(read(file, compare), size, date)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        results = list(workers.map(lambda problem: compare.judge(problem, command, SECONDS), problems))
    faults = 0
    for problem, result in zip(problems, results):
        outcome, reason = result["outcome"], listed.get((file.stem, problem["id"]))
        fails = outcome in ("differs", "error")
        if is_list and fails:
            print(f"{file.stem}\t{problem['id']}\t{reason or '?'}")
        elif fails and reason is None:
            faults += 1
            print(f"  {problem['id']}: {outcome} {detail(result)}")
        elif outcome == "same" and reason is not None and not reason.startswith("slow: "):
            faults += 1
            print(f"  {problem['id']} agrees: strike it out of failing.tsv ({reason})")
        elif outcome == "timeout":
            print(f"  {problem['id']}: longer than {SECONDS} s")
    counts = collections.Counter(result["outcome"] for result in results)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    if not is_list:
        print(f"{'FAILED' if faults else 'ok    '} {file.stem}: {len(problems)} solved: {told}", flush=True)
    return faults == 0


def read(file, compare):
    """The records whose answers are to be trusted; complaints about an input, or a refusal, are none."""
    with open(file, encoding="utf-8") as lines:
        records = [compare.normal(json.loads(line), str(file), number) for number, line in enumerate(lines, 1)]
    return [record for record in records if record and not complains(record)]


def complains(record):
    return "input-error:" in record["output"] or "problem ignored" in record.get("messages", [])


def sample(problems, size, date):
    """As many problems as are asked for; the same ones all day."""
    if size is None or len(problems) <= size:
        return problems
    return sorted(problems, key=lambda problem: hashlib.sha256((date + problem["id"]).encode()).digest())[:size]


def detail(result):
    differing = [f"missing {line!r}" for line in result.get("missing", [])[:2]]
    differing += [f"extra {line!r}" for line in result.get("extra", [])[:2]]
    return "; ".join(differing) or re.sub(r"[\s│|]+", " ", result.get("detail", ""))[-200:]


def module(path):
    spec = importlib.util.spec_from_file_location("conform", path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


if __name__ == "__main__":
    sys.exit(main())
