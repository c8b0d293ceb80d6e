"""Signed actions in the verifier: counted, held to their keys, and each fault named."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from events.record.chain import canonical_json
from events.verify.log import verify_log
from games.core.contract import Illegal, Seat
from games.table import Leave, Return, Reveal, Sit, Start, Table
from games.table.state import LogHead
from tests.events.forge import Forged, pieces
from tests.events.lies import begins, lie, rigged
from tests.fairness.tables import SIGNER, played, started, text_of, turn
from tests.games.every import every
from tests.table.desk import Desk, Salts, an_open, commitment, entropy
from tests.table.signers import (
    public_of,
    signature,
    signed_by,
    signed_reveal,
    signed_sit,
    signed_start,
)

BLIND = pytest.mark.parametrize("blind", [False, True], ids=["open", "for auditors"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


@cache
def text(game: str, blind: bool) -> bytes:
    """Return the log of a table at which the players sign; of Boon with a burial by seat 1."""
    return text_of(played(game, 3, signing=True, reveal="auditors" if blind else "table"))


def log_of(blind: bool, game: str = "boon") -> Forged:
    """Return a log, as players get it: with all parts, or with none where it is for auditors."""
    log = pieces(text(game, blind))
    for event in log.events if blind else ():
        event["p"] = None
    return log


def signed(log: Forged) -> list[int]:
    """Return the indices of the events that begin an action whose signature everybody reads."""
    causes = [event["e"]["cause"] for event in log.events]
    found = [k for k, cause in enumerate(causes) if isinstance(cause, dict) and "signed" in cause]
    return [k for k in found if causes[k]["signed"] is not True and causes[k]["seat"] is not None]


def two_of_a_seat(log: Forged) -> tuple[int, int]:
    """Return the indices of two signed actions of one seat, the earlier one first."""
    seats: dict[int, int] = {}
    for index in signed(log):
        seat = log.events[index]["e"]["cause"]["seat"]
        if seat in seats:
            return seats[seat], index
        seats[seat] = index
    raise AssertionError("nobody acted twice")


@every("game")
@BLIND
def test_a_log_with_signatures_is_good_and_says_how_many(
    game: str, blind: bool, path: Path
) -> None:
    log = log_of(blind, game)
    report = verify_log(log.write(path), [SIGNER.public])
    assert report.verdict == "good", report.faults
    causes = [event["e"]["cause"] for event in log.events]
    ours = [cause for cause in causes if isinstance(cause, dict) and "signed" in cause]
    count = sum(1 for cause in ours if cause["seat"] is not None)
    assert count > 5
    taken = sum(1 for cause in ours if cause["action"]["type"] == "table.sit")
    begun = f"{taken} takings of seats, 1 call for the start and 2 reveals of entropies are signed"
    assert [line for line in report.proven if line.startswith(begun)]
    sealed = [cause for cause in ours if cause["signed"] is True] if blind else []
    told = f"{count - len(sealed)} of {count} actions of players are signed with the keys with"
    assert [line for line in report.proven if line.startswith(told)]
    hidden = f"the signatures of {len(sealed)} of {count} actions of players: they are sealed"
    found = [line for line in report.not_proven if line.startswith(hidden)]
    assert len(found) == bool(sealed)
    assert "the players themselves" not in " ".join(report.not_proven)
    assert f"that p1 holds the key {public_of('p1')}: ask the player" in report.not_proven


def test_where_some_do_not_sign_the_verdict_says_so(path: Path) -> None:
    desk, luck = started("boosh", 3, signing=True, clock=None), random.Random(3)
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Return(Seat(1)))  # without a key
    while desk.table.phase == "playing":
        turn(desk, luck)
    report = verify_log(pieces(text_of(desk)).write(path), [SIGNER.public])
    assert report.verdict == "good", report.faults
    causes = [fact.cause for fact in desk.facts if fact.by.startswith("player:")]
    acts = [cause for cause in causes if isinstance(cause, dict) and cause["seat"] is not None]
    ours = ["signed" in cause for cause in acts]
    count, some = len(ours), ours.count(False)
    told = f"that the players themselves sent all actions: {some} of {count} are not signed"
    assert told in report.not_proven
    assert 0 < some < count
    seats = "that the players themselves took all seats: 1 of 4 takings of seats are not signed"
    again = "that p1 sat down without the key that signs for p1 here: ask the player"
    assert {seats, again} <= set(report.not_proven)


def test_a_player_who_was_let_go_and_seated_again_without_the_key_is_named(path: Path) -> None:
    """Leaving is not signed, so a server can say it of anybody."""
    desk = Desk().opened(an_open("boosh", 2))
    for seat, name in enumerate(("p0", "p1")):
        desk.do(f"player:{name}", signed_sit(desk.table, name, seat))
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Sit(Seat(1)))
    report = verify_log(pieces(text_of(desk)).write(path), [SIGNER.public])
    assert report.verdict == "good", report.faults
    named = "that p1 sat down without the key that signs for p1 here: ask the player"
    assert named in report.not_proven


def test_two_keys_of_one_player_are_named(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2))
    desk.do("player:p0", signed_sit(desk.table, "p0", 0))
    desk.do("player:p1", signed_sit(desk.table, "p1", 1))
    desk.do("player:p1", Leave(Seat(1)))
    another = Sit(Seat(1), key=public_of("the server"))
    desk.do("player:p1", signed_by("the server", desk.table, 1, another))
    report = verify_log(pieces(text_of(desk)).write(path), [SIGNER.public])
    assert report.verdict == "good", report.faults
    assert "that all 2 keys that sign for p1 here are of one person" in report.not_proven
    assert "sat down without" not in " ".join(report.not_proven)


def test_at_a_table_where_bots_and_all_others_sign_no_seat_is_named(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2), by="player:p0")
    desk.do("player:p0", signed_sit(desk.table, "p0", 0))
    desk.do("player:p0", Sit(Seat(1), bot="regular"))
    report = verify_log(pieces(text_of(desk)).write(path), [SIGNER.public])
    assert report.verdict == "good", report.faults
    assert "took all seats" not in " ".join(report.not_proven)


def test_where_nobody_signs_nothing_is_proven_of_it(path: Path) -> None:
    report = verify_log(pieces(text_of(played("boosh", 3))).write(path), [SIGNER.public])
    assert "that the players themselves sent these actions: they are not signed" in (
        report.not_proven
    )
    assert "are signed with the keys" not in " ".join(report.proven)


def forger(name: str) -> Callable[[Forged], int]:
    """Return what signs an action by somebody's key, and returns where."""

    def change(log: Forged) -> int:
        index = signed(log)[3]
        sign_anew(log, index, name)
        return index

    return change


