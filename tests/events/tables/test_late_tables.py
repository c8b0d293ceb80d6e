"""What spectators see who are some events behind is folded on, not folded anew by each of them."""

import random
from typing import Any

import pytest

from events.cached_streams import CachedStream, Tables
from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent
from events.store.streams import Store
from games.core.contract import Seat
from games.table import Act, Sit, Start
from tests.table.desk import an_open, any_action

DELAY = 5


def playing(tables: Tables) -> str:
    """Start a table."""
    handle(tables, CommandRequest("t1", "player:p0", an_open("boosh", 2, spectator_delay=DELAY)))
    for seat in range(2):
        handle(tables, CommandRequest("t1", f"player:p{seat}", Sit(Seat(seat))))
    handle(tables, CommandRequest("t1", "player:p0", Start()))
    return "t1"


def act(tables: Tables, table_id: str, luck: random.Random) -> CachedStream[Any]:
    """Let who may act do anything; return the table."""
    table = tables.current(table_id).table
    seat = table.to_act()[0]
    wanted = Act(seat, any_action(table, seat, luck))
    handle(tables, CommandRequest(table_id, f"player:p{seat}", wanted))
    return tables.current(table_id)


def test_what_is_folded_on_is_what_a_fold_from_the_beginning_gives(store: Store) -> None:
    tables, luck = Tables(store), random.Random("late")
    table_id = playing(tables)
    for _ in range(30):
        n = act(tables, table_id, luck).table.n
        for behind in (DELAY, luck.randrange(n + 2), n + 1):
            assert tables.whole_commands(table_id, n - behind) == Tables(store).whole_commands(
                table_id, n - behind
            )


def test_a_spectator_who_looks_again_costs_the_news_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, luck, read = Tables(store), random.Random("late"), list[int]()
    table_id = playing(tables)
    for _ in range(20):
        n = act(tables, table_id, luck).table.n
    tables.whole_commands(table_id, n - DELAY)
    whole = store.read

    def noted(*wanted: Any) -> list[StoredEvent]:
        found = whole(*wanted)
        read.append(len(found))
        return found

    monkeypatch.setattr(store, "read", noted)
    for _ in range(10):
        tables.whole_commands(table_id, n - DELAY)
    assert max(read) <= 2 * DELAY < n


def test_a_store_that_has_lost_events_and_gone_on_otherwise_is_folded_anew(store: Store) -> None:
    tables, luck = Tables(store), random.Random("one")
    table_id = playing(tables)
    for _ in range(20):
        n = act(tables, table_id, luck).table.n
    tables.whole_commands(table_id, n - DELAY)
    log: Any = store.names.of(table_id).log
    client: Any = store.redis
    client.xtrim(log, maxlen=0)
    client.delete(log, store.names.of(table_id).all)
    other = Tables(store)
    playing(other)
    for _ in range(20):
        n = act(other, table_id, luck).table.n
    assert tables.whole_commands(table_id, n - DELAY) == Tables(store).whole_commands(
        table_id, n - DELAY
    )
