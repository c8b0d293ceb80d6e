"""Hands and replays over HTTP: what is shown, to whom, to the byte."""

import random
from typing import Any

import orjson
import pytest

from events.record.codec import decode_event
from games import NEWEST
from games.core.contract import Seat
from projections.tables import hand_text
from projections.tables.hand import hand_from_json
from tests.games.every import every
from tests.service.asker import Asker, Service, problem

every_game = every("game")
Views = dict[tuple[int, int | None], bytes]  # (n, seat or None) -> what was served


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


def a_table(service: Service, players: list[Asker], game: str, **settings: Any) -> str:
    """Start a table that ends soon."""
    seats, options = NEWEST[game].seats[0], NEWEST[game].brief
    return service.started(players, game, seats, **{"options": options, **settings})


def note(service: Service, path: str, players: list[Asker], views: Views) -> None:
    """Keep what everybody is served now."""
    for seat, one in [*enumerate(players), (None, service.nobody)]:
        answer = one.get(f"{path}/view")
        views.setdefault((answer.get_json()["n"], seat), answer.data)


def replayed(asker: Asker, path: str, n: int, seat: int | None = None) -> bytes:
    """Return the bytes of the view in a replay."""
    other = "" if seat is None else f"&seat={seat}"
    answer = asker.get(f"{path}/replay?at={n}{other}")
    assert answer.status_code == 200, answer.text
    _, mark, view = bytes(answer.data).partition(b',"view":')
    assert mark
    return view.removesuffix(b"}")


# ---- replay


@every_game
def test_a_replayed_view_is_what_was_served_then_to_the_byte(
    service: Service, players: list[Asker], game: str
) -> None:
    path = a_table(service, players, game, clock={"turn": 3600, "bank": 10})
    views: Views = {}
    everybody = [*players, service.nobody]
    luck = random.Random(game)
    while service.nobody.get(path).get_json()["phase"] == "playing":
        note(service, path, players, views)
        service.play(path, players, 1, seed=len(views))
        if luck.random() < 0.2:  # while it runs, each sees its own
            (n, seat), served = luck.choice(list(views.items()))
            assert replayed(everybody[2 if seat is None else seat], path, n) == served
    assert len(views) > 9
    for (n, seat), served in views.items():  # when it is opened, everybody sees any seat's
        assert replayed(service.nobody, path, n, seat) == served
        if seat is not None:
            assert replayed(players[seat], path, n) == served


@every_game
def test_a_replay_tells_the_command_and_what_the_seat_could_have_done(
    service: Service, players: list[Asker], game: str
) -> None:
    path = a_table(service, players, game)
    done: list[tuple[int, Asker, dict[str, Any], dict[str, Any]]] = []
    while service.nobody.get(path).get_json()["phase"] == "playing" and len(done) < 10:
        service.bots(path)
        for one in players:
            view = one.get(f"{path}/view").get_json()
            if view["choices"]:
                offered = [*view["choices"]["actions"]]
                offered += [pick["example"] for pick in view["choices"]["picks"]]
                answer = one.post(f"{path}/actions", offered[-1])
                done.append((answer.get_json()["receipt"]["n"], one, view, offered[-1]))
                break
    assert done
    for n, one, view, action in done:
        shown = one.get(f"{path}/replay?at={n}").get_json()
        assert (shown["at"], shown["seat"]) == (n, view["seat"])
        assert shown["could"] == view["choices"]
        command = shown["command"]
        assert command["action"] == action
        assert (command["seat"], command["by"]) == (view["seat"], f"player:{one.id}")
        assert command["first"] == view["n"] + 1
        assert [event["n"] for event in command["events"]] == list(range(view["n"] + 1, n + 1))
        assert [event["note"] for event in command["events"]] == shown["view"]["notes"]
        assert command["took"] >= command["at"] - view["at"] >= 0
        for other in players:
            if other is not one:
                could = other.get(f"{path}/replay?at={n}").get_json()["could"]
                assert (could is None) == (other_seat(service, other, path) not in view["to_act"])


def other_seat(service: Service, asker: Asker, path: str) -> int:
    """Return the seat that a player holds."""
    seats: list[dict[str, Any]] = service.nobody.get(path).get_json()["seats"]
    return [row["player"] for row in seats].index(asker.id)


def test_any_event_of_a_command_leads_to_the_view_after_it(
    service: Service, players: list[Asker]
) -> None:
    path = a_table(service, players, "boon")
    start = players[0].get(f"{path}/replay").get_json()
    last = start["view"]["n"]
    assert start["at"] == last
    first = start["command"]["first"]
    assert first < last
    for n in range(first, last + 1):
        shown = players[0].get(f"{path}/replay?at={n}").get_json()
        assert {**shown, "at": last} == start


