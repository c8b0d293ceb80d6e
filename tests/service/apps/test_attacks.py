"""What is tried against the sign-in of apps: each attack by its name, and that it gains nothing."""

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
from werkzeug.test import TestResponse

from events.accounts.keys import TOKENS_KEY
from events.apps.authorization_codes import CODE_LIFE
from events.apps.redirects import is_registered_redirect, is_valid_redirect
from service.openapi.operations import api_operations
from service.wire.scopes import SCOPE_OF
from tests.service.apps.signing_in import (
    APPS,
    AUTHORIZATIONS,
    BACK,
    FORM,
    GRANTS,
    ME,
    REVOKE,
    TOKEN,
    VERIFIER,
    ClientApp,
    Refusal,
    answered,
    challenge_of,
    is_let_in,
    refusal,
    tokens,
)
from tests.service.asker import Asker, Service, nothing_done, problem, with_role
from tests.service.play.test_signed_actions import turn, with_key

INVALID = Refusal(400, "invalid_grant")
OTHER = "a-verifier-of-somebody-else-with-43-letters-x"


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def app(service: Service) -> ClientApp:
    return ClientApp(service, service.player("Olga"))


@pytest.fixture
def thief(service: Service) -> ClientApp:
    return ClientApp(service, service.player("Mallory"), name="Free Cards")


# ---- codes


def test_a_code_used_twice_ends_what_it_gave(ada: Asker, app: ClientApp) -> None:
    code = app.code_from(ada)
    given = tokens(app.exchange(code))
    assert is_let_in(app.asker(ada, given))
    assert refusal(app.exchange(code)) == INVALID
    assert not is_let_in(app.asker(ada, given))
    assert refusal(app.refresh(given["refresh_token"])) == INVALID
    assert ada.get(GRANTS).get_json() == {"grants": []}


