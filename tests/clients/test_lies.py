"""Both client packages say the same of each lie, in the same words."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fairdeal_client import Lie as FoundLie

from tests.clients.python.test_checks import play_checked
from tests.clients.test_checked import (
    Lie,
    break_chain,
    drop,
    forge_receipt,
    forge_seal,
    lying,
    misdate,
    open_other_secret,
    other,
    settle_elsewhere,
    tell_other_log,
    withhold,
)
from tests.some import some
from tests.waiting import PATIENCE

PROGRAM = Path(__file__).parent / "typescript" / "told.mjs"


def found_in_python(address: str, folder: Path) -> str:
    """Return what the package in Python finds of a server."""
    try:
        play_checked(address, folder)
    except FoundLie as lie:
        return f"Lie: {lie}"
    return "good"


def found_in_javascript(address: str) -> str:
    """Return what the package in JavaScript finds of a server."""
    done = subprocess.run(
        ["node", PROGRAM, address], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout.strip()


def name_other_table(path: str, told: Any) -> bool:
    """Give a receipt of another table."""
    if "receipt" not in told or told["receipt"]["n"] < 5:
        return False
    told["receipt"]["table"] = told["receipt"]["table"][:-1] + "x"
    return True


def give_no_receipt(path: str, told: Any) -> bool:
    """Accept an action without a receipt."""
    return "receipt" in told and told["receipt"]["n"] > 5 and bool(told.pop("receipt"))


def show_other_key(path: str, told: Any) -> bool:
    """Show another key than the one that signs."""
    if path != "/v1/keys":
        return False
    told["keys"][0]["public"] = other(told["keys"][0]["public"])
    return True


def keep_back(path: str, told: Any) -> bool:
    """Show a view ahead of all events."""
    return "/events" in path and told["events"][0]["n"] > 5 and bool(told.update(events=[]) or 1)


def show_other_head(path: str, told: Any) -> bool:
    """Show a view of another log."""
    if not path.partition("?")[0].endswith("/view") or told["n"] < 6:
        return False
    told["head"] = other(told["head"])
    return True


CLAIMS = (
    forge_seal, withhold, break_chain, drop, misdate, forge_receipt, open_other_secret,
    tell_other_log, settle_elsewhere, name_other_table, give_no_receipt, show_other_key, keep_back,
    show_other_head,
)  # fmt: skip
NUMBER = re.compile("[0-9]+")  # plays and the histories of servers differ


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, 20 or newer")
@pytest.mark.parametrize("lie", some("claims", CLAIMS, 5))
def test_both_packages_refuse_a_lie_in_the_same_words(lie: Lie, url: str, tmp_path: Path) -> None:
    with lying(url, lie) as liar:
        python = found_in_python(liar.address, tmp_path)
        javascript = found_in_javascript(liar.address)
    assert python.startswith("Lie: ")
    assert NUMBER.sub("", javascript) == NUMBER.sub("", python)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, 20 or newer")
def test_both_packages_find_an_honest_server_good(url: str, tmp_path: Path) -> None:
    assert found_in_python(url, tmp_path) == found_in_javascript(url) == "good"
