"""What is at `/`: for people the page of the web client, for programs links."""

import pytest

from service.pages.pages import LINKS
from tests.service.asker import Service

OF_A_BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "kind"),
    [(None, "application/json"), ("*/*", "application/json"), (OF_A_BROWSER, "text/html"),
     ("text/html", "text/html"), ("application/json", "application/json"),
     ("application/json, text/html;q=0.5", "application/json"), ("image/png", "application/json"),
     ("text/*", "text/html")],
)  # fmt: skip
def test_people_get_a_page_and_programs_get_links(
    service: Service, accept: str | None, kind: str
) -> None:
    headers = {} if accept is None else {"Accept": accept}
    answer = service.nobody.get("/", **headers)
    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert "Accept" in answer.headers["Vary"]
    head = service.nobody.ask("HEAD", "/", headers=headers)
    assert (head.status_code, head.mimetype, head.data) == (200, kind, b"")


def test_every_link_leads_somewhere(service: Service) -> None:
    for path in {str(value) for name, value in LINKS.items() if name != "name"}:
        is_command = path in ("/v1/players", "/v1/quick")
        answer = service.nobody.post(path, {}) if is_command else service.nobody.get(path)
        wanted = {"/v1/players": 201, "/v1/quick": 401}.get(path, 200)
        assert answer.status_code == wanted, path
