"""Tables of a game whose package is not here: their jobs wait until it is."""

from events.cached_streams import Tables
from events.store.due import DueIndex

AGAIN = 60_000  # milliseconds until a job looks whether the rules have come


def not_installed(tables: Tables, table_id: str) -> str:
    """Put off what is due at a table; return what came of its job."""
    DueIndex(tables.store).put_off(table_id, tables.store.now() + AGAIN)
    return "rules not installed"
