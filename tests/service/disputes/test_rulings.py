"""Rulings over HTTP: at tables that are open, closed and archived; races, crashes, ratings."""

import threading
from typing import Any, Never

import pytest

from events.disputes import rulings
from events.handle import CommandRequest, handle
from events.transfer.archiving import Archiver
from games.table import Adjourn, Command
from projections.disputes.read_model import DISPUTES
from projections.ratings.ratings import CORRECTED, ratings_stream_id
from projections.read_models.rebuild import rebuild_models
from service.app import create_app
from tests.service.asker import Asker, Service, problem
from tests.service.disputes.test_disputes import disputed, follow, over, playing, stream
from tests.service.provoke_disputes import auditor as an_auditor
from tests.service.ratings.test_standings import follow as follow_standings
from tests.waiting import PATIENCE
from tests.workers.floor import public

REMEDIES = [("none", []), ("hand_voided", []), ("table_voided", []), ("points_adjusted", [-90, 90])]
every_remedy = pytest.mark.parametrize(("remedy", "points"), REMEDIES)


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob")]


@pytest.fixture
def auditor(service: Service) -> Asker:
    return an_auditor(service)


def ruled(where: str, auditor: Asker, remedy: str = "none", **more: Any) -> Any:
    """Uphold a dispute; return its ruling."""
    sent = {"verdict": "upheld", "remedy": remedy, "reason": "It is so", **more}
    made = auditor.post(f"{where}/ruling", sent)
    assert made.status_code == 201, made.text
    assert made.get_json()["dispute"]["status"] == "ruled"
    return made.get_json()["dispute"]["ruling"]


def archive(service: Service, path: str) -> None:
    """Move a table to the archive."""
    own, table = service.parts, path.rsplit("/", 1)[1]
    assert Archiver(own.store, own.signing.keys.signer).move(table) == "archived"
    assert own.store.live(table) == []
    own.tables.drop(table)


# ---- while the table is open


