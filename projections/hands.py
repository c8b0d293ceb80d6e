"""Hand histories from the log, behind the one gate of `projections.views`."""

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from events.codec import EXTRAS, Stored
from games.core.contract import Seat
from games.core.options import written
from games.table import Table
from games.table.notes import notes
from projections.hand import Hand, Json, Move, Told
from projections.steps import Step, steps
from projections.views import readable

OF_COMMAND = frozenset(EXTRAS) - {"hand_secret"}  # stand with the command, not with its event


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


def hand_of(table: Table, events: Sequence[Stored], hand: int, seat: Seat | None) -> Hand:
    """Return a hand as `seat` may read it now; `events` are those of `table`, all of them.

    Raises:
        UnknownHand: there is no such hand yet.
    """
    if not 1 <= hand <= len(table.hands):
        raise UnknownHand(hand)
    first, last = table.hands[hand - 1], last_of(table, hand)
    own = [step for step in steps(table.id, events[: until(events, last)]) if step.table.n >= first]
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
