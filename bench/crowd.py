"""Many live tables in a store: real logs, each written by one append."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product

from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.store.archive.snapshots import snapshot_behind
from events.store.streams import AppendRequest, Store
from events.tables.decider import TABLE_DECIDER
from games import NEWEST
from games.core.contract import Seat
from games.table import Command, Open, Sit, Start

OPENER = "player:crowd"
CLOCKS = (None, {"turn": 30, "bank": 0})
REVEALS = ("table", "hand")
Step = tuple[str, Command]  # who asks, and for what


def write_table(store: Store, steps: Sequence[Step]) -> str:
    """Append a table at which these steps were taken; return its id."""
    name, at = f"t{secrets.token_hex(9)}", store.now()
    state, head = TABLE_DECIDER.open(name), first_head(name)
    events, types = list[StoredEvent](), list[str]()
    for by, command in steps:
        drafts = TABLE_DECIDER.decide(state, by, command, at)
        new = [*unsealed_events(TABLE_DECIDER, state.n, at, by, command, drafts)]
        stored, facts = encode_events(head, new)
        state, head = TABLE_DECIDER.evolve(state, facts), stored[-1].h
        events += stored
        types += [event.type for event in new]
    assert TABLE_DECIDER.due is not None
    store.append(
        AppendRequest(
            stream=name, seen=0, head=first_head(name), events=events, types=types, at=at,
            due=TABLE_DECIDER.due(state), gained=TABLE_DECIDER.holdings(state),
            snapshot=snapshot_behind(0, state, head),
            turns=TABLE_DECIDER.turns(state),
        )
    )  # fmt: skip
    return name


def crowd() -> Iterator[list[Step]]:
    """Yield what happened at tables for ever: of each game and kind one that waits, one that plays.

    At one that waits all seats but two are taken, so that one more person does not begin it; only
    people play, and nobody is waited for.
    """
    for game, reveal, clock, waits in cycle(product(NEWEST, REVEALS, CLOCKS, (True, False))):
        own = NEWEST[game]
        timed = clock if waits else None
        count = own.seats[1 if waits else 0]
        opening = Open(
            game, own.version, {}, count, timed, "fallback", reveal, False,
            secrets.token_hex(32),
        )  # fmt: skip
        seats = range(count - (2 if waits else 0))
        people: list[Step] = [(f"player:crowd{seat}", Sit(Seat(seat))) for seat in seats]
        yield [(OPENER, opening), *people, *([] if waits else [(OPENER, Start())])]


def fill(store: Store, count: int) -> list[str]:
    """Write as many tables; return their ids."""
    return [write_table(store, steps) for steps in islice(crowd(), count)]
