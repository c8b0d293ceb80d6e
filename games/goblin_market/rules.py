"""The rules in the order of RULES.md: what a player may do, and what follows by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.core.contract import (
    Card,
    Outcome,
    Seat,
    Shuffle,
    Standing,
    Step,
)
from games.core.dispatch import by_kind, by_word, on_action
from games.goblin_market import refusals
from games.goblin_market.actions import ACTIONS, Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.bidding import is_forced, pass_bidding, place_bid
from games.goblin_market.cards import AUCTION_DECK, SIZE, SUIT_BITS, goblin_deck
from games.goblin_market.events import (
    CardsTurned,
    Dealt,
    Event,
    FirstBidderDrawn,
    GoblinMoneyPaid,
    GoblinsShuffled,
    HandVoided,
    MarketClosed,
    SisterhoodPaid,
    SizeTurned,
)
from games.goblin_market.options import Options
from games.goblin_market.scoring import goblin_money, places, score_owned_cards, sisterhood_money
from games.goblin_market.state import (
    HAND_VOIDED,
    MOST_POINTS,
    PHASES,
    TIE_BROKEN,
    WIN_SHARED,
    Phase,
    State,
)
from games.goblin_market.taking import refuse_share, take_all, take_last, take_one_card

FINAL_AUCTION = 3  # with so few cards left, all of them are sold without a size card


def open_table(options: Options, seats: int, carried: Mapping[str, Any] | None) -> State:
    """Return the table before its decks are shuffled."""
    drawn = options.first_bidder is None
    return State(options, seats, "drawing" if drawn else "dealing", starter=options.first_bidder)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the one seat that bids or takes now."""
    if state.phase == "bidding":
        return state.still[:1]
    if state.phase == "taking" and not is_forced(state):
        return state.takers[:1]
    return ()


def decide(state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, or raise Illegal."""
    return JUDGES[type(action)](state, seat, action)


def pending(state: State) -> Step | Shuffle | None:
    """Return the shuffle or the step that comes before any seat may act."""
    due = DUE.get(state.phase)
    return None if due is None else due(state)


def proceed(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Return the events of the pending shuffle or step."""
    return STEPS[state.phase](state, order)


# Setup


def _draw_first_bidder(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """G21: the seat that comes first in the shuffled order starts the first auction."""
    return (FirstBidderDrawn(Seat(int(order[0]))),)


def _deal(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Setup: shuffle the Auction Deck and give out the coins."""
    assert state.starter is not None
    return (Dealt(1, state.starter, state.options.start_coins, tuple(map(Card, order))),)


def _shuffle_goblins(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Setup and rule 7: shuffle all Goblin cards."""
    return (GoblinsShuffled(tuple(map(Card, order))),)


# Rules 1 and 2: the cards for sale


def _open_auction(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rules 1 and 2: turn a size card and the cards for sale, or all of the last three."""
    assert state.starter is not None
    deck = state.deck
    if len(deck) <= FINAL_AUCTION:
        return (CardsTurned(deck, state.starter, True),)
    size = SIZE[deck[0]]
    return (
        SizeTurned(deck[0], size),
        CardsTurned(deck[1 : 1 + size], state.starter, False),
    )


def _open_auction_or_close(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rules 1 and 8: open an auction while there are cards, else close the market."""
    return _open_auction(state, order) if state.deck else _close_market(state)


# Rules 6 and 7: money


def _pay_sisters(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rules 6 and 7: pay sisterhood money for the winning bid, then goblin money."""
    assert state.high is not None
    digit = state.high % 10
    earned = tuple(
        [
            0 if seat in state.buyers else sisterhood_money(digit, owned)
            for seat, owned in enumerate(state.owned)
        ]
    )
    return (SisterhoodPaid(digit, earned), *_pay_goblins(state, order))


def _pay_goblins(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rule 7: turn a Goblin card; a coin for each of its suits that a player does not own."""
    card = state.goblins[0]
    bits = SUIT_BITS[card]
    return (GoblinMoneyPaid(card, tuple([goblin_money(bits, owned) for owned in state.owned])),)


# Rules 8 and 9: the end


def _close_market(state: State) -> tuple[Event, ...]:
    """Rules 8 and 9: count everybody's points and place them."""
    results = [score_owned_cards(owned) for owned in state.owned]
    scores = tuple(score for score, _ in results)
    return (MarketClosed(scores, tuple(best for _, best in results), places(results)),)


def outcome(state: State) -> Outcome | None:
    """Return places and scores once the market is closed."""
    if state.phase != "over":
        return None
    return Outcome(state.places, state.scores, _ending_reason(state))


def standing(state: State, added: tuple[int, ...]) -> Standing:
    """Rule 9: place the seats by points, then positive points; added points count as points."""
    results = [score_owned_cards(owned) for owned in state.owned]
    if state.phase == "over":
        results = list(zip(state.scores, state.positive, strict=True))
    ranked = [(score + extra, best) for (score, best), extra in zip(results, added, strict=True)]
    return Standing(places(ranked), tuple(score for score, _ in ranked))


def _ending_reason(state: State) -> str:
    """Rule 9: say how the winner was found, in a word of `ENDINGS`."""
    if state.voided:
        return HAND_VOIDED
    if state.places.count(1) > 1:
        return WIN_SHARED
    best = state.scores[state.places.index(1)]
    return TIE_BROKEN if state.scores.count(best) > 1 else MOST_POINTS


def hand(state: State) -> int:
    """Return 1 once the decks are shuffled; a table plays one hand."""
    return state.hand


def void(state: State, number: int) -> HandVoided:
    """Return the event that takes the points of the only hand back."""
    if number != 1 or state.hand != 1:
        raise refusals.NO_SUCH_HAND(number)
    none = (0,) * state.seats
    return HandVoided(1, none, none, (1,) * state.seats)


LAST_CARD: Final = Step("last_card")
AUCTION: Final = Step("auction")
CLOSE: Final = Step("close")
MONEY: Final = Step("money")
GOBLIN_MONEY: Final = Step("goblin_money")
DUE: Final[Mapping[Phase, Callable[[State], Step | Shuffle | None]]] = by_word(
    PHASES,
    {
        "drawing": lambda state: Shuffle("first_seat", tuple(map(str, range(state.seats))), 0),
        "dealing": lambda state: Shuffle("deal", AUCTION_DECK, 1),
        "goblins": lambda state: Shuffle(
            "goblins", goblin_deck(state.options.use_courts), 1, state.goblin_shuffles + 1
        ),
        "between": lambda state: AUCTION if state.deck else CLOSE,
        "taking": lambda state: LAST_CARD if is_forced(state) else None,
        "sisterhood": lambda state: MONEY,
        "goblin_money": lambda state: GOBLIN_MONEY,
    },
    without=("bidding", "over"),
)
JUDGES: Final[Mapping[type[Action], Callable[[State, Seat, Any], tuple[Event, ...]]]] = by_kind(
    ACTIONS.values(),
    on_action(Bid, place_bid),
    on_action(Pass, pass_bidding),
    on_action(TakeAll, take_all),
    on_action(Take, take_one_card),
    on_action(Refuse, refuse_share),
)
STEPS: Final[Mapping[Phase, Callable[[State, tuple[str, ...]], tuple[Event, ...]]]] = by_word(
    PHASES,
    {
        "drawing": _draw_first_bidder,
        "dealing": _deal,
        "goblins": _shuffle_goblins,
        "between": _open_auction_or_close,
        "taking": take_last,
        "sisterhood": _pay_sisters,
        "goblin_money": _pay_goblins,
    },
    without=("bidding", "over"),
)
