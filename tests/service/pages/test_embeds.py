"""Standings that other pages may frame, and JSON that every origin may read."""

import re

import pytest

from service.apps.cross_origin import PUBLIC_READS
from tests.service.asker import Asker, Service
from tests.service.cups import entered, opened, running, with_role
from tests.service.pages.test_browsers import Page, policy

ELSEWHERE = "https://club.example"


@pytest.fixture
def dora(service: Service) -> Asker:
    """Return a director."""
    return with_role(service, "Dora")


def embed(path: str, query: str = "") -> str:
    """Return where the standings of a tournament may be framed."""
    return f"/embed/tournaments/{path.rsplit('/', 1)[1]}{query}"


def paired_cup(service: Service, dora: Asker) -> str:
    """Return a tournament of which a round is planned."""
    path, _ = running(service, dora)
    assert dora.post(f"{path}/rounds", {"tables": [{"seats": [0, 1]}]}).status_code == 201
    return path


def test_standings_may_stand_in_any_page_and_run_no_script(service: Service, dora: Asker) -> None:
    where = embed(paired_cup(service, dora))
    answer = service.nobody.get(where)
    allowed, page = policy(service, where), Page(answer.text)
    assert (answer.status_code, allowed["frame-ancestors"]) == (200, ["*"])
    assert (allowed["default-src"], allowed["form-action"]) == (["'none'"], ["'none'"])
    assert "script-src" not in allowed and "X-Frame-Options" not in answer.headers
    assert page.scripts == []
    styles = [one for one in page.loaded if one.startswith("/web/")]
    assert {service.nobody.get(one).status_code for one in styles} == {200}
    assert re.findall(r'<th scope="row"><bdi>(\w+)</bdi>', answer.text) == ["Ann", "Ben"]
    assert "Round 1. Finished deals: 0 of 1." in answer.text
    again = service.nobody.get(where, If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304


def test_standings_in_a_frame_are_told_in_the_language_of_the_reader_or_of_the_page(
    service: Service, dora: Asker
) -> None:
    path = paired_cup(service, dora)
    for answer in (
        service.nobody.get(embed(path), Accept_Language="de"),
        service.nobody.get(embed(path, "?language=de")),
    ):
        assert '<html lang="de">' in answer.text and "Teilnehmer" in answer.text


def test_a_name_cannot_become_a_part_of_the_page(service: Service, dora: Asker) -> None:
    path = opened(dora, name="<script>alert(1)</script>")
    text = service.nobody.get(embed(path)).text
    assert "<script" not in text and "&lt;script&gt;" in text
    assert "Entry is open. Entrants so far: 0." in text


def test_a_projector_shows_standings_and_tables_one_slide_after_the_other(
    service: Service, dora: Asker
) -> None:
    path = opened(dora, games=[{"game": "boosh", "seats": 2}], entrants={"kinds": ["bot"]})
    entered(dora, path, *["bot:novice"] * 20)
    dora.post(f"{path}/call")
    rows = [{"seats": [at, at + 1]} for at in range(0, 20, 2)]
    assert dora.post(f"{path}/rounds", {"tables": rows}).status_code == 201
    seen, query = [], "?view=board"
    for _ in range(3):
        text = service.nobody.get(embed(path, query)).text
        seen.append((text.count('scope="row"'), text.count("<li>")))
        found = re.search(r"url=([^\"]+)", text)
        assert found is not None
        query = found[1].replace("&amp;", "&")
    assert seen == [(12, 0), (8, 0), (0, 10)]
    assert query.endswith("page=0")


def test_a_projector_begins_with_the_newest_announcement(service: Service, dora: Asker) -> None:
    path = opened(dora)
    where = f"/embed/tournaments/{path.rsplit('/', 1)[1]}"
    for text in ("Older", "Tea <b>&</b> cake"):
        assert dora.post(f"{path}/announcements", {"text": text}).status_code == 200
    page = service.nobody.get(f"{where}?view=board").text
    assert "Tea &lt;b&gt;&amp;&lt;/b&gt; cake</blockquote>" in page
    assert "Older" not in page
    assert "cake" not in service.nobody.get(where).text


def test_every_origin_reads_what_a_tournament_shows_to_everybody(
    service: Service, dora: Asker
) -> None:
    path = paired_cup(service, dora)
    for where in ("", "/entrants", "/rounds", "/tables", "/standings", "/cross-table", "/ratings"):
        answer = service.nobody.get(path + where, Origin=ELSEWHERE)
        assert answer.headers["Access-Control-Allow-Origin"] == "*", where
    assert len(PUBLIC_READS) == 7
    for where in ("/log", "/events"):
        with service.nobody.get(path + where, Origin=ELSEWHERE) as private:
            assert "Access-Control-Allow-Origin" not in private.headers
