"""Logs of which parts are not open: what can be checked all the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify
from tests.events.forge import Forged, pieces
from tests.events.lies import at, begins, boon, lie, report_of, rigged
from tests.fairness.tables import SIGNER, played, started, text_of
from tests.games.every import every
from tests.table.desk import AT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def test_a_part_missing_from_a_closed_log_is_withheld(path: Path) -> None:
    for name in ("opened", "hand_dealt", "dealer_drawn"):
        log = boon()
        log.events[at(log, name)]["p"] = None
        report = rigged(path, log)
        assert (report.faults[0].kind, report.faults[0].n) == ("withheld", at(log, name) + 1)


def closed_parts(log: Forged) -> Forged:
    """Leave all parts out, as who may read none gets it."""
    for event in log.events:
        event["p"] = None
    return log


def veiled(game: str = "boon", seed: int = 3) -> Forged:
    """Return the log of a table for auditors only, as a player gets it."""
    return closed_parts(pieces(text_of(played(game, seed, reveal="auditors"))))


@every("game")
def test_a_log_for_auditors_is_good_without_its_parts_and_says_what_was_not_checked(
    game: str, path: Path
) -> None:
    report = verify(veiled(game, 1).write(path), [SIGNER.public])
    assert (report.verdict, report.complete, report.signature) == ("good", True, "good")
    assert "shuffles not checked: parts are not open from event 1 on" in report.not_proven
    assert report.deal == "with the players' entropy"


def test_an_auditor_checks_all_of_a_log_for_auditors(path: Path) -> None:
    text = text_of(played("boon", 3, reveal="auditors"))
    report, shuffles = report_of(path, text), text.count(b"hand_secret")
    assert report.verdict == "good"
    assert f"{shuffles} shuffles follow" in " | ".join(report.proven)


def test_a_table_that_opens_each_hand_is_checked_like_any_other(path: Path) -> None:
    text = text_of(played("boon", 3, reveal="hand"))
    report, shuffles = report_of(path, text), text.count(b"hand_secret")
    assert report.verdict == "good"
    assert f"{shuffles} shuffles follow" in " | ".join(report.proven)


def test_the_log_of_a_running_table_is_good_without_its_parts(path: Path) -> None:
    log = closed_parts(pieces(text_of(started("boosh", 1))))
    report = verify(log.write(path), [SIGNER.public])
    assert (report.verdict, report.complete) == ("good", False)
    assert "shuffles not checked" in " | ".join(report.not_proven)


def test_a_missing_part_that_no_judgement_needs_is_named(path: Path) -> None:
    log = pieces(text_of(started("boosh", 1)))
    log.events[at(log, "hand_dealt")]["p"] = None
    report = verify(log.write(path), [SIGNER.public])
    assert report.verdict == "good"
    n = at(log, "hand_dealt") + 1
    assert f"seals not checked: parts are not open from event {n} on" in report.not_proven


def veiled_lie(path: Path, change: Callable[[Forged], Any], game: str = "boon") -> tuple[str, int]:
    log = veiled(game, 3 if game == "boon" else 1)
    change(log)
    return lie(path, log)


@pytest.mark.parametrize(
    "value", [5, None, "", "zz", {"a": 1}, ["x"], "A" * 64, "\u00e4"], ids=repr
)
def test_a_seal_that_nothing_can_fit_is_found_before_it_is_opened(path: Path, value: Any) -> None:
    log = veiled()
    n = at(log, "hand_dealt") + 1
    log.events[n - 1]["e"]["seals"]["hand"] = value
    assert lie(path, log) == ("malformed", n)


def test_lies_that_need_no_cards_are_found_without_the_parts(path: Path) -> None:
    log = veiled()
    play, start = begins(log, "play")[3], at(log, "started")

    def by(name: str) -> Callable[[Forged], Any]:
        return lambda log: log.events[play]["e"].update(by=name)

    assert veiled_lie(path, by("player:nobody")) == ("wrong_holder", play + 1)
    assert veiled_lie(path, lambda log: log.events[play]["e"].update(at=AT)) == (
        "time_reversed",
        play + 1,
    )
    assert veiled_lie(path, lambda log: log.events[start]["e"].update(by="x")) == (
        "wrong_cause",
        start + 1,
    )
    entropies = [""] * len(log.events[start]["e"]["data"]["entropies"])
    assert veiled_lie(
        path, lambda log: log.events[start]["e"]["data"].update(entropies=entropies)
    ) == ("wrong_entropy", start + 1)
    assert veiled_lie(path, lambda log: log.events[2]["e"]["cause"]["action"].update(seat=0)) == (
        "illegal_action",
        3,
    )
    assert veiled_lie(path, lambda log: log.events[play]["e"]["data"].update(odd=1)) == (
        "malformed",
        play + 1,
    )
    assert veiled_lie(path, lambda log: log.events[play]["e"].update(type="boosh.barked.v1")) == (
        "unknown_type",
        play + 1,
    )
    assert veiled_lie(path, lambda log: log.events[play]["e"]["cause"].update(last=0)) == (
        "wrong_cause",
        play + 1,
    )


def test_an_early_time_out_is_found_without_the_parts(path: Path) -> None:
    log = veiled("bum", 1)
    out = at(log, "timed_out")
    event = log.events[out]["e"]
    for other in log.events[out : event["cause"]["last"]]:
        other["e"]["at"] = event["data"]["deadline"] - 1
    assert lie(path, log) == ("early_time_out", out + 1)
    log = veiled("bum", 1)
    log.events[out]["e"]["by"] = "player:p0"
    assert lie(path, log) == ("wrong_holder", out + 1)


def test_an_event_of_another_game_or_after_the_end_is_found_without_the_parts(path: Path) -> None:
    log = veiled()
    play = begins(log, "play")[3]
    other = veiled("boosh", 3)
    event = other.events[at(other, "face_up_card_taken")]["e"]
    log.events[play]["e"] |= {"type": event["type"], "data": event["data"], "seals": {}}
    assert lie(path, log) == ("foreign", play + 1)
    log = veiled()
    again = veiled().events[begins(log, "play")[0]]
    log.events.append(again)
    again["e"]["n"] = again["e"]["cause"]["last"] = len(log.events)
    again["e"]["at"] = log.events[-2]["e"]["at"]
    assert lie(path, log)[0] in ("after_close", "illegal_action")


def test_a_log_without_its_parts_that_ends_within_a_command_is_cut(path: Path) -> None:
    log = veiled()
    del log.events[at(log, "started") + 1 :]
    log.end["complete"] = False
    assert lie(path, log)[0] == "cut"


def inserted(log: Forged, after: int, event: dict[str, Any]) -> int:
    """Put an event into the command of the event at an index; return its number."""
    begin = log.events[after]["e"]
    event["e"] |= {"n": 0, "cause": begin["n"], "at": begin["at"], "by": begin["by"]}
    log.events.insert(after + 1, event)
    log.renumbered()
    begin["cause"]["last"] = max(begin["cause"]["last"], begin["n"] + 1)
    return int(event["e"]["n"])


@pytest.mark.parametrize("name", ["play", "table.time_out"])
def test_a_second_opening_is_found_without_the_parts(path: Path, name: str) -> None:
    log = veiled("boon" if name == "play" else "bum", 3 if name == "play" else 1)
    n = inserted(log, begins(log, name)[-1], log.copy().events[0])
    assert lie(path, log) == ("wrong_event", n)


def test_a_command_that_nobody_knows_is_found_though_its_event_has_sealed_parts(path: Path) -> None:
    log = veiled()
    play = begins(log, "play")[3]
    log.events[play]["e"]["cause"]["action"]["type"] = "plai"
    log.events[play]["e"]["seals"] = {"hand": "ab" * 32}
    assert lie(path, log) == ("illegal_action", play + 1)
    assert "must be one of" in rigged(path, log).faults[0].why
