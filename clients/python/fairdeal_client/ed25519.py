"""Ed25519 signatures are checked (RFC 8032) in plain Python: a few milliseconds each.

The package needs no compiled library for it. Nothing here makes signatures: secrets would need
arithmetic whose time does not depend on them.
"""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # a square root of -1
Point = tuple[int, int, int, int]  # extended coordinates: no inversion at each step


def is_signed(message: bytes, signature: bytes, public: bytes) -> bool:
    """Say whether this is the signature of a message by the owner of a public key."""
    if len(signature) != 64 or len(public) != 32:
        return False
    nonce, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    key, commitment = _decoded(public), _decoded(nonce)
    if key is None or commitment is None or scalar >= L:
        return False
    order = int.from_bytes(hashlib.sha512(nonce + public + message).digest(), "little") % L
    return _is_same(_times(scalar, BASE), _plus(commitment, _times(order, key)))


def _decoded(data: bytes) -> Point | None:
    """Return the point that 32 bytes stand for, if they do."""
    number = int.from_bytes(data, "little")
    y = number % 2**255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if x * x % P != square or (x == 0 and number >> 255):
        return None
    x = P - x if x % 2 != number >> 255 else x
    return x, y, 1, x * y % P


def _plus(one: Point, other: Point) -> Point:
    """Add two points."""
    a = (one[1] - one[0]) * (other[1] - other[0])
    b = (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * one[3] * other[3] * D, 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    """Multiply a point."""
    found: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = _plus(found, point)
        point = _plus(point, point)
        number >>= 1
    return found


def _is_same(one: Point, other: Point) -> bool:
    """Compare two points."""
    x = (one[0] * other[2] - other[0] * one[2]) % P
    y = (one[1] * other[2] - other[1] * one[2]) % P
    return x == y == 0


def _base_point() -> Point:
    found = _decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert found is not None
    return found


BASE = _base_point()
