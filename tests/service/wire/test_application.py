"""What our application leaves out of Flask's."""

import pytest

from service.wire.application import JsonResponse
from tests.service.asker import Service, problem


def test_no_route_builds_a_url(service: Service) -> None:
    """Werkzeug's private method is overridden for that: a new version may have another."""
    urls = service.app.url_map.bind("localhost")
    with pytest.raises(RuntimeError, match="No URL is built for /v1/tables; write the path itself"):
        urls.build("tables.lobby")


@pytest.mark.parametrize("host", ["", "a.example,b.example", "a b"])
def test_a_request_names_the_server_once(service: Service, host: str) -> None:
    answer = service.player("Ada").ask("GET", "/v1/games", headers={"Host": host})
    assert problem(answer, 400, "http/bad_request")


def test_nobody_is_led_to_a_name_that_a_request_gives_the_server(service: Service) -> None:
    """Behind a proxy it may be another, and over http."""
    ada = service.player("Ada")
    for path in ("/docs", "/docs/", "/docs/api", "//docs/api", "/v1//games", "/v1/games/"):
        answer = ada.ask("GET", path, headers={"Host": "elsewhere.example"})
        assert "elsewhere" not in answer.headers.get("Location", "")
        assert "elsewhere" not in answer.text
        assert answer.status_code in {200, 302, 404}, path


def test_no_header_of_an_answer_holds_a_line_break() -> None:
    for text in ("/v1/a\r\nB: c", "/v1/a\nB: c"):
        with pytest.raises(ValueError, match="a header holds a line break"):
            JsonResponse({}, headers={"Location": text})
