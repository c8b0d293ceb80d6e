"""Accounts: names and token hashes beside the log, where they can be erased."""

import hashlib
import hmac
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from redis.exceptions import RedisError

from events.accounts import name_cache
from events.accounts import players as module
from events.accounts.keys import PLAYERS_KEY, TOKENS_KEY
from events.accounts.names import NameTaken
from events.accounts.players import Player, Players, token_hash
from events.record.chain import canonical_json, first_head, next_head
from events.store.connections.client import connect_client
from events.store.streams import Store, open_store
from tests.events.given_log import everything
from tests.events.lossy import Fault, Way, lossy
from tests.waiting import PATIENCE


@pytest.fixture
def players(store: Store) -> Players:
    return Players(store)


def test_a_new_player_is_found_by_id_and_by_token(players: Players, store: Store) -> None:
    player, token = players.register("Ada")
    assert player == Player(player.id, "Ada", "player")
    for held in (players, Players(store)):
        assert held.find(player.id) == player
        assert held.find_by_token(token) == player


def test_unknown_players_and_tokens_are_nobody(players: Players) -> None:
    players.register("Ada")
    assert players.find("p0") is None
    assert players.find_by_token("") is None
    assert players.find_by_token("x" * 43) is None


def test_who_was_erased_just_now_is_given_no_other_name(players: Players, store: Store) -> None:
    player, _ = players.register("Ada")
    players.erase(player)
    with pytest.raises(AssertionError):
        players.rename(player, "Bea")
    assert players.find(player.id) is None
    assert players.register("Bea")[0].name == "Bea"


def test_a_role_is_kept(players: Players) -> None:
    player, token = players.register("Ada", "auditor")
    assert players.find_by_token(token) == player
    assert player.role == "auditor"


def test_a_name_is_taken_once_however_it_is_written(players: Players, store: Store) -> None:
    players.register("Straße")
    before = everything(store.redis)
    for name in ("Straße", "STRASSE", "strasse"):
        with pytest.raises(NameTaken):
            players.register(name)
    assert everything(store.redis) == before


def test_of_many_who_want_one_name_at_once_one_gets_it(players: Players) -> None:
    got: list[object] = []
    begin = threading.Barrier(8, timeout=PATIENCE)

    def run() -> None:
        begin.wait()
        try:
            got.append(players.register("Ada")[0])
        except NameTaken as taken:
            got.append(taken)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(one, Player) for one in got) == 1
    assert len(got) == 8


@pytest.mark.parametrize("way", ["hang up", "fall silent"])
def test_a_lost_reply_does_not_make_a_name_taken_by_nobody(
    store: Store, tmp_path: Path, way: Way
) -> None:
    path = Path(store.redis.connection_pool.connection_kwargs["path"])
    with lossy(tmp_path / "lossy.sock", path) as proxy:
        client = connect_client(f"unix://{proxy.path}", timeout=0.5)
        players = Players(open_store(client))
        proxy.lose(way)
        player, token = players.register("Ada")
        assert proxy.lost == 1
        client.close()
    assert Players(store).find_by_token(token) == player


@pytest.mark.parametrize("fault", ["the command is lost", "the answer is lost"])
def test_a_registration_broken_off_at_any_write_leaves_a_whole_account_or_a_free_name(
    store: Store, tmp_path: Path, fault: Fault
) -> None:
    path = Path(store.redis.connection_pool.connection_kwargs["path"])
    with lossy(tmp_path / "lossy.sock", path) as proxy:
        client = connect_client(f"unix://{proxy.path}", retries=0)
        through = Players(open_store(client))
        for passes in range(10):
            name = f"player {passes}"
            proxy.fail(fault, passes)
            try:
                through.register(name)
            except RedisError:
                found = Players(store).find_by_name(name)
                if found is None:
                    assert Players(store).register(name)[0].name == name
                else:
                    assert Players(store).token_hashes(found.id)
                    assert Players(store).streams.current(found.id).state.n == 1
            else:
                break
            finally:
                proxy.heal()
        client.close()
    assert 2 <= passes < 9


def test_neither_name_nor_token_stands_in_the_log_and_the_token_nowhere(
    players: Players, store: Store
) -> None:
    player, token = players.register("Ada Lovelace")
    kept: Any = everything(store.redis)
    assert token not in str(kept)
    assert hashlib.sha256(token.encode()).hexdigest() in str(kept)
    (event,) = store.read(player.id)
    assert b"Ada" not in event.e
    assert event.p is None


