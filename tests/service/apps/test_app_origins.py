"""Pages of registered apps use the API from their own origins; and by what name it is known."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from events.store.embedded.server import EmbeddedServer
from service.app import CROSS_ORIGIN, create_app
from service.assembly import AppParts
from service.settings import ServiceSettings, from_environment
from tests.service.apps.signing_in import APPS, AUTHORIZATIONS, BACK, ClientApp, answered
from tests.service.asker import Asker, Service
from tests.service.wire.test_cors import listed

PAGE = "https://app.example"
KNOWN = "service.apps.cross_origin.KNOWN"
Make = Callable[..., Service]


@pytest.fixture
def real(
    parts: AppParts, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Service:
    """Return a service with its limits, which asks for an origin each time."""
    monkeypatch.setattr(KNOWN, 0.0)
    made = Service(parts)
    made.app = create_app(parts, ServiceSettings(server.url, tmp_path))
    made.nobody = Asker(made.app.test_client())
    return made


def allowed(asker: Asker, origin: str, path: str = "/v1/games") -> str | None:
    """Return the origin that an answer lets in."""
    return asker.get(path, Origin=origin).headers.get("Access-Control-Allow-Origin")


def test_pages_of_a_registered_app_may_use_the_api(real: Service) -> None:
    ada = real.player("Ada")
    assert allowed(ada, PAGE) is None
    app = ClientApp(real, ada)
    for path in ("/v1/games", "/v1/players/me", "/.well-known/oauth-authorization-server"):
        assert allowed(ada, PAGE, path) == PAGE
    answer = real.nobody.ask("POST", "/oauth/token", {}, headers={"Origin": PAGE})
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert "WWW-Authenticate" in listed(answer.headers["Access-Control-Expose-Headers"])
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in listed(",".join(answer.headers.getlist("Vary")))
    assert ada.delete(f"{APPS}/{app.id}").status_code == 204
    assert allowed(ada, PAGE) is None


def test_an_action_of_an_apps_page_can_be_read_by_it(real: Service) -> None:
    ada = real.player("Ada")
    ClientApp(real, ada)
    told = ada.post("/v1/tables/t0/actions", {"type": "pass"}, Origin=PAGE)
    assert told.status_code == 404
    assert told.headers["Access-Control-Allow-Origin"] == PAGE


def test_no_page_is_let_in_while_the_store_is_away(
    real: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise RedisError

    monkeypatch.setattr("service.apps.cross_origin.has_app_at", fail)
    answer = real.nobody.get("/v1/games", Origin=PAGE)
    assert answer.status_code == 200
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_two_apps_of_one_origin_leave_it_to_each_other(real: Service) -> None:
    ada = real.player("Ada")
    one, _ = ClientApp(real, ada), ClientApp(real, ada, f"{PAGE}/other")
    assert ada.delete(f"{APPS}/{one.id}").status_code == 204
    assert allowed(ada, PAGE) == PAGE


@pytest.mark.parametrize(
    "origin",
    [
        "https://app.example.evil.example", "http://app.example", "https://app.example:8443",
        "https://APP.example", "null", "https://evil.example", "com.example.app:",
        "https://app.example@evil.example", "https://app.example/",
    ],
)  # fmt: skip
def test_other_origins_than_those_of_apps_stay_out(real: Service, origin: str) -> None:
    ClientApp(real, real.player("Ada"), BACK, "com.example.app:/signed-in")
    assert allowed(real.nobody, origin) is None


def test_an_app_that_is_being_written_comes_from_any_port_of_its_machine(real: Service) -> None:
    ClientApp(real, real.player("Ada"), "http://localhost:3000/signed-in")
    assert allowed(real.nobody, "http://localhost:5173") == "http://localhost:5173"
    assert allowed(real.nobody, "http://127.0.0.1:5173") is None


def test_a_page_of_an_app_may_send_all_that_the_api_takes(real: Service) -> None:
    ClientApp(real, real.player("Ada"))
    for path in ("/v1/tables/t0/actions", "/oauth/token"):
        answer = real.nobody.ask(
            "OPTIONS", path,
            headers={
                "Origin": PAGE, "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization, idempotency-key",
            },
        )  # fmt: skip
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == PAGE
        assert listed(answer.headers["Access-Control-Allow-Methods"]) == {*CROSS_ORIGIN["methods"]}


def test_caches_keep_what_everybody_may_read_apart_by_origin(real: Service) -> None:
    answer = real.nobody.get("/v1/games/boon")
    shared = real.nobody.get(answer.headers["Content-Location"])
    assert "public" in shared.headers["Cache-Control"]
    assert "Origin" in listed(",".join(shared.headers.getlist("Vary")))


def test_an_origin_is_asked_for_once_in_a_while(
    real: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KNOWN, 1000.0)
    asked: list[str] = []
    monkeypatch.setattr(
        "service.apps.cross_origin.has_app_at", lambda store, origin: asked.append(origin)
    )
    for _ in range(3):
        allowed(real.nobody, PAGE)
        allowed(real.nobody, "http://localhost")  # which is the server's own
    assert asked == [PAGE]


# ---- by what name the server is known


def test_links_and_issuer_are_what_the_operator_says(parts: AppParts) -> None:
    service = Service(replace(parts, public_url="https://play.example"))
    ada = service.player("Ada")
    app = ClientApp(service, ada)
    found = service.nobody.get("/.well-known/oauth-authorization-server").get_json()
    assert found["issuer"] == "https://play.example"
    ends = {name: one for name, one in found.items() if name.endswith("_endpoint")}
    assert ends == {
        "authorization_endpoint": "https://play.example/authorize",
        "token_endpoint": "https://play.example/oauth/token",
        "revocation_endpoint": "https://play.example/oauth/revoke",
        "device_authorization_endpoint": "https://play.example/oauth/device_authorization",
    }
    assert app.start_device()["verification_uri"] == "https://play.example/device"
    back = answered(ada.post(AUTHORIZATIONS, {**app.asks(), "allow": True}))
    assert back["iss"] == "https://play.example"


def test_the_public_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://localhost")
    assert from_environment().public_url == ""
    monkeypatch.setenv("FAIRDEAL_PUBLIC_URL", "https://play.example:8443")
    assert from_environment().public_url == "https://play.example:8443"


@pytest.mark.parametrize("address", ["play.example", "https://play.example/", "*", "ftp://x"])
def test_what_is_no_public_address_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://localhost")
    monkeypatch.setenv("FAIRDEAL_PUBLIC_URL", address)
    with pytest.raises(SystemExit, match="FAIRDEAL_PUBLIC_URL"):
        from_environment()
