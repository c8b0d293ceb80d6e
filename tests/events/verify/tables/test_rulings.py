"""The verifier on tables with rulings, and on rulings that could not have been made."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from tests.events.forge import Forged, pieces
from tests.events.lies import rigged
from tests.fairness.tables import SIGNER, played, ruled, text_of
from tests.games.every import every
from tests.table.desk import AUDITOR

REVEALS = ("table", "hand", "auditors")
VOIDING = 40  # a hand is voided in play, and the next one dealt
SEED = 57  # points adjusted twice, two empty rulings, points adjusted, a hand voided


@pytest.mark.parametrize("reveal", REVEALS)
@every("game")
def test_tables_with_rulings_are_good(tmp_path: Path, game: str, reveal: str) -> None:
    path, rulings = tmp_path / "log.jsonl", 0
    for seed in range(5):
        desk = ruled(game, seed, reveal=reveal)
        rulings += len(desk.table.rulings)
        path.write_bytes(text_of(desk))
        report = verify_log(path, [SIGNER.public])
        assert (report.faults, report.complete) == ((), True)
    assert rulings > 0


def test_the_verdict_says_that_the_log_does_not_prove_who_is_an_auditor(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    sentence = "that who ruled was an auditor: the log says which player it was"
    for desk, said in ((ruled("boosh", SEED), True), (played("boosh", SEED), False)):
        path.write_bytes(text_of(desk))
        assert (sentence in verify_log(path, [SIGNER.public]).not_proven) is said


def boosh(reveal: str) -> Forged:
    return pieces(text_of(ruled("boosh", SEED, reveal=reveal)))


def rulings(log: Forged) -> list[Any]:
    """Return the public parts of the rulings in a log."""
    return [one["e"] for one in log.events if one["e"]["type"] == "table.ruled.v1"]


def changed(ruling: Any, **fields: Any) -> int:
    """Change command and event alike; return the number of the event."""
    ruling["data"] |= fields
    ruling["cause"]["action"] |= fields
    number: int = ruling["n"]
    return number


def first_fault(path: Path, log: Forged) -> tuple[str, int]:
    fault = rigged(path, log).faults[0]
    return fault.kind, fault.n


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("by", ["player:p0", "clock", "server", "seat:1"])
def test_a_ruling_by_a_party_or_by_no_player_is_found(tmp_path: Path, reveal: str, by: str) -> None:
    log = boosh(reveal)
    one = rulings(log)[0]
    assert one["by"] == AUDITOR
    one["by"] = by
    assert first_fault(tmp_path / "log", log) == ("wrong_holder", one["n"])


LIES: list[dict[str, Any]] = [
    {"verdict": "dismissed"},
    {"verdict": "perhaps"},
    {"remedy": "flogging"},
    {"remedy": "none"},
    {"points": [0, 0, 0, 0]},
    {"points": [1]},
    {"points": "many"},
    {"reason": "He cheated!"},
    {"dispute": ""},
    {"hand": 0},
]


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("lie", LIES)
def test_a_ruling_that_the_rules_refuse_is_found(
    tmp_path: Path, reveal: str, lie: dict[str, Any]
) -> None:
    log = boosh(reveal)
    n = changed(rulings(log)[0], **lie)
    assert first_fault(tmp_path / "log", log) == ("illegal_action", n)


@pytest.mark.parametrize("reveal", REVEALS)
def test_a_dispute_that_is_ruled_twice_is_found(tmp_path: Path, reveal: str) -> None:
    log = boosh(reveal)
    first, second = rulings(log)[:2]
    n = changed(second, dispute=first["data"]["dispute"])
    assert first_fault(tmp_path / "log", log) == ("illegal_action", n)


@pytest.mark.parametrize("reveal", REVEALS)
def test_a_ruling_that_says_something_else_than_its_command_is_found(
    tmp_path: Path, reveal: str
) -> None:
    for name, value in (("dispute", "other"), ("hand", 2), ("reason", "cd" * 32)):
        log = boosh(reveal)
        one = rulings(log)[0]
        one["data"][name] = value
        assert first_fault(tmp_path / "log", log) == ("wrong_event", one["n"])


@pytest.mark.parametrize("reveal", REVEALS)
def test_a_voided_table_that_goes_on_is_found(tmp_path: Path, reveal: str) -> None:
    log = boosh(reveal)
    n = changed(rulings(log)[0], remedy="table_voided", points=[])
    kind, where = first_fault(tmp_path / "log", log)
    assert (kind, where) in (("wrong_event", n + 1), ("wrong_cause", n), ("wrong_cause", n + 1))


def test_a_hand_that_was_not_dealt_is_found_where_the_log_is_open(tmp_path: Path) -> None:
    log = boosh("table")
    n = changed(rulings(log)[0], hand=2)
    assert first_fault(tmp_path / "log", log) == ("illegal_action", n)


def test_other_points_than_were_added_at_the_end_are_found_there(tmp_path: Path) -> None:
    log = boosh("table")
    one = rulings(log)[0]
    changed(one, points=[points + 1 for points in one["data"]["points"]])
    assert first_fault(tmp_path / "log", log) == ("wrong_result", len(log.events))


def closed_to_players(seed: int) -> Forged:
    """Return a log as players see it under the policy `auditors`: no part is open."""
    log = pieces(text_of(ruled("boosh", seed, reveal="auditors")))
    for event in log.events:
        event["p"] = None
    return log


def that_voids(log: Forged) -> Any:
    """Return the public part of the ruling that voids a hand."""
    return next(one for one in rulings(log) if one["data"]["remedy"] == "hand_voided")


def with_another_remedy(log: Forged) -> int:
    """Say of the ruling that it changes nothing, and leave what follows."""
    return changed(that_voids(log), remedy="none")


def with_another_hand(log: Forged) -> int:
    """Void another hand than was ruled."""
    n: int = that_voids(log)["n"]
    log.events[n]["e"]["data"]["hand"] += 1
    return n + 1


def without_its_voiding(log: Forged) -> int:
    """Drop the event by which the hand is void, the rest of the command stays."""
    one = that_voids(log)
    del log.events[one["n"]]
    log.renumbered()
    n: int = one["n"]
    return n + 1


def without_anything(log: Forged) -> int:
    """Drop all that the ruling made."""
    one = that_voids(log)
    n: int = one["n"]
    del log.events[n : one["cause"]["last"]]
    log.renumbered()
    one["cause"]["last"] = n
    return n


def voided_by_an_action(log: Forged) -> int:
    """Void a hand by what an action makes."""
    one = that_voids(log)
    before: int = one["n"] - 1  # the last event of an action
    voiding = log.events[one["n"]]
    first = log.events[before - 1]["e"]
    first = first if isinstance(first["cause"], dict) else log.events[first["cause"] - 1]["e"]
    frame = {"at": first["at"], "by": first["by"], "cause": first["n"]}
    log.events.insert(before, {**voiding, "e": {**voiding["e"], **frame, "n": 0}})
    log.renumbered()
    first["cause"]["last"] = before + 1
    return before + 1


@pytest.mark.parametrize(
    ("lie", "kind"),
    [
        (with_another_remedy, "wrong_cause"),
        (with_another_hand, "wrong_event"),
        (without_its_voiding, "wrong_event"),
        (without_anything, "wrong_cause"),
        (voided_by_an_action, "wrong_event"),
    ],
)
def test_a_voiding_is_held_to_its_ruling_where_no_part_is_open(
    tmp_path: Path, lie: Callable[[Forged], int], kind: str
) -> None:
    log = closed_to_players(VOIDING)
    assert rigged(tmp_path / "log", log).faults == ()
    n = lie(log)
    assert first_fault(tmp_path / "log", log) == (kind, n)
