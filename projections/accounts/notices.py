"""Put in the notices that follow from accounts' messages, for webhooks and Web Push."""

from collections.abc import Mapping, Sequence

import orjson

from events.push.audience import apps_by_player
from events.push.keys import SLOT_KEY
from events.push.notices import Notice, NoticeQueue, make_notice
from events.push.subscriptions import PushRegistry
from events.store.streams import Store


class NoticeSource:
    """Makes notices of messages that are about to be written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.subscriptions, self.queue = PushRegistry(store), NoticeQueue(store)

    def owners(self, players: Sequence[str]) -> dict[str, list[str]]:
        """Return the accounts and apps that want notices of players, by player."""
        own, apps = self.subscriptions.with_any(players)
        allowed = apps_by_player(self.store, players) if apps else {}
        owners = {
            one: [*([one] if one in own else []), *sorted(allowed.get(one, frozenset()) & apps)]
            for one in players
        }
        return {player: found for player, found in owners.items() if found}

    def feed_time(self) -> int:
        """Return the time by which entries of feeds are dated: Redis's own, in milliseconds."""
        ((seconds, micros),) = self.store.at_once.read(SLOT_KEY, ("TIME",))
        return 1000 * int(seconds) + int(micros) // 1000

    def put(self, new: Mapping[str, Sequence[bytes]], owners: Mapping[str, Sequence[str]]) -> None:
        """Put in the notices of messages, given as JSON by player, for those who want them."""
        wanted = sorted({owner for player in new for owner in owners[player]})
        known, now = self.subscriptions.of_owners(wanted), self.store.now()
        notices: list[Notice] = []
        for player, texts in new.items():
            subscriptions = [one for owner in owners[player] for one in known[owner]]
            for message in map(orjson.loads, texts):
                made = (make_notice(one, player, message, now) for one in subscriptions)
                notices += [one for one in made if one is not None]
        self.queue.put(notices)
