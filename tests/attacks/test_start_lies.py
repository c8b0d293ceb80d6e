"""Lies about the start of a table, told by the holder of the key: both verifiers name each.

Every lie fits in all that its teller can make to fit: seals, chain, causes, the closing that
reveals name, the signed last line. Each is found in the whole log, and in one without sealed parts.
"""

import hashlib
import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from events.record.chain import canonical_json
from games.core.contract import Seat
from games.table import (
    Abort,
    Beacon,
    CloseEntropy,
    Invite,
    Invitee,
    Leave,
    Release,
    Return,
    Reveal,
    Sit,
    Start,
)
from games.table.state import PATIENCE, REVEAL_TIME
from tests.beacons import chain, signed
from tests.events.forge import Forged, pieces
from tests.events.lies import lie
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, text_of
from tests.table.desk import AUDITOR, OPENER, Desk, an_open, commitment, entropy
from tests.table.planned import RUNNER, planned_desk
from tests.table.signers import signature, signed_by, signed_sit

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
Change = Callable[[Forged], Any]
REASON = "ab" * 32
BY_RULING = {"reason": REASON, "type": "table.abort"}
WORDS = ("zero", "one", None)


# Sound logs


def called(beacon: bool = False, signs: bool = False) -> Desk:
    """Return a table for which p1 has called; p0 and p1 have promised entropies, p2 has not."""
    own = chain()._asdict() if beacon else None
    desk = Desk().opened(an_open("boosh", 3, beacon=own))
    for seat, word in enumerate(WORDS):
        promise = None if word is None else commitment(f"p{seat}", word)
        sit = signed_sit(desk.table, f"p{seat}", seat, commitment=promise)
        desk.do(f"player:p{seat}", sit if signs else Sit(Seat(seat), commitment=promise))
    desk.now += 1_000
    give(desk, 1, Start())
    desk.now += 1_000
    return desk


def give(desk: Desk, seat: int, command: Start | Reveal) -> None:
    """Give a command of the player in a seat, signed where the seat has a key."""
    holder = desk.table.holders[seat]
    is_bound = holder is not None and holder.key is not None
    given = signed_by(f"p{seat}", desk.table, seat, command) if is_bound else command
    desk.do(f"player:p{seat}", given)


def reveal(desk: Desk, *seats: int) -> Desk:
    """Reveal the entropies of seats."""
    assert desk.table.closing is not None
    head = desk.table.closing.head
    for seat in seats:
        give(desk, seat, Reveal(entropy(str(WORDS[seat])), head))
        desk.now += 1_000
    return desk


def late(desk: Desk) -> Desk:
    """Let the time to reveal pass."""
    assert desk.table.closing is not None
    desk.now = desk.table.closing.at + REVEAL_TIME
    desk.do("clock", CloseEntropy())
    return desk


def with_round(desk: Desk) -> Desk:
    """Bring the round that is awaited."""
    due_at, number = desk.table.beacon_due(), desk.table.round
    assert due_at is not None
    assert number is not None
    desk.now = due_at
    desk.do("clock", Beacon(signed(number)))
    return desk


def aborted(desk: Desk) -> Desk:
    """Let the round that is awaited never come."""
    due_at = desk.table.beacon_due()
    assert due_at is not None
    desk.now = due_at + PATIENCE
    desk.do("clock", Abort())
    return desk


def ruled(desk: Desk) -> Desk:
    """Let an auditor abort a table between the call and play."""
    desk.do(AUDITOR, Abort(reason=REASON))
    return desk


def left(desk: Desk, seat: int, back: bool = False) -> Desk:
    """Let a player leave, and come back perhaps."""
    desk.do(f"player:p{seat}", Leave(Seat(seat)))
    if back:
        desk.do(f"player:p{seat}", Return(Seat(seat)))
    return desk


def alone() -> Desk:
    """Return a table with a beacon that one player has called for, with bots, and begun."""
    desk = Desk().opened(an_open("boosh", 2, beacon=chain()._asdict()))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero")))
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    desk.do(OPENER, Start())
    return reveal(desk, 0)


def unpromised(beacon: bool = False) -> Desk:
    """Return a table at which nobody has promised an entropy, called for."""
    own = chain()._asdict() if beacon else None
    return Desk().opened(an_open("boosh", 2, beacon=own)).seated().begun()


