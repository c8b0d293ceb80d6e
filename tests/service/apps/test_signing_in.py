"""Apps sign players in: registered, allowed, given tokens that are refreshed, and ended."""

import asyncio
from contextlib import closing
from typing import Any

import pytest

from events.accounts.grants import GRANT_LIFE
from events.accounts.keys import TOKENS_KEY
from events.accounts.players import token_hash
from events.accounts.token_rows import ended_tokens
from events.apps.app_grants import ACCESS_LIFE, count_grants, live_grants_of_app
from tests.events.given_log import everything
from tests.service.accounts.test_personal_tokens import ROUNDS, program, round_trips
from tests.service.apps.signing_in import (
    APPS,
    AUTHORIZATIONS,
    BACK,
    GRANTS,
    ME,
    REVOKE,
    ClientApp,
    Refusal,
    answered,
    is_let_in,
    refusal,
    tokens,
)
from tests.service.asker import Asker, Service, problem
from tests.service.play.test_signed_actions import turn
from tests.service.streams.test_push import Listening
from tests.waiting import PATIENCE
from tests.workers.floor import move_clock

INVALID = Refusal(400, "invalid_grant")


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def app(service: Service) -> ClientApp:
    return ClientApp(service, service.player("Olga"))


# ---- apps


def test_everybody_may_see_whose_app_it_is_and_its_owner_more(service: Service, ada: Asker) -> None:
    made = ada.post(APPS, {"name": "Card Table", "redirect_uris": [BACK, BACK]})
    assert made.status_code == 201
    app = made.get_json()
    assert app["app"].startswith("app_")
    assert app["redirect_uris"] == [BACK]
    assert made.headers["Location"] == f"{APPS}/{app['app']}"
    shown = service.nobody.get(f"{APPS}/{app['app']}").get_json()
    assert shown == {"app": app["app"], "name": "Card Table", "owner": "Ada"}
    assert ada.get(APPS).get_json() == {"apps": [app]}
    assert service.player("Bob").get(APPS).get_json() == {"apps": []}


def test_only_its_owner_ends_an_app_and_all_that_players_allowed_it_ends(
    service: Service, ada: Asker
) -> None:
    olga = service.player("Olga")
    app = ClientApp(service, olga)
    given = app.tokens_from(ada)
    assert ada.delete(f"{APPS}/{app.id}").status_code == 204
    assert is_let_in(app.asker(ada, given))
    assert olga.delete(f"{APPS}/{app.id}").status_code == 204
    assert not is_let_in(app.asker(ada, given))
    assert refusal(app.refresh(given["refresh_token"])) == (401, "invalid_client")
    assert ada.get(GRANTS).get_json() == {"grants": []}
    problem(app.shown_to(ada), 404, "app/unknown")
    problem(service.nobody.get(f"{APPS}/{app.id}"), 404, "app/unknown")


def test_an_app_ends_with_the_account_of_its_owner(service: Service, ada: Asker) -> None:
    olga = service.player("Olga")
    app = ClientApp(service, olga)
    signed_in = app.signed_in(ada)
    assert olga.delete(ME).status_code == 204
    assert not is_let_in(signed_in)
    problem(service.nobody.get(f"{APPS}/{app.id}"), 404, "app/unknown")


# ---- signing in


def test_a_player_is_shown_who_asks_for_what(ada: Asker, app: ClientApp) -> None:
    shown = app.shown_to(ada, "play read", login_hint="a parameter that we do not know")
    assert shown.get_json() == {
        "app": app.id, "name": "Card Table", "owner": "Olga", "scopes": ["read", "play"],
        "redirect_to": None,
    }  # fmt: skip


