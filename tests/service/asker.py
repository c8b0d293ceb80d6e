"""Players who ask the service, and what a test looks at behind its back."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import count
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse, run_wsgi_app
from werkzeug.urls import iri_to_uri
from werkzeug.wrappers import Request

from events.record.chain import first_head
from events.store.feed import entries_of
from games.core.fairness.commitment import entropy_commitment
from projections.projection import ReadModel
from service.app import create_app, set_connections
from service.assembly import AppParts
from tests.events.given_log import everything
from workers.tables.bot_turn import play_bots

MADE: list[Flask] = []
OWN = ("CONTENT_LENGTH", "CONTENT_TYPE")  # headers whose names WSGI writes as they are


address_of = lru_cache(1000)(iri_to_uri)  # the same paths are asked again and again


@dataclass
class Asker:
    """One player's (or nobody's) requests; answers are Flask's."""

    client: FlaskClient
    token: str | None = None
    id: str = ""
    keys: Iterator[int] = field(default_factory=count)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        kind: str | None = "application/json",
        headers: dict[str, str] | None = None,
    ) -> TestResponse:
        """Send a request; `body` as JSON, or `raw` bytes of any `kind`."""
        sent = {"X-Request-Id": "test", **(headers or {})}  # so that equal answers are equal
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data is not None:
            sent |= {"Content-Length": str(len(data))} | ({"Content-Type": kind} if kind else {})
        return answer(self.client, method, path, data or b"", sent)

    def get(self, path: str, **headers: str) -> TestResponse:
        """Get; `If_None_Match` stands for a header."""
        return self.ask("GET", path, headers=named(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Post JSON; None stands for {}."""
        return self.ask("POST", path, {} if body is None else body, headers=named(headers))

    def put(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Put JSON."""
        return self.ask("PUT", path, body, headers=named(headers))

    def delete(self, path: str, **headers: str) -> TestResponse:
        """Delete."""
        return self.ask("DELETE", path, headers=named(headers))

    def closing(self, path: str) -> str:
        """Return the head under which the commitments of a table were closed."""
        found: str = self.get(f"{path}/closing").get_json()["closing"]["head"]
        return found

    def reveal(self, path: str, word: str, **headers: str) -> TestResponse:
        """Reveal the entropy of a word at a table whose start was called for."""
        body = {"entropy": entropy(word), "closing": self.closing(path)}
        return self.post(f"{path}/reveal", body, **headers)


def answer(
    client: FlaskClient, method: str, path: str, data: bytes, headers: Mapping[str, str]
) -> TestResponse:
    """Return what an app answers, as `client.open` does, which takes half as long again."""
    where, _, query = address_of(path).partition("?")
    environ = {
        **client.environ_base,
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(where).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(data),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers.items():
        word = name.upper().replace("-", "_")
        environ[word if word in OWN else f"HTTP_{word}"] = value
    told, status, its = run_wsgi_app(client.application, environ)
    return client.response_wrapper(told, status, its, request=Request(environ))


def named(headers: dict[str, str]) -> dict[str, str]:
    """Return headers by their real names."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def lasting_headers(answer: TestResponse) -> list[tuple[str, str]]:
    """Return the headers of an answer, but for the time."""
    return sorted(one for one in answer.headers if one[0] != "Server-Time")


def entropy(word: str) -> str:
    """Return 16 bytes in hex that follow from a word."""
    return hashlib.sha256(word.encode()).hexdigest()[:32]


def commitment(player: str, word: str) -> str:
    """Return what a player sends ahead of the entropy of a word."""
    return entropy_commitment(player, entropy(word))


def problem(answer: TestResponse, status: int, code: str, rule: str | None = None) -> Any:
    """Expect a problem; return its body."""
    assert answer.mimetype == "application/problem+json", answer.status  # a stream has no end
    found = answer.get_json(force=True)
    assert (answer.status_code, found["code"]) == (status, code), found
    assert (found["status"], found["type"]) == (status, f"urn:fairdeal:{code}")
    assert found["title"] and found["detail"]
    assert found.get("rule") == rule
    return found


def app_with(parts: AppParts) -> Flask:
    """Return an app; all that does not depend on its connections is made once for all tests."""
    if not MADE:
        MADE.append(create_app(parts))
    app = copy(MADE[0])
    app.extensions = {}
    set_connections(app, parts)
    return app


class Service:
    """A service with its store, and the accounts that a test makes."""

    def __init__(self, parts: AppParts) -> None:
        self.parts = parts
        self.app = app_with(parts)
        self.nobody = Asker(self.app.test_client())

    @property
    def redis(self) -> Redis:
        """Return the store's client."""
        return self.parts.store.redis

    def player(self, name: str) -> Asker:
        """Make an account."""
        made = self.nobody.post("/v1/players", {"name": name})
        assert made.status_code == 201, made.text
        found = made.get_json()
        return Asker(self.app.test_client(), found["token"], found["player"])

    def opened(self, opener: Asker, game: str = "boon", seats: int = 3, **settings: Any) -> str:
        """Open a table; return its path."""
        made = opener.post("/v1/tables", {"game": game, "seats": seats, **settings})
        assert made.status_code == 201, made.text
        return f"/v1/tables/{made.get_json()['view']['table']}"

    def started(
        self, players: list[Asker], game: str = "boon", seats: int = 3, **settings: Any
    ) -> str:
        """Open a table, seat the players and then bots, start; return its path."""
        path = self.opened(players[0], game, seats, **settings)
        for one in players:
            assert one.post(f"{path}/seats").status_code == 201
        for _ in range(seats - len(players)):
            assert players[0].post(f"{path}/seats", {"bot": "regular"}).status_code == 201
        answer = players[0].post(f"{path}/start")
        assert answer.status_code == 200, answer.text
        return path

    def bots(self, path: str) -> None:
        """Play the turns of the bots, as a worker does."""
        play_bots(self.parts.tables, path.rsplit("/", 1)[1])

    def play(self, path: str, players: list[Asker], actions: int = 10**6, seed: int = 1) -> None:
        """Let players and bots act until play has ended, or so many actions were accepted."""
        luck = random.Random(seed)
        while actions:
            self.bots(path)
            views = [(one, one.get(f"{path}/view").get_json()) for one in players]
            if views[0][1]["phase"] in ("finished", "closed"):
                return
            able = [(one, view["choices"]) for one, view in views if view["choices"]]
            one, choices = luck.choice(able)
            offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
            answer = one.post(f"{path}/actions", luck.choice(offered))
            assert answer.status_code == 200, answer.text
            actions -= 1
        self.bots(path)

    def acting(self, path: str, players: list[Asker]) -> tuple[Asker, Asker]:
        """Return a player who may act now, and one who may not."""
        self.bots(path)
        views = [one.get(f"{path}/view").get_json() for one in players]
        able = [one for one, view in zip(players, views, strict=True) if view["choices"]]
        others = [one for one in players if one not in able]
        return able[0], others[0] if others else able[0]

    def follow(self) -> None:
        """Bring the lists of tables and tournaments up to date, as a follower does."""
        own = self.parts
        for model in (own.models.lobby, own.models.player_tables, own.models.tournaments):
            for partition in range(self.parts.store.names.partitions):
                self.feed(model, partition)

    def feed(self, model: ReadModel, partition: int) -> None:
        """Let a read model take in the news of a partition."""
        version, key = model.version(), self.parts.store.names.feed(partition)
        reply: Any = self.redis.xread({key: model.places(version).get(partition, "0-0")})
        for _, entries in entries_of(reply):
            model.decide_on(entries)
            model.feed(partition, entries, version)

    def log(self, path: str) -> tuple[int, str]:
        """Return length and head of a table's log, from the store."""
        table = path.split("/")[3]
        events = self.parts.store.read(table)
        return len(events), (events[-1].h if events else first_head(table)).hex()

    @contextmanager
    def nothing_happens(self) -> Iterator[None]:
        """Expect that the store holds the same afterwards, every key and byte of it."""
        before = everything(self.redis)
        yield
        assert everything(self.redis) == before


@contextmanager
def nothing_done(service: Service) -> Iterator[None]:
    """Expect that the store holds the same afterwards, texts too, but for what counts rates."""

    def kept() -> dict[str, Any]:
        found = everything(service.redis).items()
        return {key: value for key, value in found if not key.startswith("fd:limits")}

    before = kept()
    yield
    assert kept() == before


def with_role(service: Service, role: str, name: str = "") -> Asker:
    """Make an account with a role, by which it is called where no name is given."""
    made = service.player(name or role)
    found = service.parts.players.find(made.id)
    assert found is not None
    service.parts.players.give_role(found, role)
    return made
