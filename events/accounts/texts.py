"""What people wrote, beside the streams, where it can be erased: events hold its salted hash."""

import hmac
import secrets
from typing import Any

import orjson

from events.store.streams import Store


def texts_of(owner: str) -> str:
    """Return the key of the texts of a player or a stream."""
    return f"fd:{{auth}}:texts:{owner}"


class Texts:
    """The texts in a store by their owner, with whom they are erased, and their hash."""

    def __init__(self, store: Store) -> None:
        self.redis = store.redis

    def keep(self, owner: str, text: str) -> str:
        """Keep a text; return the hash that stands for it in an event."""
        salt = secrets.token_bytes(32)
        digest = hmac.digest(salt, text.encode(), "sha256").hex()
        row = orjson.dumps({"salt": salt.hex(), "text": text})
        self.redis.hset(texts_of(owner), digest, row)
        return digest

    def find(self, owner: str, digest: str) -> str | None:
        """Return a text; None if it was erased."""
        found: Any = self.redis.hget(texts_of(owner), digest)
        return None if found is None else str(orjson.loads(found)["text"])

    def drop(self, owner: str, digest: str) -> None:
        """Erase one text."""
        self.redis.hdel(texts_of(owner), digest)

    def erase(self, owner: str) -> None:
        """Erase all texts of an owner."""
        self.redis.delete(texts_of(owner))
