"""Pairings that a runner sends: whether they are a whole round for everybody."""

from collections.abc import Collection, Iterable, Iterator

from tournaments.pairing.formats import DrawnRound, PairingContext, Table
from tournaments.pairing.history import history_of
from tournaments.pairing.refusals import (
    LEFT_OUT,
    NAMED_TWICE,
    NOT_ACTIVE,
    REMATCH,
    UNKNOWN_ENTRANT,
    WRONG_SEATS,
)
from tournaments.tables import Entrant


def require_fair(
    drawn: DrawnRound, past: PairingContext, sizes: Collection[int], *, rematches: bool = False
) -> None:
    """Refuse a round unless it names everybody who is there once, at tables of these sizes."""
    named: set[Entrant] = set()
    for one in _named_entrants(drawn):
        if one not in past.entrants:
            raise UNKNOWN_ENTRANT.under("U66")(one, len(past.entrants) - 1)
        if one not in past.active:
            raise NOT_ACTIVE(one)
        if one in named:
            raise NAMED_TWICE(one)
        named.add(one)
    if left := past.active - named:
        raise LEFT_OUT(_entrants_text(left))
    for number, table in enumerate(drawn.tables):
        if len(table) not in sizes:
            raise WRONG_SEATS(number, len(table), " or ".join(map(str, sorted(sizes))))
    if not rematches:
        for number in _met_again(drawn.tables, past):
            raise REMATCH(number, _entrants_text(drawn.tables[number]))


def _named_entrants(drawn: DrawnRound) -> Iterator[Entrant]:
    """Yield whom a round names, as often as it does."""
    for table in drawn.tables:
        yield from table
    yield from drawn.byes


def _met_again(tables: Iterable[Table], past: PairingContext) -> Iterator[int]:
    """Yield the numbers of tables at which two, or the same people together, meet again."""
    before = {frozenset(table) for drawn in past.rounds for table in drawn.tables}
    met = history_of(past).met
    for number, table in enumerate(tables):
        again = len(table) == 2 and table[0] in met and met[table[0]][table[1]]
        if again or frozenset(table) in before:
            yield number


def _entrants_text(entrants: Iterable[Entrant]) -> str:
    """Return entrants as a sentence names them."""
    return ", ".join(str(one) for one in sorted(entrants))
