"""Whatever is asked of a tournament and can't be: a sentence, a code, and nothing half done."""

from typing import Any

import pytest

from tests.service.asker import Asker, Service, nothing_done, problem
from tests.service.cups import CUPS, PEOPLE, at_once, entered, opened, with_role
from tests.workers.floor import move_clock

STARTS_AT = "schedule.starts_at"


@pytest.fixture
def dora(service: Service) -> Asker:
    """Return a director."""
    return with_role(service, "Dora")


def test_every_mistake_of_the_settings_is_told_at_once(service: Service, dora: Asker) -> None:
    wrong = {
        "name": "",
        "directors": [5],
        "games": [{"game": "boosh", "seats": 9, "colour": "red"}],
        "format": {"kind": "swiss", "third_place": True},
        "reveal": "auditors",
        "beacon": "no-such-chain",
        "speed": 1,
    }
    with nothing_done(service):
        found = problem(dora.post(CUPS, wrong), 422, "http/invalid")
    assert set(found["errors"]) == {
        "name", "directors.0", "games.0.seats", "games.0.colour", "games.0.clock", "format.rounds",
        "format.third_place", "reveal", "beacon", "speed",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "path", "why"),
    [
        ({"colour": "red"}, "colour", "is unknown"),
        ({"games": []}, "games", "must be 1 to 32 games"),
        ({"games": 5}, "games", "must be an array"),
        ({"format": {"kind": "league"}}, "format.kind", "must be one of"),
        ({"format": {"kind": "knockout", "advancing": 2}}, "format.advancing", "must be one of: 1"),
        ({"format": {"kind": "own", "duplicate": 1}}, "format.duplicate", "must be true or false"),
        ({"reveal": "auditors"}, "reveal", "everybody can compute the deals"),
        ({"beacon": {"chain": "x"}}, "beacon", "must be the name of a chain"),
        ({"name": "two\nlines"}, "name", "on one line"),
        ({"name": None}, "name", "null"),
        ({"directors": ["a b"]}, "directors.0", "must be the id of a player"),
        ({"schedule": {"starts_at": 1.5}}, "schedule.starts_at", "must be a whole number"),
        ({"schedule": {"starts_at": 1_798_761_600}}, STARTS_AT, "write 1798761600000"),
        ({"schedule": {"starts_at": 1_798_761_600_000_000}}, STARTS_AT, "milliseconds since 1970"),
        ({"schedule": {"starts_at": 1_700_000_000_000}}, STARTS_AT, "it is 2023-11-14T22:13:20Z"),
        ({"schedule": {"starts_at": "2023-11-14T22:13:20Z"}}, STARTS_AT, "must be later than now"),
        ({"schedule": {"starts_at": "2099-12-05T18:00"}}, STARTS_AT, "an offset from UTC"),
        ({"schedule": {"starts_at": "tomorrow"}}, STARTS_AT, "as 2026-12-05T18:00"),
        ({"entrants": {"least": 9, "most": 4}}, "entrants.most", "from 9 to 1000"),
        ({"scoring": {"tie_breaks": ["luck"]}}, "scoring.tie_breaks.0", "must be one of"),
    ],
)
def test_a_mistake_of_the_settings_has_its_path(
    service: Service, dora: Asker, more: Any, path: str, why: str
) -> None:
    with nothing_done(service):
        found = problem(dora.post(CUPS, {**PEOPLE, **more}), 422, "http/invalid")
    assert list(found["errors"]) == [path]
    assert why in found["errors"][path]


def test_a_start_may_be_written_as_a_text_and_is_told_in_milliseconds(dora: Asker) -> None:
    path = opened(dora, schedule={"starts_at": "2099-12-05T18:00:00+01:00"})
    schedule = dora.get(path).get_json()["settings"]["schedule"]
    assert schedule["starts_at"] == 4_100_173_200_000


def test_an_opening_is_repeated_though_its_start_has_come_meanwhile(
    service: Service, dora: Asker
) -> None:
    soon = service.parts.store.now() + 60_000
    body, key = {**PEOPLE, "schedule": {"starts_at": soon}}, {"Idempotency_Key": "once"}
    first = dora.post(CUPS, body, **key)
    move_clock(service.parts.store, 60_000)
    assert dora.post(CUPS, body, **key).get_json() == first.get_json()
    problem(dora.post(CUPS, body), 422, "http/invalid")


def test_unknown_players_are_refused_by_name_and_nothing_is_done(
    service: Service, dora: Asker
) -> None:
    path = opened(dora)
    entered(dora, path, service.player("Ann").id)
    unknown = {"kind": "player", "members": ["p0nobody"]}
    asks: list[tuple[str, Any]] = [
        (CUPS, {**PEOPLE, "directors": [dora.id, "p0nobody"]}),
        (f"{path}/entrants", unknown),
        (f"{path}/entrants", {"kind": "program", "members": ["p0nobody"], "name": "Robot"}),
        (f"{path}/entrants/0/replacement", unknown),
        (f"{path}/directors", {"player": "p0nobody"}),
    ]
    for where, body in asks:
        with nothing_done(service):
            found = problem(dora.post(where, body), 404, "player/unknown")
        assert found["detail"] == "There is no player p0nobody"


