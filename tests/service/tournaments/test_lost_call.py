"""A store that has lost the call for a tournament's start: it is not called for anew."""

from typing import Any

import pytest

from projections.history.guard import SigningGuard
from tests.service.asker import Asker, commitment, problem
from tests.service.cups import opened, with_role
from tests.service.past import Past
from tests.service.test_older_store import BEHIND
from tests.workers.floor import due, move_clock
from workers.tournaments.rounds import run_tournament

SOON = 60_000  # milliseconds from the opening to the start


def entered(past: Past, **more: Any) -> tuple[str, Asker]:
    """Open a tournament that two have entered with promises; return its path and director."""
    dora = with_role(past.service, "Dora")
    path = opened(dora, **more)
    for one in (past.ada, past.bob):
        promised = {"commitment": commitment(one.id, "cat")}
        assert one.post(f"{path}/entrants", promised).status_code == 201
    return path, dora


def test_no_tournament_is_called_for_while_the_store_lacks_an_earlier_call(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, dora = entered(past)
    past.keep("older")
    assert dora.post(f"{path}/call").status_code == 200
    past.put_back("older")
    monkeypatch.setattr(SigningGuard, "require_current", lambda self: None)  # a moment ago all was
    with past.service.nothing_happens():
        problem(dora.post(f"{path}/call"), 503, BEHIND)
    assert dora.get(path).get_json()["phase"] == "registration"


def test_a_tournament_that_was_open_when_data_was_lost_is_never_called_for(past: Past) -> None:
    path, dora = entered(past)
    past.keep("older")
    assert dora.post(f"{path}/call").status_code == 200
    past.put_back("older")
    past.publish_loss()
    with past.service.nothing_happens():
        problem(dora.post(f"{path}/call"), 409, "tournament/closing_lost", "U5")
    again = opened(dora)
    for one in (past.ada, past.bob):
        assert one.post(f"{again}/entrants").status_code == 201
    assert dora.post(f"{again}/call").status_code == 200


def scheduled(past: Past) -> dict[str, Any]:
    """Return the setting of a start that comes by itself."""
    return {"schedule": {"starts_at": past.service.parts.store.now() + SOON}}


def run_clock(past: Past, path: str) -> str:
    """Let a worker do what the tournament has to do by itself; return what it says."""
    move_clock(past.service.parts.store, SOON)
    return run_tournament(past.service.parts.tables, path.rsplit("/", 1)[1], 9.0, data=past.folder)


def test_the_clock_calls_for_a_tournament_when_it_is_time_and_nobody_else_does(past: Past) -> None:
    path, dora = entered(past, **scheduled(past))
    assert dora.get(path).get_json()["phase"] == "registration"
    assert run_clock(past, path) == "1 steps"
    assert dora.get(path).get_json()["phase"] == "called"


def test_the_clock_does_not_call_while_the_store_lacks_an_earlier_call(past: Past) -> None:
    path, dora = entered(past, **scheduled(past))
    past.keep("older")
    run_clock(past, path)
    assert dora.get(f"{path}/closing").status_code == 200  # which signs the call
    past.put_back("older")
    assert run_clock(past, path) == "not called for"
    store, name = past.service.parts.store, path.rsplit("/", 1)[1]
    assert past.service.parts.tournaments.current(name).state.phase == "registration"
    assert due(store, name)["tournament"] > store.now()


def test_the_clock_never_calls_for_what_was_open_when_data_was_lost(past: Past) -> None:
    path, dora = entered(past, **scheduled(past))
    past.keep("older")
    run_clock(past, path)
    assert dora.get(f"{path}/closing").status_code == 200
    past.put_back("older")
    past.publish_loss()
    assert run_clock(past, path) == "not called for"
    assert dora.get(path).get_json()["phase"] == "registration"
    again = opened(dora, **scheduled(past))
    assert run_clock(past, again) == "1 steps"
