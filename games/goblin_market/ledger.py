"""What must add up in a log of Goblin Market: all but the order of its decks is public."""

from collections.abc import Sequence

from games.core.contract import Card
from games.core.ledger import Contradiction, Data, Ledger, Parts, require_sum, with_added
from games.goblin_market.cards import AUCTION_DECK, SIZE, SUIT_BITS, goblin_deck
from games.goblin_market.options import Options
from games.goblin_market.scoring import goblin_money, places, score_owned_cards, sisterhood_money


class GoblinLedger(Ledger):
    """Cards for sale, what seats own, coins; `coins` is None until the deal was in sight."""

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(seats, AUCTION_DECK)
        self.goblins = goblin_deck(options.use_courts)
        self.owned: list[tuple[Card, ...]] = [()] * seats
        self.row: list[Card] = []
        self.buyers: set[int] = set()
        self.coins: list[int] | None = None
        self.steps = {
            "goblin_market.dealt.v1": self.begin,
            "goblin_market.size_turned.v1": self.turn_size,
            "goblin_market.cards_turned.v1": self.open_auction,
            "goblin_market.bid_made.v1": self.bid,
            "goblin_market.cards_taken.v1": self.take,
            "goblin_market.cards_discarded.v1": self.discard,
            "goblin_market.nobody_bid.v1": self.discard,
            "goblin_market.sisterhood_paid.v1": self.pay_sisters,
            "goblin_market.goblin_money_paid.v1": self.pay_goblins,
            "goblin_market.market_closed.v1": self.close,
            "goblin_market.hand_voided.v1": self.void,
        }

    def begin(self, data: Data, parts: Parts) -> None:
        """Give coins out."""
        self.coins = [data["coins"]] * self.seats

    def turn_size(self, data: Data, parts: Parts) -> None:
        """Turn the size card."""
        self.turn([data["card"]])
        require_sum(SIZE[data["card"]], data["size"], "the size")

    def open_auction(self, data: Data, parts: Parts) -> None:
        """Turn the cards for sale."""
        self.turn(data["cards"])
        self.row, self.buyers = [*data["cards"]], set()

    def bid(self, data: Data, parts: Parts) -> None:
        """Refuse a bid of more coins than the seat has."""
        if self.coins is not None and data["coins"] > self.coins[data["seat"]]:
            raise Contradiction(f"seat {data['seat']} has not {data['coins']} coins")

    def discard(self, data: Data, parts: Parts) -> None:
        """Discard what nobody took."""
        self.take_from_row(data["cards"])

    def void(self, data: Data, parts: Parts) -> None:
        """Take what a ruling says for scores and places."""
        self.scores, self.places = tuple(data["scores"]), tuple(data["places"])

    def turn(self, cards: Sequence[Card]) -> None:
        """Turn cards of the deck, each of which is there once."""
        self.seen.update(cards)
        self.require_room(cards)

    def take(self, data: Data, parts: Parts) -> None:
        """Let a seat pay for cards of the row."""
        seat, cards = data["seat"], tuple(data["cards"])
        self.take_from_row(cards)
        self.owned[seat] += cards
        self.buyers.add(seat)
        if self.coins is not None:
            self.coins[seat] -= data["coins"]
            if self.coins[seat] < 0:
                raise Contradiction(f"seat {seat} has not {data['coins']} coins")

    def take_from_row(self, cards: Sequence[Card]) -> None:
        """Take cards off the row."""
        for card in cards:
            if self.coins is not None and card not in self.row:
                raise Contradiction(f"{card} is not for sale")
            self.row = [one for one in self.row if one != card]

    def pay_sisters(self, data: Data, parts: Parts) -> None:
        """Hold sisterhood money to what seats own."""
        if not 0 <= data["digit"] <= 9:
            raise Contradiction(f"{data['digit']} is no digit")
        earned = [
            0 if seat in self.buyers else sisterhood_money(data["digit"], owned)
            for seat, owned in enumerate(self.owned)
        ]
        self.earn(earned, data["coins"])

    def pay_goblins(self, data: Data, parts: Parts) -> None:
        """Hold Goblin Money to what seats own."""
        if data["card"] not in self.goblins:
            raise Contradiction(f"there is no {data['card']} among the Goblin cards")
        bits = SUIT_BITS[data["card"]]
        self.earn([goblin_money(bits, owned) for owned in self.owned], data["coins"])

    def earn(self, right: list[int], found: Sequence[int]) -> None:
        """Hold coins earned to what they must be, and add them."""
        if self.coins is not None:
            require_sum(right, [*found], "the coins")
            self.coins = [*with_added(self.coins, found)]

    def close(self, data: Data, parts: Parts) -> None:
        """Hold scores and places to what seats own."""
        results = [score_owned_cards(owned) for owned in self.owned]
        if self.coins is not None:
            require_sum([score for score, _ in results], data["scores"], "the scores")
            require_sum([best for _, best in results], data["positive"], "the best suits")
            require_sum(places(results), data["places"], "the places")
        self.scores, self.places = tuple(data["scores"]), tuple(data["places"])