def test_another_seat_is_replayed_only_when_the_table_is_opened(
    service: Service, players: list[Asker]
) -> None:
    path = a_table(service, players, "boon")
    ada, bob = players
    assert ada.get(f"{path}/replay?seat=0").status_code == 200
    problem(ada.get(f"{path}/replay?seat=1"), 409, "table/not_opened")
    problem(service.nobody.get(f"{path}/replay?seat=1"), 409, "table/not_opened")
    problem(ada.get(f"{path}/replay?seat=3"), 404, "table/no_such_seat")
    service.play(path, players)
    for seat in range(3):
        shown = service.nobody.get(f"{path}/replay?seat={seat}&at=12").get_json()
        assert (shown["seat"], shown["view"]["seat"]) == (seat, seat)
        assert shown["view"]["play"]["cards"]
    problem(bob.get(f"{path}/replay?seat=3"), 404, "table/no_such_seat")


def test_a_player_may_look_as_who_only_watches(service: Service, players: list[Asker]) -> None:
    path = a_table(service, players, "boon")
    n = service.log(path)[0]
    for is_over in (False, True):
        if is_over:
            service.play(path, players)
        watched = service.nobody.get(f"{path}/replay?at={n}").get_json()
        assert (watched["seat"], watched["view"]["seat"]) == (None, None)
        for one in (*players, service.nobody):
            assert one.get(f"{path}/replay?at={n}&seat=nobody").get_json() == watched
    wrong = problem(players[0].get(f"{path}/replay?seat=all"), 400, "http/bad_query")
    assert wrong["detail"] == "seat must be the number of a seat, or nobody"


def test_a_table_for_auditors_replays_no_other_seat_even_at_the_end(
    service: Service, players: list[Asker]
) -> None:
    path = a_table(service, players, "boon", reveal="auditors")
    service.play(path, players)
    problem(players[0].get(f"{path}/replay?seat=1"), 409, "table/not_opened")
    hand = players[0].get(f"{path}/hands/1").get_json()
    assert not hand["opened"]
    dealt = hand["commands"][0]["events"][0]
    assert set(dealt["parts"]) == {"0"}


@pytest.mark.parametrize("query", ["at=-1", "at=x", "at=", "seat=-1", "seat=x"])
def test_a_bad_query_of_a_replay_is_refused(
    service: Service, players: list[Asker], query: str
) -> None:
    path = a_table(service, players, "boon")
    problem(players[0].get(f"{path}/replay?{query}"), 400, "http/bad_query")


def test_events_that_are_not_there_are_not_replayed(service: Service, players: list[Asker]) -> None:
    path = a_table(service, players, "boon")
    n = service.log(path)[0]
    for wrong in (0, n + 1, 10**8):
        found = problem(players[0].get(f"{path}/replay?at={wrong}"), 404, "table/no_such_event")
        assert found["detail"] == f"The table has events 1 to {n}"


# ---- hands


def test_a_hand_is_the_same_as_json_and_as_text(service: Service, players: list[Asker]) -> None:
    path = a_table(service, players, "boosh")
    service.play(path, players, 6)
    for _ in range(2):
        for one in [*players, service.nobody]:
            shown = one.get(f"{path}/hands/1")
            text = one.get(f"{path}/hands/1", Accept="text/plain")
            assert (shown.mimetype, text.mimetype) == ("application/json", "text/plain")
            assert hand_text.parse_hand_text(text.text) == hand_from_json(shown.get_json())
            assert text.text.isascii()
        service.play(path, players)


def test_the_hands_of_a_table_are_listed_and_lie_behind_each_other(
    service: Service, players: list[Asker]
) -> None:
    path = service.started(players, "boon", 3, options={"max_rounds": 4, "victory_cards": 50})
    service.play(path, players, 14)
    running = service.nobody.get(f"{path}/hands").get_json()["hands"][-1]
    assert (running["complete"], running["opened"]) == (False, False)
    service.play(path, players)
    found = service.nobody.get(f"{path}/hands").get_json()
    assert [row["hand"] for row in found["hands"]] == [1, 2, 3, 4]
    assert found["next"] is None
    assert all(row["complete"] and row["opened"] for row in found["hands"])
    n = 0
    for row in found["hands"]:
        hand = service.nobody.get(f"{path}/hands/{row['hand']}").get_json()
        numbers = [event["n"] for move in hand["commands"] for event in move["events"]]
        assert numbers == list(range(row["first"], row["last"] + 1))
        assert n in (0, row["first"] - 1)
        n = row["last"]
    assert n == service.log(path)[0]
    pages, after = [], 0
    while after is not None:
        page = service.nobody.get(f"{path}/hands?limit=3&after={after}").get_json()
        pages.append([row["hand"] for row in page["hands"]])
        after = page["next"]
    assert pages == [[1, 2, 3], [4]]


