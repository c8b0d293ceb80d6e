"""The direct route of actions: what it does is what Flask would do, whatever version of Flask."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Blueprint, Response, current_app, has_app_context, has_request_context, request
from werkzeug.exceptions import Conflict
from werkzeug.test import TestResponse

from service.wire.application import Application, JsonResponse
from service.wire.direct_route import DirectRoute
from tests.service.asker import Asker, Service

ACTION = {"type": "pass"}
KEY = "Idempotency-Key"
REFUSED: dict[str, dict[str, Any]] = {  # what is sent beside a body and a token
    "not one's turn": {},
    "no action": {"body": {"type": "dance"}},
    "not JSON": {"raw": b"{"},
    "no body": {"body": None},
    "another type": {"kind": "text/plain"},
    "too long": {"raw": b"1" * 2**20},
    "another state": {"headers": {"If-Match": '"1.0.0"'}},
    "no ETag": {"headers": {"If-Match": "1"}},
    "a bad key": {"headers": {KEY: "\t"}},
    "a bad token": {"headers": {"Authorization": "Bearer none"}},
    "no signature": {"headers": {"Action-Signature": "mine"}},
    "a bad name of the server": {"headers": {"Host": "a..b"}},
    "two names of the server": {"headers": {"Host": "a.example,b.example"}},
}
PLACES = ("", "?wait=1", "/", "//", "x")  # behind the path of actions


@pytest.fixture
def two(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


def facts(answer: TestResponse) -> tuple[Any, ...]:
    """Return what is compared of two answers: all but the time."""
    headers = [(name, text) for name, text in answer.headers if name != "Server-Time"]
    return answer.status, headers, answer.data


@pytest.fixture
def by_flask(service: Service, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what answers by Flask alone."""

    def ask(asker: Asker, *request: Any, **more: Any) -> TestResponse:
        with monkeypatch.context() as patch:
            patch.setattr(service.app, "direct", None)
            return asker.ask(*request, **more)

    return ask


