"""Ratings: decided once when a table has closed, and written as events of the stream `ratings`.

A table counts when it was played to its end (not withdrawn, adjourned or forfeited) and at least
two players held seats when play began. A seat's result belongs to the player who held it then, even
if a bot has finished for them, so nobody leaves a bad rating behind by leaving. Bots do not rate:
people are ranked among themselves by their places. The order in which tables are rated is that of
the stream, for ever: whoever folds it gets the same ratings.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson
from openskill.models import PlackettLuce

from events.codec import Stored
from events.plain import Happening, Plain
from events.store import Once, Store

STREAM = "ratings"
RATED = "ratings.table_rated.v1"
UNIT = 1_000_000  # events hold whole numbers: millionths
NEW = (25_000_000, 8_333_333)  # mu and sigma of who was never rated: the model's own
PEOPLE = 2  # at least
NOT_PLAYED = frozenset({"forfeit"})  # withdrawn and adjourned tables have no places
MODEL = PlackettLuce()

Rating = tuple[int, int]  # mu and sigma in millionths


class Result(NamedTuple):
    """What a closed table says of its players: (seat, player, place, score) of each."""

    game: str
    rules: int
    head: str
    players: list[tuple[int, str, int, int]]


def result_of(events: Iterable[Stored]) -> Result | None:
    """Return what counts of a table's log; None while it plays, and where nothing counts."""
    holders: dict[int, str | None] = {}
    opened: dict[str, Any] = {}
    seated: dict[int, str | None] = {}
    for event in events:
        public = orjson.loads(event.e)
        data = public["data"]
        match public["type"]:
            case "table.opened.v1":
                opened = data
            case "table.seat_taken.v1":
                holders[data["seat"]] = data["player"]
            case "table.seat_left.v1" | "table.seat_lost.v1":
                holders[data["seat"]] = None
            case "table.started.v1":
                seated = dict(holders)
            case "table.closed.v1" if data["places"] and data["why"] not in NOT_PLAYED:
                rows = [
                    (seat, player, data["places"][seat], data["scores"][seat])
                    for seat, player in sorted(seated.items())
                    if player is not None
                ]
                counts = len(rows) >= PEOPLE
                return (
                    Result(opened["game"], opened["rules"], event.h.hex(), rows) if counts else None
                )
            case _:
                pass
    return None


def rated(before: list[Rating], places: list[int]) -> list[Rating]:
    """Return the ratings of players after a table with these places; ties share a place.

    >>> rated([NEW, NEW], [1, 2])[0] > NEW
    True
    """
    teams = [[MODEL.rating(mu=mu / UNIT, sigma=sigma / UNIT)] for mu, sigma in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [(round(one.mu * UNIT), round(one.sigma * UNIT)) for (one,) in after]


class Ratings:
    """The newest ratings, folded from their stream, and the one place that adds to it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.newest: dict[tuple[str, str], Rating] = {}  # (game, player)
        self.stream = Plain(store, STREAM, self.take, self.newest.clear)

    def rate(self, stream: str) -> None:
        """Rate a table that has closed, unless that is done; other streams say nothing.

        Raises:
            Busy: others rate tables all the time; nothing was written.
        """
        result = None if stream == STREAM else result_of(self.store.read(stream))
        if result is not None:
            self.record(stream, result)

    def record(self, table: str, result: Result) -> None:
        """Append the event that rates a table; once, however often it is asked for."""
        self.stream.record(lambda: self.decided(table, result), Once(table, "rate"))

    def take(self, event: dict[str, Any]) -> None:
        """Take in one decision."""
        data = event["data"]
        for row in data["players"]:
            self.newest[data["game"], row["player"]] = row["mu"], row["sigma"]

    def decided(self, table: str, result: Result) -> Happening:
        """Return the event that rates a table."""
        names = [player for _, player, _, _ in result.players]
        before = [self.newest.get((result.game, name), NEW) for name in names]
        after = rated(before, [place for _, _, place, _ in result.players])
        players = [
            {
                "seat": seat,
                "player": player,
                "place": place,
                "score": score,
                "mu": mu,
                "sigma": sigma,
            }
            for (seat, player, place, score), (mu, sigma) in zip(result.players, after, strict=True)
        ]
        data = {
            "table": table, "game": result.game, "rules": result.rules, "head": result.head,
            "players": players,
        }  # fmt: skip
        return Happening(RATED, "server", "ratings.rate", data)
