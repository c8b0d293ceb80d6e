"""Waiting reads and event streams: news at once, to everybody, in order, and never twice."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from werkzeug.test import TestResponse

from events.store.embedded.server import EmbeddedServer
from projections.live.subscriptions import Subscription
from projections.tables import views
from service.assembly import AppParts, assemble_parts
from service.commands.client import register_account
from service.commands.processes import free_port
from service.limits.slots import SlotPool
from service.play import play
from service.settings import ServiceSettings
from service.streams import audiences
from service.streams import stream as streams
from service.streams.audiences import AudienceRegistry
from service.tables import news as table_news
from service.tables.private_tables import join_code
from tests.service.asker import Asker, Service, problem
from tests.service.play import test_leaks
from tests.some_processes import SomeProcesses
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import opened

SENT_AT = re.compile(rb',"now":(\d+)\}$')
LONG = 2 * int(PATIENCE)  # seconds that are never waited to their end


@dataclass(frozen=True)
class Message:
    """One message of a stream; `now` is the time at which it was sent, apart from its data."""

    kind: str
    id: int
    data: bytes
    now: int | None = field(default=None, compare=False)

    @property
    def json(self) -> Any:
        """Return its data."""
        return json.loads(self.data)


class Listening:
    """An open stream."""

    def __init__(self, asker: Asker, path: str, after: int | str | None = None) -> None:
        headers = {"Accept": "text/event-stream"}
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        asker = Asker(asker.client.application.test_client(), asker.token)
        self.answer = asker.ask("GET", f"{path}/events", headers=headers)
        self.chunks = iter(self.answer.response)
        self.waiting: list[Message] = []

    def chunk(self) -> bytes:
        """Return what comes next as it comes."""
        found = next(self.chunks)
        assert isinstance(found, bytes)
        return found

    def next(self) -> Message:
        """Return the next message."""
        while not self.waiting:
            self.waiting = messages(self.chunk())
        return self.waiting.pop(0)

    def until(self, n: int) -> list[Message]:
        """Return the messages up to the view behind event n."""
        found = [self.next()]
        while not (found[-1].kind == "view" and found[-1].id >= n and len(found) > 1):
            found.append(self.next())
        return found

    def rest(self) -> list[Message]:
        """Return the messages to the end."""
        found, self.waiting = self.waiting, []
        for chunk in self.chunks:
            assert isinstance(chunk, bytes)
            found += messages(chunk)
        return found

    def close(self) -> None:
        """Go away."""
        self.answer.close()


def messages(chunk: bytes) -> list[Message]:
    """Return the messages in what came."""
    found = []
    for text in chunk.split(b"\n\n"):
        if text and not text.startswith(b":"):
            fields = dict(line.split(b": ", 1) for line in text.split(b"\n"))
            data, now = without_time(fields[b"data"])
            found.append(Message(fields[b"event"].decode(), int(fields[b"id"]), data, now))
    return found


def without_time(data: bytes) -> tuple[bytes, int | None]:
    """Return the data of a message as it is without the time of its sending, and that time."""
    if (sent := SENT_AT.search(data)) is None:
        return data, None
    return data[: sent.start()] + b"}", int(sent[1])


@contextmanager
def listening(asker: Asker, path: str, after: int | str | None = None) -> Iterator[Listening]:
    """Listen to a table."""
    stream = Listening(asker, path, after)
    try:
        yield stream
    finally:
        stream.close()


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob", "Eve")]


@pytest.fixture
def path(service: Service, players: list[Asker]) -> str:
    return service.started(players, "boon", options={"max_rounds": 1})


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(110) as running:
        yield running


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reads wait longer than tests do: what is answered while they wait is news."""
    monkeypatch.setattr(play, "LONGEST_WAIT", LONG)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let spectators have their news more often than once a second."""
    monkeypatch.setattr(audiences, "PAUSE", 0.05)


def number(path: str, asker: Asker) -> int:
    """Return the number of a table's newest event."""
    found: int = asker.get(f"{path}/view").get_json()["n"]
    return found


def waiting(
    pool: ThreadPoolExecutor, service: Service, asker: Asker, path: str, after: int, wait: int
) -> Future[TestResponse]:
    """Ask for the view when there is news."""
    client = Asker(service.app.test_client(), asker.token)
    return pool.submit(client.get, f"{path}/view?after={after}&wait={wait}")


