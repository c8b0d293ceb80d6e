"""Web Push: messages encrypted for a browser (RFC 8291), servers known by VAPID (RFC 8292).

What computes on P-256 is imported where it is used: it takes 8 MB, which most servers never need.
"""

import base64
import binascii
import hashlib
import os
import secrets
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final

import orjson

from events.egress import parse_target
from events.history.signing_keys import write_temporary_file
from events.push.notices import YOUR_TURN, Notice
from events.push.subscriptions import PushSubscription

FILE: Final = "push.key"
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
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
        self.number = int(path.read_text(encoding="ascii").strip(), 16)
        self.proofs: dict[str, tuple[int, str]] = {}  # by origin: since when, and the header

    @cached_property
    def public(self) -> str:
        """Return the public key, by which clients subscribe."""
        from events.push.p256 import public_point  # noqa: PLC0415

        return encode_base64url(public_point(self.number))

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
        from events.push.p256 import sign  # noqa: PLC0415

        claims = {"aud": origin, "exp": now // 1000 + LIFE} | ({"sub": contact} if contact else {})
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encode_base64url(orjson.dumps(one)) for one in (head, claims))
        return f"{signed}.{encode_base64url(sign(self.number, signed.encode()))}"


def _make_vapid_key(path: Path) -> None:
    """Write a key, whole from the first moment, unless another process has done so."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = 1 + secrets.randbelow(ORDER - 1)
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
    from events.push.p256 import has_point  # noqa: PLC0415

    _decode_base64url(secret, AUTH)
    if not has_point(_decode_base64url(key, POINT)):
        raise BadClientKey("it is no point of P-256")


def encrypt_for_client(body: bytes, key: str, secret: str) -> bytes:
    """Return a message that only a client can read (RFC 8291, aes128gcm), each time another."""
    from events.push.p256 import encrypt  # noqa: PLC0415

    client, salt = _decode_base64url(key, POINT), secrets.token_bytes(16)
    public, content = encrypt(client, _decode_base64url(secret, AUTH), salt, body)
    return b"".join((salt, RECORD.to_bytes(4, "big"), bytes([len(public)]), public, content))


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
