"""Only the variant of Ed25519 in docs/reference/proofs.md is taken: verifiers must agree."""

import hashlib
from collections.abc import Iterator

from nacl import bindings as ed25519

from games.core.fairness.signature import is_signed

ORDER = 2**252 + 27742317777372353535851937790883648493
TORSION = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")  # 8
Case = tuple[bytes, bytes, bytes, bool]  # public key, message, signature, whether it is one
SECRET, NONCE = 5**80 % ORDER, 7**80 % ORDER


def point(scalar: int) -> bytes:
    return ed25519.crypto_scalarmult_ed25519_base_noclamp(scalar.to_bytes(32, "little"))


def signature(public: bytes, message: bytes, commitment: bytes) -> tuple[bytes, int]:
    """Return what the equation asks for, whatever the points are, and the scalar of the hash."""
    digest = hashlib.sha512(commitment + public + message).digest()
    scalar = int.from_bytes(digest, "little") % ORDER
    return commitment + ((NONCE + scalar * SECRET) % ORDER).to_bytes(32, "little"), scalar


def other_forms() -> Iterator[Case]:
    """Yield a signature, and the forms in which none is one."""
    public, message = point(SECRET), b"message"
    good, _ = signature(public, message, point(NONCE))
    yield public, message, good, True
    high = int.from_bytes(good[32:], "little") + ORDER  # the same number, written otherwise
    yield public, message, good[:32] + high.to_bytes(32, "little"), False
    small = bytes([1, *bytes(31)])  # a key for which everything would be signed
    yield small, message, small + bytes(32), False
    _, scalar = signature(public, message, small)  # no nonce at all
    yield public, message, small + (scalar * SECRET % ORDER).to_bytes(32, "little"), False


def with_cofactor() -> Iterator[Case]:
    """Yield what a verifier that multiplies by the cofactor would take."""
    mixed = ed25519.crypto_core_ed25519_add(point(NONCE), TORSION)
    for number in range(8):
        message = b"%d" % number
        yield point(SECRET), message, signature(point(SECRET), message, mixed)[0], False
    public = ed25519.crypto_core_ed25519_add(point(SECRET), TORSION)
    for number in range(24):
        message = b"%d" % number
        odd, scalar = signature(public, message, point(NONCE))
        yield public, message, odd, scalar % 8 == 0


def test_a_signature_of_any_other_form_is_refused() -> None:
    for public, message, given, holds in other_forms():
        assert is_signed(public.hex(), message, given.hex()) is holds


def test_the_equation_is_the_one_without_cofactor() -> None:
    for public, message, given, holds in with_cofactor():
        assert is_signed(public.hex(), message, given.hex()) is holds
