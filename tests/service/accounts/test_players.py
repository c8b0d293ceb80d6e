"""Accounts: a token shown once, a name that is nobody else's and in no event."""

import re

import pytest

from events.accounts.players import token_hash
from service.accounts import players
from tests.events.given_log import everything
from tests.service.asker import Asker, Service, problem


def test_an_account_has_a_token_that_is_shown_once(service: Service) -> None:
    made = service.nobody.post("/v1/players", {"name": "Ada"})
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    ada = made.get_json()
    assert set(ada) == {"player", "name", "role", "token", "recovery_code"}
    assert made.headers["Location"] == f"/v1/players/{ada['player']}"
    me = Asker(service.app.test_client(), ada["token"]).get("/v1/players/me")
    assert me.get_json() == {"player": ada["player"], "name": "Ada", "role": "player", "key": None}
    assert "no-store" in me.headers["Cache-Control"]
    everybody = service.nobody.get(made.headers["Location"])
    shown = everybody.get_json()
    assert (shown["player"], shown["name"]) == (ada["player"], "Ada")


def test_only_the_hash_of_a_token_is_stored(service: Service) -> None:
    ada = service.player("Ada")
    assert ada.token is not None
    stored = repr(everything(service.redis))
    assert ada.token not in stored
    assert token_hash(ada.token) in stored


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer", "Basic YWRhOmFkYQ==", "", "Bearer  "])
def test_a_wrong_token_is_refused_everywhere(service: Service, header: str) -> None:
    path = service.opened(service.player("Ada"))
    asks = [("GET", "/v1/players/me"), ("POST", "/v1/tables"), ("DELETE", path),
            ("POST", f"{path}/seats"), ("DELETE", f"{path}/seats/0"), ("POST", f"{path}/start"),
            ("GET", f"{path}/view"), ("POST", f"{path}/actions"),
            ("GET", f"{path}/events")]  # fmt: skip
    with service.nothing_happens():
        for method, where in asks:
            body = {"type": "take"} if method == "POST" else None
            answer = service.nobody.ask(method, where, body, headers={"Authorization": header})
            problem(answer, 401, "http/unauthorized")
            assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_what_changes_something_needs_a_token(service: Service) -> None:
    path = service.opened(service.player("Ada"))
    with service.nothing_happens():
        for method, where in [("GET", "/v1/players/me"), ("POST", "/v1/tables"), ("DELETE", path),
                              ("POST", f"{path}/seats"), ("DELETE", f"{path}/seats/0"),
                              ("POST", f"{path}/start"), ("POST", f"{path}/actions")]:  # fmt: skip
            found = problem(service.nobody.ask(method, where), 401, "http/unauthorized")
            assert "POST /v1/players gives a token" in found["detail"]


@pytest.mark.parametrize("name", ["Ada", "ADA", "ada"])
def test_a_name_is_taken_in_any_case_of_its_letters(service: Service, name: str) -> None:
    service.player("Ada")
    with service.nothing_happens():
        problem(service.nobody.post("/v1/players", {"name": name}), 409, "player/name_taken", "P1")


@pytest.mark.parametrize("name", ["", " Ada", "Ada ", "A\nb", "Ada\n", "x" * 41, "\x07", 7, None])
def test_a_name_is_one_short_line(service: Service, name: object) -> None:
    with service.nothing_happens():
        found = problem(service.nobody.post("/v1/players", {"name": name}), 422, "http/invalid")
        assert set(found["errors"]) == {"name"}


def test_who_sends_no_name_gets_one_that_is_made(service: Service) -> None:
    names = [service.nobody.post("/v1/players", {}).get_json()["name"] for _ in range(3)]
    assert len(set(names)) == 3
    assert all(re.fullmatch("[A-Z][a-z]+ [A-Z][a-z]+ [0-9]{4}", name) for name in names)


def test_a_guest_gets_another_name_where_one_is_taken(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.player("Quiet Otter 4821")
    drawn = iter(["Quiet Otter 4821", "quiet otter 4821", "Brisk Heron 1000"])
    monkeypatch.setattr(players, "draw_guest_name", lambda: next(drawn))
    assert service.nobody.post("/v1/players", {}).get_json()["name"] == "Brisk Heron 1000"
    monkeypatch.setattr(players, "draw_guest_name", lambda: "Quiet Otter 4821")
    with service.nothing_happens():
        problem(service.nobody.post("/v1/players", {}), 409, "player/name_taken", "P1")


def test_a_name_may_have_any_letters(service: Service) -> None:
    name = "Zoë Ångström 🂡"
    zoe = service.player(name)
    assert zoe.get("/v1/players/me").get_json()["name"] == name


def test_no_event_holds_a_name(service: Service) -> None:
    name = "Ada Nowhereelse"
    ada = service.player(name)
    service.play(service.started([ada], options={"victory_cards": 1}), [ada])
    streams = {k: v for k, v in everything(service.redis).items() if ":log:" in k or ":feed" in k}
    assert len([key for key in streams if ":log:" in key]) == 2
    assert name not in repr(streams)


def test_there_is_no_such_player(service: Service) -> None:
    problem(service.nobody.get("/v1/players/nobody"), 404, "player/unknown")
