"""What Web Push computes on P-256, and what it encrypts; loads `cryptography`."""

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def has_point(data: bytes) -> bool:
    """Say whether bytes are a public key."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        return False
    return True


def public_point(number: int) -> bytes:
    """Return the public key of a private one, in its long form."""
    return _point_of(ec.derive_private_key(number, CURVE))


def sign(number: int, text: bytes) -> bytes:
    """Return the signature by a private key, both of its numbers in 32 bytes (RFC 7518, 3.4)."""
    der = ec.derive_private_key(number, CURVE).sign(text, ec.ECDSA(hashes.SHA256()))
    return b"".join(one.to_bytes(32, "big") for one in decode_dss_signature(der))


def encrypt(client: bytes, secret: bytes, salt: bytes, body: bytes) -> tuple[bytes, bytes]:
    """Return a fresh public key, and a message that only the client can read (RFC 8291)."""
    own = ec.generate_private_key(CURVE)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, client))
    public = _point_of(own)
    common = _derive(secret, shared, b"WebPush: info\x00" + client + public, 32)
    content_key = _derive(salt, common, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(salt, common, b"Content-Encoding: nonce\x00", 12)
    return public, AESGCM(content_key).encrypt(nonce, body + b"\x02", None)  # 2: the last record


def _point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key in its long form."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Return a key that follows from a secret."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