def test_a_player_says_yes_and_the_app_plays_with_what_was_allowed(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    answer = ada.post(AUTHORIZATIONS, {**app.asks("read"), "allow": True})
    back = answered(answer)
    assert answer.get_json()["redirect_to"].startswith(f"{BACK}?code=")
    assert (back["state"], back["iss"]) == ("a state", "http://localhost")
    given = tokens(app.exchange(back["code"]))
    assert given["scope"] == "read"
    signed_in = app.asker(ada, given)
    assert signed_in.get(ME).get_json()["name"] == "Ada"
    told = problem(signed_in.post("/v1/quick", {"game": "boon"}), 403, "http/insufficient_scope")
    assert "lacks the scope `play`" in told["detail"]
    assert "/authorize" in told["detail"]
    (grant,) = ada.get(GRANTS).get_json()["grants"]
    assert grant.pop("used_at") is not None
    assert grant.pop("made_at") is not None
    assert grant.pop("grant")
    assert grant == {"app": app.id, "name": "Card Table", "scopes": ["read"]}


def test_a_player_says_no_and_the_app_hears_of_it(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    with service.nothing_happens():
        back = answered(ada.post(AUTHORIZATIONS, {**app.asks(), "allow": False}))
    assert (back["error"], back["state"]) == ("access_denied", "a state")
    assert back["iss"] == "http://localhost"


def test_an_app_whose_address_has_a_query_keeps_it(service: Service, ada: Asker) -> None:
    app = ClientApp(service, ada, f"{BACK}?from=fairdeal")
    answer = ada.post(AUTHORIZATIONS, {**app.asks(state=""), "allow": True})
    back = answered(answer)
    assert set(back) == {"from", "code", "iss"}


@pytest.mark.parametrize(
    ("registered", "sent"),
    [
        ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb"),
        ("http://[::1]:80/cb", "http://[::1]:51004/cb"),
        ("http://localhost:3000", "http://localhost:3001"),
        ("com.example.app:/signed-in", "com.example.app:/signed-in"),
    ],
)
def test_native_apps_return_to_any_loopback_port_or_their_own_scheme(
    service: Service, ada: Asker, registered: str, sent: str
) -> None:
    app = ClientApp(service, ada, registered)
    code = app.code_from(ada, redirect_uri=sent)
    tokens(app.exchange(code, redirect_uri=sent))


def test_an_app_may_leave_out_where_the_code_was_sent(ada: Asker, app: ClientApp) -> None:
    fields = {"grant_type": "authorization_code", "code": app.code_from(ada)}
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    tokens(app.send("/oauth/token", code_verifier=verifier, **fields))


# ---- refreshing


def test_a_refreshed_app_goes_on_with_the_new_tokens_and_the_old_access_token_runs_out(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    first = app.tokens_from(ada)
    second = tokens(app.refresh(first["refresh_token"]))
    assert second["scope"] == "read play"
    assert is_let_in(app.asker(ada, second))
    assert is_let_in(app.asker(ada, first))
    tokens(app.refresh(second["refresh_token"]))
    move_clock(service.parts.store, ACCESS_LIFE)
    answer = app.asker(ada, first).get(ME)
    problem(answer, 401, "http/unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_an_app_whose_answer_got_lost_may_refresh_again(ada: Asker, app: ClientApp) -> None:
    first = app.tokens_from(ada)
    lost = tokens(app.refresh(first["refresh_token"]))
    second = tokens(app.refresh(first["refresh_token"]))
    assert lost["refresh_token"] != second["refresh_token"]
    tokens(app.refresh(second["refresh_token"]))
    assert len(ada.get(GRANTS).get_json()["grants"]) == 1


def test_a_refreshed_token_may_have_fewer_scopes_and_the_grant_keeps_them(
    ada: Asker, app: ClientApp
) -> None:
    given = tokens(app.refresh(app.tokens_from(ada)["refresh_token"], scope="read"))
    assert given["scope"] == "read"
    problem(app.asker(ada, given).post("/v1/quick", {}), 403, "http/insufficient_scope")
    assert tokens(app.refresh(given["refresh_token"]))["scope"] == "read play"


def test_a_grant_that_is_not_refreshed_for_long_ends(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    given = app.tokens_from(ada)
    move_clock(service.parts.store, GRANT_LIFE)
    assert refusal(app.refresh(given["refresh_token"])) == INVALID
    assert ada.get(GRANTS).get_json() == {"grants": []}


def test_a_grant_keeps_only_its_newest_access_tokens(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    given = first = app.tokens_from(ada)
    before = len(service.parts.players.token_hashes(ada.id))
    for _ in range(8):
        given = tokens(app.refresh(given["refresh_token"]))
    assert is_let_in(app.asker(ada, given))
    assert not is_let_in(app.asker(ada, first))
    assert len(service.parts.players.token_hashes(ada.id)) == before + 4


# ---- the end


@pytest.mark.parametrize("name", ["access_token", "refresh_token"])
def test_an_app_signs_out(ada: Asker, app: ClientApp, name: str) -> None:
    given = app.tokens_from(ada)
    assert is_let_in(app.asker(ada, given))
    for _ in range(2):
        assert app.send(REVOKE, token=given[name]).status_code == 200
    assert not is_let_in(app.asker(ada, given))
    still = len(ada.get(GRANTS).get_json()["grants"])
    assert still == (1 if name == "access_token" else 0)


def test_a_player_ends_a_grant_and_no_token_of_it_is_good_any_more(
    ada: Asker, app: ClientApp
) -> None:
    given, other = app.tokens_from(ada), app.tokens_from(ada)
    assert is_let_in(app.asker(ada, given))
    grant = ada.get(GRANTS).get_json()["grants"][-1]["grant"]
    for _ in range(2):
        assert ada.delete(f"{GRANTS}/{grant}").status_code == 204
    ended = [one for one in (given, other) if not is_let_in(app.asker(ada, one))]
    assert len(ended) == 1
    assert refusal(app.refresh(ended[0]["refresh_token"])) == INVALID
    assert len(ada.get(GRANTS).get_json()["grants"]) == 1


def test_nobody_ends_the_grant_of_another(service: Service, ada: Asker, app: ClientApp) -> None:
    signed_in = app.signed_in(ada)
    (grant,) = ada.get(GRANTS).get_json()["grants"]
    assert service.player("Bob").delete(f"{GRANTS}/{grant['grant']}").status_code == 204
    assert is_let_in(signed_in)


@pytest.mark.parametrize("how", ["erased", "blocked", "recovered", "all ended"])
def test_apps_end_with_what_ends_the_tokens_of_an_account(
    service: Service, ada: Asker, app: ClientApp, how: str
) -> None:
    given, code = app.tokens_from(ada), app.code_from(ada)
    players = service.parts.players
    account = players.find(ada.id)
    assert account is not None
    if how == "erased":
        assert ada.delete(ME).status_code == 204
        assert refusal(app.exchange(code)) == INVALID
        kept = {one for one in everything(service.redis) if ada.id in one}
        assert {one for one in kept if "{auth}" in one} == set()
    elif how == "blocked":
        players.block(account)
        assert refusal(app.exchange(code)) == INVALID
        players.unblock(account)
    elif how == "recovered":
        secret = ada.post(f"{ME}/recovery-code").get_json()["recovery_code"]
        token = service.nobody.post("/v1/recovery", {"code": secret}).get_json()["token"]
        assert is_let_in(app.asker(ada, given))  # until the new token is used
        assert is_let_in(Asker(ada.client, token))
    else:
        assert ada.delete(f"{ME}/tokens").status_code == 204
    assert not is_let_in(app.asker(ada, given))
    assert refusal(app.refresh(given["refresh_token"])) == INVALID


def test_the_tokens_of_apps_leave_the_number_of_an_accounts_tokens_as_it_is(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    app.tokens_from(ada)
    assert service.parts.players.count_tokens(ada.id) == 1


def test_an_action_with_an_apps_token_costs_no_round_trip_more(
    service: Service, ada: Asker, app: ClientApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in, path = app.signed_in(ada), service.started([ada])
    monkeypatch.setattr("events.accounts.players.BELIEVED", PATIENCE)  # on a slow machine, too
    assert is_let_in(ada)
    assert is_let_in(signed_in)
    costs: dict[str, list[int]] = {"own": [], "app": []}
    since = round_trips(monkeypatch)
    for k in range(ROUNDS):
        name, one = ("own", ada) if k % 2 else ("app", signed_in)
        _, action = turn(service, path, ada)
        since()
        assert one.post(f"{path}/actions", action).status_code == 200
        costs[name].append(since())
    assert min(costs["app"]) == min(costs["own"]) > 0
    assert max(costs["app"]) <= max(costs["own"])


def test_an_apps_token_is_looked_up_at_the_cost_of_a_personal_one(
    service: Service, ada: Asker, app: ClientApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in, bot = app.signed_in(ada), program(ada, "read", "play")
    assert is_let_in(bot)  # which notes that it is used
    assert is_let_in(signed_in)
    monkeypatch.setattr("events.accounts.players.BELIEVED", 0.0)
    since, costs = round_trips(monkeypatch), []
    for one in (bot, signed_in):
        since()
        assert is_let_in(one)
        costs.append(since())
    assert costs[1] == costs[0]


def test_the_streams_of_an_ended_grant_end_and_others_go_on(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    path, own = service.started([ada]), service.parts
    signed_in = app.signed_in(ada)

    def look() -> None:
        checked = own.streams.listeners.end_shut_out()
        asyncio.run_coroutine_threadsafe(checked, own.streams.subscriptions.running_loop()).result()

    with (
        closing(Listening(signed_in, path)) as table, closing(Listening(ada, path)) as mine,
        closing(Listening(signed_in, ME)) as news,
    ):  # fmt: skip
        assert (table.next().kind, mine.next().kind, news.next().kind) == ("view", "view", "turns")
        look()
        assert len(own.streams.listeners.streams[ada.id]) == 3
        (grant,) = ada.get(GRANTS).get_json()["grants"]
        assert ada.delete(f"{GRANTS}/{grant['grant']}").status_code == 204
        look()
        assert (table.rest(), news.rest()) == ([], [])
        assert len(own.streams.listeners.streams[ada.id]) == 1


def test_an_access_token_ends_with_its_grant_though_its_own_row_is_left(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    signed_in, players = app.signed_in(ada), service.parts.players
    (grant,) = ada.get(GRANTS).get_json()["grants"]
    digest = token_hash(str(signed_in.token))
    assert players.holds(digest)
    assert ended_tokens(service.parts.store, [digest, grant["grant"]]) == []
    service.redis.hdel(TOKENS_KEY, grant["grant"])  # as when a refresh comes between
    assert not players.holds(digest)
    assert ended_tokens(service.parts.store, [digest, grant["grant"]]) == [digest, grant["grant"]]
    assert not is_let_in(signed_in)


def test_what_has_expired_of_apps_is_dropped_from_the_store(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    app.tokens_from(ada)
    move_clock(service.parts.store, GRANT_LIFE)
    assert count_grants(service.parts.players, ada.id) == 0
    assert len(service.parts.players.token_hashes(ada.id)) == 1


def test_live_grants_of_an_app_are_those_with_a_scope_that_have_not_ended(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    bob, eve = service.player("Bob"), service.player("Eve")
    given: dict[str, Any] = {
        one.id: app.tokens_from(one, scope)
        for one, scope in ((ada, "read play"), (bob, "play"), (eve, "read"))
    }
    players = service.parts.players
    assert {one.player for one in live_grants_of_app(players, app.id)} == {ada.id, eve.id}
    assert all(players.holds(one.id) for one in live_grants_of_app(players, app.id))
    (before,) = (one for one in live_grants_of_app(players, app.id) if one.player == eve.id)
    assert app.send(REVOKE, token=given[eve.id]["refresh_token"]).status_code == 200
    assert {one.player for one in live_grants_of_app(players, app.id)} == {ada.id}
    assert not players.holds(before.id)
