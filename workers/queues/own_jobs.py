"""What a worker runs: functions of ours, by their names in a table, whatever lies in Redis."""

import json
import logging
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from rq.exceptions import NoSuchJobError
from rq.job import Job

from workers.queues import jobs

FUNCTIONS: Mapping[str, Callable[..., str]] = {
    function.__name__: function
    for function in (
        jobs.play_bot_turns,
        jobs.time_out,
        jobs.play_thinking_turn,
        jobs.give_table_hint,
        jobs.analyse_table,
        jobs.play_table_alone,
        jobs.run_tournaments,
        jobs.archive,
    )
}
KINDS: Mapping[str, list[type]] = {
    name: [*get_type_hints(function).values()][:-1] for name, function in FUNCTIONS.items()
}
TABLE = re.compile(r"[0-9A-Za-z_-]{1,80}")
MOST = 1_000  # bytes of a name with its arguments
MOST_NUMBER = 2**53
FIELDS = frozenset({
    "created_at", "data", "description", "ended_at", "enqueued_at", "failure_ttl",
    "last_heartbeat", "origin", "result_ttl", "started_at", "status", "timeout", "ttl",
    "worker_name",
})  # fmt: skip

logger = logging.getLogger("fairdeal.workers")


class RestrictedJob(Job):
    """A job that names one of our functions, with tables and numbers, and asks for nothing else.

    RQ imports and calls whatever a job in Redis names: a function, callbacks, addresses to tell of
    its end. A job that holds anything of the kind is taken for none, so that who may write to the
    queue's Redis can have our own functions called and no others.
    """

    def restore(self, raw_data: Any) -> None:
        """Take over what lies in Redis, if it is a job of ours."""
        try:
            why = _job_fault({_decode_field_name(name): value for name, value in raw_data.items()})
            if why is None:
                super().restore(raw_data)
        except (ValueError, TypeError, RecursionError) as error:
            why = f"it can't be read: {error}"
        if why is not None:
            logger.warning("The job %r is refused and not run: %s", self.id[:100], why)
            raise NoSuchJobError(why)

    @property
    def func(self) -> Callable[..., str]:
        """Return the function of ours that it names."""
        return FUNCTIONS[self.func_name or ""]


def _decode_field_name(name: bytes | str) -> str:
    """Return a field's name, which no version of a client should give in another form."""
    return name.decode("ascii", "replace") if isinstance(name, bytes) else name


def _job_fault(fields: Mapping[str, bytes]) -> str | None:
    """Return why what lies in Redis is no job of ours; None if it is one."""
    missing = sorted(name for name, value in fields.items() if value and name not in FIELDS)
    if missing:
        return f"a job of ours has no {', '.join(map(repr, missing))}"[:MOST]
    name, instance, arguments, more = json.loads(_decompress_job_data(fields.get("data", b"")))
    if name not in FUNCTIONS or instance is not None or more:
        return f"it calls {str(name)[:100]!r}, not one of {', '.join(FUNCTIONS)}"
    if list(map(type, arguments)) != KINDS[name] or not all(map(_is_meant, arguments)):
        wanted = ", ".join("a table's id" if kind is str else "a number" for kind in KINDS[name])
        return f"its arguments are not {wanted}"
    return None


def _is_meant(argument: str | int) -> bool:
    """Say whether an argument may be the id of a table, or one of our numbers."""
    if isinstance(argument, str):
        return TABLE.fullmatch(argument) is not None
    return 0 <= argument < MOST_NUMBER


def _decompress_job_data(data: bytes) -> bytes:
    """Return what a job says, packed or not, as far as a job of ours can be long."""
    try:
        return zlib.decompressobj().decompress(data, MOST)
    except zlib.error:
        return data[:MOST]
