"""Every bad request gets its problem with the exact code, and changes nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from events.accounts.players import Players
from events.store.embedded.server import EmbeddedServer
from service.assembly import assemble_parts
from service.settings import BODY_LIMIT, ServiceSettings
from tests.service.asker import Asker, Service, problem

ODD_BODIES = [
    (b"", 400, "http/not_json"),
    (b"{", 400, "http/not_json"),
    (b"{'type': 'take'}", 400, "http/not_json"),
    (b'{"type": "take",}', 400, "http/not_json"),
    (b'{"type": NaN}', 400, "http/not_json"),
    (b'{"type": "\xff"}', 400, "http/not_json"),
    (b'{"type": "\\ud800"}', 400, "http/not_json"),
    (b"[" * 2000, 400, "http/not_json"),
    (b"null", 422, "http/invalid"),
    (b"[]", 422, "http/invalid"),
    (b'"take"', 422, "http/invalid"),
    (b"7", 422, "http/invalid"),
]
COMMANDS = ("actions", "seats", "start", "adjourn", "seats/0/return", "rematch")


@pytest.fixture
def two(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


@pytest.fixture
def path(service: Service, two: list[Asker]) -> str:
    """Open a table of Boosh for two and start it; its phase is `taking`."""
    return service.started(two, "boosh", 2, options={"first_dealer": 0})


@contextmanager
def unchanged(service: Service, path: str) -> Iterator[None]:
    """Expect the same length and head of the log, and the same store."""
    before = service.log(path)
    with service.nothing_happens():
        yield
    assert service.log(path) == before


@pytest.mark.parametrize(("raw", "status", "code"), ODD_BODIES)
def test_a_body_that_is_no_object_in_json(
    service: Service, two: list[Asker], path: str, raw: bytes, status: int, code: str
) -> None:
    with unchanged(service, path):
        for where in ("/v1/players", "/v1/tables", *(f"{path}/{end}" for end in COMMANDS)):
            problem(two[0].ask("POST", where, raw=raw), status, code)


@pytest.mark.parametrize("end", COMMANDS)
def test_an_empty_command_wants_an_object(
    service: Service, two: list[Asker], path: str, end: str
) -> None:
    with unchanged(service, path):
        for raw, kind in ((None, None), (b"", None), (b"", "application/json")):
            found = problem(
                two[0].ask("POST", f"{path}/{end}", raw=raw, kind=kind), 400, "http/not_json"
            )
            assert "send {}" in found["detail"]


def nested(depth: int, kind: str) -> bytes:
    """Return lists or objects in each other."""
    return b"[" * depth + b"]" * depth if kind == "list" else b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize(
    ("where", "form"),
    [
        ("/v1/players", b'{"name": %b}'),
        ("/v1/players/me/tokens", b'{"revoke": %b}'),
        ("/v1/tables", b'{"game": "boon", "seats": 3, "options": %b}'),
        ("/v1/tables", b'{"game": "boon", "seats": 3, "options": {"victory_cards": %b}}'),
        ("/v1/quick", b'{"game": "boon", "options": %b}'),
        ("{path}/seats", b'{"seat": %b}'),
        ("{path}/start", b'{"entropy": %b}'),
        ("{path}/actions", b'{"type": "expose", "positions": %b}'),
        ("{path}/adjourn", b'{"why": %b}'),
        ("{path}/rematch", b'{"sit": %b}'),
        ("{path}/disputes", b'{"hand": 1, "reason": "x", "receipts": [%b]}'),
    ],
)
def test_lists_and_objects_deep_in_each_other_are_refused(
    service: Service, two: list[Asker], path: str, where: str, form: bytes
) -> None:
    with unchanged(service, path):
        for depth in (1, 5, 253, 254, 255, 900, 1020):  # JSON is written up to 254, read to 1024
            for kind in ("list", "object"):
                for key in ({}, {"Idempotency-Key": f"{depth} {kind}".replace(" ", "-")}):
                    raw = form % nested(depth, kind)
                    answer = two[0].ask("POST", where.format(path=path), raw=raw, headers=key)
                    assert answer.status_code in (400, 403, 404, 409, 422), answer.text


@pytest.mark.parametrize("kind", ["list", "object"])
def test_receipts_deep_in_each_other_are_none(service: Service, kind: str) -> None:
    for depth in (17, 300, 1000, 2000):
        headers = {"Receipts": nested(depth, kind).decode()}
        sent = service.nobody.ask(
            "POST", "/v1/verifications", raw=b"{}", kind="application/jsonl", headers=headers
        )
        problem(sent, 400, "http/bad_receipts")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": None},
        {"type": 7},
        {"type": ["take"]},
        {"type": {}},
        {"type": "fly"},
        {"type": "take"},
        {"type": "take", "pile": "C"},
        {"type": "take", "pile": 1},
        {"type": "take", "pile": None},
        {"type": "take", "pile": "A", "seat": 1},
        {"type": "replace", "position": "0"},
        {"type": "replace", "position": 0.5},
        {"type": "replace", "position": True},
        {"type": "replace", "position": 2**70},
        {"type": "expose", "positions": [0]},
        {"type": "expose", "positions": [0, 1, 2]},
        {"type": "expose", "positions": ["0", 1]},
        {"type": "expose", "positions": 1},
    ],
)
def test_an_action_of_the_wrong_shape(
    service: Service, two: list[Asker], path: str, body: dict[str, Any]
) -> None:
    with unchanged(service, path):
        for one in two:
            found = problem(one.post(f"{path}/actions", body), 422, "http/invalid")
            assert found["errors"] and all(found["errors"].values())


@pytest.mark.parametrize(
    ("where", "body", "field"),
    [
        ("/v1/players", {"name": "Eve", "role": "admin"}, "role"),
        ("/v1/tables", {"game": "boon", "seats": 3, "deck": []}, "deck"),
        ("{path}/seats", {"place": 1}, "place"),
        ("{path}/start", {"entropies": ["x"]}, "entropies"),
        ("{path}/actions", {"type": "pass", "why": "no"}, "why"),
    ],
)
def test_a_field_that_nobody_knows(
    service: Service, two: list[Asker], path: str, where: str, body: dict[str, Any], field: str
) -> None:
    with unchanged(service, path):
        answer = two[0].post(where.format(path=path), body)
        assert field in problem(answer, 422, "http/invalid")["errors"]


def test_a_body_that_is_too_large(service: Service, two: list[Asker], path: str) -> None:
    most = b'{"type": "pass", "why": "%s"}' % (b"x" * BODY_LIMIT)
    with unchanged(service, path):
        for where in ("/v1/players", "/v1/tables", f"{path}/seats", f"{path}/actions"):
            answer = two[0].ask("POST", where, raw=most)
            assert str(BODY_LIMIT) in problem(answer, 413, "http/too_large")["detail"]
            # one byte less than too much is read, and refused for what it says
            problem(two[0].ask("POST", where, raw=most[:BODY_LIMIT]), 400, "http/not_json")


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "json"])
def test_a_body_of_another_type(
    service: Service, two: list[Asker], path: str, kind: str | None
) -> None:
    with unchanged(service, path):
        for where in ("/v1/players", "/v1/tables", f"{path}/seats", f"{path}/actions"):
            answer = two[0].ask("POST", where, raw=b'{"type": "pass"}', kind=kind)
            problem(answer, 415, "http/not_json_type")


def test_a_type_with_parameters_is_json_too(service: Service) -> None:
    raw, kind = b'{"name": "Eve"}', "application/json; charset=utf-8"
    assert service.nobody.ask("POST", "/v1/players", raw=raw, kind=kind).status_code == 201


def test_whoever_holds_no_seat_may_not_act(service: Service, path: str) -> None:
    eve = service.player("Eve")
    with unchanged(service, path):
        found = problem(eve.post(f"{path}/actions", {"type": "pass"}), 403, "table/not_seated")
        assert found["detail"] == "You hold no seat at this table"


def test_an_action_before_the_start(service: Service, two: list[Asker]) -> None:
    path = service.opened(two[0], "boosh", 2)
    two[0].post(f"{path}/seats")
    with unchanged(service, path):
        action = {"type": "take", "pile": "A"}
        problem(two[0].post(f"{path}/actions", action), 409, "table/not_started", "T6")


def test_an_action_out_of_turn(service: Service, two: list[Asker], path: str) -> None:
    _, other = service.acting(path, two)
    with unchanged(service, path):
        answer = other.post(f"{path}/actions", {"type": "take", "pile": "A"})
        problem(answer, 409, "boosh/not_your_turn", "2")


def test_an_action_that_the_rules_forbid_now(service: Service, two: list[Asker], path: str) -> None:
    able, _ = service.acting(path, two)
    with unchanged(service, path):
        problem(able.post(f"{path}/actions", {"type": "fold"}), 409, "boosh/wrong_moment", "2")
    able.post(f"{path}/actions", {"type": "take", "pile": "A"})
    with unchanged(service, path):
        answer = able.post(f"{path}/actions", {"type": "replace", "position": 4})
        problem(answer, 409, "boosh/no_such_position", "2")


def test_a_card_that_is_not_held_and_a_suit_not_followed(
    service: Service, two: list[Asker]
) -> None:
    eve = service.player("Eve")
    three = [*two, eve]
    path = service.started(three, "boon", 3, options={"first_dealer": 2})
    act = f"{path}/actions"
    with unchanged(service, path):
        problem(two[1].post(act, {"type": "pass"}), 409, "boon/not_your_turn", "2")
        problem(two[0].post(act, {"type": "play", "card": "gold-7"}), 409, "boon/wrong_phase", "2")
    for one in three:  # a Leaster
        assert one.post(act, {"type": "pass"}).status_code == 200
    hands = [one.get(f"{path}/view").get_json()["play"]["cards"] for one in three]
    leader, _ = service.acting(path, three)
    lead, after = three.index(leader), (three.index(leader) + 1) % 3
    suits = {card.partition("-")[0] for card in hands[after]}
    led = next(card for card in hands[lead] if card.partition("-")[0] in suits)
    other = next(card for card in hands[after] if card[:3] != led[:3])
    with unchanged(service, path):
        for card in (hands[after][0], "gold-77", "", "x" * 100):
            answer = leader.post(act, {"type": "play", "card": card})
            problem(answer, 409, "boon/not_in_hand", "5")
        problem(leader.post(act, {"type": "play", "card": "x" * 101}), 422, "http/invalid")
    assert leader.post(act, {"type": "play", "card": led}).status_code == 200
    with unchanged(service, path):
        answer = three[after].post(act, {"type": "play", "card": other})
        problem(answer, 409, "boon/must_follow", "5")


@pytest.mark.parametrize(
    ("method", "where", "body"),
    [
        ("GET", "", None), ("DELETE", "", None), ("GET", "/view", None), ("GET", "/events", None),
        ("GET", "/log", None), ("POST", "/seats", {}), ("POST", "/seats", {"seat": 0}),
        ("DELETE", "/seats/0", None), ("POST", "/start", {}),
        ("POST", "/actions", {"type": "pass"}),
    ],
)  # fmt: skip
def test_a_table_that_does_not_exist(
    service: Service, two: list[Asker], method: str, where: str, body: Any
) -> None:
    ids = ["t000000000000000000", "t", "x", two[0].id, "t" * 200, "t%0a", "t0:log", "%7Bt0%7D"]
    with service.nothing_happens():
        for table in ids:
            answer = two[0].ask(method, f"/v1/tables/{table}{where}", body)
            problem(answer, 404, "table/unknown")


@pytest.mark.parametrize("way", ["played", "withdrawn"])
def test_a_table_that_has_ended(service: Service, two: list[Asker], way: str) -> None:
    if way == "played":
        path = service.started(two, "boosh", 2, options={"max_hands": 1})
        service.play(path, two)
    else:
        path = service.opened(two[0], "boosh", 2)
        two[0].post(f"{path}/seats")
        two[0].delete(path)
    ada = two[0]
    with unchanged(service, path):
        problem(ada.post(f"{path}/seats"), 409, "table/closed", "T9")
        problem(ada.delete(f"{path}/seats/0"), 409, "table/closed", "T9")
        problem(ada.post(f"{path}/start"), 409, "table/closed", "T9")
        problem(ada.delete(path), 409, "table/closed", "T9")
        act = ada.post(f"{path}/actions", {"type": "take", "pile": "A"})
        problem(act, 409, "table/closed", "T9")


@pytest.mark.parametrize(
    "path",
    ["/v0", "/v1", "/v2/tables", "/v1/table", "/v1/tables/", "/v1/games/boon/law", "/%00"],
)
def test_a_path_that_is_not_there(service: Service, path: str) -> None:
    for method in ("GET", "POST", "DELETE", "PUT"):
        problem(service.nobody.ask(method, path), 404, "http/not_found")


@pytest.mark.parametrize(
    ("method", "path", "takes"),
    [
        ("DELETE", "/v1/players", "GET, HEAD, OPTIONS, POST"),
        ("GET", "/v1/players/me/recovery-code", "OPTIONS, POST"),
        ("PUT", "/v1/tables", "GET, HEAD, OPTIONS, POST"),
        ("POST", "/v1/games", "GET, HEAD, OPTIONS"),
        ("POST", "/v1/tables/t00/view", "GET, HEAD, OPTIONS"),
        ("PATCH", "/v1/tables/t00", "DELETE, GET, HEAD, OPTIONS"),
        ("GET", "/v1/tables/t00/actions", "OPTIONS, POST"),
    ],
)
def test_a_method_that_a_path_does_not_take(
    service: Service, method: str, path: str, takes: str
) -> None:
    answer = service.nobody.ask(method, path)
    assert takes in problem(answer, 405, "http/method_not_allowed")["detail"]
    assert answer.headers["Allow"] == takes


@pytest.mark.parametrize("key", ["", " ", "with space", "é", "x" * 129, "tab\there"])
def test_a_bad_idempotency_key(service: Service, two: list[Asker], path: str, key: str) -> None:
    ada = two[0]
    with unchanged(service, path):
        headers = {"Idempotency-Key": key}
        table = {"game": "boon", "seats": 3}
        action = {"type": "pass"}
        asks = [("/v1/tables", table), (f"{path}/seats", {}), (f"{path}/start", {})]
        for where, body in [*asks, (f"{path}/actions", action)]:
            problem(ada.ask("POST", where, body, headers=headers), 400, "http/bad_key")
        problem(ada.ask("DELETE", path, headers=headers), 400, "http/bad_key")


def test_a_bug_is_told_without_its_detail(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise AssertionError("a secret of ours")

    monkeypatch.setattr(Players, "find", fails)
    answer = service.nobody.get("/v1/players/p0")
    assert "secret" not in answer.text
    problem(answer, 500, "http/internal")
    assert "a secret of ours" in caplog.text


# ---- Redis gone


@pytest.fixture
def own(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Run a server that the test may kill."""
    with EmbeddedServer(tmp_path / "own", always=True) as running:
        yield running


