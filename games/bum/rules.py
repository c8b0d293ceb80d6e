"""The rules of the Bum Game, in the order of RULES.md."""

from collections.abc import Callable, Mapping
from typing import Any

from games.bum import events as ev
from games.bum import refusals
from games.bum.actions import ACTIONS, Action, Give, Pass, Play
from games.bum.cards import (
    A_TYPE,
    ACE,
    RANK,
    RANK_WORDS,
    Combination,
    ordered_deck,
    possible_combinations,
    sort_by_rank,
    type_note,
    usual_jokers,
    with_ranked_jokers,
)
from games.bum.choices import choices
from games.bum.exchange import (
    Hands,
    exchange_events,
    gift_advice,
    give_cards,
    revolution_events,
)
from games.bum.options import Options
from games.bum.scoring import places, points_for_place, usual_target
from games.bum.state import HAND_LIMIT, TARGET_REACHED, State
from games.core.contract import (
    Advice,
    Card,
    Cards,
    Illegal,
    Outcome,
    Seat,
    Shuffle,
    Standing,
    Step,
)
from games.core.dispatch import by_kind, on_action
from games.core.options import BadOptions, is_whole, options_to_json, validate_options
from games.core.presentation.texts import english_text


def open_table(options: Options, seats: int, carried: Mapping[str, Any] | None) -> State:
    """Rules 1 and 9, U28: open a table, perhaps with the totals and the order of another."""
    validate_options(Options, options_to_json(options), seats)
    target = options.target or usual_target(seats)
    state = State(options, seats, target, totals=(0,) * seats)
    if carried is not None and carried["data"] is not None:
        _continue_from(state, carried["data"])
    elif options.first_boss is not None:
        state.seated, state.phase = _clockwise_from(options.first_boss, seats), "deal"
    return state


def _continue_from(state: State, data: Mapping[str, Any]) -> None:
    """U28: begin with a normal later hand, from the totals and the order of another table."""
    totals, order = tuple(data["totals"]), tuple(data["order"])
    if sorted(order) != list(range(state.seats)) or len(totals) != state.seats:
        raise BadOptions({"carried": f"must come from a table with {state.seats} seats"})
    if not all(is_whole(total, 0, state.target - 1) for total in totals):
        why = f"must be higher than all carried totals, of which the highest is {max(totals)}"
        raise BadOptions({"target": why})
    state.totals, state.seated, state.ranked, state.phase = totals, order, True, "deal"


def carry(state: State) -> Mapping[str, Any] | None:
    """U28: what a table opened from this one begins with; None before any hand was played out."""
    if state.winner is not None and state.phase == "over":
        rest = [seat for seat in state.order if seat not in state.out]
        return {"totals": list(state.totals), "order": [*state.out, *rest]}
    if not state.ranked:
        return None
    midway = state.phase in ("exchange", "play", "hand_end")
    running = state.moved[-1] if midway else (0,) * state.seats
    totals = [total - new for total, new in zip(state.totals, running, strict=True)]
    return {"totals": totals, "order": list(state.seated)}


def _clockwise_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Rule 1: the order of the first hand."""
    return tuple(Seat((first + step) % seats) for step in range(seats))


def pending(state: State) -> Step | Shuffle | None:
    """Return what must happen before any seat may act."""
    match state.phase:
        case "play":
            return Step("trick_end") if state.turn is None else None
        case "exchange" | "over":
            return None
        case "cut":
            return Shuffle("first_seat", tuple(map(str, range(state.seats))), 0)
        case "deal":
            return Shuffle("deal", whole_deck(state), state.hand + 1)
        case "hand_end":
            return Step("hand_end")


def whole_deck(state: State) -> Cards:
    """Components: as many suits as players, and the Jokers."""
    return ordered_deck(state.seats, state.options.jokers or usual_jokers(state.seats))


def proceed(state: State, order: tuple[str, ...]) -> tuple[ev.Event, ...]:
    """Return the events of the step that is pending."""
    match state.phase:
        case "cut":
            return (ev.BossDrawn(Seat(int(order[0]))),)
        case "deal":
            return _deal(state, tuple(map(Card, order)))
        case "play":
            assert state.turn is None, "nothing is pending"
            return (_end_trick(state),)
        case "hand_end" | "exchange" | "over":
            assert state.phase == "hand_end", "nothing is pending"
            return _end_hand(state)


def _deal(state: State, cards: Cards) -> tuple[ev.Event, ...]:
    """Rule 2: deal one card at a time, the Boss first, until the deck is gone."""
    hands = [Cards()] * state.seats
    for position, seat in enumerate(state.seated):
        hands[seat] = sort_by_rank(cards[position :: state.seats])
    return begin_dealt_hand(state, tuple(hands))


def begin_dealt_hand(state: State, hands: Hands) -> tuple[ev.Event, ...]:
    """Rules 2 to 4: begin a hand with the hands as dealt, up to the first lead."""
    dealt = ev.HandDealt(state.hand + 1, state.seated, hands)
    shown = revolution_events(state, hands)
    order, called_off = state.seated, False
    for event in shown:
        order = getattr(event, "order", order)
        called_off = isinstance(event, ev.ExchangeCalledOff)
    options = state.options
    if called_off or options.boss_chooses or not (state.ranked and options.exchange):
        return (dealt, *shown)
    return (dealt, *shown, *exchange_events(order, hands))


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is."""
    return () if state.turn is None else (state.turn,)


