"""What a seat may not know changes no byte of any answer to it."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.boon.state import State as Boon
from games.boosh.state import State as Boosh
from tests.service.asker import Asker, Service

MASKS = [
    (re.compile(rb'"t[0-9a-f]{18}"'), b'"table"'),
    (re.compile(rb'"[0-9a-f]{128}"'), b'"signature"'),
    (re.compile(rb'"[0-9a-f]{64}"'), b'"hash"'),
    (re.compile(rb"\b1[0-9]{12}\b"), b"time"),
]  # salted hashes and times, which keep their lengths
TWINS = 3  # pairs of a table; other laws compare hundreds, these ask for every answer there is
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
Order = Callable[[Any, bytes], tuple[str, ...]]


@dataclass
class World:
    """A table of three people, the orders its cards came in, and all answers to one seat."""

    service: Service
    players: list[Asker]
    path: str
    seat: int
    answers: list[bytes] = field(default_factory=list)
    actions: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    @property
    def play(self) -> Any:
        """Return the hidden state."""
        return self.service.parts.tables.current(self.path.rsplit("/", 1)[1]).table.play

    def look(self) -> list[bytes]:
        """Let the seat ask for all it can, allowed or not; return the answers."""
        me = self.players[self.seat]
        wrong = {"type": "nothing"}
        asked = [
            me.get(f"{self.path}/view"), me.get(f"{self.path}/view?after=0"),
            me.get(f"{self.path}/events?limit=500"), me.get(self.path),
            me.post(f"{self.path}/actions", wrong), me.get(f"{self.path}/log"),
            me.delete(f"{self.path}/seats/{(self.seat + 1) % 3}"),
            *(me.post(f"{self.path}/actions", {"type": "play", "card": "nothing"})
              for _ in range(self.seat not in self.service_view()["to_act"])),
        ]  # fmt: skip
        return [str(answer.headers.get("ETag")).encode() + answer.data for answer in asked]

    def service_view(self) -> Any:
        """Return what everybody sees."""
        return self.service.nobody.get(self.path).get_json()

    def act(self, seat: int, action: dict[str, Any]) -> bool:
        """Act for a seat and take down what the watched seat sees then; False: refused."""
        answer = self.players[seat].post(f"{self.path}/actions", action)
        if answer.status_code != 200:
            return False
        self.actions.append((seat, action))
        self.answers += [answer.data] * (seat == self.seat) + self.look()
        return True

    def act_somehow(self, luck: random.Random) -> None:
        """Let one of those who may act do anything that is offered."""
        seat = luck.choice(self.service_view()["to_act"])
        choices = self.players[seat].get(f"{self.path}/view").get_json()["choices"]
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        assert self.act(seat, luck.choice(offered))


def masked(answers: list[bytes]) -> list[bytes]:
    """Return answers without what differs from table to table, at its full length."""
    found = []
    for answer in answers:
        answer = answer.replace(b'\\"', b'"')  # noqa: PLW2901  # logs hold JSON within strings
        for mask, word in MASKS:
            answer = mask.sub(word, answer)  # noqa: PLW2901  # one mask after another
        found.append(answer)
    return found


def words_in(answers: list[bytes]) -> set[str]:
    """Return all strings in answers."""
    return {word for answer in answers for word in STRING.findall(answer.decode())}


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob", "Eve")]


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """Put cards in the order that the first function of the list says."""
    ways: list[Order] = []

    def order(cards: Any, key: bytes) -> tuple[str, ...]:
        return ways[0](cards, key)

    monkeypatch.setattr("games.table.following.shuffle_by_key", order)
    return ways


def begin(service: Service, players: list[Asker], game: str, seat: int) -> World:
    """Start a table."""
    return World(service, players, service.started(players, game, 3), seat)


def hidden_boon(state: Boon, seat: int) -> set[str]:
    """Return the cards of the running round that a seat has not seen."""
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    cards: set[str] = {card for hand in others for card in hand}
    return cards if seat == state.taker else cards | set(state.boon) | set(state.buried)


def hidden_boosh(state: Boosh, seat: int) -> set[str]:
    """Return the cards of the running hand that a seat has not seen."""
    cards: set[str] = set(state.deck)
    for other, hand in enumerate(state.hands):
        if other != seat:
            known = state.known[other]
            cards |= {card for card, shown in zip(hand, known, strict=True) if shown is None}
    if state.taken and state.taken_from == "A" and state.queue[0] != seat:
        cards.add(state.taken)
    return cards


HIDDEN: dict[str, Callable[[Any, int], set[str]]] = {"boon": hidden_boon, "boosh": hidden_boosh}


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_no_answer_to_a_seat_names_a_card_that_it_may_not_know(
    service: Service, players: list[Asker], orders: list[Order], game: str, seat: int
) -> None:
    luck = random.Random(f"{game} {seat}")
    orders.append(lambda cards, key: tuple(luck.sample(sorted(cards), len(cards))))
    world = begin(service, players, game, seat)
    for _ in range(14):
        world.act_somehow(luck)
        hidden = HIDDEN[game](world.play, seat)
        if world.play.hand > 1:
            break  # the log tells of the hand before, whose cards may be hidden again in this one
        assert hidden
        for answer in world.look():
            assert not hidden & words_in([answer])


def swapped(value: Any, one: str, two: str) -> Any:
    """Return JSON (or cards) in which two cards have changed places."""
    if isinstance(value, str):
        return {one: two, two: one}.get(value, value)
    if isinstance(value, dict):
        return {name: swapped(inner, one, two) for name, inner in value.items()}
    return [swapped(inner, one, two) for inner in value] if isinstance(value, list) else value


def twin(
    world: World, orders: list[Order], given: list[tuple[str, ...]], one: str, two: str
) -> World | None:
    """Play the same table with two cards exchanged; None where the rules forbid it then."""
    left = iter(given)
    orders[0] = lambda cards, key: tuple(swapped(list(next(left)), one, two))
    game = "boon" if isinstance(world.play, Boon) else "boosh"
    other = begin(world.service, world.players, game, world.seat)
    other.answers += other.look()
    for seat, action in world.actions:
        renamed = {**swapped(action, one, two), "type": action["type"]}
        if not other.act(seat, renamed):
            return None
    return other


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_tables_that_differ_in_hidden_cards_answer_a_seat_alike(
    service: Service, players: list[Asker], orders: list[Order], game: str, seat: int
) -> None:
    luck = random.Random(f"{game} {seat}")
    given: list[tuple[str, ...]] = []

    def order(cards: Any, key: bytes) -> tuple[str, ...]:
        given.append(tuple(luck.sample(sorted(cards), len(cards))))
        return given[-1]

    orders.append(order)
    world = begin(service, players, game, seat)
    world.answers += world.look()
    for _ in range(12):
        world.act_somehow(luck)
    dealt = {card for cards in given for card in cards if not card.isdigit()}
    unseen = sorted(dealt - words_in(world.answers))
    assert len(unseen) > 3
    compared, recorded = 0, list(given)
    for _ in range(12):
        other = twin(world, orders, recorded, *luck.sample(unseen, 2))
        if other is not None:
            assert masked(other.answers) == masked(world.answers)
            compared += 1
        if compared == TWINS:
            return
    assert compared > 1


def test_a_planted_leak_is_found(
    service: Service,
    players: list[Asker],
    orders: list[Order],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    luck = random.Random(5)
    given: list[tuple[str, ...]] = []

    def order(cards: Any, key: bytes) -> tuple[str, ...]:
        given.append(tuple(luck.sample(sorted(cards), len(cards))))
        return given[-1]

    def leaking(held: Any, seat: int | None, *_: Any) -> dict[str, Any]:
        return {"hint": len([card for card in held.table.play.hands[1] if card < "gold"])}

    orders.append(order)
    monkeypatch.setattr("service.play.play.view_for_seat", leaking)
    world = begin(service, players, "boon", 0)
    world.answers += world.look()
    one = next(card for card in world.play.hands[1] if card < "gold")
    two = next(card for card in world.play.hands[2] if card > "gold")
    other = twin(world, orders, list(given), one, two)
    assert other is not None
    assert masked(other.answers) != masked(world.answers)
