"""Hand histories from the log, behind the one gate of `projections.views`."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

import orjson

from events.codec import EXTRAS, Stored
from games.core.contract import Seat
from games.core.options import written
from games.table import Table
from games.table.notes import notes
from projections.hand import Hand, Json, Move, Told
from projections.steps import Mark, Step, marked
from projections.views import readable

OF_COMMAND = frozenset(EXTRAS) - {"hand_secret"}  # stand with the command, not with its event


MARKED = 256  # tables of which it is remembered where their hands begin


class UnknownHand(Exception):
    """The hand is not dealt, as far as the reader may know."""


def listed(table: Table) -> list[Json]:
    """Return the hands of a table: numbers of their first and last events, and their state."""
    return [
        {
            "hand": hand,
            "first": table.hands[hand - 1],
            "last": last_of(table, hand),
            "complete": is_complete(table, hand),
            "voided": hand in table.voided(),
            "opened": table.is_open(table.hands[hand - 1]),
        }
        for hand in range(1, len(table.hands) + 1)
    ]


def last_of(table: Table, hand: int) -> int:
    """Return the number of the newest event of a hand."""
    return table.n if hand >= len(table.hands) else table.hands[hand] - 1


def is_complete(table: Table, hand: int) -> bool:
    """Say whether nothing more will happen in a hand."""
    return hand < len(table.hands) or table.phase == "closed"


class Marks:
    """Where the hands of closed tables begin, so that one of many is read without those before.

    Safe to share between threads: a closed table changes no more, so what they find is the same.
    """

    def __init__(self, most: int = MARKED) -> None:
        self.most = most
        self.lock = Lock()
        self.held: OrderedDict[str, tuple[Mark, ...]] = OrderedDict()

    def steps(self, table: Table, events: Sequence[Stored], hand: int) -> list[Step]:
        """Return the commands of a hand, its first one being that which deals it."""
        with self.lock:
            marks = self.held.get(table.id, (Mark(),))
        own = []
        first, last = table.hands[hand - 1], last_of(table, hand)
        begin = marks[min(hand, len(marks)) - 1]
        for mark, step in marked(table.id, events[: until(events, last)], begin):
            while len(marks) < hand and step.table.n >= table.hands[len(marks)]:
                marks = (*marks, mark)
            if step.table.n >= first:
                own.append(step)
        if table.phase == "closed":
            self.keep(table.id, marks)
        return own

    def keep(self, table_id: str, marks: tuple[Mark, ...]) -> None:
        """Hold the marks of a table; of those of long ago, none."""
        with self.lock:
            if len(marks) >= len(self.held.get(table_id, ())):
                self.held[table_id] = marks
            self.held.move_to_end(table_id)
            while len(self.held) > self.most:
                self.held.popitem(last=False)


def hand_of(
    table: Table,
    events: Sequence[Stored],
    hand: int,
    seat: Seat | None,
    marks: Marks | None = None,
) -> Hand:
    """Return a hand as `seat` may read it now; `events` are those of `table`, all of them.

    `marks` remembers where hands begin.

    Raises:
        UnknownHand: there is no such hand yet.
    """
    if not 1 <= hand <= len(table.hands):
        raise UnknownHand(hand)
    first, last = table.hands[hand - 1], last_of(table, hand)
    own = (marks or Marks()).steps(table, events, hand)
    dealt = own[0].table
    made = Hand(
        table=table.id,
        game=table.game.name,
        rules=table.game.version,
        options=dict(written(table.options)),
        seats=[holder(dealt, k) for k in range(table.seats)],
        hand=hand,
        dealer=table.game.view(dealt.play, None).get("dealer"),
        viewer=seat,
        opened=table.is_open(first),
        complete=is_complete(table, hand),
        voided=hand in table.voided(),
        commands=[move(table, step, seat, first, last) for step in own],
    )
    return plain(made)


def until(events: Sequence[Stored], n: int) -> int:
    """Return the number of the last event of the command that holds event n."""
    cause = orjson.loads(events[n - 1].e)["cause"]
    if isinstance(cause, int):
        cause = orjson.loads(events[cause - 1].e)["cause"]
    return int(cause["last"])


def holder(table: Table, seat: int) -> Json:
    """Return who holds a seat."""
    found = table.holders[seat]
    return {"seat": seat, "player": found and found.player, "bot": found and found.bot}


def plain(hand: Hand) -> Hand:
    """Return a hand whose values are those that JSON gives back."""
    return hand._replace(options=orjson.loads(orjson.dumps(hand.options)))


def move(table: Table, step: Step, seat: Seat | None, first: int, last: int) -> Move:
    """Return a command with its events from `first` to `last`, as `seat` may read them."""
    start = readable(table, step.events[0], seat)
    secrets = [part["data"] for part in start["parts"].values()]
    action = dict(start["cause"]["action"])
    for part in secrets:
        action |= part.get("action", {})
    return Move(
        first=start["n"],
        at=start["at"],
        by=start["by"],
        seat=start["cause"]["seat"],
        action=action,
        took=step.took,
        bot=next((part["bot"] for part in secrets if "bot" in part), None),
        events=[
            told(readable(table, event, seat), note)
            for event, note in zip(step.events, notes(step.table), strict=True)
            if first <= event.n <= last
        ],
    )


def told(shown: Json, note: str) -> Told:
    """Return a readable event without salts, and without what stands with its command."""
    parts = dict(own_fields(shown["parts"]))
    hidden = sorted(shown["seals"].keys() - shown["parts"].keys())
    return Told(shown["n"], shown["type"], shown["data"], parts, hidden, note)


def own_fields(parts: Json) -> Iterator[tuple[str, Any]]:
    """Yield audience and fields of the parts that hold more than a command's."""
    for key, part in parts.items():
        fields = {name: value for name, value in part["data"].items() if name not in OF_COMMAND}
        if fields:
            yield key, fields
