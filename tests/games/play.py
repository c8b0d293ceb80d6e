"""Play tables at random over the contract, and play the same table in another world."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import orjson

from games.core.contract import Choices, Pick, ReceivedEvent, Seat, Shuffle
from games.core.game import AnyGame
from games.core.type_hints.values import from_json, split_by_audience, to_json, visible_fields
from tests.games.every import checks_of
from tests.games.known import unknown

VOID = "void"  # stands for the seat where a move voids a hand


@dataclass
class Play:
    """One table: its state, and all that is needed to play it again."""

    game: AnyGame
    options: Any
    seats: int
    luck: random.Random
    carried: dict[str, Any] | None = None
    orders: list[tuple[str, ...]] = field(default_factory=list)
    moves: list[tuple[Any, Any]] = field(default_factory=list)  # seat and action; VOID and hand
    events: list[Any] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)  # after the opening and after every move
    first: Any = None

    def __post_init__(self) -> None:
        self.first = self.state = self.game.rules.open(self.options, self.seats, self.carried)
        self.ends: list[int] = []  # number of events after the opening and after every move
        self.settle()

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        """Give the cards of a shuffle in a random order."""
        cards = sorted(shuffle.cards)
        self.luck.shuffle(cards)
        self.orders.append(tuple(cards))
        return tuple(cards)

    def settle(self) -> None:
        self.state, events = self.game.settle(self.state, self.order)
        self.events += events
        self.states.append(self.state)
        self.ends.append(len(self.events))

    def events_upto(self, move: int) -> list[Any]:
        """Return the events of the opening and the first `move` moves."""
        return self.events[: self.ends[move]]

    def act(self, seat: Any, action: Any) -> None:
        """Make a move; Illegal if the rules forbid it."""
        if seat == VOID:
            events: tuple[Any, ...] = (self.game.rules.void(self.state, action),)
        else:
            events = self.game.rules.decide(self.state, seat, action)
        self.moves.append((seat, action))
        self.events += events
        self.state = self.game.fold(self.state, events)
        self.settle()

    def random_move(self) -> tuple[Seat, Any]:
        seat = self.luck.choice(self.game.rules.to_act(self.state))
        return seat, any_of(self.game.rules.choices(self.state, seat), self.luck)

    def finish(self, most: int = 20_000) -> "Play":
        """Play on at random until the end."""
        while self.game.rules.outcome(self.state) is None:
            assert len(self.moves) < most, "play must end"
            self.act(*self.random_move())
        return self


def any_of(choices: Choices[Any], luck: random.Random) -> Any:
    """Take one of the choices at random; of a pick without further demands, any cards."""
    at = luck.randrange(len(choices.actions) + len(choices.picks))
    if at < len(choices.actions):
        return choices.actions[at]
    return any_pick(choices.picks[at - len(choices.actions)], luck)


def any_pick(pick: Pick[Any], luck: random.Random) -> Any:
    if pick.must is not None:
        return pick.example
    count = luck.randint(pick.least, pick.most)
    return replace(pick.example, **{pick.field: tuple(luck.sample(pick.cards, count))})


def offered(choices: Choices[Any], action: Any) -> bool:
    """Say whether the choices contain the action, or cover it with a pick."""
    return action in choices.actions or any(covers(pick, action) for pick in choices.picks)


def covers(pick: Pick[Any], action: Any) -> bool:
    if type(action) is not type(pick.example):
        return False
    cards = getattr(action, pick.field)
    if replace(action, **{pick.field: getattr(pick.example, pick.field)}) != pick.example:
        return False
    if not pick.least <= len(cards) <= pick.most:
        return False
    left = list(pick.cards)
    for card in cards:
        if card not in left:
            return False
        left.remove(card)
    return True


def seen_by(game: AnyGame, seat: Seat | None, events: list[Any]) -> list[ReceivedEvent]:
    """Return the events as a seat receives them."""
    names = {kind: name for name, kind in game.events.items()}
    return [
        ReceivedEvent(names[type(e)], visible_fields(*split_by_audience(e), seat)) for e in events
    ]


def words_in(value: Any) -> Iterator[str]:
    """Yield every string in JSON values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from words_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from words_in(inner)


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return an action (or a value of its fields) with the cards renamed."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (tuple, list)):
        return tuple(renamed(one, names) for one in value)
    if hasattr(value, "__dataclass_fields__"):
        changed = {n: renamed(getattr(value, n), names) for n in value.__dataclass_fields__}
        return replace(value, **changed)
    return value


