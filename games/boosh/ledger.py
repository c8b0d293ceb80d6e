"""What must add up in a log of Boosh of which cards are sealed."""

from collections.abc import Sequence

from games.boosh.cards import DECK
from games.boosh.options import Options
from games.core.contract import Card
from games.core.ledger import Contradiction, Data, Ledger, Parts, require_sum

Row = list[Card | None]  # the cards of a seat by position; None where one is not known


class BooshLedger(Ledger):
    """The pile [B], rows of cards as far as they are known, and totals.

    Attributes:
        pile: [B]; None until a hand was dealt in sight.
        taken: the card in hand: None is unknown.
    """

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(seats, DECK)
        self.scores = (0,) * seats
        self.rows: list[Row] = [[None] * 4 for _ in range(seats)]
        self.pile: list[Card] | None = None
        self.taken: Card | None = None
        self.steps = {
            "boosh.hand_dealt.v1": self.deal_rows,
            "boosh.cherry_turned.v1": self.turn_cherry,
            "boosh.deck_card_taken.v1": self.take_from_deck,
            "boosh.face_up_card_taken.v1": self.take_face_up,
            "boosh.card_discarded.v1": self.discard,
            "boosh.card_replaced.v1": self.replace,
            "boosh.cards_exposed.v1": self.expose,
            "boosh.pile_reshuffled.v1": self.reshuffle,
            "boosh.hands_revealed.v1": self.reveal,
            "boosh.hand_scored.v1": self.score,
            "boosh.hand_voided.v1": self.void,
            "boosh.game_ended.v1": self.end,
        }

    def deal_rows(self, data: Data, parts: Parts) -> None:
        """Lay out the rows whose parts are open."""
        self.pile, self.taken = [], None
        own = [parts.get(str(seat), {}).get("hands") for seat in range(self.seats)]
        self.rows = [[None] * 4 if not cards else [*cards] for cards in own]
        known: list[Card] = [card for row in self.rows for card in row if card is not None]
        self.require_in_deck(known)

    def require_elsewhere(self, card: Card | None) -> None:
        """Refuse a card that comes from the deck and is known to lie elsewhere."""
        if card is None:
            return
        self.require_in_deck([card])
        if card in (self.pile or ()) or any(card in row for row in self.rows):
            raise Contradiction(f"{card} is not in the deck: it lies elsewhere")

    def turn_cherry(self, data: Data, parts: Parts) -> None:
        """Put a card of the deck on [B]."""
        self.place(None, data["card"])

    def take_from_deck(self, data: Data, parts: Parts) -> None:
        """Take a card that perhaps is known."""
        self.taken = parts.get(str(data["seat"]), {}).get("card")
        self.require_elsewhere(self.taken)

    def take_face_up(self, data: Data, parts: Parts) -> None:
        """Take the top card of [B]."""
        if self.pile is not None:
            require_sum(self.pile[-1:], [data["card"]], "the top of the pile")
            self.pile.pop()
        self.taken = data["card"]

    def discard(self, data: Data, parts: Parts) -> None:
        """Put the card in hand on [B]."""
        self.place(self.taken, data["card"])

    def place(self, known: Card | None, card: Card) -> None:
        """Put a card on [B] that must be the one that was there, where that is known."""
        if known is not None:
            require_sum(known, card, "the card")
        else:
            self.require_elsewhere(card)
        if self.pile is not None:
            self.pile.append(card)
        self.taken = None

    def replace(self, data: Data, parts: Parts) -> None:
        """Lay the card in hand into a row, and put what lay there on [B]."""
        row, at, taken = self.rows[data["seat"]], data["position"], self.taken
        self.require_position(row, at)
        was, row[at] = row[at], None
        self.place(was, data["card"])
        row[at] = taken

    def expose(self, data: Data, parts: Parts) -> None:
        """Turn two cards over."""
        for at, card in zip(data["positions"], data["cards"], strict=True):
            self.look(data["seat"], at, card)

    def reshuffle(self, data: Data, parts: Parts) -> None:
        """Let all but the top card of [B] go into the deck."""
        self.pile = None if self.pile is None else self.pile[-1:]

    def reveal(self, data: Data, parts: Parts) -> None:
        """Turn all rows over that are shown."""
        for seat, cards in enumerate(data["hands"]):
            for at, card in enumerate(cards):
                self.look(seat, at, card)

    def score(self, data: Data, parts: Parts) -> None:
        """Hold totals to points."""
        self.require_scores(self.add_scores(data["points"]), data["totals"])

    def void(self, data: Data, parts: Parts) -> None:
        """Hold totals to the points that a ruling took back."""
        self.require_scores(self.add_scores([-one for one in data["points"]]), data["totals"])
        self.places = tuple(data["places"])

    def end(self, data: Data, parts: Parts) -> None:
        """Note the places."""
        self.places = tuple(data["places"])

    def look(self, seat: int, at: int, card: Card) -> None:
        """Turn a card of a row over in sight of all."""
        row = self.rows[seat]
        self.require_position(row, at)
        if row[at] is not None:
            require_sum(row[at], card, f"the card of seat {seat} at {at}")
            return
        self.require_elsewhere(card)
        row[at] = card

    def require_position(self, row: Sequence[Card | None], at: int) -> None:
        """Refuse a place that a row does not have."""
        if not 0 <= at < len(row):
            raise Contradiction(f"there is no position {at}")
