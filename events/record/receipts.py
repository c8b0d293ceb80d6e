"""Receipts: the server's Ed25519 signature over (table, n, head, time) of an accepted action.

PyNaCl signs in half the time of the alternatives.
"""

import hashlib
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from nacl.bindings import crypto_sign
from nacl.signing import SigningKey

from events.record.chain import Head, canonical_json
from events.record.losses import Loss, PublishedLoss, read_loss
from games.core.fairness.signature import is_signed
from games.core.type_hints.records import any_word_of, pattern

PURPOSE = "fairdeal/receipt/1"
SIGNATURE = 64  # bytes
LATE = 60_000  # milliseconds: processes learn a little later that a key was rotated, clocks differ


class Receipt(TypedDict):
    """The server's promise that this stands in the log.

    Two receipts with equal table and n and different heads prove that the server has changed a log.
    """

    table: str
    n: Annotated[int, "Number of the last event of what was asked."]
    head: Head
    at: int
    durability: Annotated[
        str,
        "How the store keeps events: everysec, always or unknown, and such as"
        " `+replicas=2` if so many replicas had the event before this was signed.",
    ]
    key: Annotated[str, "Id of the signing key."]
    signature: Annotated[
        str,
        "Ed25519 over the canonical JSON of"
        ' ["fairdeal/receipt/1", table, n, head, at, durability].',
    ]


KeyTimes = TypedDict(
    "KeyTimes",
    {
        "from": Annotated[int, "When it began to sign; 0 where that is not known."],
        "until": Annotated[int | None, "When another key took its place; null: it signs now."],
    },
)


class Key(KeyTimes):
    """A public key."""

    key: Annotated[str, "Id: the first 16 hex digits of its SHA-256."]
    algorithm: Annotated[str, any_word_of("Ed25519")]
    public: Annotated[str, pattern("^[0-9a-f]{64}$")]
    signature: Annotated[
        str | None,
        "Ed25519, by the key before it, over the canonical JSON of"
        ' ["fairdeal/key-change/1", public key before, public, from]; null for the first key. Where'
        ' there is a `loss`, over ["fairdeal/loss/1", public key before, public, from, after, size,'
        " root, kept].",
    ]
    loss: NotRequired[
        Annotated[
            PublishedLoss,
            "How much signed data the store had lost. Since then the tree of heads has"
            " another name, after this key.",
        ]
    ]


class Signer:
    """A signing key with its id: the first 16 hex digits of the public key's SHA-256.

    `since` is from when it is valid, in milliseconds; 0: always.
    """

    def __init__(self, key: SigningKey, since: int = 0) -> None:
        self.since = since
        self.secret = bytes(key) + bytes(key.verify_key)
        self.public = bytes(key.verify_key).hex()
        self.id = key_id(bytes(key.verify_key))

    def sign(self, message: bytes) -> str:
        """Return the signature of a message, in hex."""
        return crypto_sign(message, self.secret)[:SIGNATURE].hex()

    def receipt(self, table: str, n: int, head: bytes, at: int, durability: str) -> Receipt:
        """Return the receipt of the command that ended with event n."""
        message = canonical_json([PURPOSE, table, n, head.hex(), at, durability])
        return {
            "table": table,
            "n": n,
            "head": head.hex(),
            "at": at,
            "durability": durability,
            "key": self.id,
            "signature": self.sign(message),
        }


def durability_label(durability: str, replicas: int) -> str:
    """Return what receipts say of a store: how it keeps events, and how many replicas have them.

    >>> durability_label("always", 2)
    'always+replicas=2'
    """
    return f"{durability}+replicas={replicas}" if replicas else durability


SignerFor = Callable[[str, int, bytes], Signer]  # gives the key for an event of a stream


class PublicKey(NamedTuple):
    """The public half (hex) of a server's key, and when it was the one that signs (milliseconds).

    `until` is None for the key that signs now; `signature` (hex) is by the key before it. `loss` is
    what was lost when it took over.
    """

    public: str
    since: int = 0
    until: int | None = None
    signature: str | None = None
    loss: Loss | None = None

    @property
    def id(self) -> str:
        """Return the key's id."""
        return key_id(bytes.fromhex(self.public))

    def as_json(self) -> Key:
        """Return the key as GET /v1/keys tells of it."""
        key: Key = {
            "key": self.id, "algorithm": "Ed25519", "public": self.public,
            "from": self.since, "until": self.until, "signature": self.signature,
        }  # fmt: skip
        return key if self.loss is None else {**key, "loss": self.loss.as_json()}

    def ended_before(self, at: int) -> bool:
        """Say whether the private half was gone at a time."""
        return self.until is not None and at > self.until + LATE

    def is_valid(self, at: int) -> bool:
        """Say whether it was the key that signs at a time."""
        return at >= self.since - LATE and not self.ended_before(at)

    def excuses(self, at: int) -> bool:
        """Say whether what was signed at a time may have been lost when this key took over."""
        return self.loss is not None and self.loss.after - LATE <= at <= self.since + LATE


def read_public_key(row: dict[str, Any]) -> PublicKey:
    """Return a key from its JSON, or TypeError; one without times counts as always valid."""
    public, since, until = row["public"], row.get("from", 0), row.get("until")
    signature = row.get("signature")
    if type(public) is not str or type(since) is not int or type(until) not in (int, NoneType):
        raise TypeError(f"{row} is no public key")
    if type(signature) not in (str, NoneType):
        raise TypeError(f"{row} is no public key: its signature is no text")
    return PublicKey(public, since, until, signature, read_loss(row.get("loss")))


def key_id(public: bytes) -> str:
    """Return the id of a public key."""
    return hashlib.sha256(public).hexdigest()[:16]


def is_receipt_signed_by(receipt: Mapping[str, Any], public: str) -> bool:
    """Say whether a receipt was signed with the key whose public half (hex) is given."""
    fields = ("table", "n", "head", "at", "durability")
    message = canonical_json([PURPOSE, *(receipt[name] for name in fields)])
    return is_signed(public, message, receipt["signature"])
