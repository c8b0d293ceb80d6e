"""What our application leaves out of Flask's."""

import pytest

from tests.service.asker import Service


def test_no_route_builds_a_url(service: Service) -> None:
    """Werkzeug's private method is overridden for that: a new version may have another."""
    urls = service.app.url_map.bind("localhost")
    with pytest.raises(RuntimeError, match="No URL is built for /v1/tables; write the path itself"):
        urls.build("tables.lobby")
