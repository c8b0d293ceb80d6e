"""Rule T22: seats that the opener reserves for players."""

from collections.abc import Iterator, Sequence

from games.core.options import is_whole
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.checks import LONGEST_WAIT, require_opener, require_seat, require_waiting
from games.table.commands import EndInvitation, Invite, Invitee
from games.table.state import Invitation, Table


def require_bounds(invited: Sequence[Invitee], seats: int, opener: str) -> None:
    """Refuse reservations that fit no table of so many seats, opened by this player."""
    if not 1 <= len(invited) <= seats:
        raise BadValue("invite", f"must name 1 to {seats} players")
    if len({one.seat for one in invited}) < len(invited):
        raise BadValue("invite", "must name different seats")
    if len({one.player for one in invited}) < len(invited):
        raise BadValue("invite", "must name different players")
    if opener in [one.player for one in invited]:
        raise BadValue("invite", "must be others than the opener, who may sit down at once")
    for one in invited:
        if not is_whole(one.expires_after, 1, LONGEST_WAIT):
            most = f"1 to {LONGEST_WAIT} seconds"
            raise BadValue("invite", f"expires_after must be a whole number from {most}")


def invited_by(table: Table, by: str, command: Invite, now: int) -> ev.Invited:
    """Return what is told of invitations, each for a free seat and somebody who has none here."""
    require_waiting(table, "T22")
    require_opener(table, by, "T22", "invite players")
    require_bounds(command.invited, table.seats, table.terms.opener)
    for one in command.invited:
        require_seat(table, one.seat, "T22")
        if table.holders[one.seat] is not None:
            raise refusals.SEAT_TAKEN(one.seat)
        if table.seat_of(one.player) is not None or _has_open_invitation(table, one.player):
            raise refusals.INVITED(one.seat)
        require_kept(table, one.player, one.seat)
    return ev.Invited(command.invited)


def _has_open_invitation(table: Table, player: str) -> bool:
    """Say whether an open invitation reserves a seat for a player."""
    known = table.invitation_of(player)
    return known is not None and known.ended is None


def require_kept(table: Table, player: str | None, seat: int) -> None:
    """Refuse a seat that is kept for somebody else: by an invitation, or by rule T13.

    `player` is None for a bot, which may have what rule T13 keeps.
    """
    reserved = next((one for one in table.open_invitations() if one.seat == seat), None)
    if reserved is not None and reserved.player != player:
        raise refusals.SEAT_RESERVED(seat)
    kept = None if table.terms.carried is None else table.terms.carried["players"][seat]
    if None not in (kept, player) and kept != player:
        raise refusals.SEAT_KEPT(seat)


def acceptance_events(table: Table, player: str) -> Iterator[ev.InvitationEnded]:
    """Yield the end of the invitation of a player who sits down, at that seat or another."""
    yield from (
        _invitation_end_event(one, "accepted")
        for one in table.open_invitations()
        if one.player == player
    )


def decide_invitation_end(
    table: Table, by: str, command: EndInvitation, now: int
) -> ev.InvitationEnded:
    """Return the end of an invitation: by its player, by the opener, or in time by the clock."""
    names = {f"player:{command.player}": "declined", f"player:{table.terms.opener}": "withdrawn"}
    how = {**names, "clock": "expired"}.get(by)
    if how is None:
        raise refusals.NOT_YOUR_INVITATION()
    known = table.invitation_of(command.player)
    if known is None:
        raise refusals.NOT_INVITED()
    if known.ended is not None:
        raise refusals.INVITATION_ENDED(known.ended)
    if how == "expired" and now < known.until:
        raise refusals.INVITATION_HOLDS(known.until)
    return _invitation_end_event(known, how)


def _invitation_end_event(invitation: Invitation, how: str) -> ev.InvitationEnded:
    """Return what is told of the end of an invitation."""
    return ev.InvitationEnded(invitation.seat, invitation.player, how)


def closed_with(table: Table) -> list[ev.InvitationEnded]:
    """Return the ends of the invitations that are open when a table closes."""
    return [_invitation_end_event(one, "closed") for one in table.open_invitations()]


def invitations_by_player(invited: Sequence[Invitee], at: int) -> dict[str, Invitation]:
    """Return invitations made at that time by player."""
    return {
        one.player: Invitation(one.player, one.seat, at + 1000 * one.expires_after)
        for one in invited
    }
