"""Each message of a stream that says until when there is time tells the server's time with it."""

from contextlib import closing

import pytest

from projections.accounts.news import StoredMessage
from service.accounts.messages import TIMED, encode_message_page
from service.streams.audiences import server_sent_event
from tests.service.accounts.test_news import ME, NEWS, follow
from tests.service.asker import Asker, Service
from tests.service.document import all_properties, document
from tests.service.played_cups import of_bots
from tests.service.streams.test_push import Listening, Message, messages

AT = 1_767_225_600_000
LIMITS = {"deadline", "deadlines", "until", "turns"}  # properties that say until when there is time


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def path(service: Service, ada: Asker) -> str:
    """Return a table at which Ada acts first."""
    options = {"max_rounds": 1, "first_dealer": 2}
    return service.started([ada], "boon", options=options, clock={"turn": 30})


def first_of(service: Service, asker: Asker, path: str) -> Message:
    """Return the first message of a stream, which was sent between two looks at the clock."""
    before = service.parts.store.now()
    with closing(Listening(asker, path)) as stream:
        found = stream.next()
    assert found.now is not None
    assert before <= found.now <= service.parts.store.now()
    return found


def test_a_view_in_a_stream_tells_when_it_was_sent_and_a_view_that_is_read_does_not(
    service: Service, ada: Asker, path: str
) -> None:
    found = first_of(service, ada, path)
    read = ada.get(f"{path}/view")
    assert found.data == read.data
    assert any(found.json["deadlines"])
    assert "now" not in read.get_json()


def test_news_of_a_view_tell_it_too_and_events_do_not(
    service: Service, ada: Asker, path: str
) -> None:
    with closing(Listening(ada, path)) as stream:
        begun = stream.next()
        service.play(path, [ada], actions=1)
        told = stream.until(begun.id + 1)
    assert {one.kind: one.now is not None for one in told} == {"event": False, "view": True}
    assert begun.now is not None
    assert all(one.now >= begun.now for one in told if one.now is not None)


def test_a_turn_tells_when_its_message_was_sent_not_when_it_began(
    service: Service, ada: Asker, path: str
) -> None:
    follow(service)
    assert first_of(service, ada, ME).kind == "turns"
    answer = ada.get(NEWS, Accept="text/event-stream", Last_Event_ID="0")
    (turn,) = [
        one for one in messages(next(iter(answer.iter_encoded()))) if one.kind == "your_turn"
    ]
    answer.close()
    assert turn.now is not None
    assert turn.json["deadline"] > turn.now >= turn.id
    assert all(
        "now" not in one["data"] for one in ada.get(f"{NEWS}?after=0").get_json()["messages"]
    )


def test_a_tournament_in_a_stream_tells_it(service: Service) -> None:
    cup = of_bots(service)
    assert first_of(service, service.nobody, cup.path).kind == "tournament"
    assert "now" not in service.nobody.get(cup.path).get_json()


def test_where_no_time_is_known_none_is_told() -> None:
    assert server_sent_event("view", {"n": 1}, 1) == b'event: view\nid: 1\ndata: {"n":1}\n\n'
    page, _ = encode_message_page([StoredMessage(7, "turns", b'{"turns":[]}')])
    assert page == b'event: turns\nid: 7\ndata: {"turns":[]}\n\n'


def test_only_messages_with_a_deadline_tell_the_time() -> None:
    kinds = ("your_turn", "started")
    page, _ = encode_message_page([StoredMessage(7, kind, b'{"n":1}') for kind in kinds], AT)
    assert [one.now for one in messages(page)] == [AT, None]


def test_every_message_that_says_until_when_there_is_time_is_described_with_it() -> None:
    schemas = document()["components"]["schemas"]
    mapping = schemas["AccountMessage"]["discriminator"]["mapping"]
    described = {
        kind: all_properties(schemas[name.rpartition("/")[2]]) for kind, name in mapping.items()
    }
    timed = {kind for kind, properties in described.items() if LIMITS & properties.keys()}
    assert timed == {kind for kind, properties in described.items() if "now" in properties}
    assert timed == set(TIMED)
    for name in ("BoonView", "TournamentFacts"):
        assert "now" in all_properties(schemas[name])
