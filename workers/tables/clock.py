"""Enforce deadlines: never early, since the table itself judges; safe to run twice and late."""

from events.cached_streams import Tables, UnknownTable
from events.handle import CommandRequest, WriteContention, handle
from games.core.contract import Illegal, RulesNotInstalled, Seat
from games.table import CloseEntropy, EndInvitation, Expire, TimeOut
from workers.tables.beacon import bring_beacon
from workers.tables.not_installed import not_installed


def enforce_deadlines(tables: Tables, table_id: str) -> str:
    """Do what is due: time-outs, entropies, invitations, a beacon, expiry; say what was done."""
    done = 0
    try:
        held = tables.current(table_id)
        for seat in map(Seat, range(held.table.seats)):
            if not _is_overdue(tables, table_id, seat):
                continue
            handle(tables, CommandRequest(table_id, "clock", TimeOut(seat)))
            done += 1
        done += _end_invitations(tables, table_id)
        if _is_reveal_over(tables, table_id):
            handle(tables, CommandRequest(table_id, "clock", CloseEntropy()))
            return "the entropies are closed"
        if (brought := bring_beacon(tables, table_id)) is not None:
            return brought
        if _is_expired(tables, table_id):
            handle(tables, CommandRequest(table_id, "clock", Expire()))
            return "expired"
    except (Illegal, WriteContention):
        return f"{done} seats; somebody else was faster"
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    return f"{done} seats"


def _is_overdue(tables: Tables, table_id: str, seat: Seat) -> bool:
    """Say whether the time of a seat is up as the table stands now."""
    until = tables.current(table_id).table.deadline(seat)
    return until is not None and tables.store.now() >= until


def _is_reveal_over(tables: Tables, table_id: str) -> bool:
    """Say whether the time to reveal entropies is over, and some are awaited (T4)."""
    until = tables.current(table_id).table.reveal_until
    return until is not None and tables.store.now() >= until


def _end_invitations(tables: Tables, table_id: str) -> int:
    """End the invitations whose time is up (T22); return how many."""
    table, now = tables.current(table_id).table, tables.store.now()
    late = [one.player for one in table.open_invitations() if now >= one.until]
    for player in late:
        handle(tables, CommandRequest(table_id, "clock", EndInvitation(player)))
    return len(late)


def _is_expired(tables: Tables, table_id: str) -> bool:
    """Say whether a table has waited for its call too long (T9a)."""
    expires_at = tables.current(table_id).table.expires_at()
    return expires_at is not None and tables.store.now() >= expires_at
