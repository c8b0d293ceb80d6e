"""Signatures of webhooks by Standard Webhooks (https://www.standardwebhooks.com)."""

import base64
import hashlib
import hmac
from collections.abc import Iterable

from events.push.subscriptions import SECRET_PREFIX


def webhook_headers(secrets: Iterable[str], message: str, now: int, body: bytes) -> dict[str, str]:
    """Return the headers of a webhook: its id, its time, a signature by each secret.

    Args:
        secrets: the newest first.
        message: its id.
        now: in milliseconds.
        body: as it is sent.
    """
    seconds = str(now // 1000)
    signed = b".".join((message.encode(), seconds.encode(), body))
    signatures = (_signature(secret, signed) for secret in secrets)
    return {
        "Content-Type": "application/json",
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, signed: bytes) -> str:
    """Return the signature by a secret, with its version."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
