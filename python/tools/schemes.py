"""Writes a collection of random schemes, always the same for the same seed.

    python tools/schemes.py 2000 '#2' schemes.epd --men 9 --seed 1
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

LETTERS = "QRRBBNNPPPP"


def near(one: int, other: int) -> bool:
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8)) < 2


def position(chance: random.Random, men: int) -> str:
    """A FEN with both kings apart, pawns where pawns may stand, white a little stronger."""
    squares = chance.sample(range(64), men)
    while near(squares[0], squares[1]):
        squares = chance.sample(range(64), men)
    board = dict(zip(squares[:2], "Kk"))
    for square in squares[2:]:
        letter = chance.choice(LETTERS)
        if letter == "P" and not 8 <= square < 56:
            letter = "N"
        white = chance.random() < 0.65
        board[square] = letter if white else letter.lower()
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(board.get(8 * rank + file, "1") for file in range(8))
        for count in range(8, 1, -1):
            row = row.replace("1" * count, str(count))
        ranks.append(row)
    return "/".join(ranks)


def schemes(count: int, statements: list[str], men: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    for number in range(count):
        yield f"{position(chance, men)} ; {statements[number % len(statements)]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("statement", nargs="+")
    parser.add_argument("file")
    parser.add_argument("--men", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with open(asked.file, "w", encoding="utf-8") as file:
        for line in schemes(asked.count, asked.statement, asked.men, asked.seed):
            file.write(line + "\n")


if __name__ == "__main__":
    main()
