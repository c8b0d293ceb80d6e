"""A whole server with several API processes, as its operator sees it: status, numbers, logs."""

import re
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from service.commands.client import Client
from service.commands.main import main
from service.commands.processes import free_port
from tests.service.commands.serving import Served, a_table, act, serving
from tests.waiting import wait_for

API = 2  # processes
ASKED = 40  # requests of one kind


@pytest.fixture(scope="module")
def ports() -> tuple[int, int]:
    """Return where the API is, and where its numbers are."""
    return free_port(), free_port()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, ports: tuple[int, int]) -> Iterator[Served]:
    """Run a server of several processes."""
    variables = {
        "FAIRDEAL_METRICS_ADDRESS": f"127.0.0.1:{ports[1]}", "FAIRDEAL_LOG_LEVEL": "debug",
        "FAIRDEAL_ACCESS_LOG_EVERY": "1",
    }  # fmt: skip
    folder = tmp_path_factory.mktemp("status") / "data"
    with serving(folder, ports[0], "--api-workers", str(API), variables=variables) as running:
        yield running


def status(data: Path, *options: str) -> str:
    """Run the command."""
    done = CliRunner().invoke(main, ["status", *options], env={"FAIRDEAL_DATA": str(data)})
    assert done.exit_code == 0, done.output
    return done.output


def kinds(data: Path) -> Counter[str]:
    """Return how many processes of each kind are there."""
    found: Any = orjson.loads(status(data, "--json"))
    return Counter(one["kind"] for one in found["processes"])


def test_every_process_says_that_it_is_there(served: Served) -> None:
    expected = {"api": API, "follower": 1, "clock": 1, "push": 1, "bots": 1, "archive": 1}
    wait_for(lambda: expected.items() <= kinds(served.data).items())
    found = orjson.loads(status(served.data, "--json"))
    assert found["unfollowed"] == []
    assert found["keys"]["signing"]
    assert {one["version"] for one in found["processes"]} == {"0.1.0"}
    pids = {one["pid"] for one in found["processes"]}
    assert len(pids) == len(found["processes"])


def test_people_get_a_line_for_each_thing(served: Served) -> None:
    wait_for(lambda: kinds(served.data)["api"] == API)
    lines = status(served.data).splitlines()
    words = [line.split()[0] for line in lines]
    for word in ("store", "partitions", "behind", "queue", "tables", "due", "archive", "keys",
                 "disk", "processes"):  # fmt: skip
        assert word in words
    assert "TROUBLE" not in words, lines
    assert any(line.startswith(f"processes   {API} api 0.1.0") for line in lines)


def test_the_numbers_are_of_all_processes_at_their_own_address(
    served: Served, ports: tuple[int, int]
) -> None:
    for _ in range(ASKED):  # each on a connection of its own, whoever takes it
        urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/v1/games/boon").close()

    def counted() -> bool:
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[1]}/metrics") as answer:
            text = answer.read().decode()
        name = r'fairdeal_requests_total\{operation="games.game",status="200"\} (\S+)'
        found = re.search(name, text)
        return found is not None and float(found[1]) == ASKED

    wait_for(counted)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/metrics")


def test_all_that_is_logged_is_json_and_tells_no_token(
    served: Served, ports: tuple[int, int]
) -> None:
    client = Client(f"http://127.0.0.1:{ports[0]}")
    client.token = client.post("/v1/players", {"name": "Ada"})["token"]
    path = a_table(client)
    view = act(client, path)
    assert path in served.said
    assert client.token not in served.said
    head = view["head"]
    lines = [line for line in served.said.splitlines() if not re.match("fairdeal|Docum|Stop", line)]
    records = [orjson.loads(line) for line in lines]
    assert {"event", "level", "logger", "time"} <= set.intersection(*map(set, records))
    assert any(one.get("table") == path.split("/")[3] for one in records)
    assert head not in served.said
