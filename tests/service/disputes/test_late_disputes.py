"""Disputes as those hear of them who gave up a seat at a table that is shown late."""

import pytest

from tests.service.asker import Asker, Service, problem
from tests.service.disputes.test_disputes import disputed, follow
from tests.service.provoke_disputes import auditor as an_auditor


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob")]


@pytest.fixture
def auditor(service: Service) -> Asker:
    return an_auditor(service)


def left_and_late(service: Service, players: list[Asker], hand: int = 1) -> tuple[str, str]:
    """Let Bob dispute a hand of a table that is shown late, and leave; return both paths."""
    path = service.started(players, "boosh", 3, spectator_delay=30)
    service.play(path, players, actions=15)
    own = disputed(path, players[1], hand)
    assert players[1].delete(f"{path}/seats/1").status_code == 200
    return path, own


def test_who_left_a_table_that_is_shown_late_hears_of_nothing_that_is_not_shown_yet(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    ada, bob = players
    path, own = left_and_late(service, players)
    service.play(path, [ada], actions=2)
    acting, _ = service.acting(path, [ada])
    choices = acting.get(f"{path}/view").get_json()["choices"]
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    receipt = ada.post(f"{path}/actions", offered[0]).get_json()["receipt"]
    hers = disputed(path, ada, receipts=[receipt])
    for one in (own, hers):
        assert auditor.get(f"{one}/replay?seat=0").status_code == 200
        ruling = {"verdict": "dismissed", "reason": "No"}
        assert auditor.post(f"{one}/ruling", ruling).status_code == 201
    late = service.nobody.get(f"{path}/view").get_json()
    assert 0 < late["n"] < receipt["n"] - 20
    found = bob.get(own).get_json()
    assert (found["n"], found["head"]) == (late["n"], late["head"])
    assert (found["looks"], found["ruling"], found["status"]) == ([], None, "open")
    problem(bob.get(hers), 404, "dispute/unknown")
    problem(bob.delete(hers), 404, "dispute/unknown")
    seen = ada.get(hers).get_json()
    assert seen["n"] > late["n"] and seen["looks"][0]["n"] > late["n"]
    assert (seen["ruling"]["where"] > receipt["n"], seen["receipts"]) == (True, [receipt])
    service.play(path, [ada])
    for one in (own, hers):
        assert bob.get(one).get_json() == ada.get(one).get_json()


def test_no_list_tells_who_left_a_table_that_is_shown_late_of_what_is_not_shown_yet(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    ada, bob = players
    path, own = left_and_late(service, players)
    assert ada.delete(disputed(path, ada)).status_code == 200
    assert (
        auditor.post(f"{own}/ruling", {"verdict": "dismissed", "reason": "No"}).status_code == 201
    )
    follow(service)
    mine = own.rpartition("/")[2]
    for where in (f"{path}/disputes", "/v1/disputes", "/v1/disputes?status=open"):
        rows = bob.get(where).get_json()["disputes"]
        told = [(row["dispute"], row["status"], row["verdict"]) for row in rows]
        assert told == [(mine, "open", None)], where
    for status in ("ruled", "withdrawn"):
        assert bob.get(f"/v1/disputes?status={status}").get_json()["disputes"] == []
        assert len(ada.get(f"/v1/disputes?status={status}").get_json()["disputes"]) == 1
    service.play(path, [ada])
    follow(service)
    for where in (f"{path}/disputes", "/v1/disputes"):
        assert bob.get(where).get_json() == ada.get(where).get_json()


def test_d2_who_left_a_table_that_is_shown_late_disputes_no_hand_that_is_not_shown_yet(
    service: Service, players: list[Asker]
) -> None:
    """Neither the answer nor its words tell how many hands there are."""
    ada, bob = players
    path, _ = left_and_late(service, players)
    table = service.parts.tables.current(path.rpartition("/")[2]).table
    while len(table.hands) < 3:
        service.play(path, [ada], actions=1)
        table = service.parts.tables.current(table.id).table
    shown = sum(1 for first in table.hands if first <= table.n - 30)
    assert shown < len(table.hands)
    for hand in (len(table.hands), len(table.hands) + 1):
        told = problem(
            bob.post(f"{path}/disputes", {"hand": hand, "reason": "?"}), 409,
            "dispute/no_such_hand", "D2",
        )  # fmt: skip
        assert str(len(table.hands)) not in told["detail"]
    assert disputed(path, ada, len(table.hands))


def test_a_dispute_that_was_opened_before_the_seat_was_left_is_repeated_after_it(
    service: Service, players: list[Asker]
) -> None:
    bob, sent = players[1], {"hand": 1, "reason": "Seat 0 peeked"}
    path = service.started(players, "boosh", 3, spectator_delay=30)
    service.play(path, players, actions=1)
    made = bob.post(f"{path}/disputes", sent, Idempotency_Key="once")
    assert made.status_code == 201
    assert bob.delete(f"{path}/seats/1").status_code == 200
    again = bob.post(f"{path}/disputes", sent, Idempotency_Key="once")
    assert again.headers["Location"] == made.headers["Location"]
    fresh = bob.post(f"{path}/disputes", sent)
    problem(fresh, 409, "dispute/no_such_hand", "D2")
