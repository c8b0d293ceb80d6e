"""Snapshots of live tables: who does not hold a table folds its last few events alone."""

import random
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import orjson
import pytest
import zstandard

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.codec import decode_event
from events.store.archive import snapshots
from events.store.archive.snapshots import LIVE, restore_table
from events.store.streams import AppendConflict, Store
from games.core.contract import Illegal, Seat
from games.table import Act, Sit, Table, fold_table_facts
from tests.events.store.archive.test_snapshots import counted
from tests.games.every import every
from tests.workers.floor import act_at_random, opened, play_out, started

every_game = every("name")


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def whole(store: Store, table: str) -> Any:
    """Return a table folded from all of its log."""
    return fold_table_facts(table, None, map(decode_event, store.read(table)))


def playing(tables: Tables, events: int, name: str = "boosh", seed: str = "") -> str:
    """Return a table of people that holds so many events, or has ended before."""
    luck = random.Random(f"live {name} {seed}")
    table = started(tables, name, [f"p{seat}" for seat in range(12)], options={})
    while tables.current(table).table.n < events and act_at_random(tables, table, luck):
        pass
    return table


@every_game
def test_a_table_is_the_same_from_its_snapshot_as_from_its_whole_log_and_goes_on_so(
    name: str, tables: Tables
) -> None:
    luck = random.Random(f"live {name}")
    table = started(tables, name, [f"p{seat}" for seat in range(12)], options={})
    for _ in range(60):
        fresh = Tables(tables.store)
        assert fresh.current(table) == tables.current(table)
        assert fresh.current(table).table == whole(tables.store, table)
        act_at_random(fresh, table, luck)  # by a process that came to it by the snapshot
    assert restore_table(tables.store.resume(table)[0], table) is not None


