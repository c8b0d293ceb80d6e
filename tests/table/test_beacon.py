"""Rule T21: a round of a public beacon, later than all that is chosen, has a part in the deal."""

import hashlib
from typing import Any

import pytest
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from games.core.contract import Illegal, Outcome, Seat
from games.core.fairness.beacon import QUICKNET, BeaconChain, round_randomness
from games.core.fairness.shuffle import (
    canonical_bytes,
    hand_secret,
    hmac_sha256,
    shuffle_by_key,
    shuffle_key,
)
from games.core.type_hints.values import BadValue
from games.table import (
    Abort,
    Beacon,
    Close,
    CloseEntropy,
    Leave,
    Return,
    Sit,
    Start,
    due_times,
    events,
    view,
)
from games.table.beacon import AHEAD
from games.table.bots import seed_of
from games.table.rules import DueTimes
from games.table.state import PATIENCE, REVEAL_TIME
from tests.beacons import QUICKNET_ROUNDS, chain, signed
from tests.table.desk import AT, OPENER, SECRET, Desk, an_open, commitment, entropy

CHAIN = chain()
ROUND = CHAIN.first_due(AT + AHEAD)
DUE_AT = CHAIN.due_at(ROUND)


def a_desk(*words: str | None, **changes: Any) -> Desk:
    """Return a Boosh table with a beacon whose players sit."""
    given = {"options": {"first_dealer": 0}, "beacon": CHAIN._asdict(), **changes}
    return Desk().opened(an_open(**given)).seated(words)


def called(*words: str | None) -> Desk:
    """Return a table that waits for its beacon."""
    return a_desk(*words).begun(words)


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


def test_t21_the_settled_entropies_fix_the_first_round_due_after_6_seconds() -> None:
    desk = a_desk("zero", "one")
    desk.do("player:p0", Start())
    assert (desk.table.round, desk.table.beacon_due()) == (None, None)
    desk.reveal(0, "zero")
    assert desk.reveal(1, "one")[1:] == [
        events.EntropyClosed((entropy("zero"), entropy("one")), (), ROUND)
    ]
    assert AT + 6_000 <= DUE_AT < AT + 9_000
    assert due_times(desk.table) == DueTimes(None, DUE_AT)
    assert desk.table.phase == "open"


def test_t21_a_round_follows_from_when_the_entropies_were_settled() -> None:
    desk = a_desk("zero", None)
    desk.do("player:p1", Start())
    desk.now += REVEAL_TIME
    (settled,) = desk.do("clock", CloseEntropy())
    number = CHAIN.first_due(AT + REVEAL_TIME + 6_000)
    assert settled == events.EntropyClosed(("", ""), (Seat(0),), number)
    assert number > ROUND


def test_t21_without_commitments_the_call_fixes_the_round() -> None:
    desk = a_desk()
    assert desk.do("player:p1", Start()) == [
        events.StartCalled(Seat(1)),
        events.EntropyClosed(("", ""), (), ROUND),
    ]


def test_t21_no_round_is_awaited_where_fewer_than_two_players_sit() -> None:
    desk = Desk().opened(an_open(beacon=CHAIN._asdict()))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero")))
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    desk.do(OPENER, Start())
    assert view(desk.table, None)["deal"] == "with the players' entropy"
    happened = desk.reveal(0, "zero")
    assert happened[1:3] == [events.EntropyClosed((entropy("zero"), ""), ()), events.Started()]
    assert view(desk.table, None)["deal"] == "with the players' entropy"


def test_t21_a_player_who_left_after_the_call_counts_for_the_beacon() -> None:
    desk = a_desk("zero", None)
    desk.do("player:p1", Start())
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.reveal(0, "zero")[1] == events.EntropyClosed((entropy("zero"), ""), (), ROUND)


