"""Presence: who is there, told to who asks, by a read and a stream, and never by a view."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from events.accounts.presence import ONLINE, PARTING, REMEMBERED, SEEN_KEY, online_players
from events.store.streams import Store
from service.streams import presence as seen_here
from tests.service.asker import Asker, Service, problem
from tests.waiting import wait_for

PATH, WANTS = "/v1/presence", "/v1/players/me/preferences"


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def shown(asker: Asker, *players: Asker) -> list[str]:
    """Return what is told of players, once what was seen is noted."""
    found = asker.get(f"{PATH}?players={','.join(one.id for one in players)}").get_json()
    assert [row["player"] for row in found["players"]] == [one.id for one in players]
    return [row["presence"] for row in found["players"]]


@contextmanager
def watching(asker: Asker, *players: Asker) -> Iterator[Iterator[dict[str, str]]]:
    """Listen to the presence of players: what each message tells."""
    path = f"{PATH}?players={','.join(one.id for one in players)}"
    answer = asker.get(path, Accept="text/event-stream")
    assert answer.mimetype == "text/event-stream"
    parts = (part.decode() for part in answer.iter_encoded())
    told = (json.loads(part.split("data: ")[1]) for part in parts if part.startswith("event: "))
    yield ({row["player"]: row["presence"] for row in one["players"]} for one in told)
    answer.close()


def wait_told(messages: Iterator[dict[str, str]], player: Asker) -> str:
    """Return what the next message says that tells of a player."""
    return next(one[player.id] for one in messages if player.id in one)


def test_who_has_asked_for_something_is_there_for_a_minute(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob.get("/v1/players/me")
    assert shown(ada, bob, ada) == ["unknown", "unknown"]  # not noted yet: nobody waits for it
    service.parts.streams.presence.note()
    assert shown(ada, bob, ada) == ["online", "online"]
    now = service.parts.store.now()
    monkeypatch.setattr(service.parts.store, "now", lambda: now + ONLINE + 1)
    assert shown(ada, bob, ada) == ["offline", "offline"]


def test_who_has_gone_is_offline_for_an_hour_and_then_as_one_who_hides(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob.get("/v1/players/me")
    service.parts.streams.presence.note()
    now = service.parts.store.now()
    for later, presence in ((ONLINE, "offline"), (REMEMBERED, "unknown")):
        monkeypatch.setattr(service.parts.store, "now", lambda later=later: now + later)
        assert shown(ada, bob) == [presence]
    ada.get("/v1/players/me")
    service.parts.streams.presence.noted.clear()
    service.parts.streams.presence.note()
    assert service.redis.zscore(SEEN_KEY, bob.id) is None  # nothing older is kept


def test_who_goes_and_does_not_want_to_be_seen_is_not_said_to_be_offline(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob.get("/v1/players/me")
    service.parts.streams.presence.note()
    now = service.parts.store.now()
    monkeypatch.setattr(service.parts.store, "now", lambda: now + ONLINE)
    assert shown(ada, bob) == ["offline"]
    bob.put(WANTS, {"presence": False})
    assert shown(ada, bob) == ["unknown"]


def test_who_has_a_stream_open_is_there_without_asking_again(
    service: Service, ada: Asker, bob: Asker
) -> None:
    own, path = service.parts.streams.presence, service.opened(ada, "boon", 3)
    stream = bob.get(f"{path}/events", Accept="text/event-stream")
    assert next(iter(stream.iter_encoded()))
    for _ in range(2):
        own.note()
        own.noted.clear()  # as when it was long ago
        service.redis.delete(SEEN_KEY)
    own.note()
    assert online_players(service.parts.store, [bob.id]) == {bob.id}
    stream.close()
    wait_for(lambda: not own.streams)


@pytest.mark.parametrize("back", ["no", "at once", "elsewhere"])
def test_who_ends_the_last_stream_is_soon_offline_unless_another_is_there(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch, back: str
) -> None:
    own, path = service.parts.streams.presence, service.opened(ada, "boon", 3)
    elsewhere = seen_here.Presence(service.parts.store)
    stream = bob.get(f"{path}/events", Accept="text/event-stream")
    assert next(iter(stream.iter_encoded()))
    own.note()
    if back == "elsewhere":
        elsewhere.enter(bob.id)
    stream.close()
    wait_for(lambda: not own.streams)
    own.note()
    assert own.left.keys() == {bob.id}, "a page may be loaded anew"
    if back == "at once":
        own.enter(bob.id)
    monkeypatch.setattr(seen_here, "STEP", 0.0)
    own.note()
    assert not own.left
    assert shown(ada, bob) == ["online"]
    elsewhere.note()
    now = service.parts.store.now()
    monkeypatch.setattr(service.parts.store, "now", lambda: now + PARTING)
    assert shown(ada, bob) == ["offline" if back == "no" else "online"]


def test_a_store_that_is_away_does_not_keep_who_has_gone_from_being_offline(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = service.parts.streams.presence
    own.enter(bob.id)
    own.note()
    own.leave(bob.id)
    monkeypatch.setattr(seen_here, "STEP", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(seen_here, "note_parted", lambda store, players: raise_lost())
        own.note()
    now = service.parts.store.now()
    monkeypatch.setattr(service.parts.store, "now", lambda: now + ONLINE)
    assert shown(ada, bob) == ["offline"], "as anybody who is not seen for a minute"


def raise_lost() -> None:
    """Lose the connection."""
    raise ConnectionLost


def test_a_process_notes_a_player_once_in_a_while_and_no_request_writes_it(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[list[str]] = []
    monkeypatch.setattr(seen_here, "note_seen", lambda store, players: noted.append(players))
    for _ in range(5):
        ada.get("/v1/players/me")
        service.parts.streams.presence.note()
    assert noted == [[ada.id]]
    monkeypatch.setattr(seen_here, "AGAIN", 0.0)
    ada.get("/v1/players/me")
    service.parts.streams.presence.note()
    assert noted == [[ada.id]] * 2


def test_who_does_not_want_to_be_seen_is_as_one_who_was_never_there(
    service: Service, ada: Asker, bob: Asker
) -> None:
    never = service.player("Never")
    bob.get("/v1/players/me")
    service.parts.streams.presence.note()
    assert shown(ada, bob) == ["online"]
    bob.put(WANTS, {"presence": False})
    assert shown(ada, bob, never) == ["unknown"] * 2
    service.parts.streams.presence.noted.clear()
    bob.get("/v1/players/me")
    service.parts.streams.presence.note()
    assert shown(ada, bob, never) == ["unknown"] * 2
    assert service.redis.zscore(SEEN_KEY, bob.id) is None  # it is not even kept
    bob.put(WANTS, {})
    service.parts.streams.presence.noted.clear()
    bob.get("/v1/players/me")
    service.parts.streams.presence.note()
    assert shown(ada, bob) == ["online"]


def test_a_note_that_crosses_the_switch_shows_nobody(
    service: Service, ada: Asker, bob: Asker
) -> None:
    bob.put(WANTS, {"presence": False})
    store = service.parts.store
    store.redis.zadd(SEEN_KEY, {bob.id: store.now()})  # by another process, a moment late
    assert shown(ada, bob) == ["unknown"]


def test_a_stream_tells_who_is_there_and_then_who_comes_and_goes(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_here, "STEP", 0.05)
    with watching(ada, ada, bob) as messages:
        assert next(messages) == {ada.id: "unknown", bob.id: "unknown"}
        service.parts.streams.presence.note()
        assert next(messages)[ada.id] == "online"
        service.parts.streams.presence.noted.clear()
        bob.get("/v1/players/me")
        service.parts.streams.presence.note()
        assert wait_told(messages, bob) == "online"


def test_a_stream_tells_who_is_gone_without_anybodys_news(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_here, "STEP", 0.05)
    bob.get("/v1/players/me")
    service.parts.streams.presence.note()
    with watching(ada, bob) as messages:
        assert next(messages) == {bob.id: "online"}
        seen = service.redis.zscore(SEEN_KEY, bob.id)
        assert seen is not None
        service.redis.zadd(SEEN_KEY, {bob.id: seen - ONLINE})
        assert next(messages) == {bob.id: "offline"}
        service.redis.zrem(SEEN_KEY, bob.id)
        assert next(messages) == {bob.id: "unknown"}


@pytest.mark.parametrize("players", ["", "p1,,p2", "t1", ",".join(f"p{k}" for k in range(101))])
def test_players_that_are_none_or_too_many_are_refused(ada: Asker, players: str) -> None:
    problem(ada.get(f"{PATH}?players={players}"), 400, "http/bad_query")


def test_presence_is_told_to_nobody_without_a_token(service: Service, ada: Asker) -> None:
    stream = service.nobody.get(f"{PATH}?players={ada.id}", Accept="text/event-stream")
    problem(stream, 401, "http/unauthorized")


def test_a_store_that_is_away_hears_of_players_later(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(store: Store, players: Any) -> None:
        raise ConnectionLost

    ada.get("/v1/players/me")
    with monkeypatch.context() as patch:
        patch.setattr(seen_here, "note_seen", away)
        service.parts.streams.presence.note()
    ada.get("/v1/players/me")
    service.parts.streams.presence.note()
    assert online_players(service.parts.store, [ada.id]) == {ada.id}


def test_no_view_changes_with_who_is_there(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.started([ada, bob])
    before = [one.get(f"{path}/view").data for one in (ada, bob)]
    service.parts.streams.presence.note()
    service.redis.delete(SEEN_KEY)
    assert [one.get(f"{path}/view").data for one in (ada, bob)] == before
