"""Examples of the answers about tables that are opened and filled, with fixed secrets."""

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import Any

import orjson
from nacl.signing import SigningKey

from events.accounts.phrases import STEP
from events.cached_streams import CachedStream
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.receipts import Receipt, Signer
from events.tables.decider import TABLE_DECIDER
from games import NEWEST
from games.core.contract import Seat
from games.core.fairness.commitment import entropy_commitment
from games.table import (
    Act,
    Command,
    Open,
    Reveal,
    Sit,
    Start,
    Table,
    decide,
    fold_table_facts,
)
from projections.projection import Projection, Row
from projections.tables.lobby import LOBBY, with_player_names
from projections.tables.views import ServedView, event_for_seat, view_for_seat
from service.accounts.examples import ADA, AT
from service.streams.audiences import server_sent_event
from service.tables.private_tables import join_code
from service.wire.json_schema import Json

ENTROPY = "c0ffee5eed9a7d1b3f20e4c86a5b1d7e"
COMMITMENT = entropy_commitment(ADA, ENTROPY)
TABLE = "t0d1f2a3b4c5d6e7f80"
SEAT = Seat(0)
SPOKEN = {"id": AT * STEP, "seat": 0, "player": ADA, "phrase": "good_luck", "at": AT}
STREAM_LENGTH = 300  # characters of the first message


class Recorder:
    """A table of Boon for three: Ada in seat 0, bots in the others."""

    def __init__(self, **changes: Any) -> None:
        self.table: Table | None = None
        self.log: list[StoredEvent] = []
        self.signer = Signer(SigningKey(hashlib.sha256(b"example").digest()))
        self.salts = count()
        fields: Json = {
            "game": "boon", "rules": NEWEST["boon"].version, "options": {"victory_cards": 1},
            "seats": 3, "clock": {"turn": 30, "bank": 60}, "on_time_out": "fallback",
            "reveal": "table", "private": False, "secret": "5a" * 32, "lag": 500, **changes,
        }  # fmt: skip
        self.do(f"player:{ADA}", Open(**fields))

    def salt(self) -> bytes:
        """Return the next salt."""
        return hashlib.sha256(f"salt {next(self.salts)}".encode()).digest()

    def do(self, by: str, command: Command) -> Json:
        """Record a command; return what Ada is answered."""
        head, n = (self.log[-1].h, self.log[-1].n) if self.log else (first_head(TABLE), 0)
        at = AT + 1500 * len(self.log)
        drafts = decide(self.table, by, command, at, TABLE)
        stored, happened = encode_events(
            head, unsealed_events(TABLE_DECIDER, n, at, by, command, drafts), new_salt=self.salt
        )
        self.table = fold_table_facts(TABLE, self.table, happened)
        self.log += stored
        return self.answer(SEAT)

    def answer(self, seat: Seat | None) -> Json:
        """Return what the player in a seat, or without one, is answered."""
        return {"receipt": self.receipt_of(self.now.n, self.now.at), "view": self.view(seat)}

    def receipt_of(self, n: int, at: int) -> Receipt:
        """Return the receipt of event n, which was at that time."""
        return self.signer.receipt(TABLE, n, self.log[n - 1].h, at, "everysec")

    def seat_all(self) -> Json:
        """Seat all; return the answer to Ada's sitting down."""
        answer = self.do(f"player:{ADA}", Sit(SEAT, commitment=COMMITMENT))
        for seat in (1, 2):
            self.do(f"player:{ADA}", Sit(Seat(seat), bot="regular"))
        return answer

    def play(self, seat: int | None = None) -> Json:
        """Play the fallback of the seat that may act, until after that of `seat` or to the end."""
        answer: Json = {}
        while self.now.phase == "playing":
            (acting,) = self.now.to_act()
            action = self.now.game.rules.fallback(self.now.play, acting)
            by = f"player:{ADA}" if acting == SEAT else f"seat:{acting}"
            answer = self.do(by, Act(acting, action))
            if acting == seat:
                break
        return answer

    @property
    def now(self) -> Table:
        """Return the table."""
        assert self.table is not None
        return self.table

    def view(self, seat: Seat | None) -> ServedView:
        """Return the view of a seat."""
        return view_for_seat(CachedStream(self.now, self.log[-1].h), seat, lambda ids: {ADA: "Ada"})

    def start(self) -> Json:
        """Call for the start, and reveal Ada's entropy; return what she is answered."""
        self.do(f"player:{ADA}", Start())
        assert self.now.closing is not None
        return self.do(f"player:{ADA}", Reveal(ENTROPY, self.now.closing.head))

    def page(self, first: int, last: int) -> Json:
        """Return a page of the log as Ada may read it."""
        events = [event_for_seat(self.now, event, SEAT) for event in self.log[first - 1 : last]]
        return {"events": events, "n": self.now.n, "next": last if last < self.now.n else None}


def read_model_row(projection: Projection, table_id: str, log: Sequence[StoredEvent]) -> Row:
    """Return the row of a table in a read model."""
    row = None
    for public in map(orjson.loads, (event.e for event in log)):
        if public["type"] in projection.handles:
            row = projection.evolve(row, table_id, public)
    assert row is not None, f"{projection.name} has no row of it"
    return row


def _command_examples() -> Json:
    """Return the answers to commands at tables, but for play itself."""
    private = Recorder(private=True)
    return {"AcceptedOpening": {**private.answer(None), "join_code": join_code(private.now)}}


def table_examples() -> Json:
    """Return the examples of tables: of the bodies that are sent, and of the answers."""
    own = read_model_row(LOBBY, TABLE, Recorder().log)
    (row,) = with_player_names([own], lambda ids: {ADA: "Ada"})
    lobby = {"type": "tables", "tables": [row]}
    return {
        "NewTable": {"game": "boon", "seats": 3},
        "NewTableInFull": {
            "game": "boosh", "seats": 4, "options": {"woof": True, "target": 150},
            "clock": {"turn": 30, "bank": 60}, "on_time_out": "bot", "reveal": "hand",
            "private": True, "spectator_delay": 20, "expires_after": 3_600, "continues": None,
            "rated": False, "pace": 1_000,
        },
        "QuickSeat": {"game": "boon"},
        "QuickSeatInFull": {
            "game": "boosh", "seats": 4, "options": {"woof": True}, "clock": {"turn": 30},
            "on_time_out": "bot", "reveal": "table", "rated": True, "at_most": 10,
            "commitment": COMMITMENT,
        },
        "NewRematch": {"sit": True},
        "NewPhrase": {"phrase": SPOKEN["phrase"]},
        "SpokenPhrase": SPOKEN,
        "PhrasePage": {"phrases": [SPOKEN], "last": SPOKEN["id"]},
        "NewSeat": {"seat": 0, "commitment": COMMITMENT},
        "NewSeatOfBot": {"bot": "regular"},
        "NewReveal": {"entropy": ENTROPY, "closing": "c1" * 32},
        "Lobby": {"tables": [row], "cursor": None},
        "LobbyStream": server_sent_event("tables", lobby, AT).decode(),
        **_command_examples(),
    }  # fmt: skip
