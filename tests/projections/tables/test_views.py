"""What a viewer may know: of every event, under every reveal policy, before and after the end."""

import random
from typing import Any

import orjson
import pytest

from events.cached_streams import CachedStream, Tables
from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent, decode_event
from events.store.streams import Store
from games.core.contract import Seat
from games.table import Act, Leave, Table, TimeOut, fold_table_facts
from projections.tables.views import (
    FORFEITED,
    MayNotWatch,
    event_for_seat,
    log_for_player,
    table_for,
    view_etag,
    view_for_seat,
)
from tests.games.every import every
from tests.workers.floor import act_at_random, play_out, private, public, started, table_of
from workers.tables.bot_turn import play_bots

REVEALS = ("table", "hand", "auditors")
VIEWERS: tuple[Seat | None, ...] = (Seat(0), Seat(1), Seat(2), None)
PLAYERS = ("p0", "p1", "p2")


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def hand_of(events: list[StoredEvent], n: int) -> int:
    """Return the number of the hand that event n belongs to, from the log of Boon."""
    return sum(1 for event in events[:n] if public(event)["type"] == "boon.hand_dealt.v1")


def may_know(events: list[StoredEvent], n: int, key: str, viewer: Seat | None, reveal: str) -> bool:
    """Say what the rules say: who may read the part `key` of event n, when `events` is the log."""
    closed: bool = public(events[-1])["type"] == "table.closed.v1"
    if viewer is not None and str(viewer) in key.split("+"):
        return True
    if reveal == "auditors":
        return False
    if key == "table" or reveal == "table":
        return closed
    return closed or hand_of(events, n) < hand_of(events, len(events))


@pytest.mark.parametrize("reveal", REVEALS)
def test_each_viewer_reads_of_each_event_what_the_policy_opens(tables: Tables, reveal: str) -> None:
    options = {"max_rounds": 3, "victory_cards": 50}
    table = started(tables, "boon", PLAYERS, reveal=reveal, options=options)
    luck, seen = random.Random(1), set()
    while True:
        held, events = tables.current(table), tables.store.read(table)
        for event in events:
            for viewer in VIEWERS:
                shown = event_for_seat(held.table, event, viewer)
                wanted = {
                    key for key in private(event) if may_know(events, event.n, key, viewer, reveal)
                }
                assert set(shown["parts"]) == wanted, (event.n, viewer)
                seen |= wanted
        if held.table.phase == "closed":
            break
        for _ in range(luck.randrange(1, 9)):
            act_at_random(tables, table, luck)
    assert {"0", "1", "2"} <= seen
    assert ("hand" in seen) == (reveal != "auditors")
    assert ("table" in seen) == (reveal != "auditors")


def test_what_is_shown_of_an_event_is_its_public_part_with_head_and_salted_parts(
    tables: Tables,
) -> None:
    table = started(tables, "boon", PLAYERS)
    held = tables.current(table)
    for event in tables.store.read(table):
        shown = event_for_seat(held.table, event, Seat(1))
        parts = shown.pop("parts")
        assert shown.pop("head") == event.h.hex()
        assert shown == public(event)
        assert all(set(part) == {"salt", "data"} for part in parts.values())
        assert set(parts) <= set(shown["seals"])


@pytest.mark.parametrize("reveal", REVEALS)
def test_the_secret_of_the_table_and_of_the_running_hand_stay_sealed(
    tables: Tables, reveal: str
) -> None:
    table = started(tables, "boon", PLAYERS, reveal=reveal, options={"max_rounds": 3})
    luck = random.Random(2)
    while (held := tables.current(table)).table.phase == "playing":
        events = tables.store.read(table)
        for viewer in VIEWERS:
            texts = [orjson.dumps(event_for_seat(held.table, event, viewer)) for event in events]
            assert not any(held.table.terms.secret.hex().encode() in text for text in texts)
            dealt = held.table.hands[-1]
            assert all(b"hand_secret" not in text for text in texts[dealt - 1 :])
        act_at_random(tables, table, luck)


def test_a_viewers_seat_is_the_seat_that_the_player_holds(tables: Tables) -> None:
    table = started(tables, "boon", ["p0", "p1"])
    assert table_for(tables, table, "p0")[1] == 0
    assert table_for(tables, table, "p1")[1] == 1
    assert table_for(tables, table, "stranger")[1] is None
    assert table_for(tables, table, None)[1] is None


def test_who_gave_up_a_seat_sees_no_more_until_the_table_is_closed(tables: Tables) -> None:
    table = started(tables, "boon", ["p0", "p1"])
    handle(tables, CommandRequest(table, "player:p1", Leave(Seat(1))))
    with pytest.raises(MayNotWatch):
        table_for(tables, table, "p1")
    with pytest.raises(MayNotWatch):
        log_for_player(tables, table, "p1", 0, 100)
    assert table_for(tables, table, None)[1] is None
    play_out(tables, table, random.Random(3))
    held, seat, events = log_for_player(tables, table, "p1", 0, 1000)
    assert (seat, len(events)) == (None, held.table.n)


