"""Of the variants of Ed25519 one is checked, that of docs/fairness.md: verifiers must agree."""

import hashlib

from nacl import bindings as ed25519

from games.core.signature import is_signed

ORDER = 2**252 + 27742317777372353535851937790883648493
TORSION = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")  # 8
SECRET, NONCE = 5**80 % ORDER, 7**80 % ORDER


def point(scalar: int) -> bytes:
    return ed25519.crypto_scalarmult_ed25519_base_noclamp(scalar.to_bytes(32, "little"))


def signature(public: bytes, message: bytes, commitment: bytes) -> tuple[bytes, int]:
    """Return what the equation asks for, whatever the points are, and the scalar of the hash."""
    digest = hashlib.sha512(commitment + public + message).digest()
    scalar = int.from_bytes(digest, "little") % ORDER
    return commitment + ((NONCE + scalar * SECRET) % ORDER).to_bytes(32, "little"), scalar


def test_a_signature_of_any_other_form_is_refused() -> None:
    public, commitment, message = point(SECRET), point(NONCE), b"message"
    good, _ = signature(public, message, commitment)
    assert is_signed(public.hex(), message, good.hex())
    high = int.from_bytes(good[32:], "little") + ORDER  # the same number, written otherwise
    assert not is_signed(public.hex(), message, (good[:32] + high.to_bytes(32, "little")).hex())
    small = bytes([1, *bytes(31)])  # a key for which everything would be signed
    assert not is_signed(small.hex(), message, (small + bytes(32)).hex())


def test_the_equation_is_the_one_without_cofactor() -> None:
    mixed = ed25519.crypto_core_ed25519_add(point(NONCE), TORSION)
    for number in range(8):
        message = b"%d" % number
        bad, _ = signature(point(SECRET), message, mixed)
        assert not is_signed(point(SECRET).hex(), message, bad.hex())
    public = ed25519.crypto_core_ed25519_add(point(SECRET), TORSION)
    for number in range(24):
        message = b"%d" % number
        odd, scalar = signature(public, message, point(NONCE))
        assert is_signed(public.hex(), message, odd.hex()) == (scalar % 8 == 0)
