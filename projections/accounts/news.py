"""What is new to each player: messages of all tables, written from the feeds, read by account.

A player's messages lie in one slot, a table's feed in another: so the place of a feed moves only
after its news are written, and what is written twice is told once.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

import orjson
from redis.exceptions import ClusterCrossSlotError, ResponseError

from events.cached_streams import Tables
from events.disputes.names import is_dispute_stream
from events.record.decider import SentAt
from events.store.connections.many_servers import ClusterClient
from events.store.feed import FeedEntry
from events.store.names import messages_of
from events.store.quarantine import is_transient_error
from events.store.streams import Store
from events.store.turns import whose_turns
from events.tables.news import YourTurn
from events.tables.turns import OpenTurn, TableTurns
from games.core.contract import RulesNotInstalled
from games.core.type_hints.records import constant_text
from projections.accounts.notices import NoticeSource
from projections.projection import START, PlaceScript
from projections.tables.views import seen_late

HERE = Path(__file__).parent
PLACES = "fd:{news}:places"  # of the feeds, by partition
RETENTION = 7 * 86_400_000  # milliseconds for which messages are kept
MOST = 500  # messages of a player that are kept
TOGETHER = 100  # players that are told in one call
REMEMBERED = 100_000  # turns
NOTICED = 86_400_000  # milliseconds after which what has happened is pushed to nobody any more

logger = logging.getLogger("fairdeal.news")


class MessageDraft(NamedTuple):
    """A message as it is to be written: of which kind and stream, its number there, its text."""

    field: str
    n: int
    text: bytes


class StoredMessage(NamedTuple):
    """A message with its id; ids of a player's messages rise."""

    id: int
    kind: str
    text: bytes  # JSON


class TurnsNow(TypedDict):
    """The tables at which you may act now: where a stream of messages begins anew."""

    type: Annotated[str, constant_text("turns")]
    turns: list[YourTurn]
    now: NotRequired[SentAt]


class Missed(TypedDict):
    """Messages behind yours are not kept any more; read the list of your tables."""

    type: Annotated[str, constant_text("missed")]


class WebhookDisabled(TypedDict):
    """Nothing is sent to a webhook of yours any more: it took nothing for a day, or wants none."""

    type: Annotated[str, constant_text("webhook_disabled")]
    webhook: Annotated[str, "Id of the webhook."]
    why: Annotated[str, "Why the last delivery failed."]


def player_news_key(player: str) -> str:
    """Return the key of what a player was told."""
    return f"fd:{{news:{player}}}:told"


def your_turn(table: str, turns: TableTurns, turn: OpenTurn) -> YourTurn:
    """Return the message of a turn."""
    return {
        "type": "your_turn", "table": table, "game": turns.game, "n": turn.n, "seat": turn.seat,
        "deadline": turn.deadline,
    }  # fmt: skip


