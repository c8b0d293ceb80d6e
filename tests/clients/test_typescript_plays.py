"""The library in JavaScript plays tables through a proxy that drops, delays and doubles."""

import json
import secrets
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games import OWN
from service.commands.client import Client, register_account
from tests.clients.proxy import Faults, proxy_to
from tests.some import some
from tests.waiting import PATIENCE

PROGRAM = Path(__file__).with_name("typescript") / "plays.mjs"
COMES_BACK = PROGRAM.with_name("comes_back.mjs")
GAMES = [game.name for game in OWN]

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node, 20 or newer")


@pytest.fixture
def account(url: str) -> Client:
    """Return an account that plays."""
    return register_account(url, f"Ada {secrets.token_hex(8)}")


def play(account: Client, address: str, game: str, **options: object) -> dict[str, Any]:
    """Play a table at an address; find that all that was accepted was played once."""
    assert account.token is not None
    done = subprocess.run(
        ["node", str(PROGRAM), address, account.token, game, json.dumps(options)],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    path = f"/v1/tables/{told['table']}"
    seat = account.get(f"{path}/view")["seat"]
    events = account.get(f"{path}/events?limit=1000")["events"]
    causes = [event["cause"] for event in events if isinstance(event["cause"], dict)]
    assert told["played"] == [one["last"] for one in causes if one.get("seat") == seat]
    assert told["played"] != []
    return told


@pytest.mark.parametrize("seed", some("faults of the library", range(4), 1))
def test_each_action_is_played_once_whatever_gets_lost(
    seed: int, account: Client, url: str
) -> None:
    faults = Faults(seed, lost=8, unanswered=8, cut=8, doubled=8, delayed=8, lines=60)
    is_checked = seed % 2 == 0
    with proxy_to(url, faults) as address:
        told = play(account, address, GAMES[seed], verify=is_checked, streams=seed < 2)
    assert (told["verdict"] is not None) == is_checked
    if is_checked:
        assert told["verdict"]["verdict"] == "good"
        assert told["verdict"]["ownEntropy"]
        assert told["verdict"]["foreign"] == []
    assert faults.done["unanswered"] + faults.done["doubled"] + faults.done["cut"] > 0


def test_a_quick_seat_has_a_part_in_the_deal(account: Client, url: str) -> None:
    told = play(account, url, "boosh", isQuick=True, verify=True)
    assert told["verdict"]["verdict"] == "good"
    assert told["verdict"]["ownEntropy"]


def test_answers_have_no_view_while_a_stream_is_open(account: Client, url: str) -> None:
    faults = Faults(1)
    with proxy_to(url, faults) as address:
        play(account, address, "boon")
    acts = [headers for _, path, headers in faults.requests if path.endswith("/actions")]
    assert {headers.get("Prefer") for headers in acts} == {"return=minimal"}
    assert sum("/view" in path for _, path, _ in faults.requests) <= 2


def test_a_proxy_that_holds_streams_back_is_played_through_by_waiting_reads(
    account: Client, url: str
) -> None:
    faults = Faults(1, holds_streams=True)
    with proxy_to(url, faults) as address:
        play(account, address, "boosh")
    assert any("wait=" in path for _, path, _ in faults.requests)
    assert sum(path.endswith("/events") for _, path, _ in faults.requests) == 1


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_client_that_comes_back_goes_on_checking_with_what_it_has_kept(
    is_kept: bool, account: Client, url: str
) -> None:
    assert account.token is not None
    done = subprocess.run(
        ["node", str(COMES_BACK), url, account.token, "kept" if is_kept else "lost"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before, verdict = json.loads(done.stdout)
    assert verdict["verdict"] == "good"
    assert verdict["ownEntropy"] is is_kept
    assert verdict["foreign"] == []
    assert ("your entropy" in verdict["unchecked"]) is not is_kept
    assert verdict["receipts"] > before * is_kept
