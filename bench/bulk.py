"""A plan of hundreds of tables: how soon all of them are there, and how soon they are counted.

    python -m bench.bulk [--tables 500] [--rounds 3] [--short] [--json]

In each round a tournament of bots and one of people plan so many tables by one request to a whole
server with its embedded Redis, and the same tables of bots are opened in two other ways: each by
its own requests (a table, its seats, the start) over HTTP there, and by `handle` alone, in this
process, on a Redis that nobody else uses. Ratios are taken within a round.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from bench.arguments import BenchmarkParser
from bench.servers import own_redis, whole_server
from bench.storm import left
from events.accounts.players import Players
from events.cached_streams import Tables
from events.store.streams import Store, store_at
from events.tournaments.names import new_id
from events.tournaments.streams import Tournaments
from games import NEWEST
from games.table.planned import table_id
from service.commands.client import Client, register_account
from tournaments import commands as cm
from workers.tournaments.rounds import open_planned_table

ALONE: Final = "player:bench"
NAME: Final = "1a" * 32  # the hash of its text
BOTS: Final = ["bot:novice", "bot:regular"] * 8  # each at many tables
SEATS: Final = 4
GAME: Final[dict[str, Any]] = {
    "game": "boon",
    "seats": SEATS,
    "options": dict(NEWEST["boon"].brief),
}
OF_BOTS: Final[dict[str, Any]] = {"games": [GAME], "entrants": {"kinds": ["bot"]}}
OF_PEOPLE: Final[dict[str, Any]] = {
    "games": [{"game": "boosh", "seats": 2, "clock": {"turn": 86_400}}],
    "entrants": {"kinds": ["player"]},
}
STEP: Final = 0.01  # seconds between looks


def begun(store: Store, by: str, settings: dict[str, Any], members: Sequence[str]) -> str:
    """Open a tournament of own pairings, enter its entrants and start it; return its id."""
    cup, name = Tournaments(store), new_id()
    own = {"kind": "own", "duplicate": False}
    cup.open(name, by, {**settings, "format": own}, NAME)
    for member in members:
        kind: Any = "bot" if member in BOTS else "player"
        cup.execute(name, by, cm.Register(kind, (member,)))
    cup.execute(name, by, cm.Call())
    return name


def rows_of_bots(count: int) -> list[tuple[int, ...]]:
    """Return tables at which bots meet in turn, by seat."""
    return [tuple((at + k) % len(BOTS) for k in range(SEATS)) for at in range(count)]


def people(store: Store, count: int) -> list[str]:
    """Make as many accounts as so many tables have seats; return their ids."""
    accounts = Players(store)
    return [accounts.register(f"bench {k}")[0].id for k in range(2 * count)]


def rows_of_people(count: int) -> list[tuple[int, ...]]:
    """Return tables at which everybody sits once, by seat."""
    return [(2 * at, 2 * at + 1) for at in range(count)]


def seconds_until(is_so: Callable[[], bool]) -> float:
    """Return how long it takes until something is so."""
    begin = time.perf_counter()
    while not is_so():
        time.sleep(STEP)
    return time.perf_counter() - begin


def planned(store: Store, client: Client, name: str, rows: list[tuple[int, ...]]) -> float:
    """Plan tables by one request; return the seconds until all of them are played."""
    cup = Tournaments(store)
    tables_wanted = [{"game": 0, "group": at, "seats": row} for at, row in enumerate(rows)]
    begin = time.perf_counter()
    client.post(f"/v1/tournaments/{name}/rounds", {"tables": tables_wanted})
    seconds_until(lambda: cup.current(name).state.opened == len(rows))
    seconds, tables = time.perf_counter() - begin, Tables(store)
    ids = [table_id(name, index) for index in range(len(rows))]
    assert all(tables.current(one).table.play is not None for one in ids)
    return seconds


def counted(store: Store, name: str) -> float:
    """Return the seconds until all tables have a result and are closed."""
    cup = Tournaments(store)

    def is_over() -> bool:
        state = cup.current(name).state
        return not state.unsettled and not state.unreleased

    return seconds_until(is_over)


def asked_for(client: Client, count: int) -> float:
    """Open tables over HTTP, one by one; return the seconds that it takes."""
    begin = time.perf_counter()
    for at in range(count):
        table = client.post("/v1/tables", GAME)["view"]["table"]
        for k in range(SEATS):
            client.post(f"/v1/tables/{table}/seats", {"bot": ("novice", "regular")[(at + k) % 2]})
        client.post(f"/v1/tables/{table}/start", {})
    return time.perf_counter() - begin


def handled(store: Store, count: int) -> float:
    """Open the tables of a plan with `handle` alone; return the seconds that it takes."""
    cup, name = Tournaments(store), begun(store, ALONE, OF_BOTS, BOTS)
    rows = (cm.OwnTable(0, at, row) for at, row in enumerate(rows_of_bots(count)))
    state = cup.execute(name, ALONE, cm.Plan(tuple(rows))).state
    tables, players = Tables(store), Players(store)
    begin = time.perf_counter()
    for index in state.unopened():
        open_planned_table(tables, players, state, index)
    return time.perf_counter() - begin


def measured(store: Store, alone: Store, client: Client, ids: Sequence[str]) -> dict[str, float]:
    """Return the seconds of each way, and from the last opening to the last count."""
    count, by = len(ids) // 2, f"player:{client.get('/v1/players/me')['player']}"
    cup, league = begun(store, by, OF_BOTS, BOTS), begun(store, by, OF_PEOPLE, ids)
    found = {"planned": planned(store, client, cup, rows_of_bots(count))}
    found["counted"] = counted(store, cup)
    found["planned_people"] = planned(store, client, league, rows_of_people(count))
    found["handle"] = handled(alone, count)
    found["http"] = asked_for(client, count)
    seconds_until(lambda: not left(store))
    return found


def ratios(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the medians of what is told: each way to `handle` alone, and HTTP to a plan."""
    pairs = [("planned", "handle"), ("planned_people", "handle"), ("http", "planned")]
    return {
        f"{over}_to_{under}": round(statistics.median(one[over] / one[under] for one in rounds), 2)
        for over, under in pairs
    }


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_size("--rounds", 3, 1)
    given = parser.parse_sizes()
    os.environ["FAIRDEAL_LIMITS"] = "off"
    with whole_server() as stack, own_redis() as own:
        store, alone = store_at(stack.redis_url), store_at(own.url)
        client = register_account(stack.url, "bench")
        ids = people(store, given.tables)
        rounds = [measured(store, alone, client, ids) for _ in range(given.rounds)]
    seconds = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
    for name, value in seconds.items():
        print(f"{name:16} {value:6.2f} s   {[round(one[name], 2) for one in rounds]}")
    result = {"ratios": ratios(rounds), "seconds": {k: round(v, 2) for k, v in seconds.items()}}
    for key, value in result["ratios"].items():
        print(f"{key:24} {value:6.2f}")
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
