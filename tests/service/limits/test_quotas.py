"""Quotas bound what is accepted; commands at one's own table are never refused for one."""

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.assembly import AppParts
from service.limits.quotas import QUOTAS, QuotaSize, read_limits
from service.settings import ServiceSettings
from tests.folders import ROOT
from tests.service.apps.signing_in import ClientApp
from tests.service.asker import Asker, Service, nothing_done, problem
from tests.service.play.test_check_action import first_choice
from tests.waiting import wait_for

Make = Callable[[str], Service]
SIT = {"Idempotency_Key": "sit"}


@pytest.fixture
def limited(parts: AppParts, server: EmbeddedServer, tmp_path: Path) -> Make:
    """Make services with quotas; each is a process of its own to them."""

    def make(limits: str) -> Service:
        made = Service(parts)
        made.app = create_app(parts, ServiceSettings(server.url, tmp_path, limits=limits))
        made.nobody = Asker(made.app.test_client())
        return made

    return make


def over(answer: TestResponse, name: str, most: int) -> None:
    """Expect a refusal that names the quota, how many are allowed, and when to try again."""
    found = problem(answer, 429, "http/too_many")
    assert found["limit"] == name
    assert re.search(rf"\b{most}\b", found["detail"]), found["detail"]
    assert int(answer.headers["Retry-After"]) >= 1


def at_address(service: Service, asker: Asker, address: str) -> Callable[..., TestResponse]:
    """Return how somebody posts from another address."""

    def post(path: str, body: Any) -> TestResponse:
        return service.app.test_client().post(
            path, json=body, headers={"Authorization": f"Bearer {asker.token}"},
            environ_overrides={"REMOTE_ADDR": address},
        )  # fmt: skip

    return post


def director(service: Service, name: str = "Dora") -> Asker:
    """Make an account that runs tournaments."""
    asker = service.player(name)
    accounts = service.parts.players
    found = accounts.find(asker.id)
    assert found is not None
    accounts.give_role(found, "director")
    return asker


TABLE = {"game": "boon", "seats": 3}
CUP = {
    "name": "Cup", "games": [{"game": "boosh", "seats": 2, "clock": {"turn": 30}}],
    "format": {"kind": "own"}, "entrants": {"kinds": ["player", "bot"]},
}  # fmt: skip


def test_so_many_tournaments_are_directed_and_opened_and_no_more(limited: Make) -> None:
    service = limited("director.tournaments=2")
    dora, dan = director(service), director(service, "Dan")
    first = [dora.post("/v1/tournaments", CUP, Idempotency_Key="one") for _ in range(2)]
    assert [one.status_code for one in first] == [201, 201]
    assert dora.post("/v1/tournaments", CUP).status_code == 201
    with nothing_done(service):
        over(dora.post("/v1/tournaments", CUP), "tournaments", 2)
    again = dora.post("/v1/tournaments", CUP, Idempotency_Key="one")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert dan.post("/v1/tournaments", CUP).status_code == 201
    path = first[0].headers["Location"]
    assert dora.post(f"{path}/close", {"abandon": True}).status_code == 200
    assert dora.post("/v1/tournaments", CUP).status_code == 201
    over(dora.post("/v1/tournaments", CUP), "tournaments", 2)


def test_so_many_tournaments_are_opened_an_hour_and_no_more(limited: Make) -> None:
    service = limited("director.host=2/hour")
    dora, dan = director(service), director(service, "Dan")
    for _ in range(2):
        assert dora.post("/v1/tournaments", CUP).status_code == 201
    with nothing_done(service):
        over(dora.post("/v1/tournaments", CUP), "host", 2)
    assert dan.post("/v1/tournaments", CUP).status_code == 201


