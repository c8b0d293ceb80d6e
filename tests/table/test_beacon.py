"""Rule T21: a round of a public beacon, later than all that is chosen, has a part in the deal."""

import hashlib
from typing import Any

import pytest
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from games.core.contract import Illegal, Seat
from games.core.fairness.beacon import QUICKNET, BeaconChain, round_randomness
from games.core.fairness.shuffle import (
    canonical_bytes,
    hand_secret,
    hmac_sha256,
    shuffle_by_key,
    shuffle_key,
)
from games.core.type_hints.values import BadValue
from games.table import Beacon, Close, Leave, Sit, Start, TimeOut, due_times, events, view
from games.table.bots import seed_of
from games.table.rules import DueTimes
from tests.beacons import QUICKNET_ROUNDS, chain, signed
from tests.table.desk import AT, OPENER, SECRET, Desk, an_open, commitment, entropy

CHAIN = chain()
ROUND = CHAIN.first_due(AT + 90_000)
DUE_AT = CHAIN.due_at(ROUND)
CALLED = events.Readied(Seat(0), entropy("zero"), ROUND)


def a_desk(*words: str | None, **changes: Any) -> Desk:
    """Return a Boosh table with a beacon whose players sit."""
    given = {"options": {"first_dealer": 0}, "beacon": CHAIN._asdict(), **changes}
    return Desk().opened(an_open(**given)).seated(words)


def called(*words: str | None) -> Desk:
    """Return a table of which seat 0 called for the start."""
    desk = a_desk(*words)
    desk.do("player:p0", Start(entropy(words[0]) if words and words[0] else None))
    return desk


def brought(desk: Desk) -> list[Any]:
    """Bring the beacon when it is due."""
    desk.now = max(desk.now, DUE_AT)
    return desk.do("clock", Beacon(signed(ROUND)))


def deck(desk: Desk) -> str:
    """Return the undealt cards of the first deal."""
    deal = next(fact.event for fact in desk.facts if type(fact.event).__name__ == "HandDealt")
    return ",".join(deal.deck)


# The chain


@pytest.mark.parametrize("number", QUICKNET_ROUNDS)
def test_a_published_round_of_quicknet_has_its_signature_and_no_other_round_has_it(
    number: int,
) -> None:
    signature = QUICKNET_ROUNDS[number]
    assert QUICKNET.has_signed(number, signature)
    assert not QUICKNET.has_signed(number + 1, signature)
    assert not chain().has_signed(number, signature)
    assert round_randomness(signature) == hashlib.sha256(bytes.fromhex(signature)).hexdigest()


def test_what_is_no_signature_is_none() -> None:
    good = QUICKNET_ROUNDS[1000]
    infinity = "c0" + "00" * 47
    for text in ("", "zz", good.upper(), good[:-2], good + "00", "00" * 48, "ff" * 48, infinity):
        assert not QUICKNET.has_signed(1000, text)
    nothing = BeaconChain(
        "n", "00" * 32, infinity + "00" * 48, 0, 1
    )  # a key under which that would do
    assert not nothing.has_signed(1000, infinity)


def test_a_signature_has_one_form_only() -> None:
    good = bytes.fromhex(QUICKNET_ROUNDS[1000])
    modulus = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB  # fmt: skip # noqa: E501
    x = int.from_bytes(good, "big") & (1 << 381) - 1
    flags = int.from_bytes(good, "big") >> 381 << 381
    other = [flags ^ 1 << bit | x for bit in (381, 382, 383)]
    if x + modulus < 1 << 381:
        other.append(flags | x + modulus)
    for number in other:
        assert not QUICKNET.has_signed(1000, number.to_bytes(48, "big").hex())


def test_the_first_round_due_is_found_to_the_millisecond() -> None:
    begin = 1000 * QUICKNET.genesis
    for at, number in ((0, 1), (begin, 1), (begin + 1, 2), (begin + 3000, 2), (begin + 3001, 3)):
        assert QUICKNET.first_due(at) == number
        assert QUICKNET.due_at(number) >= at
    assert QUICKNET.due_at(1000) == begin + 2_997_000


