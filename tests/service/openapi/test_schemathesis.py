"""Schemathesis asks a live server whatever openapi.yaml allows and forbids, and finds nothing."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from events.accounts.players import Players
from events.store.streams import store_at
from games import GAMES
from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from tests import seeded
from tests.folders import ROOT
from tests.service.provoke_tournaments import BODY, BOT
from tests.some_processes import SomeProcesses
from tests.waiting import wait_for

CUP = {**BODY, "entrants": {"kinds": ["player", "bot"]}}
LEFT_OUT = (
    "use_after_free",  # a table can be looked at for ever, withdrawn or not: its log is the proof
    "ensure_resource_availability",  # `created_is_there` of the hooks takes its place
)
PHASES = ("examples", "coverage", "fuzzing", "stateful")
CONFIG = """
hooks = "tests.service.schemathesis_hooks"
seed = 1
continue-on-failure = true
request-timeout = 10

[generation]
max-examples = 25
database = "none"

[dictionaries.tables]
values = {tables}

[dictionaries.disputes]
values = {disputes}

[dictionaries.tournaments]
values = {tournaments}

[parameters]
"path.table_id" = {{ dictionary = "tables", probability = 0.8 }}
"path.tournament_id" = {{ dictionary = "tournaments", probability = 0.8 }}
"path.dispute_id" = {{ dictionary = "disputes", probability = 0.8 }}

[phases.stateful]
max-steps = 12

# What fits the schema may still not fit the table: besides 409 that is 412, the ETag of another
# moment.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 412]
[checks.negative_data_rejection]
expected-statuses = ["4xx"]

# Options may ask for more than a schema can say: so many Jokers for so many players. An action must
# be one of the table's game, and the schema of a request can't know which that is.
[[operations]]
include-operation-id = ["openTable", "quickSeat", "act", "checkAction"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 412, 422]

# Settings must fit together, members, places and scores the tournament: no schema can say that.
[[operations]]
include-operation-id = [
    "openTournament", "enterTournament", "replaceEntrant", "checkIn", "planRound",
    "adjudicateTable", "nameDirector",
]
checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422]

# A receipt must be of the table, and signed by this server: no schema can say that.
[[operations]]
include-operation-id = "abortTable"
checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 412, 422]

# Which addresses an app may register, and to which of them a player returns, is said in words.
[[operations]]
include-operation-id = ["registerApp", "showAuthorization"]
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 422]

# Which characters are for no name is known to Unicode's tables alone.
[[operations]]
include-operation-id = ["registerPlayer", "renameMe"]
checks.positive_data_acceptance.expected-statuses = ["2xx", 409, 422]

# A header holds text; what receipts look like as JSON is said in words. Whatever is sent as a log
# file is one, or is told to be none.
[[operations]]
include-operation-id = "verifyLog"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400]
checks.negative_data_rejection.expected-statuses = ["2xx", "4xx"]

