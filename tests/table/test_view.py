"""Rule T10: what a seat may know, and when a log is open to all."""

import json
import random
from typing import Any

import orjson

from games import GAMES
from games.boosh.actions import LayOut
from games.core.contract import Seat
from games.core.fairness.shuffle import hand_secret
from games.core.type_hints.values import visible_fields
from games.table import Close, CloseEntropy, Sit, Start, view
from games.table.state import REVEAL_TIME
from games.table.view import public_table_facts
from tests.games.every import every
from tests.table.desk import OPENER, SECRET, Desk, an_open, commitment

NAMES = [key[0] for key in GAMES]


def played(name: str, acts: int) -> Desk:
    """Return a table of a game after some acts at random."""
    luck = random.Random(f"{name} {acts}")
    seats = luck.choice(GAMES[name, 1].seats)
    opening = an_open(name, seats, clock={"turn": 30, "bank": 5})
    desk = Desk().opened(opening).started()
    for _ in range(acts):
        if desk.table.phase == "playing":
            desk.random_act(luck)
    return desk


def words_for(desk: Desk, seat: Seat | None) -> str:
    """Return all that a seat (None: a spectator) is told, view and events, as one text."""
    told = [orjson.dumps(view(desk.table, seat), default=list).decode()]
    for event in desk.log:
        public = json.loads(event.e)
        parts = json.loads(event.p) if event.p else {}
        data = {key: part["data"] for key, part in parts.items()}
        told.append(json.dumps([public, visible_fields(public["data"], data, seat)]))
    return "\n".join(told)


@every("name")
def test_t10_no_secret_of_table_or_hand_is_told_while_it_is_open(name: str) -> None:
    desk = played(name, 60)
    secrets = [SECRET, *(hand_secret(bytes.fromhex(SECRET), k).hex() for k in range(5))]
    for seat in (None, *map(Seat, range(desk.table.seats))):
        told = words_for(desk, seat)
        assert not [secret for secret in secrets if secret in told]
    assert SECRET in "".join((event.p or b"").decode() for event in desk.log)


@every("name")
def test_t10_a_view_is_plain_json_and_the_same_for_the_same_log(name: str) -> None:
    desk, again = played(name, 25), played(name, 25)
    for seat in (None, *map(Seat, range(desk.table.seats))):
        shown = orjson.dumps(view(desk.table, seat), default=list)
        assert shown == orjson.dumps(view(again.table, seat), default=list)
        assert set(orjson.loads(shown)) == set(view(Desk().opened(an_open()).table, None))


def test_t10_choices_are_shown_to_those_who_may_act() -> None:
    desk = Desk().opened(an_open(seats=3, options={"woof": True, "first_dealer": 0})).started()
    desk.act(1, LayOut())
    shown = [view(desk.table, seat)["choices"] for seat in (Seat(0), Seat(1), Seat(2), None)]
    offered: Any = {
        "actions": [{"type": "lay_out"}, {"type": "call_woof"}],
        "texts": [
            {"text": "Lay your cards out face down", "group": "pass"},
            {"text": "Call Woof: the lowest hand wins", "group": "calls"},
        ],
        "picks": [],
    }
    assert shown == [offered, None, offered, None]
    assert view(desk.table, None)["to_act"] == (2, 0)
    assert view(desk.table, None)["simultaneous"]


def test_t10_it_is_said_who_had_a_hand_in_the_deal() -> None:
    alone = Desk().opened(an_open()).started()
    assert view(alone.table, None)["deal"] == "chosen by the server"
    shared = Desk().opened(an_open()).seated(["zero"])
    assert view(shared.table, None)["deal"] == "with the players' entropy"
    shared.begun(["zero"])
    assert view(shared.table, None)["deal"] == "with the players' entropy"
    empty = Desk().opened(an_open()).seated(["zero"])
    empty.do("player:p1", Start())
    empty.now += REVEAL_TIME
    empty.do("clock", CloseEntropy())
    assert view(empty.table, None)["deal"] == "chosen by the server"


def test_t10_seats_and_promises_are_public_and_entropies_are_not_in_the_view() -> None:
    desk = Desk().opened(an_open())
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "a long secret")))
    desk.do(OPENER, Sit(Seat(0), bot="regular"))
    seats = view(desk.table, None)["seats"]
    assert seats[1] == {
        "seat": 1, "player": "p1", "bot": None, "commitment": commitment("p1", "a long secret"),
        "key": None, "away": None, "kept_for": None, "kept_until": None,
        "entropy": "promised", "bank": 0,
        "name": None, "cards": None, "score": None, "roles": [], "assets": [],
    }  # fmt: skip
    assert (seats[0]["player"], seats[0]["bot"]) == (None, "regular")


def test_t10_what_a_person_sees_is_told_in_the_same_place_in_every_game() -> None:
    desk = Desk().opened(an_open())
    assert view(desk.table, None)["board"] is None
    desk.started()
    for seat in (Seat(0), None):
        shown = view(desk.table, seat)
        scene: Any = desk.table.game.presentation.scene(shown["play"])
        board: Any = dict(shown["board"] or {})
        assert board.pop("phase_text") == desk.table.game.presentation.phases[board["phase"]]
        assert board == scene["board"]
        for row, part in zip(shown["seats"], scene["seats"], strict=True):
            assert row == {**row, **part}
    assert public_table_facts(desk.table)["board"] is None
    assert {row["cards"] for row in public_table_facts(desk.table)["seats"]} == {None}


def test_t10_with_policy_table_all_is_open_when_the_table_has_closed() -> None:
    desk = Desk().opened(an_open()).seated()
    assert not desk.table.is_open(1)
    assert not desk.table.is_bare()
    desk.do(OPENER, Close())
    assert desk.table.is_open(1)
    assert desk.table.is_bare()


def test_t10_with_policy_hand_each_hand_is_open_after_it_but_the_table_secret_is_not() -> None:
    desk = Desk().opened(an_open(reveal="hand", options={"max_hands": 2})).started()
    first = desk.table.n
    assert not desk.table.is_open(first)
    while desk.table.hand < 2:
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    assert desk.table.is_open(first)
    assert not desk.table.is_open(desk.table.n)
    assert not desk.table.is_bare()
    while desk.table.phase == "playing":
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    assert desk.table.is_open(desk.table.n)
    assert desk.table.is_bare()


def test_t10_with_policy_auditors_nothing_is_ever_open_to_players() -> None:
    desk = Desk().opened(an_open(reveal="auditors")).seated()
    desk.do(OPENER, Close())
    assert not desk.table.is_open(1)
    assert not desk.table.is_bare()
