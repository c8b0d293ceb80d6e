"""What costs among many tables is measured by: the tables, the quick seats, the first touches."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from bench.archive import follow
from bench.command import Ground
from bench.crowd import fill
from bench.growth import WISHES, Side, touches
from events.cached_streams import Tables
from events.record.chain import next_head
from events.record.codec import decode_event
from events.store.embedded.server import EmbeddedServer
from events.store.open_seats import LEFT
from events.store.streams import Store, head_after
from games import NEWEST
from games.table import fold_table_facts
from projections.projection import ReadModel
from projections.tables.lobby import LOBBY
from service.app import create_app
from service.assembly import assemble_parts
from service.settings import ServiceSettings


class OwnSide(Side):
    """A side whose API and follower are of this process."""

    def __init__(self, server: EmbeddedServer, folder: Path, count: int) -> None:
        parts = assemble_parts(ServiceSettings(server.url, folder, "everysec"))
        self.client = create_app(parts).test_client()
        self.ground, self.store = Ground(server.url), parts.store
        self.lobby = ReadModel(self.store, LOBBY)
        self.tables = fill(self.store, count)
        follow(self.store)

    def wait_for_row(self, table: str, n: int) -> None:
        follow(self.store)

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[float, Any]:
        headers = {"Authorization": f"Bearer {token}"}
        answer = self.client.open(path, method=method, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return 1.0, answer.get_json()


@pytest.fixture
def side(server: EmbeddedServer, redis: Redis, tmp_path: Path) -> Iterator[OwnSide]:
    made = OwnSide(server, tmp_path, 8 * len(NEWEST))
    yield made
    made.store.redis.close()


@pytest.mark.parametrize("name", WISHES)
def test_a_quick_seat_finds_a_table_however_many_its_player_has_given_up(
    side: OwnSide, name: str
) -> None:
    for _ in range(LEFT + 2):
        assert side.once(name, 0) > 0


def test_the_tables_of_a_crowd_are_those_that_their_logs_tell_of(store: Store) -> None:
    names = fill(store, 8 * len(NEWEST))
    tables, games = Tables(store), set()
    for name in names:
        events = store.read(name)
        table = tables.current(name).table
        assert table == fold_table_facts(name, None, map(decode_event, events))
        assert events[-1].h == next_head(head_after(name, events[:-1]), events[-1].e)
        games.add((table.game.name, table.phase, table.holders.count(None)))
    assert games == {(game, *how) for game in NEWEST for how in (("open", 2), ("playing", 0))}


def test_first_touches_are_compared_with_those_of_tables_that_are_held(store: Store) -> None:
    assert touches(store, 20, 2) > 0
