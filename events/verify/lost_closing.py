"""A table that was aborted since its log lacks what the server has signed for (rule T9b).

The receipt stands in the last event. It must contradict the log, and be the server's: else who
holds the key could end any table before play, and say that a closing was lost.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from events.record.logfile import ParsedEvent
from events.record.receipts import PublicKey, is_receipt_signed_by
from events.verify.report import Fault
from games.table import Table
from games.table.endings import CLOSING_LOST
from games.table.state import HEAD

CLOSED = "table.closed.v1"


class LostClosing:
    """The heads of a log before play, and the receipt for which its table was aborted."""

    def __init__(self) -> None:
        self.heads: bytearray | None = bytearray()  # one after the other; None once play has begun
        self.lost: int | None = None  # the event of which the receipt is
        self.is_known = False  # the receipt is signed by a given key

    def see(self, line: ParsedEvent, table: Table | None, keys: Sequence[PublicKey]) -> None:
        """Keep the head of an event before play; Fault if it aborts the table for no reason.

        The rules have judged the event; `table` is after it.
        """
        if self.heads is None or (table is not None and table.was_played):
            self.heads = None
            return
        public, data = line.public, line.public["data"]
        if public["type"] == CLOSED and data["why"] == CLOSING_LOST:
            self.judge(public["n"], data["receipt"], keys)
        self.heads += line.stored.h

    def judge(self, n: int, receipt: dict[str, Any], keys: Sequence[PublicKey]) -> None:
        """Hold the receipt in event n to log and keys."""
        assert self.heads is not None
        self.lost = own = receipt["n"]
        head = self.heads[HEAD * (own - 1) : HEAD * own].hex() if own > 0 else ""
        if receipt["head"] == head:
            why = f"the receipt in event {n} is of this log, so nothing of the table was lost"
            raise Fault("wrong_result", n, why)
        signers = [key for key in keys if key.id == receipt["key"]]
        self.is_known = any(is_receipt_signed_by(receipt, key.public) for key in signers)
        if signers and not self.is_known:
            why = f"the receipt in event {n} is not signed by the key that it names"
            raise Fault("wrong_result", n, why)

    def proven(self) -> Iterator[str]:
        """Yield what the receipt proves."""
        if self.lost is not None and self.is_known:
            yield f"the table was aborted after the server had lost event {self.lost}, signed by it"

    def not_proven(self) -> Iterator[str]:
        """Yield what cannot be said of the receipt without its key."""
        if self.lost is not None and not self.is_known:
            yield (
                f"that the server had signed the event {self.lost} which the table was aborted for:"
                " the key of that receipt was not given"
            )
