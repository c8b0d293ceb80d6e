"""A word at the table: twelve phrases, heard by those who play there, in no log."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from events.accounts.phrases import LIFETIME, PHRASES, phrases_key
from service.tables.phrases import AFTERWARDS
from tests.service.asker import Asker, Service, problem
from tests.service.streams.test_push import listening
from tests.workers.floor import move_clock

WAIT = 20


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


@pytest.fixture
def path(service: Service, players: list[Asker]) -> str:
    return service.started(players, "boosh", 2, options={"max_hands": 1}, clock=None)


def say(asker: Asker, path: str, phrase: str = "hello") -> Any:
    answer = asker.post(f"{path}/phrases", {"phrase": phrase})
    assert answer.status_code == 201, answer.text
    return answer.get_json()


def heard(asker: Asker, path: str, query: str = "") -> list[str]:
    answer = asker.get(f"{path}/phrases{query}")
    assert answer.status_code == 200, answer.text
    return [one["phrase"] for one in answer.get_json()["phrases"]]


def end(players: list[Asker], path: str) -> None:
    for one in players:
        assert one.post(f"{path}/adjourn", {}).status_code == 200


def test_the_others_hear_each_of_twelve_phrases_and_nobody_any_other(
    players: list[Asker], path: str
) -> None:
    ada, bob = players
    for phrase in PHRASES[:10]:
        say(ada, path, phrase)
    assert heard(bob, path) == [*PHRASES[:10]]
    assert heard(ada, path) == []
    assert len(PHRASES) == 12
    problem(bob.post(f"{path}/phrases", {"phrase": "I hold gold 7"}), 422, "http/invalid")


def test_a_phrase_says_who_said_it_and_ids_rise(players: list[Asker], path: str) -> None:
    ada, bob = players
    one, other = say(ada, path), say(ada, path, "thanks")
    assert (one["seat"], one["player"], one["phrase"]) == (0, ada.id, "hello")
    assert other["id"] > one["id"]
    assert heard(bob, path, f"?after={one['id']}") == ["thanks"]
    assert bob.get(f"{path}/phrases").get_json()["last"] == other["id"]


def test_a_phrase_is_no_event_and_soon_gone(
    service: Service, players: list[Asker], path: str
) -> None:
    before = players[0].get(f"{path}/events").get_json()
    say(players[0], path)
    assert players[0].get(f"{path}/events").get_json() == before
    store = service.parts.store
    assert 0 < store.redis.pttl(phrases_key(store, path.rpartition("/")[2])) <= LIFETIME


def test_the_streams_of_the_other_seats_bring_a_phrase_and_no_spectators_does(
    service: Service, players: list[Asker], path: str
) -> None:
    ada, bob = players
    with (
        listening(ada, path) as own,
        listening(bob, path) as other,
        listening(service.player("Cleo"), path) as watching,
    ):
        streams = (own, other, watching)
        for one in streams:
            n = one.next().id
        said = say(ada, path)
        message = other.next()
        assert (message.kind, message.json, message.id) == ("phrase", said, n)
        end(players, path)
        for stream in (own, watching):
            assert "phrase" not in {one.kind for one in stream.rest()}


def test_a_read_waits_for_the_next_phrase(players: list[Asker], path: str) -> None:
    ada, bob = players
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(heard, bob, path, f"?wait={WAIT}")
        say(ada, path, "one_moment")
        assert waiting.result() == ["one_moment"]


def test_who_has_blocked_a_player_hears_nothing_of_them(players: list[Asker], path: str) -> None:
    ada, bob = players
    assert bob.put("/v1/players/me/preferences", {"blocked": [ada.id]}).status_code == 200
    say(ada, path)
    assert heard(bob, path) == []
    say(bob, path)
    assert heard(ada, path) == ["hello"]


def test_what_a_blocked_account_has_said_is_heard_no_more(
    service: Service, players: list[Asker], path: str
) -> None:
    ada, bob = players
    say(ada, path)
    account = service.parts.players.find(ada.id)
    assert account is not None
    service.parts.players.block(account)
    assert heard(bob, path) == []


def test_spectators_neither_speak_nor_hear(service: Service, path: str) -> None:
    cleo = service.player("Cleo")
    problem(cleo.post(f"{path}/phrases", {"phrase": "hello"}), 403, "table/not_seated")
    problem(cleo.get(f"{path}/phrases"), 403, "table/not_seated")


def test_who_played_there_may_speak_for_five_minutes_after_the_end(
    service: Service, players: list[Asker], path: str
) -> None:
    ada, bob = players
    end(players, path)
    say(ada, path, "good_game")
    assert heard(bob, path) == ["good_game"]
    move_clock(service.parts.store, AFTERWARDS + 1)
    problem(ada.post(f"{path}/phrases", {"phrase": "again"}), 403, "table/no_talk")


def test_ruling_n28_boon_has_no_table_talk_during_a_hand(
    service: Service, players: list[Asker]
) -> None:
    others = [*players, service.player("Cleo")]
    path = service.opened(players[0], "boon", 3, clock=None)
    for one in others:
        assert one.post(f"{path}/seats").status_code == 201
    say(players[0], path, "good_luck")
    assert players[0].post(f"{path}/start", {}).status_code == 200
    problem(players[0].post(f"{path}/phrases", {"phrase": "hello"}), 403, "table/no_talk")
    end(others, path)
    say(players[0], path, "good_game")
