#!/usr/bin/env python3
"""Measures `dawson index` on made-up problems: time, memory, a kill in the middle, queries.

    .ci/index.py [--problems 100000] [--program target/quick/dawson] [--folder /tmp]
"""

import argparse
import csv
import os
import random
import resource
import signal
import subprocess
import sqlite3
import tempfile
import time
from pathlib import Path

AUTHORS = ["Ada Lovelace", "Charles Babbage", "Emmy Noether", "Sofja Kowalewskaja", "Srinivasa Ramanujan"]
KEYWORDS = ["Grimshaw", "Zilahi", "Model mates", "Excelsior", "Novotny"]
STIPULATIONS = ["#2", "#3", "h#2", "h#3", "h#2.5", "s#3", "ser-h#5", "r#2"]


def position(dice):
    """Kings apart, and up to twelve men; pawns neither on the first rank nor on the last."""
    squares = list(range(64))
    dice.shuffle(squares)
    board = [""] * 64
    white = squares.pop()
    black = next(s for s in squares if max(abs(s % 8 - white % 8), abs(s // 8 - white // 8)) > 1)
    squares.remove(black)
    board[white], board[black] = "K", "k"
    for man in dice.choices("QRRBBNNPPPPqrrbbnnpppp", k=dice.randint(1, 12)):
        at = squares.pop()
        if man in "Pp" and at // 8 in (0, 7):
            continue
        board[at] = man
    rows = []
    for rank in range(8):
        row, empty = "", 0
        for man in board[8 * rank : 8 * rank + 8]:
            if man:
                row += (str(empty) if empty else "") + man
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def write(path, count, dice):
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "fen", "stipulation", "author", "source", "keywords"])
        for number in range(count):
            source = f"Analytical Review {dice.randint(1850, 2020)}"
            row = [number, position(dice), dice.choice(STIPULATIONS), dice.choice(AUTHORS), source, dice.choice(KEYWORDS)]
            table.writerow(row)


def timed(command):
    """Seconds, the most memory in MiB, and what it printed."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - began, usage.ru_maxrss / 1024, out.strip(), child.returncode


def indexed(index):
    """How many problems are in the index, the log of what is not yet in the main file included."""
    if not index.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{index}?mode=ro", uri=True, timeout=0.1) as database:
            return database.execute("SELECT count(*) FROM problem").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=100_000)
    parser.add_argument("--program", default="target/debug/dawson")
    parser.add_argument("--folder", default=None)
    asked = parser.parse_args()
    dice = random.Random(44)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        problems, index = Path(folder, "problems.csv"), Path(folder, "problems.db")
        write(problems, asked.problems, dice)
        command = [asked.program, "index", str(problems), "-o", str(index), "--quiet"]
        # Killed without warning, then gone on with.
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        began = time.monotonic()
        while child.poll() is None and time.monotonic() - began < 600:
            time.sleep(0.2)
            if indexed(index) >= asked.problems // 3:
                child.send_signal(signal.SIGKILL)
                break
        child.wait()
        first = time.monotonic() - began
        kept = indexed(index)
        if not 0 < kept < asked.problems:
            raise SystemExit(f"{kept} of {asked.problems} problems were there when it was killed: nothing was broken off")
        seconds, memory, out, code = timed(command)
        if indexed(index) != asked.problems:
            raise SystemExit(f"{indexed(index)} of {asked.problems} problems are in the index")
        print(f"killed after {first:.1f} s with {kept} problems; went on for {seconds:.1f} s, {memory:.0f} MiB: {out} (code {code})")
        print(f"index: {index.stat().st_size / 2**20:.0f} MiB for {problems.stat().st_size / 2**20:.0f} MiB")
        queries = [
            "h#2 and men <= 7",
            'Stip("h#.*") AND PCount(*) < 6',
            "author Noether and year > 1990 and not #2",
            "keyword Zilahi and with 'wQ wQ'",
            'text "Analytical Review 1900"',
            'matrix "wKa1 bKa3 wRb2"',
            'MatrixExtended("wKa1 bKa3", true, true, "All")',
            'Fairy AND Keyword("Grimshaw")',
            'not theme zilahi and men = 9 and PublishedAfter("1990")',
        ]
        for query in queries:
            seconds, memory, out, code = timed([asked.program, "find", str(index), query, "--limit", "5"])
            print(f"{seconds:.3f} s, {memory:.0f} MiB: {query}: {len(out.splitlines())} lines (code {code})")
        fen = position(dice)
        seconds, memory, out, code = timed([asked.program, "like", str(index), "h#2", "--fen", fen])
        print(f"{seconds:.3f} s, {memory:.0f} MiB: like {fen} (code {code})")
        print(out.splitlines()[0] if out else "")


if __name__ == "__main__":
    main()