def heard_of(service: Service, path: str, count: int = 1) -> None:
    """Wait until so many listen to a table."""
    table, channels = path.split("/")[3], service.parts.streams.subscriptions.channels
    log = service.parts.store.names.of(table).log
    wait_for(lambda: log in channels and listeners(service, table) == count)


def listeners(service: Service, table: str) -> int:
    """Return how many listen to a table and miss nothing."""
    channel = service.parts.streams.subscriptions.channels[service.parts.store.names.of(table).log]
    audience = service.parts.streams.audiences.by_topic.get(table)
    together = len(audience.streams) - 1 if audience else 0
    return channel.listeners + together if channel.times else 0


def narrow(parts: AppParts, most: int) -> Service:
    """Return a service on the same parts with so many slots."""
    return Service(replace(parts, streams=replace(parts.streams, slots=SlotPool(most))))


def free_slots(service: Service) -> int:
    """Return how many slots can be taken now."""
    slots, count = service.parts.streams.slots, 0
    while slots.take():
        count += 1
    for _ in range(count):
        slots.give_back()
    return count


# ---- waiting reads


def test_news_that_is_there_is_answered_at_once_and_takes_no_slot(
    parts: AppParts, players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Subscription, "wait", pytest.fail)
    service = narrow(parts, 0)
    me = Asker(service.app.test_client(), players[0].token)
    answer = me.get(f"{path}/view?after=3&wait={LONG}")
    assert answer.status_code == 200
    assert "Retry-After" not in answer.headers
    assert answer.data == players[0].get(f"{path}/view?after=3").data


