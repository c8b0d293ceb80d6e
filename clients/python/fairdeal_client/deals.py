"""The deal of a finished table, computed again from what was sealed before anybody sat down.

Written from docs/reference/shuffles.md and the RULES.md of the games; `Deal.take` raises Lie at
the first card that lies where the shuffle does not put it.
"""

import hmac
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from fairdeal_client.canonical import canonical, require

WORD = 2**32
RANKS = [*"A23456789", "10", "J", "Q", "K"]
DECKTET_SUITS = ("knots", "leaves", "moons", "suns", "waves", "wyrms")
DECKTET = [*(f"ace-{suit}" for suit in DECKTET_SUITS),
    "author", "bard", "battle", "betrayal", "calamity", "castle", "cave", "chance-meeting",
    "darkness", "desert", "diplomat", "discovery", "end", "forest", "huntress", "journey",
    "lunatic", "market", "merchant", "mill", "mountain", "origin", "pact", "painter", "penitent",
    "sailor", "savage", "sea", "soldier", "windfall",
]  # fmt: skip
BOON_HAND = {3: 9, 4: 7, 5: 6}  # cards of a hand by seats


class Dealt(NamedTuple):
    """An event of a shuffle with all its parts, and what event 1 says of the table."""

    n: int
    data: dict[str, Any]
    parts: dict[str, Any]  # by audience
    opened: dict[str, Any]
    hand: int  # the hand in play

    @property
    def seats(self) -> list[int]:
        """Return all seats."""
        return list(range(self.opened["seats"]))

    @property
    def hands(self) -> list[list[str]]:
        """Return the cards that each seat was dealt."""
        return [self.parts[str(seat)]["hands"] for seat in self.seats]


class Shuffle(NamedTuple):
    """How a kind of event tells of a shuffle."""

    hand: Callable[[Dealt], int]
    what: str
    cards: Callable[[Dealt], Sequence[str]]
    claims: Callable[[list[str], Dealt], Iterator[tuple[Any, Any]]]  # (what it says, what is right)


def shuffled(cards: Sequence[str], key: bytes) -> list[str]:
    """Return cards in the order that a key gives them."""
    order, words = sorted(cards), _words(key)
    for places in range(len(order), 1, -1):
        word = next(words)
        while word >= WORD - WORD % places:
            word = next(words)
        order[places - 1], order[word % places] = order[word % places], order[places - 1]
    return order


def _words(key: bytes) -> Iterator[int]:
    """Yield the stream of 32-bit words of a key."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def _laid(order: list[str], among: list[int], dealer: int, count: int) -> tuple[Any, list[str]]:
    """Return the cards of each seat, dealt one at a time from the dealer's left, and the rest."""
    first = next((seat for seat in among if seat > dealer), among[0])
    turns = among[among.index(first) :] + among[: among.index(first)]
    size = count * len(turns)
    return {seat: order[at : size : len(turns)] for at, seat in enumerate(turns)}, order[size:]


def _drawn(field: str) -> Shuffle:
    """Return the draw of who comes first."""
    return Shuffle(
        lambda _: 0, "first_seat", lambda dealt: list(map(str, dealt.seats)),
        lambda order, dealt: iter([(str(dealt.data[field]), order[0])]),
    )  # fmt: skip


def _pile(
    field: str, what: str, cards: Callable[[Dealt], Sequence[str]] | None = None,
    hand: Callable[[Dealt], int] = lambda _: 1,
) -> Shuffle:  # fmt: skip
    """Return the shuffle of a pile that lies as it was shuffled."""
    return Shuffle(
        hand, what, cards or (lambda dealt: dealt.parts["hand"][field]),
        lambda order, dealt: iter([(dealt.parts["hand"][field], order)]),
    )  # fmt: skip


def _numbered(dealt: Dealt) -> int:
    return int(dealt.data["hand"])


def _boojum_deck(dealt: Dealt) -> Sequence[str]:
    hidden = dealt.parts["hand"]
    cards = [card for pile in (*dealt.hands, *hidden["slots"], hidden["stack"]) for card in pile]
    counts = Counter(cards)
    whole = len(set(counts.values())) == 1 and set(DECKTET) <= counts.keys()
    require(whole, f"the Decktets of event {dealt.n} are not whole")
    return cards


def _boojum_claims(order: list[str], dealt: Dealt) -> Iterator[tuple[Any, Any]]:
    own, rest = _laid(order, dealt.seats, dealt.data["dealer"], 5)
    count = len(dealt.seats) - 1
    yield dealt.hands, [own[seat] for seat in dealt.seats]
    yield dealt.parts["hand"]["slots"], [rest[2 * at : 2 * at + 2] for at in range(count)]
    yield dealt.parts["hand"]["stack"], rest[2 * count :]


def _boon_deck(dealt: Dealt) -> Sequence[str]:
    counts = {"blue": 6, "green": 6, "red": 6, "gold": 14}
    deck = [f"{suit}-{at + 1}" for suit, count in counts.items() for at in range(count)]
    three = len(dealt.seats) == 3
    return [card for card in deck if not (three and card in ("green-1", "red-1"))]


