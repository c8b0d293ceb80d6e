"""What a seat may do, as people are shown it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.boojum.actions import ACTIONS, Action, Bid, Claim, Done, Pass
from games.boojum.cards import RANK_ORDERS
from games.boojum.scoring import bid_of, pile_worth
from games.boojum.view import BoojumPlayView
from games.core.cards.decktet import CARD_FACES
from games.core.contract import Cards, Wording
from games.core.dispatch import by_kind, on_choice
from games.core.presentation.marks import card_mark
from games.core.presentation.texts import english_text, template

BID = template(
    "boojum.choice.bid",
    "Bid {count, plural, one {# card} other {# cards}} for {pips}: add {cards}",
    count="number", pips="number", cards="cards",
)  # fmt: skip
CLAIM = template(
    "boojum.choice.claim", "Claim the {token} token with {cards}", token="word", cards="cards"
)
CLAIM_WITH_EXCUSES = template(
    "boojum.choice.claim_excuses",
    "Claim the {token} token with {cards}, standing for {excuses}",
    token="word", cards="cards", excuses="word",
)  # fmt: skip
MARKS = {face.id: card_mark(face.id, face.name) for face in CARD_FACES}


def wording(view: BoojumPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _pile_bid_wording(view: BoojumPlayView, action: Bid) -> Wording:
    """Rule 5: the bid is the whole pile."""
    auction, options, seat = view["auction"], view["options"], view["seat"]
    assert auction is not None
    assert seat is not None
    ranks = RANK_ORDERS[options["pawns"], options["courts"]]
    pile: Cards = (*auction["bids"][seat], *action.cards)
    made = bid_of(pile_worth(pile, ranks))
    bid = BID(count=made.cards, pips=made.pips, cards=action.cards)
    return Wording(english_text(bid, MARKS), "bids")


def _claim_wording(view: BoojumPlayView, action: Claim) -> Wording:
    """Rule 9."""
    return _token_wording(action)


@lru_cache(4096)  # a hand pays for the same sets in every view of a claim phase
def _token_wording(action: Claim) -> Wording:
    """Return what is claimed."""
    claim: dict[str, Any] = {"token": action.token, "cards": action.cards}
    if not action.excuses:
        return Wording(english_text(CLAIM(**claim), MARKS), "sets")
    claim["excuses"] = " and ".join(action.excuses)
    return Wording(english_text(CLAIM_WITH_EXCUSES(**claim), MARKS), "sets")


WORDINGS: Mapping[type[Action], Callable[[BoojumPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(Bid, _pile_bid_wording),
    on_choice(Pass, lambda view, action: Wording("Pass", "pass")),
    on_choice(Claim, _claim_wording),
    on_choice(Done, lambda view, action: Wording("Claim nothing more", "pass")),
)
