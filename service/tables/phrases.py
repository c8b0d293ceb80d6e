"""Phrases: a word at the table from a fixed list, heard by those who play there."""

import re
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from events.accounts.phrases import SpokenPhrase, phrases_after, phrases_key, say_phrase
from events.accounts.players import Player
from games.core.presentation.texts import english_text, template
from games.table import Table
from service.limits.admission import require_quota
from service.streams.push import BUSY, LONGEST_WAIT, wait_until
from service.tables.schemas import NewPhrase
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY, NO_TALK, NOT_SEATED
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import (
    NO_STORE,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)

blueprint = Blueprint("phrases", __name__, url_prefix="/v1/tables/<table_id>/phrases")
NEW_PHRASE = NewPhrase()
SILENT = template(
    "table.no_talk",
    "The rules of {game} forbid table talk during a hand; wait for the end",
    game="word",
)
AFTERWARDS = 300_000  # milliseconds after its end in which people at a table may say something


class PhrasePage(TypedDict):
    """Phrases of the last two minutes."""

    phrases: list[SpokenPhrase]
    last: Annotated[int, "The id of the newest of them, or of the one asked for: `after` next."]


@blueprint.post("")
def say(table_id: str) -> Response:
    """Say a phrase."""
    caller, data = require_player(), load_with_schema(NEW_PHRASE, read_json_body())
    table = connections().tables.current(table_id).table
    seat, store = _require_seat(table, caller), connections().store
    _require_talk(table, store.now())
    require_quota("phrases", caller)
    others = [one for one in _players_at(table) if one != caller.id]
    phrase = say_phrase(store, table_id, seat, caller.id, data["phrase"], others)
    return json_response(phrase, 201, NO_STORE)


@blueprint.get("")
@takes_parameters("after", "wait")
def listen(table_id: str) -> Response:
    """List what was said."""
    caller, own = require_player(), connections()
    after = _after_parameter()
    wait = integer_parameter("wait", 0, LONGEST_WAIT)
    _require_seat(own.tables.current(table_id).table, caller)

    def is_there(_: int | None) -> bool:
        return bool(_phrases_for(caller, table_id, after))

    served = not wait or wait_until(phrases_key(own.store, table_id), caller, is_there, wait)
    found = _phrases_for(caller, table_id, after)
    page: PhrasePage = {"phrases": found, "last": found[-1]["id"] if found else after}
    return json_response(page, headers={**NO_STORE, **({} if served else BUSY)})


def _after_parameter() -> int:
    """Return the id behind which phrases are wanted."""
    text = request.args.get("after", "0")
    if not re.fullmatch(r"[0-9]{1,15}", text):
        raise BAD_QUERY("after takes the id of a phrase")
    return int(text)


def _phrases_for(caller: Player, table_id: str, after: int) -> list[SpokenPhrase]:
    """Return what somebody hears; not what accounts have said that are blocked by now."""
    found = [
        phrase
        for phrase, hearers in phrases_after(connections().store, table_id, after)
        if caller.id in hearers
    ]
    silent = connections().players.blocked_ids([*{phrase["player"] for phrase in found}])
    return [phrase for phrase in found if phrase["player"] not in silent]


def _players_at(table: Table) -> list[str]:
    """Return those who hold seats, or held them when play began at a table that has closed."""
    if table.phase == "closed":
        return [one for one in table.former if one is not None]
    return [one.player for one in table.holders if one is not None and one.player is not None]


def _require_seat(table: Table, caller: Player) -> int:
    """Return the seat of somebody who plays there, or has played there to the end."""
    if table.phase == "closed" and caller.id in table.former:
        return table.former.index(caller.id)
    seat = table.seat_of(caller.id)
    if seat is None or table.phase == "closed":
        raise NOT_SEATED()
    return seat


def _require_talk(table: Table, now: int) -> None:
    """Refuse phrases while the rules want silence, and long after the end."""
    if table.phase == "closed" and now > table.at + AFTERWARDS:
        raise NO_TALK("This table closed more than five minutes ago, so nobody listens any more")
    about = table.game.about
    if table.phase == "playing" and about is not None and not about.table_talk:
        raise NO_TALK(english_text(SILENT(game=table.game.title)))
