"""Personal access tokens: what each scope lets a program do, how tokens are kept, and their end."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import Any

import orjson
import pytest
from redis.connection import AbstractConnection

from events.accounts.grants import SCOPES
from events.accounts.keys import TOKENS_KEY
from events.accounts.players import Players, token_hash
from events.store.connections.tracked_connection import ServerConnection
from service.accounts.schemas import MOST_DAYS, NewPersonalToken
from service.app import create_app
from service.openapi.operations import api_operations
from service.streams.push import LONGEST_WAIT
from service.wire.scopes import OPERATIONS
from tests.events.given_log import everything
from tests.folders import ROOT
from tests.service.asker import Asker, Service, problem, with_role
from tests.service.document import document
from tests.service.play.test_signed_actions import header, sit, turn, with_key
from tests.service.provoke_disputes import COMPLAINT, RULING
from tests.service.provoke_tournaments import BODY as CUP
from tests.service.provoke_tournaments import CUPS
from tests.service.streams.test_push import Listening, heard_of, number, waiting
from tests.waiting import PATIENCE

TOKENS, ME = "/v1/tokens", "/v1/players/me"
DAY = 86_400_000
OWN = "This needs the account's own token; no app and no personal access token may do it"
ROUNDS = 12  # actions of which the cost is compared


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as running:
        yield running


def made(asker: Asker, *scopes: str, **more: object) -> Any:
    """Return what the answer says of a new token."""
    answer = asker.post(TOKENS, {"name": "My bot", "scopes": [*scopes], **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.get_json()


def program(asker: Asker, *scopes: str, **more: object) -> Asker:
    """Return a program that has a token of a player."""
    token = made(asker, *scopes, **more)["token"]
    return Asker(asker.client.application.test_client(), token, asker.id)


def elsewhere(service: Service, asker: Asker) -> Asker:
    """Return the same token sent to a process that has seen nobody yet."""
    own = service.parts
    fresh = create_app(replace(own, players=Players(own.store)))
    return Asker(fresh.test_client(), asker.token, asker.id)


def is_known(asker: Asker) -> bool:
    return asker.get(ME).status_code == 200


def listed(asker: Asker) -> list[Any]:
    found: list[Any] = asker.get(TOKENS).get_json()["tokens"]
    return found


# ---- scopes


def scope_in_document(path: str, method: str) -> str | None:
    """Return the scope that the description of the API names; None: the account's own token."""
    scoped = [one for one in document()["paths"][path][method]["security"] if "oauth2" in one]
    return scoped[0]["oauth2"][0] if scoped else None


def test_every_operation_asks_for_the_scope_that_the_description_names(
    service: Service, ada: Asker, subtests: pytest.Subtests
) -> None:
    programs = {scope: program(ada, scope) for scope in SCOPES}
    table = service.opened(ada).rsplit("/", 1)[1]
    opened = with_role(service, "director").post(CUPS, CUP)
    cup = opened.headers["Location"].rsplit("/", 1)[1]
    values = {
        "table_id": table, "player_id": ada.id, "tournament_id": cup, "dispute_id": f"{table}.1",
        "app_id": "app_0", "grant_id": "g0", "user_code": "BCDF-GHJK",
        "seat": "0", "number": "0", "index": "0", "hand_number": "1", "token_id": "0",
        "webhook_id": "0", "delivery_id": "0", "subscription_id": "0",
    }  # fmt: skip
    every = [one for one in api_operations() if one.token != "none"]
    assert len(every) > 60
    for one in every:
        wanted = scope_in_document(one.path, one.method)
        path = one.path.format(**values)
        with subtests.test(one.id):
            for scope, asker in programs.items():
                told = asker.ask(one.method.upper(), path, {} if one.method != "get" else None)
                if scope == wanted:
                    code = told.get_json(force=True)["code"] if told.status_code >= 400 else ""
                    assert code != "http/insufficient_scope", scope
                    continue
                found = problem(told, 403, "http/insufficient_scope")
                challenge = told.headers["WWW-Authenticate"]
                if wanted is None:
                    assert found["detail"] == OWN
                    assert challenge == 'Bearer error="insufficient_scope"'
                else:
                    assert f"lacks the scope `{wanted}`" in found["detail"]
                    assert challenge == f'Bearer error="insufficient_scope", scope="{wanted}"'