# The table


def test_t21_the_first_call_fixes_the_first_round_due_after_90_seconds() -> None:
    desk = a_desk("zero", "one")
    assert desk.table.beacon_due() is None
    assert desk.do("player:p0", Start(entropy("zero"))) == [CALLED]
    assert AT + 90_000 <= DUE_AT < AT + 93_000
    desk.now += 5000
    second = desk.do("player:p1", Start(entropy("one")))
    assert second == [events.Readied(Seat(1), entropy("one"))]
    assert due_times(desk.table) == DueTimes(None, DUE_AT)
    assert desk.table.phase == "open"


def test_t21_play_begins_with_the_beacon() -> None:
    desk = called("zero", None)
    happened = brought(desk)
    assert happened[:2] == [
        events.BeaconCame(ROUND, signed(ROUND), round_randomness(signed(ROUND))),
        events.Started((entropy("zero"), ""), ()),
    ]
    assert desk.table.phase == "playing"


def test_t21_the_randomness_is_in_the_name_of_every_shuffle() -> None:
    desk = called("zero", None)
    brought(desk)
    names = ["t1", 1, "deal", 1, [entropy("zero"), ""], round_randomness(signed(ROUND))]
    key = hmac_sha256(hand_secret(bytes.fromhex(SECRET), 1), canonical_bytes(names))
    deal = next(fact.event for fact in desk.facts if type(fact.event).__name__ == "HandDealt")
    cards = [card for hand in deal.hands for card in hand] + list(deal.deck)
    assert shuffle_by_key(cards, key)[-len(deal.deck) :] == deal.deck
    assert shuffle_key(b"k", "g", 1, "deal", 1, [""]) == hmac_sha256(
        b"k", canonical_bytes(["g", 1, "deal", 1, [""]])
    )


def test_t21_another_round_makes_another_deal_and_other_seeds() -> None:
    found = []
    for wait in (0, 60_000):
        desk = a_desk("zero", None)
        desk.do("player:p1", Leave(Seat(1)))
        desk.do(OPENER, Sit(Seat(1), bot="regular"))
        desk.now += wait
        desk.do("player:p0", Start(entropy("zero")))
        assert desk.table.round is not None
        desk.now = CHAIN.due_at(desk.table.round)
        desk.do("clock", Beacon(signed(desk.table.round)))
        found.append((deck(desk), seed_of(desk.table, Seat(1))))
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]


def test_t21_the_first_call_closes_the_commitments() -> None:
    desk = called(None, "one")
    desk.do("player:p1", Leave(Seat(1)))
    again = Sit(Seat(1), commitment=commitment("p1", "searched"))
    assert desk.refused("player:p1", again) == ("table/commitments_closed", "T4")
    desk.do("player:p1", Sit(Seat(1)))
    assert desk.table.entropy_of(Seat(1)) == "withheld"


def test_t21_the_round_and_the_time_to_reveal_stay_whoever_leaves() -> None:
    desk = called(None, "one")
    desk.do("player:p0", Leave(Seat(0)))
    desk.now += 50_000
    desk.do("player:p2", Sit(Seat(0)))
    assert desk.do("player:p2", Start()) == [events.Readied(Seat(0), None)]
    assert due_times(desk.table) == DueTimes(None, AT + 60_000)
    desk.now = AT + 60_000
    assert desk.refused("player:p1", Start(entropy("one"))) == ("table/too_late", "T4")
    assert desk.do("clock", TimeOut(Seat(1))) == [events.SeatLost(Seat(1), AT + 60_000)]
    assert desk.table.entropy_of(Seat(1)) == "withheld"
    assert desk.table.round == ROUND


