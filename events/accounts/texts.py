"""What people wrote, beside the streams, where it can be erased: events hold its salted hash."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import orjson

from events.store.streams import IdempotencyKey, Store


def texts_of(owner: str) -> str:
    """Return the key of the texts of a player or a stream."""
    return f"fd:{{auth}}:texts:{owner}"


class TextStore:
    """The texts in a store by their owner, with whom they are erased, and their hash."""

    def __init__(self, store: Store) -> None:
        self.redis = store.redis

    def keep(self, owner: str, text: str, once: IdempotencyKey | None = None) -> str:
        """Keep a text; return the hash that stands for it in an event.

        A repeat of its request finds the text that the first one kept, if it came so far.
        """
        mark = "" if once is None else "once:" + hashlib.sha256(once.key.encode()).hexdigest()
        stored: Any = self.redis.hget(texts_of(owner), mark) if mark else None
        if stored is not None and self.find(owner, stored.decode()) == text:
            return str(stored.decode())
        salt = secrets.token_bytes(32)
        digest = hmac.digest(salt, text.encode(), "sha256").hex()
        rows: dict[Any, Any] = {digest: orjson.dumps({"salt": salt.hex(), "text": text})}
        if mark and stored is None:
            rows[mark] = digest
        self.redis.hset(texts_of(owner), mapping=rows)
        return digest

    def find(self, owner: str, digest: str) -> str | None:
        """Return a text; None if it was erased."""
        row: Any = self.redis.hget(texts_of(owner), digest)
        return None if row is None else str(orjson.loads(row)["text"])

    def find_many(self, wanted: Sequence[tuple[str, str]]) -> list[str | None]:
        """Return texts of (owner, hash) in one trip; None for each that was erased."""
        with self.redis.pipeline(transaction=False) as pipe:
            for owner, digest in wanted:
                pipe.hget(texts_of(owner), digest)
            rows: Any = pipe.execute()
        return [None if one is None else str(orjson.loads(one)["text"]) for one in rows]

    def drop(self, owner: str, digest: str) -> None:
        """Erase one text."""
        self.redis.hdel(texts_of(owner), digest)

    def erase(self, owner: str) -> None:
        """Erase all texts of an owner."""
        self.redis.delete(texts_of(owner))
