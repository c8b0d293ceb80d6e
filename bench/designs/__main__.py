"""Look for round robins with few rounds, and store the best: tournaments/pairing/designs.txt.

    python -m bench.designs                      all up to 32 entrants that are not stored yet
    python -m bench.designs 10 4 3 [--starts 40] one of them again: entrants, seats, meetings

For each number of rounds, from the least that can be, base rounds are sought for every group that
may develop them, the largest first; `search.c` (built with `cc`) anneals them. What is found takes
the place of a stored design only where it is better: fewer rounds (one more, rather than that two
meet three times oftener than all must), then more even byes, then fewer meetings of those who meet
most. The table of docs/reference/pairings.md is written anew, too. In 2026-11 all
of it took half an hour of a core that was shared with others.
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil, comb, prod
from pathlib import Path
from typing import Final

from bench.designs.table import PAGE, least_rounds, page_with_table
from tournaments.pairing.designs import (
    BYES,
    FILE,
    SPLIT,
    StoredDesign,
    read_designs,
    stored_designs,
)

MOST: Final = 32  # entrants
SIZES: Final = (3, 4, 5)
FIXED: Final = 3  # entrants at most whom the group does not move
PRODUCTS: Final = {
    4: ((2, 2),), 8: ((2, 2, 2),), 9: ((3, 3),), 16: ((2, 2, 2, 2), (4, 4)), 25: ((5, 5),),
    27: ((3, 3, 3), (3, 9)),
}  # fmt: skip
SPARE: Final = 2  # meetings beyond those wanted for which no round more is played
STEPS: Final = 100_000  # of a start, for each base round
SEED: Final = 1
HEAD: Final = """\
# Round robins in few rounds, found by `python -m bench.designs`; tests develop and count all.
# most: meetings of the two who meet most; excess: meetings beyond those that are wanted, in all.
# A base round a line: tables, and behind the semicolon who sits out.
"""


def main() -> None:
    """Look for what the arguments ask for, and store it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--starts", type=int, default=4)
    asked = parser.parse_args()
    stored = {}
    if FILE.exists():
        designs = read_designs(FILE.read_text(encoding="ascii"))
        stored = {one[:3]: one for one in designs}
    wanted = [*_missing(set(stored))]
    if asked.numbers:
        entrants, seats, meetings = asked.numbers
        wanted = [(entrants, seats, meetings)]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "search"
        source = Path(__file__).with_name("search.c")
        subprocess.run(["cc", "-O2", "-o", program, source, "-lm"], check=True)
        for key in wanted:
            found = find_design(program, *key, asked.starts)
            old = stored.get(key)
            if old is None or badness(found) < badness(old):
                stored[key] = found
                print(f"{head_line(found)}{'' if old is None else '  (better)'}", flush=True)
                FILE.write_text(designs_text(stored[key] for key in sorted(stored)))
    stored_designs.cache_clear()
    PAGE.write_text(page_with_table(PAGE.read_text()))


def _missing(have: set[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield entrants, seats and meetings of what is not stored."""
    for entrants in range(min(SIZES) + 1, MOST + 1):
        for seats in SIZES:
            if entrants > seats:
                keys = ((entrants, seats, meetings) for meetings in range(1, seats))
                yield from (key for key in keys if key not in have)


def find_design(
    program: Path, entrants: int, seats: int, meetings: int, starts: int
) -> StoredDesign:
    """Return the best design with as few rounds as one is found for, or one more if need be."""
    rounds = least_rounds(entrants, seats, meetings)
    best: StoredDesign | None = None
    while True:
        for moduli, fixed in _actions(entrants, rounds):
            found = _search_base_rounds(
                program, (entrants, seats, meetings), rounds, moduli, fixed, starts
            )
            if found is not None and (best is None or badness(found) < badness(best)):
                best = found
            if best is not None and is_even(best):
                return best
        if best is not None and (is_tolerable(best) or len(best.rounds()) < rounds):
            return best
        rounds += 1


def _actions(entrants: int, rounds: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the groups that may develop base rounds to so many, the largest first."""
    for order in range(rounds, 0, -1):
        for fixed in range(FIXED + 1 if order > 1 else 1):
            if rounds % order == 0 and entrants > fixed and (entrants - fixed) % order == 0:
                for moduli in ((order,), *PRODUCTS.get(order, ())):
                    yield moduli, fixed


def _search_base_rounds(
    program: Path,
    wanted: tuple[int, int, int],
    rounds: int,
    moduli: tuple[int, ...],
    fixed: int,
    starts: int,
) -> StoredDesign | None:
    """Return the best of some starts; None where some always meet too seldom."""
    steps = STEPS * (1 + rounds // prod(moduli))
    numbers = (*wanted, rounds, fixed, steps, starts, SEED, *moduli)
    done = subprocess.run([program, *map(str, numbers)], check=True, capture_output=True, text=True)
    figures, *lines = done.stdout.splitlines()
    lacking, most, _ = map(int, figures.split())
    if lacking:
        return None
    entrants, seats, meetings = wanted
    bases = tuple(_sorted_tables(line.split("|"), seats) for line in lines)
    return StoredDesign(entrants, seats, meetings, moduli, fixed, most, bases)


def _sorted_tables(parts: Sequence[str], seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the tables of a round in their order, without who sits out."""
    tables = [tuple(sorted(map(int, part.split()))) for part in parts]
    return tuple(sorted(table for table in tables if len(table) == seats))


def is_tolerable(design: StoredDesign) -> bool:
    """Say whether no two meet so often that one round more is the lesser evil."""
    return design.most <= design.meetings + SPARE


def badness(design: StoredDesign) -> tuple[int, ...]:
    """Return what makes a design worse than others: the first counts before the rest."""
    rounds = design.rounds()
    playing = Counter(one for groups in rounds for group in groups for one in group)
    spread = max(playing.values()) - min(playing.values())
    number = len(rounds) + (not is_tolerable(design))
    return number, not is_tolerable(design), max(0, spread - 1), design.most, len(design.bases)


def is_even(design: StoredDesign) -> bool:
    """Say whether nobody meets more often than so many meetings demand, and byes are even."""
    _, _, spread, most, _ = badness(design)
    meetings = len(design.rounds()) * (design.entrants // design.seats) * comb(design.seats, 2)
    least = max(design.meetings, ceil(meetings / comb(design.entrants, 2)))
    return not spread and most == least


def head_line(design: StoredDesign) -> str:
    """Return what is said of a design."""
    rounds = len(design.rounds())
    met = rounds * (design.entrants // design.seats) * comb(design.seats, 2)
    words = {
        "entrants": design.entrants,
        "seats": design.seats,
        "meetings": design.meetings,
        "rounds": rounds,
        "group": "x".join(map(str, design.moduli)),
        "fixed": design.fixed,
        "most": design.most,
        "excess": met - design.meetings * comb(design.entrants, 2),
    }
    return " ".join(f"{word} {value}" for word, value in words.items())


def designs_text(designs: Iterator[StoredDesign]) -> str:
    """Return the file that has these designs."""
    lines = []
    for design in designs:
        lines += ["", head_line(design)]
        for base in design.bases:
            out = sorted(set(range(design.entrants)) - set(chain.from_iterable(base)))
            tables = f"{SPLIT} ".join(" ".join(map(str, table)) for table in base)
            lines.append(tables + (f"{BYES} {' '.join(map(str, out))}" if out else ""))
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
