"""Corrections: what follows for ratings when a ruling has changed the result of a closed table.

All rated tables of that game are rated again in the same order with the result as corrected, and an
event says what has changed by it. That takes long where many were played, so it is done in small
steps beside other work, and what is done is kept: whoever goes on begins there.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from events.disputes.rules import DISPUTES_DECIDER
from events.disputes.state import Ruled
from events.handle import CommandRequest, StaleStream, handle
from events.record.codec import StoredEvent, decode_event
from events.store.streams import Store
from games.table.attendance import rank_behind
from projections.ratings.ratings import (
    CORRECTED,
    RESULT,
    CorrectTable,
    QueuedRuling,
    Rating,
    Ratings,
    Row,
    dequeue_ruling,
    next_queued_ruling,
    rated_rows,
)

PROGRESS = "fd:{ratings}:progress"  # of the ruling that is followed
PAGE = 200  # events a step
STEP = 20  # tables rated a step
KEEP = 2_000  # tables after which the progress is kept


class ReratingProgress(NamedTuple):
    """So many tables were rated again when the stream had so many events."""

    n: int = 0
    tables: int = 0
    newest: Mapping[str, Rating] = MappingProxyType({})


class CorrectedTable(NamedTuple):
    """A rated table as corrected so far: its place in the order, rules, its players' rows.

    Attributes:
        deserters: seats, whose players stay behind all others.
    """

    place: int
    game: str
    rules: int
    rows: list[Row]
    deserters: Sequence[int]


class Rerating:
    """The tables of a game in the order in which they were rated, and how many are rated again.

    `changed`: the table whose rows are others than the stream says, and those rows.
    """

    def __init__(self, changed: str, outcome: Any) -> None:
        self.changed, self.outcome = changed, outcome
        self.n = 0  # events of the stream that were read
        self.tables: dict[str, CorrectedTable] = {}
        self.order: list[str] = []
        self.count = 0
        self.newest: dict[str, Rating] = {}

    def take(self, event: StoredEvent) -> None:
        """Take in an event of the stream; tables rated from a result that it changes count anew."""
        public = orjson.loads(event.e)
        data = public["data"]
        rows = [{name: row[name] for name in RESULT} for row in data["players"]]
        known = self.tables.get(data["table"])
        if known is None:
            self.order.append(data["table"])
        place = len(self.order) - 1 if known is None else known.place
        deserters = data.get("deserters", ()) if known is None else known.deserters
        self.tables[data["table"]] = CorrectedTable(
            place, data["game"], data["rules"], rows, deserters
        )
        if public["type"] == CORRECTED and place < self.count:
            self.count, self.newest = 0, {}
        self.n = event.n

    def rows(self, table: str) -> list[Row]:
        """Return the rows of a table with which it is rated."""
        rows = self.tables[table].rows
        if table != self.changed:
            return rows
        scores = self.outcome["scores"]
        places = rank_behind(self.outcome["places"], self.tables[table].deserters)
        return [
            {**row, "place": places[row["seat"]], "score": scores[row["seat"]]}
            for row in rows
            if places
        ]

    def rate(self) -> None:
        """Rate some more tables."""
        for table in self.order[self.count : self.count + STEP]:
            rows = self.rows(table)
            if rows:
                places = [(row["player"], row["place"]) for row in rows]
                self.newest |= rated_rows(self.newest, places)
        self.count = min(self.count + STEP, len(self.order))

    @property
    def is_done(self) -> bool:
        """Whether all tables that were read are rated, or need not be."""
        return self.count == len(self.order) or not self.changes

    @property
    def changes(self) -> bool:
        """Whether the outcome is another than what the table was rated with."""
        return self.rows(self.changed) != self.tables[self.changed].rows


class RatingCorrector:
    """What brings the ratings of a store up to its rulings."""

    def __init__(self, store: Store, ratings: Ratings) -> None:
        self.store, self.ratings = store, ratings
        self.steps: Iterator[None] = iter(())

    def step(self) -> bool:
        """Do a small part of what is to be done; False if there is nothing.

        Whatever is raised: the next step goes on from what was kept.
        """
        for _ in self.steps:
            return True
        ruling = next_queued_ruling(self.store)
        if ruling is None:
            return False
        self.steps = self.follow(ruling)
        return True

    def follow(self, ruling: QueuedRuling) -> Iterator[None]:
        """Rate the table of a ruling as that corrected it, and all others again, step by step."""
        (event,) = self.store.read(ruling.disputes, ruling.n - 1, ruling.n)
        ruled = decode_event(event, DISPUTES_DECIDER.events).event
        assert isinstance(ruled, Ruled), f"{ruling} is no ruling"
        known = self.store.names.of(ruling.stream).once
        if not self.store.redis.hexists(known, ruling.once.key):
            rerating = Rerating(ruled.table, ruled.outcome)
            yield from self.rate(ruling, rerating)
            while not self.correct(ruling, ruled, rerating):
                yield from self.rate(ruling, rerating)  # others were rated meanwhile
        dequeue_ruling(self.store, ruling)
        self.store.redis.delete(PROGRESS)

    def rate(self, ruling: QueuedRuling, rerating: Rerating) -> Iterator[None]:
        """Read what the stream has more, and rate what is not rated again yet."""
        progress, stream = self.saved_progress(ruling), ruling.stream
        end = self.ratings.streams.current(stream).state.n
        while rerating.n < end:
            for event in self.store.read(stream, rerating.n, min(end, rerating.n + PAGE)):
                rerating.take(event)
                if event.n == progress.n and rerating.count < progress.tables:
                    rerating.count, rerating.newest = progress.tables, dict(progress.newest)
            yield
        while not rerating.is_done:
            rerating.rate()
            if rerating.count % KEEP == 0:
                self.save_progress(ruling, rerating)
            yield

    def correct(self, ruling: QueuedRuling, ruled: Ruled, rerating: Rerating) -> bool:
        """Append the event that says what has changed; False if tables were rated meanwhile."""
        stream, table = ruling.stream, rerating.tables[ruled.table]
        if not rerating.changes:
            self.store.remember(stream, ruling.once, rerating.n, rerating.n)
            return True
        command = CorrectTable(
            ruled.table, table.game, table.rules, ruled.dispute,
            table.rows, rerating.rows(ruled.table), rerating.newest,
        )  # fmt: skip
        request = CommandRequest(stream, "server", command, ruling.once, if_match=rerating.n)
        try:
            handle(self.ratings.streams, request)
        except StaleStream:
            return False
        return True

    def save_progress(self, ruling: QueuedRuling, rerating: Rerating) -> None:
        """Keep how far it has got, for whoever goes on."""
        progress = {
            "of": [*ruling],
            "n": rerating.n,
            "count": rerating.count,
            "newest": rerating.newest,
        }
        self.store.redis.set(PROGRESS, orjson.dumps(progress))

    def saved_progress(self, ruling: QueuedRuling) -> ReratingProgress:
        """Return how far it had got."""
        stored: Any = self.store.redis.get(PROGRESS)
        progress: Any = {"of": None} if stored is None else orjson.loads(stored)
        if progress["of"] != [*ruling]:
            return ReratingProgress()
        newest = {player: (mu, sigma) for player, (mu, sigma) in progress["newest"].items()}
        return ReratingProgress(progress["n"], progress["count"], newest)
