"""The start of a table over HTTP: call, reveals, receipts, and who could influence the deal."""

from dataclasses import replace
from typing import Any

import pytest
from nacl.signing import VerifyKey

from events.record.chain import canonical_json
from service.assembly import AppParts
from tests.beacons import chain
from tests.service.asker import Asker, Service, commitment, entropy, problem
from workers.tables.clock import enforce_deadlines

NOW = "events.store.streams.Store.now"
OTHER = "0" * 64  # a head that is none of the table


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def seated(service: Service, *promises: tuple[Asker, str | None], **settings: Any) -> str:
    """Fill a table of Boosh, each with the commitment to a word or without one; return its path."""
    path = service.opened(promises[0][0], "boosh", len(promises), **settings)
    for one, word in promises:
        body = {} if word is None else {"commitment": commitment(one.id, word)}
        assert one.post(f"{path}/seats", body).status_code == 201
    return path


def called(service: Service, *promises: tuple[Asker, str | None], **settings: Any) -> str:
    """Fill a table, and let the first player call for the start; return its path."""
    path = seated(service, *promises, **settings)
    assert promises[0][0].post(f"{path}/start").status_code == 200
    return path


def types_of(asker: Asker, path: str, behind: int) -> list[str]:
    """Return the short types of the events after a number."""
    events = asker.get(f"{path}/events?after={behind}").get_json()["events"]
    return [event["type"].removeprefix("table.").removesuffix(".v1") for event in events]


def let_time_pass(service: Service, path: str, patch: pytest.MonkeyPatch, until: int) -> str:
    """Set the clock, and do what is due at a table; return what was done."""
    patch.setattr(NOW, lambda store: until)
    return enforce_deadlines(service.parts.tables, path.split("/")[3])