@pytest.fixture
def taken(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tables of the requests that take the direct route."""
    found = list[str]()
    answer = DirectRoute.__call__

    def note(self: DirectRoute, *given: Any) -> Any:
        found.append(given[-1]["table_id"])
        return answer(self, *given)

    monkeypatch.setattr(DirectRoute, "__call__", note)
    return found


def test_an_accepted_action_is_answered_as_by_flask(
    service: Service, two: list[Asker], by_flask: Any, taken: list[str]
) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    sent, keyed = ("POST", f"{path}/actions", action), dict[str, Any](headers={KEY: "k"})
    first = able.ask(*sent, **keyed)
    assert (first.status_code, len(taken)) == (200, 1)
    again = able.ask(*sent, **keyed)
    assert facts(again) == facts(by_flask(able, *sent, **keyed))
    same = [one for one in again.headers if one[0] not in ("Idempotency-Replayed", "Server-Time")]
    assert [one for one in first.headers if one[0] != "Server-Time"] == same
    assert len(taken) == 2


@pytest.mark.parametrize("more", REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_as_by_flask(
    service: Service, two: list[Asker], by_flask: Any, more: dict[str, Any]
) -> None:
    path = service.started(two)
    _, other = service.acting(path, two)
    sent = ("POST", f"{path}/actions", more.get("body", ACTION))
    kept = {name: one for name, one in more.items() if name != "body"}
    direct = other.ask(*sent, **kept)
    assert direct.status_code >= 400
    assert facts(direct) == facts(by_flask(other, *sent, **kept))


@pytest.mark.parametrize("table", ["t0", "c1", "t-%C3%A9", "t0%2F", "t" * 99, "%74" + "1" * 20])
@pytest.mark.parametrize("method", ["POST", "GET", "HEAD", "OPTIONS"])
def test_any_path_and_method_are_answered_as_by_flask(
    two: list[Asker], by_flask: Any, table: str, method: str
) -> None:
    for place in PLACES:
        sent = (method, f"/v1/tables/{table}/actions{place}", ACTION)
        assert facts(two[0].ask(*sent)) == facts(by_flask(two[0], *sent))


def test_what_is_unusual_about_a_request_leads_to_flask(
    service: Service, two: list[Asker], taken: list[str]
) -> None:
    path = f"{service.started(two)}/actions"
    unusual = [(f"{path}?wait=1", "a"), (f"{path}/check", "a")]
    unusual += [(path, host) for host in ("a..b", "", "a." * 200)]
    for where, host in unusual:
        two[0].post(where, ACTION, Host=host)
    two[0].get(path)
    assert taken == []
    two[0].post(path, ACTION, Host="fairdeal.example:8000")
    assert taken == [path.split("/")[3]]


def test_a_bug_is_answered_as_by_flask(
    service: Service, two: list[Asker], by_flask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = service.started(two)

    def fail(*_: Any) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("service.play.play._parse_common_body", fail)
    sent = ("POST", f"{path}/actions", ACTION)
    direct = two[0].ask(*sent)
    assert direct.status_code == 500
    assert facts(direct) == facts(by_flask(two[0], *sent))


# ---- hooks


@pytest.fixture
def calls() -> list[str]:
    return []


@pytest.fixture
def hooked(calls: list[str]) -> Iterator[Application]:
    """Return an app that notes which of its functions are called, and in which order."""
    app, blueprint = Application("hooked"), Blueprint("own", "own", url_prefix="/v1")

    def note(name: str) -> None:
        assert current_app.name == "hooked"
        calls.append(f"{name} {request.endpoint} {request.view_args} {request.method}")

    def hook(name: str) -> Any:
        def call(*given: Any) -> Any:
            note(name)
            return given[0] if name.startswith("after") else None

        return call

    def view(name: str) -> Response:
        note("view")
        if name == "bug":
            raise ValueError(name)
        if name == "conflict":
            raise Conflict
        return JsonResponse({"name": name})

    for owner in (app, blueprint):
        for which in (1, 2):
            owner.url_value_preprocessor(hook(f"preprocess {owner.name} {which}"))
            owner.before_request(hook(f"before {owner.name} {which}"))
            owner.after_request(hook(f"after {owner.name} {which}"))
    blueprint.post("/<name>")(view)
    blueprint.before_request(lambda: "stopped" if request.view_args == {"name": "stop"} else None)
    app.register_blueprint(blueprint)
    app.register_error_handler(ValueError, lambda _: JsonResponse({"bug": True}, 500))
    yield app
    assert not has_request_context()
    assert not has_app_context()


@pytest.mark.parametrize("name", ["ada", "stop", "conflict", "bug"])
def test_hooks_are_called_as_flask_calls_them(
    hooked: Application, calls: list[str], name: str
) -> None:
    client, answers = hooked.test_client(), []
    hooked.direct = None
    for direct in (None, DirectRoute(hooked, "own.view", "/v1/(?P<name>[a-z]+)")):
        hooked.direct = direct
        answers.append((facts(client.post(f"/v1/{name}")), [*calls]))
        calls.clear()
    assert answers[0] == answers[1]
    assert len(answers[0][1]) == (13 if name != "stop" else 12)


def test_a_bug_in_a_hook_is_answered_by_flask_itself(hooked: Application) -> None:
    hooked.after_request(lambda _: 1 / 0)
    hooked.config["PROPAGATE_EXCEPTIONS"] = False
    client = hooked.test_client()
    answers = [client.post("/v1/ada")]
    hooked.direct = DirectRoute(hooked, "own.view", "/v1/(?P<name>[a-z]+)")
    answers.append(client.post("/v1/ada"))
    assert answers[0].status_code == 500
    assert facts(answers[0]) == facts(answers[1])


def test_no_hook_is_added_behind_the_first_request_nor_one_that_is_not_called(
    hooked: Application,
) -> None:
    hooked.direct = DirectRoute(hooked, "own.view", "/v1/(?P<name>[a-z]+)")
    hooked.test_client().post("/v1/ada")
    with pytest.raises(AssertionError, match="before_request"):
        hooked.before_request(lambda: None)
    other = Application("other")
    other.post("/<name>", endpoint="view")(lambda name: name)
    other.teardown_request(lambda _: None)
    other.direct = DirectRoute(other, "view", "/(?P<name>[a-z]+)")
    with pytest.raises(AssertionError, match="calls no teardown functions"):
        other.test_client().post("/ada")
