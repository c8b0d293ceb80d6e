"""Addresses of stores: what is taken, and what those are told whose address is refused."""

import pytest

from events.settings.addresses import Address, BadAddress


@pytest.mark.parametrize("url", ["redis://h:1/2", "rediss://u:p@h", "unix:///a/b.sock?db=1"])
def test_the_address_of_one_server_is_left_to_the_client(url: str) -> None:
    address = Address.of(url)
    assert (address.kind, address.url, address.nodes) == ("server", url, ())


def test_a_cluster_is_told_by_some_of_its_nodes() -> None:
    address = Address.of("redis+cluster://a,b:7001,[::1]:7002")
    assert (address.kind, address.tls, address.login) == ("cluster", False, {})
    assert address.nodes == (("a", 6379), ("b", 7001), ("::1", 7002))


def test_a_primary_is_told_by_sentinels_and_its_name() -> None:
    address = Address.of("rediss+sentinel://me:p%40ss@a,b:7001/cards/3")
    assert (address.kind, address.tls, address.service) == ("sentinel", True, "cards")
    assert address.nodes == (("a", 26379), ("b", 7001))
    assert address.login == {"username": "me", "password": "p@ss", "db": 3}


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("localhost:6379", "`localhost:6379` is not a kind of address. Possible: redis://host"),
        ("http://host", "`http` is not a kind of address"),
        ("redis://host:port", "Its port is no number"),
        ("redis://host:70000", "Its port is no number"),
        ("rediss://host/cards", "`cards` is no number of a database"),
        ("redis+cluster://a:x", "`a:x` is no host with a port"),
        ("redis+cluster://a:70000", "`a:70000` is no host with a port"),
        ("redis+cluster://", "`` is no host with a port, as host:6379"),
        ("redis+cluster://a,,b", "`` is no host"),
        ("redis+cluster://a?x=1", "`a?x=1` is no host"),
        ("redis+cluster://a/3", "A cluster has no `/3`"),
        ("redis+sentinel://a", "lacks the name by which sentinels know it"),
        ("redis+sentinel://a/cards/x", "`x` is no number of a database"),
    ],
)
def test_anything_else_is_refused_with_what_is_possible(url: str, said: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Address.of(url)
    assert said in str(refused.value)


def test_a_password_is_not_shown() -> None:
    assert "secret" not in repr(Address.of("redis+cluster://me:secret@a"))


@pytest.mark.parametrize(
    "url",
    [
        "redis+cluster://me:secret@a/1", "redis+cluster://me:sec/secret@a,b", "me:secret@a:6379",
        "redis://me:secret/x@a:1", "redis://me:x/secret@a:1", "redis+sentinel://me:x/secret@a",
        "redis://me:secret@a:port", "redis://me:secret@a/cards",
    ],
)  # fmt: skip
def test_an_address_that_is_refused_quotes_no_password(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Address.of(url)
    assert "sec" not in str(refused.value)
