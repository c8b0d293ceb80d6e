"""Duplicate deals: the same shuffles for every order in which the entrants can sit.

A deal's lineup is put in an order of its own, and then turned round the table, so that each entrant
has each seat once; where entrants repeat, turns that change nothing are left out. What an entrant
gained in a deal is its mean over all those tables: one value a deal, independent of other deals,
while the tables of one deal are not independent of each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from bots.deals import Dealer
from bots.entrants import entrant
from bots.figures import Mean, mean
from bots.table import Result, play
from games.core.shuffle import canonical, keyed, shuffled

Lineup = tuple[str, ...]  # names of entrants by seat


class Seated(NamedTuple):
    """A table that was played, and who held its seats."""

    lineup: Lineup
    result: Result


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom on which deals."""

    dealer: Dealer
    lineup: Lineup

    @property
    def names(self) -> Lineup:
        """Return the entrants, each once, in the order in which they were named."""
        return tuple(dict.fromkeys(self.lineup))

    def lineups(self, k: int) -> list[Lineup]:
        """Return every order of the entrants round the table of a deal."""
        seats = range(self.dealer.seats)
        key = keyed(self.dealer.secret("lineup", k), canonical([]))
        order = [self.lineup[int(at)] for at in shuffled(map(str, seats), key)]
        return list(dict.fromkeys((*order[turn:], *order[:turn]) for turn in seats))

    def played(self, k: int) -> list[Seated]:
        """Play all tables of a deal."""
        deal, game = self.dealer.deal(k), self.dealer.game
        sit = {name: entrant(game, name) for name in self.names}
        return [
            Seated(lineup, play(deal, [sit[name]() for name in lineup]))
            for lineup in self.lineups(k)
        ]


class Score(NamedTuple):
    """What an entrant brought home in one deal, on the average of its tables and seats."""

    gain: float  # score less the table's mean
    place: float  # ties share the mean of their places
    wins: float  # share of tables at the first place; ties share it


def scores(tables: Sequence[Seated]) -> Mapping[str, Score]:
    """Return by entrant what it brought home in a deal."""
    rows: dict[str, list[Score]] = {}
    for lineup, result in tables:
        for seat, name in enumerate(lineup):
            rows.setdefault(name, []).append(score(result, seat))
    return {name: Score(*(fsum(x) / len(x) for x in zip(*row, strict=True)))
            for name, row in rows.items()}  # fmt: skip


def score(result: Result, seat: int) -> Score:
    """Return what a seat brought home at one table."""
    own, points = result.places[seat], result.scores
    tied = result.places.count(own)
    gain = (len(points) * points[seat] - sum(points)) / len(points)
    return Score(gain, own + (tied - 1) / 2, 1 / tied if own == 1 else 0.0)


class Row(NamedTuple):
    """What is told of an entrant."""

    name: str
    gain: Mean
    place: Mean
    wins: Mean
    moves: int
    playouts: int
    seconds: float
    fallbacks: int
    first: str | None


def rows(names: Lineup, deals: Sequence[Sequence[Seated]]) -> list[Row]:
    """Return a row an entrant."""
    by_deal = [scores(tables) for tables in deals]
    found = []
    for name in names:
        gain, place, wins = (mean([row[name][at] for row in by_deal]) for at in range(3))
        own = [
            result.conduct[seat]
            for tables in deals
            for lineup, result in tables
            for seat, who in enumerate(lineup)
            if who == name
        ]
        found.append(
            Row(
                name,
                gain,
                place,
                wins,
                sum(one.moves for one in own),
                sum(one.playouts for one in own),
                fsum(one.seconds for one in own),
                sum(one.fallbacks for one in own),
                next((one.first for one in own if one.first), None),
            )
        )
    return found