def decide(state: State, seat: Seat, action: Action) -> tuple[ev.Event, ...]:
    """Return what `action` makes happen, or raise Illegal."""
    _require_turn(state, seat)
    if (state.phase == "exchange") is not isinstance(action, Give):
        raise _wrong_moment(state, seat)
    return JUDGES[type(action)](state, seat, action)


def _require_turn(state: State, seat: Seat) -> None:
    """Rule 5: only the seat whose turn it is may play or pass."""
    if state.turn == seat:
        return
    if state.turn is None:
        raise refusals.NO_PLAY_NOW()
    if seat in state.passed:
        raise refusals.ALREADY_PASSED()
    raise refusals.NOT_YOUR_TURN(state.turn)


def _wrong_moment(state: State, seat: Seat) -> Illegal:
    """U36: say that cards are to be given first, or that none are given now."""
    if state.phase == "exchange":
        return refusals.GIVE_FIRST(gift_advice(state, seat))
    return refusals.NOTHING_TO_GIVE(_advice(state, seat))


def _play_combination(state: State, seat: Seat, action: Play) -> tuple[ev.Event, ...]:
    """Rules 5 to 9: play a combination, perhaps the last cards of the hand."""
    cards, hand = action.cards, state.hands[seat]
    _require_own_cards(state, seat, cards)
    made = (
        _leading_combination(state, seat, action)
        if state.lead is None
        else _following_combination(state, seat, action, state.lead)
    )
    played = ev.CombinationPlayed(seat, cards, *made[:3], RANK_WORDS[made.rank])
    return (played,) if len(cards) < len(hand) else (played, *_go_out(state, seat))


def _require_own_cards(state: State, seat: Seat, cards: Cards) -> None:
    """Rule 5: a combination is one's own cards, each of them once."""
    if not cards:
        raise refusals.NO_CARDS(_advice(state, seat))
    hand = state.hands[seat]
    for card in cards:
        if card not in hand:
            raise refusals.NOT_HELD.under("5")(card, _advice(state, seat))
    if len(cards) > 1 and len(set(cards)) != len(cards):
        raise refusals.CARD_TWICE.under("5")(_advice(state, seat))


def _advice(state: State, seat: Seat) -> Advice:
    """Rule 5: say what the seat whose turn it is may play, if its cards make anything."""
    legal = choices(state, seat).actions
    if state.lead is None:
        return Advice("lead any card, a set or a sequence of yours", legal)
    wanted, rank = type_note(state.lead), RANK_WORDS[state.lead.rank]
    if len(legal) == 1:
        return Advice(english_text(refusals.PASS_SINCE(what=(wanted,), rank=rank)), legal)
    play = refusals.PLAY_OR_PASS(what=(A_TYPE(what=(wanted,)),), rank=rank)
    return Advice(english_text(play), legal)


def _require_combinations(state: State, seat: Seat, action: Play) -> tuple[Combination, ...]:
    """Rule 5, U7, U35: return what the cards make; at least one combination."""
    if found := possible_combinations(action.cards):
        if state.options.ranked_jokers:
            return tuple([with_ranked_jokers(made, action.cards) for made in found])
        return found
    ranks = sorted(RANK[card] for card in action.cards)
    low, high = ranks[0], ranks[-1]
    advice = _advice(state, seat)
    if high == low + 1 <= ACE and ranks.count(low) == ranks.count(high):
        raise refusals.SEQUENCE_TOO_SHORT(advice)
    raise refusals.NO_COMBINATION(advice)


def _leading_combination(state: State, seat: Seat, action: Play) -> Combination:
    """Rule 5, U6, U29: the leader sets the type and says which of two readings is meant."""
    found = _require_combinations(state, seat, action)
    if action.declared is None and len(found) == 1:
        return found[0]
    for each in found:
        if each.kind == action.declared:
            return each
    readings = tuple(Play(action.cards, each.kind) for each in found)
    if action.declared is None:
        raise refusals.UNDECLARED(Advice("declare set or sequence", readings))
    advice = Advice("declare that or nothing", (*readings, Play(action.cards)))
    raise refusals.WRONG_READING(found[0].kind, action.declared, advice)


