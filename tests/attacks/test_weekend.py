"""A director's weekend by script: pools, then a knockout, while much goes wrong.

64 programs play by clocks. Two of them fall silent and are withdrawn, one returns; a dispute is
ruled when the next round is paired; the runner and the API are killed at random.
"""

import json
import os
import random
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from events.accounts.players import Players
from events.store.streams import Store, store_at
from events.tournaments.streams import Tournaments
from games.table.planned import table_id
from service.commands import processes
from service.commands.client import ApiProblem, register_account
from service.commands.processes import ChildProcess, ServerStack, free_port
from tests.attacks.test_cup_kills import verified
from tests.attacks.test_kills import Killer, Patient
from tests.folders import ROOT
from tests.waiting import wait_for
from tournaments.state import Tournament

FIELD, SILENT = 64, 2
KILLS, BETWEEN = 6, (5, 40)  # changes that are seen between two kills
ELSEWHERE = "https://club.example"
CUP = f"""\
name = "Weekend"
games = [{{ game = "boosh", seats = 2, options = {{ max_hands = 1 }}, clock = {{ turn = 30 }} }}]
format = {{ kind = "pools", pools = 16, qualify = 1 }}
scoring = {{ kind = "places" }}
run = {{ move_ms = 20_000 }}
entrant = [
  {{ program = "first.py", count = {FIELD - SILENT} }},
  {{ program = "silent.py", count = {SILENT} }},
]
"""
FIRST = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "table":
        print(json.dumps({"n": 0, "protocol": 1}), flush=True)
    elif message["type"] == "move":
        choices = message["choices"]
        action = choices["actions"][0] if choices["actions"] else choices["picks"][0]["example"]
        print(json.dumps({"n": message["n"], "action": action}), flush=True)
"""
SILENT_PROGRAM = """\
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "table":
        print(json.dumps({"n": 0, "protocol": 1}), flush=True)
    else:
        sys.exit()
"""


class Weekend:
    """The tournament as it goes on, and what its director does meanwhile."""

    def __init__(
        self, stack: ServerStack, store: Store, folder: Path, tokens: dict[str, str]
    ) -> None:
        self.stack, self.cups, self.folder = stack, Tournaments(store), folder
        self.director, self.auditor = (Patient(stack.url, tokens[who]) for who in ("Dora", "Otto"))
        self.done: set[str] = set()
        self.dispute, self.disputed_in = "", 0  # a round

    @property
    def kept(self) -> Any:
        """Return what the runner has kept."""
        path = self.folder / "results" / "run.json"
        return json.loads(path.read_text()) if path.exists() else {"tournament": None}

    @property
    def state(self) -> Tournament | None:
        """Return the tournament, once there is one."""
        name = self.kept["tournament"]
        return None if name is None else self.cups.current(name).state

    def is_over(self) -> bool:
        """Say whether all is written."""
        return (self.folder / "results" / "export.zip").exists()

    def once(self, what: str) -> bool:
        """Say whether something is to be done for the first time."""
        is_new = what not in self.done
        self.done.add(what)
        return is_new

    def act(self) -> None:
        """Do what the hour asks for."""
        t = self.state
        if t is None:
            return
        path, rounds = f"/v1/tournaments/{t.id}", len(t.rounds)
        if rounds == 2 and self.once("vanished"):
            for number in range(FIELD - SILENT, FIELD):
                self.director.raw(
                    "DELETE",
                    f"{path}/entrants/{number}",
                    b"",
                    {"Idempotency-Key": f"gone-{number}"},
                )
        if rounds == 3 and self.once("returned"):
            self.director.post(f"{path}/entrants/{FIELD - 1}/return", {}, "back")
        if rounds > 1 and not self.dispute:
            self.raise_dispute(t)
        if self.dispute and rounds > self.disputed_in and self.once("ruled"):
            ruling = {"verdict": "dismissed", "reason": "The deal follows from its secrets"}
            self.auditor.post(f"/v1/disputes/{self.dispute}/ruling", ruling, "ruling")

    def raise_dispute(self, t: Tournament) -> None:
        """Let a player of the first table dispute its hand, once all with its deals have ended."""
        number = t.tables[0].planned.seats[0].entrant
        player = Patient(self.stack.url, self.kept["accounts"][str(number)]["token"])
        asked = {"hand": 1, "reason": "That was too good to be true"}
        try:
            made = player.post(f"/v1/tables/{table_id(t.id, 0)}/disputes", asked)
        except ApiProblem as no:
            if no.problem["code"] != "dispute/too_early":
                raise
        else:
            self.dispute, self.disputed_in = made["dispute"]["dispute"], len(t.rounds)


def start_runner(stack: ServerStack, folder: Path, token: str) -> None:
    """Start the runner; it is started again as often as it ends."""
    for name, text in (
        ("cup.toml", CUP),
        ("token", token),
        ("first.py", FIRST),
        ("silent.py", SILENT_PROGRAM),
    ):
        (folder / name).write_text(text)
    command = [*processes.PYTHON, "service", "tournament", "run", str(folder / "cup.toml")]
    where = ["--server", stack.url, "--token-file", str(folder / "token")]
    own = [*command, *where, "--results", str(folder / "results")]
    stack.children.append(ChildProcess("runner", own, {**os.environ, "PYTHONPATH": str(ROOT)}))
    stack.children[-1].start()


def accounts(stack: ServerStack, store: Store) -> dict[str, str]:
    """Make a director and an auditor; return their tokens."""
    tokens = {}
    for name, role in (("Dora", "director"), ("Otto", "auditor")):
        tokens[name] = str(register_account(stack.url, name).token)
        player = Players(store).find_by_token(tokens[name])
        assert player is not None
        Players(store).give_role(player, role)
    return tokens


@pytest.mark.nightly  # in every run tests/simulation kills what plays tournaments
def test_a_weekend_ends_as_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The export tells all pairings, results and places anew, offline."""
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")
    monkeypatch.delenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", raising=False)
    luck = random.Random()
    with ServerStack(tmp_path / "data", free_port()) as stack:
        there = store_at(stack.redis_url)
        tokens = accounts(stack, there)
        start_runner(stack, tmp_path, tokens["Dora"])
        weekend, killer = (
            Weekend(stack, there, tmp_path, tokens),
            Killer(stack, ("api", "runner"), KILLS),
        )
        left, known = luck.randint(*BETWEEN), 0

        def goes_on() -> bool:
            stack.watch()
            state = weekend.state
            return weekend.is_over() or (state is not None and state.n != known)

        while not weekend.is_over():
            wait_for(goes_on)
            state = weekend.state
            known = 0 if state is None else state.n
            weekend.act()
            left -= 1
            if left == 0 and killer.left:
                killer()
                left = luck.randint(*BETWEEN)
        state = weekend.state
        assert state is not None
        report = verified(Patient(stack.url), state.id, tmp_path)
        assert (report.verdict, report.not_checked) == ("good", ()), report.as_text()
        assert weekend.done == {"vanished", "returned", "ruled"}
        where = f"{stack.url}/v1/tournaments/{state.id}/standings"
        request = urllib.request.Request(where, headers={"Origin": ELSEWHERE})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert len(json.load(answer)["standings"]) == FIELD
        there.redis.close()
    assert killer.killed == {"api": KILLS // 2, "runner": KILLS // 2}
