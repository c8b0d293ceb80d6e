"""Players: a stream each; names and token hashes beside it, where they can be erased.

A token is 256 random bits, looked up by its SHA-256. Nothing secret is compared byte by byte: how
long a look-up takes depends on the hash alone, which tells nobody how to come nearer to a token.
"""

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import orjson
from redis.exceptions import RedisError

from events.accounts import token_rows
from events.accounts.account import (
    PLAYER_DECIDER,
    AccountCommand,
    Block,
    EndKey,
    Erase,
    GiveRole,
    Register,
    RegisterKey,
    Rename,
    Unblock,
)
from events.accounts.blocks import NOT_BLOCKED, block_row, is_blocked, reason_hash
from events.accounts.grants import Grant, grant_behind, is_over, note_use, owner_of, token_id
from events.accounts.keys import (
    FENCE_KEY,
    NAMES_KEY,
    PLAYERS_KEY,
    TOKENS_KEY,
    codes_of,
    ends_of,
    guests_of,
    revocation_commands,
    sign_ins_of,
    tokens_of,
    use_of,
)
from events.accounts.name_cache import NameCache
from events.accounts.names import NameRefused, canonical_name
from events.accounts.naming import NameRegistry, salted_name_hash
from events.accounts.preferences import PREFERENCES_KEY, at_most_field
from events.accounts.presence import SEEN_KEY
from events.accounts.texts import TextStore
from events.cached_streams import Streams
from events.handle import CommandRequest, handle
from events.store.connections.client import links_of
from events.store.connections.tracked_connection import uncounted_writes
from events.store.names import messages_of
from events.store.streams import Store

BELIEVED = 5.0  # seconds that a process believes a token without asking again
REMEMBERED = 10_000
PAGE = 500  # accounts that are listed in one trip
TOKENS_ENDED = 0  # as the id of a message: no news, but tokens have ended
ROLES = ("player", "director", "auditor", "admin")


class Player(NamedTuple):
    """Who is asking.

    Attributes:
        grant: what the token may do that was sent; None: it is the account's own, or none was sent.
    """

    id: str
    name: str
    role: str
    blocked: bool = False
    grant: Grant | None = None


class CachedToken(NamedTuple):
    """A token seen a moment ago."""

    since: float
    player: Player
    expires: int | None
    links: int  # how many connections were made by then

    def is_trusted(self, now: int, links: int) -> bool:
        """Say whether it may be believed without asking; `now` in milliseconds."""
        is_fresh = time.monotonic() - self.since < BELIEVED and links == self.links
        return is_fresh and (self.expires is None or now < self.expires)


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _player_from_row(player_id: str, row: dict[str, Any], now: int) -> Player:
    """Return who an account is, by what is kept of it; `now` in milliseconds."""
    return Player(player_id, row["name"], row["role"], is_blocked(row, now))


