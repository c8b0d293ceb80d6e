"""Logs of a Boon table that tell lies, and what the verifier says of them."""

from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from events.record.receipts import Signer
from events.verify.log import verify_log
from events.verify.report import LogReport
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER, played, text_of

BOON = text_of(played("boon", 3))
OTHER = Signer(SigningKey(b"2" * 32))


def boon() -> Forged:
    return pieces(BOON)


def report_of(path: Path, text: bytes, *receipts: dict[str, Any], key: bool = True) -> LogReport:
    path.write_bytes(text)
    return verify_log(path, [SIGNER.public] if key else [], receipts)


def rigged(path: Path, log: Forged, *receipts: dict[str, Any]) -> LogReport:
    """Verify a log that the holder of the key has made to fit and signed."""
    return verify_log(log.rechained().signed().write(path), [SIGNER.public], receipts)


def lie(path: Path, log: Forged) -> tuple[str, int]:
    """Return the name of the first fault in a log signed by the holder of the key, and where."""
    report = rigged(path, log)
    assert report.signature == "good"
    assert report.faults, "the verifier believed it"
    assert report.good == report.faults[0].n - 1
    return report.faults[0].kind, report.faults[0].n


def at(log: Forged, name: str, nth: int = 0) -> int:
    """Return the index of the nth event whose type has a name."""
    found = [k for k, event in enumerate(log.events) if event["e"]["type"].endswith(f"{name}.v1")]
    return found[nth]


def begins(log: Forged, name: str) -> list[int]:
    """Return the indices of events that begin a command with this action."""
    causes = [event["e"]["cause"] for event in log.events]
    return [k for k, c in enumerate(causes) if isinstance(c, dict) and c["action"]["type"] == name]


def commands(log: Forged) -> list[range]:
    """Return the indices of the events of each command."""
    causes = [(k, event["e"]["cause"]) for k, event in enumerate(log.events)]
    return [range(k, cause["last"]) for k, cause in causes if isinstance(cause, dict)]