def test_so_many_are_entered_and_replaced_and_no_more(limited: Make) -> None:
    service = limited("enter=1/hour, director.enter=2/hour")
    dora, ada = director(service), service.player("Ada")
    paths = [dora.post("/v1/tournaments", CUP).headers["Location"] for _ in range(2)]
    entered = [ada.post(f"{paths[0]}/entrants", {}, Idempotency_Key="in") for _ in range(2)]
    assert [one.status_code for one in entered] == [201, 201]
    bot = {"kind": "bot", "members": ["bot:novice"]}
    assert dora.post(f"{paths[0]}/entrants", bot).status_code == 201
    assert dora.post(f"{paths[0]}/entrants/1/replacement", {**bot, "name": "B"}).status_code == 200
    with nothing_done(service):
        over(ada.post(f"{paths[1]}/entrants"), "enter", 1)
        over(dora.post(f"{paths[0]}/entrants", {**bot, "name": "Third"}), "enter", 2)
    assert ada.delete(f"{paths[0]}/entrants/0").status_code == 200


def test_so_many_tables_may_wait_for_their_start_and_no_more(limited: Make) -> None:
    service = limited("tables=2")
    ada, bob = service.player("Ada"), service.player("Bob")
    paths = [service.opened(ada) for _ in range(2)]
    with nothing_done(service):
        over(ada.post("/v1/tables", TABLE), "tables", 2)
        over(ada.post("/v1/quick", TABLE), "tables", 2)
    assert bob.post("/v1/tables", TABLE).status_code == 201
    assert ada.delete(paths[0]).status_code == 200
    paths.append(service.opened(ada))
    over(ada.post("/v1/tables", TABLE), "tables", 2)
    ada.post(f"{paths[1]}/seats", {})
    for _ in range(2):
        ada.post(f"{paths[1]}/seats", {"bot": "regular"})
    assert ada.post(f"{paths[1]}/start", {}).status_code == 200
    service.opened(ada)


def bots_alone(service: Service, opener: Asker) -> str:
    """Open a table and give all seats to bots; return its path."""
    path = service.opened(opener, "boosh", 2)
    for _ in range(2):
        assert opener.post(f"{path}/seats", {"bot": "regular"}).status_code == 201
    return path


def test_so_many_tables_of_bots_alone_run_and_no_more(limited: Make) -> None:
    service = limited("bots_alone=2, server.bots_alone=3")
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    running = [bots_alone(service, ada) for _ in range(2)]
    late = bots_alone(service, ada)
    for path in running:
        assert ada.post(f"{path}/start", {}).status_code == 200
    with nothing_done(service):
        over(ada.post(f"{late}/start", {}), "bots_alone", 2)
        over(ada.post("/v1/tables", TABLE), "bots_alone", 2)
    assert bob.post(f"{bots_alone(service, bob)}/start", {}).status_code == 200
    crowded = bots_alone(service, eve)
    over(eve.post(f"{crowded}/start", {}), "bots_alone", 3)  # all together
    assert service.started([eve], "boosh", 2)
    service.bots(running[0])  # to its end
    assert ada.post(f"{late}/start", {}).status_code == 200


def test_a_table_that_its_last_player_leaves_to_bots_counts_for_its_opener(limited: Make) -> None:
    service = limited("bots_alone=1")
    ada = service.player("Ada")
    path = service.started([ada], "boosh", 2)
    assert service.opened(ada)
    assert ada.delete(f"{path}/seats/0").status_code == 200
    over(ada.post("/v1/tables", TABLE), "bots_alone", 1)
    assert ada.post(f"{path}/seats/0/return", {}).status_code == 200
    assert service.opened(ada)


def test_a_table_that_would_take_far_too_long_is_not_opened(limited: Make) -> None:
    service = limited("off")
    ada = service.player("Ada")
    long = {"game": "bum", "seats": 8, "options": {"hands": 1000, "target": 1000}}
    found = problem(ada.post("/v1/tables", long), 422, "http/invalid")
    assert "more than this server allows (20,000)" in found["errors"]["options"]
    for options in ({}, {"hands": 1000}, {"target": 1000, "hands": 80}):
        assert ada.post("/v1/tables", {**long, "options": options}).status_code == 201


def test_what_counts_is_right_in_a_process_that_has_just_begun(limited: Make) -> None:
    one = limited("tables=2")
    ada = one.player("Ada")
    for _ in range(2):
        one.opened(ada)
    another = Asker(limited("tables=2").app.test_client(), ada.token)
    over(another.post("/v1/tables", TABLE), "tables", 2)


