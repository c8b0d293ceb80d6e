"""The shuffle, against a second implementation written from its description alone."""

import hashlib
import hmac
import json
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from games.core.fairness import shuffle

VECTORS = Path(__file__).parent / "vectors.json"
KEYS = st.binary(min_size=32, max_size=32)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC as RFC 2104 spells it out."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def described(cards: list[str], key: bytes) -> list[str]:
    """Shuffle by the words of the description: Fisher-Yates, 32-bit words, rejection."""
    words = (
        int.from_bytes(hmac_sha256(key, counter.to_bytes(8, "big"))[at : at + 4], "big")
        for counter in range(1 << 20)
        for at in range(0, 32, 4)
    )
    order = sorted(cards)
    for last in range(len(order) - 1, 0, -1):
        word = next(words)
        while word >= 2**32 // (last + 1) * (last + 1):
            word = next(words)
        place = word % (last + 1)
        order[last], order[place] = order[place], order[last]
    return order


def computed(vector: dict[str, Any]) -> dict[str, Any]:
    """Return a vector with all that follows from what it is given."""
    secret = bytes.fromhex(vector["table_secret"])
    hand = hmac_sha256(secret, rfc8785.dumps(["hand", vector["hand"]]))
    name = [vector[word] for word in ("group", "hand", "what", "i", "entropies")]
    key = hmac_sha256(hand, rfc8785.dumps(name))
    return {
        **vector,
        "name": rfc8785.dumps(name).decode(),
        "hand_secret": hand.hex(),
        "key": key.hex(),
        "first_block": hmac_sha256(key, bytes(8)).hex(),
        "order": described(vector["cards"], key),
    }


def givens() -> list[dict[str, Any]]:
    """Return what the vectors are given: decks of several sizes, names and entropies."""
    zero, other = "00" * 32, hashlib.sha256(b"fairdeal").hexdigest()
    small = [f"{suit}-{rank}" for suit in ("blue", "gold", "red") for rank in range(1, 4)]
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    deck = [rank + suit for suit in "CDHS" for rank in ranks]
    rows: list[tuple[str, str, int, str, int, list[str], list[str]]] = [
        (zero, "t1", 1, "deal", 1, ["", ""], small),
        (zero, "t1", 2, "deal", 1, ["", ""], small),
        (zero, "t1", 1, "reshuffle", 2, ["", ""], small[2:7]),
        (other, "a group", 1, "deal", 1, ["zero", "", "\u00fc \U0001f0a1", '"quote"\n'], deck),
        (other, "a group", 0, "first_seat", 1, ["", "", "", ""], ["0", "1", "2", "3"]),
        (other, "a group", 12, "deal", 1, ["", ""], [*deck, *deck]),  # copies of equal cards
        (other, "t1", 1, "deal", 1, [], ["only"]),
        (other, "t1", 1, "deal", 1, [], []),
    ]  # fmt: skip
    words = ("table_secret", "group", "hand", "what", "i", "entropies", "cards")
    return [dict(zip(words, row, strict=True)) for row in rows]


def test_the_published_vectors_are_those_of_the_description() -> None:
    """``UPDATE=1`` writes them anew; the test fails that once all the same."""
    expected = [computed(vector) for vector in givens()]
    if os.environ.get("UPDATE"):
        VECTORS.write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
        pytest.fail("the vectors have been written anew")
    assert json.loads(VECTORS.read_text()) == expected


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text()) if VECTORS.exists() else [])
def test_the_shuffle_agrees_with_every_published_step(vector: dict[str, Any]) -> None:
    hand = shuffle.hand_secret(bytes.fromhex(vector["table_secret"]), vector["hand"])
    assert hand.hex() == vector["hand_secret"]
    name = (vector["group"], vector["hand"], vector["what"], vector["i"])
    key = shuffle.shuffle_key(hand, *name, vector["entropies"])
    assert key.hex() == vector["key"]
    assert shuffle.hmac_sha256(key, bytes(8)).hex() == vector["first_block"]
    assert list(shuffle.shuffle_by_key(vector["cards"], key)) == vector["order"]


@given(st.lists(st.text(max_size=4), max_size=80), KEYS)
def test_any_cards_are_shuffled_as_described(cards: list[str], key: bytes) -> None:
    assert list(shuffle.shuffle_by_key(cards, key)) == described(cards, key)


@given(st.lists(st.text(max_size=4), max_size=80), KEYS, st.randoms(use_true_random=False))
def test_a_shuffle_keeps_the_cards_and_forgets_their_order(
    cards: list[str], key: bytes, luck: random.Random
) -> None:
    order = shuffle.shuffle_by_key(cards, key)
    assert sorted(order) == sorted(cards)
    mixed = cards[:]
    luck.shuffle(mixed)
    assert shuffle.shuffle_by_key(mixed, key) == order


