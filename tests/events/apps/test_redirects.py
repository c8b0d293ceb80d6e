"""Redirect URIs: whatever is let in is read alike by everybody who reads it."""

import re
from urllib.parse import urlsplit

from hypothesis import given
from hypothesis import strategies as some

from events.apps.redirects import (
    is_registered_redirect,
    is_valid_redirect,
    redirect_origin,
    with_parameters,
)

STARTS = (
    "https://app.example", "https://app.example:8443", "http://127.0.0.1", "http://localhost:1",
    "http://[::1]", "com.example.app:", "https:", "javascript:", "http://app.example", "//",
)  # fmt: skip
PARTS = some.sampled_from(
    [
        "/", "//", "\\", "@", ":", "?", "#", "%2f", "%00", "%", ".", "..", "/../", "/./", "/%2e%2e",
        "a", "A", "app.example", "evil.example", " ", "\t", "\n", "\u0430", "\u2024", "\uff0f", "[",
        "]", ":80", "&a=b", ";", "xn--", "-", "_", "~", "'", '"', "<", "{",
    ]
)  # fmt: skip
URIS = some.builds(lambda start, parts: start + "".join(parts), some.sampled_from(STARTS),
                   some.lists(PARTS, max_size=6))  # fmt: skip


@given(URIS)
def test_what_may_be_registered_has_one_reading(uri: str) -> None:
    if not is_valid_redirect(uri):
        return
    assert re.fullmatch(r"[!-~]+", uri)
    assert not set(uri) & {"\\", "#", '"', "<", "{", "|", "^", "`"}
    found = urlsplit(uri)
    assert (found.username, found.password, found.fragment) == (None, None, "")
    if found.scheme == "https":
        assert found.netloc.split(":")[0] == (found.hostname or "")
        assert redirect_origin(uri) == f"https://{found.netloc.removesuffix(':443')}"
    elif found.scheme == "http":
        assert found.hostname in ("127.0.0.1", "::1", "localhost")
    else:
        assert "." in found.scheme
        assert redirect_origin(uri) is None
    assert ".." not in found.path.split("/")


@given(URIS, URIS)
def test_another_uri_is_taken_for_a_registered_one_only_for_the_port_of_a_loopback_address(
    registered: str, sent: str
) -> None:
    if not is_valid_redirect(registered) or not is_registered_redirect([registered], sent):
        return
    if registered != sent:
        assert urlsplit(sent).scheme == "http"
        assert urlsplit(sent).hostname == urlsplit(registered).hostname
        ours, theirs = (urlsplit(one)._replace(netloc="").geturl() for one in (registered, sent))
        assert ours == theirs


@given(URIS)
def test_an_answer_leads_to_the_address_itself(uri: str) -> None:
    if is_valid_redirect(uri):
        found = urlsplit(with_parameters(uri, "code=x"))
        assert found[:3] == urlsplit(uri)[:3]
        assert found.query.endswith("code=x")
