"""What must add up in a log of Boojum of which hands are sealed."""

from functools import partial

from games.boojum.cards import pack
from games.boojum.options import Options
from games.boojum.scoring import pile_value
from games.core.ledger import Data, Ledger, Parts, require_sum


class BoojumLedger(Ledger):
    """Bids, hands and tokens.

    Attributes:
        piles: by seat, the cards bid for the slot.
        aside: by seat, the cards set aside until claims begin; None where they are not known.
        tokens: by seat, the number of claimed tokens; None until the deal was in sight.
    """

    def __init__(self, options: Options, seats: int) -> None:
        decks = options.decktets(seats)
        super().__init__(seats, pack(decks, options.excuse, options.pawns, options.courts))
        self.value_of = partial(pile_value, pawns=options.pawns, courts=options.courts)
        self.piles: list[list[str]] = [[] for _ in range(seats)]
        self.aside: list[list[str] | None] = [None] * seats
        self.tokens: list[int] | None = None
        self.steps = {
            "boojum.cards_dealt.v1": self.begin,
            "boojum.slots_turned_up.v1": self.turn_up,
            "boojum.bid_made.v1": self.bid,
            "boojum.slot_sold.v1": self.sell,
            "boojum.slot_unsold.v1": self.return_piles,
            "boojum.seats_dealt.v1": self.set_aside_dealt,
            "boojum.cards_taken_up.v1": self.take_up,
            "boojum.set_claimed.v1": self.claim,
            "boojum.card_drawn.v1": self.draw,
            "boojum.game_ended.v1": self.end,
            "boojum.hand_voided.v1": self.void,
        }

    def begin(self, data: Data, parts: Parts) -> None:
        """Deal."""
        self.deal(parts)
        self.aside, self.tokens = [[] for _ in range(self.seats)], [0] * self.seats

    def turn_up(self, data: Data, parts: Parts) -> None:
        """See the cards of all slots."""
        self.require_in_deck(card for slot in data["slots"] for card in slot)

    def take_up(self, data: Data, parts: Parts) -> None:
        """Put what was set aside into the hands."""
        for seat, cards in enumerate(self.aside):
            self.receive(seat, cards)
        self.aside = [[] for _ in range(self.seats)]

    def claim(self, data: Data, parts: Parts) -> None:
        """Discard a set for a token."""
        self.give_up(data["seat"], data["cards"])
        self.require_in_deck(data["cards"])
        if self.tokens is not None:
            self.tokens[data["seat"]] += 1

    def draw(self, data: Data, parts: Parts) -> None:
        """Draw a card for a claim."""
        card = parts.get(str(data["seat"]), {}).get("card")
        self.receive(data["seat"], None if card is None else [card])

    def bid(self, data: Data, parts: Parts) -> None:
        """Add cards of a hand to a pile."""
        seat = data["seat"]
        self.require_in_deck(data["cards"])
        self.give_up(seat, data["cards"])
        self.piles[seat] += data["cards"]
        if self.tokens is not None:
            cards, pips = self.value_of(self.piles[seat])  # the Excuse counts as two cards
            require_sum(cards, data["count"], "the number of cards bid")
            require_sum(pips, data["pips"], "the number of pips bid")

    def sell(self, data: Data, parts: Parts) -> None:
        """Set the cards of the slot aside for the winner, and return the others' bids."""
        seat = data["seat"]
        self.require_in_deck(data["cards"])
        if self.tokens is not None:
            require_sum(sorted(self.piles[seat]), sorted(data["bid"]), "the winning bid")
        self.piles[seat] = []
        if (cards := self.aside[seat]) is not None:
            cards += data["cards"]
        self.return_piles(data, parts)

    def return_piles(self, data: Data, parts: Parts) -> None:
        """Let bids go back into the hands from which they came."""
        for seat, pile in enumerate(self.piles):
            self.receive(seat, pile)
        self.piles = [[] for _ in range(self.seats)]

    def set_aside_dealt(self, data: Data, parts: Parts) -> None:
        """Set aside the cards that seats were dealt, where they are known."""
        for seat in data["seats"]:
            dealt, cards = parts.get(str(seat), {}).get("cards"), self.aside[seat]
            self.aside[seat] = None if dealt is None or cards is None else [*cards, *dealt]

    def end(self, data: Data, parts: Parts) -> None:
        """Hold the scores to the tokens that were claimed."""
        self.require_scores(None if self.tokens is None else tuple(self.tokens), data["scores"])
        self.places = tuple(data["places"])
        for seat, cards in enumerate(data["hands"]):
            self.require_shown(seat, cards)

    def void(self, data: Data, parts: Parts) -> None:
        """Hold the scores to nothing: the only hand was taken back."""
        self.require_scores((0,) * self.seats, data["scores"])
        self.places = tuple(data["places"])
