"""A whole game in Debian's Firefox: from an empty seat to its result."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import PATIENCE
from tests.web.browser.person import table_for_one

HERE = Path(__file__).parent
FIREFOX = shutil.which("firefox-esr")
PUPPETEER = HERE.parent / "node_modules" / "puppeteer-core"
TURNS = 60
PICTURES = os.environ.get("PICTURES")  # a folder: leave a picture of the result there


@pytest.mark.nightly
@pytest.mark.skipif(FIREFOX is None, reason="needs Firefox: apt-get install firefox-esr")
@pytest.mark.skipif(
    not PUPPETEER.exists() or shutil.which("node") is None,
    reason="needs node, and puppeteer-core: npm ci --prefix tests/web",
)
def test_a_game_is_played_in_firefox_and_its_result_lies_in_the_window(url: str, name: str) -> None:
    own, table = table_for_one(url, "boosh", name)
    picture = [] if PICTURES is None else [str(Path(PICTURES) / "firefox.png")]
    done = subprocess.run(
        ["node", HERE / "firefox.mjs", str(FIREFOX), url, str(own.token), table, str(TURNS),
         *picture],
        capture_output=True, text=True, timeout=10 * PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["faults"] == []
    assert told["isInWindow"], told
    assert own.get(f"/v1/tables/{table}/view")["outcome"]["text"] in told["text"]
