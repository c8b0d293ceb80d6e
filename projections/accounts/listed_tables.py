"""A table as the list of a player tells of it: what everybody who may know of it may know.

Of a table with a `spectator_delay` who holds no seat is told what the lobby tells; who has given a
seat up is not told whose turn it is.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple, TypedDict

from events.accounts.players import Players
from events.disputes.names import dispute_stream_id
from events.store.turns import whose_turns
from events.tables.turns import TableTurns
from games.core.contract import Seat
from games.core.type_hints.records import any_word_of
from projections.accounts.player_tables import BOT, PHASES, first_holders, is_bot_holder, is_late
from projections.projection import ReadModel, Row
from projections.ratings.rated_tables import ratings_after

Reservation = tuple[str | None, int | None]  # for whom an invitation keeps a seat, and until when
NOBODY: Reservation = (None, None)


class ListedSeat(TypedDict):
    """A seat of a table in a list, and who holds it."""

    seat: int
    player: Annotated[
        str | None,
        "Id of the player, null for a bot or nobody; at an ended table, of the player"
        " at the call for the start.",
    ]
    name: Annotated[str | None, "Name of the player; null for nobody, and when it was erased."]
    bot: Annotated[str | None, "Level of the bot, null for a player or nobody."]
    away: Annotated[str | None, "Id of the player who may take the seat back from its bot."]
    kept_for: Annotated[str | None, "Id of the player for whom an invitation keeps the seat."]
    kept_until: Annotated[int | None, "When that invitation expires."]


class SeatTurn(TypedDict):
    """A seat that may act."""

    seat: int
    n: Annotated[int, "Number of the event with which its turn began."]
    deadline: Annotated[int | None, "When its time is up; null: never."]


class SeatResult(TypedDict):
    """What a seat has made of a table."""

    place: Annotated[int, "From 1; ties share a place."]
    score: int
    corrected: Annotated[bool, "Whether a ruling made after the close has corrected the outcome."]
    rating: Annotated[
        float | None,
        "The player's rating after this table as it was rated then; a later ruling may"
        " have changed it. Null if it counts for no rating, or not yet.",
    ]


class ListedTable(TypedDict):
    """A table in the list of a player."""

    table: Annotated[str, "Id of the table."]
    game: Annotated[str, "Name of the game."]
    phase: Annotated[str, any_word_of(*PHASES)]
    private: Annotated[bool, "Whether only players with the join code see it."]
    opener: Annotated[str, "Id of the player who opened it."]
    opened_at: int
    started_at: Annotated[int | None, "When play began."]
    ended_at: Annotated[int | None, "When it was closed."]
    n: Annotated[int, "Number of the newest event that changed this row."]
    seats: Annotated[
        list[Annotated[ListedSeat, "A seat."]],
        "With a `spectator_delay`, askers without a seat get those of the start of play.",
    ]
    seat: Annotated[int | None, "The seat that the player holds, or held at the call; null: none."]
    turns: Annotated[
        list[SeatTurn] | None,
        "The seats that may act now; null for askers without a seat at a table with a"
        " `spectator_delay`, and for players who gave up their seat.",
    ]
    result: Annotated[
        SeatResult | None, "Of the player's seat; null before the end, and where nothing counts."
    ]


class PageContext(NamedTuple):
    """What is kept of the tables of a page beside their rows: by table, and names by player.

    Attributes:
        ratings: after a table, by (table, player).
    """

    turns: Mapping[str, TableTurns]
    corrected: Mapping[str, Mapping[str, Sequence[int]]]
    names: Mapping[str, str]
    ratings: Mapping[tuple[str, str], float]


def load_related_data(
    model: ReadModel, disputes: ReadModel, players: Players, rows: Sequence[Row]
) -> PageContext:
    """Return what is kept beside the rows of a page, in one trip of each kind."""
    playing = [row["table"] for row in rows if row["phase"] == "playing"]
    closed = [dispute_stream_id(row["table"]) for row in rows if row["phase"] == "closed"]
    about = disputes.find(closed) if closed else []
    corrected = {one["table"]: one["corrected"] for one in about if one and "corrected" in one}
    holders = {one for row in rows for one in (*row["seats"], *first_holders(row))}
    ids = sorted(one for one in holders if one is not None and not is_bot_holder(one))
    ended = [(row["table"], row["game"]) for row in rows if row.get("places")]
    ratings = ratings_after(model.store, ended)
    return PageContext(whose_turns(model.store, playing), corrected, players.names(ids), ratings)


def listed_table_for(row: Row, player: str, viewer: str | None, known: PageContext) -> ListedTable:
    """Return a row of a player's list as far as `viewer` may know of it."""
    late, first = is_late(row, viewer), first_holders(row)
    seat = Seat(first.index(player)) if player in first else None
    holders = _late_holders(row, viewer) if late else row["seats"]
    gave_up = viewer in first and viewer not in row["seats"]
    reservations = {seat: (name, until) for name, (seat, until) in row.get("invited", {}).items()}
    return {
        "table": row["table"],
        "game": row["game"],
        "phase": row["phase"],
        "private": row["private"],
        "opener": row["opener"],
        "opened_at": row["opened_at"],
        "started_at": row.get("started_at"),
        "ended_at": row.get("ended_at"),
        "n": row["since"] if late else row["n"],
        "seats": [
            _listed_seat(k, holder, first[k], reservations.get(k, NOBODY), known)
            for k, holder in enumerate(holders)
        ],
        "seat": seat,
        "turns": None if late or gave_up else _listed_turns(known.turns.get(row["table"])),
        "result": _seat_result(row, seat, known),
    }


def _late_holders(row: Row, viewer: str | None) -> list[str | None]:
    """Return who held the seats when play began, but for the viewer's own: who holds that now."""
    rows = zip(first_holders(row), row["at_start"], row["seats"], strict=True)
    return [now if first == viewer else at_start for first, at_start, now in rows]


def _listed_seat(
    seat: int, holder: str | None, first: str | None, reservation: Reservation, known: PageContext
) -> ListedSeat:
    """Return a seat, who holds it, and who may take it, back or at first."""
    bot = holder is not None and is_bot_holder(holder)
    player = None if bot else holder
    return {
        "seat": seat,
        "player": player,
        "name": None if player is None else known.names.get(player),
        "bot": holder.removeprefix(BOT) if holder is not None and bot else None,
        "away": first if bot and first is not None and not is_bot_holder(first) else None,
        "kept_for": reservation[0],
        "kept_until": reservation[1],
    }


def _listed_turns(turns: TableTurns | None) -> list[SeatTurn]:
    """Return whose turn it is."""
    seats = () if turns is None else turns.seats
    return [{"seat": one.seat, "n": one.n, "deadline": one.deadline} for one in seats]


def _seat_result(row: Row, seat: Seat | None, known: PageContext) -> SeatResult | None:
    """Return what a seat has made of a table, as rulings have corrected it; None: nothing."""
    corrected = known.corrected.get(row["table"])
    outcome = row if corrected is None else corrected
    if seat is None or not outcome.get("places"):
        return None
    return {
        "place": outcome["places"][seat],
        "score": outcome["scores"][seat],
        "corrected": corrected is not None,
        "rating": known.ratings.get((row["table"], first_holders(row)[seat] or "")),
    }
