"""The deal: secrets of hands, names of shuffles and the shuffle itself, all from HMAC-SHA256.

`docs/fairness.md` describes these bytes for other languages; the test vectors hold both to it.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from struct import unpack

import orjson

WORD = 1 << 32
KEPT = 1_000  # secrets of hands: every move of a bot asks for that of its hand


def canonical(value: object) -> bytes:
    """Return the RFC 8785 bytes of strings, integers, null and lists of them."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def keyed(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256(key, message)."""
    return hmac.digest(key, message, hashlib.sha256)


@lru_cache(KEPT)
def hand_secret(table_secret: bytes, hand: int) -> bytes:
    """Return the 32 bytes from which all shuffles of `hand` are derived."""
    return keyed(table_secret, canonical(["hand", hand]))


def shuffle_key(
    secret: bytes,
    group: str,
    hand: int,
    what: str,
    i: int,
    entropies: Sequence[str],
    *,
    randomness: str | None = None,
) -> bytes:
    """Return the key of the i-th shuffle `what` (from 1) of `hand`, whose hand secret is given.

    `randomness` is that of a beacon, where there is one.
    """
    beacon = [] if randomness is None else [randomness]
    return keyed(secret, canonical([group, hand, what, i, list(entropies), *beacon]))


def shuffled(cards: Iterable[str], key: bytes) -> tuple[str, ...]:
    """Sort `cards` by id, then put them in the order that `key` says (Fisher-Yates).

    Words of 32 bits, big-endian, come from HMAC(key, counter) with an 8-byte counter 0, 1, 2 ...;
    a word that would favour some places is thrown away (rejection sampling).
    """
    order = sorted(cards)
    words: list[int] = []
    counter = 0
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        limit = WORD - WORD % places
        while True:
            if not words:
                block = keyed(key, counter.to_bytes(8, "big"))
                counter += 1
                words = list(reversed(unpack(">8I", block)))
            word = words.pop()
            if word < limit:
                break
        place = word % places
        order[last], order[place] = order[place], order[last]
    return tuple(order)