def test_t21_a_seat_filled_after_the_beacon_came_starts_by_a_call() -> None:
    desk = called("zero", None)
    desk.do("player:p1", Leave(Seat(1)))
    assert brought(desk) == [
        events.BeaconCame(ROUND, signed(ROUND), round_randomness(signed(ROUND)))
    ]
    assert desk.table.phase == "open"
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    happened = desk.do("player:p0", Start())
    assert happened[:2] == [
        events.Readied(Seat(0), None),
        events.Started((entropy("zero"), ""), ()),
    ]
    assert desk.table.randomness == round_randomness(signed(ROUND))


def test_t21_a_beacon_that_is_early_wrong_or_not_awaited_is_refused() -> None:
    desk = a_desk("zero", None)
    good = Beacon(signed(ROUND))
    assert desk.refused("clock", good) == ("table/beacon_not_awaited", "T21")
    desk.do("player:p0", Start(entropy("zero")))
    desk.now = DUE_AT - 1
    assert desk.refused("clock", good) == ("table/beacon_early", "T21")
    desk.now = DUE_AT
    for by in ("player:p0", "server", "seat:0"):
        assert desk.refused(by, good) == ("table/not_the_clock", "T21")
    for wrong in (signed(ROUND - 1), signed(ROUND, Scalar(5)), "00" * 48, "x"):
        assert desk.refused("clock", Beacon(wrong)) == ("table/bad_beacon", "T21")
    desk.do("clock", good)
    assert desk.refused("clock", good) == ("table/started", "T21")


def test_t21_a_table_without_a_beacon_takes_none() -> None:
    desk = Desk().opened(an_open()).seated(["zero"])
    desk.do("player:p1", Start())
    desk.now += 10**9
    assert desk.refused("clock", Beacon(signed(1))) == ("table/beacon_not_awaited", "T21")


def test_t21_a_table_that_waits_says_so_and_can_be_withdrawn() -> None:
    desk = a_desk()
    facts = view(desk.table, None)
    assert facts["deal"] == "with a beacon"
    assert facts["beacon"] == {"chain": "test", "round": None, "due_at": None, "there": False}
    desk.do("player:p0", Start())
    desk.now = DUE_AT + 3_600_000
    waiting: Any = {"chain": "test", "round": ROUND, "due_at": DUE_AT, "there": False}
    assert view(desk.table, None)["beacon"] == waiting
    assert due_times(desk.table) == DueTimes(None, DUE_AT)
    other = called()
    brought(other)
    assert view(other.table, None)["beacon"] == {**waiting, "there": True}
    desk.do(OPENER, Close())
    assert desk.table.phase == "closed"


def test_t21_a_beacon_is_described_in_full_and_quicknet_as_it_is() -> None:
    desk = Desk()
    good = CHAIN._asdict()
    for change in (
        {"chain": ""},
        {"chain": 1},
        {"hash": "00"},
        {"public_key": None},
        {"period": 0},
        {"period": True},
        {"genesis": -1},
        {"genesis": "0"},
        {"more": 1},
    ):
        with pytest.raises(BadValue, match="beacon"):
            desk.opened(an_open(beacon={**good, **change}))
    with pytest.raises(Illegal, match="quicknet") as refusal:
        desk.opened(an_open(beacon={**QUICKNET._asdict(), "public_key": CHAIN.public_key}))
    assert refusal.value.code == "table/wrong_chain"
    desk.opened(an_open(beacon=QUICKNET._asdict()))


def test_t21_events_of_a_table_without_a_beacon_say_nothing_of_one() -> None:
    desk = Desk().opened(an_open()).seated(["zero"])
    desk.do("player:p1", Start())
    desk.do("player:p0", Start(entropy("zero")))
    assert not any(b"beacon" in event.e or b'"round":' in event.e for event in desk.log[:6])


def test_a_key_that_is_the_identity_signs_nothing() -> None:
    public = bytes(G2Point.identity().to_compressed_bytes()).hex()
    nothing = bytes(G1Point.identity().to_compressed_bytes()).hex()
    assert not BeaconChain("n", "00" * 32, public, 0, 1).has_signed(1, nothing)
