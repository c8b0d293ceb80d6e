"""A path that leads nowhere: browsers see a page with ways out, programs read a problem."""

import pytest

from tests.service.asker import Service, problem

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("path", ["/nowhere", "/tables", "/players/p1/more", "/openapi"])
def test_a_browser_sees_the_page_and_not_a_problem(service: Service, path: str) -> None:
    answer = service.nobody.get(path, Accept=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    start = service.nobody.get("/", Accept=BROWSER)
    assert answer.data == start.data
    policy = "Content-Security-Policy"
    assert answer.headers[policy] == start.headers[policy]


@pytest.mark.parametrize("accept", ["application/json", "*/*"])
def test_a_program_reads_a_problem(service: Service, accept: str) -> None:
    problem(service.nobody.get("/nowhere", Accept=accept), 404, "http/not_found")


@pytest.mark.parametrize("path", ["/v1/nowhere", "/web/0/a.js", "/v1/tables/t0"])
def test_paths_of_programs_keep_their_problems_whoever_asks(service: Service, path: str) -> None:
    answer = service.nobody.get(path, Accept=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_what_is_sent_to_nowhere_is_refused(service: Service) -> None:
    problem(service.nobody.post("/nowhere", Accept=BROWSER), 404, "http/not_found")
