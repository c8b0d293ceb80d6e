"""Hand histories: what they hold, who may read it, and that both forms are read back."""

import random
import re
from typing import Any

import orjson
import pytest

from events.record import logfile
from events.record.codec import StoredEvent, decode_event
from events.record.steps import ReplayMark
from games import GAMES
from games.core.contract import Seat
from games.core.options import BadOptions, validate_options
from games.table import Act, Fact, Leave, Rule, Sit, TimeOut, due_times, fold_table_facts
from games.table.bots import seed_of
from projections.tables import hand_text
from projections.tables.hand import BadHand, Hand, hand_from_json, hand_to_json
from projections.tables.hands import HandIndex, NoSuchHand, hand_of, hand_summaries
from tests.corpus import random_values
from tests.folders import ROOT
from tests.games.every import every
from tests.table.desk import (
    AUDITOR,
    OPENER,
    Desk,
    Salts,
    an_open,
    any_action,
    any_ruling,
    commitment,
)
from tests.workers.floor import public

every_game = every("name")
REVEALS = ("table", "hand", "auditors")
WORD = "my cat walked over the keys"


def a_table(name: str, luck: random.Random, actions: int, **changes: Any) -> Desk:
    """Return a table of random options after so many actions, time-outs and a leave among them."""
    game = GAMES[name, 1]
    seats = luck.choice(list(game.seats))
    desk = Desk("t1", Salts(name))
    settings: dict[str, Any] = {"reveal": luck.choice(REVEALS), "clock": {"turn": 20, "bank": 5}}
    while True:
        options = random_values(game, seats, luck)
        try:
            validate_options(game.options, options, seats)
        except BadOptions:
            continue
        break
    desk.do(OPENER, an_open(name, seats, **{"options": options, **settings, **changes}))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", WORD)))
    desk.do("player:p1", Sit(Seat(1)))
    for seat in range(2, seats):
        desk.do(OPENER, Sit(Seat(seat), bot="regular"))
    desk.begun([WORD])
    leaves = luck.randrange(60)
    for done in range(actions):
        if desk.table.phase == "closed":
            break
        if done == leaves and desk.table.seat_of("p1") is not None:
            desk.do("player:p1", Leave(Seat(1)))
        one_turn(desk, luck)
    return desk


def one_turn(desk: Desk, luck: random.Random) -> None:
    """Let a seat act, or its time run out; or let an auditor rule."""
    if luck.random() < 0.02 and len(desk.table.rulings) < 5:
        desk.do(AUDITOR, any_ruling(desk.table, f"d{len(desk.table.rulings)}", luck))
        return
    earliest = due_times(desk.table).clock
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
    report = {"bot": "regular", "seed": seed_of(desk.table, seat)} if holder.bot else None
    by = f"seat:{seat}" if holder.bot else f"player:{holder.player}"
    desk.do(by, Act(seat, action, report))


def viewers(desk: Desk) -> list[Seat | None]:
    return [None, *map(Seat, range(desk.table.seats))]


def hands(desk: Desk, viewer: Seat | None) -> list[Hand]:
    return [hand_of(desk.table, desk.log, k, viewer) for k in range(1, desk.table.hand + 1)]


@every_game
def test_both_forms_of_any_hand_are_read_back_as_that_hand(name: str) -> None:
    kinds: set[str] = set()
    for seed in range(40):
        luck = random.Random(f"{name} {seed}")
        desk = a_table(name, luck, luck.choice([3, 20, 90, 400, 900]))
        for viewer in luck.sample(viewers(desk), 2):
            for hand in hands(desk, viewer)[-5:]:
                kinds |= {event.type for move in hand.commands for event in move.events}
                assert hand_text.parse_hand_text(hand_text.format_hand_text(hand)) == hand
                assert hand_from_json(orjson.loads(orjson.dumps(hand_to_json(hand)))) == hand
    of_game = {kind for kind in GAMES[name, 1].events if not kind.endswith("voided.v1")}
    assert len(kinds & of_game) > len(of_game) * 2 / 3
    assert {"table.timed_out.v1", "table.handed_to_bot.v1", "table.closed.v1"} <= kinds
    assert "table.ruled.v1" in kinds


def test_the_document_shows_what_is_written() -> None:
    log = logfile.read_log_file(
        ROOT / "tests" / "events" / "record" / "golden" / "boon-1.jsonl"
    ).events[:70]
    table = fold_table_facts("t-boon", None, map(decode_event, log))
    hand = hand_of(table, log, 2, Seat(3))
    document = (ROOT / "docs" / "reference" / "hand-history.md").read_text()
    (text,) = re.findall(r"```text\n(.*?)```", document, re.DOTALL)
    (json,) = re.findall(r"```json\n(.*?)```", document, re.DOTALL)
    assert hand_text.format_hand_text(hand).startswith(text)
    assert orjson.loads(json) == hand_to_json(hand._replace(commands=hand.commands[:2]))
    assert hand_text.parse_hand_text(text).commands == hand.commands[:3]
    assert set(hand_text.HEADER) <= set(re.findall(r"`(\w+)`", document))


