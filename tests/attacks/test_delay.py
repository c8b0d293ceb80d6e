"""With a `spectator_delay`, no answer to those without a seat tells what happened within it.

A table is asked everything that openapi.yaml has, by everybody who holds no seat, before and after
events that are not shown yet; every byte of every answer must be the same.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from math import inf
from typing import Any

import pytest

from projections.live.subscriptions import Subscription
from projections.tables.languages import ENGLISH
from service.tables.news import TableAudience
from tests.attacks.callers import PLAYERS, Scene
from tests.attacks.test_matrix import LINES, body_of, operations, values
from tests.service.asker import Asker, Service, lasting_headers
from tests.waiting import step_back

DELAY = 1000
SOON = 0.05  # seconds
WATCHERS = ("nobody", "stranger", "opener", "left", "auditor")
OWN_AFFAIR = {"showMetrics", "showOpenapi"}  # of the server; of nobody
QUERIES = {
    "showView": ("?after={live}", "?after=1&wait=1"),
    "listEvents": ("?after={live}", "?after=1&limit=2"),
    "replayTable": ("?at={live}", "?at=2", "?seat=1", "?seat=nobody"),
    "listHands": ("?after=1",),
    "proveTable": ("?size=1",),
    "listTables": ("?phase=playing", "?game=boosh&limit=1"),
    "listDisputes": ("?status=open",),
    "listMyTables": ("?state=my_turn", "?state=disputed", "?state=playing"),
    "listTablesOfPlayer": ("?state=playing", "?state=ended"),
}
SIGNED_NOW = re.compile(  # a checkpoint, as JSON or as a note, which may stand in JSON too
    rb'"at":[0-9]{13}|"signature":"[0-9a-f]{128}"|at [0-9]{13}\b|\xe2\x80\x94 [^\\\n]+'
)
WRITTEN_NOW = re.compile(rb'(?<=\n{"at":)\d+|(?<="signature":")[0-9a-f]{128}(?=","table")')
NUMBERED_NOW = re.compile(rb"(?<=\nid: )[0-9]{13}\b")
SENT_NOW = re.compile(rb',"now":\d+')  # the time at which a message of a stream was sent
Told = tuple[int, list[tuple[str, str]], bytes]


def delayed(service: Service) -> Scene:
    """Return a table in play that is shown late, with a dispute, and a player who has left."""
    scene = Scene.of(service, private=False)
    body = {"game": "boosh", "seats": 3, "spectator_delay": DELAY}
    scene.path = scene.callers["opener"].post("/v1/tables", body).headers["Location"]
    scene.seat(*PLAYERS)
    assert scene.callers["opener"].post(f"{scene.path}/start", {}).status_code == 200
    move_on(scene, PLAYERS)
    complaint = {"hand": 1, "reason": "Seat 1 peeked"}
    scene.dispute = scene.callers["one"].post(f"{scene.path}/disputes", complaint).location
    scene.leave()
    move_on(scene, ("one", "two"))
    scene.callers |= {"acting": scene.callers["one"], "waiting": scene.callers["two"]}
    return scene


def move_on(scene: Scene, names: tuple[str, ...]) -> None:
    """Play some actions."""
    scene.service.play(scene.path, [scene.callers[name] for name in names], actions=4)
    scene.service.follow()
    for partition in range(scene.service.parts.store.names.partitions):
        scene.service.feed(scene.service.parts.models.disputes, partition)


def asks(scene: Scene, live: list[int]) -> Iterator[tuple[str, str, str, Any, dict[str, str]]]:
    """Yield operation, method, path, body and headers of what is asked."""
    fields = {**values(scene, {}), "seat": "1"}
    for name, (method, template, operation) in operations().items():
        path = template
        for field, value in fields.items():
            path = path.replace(f"{{{field}}}", value)
        assert "{" not in path, f"a part of {path} has no value in the matrix"
        if method == "get" and name not in OWN_AFFAIR:
            for query in ("", *(one.format(live=n) for one in QUERIES.get(name, ()) for n in live)):
                for form in operation["responses"].get("200", {}).get("content", ["*/*"]):
                    yield name, "GET", path + query, None, {"Accept": form}
            for n in live:
                tags = f'"{n}.s.0", "{n}.0.0"'
                yield name, "GET", path, None, {"If-None-Match": tags}
                if name == "listEvents":
                    after = {"Accept": "text/event-stream", "Last-Event-ID": str(n)}
                    yield name, "GET", path, None, after
        elif "{table_id}" in template:
            matches = [{"If-Match": f'"{n}.s.0"'} for n in (1, 2, *live, 10**6)]
            for match in ({}, *matches):
                yield name, method.upper(), path, LINES[name].get("body"), match


def may(watcher: str, name: str) -> bool:
    """Say whether somebody may do or read something of a table that he does not see now."""
    if watcher == "left":  # comes back, and complains of what was played while he sat
        return name in {"returnToSeat", "openDispute"}
    return watcher == "auditor" and "{dispute_id}" in operations()[name][1]


def told(scene: Scene, live: list[int]) -> dict[str, Told]:
    """Return what everybody without a seat is answered to everything."""
    found = {}
    for watcher in WATCHERS:
        asker = scene.callers[watcher]
        for name, method, path, body, headers in asks(scene, live):
            if not may(watcher, name):
                key = f"{watcher}: {method} {path} {headers}"
                found[key] = answer(asker, method, path, body_of(scene, body, asker), headers)
    return found


def answer(asker: Asker, method: str, path: str, body: Any, headers: dict[str, str]) -> Told:
    """Return status, headers and body of an answer; of a stream the first message."""
    got = asker.ask(method, path, body, headers={**headers, "X-Request-Id": "same"})
    try:
        stream: Iterator[bytes] = iter(got.response)  # type: ignore[arg-type]  # WSGI gives bytes
        is_stream = got.mimetype == "text/event-stream"
        data = SENT_NOW.sub(b"", next(stream, b"")) if is_stream else got.data
        if "/checkpoints/" in path or "/tree/" in path:
            data = SIGNED_NOW.sub(b"", data)
        if path.partition("?")[0] == "/v1/tables":  # a stream's messages are numbered by the time
            data = NUMBERED_NOW.sub(b"", data)
        if path.endswith("/log"):  # the last line is dated and signed anew each time
            data = WRITTEN_NOW.sub(b"", data)
        return got.status_code, lasting_headers(got), data
    finally:
        got.close()


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a read that waits in vain give up soon: no second of it would tell more."""
    wait = Subscription.wait
    monkeypatch.setattr(
        Subscription,
        "wait",
        lambda one, left, until_news=True: wait(one, min(left, SOON), until_news),
    )


