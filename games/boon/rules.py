"""The judge of Boon, in the order of RULES.md."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boon import events as ev
from games.boon import refusals, scoring
from games.boon.actions import ACTIONS, Action, Bury, Pass, Play, Take
from games.boon.cards import BOON_SIZE, DECK, GOLD_7, HAND_SIZE, SUIT, sort_trump_last
from games.boon.events import Event
from games.boon.options import FORCED_PICK, LAST_TRICK, Options
from games.boon.state import (
    BURYING,
    COUNTING,
    DEALING,
    MAX_ROUNDS,
    NO_CARDS,
    OVER,
    PLAYING,
    TAKING,
    State,
)  # fmt: skip
from games.core.contract import Advice, Card, Cards, Outcome, Seat, Shuffle, Standing, Step
from games.core.dispatch import by_kind, on_action
from games.core.presentation.texts import count_text, english_text


def open_table(options: Options, seats: int, carried: object) -> State:
    """Return the state before the first deal; nothing is carried over from another table."""
    held = (options.victory_cards,) * seats
    return State(options, seats, dealer=options.first_dealer, victory_cards=held)


def decide(state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Return what the action makes happen, or raise Illegal."""
    return JUDGES[type(action)](state, seat, action)


def _require_turn(state: State, seat: Seat, phase: str) -> None:
    """Refuse an action of another phase or of a seat whose turn it is not."""
    if state.phase != phase:
        rule, now = refusals.NOW[state.phase]
        if state.phase == TAKING and state.options.all_pass == FORCED_PICK:
            now = refusals.FORCED_PICK_NOW
        raise refusals.WRONG_PHASE.under(rule)(now)
    if seat != state.turn:
        if phase == TAKING and _has_passed(state, seat):
            raise refusals.ALREADY_PASSED()
        raise refusals.NOT_YOUR_TURN.under(refusals.NOW[phase][0])(state.turn)


def _has_passed(state: State, seat: Seat) -> bool:
    """Rule 2: say whether a seat was asked before the one that now takes the Boon or passes."""
    assert state.dealer is not None
    assert state.turn is not None
    first = state.dealer + 1
    return (seat - first) % state.seats < (state.turn - first) % state.seats


