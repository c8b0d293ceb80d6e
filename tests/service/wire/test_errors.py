"""Errors: one root, and one status for a code wherever it is said."""

from collections import defaultdict
from http import HTTPStatus

from flask import Flask

from events.disputes.refusals import REFUSALS as OF_DISPUTES
from games import GAMES
from games.core.errors import FairdealError, named_errors
from games.table.refusals import REFUSALS as OF_TABLES
from service.wire.errors import ANSWERS, error_response
from service.wire.problems import NO_FREE_SLOT, PROBLEM_KINDS, TOO_MANY_REQUESTS, UNAUTHORIZED

OF_GAMES = tuple(one for game in GAMES.values() for one in game.rules.refusals)


def test_a_code_has_one_status_whichever_class_or_record_says_it() -> None:
    found = defaultdict(set)
    for said in (*named_errors(), *PROBLEM_KINDS, *OF_TABLES, *OF_DISPUTES, *OF_GAMES):
        found[said.code].add(said.status)
    assert [code for code, statuses in found.items() if len(statuses) > 1] == []
    known = {int(status) for status in HTTPStatus if status >= 400}
    assert {status for statuses in found.values() for status in statuses} <= known


def test_a_refusal_of_a_game_is_a_conflict() -> None:
    assert {one.status for one in OF_GAMES} == {409}


def test_only_errors_of_others_are_translated() -> None:
    own = [kind for kind in ANSWERS if issubclass(kind, FairdealError)]
    assert [kind.__name__ for kind in own] == ["FairdealError", "StoreAway"]


def test_what_an_error_knows_is_in_its_answer() -> None:
    with Flask(__name__).test_request_context():
        limited = error_response(TOO_MANY_REQUESTS("Wait", retry_after=8, limit="refused"))
        assert (limited.status_code, limited.headers["Retry-After"]) == (429, "8")
        assert limited.get_json(force=True)["limit"] == "refused"
        assert error_response(UNAUTHORIZED()).headers["WWW-Authenticate"] == "Bearer"
        assert error_response(NO_FREE_SLOT()).headers["Retry-After"] == str(
            NO_FREE_SLOT.retry_after
        )
