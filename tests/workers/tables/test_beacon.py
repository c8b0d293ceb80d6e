"""Rounds of a beacon: fetched when due, checked, and waited for until they have failed."""

import json
from pathlib import Path

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record import logfile
from events.store.due import Batch, DueClaim, DueIndex
from events.tables.relays import configured_relays, followed_chains
from events.verify.log import verify_log
from games.core.contract import Seat
from games.table import Close, Sit, Start, view
from games.table.state import PATIENCE
from tests.beacons import Relay, chain, info, serving, signed
from tests.fairness.tables import SIGNER
from tests.workers.floor import (
    OPENER,
    due,
    move_clock,
    opened,
    public,
    refused,
    table_of,
    types,
)
from workers.tables.beacon import LATEST, SOONEST
from workers.tables.clock import enforce_deadlines


def called(tables: Tables) -> str:
    """Return a table of two people whose start was called for."""
    table = opened(tables, "boosh", 2, beacon=chain()._asdict())
    for seat in range(2):
        handle(tables, CommandRequest(table, f"player:p{seat}", Sit(Seat(seat))))
    handle(tables, CommandRequest(table, OPENER, Start()))
    return table


def until_due(tables: Tables, table: str) -> int:
    """Move the clock to the time at which the round is due; return its number."""
    now = table_of(tables, table)
    due_at, number = now.beacon_due(), now.round
    assert due_at is not None
    assert number is not None
    move_clock(tables.store, due_at - tables.store.now())
    return number


def test_play_begins_when_the_round_is_due_and_the_log_is_good(
    tables: Tables, relay: Relay, tmp_path: Path
) -> None:
    table = called(tables)
    due_at = table_of(tables, table).beacon_due()
    assert due(tables.store, table)["clock"] == due_at
    assert enforce_deadlines(tables, table) == "0 seats"
    assert relay.asked == []
    number = until_due(tables, table)
    move_clock(tables.store, -1)
    assert enforce_deadlines(tables, table) == "0 seats"
    move_clock(tables.store, 1)
    assert enforce_deadlines(tables, table) == "the beacon"
    assert relay.asked == [f"/{chain().hash}/public/{number}"]
    assert table_of(tables, table).phase == "playing"
    assert "table.beacon_came.v1" in types(tables.store, table)
    assert enforce_deadlines(tables, table) == "0 seats"
    path, now = tmp_path / "log.jsonl", tables.store.now()
    logfile.write_log_file(path, table, tables.store.read(table), now, SIGNER)
    assert verify_log(path, [SIGNER.public]).faults == ()


@pytest.mark.parametrize("trouble", ["away", "lies"])
def test_a_table_waits_for_a_relay_that_is_away_or_lies(
    tables: Tables, relay: Relay, trouble: str
) -> None:
    table = called(tables)
    until_due(tables, table)
    setattr(relay, trouble, True)
    for late, pause in ((0, SOONEST), (10_000, 10_000), (60_000, LATEST), (500_000, 30_000)):
        move_clock(tables.store, late)
        assert enforce_deadlines(tables, table) == "0 seats"
        assert due(tables.store, table)["clock"] == tables.store.now() + pause
    assert due(tables.store, table)["clock"] == table_of(tables, table).beacon_fails_at()
    shown = view(table_of(tables, table), None)
    assert shown["phase"] == "open"
    assert shown["beacon"] is not None
    assert not shown["beacon"]["there"]
    request = CommandRequest(table, OPENER, Close())
    assert refused(tables, request) == "table/started", "nothing is re-rolled"
    setattr(relay, trouble, False)
    assert enforce_deadlines(tables, table) == "the beacon"
    assert table_of(tables, table).phase == "playing"