def test_a_running_hand_shows_each_its_own_cards_and_at_the_end_all(
    service: Service, players: list[Asker]
) -> None:
    path = a_table(service, players, "boon")

    def dealt(asker: Asker) -> Any:
        return asker.get(f"{path}/hands/1").get_json()["commands"][0]["events"][0]

    assert [set(dealt(one)["parts"]) for one in [*players, service.nobody]] == [{"0"}, {"1"}, set()]
    assert dealt(players[0])["hidden"] == ["1", "2", "hand"]
    service.play(path, players)
    assert set(dealt(service.nobody)["parts"]) == {"0", "1", "2", "hand"}
    assert dealt(service.nobody)["hidden"] == []


def test_a_hand_holds_what_the_log_holds(service: Service, players: list[Asker]) -> None:
    """The other opinion: events and their parts as the log has them."""
    path = a_table(service, players, "boon")
    service.play(path, players)
    events = service.nobody.get(f"{path}/events?limit=500").get_json()["events"]
    stored = service.parts.store.read(path.split("/")[3])
    hand = service.nobody.get(f"{path}/hands/1").get_json()
    for move in hand["commands"]:
        cause = decode_event(stored[move["first"] - 1]).cause
        assert not isinstance(cause, int)
        assert move["seat"] == cause["seat"]
        assert cause["action"].items() <= move["action"].items()
        for event in move["events"]:
            wanted = events[event["n"] - 1]
            assert (event["type"], event["data"]) == (wanted["type"], wanted["data"])
            parts = {key: part["data"] for key, part in wanted["parts"].items()}
            for part in parts.values():
                assert move["action"].items() >= part.pop("action", {}).items()
                assert move["bot"] == part.pop("bot", move["bot"])
            assert event["parts"] == {key: part for key, part in parts.items() if part}


def test_hands_that_are_not_dealt_are_not_there(service: Service, players: list[Asker]) -> None:
    waiting = service.opened(players[0], "boon", 3)
    assert service.nobody.get(f"{waiting}/hands").get_json() == {"hands": [], "next": None}
    found = problem(service.nobody.get(f"{waiting}/hands/1"), 404, "table/no_such_hand")
    assert found["detail"] == "No hand has been dealt at this table"
    path = a_table(service, players, "boon")
    for wrong in (0, 2, 10**12):
        found = problem(players[0].get(f"{path}/hands/{wrong}"), 404, "table/no_such_hand")
        assert found["detail"] == "The table has hands 1 to 1"
    problem(service.nobody.get("/v1/tables/t0/hands"), 404, "table/unknown")
    problem(service.nobody.get("/v1/tables/ratings/hands"), 404, "table/unknown")


# ---- who may look


def test_who_gave_up_the_seat_reads_no_history_until_the_end(
    service: Service, players: list[Asker]
) -> None:
    path = a_table(service, players, "boon")
    players[1].delete(f"{path}/seats/1")
    for where in ("hands", "hands/1", "replay", "replay?at=9"):
        problem(players[1].get(f"{path}/{where}"), 403, "table/left")
    service.play(path, players[:1])
    for where in ("hands", "hands/1", "replay", "replay?at=9"):
        assert players[1].get(f"{path}/{where}").status_code == 200


def test_spectators_read_history_with_their_delay(service: Service, players: list[Asker]) -> None:
    path = a_table(service, players, "boon", spectator_delay=10)
    service.play(path, players, 4)
    n = service.log(path)[0]
    view = service.nobody.get(f"{path}/view")
    late = view.get_json()["n"]
    assert late <= n - 10
    problem(service.nobody.get(f"{path}/replay?at={late + 1}"), 404, "table/no_such_event")
    assert replayed(service.nobody, path, late) == view.data
    assert service.nobody.get(f"{path}/events").get_json()["n"] == late
    hands = service.nobody.get(f"{path}/hands").get_json()["hands"]
    assert all(row["last"] <= late for row in hands)
    assert players[0].get(f"{path}/replay?at={n}").status_code == 200


def test_a_private_table_has_no_history_for_strangers(
    service: Service, players: list[Asker]
) -> None:
    path = a_table(service, players[:1], "boon", private=True)
    assert players[0].get(f"{path}/hands/1").status_code == 200
    for where in ("hands", "hands/1", "replay"):
        problem(players[1].get(f"{path}/{where}"), 404, "table/unknown")


def test_answers_hold_json_only(service: Service, players: list[Asker]) -> None:
    """Tuples and seats of the rules come out as arrays and numbers."""
    path = a_table(service, players, "boosh")
    hand = hand_from_json(orjson.loads(players[0].get(f"{path}/hands/1").data))
    assert (hand.viewer, hand.dealer) == (Seat(0), hand.dealer)
    assert isinstance(hand.dealer, int)
