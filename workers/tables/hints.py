"""Find the hint that a player has asked for, as a bot finds its move."""

from typing import Any

from events.cached_streams import Tables, UnknownTable
from events.record.codec import ACTION_NAMES
from events.store.hints import HintStore
from games.core.contract import RulesNotInstalled
from games.core.search import FoundMove
from games.core.type_hints.values import to_json
from games.table.hints import find_hint, hinted_seat
from workers.tables.memory import HandEventCache
from workers.tables.not_installed import not_installed


def give_hint(tables: Tables, table_id: str) -> str:
    """Keep a hint for the player whose turn it is, if there is one; say what was done."""
    try:
        table = tables.current(table_id).table
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    seat, hints = hinted_seat(table), HintStore(tables.store)
    if seat is None:
        return "nobody may have a hint"
    if hints.find(table.id, table.n) is not None:
        return "the hint is there"
    found = find_hint(table, seat, HandEventCache(tables, table).of_seat(seat))
    hints.keep(table.id, table.n, hint_record(found))
    return "a hint"


def hint_record(found: FoundMove) -> dict[str, Any]:
    """Return what is kept of a hint."""
    return {
        "action": _action_json(found.action),
        "rule": _action_json(found.rule),
        "deals": found.deals(),
        "others": [[_action_json(one), *rest] for one, *rest in found.comparisons()],
    }


def _action_json(action: Any) -> dict[str, Any]:
    """Return an action as the service reads it."""
    return {"type": ACTION_NAMES[type(action)], **to_json(action)}
