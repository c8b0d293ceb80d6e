"""What players have allowed apps: each grant has a family of refresh tokens and access tokens.

A grant is a row among the tokens of its player (`events.accounts.grants`). It holds the hashes of
the refresh tokens that are valid: first the one in use, then those made from it. As long as none of
these was used the one in use stays valid, so that an app may ask again after an answer that got
lost. With the first use of a new one all others are spent. Whoever sends a spent one has it from
somebody else, or somebody has theirs: the whole grant ends.

A refresh token names its grant, and has the grant's mark (a MAC), so one that was spent long ago is
known without being stored: however often an app refreshes, the store holds no more of it.
"""

import base64
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import orjson

from events.accounts.grants import APP, GRANT_LIFE, grant_behind, is_over
from events.accounts.keys import PLAYERS_KEY, TOKENS_KEY, tokens_of, use_of
from events.accounts.players import Players, token_hash
from events.accounts.token_rows import rows_of_tokens
from events.apps.claims import Words, claim
from events.apps.keys import APPS_KEY, grants_key
from events.apps.oauth_errors import OAuthError, invalid_grant
from events.store.streams import Store

ACCESS_PREFIX, REFRESH_PREFIX = "fda_", "fdr_"  # secret scanners know tokens by them
REFRESH_TOKEN = re.compile(
    rf"{REFRESH_PREFIX}(?P<grant>g[0-9a-f]{{18}})(?P<nonce>[\w-]{{43}})(?P<mark>[\w-]{{22}})",
    re.ASCII,
)
MARK = 16  # bytes
ACCESS_LIFE = 3_600_000  # milliseconds
CHILDREN = 4  # refresh tokens made from one that are valid at once
ACCESSES = 5  # access tokens of a grant that are valid at once
TRIES = 8  # of a refresh while others refresh the same grant


class AppTokens(NamedTuple):
    """What an app is given: the tokens themselves, shown once, and what they may do."""

    access: str
    refresh: str
    scopes: tuple[str, ...]


class AppGrant(NamedTuple):
    """What a player has allowed an app.

    Attributes:
        app_name: what its owner calls the app.
        used_at: when it was last used, to the minute; None: never.
    """

    id: str
    player: str
    app: str
    app_name: str
    scopes: tuple[str, ...]
    made_at: int
    used_at: int | None


class GrantDraft(NamedTuple):
    """A grant's new tokens, and the commands that write them."""

    tokens: AppTokens
    id: str
    commands: list[Words]


def draft_grant(store: Store, app_id: str, player_id: str, scopes: Sequence[str]) -> GrantDraft:
    """Return a new grant with its first tokens, which is not written yet."""
    grant_id = "g" + secrets.token_hex(9)
    grant = {
        "kind": APP, "id": grant_id, "player": player_id, "app": app_id, "scopes": [*scopes],
        "made": store.now(),
    }  # fmt: skip
    row = {"grant": grant, "access": [], "key": secrets.token_hex(32)}
    draft = _draft_tokens(store, row, (), scopes)
    commands = [
        *draft.commands,
        ("SADD", tokens_of(player_id), grant_id),
        ("SADD", grants_key(app_id), grant_id),
    ]
    return draft._replace(commands=commands)


def write_grant(
    store: Store,
    draft: GrantDraft,
    conditions: Iterable[tuple[Any, Words]],
    commands: Iterable[Words] = (),
) -> bool:
    """Write the tokens of a draft, and run commands, if all conditions hold; say whether they do.

    They did, too, where a first try has written it, and the store's answer got lost on its way.
    """
    if claim(store, conditions, [*commands, *draft.commands]):
        return True
    row = rows_of_tokens(store, [draft.id]).get(draft.id)
    return row is not None and token_hash(draft.tokens.refresh) in row["refresh"]


def grant_conditions(app_id: str, player_id: str, by: str) -> list[tuple[Any, Words]]:
    """Return what must be so when a grant is written: app, player and the token `by` are there.

    `by` is the hash of the token with which the player allowed it. Else a thief who is signed out
    would come back by a code that he allowed before.
    """
    return [
        (1, ("HEXISTS", APPS_KEY, app_id)),
        (1, ("HEXISTS", PLAYERS_KEY, player_id)),
        (1, ("HEXISTS", TOKENS_KEY, by)),
    ]


