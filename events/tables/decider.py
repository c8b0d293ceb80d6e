"""Tables as a kind of stream."""

from collections.abc import Iterable
from typing import NamedTuple, cast

from events.record.codec import COMMAND_NAMES, TYPES, logged_command
from events.record.decider import Decider
from events.tables.news import NEWS_TYPES, table_news
from events.tables.turns import encode_turns
from games.table import Command, Draft, Fact, Open, Table, decide, due_times, fold_table_facts
from games.table.rules import DueTimes

EVERYBODY = "*"  # what all players together hold


class UnopenedTable(NamedTuple):
    """What there is of a table before its first event, which makes a `Table` of it."""

    id: str
    n: int = 0
    at: int = 0


def _unopened_table(table_id: str) -> Table:
    """Return what stands for a table until it is opened: `UnopenedTable` says what may be read."""
    return cast(Table, UnopenedTable(table_id))


def _decide_at_table(table: Table, by: str, command: Command, now: int) -> list[Draft]:
    """Return what a command makes happen at a table."""
    return decide(table if table.n else None, by, command, now, table.id)


def _fold_table(table: Table, facts: Iterable[Fact]) -> Table:
    """Return a table after facts."""
    return fold_table_facts(table.id, table if table.n else None, facts)


def table_due_times(table: Table) -> DueTimes:
    """Return when a table needs attention; one without players as a whole, clock included."""
    times = due_times(table)
    if table.phase != "playing" or table.has_players() or not table.to_act():
        return times
    return DueTimes(None, None, alone=table.at)


def _may_be_in_due_index(table: Table) -> bool:
    """Say whether the due index may hold anything of a table."""
    if not table.n or table.phase != "playing" or table.terms.turn is not None:
        return True
    return any(holder is not None and holder.bot is not None for holder in table.holders)


def table_holdings(table: Table) -> frozenset[str]:
    """Return what players hold by a table.

    Its opener has it among the `tables` that wait for their start, but for a tournament; who sits
    there has it among the `seats` until its play ends; whom an open invitation waits for, among the
    `invitations`. While it is played and no player holds a seat, its opener and `EVERYBODY` have it
    among those of `bots_alone`, but for a tournament.
    """
    if not table.n or table.phase in ("finished", "closed"):
        return frozenset()
    seats = {f"seats:{one.player}" for one in table.holders if one is not None and one.player}
    if table.terms.tournament is not None:
        return frozenset(seats)
    if table.phase != "open":
        alone = () if seats else (table.terms.opener, EVERYBODY)
        return frozenset([*seats, *(f"bots_alone:{one}" for one in alone)])
    invited = {f"invitations:{one.player}" for one in table.open_invitations()}
    return frozenset(seats | invited | {f"tables:{table.terms.opener}"})


MOVING = frozenset(
    f"table.{what}.v1"
    for what in (
        "opened", "seat_taken", "seat_left", "handed_to_bot", "taken_back",
        "started", "invited", "invitation_ended", "finished", "closed",
    )
)  # fmt: skip
TABLE_DECIDER: Decider[Table, Command] = Decider(
    "table", TYPES, COMMAND_NAMES, _unopened_table, _decide_at_table, _fold_table, table_due_times,
    _may_be_in_due_index, logged_command, (Open,),
    table_holdings, MOVING, encode_turns, table_news, NEWS_TYPES,
)  # fmt: skip
