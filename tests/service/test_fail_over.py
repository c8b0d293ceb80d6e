"""A primary is killed while its replica lags, and the replica takes over."""

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.replicas import Pair, contradicted, is_in_step
from events.history.signed_heads import SignedHeads
from events.history.signed_tree import SignedTree
from events.store.connections.client import connect_client
from events.store.connections.direct import TooFewReplicas
from events.store.embedded.server_binary import find_server
from events.store.streams import AppendResult, StoreRollback, store_at
from projections.history.leaves import STREAM
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests.events.given_log import draft
from tests.events.store.test_streams import path_of
from tests.service.asker import Asker, Service, problem
from tests.waiting import wait_for

UNKNOWN, AWAY, BEHIND = "service/unknown", "http/store_away", "service/store_behind"
KINDS = ("embedded", "redis-server")


@pytest.fixture(params=KINDS)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pair]:
    """Run a primary with a replica."""
    binary = path_of("redis-server") if request.param == "redis-server" else find_server()
    with Pair(tmp_path / "redis", binary) as made:
        yield made


@contextmanager
def held(pair: Pair) -> Iterator[None]:
    """Tell the replica nothing more; who waits for it does so for a moment only."""
    wait_for(pair.is_replicated)  # else it may lack what a test did before, an account for instance
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.store.connections.direct.PATIENCE", 50)
        pair.link.hold()
        yield
    pair.link.let_go()


class Floor:
    """Services at a pair of servers, and all receipts that their players got."""

    def __init__(self, pair: Pair, folder: Path, replicas: int) -> None:
        self.settings = ServiceSettings(pair.url, folder, "always", replicas)
        self.service = Service(assemble_parts(self.settings))
        self.players = [self.service.player("Ada"), self.service.player("Bob")]
        self.receipts: list[dict[str, Any]] = []
        self.luck = random.Random(7)

    def process(self, **changes: Any) -> Service:
        """Return another process of the service."""
        return Service(assemble_parts(replace(self.settings, **changes)))

    def table(self) -> str:
        """Start a table of two."""
        return self.service.started(self.players, "boosh", 2, options={"max_hands": 3})

    def act(self, path: str, key: str = "", **expected: Any) -> tuple[Asker, Any, Any]:
        """Send an action that is legal; return who did, the body, and the answer."""
        one, _ = self.service.acting(path, self.players)
        choices = one.get(f"{path}/view").get_json()["choices"]
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        body = self.luck.choice(offered)
        answer = one.post(f"{path}/actions", body, **({"Idempotency_Key": key} if key else {}))
        self.keep(answer)
        return one, body, answer

    def keep(self, answer: Any) -> None:
        """Keep the receipt of an answer, if there is one."""
        if answer.status_code < 300:
            self.receipts.append(answer.get_json()["receipt"])


@pytest.fixture
def floor(pair: Pair, tmp_path: Path) -> Floor:
    """Return a service that waits for one replica."""
    return Floor(pair, tmp_path / "data", 1)


def test_an_append_is_done_only_when_replicas_have_it(pair: Pair) -> None:
    store = store_at(pair.url, replicas=1)
    store.append(draft("t0", ["a"]))
    (event,) = store.read("t0")
    with held(pair), pytest.raises(TooFewReplicas, match="FAIRDEAL_MIN_REPLICAS"):
        store.append(draft("t0", ["b"], [event]))
    assert isinstance(store.append(draft("t1", ["c"])), AppendResult)
    store.redis.close()


def test_what_another_connection_wrote_is_not_taken_for_safe(pair: Pair) -> None:
    """WAIT knows nothing of it: on some servers it counts replicas that do not have it."""
    writer, reader = store_at(pair.url), store_at(pair.url, replicas=1)
    with held(pair):
        writer.append(draft("t0", ["a"]))
        (event,) = reader.read("t0")
        with pytest.raises(TooFewReplicas):
            reader.confirm("t0", 1, event.h)
    newest = reader.confirm("t0", 1, event.h)
    assert newest is not None
    assert newest[1:] == ("t0", 1, event.h)
    for one in (writer, reader):
        one.redis.close()