def _draft_tokens(
    store: Store, row: dict[str, Any], before: Iterable[str], scopes: Sequence[str]
) -> GrantDraft:
    """Return new tokens of a grant; the refresh tokens whose hashes are in `before` stay valid."""
    grant, now = row["grant"], store.now()
    grant_id, player_id = grant["id"], grant["player"]
    access, nonce = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    refresh_token = REFRESH_PREFIX + grant_id + nonce + _mark_of(row, nonce)
    tokens = AppTokens(ACCESS_PREFIX + access, refresh_token, tuple(scopes))
    digest, refresh = token_hash(tokens.access), token_hash(tokens.refresh)
    accesses = [*row["access"], digest]
    dropped, still_good = accesses[:-ACCESSES], accesses[-ACCESSES:]
    grant_row = {
        "expires": now + GRANT_LIFE, "grant": grant, "refresh": [*before, refresh],
        "access": still_good, "key": row["key"],
    }  # fmt: skip
    access_row = {"expires": now + ACCESS_LIFE, "grant": {**grant, "scopes": [*scopes]}}
    commands: list[Words] = [
        ("HSET", TOKENS_KEY, grant_id, orjson.dumps(grant_row), digest, orjson.dumps(access_row)),
        ("SADD", tokens_of(player_id), digest),
    ]
    if dropped:
        commands += [("HDEL", TOKENS_KEY, *dropped), ("SREM", tokens_of(player_id), *dropped)]
    return GrantDraft(tokens, grant_id, commands)


def refresh_tokens(
    players: Players, app_id: str, token: str, wanted: Sequence[str] | None = None
) -> AppTokens:
    """Return new tokens for a refresh token; `wanted`: fewer scopes than the grant has.

    Raises:
        OAuthError: the token is not valid, is another app's, or was used up, which ends the grant;
            or the grant lacks a scope.
    """
    store, digest = players.store, token_hash(token)
    for _ in range(TRIES):
        raw, row = _grant_of_refresh(store, token)
        if row is None or row["grant"]["app"] != app_id:
            raise invalid_grant("This refresh token is not valid; sign the player in again")
        grant = row["grant"]
        if digest not in row["refresh"]:
            end_grant(players, grant["player"], grant["id"])
            raise invalid_grant("This refresh token was used before, so its grant has ended")
        _require_usable_account(players, grant["player"])
        scopes = grant["scopes"] if wanted is None else wanted
        if not set(scopes) <= set(grant["scopes"]):
            raise OAuthError("invalid_scope", "The player has not allowed all of these scopes")
        draft = _draft_tokens(store, row, _still_valid(row["refresh"], digest), scopes)
        grant_at = ("HGET", TOKENS_KEY, grant["id"])
        if write_grant(store, draft, [(raw, grant_at)]):
            players.forget(row["access"][: 1 - ACCESSES])
            return draft.tokens
    raise invalid_grant("Others use this refresh token at the same moment; try again")


def _grant_of_refresh(store: Store, token: str) -> tuple[bytes, dict[str, Any] | None]:
    """Return the row of the grant that has made a refresh token, raw and read; None: none has."""
    found = REFRESH_TOKEN.fullmatch(token)
    raw: Any = None if found is None else store.redis.hget(TOKENS_KEY, found["grant"])
    if found is None or raw is None:
        return b"", None
    row = orjson.loads(raw)
    is_ours = hmac.compare_digest(_mark_of(row, found["nonce"]), found["mark"])
    return (raw, row) if is_ours and not is_over(row, store.now()) else (b"", None)


def _mark_of(row: dict[str, Any], nonce: str) -> str:
    """Return by what a grant knows its refresh tokens, those that were spent too."""
    mac = hmac.digest(bytes.fromhex(row["key"]), nonce.encode(), "sha256")
    return base64.urlsafe_b64encode(mac[:MARK]).decode().rstrip("=")


def _still_valid(hashes: Sequence[str], used: str) -> list[str]:
    """Return the refresh tokens that stay valid when one is used, the one in use first."""
    in_use, *children = hashes
    return [in_use, *children[1 - CHILDREN :]] if used == in_use else [used]


def _require_usable_account(players: Players, player_id: str) -> None:
    """Refuse tokens for an account that is gone or blocked."""
    found = players.find(player_id)
    if found is None or found.blocked:
        raise invalid_grant("The account is gone, or blocked by the operator of this server")


