"""Players: a stream each; names and token hashes beside it, where they can be erased."""

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from typing import Any, NamedTuple

import orjson

from events.chain import canonical, first_head, next_head
from events.codec import Stored
from events.store import Draft, Store

NAMES_KEY = "fd:{auth}:names"
TOKENS_KEY = "fd:{auth}:tokens"
PLAYERS_KEY = "fd:{auth}:players"
BELIEVED = 5.0  # seconds that a process believes a token without asking again
REMEMBERED = 10_000


class NameTaken(Exception):
    """Another player has this name."""


class Player(NamedTuple):
    """Who is asking."""

    id: str
    name: str
    role: str


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Players:
    """The accounts in a store, with a short memory of tokens seen."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.believed: OrderedDict[str, tuple[float, Player]] = OrderedDict()
        self.lock = threading.Lock()

    def register(self, name: str, role: str = "player") -> tuple[Player, str]:
        """Make an account; return it with its token, which is stored only as a hash."""
        player, token = Player("p" + secrets.token_hex(9), name, role), secrets.token_urlsafe(32)
        redis = self.store.redis
        redis.hsetnx(NAMES_KEY, name.casefold(), player.id)
        # Not by its reply: that of the first try may be lost, and the second says "taken".
        if redis.hget(NAMES_KEY, name.casefold()) != player.id.encode():
            raise NameTaken(name)
        salt = secrets.token_bytes(32)
        row = {"name": name, "role": role, "salt": salt.hex()}
        with redis.pipeline(transaction=True) as pipe:
            pipe.hset(PLAYERS_KEY, player.id, orjson.dumps(row))
            pipe.hset(TOKENS_KEY, token_hash(token), player.id)
            pipe.execute()
        self.record(player, salt)
        return player, token

    def record(self, player: Player, salt: bytes) -> None:
        """Write the first event of the player's stream."""
        at = self.store.now()
        name_hash = hmac.digest(salt, player.name.encode(), "sha256").hex()
        e = canonical(
            {
                "n": 1, "type": "player.registered.v1", "at": at, "by": "server",
                "cause": {"seat": None, "action": {"type": "player.register"}, "last": 1},
                "data": {"name_hash": name_hash, "role": player.role}, "seals": {},
            }
        )  # fmt: skip
        head = first_head(player.id)
        event = Stored(1, e, None, next_head(head, e))
        self.store.append(Draft(player.id, 0, head, [event], ["player.registered.v1"], at))

    def find(self, player_id: str) -> Player | None:
        """Return a player by id."""
        row: Any = self.store.redis.hget(PLAYERS_KEY, player_id)
        if row is None:
            return None
        fields = orjson.loads(row)
        return Player(player_id, fields["name"], fields["role"])

    def of_token(self, token: str) -> Player | None:
        """Return whose token it is; a revoked one is believed for at most `BELIEVED` seconds."""
        digest = token_hash(token)
        with self.lock:
            seen = self.believed.get(digest)
        if seen is not None and time.monotonic() - seen[0] < BELIEVED:
            return seen[1]
        player_id: Any = self.store.redis.hget(TOKENS_KEY, digest)
        player = None if player_id is None else self.find(player_id.decode())
        with self.lock:
            self.believed.pop(digest, None)
            if player is not None:
                self.believed[digest] = (time.monotonic(), player)
            while len(self.believed) > REMEMBERED:
                self.believed.popitem(last=False)
        return player
