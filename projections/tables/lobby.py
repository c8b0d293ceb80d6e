"""The lobby: tables that wait for players or play, but private ones and tournaments'.

Each row stands in an index for every filter of the list, and a table that anybody may join in one
for all that a quick seat may ask for: its *kind*. So what is asked for costs the same, however many
tables there are; a quick seat asks which kinds there are, and these are few.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, TypedDict

import orjson

from games.core.type_hints.records import Component, any_word_of
from games.table.view import ClockFacts, Entropy, Policy, Reveal
from projections.projection import ALL, Cursor, IndexEntry, Projection, ReadModel, Row
from projections.tables.views import Names

OPENED_BITS = 48  # of a score: below the free seats, when the table was opened
CANDIDATES = 32  # tables a read of those that wait: a quick seat looks at all of them
Settings = Mapping[str, Any]


class LobbySeat(TypedDict):
    """A seat in the lobby."""

    seat: int
    player: str | None
    bot: str | None
    invited: Annotated[
        str | None, "Id of the player for whom an invitation reserves the free seat."
    ]
    entropy: Entropy
    name: Annotated[str | None, "Name of the player."]  # in no row, since it may change


class LobbyTable(TypedDict):
    """A table in the lobby."""

    table: Annotated[str, "Id of the table."]
    game: str
    rules: int
    phase: Annotated[str, any_word_of("open", "playing")]
    seats: Annotated[
        list[LobbySeat], "With a `spectator_delay`, those of the moment when play began."
    ]
    free: Annotated[int, "Number of free seats that no invitation reserves."]
    options: Annotated[Mapping[str, Any], Component("Options")]
    clock: ClockFacts | None
    on_time_out: Policy
    reveal: Reveal
    spectator_delay: int
    rematch_of: str | None
    expires_after: Annotated[
        int, "Seconds from the last seating until the table closes if play does not begin."
    ]
    expires_at: Annotated[
        int | None,
        "When the table closes if no seat is taken; null once the start is called for.",
    ]
    continues: str | None
    rated: bool
    pace: Annotated[int, "Milliseconds that bots leave before they act."]
    beacon: Annotated[
        str | None, "Name of the chain of which play waits for a round; null: for none."
    ]
    round: Annotated[int | None, "That round; null before the entropies are closed."]
    opener: str
    opened_at: int
    n: Annotated[int, "Number of the newest event that changed this row."]


def _new_lobby_row(stream: str, event: dict[str, Any]) -> Row:
    """Return the row of a table just opened."""
    data = event["data"]
    return {
        "table": stream,
        "game": data["game"],
        "rules": data["rules"],
        "phase": "open",
        "seats": [_free_seat(seat) for seat in range(data["seats"])],
        "free": data["seats"],
        "options": data["options"],
        "clock": data["clock"],
        "on_time_out": data["on_time_out"],
        "reveal": data["reveal"],
        "spectator_delay": data["spectator_delay"],
        "rematch_of": data["rematch_of"],
        "expires_after": data["expires_after"],
        "expires_at": event["at"] + 1000 * data["expires_after"],
        "continues": None if data["carried"] is None else data["carried"]["table"],
        "rated": data.get("rated", True),
        "pace": data.get("pace", 0),
        "beacon": data["beacon"]["chain"] if "beacon" in data else None,
        "round": None,
        "opener": data["opener"],
        "opened_at": event["at"],
        "n": event["n"],
    }


def _free_seat(seat: int) -> Row:
    """Return a seat that nobody has held yet."""
    return {"seat": seat, "player": None, "bot": None, "invited": None, "entropy": "none"}


def _with_seat_changes(row: Row, seat: int, **changes: str | None) -> Row:
    """Return the row with changes to a seat."""
    seats = [dict(one) for one in row["seats"]]
    seats[seat] |= changes
    free = sum(1 for one in seats if not (one["player"] or one["bot"] or one["invited"]))
    return {**row, "seats": seats, "free": free}


def _with_reserved_seats(row: Row, invited: Iterable[Mapping[str, Any]]) -> Row:
    """Rule T22: return the row with seats reserved for players."""
    for one in invited:
        row = _with_seat_changes(row, one["seat"], invited=one["player"])
    return row


def _with_withheld(row: Row, seats: Iterable[int]) -> Row:
    """Rule T4: return the row with what was promised at these seats and not revealed."""
    for seat in seats:
        if row["seats"][seat]["entropy"] == "promised":
            row = _with_seat_changes(row, seat, entropy="withheld")
    return row


def _evolve_lobby_row(row: Row | None, stream: str, event: dict[str, Any]) -> Row | None:
    """Return the table's row after a public event; a closed table leaves the lobby."""
    data, kind = event["data"], event["type"]
    if kind == "table.opened.v1":
        is_hidden = data["private"] or "tournament" in data
        row = None if is_hidden else {**_new_lobby_row(stream, event)}
        return row and _with_reserved_seats(row, data.get("invited", ()))
    if row is None:  # a private table, or a tournament's
        return None
    if row["phase"] == "playing" and row["spectator_delay"] and kind != "table.closed.v1":
        return row
    return ROW_CHANGES[kind]({**row, "n": event["n"]}, event)


