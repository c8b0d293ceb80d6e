"""The server's key is rotated while it serves: what was signed before stays good."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from events.history import signing_keys
from events.record.receipts import PublicKey, is_receipt_signed_by, read_public_key
from events.verify.log import verify_log
from tests.service.asker import Asker, Service


def keys(service: Service) -> list[PublicKey]:
    return [read_public_key(row) for row in service.nobody.get("/v1/keys").get_json()["keys"]]


def taken(service: Service, one: Asker) -> Any:
    """Return the receipt for a seat that somebody takes."""
    return one.post(f"{service.opened(one)}/seats").get_json()["receipt"]


def test_a_server_takes_up_a_rotated_key_by_itself(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_keys, "REREAD_INTERVAL", 0.0)
    ada = service.player("Ada")
    (old,) = keys(service)
    before = taken(service, ada)
    signing_keys.rotate_signing_key(service.parts.signing.keys.folder)
    after = taken(service, ada)
    new, former = keys(service)
    assert former == old._replace(until=new.since)
    assert (before["key"], after["key"]) == (old.id, new.id)
    assert is_receipt_signed_by(before, old.public)
    assert is_receipt_signed_by(after, new.public)
    assert not is_receipt_signed_by(after, old.public)


def test_a_key_that_another_process_signs_with_is_served_at_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_keys, "REREAD_INTERVAL", 3600.0)
    (old,) = keys(service)
    new = signing_keys.rotate_signing_key(service.parts.signing.keys.folder).signer.id
    assert [key.id for key in keys(service)] == [new, old.id]


def test_the_logs_and_receipts_of_before_are_good_with_the_keys_that_are_served(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_keys, "REREAD_INTERVAL", 0.0)
    ada = service.player("Ada")
    path = service.opened(ada)
    receipt = ada.post(f"{path}/seats", Idempotency_Key="seat").get_json()["receipt"]
    last = ada.delete(path).get_json()["receipt"]
    log = tmp_path / "log.jsonl"
    log.write_bytes(service.nobody.get(f"{path}/log").data)
    signing_keys.rotate_signing_key(service.parts.signing.keys.folder)
    repeated = ada.post(f"{path}/seats", Idempotency_Key="seat").get_json()["receipt"]
    assert (repeated["head"], repeated["at"]) == (receipt["head"], receipt["at"])
    assert repeated["key"] != receipt["key"]
    report = verify_log(log, keys(service), [receipt, repeated, last])
    assert (report.verdict, report.signature) == ("good", "good")
    assert "3 receipts are genuine and of this log" in report.proven
    log.write_bytes(service.nobody.get(f"{path}/log").data)
    assert orjson.loads(log.read_bytes().splitlines()[-1])["key"] == keys(service)[0].id
    assert verify_log(log, keys(service), [receipt, repeated, last]).verdict == "good"