def _following_combination(
    state: State, seat: Seat, action: Play, lead: Combination
) -> Combination:
    """Rule 5, U4, U29: a follower plays exactly the type that was led, strictly higher."""
    found = _require_combinations(state, seat, action)
    made = next((each for each in found if each[:3] == lead[:3]), None)
    if made is None:
        raise refusals.OTHER_TYPE(
            english_text(A_TYPE(what=(type_note(lead),))), _advice(state, seat)
        )
    if made.rank == lead.rank:
        raise refusals.EQUAL_RANK(_advice(state, seat))
    if made.rank < lead.rank:
        raise refusals.LOWER_RANK(_advice(state, seat))
    if action.declared not in (None, made.kind):
        right = (Play(action.cards, made.kind), Play(action.cards))
        raise refusals.OTHER_LEAD(lead.kind, Advice("declare that or nothing", right))
    return made


def _pass_turn(state: State, seat: Seat, action: Pass) -> tuple[ev.Event, ...]:
    """Rules 5 and 6, U34: pass; when all others have passed the trick is won."""
    if state.lead is None or state.last is None:
        raise refusals.LEADER_MUST_PLAY(_single_cards(state.hands[seat]))
    passed = ev.TurnPassed(seat)
    if state.passes + 1 < passes_needed(state):
        return (passed,)
    return (passed, _end_trick(state))


def _end_trick(state: State) -> ev.TrickWon:
    """Rule 6, U9: who played last wins the trick; with no cards left the next one leads."""
    winner = state.last
    assert winner is not None
    return ev.TrickWon(winner, winner if state.hands[winner] else state.after[winner])


def _single_cards(hand: Cards) -> Advice:
    """U8: say that a leader may lead any card."""
    return Advice("any single card will do", tuple(Play((card,)) for card in hand))


def passes_needed(state: State) -> int:
    """Rule 6, U9, U10: all who hold cards must pass, but for who played last.

    With final passes (U34) those before the last play count as well.
    """
    assert state.last is not None
    return state.seats - len(state.out) - (1 if state.hands[state.last] else 0)


def _go_out(state: State, seat: Seat) -> tuple[ev.Event, ...]:
    """Rules 7 to 9: an empty hand scores at once, and may win the table (U19)."""
    place = len(state.out) + 1
    scored = points_for_place(state.seats, place)
    total = state.totals[seat] + scored
    went = ev.PlayerWentOut(seat, place, scored, total)
    return (went, ev.TargetReached(seat, total)) if total >= state.target else (went,)


def _end_hand(state: State) -> tuple[ev.Event, ...]:
    """Rules 1 and 7, U20, U31: the finishing order is the order of the next hand."""
    rest = tuple(seat for seat in state.order if seat not in state.out)
    ended = ev.HandEnded((*state.out, *rest))
    if limit_reached(state):
        return (ended, ev.SessionEnded(state.hand))
    return (ended,)


def limit_reached(state: State) -> bool:
    """U31: say whether no hand follows this one."""
    return 0 < state.options.hands <= state.hand


def void(state: State, hand: int) -> ev.HandVoided:
    """U32: take back the points of a hand; a table whose winner falls short plays on."""
    moved = zip(state.totals, state.moved[hand - 1], strict=True)
    totals = tuple(total - back for total, back in moved)
    winner = state.winner
    if winner is not None and totals[winner] < state.target:
        winner = None
    return ev.HandVoided(
        hand, totals, winner, over=winner is not None or _no_hand_left(state, hand)
    )


def _no_hand_left(state: State, voided: int) -> bool:
    """U31: say whether the session is over when a hand is void that may be the running one."""
    if state.phase == "over" and state.winner is None:
        return True
    return voided == state.hand and limit_reached(state)


def outcome(state: State) -> Outcome | None:
    """Rule 9: places by totals, once the table has ended."""
    if state.phase != "over":
        return None
    why = HAND_LIMIT if state.winner is None else TARGET_REACHED
    return Outcome(places(state.totals), state.totals, why)


def standing(state: State, points_added: tuple[int, ...]) -> Standing:
    """Rule 9: place the seats by their totals."""
    totals = tuple(map(int.__add__, state.totals, points_added))
    return Standing(places(totals), totals)


def hand(state: State) -> int:
    """Return the number of the newest hand dealt."""
    return state.hand


JUDGES: Mapping[type[Action], Callable[[State, Seat, Any], tuple[ev.Event, ...]]] = by_kind(
    ACTIONS.values(),
    on_action(Play, _play_combination),
    on_action(Pass, _pass_turn),
    on_action(Give, give_cards),
)
