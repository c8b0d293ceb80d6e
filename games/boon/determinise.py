"""Deal the cards that a reader cannot see at random, in agreement with all it has seen.

Every deal that agrees is as likely as any other.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

from games.boon.cards import BOON_SIZE, DECK, GOLD_7, SUIT, SUITS, sort_trump_last
from games.boon.events import EVENTS, LeasterCounted, RoundCounted
from games.boon.options import Options
from games.boon.state import BURYING, DEALING, OVER, State, Trick
from games.core.contract import Card, Cards, Luck, ReceivedEvent, Seat, View, private_copy
from games.core.options import validate_options
from games.core.type_hints.values import from_json

KINDS = (*SUITS, GOLD_7)  # gold 7 counts as a kind of its own: the taker may have to keep it
BOON, BURIED = -1, -2  # places of hidden cards besides the seats' hands
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HiddenPlace:
    """A place with hidden cards: how many, and of which kinds they may be."""

    place: int
    room: int
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlacementWays:
    """How many cards of each group a place may get, and in how many ways until then."""

    counts: tuple[Counts, ...]
    upto: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardMemory:
    """All that a reader knows of the cards: what is public, what is hidden, and where it may lie.

    Attributes:
        barred: the places that can't have cards of every kind.
        groups: the hidden cards, those together that the same barred places may have.
        ways: (barred places that are served, cards left of each group) -> what the next may get.
    """

    reader: Seat | None
    known: State
    hand: Cards
    barred: tuple[HiddenPlace, ...]
    free: tuple[HiddenPlace, ...]
    groups: tuple[Cards, ...]
    ways: dict[tuple[int, Counts], PlacementWays]


def determinise(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> State:
    """Return a state that agrees with the view, which repeats all that matters of `seen`."""
    return _guess(memory_from_view(view), luck)


def memory_from_view(view: View) -> CardMemory:
    """Return what the reader of a view knows."""
    known = _state_with_empty_hands(view)
    cards = _hidden_cards(view, known)
    holders = _hidden_places(view, known)
    kinds = frozenset(map(_card_kind, cards))
    barred = tuple(one for one in holders if one.room and not kinds <= one.kinds)
    free = tuple(one for one in holders if one not in barred)
    groups: dict[Counts, list[Card]] = {}
    for card in cards:
        may = tuple(at for at, one in enumerate(barred) if _card_kind(card) in one.kinds)
        groups.setdefault(may, []).append(card)
    ways: dict[tuple[int, Counts], PlacementWays] = {}
    sizes = tuple(map(len, groups.values()))
    rooms = [tuple(one.room if at in may else 0 for may in groups) for at, one in enumerate(barred)]
    _count_ways(barred, rooms, 0, sizes, ways)
    own = tuple(view["cards"] or ())
    return CardMemory(
        view["seat"], known, own, barred, free, tuple(map(tuple, groups.values())), ways
    )


def _count_ways(
    barred: Sequence[HiddenPlace],
    rooms: Sequence[Counts],
    at: int,
    left: Counts,
    ways: dict[tuple[int, Counts], PlacementWays],
) -> int:
    """Note and return in how many ways the barred places from `at` can be served.

    The other places take what is left, in equally many ways whatever that is.
    """
    if at == len(barred):
        return 1
    if (at, left) in ways:
        return ways[at, left].upto[-1] if ways[at, left].upto else 0
    counts, upto, total = [], [], 0
    for some in product(*[range(min(pair) + 1) for pair in zip(rooms[at], left, strict=True)]):
        if sum(some) == barred[at].room:
            rest = tuple(map(int.__sub__, left, some))
            number = _count_ways(barred, rooms, at + 1, rest, ways)
            for have, take in zip(left, some, strict=True):
                number *= comb(have, take)
            if number:
                total += number
                counts.append(some)
                upto.append(total)
    ways[at, left] = PlacementWays(tuple(counts), tuple(upto))
    return total


def _guess(memory: CardMemory, luck: Luck) -> State:
    """Return one of the states in which the reader may be."""
    return state_of(memory, dealt_at_random(memory, luck), luck)


def state_of(memory: CardMemory, dealt: Mapping[int, Cards], luck: Luck) -> State:
    """Return the state in which the hidden cards are dealt like that."""
    state = private_copy(memory.known)
    hands = [sort_trump_last(dealt.get(seat, ())) for seat in range(len(state.hands))]
    if memory.reader is not None and hands:
        hands[memory.reader] = memory.hand
    state.hands = tuple(hands)
    if BOON in dealt:
        state.boon = dealt[BOON]
    if BURIED in dealt:
        state.buried = sort_trump_last(dealt[BURIED])
    if state.phase == BURYING and state.taker is not None and memory.reader != state.taker:
        cards = list(state.hands[state.taker])
        luck.shuffle(cards)
        state.boon = tuple(cards[: BOON_SIZE[state.seats]])
    return state


def dealt_at_random(memory: CardMemory, luck: Luck) -> dict[int, Cards]:
    """Return the hidden cards by place: how many of each group first, then which ones."""
    groups = [list(group) for group in memory.groups]
    dealt: dict[int, Cards] = {}
    for group in groups if memory.barred else ():
        luck.shuffle(group)
    for at, holder in enumerate(memory.barred):
        ways = memory.ways[at, tuple(map(len, groups))]
        counts = ways.counts[bisect_right(ways.upto, luck.randrange(ways.upto[-1]))]
        dealt[holder.place] = tuple(
            group.pop() for group, count in zip(groups, counts, strict=True) for _ in range(count)
        )
    rest = [card for group in groups for card in group]
    luck.shuffle(rest)
    for holder in memory.free:
        dealt[holder.place] = tuple(rest[: holder.room])
        del rest[: holder.room]
    return dealt


def _state_with_empty_hands(view: View) -> State:
    """Return the state as far as the view tells it, with empty hands."""
    tricks = tuple(map(_trick_from_row, view["tricks"]))
    return State(
        options=validate_options(Options, view["options"], view["seats"]),
        seats=view["seats"],
        hand=view["round"],
        phase=view["phase"],
        dealer=view["dealer"],
        turn=view["turn"],
        victory_cards=tuple(view["victory_cards"]),
        hands=((),) * len(view["card_counts"]),
        boon=tuple(view["boon"] or ()),
        taker=view["taker"],
        buried=tuple(view["buried"] or ()),
        gold7=_player_of_gold7(view),
        leader=Seat(view["leader"]),
        trick=tuple(view["trick"]),
        tricks=tricks,
        last_trick=view["last_trick"] and _trick_from_row(view["last_trick"]),
        last=_last_count(view),
        why=view["why"],
        places=tuple(view["places"] or ()),
    )


def _trick_from_row(row: Mapping[str, Any]) -> Trick:
    """Return a trick that was taken."""
    return Seat(row["leader"]), tuple(row["cards"]), Seat(row["winner"])


def _last_count(view: View) -> RoundCounted | LeasterCounted | None:
    """Return the event of the newest count."""
    if view["last_round"] is None:
        return None
    fields = dict(view["last_round"])
    count = from_json(EVENTS[fields.pop("type")], fields)
    assert isinstance(count, (RoundCounted, LeasterCounted))
    return count


def _plays_in_round(view: View) -> list[tuple[Seat, Card, str]]:
    """Return seat, card and led suit of everything played in this round."""
    rows = [*view["tricks"], {"leader": view["leader"], "cards": view["trick"]}]
    return [
        (Seat((row["leader"] + at) % view["seats"]), card, SUIT[row["cards"][0]])
        for row in rows
        for at, card in enumerate(row["cards"])
    ]


def _player_of_gold7(view: View) -> Seat | None:
    """Return who has played gold 7."""
    return next((seat for seat, card, _ in _plays_in_round(view) if card == GOLD_7), None)


def _hidden_cards(view: View, state: State) -> Cards:
    """Return the cards that the reader does not see; none between two rounds."""
    if state.phase in (DEALING, OVER):
        return ()
    known = {card for _, card, _ in _plays_in_round(view)}.union(view["cards"] or (), state.buried)
    return tuple(card for card in DECK[state.seats] if card not in known)


def _hidden_places(view: View, state: State) -> list[HiddenPlace]:
    """Return where hidden cards lie; who has not followed a suit has no more of it (rule 5)."""
    kinds = {seat: set(KINDS) for seat in range(state.seats)}
    for seat, card, led in _plays_in_round(view):
        if SUIT[card] != led:
            kinds[seat] -= {led, GOLD_7} if led == SUIT[GOLD_7] else {led}
    holders = [
        HiddenPlace(seat, count, frozenset(kinds[seat]))
        for seat, count in enumerate(view["card_counts"])
        if seat != view["seat"]
    ]
    if state.phase in (DEALING, OVER):
        return holders
    if state.phase != BURYING:
        holders.append(HiddenPlace(BOON, view["boon_count"], frozenset(KINDS)))
    if view["buried"] is None:
        keeps_gold7 = state.seats == 5 and not state.options.may_bury_gold7
        buried = frozenset(SUITS if keeps_gold7 else KINDS)
        holders.append(HiddenPlace(BURIED, view["buried_count"], buried))
    return holders


def _card_kind(card: Card) -> str:
    """Return the suit of a card, or gold 7 itself."""
    return card if card == GOLD_7 else SUIT[card]
