"""Who may do what: every operation of openapi.yaml, asked by everybody, answered as its line says.

A line of `matrix.yaml` has the `scene` in which an operation is asked (`callers.py`), what is sent,
and for a public and a private table who is answered how: `ok` or the code of the refusal; `rest`
is everybody who is not named.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from redis import Redis
from werkzeug.test import TestResponse

from events.store.clock import ClockCorrection
from events.store.embedded.server import EmbeddedServer
from events.store.names import CORRECTION
from events.store.streams import Store
from service.assembly import assemble_parts
from service.openapi.operations import api_operations as of_routes
from service.settings import ServiceSettings
from tests.attacks.callers import NAMES, SCENES, WORD, Scene
from tests.service.asker import Asker, Service, entropy
from tests.service.document import document
from tests.service.play.test_signed_actions import with_key

LINES: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("matrix.yaml").read_text()
)
METHODS = ("get", "put", "post", "delete", "patch")
OF_TABLES = re.compile(r"\{(table|dispute)_id\}")
CASES = [
    (name, is_private)
    for name, path in sorted((one.id, one.path) for one in of_routes())
    for is_private in ([False, True] if OF_TABLES.search(path) else [False])
]
Make = Callable[[], Scene]


@cache
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Return method, path and description of every operation by its name."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, item in document()["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    }


class Snapshot(NamedTuple):
    """A scene as it was made, to be put up again: that takes a quarter of the time."""

    scene: Scene
    data: Path
    keys: dict[Any, tuple[int, Any]]  # with milliseconds to live, or 0
    at: int  # the store's time

    @classmethod
    def of(cls, scene: Scene, data: Path) -> "Snapshot":
        """Return a copy of the store, and of the folder beside it, to which nothing is written."""
        redis = scene.service.redis
        keys = {key: (max(0, redis.pttl(key)), redis.dump(key)) for key in redis.keys("*")}
        shutil.copytree(data, kept := data.with_suffix(".kept"))
        return cls(scene, kept, keys, scene.service.parts.store.now())

    def put_up(self, redis: Redis, data: Path, service: Callable[[], Service]) -> Scene:
        """Return the scene at a service that has seen nothing of it, on an empty store.

        It is as late there as it was, so that no deadline has passed meanwhile.
        """
        shutil.copytree(self.data, data)
        for key, (left, value) in self.keys.items():
            redis.restore(key, left, value)
        seconds, micros = redis.time()
        real = 1000 * seconds + micros // 1000
        redis.set(CORRECTION, ClockCorrection(1, self.at - real, real).text())
        own = service()
        own.parts.signing.tree.settle = self.scene.service.parts.signing.tree.settle
        callers = {
            name: Asker(own.app.test_client(), one.token, one.id)
            for name, one in self.scene.callers.items()
        }
        return replace(self.scene, service=own, callers=callers)


@pytest.fixture(scope="module")
def snapshots() -> dict[tuple[str, bool], Snapshot]:
    """Return the scenes that were made in this process."""
    return {}


@pytest.fixture
def make(
    server: EmbeddedServer, redis: Redis, tmp_path: Path,
    snapshots: dict[tuple[str, bool], Snapshot],
) -> Iterator[Callable[..., Scene]]:  # fmt: skip
    """Return what makes a scene in an empty store, without limits on refused requests."""
    stores: list[Store] = []

    def made(name: str, is_private: bool) -> Scene:
        redis.flushall()
        data = tmp_path / str(len(stores))  # of its own: it keeps what was signed for

        def service() -> Service:
            parts = assemble_parts(ServiceSettings(server.url, data, "everysec", limits="off"))
            stores.append(parts.store)
            return Service(parts)

        known = snapshots.get((name, is_private))
        if known is not None:
            return known.put_up(redis, data, service)
        scene = SCENES[name](service(), is_private)
        snapshots[name, is_private] = Snapshot.of(scene, data)
        return scene

    yield made
    for store in stores:
        store.redis.close()


def test_every_operation_of_openapi_yaml_has_a_line_and_every_line_an_operation() -> None:
    assert sorted(LINES) == sorted(operations()) == sorted({name for name, _ in CASES})


@pytest.mark.parametrize(("name", "is_private"), CASES)
def test_an_operation_answers_everybody_as_its_line_says(
    make: Callable[..., Scene], name: str, is_private: bool
) -> None:
    line = LINES[name]
    expected = expected_of(line["private" if is_private else "public"])
    assert answers(make, name, is_private) == expected


def expected_of(groups: dict[str, Any]) -> dict[str, str]:
    """Return the answer to everybody."""
    rest = [code for code, names in groups.items() if names == "rest"]
    named = [(one, code) for code, names in groups.items() if names != "rest" for one in names]
    found = dict(named)
    assert len(found) == len(named), "somebody stands in a line twice"
    assert set(found) <= set(NAMES), "a line names somebody whom nobody knows"
    assert len(rest) <= 1
    return {one: found[one] if one in found else rest[0] for one in NAMES}


def answers(make: Callable[..., Scene], name: str, is_private: bool) -> dict[str, str]:
    """Ask an operation as everybody, in a new scene after each command that was carried out."""
    method, _, _ = operations()[name]
    found: dict[str, str] = {}
    scene = None
    for caller in NAMES:
        scene = scene or make(LINES[name]["scene"], is_private)
        codes = {code_of(answer) for answer in asked(scene, name, scene.callers[caller])}
        assert len(codes) == 1, f"{caller} is answered otherwise in another form: {codes}"
        (found[caller],) = codes
        if method != "get" and found[caller] == "ok":
            scene = None
    return found


def asked(scene: Scene, name: str, asker: Asker) -> Iterator[TestResponse]:
    """Ask an operation, one that reads in every form in which it answers."""
    method, path, operation = operations()[name]
    line = LINES[name]
    for field, value in values(scene, line).items():
        path = path.replace(f"{{{field}}}", value)
    assert "{" not in path, f"the line of {name} has no value for a part of {path}"
    fine = [one for code, one in operation["responses"].items() if code.startswith("2")]
    forms = {form: None for one in fine for form in one.get("content", ()) if method == "get"}
    for form in forms or ["*/*"]:
        yield asker.ask(
            method.upper(), path + line.get("query", ""),
            body_of(scene, line.get("body"), asker),
            headers={"Accept": form},
        )  # fmt: skip


def body_of(scene: Scene, body: Any, asker: Asker) -> Any:
    """Return what is sent with a request, some of it said in words."""
    if body == "a legal action":
        return scene.action
    if body == "an invitation":
        return {"invite": [{"player": scene.callers["auditor"].id}]}
    if body == "the entropy":
        closing = scene.callers["acting"].get(scene.tournament or scene.path).get_json()["closing"]
        head = "00" * 32 if closing is None else closing["head"]
        return {"entropy": entropy(WORD), "closing": head}
    if body == "a receipt of what is lost":
        table, signer = scene.path.rsplit("/", 1)[1], scene.service.parts.signing.keys.signer
        return {"receipt": signer.receipt(table, 999, b"\1" * 32, 1, "everysec")}
    if body == "another player":
        return {"player": scene.callers["auditor"].id}
    return with_key(asker) if body == "a key of one's own" else body


def values(scene: Scene, line: dict[str, Any]) -> dict[str, str]:
    """Return what stands in the paths of a scene."""
    seats = scene.callers["opener"].get(scene.path).get_json()["seats"]
    whose = scene.callers[line.get("seat", "acting")].id
    seat = next((k for k, one in enumerate(seats) if one and one["player"] == whose), 0)
    return {
        "table_id": scene.path.rsplit("/", 1)[1],
        "dispute_id": scene.dispute.rsplit("/", 1)[-1],
        "tournament_id": scene.tournament.rsplit("/", 1)[-1],
        "number": "0",
        "index": "0",
        "player_id": scene.callers["acting"].id,
        "seat": str(seat),
        "hand_number": "1",
        "game": "boosh",
        "card": "gold-7",
        "version": "0123456789abcdef",
        "tile": "0/000.p/1",
        "token_id": "0123456789abcdef",
        "webhook_id": "wh_0",
        "delivery_id": "msg_0",
        "subscription_id": "ps_0",
        "app_id": "app_0",
        "grant_id": "g0",
        "user_code": "BCDF-GHJK",
    }


def code_of(answer: TestResponse) -> str:
    """Return `ok`, or the code of a refusal; a stream is not read."""
    try:
        if answer.status_code < 400:
            return "ok"
        code: str = answer.get_json(force=True)["code"]
        return code
    finally:
        answer.close()
