"""Logs of which parts are not open: what can be checked all the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from tests.events.forge import Forged, pieces
from tests.events.lies import at, begins, boon, lie, report_of, rigged
from tests.fairness.tables import SIGNER, played, seated, started, text_of
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
    report = verify_log(veiled(game, 1).write(path), [SIGNER.public])
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
    report = verify_log(log.write(path), [SIGNER.public])
    assert (report.verdict, report.complete) == ("good", False)
    assert "shuffles not checked" in " | ".join(report.not_proven)


def test_a_missing_part_that_no_judgement_needs_is_named(path: Path) -> None:
    log = pieces(text_of(started("boosh", 1)))
    log.events[at(log, "hand_dealt")]["p"] = None
    report = verify_log(log.write(path), [SIGNER.public])
    assert report.verdict == "good"
    n = at(log, "hand_dealt") + 1
    assert f"seals not checked: parts are not open from event {n} on" in report.not_proven


def second_deal(log: Forged) -> tuple[int, int]:
    """Return the number of the second deal, and of the event with which its command begins."""
    deals = [event["e"] for event in log.events if "hand_dealt" in event["e"]["type"]]
    cause = deals[1]["cause"]
    return deals[1]["n"], cause if isinstance(cause, int) else deals[1]["n"]


def seen_by(seat: int | None, reveal: str, running: bool) -> Forged:
    """Return the log of a table of Boosh as it is open to a seat, or to a stranger.

    A running one stands after its second deal.
    """
    log = pieces(text_of(played("boosh", 3, reveal=reveal)))
    deal, begin = second_deal(log)
    if running:
        del log.events[log.events[begin - 1]["e"]["cause"]["last"] :]
        log.end["complete"] = False
        log.rechained().signed()
    opened = 1 if reveal != "hand" else deal if running else len(log.events) + 1
    for event in log.events:
        private, is_open = event["p"] or {}, 1 < event["e"]["n"] < opened
        event["p"] = {k: p for k, p in private.items() if is_open or str(seat) in k} or None
    return log


SEALED = "result (sealed), deal from event 1 on (sealed), actions from event 1 on (sealed)"


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    ("reveal", "running", "unchecked"),
    [
        ("auditors", False, SEALED),
        ("auditors", True, SEALED.partition(", ")[2]),
        ("table", True, SEALED.partition(", ")[2]),
        ("hand", True, "deal from event {n} on (sealed), actions from event {n} on (sealed),"
         " secret (sealed)"),
    ],
)  # fmt: skip
def test_the_first_line_of_a_verdict_says_what_was_not_checked(
    path: Path, seat: int | None, reveal: str, running: bool, unchecked: str
) -> None:
    log = seen_by(seat, reveal, running)
    report = verify_log(log.write(path), [SIGNER.public])
    assert report.verdict == "good", report.as_text()
    first = report.as_text().split("\n")[0]
    n = second_deal(log)[1]
    told = f"GOOD, but not checked: {unchecked.format(n=n)}: table t-boosh-3, boosh"
    assert first.startswith(told + (", which has not ended: " if running else ": ")), first
    said = report.as_json()["not_checked"]
    assert [one["what"] for one in said] == [one.split()[0] for one in unchecked.split(", ")]
    assert {one["why"] for one in said} == {"sealed"}
    without = verify_log(path).as_text().split("\n")[0]
    assert f"{unchecked.format(n=n)}, signature (no key): table t-boosh-3" in without


def test_the_first_line_of_a_log_that_is_checked_whole_is_as_short_as_can_be(path: Path) -> None:
    for reveal in ("table", "hand", "auditors"):  # of the last as an auditor has it
        report = report_of(path, text_of(played("boosh", 3, reveal=reveal)))
        assert report.as_text().startswith("GOOD: table t-boosh-3, boosh: ")
        assert report.as_json()["not_checked"] == ()


def test_where_play_never_began_no_result_is_missing(path: Path) -> None:
    log = closed_parts(pieces(text_of(seated("boosh", 1, reveal="auditors"))))
    report = verify_log(log.write(path), [SIGNER.public])
    assert report.as_text().startswith("GOOD, but not checked: seals from event 1 on (sealed): ")


def test_an_own_part_that_was_changed_is_found_though_the_others_are_sealed(path: Path) -> None:
    log = seen_by(0, "auditors", running=False)
    deal = next(event for event in log.events if "0" in (event["p"] or {}))
    deal["p"]["0"]["data"]["hands"].reverse()
    report = verify_log(log.write(path), [SIGNER.public])
    assert (report.faults[0].kind, report.faults[0].n) == ("wrong_card", deal["e"]["n"])


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
    closed = at(log, "entropy_closed")

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
    entropies = [""] * len(log.events[closed]["e"]["data"]["entropies"])
    assert veiled_lie(
        path, lambda log: log.events[closed]["e"]["data"].update(entropies=entropies)
    ) == ("wrong_entropy", closed + 1)
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
