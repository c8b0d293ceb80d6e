"""Limits count refusals; what is accepted is never refused for rate, and costs no trip more."""

import re
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from events.accounts import players
from events.store import clock
from events.store.embedded.server import EmbeddedServer
from projections.history import guard
from service.app import create_app
from service.assembly import AppParts, assemble_parts
from service.limits.limits import FREE
from service.settings import BODY_LIMIT, LIMITS, PAGE_LIMIT, ServiceSettings, from_environment
from service.streams.push import LONGEST_WAIT
from tests.service.asker import Asker, Service, problem
from tests.service.document import document

FIVE = "refused=5/minute"
Make = Callable[..., Service]


@pytest.fixture
def limited(parts: AppParts, server: EmbeddedServer, tmp_path: Path) -> Make:
    """Make services with limits; each is a process of its own to them."""

    def make(limits: str = FIVE, **settings: Any) -> Service:
        return with_limits(parts, ServiceSettings(server.url, tmp_path, limits=limits, **settings))

    return make


def with_limits(parts: AppParts, settings: ServiceSettings) -> Service:
    """Return a service that keeps the limits of its settings."""
    made = Service(parts)
    made.app = create_app(parts, settings)
    made.nobody = Asker(made.app.test_client())
    return made


def use_up(ask: Callable[[], TestResponse], count: int = 5) -> None:
    """Be refused as often as the limit allows, for other reasons."""
    assert {ask().status_code for _ in range(count)} <= {400, 401, 403, 404, 409, 412, 422}


def too_many(answer: TestResponse, name: str = "refused") -> None:
    """Expect the limit's answer."""
    found = problem(answer, 429, "http/too_many")
    assert found["limit"] == name
    assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_who_is_refused_too_often_has_to_wait(limited: Make) -> None:
    ada = limited().player("Ada")
    use_up(lambda: ada.get("/v1/tables/t0"))
    too_many(ada.get("/v1/tables/t0"))
    too_many(ada.get("/v1/games"))
    too_many(ada.post("/v1/tables", {"game": "boon", "seats": 3}))


