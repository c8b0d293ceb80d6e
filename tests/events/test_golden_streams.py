"""Streams that are no tables keep their bytes: players, disputes, ratings, heads, tournaments.

`golden/<stream>.jsonl` has an event a line: number, public part, head.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from events.accounts.account import Block, Erase, GiveRole, Register, Rename, Unblock
from events.accounts.players import Players
from events.cached_streams import Tables
from events.disputes.docket import HOUR, Complaint, Disputes
from events.disputes.rules import LookAtHidden
from events.disputes.rulings import issue_ruling
from events.handle import CommandRequest, handle
from events.record.chain import first_head
from events.record.codec import StoredEvent
from events.record.logfile import read_log_file
from events.store.streams import AppendRequest, IdempotencyKey, Store
from events.tournaments.streams import Tournaments
from games.table import Rule
from games.table.planned import table_id
from projections.history.tree import TransparencyLog
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import Ratings
from tests.projections.ratings.test_standings import play
from tests.tournaments.case import commitment, reveal
from tests.tournaments.settings import PEOPLE, settings
from tests.workers.floor import public
from tournaments import commands as cm
from tournaments.tables import Entrant

GOLDEN = Path(__file__).parent / "golden"
TABLES = Path(__file__).parent / "record" / "golden"
AT = 1_700_000_900_000  # milliseconds
HASH, KEY, OTHER_KEY = "1a" * 32, "2b" * 32, "3c" * 32
RECEIPT = {
    "table": "t-boosh", "n": 7, "head": "4d" * 32, "at": AT, "durability": "always",
    "key": "5e" * 8, "signature": "6f" * 64,
}  # fmt: skip
AUDITOR = "player:max"
ENDED, PLAYING = "t-boosh", "t-boon"
SEALED = (b"tournament.opened.v1", b"tournament.result_taken.v1", b"tournament.adjudicated.v1")


@pytest.fixture
def same_each_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Return a store whose clock stands still; salts are all the same."""
    monkeypatch.setattr(store, "now", lambda: AT)
    monkeypatch.setattr("os.urandom", bytes)
    return store


def plant(store: Store, name: str, upto: int | None = None) -> str:
    """Write a golden table down, or its beginning; return its id."""
    events = read_log_file(TABLES / f"{name}.jsonl").events[:upto]
    types = [public(event)["type"] for event in events]
    table = f"t-{name[:-2]}"
    store.append(
        AppendRequest(
            stream=table, seen=0, head=first_head(table), events=events, types=types, at=AT
        )
    )
    return table


def accounts(store: Store) -> str:
    """Let a player register, get a role, change key and name, be blocked, and go; return it."""
    players, name = Players(store), "p0d1f2a3b4c5d6e7f80"
    players.record(name, Register(HASH, "player"))
    players.record(name, GiveRole("auditor"))
    for own in (KEY, KEY, OTHER_KEY):
        players.register_key(name, own, "7a" * 64)
    players.end_key(name)
    players.end_key(name)
    players.register_key(name, KEY, "8b" * 64)
    for command in (Block(), Block(), Rename("9c" * 32), Unblock(), Unblock()):
        players.record(name, command)
    players.record(name, Erase())
    return name


def disputes_after_the_close(store: Store) -> str:
    """Let a dispute be opened, looked at, withdrawn, others be ruled; return the stream."""
    tables = Tables(store)
    held = tables.current(plant(store, "boosh-1"))
    once = IdempotencyKey("p0:key", "print")
    for _ in range(2):
        Disputes(store).open(held, Complaint("p0", 1, HASH, [RECEIPT]), AT + HOUR, once)
    Disputes(store).open(held, Complaint("p1", 2, HASH, []), AT + HOUR, None)
    look = LookAtHidden(held.table, "d-boosh.1", "evidence", None, held.table.n)
    Disputes(store).record_look(AUDITOR, look)
    Disputes(store).record_look(AUDITOR, replace(look, what="replay", seat=1, n=12))
    Disputes(store).withdraw(held.table, "d-boosh.1", "p0", None)
    Disputes(store).open(held, Complaint("p0", 1, HASH, []), AT + HOUR, None)
    wanted = Rule("d-boosh.2", 2, "upheld", "points_adjusted", (500, -500, 0, 0), HASH)
    for _ in range(2):
        issue_ruling(tables, AUDITOR, wanted, ENDED, IdempotencyKey("max:key", "print"))
    issue_ruling(tables, AUDITOR, Rule("d-boosh.3", 1, "dismissed", "none", (), HASH), ENDED, None)
    return "d-boosh"


