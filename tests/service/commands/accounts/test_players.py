"""`fairdeal player`: list, show, give tokens, block, rename; and what becomes of who is blocked."""

import asyncio
import hmac
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result

from events.accounts.keys import PLAYERS_KEY
from events.accounts.players import Players
from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.commands.main import main
from tests.events.given_log import everything
from tests.service.apps.signing_in import ClientApp
from tests.service.asker import Asker, Service, problem
from workers.tables.clock import enforce_deadlines

Run = Callable[..., Result]


@pytest.fixture
def run(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    return lambda *words: CliRunner().invoke(main, ["player", *words])


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def elsewhere(service: Service, asker: Asker) -> Asker:
    """Return the same player asking a process that has seen nobody yet."""
    fresh = create_app(replace(service.parts, players=Players(service.parts.store)))
    return Asker(fresh.test_client(), asker.token, asker.id)


def block(service: Service, asker: Asker) -> None:
    """Block an account in the process of the service."""
    assert asker.id is not None
    found = service.parts.players.find(asker.id)
    assert found is not None
    service.parts.players.block(found)


# ---- list and show


def test_accounts_are_listed_by_name(service: Service, bob: Asker, ada: Asker, run: Run) -> None:
    run("role", "ada", "auditor")
    run("block", "bob")
    lines = [f"{ada.id}  auditor   Ada\n", f"{bob.id}  player    Bob  (blocked)\n"]
    assert run("list").output == "".join(lines)
    assert run("list", "--role", "auditor").output == lines[0]
    assert run("list", "--blocked").output == lines[1]


def test_what_is_kept_of_an_account_is_shown_but_for_secrets(
    service: Service, ada: Asker, run: Run
) -> None:
    service.started([ada])
    for name in ("ADA", ada.id):
        done = run("show", name)
        assert done.exit_code == 0, done.output
        shown = dict(re.split(r"\s{2,}|(?<=waiting) ", line) for line in done.output.splitlines())
        assert re.fullmatch(r"[0-9-]{10} [0-9:]{8} UTC", shown.pop("registered"))
        assert shown == {
            "name": "Ada", "id": ada.id, "role": "player", "blocked": "no", "signing key": "none",
            "tokens": "1", "recovery code": "yes", "seats held": "1", "tables waiting": "0",
            "tournaments": "0",
        }  # fmt: skip


def test_personal_access_tokens_are_shown_and_ended(service: Service, ada: Asker, run: Run) -> None:
    made = ada.post("/v1/tokens", {"name": "My bot", "scopes": ["read"], "days": 1}).get_json()
    bot = Asker(ada.client, made["token"])
    line = rf"access token   {made['id']} My bot: read; until [0-9-]{{10}} [0-9:]{{8}} UTC; "
    assert re.search(f"{line}never used\n", run("show", "Ada").output)
    assert bot.get("/v1/players/me").status_code == 200
    shown = run("show", "Ada").output
    assert re.search(rf"{line}last used [0-9-]{{10}} [0-9:]{{8}} UTC\n", shown)
    assert made["token"] not in shown
    done = run("end-token", "ada", made["id"])
    assert (done.exit_code, done.output) == (
        0, f"Ada ({ada.id}): the token {made['id']} has ended\n",
    )  # fmt: skip
    problem(elsewhere(service, bot).get("/v1/players/me"), 401, "http/unauthorized")
    again = run("end-token", "Ada", made["id"])
    assert again.exit_code == 1
    assert f"Ada has no personal access token {made['id']}" in again.output


def test_webhooks_are_shown_without_what_is_secret_and_those_of_an_app_end_with_it(
    service: Service, ada: Asker, run: Run
) -> None:
    app = ClientApp(service, ada)
    wanted = {"url": "https://bot.example/secret/path"}
    own = ada.post("/v1/webhooks", wanted).get_json()
    of_app = ada.post(f"/v1/apps/{app.id}/webhooks", wanted).get_json()
    shown = run("show", "Ada").output
    assert f"push           {own['id']} to https://bot.example\n" in shown
    assert f"push           {of_app['id']} to https://bot.example of {app.id}\n" in shown
    assert "secret/path" not in shown
    assert own["secret"] not in shown
    assert run("end-app", app.id).exit_code == 0
    assert of_app["id"] not in run("show", "Ada").output
    assert service.parts.push.subscriptions.of_owner(app.id) == []


def test_apps_and_grants_are_shown_and_ended(service: Service, ada: Asker, run: Run) -> None:
    app = ClientApp(service, ada)
    signed_in, other = app.signed_in(ada), app.signed_in(service.player("Bob"))
    (grant,) = ada.get("/v1/grants").get_json()["grants"]
    shown = run("show", "Ada").output
    assert f"app            {app.id} Card Table\n" in shown
    assert f"grant          {grant['grant']} Card Table ({app.id}): read, play\n" in shown
    done = run("end-grant", "ada", grant["grant"])
    assert done.output == f"Ada ({ada.id}): the grant {grant['grant']} has ended\n"
    problem(elsewhere(service, signed_in).get("/v1/players/me"), 401, "http/unauthorized")
    again = run("end-grant", "ada", grant["grant"])
    assert (again.exit_code, f"Ada has no grant {grant['grant']}" in again.output) == (1, True)
    assert elsewhere(service, other).get("/v1/players/me").status_code == 200
    done = run("end-app", app.id)
    assert done.output == (
        f"Card Table ({app.id}) has ended, with all that players had allowed it\n"
    )
    problem(elsewhere(service, other).get("/v1/players/me"), 401, "http/unauthorized")
    again = run("end-app", app.id)
    assert (again.exit_code, f"There is no app {app.id}" in again.output) == (1, True)


@pytest.mark.parametrize("words", [["show"], ["token"], ["block"], ["unblock"], ["rename"]])
def test_there_is_no_such_account(service: Service, run: Run, words: list[str]) -> None:
    more = ["Bea"] if words == ["rename"] else []
    with service.nothing_happens():
        done = run(*words, "Nobody", *more)
    assert done.exit_code == 1
    assert "There is no player Nobody" in done.output


# ---- token


def test_an_operator_gives_another_token_and_code(service: Service, ada: Asker, run: Run) -> None:
    done = run("token", "Ada")
    found = re.search(r"\ntoken: (\S{43})\nrecovery code: (\S{29})\n", done.output)
    assert found is not None, done.output
    assert ada.get("/v1/players/me").status_code == 200  # until the new one is used
    again = elsewhere(service, Asker(ada.client, found[1], ada.id))
    assert again.get("/v1/players/me").get_json()["player"] == ada.id
    problem(elsewhere(service, ada).get("/v1/players/me"), 401, "http/unauthorized")
    made = service.nobody.post("/v1/recovery", {"code": found[2]})
    assert made.get_json()["player"] == ada.id
    kept = repr(everything(service.redis))
    assert found[1] not in kept
    assert found[2] not in kept


# ---- block


def test_a_blocked_account_may_do_nothing_until_it_is_unblocked(
    service: Service, ada: Asker, run: Run
) -> None:
    path = service.started([ada])
    code = ada.post("/v1/players/me/recovery-code").get_json()["recovery_code"]
    done = run("block", "Ada")
    assert done.output == f"Ada ({ada.id}) is blocked\n"
    blocked = elsewhere(service, ada)
    with service.nothing_happens():
        for method, where in [
            ("GET", "/v1/players/me"), ("GET", f"{path}/view"), ("POST", f"{path}/actions"),
            ("POST", "/v1/tables"), ("POST", "/v1/players/me/tokens"),
        ]:  # fmt: skip
            problem(blocked.ask(method, where), 403, "player/blocked")
        problem(service.nobody.post("/v1/recovery", {"code": code}), 403, "player/blocked")
    assert service.nobody.get(f"/v1/players/{ada.id}").status_code == 200
    run("unblock", "Ada")
    assert elsewhere(service, ada).get(f"{path}/view").status_code == 200
    events = [orjson.loads(one.e)["type"] for one in service.parts.store.read(ada.id)]
    assert events[-2:] == ["player.blocked.v1", "player.unblocked.v1"]


def test_a_block_ends_at_its_time_and_its_reason_is_told_and_lies_beside_the_log(
    service: Service, ada: Asker, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("block", "Ada", "--days", "2", "--reason", "Threats")
    assert re.fullmatch(rf"Ada \({ada.id}\) is blocked until [-0-9 :]+ UTC\n", done.output)
    told = problem(elsewhere(service, ada).get("/v1/players/me"), 403, "player/blocked")
    assert re.fullmatch("This account is blocked until [-0-9: ]+ UTC: Threats", told["detail"]), (
        told["detail"]
    )
    assert told["detail"] in run("show", "Ada").output
    assert "Threats" not in repr(service.parts.store.read(ada.id))
    store = service.parts.store
    later = store.now() + 2 * 86_400_000
    monkeypatch.setattr(store, "now", lambda: later)
    assert elsewhere(service, ada).get("/v1/players/me").status_code == 200
    assert service.parts.players.blocked_ids([ada.id]) == []


def test_a_blocked_account_may_erase_itself_with_the_reason(
    service: Service, ada: Asker, run: Run
) -> None:
    run("block", "Ada", "--reason", "Threats")
    blocked = elsewhere(service, ada)
    told = problem(blocked.get("/v1/players/me"), 403, "player/blocked")
    assert told["detail"] == "This account is blocked: Threats"
    assert blocked.delete("/v1/players/me").status_code == 204
    problem(blocked.get("/v1/players/me"), 401, "http/unauthorized")
    assert "Threats" not in repr(everything(service.redis))


def test_another_reason_or_end_of_a_block_is_another_event(
    service: Service, ada: Asker, run: Run
) -> None:
    for words in (["--reason", "Threats"], ["--days", "1"], []):
        assert run("block", "Ada", *words).exit_code == 0
    events = [orjson.loads(one.e) for one in service.parts.store.read(ada.id)]
    assert [sorted(one["data"]) for one in events[1:]] == [["reason"], ["until"], []]
    refused = run("block", "Ada", "--reason", "a" * 2_001)
    assert refused.output == "Error: A reason has at most 2000 characters\n"


def test_blocking_twice_is_blocking_once(service: Service, ada: Asker, run: Run) -> None:
    for word in ("block", "block", "unblock", "unblock"):
        assert run(word, "Ada").exit_code == 0
    assert len(service.parts.store.read(ada.id)) == 3


def test_a_bot_takes_over_for_who_is_blocked_when_the_time_is_up(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = service.started([ada, bob], "boosh", 2, clock={"turn": 30}, on_time_out="bot")
    acting = ada.get(f"{path}/view").get_json()["to_act"][0]
    late, other = (ada, bob) if acting == 0 else (bob, ada)
    block(service, late)
    problem(late.get(f"{path}/view"), 403, "player/blocked")
    store = service.parts.store
    now = store.now() + 30_500  # half a second is allowed for the way
    monkeypatch.setattr(store, "now", lambda: now)
    assert enforce_deadlines(service.parts.tables, path.split("/")[3]) == "1 seats"
    assert other.get(path).get_json()["seats"][acting]["bot"] is not None


@pytest.mark.parametrize("how", ["blocked", "erased"])
def test_the_streams_of_an_account_that_is_shut_out_end_and_others_go_on(
    service: Service, ada: Asker, bob: Asker, how: str
) -> None:
    path, own = service.started([ada, bob], "boosh", 2), service.parts

    def listen(asker: Asker) -> Any:
        client = Asker(asker.client.application.test_client(), asker.token)
        answer = client.get(f"{path}/events", Accept="text/event-stream")
        chunks: Any = iter(answer.response)
        assert next(chunks).startswith(b"event: view")
        return answer, chunks

    def look() -> None:
        checked = own.streams.listeners.end_shut_out()
        asyncio.run_coroutine_threadsafe(checked, own.streams.subscriptions.running_loop()).result()

    (answer, chunks), (others, _) = listen(ada), listen(bob)
    look()
    assert {ada.id, bob.id} == set(own.streams.listeners.streams)
    if how == "blocked":
        block(service, ada)
    else:
        assert ada.delete("/v1/players/me").status_code == 204
    look()
    assert list(chunks) == []
    assert set(own.streams.listeners.streams) == {bob.id}
    answer.close()
    others.close()


# ---- rename


def test_a_renamed_account_keeps_its_id_and_its_stream_proves_the_name(
    service: Service, ada: Asker, run: Run
) -> None:
    done = run("rename", "ada", "Ada  Lovelace")
    assert done.output == f"Ada ({ada.id}) is now called Ada Lovelace\n"
    assert elsewhere(service, ada).get("/v1/players/me").get_json()["name"] == "Ada Lovelace"
    raw: Any = service.redis.hget(PLAYERS_KEY, ada.id)
    salt = bytes.fromhex(orjson.loads(raw)["salt"])
    event = orjson.loads(service.parts.store.read(ada.id)[-1].e)
    assert event["type"] == "player.renamed.v1"
    assert event["data"] == {"name_hash": hmac.digest(salt, b"Ada Lovelace", "sha256").hex()}
    assert b"Ada" not in b"".join(one.e for one in service.parts.store.read(ada.id))


def test_the_old_name_and_its_look_are_free_at_once(service: Service, ada: Asker, run: Run) -> None:
    run("rename", "Ada", "Eve")
    assert service.player("\u0410da").id != ada.id
    problem(service.nobody.post("/v1/players", {"name": "EVE"}), 409, "player/name_taken", "P1")
    assert run("rename", "Eve", "eve").exit_code == 0  # the own name is not in its way


@pytest.mark.parametrize(
    ("new", "why"),
    [("BOB", "Another player has this name"), ("B0b", "looks like another player's"),
     ("Ada\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE")],
    ids=ascii,
)  # fmt: skip
def test_a_name_that_nobody_could_register_is_given_to_nobody(
    service: Service, ada: Asker, bob: Asker, run: Run, new: str, why: str
) -> None:
    with service.nothing_happens():
        done = run("rename", "Ada", new)
        assert done.exit_code == 1
        assert why in done.output
