"""Receipts and the signing key."""

import hashlib
import threading
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey, VerifyKey

from events.history.signing_keys import load_signer
from events.record.chain import canonical_json
from events.record.receipts import Signer, is_receipt_signed_by, key_id
from games.core.fairness.signature import is_signed
from tests.waiting import PATIENCE

HEAD = b"h" * 32


@pytest.fixture
def signer() -> Signer:
    return Signer(SigningKey(bytes(range(32))))


@pytest.fixture
def receipt(signer: Signer) -> dict[str, Any]:
    return {**signer.receipt("t1", 7, HEAD, 1_700_000_000_000, "everysec")}


def test_a_receipt_is_signed_over_purpose_table_number_head_time_and_durability(
    signer: Signer, receipt: dict[str, Any]
) -> None:
    message = canonical_json(
        ["fairdeal/receipt/1", "t1", 7, HEAD.hex(), 1_700_000_000_000, "everysec"]
    )
    VerifyKey(bytes.fromhex(signer.public)).verify(message, bytes.fromhex(receipt["signature"]))
    assert receipt["key"] == signer.id
    assert is_receipt_signed_by(receipt, signer.public)


@pytest.mark.parametrize(
    ("field", "value"),
    [("table", "t2"), ("n", 8), ("head", "00" * 32), ("at", 0), ("durability", "always")],
)
def test_a_receipt_with_anything_changed_is_not_genuine(
    signer: Signer, receipt: dict[str, Any], field: str, value: object
) -> None:
    assert not is_receipt_signed_by({**receipt, field: value}, signer.public)


def test_a_receipt_of_another_key_is_not_genuine(receipt: dict[str, Any]) -> None:
    assert not is_receipt_signed_by(receipt, Signer(SigningKey(b"2" * 32)).public)


@pytest.mark.parametrize("signature", ["", "00", "00" * 64, "no hex", "zz" * 64])
def test_what_is_no_signature_is_not_genuine(
    signer: Signer, receipt: dict[str, Any], signature: str
) -> None:
    assert not is_receipt_signed_by({**receipt, "signature": signature}, signer.public)


@pytest.mark.parametrize("public", ["", "00", "no hex", "00" * 31])
def test_what_is_no_key_has_signed_nothing(receipt: dict[str, Any], public: str) -> None:
    assert not is_receipt_signed_by(receipt, public)


def test_two_receipts_of_one_number_prove_a_fork(signer: Signer) -> None:
    one = signer.receipt("t1", 7, b"a" * 32, 5, "everysec")
    other = signer.receipt("t1", 7, b"b" * 32, 6, "everysec")
    assert is_receipt_signed_by(one, signer.public)
    assert is_receipt_signed_by(other, signer.public)
    assert one["head"] != other["head"]


def test_a_key_is_called_by_the_hash_of_its_public_half(signer: Signer) -> None:
    expected = hashlib.sha256(bytes.fromhex(signer.public)).hexdigest()[:16]
    assert signer.id == key_id(bytes.fromhex(signer.public)) == expected
    assert is_signed(signer.public, b"message", signer.sign(b"message"))
    assert not is_signed(signer.public, b"another", signer.sign(b"message"))


def test_the_key_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    made = load_signer(folder)
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    again = load_signer(folder)
    assert (again.public, again.id) == (made.public, made.id)
    assert load_signer(tmp_path / "another").public != made.public


def test_many_who_start_at_once_get_one_key(tmp_path: Path) -> None:
    for round_ in range(20):
        keys: list[str] = []
        begin = threading.Barrier(8, timeout=PATIENCE)

        def start(folder: Path, begin: threading.Barrier, keys: list[str]) -> None:
            begin.wait()
            keys.append(load_signer(folder).public)

        folder = tmp_path / str(round_)
        starters = [threading.Thread(target=start, args=(folder, begin, keys)) for _ in range(8)]
        for starter in starters:
            starter.start()
        for starter in starters:
            starter.join()
        assert len(keys) == 8
        assert len(set(keys)) == 1


def test_a_start_that_broke_off_while_the_key_was_made_leaves_no_broken_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> SigningKey:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(SigningKey, "generate", fail)
        load_signer(tmp_path)
    assert load_signer(tmp_path).public == load_signer(tmp_path).public
