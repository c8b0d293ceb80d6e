"""Seals and heads: SHA-256 over canonical JSON."""

import hashlib
from typing import Annotated, Any

import orjson

from games.core.type_hints.records import pattern

Head = Annotated[str, pattern("^[0-9a-f]{64}$"), "Hash of the log up to an event."]
MOST = 2**53  # integers beyond it are not exact in every JSON reader


def canonical_json(value: Any) -> bytes:
    """Return RFC 8785 bytes: exact for ASCII keys and for numbers that `check_plain` lets pass."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def strict_canonical_json(value: Any) -> bytes:
    """Return canonical JSON, or raise TypeError for an integer that `check_plain` refuses."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)


def check_plain(value: Any) -> None:
    """Refuse what canonical JSON can't hold alike everywhere: floats, big integers, odd keys."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        assert -MOST < value < MOST, f"{value} is beyond 2^53"
    elif kind is dict:
        for key, inner in value.items():
            assert key.isascii(), f"{key} is no ASCII key"
            check_plain(inner)
    elif kind is tuple or kind is list:
        for inner in value:
            check_plain(inner)
    else:
        raise AssertionError(f"{value!r} may not stand in an event")


def first_head(stream: str) -> bytes:
    """Return the head before event 1."""
    return hashlib.sha256(b"fairdeal/log/1" + stream.encode()).digest()


def next_head(head: bytes, e: bytes) -> bytes:
    """Return the head after the event whose public part is `e`."""
    return hashlib.sha256(head + e).digest()


def seal_hash(salt: bytes, data: Any) -> str:
    """Return the seal of a private part, in hex."""
    return hashlib.sha256(salt + canonical_json(data)).hexdigest()