def test_the_accounts_own_token_has_every_scope(service: Service, ada: Asker) -> None:
    assert ada.put(f"{ME}/name", {"name": "Eve"}).status_code == 200
    assert ada.get(TOKENS).get_json() == {"tokens": []}
    assert service.opened(ada)


def test_every_scope_stands_in_the_description_and_names_operations() -> None:
    assert tuple(OPERATIONS) == SCOPES
    about = document()["components"]["securitySchemes"]["oauth2"]
    assert tuple(about["flows"]["authorizationCode"]["scopes"]) == SCOPES
    endpoints = [one for several in OPERATIONS.values() for one in several]
    known = {one.rule.endpoint for one in api_operations() if one.token != "none"}
    assert len(endpoints) == len(set(endpoints))
    assert set(endpoints) <= known


def test_the_pages_name_every_scope_and_how_long_a_token_lasts() -> None:
    scopes = (ROOT / "docs" / "reference" / "scopes.md").read_text()
    assert [scope for scope in SCOPES if f"\n| `{scope}` | " not in scopes] == []
    page = (ROOT / "docs" / "how-to" / "manage-an-account.md").read_text()
    usual = NewPersonalToken().fields["days"].load_default
    assert f"`days` (1 to {MOST_DAYS}, by default {usual})" in page


def test_a_program_plays_a_table_to_its_end_with_two_scopes(service: Service, ada: Asker) -> None:
    path = service.opened(ada, "boosh", 2, options={"max_hands": 1})
    bot = program(ada, "read", "play")
    assert bot.post(f"{path}/seats", {}).status_code == 201
    assert bot.post(f"{path}/seats", {"bot": "regular"}).status_code == 201
    assert bot.post(f"{path}/start", {}).status_code == 200
    service.play(path, [bot])
    assert bot.get(f"{path}/view").get_json()["outcome"] is not None


# ---- roles


def test_what_needs_a_role_needs_the_accounts_own_token(service: Service, ada: Asker) -> None:
    bob, judge = service.player("Bob"), with_role(service, "auditor")
    path = service.started([ada, bob], "boosh", 2, options={"max_hands": 1})
    where = ada.post(f"{path}/disputes", COMPLAINT).headers["Location"]
    tool = program(judge, *SCOPES)
    for answer in (
        tool.get(where), tool.get(f"{where}/evidence"), tool.get(f"{where}/table/log"),
        tool.post(f"{where}/ruling", RULING), tool.get("/v1/status"),
        tool.post(f"{service.opened(ada)}/abort", {"reason": "a fault"}),
    ):  # fmt: skip
        assert problem(answer, 403, "http/insufficient_scope")["detail"] == OWN
    assert tool.get("/v1/disputes").get_json()["disputes"] == []
    assert judge.get(where).status_code == 200
    assert tool.get(ME).get_json()["role"] == "player"
    problem(program(bob, *SCOPES).get(f"{where[:-1]}9"), 404, "dispute/unknown")


@pytest.mark.parametrize("role", ["director", "admin"])
def test_only_the_scope_of_tournaments_leaves_the_role_of_a_director(
    service: Service, role: str
) -> None:
    dora = with_role(service, role)
    tool = program(dora, "read", "tournaments")
    assert tool.get(ME).get_json()["role"] == "director"
    assert tool.post(CUPS, CUP).status_code == 201
    assert program(dora, "read").get(ME).get_json()["role"] == "player"


# ---- how tokens are kept


def test_a_token_is_shown_once_and_stored_as_a_hash(service: Service, ada: Asker) -> None:
    found = made(ada, "play", "read", days=30)
    token = found.pop("token")
    assert token.startswith("fdp_")
    assert listed(ada) == [found]
    assert found["scopes"] == ["read", "play"]
    assert found["expires_at"] - found["made_at"] == 30 * DAY
    stored = repr(everything(service.redis))
    assert token not in stored
    assert token_hash(token) in stored
    assert token not in ada.get(TOKENS).text


