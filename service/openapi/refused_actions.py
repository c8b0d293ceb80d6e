"""Examples of actions that the rules of each game refuse, found by playing a table of it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson

from games.core.contract import Illegal, Seat
from games.core.game import AnyGame
from games.core.type_hints.values import to_json
from games.table import Act, Sit, Start, Table, decide
from service.accounts.examples import ADA
from service.games.games import newest_rules
from service.play.play import legal_choices
from service.tables.examples import SEAT, TABLE, Recorder
from service.tables.schemas import NAMES
from service.wire.json_schema import Json

MOST = 200  # actions of a table after which nothing more is looked for
LEGAL_IN_EXAMPLE = 2  # legal actions, of all that a problem lists


@cache
def refused_actions() -> dict[str, Json]:
    """Return by code what a problem says of an action out of turn, and of one that is unfit."""
    return {code: row for name in sorted(NAMES) for code, row in _of_game(newest_rules(name))}


def _of_game(game: AnyGame) -> Iterator[tuple[str, Json]]:
    """Yield at most one of each kind, with the action that was sent."""
    table, before = _start_example_table(game), list[Any]()
    wanted = {True, False}  # may the seat act?
    while table.now.phase == "playing" and wanted and len(before) < MOST:
        acting = table.now.to_act()[0]
        action = game.rules.fallback(table.now.play, acting)
        tries = [(Seat(seat), action) for seat in range(table.now.seats)]
        for seat, sent in [*tries, *((acting, one) for one in before)]:
            may_act = seat in table.now.to_act()
            if (
                may_act in wanted
                and (found := _game_refusal_example(table.now, seat, sent)) is not None
            ):
                wanted.discard(may_act)
                yield found
        before.append(action)
        table.do(_actor_for_seat(table.now, acting), Act(acting, action))


def _start_example_table(game: AnyGame) -> Recorder:
    """Return a table at which Ada and bots begin to play."""
    table = Recorder(game=game.name, rules=game.version, options={}, seats=game.seats[0])
    table.do(f"player:{ADA}", Sit(SEAT))
    for seat in range(1, game.seats[0]):
        table.do(f"player:{ADA}", Sit(Seat(seat), bot="regular"))
    table.do(f"player:{ADA}", Start())
    return table


def _actor_for_seat(table: Table, seat: Seat) -> str:
    """Return who acts for a seat."""
    return f"player:{ADA}" if table.seat_of(ADA) == seat else f"seat:{seat}"


def _game_refusal_example(table: Table, seat: Seat, action: Any) -> tuple[str, Json] | None:
    """Return how the game refuses an action; None if it does not."""
    try:
        decide(table, _actor_for_seat(table, seat), Act(seat, action), table.at, TABLE)
    except Illegal as refused:
        if refused.code.startswith(f"{table.game.name}/"):
            names = {kind: name for name, kind in table.game.actions.items()}
            sent = {"type": names[type(action)], **to_json(action)}
            body = {"status": refused.status, "detail": refused.detail, "rule": refused.rule}
            row = {**body, **legal_choices(table, seat), "sent": sent}
            plain = orjson.loads(orjson.dumps(row))
            for name, every in plain.get("legal", {}).items():
                plain["legal"][name] = every[:LEGAL_IN_EXAMPLE]
            return refused.code, plain
    return None