@every_remedy
def test_a_hand_of_a_running_table_is_disputed_examined_and_ruled(
    service: Service, players: list[Asker], auditor: Asker, remedy: str, points: list[int]
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    assert auditor.get(f"{where}/evidence").get_json()["report"]["verdict"] == "good"
    ruling = ruled(where, auditor, remedy, points=points)
    view = players[1].get(f"{path}/view").get_json()
    events = [*map(public, service.parts.store.read(path.rsplit("/", 1)[1]))]
    event = events[ruling["where"] - 1]
    assert (event["type"], event["by"]) == ("table.ruled.v1", f"player:{auditor.id}")
    assert event["data"]["remedy"] == remedy
    assert [one["remedy"] for one in view["rulings"]] == [remedy]
    assert (view["corrected"], ruling["corrected"]) == (None, None)
    assert (view["phase"], view["hand"]) == {
        "table_voided": ("closed", 1), "hand_voided": ("playing", 2),
    }.get(remedy, ("playing", 1))  # fmt: skip
    service.play(path, players)
    outcome = players[0].get(f"{path}/view").get_json()["outcome"]
    assert (outcome["why"] == "voided") == (remedy == "table_voided")
    last = stream(service, path)[-1]
    assert (last["type"], last["data"]["where"]) == ("dispute.ruled.v1", ruling["where"])
    log = players[0].get(f"{path}/log").data
    answer = service.nobody.ask("POST", "/v1/verifications", raw=log, kind="application/jsonl")
    assert answer.get_json()["verdict"] == "good"


# ---- after its close


@every_remedy
@pytest.mark.parametrize("archived", [False, True], ids=["finished", "archived"])
def test_a_hand_of_a_finished_table_is_disputed_examined_and_ruled(
    service: Service, players: list[Asker], auditor: Asker, remedy: str, points: list[int],
    archived: bool,
) -> None:  # fmt: skip
    path = over(service, players)
    log, before = players[0].get(f"{path}/log").data, players[0].get(f"{path}/view")
    if archived:
        archive(service, path)
    where = disputed(path, players[1])
    assert auditor.get(f"{where}/evidence").get_json()["report"]["verdict"] == "good"
    assert auditor.get(f"{where}/replay?at=9&seat=0").status_code == 200
    ruling = ruled(where, auditor, remedy, points=points)
    assert lines(players[0].get(f"{path}/log").data) == lines(log)
    after = players[0].get(f"{path}/view")
    view = after.get_json()
    assert view["outcome"] == before.get_json()["outcome"]
    assert (view["corrected"], ruling["where"]) == (ruling["corrected"], None)
    assert (ruling["corrected"] is None) == (remedy == "none")
    assert [one["remedy"] for one in view["rulings"]] == [remedy]
    assert after.headers["ETag"] != before.headers["ETag"]
    assert players[0].get(path, If_None_Match=before.headers["ETag"]).status_code == 200
    assert players[0].get(path, If_None_Match=after.headers["ETag"]).status_code == 304
    facts = service.nobody.get(path).get_json()
    assert (facts["corrected"], facts["rulings"]) == (view["corrected"], view["rulings"])


def lines(log: bytes) -> list[bytes]:
    """Return the lines of a log file but for the last one, which says when it was written."""
    return log.splitlines()[:-1]


def test_rulings_after_the_close_follow_on_each_other(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = over(service, players)
    scores = players[0].get(f"{path}/view").get_json()["outcome"]["scores"]
    for player, points in ((players[0], [5, 0]), (players[1], [0, -7])):
        ruled(disputed(path, player), auditor, "points_adjusted", points=points)
    found = service.nobody.get(path).get_json()
    assert found["corrected"]["scores"] == [scores[0] + 5, scores[1] - 7]
    assert [one["points"] for one in found["rulings"]] == [[5, 0], [0, -7]]
    where = disputed(path, players[0])
    ruled(where, auditor, "table_voided")
    assert service.nobody.get(path).get_json()["corrected"]["places"] == []
    sent = {"verdict": "upheld", "remedy": "hand_voided", "reason": "So"}
    refused = auditor.post(f"{disputed(path, players[0])}/ruling", sent)
    problem(refused, 409, "table/voided", "T17")


def test_a_table_that_closes_before_the_ruling_is_corrected(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = playing(service, players)
    where, table = disputed(path, players[0]), path.rsplit("/", 1)[1]

    def first_the_players_adjourn(tables: Any, request: CommandRequest[Command]) -> Any:
        for one in players:
            handle(tables, CommandRequest(table, f"player:{one.id}", Adjourn()))
        return handle(tables, request)

    monkeypatch.setattr(rulings, "handle", first_the_players_adjourn)
    ruling = ruled(where, auditor, "table_voided")
    assert (ruling["where"], ruling["corrected"]["why"]) == (None, "voided")


# ---- who rules, and what


def test_only_an_auditor_without_a_seat_rules(service: Service, players: list[Asker]) -> None:
    path = playing(service, players)
    where, sent = disputed(path, players[0]), {"verdict": "dismissed", "reason": "No"}
    problem(players[1].post(f"{where}/ruling", sent), 403, "dispute/not_an_auditor", "D6")
    found = service.parts.players.find(players[1].id)
    assert found is not None
    service.parts.players.give_role(found, "auditor")
    problem(players[1].post(f"{where}/ruling", sent), 403, "table/not_impartial", "T15")
    problem(players[1].get(f"{where}/replay"), 403, "table/not_impartial", "T15")
    assert len(stream(service, path)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"verdict": "guilty"}, {"remedy": "none of it"}, {"reason": ""}, {"points": [1]},
        {"remedy": "points_adjusted", "points": [0, 0]}, {"remedy": "points_adjusted"},
        {"remedy": "points_adjusted", "points": [1, 2, 3]}, {"remedy": "points_adjusted",
        "points": [10**7, 0]}, {"verdict": "dismissed", "remedy": "hand_voided"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("closed", [False, True])
def test_a_ruling_that_does_not_fit_is_refused_and_leaves_no_trace(
    service: Service, players: list[Asker], auditor: Asker, wrong: dict[str, Any], closed: bool
) -> None:
    path = (over if closed else playing)(service, players)
    where = disputed(path, players[0])
    auditor.get(where)
    with service.nothing_happens():
        sent = {"verdict": "upheld", "reason": "It is so", **wrong}
        problem(auditor.post(f"{where}/ruling", sent), 422, "http/invalid")


@pytest.mark.parametrize("closed", [False, True])
def test_a_dispute_is_ruled_once_however_many_rule_at_once(
    service: Service, players: list[Asker], closed: bool
) -> None:
    path = (over if closed else playing)(service, players)
    where = disputed(path, players[0])
    auditors = [an_auditor(service, f"Max {k}") for k in range(4)]
    barrier, answers = threading.Barrier(4, timeout=PATIENCE), []
    clients = [create_app(service.parts).test_client() for _ in auditors]  # not in threads: ast

    def rule(own: Asker) -> None:
        barrier.wait()
        sent = {"verdict": "upheld", "reason": f"So says {own.id}"}
        answers.append((own.id, own.post(f"{where}/ruling", sent)))

    askers = [
        Asker(client, one.token, one.id) for client, one in zip(clients, auditors, strict=True)
    ]
    threads = [threading.Thread(target=rule, args=(one,)) for one in askers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = [name for name, answer in answers if answer.status_code == 201]
    for _, answer in answers:
        if answer.status_code != 201:
            problem(answer, 409, "table/ruled", "T15")
    shown = players[1].get(where).get_json()["ruling"]
    assert (shown["by"], shown["reason"]) == (f"player:{winner}", f"So says {winner}")
    assert [event["type"] for event in stream(service, path)].count("dispute.ruled.v1") == 1
    assert players[0].get(f"{path}/view").get_json()["rulings"][0]["verdict"] == "upheld"


def test_the_reason_stands_though_another_wrote_the_ruling_down_first(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An auditor who comes second sees the table's ruling before the first has written it down."""

    def noted_by_another(tables: Any, request: CommandRequest[Command]) -> Any:
        answer = handle(tables, request)
        rulings.note_all(tables.store, request.stream)
        return answer

    path = playing(service, players)
    where = disputed(path, players[0])
    monkeypatch.setattr(rulings, "handle", noted_by_another)
    assert ruled(where, auditor)["reason"] == "It is so"
    assert players[0].get(where).get_json()["ruling"]["reason"] == "It is so"


def test_a_withdrawn_dispute_is_not_ruled(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    where = disputed(playing(service, players), players[0])
    players[0].delete(where)
    sent = {"verdict": "upheld", "reason": "So"}
    problem(auditor.post(f"{where}/ruling", sent), 409, "dispute/withdrawn", "T15")


def test_a_ruled_dispute_is_not_withdrawn(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    where = disputed(playing(service, players), players[0])
    ruled(where, auditor)
    problem(players[0].delete(where), 409, "table/ruled", "D5")


# ---- repeats and crashes


@pytest.mark.parametrize("closed", [False, True])
def test_a_repeated_ruling_gets_the_first_answer(
    service: Service, players: list[Asker], auditor: Asker, closed: bool
) -> None:
    path = (over if closed else playing)(service, players)
    where, key = disputed(path, players[0]), {"Idempotency_Key": "once"}
    sent = {"verdict": "upheld", "remedy": "hand_voided", "reason": "It is so"}
    first = auditor.post(f"{where}/ruling", sent, **key)
    assert first.status_code == 201, first.text
    with service.nothing_happens():
        again = auditor.post(f"{where}/ruling", sent, **key)
    assert again.data == first.data
    assert again.headers["Idempotency-Replayed"] == "true"
    other = auditor.post(f"{where}/ruling", {**sent, "remedy": "none"}, **key)
    problem(other, 422, "http/key_reused")


def broken_off(*_: Any) -> Never:
    """End as a process does that is killed between the table's event and the stream's."""
    raise ConnectionAbortedError


@pytest.fixture
def half_ruled(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """Return a table that has a ruling of which the disputes' stream knows nothing, and which."""
    path = playing(service, players)
    where = disputed(path, players[0])
    with monkeypatch.context() as patch:
        patch.setattr(rulings, "_copy_table_ruling", broken_off)
        sent = {"verdict": "upheld", "remedy": "hand_voided", "reason": "It is so"}
        answer = auditor.post(f"{where}/ruling", sent, Idempotency_Key="once")
        assert answer.status_code == 500
    assert len(stream(service, path)) == 1
    assert len(players[0].get(f"{path}/view").get_json()["rulings"]) == 1
    return path, where


def test_a_dispute_counts_as_ruled_as_soon_as_the_table_has_it(
    service: Service, players: list[Asker], auditor: Asker, half_ruled: tuple[str, str]
) -> None:
    path, where = half_ruled
    shown = players[1].get(where).get_json()
    assert (shown["status"], shown["ruling"]["reason"]) == ("ruled", "It is so")
    assert shown["ruling"]["by"] == f"player:{auditor.id}"
    (row,) = players[1].get(f"{path}/disputes").get_json()["disputes"]
    assert (row["status"], row["remedy"]) == ("ruled", "hand_voided")
    problem(players[0].delete(where), 409, "table/ruled", "D5")


def test_the_repeat_of_a_broken_off_ruling_writes_what_is_missing(
    service: Service, auditor: Asker, half_ruled: tuple[str, str]
) -> None:
    path, where = half_ruled
    sent = {"verdict": "upheld", "remedy": "hand_voided", "reason": "It is so"}
    answer = auditor.post(f"{where}/ruling", sent, Idempotency_Key="once")
    assert answer.status_code == 201, answer.text
    ruling = answer.get_json()["dispute"]["ruling"]
    assert (ruling["reason"], ruling["remedy"]) == ("It is so", "hand_voided")
    last = stream(service, path)[-1]
    assert (last["type"], last["data"]["where"]) == ("dispute.ruled.v1", ruling["where"])


def test_another_auditor_after_a_broken_off_ruling_writes_what_is_missing(
    service: Service, half_ruled: tuple[str, str]
) -> None:
    path, where = half_ruled
    other = an_auditor(service, "Moritz")
    sent = {"verdict": "dismissed", "reason": "No"}
    problem(other.post(f"{where}/ruling", sent), 409, "table/ruled", "T15")
    assert [event["type"] for event in stream(service, path)].count("dispute.ruled.v1") == 1


def test_the_follower_writes_what_a_broken_off_ruling_lacks(
    service: Service, auditor: Asker, half_ruled: tuple[str, str]
) -> None:
    path, where = half_ruled
    follow(service)
    last = stream(service, path)[-1]
    assert (last["type"], last["data"]["verdict"]) == ("dispute.ruled.v1", "upheld")
    assert last["by"] == f"player:{auditor.id}"
    (row,) = auditor.get("/v1/disputes?status=ruled").get_json()["disputes"]
    assert row["dispute"] == where.rsplit("/", 1)[1]


def test_a_rebuild_writes_what_a_broken_off_ruling_lacks(
    service: Service, half_ruled: tuple[str, str]
) -> None:
    path, _ = half_ruled
    rebuild_models(service.parts.store, [DISPUTES])
    assert stream(service, path)[-1]["type"] == "dispute.ruled.v1"


# ---- standings and ratings


def board(service: Service) -> dict[str, Any]:
    """Return the leaderboard of Boosh by player."""
    rows = service.nobody.get("/v1/leaderboards/boosh").get_json()["players"]
    return {row["player"]: row for row in rows}


def test_standings_and_ratings_follow_a_ruling(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = over(service, players)
    outcome = service.nobody.get(path).get_json()["outcome"]
    follow_standings(service)
    before = board(service)
    loser = players[outcome["places"].index(2)]
    winner = next(one for one in players if one is not loser)
    points = [400 if one is loser else -400 for one in players]
    ruled(disputed(path, players[0]), auditor, "points_adjusted", points=points)
    follow_standings(service)
    after = board(service)
    assert (after[loser.id]["won"], after[winner.id]["won"]) == (1, 0)
    assert after[loser.id]["mu"] == before[winner.id]["mu"]
    assert after[loser.id]["points"] == before[loser.id]["points"] + 400
    last = public(service.parts.store.read(ratings_stream_id("boosh"))[-1])
    assert (last["type"], last["data"]["table"]) == (CORRECTED, path.rsplit("/", 1)[1])
    ruled(disputed(path, players[1]), auditor, "table_voided")
    follow_standings(service)
    assert board(service) == {}
    found = service.nobody.get(f"/v1/players/{winner.id}").get_json()["statistics"]
    assert found == {"played": 0, "won": 0, "games": {}}


def test_a_table_voided_while_open_counts_for_nobody(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    ruled(disputed(path, players[0]), auditor, "table_voided")
    follow_standings(service)
    assert board(service) == {}


def test_a_ruling_stands_whose_dispute_is_withdrawn_in_the_same_moment(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])

    def handle_too_late(*given: Any) -> Any:
        assert players[0].delete(where).status_code == 200
        return handle(*given)

    monkeypatch.setattr(rulings, "handle", handle_too_late)
    ruling = ruled(where, auditor, "hand_voided")
    assert [one["remedy"] for one in players[0].get(path).get_json()["rulings"]] == ["hand_voided"]
    for asker in (players[0], auditor):
        found = asker.get(where).get_json()
        assert (found["status"], found["ruling"]) == ("ruled", ruling)
        assert asker.get(f"{where}/evidence").status_code == 200
    follow(service)
    (row,) = auditor.get("/v1/disputes").get_json()["disputes"]
    assert (row["status"], row["remedy"]) == ("ruled", "hand_voided")
