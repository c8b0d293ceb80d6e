"""Deal the cards that a reader cannot see at random, in agreement with all it has seen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from games.boon.cards import BOON_SIZE, DECK, GOLD_7, SUIT, SUITS, in_order
from games.boon.events import EVENTS, LeasterCounted, RoundCounted
from games.boon.options import Options
from games.boon.state import BURYING, DEALING, OVER, State, Trick
from games.core.contract import Card, Cards, Luck, Seat, Seen, View
from games.core.options import checked
from games.core.values import from_json

KINDS = (*SUITS, GOLD_7)  # gold 7 counts as a kind of its own: the taker may have to keep it
BOON, BURIED = -1, -2  # places of hidden cards besides the seats' hands


@dataclass
class Holder:
    """A place with hidden cards: how many are still to come, and of which kinds."""

    room: int
    kinds: frozenset[str]
    cards: list[Card]


def determinise(view: View, seen: Sequence[Seen], luck: Luck) -> State:
    """Return a state that agrees with the view, which repeats all that matters of `seen`."""
    seats = view["seats"]
    state = public_part(view)
    hidden = hidden_cards(view, state)
    holders = hidden_places(view, state)
    deal_among(list(holders.values()), hidden, luck)
    own = view["seat"]
    for seat in range(seats if state.hands else 0):
        hand = view["cards"] if seat == own else holders[seat].cards
        state.hands = (*state.hands[:seat], in_order(hand), *state.hands[seat + 1 :])
    if BOON in holders:
        state.boon = tuple(holders[BOON].cards)
    if BURIED in holders:
        state.buried = in_order(holders[BURIED].cards)
    if state.phase == BURYING and state.taker is not None and own != state.taker:
        cards = list(state.hands[state.taker])
        luck.shuffle(cards)
        state.boon = tuple(cards[: BOON_SIZE[seats]])
    return state


def public_part(view: View) -> State:
    """Return the state as far as the view tells it, with empty hands."""
    tricks = tuple(map(won_trick, view["tricks"]))
    return State(
        options=checked(Options, view["options"], view["seats"]),
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
        gold7=player_of_gold7(view),
        leader=Seat(view["leader"]),
        trick=tuple(view["trick"]),
        tricks=tricks,
        last_trick=view["last_trick"] and won_trick(view["last_trick"]),
        last=last_count(view),
        why=view["why"],
        places=tuple(view["places"] or ()),
    )


def won_trick(row: Mapping[str, Any]) -> Trick:
    """Return a trick that was taken."""
    return Seat(row["leader"]), tuple(row["cards"]), Seat(row["winner"])


def last_count(view: View) -> RoundCounted | LeasterCounted | None:
    """Return the event of the newest count."""
    if view["last_round"] is None:
        return None
    fields = dict(view["last_round"])
    count = from_json(EVENTS[fields.pop("type")], fields)
    assert isinstance(count, (RoundCounted, LeasterCounted))
    return count


def played(view: View) -> list[tuple[Seat, Card, str]]:
    """Return seat, card and led suit of everything played in this round."""
    rows = [*view["tricks"], {"leader": view["leader"], "cards": view["trick"]}]
    return [
        (Seat((row["leader"] + at) % view["seats"]), card, SUIT[row["cards"][0]])
        for row in rows
        for at, card in enumerate(row["cards"])
    ]


def player_of_gold7(view: View) -> Seat | None:
    """Return who has played gold 7."""
    return next((seat for seat, card, _ in played(view) if card == GOLD_7), None)


def hidden_cards(view: View, state: State) -> Cards:
    """Return the cards that the reader does not see; none between two rounds."""
    if state.phase in (DEALING, OVER):
        return ()
    known = {card for _, card, _ in played(view)}.union(view["cards"] or (), state.buried)
    return tuple(card for card in DECK[state.seats] if card not in known)


def hidden_places(view: View, state: State) -> dict[int, Holder]:
    """Return where hidden cards lie; who has not followed a suit has no more of it (rule 5)."""
    kinds = {seat: set(KINDS) for seat in range(state.seats)}
    for seat, card, led in played(view):
        if SUIT[card] != led:
            kinds[seat] -= {led, GOLD_7} if led == SUIT[GOLD_7] else {led}
    holders = {
        seat: Holder(count, frozenset(kinds[seat]), [])
        for seat, count in enumerate(view["card_counts"])
        if seat != view["seat"]
    }
    if state.phase in (DEALING, OVER):
        return holders
    holders[BOON] = Holder(view["boon_count"], frozenset(KINDS), [])
    if view["buried"] is None:
        keeps_gold7 = state.seats == 5 and not state.options.may_bury_gold7
        buried = frozenset(SUITS if keeps_gold7 else KINDS)
        holders[BURIED] = Holder(view["buried_count"], buried, [])
    if state.phase == BURYING:
        del holders[BOON]
    return holders


def kind(card: Card) -> str:
    """Return the suit of a card, or gold 7 itself."""
    return card if card == GOLD_7 else SUIT[card]


def deal_among(holders: list[Holder], cards: Cards, luck: Luck) -> None:
    """Deal the cards one by one to places that may hold them, so that the rest still fits."""
    order = list(cards)
    luck.shuffle(order)
    groups = tight(holders)
    left = Counter(map(kind, order))
    for card in order:
        what = kind(card)
        left[what] -= 1
        open_to = [holder for holder in holders if holder.room and what in holder.kinds]
        while True:
            holder = by_room(open_to, luck)
            holder.room -= 1
            if fits(left, holders, groups):
                break
            holder.room += 1
            open_to.remove(holder)
        holder.cards.append(card)


def by_room(holders: list[Holder], luck: Luck) -> Holder:
    """Choose a place at random, one with more room more often."""
    at = luck.randrange(sum(holder.room for holder in holders))
    for holder in holders:
        at -= holder.room
        if at < 0:
            break
    return holder


def tight(holders: list[Holder]) -> list[frozenset[str]]:
    """Return the groups of kinds that may not find room: each is barred from some place."""
    barred = [what for what in KINDS if any(what not in holder.kinds for holder in holders)]
    sizes = range(1, len(barred) + 1)
    return [frozenset(group) for size in sizes for group in combinations(barred, size)]


def fits(left: Counter[str], holders: list[Holder], groups: list[frozenset[str]]) -> bool:
    """Say whether the cards left can all be placed (Hall's theorem)."""
    return all(
        sum([left[what] for what in group])
        <= sum([holder.room for holder in holders if not group.isdisjoint(holder.kinds)])
        for group in groups
    )
