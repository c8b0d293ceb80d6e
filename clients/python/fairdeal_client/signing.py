"""Actions signed by a key of the player's own, so that nobody else can act in that name (T14)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fairdeal_client.canonical import canonical


@dataclass(frozen=True)
class Signer:
    """An Ed25519 key.

    Attributes:
        public: the public half as 64 hex digits.
        sign: returns the 64 bytes of the signature of a message; the secret half may lie anywhere.
    """

    public: str
    sign: Callable[[bytes], bytes]

    def signature(self, *values: Any) -> str:
        """Sign JSON values; return hex digits."""
        return self.sign(canonical(values)).hex()

    def key_body(self, player: str) -> Any:
        """Return what registers the key for an account."""
        proof = self.signature("fairdeal/player-key/1", player, self.public)
        return {"public": self.public, "proof": proof}

    def header(self, table: str, seat: int, n: int, head: str, action: Any) -> str:
        """Return the header that signs an action behind event `n` of a table."""
        signature = self.signature("fairdeal/action/1", table, seat, n, head, action)
        return f"after={n}, ed25519={signature}"
