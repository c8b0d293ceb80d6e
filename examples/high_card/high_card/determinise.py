"""A state that agrees with all that a seat has seen, its hidden cards dealt at random."""

from collections.abc import Sequence

from games.core.contract import Card, Cards, Luck, ReceivedEvent, Seat, View
from games.core.options import validate_options
from high_card.cards import DECK
from high_card.options import Options
from high_card.state import State


def determinise(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> State:
    """Deal the cards that the viewer cannot know at random; the view tells all there is to know."""
    own = view["own_cards"] or []
    trick = tuple((Seat(one["seat"]), Card(one["card"])) for one in view["trick"])
    known = {*own, *view["played"], *(card for _, card in trick)}
    unseen = [card for card in DECK if card not in known]
    luck.shuffle(unseen)
    hands: list[Cards] = []
    for seat, count in enumerate(view["counts"]):
        if seat == view["seat"]:
            hands.append(tuple(own))
        else:
            hands.append(tuple(unseen[:count]))
            del unseen[:count]
    return State(
        options=validate_options(Options, view["options"], len(view["totals"])),
        seats=len(view["totals"]),
        phase=view["phase"],
        dealer=view["dealer"],
        totals=tuple(view["totals"]),
        hand=view["hand"],
        hands=tuple(hands),
        stock=tuple(unseen[: view["stock"]]),
        queue=tuple(map(Seat, view["queue"])),
        trick=trick,
        last_trick=tuple((one["seat"], one["card"]) for one in view["last_trick"]),
        played=tuple(view["played"]),
        tricks=tuple(view["tricks"]),
        history=tuple(map(tuple, view["history"])),
        voided=tuple(view["voided"]),
        places=tuple(view["places"]),
    )
