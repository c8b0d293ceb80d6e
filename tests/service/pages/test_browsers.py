"""What browsers are told: pages run only their own scripts, answers are of the type they say."""

import re
from html.parser import HTMLParser

import pytest

from tests.service.asker import Service

TRYING = "/docs/api/try/tables"
OWN = re.compile(r"/(docs/api|web)/[a-z0-9./-]*")


class Page(HTMLParser):
    """What a page loads, and the scripts within it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.scripts: list[str] = []
        self.is_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        assert not [name for name in own if name.startswith("on") or name == "style"]
        self.loaded += [value for name in ("src", "href") if (value := own.get(name))]
        self.is_script = tag == "script" and "src" not in own

    def handle_data(self, data: str) -> None:
        self.scripts += [data] * self.is_script

    def handle_endtag(self, tag: str) -> None:
        self.is_script = False


def policy(service: Service, path: str) -> dict[str, list[str]]:
    """Return what the policy of a page allows, by kind."""
    with service.nobody.get(path) as answer:
        text = answer.headers["Content-Security-Policy"]
    return {kind: sources for kind, *sources in map(str.split, text.split(";"))}


def test_the_page_that_sends_requests_works_by_its_policy_and_needs_nobody_else(
    service: Service,
) -> None:
    text, allowed = service.nobody.get(TRYING).text, policy(service, TRYING)
    page = Page(text)
    assert len(page.loaded) == 7
    for path in page.loaded:
        assert OWN.fullmatch(path)
        with service.nobody.get(path) as answer:
            assert answer.status_code == 200
    assert (page.scripts, allowed["script-src"]) == ([], ["'self'"])
    assert (allowed["default-src"], allowed["connect-src"]) == (["'none'"], ["'self'"])
    assert "http" not in text


@pytest.mark.parametrize("path", ["/docs/api/", "/docs/api/tables", "/docs/api/types/boon"])
def test_a_page_to_read_runs_no_script(service: Service, path: str) -> None:
    allowed, page = policy(service, path), Page(service.nobody.get(path).text)
    assert (allowed["default-src"], allowed["style-src"]) == (["'none'"], ["'self'"])
    assert "script-src" not in allowed
    assert page.scripts == []
    styles = [one for one in page.loaded if one.startswith("/web/")]
    assert {service.nobody.get(one).status_code for one in styles} == {200}


def test_the_name_that_a_host_is_called_by_stands_on_no_page(service: Service) -> None:
    host = 'x"};alert(1)//</script><script>alert(2)</script>'
    for path in (TRYING, "/docs/api/", "/docs/api/tables"):
        assert "alert" not in service.nobody.get(path, Host=host).text


@pytest.mark.parametrize("path", ["/docs/api/", TRYING, "/docs/api/try/tables.json"])
def test_the_page_stands_in_no_other_page_and_names_itself_to_nobody(
    service: Service, path: str
) -> None:
    assert policy(service, path)["frame-ancestors"] == ["'none'"]
    with service.nobody.get(path) as answer:
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    ["/docs/api/", TRYING, f"{TRYING}.json", "/v1/openapi.json", "/v1/games", "/healthz",
     "/metrics", "/v1/nothing", "/v1/players/me", "/v1/checkpoints/latest"],
)  # fmt: skip
def test_no_answer_is_taken_for_another_type(service: Service, path: str) -> None:
    with service.nobody.get(path) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
