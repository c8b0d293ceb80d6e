"""What the pages on fairness and disputes do with curl runs as it stands, page after page."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from service.commands.client import ApiProblem, Client, register_account
from service.commands.processes import ServerStack
from tests.folders import ROOT
from tests.waiting import PATIENCE, wait_for

SCRIPTS = Path(sys.executable).parent  # where the command `fairdeal` is
HERE = "http://127.0.0.1:8000"  # where `fairdeal serve` serves unless told otherwise
NOT_YET = 409  # a leaf is signed for when it is on disk


def programs(name: str) -> list[str]:
    """Return the programs of the shell on a page, those in lists too."""
    text = (ROOT / "docs" / "how-to" / f"{name}.md").read_text()
    found = re.findall(r"^( *)```sh\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(program) for _, program in found]


def played(ada: Client) -> str:
    """Return a table that is over, at which Ada held a seat when play began."""
    asked = {"game": "boon", "seats": 3, "options": {"max_rounds": 1}}
    path = f"/v1/tables/{ada.post('/v1/tables', asked)['view']['table']}"
    ada.post(f"{path}/seats", {})
    for _ in range(2):
        ada.post(f"{path}/seats", {"bot": "novice"})
    ada.post(f"{path}/start", {})
    ada.raw("DELETE", f"{path}/seats/0", None, {"Idempotency-Key": "leave"})
    wait_for(lambda: is_proven(ada, path))
    return path.removeprefix("/v1/tables/")


def is_proven(client: Client, path: str) -> bool:
    """Say whether the end of a table is in the signed tree."""
    try:
        return bool(client.get(f"{path}/proof")["leaf"]["kind"] == "closed")
    except ApiProblem as problem:
        if problem.status != NOT_YET:
            raise
        return False


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_a_table_is_verified_disputed_and_ruled_as_the_pages_say(
    stack: ServerStack, tmp_path: Path
) -> None:
    ada, eve = (register_account(stack.url, name) for name in ("Ada", "Eve"))
    table = played(ada)
    environment = {
        **os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}",
        "FAIRDEAL_REDIS_URL": stack.redis_url, "URL": f"{stack.url}/v1",
    }  # fmt: skip

    def walk(program: str, **more: str) -> str:
        done = subprocess.run(
            ["sh", "-eu", "-c", program], cwd=tmp_path, capture_output=True, text=True,
            timeout=PATIENCE, check=False, env={**environment, **more},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        return done.stdout

    verify, upload = programs("verify-a-log")
    assert walk(verify, TABLE=table).startswith(f"GOOD: table {table}, boon: ")
    assert json.loads(walk(upload))["verdict"] == "good"
    proof, compare = programs("keep-a-checkpoint")
    assert "the tree" in walk(proof, TABLE=table)
    assert walk(compare).startswith("ONE HISTORY")
    monitor, _ = programs("run-a-monitor")
    assert "LIE" not in walk(f"{monitor.replace(HERE, stack.url).strip()} --once")
    offline, pages = programs("replay-a-hand")
    first_hand = [line.replace("--hand 2", "--hand 1") for line in offline.splitlines()[:3]]
    assert "hand 1" in walk("\n".join(first_hand)).lower()
    assert json.loads(walk(pages))["moments"]

    address = f"{stack.url}/v1/tables/{table}"
    dispute, check = programs("raise-a-dispute")
    walk(dispute, TABLE=address, TOKEN=str(ada.token))
    made = json.loads((tmp_path / "my-dispute.json").read_text())["dispute"]["dispute"]
    walk("fairdeal player role Eve auditor")
    look, rule, _ = programs("rule-on-a-dispute")
    walk(look, DISPUTE=made, TOKEN=str(eve.token))
    walk(rule, DISPUTE=made, TOKEN=str(eve.token))
    said = walk(check, TABLE=address, DISPUTE=made, TOKEN=str(ada.token))
    assert said.count("GOOD") == 2
    assert ada.get(f"/v1/disputes/{made}")["ruling"]["remedy"] == "points_adjusted"
