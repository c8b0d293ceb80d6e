"""A table that was aborted since its log lacks what the server has signed for (rule T9b).

The receipt stands in the last event. It must contradict the log, and be the server's: else who
holds the key could end any table before play, and say that a closing was lost.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from events.record.logfile import ParsedEvent
from events.record.receipts import PublicKey, is_receipt_signed_by
from events.verify.report import Fault
from games.table import Table
from games.table.endings import CLOSING_LOST

CLOSED = "table.closed.v1"


class LostClosing:
    """The receipt for which a table was aborted before play.

    `head_at` gives the head (hex) after an event of the log; "" where there is no such event.
    """

    def __init__(self, head_at: Callable[[int], str]) -> None:
        self.head_at = head_at
        self.lost: int | None = None  # the event of which the receipt is
        self.is_known = False  # the receipt is signed by a given key

    def see(self, line: ParsedEvent, table: Table | None, keys: Sequence[PublicKey]) -> None:
        """Judge an event that aborts the table; Fault if it does so for no reason.

        The rules have judged the event; `table` is after it.
        """
        public = line.public
        if public["type"] != CLOSED or (table is not None and table.was_played):
            return
        if public["data"]["why"] == CLOSING_LOST:
            self.judge(public["n"], public["data"]["receipt"], keys)

    def judge(self, n: int, receipt: dict[str, Any], keys: Sequence[PublicKey]) -> None:
        """Hold the receipt in event n to log and keys."""
        self.lost = own = receipt["n"]
        if 0 < own < n and receipt["head"] == self.head_at(own):
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