def given_up(desk: Desk) -> Desk:
    """Abort a table for the receipt of another call than its log has, if any (T9b)."""
    n, head = 5, hashlib.sha256(b"a lost call").digest()
    desk.do("player:p1", Abort({**SIGNER.receipt(desk.id, n, head, desk.now, "everysec")}))
    return desk


def lost(invites: bool = False) -> Desk:
    """Return an open table that was aborted, since its log lacks a call that was signed."""
    desk = Desk().opened(an_open("boosh", 3))
    desk.do(OPENER, Sit(Seat(0)))
    if invites:
        desk.do(OPENER, Invite((Invitee(Seat(2), "p2", 60),)))
    return given_up(desk)


def released(desk: Desk) -> Desk:
    """Return a tournament's table that the tournament has closed."""
    desk.do(RUNNER, Release())
    return desk


def seated() -> Desk:
    """Return a table whose seats are taken."""
    return Desk().opened(an_open("boosh", 3)).seated(WORDS)


DESKS: dict[str, Callable[[], Desk]] = {
    "seated": seated,
    "called": called,
    "one reveal": lambda: reveal(called(), 1),
    "begun": lambda: reveal(called(), 1, 0),
    "signed": lambda: reveal(called(signs=True), 1, 0),
    "late": lambda: late(reveal(called(), 1)),
    "left": lambda: reveal(left(called(), 0, back=True), 1),
    "left last": lambda: left(reveal(called(beacon=True), 1), 0),
    "settled": lambda: reveal(called(beacon=True), 1, 0),
    "with a beacon": lambda: with_round(reveal(called(beacon=True), 1, 0)),
    "late with a beacon": lambda: with_round(late(reveal(called(beacon=True), 1))),
    "late and left": lambda: with_round(left(late(reveal(called(beacon=True), 1)), 0, back=True)),
    "lost": lost,
    "lost with an invitation": lambda: lost(invites=True),
    "lost behind the call": lambda: given_up(reveal(called(), 1)),
    "planned and aborted": lambda: released(aborted(planned_desk(beacon=chain()._asdict()))),
    "planned and ruled": lambda: released(ruled(planned_desk(beacon=chain()._asdict()))),
    "aborted": lambda: aborted(reveal(called(beacon=True), 1, 0)),
    "ruled": lambda: ruled(called()),
    "ruled behind a reveal": lambda: ruled(left(reveal(called(), 1), 1)),
    "ruled with a beacon": lambda: ruled(reveal(called(beacon=True), 1, 0)),
    "alone": alone,
    "unpromised": unpromised,
    "unpromised with a beacon": lambda: unpromised(beacon=True),
    "planned": planned_desk,
    "planned with a beacon": lambda: planned_desk(beacon=chain()._asdict()),
}


@cache
def log_text(name: str) -> bytes:
    """Return a sound log."""
    return text_of(DESKS[name]())


# Ways to lie


def index_of(log: Forged, name: str, nth: int = 0) -> int:
    """Return the index of the nth event of a type of the table."""
    types = [event["e"]["type"] for event in log.events]
    return [k for k, one in enumerate(types) if one == f"table.{name}.v1"][nth]


def event(log: Forged, name: str, nth: int = 0) -> dict[str, Any]:
    """Return the public part of that event."""
    part: dict[str, Any] = log.events[index_of(log, name, nth)]["e"]
    return part


def saying(name: str, nth: int = 0, **words: Any) -> Change:
    """Return the lie of an event that says something else, and was asked for so."""

    def change(log: Forged) -> None:
        one = event(log, name, nth)
        one["data"].update(words)
        if isinstance(one["cause"], dict):
            action = one["cause"]["action"]
            action.update({word: words[word] for word in words if word in action})

    return change


def in_action(name: str, nth: int = 0, **words: Any) -> Change:
    """Return the lie of a command that asks for something else."""
    return lambda log: event(log, name, nth)["cause"]["action"].update(words)


def asked_by(name: str, who: str, nth: int = 0) -> Change:
    """Return the lie that somebody else asked for a command."""

    def change(log: Forged) -> None:
        first = event(log, name, nth)
        first["by"] = who
        for one in log.events:
            if one["e"]["cause"] == first["n"]:
                one["e"]["by"] = who

    return change


def happened(name: str, by: int, nth: int = 0) -> Change:
    """Return the lie that all from the command of an event on was earlier or later."""

    def change(log: Forged) -> None:
        for one in log.events[index_of(log, name, nth) :]:
            one["e"]["at"] += by

    return change


