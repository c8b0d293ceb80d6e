"""Quick seat: the fitting open table with the fewest free seats, or a new one."""

import threading
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask import Flask

from events.cached_streams import Tables
from events.store.repeats import IdempotencyIndex
from events.store.streams import Store
from service.app import create_app
from service.tables import quick_seat
from service.tables.seats import take_seat
from service.wire.connections import Signing
from tests.service.asker import Asker, Service, commitment, problem
from tests.waiting import PATIENCE
from tests.workers.floor import move_clock

QUICK = "/v1/quick"
BOOSH = {"game": "boosh"}
USUAL: dict[str, Any] = {"clock": {"turn": 60, "bank": 120}, "pace": 1_000}  # of a new table


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def seated_at(asker: Asker, body: Any, **headers: str) -> str:
    """Ask for a quick seat; return the path of its table."""
    answer = asker.post(QUICK, body, **headers)
    assert answer.status_code == 201, answer.text
    view = answer.get_json()["view"]
    assert view["seats"][view["seat"]]["player"] == asker.id
    return answer.headers["Location"]


def test_with_no_table_that_fits_one_is_opened(service: Service, ada: Asker) -> None:
    answer = ada.post(
        QUICK, {"game": "boon", "clock": {"turn": 30}, "options": {"victory_cards": 5}}
    )
    view = answer.get_json()["view"]
    assert (view["opener"], view["seat"], len(view["seats"])) == (ada.id, 0, 3)
    assert view["clock"] == {"turn": 30, "bank": 0, "first_turn": 60}
    assert view["on_time_out"] == "fallback"
    assert (view["options"]["victory_cards"], view["private"], view["phase"]) == (5, False, "open")


def test_the_table_with_the_fewest_free_seats_is_joined_then_the_oldest(
    service: Service, ada: Asker, bob: Asker
) -> None:
    eve = service.player("Eve")
    empty = service.opened(ada, "boosh", 4, **USUAL)
    older = service.opened(ada, "boosh", 3, **USUAL)
    move_clock(service.parts.store, 1)
    newer = service.opened(ada, "boosh", 3, **USUAL)
    for path in (newer, older):
        ada.post(f"{path}/seats")
    service.follow()
    assert seated_at(bob, {"game": "boosh"}) == older
    service.follow()
    assert seated_at(eve, {"game": "boosh"}) == older
    service.follow()
    assert seated_at(service.player("Kim"), {"game": "boosh"}) == newer
    assert seated_at(service.player("Lee"), {"game": "boosh", "seats": 4}) == empty


def test_of_tables_of_one_millisecond_the_smaller_id_counts_as_the_older(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = service.parts.store.now()
    monkeypatch.setattr(Store, "now", lambda store: now)
    opened = [service.opened(ada, "boosh", 2, **USUAL) for _ in range(5)]
    service.follow()
    shown = service.nobody.get("/v1/tables").get_json()["tables"]
    assert [f"/v1/tables/{row['table']}" for row in shown] == sorted(opened, reverse=True)
    assert {row["opened_at"] for row in shown} == {now}
    for path in sorted(opened):
        assert seated_at(bob, BOOSH) == path
        service.follow()


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ({}, True),
        ({"seats": 3}, True),
        ({"seats": 4}, False),
        ({"options": {"woof": True, "target": 250}}, True),
        ({"options": {"woof": False}}, False),
        ({"options": {"woof": True, "target": 300}}, False),
        ({"clock": {"turn": 30, "bank": 0}}, True),
        ({"clock": {"turn": 30, "bank": 1}}, False),
        ({"clock": {"turn": 30, "first_turn": 0}}, False),
        ({"clock": None}, False),
        ({"on_time_out": "forfeit"}, False),
        ({"reveal": "table"}, True),
        ({"reveal": "hand"}, False),
        ({"rated": True}, False),
        ({"pace": 0}, False),
        ({"game": "boon", "options": {}}, False),
    ],
)
def test_a_table_fits_when_it_has_all_that_is_asked_for(
    service: Service, ada: Asker, bob: Asker, wanted: dict[str, Any], fits: bool
) -> None:
    settings = {"options": {"woof": True}, "clock": {"turn": 30, "first_turn": 60},
                "on_time_out": "bot", "rated": False, "pace": 500}  # fmt: skip
    path = service.opened(ada, "boosh", 3, **settings)
    service.follow()
    assert (seated_at(bob, {"game": "boosh", **settings, **wanted}) == path) == fits


