"""After the end: a rematch, and tables that continue others."""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from flask import Blueprint, Response

from events.accounts.players import Player
from events.cached_streams import CommandResult
from events.handle import CommandRequest, handle, refresh_and_find_answer
from events.store.streams import IdempotencyKey
from games.core.contract import AnyRefusal, Illegal, Seat
from games.core.options import options_to_json
from games.table import Open, Sit, Table, refusals
from games.table.view import clock_facts
from service.limits.admission import enforce_quotas
from service.tables.beacons import chain_named
from service.tables.invitations import ReservableSeats, former_guests, is_welcome, reserve_seats
from service.tables.private_tables import join_code
from service.tables.schemas import NewRematch
from service.tables.seats import require_keyless
from service.wire.connections import connections
from service.wire.requests import (
    idempotency_key,
    load_with_schema,
    read_json_body,
    require_player,
    table_command_response,
)

blueprint = Blueprint("rematch", __name__, url_prefix="/v1/tables/<table_id>/rematch")
NEW_REMATCH = NewRematch()


def _require_former(table: Table, player_id: str, rule: str, what: str) -> None:
    """Refuse what only those may do who held a seat when play began, and only after the end."""
    if player_id not in table.former:
        raise refusals.NOT_SEATED_BEFORE.under(rule)(what)
    if table.phase != "closed":
        raise refusals.NOT_CLOSED.under(rule)(what)


def handed_on(table_id: str, player_id: str, game: str) -> tuple[dict[str, Any], int]:
    """Rule T13: return what a closed table hands on, and the version of its rules."""
    held = connections().tables.current(table_id)
    table = held.table
    _require_former(table, player_id, "T13", "continue it")
    carried = table.handed_on(held.head.hex()) if table.game.name == game else None
    if carried is None:
        other = table.game.name != game
        why = refusals.OTHER_GAME if other else refusals.NOTHING_CARRIES_OVER
        raise why(table.game.title)
    return carried, table.game.version


@blueprint.post("", endpoint="rematch")
def ask_for_rematch(table_id: str) -> Response:
    """Play again."""
    caller, sent = require_player(), read_json_body()
    data, key = load_with_schema(NEW_REMATCH, sent), idempotency_key(caller.id, sent)
    old = connections().tables.current(table_id).table
    _require_former(old, caller.id, "T12", "ask for a rematch")
    if old.terms.tournament is not None:
        raise refusals.OF_TOURNAMENT()
    new_id, done = _newest_rematch(old, caller, key)
    if done is None:
        if data["sit"]:
            require_keyless(caller)
        with enforce_quotas(caller, *_remaining_quotas(old, new_id, caller, take_seat=data["sit"])):
            _set_up_rematch(old, new_id, caller, take_seat=data["sit"])
        done = _remember_rematch(new_id, caller, key)
    new = done.table
    code = join_code(new) if new.terms.private and new.terms.opener == caller.id else None
    return table_command_response(done, caller, 201, join_code=code)


def _newest_rematch(
    old: Table, caller: Player, key: IdempotencyKey | None
) -> tuple[str, CommandResult[Table] | None]:
    """Return the id of the one rematch, and the answer that it gave under this key before.

    The id follows from the old table's, so all who ask meet. One that closed before play
    gives way to the next.
    """
    tables = connections().tables
    for attempt in count(1):
        name = hashlib.sha256(f"rematch {attempt} of {old.id}".encode()).hexdigest()
        new_id = f"t{name[:18]}"
        known = tables.cached(new_id) or tables.unopened(new_id)
        held, done = refresh_and_find_answer(tables, new_id, known, key)
        table = held.table
        if done is not None or not table.n or table.phase != "closed" or table.was_played:
            return new_id, done
    raise AssertionError("counting does not end")


def _remaining_quotas(old: Table, new_id: str, caller: Player, *, take_seat: bool) -> Iterator[str]:
    """Yield the quotas that count for what is still to be done for a rematch."""
    store = connections().store
    if not store.knows(new_id):
        yield from ("tables", "open")
    elif connections().tables.current(new_id).table.seat_of(caller.id) is not None:
        return
    if take_seat:
        yield from ("seats", "sit")


def _set_up_rematch(old: Table, new_id: str, caller: Player, *, take_seat: bool) -> None:
    """Rule T12: open the rematch, seat the bots of its opener, and the caller; any part once."""
    tables, by = connections().tables, f"player:{caller.id}"
    with suppress_refusals(refusals.OPENED):
        handle(tables, CommandRequest(new_id, by, _rematch_opening(old, caller)))
    table = tables.current(new_id).table
    if table.terms.private:
        connections().players.invite(new_id, caller.id)
    for seat, former in enumerate(old.former):
        holder = old.holders[seat]
        if former is None and holder is not None and table.terms.opener == caller.id:
            with suppress_refusals(refusals.SEAT_TAKEN, refusals.STARTED, refusals.CLOSED):
                handle(tables, CommandRequest(new_id, by, Sit(Seat(seat), bot=holder.bot)))
    mine = old.former.index(caller.id)
    if take_seat and table.seat_of(caller.id) != mine:
        handle(tables, CommandRequest(new_id, by, Sit(Seat(mine))))


@contextmanager
def suppress_refusals(*done: AnyRefusal) -> Iterator[None]:
    """Go on where the refusal says that what is asked for was done already, or is too late."""
    try:
        yield
    except Illegal as refused:
        if refused.code not in [one.code for one in done]:
            raise


def _rematch_opening(old: Table, caller: Player) -> Open:
    """Rule T12: return the opening of a table like another, with a secret of its own.

    The seats of the others are reserved for them, those left out who take no invitation.
    """
    guests = [one for one in former_guests(old, caller) if is_welcome(caller, one)]
    seconds = old.terms.expires_after // 1000
    seats = ReservableSeats([*range(old.seats)], [None] * old.seats, seconds)
    return Open(
        game=old.game.name,
        rules=old.game.version,
        options=dict(options_to_json(old.options)),
        seats=old.seats,
        clock=clock_facts(old),
        on_time_out=old.terms.on_time_out,
        reveal=old.terms.reveal,
        private=old.terms.private,
        secret=secrets.token_hex(32),
        spectator_delay=old.terms.spectator_delay,
        rematch_of=old.id,
        beacon=None if old.terms.beacon is None else chain_named(old.terms.beacon.chain),
        expires_after=seconds,
        invited=reserve_seats(guests, seats) or None,
        rated=None if old.terms.rated else False,
        pace=old.terms.pace or None,
        lag=connections().lag if old.terms.turn else None,
    )


def _remember_rematch(
    new_id: str, caller: Player, key: IdempotencyKey | None
) -> CommandResult[Table]:
    """Return the rematch as it is now, and let a repeat of this request find the same."""
    tables = connections().tables
    held = tables.current(new_id)
    table = held.table
    if key is not None and not tables.store.remember(new_id, key, table.first, table.n):
        _, done = refresh_and_find_answer(tables, new_id, held, key)
        assert done is not None, "another request with this key was faster"
        return done
    return CommandResult(table, held.head, table.first, table.n, [])
