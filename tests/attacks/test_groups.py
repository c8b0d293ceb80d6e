"""Before its release, a tournament's table tells nobody anything but its own seats what they saw.

One table of a deal group has ended and the other goes on. Everybody asks everything that
openapi.yaml has, before and after the end: the answers to those without a seat stay the same to the
byte, and what was sealed to others, or to nobody yet, stands in no answer to anyone.
"""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent
from events.verify.log import verify_log
from games.core.type_hints.values import known_to
from games.table import Open, Release, table_id
from tests.attacks.callers import PLAYERS, ROLES, Scene
from tests.attacks.test_delay import answer, asks, short_waits
from tests.attacks.test_matrix import body_of
from tests.service.asker import Asker, Service, problem
from tests.table.planned import RUNNER, TOURNAMENT, planned

__all__ = ["short_waits"]
TABLE, OTHER = table_id(TOURNAMENT, 0), table_id(TOURNAMENT, 1)
OUTSIDERS = ("nobody", "stranger", "elsewhere", "left", *ROLES)
SEATED = ("one", "two")
OF_WHO_LEFT = {"returnToSeat", "leaveSeat", "openDispute", "listMyTables", "listTablesOfPlayer"}
CLOCK = {"turn": 3600, "bank": 0}


def grouped(service: Service, **settings: Any) -> Scene:
    """Return a table of a group in play, of which a player has left; `elsewhere` plays another."""
    scene = Scene.of(service, private=False)
    scene.callers["elsewhere"] = service.player("elsewhere")
    ids = {name: scene.callers[name].id for name in (*PLAYERS, "elsewhere")}
    ask(service, TABLE, planned([ids[name] for name in PLAYERS], 0, clock=CLOCK, **settings))
    others = (ids["elsewhere"], "regular", "regular")
    ask(service, OTHER, planned(others, 1, clock=CLOCK, **settings))
    scene.path, scene.dispute = f"/v1/tables/{TABLE}", f"/v1/disputes/d{TABLE[1:]}.1"
    scene.callers |= {"opener": scene.callers["one"], "acting": scene.callers["one"]}
    service.play(scene.path, [scene.callers[name] for name in PLAYERS], actions=4)
    scene.leave()
    service.follow()
    return scene


def ask(service: Service, table: str, command: Open | Release) -> None:
    """Let the tournament ask something of a table."""
    handle(service.parts.tables, CommandRequest(table, RUNNER, command))


def finish(scene: Scene) -> None:
    """Play the table to its end."""
    scene.service.play(scene.path, [scene.callers[name] for name in SEATED])
    scene.service.follow()
    assert scene.service.parts.tables.current(TABLE).table.phase == "finished"


def release(scene: Scene) -> None:
    """Play the other table to its end, and release both."""
    service = scene.service
    service.play(f"/v1/tables/{OTHER}", [scene.callers["elsewhere"]])
    for table in (TABLE, OTHER):
        ask(service, table, Release())
    service.follow()


def told(scene: Scene, name: str, live: list[int]) -> Iterator[tuple[str, str, bytes]]:
    """Yield what somebody is answered to everything, with the operation and what was asked."""
    asker = scene.callers[name]
    for operation, method, path, body, headers in asks(scene, live):
        sent = body_of(scene, body, asker)
        status, lasting, data = answer(asker, method, path, sent, headers)
        head = json.dumps([status, lasting]).encode()
        yield operation, f"{name}: {method} {path} {headers}", head + data


def secrets_kept_from(events: list[StoredEvent], seat: int | None) -> set[bytes]:
    """Return the salts, and the secrets of table and hands, of parts that a seat was not told."""
    found = set()
    for event in events:
        for key, part in (json.loads(event.p) if event.p else {}).items():
            if not known_to(key, seat):  # type: ignore[arg-type]  # a seat is a number
                found |= {part["salt"], *(part["data"].get(one) for one in SECRETS)}
    return {one.encode() for one in found - {None}}


SECRETS = ("secret", "hand_secret")


@pytest.mark.usefixtures("short_waits")
def test_no_outsider_is_told_that_anything_happens_at_a_table_of_a_group(service: Service) -> None:
    """With either policy, by lot: to ask all that can be asked twice takes seconds."""
    require_untold(service, random.choice(["table", "hand"]))


@pytest.mark.nightly  # in every run: the test above
@pytest.mark.usefixtures("short_waits")
@pytest.mark.parametrize("reveal", ["table", "hand"])
def test_no_outsider_is_told_of_a_group_with_either_policy(service: Service, reveal: str) -> None:
    require_untold(service, reveal)


def require_untold(service: Service, reveal: str) -> None:
    """Expect outsiders to get the same answers before and after a table has ended."""
    scene = grouped(service, reveal=reveal)
    n = service.log(scene.path)[0]

    def all_told() -> dict[str, bytes]:
        rows = itertools.chain.from_iterable(told(scene, one, [n]) for one in OUTSIDERS)
        return {key: data for operation, key, data in rows if may_not(operation, key)}

    with service.nothing_happens():
        first = all_told()
    finish(scene)
    second = all_told()
    assert service.log(scene.path)[0] > n + 20
    assert [key for key in first if first[key] != second[key]] == []


def may_not(operation: str, key: str) -> bool:
    """Say whether the answer may not tell of the table.

    Who left has it in lists, and may hear that play has ended when coming back or complaining;
    the status counts to an admin all that the server does.
    """
    is_of_left = key.startswith("left:") and operation in OF_WHO_LEFT
    return not (is_of_left or (key.startswith("admin:") and operation == "showStatus"))


