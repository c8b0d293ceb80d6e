"""The log as each may read it: which parts come, whose do not, and what a verdict on it says."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from games.table.opening import REVEALS
from service.commands.main import main
from tests.events.forge import Forged, pieces
from tests.fairness.second import run_second
from tests.service.asker import Asker, Service, problem
from tests.service.provoke_disputes import auditor as an_auditor

NODE = shutil.which("node")
SEATS = {"own seat": "0", "other seat": "1", "stranger": None}


class Tables:
    """A table of Boosh for two, and all who ask for its log."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.service, self.folder = service, folder
        self.players = [service.player(name) for name in ("Ada", "Bob")]
        self.stranger = service.player("Eve")

    def table(self, reveal: str, running: bool, **more: Any) -> str:
        """Play a table, to its end or into its second hand."""
        hands = 5 if running else 2
        options = {"max_hands": hands}
        path = self.service.started(
            self.players, "boosh", 2, reveal=reveal, options=options, **more
        )
        if not running:
            self.service.play(path, self.players)
        while running and self.service.nobody.get(path).get_json()["hand"] < 2:
            self.service.play(path, self.players, actions=1)
        return path

    def asker(self, who: str) -> Asker:
        """Return who asks."""
        return {"own seat": self.players[0], "other seat": self.players[1]}.get(who, self.stranger)

    def log(self, path: str, who: Asker) -> Forged:
        """Download a log."""
        answer = who.get(f"{path}/log")
        assert answer.status_code == 200, answer.text
        assert answer.headers["Vary"] == "Authorization"
        (self.folder / "log.jsonl").write_bytes(answer.data)
        return pieces(answer.data)

    def first_line(self) -> str:
        """Return the first line of the verdict on the log that was downloaded last."""
        keys = self.folder / "keys.json"
        keys.write_bytes(self.service.nobody.get("/v1/keys").data)
        command = ["verify", str(self.folder / "log.jsonl"), "--key", str(keys)]
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
        return done.stdout.split("\n")[0]

    def uploaded(self) -> Any:
        """Return the server's verdict on the log that was downloaded last."""
        sent = (self.folder / "log.jsonl").read_bytes()
        kind = "application/jsonl"
        return self.stranger.ask("POST", "/v1/verifications", raw=sent, kind=kind).get_json()

    def second(self) -> Any:
        """Return the second verifier's verdict on it."""
        key = self.service.parts.signing.keys.signer.public
        return json.loads(run_second("--key", key, self.folder / "log.jsonl").stdout)


@pytest.fixture
def tables(service: Service, tmp_path: Path) -> Tables:
    return Tables(service, tmp_path)


def parts_of(log: Forged) -> list[set[str]]:
    """Return the audiences of the parts that are open, event by event."""
    return [set(event["p"] or {}) for event in log.events]


def wanted(log: Forged, seat: str | None, reveal: str, running: bool) -> list[set[str]]:
    """Return the audiences of the parts that should be."""
    deals = [n for n, one in enumerate(log.events) if "hand_dealt" in one["e"]["type"]]
    found = []
    for place, event in enumerate(log.events):
        seals = set(event["e"]["seals"])
        own = {key for key in seals if seat in key.split("+")}
        over = {key for key in seals if key != "table"} if place < deals[-1] else set()
        if not running and reveal != "auditors":
            found.append(seals)
        else:
            found.append(own | over if reveal == "hand" else own)
    return found


NOT_CHECKED = {
    ("auditors", False): ["result", "deal", "actions"],
    ("auditors", True): ["deal", "actions"],
    ("table", True): ["deal", "actions"],
    ("hand", True): ["deal", "actions", "secret"],
}


@pytest.mark.parametrize("running", [True, False], ids=["running", "ended"])
@pytest.mark.parametrize("reveal", REVEALS)
def test_everybody_gets_the_public_log_with_their_own_parts_and_verifies_it(
    tables: Tables, reveal: str, running: bool
) -> None:
    path = tables.table(reveal, running)
    for who in SEATS:
        verify_as(tables, path, who, reveal, running)