@pytest.mark.usefixtures("short_waits")
def test_no_answer_tells_what_happened_within_the_delay(service: Service) -> None:
    scene = delayed(service)
    before = service.log(scene.path)[0]
    with service.nothing_happens():
        first = told(scene, [before, before + 1])
    move_on(scene, ("one", "two"))
    assert scene.callers["two"].delete(f"{scene.path}/seats/1").status_code == 200
    move_on(scene, ("one",))
    assert service.log(scene.path)[0] > before + 8
    second = told(scene, [before, before + 1])
    assert [ask for ask in first if first[ask] != second[ask]] == []


def test_a_live_number_in_if_match_is_answered_as_any_other(service: Service) -> None:
    scene = delayed(service)
    n, eve = service.log(scene.path)[0], scene.callers["stranger"]
    answers = {
        eve.ask("POST", f"{scene.path}/seats", {}, headers={"If-Match": f'"{k}.s.0"'}).data
        for k in range(2, n + 3)
    }
    (only,) = answers
    problem = json.loads(only)
    assert (problem["code"], problem["n"]) == ("table/stale", 1)
    seen = eve.ask("POST", f"{scene.path}/seats", {}, headers={"If-Match": '"1.s.0"'}).get_json()
    assert seen["code"] == "table/started"


class Restless:
    """A table at which something always happens."""

    newest = 10**6

    async def wait(self, _: float, heeds: bool) -> bool:
        """Say that it has moved on."""
        await step_back()
        return True


class Watching:
    """Somebody who watches a table until the first message."""

    seat, player, until, after, at_once, language = None, None, inf, 0, False, ENGLISH

    def __init__(self, audience: TableAudience) -> None:
        self.audience, self.listener, self.topic = audience, self, self
        self.parts: list[bytes] = []

    def push(self, part: bytes) -> None:
        """Take it."""
        self.parts.append(part)
        self.audience.streams.clear()

    def finish(self) -> None:
        """Be gone already."""


def test_a_stream_shows_that_it_lives_also_while_the_table_moves_on_unseen(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = delayed(service)
    for name, seconds in (("PAUSE", 0.01), ("HEARTBEAT", 0.05)):
        monkeypatch.setattr(f"service.streams.audiences.{name}", seconds)
    table = scene.path.rsplit("/", 1)[1]
    parts = service.parts
    names = parts.players.cached_names
    audience = TableAudience(
        parts.streams.audiences, parts.tables, parts.caches.stories, names, table
    )
    watching: Any = Watching(audience)
    watching.after = json.loads(service.nobody.get(f"{scene.path}/view").data)["n"]
    audience.streams.add(watching)
    asyncio.run(audience.follow(Restless()))  # type: ignore[arg-type]  # has all that is asked for
    assert watching.parts == [b": still here\n\n"]
