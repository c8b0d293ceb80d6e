"""What people may have the server ask for: public addresses over https, once, and in bounds."""

import asyncio
from collections.abc import Sequence
from ipaddress import ip_address

import pytest

from events.egress import (
    LONGEST_URL,
    Egress,
    EgressAnswer,
    EgressFailed,
    EgressRefused,
    is_public,
    parse_target,
)
from events.settings.setting import NETWORKS
from tests.receivers import HOST, LOOPBACK, Answer, loopback_egress, receiving, status

FORBIDDEN = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.8.8",
    "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.192",
    "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9",
    "168.63.129.16", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::8.8.8.8", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254",
    "fec0::1", "ff02::1", "100::1", "2001:db8::1", "2001::1", "3fff::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:1::8.8.8.8",
    "2002:7f00:1::1", "2002:a9fe:a9fe::1", "2002:808:808::1",
)  # fmt: skip
PUBLIC = (
    "8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
)  # fmt: skip
NO_ADDRESS = {
    "http": "http://example.com/", "another scheme": "gopher://example.com/",
    "no scheme": "example.com", "no host": "https:///x", "a user": "https://a:b@example.com/",
    "a fragment": "https://example.com/#x", "a backslash": "https://example.com\\@127.0.0.1/",
    "a line": "https://example.com/\r\nX: y", "a space": "https://example.com/ x",
    "a letter": "https://exämple.com/", "a port": "https://example.com:99999/",
    "port 0": "https://example.com:0/", "half an address": "https://[::1/",
    "a zone": "https://[fe80::1%25eth0]/", "length": "https://example.com/" + "x" * LONGEST_URL,
}  # fmt: skip
LITERAL = (
    "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]:8443/x",
    "https://169.254.169.254/latest/meta-data", "https://localhost/", "https://LOCALHOST./",
)  # fmt: skip
ODD = ("https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/")


def post(egress: Egress, url: str) -> EgressAnswer:
    return asyncio.run(egress.post(url, b"{}", {"Content-Type": "application/json"}))


def leading_to(*addresses: str, patience: float = 10.0) -> Egress:
    """Return a way out that lets nothing private through, with a name that leads somewhere."""

    async def resolver(host: str, port: int) -> Sequence[str]:
        return addresses

    return Egress(resolver=resolver, patience=patience)


