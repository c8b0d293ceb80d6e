"""Lies about who was away, told by the holder of the key: both verifiers name each (T8, T8a, T8b).

Each is told of the whole log, and of one that only auditors may open, without its sealed parts.
"""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.boosh.actions import Take
from games.core.contract import Seat
from games.table import Claim, Leave, Return
from games.table.state import SILENCE
from tests.attacks.test_start_lies import (
    Change,
    asked_by,
    both,
    event,
    happened,
    index_of,
    said,
    saying,
    second,
)
from tests.events.forge import Forged, pieces
from tests.events.lies import lie
from tests.fairness.tables import text_of
from tests.table.desk import Desk, an_open
from tests.table.test_desertion import let_time_run_out, play_on

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
REVEALS = ("table", "auditors")


def begun(seats: int, reveal: str, **changes: Any) -> Desk:
    """Return a table of Boosh that plays; seat 1 begins."""
    fields = {
        "clock": {"turn": 30, "bank": 0},
        "options": {"first_dealer": 0, "max_hands": 1},
        "reveal": reveal,
        **changes,
    }
    return Desk().opened(an_open(seats=seats, **fields)).started()


def twice_late(reveal: str) -> Desk:
    """Return a table that ended after its seat 1 was late twice, with a bot there."""
    desk = begun(2, reveal)
    for _ in range(2):
        let_time_run_out(desk, 1)
    play_on(desk)
    return desk


def back_again(reveal: str) -> Desk:
    """Return a table at which seat 1 was late, acted, and was there in the end."""
    clock = {"turn": 30, "bank": 5, "first_turn": 50}
    desk = begun(2, reveal, clock=clock, options={"first_dealer": 0, "max_hands": 3})
    let_time_run_out(desk, 1)
    play_on(desk)
    return desk


def forfeited(reveal: str, seats: int = 2) -> Desk:
    """Return a table that ended by a forfeit, or after one."""
    desk = begun(seats, reveal, on_time_out="forfeit", lag=500)
    let_time_run_out(desk, 1)
    if desk.table.phase == "playing":
        play_on(desk)
    return desk


def claimed(reveal: str, seats: int = 3) -> Desk:
    """Return a table at which a seat was claimed."""
    desk = begun(seats, reveal, clock=None)
    desk.act(1, Take("A"))
    desk.now += SILENCE
    desk.do("player:p0", Claim(Seat(1)))
    if desk.table.phase == "playing":
        desk.do("player:p1", Return(Seat(1)))
        play_on(desk)
    return desk


def left(reveal: str) -> Desk:
    """Return a table whose seat 2 was left to a bot."""
    desk = begun(3, reveal)
    desk.do("player:p2", Leave(Seat(2)))
    play_on(desk)
    return desk


DESKS: dict[str, Callable[[str], Desk]] = {
    "twice late": twice_late,
    "back again": back_again,
    "forfeited": forfeited,
    "forfeited of three": lambda reveal: forfeited(reveal, 3),
    "claimed": claimed,
    "claimed of two": lambda reveal: claimed(reveal, 2),
    "left": left,
}


@cache
def log_text(name: str, reveal: str) -> bytes:
    """Return a sound log; that for auditors without its parts."""
    log = pieces(text_of(DESKS[name](reveal)))
    for one in log.events if reveal == "auditors" else ():
        one["p"] = None
    return b"".join(log.lines())


def at_end(**words: Any) -> Change:
    """Return the lie of an end that says something else; None: it leaves that out."""

    def change(log: Forged) -> None:
        data = event(log, "closed")["data"]
        data.update(words)
        for word in [word for word in words if words[word] is None]:
            del data[word]

    return change


def deserter(seat: int, how: str, acted: bool) -> dict[str, Any]:
    """Return how an end names somebody who has deserted."""
    return {"acted": acted, "how": how, "seat": seat}


def returned_by(player: str, seat: int, behind: str, nth: int = 0) -> Change:
    """Return the lie that a player came back to a seat."""
    action = {"seat": seat, "type": "table.return"}
    return said(behind, f"player:{player}", action, "taken_back", nth, seat=seat, player=player)


def without_behind(name: str, nth: int = 0) -> Change:
    """Return the lie that the last event of a command was not, and the log ended there."""

    def change(log: Forged) -> None:
        index = index_of(log, name, nth)
        log.events[index - 1]["e"]["cause"]["last"] -= 1
        del log.events[index:]

    return change


class Lie(NamedTuple):
    """A lie: in which log, how it is told, what our verifier calls it, what the other says."""

    base: str
    change: Change
    kind: str
    why: str