def test_who_finds_a_bug_has_to_wait_too(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    service = limited()
    ada, bob = service.player("Ada"), service.player("Bob")
    monkeypatch.setattr("service.tables.tables.integer_parameter", lambda *_: 1 // 0)
    assert [ada.get("/v1/tables").status_code for _ in range(5)] == [500] * 5
    too_many(ada.get("/v1/tables"))
    assert bob.get("/v1/games").status_code == 200


def test_the_limit_counts_for_a_player_and_not_for_those_at_the_same_address(
    limited: Make,
) -> None:
    service = limited()
    ada, bob = service.player("Ada"), service.player("Bob")
    use_up(lambda: ada.get("/v1/nothing"))
    too_many(ada.get("/v1/nothing"))
    assert bob.get("/v1/games").status_code == 200
    assert service.nobody.get("/v1/games").status_code == 200


def test_the_limit_of_a_personal_token_is_its_own(limited: Make) -> None:
    ada = limited().player("Ada")
    wanted = {"name": "My bot", "scopes": ["read"]}
    bot, other = (
        Asker(ada.client, ada.post("/v1/tokens", wanted).get_json()["token"]) for _ in range(2)
    )
    use_up(lambda: bot.get("/v1/nothing"))
    too_many(bot.get("/v1/nothing"))
    too_many(bot.get("/v1/players/me"))
    limits = other.get("/v1/players/me/limits").get_json()["limits"]
    assert [one["used"] for one in limits if one["limit"] == "refused"] == [0]
    assert ada.get("/v1/players/me").status_code == other.get("/v1/players/me").status_code == 200


def test_wrong_tokens_shut_out_nobody_but_those_who_send_them(limited: Make) -> None:
    service = limited("refused=5/minute, wrong_tokens=5/minute")
    ada = service.player("Ada")
    guesser = Asker(service.app.test_client(), "guess")
    use_up(lambda: guesser.get("/v1/players/me"))
    too_many(guesser.get("/v1/players/me"), "wrong_tokens")
    too_many(guesser.get("/v1/games"), "wrong_tokens")
    assert service.nobody.get("/v1/games").status_code == 200
    assert ada.get("/v1/players/me").status_code == 200


def test_without_a_token_the_limit_counts_for_the_address(limited: Make) -> None:
    service = limited()
    ada = service.player("Ada")
    use_up(lambda: service.nobody.get("/v1/players/me"))
    too_many(service.nobody.get("/v1/players/me"))
    too_many(service.nobody.get("/v1/games"))
    assert ada.get("/v1/players/me").status_code == 200


def test_pages_and_their_files_are_served_whatever_others_at_the_address_did(
    limited: Make,
) -> None:
    service = limited("refused=5/minute, wrong_tokens=5/minute")
    nobody, guesser = service.nobody, Asker(service.app.test_client(), "guess")
    for one in (nobody, guesser):
        use_up(lambda one=one: one.get("/v1/players/me"))  # type: ignore[misc]
    for one in (nobody, guesser):
        for path in ("/v1/players/me", "/v1/games"):
            too_many(one.get(path), "refused" if one is nobody else "wrong_tokens")
        page = one.get("/", Accept="text/html")
        assert page.status_code == one.get("/account").status_code == 200
        files = re.findall(r'(?:src|href)="(/web/[^"]+)"', page.text)
        assert files
        assert {one.get(file).status_code for file in files} == {200}
        assert one.get("/docs/api/").status_code == 200


def test_wrong_tokens_of_one_network_of_ipv6_count_together(limited: Make) -> None:
    service = limited("wrong_tokens=5/minute")

    def ask(address: str) -> TestResponse:
        return service.app.test_client().get(
            "/v1/players/me", headers={"Authorization": "Bearer guess"},
            environ_overrides={"REMOTE_ADDR": address},
        )  # fmt: skip

    for host in range(5):
        assert ask(f"2001:db8::{host:x}").status_code == 401
    too_many(ask("2001:db8::ffff"), "wrong_tokens")
    assert ask("2001:db8:0:1::1").status_code == 401


def test_an_accepted_action_is_never_refused_for_rate(limited: Make) -> None:
    service = limited()
    players = [service.player(name) for name in ("Ada", "Bob", "Eve")]
    path = service.started(players)
    for one in players:
        for _ in range(6):
            last = one.post(f"{path}/actions", {"type": "nothing"})
        too_many(last)
        too_many(one.get(f"{path}/view"))
    for _ in range(6):
        table = service.parts.tables.current(path.rsplit("/", 1)[1]).table
        (seat,) = table.to_act()
        game, me = table.game, players[seat]
        too_many(me.post(f"{path}/actions", {"type": "nothing"}))
        name = {kind: name for name, kind in game.actions.items()}
        action = game.rules.fallback(table.play, seat)
        sent = {field: getattr(action, field) for field in action.__dataclass_fields__}
        answer = me.post(f"{path}/actions", {"type": name[type(action)], **sent})
        assert answer.status_code == 200, answer.text


def test_accepted_requests_are_not_counted(limited: Make) -> None:
    service = limited()
    ada = service.player("Ada")
    assert {ada.get("/v1/players/me").status_code for _ in range(20)} == {200}
    use_up(lambda: ada.get("/v1/nothing"))


def test_all_processes_count_together(limited: Make) -> None:
    one, other = limited(), limited()
    ada = one.player("Ada")
    elsewhere = Asker(other.app.test_client(), ada.token)
    use_up(lambda: ada.get("/v1/nothing"), 3)
    use_up(lambda: elsewhere.get("/v1/nothing"), 2)
    too_many(ada.get("/v1/nothing"))
    too_many(elsewhere.get("/v1/nothing"))


def test_the_limit_ends_with_its_time(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    service = limited()
    ada = service.player("Ada")
    use_up(lambda: ada.get("/v1/nothing"))
    too_many(ada.get("/v1/nothing"))
    service.redis.delete(*service.redis.keys("fd:limits*"))  # as they expire
    monkeypatch.setattr("service.limits.limits.time.monotonic", lambda: 1e12)
    assert ada.get("/v1/games").status_code == 200
    use_up(lambda: ada.get("/v1/nothing"))


def test_the_counts_expire(limited: Make) -> None:
    service = limited()
    use_up(lambda: service.nobody.get("/v1/nothing"), 1)
    (key,) = service.redis.keys("fd:limits*")
    assert 0 < service.redis.ttl(key) <= 60


def test_health_checks_are_answered_whoever_asks(limited: Make) -> None:
    nobody = limited().nobody
    use_up(lambda: nobody.get("/v1/nothing"))
    too_many(nobody.get("/v1/nothing"))
    too_many(nobody.get("/v1/games"))
    assert nobody.get("/healthz").status_code == nobody.get("/readyz").status_code == 200


def test_accounts_are_limited_by_address_those_that_are_made_and_those_refused(
    limited: Make,
) -> None:
    nobody = limited("register=3/minute").nobody
    asked = [{"name": "Ada"}, {"name": "Ada"}, {"name": ""}]
    answers = [nobody.post("/v1/players", one).status_code for one in asked]
    assert answers == [201, 409, 422]
    too_many(nobody.post("/v1/players", {"name": "Bob"}), "register")
    assert nobody.get("/v1/games").status_code == 200
    assert nobody.ask("OPTIONS", "/v1/players").status_code == 200


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:1::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),  # IPv4, at a socket that takes both
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_an_address_is_that_of_one_customer(
    limited: Make, first: str, second: str, same: bool
) -> None:
    service = limited("register=1/minute")

    def make(name: str, address: str) -> int:
        client = service.app.test_client()
        answer = client.post(
            "/v1/players", json={"name": name}, environ_overrides={"REMOTE_ADDR": address}
        )
        return answer.status_code

    assert make("Ada", first) == 201
    assert make("Bob", second) == (429 if same else 201)


@pytest.mark.parametrize(("hops", "second"), [(0, 429), (1, 201)])
def test_the_address_before_a_proxy_counts_only_where_one_is_named(
    limited: Make, hops: int, second: int
) -> None:
    nobody = limited("register=1/minute", proxy_hops=hops).nobody
    ada = nobody.post("/v1/players", {"name": "Ada"}, X_Forwarded_For="192.0.2.1")
    bob = nobody.post("/v1/players", {"name": "Bob"}, X_Forwarded_For="192.0.2.2")
    assert (ada.status_code, bob.status_code) == (201, second)


def test_without_redis_requests_are_answered_as_they_were(
    parts: AppParts, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = f"unix://{tmp_path}/nobody.sock"
    service = Service(parts)
    app = create_app(parts, ServiceSettings(away, tmp_path, limits=LIMITS))
    nobody = Asker(app.test_client())
    problem(nobody.get("/v1/players/me"), 401, "http/unauthorized")
    problem(nobody.get("/v1/nothing"), 404, "http/not_found")
    with service.nothing_happens():
        problem(nobody.post("/v1/players", {"name": "Ada"}), 503, "http/store_away")


def commands_of(redis: Redis) -> int:
    """Return how many commands a server has carried out."""
    found: Any = redis.info("stats")
    return int(found["total_commands_processed"])


def test_an_accepted_action_costs_no_trip_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in (
        (clock, "READ_INTERVAL"),
        (guard, "CHECK_INTERVAL"),
        (players, "BELIEVED"),
    ):
        monkeypatch.setattr(module, name, inf)  # what is asked again now and then is not counted
    counts: list[int] = []
    with EmbeddedServer(tmp_path / "redis") as own:  # whose commands are of this test alone
        settings = ServiceSettings(own.url, tmp_path, "everysec", limits=FIVE)
        parts = assemble_parts(settings)
        for service in (Service(parts), with_limits(parts, settings)):
            both = [service.player(f"{name} {len(counts)}") for name in ("Ada", "Bob")]
            path = service.started(both, "boosh", 2)
            before = commands_of(service.redis)
            table_id = path.rsplit("/", 1)[1]
            for _ in range(4):
                (seat,) = parts.tables.held[table_id].table.to_act()
                for action in (
                    {"type": "take", "pile": "B"},
                    {"type": "discard"},
                    {"type": "pass"},
                ):
                    answer = both[seat].post(f"{path}/actions", action)
                    assert answer.status_code == 200, answer.text
            counts.append(commands_of(service.redis) - before)
    assert counts[0] == counts[1] > 0


def test_limits_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://localhost")
    monkeypatch.delenv("FAIRDEAL_LIMITS", raising=False)
    assert from_environment().limits == LIMITS
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")
    assert from_environment().limits == "off"


# ---- of one request


def test_a_body_over_the_limit_is_refused(service: Service) -> None:
    ada = service.player("Ada")
    largest = b'{"name": "' + b"x" * (BODY_LIMIT - 12) + b'"}'
    assert len(largest) == BODY_LIMIT == 64 * 1024
    problem(ada.ask("POST", "/v1/players", raw=largest), 422, "http/invalid")
    found = problem(ada.ask("POST", "/v1/players", raw=largest + b" "), 413, "http/too_large")
    assert re.search(rf"\b{BODY_LIMIT} bytes", found["detail"])


def test_a_page_holds_500_events_at_most(service: Service) -> None:
    ada = service.player("Ada")
    path = service.opened(ada)
    for _ in range((PAGE_LIMIT + 2) // 2):
        ada.post(f"{path}/seats")
        ada.delete(f"{path}/seats/0")
    page = ada.get(f"{path}/events?limit=100000").get_json()
    assert len(page["events"]) == PAGE_LIMIT == 500
    assert page["next"] == PAGE_LIMIT < page["n"]


def test_a_read_waits_60_seconds_at_most(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    waited = []

    def wait(own: AppParts, table: str, asker: Any, after: int, seconds: int) -> bool:
        waited.append(seconds)
        return True

    monkeypatch.setattr("service.play.play.wait_for_news", wait)
    path = service.opened(service.player("Ada"))
    assert service.nobody.get(f"{path}/view?after=9&wait=100000").status_code == 200
    assert waited == [LONGEST_WAIT] == [60]


def test_every_answer_of_the_limit_is_described() -> None:
    free = {
        operation["operationId"]
        for path in document()["paths"].values()
        for method, operation in path.items()
        if method != "parameters" and "429" not in operation["responses"]
    }
    assert free == {"checkHealth", "checkReadiness", "showMetrics"}
    assert len(free) == len(FREE - {"oauth.issue_tokens"})