def test_the_library_hmac_is_that_of_the_rfc() -> None:
    for key, message in ((b"", b""), (b"k" * 32, b"m" * 100), (b"k" * 64, b"m")):
        assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


def words_as_blocks(words: list[int]) -> list[bytes]:
    """Return words as the blocks of 32 bytes in which they come."""
    padded = words + [0] * (-len(words) % 8)
    raw = [word.to_bytes(4, "big") for word in padded]
    return [b"".join(raw[at : at + 8]) for at in range(0, len(raw), 8)]


def shuffled_with(
    monkeypatch: pytest.MonkeyPatch, cards: list[str], words: list[int]
) -> tuple[str, ...]:
    """Shuffle with given words instead of those of the HMAC."""
    blocks = words_as_blocks(words)
    with monkeypatch.context() as patch:
        patch.setattr(
            shuffle, "hmac_sha256", lambda key, counter: blocks[int.from_bytes(counter, "big")]
        )
        return shuffle.shuffle_by_key(cards, b"")


def test_words_that_would_favour_some_places_are_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = 2**32 - 2**32 % 3  # of three places; 2**32 is no multiple of 3
    cards = ["a", "b", "c"]
    plain = shuffled_with(monkeypatch, cards, [1, 0])
    assert plain == ("c", "a", "b")
    assert shuffled_with(monkeypatch, cards, [limit, 1, 0]) == plain
    assert shuffled_with(monkeypatch, cards, [2**32 - 1] * 9 + [1, 0]) == plain
    assert shuffled_with(monkeypatch, cards, [limit - 1, 0]) == shuffled_with(
        monkeypatch, cards, [2, 0]
    )


def test_where_the_places_divide_the_words_none_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert shuffled_with(monkeypatch, ["a", "b"], [2**32 - 1, 0]) == ("a", "b")
    assert shuffled_with(monkeypatch, ["a", "b"], [0, 1]) == ("b", "a")


def test_more_words_than_a_block_has_come_from_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [f"{at:02}" for at in range(12)]
    rotated = shuffled_with(monkeypatch, cards, [0] * 11)
    assert rotated == (*cards[1:], cards[0])
    last = shuffled_with(monkeypatch, cards, [0] * 10 + [1])
    assert last == (rotated[1], rotated[0], *rotated[2:])


def chi_square(counts: Counter[Any], cells: int, total: int) -> float:
    """Return Pearson's sum over all cells, the empty ones too."""
    expected = total / cells
    hit = sum((count - expected) ** 2 / expected for count in counts.values())
    return hit + (cells - len(counts)) * expected


def test_every_card_is_equally_often_at_every_place() -> None:
    cards, deals = [f"{at:02}" for at in range(12)], 12_000
    places: Counter[tuple[str, int]] = Counter()
    for deal in range(deals):
        key = shuffle.shuffle_key(b"s" * 32, "uniform", deal, "deal", 1, [])
        places.update((card, at) for at, card in enumerate(shuffle.shuffle_by_key(cards, key)))
    # 121 degrees of freedom: mean 121, standard deviation 15.6
    assert 70 < chi_square(places, 144, 12 * deals) < 180


def test_every_order_of_five_cards_is_equally_frequent() -> None:
    deals = 12_000
    orders = Counter(
        shuffle.shuffle_by_key(
            "abcde", shuffle.shuffle_key(b"s" * 32, "orders", deal, "deal", 1, [])
        )
        for deal in range(deals)
    )
    # 119 degrees of freedom: mean 119, standard deviation 15.4
    assert 70 < chi_square(orders, 120, deals) < 180


def test_every_part_of_the_name_gives_another_order() -> None:
    cards = [f"{at:02}" for at in range(36)]
    secrets = [shuffle.hand_secret(b"s" * 32, hand) for hand in (0, 1, 2)]
    names: list[tuple[bytes, str, int, str, int, list[str]]] = [
        (secrets[1], "t1", 1, "deal", 1, ["", ""]),
        (secrets[2], "t1", 1, "deal", 1, ["", ""]),
        (secrets[0], "t1", 1, "deal", 1, ["", ""]),
        (secrets[1], "t2", 1, "deal", 1, ["", ""]),
        (secrets[1], "t1", 2, "deal", 1, ["", ""]),
        (secrets[1], "t1", 1, "reshuffle", 1, ["", ""]),
        (secrets[1], "t1", 1, "deal", 2, ["", ""]),
        (secrets[1], "t1", 1, "deal", 1, ["x", ""]),
        (secrets[1], "t1", 1, "deal", 1, ["", "x"]),
        (secrets[1], "t1", 1, "deal", 1, ["", "", ""]),
        (secrets[1], "t1", 1, "deal", 1, ['","']),
        (shuffle.hand_secret(b"t" * 32, 1), "t1", 1, "deal", 1, ["", ""]),
    ]
    orders = {shuffle.shuffle_by_key(cards, shuffle.shuffle_key(*name)) for name in names}
    assert len(orders) == len(names)
