"""A store that has lost the call for a tournament's start: it is not called for anew."""

import pytest

from projections.history.guard import SigningGuard
from tests.service.asker import Asker, commitment, problem
from tests.service.cups import opened, with_role
from tests.service.past import Past
from tests.service.test_older_store import BEHIND


def entered(past: Past) -> tuple[str, Asker]:
    """Open a tournament that two have entered with promises; return its path and director."""
    dora = with_role(past.service, "Dora")
    path = opened(dora)
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