class PlayerInboxes:
    """The messages of all players in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.script = store.redis.register_script((HERE / "news.lua").read_text())
        self.advance_script = PlaceScript(store, "advance")
        self.batch_size = 1 if isinstance(store.redis, ClusterClient) else TOGETHER
        self.notices = NoticeSource(store)
        self.begun: dict[tuple[str, str], int] = {}  # turns told lately, by table and player

    # ---- writing

    def places(self) -> dict[int, str]:
        """Return the feed id up to which news of each partition are written."""
        places: Any = self.store.redis.hgetall(PLACES)
        return {int(partition): place.decode() for partition, place in places.items()}

    def reread(self, partition: int) -> None:
        """Read a feed from its beginning again; nobody is told twice of the same."""
        self.store.redis.hset(PLACES, str(partition), START)

    def apply(self, news: Mapping[int, Sequence[FeedEntry]], places: Mapping[int, str]) -> None:
        """Tell players what new entries of feeds hold for them; move the places.

        Args:
            news: all entries of a partition behind its place, by partition.
            places: up to where partitions were told.

        Raises:
            PlaceWentBack: the store has told less than that.
        """
        new = defaultdict[str, list[MessageDraft]](list)
        entries = [*chain.from_iterable(news.values())]
        for entry in entries:
            for player, message in orjson.loads(entry.news) if entry.news else ():
                if is_dispute_stream(entry.stream) and _sees_late(
                    self.store, player, message["table"]
                ):
                    continue
                field = f"{entry.stream}:{message['type']}"
                new[player].append(MessageDraft(field, message["n"], orjson.dumps(message)))
        turns = whose_turns(self.store, dict.fromkeys(entry.stream for entry in entries))
        for table, player, turn in self.new_turns(turns):
            text = orjson.dumps(your_turn(table, turns[table], turn))
            new[player].append(MessageDraft(f"{table}:your_turn", turn.n, text))
        try:
            self.put_notices(new, entries)
        except ResponseError as error:
            if is_transient_error(error):
                raise
            logger.error("Nothing is pushed to players: %s", error)
        self.deliver(new)
        self.begun |= {(table, player): one.n for table, player, one in self.new_turns(turns)}
        if len(self.begun) > REMEMBERED:
            self.begun.clear()
        moves = [(str(one), news[one][-1].id, places.get(one, START)) for one in news]
        self.advance_script([PLACES], [*chain.from_iterable(moves)])

    def put_notices(
        self, new: Mapping[str, Sequence[MessageDraft]], entries: Sequence[FeedEntry]
    ) -> None:
        """Have players pushed to of messages that were never written before.

        This comes before they are written, so that a process that dies between pushes twice rather
        than never. Whoever reads feeds again, to build read models anew, pushes nothing.
        """
        owners = self.notices.owners([*new]) if new else {}
        if not owners:
            return
        since = self.notices.feed_time() - NOTICED
        recent = {one.stream for one in entries if int(one.id.partition("-")[0]) >= since}
        drafts = {
            player: [one for one in new[player] if one.field.rpartition(":")[0] in recent]
            for player in owners
        }
        with self.store.redis.pipeline(transaction=False) as pipe:
            for player, own in drafts.items():
                pipe.hmget(player_news_key(player), ["last", *(one.field for one in own)])
            replies: Any = pipe.execute()
        self.notices.put(
            {
                player: [
                    one.text
                    for one, known in zip(own, known_of_player[1:], strict=True)
                    if known is None or int(known.partition(b" ")[0]) < one.n
                ]
                for (player, own), known_of_player in zip(drafts.items(), replies, strict=True)
            },
            owners,
        )

    def new_turns(self, turns: Mapping[str, TableTurns]) -> Iterator[tuple[str, str, OpenTurn]]:
        """Yield the turns of players that were not told lately, each with table and player."""
        for table, found in turns.items():
            for turn in found.seats:
                if turn.player is not None and self.begun.get((table, turn.player)) != turn.n:
                    yield table, turn.player, turn

    def deliver(self, new: Mapping[str, Sequence[MessageDraft]]) -> None:
        """Write messages by player; those of one whose keys are spoilt are left out, and logged."""
        waiting = iter(new)
        while players := [*islice(waiting, self.batch_size)]:
            try:
                self.write({player: new[player] for player in players})
            except ResponseError as error:
                if isinstance(error, ClusterCrossSlotError):
                    self.batch_size = 1
                elif is_transient_error(error):
                    raise
                for player in players:
                    self.write_carefully(player, new[player])

    def write_carefully(self, player: str, messages: Sequence[MessageDraft]) -> None:
        """Write the messages of a player, if that is possible."""
        try:
            self.write({player: messages})
        except ResponseError as error:
            if is_transient_error(error):
                raise
            logger.error("Player %s misses messages, %d in all: %s", player, len(messages), error)

    def write(self, new: Mapping[str, Sequence[MessageDraft]]) -> None:
        """Write messages by player in one call."""
        arguments: list[Any] = [self.store.now(), RETENTION, MOST]
        for messages in new.values():
            arguments.append(len(messages))
            for one in messages:
                arguments += one
        keys = [key for player in new for key in (messages_of(player), player_news_key(player))]
        self.script(keys=keys, args=arguments)

    def forget(self, player: str) -> None:
        """Delete the messages of a player."""
        self.store.redis.unlink(messages_of(player), player_news_key(player))

    # ---- reading

    def newest(self, player: str) -> int:
        """Return the id of the newest message of a player; 0 for none."""
        newest: Any = self.store.direct("HGET", player_news_key(player), "last")
        return int(newest or 0)

    def has_gap(self, player: str, after: int) -> bool:
        """Say whether messages behind an id are not kept any more, or the store has lost some."""
        now = self.store.now()
        last, lost_until = self.store.direct("HMGET", player_news_key(player), "last", "gone")
        is_old = bool(after) and after < now - RETENTION
        return is_old or after < int(lost_until or 0) or after > int(last or now)

    def first_messages(self, player: str, missed: bool = False) -> list[StoredMessage]:
        """Return with what the messages of a player begin anew, behind those `missed` or not."""
        newest = self.newest(player)  # first: what is told meanwhile is told behind it
        turns: TurnsNow = {"type": "turns", "turns": self.my_turns(player)}
        gap: Missed = {"type": "missed"}
        rows: list[Missed | TurnsNow] = [gap, turns] if missed else [turns]
        return [StoredMessage(newest, one["type"], orjson.dumps(one)) for one in rows]

    def after(self, player: str, after: int, most: int = MOST) -> list[StoredMessage]:
        """Return the messages behind an id, oldest first."""
        entries: Any = self.store.direct(
            "XRANGE", messages_of(player), f"({after}-0", "+", "COUNT", most
        )
        return [_parse_news_entry(entry) for entry in entries]

    def since(self, player: str, after: int | None) -> list[StoredMessage]:
        """Return what is new behind an id, which may be too old; None: begin anew."""
        if after is None:
            return self.first_messages(player)
        return (
            self.first_messages(player, missed=True)
            if self.has_gap(player, after)
            else self.after(player, after)
        )

    def my_turns(self, player: str) -> list[YourTurn]:
        """Return the turns of a player that hold now, as the messages that told of them."""
        names = self.store.names
        with self.store.redis.pipeline(transaction=False) as pipe:
            for partition in range(names.partitions):
                pipe.smembers(names.holding(partition, f"seats:{player}"))
            held: Any = pipe.execute()
        turns = whose_turns(self.store, (table.decode() for some in held for table in some))
        return [
            your_turn(table, found, turn)
            for table, found in sorted(turns.items())
            for turn in found.seats
            if turn.player == player
        ]


def _sees_late(store: Store, player: str, table_id: str) -> bool:
    """Say whether a player has left a table that is seen late.

    Who has is told nothing of its disputes: their hands and rulings are more than is shown.
    """
    if store.newest(table_id) is None:  # it is archived
        return False
    (first,) = store.read(table_id, 0, 1)
    if not orjson.loads(first.e)["data"]["spectator_delay"]:
        return False
    try:
        return seen_late(Tables(store), table_id, player) is not None
    except RulesNotInstalled:  # nobody can tell
        return True


def _parse_news_entry(entry: Any) -> StoredMessage:
    """Return a message from a raw stream entry."""
    place, fields = entry
    kind = fields[1].rpartition(b":")[2].decode()
    return StoredMessage(int(place[: place.index(b"-")]), kind, fields[3])