@pytest.mark.parametrize("address", FORBIDDEN)
def test_no_address_of_a_private_or_special_network_is_public(address: str) -> None:
    assert not is_public(ip_address(address))
    with pytest.raises(EgressRefused, match="not public"):
        post(leading_to(address), "https://example.com/hook")


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_internet_are_public_in_each_of_their_forms(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("url", NO_ADDRESS.values(), ids=NO_ADDRESS)
def test_what_is_no_https_address_of_a_host_is_refused(url: str) -> None:
    with pytest.raises(EgressRefused):
        Egress().require_allowed(url)


@pytest.mark.parametrize("url", LITERAL)
def test_a_private_address_is_refused_as_soon_as_it_is_named(url: str) -> None:
    with pytest.raises(EgressRefused, match="public internet"):
        Egress().require_allowed(url)


@pytest.mark.parametrize("url", ODD)
def test_private_addresses_in_odd_forms_are_refused_where_they_lead(url: str) -> None:
    with pytest.raises((EgressRefused, EgressFailed)):
        post(Egress(), url)


def test_a_name_with_one_private_address_among_public_ones_is_refused() -> None:
    with pytest.raises(EgressRefused):
        post(leading_to("8.8.8.8", "10.0.0.1"), "https://example.com/")
    with pytest.raises(EgressRefused):
        post(leading_to("2606:4700::1111", "::1"), "https://example.com/")


def test_a_name_is_resolved_once_and_the_checked_address_is_used() -> None:
    asked: list[str] = []

    async def changing(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

    with receiving() as receiver:
        assert post(loopback_egress(changing), receiver.url).is_success
    assert asked == [HOST]
    assert len(receiver.requests) == 1


def test_a_name_that_leads_nowhere_fails() -> None:
    async def unknown(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    for egress in (Egress(resolver=unknown), leading_to()):
        with pytest.raises(EgressFailed, match="does not resolve"):
            post(egress, "https://example.com/")


def test_a_request_arrives_whole_at_its_path_with_the_name_of_the_host() -> None:
    with receiving(status(202, "Retry-After: 7")) as receiver:
        assert post(loopback_egress(), f"{receiver.url}/a?b=c") == EgressAnswer(202, 7)
    (request,) = receiver.requests
    assert (request.path, request.body) == ("/a?b=c", b"{}")
    assert request.headers["host"] == f"{HOST}:{receiver.port}"
    assert request.headers["content-type"] == "application/json"


def test_redirects_are_not_followed() -> None:
    with receiving() as elsewhere, receiving() as receiver:
        receiver.answer = status(307, f"Location: {elsewhere.url}/")
        answer = post(loopback_egress(), receiver.url)
    assert (answer.status, answer.is_success) == (307, False)
    assert elsewhere.requests == []


def test_a_server_without_tls_or_with_a_foreign_name_gets_nothing() -> None:
    with receiving(tls=False) as plain, pytest.raises(EgressFailed):
        post(loopback_egress(), plain.url)
    with receiving() as receiver, pytest.raises(EgressFailed, match="TLS"):
        post(loopback_egress(), receiver.url.replace(HOST, "other.test"))
    with receiving() as unknown, pytest.raises(EgressFailed, match="TLS"):
        post(Egress(LOOPBACK, loopback_egress().resolver), unknown.url)
    assert plain.requests == receiver.requests == unknown.requests == []


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda _: b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 10_000 + b"\r\n", "too long"),
        (lambda _: b"HTTP/1.1 200 OK\r\n" + b"x" * 100_000, "too long"),
        (lambda _: b"SSH-2.0-x\r\n\r\n", "not HTTP"),
        (lambda _: b"HTTP/1.1 100 Continue\r\n\r\n" * 10, "not HTTP"),
        (lambda _: b"", "broke off"),
    ],
)
def test_an_answer_that_is_big_or_none_fails(answer: Answer, why: str) -> None:
    with receiving(answer) as receiver, pytest.raises(EgressFailed, match=why):
        post(loopback_egress(), receiver.url)


def test_the_body_of_an_answer_is_not_read_however_long() -> None:
    with receiving(lambda _: b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5_000_000) as receiver:
        assert post(loopback_egress(), receiver.url).is_success


def test_an_answer_that_does_not_come_is_waited_for_only_so_long() -> None:
    ended = asyncio.Event()

    async def never(host: str, port: int) -> Sequence[str]:
        await ended.wait()
        return []

    with pytest.raises(EgressFailed, match="no answer within"):
        post(loopback_egress(never, patience=0.05), "https://example.com/")


def test_the_operator_may_allow_networks() -> None:
    allowed = Egress(NETWORKS.read("10.1.0.0/16, fd00::/8"))
    assert allowed.require_allowed("https://10.1.2.3/").host == "10.1.2.3"
    assert allowed.require_allowed("https://[::ffff:10.1.2.3]/")
    assert allowed.require_allowed("https://[fd00::1]/")
    for url in ("https://10.2.0.1/", "https://[fe80::1]/", "http://10.1.2.3/"):
        with pytest.raises(EgressRefused):
            allowed.require_allowed(url)
    with pytest.raises(ValueError, match="Write networks such as"):
        NETWORKS.read("10.1.2.3/8")


def test_the_origin_of_a_target_is_written_as_browsers_write_it() -> None:
    assert parse_target("https://Push.example:443/x").origin == "https://push.example"
    assert parse_target("https://[2606:4700::1]:8443/x").origin == "https://[2606:4700::1]:8443"
