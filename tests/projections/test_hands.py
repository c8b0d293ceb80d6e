"""Hand histories: what they hold, who may read it, and that both forms are read back."""

import random
from typing import Any

import orjson
import pytest

from games import GAMES
from games.core.contract import Seat
from games.core.options import BadOptions, checked
from games.table import Act, Leave, Sit, Start, TimeOut, due
from projections import hand_text
from projections.hand import Hand, read, write
from projections.hands import hand_of
from tests.games.test_laws import random_values
from tests.table.desk import OPENER, Desk, Salts, an_open, any_action, commitment

every_game = pytest.mark.parametrize("name", sorted({name for name, _ in GAMES}))
REVEALS = ("table", "hand", "auditors")
ENTROPY = "<my cat; walked=over?"  # holds every mark of the text form


def a_table(name: str, luck: random.Random, actions: int, **changes: Any) -> Desk:
    """Return a table of random options after so many actions, time-outs and a leave among them."""
    game = GAMES[name, 1]
    seats = luck.choice(list(game.seats))
    desk = Desk("t1", Salts(name))
    settings: dict[str, Any] = {"reveal": luck.choice(REVEALS), "clock": {"turn": 20, "bank": 5}}
    while True:
        options = random_values(game, seats, luck)
        try:
            checked(game.options, options, seats)
        except BadOptions:
            continue
        break
    desk.do(OPENER, an_open(name, seats, **{"options": options, **settings, **changes}))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment(ENTROPY)))
    desk.do("player:p1", Sit(Seat(1)))
    for seat in range(2, seats):
        desk.do(OPENER, Sit(Seat(seat), bot="plain"))
    desk.do(OPENER, Start(ENTROPY))
    leaves = luck.randrange(60)
    for done in range(actions):
        if desk.table.phase == "closed":
            break
        if done == leaves:
            desk.do("player:p1", Leave(Seat(1)))
        one_turn(desk, luck)
    return desk


def one_turn(desk: Desk, luck: random.Random) -> None:
    """Let a seat act, or its time run out."""
    earliest = due(desk.table).clock
    if earliest is not None and luck.random() < 0.1:
        desk.now = max(desk.now, earliest)
    if earliest is not None and desk.now >= earliest:
        late = next(k for k in desk.table.to_act() if desk.table.deadline(k) == earliest)
        desk.do("clock", TimeOut(late))
        return
    seat = luck.choice(desk.table.to_act())
    holder, action = desk.table.holders[seat], any_action(desk.table, seat, luck)
    assert holder is not None
    desk.now += luck.randrange(2000)
    if earliest is not None:
        desk.now = min(desk.now, earliest - 1)
    report = {"bot": "plain", "seed": luck.randrange(9)} if holder.bot else None
    by = f"seat:{seat}" if holder.bot else f"player:{holder.player}"
    desk.do(by, Act(seat, action, report))


def viewers(desk: Desk) -> list[Seat | None]:
    return [None, *map(Seat, range(desk.table.seats))]


def hands(desk: Desk, viewer: Seat | None) -> list[Hand]:
    return [hand_of(desk.table, desk.log, k, viewer) for k in range(1, desk.table.hand + 1)]


@every_game
def test_both_forms_of_any_hand_are_read_back_as_that_hand(name: str) -> None:
    kinds: set[str] = set()
    for seed in range(30):
        luck = random.Random(f"{name} {seed}")
        desk = a_table(name, luck, luck.choice([3, 20, 90, 400]))
        for viewer in luck.sample(viewers(desk), 2):
            for hand in hands(desk, viewer)[-5:]:
                kinds |= {event.type for move in hand.commands for event in move.events}
                assert hand_text.read(hand_text.write(hand)) == hand
                assert read(orjson.loads(orjson.dumps(write(hand)))) == hand
    of_game = {kind for kind in GAMES[name, 1].events if not kind.endswith("voided.v1")}
    assert len(kinds & of_game) > len(of_game) * 2 / 3
    assert {"table.timed_out.v1", "table.handed_to_bot.v1", "table.closed.v1"} <= kinds
