"""Coming back to a seat, adjourning, rematches, and going on another day."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.cached_streams import Tables
from events.handle import handle
from service.app import create_app
from tests.service.asker import Asker, Service, problem
from tests.waiting import PATIENCE
from tests.workers.floor import move_clock
from workers.tables.clock import enforce_deadlines

KEY = {"Idempotency_Key": "5f0c3c1e-7a53"}
SHORT = {"victory_cards": 1}


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def elsewhere(service: Service, asker: Asker) -> Asker:
    """Return the same player asking a process that has seen no table yet."""
    own = service.parts
    app = create_app(replace(own, tables=Tables(own.store)))
    return Asker(app.test_client(), asker.token, asker.id)


def at_once(*asks: Callable[[], TestResponse]) -> list[TestResponse]:
    """Ask all at the same time; return the answers in order."""
    begin, found = threading.Barrier(len(asks), timeout=PATIENCE), dict[int, TestResponse]()

    def run(place: int) -> None:
        begin.wait()
        found[place] = asks[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[place] for place in range(len(asks))]


def repeated(service: Service, ask: Callable[[], TestResponse]) -> TestResponse:
    """Ask with a key, again, and again where everything is forgotten; return the first answer."""
    first = ask()
    assert first.status_code in (200, 201), first.text
    with service.nothing_happens():
        for _ in range(2):
            again = ask()
            assert (again.status_code, again.data) == (first.status_code, first.data)
            assert again.headers["Idempotency-Replayed"] == "true"
            service.parts.tables.held.clear()
    return first


# ---- coming back


def test_a_player_who_left_comes_back_and_gets_all_that_the_seat_received(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boon", 3, options=SHORT)
    bob.delete(f"{path}/seats/1")
    service.play(path, [ada], actions=2)
    problem(bob.get(f"{path}/view"), 403, "table/left")
    back = repeated(service, lambda: bob.post(f"{path}/seats/1/return", **KEY))
    view = back.get_json()["view"]
    assert (view["seat"], view["seats"][1]["player"]) == (1, bob.id)
    events = bob.get(f"{path}/events?limit=500").get_json()["events"]
    own = [event for event in events if "1" in event["parts"]]
    assert len(own) == len([event for event in events if "1" in event["seals"]]) > 0
    service.play(path, [ada, bob])
    assert bob.get(f"{path}/view").get_json()["phase"] == "closed"


def test_only_its_own_player_takes_a_seat_back(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.started([ada, bob], "boon", 3, options=SHORT)
    with service.nothing_happens():
        problem(bob.post(f"{path}/seats/1/return"), 409, "table/seated", "T3a")
        problem(ada.post(f"{path}/seats/2/return"), 403, "table/not_your_seat", "T3a")
        problem(ada.post(f"{path}/seats/7/return"), 404, "table/no_such_seat", "T3a")
    bob.delete(f"{path}/seats/1")
    with service.nothing_happens():
        problem(ada.post(f"{path}/seats/1/return"), 403, "table/not_your_seat", "T3a")
    opened = service.opened(ada)
    with service.nothing_happens():
        problem(ada.post(f"{opened}/seats/0/return"), 409, "table/not_started", "T3a")
    ada.post(f"{path}/adjourn")
    with service.nothing_happens():
        problem(bob.post(f"{path}/seats/1/return"), 409, "table/closed", "T9")


def test_the_seat_of_a_player_whose_time_was_up_is_taken_back(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"clock": {"turn": 30}, "on_time_out": "bot"}
    path = service.started([ada, bob], "boosh", 2, **settings)
    acting = ada.get(f"{path}/view").get_json()["to_act"][0]
    late = [ada, bob][acting]
    store = service.parts.store
    now = store.now() + 30_500  # half a second is allowed for the way
    monkeypatch.setattr(store, "now", lambda: now)
    assert enforce_deadlines(service.parts.tables, path.split("/")[3]) == "1 seats"
    problem(late.get(f"{path}/view"), 403, "table/left")
    view = late.post(f"{path}/seats/{acting}/return").get_json()["view"]
    assert (view["seat"], view["deadlines"][acting]) == (acting, now + 30_000)


# ---- adjourning


def test_a_table_is_adjourned_when_all_players_agree(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boon", 3)
    ada_agrees = repeated(service, lambda: ada.post(f"{path}/adjourn", **KEY))
    assert ada_agrees.get_json()["view"]["adjourn_agreed"] == [0]
    with service.nothing_happens():
        found = problem(ada.post(f"{path}/adjourn"), 409, "table/agreed", "T11")
        assert found["detail"] == "You have agreed; still awaited: seat 1"
        stranger = service.nobody.post(f"{path}/adjourn")
        problem(stranger, 401, "http/unauthorized")
    closed = repeated(service, lambda: bob.post(f"{path}/adjourn", **KEY)).get_json()["view"]
    text = "All players have agreed to end the table"
    outcome = {"places": [], "scores": [], "why": "adjourned", "text": text, "deserters": []}
    assert (closed["phase"], closed["outcome"]) == ("closed", outcome)
    with service.nothing_happens():
        problem(bob.post(f"{path}/adjourn"), 409, "table/closed", "T9")


def test_who_has_no_seat_adjourns_nothing(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.opened(ada)
    with service.nothing_happens():
        problem(ada.post(f"{path}/adjourn"), 409, "table/not_started", "T11")
    playing = service.started([ada], "boon", 3)
    with service.nothing_happens():
        problem(bob.post(f"{playing}/adjourn"), 403, "table/not_seated", "T11")


# ---- rematch


def over(service: Service, players: list[Asker], **settings: Any) -> str:
    """Return the path of a table that these players have adjourned."""
    path = service.started(players, "boon", 3, **settings)
    for one in players:
        assert one.post(f"{path}/adjourn").status_code == 200
    return path


def test_all_players_of_a_table_get_the_same_rematch(
    service: Service, ada: Asker, bob: Asker
) -> None:
    settings = {"options": {"victory_cards": 3}, "clock": {"turn": 30, "bank": 9},
                "on_time_out": "bot", "reveal": "hand", "spectator_delay": 7,
                "expires_after": 3600, "rated": False, "pace": 700}  # fmt: skip
    path = over(service, [ada, bob], **settings)
    old = path.split("/")[3]
    first = bob.post(f"{path}/rematch")
    assert first.status_code == 201
    view = first.get_json()["view"]
    assert first.headers["Location"] == f"/v1/tables/{view['table']}" != path
    assert (view["opener"], view["rematch_of"], view["phase"]) == (bob.id, old, "open")
    assert {name: view[name] for name in settings if name != "options"} == {
        name: value for name, value in settings.items() if name != "options"
    }
    assert view["options"]["victory_cards"] == 3
    assert [one["bot"] for one in view["seats"]] == [None, None, "regular"]
    second = elsewhere(service, ada).post(f"{path}/rematch", {"sit": True})
    assert second.headers["Location"] == first.headers["Location"]
    seats = second.get_json()["view"]["seats"]
    assert [(one["player"], one["bot"]) for one in seats] == [
        (ada.id, None), (None, None), (None, "regular"),
    ]  # fmt: skip
    assert bob.post(f"{path}/rematch", {"sit": True}).get_json()["view"]["seat"] == 1
    assert ada.post(f"{first.headers['Location']}/start").status_code == 200


def test_a_repeated_rematch_is_answered_alike_whatever_has_happened_since(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = over(service, [ada, bob])
    opened = repeated(service, lambda: bob.post(f"{path}/rematch", **KEY))
    sat = repeated(service, lambda: ada.post(f"{path}/rematch", {"sit": True}, **KEY))
    bob.post(f"{path}/rematch", {"sit": True})
    assert bob.post(f"{path}/rematch", **KEY).data == opened.data
    assert ada.post(f"{path}/rematch", {"sit": True}, **KEY).data == sat.data
    with service.nothing_happens():
        problem(ada.post(f"{path}/rematch", **KEY), 422, "http/key_reused")


def test_a_rematch_is_for_those_who_played_and_when_they_have_ended(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada], "boon", 3)
    with service.nothing_happens():
        problem(ada.post(f"{path}/rematch"), 409, "table/not_closed", "T12")
        problem(bob.post(f"{path}/rematch"), 403, "table/not_seated", "T12")
        problem(service.nobody.post(f"{path}/rematch"), 401, "http/unauthorized")
        problem(ada.post("/v1/tables/t0/rematch"), 404, "table/unknown")
    withdrawn = service.opened(ada)
    ada.delete(withdrawn)
    with service.nothing_happens():
        problem(ada.post(f"{withdrawn}/rematch"), 403, "table/not_seated", "T12")
    ada.post(f"{path}/adjourn")
    with service.nothing_happens():
        found = problem(ada.post(f"{path}/rematch", {"sits": True}), 422, "http/invalid")
        assert "did you mean `sit`?" in found["errors"]["sits"]


def test_an_old_seat_that_is_taken_is_refused(service: Service, ada: Asker, bob: Asker) -> None:
    path = over(service, [ada, bob])
    new = ada.post(f"{path}/rematch").headers["Location"]
    bob.delete(f"{new}/invitations/{bob.id}")
    assert service.player("Eve").post(f"{new}/seats", {"seat": 1}).status_code == 201
    problem(bob.post(f"{path}/rematch", {"sit": True}), 409, "table/seat_taken", "T2")
    ada.post(f"{new}/seats", {"seat": 0})
    ada.post(f"{new}/start")
    problem(bob.post(f"{path}/rematch", {"sit": True}), 409, "table/started", "T2")
    assert bob.post(f"{path}/rematch").get_json()["view"]["phase"] == "playing"


def test_two_who_ask_at_once_get_one_table_and_their_seats(
    service: Service, ada: Asker, bob: Asker
) -> None:
    for _ in range(5):
        path = over(service, [ada, bob])
        here, there = elsewhere(service, ada), elsewhere(service, bob)
        answers = at_once(
            lambda: here.post(f"{path}/rematch", {"sit": True}),  # noqa: B023  # called at once
            lambda: there.post(f"{path}/rematch", {"sit": True}),  # noqa: B023
        )
        assert [answer.status_code for answer in answers] == [201, 201]
        (new,) = {answer.headers["Location"] for answer in answers}
        seats = service.nobody.get(new).get_json()["seats"]
        assert [one["player"] or one["bot"] for one in seats] == [ada.id, bob.id, "regular"]


def test_the_bots_of_a_rematch_have_the_level_that_they_had(service: Service, ada: Asker) -> None:
    path = service.opened(ada, "boon", 3)
    for body in ({}, {"bot": "expert"}, {"bot": "novice"}):
        assert ada.post(f"{path}/seats", body).status_code == 201
    ada.post(f"{path}/start")
    assert ada.post(f"{path}/adjourn").status_code == 200
    view = ada.post(f"{path}/rematch", {"sit": True}).get_json()["view"]
    assert [one["player"] or one["bot"] for one in view["seats"]] == [ada.id, "expert", "novice"]


def test_a_withdrawn_rematch_gives_way_to_another(service: Service, ada: Asker, bob: Asker) -> None:
    path = over(service, [ada, bob])
    new = ada.post(f"{path}/rematch").headers["Location"]
    assert ada.delete(new).status_code == 200
    other = bob.post(f"{path}/rematch").headers["Location"]
    assert other not in (path, new)
    assert ada.post(f"{path}/rematch").headers["Location"] == other


def test_an_expired_rematch_gives_way_to_another(service: Service, ada: Asker, bob: Asker) -> None:
    path = over(service, [ada, bob], expires_after=60)
    new = ada.post(f"{path}/rematch", {"sit": True}).headers["Location"]
    move_clock(service.parts.store, 60_000)
    assert enforce_deadlines(service.parts.tables, new.split("/")[3]) == "expired"
    assert ada.get(new).get_json()["outcome"]["why"] == "expired"
    problem(ada.post(f"{new}/rematch"), 403, "table/not_seated", "T12")
    other = bob.post(f"{path}/rematch").headers["Location"]
    assert other not in (path, new)


def test_what_a_dying_process_left_undone_the_openers_next_call_does(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = over(service, [ada])
    calls = []

    def dies(*asked: Any) -> Any:
        calls.append(asked)
        if len(calls) == 2:
            raise RuntimeError("killed")
        return handle(*asked)

    with monkeypatch.context() as patched:
        patched.setattr("service.tables.rematch.handle", dies)
        assert ada.post(f"{path}/rematch", {"sit": True}, **KEY).status_code == 500
    view = ada.post(f"{path}/rematch", {"sit": True}, **KEY).get_json()["view"]
    assert [one["player"] or one["bot"] for one in view["seats"]] == [ada.id, "regular", "regular"]


def test_the_rematch_of_a_private_table_is_private_and_shown_to_those_who_ask(
    service: Service, ada: Asker, bob: Asker
) -> None:
    made = ada.post("/v1/tables", {"game": "boosh", "seats": 2, "private": True}).get_json()
    path = f"/v1/tables/{made['view']['table']}"
    for one in (ada, bob):
        one.post(f"{path}/seats", Join_Code=made["join_code"])
    ada.post(f"{path}/start")
    for one in (ada, bob):
        one.post(f"{path}/adjourn")
    mine, his = ada.post(f"{path}/rematch"), bob.post(f"{path}/rematch", {"sit": True})
    new = his.headers["Location"]
    assert (mine.headers["Location"], his.get_json()["view"]["private"]) == (new, True)
    assert his.get_json()["join_code"] is None
    code = mine.get_json()["join_code"]
    assert code not in (None, made["join_code"])
    assert bob.get(f"{new}/view").get_json()["seat"] == 1
    eve = service.player("Eve")
    problem(eve.post(f"{path}/rematch"), 404, "table/unknown")
    assert eve.get(new, Join_Code=code).status_code == 200


# ---- going on


def a_session(service: Service, ada: Asker, bob: Asker, hands: int) -> str:
    """Return the path of a table of the Bum Game adjourned after so many hands."""
    path = service.started([ada, bob], "bum", 3)
    while ada.get(f"{path}/view").get_json()["hand"] <= hands:
        service.play(path, [ada, bob], actions=1)
    for one in (ada, bob):
        one.post(f"{path}/adjourn")
    return path


def test_a_session_goes_on_another_day(service: Service, ada: Asker, bob: Asker) -> None:
    path = a_session(service, ada, bob, 1)
    last = ada.get(f"{path}/view").get_json()
    body = {"game": "bum", "seats": 3, "continues": path.split("/")[3]}
    first = repeated(service, lambda: ada.post("/v1/tables", body, **KEY))
    view, new = first.get_json()["view"], first.headers["Location"]
    assert view["continues"] == path.split("/")[3]
    assert [one["kept_for"] for one in view["seats"]] == [ada.id, bob.id, None]
    opened = service.nobody.get(f"{new}/events").get_json()["events"][0]["data"]["carried"]
    assert (opened["n"], opened["head"]) == (last["n"], last["head"])
    assert opened["players"] == [ada.id, bob.id, None]
    eve = service.player("Eve")
    problem(eve.post(f"{new}/seats", {"seat": 1}), 403, "table/seat_kept", "T13")
    assert bob.post(f"{new}/seats").get_json()["view"]["seat"] == 1
    ada.post(f"{new}/seats", {"bot": "regular"})
    assert ada.post(f"{new}/seats").get_json()["view"]["seat"] == 0
    begun = ada.post(f"{new}/start").get_json()["view"]["play"]
    assert sum(begun["totals"]) == 3  # of one hand of three
    assert begun["totals"] == [sum(points) for points in zip(opened["data"]["totals"], strict=True)]
    assert begun["seated"] == opened["data"]["order"]


def test_a_table_of_a_private_one_is_continued_by_its_players_alone(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "bum", 3)
    body = {"game": "bum", "seats": 3, "continues": path.split("/")[3]}
    with service.nothing_happens():
        problem(ada.post("/v1/tables", body), 409, "table/not_closed", "T13")
        eve = service.nobody
        problem(eve.post("/v1/tables", body), 401, "http/unauthorized")
        problem(ada.post("/v1/tables", {**body, "continues": "t0"}), 404, "table/unknown")
        wrong = ada.post("/v1/tables", {**body, "continues": "the last one"})
        assert set(problem(wrong, 422, "http/invalid")["errors"]) == {"continues"}
    for one in (ada, bob):
        one.post(f"{path}/adjourn")
    stranger = service.player("Eve")
    with service.nothing_happens():
        problem(stranger.post("/v1/tables", body), 403, "table/not_seated", "T13")
        found = problem(ada.post("/v1/tables", body), 409, "table/nothing_carries_over", "T13")
        assert "The Bum Game has nothing to hand on" in found["detail"]
        other = problem(
            ada.post("/v1/tables", {**body, "game": "boon"}), 409, "table/nothing_carries_over",
            "T13",
        )  # fmt: skip
        assert "only a table of the same game" in other["detail"]


def test_what_does_not_fit_the_other_table_is_refused_at_once(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = a_session(service, ada, bob, 1)
    body = {"game": "bum", "seats": 4, "continues": path.split("/")[3]}
    with service.nothing_happens():
        problem(ada.post("/v1/tables", body), 422, "http/invalid")
        low = {**body, "seats": 3, "options": {"target": 1}}
        found = problem(ada.post("/v1/tables", low), 422, "http/invalid")
        assert set(found["errors"]) == {"options.target"}


def test_a_private_table_is_continued_only_by_who_may_see_it(service: Service, ada: Asker) -> None:
    made = ada.post("/v1/tables", {"game": "boosh", "seats": 2, "private": True}).get_json()
    body = {"game": "boosh", "seats": 2, "continues": made["view"]["table"]}
    eve = service.player("Eve")
    problem(eve.post("/v1/tables", body), 404, "table/unknown")
    problem(ada.post("/v1/tables", body), 403, "table/not_seated", "T13")


# ---- the last seat


def test_of_two_who_take_the_last_seat_at_once_one_gets_it(
    service: Service, ada: Asker, bob: Asker
) -> None:
    eve = service.player("Eve")
    for body in ({"seat": 1}, {}):
        path = service.opened(ada, "boosh", 2)
        ada.post(f"{path}/seats", {"seat": 0})
        here, there = elsewhere(service, bob), elsewhere(service, eve)
        answers = at_once(
            lambda: here.post(f"{path}/seats", body),  # noqa: B023  # called at once
            lambda: there.post(f"{path}/seats", body),  # noqa: B023
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        (refused,) = [json.loads(one.data) for one in answers if one.status_code == 409]
        assert refused["code"] == ("table/seat_taken" if body else "table/full")
        won = [one.status_code for one in answers].index(201)
        assert service.nobody.get(path).get_json()["seats"][1]["player"] == [bob, eve][won].id
