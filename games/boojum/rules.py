"""The rules of Boojum, in the order of RULES.md; the claims are judged in `sets`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.boojum import events as ev
from games.boojum import refusals
from games.boojum.actions import ACTIONS, Action, Bid, Claim, Done, Pass
from games.boojum.cards import holds, pack
from games.boojum.choices import choices, lowest_bid
from games.boojum.options import Options
from games.boojum.scoring import (
    bid_of,
    final_ranking_key,
    hands_that_decide,
    has_all_six,
    pile_worth,
    places,
)
from games.boojum.sets import KIND, standing_for
from games.boojum.state import HAND_VOIDED, LAST_ROUND, NOTHING_MOVES, SIX_TOKENS, State
from games.core.contract import (
    Advice,
    Card,
    Cards,
    Outcome,
    Seat,
    Shuffle,
    Standing,
    Step,
)
from games.core.dispatch import by_kind, on_action
from games.core.options import BadOptions
from games.core.presentation.texts import english_text

CARDS_A_HAND: Final = 5
CARDS_A_SLOT: Final = 2


def open_table(options: Options, seats: int, carried: Mapping[str, Any] | None) -> State:
    """Return the table before the deal; BadOptions when the Decktets are too few (B28)."""
    if seats > 3 * options.decktets(seats):
        raise BadOptions({"decks": f"{options.decks} Decktets are too few for {seats} seats (B28)"})
    return State(options, seats)


def _deck_of(state: State) -> Cards:
    """Return all cards of the table."""
    options = state.options
    decks = options.decktets(state.seats)
    return pack(decks, options.excuse, options.pawns, options.courts)


def pending(state: State) -> Step | Shuffle | None:
    """Return what must happen before a seat may act."""
    match state.phase:
        case "deal":
            return _shuffle_for_deal(state)
        case "turn_up":
            return Step("turn_up")
        case "build":
            stuck = not state.stack and state.discards and state.built < len(_built_for(state))
            return _reshuffle_discards(state) if stuck else Step("build")
        case "claims":
            return None if state.drawer is None else _reshuffle_discards(state)
        case "auction" | "over":
            return None


def proceed(state: State, order: tuple[str, ...]) -> tuple[ev.Event, ...]:
    """Return the events of the pending step."""
    cards = tuple(map(Card, order))
    match state.phase:
        case "deal" if state.dealer is None and state.options.first_dealer is None:
            return (ev.DealerDrawn(Seat(int(order[0]))),)
        case "deal":
            return (_deal(state, cards),)
        case "turn_up":
            return (ev.SlotsTurnedUp(state.round + 1, state.slots),)
        case "build":
            return (ev.StackReshuffled(len(cards), cards),) if cards else _build_phase_events(state)
        case "claims" | "auction" | "over":
            assert state.drawer is not None, "nothing is pending"
            return (ev.StackReshuffled(len(cards), cards), ev.CardDrawn(state.drawer, cards[0]))


def _shuffle_for_deal(state: State) -> Shuffle:
    """Rule 1: draw the dealer if no option names one, then shuffle the cards."""
    if state.dealer is None and state.options.first_dealer is None:
        return Shuffle("first_seat", tuple(map(str, range(state.seats))), 0)
    return Shuffle("deal", _deck_of(state), 1)


def _deal(state: State, order: Cards) -> ev.CardsDealt:
    """Rules 1 and 2: five cards each, one at a time from the dealer's left; two to each slot."""
    dealer = state.dealer if state.dealer is not None else state.options.first_dealer
    assert dealer is not None
    seats = state.seats
    dealt = seats * CARDS_A_HAND
    hands = tuple(order[(seat - dealer - 1) % seats : dealt : seats] for seat in range(seats))
    rest = dealt + (seats - 1) * CARDS_A_SLOT
    slots = tuple(order[at : at + CARDS_A_SLOT] for at in range(dealt, rest, CARDS_A_SLOT))
    return ev.CardsDealt(dealer, hands, slots, order[rest:])


def _decide_card_bid(state: State, seat: Seat, action: Bid) -> tuple[ev.Event, ...]:
    """Rule 5: add cards to the own pile so that it beats the highest bid."""
    _require_turn(state, seat)
    if not action.cards:
        raise refusals.EMPTY_BID(_bid_advice(state, seat))
    _require_cards_in_hand(state, seat, action.cards, "5")
    value = pile_worth(state.piles[seat] + action.cards, state.options.ranks)
    mine = bid_of(value)
    if value <= state.best:
        best = bid_of(state.best)
        advice = _bid_advice(state, seat)
        raise refusals.BID_TOO_LOW(mine.cards, mine.pips, best.cards, best.pips, advice)
    made = ev.BidMade(seat, action.cards, mine.cards, mine.pips)
    if len(state.passed) < state.seats - 1:
        return (made,)
    return made, _slot_sale(state, seat, state.piles[seat] + action.cards)


