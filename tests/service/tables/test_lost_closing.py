"""A store that has lost a call for the start: the table is never called for anew, but aborted."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from events.history.signing_keys import FILE
from events.verify.log import verify_log
from events.verify.report import LogReport
from projections.history.guard import SigningGuard
from tests.service.asker import Asker, Service, commitment, problem
from tests.service.past import Past
from tests.service.test_older_store import BEHIND

WORDS = {"Ada": "cat", "Bob": "dog"}


def seated(past: Past) -> str:
    """Open a table at which all seats are taken with commitments; keep a copy of the store."""
    path = past.service.opened(past.ada, "boosh", 2)
    for one, name in ((past.ada, "Ada"), (past.bob, "Bob")):
        promised = {"commitment": commitment(one.id, WORDS[name])}
        assert one.post(f"{path}/seats", promised).status_code == 201
    past.keep("older")
    return path


def called(past: Past, path: str) -> dict[str, Any]:
    """Call for the start; return the receipt that every client keeps."""
    assert past.ada.post(f"{path}/start").status_code == 200
    found: dict[str, Any] = past.bob.get(f"{path}/closing").get_json()["closing"]
    return found


def ignorant(past: Past) -> Service:
    """Return a server with the same key that knows of nothing it has signed."""
    other = past.folder / "another"
    other.mkdir()
    shutil.copy(past.folder / FILE, other / FILE)
    return past.process(other)


def asker(service: Service, one: Asker) -> Asker:
    """Return a player of another process."""
    return Asker(service.app.test_client(), one.token, one.id)


def verdict(path: str, one: Asker, folder: Path) -> LogReport:
    """Return what the verifier says of the log of a closed table, which is good."""
    log, keys = folder / "log", one.get("/v1/keys").get_json()["keys"]
    log.write_bytes(one.get(f"{path}/log").data)
    report = verify_log(log, [key["public"] for key in keys])
    assert report.faults == ()
    return report


# As long as the server knows


def test_a_server_whose_store_has_lost_a_call_does_not_take_another(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seated(past)
    called(past, path)
    past.put_back("older")
    monkeypatch.setattr(SigningGuard, "require_current", lambda self: None)  # a moment ago all was
    with past.service.nothing_happens():
        problem(past.ada.post(f"{path}/start"), 503, BEHIND)
    assert past.ada.get(f"{path}/view").get_json()["closing"] is None


def test_a_table_that_was_open_when_data_was_lost_is_never_called_for(past: Past) -> None:
    path = seated(past)
    called(past, path)
    past.put_back("older")
    past.publish_loss()
    with past.service.nothing_happens():
        problem(past.ada.post(f"{path}/start"), 409, "table/closing_lost", "T9b")
    assert past.ada.delete(path).status_code == 200


def test_a_call_that_was_not_lost_is_answered_again_after_a_loss(past: Past) -> None:
    path = past.service.opened(past.ada, "boosh", 2)
    for one in (past.ada, past.bob):
        assert one.post(f"{path}/seats").status_code == 201
    first = past.ada.post(f"{path}/start", Idempotency_Key="once")
    past.keep("older")
    past.service.opened(past.ada, "boosh", 2)  # is lost
    past.put_back("older")
    past.publish_loss()
    again = past.ada.post(f"{path}/start", Idempotency_Key="once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["view"] == first.get_json()["view"]


def test_tables_that_are_opened_after_a_loss_are_called_for_as_ever(past: Past) -> None:
    called(past, seated(past))
    past.put_back("older")
    past.publish_loss()
    path = past.service.opened(past.ada, "boosh", 2)
    for one in (past.ada, past.bob):
        assert one.post(f"{path}/seats").status_code == 201
    assert past.ada.post(f"{path}/start").status_code == 200


# Where a player knows more than the server


def test_a_receipt_that_the_log_contradicts_aborts_the_table(past: Past, tmp_path: Path) -> None:
    path = seated(past)
    receipt = called(past, path)
    past.put_back("older")
    past.publish_loss()
    answer = past.bob.post(f"{path}/abort", {"receipt": receipt})
    assert answer.status_code == 200, answer.text
    view = answer.get_json()["view"]
    assert (view["phase"], view["outcome"]["why"]) == ("closed", "closing_lost")
    assert "lost a part of this table's log" in view["outcome"]["text"]
    events = past.service.nobody.get(f"{path}/events?limit=500").get_json()["events"]
    assert events[-1]["data"]["receipt"] == receipt
    report = verdict(path, past.ada, tmp_path)
    lost = f"the table was aborted after the server had lost event {receipt['n']}, signed by it"
    assert lost in report.proven


def test_it_aborts_one_that_a_forgetful_server_has_called_for_again(past: Past) -> None:
    path = seated(past)
    receipt = called(past, path)
    past.put_back("older")
    forgetful = ignorant(past)
    ada, bob = asker(forgetful, past.ada), asker(forgetful, past.bob)
    assert ada.post(f"{path}/start").status_code == 200
    assert bob.closing(path) != receipt["head"], "which no honest client reveals anything under"
    answer = bob.post(f"{path}/abort", {"receipt": receipt})
    assert answer.get_json()["view"]["outcome"]["why"] == "closing_lost"
    problem(ada.reveal(path, WORDS["Ada"]), 409, "table/closed", "T9")


def test_open_invitations_end_with_the_abort(past: Past) -> None:
    path = past.service.opened(past.ada, "boosh", 3)
    past.keep("older")
    receipt = past.ada.post(f"{path}/seats").get_json()["receipt"]
    past.put_back("older")
    server = ignorant(past)
    ada = asker(server, past.ada)
    invited = {"invite": [{"seat": 1, "player": past.bob.id}]}
    assert ada.post(f"{path}/invitations", invited).status_code == 201
    assert ada.post(f"{path}/abort", {"receipt": receipt}).status_code == 200
    events = server.nobody.get(f"{path}/events?limit=500").get_json()["events"]
    types = [event["type"] for event in events[-2:]]
    assert types == ["table.invitation_ended.v1", "table.closed.v1"]


def test_the_same_request_again_is_answered_again(past: Past) -> None:
    path = seated(past)
    receipt = called(past, path)
    past.put_back("older")
    past.publish_loss()
    first = past.bob.post(f"{path}/abort", {"receipt": receipt}, Idempotency_Key="once")
    again = past.bob.post(f"{path}/abort", {"receipt": receipt}, Idempotency_Key="once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["receipt"] == first.get_json()["receipt"]
    problem(past.ada.post(f"{path}/abort", {"receipt": receipt}), 409, "table/closed", "T9")


# What is no loss


def test_a_receipt_of_the_log_aborts_nothing(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.opened(ada, "boosh", 2)
    receipts = [one.post(f"{path}/seats").get_json()["receipt"] for one in (ada, bob)]
    for receipt in receipts:
        with service.nothing_happens():
            found = ada.post(f"{path}/abort", {"receipt": receipt})
            problem(found, 409, "table/not_aborted", "T9b")


def test_a_receipt_that_the_server_did_not_sign_aborts_nothing(service: Service) -> None:
    ada = service.player("Ada")
    path = service.opened(ada, "boosh", 2)
    receipt = ada.post(f"{path}/seats").get_json()["receipt"]
    other = service.opened(ada, "boosh", 2)
    for change in ({"n": 9}, {"head": "00" * 32}, {"at": 1}, {"key": "0" * 16},
                   {"signature": "0" * 128}):  # fmt: skip
        with service.nothing_happens():
            found = problem(
                ada.post(f"{path}/abort", {"receipt": {**receipt, **change}}), 422, "http/invalid"
            )
            assert "is not signed with a key of this server" in str(found)
    with service.nothing_happens():
        found = problem(ada.post(f"{other}/abort", {"receipt": receipt}), 422, "http/invalid")
        assert "must be of this table" in str(found)
        problem(ada.post(f"{path}/abort", {}), 422, "http/invalid")
        problem(
            service.nobody.post(f"{path}/abort", {"receipt": receipt}), 401, "http/unauthorized"
        )
        problem(ada.post("/v1/tables/t0/abort", {"receipt": receipt}), 404, "table/unknown")


def test_once_play_has_begun_nothing_is_aborted(past: Past) -> None:
    path = past.playing()
    past.keep("older")
    lost = past.ada.post(f"{path}/adjourn").get_json()["receipt"]
    past.put_back("older")
    bob = asker(ignorant(past), past.bob)
    problem(bob.post(f"{path}/abort", {"receipt": lost}), 409, "table/started", "T9b")
