"""What a reader of the events knows about where the cards are."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.boojum.cards import pack
from games.boojum.events import EVENTS
from games.boojum.options import Options
from games.core.contract import Luck, Seen
from games.core.dispatch import by_word


class Hidden(NamedTuple):
    """A card that the reader does not know.

    Attributes:
        pool: where it came from: 0 is the pack as it was dealt, and each reshuffle makes a new pool
            of the discards, which everybody knows.
        since: number of the event that brought it.
    """

    pool: int
    since: int


class Shown(NamedTuple):
    """A card that came out of a hand, and the hidden card that it is taken for."""

    seat: int
    card: str
    was: Hidden
    when: int


Place = list[str | Hidden]
DEALT: Final = Hidden(0, 0)


class Lost(Exception):
    """The pools that were guessed do not explain a card that was shown."""


class Memory:
    """The table as one reader knows it; `seat` None is a spectator.

    With `one_pool` all cards that the reader does not know count as one pool. That is less than
    it knows, and always possible.
    """

    def __init__(self, view: Mapping[str, Any], luck: Luck, one_pool: bool) -> None:
        options: Mapping[str, Any] = view["options"]
        self.seat: int | None = view["seat"]
        self.seats: int = view["seats"]
        self.luck, self.one_pool = luck, one_pool
        cards = pack(
            Options(**options).decktets(self.seats),
            options["excuse"],
            options["pawns"],
            options["courts"],
        )
        self.pools: list[Counter[str]] = [Counter(cards)]
        self.hands: list[Place] = [[] for _ in range(self.seats)]
        self.aside: list[Place] = [[] for _ in range(self.seats)]
        self.piles: list[Place] = [[] for _ in range(self.seats)]
        self.slots: list[Place] = []
        self.discards: list[str] = []
        self.shown: list[Shown] = []
        self.now = 0  # number of the event that is read

    @property
    def newest(self) -> Hidden:
        """A card from the draw stack."""
        return Hidden(len(self.pools) - 1, self.now)

    def take(self, pool: int, cards: Sequence[str]) -> Place:
        """Find known cards in a pool."""
        for card in cards:
            if not self.pools[pool][card] and not self.free(pool, card):
                raise Lost
            self.pools[pool][card] -= 1
        return list(cards)

    def hidden(self, seat: int) -> list[Hidden]:
        """Return the cards of a hand that the reader does not know."""
        return [one for one in self.hands[seat] if isinstance(one, Hidden)]

    def lay_open(self, seat: int, cards: Sequence[str]) -> None:
        """Take from a hand the cards that its owner shows; a known copy rather than another."""
        for card in cards:
            if card in self.hands[seat]:
                self.hands[seat].remove(card)
            elif not self.uncover(seat, card):
                raise Lost

    def uncover(self, seat: int, card: str) -> bool:
        """Take a shown card for one of the hidden cards of its hand; correct earlier guesses."""
        fitting = [one for one in self.hidden(seat) if self.pools[one.pool][card]]
        if not fitting:
            pools = {one.pool for one in self.hidden(seat)}
            freed = any(self.free(pool, card) for pool in sorted(pools)) or self.swap(seat, card)
            return freed and self.uncover(seat, card)
        was = fitting[self.luck.randrange(len(fitting))]
        self.hands[seat].remove(was)
        self.pools[was.pool][card] -= 1
        self.shown.append(Shown(seat, card, was, self.now))
        return True

    def free(self, pool: int, card: str) -> bool:
        """Get a copy back into a pool: an earlier one may have come from another pool."""
        return any(
            one.card == card and one.was.pool == pool and self.guess_again(at)
            for at, one in enumerate(self.shown)
        )

    def swap(self, seat: int, card: str) -> bool:
        """Get back a hidden card of the hand that may be `card`, for another that may not."""
        return any(
            one.seat == seat and self.pools[one.was.pool][card] and self.guess_again(at)
            for at, one in enumerate(self.shown)
        )

    def guess_again(self, at: int) -> bool:
        """Take a card shown earlier for a hidden card from another pool, if its hand has one."""
        seat, card, was, when = self.shown[at]
        for other in self.hidden(seat):
            if other.pool != was.pool and other.since <= when and self.pools[other.pool][card]:
                self.hands[seat].remove(other)
                self.hands[seat].append(was)
                self.pools[was.pool][card] += 1
                self.pools[other.pool][card] -= 1
                self.shown[at] = Shown(seat, card, other, when)
                return True
        return False

    def deal(self, data: Mapping[str, Any]) -> None:
        """Rules 1 and 2."""
        self.hands = [[DEALT] * 5 for _ in range(self.seats)]
        self.slots = [[DEALT] * 2 for _ in range(self.seats - 1)]
        if self.seat is not None:
            self.hands[self.seat] = self.take(0, data["hands"])

    def turn_up(self, data: Mapping[str, Any]) -> None:
        """Rule 4: the cards lie in the order in which they came into the slot."""
        for at, cards in enumerate(data["slots"]):
            for known, card in zip(self.slots[at], cards, strict=True):
                if isinstance(known, Hidden):
                    self.take(known.pool, (card,))
            self.slots[at] = list(cards)

    def bid(self, data: Mapping[str, Any]) -> None:
        """Rule 5."""
        self.lay_open(data["seat"], data["cards"])
        self.piles[data["seat"]] += data["cards"]

    def sell(self, data: Mapping[str, Any]) -> None:
        """Rule 5: everybody knows what goes where."""
        self.aside[data["seat"]] += data["cards"]
        self.slots[data["slot"]] = list(data["bid"])
        self.piles[data["seat"]] = []
        self.hands = [hand + pile for hand, pile in zip(self.hands, self.piles, strict=True)]
        self.piles = [[] for _ in range(self.seats)]

    def build(self, data: Mapping[str, Any]) -> None:
        """Rule 6."""
        for slot in data["slots"]:
            self.slots[slot].append(self.newest)

    def deal_to_seats(self, data: Mapping[str, Any]) -> None:
        """Rule 7."""
        for seat in data["seats"]:
            mine = seat == self.seat
            self.aside[seat] += (
                self.take(self.newest.pool, data["cards"]) if mine else [self.newest]
            )

    def take_up(self, data: Mapping[str, Any]) -> None:
        """Rule 8."""
        self.hands = [hand + new for hand, new in zip(self.hands, self.aside, strict=True)]
        self.aside = [[] for _ in range(self.seats)]

    def claim(self, data: Mapping[str, Any]) -> None:
        """Rule 9."""
        self.lay_open(data["seat"], data["cards"])
        self.discards += data["cards"]

    def draw(self, data: Mapping[str, Any]) -> None:
        """Rule 9."""
        mine = data["seat"] == self.seat
        drawn = self.take(self.newest.pool, (data["card"],)) if mine else [self.newest]
        self.hands[data["seat"]] += drawn

    def reshuffle(self, data: Mapping[str, Any]) -> None:
        """Rule 11."""
        if self.one_pool:
            self.pools[0].update(self.discards)
        else:
            self.pools.append(Counter(self.discards))
        self.discards = []


READERS: Final[Mapping[str, Callable[[Memory, Mapping[str, Any]], None]]] = by_word(
    EVENTS,
    {
        "boojum.cards_dealt.v1": Memory.deal,
        "boojum.slots_turned_up.v1": Memory.turn_up,
        "boojum.bid_made.v1": Memory.bid,
        "boojum.slot_sold.v1": Memory.sell,
        "boojum.slots_built.v1": Memory.build,
        "boojum.seats_dealt.v1": Memory.deal_to_seats,
        "boojum.cards_taken_up.v1": Memory.take_up,
        "boojum.set_claimed.v1": Memory.claim,
        "boojum.card_drawn.v1": Memory.draw,
        "boojum.stack_reshuffled.v1": Memory.reshuffle,
    },
    without=(  # move no card
        "boojum.dealer_drawn.v1",
        "boojum.passed.v1",
        "boojum.slot_unsold.v1",
        "boojum.claims_finished.v1",
        "boojum.round_ended.v1",
        "boojum.game_ended.v1",
        "boojum.hand_voided.v1",
    ),
)


def from_view(view: Mapping[str, Any], luck: Luck) -> Memory:
    """Return what the view alone tells, for a reader who missed events."""
    memory = Memory(view, luck, one_pool=True)
    memory.hands = [[DEALT] * size for size in view["hand_sizes"]]
    if view["cards"] is not None:
        memory.hands[view["seat"]] = memory.take(0, view["cards"])
    memory.aside = [[DEALT] * size for size in view["set_aside"]]
    for slot in view["slots"]:
        known = memory.take(0, slot["cards"] or ())
        memory.slots.append(known + [DEALT] * (slot["count"] - len(known)))
    memory.discards = [str(card) for card in memory.take(0, view["discards"])]
    for seat, pile in enumerate(view["auction"]["bids"] if view["auction"] else ()):
        memory.piles[seat] = memory.take(0, pile)
    return memory


def remembered(view: Mapping[str, Any], seen: Sequence[Seen], luck: Luck) -> Memory:
    """Return what the reader of these events knows; some of it guessed where several fit."""
    if not any(event.type == "boojum.cards_dealt.v1" for event in seen):
        return from_view(view, luck)
    for one_pool in (False, False, False, False, True):
        memory = Memory(view, luck, one_pool)
        try:
            for event in seen:
                memory.now += 1
                if event.type in READERS:
                    READERS[event.type](memory, event.data)
        except Lost:
            continue
        return memory
    return from_view(view, luck)