def sign_anew(log: Forged, index: int, name: str, after: int | None = None, **changes: Any) -> None:
    """Sign a command by somebody's key, perhaps for another moment, table, seat or story."""
    event = log.events[index]["e"]
    cause = event["cause"]
    seen = cause["signed"]["after"] if after is None else after
    seat = event["data"]["seat"] if cause["seat"] is None else cause["seat"]
    signed = {"table": log.header["table"], "seat": seat, "head": log.events[seen - 1]["h"]}
    table, seat, head = {**signed, **changes}.values()
    message = canonical_json(["fairdeal/action/1", table, seat, seen, head, cause["action"]])
    cause["signed"] = {"after": seen, "signature": signature(name, message)}


def holder(log: Forged, index: int) -> str:
    """Return the name of the player who acts."""
    by: str = log.events[index]["e"]["by"]
    return by.removeprefix("player:")


def strip(log: Forged) -> int:
    index = signed(log)[3]
    del log.events[index]["e"]["cause"]["signed"]
    return index


def strip_a_burial(log: Forged) -> int:
    index = burial(log)
    del log.events[index]["e"]["cause"]["signed"]
    if log.events[index]["p"]:
        del buried(log)["signed"]
    return index


def burial(log: Forged) -> int:
    """Return the index of the event that begins with buried cards."""
    return begins(log, "bury")[0]


def buried(log: Forged) -> Any:
    """Return what is sealed to who buries."""
    event = log.events[burial(log)]
    return event["p"][str(event["e"]["cause"]["seat"])]["data"]


