"""Tables: open, find, sit down, leave, start."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from events.accounts.players import Players
from games import GAMES, NEWEST
from games.core.bots import LADDER
from games.core.options import option_forms
from tests.games.changed import with_levels
from tests.service.asker import Asker, Service, problem

DAYS = {"turn": 259_200, "bank": 0}


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


# ---- games


def test_all_games_are_listed_with_their_seats(service: Service) -> None:
    listed_games = service.nobody.get("/v1/games").get_json()["games"]
    assert [one["game"] for one in listed_games] == sorted({name for name, _ in GAMES})
    for one in listed_games:
        game = GAMES[one["game"], one["rules"]]
        assert one["title"] == game.title
        assert one["seats"] == {"least": game.seats[0], "most": game.seats[-1]}


def test_a_game_is_shown_with_options_actions_and_rules(service: Service) -> None:
    for (name, version), game in GAMES.items():
        shown = service.nobody.get(f"/v1/games/{name}").get_json()
        assert shown["rules"] == version
        assert shown["options"] == json.loads(json.dumps(option_forms(game.options)))
        kinds = [form["properties"]["type"]["const"] for form in shown["actions"]]
        assert kinds == list(game.actions)
        rules = service.nobody.get(f"/v1/games/{name}/rules")
        assert (rules.mimetype, rules.text[:2]) == ("text/markdown", "# ")
        again = service.nobody.get(rules.headers["Content-Location"])
        assert (again.text, again.mimetype) == (rules.text, "text/markdown")


def test_an_unknown_game_is_answered_with_those_there_are(service: Service) -> None:
    found = problem(service.nobody.get("/v1/games/whist"), 404, "game/unknown")
    assert "boojum, boon, boosh, bum, goblin_market" in found["detail"]


# ---- open


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({}, {"clock": DAYS, "on_time_out": "fallback", "reveal": "table", "private": False}),
        ({"clock": {"turn": 30}}, {"clock": {"turn": 30, "bank": 0}}),
        ({"clock": {"turn": 1, "bank": 2_592_000}}, {"clock": {"turn": 1, "bank": 2_592_000}}),
        ({"clock": {"turn": 2_592_000}}, {"clock": {"turn": 2_592_000, "bank": 0}}),
        ({"clock": None}, {"clock": None}),
        ({"on_time_out": "bot"}, {"on_time_out": "bot"}),
        ({"on_time_out": "forfeit"}, {"on_time_out": "forfeit"}),
        ({"reveal": "hand"}, {"reveal": "hand"}),
        ({"reveal": "auditors"}, {"reveal": "auditors"}),
        ({"private": True}, {"private": True}),
        ({}, {"expires_after": 86_400}),
        ({"expires_after": 2_592_000}, {"expires_after": 2_592_000}),
        ({}, {"rated": True, "pace": 0}),
        ({"rated": False, "pace": 60_000}, {"rated": False, "pace": 60_000}),
    ],
)
def test_a_table_is_opened_with_its_settings(
    service: Service, ada: Asker, settings: dict[str, Any], shown: dict[str, Any]
) -> None:
    made = ada.post("/v1/tables", {"game": "boon", "seats": 4, **settings})
    assert made.status_code == 201
    view = made.get_json()["view"]
    assert made.headers["Location"] == f"/v1/tables/{view['table']}"
    assert {name: view[name] for name in shown} == shown
    assert (view["phase"], view["opener"], view["n"]) == ("open", ada.id, 1)
    assert [one["player"] for one in view["seats"]] == [None] * 4
    who = ada if settings.get("private") else service.nobody
    everybody = who.get(made.headers["Location"]).get_json()
    assert {**everybody, "seat": None} == view


def test_an_opened_table_has_all_options_of_its_game(service: Service, ada: Asker) -> None:
    path = service.opened(ada, "boosh", 2, options={"woof": True, "target": 120})
    options = service.nobody.get(path).get_json()["options"]
    assert (options["woof"], options["target"], options["max_hands"]) == (True, 120, 100)


def test_a_word_that_stands_for_options_is_not_kept_beside_them(
    service: Service, ada: Asker
) -> None:
    path = service.opened(ada, "boojum", 3, options={"deck": "extended"})
    options = service.nobody.get(path).get_json()["options"]
    assert (options["excuse"], options["pawns"], options["courts"]) == (True, True, True)
    assert "deck" not in options
    body = {"game": "boojum", "seats": 3, "options": {"deck": "extended", "pawns": False}}
    found = problem(ada.post("/v1/tables", body), 422, "http/invalid")
    assert list(found["errors"]) == ["options.pawns"]


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"game": "whist"}, "game"),
        ({"game": None}, "game"),
        ({"seats": 2}, "seats"),
        ({"seats": 6}, "seats"),
        ({"seats": 13}, "seats"),
        ({"seats": "3"}, "seats"),
        ({"seats": True}, "seats"),
        ({"seats": 3.5}, "seats"),
        ({"options": {"victory_cards": 51}}, "options.victory_cards"),
        ({"options": {"victory_cards": True}}, "options.victory_cards"),
        ({"options": {"payout": [1, 2, 3]}}, "options.payout"),
        ({"options": {"leaster_blind": "nowhere"}}, "options.leaster_blind"),
        ({"options": {"leaster_blind": ["aside"]}}, "options.leaster_blind"),
        ({"options": {"first_dealer": 3}}, "options.first_dealer"),
        ({"options": {"target": 100}}, "options.target"),
        ({"options": []}, "options"),
        ({"options": None}, "options"),
        ({"clock": {"turn": 0}}, "clock.turn"),
        ({"clock": {"turn": 2_592_001}}, "clock.turn"),
        ({"clock": {"bank": 10}}, "clock.turn"),
        ({"clock": {"turn": 10, "bank": -1}}, "clock.bank"),
        ({"clock": {"turn": 10, "extra": 1}}, "clock.extra"),
        ({"clock": 30}, "clock"),
        ({"on_time_out": "shrug"}, "on_time_out"),
        ({"reveal": "never"}, "reveal"),
        ({"private": "yes"}, "private"),
        ({"private": 0}, "private"),
        ({"expires_after": 0}, "expires_after"),
        ({"expires_after": 2_592_001}, "expires_after"),
        ({"expires_after": None}, "expires_after"),
        ({"rated": "no"}, "rated"),
        ({"rated": None}, "rated"),
        ({"pace": -1}, "pace"),
        ({"pace": 60_001}, "pace"),
        ({"pace": "1"}, "pace"),
        ({"colour": "blue"}, "colour"),
        ({"secret": "00" * 32}, "secret"),
    ],
)
def test_a_table_with_wrong_settings_is_not_opened(
    service: Service, ada: Asker, changes: dict[str, Any], where: str
) -> None:
    with service.nothing_happens():
        answer = ada.post("/v1/tables", {"game": "boon", "seats": 3, **changes})
        assert where in problem(answer, 422, "http/invalid")["errors"]


def test_a_table_tells_everybody_whose_turn_it_is(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.started([ada, bob], "boosh", 2, clock={"turn": 60}, options={"first_dealer": 0})
    shown = service.nobody.get(path).get_json()
    assert (shown["to_act"], shown["play"], shown["choices"]) == ([1], None, None)
    assert shown["deadlines"] == [None, shown["at"] + 60_000]


# ---- the lobby


def test_the_lobby_shows_open_and_playing_tables_newest_first(
    service: Service, ada: Asker, bob: Asker
) -> None:
    first = service.opened(ada, "boon", 3)
    second = service.started([ada, bob], "boosh", 2)
    closed = service.opened(bob, "boon", 3)
    hidden = service.opened(bob, "boon", 3, private=True)
    bob.post(f"{first}/seats", {"seat": 2})
    service.follow()
    assert bob.delete(closed).status_code == 200
    service.follow()
    page = service.nobody.get("/v1/tables").get_json()
    assert page["cursor"] is None
    rows = {f"/v1/tables/{row['table']}": row for row in page["tables"]}
    assert set(rows) == {first, second}
    times = [row["opened_at"] for row in page["tables"]]
    assert times == sorted(times, reverse=True)
    row = rows[first]
    assert (row["phase"], row["free"], row["opener"]) == ("open", 2, ada.id)
    free = {"player": None, "bot": None, "invited": None, "entropy": "none", "name": None}
    assert row["seats"][1:] == [
        {**free, "seat": 1}, {**free, "seat": 2, "player": bob.id, "name": "Bob"}
    ]  # fmt: skip
    assert rows[second]["phase"] == "playing"
    assert bob.get(hidden).status_code == 200


def test_the_names_of_a_page_of_the_lobby_are_asked_for_at_once(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in (ada, bob):
        service.opened(one, "boon", 3)
        one.post(f"{service.opened(one, 'boosh', 2)}/seats")
    service.follow()
    asked, real = list[set[str]](), Players.names

    def names(players: Players, ids: Sequence[str]) -> dict[str, str]:
        asked.append({*ids})
        return real(players, ids)

    monkeypatch.setattr(Players, "names", names)
    service.parts.players.name_cache.rows.clear()
    page = service.nobody.get("/v1/tables").get_json()["tables"]
    assert {seat["name"] for row in page for seat in row["seats"]} == {"Ada", "Bob", None}
    assert asked == [{ada.id, bob.id}]


def test_the_lobby_is_filtered_by_game_and_phase(service: Service, ada: Asker) -> None:
    boon, boosh = service.opened(ada, "boon", 3), service.started([ada], "boosh", 2)
    service.follow()

    def found(query: str) -> list[str]:
        rows = service.nobody.get(f"/v1/tables?{query}").get_json()["tables"]
        return [f"/v1/tables/{row['table']}" for row in rows]

    assert found("game=boon") == [boon]
    assert found("phase=playing") == [boosh]
    assert found("game=boon&phase=playing") == []


def test_an_unknown_game_is_refused_with_those_that_there_are(
    service: Service,
) -> None:
    for headers in ({}, {"Accept": "text/event-stream"}):
        answer = service.nobody.get("/v1/tables?game=whist", **headers)
        why = problem(answer, 400, "http/bad_query")["detail"]
        assert why == f"game must be one of: {', '.join(NEWEST)}"


def test_a_cursor_leads_through_the_whole_lobby_once(service: Service, ada: Asker) -> None:
    opened = [service.opened(ada) for _ in range(7)]
    service.follow()
    seen, query, pages = [], "", 0
    while True:
        page = service.nobody.get(f"/v1/tables?limit=3{query}").get_json()
        seen += [f"/v1/tables/{row['table']}" for row in page["tables"]]
        pages += 1
        if page["cursor"] is None:
            break
        query = f"&cursor={page['cursor']}"
    assert (sorted(seen), len(seen), pages) == (sorted(opened), 7, 3)


@pytest.mark.parametrize(
    "query",
    ["limit=-1", "limit=x", "limit=1.5", "limit=", "limit=9999999999", "phase=closed", "phase=",
     "cursor=x", "cursor=%00", "cursor=", "cursor=MTIz", "cursor=é"],
)  # fmt: skip
def test_a_bad_query_of_the_lobby_is_refused(service: Service, query: str) -> None:
    problem(service.nobody.get(f"/v1/tables?{query}"), 400, "http/bad_query")


# ---- seats


def test_a_player_takes_the_first_free_seat_or_the_one_named(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boon", 3)
    taken = bob.post(f"{path}/seats")
    assert (taken.status_code, taken.get_json()["view"]["seat"]) == (201, 0)
    assert ada.post(f"{path}/seats", {"seat": 2}).get_json()["view"]["seat"] == 2
    bot = ada.post(f"{path}/seats", {"bot": "regular"}).get_json()["view"]
    assert [(one["player"], one["bot"]) for one in bot["seats"]] == [
        (bob.id, None), (None, "regular"), (ada.id, None),
    ]  # fmt: skip


def test_a_bot_is_given_a_level_and_plain_is_another_name_of_regular(
    service: Service, ada: Asker
) -> None:
    path = service.opened(ada, "boosh", 4)
    for level in ("novice", "regular", "expert", "plain"):
        seated = ada.post(f"{path}/seats", {"bot": level}, Idempotency_Key=level).get_json()["view"]
    wanted = ["novice", "regular", "expert", "regular"]
    assert [one["bot"] for one in seated["seats"]] == wanted
    events = service.nobody.get(f"{path}/events").get_json()["events"]
    assert [one["data"]["bot"] for one in events[1:]] == wanted
    assert [one["cause"]["action"]["bot"] for one in events[1:]] == wanted
    again = ada.post(f"{path}/seats", {"bot": "plain"}, Idempotency_Key="plain")
    assert (again.status_code, again.get_json()["view"]["n"]) == (201, 5)
    for game in service.nobody.get("/v1/games").get_json()["games"]:
        assert "regular" in game["bots"]


def test_a_bot_is_found_by_a_rating_and_the_ladder_says_which_there_are(
    service: Service, ada: Asker
) -> None:
    ladder = service.nobody.get("/v1/games/boosh").get_json()["ladder"]
    assert [one["bot"] for one in ladder] == [*LADDER]
    assert [one["rating"] for one in ladder] == sorted(one["rating"] for one in ladder)
    path = service.opened(ada, "boosh", 4)
    asked = [{"rating": 0}, {"rating": 1500}, {"rating": 4000}, "mixed50"]
    for bot in asked:
        seated = ada.post(f"{path}/seats", {"bot": bot}).get_json()["view"]
    assert [one["bot"] for one in seated["seats"]] == ["novice", "regular", "expert", "mixed50"]
    for wrong in ({"rating": "strong"}, {}, {"rating": 4001}, 5, "mixed51"):
        problem(ada.post(f"{path}/seats", {"bot": wrong}), 422, "http/invalid")


def test_a_level_that_a_game_lacks_is_refused_with_those_that_it_has(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["boosh", 1]
    monkeypatch.setitem(
        GAMES, ("boosh", 1), with_levels(game, {"regular": game.bots.levels["regular"]})
    )
    path = service.opened(ada, "boosh", 2)
    with service.nothing_happens():
        found = problem(ada.post(f"{path}/seats", {"bot": "expert"}), 422, "http/invalid")
        assert found["errors"] == {"bot": "must be one of: regular"}


def test_a_seat_can_be_left_and_a_bot_sent_away_before_the_start(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boon", 3)
    bob.post(f"{path}/seats", {"seat": 1})
    ada.post(f"{path}/seats", {"bot": "regular"})
    assert bob.delete(f"{path}/seats/1").get_json()["view"]["seats"][1]["player"] is None
    assert ada.delete(f"{path}/seats/0").get_json()["view"]["seats"][0]["bot"] is None
    assert bob.post(f"{path}/seats", {"seat": 0}).status_code == 201  # and taken again


def test_seats_that_cannot_be_had_are_refused(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.opened(ada, "boon", 3)
    ada.post(f"{path}/seats", {"seat": 1})
    with service.nothing_happens():
        seats = f"{path}/seats"
        problem(bob.post(seats, {"seat": 1}), 409, "table/seat_taken", "T2")
        problem(ada.post(seats, {"seat": 0}), 409, "table/seated", "T2")
        problem(bob.post(seats, {"seat": 3}), 404, "table/no_such_seat", "T2")
        problem(bob.post(seats, {"bot": "regular"}), 403, "table/not_seated", "T2")
        problem(bob.delete(f"{seats}/1"), 403, "table/not_your_seat", "T3")
        problem(bob.delete(f"{seats}/0"), 409, "table/seat_free", "T3")
        problem(bob.delete(f"{seats}/3"), 404, "table/no_such_seat", "T3")
        problem(bob.delete(f"{seats}/x"), 404, "http/not_found")
        wrongs: list[tuple[dict[str, Any], str]] = [
            ({"seat": -1}, "seat"), ({"seat": 12}, "seat"), ({"seat": "1"}, "seat"),
            ({"bot": "clever"}, "bot"), ({"commitment": "00"}, "commitment"),
            ({"chair": 1}, "chair"),
        ]  # fmt: skip
        for wrong, where in wrongs:
            assert where in problem(bob.post(seats, wrong), 422, "http/invalid")["errors"]
        wrong_too = {"bot": "regular", "commitment": "0" * 64}
        answer = problem(ada.post(seats, wrong_too), 422, "http/invalid")
        assert answer["errors"] == {"commitment": "bots bring no entropy"}


def test_a_full_table_says_so(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.opened(ada, "boosh", 2)
    for _ in range(2):
        ada.post(f"{path}/seats", {"bot": "regular"})
    with service.nothing_happens():
        found = problem(bob.post(f"{path}/seats"), 409, "table/full", "T2")
        assert found["detail"] == "All seats of this table are taken"


def test_only_the_opener_withdraws_a_table_and_only_before_the_start(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boosh", 2)
    with service.nothing_happens():
        problem(bob.delete(path), 403, "table/not_the_opener", "T9")
    closed = ada.delete(path).get_json()["view"]
    assert (closed["phase"], closed["outcome"]["why"]) == ("closed", "withdrawn")
    playing = service.started([ada, bob], "boosh", 2)
    with service.nothing_happens():
        problem(ada.delete(playing), 409, "table/started", "T9")
        problem(ada.delete(path), 409, "table/closed", "T9")
        problem(bob.post(f"{path}/seats"), 409, "table/closed", "T9")


# ---- start


def test_play_begins_when_all_seats_are_taken(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.opened(ada, "boosh", 2)
    ada.post(f"{path}/seats")
    with service.nothing_happens():
        problem(ada.post(f"{path}/start"), 409, "table/seats_free", "T5")
        problem(bob.post(f"{path}/start"), 403, "table/not_seated", "T5")
    bob.post(f"{path}/seats")
    view = ada.post(f"{path}/start").get_json()["view"]
    assert (view["phase"], view["hand"], view["deal"]) == ("playing", 1, "chosen by the server")
    with service.nothing_happens():
        problem(bob.post(f"{path}/start"), 409, "table/started", "T5")
        problem(bob.post(f"{path}/seats", {"seat": 0}), 409, "table/started", "T2")


def test_3_0_is_the_whole_number_3_as_json_says(service: Service, ada: Asker) -> None:
    body = {"game": "boon", "seats": 3.0, "options": {"payout": [2.0, 1, 1, 2]}}
    made = ada.post("/v1/tables", body, Idempotency_Key="one")
    assert made.status_code == 201, made.text
    again = ada.post(
        "/v1/tables",
        {**body, "seats": 3, "options": {"payout": [2, 1, 1, 2]}},
        Idempotency_Key="one",
    )
    assert again.data == made.data


def test_an_opener_without_a_seat_may_start_a_table_of_bots(service: Service, ada: Asker) -> None:
    path = service.opened(ada, "boosh", 2, options={"target": 1, "max_hands": 3})
    for _ in range(2):
        ada.post(f"{path}/seats", {"bot": "regular"})
    assert ada.post(f"{path}/start").get_json()["view"]["seat"] is None
    service.play(path, [ada])
    assert service.nobody.get(path).get_json()["phase"] == "closed"


# ---- handing over


def test_who_hands_the_seat_to_a_bot_sees_no_more_until_the_end(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boon", 3, options={"victory_cards": 1})
    left = bob.delete(f"{path}/seats/1")
    assert left.status_code == 200
    view = left.get_json()["view"]
    assert (view["seat"], view["play"], view["choices"]) == (None, None, None)
    assert view["seats"][1]["bot"] == "regular"
    for where in ("view", "events"):
        problem(bob.get(f"{path}/{where}"), 403, "table/left")
    with service.nothing_happens():
        problem(bob.post(f"{path}/actions", {"type": "take"}), 403, "table/not_seated")
        problem(bob.post(f"{path}/seats", {"seat": 1}), 409, "table/started", "T2")
        problem(bob.delete(f"{path}/seats/1"), 409, "table/started", "T3")
    service.play(path, [ada])
    assert bob.get(f"{path}/view").get_json()["phase"] == "closed"
    assert bob.get(f"{path}/events").get_json()["events"][0]["parts"]["table"]
