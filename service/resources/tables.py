"""Tables: open, find, sit down, leave, start."""

import base64
import hashlib
import re
import secrets
from typing import Any

from flask import Blueprint, Response, request

from events.handle import Busy, Request, handle
from games.core.contract import Illegal, Seat
from games.table import Close, Command, Leave, Open, Sit, Start
from projections.projection import Row
from projections.views import served
from service.errors import Problem
from service.parts import parts
from service.requests import (
    accepted,
    answer,
    body,
    if_match,
    loaded,
    once,
    player,
    require_table_id,
    whole,
)
from service.resources.games import newest
from service.schemas import NewSeat, NewStart, NewTable
from service.settings import PAGE_LIMIT

blueprint = Blueprint("tables", __name__, url_prefix="/v1/tables")
blueprint.url_value_preprocessor(require_table_id)
NEW_TABLE, NEW_SEAT, NEW_START = NewTable(), NewSeat(), NewStart()
PAGE = 50
SEATS = 12  # at most at any table
LOOKED_AT = 2_000  # rows of the lobby that one request looks through


def command(table_id: str, wanted: Command, data: dict[str, Any], status: int = 200) -> Response:
    """Let the table judge a command of the player who asks."""
    asker = player()
    made = Request(table_id, f"player:{asker.id}", wanted, once(asker.id, data), if_match())
    return accepted(handle(parts().tables, made), asker, status)


@blueprint.post("")
def open_table() -> Response:
    """Open a table."""
    asker, sent = player(), body()
    data = loaded(NEW_TABLE, sent)
    game = newest(data["game"])
    key = once(asker.id, sent)
    wanted = Open(
        game=game.name,
        rules=game.version,
        options=data["options"],
        seats=data["seats"],
        clock=data["clock"],
        on_time_out=data["on_time_out"],
        reveal=data["reveal"],
        private=data["private"],
        secret=secrets.token_hex(32),
    )
    # A repeat must meet the table that its first request opened, so its id follows from the key.
    name = secrets.token_hex(9) if key is None else hashlib.sha256(key.key.encode()).hexdigest()
    made = Request(f"t{name[:18]}", f"player:{asker.id}", wanted, key)
    return accepted(handle(parts().tables, made), asker, 201)


@blueprint.get("")
def lobby() -> Response:
    """Return tables that are open or playing, newest first."""
    limit = whole("limit", PAGE, PAGE_LIMIT) or PAGE
    before = cursor(request.args.get("cursor"))
    wanted = {name: request.args[name] for name in ("game", "phase") if name in request.args}
    if wanted.get("phase", "open") not in ("open", "playing"):
        raise Problem(400, "http/bad_query", "phase must be open or playing")
    rows = parts().lobby.rows(LOOKED_AT, before)
    fitting = [row for row in rows if all(row[name] == value for name, value in wanted.items())]
    page = fitting[:limit]
    last = page[-1] if len(fitting) > limit else rows[-1] if len(rows) == LOOKED_AT else None
    return answer({"tables": page, "cursor": None if last is None else mark(last)})


def mark(row: Row) -> str:
    """Return the cursor that leads on behind a row."""
    text = f"{row['opened_at']}.{row['table']}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def cursor(text: str | None) -> tuple[int, str] | None:
    """Return the place that a cursor stands for."""
    if text is None:
        return None
    try:
        plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:
        plain = ""
    found = re.fullmatch(r"(\d{1,15})\.(\w{1,40})", plain)
    if found is None:
        raise Problem(400, "http/bad_query", "cursor must be one that an earlier page gave")
    return int(found[1]), found[2]


@blueprint.get("/<table_id>")
def table(table_id: str) -> Response:
    """Return what everybody may know of a table, but for the play."""
    held = parts().tables.current(table_id)
    shown = {**served(held, None), "play": None}
    del shown["seat"]
    return answer(shown)


@blueprint.delete("/<table_id>")
def withdraw(table_id: str) -> Response:
    """Withdraw a table that has not started."""
    return command(table_id, Close(), {})


@blueprint.post("/<table_id>/seats")
def sit(table_id: str) -> Response:
    """Take a seat, or give one to a bot."""
    player()
    sent = body(empty=True)
    data = loaded(NEW_SEAT, sent)
    if data["seat"] is not None:
        return seated(table_id, data["seat"], data, sent)
    for _ in range(SEATS):
        free = first_free(table_id)
        try:  # with no seat free, too: it may be the repeat of the request that took the last one
            return seated(table_id, free or 0, data, sent)
        except Illegal as refused:
            if refused.code != "table/seat_taken":
                raise
            if free is None:
                raise Illegal("table/full", "T2", "All seats of this table are taken") from None
    raise Busy(table_id)


def seated(table_id: str, seat: int, data: dict[str, Any], sent: dict[str, Any]) -> Response:
    """Take one seat."""
    return command(table_id, Sit(Seat(seat), data["bot"], data["commitment"]), sent, 201)


def first_free(table_id: str) -> int | None:
    """Return the first free seat, or None."""
    holders = parts().tables.current(table_id).table.holders
    return holders.index(None) if None in holders else None


@blueprint.delete("/<table_id>/seats/<int:seat>")
def leave(table_id: str, seat: int) -> Response:
    """Give up one's seat, or send a bot away."""
    return command(table_id, Leave(Seat(seat)), {})


@blueprint.post("/<table_id>/start")
def start(table_id: str) -> Response:
    """Call for the start, and reveal one's entropy."""
    player()
    sent = body(empty=True)
    return command(table_id, Start(loaded(NEW_START, sent)["entropy"]), sent)
