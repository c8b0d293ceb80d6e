"""The Redis of a whole server: waited for while it is away, and started again if it is ours."""

import time
from collections.abc import Callable

from redis.exceptions import AuthenticationError

from events.store.connections.readiness import StoreProbe, retry_pauses
from events.store.embedded.server import EmbeddedServer, ServerEnded

CHECK = 1.0  # seconds between looks at a store that is well
PROGRESS = 2.0  # seconds between words about how far it is
QUICK = 2.0  # seconds; what ends sooner is started again more slowly each time
SLOWEST = 10.0  # seconds between starts


class StoreWatch:
    """Watches the store of a server; `own` is None where somebody else runs it.

    It is looked at again and again, never blocks for long, and tells `say` what changes.
    """

    def __init__(self, url: str, own: EmbeddedServer | None, say: Callable[[str], None]) -> None:
        self.own, self.say = own, say
        self.store = StoreProbe(url)
        self.ready = self.was_ready = False
        self.since = self.next = self.reported_at = 0.0  # ready since, next look, last word
        self.reported = ""
        self.starts, self.looks = retry_pauses(longest=SLOWEST), retry_pauses(longest=CHECK)

    def check(self) -> bool:
        """Say whether the store can be used; start it where that is ours to do.

        Raises:
            NoServer: our own can't be started, and would not be at another time.
            AuthenticationError: it never let us in.
        """
        ended = self.ready and self.own is not None and not self.own.alive()
        if time.monotonic() < self.next and not ended:
            return self.ready
        try:
            why = self.why_down()
        except ServerEnded as error:
            if not (error.passing or self.was_ready):
                raise
            self.note_end(error)
            return False
        if why is None:
            self.note_ready()
        else:
            self.note_away(why)
        return self.ready

    def why_down(self) -> str | None:
        """Say why the store can't be used; our own is started if it does not run."""
        if self.own is not None and not self.own.alive():
            self.own.forget_ended()
            self.own.launch()
        try:
            return self.store.unavailable_reason()
        except AuthenticationError as error:
            if self.was_ready:
                return f"refuses the login ({error})"
            raise

    def note_ready(self) -> None:
        """Note that the store can be used."""
        now = time.monotonic()
        if not self.ready:
            self.since = now
            if self.reported:
                self.say("Redis is ready")
        elif now - self.since > QUICK:
            self.starts = retry_pauses(longest=SLOWEST)
        self.ready = self.was_ready = True
        self.reported, self.looks, self.next = "", retry_pauses(longest=CHECK), now + CHECK

    def note_end(self, error: ServerEnded) -> None:
        """Note that our own server has ended, and start it again, later and later."""
        pause = next(self.starts)
        self.ready, self.next = False, time.monotonic() + pause
        hint = ": is the disk full, or the memory?" if error.passing else ""
        self.reported = f"Redis ended ({error.cause}){hint}; started again in {pause:.1f} s"
        self.say(self.reported)

    def note_away(self, why: str) -> None:
        """Note that the store is not there, or not yet; don't say the same again and again."""
        now = time.monotonic()
        self.ready, self.next = False, now + next(self.looks)
        text = f"Redis {why}"
        if _message_without_cause(text) != _message_without_cause(self.reported) and (
            not self.reported or now - self.reported_at >= PROGRESS
        ):
            self.reported, self.reported_at = text, now
            self.say(text)


def _message_without_cause(text: str) -> str:
    """Return what is said without its cause, which changes from one look to the next."""
    return text.partition(" (")[0]