def said(
    behind: str, by: str, action: dict[str, Any], kind: str, nth: int = 0, **data: Any
) -> Change:
    """Return the lie of one more command of one event, behind that of another."""

    def change(log: Forged) -> None:
        before = log.events[index_of(log, behind, nth)]["e"]
        begin = before["cause"] if isinstance(before["cause"], int) else before["n"]
        last = log.events[begin - 1]["e"]["cause"]["last"]
        n, at = 1_000 + len(log.events), log.events[last - 1]["e"]["at"]
        cause = {"action": action, "last": n, "seat": None}
        public = {"at": at, "by": by, "cause": cause, "data": data, "n": n, "seals": {}}
        log.events.insert(last, {"e": {**public, "type": f"table.{kind}.v1"}, "p": None, "h": ""})
        log.renumbered()

    return change


def without(name: str, nth: int = 0) -> Change:
    """Return the lie that an event within a command, or a command of one event, was not."""

    def change(log: Forged) -> None:
        del log.events[index_of(log, name, nth)]
        log.renumbered()

    return change


def alone_in_command(name: str, by: str, action: str, nth: int = 0) -> Change:
    """Return the lie that an event was not part of the command before it, but one of its own."""

    def change(log: Forged) -> None:
        one = event(log, name, nth)
        first = log.events[one["cause"] - 1]["e"]
        cause = {"action": {"type": action}, "last": first["cause"]["last"], "seat": None}
        for later in log.events[one["n"] : cause["last"]]:
            later["e"] |= {"by": by, "cause": one["n"]}
        one |= {"by": by, "cause": cause}
        first["cause"]["last"] = one["n"] - 1

    return change


def both(*changes: Change) -> Change:
    """Return a lie that takes several changes."""

    def change(log: Forged) -> None:
        for one in changes:
            one(log)

    return change


def signed_anew(name: str, nth: int, after: Callable[[Forged], int]) -> Change:
    """Return the lie of a command that its player signed for an earlier event."""

    def change(log: Forged) -> None:
        one = event(log, name, nth)
        seat, seen, action = one["data"]["seat"], after(log), one["cause"]["action"]
        head = log.events[seen - 1]["h"]
        message = ["fairdeal/action/1", log.header["table"], seat, seen, head, action]
        given = signature(f"p{seat}", canonical_json(message))
        one["cause"]["signed"] = {"after": seen, "signature": given}

    return change


def number_of(name: str, less: int = 0) -> Callable[[Forged], int]:
    """Return what finds the number of an event, or of one before it."""
    return lambda log: int(event(log, name)["n"]) - less


def unsigned(name: str, nth: int = 0) -> Change:
    """Return the lie of a command without its signature."""
    return lambda log: event(log, name, nth)["cause"].pop("signed")


def revealed_again(seat: int, word: str, behind: str, nth: int = 0) -> Change:
    """Return the lie that a seat's player revealed behind an event, under the right closing."""

    def change(log: Forged) -> None:
        closing = log.events[index_of(log, "start_called")]["h"]
        asked = {"closing": closing, "entropy": entropy(word), "type": "table.reveal"}
        told = {"seat": seat, "entropy": entropy(word)}
        said(behind, f"player:p{seat}", asked, "entropy_revealed", nth, **told)(log)

    return change


def unsettled(log: Forged) -> None:
    """Let play begin without the closing of the entropies, or without the beacon."""
    one, begun = event(log, "beacon_came"), event(log, "started")
    begun["cause"] = one["cause"]
    for later in log.events[begun["n"] :]:
        if later["e"]["cause"] == one["n"]:
            later["e"]["cause"] = begun["n"]
    del log.events[one["n"] - 1]
    log.renumbered()


def cut_behind(name: str) -> Change:
    """Return the lie that a command, and the log, ended with this event."""

    def change(log: Forged) -> None:
        one = event(log, name)
        one["cause"]["last"] = one["n"]
        del log.events[one["n"] :]

    return change


def closed_with_it(log: Forged) -> None:
    """Let a reveal close the entropies, though another one is awaited."""
    one = event(log, "entropy_revealed")
    n = one["cause"]["last"] = one["n"] + 1
    data = {"entropies": ["", one["data"]["entropy"], ""], "withheld": [0]}
    closed = {"cause": one["n"], "data": data, "n": n, "type": "table.entropy_closed.v1"}
    log.events.append({"e": {**one, **closed}, "p": None, "h": ""})


