"""A log file that anybody sends is shown moment by moment, as its table was; nothing is kept."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from werkzeug.test import TestResponse

from games.core.errors import FairdealError
from projections.tables import log_replay
from projections.tables.log_replay import LongLog, SealedLog, replay_of_log
from service.app import create_app
from service.play import replays
from tests.events.verify.test_any_value import LEFT_OUT, ODD, logs_of, odd
from tests.folders import GOLDEN_LOGS
from tests.games.every import every
from tests.service.asker import Asker, Service, problem
from tests.service.disputes.test_disputes import disputed
from tests.service.play.test_hands import a_table
from tests.service.provoke_disputes import auditor as an_auditor

KIND = "application/jsonl"
every_game = every("game")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a folder of the test's own for temporary files, and expect it to be left empty."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob")]


def sent(asker: Asker, log: bytes, asked: str = "", kind: str = KIND) -> TestResponse:
    """Send a log to be shown."""
    return asker.ask("POST", f"/v1/replays{asked}", raw=log, kind=kind)


def shown(asker: Asker, log: bytes, asked: str = "") -> Any:
    """Return what is shown of a log."""
    answer = sent(asker, log, asked)
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def unnamed(moment: dict[str, Any]) -> dict[str, Any]:
    """Return a moment without the names of players, and which of its events was asked for."""
    for seat in moment["view"]["seats"]:
        seat.pop("name", None)
    return {**moment, "at": None}


def played(service: Service, players: list[Asker], game: str = "boon") -> str:
    """Play a short table to its end; return its path."""
    path = a_table(service, players, game, clock={"turn": 3600, "bank": 10})
    service.play(path, players)
    return path


@every_game
def test_a_log_is_shown_as_its_table_is_on_every_page_and_to_every_seat(
    service: Service, players: list[Asker], game: str
) -> None:
    path = played(service, players, game)
    log, nobody = service.nobody.get(f"{path}/log").data, service.nobody
    found = shown(nobody, log, "?seat=all&limit=100")
    now, report = found["now"], found["report"]
    assert (report["verdict"], report["signature"]) == ("good", "good")
    assert found["hands"] == nobody.get(f"{path}/hands?limit=500").get_json()["hands"]
    moments, begin = found["moments"], found["next"]
    while begin is not None:
        more = shown(nobody, log, f"?seat=all&limit=100&at={begin}")
        moments, begin = moments + more["moments"], more["next"]
    firsts = [one["command"]["first"] for one in moments if one["seat"] is None]
    lasts = [one["at"] for one in moments if one["seat"] is None]
    assert [1, *(n + 1 for n in lasts)] == [*firsts, now["n"] + 1]
    assert len(moments) == len(firsts) * (1 + len(now["seats"]))
    for moment in moments[:: max(1, len(moments) // 60)]:
        seat = "" if moment["seat"] is None else f"&seat={moment['seat']}"
        told = nobody.get(f"{path}/replay?at={moment['at']}{seat}").get_json()
        assert unnamed(moment) == unnamed(told)


def test_a_log_is_told_in_the_language_of_the_caller(
    service: Service, players: list[Asker]
) -> None:
    path, nobody = played(service, players), service.nobody
    log, wanted = nobody.get(f"{path}/log").data, {"Accept-Language": "de"}
    asked = "/v1/replays?seat=1&limit=1&at=20"
    found = nobody.ask("POST", asked, raw=log, kind=KIND, headers=wanted).get_json()
    (moment,) = found["moments"]
    own = nobody.ask("GET", f"{path}/replay?seat=1&at={moment['at']}", headers=wanted)
    assert unnamed(moment) == unnamed(own.get_json())
    now = nobody.ask("GET", path, headers=wanted).get_json()
    assert found["now"]["outcome"] == now["outcome"]


def test_a_page_begins_with_the_command_that_holds_an_event(
    service: Service, players: list[Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = service.nobody.get(f"{played(service, players)}/log").data
    before = service.redis.dbsize()
    (first, second) = shown(service.nobody, log, "?seat=1&limit=2&at=5")["moments"]
    assert (first["seat"], second["seat"]) == (1, 1)
    assert first["command"]["first"] <= 5 <= first["at"] == second["command"]["first"] - 1
    monkeypatch.setattr(replays, "PAGE", 3)
    for asked in ("", "?limit=0"):
        assert len(shown(players[0], log, asked)["moments"]) == 3
    assert service.redis.dbsize() == before
    problem(sent(service.nobody, log, "?at=9999"), 404, "table/no_such_event")
    problem(sent(service.nobody, log, "?at=0"), 404, "table/no_such_event")
    problem(sent(service.nobody, log, "?seat=3"), 404, "table/no_such_seat")
    for wrong in ("?seat=", "?seat=-1", "?seat=nobody", "?at=x", "?limit=x", "?table=t0"):
        problem(sent(service.nobody, log, wrong), 400, "http/bad_query")


def test_a_log_of_another_server_is_shown_and_told_to_be_none_of_this_one(service: Service) -> None:
    log = (GOLDEN_LOGS / "boon-1.jsonl").read_bytes()
    found = shown(service.nobody, log, "?limit=1")
    assert (found["report"]["kind"], found["report"]["signature"]) == ("unsigned", "bad")
    assert found["now"]["outcome"]["places"]
    edited = log.replace(b"card_played", b"card_placed", 1)
    assert edited != log
    told = problem(sent(service.nobody, edited), 422, "log/bad")["detail"]
    assert "is not valid at event" in told
    assert "(edited)" in told


def test_what_is_sealed_is_shown_to_nobody_who_has_no_more_than_that(
    service: Service, players: list[Asker]
) -> None:
    waiting = service.opened(players[0])
    running = service.started(players)
    for path, who in ((waiting, service.nobody), (running, players[0])):
        log = who.get(f"{path}/log").data
        problem(sent(who, log), 422, "log/not_opened")
    auditor = an_auditor(service)
    where = disputed(running, players[0])
    whole = auditor.get(f"{where}/table/log").data
    assert shown(auditor, whole, "?limit=1")["now"]["phase"] == "playing"
    of_disputes = players[0].get(f"{where}/log").data
    problem(sent(auditor, of_disputes), 422, "log/unreadable")


@pytest.mark.parametrize("log", [b"", b"A letter to my aunt\n", b"\xff" * 100, b"{}\n"])
def test_what_is_no_log_is_refused(service: Service, log: bytes, temporary: Path) -> None:
    answer = sent(service.nobody, log)
    problem(answer, 422, "log/unreadable")
    assert str(temporary) not in answer.text


def test_what_is_too_large_or_of_another_type_is_refused(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem(sent(service.nobody, b"", kind="application/json"), 415, "http/not_log_type")
    monkeypatch.setattr(replays, "LIMIT", 100)
    problem(sent(service.nobody, b" " * 101), 413, "http/too_large")
    own = replace(service.parts.verifiers, limit=10)
    small = Asker(create_app(replace(service.parts, verifiers=own)).test_client())
    problem(sent(small, b" " * 11), 413, "http/too_large")


def test_work_is_bounded(service: Service) -> None:
    log = (GOLDEN_LOGS / "boon-1.jsonl").read_bytes()
    for limits in ({"seconds": 0.0}, {"start": -1}):
        own = replace(service.parts.verifiers, **limits)
        asker = Asker(create_app(replace(service.parts, verifiers=own)).test_client())
        problem(sent(asker, log), 504, "http/verification_too_long")


def test_a_log_of_too_many_events_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    path = GOLDEN_LOGS / "boon-1.jsonl"
    n = orjson.loads(path.read_bytes().splitlines()[-1])["n"]
    monkeypatch.setattr(log_replay, "MOST_EVENTS", n)
    assert replay_of_log(path, [], n, 1, None)["next"] is None
    monkeypatch.setattr(log_replay, "MOST_EVENTS", n - 1)
    with pytest.raises(LongLog):
        replay_of_log(path, [], 1, 1, None)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_log_is_refused_and_no_failure_of_the_server(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(odd(name))
    with pytest.raises(FairdealError) as refused:
        replay_of_log(path, [], 1, 1, "all")
    assert refused.value.code == "log/bad"


@pytest.mark.parametrize("number", range(7))
def test_every_kind_of_log_is_shown_or_told_to_be_sealed(number: int, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(logs_of("boosh")[number])
    assert replay_of_log(path, [], 1, 100, "all")["moments"]
    rows = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    parts = [orjson.loads(row["p"]) if row.get("p") else {} for row in rows]
    for left in LEFT_OUT["auditors"]:
        without = list(rows)
        for at, part in enumerate(parts):
            if left in part:
                rest = {key: value for key, value in part.items() if key != left}
                without[at] = {**rows[at], "p": orjson.dumps(rest).decode() if rest else None}
        path.write_bytes(
            b"".join(orjson.dumps(row, option=orjson.OPT_SORT_KEYS) + b"\n" for row in without)
        )
        if without != rows:
            with pytest.raises(FairdealError) as refused:
                replay_of_log(path, [], 1, 100, "all")
            assert refused.value.code in (SealedLog.code, "log/bad")