def test_a_repeat_of_what_was_accepted_gets_its_answer(limited: Make) -> None:
    service = limited("tables=1, seats=1, open=1/hour, sit=1/hour")
    ada = service.player("Ada")
    first = [ada.post("/v1/tables", TABLE, Idempotency_Key="open") for _ in range(2)]
    assert [one.status_code for one in first] == [201, 201]
    path = f"/v1/tables/{first[0].get_json()['view']['table']}"
    seats = [ada.post(f"{path}/seats", {}, **SIT) for _ in range(2)]
    assert [one.status_code for one in seats] == [201, 201]
    assert seats[1].headers["Idempotency-Replayed"] == "true"
    over(ada.post("/v1/tables", TABLE, Idempotency_Key="another"), "tables", 1)


def test_many_requests_at_once_get_no_more_than_one_after_the_other(limited: Make) -> None:
    service = limited("tables=3")
    ada, answers = service.player("Ada"), list[int]()
    go = threading.Barrier(12)

    def ask() -> None:
        go.wait()
        own = Asker(service.app.test_client(), ada.token)
        answers.append(own.post("/v1/tables", TABLE).status_code)

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [201] * 3 + [429] * 9


def test_so_many_seats_may_be_held_at_tables_that_have_not_ended(limited: Make) -> None:
    service = limited("seats=2")
    ada, bob = service.player("Ada"), service.player("Bob")
    paths = [service.opened(bob) for _ in range(3)]
    for path in paths[:2]:
        assert ada.post(f"{path}/seats", {}).status_code == 201
    with nothing_done(service):
        over(ada.post(f"{paths[2]}/seats", {}), "seats", 2)
        over(ada.post("/v1/quick", TABLE), "seats", 2)
    assert ada.delete(f"{paths[0]}/seats/0").status_code == 200
    assert ada.post(f"{paths[2]}/seats", {}).status_code == 201


def test_a_seat_counts_no_more_when_its_table_has_ended(limited: Make) -> None:
    service = limited("seats=1")
    ada = service.player("Ada")
    path = service.started([ada], options={"victory_cards": 1})
    over(ada.post("/v1/quick", TABLE), "seats", 1)
    service.play(path, [ada])
    assert ada.post("/v1/quick", TABLE).status_code == 201


def test_a_rematch_and_a_quick_seat_count_like_any_other(limited: Make) -> None:
    service = limited("open=1/hour, sit=9/hour")
    ada = service.player("Ada")
    path = service.started([ada], options={"victory_cards": 1})
    service.play(path, [ada])
    with nothing_done(service):
        over(ada.post(f"{path}/rematch", {}), "open", 1)
        over(ada.post("/v1/quick", TABLE), "open", 1)


@pytest.mark.parametrize(("limit", "count"), [("open", 3), ("sit", 3), ("issue", 3), ("key", 3)])
def test_a_rate_counts_for_an_account(limited: Make, limit: str, count: int) -> None:
    service = limited(f"{limit}={count}/hour")
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.opened(bob) if limit != "open" else ""
    asks: dict[str, Callable[[Asker], TestResponse]] = {
        "open": lambda one: one.post("/v1/tables", TABLE),
        "sit": lambda one: one.post(f"{path}/seats", {}),
        "issue": lambda one: one.post("/v1/players/me/tokens", {}),
        "key": lambda one: one.delete("/v1/players/me/key"),
    }
    for _ in range(count):
        assert asks[limit](ada).status_code < 300
        ada.delete(f"{path}/seats/0")
    over(asks[limit](ada), limit, count)
    assert asks[limit](bob).status_code < 300


def test_a_rate_counts_for_an_address_whoever_asks_there(limited: Make) -> None:
    service = limited("address.open=2/hour")
    for name in ("Ada", "Bob"):
        service.opened(service.player(name))
    eve = service.player("Eve")
    over(eve.post("/v1/tables", TABLE), "open", 2)
    assert at_address(service, eve, "192.0.2.7")("/v1/tables", TABLE).status_code == 201