def another_card(log: Forged) -> int:
    index, other = [k for k in signed(log) if k in begins(log, "play")][:2]
    action = log.events[other]["e"]["cause"]["action"]
    log.events[index]["e"]["cause"]["action"] = dict(action)
    return index


def without_its_key(log: Forged) -> int:
    """Let seat 1 be taken without a key: then nothing says who signed."""
    taken = log.events[2]["e"]
    del taken["data"]["key"], taken["cause"]["action"]["key"], taken["cause"]["signed"]
    return next_signed(log, TAKEN)


def with_another_key(log: Forged) -> int:
    """Let seat 1 be taken with the key of somebody else."""
    taken = log.events[2]["e"]
    taken["data"]["key"] = taken["cause"]["action"]["key"] = public_of("stranger")
    return TAKEN


def with_a_key_of_the_server(log: Forged) -> int:
    """Let seat 1 be taken with a key that the server made, and signed with it."""
    sign_anew(log, with_another_key(log), "stranger")
    return next_signed(log, TAKEN)


def not_signed_there(name: str) -> Callable[[Forged], int]:
    """Return what strips the last command of this name of its signature, and returns where."""

    def change(log: Forged) -> int:
        index = commands_signed(log, name)[-1]
        del log.events[index]["e"]["cause"]["signed"]
        return index

    return change


def another_seat(log: Forged) -> int:
    """Let p1 have asked for seat 2."""
    taken = log.events[TAKEN]["e"]
    taken["data"]["seat"] = taken["cause"]["action"]["seat"] = 2
    return TAKEN


def another_promise(log: Forged) -> int:
    """Let p1 have promised an entropy that the server chose."""
    taken = log.events[TAKEN]["e"]
    promise = commitment("p1", "of the server")
    taken["data"]["commitment"] = taken["cause"]["action"]["commitment"] = promise
    return TAKEN


def no_promise(log: Forged) -> int:
    """Let p1 have promised nothing."""
    taken = log.events[TAKEN]["e"]
    taken["data"]["commitment"] = taken["cause"]["action"]["commitment"] = None
    return TAKEN


def before_the_closing(log: Forged) -> int:
    """Let an entropy have been revealed before it was known to whose it would be added."""
    index, closing = commands_signed(log, "table.reveal")[0], begins(log, "table.start")[0]
    sign_anew(log, index, holder(log, index), closing)
    return index


def made_for(what: str, value: Any, name: str = "play") -> Callable[[Forged], int]:
    """Return what lets a player have signed for another table, seat or story, and says where."""

    def change(log: Forged) -> int:
        index = commands_signed(log, name)[-1]
        sign_anew(log, index, holder(log, index), **{what: value})
        return index

    return change


def another_opening(log: Forged) -> int:
    """Seal the secret anew, which no rule forbids."""
    opening = log.events[0]
    opening["e"]["seals"]["table"] = "0f" * 32
    if opening["p"] is not None:
        opening["p"]["table"]["salt"] = "0f" * 32
    return next_signed(log, 0)


def another_seating(log: Forged) -> int:
    """Let somebody have sat down a little later, which no rule forbids."""
    last = begins(log, "table.sit")[-1]
    log.events[last]["e"]["at"] += 1
    return next_signed(log, last)


def commands_signed(log: Forged, name: str) -> list[int]:
    """Return the indices of the events that begin a signed command of this name."""
    return [k for k in begins(log, name) if "signed" in log.events[k]["e"]["cause"]]


def next_signed(log: Forged, index: int) -> int:
    """Return the index of the next command behind an event that its player signed."""
    causes = [event["e"]["cause"] for event in log.events]
    later = range(index + 1, len(causes))
    return next(k for k in later if isinstance(causes[k], dict) and "signed" in causes[k])


def replayed(log: Forged) -> int:
    """Let a signature count for the next action of its seat, too."""
    earlier, index = two_of_a_seat(log)
    old = log.events[earlier]["e"]["cause"]
    log.events[index]["e"]["cause"].update(action=dict(old["action"]), signed=dict(old["signed"]))
    return index


