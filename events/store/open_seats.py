"""Tables that are filling: which one who wants any seat of a kind is to take, decided at once.

Read models are late, so those who come within a moment would each open a table. Here every seat of
a table that is to be opened is offered once, in one script call. A claim holds for a while: where
nobody says what became of it, since its process died, the seat is offered again.
"""

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.store.streams import Store

HOLDS = 10_000  # milliseconds in which who has claimed a seat takes it
OFFERED = 3_600_000  # milliseconds in which a seat is offered here; read models know it by then
MOST_SEATS = 12  # at any table
LEFT, LEFT_SECONDS = (
    8,
    3_600,
)  # tables that somebody has left are remembered, and for so many seconds
OPENED_SECONDS = 86_400  # for which a table is known to have been opened by a quick seat
SCRIPT = (Path(__file__).parent / "fill.lua").read_text()
Settings = Mapping[str, Any]


class SeatRequest(NamedTuple):
    """What is asked for in a game, and the table that is opened where nothing is as asked."""

    game: str
    wanted: Settings
    opened: Settings
    seats: int


class SeatClaim(NamedTuple):
    """A seat of a table that is one's own to take for a while; `is_new`: of one to be opened."""

    table: str
    kind: str
    seat: str
    is_new: bool


class OpenSeats:
    """The tables of a game that are filling."""

    def __init__(self, store: Store) -> None:
        self.store, self.redis = store, store.redis
        self.script = store.redis.register_script(SCRIPT)

    def claim(self, request: SeatRequest, new_id: str, without: Collection[str] = ()) -> SeatClaim:
        """Claim a seat of the oldest table as asked, but for some, or the first of a new one."""
        note, now = (
            orjson.dumps(_settings_to_texts(request.opened), option=orjson.OPT_SORT_KEYS),
            self.store.now(),
        )
        own = hashlib.sha256(note).hexdigest()[:16]
        wanted = orjson.dumps(_settings_to_texts(request.wanted))
        raw: Any = self.script(
            keys=[*_open_seat_keys(request.game)],
            args=[now, now + HOLDS, OFFERED, wanted, own, note, new_id, request.seats, *without],
        )
        kind, seat = raw[0].decode(), raw[1].decode()
        return SeatClaim(seat.rpartition(":")[0], kind, seat, bool(raw[2]))

    def settle(self, game: str, claimed: SeatClaim) -> None:
        """Note that a seat is taken."""
        self.redis.zrem(_open_seat_keys(game)[1] + claimed.kind, claimed.seat)

    def give_back(self, game: str, claimed: SeatClaim) -> None:
        """Offer a seat to others at once."""
        self.redis.zadd(
            _open_seat_keys(game)[1] + claimed.kind,
            {claimed.seat: self.store.now() - OFFERED},
            xx=True,
        )

    def drop(self, game: str, claimed: SeatClaim) -> None:
        """Offer no seat of a table any more: it is full, plays, is closed or was never opened."""
        seat_names = [f"{claimed.table}:{seat}" for seat in range(1, MOST_SEATS + 1)]
        kinds, seats = _open_seat_keys(game)
        self.redis.zrem(seats + claimed.kind, *seat_names)
        if not self.redis.exists(seats + claimed.kind):  # one that comes now is found by its kind
            self.redis.hdel(kinds, claimed.kind)

    def settings_of(self, game: str, table: str) -> Settings | None:
        """Return the settings of a table that is filling, whether or not it is there already."""
        kinds, seats = _open_seat_keys(game)
        notes: Any = self.redis.hgetall(kinds)
        for kind, note in notes.items():
            offered: Any = self.redis.zrange(seats + kind.decode(), 0, -1)
            if any(seat.decode().rpartition(":")[0] == table for seat in offered):
                return _settings_from_texts(orjson.loads(note))
        return None

    def note_opened(self, table: str) -> None:
        """Remember that a quick seat opens a table, which then begins by itself once it is full.

        Seats that are offered here do not tell: those that were taken are none of them any more.
        """
        self.redis.set(_opened_key(table), "", ex=OPENED_SECONDS)

    def has_opened(self, table: str) -> bool:
        """Say whether a quick seat has opened a table lately."""
        return bool(self.redis.exists(_opened_key(table)))

    def note_left(self, player: str, table: str) -> None:
        """Remember that somebody has left a table that had not begun."""
        name = left_by(player)
        with self.redis.pipeline() as pipe:
            pipe.zadd(name, {table: self.store.now()})
            pipe.zremrangebyrank(name, 0, -LEFT - 1)
            pipe.expire(name, LEFT_SECONDS)
            pipe.execute()

    def recently_left(self, player: str) -> list[str]:
        """Return the tables that somebody has left lately."""
        tables: Any = self.redis.zrange(left_by(player), 0, -1)
        return [table.decode() for table in tables]


def _open_seat_keys(game: str) -> tuple[str, str]:
    """Return the key of a game's kinds, and how the keys of their seats begin."""
    return f"fd:{{filling:{game}}}:kinds", f"fd:{{filling:{game}}}:seats:"


def _opened_key(table: str) -> str:
    """Return the key that says that a quick seat has opened a table."""
    return f"fd:{{quick:{table}}}:opened"


def left_by(player: str) -> str:
    """Return the key of the tables that somebody has left."""
    return f"fd:{{left:{player}}}:tables"


def _settings_to_texts(settings: Settings) -> dict[str, str]:
    """Return settings as texts that are equal where they are; each option counts by itself."""
    options = {f"options.{name}": value for name, value in settings["options"].items()}
    plain = {name: value for name, value in settings.items() if name != "options"} | options
    return {
        name: orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
        for name, value in plain.items()
    }


def _settings_from_texts(note: Mapping[str, str]) -> Settings:
    """Return the settings of which `_settings_to_texts` has made a note."""
    settings = {name: orjson.loads(text) for name, text in note.items()}
    options = {
        name.removeprefix("options."): value
        for name, value in settings.items()
        if name.startswith("options.")
    }
    plain = {name: value for name, value in settings.items() if not name.startswith("options.")}
    return plain | {"options": options}