def test_of_two_who_send_a_code_at_once_one_wins_and_then_it_ends(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    for _ in range(5):
        code, start = app.code_from(ada), threading.Barrier(2)

        def exchange(code: str = code, start: threading.Barrier = start) -> TestResponse:
            start.wait()
            return app.exchange(code)

        with ThreadPoolExecutor(2) as pool:
            answers = [one.result() for one in [pool.submit(exchange) for _ in range(2)]]
        (won,) = (one for one in answers if one.status_code == 200)
        (lost,) = (one for one in answers if one.status_code != 200)
        assert refusal(lost) == INVALID
        assert not is_let_in(app.asker(ada, tokens(won)))


def test_a_code_is_good_for_a_minute(service: Service, ada: Asker, app: ClientApp) -> None:
    app.code_from(ada)
    (key,) = service.redis.scan_iter("fd:{auth}:apps:code:*")
    assert 0 < service.redis.pttl(key) <= CODE_LIFE == 60_000


def test_codes_and_tokens_are_stored_as_hashes_alone(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    code = app.code_from(ada)
    given, started = tokens(app.exchange(app.code_from(ada))), app.start_device()
    secrets = [
        code, given["access_token"], given["refresh_token"], started["device_code"],
        started["user_code"],
    ]  # fmt: skip
    for key in service.redis.scan_iter("fd:{auth}:*"):
        kept = key + service.redis.dump(key)
        assert not [one for one in secrets if one.encode() in kept]


def test_a_thief_who_is_signed_out_does_not_come_back_by_codes_allowed_before(
    service: Service, ada: Asker, thief: ClientApp
) -> None:
    secret = ada.post(f"{ME}/recovery-code").get_json()["recovery_code"]
    stolen, device = Asker(ada.client, ada.token), thief.start_device()
    code = thief.code_from(stolen)
    path = f"/v1/device-codes/{device['user_code']}"
    assert stolen.post(path, {"allow": True}).status_code == 204
    token = service.nobody.post("/v1/recovery", {"code": secret}).get_json()["token"]
    assert is_let_in(Asker(ada.client, token))  # with that the old token ends
    assert refusal(thief.exchange(code)) == INVALID
    assert refusal(thief.poll(device["device_code"])) == INVALID


def test_what_a_thief_makes_while_an_account_is_recovered_ends_too(
    service: Service, ada: Asker, thief: ClientApp
) -> None:
    secret = ada.post(f"{ME}/recovery-code").get_json()["recovery_code"]
    told = service.nobody.post("/v1/recovery", {"code": secret}).get_json()
    given = thief.tokens_from(ada)
    body = {"name": "mine", "scopes": ["read"], "days": 365}
    personal = ada.post("/v1/tokens", body).get_json()["token"]
    own = ada.post(f"{ME}/tokens", {"revoke": "none", "expires_in": None}).get_json()["token"]
    code = ada.post(f"{ME}/recovery-code").get_json()["recovery_code"]
    assert is_let_in(Asker(ada.client, told["token"]))
    for kept in (given["access_token"], personal, own, ada.token):
        assert not is_let_in(Asker(ada.client, kept))
    assert refusal(thief.refresh(given["refresh_token"])) == INVALID
    problem(service.nobody.post("/v1/recovery", {"code": code}), 403, "player/wrong_code")


def test_a_code_that_is_exchanged_while_its_player_is_blocked_gives_nothing(
    service: Service, ada: Asker, app: ClientApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, code = service.parts.players, app.code_from(ada)
    revoke, account = players.revoke, players.find(ada.id)

    def revoke_slowly(player: str, hashes: Iterable[str]) -> None:
        revoke(player, hashes)
        assert refusal(app.exchange(code)) == INVALID

    monkeypatch.setattr(players, "revoke", revoke_slowly)
    assert account is not None
    players.unblock(players.block(account))
    assert ada.get(GRANTS).get_json() == {"grants": []}


def test_a_stolen_code_gives_another_app_nothing_and_stays_good(
    ada: Asker, app: ClientApp, thief: ClientApp
) -> None:
    code = app.code_from(ada)
    assert refusal(thief.exchange(code)) == INVALID
    tokens(app.exchange(code))


def test_a_code_that_was_sent_elsewhere_gives_nothing(service: Service, ada: Asker) -> None:
    app = ClientApp(service, ada, BACK, "https://app.example/other")
    code = app.code_from(ada)
    assert refusal(app.exchange(code, redirect_uri="https://app.example/other")) == INVALID
    tokens(app.exchange(code))


# ---- PKCE


@pytest.mark.parametrize(
    "more",
    [
        {"code_challenge": "", "code_challenge_method": ""},
        {"code_challenge_method": ""},
        {"code_challenge_method": "plain"},
        {"code_challenge": VERIFIER, "code_challenge_method": "plain"},
        {"code_challenge": ""},
        {"code_challenge": "too-short"},
        {"code_challenge_method": "s256"},
    ],
)
def test_no_app_gets_a_code_without_a_hashed_challenge(
    service: Service, ada: Asker, app: ClientApp, more: dict[str, str]
) -> None:
    with service.nothing_happens():
        for told in (
            app.shown_to(ada, **more),
            ada.post(AUTHORIZATIONS, {**app.asks(**more), "allow": True}),
        ):
            back = answered(told)
            assert (back["error"], back["state"]) == ("invalid_request", "a state")
            assert "code" not in back


@pytest.mark.parametrize("verifier", [OTHER, challenge_of(VERIFIER), "short", "x" * 129, None])
def test_a_stolen_code_gives_nothing_without_its_verifier(
    service: Service, ada: Asker, app: ClientApp, verifier: str | None
) -> None:
    code = app.code_from(ada)
    fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": app.uri}
    with service.nothing_happens():
        if verifier is None:
            assert refusal(app.send(TOKEN, **fields)) == (400, "invalid_request")
        else:
            assert refusal(app.send(TOKEN, **fields, code_verifier=verifier)) == INVALID
    tokens(app.exchange(code))


# ---- redirect URIs

REGISTERED = "https://app.example/signed-in"
TRICKS = {
    "a prefix": f"{REGISTERED}/more",
    "a part": "https://app.example/",
    "another case of the path": "https://app.example/Signed-In",
    "another case of the host": "https://APP.example/signed-in",
    "a fragment": f"{REGISTERED}#x",
    "a user name": "https://app.example@evil.example/signed-in",
    "a password": "https://app.example:x@evil.example/signed-in",
    "a path that leads up": "https://app.example/signed-in/../open",
    "a path that leads up, encoded": "https://app.example/signed-in/%2e%2e/open",
    "a host that only begins so": "https://app.example.evil.example/signed-in",
    "a backslash": "https://evil.example\\@app.example/signed-in",
    "a port": "https://app.example:8443/signed-in",
    "no TLS": "http://app.example/signed-in",
    "a query": f"{REGISTERED}?to=https://evil.example",
    "a line break": f"{REGISTERED}\n",
    "a space": f" {REGISTERED}",
    "nothing": "",
    "a script": "javascript:alert(1)//app.example/signed-in",
    "data": "data:text/html,x",
}


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_nobody_is_sent_to_an_address_that_is_not_registered_to_the_letter(
    service: Service, ada: Asker, app: ClientApp, trick: str
) -> None:
    with service.nothing_happens():
        problem(app.shown_to(ada, redirect_uri=trick), 400, "app/bad_redirect")
        for allow in (True, False):  # no error leads there either: it would be an open redirect
            body = {**app.asks(redirect_uri=trick), "allow": allow}
            problem(ada.post(AUTHORIZATIONS, body), 400, "app/bad_redirect")
            wrong = {**body, "scope": "everything"}
            problem(ada.post(AUTHORIZATIONS, wrong), 400, "app/bad_redirect")


@pytest.mark.parametrize(
    ("registered", "sent"),
    [
        ("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:1/other"),
        ("http://127.0.0.1/cb", "http://127.0.0.1.evil.example:1/cb"),
        ("http://127.0.0.1/cb", "http://localhost:1/cb"),
        ("http://127.0.0.1/cb", "https://127.0.0.1:1/cb"),
        ("http://localhost/cb", "http://localhost.evil.example/cb"),
        ("https://app.example/cb", "https://app.example:1/cb"),
    ],
)
def test_only_the_port_of_a_loopback_address_is_free(registered: str, sent: str) -> None:
    assert is_valid_redirect(registered)
    assert not is_registered_redirect([registered], sent)


@pytest.mark.parametrize(
    "uri",
    [
        *(one for name, one in TRICKS.items() if name not in {
            "a prefix", "a part", "another case of the path", "a port", "a query",
            "a host that only begins so",
        }),
        "http://192.168.0.1/cb", "http://localhost.evil.example/cb", "ftp://app.example/cb",
        "myapp:/cb", "file:///etc/passwd", "https://", "https://app.example/" + "x" * 500,
        "https://\u0430pp.example/cb", "https://app.example/a/./b", "//app.example/cb",
    ],
)  # fmt: skip
def test_no_app_registers_an_address_that_could_be_anothers(
    service: Service, ada: Asker, uri: str
) -> None:
    with service.nothing_happens():
        told = ada.post(APPS, {"name": "Free Cards", "redirect_uris": [uri]})
        assert "redirect_uris.0" in problem(told, 422, "http/invalid")["errors"]


@pytest.mark.parametrize(
    "name", ["Card \u202eelbaT", "Card\u200bTable", "\u2066Cards", "Card\u3164", "\u0301Cards"]
)
def test_no_app_has_a_name_that_looks_other_than_it_is(ada: Asker, name: str) -> None:
    told = ada.post(APPS, {"name": name, "redirect_uris": [BACK]})
    assert "name" in problem(told, 422, "http/invalid")["errors"]


@pytest.mark.parametrize("name", ["client_id", "redirect_uri", "scope", "state", "response_type"])
def test_no_parameter_comes_twice(ada: Asker, app: ClientApp, name: str) -> None:
    asked = urlencode([*app.asks().items(), (name, "another")])
    problem(ada.get(f"{AUTHORIZATIONS}?{asked}"), 400, "http/bad_query")
    form = urlencode([("client_id", app.id), ("grant_type", "x"), ("client_id", app.id)])
    told = app.service.nobody.ask("POST", TOKEN, raw=form.encode(), kind=FORM)
    assert refusal(told) == (400, "invalid_request")


# ---- scopes


@pytest.mark.parametrize("scope", ["", "admin", "read everything", "READ", "read,play", "*"])
def test_no_app_asks_for_a_scope_that_there_is_not(ada: Asker, app: ClientApp, scope: str) -> None:
    back = answered(ada.post(AUTHORIZATIONS, {**app.asks(scope), "allow": True}))
    assert back["error"] == "invalid_scope"
    told = app.send("/oauth/device_authorization", scope=scope)
    assert refusal(told) == (400, "invalid_scope")


def test_no_refresh_widens_what_was_allowed(ada: Asker, app: ClientApp) -> None:
    given = app.tokens_from(ada, "read")
    wider = app.refresh(given["refresh_token"], scope="read play")
    assert refusal(wider) == (400, "invalid_scope")
    assert tokens(app.refresh(given["refresh_token"]))["scope"] == "read"


def test_an_exchange_takes_no_scope_beyond_what_was_allowed(ada: Asker, app: ClientApp) -> None:
    given = tokens(app.exchange(app.code_from(ada, "read"), scope="read play account"))
    assert given["scope"] == "read"
    problem(
        app.asker(ada, given).put(f"{ME}/name", {"name": "Eve"}), 403, "http/insufficient_scope"
    )


# ---- refresh tokens


def test_a_spent_refresh_token_ends_the_whole_grant(ada: Asker, app: ClientApp) -> None:
    first = app.tokens_from(ada)
    second = tokens(app.refresh(first["refresh_token"]))
    third = tokens(app.refresh(second["refresh_token"]))
    assert is_let_in(app.asker(ada, third))
    assert refusal(app.refresh(first["refresh_token"])) == INVALID
    assert refusal(app.refresh(third["refresh_token"])) == INVALID
    for given in (first, second, third):
        assert not is_let_in(app.asker(ada, given))


def test_thief_and_victim_of_a_refresh_token_are_both_signed_out(
    ada: Asker, app: ClientApp
) -> None:
    stolen = app.tokens_from(ada)["refresh_token"]
    of_thief, of_victim = tokens(app.refresh(stolen)), tokens(app.refresh(stolen))
    tokens(app.refresh(of_victim["refresh_token"]))
    assert refusal(app.refresh(of_thief["refresh_token"])) == INVALID
    assert not is_let_in(app.asker(ada, of_victim))
    assert not is_let_in(app.asker(ada, of_thief))


def test_however_often_an_app_refreshes_the_store_grows_by_nothing(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    given = app.tokens_from(ada)
    old = given["refresh_token"]
    sizes = []
    for _ in range(20):
        given = tokens(app.refresh(given["refresh_token"]))
        rows = service.redis.hgetall(TOKENS_KEY)
        sizes.append((service.redis.dbsize(), sum(map(len, rows.values()))))
    assert len({*sizes[5:]}) == 1
    assert refusal(app.refresh(old)) == INVALID
    assert ada.get(GRANTS).get_json() == {"grants": []}  # a spent one is known for ever


def test_a_made_up_refresh_token_ends_nobodys_grant(ada: Asker, app: ClientApp) -> None:
    given = app.tokens_from(ada)
    token = given["refresh_token"]
    wrong_nonce, wrong_mark = token[:23] + "A" * 43 + token[-22:], token[:-22] + "A" * 22
    for made_up in (wrong_nonce, wrong_mark, token[:-1], "fdr_"):
        assert refusal(app.refresh(made_up)) == INVALID
        assert app.send(REVOKE, token=made_up).status_code == 200
    assert is_let_in(app.asker(ada, given))
    tokens(app.refresh(token))


def test_many_who_refresh_at_once_leave_one_grant_whole(ada: Asker, app: ClientApp) -> None:
    token, start = app.tokens_from(ada)["refresh_token"], threading.Barrier(3)

    def refresh() -> TestResponse:
        start.wait()
        return app.refresh(token)

    with ThreadPoolExecutor(3) as pool:
        given = [tokens(one.result()) for one in [pool.submit(refresh) for _ in range(3)]]
    assert len({one["refresh_token"] for one in given}) == 3
    assert all(is_let_in(app.asker(ada, one)) for one in given)
    tokens(app.refresh(given[0]["refresh_token"]))


def test_a_refresh_token_of_one_app_gives_another_nothing(
    ada: Asker, app: ClientApp, thief: ClientApp
) -> None:
    given = app.tokens_from(ada)
    assert refusal(thief.refresh(given["refresh_token"])) == INVALID
    for name in ("access_token", "refresh_token"):
        assert refusal(thief.send(REVOKE, token=given[name])) == INVALID
    assert is_let_in(app.asker(ada, given))
    tokens(app.refresh(given["refresh_token"]))


def test_tokens_of_one_kind_do_not_pass_for_another(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    given = app.tokens_from(ada)
    assert not is_let_in(app.asker(ada, {"access_token": given["refresh_token"]}))
    (grant,) = ada.get(GRANTS).get_json()["grants"]
    assert not is_let_in(app.asker(ada, {"access_token": grant["grant"]}))
    for token in (given["access_token"], ada.token, grant["grant"]):
        assert refusal(app.refresh(str(token))) == INVALID
    assert app.send(REVOKE, token=str(ada.token)).status_code == 200
    assert is_let_in(ada)


# ---- what an app may not do


def test_an_app_does_nothing_that_needs_the_accounts_own_token(
    service: Service, app: ClientApp
) -> None:
    admin = with_role(service, "admin")
    everything_allowed = "read play tables tournaments disputes account"
    signed_in = app.signed_in(admin, everything_allowed)
    assert admin.get("/v1/status").status_code == 200
    assert signed_in.get(ME).get_json()["role"] == "director"  # what `tournaments` allows
    bodies = {
        f"POST {APPS}": {"name": "x", "redirect_uris": [BACK]},
        f"POST {AUTHORIZATIONS}": {**app.asks(), "allow": True},
        "POST /v1/tokens": {"name": "x", "scopes": ["read"]},
        f"POST {ME}/tokens": {},
        f"POST {ME}/recovery-code": {},
        f"PUT {ME}/key": with_key(admin),
    }
    own = [
        one for one in api_operations()
        if one.token == "required" and one.rule.endpoint not in SCOPE_OF
    ]  # fmt: skip
    assert len(own) > 12
    with nothing_done(service):
        for one in own:
            path = one.path.format(**dict.fromkeys(one.variables, "0"))
            body = bodies.get(f"{one.method.upper()} {one.path}", {})
            told = signed_in.ask(one.method.upper(), path, None if one.method == "get" else body)
            problem(told, 403, "http/insufficient_scope")


def test_an_app_without_the_signing_key_plays_nothing_for_an_account_that_has_one(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    signed_in, path = app.signed_in(ada), service.started([ada])
    (_, action) = turn(service, path, ada)
    assert signed_in.post(f"{path}/actions", action).status_code == 200
    assert ada.put(f"{ME}/key", with_key(ada)).status_code == 200
    (_, action) = turn(service, path, ada)
    told = problem(signed_in.post(f"{path}/actions", action), 403, "player/unsigned")
    assert "apps and personal access tokens play for it only what is signed" in told["detail"]


def test_an_app_that_may_play_and_not_read_is_shown_no_cards(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    signed_in, path, wrong = app.signed_in(ada, "play"), service.started([ada]), {"type": "pass"}
    (_, action) = turn(service, path, ada)
    answer = signed_in.post(f"{path}/actions", action)
    assert answer.status_code == 200, answer.text
    seen = answer.get_json()["view"]
    assert [seen[name] for name in ("seat", "play", "board", "choices")] == [None] * 4
    turn(service, path, ada)
    refused = {one.token: one.post(f"{path}/actions", wrong).get_json() for one in (ada, signed_in)}
    checks = {
        one.token: one.post(f"{path}/actions/check", wrong).get_json()["refusal"]
        for one in (ada, signed_in)
    }
    for told in (refused, checks):
        assert "legal" in told[ada.token]
        assert "legal" not in told[signed_in.token]


# ---- forms and what surrounds them


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b'{"grant_type": "refresh_token"}', "application/json"),
        (b"grant_type=%ff%fe", FORM),
        (b"&".join(b"a%d=1" % k for k in range(100)), FORM),
        (b"", FORM),
    ],
)
def test_what_is_no_form_is_refused_as_the_standard_says(
    service: Service, raw: bytes, kind: str
) -> None:
    told = service.nobody.ask("POST", TOKEN, raw=raw, kind=kind)
    assert refusal(told) == (400, "invalid_request")


def test_an_unknown_app_or_grant_type_is_refused(service: Service, app: ClientApp) -> None:
    assert refusal(app.send(TOKEN, grant_type="password")) == (400, "unsupported_grant_type")
    app.id = "app_nobody"
    assert refusal(app.refresh("fdr_x")) == (401, "invalid_client")
    assert refusal(app.send(REVOKE, token="fdr_x")) == (401, "invalid_client")


def test_no_secret_is_taken_from_an_address_or_sent_on_as_a_referrer(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    given = app.tokens_from(ada)
    told = service.nobody.get(f"{ME}?access_token={given['access_token']}")
    problem(told, 400, "http/bad_query")
    asked = service.nobody.ask("POST", f"{TOKEN}?grant_type=refresh_token&client_id={app.id}")
    assert refusal(asked) == (400, "invalid_request")
    page = service.nobody.get("/", Accept="text/html")
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


def test_an_answer_names_its_issuer_so_that_no_app_takes_it_for_anothers(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    issuer = service.nobody.get("/.well-known/oauth-authorization-server").get_json()["issuer"]
    for body in ({"allow": True}, {"allow": False}, {"allow": True, "scope": "x"}):
        assert answered(ada.post(AUTHORIZATIONS, {**app.asks(), **body}))["iss"] == issuer
