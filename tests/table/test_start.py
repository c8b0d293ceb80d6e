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
from games.table import Leave, Sit, Start, TimeOut, due_times, events
from games.table.rules import DueTimes
from tests.games.every import every
from tests.table.desk import AT, OPENER, SECRET, Desk, an_open, commitment, entropy

REVEAL_TIME = 60_000


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


def test_t4_the_first_call_for_the_start_sets_the_time_to_reveal() -> None:
    desk = a_desk(["zero", "one"])
    assert due_times(desk.table) == DueTimes(None, desk.table.expires_at())
    assert desk.do("player:p0", Start(entropy("zero"))) == [
        events.Readied(Seat(0), entropy("zero"))
    ]
    assert desk.table.ready_until == AT + REVEAL_TIME
    assert desk.table.awaited() == (1,)
    assert due_times(desk.table) == DueTimes(None, AT + REVEAL_TIME)
    assert desk.table.phase == "open"


def test_t4_play_begins_with_the_last_reveal() -> None:
    desk = a_desk(["zero", None])
    assert desk.do("player:p1", Start()) == [events.Readied(Seat(1), None)]
    desk.now += REVEAL_TIME - 1
    happened = desk.do("player:p0", Start(entropy("zero")))
    assert happened[:2] == [
        events.Readied(Seat(0), entropy("zero")),
        events.Started((entropy("zero"), ""), ()),
    ]
    assert desk.table.phase == "playing"


def test_t4_the_time_to_reveal_is_not_lengthened_by_a_second_call() -> None:
    desk = a_desk(["zero", None])
    desk.do("player:p1", Start())
    desk.now += 1000
    desk.do("player:p1", Start())
    assert desk.table.ready_until == AT + REVEAL_TIME


def test_t4_a_reveal_at_the_end_of_the_time_is_refused() -> None:
    desk = a_desk(["zero", None])
    desk.do("player:p1", Start())
    desk.now += REVEAL_TIME
    assert desk.refused("player:p0", Start(entropy("zero"))) == ("table/too_late", "T4")


def test_t4_a_promised_entropy_must_come() -> None:
    assert a_desk(["zero"]).refused("player:p0", Start()) == ("table/entropy_missing", "T4")


def test_t4_another_text_than_the_promised_is_refused() -> None:
    assert a_desk(["zero"]).refused("player:p0", Start(entropy("one"))) == (
        "table/entropy_differs",
        "T4",
    )


def test_t4_an_entropy_that_was_not_promised_is_refused() -> None:
    desk = a_desk([None, "one"])
    assert desk.refused("player:p0", Start(entropy("zero"))) == ("table/entropy_not_awaited", "T4")


def test_t4_an_entropy_is_revealed_once() -> None:
    desk = a_desk(["zero", "one"])
    desk.do("player:p0", Start(entropy("zero")))
    assert desk.refused("player:p0", Start(entropy("zero"))) == ("table/entropy_not_awaited", "T4")


def test_t4_who_does_not_reveal_in_time_loses_the_seat() -> None:
    desk = a_desk(["zero", "one"])
    desk.do("player:p0", Start(entropy("zero")))
    desk.now += REVEAL_TIME
    assert desk.time_out(1) == [events.SeatLost(Seat(1), AT + REVEAL_TIME)]
    assert desk.table.holders[1] is None
    assert (desk.table.ready, desk.table.ready_until) == (False, None)
    assert due_times(desk.table) == DueTimes(None, desk.table.expires_at())


def test_t4_who_is_late_withholds_and_what_others_revealed_counts() -> None:
    desk = a_desk(["zero", "one"])
    desk.do("player:p0", Start(entropy("zero")))
    desk.now += REVEAL_TIME
    desk.time_out(1)
    assert words_of(desk) == ["revealed", "withheld"]
    desk.do("player:p2", Sit(Seat(1)))
    assert desk.refused("player:p0", Start(entropy("zero"))) == ("table/entropy_not_awaited", "T4")
    assert desk.refused("player:p2", Start(entropy("one"))) == ("table/entropy_not_awaited", "T4")
    happened = desk.do("player:p2", Start())
    assert events.Started((entropy("zero"), ""), (Seat(1),)) in happened


def test_t4_who_leaves_during_the_reveal_withholds() -> None:
    desk = a_desk(["zero", "one"])
    desk.do("player:p0", Start(entropy("zero")))
    desk.do("player:p1", Leave(Seat(1)))
    assert words_of(desk) == ["revealed", "withheld"]
    assert (desk.table.ready, desk.table.ready_until) == (False, None)


def test_t4_a_revealed_entropy_stays_with_its_seat_whoever_leaves() -> None:
    desk = a_desk(["zero", "one"])
    desk.do("player:p0", Start(entropy("zero")))
    desk.do("player:p0", Leave(Seat(0)))
    desk.do(OPENER, Sit(Seat(0), bot="regular"))
    assert words_of(desk) == ["revealed", "promised"]
    happened = desk.do("player:p1", Start(entropy("one")))
    assert events.Started((entropy("zero"), entropy("one")), ()) in happened