def test_a_director_has_quotas_of_its_own_whatever_the_address(limited: Make) -> None:
    service = limited("tables=1, open=1/hour, address.open=2/hour, director.tables=4")
    for name in ("Ada", "Bob"):
        service.opened(service.player(name))
    dora = director(service)
    for _ in range(4):
        service.opened(dora)
    over(dora.post("/v1/tables", TABLE), "tables", 4)


def test_tokens_are_counted_while_they_are_good(limited: Make, monkeypatch: Any) -> None:
    service = limited("tokens=3")
    ada = service.player("Ada")
    for _ in range(2):
        made = ada.post("/v1/players/me/tokens", {"expires_in": 60, "revoke": "none"})
        assert made.status_code == 201
    over(ada.post("/v1/players/me/tokens", {"revoke": "none"}), "tokens", 3)
    now = service.parts.store.now()
    monkeypatch.setattr(type(service.parts.store), "now", lambda store: now + 61_000)
    for _ in range(2):
        assert ada.post("/v1/players/me/tokens", {"revoke": "none"}).status_code == 201
    over(ada.post("/v1/players/me/tokens", {"revoke": "none"}), "tokens", 3)
    assert ada.delete("/v1/players/me/tokens").status_code == 204
    assert ada.post("/v1/players/me/tokens", {"revoke": "none"}).status_code == 201


@pytest.fixture
def used_up(limited: Make) -> tuple[Asker, str]:
    """Return somebody who has used up every quota and whose turn it is at a table."""
    none = [
        f"{who}.{name}={re.sub('[0-9]+', '0', size)}"
        for name, quota in QUOTAS.items()
        for who, size in quota.sizes.items()
        if who in ("player", "address")
    ]
    service = limited("off")
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.started([ada, bob], "boosh", 2)
    poor = limited(", ".join(none))
    table = service.parts.tables.held[path.rsplit("/", 1)[1]].table
    one = (ada, bob)[table.to_act()[0]]
    return Asker(poor.app.test_client(), one.token, one.id), path


def test_commands_at_ones_own_table_are_never_refused_for_a_quota(
    used_up: tuple[Asker, str],
) -> None:
    ada, path = used_up
    seat = ada.get(f"{path}/view").get_json()["seat"]
    over(ada.post("/v1/tables", TABLE), "tables", 0)
    assert ada.post(f"{path}/actions", {"type": "take", "pile": "B"}).status_code == 200
    assert ada.delete(f"{path}/seats/{seat}").status_code == 200
    assert ada.post(f"{path}/seats/{seat}/return", {}).status_code == 200
    assert ada.post(f"{path}/actions", {"type": "discard"}).status_code == 200
    assert ada.post(f"{path}/adjourn", {}).status_code == 200
    assert ada.get(f"{path}/view").status_code == 200


def test_start_and_withdrawal_are_never_refused_for_a_quota(
    limited: Make, used_up: tuple[Asker, str]
) -> None:
    rich, poor = limited("off"), used_up[0]
    ada = Asker(rich.app.test_client(), poor.token)
    withdrawn, path = rich.opened(ada), rich.opened(ada, "boosh", 2)
    ada.post(f"{path}/seats", {})
    ada.post(f"{path}/seats", {"bot": "regular"})
    assert poor.post(f"{path}/start", {}).status_code == 200
    assert poor.delete(withdrawn).status_code == 200


# ---- streams, waiting reads, uploads: what is had at this moment in this process


def stream(asker: Asker, path: str) -> TestResponse:
    """Open a stream."""
    return asker.get(f"{path}/events", Accept="text/event-stream")


def test_so_many_streams_may_be_open_and_no_more(limited: Make) -> None:
    service = limited("streams=2, address.streams=3")
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.opened(ada)
    open_now = [stream(ada, path) for _ in range(2)]
    over(stream(ada, path), "streams", 2)
    open_now.append(stream(service.nobody, path))
    over(stream(bob, path), "streams", 3)
    for one in open_now:
        assert one.status_code == 200
        one.close()

    def may_listen_again() -> bool:
        again = stream(ada, path)
        again.close()
        return again.status_code == 200

    wait_for(may_listen_again)  # the places are given back on the event loop


