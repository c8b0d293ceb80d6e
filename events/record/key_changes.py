"""Changes of the server's key: each is signed by the key before, and chained like a log.

So who kept an early key finds the later ones genuine, and each change can be a leaf of the tree.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from events.record.chain import canonical, first_head, next_head
from events.record.receipts import PublicKey
from games.core.signature import is_signed

PURPOSE = "fairdeal/key-change/1"
STREAM = "keys"


def change_message(before: str, public: str, since: int) -> bytes:
    """Return what the old key signs: both public halves, and when the new one begins to sign."""
    return canonical([PURPOSE, before, public, since])


def is_successor(before: PublicKey, after: PublicKey) -> bool:
    """Say whether a key was put in its place by the key before it."""
    message = change_message(before.public, after.public, after.since)
    return after.signature is not None and is_signed(before.public, message, after.signature)


def succeeding(kept: Sequence[PublicKey], shown: Sequence[PublicKey]) -> list[PublicKey]:
    """Return the keys that were kept, and those shown (newest first) that follow from them."""
    found = {key.public: key for key in kept[::-1]}
    oldest = shown[::-1]
    for before, after in pairwise(oldest):
        known = found.get(before.public)
        if known is None or after.public in found or not is_successor(known, after):
            continue
        if known.until in (None, after.since):  # else it has another successor
            found[known.public] = known._replace(until=after.since)
            found[after.public] = after
    return [*found.values()][::-1]


def change_heads(keys: Sequence[PublicKey]) -> Iterator[tuple[int, str]]:
    """Yield number and head of every change of keys (newest first); the first key is number 1."""
    head, oldest = first_head(STREAM), keys[::-1]
    for n, (before, after) in enumerate(pairwise(oldest), 2):
        row = [PURPOSE, before.public, after.public, after.since, after.signature]
        head = next_head(head, canonical(row))
        yield n, head.hex()