def verify_as(tables: Tables, path: str, who: str, reveal: str, running: bool) -> None:
    """Let somebody have the log, and hold it to what they may read."""
    log = tables.log(path, tables.asker(who))
    assert (len(log.events), log.end["head"]) == tables.service.log(path)
    assert log.end["complete"] is not running
    assert parts_of(log) == wanted(log, SEATS[who], reveal, running)
    unchecked = NOT_CHECKED.get((reveal, running), [])
    first, said = tables.first_line(), tables.uploaded()
    told = re.findall(r"(?:checked: |, )(\w+)(?: from event \d+ on)? \(sealed\)", first)
    assert told == unchecked, first
    assert first.startswith("GOOD, but not checked: " if unchecked else "GOOD: table "), first
    assert (", which has not ended: " in first) is running
    assert said["verdict"] == "good"
    assert [one["what"] for one in said["not_checked"]] == unchecked
    if NODE is not None:
        second = tables.second()
        assert (second["verdict"], second["head"]) == ("good", log.end["head"]), second
        sealed = [one for one in unchecked if one in ("deal", "secret")]
        assert second["not_checked"] == [*sealed, "rules"]


@pytest.mark.parametrize("reveal", REVEALS)
def test_the_log_of_a_table_that_has_not_begun_can_be_had_too(tables: Tables, reveal: str) -> None:
    path = tables.service.opened(tables.players[0], "boosh", 2, reveal=reveal)
    for who in SEATS:
        assert parts_of(tables.log(path, tables.asker(who))) == [set()]
        assert tables.first_line().startswith("GOOD, but not checked: ")


def test_who_left_gets_no_log_until_the_table_has_ended(tables: Tables) -> None:
    path = tables.table("hand", running=True)
    ada, bob = tables.players
    assert bob.delete(f"{path}/seats/1").status_code == 200
    problem(bob.get(f"{path}/log"), 403, "table/left")
    tables.service.play(path, [ada])
    assert parts_of(tables.log(path, bob)) == parts_of(tables.log(path, ada))


def test_who_watches_late_gets_the_log_late(tables: Tables) -> None:
    path = tables.table("table", running=True, spectator_delay=10)
    own, late = (tables.log(path, who) for who in (tables.players[0], tables.stranger))
    assert len(own.events) - 20 <= len(late.events) <= len(own.events) - 10
    assert [event["h"] for event in late.events] == [e["h"] for e in own.events[: len(late.events)]]
    assert late.end["head"] == late.events[-1]["h"]
    assert tables.first_line().startswith("GOOD, but not checked: deal from event 1 on (sealed), ")


def test_a_part_of_another_that_is_put_in_is_no_part_of_the_log(tables: Tables) -> None:
    path = tables.table("auditors", running=False)
    own, other = (tables.log(path, one) for one in tables.players)
    deal = next(n for n, event in enumerate(own.events) if "0" in (event["p"] or {}))
    own.events[deal]["p"]["1"] = other.events[deal]["p"]["1"]  # two who show each other their cards
    own.write(tables.folder / "log.jsonl")
    assert tables.first_line().startswith("GOOD, but not checked: result (sealed), ")
    own.events[deal]["p"]["1"] = own.events[deal]["p"]["0"]
    own.write(tables.folder / "log.jsonl")
    assert (tables.uploaded()["verdict"], tables.uploaded()["kind"]) == ("bad", "wrong_card")


def test_an_opened_log_is_byte_for_byte_what_is_stored(tables: Tables) -> None:
    path = tables.table("hand", running=False)
    log = tables.log(path, tables.stranger)
    stored = tables.service.parts.store.read(path.rsplit("/", 1)[1])
    assert [orjson.loads(one.p or b"null") for one in stored] == [one["p"] for one in log.events]


@pytest.mark.parametrize("running", [True, False], ids=["running", "ended"])
@pytest.mark.parametrize("reveal", REVEALS)
def test_an_auditor_of_a_dispute_gets_all_parts_and_checks_everything(
    tables: Tables, reveal: str, running: bool
) -> None:
    path, auditor = tables.table(reveal, running), an_auditor(tables.service)
    own = tables.log(path, auditor)  # who is given no dispute is a stranger
    assert parts_of(own) == wanted(own, None, reveal, running)
    complaint = {"hand": 1, "reason": "Seat 1 saw my cards."}
    made = tables.players[0].post(f"{path}/disputes", complaint)
    assert made.status_code == 201, made.text
    where = made.headers["Location"]
    log = tables.log(f"{where}/table", auditor)
    assert parts_of(log) == [set(event["e"]["seals"]) for event in log.events]
    first = tables.first_line()
    assert first.startswith("GOOD: table "), first
    assert [one["what"] for one in auditor.get(where).get_json()["looks"]] == ["log"]
    for other in tables.players:
        problem(other.get(f"{where}/table/log"), 403, "dispute/not_an_auditor", "D6")
    problem(tables.stranger.get(f"{where}/table/log"), 404, "dispute/unknown")
