"""Quick seat: join a fitting table that waits for players, or open one."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from flask import Blueprint, Response

from events.accounts.players import Player
from events.accounts.preferences import keep_at_most
from events.accounts.presence import online_players
from events.cached_streams import CommandResult, UnknownTable
from events.handle import CommandRequest, StaleStream, WriteContention, handle
from events.store.open_seats import OpenSeats, SeatClaim, SeatRequest
from events.store.repeats import IdempotencyIndex
from events.store.streams import IdempotencyKey
from games import NEWEST
from games.core.contract import Illegal
from games.core.options import options_to_json, validate_options
from games.table import Table, refusals
from games.table.opening import opened_by
from projections.projection import Row
from projections.tables.lobby import CANDIDATES, joinable_tables
from service.limits.admission import admitted_opening, enforce_quotas
from service.tables.beacons import with_usual_beacon
from service.tables.clocks import with_first_turn
from service.tables.company import CompanyCheck, UnwantedCompany
from service.tables.openings import opening_command, require_live
from service.tables.rematch import suppress_refusals
from service.tables.schemas import NewTable, QuickSeat
from service.tables.seats import SEATS, require_keyless, take_seat
from service.tables.starts import call_when_full
from service.wire.connections import connections
from service.wire.requests import (
    idempotency_key,
    load_with_schema,
    read_json_body,
    require_player,
    table_command_response,
)

blueprint = Blueprint("quick", __name__, url_prefix="/v1/quick")
QUICK, NEW_TABLE = QuickSeat(), NewTable()
Settings = dict[str, Any]
AS_OPENED: Settings = {"clock": "normal", "pace": 1_000, "expires_after": 3_600}
OF_KIND = ("seats", "clock", "on_time_out", "reveal", "beacon", "rated", "pace")
OWN = ("commitment", "at_most")  # what is sent besides the settings of a table
FREE = ("seats", "beacon")  # of these, what is left out is not minded
PRESENT = 120_000  # milliseconds after somebody sat down in which somebody is taken to be there
CLAIMS = 50  # seats that turn out to be gone before one is told to come again
NO_LONGER_FREE = frozenset(
    refusal.code
    for refusal in (
        refusals.FULL, refusals.SEAT_TAKEN, refusals.SEAT_KEPT, refusals.STARTED, refusals.CLOSED,
    )
)  # fmt: skip
NOT_FOR_ONE = {refusals.SEATED.code}  # others may sit there


class SeatCandidate(NamedTuple):
    """A table to try, and the seat there that was claimed, if it is one that is filling."""

    table: str
    claimed: SeatClaim | None = None


class QuickSeatSearch(NamedTuple):
    """Who looks for a seat, with the settings of a table that is opened, and what was sent of them.

    `promise` is the commitment to an entropy of one's own, which is no setting of a table.
    """

    caller: Player
    wanted: Settings
    sent: Settings
    promise: str | None
    filling: OpenSeats
    company: CompanyCheck

    @property
    def wanted_table(self) -> Settings:
        """What is asked of a table: of most settings that were left out, the usual value.

        So nobody is led to a table without a clock, or with odd options, who did not ask for it.
        """
        settings = {
            name: self.wanted[name] for name in OF_KIND if name in self.sent or name not in FREE
        }
        return settings | {"options": self.whole_options}

    @property
    def whole_options(self) -> Settings:
        """The options of the game, with defaults for those that were left out."""
        wanted, game = self.wanted, NEWEST[self.wanted["game"]]
        return dict(
            options_to_json(validate_options(game.options, wanted["options"], wanted["seats"]))
        )

    @property
    def seat(self) -> Settings:
        """What is asked for at the table that is found."""
        return {"seat": None, "bot": None, "commitment": self.promise}


@blueprint.post("", endpoint="quick")
def take_quick_seat() -> Response:
    """Take a seat wherever one is free."""
    caller, sent = require_player(), read_json_body()
    own = load_with_schema(QUICK, sent)
    settings = {name: value for name, value in sent.items() if name not in OWN}
    game = NEWEST[sent["game"]]
    wanted = with_usual_beacon(
        load_with_schema(NEW_TABLE, {**AS_OPENED, "seats": game.seats[0], **settings})
    )
    wanted["clock"] = with_first_turn(wanted["clock"])
    opened_by(
        opening_command(wanted, game.version), f"player:{caller.id}", ""
    )  # refused now or never
    key = idempotency_key(caller.id, sent)
    is_new, store = not _is_repeated_search(key), connections().store
    if is_new:
        require_keyless(caller)
    search = QuickSeatSearch(
        caller, wanted, settings, own["commitment"], OpenSeats(store), CompanyCheck(caller.id)
    )
    with enforce_quotas(caller, "seats", "sit", is_repeat=lambda: _is_repeated_search(key)):
        if is_new:
            keep_at_most(store, caller.id, own["at_most"])
        answer, sitting = call_when_full(caller, _find_seat(search, key), key)
        return table_command_response(answer, caller, 201, sitting)


def _is_repeated_search(key: IdempotencyKey | None) -> bool:
    """Say whether a request with this key has looked for a table before."""
    return key is not None and IdempotencyIndex(connections().store).find(key.key) is not None


def _find_seat(search: QuickSeatSearch, key: IdempotencyKey | None) -> CommandResult[Table]:
    """Take a seat at the first table that still has one; the last resort is a new one.

    Before it is tried, a table is noted under the repeat key, so that a repeat of the request
    finds the table whose answer was lost, and never takes a second seat elsewhere. Where many
    tables are not for this company, one is opened without a look at all the others.

    Raises:
        WriteContention: others were faster every time.
    """
    repeats, others = IdempotencyIndex(connections().store), _candidate_tables(search)
    target, unwanted = None if key is None else repeats.find(key.key), 0
    if target is not None:
        require_live(target)
    place = None if target is None else SeatCandidate(target)
    for _ in range(CLAIMS + CANDIDATES):
        if place is None:
            found = next(others) if unwanted < CANDIDATES else SeatCandidate(_new_table_id())
            place = (
                found if key is None else _record_target_table(repeats, key, target, found, search)
            )
        try:
            return _seat_at(search, place, key)
        except UnwantedCompany:
            unwanted += 1
        except Illegal as refused:
            if refused.code not in NO_LONGER_FREE | NOT_FOR_ONE:
                raise
        target, place = place.table, None
    raise WriteContention(target or "")


def _record_target_table(
    repeats: IdempotencyIndex,
    key: IdempotencyKey,
    old: str | None,
    found: SeatCandidate,
    search: QuickSeatSearch,
) -> SeatCandidate:
    """Return the table to try next: this one, or what another request with the key has noted."""
    stands = repeats.replace(key.key, old, found.table)
    if stands == found.table:
        return found
    if found.claimed is not None:
        search.filling.give_back(search.wanted["game"], found.claimed)
    return SeatCandidate(stands)


def _seat_at(
    search: QuickSeatSearch, place: SeatCandidate, key: IdempotencyKey | None
) -> CommandResult[Table]:
    """Take a seat at a table, and say what became of a claimed one."""
    claimed, game = place.claimed, search.wanted["game"]
    if claimed is None:
        return _sit_down(search, place.table, key)
    try:
        answer = _sit_down(search, place.table, key, is_new=claimed.is_new)
    except Exception as error:
        if _is_claim_void(claimed, error):
            search.filling.drop(game, claimed)
        else:
            search.filling.give_back(game, claimed)
        raise
    search.filling.settle(game, claimed)
    return answer


def _is_claim_void(claimed: SeatClaim, error: Exception) -> bool:
    """Say whether a claimed table has no seat for anybody: it says so, or was never opened."""
    if claimed.is_new and not connections().store.knows(claimed.table):
        return True
    return isinstance(error, Illegal) and error.code in NO_LONGER_FREE


def _sit_down(
    search: QuickSeatSearch, table_id: str, key: IdempotencyKey | None, is_new: bool = False
) -> CommandResult[Table]:
    """Take a seat at a table, which is opened where it is not there."""
    if is_new:
        open_wanted_table(search, table_id, search.wanted)
    try:
        return _sit_in_company(search, table_id, key)
    except UnknownTable:  # who was to open it is slow, or is gone; others count on what it is
        settings = search.filling.settings_of(search.wanted["game"], table_id) or {}
        open_wanted_table(search, table_id, {**search.wanted, **settings})
        return _sit_in_company(search, table_id, key)


def _sit_in_company(
    search: QuickSeatSearch, table_id: str, key: IdempotencyKey | None
) -> CommandResult[Table]:
    """Take a seat among those who were looked at, not beside somebody who sits down meanwhile."""
    for _ in range(SEATS):
        table = connections().tables.current(table_id).table
        search.company.require_wanted(table)
        match = None if table.is_called else table.n  # else the rules refuse it, and say why
        try:
            return take_seat(search.caller, table_id, search.seat, key, match)
        except StaleStream:
            continue
    raise WriteContention(table_id)


def open_wanted_table(search: QuickSeatSearch, table_id: str, wanted: Settings) -> None:
    """Open a table as it is wanted, once, whoever is first."""
    caller = search.caller
    settled = opening_command(wanted, NEWEST[wanted["game"]].version)
    with admitted_opening(caller, table_id), suppress_refusals(refusals.OPENED):
        search.filling.note_opened(table_id)  # first, so that no table is opened without
        handle(connections().tables, CommandRequest(table_id, f"player:{caller.id}", settled))


def _candidate_tables(search: QuickSeatSearch) -> Iterator[SeatCandidate]:
    """Yield open tables as they are wanted, then seats of those that are filling, without end.

    Those where one sits already, or which one has just left, are left out.
    """
    caller, left = search.caller.id, search.filling.recently_left(search.caller.id)
    own = connections()
    rows = joinable_tables(own.models.lobby, search.wanted["game"], search.wanted_table)
    first = [*islice(rows, CANDIDATES)]
    search.company.expect(one for row in first for one in _waiting_players(row))
    for row in chain(_present_first(first), rows):
        if caller not in [seat["player"] for seat in row["seats"]] and row["table"] not in left:
            yield SeatCandidate(row["table"])
    wish = _wish_of(search)
    while True:
        claimed = search.filling.claim(wish, _new_table_id(), left)
        left.append(claimed.table)  # who could not sit down there does not come again
        yield SeatCandidate(claimed.table, claimed)


def _new_table_id() -> str:
    """Return an id for a table to be opened."""
    return "t" + secrets.token_hex(9)


def _wish_of(search: QuickSeatSearch) -> SeatRequest:
    """Return what is asked for, and the kind of the table that would be opened."""
    wanted = search.wanted
    kind = {name: wanted[name] for name in OF_KIND} | {"options": search.whole_options}
    return SeatRequest(wanted["game"], search.wanted_table, kind, wanted["seats"])


def _present_first(rows: Sequence[Row]) -> list[Row]:
    """Return rows of tables, those whose people are present before the others."""
    store = connections().store
    there, now = (
        online_players(store, [*{one for row in rows for one in _waiting_players(row)}]),
        store.now(),
    )
    return sorted(
        rows, key=lambda row: (there.isdisjoint(_waiting_players(row)), _is_old(row, now))
    )


def _waiting_players(row: Row) -> list[str]:
    """Return who waits at an open table: whoever sits there, or else who opened it."""
    seated = [seat["player"] for seat in row["seats"] if seat["player"] is not None]
    return seated or [row["opener"]]


def _is_old(row: Row, now: int) -> bool:
    """Say whether nobody may wait any more, as far as one can tell: the last seating is long ago.

    It counts for those who do not show whether they are there.
    """
    seated_at: int = row["expires_at"] - 1000 * row["expires_after"]
    return now - seated_at >= PRESENT
