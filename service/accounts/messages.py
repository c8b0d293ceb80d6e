"""Messages of an account for its streams: each read once, however many of them there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from events.accounts.players import TOKENS_ENDED, Players
from events.store.names import messages_of
from projections.accounts.news import PlayerInboxes, StoredMessage
from projections.live.subscriptions import LOST
from service.streams import audiences
from service.streams.audiences import (
    AudienceRegistry,
    Pages,
    StreamAudience,
    frame_server_sent_event,
)

TIMED = ("turns", "your_turn", "start_called", "invited", "rematch", "tournament")  # by a deadline


@dataclass(frozen=True, slots=True)
class AccountTopic:
    """The messages of a player, for as long as a token is valid; `digest` is its hash."""

    news: PlayerInboxes
    players: Players
    player: str
    digest: str
    at_once: bool = True

    @property
    def key(self) -> str:
        """Return the key of the audience."""
        return f"player:{self.player}"

    @property
    def channel(self) -> str:
        """Return the channel of the messages."""
        return messages_of(self.player)

    def audience(self, audiences: AudienceRegistry) -> StreamAudience:
        """Return a new audience of the account."""
        return AccountAudience(audiences, self)

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Return the turns that hold now, unless the client goes on behind a message."""
        return (
            (b"", last_seen)
            if last_seen is not None
            else _page_now(self.news, self.news.first_messages(self.player))
        )

    def pages(self, after: int) -> Pages | None:
        """Return what is new after a message; None where the token is valid no more."""
        if not self.players.holds(self.digest):
            return None
        if self.news.has_gap(self.player, after):
            return iter([_page_now(self.news, self.news.first_messages(self.player, missed=True))])
        newest = self.news.newest(self.player)
        return self.pages_upto(newest, after) if newest > after else ()

    def pages_upto(self, newest: int, after: int) -> Iterator[tuple[bytes, int]]:
        """Yield what is new after a message in one page; it may be gone, as a turn that passed."""
        found = self.news.after(self.player, after)
        yield _page_now(self.news, found) if found else (b"", newest)


def _page_now(inboxes: PlayerInboxes, messages: Sequence[StoredMessage]) -> tuple[bytes, int]:
    """Return messages as they are sent now, and the id of the last one."""
    return encode_message_page(messages, inboxes.store.clock.about_now())


def encode_message_page(
    messages: Sequence[StoredMessage], now: int | None = None
) -> tuple[bytes, int]:
    """Return server-sent events of messages, and the id of the last one.

    `now` is the store's time, told with messages that say until when there is time.
    """
    return b"".join(
        frame_server_sent_event(one.kind, one.id, one.text, now if one.kind in TIMED else None)
        for one in messages
    ), messages[-1].id


class AccountAudience(StreamAudience):
    """The streams of one account."""

    def __init__(self, audiences: AudienceRegistry, topic: AccountTopic) -> None:
        super().__init__(audiences, topic.key, topic.channel)
        self.news, self.players, self.player = topic.news, topic.players, topic.player

    def push(self, at_once: bool, newest: int) -> None:
        """Push messages that are new to each stream."""
        if newest in (TOKENS_ENDED, LOST):
            self.end_invalid()
        if not self.streams:
            return
        found = self.news.after(self.player, min(one.after for one in self.streams))
        for stream in list(self.streams):
            if new := [one for one in found if one.id > stream.after]:
                self.send_pages(
                    stream, [encode_message_page(new, self.news.store.clock.about_now())]
                )
        if found:
            self.heartbeats_due[True] = audiences.next_heartbeat(True)

    def send_heartbeats(self) -> None:
        """Show it, and look whether tokens are still valid."""
        if audiences.has_come(self.heartbeats_due[True]):
            self.end_invalid()
        super().send_heartbeats()

    def end_invalid(self) -> None:
        """End the streams whose tokens are valid no more."""
        valid = {one: self.players.holds(one) for one in {s.topic.digest for s in self.streams}}
        for stream in [one for one in self.streams if not valid[one.topic.digest]]:
            stream.finish()
