"""Ratings: decided once when a table has closed, and written as events of the stream `ratings`.

A table counts when it was played to its end (not withdrawn, adjourned or forfeited) and at least
two players held seats when play began. A seat's result belongs to the player who held it then, even
if a bot has finished for them, so nobody leaves a bad rating behind by leaving. Bots do not rate:
people are ranked among themselves by their places. The order in which tables are rated is that of
the stream, for ever: whoever folds it gets the same ratings.

A ruling made after the close may correct a result. Then all rated tables of that game are rated
again in the same order with the result as corrected, and an event says what has changed by it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson
from openskill.models import PlackettLuce

from events.disputes.docket import is_stream
from events.disputes.state import RULED
from events.plain import Happening, Plain
from events.record.codec import Stored
from events.store.streams import Once, Store

STREAM = "ratings"
RATED = "ratings.table_rated.v1"
CORRECTED = "ratings.table_corrected.v1"
UNIT = 1_000_000  # events hold whole numbers: millionths
NEW = (25_000_000, 8_333_333)  # mu and sigma of who was never rated: the model's own
PEOPLE = 2  # at least
NOT_PLAYED = frozenset({"forfeit"})  # withdrawn and adjourned tables have no places
MODEL = PlackettLuce()

RESULT = ("seat", "player", "place", "score")

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


Row = dict[str, Any]  # of a player at a table: seat, player, place, score


class Counted(NamedTuple):
    """A rated table as corrected so far: its game, the version of its rules, its players' rows."""

    game: str
    rules: int
    rows: list[Row]


def counted(events: Iterable[Stored]) -> dict[str, Counted]:
    """Return all rated tables in the order in which they were rated, as corrected so far."""
    tables: dict[str, Counted] = {}
    for event in events:
        data = orjson.loads(event.e)["data"]
        rows = [{name: row[name] for name in RESULT} for row in data["players"]]
        tables[data["table"]] = Counted(data["game"], data["rules"], rows)
    return tables


def rated_anew(tables: Iterable[Counted], game: str) -> dict[str, Rating]:
    """Return the ratings of all players of a game after these tables in this order."""
    newest: dict[str, Rating] = {}
    for table in tables:
        if table.game == game and table.rows:
            before = [newest.get(row["player"], NEW) for row in table.rows]
            after = rated(before, [row["place"] for row in table.rows])
            newest |= dict(zip((row["player"] for row in table.rows), after, strict=True))
    return newest


class Ratings:
    """The newest ratings, folded from their stream, and the one place that adds to it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.newest: dict[tuple[str, str], Rating] = {}  # (game, player)
        self.stream = Plain(store, STREAM, self.take, self.newest.clear)

    def decide(self, stream: str) -> None:
        """Rate a table that has closed, or follow what was ruled since; once, whoever asks.

        Raises:
            Busy: others rate tables all the time; nothing was written.
        """
        if is_stream(stream):
            self.correct(stream)
        elif stream != STREAM:
            self.rate(stream)

    def rate(self, table: str) -> None:
        """Rate a table that has closed, unless that is done or it does not count."""
        result = result_of(self.store.read(table))
        if result is not None:
            self.stream.record(lambda: self.decided(table, result), Once(table, "rate"))

    def correct(self, disputes: str) -> None:
        """Follow the rulings that corrected the outcome of a closed table."""
        for event in self.store.read(disputes):
            public = orjson.loads(event.e)
            if public["type"] == RULED and public["data"]["outcome"] is not None:
                self.rate(public["data"]["table"])  # so far as the log says
                self.record_correction(public["data"], Once(f"{disputes} {event.n}", "correct"))

    def record_correction(self, ruling: dict[str, Any], once: Once) -> None:
        """Append the event that rates a table as corrected, unless its result stays the same."""
        if self.stream.known(once) is None:
            self.stream.record(lambda: self.corrected(ruling), once)

    def take(self, event: dict[str, Any]) -> None:
        """Take in one decision."""
        data = event["data"]
        for row in data["ratings"] if event["type"] == CORRECTED else data["players"]:
            self.newest[data["game"], row["player"]] = row["mu"], row["sigma"]

    def decided(self, table: str, result: Result) -> Happening:
        """Return the event that rates a table."""
        names = [player for _, player, _, _ in result.players]
        before = [self.newest.get((result.game, name), NEW) for name in names]
        after = rated(before, [place for _, _, place, _ in result.players])
        players = [
            {**dict(zip(RESULT, row, strict=True)), "mu": mu, "sigma": sigma}
            for row, (mu, sigma) in zip(result.players, after, strict=True)
        ]
        data = {
            "table": table, "game": result.game, "rules": result.rules, "head": result.head,
            "players": players,
        }  # fmt: skip
        return Happening(RATED, "server", "ratings.rate", data)

    def corrected(self, ruling: dict[str, Any]) -> Happening | None:
        """Return the event that rates a table as a ruling has corrected it."""
        table, outcome = ruling["table"], ruling["outcome"]
        tables = counted(self.store.read(STREAM, 0, self.stream.n))
        old = tables.get(table)
        if old is None:  # it did not count, and no ruling makes it count
            return None
        rows = [
            {
                **row,
                "place": outcome["places"][row["seat"]],
                "score": outcome["scores"][row["seat"]],
            }
            for row in old.rows
            if outcome["places"]
        ]
        if rows == old.rows:
            return None
        after = rated_anew({**tables, table: old._replace(rows=rows)}.values(), old.game)
        names = sorted(player for game, player in self.newest if game == old.game)
        ratings = [(name, after.get(name, NEW)) for name in names]
        data = {
            "table": table, "game": old.game, "rules": old.rules, "dispute": ruling["dispute"],
            "old": old.rows, "players": rows,
            "ratings": [
                {"player": name, "mu": mu, "sigma": sigma}
                for name, (mu, sigma) in ratings
                if (mu, sigma) != self.newest[old.game, name]
            ],
        }  # fmt: skip
        return Happening(CORRECTED, "server", "ratings.correct", data)