class Players:
    """The accounts in a store, with a short memory of tokens seen."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.streams = Streams(PLAYER_DECIDER, store)
        self.naming = NameRegistry(store)
        self.links = links_of(store.redis)
        self.believed: OrderedDict[str, CachedToken] = OrderedDict()
        self.name_cache = NameCache()
        self.lock = threading.Lock()
        self.forgotten = 0  # times that tokens were forgotten: what was asked before is old

    def register(self, name: str, role: str = "player", code: str = "") -> tuple[Player, str]:
        """Make an account; return it with its token, which is stored only as a hash.

        `code` is the hash of its recovery code, if it is to have one.

        Raises:
            NameRefused: nobody may have the name, or another player has it or one that looks so.
        """
        name = canonical_name(name)
        self.naming.require_free(name)  # most are told here, before anything is written
        player, token = Player("p" + secrets.token_hex(9), name, role), secrets.token_urlsafe(32)
        salt = secrets.token_bytes(32)
        # The stream first: without the rest it is nobody's, and takes no name.
        self.record(player.id, Register(salted_name_hash(salt, name), role))
        row = {"name": name, "role": role, "salt": salt.hex()}
        made = {"player": player.id, "expires": None, "made": self.store.now()}
        try:
            self.naming.assign(player.id, row, access=(token_hash(token), orjson.dumps(made), code))
        except NameRefused:
            self.record(player.id, Erase())
            raise
        self.store.wait_at(FENCE_KEY)
        return player, token

    def record(self, player_id: str, command: AccountCommand, by: str = "server") -> None:
        """Write what a command makes happen into a player's stream."""
        handle(self.streams, CommandRequest(player_id, by, command))

    # ---- keys for signing actions

    def key_of(self, player_id: str) -> str | None:
        """Return the public key of a player, in hex."""
        return self.streams.current(player_id).state.key

    def register_key(self, player_id: str, public: str, proof: str) -> None:
        """Make a proven key the one that is bound to the seats taken from now on."""
        self.record(player_id, RegisterKey(public, proof), f"player:{player_id}")
        self.forget(self.token_hashes(player_id))  # personal access tokens must sign from now on

    def end_key(self, player_id: str) -> None:
        """Bind no key to the seats taken from now on."""
        self.record(player_id, EndKey(), f"player:{player_id}")
        self.forget(self.token_hashes(player_id))

    # ---- who is who

    def find(self, player_id: str) -> Player | None:
        """Return a player by id."""
        row = self.row(player_id)
        return None if row is None else _player_from_row(player_id, row, self.store.now())

    def find_by_name(self, name: str) -> Player | None:
        """Return a player by name, in any case of its letters."""
        player_id: Any = self.store.redis.hget(NAMES_KEY, name.casefold())
        return None if player_id is None else self.find(player_id.decode())

    def all(self) -> Iterator[Player]:
        """Yield all accounts, in no order."""
        for player_id, row in self.store.redis.hscan_iter(PLAYERS_KEY, count=PAGE):
            yield _player_from_row(player_id.decode(), orjson.loads(row), self.store.now())

    def row(self, player_id: str) -> dict[str, Any] | None:
        """Return what is kept of a player beside the stream."""
        text: Any = self.store.redis.hget(PLAYERS_KEY, player_id)
        row: dict[str, Any] | None = None if text is None else orjson.loads(text)
        return row

    def give_role(self, player: Player, role: str) -> Player:
        """Give an account another role; other processes know within `BELIEVED` seconds."""
        return self.change(player, GiveRole(role), role=role)

    def block(
        self, player: Player, until: int | None = None, reason: str = "", by: str = "server"
    ) -> Player:
        """Let nobody use this account until a time; apps stay out when it is taken in again."""
        why = reason_hash(self.store, player.id, reason)
        changed = self.change(player, Block(until, why), by, **block_row(until, why))
        # Then the tokens: no code gives a grant now.
        hashes = self.token_hashes(player.id)
        self.revoke(player.id, token_rows.credentials_of_apps(self.store, hashes))
        return changed

    def unblock(self, player: Player, by: str = "server") -> Player:
        """Take a blocked account in again."""
        return self.change(player, Unblock(), by, **NOT_BLOCKED)

    def change(self, player: Player, command: AccountCommand, by: str = "server",
               **fields: Any) -> Player:  # fmt: skip
        """Record what becomes of an account, and keep it beside the stream."""
        row = self.row(player.id)
        assert row is not None, f"{player.id} has no account"
        self.record(player.id, command, by)
        row |= fields
        self.store.redis.hset(PLAYERS_KEY, player.id, orjson.dumps(row))
        self.forget(self.token_hashes(player.id))
        return _player_from_row(player.id, row, self.store.now())

    def rename(self, player: Player, name: str) -> Player:
        """Give an account another name, and free the old one; NameRefused as when registering."""
        name, row = canonical_name(name), self.row(player.id)
        assert row is not None, f"{player.id} has no account"
        is_same_name = row["name"] == name  # then a repeat has its salt, and its event comes once
        salt = bytes.fromhex(row["salt"]) if is_same_name else secrets.token_bytes(32)
        self.naming.assign(player.id, {**row, "name": name, "salt": salt.hex()}, row["name"])
        # Then the stream. Where that fails, the same again makes it whole.
        self.record(player.id, Rename(salted_name_hash(salt, name)))
        self.forget(self.token_hashes(player.id))
        self.name_cache.remember([player.id], {player.id: name})
        return player._replace(name=name)

    def erase(self, player: Player) -> None:
        """Free the name and end the tokens of an account; its events keep only the id."""
        self.record(player.id, Erase())
        TextStore(self.store).erase(player.id)
        hashes = [*self.token_hashes(player.id), *self.recovery_code_hashes(player.id)]
        self.store.at_once(
            PLAYERS_KEY,
            *revocation_commands(player.id, hashes),
            ("DEL", tokens_of(player.id), codes_of(player.id), sign_ins_of(player.id)),
            ("HDEL", PLAYERS_KEY, player.id),
            ("HDEL", PREFERENCES_KEY, player.id, at_most_field(player.id)),
            ("ZREM", SEEN_KEY, player.id),
            *self.naming.release_commands(player.id, player.name),
        )
        self.notify_streams(player.id)
        self.forget(hashes)
        self.name_cache.remember([player.id], {})

    def invite(self, table_id: str, player_id: str) -> None:
        """Remember that a player was invited to a private table."""
        with uncounted_writes():
            self.store.redis.sadd(guests_of(table_id), player_id)

    def is_guest(self, table_id: str, player_id: str) -> bool:
        """Say whether a player was invited to a private table."""
        return bool(self.store.redis.sismember(guests_of(table_id), player_id))

    # ---- tokens

    def issue_token(
        self, player_id: str, seconds: int | None = None, ends: Iterable[str] = (), **noted: str
    ) -> tuple[str, int | None]:
        """Make a token; return it with the time of its end in milliseconds, if it has one.

        The tokens and codes whose hashes are in `ends` are revoked when the new one is used for the
        first time: its answer may get lost, and nobody is to be locked out by that. `noted`: the
        `device` that has it, or its `code` (`token_rows.ended_by_first_use`).
        """
        token, now = secrets.token_urlsafe(32), self.store.now()
        expires = None if seconds is None else now + 1000 * seconds
        row = {"player": player_id, "expires": expires, "made": now, **noted}
        digest, old = token_hash(token), list(ends)
        commands: list[tuple[Any, ...]] = [
            ("HSET", TOKENS_KEY, digest, orjson.dumps(row)),
            ("SADD", tokens_of(player_id), digest),
        ]
        if old:
            commands.append(("SADD", ends_of(digest), *old))
        self.store.at_once(TOKENS_KEY, *commands)
        self.store.wait_at(FENCE_KEY)
        return token, expires

    def token_hashes(self, player_id: str) -> list[str]:
        """Return the hashes of all tokens of a player."""
        hashes: Any = self.store.redis.smembers(tokens_of(player_id))
        return sorted(one.decode() for one in hashes)

    def recovery_code_hashes(self, player_id: str) -> list[str]:
        """Return the hashes of the recovery codes of a player."""
        hashes: Any = self.store.redis.smembers(codes_of(player_id))
        return sorted(one.decode() for one in hashes)

    def count_tokens(self, player_id: str) -> int:
        """Return how many tokens a player has, but for those of apps; drop what has expired."""
        hashes, now = self.token_hashes(player_id), self.store.now()
        rows = token_rows.rows_of_tokens(self.store, hashes)
        expired = [one for one in hashes if one not in rows or is_over(rows[one], now)]
        if expired:
            self.revoke(player_id, expired)
        return sum(not token_rows.is_of_app(rows[one]) for one in rows.keys() - expired)

    def revoke(self, player_id: str, hashes: Iterable[str]) -> None:
        """End tokens, at once in this process, within `BELIEVED` seconds in all others; and codes.

        Codes are looked up each time.
        """
        revoked = list(hashes)
        if revoked:
            self.store.at_once(TOKENS_KEY, *revocation_commands(player_id, revoked))
            self.notify_streams(player_id)
        self.forget(revoked)

    def notify_streams(self, player_id: str) -> None:
        """Let the streams of a player's messages look whether their tokens still hold."""
        with suppress(RedisError):  # they look now and then by themselves
            self.store.direct("SPUBLISH", messages_of(player_id), TOKENS_ENDED)

    def holds(self, digest: str) -> bool:
        """Say whether a token, by its hash, or an app's grant, by its id, is valid now."""
        return token_rows.is_live_token(self.store, digest)

    def forget(self, hashes: Iterable[str]) -> None:
        """Believe these tokens no longer without asking."""
        with self.lock:
            self.forgotten += 1
            for digest in hashes:
                self.believed.pop(digest, None)

    def blocked_ids(self, ids: Sequence[str]) -> list[str]:
        """Return those of some players who are blocked, or whose accounts are gone."""
        rows: Any = self.store.redis.hmget(PLAYERS_KEY, ids) if ids else []
        known = {one: row and orjson.loads(row) for one, row in zip(ids, rows, strict=True)}
        return [one for one, row in known.items() if not row or is_blocked(row, self.store.now())]

    def names(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the names of those players that are known, in one trip."""
        rows: Any = self.store.redis.hmget(PLAYERS_KEY, ids) if ids else []
        known = zip(ids, rows, strict=True)
        return {one: orjson.loads(row)["name"] for one, row in known if row is not None}

    def cached_names(self, ids: Iterable[str]) -> dict[str, str]:
        """Return names as they were at most `BELIEVED` seconds ago."""
        return self.name_cache.find(ids, BELIEVED, self.names)

    def find_by_token(self, token: str) -> Player | None:
        """Return whose token it is; a revoked one is believed for at most `BELIEVED` seconds."""
        digest = token_hash(token)
        with self.lock:
            seen, forgotten = self.believed.get(digest), self.forgotten
        if seen is not None and seen.is_trusted(self.store.now(), self.links.count):
            return seen.player
        with uncounted_writes():
            found = self.look_up(digest)
        with self.lock:
            self.believed.pop(digest, None)
            if found is not None and forgotten == self.forgotten:
                self.believed[digest] = found
            while len(self.believed) > REMEMBERED:
                self.believed.popitem(last=False)
        return None if found is None else found.player

    def look_up(self, digest: str) -> CachedToken | None:
        """Return what the store knows of a token; one that has expired is dropped from it."""
        since, links = time.monotonic(), self.links.count
        raw, ends, used = self.store.at_once.read(
            TOKENS_KEY,
            ("HGET", TOKENS_KEY, digest),
            ("SMEMBERS", ends_of(digest)),
            ("GET", use_of(digest)),
        )
        if raw is None:
            return None
        row = orjson.loads(raw)
        owner = owner_of(row)
        if is_over(row, self.store.now()):
            self.revoke(owner, [digest])
            return None
        if ends:
            self.revoke(owner, token_rows.ended_by_first_use(self.store, digest, row, ends))
            self.store.redis.delete(ends_of(digest))
        behind = grant_behind(row)
        account, grant, grant_used = self.store.at_once.read(
            PLAYERS_KEY,
            ("HGET", PLAYERS_KEY, owner),
            ("HEXISTS", TOKENS_KEY, behind or ""),
            ("GET", use_of(behind or "")),
        )
        if account is None or (behind is not None and not grant):
            return None
        player = _player_from_row(owner, orjson.loads(account), self.store.now())
        if "grant" in row:
            player = self._limit_to_grant(player, digest, row["grant"])
        note_use(self.store, digest, row, grant_used if behind else used)
        return CachedToken(since, player, row["expires"], links)

    def _limit_to_grant(self, player: Player, digest: str, row: Mapping[str, Any]) -> Player:
        """Return a player with no more than what a token's grant allows."""
        scopes = frozenset(row["scopes"])
        must_sign = "play" in scopes and self.key_of(player.id) is not None
        name, app = row.get("id", token_id(digest)), row.get("app")
        grant = Grant(name, scopes, player.role, must_sign, app)
        return player._replace(role=grant.role, grant=grant)
