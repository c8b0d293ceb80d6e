"""The stream of the lobby: what comes, changes and goes, made once for all of a filter."""

from contextlib import ExitStack, closing

import pytest

from service.streams import audiences
from service.tables import lobby_news
from tests.service.asker import Asker, Service, problem
from tests.service.streams.test_push import Listening
from tests.waiting import wait_for


class Watching(Listening):
    """An open stream of the lobby."""

    def __init__(self, asker: Asker, query: str = "") -> None:
        asker = Asker(asker.client.application.test_client(), asker.token)
        self.answer = asker.get(f"/v1/tables{query}", Accept="text/event-stream")
        self.chunks, self.waiting = iter(self.answer.response), []


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audiences, "PAUSE", 0.02)


def test_tables_that_come_change_and_go_are_told_as_the_filter_has_them(service: Service) -> None:
    ada = service.player("Ada")
    first = service.opened(ada, "boosh", 2).split("/")[3]
    service.follow()
    with closing(Watching(service.nobody, "?game=boosh&phase=open")) as stream:
        begin = stream.next()
        assert (begin.kind, [row["table"] for row in begin.json["tables"]]) == ("tables", [first])
        second = service.opened(ada, "boosh", 2)
        service.opened(ada, "boon", 3)  # the filter leaves it out
        service.follow()
        added = stream.next()
        assert (added.kind, added.json["table"]["table"]) == ("added", second.split("/")[3])
        assert ada.post(f"{second}/seats").status_code == 201
        service.follow()
        changed = stream.next()
        assert (changed.kind, changed.json["table"]["free"]) == ("changed", 1)
        assert [seat["name"] for seat in changed.json["table"]["seats"]] == ["Ada", None]
        assert ada.delete(f"/v1/tables/{first}").status_code == 200
        service.follow()
        assert stream.next().json == {"type": "removed", "table": first}


def test_each_message_is_made_once_for_all_who_watch_the_same(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, made = service.player("Ada"), list[bytes]()
    change = lobby_news.lobby_diff_messages

    def counted(known: lobby_news.LobbyRows, shown: lobby_news.LobbyRows, number: int) -> bytes:
        made.append(change(known, shown, number))
        return made[-1]

    with ExitStack() as opened:
        streams = [opened.enter_context(closing(Watching(service.nobody))) for _ in range(5)]
        assert {one.next().kind for one in streams} == {"tables"}
        by_topic = service.parts.streams.audiences.by_topic
        wait_for(lambda: [len(one.streams) for one in by_topic.values()] == [5])
        (audience,) = by_topic.values()
        wait_for(lambda: len({id(one.topic.rows_sent) for one in audience.streams}) == 1)
        monkeypatch.setattr(lobby_news, "lobby_diff_messages", counted)
        service.opened(ada)
        service.follow()
        assert len({one.chunk() for one in streams}) == 1
    assert len([one for one in made if one]) == 1


def test_a_filter_that_there_is_not_gets_no_stream(service: Service) -> None:
    answer = service.nobody.get("/v1/tables?phase=over", Accept="text/event-stream")
    problem(answer, 400, "http/bad_query")