def test_who_has_forfeited_a_seat_is_told_that_it_cannot_be_taken_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(tables, "boon", PLAYERS, clock={"turn": 30}, on_time_out="forfeit")
    (seat,) = table_of(tables, table).to_act()
    deadline = table_of(tables, table).deadline(seat)
    assert deadline is not None
    monkeypatch.setattr(tables.store, "now", lambda: deadline)
    handle(tables, CommandRequest(table, "clock", TimeOut(seat)))
    with pytest.raises(MayNotWatch) as lost:
        table_for(tables, table, PLAYERS[seat])
    assert lost.value.detail == FORFEITED
    other = Seat((seat + 1) % len(PLAYERS))
    handle(tables, CommandRequest(table, f"player:{PLAYERS[other]}", Leave(other)))
    with pytest.raises(MayNotWatch) as left:
        table_for(tables, table, PLAYERS[other])
    assert left.value.detail == MayNotWatch.detail


def test_the_etag_names_event_viewer_and_opening(tables: Tables) -> None:
    table = started(tables, "boon", PLAYERS)
    now = table_of(tables, table)
    assert [view_etag(now, viewer) for viewer in VIEWERS] == [
        f'"{now.n}.0.0"', f'"{now.n}.1.0"', f'"{now.n}.2.0"', f'"{now.n}.s.0"',
    ]  # fmt: skip
    over = play_out(tables, table, random.Random(4))
    assert view_etag(over, None) == f'"{over.n}.s.1"'
    sealed = play_out(tables, started(tables, "boon", PLAYERS, reveal="auditors"), random.Random(4))
    assert view_etag(sealed, Seat(1)) == f'"{sealed.n}.1.0"'


@every("name")
def test_views_with_the_same_etag_are_the_same(tables: Tables, name: str) -> None:
    table, luck = started(tables, name, PLAYERS), random.Random(5)
    shown: dict[str, bytes] = {}
    while True:
        held = tables.current(table)
        for viewer in (*map(Seat, range(held.table.seats)), None):
            text = orjson.dumps(view_for_seat(held, viewer))
            assert shown.setdefault(view_etag(held.table, viewer), text) == text
        if held.table.phase == "closed":
            break
        if luck.random() < 0.8 and not act_at_random(tables, table, luck):
            play_bots(tables, table)


@pytest.mark.parametrize("reveal", REVEALS)
def test_a_page_never_shows_more_than_the_state_it_is_judged_by(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, reveal: str
) -> None:
    options = {"max_rounds": 2, "victory_cards": 50}
    table = started(tables, "boon", PLAYERS, reveal=reveal, options=options)
    luck = random.Random(6)
    for _ in range(20):
        act_at_random(tables, table, luck)
    behind, before = tables.current(table), tables.store.read(table)
    play_out(Tables(tables.store), table, luck)  # between the look and the reading of the log
    monkeypatch.setattr(tables, "current", lambda table: behind)
    _, _, events = log_for_player(tables, table, "p1", 0, 10_000)
    assert [event["n"] for event in events] == list(range(1, behind.table.n + 1))
    for event, stored in zip(events, before, strict=True):
        wanted = {k for k in private(stored) if may_know(before, stored.n, k, Seat(1), reveal)}
        assert set(event["parts"]) == wanted


def test_pages_together_are_the_log(tables: Tables) -> None:
    table = started(tables, "boon", PLAYERS)
    play_out(tables, table, random.Random(7))
    _, _, whole = log_for_player(tables, table, "p0", 0, 10_000)
    shown: list[dict[str, Any]] = []
    while page := log_for_player(tables, table, "p0", len(shown), 7)[2]:
        assert len(page) <= 7
        shown += page
    assert shown == whole
    assert log_for_player(tables, table, "p0", 10**6, 7)[2] == []


@pytest.mark.parametrize("seed", range(3))
@every("name")
def test_views_rebuilt_from_the_log_equal_the_live_ones(
    tables: Tables, name: str, seed: int
) -> None:
    luck = random.Random(seed)
    clock = {"turn": 3600, "bank": 60} if seed % 2 else None
    table = started(tables, name, PLAYERS, reveal=REVEALS[seed], clock=clock)
    live: dict[int, list[bytes]] = {}

    def note(held: CachedStream[Table]) -> None:
        viewers = (*map(Seat, range(held.table.seats)), None)
        live[held.table.n] = [orjson.dumps(view_for_seat(held, viewer)) for viewer in viewers]

    note(tables.current(table))
    while (now := table_of(tables, table)).phase == "playing":
        seat = luck.choice(now.to_act())
        choices = now.game.rules.choices(now.play, seat)
        action = luck.choice([*choices.actions, *(pick.example for pick in choices.picks)])
        holder = now.holders[seat]
        assert holder is not None
        by = f"player:{holder.player}" if holder.player else f"seat:{seat}"
        answer = handle(tables, CommandRequest(table, by, Act(seat, action)))
        note(CachedStream(answer.table, answer.head))
    again = None
    for event in tables.store.read(table):
        again = fold_table_facts(table, again, [decode_event(event)])
        if (wanted := live.pop(event.n, None)) is not None:
            viewers = (*map(Seat, range(again.seats)), None)
            held = CachedStream(again, event.h)
            assert [orjson.dumps(view_for_seat(held, viewer)) for viewer in viewers] == wanted
    assert live == {}
