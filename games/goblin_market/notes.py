"""What people at the table would say about each event: texts with their parameters."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.core.contract import Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.texts import Note, select_cases, template, templates_in
from games.goblin_market import events as ev
from games.goblin_market.state import State

RANKS: Final = (
    "Crowns", "Aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines",
)  # fmt: skip
COINS: Final = "{coins, plural, one {# coin} other {# coins}}"

INCOME = template("goblin_market.income", f"{{seat}} gets {COINS}", seat="seat", coins="number")
NO_INCOME = template("goblin_market.income.none", "nobody gets a coin")
FIRST_BIDDER_DRAWN = template(
    "goblin_market.first_bidder_drawn", "{seat} is drawn to begin", seat="seat"
)
DEALT = template(
    "goblin_market.dealt",
    f"The Auction Deck is shuffled; everybody gets {COINS}",
    coins="number",
)
GOBLINS_SHUFFLED = template("goblin_market.goblins_shuffled", "The Goblin Deck is shuffled")
SIZE_TURNED = template(
    "goblin_market.size_turned",
    "The size card is {card}: {size, plural, one {# card} other {# cards}} for sale",
    card="card", size="number",
)  # fmt: skip
CARDS_TURNED = template(
    "goblin_market.cards_turned",
    "{final, select, yes {The final auction} other {For sale}}: {cards}; {starter} begins",
    final="word", cards="cards", starter="seat",
)  # fmt: skip
BID_MADE = template("goblin_market.bid_made", f"{{seat}} bids {COINS}", seat="seat", coins="number")
PASSED = template("goblin_market.passed", "{seat} passes", seat="seat")
AUCTION_WON = template(
    "goblin_market.auction_won",
    f"{{seat}} wins the auction with a bid of {COINS}",
    seat="seat", coins="number",
)  # fmt: skip
NOBODY_BID = template(
    "goblin_market.nobody_bid",
    "Nobody bids; discarded: {cards}"
    "{goblin_money, select, yes {; the goblins pay all the same} other {}}",
    cards="cards", goblin_money="word",
)  # fmt: skip
CARDS_TAKEN = template(
    "goblin_market.cards_taken",
    f"{{seat}} pays {COINS} for {{cards}}; {{then}} is next",
    seat="seat", coins="number", cards="cards", then="seat",
)  # fmt: skip
LAST_CARDS_TAKEN = template(
    "goblin_market.cards_taken.last",
    f"{{seat}} pays {COINS} for {{cards}}",
    seat="seat", coins="number", cards="cards",
)  # fmt: skip
SHARE_REFUSED = template(
    "goblin_market.share_refused",
    "{seat} refuses a share; {then} is next",
    seat="seat", then="seat",
)  # fmt: skip
LAST_SHARE_REFUSED = template(
    "goblin_market.share_refused.last", "{seat} refuses a share", seat="seat"
)
CARDS_DISCARDED = template(
    "goblin_market.cards_discarded",
    "Nobody is left to take {cards}: discarded",
    cards="cards",
)
PAID_RANK = template(
    "goblin_market.sisterhood_paid.rank",
    select_cases("rank", {str(digit): name for digit, name in enumerate(RANKS)}) + " ({coins})",
    rank="word", coins="number",
)  # fmt: skip
SISTERHOOD_PAID = template(
    "goblin_market.sisterhood_paid",
    "Sisterhood money for {ranks}: {incomes}",
    ranks="notes", incomes="notes",
)  # fmt: skip
GOBLIN_MONEY_PAID = template(
    "goblin_market.goblin_money_paid",
    "Goblin money by {card}: {incomes}",
    card="card", incomes="notes",
)  # fmt: skip
SCORE = template(
    "goblin_market.market_closed.score",
    "{seat} has {points, plural, one {# point} other {# points}} (place {place})",
    seat="seat", points="number", place="number",
)  # fmt: skip
MARKET_CLOSED = template(
    "goblin_market.market_closed", "The market closes: {scores}", scores="notes"
)
HAND_VOIDED = template(
    "goblin_market.hand_voided", "Hand {hand} is voided: nobody has points", hand="number"
)


def notes(state: State, event: ev.Event, seat: Seat | None) -> Note:
    """Return what everybody is told of `event`, which comes after `state`; nobody knows more."""
    return NOTES[type(event)](state, event)


def _income_notes(coins: tuple[int, ...]) -> tuple[Note, ...]:
    """Return who got how many coins."""
    each = (INCOME(seat=seat, coins=count) for seat, count in enumerate(coins) if count)
    return (*each,) or (NO_INCOME(),)


def _cards_taken_note(state: State, event: ev.CardsTaken) -> Note:
    """Rule 5."""
    return (LAST_CARDS_TAKEN if event.then is None else CARDS_TAKEN).of(state, event)


def _share_refused_note(state: State, event: ev.ShareRefused) -> Note:
    """G1."""
    return (LAST_SHARE_REFUSED if event.then is None else SHARE_REFUSED).of(state, event)


def _sisterhood_paid_note(state: State, event: ev.SisterhoodPaid) -> Note:
    """Rule 6: which ranks pay, and whom."""
    ranks = (PAID_RANK(rank=str((event.digit - below) % 10), coins=3 - below) for below in range(3))
    return SISTERHOOD_PAID(ranks=(*ranks,), incomes=_income_notes(event.coins))


def _goblin_money_paid_note(state: State, event: ev.GoblinMoneyPaid) -> Note:
    """Rule 7."""
    return GOBLIN_MONEY_PAID(card=event.card, incomes=_income_notes(event.coins))


def _market_closed_note(state: State, event: ev.MarketClosed) -> Note:
    """Rules 8 and 9."""
    rows = zip(event.scores, event.places, strict=True)
    scores = (SCORE(seat=k, points=points, place=place) for k, (points, place) in enumerate(rows))
    return MARKET_CLOSED(scores=(*scores,))


NOTES: Final[Mapping[type[ev.Event], Callable[[State, Any], Note]]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.FirstBidderDrawn, FIRST_BIDDER_DRAWN.of),
    on_event(ev.Dealt, DEALT.of),
    on_event(ev.GoblinsShuffled, GOBLINS_SHUFFLED.of),
    on_event(ev.SizeTurned, SIZE_TURNED.of),
    on_event(ev.CardsTurned, CARDS_TURNED.of),
    on_event(ev.BidMade, BID_MADE.of),
    on_event(ev.Passed, PASSED.of),
    on_event(ev.AuctionWon, AUCTION_WON.of),
    on_event(ev.NobodyBid, NOBODY_BID.of),
    on_event(ev.CardsTaken, _cards_taken_note),
    on_event(ev.ShareRefused, _share_refused_note),
    on_event(ev.CardsDiscarded, CARDS_DISCARDED.of),
    on_event(ev.SisterhoodPaid, _sisterhood_paid_note),
    on_event(ev.GoblinMoneyPaid, _goblin_money_paid_note),
    on_event(ev.MarketClosed, _market_closed_note),
    on_event(ev.HandVoided, HAND_VOIDED.of),
)
TEXTS: Final = templates_in(globals())
