"""Rule T9b: a table whose log lacks what the server has signed for is aborted, not begun anew.

Who signed the receipt, and what stands in its place in the log, is for the server and for verifiers
to look at: neither the server's keys nor old heads are part of a table's state.
"""

from collections.abc import Mapping
from typing import Any, Final

from games.core.type_hints.values import BadValue
from games.table import refusals
from games.table.checks import require_waiting_for_play
from games.table.state import Table

RECEIPT_FIELDS: Final[Mapping[str, type]] = {
    "table": str, "n": int, "head": str, "at": int, "durability": str, "key": str, "signature": str,
}  # fmt: skip
LONGEST = 256  # characters of a text in a receipt


def require_lost(table: Table, receipt: Mapping[str, Any]) -> None:
    """Refuse to abort a table for a receipt after the start of play, or for what is none of it.

    A table of a tournament has no closing to lose: its tournament calls for the start.
    """
    require_waiting_for_play(table, "T9b")
    if table.terms.tournament is not None:
        raise refusals.OF_TOURNAMENT()
    is_whole = receipt.keys() == RECEIPT_FIELDS.keys() and all(
        type(receipt[name]) is kind for name, kind in RECEIPT_FIELDS.items()
    )
    if not is_whole or any(len(str(value)) > LONGEST for value in receipt.values()):
        raise BadValue("receipt", f"must have {', '.join(RECEIPT_FIELDS)} as the server gave them")
    if receipt["table"] != table.id:
        raise BadValue("receipt", "must be of this table")
