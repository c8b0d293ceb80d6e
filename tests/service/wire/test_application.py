"""What our application leaves out of Flask's."""

import pytest

from service.wire.application import JsonResponse
from tests.service.asker import Service


def test_no_route_builds_a_url(service: Service) -> None:
    """Werkzeug's private method is overridden for that: a new version may have another."""
    urls = service.app.url_map.bind("localhost")
    with pytest.raises(RuntimeError, match="No URL is built for /v1/tables; write the path itself"):
        urls.build("tables.lobby")


def test_no_header_of_an_answer_holds_a_line_break() -> None:
    for text in ("/v1/a\r\nB: c", "/v1/a\nB: c"):
        with pytest.raises(ValueError, match="a header holds a line break"):
            JsonResponse({}, headers={"Location": text})
