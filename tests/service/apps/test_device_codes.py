"""Programs without a browser sign players in by a code that they show."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from events.apps.device_codes import DEVICE_LIFE, INTERVAL
from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.assembly import AppParts
from service.settings import ServiceSettings
from tests.service.apps.signing_in import GRANTS, ClientApp, is_let_in, refusal, tokens
from tests.service.asker import Asker, Service, problem

CODES = "/v1/device-codes"
PENDING, SLOW = (400, "authorization_pending"), (400, "slow_down")


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def app(service: Service) -> ClientApp:
    return ClientApp(service, service.player("Olga"))


@pytest.fixture
def limited(parts: AppParts, server: EmbeddedServer, tmp_path: Path) -> Service:
    """Return a service with usual limits, but for the number of codes that may be tried."""
    made = Service(parts)
    limits = "consents=3/hour, app.consents=off, address.consents=off, devices=2/hour"
    made.app = create_app(parts, ServiceSettings(server.url, tmp_path, limits=limits))
    made.nobody = Asker(made.app.test_client())
    return made


def asks_again(service: Service) -> None:
    """Let the pause of programs that ask be over."""
    for key in service.redis.scan_iter("fd:{auth}:apps:poll:*"):
        service.redis.delete(key)


def test_a_program_shows_a_code_and_the_player_allows_it(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    started = app.start_device("play read")
    assert started.pop("device_code")
    code = started.pop("user_code")
    assert started == {
        "verification_uri": "http://localhost/device",
        "verification_uri_complete": f"http://localhost/device?user_code={code}",
        "expires_in": 600,
        "interval": 5,
    }
    shown = {"app": app.id, "name": "Card Table", "owner": "Olga", "scopes": ["read", "play"]}
    for written in (code, code.lower(), code.replace("-", ""), f"%20{code}%20"):
        assert ada.get(f"{CODES}/{written}").get_json() == shown


def test_a_program_waits_and_gets_its_tokens_once(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    started = app.start_device()
    assert refusal(app.poll(started["device_code"])) == PENDING
    answer = ada.post(f"{CODES}/{started['user_code']}", {"allow": True})
    assert (answer.status_code, answer.data) == (204, b"")
    given = tokens(app.poll(started["device_code"]))  # at once: the answer is there
    assert given["scope"] == "read play"
    assert is_let_in(app.asker(ada, given))
    assert refusal(app.poll(started["device_code"])) == (400, "expired_token")
    assert len(ada.get(GRANTS).get_json()["grants"]) == 1


def test_a_player_says_no_to_a_program(ada: Asker, app: ClientApp) -> None:
    started = app.start_device()
    assert ada.post(f"{CODES}/{started['user_code']}", {"allow": False}).status_code == 204
    assert refusal(app.poll(started["device_code"])) == (400, "access_denied")


def test_a_program_that_asks_too_soon_is_told_to_slow_down(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    started = app.start_device()
    assert refusal(app.poll(started["device_code"])) == PENDING
    for _ in range(2):
        assert refusal(app.poll(started["device_code"])) == SLOW
    (pause,) = service.redis.scan_iter("fd:{auth}:apps:poll:*")
    assert 0 < service.redis.pttl(pause) < 1000 * INTERVAL
    asks_again(service)
    assert refusal(app.poll(started["device_code"])) == PENDING


def test_device_codes_hold_for_ten_minutes(service: Service, ada: Asker, app: ClientApp) -> None:
    started = app.start_device()
    keys = [*service.redis.scan_iter("fd:{auth}:apps:*code:*")]
    keys += [*service.redis.scan_iter("fd:{auth}:apps:device:*")]
    assert len(keys) == 2
    assert all(0 < service.redis.pttl(key) <= DEVICE_LIFE == 600_000 for key in keys)
    service.redis.delete(*keys)
    assert refusal(app.poll(started["device_code"])) == (400, "expired_token")
    problem(ada.get(f"{CODES}/{started['user_code']}"), 404, "app/unknown_code")


def test_a_device_code_is_answered_once_and_by_one_player(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    bob, started = service.player("Bob"), app.start_device()
    path = f"{CODES}/{started['user_code']}"
    for _ in range(2):  # an answer that got lost may be sent again
        assert ada.post(path, {"allow": True}).status_code == 204
    problem(ada.post(path, {"allow": False}), 404, "app/unknown_code")
    problem(bob.post(path, {"allow": True}), 404, "app/unknown_code")
    problem(bob.get(path), 404, "app/unknown_code")
    given = tokens(app.poll(started["device_code"]))
    assert app.asker(ada, given).get("/v1/players/me").get_json()["player"] == ada.id
    problem(ada.post(path, {"allow": True}), 404, "app/unknown_code")


def test_of_two_players_who_answer_at_once_one_counts(service: Service, app: ClientApp) -> None:
    both = [service.player("Ada"), service.player("Bob")]
    started, start = app.start_device(), threading.Barrier(2)

    def answer(player: Asker) -> TestResponse:
        start.wait()
        return player.post(f"{CODES}/{started['user_code']}", {"allow": True})

    with ThreadPoolExecutor(2) as pool:
        answers = [one.result() for one in [pool.submit(answer, player) for player in both]]
    (won,) = (player for player, one in zip(both, answers, strict=True) if one.status_code == 204)
    given = tokens(app.poll(started["device_code"]))
    assert app.asker(won, given).get("/v1/players/me").get_json()["player"] == won.id


def test_of_two_who_send_a_device_code_at_once_one_gets_tokens(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    started, start = app.start_device(), threading.Barrier(2)
    assert ada.post(f"{CODES}/{started['user_code']}", {"allow": True}).status_code == 204

    def poll() -> TestResponse:
        start.wait()
        return app.poll(started["device_code"])

    with ThreadPoolExecutor(2) as pool:
        answers = [one.result() for one in [pool.submit(poll) for _ in range(2)]]
    assert sorted(one.status_code for one in answers) == [200, 400]


def test_a_device_code_of_one_app_gives_another_nothing(
    service: Service, ada: Asker, app: ClientApp
) -> None:
    thief = ClientApp(service, service.player("Mallory"), name="Free Cards")
    started = app.start_device()
    assert ada.post(f"{CODES}/{started['user_code']}", {"allow": True}).status_code == 204
    assert refusal(thief.poll(started["device_code"])) == (400, "invalid_grant")
    tokens(app.poll(started["device_code"]))


def test_no_app_answers_for_its_player(ada: Asker, app: ClientApp) -> None:
    signed_in, code = app.signed_in(ada), app.start_device()["user_code"]
    problem(signed_in.get(f"{CODES}/{code}"), 403, "http/insufficient_scope")
    told = signed_in.post(f"{CODES}/{code}", {"allow": True})
    problem(told, 403, "http/insufficient_scope")


def test_who_guesses_device_codes_is_stopped(limited: Service) -> None:
    ada = limited.player("Ada")
    app = ClientApp(limited, ada)
    code = app.start_device()["user_code"]
    for guess in ("BCDF-GHJK", "BCDF-GHJL", "BCDF-GHJM"):
        problem(ada.get(f"{CODES}/{guess}"), 404, "app/unknown_code")
    for told in (ada.get(f"{CODES}/{code}"), ada.post(f"{CODES}/{code}", {"allow": True})):
        assert problem(told, 429, "http/too_many")["limit"] == "consents"


def test_so_many_device_codes_are_given_to_an_address_and_no_more(limited: Service) -> None:
    app = ClientApp(limited, limited.player("Ada"))
    app.start_device()
    app.start_device()
    told = app.send("/oauth/device_authorization", scope="read")
    assert told.status_code == 429
    assert int(told.headers["Retry-After"]) > 0
    assert "device codes" in told.get_json()["error_description"]