def _row_after_seating(row: Row, event: dict[str, Any]) -> Row:
    """Rules T2 and T9a: a seat is held, and the time to expiry begins anew."""
    data = event["data"]
    entropy = "none" if data["commitment"] is None else "promised"
    holder = {"player": data["player"], "bot": data["bot"]}
    row = _with_seat_changes(row, data["seat"], **holder, entropy=entropy)
    return {**row, "expires_at": event["at"] + 1000 * row["expires_after"]}


def _row_after_leaving(row: Row, event: dict[str, Any]) -> Row:
    """Rule T4: before the call a promise goes with the player."""
    return _with_seat_changes(row, event["data"]["seat"], player=None, bot=None, entropy="none")


def _row_after_handover(row: Row, event: dict[str, Any]) -> Row:
    """Rules T3 and T3a: after the call; what who leaves has not revealed is withheld (T4)."""
    data = event["data"]
    holder = {"player": data.get("player"), "bot": data.get("bot")}
    row = _with_seat_changes(row, data["seat"], **holder)
    return row if holder["bot"] is None else _with_withheld(row, [data["seat"]])


def _row_after_reveal(row: Row, event: dict[str, Any]) -> Row:
    """Rule T4: the entropy of a seat counts."""
    return _with_seat_changes(row, event["data"]["seat"], entropy="revealed")


def _row_after_settling(row: Row, event: dict[str, Any]) -> Row:
    """Rules T4 and T21: what was not revealed is withheld, and a round may be awaited."""
    data = event["data"]
    return _with_withheld({**row, "round": data.get("round")}, data["withheld"])


def _row_after_inviting(row: Row, event: dict[str, Any]) -> Row:
    """Rule T22: seats are reserved."""
    return _with_reserved_seats(row, event["data"]["invited"])


def _row_after_invitation(row: Row, event: dict[str, Any]) -> Row:
    """Rule T22: a seat is reserved no more."""
    return _with_seat_changes(row, event["data"]["seat"], invited=None)


ROW_CHANGES: Mapping[str, Callable[[Row, dict[str, Any]], Row | None]] = {
    "table.seat_taken.v1": _row_after_seating,
    "table.seat_left.v1": _row_after_leaving,
    "table.start_called.v1": lambda row, event: {**row, "expires_at": None},
    "table.entropy_revealed.v1": _row_after_reveal,
    "table.entropy_closed.v1": _row_after_settling,
    "table.started.v1": lambda row, event: {**row, "phase": "playing"},
    "table.handed_to_bot.v1": _row_after_handover,
    "table.taken_back.v1": _row_after_handover,
    "table.invited.v1": _row_after_inviting,
    "table.invitation_ended.v1": _row_after_invitation,
    "table.closed.v1": lambda row, event: None,
}


