"""The language of what people are told over HTTP, chosen by Accept-Language."""

import json
from typing import Any

import pytest

from games.core.presentation.marks import strip_marks
from tests.service.asker import Asker, Service

GERMAN = {"Accept_Language": "de"}


@pytest.fixture
def three(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob", "Cora")]


@pytest.fixture
def path(service: Service, three: list[Asker]) -> str:
    return str(service.started(three, "boon", 3))


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr, de;q=0.5, en;q=0.4", "de"), ("fr", "en"), ("*", "en"), ("de;q=0", "en"), ("", "en"),
        ("\u00e4;;q=x,,", "en"),
    ],
)  # fmt: skip
def test_the_header_chooses_among_the_languages_that_there_are(
    service: Service, path: str, header: str, language: str
) -> None:
    answer = service.nobody.get(f"{path}/view", Accept_Language=header)
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Vary"].startswith("Authorization, Accept-Language")
    is_german = "Boon nehmen" in answer.get_json()["board"]["phase_text"].replace("den ", "")
    assert is_german == (language == "de")


def test_a_view_in_german_has_an_etag_of_its_own_which_if_match_takes(
    service: Service, three: list[Asker], path: str
) -> None:
    able, *_ = service.acting(path, three)
    english, german = able.get(f"{path}/view"), able.get(f"{path}/view", **GERMAN)
    tag = german.headers["ETag"]
    assert tag != english.headers["ETag"]
    known = {**GERMAN, "If_None_Match": tag}
    assert able.get(f"{path}/view", **known).status_code == 304
    assert able.get(f"{path}/view", If_None_Match=tag).status_code == 200
    action = german.get_json()["choices"]["actions"][0]
    answer = able.post(f"{path}/actions", action, If_Match=tag, **GERMAN)
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "de")
    seen = able.get(f"{path}/view", **GERMAN)
    assert answer.get_json()["view"] == seen.get_json()
    assert answer.headers["ETag"] == seen.headers["ETag"]


def test_the_story_since_an_event_is_told_in_german_beside_its_english(
    service: Service, path: str
) -> None:
    views = [
        service.nobody.get(f"{path}/view?after=0", **headers).get_json() for headers in ({}, GERMAN)
    ]
    english, german = (view["story"] for view in views)
    assert [{**line, "text": ""} for line in english] == [{**line, "text": ""} for line in german]
    texts = [strip_marks(line["text"]) for line in german]
    assert "Das Spiel beginnt" in texts
    assert any(text.startswith("Runde 1, Geber Platz") for text in texts)
    assert views[1]["notes"] == texts[-len(views[1]["notes"]) :]


def test_a_refusal_names_what_is_legal_in_german(
    service: Service, three: list[Asker], path: str
) -> None:
    able, *_ = service.acting(path, three)
    other = next(one for one in three if one is not able)
    for asker, body, begin in (
        (able, {"type": "play", "card": "gold-7"}, "Das geht jetzt nicht: erst muss jemand"),
        (other, {"type": "take"}, "Platz "),
    ):
        answer = asker.post(f"{path}/actions", body, **GERMAN)
        assert answer.get_json()["detail"].startswith(begin)
        assert answer.headers["Vary"] == "Accept-Language"
        checked = asker.post(f"{path}/actions/check", body, **GERMAN)
        assert checked.get_json()["refusal"] == answer.get_json()
    legal = able.post(f"{path}/actions", {"type": "play", "card": "gold-7"}, **GERMAN)
    texts = [one["text"] for one in legal.get_json()["legal"]["texts"]]
    assert texts == ["Den Boon nehmen", "Den Boon den anderen lassen"]
    check = able.post(f"{path}/actions/check", {"type": "take"}, **GERMAN).get_json()
    assert check["text"] == "Den Boon nehmen"


def test_hands_and_replays_are_told_in_german(service: Service, path: str) -> None:
    hand = service.nobody.get(f"{path}/hands/1", **GERMAN)
    notes = [event["note"] for move in hand.get_json()["commands"] for event in move["events"]]
    assert notes[0].startswith("Runde 1, Geber Platz")
    assert hand.headers["Content-Language"] == "de"
    told = service.nobody.get(f"{path}/hands/1", Accept="text/plain", **GERMAN)
    assert notes[0] in told.get_data(as_text=True)
    replay = service.nobody.get(f"{path}/replay", **GERMAN).get_json()
    assert replay["view"] == service.nobody.get(f"{path}/view", **GERMAN).get_json() | {
        name: replay["view"][name] for name in ("seats",)
    }


def test_a_stream_speaks_the_language_with_which_it_began(
    service: Service, three: list[Asker], path: str
) -> None:
    headers = {"Accept": "text/event-stream", "Last_Event_ID": "0"}
    for more, words in ((GERMAN, "Das Spiel beginnt"), ({}, "Play begins")):
        answer = three[0].get(f"{path}/events", **headers, **more)
        assert answer.headers["Content-Language"] == ("de" if more else "en")
        views = views_of(answer.response)
        assert views[-1]["story"][-1]["text"] or words
        assert any(words in line["text"] for line in views[-1]["story"])
        answer.close()


def views_of(messages: Any) -> list[Any]:
    """Return the first two views of a stream."""
    found: list[Any] = []
    for part in messages:
        for block in part.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if lines.get("event") == "view":
                found.append(json.loads(lines["data"]))
        if len(found) == 2:
            break
    return found


def test_games_are_described_in_german_and_kept_by_their_versions(service: Service) -> None:
    games = service.nobody.get("/v1/games", **GERMAN)
    boon = next(one for one in games.get_json()["games"] if one["game"] == "boon")
    found = service.nobody.get("/v1/games/boon", **GERMAN)
    details = found.get_json()
    assert boon["about"] == details["about"]
    assert details["about"]["summary"].startswith("In jeder Runde darf jemand den Boon nehmen")
    assert {one["name"] for one in details["suits"]} == {"Blau", "Grün", "Rot", "Gold"}
    assert found.headers["Content-Language"] == "de"
    assert found.headers["Vary"].startswith("Accept-Language")
    assert service.nobody.get(found.headers["Content-Location"]).get_json() == details
    english = service.nobody.get("/v1/games/boon").get_json()
    same = ("game", "rules", "seats", "brief", "actions", "texts")
    assert {name: details[name] for name in same} == {name: english[name] for name in same}


def test_errors_that_are_no_game_s_are_told_in_german(service: Service, three: list[Asker]) -> None:
    answer = service.nobody.get("/v1/tables/t0", **GERMAN).get_json()
    assert answer["detail"].startswith("Diesen Tisch gibt es nicht")
    assert (answer["code"], answer["title"]) == ("table/unknown", "unbekannt")
    taken = service.nobody.post("/v1/players", {"name": "ada"}, **GERMAN).get_json()
    assert taken["detail"] == "Diesen Namen hat schon jemand; wähle einen anderen"
    alike = service.nobody.post("/v1/players", {"name": "A\u0064\u0430"}, **GERMAN).get_json()
    assert alike["detail"].startswith("Dieser Name sieht aus wie ein anderer")
