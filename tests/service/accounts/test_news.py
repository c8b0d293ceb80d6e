"""News of all my tables: streams and waiting reads, whatever happens in between."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import orjson
import pytest

from events.store.feed import entries_of
from events.store.names import messages_of
from games.table.planned import table_id
from projections.accounts import news
from service.streams import audiences
from tests.service.asker import Asker, Service, problem
from tests.service.played_cups import CUP, PEOPLE, Cup
from tests.service.streams.test_push import Listening
from tests.waiting import PATIENCE, wait_for
from tournaments.commands import Call

ME = "/v1/players/me"
NEWS = f"{ME}/events"


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob", "Eve")]


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as running:
        yield running


def follow(service: Service) -> None:
    """Tell players what is new, as a follower does."""
    own, store = service.parts.inboxes, service.parts.store
    for partition in range(store.names.partitions):
        place = own.places().get(partition, "0-0")
        reply: Any = service.redis.xread({store.names.feed(partition): place})
        for _, entries in entries_of(reply):
            own.apply({partition: entries}, {partition: place})


def heard_of(service: Service, player: Asker, count: int = 1) -> None:
    """Wait until so many streams of a player are together."""
    audiences = service.parts.streams.audiences.by_topic
    key = f"player:{player.id}"
    wait_for(lambda: key in audiences and len(audiences[key].streams) == count)


def read(player: Asker, query: str = "") -> Any:
    """Return an answer without a stream."""
    answer = player.get(f"{NEWS}{query}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def kinds(found: Any) -> list[str]:
    """Return the kinds of messages of an answer."""
    return [one["data"]["type"] for one in found["messages"]]


def test_thirty_tables_are_one_stream_and_what_it_says_is_enough_to_play_them(
    service: Service, players: list[Asker]
) -> None:
    """Ada acts only where and when a message says that she may."""
    ada, bob, _ = players
    options = {"max_rounds": 1}
    paths = [service.started([ada], "boon", options=options) for _ in range(3)]
    paths += [service.started([ada, bob], "boosh", 2, options={"max_hands": 1}) for _ in range(3)]
    with closing(Listening(ada, ME)) as stream:
        turns, seen = stream.next(), list[dict[str, Any]]()
        assert turns.kind == "turns"
        waiting, last = turns.json["turns"], turns.id
        over: set[str] = set()
        while len(over) < len(paths):
            while waiting:
                turn = waiting.pop(0)
                act_as_told(ada, turn)
            for path in paths:
                service.bots(path)
                act(bob, path)
            follow(service)
            while service.parts.inboxes.newest(ada.id) > last:
                message = stream.next()
                last = message.id
                seen.append(message.json)
                waiting += [message.json] if message.kind == "your_turn" else []
                over |= {message.json["table"]} if message.kind == "ended" else set()
    assert set(Counter((one["table"], one["n"], one["type"]) for one in seen).values()) == {1}
    assert over == {path.split("/")[3] for path in paths}


def act(player: Asker, path: str) -> None:
    """Act at a table if one may."""
    choices = player.get(f"{path}/view").get_json()["choices"]
    if choices:
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        assert player.post(f"{path}/actions", offered[0]).status_code == 200


def act_as_told(player: Asker, turn: dict[str, Any]) -> None:
    """Act where a message says so."""
    path = f"/v1/tables/{turn['table']}"
    view = player.get(f"{path}/view").get_json()
    assert view["seat"] == turn["seat"]
    act(player, path)


def test_a_stream_goes_on_behind_the_last_message_that_came(
    service: Service, players: list[Asker]
) -> None:
    path, own = service.started(players, "boon", options={"max_rounds": 1}), service.parts.inboxes
    follow(service)
    with closing(Listening(players[0], ME)) as stream:
        first = stream.next()
        assert (first.kind, first.id) == ("turns", read(players[0])["last"])
        heard_of(service, players[0])
        while own.newest(players[0].id) == first.id:
            service.play(path, players, 1)
            follow(service)
        came = [stream.next()]
    service.play(path, players)
    follow(service)
    lacking = own.after(players[0].id, came[0].id)
    with closing(Listening(players[0], ME, came[0].id)) as stream:
        while came[-1].kind != "ended":
            came.append(stream.next())
    assert [(one.id, one.data) for one in came[1:]] == [(one.id, one.text) for one in lacking]


def test_a_waiting_read_comes_with_the_news(
    service: Service, players: list[Asker], pool: ThreadPoolExecutor
) -> None:
    path = service.opened(players[0], "boosh", 2)
    begun = read(players[0])
    assert kinds(begun) == ["turns"]
    me = Asker(service.app.test_client(), players[0].token)
    answer = pool.submit(read, me, f"?after={begun['last']}&wait=60")
    channel = messages_of(players[0].id)
    wait_for(lambda: channel in service.parts.streams.subscriptions.channels)
    for one in players[:2]:
        assert one.post(f"{path}/seats").status_code == 201
    follow(service)
    found = answer.result(PATIENCE)
    assert kinds(found) == ["filled"]
    assert found["last"] == found["messages"][-1]["id"]
    again = read(players[0], f"?after={found['last']}")
    assert again == {"messages": [], "last": found["last"]}


def test_who_comes_back_too_late_is_told_so_and_of_the_turns_that_hold(
    service: Service, players: list[Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "MOST", 1)
    service.started(players, "boon", options={"max_rounds": 1})
    follow(service)
    for one in players:
        with closing(Listening(one, ME, 1)) as stream:
            missed, turns = stream.next(), stream.next()
        assert (missed.kind, missed.json) == ("missed", {"type": "missed"})
        assert turns.json == read(one)["messages"][0]["data"]
        assert [data["data"] for data in read(one, "?after=1")["messages"]] == [
            missed.json, turns.json,
        ]  # fmt: skip
    assert kinds(read(players[0], f"?after={10**15 - 1}")) == ["missed", "turns"]


@pytest.mark.parametrize("end", ["revoke", "erase"])
def test_a_stream_ends_when_its_token_does_and_others_go_on(
    service: Service, players: list[Asker], pool: ThreadPoolExecutor, end: str
) -> None:
    ada = players[0]
    made = ada.post(f"{ME}/tokens", {"revoke": "none"}).get_json()
    other = Asker(service.app.test_client(), made["token"], ada.id)
    with closing(Listening(ada, ME)) as mine, closing(Listening(other, ME)) as ended:
        for stream in (mine, ended):
            assert stream.next().kind == "turns"
        heard_of(service, ada, 2)
        rest = pool.submit(ended.rest)
        if end == "revoke":
            assert ada.delete(f"{ME}/tokens").status_code == 204
            assert rest.result(PATIENCE) == []
            heard_of(service, ada, 1)
        else:
            assert ada.delete(ME).status_code == 204
            assert rest.result(PATIENCE) == mine.rest() == []
    problem(other.get(NEWS), 401, "http/unauthorized")


def test_a_token_that_expires_ends_its_stream_with_the_next_sign_of_life(
    service: Service, players: list[Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audiences, "HEARTBEAT", 0.05)
    made = players[0].post(f"{ME}/tokens", {"revoke": "none", "expires_in": 3600}).get_json()
    me = Asker(service.app.test_client(), made["token"], players[0].id)
    with closing(Listening(me, ME)) as stream:
        assert stream.next().kind == "turns"
        assert stream.chunk() == b": still here\n\n"
        now = service.parts.store.now() + 3_600_000
        monkeypatch.setattr(service.parts.store, "now", lambda: now)
        assert stream.rest() == []


def test_streams_count_as_those_of_tables_and_give_their_places_back(
    service: Service, players: list[Asker]
) -> None:
    with closing(Listening(players[0], ME)) as stream:
        assert stream.next().kind == "turns"
        assert service.parts.streams.slots.taken == 1
    wait_for(lambda: service.parts.streams.slots.taken == 0)
    wait_for(lambda: not service.parts.streams.subscriptions.channels)


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "1" * 16, ""])
def test_what_is_no_id_is_refused(service: Service, players: list[Asker], after: str) -> None:
    problem(players[0].get(f"{NEWS}?after={after}"), 400, "http/bad_query")
    stream = players[0].get(NEWS, Last_Event_ID=after or "?", Accept="text/event-stream")
    problem(stream, 400, "http/bad_query")


def test_an_empty_last_event_id_begins_anew(players: list[Asker]) -> None:
    assert kinds(players[0].get(NEWS, Last_Event_ID="").get_json()) == ["turns"]


def test_nobody_reads_news_without_a_token_and_nobody_those_of_others(
    service: Service, players: list[Asker]
) -> None:
    problem(service.nobody.get(NEWS), 401, "http/unauthorized")
    problem(service.nobody.get(NEWS, Accept="text/event-stream"), 401, "http/unauthorized")
    service.started(players[:2], "boosh", 2)
    follow(service)
    assert read(players[2]) == {
        "messages": [{"id": 0, "data": {"type": "turns", "turns": []}}],
        "last": 0,
    }


def test_messages_are_the_same_whatever_hidden_cards_are(
    service: Service, players: list[Asker]
) -> None:
    """Two tables with other deals, at which the same is done as far as everybody can see."""
    told: list[list[bytes]] = []
    for _ in range(2):
        path = service.started(players, "boon", options={"max_rounds": 1})
        table = path.split("/")[3]
        follow(service)
        for one in players:
            messages = service.parts.inboxes.after(one.id, 0)
            rows = [row.text for row in messages if orjson.loads(row.text)["table"] == table]
            told.append([row.replace(table.encode(), b"T") for row in rows])
    begin = len(players)
    fields = {name for rows in told for row in rows for name in orjson.loads(row)}
    assert fields == {"type", "table", "game", "n", "seat", "deadline"}
    assert [len(rows) >= 2 for rows in told] == [True] * 2 * begin


@pytest.mark.parametrize("delay", [0, 50])
def test_who_has_left_a_table_that_is_seen_late_is_told_nothing_of_its_disputes(
    service: Service, players: list[Asker], delay: int
) -> None:
    ada, bob, eve = players
    path = service.started(players, "boon", spectator_delay=delay)
    assert eve.delete(f"{path}/seats/2").status_code == 200
    made = ada.post(f"{path}/disputes", {"hand": 1, "reason": "Odd"})
    assert made.status_code == 201
    follow(service)
    heard = ["dispute_opened" in kinds(read(one, "?after=0")) for one in players]
    assert heard == [True, True, not delay]
    assert eve.get(made.headers["Location"]).status_code == (404 if delay else 200)
    assert bob.get(made.headers["Location"]).status_code == 200


def test_who_takes_part_in_a_tournament_hears_of_it_in_the_same_stream(
    service: Service, players: list[Asker]
) -> None:
    ada, bob, eve = players
    cup = Cup(service, PEOPLE)
    cup.enter(ada.id, bob.id)
    cup.ask(Call())
    cup.run()
    follow(service)
    for player in (ada, bob):
        found = [one["data"] for one in read(player, "?after=0")["messages"]]
        told = [one for one in found if one["type"] == "tournament"]
        what = ["registered", "called", "started", "table"]
        assert [(one["what"], one["tournament"]) for one in told] == [(one, CUP) for one in what]
        assert told[-1]["table"] == table_id(CUP, 0)
        assert player.get(f"/v1/tables/{told[-1]['table']}/view").status_code == 200
    follow(service)  # what was told is told once
    assert kinds(read(ada, "?after=0")).count("tournament") == 4
    assert "tournament" not in kinds(read(eve, "?after=0"))
