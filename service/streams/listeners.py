"""Who listens in this process: streams end with their tokens, and with accounts that are blocked.

All of it happens on the event loop of `Subscriptions`.
"""

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Protocol

from redis.exceptions import RedisError

from events.accounts.players import BELIEVED, Players
from events.accounts.token_rows import ended_tokens

BETWEEN_LOOKS = BELIEVED - 1.0  # seconds; the look itself takes time, too


class CancellableStream(Protocol):
    """A stream."""

    @property
    def player(self) -> str | None:
        """Return who asked for it."""

    @property
    def digest(self) -> str:
        """Return the hash of the token with which it was asked for; empty without one."""

    def cancel(self, parting: bytes) -> None:
        """End it."""


class AccountStreams:
    """The streams of each account."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.streams: defaultdict[str, set[CancellableStream]] = defaultdict(set)
        self.task: asyncio.Task[None] | None = None

    def enter(self, stream: CancellableStream) -> None:
        """Take a stream in."""
        if stream.player is None:
            return
        self.streams[stream.player].add(stream)
        if self.task is None:
            self.task = asyncio.get_running_loop().create_task(self.watch())

    def leave(self, stream: CancellableStream) -> None:
        """Let go of a stream that has ended."""
        player = stream.player
        if player is None or player not in self.streams:
            return
        self.streams[player].discard(stream)
        if not self.streams[player]:
            del self.streams[player]
        if self.task is not None and not self.streams:
            self.task.cancel()
            self.task = None

    async def watch(self) -> None:
        """End the streams that may go on no longer, for as long as any account listens."""
        while True:
            await asyncio.sleep(BETWEEN_LOOKS)
            with suppress(RedisError):
                await self.end_shut_out()

    async def end_shut_out(self) -> None:
        """End the streams of accounts that are blocked or erased by now, and of ended tokens."""
        loop, ids = asyncio.get_running_loop(), [*self.streams]
        for one in await loop.run_in_executor(None, self.players.blocked_ids, ids):
            for stream in [*self.streams.get(one, ())]:
                stream.cancel(b"")
        digests = {stream.digest for stream in self._all_streams() if stream.digest}
        store = self.players.store
        ended = {*await loop.run_in_executor(None, ended_tokens, store, [*digests])}
        for stream in self._all_streams():
            if stream.digest in ended:
                stream.cancel(b"")

    def _all_streams(self) -> list[CancellableStream]:
        """Return the streams of all accounts."""
        return [stream for several in self.streams.values() for stream in several]
