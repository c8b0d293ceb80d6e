"""Webhooks of apps: they hear of those who allow the app to read, for as long as they do."""

import pytest

from events.push.keys import PENDING_KEY
from tests.receivers import receiving
from tests.service.apps.signing_in import GRANTS, ClientApp
from tests.service.asker import Asker, Service, problem
from tests.service.push.desk import WEBHOOKS, Desk, bodies, ids_of
from tests.service.push.test_webhooks import verify

STARTED = {"kinds": ["table_started"]}


@pytest.fixture
def owner(service: Service) -> Asker:
    return service.player("Olga")


@pytest.fixture
def app(service: Service, owner: Asker) -> ClientApp:
    return ClientApp(service, owner)


def grant_of(player: Asker) -> str:
    (grant,) = player.get(GRANTS).get_json()["grants"]
    return str(grant["grant"])


def test_an_app_hears_of_those_alone_who_allow_it_to_read(
    desk: Desk, ada: Asker, bob: Asker, owner: Asker, app: ClientApp
) -> None:
    app.signed_in(ada, "read")
    app.signed_in(bob, "play")
    with receiving() as receiver:
        wanted = {"url": f"{receiver.url}/hook", **STARTED}
        hook = owner.post(f"/v1/apps/{app.id}/webhooks", wanted).get_json()
        desk.at_turn(ada, bob)
        desk.push()
    (request,) = receiver.requests
    assert verify(hook["secret"], request)["player"] == ada.id


def test_both_players_of_a_table_are_told_to_one_app_with_ids_of_their_own(
    desk: Desk, ada: Asker, bob: Asker, owner: Asker, app: ClientApp
) -> None:
    for one in (ada, bob):
        app.signed_in(one, "read")
    with receiving() as receiver:
        owner.post(f"/v1/apps/{app.id}/webhooks", {"url": receiver.url, **STARTED})
        desk.at_turn(ada, bob)
        desk.push()
    assert {one["player"] for one in bodies(receiver)} == {ada.id, bob.id}
    assert len(set(ids_of(receiver))) == 2


def test_an_app_whose_owner_is_blocked_is_told_nothing(
    desk: Desk, ada: Asker, bob: Asker, owner: Asker, app: ClientApp
) -> None:
    players = desk.service.parts.players
    app.signed_in(ada, "read")
    with receiving() as receiver:
        owner.post(f"/v1/apps/{app.id}/webhooks", {"url": receiver.url, **STARTED})
        account = players.find(owner.id)
        assert account is not None
        blocked = players.block(account)
        desk.at_turn(ada, bob)
        desk.push()
        assert receiver.requests == []
        assert desk.queue.waiting() == 0
        players.unblock(blocked)
        desk.at_turn(ada, bob)
        desk.push()
    assert len(receiver.requests) == 1


def test_what_waits_for_an_app_is_dropped_with_the_grant(
    desk: Desk, ada: Asker, bob: Asker, owner: Asker, app: ClientApp
) -> None:
    app.signed_in(ada, "read")
    with receiving() as receiver:
        owner.post(f"/v1/apps/{app.id}/webhooks", {"url": receiver.url, **STARTED})
        desk.at_turn(ada, bob)
        desk.tell()
        assert ada.delete(f"{GRANTS}/{grant_of(ada)}").status_code == 204
        desk.deliver()
        desk.at_turn(ada, bob)
        desk.push()
    assert receiver.requests == []


def test_a_webhook_made_with_an_apps_token_outlives_the_token_and_ends_with_the_grant(
    desk: Desk, ada: Asker, bob: Asker, app: ClientApp
) -> None:
    tokens = app.tokens_from(ada, "read")
    with receiving() as receiver:
        hook = desk.webhook(app.asker(ada, tokens), receiver, "table_started")
        renewed = app.asker(ada, app.refresh(tokens["refresh_token"]).get_json())
        assert app.send("/oauth/revoke", token=tokens["access_token"]).status_code == 200
        assert [one["id"] for one in renewed.get(WEBHOOKS).get_json()["webhooks"]] == [hook["id"]]
        desk.at_turn(ada, bob)
        desk.push()
        assert len(receiver.requests) == 1
        desk.at_turn(ada, bob)
        desk.tell()
        assert ada.delete(f"{GRANTS}/{grant_of(ada)}").status_code == 204
        desk.deliver()
    assert len(receiver.requests) == 1
    assert ada.get(WEBHOOKS).get_json() == {"webhooks": []}


def test_the_webhooks_of_an_app_are_its_owners_and_end_with_it(
    desk: Desk, ada: Asker, owner: Asker, app: ClientApp
) -> None:
    reader = app.signed_in(ada, "read")
    path = f"/v1/apps/{app.id}/webhooks"
    with receiving() as receiver:
        hook = owner.post(path, {"url": receiver.url}).get_json()
        assert owner.get(path).get_json()["webhooks"][0]["id"] == hook["id"]
        assert owner.get(f"{WEBHOOKS}/{hook['id']}").status_code == 200
        for one in (ada, reader):
            problem(one.get(f"{WEBHOOKS}/{hook['id']}"), 404, "push/unknown")
        problem(ada.post(path, {"url": receiver.url}), 404, "app/unknown")
        problem(reader.post(path, {"url": receiver.url}), 403, "http/insufficient_scope")
        assert owner.post(f"{WEBHOOKS}/{hook['id']}/test").status_code == 202
        desk.deliver()
        assert [one["kind"] for one in bodies(receiver)] == ["test"]
        assert owner.post(f"{WEBHOOKS}/{hook['id']}/test").status_code == 202
        assert owner.delete(f"/v1/apps/{app.id}").status_code == 204
        desk.deliver()
    assert len(receiver.requests) == 1
    assert desk.service.parts.push.subscriptions.of_owner(app.id) == []
    assert desk.service.redis.hlen(PENDING_KEY) == 0