def lobby_index(game: str | None, phase: str | None) -> str:
    """Return the index of the tables of a game, in a phase, of both, or of all."""
    if game is None:
        return phase or ALL
    return f"{phase or ''}:{game}"


def _quick_seat_settings(row: Row) -> Settings:
    """Return what a quick seat may ask for, as it is at this table."""
    names = ("clock", "on_time_out", "reveal", "beacon", "options", "rated", "pace")
    return {"seats": len(row["seats"]), **{name: row[name] for name in names}}


def _lobby_index_entries(row: Row) -> Iterator[IndexEntry]:
    """Yield the places of a table: newest first in lists, then where it waits for players.

    There the fewest free seats come first, then the oldest.
    """
    game, opened_at = row["game"], row["opened_at"]
    for phase in (None, row["phase"]):
        for one in (None, game):
            yield IndexEntry(lobby_index(one, phase), opened_at)
    if row["phase"] == "open" and row["free"] and not row["rematch_of"] and not row["continues"]:
        note = orjson.dumps(_quick_seat_settings(row), option=orjson.OPT_SORT_KEYS).decode()
        kind = hashlib.sha256(note.encode()).hexdigest()[:16]
        for index in (_waiting_index(game), f"{_waiting_index(game)}:{kind}"):
            yield IndexEntry(index, _waiting_sort_key(row), note)


def _waiting_index(game: str) -> str:
    """Return the index of the tables that anybody may join; those of its kinds begin so."""
    return f"waiting:{game}"


def _waiting_sort_key(row: Row) -> int:
    """Return by what the tables that wait are sorted."""
    return int(row["free"] << OPENED_BITS | row["opened_at"])


def joinable_tables(model: ReadModel, game: str, wanted: Settings) -> Iterator[Row]:
    """Yield tables that wait and are as asked: the fewest free seats first, then the oldest.

    Logs tell time in milliseconds; tables of the same one are ordered by id.
    """
    indexes = (
        [_waiting_index(game)]
        if _is_anything(wanted)
        else _matching_kind_indexes(model, game, wanted)
    )
    after: Cursor | None = None
    while indexes and (rows := model.lowest(CANDIDATES, after, indexes)):
        yield from rows
        after = _waiting_sort_key(rows[-1]), rows[-1]["table"]


def _is_anything(wanted: Settings) -> bool:
    """Say whether every table is as asked."""
    return wanted == {"options": {}}


def _matching_kind_indexes(model: ReadModel, game: str, wanted: Settings) -> list[str]:
    """Return the indexes of the kinds of tables that are as asked."""
    beginning = f"{_waiting_index(game)}:"
    return [
        index
        for index, note in model.notes().items()
        if index.startswith(beginning) and _is_as_wanted(_settings_from_note(note), wanted)
    ]


@lru_cache(4096)
def _settings_from_note(note: str) -> Settings:
    """Return the settings in a note."""
    settings: Settings = orjson.loads(note)
    return settings


def _is_as_wanted(kind: Settings, wanted: Settings) -> bool:
    """Say whether a kind of table has all that is asked for, of its options too."""
    options = {name: kind["options"].get(name) for name in wanted["options"]}
    return {name: kind[name] for name in wanted} | {"options": options} == wanted


def with_player_names(rows: Iterable[Row], names: Names) -> list[Row]:
    """Return rows with the names of those who sit."""
    page = [*rows]
    known = names(one["player"] for row in page for one in row["seats"] if one["player"])
    return [
        {**row, "seats": [{**one, "name": known.get(one["player"])} for one in row["seats"]]}
        for row in page
    ]


LOBBY = Projection(
    name="lobby",
    handles=frozenset({"table.opened.v1", *ROW_CHANGES}),
    evolve=_evolve_lobby_row,
    standings=lambda row: [*_lobby_index_entries(row)],
)  # fmt: skip