def test_the_list_says_when_a_token_was_last_used(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = program(ada, "read")
    assert [one["used_at"] for one in listed(ada)] == [None]
    assert is_known(bot)
    (first,) = listed(ada)
    assert first["used_at"] >= first["made_at"]
    store, later = service.parts.store, service.parts.store.now() + 90_000
    monkeypatch.setattr(store, "now", lambda: later)
    assert is_known(elsewhere(service, bot))
    assert listed(ada)[0]["used_at"] == later


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes.0"),
        ({"scopes": None}, "scopes"),
        ({"name": ""}, "name"),
        ({"days": 0}, "days"),
        ({"days": 366}, "days"),
        ({"days": None}, "days"),
        ({"role": "admin"}, "role"),
    ],
)
def test_a_wrong_personal_token_is_not_made(
    service: Service, ada: Asker, wanted: dict[str, Any], where: str
) -> None:
    body = {"name": "My bot", "scopes": ["read"], **wanted}
    with service.nothing_happens():
        assert where in problem(ada.post(TOKENS, body), 422, "http/invalid")["errors"]


def test_a_process_that_knows_no_scopes_lets_no_personal_token_in(
    service: Service, ada: Asker
) -> None:
    found = made(ada, "read")
    text: Any = service.redis.hget(TOKENS_KEY, token_hash(found["token"]))
    assert "player" not in orjson.loads(text)  # where older versions look for it


