"""At a table for auditors the rules cannot be asked; what contradicts itself in public is found.

Every lie is told by the holder of the server's key, in the log as a spectator or a player gets it.
"""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from events.record import logfile
from events.verify.log import verify_log
from games.core.contract import Seat
from tests.events.forge import Forged, pieces
from tests.fairness.random_logs import as_told
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, played
from tests.games.every import checks_of

Part = dict[str, Any]


@cache
def sealed_text(game: str, seat: int | None) -> bytes:
    """Return the log of a table for auditors as a spectator gets it, or who has a seat."""
    desk = played(game, checks_of(game).seed, reveal="auditors")
    told = as_told(desk.table, desk.log, None if seat is None else Seat(seat))
    return b"".join(logfile.log_file_lines(desk.id, told, desk.now + 1000, SIGNER))


class Lie(NamedTuple):
    """What is changed in which log, and what the verifier says of it.

    Attributes:
        is_in_bytes: whether the verifier in JavaScript, which knows no rules, must find it too.
    """

    game: str
    seat: int | None
    change: Callable[[Forged], Any]
    why: str
    is_in_bytes: bool = False


def public_parts(log: Forged, name: str) -> list[Part]:
    """Return the public parts of the events whose type ends with a name."""
    parts: list[Part] = [event["e"] for event in log.events]
    return [part for part in parts if part["type"].endswith(f"{name}.v1")]


def in_last(name: str, **words: Any) -> Callable[[Forged], Any]:
    """Return a change of the newest event of a type."""
    return lambda log: public_parts(log, name)[-1]["data"].update(words)


def one_more(name: str, field: str) -> Callable[[Forged], None]:
    """Return the lie of a number, or of the first in a row, that is one too high."""

    def change(log: Forged) -> None:
        data = public_parts(log, name)[-1]["data"]
        if isinstance(data[field], list):
            data[field][0] += 1
        else:
            data[field] += 1

    return change


def by_another_seat(log: Forged) -> None:
    """Tell of another seat than the one that acted."""
    data = acted(log, "card_played")["data"]
    data["seat"] = (data["seat"] + 1) % log.events[0]["e"]["data"]["seats"]


def acted(log: Forged, name: str, seat: int | None = None) -> Part:
    """Return the newest event of a type with which an action begins, perhaps of a seat."""
    return next(
        part
        for part in reversed(public_parts(log, name))
        if isinstance(part["cause"], dict) and seat in (None, part["cause"]["seat"])
    )


def playing(card: str, name: str = "card_played") -> Callable[[Forged], None]:
    """Return the lie that the newest card played was another, and asked for."""

    def change(log: Forged) -> None:
        play = acted(log, name)
        for box in (play["data"], play["cause"]["action"]):
            box["card"] = card

    return change


def another_than_asked_for(log: Forged) -> None:
    """Let another card be played than was asked for."""
    plays = public_parts(log, "card_played")
    acted(log, "card_played")["data"]["card"] = plays[0]["data"]["card"]


def played_twice(log: Forged) -> None:
    """Play a card that was played before in this hand."""
    playing(public_parts(log, "card_played")[-7]["data"]["card"])(log)


def not_in_my_hand(log: Forged) -> None:
    """Let the reader's own seat play a card that somebody else plays later in the hand."""
    own = [part for part in public_parts(log, "card_played") if part["data"]["seat"] == 0][-2]
    other = next(
        part for part in public_parts(log, "card_played")
        if part["n"] > own["n"] and part["data"]["seat"] != 0
    )  # fmt: skip
    card, others = own["data"]["card"], other["data"]["card"]
    for part, its in ((own, others), (other, card)):
        for box in (part["data"], part["cause"].get("action", {}) if is_first(part) else {}):
            box["card"] = its


def is_first(part: Part) -> bool:
    """Say whether an event begins its command."""
    return isinstance(part["cause"], dict)


def in_my_hand(log: Forged) -> None:
    """Let another seat play a card that lies in the reader's own hand."""
    plays = filter(is_first, public_parts(log, "card_played"))
    play = next(part for part in plays if part["data"]["seat"] != 0)
    deal = next(event for event in log.events if event["e"]["type"] == "boon.hand_dealt.v1")
    for box in (play["data"], play["cause"]["action"]):
        box["card"] = deal["p"]["0"]["data"]["hands"][-1]


def another_top(log: Forged) -> None:
    """Take another card off the pile than lies on it."""
    data = public_parts(log, "face_up_card_taken")[-1]["data"]
    data["card"] = "AC" if data["card"] != "AC" else "2C"


def more_coins_than_there_are(log: Forged) -> None:
    """Bid more than one has."""
    bid = acted(log, "bid_made")
    for box in (bid["data"], bid["cause"]["action"]):
        box["coins"] = 999


