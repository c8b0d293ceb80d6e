"""Round robins that were found once and stored: who meets whom at tables of three to five.

`designs.txt` has base rounds and the group in which each is developed: its entrants are numbered
orbit by orbit, and last come those who stay where they are. The first round is the base round, and
in every other all whom the group moves are moved by one of its elements.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Final, NamedTuple

from tournaments.pairing.formats import Table
from tournaments.tables import Entrant

FILE: Final = Path(__file__).with_name("designs.txt")
SPLIT, BYES = ",", ";"  # between tables, and before those who sit out
Group = tuple[int, ...]  # an entrant's place in the field each


class StoredDesign(NamedTuple):
    """Rounds in which all meet so often at least.

    Attributes:
        moduli: of the cyclic groups whose product develops the base rounds.
        fixed: how many stay where they are.
        most: how often those meet who meet most.
    """

    entrants: int
    seats: int
    meetings: int
    moduli: tuple[int, ...]
    fixed: int
    most: int
    bases: tuple[tuple[Group, ...], ...]

    def rounds(self) -> tuple[tuple[Group, ...], ...]:
        """Return all rounds: each base round developed."""
        shifts = list(product(*(range(modulus) for modulus in self.moduli)))
        return tuple(
            tuple(tuple(self._moved(one, shift) for one in table) for table in base)
            for base in self.bases
            for shift in shifts
        )

    def _moved(self, one: int, shift: Sequence[int]) -> int:
        """Return to whose place an element of the group moves somebody."""
        if one >= self.entrants - self.fixed:
            return one
        rest, unit, found = one, 1, 0
        for modulus, step in zip(self.moduli, shift, strict=True):
            found += (rest + step) % modulus * unit
            rest, unit = rest // modulus, unit * modulus
        return rest * unit + found


@lru_cache(1)
def stored_designs() -> dict[tuple[int, int], tuple[StoredDesign, ...]]:
    """Return the stored designs by entrants and seats."""
    found: dict[tuple[int, int], tuple[StoredDesign, ...]] = {}
    for design in read_designs(FILE.read_text(encoding="ascii")):
        key = (design.entrants, design.seats)
        found[key] = (*found.get(key, ()), design)
    return found


def read_designs(text: str) -> Iterator[StoredDesign]:
    """Yield the designs that a text has: a line of words and numbers each, then its base rounds."""
    head: dict[str, str] = {}
    bases: list[tuple[Group, ...]] = []
    for line in [*text.splitlines(), "end"]:
        if line.startswith("#") or not line:
            continue
        if line[0].isdigit():
            tables = line.partition(BYES)[0].split(SPLIT)
            bases.append(tuple(tuple(map(int, table.split())) for table in tables))
            continue
        if head:
            yield _read_design(head, bases)
        words = line.split()
        head, bases = dict(zip(words[::2], words[1::2], strict=False)), []


def _read_design(head: Mapping[str, str], bases: Sequence[tuple[Group, ...]]) -> StoredDesign:
    """Return a design from the words of its line and its base rounds."""
    return StoredDesign(
        entrants=int(head["entrants"]),
        seats=int(head["seats"]),
        meetings=int(head["meetings"]),
        moduli=tuple(map(int, head["group"].split("x"))),
        fixed=int(head["fixed"]),
        most=int(head["most"]),
        bases=tuple(bases),
    )


@lru_cache(64)
def _designed_rounds(entrants: int, seats: int, cycles: int) -> tuple[tuple[Table, ...], ...]:
    """Return a round robin by place in the field and seat; none where no design is stored.

    All meet `cycles` times at least, and nobody was ever in a seat more than once oftener than in
    another.
    """
    chosen = _fewest_rounds(stored_designs().get((entrants, seats), ()), cycles)
    if not chosen:
        return ()
    groups = [groups for design in chosen for groups in design.rounds()]
    return _with_even_seats(groups[: _rounds_until_met(groups, entrants, cycles)], seats)


def designed_round_count(entrants: int, seats: int, cycles: int) -> int:
    """Return how many rounds a design has until all have met so often; 0: none is stored."""
    period = _period(seats)
    whole, rest = divmod(cycles, period)
    count = whole * len(_designed_rounds(entrants, seats, period)) if whole else 0
    return count + (len(_designed_rounds(entrants, seats, rest)) if rest else 0)


def designed_round(entrants: int, seats: int, cycles: int, number: int) -> tuple[Table, ...]:
    """Return one of these rounds."""
    whole, rest = divmod(cycles, _period(seats))
    if whole:
        rounds = _designed_rounds(entrants, seats, _period(seats))
        if number < whole * len(rounds):
            return rounds[number % len(rounds)]
        number -= whole * len(rounds)
    return _designed_rounds(entrants, seats, rest)[number]


def _period(seats: int) -> int:
    """Return after how many meetings rounds begin again: seats of even designs are even then."""
    return seats * (seats - 1)


def _fewest_rounds(designs: Sequence[StoredDesign], cycles: int) -> list[StoredDesign]:
    """Return the designs that together let all meet so often, in as few rounds as can be.

    Of those with as few rounds the ones in which nobody meets much oftener.
    """
    best: list[tuple[int, int, list[StoredDesign]]] = [(0, 0, [])]
    for wanted in range(1, cycles + 1 if designs else 1):
        found = []
        for design in designs:
            rounds, most, before = best[max(0, wanted - design.meetings)]
            count = len(design.bases) * _product(design.moduli)
            found.append((rounds + count, most + design.most, [*before, design]))
        best.append(min(found, key=lambda one: one[:2]))
    return best[-1][2]


def _product(numbers: Sequence[int]) -> int:
    """Return the product of whole numbers."""
    total = 1
    for number in numbers:
        total *= number
    return total


def _rounds_until_met(rounds: Sequence[tuple[Group, ...]], entrants: int, cycles: int) -> int:
    """Return after how many of the rounds all have met so often."""
    met: Counter[tuple[int, int]] = Counter()
    left = entrants * (entrants - 1) // 2
    for number, groups in enumerate(rounds, 1):
        for group in groups:
            for pair in combinations(sorted(group), 2):
                met[pair] += 1
                left -= met[pair] == cycles
        if not left:
            return number
    raise AssertionError(f"{left} pairs never meet often enough")


def _with_even_seats(
    rounds: Sequence[tuple[Group, ...]], seats: int
) -> tuple[tuple[Table, ...], ...]:
    """Return the tables by seat: of every `seats` tables in turn all sit once in each seat.

    That is a colouring of the edges between tables and entrants' turns: there always is one, and a
    chain of swaps between two colours makes room for one edge more.
    """
    at_table: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
    at_turn: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
    played: Counter[int] = Counter()
    for number, groups in enumerate(rounds):
        for at, group in enumerate(groups):
            for one in group:
                _seat_in_turn(at_table, at_turn, (number, at), (one, played[one] // seats), seats)
                played[one] += 1
    return tuple(
        tuple(
            tuple(Entrant(at_table[number, at][seat][0]) for seat in range(seats))
            for at in range(len(groups))
        )
        for number, groups in enumerate(rounds)
    )


Seated = dict[tuple[int, int], dict[int, tuple[int, int]]]


def _seat_in_turn(
    at_table: Seated, at_turn: Seated, table: tuple[int, int], turn: tuple[int, int], seats: int
) -> None:
    """Seat somebody at a table, and swap two seats along a chain where no seat is free at both."""
    here, own = at_table.setdefault(table, {}), at_turn.setdefault(turn, {})
    free = next(seat for seat in range(seats) if seat not in here)
    wanted = next(seat for seat in range(seats) if seat not in own)
    chain, node, side = [], turn, (at_turn, at_table)
    seat = free
    while seat in side[0].setdefault(node, {}):
        other = side[0][node][seat]
        chain.append((node, other, seat, side))
        node, side, seat = other, (side[1], side[0]), wanted if seat == free else free
    for node, other, seat, (near, far) in chain:
        del near[node][seat], far[other][seat]
    for node, other, seat, (near, far) in chain:
        turned = wanted if seat == free else free
        near[node][turned], far[other][turned] = other, node
    at_table[table][free], at_turn[turn][free] = turn, table