def bent(game: AnyGame, action: Any, luck: random.Random, cards: list[str]) -> Any:
    """Return the action with one field changed at random."""
    names = [f.name for f in fields(action)]
    if not names:
        return action
    name = luck.choice(names)
    old = getattr(action, name)
    new: Any = old
    if isinstance(old, bool):
        new = not old
    elif isinstance(old, int) or old is None:
        new = luck.choice([None, 0, 1, 2, 3, 7, -1])
    elif isinstance(old, str):
        new = luck.choice(cards)
    elif isinstance(old, tuple):
        new = luck.choice(
            [(), old[1:], (*old, luck.choice(cards)), (*old[:-1], luck.choice(cards))]
        )
    hint = get_type_hints(type(action), include_extras=True)[name]
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    try:
        return from_json(type(action), {**to_json(action), name: new}) if plain else action
    except Exception:
        return action


def voids(play: Play) -> list[int]:
    """Return the hands that have been voided."""
    return [hand for seat, hand in play.moves if seat == VOID]


def words_of(play: Play) -> set[str]:
    """Return all cards of the table."""
    return {card for order in play.orders for card in order}


def as_bytes(value: Any) -> bytes:
    """Return a value as JSON, keys in order."""
    return orjson.dumps(value, default=list, option=orjson.OPT_SORT_KEYS)  # named tuples as arrays


def as_seen(row: list[Any]) -> Any:
    """Return an event read from JSON as somebody has it."""
    return ReceivedEvent(row[0], row[1])


def same_cards(order: tuple[str, ...], shuffle: Shuffle) -> bool:
    return sorted(order) == sorted(shuffle.cards)


HALF = 0.5


class NoTwin(Exception):
    """There is no such other world."""


@dataclass
class Twin(Play):
    """The table of another Play in a world where cards that `seat` may not know changed places."""

    other: Play | None = None
    seat: Seat | None = None
    upto: int = 0

    def __post_init__(self) -> None:
        assert self.other is not None
        self.given = iter(self.other.orders)
        events = self.other.events_upto(self.upto)
        self.unknown = unknown(self.game, self.other.first, events, self.seat)
        told = checks_of(self.game.name).told
        self.kinds = {kind for name, kind in self.game.events.items() if name in told}
        self.compared = (0, 0)  # events of both up to which the seat was told the same
        self.names: dict[str, str] = {}
        self.hand = -1
        super().__post_init__()

    def settle(self) -> None:
        """Give up a world in which the rules have told the seat something else."""
        super().settle()
        assert self.other is not None
        theirs = self.other.events_upto(len(self.moves))
        mine, other = self.compared
        if self.told(self.events[mine:]) != self.told(theirs[other:]):
            raise NoTwin("the seat was told something else")
        self.compared = len(self.events), len(theirs)

    def told(self, events: list[Any]) -> list[ReceivedEvent]:
        """Return what the seat was told of the cards that the rules picked out."""
        picked = [event for event in events if type(event) in self.kinds]
        return seen_by(self.game, self.seat, picked)

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        """Give the other table's order with hidden cards renamed, anew for each hand."""
        assert self.other is not None
        order = next(self.given)
        if shuffle.hand != self.hand:
            self.hand, self.names = shuffle.hand, {}
        self.names |= self.permutation(shuffle)
        order = tuple(self.names.get(card, card) for card in order)
        if not same_cards(order, shuffle):
            raise NoTwin("the renamed cards are not those to be shuffled")
        self.orders.append(order)
        return order

    def permutation(self, shuffle: Shuffle) -> dict[str, str]:
        """Return new names for the cards of this shuffle that the seat may not know."""
        unknown = self.unknown.get(shuffle.hand, set())
        hidden = sorted({c for c in shuffle.cards if c in unknown and c not in self.names})
        if self.luck.random() < HALF and len(hidden) > 1:  # keeps more tables legal
            one, two = self.luck.sample(hidden, 2)
            return {one: two, two: one}
        new = hidden[:]
        self.luck.shuffle(new)
        return dict(zip(hidden, new, strict=True))