def test_nothing_is_signed_before_replicas_have_it_and_the_repeat_is_safe(
    pair: Pair, floor: Floor
) -> None:
    path = floor.table()
    with held(pair):
        one, body, answer = floor.act(path, "once")
        problem(answer, 503, UNKNOWN)
        n, head = floor.service.log(path)
        problem(one.post(f"{path}/actions", body, Idempotency_Key="once"), 503, UNKNOWN)
        problem(one.get(f"{path}/log"), 503, AWAY)
        problem(floor.service.nobody.post("/v1/players", {"name": "Eve"}), 503, UNKNOWN)
        assert floor.service.log(path) == (n, head)
    again = one.post(f"{path}/actions", body, Idempotency_Key="once")
    receipt = again.get_json()["receipt"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (receipt["n"], receipt["head"]) == (n, head)
    assert receipt["durability"] == "always+replicas=1"
    assert one.get(f"{path}/log").status_code == 200


def test_no_leaf_is_added_or_signed_before_replicas_have_it(pair: Pair, floor: Floor) -> None:
    path = floor.table()
    table = path.rpartition("/")[2]
    tree, other = floor.service.parts.signing.tree, floor.process(min_replicas=0)
    with held(pair):
        with pytest.raises(TooFewReplicas):
            tree.follow([table])
        assert tree.leaves().n == 0
        other.parts.signing.tree.follow([table])
        problem(floor.service.nobody.get("/v1/tree/checkpoint"), 503, AWAY)
        problem(floor.service.nobody.get(f"/v1/tables/{table}/proof"), 503, AWAY)
    assert floor.service.nobody.get("/v1/tree/checkpoint").status_code == 200


def test_leaves_in_the_place_of_lost_ones_are_waited_for_anew(pair: Pair, floor: Floor) -> None:
    tables = [floor.table().rpartition("/")[2] for _ in range(2)]
    parts, other = floor.service.parts, floor.process(min_replicas=0)
    parts.signing.tree.follow(tables)
    assert floor.service.nobody.get("/v1/tree/checkpoint").status_code == 200
    keys = parts.store.names.of(STREAM)
    parts.store.redis.delete(keys.log)
    parts.store.redis.zrem(keys.all, STREAM)
    SignedTree(floor.settings.data).forget_behind(0)  # as after a loss that is published
    with held(pair):
        other.parts.signing.tree.follow(tables[:1])
        problem(floor.service.nobody.get("/v1/tree/checkpoint"), 503, AWAY)
    assert floor.service.nobody.get("/v1/tree/checkpoint").status_code == 200


def test_a_fail_over_contradicts_no_receipt(pair: Pair, floor: Floor) -> None:
    paths = [floor.table() for _ in range(3)]
    for path in paths:
        for _ in range(3):
            floor.act(path)
    with held(pair):
        unsure = [floor.act(path, "late") for path in paths]
        for _, _, answer in unsure:
            problem(answer, 503, UNKNOWN)
        pair.fail_over()
    pair.add_replica()
    for path, (one, body, _) in zip(paths, unsure, strict=True):
        floor.keep(one.post(f"{path}/actions", body, Idempotency_Key="late"))
        for _ in range(3):
            floor.act(path)
    assert len(floor.receipts) == 21
    assert contradicted(floor.receipts) == []
    for receipt in floor.receipts:
        table, n = receipt["table"], receipt["n"]
        assert [e.h.hex() for e in floor.service.parts.store.read(table, n - 1, n)] == [
            receipt["head"]
        ]


@pytest.mark.parametrize(
    ("name", "worse", "status"), [("appendonly", "no", 503), ("appendfsync", "everysec", 200)]
)
def test_a_replica_that_keeps_events_less_well_takes_over_and_no_receipt_says_otherwise(
    pair: Pair, floor: Floor, name: str, worse: str, status: int
) -> None:
    floor.service = floor.process(durability="")
    floor.players = [Asker(floor.service.app.test_client(), one.token, one.id)
                     for one in floor.players]  # fmt: skip
    path = floor.table()
    assert floor.act(path)[2].get_json()["receipt"]["durability"] == "always+replicas=1"
    with closing(connect_client(pair.servers[1].url)) as replica:
        replica.config_set(name, worse)
    pair.fail_over()
    pair.add_replica()
    wait_for(lambda: floor.service.nobody.get("/readyz").status_code == 503)
    problem(floor.players[0].post(f"{path}/adjourn", {}), 503, AWAY)
    problem(floor.players[0].get(f"{path}/log"), 503, AWAY)
    floor.service.parts.store.redis.config_set("appendfsync", "always")
    assert floor.service.nobody.get("/readyz").status_code == status
    assert floor.act(path)[2].status_code == status


def test_a_store_that_lost_signed_events_in_a_fail_over_is_not_signed_for(
    pair: Pair, tmp_path: Path
) -> None:
    floor = Floor(pair, tmp_path / "data", 0)
    path = floor.table()
    with held(pair):
        one, _, answer = floor.act(path)
        assert answer.status_code == 200
        pair.fail_over()
    for service in (floor.service, floor.process()):
        asker = Asker(service.app.test_client(), one.token)
        detail = problem(service.nobody.get("/readyz"), 503, BEHIND)["detail"]
        assert "accept-loss" in detail
        problem(asker.post(f"{path}/actions", {"type": "pass"}), 503, BEHIND)
        problem(asker.get(f"{path}/log"), 503, BEHIND)
    assert len(SignedHeads(tmp_path / "data").newest()) >= 1


def test_a_server_that_comes_back_as_another_is_noticed_though_no_connection_is_lost(
    pair: Pair, floor: Floor
) -> None:
    """It was made a replica of a server that was behind, and then the primary again."""
    path, guard = floor.table(), floor.service.parts.signing.guard
    primary, behind = pair.servers[0], pair.begin()
    made, client = guard.links.count, connect_client(primary.url)
    command: Any = client.replicaof
    command("127.0.0.1", str(pair.ports[behind]))
    wait_for(lambda: is_in_step(client))
    command("NO", "ONE")
    guard.checked_at = 0.0  # a second has passed
    problem(floor.players[0].post(f"{path}/adjourn", {}), 503, BEHIND)
    assert guard.links.count == made
    client.close()


def test_a_log_that_was_read_and_is_gone_is_not_signed(pair: Pair, floor: Floor) -> None:
    path = floor.table()
    table = path.rpartition("/")[2]
    events = floor.service.parts.store.read(table)
    with pytest.raises(StoreRollback):
        floor.service.parts.store.confirm(table, events[-1].n, bytes(32))
