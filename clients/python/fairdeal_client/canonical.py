"""The bytes that are hashed and signed (docs/reference/proofs.md)."""

import hashlib
import json
from typing import Any

from fairdeal_client.errors import Lie


def canonical(value: Any) -> bytes:
    """Return the one form of a JSON value: RFC 8785, for integers and ASCII keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(*parts: bytes) -> bytes:
    """Hash bytes."""
    return hashlib.sha256(b"".join(parts)).digest()


def require(holds: bool, lie: str) -> None:
    """Stop at a lie."""
    if not holds:
        raise Lie(lie)
