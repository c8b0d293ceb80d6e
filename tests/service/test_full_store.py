"""A store that is full: warned of before, read as ever, written to in no part."""

import errno
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.store.connections.client import connect_client, connect_reader
from events.store.connections.memory import memory_of
from events.store.embedded.server import EmbeddedServer
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests.service.apps.signing_in import ClientApp
from tests.service.asker import Asker, Service, problem
from workers.follower.follower import TICK, Follower

MOST = "maxmemory"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Run a server that the test may fill."""
    with EmbeddedServer(tmp_path / "own") as running:
        yield running


@pytest.fixture
def full(own: EmbeddedServer, tmp_path: Path) -> Iterator[Service]:
    """Return a service on that server."""
    parts = assemble_parts(ServiceSettings(own.url, tmp_path, "everysec"))
    yield Service(parts)
    parts.store.redis.close()


def reads(service: Service, values: dict[str, str]) -> list[str]:
    """Return the paths of all that can be read, with values in the place of variables."""
    rules = [
        rule.rule
        for rule in service.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and service.app.view_functions[rule.endpoint].__module__
        .startswith("service.")
    ]  # fmt: skip
    return [re.sub(r"<(?:\w+:)?(\w+)>", lambda m: values[m[1]], rule) for rule in sorted(rules)]


def test_everything_is_read_as_before_and_every_write_is_refused_whole(full: Service) -> None:
    two = [full.player("Ada"), full.player("Bob")]
    path = full.started(two, "boosh", 2, options={"first_dealer": 0})
    full.play(path, two, actions=3)
    able, _ = full.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    table = path.rpartition("/")[2]
    values = {
        "table_id": table, "dispute_id": "d0", "game": "boosh", "hand_number": "1",
        "player_id": able.id, "seat": "0", "size": "1", "tile": "0/000",
        "card": "gold-7", "version": "0", "tournament_id": "c0", "number": "0", "index": "0",
        "which": table, "path": "main.js", "app_id": ClientApp(full, able).id,
        "grant_id": "g0", "name": "players", "subject": "players", "user_code": "BCDF-GHJK",
        "webhook_id": "wh_0",
    }  # fmt: skip
    paths = reads(full, values)
    before = {one: able.get(one).status_code for one in paths}
    assert sum(status == 200 for status in before.values()) > 12
    log, redis = full.log(path), full.redis
    redis.config_set(MOST, 1)
    assert {one: able.get(one).status_code for one in paths} == before
    writes: list[tuple[str, str, Any]] = [
        ("POST", f"{path}/actions", action), ("POST", "/v1/tables", {"game": "boon", "seats": 3}),
        ("POST", "/v1/players", {"name": "Eve"}),
    ]  # fmt: skip
    keys = redis.dbsize()
    for method, where, body in writes:
        answer = able.ask(method, where, body, headers={"Idempotency-Key": "once"})
        problem(answer, 503, "http/store_full")
        assert answer.headers["Retry-After"] == "60"
    assert (full.log(path), redis.dbsize()) == (log, keys)
    redis.config_set(MOST, 0)
    assert able.post(f"{path}/actions", action, Idempotency_Key="once").status_code == 200
    assert full.nobody.post("/v1/players", {"name": "Eve"}).status_code == 201


def test_a_store_that_fills_up_while_tables_are_opened_holds_whole_ones_only(
    full: Service,
) -> None:
    ada, redis = full.player("Ada"), full.redis
    redis.config_set(MOST, memory_of(redis).used + 300_000)
    opened = refused = 0
    while refused < 20:
        answer = ada.post("/v1/tables", {"game": "boon", "seats": 3})
        opened, refused = (
            opened + (answer.status_code == 201),
            refused + (answer.status_code == 503),
        )
        assert answer.status_code in (201, 503)
    assert opened > 5
    streams = [one for p in range(16) for one in full.parts.store.streams(p) if one[0] == "t"]
    assert len(streams) == opened
    redis.config_set(MOST, 0)
    for stream in streams:
        assert ada.post(f"/v1/tables/{stream}/seats", {}).status_code == 201


def filled(full: Service, percent: int) -> None:
    """Let the store be full to a part."""
    full.redis.config_set(MOST, memory_of(full.redis).used * 100 // percent)


def test_operators_are_warned_by_readiness_numbers_and_log_before_it_is_full(
    full: Service, own: EmbeddedServer, caplog: pytest.LogCaptureFixture
) -> None:
    nobody: Asker = full.nobody
    filled(full, 60)
    assert nobody.get("/readyz").get_json() == {"status": "ok"}
    filled(full, 85)
    told = nobody.get("/readyz").get_json()
    assert re.match(r"the store uses 8[45] % of \d+ MB that it may", told["warning"])
    numbers = dict(re.findall(r"^(fairdeal_store\w+) (\S+)$", nobody.get("/metrics").text, re.M))
    used, most = (float(numbers[f"fairdeal_store_memory{x}_bytes"]) for x in ("", "_limit"))
    assert 0.8 < used / most < 0.9
    filled(full, 85)  # to ask took some of this small store
    follower = Follower(full.parts.store, connect_reader(own.url, TICK), connect_client(own.url))
    with caplog.at_level(logging.WARNING):
        follower.step()
    assert "the store uses 8" in caplog.text


def full_disk(*_: object) -> None:
    """Stand in for a function that writes into a file."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_beside_the_key_leaves_an_action_unsigned_until_there_is_room(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [service.player("Ada"), service.player("Bob")]
    path = service.started(two, "boosh", 2)
    able, _ = service.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full_disk)
        problem(able.post(f"{path}/actions", action, Idempotency_Key="a"), 503, "service/unknown")
    events, _ = service.log(path)
    answer = able.post(f"{path}/actions", action, Idempotency_Key="a")
    assert answer.status_code == 200, answer.text
    assert answer.get_json()["receipt"]["n"] == events, "it was done before, and once"


def test_a_full_disk_beside_the_key_leaves_the_tree_unsigned_until_there_is_room(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = [service.player("Ada"), service.player("Bob")]
    service.parts.signing.tree.settle = 0
    path = service.started(two, "boosh", 2)
    service.parts.signing.tree.follow([path.rsplit("/", 1)[1]])
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full_disk)
        problem(service.nobody.get("/v1/tree/checkpoint"), 503, "http/store_away")
    assert service.nobody.get("/v1/tree/checkpoint").status_code == 200
