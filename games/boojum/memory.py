"""What a reader of the events knows about where the cards are."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.boojum.cards import pack
from games.boojum.events import EVENTS
from games.boojum.options import Options
from games.core.contract import ReceivedEvent
from games.core.dispatch import by_word


class HiddenDraw(NamedTuple):
    """A card that came face down from the pack or the stack.

    Attributes:
        pool: the shuffle that it comes from: 0 is the deal, and each reshuffle makes a new pool.
        seat: whose hand it went to; None for a slot or the stack.
        since: number of the event that brought it.
    """

    pool: int
    seat: int | None
    since: int


class RevealedCard(NamedTuple):
    """A card that a seat showed and had not shown before: it came by one of its draws."""

    seat: int
    card: str
    when: int


Place = list[str | int]  # known cards, and numbers of draws that the reader doesn't know


class TableMemory:
    """The table as one reader knows it; `seat` None is a spectator.

    Attributes:
        pools: by pool: its cards less those that are known to be elsewhere.
        draws: every card that came face down, in this order.
        cards: by draw: the card, as soon as it is known; None while it is not.
        known: by seat: the cards that are known to be in the hand.
        needs: what the draws of other seats must have held.
    """

    def __init__(self, view: Mapping[str, Any]) -> None:
        options: Mapping[str, Any] = view["options"]
        self.seat: int | None = view["seat"]
        self.seats: int = view["seats"]
        cards = pack(
            Options(**options).decktets(self.seats),
            options["excuse"],
            options["pawns"],
            options["courts"],
        )
        self.pools: list[Counter[str]] = [Counter(cards)]
        self.draws: list[HiddenDraw] = []
        self.cards: list[str | None] = []
        self.needs: list[RevealedCard] = []
        self.known: list[list[str]] = [[] for _ in range(self.seats)]
        self.aside: list[Place] = [[] for _ in range(self.seats)]
        self.piles: list[list[str]] = [[] for _ in range(self.seats)]
        self.slots: list[Place] = []
        self.discards: list[str] = []
        self.now = 0  # number of the event that is read

    def read(self, seen: Iterable[ReceivedEvent]) -> None:
        """Take in the events from the deal on."""
        for event in seen:
            self.now += 1
            if event.type in READERS:
                READERS[event.type](self, event.data)

    def draw(self, count: int, seat: int | None = None) -> list[int]:
        """Return the numbers of new draws from the newest pool."""
        first = len(self.draws)
        self.draws += [HiddenDraw(len(self.pools) - 1, seat, self.now)] * count
        self.cards += [None] * count
        return list(range(first, first + count))

    def learn(self, draw: int, card: str) -> str:
        """Note which card a draw was."""
        self.pools[self.draws[draw].pool][card] -= 1
        self.cards[draw] = card
        return card

    def lay_open(self, seat: int, cards: Sequence[str]) -> None:
        """Take from a hand the cards that its owner shows; a known copy rather than another."""
        for card in cards:
            if card in self.known[seat]:
                self.known[seat].remove(card)
            else:
                self.needs.append(RevealedCard(seat, card, self.now))

    def deal(self, data: Mapping[str, Any]) -> None:
        """Rules 1 and 2."""
        hands = [self.draw(5, seat) for seat in range(self.seats)]
        self.slots = [[*self.draw(2)] for _ in range(self.seats - 1)]
        if self.seat is not None:
            mine = zip(hands[self.seat], data["hands"], strict=True)
            self.known[self.seat] = [self.learn(draw, card) for draw, card in mine]

    def turn_up(self, data: Mapping[str, Any]) -> None:
        """Rule 4: the cards lie in the order in which they came into the slot."""
        for slot, cards in enumerate(data["slots"]):
            for place, card in zip(self.slots[slot], cards, strict=True):
                if isinstance(place, int):
                    self.learn(place, card)
            self.slots[slot] = list(cards)

    def bid(self, data: Mapping[str, Any]) -> None:
        """Rule 5."""
        self.lay_open(data["seat"], data["cards"])
        self.piles[data["seat"]] += data["cards"]

    def sell(self, data: Mapping[str, Any]) -> None:
        """Rule 5: everybody knows what goes where."""
        self.aside[data["seat"]] += data["cards"]
        self.slots[data["slot"]] = list(data["bid"])
        self.piles[data["seat"]] = []
        self.known = [hand + pile for hand, pile in zip(self.known, self.piles, strict=True)]
        self.piles = [[] for _ in range(self.seats)]

    def build(self, data: Mapping[str, Any]) -> None:
        """Rule 6."""
        for slot in data["slots"]:
            self.slots[slot] += self.draw(1)

    def deal_to_seats(self, data: Mapping[str, Any]) -> None:
        """Rule 7."""
        for seat in data["seats"]:
            (draw,) = self.draw(1, seat)
            self.aside[seat].append(
                self.learn(draw, data["cards"][0]) if seat == self.seat else draw
            )

    def take_up(self, data: Mapping[str, Any]) -> None:
        """Rule 8: what is still unknown stays among the draws of the seat."""
        for hand, new in zip(self.known, self.aside, strict=True):
            hand += [card for card in new if isinstance(card, str)]
        self.aside = [[] for _ in range(self.seats)]

    def claim(self, data: Mapping[str, Any]) -> None:
        """Rule 9."""
        self.lay_open(data["seat"], data["cards"])
        self.discards += data["cards"]

    def draw_for_claim(self, data: Mapping[str, Any]) -> None:
        """Rule 9."""
        seat = data["seat"]
        (draw,) = self.draw(1, seat)
        if seat == self.seat:
            self.known[seat].append(self.learn(draw, data["card"]))

    def reshuffle(self, data: Mapping[str, Any]) -> None:
        """Rule 11."""
        self.pools.append(Counter(self.discards))
        self.discards = []

    def show(self, data: Mapping[str, Any]) -> None:
        """Rule 13, B34: the hands that are compared."""
        for seat, cards in enumerate(data["hands"]):
            self.lay_open(seat, cards)
            self.known[seat] += cards


READERS: Final[Mapping[str, Callable[[TableMemory, Mapping[str, Any]], None]]] = by_word(
    EVENTS,
    {
        "boojum.cards_dealt.v1": TableMemory.deal,
        "boojum.slots_turned_up.v1": TableMemory.turn_up,
        "boojum.bid_made.v1": TableMemory.bid,
        "boojum.slot_sold.v1": TableMemory.sell,
        "boojum.slots_built.v1": TableMemory.build,
        "boojum.seats_dealt.v1": TableMemory.deal_to_seats,
        "boojum.cards_taken_up.v1": TableMemory.take_up,
        "boojum.set_claimed.v1": TableMemory.claim,
        "boojum.card_drawn.v1": TableMemory.draw_for_claim,
        "boojum.stack_reshuffled.v1": TableMemory.reshuffle,
        "boojum.game_ended.v1": TableMemory.show,
    },
    without=(  # move no card
        "boojum.dealer_drawn.v1",
        "boojum.passed.v1",
        "boojum.slot_unsold.v1",
        "boojum.claims_finished.v1",
        "boojum.round_ended.v1",
        "boojum.hand_voided.v1",
    ),
)


def _from_view(view: Mapping[str, Any]) -> TableMemory:
    """Return what the view alone tells, for a reader who missed events."""
    memory = TableMemory(view)
    rest = memory.pools[0]
    for seat, (size, aside) in enumerate(zip(view["hand_sizes"], view["set_aside"], strict=True)):
        if seat == memory.seat:
            memory.known[seat] = list(view["cards"])
            rest.subtract(view["cards"])
        else:
            memory.draw(size, seat)
        memory.aside[seat] += memory.draw(aside)
    for slot in view["slots"]:
        shown: list[str] = slot["cards"] or []
        rest.subtract(shown)
        memory.slots.append([*shown, *memory.draw(slot["count"] - len(shown))])
    memory.discards = list(view["discards"])
    rest.subtract(memory.discards)
    for seat, pile in enumerate(view["auction"]["bids"] if view["auction"] else ()):
        memory.piles[seat] = pile
        rest.subtract(pile)
    return memory


def memory_from_events(view: Mapping[str, Any], seen: Sequence[ReceivedEvent]) -> TableMemory:
    """Return what the reader of these events knows."""
    if not any(event.type == "boojum.cards_dealt.v1" for event in seen):
        return _from_view(view)
    memory = TableMemory(view)
    memory.read(seen)
    return memory