def with_receipt(words: Callable[[Forged], dict[str, Any]]) -> Change:
    """Return the lie of an abort for another receipt."""

    def change(log: Forged) -> None:
        one = event(log, "closed")
        for box in (one["data"], one["cause"]["action"]):
            box["receipt"] = {**box["receipt"], **words(log)}

    return change


def closed_at_once(log: Forged) -> None:
    """Let an auditor's abort close a table of a tournament, which only that tournament does."""
    event(log, "finished")["type"] = "table.closed.v1"
    del log.events[-1]


def for_a_receipt(log: Forged) -> None:
    """Abort a table of a tournament for a receipt that its log contradicts."""
    one, n = event(log, "finished"), 2
    receipt = {**SIGNER.receipt(log.header["table"], n, bytes(32), one["at"], "everysec")}
    one["cause"]["action"] = {"receipt": receipt, "type": "table.abort"}
    for name in ("finished", "closed"):
        event(log, name)["data"].update(why="closing_lost")


def aborted_in_play(log: Forged) -> None:
    """Abort a table for a receipt that its log contradicts, when play has begun."""
    shown = event(pieces(log_text("lost")), "closed")["data"]["receipt"]
    closed: dict[str, Any] = {"places": [], "scores": [], "receipt": shown, "why": "closing_lost"}
    said("started", "player:p1", {"receipt": shown, "type": "table.abort"}, "closed", **closed)(log)


def ended_alone(log: Forged) -> None:
    """Let an invitation end with its table, and the table go on."""
    one = event(log, "invitation_ended")
    one["cause"] = {**one["cause"], "action": {"player": "p2", "type": "table.end_invitation"}}
    one["by"], one["cause"]["last"] = OPENER, one["n"]
    del log.events[one["n"] :]


def swapped(one: str, other: str, nth: int = 0) -> Change:
    """Return the lie that two commands of one event each came the other way round."""

    def change(log: Forged) -> None:
        here, there = index_of(log, one, nth), index_of(log, other)
        events = log.events
        times = events[here]["e"]["at"], events[there]["e"]["at"]
        events[here], events[there] = events[there], events[here]
        events[here]["e"]["at"], events[there]["e"]["at"] = times
        log.renumbered()

    return change


CLOSE: dict[str, Any] = {"places": [], "scores": []}
SIT: dict[str, Any] = {"bot": None, "commitment": commitment("eve", "best"), "type": "table.sit"}
EVE: dict[str, Any] = {"bot": None, "commitment": commitment("eve", "best"), "player": "eve"}


class Lie(NamedTuple):
    """A lie: in which log, how it is told, what our verifier calls it, what the other says.

    `kind` may be two words: without what is sealed less shows.
    """

    base: str
    change: Change
    kind: str
    why: str


