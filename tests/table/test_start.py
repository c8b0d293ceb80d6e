"""Rules T4 and T5: commit, reveal, start; and what the deal depends on."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import pytest

from games import GAMES
from games.core.contract import Illegal, Seat
from games.core.fairness.shuffle import shuffle_by_key
from games.core.type_hints.values import BadValue
from games.table import (
    Close,
    CloseEntropy,
    Invite,
    Invitee,
    Leave,
    Return,
    Reveal,
    Sit,
    Start,
    due_times,
    events,
    view,
)
from games.table.rules import DueTimes
from games.table.state import REVEAL_TIME, LogHead
from tests.games.every import every
from tests.table.desk import AT, OPENER, SECRET, Desk, an_open, commitment, entropy


def a_desk(words: Sequence[str | None] = (), table_id: str = "t1", secret: str = SECRET) -> Desk:
    """Return a Boosh table whose players sit, dealt by seat 0."""
    return Desk(table_id).opened(an_open(options={"first_dealer": 0}, secret=secret)).seated(words)


def dealt(desk: Desk) -> tuple[tuple[str, ...], ...]:
    """Return the hands and the deck of the first deal."""
    deal = next(fact.event for fact in desk.facts if type(fact.event).__name__ == "HandDealt")
    return (*deal.hands, deal.deck)


def words_of(desk: Desk) -> list[str]:
    """Return what has become of the entropy of each seat."""
    return [desk.table.entropy_of(Seat(seat)) for seat in range(desk.table.seats)]


# T4


def called(words: Sequence[str | None] = (), seats: int = 2) -> Desk:
    """Return a Boosh table of which seat 0 has called for the start."""
    opening = an_open(seats=seats, options={"first_dealer": 0})
    desk = Desk().opened(opening).seated(words)
    desk.do("player:p0", Start())
    return desk


def test_t4_the_call_closes_the_commitments_and_sets_the_time_to_reveal() -> None:
    desk = a_desk(["zero", "one"])
    assert due_times(desk.table) == DueTimes(None, desk.table.expires_at())
    assert desk.do("player:p0", Start()) == [events.StartCalled(Seat(0))]
    assert desk.table.closing == LogHead(desk.table.n, desk.log[-1].h.hex(), AT)
    assert desk.table.reveal_until == AT + REVEAL_TIME
    assert desk.table.awaited() == (0, 1)
    assert due_times(desk.table) == DueTimes(None, AT + REVEAL_TIME)
    assert desk.table.phase == "open"


def test_t4_play_begins_with_the_last_reveal() -> None:
    desk = called(["zero", "one"])
    assert desk.reveal(1, "one") == [events.EntropyRevealed(Seat(1), entropy("one"))]
    desk.now += REVEAL_TIME - 1
    happened = desk.reveal(0, "zero")
    assert happened[:3] == [
        events.EntropyRevealed(Seat(0), entropy("zero")),
        events.EntropyClosed((entropy("zero"), entropy("one")), ()),
        events.Started(),
    ]
    assert desk.table.phase == "playing"
    assert desk.table.entropies == (entropy("zero"), entropy("one"))
    assert desk.table.settled == LogHead(
        desk.table.first + 1, desk.log[desk.table.first].h.hex(), desk.now
    )


def test_t4_nobody_calls_twice() -> None:
    desk = called(["zero", None])
    assert desk.refused("player:p1", Start()) == ("table/started", "T5")


def test_t4_a_reveal_at_the_end_of_the_time_is_refused() -> None:
    desk = called(["zero", None])
    desk.now += REVEAL_TIME
    assert refused_reveal(desk, "p0", "zero") == ("table/too_late", "T4")


def refused_reveal(desk: Desk, player: str, word: str) -> tuple[str, str]:
    """Return how the reveal of the entropy of a word is refused."""
    closing = desk.table.closing
    head = "00" * 32 if closing is None else closing.head
    return desk.refused(f"player:{player}", Reveal(entropy(word), head))


def test_t4_another_entropy_than_the_promised_is_refused() -> None:
    desk = called(["zero", None])
    assert refused_reveal(desk, "p0", "one") == ("table/entropy_differs", "T4")


def test_t4_an_entropy_that_is_not_awaited_is_refused() -> None:
    desk = a_desk([None, "one"])
    assert refused_reveal(desk, "p1", "one") == ("table/entropy_not_awaited", "T4")  # no call
    desk.do("player:p0", Start())
    for player in ("p0", "p9"):  # who promised none, or has no seat
        assert refused_reveal(desk, player, "one") == ("table/entropy_not_awaited", "T4")


def test_t4_an_entropy_is_revealed_once() -> None:
    desk = called(["zero", "one"])
    desk.reveal(0, "zero")
    assert refused_reveal(desk, "p0", "zero") == ("table/entropy_not_awaited", "T4")


def test_t4_a_reveal_names_the_closing() -> None:
    desk = called(["zero", "one"])
    assert desk.table.closing is not None
    others = [event.h.hex() for event in desk.log if event.n != desk.table.closing.n]
    for head in ("00" * 32, *others):
        asked = Reveal(entropy("zero"), head)
        assert desk.refused("player:p0", asked) == ("table/other_closing", "T4")
    with pytest.raises(BadValue, match="closing"):
        desk.do("player:p0", Reveal(entropy("zero"), "no head"))


def test_t4_a_reveal_counts_in_no_other_story_of_the_table() -> None:
    honest, other = called(["zero", "one"]), a_desk(["zero", None])
    other.do("player:p1", Leave(Seat(1)))
    other.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "searched")))
    other.do("player:p0", Start())
    assert honest.table.closing is not None
    held_back = Reveal(entropy("zero"), honest.table.closing.head)
    assert other.refused("player:p0", held_back) == ("table/other_closing", "T4")


def test_t4_who_does_not_reveal_in_time_withholds_and_keeps_the_seat() -> None:
    desk = called(["zero", "one", "two", None], seats=4)
    desk.reveal(0, "zero")
    desk.now += REVEAL_TIME
    happened = desk.do("clock", CloseEntropy())
    assert happened[:2] == [
        events.EntropyClosed((entropy("zero"), "", "", ""), (Seat(1), Seat(2))),
        events.Started(),
    ]
    assert words_of(desk) == ["revealed", "withheld", "withheld", "none"]
    assert [desk.table.seat_of(f"p{seat}") for seat in range(4)] == [0, 1, 2, 3]
    assert desk.table.phase == "playing"


def test_t4_where_nobody_reveals_play_begins_all_the_same() -> None:
    desk = called(["zero", "one"])
    desk.now += REVEAL_TIME
    assert desk.do("clock", CloseEntropy())[0] == events.EntropyClosed(("", ""), (Seat(0), Seat(1)))
    assert view(desk.table, None)["deal"] == "chosen by the server"


def test_t4_who_leaves_after_the_call_withholds_and_a_bot_plays() -> None:
    desk = called(["zero", "one", "two"], seats=3)
    assert desk.do("player:p1", Leave(Seat(1))) == [events.HandedToBot(Seat(1), "regular")]
    assert words_of(desk) == ["promised", "withheld", "promised"]
    desk.do("player:p1", Return(Seat(1)))  # before play too
    assert words_of(desk)[1] == "withheld"
    assert refused_reveal(desk, "p1", "one") == ("table/entropy_not_awaited", "T4")
    desk.reveal(0, "zero")
    happened = desk.reveal(2, "two")
    assert events.EntropyClosed((entropy("zero"), "", entropy("two")), (Seat(1),)) in happened
    assert desk.table.seat_of("p1") == 1


def test_t4_when_the_last_who_is_awaited_leaves_the_entropies_are_settled() -> None:
    desk = called(["zero", "one"])
    desk.reveal(0, "zero")
    happened = desk.do("player:p1", Leave(Seat(1)))
    assert happened[:3] == [
        events.HandedToBot(Seat(1), "regular"),
        events.EntropyClosed((entropy("zero"), ""), (Seat(1),)),
        events.Started(),
    ]
    assert desk.table.away(Seat(1)) == "p1"


def test_t4_what_was_revealed_counts_whoever_leaves() -> None:
    desk = called(["zero", "one"])
    desk.reveal(0, "zero")
    desk.do("player:p0", Leave(Seat(0)))
    assert words_of(desk) == ["revealed", "promised"]
    happened = desk.reveal(1, "one")
    assert events.EntropyClosed((entropy("zero"), entropy("one")), ()) in happened


def test_t4_nobody_sits_down_after_the_call() -> None:
    desk = called(["zero", "one"])
    desk.do("player:p1", Leave(Seat(1)))
    for player in ("p1", "p2"):
        again = Sit(Seat(1), commitment=commitment(player, "searched"))
        assert desk.refused(f"player:{player}", again) == ("table/started", "T2")
    assert desk.refused(OPENER, Sit(Seat(1), bot="regular")) == ("table/started", "T2")


def test_t4_the_last_to_reveal_chooses_between_two_deals_and_no_more() -> None:
    deals = set()
    for tried in ("reveal", "leave", "leave and return", "be late", "sit again"):
        desk = called(["zero", "one"])
        desk.reveal(0, "zero")
        if tried == "be late":
            desk.now += REVEAL_TIME
            desk.do("clock", CloseEntropy())
        elif tried != "reveal":
            desk.do("player:p1", Leave(Seat(1)))
            again = Sit(Seat(1), commitment=commitment("p1", "searched"))
            with suppress(Illegal):
                desk.do("player:p1", again if tried == "sit again" else Return(Seat(1)))
        with suppress(Illegal, AssertionError):
            desk.reveal(1, "one")
        deals.add(dealt(desk))
    assert len(deals) == 2  # revealed, or withheld


def test_t4_before_the_call_who_leaves_takes_the_commitment_along() -> None:
    desk = a_desk([None, "one"])
    desk.do("player:p1", Leave(Seat(1)))
    assert words_of(desk) == ["none", "none"]
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "another")))
    assert words_of(desk) == ["none", "promised"]


@pytest.mark.parametrize("text", ["zero", "0" * 31, "0" * 33, "A" * 32, "gr\u00f6\u00dfer"])
def test_t4_an_entropy_is_16_bytes_in_hex(text: str) -> None:
    desk = called(["zero", None])
    with pytest.raises(BadValue) as refusal:
        desk.do("player:p0", Reveal(text, "00" * 32))
    assert refusal.value.path == "entropy"


def test_t4_the_time_to_reveal_is_not_over_before_its_end() -> None:
    desk = a_desk(["zero", "one"])
    assert desk.refused("clock", CloseEntropy()) == ("table/too_early", "T4")  # nobody has called
    desk.do("player:p0", Start())
    desk.now += REVEAL_TIME - 1
    assert desk.refused("clock", CloseEntropy()) == ("table/too_early", "T4")
    desk.now += 1
    for by in ("player:p0", "server", "seat:0"):
        assert desk.refused(by, CloseEntropy()) == ("table/not_the_clock", "T4")
    desk.do("clock", CloseEntropy())
    assert desk.refused("clock", CloseEntropy()) == ("table/too_early", "T4")


# T5


def test_t5_without_commitments_one_call_starts_the_table() -> None:
    desk = a_desk()
    happened = desk.do("player:p1", Start())
    assert happened[:3] == [
        events.StartCalled(Seat(1)),
        events.EntropyClosed(("", ""), ()),
        events.Started(),
    ]
    assert len(happened) > 3  # the deal belongs to the same command
    assert all(fact.cause == desk.table.first for fact in desk.facts[-len(happened) + 1 :])
    assert desk.table.to_act()


def test_t5_the_opener_starts_a_table_of_bots() -> None:
    desk = Desk().opened(an_open())
    for seat in (0, 1):
        desk.do(OPENER, Sit(Seat(seat), bot="regular"))
    assert desk.do(OPENER, Start())[0] == events.StartCalled(None)
    assert due_times(desk.table) == DueTimes(
        AT, None
    )  # a bot's turn comes at once, and there is no clock


def test_t5_nobody_from_outside_starts_a_table() -> None:
    assert a_desk().refused("player:p9", Start()) == ("table/not_seated", "T5")
    assert a_desk().refused("clock", Start()) == ("table/not_seated", "T5")


def test_t5_all_seats_must_be_taken() -> None:
    desk = Desk().opened(an_open())
    desk.do(OPENER, Sit(Seat(0)))
    assert desk.refused(OPENER, Start()) == ("table/seats_free", "T5")


def test_t5_a_table_starts_once() -> None:
    desk = a_desk()
    desk.do(OPENER, Start())
    assert desk.refused(OPENER, Start()) == ("table/started", "T5")


def test_t5_after_the_call_nothing_is_taken_back() -> None:
    desk = called(["zero", "one"])
    assert desk.refused(OPENER, Close()) == ("table/started", "T9")
    invited = Invite((Invitee(Seat(1), "p7", 60),))
    assert desk.refused(OPENER, invited) == ("table/started", "T22")
    bots = Desk().opened(an_open(seats=3))
    bots.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero")))
    for seat in (1, 2):
        bots.do(OPENER, Sit(Seat(seat), bot="regular"))
    bots.do(OPENER, Start())
    assert bots.refused(OPENER, Leave(Seat(1))) == ("table/started", "T3")


def test_t5_who_held_a_seat_at_the_call_held_it_when_play_began() -> None:
    desk = called(["zero", "one"])
    desk.do("player:p1", Leave(Seat(1)))
    desk.reveal(0, "zero")
    assert desk.table.phase == "playing"
    assert desk.table.former == ("p0", "p1")
    desk.do("player:p1", Return(Seat(1)))
    assert desk.table.seat_of("p1") == 1


# The deal


def test_the_deal_follows_from_secret_names_and_entropies_alone() -> None:
    desk = a_desk(["zero", "one"], table_id="t7").begun(["zero", "one"])
    hand = hmac.new(bytes.fromhex(SECRET), b'["hand",1]', hashlib.sha256).digest()
    name = json.dumps(
        ["t7", 1, "deal", 1, [entropy("zero"), entropy("one")]], separators=(",", ":")
    ).encode()
    deck = tuple(card for cards in dealt(desk) for card in cards)
    order = shuffle_by_key(deck, hmac.new(hand, name, hashlib.sha256).digest())
    first, second, rest = order[0:8:2], order[1:8:2], order[8:]
    assert dealt(desk) == (second, first, rest)  # from the dealer's left


def test_another_secret_table_or_entropy_gives_another_deal() -> None:
    desks = [
        a_desk(["zero", "one"]),
        a_desk(["zero", "one"], table_id="t2"),
        a_desk(["zero", "one"], secret="1f" * 32),
        a_desk(["zero", "another one"]),
        a_desk(["one", "zero"]),
        a_desk(["zero", None]),
        a_desk(),
    ]
    given: list[tuple[str | None, str | None]] = [("zero", "one")] * 3
    given += [("zero", "another one"), ("one", "zero"), ("zero", None), (None, None)]
    for desk, words in zip(desks, given, strict=True):
        desk.begun(words)
    assert len({dealt(desk) for desk in desks}) == len(desks)


def test_tables_of_one_deal_group_have_the_same_deal() -> None:
    made = []
    for table_id in ("t1", "t2"):
        desk = Desk(table_id).opened(an_open(group="g1", options={"first_dealer": 0})).started()
        made.append(dealt(desk))
    assert made[0] == made[1]


def test_every_hand_has_a_secret_of_its_own_sealed_to_the_event_that_deals_it() -> None:
    desk = Desk().opened(an_open()).started()
    secrets: dict[int, set[str]] = {}
    for _ in range(3000):
        if desk.table.hand == 3:
            break
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    hand = 0
    for stored, fact in zip(desk.log, desk.facts, strict=True):
        parts = json.loads(stored.p) if stored.p else {}
        hand = getattr(fact.event, "hand", hand) if "HandDealt" in str(type(fact.event)) else hand
        if "hand_secret" in (found := parts.get("hand", {}).get("data", {})):
            secrets.setdefault(hand, set()).add(found["hand_secret"])
    expected = {
        k: {hmac.new(bytes.fromhex(SECRET), f'["hand",{k}]'.encode(), "sha256").hexdigest()}
        for k in range(4)
    }
    assert secrets == expected
    assert desk.table.hands == tuple(
        fact.n for fact in desk.facts if type(fact.event).__name__ == "HandDealt"
    )


@every("name")
def test_every_game_can_be_opened_started_and_dealt_at_a_table(name: str) -> None:
    game = GAMES[name, 1]
    for seats in game.seats:
        desk = Desk().opened(an_open(name, seats)).started()
        assert desk.table.to_act()
        assert [fact.n for fact in desk.facts] == list(range(1, len(desk.facts) + 1))
        assert all(one.at <= other.at for one, other in pairwise(desk.facts))
