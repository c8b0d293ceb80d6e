"""Compute the table of `games/boosh/table_numbers.py`, and what one deviator gains against it.

    python -m bench.boosh [--batches 200] [--deals 6000] [--seed 1] [--write]

Needs a C compiler as `cc`. Equal seeds give equal tables. The deviator learns by the same method,
against others who play the table, and is then measured on other deals. `--write` replaces it.
"""

import argparse
import subprocess
import tempfile
import zlib
from base64 import b85encode
from collections.abc import Sequence
from pathlib import Path

from games.boosh import GAME
from games.boosh.table import LEVELS, NEEDS, ONE_NEEDS, ONES_FROM, PAIRS, STEPS

SOURCE = Path(__file__).with_name("equilibrium.c")
TARGET = Path(__file__).parents[2] / "games" / "boosh" / "table_numbers.py"
BOASTERS = {2: 30, 3: 30, 4: 10}  # in % of all others: more could be led astray by a bluffer
RARE = 1  # of STEPS: what an average keeps of its first strategies
WIDTH = 90
UNKNOWN = "-"
BUILD = ("cc", "-O3", "-ffp-contract=off")


def build_program(folder: str) -> str:
    """Compile the program; return its path."""
    program = f"{folder}/equilibrium"
    subprocess.run([*BUILD, str(SOURCE), "-lm", "-o", program], check=True)
    return program


def ask_program(program: str, words: Sequence[object], given: str = "") -> list[str]:
    """Return the lines that the program prints."""
    asked = [program, *map(str, words)]
    return subprocess.run(
        asked, check=True, capture_output=True, text=True, input=given
    ).stdout.split()


def clean_table(calls: str, shows: str, stays: str) -> str:
    """Return all digits of a table, without what is rare or was never met."""
    return _without_rare(calls) + _clean_shows(shows) + _clean_stays(stays)


def _without_rare(digits: str) -> str:
    """Return digits without those next to never and always."""
    values = (int(digit, 16) for digit in digits)
    kept = (0 if one <= RARE else STEPS if one >= STEPS - RARE else one for one in values)
    return "".join(f"{one:x}" for one in kept)


def _clean_shows(digits: str) -> str:
    """Return shares of pairs that add up to `STEPS` without the rare ones."""
    found = ""
    for start in range(0, len(digits), len(PAIRS)):
        shares = [int(digit, 16) for digit in digits[start : start + len(PAIRS)]]
        most = max(range(len(PAIRS)), key=shares.__getitem__)
        shares = [0 if one <= RARE else one for one in shares]
        shares[most] += STEPS - sum(shares)
        found += "".join(f"{one:x}" for one in shares)
    return found


def _clean_stays(digits: str) -> str:
    """Return answers that stay no less often with a better hand."""
    values = [None if digit == UNKNOWN else int(digit, 16) for digit in digits]
    for start, needs, step in _stay_rows():
        row = [values[start + need * step] for need in range(needs)]
        for need, one in enumerate(_rising(row)):
            values[start + need * step] = one
    return _without_rare("".join(f"{one or 0:x}" for one in values))


def _stay_rows() -> list[tuple[int, int, int]]:
    """Return where the answers by need begin, how many there are, and how far apart."""
    wide = LEVELS * LEVELS
    two = [(block * NEEDS * wide + at, NEEDS, wide) for block in range(14) for at in range(wide)]
    one = [
        (ONES_FROM + block * ONE_NEEDS * LEVELS + at, ONE_NEEDS, LEVELS)
        for block in range(14)
        for at in range(LEVELS)
    ]
    return two + one


def _rising(row: Sequence[int | None]) -> list[int]:
    """Return the rising row nearest to a row; what was never met is as what lies below it.

    >>> _rising([None, 0, 8, 4, None, 15])
    [0, 0, 6, 6, 6, 15]
    """
    blocks: list[list[int]] = []  # sum and number
    last = 0
    for one in row:
        last = last if one is None else one
        blocks.append([last, 1])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] > blocks[-1][0] * blocks[-2][1]:
            points, number = blocks.pop()
            blocks[-1][0] += points
            blocks[-1][1] += number
    return [points // number for points, number in blocks for _ in range(number)]


def write_tables(tables: dict[int, str], command: str) -> None:
    """Write the module of the numbers."""
    lines = [
        '"""What `games.boosh.table` reads, by players: digits from 0 to 15, packed.',
        "",
        f"Made by `{command}`.",
        '"""',
        "",
        "from collections.abc import Mapping",
        "from typing import Final",
        "",
        "NUMBERS: Final[Mapping[int, tuple[str, ...]]] = {",
    ]
    for players, digits in tables.items():
        packed = b85encode(zlib.compress(bytes.fromhex(digits), 9)).decode()
        lines.append(f"    {players}: (")
        for start in range(0, len(packed), WIDTH):
            lines.append(f'        "{packed[start : start + WIDTH]}",')
        lines.append("    ),")
    TARGET.write_text("\n".join([*lines, "}", ""]))


def main() -> None:
    """Compute, say what a deviator gains, and write if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=200)
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    tables = {}
    with tempfile.TemporaryDirectory() as folder:
        program = build_program(folder)
        for seats in GAME.seats:
            size = (seats, given.batches, given.deals)
            words = ("learn", *size, given.seed, BOASTERS[seats])
            calls, shows, stays = ask_program(program, words)
            tables[seats] = clean_table(calls, shows, stays)
            words = ("deviate", *size, given.seed + 1, 0)
            gain, error = ask_program(program, words, tables[seats])
            print(f"{seats} seats: one who deviates gains {gain} ± {error}")
    if given.write:
        write_tables(
            tables, f"python -m bench.boosh --batches {given.batches} --deals {given.deals}"
        )


if __name__ == "__main__":
    main()