def test_a_hand_holds_all_its_events_in_order_and_no_other() -> None:
    desk = a_table("boon", random.Random(6), 10_000, options={"max_rounds": 4})
    table, numbers = desk.table, []
    for row, hand in zip(hand_summaries(table), hands(desk, None), strict=True):
        own = [event.n for move in hand.commands for event in move.events]
        assert (own[0], own[-1]) == (row["first"], row["last"])
        numbers += own
    assert len(table.hands) > 1
    assert numbers == list(range(table.hands[0], table.n + 1))
    types = {event.n: public(event)["type"] for event in desk.log}
    assert all(types[first] == "boon.hand_dealt.v1" for first in table.hands)


@pytest.mark.parametrize("reveal", REVEALS)
def test_cards_stay_hidden_until_the_policy_opens_them(reveal: str) -> None:
    """Boosh deals to all at once, and who folds shows nothing."""
    luck, seen = random.Random(6), set()
    options = {"max_hands": 6, "woof": False}
    desk = a_table("boosh", luck, 0, reveal=reveal, options=options)
    while True:
        closed = desk.table.phase == "closed"
        for viewer in viewers(desk):
            for hand in hands(desk, viewer):
                over = closed or hand.hand < desk.table.hand
                opened = reveal != "auditors" and (closed or (reveal == "hand" and over))
                dealt = hand.commands[0].events[0]
                players = {str(seat) for seat in range(desk.table.seats)}
                mine = set() if viewer is None else {str(viewer)}
                assert set(dealt.parts) == (players | {"hand"} if opened else mine)
                assert set(dealt.hidden) == (set() if opened else (players | {"hand"}) - mine)
                assert (hand.opened, hand.complete) == (opened, over)
                seen.add((opened, over))
        if closed:
            break
        for _ in range(luck.randrange(1, 9)):
            if desk.table.phase == "playing":
                one_turn(desk, luck)
    wanted = {
        "table": {(False, False), (False, True), (True, True)},
        "hand": {(False, False), (True, True)},
        "auditors": {(False, False), (False, True)},
    }
    assert seen == wanted[reveal]


def test_a_voided_hand_is_shown_as_voided_and_the_ruling_in_the_hand_it_was_made_in() -> None:
    desk = a_table("boosh", random.Random(9), 0, options={"max_hands": 6, "woof": False})
    for hand, remedy in ((1, "hand_voided"), (2, "none")):
        desk.do(AUDITOR, Rule(f"d{hand}", hand, "upheld", remedy, (), "12" * 32))
    assert [row["voided"] for row in hand_summaries(desk.table)] == [True, False]
    first, second = hands(desk, None)
    assert (first.voided, first.complete, second.voided) == (True, True, False)
    made = [event.type for event in first.commands[-1].events]
    assert made == ["table.ruled.v1", "boosh.hand_voided.v1"]
    assert second.commands[0].action["type"] == "table.rule"
    assert second.commands[0].events[0].type == "boosh.hand_dealt.v1"
    text = hand_text.format_hand_text(first)
    assert "\nvoided yes\n" in text
    assert f"table.rule d1 1 upheld hand_voided () {'12' * 32}" not in text, "digits are quoted"
    assert f"table.rule d1 1 upheld hand_voided () '{'12' * 32}" in text
    assert hand_text.parse_hand_text(text) == first


@pytest.mark.parametrize("hand", [-1, 0, 2, 10**9])
def test_a_hand_that_is_not_dealt_is_unknown(hand: int) -> None:
    desk = a_table("boon", random.Random(7), 3)
    with pytest.raises(NoSuchHand):
        hand_of(desk.table, desk.log, hand, None)


def test_the_time_of_a_turn_runs_from_the_moment_at_which_the_seat_could_act() -> None:
    """By rules T7 and T8, worked out here from the states alone; in Boojum several may act."""
    for name in ("boojum", "boon"):
        desk = a_table(name, random.Random(8), 60, clock=None)
        table, since = None, dict[int, int]()
        took = {}
        for fact in desk.facts:
            if table is not None and table.n == table.last:
                for seat in table.to_act():
                    since.setdefault(seat, table.at)
                since = {seat: at for seat, at in since.items() if seat in table.to_act()}
            table = fold_table_facts("t1", table, [fact])
            if isinstance(fact.cause, dict) and fact.cause["seat"] is not None:
                took[fact.n] = fact.at - since.pop(fact.cause["seat"])
        shown = {
            move.first: move.took
            for hand in hands(desk, None)
            for move in hand.commands
            if move.seat is not None
        }
        assert shown
        assert shown == {n: took[n] for n in shown}