def test_t4_nobody_promises_an_entropy_when_one_is_revealed() -> None:
    desk = a_desk(["zero", "one"])
    desk.do("player:p0", Start(entropy("zero")))
    desk.do("player:p1", Leave(Seat(1)))
    again = Sit(Seat(1), commitment=commitment("p1", "searched"))
    assert desk.refused("player:p1", again) == ("table/commitments_closed", "T4")
    assert desk.refused("player:p2", again) == ("table/commitments_closed", "T4")
    desk.do("player:p1", Sit(Seat(1)))
    assert words_of(desk) == ["revealed", "withheld"]


def test_t4_the_last_to_reveal_chooses_between_two_deals_and_no_more() -> None:
    deals = set()
    for searched in ("one", "two", "three", "four"):  # by who knows the secret and comes back
        desk = a_desk(["zero", "one"])
        desk.do("player:p0", Start(entropy("zero")))
        if searched != "one":
            desk.do("player:p1", Leave(Seat(1)))
            with suppress(Illegal):
                desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", searched)))
            if desk.table.holders[1] is None:
                desk.do("player:p1", Sit(Seat(1)))
        desk.do("player:p1", Start(entropy(searched) if desk.table.awaited() else None))
        deals.add(dealt(desk))
    assert len(deals) == 2  # revealed, or withheld


def test_t4_before_the_first_reveal_who_leaves_takes_the_commitment_along() -> None:
    desk = a_desk([None, "one"])
    desk.do("player:p0", Start())
    desk.do("player:p1", Leave(Seat(1)))
    assert words_of(desk) == ["none", "none"]
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "another")))
    assert words_of(desk) == ["none", "promised"]


def test_t4_all_who_are_late_lose_their_seats_at_once() -> None:
    desk = Desk().opened(an_open(seats=4)).seated(["zero", "one", "two"])
    desk.do("player:p0", Start(entropy("zero")))
    desk.now += REVEAL_TIME
    late = [events.SeatLost(Seat(seat), AT + REVEAL_TIME) for seat in (1, 2)]
    assert desk.time_out(2) == late
    assert desk.table.awaited() == ()
    assert words_of(desk) == ["revealed", "withheld", "withheld", "none"]


@pytest.mark.parametrize("text", ["zero", "0" * 31, "0" * 33, "A" * 32, "gr\u00f6\u00dfer"])
def test_t4_an_entropy_is_16_bytes_in_hex(text: str) -> None:
    desk = a_desk()
    desk.do("player:p0", Leave(Seat(0)))
    desk.do("player:p0", Sit(Seat(0), commitment=hashlib.sha256(text.encode()).hexdigest()))
    with pytest.raises(BadValue) as refusal:
        desk.do("player:p0", Start(text))
    assert refusal.value.path == "entropy"


def test_t4_a_seat_is_not_lost_before_its_time() -> None:
    desk = a_desk(["zero", "one"])
    assert desk.refused("clock", TimeOut(Seat(1))) == ("table/too_early", "T4")  # nobody has called
    desk.do("player:p0", Start(entropy("zero")))
    desk.now += REVEAL_TIME - 1
    assert desk.refused("clock", TimeOut(Seat(1))) == ("table/too_early", "T4")
    desk.now += 1
    assert desk.refused("clock", TimeOut(Seat(0))) == ("table/too_early", "T4")  # has revealed
    assert desk.refused("player:p0", TimeOut(Seat(1))) == ("table/not_the_clock", "T8")


# T5


def test_t5_without_commitments_one_call_starts_the_table() -> None:
    desk = a_desk()
    happened = desk.do("player:p1", Start())
    assert happened[:2] == [events.Readied(Seat(1), None), events.Started(("", ""), ())]
    assert len(happened) > 2  # the deal belongs to the same command
    assert all(fact.cause == desk.table.first for fact in desk.facts[-len(happened) + 1 :])
    assert desk.table.to_act()


def test_t5_the_opener_starts_a_table_of_bots() -> None:
    desk = Desk().opened(an_open())
    for seat in (0, 1):
        desk.do(OPENER, Sit(Seat(seat), bot="regular"))
    happened = desk.do(OPENER, Start())
    assert happened[:2] == [events.Readied(None, None), events.Started(("", ""), ())]
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


# The deal


def test_the_deal_follows_from_secret_names_and_entropies_alone() -> None:
    desk = a_desk(["zero", "one"], table_id="t7")
    desk.do("player:p0", Start(entropy("zero")))
    desk.do("player:p1", Start(entropy("one")))
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
        for seat in (1, 0):  # who has nothing to reveal comes first or is not needed
            if desk.table.phase == "open" and (words[seat] or not any(words)):
                word = words[seat]
                desk.do(f"player:p{seat}", Start(None if word is None else entropy(word)))
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
