"""Pages of other origins may use the API where the operator names them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.assembly import AppParts
from service.settings import ServiceSettings, from_environment
from tests.service.asker import Asker, Service

PAGE = "https://play.example"
Make = Callable[..., Asker]


@pytest.fixture
def nobody(parts: AppParts, server: EmbeddedServer, tmp_path: Path) -> Make:
    """Make a client of a service that lets some origins in."""

    def make(*origins: str) -> Asker:
        settings = ServiceSettings(
            server.url, tmp_path, limits="register=1/minute", origins=origins
        )
        return Asker(create_app(parts, settings).test_client())

    return make


def listed(text: str) -> set[str]:
    """Return the words of a header."""
    return {word.strip() for word in text.split(",")}


def test_no_other_origin_is_let_in_unless_one_is_named(service: Service, nobody: Make) -> None:
    for one in (service.nobody, nobody()):
        answer = one.get("/v1/games", Origin=PAGE)
        assert answer.status_code == 200
        assert not any(name.startswith("Access-Control") for name, _ in answer.headers)


def test_a_named_origin_may_read_answers_and_what_their_headers_say(nobody: Make) -> None:
    answer = nobody(PAGE).get("/v1/games", Origin=PAGE)
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    exposed = listed(answer.headers["Access-Control-Expose-Headers"])
    assert exposed == {
        "Content-Location", "Date", "ETag", "Idempotency-Replayed", "Location",
        "Preference-Applied", "Retry-After", "Server-Time", "WWW-Authenticate", "X-Request-Id",
    }  # fmt: skip
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "https://playXexample", "null"])
def test_other_origins_stay_out(nobody: Make, origin: str) -> None:
    answer = nobody(PAGE).get("/v1/games", Origin=origin)
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_all_origins_may_be_let_in(nobody: Make) -> None:
    answer = nobody("*").get("/v1/games", Origin="https://any.example")
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", "https://any.example")


def test_caches_keep_answers_apart_by_viewer_and_by_origin(service: Service, nobody: Make) -> None:
    path = service.opened(service.player("Ada"))
    answer = nobody(PAGE, "https://other.example").get(f"{path}/view", Origin=PAGE)
    assert {"Authorization", "Origin"} <= listed(",".join(answer.headers.getlist("Vary")))


def test_errors_can_be_read_too(nobody: Make) -> None:
    client = nobody(PAGE)
    for status in (422, 429):
        answer = client.post("/v1/players", {"name": 7}, Origin=PAGE)
        assert answer.status_code == status
        assert answer.headers["Access-Control-Allow-Origin"] == PAGE


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_page_may_ask_for_all_that_the_api_takes(nobody: Make, method: str) -> None:
    headers = (
        "authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id,"
        " x-request-id"
    )
    answer = nobody(PAGE).ask(
        "OPTIONS", "/v1/tables/t0",
        headers={
            "Origin": PAGE, "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": headers,
        },
    )  # fmt: skip
    assert answer.status_code == 200
    assert method in listed(answer.headers["Access-Control-Allow-Methods"])
    assert listed(answer.headers["Access-Control-Allow-Headers"].lower()) == listed(headers)
    assert answer.headers["Access-Control-Max-Age"] == "86400"


@pytest.mark.parametrize("path", ["/v1/tables?game=boon&phase=open", "/v1/tables?limit=5"])
def test_a_page_may_ask_with_parameters_where_a_path_has_several_methods(
    nobody: Make, path: str
) -> None:
    headers = {"Origin": PAGE, "Access-Control-Request-Method": "GET"}
    answer = nobody(PAGE).ask("OPTIONS", path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE


def test_origins_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://localhost")
    assert from_environment().origins == ()
    monkeypatch.setenv("FAIRDEAL_CORS_ORIGINS", f"{PAGE}, http://localhost:3000")
    assert from_environment().origins == (PAGE, "http://localhost:3000")


@pytest.mark.parametrize(
    "origin", ["play.example", f"{PAGE}/", "https://*.example", "https://a|b", "ftp://play.example"]
)
def test_what_is_no_origin_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://localhost")
    monkeypatch.setenv("FAIRDEAL_CORS_ORIGINS", origin)
    with pytest.raises(SystemExit, match="FAIRDEAL_CORS_ORIGINS"):
        from_environment()