def _deal(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rule 1: deal one card at a time from the dealer's left; the last cards are the Boon (N18)."""
    assert state.dealer is not None
    seats, cards = state.seats, tuple(map(Card, order))
    dealer = state.dealer if state.hand == 0 else Seat((state.dealer + 1) % seats)
    dealt = seats * HAND_SIZE[seats]
    hands = (
        sort_trump_last(cards[(seat - dealer - 1) % seats : dealt : seats]) for seat in range(seats)
    )
    return (ev.HandDealt(state.hand + 1, dealer, tuple(hands), cards[dealt:]),)


def _decide_take_boon(state: State, seat: Seat, action: Take) -> tuple[Event, ...]:
    """Rule 2: take the Boon, which ends this step."""
    _require_turn(state, seat, TAKING)
    return (ev.BoonTaken(seat, state.boon),)


def _decide_leave_boon(state: State, seat: Seat, action: Pass) -> tuple[Event, ...]:
    """Rule 2: leave the Boon; after the dealer, who is last, a Leaster begins."""
    _require_turn(state, seat, TAKING)
    if must_take(state):
        raise refusals.MUST_TAKE(Advice("take it", (Take(),)))
    if seat == state.dealer:
        return ev.Passed(seat), ev.LeasterBegun()
    return (ev.Passed(seat),)


def must_take(state: State) -> bool:
    """N26: say whether all others have passed and the dealer may not."""
    asked_last = state.phase == TAKING and state.turn == state.dealer
    return asked_last and state.options.all_pass == FORCED_PICK


def _decide_burial(state: State, seat: Seat, action: Bury) -> tuple[Event, ...]:
    """Rule 3: put as many cards of the hand as the Boon had into the own points pile."""
    _require_turn(state, seat, BURYING)
    cards, count = action.cards, BOON_SIZE[state.seats]
    if len(cards) != count:
        named = count_text(len(cards), "card")
        raise refusals.WRONG_NUMBER(named, _burial_advice(state, seat))
    if len(set(cards)) != count:
        twice = next(card for card in cards if cards.count(card) > 1)
        raise refusals.NAMED_TWICE(twice, _burial_advice(state, seat))
    for card in cards:
        if card not in state.hands[seat]:
            raise refusals.NOT_HELD.under("3")(card, _burial_advice(state, seat))
    if GOLD_7 in cards and not _may_bury_gold7(state):
        raise refusals.GOLD7_STAYS(_burial_advice(state, seat))
    return (ev.CardsBuried(seat, sort_trump_last(cards)),)


def _burial_advice(state: State, seat: Seat) -> Advice:
    """Rule 3: say how many cards the taker buries, and which those may be."""
    cards, count = may_be_buried(state, seat), BOON_SIZE[state.seats]
    words = english_text(refusals.BURY_OF(count=count, cards=", ".join(cards)))
    return Advice(words, (Bury(cards[:count]), Bury(cards[-count:])))


def _may_bury_gold7(state: State) -> bool:
    """N15: gold 7 is bound to the hand only with five players, and only by the option."""
    return state.options.may_bury_gold7 or state.seats < 5


def may_be_buried(state: State, seat: Seat) -> Cards:
    """Rule 3: return the cards of which the taker buries some (N15)."""
    hand = state.hands[seat]
    return hand if _may_bury_gold7(state) else tuple(card for card in hand if card != GOLD_7)


def _decide_card_play(state: State, seat: Seat, action: Play) -> tuple[Event, ...]:
    """Rule 5: lead any card, or follow suit if possible; the last card ends the trick."""
    _require_turn(state, seat, PLAYING)
    card, trick, hand = action.card, state.trick, state.hands[seat]
    if card not in hand:
        raise refusals.NOT_HELD.under("5")(card, _card_advice(hand, trick))
    if trick and SUIT[card] != SUIT[trick[0]] and card not in may_be_played(hand, trick):
        raise refusals.MUST_FOLLOW(SUIT[trick[0]], _card_advice(hand, trick))
    happened: tuple[Event, ...] = (ev.CardPlayed(seat, card),)
    if card == GOLD_7:
        happened += _reveal_partner(state, seat)
    if len(trick) + 1 == state.seats:
        happened += _award_trick(state.leader, (*trick, card))
    return happened


def _card_advice(hand: Cards, trick: Cards) -> Advice:
    """Rule 5: say which cards may be led or played."""
    cards = may_be_played(hand, trick)
    one = refusals.PLAY_IT if len(cards) == 1 else refusals.PLAY_ONE_OF
    return Advice(english_text(one(cards=", ".join(cards))), tuple(map(Play, cards)))


def may_be_played(hand: Cards, trick: Cards) -> Cards:
    """Rule 5: return the cards of the led suit, or the whole hand if there are none.

    >>> hand = ("blue-6", "red-2", "red-5", "gold-3")
    >>> may_be_played(hand, ("red-1",)), may_be_played(hand, ("gold-1",))
    (('red-2', 'red-5'), ('gold-3',))
    """
    if not trick:
        return hand
    led = SUIT[trick[0]]
    return tuple([card for card in hand if SUIT[card] == led]) or hand


def _reveal_partner(state: State, seat: Seat) -> tuple[Event, ...]:
    """Rule 4: with five players gold 7 on the table shows who is the taker's partner, if any."""
    if state.taker is None or state.seats < 5:
        return ()
    return (ev.SidesRevealed(state.taker, None if seat == state.taker else seat),)


def _award_trick(leader: Seat, trick: Cards) -> tuple[Event, ...]:
    """Rule 6: the highest gold, or else the highest card of the led suit, wins the trick."""
    winner = Seat((leader + scoring.winning_card_place(trick)) % len(trick))
    return (ev.TrickWon(winner, scoring.points_in(trick)),)


def revealed_partner(state: State) -> Seat | None:
    """Rule 4: return the partner as far as cards on the table tell."""
    if state.seats < 5 or state.taker is None or state.gold7 == state.taker:
        return None
    return state.gold7


def tricks_and_points(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tricks and the points in them by seat."""
    tricks, points = [0] * state.seats, [0] * state.seats
    for _, cards, winner in state.tricks:
        tricks[winner] += 1
        points[winner] += scoring.points_in(cards)
    return tuple(tricks), tuple(points)


def _count_round(state: State) -> tuple[Event, ...]:
    """Rules 7-8: count the offence's points, pay, and see whether the game is over."""
    if state.taker is None:
        return _count_leaster(state)
    _, points = tricks_and_points(state)
    helper = revealed_partner(state)
    total = points[state.taker] + scoring.points_in(state.buried)
    if helper is not None:
        total += points[helper]
    amount = scoring.payment_per_defender(total, state.options.payout)
    debts = scoring.round_debts(state.seats, state.taker, helper, amount)
    paid = scoring.affordable_payments(debts, state.victory_cards)
    held = scoring.holdings_after_payments(state.victory_cards, paid)
    won = total >= scoring.NEEDED
    counted = ev.RoundCounted(state.hand, state.taker, helper, state.buried, total, won, paid, held)
    return counted, *_end_game_if_due(state, held)


def _end_game_if_due(state: State, held: tuple[int, ...]) -> tuple[Event, ...]:
    """Rule 9: the game ends when a player has no Victory Cards, or with the last round (N22)."""
    why = _end_reason_for_holdings(state, held)
    return () if why is None else (ev.GameEnded(why, scoring.places(held)),)


def _end_reason_for_holdings(state: State, held: tuple[int, ...]) -> str | None:
    """Return why no further round is dealt with these Victory Cards, or None."""
    if min(held) <= 0:
        return NO_CARDS
    return MAX_ROUNDS if state.hand >= state.options.max_rounds else None


def _count_leaster(state: State) -> tuple[Event, ...]:
    """Rule 10: fewest points with at least one trick wins a Victory Card of everyone else."""
    tricks, points = tricks_and_points(state)
    if state.options.leaster_blind == LAST_TRICK:
        last = state.tricks[-1][2]
        more = points[last] + scoring.points_in(state.boon)
        points = (*points[:last], more, *points[last + 1 :])
    winner = scoring.leaster_winner(tricks, points)
    paid: tuple[scoring.Debt, ...] = ()
    if winner is not None:
        others = scoring.clockwise_seats_from(winner, state.seats)[1:]
        debts = [(other, winner, 1) for other in others]
        paid = scoring.affordable_payments(debts, state.victory_cards)
    held = scoring.holdings_after_payments(state.victory_cards, paid)
    boon = sort_trump_last(state.boon)
    counted = ev.LeasterCounted(state.hand, boon, tricks, points, winner, paid, held)
    return counted, *_end_game_if_due(state, held)


def pending(state: State) -> Step | Shuffle | None:
    """Return what comes by itself: the draw of the first dealer, a deal, or the count."""
    if state.turn is not None:
        return None
    if state.phase == COUNTING:
        return Step("count")
    if state.phase != DEALING:
        return None
    if state.dealer is None:
        return Shuffle("first_seat", tuple(map(str, range(state.seats))), 0)
    return Shuffle("deal", DECK[state.seats], state.hand + 1)


def proceed(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Return the events of what is pending."""
    if state.phase == COUNTING:
        return _count_round(state)
    if state.dealer is None:
        return (ev.DealerDrawn(Seat(int(order[0]))),)
    return _deal(state, order)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the one seat whose turn it is."""
    return () if state.turn is None else (state.turn,)


def hand(state: State) -> int:
    """Return the number of the round."""
    return state.hand


def outcome(state: State) -> Outcome | None:
    """Rule 9: return the places by Victory Cards, or None while the game goes on."""
    if state.phase != OVER or state.why is None:
        return None
    return Outcome(state.places, state.victory_cards, state.why)


def standing(state: State, points: tuple[int, ...]) -> Standing:
    """Rule 9: place the seats by Victory Cards, a point being one."""
    held = tuple(map(int.__add__, state.victory_cards, points))
    return Standing(scoring.places(held), held)


def _is_round_running(state: State) -> bool:
    """Say whether a round has been dealt and not yet counted."""
    return state.phase in (TAKING, BURYING, PLAYING, COUNTING)


def void(state: State, hand: int) -> ev.HandVoided:
    """V1: take back what was paid after a round; a running round goes on unless it is that one."""
    held = state.victory_cards
    for number, *changes in state.moved:
        if number == hand:
            held = tuple(total - change for total, change in zip(held, changes, strict=True))
    goes_on = _is_round_running(state) and hand != state.hand
    why = None if goes_on else _end_reason_for_holdings(state, held)
    return ev.HandVoided(hand, held, why, () if why is None else scoring.places(held))


JUDGES: Mapping[type[Action], Callable[[State, Seat, Any], tuple[Event, ...]]] = by_kind(
    ACTIONS.values(),
    on_action(Take, _decide_take_boon),
    on_action(Pass, _decide_leave_boon),
    on_action(Bury, _decide_burial),
    on_action(Play, _decide_card_play),
)
