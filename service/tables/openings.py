"""How a table is opened with the settings that are sent, and what is said if it was long ago."""

import secrets
from typing import Any

from events.settings.table import MAX_TABLE_TURNS
from games import game_of
from games.core.options import validate_options
from games.core.type_hints.values import BadValue
from games.table import Open
from service.tables.beacons import chain_named
from service.wire.connections import connections
from service.wire.problems import TABLE_ARCHIVED


def require_live(table_id: str) -> None:
    """Refuse the repeat of a request whose table is archived, by naming the table."""
    store = connections().store  # whose second answer must be no older than the first one:
    if store.knows(table_id) and store.newest(table_id) is None:  # it may be opened just now
        raise TABLE_ARCHIVED(table=table_id)


def _require_moderate_length(settings: dict[str, Any], rules: int) -> None:
    """Refuse a table that would take more actions than the operator allows."""
    game, most = game_of(settings["game"], rules), MAX_TABLE_TURNS.value()
    if game.about is None or game.about.expected_turns is None:
        return
    options = validate_options(game.options, settings["options"], settings["seats"])
    turns = game.about.expected_turns(options, settings["seats"])
    if turns > most:
        why = f"about {turns:,} actions, more than this server allows ({most:,})"
        raise BadValue(
            "options", f"such a table takes {why}: choose fewer hands, or a lower target"
        )


NOT_AS_SENT = ("continues", "invite")  # what follows from them is given besides


def opening_command(settings: dict[str, Any], rules: int, **more: Any) -> Open:
    """Return the command that opens a table, with a secret of its own."""
    _require_moderate_length(settings, rules)
    named = {name: value for name, value in settings.items() if name not in NOT_AS_SENT}
    named["beacon"] = chain_named(settings["beacon"])
    named["rated"] = None if settings["rated"] else False
    named["pace"] = settings["pace"] or None
    named["lag"] = connections().lag if settings["clock"] else None
    return Open(**named, **more, rules=rules, secret=secrets.token_hex(32))