def too_old(log: Forged) -> int:
    """Let a player sign what was seen before the own last action."""
    earlier, index = two_of_a_seat(log)
    before = log.events[earlier]["e"]["cause"]["last"] - 1
    sign_anew(log, index, holder(log, index), before)
    return index


def of_an_earlier_hand(log: Forged) -> int:
    """Let the first action of a hand be one that was signed before it was dealt."""
    own = dict.fromkeys(range(len(log.events)), 0)
    dealt = 0
    for index, event in enumerate(log.events):
        cause = event["e"]["cause"]
        if event["e"]["type"].endswith("hand_dealt.v1"):
            dealt = index + 1
        if isinstance(cause, dict) and cause["seat"] is not None:
            if dealt and 0 < own[cause["seat"]] < dealt and index in signed(log):
                sign_anew(log, index, holder(log, index), dealt - 1)
                return index
            own[cause["seat"]] = cause["last"]
    raise AssertionError("nobody begins a hand who did not end the one before")


def ahead(log: Forged) -> int:
    """Let a player sign what is still to come."""
    index = signed(log)[3]
    sign_anew(log, index, holder(log, index), index + 1)
    return index


def marked_as_sealed(log: Forged) -> int:
    """Say of a public signature that it is sealed."""
    index = signed(log)[3]
    log.events[index]["e"]["cause"]["signed"] = True
    return index


def malformed(log: Forged) -> int:
    index = signed(log)[3]
    log.events[index]["e"]["cause"]["signed"]["more"] = 1
    return index


STORY = (("sit", "p0"), ("sit", "p1"), ("start", "p0"), ("reveal", "p0"), ("reveal", "p1"))
TAKEN = 2  # where p1 takes seat 1
LIES: dict[str, tuple[str, Callable[[Forged], int]]] = {
    "not signed": ("unsigned_action", strip),
    "a burial that is not signed": ("unsigned_action", strip_a_burial),
    "signed by another": ("forged_action", forger("p0x")),
    "another card": ("forged_action", another_card),
    "a seat without its key": ("forged_action", without_its_key),
    "a seat with another key": ("forged_action", with_another_key),
    "a seat with a key of the server": ("forged_action", with_a_key_of_the_server),
    "a seat that its player did not take": ("unsigned_action", not_signed_there("table.sit")),
    "a seat that its player did not want": ("forged_action", another_seat),
    "an entropy that its player did not promise": ("forged_action", another_promise),
    "an entropy that its player did promise": ("forged_action", no_promise),
    "a seat of another table": ("forged_action", made_for("table", "t2", "table.sit")),
    "a seat in another story": ("forged_action", made_for("head", "0f" * 32, "table.sit")),
    "a start that its player did not call for": (
        "unsigned_action",
        not_signed_there("table.start"),
    ),
    "a start of another table": ("forged_action", made_for("table", "t2", "table.start")),
    "a start in another story": ("forged_action", made_for("head", "0f" * 32, "table.start")),
    "an entropy that its player did not reveal": (
        "unsigned_action",
        not_signed_there("table.reveal"),
    ),
    "an entropy for another table": ("forged_action", made_for("table", "t2", "table.reveal")),
    "an entropy for another story": ("forged_action", made_for("head", "0f" * 32, "table.reveal")),
    "an entropy from before the closing": ("reused_signature", before_the_closing),
    "an action for another table": ("forged_action", made_for("table", "t2")),
    "an action for another seat": ("forged_action", made_for("seat", 2)),
    "an action for another story": ("forged_action", made_for("head", "0f" * 32)),
    "another story before anybody sat down": ("forged_action", another_opening),
    "another story before the start": ("forged_action", another_seating),
    "a signature twice": ("reused_signature", replayed),
    "of a moment before the last action": ("reused_signature", too_old),
    "of a moment to come": ("reused_signature", ahead),
    "sealed where nothing is": ("illegal_action", marked_as_sealed),
    "of another form": ("illegal_action", malformed),
}