def test_a_waiting_read_over_the_quota_is_answered_at_once(limited: Make) -> None:
    service = limited("streams=1")
    ada = service.player("Ada")
    path = service.opened(ada)
    busy = stream(ada, path)
    answer = ada.get(f"{path}/view?after=9&wait=60")
    assert (answer.status_code, answer.headers["Retry-After"]) == (200, "2")
    busy.close()


def test_a_read_that_waited_gives_its_place_back(limited: Make) -> None:
    service = limited("streams=1")
    ada = service.player("Ada")
    path = service.opened(ada)
    for _ in range(3):
        assert "Retry-After" not in ada.get(f"{path}/view?after=1&wait=1").headers


def test_so_many_logs_of_an_address_are_verified_at_a_time(limited: Make) -> None:
    service = limited("uploads=0")
    sent = service.nobody.ask("POST", "/v1/verifications", raw=b"{}", kind="application/jsonl")
    over(sent, "uploads", 0)
    service = limited("uploads=1")
    for _ in range(3):
        sent = service.nobody.ask("POST", "/v1/verifications", raw=b"{}", kind="application/jsonl")
        assert sent.status_code == 200


def test_pages_of_log_files_are_counted_by_address(limited: Make) -> None:
    service = limited("replays=2/minute")
    for status in (422, 422, 429):
        sent = service.nobody.ask("POST", "/v1/replays", raw=b"{}", kind="application/jsonl")
        assert sent.status_code == status
    over(sent, "replays", 2)


# ---- what one is told, and how quotas are set


def test_everybody_is_told_the_own_limits_and_what_is_used(limited: Make) -> None:
    service = limited("tables=2, sit=off, refused=7/minute")
    ada = service.player("Ada")
    service.opened(ada)
    ada.get("/v1/nothing")
    told = {
        (one["limit"], one["counts_for"]): (one["most"], one["seconds"], one["used"])
        for one in ada.get("/v1/players/me/limits").get_json()["limits"]
    }
    assert told["tables", "account"] == (2, None, 1)
    assert told["open", "account"] == (300, 3600, 1)
    assert told["open", "address"] == (1200, 3600, 1)
    assert told["refused", "account"] == (7, 60, 1)
    assert told["tokens", "account"] == (50, None, 1)
    assert ("sit", "account") not in told and ("sit", "address") in told
    assert limited("off").nobody.get("/v1/players/me/limits").status_code == 401
    asked = Asker(limited("off").app.test_client(), ada.token).get("/v1/players/me/limits")
    assert asked.get_json() == {"limits": []}


def test_what_a_text_does_not_name_stays_as_usual() -> None:
    usual = read_limits("")
    assert read_limits("open=9/hour") == {**usual, ("open", "player"): QuotaSize(9, 3600)}
    assert read_limits("director.tables=off") == {
        key: size for key, size in usual.items() if key != ("tables", "director")
    }
    assert read_limits(" off ") == {}
    assert usual["refused", "caller"] == QuotaSize(240, 60)


@pytest.mark.parametrize(
    "text",
    [
        "refused", "refused=many", "other=5/minute", "refused=5/minute,", "tables=5/minute",
        "open=5", "guest.open=5/hour", "open=5/fortnight", "open=-1/hour", "tables=5%",
        "address.tables=5",
    ],
)  # fmt: skip
def test_a_wrong_limit_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(SystemExit, match="FAIRDEAL_LIMITS"):
        read_limits(text)


def test_the_page_for_operators_has_every_quota_with_its_usual_sizes() -> None:
    page = (ROOT / "docs" / "reference" / "limits.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", page, re.M)
    told = {name: cells for name, cells in rows if name in QUOTAS}
    assert list(told) == list(QUOTAS)
    for name, quota in QUOTAS.items():
        for who, size in quota.sizes.items():
            assert f"{size}" in told[name], (name, who)


