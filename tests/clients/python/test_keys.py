"""The keys of a server change, and a client believes only those that follow from what it knew."""

from hashlib import sha256
from typing import Any

from fairdeal_client.canonical import canonical
from fairdeal_client.keys import LATE, is_signed_receipt, take_later_keys
from nacl.signing import SigningKey

OLD, NEW, OTHER = (SigningKey(bytes([k]) * 32) for k in (1, 2, 3))
CHANGED = 1_000_000


def public_of(key: SigningKey) -> str:
    """Return the public half of a key, in hex."""
    return bytes(key.verify_key).hex()


def first() -> dict[str, Any]:
    """Return the first key of a server as /v1/keys shows it."""
    return {"public": public_of(OLD), "from": 0, "until": None, "signature": None, "loss": None}


def after(key: SigningKey, signer: SigningKey, loss: Any = None) -> dict[str, Any]:
    """Return a key that follows the first, as `signer` says."""
    row = [public_of(OLD), public_of(key), CHANGED]
    lost = [] if loss is None else [*loss.values()]
    kind = "fairdeal/key-change/1" if loss is None else "fairdeal/loss/1"
    signature = signer.sign(canonical([kind, *row, *lost])).signature.hex()
    return {
        "public": public_of(key), "from": CHANGED, "until": None, "signature": signature,
        "loss": loss,
    }  # fmt: skip


def receipt(key: SigningKey, at: int) -> dict[str, Any]:
    """Return a receipt that a key has signed."""
    fields = {"table": "t1", "n": 3, "head": "ab", "at": at, "durability": "everysec"}
    signature = key.sign(canonical(["fairdeal/receipt/1", *fields.values()])).signature.hex()
    return {**fields, "signature": signature, "key": sha256(bytes(key.verify_key)).hexdigest()[:16]}


def test_a_key_that_the_one_before_it_has_signed_is_believed() -> None:
    loss = {"after": 5, "size": 2, "root": "00" * 32, "kept": 1}
    for lost in (None, loss):
        known = [first()]
        take_later_keys(known, [after(NEW, OLD, lost), {**first(), "until": CHANGED}])
        assert [key["public"] for key in known] == [public_of(NEW), public_of(OLD)]
        assert is_signed_receipt(receipt(NEW, CHANGED + LATE), known)
        assert is_signed_receipt(receipt(OLD, CHANGED), known)
        assert not is_signed_receipt(receipt(OLD, CHANGED + LATE + 1), known)  # it was destroyed


def test_a_key_that_nobody_known_has_signed_is_not_believed() -> None:
    known = [first()]
    take_later_keys(known, [after(NEW, OTHER), first()])
    take_later_keys(known, [{**first(), "public": public_of(OTHER)}])
    assert known == [first()]
    assert not is_signed_receipt(receipt(NEW, CHANGED), known)


def test_a_key_has_one_successor() -> None:
    known = [first()]
    take_later_keys(known, [after(NEW, OLD), first()])
    later = {**after(OTHER, OLD), "from": CHANGED + 1}
    take_later_keys(known, [later, first()])
    assert [key["public"] for key in known] == [public_of(NEW), public_of(OLD)]


def test_a_receipt_names_the_key_and_the_table_for_which_it_was_signed() -> None:
    right = receipt(OLD, 5)
    assert is_signed_receipt(right, [first()])
    for name, value in {"table": "t2", "key": "0" * 16, "n": 4, "durability": "always"}.items():
        assert not is_signed_receipt({**right, name: value}, [first()])
