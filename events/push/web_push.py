"""Web Push: messages encrypted for a browser (RFC 8291), servers known by VAPID (RFC 8292)."""

import base64
import binascii
import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

import orjson
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from events.egress import parse_target
from events.history.signing_keys import write_temporary_file
from events.push.notices import YOUR_TURN, Notice
from events.push.subscriptions import PushSubscription

FILE: Final = "push.key"
CURVE: Final = ec.SECP256R1()
POINT: Final = 65  # bytes of a public key
AUTH: Final = 16  # bytes of a client's secret
RECORD: Final = 4096  # bytes of a record; a message of ours is one
DAY: Final = 86_400  # seconds
LIFE: Final = DAY // 2  # seconds for which a server's proof holds
RENEWED: Final = 3_600_000  # milliseconds for which it is used again
URGENT: Final = (YOUR_TURN, "invitation", "test")
TOPIC: Final = 32  # characters


class BadClientKey(ValueError):
    """A key of a client that is none."""


class VapidKey:
    """The key by which push services know this server; it stays, or all would have to subscribe."""

    def __init__(self, folder: Path) -> None:
        """Read the key of a folder; it is made on the first start."""
        path = folder / FILE
        if not path.exists():
            _make_vapid_key(path)
        number = int(path.read_text(encoding="ascii").strip(), 16)
        self.private = ec.derive_private_key(number, CURVE)
        self.public = encode_base64url(_point_of(self.private))
        self.proofs: dict[str, tuple[int, str]] = {}  # by origin: since when, and the header

    def authorization(self, origin: str, contact: str, now: int) -> str:
        """Return the header by which a push service knows this server; `now` in milliseconds."""
        since, header = self.proofs.get(origin, (0, ""))
        if not 0 <= now - since < RENEWED:
            header = f"vapid t={self._token(origin, contact, now)}, k={self.public}"
            if len(self.proofs) > 1_000:
                self.proofs.clear()
            self.proofs[origin] = (now, header)
        return header

    def _token(self, origin: str, contact: str, now: int) -> str:
        """Return a signed statement to a push service."""
        claims = {"aud": origin, "exp": now // 1000 + LIFE} | ({"sub": contact} if contact else {})
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encode_base64url(orjson.dumps(one)) for one in (head, claims))
        der = self.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        signature = b"".join(one.to_bytes(32, "big") for one in decode_dss_signature(der))
        return f"{signed}.{encode_base64url(signature)}"


def _make_vapid_key(path: Path) -> None:
    """Write a key, whole from the first moment, unless another process has done so."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    text = f"{number:064x}\n".encode()
    with write_temporary_file(path, text) as part, suppress(FileExistsError):
        os.link(part, path)


def encode_base64url(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode_base64url(text: str, length: int) -> bytes:
    """Return so many bytes from base64url, padded or not; BadClientKey if they are others."""
    try:
        data = base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        raise BadClientKey("it is not base64url") from None
    if len(data) != length:
        raise BadClientKey(f"it must be {length} bytes as base64url, and is {len(data)}")
    return data


def require_client_keys(key: str, secret: str) -> None:
    """Refuse keys of a client for which nothing could be encrypted.

    Raises:
        BadClientKey: they are none.
    """
    _decode_base64url(secret, AUTH)
    _parse_point(_decode_base64url(key, POINT))


def _parse_point(data: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key of a client."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        raise BadClientKey("it is no point of P-256") from None


def _point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return a public key in its long form."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt_for_client(body: bytes, key: str, secret: str) -> bytes:
    """Return a message that only a client can read (RFC 8291, aes128gcm), each time another."""
    client, salt = _decode_base64url(key, POINT), secrets.token_bytes(16)
    own = ec.generate_private_key(CURVE)
    shared = own.exchange(ec.ECDH(), _parse_point(client))
    public = _point_of(own)
    info = b"WebPush: info\x00" + client + public
    common = _derive(_decode_base64url(secret, AUTH), shared, info, 32)
    content_key = _derive(salt, common, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(salt, common, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(content_key).encrypt(nonce, body + b"\x02", None)  # 2: the last record


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Return a key that follows from a secret."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def web_push_headers(
    notice: Notice, subscription: PushSubscription, vapid: VapidKey, contact: str, now: int
) -> dict[str, str]:
    """Return the headers of a message for a push service, which keeps it while a client sleeps."""
    until = notice.made_at + 1000 * DAY if notice.deadline is None else notice.deadline
    headers = {
        "Authorization": vapid.authorization(parse_target(subscription.url).origin, contact, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(min(DAY, max(0, (until - now) // 1000))),
        "Urgency": "high" if notice.kind in URGENT else "normal",
    }
    if notice.kind == YOUR_TURN:  # a newer one takes the place of an older that still waits
        headers["Topic"] = encode_base64url(hashlib.sha256(notice.name.encode()).digest())[:TOPIC]
    return headers
