"""What must add up in a log of Boon of which hands are sealed."""

from games.boon.cards import DECK
from games.boon.options import Options
from games.boon.scoring import holdings_after_payments, places, points_in, winning_card_place
from games.core.contract import Card
from games.core.ledger import Contradiction, Data, Ledger, Parts, require_sum


class BoonLedger(Ledger):
    """Cards played, tricks and Victory Cards; `trick` is None until a trick has begun in sight."""

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(seats, DECK[seats])
        self.scores = (options.victory_cards,) * seats
        self.trick: list[tuple[int, Card]] | None = None
        self.steps = {
            "boon.hand_dealt.v1": self.begin_round,
            "boon.boon_taken.v1": self.take_boon,
            "boon.cards_buried.v1": self.bury,
            "boon.card_played.v1": self.play,
            "boon.trick_won.v1": self.end_trick,
            "boon.round_counted.v1": self.count_round,
            "boon.leaster_counted.v1": self.count_round,
            "boon.hand_voided.v1": self.void,
            "boon.game_ended.v1": self.end,
        }

    def begin_round(self, data: Data, parts: Parts) -> None:
        """Deal."""
        self.deal(parts)
        self.trick = []

    def take_boon(self, data: Data, parts: Parts) -> None:
        """Put the Boon into a hand."""
        self.receive(data["seat"], parts.get(str(data["seat"]), {}).get("cards"))

    def bury(self, data: Data, parts: Parts) -> None:
        """Take cards out of a hand that nobody sees."""
        self.give_up(data["seat"], parts.get(str(data["seat"]), {}).get("cards"))

    def play(self, data: Data, parts: Parts) -> None:
        """Play a card to the trick."""
        self.show(data["seat"], [data["card"]])
        if self.trick is not None:
            self.trick.append((data["seat"], data["card"]))

    def void(self, data: Data, parts: Parts) -> None:
        """Take what a ruling says for the Victory Cards."""
        self.scores, self.places = tuple(data["victory_cards"]), tuple(data["places"])

    def end(self, data: Data, parts: Parts) -> None:
        """Hold the places to the Victory Cards."""
        self.places = tuple(data["places"])
        if self.scores is not None:
            require_sum(places(self.scores), data["places"], "the places")

    def end_trick(self, data: Data, parts: Parts) -> None:
        """Hold the winner of a trick and its points to its cards."""
        trick, self.trick = self.trick, []
        if trick is None:
            return
        if sorted(seat for seat, _ in trick) != [*range(self.seats)]:
            raise Contradiction("a trick has one card of each seat")
        cards = tuple(card for _, card in trick)
        require_sum(trick[winning_card_place(cards)][0], data["seat"], "the winner of the trick")
        require_sum(points_in(cards), data["points"], "the points of the trick")

    def count_round(self, data: Data, parts: Parts) -> None:
        """Hold Victory Cards to what was paid."""
        if self.scores is not None:
            paid = [(payer, payee, cards) for payer, payee, cards in data["paid"]]
            held = holdings_after_payments(self.scores, paid)
            require_sum(held, data["victory_cards"], "the Victory Cards")
        self.scores = tuple(data["victory_cards"])