LIES = {
    "another seat than acts": Lie("boon", None, by_another_seat, "acts, not seat", True),
    "another card than asked for": Lie("boon", None, another_than_asked_for, "as asked for", True),
    "a card that the game does not have": Lie(
        "boon", None, playing("gold-15"), "the game has no card gold-15", True
    ),
    "a seat that is not there": Lie("boon", None, in_last("trick_won", seat=9), "no seat 9", True),
    "a card played twice": Lie("boon", None, played_twice, "there is no"),
    "a card that is not in my hand": Lie("boon", 0, not_in_my_hand, "seat 0 does not hold"),
    "a card that is in my hand": Lie("boon", 0, in_my_hand, "there is no"),
    "a trick won by another": Lie("boon", None, one_more("trick_won", "points"), "of the trick"),
    "Victory Cards out of nothing": Lie(
        "boon", None, one_more("round_counted", "victory_cards"), "the Victory Cards must be"
    ),
    "another result than play had": Lie("boon", None, one_more("closed", "scores"), "the scores"),
    "other places than play had": Lie("boon", None, one_more("closed", "places"), "the places"),
    "another card than lies on the pile": Lie("boosh", None, another_top, "the top of the pile"),
    "totals without points": Lie("boosh", None, one_more("hand_scored", "totals"), "the scores"),
    "points without a total": Lie("bum", None, one_more("player_went_out", "points"), "the points"),
    "a place taken twice": Lie("bum", None, one_more("player_went_out", "place"), "the place"),
    "fewer cards than their size": Lie(
        "bum", None, one_more("combination_played", "size"), "the cards played"
    ),
    "a bid of other cards": Lie("boojum", None, one_more("bid_made", "count"), "cards bid"),
    "tokens that nobody claimed": Lie(
        "boojum", None, one_more("game_ended", "scores"), "the scores must be"
    ),
    "more coins than there are": Lie("goblin_market", None, more_coins_than_there_are, "has not"),
    "money out of nothing": Lie(
        "goblin_market", None, one_more("sisterhood_paid", "coins"), "the coins must be"
    ),
    "scores of other cards": Lie(
        "goblin_market", None, one_more("market_closed", "scores"), "the scores must be"
    ),
}


def told(name: str, path: Path) -> Path:
    """Write the log in which a lie is told, made to fit and signed again."""
    lie = LIES[name]
    log = pieces(sealed_text(lie.game, lie.seat))
    lie.change(log)
    return log.rechained().signed().write(path)


@pytest.mark.parametrize("name", LIES)
def test_what_contradicts_itself_in_public_is_found_though_cards_are_sealed(
    name: str, tmp_path: Path
) -> None:
    report = verify_log(told(name, tmp_path / "log"), [SIGNER.public])
    assert report.verdict == "bad"
    assert LIES[name].why in report.faults[0].why


@pytest.mark.parametrize("game", sorted({lie.game for lie in LIES.values()}))
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_honest_log_is_good(game: str, seat: int | None, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(sealed_text(game, seat))
    report = verify_log(tmp_path / "log", [SIGNER.public])
    assert report.faults == ()
    assert [one["what"] for one in report.not_checked] == ["result", "deal", "actions"]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_verifier_in_javascript_finds_what_the_bytes_tell(tmp_path: Path) -> None:
    names = [name for name, lie in LIES.items() if lie.is_in_bytes]
    paths = [told(name, tmp_path / str(number)) for number, name in enumerate(names)]
    answers = run_second("--key", SIGNER.public, *paths).stdout.splitlines()
    verdicts = {name: json.loads(one)["verdict"] for name, one in zip(names, answers, strict=True)}
    assert verdicts == dict.fromkeys(names, "bad")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_an_excuse_that_the_rules_name_is_no_contradiction(tmp_path: Path) -> None:
    """B29: an action names what an Excuse stands for only as far as the others leave it open."""
    log = pieces(sealed_text("boojum", None))
    claim = next(
        one
        for one in public_parts(log, "set_claimed")
        if isinstance(one["cause"], dict) and one["cause"]["action"]["excuses"] == []
    )
    claim["data"]["excuses"] = ["6"]
    path = log.rechained().signed().write(tmp_path / "log.jsonl")
    assert verify_log(path, [SIGNER.public]).faults == ()
    assert json.loads(run_second("--key", SIGNER.public, path).stdout)["verdict"] == "good"
    claim["cause"]["action"]["excuses"] = ["7"]
    log.rechained().signed().write(path)
    assert verify_log(path, [SIGNER.public]).faults[0].kind == "wrong_event"
    assert json.loads(run_second("--key", SIGNER.public, path).stdout)["verdict"] == "bad"