def test_t21_play_begins_with_the_beacon() -> None:
    desk = called("zero", None)
    assert brought(desk)[:2] == [
        events.BeaconCame(ROUND, signed(ROUND), round_randomness(signed(ROUND))),
        events.Started(),
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
        desk = Desk().opened(an_open(seats=3, beacon=CHAIN._asdict()))
        desk.do("player:p0", Sit(Seat(0), commitment=commitment("p0", "zero")))
        desk.do(OPENER, Sit(Seat(1), bot="regular"))
        desk.do("player:p2", Sit(Seat(2)))
        desk.now += wait
        desk.begun(["zero"])
        assert desk.table.round is not None
        desk.now = CHAIN.due_at(desk.table.round)
        desk.do("clock", Beacon(signed(desk.table.round)))
        found.append((deck(desk), seed_of(desk.table, Seat(1))))
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]


def test_t21_a_round_stays_whoever_leaves_and_returns() -> None:
    desk = called("zero", None)
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p0", Leave(Seat(0)))
    desk.do("player:p0", Return(Seat(0)))
    assert desk.table.round == ROUND
    assert brought(desk)[1] == events.Started()
    assert desk.table.entropy_of(Seat(0)) == "revealed"


def test_t21_a_beacon_that_is_early_wrong_or_not_awaited_is_refused() -> None:
    desk = a_desk("zero", None)
    good = Beacon(signed(ROUND))
    assert desk.refused("clock", good) == ("table/beacon_not_awaited", "T21")
    desk.begun(["zero"])
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


def test_t21_a_table_that_waits_says_so() -> None:
    desk = a_desk()
    facts = view(desk.table, None)
    assert facts["deal"] == "with a beacon"
    assert facts["beacon"] == {"chain": "test", "round": None, "due_at": None, "there": False}
    desk.do("player:p0", Start())
    waiting: Any = {"chain": "test", "round": ROUND, "due_at": DUE_AT, "there": False}
    assert view(desk.table, None)["beacon"] == waiting
    assert due_times(desk.table) == DueTimes(None, DUE_AT)
    brought(desk)
    assert view(desk.table, None)["beacon"] == {**waiting, "there": True}


# Aborted tables


def test_t9b_a_table_whose_beacon_fails_is_aborted() -> None:
    desk = called("zero", None)
    desk.now = DUE_AT + PATIENCE
    for by in (OPENER, "player:p1", "server"):
        assert desk.refused(by, Abort()) == ("table/not_the_clock", "T9b")
    assert desk.do("clock", Abort()) == [events.Closed("beacon_failed", (), ())]
    assert desk.table.outcome == Outcome((), (), "beacon_failed")
    assert (desk.table.was_played, desk.table.former) == (False, ("p0", "p1"))
    assert due_times(desk.table) == DueTimes(None, None)


def test_t9b_a_table_is_not_aborted_before_ten_minutes_are_over() -> None:
    desk = a_desk("zero", None)
    assert desk.refused("clock", Abort()) == ("table/not_aborted", "T9b")  # nobody has called
    desk.begun(["zero"])
    desk.now = DUE_AT + PATIENCE - 1
    assert desk.refused("clock", Abort()) == ("table/not_aborted", "T9b")
    assert desk.refused(OPENER, Close()) == ("table/started", "T9")
    brought(desk)
    desk.now = DUE_AT + PATIENCE
    assert desk.refused("clock", Abort()) == ("table/started", "T9b")


def test_t9b_a_table_without_a_beacon_is_not_aborted() -> None:
    desk = Desk().opened(an_open()).seated(["zero"])
    desk.do("player:p1", Start())
    desk.now += 10 * PATIENCE
    assert desk.refused("clock", Abort()) == ("table/not_aborted", "T9b")


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
    desk = Desk().opened(an_open()).started(["zero"])
    assert not any(b"beacon" in event.e or b'"round":' in event.e for event in desk.log[:6])


def test_a_key_that_is_the_identity_signs_nothing() -> None:
    public = bytes(G2Point.identity().to_compressed_bytes()).hex()
    nothing = bytes(G1Point.identity().to_compressed_bytes()).hex()
    assert not BeaconChain("n", "00" * 32, public, 0, 1).has_signed(1, nothing)
