"""Whatever fails in between: no notice is lost, and a repeat has the same id."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError

from events.push.web_push import VapidKey
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.streams import open_store
from projections.accounts.news import PlayerInboxes
from tests.events.lossy import Fault, LossyProxy, lossy
from tests.receivers import Received, loopback_egress, receiving, status
from tests.service.asker import Asker, Service
from tests.service.push.desk import SECOND, Desk, bodies, ids_of
from workers.push.sender import PushSender

TABLES = 12
ROUNDS = 40
FAULTS: tuple[Fault, ...] = ("the answer is lost", "the command is lost")


class Shaky:
    """A follower's inboxes and a sender on a store that fails now and then."""

    def __init__(self, desk: Desk, server: EmbeddedServer, proxy: LossyProxy, folder: Path) -> None:
        self.desk, self.server, self.proxy, self.folder = desk, server, proxy, folder
        self.begin()

    def begin(self) -> None:
        """Start anew, as processes do that have died."""
        self.close()
        store = open_store(connect_client(f"unix://{self.proxy.path}", retries=0))
        store.now = lambda: self.desk.time  # type: ignore[method-assign]
        self.inboxes = PlayerInboxes(store)
        self.sender = PushSender(store, loopback_egress(), VapidKey(self.folder))

    def close(self) -> None:
        """Close the connections."""
        if hasattr(self, "sender"):
            self.sender.store.redis.close()

    def step(self, luck: random.Random) -> None:
        """Tell what is new and deliver, with a fault somewhere; then perhaps die."""
        if luck.random() < 0.7:
            self.proxy.fail(luck.choice(FAULTS), luck.randrange(6))
        own, known = self.desk.service.parts, self.desk.service.parts.inboxes
        object.__setattr__(own, "inboxes", self.inboxes)
        with suppress(RedisError):
            self.desk.tell()
        dies = luck.random() < 0.5
        try:
            asyncio.run(self.sender.deliver_due())
        except RedisError:  # its event loop has ended, and with it what it was waiting for
            dies = True
        object.__setattr__(own, "inboxes", known)
        self.proxy.heal()
        if dies:
            self.begin()
        self.desk.pass_time(60 * SECOND)


@pytest.mark.parametrize("seed", range(3))
def test_every_notice_arrives_and_repeats_carry_the_same_id(
    service: Service, server: EmbeddedServer, tmp_path: Path, seed: int
) -> None:
    luck, desk = random.Random(seed), Desk(service, tmp_path)
    ada, bob = service.player("Ada"), service.player("Bob")
    players: list[Asker] = [ada, bob]

    def answer(request: Received) -> bytes:
        return status(luck.choice([204, 204, 503, 429]))(request)

    with receiving(answer) as receiver, lossy(tmp_path / "lossy.sock", server.socket) as proxy:
        for one in players:
            desk.webhook(one, receiver, "table_started")
        shaky = Shaky(desk, server, proxy, tmp_path)
        tables = set[Any]()
        for k in range(ROUNDS):
            if k < TABLES:
                path, _ = desk.at_turn(*players)
                tables.add(path.rsplit("/", 1)[1])
            shaky.step(luck)
        shaky.close()
        receiver.answer = status(204)
        for _ in range(3):
            desk.pass_time(24 * 3_600 * SECOND // 4)
            desk.push()
    found = [(one["table"], one["player"]) for one in bodies(receiver)]
    assert set(found) == {(table, one.id) for table in tables for one in players}
    by_id = Counter(zip(ids_of(receiver), found, strict=True))
    assert len({one for one, _ in by_id}) == len(set(found)) == len(by_id)
    assert desk.queue.waiting() == 0
