"""Canonical bytes, heads and seals."""

import hashlib
from typing import Any, NamedTuple

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from events.record.chain import canonical_json, check_plain, first_head, next_head, seal_hash
from games.core.fairness import shuffle

MOST = 2**53 - 1
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers(-MOST, MOST) | TEXT
KEYS = st.text(st.characters(max_codepoint=127))
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_canonical_bytes_are_those_of_rfc_8785(value: Any) -> None:
    check_plain(value)
    assert canonical_json(value) == rfc8785.dumps(value)


@given(st.lists(st.none() | st.integers(-MOST, MOST) | TEXT | st.lists(TEXT, max_size=3)))
def test_the_names_of_shuffles_have_rfc_8785_bytes_too(value: Any) -> None:
    assert shuffle.canonical_bytes(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("text", ['\x00\x08\t\n\x0b\x0c\r\x1f"\\/\x7f\u2028\ufeff\U0001f0a1 ä'])
def test_every_kind_of_escape_is_that_of_rfc_8785(text: str) -> None:
    assert canonical_json([text]) == rfc8785.dumps([text]) == shuffle.canonical_bytes([text])


def test_the_order_of_keys_does_not_change_the_bytes() -> None:
    assert canonical_json({"b": 1, "a": {"d": 2, "c": 3}}) == b'{"a":{"c":3,"d":2},"b":1}'


class Row(NamedTuple):
    """A tuple with names, which JSON writers treat differently."""

    a: int


@pytest.mark.parametrize(
    "value",
    [
        1.0, 0.5, float("nan"), float("inf"), -0.0,
        2**53, -(2**53), 2**64, 10**30,
        {"ä": 1}, b"bytes", {1, 2}, object(), Row(1),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_json_readers_take_differently_is_refused_at_any_depth(value: Any) -> None:
    for wrapped in (value, [value], {"a": value}, {"a": [1, {"b": (value,)}]}):
        with pytest.raises(AssertionError):
            check_plain(wrapped)


@pytest.mark.parametrize("value", [2**53 - 1, -(2**53) + 1, 0, True, None, "ä", (1, 2), [], {}])
def test_what_is_exact_everywhere_passes(value: Any) -> None:
    check_plain({"a": [value]})


def test_heads_are_hashes_of_the_head_before_and_the_public_part() -> None:
    first = hashlib.sha256(b"fairdeal/log/1t1").digest()
    assert first_head("t1") == first
    assert next_head(first, b'{"n":1}') == hashlib.sha256(first + b'{"n":1}').digest()


def test_tables_have_different_heads_from_the_beginning() -> None:
    assert first_head("t1") != first_head("t2")


@given(st.binary(min_size=32, max_size=32), PLAIN)
def test_a_seal_is_the_hash_of_salt_and_canonical_data(salt: bytes, data: Any) -> None:
    assert seal_hash(salt, data) == hashlib.sha256(salt + rfc8785.dumps(data)).hexdigest()
