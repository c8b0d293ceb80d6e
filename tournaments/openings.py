"""Rule U8: how a planned table is opened; nothing of it is left to whoever opens it."""

from collections.abc import Mapping

from games.table import Open
from games.table.commands import Seated
from tournaments.names import entropy_of, group_id, group_secret
from tournaments.state import BOT, Tournament, is_server_bot

LAG = 500  # milliseconds after its deadline in which an action still counts


def table_open_command(t: Tournament, index: int, keys: Mapping[str, str]) -> Open:
    """Return the command that opens a table; `keys` are those with which players sign, by id."""
    table, settings = t.tables[index], t.rules
    game, group = settings.games[table.planned.game], table.planned.group
    number = t.groups[group].beacon
    return Open(
        game=game.game,
        rules=game.rules_of_play.version,
        options=dict(game.options or {}),
        seats=len(table.planned.seats),
        clock=game.clock,
        lag=LAG if game.clock else None,
        on_time_out=game.on_time_out,
        reveal=settings.reveal,
        private=False,
        secret=group_secret(t.secret, group).hex(),
        group=group_id(t.id, group),
        spectator_delay=settings.spectator_delay,
        beacon=None if number is None else settings.beacon,
        tournament={
            "id": t.id,
            "index": index,
            "entropy": entropy_of(t.entropies),
            "round": number,
        },
        seated=tuple(_seat_for_member(member, keys) for member in table.members),
    )


def _seat_for_member(member: str, keys: Mapping[str, str]) -> Seated:
    """Return who takes a seat for a member."""
    if is_server_bot(member):
        return Seated(None, member.removeprefix(BOT))
    return Seated(member, None, keys.get(member))
