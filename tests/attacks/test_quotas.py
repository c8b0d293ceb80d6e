"""Floods of what is accepted: one account opens tables, strangers read long logs."""

import signal
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import readers
from service.commands.client import ApiProblem, Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.some_processes import SomeProcesses
from tests.waiting import wait_for

CONNECTIONS, EACH = 8, 15
PROCESSES = 2  # of the API
TABLE = {"game": "boon", "seats": 3}


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[ServerStack]:
    """Run a whole server with the usual limits."""
    with SomeProcesses(tmp_path / "data", free_port(), api_workers=PROCESSES) as running:
        yield running


def flood(client: Client, connections: int, each: int) -> Counter[str]:
    """Open tables over many connections at once; return what came of it."""
    told: Counter[str] = Counter()

    def open_tables() -> None:
        own = Client(client.url, client.token)
        for _ in range(each):
            try:
                own.post("/v1/tables", TABLE)
                told["opened"] += 1
            except ApiProblem as refused:
                told[refused.problem.get("limit", str(refused))] += 1

    threads = [threading.Thread(target=open_tables) for _ in range(connections)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return told


def tables_of(client: Client) -> tuple[int, int]:
    """Return how many open tables an account may have, and how many it has."""
    limits = client.get("/v1/players/me/limits")["limits"]
    return next((one["most"], one["used"]) for one in limits if one["limit"] == "tables")


def test_a_flood_of_openings_leaves_as_many_tables_as_an_account_may_have(
    stack: ServerStack,
) -> None:
    """Each process lets one request of an account open at a time, so each may be one too late."""
    client = register_account(stack.url, "Mallory")
    told = flood(client, CONNECTIONS, EACH)
    most, used = tables_of(client)
    assert most <= told["opened"] == used < most + PROCESSES
    assert told["tables"] == CONNECTIONS * EACH - told["opened"]
    api = stack.children[0]
    api.end(signal.SIGKILL)
    assert api.process is not None
    api.process.wait()
    api.start()
    wait_for(stack.api_answers)
    assert flood(client, 1, 3) == {"tables": 3}
    assert tables_of(client) == (most, used)


@pytest.mark.nightly
def test_strangers_who_read_long_logs_leave_most_of_the_time_to_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Play keeps three quarters of its rate; other work on the machine may hide some of that.

    Without the limit eight connections leave a third or less in the same run, so that half tells
    the one from the other however busy the machine is.
    """
    monkeypatch.delenv("FAIRDEAL_LIMITS", raising=False)  # set for each server, put back afterwards
    held = readers.measure(CONNECTIONS, 5, "")
    free = readers.measure(CONNECTIONS, 5, "reads=off")
    assert held["ratio"] > 0.5 > free["ratio"], (held, free)
    assert held["reads"] > 0, "reads go on, too"