@pytest.fixture
def fragile(own: EmbeddedServer, tmp_path: Path) -> Iterator[Service]:
    """Return a service on that server."""
    parts = assemble_parts(ServiceSettings(own.url, tmp_path, "always"))
    yield Service(parts)
    parts.store.redis.close()


def test_play_stops_while_redis_is_gone_and_goes_on_when_it_is_back(
    fragile: Service, own: EmbeddedServer
) -> None:
    two = [fragile.player("Ada"), fragile.player("Bob")]
    path = fragile.started(two, "boosh", 2, options={"first_dealer": 0})
    fragile.play(path, two, actions=3)
    able, _ = fragile.acting(path, two)
    seen = able.get(f"{path}/view").get_json()
    action, log = seen["choices"]["actions"][0], fragile.log(path)
    own.kill()
    asks: list[tuple[str, str, Any]] = [
        ("POST", f"{path}/actions", action), ("GET", f"{path}/view", None),
        ("POST", "/v1/tables", {"game": "boon", "seats": 3}), ("GET", "/v1/tables", None),
        ("POST", "/v1/players", {"name": "Eve"}), ("GET", "/readyz", None),
    ]  # fmt: skip
    for method, where, body in asks:
        answer = able.ask(method, where, body, headers={"Idempotency-Key": "once"})
        problem(answer, 503, "http/store_away")
        assert answer.headers["Retry-After"] == "1"
    assert fragile.nobody.get("/healthz").status_code == 200
    own.start()
    assert fragile.log(path) == log
    assert able.get(f"{path}/view").get_json() == seen
    assert able.post(f"{path}/actions", action, Idempotency_Key="once").status_code == 200
    fragile.play(path, two, actions=5)
    assert fragile.log(path)[0] > log[0] + 5


def test_a_full_redis_refuses_and_loses_nothing(fragile: Service) -> None:
    two = [fragile.player("Ada"), fragile.player("Bob")]
    path = fragile.started(two, "boosh", 2, options={"first_dealer": 0})
    able, _ = fragile.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    client: Any = fragile.redis
    client.config_set("maxmemory", "1")
    with unchanged(fragile, path):
        answer = able.post(f"{path}/actions", action)
        problem(answer, 503, "http/store_full")
        assert answer.headers["Retry-After"] == "60"
    client.config_set("maxmemory", "0")
    assert able.post(f"{path}/actions", action).status_code == 200
