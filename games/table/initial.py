"""A table as its first event describes it."""

from games import game_of
from games.core.fairness.beacon import chain_of
from games.core.options import validate_options
from games.table import events as ev
from games.table.attendance import Attendance
from games.table.invitations import invitations_by_player
from games.table.state import Fact, Table
from games.table.terms import TableTerms, TournamentLink


def table_from_opening(table_id: str, fact: Fact) -> Table:
    """Return the table as its first event describes it."""
    event = fact.event
    assert isinstance(event, ev.Opened), f"{event} cannot be the first event"
    game, none = game_of(event.game, event.rules), (None,) * event.seats
    clock = event.clock or {}
    return Table(
        id=table_id,
        game=game,
        options=validate_options(game.options, event.options, event.seats),
        seats=event.seats,
        terms=_terms_from_opening(event, fact.at),
        seated_at=fact.at,
        holders=none,
        commitments=none,
        revealed=none,
        began=none,
        since=none,
        banks=(1000 * clock.get("bank", 0),) * event.seats,
        moves=(0,) * event.seats,
        attendance=(Attendance(),) * event.seats,
        acted=(1,) * event.seats,
        heads=(),
        adjustments=(0,) * event.seats,
        invitations=(*invitations_by_player(event.invited or (), fact.at).values(),),
    )


def _terms_from_opening(event: ev.Opened, at: int) -> TableTerms:
    """Return what the opening has fixed; `at`: when, in milliseconds."""
    clock = event.clock or {}
    return TableTerms(
        turn=1000 * clock["turn"] if clock else None,
        bank=1000 * clock.get("bank", 0),
        first_turn=1000 * clock.get("first_turn", 0),
        on_time_out=event.on_time_out,
        reveal=event.reveal,
        private=event.private,
        group=event.group,
        opener=event.opener,
        secret=bytes.fromhex(event.secret),
        carried=event.carried,
        spectator_delay=event.spectator_delay,
        rematch_of=event.rematch_of,
        expires_after=1000 * event.expires_after,
        rated=event.rated is not False,
        pace=event.pace or 0,
        lag=event.lag or 0,
        opened_at=at,
        beacon=None if event.beacon is None else chain_of(event.beacon),
        tournament=None if event.tournament is None else TournamentLink(**event.tournament),
    )
