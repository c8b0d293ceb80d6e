"""Invitations: reserve seats for others, decline, withdraw; and what a player wants of others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypedDict

from flask import Blueprint, Response

from events.accounts.players import Player
from events.accounts.preferences import (
    INVITATIONS_FROM,
    Preferences,
    keep_preferences,
    preferences_of,
)
from events.accounts.presence import forget_seen
from events.cached_streams import UnknownTable
from events.handle import CommandRequest, find_answer
from games.core.contract import RulesNotInstalled, Seat
from games.core.type_hints.records import any_word_of
from games.table import EndInvitation, Invite, Invitee, Table, refusals
from service.limits.admission import enforce_quotas, queue_reads, require_quota
from service.tables.invitation_schemas import NewInvitations, NewPreferences
from service.tables.private_tables import require_invited
from service.wire.connections import connections
from service.wire.problems import NOT_INVITABLE, UNKNOWN_PLAYER
from service.wire.requests import (
    NO_STORE,
    carry_out,
    idempotency_key,
    if_match,
    json_response,
    judge_table_command,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
    table_command_response,
)

blueprint = Blueprint("invitations", __name__, url_prefix="/v1")
NEW_INVITATIONS, NEW_PREFERENCES = NewInvitations(), NewPreferences()
MOST_OPEN = 50  # invitations of one player
Wanted = Mapping[str, Any]


class OwnInvitation(TypedDict):
    """An open invitation."""

    table: Annotated[str, "Id of the table."]
    game: Annotated[str, "Name of the game."]
    seats: Annotated[int, "Number of seats of the table."]
    seat: Annotated[int, "The seat that is reserved."]
    private: Annotated[bool, "Whether the table is private; who is invited sees it without code."]
    opener: Annotated[str, "Id of the player who invites."]
    name: Annotated[str | None, "Name of that player; null when the account is erased."]
    until: Annotated[int, "When it expires."]


class OwnInvitations(TypedDict):
    """Open invitations, those that expire first at the top."""

    invitations: list[OwnInvitation]


class OwnPreferences(TypedDict):
    """What one wants of others."""

    invitations: Annotated[str, any_word_of(*INVITATIONS_FROM), "Whose invitations one takes."]
    blocked: Annotated[list[str], "Ids of players whose invitations one never takes."]
    presence: Annotated[bool, "Whether others may see that one is there."]


class Guest(NamedTuple):
    """Somebody to be invited: the seat that is wanted or was held, and for how long."""

    player: str
    seat: int | None
    expires_after: int | None
    must_have: bool = True  # that seat, and no other
    has_played: bool = False  # with whom invites


class ReservableSeats(NamedTuple):
    """The seats of a table that can be reserved, for whom each is kept, and for how long."""

    free: list[int]
    reserved: Sequence[str | None]
    expires_after: int  # seconds

    def take(self, guest: Guest) -> int:
        """Take the seat that is wanted, else the first free one; FULL if there is none."""
        if guest.seat is not None and (guest.must_have or guest.seat in self.free):
            seat = guest.seat
        else:
            own = [seat for seat in self.free if self.reserved[seat] == guest.player]
            anyones = [seat for seat in self.free if self.reserved[seat] is None]
            if not own and not anyones:
                raise refusals.FULL()
            seat = [*own, *anyones][0]
        if seat in self.free:
            self.free.remove(seat)
        return seat


def new_seats(data: Wanted, carried: Wanted | None) -> ReservableSeats:
    """Return the seats of a table to be opened."""
    reserved = [None] * data["seats"] if carried is None else carried["players"]
    return ReservableSeats([*range(data["seats"])], reserved, data["expires_after"])


def _reservable_seats(table: Table) -> ReservableSeats:
    """Return the seats of a table that nobody holds and nobody is invited to."""
    taken = {one.seat for one in table.open_invitations()}
    free = [k for k in range(table.seats) if table.holders[k] is None and k not in taken]
    reserved = [table.kept_for(Seat(seat)) for seat in range(table.seats)]
    return ReservableSeats(free, reserved, table.terms.expires_after // 1000)


def resolve_invitees(
    caller: Player, wanted: Sequence[Wanted], seats: ReservableSeats
) -> tuple[Invitee, ...]:
    """Return seats reserved for those who are named, and for the others of tables that are.

    Who is named and takes no invitation is a problem; of the others of a table only those are
    invited who do.
    """
    named = [_named_guest(caller, one) for one in wanted if _is_named(one)]
    for guest in named:
        if not is_welcome(caller, guest):
            raise NOT_INVITABLE()
    known = {guest.player for guest in named}
    others = [
        guest
        for one in wanted
        if not _is_named(one)
        for guest in _former_opponents(caller, one)
        if guest.player not in known and is_welcome(caller, guest)
    ]
    others = [*{guest.player: guest for guest in reversed(others)}.values()][::-1]
    if wanted and not named and not others:
        raise NOT_INVITABLE()
    return reserve_seats([*named, *others], seats)


def _invitees_at_table(
    caller: Player, table: Table, wanted: Sequence[Wanted]
) -> tuple[Invitee, ...]:
    """Return seats reserved at a table; nobody is looked up for who may not invite there."""
    if table.terms.opener != caller.id or table.phase != "open":
        return ()
    return resolve_invitees(caller, wanted, _reservable_seats(table))


def reserve_seats(guests: Sequence[Guest], seats: ReservableSeats) -> tuple[Invitee, ...]:
    """Return a seat for each guest; those who must have one choose first."""
    taken = {}
    for guest in sorted(guests, key=lambda guest: not (guest.must_have and guest.seat is not None)):
        seconds = guest.expires_after or seats.expires_after
        taken[guest.player] = Invitee(Seat(seats.take(guest)), guest.player, seconds)
    return tuple(taken.values())


def _is_named(wanted: Wanted) -> bool:
    """Say whether one player is meant, not all of a table."""
    return "player" in wanted or "name" in wanted


def _named_guest(caller: Player, wanted: Wanted) -> Guest:
    """Return the player who is named; a table tells whether one has played together."""
    players = connections().players
    found = (
        players.find_by_name(wanted["name"]) if "name" in wanted else players.find(wanted["player"])
    )
    if found is None:
        raise UNKNOWN_PLAYER()
    former = _played_at(wanted["table"], caller).former if "table" in wanted else ()
    return Guest(
        found.id, wanted.get("seat"), wanted.get("expires_after"), has_played=found.id in former
    )


def _former_opponents(caller: Player, wanted: Wanted) -> Iterator[Guest]:
    """Yield the others who held a seat at a closed table when play began."""
    yield from former_guests(
        _played_at(wanted["table"], caller), caller, wanted.get("expires_after")
    )


def former_guests(old: Table, caller: Player, seconds: int | None = None) -> Iterator[Guest]:
    """Yield the others who held a seat when play began, each with that seat if it is free."""
    for seat, one in enumerate(old.former):
        if one not in (None, caller.id) and connections().players.find(one) is not None:
            yield Guest(one, seat, seconds, must_have=False, has_played=True)


def _played_at(table_id: str, caller: Player) -> Table:
    """Return a closed table at which the caller held a seat when play began."""
    require_invited(table_id)
    table = connections().tables.current(table_id).table
    if caller.id not in table.former:
        raise refusals.NOT_SEATED_BEFORE.under("T22")("invite the others")
    if table.phase != "closed":
        raise refusals.NOT_CLOSED.under("T22")("invite the others")
    return table


def is_welcome(caller: Player, guest: Guest) -> bool:
    """Say whether somebody takes this invitation, and has not too many already."""
    store = connections().store
    (wants,) = preferences_of(store, [guest.player])
    if not wants.accepts(caller.id, has_played=guest.has_played):
        return False
    return store.count_held(f"invitations:{guest.player}") < MOST_OPEN


@blueprint.post("/tables/<table_id>/invitations")
def invite(table_id: str) -> Response:
    """Invite players."""
    caller, sent = require_player(), read_json_body()
    wanted, key = (
        load_with_schema(NEW_INVITATIONS, sent)["invite"],
        idempotency_key(caller.id, sent),
    )
    tables = connections().tables
    known = find_answer(tables, table_id, key)
    if known is not None:
        return table_command_response(known, caller, 201)
    with enforce_quotas(caller, "invite"):
        own = Invite(_invitees_at_table(caller, tables.current(table_id).table, wanted))
        made = CommandRequest(table_id, f"player:{caller.id}", own, key, if_match())
        return table_command_response(judge_table_command(caller, made), caller, 201)


@blueprint.delete("/tables/<table_id>/invitations/<player_id>")
def end(table_id: str, player_id: str) -> Response:
    """Decline or withdraw an invitation."""
    caller = require_player()
    read_whole_body()
    return carry_out(caller, table_id, EndInvitation(player_id), {})


@blueprint.get("/players/me/invitations")
@queue_reads
def own_invitations() -> Response:
    """List my open invitations."""
    caller = require_player()
    rows = sorted(_open_invitation_rows(caller.id), key=lambda row: (row["until"], row["table"]))[
        :MOST_OPEN
    ]
    names = connections().players.names([row["opener"] for row in rows])
    for row in rows:
        row["name"] = names.get(row["opener"])
    body: OwnInvitations = {"invitations": rows}
    return json_response(body, headers=NO_STORE)


def _open_invitation_rows(player_id: str) -> Iterator[OwnInvitation]:
    """Yield the open invitations of a player, without the names of those who invite."""
    own = connections()
    for table_id in own.store.held(f"invitations:{player_id}"):
        try:
            table = own.tables.current(table_id).table
        except (UnknownTable, RulesNotInstalled):
            continue
        known = table.invitation_of(player_id)
        if known is not None and known.ended is None:
            yield {
                "table": table_id, "game": table.game.name, "seats": table.seats,
                "seat": known.seat, "private": table.terms.private, "opener": table.terms.opener,
                "name": None, "until": known.until,
            }  # fmt: skip


@blueprint.get("/players/me/preferences")
def preferences() -> Response:
    """Show my preferences."""
    return _preferences_response(require_player())


@blueprint.put("/players/me/preferences")
def prefer() -> Response:
    """Set my preferences."""
    caller, data = require_player(), load_with_schema(NEW_PREFERENCES, read_json_body())
    require_quota("preferences", caller)
    data["blocked"] = tuple(dict.fromkeys(data["blocked"]))
    keep_preferences(connections().store, caller.id, Preferences(**data))
    if not data["presence"]:
        forget_seen(connections().store, caller.id)
    return _preferences_response(caller)


def _preferences_response(caller: Player) -> Response:
    """Return what a player wants of others."""
    (preferences,) = preferences_of(connections().store, [caller.id])
    body: OwnPreferences = {
        "invitations": preferences.invitations,
        "blocked": [*preferences.blocked],
        "presence": preferences.presence,
    }
    return json_response(body, headers=NO_STORE)