def _bid_advice(state: State, seat: Seat) -> Advice:
    """Rule 5, B6: say with what the hand can beat the highest bid, if it can."""
    ranks = state.options.ranks
    cheapest = lowest_bid(
        state.hands[seat], state.best - pile_worth(state.piles[seat], ranks), ranks
    )
    if not cheapest:
        return Advice("pass, since no cards of yours beat the highest bid", (Pass(),))
    lay = refusals.LAY(count=len(cheapest), cards=", ".join(cheapest))
    return Advice(english_text(lay), (Bid(cheapest), Pass()))


def _decide_auction_pass(state: State, seat: Seat, action: Pass) -> tuple[ev.Event, ...]:
    """Rule 5: pass; the auction ends when nobody, or only the highest bidder, is left (B2, B3)."""
    _require_turn(state, seat)
    left = state.seats - len(state.passed) - 1
    passed = ev.Passed(seat)
    if left == 0:
        return passed, ev.SlotUnsold(state.slot)
    if left == 1 and state.leader is not None:
        return passed, _slot_sale(state, state.leader, state.piles[state.leader])
    return (passed,)


def _slot_sale(state: State, seat: Seat, pile: Cards) -> ev.SlotSold:
    """Rule 5: the winner sets the slot's cards aside, the pile goes into the slot."""
    return ev.SlotSold(state.slot, seat, state.slots[state.slot], pile)


def _require_turn(state: State, seat: Seat) -> None:
    """Rule 5: bidding goes clockwise."""
    if state.phase != "auction":
        raise refusals.NO_AUCTION()
    if seat in state.passed:
        raise refusals.ALREADY_PASSED()
    if seat != state.turn:
        raise refusals.NOT_YOUR_TURN(state.turn)


def _require_cards_in_hand(state: State, seat: Seat, cards: Cards, rule: str) -> None:
    """Rules 5 and 9: only cards in hand, each as often as it is held."""
    hand = state.hands[seat]
    if holds(hand, cards):
        return
    card = next(card for card in cards if cards.count(card) > hand.count(card))
    held, named = hand.count(card), cards.count(card)
    advice = _bid_advice(state, seat) if state.phase == "auction" else _claim_advice(state, seat)
    if not held:
        raise refusals.NOT_IN_HAND.under(rule)(card, advice)
    raise refusals.TOO_FEW_IN_HAND.under(rule)(card, held, named, advice)


def _built_for(state: State) -> list[int]:
    """Rules 6 and 7, B9: -1 for each slot in order, then the seats that won nothing."""
    turns = (Seat((state.first + after) % state.seats) for after in range(state.seats))
    return [-1] * (state.seats - 1) + [seat for seat in turns if seat not in state.winners]


def _build_phase_events(state: State) -> tuple[ev.Event, ...]:
    """Rules 6-8: deal as far as the stack goes; then all take up their cards (B22)."""
    order = _built_for(state)
    slots = state.seats - 1
    upto = min(len(order), state.built + len(state.stack))
    to_slots = tuple(range(state.built, min(upto, slots)))
    to_seats = tuple(map(Seat, order[max(state.built, slots) : upto]))
    happened: list[ev.Event] = []
    if to_slots:
        happened.append(ev.SlotsBuilt(to_slots, state.stack[: len(to_slots)]))
    if to_seats:
        new = dict(zip(to_seats, state.stack[len(to_slots) :], strict=False))
        cards = tuple((new[s],) if s in new else () for s in map(Seat, range(state.seats)))
        happened.append(ev.SeatsDealt(to_seats, cards))
    if upto == len(order) or not state.discards:
        happened.append(ev.CardsTakenUp())
    return tuple(happened)


def _decide_claim(state: State, seat: Seat, action: Claim) -> tuple[ev.Event, ...]:
    """Rule 9: discard a set, take the token, draw a card."""
    _require_claims(state, seat)
    kind = KIND.get((action.token, action.kind))
    if kind is None:
        known = ", ".join(kind for token, kind in KIND if token == action.token)
        if known:
            raise refusals.NO_SUCH_SET(action.token, known)
        raise refusals.NO_SUCH_TOKEN(action.token)
    if action.token in state.tokens[seat] and not state.options.allow_duplicate_token:
        raise refusals.TOKEN_HELD(action.token, _claim_advice(state, seat))
    _require_cards_in_hand(state, seat, action.cards, "9")
    excuses = standing_for(kind, action.cards, action.excuses, state.options)
    claimed = ev.SetClaimed(seat, action.token, action.kind, action.cards, excuses)
    return (claimed, ev.CardDrawn(seat, state.stack[0])) if state.stack else (claimed,)


