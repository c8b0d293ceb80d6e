"""Rule T1: what a table is opened with."""

from collections.abc import Mapping
from typing import Any

from games import game_of
from games.core.options import BadOptions, is_whole, options_to_json, validate_options
from games.core.type_hints.values import BadValue
from games.table.beacon import require_chain
from games.table.checks import LONGEST_WAIT, is_digest, is_id, require_word
from games.table.commands import Open
from games.table.events import Opened
from games.table.invitations import require_bounds
from games.table.planned import require_planned

POLICIES = ("fallback", "bot", "forfeit")
REVEALS = ("table", "hand", "auditors")
MOST_DELAY = 1_000  # events
MOST_LAG = 10_000  # milliseconds
SLOWEST = 60_000  # milliseconds between two actions of bots


def opened_by(command: Open, by: str, new_id: str) -> Opened:
    """Rule T1: return the opening of a table with checked options."""
    game = game_of(command.game, command.rules)
    if command.seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise BadValue("seats", f"{game.title} is for {least} to {most} seats")
    options = validate_options(game.options, command.options, command.seats)
    _require_settings(command)
    if command.beacon is not None:
        require_chain(command.beacon)
    if command.carried is not None:
        _require_carried(command.carried, command.seats)
        game.rules.open(options, command.seats, command.carried)  # refused now, not at the start
    if command.invited is not None:
        _require_invited(command, by.removeprefix("player:"))
    require_planned(command, by, new_id)
    return Opened(
        game=command.game,
        rules=command.rules,
        options=dict(options_to_json(options)),
        seats=command.seats,
        clock=checked_clock(command.clock),
        on_time_out=command.on_time_out,
        reveal=command.reveal,
        private=command.private,
        group=new_id if command.group is None else command.group,
        opener=by.removeprefix("player:"),
        carried=command.carried,
        spectator_delay=command.spectator_delay,
        rematch_of=command.rematch_of,
        expires_after=command.expires_after,
        secret=command.secret,
        beacon=command.beacon,
        invited=command.invited,
        rated=False if command.rated is False else None,
        pace=command.pace or None,
        lag=command.lag or None,
        tournament=command.tournament,
        seated=command.seated,
    )


def _require_settings(command: Open) -> None:
    """Rule T1: refuse settings that are out of bounds whatever the game."""
    require_word("on_time_out", command.on_time_out, POLICIES)
    require_word("reveal", command.reveal, REVEALS)
    if command.group is not None and not is_id(command.group):
        raise BadValue("group", "must be an id: 1 to 64 letters, digits, _ and -")
    if not is_digest(command.secret):
        raise BadValue("secret", "must be 32 bytes, 64 hex digits")
    if not is_whole(command.spectator_delay, 0, MOST_DELAY):
        raise BadValue("spectator_delay", f"must be a whole number from 0 to {MOST_DELAY}")
    if not is_whole(command.expires_after, 1, LONGEST_WAIT):
        raise BadValue("expires_after", f"must be a whole number from 1 to {LONGEST_WAIT} seconds")
    if not is_whole(command.pace or 0, 0, SLOWEST):
        raise BadValue("pace", f"must be a whole number from 0 to {SLOWEST} milliseconds")
    if not is_whole(command.lag or 0, 0, MOST_LAG):
        raise BadValue("lag", f"must be a whole number from 0 to {MOST_LAG} milliseconds")
    if command.lag and command.clock is None:
        raise BadValue("lag", "is for tables with a clock")


def _require_invited(command: Open, opener: str) -> None:
    """Rules T13 and T22: seats are reserved that there are, kept ones for their players alone."""
    invited, carried = command.invited or (), command.carried
    require_bounds(invited, command.seats, opener)
    for one in invited:
        if not 0 <= one.seat < command.seats:
            raise BadValue("invite", f"the table has seats 0 to {command.seats - 1}")
        if carried is not None and carried["players"][one.seat] not in (None, one.player):
            raise BadValue("invite", f"seat {one.seat} is kept for the player who held it before")


def _require_carried(carried: Mapping[str, Any], seats: int) -> None:
    """Rule T13: what another table hands on says from where, and who had which seat."""
    if carried.keys() != {"table", "n", "head", "data", "players"}:
        raise BadValue("carried", "takes table, n, head, data and players")
    if len(carried["players"]) != seats:
        raise BadOptions({"carried": f"must come from a table with {seats} seats"})


def checked_clock(clock: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Rule T7: seconds a turn; of the time bank and of a seat's first turn 0 unless said otherwise.

    A first turn that is no longer than the others is left out.
    """
    if clock is None:
        return None
    turn, bank, first_turn = clock.get("turn"), clock.get("bank", 0), clock.get("first_turn", 0)
    if not is_whole(turn, 1, LONGEST_WAIT) or not is_whole(bank, 0, LONGEST_WAIT):
        why = f"takes turn from 1 and bank from 0, each up to {LONGEST_WAIT} seconds"
        raise BadValue("clock", why)
    if not is_whole(first_turn, 0, LONGEST_WAIT):
        raise BadValue("clock", f"takes first_turn from 0 to {LONGEST_WAIT} seconds")
    return {"turn": turn, "bank": bank, **({"first_turn": first_turn} if first_turn > turn else {})}
