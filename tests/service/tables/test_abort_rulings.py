"""An auditor aborts a table between the call and play over HTTP, and the reason can be read."""

from dataclasses import asdict
from typing import Any

import pytest

from events.accounts.texts import TextStore, texts_of
from events.disputes.names import dispute_stream_id
from events.handle import CommandRequest, handle
from games.table import Release, TournamentLink
from games.table.planned import table_id
from tests.service.asker import Asker, Service, commitment, problem, with_role
from tests.service.cups import at_once, running
from tests.table.planned import CHAIN, ENTROPY, RUNNER, TOURNAMENT, planned

WORDS = {"Ada": "cat", "Bob": "dog"}
RULING = {"reason": "A stranger uses Bob's account"}
Players = dict[str, Asker]


@pytest.fixture
def players(service: Service) -> Players:
    return {name: service.player(name) for name in WORDS}


@pytest.fixture
def auditor(service: Service) -> Asker:
    return with_role(service, "auditor")


def seated(service: Service, players: Players) -> str:
    """Open a table at which both sit with commitments."""
    path = service.opened(players["Ada"], "boosh", 2)
    for name, one in players.items():
        promised = {"commitment": commitment(one.id, WORDS[name])}
        assert one.post(f"{path}/seats", promised).status_code == 201
    return path


def called(service: Service, players: Players) -> str:
    """Call for the start of a table, with one entropy revealed."""
    path = seated(service, players)
    assert players["Ada"].post(f"{path}/start").status_code == 200
    assert players["Ada"].reveal(path, WORDS["Ada"]).status_code == 200
    return path


def texts(service: Service, path: str) -> int:
    """Return how many reasons are kept beside the log of a table."""
    rows: Any = service.redis.hgetall(texts_of(dispute_stream_id(path.rpartition("/")[2])))
    return sum(not name.startswith(b"once:") for name in rows)