@pytest.mark.usefixtures("short_waits")
@pytest.mark.parametrize("reveal", ["table", "hand"])
def test_no_seat_and_no_director_is_told_what_was_sealed_to_others(
    service: Service, reveal: str
) -> None:
    scene = grouped(service, reveal=reveal)
    finish(scene)
    leader = scene.callers["director"].id
    assert not service.parts.tables.directs(TOURNAMENT, leader)  # the stream has no such director
    service.parts.tables.directs = lambda tournament, player: (tournament, player) == (
        TOURNAMENT, leader,
    )  # fmt: skip
    table, events = service.parts.tables.current(TABLE).table, service.parts.store.read(TABLE)
    assert table.hand == 2
    for name in (*SEATED, "director"):
        seat = table.seat_of(scene.callers[name].id)
        kept = secrets_kept_from(events, seat)
        assert len(kept) > len(events) // 4
        reads = [row for row in told(scene, name, [table.n]) if ": GET " in row[1]]
        assert sum(b'"play":{' in data for _, _, data in reads) > 3  # so there was something to see
        assert [key for _, key, data in reads if any(one in data for one in kept)] == []
        for hand in (1, 2):
            seen = scene.callers[name].get(f"{scene.path}/hands/{hand}").get_json()
            told_of = [one for move in seen["commands"] for one in move["events"]]
            assert all(known_to(key, seat) for one in told_of for key in one["parts"])
        others = [one for one in range(3) if one != seat]
        for one in others:
            refusal = scene.callers[name].get(f"{scene.path}/replay?seat={one}")
            problem(refusal, 409, "table/not_opened")


def test_what_is_refused_says_when_it_will_be_possible(service: Service) -> None:
    scene = grouped(service)
    finish(scene)
    one, left, stranger = (scene.callers[name] for name in ("one", "left", "stranger"))
    complaint = {"hand": 1, "reason": "Seat 1 peeked"}
    for asker in (one, left):
        problem(asker.post(f"{scene.path}/disputes", complaint), 409, "dispute/too_early", "D3")
    problem(left.get(f"{scene.path}/view"), 403, "table/left")
    for path in ("", "/view", "/log", "/events", "/hands", "/hands/1", "/replay?at=3", "/proof"):
        refusal = problem(stranger.get(f"{scene.path}{path}"), 403, "table/not_released", "T26")
        assert "until all tables with the same deals have ended" in refusal["detail"]
    problem(one.post(f"{scene.path}/rematch"), 409, "table/not_closed", "T12")
    problem(one.post(f"{scene.path}/actions", {"type": "pass"}), 409, "table/finished", "T26")
    problem(one.delete(f"{scene.path}/seats/0"), 409, "table/finished", "T26")
    problem(one.post(f"{scene.path}/seats"), 403, "table/of_tournament", "T26")
    problem(one.post(f"{scene.path}/adjourn"), 403, "table/of_tournament", "T26")


def test_with_the_release_everything_opens_to_everybody(service: Service, tmp_path: Path) -> None:
    scene = grouped(service)
    finish(scene)
    release(scene)
    stranger: Asker = scene.callers["stranger"]
    path, keys = tmp_path / "log", [service.parts.signing.keys.signer.public]
    for name in (TABLE, OTHER):
        path.write_bytes(stranger.get(f"/v1/tables/{name}/log").data)
        report = verify_log(path, keys)
        assert (report.faults, report.complete, report.not_checked) == ((), True, ())
    events = service.parts.store.read(TABLE)
    data = stranger.get(f"{scene.path}/events?limit=500").data
    assert all(one in data for one in secrets_kept_from(events, None))
    assert stranger.get(f"{scene.path}/replay?at=5&seat=1").status_code == 200
    assert stranger.get(f"{scene.path}/hands/2").get_json()["opened"]
    listed = stranger.get(f"/v1/players/{scene.callers['one'].id}/tables").get_json()["tables"]
    assert [row["phase"] for row in listed] == ["closed"]
    complaint = {"hand": 1, "reason": "Seat 1 peeked"}
    made = scene.callers["left"].post(f"{scene.path}/disputes", complaint)
    assert made.status_code == 201
    evidence = scene.callers["auditor"].get(f"{made.location}/evidence")
    assert evidence.status_code == 200
    problem(scene.callers["one"].post(f"{scene.path}/rematch"), 403, "table/of_tournament", "T26")


def test_the_time_to_dispute_counts_from_the_release(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = grouped(service)
    finish(scene)
    ended, hours = service.parts.store.now(), service.parts.dispute_hours
    monkeypatch.setattr(service.parts.store, "now", lambda: ended + 2 * hours * 3_600_000)
    ask(service, TABLE, Release())
    complaint = {"hand": 1, "reason": "Seat 1 peeked"}
    made = scene.callers["one"].post(f"{scene.path}/disputes", complaint)
    assert made.status_code == 201, made.text


def test_nobody_finds_a_table_of_a_group_in_a_list_before_its_release(service: Service) -> None:
    scene = grouped(service)
    one, stranger = scene.callers["one"], scene.callers["stranger"]
    where = f"/v1/players/{one.id}/tables"
    listed = {row["table"] for row in stranger.get("/v1/tables").get_json()["tables"]}
    assert not listed & {TABLE, OTHER}
    assert stranger.get(where).get_json()["tables"] == []
    (row,) = one.get("/v1/players/me/tables").get_json()["tables"]
    assert (row["table"], row["phase"], row["opener"]) == (TABLE, "playing", RUNNER)
    finish(scene)
    assert stranger.get(where).get_json()["tables"] == []
    (row,) = one.get("/v1/players/me/tables?state=ended").get_json()["tables"]
    assert (row["phase"], row["result"]["corrected"]) == ("finished", False)
    release(scene)
    (row,) = stranger.get(where).get_json()["tables"]
    assert row["phase"] == "closed"
