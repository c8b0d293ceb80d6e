"""Answers are compressed as asked, and never where their length could tell a secret."""

import gzip
from collections.abc import Callable
from typing import Any

import brotli
import pytest
from backports import zstd
from werkzeug.test import TestResponse

from service.wire.compression import LEAST
from tests.service.asker import Asker, Service, problem

WAYS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstd.decompress,
}  # fmt: skip
ALL = ", ".join(WAYS)


def encoding(answer: TestResponse) -> str | None:
    """Return how an answer is compressed."""
    found: str | None = answer.headers.get("Content-Encoding")
    return found


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_is_compressed_as_asked_and_is_the_same(service: Service, way: str) -> None:
    plain = service.nobody.get("/v1/games/boon")
    packed = service.nobody.get("/v1/games/boon", Accept_Encoding=way)
    assert encoding(plain) is None
    assert encoding(packed) == way
    assert WAYS[way](packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("wanted", ["", "identity", "deflate", "gzip;q=0, identity"])
def test_what_is_not_asked_for_is_not_done(service: Service, wanted: str) -> None:
    assert encoding(service.nobody.get("/v1/games/boon", Accept_Encoding=wanted)) is None


def test_short_answers_stay_as_they_are(service: Service) -> None:
    answer = service.nobody.get("/v1/tables", Accept_Encoding=ALL)
    assert len(answer.data) < LEAST
    assert encoding(answer) is None


@pytest.fixture
def both(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


def test_no_answer_with_a_secret_beside_words_of_others_is_compressed(
    service: Service, both: list[Asker]
) -> None:
    ada = both[0]
    path = service.started(both, "boosh", 2)
    asked: list[tuple[str, str, Any]] = [
        ("GET", f"{path}/view", None), ("GET", f"{path}/events", None),
        ("GET", f"{path}/log", None), ("GET", "/v1/players/me", None),
        ("GET", f"{path}/replay", None), ("POST", f"{path}/adjourn", {}),
        ("POST", "/v1/players", {"name": "Eve"}), ("POST", "/v1/players/me/tokens", {}),
        ("POST", "/v1/tables", {"game": "boon", "seats": 3, "private": True}),
    ]  # fmt: skip
    for method, where, body in asked:
        answer = ada.ask(method, where, body, headers={"Accept-Encoding": ALL})
        assert answer.status_code in (200, 201), (where, answer.text)
        assert encoding(answer) is None, where


def test_who_watches_without_a_token_gets_it_compressed_and_304_when_nothing_is_new(
    service: Service, both: list[Asker]
) -> None:
    path = service.started(both, "boosh", 2)
    seen = service.nobody.get(f"{path}/view", Accept_Encoding="gzip")
    assert encoding(seen) == "gzip"
    tag = seen.headers["ETag"]
    again = service.nobody.get(f"{path}/view", Accept_Encoding="gzip", If_None_Match=tag)
    assert (again.status_code, again.data) == (304, b"")
    (seat,) = service.parts.tables.current(path.rpartition("/")[2]).table.to_act()
    acted = both[seat].post(f"{path}/actions", {"type": "take", "pile": "B"}, If_Match=tag)
    assert acted.status_code == 200, acted.text
    stale = both[seat].post(f"{path}/actions", {"type": "discard"}, If_Match=tag)
    problem(stale, 412, "table/stale")


def test_a_stream_is_not_compressed(service: Service, both: list[Asker]) -> None:
    path = service.started(both, "boosh", 2)
    headers = {"Accept": "text/event-stream", "Accept-Encoding": ALL}
    with service.app.test_client() as client:
        answer = client.get(f"{path}/events", headers=headers, buffered=False)
        assert answer.mimetype == "text/event-stream"
        assert encoding(answer) is None
        answer.close()