def disputes_at_an_open_table(store: Store) -> str:
    """Let a dispute be ruled by its table; return the stream."""
    tables = Tables(store)
    begins = public(read_log_file(TABLES / "boon-1.jsonl").events[-1])["cause"]  # the last command
    held = tables.current(plant(store, "boon-1", begins - 1))
    player = next(one for one in held.table.former if one)
    Disputes(store).open(held, Complaint(player, 1, HASH, []), None, None)
    wanted = Rule("d-boon.1", 1, "upheld", "none", (), HASH)
    issue_ruling(tables, AUDITOR, wanted, PLAYING, IdempotencyKey("max:key", "print"))
    return "d-boon"


def decide_all(store: Store) -> None:
    """Rate tables that ended and add their heads, twice; then follow the rulings."""
    play(store, "t1", ["ann", "ben", None], [1, 2, 3])
    play(store, "t2", ["ben", "cat", "ann"], [2, 1, 2])
    play(store, "t3", ["ann", None, None], [1, 2, 3])
    play(store, "t4", ["bot:expert", "bot:novice", "ann", "bot:novice"], [1, 3, 2, 4])
    ratings, heads = Ratings(store), TransparencyLog(store)
    for stream in (
        "t1",
        "t2",
        "t3",
        "t4",
        ENDED,
        PLAYING,
        "t1",
        "ratings-boon",
        "d-boosh",
        "d-boon",
    ):
        ratings.decide([stream])
        heads.follow([stream])
    corrections = RatingCorrector(store, ratings)
    while corrections.step():
        pass
    for stream in ("d-boosh", "t2"):
        Ratings(store).decide([stream])
        TransparencyLog(store).follow([stream])


def tournament(store: Store) -> str:
    """Let a tournament be entered, called, paired, paused, adjudicated and closed; return it."""
    cup, name = Tournaments(store), "c0123456789abcdef01"
    own = settings(
        PEOPLE, format={"rounds": 1}, entrants={"check_in": True, "invited": ["ann", "ben"]}
    )
    handle(cup, CommandRequest(name, "player:dora", cm.Open(HASH, own, KEY, ("dan",))))
    cup.execute(name, "player:dora", cm.Invite(("cat",)))
    for player in ("ann", "ben", "cat"):
        cup.execute(name, f"player:{player}", cm.Register("player", (player,), HASH))
    cup.execute(name, "player:dan", cm.Register("bot", ("bot:regular",)))
    for number, player in enumerate(("ann", "ben")):
        promise = cm.CheckIn(Entrant(number), commitment(number, player))
        cup.execute(name, f"player:{player}", promise)
    for ask in (cm.Seed((Entrant(1),)), cm.AddDirector("dot"), cm.Call()):
        cup.execute(name, "player:dan", ask)
    for number, player in enumerate(("ann", "ben")):
        cup.execute(name, f"player:{player}", reveal(cup.current(name).state, number))
    for asked in (cm.Pause(), cm.Resume(), cm.Replace(Entrant(1), "player", ("eve",))):
        cup.execute(name, "player:dora", asked)
    cup.execute(name, "clock", cm.Advance())
    ended = table_id(name, 0), 0, 9, HASH, "expired"
    for told in (cm.NoteOpened(0), cm.TakeResult(*ended, (), ()), cm.NoteReleased(0)):
        cup.execute(name, "server", told)
    played = table_id(name, 1), 1, 40, HASH, "played_out", (1, 2), (7, -7), (1,)
    for told in (cm.NoteOpened(1), cm.TakeResult(*played), cm.NoteReleased(1)):
        cup.execute(name, "server", told)
    cup.execute(name, "clock", cm.Advance())
    cup.execute(name, "server", cm.Adjudicate(1, (2, 1), (0, 5), "d1.1"))
    return name


def text_of(events: list[StoredEvent]) -> str:
    """Return the events of a stream as a golden file has them."""
    assert all(event.p is None for event in events if not any(one in event.e for one in SEALED))
    rows = ([event.n, event.e.decode(), event.h.hex()] for event in events)
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_streams_that_are_no_tables_keep_their_bytes(same_each_time: Store) -> None:
    store = same_each_time
    streams = [accounts(store), disputes_after_the_close(store), disputes_at_an_open_table(store)]
    streams.append(tournament(store))
    decide_all(store)
    own = ("ratings-boon", "ratings-boosh", "ratings-bots-boon", "heads")
    found = {name: text_of(store.read(name)) for name in (*streams, *own)}
    if os.environ.get("UPDATE"):
        for name, text in found.items():
            (GOLDEN / f"{name}.jsonl").write_text(text)
    assert {path.stem: path.read_text() for path in GOLDEN.glob("*.jsonl")} == found
    assert [text.count("\n") for text in found.values()] == [10, 8, 2, 33, 2, 2, 1, 20]
    assert not os.environ.get("UPDATE"), "the golden files are written anew; look at the changes"
