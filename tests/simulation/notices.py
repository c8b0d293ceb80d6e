"""Receivers of webhooks and of Web Push, what came to them, and players whom notices wake."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Collection, Coroutine, Mapping
from copy import copy
from types import SimpleNamespace
from typing import Any, NamedTuple

import http_ece
import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from events.egress import PATIENCE, EgressAnswer, EgressFailed
from events.push.notices import KIND_OF_MESSAGE, YOUR_TURN, NoticeQueue
from events.push.signing import webhook_headers
from events.push.web_push import ORDER, encode_base64url
from events.store.streams import Store
from tests.simulation.player import Player
from tests.simulation.scheduler import WORLDS, Task, World
from workers.push import retries, sender

AUTH = b"sixteen bytes, !"
DELAYS = (500, 1_000, 2_000, *[4_000] * 20)  # milliseconds; else they outlast a run
WAKING = 90.0  # seconds within which a notice must come; a claim of a sender that died takes 30
ENDED = 5.0  # seconds within which nothing is sent any more for a token that has ended
HANG = 15.0  # seconds more where the store hangs between the look at tokens and a request
TOKEN_LIFE = 15.0  # seconds at most until a player ends a token

What = tuple[str, str, str | None, str | None, int]  # kind, player, table, tournament, n


class Subscribed(NamedTuple):
    """What a player knows of an address: the secret of a webhook, or the key of a browser."""

    secret: str = ""
    key: ec.EllipticCurvePrivateKey | None = None


class Receivers:
    """All receivers of a run."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.subscribed: dict[str, Subscribed] = {}  # by address
        self.came: dict[str, dict[What, set[str]]] = defaultdict(dict)  # ids, by address and notice
        self.ended: dict[str, tuple[float, float]] = {}  # when tokens were ended, by address

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> EgressAnswer:
        """Take a request as a receiver does, in the place of the network."""
        self.world.point(f"post to {url}")
        draw = self.world.faults.happens("receiver away")
        how = draw.choice(("no answer", "answer lost", "fails", "taken, fails")) if draw else ""
        if how not in ("no answer", "fails"):
            self.take(url, body, headers)
        if draw and how in ("no answer", "answer lost"):
            self.world.sleep(draw.choice((0.0, PATIENCE)))
            raise EgressFailed("the receiver did not answer")
        return EgressAnswer(500 if how else 204)

    def take(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Note a request; one of a webhook whose making nobody was told of proves nothing."""
        begun, done = self.ended.get(url, (0.0, self.world.now))
        has_hung = any(one.startswith("hang#") for one in self.world.faults.happened)
        latest = done + ENDED + HANG * has_hung
        if self.world.now > latest and max(self.world.losses, default=-1.0) < begun:
            self.world.violated(f"{url}: sent for a token that ended at {done:.3f}")
        known = self.subscribed.get(url)
        if known is None:
            return
        if known.key is None:
            name, now = headers["webhook-id"], 1000 * int(headers["webhook-timestamp"])
            if webhook_headers((known.secret,), name, now, body) != headers:
                return
        else:
            body = http_ece.decrypt(
                body, private_key=known.key, auth_secret=AUTH, version="aes128gcm"
            )
            name = headers.get("Topic", "")
        told = orjson.loads(body)
        what = (told["kind"], told["player"], told["table"], told["tournament"], told["n"])
        ids = self.came[url].setdefault(what, set())
        ids.add(name)
        if len(ids) > 1:
            self.world.violated(f"{url}: {what} came with other ids: {sorted(ids)}")

    # ---- players

    def subscribe(self, player: Player) -> None:
        """Make a webhook and a Web Push subscription; and a webhook of a token that soon ends."""
        hook, browser, own = addresses(player.id)
        made = player.post("/v1/webhooks", {"url": hook})
        number = 1 + random.Random(f"{self.world.seed} {player.name}").randrange(ORDER - 1)
        key = ec.derive_private_key(number, ec.SECP256R1())
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encode_base64url(point), "auth": encode_base64url(AUTH)}
        subscribed = player.post("/v1/push-subscriptions", {"endpoint": browser, "keys": keys})
        token = player.post("/v1/tokens", {"name": "soon over", "scopes": ["read"]})
        other = copy(player)
        other.token = token.body["token"]
        brief = other.post("/v1/webhooks", {"url": own})
        assert {one.status for one in (made, subscribed, token, brief)} == {201}
        self.subscribed[hook] = Subscribed(secret=made.body["secret"])
        self.subscribed[browser] = Subscribed(key=key)
        self.world.process(f"{player.name} ends").spawn(
            lambda: self.end_token(player, token.body["id"])
        )

    def end_token(self, player: Player, token: str) -> None:
        """End a token after a while."""
        self.world.sleep(TOKEN_LIFE * player.luck.random())
        begun = self.world.now
        assert player.ask("DELETE", f"/v1/tokens/{token}").status == 204
        self.ended[addresses(player.id)[2]] = begun, self.world.now

    def sleep_until_told(self, player: Player, table: str) -> None:
        """Do nothing while it is a player's turn, until both ways have brought word of it."""
        end = self.world.now + WAKING
        while self.world.now < end:
            told = player.get("/v1/players/me/events").body["messages"][0]["data"]
            turns = [one["n"] for one in told["turns"] if one["table"] == table]
            if not turns or not self.missing([(YOUR_TURN, player.id, table, None, turns[0])]):
                return
            self.world.sleep(0.5)
        self.world.violated(f"no notice has woken {player.name} at {table}: {turns}")

    def missing(self, wanted: Collection[What]) -> list[tuple[str, What]]:
        """Return the notices of some that have not come, by address."""
        return [
            (url, one)
            for one in wanted
            for url in addresses(one[1])[:2]
            if one not in self.came[url]
        ]

    def missing_at_end(self, store: Store, messages: Collection[tuple[str, Any]]) -> list[Any]:
        """Return what has not come of what players are told, but for turns, which pass."""
        wanted = [
            (kind, player, one.get("table"), one.get("tournament"), one["n"])
            for player, one in messages
            if addresses(player)[0] in self.subscribed
            and (kind := KIND_OF_MESSAGE.get(one["type"], YOUR_TURN)) != YOUR_TURN
        ]
        end = self.world.now + WAKING
        while NoticeQueue(store).waiting() and self.world.now < end:
            self.world.sleep(1)
        return self.missing(wanted)


def addresses(player: str) -> tuple[str, str, str]:
    """Return where webhook, browser, and the webhook of a token that ends are."""
    host = f"https://{player}.simulated"
    return f"{host}/hook", f"{host}/browser", f"{host}/brief"


# ---- the sender, whose coroutines run as greenlets


def finish(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine of which nothing waits but in virtual time; return what it returns."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("it waits for an event loop")


class Sending:
    """Stands in for a task of asyncio: a greenlet of the process that starts it."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        process = current().process
        self.coroutine, self.number = coroutine, next(process.world.order)
        self.task = process.spawn(self.run, "send")

    def __hash__(self) -> int:
        return self.number  # so that sets of them have one order in every process

    def run(self) -> None:
        """Run to the end."""
        self.outcome = finish(self.coroutine)

    def result(self) -> Any:
        """Return what it has returned."""
        return self.outcome


def current() -> Task:
    """Return the task that runs."""
    world = WORLDS.world
    assert world is not None and world.current is not None
    return world.current


async def wait(
    tasks: Collection[Sending], timeout: float, return_when: str
) -> tuple[set[Sending], set[Sending]]:
    """Wait until one of some has ended, or so long."""
    if not any(one.task.done for one in tasks):
        me = current()
        first, *others = tasks
        for one in others:
            one.task.waiting.append((me, me.ticket))
        me.world.wait(first.task.waiting, timeout)
    done = {one for one in tasks if one.task.done}
    return done, {*tasks} - done


async def sleep(seconds: float) -> None:
    """Let virtual time pass."""
    time.sleep(seconds)


def install() -> None:
    """Let the sender run without an event loop, and try again soon."""
    sending: Any = sender
    sending.asyncio = SimpleNamespace(
        Task=asyncio.Task, FIRST_COMPLETED=asyncio.FIRST_COMPLETED, ensure_future=Sending,
        get_running_loop=lambda: SimpleNamespace(time=time.monotonic), sleep=sleep, wait=wait,
    )  # fmt: skip
    trying: Any = retries
    trying.DELAYS = DELAYS