@pytest.mark.parametrize("events", [20, 60, 250])
def test_the_events_to_be_folded_are_few_whatever_the_history(
    events: int, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = playing(tables, events)
    causes = [decode_event(one).cause for one in tables.store.read(table)]
    longest = max(causes.count(n) for n in range(len(causes))) + 1
    read = counted(monkeypatch)
    luck = random.Random(events)
    for _ in range(12):
        read.clear()
        Tables(tables.store).current(table)
        assert len(read) < LIVE + longest
        act_at_random(tables, table, luck)


def _one_event_less(row: bytes) -> bytes:
    """Return the row of a table as of the event before."""
    values = orjson.loads(row)
    values[[field.name for field in fields(Table)].index("n")] -= 1
    return orjson.dumps(values)


SPOILED: dict[str, Callable[[dict[str, Any], bytes], bytes]] = {
    "of other code": lambda header, row: lines({**header, "code": "0" * 64}, row),
    "of another form": lambda header, row: lines({**header, "format": "fairdeal/snap/0"}, row),
    "of another log": lambda header, row: lines({**header, "head": "0" * 64}, row),
    "of another table": lambda header, row: lines({**header, "table": "t2"}, row),
    "of another length": lambda header, row: lines({**header, "n": header["n"] - 1}, row),
    "of another event": lambda header, row: lines(header, _one_event_less(row)),
    "of an unknown game": lambda header, row: lines({**header, "game": "whist"}, row),
    "of other fields": lambda header, row: lines(header, b'[1,"boon"]'),
    "without a row": lambda header, row: orjson.dumps(header),
    "no JSON": lambda header, row: b"\xff{\n",
    "empty": lambda header, row: b"",
}


def lines(header: dict[str, Any], row: bytes) -> bytes:
    """Return the text of a snapshot."""
    return orjson.dumps(header) + b"\n" + row


def kept(store: Store, table: str) -> bytes:
    """Return the snapshot of a table."""
    found: Any = store.redis.get(store.names.of(table).snapshot)
    assert found is not None
    return bytes(found)


def put(store: Store, table: str, snapshot: bytes) -> None:
    """Put another snapshot in the place of a table's."""
    store.redis.set(store.names.of(table).snapshot, snapshot)


@pytest.mark.parametrize("how", SPOILED)
def test_what_does_not_fit_is_not_used_and_the_log_is_folded(how: str, tables: Tables) -> None:
    table = playing(tables, 30)
    wanted, number = tables.current(table), kept(tables.store, table).split(b" ")[0]
    frame = kept(tables.store, table)[len(number) + 1 :]
    first, row = zstandard.ZstdDecompressor().decompress(frame).split(b"\n")
    spoiled = zstandard.ZstdCompressor().compress(SPOILED[how](orjson.loads(first), row))
    put(tables.store, table, number + b" " + spoiled)
    assert Tables(tables.store).current(table) == wanted


def test_a_damaged_or_cut_snapshot_is_not_used(tables: Tables) -> None:
    table, luck = playing(tables, 30), random.Random(3)
    wanted, good = tables.current(table), kept(tables.store, table)
    for _ in range(60):
        at = luck.randrange(len(good))
        bad = luck.choice([good[:at], good[:at] + bytes([good[at] ^ 1 << luck.randrange(8)])
                           + good[at + 1 :]])  # fmt: skip
        put(tables.store, table, bad)
        assert Tables(tables.store).current(table) == wanted


def test_a_snapshot_of_events_that_the_log_has_not_is_not_used(tables: Tables) -> None:
    """As after a fail-over to a replica, or a backup that was put back beside newer keys."""
    table = playing(tables, 30)
    keys = tables.store.names.of(table)
    last = tables.current(table).table.n
    for n in range(last, last - LIVE - 2, -1):
        tables.store.redis.xdel(keys.log, f"{n}-0")
        assert Tables(tables.store).current(table).table == whole(tables.store, table)


def test_another_history_of_the_same_length_is_not_taken_for_the_snapshots(tables: Tables) -> None:
    """A snapshot names the head of its log, so it is never the state of another one."""
    one, other = playing(tables, 30, seed="a"), playing(tables, 30, seed="b")
    first, row = zstandard.ZstdDecompressor().decompress(
        kept(tables.store, other).partition(b" ")[2]
    ).split(b"\n")  # fmt: skip
    header = {**orjson.loads(first), "table": one}
    frame = zstandard.ZstdCompressor().compress(lines(header, row))
    put(tables.store, one, b"%d " % header["n"] + frame)
    assert Tables(tables.store).current(one).table == whole(tables.store, one)


def test_what_was_not_appended_leaves_no_snapshot(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LIVE", 1)
    table = opened(tables, "boosh", 2)
    before = kept(tables.store, table)
    late = Tables(tables.store)
    late.current(table)
    drafts: list[Any] = []
    real = Store.append

    def noted(store: Store, draft: Any) -> Any:
        drafts.append(draft)
        return real(store, draft)

    handle(tables, CommandRequest(table, "player:p1", Sit(Seat(0))))
    newer = kept(tables.store, table)
    assert newer != before
    monkeypatch.setattr(Store, "append", noted)
    with pytest.raises(Illegal):
        handle(late, CommandRequest(table, "player:p2", Sit(Seat(0))))
    assert drafts[0].snapshot
    assert isinstance(real(tables.store, drafts[0]), AppendConflict)
    assert kept(tables.store, table) == newer


def test_a_table_has_one_snapshot_with_every_few_events_and_none_between(tables: Tables) -> None:
    table, luck = started(tables, "boosh", ["p0", "p1"], options={}), random.Random(1)
    seen = tables.current(table).table.n
    for _ in range(40):
        old = kept(tables.store, table)
        act_at_random(tables, table, luck)
        n = tables.current(table).table.n
        assert (kept(tables.store, table) != old) == (seen // LIVE != n // LIVE)
        seen = n


def test_a_table_that_ends_is_read_from_its_snapshot_too(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(tables, "boosh", ["p0"])
    play_out(tables, table, random.Random(1))
    wanted = tables.current(table)
    read = counted(monkeypatch)
    assert Tables(tables.store).current(table) == wanted
    assert len(read) < wanted.table.n


def test_a_command_for_a_table_that_is_not_held_is_judged_on_the_newest_state(
    tables: Tables,
) -> None:
    table = playing(tables, 40)
    now = tables.current(table).table
    (seat,) = now.to_act()
    choices = now.game.rules.choices(now.play, seat)
    action = [*choices.actions, *(pick.example for pick in choices.picks)][0]
    answer = handle(
        Tables(tables.store), CommandRequest(table, f"player:p{seat}", Act(seat, action))
    )
    assert answer.first == now.n + 1
    assert answer.state == whole(tables.store, table)
