"""Quick seat: join a fitting table that waits for players, or open one."""

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response

from events.accounts.players import Player
from events.handle import Answer, Request, handle
from events.store.repeats import Repeats
from events.store.streams import Once
from games import NEWEST
from games.core.contract import Illegal
from games.core.options import checked
from games.table import Open, Table, refusals
from projections.lobby import joinable
from service.http.admission import admitted, admitted_opening
from service.http.beacons import chain_named
from service.http.connections import connections
from service.http.requests import accepted, body, loaded, once, player
from service.http.schemas import NewTable, QuickSeat
from service.resources.rematch import suppress_refusals
from service.resources.seats import require_keyless, take_seat

blueprint = Blueprint("quick", __name__, url_prefix="/v1/quick")
QUICK, NEW_TABLE = QuickSeat(), NewTable()
Settings = dict[str, Any]
ANY_SEAT: Settings = {"seat": None, "bot": None, "commitment": None}
GONE = frozenset(
    refusal.code
    for refusal in (
        refusals.FULL, refusals.SEAT_TAKEN, refusals.SEAT_KEPT, refusals.SEATED, refusals.STARTED,
        refusals.CLOSED,
    )
)  # fmt: skip


@blueprint.post("", endpoint="quick")
def take_quick_seat() -> Response:
    """Take a seat wherever one is free."""
    asker, sent = player(), body()
    loaded(QUICK, sent)
    game = NEWEST[sent["game"]]
    wanted = loaded(NEW_TABLE, {"seats": game.seats[0], **sent})
    checked(game.options, wanted["options"], wanted["seats"])
    key = once(asker.id, sent)
    if not is_known(key):
        require_keyless(asker)
    with admitted(asker, "seats", "sit", is_repeat=lambda: is_known(key)):
        return accepted(join_or_open(asker, wanted, sent, key), asker, 201)


def is_known(key: Once | None) -> bool:
    """Say whether a request with this key has looked for a table before."""
    return key is not None and Repeats(connections().store).find(key.key) is not None


def join_or_open(
    asker: Player, wanted: Settings, sent: Settings, key: Once | None
) -> Answer[Table]:
    """Take a seat at the first table that still has one; the last resort is one's own.

    Before it is tried, a table is noted under the repeat key, so that a repeat of the request
    finds the table whose answer was lost, and never takes a second seat elsewhere.
    """
    repeats, own = Repeats(connections().store), own_id(key)
    others = fitting(asker, wanted, sent)
    target = None if key is None else repeats.find(key.key)
    if target is None:
        target = note_target(repeats, key, None, next(others, own))
    while True:
        if target == own:
            open_own(asker, wanted, own)
        try:
            return take_seat(asker, target, ANY_SEAT, key)
        except Illegal as refused:
            if target == own or refused.code not in GONE:
                raise
        target = note_target(repeats, key, target, next(others, own))


def note_target(repeats: Repeats, key: Once | None, old: str | None, new: str) -> str:
    """Return the table to try next: `new`, or what another request with this key has noted."""
    return new if key is None else repeats.replace(key.key, old, new)


def own_id(key: Once | None) -> str:
    """Return the id of the table that is opened when no other fits."""
    if key is None:
        return "t" + secrets.token_hex(9)
    return "t" + hashlib.sha256(f"quick {key.key}".encode()).hexdigest()[:18]


def open_own(asker: Player, wanted: Settings, table_id: str) -> None:
    """Open a table as it is wanted, once."""
    settings = {
        name: value for name, value in wanted.items() if name not in ("continues", "invite")
    }
    rules = NEWEST[wanted["game"]].version
    settings["beacon"] = chain_named(wanted["beacon"])
    opening = Open(**settings, rules=rules, secret=secrets.token_hex(32))
    with admitted_opening(asker, table_id), suppress_refusals(refusals.OPENED):
        handle(connections().tables, Request(table_id, f"player:{asker.id}", opening))


def fitting(asker: Player, wanted: Settings, sent: Settings) -> Iterator[str]:
    """Yield open tables as they are wanted, those where one sits already left out."""
    asked = {name: wanted[name] for name in sent if name != "game"} | {"options": wanted["options"]}
    for row in joinable(connections().lobby, wanted["game"], asked):
        if asker.id not in [seat["player"] for seat in row["seats"]]:
            yield row["table"]
