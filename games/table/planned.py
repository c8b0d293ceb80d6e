"""Rule T26: a table of a tournament, which alone opens it, seats it and lets it close."""

import hashlib
from dataclasses import fields
from typing import Annotated, TypedDict

from games.core.contract import Seat
from games.core.options import is_whole
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.bots import require_level_of
from games.table.checks import is_digest, is_id, require_waiting_for_play
from games.table.commands import (
    Abort,
    Adjourn,
    Claim,
    Close,
    Command,
    EndInvitation,
    Invite,
    Leave,
    Open,
    Release,
    Reveal,
    Rule,
    Seated,
    Sit,
    Start,
)
from games.table.following import Draft, begin_play
from games.table.initial import table_from_opening
from games.table.state import Fact, Table
from games.table.terms import TournamentLink

FIELDS = tuple(field.name for field in fields(TournamentLink))
DIGITS = 18  # of the hash in the id of a table
HIGHEST = 10**9  # numbers of tables, and of rounds
DECIDED = frozenset(  # by the tournament alone
    {Sit, Start, Reveal, Claim, Adjourn, Close, Invite, EndInvitation}
)


class TournamentTableFacts(TypedDict):
    """Which table of a tournament this is."""

    id: Annotated[str, "Id of the tournament."]
    index: Annotated[int, "Number of the table there, from 0."]
    group: Annotated[str, "Its deal group: the tables that have the same deals."]
    entropy: Annotated[str, "SHA-256 of the entrants' entropies; empty if there are none."]


def table_id(tournament: str, index: int) -> str:
    """Return the id of a tournament's table."""
    return "t" + hashlib.sha256(f"{tournament}/{index}".encode()).hexdigest()[:DIGITS]


def require_planned(command: Open, by: str, new_id: str) -> None:
    """Refuse an opening that only a tournament may ask for, or not in this way."""
    if command.tournament is None:
        if command.seated is not None:
            raise BadValue("seated", "is said by a tournament alone")
        return
    if command.tournament.keys() != {*FIELDS}:
        raise BadValue("tournament", f"takes {', '.join(FIELDS)}")
    own, index, entropy, number = (command.tournament[name] for name in FIELDS)
    if not is_id(own) or by != f"tournament:{own}":
        raise BadValue("tournament", "must be the tournament that opens the table")
    if not is_whole(index, 0, HIGHEST) or new_id != table_id(own, index):
        raise BadValue("tournament", "index must be the number from which the table's id follows")
    if entropy != "" and not (type(entropy) is str and is_digest(entropy)):
        raise BadValue("tournament", "entropy must be empty, or 64 hex digits")
    _require_round(command, number)
    if not (command.group or "").startswith(f"{own}-"):
        raise BadValue("group", "must be a deal group of the tournament")
    if command.private or command.invited or command.carried or command.rematch_of:
        raise BadValue(
            "tournament", "has no private tables, invitations, rematches or carried data"
        )
    _require_seated(command)


def _require_round(command: Open, number: object) -> None:
    """Refuse a beacon without a round that is fixed before, and a round without a beacon."""
    if command.beacon is None and number is not None:
        raise BadValue("tournament", "round is for tables with a beacon")
    if command.beacon is not None and not is_whole(number, 1, HIGHEST):
        raise BadValue("tournament", f"round must be a whole number from 1 to {HIGHEST}")


def _require_seated(command: Open) -> None:
    """Refuse seats that are free or held twice, unknown bots, and players without a clock."""
    seated = command.seated or ()
    if len(seated) != command.seats:
        raise BadValue("seated", f"must say who has each of the {command.seats} seats")
    for seat, one in enumerate(seated):
        _require_holder(command, seat, one)
    players = [one.player for one in seated if one.player is not None]
    if len({*players}) < len(players):
        raise BadValue("seated", "must name different players")
    if players and command.clock is None:
        raise BadValue("clock", "is needed where players sit, or their deal group might never end")


def _require_holder(command: Open, seat: int, one: Seated) -> None:
    """Refuse who can hold no seat of a tournament's table."""
    if (one.player is None) is (one.bot is None):
        raise BadValue(f"seated.{seat}", "must be a player or a bot")
    if one.bot is not None:
        require_level_of(command.game, command.rules, one.bot)
    elif not is_id(one.player):
        raise BadValue(f"seated.{seat}", "must be the id of a player")
    if one.key is not None and (one.bot is not None or not is_digest(one.key)):
        raise BadValue(f"seated.{seat}", "key must be a player's Ed25519 public key, 64 hex digits")


def drafts_after_opening(opening: ev.Opened, by: str, now: int, new_id: str) -> list[Draft]:
    """Return what follows the opening: seats are taken, and play begins or waits for the beacon."""
    if opening.tournament is None or opening.seated is None:
        return []
    planned, seated = TournamentLink(**opening.tournament), opening.seated
    taken = [
        Draft(ev.SeatTaken(Seat(seat), one.player, one.bot, None, one.key))
        for seat, one in enumerate(seated)
    ]
    closed = Draft(ev.EntropyClosed((planned.entropy,), (), planned.round))
    if planned.round is not None:
        return [*taken, closed]
    table = table_from_opening(new_id, Fact(1, now, by, {}, opening))
    return [*taken, closed, *begin_play(table, (planned.entropy,), None)]


def require_free(table: Table, kind: type[Command]) -> None:
    """Refuse what nobody may ask of a tournament's table, and all but one after its play."""
    if table.terms.tournament is None:
        return
    if kind is Rule:
        raise refusals.NOT_CLOSED.under("T26")("rule disputes about a tournament's")
    if kind in DECIDED or (kind is Leave and table.phase == "open"):
        raise refusals.OF_TOURNAMENT()
    if table.phase == "finished" and kind is not Release:
        if kind is Abort:  # as in play: outsiders are not told that it has ended
            require_waiting_for_play(table, "T9b")
        raise refusals.FINISHED()


def decide_release(table: Table, by: str, command: Release, now: int) -> list[Draft]:
    """Close a table whose play has ended, as it has ended."""
    if table.terms.tournament is None or by != f"tournament:{table.terms.tournament.id}":
        raise refusals.NOT_ITS_TOURNAMENT()
    if table.outcome is None:
        raise refusals.NOT_FINISHED()
    places, scores, why = table.outcome
    return [Draft(ev.Closed(why, places, scores, table.deserters or None))]


def tournament_facts(table: Table) -> TournamentTableFacts | None:
    """Say which table of a tournament this is."""
    one = table.terms.tournament
    if one is None:
        return None
    return {"id": one.id, "index": one.index, "group": table.terms.group, "entropy": one.entropy}