NAMED = "does not name those who have deserted"
LIES: dict[str, Lie] = {
    "a first time-out that costs the seat": Lie("twice late", saying("timed_out", policy="bot"),
        "wrong_event", "cannot happen here"),
    "a second time-out that does not": Lie("twice late", saying("timed_out", 1, policy="fallback"),
        "wrong_event", "cannot happen here"),
    "a time-out that forfeits at a table that knows none": Lie("twice late",
        saying("timed_out", 1, policy="forfeit"), "wrong_event", "cannot happen here"),
    "a time-out within the lag": Lie("forfeited", happened("timed_out", -1),
        "early_time_out|illegal_action", "cannot happen here"),
    "a forfeit of three that ends the table": Lie("forfeited of three", both(
        without_behind("handed_to_bot"), said("started", "clock", {}, "closed")),
        "wrong_event|wrong_cause|malformed", ""),
    "a seat that is handed over by no time-out": Lie("back again", said("timed_out", "clock",
        {"seat": 0, "type": "table.time_out"}, "handed_to_bot", seat=0, bot="regular"),
        "wrong_event|early_time_out", ""),
    "somebody who comes back after a forfeit": Lie("forfeited of three",
        returned_by("p1", 1, "handed_to_bot"), "illegal_action", "cannot happen here"),
    "a deserter who is left out": Lie("left", at_end(deserters=None), "wrong_result", NAMED),
    "a deserter who was there": Lie("back again", at_end(deserters=[deserter(1, "away", True)]),
        "wrong_result", NAMED),
    "another way of deserting": Lie("left", at_end(deserters=[deserter(2, "forfeited", False)]),
        "wrong_result", NAMED),
    "a deserter who had never acted, as they say": Lie("claimed of two", at_end(
        deserters=[deserter(1, "forfeited", False)]), "wrong_result", NAMED),
    "a deserter who had acted, as they say": Lie("forfeited", at_end(
        deserters=[deserter(1, "forfeited", True)]), "wrong_result", NAMED),
    "no deserters, in so many words": Lie("back again", at_end(deserters=[]),
        "wrong_result", NAMED),
    "a forfeit by which nobody is last": Lie("forfeited", at_end(places=[1, 1]),
        "wrong_result", "is not last"),
    "a forfeit by which the other is last": Lie("forfeited", at_end(places=[2, 1]),
        "wrong_result", "is not last"),
    "a forfeit that is told as another end": Lie("forfeited", at_end(why="hand_limit"),
        "wrong_result", "cannot happen here"),
    "an end that is told as a forfeit": Lie("left", at_end(why="forfeit"),
        "wrong_result", "cannot happen here"),
    "a first turn that is no longer": Lie("back again", lambda log: log.events[0]["e"]["data"][
        "clock"].update(first_turn=30), "wrong_event", "the first turn is no longer"),
    "a lag of minutes": Lie("forfeited", lambda log: log.events[0]["e"]["data"].update(lag=99_000),
        "illegal_action|wrong_event", "the lag is out of bounds"),
    "a deadline that is no number": Lie("twice late", saying("timed_out", deadline="soon"),
        "malformed|wrong_event", ""),
    "a time-out of no seat": Lie("twice late", lambda log: event(log, "timed_out")["data"].pop(
        "seat"), "malformed|wrong_event", ""),
    "a claim of no seat": Lie("claimed", saying("seat_claimed", seat="one"),
        "malformed|wrong_event|illegal_action", ""),
    "a claim by somebody without a seat": Lie("claimed", asked_by("seat_claimed", "player:eve"),
        "wrong_holder", "by somebody who may not"),
    "a claim by the player of the seat": Lie("claimed", both(asked_by("seat_claimed", "player:p1"),
        saying("seat_claimed", claimed_by=1)), "wrong_event|wrong_holder|illegal_action",
        "cannot happen here"),
    "a claim for another than who asked": Lie("claimed", saying("seat_claimed", claimed_by=2),
        "wrong_event|wrong_holder", "by somebody who may not"),
}  # fmt: skip


@NODE
@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("base", DESKS)
def test_every_log_in_which_lies_are_told_is_sound(base: str, reveal: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = pieces(log_text(base, reveal)).rechained().signed()
    with pytest.raises(AssertionError, match="believed"):
        lie(path, log)
    assert second(path)["verdict"] == "good", second(path)


@NODE
@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("name", LIES)
def test_both_verifiers_name_a_lie_about_who_was_away(
    name: str, reveal: str, tmp_path: Path
) -> None:
    path, (base, change, kind, why) = tmp_path / "log.jsonl", LIES[name]
    log = pieces(log_text(base, reveal))
    change(log)
    log.end["complete"] = log.events[-1]["e"]["type"] == "table.closed.v1"
    found, _ = lie(path, log)
    assert found in kind.split("|")
    theirs = second(path)
    assert (theirs["verdict"], why in theirs["why"]) == ("bad", True), json.dumps(theirs)