LIES: dict[str, Lie] = {
    # the call
    "a call by somebody without a seat": Lie("begun", asked_by("start_called", "player:eve"),
        "wrong_holder", "by somebody who may not"),
    "a call while a seat is free": Lie("called", swapped("seat_taken", "start_called", 2),
        "illegal_action", "cannot happen here"),
    "two calls": Lie("called", said("start_called", "player:p2", {"type": "table.start"},
        "start_called", seat=2), "illegal_action", "cannot happen here"),
    "a call that is not signed": Lie("signed", unsigned("start_called"),
        "unsigned_action", "is signed and should not be, or the other way round"),
    "a call behind which nothing follows, though nobody has promised": Lie("unpromised",
        alone_in_command("entropy_closed", "clock", "table.close_entropy"),
        "wrong_cause|wrong_event", "is not what follows"),
    "a call that ends the log, though nobody has promised": Lie("unpromised", cut_behind(
        "start_called"), "wrong_cause|wrong_event", "is not whole"),
    # the commitments behind it
    "a friend who sits down behind it": Lie("called", said("start_called", "player:eve",
        {**SIT, "seat": 2}, "seat_taken", seat=2, **EVE), "illegal_action", "cannot happen here"),
    "a seat that is freed behind it": Lie("called", said("start_called", "player:p2",
        {"seat": 2, "type": "table.leave"}, "seat_left", seat=2),
        "wrong_event", "cannot happen here"),
    "a friend who sits down again behind it": Lie("called", both(
        said("start_called", "player:p2", {"seat": 2, "type": "table.leave"}, "seat_left", seat=2),
        said("seat_left", "player:eve", {**SIT, "seat": 2}, "seat_taken", seat=2, **EVE)),
        "wrong_event", "cannot happen here"),
    "an invitation behind it": Lie("called", said("start_called", OPENER, {"invited": [
        {"seat": 2, "player": "eve", "expires_after": 60}], "type": "table.invite"}, "invited",
        invited=[{"seat": 2, "player": "eve", "expires_after": 60}]),
        "illegal_action", "cannot happen here"),
    "a commitment of another player than is told": Lie("begun", saying("seat_taken", 1,
        commitment=commitment("eve", "one")), "wrong_entropy", "had promised another entropy"),
    # reveals
    "an entropy that was not promised": Lie("begun", saying("entropy_revealed",
        entropy=entropy("best")), "wrong_entropy", "had promised another entropy"),
    "a reveal under another closing": Lie("begun", in_action("entropy_revealed", closing="ab" * 32),
        "wrong_entropy", "under another closing"),
    "a reveal under the head of another event": Lie("begun", lambda log: event(
        log, "entropy_revealed")["cause"]["action"].update(closing=log.events[3]["h"]),
        "wrong_entropy", "under another closing"),
    "a reveal that is not signed": Lie("signed", unsigned("entropy_revealed"),
        "unsigned_action", "is signed and should not be, or the other way round"),
    "a reveal signed before the closing": Lie("signed", signed_anew("entropy_revealed", 1,
        number_of("start_called", 1)), "reused_signature", "is not of its moment"),
    "a reveal signed by another": Lie("signed", lambda log: event(log, "entropy_revealed")["cause"][
        "signed"].update(signature="00" * 64), "forged_action", "is not signed with the key"),
    "a reveal when the time was over": Lie("one reveal", happened("entropy_revealed", 9_000),
        "late_action", "when the time was over"),
    "a reveal twice": Lie("one reveal", revealed_again(1, "one", "entropy_revealed"),
        "wrong_entropy", "is not awaited"),
    "a reveal by another player": Lie("begun", asked_by("entropy_revealed", "player:p2"),
        "wrong_entropy", "by somebody who may not"),
    "a reveal of who promised nothing": Lie("called", revealed_again(2, "two", "start_called"),
        "wrong_entropy", "is not awaited"),
    "a reveal before the call": Lie("one reveal", swapped("start_called", "entropy_revealed"),
        "wrong_entropy", "cannot happen here"),
    "a reveal of who left, and came back": Lie("left", revealed_again(0, "zero", "taken_back"),
        "wrong_entropy", "is not awaited"),
    "a reveal when the entropies are closed": Lie("late with a beacon", revealed_again(
        0, "zero", "entropy_closed"), "wrong_entropy", "is not awaited"),
    "a reveal in play": Lie("late", revealed_again(0, "zero", "started"),
        "wrong_entropy", "cannot happen here"),
    # who leaves, and comes back
    "one who leaves in another's name": Lie("left", asked_by("handed_to_bot", "player:p2"),
        "wrong_holder", "by somebody who may not"),
    "a bot of another level in the seat": Lie("left", saying("handed_to_bot", bot="expert"),
        "wrong_event", "cannot happen here"),
    "another who takes the seat back": Lie("left", both(saying("taken_back", player="eve"),
        asked_by("taken_back", "player:eve")), "wrong_holder", "cannot happen here"),
    "the last who is awaited leaves, and the time goes on": Lie("left last", alone_in_command(
        "entropy_closed", "clock", "table.close_entropy"), "wrong_cause|wrong_event",
        "is not what follows"),
    # the closing of the entropies
    "a closing too early": Lie("late", happened("entropy_closed", -1),
        "early_time_out", "too early, or too late"),
    "a closing by the opener": Lie("late", asked_by("entropy_closed", OPENER),
        "wrong_holder", "by somebody who may not"),
    "a closing before the call": Lie("seated", said("seat_taken", "clock",
        {"type": "table.close_entropy"}, "entropy_closed", 2, entropies=["", "", ""],
        withheld=[0, 1]), "early_time_out", "cannot happen here"),
    "a closing twice": Lie("late with a beacon", said("entropy_closed", "clock",
        {"type": "table.close_entropy"}, "entropy_closed", entropies=["", entropy("one"), ""],
        withheld=[0]), "early_time_out", "closed twice"),
    "a closing with the last reveal but one": Lie("one reveal", closed_with_it,
        "wrong_cause|wrong_event", "is not what follows"),
    "a seat withheld that revealed": Lie("begun", saying("entropy_closed",
        entropies=[entropy("zero"), "", ""], withheld=[1]), "wrong_entropy", "other seats"),
    "a seat withheld with its entropy": Lie("begun", saying("entropy_closed", withheld=[1]),
        "wrong_entropy", "other seats"),
    "a seat withheld that promised nothing": Lie("late", saying("entropy_closed", withheld=[0, 2]),
        "wrong_entropy", "other seats"),
    "a seat not withheld that did not reveal": Lie("late", saying("entropy_closed", withheld=[]),
        "wrong_entropy", "other seats"),
    "another entropy than was revealed": Lie("begun", saying("entropy_closed",
        entropies=[entropy("zero"), entropy("best"), ""]), "wrong_entropy", "are not those"),
    "an entropy of who revealed none": Lie("late", saying("entropy_closed",
        entropies=[entropy("zero"), entropy("one"), ""]), "wrong_entropy", "are not those"),
    "entropies in another order": Lie("begun", saying("entropy_closed",
        entropies=[entropy("one"), entropy("zero"), ""]), "wrong_entropy", "are not those"),
    "fewer entropies than seats": Lie("begun", saying("entropy_closed",
        entropies=[entropy("zero"), entropy("one")]), "wrong_entropy", "are not those"),
    # the round
    "a later round": Lie("settled", lambda log: event(log, "entropy_closed")["data"].update(
        round=event(log, "entropy_closed")["data"]["round"] + 1), "wrong_beacon", "to be awaited"),
    "an earlier round": Lie("settled", lambda log: event(log, "entropy_closed")["data"].update(
        round=event(log, "entropy_closed")["data"]["round"] - 1), "wrong_beacon", "to be awaited"),
    "no round": Lie("settled", lambda log: event(log, "entropy_closed")["data"].pop("round"),
        "wrong_beacon", "to be awaited"),
    "a round without a beacon": Lie("late", saying("entropy_closed", round=1),
        "wrong_beacon", "to be awaited"),
    "a round for one who is alone": Lie("alone", saying("entropy_closed", round=1),
        "wrong_beacon", "to be awaited"),
    "no round for two, of whom one has left": Lie("left last", lambda log: event(
        log, "entropy_closed")["data"].pop("round"), "wrong_beacon", "to be awaited"),
    "no round where nobody has promised": Lie("unpromised with a beacon", lambda log: event(
        log, "entropy_closed")["data"].pop("round"), "wrong_beacon", "to be awaited"),
    "another entropy than the tournament's": Lie("planned", saying("entropy_closed",
        entropies=[entropy("best") * 2]), "wrong_entropy", "are not those"),
    "another round than the tournament's": Lie("planned with a beacon", lambda log: event(
        log, "entropy_closed")["data"].update(round=2), "wrong_beacon", "to be awaited"),
    # the beacon, and play
    "a beacon of another round": Lie("with a beacon", saying("beacon_came", round=7),
        "wrong_beacon", "another one, or not due yet"),
    "a beacon before it is due": Lie("with a beacon", happened("beacon_came", -1),
        "wrong_beacon", "another one, or not due yet"),
    "a beacon by a player": Lie("with a beacon", asked_by("beacon_came", OPENER),
        "wrong_holder", "by somebody who may not"),
    "play without the beacon": Lie("with a beacon", unsettled, "wrong_event|wrong_secret",
        "another than"),
    "play before the entropies are closed": Lie("begun", without("entropy_closed"),
        "wrong_event|wrong_secret", "is not what follows"),
    "play without its beginning": Lie("begun", without("started"),
        "wrong_event|wrong_secret", "nobody plays"),
    "a start that says more": Lie("begun", saying("started", entropies=[]),
        "wrong_event|malformed", "is not known"),
    # the end of a table that was called for
    "a withdrawal behind the call": Lie("one reveal", said("entropy_revealed", OPENER,
        {"type": "table.close"}, "closed", why="withdrawn", **CLOSE),
        "illegal_action", "cannot happen here"),
    "an expiry behind the call": Lie("one reveal", said("entropy_revealed", "clock",
        {"type": "table.expire"}, "closed", why="expired", **CLOSE),
        "illegal_action", "cannot happen here"),
    "an abort before the entropies are closed": Lie("one reveal", said("entropy_revealed", "clock",
        {"type": "table.abort"}, "closed", why="beacon_failed", **CLOSE),
        "illegal_action", "no beacon has failed"),
    "an abort too early": Lie("aborted", happened("closed", -1),
        "illegal_action", "no beacon has failed"),
    "an abort by the opener": Lie("aborted", asked_by("closed", OPENER),
        "wrong_holder", "by somebody who may not"),
    "an abort for another cause": Lie("aborted", saying("closed", why="withdrawn"),
        "wrong_result", "cannot happen here"),
    "an abort for a receipt of this log": Lie("lost", with_receipt(lambda log: {
        "n": 1, "head": log.events[0]["h"]}), "wrong_result", "nothing was lost"),
    "an abort for a receipt that nobody signed": Lie("lost", with_receipt(lambda log: {"at": 1}),
        "wrong_result", "is not signed with its key"),
    "an abort for a receipt of another table": Lie("lost", with_receipt(lambda log: {
        "table": "t2"}), "illegal_action", "is of another table"),
    "an abort for what is no receipt": Lie("lost", with_receipt(lambda log: {"more": 1}),
        "illegal_action", "has other fields"),
    "an abort for another receipt than was shown": Lie("lost", lambda log: event(log, "closed")[
        "data"].update(receipt={**event(log, "closed")["data"]["receipt"], "n": 9}),
        "wrong_result", "is another than was asked for"),
    "an abort for a receipt that nobody shows": Lie("lost", lambda log: event(log, "closed")[
        "cause"]["action"].pop("receipt"), "wrong_holder", "by somebody who may not"),
    "an abort for a lost closing without its receipt": Lie("lost", lambda log: event(
        log, "closed")["data"].pop("receipt"), "wrong_result", "cannot happen here"),
    "an abort for a beacon with a receipt": Lie("lost", saying("closed", why="beacon_failed"),
        "wrong_result", "cannot happen here"),
    "a closing that was lost by a beacon that failed": Lie("aborted", saying("closed",
        why="closing_lost"), "wrong_result", "cannot happen here"),
    "an abort for a receipt in play": Lie("begun", aborted_in_play,
        "illegal_action", "cannot happen here"),
    "an invitation that ends with a table that does not": Lie("lost with an invitation",
        ended_alone, "wrong_event", "cannot happen here"),
    "a planned table that ends too early": Lie("planned and aborted", happened("finished", -1),
        "illegal_action", "no beacon has failed"),
    "a planned table that ends for another cause": Lie("planned and aborted", both(saying(
        "finished", why="withdrawn"), saying("closed", why="withdrawn")),
        "wrong_result", "cannot happen here"),
    "an abort of a planned table by a ruling of who plays there": Lie("planned and ruled", asked_by(
        "finished", "player:p0"), "wrong_holder", "by somebody who may not"),
    "an abort of a planned table by a ruling of its tournament": Lie("planned and ruled", asked_by(
        "finished", RUNNER), "wrong_holder", "by somebody who may not"),
    "an abort of a planned table by a ruling without a reason": Lie("planned and ruled",
        lambda log: event(log, "finished")["cause"]["action"].pop("reason"),
        "wrong_holder", "by somebody who may not"),
    "an abort of a planned table as if its beacon had failed": Lie("planned and ruled", both(saying(
        "finished", why="beacon_failed"), saying("closed", why="beacon_failed")),
        "wrong_result", "cannot happen here"),
    "an abort of a planned table in play": Lie("planned", said("started", AUDITOR,
        BY_RULING, "finished", why="abort_ruled", **CLOSE), "illegal_action",
        "cannot happen here"),
    "an abort of a planned table that closes it at once": Lie("planned and ruled", closed_at_once,
        "wrong_event", "play ends once"),
    "an abort of a planned table for a receipt": Lie("planned and ruled", for_a_receipt,
        "illegal_action", "cannot happen here"),
    "an abort by an auditor when the round is due": Lie("ruled with a beacon", happened(
        "closed", 600_000), "illegal_action", "no beacon has failed"),
    "an abort of a planned table when the round is due": Lie("planned and ruled", happened(
        "finished", 600_000), "illegal_action", "no beacon has failed"),
    "an abort by an auditor before the call": Lie("seated", said("seat_taken", AUDITOR,
        BY_RULING, "closed", 2, why="abort_ruled", **CLOSE),
        "illegal_action", "cannot happen here"),
    "an abort by an auditor in play": Lie("begun", said("started", AUDITOR,
        BY_RULING, "closed", why="abort_ruled", **CLOSE), "illegal_action", "cannot happen here"),
    "an abort by an auditor, twice": Lie("ruled", said("closed", AUDITOR,
        BY_RULING, "closed", why="abort_ruled", **CLOSE), "after_close", "after"),
    "a call behind an abort by an auditor": Lie("ruled", said("closed", "clock",
        {"type": "table.close_entropy"}, "entropy_closed", entropies=["", "", ""],
        withheld=[0, 1]), "after_close", "after"),
    "an abort by a ruling of a player with a seat": Lie("ruled", asked_by("closed", "player:p0"),
        "wrong_holder", "by somebody who may not"),
    "an abort by a ruling of a player who left": Lie("ruled behind a reveal", asked_by(
        "closed", "player:p1"), "wrong_holder", "by somebody who may not"),
    "an abort by a ruling of the clock": Lie("ruled", asked_by("closed", "clock"),
        "wrong_holder", "by somebody who may not"),
    "an abort by an auditor without a reason": Lie("ruled", lambda log: event(log, "closed")[
        "cause"]["action"].pop("reason"), "wrong_holder", "by somebody who may not"),
    "an abort by an auditor whose reason is no hash": Lie("ruled", lambda log: event(
        log, "closed")["cause"]["action"].update(reason="so"), "illegal_action",
        "cannot happen here"),
    "an abort by an auditor that ends play alone": Lie("ruled", lambda log: event(
        log, "closed").update(type="table.finished.v1"), "wrong_event", "is of no tournament"),
    "an abort by an auditor with a receipt": Lie("lost behind the call", both(asked_by(
        "closed", AUDITOR), lambda log: event(log, "closed")["cause"]["action"].update(
        reason=REASON)), "illegal_action", "cannot happen here"),
    "an abort by an auditor as if the beacon had failed": Lie("ruled with a beacon", saying(
        "closed", why="beacon_failed"), "wrong_result", "cannot happen here"),
    "an abort by the clock as if an auditor had ruled": Lie("aborted", saying(
        "closed", why="abort_ruled"), "wrong_result", "cannot happen here"),
    "an abort by an auditor with places": Lie("ruled", saying("closed", places=[1, 2, 3],
        scores=[0, 0, 0]), "wrong_result", "cannot happen here"),
    "an abort with places": Lie("aborted", saying("closed", places=[1, 2, 3], scores=[0, 0, 0]),
        "wrong_result", "cannot happen here"),
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def told(base: str, change: Change, sealed: bool) -> Forged:
    """Return the log of a lie."""
    log = pieces(log_text(base))
    for one in log.events if sealed else ():
        one["p"] = None
    change(log)
    last = log.events[-1]["e"]
    log.end.update(at=max(log.end["at"], last["at"]), complete=last["type"] == "table.closed.v1")
    return log


def second(path: Path) -> dict[str, Any]:
    """Return the verdict of the verifier in JavaScript."""
    found: dict[str, Any] = json.loads(run_second("--key", SIGNER.public, path).stdout)
    return found


@NODE
@pytest.mark.parametrize("base", DESKS)
def test_every_log_in_which_lies_are_told_is_sound(base: str, path: Path) -> None:
    log = pieces(log_text(base)).rechained().signed()
    with pytest.raises(AssertionError, match="believed"):
        lie(path, log)
    assert second(path)["verdict"] == "good", second(path)


@NODE
@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize("name", LIES)
def test_both_verifiers_name_a_lie_about_the_start(name: str, sealed: bool, path: Path) -> None:
    base, change, kind, why = LIES[name]
    log = told(base, change, sealed)
    if sealed and log.end["complete"]:  # which opens all parts
        log = told(base, change, sealed=False)
    found, _ = lie(path, log)
    assert found in kind.split("|")
    theirs = second(path)
    assert (theirs["verdict"], why in theirs["why"]) == ("bad", True), theirs
