"""Device codes (RFC 8628): a program without a browser shows a code, and its player types it in.

The program asks until the player has answered. Of both codes only hashes are stored.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from events.accounts.codes import canonical_code
from events.accounts.keys import FENCE_KEY
from events.accounts.players import Players, token_hash
from events.apps.app_grants import (
    AppTokens,
    draft_grant,
    grant_conditions,
    require_consent,
    write_grant,
)
from events.apps.claims import claim
from events.apps.keys import device_key, poll_key, user_code_key
from events.apps.oauth_errors import OAuthError, invalid_grant
from events.store.streams import Store

DEVICE_LIFE = 600_000  # milliseconds
INTERVAL = 5  # seconds between two questions of a program
EARLY = 500  # milliseconds by which it may come too early: its clock is not ours
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words (RFC 8628, section 6.1)
LENGTH = 8
WAITING, ALLOWED, DENIED = "waiting", "allowed", "denied"


class DeviceStart(NamedTuple):
    """What a program is given: the code that it keeps, and the one that it shows."""

    device_code: str
    user_code: str


class CodedDevice(NamedTuple):
    """A program that shows a code to its player.

    Attributes:
        digest: of its device code, under which the store has it, as `raw`.
        state: whether it waits for its player's answer, or which one it was.
        player: who has answered; empty: nobody.
    """

    digest: str
    raw: bytes
    app: str
    scopes: tuple[str, ...]
    state: str
    player: str


def start_device(store: Store, app_id: str, scopes: Sequence[str]) -> DeviceStart:
    """Let a program wait for its player."""
    device_code, digest, user_code = secrets.token_urlsafe(32), "", ""
    digest = token_hash(device_code)
    is_taken = True
    while is_taken:
        letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        user_code = f"{letters[:4]}-{letters[4:]}"
        key = user_code_key(_user_hash(user_code))
        is_taken = not store.redis.set(key, digest, nx=True, px=DEVICE_LIFE)
    row = {
        "app": app_id, "scopes": [*scopes], "state": WAITING, "player": "", "by": "",
        "expires": store.now() + DEVICE_LIFE,
    }  # fmt: skip
    store.redis.set(device_key(digest), orjson.dumps(row), px=DEVICE_LIFE)
    store.wait_at(FENCE_KEY)
    return DeviceStart(device_code, user_code)


def find_device(store: Store, user_code: str) -> CodedDevice | None:
    """Return the program that shows a code; None: none does, or it has its tokens."""
    digest: Any = store.redis.get(user_code_key(_user_hash(user_code)))
    raw: Any = None if digest is None else store.redis.get(device_key(digest.decode()))
    if raw is None:
        return None
    row = orjson.loads(raw)
    scopes = tuple(row["scopes"])
    return CodedDevice(digest.decode(), raw, row["app"], scopes, row["state"], row["player"])


def answer_device(store: Store, device: CodedDevice, player_id: str, by: str, allow: bool) -> bool:
    """Write a player's answer to a program; say whether it was the first, or is the same again.

    `by` is the hash of the token with which the player answers; a yes ends with it.
    """
    state = ALLOWED if allow else DENIED
    if device.state != WAITING:
        return (device.state, device.player) == (state, player_id)
    row, key = orjson.loads(device.raw), device_key(device.digest)
    row |= {"state": state, "player": player_id, "by": by}
    answered = orjson.dumps(row)
    written = ("SET", key, answered, "PXAT", row["expires"])
    if claim(store, [(device.raw, ("GET", key))], [written]):
        return True
    return bool(store.redis.get(key) == answered)  # by a first try, whose answer got lost


def exchange_device_code(players: Players, app_id: str, device_code: str) -> AppTokens:
    """Return tokens for a device code that a player has allowed, which is used up by that.

    Raises:
        OAuthError: the player has not answered yet, or said no; it was asked too soon; or the code
            is not valid, too old or another app's.
    """
    store, digest = players.store, token_hash(device_code)
    key = device_key(digest)
    raw: Any = store.redis.get(key)
    if raw is None:
        raise OAuthError("expired_token", "This device code is too old, used, or not valid")
    row = orjson.loads(raw)
    if row["app"] != app_id:
        raise invalid_grant("This device code was given to another app")
    if row["state"] == WAITING:
        pause = 1000 * INTERVAL - EARLY
        if not store.redis.set(poll_key(digest), 1, nx=True, px=pause):
            raise OAuthError("slow_down", f"Ask every {INTERVAL} seconds at most")
        raise OAuthError("authorization_pending", "The player has not answered yet; ask again")
    if row["state"] == DENIED:
        raise OAuthError("access_denied", "The player has not allowed it")
    require_consent(players, row["player"], row["by"])
    draft = draft_grant(store, app_id, row["player"], row["scopes"])
    conditions = [(raw, ("GET", key)), *grant_conditions(app_id, row["player"], row["by"])]
    if not write_grant(store, draft, conditions, [("DEL", key)]):
        raise invalid_grant("This device code was used at the same moment, or the consent is gone")
    return draft.tokens


def _user_hash(user_code: str) -> str:
    """Return what is stored of a code that people type in, however it is written."""
    return token_hash(canonical_code(user_code))
