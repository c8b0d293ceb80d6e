"""fakeredis with what our store needs and it lacks."""

from typing import Any

import fakeredis
from fakeredis import _msgs as msgs
from fakeredis._clients._sync import FakeRedisConnection
from fakeredis._command_args_parsing import Int
from fakeredis._commands import command
from fakeredis.commands_mixins.scripting_mixin import ScriptingCommandsMixin
from redis import Redis

from events.store.connections.tracked_connection import TrackedConnection


@command(name="EVALSHA_RO", fixed=(bytes, Int), repeat=(bytes,), flags=msgs.FLAG_NO_SCRIPT)
def evalsha_ro(self: Any, sha: bytes, count: int, *keys_and_args: bytes) -> Any:
    """Run a script that only reads, as one that may write."""
    return self.evalsha(sha, count, *keys_and_args)


ScriptingCommandsMixin.evalsha_ro = evalsha_ro  # type: ignore[attr-defined]
FakeRedisConnection.call = TrackedConnection.call  # type: ignore[attr-defined]


def fake() -> Redis:
    """Return a client of an empty server of its own in this process."""
    return fakeredis.FakeRedis(server=fakeredis.FakeServer())
