"""The page at `/`: for people a page that keeps to itself, for programs links."""

import re
from html.parser import HTMLParser

import pytest

from service.http.browsers import digest
from service.resources.pages import LINKS
from tests.service.asker import Service

OF_A_BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


class Links(HTMLParser):
    """What a page leads to, and what it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]
        self.tags.add(tag)
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


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
    page = Links(service.nobody.get("/", Accept="text/html").text)
    assert len(page.found) == 6
    paths = {str(value) for name, value in LINKS.items() if name != "name"}
    for path in {*page.found, *paths}:
        is_command = path in ("/v1/players", "/v1/quick")
        answer = service.nobody.post(path, {}) if is_command else service.nobody.get(path)
        wanted = {"/v1/players": 201, "/v1/quick": 401}.get(path, 200)
        assert answer.status_code == wanted, path


def test_the_page_loads_and_runs_nothing_and_stands_in_no_other_page(service: Service) -> None:
    answer = service.nobody.get("/", Accept="text/html", Host='x"><script>alert(1)</script>')
    assert "alert" not in answer.text
    answer = service.nobody.get("/", Accept="text/html")
    page = Links(answer.text)
    assert not page.tags & {"script", "img", "link", "iframe", "form", "object"}
    (style,) = re.findall("<style>(.*?)</style>", answer.text, re.DOTALL)
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert policy == [
        "default-src 'none'", f"style-src 'sha256-{digest(style.encode())}'", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'",
    ]  # fmt: skip
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
