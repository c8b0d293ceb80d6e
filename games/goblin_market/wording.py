"""What a seat may do, as people are shown it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.core.cards.decktet import CARD_FACES
from games.core.contract import Wording
from games.core.dispatch import by_kind, on_choice
from games.core.presentation.marks import card_mark
from games.core.presentation.texts import Text, english_text, template
from games.goblin_market.actions import ACTIONS, Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.view import GoblinMarketPlayView

BID = template(
    "goblin_market.choice.bid", "Bid {coins, plural, one {# coin} other {# coins}}", coins="number"
)
TAKE = template("goblin_market.choice.take", "Take {card}", card="card")
MARKS = {face.id: card_mark(face.id, face.name) for face in CARD_FACES}


def wording(view: GoblinMarketPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _coin_bid_wording(view: GoblinMarketPlayView, action: Bid) -> Wording:
    """Rule 3."""
    return Wording(_bid_text(action.coins) if action.coins else "Bid nothing", "bids")


@lru_cache(1024)  # views offer many bids, the same again and again
def _bid_text(coins: int) -> Text:
    """Return a bid in words."""
    return english_text(BID(coins=coins))


def _take_card_wording(view: GoblinMarketPlayView, action: Take) -> Wording:
    """Rule 5."""
    return Wording(english_text(TAKE(card=action.card), MARKS), "cards")


WORDINGS: Mapping[type[Action], Callable[[GoblinMarketPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(Bid, _coin_bid_wording),
    on_choice(Pass, lambda view, action: Wording("Pass", "pass")),
    on_choice(TakeAll, lambda view, action: Wording("Take all cards for sale", "sets")),
    on_choice(Take, _take_card_wording),
    on_choice(Refuse, lambda view, action: Wording("Take no card", "pass")),
)
