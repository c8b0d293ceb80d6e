"""The description and announcements of a tournament over the API."""

import pytest

from service.tournaments.names import NEWEST_ANNOUNCEMENTS
from tests.service.asker import Asker, Service
from tests.service.cups import opened, with_role
from tournaments.checks import LONGEST_ANNOUNCEMENT


@pytest.fixture
def dora(service: Service) -> Asker:
    return with_role(service, "Dora")


def test_everybody_reads_the_newest_announcements(service: Service, dora: Asker) -> None:
    path = opened(dora)
    for number in range(NEWEST_ANNOUNCEMENTS + 1):
        said = {"text": f"The hall opens at {number}\nfor all"}
        assert dora.post(f"{path}/announcements", said).status_code == 200
    told = service.nobody.get(path).get_json()["announcements"]
    assert len(told) == NEWEST_ANNOUNCEMENTS
    assert told[0] == {**told[0], "by": dora.id, "text": "The hall opens at 10\nfor all"}
    assert "hall" not in service.nobody.get(f"{path}/log").text


def test_a_description_takes_the_place_of_the_one_before_which_is_erased(
    service: Service, dora: Asker
) -> None:
    path = opened(dora)
    for text in ("Three rounds", "Four rounds", None):
        assert dora.post(f"{path}/description", {"text": text}).status_code == 200
        assert service.nobody.get(path).get_json()["description"] == text
    kept = service.redis.hvals(f"fd:{{auth}}:texts:{path.rsplit('/', 1)[1]}")
    assert not [row for row in kept if b"rounds" in row]


def test_what_is_no_announcement_is_refused(service: Service, dora: Asker) -> None:
    path = opened(dora)
    for text in ("", " \n ", "a\x00b", "a" * (LONGEST_ANNOUNCEMENT + 1), 7, None):
        assert dora.post(f"{path}/announcements", {"text": text}).status_code == 422
    assert service.nobody.get(path).get_json()["announcements"] == []