def test_a_turn_of_a_voided_hand_is_not_counted_in_the_next() -> None:
    """The same seat leads in both, by ruling U32 of the Bum Game."""
    desk = Desk().opened(an_open("bum", 3)).started()
    (seat,) = desk.table.to_act()
    desk.now += 50_000
    desk.do(AUDITOR, Rule("d1", 1, "upheld", "hand_voided", (), "12" * 32))
    assert desk.table.to_act() == (seat,)
    desk.act(seat, any_action(desk.table, seat, random.Random(0)), after=3_000)
    assert hands(desk, None)[1].commands[-1].took == 3_000


BROKEN = [
    ("fairdeal/hand/1", "fairdeal/hand/2", "the first line must be"),
    ("game boon", "game whist", "are unknown to this version"),
    ("rules 1", "rules 9", "are unknown to this version"),
    ("\ndealer ", "\ndeeler ", "must begin with dealer"),
    ("hand_dealt.v1 1", "hand_dealt.v9 1", "line 14 is unreadable"),
    ("boon.hand_dealt.v1 1", "boon.hand_dealt.v1 1 1", "line 14 is unreadable"),
    ("> ", "", "line 13 is unreadable"),
    ("table.reveal", "table.regale", "line 13 is unreadable"),
]


@pytest.mark.parametrize(("old", "new", "why"), BROKEN)
def test_a_text_that_is_no_hand_is_refused_with_its_place(old: str, new: str, why: str) -> None:
    desk = a_table("boon", random.Random(9), 3)
    text = hand_text.format_hand_text(hands(desk, Seat(0))[0])
    assert old in text
    with pytest.raises(BadHand, match=why):
        hand_text.parse_hand_text(text.replace(old, new, 1))


def test_a_changed_text_is_read_as_another_hand_or_refused() -> None:
    """By chance of its own: a draw of Hypothesis fails if another thread draws meanwhile."""
    written = hand_text.format_hand_text(hands(a_table("bum", random.Random(10), 30), Seat(1))[0])
    lines, luck = written.splitlines(), random.Random(random.getrandbits(64))
    refused = 0
    for _ in range(CHANGES):
        at = luck.randrange(len(lines))
        words = lines[at].split(" ")
        made = "".join(luck.choices(LETTERS, k=luck.randrange(9)))
        words[luck.randrange(len(words))] = luck.choice([made, luck.choice(words)])
        try:  # and nothing else is raised
            hand_text.parse_hand_text("\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]]))
        except BadHand:
            refused += 1
    assert 0 < refused < CHANGES


CHANGES = 1_000
LETTERS = "ab1?+|,%'=-;> "


@pytest.mark.parametrize(
    "change", [{"format": "fairdeal/hand/2"}, {"hands": 1}, {"commands": [{"first": 1}]}]
)
def test_json_that_is_no_hand_is_refused(change: dict[str, Any]) -> None:
    hand = hands(a_table("boon", random.Random(9), 3), Seat(0))[0]
    with pytest.raises(BadHand):
        hand_from_json({**hand_to_json(hand), **change})
    with pytest.raises(BadHand):
        hand_from_json({"format": "fairdeal/hand/1"})


def closed_table() -> Desk:
    """Return a table of several hands that has closed."""
    for seed in range(99):
        desk = a_table("boon", random.Random(f"marks {seed}"), 10**6)
        if desk.table.phase == "closed" and len(desk.table.hands) > 3:
            return desk
    raise AssertionError("no table was played to its end")


def test_hands_of_a_closed_table_are_the_same_in_whatever_order_they_are_read() -> None:
    desk, luck, marks = closed_table(), random.Random(4), HandIndex()
    numbers = list(range(1, len(desk.table.hands) + 1)) * 3
    luck.shuffle(numbers)
    for viewer in viewers(desk):
        for hand in numbers:
            found = hand_of(desk.table, desk.log, hand, viewer, marks)
            assert found == hand_of(desk.table, desk.log, hand, viewer)


def test_a_hand_of_a_closed_table_is_read_again_without_those_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, marks = closed_table(), HandIndex()
    last = len(desk.table.hands)
    hand_of(desk.table, desk.log, last, None, marks)
    read: list[StoredEvent] = []

    def counted(event: StoredEvent) -> Fact:
        read.append(event)
        return decode_event(event)

    monkeypatch.setattr("events.record.steps.decode_event", counted)
    found = hand_of(desk.table, desk.log, last, None, marks)
    assert len(read) <= len(desk.log) - found.commands[0].first + 1


def test_a_table_that_still_plays_leaves_no_marks_and_only_so_many_tables_do() -> None:
    marks = HandIndex(most=2)
    playing = next(
        made for seed in range(99)
        if (made := a_table("boon", random.Random(seed), 20)).table.phase == "playing"
        and made.table.hands
    )  # fmt: skip
    hand_of(playing.table, playing.log, 1, None, marks)
    assert marks.held == {}
    for name in ("t1", "t2", "t1", "t3"):
        marks.keep(name, marks.held.get(name, (ReplayMark(),)))
    assert list(marks.held) == ["t1", "t3"]