# Nothing that is made from a schema is a log; of the example the query may ask for an event or a
# seat that it has not, which is 404 and nothing else (`missing_moment` of the hooks).
[[operations]]
include-operation-id = "replayLog"
checks.positive_data_acceptance.expected-statuses = ["2xx", 404, 422]
checks.negative_data_rejection.expected-statuses = ["2xx", "4xx"]
"""


@pytest.fixture
def stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerStack]:
    """Run a whole server without limits, which so many refused requests would run into."""
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")
    own = ("api", "follower", "clock", "bots-0")
    with SomeProcesses(tmp_path / "data", free_port(), only=own) as running:
        yield running


def director(stack: ServerStack, name: str) -> Client:
    """Make an account that may open tournaments."""
    made, store = register_account(stack.url, name), store_at(stack.redis_url)
    players = Players(store)
    found = players.find_by_name(name)
    assert found is not None
    players.give_role(found, "director")
    store.redis.close()
    return made


def tables_of(player: Client) -> list[str]:
    """Return a table of each game that is played, then one that waits for others."""
    found = []
    for game in GAMES.values():
        seats = game.seats[0]
        table = player.post("/v1/tables", {"game": game.name, "seats": seats})["view"]["table"]
        player.post(f"/v1/tables/{table}/seats", {})
        for _ in range(seats - 1):
            player.post(f"/v1/tables/{table}/seats", {"bot": "regular"})
        player.post(f"/v1/tables/{table}/start", {})
        found.append(table)
    found.append(player.post("/v1/tables", {"game": "boosh", "seats": 2})["view"]["table"])
    return found


def disputes_of(player: Client, tables: list[str]) -> list[str]:
    """Dispute the first hand of some tables; return the disputes."""
    sent = {"hand": 1, "reason": "Seat 1 peeked"}
    made = [player.post(f"/v1/tables/{table}/disputes", sent) for table in tables]
    return [one["dispute"]["dispute"] for one in made]


def tournaments_of(player: Client) -> list[str]:
    """Return a tournament that may be entered, and one that has begun."""
    found = []
    for _ in range(2):
        path = f"/v1/tournaments/{player.post('/v1/tournaments', CUP)['tournament']['id']}"
        for _ in range(4):
            player.post(f"{path}/entrants", BOT)
        found.append(path)
    player.post(f"{found[1]}/call", {})
    return [path.rpartition("/")[2] for path in found]


def wait_for_lobby(player: Client, table: str) -> None:
    """Wait until the lobby shows a table."""
    wait_for(lambda: table in [row["table"] for row in player.get("/v1/tables")["tables"]])


def schemathesis(url: str, token: str, folder: Path) -> Any:
    """Run all phases with all its checks; return its report."""
    report = folder / "report.json"
    command = [
        *seeded.PYTHON, "schemathesis.cli", "--config-file", str(folder / "config.toml"),
        "run", f"{url}/v1/openapi.json", "--seed", str(random.randrange(10**9)),
        "--checks", "all", "--exclude-checks", ",".join(LEFT_OUT),
        "--phases", ",".join(PHASES),
        "--report", "json", "--report-json-path", str(report),
    ]  # fmt: skip
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    own = {**os.environ, "PYTHONPATH": path, "TOKEN": token}
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, check=False)
    assert report.exists(), done.stdout.decode() + done.stderr.decode()
    print(done.stdout.decode())
    return json.loads(report.read_text())


@pytest.mark.parametrize(
    ("code", "body", "is_asked"),
    [
        ("tournament/unknown", {"player": "w"}, True),
        ("tournament/unknown", None, True),
        ("http/not_found", {"player": "w"}, True),
        ("player/unknown", None, True),
        ("player/unknown", {"player": "w"}, False),
    ],
)
def test_who_is_named_in_a_body_may_not_be_there_but_what_was_created_must_be(
    code: str, body: object, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.service import schemathesis_hooks  # noqa: PLC0415  # a fifth of a second

    asked: list[Any] = []
    own = SimpleNamespace(ensure_resource_availability=lambda *about: asked.append(about))
    monkeypatch.setattr(schemathesis_hooks, "checks", own)
    answer: Any = SimpleNamespace(status_code=404, json=lambda: {"code": code})
    operation = SimpleNamespace(path="/v1/tournaments/{tournament_id}/directors")
    case: Any = SimpleNamespace(body=body, operation=operation)
    context: Any = None
    schemathesis_hooks.created_is_there(context, answer, case)
    assert bool(asked) is is_asked


@pytest.mark.nightly  # in every run: test_bad_input.py, test_queries.py, test_broken_bodies.py
def test_schemathesis_finds_nothing(stack: ServerStack, tmp_path: Path) -> None:
    player = director(stack, "Ada")
    tables = tables_of(player)
    wait_for_lobby(player, tables[0])
    disputes = disputes_of(player, tables[:3])
    config = CONFIG.format(
        tables=json.dumps(tables),
        disputes=json.dumps(disputes),
        tournaments=json.dumps(tournaments_of(player)),
    )
    (tmp_path / "config.toml").write_text(config)
    report = schemathesis(stack.url, str(player.token), tmp_path)
    assert report["failures"] == report["errors"] == []
    states = {name: phase["status"] for name, phase in report["phases"].items()}
    assert {name: states[name] for name in PHASES} == dict.fromkeys(PHASES, "success")
    operations = report["operations"]
    assert operations["tested"] == operations["total"] >= 30
    assert report["test_cases"]["generated"] >= 5_000