def require_consent(players: Players, player_id: str, by: str) -> None:
    """Refuse tokens for a consent whose account is gone or blocked, or whose token `by` ended."""
    _require_usable_account(players, player_id)
    if not players.holds(by):
        raise invalid_grant("The device on which the player allowed this was signed out; ask again")


def revoke_app_token(players: Players, app_id: str, token: str) -> None:
    """End an access token, or with a refresh token its whole grant; nothing if it has ended.

    Raises:
        OAuthError: it is another app's.
    """
    digest = token_hash(token)
    row = _grant_of_refresh(players.store, token)[1]
    is_refresh = row is not None
    row = row or rows_of_tokens(players.store, [digest]).get(digest)
    if row is None or grant_behind(row) is None:
        return
    grant = row["grant"]
    if grant["app"] != app_id:
        raise invalid_grant("This token is another app's")
    if is_refresh:
        end_grant(players, grant["player"], grant["id"])
    else:
        players.revoke(grant["player"], [digest])


# ---- what players have allowed


def grants_of_player(players: Players, player_id: str) -> list[AppGrant]:
    """Return what a player has allowed apps, the newest first."""
    rows = rows_of_tokens(players.store, players.token_hashes(player_id))
    return _app_grants(players.store, [row for one, row in rows.items() if _is_grant(one, row)])


def count_grants(players: Players, player_id: str) -> int:
    """Return how many grants a player has given; what has expired is dropped."""
    players.count_tokens(player_id)
    return len(grants_of_player(players, player_id))


def live_grants_of_app(players: Players, app_id: str, scope: str = "read") -> list[AppGrant]:
    """Return what players allow an app now, where that includes a scope, the newest first."""
    store = players.store
    found: Any = store.redis.smembers(grants_key(app_id))
    ids = sorted(one.decode() for one in found)
    rows = rows_of_tokens(store, ids)
    if ended := [one for one in ids if one not in rows]:
        store.redis.srem(grants_key(app_id), *ended)
    return _app_grants(store, [row for row in rows.values() if scope in row["grant"]["scopes"]])


def end_grant(players: Players, player_id: str, grant_id: str) -> None:
    """End what a player has allowed an app, with all tokens of it; nothing if it has ended."""
    rows = rows_of_tokens(players.store, players.token_hashes(player_id))
    ends = {one: row for one, row in rows.items() if grant_behind(row) == grant_id}
    if grant_id in ends:
        players.store.redis.srem(grants_key(ends[grant_id]["grant"]["app"]), grant_id)
    players.revoke(player_id, ends)


def end_grants_of_player(players: Players, player_id: str) -> None:
    """End all that a player has allowed apps."""
    for grant in grants_of_player(players, player_id):
        end_grant(players, player_id, grant.id)


def end_grants_of_app(players: Players, app_id: str) -> None:
    """End all that players have allowed an app."""
    found: Any = players.store.redis.smembers(grants_key(app_id))
    for grant_id, row in rows_of_tokens(players.store, [one.decode() for one in found]).items():
        end_grant(players, row["grant"]["player"], grant_id)
    players.store.redis.delete(grants_key(app_id))


def _is_grant(credential: str, row: dict[str, Any]) -> bool:
    """Say whether a row among the tokens is that of an app's grant."""
    return grant_behind(row) == credential


def _app_grants(store: Store, rows: Iterable[dict[str, Any]]) -> list[AppGrant]:
    """Return grants from their rows, those that have expired left out, the newest first."""
    now = store.now()
    valid = [row["grant"] for row in rows if not is_over(row, now)]
    if not valid:
        return []
    uses, apps = store.at_once.read(
        APPS_KEY,
        ("MGET", *(use_of(one["id"]) for one in valid)),
        ("HMGET", APPS_KEY, *(one["app"] for one in valid)),
    )
    found = [
        AppGrant(
            one["id"], one["player"], one["app"], orjson.loads(app)["name"], tuple(one["scopes"]),
            one["made"], None if used is None else int(used),
        )
        for one, used, app in zip(valid, uses, apps, strict=True)
        if app is not None
    ]  # fmt: skip
    return sorted(found, key=lambda one: (one.made_at, one.id), reverse=True)
