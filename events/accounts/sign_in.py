"""Sign-in codes: what a device that is signed in shows, and a second one enters to be signed in.

A code is 56 random bits, works once, and only for five minutes. It is kept as a hash and ends with
the token of the device that made it, so nobody who was signed out gets in again by it. How often an
address may guess is limited (`service.limits.quotas`): 30 guesses an hour find one of 1,000 open
codes in 270 million years.
"""

import secrets
from typing import Any, NamedTuple

import orjson

from events.accounts.codes import canonical_code, format_code
from events.accounts.grants import token_id
from events.accounts.keys import FENCE_KEY, SIGN_IN_KEY, sign_ins_of
from events.accounts.players import Player, Players, token_hash
from games.core.errors import FairdealError

BYTES = 7  # of a code: 12 letters, which people type on a phone
LIFE = 300_000  # milliseconds that a code works
STATUS_LIFE = 2 * LIFE  # milliseconds that is told what became of it


class WrongSignInCode(FairdealError):
    """No device shows this code now."""

    code, status = "player/wrong_sign_in_code", 403
    detail = (
        "This sign-in code is not valid: it was mistyped or used already, or is older than 5"
        " minutes. Make another one on the device that is signed in"
    )


class SignInCode(NamedTuple):
    """A code as the device that made it knows it: all but the code itself.

    Attributes:
        used_at: None: no device has entered it yet.
    """

    id: str
    expires_at: int
    used_at: int | None


def make_sign_in_code(players: Players, player_id: str, token: str) -> tuple[str, SignInCode]:
    """Make a code that signs one more device in; `token` is that of the device that shows it."""
    code, now = format_code(secrets.token_bytes(BYTES)), players.store.now()
    digest = token_hash(canonical_code(code))
    made = SignInCode(token_id(digest), now + LIFE, None)
    row = {"player": player_id, "by": token_hash(token), "expires": made.expires_at}
    players.store.at_once(
        SIGN_IN_KEY,
        ("SET", f"{SIGN_IN_KEY}:{digest}", orjson.dumps(row), "PX", LIFE),
        *_note_commands(player_id, made),
    )
    players.store.wait_at(FENCE_KEY)
    return code, made


def _note_commands(player_id: str, one: SignInCode) -> list[tuple[Any, ...]]:
    """Return the commands that note what became of a code."""
    known = sign_ins_of(player_id)
    return [
        ("HSET", known, one.id, orjson.dumps([one.expires_at, one.used_at])),
        ("PEXPIRE", known, STATUS_LIFE),
    ]


def sign_in_codes(players: Players, player_id: str) -> list[SignInCode]:
    """Return the codes that a player made in the last ten minutes, the newest first."""
    rows: Any = players.store.redis.hgetall(sign_ins_of(player_id))
    now = players.store.now()
    found = [SignInCode(one.decode(), *orjson.loads(row)) for one, row in rows.items()]
    known = [one for one in found if one.expires_at + LIFE > now]
    return sorted(known, key=lambda one: one.expires_at, reverse=True)


def claim_sign_in_code(players: Players, code: str) -> Player:
    """Use a code up, and return whose it is; of several who send it at once, one gets that.

    Raises:
        WrongSignInCode: nobody's, or not any more.
    """
    digest = token_hash(canonical_code(code))
    text: Any = players.store.redis.getdel(f"{SIGN_IN_KEY}:{digest}")
    if text is None:
        raise WrongSignInCode
    row, now = orjson.loads(text), players.store.now()
    owner = players.find(row["player"])
    if owner is None or now >= row["expires"] or not players.holds(row["by"]):
        raise WrongSignInCode
    used = SignInCode(token_id(digest), row["expires"], now)
    players.store.at_once(SIGN_IN_KEY, *_note_commands(owner.id, used))
    return owner