def test_an_action_kept_from_an_earlier_hand_is_found(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = log_of(blind=False, game="boosh")
    index = of_an_earlier_hand(log)
    assert lie(path, log) == ("reused_signature", index + 1)
    monkeypatch.setattr(
        "games.table.signing.oldest_signable_event", lambda table, seat, **_: table.acted[seat]
    )
    assert lie(path, log)[1] > index + 1, "the hand alone refuses it"


@BLIND
@pytest.mark.parametrize("what", LIES)
def test_a_lie_about_a_signature_is_named(what: str, blind: bool, path: Path) -> None:
    kind, change = LIES[what]
    log = log_of(blind)
    index = change(log)
    assert lie(path, log) == (kind, index + 1)


def test_a_reveal_from_before_the_closing_is_told_in_words(path: Path) -> None:
    log = log_of(blind=False)
    index = before_the_closing(log)
    closing = begins(log, "table.start")[0] + 1
    why = rigged(path, log).faults[0].why
    assert f"signed over event {closing - 1}, from before the closing" in why, index


def other_order(own: dict[str, Any]) -> None:
    """Name the buried cards in another order: the same to the rules, but not what was signed."""
    own["action"]["cards"].reverse()


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("forged_action", other_order),
        ("forged_action", lambda own: own["signed"].update(signature="0f" * 64)),
        ("reused_signature", lambda own: own["signed"].update(after=own["signed"]["after"] - 1)),
        ("illegal_action", lambda own: own.pop("signed")),
    ],
)
def test_a_lie_about_what_was_buried_is_found_where_it_is_open(
    kind: str, change: Callable[[dict[str, Any]], Any], path: Path
) -> None:
    log = log_of(blind=False)
    index = burial(log)
    change(buried(log))
    assert lie(path, log) == (kind, index + 1)


def test_a_verifier_that_checks_no_signature_believes_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is the signature alone by which the lies above are found."""
    monkeypatch.setattr("games.table.signing.is_signed", lambda *_: True)
    log = log_of(blind=False)
    forger("p0x")(log)
    assert rigged(path, log).verdict == "good"


def closing_of(desk: Desk) -> LogHead:
    """Return the closing of a table whose start was called for."""
    assert desk.table.closing is not None
    return desk.table.closing


def told_anew(
    believing: pytest.MonkeyPatch | None, stories: Sequence[tuple[str, str]] = STORY
) -> Desk:
    """Return the start of a table with a secret that was searched when all had signed theirs.

    Its signatures are those of the story that the players saw; `believing` lets the rules pass, and
    lets reveals name the closing of the other story.
    """
    first = Desk("t1", Salts("first")).opened(an_open("boosh", 2))
    again = Desk("t1", Salts("again")).opened(an_open("boosh", 2, secret="aa" * 32))
    for what, name in stories:
        seat = int(name[1])
        command: Sit | Start | Reveal = signed_start(first.table, name, seat)
        if what == "sit":
            command = signed_sit(first.table, name, seat, commitment=commitment(name, name))
        if what == "reveal":
            command = signed_reveal(first.table, name, seat, entropy(name))
        first.do(f"player:{name}", command)
        if believing is None:
            again.do(f"player:{name}", command)
            continue
        if isinstance(command, Reveal):
            command = replace(command, closing=closing_of(again).head)
        with believing.context() as patch:
            patch.setattr("games.table.signing.is_signed", lambda *_: True)
            again.do(f"player:{name}", command)
    assert first.table.terms.secret != again.table.terms.secret
    return again


def test_a_story_told_anew_behind_signatures_is_found(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = told_anew(monkeypatch)
    assert again.table.phase == "playing"
    assert lie(path, pieces(text_of(again))) == ("forged_action", 2)


def test_without_the_head_in_the_signatures_such_a_story_was_believed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "head_of", lambda table, n: "")
    called = told_anew(None, STORY[:3])
    assert rigged(path, pieces(text_of(called))).faults == ()


def test_without_the_head_too_no_entropy_is_revealed_in_another_story(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "head_of", lambda table, n: "")
    with pytest.raises(Illegal) as refusal:
        told_anew(None)
    assert refusal.value.code == "table/other_closing"
    again = told_anew(monkeypatch)  # whose reveals name its own closing, which nobody signed
    kind, n = lie(path, pieces(text_of(again)))
    assert (kind, n) == ("forged_action", closing_of(again).n + 1)
