"""Ed25519 signatures over canonical JSON: only checked here, where no key is ever made or held.

The one place of the rules that asks a library: pure arithmetic, hundreds of times faster in C.
"""

from nacl.bindings import crypto_sign_open
from nacl.exceptions import CryptoError

from games.core.fairness.shuffle import canonical_bytes

SIGNATURE = 128  # hex digits
KEY = 64


def is_hex(text: str, digits: int) -> bool:
    """Say whether `text` has so many lower-case hex digits and nothing else."""
    return len(text) == digits and not text.strip("0123456789abcdef")


def is_signed(public: str, message: bytes, signature: str) -> bool:
    """Say whether `signature` (hex) of `message` is by the holder of the public key (hex)."""
    if not is_hex(public, KEY) or not is_hex(signature, SIGNATURE):
        return False
    try:
        crypto_sign_open(bytes.fromhex(signature) + message, bytes.fromhex(public))
    except CryptoError:
        return False
    return True


def signed_bytes(purpose: str, *values: object) -> bytes:
    """Return what is signed: a JSON array of the purpose and the values, in canonical form."""
    return canonical_bytes([purpose, *values])
