"""Put in the notices that follow from accounts' messages, for webhooks and Web Push."""

from collections.abc import Mapping, Sequence

import orjson

from events.push.keys import SLOT_KEY
from events.push.notices import Notice, NoticeQueue, make_notice
from events.push.subscriptions import PushRegistry
from events.store.streams import Store


class NoticeSource:
    """Makes notices of messages that are about to be written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.subscriptions, self.queue = PushRegistry(store), NoticeQueue(store)

    def subscribed(self, players: Sequence[str]) -> list[str]:
        """Return those of some players of whom somebody wants notices."""
        return self.subscriptions.with_any(players)

    def feed_time(self) -> int:
        """Return the time by which entries of feeds are dated: Redis's own, in milliseconds."""
        ((seconds, micros),) = self.store.at_once.read(SLOT_KEY, ("TIME",))
        return 1000 * int(seconds) + int(micros) // 1000

    def put(self, new: Mapping[str, Sequence[bytes]]) -> None:
        """Put in the notices of messages, given as JSON by player."""
        own, now = self.subscriptions.of_owners([*new]), self.store.now()
        notices: list[Notice] = []
        for player, texts in new.items():
            for message in map(orjson.loads, texts):
                made = (make_notice(one, player, message, now) for one in own[player])
                notices += [one for one in made if one is not None]
        self.queue.put(notices)