def test_a_players_stream_begins_with_the_salted_hash_of_the_name(
    players: Players, store: Store
) -> None:
    player, _ = players.register("Ada")
    (event,) = store.read(player.id)
    public = orjson.loads(event.e)
    raw: Any = store.redis.hget(PLAYERS_KEY, player.id)
    salt = bytes.fromhex(orjson.loads(raw)["salt"])
    name_hash = hmac.digest(salt, b"Ada", "sha256").hex()
    assert public["data"] == {"name_hash": name_hash, "role": "player"}
    assert (public["n"], public["type"], public["by"]) == (1, "player.registered.v1", "server")
    assert canonical_json(public) == event.e
    assert event.h == next_head(first_head(player.id), event.e)
    assert player.id in list(store.streams(store.names.partition(player.id)))


def test_two_players_of_equal_names_in_time_have_different_hashes(
    players: Players, store: Store
) -> None:
    first, _ = players.register("Ada")
    players.erase(first)
    second, _ = players.register("Ada")
    hashes = [orjson.loads(store.read(p.id)[0].e)["data"]["name_hash"] for p in (first, second)]
    assert hashes[0] != hashes[1]


def test_an_erased_name_leaves_the_log_as_it_is(players: Players, store: Store) -> None:
    player, token = players.register("Ada")
    before = store.read(player.id)
    store.redis.hdel(PLAYERS_KEY, player.id)
    assert store.read(player.id) == before
    assert Players(store).find(player.id) is None
    assert Players(store).find_by_token(token) is None


def test_names_are_believed_for_five_seconds_and_outlive_a_store_that_is_away(
    players: Players, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada, _), (bob, _) = players.register("Ada"), players.register("Bob")
    begun, trips = time.monotonic(), []
    real = players.names

    def names(ids: Any) -> dict[str, str]:
        trips.append(ids)
        return real(ids)

    def at(seconds: float) -> None:
        clock = SimpleNamespace(monotonic=lambda: begun + seconds)
        monkeypatch.setattr(name_cache, "time", clock)

    monkeypatch.setattr(players, "names", names)
    for seconds in (0, module.BELIEVED):
        at(seconds)
        assert players.cached_names([ada.id, "p0"]) == {ada.id: "Ada"}
    assert trips == [[ada.id, "p0"]]
    store.redis.hdel(PLAYERS_KEY, ada.id)
    at(module.BELIEVED + 0.01)
    assert players.cached_names([ada.id, bob.id]) == {bob.id: "Bob"}

    def away(ids: Any) -> dict[str, str]:
        raise RedisError

    monkeypatch.setattr(players, "names", away)
    at(3 * module.BELIEVED)
    assert players.cached_names([bob.id, "p1"]) == {bob.id: "Bob"}
    players.erase(bob)
    assert players.cached_names([bob.id]) == {}


def test_a_revoked_token_is_believed_for_five_seconds_at_most(
    players: Players, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, token = players.register("Ada")
    begun = time.monotonic()

    def at(seconds: float) -> None:
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: begun + seconds))

    at(0)
    assert players.find_by_token(token) == player
    store.redis.hdel(TOKENS_KEY, token_hash(token))
    assert Players(store).find_by_token(token) is None
    at(module.BELIEVED - 0.01)
    assert players.find_by_token(token) == player
    at(module.BELIEVED)
    assert players.find_by_token(token) is None


def test_a_token_seen_before_costs_no_question_to_the_server(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, token = players.register("Ada")
    assert players.find_by_token(token) == player
    monkeypatch.setattr(players.store, "redis", None)
    assert players.find_by_token(token) == player


def test_no_more_tokens_are_remembered_than_there_is_room_for(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 3)
    for k in range(6):
        _, token = players.register(f"player {k}")
        players.find_by_token(token)
        players.find_by_token(f"no token {k}")
    assert len(players.believed) == 3


def test_ids_and_tokens_are_long_and_never_the_same(players: Players) -> None:
    made = [players.register(f"player {k}") for k in range(20)]
    assert len({player.id for player, _ in made}) == len({token for _, token in made}) == 20
    assert min(len(token) for _, token in made) >= 43
    assert min(len(player.id) for player, _ in made) >= 19