def test_a_waiting_read_is_answered_as_soon_as_there_is_news(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    n = number(path, players[0])
    asked = waiting(pool, service, players[0], path, n, LONG)
    heard_of(service, path)
    service.play(path, players, 1)
    assert asked.result(PATIENCE).get_json()["n"] > n


def test_a_waiting_read_ends_when_its_time_is_up(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    n = number(path, players[0])
    begin = time.monotonic()
    answer = waiting(pool, service, players[0], path, n, 1).result(PATIENCE)
    assert answer.get_json()["n"] == n
    assert time.monotonic() - begin >= 1.0
    assert "Retry-After" not in answer.headers
    tag = players[0].get(f"{path}/view").headers["ETag"]
    again = players[0].get(f"{path}/view?after={n}&wait=1", If_None_Match=tag)
    assert (again.status_code, again.data) == (304, b"")


def test_a_read_waits_for_the_event_that_it_names_and_not_for_the_next(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    n = number(path, players[0])
    asked = waiting(pool, service, players[0], path, n + 2, LONG)
    heard_of(service, path)
    while number(path, players[0]) <= n + 2:
        assert not asked.done()
        service.play(path, players, 1)
    assert asked.result(PATIENCE).get_json()["n"] > n + 2


def test_a_read_finds_no_slot_and_is_answered_at_once_with_advice(
    parts: AppParts, players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Subscription, "wait", pytest.fail)
    service = narrow(parts, 0)
    me = Asker(service.app.test_client(), players[0].token)
    n = number(path, me)
    answer = me.get(f"{path}/view?after={n}&wait={LONG}")
    assert (answer.status_code, answer.get_json()["n"]) == (200, n)
    assert answer.headers["Retry-After"] == "2"


def test_slots_are_given_back_by_reads_that_end(
    parts: AppParts, players: list[Asker], path: str
) -> None:
    service = narrow(parts, 1)
    me = Asker(service.app.test_client(), players[0].token)
    n = number(path, me)
    for _ in range(2):
        assert "Retry-After" not in me.get(f"{path}/view?after={n}&wait=1").headers
    assert free_slots(service) == 1
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


def test_a_hundred_waiting_clients_are_woken_by_one_event(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    n = number(path, players[0])
    asked = [waiting(pool, service, players[k % 3], path, n, LONG) for k in range(100)]
    heard_of(service, path, 100)
    service.play(path, players, 1)
    answers = [one.result(PATIENCE) for one in asked]
    assert all(answer.status_code == 200 for answer in answers)
    assert all(answer.get_json()["n"] > n for answer in answers)
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


def test_a_hundred_waiting_clients_are_one_subscriber_and_nobody_reads_the_feed(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    n, before = number(path, players[0]), xreads(service)
    asked = [waiting(pool, service, players[0], path, n, LONG) for _ in range(100)]
    heard_of(service, path, 100)
    wait_for(lambda: subscribers(service, path) == 1)
    service.play(path, players, 1)
    assert all(one.result(PATIENCE).status_code == 200 for one in asked)
    assert xreads(service) == before


def test_news_of_a_table_come_only_while_somebody_waits_for_it(
    service: Service,
    players: list[Asker],
    path: str,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subscriptions = service.parts.streams.subscriptions
    heard: list[str] = []
    real = subscriptions.receive

    def receive(name: str, newest: int) -> None:
        heard.append(name)
        real(name, newest)

    monkeypatch.setattr(subscriptions, "receive", receive)
    other = service.started(players, "boon", options={"max_rounds": 1})
    n = number(path, players[0])
    asked = waiting(pool, service, players[0], path, n + 2, LONG)
    wait_for(lambda: subscribers(service, path) == 1)
    service.play(other, players, 5)
    while not asked.done():
        service.play(path, players, 1)
    wait_for(lambda: subscribers(service, path) == 0)
    service.play(path, players, 1)
    assert heard
    assert set(heard) == {log_key(service, path)}


def log_key(service: Service, path: str) -> str:
    """Return the key of a table's log, which is the name of its channel too."""
    return service.parts.store.names.of(path.split("/")[3]).log


def subscribers(service: Service, path: str) -> int:
    """Return how many connections get the news of a table."""
    found: Any = service.redis.execute_command(  # type: ignore[no-untyped-call]
        "PUBSUB", "SHARDNUMSUB", log_key(service, path)
    )
    return int(found[1])


def xreads(service: Service) -> int:
    """Return how often the feed was read since the server was started."""
    stats: Any = service.redis.info("commandstats")
    return int(stats.get("cmdstat_xread", {}).get("calls", 0))


# ---- streams


def test_a_stream_begins_with_the_full_view(
    players: list[Asker], service: Service, path: str
) -> None:
    for asker in (players[1], service.nobody):
        with listening(asker, path) as stream:
            first = stream.next()
            view = asker.get(f"{path}/view")
            assert (first.kind, first.id) == ("view", view.get_json()["n"])
            assert first.data == view.data
            assert stream.answer.mimetype == "text/event-stream"
            assert stream.answer.headers["Cache-Control"] == "private, no-store"
            assert stream.answer.headers["Vary"] == "Authorization, Accept-Language"


def test_an_empty_last_event_id_is_that_of_who_has_seen_nothing(
    players: list[Asker], path: str
) -> None:
    with listening(players[0], path, "") as stream:
        assert stream.next().kind == "view"


def follows(found: list[Message], asker: Asker, path: str, after: int) -> None:
    """Expect each event after `after` once, in order, as the log tells it, and the view behind."""
    events = [one for one in found if one.kind == "event"]
    log = asker.get(f"{path}/events?after={after}&limit=500").get_json()["events"]
    assert [one.id for one in events] == list(range(after + 1, after + 1 + len(events)))
    assert [one.json["n"] for one in events] == [one.id for one in events]
    assert [one.json["head"] for one in events] == [one["head"] for one in log[: len(events)]]
    assert len(events) == len(log)
    assert all(one.json["n"] == one.id for one in found if one.kind == "view" and one.id > after)
    assert found[-1].kind == "view"


@pytest.mark.usefixtures("quick")
def test_a_stream_brings_every_event_once_in_order_until_the_table_is_closed(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    n = number(path, players[0])
    askers = [*players, service.nobody]
    streams = [Listening(asker, path) for asker in askers]
    first = [stream.next() for stream in streams]  # else play may begin before it
    heard = [pool.submit(stream.rest) for stream in streams]
    service.play(path, players)
    for asker, stream, view, one in zip(askers, streams, first, heard, strict=True):
        found = [view, *one.result(PATIENCE)]
        follows(found[1:], asker, path, n)
        last = found[-1]
        assert last.id == number(path, asker)
        before = [one.id for one in found if one.kind == "view"][-2]
        assert last.data == asker.get(f"{path}/view?after={before}").data
        assert last.json["phase"] == "closed"
        told = [line for one in found[1:] if one.kind == "view" for line in one.json["story"]]
        assert [line["n"] for line in told] == [*range(n + 1, last.id + 1)]
        stream.close()
    wait_for(lambda: free_slots(service) == service.parts.streams.slots.most)
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


def test_a_stream_that_is_lost_again_and_again_is_resumed_without_loss(
    service: Service, players: list[Asker], path: str
) -> None:
    me, after, found = players[0], 0, []
    while True:
        service.play(path, players, 2)
        with listening(me, path, after) as stream:
            first = stream.next()
            assert (first.kind, first.id) == ("view", after)
            assert first.data == me.get(f"{path}/view").data
            got = [stream.next() for _ in range(2)]  # and the connection is lost in the middle
        found += [one for one in got if one.kind == "event"]
        after = got[-1].id
        if first.json["phase"] == "closed":
            break
    with listening(me, path, after) as stream:
        found += [one for one in stream.rest() if one.kind == "event"]
    assert [one.id for one in found] == list(range(1, number(path, me) + 1))


def test_a_stream_behind_the_newest_event_is_taken_as_it_is_and_one_beyond_it_refused(
    service: Service, players: list[Asker], path: str
) -> None:
    n = number(path, players[0])
    with listening(players[0], path, 0) as stream:
        assert [one.id for one in stream.until(n)] == [0, *range(1, n + 1), n]
    for beyond in (n + 1, 10**6):
        answer = players[0].get(
            f"{path}/events", Accept="text/event-stream", Last_Event_ID=str(beyond)
        )
        problem(answer, 404, "table/no_such_event")
    problem(
        players[0].get(f"{path}/events", Accept="text/event-stream", Last_Event_ID="x"),
        400, "http/bad_query",
    )  # fmt: skip


def test_a_silent_stream_shows_signs_of_life(
    players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audiences, "HEARTBEAT", 0.05)
    with listening(players[0], path) as stream:
        stream.next()
        assert [stream.chunk() for _ in range(3)] == [b": still here\n\n"] * 3


def test_a_stream_ends_after_its_longest_time(
    service: Service, players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LONGEST_STREAM", 0.0)
    with listening(players[0], path) as stream:
        assert [one.kind for one in stream.rest()] == ["view"]
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


def test_streams_end_where_news_fail_for_a_reason_that_nobody_foresaw(
    service: Service,
    players: list[Asker],
    path: str,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else they would wait for ever, and so would all who join them."""

    def fail(*_: Any) -> None:
        raise ArithmeticError

    with listening(players[0], path) as stream:
        assert stream.next().kind == "view"
        wait_for(lambda: path.split("/")[3] in service.parts.streams.audiences.by_topic)
        heard = pool.submit(stream.rest)
        monkeypatch.setattr(table_news, "_table_update_pages", fail)
        service.play(path, players, 1)
        assert heard.result(PATIENCE) == []
    wait_for(lambda: not service.parts.streams.subscriptions.channels)
    assert not service.parts.streams.audiences.by_topic


def test_streams_without_a_slot_are_refused_and_slots_come_back(
    parts: AppParts, players: list[Asker], path: str
) -> None:
    service = narrow(parts, 1)
    me = Asker(service.app.test_client(), players[0].token)
    for begun in (False, True, True):
        stream = Listening(me, path)
        if begun:
            stream.next()
        refused = me.get(f"{path}/events", Accept="text/event-stream")
        problem(refused, 503, "http/no_slot")
        assert refused.headers["Retry-After"] == "2"
        stream.close()
        wait_for(lambda: free_slots(service) == 1)
    del stream
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


def test_who_goes_away_just_when_the_stream_joins_the_others_gives_the_place_back(
    parts: AppParts, players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = narrow(parts, 1)
    join = AudienceRegistry.join

    def leave(audiences: AudienceRegistry, stream: Any) -> None:
        join(audiences, stream)
        asyncio.get_running_loop().call_soon(stream.cancel, b"")  # before the end is noted

    monkeypatch.setattr(AudienceRegistry, "join", leave)
    stream = Listening(Asker(service.app.test_client(), players[0].token), path)
    assert stream.rest()
    wait_for(lambda: free_slots(service) == 1)


def test_who_asks_for_the_head_of_a_stream_alone_takes_no_place(
    parts: AppParts, players: list[Asker], path: str
) -> None:
    service = narrow(parts, 1)
    me = Asker(service.app.test_client(), players[0].token)
    answer = me.ask("HEAD", f"{path}/events", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "text/event-stream", b"")
    answer.close()  # as every server does
    assert free_slots(service) == 1


def test_who_may_not_watch_gets_no_stream_and_one_that_is_open_ends(
    service: Service, players: list[Asker], path: str, pool: ThreadPoolExecutor
) -> None:
    with listening(players[2], path) as stream:
        assert stream.next().kind == "view"
        heard = pool.submit(stream.rest)
        assert players[2].delete(f"{path}/seats/2").status_code == 200
        assert heard.result(PATIENCE) == []
    answer = players[2].get(f"{path}/events", Accept="text/event-stream")
    problem(answer, 403, "table/left")
    missing = players[2].get("/v1/tables/t0/events", Accept="text/event-stream")
    problem(missing, 404, "table/unknown")
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


def test_a_stream_of_a_private_table_ends_with_the_invitation_that_is_withdrawn(
    service: Service, players: list[Asker], pool: ThreadPoolExecutor
) -> None:
    ada, bob, _ = players
    path = service.opened(ada, "boon", 3, private=True, invite=[{"player": bob.id}])
    with listening(bob, path) as stream:
        assert stream.next().kind == "view"
        heard = pool.submit(stream.rest)
        assert ada.delete(f"{path}/invitations/{bob.id}").status_code == 200
        assert heard.result(PATIENCE) == []
    problem(bob.get(f"{path}/events", Accept="text/event-stream"), 404, "table/unknown")


def test_who_has_the_join_code_listens_on_after_an_invitation_that_was_withdrawn(
    service: Service, players: list[Asker]
) -> None:
    ada, bob, _ = players
    path = service.opened(ada, "boon", 3, private=True)
    code = join_code(service.parts.tables.current(path.split("/")[3]).table)
    assert bob.ask("GET", f"{path}/view", headers={"Join-Code": code}).status_code == 200
    assert ada.post(f"{path}/invitations", {"invite": [{"player": bob.id}]}).status_code == 201
    assert ada.delete(f"{path}/invitations/{bob.id}").status_code == 200
    with listening(bob, path) as stream:
        n = stream.next().id
        assert ada.post(f"{path}/seats").status_code == 201
        assert stream.next().id == n + 1


# ---- seats and spectators


def test_a_seat_gets_news_at_once_and_spectators_together_once_a_second(
    service: Service, players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = [inf]
    monkeypatch.setattr(table_news, "next_tick", lambda _: ticks[0])
    n = number(path, players[0])
    with (
        listening(players[0], path) as own,
        listening(service.nobody, path) as one,
        listening(service.nobody, path) as two,
    ):
        for stream in (own, one, two):
            stream.next()
        for last in (False, False, True):
            ticks[0] = 0.0 if last else inf
            service.play(path, players, 1)
            now = number(path, players[0])
            assert own.until(now)[-1].json["n"] == now
        together = [stream.chunk() for stream in (one, two)]
    assert together[0] == together[1]
    shown = messages(together[0])
    assert next(message.id for message in shown if message.kind == "event") == n + 1
    assert [message.kind for message in shown].count("view") == 1  # three actions, one push of all


def test_spectators_of_a_table_get_their_news_within_the_pause_at_moments_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for now, phase, tick in ((7.0, 0.0, 8.0), (7.2, 0.0, 8.0), (7.5, 0.25, 7.75), (7.75, 0.5, 8.5)):
        monkeypatch.setattr(time, "monotonic", lambda now=now: now)
        assert table_news.next_tick(phase) == pytest.approx(tick)


def test_a_message_is_made_once_for_each_seat_and_once_for_all_spectators(
    service: Service, players: list[Asker], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audiences, "PAUSE", 0.01)
    made: list[int | None] = []
    real = views.view_in_language

    def counted(held: Any, seat: Any, *more: Any) -> Any:
        made.append(seat)
        return real(held, seat, *more)

    with ExitStack() as opened:
        askers = [players[0], players[0], players[1], *[service.nobody] * 5]
        streams = [opened.enter_context(listening(asker, path)) for asker in askers]
        for stream in streams:
            stream.next()
        monkeypatch.setattr(table_news, "view_in_language", counted)
        service.play(path, players, 1)
        now = number(path, players[0])
        assert all(stream.until(now)[-1].id == now for stream in streams)
    assert sorted(seat for seat in made if seat is not None) == [0, 1]
    assert made.count(None) < 5


@pytest.mark.usefixtures("quick")
def test_a_spectator_gets_the_bytes_that_nobody_gets_and_no_part_of_a_seat(
    service: Service, players: list[Asker], path: str
) -> None:
    service.play(path, players, 6)
    n = number(path, players[0])
    told = service.nobody.get(f"{path}/events?limit=500").data
    with listening(service.nobody, path, 0) as stream:
        public = [one for one in stream.until(n) if one.kind == "event"]
    assert b'{"events":[' + b",".join(one.data for one in public) + b"]," in told
    assert len(told) - sum(len(one.data) + 1 for one in public) < 60
    assert all(one.json["parts"] == {} for one in public)
    for seat, asker in enumerate(players):
        with listening(asker, path, 0) as stream:
            own = [one for one in stream.until(n) if one.kind == "event"]
        known = {key for one in own for key in one.json["parts"]}
        assert str(seat) in known
        assert all(str(seat) in key.split("+") for key in known)
        assert [{**one.json, "parts": {}} for one in own] == [one.json for one in public]


@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_streams_of_tables_that_differ_in_hidden_cards_bring_a_seat_the_same_bytes(
    service: Service, players: list[Asker], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    orders: list[test_leaks.Order] = []

    def order(cards: Any, key: bytes) -> tuple[str, ...]:
        return orders[0](cards, key)

    def streamed(world: test_leaks.World) -> list[bytes]:
        me = world.players[world.seat]
        with listening(me, world.path, 0) as stream:
            return [one.data for one in stream.until(number(world.path, me))]

    monkeypatch.setattr(test_leaks.World, "look", streamed)
    monkeypatch.setattr("games.table.following.shuffle_by_key", order)
    test_leaks.test_tables_that_differ_in_hidden_cards_answer_a_seat_alike(
        service, players, orders, game, 1
    )


def test_a_stranger_with_a_token_is_a_spectator(
    service: Service, players: list[Asker], path: str
) -> None:
    stranger = service.player("Mallory")
    with listening(stranger, path, 0) as one, listening(service.nobody, path, 0) as other:
        n = number(path, stranger)
        assert one.until(n) == other.until(n)


@pytest.fixture
def delayed(parts: AppParts, service: Service, players: list[Asker]) -> str:
    """Return the path of a table whose spectators are six events behind."""
    table = opened(parts.tables, "boon", options={"max_rounds": 1}, spectator_delay=6)
    for one in players:
        assert one.post(f"/v1/tables/{table}/seats").status_code == 201
    assert players[0].post(f"/v1/tables/{table}/start").status_code == 200
    return f"/v1/tables/{table}"


@pytest.mark.usefixtures("quick")
def test_a_spectator_who_is_kept_behind_is_never_pushed_more_than_may_be_read(
    service: Service, players: list[Asker], delayed: str
) -> None:
    found: list[Message] = []
    with listening(service.nobody, delayed, 0) as stream:
        first = stream.next()
        assert first.data == service.nobody.get(f"{delayed}/view").data
        while number(delayed, players[0]) < 40:
            service.play(delayed, players, 1)
            now = number(delayed, players[0])
            upto = number(delayed, service.nobody)
            assert upto <= now - 6
            while (found[-1].id if found else 0) < upto:
                found.append(stream.next())
                assert found[-1].id <= upto
        service.play(delayed, players)
        found += stream.rest()
    follows([one for one in found if one.id], service.nobody, delayed, 0)
    assert found[-1].json["phase"] == "closed"


def test_a_spectator_who_is_kept_behind_waits_until_there_is_more_to_be_seen(
    service: Service,
    players: list[Asker],
    delayed: str,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service.play(delayed, players, 3)
    seen, looks = number(delayed, service.nobody), 0
    real = views.table_for

    def counted(*arguments: Any) -> Any:
        nonlocal looks
        looks += 1
        return real(*arguments)

    monkeypatch.setattr("service.play.stream.table_for", counted)
    asked = waiting(pool, service, service.nobody, delayed, seen + 8, LONG)
    heard_of(service, delayed)
    acts = 0
    while number(delayed, service.nobody) <= seen + 8:
        assert not asked.done()
        service.play(delayed, players, 1)
        acts += 1
    assert asked.result(PATIENCE).get_json()["n"] > seen + 8
    assert looks <= acts + 3  # one at each piece of news, none in between


# ---- over a socket


def test_a_client_that_is_gone_gives_its_slot_back_with_the_next_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_MAX_WAITING_READS", "1")
    with SomeProcesses(tmp_path, free_port()) as stack:
        me = register_account(stack.url, "Ada")
        path = f"/v1/tables/{me.post('/v1/tables', {'game': 'boon', 'seats': 3})['view']['table']}"
        stream = Request(stack.url + path + "/events", headers={"Accept": "text/event-stream"})

        def is_taken() -> bool:
            try:
                urlopen(stream, timeout=PATIENCE).close()
            except HTTPError as error:
                with error:
                    return error.code == 503
            return False

        with urlopen(stream, timeout=PATIENCE) as answer:
            assert answer.readline() == b"event: view\n"
            assert is_taken()
        for seat in range(3):  # a closed connection shows when something is written to it
            me.post(f"{path}/seats", {"bot": "regular"})
            wait_for(lambda seat=seat: me.get(path)["seats"][seat]["bot"])  # type: ignore[misc]
        wait_for(lambda: not is_taken())


# ---- Redis away


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "redis") as running:
        yield running


@pytest.fixture
def alone(own_server: EmbeddedServer, tmp_path: Path) -> Iterator[Service]:
    """Return a service on a server that the test may stop."""
    made = assemble_parts(ServiceSettings(own_server.url, tmp_path, "everysec"))
    yield Service(made)
    made.store.redis.close()


def test_who_waits_while_the_store_goes_away_is_told_and_may_wait_again(
    alone: Service, own_server: EmbeddedServer, pool: ThreadPoolExecutor
) -> None:
    players = [alone.player(name) for name in ("Ada", "Bob", "Eve")]
    path = alone.started(players, "boon")
    n = number(path, players[0])
    asked = waiting(pool, alone, players[0], path, n, LONG)
    with listening(players[1], path) as stream:
        assert stream.next().kind == "view"
        heard = pool.submit(stream.rest)
        heard_of(alone, path, 2)
        own_server.stop()
        answer = asked.result(PATIENCE)
        problem(answer, 503, "http/store_away")
        assert answer.headers["Retry-After"] == "1"
        assert heard.result(PATIENCE) == []
    wait_for(lambda: not alone.parts.streams.subscriptions.channels)
    own_server.start()
    wait_for(lambda: players[0].get("/readyz").status_code == 200)
    asked = waiting(pool, alone, players[0], path, n, LONG)
    heard_of(alone, path)
    alone.play(path, players, 1)
    assert asked.result(PATIENCE).get_json()["n"] > n


def test_a_connection_for_news_that_is_lost_is_made_again(
    service: Service,
    players: list[Asker],
    path: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audiences, "HEARTBEAT", 1.0)
    with listening(players[0], path) as stream:
        n = stream.next().id
        (line,) = service.parts.streams.subscriptions.lines.values()
        lost = line.connection
        service.redis.client_kill_filter(_type="pubsub")
        wait_for(lambda: line.connection not in (lost, None))
        wait_for(lambda: subscribers(service, path) == 1)
        assert stream.chunk() == b": still here\n\n"
        service.play(path, players, 1)
        chunks = iter(stream.chunk, b": still here\n\n")  # news comes before another sign of life
        assert messages(next(chunks))[0].id == n + 1
