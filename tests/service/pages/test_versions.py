"""Games, pictures and the description have ETags, and a path for each version."""

import pytest

from tests.service.asker import Service, problem

TEXTS = ("/v1/games/boon", "/v1/games/boojum", "/v1/cards/gold-7.svg", "/v1/openapi.json")


@pytest.mark.parametrize("path", TEXTS)
def test_who_has_a_text_is_told_so_and_its_version_stays_for_ever(
    service: Service, path: str
) -> None:
    first = service.nobody.get(path)
    tag, place = first.headers["ETag"], first.headers["Content-Location"]
    again = service.nobody.get(path, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert service.nobody.get(path, If_None_Match='"other"').data == first.data
    kept = service.nobody.get(place)
    assert (kept.status_code, kept.data, kept.mimetype) == (200, first.data, first.mimetype)
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert kept.headers["Content-Location"] == place
    assert "immutable" not in first.headers["Cache-Control"]


def test_versions_differ_where_texts_do(service: Service) -> None:
    places = {service.nobody.get(path).headers["Content-Location"] for path in TEXTS}
    assert len(places) == len(TEXTS)


def test_a_version_that_this_server_has_not_is_not_found(service: Service) -> None:
    problem(service.nobody.get("/v1/versions/0123456789abcdef"), 404, "http/no_such_version")