@pytest.mark.parametrize(
    "odd",
    [
        {"clock": None}, {"clock": {"turn": 1, "first_turn": 0}}, {"clock": {"turn": 2_592_000}},
        {"options": {"target": 10_000}}, {"options": {"woof": True}}, {"on_time_out": "forfeit"},
        {"rated": False}, {"pace": 60_000}, {"reveal": "auditors"},
    ],
)  # fmt: skip
def test_nobody_is_led_to_a_table_that_is_odd_in_a_way_they_did_not_ask_for(
    service: Service, ada: Asker, bob: Asker, odd: dict[str, Any]
) -> None:
    path = service.opened(ada, "boosh", 2, **{**USUAL, **odd})
    service.follow()
    assert seated_at(bob, BOOSH) != path
    assert seated_at(service.player("Eve"), {**BOOSH, **odd, **{"pace": 1_000, **odd}}) == path


@pytest.mark.parametrize("blocks", ["who waits", "who comes"])
@pytest.mark.parametrize("known", [True, False], ids=["in the lobby", "just opened"])
def test_who_has_blocked_whom_is_not_seated_together(
    service: Service, ada: Asker, bob: Asker, blocks: str, known: bool
) -> None:
    blocker, blocked = (ada, bob) if blocks == "who waits" else (bob, ada)
    wants = {"invitations": "anyone", "blocked": [blocked.id], "presence": True}
    assert blocker.put("/v1/players/me/preferences", wants).status_code == 200
    path = seated_at(ada, BOOSH)
    if known:
        service.follow()
    other = seated_at(bob, BOOSH, **{"Idempotency-Key": "quick"})
    assert other != path
    assert seated_at(bob, BOOSH, **{"Idempotency-Key": "quick"}) == other
    assert seated_at(service.player("Eve"), BOOSH) in (path, other)


