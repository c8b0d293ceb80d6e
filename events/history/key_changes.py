"""Changes of the server's key: each is signed by the key before, and chained like a log.

So who kept an early key finds the later ones genuine, and each change can be a leaf of the tree.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from events.record.chain import canonical_json, first_head, next_head
from events.record.losses import Loss
from events.record.receipts import PublicKey, read_public_key
from games.core.fairness.signature import is_signed

PURPOSE, LOST = "fairdeal/key-change/1", "fairdeal/loss/1"
STREAM = "keys"


class BrokenKeyChain(ValueError):
    """Keys of a list do not follow from each other, as those of one server do."""


def read_key_chain(rows: Sequence[dict[str, Any]]) -> list[PublicKey]:
    """Return the keys in a list as GET /v1/keys tells it, the newest first.

    Nobody signs `until`: it must be the `from` of the next key, which the key before has signed.
    Else a replaced key could go on signing, or honest signatures could seem to come too late.

    Raises:
        BrokenKeyChain: a key does not follow from the one below it.
        LookupError, TypeError: a row is no key.
    """
    keys = [read_public_key(row) for row in rows]
    for after, before in pairwise(keys):
        if not is_successor(before, after):
            raise BrokenKeyChain(f"key {after.id} is not signed by the key before it, {before.id}")
        if before.until != after.since:
            ends = "has no end" if before.until is None else f"ends at {before.until}"
            raise BrokenKeyChain(f"key {before.id} {ends}; the next key began at {after.since}")
    return keys


def change_message(before: str, public: str, since: int, loss: Loss | None = None) -> bytes:
    """Return what the old key signs: both public halves, when the new one begins, what is lost."""
    return canonical_json(_key_change_values(before, public, since, loss))


def _key_change_values(before: str, public: str, since: int, loss: Loss | None) -> list[Any]:
    """Return the values of a change."""
    if loss is None:
        return [PURPOSE, before, public, since]
    return [LOST, before, public, since, *loss]


def is_successor(before: PublicKey, after: PublicKey) -> bool:
    """Say whether a key was put in its place by the key before it."""
    message = change_message(before.public, after.public, after.since, after.loss)
    return after.signature is not None and is_signed(before.public, message, after.signature)


def keys_with_successors(
    trusted: Sequence[PublicKey], published: Sequence[PublicKey]
) -> list[PublicKey]:
    """Return the trusted keys, and those published (newest first) that follow from them."""
    keys = {key.public: key for key in trusted[::-1]}
    oldest = published[::-1]
    for before, after in pairwise(oldest):
        known = keys.get(before.public)
        if known is None or after.public in keys or not is_successor(known, after):
            continue
        if known.until in (None, after.since):  # else it has another successor
            keys[known.public] = known._replace(until=after.since)
            keys[after.public] = after
    return [*keys.values()][::-1]


def change_heads(keys: Sequence[PublicKey]) -> Iterator[tuple[int, str]]:
    """Yield number and head of every change of keys (newest first); the first key is number 1."""
    head, oldest = first_head(STREAM), keys[::-1]
    for n, (before, after) in enumerate(pairwise(oldest), 2):
        row = _key_change_values(before.public, after.public, after.since, after.loss)
        head = next_head(head, canonical_json([*row, after.signature]))
        yield n, head.hex()
