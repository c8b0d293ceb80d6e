"""Hand histories from the log, behind the one gate of `projections.tables.views`."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from threading import Lock
from typing import Annotated, Any, TypedDict

import orjson

from events.record.codec import EXTRAS, StoredEvent
from events.record.steps import CommandStep, ReplayMark, steps_from_mark
from events.store.archive.log_archive import Archive
from events.store.archive.snapshots import mark_before
from games.core.contract import Seat
from games.core.errors import FairdealError
from games.core.options import options_to_json
from games.core.presentation.marks import strip_marks
from games.core.presentation.texts import english_text, template
from games.core.presentation.translations import Catalogue
from games.table import Table
from games.table.notes import story_lines
from projections.tables.hand import (
    FORMAT,
    Complete,
    Hand,
    HandCommand,
    HandEvent,
    HandSeat,
    IsOpened,
    Json,
    Voided,
)
from projections.tables.languages import translate_story
from projections.tables.views import event_for_seat

OF_COMMAND = frozenset(EXTRAS) - {"hand_secret"}  # stand with the command, not with its event


number = attrgetter("n")
MARKED = 256  # tables of which it is remembered where their hands begin


HANDS = template("table.no_such_hand", "The table has hands 1 to {hands}", hands="number")


class NoSuchHand(FairdealError):
    """The hand is not dealt, as far as the reader may know; `hands` have been."""

    code, status = "table/no_such_hand", 404

    def __init__(self, hands: int) -> None:
        super().__init__(f"hands dealt: {hands}")
        self.detail = english_text(HANDS(hands=hands))
        if not hands:
            self.detail = "No hand has been dealt at this table"


class HandSummary(TypedDict):
    """A hand of a table."""

    hand: Annotated[int, "Its number, from 1."]
    first: Annotated[int, "Number of its first event."]
    last: Annotated[int, "Number of its newest event."]
    complete: Complete
    voided: Voided
    opened: IsOpened


def hand_summaries(table: Table) -> list[HandSummary]:
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


class HandIndex:
    """Where the hands of closed tables begin, so that one of many is read without those before.

    What this process has not read itself, snapshots in `archive` may tell. Safe to share between
    threads: a closed table changes no more, so what they find is the same.
    """

    def __init__(self, archive: Archive | None = None, most: int = MARKED) -> None:
        self.archive, self.most = archive, most
        self.lock = Lock()
        self.held: OrderedDict[str, tuple[ReplayMark, ...]] = OrderedDict()

    def steps(self, table: Table, events: Sequence[StoredEvent], hand: int) -> list[CommandStep]:
        """Return the commands of a hand, its first one being that which deals it."""
        first, last = table.hands[hand - 1], last_of(table, hand)
        own, marks = [], [self.before(table, events, first)]
        for mark, step in steps_from_mark(
            table.id, events[: command_range(events, last)[1]], marks[0]
        ):
            if step.deals():
                marks.append(mark)
            if step.table.n >= first:
                own.append(step)
        if table.phase == "closed":
            self.keep(table.id, marks)
        return own

    def before(self, table: Table, events: Sequence[StoredEvent], n: int) -> ReplayMark:
        """Return the newest mark before the command that holds event n: here or in the archive."""
        done = command_range(events, n)[0] - 1
        with self.lock:
            held = self.held.get(table.id, (ReplayMark(),))
        mark = held[bisect_right(held, done, key=number) - 1]
        if mark.n < done:
            mark = max(mark, mark_before(self.archive, table.id, events, done + 1), key=number)
        return mark

    def keep(self, table_id: str, marks: Iterable[ReplayMark]) -> None:
        """Hold marks of a table besides those held; of tables of long ago, none."""
        with self.lock:
            known = {mark.n: mark for mark in (ReplayMark(), *self.held.get(table_id, ()), *marks)}
            self.held[table_id] = tuple(sorted(known.values(), key=number))
            self.held.move_to_end(table_id)
            while len(self.held) > self.most:
                self.held.popitem(last=False)


def hand_of(
    table: Table,
    events: Sequence[StoredEvent],
    hand: int,
    seat: Seat | None,
    marks: HandIndex | None = None,
    catalogue: Catalogue | None = None,
) -> Hand:
    """Return a hand as `seat` may read it now; `events` are those of `table`, all of them.

    `marks` remembers where hands begin; `catalogue` has the language of its notes.

    Raises:
        NoSuchHand: there is no such hand yet.
    """
    if not 1 <= hand <= len(table.hands):
        raise NoSuchHand(len(table.hands))
    first, last = table.hands[hand - 1], last_of(table, hand)
    own = (marks or HandIndex()).steps(table, events, hand)
    dealt = own[0].table
    made = Hand(
        format=FORMAT,
        table=table.id,
        game=table.game.name,
        rules=table.game.version,
        options=dict(options_to_json(table.options)),
        seats=[_hand_seat(dealt, k) for k in range(table.seats)],
        hand=hand,
        dealer=table.game.view(dealt.play, None).get("dealer"),
        viewer=seat,
        opened=table.is_open(first),
        complete=is_complete(table, hand),
        voided=hand in table.voided(),
        commands=[move_for_seat(table, step, seat, first, last, catalogue) for step in own],
    )
    return _json_values(made)


def command_range(events: Sequence[StoredEvent], n: int) -> tuple[int, int]:
    """Return the numbers of the first and the last event of the command that holds event n."""
    first, cause = n, orjson.loads(events[n - 1].e)["cause"]
    if isinstance(cause, int):
        first, cause = cause, orjson.loads(events[cause - 1].e)["cause"]
    return first, int(cause["last"])


def _hand_seat(table: Table, seat: int) -> HandSeat:
    """Return who holds a seat."""
    holder = table.holders[seat]
    return {"seat": seat, "player": holder and holder.player, "bot": holder and holder.bot}


def _json_values(hand: Hand) -> Hand:
    """Return a hand whose values are those that JSON gives back."""
    return hand._replace(options=orjson.loads(orjson.dumps(hand.options)))


def move_for_seat(
    table: Table,
    step: CommandStep,
    seat: Seat | None,
    first: int,
    last: int,
    catalogue: Catalogue | None = None,
) -> HandCommand:
    """Return a command with its events from `first` to `last`, as `seat` may read them."""
    lines = story_lines(step.table, seat)
    if catalogue is not None:
        lines = translate_story(catalogue, lines)
    start = event_for_seat(table, step.events[0], seat)
    secrets = [part["data"] for part in start["parts"].values()]
    action: Any = dict(start["cause"]["action"])
    for part in secrets:
        action |= part.get("action", {})
    return HandCommand(
        first=start["n"],
        at=start["at"],
        by=start["by"],
        seat=start["cause"]["seat"],
        action=action,
        took=step.took,
        bot=next((part["bot"] for part in secrets if "bot" in part), None),
        events=[
            unsalted_event(event_for_seat(table, event, seat), strip_marks(line["text"]))
            for event, line in zip(step.events, lines, strict=True)
            if first <= event.n <= last
        ],
    )


def unsalted_event(event: Json, note: str) -> HandEvent:
    """Return a readable event without salts, and without what stands with its command."""
    parts = dict(_own_fields(event["parts"]))
    hidden = sorted(event["seals"].keys() - event["parts"].keys())
    return HandEvent(event["n"], event["type"], event["data"], parts, hidden, note)


def _own_fields(parts: Json) -> Iterator[tuple[str, Any]]:
    """Yield audience and fields of the parts that hold more than a command's."""
    for key, part in parts.items():
        fields = {name: value for name, value in part["data"].items() if name not in OF_COMMAND}
        if fields:
            yield key, fields
