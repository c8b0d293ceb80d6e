"""The rows of tokens in a store: which of them hold, and which are of apps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from events.accounts.grants import APP, grant_behind, is_over
from events.accounts.keys import TOKENS_KEY, codes_of, tokens_of, use_of
from events.store.streams import Store


def is_live_token(store: Store, digest: str) -> bool:
    """Say whether a token, or a grant of an app, holds now."""
    raw: Any = store.direct("HGET", TOKENS_KEY, digest)
    if raw is None:
        return False
    row = orjson.loads(raw)
    behind = grant_behind(row)
    if behind not in (None, digest) and store.direct("HGET", TOKENS_KEY, behind) is None:
        return False
    return not is_over(row, store.now())


def rows_with_use(
    store: Store, hashes: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any], int | None]]:
    """Yield the hash and row of each token that holds, and when it was last used; None: never."""
    if not hashes:
        return
    texts, uses = store.at_once.read(
        TOKENS_KEY, ("HMGET", TOKENS_KEY, *hashes), ("MGET", *map(use_of, hashes))
    )
    now = store.now()
    for digest, text, used in zip(hashes, texts, uses, strict=True):
        if text is not None and not is_over(row := orjson.loads(text), now):
            yield digest, row, None if used is None else int(used)


def ended_tokens(store: Store, hashes: Sequence[str]) -> list[str]:
    """Return those of some tokens, and grants of apps, that hold no more."""
    rows, now = rows_of_tokens(store, hashes), store.now()
    grants = {one: grant_behind(row) for one, row in rows.items()}
    known = rows_of_tokens(store, sorted({one for one in grants.values() if one is not None}))
    return [
        one
        for one in hashes
        if one not in rows
        or is_over(rows[one], now)
        or not (grants[one] is None or grants[one] in known)
    ]


def ended_by_first_use(
    store: Store, digest: str, row: Mapping[str, Any], noted: Iterable[bytes]
) -> list[str]:
    """Return the hashes of what ends when an own token is used first: those noted, or all others.

    All others end where the row has a `code`, what was made since then too: else whoever has stolen
    a token would make more in that time. Of recovery codes only that one stays; empty: all do.
    """
    if "code" not in row:
        return [one.decode() for one in noted]
    keys = [tokens_of(row["player"]), *([codes_of(row["player"])] if row["code"] else [])]
    found: list[Any] = [store.redis.smembers(key) for key in keys]
    return sorted({one.decode() for some in found for one in some} - {digest, row["code"]})


def rows_of_tokens(store: Store, hashes: Sequence[str]) -> dict[str, Any]:
    """Return the rows of those tokens, and grants of apps, that the store knows."""
    found: Any = store.redis.hmget(TOKENS_KEY, hashes) if hashes else []
    rows = zip(hashes, found, strict=True)
    return {digest: orjson.loads(row) for digest, row in rows if row is not None}


def credentials_of_apps(store: Store, hashes: Sequence[str]) -> list[str]:
    """Return those of some tokens that are grants of apps, and these apps' access tokens."""
    return [one for one, row in rows_of_tokens(store, hashes).items() if is_of_app(row)]


def is_of_app(row: dict[str, Any]) -> bool:
    """Say whether a row is that of an app's grant or access token."""
    return "grant" in row and row["grant"]["kind"] == APP
