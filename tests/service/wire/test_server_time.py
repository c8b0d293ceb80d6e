"""Each answer tells the store's time."""

import pytest
from redis import Redis

from events.store import clock
from events.store.clock import StoreClock
from events.store.embedded.server import EmbeddedServer
from service.assembly import AppParts
from tests.service.asker import Service


def test_each_answer_tells_the_time_by_which_deadlines_go(
    service: Service, parts: AppParts
) -> None:
    ada = service.player("Ada")
    for asker, path, status in (
        (ada, "/v1/players/me", 200), (service.nobody, "/v1/players/me", 401),
        (service.nobody, "/healthz", 200), (service.nobody, "/nowhere", 404),
    ):  # fmt: skip
        before = parts.store.now()
        answer = asker.get(path)
        assert answer.status_code == status
        assert before <= int(answer.headers["Server-Time"]) <= parts.store.now()


def test_nobody_waits_for_a_store_that_is_away_to_be_told_the_time(
    parts: AppParts, monkeypatch: pytest.MonkeyPatch, server: EmbeddedServer
) -> None:
    own = StoreClock(parts.store.redis)
    known = own.now()
    monkeypatch.setattr(StoreClock, "refresh", lambda *_: pytest.fail("the store was asked"))
    monkeypatch.setattr(clock, "READ_INTERVAL", -1.0)
    told = own.about_now()
    assert told is not None
    assert known <= told


def test_a_time_that_nothing_is_known_of_is_not_told() -> None:
    assert StoreClock(Redis(unix_socket_path="/nowhere")).about_now() is None
