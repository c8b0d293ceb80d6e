"""The signed last line of a log file: by which key it is signed, and when."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from events.record.logfile import LogReader, is_sealed_by
from events.record.receipts import PublicKey
from events.verify.report import Fault, NotChecked


class LogEnding:
    """The last line of a log, asked when it was read to its end; `keys` may have signed it."""

    def __init__(self, reading: LogReader, keys: Sequence[PublicKey]) -> None:
        self.reading, self.keys = reading, keys

    def signature(self) -> str:
        """Return ``good``, ``bad``, ``missing`` or ``not checked``."""
        if not self.reading.end:
            return "missing"
        if not self.keys:
            return "not checked"
        return "good" if self.sealed_by else "bad"

    def not_checked(self) -> tuple[NotChecked, ...]:
        """Return that the signature could not be checked, where that is so."""
        if self.signature() != "not checked":
            return ()
        return ({"what": "signature", "since": None, "why": "no key"},)

    @cached_property
    def sealed_by(self) -> list[PublicKey]:
        """Return the keys with which it is signed; a check takes as long as judging an event."""
        return [key for key in self.keys if is_sealed_by(self.reading.end, key.public)]

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with its key."""
        signature, n = self.signature(), self.reading.good
        if signature == "bad":
            yield Fault("unsigned", n, "the last line is not signed with the given key")
        at = self.reading.end.get("at")
        was_valid = type(at) is not int or any(key.is_valid(at) for key in self.sealed_by)
        if signature == "good" and not was_valid:
            why = f"the last line is of {at}, when its key was not the one that signs"
            yield Fault("outside_validity", n, why)
