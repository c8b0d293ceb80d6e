"""A service whose notices a sender of the test's own delivers, by a clock of the test's own."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from events.push.notices import NoticeQueue
from events.push.web_push import VapidKey
from tests.receivers import Receiver, loopback_egress
from tests.service.accounts.test_news import follow
from tests.service.asker import Asker, Service
from workers.push.sender import PushSender

WEBHOOKS = "/v1/webhooks"
SECOND = 1_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR


class Desk:
    """The service, the sender, and the clock of both."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.service, self.store = service, service.parts.store
        self.time = self.store.now()
        self.store.now = lambda: self.time  # type: ignore[method-assign]
        self.sender = PushSender(self.store, loopback_egress(), VapidKey(folder))
        self.queue = NoticeQueue(self.store)

    def pass_time(self, milliseconds: int) -> None:
        self.time += milliseconds

    def tell(self) -> None:
        """Tell players what is new, as a follower does."""
        follow(self.service)

    def deliver(self) -> None:
        """Send what is due."""
        asyncio.run(self.sender.deliver_due())

    def push(self) -> None:
        """Tell players what is new, and send what follows."""
        self.tell()
        self.deliver()

    def webhook(self, player: Asker, receiver: Receiver, *kinds: str) -> Any:
        """Make a webhook of a player; return what the answer says."""
        wanted = {"url": f"{receiver.url}/hook"} | ({"kinds": [*kinds]} if kinds else {})
        made = player.post(WEBHOOKS, wanted)
        assert made.status_code == 201, made.text
        return made.get_json()

    def at_turn(self, *players: Asker) -> tuple[str, Asker]:
        """Start a table of players; return its path and who is to act."""
        path = self.service.started([*players], "boosh", len(players))
        return path, self.service.acting(path, [*players])[0]


def bodies(receiver: Receiver) -> list[Any]:
    """Return what came, as JSON."""
    return [orjson.loads(one.body) for one in receiver.requests]


def kinds_of(receiver: Receiver) -> list[str]:
    """Return the kinds of notices that came."""
    return [one["kind"] for one in bodies(receiver)]


def ids_of(receiver: Receiver) -> list[str]:
    """Return the ids of what came."""
    return [one.headers["webhook-id"] for one in receiver.requests]


def act(player: Asker, path: str) -> None:
    """Play the first legal action."""
    offered = player.get(f"{path}/view").get_json()["choices"]["actions"]
    assert player.post(f"{path}/actions", offered[0]).status_code == 200


def attempts(player: Asker, webhook: Any) -> list[Any]:
    """Return the logged attempts, the newest first."""
    found = player.get(f"{WEBHOOKS}/{webhook['id']}/deliveries")
    assert found.status_code == 200, found.text
    listed: list[Any] = found.get_json()["deliveries"]
    return listed


def walk(delays: Iterator[int], desk: Desk) -> None:
    """Pass time by each delay and send what is due."""
    for one in delays:
        desk.pass_time(one)
        desk.deliver()