@pytest.mark.parametrize("is_known", [True, False], ids=["in the lobby", "just opened"])
def test_who_comes_in_the_same_moment_as_somebody_they_blocked_sits_elsewhere(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    wants = {"invitations": "anyone", "blocked": [bob.id], "presence": True}
    assert ada.put("/v1/players/me/preferences", wants).status_code == 200
    path, others = seated_at(service.player("Eve"), {**BOOSH, "seats": 3}), list[str]()
    if is_known:
        service.follow()

    def be_overtaken(*given: Any) -> Any:
        """Let Bob take his seat after Ada has looked who sits there, before she sits down."""
        monkeypatch.setattr(quick_seat, "take_seat", take_seat)
        others.append(seated_at(bob, BOOSH))
        return take_seat(*given)

    monkeypatch.setattr(quick_seat, "take_seat", be_overtaken)
    own = seated_at(ada, BOOSH, Idempotency_Key="k")
    assert others == [path]
    assert own != path
    assert seated_at(ada, BOOSH, Idempotency_Key="k") == own


def test_who_comes_in_the_same_moment_as_somebody_else_sits_beside_them(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seated_at(service.player("Eve"), {**BOOSH, "seats": 4})

    def be_overtaken(*given: Any) -> Any:
        monkeypatch.setattr(quick_seat, "take_seat", take_seat)
        assert seated_at(bob, BOOSH) == path
        return take_seat(*given)

    monkeypatch.setattr(quick_seat, "take_seat", be_overtaken)
    assert seated_at(ada, BOOSH) == path


def test_private_tables_rematches_and_ones_own_are_left_out(
    service: Service, ada: Asker, bob: Asker
) -> None:
    private = service.opened(ada, "boosh", 2, private=True)
    own = service.opened(ada, "boosh", 2, **USUAL)
    bob.post(f"{own}/seats")
    played = service.started([ada], "boosh", 2)
    ada.post(f"{played}/adjourn")
    rematch = ada.post(f"{played}/rematch").headers["Location"]
    service.follow()
    assert seated_at(bob, {"game": "boosh"}) not in (private, own, played, rematch)


def test_behind_thousands_of_newer_tables_quick_seat_and_filters_find_the_one_that_waits(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boosh", 2, **USUAL)
    service.follow()
    lobby = service.parts.models.lobby
    (row,) = lobby.rows(1)
    at = row["opened_at"]
    newer = [
        (name, {**row, "table": name, "game": game, "opened_at": at + k, "phase": phase})
        for k in range(1, 1_200)
        for name, game, phase in ((f"tb{k}", "boon", "open"), (f"tp{k}", "boosh", "playing"))
    ]
    lobby.move(0, f"{at + 10_000_000}-0", newer, lobby.version())
    page = service.nobody.get("/v1/tables?game=boosh&phase=open").get_json()
    assert [f"/v1/tables/{one['table']}" for one in page["tables"]] == [path]
    assert page["cursor"] is None
    page = service.nobody.get("/v1/tables?game=boosh&limit=500").get_json()
    rest = service.nobody.get(f"/v1/tables?game=boosh&cursor={page['cursor']}&limit=700")
    assert len(page["tables"]) == len(rest.get_json()["tables"]) == 500
    assert seated_at(bob, BOOSH) == path


def test_a_table_that_was_filled_in_the_meantime_is_passed_by(
    service: Service, ada: Asker, bob: Asker
) -> None:
    full, started, next_best = (service.opened(ada, "boosh", seats, **USUAL) for seats in (2, 2, 3))
    service.follow()
    for _ in range(2):
        ada.post(f"{full}/seats", {"bot": "regular"})
        ada.post(f"{started}/seats", {"bot": "regular"})
    ada.post(f"{started}/start")
    assert seated_at(bob, {"game": "boosh"}) == next_best


def test_a_repeat_finds_the_first_seat_again(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.opened(ada, "boosh", 2, **USUAL)
    service.follow()
    for asker, body in ((bob, {"game": "boosh"}), (ada, {"game": "boon"})):
        first = asker.post(QUICK, body, Idempotency_Key="k")
        assert first.status_code == 201
        service.follow()
        service.parts.tables.held.clear()
        with service.nothing_happens():
            again = asker.post(QUICK, body, Idempotency_Key="k")
            assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")
            problem(asker.post(QUICK, {"game": "bum"}, Idempotency_Key="k"), 422, "http/key_reused")
    ada.delete(path)


def test_a_repeat_goes_on_where_a_dying_process_stopped(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = service.opened(ada, "boosh", 2, **USUAL)
    service.follow()

    def dies(*_: Any) -> Any:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr("service.tables.quick_seat.take_seat", dies)
        assert bob.post(QUICK, BOOSH, Idempotency_Key="k").status_code == 500
    better = service.opened(ada, "boosh", 2, **USUAL)
    ada.post(f"{better}/seats")
    service.follow()
    assert seated_at(bob, BOOSH, Idempotency_Key="k") == path


def test_equal_requests_at_once_take_one_seat(service: Service, ada: Asker, bob: Asker) -> None:
    for tables in range(3):
        for _ in range(tables):
            service.opened(ada, "boosh", 3, **USUAL)
        service.follow()
        begin, found = threading.Barrier(4, timeout=PATIENCE), list[str]()

        def run(app: Flask, key: str, begin: threading.Barrier, found: list[str]) -> None:
            mine = Asker(app.test_client(), bob.token, bob.id)
            begin.wait()
            answer = mine.post(QUICK, BOOSH, Idempotency_Key=key)
            found.append(answer.headers.get("Location", answer.text))

        apps = [  # not in the threads: ast.parse, by which routes are made, fails in several
            create_app(replace(service.parts, tables=Tables(service.parts.store))) for _ in range(4)
        ]
        threads = [
            threading.Thread(target=run, args=(app, f"k{tables}", begin, found)) for app in apps
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 4
        assert len(set(found)) == 1, found
        service.follow()


def test_a_table_that_is_opened_just_now_is_not_taken_for_archived(
    service: Service, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of equal requests one opens the table, while another looks for it that has it by the key."""
    path, looks = seated_at(bob, BOOSH, Idempotency_Key="k"), list[str]()

    def before_it_is_opened(name: str, none: Any) -> Any:
        real = getattr(Store, name)

        def look(store: Store, stream: str) -> Any:
            looks.append(name)
            return none if len(looks) == 1 else real(store, stream)

        return look

    for name, none in (("newest", None), ("knows", False)):
        monkeypatch.setattr(Store, name, before_it_is_opened(name, none))
    assert seated_at(bob, BOOSH, Idempotency_Key="k") == path
    assert looks == ["knows"]


def test_of_many_at_once_everybody_gets_a_seat_and_none_is_taken_twice(
    service: Service, ada: Asker
) -> None:
    for seats in (2, 3, 2):
        service.opened(ada, "boosh", seats, **USUAL)
    service.follow()
    many = [service.player(f"player {k}") for k in range(8)]
    begin, found = threading.Barrier(8, timeout=PATIENCE), list[tuple[str, int]]()

    def run(one: Asker) -> None:
        begin.wait()
        view = one.post(QUICK, BOOSH).get_json()["view"]
        found.append((view["table"], view["seat"]))

    threads = [threading.Thread(target=run, args=(one,)) for one in many]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 8


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "game"),
        ({"game": "whist"}, "game"),
        ({"game": "boon", "seats": 2}, "seats"),
        ({"game": "boon", "options": {"woof": True}}, "options.woof"),
        ({"game": "boosh", "options": {"woof": 1}}, "options.woof"),
        ({"game": "boosh", "private": True}, "private"),
        ({"game": "boosh", "clock": {"turn": 0}}, "clock.turn"),
        ({"game": "boosh", "options": None}, "options"),
        ({"game": "boosh", "reveal": None}, "reveal"),
    ],
)
def test_what_no_table_can_be_is_refused(
    service: Service, ada: Asker, body: Any, where: str
) -> None:
    with service.nothing_happens():
        assert set(problem(ada.post(QUICK, body), 422, "http/invalid")["errors"]) == {where}


def test_an_entropy_of_ones_own_is_promised_at_whatever_table_is_found(
    service: Service, ada: Asker, bob: Asker
) -> None:
    own = {"game": "boosh", "commitment": commitment(ada.id, "cat")}
    path = seated_at(ada, own, Idempotency_Key="k")
    assert seated_at(ada, own, Idempotency_Key="k") == path
    other = {**own, "commitment": commitment(bob.id, "dog")}
    problem(ada.post(QUICK, other, Idempotency_Key="k"), 422, "http/key_reused")
    assert seated_at(bob, other) == path
    told = [bob.get(path).get_json()["seats"][seat]["commitment"] for seat in (0, 1)]
    assert told == [commitment(ada.id, "cat"), commitment(bob.id, "dog")]
    ada.post(f"{path}/start")
    ada.reveal(path, "cat")
    bob.reveal(path, "dog")
    assert bob.get(path).get_json()["phase"] == "playing"
    wrong = problem(ada.post(QUICK, {**own, "commitment": "cat"}), 422, "http/invalid")
    assert list(wrong["errors"]) == ["commitment"]


@pytest.mark.parametrize("is_known", [True, False], ids=["in the lobby", "filling"])
def test_nobody_is_led_to_a_table_whose_start_was_called_for(
    service: Service, ada: Asker, bob: Asker, is_known: bool
) -> None:
    """Who leaves it then is played for by a bot, so it has no free seat."""
    path = seated_at(ada, {"game": "boosh", "commitment": commitment(ada.id, "cat")})
    assert seated_at(bob, {"game": "boosh"}) == path
    ada.post(f"{path}/start")
    bob.delete(f"{path}/seats/1")
    if is_known:
        service.follow()
    eve = service.player("Eve")
    assert seated_at(eve, {"game": "boosh", "commitment": commitment(eve.id, "owl")}) != path


def test_without_a_token_there_is_no_seat(service: Service) -> None:
    with service.nothing_happens():
        problem(service.nobody.post(QUICK, BOOSH), 401, "http/unauthorized")


def test_a_hint_is_moved_only_from_where_it_was_seen(store: Store) -> None:
    repeats = IdempotencyIndex(store)
    assert repeats.find("k") is None
    assert repeats.replace("k", None, "t1") == "t1"
    assert repeats.replace("k", None, "t2") == "t1"
    assert repeats.replace("k", "t1", "t3") == "t3"
    assert repeats.replace("k", "t1", "t4") == "t3"
    assert (repeats.find("k"), repeats.find("another")) == ("t3", None)


def test_who_takes_the_last_seat_calls_for_the_start_and_is_shown_what_follows(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated_at(ada, BOOSH)
    assert ada.get(path).get_json()["phase"] == "open"
    answer = bob.post(QUICK, BOOSH, Idempotency_Key="k")
    assert answer.headers["Location"] == path
    shown, now = answer.get_json(), bob.get(f"{path}/view").get_json()
    assert (shown["view"]["phase"], shown["view"]["n"]) == ("playing", now["n"])
    assert (shown["receipt"]["n"], shown["receipt"]["head"]) == service.log(path)
    with service.nothing_happens():
        again = bob.post(QUICK, BOOSH, Idempotency_Key="k")
    assert (again.data, again.headers["Idempotency-Replayed"]) == (answer.data, "true")


def test_the_answer_to_the_last_quick_seat_says_that_entropies_are_awaited(
    service: Service, ada: Asker, bob: Asker
) -> None:
    seated_at(ada, {**BOOSH, "commitment": commitment(ada.id, "cat")})
    view = bob.post(QUICK, BOOSH).get_json()["view"]
    assert (view["phase"], view["closing"]["n"]) == ("open", view["n"])


@pytest.mark.parametrize("last", ["a player", "a bot"])
def test_a_table_that_a_quick_seat_opened_begins_whoever_takes_its_last_seat(
    service: Service, ada: Asker, bob: Asker, last: str
) -> None:
    path = seated_at(ada, BOOSH)
    one, body = (bob, {}) if last == "a player" else (ada, {"bot": "regular"})
    first = one.post(f"{path}/seats", body, Idempotency_Key="k")
    assert (first.status_code, first.get_json()["view"]["phase"]) == (201, "playing")
    with service.nothing_happens():
        again = one.post(f"{path}/seats", body, Idempotency_Key="k")
    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")


def test_a_table_that_a_quick_seat_opened_begins_though_seats_were_left_between(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = seated_at(ada, {**BOOSH, "seats": 3})
    assert seated_at(bob, BOOSH) == path
    assert ada.delete(f"{path}/seats/0").status_code == 200
    assert seated_at(service.player("Eve"), BOOSH) == path
    view = service.player("Kim").post(f"{path}/seats").get_json()["view"]
    assert (view["seat"], view["phase"]) == (2, "playing")


def test_a_table_that_was_opened_by_hand_waits_for_the_call(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boosh", 2, **USUAL)
    ada.post(f"{path}/seats")
    assert bob.post(f"{path}/seats").get_json()["view"]["phase"] == "open"


def test_a_repeat_calls_for_the_start_where_a_dying_process_did_not(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seated_at(ada, BOOSH)
    with monkeypatch.context() as patch:
        patch.setattr(quick_seat, "call_when_full", lambda caller, seated, key: (seated, None))
        assert seated_at(bob, BOOSH, **{"Idempotency-Key": "quick"}) == path
    assert bob.get(path).get_json()["phase"] == "open"
    assert seated_at(bob, BOOSH, **{"Idempotency-Key": "quick"}) == path
    assert bob.get(path).get_json()["phase"] == "playing"


@pytest.mark.parametrize("way", ["quick", "seats"])
def test_who_takes_the_last_seat_has_a_receipt_of_that_and_one_of_the_call(
    service: Service, ada: Asker, bob: Asker, way: str
) -> None:
    """Without the first, a careful client could not reveal: it was seated before the call."""
    path = seated_at(ada, BOOSH)
    where, wanted = ("/v1/quick", BOOSH) if way == "quick" else (f"{path}/seats", {})
    for brief in ({}, {"Prefer": "return=minimal"}):
        told = bob.post(where, wanted, **{"Idempotency-Key": "last"}, **brief).get_json()
        log = service.parts.store.read(told["receipt"]["table"])
        assert orjson.loads(log[told["sitting"]["n"] - 1].e)["type"] == "table.seat_taken.v1"
        assert told["sitting"]["n"] < told["receipt"]["n"]
        for one in (told["sitting"], told["receipt"]):
            assert log[one["n"] - 1].h.hex() == one["head"]


def test_a_table_that_was_open_when_the_server_lost_data_is_not_called_for_by_a_quick_seat(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seated_at(ada, BOOSH)
    loss = service.parts.store.now()
    monkeypatch.setattr(Signing, "newest_loss", lambda signing: loss)
    assert seated_at(bob, BOOSH) == path
    assert bob.get(path).get_json()["phase"] == "open"
