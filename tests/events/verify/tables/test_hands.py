"""Logs of running tables that open each hand when the next one is dealt: what is proven so far."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from events.verify.report import LogReport
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER, played, started, text_of, turn
from tests.table.desk import Desk

GAMES = {
    "boon": {"victory_cards": 50},
    "boosh": {"max_hands": 6},
    "bum": {"hands": 6},
}  # many hands
TOLD = "that the secrets of hands follow from the one sealed in event 1: it is not open"


def running(game: str, seed: int = 1, hands: int = 3) -> Desk:
    """Return a table in the middle of hand `hands` that opens its hands one by one."""
    desk, luck = started(game, seed, reveal="hand", options=GAMES[game]), random.Random(seed)
    while desk.table.hand < hands:
        turn(desk, luck)
    turn(desk, luck)
    assert desk.table.phase == "playing"
    return desk


def seen(desk: Desk) -> Forged:
    """Return the log of a table with the parts that everybody may know now."""
    log = pieces(text_of(desk))
    for event in log.events:
        parts = event["p"] or {}
        open_now = desk.table.is_open(event["e"]["n"])
        kept = {key: part for key, part in parts.items() if open_now and key != "table"}
        event["p"] = kept or None
    return log


def report_of(path: Path, log: Forged) -> LogReport:
    """Verify a log."""
    return verify_log(log.write(path), [SIGNER.public])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where to write a log."""
    return tmp_path / "log.jsonl"


def deal_of(log: Forged, hand: int) -> int:
    """Return the index of the event that deals a hand."""
    deals = (at for at, one in enumerate(log.events) if one["e"]["type"].endswith("hand_dealt.v1"))
    return list(deals)[hand - 1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_opened_hands_are_judged_in_full_before_the_table_ends(
    path: Path, game: str, seed: int
) -> None:
    desk = running(game, seed)
    log = seen(desk)
    report = report_of(path, log)
    assert (report.verdict, report.complete) == ("good", False), report.faults
    assert TOLD in report.not_proven
    # The command that deals the running hand begins in the hand before; it is the first not judged.
    deal = log.events[deal_of(log, 3)]["e"]
    first = deal["cause"] if isinstance(deal["cause"], int) else deal["n"]
    assert f"shuffles not checked: parts are not open from event {first} on" in report.not_proven
    shuffles = sum(
        "hand_secret" in part["data"] for e in log.events for part in (e["p"] or {}).values()
    )
    (said,) = [one for one in report.proven if "shuffles" in one]
    told = int(said.split()[0])
    assert 2 <= told <= shuffles
    assert "follow from the secrets of their hands" in said


def test_a_hand_that_is_not_open_yet_leaves_only_the_outline(path: Path) -> None:
    report = report_of(path, seen(running("boon", hands=1)))
    assert report.verdict == "good"
    assert not any("shuffles" in sentence for sentence in report.proven)


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_log_is_proven_as_ever_when_the_table_has_ended(path: Path, game: str) -> None:
    report = report_of(path, pieces(text_of(played(game, 3, reveal="hand"))))
    assert report.verdict == "good"
    assert any("follow from the secret sealed in event 1" in one for one in report.proven)
    assert TOLD not in report.not_proven


def test_a_table_that_has_ended_must_open_its_secret_too(path: Path) -> None:
    log = pieces(text_of(played("boon", 3, reveal="hand")))
    log.events[0]["p"] = None
    report = report_of(path, log)
    assert ("withheld", 1) in [(fault.kind, fault.n) for fault in report.faults]


def other_secret(log: Forged) -> None:
    """Tell another secret of a hand than the one it was dealt by."""
    log.events[deal_of(log, 2)]["p"]["hand"]["data"]["hand_secret"] = "ab" * 32


def old_secret(log: Forged) -> None:
    """Tell the secret of the hand before once more."""
    first, second = (log.events[deal_of(log, hand)]["p"]["hand"]["data"] for hand in (1, 2))
    second["hand_secret"] = first["hand_secret"]


def no_secret(log: Forged) -> None:
    """Tell no secret."""
    del log.events[deal_of(log, 2)]["p"]["hand"]["data"]["hand_secret"]


def odd_secret(log: Forged) -> None:
    """Tell something else than a secret."""
    log.events[deal_of(log, 2)]["p"]["hand"]["data"]["hand_secret"] = 7


def swapped_cards(log: Forged) -> None:
    """Give two seats each other's hands."""
    parts = log.events[deal_of(log, 2)]["p"]
    one, other = parts["0"]["data"], parts["1"]["data"]
    one["hands"], other["hands"] = other["hands"], one["hands"]


LIES: dict[str, tuple[Callable[[Forged], None], set[str]]] = {
    "another secret": (other_secret, {"wrong_card", "wrong_cause"}),  # what differs first is chance
    "the secret of the hand before": (old_secret, {"wrong_secret"}),
    "no secret": (no_secret, {"wrong_secret"}),
    "no hex": (odd_secret, {"wrong_secret"}),
    "other cards": (swapped_cards, {"wrong_card"}),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", LIES)
def test_a_lie_about_an_opened_deal_is_found_before_the_table_ends(
    path: Path, game: str, what: str
) -> None:
    change, kinds = LIES[what]
    log = seen(running(game))
    change(log)
    report = report_of(path, log.rechained())
    assert report.verdict == "bad"
    assert report.faults[0].kind in kinds, report.faults
    assert report.first_bad is not None
    deal = deal_of(log, 2) + 1
    assert deal - 9 <= report.first_bad <= deal


def first_action(log: Forged, hand: int) -> Any:
    """Return the first event of an action in a hand."""
    begin = deal_of(log, hand) + 1
    return next(
        event
        for event in log.events[begin:]
        if isinstance(event["e"]["cause"], dict) and event["e"]["cause"]["seat"] is not None
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_an_opened_hand_is_judged(path: Path, game: str) -> None:
    log = seen(running(game))
    event = first_action(log, 2)["e"]
    event["cause"]["seat"] = (event["cause"]["seat"] + 1) % 3
    report = report_of(path, log.rechained())
    assert report.first_bad == event["n"]


def test_a_log_that_ends_while_a_command_is_held_is_cut(path: Path) -> None:
    log = seen(running("boon"))
    deal = log.events[deal_of(log, 2)]["e"]
    assert isinstance(deal["cause"], int)  # of a command that began in the hand before
    del log.events[deal["cause"] :]
    report = report_of(path, log.rechained())
    assert ("cut", deal["cause"] + 1) in [(fault.kind, fault.n) for fault in report.faults]


def test_a_command_that_claims_to_be_endless_is_not_held_for_ever(path: Path) -> None:
    log = seen(running("boon"))
    deal = log.events[deal_of(log, 2)]["e"]
    log.events[deal["cause"] - 1]["e"]["cause"]["last"] = 10**9
    report = report_of(path, log.rechained())
    assert report.verdict == "bad"
