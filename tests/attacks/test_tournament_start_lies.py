"""Lies about the start of a tournament, told by the holder of the key: both verifiers name each."""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.events.forge import Forged, pieces
from tests.events.tournaments.cup import SWISS, Cup
from tests.events.tournaments.test_verdict import place, put, signed, verdict
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER
from tests.tournaments.case import commitment, entropy

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
Change = Callable[[Forged], object]


@cache
def started() -> bytes:
    """Return the log of a tournament to which two have promised entropy, with its first round."""
    return Cup(SWISS).entered(4).text()


def event(log: Forged, kind: str, nth: int = 0) -> dict[str, Any]:
    """Return the public part of an event."""
    part: dict[str, Any] = log.events[place(log, kind, nth)]["e"]
    return part


def in_time(kind: str, by: int, nth: int = 0) -> Change:
    """Return the lie that all from an event on was earlier or later."""

    def change(log: Forged) -> None:
        for one in log.events[place(log, kind, nth) :]:
            one["e"]["at"] += by

    return change


def without(kind: str, nth: int = 0) -> Change:
    """Return the lie that a command of one event was not."""

    def change(log: Forged) -> None:
        del log.events[place(log, kind, nth)]
        log.renumbered()

    return change


def once_more(kind: str, behind: str, nth: int = 0, **data: Any) -> Change:
    """Return the lie that an event's command came again behind another one's, with other data."""

    def change(log: Forged) -> None:
        first, before = event(log, kind), event(log, behind, nth)
        at = before["cause"]["last"] if isinstance(before["cause"], dict) else before["n"]
        when, n = log.events[at - 1]["e"]["at"], 1_000 + len(log.events)
        cause = {**first["cause"], "last": n}
        again = {**first, "at": when, "cause": cause, "data": {**first["data"], **data}, "n": n}
        log.events.insert(at, {"e": again, "p": None, "h": ""})
        log.renumbered()

    return change


LIES: dict[str, tuple[Change, str]] = {  # with what the verifier in JavaScript says of it
    "a commitment of another player": (
        put("entrant_registered", commitment=commitment(3)),
        "had promised another entropy",
    ),
    "an entropy that was not promised": (
        put("entropy_revealed", entropy=entropy(3)),
        "had promised another entropy",
    ),
    "a reveal under another closing": (
        put("entropy_revealed", closing="ab" * 32),
        "under another closing",
    ),
    "a reveal of another entrant": (
        put("entropy_revealed", entrant=1),
        "had promised another entropy",
    ),
    "a reveal of who has promised nothing": (put("entropy_revealed", entrant=3), "is not awaited"),
    "a reveal twice": (once_more("entropy_revealed", "entropy_revealed"), "is not awaited"),
    "a reveal when the time was over": (
        in_time("entropy_revealed", 3_600_000),
        "when the time was over",
    ),
    "a reveal before the call": (
        once_more("entropy_revealed", "entrant_registered", 3),
        "is not awaited",
    ),
    "an end of the time that was not said": (
        put("called", until=1_700_000_000_001),
        "another time than was said",
    ),
    "a commitment behind the call": (
        once_more(
            "entrant_registered", "called", entrant=4, members=["eve"], commitment=commitment(4)
        ),
        "after the call",
    ),
    "two calls": (once_more("called", "called"), "called for again"),
    "an entropy that nobody revealed": (
        put("started", entropies=[entropy(3), "", "", ""]),
        "not those that were revealed",
    ),
    "an entropy left out": (
        put("started", entropies=["", entropy(1), "", ""]),
        "not those that were revealed",
    ),
    "somebody who withheld, and did not": (put("started", withheld=[2]), "than are missing"),
    "a start with an entropy missing": (without("entropy_revealed"), "still awaited"),
}


def told(name: str) -> bytes:
    """Return the log of a lie."""
    log = pieces(started())
    LIES[name][0](log)
    log.end.update(at=max(log.end["at"], log.events[-1]["e"]["at"]))
    return signed(log)


def second(path: Path) -> dict[str, Any]:
    """Return the verdict of the verifier in JavaScript."""
    found: dict[str, Any] = json.loads(run_second("--key", SIGNER.public, path).stdout)
    return found


@NODE
@pytest.mark.parametrize("name", LIES)
def test_both_verifiers_name_a_lie_about_the_start_of_a_tournament(
    name: str, tmp_path: Path
) -> None:
    (path := tmp_path / "log").write_bytes(told(name))
    assert verdict(tmp_path, told(name)).report.verdict == "bad"
    theirs = second(path)
    assert (theirs["verdict"], LIES[name][1] in theirs["why"]) == ("bad", True), theirs


@NODE
def test_the_log_in_which_lies_are_told_is_sound(tmp_path: Path) -> None:
    (path := tmp_path / "log").write_bytes(started())
    assert verdict(tmp_path, started()).report.verdict == "good"
    assert second(path)["verdict"] == "good"