def test_so_many_apps_are_registered_and_no_more(limited: Make) -> None:
    service = limited("apps=1")
    ada, bob = service.player("Ada"), service.player("Bob")
    first = ClientApp(service, ada)
    over(ada.post("/v1/apps", {"name": "Another", "redirect_uris": []}), "apps", 1)
    ClientApp(service, bob)
    assert ada.delete(f"/v1/apps/{first.id}").status_code == 204
    ClientApp(service, ada)


def test_so_many_apps_are_allowed_to_act_and_no_more(limited: Make) -> None:
    service = limited("grants=1")
    ada = service.player("Ada")
    app = ClientApp(service, ada)
    given = app.tokens_from(ada)
    asked = {**app.asks(), "allow": True}
    over(ada.post("/v1/authorizations", asked), "grants", 1)
    code = app.start_device()["user_code"]
    over(ada.post(f"/v1/device-codes/{code}", {"allow": True}), "grants", 1)
    assert ada.post(f"/v1/device-codes/{code}", {"allow": False}).status_code == 204
    assert app.send("/oauth/revoke", token=given["refresh_token"]).status_code == 200
    app.tokens_from(ada)


def test_all_users_of_an_app_together_have_limits_of_their_own(limited: Make) -> None:
    service = limited("app.consents=1/hour")
    ada, bob = service.player("Ada"), service.player("Bob")
    app = ClientApp(service, ada)
    app.tokens_from(ada)
    over(bob.post("/v1/authorizations", {**app.asks(), "allow": True}), "consents", 1)
    ClientApp(service, ada).tokens_from(bob)


def test_all_users_of_an_app_together_open_so_many_tables_and_no_more(limited: Make) -> None:
    service, table = limited("app.open=1/hour"), {"game": "boon", "seats": 3}
    ada, bob = service.player("Ada"), service.player("Bob")
    app = ClientApp(service, ada)
    assert app.signed_in(ada, "tables").post("/v1/tables", table).status_code == 201
    over(app.signed_in(bob, "tables").post("/v1/tables", table), "open", 1)
    assert bob.post("/v1/tables", table).status_code == 201


def test_so_many_requests_for_tokens_of_apps_come_from_an_address_and_no_more(
    limited: Make,
) -> None:
    service = limited("exchanges=2/hour")
    app = ClientApp(service, service.player("Ada"))
    for _ in range(2):
        assert app.refresh("fdr_x").status_code == 400
    told = app.refresh("fdr_x")
    assert (told.status_code, told.get_json()["error"]) == (429, "invalid_request")
    assert int(told.headers["Retry-After"]) > 0


def test_programs_that_wait_for_their_player_use_up_no_limit_of_refusals(limited: Make) -> None:
    service = limited("refused=2/minute")
    app = ClientApp(service, service.player("Ada"))
    started = app.start_device()
    for _ in range(5):
        assert app.poll(started["device_code"]).status_code == 400
    assert service.nobody.get("/v1/games").status_code == 200


def test_so_many_questions_are_answered_in_a_time_and_actions_still_count(
    limited: Make,
) -> None:
    service = limited("checks=3/hour")
    two = [service.player("Ada"), service.player("Bob")]
    path = service.started(two)
    able, other = service.acting(path, two)
    fits = first_choice(able, path)
    for _ in range(3):
        assert able.post(f"{path}/actions/check", fits).get_json()["legal"]
    with nothing_done(service):
        over(able.post(f"{path}/actions/check", {"type": "pass"}), "checks", 3)
    assert not other.post(f"{path}/actions/check", {"type": "pass"}).get_json()["legal"]
    assert able.post(f"{path}/actions", fits).status_code == 200


def test_a_refused_question_is_no_command_that_escapes_the_limit_of_refusals(
    limited: Make,
) -> None:
    service = limited("refused=3/hour")
    two = [service.player("Ada"), service.player("Bob")]
    path = service.started(two)
    able, _ = service.acting(path, two)
    fits = first_choice(able, path)
    for _ in range(3):
        assert able.post(f"{path}/actions/check", {"type": "fly"}).status_code == 422
    over(able.post(f"{path}/actions/check", {"type": "fly"}), "refused", 3)
    over(able.post(f"{path}/actions/check", {"type": "pass"}), "refused", 3)
    assert able.post(f"{path}/actions", fits).status_code == 200
