"""The client of fakeredis that our store needs."""

from typing import Any

import fakeredis
from redis import Redis


class Fake(fakeredis.FakeRedis):
    """Knows reading scripts, which fakeredis lacks, as the writing ones that it has."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Run one command."""
        first = "EVALSHA" if args[0] == "EVALSHA_RO" else args[0]
        return super().execute_command(first, *args[1:], **options)  # type: ignore[no-untyped-call]


def fake() -> Redis:
    """Return a client of an empty server of its own in this process."""
    return Fake(server=fakeredis.FakeServer())
