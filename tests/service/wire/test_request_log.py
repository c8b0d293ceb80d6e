"""The log of requests: ids, fields, sampling; and no secret in anything that is logged."""

import logging
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import orjson
import pytest

from events.accounts.players import Players
from events.logs import LogFormatter
from games import GAMES, OWN
from service.app import create_app
from service.wire.request_log import of_request
from tests.service.asker import Asker, Service, commitment, problem

SHORTEST = 8  # characters of a text that can be told from chance
ENOUGH = 20  # sealed texts at a table
ACTIONS = 6
REQUESTS_A_SECOND = 300  # of 100 actions
SAMPLED = 100  # requests of which one is logged, as docs/reference/metrics.md advises
MOST_A_DAY = 100 * 10**6  # bytes


class Lines(logging.Handler):
    """All that is logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(LogFormatter(of_request))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(self.format(record))

    def of(self, logger: str) -> list[dict[str, Any]]:
        """Return the records of a logger."""
        return [one for one in map(orjson.loads, self.lines) if one["logger"] == logger]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    """Collect what is logged, down to the last detail."""
    monkeypatch.setenv("FAIRDEAL_LOG_FORMAT", "json")
    made, root = Lines(), logging.getLogger()
    before = root.level
    root.addHandler(made)
    root.setLevel(logging.DEBUG)
    yield made
    root.removeHandler(made)
    root.setLevel(before)


@pytest.fixture
def logged(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Return a service that logs every request."""
    monkeypatch.setenv("FAIRDEAL_ACCESS_LOG_EVERY", "1")
    service.app = create_app(service.parts)
    return service


@pytest.mark.parametrize("sent", ["abc-1.2_3:4", "0" * 64])
def test_an_answer_has_the_id_that_was_sent(service: Service, sent: str) -> None:
    answer = service.nobody.get("/v1/games", X_Request_Id=sent)
    assert answer.headers["X-Request-Id"] == sent


@pytest.mark.parametrize("sent", [None, "", "0" * 65, "a b", "\x1b[2K", "{}"])
def test_an_answer_has_a_new_id_where_none_of_use_was_sent(
    service: Service, sent: str | None
) -> None:
    headers = {} if sent is None else {"X-Request-Id": sent}
    client = service.app.test_client()
    answers = [client.get("/v1/games", headers=headers) for _ in range(2)]
    ids = {answer.headers["X-Request-Id"] for answer in answers}
    assert len(ids) == 2
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in ids)


def test_a_request_is_logged_with_who_where_and_what_came_of_it(
    logged: Service, log: Lines
) -> None:
    ada = logged.player("Ada")
    path = logged.opened(ada)
    answer = ada.post(f"{path}/start")
    refused = log.of("fairdeal.access")[-1]
    code = answer.get_json(force=True)["code"]
    assert (refused["status"], refused["code"]) == (answer.status_code, code)
    assert (refused["table"], refused["player"]) == (path.split("/")[3], ada.id)
    assert refused["request_id"] == answer.headers["X-Request-Id"]
    assert (refused["method"], refused["operation"]) == ("POST", "starts.start")
    assert refused["seconds"] > 0