def _claim_advice(state: State, seat: Seat) -> Advice:
    """Rule 9: say which tokens the hand can pay for, if any, and that one may be done."""
    claims = [pick.example for pick in choices(state, seat).picks]
    tokens = dict.fromkeys(one.token for one in claims if isinstance(one, Claim))
    if not tokens:
        return Advice(
            "say that you are done, since your hand pays for no token that you lack", (Done(),)
        )
    words = english_text(refusals.CLAIM_ANY(tokens=" or ".join(tokens)))
    return Advice(words, (*claims, Done()))


def _decide_done(state: State, seat: Seat, action: Done) -> tuple[ev.Event, ...]:
    """Rules 9 and 10: make no more claims; the last one to say so ends the round."""
    _require_claims(state, seat)
    finished = ev.ClaimsFinished(seat)
    if len(state.done) < state.seats - 1:
        return (finished,)
    idle = 0 if state.moved else state.idle + 1
    ended = ev.RoundEnded(state.round, idle)
    why = _end_reason_after_round(state, idle)
    return (finished, ended, _game_end_event(state, why)) if why else (finished, ended)


def _require_claims(state: State, seat: Seat) -> None:
    """Rule 9, B32: in the claim phase, and before the seat has said that it is done.

    Nobody acts while the discards are reshuffled for a card that is owed (rule 11).
    """
    if state.phase != "claims" or state.drawer is not None:
        raise refusals.NO_CLAIMS()
    if seat in state.done:
        raise refusals.ALREADY_DONE()


def _reshuffle_discards(state: State) -> Shuffle:
    """Rule 11, B21: only when a card is needed and the stack is empty."""
    return Shuffle("reshuffle", state.discards, state.hand, state.reshuffles + 1)


def _end_reason_after_round(state: State, idle: int) -> str:
    """Rule 12 and B23: say why the game ends with this round, or nothing."""
    if any(map(has_all_six, state.tokens)):
        return SIX_TOKENS
    if idle >= state.options.max_idle_rounds:
        return NOTHING_MOVES
    return LAST_ROUND if state.round >= state.options.max_rounds else ""


def _game_end_event(state: State, why: str) -> ev.GameEnded:
    """Rule 13: six tokens, then the hand as a bid; without them tokens, then the hand."""
    ranks = state.options.ranks
    standings = [
        final_ranking_key(tokens, pile_worth(hand, ranks))
        for tokens, hand in zip(state.tokens, state.hands, strict=True)
    ]
    shown = hands_that_decide(state.hands, state.tokens)
    return ev.GameEnded(places(standings), tuple(map(len, state.tokens)), shown, why)


def outcome(state: State) -> Outcome | None:
    """Return places, number of tokens and why it ended."""
    return Outcome(state.places, state.scores, state.why) if state.phase == "over" else None


def standing(state: State, points: tuple[int, ...]) -> Standing:
    """Rule 13: place the seats as they stand; added points count as tokens of no suit."""
    if state.voided:
        return Standing(places([(False, each, 0) for each in points]), points)
    ranks = [
        final_ranking_key(tokens, pile_worth(hand, state.options.ranks), extra)
        for tokens, hand, extra in zip(state.tokens, state.hands, points, strict=True)
    ]
    scores = (len(tokens) + extra for tokens, extra in zip(state.tokens, points, strict=True))
    return Standing(places(ranks), tuple(scores))


def void(state: State, hand: int) -> ev.HandVoided:
    """Take the only hand back: all share the first place with no token."""
    if hand != 1:
        raise ValueError(f"there is only hand 1, not {hand}")
    return ev.HandVoided(1, (1,) * state.seats, (0,) * state.seats, HAND_VOIDED)


def hand(state: State) -> int:
    """Return 1 once the cards are dealt."""
    return state.hand


JUDGES: Final[Mapping[type[Action], Callable[[State, Seat, Any], tuple[ev.Event, ...]]]] = by_kind(
    ACTIONS.values(),
    on_action(Bid, _decide_card_bid),
    on_action(Pass, _decide_auction_pass),
    on_action(Claim, _decide_claim),
    on_action(Done, _decide_done),
)


def decide(state: State, seat: Seat, action: Action) -> tuple[ev.Event, ...]:
    """Return what `action` makes happen; Illegal when the rules forbid it."""
    return JUDGES[type(action)](state, seat, action)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the bidder whose turn it is, or all who may still claim."""
    if state.phase == "auction":
        return (state.turn,)
    if state.phase == "claims" and state.drawer is None:
        return tuple(seat for seat in map(Seat, range(state.seats)) if seat not in state.done)
    return ()
