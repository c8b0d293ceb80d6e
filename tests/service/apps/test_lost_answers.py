"""An app, or the store behind the server, loses answers: what a repeat then comes to."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.backoff import NoBackoff
from werkzeug.test import TestResponse

from events.store.connections import client
from events.store.embedded.server import EmbeddedServer
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests.events.lossy import LossyProxy, lossy
from tests.service.apps.signing_in import (
    GRANTS,
    ClientApp,
    Refusal,
    is_let_in,
    refusal,
    tokens,
)
from tests.service.asker import Asker, Service, problem

Send = Callable[[], TestResponse]


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def app(service: Service) -> ClientApp:
    return ClientApp(service, service.player("Olga"))


@pytest.fixture
def proxy(server: EmbeddedServer, tmp_path: Path) -> Iterator[LossyProxy]:
    with lossy(tmp_path / "lossy.sock", server.socket) as running:
        yield running


@pytest.fixture
def behind(
    proxy: LossyProxy, app: ClientApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ClientApp]:
    """Return the app asking another process of the service, whose store lies behind the proxy."""
    monkeypatch.setattr(client, "ExponentialBackoff", lambda **_: NoBackoff())
    made = assemble_parts(ServiceSettings(f"unix://{proxy.path}", tmp_path, "everysec"))
    there = ClientApp.__new__(ClientApp)
    there.service, there.id, there.uri = Service(made), app.id, app.uri
    yield there
    made.store.redis.close()


def lost_once(proxy: LossyProxy, send: Send, passes: int) -> TestResponse:
    """Send something while the store's answer to one write is lost."""
    proxy.fail("the answer is lost", passes)
    try:
        return send()
    finally:
        proxy.heal()


def test_a_refresh_that_may_be_done_is_sent_again_and_the_grant_goes_on(
    ada: Asker, app: ClientApp, behind: ClientApp, proxy: LossyProxy
) -> None:
    given = app.tokens_from(ada)
    tokens(behind.refresh(given["refresh_token"]))  # so that its connections are there
    told = lost_once(proxy, lambda: behind.refresh(given["refresh_token"]), 0)
    problem(told, 503, "service/unknown")
    again = tokens(behind.refresh(given["refresh_token"]))
    tokens(app.refresh(again["refresh_token"]))
    assert len(ada.get(GRANTS).get_json()["grants"]) == 1


def test_a_code_whose_exchange_may_be_done_gives_no_tokens_that_outlive_its_repeat(
    ada: Asker, app: ClientApp, behind: ClientApp, proxy: LossyProxy
) -> None:
    assert refusal(behind.exchange("no code")) == Refusal(400, "invalid_grant")
    code = app.code_from(ada)
    problem(lost_once(proxy, lambda: behind.exchange(code), 0), 503, "service/unknown")
    assert refusal(behind.exchange(code)) == Refusal(400, "invalid_grant")
    assert ada.get(GRANTS).get_json() == {"grants": []}


def test_what_the_server_asks_of_its_store_twice_counts_once(
    ada: Asker, app: ClientApp, behind: ClientApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store's client sends a script again whose answer got lost: that is no second exchange."""
    plain: Any = behind.service.redis.register_script

    def losing(text: str) -> Any:
        script = plain(text)

        def run(**words: Any) -> Any:
            assert script(**words) == 1
            return script(**words)  # as the client does

        return run

    code, started = app.code_from(ada), app.start_device()
    monkeypatch.setattr(behind.service.redis, "register_script", losing)
    given = tokens(behind.exchange(code))
    given = tokens(behind.refresh(given["refresh_token"]))
    assert is_let_in(app.asker(ada, given))
    there = Asker(behind.service.app.test_client(), ada.token, ada.id)
    path = f"/v1/device-codes/{started['user_code']}"
    assert there.post(path, {"allow": True}).status_code == 204
    assert is_let_in(app.asker(ada, tokens(behind.poll(started["device_code"]))))
