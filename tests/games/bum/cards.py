"""Tables for the tests: hands written as ranks, and where all cards are."""

from typing import Any

from games.bum import GAME
from games.bum.actions import Action, Give, Pass, Play
from games.bum.cards import RANK, WORDS, Kind, possible_combinations, sort_by_rank
from games.bum.events import Event, HandDealt
from games.bum.rules import begin_dealt_hand
from games.bum.state import State
from games.core.contract import Card, Cards, Seat, Shuffle
from games.core.options import validate_options
from tests.given import When, given

PASS = Pass()

E5 = (
    "3 3 5 6 7 7 8 9 J Q K K A 2",
    "3 4 5 6 7 8 9 10 10 J Q K A A",
    "3 4 5 6 7 9 10 J Q K 2 2 JK",
    "4 4 5 6 8 8 9 10 J Q A 2 JK",
)


def everywhere(state: State) -> list[Card]:
    """Return all cards of the hand wherever they are."""
    held = [card for hand in state.hands for card in hand]
    return held + [card for _, cards in state.plays for card in cards]


def spread(*hands: str) -> tuple[Cards, ...]:
    """Return hands written as ranks, each card with the next suit of its rank."""
    used = dict.fromkeys(WORDS, 0)
    dealt = []
    for hand in hands:
        cards = []
        for word in hand.split():
            used[word] += 1
            cards.append(Card(f"{word}-{used[word]}"))
        dealt.append(tuple(cards))
    return tuple(dealt)


def cards(words: str) -> Cards:
    """Return one hand of the first suits."""
    return spread(words)[0]


def words(hand: Cards) -> str:
    """Return the ranks of cards."""
    return " ".join(WORDS[RANK[card]] for card in hand)


def opened(seats: int, carried: Any = None, **options: Any) -> Any:
    return GAME.rules.open(validate_options(GAME.options, options, seats), seats, carried)


def shuffled(state: Any) -> Shuffle:
    """Return the shuffle that is pending."""
    due = GAME.rules.pending(state)
    assert isinstance(due, Shuffle)
    return due


def kind(text: str) -> list[tuple[Any, ...]]:
    """Return what cards can be read as."""
    return [tuple(reading) for reading in possible_combinations(cards(text))]


def of(state: State, seat: int, text: str) -> Action:
    """Return a move of a seat with its own cards: ``7 7``, ``A 2 JK set``, ``give 3``, ``pass``."""
    if text == "pass":
        return PASS
    if text.startswith("give "):
        play = of(state, seat, text.removeprefix("give "))
        assert isinstance(play, Play)
        return Give(play.cards)
    *ranks, last = text.split()
    declared: Kind | None = "set" if last == "set" else "sequence" if last == "sequence" else None
    left = list(state.hands[seat])
    chosen = []
    for word in ranks if declared else [*ranks, last]:
        card = next(card for card in left if WORDS[RANK[card]] == word)
        left.remove(card)
        chosen.append(card)
    return Play(tuple(chosen), declared)


def dealt(*hands: str, **options: Any) -> State:
    """Return a first hand with these cards, seat 0 the Boss, about to lead."""
    seats = len(hands)
    state = GAME.rules.open(
        validate_options(GAME.options, {"first_boss": 0} | options, seats), seats, None
    )
    order = tuple(map(Seat, range(seats)))
    hands_held = tuple(map(sort_by_rank, spread(*hands)))
    return GAME.evolve(state, HandDealt(1, order, hands_held))


def later_hand(*hands: str, **options: Any) -> tuple[State, tuple[Event, ...]]:
    """Deal these whole hands, seat 0 the Boss, in a hand that is not the first."""
    seats = len(hands)
    carried = {"data": {"totals": [0] * seats, "order": list(range(seats))}}
    return deal(
        GAME.rules.open(validate_options(GAME.options, options, seats), seats, carried), *hands
    )


def first_hand(*hands: str, **options: Any) -> tuple[State, tuple[Event, ...]]:
    """Deal these whole hands, seat 0 the Boss, in the first hand."""
    seats = len(hands)
    options = {"first_boss": 0} | options
    return deal(
        GAME.rules.open(validate_options(GAME.options, options, seats), seats, None), *hands
    )


def deal(state: State, *hands: str) -> tuple[State, tuple[Event, ...]]:
    """Begin a hand with these cards of seats 0, 1, 2 ...; return the state and the events."""
    events = begin_dealt_hand(state, tuple(map(sort_by_rank, spread(*hands))))
    return GAME.fold(state, events), events


def played(state: State, *moves: str) -> State:
    """Return the state after moves of whoever's turn it is, written as in `of`."""
    for text in moves:
        (seat,) = GAME.rules.to_act(state)
        events = GAME.rules.decide(state, seat, of(state, seat, text))
        state = GAME.fold(state, events)
    return state


def move(state: State, text: str) -> When:
    """Return the move of whoever's turn it is, to be judged."""
    (seat,) = GAME.rules.to_act(state)
    return given(GAME, state).when(seat, of(state, seat, text))


def names(events: tuple[Event, ...]) -> list[str]:
    """Return the class names of events."""
    return [type(event).__name__ for event in events]