def test_without_commitments_the_call_starts_play_at_once(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated(service, (ada, None), (bob, None))
    before = service.log(path)[0]
    view = ada.post(f"{path}/start").get_json()["view"]
    assert (view["phase"], view["reveal_until"]) == ("playing", None)
    assert view["closing"]["n"] == before + 1
    assert types_of(ada, path, before)[:3] == ["start_called", "entropy_closed", "started"]
    with service.nothing_happens():
        body = {"entropy": entropy("cat"), "closing": view["closing"]["head"]}
        found = problem(ada.post(f"{path}/reveal", body), 409, "table/entropy_not_awaited", "T4")
    assert found["detail"].endswith("you sent no commitment when you sat down")


def test_with_commitments_play_begins_with_the_last_reveal(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated(service, (ada, "cat"), (bob, "dog"))
    answer = bob.post(f"{path}/start").get_json()
    view, n = answer["view"], answer["receipt"]["n"]
    assert (view["phase"], view["deal"]) == ("open", "with the players' entropy")
    assert view["reveal_until"] == view["at"] + 10_000
    assert view["closing"] == {"n": n, "head": answer["receipt"]["head"]}
    waiting = ada.reveal(path, "cat").get_json()["view"]
    assert waiting["phase"] == "open"
    assert [seat["entropy"] for seat in waiting["seats"]] == ["revealed", "promised"]
    assert waiting["reveal_until"] == view["reveal_until"]
    last = bob.reveal(path, "dog").get_json()["view"]
    assert (last["phase"], last["reveal_until"]) == ("playing", None)
    told = ["entropy_revealed", "entropy_revealed", "entropy_closed", "started"]
    assert types_of(ada, path, n)[:4] == told
    closed = service.nobody.get(f"{path}/events?after={n + 2}&limit=1").get_json()["events"][0]
    assert closed["data"] == {"entropies": [entropy("cat"), entropy("dog")], "withheld": []}


def test_the_call_takes_an_empty_body_and_comes_once(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated(service, (ada, "cat"), (bob, None))
    eve = service.player("Eve")
    with service.nothing_happens():
        found = problem(ada.post(f"{path}/start", {"entropy": entropy("cat")}), 422, "http/invalid")
        assert set(found["errors"]) == {"entropy"}
        problem(eve.post(f"{path}/start"), 403, "table/not_seated", "T5")
    assert ada.post(f"{path}/start").status_code == 200
    with service.nothing_happens():
        again = problem(bob.post(f"{path}/start"), 409, "table/started", "T5")
        problem(eve.post(f"{path}/seats"), 409, "table/started", "T2")
        problem(ada.delete(path), 409, "table/started", "T9")
    assert again["detail"] == (
        "The start was called for already; this was possible only before the call"
    )


def test_each_wrong_reveal_is_refused_with_its_reason(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated(service, (ada, "cat"), (bob, None))
    eve = service.player("Eve")
    body = {"entropy": entropy("cat"), "closing": OTHER}
    awaited = ("table/entropy_not_awaited", "T4")
    with service.nothing_happens():
        early = problem(ada.post(f"{path}/reveal", body), 409, *awaited)
    assert early["detail"].endswith("nobody has called for the start yet")
    ada.post(f"{path}/start")
    with service.nothing_happens():
        other = problem(ada.post(f"{path}/reveal", body), 409, "table/other_closing", "T4")
        differs = problem(ada.reveal(path, "dog"), 409, "table/entropy_differs", "T4")
        none = problem(bob.reveal(path, "dog"), 409, *awaited)
        stranger = problem(eve.reveal(path, "dog"), 409, *awaited)
    assert "reveal nothing under a head that does not follow from them" in other["detail"]
    assert f'["fairdeal/entropy/1","{ada.id}",ENTROPY]' in differs["detail"]
    assert none["detail"].endswith("you sent no commitment when you sat down")
    assert stranger["detail"].endswith("you hold no seat at this table")
    assert ada.reveal(path, "cat").status_code == 200
    with service.nothing_happens():
        twice = problem(ada.reveal(path, "cat"), 409, *awaited)
    assert twice["detail"].endswith("you have revealed it")


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, {"entropy", "closing"}),
        ({"entropy": "ab" * 16}, {"closing"}),
        ({"entropy": "AB" * 16, "closing": OTHER}, {"entropy"}),
        ({"entropy": "ab" * 15, "closing": OTHER}, {"entropy"}),
        ({"entropy": "ab" * 16, "closing": OTHER[1:]}, {"closing"}),
        ({"entropy": None, "closing": 7}, {"entropy", "closing"}),
        ({"entropy": "ab" * 16, "closing": OTHER, "seat": 0}, {"seat"}),
    ],
)
def test_a_reveal_of_another_form_is_refused(
    service: Service, ada: Asker, bob: Asker, body: Any, where: set[str]
) -> None:
    path = called(service, (ada, "cat"), (bob, None))
    with service.nothing_happens():
        found = problem(ada.post(f"{path}/reveal", body), 422, "http/invalid")
    assert set(found["errors"]) == where


def test_who_reveals_late_withholds_and_keeps_the_seat(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = called(service, (ada, "cat"), (bob, "dog"))
    ada.reveal(path, "cat")
    until = bob.get(path).get_json()["reveal_until"]
    with service.nothing_happens():
        let_time_pass(service, path, monkeypatch, until - 1)
    monkeypatch.setattr(NOW, lambda store: until)
    with service.nothing_happens():
        late = problem(bob.reveal(path, "dog"), 409, "table/too_late", "T4")
    assert late["detail"] == "The time to reveal your entropy is over, so it counts as withheld"
    assert let_time_pass(service, path, monkeypatch, until) == "the entropies are closed"
    view = bob.get(f"{path}/view").get_json()
    assert (view["phase"], view["seat"]) == ("playing", 1)
    assert [seat["entropy"] for seat in view["seats"]] == ["revealed", "withheld"]
    with service.nothing_happens():
        gone = problem(bob.reveal(path, "dog"), 409, "table/entropy_not_awaited", "T4")
    assert "it counts as withheld" in gone["detail"]
    assert bob.get(f"{path}/fairness").get_json()["withheld"] == [1]


def test_who_leaves_during_the_start_withholds_and_may_come_back(
    service: Service, ada: Asker, bob: Asker
) -> None:
    cid = service.player("Cid")
    path = called(service, (ada, "cat"), (bob, "dog"), (cid, "owl"))
    left = bob.delete(f"{path}/seats/1").get_json()["view"]
    assert left["phase"] == "open"
    assert (left["seats"][1]["bot"], left["seats"][1]["entropy"]) == ("regular", "withheld")
    with service.nothing_happens():
        problem(bob.get(f"{path}/closing"), 403, "table/left")
        problem(cid.post(f"{path}/seats", {"seat": 1}), 409, "table/started", "T2")
        problem(cid.post(f"{path}/seats/1/return"), 403, "table/not_your_seat", "T3a")
    back = bob.post(f"{path}/seats/1/return").get_json()["view"]
    assert (back["phase"], back["seat"]) == ("open", 1)
    with service.nothing_happens():
        problem(bob.reveal(path, "dog"), 409, "table/entropy_not_awaited", "T4")
    ada.reveal(path, "cat")
    view = cid.reveal(path, "owl").get_json()["view"]
    assert view["phase"] == "playing"
    assert [seat["entropy"] for seat in view["seats"]] == ["revealed", "withheld", "revealed"]


def test_when_the_last_that_is_awaited_leaves_play_begins(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = called(service, (ada, "cat"), (bob, "dog"))
    ada.reveal(path, "cat")
    assert bob.delete(f"{path}/seats/1").get_json()["view"]["phase"] == "playing"
    assert ada.get(f"{path}/view").get_json()["seats"][1]["bot"] == "regular"


def test_a_revealed_entropy_counts_whoever_leaves(service: Service, ada: Asker, bob: Asker) -> None:
    path = called(service, (ada, "cat"), (bob, "dog"))
    ada.reveal(path, "cat")
    ada.delete(f"{path}/seats/0")
    bob.reveal(path, "dog")
    found = bob.get(f"{path}/fairness").get_json()
    assert (found["seats"], found["withheld"]) == ([0, 1], [])


def test_both_operations_heed_if_match_and_repeat_keys(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated(service, (ada, "cat"), (bob, "dog"))
    stale, tag = '"1.0.0"', ada.get(f"{path}/view").headers["ETag"]
    with service.nothing_happens():
        problem(ada.post(f"{path}/start", If_Match=stale), 412, "table/stale")
    first = ada.post(f"{path}/start", If_Match=tag, Idempotency_Key="call")
    assert first.status_code == 200
    tag = first.headers["ETag"]
    with service.nothing_happens():
        problem(ada.reveal(path, "cat", If_Match=stale), 412, "table/stale")
    shown = ada.reveal(path, "cat", If_Match=tag, Idempotency_Key="reveal")
    assert shown.status_code == 200
    bob.reveal(path, "dog")
    with service.nothing_happens():
        again = ada.post(f"{path}/start", Idempotency_Key="call")
        assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")
        again = ada.reveal(path, "cat", Idempotency_Key="reveal")
        assert (again.data, again.headers["Idempotency-Replayed"]) == (shown.data, "true")
        problem(ada.reveal(path, "dog", Idempotency_Key="reveal"), 422, "http/key_reused")


# ---- receipts


def is_genuine(service: Service, receipt: Any) -> bool:
    """Say whether the key that the server publishes has signed a receipt."""
    keys = {key["key"]: key["public"] for key in service.nobody.get("/v1/keys").get_json()["keys"]}
    facts = [receipt[name] for name in ("table", "n", "head", "at", "durability")]
    message = canonical_json(["fairdeal/receipt/1", *facts])
    VerifyKey(bytes.fromhex(keys[receipt["key"]])).verify(
        message, bytes.fromhex(receipt["signature"])
    )
    return True


def test_the_receipts_of_the_start_are_of_its_two_events(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated(service, (ada, "cat"), (bob, None))
    where = f"{path}/closing"
    assert ada.get(where).get_json() == {"closing": None, "settled": None}
    call = ada.post(f"{path}/start").get_json()["receipt"]
    assert ada.get(where).get_json() == {"closing": call, "settled": None}
    ada.reveal(path, "cat")
    for asker in (ada, bob, service.nobody):
        found = asker.get(where).get_json()
        assert found["closing"] == call
        n = call["n"] + 2
        event = asker.get(f"{path}/events?after={n - 1}&limit=1").get_json()["events"][0]
        assert event["type"] == "table.entropy_closed.v1"
        told = [found["settled"][name] for name in ("table", "n", "head", "at")]
        assert told == [path.split("/")[3], n, event["head"], event["at"]]
        assert all(is_genuine(service, receipt) for receipt in found.values())


def test_the_receipt_that_settles_is_there_before_the_round_of_the_beacon(parts: AppParts) -> None:
    service = Service(replace(parts, beacons={"test": chain()}))
    ada, bob = service.player("Ada"), service.player("Bob")
    path = called(service, (ada, "cat"), (bob, None), beacon="test")
    view = ada.reveal(path, "cat").get_json()["view"]
    settled = ada.get(f"{path}/closing").get_json()["settled"]
    assert is_genuine(service, settled)
    assert settled["at"] + 6_000 <= view["beacon"]["due_at"]
    found = ada.get(f"{path}/fairness").get_json()
    assert (found["is_settled"], found["beacon"]) == (True, "test")
    assert found["text"] == "nobody, unless whoever runs the beacon test and the server collude"


@pytest.mark.parametrize("what", ["closing", "fairness"])
def test_strangers_of_a_private_table_are_told_nothing_of_its_start(
    service: Service, ada: Asker, what: str
) -> None:
    made = ada.post("/v1/tables", {"game": "boosh", "seats": 2, "private": True}).get_json()
    path, code = f"/v1/tables/{made['view']['table']}", made["join_code"]
    for body in ({}, {"bot": "regular"}):
        ada.post(f"{path}/seats", body)
    ada.post(f"{path}/start")
    eve = service.player("Eve")
    for asker in (eve, service.nobody):
        problem(asker.get(f"{path}/{what}"), 404, "table/unknown")
        problem(asker.get(f"{path}/{what}", Join_Code="aaaa-aaaa-aaaa-aaaa"), 404, "table/unknown")
    body = {"entropy": entropy("cat"), "closing": ada.closing(path)}
    problem(eve.post(f"{path}/reveal", body), 404, "table/unknown")
    problem(service.nobody.post(f"{path}/reveal", body), 401, "http/unauthorized")
    assert service.nobody.get(f"{path}/{what}", Join_Code=code).status_code == 200


def test_delayed_spectators_get_the_receipts_when_they_get_the_events(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = called(service, (ada, "cat"), (bob, None), spectator_delay=12)
    ada.reveal(path, "cat")
    own = ada.get(f"{path}/closing").get_json()
    told = []
    for _ in range(20):
        n = service.nobody.get(f"{path}/view").get_json()["n"]
        found = service.nobody.get(f"{path}/closing").get_json()
        settled = service.nobody.get(f"{path}/fairness").get_json()["is_settled"]
        for name in ("closing", "settled"):
            assert found[name] == (own[name] if own[name]["n"] <= n else None)
        assert settled is (own["settled"]["n"] <= n)
        told.append((found["closing"] is not None, settled))
        service.play(path, [ada, bob], actions=1)
    assert (told[0], told[-1]) == ((False, False), (True, True))


# ---- who could have influenced the deal


def test_each_way_of_starting_says_who_could_influence_the_deal(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(path: str) -> tuple[bool, str]:
        found = service.nobody.get(f"{path}/fairness").get_json()
        assert found["table"] == path.split("/")[3]
        return found["is_settled"], found["text"]

    alone = called(service, (ada, None), (bob, None))
    assert told(alone) == (True, "the server alone")
    both = seated(service, (ada, "cat"), (bob, "dog"))
    assert told(both) == (False, "the server and seats 0 and 1 together")
    ada.post(f"{both}/start")
    ada.reveal(both, "cat")
    let_time_pass(service, both, monkeypatch, 2_000_000_000_000)
    assert told(both) == (
        True,
        "the server and seat 0 together; and the server alone among 2 deals, if it dropped what"
        " seat 1 revealed",
    )