def round_trips(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return what says how often this thread has sent something to Redis since the last call."""
    mine, sent = threading.get_ident(), [0]

    def counting(plain: Any) -> Any:
        def counted(self: Any, *arguments: Any, **named: Any) -> Any:
            sent[0] += threading.get_ident() == mine
            return plain(self, *arguments, **named)

        return counted

    for kind, name in ((AbstractConnection, "send_packed_command"), (ServerConnection, "call")):
        monkeypatch.setattr(kind, name, counting(getattr(kind, name)))

    def since() -> int:
        found, sent[0] = sent[0], 0
        return found

    return since


def test_an_action_with_a_scoped_token_costs_no_round_trip_more(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = program(ada, "read", "play")
    path = service.started([ada])
    monkeypatch.setattr("events.accounts.players.BELIEVED", PATIENCE)  # on a slow machine, too
    assert is_known(ada)
    assert is_known(bot)
    costs: dict[str, list[int]] = {"own": [], "scoped": []}
    since = round_trips(monkeypatch)
    for k in range(ROUNDS):
        name, one = ("own", ada) if k % 2 else ("scoped", bot)
        _, action = turn(service, path, ada)
        since()
        assert one.post(f"{path}/actions", action).status_code == 200
        costs[name].append(since())
    assert min(costs["scoped"]) == min(costs["own"]) > 0
    assert max(costs["scoped"]) <= max(costs["own"])


# ---- the end of a token


def test_a_token_is_ended_alone_here_at_once_and_elsewhere_within_five_seconds(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, other = program(ada, "read"), program(ada, "read", name="Another")
    there = elsewhere(service, bot)
    assert all(map(is_known, (bot, other, there)))
    (wanted,) = (one for one in listed(ada) if one["name"] == "My bot")
    for _ in range(2):
        answer = ada.delete(f"{TOKENS}/{wanted['id']}")
        assert (answer.status_code, answer.data) == (204, b"")
    problem(bot.get(ME), 401, "http/unauthorized")
    monkeypatch.setattr("events.accounts.players.BELIEVED", 0.0)
    problem(there.get(ME), 401, "http/unauthorized")
    assert is_known(other)
    assert [one["name"] for one in listed(ada)] == ["Another"]


def test_nobody_ends_the_token_of_somebody_else_or_an_accounts_own_token(
    service: Service, ada: Asker
) -> None:
    bot, bob = program(ada, "read"), service.player("Bob")
    (wanted,) = listed(ada)
    assert bob.delete(f"{TOKENS}/{wanted['id']}").status_code == 204
    assert is_known(bot)
    assert ada.delete(f"{TOKENS}/{token_hash(str(ada.token))[:16]}").status_code == 204
    assert is_known(ada)


def test_a_personal_token_expires(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = program(ada, "read", days=1)
    assert is_known(bot)
    store, end = service.parts.store, listed(ada)[0]["expires_at"]
    monkeypatch.setattr(store, "now", lambda: end)
    problem(bot.get(ME), 401, "http/unauthorized")
    assert listed(ada) == []
    assert token_hash(str(bot.token)) not in repr(everything(service.redis))


@pytest.mark.parametrize("how", ["ended", "expired"])
def test_the_streams_of_an_ended_token_end_and_others_go_on(
    service: Service, ada: Asker, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, own = service.started([ada]), service.parts
    bot = program(ada, "read")

    def look() -> None:
        checked = own.streams.listeners.end_shut_out()
        asyncio.run_coroutine_threadsafe(checked, own.streams.subscriptions.running_loop()).result()

    with (
        closing(Listening(bot, path)) as table, closing(Listening(ada, path)) as mine,
        closing(Listening(bot, ME)) as news,
    ):  # fmt: skip
        assert (table.next().kind, mine.next().kind, news.next().kind) == ("view", "view", "turns")
        look()
        assert len(own.streams.listeners.streams[ada.id]) == 3
        (known,) = listed(ada)
        if how == "ended":
            assert ada.delete(f"{TOKENS}/{known['id']}").status_code == 204
        else:
            monkeypatch.setattr(own.store, "now", lambda: known["expires_at"])
        look()
        assert (table.rest(), news.rest()) == ([], [])
        assert len(own.streams.listeners.streams[ada.id]) == 1


def test_a_waiting_read_tells_an_ended_token_nothing(
    service: Service, ada: Asker, pool: ThreadPoolExecutor
) -> None:
    path = service.started([ada])
    bot, n = program(ada, "read"), number(path, ada)
    waits = waiting(pool, service, bot, path, n, LONGEST_WAIT)
    heard_of(service, path)
    assert ada.delete(f"{TOKENS}/{listed(ada)[0]['id']}").status_code == 204
    service.play(path, [ada], 1)
    problem(waits.result(PATIENCE), 401, "http/unauthorized")


@pytest.mark.parametrize("how", ["erased", "all ended", "recovered"])
def test_personal_tokens_end_with_all_others(service: Service, ada: Asker, how: str) -> None:
    bot = program(ada, "read")
    assert is_known(bot)
    if how == "erased":
        assert ada.delete(ME).status_code == 204
        assert not [key for key in everything(service.redis) if "{auth}" in key]
    elif how == "all ended":
        assert ada.delete(f"{ME}/tokens").status_code == 204
    else:
        code = ada.post(f"{ME}/recovery-code").get_json()["recovery_code"]
        token = service.nobody.post("/v1/recovery", {"code": code}).get_json()["token"]
        assert is_known(Asker(ada.client, token))
    problem(bot.get(ME), 401, "http/unauthorized")


def test_a_blocked_account_is_not_used_by_a_personal_token(service: Service, ada: Asker) -> None:
    bot = program(ada, "read")
    assert is_known(bot)
    found = service.parts.players.find(ada.id)
    assert found is not None
    service.parts.players.block(found)
    problem(bot.get(ME), 403, "player/blocked")


# ---- accounts with a signing key


def test_with_a_signing_key_a_personal_token_plays_only_what_is_signed(
    service: Service, ada: Asker
) -> None:
    bot, path = program(ada, "read", "play"), service.started([ada])
    (_, action) = turn(service, path, ada)
    assert bot.post(f"{path}/actions", action).status_code == 200
    assert ada.put(f"{ME}/key", with_key(ada)).status_code == 200
    (seen, action) = turn(service, path, ada)
    with service.nothing_happens():
        told = problem(bot.post(f"{path}/actions", action), 403, "player/unsigned")
        assert "Action-Signature" in told["detail"]
        signed = header(path, 0, seen, action)  # the seat was taken without the key
        answer = bot.post(f"{path}/actions", action, Action_Signature=signed)
        problem(answer, 409, "table/no_key", "T14")
        problem(bot.post(f"{path}/adjourn", {}), 403, "player/unsigned")
        problem(bot.delete(f"{path}/seats/0"), 403, "player/unsigned")
        for made_up in (signed, f"after=0, ed25519={'0' * 128}", "nonsense"):
            left = bot.delete(f"{path}/seats/0", Action_Signature=made_up)
            problem(left, 403, "player/unsigned")
            adjourned = bot.post(f"{path}/adjourn", {}, Action_Signature=made_up)
            problem(adjourned, 403, "player/unsigned")
    assert bot.post(f"{path}/actions/check", action).get_json()["legal"]
    assert ada.post(f"{path}/actions", action).status_code == 200
    assert sit(bot, service.opened(ada)).status_code == 201
    assert ada.delete(f"{ME}/key").status_code == 204
    (_, action) = turn(service, path, ada)
    assert bot.post(f"{path}/actions", action).status_code == 200