def test_an_auditor_aborts_a_table_and_everybody_reads_why(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = called(service, players)
    assert service.nobody.get(f"{path}/fairness").get_json()["abort_reason"] is None
    answer = auditor.post(f"{path}/abort", RULING)
    assert answer.status_code == 200, answer.text
    view = answer.get_json()["view"]
    assert (view["phase"], view["outcome"]["why"]) == ("closed", "abort_ruled")
    assert view["outcome"]["text"] == "An auditor has ruled that the table is aborted"
    assert view["outcome"]["places"] == []
    last = service.nobody.get(f"{path}/events?limit=500").get_json()["events"][-1]
    assert last["by"] == f"player:{auditor.id}"
    assert last["cause"]["action"]["reason"] != RULING["reason"]
    told = service.nobody.get(f"{path}/fairness").get_json()
    assert told["abort_reason"] == RULING["reason"]
    assert told["text"] == "nobody, since the table ended before any cards were dealt"
    assert (told["seats"], told["beacon"]) == ([], None)
    problem(players["Bob"].reveal(path, WORDS["Bob"]), 409, "table/closed", "T9")
    log = players["Ada"].get(f"{path}/log").data
    checked = service.nobody.ask("POST", "/v1/verifications", raw=log, kind="application/jsonl")
    assert checked.get_json()["verdict"] == "good"


def test_it_counts_for_the_server_and_for_each_player_at_the_call(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = called(service, players)
    assert auditor.post(f"{path}/abort", RULING).status_code == 200
    service.follow()
    told = service.nobody.get(f"{path}/fairness").get_json()
    assert told["aborted"] == {"server": 1, "players": [1, 1]}
    for one, times in ((players["Ada"], 1), (players["Bob"], 1), (auditor, 0)):
        assert service.nobody.get(f"/v1/players/{one.id}").get_json()["aborted"] == times


def test_only_an_auditor_without_a_seat_aborts(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = called(service, players)
    for one in (*players.values(), service.player("Cid"), with_role(service, "director")):
        problem(one.post(f"{path}/abort", RULING), 403, "dispute/not_an_auditor", "D6")
    problem(service.nobody.post(f"{path}/abort", RULING), 401, "http/unauthorized")
    found = service.parts.players.find(players["Bob"].id)
    assert found is not None
    service.parts.players.give_role(found, "auditor")
    problem(players["Bob"].post(f"{path}/abort", RULING), 403, "table/not_impartial", "T15")
    assert texts(service, path) == 0
    assert with_role(service, "admin").post(f"{path}/abort", RULING).status_code == 200


def test_an_auditor_aborts_nothing_before_the_call_in_play_or_twice(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = seated(service, players)
    problem(auditor.post(f"{path}/abort", RULING), 409, "table/not_aborted", "T9b")
    assert players["Ada"].post(f"{path}/start").status_code == 200
    for name, one in players.items():
        assert one.reveal(path, WORDS[name]).status_code == 200
    problem(auditor.post(f"{path}/abort", RULING), 409, "table/started", "T9b")
    assert texts(service, path) == 0
    other = called(service, players)
    assert auditor.post(f"{other}/abort", RULING).status_code == 200
    problem(auditor.post(f"{other}/abort", RULING), 409, "table/closed", "T9")
    assert texts(service, other) == 1


def test_an_abort_has_a_receipt_or_a_reason(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = called(service, players)
    receipt = players["Ada"].get(f"{path}/closing").get_json()["closing"]
    for sent in ({}, {"reason": ""}, {"reason": "a" * 2_001}, {**RULING, "receipt": receipt}):
        with service.nothing_happens():
            problem(auditor.post(f"{path}/abort", sent), 422, "http/invalid")


def test_the_same_request_again_is_answered_again(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = seated(service, players)
    early = auditor.post(f"{path}/abort", RULING, Idempotency_Key="once")
    problem(early, 409, "table/not_aborted", "T9b")
    assert players["Ada"].post(f"{path}/start").status_code == 200
    first = auditor.post(f"{path}/abort", RULING, Idempotency_Key="once")
    again = auditor.post(f"{path}/abort", RULING, Idempotency_Key="once")
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["receipt"] == first.get_json()["receipt"]
    assert texts(service, path) == 1
    told = service.nobody.get(f"{path}/fairness").get_json()
    assert told["abort_reason"] == RULING["reason"]
    another = auditor.post(f"{path}/abort", {"reason": "No"}, Idempotency_Key="once")
    problem(another, 422, "http/key_reused")
    assert texts(service, path) == 1


def test_an_erased_reason_is_told_of_no_more(
    service: Service, players: Players, auditor: Asker
) -> None:
    path = called(service, players)
    assert auditor.post(f"{path}/abort", RULING).status_code == 200
    TextStore(service.parts.store).erase(dispute_stream_id(path.rpartition("/")[2]))
    assert service.nobody.get(f"{path}/fairness").get_json()["abort_reason"] is None


def test_at_a_private_table_an_auditor_needs_its_code(
    service: Service, players: Players, auditor: Asker
) -> None:
    ada = players["Ada"]
    made = ada.post("/v1/tables", {"game": "boosh", "seats": 2, "private": True})
    assert made.status_code == 201, made.text
    path, code = made.headers["Location"], made.get_json()["join_code"]
    promised = {"commitment": commitment(ada.id, WORDS["Ada"])}
    assert ada.post(f"{path}/seats", promised).status_code == 201
    assert ada.post(f"{path}/seats", {"bot": "regular"}).status_code == 201
    assert ada.post(f"{path}/start").status_code == 200
    problem(auditor.post(f"{path}/abort", RULING), 404, "table/unknown")
    assert auditor.post(f"{path}/abort", RULING, Join_Code=code).status_code == 200


def waiting(service: Service, players: Players, cup: str = TOURNAMENT, **more: Any) -> str:
    """Open a tournament's table at which both, or bots, wait for a round; return its path."""
    number = CHAIN.first_due(service.parts.store.now() + 90_000)
    link, table = asdict(TournamentLink(cup, 0, ENTROPY, number)), table_id(cup, 0)
    who = [one.id for one in players.values()] or ["regular", "regular"]
    opening = planned(who, beacon=CHAIN._asdict(), tournament=link, group=f"{cup}-0", **more)
    handle(service.parts.tables, CommandRequest(table, f"tournament:{cup}", opening))
    return f"/v1/tables/{table}"


def test_a_table_of_a_tournament_is_aborted_by_an_auditor_who_sees_nothing_of_it(
    service: Service, players: Players, auditor: Asker
) -> None:
    tables, path = service.parts.tables, waiting(service, players)
    table = path.rpartition("/")[2]
    problem(players["Ada"].post(f"{path}/abort", RULING), 403, "dispute/not_an_auditor", "D6")
    stranger = service.player("Cid")
    problem(stranger.post(f"{path}/abort", RULING), 403, "table/not_released", "T26")
    old = auditor.post(f"{path}/abort", RULING, If_Match='"1.s.0"')
    problem(old, 403, "table/not_released", "T26")  # not 412: that would tell its newest event
    answer = auditor.post(f"{path}/abort", RULING, Idempotency_Key="once")
    assert answer.status_code == 200, answer.text
    seen = answer.get_json()["view"]
    assert (seen["phase"], seen["outcome"]["why"]) == ("finished", "abort_ruled")
    assert (seen["play"], seen["board"], seen["seat"]) == (None, None, None)
    again = auditor.post(f"{path}/abort", RULING, Idempotency_Key="once")
    assert again.get_json()["receipt"] == answer.get_json()["receipt"]
    for one in (auditor, service.nobody):
        problem(one.get(f"{path}/fairness"), 403, "table/not_released", "T26")
    told = players["Bob"].get(f"{path}/fairness").get_json()
    assert told["abort_reason"] == RULING["reason"]
    handle(tables, CommandRequest(table, RUNNER, Release()))
    told = service.nobody.get(f"{path}/fairness").get_json()
    assert told["abort_reason"] == RULING["reason"]
    log = service.nobody.get(f"{path}/log").data
    checked = service.nobody.ask("POST", "/v1/verifications", raw=log, kind="application/jsonl")
    assert checked.get_json()["verdict"] == "good"


def test_a_director_who_watches_with_a_delay_sees_the_abort_at_once(
    service: Service, players: Players, auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, director = waiting(service, players, spectator_delay=10), service.player("Dora")
    monkeypatch.setattr(service.parts.tables, "directs", lambda _, player: player == director.id)
    assert director.get(path).get_json()["n"] == 4
    assert auditor.post(f"{path}/abort", RULING).status_code == 200
    seen = director.get(path).get_json()
    assert (seen["n"], seen["outcome"]["why"]) == (5, "abort_ruled")
    assert director.get(f"{path}/fairness").get_json()["abort_reason"] == RULING["reason"]


def test_an_auditor_aborts_no_table_of_a_tournament_in_which_they_play(service: Service) -> None:
    dora = with_role(service, "director", "Dora")
    path, _ = running(service, dora, entrants={"late": True})
    auditor = with_role(service, "auditor")
    waits = waiting(service, {}, path.rpartition("/")[2])
    assert auditor.post(f"{path}/entrants").status_code == 201
    told = problem(auditor.post(f"{waits}/abort", RULING), 403, "table/not_impartial", "T26")
    assert told["detail"].startswith("You take part in the tournament")
    assert texts(service, waits) == 0


@pytest.mark.parametrize("planned_by_cup", [False, True])
def test_of_auditors_who_abort_a_table_at_once_one_does_and_one_reason_is_kept(
    service: Service, players: Players, planned_by_cup: bool
) -> None:
    path = waiting(service, players) if planned_by_cup else called(service, players)
    several = [with_role(service, "auditor", f"auditor {number}") for number in range(4)]
    words = [{"reason": f"Reason {number}"} for number in range(4)]
    asks = zip(several, [f"{path}/abort"] * 4, words, strict=True)
    refusal = "table/started" if planned_by_cup else "table/closed"
    assert at_once([*asks]) == ["ok", *[refusal] * 3]
    told = players["Ada"].get(f"{path}/fairness").get_json()["abort_reason"]
    assert {"reason": told} in words
    assert texts(service, path) == 1


# ---- an admin closes a table


@pytest.fixture
def admin(service: Service) -> Asker:
    return with_role(service, "admin", "Op")


def playing(service: Service, players: Players) -> str:
    """Begin play at a table."""
    path = called(service, players)
    assert players["Bob"].reveal(path, WORDS["Bob"]).status_code == 200
    return path


@pytest.mark.parametrize("begin", [seated, called, playing])
def test_an_admin_closes_a_table_in_any_phase_and_everybody_reads_why(
    service: Service, players: Players, admin: Asker, begin: Any
) -> None:
    path = begin(service, players)
    answer = admin.post(f"{path}/abort", RULING)
    assert answer.status_code == 200, answer.text
    view = answer.get_json()["view"]
    assert (view["phase"], view["outcome"]["why"]) == ("closed", "closed_by_operator")
    told = service.nobody.get(f"{path}/fairness").get_json()
    assert told["abort_reason"] == RULING["reason"]
    last = service.nobody.get(f"{path}/events?limit=500").get_json()["events"][-1]
    assert last["by"] == f"player:{admin.id}"
    log = players["Ada"].get(f"{path}/log").data
    checked = service.nobody.ask("POST", "/v1/verifications", raw=log, kind="application/jsonl")
    assert checked.get_json()["verdict"] == "good"
    service.follow()
    aborted = service.nobody.get(f"{path}/fairness").get_json()["aborted"]
    assert aborted["server"] == 1
    problem(admin.post(f"{path}/abort", RULING), 409, "table/closed", "T9")
    assert texts(service, path) == 1


def test_an_admin_who_plays_cannot_close_the_table(service: Service, players: Players) -> None:
    path = playing(service, players)
    found = service.parts.players.find(players["Bob"].id or "")
    assert found is not None
    service.parts.players.give_role(found, "admin")
    problem(players["Bob"].post(f"{path}/abort", RULING), 403, "table/not_impartial", "T15")
    assert texts(service, path) == 0


def test_an_admin_sees_and_closes_a_private_table_with_the_own_token_alone(
    service: Service, players: Players, admin: Asker
) -> None:
    made = players["Ada"].post("/v1/tables", {"game": "boosh", "seats": 2, "private": True})
    path = made.headers["Location"]
    scopes = {"name": "script", "scopes": ["read", "disputes"]}
    token = admin.post("/v1/tokens", scopes).get_json()["token"]
    script = Asker(admin.client, token, admin.id)
    problem(script.get(path), 404, "table/unknown")
    problem(script.post(f"{path}/abort", RULING), 404, "table/unknown")
    assert admin.get(path).get_json()["phase"] == "open"
    problem(admin.get(f"{path}/view"), 404, "table/unknown")
    assert admin.post(f"{path}/abort", RULING).status_code == 200


def test_an_admins_script_closes_no_table(service: Service, players: Players, admin: Asker) -> None:
    path = playing(service, players)
    scopes = {"name": "script", "scopes": ["read", "disputes"]}
    token = admin.post("/v1/tokens", scopes).get_json()["token"]
    script = Asker(admin.client, token, admin.id)
    problem(script.post(f"{path}/abort", RULING), 403, "http/insufficient_scope")
