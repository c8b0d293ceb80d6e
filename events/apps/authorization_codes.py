"""Authorization codes: an app's proof that a player said yes, exchanged once for tokens.

A code is bound to the app, to the redirect URI to which it was sent, and to the app's PKCE
challenge (RFC 7636). Used twice, it ends what it gave: one of the two has stolen it.
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from events.accounts.keys import FENCE_KEY
from events.accounts.players import Players, token_hash
from events.apps.app_grants import (
    AppTokens,
    draft_grant,
    end_grant,
    grant_conditions,
    require_consent,
    write_grant,
)
from events.apps.keys import code_key
from events.apps.oauth_errors import invalid_grant

CODE_LIFE = 60_000  # milliseconds
USED_KNOWN = 600_000  # milliseconds for which a used code is known
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # a SHA-256 in base64url


class Consent(NamedTuple):
    """What a player allows an app, and how the app proves that it asked for that.

    Attributes:
        by: hash of the token with which the player allowed it; the consent ends with it.
    """

    app: str
    player: str
    by: str
    redirect_uri: str
    scopes: Sequence[str]
    challenge: str


def write_code(players: Players, consent: Consent) -> str:
    """Return a code for a consent; it is stored only as a hash, for a minute."""
    code = secrets.token_urlsafe(32)
    row = orjson.dumps(consent._asdict())
    players.store.redis.set(code_key(token_hash(code)), row, px=CODE_LIFE)
    players.store.wait_at(FENCE_KEY)
    return code


def exchange_code(
    players: Players, app_id: str, code: str, redirect_uri: str | None, verifier: str
) -> AppTokens:
    """Return tokens for a code, which is used up by that; `redirect_uri`: None where none is sent.

    Raises:
        OAuthError: the code is not valid, or was used, which ends what it gave; it is another
            app's or was sent to another URI; or the verifier is not that of the challenge.
    """
    key = code_key(token_hash(code))
    raw, row = _read_code(players, key)
    consent = Consent(**row)
    if consent.app != app_id:
        raise invalid_grant("This code was given to another app")
    if redirect_uri is not None and redirect_uri != consent.redirect_uri:
        raise invalid_grant("This code was sent to another redirect URI")
    if not (VERIFIER.fullmatch(verifier) and _is_challenge_of(verifier, consent.challenge)):
        raise invalid_grant("The code_verifier is not that of the code_challenge")
    require_consent(players, consent.player, consent.by)
    draft = draft_grant(players.store, app_id, consent.player, consent.scopes)
    used = orjson.dumps({"player": consent.player, "used": draft.id})
    conditions = [(raw, ("GET", key)), *grant_conditions(app_id, consent.player, consent.by)]
    is_mine = write_grant(players.store, draft, conditions, [("SET", key, used, "PX", USED_KNOWN)])
    if not is_mine:  # somebody else was faster: the code is used, unless app or consent is gone
        _read_code(players, key)
        raise invalid_grant("The app, the account or the consent is gone")
    return draft.tokens


def _read_code(players: Players, key: str) -> tuple[bytes, dict[str, Any]]:
    """Return what is kept of a code, raw and read; OAuthError if it is unknown or used."""
    raw: Any = players.store.redis.get(key)
    if raw is None:
        raise invalid_grant("This code is not valid, or too old; sign the player in again")
    row = orjson.loads(raw)
    if "used" in row:
        end_grant(players, row["player"], row["used"])
        raise invalid_grant("This code was used before, so the tokens that it gave have ended")
    return raw, row


def _is_challenge_of(verifier: str, challenge: str) -> bool:
    """Say whether a challenge was made from a verifier."""
    digest = hashlib.sha256(verifier.encode()).digest()
    made = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return hmac.compare_digest(made, challenge)
