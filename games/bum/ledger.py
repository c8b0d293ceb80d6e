"""What must add up in a log of the Bum Game of which hands are sealed."""

from games.bum.cards import ordered_deck, usual_jokers
from games.bum.options import Options
from games.bum.scoring import add_points_to_seat, places, points_for_place
from games.core.contract import Seat
from games.core.ledger import Contradiction, Data, Ledger, Parts, require_sum


class BumLedger(Ledger):
    """Cards played, who went out, and points."""

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(seats, ordered_deck(seats, options.jokers or usual_jokers(seats)))
        self.scores = (0,) * seats
        self.out: list[int] | None = None  # None until a hand was dealt in sight
        self.steps = {
            "bum.hand_dealt.v1": self.begin_hand,
            "bum.revolution_declared.v1": self.show_all_jokers,
            "bum.exchange_called_off.v1": self.show_jokers,
            "bum.cards_given.v1": self.give_cards,
            "bum.combination_played.v1": self.play,
            "bum.player_went_out.v1": self.go_out,
            "bum.hand_voided.v1": self.void,
        }

    def begin_hand(self, data: Data, parts: Parts) -> None:
        """Deal."""
        self.deal(parts)
        self.out = []

    def show_all_jokers(self, data: Data, parts: Parts) -> None:
        """Show Jokers of several hands, which keep them."""
        for seat, jokers in zip(data["seats"], data["jokers"], strict=True):
            self.require_shown(seat, jokers)

    def show_jokers(self, data: Data, parts: Parts) -> None:
        """Show Jokers of one hand, which keeps them."""
        self.require_shown(data["seat"], data["jokers"])

    def play(self, data: Data, parts: Parts) -> None:
        """Play cards out of a hand."""
        require_sum(data["size"] * data["length"], len(data["cards"]), "the cards played")
        self.show(data["seat"], data["cards"])

    def void(self, data: Data, parts: Parts) -> None:
        """Take what a ruling says for the points."""
        self.scores = tuple(data["totals"])

    def give_cards(self, data: Data, parts: Parts) -> None:
        """Move cards from hand to hand."""
        one, other = sorted((data["seat"], data["receiver"]))
        cards = parts.get(f"{one}+{other}", {}).get("cards")
        if cards is not None:
            require_sum(data["count"], len(cards), "the number of cards given")
        self.give_up(data["seat"], cards)
        self.receive(data["receiver"], cards)

    def go_out(self, data: Data, parts: Parts) -> None:
        """Hold place, points and total of who goes out to what came before."""
        seat, hand = data["seat"], self.hands[data["seat"]]
        if hand is not None and +hand:
            raise Contradiction(f"seat {seat} still holds {min(+hand)}")
        if self.out is not None:
            if seat in self.out:
                raise Contradiction(f"seat {seat} is out already")
            self.out.append(seat)
            require_sum(len(self.out), data["place"], "the place")
        if not 1 <= data["place"] < self.seats:
            raise Contradiction(f"nobody goes out in place {data['place']}")
        require_sum(points_for_place(self.seats, data["place"]), data["points"], "the points")
        if self.scores is not None:
            require_sum(self.scores[seat] + data["points"], data["total"], "the total")
            self.scores = add_points_to_seat(self.scores, Seat(seat), data["points"])

    @property
    def places(self) -> tuple[int, ...] | None:
        """Return the places by total."""
        return None if self.scores is None else places(self.scores)

    @places.setter
    def places(self, places: tuple[int, ...] | None) -> None:
        """Ignore what is not said: no event has the places."""