ROUNDS: list[tuple[Any, int, str]] = [
    ({"tables": [{"seats": [0, 0]}]}, 409, "tournament/named_twice"),
    ({"tables": [{"seats": [0, 1]}, {"seats": [1, 2]}]}, 409, "tournament/named_twice"),
    ({"tables": [{"seats": [0, 1]}]}, 409, "tournament/left_out"),
    ({"tables": [{"seats": [0, 1, 2]}]}, 409, "tournament/wrong_seats"),
    ({"tables": [{"seats": [0, 9]}], "byes": [1, 2]}, 404, "tournament/unknown_entrant"),
    ({"tables": [{"seats": [0, 1]}], "byes": [2, 2]}, 409, "tournament/named_twice"),
    ({"tables": []}, 422, "http/invalid"),
    ({"tables": [{"seats": [0, 1]}] * 1001}, 422, "http/invalid"),
    ({"tables": [{"seats": [0, 1], "game": 1}], "byes": [2]}, 422, "http/invalid"),
    ({"tables": [{"seats": ["0", 1]}]}, 422, "http/invalid"),
    ({"tables": [{"seats": [0, 1], "group": -1}]}, 422, "http/invalid"),
    ({"tables": [{"seats": [0, 1]}], "bye": [2]}, 422, "http/invalid"),
    ({}, 422, "http/invalid"),
]


def test_pairings_are_taken_whole_or_not_at_all(service: Service, dora: Asker) -> None:
    path = opened(dora, entrants={"kinds": ["player", "bot"]})
    entered(dora, path, service.player("Ann").id, "bot:novice", "bot:novice")
    dora.post(f"{path}/call")
    for body, status, code in ROUNDS:
        with nothing_done(service):
            found = dora.post(f"{path}/rounds", body)
            assert (found.status_code, found.get_json(force=True)["code"]) == (status, code), body
    first = {"tables": [{"seats": [0, 1]}], "byes": [2]}
    assert dora.post(f"{path}/rounds", first).status_code == 201
    with nothing_done(service):
        problem(dora.post(f"{path}/rounds", first), 409, "tournament/round_running", "U7")
        problem(dora.post(f"{path}/close"), 409, "tournament/tables_running", "U14")
        problem(dora.post(f"{path}/close", {"abandon": True}), 409, "tournament/tables_running",
                "U14")  # fmt: skip
        problem(dora.post(f"{path}/tables/1/adjudication"), 404, "tournament/unknown_table", "U12")
        for body in ({"places": [1]}, {"places": [1, 1], "scores": [1]}, {"places": [2, 3]}):
            problem(dora.post(f"{path}/tables/0/adjudication", body), 422, "http/invalid")
    result = {"places": [1, 2], "scores": [5, 3]}
    assert dora.post(f"{path}/tables/0/adjudication", result).status_code == 200
    with nothing_done(service):
        problem(dora.post(f"{path}/rounds", first), 409, "tournament/rematch", "U66")


def test_too_few_double_and_late_entrants_are_refused(service: Service, dora: Asker) -> None:
    path, ann, ben = opened(dora), service.player("Ann"), service.player("Ben")
    with nothing_done(service):
        problem(dora.post(f"{path}/call"), 409, "tournament/too_few", "U5")
    entered(dora, path, ann.id)
    with nothing_done(service):
        problem(ann.post(f"{path}/entrants"), 409, "tournament/entered", "U3")
        problem(dora.post(f"{path}/call"), 409, "tournament/too_few", "U5")
        named = {"kind": "player", "members": [ben.id], "name": "Benny"}
        found = problem(dora.post(f"{path}/entrants", named), 422, "http/invalid")
        assert "must be left out for a player" in found["errors"]["name"]
        team = {"kind": "team", "members": [ben.id, ann.id], "name": "Both"}
        problem(dora.post(f"{path}/entrants", team), 409, "tournament/kind_not_taken", "U2")
    assert ben.post(f"{path}/entrants").get_json()["entrant"] == 1
    assert dora.post(f"{path}/call").status_code == 200
    eve = service.player("Eve")
    with nothing_done(service):
        problem(eve.post(f"{path}/entrants"), 409, "tournament/registration_over", "U2")
        problem(dora.post(f"{path}/call"), 409, "tournament/registration_over", "U5")
        problem(dora.post(f"{path}/close"), 409, "tournament/early", "U14")


def test_of_two_directors_at_the_same_moment_one_is_told_that_it_was_done(
    service: Service, dora: Asker
) -> None:
    other = service.player("Dan")
    rounds = ({"tables": [{"seats": [0, 1]}]}, {"tables": [{"seats": [2, 1]}]})
    for _ in range(5):
        path = opened(dora, directors=[other.id], entrants={"kinds": ["player", "bot"]})
        entered(dora, path, "bot:novice", "bot:novice", "bot:novice")
        called = at_once([(one, f"{path}/call", {}) for one in (dora, other)])
        assert called == ["ok", "tournament/registration_over"]
        own = zip((dora, other), rounds, strict=True)
        planned = at_once([(one, f"{path}/rounds", body) for one, body in own])
        assert planned == ["ok", "tournament/round_running"]
        facts = service.nobody.get(path).get_json()
        assert (facts["rounds"], facts["tables"]["planned"]) == (1, 1)
        paused = at_once([(one, f"{path}/pause", {}) for one in (dora, other)])
        assert paused == ["ok", "tournament/paused_already"]


def test_the_last_place_of_the_field_is_given_once(service: Service, dora: Asker) -> None:
    path = opened(dora, entrants={"most": 2})
    entered(dora, path, service.player("Ann").id)
    people = [service.player(name) for name in ("Ben", "Cleo", "Dan")]
    answers = at_once([(one, f"{path}/entrants", {}) for one in people])
    assert answers == ["ok", "tournament/full", "tournament/full"]
    assert len(service.nobody.get(f"{path}/entrants").get_json()["entrants"]) == 2


def test_the_text_of_a_refused_request_is_not_kept(service: Service, dora: Asker) -> None:
    path = opened(dora)
    dora.post(f"{path}/close", {"abandon": True})
    with nothing_done(service):
        body = {"kind": "bot", "members": ["bot:novice"], "name": "The house"}
        problem(dora.post(f"{path}/entrants", body), 409, "tournament/closed", "U14")
