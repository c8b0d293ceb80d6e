"""Tokens: another one, the end of old ones, expiry, roles; and the end of an account."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from events.accounts.players import Players, token_hash
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store
from service.app import create_app
from service.commands.main import main
from tests.events.given_log import everything
from tests.service.asker import Asker, Service, problem

TOKENS = "/v1/players/me/tokens"


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def another(service: Service, asker: Asker, **wanted: object) -> Asker:
    """Return the same player with another token."""
    made = asker.post(TOKENS, wanted)
    assert made.status_code == 201, made.text
    assert made.headers["Cache-Control"] == "no-store"
    return Asker(service.app.test_client(), made.get_json()["token"], asker.id)


def is_known(asker: Asker) -> bool:
    return asker.get("/v1/players/me").status_code == 200


def elsewhere(service: Service, asker: Asker) -> Asker:
    """Return the same player asking a process that has seen nobody yet."""
    own = service.parts
    fresh = create_app(replace(own, players=Players(own.store)))
    return Asker(fresh.test_client(), asker.token, asker.id)


def test_the_old_token_is_good_until_the_new_one_is_used(service: Service, ada: Asker) -> None:
    new = another(service, ada)
    assert is_known(ada)
    assert is_known(new)
    problem(ada.get("/v1/players/me"), 401, "http/unauthorized")
    assert not is_known(elsewhere(service, ada))
    assert is_known(elsewhere(service, new))


def test_a_lost_answer_locks_nobody_out(service: Service, ada: Asker) -> None:
    ada.post(TOKENS)  # whose answer does not arrive
    new = another(service, ada)
    assert is_known(new)
    assert not is_known(ada)


def test_the_chosen_set_of_tokens_ends(service: Service, ada: Asker) -> None:
    phone, tablet = another(service, ada, revoke="none"), another(service, ada, revoke="none")
    assert all(map(is_known, (ada, phone, tablet)))
    laptop = another(service, phone, revoke="this")
    assert list(map(is_known, (laptop, ada, phone, tablet))) == [True, True, False, True]
    last = another(service, laptop, revoke="all")
    assert list(map(is_known, (last, laptop, ada, tablet))) == [True, False, False, False]


def test_all_other_tokens_are_revoked_at_once_here_and_within_five_seconds_elsewhere(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = another(service, ada, revoke="none")
    other_process = elsewhere(service, phone)
    assert is_known(phone)
    assert is_known(other_process)
    for _ in range(2):  # a repeat does no harm
        answer = ada.delete(TOKENS)
        assert (answer.status_code, answer.data) == (204, b"")
    assert is_known(ada)
    assert not is_known(phone)
    monkeypatch.setattr("events.accounts.players.BELIEVED", 0.0)
    assert not is_known(other_process)


def test_a_token_expires(service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ada.post(TOKENS, {"expires_in": 60, "revoke": "none"}).get_json()
    store = service.parts.store
    assert 59_000 < made["expires_at"] - store.now() <= 60_000
    brief = Asker(service.app.test_client(), made["token"])
    assert is_known(brief)
    monkeypatch.setattr(store, "now", lambda: made["expires_at"])
    assert not is_known(brief)
    assert is_known(ada)
    assert token_hash(made["token"]) not in repr(everything(service.redis))


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        ({"revoke": "some"}, "revoke"),
        ({"revoke": None}, "revoke"),
        ({"expires_in": 0}, "expires_in"),
        ({"expires_in": 315_360_001}, "expires_in"),
        ({"expires_in": "60"}, "expires_in"),
        ({"name": "Ada"}, "name"),
    ],
)
def test_a_wrong_wish_makes_no_token(
    service: Service, ada: Asker, wanted: object, where: str
) -> None:
    with service.nothing_happens():
        assert set(problem(ada.post(TOKENS, wanted), 422, "http/invalid")["errors"]) == {where}


def test_only_hashes_of_tokens_are_stored(service: Service, ada: Asker) -> None:
    new = another(service, ada, revoke="all")
    stored = repr(everything(service.redis))
    for asker in (ada, new):
        assert asker.token is not None
        assert asker.token not in stored
        assert token_hash(asker.token) in stored


def test_without_a_token_nothing_is_made_or_ended(service: Service, ada: Asker) -> None:
    with service.nothing_happens():
        for method, path in (("POST", TOKENS), ("DELETE", TOKENS), ("DELETE", "/v1/players/me")):
            problem(service.nobody.ask(method, path), 401, "http/unauthorized")


# ---- the end of an account


def test_an_erased_account_leaves_its_id_in_the_events_and_nothing_else(
    service: Service, ada: Asker
) -> None:
    phone = another(service, ada, revoke="none")
    path = service.started([ada])
    before = service.log(path)
    answer = phone.delete("/v1/players/me")
    assert (answer.status_code, answer.data) == (204, b"")
    assert not any(map(is_known, (ada, phone, elsewhere(service, ada))))
    problem(service.nobody.get(f"/v1/players/{ada.id}"), 404, "player/unknown")
    assert service.log(path) == before
    kept = {key: value for key, value in everything(service.redis).items() if "{auth}" in key}
    assert kept == {}
    events = [event.e for event in service.parts.store.read(ada.id)]
    assert b'"player.erased.v1"' in events[-1]
    assert not [event for event in events if b"Ada" in event]


def test_the_name_of_an_erased_account_is_free(service: Service, ada: Asker) -> None:
    ada.delete("/v1/players/me")
    assert service.player("ADA").id != ada.id


# ---- roles


def test_a_role_is_given_on_the_command_line(
    service: Service, ada: Asker, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    done = CliRunner().invoke(main, ["player", "role", "ada", "auditor"])
    assert (done.exit_code, done.output) == (0, f"Ada ({ada.id}) is now: auditor\n")
    assert elsewhere(service, ada).get("/v1/players/me").get_json()["role"] == "auditor"
    event = service.parts.store.read(ada.id)[-1]
    assert b'"data":{"role":"auditor"}' in event.e


@pytest.mark.parametrize(
    ("words", "why"), [(["Bob", "admin"], "no player Bob"), (["Ada", "king"], "'king' is not one")]
)
def test_a_role_needs_a_player_and_a_known_word(
    service: Service, ada: Asker, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch,
    words: list[str], why: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    with service.nothing_happens():
        done = CliRunner().invoke(main, ["player", "role", *words])
        assert done.exit_code != 0
        assert why in done.output


def test_a_role_given_here_holds_here_at_once(players: Players) -> None:
    player, token = players.register("Ada")
    assert players.find_by_token(token) == player
    raised = players.give_role(player, "director")
    assert players.find_by_token(token) == raised
    assert raised.role == "director"


@pytest.fixture
def players(store: Store) -> Players:
    return Players(store)


def test_a_token_looked_up_while_it_is_revoked_is_not_believed_afterwards(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, token = players.register("Ada")
    plain = players.look_up

    def slowly(digest: str) -> object:
        found = plain(digest)
        players.revoke(player.id, [digest])  # by another thread, at this moment
        return found

    monkeypatch.setattr(players, "look_up", slowly)
    assert players.find_by_token(token) == player
    monkeypatch.setattr(players, "look_up", plain)
    assert players.find_by_token(token) is None
