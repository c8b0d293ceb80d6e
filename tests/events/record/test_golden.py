"""Golden logs: a whole table of a game, byte for byte. They must not change later.

A changed golden log means that logs already written would be judged otherwise: that is a new
version of the rules or of an event, beside the old one. ``UPDATE=1`` writes the files anew, and the
tests fail that once all the same.
"""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from nacl.signing import SigningKey

from events.record import logfile
from events.record.codec import decode_event, read_command
from events.record.receipts import Signer
from games import GAMES
from games.core.contract import Seat
from games.table import (
    Act,
    Close,
    CloseEntropy,
    EndInvitation,
    Invite,
    Invitee,
    Leave,
    Release,
    Sit,
    Start,
    TimeOut,
    due_times,
    table_id,
)
from games.table.bots import seed_of
from games.table.events import ENDS
from games.table.state import REVEAL_TIME
from tests.table.desk import (
    AT,
    AUDITOR,
    OPENER,
    Desk,
    Salts,
    an_open,
    any_action,
    any_ruling,
    commitment,
)
from tests.table.planned import RUNNER, TOURNAMENT, planned

FOLDER = Path(__file__).parent / "golden"
SIGNER = Signer(SigningKey(bytes(range(32))))
PLAYED = {
    "boon": (5, {"max_rounds": 2, "victory_cards": 9}),
    "boosh": (4, {"max_hands": 4, "woof": True, "deck_exhausted": "reshuffle"}),
}
SEEDS = {"boon": 59, "boosh": 72}  # of tables on which much happens
RULED_SEEDS = {"boon": 41, "boosh": 225}


def opened(game: str, *, withheld: bool = False) -> Desk:
    """Return a table whose seats are taken: by a bot, with and without entropy.

    The last entropy closes them all, or the clock does without it.
    """
    seats, options = PLAYED[game]
    clock = {"turn": 20, "bank": 10}
    desk = Desk(f"t-{game}", Salts(game))
    desk.do(OPENER, an_open(game, seats, options=options, clock=clock, secret="5a" * 32))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero \u00e4")))
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "one")))
    desk.do(OPENER, Sit(Seat(seats - 1), bot="regular"))
    for seat in range(2, seats - 1):
        desk.do(f"player:p{seat}", Sit(Seat(seat)))
    desk.now += 1500
    desk.do("player:p1", Start())
    desk.now += 1500
    desk.reveal(0, "zero \u00e4")
    if withheld:
        desk.now += REVEAL_TIME
        desk.do("clock", CloseEntropy())
    else:
        desk.reveal(1, "one")
    return desk


def played(game: str) -> Desk:
    """Play a table to its end, with time-outs and somebody who leaves."""
    desk, luck = opened(game), random.Random(SEEDS[game])
    acts = 0
    while desk.table.phase == "playing":
        seat = luck.choice(desk.table.to_act())
        holder = desk.table.holders[seat]
        assert holder is not None
        acts += 1
        earliest = due_times(desk.table).clock
        assert earliest is not None
        if acts % 17 == 0 or desk.now >= earliest:
            desk.now = max(desk.now, earliest + luck.randrange(500))
            late = next(k for k in desk.table.to_act() if desk.table.deadline(k) == earliest)
            desk.do("clock", TimeOut(late))
            continue
        action = any_action(desk.table, seat, luck)
        desk.now += luck.randrange(min(15_000, earliest - desk.now))
        if holder.bot is not None:
            desk.do(
                f"seat:{seat}",
                Act(seat, action, bot={"bot": "regular", "seed": seed_of(desk.table, seat)}),
            )
        else:
            desk.do(f"player:{holder.player}", Act(seat, action))
        if acts == 25:
            desk.do("player:p1", Leave(Seat(1)))
    return desk


def ruled(game: str) -> Desk:
    """Play a table to its end, with a ruling after every twelfth turn and an entropy withheld."""
    desk, luck = opened(game, withheld=True), random.Random(RULED_SEEDS[game])
    acts = 0
    while desk.table.phase == "playing":
        acts += 1
        desk.now += 500
        if acts % 12 == 0:
            desk.do(AUDITOR, any_ruling(desk.table, f"d{acts}", luck))
            continue
        seat = luck.choice(desk.table.to_act())
        holder, action = desk.table.holders[seat], any_action(desk.table, seat, luck)
        assert holder is not None
        by = f"player:{holder.player}" if holder.bot is None else f"seat:{seat}"
        desk.do(by, Act(seat, action))
    return desk


def invited(game: str) -> Desk:
    """Reserve seats of a table, let the invitations end in every way, and withdraw the table."""
    desk = Desk(f"t-{game}-3", Salts(game))
    first = (Invitee(Seat(1), "p1", 3_600), Invitee(Seat(2), "p2", 60))
    desk.do(OPENER, an_open(game, 4, secret="5a" * 32, invited=first))
    desk.do("player:p1", Sit(Seat(1)))
    desk.now += 60_000
    desk.do("clock", EndInvitation("p2"))
    desk.do(OPENER, Invite((Invitee(Seat(2), "p2", 60), Invitee(Seat(3), "p3", 3_600))))
    desk.do("player:p2", EndInvitation("p2"))
    desk.do(OPENER, EndInvitation("p3"))
    desk.do(OPENER, Invite((Invitee(Seat(0), "p4", 3_600),)))
    desk.do(OPENER, Close())
    return desk


