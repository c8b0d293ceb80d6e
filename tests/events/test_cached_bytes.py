"""What a process holds of tables is bounded by bytes, and of closed ones it holds a few."""

import pytest

from events import cached_streams
from events.cached_streams import Tables
from events.record.state_size import state_size
from events.store.streams import Store
from tests.waiting import PATIENCE
from tests.workers.floor import started, table_of
from workers.tables.bots_alone import play_bots_alone


def test_tables_that_are_over_are_let_go_but_for_a_few(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_streams, "MOST_CLOSED", 2)
    tables = Tables(store)
    names = [started(tables) for _ in range(5)]
    for name in names[:4]:
        play_bots_alone(tables, name, PATIENCE, lambda: False)
    assert [*tables.held] == [names[4], *names[2:4]]
    assert table_of(tables, names[0]).phase == "closed"  # it is read again
    assert tables.size == sum(size for _, size in tables.sizes.values())
    assert tables.sizes.keys() == tables.held.keys() >= tables.closed.keys()


def test_the_tables_used_longest_ago_are_let_go_where_all_take_too_many_bytes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store)
    first = started(tables)
    most = 5 * state_size(table_of(tables, first))
    monkeypatch.setattr(cached_streams, "MOST_BYTES", most)
    names = [started(tables) for _ in range(20)]
    assert tables.size <= most
    assert [*tables.held] == names[-len(tables.held) :]
    assert len(tables.held) >= 3
    assert table_of(tables, first).phase == "playing"


def test_rules_and_code_are_no_part_of_a_table_s_size(store: Store) -> None:
    tables = Tables(store)
    assert 2_000 < state_size(table_of(tables, started(tables))) < 40_000