def test_one_request_in_so_many_is_logged(
    service: Service, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one_in, expected in ((0, 0), (3, 2), (1, 6)):
        monkeypatch.setenv("FAIRDEAL_ACCESS_LOG_EVERY", str(one_in))
        client = create_app(service.parts).test_client()
        log.lines.clear()
        for _ in range(6):
            client.get("/v1/games")
        assert len(log.of("fairdeal.access")) == expected


def test_a_slow_request_is_always_logged_and_one_that_waits_for_news_is_not_slow(
    service: Service, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_ACCESS_LOG_SLOW_MILLISECONDS", "1")
    steps = count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(steps))  # a second from look to look
    ada = service.player("Ada")
    path = service.opened(ada)
    service.app = create_app(service.parts)
    ada = Asker(service.app.test_client(), ada.token, ada.id)
    log.lines.clear()
    ada.get(f"{path}/view")
    (slow,) = log.of("fairdeal.access")
    assert (slow["level"], slow["operation"]) == ("info", "play.view")
    assert slow["seconds"] >= 1
    log.lines.clear()
    ada.get(f"{path}/view?after=0&wait=1")
    assert log.of("fairdeal.access") == []


def test_a_day_of_play_fits_the_disk(
    service: Service, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 100 actions a second, each with two more requests of players: of 100 requests one line."""
    logging.getLogger().setLevel(logging.INFO)  # as a server does
    monkeypatch.setenv("FAIRDEAL_ACCESS_LOG_SLOW_MILLISECONDS", "0")
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.started([ada, bob], "boosh", 2)
    log.lines.clear()
    service.play(path, [ada, bob], actions=ACTIONS)
    assert log.lines == [], "unless somebody asks for it, no request is logged"
    monkeypatch.setenv("FAIRDEAL_ACCESS_LOG_EVERY", "1")
    service.app = create_app(service.parts)
    players = [Asker(service.app.test_client(), one.token, one.id) for one in (ada, bob)]
    service.play(path, players, actions=ACTIONS)
    sizes = [len(line) + 1 for line in log.lines]
    assert len(sizes) >= ACTIONS, "every request is a line"
    a_day = REQUESTS_A_SECOND * 86_400 / SAMPLED * max(sizes)
    assert a_day <= MOST_A_DAY, sizes


def test_a_request_that_fails_by_our_fault_is_always_logged_with_its_cause(
    service: Service, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(Players, "find", fail)
    answer = service.nobody.get("/v1/players/p0")
    problem(answer, 500, "http/internal")
    (cause,), (request,) = log.of("fairdeal.service"), log.of("fairdeal.access")
    assert "ValueError: a bug" in cause["exception"]
    assert cause["request_id"] == request["request_id"] == answer.headers["X-Request-Id"]
    assert (request["level"], request["code"]) == ("error", "http/internal")


def private_texts(service: Service, path: str) -> Iterator[str]:
    """Yield the salts of a table, and what they seal, as it stands in answers and in the store."""
    for event in service.parts.store.read(path.split("/")[3]):
        for part in orjson.loads(event.p or b"{}").values():
            yield part["salt"]
            for value in part["data"].values():
                text = orjson.dumps(value).decode()
                if len(text) > SHORTEST:  # a number alone proves nothing
                    yield text


@pytest.mark.parametrize("game", sorted({one.name for one in OWN}))
def test_nothing_secret_of_a_played_table_is_logged(
    logged: Service, log: Lines, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = logged.player("Ada"), logged.player("Bob")
    seats = max(2, min(GAMES[game, 1].seats))
    opened = ada.post("/v1/tables", {"game": game, "seats": seats, "private": True}).get_json()
    path, code = f"/v1/tables/{opened['view']['table']}", opened["join_code"]
    for one, word in ((ada, "a"), (bob, "b")):
        one.post(f"{path}/seats", {"commitment": commitment(one.id, word)}, Join_Code=code)
    for _ in range(seats - 2):
        ada.post(f"{path}/seats", {"bot": "regular"})
    ada.post(f"{path}/start")
    for one, word in ((ada, "a"), (bob, "b")):
        one.reveal(path, word)
    logged.play(path, [ada, bob], actions=30)
    while len({*private_texts(logged, path)}) < ENOUGH:  # a hand of few sealed cards
        logged.play(path, [ada, bob], actions=10)
        assert ada.get(f"{path}/view").get_json()["phase"] == "playing", "the table ended too soon"
    able, other = logged.acting(path, [ada, bob])
    other.post(f"{path}/actions", {"type": "pass"})
    with monkeypatch.context() as patch:
        patch.setattr(logged.parts.store, "append", lambda *_: 1 / 0)
        choices = able.get(f"{path}/view").get_json()["choices"]
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        problem(able.post(f"{path}/actions", offered[0]), 500, "http/internal")
    secrets = {ada.token, bob.token, code, *private_texts(logged, path)}
    text = "\n".join(log.lines)
    assert len(secrets) > ENOUGH
    assert path in text
    assert [
        one for one in secrets if str(one) in text or str(one).replace('"', '\\"') in text
    ] == []