def of_group(game: str) -> Desk:
    """Open a table of a tournament, play it to its end, and release it."""
    seats, options = PLAYED[game]
    clock, luck = {"turn": 20, "bank": 10}, random.Random(game)
    holders = [f"p{seat}" for seat in range(seats - 1)]
    opening = planned([*holders, "regular"], 4, game, options=options, clock=clock)
    desk = Desk(table_id(TOURNAMENT, 4), Salts(game)).opened(opening, RUNNER)
    while desk.table.phase == "playing":
        desk.random_act(luck)
    desk.now += 60_000
    desk.do(RUNNER, Release())
    return desk


def written(desk: Desk) -> bytes:
    """Return the log file of a table."""
    return b"".join(logfile.log_file_lines(desk.id, desk.log, desk.now + 1000, SIGNER))


def judged_again(game: str, log: logfile.Log) -> Desk:
    """Ask for every command of a log again, at its time."""
    desk = Desk(log.header["table"], Salts(game))
    for event in log.events:
        public = orjson.loads(event.e)
        if isinstance(public["cause"], int):
            continue
        assert event.n == len(desk.log) + 1, "a command makes other events than it did"
        desk.now = public["at"]
        parts = {key: part["data"] for key, part in orjson.loads(event.p or b"{}").items()}
        desk.do(public["by"], read_command(GAMES[game, 1], public, parts))
        assert public["cause"]["last"] == len(desk.log)
    return desk


@pytest.mark.parametrize(("number", "play"), [(1, played), (2, ruled), (3, invited), (4, of_group)])
@pytest.mark.parametrize("game", PLAYED)
def test_golden_logs_must_not_change_later(
    game: str, number: int, play: Callable[[str], Desk]
) -> None:
    path = FOLDER / f"{game}-{number}.jsonl"
    if os.environ.get("UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(written(play(game)))
        pytest.fail(f"{path.name} has been written anew")
    log = logfile.read_log_file(path, SIGNER.public)
    assert log.end["complete"]
    desk = judged_again(game, log)
    for again, event in zip(desk.log, log.events, strict=True):
        assert again == event, f"event {event.n}"
    desk.now = log.end["at"] - 1000
    assert written(desk) == path.read_bytes()


@pytest.mark.parametrize("game", PLAYED)
def test_golden_logs_show_rulings_with_each_remedy_but_that_which_ends_the_table(game: str) -> None:
    log = logfile.read_log_file(FOLDER / f"{game}-2.jsonl", SIGNER.public)
    public = [json.loads(event.e) for event in log.events]
    rulings = [event["data"] for event in public if event["type"] == "table.ruled.v1"]
    expected = {"none", "hand_voided", "points_adjusted"}
    assert {ruling["remedy"] for ruling in rulings} == expected
    assert f"{game}.hand_voided.v1" in {event["type"] for event in public}
    assert any(ruling["hand"] < max(one["hand"] for one in rulings) for ruling in rulings)
    assert public[-1]["data"]["places"]


@pytest.mark.parametrize("game", PLAYED)
def test_golden_logs_show_invitations_that_end_in_every_way(game: str) -> None:
    log = logfile.read_log_file(FOLDER / f"{game}-3.jsonl", SIGNER.public)
    public = [json.loads(event.e) for event in log.events]
    ends = [e["data"]["how"] for e in public if e["type"] == "table.invitation_ended.v1"]
    assert sorted(ends) == sorted(ENDS)


@pytest.mark.parametrize("game", PLAYED)
def test_golden_logs_show_what_a_table_can_do(game: str) -> None:
    """A log in which little happens would hold little to its bytes."""
    log = logfile.read_log_file(FOLDER / f"{game}-1.jsonl", SIGNER.public)
    types = {json.loads(event.e)["type"] for event in log.events}
    expected = {
        "seat_taken", "start_called", "entropy_revealed", "entropy_closed", "started", "timed_out",
        "handed_to_bot", "closed",
    }  # fmt: skip
    assert {f"table.{word}.v1" for word in expected} <= types
    of_game = {name for name in GAMES[game, 1].events if not name.endswith("hand_voided.v1")}
    assert len(of_game & types) >= len(of_game) * 2 / 3
    facts = [decode_event(event) for event in log.events]
    assert AT <= facts[0].at <= facts[-1].at
    private = [key for event in log.events for key in orjson.loads(event.p or b"{}")]
    assert {"table", "hand", "0", "1", "2"} <= set(private)
    assert any(b'"bot"' in (event.p or b"") for event in log.events)