def _boon_claims(order: list[str], dealt: Dealt) -> Iterator[tuple[Any, Any]]:
    own, rest = _laid(order, dealt.seats, dealt.data["dealer"], BOON_HAND[len(dealt.seats)])
    yield [*map(sorted, dealt.hands)], [sorted(own[seat]) for seat in dealt.seats]
    yield dealt.parts["hand"]["boon"], rest


def _boosh_claims(order: list[str], dealt: Dealt) -> Iterator[tuple[Any, Any]]:
    own, rest = _laid(order, dealt.data["players"], dealt.data["dealer"], 4)
    yield dealt.hands, [own.get(seat, []) for seat in dealt.seats]
    yield dealt.parts["hand"]["deck"], rest


def _bum_deck(dealt: Dealt) -> Sequence[str]:
    seats = len(dealt.seats)
    jokers = dealt.opened["options"]["jokers"] or -(-seats // 2)
    cards = [f"{rank}-{at + 1}" for rank in RANKS for at in range(seats)]
    return cards + [f"JK-{at + 1}" for at in range(jokers)]


def _bum_claims(order: list[str], dealt: Dealt) -> Iterator[tuple[Any, Any]]:
    turns = dealt.data["order"]
    own = {seat: sorted(order[at :: len(turns)]) for at, seat in enumerate(turns)}
    yield [*map(sorted, dealt.hands)], [own.get(seat, []) for seat in dealt.seats]


def _goblin_deck(dealt: Dealt) -> Sequence[str]:
    courts = ["consul", "island", "rite", "window"]
    pawns = ["borderland", "harvest", "light-keeper", "watchman"]
    return pawns + (courts if dealt.opened["options"]["use_courts"] else [])


SHUFFLES: dict[str, Shuffle] = {
    "boojum.dealer_drawn.v1": _drawn("dealer"),
    "boojum.cards_dealt.v1": Shuffle(lambda _: 1, "deal", _boojum_deck, _boojum_claims),
    "boojum.stack_reshuffled.v1": _pile("stack", "reshuffle"),
    "boon.dealer_drawn.v1": _drawn("dealer"),
    "boon.hand_dealt.v1": Shuffle(_numbered, "deal", _boon_deck, _boon_claims),
    "boosh.dealer_drawn.v1": _drawn("seat"),
    "boosh.hand_dealt.v1": Shuffle(
        _numbered, "deal",
        lambda _: [*(rank + suit for rank in RANKS for suit in "CDHS"), "JK"], _boosh_claims,
    ),
    "boosh.pile_reshuffled.v1": _pile("deck", "reshuffle", hand=lambda dealt: dealt.hand),
    "bum.boss_drawn.v1": _drawn("seat"),
    "bum.hand_dealt.v1": Shuffle(_numbered, "deal", _bum_deck, _bum_claims),
    "goblin_market.first_bidder_drawn.v1": _drawn("seat"),
    "goblin_market.dealt.v1": _pile("deck", "deal", lambda _: DECKTET),
    "goblin_market.goblins_shuffled.v1": _pile("deck", "goblins", _goblin_deck),
}  # fmt: skip
GAMES = {name.partition(".")[0] for name in SHUFFLES}


class Deal:
    """The shuffles of a table, event by event; all parts of all events must be open."""

    def __init__(self, opened: dict[str, Any], secret: str) -> None:
        self.opened, self.secret = opened, bytes.fromhex(secret)
        self.entropies: list[str] = []
        self.randomness: list[str] = []
        self.counts: Counter[tuple[int, str]] = Counter()
        self.hand = 0
        self.shuffles = 0

    def take(self, event: dict[str, Any], parts: dict[str, Any]) -> None:
        """Look at an event with its parts by audience."""
        data = event["data"]
        if event["type"] == "table.entropy_closed.v1":
            self.entropies = data["entropies"]
        elif event["type"] == "table.beacon_came.v1":
            self.randomness = [data["randomness"]]
        kind = SHUFFLES.get(event["type"])
        if kind is None:
            made = "hand_secret" in parts.get("hand", {})
            require(not made, f"event {event['n']} claims a shuffle that the rules do not know")
            return
        self.check(kind, Dealt(event["n"], data, parts, self.opened, self.hand))

    def check(self, kind: Shuffle, dealt: Dealt) -> None:
        """Shuffle once more, and compare."""
        hand = kind.hand(dealt)
        secret = hmac.digest(self.secret, canonical(["hand", hand]), "sha256")
        require(
            dealt.parts["hand"]["hand_secret"] == secret.hex(),
            f"the secret of hand {hand} in event {dealt.n} does not follow from the table's",
        )
        self.counts[hand, kind.what] += 1
        count = self.counts[hand, kind.what]
        name = [self.opened["group"], hand, kind.what, count, self.entropies, *self.randomness]
        order = shuffled(kind.cards(dealt), hmac.digest(secret, canonical(name), "sha256"))
        for claimed, right in kind.claims(order, dealt):
            require(claimed == right, f"the cards of event {dealt.n} are not what the secret deals")
        self.shuffles += 1
        if kind.what == "deal":
            self.hand = hand
