"""Seats: sit down, leave, come back, claim one of somebody who is away."""

from contextlib import AbstractContextManager
from typing import Any

from flask import Blueprint, Response

from events.accounts.players import Player
from events.cached_streams import CommandResult
from events.handle import CommandRequest, WriteContention, find_answer
from events.store.open_seats import OpenSeats
from events.store.streams import IdempotencyKey
from games.core.bots import nearest_bot
from games.core.contract import Illegal, Seat
from games.table import Claim, Leave, Return, Sit, Table, refusals
from service.limits.admission import enforce_quotas
from service.tables.schemas import OTHER_NAMES, NewSeat
from service.tables.starts import call_when_full, is_table_full
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.requests import (
    action_signature,
    carry_out,
    idempotency_key,
    if_match,
    judge_table_command,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
    table_command_response,
)

blueprint = Blueprint("seats", __name__, url_prefix="/v1/tables/<table_id>/seats")
NEW_SEAT, EMPTY = NewSeat(), Empty()
SEATS = 12  # at most at any table


@blueprint.post("")
def sit(table_id: str) -> Response:
    """Take a seat, or give one to a bot."""
    caller, sent = require_player(), read_json_body()
    data, key = load_with_schema(NEW_SEAT, sent), idempotency_key(caller.id, sent)
    with _admitted_sitting(caller, table_id, key, for_bot=data["bot"] is not None):
        answer, sitting = take_seat(caller, table_id, data, key, if_match()), None
        if is_table_full(answer.table) and OpenSeats(connections().store).has_opened(table_id):
            answer, sitting = call_when_full(caller, answer, key)
        return table_command_response(answer, caller, 201, sitting)


def _admitted_sitting(
    caller: Player, table_id: str, key: IdempotencyKey | None, *, for_bot: bool = False
) -> AbstractContextManager[None]:
    """Let somebody take one more seat, unless that is too many."""
    tables = connections().tables
    names = ("sit",) if for_bot else ("seats", "sit")
    return enforce_quotas(
        caller, *names, is_repeat=lambda: find_answer(tables, table_id, key) is not None
    )


def take_seat(
    caller: Player,
    table_id: str,
    data: dict[str, Any],
    key: IdempotencyKey | None,
    match: int | None,
) -> CommandResult[Table]:
    """Take the seat that is asked for, or else one that is free; `match`: see `CommandRequest`."""
    by, tables, own = f"player:{caller.id}", connections().tables, action_signature()
    signs_with = None if data["bot"] else connections().players.key_of(caller.id)

    level = _bot_wanted(table_id, data["bot"])

    def at(seat: int) -> CommandResult[Table]:
        wanted = Sit(Seat(seat), level, data["commitment"], signs_with, own)
        return judge_table_command(caller, CommandRequest(table_id, by, wanted, key, match))

    if data["seat"] is not None:
        return at(data["seat"])
    for _ in range(SEATS):
        free = _best_free(tables.current(table_id).table, None if data["bot"] else caller.id)
        try:  # with no seat free, too: it may be the repeat of the request that took the last one
            return at(free or 0)
        except Illegal as refused:
            if refused.code != refusals.SEAT_TAKEN.code:
                raise
            if free is None:
                raise refusals.FULL() from None
    raise WriteContention(table_id)


def _bot_wanted(table_id: str, wanted: Any) -> str | None:
    """Return the name of the bot that is asked for, by its name or by a rating."""
    if not isinstance(wanted, dict):
        name: str | None = OTHER_NAMES.get(wanted, wanted)
        return name
    bots = connections().tables.current(table_id).table.game.bots
    return nearest_bot(bots.ratings, bots.ladder, wanted["rating"])


def require_keyless(caller: Player) -> None:
    """Rule T14: refuse to seat somebody who would have to sign for a seat that nobody knows yet."""
    if connections().players.key_of(caller.id) is not None:
        raise refusals.SIGN_FIRST()


def _best_free(table: Table, player_id: str | None) -> int | None:
    """Return the first free seat: one kept for this player, else one kept for nobody, else any."""
    free = [seat for seat, holder in enumerate(table.holders) if holder is None]
    reserved = {seat: table.kept_for(Seat(seat)) for seat in free}
    ranked = sorted(
        free, key=lambda seat: (reserved[seat] != player_id, reserved[seat] is not None)
    )
    return ranked[0] if ranked else None


@blueprint.delete("/<int:seat>")
def leave(table_id: str, seat: int) -> Response:
    """Leave a seat, or send a bot away."""
    caller = require_player()
    read_whole_body()
    made = CommandRequest(
        table_id,
        f"player:{caller.id}",
        Leave(Seat(seat)),
        idempotency_key(caller.id, {}),
        if_match(),
    )
    done = judge_table_command(caller, made)
    has_left_seat = done.table.seat_of(caller.id) is None
    if done.table.phase == "open" and has_left_seat and not done.replayed:
        OpenSeats(connections().store).note_left(caller.id, table_id)
    return table_command_response(done, caller)


@blueprint.post("/<int:seat>/return")
def take_back(table_id: str, seat: int) -> Response:
    """Come back to my seat."""
    caller, sent = require_player(), load_with_schema(EMPTY, read_json_body())
    wanted = Return(Seat(seat), connections().players.key_of(caller.id), action_signature())
    return carry_out(caller, table_id, wanted, sent)


@blueprint.post("/<int:seat>/claim")
def claim(table_id: str, seat: int) -> Response:
    """Wait no longer for who is to act."""
    caller, sent = require_player(), load_with_schema(EMPTY, read_json_body())
    return carry_out(caller, table_id, Claim(Seat(seat)), sent)
