"""Guess the hidden cards: states that agree with all that a seat has seen."""

from collections.abc import Iterator, Sequence

from games.bum.cards import (
    JOKER,
    RANK,
    RANK_NUMBER,
    Combination,
    ordered_deck,
    sort_by_rank,
    usual_jokers,
)
from games.bum.deals import CardExchange, DealKnowledge, Dealt, sample_deals
from games.bum.events import Event
from games.bum.evolve import apply
from games.bum.exchange import NEVER, Hands, exchange_events, exchange_for, needed_jokers
from games.bum.options import Options
from games.bum.scoring import exchanged_cards
from games.bum.state import State
from games.core.contract import Card, Cards, Luck, ReceivedEvent, Seat, View, private_copy
from games.core.presentation.scene import deeds_from_facts


def determinise(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> State:
    """Return a state with the cards that the seat of the view does not see dealt at random."""
    return next(consistent_worlds(view, seen, luck))


def consistent_worlds(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> Iterator[State]:
    """Yield for ever states in which the seat would have seen the same, all deals alike likely."""
    public = _state_without_hands(view)
    if not view["counts"]:
        while True:
            yield public
    for hands in sample_deals(_knowledge_of_deal(view, seen), luck):
        yield _played_on(public, hands)


def _played_on(public: State, hands: Dealt) -> State:
    """Return the state in which these hands were dealt, with what has been given and played."""
    state = private_copy(public)
    state.hands = tuple(sort_by_rank(tuple(hands[Seat(seat)])) for seat in range(state.seats))
    if public.given:
        state.given = ()
        for given in _events_of_exchange(public, state.hands):
            apply(state, given)
    played = {card for _, cards in state.plays for card in cards}
    state.hands = tuple([tuple([c for c in hand if c not in played]) for hand in state.hands])
    return state


def _events_of_exchange(public: State, hands: Hands) -> tuple[Event, ...]:
    """Return what has been exchanged, if these hands were dealt."""
    if not public.options.boss_chooses:
        return exchange_events(public.order, hands)
    happened: tuple[Event, ...] = ()
    for place, (_, low, known) in enumerate(public.given[::2]):
        count = exchanged_cards(public.seats)[place]
        given = known or _chosen_gift(public, hands[public.order[place]], low, count)
        happened += exchange_for(public.order, hands, place, given)
    return happened


def _chosen_gift(public: State, dealt: Cards, low: Seat, count: int) -> Cards:
    """U36: return what somebody gave of a hand as dealt: what `low` has played of it, and more.

    That is taken to be the lowest cards that have not been seen, as most people choose.
    """
    seen = {card: seat for seat, cards in public.plays for card in cards}
    given = [card for card in dealt if seen.get(card) == low]
    given += [card for card in dealt if card not in seen and RANK[card] != JOKER]
    return sort_by_rank(tuple(given[:count]))


def _state_without_hands(view: View) -> State:
    """Return the state but for the cards in the hands."""
    lead = view["lead"]
    return State(
        Options(**view["options"]),
        view["seats"],
        view["target"],
        totals=tuple(view["totals"]),
        hand=view["hand"],
        phase=view["phase"],
        seated=tuple(view["seated"]),
        order=tuple(view["order"]),
        ranked=view["ranked"],
        called_off=view["called_off"],
        moved=tuple(map(tuple, view["points_by_hand"])),
        shown=tuple(map(tuple, view["shown"])),
        given=tuple(
            (row["giver"], row["receiver"], tuple(row["cards"] or ())) for row in view["exchange"]
        ),
        plays=tuple((play["seat"], tuple(play["cards"])) for play in view["plays"]),
        trick=view["trick"],
        lead=lead and Combination(**{**lead, "rank": RANK_NUMBER[lead["rank"]]}),
        last=view["last"],
        passes=view["passes"],
        passed=tuple(view["passed"]),
        turn=view["turn"],
        after=_next_seats_with_cards(view["order"], view["out"]),
        out=tuple(view["out"]),
        winner=view["winner"],
        deeds=deeds_from_facts(view["deeds"]),
        deeds_before=deeds_from_facts(view["deeds_before"]),
    )


def _next_seats_with_cards(order: Sequence[Seat], out: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return for each seat the next to the left who holds cards."""
    following: dict[Seat, Seat] = {}
    for place, seat in enumerate(order):
        others = [*order[place + 1 :], *order[: place + 1]]
        following[seat] = next((one for one in others if one not in out), seat)
    return tuple(following[Seat(seat)] for seat in range(len(order)))


def _all_cards(view: View) -> Cards:
    """Return the deck of the table."""
    return ordered_deck(view["seats"], view["options"]["jokers"] or usual_jokers(view["seats"]))


def _knowledge_of_deal(view: View, seen: Sequence[ReceivedEvent]) -> DealKnowledge:
    """Return what the seat of a view knows of the deal."""
    mine = view["seat"]
    seats = range(view["seats"])
    played = [frozenset(_cards_played(view, Seat(seat))) for seat in seats]
    table = frozenset[Card]().union(*played)
    own = [tuple(card for card in cards if card not in table) for cards in view["shown"]]
    sizes = tuple(count + len(played[seat]) for seat, count in enumerate(view["counts"]))
    exchanges = tuple((one, mine) for one in _exchanges_of(view))
    known = {card for one, _ in exchanges for card in (*(one.lowest or ()), *(one.highest or ()))}
    if mine is not None:
        own[mine], played[mine] = _dealt_to(view, _exchanges_of(view)), frozenset()
    known |= table.union(*own)
    hidden = tuple(card for card in _all_cards(view) if card not in known)
    spare = tuple(_spare_jokers(view, _dealt_order(view, seen)))
    return DealKnowledge(tuple(own), tuple(played), sizes, hidden, spare, exchanges)


def _cards_played(view: View, seat: Seat) -> list[Card]:
    """Return what a seat has played in this hand."""
    return [card for play in view["plays"] if play["seat"] == seat for card in play["cards"]]


def _dealt_to(view: View, exchanges: Sequence[CardExchange]) -> Cards:
    """Return the cards that the seat of the view was dealt."""
    mine = view["seat"]
    cards = {*view["cards"], *_cards_played(view, mine)}
    for one in exchanges:
        if mine == one.high:
            cards = cards.difference(one.highest or ()).union(one.lowest or ())
        elif mine == one.low:
            cards = cards.difference(one.lowest or ()).union(one.highest or ())
    return tuple(cards)


def _exchanges_of(view: View) -> list[CardExchange]:
    """Return the exchanges of the hand; who gives the lowest cards is told first."""
    rows = view["exchange"]
    return [
        CardExchange(
            one["giver"],
            one["receiver"],
            one["count"],
            _given_card_set(one["cards"]),
            _given_card_set(two["cards"]),
            view["options"]["boss_chooses"],
        )
        for one, two in zip(rows[::2], rows[1::2], strict=True)
    ]


def _given_card_set(cards: Sequence[Card] | None) -> frozenset[Card] | None:
    """Return cards that were given; None: hidden ones."""
    return None if cards is None else frozenset(cards)


def _dealt_order(view: View, seen: Sequence[ReceivedEvent]) -> Sequence[Seat]:
    """Return the order in which the hand was dealt: once it has ended, the view has the next."""
    seated: Sequence[Seat] = view["seated"]
    for one in seen:
        seated = one.data["order"] if one.type == "bum.hand_dealt.v1" else seated
    return seated


def _spare_jokers(view: View, seated: Sequence[Seat]) -> list[int]:
    """Return how many hidden Jokers each seat was dealt at most, by what was shown of them."""
    spare = [0 if jokers else NEVER for jokers in view["shown"]]
    turned = list(seated) != list(view["order"])
    for seat, needed in zip(seated[-2:], needed_jokers(view["seats"]), strict=True):
        if spare[seat] and not (turned and view["options"]["revolution"] == "bum_only"):
            spare[seat] = needed - 1 - _jokers_played(view, seat)
    return spare


def _jokers_played(view: View, seat: Seat) -> int:
    """Return how many Jokers a seat has played in this hand."""
    return sum(RANK[card] == JOKER for card in _cards_played(view, seat))