def test_a_table_whose_beacon_fails_for_ten_minutes_is_aborted_and_never_early(
    tables: Tables, relay: Relay, tmp_path: Path
) -> None:
    table = called(tables)
    until_due(tables, table)
    relay.away = True
    move_clock(tables.store, PATIENCE - 1)
    assert enforce_deadlines(tables, table) == "0 seats"
    fails_at = table_of(tables, table).beacon_fails_at()
    assert due(tables.store, table) == {"clock": fails_at} == {"clock": tables.store.now() + 1}
    move_clock(tables.store, 1)
    assert enforce_deadlines(tables, table) == "aborted"
    end = public(tables.store.read(table)[-1])
    assert (end["type"], end["by"]) == ("table.closed.v1", "clock")
    assert end["data"] == {"why": "beacon_failed", "places": [], "scores": []}
    assert due(tables.store, table) == {}
    relay.away = False
    assert enforce_deadlines(tables, table) == "0 seats"
    path, now = tmp_path / "log.jsonl", tables.store.now()
    logfile.write_log_file(path, table, tables.store.read(table), now, SIGNER)
    assert verify_log(path, [SIGNER.public]).faults == ()


def test_a_beacon_that_comes_late_but_is_there_is_brought_and_the_table_is_not_aborted(
    tables: Tables, relay: Relay
) -> None:
    table = called(tables)
    until_due(tables, table)
    move_clock(tables.store, 10 * PATIENCE)  # nothing ran here meanwhile
    assert enforce_deadlines(tables, table) == "the beacon"
    assert table_of(tables, table).phase == "playing"


def test_another_relay_is_asked_where_one_has_nothing(
    tables: Tables, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = called(tables)
    until_due(tables, table)
    with serving(Relay(chain(), lies=True)) as liar, serving(Relay(chain(), away=True)) as away:
        monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", f"{away.url}, {liar.url}/ {relay.url}")
        assert enforce_deadlines(tables, table) == "the beacon"
        assert len(away.asked) == len(liar.asked) == len(relay.asked) == 1


def test_what_a_relay_may_answer_is_bounded_and_may_be_anything(
    tables: Tables, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = called(tables)
    number = until_due(tables, table)
    good = {"round": number, "signature": signed(number)}
    for odd in (
        b"",
        b"[]",
        b"null",
        b"{}",
        b"\xff",
        b" " * 20_000 + json.dumps(good).encode(),
        json.dumps({**good, "round": number + 1}).encode(),
        json.dumps({**good, "signature": 5}).encode(),
        json.dumps({**good, "signature": "zz"}).encode(),
    ):
        monkeypatch.setattr(Relay, "answer", lambda self, path, odd=odd: odd)
        assert enforce_deadlines(tables, table) == "0 seats"
    assert table_of(tables, table).phase == "open"


def test_a_waiting_table_comes_up_again_by_itself(tables: Tables, relay: Relay) -> None:
    relay.away = True
    table = called(tables)
    until_due(tables, table)
    enforce_deadlines(tables, table)
    index, partition = DueIndex(tables.store), tables.store.names.partition(table)
    batch, now = Batch("clock", partition, 1), tables.store.now()
    assert index.claim(batch, now, 5) == []
    assert index.claim(batch, now + SOONEST, 5) == [DueClaim(table, now + SOONEST)]


def test_the_chain_of_a_file_is_followed_beside_quicknet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "chain.json"
    path.write_text(json.dumps(info(chain())))
    monkeypatch.delenv("FAIRDEAL_BEACON_RELAYS", raising=False)
    monkeypatch.setenv("FAIRDEAL_BEACON_CHAIN", str(path))
    assert followed_chains() == {}
    monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", "https://api.drand.sh")
    assert list(followed_chains()) == ["quicknet", "test"]
    assert followed_chains()["test"] == chain()
    for change in ({"schemeID": "other"}, {"period": 0}, {"metadata": {"beaconID": "quicknet"}}):
        path.write_text(json.dumps({**info(chain()), **change}))
        with pytest.raises(SystemExit, match="FAIRDEAL_BEACON_CHAIN"):
            followed_chains()
    path.write_text("{}")
    with pytest.raises(SystemExit, match="FAIRDEAL_BEACON_CHAIN"):
        followed_chains()


def test_a_relay_is_an_address_of_the_web(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", "https://a.example/, http://127.0.0.1:1")
    assert configured_relays() == ("https://a.example", "http://127.0.0.1:1")
    for odd in ("file:///etc/passwd", "a.example", "https://"):
        monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", odd)
        with pytest.raises(SystemExit, match="FAIRDEAL_BEACON_RELAYS"):
            configured_relays()
